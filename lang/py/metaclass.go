package py

import (
	"slices"
	"weak"
)

// Owned is implemented by functions that want to know the class they stand in, for super().
type Owned interface{ OwnBy(c *Class) }

// MetaOf is the class of a class: its metaclass, or type.
func MetaOf(c *Class) *Class {
	if c.Meta != nil {
		return c.Meta
	}
	return TypeClass
}

// BestMeta is the metaclass of a class statement: the most derived of the one it names (nil for
// none) and those of its bases.
func BestMeta(meta *Class, bases []*Class) (*Class, error) {
	if meta == nil {
		meta = TypeClass
	}
	for _, b := range bases {
		m := MetaOf(b)
		switch {
		case meta.Is(m):
		case m.Is(meta):
			meta = m
		default:
			return nil, TypeErrorf("metaclass conflict: the metaclass of a derived class must be a " +
				"(non-strict) subclass of the metaclasses of all its bases")
		}
	}
	return meta, nil
}

// MakeClass is type.__new__: a class of a name, its bases and the names of its body. It tells the
// functions of the body their class, calls __set_name__ and then __init_subclass__.
func MakeClass(t *Thread, meta *Class, name string, bases []*Class, ns *Dict, kw []Kw) (*Class, error) {
	meta, err := BestMeta(meta, bases)
	if err != nil {
		return nil, err
	}
	c, err := NewUserClass(name, "", bases)
	if err != nil {
		return nil, err
	}
	if meta != TypeClass {
		c.Meta = meta
	}
	if c.Is(TypeClass) {
		c.metaSlots()
	}
	c.Attrs = ns.plain()
	if q, ok := c.Attrs.GetStr("__qualname__"); ok {
		text, ok := q.(string)
		if !ok {
			return nil, TypeErrorf("type __qualname__ must be a str, not %s", TypeOf(q).TypeName())
		}
		c.Qual = text
		_, _, _ = c.Attrs.Delete("__qualname__")
	}
	if m, ok := c.Attrs.GetStr("__module__"); ok {
		if m, ok := m.(string); ok && m != "__main__" {
			c.Module = m
		}
	}
	if d, ok := c.Attrs.GetStr("__doc__"); ok {
		if text, ok := d.(string); ok {
			c.Doc = text
			_, _, _ = c.Attrs.Delete("__doc__")
		}
	}
	for _, name := range []string{"__init_subclass__", "__class_getitem__"} {
		if f, ok := c.Attrs.GetStr(name); ok {
			if _, plain := f.(Binder); plain {
				c.Attrs.SetStr(name, &ClassMethod{f})
			}
		}
	}
	if err := c.checkSlots(); err != nil {
		return nil, err
	}
	if f, ok := c.Attrs.GetStr("__new__"); ok {
		if _, plain := f.(Binder); plain {
			c.Attrs.SetStr("__new__", &StaticMethod{f})
		}
	}
	for _, b := range c.Bases {
		if b.User {
			b.subs = append(b.subs, c)
		} else {
			own := derived(t, b)
			if len(*own) == cap(*own) {
				*own = slices.DeleteFunc(*own, func(w weak.Pointer[Class]) bool { return w.Value() == nil })
			}
			*own = append(*own, weak.Make(c))
		}
	}
	return c, c.introduce(t, kw)
}

type derivedKey struct{ of *Class }

// derived are the classes that a program derives from one that all programs share.
func derived(t *Thread, of *Class) *[]weak.Pointer[Class] {
	return t.Local(derivedKey{of}, func() any { return new([]weak.Pointer[Class]) }).(*[]weak.Pointer[Class])
}

// plain is a copy of a namespace as a dict without a class of its own.
func (d *Dict) plain() *Dict {
	out := NewDict()
	_ = d.Each(func(k, v Value) error { return out.Set(k, v) })
	return out
}

// introduce makes a new class known to what its body holds, and to the class before it.
func (c *Class) introduce(t *Thread, kw []Kw) error {
	for _, k := range c.Attrs.Keys() {
		name, ok := k.(string)
		v, here := c.Attrs.GetStr(name)
		if !ok || !here { // another's __set_name__ took it away
			continue
		}
		own(v, c)
		if i, ok := v.(*Instance); ok && i.Class.Lookup("__set_name__") != nil {
			if _, err := CallMethod(t, i, "__set_name__", c, k); err != nil {
				return err
			}
		}
	}
	for _, b := range c.MRO[1:] {
		m, ok := b.Own("__init_subclass__")
		if !ok {
			continue
		}
		if cm, ok := m.(*ClassMethod); ok {
			m = cm.Fn
		}
		_, err := Call(t, m, []Value{c}, kw)
		return err
	}
	if len(kw) > 0 {
		return TypeErrorf("%s.__init_subclass__() takes no keyword arguments", c.Name)
	}
	return nil
}

// own marks the functions of a class body, for super().
func own(v Value, c *Class) {
	switch x := v.(type) {
	case Owned:
		x.OwnBy(c)
	case *StaticMethod:
		own(x.Fn, c)
	case *ClassMethod:
		own(x.Fn, c)
	case *Property:
		for _, fn := range []Value{x.FGet, x.FSet, x.FDel} {
			if fn != nil {
				own(fn, c)
			}
		}
	case interface{ Wrapped() Value }:
		own(x.Wrapped(), c)
	}
}

