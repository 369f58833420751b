package py

import (
	"slices"
	"unsafe"
)

// Dict keeps insertion order. Equal keys of different types (1, 1.0, True) are one key.
//
// Its entries stand in the order of their coming. Up to fewEntries of them whose keys are ints and texts are
// looked through; else slots say by the hash of a key where its entry stands, probed in CPython's order: the
// hashes of ints are their values, so that neighbours are neighbours in memory.
type Dict struct {
	Class   *Class // set for subclasses such as OrderedDict, defaultdict, Counter
	Default Value  // the factory of a defaultdict
	Attrs   *Dict  // attributes of an instance of a subclass
	entries []entry
	first   *int32 // the first of 1<<bits slots, nil for none: 0 is free, -1 was taken, else the entry's place + 1
	bits    uint8
	fill    int32  // of the slots are not free
	dead    int32  // of the entries
	head    int32  // no live entry stands before it
	shifts  int32  // how often entries changed their places
	version uint64 // how often anything but a value stored by SetAt changed
}

// fewEntries is up to how many entries are looked through without slots.
const fewEntries = 8

// entry is one item; its hash is known once there are slots, and its key nil once it was removed.
type entry struct {
	Key, Val Value
	hash     uint64
}

// NewDict makes an empty dict.
func NewDict() *Dict { return &Dict{} }

// Len is the number of keys.
func (d *Dict) Len() int { return len(d.entries) - int(d.dead) }

func (d *Dict) slots() []int32 { return unsafe.Slice(d.first, 1<<d.bits) }

// placeStr is where the entry of a str key stands.
func (d *Dict) placeStr(key string) (int, bool) {
	if d.first != nil {
		slots, h := d.slots(), uint64(textHash(key))
		hash, at, mask := h, h, uint64(len(slots)-1)
		for at &= mask; slots[at] != 0; at &= mask {
			if i := slots[at] - 1; i >= 0 && d.entries[i].hash == hash {
				if k, ok := d.entries[i].Key.(string); ok && k == key {
					return int(i), true
				}
			}
			h >>= 5
			at = at*5 + h + 1
		}
		return 0, false
	}
	for i := range d.entries {
		if k, ok := d.entries[i].Key.(string); ok && k == key {
			return i, true
		}
	}
	return 0, false
}

// add appends an entry whose key is not there yet; hash is what find gave.
func (d *Dict) add(hash uint64, key, val Value) {
	n := len(d.entries)
	if n == cap(d.entries) && n >= 1<<8 {
		d.entries = slices.Grow(d.entries, n/2)
	}
	d.entries = append(d.entries, entry{key, val, hash})
	d.version++
	if d.first == nil {
		if n < fewEntries && plainKey(key) {
			return
		}
		for i := range d.entries {
			if e := &d.entries[i]; plainKey(e.Key) {
				e.hash = plainHash(e.Key)
			}
		}
		d.reindex()
		return
	}
	if int(d.fill) >= 2<<d.bits/3 {
		if int(d.dead) > n/4 {
			d.compact()
		} else {
			d.reindex()
		}
		return
	}
	d.point(n)
}

// point leads the hash of an entry to its place.
func (d *Dict) point(i int) {
	slots := d.slots()
	h := d.entries[i].hash
	at, mask := h, uint64(len(slots)-1)
	for at &= mask; slots[at] != 0; at &= mask {
		h >>= 5
		at = at*5 + h + 1
	}
	slots[at] = int32(i + 1)
	d.fill++
}

// reserve makes room for n entries in a dict without any, for not too many at once.
func (d *Dict) reserve(n int) {
	if n = min(n, piece); n > fewEntries && d.entries == nil {
		d.entries = make([]entry, 0, n)
	}
}

// replace takes what is in another dict, which nobody else holds.
func (d *Dict) replace(from *Dict) {
	d.entries, d.first, d.bits, d.fill = from.entries, from.first, from.bits, from.fill
	d.dead, d.head, d.shifts, d.version = from.dead, from.head, d.shifts+1, d.version+1
}

