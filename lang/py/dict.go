package py

// Dict keeps insertion order. Equal keys of different types (1, 1.0, True) are one key.
type Dict struct {
	Class   *Class      // set for subclasses such as OrderedDict, defaultdict, Counter
	Default Value       // the factory of a defaultdict
	Attrs   *Dict       // attributes of an instance of a subclass
	index   map[any]int // nil while there are few entries: they are looked through
	entries []entry
	dead    int
	head    int    // no live entry stands before it
	shifts  int    // how often entries changed their places
	version uint64 // how often anything but a value stored by SetAt changed
}

// fewEntries is up to how many entries are looked through without an index.
const fewEntries = 8

type entry struct {
	hk       any
	Key, Val Value
}

// NewDict makes an empty dict.
func NewDict() *Dict { return &Dict{} }

// Len is the number of keys.
func (d *Dict) Len() int { return len(d.entries) - d.dead }

// place is where the entry of a hash key stands.
func (d *Dict) place(hk any) (int, bool) {
	if d.index != nil {
		i, ok := d.index[hk]
		return i, ok
	}
	if s, ok := hk.(string); ok {
		return d.placeStr(s)
	}
	for i := range d.entries {
		if d.entries[i].hk == hk {
			return i, true
		}
	}
	return 0, false
}

// placeStr is place for the hash key of a str, which is the str.
func (d *Dict) placeStr(key string) (int, bool) {
	if d.index != nil {
		i, ok := d.index[key]
		return i, ok
	}
	for i := range d.entries {
		if k, ok := d.entries[i].hk.(string); ok && k == key {
			return i, true
		}
	}
	return 0, false
}

// add appends an entry whose key is not there yet.
func (d *Dict) add(hk any, key, val Value) {
	n := len(d.entries)
	d.entries = append(d.entries, entry{hk, key, val})
	d.version++
	if d.index != nil {
		d.index[hk] = n
	} else if n >= fewEntries {
		d.reindex()
	}
}

// reindex makes the index anew.
func (d *Dict) reindex() {
	d.index = make(map[any]int, 2*len(d.entries))
	for i := range d.entries {
		if d.entries[i].Key != nil {
			d.index[d.entries[i].hk] = i
		}
	}
}

// find gives the hash key of a key and the place of its entry, -1 when it is not there. Keys
// whose equality is a matter of code (objects with __eq__, tuples, frozensets) share a hash
// key: the ones after the first are numbered.
func (d *Dict) find(t *Thread, key Value) (any, int, error) {
	hk, err := hashKey(t, key)
	if err != nil {
		return nil, -1, err
	}
	slot, numbered := hk.(slotKey)
	for {
		i, ok := d.place(hk)
		if !ok {
			return hk, -1, nil
		}
		if !numbered || Is(d.entries[i].Key, key) {
			return hk, i, nil
		}
		if t == nil {
			t = Background()
		}
		if sameTuples(d.entries[i].Key, key) {
			return hk, i, nil
		}
		eq, err := Equal(t, d.entries[i].Key, key)
		if err != nil {
			return nil, -1, err
		}
		if eq {
			if j, ok := d.place(hk); ok && j == i {
				return hk, i, nil
			}
			return d.find(t, key) // the comparison changed the dict
		}
		slot.n++
		hk = slot
	}
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
		if k, ok := d.entries[i].hk.(string); ok && k == key {
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
	hk, i, err := d.find(nil, key)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.entries[i].Val = val
		d.version++
		return nil
	}
	d.add(hk, key, val)
	return nil
}

// SetStr stores under a str key.
func (d *Dict) SetStr(key string, val Value) {
	if i, ok := d.placeStr(key); ok {
		d.entries[i].Val = val
		d.version++
		return
	}
	d.add(key, key, val)
}

// Delete removes a key and tells whether it was there.
func (d *Dict) Delete(key Value) (Value, bool, error) {
	hk, i, err := d.find(nil, key)
	if err != nil || i < 0 {
		return nil, false, err
	}
	v := d.entries[i].Val
	d.drop(hk, i)
	return v, true, nil
}

// drop removes the entry at a place; the last of the keys that share its hash moves up.
func (d *Dict) drop(hk any, i int) {
	delete(d.index, hk)
	d.version++
	if slot, ok := hk.(slotKey); ok {
		last, at, found := slot, 0, false
		for next := (slotKey{slot.hash, slot.n + 1}); ; next.n++ {
			j, ok := d.place(next)
			if !ok {
				break
			}
			last, at, found = next, j, true
		}
		if found {
			if d.index != nil {
				delete(d.index, last)
				d.index[slot] = at
			}
			d.entries[at].hk = slot
		}
	}
	d.entries[i] = entry{}
	d.dead++
	for d.head < len(d.entries) && d.entries[d.head].Key == nil {
		d.head++
	}
	if d.dead > 32 && d.dead*2 > len(d.entries) {
		d.compact()
	}
}

func (d *Dict) compact() {
	live := d.entries[:0:0]
	for _, e := range d.entries {
		if e.Key != nil {
			live = append(live, e)
		}
	}
	d.entries, d.dead, d.head = live, 0, 0
	if d.index != nil {
		d.reindex()
	}
	d.shifts++
	d.version++
}

// Clear removes everything.
func (d *Dict) Clear() {
	d.index, d.entries, d.dead, d.head = nil, nil, 0, 0
	d.shifts++
	d.version++
}

// End removes and gives the first or the last item.
func (d *Dict) End(last bool) (k, v Value, ok bool) {
	i, step := d.head, 1
	if last {
		i, step = len(d.entries)-1, -1
	}
	for ; i >= 0 && i < len(d.entries); i += step {
		if e := d.entries[i]; e.Key != nil {
			if d.drop(e.hk, i); last && i < len(d.entries) {
				d.entries, d.dead = d.entries[:i], d.dead-(len(d.entries)-i)
				d.head = min(d.head, i)
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
	for _, e := range d.entries {
		if e.Key != nil {
			z.entries = append(z.entries, e)
		}
	}
	if len(z.entries) <= fewEntries {
		return z, nil
	}
	z.index = make(map[any]int, 2*len(z.entries))
	for i, e := range z.entries {
		if t != nil {
			if err := t.Poll(); err != nil {
				return nil, err
			}
		}
		z.index[e.hk] = i
	}
	return z, nil
}

// Set is Python's set or frozenset, in insertion order.
type Set struct {
	d      Dict
	Frozen bool
	hash   int64 // of a frozenset, once it was asked for
	hashed bool
}

// NewSet makes an empty set.
func NewSet() *Set { return &Set{} }

// Len is the number of members.
func (s *Set) Len() int { return s.d.Len() }

// Add puts a member in.
func (s *Set) Add(v Value) error {
	hk, i, err := s.d.find(nil, v)
	if err != nil || i >= 0 {
		return err
	}
	s.d.add(hk, v, true)
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
func (s *Set) Items() []Value { return s.d.Keys() }
