package parquet

import (
	"encoding/binary"
	"math/bits"

	"github.com/tfs-lang/tfs/tensor"
)

// The encodings of runs of small numbers (parquet-format, Encodings.md).

// hybrid reads n numbers of a width in the RLE and bit-packing hybrid; it gives how many bytes they took.
func hybrid(b []byte, width, n int) (out []uint32, err error) {
	if width > 32 {
		return nil, damaged("numbers of %d bits", width)
	}
	if width == 0 && n >= 0 {
		return tensor.Make[uint32](n)
	}
	if out, err = tensor.Make[uint32](n); err != nil {
		return nil, err
	}
	for at := 0; at < n; {
		head, k := binary.Uvarint(b)
		if k <= 0 {
			return nil, damaged("a run of numbers is missing")
		}
		b = b[k:]
		if head&1 == 0 {
			size := (width + 7) / 8
			if len(b) < size {
				return nil, damaged("a run of numbers is cut off")
			}
			v := uint32(0)
			for i := range size {
				v |= uint32(b[i]) << (8 * i)
			}
			b = b[size:]
			if head>>1 == 0 {
				return nil, damaged("a run of no numbers")
			}
			for range min(head>>1, uint64(n-at)) {
				out[at] = v
				at++
			}
			continue
		}
		groups := head >> 1
		if groups == 0 || groups > uint64(len(b)) {
			return nil, damaged("a run of numbers is cut off")
		}
		size := min(int(groups)*width, len(b)) // the last run may be shorter
		take := min(int(groups)*8, n-at)
		if size*8 < take*width {
			return nil, damaged("a run of numbers is cut off")
		}
		for i := range take {
			out[at+i] = unpacked(b, i*width, width)
		}
		at += take
		b = b[size:]
	}
	return out, nil
}

// unpacked is the number of a width at a bit.
func unpacked(b []byte, bit, width int) uint32 {
	v := uint64(0)
	first := bit / 8
	for i := 0; i < 5 && first+i < len(b); i++ {
		v |= uint64(b[first+i]) << (8 * i)
	}
	return uint32(v >> (bit % 8) & (1<<width - 1))
}

// appendHybrid writes numbers of a width: one run where all are equal, otherwise packed bits.
func appendHybrid(b []byte, v []uint32, width int) []byte {
	same := true
	for _, x := range v {
		same = same && x == v[0]
	}
	if same && len(v) > 0 {
		b = binary.AppendUvarint(b, uint64(len(v))<<1)
		for i := range (width + 7) / 8 {
			b = append(b, byte(v[0]>>(8*i)))
		}
		return b
	}
	groups := (len(v) + 7) / 8
	b = binary.AppendUvarint(b, uint64(groups)<<1|1)
	at := len(b)
	b = append(b, make([]byte, groups*width)...)
	for i, x := range v {
		for k := range width {
			bit := i*width + k
			b[at+bit/8] |= byte(x>>k&1) << (bit % 8)
		}
	}
	return b
}

// deltas reads numbers in DELTA_BINARY_PACKED and gives how many bytes they took.
func deltas(b []byte, most int) (out []int64, took int, err error) {
	whole := len(b)
	cut := func() ([]int64, int, error) { return nil, 0, damaged("packed differences are cut off") }
	var head [3]uint64 // size of a block, its parts, all numbers
	for i := range head {
		v, k := binary.Uvarint(b)
		if k <= 0 {
			return cut()
		}
		head[i], b = v, b[k:]
	}
	first, k := binary.Varint(b)
	if k <= 0 || head[0] == 0 || head[1] == 0 || head[0] > 1<<20 || head[0]%head[1] != 0 || head[2] > uint64(most) {
		return cut()
	}
	b = b[k:]
	each := int(head[0] / head[1])
	if out, err = tensor.Make[int64](int(head[2])); err != nil || len(out) == 0 {
		return out, whole - len(b), err
	}
	out[0] = first
	for at := 1; at < len(out); {
		least, k := binary.Varint(b)
		if k <= 0 || len(b) < k+int(head[1]) {
			return cut()
		}
		widths := b[k : k+int(head[1])]
		b = b[k+int(head[1]):]
		for _, w := range widths {
			if at >= len(out) {
				break
			}
			size := (each*int(w) + 7) / 8
			if w > 64 || size > len(b) {
				return cut()
			}
			for i := 0; i < each && at < len(out); i++ {
				out[at] = out[at-1] + least + int64(unpackedLong(b, i*int(w), int(w)))
				at++
			}
			b = b[size:]
		}
	}
	return out, whole - len(b), nil
}

// unpackedLong is the number of up to 64 bits at a bit.
func unpackedLong(b []byte, bit, width int) uint64 {
	v, got := uint64(0), 0
	for got < width {
		part := uint64(b[bit/8]) >> (bit % 8)
		n := min(8-bit%8, width-got)
		v |= part & (1<<n - 1) << got
		got += n
		bit += n
	}
	return v
}

// widthOf is how many bits the numbers up to most take.
func widthOf(most int) int { return bits.Len(uint(most)) }