// meet is find for the key of an entry of another dict, whose hash may be known. The hash is the key's, also where d has
// no slots and was looked through: a third set may have them.
func (d *Dict) meet(t *Thread, from *Dict, e *entry) (hash uint64, i int, err error) {
	hash = e.hash
	if from.first == nil { // its keys are plain
		hash = plainHash(e.Key)
	}
	if d.first == nil && plainKey(e.Key) {
		_, i, err = d.find(t, e.Key)
		return hash, i, err
	}
	i, err = d.seek(t, hash, e.Key)
	return hash, i, err
}

// reindex makes the slots anew, with room for half as many entries again or all that entries have room for.
//
//go:noinline
func (d *Dict) reindex() {
	d.bits, d.fill = 4, 0
	for max(d.Len()*9/4, cap(d.entries)*3/2) > 1<<d.bits {
		d.bits++
	}
	d.first = &make([]int32, 1<<d.bits)[0]
	for i := range d.entries {
		if d.entries[i].Key != nil {
			d.point(i)
		}
	}
}

// plainKey tells the keys that are looked through, of which no other value has a hash of its own.
func plainKey(key Value) bool {
	switch key.(type) {
	case string, int64:
		return true
	}
	return false
}

func plainHash(key Value) uint64 {
	if s, ok := key.(string); ok {
		return uint64(textHash(s))
	}
	n, _ := key.(int64)
	return uint64(smallHash(n))
}

// find gives the hash of a key, for add, and the place of its entry, -1 when it is not there.
func (d *Dict) find(t *Thread, key Value) (hash uint64, i int, err error) {
	switch k := key.(type) {
	case int64:
		if d.first != nil {
			hash = uint64(smallHash(k))
			break
		}
		for i := range d.entries {
			if x, ok := d.entries[i].Key.(int64); ok && x == k {
				return 0, i, nil
			}
		}
		return 0, -1, nil
	case string:
		if d.first != nil {
			hash = uint64(textHash(k))
			break
		}
		if i, ok := d.placeStr(k); ok {
			return 0, i, nil
		}
		return 0, -1, nil
	default:
		h, err := hashOf(t, key, 0)
		if err != nil {
			return 0, -1, err
		}
		hash = uint64(h)
	}
	i, err = d.seek(t, hash, key)
	return hash, i, err
}

// seek is the place of the entry of a key with a hash, -1 when there is none.
func (d *Dict) seek(t *Thread, hash uint64, key Value) (int, error) {
	if d.first == nil {
		for i := range d.entries {
			if k := d.entries[i].Key; k != nil && plainHash(k) == hash {
				if same, again, err := d.same(t, k, key); err != nil || same {
					return i, err
				} else if again {
					return d.seek(t, hash, key)
				}
			}
		}
		return -1, nil
	}
	slots := d.slots()
	at, mask := hash, uint64(len(slots)-1)
	for h := hash; ; at = at*5 + h + 1 {
		at &= mask
		i := slots[at]
		if i == 0 {
			return -1, nil
		}
		if i > 0 && d.entries[i-1].hash == hash {
			if same, again, err := d.same(t, d.entries[i-1].Key, key); err != nil || same {
				return int(i - 1), err
			} else if again {
				return d.seek(t, hash, key)
			}
		}
		h >>= 5
	}
}

// same tells whether the key of an entry is a key of the same hash. The equality of tuples, frozensets and objects
// with __eq__ is a matter of code: it may change the dict, which is to be looked through again then.
func (d *Dict) same(t *Thread, k, key Value) (same, again bool, err error) {
	switch x := k.(type) {
	case string:
		if y, ok := key.(string); ok {
			return x == y, false, nil
		}
	case int64:
		if y, ok := key.(int64); ok {
			return x == y, false, nil
		}
	}
	if Is(k, key) || sameTuples(k, key) {
		return true, false, nil
	}
	if !coded(k) && !coded(key) {
		x, err := hashKey(t, k)
		if err != nil {
			return false, false, err
		}
		y, err := hashKey(t, key)
		return x == y, false, err
	}
	if t == nil {
		t = Background()
	}
	version := d.version
	same, err = Equal(t, k, key)
	again = d.version != version
	return same && !again, again, err
}

