package tensor

import "slices"

// index numbers distinct keys in the order in which they come: open addressing, at most half full. A slot holds the
// number, counted from 1, under the upper half of the key's hash, so that most of what is passed over is not looked up.
type index[K comparable] struct {
	slots []uint64
	keys  []K
	hash  func(K) uint64
	read  func(x *Tensor, i int) K
}

func newIndex[K comparable](hash func(K) uint64, read func(*Tensor, int) K) *index[K] {
	return &index[K]{slots: make([]uint64, 16), hash: hash, read: read}
}

func (x *index[K]) len() int { return len(x.keys) }

func (x *index[K]) clear() { x.slots, x.keys = make([]uint64, 16), nil }

// slot is where a key is, or the free slot where it belongs.
func (x *index[K]) slot(k K, h uint64) int {
	mask := len(x.slots) - 1
	for i := int(h) & mask; ; i = (i + 1) & mask {
		s := x.slots[i]
		if s == 0 || s>>32 == h>>32 && x.keys[uint32(s)-1] == k {
			return i
		}
	}
}

// find is the number of the key that element i of t is, or -1.
func (x *index[K]) find(t *Tensor, i int) int {
	k := x.read(t, i)
	return int(uint32(x.slots[x.slot(k, x.hash(k))])) - 1
}

// add gives the number of the key that element i of t is, and whether it is a new one.
func (x *index[K]) add(t *Tensor, i int) (at int, fresh bool) {
	k := x.read(t, i)
	h := x.hash(k)
	s := x.slot(k, h)
	if v := x.slots[s]; v != 0 {
		return int(uint32(v)) - 1, false
	}
	x.keys = append(x.keys, k)
	x.slots[s] = h>>32<<32 | uint64(len(x.keys))
	if 2*len(x.keys) > len(x.slots) {
		x.grow()
	}
	return len(x.keys) - 1, true
}

// grow doubles the slots.
func (x *index[K]) grow() {
	old := x.slots
	x.slots = make([]uint64, 2*len(old))
	mask := len(x.slots) - 1
	for _, v := range old {
		if v == 0 {
			continue
		}
		i := int(x.hash(x.keys[uint32(v)-1])) & mask
		for x.slots[i] != 0 {
			i = (i + 1) & mask
		}
		x.slots[i] = v
	}
}

// drop takes the key out that element i of t is; the last key gets its number, which is the result, -1 for none.
func (x *index[K]) drop(t *Tensor, i int) int {
	k := x.read(t, i)
	s := x.slot(k, x.hash(k))
	at := int(uint32(x.slots[s])) - 1
	if at < 0 {
		return -1
	}
	x.free(s)
	last := len(x.keys) - 1
	if at < last {
		k := x.keys[last]
		h := x.hash(k)
		x.slots[x.slot(k, h)] = h>>32<<32 | uint64(at+1)
		x.keys[at] = k
	}
	x.keys = slices.Delete(x.keys, last, last+1)
	return at
}

// free empties a slot and moves back what was pushed past it.
func (x *index[K]) free(s int) {
	mask := len(x.slots) - 1
	for i := (s + 1) & mask; x.slots[i] != 0; i = (i + 1) & mask {
		home := int(x.hash(x.keys[uint32(x.slots[i])-1])) & mask
		if (i-home)&mask >= (i-s)&mask {
			x.slots[s] = x.slots[i]
			s = i
		}
	}
	x.slots[s] = 0
}
