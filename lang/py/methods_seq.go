package py

func itemsOf(v Value) *List {
	if x, ok := v.(*Instance); ok {
		v = x.Native
	}
	l, _ := v.(*List)
	if l == nil {
		panic(TypeErrorf("expected a list, got %s", TypeOf(v).TypeName()))
	}
	return l
}

func fillList(c *Class) {
	def := func(sig, doc string, f func(t *Thread, l *List, a []Value) (Value, error)) {
		c.Def(sig, doc, func(t *Thread, a []Value) (Value, error) { return f(t, itemsOf(a[0]), a) })
	}
	def("append(self, object)", "Adds an item at the end.", func(_ *Thread, l *List, a []Value) (Value, error) {
		items, err := grow(l.Items, a[1])
		l.Items = items
		return None, err
	})
	def("extend(self, iterable)", "Adds the items of an iterable.", func(t *Thread, l *List, a []Value) (Value, error) {
		if from, ok := a[1].(*List); ok {
			return None, l.extend(t, from.Items)
		}
		items, err := Collect(t, a[1])
		if err == nil {
			err = l.extend(t, items)
		}
		return None, err
	})
	def(
		"insert(self, index, object)",
		"Puts an item before a position.",
		func(_ *Thread, l *List, a []Value) (Value, error) {
			i, err := ToInt(a[1])
			if err != nil {
				return nil, err
			}
			n := int64(len(l.Items))
			if i < 0 {
				i = max(i+n, 0)
			}
			i = min(i, n)
			l.Items = append(l.Items, nil)
			copy(l.Items[i+1:], l.Items[i:])
			l.Items[i] = a[2]
			return None, nil
		},
	)
	def("pop(self, index=-1)", "Removes and returns an item.", func(_ *Thread, l *List, a []Value) (Value, error) {
		if len(l.Items) == 0 {
			return nil, IndexErrorf("pop from empty list")
		}
		i, err := index(a[1], len(l.Items), "pop")
		if err != nil {
			return nil, err
		}
		v := l.Items[i]
		l.drop(i, 1, 1)
		return v, nil
	})
	def("remove(self, value)", "Removes the first equal item.", func(t *Thread, l *List, a []Value) (Value, error) {
		i, err := position(t, l.Items, a[1], 0, len(l.Items))
		if err != nil {
			return nil, err
		}
		if i < 0 {
			return nil, ValueErrorf("list.remove(x): x not in list")
		}
		l.Items = append(l.Items[:i], l.Items[i+1:]...)
		return None, nil
	})
	def("clear(self)", "Removes everything.", func(_ *Thread, l *List, _ []Value) (Value, error) {
		l.Items = nil
		return None, nil
	})
	def("copy(self)", "A shallow copy.", func(_ *Thread, l *List, _ []Value) (Value, error) {
		return NewList(append([]Value(nil), l.Items...)...), nil
	})
	def("reverse(self)", "Reverses in place.", func(_ *Thread, l *List, _ []Value) (Value, error) {
		for i, j := 0, len(l.Items)-1; i < j; i, j = i+1, j-1 {
			l.Items[i], l.Items[j] = l.Items[j], l.Items[i]
		}
		return None, nil
	})
	def(
		"sort(self, *, key=None, reverse=False)",
		"Sorts in place.",
		func(t *Thread, l *List, a []Value) (Value, error) {
			items := l.Items
			l.Items = nil // as long as it is sorted
			out, err := Sorted(t, items, a[1], a[2])
			if err != nil {
				out = items
			}
			if err == nil && l.Items != nil {
				err = ValueErrorf("list modified during sort")
			}
			l.Items = out
			return None, err
		},
	)
	sequence(c, func(v Value) []Value { return itemsOf(v).Items }, "list")
	c.New = NewBuiltin("list(iterable=())", func(t *Thread, a []Value) (Value, error) {
		items, err := Collect(t, a[0])
		return &List{items}, err
	})
	c.DefRaw("__init__", "Fills the list.", func(t *Thread, args []Value, _ []Kw) (Value, error) {
		if len(args) > 1 {
			items, err := Collect(t, args[1])
			itemsOf(args[0]).Items = items
			return None, err
		}
		itemsOf(args[0]).Items = nil
		return None, nil
	})
	quickenList(c)
}

