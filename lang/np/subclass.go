package np

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Classes that derive from ndarray: an object has the array under it (Native). What is computed of it is an array
// that gets its class.

// derived is an object of a class that derives from ndarray with the array under it; nil for other values.
func derived(v value) (*py.Instance, *array) {
	if x, ok := v.(*py.Instance); ok {
		if a, ok := x.Native.(*array); ok {
			return x, a
		}
	}
	return nil, nil
}

// arrayOf is the array that an object is or has under it.
func arrayOf(v value) *array {
	if _, a := derived(v); a != nil {
		return a
	}
	return v.(*array)
}

// underlying gives the arrays under the arguments, and the object among them that says of which class results are.
func underlying(args []value) (first *py.Instance, out []value) {
	out = args
	for i, v := range args {
		x, a := derived(v)
		if x == nil {
			continue
		}
		if first == nil {
			first, out = x, slices.Clone(args)
		} else if priority(x) > priority(first) {
			first = x
		}
		out[i] = a
	}
	return first, out
}

// sequence is the items of a list or tuple.
func sequence(v value) []value {
	switch x := v.(type) {
	case *py.List:
		return x.Items
	case *py.Tuple:
		return x.Items
	}
	return nil
}

func priority(x *py.Instance) float64 {
	v, err := py.GetAttr(py.Background(), x, "__array_priority__")
	if err != nil {
		return 0
	}
	f, _ := py.ToFloat(v)
	return f
}

// inClass gives an array, or each of several, the class of an object it was made of.
func inClass(t *thread, x *py.Instance, v value) (value, error) {
	switch z := v.(type) {
	case *array:
		if x.Native == nil { // a new object
			x.Native = z
			return x, finalize(t, x, py.None)
		}
		if x.Native == v {
			return x, nil
		}
		return ofClass(t, x.Class, z, x)
	case *py.Tuple, *py.List:
		var out []value
		for _, e := range sequence(z) {
			w, err := inClass(t, x, e)
			if err != nil {
				return nil, err
			}
			out = append(out, w)
		}
		if _, list := z.(*py.List); list {
			return py.NewList(out...), nil
		}
		return py.NewTuple(out...), nil
	}
	return v, nil
}

// folded is inClass for reductions: where ndarray gives a scalar, derived classes have an array of rank 0.
func folded(t *thread, x *py.Instance, name string, v value) (value, error) {
	switch name {
	case "sum", "prod", "max", "min", "amax", "amin", "all", "any", "mean", "std", "var", "median", "reduce":
		a, err := asArray(t, v)
		if err != nil {
			return nil, err
		}
		v = a
	}
	return inClass(t, x, v)
}

// ofClass is an array as an object of a class that derives from ndarray; of is what it was made of.
func ofClass(t *thread, c *py.Class, a *array, of value) (value, error) {
	z := &py.Instance{Class: c, Attrs: py.NewDict(), Native: a}
	return z, finalize(t, z, of)
}

func finalize(t *thread, z *py.Instance, of value) error {
	if _, builtin := z.Class.Lookup("__array_finalize__").(*py.Builtin); builtin {
		return nil
	}
	_, err := py.CallMethod(t, z, "__array_finalize__", of)
	return err
}

// wrapped gives what a ufunc computed of args the class that one of them has.
func (u *ufunc) wrapped(t *thread, x *py.Instance, v value) (value, error) {
	if x == nil {
		return v, nil
	}
	if _, builtin := x.Class.Lookup("__array_wrap__").(*py.Builtin); builtin {
		return inClass(t, x, v)
	}
	a, err := asArray(t, v)
	if err != nil {
		return nil, err
	}
	return py.CallMethod(t, x, "__array_wrap__", a, py.None, !isArray(v))
}

// keepers are the functions whose results have the class of their arguments.
var keepers = map[string]bool{}

