package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// arrayFn adds a function whose first argument is an array.
func arrayFn(sig, doc string, f func(t *thread, a *array, args []value) (value, error)) {
	fn(sig, doc, func(t *thread, args []value) (value, error) {
		a, err := asArray(t, args[0])
		if err != nil {
			return nil, err
		}
		return f(t, a, args)
	})
}

func init() {
	for _, n := range []string{"sum", "prod", "max", "min", "all", "any", "mean", "amax", "amin"} {
		name := n
		if n == "amax" || n == "amin" {
			name = n[1:]
		}
		typed := name == "sum" || name == "prod" || name == "mean"
		sig := "(a, axis=None, out=None, keepdims=False, initial=None, where=True)"
		if typed {
			sig = "(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True)"
		}
		arrayFn(n+sig, "The "+name+" along axes.", func(t *thread, a *array, args []value) (value, error) {
			if !typed {
				args = append([]value{args[0], args[1], py.None}, args[2:]...)
			}
			return foldCall(t, name, a, args)
		})
	}
	for _, n := range []string{"std", "var"} {
		arrayFn(
			n+"(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True, mean=None, correction=None)",
			"The "+n+" along axes.",
			func(t *thread, a *array, args []value) (value, error) {
				return spread(t, n, a, args)
			},
		)
	}
	for _, n := range []string{"argmax", "argmin"} {
		arrayFn(n+"(a, axis=None, out=None, keepdims=False)", "Where it is.",
			func(t *thread, a *array, args []value) (value, error) {
				return argExtreme(t, a, n == "argmin", args[1], args[3] == true)
			})
	}
	for n, product := range map[string]bool{"cumsum": false, "cumprod": true} {
		arrayFn(n+"(a, axis=None, dtype=None, out=None)", "The running fold.",
			func(t *thread, a *array, args []value) (value, error) {
				return running(t, a, args[1], product, args[2])
			})
	}
	for _, n := range []string{"round", "around"} {
		arrayFn(n+"(a, decimals=0, out=None)", "Rounded.", func(t *thread, a *array, args []value) (value, error) {
			return roundFn(t, a, args)
		})
	}
	fn("clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None)", "Kept between two bounds.",
		npClip)
	fn("dot(a, b, out=None)", "The matrix product.", func(t *thread, a []value) (value, error) {
		return dot(t, a[0], a[1])
	})
	fn("where(condition, x=None, y=None)", "x where condition holds, else y.", where)
	arrayFn("shape(a)", "The dimensions.", func(_ *thread, a *array, _ []value) (value, error) {
		return py.NewTuple(ints(a.Shape())...), nil
	})
	arrayFn("ndim(a)", "The number of dimensions.", func(_ *thread, a *array, _ []value) (value, error) {
		return int64(a.Rank()), nil
	})
	arrayFn("size(a, axis=None)", "The number of elements.", func(_ *thread, a *array, args []value) (value, error) {
		if args[1] == py.None {
			return int64(a.Len()), nil
		}
		axes, n := []value{args[1]}, int64(1)
		if t, ok := args[1].(*py.Tuple); ok {
			axes = t.Items
		}
		for _, v := range axes {
			k, err := axisArg(v, a.Rank())
			if err != nil {
				return nil, err
			}
			n *= int64(a.Shape()[k])
		}
		return n, nil
	})
	arrayFn("sort(a, axis=-1, kind=None, order=None, stable=None)", "Sorted along a dimension.",
		func(t *thread, a *array, args []value) (value, error) {
			if err := sortKind(args[2]); err != nil {
				return nil, err
			}
			z, err := sortAxis(t, a, args[1], args[3])
			if err != nil {
				return nil, err
			}
			return z, nil
		})
	arrayFn("argsort(a, axis=-1, kind=None, order=None, stable=None)", "The positions that sort.",
		func(t *thread, a *array, args []value) (value, error) {
			if err := sortKind(args[2]); err != nil {
				return nil, err
			}
			return argsortAxis(t, a, args[1], args[3])
		})
	fn("array_equal(a1, a2, equal_nan=False)", "Whether both are the same.", npArrayEqual)
	fn("shares_memory(a, b, max_work=None)", "Whether two arrays have a byte in common.",
		npSharesMemory)
	fn("may_share_memory(a, b, max_work=None)", "Whether the memory of two arrays may overlap.",
		npMayShareMemory)
	fn("issubdtype(arg1, arg2)", "Whether a type is of a kind.", npIssubdtype)
}