func fillTuple(c *Class) {
	sequence(c, func(v Value) []Value { return v.(*Tuple).Items }, "tuple")
	c.New = NewBuiltin("tuple(iterable=())", func(t *Thread, a []Value) (Value, error) {
		items, err := Collect(t, a[0])
		return NewTuple(items...), err
	})
}

// Collect is what list(v) holds. As in CPython, an object that has a length is asked for it once its iterator is made.
func Collect(t *Thread, v Value) ([]Value, error) {
	x, ok := v.(*Instance)
	if !ok || !userMade(x.Class.Lookup("__len__")) || userMade(x.Class.Lookup("__array__")) {
		return ToSlice(t, v)
	}
	it, err := Iter(t, v)
	if err != nil {
		return nil, err
	}
	if _, err := Len(t, x); err != nil {
		if e, ok := err.(*Exc); !ok || !e.Class.Is(TypeErrorClass) {
			return nil, err
		}
	}
	return ToSlice(t, it)
}

func sequence(c *Class, get func(Value) []Value, what string) {
	c.Def(
		"index(self, value, start=0, stop=9223372036854775807)",
		"The first position of a value.",
		func(t *Thread, a []Value) (Value, error) {
			items := get(a[0])
			from, _, n, err := (&Slice{a[2], a[3], None}).Indices(len(items))
			if err != nil {
				return nil, err
			}
			i, err := position(t, items, a[1], from, from+n)
			if err == nil && i < 0 {
				if what == "tuple" {
					return nil, ValueErrorf("tuple.index(x): x not in tuple")
				}
				return nil, ValueErrorf("%s is not in list", ReprOf(a[1]))
			}
			return int64(i), err
		},
	)
	c.Def("count(self, value)", "How often a value occurs.", func(t *Thread, a []Value) (Value, error) {
		n := int64(0)
		for _, v := range get(a[0]) {
			eq, err := Same(t, v, a[1])
			if err != nil {
				return nil, err
			}
			if eq {
				n++
			}
		}
		return n, nil
	})
}

func position(t *Thread, items []Value, v Value, from, to int) (int, error) {
	for i := from; i < to && i < len(items); i++ {
		eq, err := Same(t, items[i], v)
		if err != nil {
			return -1, err
		}
		if eq {
			return i, nil
		}
	}
	return -1, nil
}

// Same tells whether two values are one object, or equal: what sequences look for.
func Same(t *Thread, a, b Value) (bool, error) {
	if Is(a, b) {
		return true, nil
	}
	return Equal(t, a, b)
}

func dictOf(v Value) *Dict {
	if x, ok := v.(*Instance); ok {
		v = x.Native
	}
	d, _ := v.(*Dict)
	if d == nil {
		panic(TypeErrorf("expected a dict, got %s", TypeOf(v).TypeName()))
	}
	return d
}

// View is dict.keys(), values() or items().
type View struct {
	D    *Dict
	Kind string
}

func (v *View) item(e entry) Value {
	switch v.Kind {
	case "keys":
		return e.Key
	case "values":
		return e.Val
	}
	return NewTuple(e.Key, e.Val)
}

func (v *View) list() []Value {
	out := make([]Value, 0, v.D.Len())
	for _, e := range v.D.entries {
		if e.Key != nil {
			out = append(out, v.item(e))
		}
	}
	return out
}

func (v *View) set() *Set {
	s := NewSet()
	for _, x := range v.list() {
		_ = s.Add(x)
	}
	return s
}