// metaLookup finds what a metaclass written in the language gives its classes.
func (c *Class) metaLookup(name string) Value {
	if c.Meta == nil {
		return nil
	}
	for _, k := range c.Meta.MRO {
		if k == TypeClass {
			break
		}
		if v, ok := k.Own(name); ok {
			return v
		}
	}
	return nil
}

// metaSlots lets the classes of a metaclass do what its dunders say: be iterated over, measured.
func (c *Class) metaSlots() {
	lookup := func(v Value, name string) Value {
		k, _ := v.(*Class)
		if k == nil {
			return nil
		}
		return k.metaLookup(name)
	}
	c.Iter = func(t *Thread, v Value) (Iterator, error) {
		if m := lookup(v, "__iter__"); m != nil {
			return userIter(t, v, m)
		}
		return nil, TypeErrorf("'%s' object is not iterable", c.Name)
	}
	c.Len = func(t *Thread, v Value) (int, error) {
		m := lookup(v, "__len__")
		if m == nil {
			return 0, TypeErrorf("object of type '%s' has no len()", c.Name)
		}
		r, err := special(t, m, v)
		if err != nil {
			return 0, err
		}
		n, err := ToInt(r)
		return int(n), err
	}
	c.Truth = func(t *Thread, v Value) (bool, error) {
		if m := lookup(v, "__bool__"); m != nil {
			r, err := special(t, m, v)
			return r == true, err
		}
		if lookup(v, "__len__") != nil {
			n, err := c.Len(t, v)
			return n > 0, err
		}
		return true, nil
	}
	c.SetItem = func(t *Thread, v, key, val Value) error {
		if m := lookup(v, "__setitem__"); m != nil {
			_, err := special(t, m, v, key, val)
			return err
		}
		return TypeErrorf("'%s' object does not support item assignment", c.Name)
	}
	c.DelItem = func(t *Thread, v, key Value) error {
		if m := lookup(v, "__delitem__"); m != nil {
			_, err := special(t, m, v, key)
			return err
		}
		return TypeErrorf("'%s' object doesn't support item deletion", c.Name)
	}
	c.Contains = func(t *Thread, v, item Value) (bool, error) {
		if m := lookup(v, "__contains__"); m != nil {
			r, err := special(t, m, v, item)
			if err != nil {
				return false, err
			}
			return Truth(t, r)
		}
		it, err := c.Iter(t, v)
		if err != nil {
			return false, TypeErrorf("argument of type '%s' is not iterable", c.Name)
		}
		for {
			e, err := it.Next(t)
			if err != nil || e == nil {
				return false, err
			}
			if eq, err := Equal(t, e, item); eq || err != nil {
				return eq, err
			}
		}
	}
	c.Repr = func(t *Thread, v Value) (string, error) {
		k, _ := v.(*Class)
		if m := lookup(v, "__repr__"); m != nil {
			r, err := special(t, m, v)
			return StrOf(r), err
		}
		return classRepr(k), nil
	}
}

// classesOf checks that the bases of a class are classes.
func classesOf(bases []Value) ([]*Class, error) {
	var out []*Class
	for _, b := range bases {
		k, ok := b.(*Class)
		if !ok {
			return nil, TypeErrorf("bases must be types")
		}
		out = append(out, k)
	}
	return out, nil
}

func init() { TypeClass.fill = fillType }

func fillType(c *Class) {
	c.Attrs.SetStr(
		"__new__",
		&StaticMethod{NewRaw("__new__", "Makes a class.", func(t *Thread, a []Value, kw []Kw) (Value, error) {
			meta, _ := first(a).(*Class)
			if meta == nil {
				return nil, TypeErrorf("type.__new__(): not enough arguments")
			}
			if len(a) != 4 {
				return nil, TypeErrorf("type.__new__() takes exactly 3 arguments (%d given)", len(a)-1)
			}
			return newType(t, meta, a[1:], kw)
		})},
	)
	c.DefRaw("__init__", "Does nothing.", func(_ *Thread, _ []Value, _ []Kw) (Value, error) { return None, nil })
	c.DefRaw("__call__", "Makes an object.", func(t *Thread, a []Value, kw []Kw) (Value, error) {
		k, ok := first(a).(*Class)
		if !ok {
			return nil, TypeErrorf("descriptor '__call__' requires a 'type' object")
		}
		return makeObject(t, k, a[1:], kw)
	})
	c.Attrs.SetStr(
		"__prepare__",
		&ClassMethod{
			NewRaw("__prepare__", "The namespace of a class body.", func(_ *Thread, _ []Value, _ []Kw) (Value, error) {
				return NewDict(), nil
			}),
		},
	)
	c.DefRaw("__subclasses__", "The classes that derive from it.", func(t *Thread, a []Value, _ []Kw) (Value, error) {
		k, ok := first(a).(*Class)
		if !ok {
			return nil, TypeErrorf("unbound method type.__subclasses__() needs an argument")
		}
		subs := classValues(k.subs)
		if !k.User {
			for _, w := range *derived(t, k) {
				if c := w.Value(); c != nil {
					subs = append(subs, c)
				}
			}
		}
		return NewList(subs...), nil
	})
	c.DefRaw(
		"__instancecheck__",
		"Whether an object is of a class.",
		func(_ *Thread, a []Value, _ []Kw) (Value, error) {
			k, ok := first(a).(*Class)
			return ok && len(a) == 2 && TypeOf(a[1]).Is(k), nil
		},
	)
	c.DefRaw(
		"__subclasscheck__",
		"Whether a class derives from it.",
		func(_ *Thread, a []Value, _ []Kw) (Value, error) {
			if len(a) != 2 {
				return false, nil
			}
			k, ok := a[0].(*Class)
			d, isClass := a[1].(*Class)
			return ok && isClass && d.Is(k), nil
		},
	)
}

