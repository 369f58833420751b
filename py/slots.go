package py

import "strings"

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
	slots = map[string]dunder{
		"__repr__": {0, func(t *Thread, a []Value) (Value, error) { return Repr(t, a[0]) }},
		"__str__":  {0, func(t *Thread, a []Value) (Value, error) { return Str(t, a[0]) }},
		"__len__": {0, func(t *Thread, a []Value) (Value, error) {
			n, err := Len(t, a[0])
			return int64(n), err
		}},
		"__iter__":    {0, func(t *Thread, a []Value) (Value, error) { return Iter(t, a[0]) }},
		"__next__":    {0, func(t *Thread, a []Value) (Value, error) { return Next(t, a[0]) }},
		"__hash__":    {0, func(t *Thread, a []Value) (Value, error) { return HashIn(t, a[0]) }},
		"__getitem__": {1, func(t *Thread, a []Value) (Value, error) { return GetItem(t, a[0], a[1]) }},
		"__setitem__": {2, func(t *Thread, a []Value) (Value, error) { return None, SetItem(t, a[0], a[1], a[2]) }},
		"__contains__": {1, func(t *Thread, a []Value) (Value, error) {
			ok, err := Contains(t, a[0], a[1])
			return ok, err
		}},
		"__getattribute__": {1, func(t *Thread, a []Value) (Value, error) { return objectAttr(t, a[0], StrOf(a[1])) }},
		"__setattr__":      {2, func(t *Thread, a []Value) (Value, error) { return None, setAttrPlain(t, a[0], StrOf(a[1]), a[2]) }},
		"__delattr__":      {1, func(t *Thread, a []Value) (Value, error) { return None, PlainDelAttr(t, a[0], StrOf(a[1])) }},
		"__delitem__":      {1, func(t *Thread, a []Value) (Value, error) { return None, DelItem(t, a[0], a[1]) }},
		"__format__":       {1, func(t *Thread, a []Value) (Value, error) { return Format(t, a[0], StrOf(a[1])) }},
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

// objectSlot gives the dunder form of what the type can do anyway; nil when it cannot.
func objectSlot(v Value, name string) *Builtin {
	c, isClass := v.(*Class)
	if !isClass {
		c = TypeOf(v)
	}
	make := func(n int, f func(t *Thread, a []Value) (Value, error)) *Builtin {
		return &Builtin{Name: name, Raw: func(t *Thread, a []Value, _ []Kw) (Value, error) {
			if len(a) != n+1 {
				return nil, TypeErrorf("expected %d arguments, got %d", n, len(a)-1)
			}
			return f(t, a)
		}}
	}
	if s, ok := slots[name]; ok {
		return make(s.n, s.f)
	}
	if op, ok := binaryDunders[name]; ok && (swapped[op] != "" || arithmetic(c, op)) {
		return make(1, func(t *Thread, a []Value) (Value, error) { return Binary(t, op, a[0], a[1]) })
	}
	if op, ok := binaryDunders[strings.Replace(name, "__r", "__", 1)]; ok && swapped[op] == "" && (arithmetic(c, "unary") || op != "+" && arithmetic(c, op)) {
		return make(1, func(t *Thread, a []Value) (Value, error) { return Binary(t, op, a[1], a[0]) })
	}
	if op, ok := unaryDunders[name]; ok && arithmetic(c, "unary") {
		return make(0, func(t *Thread, a []Value) (Value, error) { return Unary(t, op, a[0]) })
	}
	if f := numberSlots[name]; f != nil && arithmetic(c, "unary") {
		return make(0, func(t *Thread, a []Value) (Value, error) { return f(t, a[0]) })
	}
	switch name {
	case "__init__":
		return &Builtin{Name: name, Raw: func(*Thread, []Value, []Kw) (Value, error) { return None, nil }}
	case "__call__":
		if IsCallable(v) {
			return &Builtin{Name: name, Raw: func(t *Thread, a []Value, kw []Kw) (Value, error) { return Call(t, a[0], a[1:], kw) }}
		}
	}
	return nil
}