func init() {
	for _, kind := range []string{"keys", "values", "items"} {
		c := NewClass("", "dict_"+kind, ObjectClass, nil)
		c.Len = func(_ *Thread, v Value) (int, error) { return v.(*View).D.Len(), nil }
		c.Iter = func(_ *Thread, v Value) (Iterator, error) {
			w := v.(*View)
			return w.D.iter("dictionary", w.item), nil
		}
		c.Repr = func(t *Thread, v Value) (string, error) {
			s, err := Repr(t, &List{v.(*View).list()})
			return "dict_" + kind + "(" + s + ")", err
		}
		c.Binary = func(t *Thread, op string, a, b Value) (Value, error) {
			toSet := func(v Value) Value {
				if w, ok := v.(*View); ok && w.Kind != "values" {
					return w.set()
				}
				return v
			}
			x, y := toSet(a), toSet(b)
			if op == "-" || op == "&" || op == "|" || op == "^" { // with any iterable
				for _, v := range []*Value{&x, &y} {
					if _, ok := (*v).(*Set); ok {
						continue
					}
					if w, ok := (*v).(*View); ok && w.Kind == "values" {
						return NotImplemented, nil
					}
					s, err := Call(t, SetClass, []Value{*v}, nil)
					if err != nil {
						return nil, err
					}
					*v = s
				}
			}
			if _, ok := x.(*Set); !ok {
				return NotImplemented, nil
			}
			if _, ok := y.(*Set); !ok {
				return NotImplemented, nil
			}
			if s := x.(*Set); s.Frozen { // what comes of a view is a set
				x = &Set{d: s.d}
			}
			return Binary(t, op, x, y)
		}
		c.Attrs.SetStr("mapping", &Property{Get: func(_ *Thread, v Value) (Value, error) {
			return &Proxy{v.(*View).D}, nil
		}})
		if kind != "values" {
			c.Def("isdisjoint(self, other)", "Whether nothing is in both.", func(t *Thread, a []Value) (Value, error) {
				return CallMethod(t, a[0].(*View).set(), "isdisjoint", a[1])
			})
		}
		c.final = true
		viewClasses[kind] = c
	}
}

var viewClasses = map[string]*Class{}

// PyClass is dict_keys, dict_values or dict_items.
func (v *View) PyClass() *Class { return viewClasses[v.Kind] }

func dictUpdate(t *Thread, d *Dict, args []Value, kw []Kw) error {
	if len(args) > 1 {
		return TypeErrorf("dict expected at most 1 argument, got %d", len(args))
	}
	if len(args) == 1 {
		src := args[0]
		own := userMade(TypeOf(src).Lookup("__iter__")) // then its keys() says what there is
		if x, ok := src.(*Instance); ok && x.Native != nil && !own {
			src = x.Native
		}
		if m, ok := src.(*Dict); ok && !(own && m.Class != nil && m.Class.User) {
			set := func(k, v Value) error {
				if err := t.Poll(); err != nil {
					return err
				}
				return d.Set(k, v)
			}
			if err := m.Each(set); err != nil {
				return err
			}
		} else if c := TypeOf(src); c.Lookup("keys") != nil {
			keys, err := CallMethod(t, src, "keys")
			if err != nil {
				return err
			}
			err = Each(t, keys, func(k Value) error {
				v, err := GetItem(t, src, k)
				if err != nil {
					return err
				}
				return d.Set(k, v)
			})
			if err != nil {
				return err
			}
		} else {
			i := 0
			err := Each(t, src, func(p Value) error {
				kv, err := ToSlice(t, p)
				if err != nil {
					return TypeErrorf("cannot convert dictionary update sequence element #%d to a sequence", i)
				}
				if len(kv) != 2 {
					return ValueErrorf(
						"dictionary update sequence element #%d has length %d; 2 is required",
						i,
						len(kv),
					)
				}
				i++
				return d.Set(kv[0], kv[1])
			})
			if err != nil {
				return err
			}
		}
	}
	for _, k := range kw {
		d.SetStr(k.Name, k.Value)
	}
	return nil
}