func first(a []Value) Value {
	if len(a) == 0 {
		return nil
	}
	return a[0]
}

// newType is type.__new__ with checked arguments: name, bases, namespace.
func newType(t *Thread, meta *Class, a []Value, kw []Kw) (Value, error) {
	name, ok := a[0].(string)
	if !ok {
		return nil, TypeErrorf("type.__new__() argument 1 must be str, not %s", TypeOf(a[0]).TypeName())
	}
	bases, ok := a[1].(*Tuple)
	if !ok {
		return nil, TypeErrorf("type.__new__() argument 2 must be tuple, not %s", TypeOf(a[1]).TypeName())
	}
	ns, ok := a[2].(*Dict)
	if !ok {
		return nil, TypeErrorf("type.__new__() argument 3 must be dict, not %s", TypeOf(a[2]).TypeName())
	}
	bs, err := classesOf(bases.Items)
	if err != nil {
		return nil, err
	}
	return MakeClass(t, meta, name, bs, ns, kw)
}

// Proxy is the read-only view of a dict that the __dict__ of a class is.
type Proxy struct{ Dict *Dict }

// ProxyClass is mappingproxy.
var ProxyClass = NewClass("", "mappingproxy", ObjectClass, nil)

func init() {
	Register[*Proxy](ProxyClass)
	c := ProxyClass
	c.New = NewBuiltin("mappingproxy(mapping)", func(_ *Thread, a []Value) (Value, error) {
		d, ok := a[0].(*Dict)
		if !ok {
			return nil, TypeErrorf("mappingproxy() argument must be a mapping, not %s", TypeOf(a[0]).TypeName())
		}
		return &Proxy{d}, nil
	})
	dict := func(v Value) *Dict { return v.(*Proxy).Dict }
	c.Len = func(_ *Thread, v Value) (int, error) { return dict(v).Len(), nil }
	c.Iter = func(t *Thread, v Value) (Iterator, error) { return Iter(t, dict(v)) }
	c.Contains = func(t *Thread, v, item Value) (bool, error) { return Contains(t, dict(v), item) }
	c.GetItem = func(t *Thread, v, key Value) (Value, error) { return GetItem(t, dict(v), key) }
	c.Hash = func(v Value) (any, error) { return nil, unhashable(v) }
	c.Binary = func(t *Thread, op string, a, b Value) (Value, error) {
		for _, v := range []*Value{&a, &b} {
			if p, ok := (*v).(*Proxy); ok {
				*v = p.Dict
			}
		}
		return Binary(t, op, a, b)
	}
	c.Repr = func(t *Thread, v Value) (string, error) {
		s, err := Repr(t, dict(v))
		return "mappingproxy(" + s + ")", err
	}
	c.Str = func(t *Thread, v Value) (string, error) { return Repr(t, dict(v)) }
	for _, name := range []string{"keys", "values", "items", "get", "copy"} {
		c.DefRaw(name, "As of dict.", func(t *Thread, a []Value, kw []Kw) (Value, error) {
			m, err := GetAttr(t, dict(a[0]), name)
			if err != nil {
				return nil, err
			}
			return Call(t, m, a[1:], kw)
		})
	}
}

// dunders are those only some built-in classes have.
var dunders = []string{
	"__len__",
	"__iter__",
	"__contains__",
	"__getitem__",
	"__next__",
	"__setitem__",
	"__delitem__",
	"__reversed__",
	"__hash__",
	"__call__",
}

// namespace is what the __dict__ of a class shows: of a built-in one, with the dunders that are
// not among its attributes here.
func (c *Class) namespace() *Dict {
	c.ready()
	if c.User {
		return c.Attrs
	}
	d := c.Attrs.plain()
	if c.New != nil {
		d.SetStr("__new__", objectNew(c))
	}
	for _, name := range dunders {
		if _, ok := d.GetStr(name); ok {
			continue
		}
		if !c.Supports(name) {
			if name == "__hash__" {
				d.SetStr(name, None)
			}
			continue
		}
		if b := objectSlot(c, name); b != nil {
			d.SetStr(name, b)
		}
	}
	return d
}
