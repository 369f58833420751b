package py

import (
	"strings"
	"sync"
)

// The dunder forms of what a built-in type can do: x.__add__(y), tf.Tensor.__neg__(x).

var unaryDunders = map[string]string{"__neg__": "-", "__pos__": "+", "__invert__": "~"}

// dunder is one that every object answers: its arguments after self, and what it does.
type dunder struct {
	n int
	f func(t *Thread, a []Value) (Value, error)
}

// slots and numberSlots are filled in init because the functions look attributes up.
var (
	slots       map[string]dunder
	numberSlots map[string]func(t *Thread, v Value) (Value, error)
)

func init() {
	plainSlots = map[string]func(t *Thread, a []Value) (Value, error){
		"__repr__": func(_ *Thread, a []Value) (Value, error) { return defaultRepr(a[0]), nil },
		"__str__":  func(t *Thread, a []Value) (Value, error) { return Repr(t, a[0]) },
		"__hash__": func(_ *Thread, a []Value) (Value, error) { return hashOf(nil, identity{a[0]}, 0) },
		"__format__": func(t *Thread, a []Value) (Value, error) {
			if len(a) > 1 && a[1] != "" {
				return nil, TypeErrorf("unsupported format string passed to %s.__format__", TypeOf(a[0]).TypeName())
			}
			return Str(t, a[0])
		},
		"__eq__": func(_ *Thread, a []Value) (Value, error) {
			if len(a) > 1 && Is(a[0], a[1]) {
				return true, nil
			}
			return NotImplemented, nil
		},
		"__ne__": func(t *Thread, a []Value) (Value, error) {
			eq := a[0].(*Instance).Class.Lookup("__eq__")
			if eq == nil {
				if len(a) > 1 && Is(a[0], a[1]) {
					return false, nil
				}
				return NotImplemented, nil
			}
			r, err := special(t, eq, a[0], a[1:]...)
			if err != nil || r == NotImplemented {
				return r, err
			}
			ok, err := Truth(t, r)
			return !ok, err
		},
	}
	slots = map[string]dunder{
		"__repr__": {0, func(t *Thread, a []Value) (Value, error) { return Repr(t, a[0]) }},
		"__str__":  {0, func(t *Thread, a []Value) (Value, error) { return Str(t, a[0]) }},
		"__len__": {0, func(t *Thread, a []Value) (Value, error) {
			n, err := Len(t, a[0])
			return int64(n), err
		}},
		"__iter__": {0, func(t *Thread, a []Value) (Value, error) { return IterOf(t, a[0]) }},
		"__dir__":  {0, func(_ *Thread, a []Value) (Value, error) { return textList(plainDir(a[0])), nil }},
		"__next__": {0, func(t *Thread, a []Value) (Value, error) {
			v, err := Next(t, a[0])
			if v == nil && err == nil {
				return nil, Exhausted(a[0])
			}
			return v, err
		}},
		"__hash__":    {0, func(t *Thread, a []Value) (Value, error) { return HashIn(t, a[0]) }},
		"__getitem__": {1, func(t *Thread, a []Value) (Value, error) { return GetItem(t, a[0], a[1]) }},
		"__setitem__": {2, func(t *Thread, a []Value) (Value, error) { return None, SetItem(t, a[0], a[1], a[2]) }},
		"__contains__": {1, func(t *Thread, a []Value) (Value, error) {
			ok, err := Contains(t, a[0], a[1])
			return ok, err
		}},
		"__getattribute__": {1, func(t *Thread, a []Value) (Value, error) { return objectAttr(t, a[0], StrOf(a[1])) }},
		"__setattr__": {
			2,
			func(t *Thread, a []Value) (Value, error) { return None, setAttrPlain(t, a[0], StrOf(a[1]), a[2]) },
		},
		"__delattr__": {
			1,
			func(t *Thread, a []Value) (Value, error) { return None, PlainDelAttr(t, a[0], StrOf(a[1])) },
		},
		"__delitem__": {1, func(t *Thread, a []Value) (Value, error) { return None, DelItem(t, a[0], a[1]) }},
		"__reduce_ex__": {1, func(_ *Thread, a []Value) (Value, error) {
			return nil, TypeErrorf("cannot pickle '%s' object", TypeOf(a[0]).TypeName())
		}},
		"__format__": {1, func(t *Thread, a []Value) (Value, error) { return Format(t, a[0], StrOf(a[1])) }},
	}
	// Those of numbers: of everything with arithmetic.
	numberSlots = map[string]func(t *Thread, v Value) (Value, error){
		"__bool__": func(t *Thread, v Value) (Value, error) { return Truth(t, v) },
		"__int__":  func(t *Thread, v Value) (Value, error) { return Call(t, IntClass, []Value{v}, nil) },
		"__float__": func(_ *Thread, v Value) (Value, error) {
			return ToFloat(v)
		},
		"__index__": func(_ *Thread, v Value) (Value, error) { return Index(v) },
		"__abs__": func(t *Thread, v Value) (Value, error) {
			if c := TypeOf(v); c.Unary != nil {
				return c.Unary(t, "abs", v)
			}
			if below, err := Binary(t, "<", v, int64(0)); err != nil || below != true {
				return v, err
			}
			return Unary(t, "-", v)
		},
	}
}