// npClip is clip: kept between two bounds.
func npClip(t *thread, a []value) (value, error) {
	lo, hi := a[1], a[2]
	if a[4] != py.None {
		lo = a[4]
	}
	if a[5] != py.None {
		hi = a[5]
	}
	return clip(t, a[0], lo, hi, a[3])
}

// npArrayEqual is array_equal: whether both are the same.
func npArrayEqual(t *thread, a []value) (value, error) {
	x, y, err := twoArrays(t, a)
	if err != nil {
		return nil, err
	}
	if !tensor.SameShape(x.Shape(), y.Shape()) {
		return false, nil
	}
	eq, err := equalElements(t, x, y, a[2] == true)
	if err != nil {
		return nil, err
	}
	return allTrue(eq), nil
}

// npSharesMemory is shares_memory: whether two arrays have a byte in common.
func npSharesMemory(t *thread, a []value) (value, error) {
	x, y, err := twoArrays(t, a)
	if err != nil {
		return nil, err
	}
	if n, ok := py.AsInt(a[2]); ok && n == 0 {
		return ndarray.MayShare(x, y), nil
	} else if ok && n > 0 && min(x.Len(), y.Len()) > 1<<20 {
		return nil, py.Raisef(tooHardError, "Exceeded max_work")
	}
	return ndarray.Shares(t.Ctx, x, y)
}

// npMayShareMemory is may_share_memory: whether the memory of two arrays may overlap.
func npMayShareMemory(t *thread, a []value) (value, error) {
	x, y, err := twoArrays(t, a)
	if err != nil {
		return nil, err
	}
	return ndarray.MayShare(x, y), nil
}

// npIssubdtype is issubdtype: whether a type is of a kind.
func npIssubdtype(_ *thread, a []value) (value, error) {
	d, err := toDType(a[0])
	if c, ok := a[0].(*py.Class); ok && err != nil {
		if k, ok := a[1].(*py.Class); ok {
			return c.Is(k), nil
		}
	}
	if err != nil {
		return nil, err
	}
	c, ok := a[1].(*py.Class)
	if !ok || classType(c) != nil && !c.Is(bind.GenericClass) {
		e, err := toDType(a[1])
		return err == nil && e.Kind == d.Kind && ndarray.Same(e, d), err
	}
	k := bind.ScalarClasses[d.Num]
	switch d.Kind {
	case 'U':
		k = strClass
	case 'S':
		k = bytesClass
	case 'V':
		k = voidClass
	case 'O':
		k = py.ObjectClass
	case 'M':
		k = dateClass
	case 'm':
		k = spanClass
	}
	return k.Is(c), nil
}

// twoArrays are the first two arguments as arrays.
func twoArrays(t *thread, a []value) (x, y *array, err error) {
	if x, err = asArray(t, a[0]); err != nil {
		return nil, nil, err
	}
	y, err = asArray(t, a[1])
	return x, y, err
}

func roundFn(t *thread, a *array, args []value) (value, error) { return round(t, a, args[1], args[2]) }

// equalElements compares two arrays of one shape.
func equalElements(t *thread, x, y *array, nan bool) (*array, error) {
	v, err := operator(t, "==", x, y, nil)
	if err != nil {
		return nil, err
	}
	z, err := asArray(t, v)
	mayLack := func(a *array) bool { return a.DType().IsNumber() || a.DType().IsDate() }
	if err != nil || !nan || !mayLack(x) || !mayLack(y) {
		return z, err
	}
	a, err := ufuncs["isnan"].call(t, []value{x}, &callOptions{})
	if err != nil {
		return nil, err
	}
	b, err := ufuncs["isnan"].call(t, []value{y}, &callOptions{})
	if err != nil {
		return nil, err
	}
	both, err := operator(t, "&", a, b, nil)
	if err != nil {
		return nil, err
	}
	w, err := operator(t, "|", z, both, nil)
	if err != nil {
		return nil, err
	}
	return asArray(t, w)
}

func allTrue(a *array) bool {
	ok := true
	a.Each(func(at int) { ok = ok && a.Element(at)[0] != 0 })
	return ok
}

