package py

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// Dict keeps insertion order. Equal keys of different types (1, 1.0, True) are one key.
type Dict struct {
	Class   *Class // set for subclasses such as OrderedDict, defaultdict, Counter
	Default Value  // the factory of a defaultdict
	Attrs   *Dict  // attributes of an instance of a subclass
	index   map[any]int
	entries []entry
	dead    int
}

type entry struct {
	hk       any
	Key, Val Value
}

// NewDict makes an empty dict.
func NewDict() *Dict { return &Dict{index: map[any]int{}} }

// Len is the number of keys.
func (d *Dict) Len() int { return len(d.index) }

// Get finds the value of a key.
func (d *Dict) Get(key Value) (Value, bool, error) {
	hk, err := HashKey(key)
	if err != nil {
		return nil, false, err
	}
	if i, ok := d.index[hk]; ok {
		return d.entries[i].Val, true, nil
	}
	return nil, false, nil
}

// GetStr finds the value of a str key.
func (d *Dict) GetStr(key string) (Value, bool) {
	if i, ok := d.index[key]; ok {
		return d.entries[i].Val, true
	}
	return nil, false
}

// Set stores a value.
func (d *Dict) Set(key, val Value) error {
	hk, err := HashKey(key)
	if err != nil {
		return err
	}
	if i, ok := d.index[hk]; ok {
		d.entries[i].Val = val
		return nil
	}
	if d.index == nil {
		d.index = map[any]int{}
	}
	d.index[hk] = len(d.entries)
	d.entries = append(d.entries, entry{hk, key, val})
	return nil
}

// SetStr stores under a str key.
func (d *Dict) SetStr(key string, val Value) { _ = d.Set(key, val) }

// Delete removes a key and tells whether it was there.
func (d *Dict) Delete(key Value) (Value, bool, error) {
	hk, err := HashKey(key)
	if err != nil {
		return nil, false, err
	}
	i, ok := d.index[hk]
	if !ok {
		return nil, false, nil
	}
	v := d.entries[i].Val
	delete(d.index, hk)
	d.entries[i] = entry{}
	if d.dead++; d.dead > 32 && d.dead*2 > len(d.entries) {
		d.compact()
	}
	return v, true, nil
}

func (d *Dict) compact() {
	live := d.entries[:0:0]
	for _, e := range d.entries {
		if e.Key != nil {
			d.index[e.hk] = len(live)
			live = append(live, e)
		}
	}
	d.entries, d.dead = live, 0
}

// Clear removes everything.
func (d *Dict) Clear() { d.index, d.entries, d.dead = map[any]int{}, nil, 0 }

// Keys lists the keys in order.
func (d *Dict) Keys() []Value {
	out := make([]Value, 0, len(d.index))
	for _, e := range d.entries {
		if e.Key != nil {
			out = append(out, e.Key)
		}
	}
	return out
}

// Each calls f for every item in order until it returns an error.
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

// Copy is a shallow copy.
func (d *Dict) Copy() *Dict {
	z := NewDict()
	z.Class, z.Default = d.Class, d.Default
	for _, e := range d.entries {
		if e.Key != nil {
			z.index[e.hk] = len(z.entries)
			z.entries = append(z.entries, e)
		}
	}
	return z
}

// Set is Python's set or frozenset, in insertion order.
type Set struct {
	d      Dict
	Frozen bool
}

// NewSet makes an empty set.
func NewSet() *Set { return &Set{d: Dict{index: map[any]int{}}} }

// Len is the number of members.
func (s *Set) Len() int { return s.d.Len() }

// Add puts a member in.
func (s *Set) Add(v Value) error { return s.d.Set(v, true) }

// Has tells membership.
func (s *Set) Has(v Value) (bool, error) {
	_, ok, err := s.d.Get(v)
	return ok, err
}

// Remove takes a member out and tells whether it was there.
func (s *Set) Remove(v Value) (bool, error) {
	_, ok, err := s.d.Delete(v)
	return ok, err
}

// Items lists the members.
func (s *Set) Items() []Value { return s.d.Keys() }

type tupleKey string
type floatKey uint64
type instKey struct {
	class *Class
	hash  int64
}

// HashKey turns a hashable value into a comparable Go key: equal values give equal keys.
func HashKey(v Value) (any, error) {
	switch x := v.(type) {
	case string, int64, Bytes, *NoneType, *Builtin, *Class, *Module:
		return x, nil
	case bool:
		if x {
			return int64(1), nil
		}
		return int64(0), nil
	case float64:
		if x == math.Trunc(x) && math.Abs(x) < 1<<63 {
			return int64(x), nil
		}
		return floatKey(math.Float64bits(x)), nil
	case complex128:
		if imag(x) == 0 {
			return HashKey(real(x))
		}
		return x, nil
	case *big.Int:
		return "\x00int" + x.String(), nil
	case *Tuple:
		var b strings.Builder
		for _, e := range x.Items {
			k, err := HashKey(e)
			if err != nil {
				return nil, err
			}
			switch k := k.(type) {
			case string:
				fmt.Fprintf(&b, "s%d:%s", len(k), k)
			case Bytes:
				fmt.Fprintf(&b, "b%d:%s", len(k), string(k))
			case tupleKey:
				fmt.Fprintf(&b, "(%d:%s)", len(k), string(k))
			case int64:
				fmt.Fprintf(&b, "i%d,", k)
			default:
				fmt.Fprintf(&b, "%T%v,", k, k)
			}
		}
		return tupleKey(b.String()), nil
	case *List, *Dict:
		return nil, TypeErrorf("unhashable type: '%s'", TypeOf(v).Name)
	case *Set:
		if x.Frozen {
			keys := make([]string, 0, x.Len())
			for _, e := range x.Items() {
				k, err := HashKey(e)
				if err != nil {
					return nil, err
				}
				keys = append(keys, fmt.Sprintf("%T%v", k, k))
			}
			sortStrings(keys)
			return tupleKey("f" + strings.Join(keys, "\x00")), nil
		}
		return nil, TypeErrorf("unhashable type: 'set'")
	}
	c := TypeOf(v)
	if c.Hash != nil {
		return c.Hash(v)
	}
	if x, ok := v.(*Instance); ok {
		if m := c.Lookup("__hash__"); m != nil && m != None {
			h, err := CallMethod(Background(), x, "__hash__")
			if err != nil {
				return nil, err
			}
			n, _ := h.(int64)
			return instKey{c, n}, nil
		}
		if c.Lookup("__eq__") != nil {
			return nil, TypeErrorf("unhashable type: '%s'", c.Name)
		}
	}
	return v, nil
}
