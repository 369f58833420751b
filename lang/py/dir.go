package py

import (
	"sort"
	"strings"
)

// objectDunders are the special names that every object answers.
var objectDunders = strings.Fields(`__class__ __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__
	__getstate__ __gt__ __hash__ __init__ __init_subclass__ __le__ __lt__ __ne__ __new__ __reduce__ __reduce_ex__
	__repr__ __setattr__ __sizeof__ __str__ __subclasshook__`)

const (
	realDunders = `__abs__ __add__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getnewargs__ __int__
		__mod__ __mul__ __neg__ __pos__ __pow__ __radd__ __rdivmod__ __rfloordiv__ __rmod__ __rmul__ __round__ __rpow__
		__rsub__ __rtruediv__ __sub__ __truediv__ __trunc__`
	textDunders = `__add__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__`
	setDunders  = `__and__ __class_getitem__ __contains__ __iter__ __len__ __or__ __rand__ __ror__ __rsub__ __rxor__
		__sub__ __xor__`
)

// builtinDunders are the special names that the built-in classes have beside object's.
var builtinDunders = map[*Class]string{
	IntClass: realDunders + ` __and__ __index__ __invert__ __lshift__ __or__ __rand__ __rlshift__ __ror__
		__rrshift__ __rshift__ __rxor__ __xor__`,
	FloatClass: realDunders,
	ComplexClass: `__abs__ __add__ __bool__ __complex__ __getnewargs__ __mul__ __neg__ __pos__ __pow__ __radd__
		__rmul__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__`,
	StrClass:   textDunders,
	BytesClass: textDunders + ` __bytes__`,
	ListClass: `__add__ __class_getitem__ __contains__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__
		__mul__ __reversed__ __rmul__ __setitem__`,
	TupleClass: `__add__ __class_getitem__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mul__ __rmul__`,
	DictClass: `__class_getitem__ __contains__ __delitem__ __getitem__ __ior__ __iter__ __len__ __or__ __reversed__
		__ror__ __setitem__`,
	SetClass:           setDunders + ` __iand__ __ior__ __isub__ __ixor__`,
	FrozenSetClass:     setDunders,
	RangeClass:         `__bool__ __contains__ __getitem__ __iter__ __len__ __reversed__`,
	NoneClass:          `__bool__`,
	BaseExceptionClass: `__dict__ __setstate__`,
}

// ownDir is a class's own __dir__; nil for object's.
func ownDir(v Value) Value {
	if x, ok := v.(*Instance); ok {
		return x.Class.Lookup("__dir__")
	}
	if c, ok := v.(*Class); ok {
		return c.metaLookup("__dir__")
	}
	return nil
}

// DirOf are the names dir tells of a value: what its __dir__ says, or its attributes with the special
// names its class has.
func DirOf(t *Thread, v Value) ([]string, error) {
	if own := ownDir(v); own != nil {
		said, err := special(t, own, v)
		if err != nil {
			return nil, err
		}
		items, err := ToSlice(t, said)
		names := make([]string, len(items))
		for i, n := range items {
			name, ok := n.(string)
			if !ok {
				return nil, TypeErrorf("'<' not supported between instances of '%s' and 'str'", TypeOf(n).TypeName())
			}
			names[i] = name
		}
		sort.Strings(names)
		return names, err
	}
	return plainDir(v), nil
}

// foundWhere is a module's class, and what importers say of it: nothing but its package.
func foundWhere(m *Module, name string) Value {
	switch name {
	case "__class__":
		return ModuleClass
	case "__package__":
		return m.Name[:max(strings.LastIndexByte(m.Name, '.'), 0)]
	}
	return None
}

// plainDir is dir without a __dir__ of the value's own.
func plainDir(v Value) []string {
	seen := map[string]bool{}
	add := func(names []string) {
		for _, n := range names {
			seen[n] = true
		}
	}
	add(Attributes(v))
	if _, ok := v.(*Module); ok {
		add([]string{"__doc__", "__loader__", "__name__", "__package__", "__spec__"})
	} else {
		c, isClass := v.(*Class)
		if !isClass {
			c = TypeOf(v)
		}
		add(objectDunders)
		for _, k := range c.MRO {
			add(strings.Fields(builtinDunders[k]))
			for n := range k.slots {
				seen[n] = true
			}
			if _, slots := k.Attrs.GetStr("__slots__"); k.User && !slots {
				add([]string{"__dict__", "__weakref__"})
			}
		}
	}
	out := make([]string, 0, len(seen))
	for n := range seen {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// Attributes lists the attribute names of a value: what dir and completion show.
func Attributes(v Value) []string {
	seen := map[string]bool{}
	add := func(names ...string) {
		for _, n := range names {
			seen[n] = true
		}
	}
	switch x := v.(type) {
	case *Module:
		add(x.Dir()...)
	case *Class:
		add(x.Names()...)
	case *Instance:
		add(x.Class.Names()...)
		for _, k := range x.Attrs.Keys() {
			add(StrOf(k))
		}
		if x.Native != nil {
			add(TypeOf(x.Native).Names()...)
		}
	default:
		c := TypeOf(v)
		add(c.Names()...)
		if c.Dir != nil {
			add(c.Dir(v)...)
		}
	}
	out := make([]string, 0, len(seen))
	for n := range seen {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// textList is a list of texts.
func textList(texts []string) *List {
	out := make([]Value, len(texts))
	for i, s := range texts {
		out[i] = s
	}
	return NewList(out...)
}

// objectAttr is object.__getattribute__.
func objectAttr(t *Thread, v Value, name string) (Value, error) {
	var r Value
	var err error
	switch x := v.(type) {
	case *Instance:
		r, err = plainAttr(t, x, x.Class, x.Attrs, name)
	case *Exc:
		if x.Attrs == nil {
			x.Attrs = NewDict()
		}
		r, err = plainAttr(t, x, x.Class, x.Attrs, name)
	default:
		d, user := ownDict(v)
		if !user {
			return GetAttr(t, v, name)
		}
		r, err = plainAttr(t, v, TypeOf(v), d, name)
	}
	if r == nil && err == nil {
		return nil, NoAttr(v, name)
	}
	return r, err
}

// ownDict are the attributes of a dict or tuple of a class of the program's.
func ownDict(v Value) (d *Dict, user bool) {
	switch x := v.(type) {
	case *Dict:
		if x.Class != nil && x.Class.User {
			return instDict(x), true
		}
	case *Tuple:
		if x.Class != nil && x.Class.User {
			return tupleDict(x), true
		}
	}
	return nil, false
}
