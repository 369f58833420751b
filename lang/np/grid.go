package np

import (
	"math"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// subscript is an object whose use is its index: np.r_, np.c_, np.s_, np.mgrid, np.ogrid.
type subscript struct {
	name string
	get  func(t *thread, key value) (value, error)
}

var (
	subscriptClass = py.NewClass("numpy.lib._index_tricks_impl", "IndexExpression", py.ObjectClass, nil)
)

// steps is start:stop:step as numbers; a step like 5j asks for as many numbers, the end among them.
func (c *calc) steps(s *py.Slice) *array {
	start, step := s.Start, s.Step
	if start == py.None {
		start = int64(0)
	}
	if n, ok := step.(complex128); ok {
		return c.arr(c.call("linspace", start, s.Stop, int64(math.Abs(imag(n)))))
	}
	if step == py.None {
		step = int64(1)
	}
	return c.arr(c.call("arange", start, s.Stop, step))
}

// joined is np.r_ and np.c_.
func (c *calc) joined(key value, axis, ndmin, trans int) value {
	keys := []value{key}
	if tp, ok := key.(*py.Tuple); ok {
		keys = tp.Items
	}
	var parts []*array
	var d *dtype
	for i, k := range keys {
		if s, ok := strOf(k); ok && i == 0 {
			nums := strings.Split(s, ",")
			ints := make([]int, 0, 3)
			for _, n := range nums {
				v, err := py.Call(c.t, py.IntClass, []value{strings.TrimSpace(n)}, nil)
				if err != nil {
					c.err = py.ValueErrorf("tfs knows directives of np.r_ made of integers, not %s", py.ReprOf(k))
					return py.None
				}
				x, _ := py.AsInt(v)
				ints = append(ints, int(x))
			}
			axis = ints[0]
			if len(ints) > 1 {
				ndmin = ints[1]
			}
			if len(ints) > 2 {
				trans = ints[2]
			}
			continue
		}
		var a *array
		if s, ok := k.(*py.Slice); ok {
			a = c.steps(s)
		} else {
			a = c.arr(k)
			a = atLeastRank(a, 1)
		}
		if a.Rank() < ndmin {
			if trans >= 0 || trans < -1 { // its own dimensions come from trans on
				a = c.placeAxes(a, ndmin, trans)
			} else {
				a = atLeastRank(a, ndmin)
			}
		}
		if !weak(k) {
			d = promote(d, a.DType())
		}
		parts = append(parts, a)
	}
	for i, p := range parts { // Python numbers follow the arrays
		if d != nil && i < len(keys) && weak(keys[len(keys)-len(parts)+i]) {
			parts[i] = c.cast(p, follow(d, keys[len(keys)-len(parts)+i], p.DType()))
		}
	}
	if c.err != nil {
		return py.None
	}
	return c.view(concatenate(c.t, parts, axis, nil))
}

// placeAxes gives an array ndmin dimensions, its own beginning at trans.
func (c *calc) placeAxes(a *array, ndmin, trans int) *array {
	extra := ndmin - a.Rank()
	k := trans
	if k < 0 {
		k += extra + 1
	}
	for range extra {
		if k > 0 {
			a = a.NewAxis(0)
			k--
		} else {
			a = a.NewAxis(a.Rank())
		}
	}
	return a
}

// grid is np.mgrid and, with open, np.ogrid.
func (c *calc) grid(key value, open bool) value {
	tp, many := key.(*py.Tuple)
	if !many {
		if s, ok := key.(*py.Slice); ok {
			return c.steps(s)
		}
		c.err = py.TypeErrorf("np.mgrid is indexed with slices, not %s", py.ReprOf(key))
		return py.None
	}
	args := py.NewTuple()
	var d *dtype
	for _, k := range tp.Items {
		s, ok := k.(*py.Slice)
		if !ok {
			c.err = py.TypeErrorf("np.mgrid is indexed with slices, not %s", py.ReprOf(k))
			return py.None
		}
		a := c.steps(s)
		d = promote(d, a.DType())
		args.Items = append(args.Items, a)
	}
	for i, v := range args.Items {
		args.Items[i] = c.cast(v, d)
	}
	g := meshgrid(c, []value{args, true, open, "ij"})
	if open || c.err != nil {
		return g
	}
	return c.view(stack(c.t, c.arrays(g), 0, nil))
}

func init() {
	py.Register[*subscript](subscriptClass)
	subscriptClass.GetItem = func(t *thread, v, key value) (value, error) { return v.(*subscript).get(t, key) }
	subscriptClass.Repr = func(_ *thread, v value) (string, error) { return "<numpy." + v.(*subscript).name + ">", nil }
	plainFn("apply_along_axis(func1d, axis, arr, *args, **kwargs)", "A function of the rows along a dimension.",
		func(t *thread, a []value) (value, error) {
			c := &calc{t: t}
			x := c.arr(a[2])
			k := c.axis(a[1], x.Rank())
			if c.err != nil {
				return nil, c.err
			}
			moved := c.view(moveAxis(t, x, int64(k), int64(-1)))
			rest := moved.Shape()[:moved.Rank()-1]
			n := sizeOf(rest)
			var kws []py.Kw
			_ = a[4].(*py.Dict).Each(func(key, v value) error {
				kws = append(kws, py.Kw{Name: key.(string), Value: v})
				return nil
			})
			var parts []*array
			for i := range n {
				row := moved
				for _, j := range unravel(i, rest) {
					row = row.Row(j)
				}
				r, err := py.Call(t, a[0], append([]value{row}, a[3].(*py.Tuple).Items...), kws)
				if err != nil {
					return nil, err
				}
				parts = append(parts, c.arr(r))
			}
			if c.err == nil && n == 0 {
				c.err = py.ValueErrorf("Cannot apply_along_axis when any iteration dimensions are 0")
			}
			if c.err != nil {
				return nil, c.err
			}
			z := c.view(stack(t, parts, 0, nil))
			if c.err != nil {
				return nil, c.err
			}
			z = c.view(reshape(t, z, append(append([]int(nil), rest...), parts[0].Shape()...), 'C'))
			for j := range parts[0].Rank() {
				z = c.view(moveAxis(t, z, int64(len(rest)+j), int64(k+j)))
			}
			if c.err != nil {
				return nil, c.err
			}
			return scalarOf(z), nil
		})
	fn("ndindex(*shape)", "All indices of a shape.", func(t *thread, a []value) (value, error) {
		list := a[0].(*py.Tuple)
		if len(list.Items) == 1 {
			if tp, ok := list.Items[0].(*py.Tuple); ok {
				list = tp
			}
		}
		shape, err := sizes(t, list)
		if err != nil {
			return nil, err
		}
		n := sizeOf(shape)
		i := 0
		return &py.NamedIter{Type: "ndindex", Iterator: py.IterFunc(func(*thread) (value, error) {
			if i >= n {
				return nil, nil
			}
			i++
			return py.NewTuple(ints(unravel(i-1, shape))...), nil
		})}, nil
	})
	arrayFn("ndenumerate(arr)", "Indices and elements.", func(_ *thread, x *array, _ []value) (value, error) {
		i := 0
		return &py.NamedIter{Type: "ndenumerate", Iterator: py.IterFunc(func(*thread) (value, error) {
			if i >= x.Len() {
				return nil, nil
			}
			i++
			return py.NewTuple(py.NewTuple(ints(unravel(i-1, x.Shape()))...), element(x, x.Offset(i-1))), nil
		})}, nil
	})
	calcFn("array_equiv(a1, a2)", "Whether both are the same after broadcasting.", func(c *calc, a []value) value {
		x, y := c.arr(a[0]), c.arr(a[1])
		if _, ok := ndarray.Broadcast(x.Shape(), y.Shape()); !ok || c.err != nil {
			return false
		}
		z := c.arr(c.u("equal", x, y))
		return c.err == nil && allTrue(z)
	})
	calcFn("astype(x, dtype, /, *, copy=True, device=None)", "Converted to a type.", func(c *calc, a []value) value {
		return c.value(castValue(c.t, a[0], a[1], nil))
	})
	calcFn("iterable(y)", "Whether it can be iterated.", func(c *calc, a []value) value {
		_, err := py.Iter(c.t, a[0])
		return err == nil
	})
	calcFn("isfortran(a)", "Whether it lies in column-major order only.", func(c *calc, a []value) value {
		x := c.arr(a[0])
		return x.FContiguous() && !x.CContiguous()
	})
	calcFn("piecewise(x, condlist, funclist, *args, **kw)", "By pieces.", func(c *calc, a []value) value {
		x := c.arr(a[0])
		conds := c.pieces(a[1], x)
		list, _ := c.value(py.ToSlice(c.t, a[2])).([]value)
		z := c.new(x.DType(), x.Shape()...)
		if n := len(conds); c.err == nil && len(list) != n && len(list) != n+1 {
			c.err = py.ValueErrorf("with %d condition(s), either %d or %d functions are expected", n, n, n+1)
		}
		if c.err == nil && len(list) == len(conds)+1 {
			var rest value = true
			for _, k := range conds {
				rest = c.u("logical_and", rest, c.u("logical_not", k))
			}
			conds = append(conds, c.arr(rest))
		}
		for i, k := range conds {
			if c.err != nil || i >= len(list) {
				break
			}
			v := list[i]
			if py.IsCallable(v) {
				part := c.at(x, k)
				if p := c.arr(part); c.err == nil && p.Len() == 0 {
					continue
				}
				v = c.value(py.Call(c.t, v, append([]value{part}, a[3].(*py.Tuple).Items...), keywords(a[4])))
			}
			c.set(z, k, v)
		}
		return z
	})
	initPolynomials()
}

// pieces are the conditions of piecewise: one by itself, a list of truths beside an array, is that of one piece.
func (c *calc) pieces(v value, x *array) []*array {
	m := c.arr(v)
	if c.err != nil {
		return nil
	}
	if m.Rank() == 0 {
		return []*array{m}
	}
	list := c.arrays(v)
	if c.err == nil && len(list) > 0 && list[0].Rank() == 0 && x.Rank() > 0 {
		return []*array{c.cast(m, dtypeOf(tensor.Bool))}
	}
	for i := range list {
		list[i] = c.cast(list[i], dtypeOf(tensor.Bool))
	}
	return list
}

// keywords are the entries of a dict, to call with.
func keywords(v value) []py.Kw {
	d, ok := v.(*py.Dict)
	if !ok {
		return nil
	}
	var kws []py.Kw
	for _, k := range d.Keys() {
		if name, ok := strOf(k); ok {
			x, _, _ := d.Get(k)
			kws = append(kws, py.Kw{Name: name, Value: x})
		}
	}
	return kws
}

// initPolynomials declares functions of coefficients, the highest first.
func initPolynomials() {
	calcFn("polyval(p, x)", "A polynomial at points.", func(c *calc, a []value) value {
		var z value = c.u("multiply", a[1], int64(0))
		for _, k := range c.line(a[0]).Places() {
			z = c.u("add", c.u("multiply", z, a[1]), element(c.line(a[0]), k))
		}
		return z
	})
	calcFn("polyadd(a1, a2)", "The sum of polynomials.", func(c *calc, a []value) value { return c.polySum("add", a) })
	calcFn("polysub(a1, a2)", "The difference of polynomials.", func(c *calc, a []value) value {
		return c.polySum("subtract", a)
	})
	calcFn("polymul(a1, a2)", "The product of polynomials.", func(c *calc, a []value) value {
		if c.shallow("Polynomial must be 1d only.", a[:2]...); c.err != nil {
			return py.None
		}
		return c.convolve(c.line(a[0]), c.line(a[1]), "full", false)
	})
	calcFn("polyder(p, m=1)", "The derivative of a polynomial.", func(c *calc, a []value) value {
		p := c.line(a[0])
		for range c.int(a[1], "m") {
			n := p.Len()
			powers := make([]int, max(n-1, 0))
			for i := range powers {
				powers[i] = n - 1 - i
			}
			p = c.arr(c.u("multiply", p.Slice(0, 0, 1, max(n-1, 0)), intsOf(powers)))
		}
		return p
	})
	calcFn("vander(x, N=None, increasing=False)", "Powers of numbers as columns.", func(c *calc, a []value) value {
		x := c.line(a[0])
		n := x.Len()
		if a[1] != py.None {
			n = c.int(a[1], "N")
		}
		if !c.room(max(n, 0)) {
			return py.None
		}
		powers := make([]int, max(n, 0))
		for i := range powers {
			if powers[i] = n - 1 - i; a[2] == true {
				powers[i] = i
			}
		}
		return c.u("power", x.NewAxis(1), intsOf(powers))
	})
	calcFn("polyfit(x, y, deg)", "The polynomial of least squares.", func(c *calc, a []value) value {
		deg := c.int(a[2], "deg")
		x, y := c.cast(a[0], dtypeOf(tensor.Float64)), c.cast(a[1], dtypeOf(tensor.Float64))
		if c.err == nil && deg < 0 {
			c.err = py.ValueErrorf("expected deg >= 0")
		}
		if c.err == nil && x.Len() == 0 {
			c.err = py.TypeErrorf("expected non-empty vector for x")
		}
		if c.err == nil && (y.Rank() == 0 || x.Len() != y.Shape()[0]) {
			c.err = py.TypeErrorf("expected x and y to have same length")
		}
		if c.err != nil {
			return py.None
		}
		v := c.call("vander", x, int64(deg+1))
		scale := c.u("sqrt", c.fold("sum", c.u("multiply", v, v), int64(0), false))
		scaled := c.arr(c.u("divide", v, scale))
		q, _, rank, _ := c.leastByValues(scaled, y, float64(x.Len())*epsilon64)
		if c.err != nil {
			return py.None
		}
		if rank <= deg {
			c.t.Warn(rankWarning, "Polyfit may be poorly conditioned")
		} else {
			q = c.value(leastSquares(c.t, scaled, y))
		}
		if y.Rank() == 2 {
			scale = c.call("expand_dims", scale, int64(1))
		}
		return c.u("divide", q, scale)
	})
}

func (c *calc) polySum(name string, a []value) value {
	x, y := c.line(a[0]), c.line(a[1])
	n := max(x.Len(), y.Len())
	fill := func(v *array) value {
		return c.view(concatenate(c.t, []*array{c.new(v.DType(), n-v.Len()), v}, 0, nil))
	}
	return c.u(name, fill(x), fill(y))
}

// grids are the names that are indexed.
func grids() map[string]value {
	with := func(name string, f func(c *calc, key value) value) *subscript {
		return &subscript{name, func(t *thread, key value) (value, error) {
			c := &calc{t: t}
			v := f(c, key)
			return v, c.err
		}}
	}
	same := func(_ *calc, key value) value { return key }
	return map[string]value{
		"r_": with("r_", func(c *calc, key value) value { return c.joined(key, 0, 1, -1) }),
		"c_": with("c_", func(c *calc, key value) value { return c.joined(key, -1, 2, 0) }),
		"s_": with("s_", same), "index_exp": with("index_exp", func(c *calc, key value) value {
			if _, ok := key.(*py.Tuple); ok {
				return key
			}
			return py.NewTuple(key)
		}),
		"mgrid":       with("mgrid", func(c *calc, key value) value { return c.grid(key, false) }),
		"ogrid":       with("ogrid", func(c *calc, key value) value { return c.grid(key, true) }),
		"euler_gamma": 0.5772156649015329, "True_": npTrue,
		"False_":        npFalse,
		"little_endian": true,
		"exceptions": &py.Module{Name: "numpy.exceptions", Short: "np.exceptions",
			Attrs: map[string]value{"AxisError": axisError, "ComplexWarning": complexWarning, "RankWarning": rankWarning,
				"TooHardError": tooHardError, "DTypePromotionError": promotionError,
				"VisibleDeprecationWarning": py.NewClass("numpy.exceptions", "VisibleDeprecationWarning", py.UserWarningClass, nil)}},
	}
}
