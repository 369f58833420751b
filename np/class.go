package np

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

func inner(v value) *tensor.Tensor {
	t, _ := op.AsTensor(v)
	if t == nil {
		if a, ok := v.(*op.Array); ok && a.Obj != nil {
			return tensor.FromStrings([]int{len(a.Obj)}, make([]string, len(a.Obj)))
		}
	}
	return t
}

func scalarSlots(c *py.Class) {
	c.Binary, c.Unary = binary, unary
	item := func(v value) value { return op.ToPython(inner(v), 0) }
	c.Truth = func(t *thread, v value) (bool, error) { return py.Truth(t, item(v)) }
	c.Float = func(v value) (value, error) { return item(v), nil }
	c.Index = func(v value) (int64, bool) {
		x := inner(v)
		return x.Int(0), x.DType().IsInteger() || x.DType() == tensor.Bool
	}
	c.Hash = func(v value) (any, error) { return py.HashKey(item(v)) }
	c.Format = func(t *thread, v value, spec string) (string, error) {
		if spec == "" {
			return py.Str(t, v)
		}
		return py.Format(t, item(v), spec)
	}
	c.GetItem = func(t *thread, v, key value) (value, error) {
		if key == py.None || key == py.Ellipsis {
			return index(t, &op.Array{T: inner(v)}, key)
		}
		return nil, py.IndexErrorf("invalid index to scalar variable.")
	}
	attrs(c)
	c.Def("is_integer(self)", "Whether the value is whole.", func(t *thread, a []value) (value, error) {
		return py.CallMethod(t, item(a[0]), "is_integer")
	})
}

