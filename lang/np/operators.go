package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// The operators of arrays, as ufuncs.

// operator computes a op b for Python's operators. With into, the result goes there.
func operator(t *thread, o string, a, b value, into *array) (value, error) {
	u := operators[o]
	if u == nil {
		return py.NotImplemented, nil
	}
	kw := &callOptions{}
	if into != nil {
		kw.out = []*array{into}
	}
	kw.scalar = !isArray(a) && !isArray(b) && !isTruth(a)
	if o == "**" && isArray(a) {
		if simple := ufuncs[powerName(a.(*array), b)]; simple != nil {
			return simple.call(t, []value{a}, kw)
		}
	}
	if o == "@" && into != nil {
		if y, err := asArray(t, b); err == nil && len(y.Shape()) == 1 && canCast(y.DType(), into.DType(), "same_kind") {
			return nil, py.ValueErrorf("inplace matrix multiplication requires the first operand to have at least one and " +
				"the second at least two dimensions.")
		}
	}
	if o == "@" {
		return u.matmul(t, []value{a, b}, kw)
	}
	return u.call(t, []value{a, b}, kw)
}

// powerName is the function that NumPy takes for some powers of arrays, "" for the others.
func powerName(a *array, b value) string {
	n, err := 0.0, error(nil)
	switch b.(type) {
	case int64, float64:
		n, err = py.ToFloat(b)
	default:
		return ""
	}
	if d := a.DType(); err != nil || !d.IsNumber() || !d.Num.IsFloating() && !d.Num.IsComplex() {
		return ""
	}
	return map[float64]string{2: "square", 0.5: "sqrt", -1: "reciprocal"}[n]
}

// binary is a op b of an array or a scalar with anything.
func binary(t *thread, o string, a, b value) (value, error) {
	if v := quick(o, a, b); v != nil {
		return v, nil
	}
	x, in := underlying([]value{a, b})
	if x != nil {
		if u := operators[o]; u != nil {
			if v, err := u.overridden(t, "__call__", []value{a, b}, nil); v != nil || err != nil {
				return v, err
			}
			v, err := binary(t, o, in[0], in[1])
			if err != nil || v == py.NotImplemented {
				return v, err
			}
			return u.wrapped(t, x, v)
		}
		a, b = in[0], in[1]
	}
	a, b = scalarUnder(a), scalarUnder(b)
	for _, v := range []value{a, b} {
		switch x := v.(type) {
		case *tensor.Tensor, *bind.Variable, *op.Edge: // theirs to compute
			return py.NotImplemented, nil
		case *py.Instance:
			if m := x.Class.Lookup("__array_ufunc__"); m == py.None {
				return py.NotImplemented, nil
			} else if m != nil && operators[o] != nil {
				return operators[o].overridden(t, "__call__", []value{a, b}, nil)
			}
			if x.Native == nil && comesFirst(t, x) && defines(x.Class, o) {
				return py.NotImplemented, nil
			}
		}
	}
	if !isArray(a) && !isArray(b) {
		if v, done, err := scalarOp(t, o, a, b); done || err != nil {
			return v, err
		}
	}
	v, err := operator(t, o, a, b, nil)
	if e, ok := err.(*py.Exc); ok && e.Class == noLoopError && !isArray(a) && !isArray(b) && !isDate(a) && !isDate(b) {
		return py.NotImplemented, nil
	}
	return v, err
}

// scalarUnder is the scalar that an object of a class derived from a scalar's holds, any other value as it is.
func scalarUnder(v value) value {
	if x, ok := v.(*py.Instance); ok {
		if s, ok := x.Native.(*bind.Scalar); ok {
			return s
		}
	}
	return v
}

func isArray(v value) bool {
	_, ok := v.(*array)
	return ok
}

// isTruth tells an np.bool, whose operators are those of arrays: without a word on integers that do not fit.
func isTruth(v value) bool {
	s, ok := v.(*bind.Scalar)
	return ok && s.T.DType() == tensor.Bool
}

// comesFirst tells an object whose operators are asked before those of arrays: NumPy's are 0, an object's by default
// far below.
func comesFirst(t *thread, x *py.Instance) bool {
	if x.Class.Lookup("__array_priority__") == nil {
		return false
	}
	v, err := py.GetAttr(t, x, "__array_priority__")
	if err != nil {
		return false
	}
	f, err := py.ToFloat(v)
	return err == nil && f > 0
}

// isDate tells scalars that are dates or spans of time.
func isDate(v value) bool {
	x, ok := v.(*void)
	return ok && x.a.DType().IsDate()
}

// defines tells whether a class of the user's has the reflected operator.
func defines(c *py.Class, o string) bool {
	for _, n := range reflectedNames[o] {
		if c.Lookup(n) != nil {
			return true
		}
	}
	return false
}

var reflectedNames = map[string][]string{"+": {"__radd__", "__add__"}, "-": {"__rsub__", "__sub__"},
	"*": {"__rmul__", "__mul__"}, "/": {"__rtruediv__", "__truediv__"},
	"//": {"__rfloordiv__"}, "%": {"__rmod__"}, "**": {"__rpow__"}, "@": {"__rmatmul__"}, "&": {"__rand__"},
	"|": {"__ror__"}, "^": {"__rxor__"},
	"<<": {"__rlshift__"}, ">>": {"__rrshift__"}, "==": {"__eq__"}, "!=": {"__ne__",
		"__eq__"}, "<": {"__gt__"}, "<=": {"__ge__"}, ">": {"__lt__"}, ">=": {"__le__"}}

func unary(t *thread, o string, v value) (value, error) {
	name := map[string]string{"-": "negative", "+": "positive", "~": "invert", "abs": "absolute"}[o]
	if x, a := derived(v); x != nil {
		if r, err := ufuncs[name].overridden(t, "__call__", []value{v}, nil); r != nil || err != nil {
			return r, err
		}
		r, err := ufuncs[name].call(t, []value{a}, &callOptions{})
		if err != nil {
			return nil, err
		}
		return ufuncs[name].wrapped(t, x, r)
	}
	return ufuncs[name].call(t, []value{scalarUnder(v)}, &callOptions{scalar: !isArray(v)})
}

// defineDivMod gives a class divmod(a, b) on both sides.
func defineDivMod(c *py.Class) {
	c.Def("__divmod__(self, value)", "The quotient and what remains.", func(t *thread, a []value) (value, error) {
		return ufuncs["divmod"].call(t, a, &callOptions{scalar: !isArray(a[0]) && !isArray(a[1])})
	})
	c.Def("__rdivmod__(self, value)", "The quotient and what remains.", func(t *thread, a []value) (value, error) {
		return ufuncs["divmod"].call(t, []value{a[1], a[0]}, &callOptions{scalar: !isArray(a[0]) && !isArray(a[1])})
	})
}
