package py

import (
	"math"
	"math/big"
)

// Iter is iter(v).
func Iter(t *Thread, v Value) (Iterator, error) {
	switch x := v.(type) {
	case *List:
		i := 0
		return IterFunc(func(*Thread) (Value, error) {
			if i >= len(x.Items) {
				return nil, nil
			}
			i++
			return x.Items[i-1], nil
		}), nil
	case *Tuple:
		if m := x.ownIter(); m != nil {
			return userIter(t, v, m)
		}
		return sliceIter(x.Items), nil
	case string:
		return IterFunc(func(*Thread) (Value, error) {
			if x == "" {
				return nil, nil
			}
			c, n := char(x, 0)
			x = x[n:]
			return c, nil
		}), nil
	case Bytes:
		i := 0
		return IterFunc(func(*Thread) (Value, error) {
			if i >= len(x) {
				return nil, nil
			}
			i++
			return int64(x[i-1]), nil
		}), nil
	case *Dict:
		if m := TypeOf(x).Lookup("__iter__"); m != nil && x.Class != nil && x.Class.User {
			return userIter(t, v, m)
		}
		return x.Iter(), nil
	case *Set:
		x.settle()
		return x.d.iter("Set", func(e entry) Value { return e.Key }), nil
	case *Range:
		i, n := int64(0), x.Len()
		return IterFunc(func(t *Thread) (Value, error) {
			if i >= n {
				return nil, nil
			}
			i++
			return t.Int(x.Start + (i-1)*x.Step), nil
		}), nil
	case Iterator:
		return x, nil
	case *Instance:
		if m := x.Class.Lookup("__iter__"); m != nil {
			return userIter(t, v, m)
		}
		if x.Class.Wrap != nil {
			return itemIter(x), nil
		}
		if x.Native != nil {
			return Iter(t, x.Native)
		}
		if x.Class.Lookup("__getitem__") != nil {
			return itemIter(x), nil
		}
	}
	c := TypeOf(v)
	if c.Iter != nil {
		LetGo() // it may read files
		return c.Iter(t, v)
	}
	return nil, TypeErrorf("'%s' object is not iterable", c.TypeName())
}

// ownIter is the __iter__ that a class of the program derived from tuple has, nil for none.
func (x *Tuple) ownIter() Value {
	if x.Class == nil || !x.Class.User {
		return nil
	}
	if m := x.Class.Lookup("__iter__"); userMade(m) {
		return m
	}
	return nil
}

func sliceIter(items []Value) Iterator {
	i := 0
	return IterFunc(func(*Thread) (Value, error) {
		if i >= len(items) {
			return nil, nil
		}
		i++
		return items[i-1], nil
	})
}

// IteratorOnly is the error of what __iter__ gave without being an iterator.
func IteratorOnly(it Value) error {
	if _, ok := it.(Iterator); ok || TypeOf(it).Lookup("__next__") != nil {
		return nil
	}
	return TypeErrorf("iter() returned non-iterator of type '%s'", TypeOf(it).TypeName())
}

func userIter(t *Thread, v, m Value) (Iterator, error) {
	if m == None {
		return nil, TypeErrorf("'%s' object is not iterable", TypeOf(v).TypeName())
	}
	it, err := special(t, m, v)
	if err != nil {
		return nil, err
	}
	if i, ok := it.(Iterator); ok {
		return i, nil
	}
	if err := IteratorOnly(it); err != nil {
		return nil, err
	}
	return IterFunc(func(t *Thread) (Value, error) { return Next(t, it) }), nil
}

func itemIter(x *Instance) Iterator {
	i := int64(0)
	return IterFunc(func(t *Thread) (Value, error) {
		if i < 0 {
			return nil, nil
		}
		v, err := GetItem(t, x, i)
		if e, ok := err.(*Exc); ok && (e.Class.Is(IndexErrorClass) || e.Class.Is(StopIterationClass)) {
			i = -1 // it stays at its end
			return nil, nil
		}
		i++
		return v, err
	})
}

