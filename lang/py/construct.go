package py

import (
	"strings"
)

// Calling a class: __new__ and __init__, of programs and of built-in classes.

// construct makes a value of a class, as its metaclass says.
func construct(t *Thread, c *Class, args []Value, kw []Kw) (Value, error) {
	if m := c.metaLookup("__call__"); m != nil {
		bound, err := bindAttr(t, m, c, c.Meta)
		if err != nil {
			return nil, err
		}
		return Call(t, bound, args, kw)
	}
	return makeObject(t, c, args, kw)
}

// makeObject is type.__call__.
func makeObject(t *Thread, c *Class, args []Value, kw []Kw) (Value, error) {
	c.ready()
	if !c.User {
		switch {
		case c.Is(BaseExceptionClass):
			if m := c.Lookup("__kwinit__"); m != nil {
				return Call(t, m, append([]Value{NewExc(c)}, args...), kw)
			}
			if c.Is(BaseExceptionGroupClass) {
				return NewGroup(c, args)
			}
			e := NewExc(osErrorClass(c, args), args...)
			if err := e.aboutKeywords(kw); err != nil {
				return nil, err
			}
			return e, e.checkUnicode()
		case c.New != nil:
			return c.New.Call(t, args, kw)
		case c.Is(TypeClass):
			return typeCall(t, c, args, kw)
		case c == ObjectClass && len(args)+len(kw) > 0:
			return nil, TypeErrorf("object() takes no arguments")
		case c == ObjectClass:
			return &Instance{Class: c, Attrs: NewDict()}, nil
		}
		if base := nativeBase(c); base != nil && base.New != nil {
			return base.New.Call(t, args, kw)
		}
		return nil, TypeErrorf("cannot create '%s' instances", c.TypeName())
	}
	return instantiate(t, c, args, kw)
}

func nativeBase(c *Class) *Class {
	for _, k := range c.MRO {
		if !k.User && k != ObjectClass {
			k.ready()
			return k
		}
	}
	return nil
}

// instantiate makes an object of a class of the language: __new__, then __init__.
func instantiate(t *Thread, c *Class, args []Value, kw []Kw) (Value, error) {
	var self Value
	if m := c.Lookup("__new__"); m != nil {
		if s, ok := m.(*StaticMethod); ok {
			m = s.Fn
		}
		v, err := Call(t, m, append([]Value{c}, args...), kw)
		if err != nil {
			return nil, err
		}
		if !TypeOf(v).Is(c) {
			return v, nil
		}
		self = v
	} else {
		v, err := NewInstance(t, c, args, kw)
		if err != nil {
			return nil, err
		}
		self = v
	}
	init := c.Lookup("__init__")
	if init == nil {
		if len(args)+len(kw) > 0 && nativeBase(c) == nil && c.Lookup("__new__") == nil {
			return nil, TypeErrorf("%s() takes no arguments", c.Name)
		}
		return self, nil
	}
	if nb := nativeBase(c); nb != nil && !c.Is(BaseExceptionClass) {
		if b, ok := init.(*Builtin); ok && b.Owner != nil && nb.Is(b.Owner) && b.Name == "__init__" && nb.New != nil {
			return self, nil
		}
	}
	bound, err := bindAttr(t, init, self, c)
	if err != nil {
		return nil, err
	}
	r, err := Call(t, bound, args, kw)
	if err == nil && r != None && c.User {
		err = TypeErrorf("__init__() should return None, not '%s'", TypeOf(r).TypeName())
	}
	return self, err
}

// NewInstance allocates an object without calling __init__; for classes that derive from a
// built-in type, with the built-in value under it.
func NewInstance(t *Thread, c *Class, args []Value, kw []Kw) (Value, error) {
	if names := c.abstract(); len(names) > 0 {
		s := ""
		if len(names) > 1 {
			s = "s"
		}
		return nil, TypeErrorf(
			"Can't instantiate abstract class %s with abstract method%s %s",
			c.Name,
			s,
			strings.Join(names, ", "),
		)
	}
	if c.Is(BaseExceptionClass) {
		e := NewExc(c, args...)
		if c.Is(BaseExceptionGroupClass) {
			var err error
			if e, err = NewGroup(c, args); err != nil {
				return nil, err
			}
		}
		e.Attrs = NewDict()
		return e, nil
	}
	x := &Instance{Class: c, Attrs: NewDict()}
	nb := nativeBase(c)
	switch {
	case nb == nil || nb.New == nil:
	case nb == PropertyClass || nb == StaticMethodClass || nb == ClassMethodClass:
		if !isBuiltinInit(c) {
			x.Native = blankDescriptor(nb)
			return x, nil
		}
		v, err := nb.New.Call(t, args, kw)
		x.Native = v
		return x, err
	case nb != DictClass && nb.Is(DictClass) && (c.Lookup("__init__") == nil || isBuiltinInit(c)):
		v, err := nb.New.Call(t, args, kw)
		if d, ok := v.(*Dict); ok {
			d.Class = c
		}
		return v, err
	case nb == DictClass || nb.Is(DictClass):
		d := NewDict()
		d.Class = c
		if c.Lookup("__init__") == nil || isBuiltinInit(c) {
			if err := dictUpdate(t, d, args, kw); err != nil {
				return nil, err
			}
		}
		return d, nil
	case nb.Wrap != nil:
		v, err := nb.New.Call(t, args, kw)
		if err != nil {
			return nil, err
		}
		return nb.Wrap(t, x, v)
	case c.Lookup("__init__") != nil && !isBuiltinInit(c) &&
		(nb == ListClass || nb == SetClass || nb == ByteArrayClass || nb.Held && !nb.ByNew):
		v, err := nb.New.Call(t, nil, nil)
		if err != nil {
			return nil, err
		}
		x.Native = v
	case nb.Is(TupleClass) || nb == ListClass || nb == SetClass || nb == IntClass || nb == FloatClass ||
		nb == StrClass || nb == BytesClass || nb == ByteArrayClass || nb == FrozenSetClass || nb == ComplexClass || nb.Held:
		v, err := nb.New.Call(t, args, kw)
		if err != nil {
			return nil, err
		}
		if tp, ok := v.(*Tuple); ok {
			return &Tuple{Items: tp.Items, Class: c}, nil
		}
		x.Native = v
	}
	return x, nil
}

// Under is the value that an object of a class derived from a built-in one holds, any other value as it is.
func Under(v Value) Value {
	if x, ok := v.(*Instance); ok && x.Native != nil {
		return x.Native
	}
	return v
}

// heldBy tells whether a class derives from one whose objects are held under those of derived ones.
func heldBy(c *Class) bool {
	nb := nativeBase(c)
	return nb != nil && nb.Held
}

func isBuiltinInit(c *Class) bool {
	b, ok := c.Lookup("__init__").(*Builtin)
	return ok && b.Owner != nil && !b.Owner.User // one that a dataclass made has no owner
}

func typeCall(t *Thread, meta *Class, args []Value, kw []Kw) (Value, error) {
	switch len(args) {
	case 1:
		if meta == TypeClass {
			return TypeOf(args[0]), nil
		}
	case 3:
		if bases, ok := args[1].(*Tuple); ok {
			bs, err := classesOf(bases.Items)
			if err != nil {
				return nil, err
			}
			if best, err := BestMeta(meta, bs); err != nil || best != meta {
				if err != nil {
					return nil, err
				}
				return Call(t, best, args, kw)
			}
		}
		return newType(t, meta, args, kw)
	}
	return nil, TypeErrorf("type() takes 1 or 3 arguments")
}