// arithmetic tells whether values of a class have the operator a dunder stands for.
func arithmetic(c *Class, op string) bool {
	for _, k := range c.MRO {
		switch {
		case k.Unary != nil || k.Binary != nil, k == IntClass, k == FloatClass, k == ComplexClass, k == BoolClass:
			return true
		case k == StrClass || k == BytesClass:
			return op == "+" || op == "*" || op == "%"
		case k == ListClass || k == TupleClass:
			return op == "+" || op == "*"
		case k == SetClass || k == FrozenSetClass:
			return op == "-" || op == "&" || op == "|" || op == "^"
		case k == DictClass:
			return op == "|"
		}
	}
	return false
}

// classSlot names a dunder of a built-in class.
type classSlot struct {
	c    *Class
	name string
}

// classSlots are the dunders of built-in classes that programs asked for, so that they can be
// compared: int.__repr__ is int.__repr__.
var classSlots sync.Map

// objectSlot gives the dunder form of what the type can do anyway; nil when it cannot.
func objectSlot(v Value, name string) *Builtin {
	c, isClass := v.(*Class)
	if !isClass {
		return newSlot(v, TypeOf(v), name)
	}
	at := classSlot{c, name}
	if c.User {
		if nb := nativeBase(c); nb != nil {
			at.c = nb
		} else {
			at.c = ObjectClass
		}
		at.c = at.c.slotOwner(name)
	} else {
		at.c = c.slotOwner(name)
	}
	if b, ok := classSlots.Load(at); ok {
		return b.(*Builtin)
	}
	b := newSlot(at.c, at.c, name)
	if b == nil {
		return nil
	}
	run := b.Raw
	b.Raw = func(t *Thread, a []Value, kw []Kw) (Value, error) {
		if x, ok := first(a).(*Instance); ok && x.Native != nil && TypeOf(x.Native).Is(at.c) && at.c != ObjectClass {
			if name == "__repr__" && len(a) == 1 {
				return heldRepr(t, x)
			}
			a = append([]Value{x.Native}, a[1:]...) // what the built-in class does with the value under it
			if at.c.Wrap != nil {
				r, err := run(t, a, kw)
				if err != nil || r == NotImplemented {
					return r, err
				}
				return at.c.Wrap(t, x, r)
			}
		} else if d, isDict := first(a).(*Dict); isDict && name == "__repr__" && d.Class != nil && d.Class.User &&
			at.c.Is(DictClass) {
			plain := d.plain() // as the class under it shows, not as its own __repr__ does
			if plain.Default = d.Default; at.c != DictClass {
				plain.Class = at.c
			}
			a = append([]Value{plain}, a[1:]...)
		} else if ok && plainSlots[name] != nil {
			return plainSlots[name](t, a)
		}
		return run(t, a, kw)
	}
	kept, _ := classSlots.LoadOrStore(at, b)
	return kept.(*Builtin)
}

// offers tells whether a value, or values of a class, have a dunder that only some types have.
func offers(v Value, c *Class, name string) bool {
	if _, ok := v.(Iterator); ok && (name == "__iter__" || name == "__next__") {
		return true
	}
	if c.User {
		if c = nativeBase(c); c == nil {
			c = ObjectClass
		}
	}
	return c.Supports(name)
}