// Next advances an iterator; nil, nil at the end.
func Next(t *Thread, it Value) (Value, error) {
	if i, ok := it.(Iterator); ok {
		return i.Next(t)
	}
	if TypeOf(it).Lookup("__next__") == nil {
		return nil, TypeErrorf("'%s' object is not an iterator", TypeOf(it).TypeName())
	}
	v, err := CallMethod(t, it, "__next__")
	if e, ok := err.(*Exc); ok && e.Class.Is(StopIterationClass) {
		return nil, nil
	}
	return v, err
}

// returning is an iterator that ends with a value, as generators do.
type returning interface {
	// Returned hands out the value of the end that was just reached, once; nil for none.
	Returned() Value
}

// Exhausted is the StopIteration of an iterator whose Next gave nil, nil: with what it returned.
func Exhausted(it Value) error {
	if r, ok := it.(returning); ok {
		if v := r.Returned(); v != nil {
			return NewExc(StopIterationClass, v)
		}
	}
	return NewExc(StopIterationClass)
}

// Each runs f for every value of an iterable.
func Each(t *Thread, v Value, f func(Value) error) error {
	it, err := NewWalk(t, v)
	if err != nil {
		return err
	}
	for {
		x, err := it.Next(t)
		if err != nil || x == nil {
			return err
		}
		if err := t.Poll(); err != nil {
			return err
		}
		if err := f(x); err != nil {
			return err
		}
	}
}

func copied(t *Thread, items []Value) ([]Value, error) {
	if err := FitsItems(len(items)); err != nil {
		return nil, err
	}
	out := make([]Value, len(items))
	return out, copyItems(t, out, items)
}

// ToSlice collects an iterable.
func ToSlice(t *Thread, v Value) ([]Value, error) {
	switch x := v.(type) {
	case *List:
		return copied(t, x.Items)
	case *Tuple:
		if x.ownIter() == nil {
			return copied(t, x.Items)
		}
	case string:
		n := RuneLen(x)
		if err := FitsItems(n); err != nil {
			return nil, err
		}
		out := make([]Value, n)
		for i, at := 0, 0; i < n; i++ {
			if err := t.Poll(); err != nil {
				return nil, err
			}
			c, k := char(x, at)
			out[i], at = c, at+k
		}
		return out, nil
	case *Range:
		if err := FitsItems(int(x.Len())); err != nil {
			return nil, err
		}
	}
	var out []Value
	err := Each(t, v, func(x Value) error {
		var err error
		out, err = grow(out, x)
		return err
	})
	return out, err
}

// Len is len(v).
func Len(t *Thread, v Value) (int, error) {
	switch x := v.(type) {
	case string:
		return t.textLen(x), nil
	case Bytes:
		return len(x), nil
	case *List:
		return len(x.Items), nil
	case *Tuple:
		return len(x.Items), nil
	case *Dict:
		return x.Len(), nil
	case *Set:
		return x.Len(), nil
	case *Range:
		return int(x.Len()), nil
	case *Instance:
		if x.Class.Lookup("__len__") != nil && (x.Native == nil || !isBuiltinAttr(x.Class, "__len__")) {
			r, err := CallMethod(t, x, "__len__")
			if err != nil {
				return 0, err
			}
			n, err := ToInt(r)
			if err != nil {
				return 0, err
			}
			if n < 0 {
				return 0, ValueErrorf("__len__() should return >= 0")
			}
			return int(n), nil
		}
		if x.Native != nil {
			return Len(t, x.Native)
		}
	}
	c := TypeOf(v)
	if c.Len != nil {
		return c.Len(t, v)
	}
	return 0, TypeErrorf("object of type '%s' has no len()", c.TypeName())
}

// Indices turns a slice into start, step and count for a length.
func (s *Slice) Indices(n int) (start, step, count int, err error) {
	start, stop, step, err := s.bounds(n)
	if err != nil {
		return 0, 0, 0, err
	}
	if step > 0 && stop > start {
		count = (stop-start-1)/step + 1
	}
	if step < 0 && stop < start {
		count = (start-stop-1)/-step + 1
	}
	return start, step, count, nil
}

