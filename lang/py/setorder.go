package py

import "math/big"

// The order in which sets are walked. CPython walks the slots of a hash table, so that {3, 1, 2} shows as {1, 2, 3}: the
// order follows from hashes, from the size that the table has grown to, and from what came in first where two meet
// (Objects/setobject.c, 3.11). Sets of numbers are walked so; the hashes of texts differ from one run of CPython to the
// next, and sets with them are walked in the order in which their members came in.

// setOrder is what is known of the order of a set's entries.
type setOrder struct {
	mask    int32   // of CPython's table, 0 for the least
	settled int32   // so many entries from the beginning stand in the order of the slots
	at      []int32 // their slots, shared by copies; nil where they are not known
	shifts  int32   // of the dict then
	stale   bool    // the table has another size than when they were settled
	odd     bool    // a member has no hash that is the same in every run
}

const (
	leastMask    = 7
	linearProbes = 9
	popSettles   = 1000 // so many members at most are set in order for a pop alone
)

// fixedHash is the hash of a number, or of a tuple of numbers; ok is false for other values.
func fixedHash(v Value) (h uint64, ok bool) {
	switch x := v.(type) {
	case int64:
		if x > -hashPrime && x < hashPrime {
			if x == -1 {
				x = -2
			}
			return uint64(x), true
		}
	case bool, float64, *big.Int, complex128:
	case *Tuple:
		for _, e := range x.Items {
			if _, ok := fixedHash(e); !ok {
				return 0, false
			}
		}
	default:
		return 0, false
	}
	n, err := hashOf(nil, v, 0)
	return uint64(n), err == nil
}

// slotTable is a table as CPython's sets have it, of places of entries, counted from 1.
type slotTable struct {
	slots  []int32
	hashes []uint64 // of the entries
	used   int
}

func (t *slotTable) mask() uint64 { return uint64(len(t.slots) - 1) }

// put finds the slot of entry i.
func (t *slotTable) put(i int) {
	h, mask := t.hashes[i], t.mask()
	at := h & mask
	for perturb := h; ; {
		probes := uint64(0)
		if at+linearProbes <= mask {
			probes = linearProbes
		}
		for p := at; p <= at+probes; p++ {
			if t.slots[p] == 0 {
				t.slots[p] = int32(i + 1)
				t.used++
				return
			}
		}
		perturb >>= 5
		at = (at*5 + 1 + perturb) & mask
	}
}

// grow makes a table with more slots than n, and puts the entries into it in the order of the slots.
func (t *slotTable) grow(n int) {
	old := t.slots
	t.slots, t.used = make([]int32, sizeFor(n)), 0
	for _, i := range old {
		if i != 0 {
			t.put(int(i - 1))
		}
	}
}

func sizeFor(n int) int {
	size := leastMask + 1
	for size <= n {
		size <<= 1
	}
	return size
}

// settle sets the entries in the order of CPython's slots, where it is known.
func (s *Set) settle() {
	o, d := &s.walk, &s.d
	if len(d.entries) == 0 {
		*o = setOrder{shifts: d.shifts}
		return
	}
	if o.odd || !o.stale && int(o.settled) == len(d.entries) && o.shifts == d.shifts {
		return
	}
	if o.shifts != d.shifts || int(o.settled) > len(d.entries) {
		o.settled, o.at = 0, nil
	}
	if o.stale {
		o.at = nil
	}
	t := &slotTable{slots: make([]int32, max(int(o.mask), leastMask)+1), hashes: make([]uint64, len(d.entries))}
	for i := range d.entries {
		e := &d.entries[i]
		if e.Key == nil {
			continue
		}
		h, ok := fixedHash(e.Key)
		if !ok {
			o.odd = true
			return
		}
		t.hashes[i] = h
		if i < len(o.at) && t.slots[o.at[i]] == 0 {
			t.slots[o.at[i]] = int32(i + 1)
			t.used++
			continue
		}
		if t.used*5 >= int(t.mask())*4 { // members that were removed are no longer counted
			t.grow(t.used * 2)
		}
		t.put(i)
		if i >= int(o.settled) && t.used*5 >= int(t.mask())*3 {
			if t.used > 50000 {
				t.grow(t.used * 2)
			} else {
				t.grow(t.used * 4)
			}
		}
	}
	s.rearrange(t)
}

// rearrange takes the order of a table over.
func (s *Set) rearrange(t *slotTable) {
	d, o := &s.d, &s.walk
	out, at := make([]entry, 0, t.used), make([]int32, 0, t.used)
	moved := t.used != len(d.entries)
	for slot, i := range t.slots {
		if i != 0 {
			moved = moved || int(i-1) != len(out)
			out, at = append(out, d.entries[i-1]), append(at, int32(slot))
		}
	}
	if len(out) != s.Len() { // never: but no member may be lost
		o.odd = true
		return
	}
	*o = setOrder{mask: int32(t.mask()), settled: int32(len(out)), at: at, shifts: d.shifts}
	if !moved {
		return
	}
	d.entries, d.dead, d.head = out, 0, 0
	if d.first != nil {
		d.reindex()
	}
	d.shifts++
	d.version++
	o.shifts = d.shifts
}

// joining tells that n members of another set come in: CPython makes room for all of them before.
func (s *Set) joining(n int) {
	o := &s.walk
	if o.odd || int(o.settled) != len(s.d.entries) || o.shifts != s.d.shifts {
		return // it is settled later, as if they came one by one
	}
	used, mask := s.Len(), max(int(o.mask), leastMask)
	if (used+n)*5 >= mask*3 {
		o.mask, o.stale = int32(sizeFor((used+n)*2)-1), used > 0
	}
}

// Constant is the order of a set that is written out with constants alone: CPython's compiler makes a frozenset of
// them, another one of its members, and the set is a copy of that.
//
// Walking and copying it writes nothing after that, so that threads may share it.
func (s *Set) Constant() {
	s.settle()
	if s.Len() < 3 {
		return
	}
	s.walk = setOrder{odd: s.walk.odd}
	s.settle()
	s.walk = copyOrder(s)
	s.settle()
}

// Copy is a set of the same members that can be changed.
func (s *Set) Copy(t *Thread) (*Set, error) {
	out := NewSet()
	return out, out.merge(t, "|", s)
}

// copyOrder is the order of a copy of a set, whose entries have the same places.
func copyOrder(s *Set) setOrder {
	o := setOrder{settled: int32(len(s.d.entries)), shifts: s.d.shifts, odd: s.walk.odd}
	o.mask = leastMask
	if n := s.Len(); n*5 >= leastMask*3 {
		o.mask = int32(sizeFor(n*2) - 1)
	}
	// what was removed leaves holes, which a copy does not have
	if o.stale = o.mask != max(s.walk.mask, leastMask) || s.d.dead > 0; !o.stale {
		o.at = s.walk.at
	}
	return o
}