// slotOwner is the class a dunder of a built-in one comes from: object, for what all objects do alike.
func (c *Class) slotOwner(name string) *Class {
	switch name {
	case "__str__":
		if c.Str == nil && !c.Is(BaseExceptionClass) && c != StrClass {
			return ObjectClass
		}
	case "__setattr__",
		"__delattr__",
		"__getattribute__",
		"__init__",
		"__reduce_ex__",
		"__reduce__",
		"__ne__",
		"__init_subclass__",
		"__dir__":
		return ObjectClass
	}
	return c
}

// plainSlots are what object's own dunders do with an instance of a class of the language.
var plainSlots map[string]func(t *Thread, a []Value) (Value, error)

// ownOp is x.__op__(y) of a built-in class: NotImplemented where it leaves the operator to the other side.
func ownOp(t *Thread, name, op string, x, y Value) (Value, error) {
	if _, ok := x.(*Instance); ok {
		if f := plainSlots[name]; f != nil && x.(*Instance).Native == nil {
			return f(t, []Value{x, y})
		}
	} else if isSequence(x) && swapped[op] == "" {
		return Binary(t, op, x, y)
	}
	rx, ry := numRank(x), numRank(y)
	if _, object := y.(*Instance); rx > 0 && !object && (ry == 0 || ry > rx) {
		return NotImplemented, nil
	}
	v, err := native(t, op, x, y)
	if c := TypeOf(x); err == nil && v == NotImplemented && c.Binary != nil && !c.User {
		v, err = c.Binary(t, op, x, y)
	}
	if err == nil && v == NotImplemented && (op == "==" || op == "!=") && Is(x, y) {
		v = op == "=="
	}
	return v, err
}

// ownReflected is x.__rop__(y) of a built-in class, y op x.
func ownReflected(t *Thread, op string, x, y Value) (Value, error) {
	rx, ry := numRank(x), numRank(y)
	_, object := y.(*Instance)
	if rx > 0 && !object && (ry == 0 || ry > rx) || op == "%" && rx == 0 && TypeOf(x).Binary == nil &&
		TypeOf(plainText(y)) != TypeOf(plainText(x)) {
		return NotImplemented, nil
	}
	return Binary(t, op, y, x)
}

func newSlot(v Value, c *Class, name string) *Builtin {
	make := func(n int, f func(t *Thread, a []Value) (Value, error)) *Builtin {
		return &Builtin{Name: name, Raw: func(t *Thread, a []Value, _ []Kw) (Value, error) {
			if len(a) != n+1 {
				return nil, TypeErrorf("expected %d arguments, got %d", n, len(a)-1)
			}
			return f(t, a)
		}}
	}
	if s, ok := slots[name]; ok {
		if !offers(v, c, name) {
			return nil
		}
		return make(s.n, s.f)
	}
	if op, ok := binaryDunders[name]; ok && (swapped[op] != "" || arithmetic(c, op)) {
		return make(1, func(t *Thread, a []Value) (Value, error) { return ownOp(t, name, op, a[0], a[1]) })
	}
	if op, ok := binaryDunders[strings.Replace(name, "__r", "__", 1)]; ok && swapped[op] == "" &&
		(arithmetic(c, "unary") || op != "+" && arithmetic(c, op)) {
		return make(1, func(t *Thread, a []Value) (Value, error) { return ownReflected(t, op, a[0], a[1]) })
	}
	if op, ok := unaryDunders[name]; ok && arithmetic(c, "unary") {
		return make(0, func(t *Thread, a []Value) (Value, error) { return Unary(t, op, a[0]) })
	}
	if name == "__index__" && (c.Is(FloatClass) || c.Is(ComplexClass)) {
		return nil
	}
	if f := numberSlots[name]; f != nil && arithmetic(c, "unary") {
		return make(0, func(t *Thread, a []Value) (Value, error) { return f(t, a[0]) })
	}
	switch name {
	case "__init__":
		return &Builtin{Name: name, Raw: func(*Thread, []Value, []Kw) (Value, error) { return None, nil }}
	case "__call__":
		if IsCallable(v) {
			return &Builtin{
				Name: name,
				Raw:  func(t *Thread, a []Value, kw []Kw) (Value, error) { return Call(t, a[0], a[1:], kw) },
			}
		}
	}
	return nil
}