func fillDict(c *Class) {
	def := func(sig, doc string, f func(t *Thread, d *Dict, a []Value) (Value, error)) {
		c.Def(sig, doc, func(t *Thread, a []Value) (Value, error) { return f(t, dictOf(a[0]), a) })
	}
	for _, kind := range []string{"keys", "values", "items"} {
		def(
			kind+"(self)",
			"A view of the "+kind+".",
			func(_ *Thread, d *Dict, _ []Value) (Value, error) { return &View{d, kind}, nil },
		)
	}
	def(
		"get(self, key, default=None)",
		"The value of a key, or the default.",
		func(_ *Thread, d *Dict, a []Value) (Value, error) {
			v, ok, err := d.Get(a[1])
			if !ok {
				v = a[2]
			}
			return v, err
		},
	)
	def(
		"setdefault(self, key, default=None)",
		"The value of a key, stored first if missing.",
		func(_ *Thread, d *Dict, a []Value) (Value, error) {
			v, ok, err := d.Get(a[1])
			if ok || err != nil {
				return v, err
			}
			return a[2], d.Set(a[1], a[2])
		},
	)
	c.DefRaw(
		"pop(self, key, default=...)",
		"Removes a key and returns its value.",
		func(_ *Thread, a []Value, _ []Kw) (Value, error) {
			if len(a) < 2 {
				return nil, TypeErrorf("pop expected at least 1 argument, got 0")
			}
			v, ok, err := dictOf(a[0]).Delete(a[1])
			if err != nil || ok {
				return v, err
			}
			if len(a) > 2 {
				return a[2], nil
			}
			return nil, NewExc(KeyErrorClass, a[1])
		},
	)
	def("popitem(self)", "Removes and returns the last item.", func(_ *Thread, d *Dict, _ []Value) (Value, error) {
		k, v, ok := d.End(true)
		if !ok {
			return nil, NewExc(KeyErrorClass, "popitem(): dictionary is empty")
		}
		return NewTuple(k, v), nil
	})
	c.DefRaw(
		"update(self, other=(), **kwargs)",
		"Takes over the items of another mapping.",
		func(t *Thread, a []Value, kw []Kw) (Value, error) {
			return None, dictUpdate(t, dictOf(a[0]), a[1:], kw)
		},
	)
	def("clear(self)", "Removes everything.", func(_ *Thread, d *Dict, _ []Value) (Value, error) {
		d.Clear()
		return None, nil
	})
	def("copy(self)", "A shallow copy.", func(t *Thread, d *Dict, _ []Value) (Value, error) { return d.copied(t) })
	c.DefRaw("__init__", "Fills the dict.", func(t *Thread, a []Value, kw []Kw) (Value, error) {
		return None, dictUpdate(t, dictOf(a[0]), a[1:], kw)
	})
	def(
		"__setitem__(self, key, value)",
		"Stores a value.",
		func(_ *Thread, d *Dict, a []Value) (Value, error) { return None, d.Set(a[1], a[2]) },
	)
	def("__getitem__(self, key)", "The value of a key.", func(t *Thread, d *Dict, a []Value) (Value, error) {
		v, ok, err := d.Get(a[1])
		if err == nil && !ok {
			if m := TypeOf(a[0]).Lookup("__missing__"); m != nil {
				return special(t, m, a[0], a[1])
			}
			err = NewExc(KeyErrorClass, a[1])
		}
		return v, err
	})
	c.Attrs.SetStr(
		"fromkeys",
		&ClassMethod{NewBuiltin("fromkeys(cls, iterable, value=None)", func(t *Thread, a []Value) (Value, error) {
			if a[0] != Value(DictClass) {
				made, err := Call(t, a[0], nil, nil)
				if err != nil {
					return nil, err
				}
				return made, Each(t, a[1], func(k Value) error { return SetItem(t, made, k, a[2]) })
			}
			d := NewDict()
			return d, Each(t, a[1], func(k Value) error { return d.Set(k, a[2]) })
		})},
	)
	c.New = NewRaw("dict(iterable=(), **kwargs)", "", func(t *Thread, args []Value, kw []Kw) (Value, error) {
		d := NewDict()
		return d, dictUpdate(t, d, args, kw)
	})
	quickenDict(c)
}

func setOf(v Value) *Set {
	if x, ok := v.(*Instance); ok {
		v = x.Native
	}
	s, _ := v.(*Set)
	if s == nil {
		panic(TypeErrorf("expected a set, got %s", TypeOf(v).TypeName()))
	}
	return s
}

func toSet(t *Thread, v Value) (*Set, error) {
	if s, ok := v.(*Set); ok {
		return s, nil
	}
	s := NewSet()
	return s, s.absorb(t, v)
}

