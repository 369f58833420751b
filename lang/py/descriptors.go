package py

// The classes property, staticmethod and classmethod, and what classes derived from them do. An object of a derived
// class holds a plain one; its methods are found in the class, so that the class can define others.

// propertyOf is a property, or the one that an object of a derived class holds.
func propertyOf(v Value) *Property {
	if p, ok := Under(v).(*Property); ok {
		return p
	}
	return &Property{}
}

// blankDescriptor is what an object of a class derived from c holds before its own __init__ has run.
func blankDescriptor(c *Class) Value {
	switch c {
	case StaticMethodClass:
		return &StaticMethod{None}
	case ClassMethodClass:
		return &ClassMethod{None}
	}
	return &Property{}
}

// given tells whether a property has a function.
func given(f Value) bool { return f != nil && f != None }

func funcOrNone(f Value) Value {
	if f == nil {
		return None
	}
	return f
}

func fillProperty(c *Class) {
	for name, get := range map[string]func(p *Property) Value{"fget": func(p *Property) Value { return p.FGet },
		"fset": func(p *Property) Value { return p.FSet }, "fdel": func(p *Property) Value { return p.FDel }} {
		c.Prop(name, "A function of the property.", func(_ *Thread, v Value) (Value, error) {
			return funcOrNone(get(propertyOf(v))), nil
		})
	}
	c.Prop("__doc__", "The documentation.", func(t *Thread, v Value) (Value, error) {
		p := propertyOf(v)
		switch {
		case p.Doc != "":
			return p.Doc, nil
		case given(p.FGet):
			return GetAttr(t, p.FGet, "__doc__")
		}
		return None, nil
	})
	c.SetAttr = func(_ *Thread, v Value, name string, val Value) error {
		if x, ok := v.(*Instance); ok && name != "__doc__" {
			x.Attrs.SetStr(name, val)
			return nil
		}
		if name != "__doc__" {
			return NoAttr(v, name)
		}
		propertyOf(v).Doc, _ = val.(string)
		return nil
	}
	c.Def("__init__(self, fget=None, fset=None, fdel=None, doc=None)", "Sets its functions.",
		func(_ *Thread, a []Value) (Value, error) {
			p := propertyOf(a[0])
			p.FGet, p.FSet, p.FDel = a[1], a[2], a[3]
			p.Doc, _ = a[4].(string)
			return None, nil
		})
	propertyProtocol(c)
	for _, kind := range []string{"getter", "setter", "deleter"} {
		c.Def(kind+"(self, fn)", "A copy of the property with another "+kind+".", func(t *Thread, a []Value) (Value, error) {
			p := *propertyOf(a[0])
			switch kind {
			case "getter":
				p.FGet = a[1]
			case "setter":
				p.FSet = a[1]
			default:
				p.FDel = a[1]
			}
			if x, ok := a[0].(*Instance); ok {
				args := []Value{funcOrNone(p.FGet), funcOrNone(p.FSet), funcOrNone(p.FDel)}
				if p.Doc != "" {
					args = append(args, p.Doc)
				}
				return Call(t, x.Class, args, nil)
			}
			return &p, nil
		})
	}
}

// propertyProtocol are the methods by which objects of derived classes compute attributes.
func propertyProtocol(c *Class) {
	lacks := func(what string, owner Value) error {
		return Raisef(AttributeErrorClass, "property of '%s' object has no %s", TypeOf(owner).TypeName(), what)
	}
	c.Def("__get__(self, instance, owner=None)", "The attribute of an object.", func(t *Thread, a []Value) (Value, error) {
		p := propertyOf(a[0])
		switch {
		case a[1] == None:
			return a[0], nil
		case p.Get != nil:
			return p.Get(t, a[1])
		case !given(p.FGet):
			return nil, lacks("getter", a[1])
		}
		return Call(t, p.FGet, []Value{a[1]}, nil)
	})
	c.Def("__set__(self, instance, value)", "Sets the attribute of an object.", func(t *Thread, a []Value) (Value, error) {
		p := propertyOf(a[0])
		if !given(p.FSet) {
			return nil, lacks("setter", a[1])
		}
		_, err := Call(t, p.FSet, []Value{a[1], a[2]}, nil)
		return None, err
	})
	c.Def("__delete__(self, instance)", "Deletes the attribute of an object.", func(t *Thread, a []Value) (Value, error) {
		p := propertyOf(a[0])
		if !given(p.FDel) {
			return nil, lacks("deleter", a[1])
		}
		_, err := Call(t, p.FDel, []Value{a[1]}, nil)
		return None, err
	})
}

func fillStaticMethod(c *Class) {
	fn := func(v Value) Value {
		if m, ok := Under(v).(*StaticMethod); ok {
			return m.Fn
		}
		return None
	}
	c.Def("__init__(self, function)", "Sets its function.", func(_ *Thread, a []Value) (Value, error) {
		if m, ok := Under(a[0]).(*StaticMethod); ok {
			m.Fn = a[1]
		}
		return None, nil
	})
	c.Def("__get__(self, instance, owner=None)", "The function.", func(_ *Thread, a []Value) (Value, error) {
		return fn(a[0]), nil
	})
	c.Attrs.SetStr("__call__", NewRaw("__call__", "Calls the function.",
		func(t *Thread, a []Value, kw []Kw) (Value, error) { return Call(t, fn(a[0]), a[1:], kw) }))
}

func fillClassMethod(c *Class) {
	c.Def("__init__(self, function)", "Sets its function.", func(_ *Thread, a []Value) (Value, error) {
		if m, ok := Under(a[0]).(*ClassMethod); ok {
			m.Fn = a[1]
		}
		return None, nil
	})
	bound := func(_ *Thread, a []Value) (Value, error) {
		m, ok := Under(a[0]).(*ClassMethod)
		if !ok {
			return a[0], nil
		}
		owner, ok := a[2].(*Class)
		if !ok {
			owner = TypeOf(a[1])
		}
		return &Method{owner, m.Fn}, nil
	}
	c.Def("__get__(self, instance, owner=None)", "The function bound to the class.", bound)
}