// sameTuples tells tuples of equal ints and texts; false may also be something else.
func sameTuples(a, b Value) bool {
	x, ok := a.(*Tuple)
	y, both := b.(*Tuple)
	if !ok || !both || len(x.Items) != len(y.Items) || x.Class != nil || y.Class != nil {
		return false
	}
	for i, v := range x.Items {
		switch p := v.(type) {
		case int64:
			if q, ok := y.Items[i].(int64); !ok || p != q {
				return false
			}
		case string:
			if q, ok := y.Items[i].(string); !ok || p != q {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Place is where the value of a key lies if its entry was the i-th to come, else nil.
func (d *Dict) Place(i int, key Value) *Value {
	if i < len(d.entries) && d.entries[i].Key == key {
		return &d.entries[i].Val
	}
	return nil
}

// Get finds the value of a key.
func (d *Dict) Get(key Value) (Value, bool, error) { return d.get(nil, key) }

func (d *Dict) get(t *Thread, key Value) (Value, bool, error) {
	_, i, err := d.find(t, key)
	if err != nil || i < 0 {
		return nil, false, err
	}
	return d.entries[i].Val, true, nil
}

// GetStr finds the value of a str key.
func (d *Dict) GetStr(key string) (Value, bool) {
	if i, ok := d.placeStr(key); ok {
		return d.entries[i].Val, true
	}
	return nil, false
}

// GetAt is GetStr for a place in a program that looks for one key again and again: hint is where
// the key was found last.
func (d *Dict) GetAt(key string, hint *int) (Value, bool) {
	if i := *hint; i < len(d.entries) {
		if k, ok := d.entries[i].Key.(string); ok && k == key {
			return d.entries[i].Val, true
		}
	}
	i, ok := d.placeStr(key)
	if !ok {
		return nil, false
	}
	*hint = i
	return d.entries[i].Val, true
}

// Version changes when keys come or go, and may change when values do.
func (d *Dict) Version() uint64 { return d.version }

// At is the value of the entry at a hint; the caller knows that there is one.
func (d *Dict) At(hint int) Value { return d.entries[hint].Val }

// SetAt is SetStr for such a place.
func (d *Dict) SetAt(key string, hint *int, val Value) {
	if _, ok := d.GetAt(key, hint); ok {
		d.entries[*hint].Val = val
		return
	}
	d.SetStr(key, val)
}

// Set stores a value.
func (d *Dict) Set(key, val Value) error {
	hash, i, err := d.find(nil, key)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.entries[i].Val = val
		d.version++
		return nil
	}
	d.add(hash, key, val)
	return nil
}

// SetStr stores under a str key.
func (d *Dict) SetStr(key string, val Value) {
	if i, ok := d.placeStr(key); ok {
		d.entries[i].Val = val
		d.version++
		return
	}
	hash := uint64(0)
	if d.first != nil {
		hash = uint64(textHash(key))
	}
	d.add(hash, key, val)
}

// Delete removes a key and tells whether it was there.
func (d *Dict) Delete(key Value) (Value, bool, error) {
	_, i, err := d.find(nil, key)
	if err != nil || i < 0 {
		return nil, false, err
	}
	v := d.entries[i].Val
	d.drop(i)
	return v, true, nil
}

// drop removes the entry at a place.
func (d *Dict) drop(i int) {
	if d.first != nil {
		slots := d.slots()
		h := d.entries[i].hash
		at, mask := h, uint64(len(slots)-1)
		for at &= mask; slots[at] != int32(i+1); at &= mask {
			h >>= 5
			at = at*5 + h + 1
		}
		slots[at] = -1
	}
	d.version++
	d.entries[i] = entry{}
	d.dead++
	for int(d.head) < len(d.entries) && d.entries[d.head].Key == nil {
		d.head++
	}
	if d.dead > 32 && int(d.dead)*2 > len(d.entries) {
		d.compact()
	}
}

//go:noinline
func (d *Dict) compact() {
	live := make([]entry, 0, d.Len()+d.Len()/8)
	for _, e := range d.entries {
		if e.Key != nil {
			live = append(live, e)
		}
	}
	d.entries, d.dead, d.head = live, 0, 0
	if d.first != nil {
		d.reindex()
	}
	d.shifts++
	d.version++
}

// Clear removes everything.
func (d *Dict) Clear() {
	d.first, d.bits, d.fill, d.entries, d.dead, d.head = nil, 0, 0, nil, 0, 0
	d.shifts++
	d.version++
}

// End removes and gives the first or the last item.
func (d *Dict) End(last bool) (k, v Value, ok bool) {
	i, step := int(d.head), 1
	if last {
		i, step = len(d.entries)-1, -1
	}
	for ; i >= 0 && i < len(d.entries); i += step {
		if e := d.entries[i]; e.Key != nil {
			if d.drop(i); last && i < len(d.entries) {
				d.entries, d.dead = d.entries[:i], d.dead-int32(len(d.entries)-i)
				d.head = min(d.head, int32(i))
			}
			return e.Key, e.Val, true
		}
	}
	return nil, nil, false
}

// Keys lists the keys in order.
//
//go:noinline
func (d *Dict) Keys() []Value {
	out := make([]Value, 0, d.Len())
	for _, e := range d.entries {
		if e.Key != nil {
			out = append(out, e.Key)
		}
	}
	return out
}

// Each calls f for every item in order until it returns an error.
//
//go:noinline
func (d *Dict) Each(f func(k, v Value) error) error {
	for _, e := range d.entries {
		if e.Key != nil {
			if err := f(e.Key, e.Val); err != nil {
				return err
			}
		}
	}
	return nil
}

// iter walks the items while nobody changes the keys; what names the kind in the error.
//
//go:noinline
func (d *Dict) iter(what string, item func(e entry) Value) Iterator {
	i, n, shifts, ended := 0, d.Len(), d.shifts, false
	return IterFunc(func(*Thread) (Value, error) {
		if ended {
			return nil, nil
		}
		switch {
		case d.Len() != n:
			n = -1 // stays an error
			return nil, Raisef(RuntimeErrorClass, "%s changed size during iteration", what)
		case d.shifts != shifts:
			return nil, Raisef(RuntimeErrorClass, "%s keys changed during iteration", what)
		}
		for i < len(d.entries) {
			e := d.entries[i]
			if i++; e.Key != nil {
				return item(e), nil
			}
		}
		ended = true
		return nil, nil
	})
}

// Iter walks the keys of a dict.
func (d *Dict) Iter() Iterator { return d.iter("dictionary", func(e entry) Value { return e.Key }) }

// Copy is a shallow copy.
func (d *Dict) Copy() *Dict {
	z, _ := d.copied(nil)
	return z
}

// copied is Copy that an interrupt of t stops, if there is a t.
func (d *Dict) copied(t *Thread) (*Dict, error) {
	z := NewDict()
	z.Class, z.Default = d.Class, d.Default
	z.entries = make([]entry, 0, d.Len())
	for i, e := range d.entries {
		if e.Key != nil {
			z.entries = append(z.entries, e)
		}
		if i%piece == piece-1 && t != nil {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
	}
	switch {
	case d.first == nil:
	case d.dead == 0:
		z.bits, z.fill = d.bits, d.fill
		z.first = &append([]int32(nil), d.slots()...)[0]
	default:
		z.reindex()
	}
	return z, nil
}

// Set is Python's set or frozenset; its members are walked in CPython's order where that is known (setorder.go).
type Set struct {
	d      Dict
	walk   setOrder
	Frozen bool
	hash   int64 // of a frozenset, once it was asked for
	hashed bool
}

// NewSet makes an empty set.
func NewSet() *Set { return &Set{} }

// SetOf is a set of some values.
func SetOf(t *Thread, items []Value) (*Set, error) {
	s := NewSet()
	for _, v := range items {
		if err := s.add(t, v); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Len is the number of members.
func (s *Set) Len() int { return s.d.Len() }

// Add puts a member in.
func (s *Set) Add(v Value) error { return s.add(nil, v) }

func (s *Set) add(t *Thread, v Value) error {
	hash, i, err := s.d.find(t, v)
	if err != nil || i >= 0 {
		return err
	}
	s.d.add(hash, v, true)
	return nil
}

// Has tells membership.
func (s *Set) Has(v Value) (bool, error) { return s.has(nil, v) }

func (s *Set) has(t *Thread, v Value) (bool, error) {
	_, i, err := s.d.find(t, v)
	return i >= 0, err
}

// Remove takes a member out and tells whether it was there.
func (s *Set) Remove(v Value) (bool, error) {
	_, ok, err := s.d.Delete(v)
	return ok, err
}

// Items lists the members.
//
//go:noinline
func (s *Set) Items() []Value {
	s.settle()
	return s.d.Keys()
}