func arraySlots(c *py.Class) {
	c.New = py.NewBuiltin("ndarray(shape, dtype=None)", func(t *thread, a []value) (value, error) { return filled(t, a[0], a[1], 0) })
	c.Binary, c.Unary = binary, unary
	c.Len = func(_ *thread, v value) (int, error) {
		x := inner(v)
		if x.Rank() == 0 {
			return 0, py.TypeErrorf("len() of unsized object")
		}
		return x.Shape()[0], nil
	}
	c.Truth = func(t *thread, v value) (bool, error) {
		x := inner(v)
		switch {
		case x.Len() > 1:
			return false, py.ValueErrorf("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
		case x.Len() == 0:
			return false, py.ValueErrorf("The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.")
		}
		return py.Truth(t, op.ToPython(x, 0))
	}
	c.Float = func(v value) (value, error) {
		x := inner(v)
		if x.Rank() != 0 {
			return nil, py.TypeErrorf("only 0-dimensional arrays can be converted to Python scalars")
		}
		return op.ToPython(x, 0), nil
	}
	c.Iter = func(t *thread, v value) (py.Iterator, error) {
		a := v.(*op.Array)
		n, err := py.Len(t, v)
		if err != nil {
			return nil, py.TypeErrorf("iteration over a 0-d array")
		}
		i := 0
		return py.IterFunc(func(t *thread) (value, error) {
			if i >= n {
				return nil, nil
			}
			i++
			return index(t, a, int64(i-1))
		}), nil
	}
	c.GetItem = func(t *thread, v, key value) (value, error) { return index(t, v.(*op.Array), key) }
	c.SetItem = setItem
	c.Hash = func(value) (any, error) { return nil, py.TypeErrorf("unhashable type: 'numpy.ndarray'") }
	c.Format = func(t *thread, v value, spec string) (string, error) {
		if spec != "" {
			return "", py.TypeErrorf("unsupported format string passed to numpy.ndarray.__format__")
		}
		return py.Str(t, v)
	}
	c.Contains = func(t *thread, v, item value) (bool, error) {
		eq, err := binary(t, "==", v, item)
		if err != nil || eq == py.NotImplemented {
			return false, err
		}
		x := inner(eq)
		for i := range x.Len() {
			if x.Int(i) != 0 {
				return true, nil
			}
		}
		return false, nil
	}
	attrs(c)
}

func dtypeOfValue(v value) value {
	a, ok := v.(*op.Array)
	return &op.NPDType{DType: inner(v).DType(), Unicode: ok && a.Unicode}
}

func ints(v []int) []value {
	out := make([]value, len(v))
	for i, n := range v {
		out[i] = int64(n)
	}
	return out
}

// attrs are what arrays and scalars have in common.
func attrs(c *py.Class) {
	c.Prop("shape", "The dimensions.", func(_ *thread, v value) (value, error) { return py.NewTuple(ints(inner(v).Shape())...), nil })
	c.Prop("dtype", "The element type.", func(_ *thread, v value) (value, error) { return dtypeOfValue(v), nil })
	c.Prop("ndim", "The number of dimensions.", func(_ *thread, v value) (value, error) { return int64(inner(v).Rank()), nil })
	c.Prop("size", "The number of elements.", func(_ *thread, v value) (value, error) { return int64(inner(v).Len()), nil })
	c.Prop("itemsize", "Bytes of an element.", func(_ *thread, v value) (value, error) {
		return int64(max(inner(v).DType().Size(), 8*b2i(inner(v).DType() == tensor.String))), nil
	})
	c.Prop("nbytes", "Bytes of all elements.", func(_ *thread, v value) (value, error) { return int64(inner(v).Len() * inner(v).DType().Size()), nil })
	c.Prop("T", "Transposed.", func(t *thread, v value) (value, error) { return transpose(t, inner(v), nil) })
	part := func(name, kernel string) {
		c.Prop(name, "The "+name+" part.", func(t *thread, v value) (value, error) {
			x := inner(v)
			if !x.DType().IsComplex() {
				if name == "real" {
					return v, nil
				}
				z, err := tensor.New(x.DType(), x.Shape())
				return wrap(z), err
			}
			z, err := tensor.Un(kernel).Apply(t.Ctx, x)
			if err != nil {
				return nil, err
			}
			return wrap(z), nil
		})
	}
	part("real", "Real")
	part("imag", "Imag")
	def := func(sig, doc string, f func(t *thread, x *tensor.Tensor, a []value) (value, error)) {
		c.Def(sig, doc, func(t *thread, a []value) (value, error) { return f(t, inner(a[0]), a) })
	}
	def("tolist(self)", "Nested lists.", func(t *thread, x *tensor.Tensor, a []value) (value, error) {
		if arr, ok := a[0].(*op.Array); ok && arr.Obj != nil {
			return py.NewList(arr.Obj...), nil
		}
		if arr, ok := a[0].(*op.Array); ok && arr.Unicode {
			return unicodeList(x), nil
		}
		return op.Aside(t, a, func(*thread, []value) (value, error) { return op.ToList(x), nil })
	})
	def("item(self, *args)", "An element as Python's value.", func(t *thread, x *tensor.Tensor, a []value) (value, error) {
		args := a[1].(*py.Tuple).Items
		if len(args) == 1 {
			i, _ := py.AsInt(args[0])
			if i < 0 || int(i) >= x.Len() {
				return nil, py.IndexErrorf("index %d is out of bounds for size %d", i, x.Len())
			}
			return op.ToPython(x, int(i)), nil
		}
		if x.Len() != 1 {
			return nil, py.ValueErrorf("can only convert an array of size 1 to a Python scalar")
		}
		return op.ToPython(x, 0), nil
	})
	def("astype(self, dtype, copy=True)", "Converted to a type.", func(t *thread, x *tensor.Tensor, a []value) (value, error) {
		return cast(t, a[0], a[1])
	})
	def("tobytes(self)", "The bytes of the elements.", func(_ *thread, x *tensor.Tensor, _ []value) (value, error) { return py.Bytes(x.Bytes()), nil })
	def("copy(self)", "A copy.", func(_ *thread, _ *tensor.Tensor, a []value) (value, error) {
		if arr, ok := a[0].(*op.Array); ok {
			z := *arr
			return &z, nil
		}
		return a[0], nil
	})
	def("view(self, dtype=None)", "The same bytes as another type.", func(t *thread, x *tensor.Tensor, a []value) (value, error) {
		if a[1] == py.None {
			return a[0], nil
		}
		d, err := toDType(a[1])
		if err != nil {
			return nil, err
		}
		return view(x, d)
	})
	c.DefRaw("reshape", "In another shape.", func(t *thread, a []value, _ []py.Kw) (value, error) {
		var s value = py.NewTuple(a[1:]...)
		if len(a) == 2 {
			s = a[1]
		}
		return reshape(t, a[0], s)
	})
	for _, n := range []string{"flatten", "ravel"} {
		def(n+"(self)", "As one row.", func(t *thread, _ *tensor.Tensor, a []value) (value, error) { return reshape(t, a[0], int64(-1)) })
	}
	c.DefRaw("transpose", "Dimensions in another order.", func(t *thread, a []value, _ []py.Kw) (value, error) {
		if len(a) == 2 {
			items, err := py.ToSlice(t, a[1])
			if err != nil {
				return nil, err
			}
			a = append(a[:1:1], items...)
		}
		return transpose(t, inner(a[0]), a[1:])
	})
	for _, n := range []string{"sum", "mean", "max", "min", "prod", "all", "any", "std", "var"} {
		def(n+"(self, axis=None, dtype=None, keepdims=False)", "The "+n+" along axes.", func(t *thread, x *tensor.Tensor, a []value) (value, error) { return reduce(t, n, x, a[1], a[3]) })
	}
	for _, n := range []string{"argmax", "argmin"} {
		def(n+"(self, axis=None)", "Where it is.", func(t *thread, x *tensor.Tensor, a []value) (value, error) {
			return argReduce(t, n == "argmin", x, a[1])
		})
	}
	def("cumsum(self, axis=None)", "The running sum.", func(t *thread, x *tensor.Tensor, a []value) (value, error) { return cum(t, x, a[1], false) })
	def("round(self, decimals=0)", "Rounded.", func(t *thread, x *tensor.Tensor, a []value) (value, error) { return round(t, x, a[1]) })
	def("squeeze(self)", "Without dimensions of 1.", func(_ *thread, x *tensor.Tensor, _ []value) (value, error) {
		s := []int{}
		for _, d := range x.Shape() {
			if d != 1 {
				s = append(s, d)
			}
		}
		return wrap(x.WithShape(s)), nil
	})
	def("dot(self, b)", "The matrix product.", func(t *thread, x *tensor.Tensor, a []value) (value, error) {
		y, err := asTensor(t, a[1])
		if err != nil {
			return nil, err
		}
		return dot(t, a[0], a[1], x, y)
	})
	def("fill(self, value)", "Sets every element.", func(t *thread, _ *tensor.Tensor, a []value) (value, error) {
		return py.None, setItem(t, a[0], py.Ellipsis, a[1])
	})
	def("conj(self)", "The complex conjugate.", func(t *thread, x *tensor.Tensor, a []value) (value, error) {
		if !x.DType().IsComplex() {
			return a[0], nil
		}
		z, err := tensor.Un("Conj").Apply(t.Ctx, x)
		if err != nil {
			return nil, err
		}
		return wrap(z), nil
	})
	c.Prop("flat", "The elements one by one.", func(t *thread, v value) (value, error) { return reshape(t, v, int64(-1)) })
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func unicodeList(x *tensor.Tensor) value {
	out := py.NewList()
	for i := range x.Len() {
		out.Items = append(out.Items, x.Str(i))
	}
	return out
}

func dtypeSlots(c *py.Class) {
	c.New = py.NewBuiltin("dtype(dtype)", func(_ *thread, a []value) (value, error) {
		d, err := toDType(a[0])
		return &op.NPDType{DType: d}, err
	})
	d := func(v value) tensor.DType { return v.(*op.NPDType).DType }
	c.Prop("name", "The name.", func(_ *thread, v value) (value, error) { return op.NPName(d(v)), nil })
	c.Prop("itemsize", "Bytes of an element.", func(_ *thread, v value) (value, error) { return int64(max(d(v).Size(), 1)), nil })
	c.Prop("kind", "The letter of the kind.", func(_ *thread, v value) (value, error) {
		if d(v) == tensor.Bool {
			return "b", nil
		}
		return map[tensor.Kind]string{tensor.KindInt: "i", tensor.KindUint: "u", tensor.KindFloat: "f", tensor.KindComplex: "c", tensor.KindString: "O"}[d(v).Kind()], nil
	})
	c.Prop("type", "The scalar type.", func(_ *thread, v value) (value, error) {
		if k := op.ScalarClasses[d(v).Base()]; k != nil {
			return k, nil
		}
		return py.ObjectClass, nil
	})
	c.Hash = func(v value) (any, error) { return d(v), nil }
	c.Binary = func(_ *thread, o string, a, b value) (value, error) {
		if o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		x, err1 := toDType(a)
		y, err2 := toDType(b)
		return (err1 == nil && err2 == nil && x == y) == (o == "=="), nil
	}
}

// toDType reads numpy's dtype arguments; float is float64 here.
func toDType(v value) (tensor.DType, error) {
	if v == py.FloatClass || v == "float" {
		return tensor.Float64, nil
	}
	d, err := op.ToDType(v, "")
	if err != nil {
		return 0, py.TypeErrorf("data type %s not understood", py.ReprOf(v))
	}
	return d, nil
}

func cast(t *thread, v, to value) (value, error) {
	d, err := toDType(to)
	if err != nil {
		return nil, err
	}
	x := inner(v)
	if x.DType() == tensor.String && d != tensor.String {
		out := make([]float64, x.Len())
		for i := range out {
			f, err := py.Call(t, py.FloatClass, []value{x.Str(i)}, nil)
			if err != nil {
				return nil, err
			}
			out[i] = f.(float64)
		}
		x = tensor.FromSlice(x.Shape(), out)
	}
	if d == tensor.String {
		if x.DType() == tensor.String {
			return v, nil
		}
		out := make([]string, x.Len())
		for i := range out {
			out[i] = py.StrOf(op.ToPython(x, i))
		}
		return &op.Array{T: tensor.FromStrings(x.Shape(), out), Unicode: true}, nil
	}
	z, err := tensor.Cast(t.Ctx, x, d)
	if err != nil {
		return nil, err
	}
	return wrap(z), nil
}

func view(x *tensor.Tensor, d tensor.DType) (value, error) {
	s := append([]int(nil), x.Shape()...)
	if len(s) == 0 || s[len(s)-1]*x.DType().Size()%d.Size() != 0 {
		return nil, py.ValueErrorf("When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.")
	}
	s[len(s)-1] = s[len(s)-1] * x.DType().Size() / d.Size()
	return wrap(tensor.FromBytes(d, s, x.Bytes())), nil
}

func reshape(t *thread, v, shape value) (value, error) {
	x := inner(v)
	st, err := op.Convert(t, shape, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	dims := st.Ints()
	known, open := 1, -1
	for i, d := range dims {
		if d < 0 {
			if open >= 0 {
				return nil, py.ValueErrorf("can only specify one unknown dimension")
			}
			open = i
		} else {
			known *= d
		}
	}
	if open >= 0 && known > 0 && x.Len()%known == 0 {
		dims[open] = x.Len() / known
		known *= dims[open]
	}
	if known != x.Len() {
		return nil, py.ValueErrorf("cannot reshape array of size %d into shape %s", x.Len(), npShape(st.Ints()))
	}
	arr, ok := v.(*op.Array)
	return &op.Array{T: x.WithShape(dims), Unicode: ok && arr.Unicode}, nil
}

func transpose(t *thread, x *tensor.Tensor, order []value) (value, error) {
	r := x.Rank()
	perm := make([]int, r)
	seen := map[int]bool{}
	for i := range perm {
		perm[i] = r - 1 - i
		if len(order) > 0 {
			if len(order) != r {
				return nil, py.ValueErrorf("axes don't match array")
			}
			n, _ := py.AsInt(order[i])
			if n < 0 {
				n += int64(r)
			}
			if n < 0 || int(n) >= r || seen[int(n)] {
				return nil, py.ValueErrorf("axes don't match array")
			}
			perm[i] = int(n)
			seen[int(n)] = true
		}
	}
	z, err := tensor.Transpose(t.Ctx, x, perm)
	if err != nil {
		return nil, err
	}
	return wrap(z), nil
}