// bounds turns a slice into start, stop and step for a length.
func (s *Slice) bounds(n int) (start, stop, step int, err error) {
	get := func(v Value, def int) (int, error) {
		if v == None || v == nil {
			return def, nil
		}
		i, err := indexOr(v, "slice indices must be integers or None or have an __index__ method")
		n, _ := AsInt(i)
		return int(min(max(n, -1<<60), 1<<60)), err
	}
	if step, err = get(s.Step, 1); err != nil {
		return
	}
	if step == 0 {
		return 0, 0, 0, ValueErrorf("slice step cannot be zero")
	}
	lo, hi, d0, d1 := 0, n, 0, n
	if step < 0 {
		lo, hi, d0, d1 = -1, n-1, n-1, -1
	}
	start, err = get(s.Start, d0)
	if err != nil {
		return
	}
	if stop, err = get(s.Stop, d1); err != nil {
		return 0, 0, 0, err
	}
	clamp := func(i int, given Value) int {
		if given != None && given != nil && i < 0 {
			i += n
		}
		return min(max(i, lo), hi)
	}
	return clamp(start, s.Start), clamp(stop, s.Stop), step, nil
}

// indexOr is Index with another TypeError for what has no __index__.
func indexOr(v Value, format string, args ...any) (Value, error) {
	x, isObject := v.(*Instance)
	r, err := Index(v)
	if err != nil && !(isObject && x.Class.Lookup("__index__") != nil) {
		err = TypeErrorf(format, args...)
	}
	return r, err
}

