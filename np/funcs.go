package np

import (
	"math"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

func dtypeArg(v value, def tensor.DType) (tensor.DType, error) {
	if v == py.None {
		return def, nil
	}
	return toDType(v)
}

func filled(t *thread, shape, dtype value, v float64) (value, error) {
	d, err := dtypeArg(dtype, tensor.Float64)
	if err != nil {
		return nil, err
	}
	s, err := op.Convert(t, shape, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	one, err := tensor.Cast(t.Ctx, tensor.Scalar(v), d)
	if err != nil {
		return nil, err
	}
	for _, n := range s.Ints() {
		if n < 0 {
			return nil, py.ValueErrorf("negative dimensions are not allowed")
		}
	}
	z, err := tensor.Fill(t.Ctx, s.Ints(), one)
	if err != nil {
		return nil, op.Wrap(t, err, "", false)
	}
	return &op.Array{T: z}, nil
}

func array(t *thread, v, dtype value) (value, error) {
	if a, ok := v.(*op.Array); ok && (a.Obj != nil || a.Unicode) && dtype == py.None {
		z := *a
		return &z, nil
	}
	if dtype != py.None {
		if dtype == py.ObjectClass || dtype == "object" {
			items, err := py.ToSlice(t, v)
			return &op.Array{Obj: items}, err
		}
		d, err := toDType(dtype)
		if err != nil {
			return nil, err
		}
		x, err := asTensor(t, v)
		if err != nil {
			return nil, err
		}
		if x.DType() == tensor.String {
			return cast(t, &op.Array{T: x, Unicode: true}, dtype)
		}
		if d.IsInteger() && x.DType() == tensor.Int64 && d != tensor.Uint64 {
			lo, hi := d.IntRange()
			for i := range x.Len() {
				if n := x.Int(i); n < lo || n > hi {
					return nil, py.Raisef(py.OverflowErrorClass, "Python integer %d out of bounds for %s", n, d)
				}
			}
		}
		if x, err = tensor.Cast(t.Ctx, x, d); err != nil {
			return nil, err
		}
		return &op.Array{T: x}, nil
	}
	x, err := asTensor(t, v)
	if err != nil {
		return nil, err
	}
	return &op.Array{T: x, Unicode: x.DType() == tensor.String && holdsStr(v)}, nil
}

func holdsStr(v value) bool {
	switch x := v.(type) {
	case string:
		return true
	case *py.List:
		return len(x.Items) > 0 && holdsStr(x.Items[0])
	case *py.Tuple:
		return len(x.Items) > 0 && holdsStr(x.Items[0])
	}
	return false
}

var redNames = map[string]string{"sum": "Sum", "mean": "Mean", "max": "Max", "min": "Min", "prod": "Prod", "all": "All", "any": "Any"}

func axesOf(t *thread, v value, rank int) ([]bool, error) {
	red := make([]bool, rank)
	if v == py.None {
		for i := range red {
			red[i] = true
		}
		return red, nil
	}
	a, err := op.Convert(t, v, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	for _, i := range a.Ints() {
		k := i
		if k < 0 {
			k += rank
		}
		if k < 0 || k >= rank {
			return nil, py.Raisef(axisError, "axis %d is out of bounds for array of dimension %d", i, rank)
		}
		red[k] = true
	}
	return red, nil
}

var axisError = py.NewClass("numpy.exceptions", "AxisError", py.IndexErrorClass, nil)

func reduce(t *thread, name string, x *tensor.Tensor, axis, keep value) (value, error) {
	red, err := axesOf(t, axis, x.Rank())
	if err != nil {
		return nil, err
	}
	k := keep == true
	switch name {
	case "all", "any":
		if x, err = tensor.Cast(t.Ctx, x, tensor.Bool); err != nil {
			return nil, err
		}
	case "max", "min":
		if x.Len() == 0 {
			return nil, py.ValueErrorf("zero-size array to reduction operation %s which has no identity", map[string]string{"max": "maximum", "min": "minimum"}[name])
		}
	case "mean", "std", "var":
		if !x.DType().IsFloating() && !x.DType().IsComplex() {
			if x, err = tensor.Cast(t.Ctx, x, tensor.Float64); err != nil {
				return nil, err
			}
		}
	default: // sums and products of small integers are int64
		if d := x.DType(); d == tensor.Bool || d.Kind() == tensor.KindInt {
			x, err = tensor.Cast(t.Ctx, x, tensor.Int64)
		} else if d.Kind() == tensor.KindUint {
			x, err = tensor.Cast(t.Ctx, x, tensor.Uint64)
		}
		if err != nil {
			return nil, err
		}
	}
	var z *tensor.Tensor
	switch name {
	case "mean":
		z, err = tensor.Mean(t.Ctx, x, red, k)
	case "std", "var":
		m, merr := tensor.Mean(t.Ctx, x, red, true)
		if merr != nil {
			return nil, merr
		}
		d, derr := tensor.Bin("Sub").Apply(t.Ctx, x, m)
		if derr != nil {
			return nil, derr
		}
		if d, err = tensor.Un("Square").Apply(t.Ctx, d); err != nil {
			return nil, err
		}
		if z, err = tensor.Mean(t.Ctx, d, red, k); err == nil && name == "std" {
			z, err = tensor.Un("Sqrt").Apply(t.Ctx, z)
		}
	default:
		z, err = tensor.Reduce(t.Ctx, redNames[name], x, red, k)
	}
	if err != nil {
		return nil, err
	}
	return wrap(z), nil
}

func argReduce(t *thread, least bool, x *tensor.Tensor, axis value) (value, error) {
	a := 0
	if axis == py.None {
		x = x.WithShape([]int{x.Len()})
	} else {
		n, _ := py.AsInt(axis)
		if a = int(n); a < 0 {
			a += x.Rank()
		}
		if a < 0 || a >= x.Rank() {
			return nil, py.Raisef(axisError, "axis %d is out of bounds for array of dimension %d", n, x.Rank())
		}
	}
	if x.Len() == 0 {
		return nil, py.ValueErrorf("attempt to get argmax of an empty sequence")
	}
	z, err := tensor.ArgReduce(t.Ctx, x, a, least)
	if err != nil {
		return nil, err
	}
	return wrap(z), nil
}

func cum(t *thread, x *tensor.Tensor, axis value, product bool) (value, error) {
	a := 0
	if axis == py.None {
		x = x.WithShape([]int{x.Len()})
	} else {
		n, _ := py.AsInt(axis)
		if a = int(n); a < 0 {
			a += x.Rank()
		}
		if a < 0 || a >= x.Rank() {
			return nil, py.Raisef(axisError, "axis %d is out of bounds for array of dimension %d", n, x.Rank())
		}
	}
	if x.DType() == tensor.Bool || x.DType().Kind() == tensor.KindInt {
		y, err := tensor.Cast(t.Ctx, x, tensor.Int64)
		if err != nil {
			return nil, err
		}
		x = y
	}
	z, err := tensor.Cum(t.Ctx, x, a, product, false, false)
	if err != nil {
		return nil, err
	}
	return wrap(z), nil
}

func round(t *thread, x *tensor.Tensor, decimals value) (value, error) {
	n, _ := py.AsInt(decimals)
	if !x.DType().IsFloating() {
		return wrap(x), nil
	}
	if n == 0 {
		z, err := tensor.Un("Rint").Apply(t.Ctx, x)
		if err != nil {
			return nil, err
		}
		return wrap(z), nil
	}
	p := math.Pow(10, float64(n))
	out := make([]float64, x.Len())
	for i := range out {
		out[i] = math.RoundToEven(x.Float(i)*p) / p
	}
	z, err := tensor.Cast(t.Ctx, tensor.FromSlice(x.Shape(), out), x.DType())
	if err != nil {
		return nil, err
	}
	return wrap(z), nil
}

func dot(t *thread, a, b value, x, y *tensor.Tensor) (value, error) {
	x, y, err := common(t, a, b, x, y)
	if err != nil {
		return nil, err
	}
	if x.Rank() == 0 || y.Rank() == 0 {
		z, err := arith(t, "*", x, y)
		if err != nil {
			return nil, err
		}
		return wrap(z), nil
	}
	z, err := matmul(t, x, y)
	if err != nil {
		return nil, err
	}
	return wrap(z), nil
}

var normFn = py.NewBuiltin("norm(x)", func(t *thread, a []value) (value, error) {
	x, err := asTensor(t, a[0])
	if err != nil {
		return nil, err
	}
	s := 0.0
	for i := range x.Len() {
		c := x.Complex(i)
		s += real(c)*real(c) + imag(c)*imag(c)
	}
	return wrap(tensor.Scalar(math.Sqrt(s))), nil
})

func init() {
	fn("array(object, dtype=None, copy=True, ndmin=0)", "An array of a nested sequence.", func(t *thread, a []value) (value, error) { return array(t, a[0], a[1]) })
	fn("asarray(a, dtype=None)", "An array; arrays stay as they are.", func(t *thread, a []value) (value, error) {
		if x, ok := a[0].(*op.Array); ok && a[1] == py.None {
			return x, nil
		}
		return array(t, a[0], a[1])
	})
	fn("zeros(shape, dtype=None)", "Zeros.", func(t *thread, a []value) (value, error) { return filled(t, a[0], a[1], 0) })
	fn("ones(shape, dtype=None)", "Ones.", func(t *thread, a []value) (value, error) { return filled(t, a[0], a[1], 1) })
	fn("empty(shape, dtype=None)", "Zeros.", func(t *thread, a []value) (value, error) { return filled(t, a[0], a[1], 0) })
	fn("full(shape, fill_value, dtype=None)", "One value.", func(t *thread, a []value) (value, error) {
		v, err := array(t, a[1], a[2])
		if err != nil {
			return nil, err
		}
		s, err := op.Convert(t, a[0], tensor.Invalid)
		if err != nil {
			return nil, err
		}
		z, err := tensor.Fill(t.Ctx, s.Ints(), inner(v).WithShape(nil))
		return &op.Array{T: z}, err
	})
	for name, v := range map[string]float64{"zeros_like": 0, "ones_like": 1} {
		fn(name+"(a, dtype=None)", "Of the shape of an array.", func(t *thread, a []value) (value, error) {
			x, err := asTensor(t, a[0])
			if err != nil {
				return nil, err
			}
			d, err := dtypeArg(a[1], x.DType())
			if err != nil {
				return nil, err
			}
			return filled(t, py.NewTuple(ints(x.Shape())...), &op.NPDType{DType: d}, v)
		})
	}
	fn("arange(start, stop=None, step=1, dtype=None)", "Numbers from start to stop.", arange)
	fn("linspace(start, stop, num=50)", "Numbers at equal distances.", func(t *thread, a []value) (value, error) {
		lo, err := py.ToFloat(a[0])
		if err != nil {
			return nil, err
		}
		hi, err := py.ToFloat(a[1])
		n, _ := py.AsInt(a[2])
		if err != nil || n < 0 || n > 1<<27 {
			return nil, py.ValueErrorf("Number of samples, %d, must be non-negative.", n)
		}
		out := make([]float64, n)
		step := (hi - lo) / float64(max(n-1, 1))
		for i := range out {
			out[i] = lo + float64(float64(i)*step)
		}
		if n > 1 {
			out[n-1] = hi
		}
		return &op.Array{T: tensor.Vector(out)}, nil
	})
	fn("eye(N, M=None, dtype=None)", "The identity matrix.", func(t *thread, a []value) (value, error) {
		n, _ := py.AsInt(a[0])
		m := n
		if a[1] != py.None {
			m, _ = py.AsInt(a[1])
		}
		if n < 0 || m < 0 || n > 1<<14 || m > 1<<14 {
			return nil, py.ValueErrorf("negative or too large dimensions")
		}
		out := make([]float64, n*m)
		for i := range min(n, m) {
			out[i*m+i] = 1
		}
		d, err := dtypeArg(a[2], tensor.Float64)
		if err != nil {
			return nil, err
		}
		z, err := tensor.Cast(t.Ctx, tensor.FromSlice([]int{int(n), int(m)}, out), d)
		return &op.Array{T: z}, err
	})
	fn("reshape(a, shape)", "In another shape.", func(t *thread, a []value) (value, error) {
		v, err := array(t, a[0], py.None)
		if err != nil {
			return nil, err
		}
		return reshape(t, v, a[1])
	})
	fn("transpose(a, axes=None)", "Dimensions in another order.", func(t *thread, a []value) (value, error) {
		x, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		var order []value
		if a[1] != py.None {
			if order, err = py.ToSlice(t, a[1]); err != nil {
				return nil, err
			}
		}
		return transpose(t, x, order)
	})
	for _, n := range []string{"sum", "mean", "max", "min", "prod", "all", "any", "std", "var", "amax", "amin"} {
		name := n
		if name == "amax" || name == "amin" {
			name = name[1:]
		}
		fn(n+"(a, axis=None, dtype=None, keepdims=False)", "The "+name+" along axes.", func(t *thread, a []value) (value, error) {
			x, err := asTensor(t, a[0])
			if err != nil {
				return nil, err
			}
			return reduce(t, name, x, a[1], a[3])
		})
	}
	for _, n := range []string{"argmax", "argmin"} {
		fn(n+"(a, axis=None)", "Where it is.", func(t *thread, a []value) (value, error) {
			x, err := asTensor(t, a[0])
			if err != nil {
				return nil, err
			}
			return argReduce(t, n == "argmin", x, a[1])
		})
	}
	for name, product := range map[string]bool{"cumsum": false, "cumprod": true} {
		fn(name+"(a, axis=None)", "The running fold.", func(t *thread, a []value) (value, error) {
			x, err := asTensor(t, a[0])
			if err != nil {
				return nil, err
			}
			return cum(t, x, a[1], product)
		})
	}
	for name, kernel := range map[string]string{"exp": "Exp", "log": "Log", "sqrt": "Sqrt", "sin": "Sin", "cos": "Cos", "tan": "Tan", "tanh": "Tanh", "floor": "Floor",
		"ceil": "Ceil", "isnan": "IsNan", "isinf": "IsInf", "isfinite": "IsFinite", "square": "Square", "negative": "Neg", "log1p": "Log1p", "expm1": "Expm1", "rint": "Rint"} {
		fn(name+"(x)", "np."+name+", element-wise.", func(t *thread, a []value) (value, error) {
			x, err := asTensor(t, a[0])
			if err != nil {
				return nil, err
			}
			if x.DType().IsInteger() && name != "square" && name != "negative" || x.DType() == tensor.Bool {
				if x, err = tensor.Cast(t.Ctx, x, tensor.Float64); err != nil {
					return nil, err
				}
			}
			k := tensor.Un(kernel)
			if !k.Has(x.DType()) {
				return nil, py.TypeErrorf("ufunc '%s' not supported for the input types", name)
			}
			z, err := k.Apply(t.Ctx, x)
			if err != nil {
				return nil, err
			}
			return wrap(z), nil
		})
	}
	for name, o := range map[string]string{"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "power": "**", "mod": "%", "equal": "==", "not_equal": "!=", "less": "<", "greater": ">", "matmul": "@", "floor_divide": "//"} {
		fn(name+"(x1, x2)", "x1 "+o+" x2.", func(t *thread, a []value) (value, error) {
			x, err := array(t, a[0], py.None)
			if err != nil {
				return nil, err
			}
			return binary(t, o, x, a[1])
		})
	}
	for name, kernel := range map[string]string{"maximum": "Maximum", "minimum": "Minimum"} {
		fn(name+"(x1, x2)", "The "+name+" of both.", func(t *thread, a []value) (value, error) {
			x, err := asTensor(t, a[0])
			if err != nil {
				return nil, err
			}
			y, err := asTensor(t, a[1])
			if err != nil {
				return nil, err
			}
			if x, y, err = common(t, a[0], a[1], x, y); err != nil {
				return nil, err
			}
			z, err := tensor.Bin(kernel).Apply(t.Ctx, x, y)
			if err != nil {
				return nil, err
			}
			return wrap(z), nil
		})
	}
	fn("abs(x)", "The absolute value.", func(t *thread, a []value) (value, error) { return unary(t, "abs", a[0]) })
	fn("absolute(x)", "The absolute value.", func(t *thread, a []value) (value, error) { return unary(t, "abs", a[0]) })
	fn("round(a, decimals=0)", "Rounded.", func(t *thread, a []value) (value, error) {
		x, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		return round(t, x, a[1])
	})
	fn("dot(a, b)", "The matrix product.", func(t *thread, a []value) (value, error) {
		x, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		y, err := asTensor(t, a[1])
		if err != nil {
			return nil, err
		}
		return dot(t, a[0], a[1], x, y)
	})
	initMore()
}

func arange(t *thread, a []value) (value, error) {
	start, stop := a[0], a[1]
	if stop == py.None {
		start, stop = int64(0), a[0]
	}
	d := widest(py.NewTuple(start, stop, a[2]), tensor.Invalid, 0)
	d, err := dtypeArg(a[3], d)
	if err != nil {
		return nil, err
	}
	lo, err := py.ToFloat(start)
	if err != nil {
		return nil, err
	}
	hi, err := py.ToFloat(stop)
	if err != nil {
		return nil, err
	}
	step, err := py.ToFloat(a[2])
	if err != nil {
		return nil, err
	}
	if step == 0 {
		return nil, py.NewExc(py.ZeroDivisionErrorClass, "division by zero")
	}
	n := math.Ceil((hi - lo) / step)
	if n > 1<<28 {
		return nil, py.Raisef(py.MemoryErrorClass, "an array of %g elements does not fit", n)
	}
	out := make([]float64, int(max(n, 0)))
	for i := range out {
		out[i] = lo + float64(float64(i)*step)
	}
	z, err := tensor.Cast(t.Ctx, tensor.Vector(out), d)
	return &op.Array{T: z}, err
}

func initMore() {
	join := func(name string, f func(t *thread, xs []*tensor.Tensor, axis int) (*tensor.Tensor, error)) {
		fn(name+"(arrays, axis=0)", "Joins arrays.", func(t *thread, a []value) (value, error) {
			items, err := py.ToSlice(t, a[0])
			if err != nil || len(items) == 0 {
				return nil, py.ValueErrorf("need at least one array to concatenate")
			}
			xs := make([]*tensor.Tensor, len(items))
			d := tensor.Invalid
			for i, v := range items {
				if xs[i], err = asTensor(t, v); err != nil {
					return nil, err
				}
				d = promote(d, xs[i].DType())
			}
			for i := range xs {
				if xs[i], err = tensor.Cast(t.Ctx, xs[i], d); err != nil {
					return nil, err
				}
			}
			ax, _ := py.AsInt(a[1])
			z, err := f(t, xs, int(ax))
			if err != nil {
				return nil, py.ValueErrorf("all the input array dimensions except for the concatenation axis must match exactly")
			}
			return wrap(z), nil
		})
	}
	join("concatenate", func(t *thread, xs []*tensor.Tensor, axis int) (*tensor.Tensor, error) {
		if axis < 0 {
			axis += xs[0].Rank()
		}
		if axis < 0 || axis >= xs[0].Rank() {
			return nil, tensor.Errorf("bad axis")
		}
		return tensor.Concat(t.Ctx, xs, axis)
	})
	stack := func(t *thread, xs []*tensor.Tensor, axis int) (*tensor.Tensor, error) {
		if axis < 0 {
			axis += xs[0].Rank() + 1
		}
		if axis < 0 || axis > xs[0].Rank() {
			return nil, tensor.Errorf("bad axis")
		}
		for i, x := range xs {
			s := append(append(append([]int(nil), x.Shape()[:axis]...), 1), x.Shape()[axis:]...)
			xs[i] = x.WithShape(s)
		}
		return tensor.Concat(t.Ctx, xs, axis)
	}
	join("stack", stack)
	join("vstack", func(t *thread, xs []*tensor.Tensor, _ int) (*tensor.Tensor, error) {
		if xs[0].Rank() == 1 {
			return stack(t, xs, 0)
		}
		return tensor.Concat(t.Ctx, xs, 0)
	})
	join("hstack", func(t *thread, xs []*tensor.Tensor, _ int) (*tensor.Tensor, error) {
		return tensor.Concat(t.Ctx, xs, min(1, xs[0].Rank()-1))
	})
	fn("where(condition, x=None, y=None)", "x where condition holds, else y.", func(t *thread, a []value) (value, error) {
		c, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		if a[1] == py.None {
			w := tensor.Where1(c)
			out := py.NewTuple()
			for d := range c.Rank() {
				col := make([]int64, w.Shape()[0])
				for i := range col {
					col[i] = w.Int(i*c.Rank() + d)
				}
				out.Items = append(out.Items, &op.Array{T: tensor.Vector(col)})
			}
			return out, nil
		}
		x, err := asTensor(t, a[1])
		if err != nil {
			return nil, err
		}
		y, err := asTensor(t, a[2])
		if err != nil {
			return nil, err
		}
		if x, y, err = common(t, a[1], a[2], x, y); err != nil {
			return nil, err
		}
		if c, err = tensor.Cast(t.Ctx, c, tensor.Bool); err != nil {
			return nil, err
		}
		z, err := tensor.Where3(t.Ctx, c, x, y)
		if err != nil {
			return nil, err
		}
		return wrap(z), nil
	})
	fn("expand_dims(a, axis)", "A dimension of 1 more.", func(t *thread, a []value) (value, error) {
		x, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		n, _ := py.AsInt(a[1])
		k := int(n)
		if k < 0 {
			k += x.Rank() + 1
		}
		if k < 0 || k > x.Rank() {
			return nil, py.Raisef(axisError, "axis %d is out of bounds for array of dimension %d", n, x.Rank()+1)
		}
		return &op.Array{T: x.WithShape(append(append(append([]int(nil), x.Shape()[:k]...), 1), x.Shape()[k:]...))}, nil
	})
	fn("squeeze(a)", "Without dimensions of 1.", func(t *thread, a []value) (value, error) {
		v, err := array(t, a[0], py.None)
		if err != nil {
			return nil, err
		}
		return py.CallMethod(t, v, "squeeze")
	})
	fn("shape(a)", "The dimensions.", func(t *thread, a []value) (value, error) {
		x, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		return py.NewTuple(ints(x.Shape())...), nil
	})
	fn("array_equal(a1, a2)", "Whether both are the same.", func(t *thread, a []value) (value, error) {
		x, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		y, err := asTensor(t, a[1])
		if err != nil {
			return nil, err
		}
		if !tensor.SameShape(x.Shape(), y.Shape()) {
			return false, nil
		}
		eq, err := binary(t, "==", &op.Array{T: x}, &op.Array{T: y})
		if err != nil {
			return nil, err
		}
		v, err := reduce(t, "all", inner(eq), py.None, false)
		if err != nil {
			return nil, err
		}
		return py.Truth(t, v)
	})
	fn("allclose(a, b, rtol=1e-05, atol=1e-08)", "Whether both are nearly the same.", func(t *thread, a []value) (value, error) {
		x, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		y, err := asTensor(t, a[1])
		if err != nil {
			return nil, err
		}
		rtol, _ := py.ToFloat(a[2])
		atol, _ := py.ToFloat(a[3])
		s, err := tensor.BroadcastShape(x.Shape(), y.Shape())
		if err != nil {
			return nil, py.ValueErrorf("operands could not be broadcast together with shapes %s %s", npShape(x.Shape()), npShape(y.Shape()))
		}
		if x, err = tensor.BroadcastTo(t.Ctx, x, s); err != nil {
			return nil, err
		}
		if y, err = tensor.BroadcastTo(t.Ctx, y, s); err != nil {
			return nil, err
		}
		for i := range x.Len() {
			p, q := x.Float(i), y.Float(i)
			if p != q && !(math.Abs(p-q) <= atol+rtol*math.Abs(q)) {
				return false, nil
			}
		}
		return true, nil
	})
	fn("frombuffer(buffer, dtype=None)", "An array of bytes.", func(t *thread, a []value) (value, error) {
		b, ok := a[0].(py.Bytes)
		if !ok {
			return nil, py.TypeErrorf("a bytes-like object is required, not '%s'", py.TypeOf(a[0]).Name)
		}
		d, err := dtypeArg(a[1], tensor.Float64)
		if err != nil {
			return nil, err
		}
		if d.Size() == 0 || len(b)%d.Size() != 0 {
			return nil, py.ValueErrorf("buffer size must be a multiple of element size")
		}
		return &op.Array{T: tensor.FromBytes(d, []int{len(b) / d.Size()}, []byte(b))}, nil
	})
	fn("issubdtype(arg1, arg2)", "Whether a type is of a kind.", func(_ *thread, a []value) (value, error) {
		d, err := toDType(a[0])
		if err != nil {
			return nil, err
		}
		c, ok := a[1].(*py.Class)
		if !ok {
			e, err := toDType(a[1])
			return e == d, err
		}
		return op.ScalarClasses[d] != nil && op.ScalarClasses[d].Is(c), nil
	})
	fn("sort(a)", "Sorted along the last axis.", func(t *thread, a []value) (value, error) {
		x, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		idx, err := tensor.Argsort(t.Ctx, x, false)
		if err != nil {
			return nil, err
		}
		z, err := tensor.Gather(t.Ctx, x, idx, x.Rank()-1, x.Rank()-1)
		if err != nil {
			return nil, err
		}
		return wrap(z), nil
	})
	fn("argsort(a)", "The positions that sort.", func(t *thread, a []value) (value, error) {
		x, err := asTensor(t, a[0])
		if err != nil {
			return nil, err
		}
		idx, err := tensor.Argsort(t.Ctx, x, false)
		if err != nil {
			return nil, err
		}
		z, err := tensor.Cast(t.Ctx, idx, tensor.Int64)
		return wrap(z), err
	})
}