// unionOf is a copy of a set with the items of others.
func unionOf(t *Thread, s *Set, others []Value) (Value, error) {
	v, err := setOp(t, "|", s, NewSet())
	if err != nil {
		return nil, err
	}
	out := v.(*Set)
	for _, o := range others {
		if o == Value(s) {
			continue
		}
		if err := out.absorb(t, o); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func fillSet(c *Class) {
	if c == SetClass {
		c.DefRaw("__init__", "Fills the set.", func(t *Thread, a []Value, kw []Kw) (Value, error) {
			v, err := c.New.Call(t, a[1:], kw)
			if err == nil {
				*setOf(a[0]) = *v.(*Set)
			}
			return None, err
		})
	}
	c.Def("symmetric_difference(self, other)", "What is in one of both.", func(t *Thread, a []Value) (Value, error) {
		s, err := toSet(t, a[1])
		if err != nil {
			return nil, err
		}
		return setOp(t, "^", setOf(a[0]), s)
	})
	for name, op := range map[string]string{"union": "|", "intersection": "&", "difference": "-"} {
		c.DefRaw(name, "The "+name+" with other collections.", func(t *Thread, a []Value, _ []Kw) (Value, error) {
			var acc Value = setOf(a[0])
			if len(a) == 1 {
				return setOp(t, "|", setOf(a[0]), NewSet())
			}
			if op == "|" {
				return unionOf(t, setOf(a[0]), a[1:])
			}
			for _, o := range a[1:] {
				s, err := toSet(t, o)
				if err != nil {
					return nil, err
				}
				if acc, err = setOp(t, op, acc.(*Set), s); err != nil {
					return nil, err
				}
			}
			return acc, nil
		})
	}
	for name, op := range map[string]string{"issubset": "<=", "issuperset": ">="} {
		c.Def(name+"(self, other)", "Whether it "+name[:2]+" "+name[2:]+".", func(t *Thread, a []Value) (Value, error) {
			s, err := toSet(t, a[1])
			if err != nil {
				return nil, err
			}
			return setOp(t, op, setOf(a[0]), s)
		})
	}
	c.Def("isdisjoint(self, other)", "Whether nothing is in both.", func(t *Thread, a []Value) (Value, error) {
		s, err := toSet(t, a[1])
		if err != nil {
			return nil, err
		}
		v, err := setOp(t, "&", setOf(a[0]), s)
		return v.(*Set).Len() == 0, err
	})
	c.Def(
		"copy(self)",
		"A shallow copy.",
		func(t *Thread, a []Value) (Value, error) { return setOp(t, "|", setOf(a[0]), NewSet()) },
	)
	if c.Name == "set" {
		fillMutableSet(c)
	}
	frozen := c.Name == "frozenset"
	c.New = NewBuiltin(c.Name+"(iterable=())", func(t *Thread, a []Value) (Value, error) {
		s := NewSet()
		err := s.absorb(t, a[0])
		s.Frozen = frozen
		return s, err
	})
	quickenSet(c)
}

func fillMutableSet(c *Class) {
	c.Def(
		"add(self, value)",
		"Puts a member in.",
		func(_ *Thread, a []Value) (Value, error) { return None, setOf(a[0]).Add(a[1]) },
	)
	c.Def("discard(self, value)", "Takes a member out if it is there.", func(_ *Thread, a []Value) (Value, error) {
		_, err := setOf(a[0]).Remove(asMember(a[1]))
		return None, err
	})
	c.Def("remove(self, value)", "Takes a member out.", func(_ *Thread, a []Value) (Value, error) {
		ok, err := setOf(a[0]).Remove(asMember(a[1]))
		if err == nil && !ok {
			err = NewExc(KeyErrorClass, a[1])
		}
		return None, err
	})
	c.Def("pop(self)", "Takes any member out.", func(_ *Thread, a []Value) (Value, error) {
		s := setOf(a[0])
		if s.Len() <= popSettles {
			s.settle()
		}
		k, _, ok := s.d.End(false)
		if !ok {
			return nil, NewExc(KeyErrorClass, "pop from an empty set")
		}
		return k, nil
	})
	c.Def("clear(self)", "Removes everything.", func(_ *Thread, a []Value) (Value, error) {
		setOf(a[0]).d.Clear()
		return None, nil
	})
	c.Def("symmetric_difference_update(self, other)", "Keeps what is in one of both.", func(t *Thread, a []Value) (Value, error) {
		o, err := toSet(t, a[1])
		if err != nil {
			return nil, err
		}
		return None, setOf(a[0]).change(t, "^", o)
	})
	for name, op := range map[string]string{"update": "|", "intersection_update": "&", "difference_update": "-"} {
		c.DefRaw(name, "Changes the set in place.", func(t *Thread, a []Value, _ []Kw) (Value, error) {
			s := setOf(a[0])
			for _, o := range a[1:] {
				if op == "|" {
					if err := s.absorb(t, o); err != nil {
						return nil, err
					}
					continue
				}
				y, err := toSet(t, o)
				if err == nil {
					err = s.change(t, op, y)
				}
				if err != nil {
					return nil, err
				}
			}
			return None, nil
		})
	}
}