func sliceItems(t *Thread, items []Value, s *Slice) ([]Value, error) {
	start, step, n, err := s.Indices(len(items))
	if err != nil {
		return nil, err
	}
	if err := FitsItems(n); err != nil {
		return nil, err
	}
	out := make([]Value, n)
	if step == 1 {
		return out, copyItems(t, out, items[start:])
	}
	for i := range out {
		if i%piece == piece-1 {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
		out[i] = items[start+i*step]
	}
	return out, nil
}

func index(v Value, n int, what string) (int, error) {
	i, ok := v.(int64)
	if !ok {
		format := "%s indices must be integers or slices, not %s"
		if what == "string" {
			format = "%s indices must be integers, not '%s'"
		}
		x, err := indexOr(v, format, what, TypeOf(v).TypeName())
		if err != nil {
			return 0, err
		}
		if i, ok = x.(int64); !ok {
			return 0, IndexErrorf("cannot fit '%s' into an index-sized integer", TypeOf(v).TypeName())
		}
	}
	if i < 0 {
		i += int64(n)
	}
	if i < 0 || i >= int64(n) {
		return 0, IndexErrorf("%s index out of range", what)
	}
	return int(i), nil
}

// GetItem is v[key].
func GetItem(t *Thread, v, key Value) (Value, error) {
	s, isSlice := key.(*Slice)
	switch x := v.(type) {
	case *List:
		if isSlice {
			items, err := sliceItems(t, x.Items, s)
			return &List{items}, err
		}
		i, err := index(key, len(x.Items), "list")
		if err != nil {
			return nil, err
		}
		return x.Items[i], nil
	case *Tuple:
		if isSlice {
			items, err := sliceItems(t, x.Items, s)
			return NewTuple(items...), err
		}
		i, err := index(key, len(x.Items), "tuple")
		if err != nil {
			return nil, err
		}
		return x.Items[i], nil
	case string:
		return strItem(t, x, key)
	case Bytes:
		return byteItem(t, string(x), key, "byte")
	case *Dict:
		return dictItem(t, x, key)
	case *Range:
		if isSlice {
			start, step, n, err := s.Indices(int(x.Len()))
			return &Range{
				x.Start + int64(start)*x.Step,
				x.Start + int64(start+n*step)*x.Step,
				x.Step * int64(step),
			}, err
		}
		i, err := index(key, int(x.Len()), "range")
		if err != nil {
			if e := err.(*Exc); e.Class == IndexErrorClass {
				return nil, IndexErrorf("range object index out of range")
			}
			return nil, err
		}
		return x.Start + int64(i)*x.Step, nil
	case *Instance:
		if m := x.Class.Lookup("__getitem__"); m != nil && (x.Native == nil || !isBuiltinAttr(x.Class, "__getitem__")) {
			return special(t, m, v, key)
		}
		if x.Native != nil {
			r, err := GetItem(t, x.Native, key)
			if err == nil && x.Class.Wrap != nil {
				return x.Class.Wrap(t, x, r)
			}
			return r, err
		}
	case *Class:
		if m := x.metaLookup("__getitem__"); m != nil {
			return special(t, m, x, key)
		}
		if m := x.Lookup("__class_getitem__"); m != nil {
			if cm, ok := m.(*ClassMethod); ok {
				m = cm.Fn
			}
			return Call(t, m, []Value{x, key}, nil)
		}
		return x.subscript(key)
	}
	c := TypeOf(v)
	if c.GetItem != nil {
		return c.GetItem(t, v, key)
	}
	return nil, TypeErrorf("'%s' object is not subscriptable", c.TypeName())
}

func dictItem(t *Thread, x *Dict, key Value) (Value, error) {
	if x.Class != nil && x.Class.User {
		if m := x.Class.Lookup("__getitem__"); m != nil {
			if _, ok := m.(*Builtin); !ok {
				return special(t, m, x, key)
			}
		}
	}
	v, ok, err := x.get(t, key)
	if err != nil || ok {
		return v, err
	}
	m := TypeOf(x).Lookup("__missing__")
	if x.Default != nil && x.Default != None && !userMade(m) {
		v, err := Call(t, x.Default, nil, nil)
		if err != nil {
			return nil, err
		}
		return v, x.Set(key, v)
	}
	if m != nil {
		return special(t, m, x, key)
	}
	e := NewExc(KeyErrorClass, key)
	if s, isStr := key.(string); isStr {
		var names []string
		for _, k := range x.Keys() {
			if n, ok := k.(string); ok {
				names = append(names, n)
			}
		}
		if n := Nearest(s, names); n != "" {
			return nil, e.WithHint("Did you mean %s?", ReprOf(n))
		}
	}
	return nil, e
}

// SetItem is v[key] = val.
func SetItem(t *Thread, v, key, val Value) error {
	switch x := v.(type) {
	case *List:
		if s, ok := key.(*Slice); ok {
			return setSlice(t, x, s, val)
		}
		i, err := index(key, len(x.Items), "list")
		if err != nil {
			if e := err.(*Exc); e.Class == IndexErrorClass {
				return IndexErrorf("list assignment index out of range")
			}
			return err
		}
		x.Items[i] = val
		return nil
	case *Dict:
		if x.Class != nil && x.Class.User {
			if m := x.Class.Lookup("__setitem__"); m != nil {
				if _, ok := m.(*Builtin); !ok {
					_, err := special(t, m, v, key, val)
					return err
				}
			}
		}
		return x.Set(key, val)
	case *Instance:
		if m := x.Class.Lookup("__setitem__"); m != nil && (x.Native == nil || !isBuiltinAttr(x.Class, "__setitem__")) {
			_, err := special(t, m, v, key, val)
			return err
		}
		if x.Native != nil {
			return SetItem(t, x.Native, key, val)
		}
	}
	c := TypeOf(v)
	if c.SetItem != nil {
		return c.SetItem(t, v, key, val)
	}
	return TypeErrorf("'%s' object does not support item assignment", c.TypeName())
}

func setSlice(t *Thread, x *List, s *Slice, val Value) error {
	items, err := Collect(t, val)
	if err != nil {
		return TypeErrorf("can only assign an iterable")
	}
	start, step, n, err := s.Indices(len(x.Items))
	if err != nil {
		return err
	}
	if step == 1 {
		x.Items = append(append(append([]Value(nil), x.Items[:start]...), items...), x.Items[start+n:]...)
		return nil
	}
	if len(items) != n {
		return ValueErrorf("attempt to assign sequence of size %d to extended slice of size %d", len(items), n)
	}
	for i, v := range items {
		x.Items[start+i*step] = v
	}
	return nil
}

// drop takes n items out, from start on in steps. What goes from the front moves nothing.
func (l *List) drop(start, step, n int) {
	switch {
	case n <= 0:
		return
	case step < 0:
		start, step = start+step*(n-1), -step
	}
	if start == 0 && (step == 1 || n == 1) {
		clear(l.Items[:n])
		l.Items = l.Items[n:]
		return
	}
	to := start
	for i := range n {
		from := start + i*step + 1
		end := len(l.Items)
		if i < n-1 {
			end = from + step - 1
		}
		to += copy(l.Items[to:], l.Items[from:end])
	}
	clear(l.Items[to:])
	l.Items = l.Items[:to]
}

// DelItem is del v[key].
func DelItem(t *Thread, v, key Value) error {
	switch x := v.(type) {
	case *List:
		start, step, n := 0, 1, 1
		var err error
		if s, ok := key.(*Slice); ok {
			start, step, n, err = s.Indices(len(x.Items))
		} else {
			start, err = index(key, len(x.Items), "list")
		}
		if err == nil {
			x.drop(start, step, n)
		}
		return err
	case *Dict:
		if x.Class != nil && x.Class.DelItem != nil {
			return x.Class.DelItem(t, v, key)
		}
		_, ok, err := x.Delete(key)
		if err == nil && !ok {
			return NewExc(KeyErrorClass, key)
		}
		return err
	case *Instance:
		if m := x.Class.Lookup("__delitem__"); m != nil && (x.Native == nil || !isBuiltinAttr(x.Class, "__delitem__")) {
			_, err := special(t, m, v, key)
			return err
		}
		if x.Native != nil {
			return DelItem(t, x.Native, key)
		}
	}
	c := TypeOf(v)
	if c.DelItem != nil {
		return c.DelItem(t, v, key)
	}
	return noDeletion(v, key)
}

// noDeletion is the error of del v[key] where v has no such thing: a sequence words it for integers in another way.
func noDeletion(v, key Value) error {
	c := TypeOf(v)
	if _, err := Index(key); err == nil {
		switch v.(type) {
		case string, Bytes, *Tuple, *Range, *Set, *Instance:
			return TypeErrorf("'%s' object doesn't support item deletion", c.TypeName())
		}
	}
	return TypeErrorf("'%s' object does not support item deletion", c.TypeName())
}

// IntOf converts to an int as int() does for numbers.
func IntOf(v Value) (Value, error) {
	switch x := v.(type) {
	case float64:
		if math.IsNaN(x) {
			return nil, ValueErrorf("cannot convert float NaN to integer")
		}
		if math.IsInf(x, 0) {
			return nil, Raisef(OverflowErrorClass, "cannot convert float infinity to integer")
		}
		b, _ := new(big.Float).SetFloat64(math.Trunc(x)).Int(nil)
		return Int(b), nil
	case int64, *big.Int:
		return x, nil
	case bool:
		n, _ := AsInt(x)
		return n, nil
	case *Instance:
		for _, m := range []string{"__int__", "__index__"} {
			if x.Class.Lookup(m) != nil {
				r, err := CallMethod(Background(), x, m)
				if err == nil && !TypeOf(r).Is(IntClass) {
					err = TypeErrorf("%s returned non-int (type %s)", m, TypeOf(r).TypeName())
				}
				return r, err
			}
		}
		if x.Native != nil {
			return IntOf(x.Native)
		}
	}
	if c := TypeOf(v); c.Float != nil {
		if m, ok := c.Own("__int__"); ok {
			return Call1(Background(), m, v)
		}
		n, err := c.Float(v)
		if err != nil {
			return nil, err
		}
		switch n.(type) {
		case float64, int64, *big.Int, bool:
			return IntOf(n)
		case string, Bytes:
			return parseInt(nil, n, 10)
		}
	}
	if c := TypeOf(v); c.Index != nil {
		if n, ok := c.Index(v); ok {
			return n, nil
		}
	}
	return nil, TypeErrorf(
		"int() argument must be a string, a bytes-like object or a real number, not '%s'",
		TypeOf(v).TypeName(),
	)
}