// derive makes the methods and attributes of arrays know objects of derived classes.
func derive(c *py.Class) {
	for _, n := range strings.Fields(`asanyarray sum prod max min amax amin mean std var all any cumsum cumprod argmax argmin
		argsort sort reshape ravel transpose swapaxes moveaxis squeeze expand_dims repeat take compress clip dot inner
		diagonal flip fliplr flipud rot90 roll atleast_1d atleast_2d
		zeros_like ones_like empty_like full_like insert delete diff median kron inv pinv matrix_power tile unique split
		array_split hsplit vsplit`) {
		keepers[n] = true
	}
	c.Wrap = inClass
	c.DefRaw("__array_finalize__(self, obj, /)", "Called for every new object.",
		func(*thread, []value, []py.Kw) (value, error) { return py.None, nil })
	c.DefRaw("__array_wrap__(self, array, context=None, return_scalar=False, /)", "An array as one of this class.",
		func(t *thread, a []value, _ []py.Kw) (value, error) {
			if len(a) < 2 || len(a) > 4 {
				return nil, py.TypeErrorf("__array_wrap__ takes from 1 to 3 arguments (%d given)", len(a)-1)
			}
			x, _ := derived(a[0])
			_, out := underlying(a)
			if x == nil {
				return out[1], nil
			}
			return inClass(t, x, out[1])
		})
	c.DefRaw("__array_ufunc__(self, ufunc, method, /, *inputs, **kwargs)", "The function of arrays.",
		func(t *thread, a []value, kw []py.Kw) (value, error) {
			if len(a) < 3 {
				return nil, py.TypeErrorf("__array_ufunc__ requires at least 2 arguments (%d given)", len(a)-1)
			}
			name, _ := strOf(a[2])
			f, err := py.GetAttr(t, a[1], name)
			if err != nil {
				return nil, err
			}
			_, in := underlying(a)
			return py.Call(t, f, in[3:], kw)
		})
	for _, k := range c.Attrs.Keys() {
		name := k.(string)
		switch m, _ := c.Attrs.GetStr(name); m := m.(type) {
		case *py.Builtin:
			if !strings.HasPrefix(name, "__array_") {
				deriveMethod(m)
			}
		case *py.Property:
			get := m.Get
			m.Get = func(t *thread, v value) (value, error) {
				x, a := derived(v)
				if x == nil {
					return get(t, v)
				}
				r, err := get(t, a)
				if err != nil || name == "base" {
					return r, err
				}
				if _, ok := r.(*array); !ok { // a shape is no tuple of arrays
					return r, nil
				}
				return inClass(t, x, r)
			}
		}
	}
}

func init() {
	b := py.NewBuiltin("_strided(x, shape, strides)", func(t *thread, a []value) (value, error) {
		x := arrayOf(a[0])
		shape, err := sizes(t, a[1])
		if err != nil {
			return nil, err
		}
		steps, err := shapeArg(t, a[2])
		if err != nil {
			return nil, err
		}
		z := x.Strided(shape, x.Strides(), 0)
		if len(steps) != len(shape) {
			return nil, py.ValueErrorf("strides must be same length as shape (%d)", len(shape))
		}
		if !z.SetStrides(steps) {
			return nil, py.ValueErrorf("strides %s of shape %s leave the memory of the array", ndarray.Shape(steps),
				ndarray.Shape(shape))
		}
		return z, nil
	})
	functions = append(functions, b)
}

func deriveMethod(m *py.Builtin) {
	f, raw := m.Fn, m.Raw
	run := func(t *thread, args []value, call func(args []value) (value, error)) (value, error) {
		x, self := derived(args[0])
		_, in := underlying(args)
		if m.Name == "view" {
			for _, v := range in[1:] {
				if k, ok := v.(*py.Class); ok && k.Is(bind.ArrayClass) && k != bind.ArrayClass {
					of := args[0]
					if self == nil {
						self = args[0].(*array)
					}
					return ofClass(t, k, self.View(), of)
				}
			}
			if in[1] == value(bind.ArrayClass) {
				x = nil
			}
		}
		if u := ufuncs[foldOps[m.Name].ufunc]; u != nil && x != nil && len(in) > 1 {
			if v, err := u.overriddenMethod(t, "reduce", args); v != nil || err != nil {
				return v, err
			}
		}
		r, err := call(in)
		if err != nil || x == nil {
			return r, err
		}
		switch r.(type) {
		case *py.Tuple, *py.List:
			return r, nil
		}
		return folded(t, x, m.Name, r)
	}
	if f != nil {
		m.Fn = func(t *thread, args []value) (value, error) {
			return run(t, args, func(args []value) (value, error) { return f(t, args) })
		}
	}
	if raw != nil {
		m.Raw = func(t *thread, args []value, kw []py.Kw) (value, error) {
			return run(t, args, func(args []value) (value, error) { return raw(t, args, kw) })
		}
	}
}
