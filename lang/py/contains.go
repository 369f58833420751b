package py

import "strings"

// Contains is item in v.
func Contains(t *Thread, v, item Value) (bool, error) {
	switch x := v.(type) {
	case string:
		s, ok := plainText(item).(string)
		if !ok {
			return false, TypeErrorf("'in <string>' requires string as left operand, not %s", TypeOf(item).TypeName())
		}
		return indexOf(x, s) >= 0, nil
	case Bytes:
		part, err := textOf(x).part(item)
		if e, ok := err.(*Exc); ok && e.Class == TypeErrorClass {
			return false, TypeErrorf("a bytes-like object is required, not '%s'", TypeOf(item).TypeName())
		}
		return err == nil && strings.Contains(string(x), part), err
	case *Dict:
		_, i, err := x.find(t, item)
		return i >= 0, err
	case *Set:
		return x.has(t, asMember(item))
	case *Range:
		if comparesItself(item) {
			break
		}
		n, ok := item.(int64)
		if !ok {
			k, err := hashKey(t, item) // an equal int, where there is one
			if n, ok = k.(int64); !ok || err != nil {
				return false, nil
			}
		}
		if x.Step > 0 {
			return n >= x.Start && n < x.Stop && (n-x.Start)%x.Step == 0, nil
		}
		return n <= x.Start && n > x.Stop && (x.Start-n)%-x.Step == 0, nil
	case *List:
		return containsItem(t, func(i int) Value {
			if i < len(x.Items) {
				return x.Items[i]
			}
			return nil
		}, item)
	case *Tuple:
		if x.Class == nil {
			return containsItem(t, func(i int) Value {
				if i < len(x.Items) {
					return x.Items[i]
				}
				return nil
			}, item)
		}
	case *Instance:
		if m := x.Class.Lookup("__contains__"); m == None {
			return false, TypeErrorf("'%s' object is not a container", x.Class.TypeName())
		} else if m != nil {
			r, err := special(t, m, v, item)
			if err != nil {
				return false, err
			}
			return Truth(t, r)
		}
		if x.Native != nil {
			return Contains(t, x.Native, item)
		}
	}
	if c := TypeOf(v); c.Contains != nil && !(c == RangeClass && comparesItself(item)) {
		return c.Contains(t, v, item)
	}
	it, err := Iter(t, v)
	if e, ok := err.(*Exc); ok && e.Class.Is(TypeErrorClass) {
		return false, TypeErrorf("argument of type '%s' is not iterable", TypeOf(v).TypeName())
	}
	if err != nil {
		return false, err
	}
	for {
		e, err := it.Next(t)
		if err != nil || e == nil {
			return false, err
		}
		if Is(e, item) {
			return true, nil
		}
		if eq, err := Equal(t, e, item); eq || err != nil {
			return eq, err
		}
	}
}

// comparesItself tells whether a value is of a class of the program with its own __eq__: it may be equal to anything.
func comparesItself(v Value) bool {
	x, ok := v.(*Instance)
	return ok && x.Class.User && userMade(x.Class.Lookup("__eq__"))
}

// asMember is a value as sets look for it: a set stands for the frozenset of its members.
func asMember(v Value) Value {
	s := v
	if x, ok := v.(*Instance); ok && x.Native != nil && !userMade(x.Class.Lookup("__hash__")) {
		s = x.Native
	}
	if x, ok := s.(*Set); ok && !x.Frozen {
		x.settle()
		return &Set{d: *x.d.Copy(), Frozen: true}
	}
	return v
}

// containsItem looks for an item among those that at gives until it gives nil: a comparison may
// change them.
func containsItem(t *Thread, at func(i int) Value, item Value) (bool, error) {
	for i := 0; ; i++ {
		e := at(i)
		if e == nil {
			return false, nil
		}
		switch y := item.(type) {
		case int64:
			if x, ok := e.(int64); ok {
				if x == y {
					return true, nil
				}
				continue
			}
		case string:
			if x, ok := e.(string); ok {
				if x == y {
					return true, nil
				}
				continue
			}
		}
		if Is(e, item) {
			return true, nil
		}
		if err := t.Poll(); err != nil {
			return false, err
		}
		if eq, err := Equal(t, e, item); eq || err != nil {
			return eq, err
		}
	}
}
