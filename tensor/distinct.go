package tensor

import (
	"context"
	"math"
	"math/bits"
)

// Distinct numbers by a table of their bits: open addressing, at most half full.

// A wordTable numbers distinct words in the order in which they come.
type wordTable struct {
	slots []int32 // number+1 of the word in a slot, 0 for none
	words []uint64
	shift int // of a product, so that its highest bits choose the slot
}

func newWordTable(size int) *wordTable {
	t := &wordTable{slots: make([]int32, size)}
	t.shift = 64 - bits.TrailingZeros(uint(size))
	return t
}

// slot is where a word is, or the free slot where it belongs.
func (t *wordTable) slot(w uint64) int {
	mask := len(t.slots) - 1
	h := w ^ w>>32 // floats of few digits have nothing in their low bits
	for i := int(h * 0x9e3779b97f4a7c15 >> t.shift); ; i++ {
		if k := t.slots[i&mask]; k == 0 || t.words[k-1] == w {
			return i & mask
		}
	}
}

// number is the number of a word, and whether it is a new one.
func (t *wordTable) number(w uint64) (k int, fresh bool) {
	i := t.slot(w)
	if k := t.slots[i]; k != 0 {
		return int(k) - 1, false
	}
	if 2*len(t.words) >= len(t.slots) {
		t.grow()
		i = t.slot(w)
	}
	t.words = append(t.words, w)
	t.slots[i] = int32(len(t.words))
	return len(t.words) - 1, true
}

func (t *wordTable) grow() {
	n := newWordTable(4 * len(t.slots))
	n.words = t.words
	for _, k := range t.slots {
		if k != 0 {
			n.slots[n.free(t.words[k-1])] = k
		}
	}
	*t = *n
}

// free is slot for a word that is known to be new.
func (t *wordTable) free(w uint64) int {
	mask := len(t.slots) - 1
	h := w ^ w>>32
	i := int(h * 0x9e3779b97f4a7c15 >> t.shift)
	for t.slots[i&mask] != 0 {
		i++
	}
	return i & mask
}

// add numbers a word that is equal to no other: no slot leads to it.
func (t *wordTable) add(w uint64) int {
	t.words = append(t.words, w)
	return len(t.words) - 1
}

// alone marks a word that is equal to no other.
const alone = 1

// wordBits writes the bits of elements lo and on, so that equal elements have equal ones; odd holds alone for a nan.
func wordBits(out []uint64, odd []byte, x *Tensor, lo int) {
	hi := lo + len(out)
	clear(odd)
	switch d := x.dtype.Base(); {
	case d == Float32:
		for i, v := range view[float32](x.buf)[lo:hi] {
			if out[i] = uint64(math.Float32bits(v)); v == 0 {
				out[i] = 0 // the zeros are equal
			} else if v != v {
				odd[i] = alone
			}
		}
	case d.Kind() == KindFloat:
		for i := range out {
			v := x.Float(lo + i)
			if out[i] = math.Float64bits(v); v == 0 {
				out[i] = 0
			} else if v != v {
				odd[i] = alone
			}
		}
	case d == Int32:
		for i, v := range view[int32](x.buf)[lo:hi] {
			out[i] = uint64(uint32(v))
		}
	default:
		for i := range out {
			out[i] = uint64(x.Int(lo + i)) // an uint64 and its bits are one to one
		}
	}
}

// uniqueWords is Unique for numbers of one word.
func uniqueWords(ctx context.Context, x *Tensor, d DType) (y *Tensor, idx, counts []int64, err error) {
	if idx, err = Make[int64](x.n); err != nil {
		return nil, nil, nil, err
	}
	const block = 4096
	var w [block]uint64
	var odd [block]byte
	t := newWordTable(1 << 12)
	var first []int
	for lo := 0; lo < x.n; lo += block {
		if ctx.Err() != nil {
			return nil, nil, nil, ctx.Err()
		}
		if err = Room(len(first), uniqueCost, "distinct elements"); err != nil {
			return nil, nil, nil, err
		}
		part := w[:min(block, x.n-lo)]
		wordBits(part, odd[:len(part)], x, lo)
		for i, v := range part {
			var k int
			fresh := true
			if odd[i] == alone {
				k = t.add(v)
			} else {
				k, fresh = t.number(v)
			}
			if fresh {
				first, counts = append(first, lo+i), append(counts, 0)
			}
			idx[lo+i] = int64(k)
			counts[k]++
		}
	}
	y, err = pick(ctx, x, []int{len(first)}, len(first), 1, func(i int) int { return first[i] })
	return y, idx, counts, err
}
