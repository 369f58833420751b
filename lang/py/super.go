package py

// Super is super(): attribute lookup after a class in another's resolution order.
type Super struct {
	After *Class
	Self  Value
}

// builtin is the built-in class under the object, for the dunders that come from there.
func (s *Super) builtin() *Class {
	if nb := nativeBase(TypeOf(s.Self)); nb != nil {
		return nb
	}
	return ObjectClass
}

// under is the value of a built-in class that an object of a class derived from it holds, for what only looks at it;
// nil for none.
func (s *Super) under() Value {
	switch x := s.Self.(type) {
	case *Instance:
		return x.Native
	case *Tuple:
		return NewTuple(x.Items...)
	case *Dict:
		return x.plain()
	}
	return nil
}

func (s *Super) attr(t *Thread, name string) (Value, error) {
	c, isClass := s.Self.(*Class)
	if !isClass || !c.Is(s.After) {
		c = TypeOf(s.Self)
		isClass = false
	}
	past := false
	for _, k := range c.MRO {
		if !past {
			past = k == s.After
			continue
		}
		if v, ok := k.Own(name); ok {
			if isClass {
				if m, ok := v.(*ClassMethod); ok {
					return m.boundTo(t, c)
				}
				if m, ok := v.(*StaticMethod); ok {
					return m.Fn, nil
				}
				return v, nil
			}
			return bindAttr(t, v, s.Self, c)
		}
	}
	switch name {
	case "__init__", "__init_subclass__", "__set_name__":
		return &Builtin{Name: name, Raw: func(*Thread, []Value, []Kw) (Value, error) { return None, nil }}, nil
	case "__new__":
		return objectNew(c), nil
	case "__setattr__":
		return &Builtin{Name: name, Raw: func(t *Thread, a []Value, _ []Kw) (Value, error) {
			return None, setAttrPlain(t, s.Self, StrOf(a[0]), a[1])
		}}, nil
	case "__delattr__":
		return &Builtin{Name: name, Raw: func(t *Thread, a []Value, _ []Kw) (Value, error) {
			return None, PlainDelAttr(t, s.Self, StrOf(a[0]))
		}}, nil
	case "__getattribute__":
		return &Builtin{Name: name, Raw: func(t *Thread, a []Value, _ []Kw) (Value, error) {
			return objectAttr(t, s.Self, StrOf(a[0]))
		}}, nil
	case "__eq__", "__ne__":
		if under := s.under(); under != nil {
			return GetAttr(t, under, name)
		}
		return &Builtin{Name: name, Raw: func(_ *Thread, a []Value, _ []Kw) (Value, error) {
			if Is(s.Self, a[0]) {
				return name == "__eq__", nil
			}
			return NotImplemented, nil
		}}, nil
	case "__hash__":
		if under := s.under(); under != nil {
			return GetAttr(t, under, name)
		}
		return &Builtin{Name: name, Raw: func(*Thread, []Value, []Kw) (Value, error) {
			return hashOf(nil, identity{s.Self},
				0)
		}}, nil
	case "__repr__", "__str__", "__format__", "__dir__":
		b, err := classAttr(t, s.builtin(), name)
		return &Method{s.Self, b}, err
	}
	if x, ok := s.Self.(*Instance); ok && x.Native != nil {
		f, err := GetAttr(t, x.Native, name)
		if err != nil || x.Class.Wrap == nil {
			return f, err
		}
		return &Builtin{Name: name, Raw: func(t *Thread, a []Value, kw []Kw) (Value, error) {
			r, err := Call(t, f, a, kw)
			if err != nil || r == NotImplemented {
				return r, err
			}
			return x.Class.Wrap(t, x, r)
		}}, nil
	}
	if under := s.under(); under != nil && binaryDunders[name] != "" {
		return GetAttr(t, under, name)
	}
	return nil, Raisef(AttributeErrorClass, "'super' object has no attribute '%s'", name)
}