func where(t *thread, a []value) (value, error) {
	c, err := asArray(t, a[0])
	if err != nil {
		return nil, err
	}
	if a[1] == py.None && a[2] == py.None {
		return nonzero(t, c)
	}
	if a[1] == py.None || a[2] == py.None {
		return nil, py.ValueErrorf("either both or neither of x and y should be given")
	}
	if c, err = truths(t, c); err != nil {
		return nil, err
	}
	o, err := ufuncs["add"].operands(t, a[1:])
	if err != nil {
		return nil, err
	}
	d := o.common(false)
	shape, ok := ndarray.Broadcast(c.Shape(), o.arrays[0].Shape(), o.arrays[1].Shape())
	if !ok {
		return nil, py.ValueErrorf("operands could not be broadcast together with shapes %s %s %s ",
			ndarray.Tight(c.Shape()), ndarray.Tight(o.arrays[0].Shape()), ndarray.Tight(o.arrays[1].Shape()))
	}
	if d.IsNumber() {
		return whereNumbers(t, c, o, d.Num, shape)
	}
	z, err := ndarray.NewContext(t.Ctx, d, shape, false)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	if err := assign(t, z, o.arrays[1]); err != nil {
		return nil, err
	}
	return z, masked(t, z, o.arrays[0], c)
}

// whereNumbers is where for numbers; the result lies in memory as the operands do.
func whereNumbers(t *thread, c *array, o *operands, d tensor.DType, shape []int) (value, error) {
	order := ndarray.Order(c, o.arrays[0], o.arrays[1])
	turn := func(a *array) *array {
		if order == nil {
			return a
		}
		return a.Ranked(len(order)).Permute(order)
	}
	if order != nil {
		was := shape
		shape = make([]int, len(was))
		for i, k := range order {
			shape[i] = was[k]
		}
	}
	m, err := turn(c).Borrow(t.Ctx)
	if err != nil {
		return nil, err
	}
	if m, err = tensor.BroadcastTo(t.Ctx, m, shape); err != nil {
		return nil, err
	}
	x := make([]*tensor.Tensor, 2)
	for i := range x {
		if x[i], err = o.input(t, i, turn(o.arrays[i]), d); err != nil {
			return nil, err
		}
		if x[i], err = tensor.BroadcastTo(t.Ctx, x[i], shape); err != nil {
			return nil, err
		}
	}
	z, err := tensor.Where3(t.Ctx, m, x[0], x[1])
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	return inOrder(order, ndarray.Fresh(z, x...)), nil
}

// isClose tells where |x - y| <= atol + rtol * |y|.
func isClose(t *thread, a, b, rtol, atol value, nan bool) (value, error) {
	f := func(u string, args ...value) (value, error) { return ufuncs[u].call(t, args, &callOptions{}) }
	x, err := f("multiply", a, 1.0)
	if err != nil {
		return nil, err
	}
	y, err := f("multiply", b, 1.0)
	if err != nil {
		return nil, err
	}
	chain := func(v value, u string, args ...value) value {
		if err != nil {
			return nil
		}
		v, err = f(u, append([]value{v}, args...)...)
		return v
	}
	dist := chain(chain(x, "subtract", y), "absolute")
	bound := chain(chain(chain(y, "absolute"), "multiply", rtol), "add", atol)
	near := chain(chain(dist, "less_equal", bound), "logical_and", chain(y, "isfinite"))
	near = chain(near, "logical_or", chain(x, "equal", y))
	if nan {
		near = chain(near, "logical_or", chain(chain(x, "isnan"), "logical_and", chain(y, "isnan")))
	}
	return near, err
}

func init() {
	fn("isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)", "Where both are nearly the same.",
		func(t *thread, a []value) (value, error) {
			return calmly(t, func() (value, error) { return isClose(t, a[0], a[1], a[2], a[3], a[4] == true) })
		})
	fn("allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)", "Whether both are nearly the same.",
		func(t *thread, a []value) (value, error) {
			v, err := calmly(t, func() (value, error) { return isClose(t, a[0], a[1], a[2], a[3], a[4] == true) })
			if err != nil {
				return nil, err
			}
			z, err := asArray(t, v)
			if err != nil {
				return nil, err
			}
			return allTrue(z), nil
		})
}
