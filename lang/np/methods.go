package np

import (
	"math"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// method adds a method whose receiver is an array, or a scalar seen as one.
func method(c *py.Class, sig, doc string, f func(t *thread, a *array, args []value) (value, error)) {
	run := func(t *thread, args []value) (value, error) {
		a, err := self(t, args[0])
		if err != nil {
			return nil, err
		}
		return f(t, a, args)
	}
	out := outPlace(sig)
	c.Def(sig, doc, func(t *thread, args []value) (value, error) {
		v, err := bind.Aside(t, args, run)
		if out >= 0 && err == nil {
			v, err = written(t, sig[:strings.IndexByte(sig, '(')], args, out, v)
		}
		return v, err
	})
}

// shown gives an array, or the scalar of rank 0 where the receiver was one.
func shown(args []value, z *array, err error) (value, error) {
	if err != nil {
		return nil, err
	}
	switch args[0].(type) {
	case *bind.Scalar, *void:
		return scalarOf(z), nil
	}
	return z, nil
}

func viewMethods(c *py.Class) {
	c.DefRaw("reshape", "In another shape: a view where one exists.",
		func(t *thread, a []value, kw []py.Kw) (value, error) {
			var shape value = py.NewTuple(a[1:]...)
			order := byte('C')
			for _, k := range kw {
				switch k.Name {
				case "order":
					var err error
					if order, err = orderArg(k.Value, 'C'); err != nil {
						return nil, err
					}
				case "shape":
					a = append(a, k.Value)
				case "copy":
				default:
					return nil, py.TypeErrorf("'%s' is an invalid keyword argument for reshape()", k.Name)
				}
			}
			if len(a) == 2 {
				shape = a[1]
			}
			x, err := self(t, a[0])
			if err != nil {
				return nil, err
			}
			dims, err := shapeArg(t, shape)
			if err != nil {
				return nil, err
			}
			return reshape(t, x, dims, order)
		})
	method(c, "ravel(self, order='C')", "As one row: a view where one exists.",
		func(t *thread, a *array, args []value) (value, error) {
			o, err := orderArg(args[1], 'C')
			if err != nil {
				return nil, err
			}
			return ravel(t, a, o)
		})
	method(c, "flatten(self, order='C')", "As one row, copied.",
		func(t *thread, a *array, args []value) (value, error) {
			o, err := orderArg(args[1], 'C')
			if err != nil {
				return nil, err
			}
			return flatten(t, a, o)
		})
	c.DefRaw("transpose", "The view with its dimensions in another order.",
		func(t *thread, a []value, _ []py.Kw) (value, error) {
			x, err := self(t, a[0])
			if err != nil {
				return nil, err
			}
			var axes value = py.None
			switch {
			case len(a) == 2:
				axes = a[1]
				if _, isInt := py.AsInt(axes); isInt {
					axes = py.NewTuple(axes)
				}
			case len(a) > 2:
				axes = py.NewTuple(a[1:]...)
			}
			perm, err := permutation(t, axes, x.Rank())
			if err != nil {
				return nil, err
			}
			return x.Permute(perm), nil
		})
	method(c, "swapaxes(self, axis1, axis2)", "The view with two dimensions swapped.",
		func(_ *thread, a *array, args []value) (value, error) {
			return swapAxes(a, args[1], args[2])
		})
	method(c, "squeeze(self, axis=None)", "The view without dimensions of one.",
		func(t *thread, a *array, args []value) (value, error) {
			z, err := squeeze(t, a, args[1])
			return shown(args, z, err)
		})
	method(c, "diagonal(self, offset=0, axis1=0, axis2=1)", "The view of a diagonal.",
		func(t *thread, a *array, args []value) (value, error) {
			return diagonal(a, args[1], args[2], args[3])
		})
	method(c, "trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None)", "The sum of a diagonal.",
		func(t *thread, a *array, args []value) (value, error) {
			d, err := diagonal(a, args[1], args[2], args[3])
			if err != nil {
				return nil, err
			}
			o, err := foldArgs(t, d, int64(-1), args[4], args[5], nil, nil, nil)
			if err != nil {
				return nil, err
			}
			return fold(t, "sum", d, o)
		})
	method(c, "view(self, dtype=None, type=None)", "The same memory, as another type.",
		func(_ *thread, a *array, args []value) (value, error) {
			if args[1] == py.None || args[1] == value(bind.ArrayClass) {
				return a.View(), nil
			}
			d, err := toDType(args[1])
			if err != nil {
				return nil, err
			}
			z, err := viewAs(a, d)
			return shown(args, z, err)
		})
}

func diagonal(a *array, offset, x, y value) (*array, error) {
	if a.Rank() < 2 {
		return nil, py.ValueErrorf("diag requires an array of at least two dimensions")
	}
	k, err := intArg(offset, "offset")
	if err != nil {
		return nil, err
	}
	i, err := axisArg(x, a.Rank())
	if err != nil {
		return nil, err
	}
	j, err := axisArg(y, a.Rank())
	if err != nil {
		return nil, err
	}
	if i == j {
		return nil, py.ValueErrorf("axis1 and axis2 cannot be the same")
	}
	z := a.Diagonal(k, i, j)
	z.SetWriteable(false)
	return z, nil
}

func valueMethods(c *py.Class) {
	method(c, "tolist(self)", "Nested lists of Python's own values.",
		func(t *thread, a *array, _ []value) (value, error) {
			return toList(t, a)
		})
	method(c, "item(self, *args)", "An element as Python's own value.",
		func(t *thread, a *array, args []value) (value, error) {
			return item(t, a, args[1].(*py.Tuple).Items)
		})
	method(c, "astype(self, dtype, order='K', casting='unsafe', subok=True, copy=True)", "Converted to a type.",
		func(t *thread, a *array, args []value) (value, error) {
			return asType(t, a, args)
		})
	method(c, "tobytes(self, order='C')", "The bytes of the elements.",
		func(t *thread, a *array, args []value) (value, error) {
			o, err := orderArg(args[1], 'C')
			if err != nil {
				return nil, err
			}
			return toBytes(t, a, o)
		})
	method(c, "copy(self, order='C')", "A copy.", func(t *thread, a *array, args []value) (value, error) {
		o, err := orderArg(args[1], 'C')
		if err != nil {
			return nil, err
		}
		z, err := a.Copy(t.Ctx, o)
		return shown(args, z, err)
	})
	method(c, "__copy__(self)", "A copy.", func(t *thread, a *array, args []value) (value, error) {
		z, err := a.Copy(t.Ctx, 'C')
		return shown(args, z, err)
	})
	method(c, "__deepcopy__(self, memo)", "A copy.", func(t *thread, a *array, args []value) (value, error) {
		z, err := a.Copy(t.Ctx, 'C')
		return shown(args, z, err)
	})
	method(c, "__array__(self, dtype=None, copy=None)", "The array itself.",
		func(t *thread, a *array, args []value) (value, error) {
			d, err := dtypeArg(args[1])
			if err != nil || d == nil {
				return a, err
			}
			return castTo(t, a, d)
		})
	method(c, "round(self, decimals=0, out=None)", "Rounded.", func(t *thread, a *array, args []value) (value, error) {
		return round(t, a, args[1], args[2])
	})
	method(c, "clip(self, min=None, max=None, out=None)", "Kept between two bounds.",
		func(t *thread, a *array, args []value) (value, error) {
			return clip(t, a, args[1], args[2], args[3])
		})
	conjugates(c)
	method(c, "dot(self, b, out=None)", "The matrix product.", func(t *thread, a *array, args []value) (value, error) {
		return dot(t, args[0], args[1])
	})
	method(c, "repeat(self, repeats, axis=None)", "Each element several times.",
		func(t *thread, a *array, args []value) (value, error) {
			return repeat(t, a, args[1], args[2])
		})
	method(c, "take(self, indices, axis=None, out=None, mode='raise')", "The elements at positions.",
		func(t *thread, a *array, args []value) (value, error) {
			return take(t, a, args[1], args[2], args[4])
		})
	method(c, "nonzero(self)", "Where elements are not zero.", func(t *thread, a *array, _ []value) (value, error) {
		return nonzero(t, a)
	})
	field := func(a *array, d, offset value) (*array, error) {
		kind, err := toDType(d)
		if err != nil {
			return nil, err
		}
		at, err := intArg(offset, "offset")
		if err == nil && (at < 0 || at+kind.Size > a.DType().Size || a.IsObject() || kind.Kind == 'O') {
			err = py.ValueErrorf("new type plus offset is larger than original type")
		}
		if err != nil {
			return nil, err
		}
		return a.Field(ndarray.Field{Type: kind, Offset: at}), nil
	}
	method(c, "getfield(self, dtype, offset=0)", "Some bytes of each element as another type.",
		func(_ *thread, a *array, args []value) (value, error) { return field(a, args[1], args[2]) })
	method(c, "setfield(self, val, dtype, offset=0)", "Sets some bytes of each element.",
		func(t *thread, a *array, args []value) (value, error) {
			z, err := field(a, args[2], args[3])
			if err != nil {
				return nil, err
			}
			return py.None, assign(t, z, args[1])
		})
	method(c, "searchsorted(self, v, side='left', sorter=None)", "Where values belong in a sorted array.",
		func(t *thread, a *array, args []value) (value, error) {
			return searchSorted(t, a, args[1], args[2], args[3])
		})
	method(c, "compress(self, condition, axis=None, out=None)", "The elements where a condition holds.",
		func(t *thread, a *array, args []value) (value, error) {
			return compress(t, a, args[1], args[2])
		})
	method(c, "choose(self, choices, out=None, mode='raise')", "Elements chosen by number.",
		func(t *thread, a *array, args []value) (value, error) {
			if args[3] == "raise" {
				return choose(t, a, args[1])
			}
			c := &calc{t: t}
			return c.call("choose", a, args[1], py.None, args[3]), c.err
		})
	orderMethods(c)
	method(c, "byteswap(self, inplace=False)", "The bytes of each element reversed.",
		func(t *thread, a *array, args []value) (value, error) {
			if args[1] == true {
				if !a.Writeable() {
					return nil, py.ValueErrorf("Cannot byte-swap a read-only array")
				}
				a.SwapBytes()
				return args[0], nil
			}
			z, err := a.Copy(t.Ctx, 'K')
			if err == nil {
				z.SwapBytes()
			}
			return shown(args, z, err)
		})
	c.Def("newbyteorder(self, new_order='S')", "Gone from NumPy 2.", arrayNewbyteorder)
	for _, n := range []string{"itemset"} {
		c.Prop(n, "Gone from NumPy 2.", func(*thread, value) (value, error) {
			return nil, py.Raisef(
				py.AttributeErrorClass,
				"`itemset` was removed from the ndarray class in NumPy 2.0. Use `arr[index] = value` instead.",
			)
		})
	}
}

// arrayNewbyteorder is newbyteorder: gone from NumPy 2.
func arrayNewbyteorder(_ *thread, _ []value) (value, error) {
	return nil, py.Raisef(
		py.AttributeErrorClass,
		"`newbyteorder` was removed from the ndarray class in NumPy 2.0. Use `arr.view(arr.dtype.newbyteorder(order))` "+
			"instead.",
	)
}

func foldMethods(c *py.Class) {
	for _, n := range []string{"sum", "prod", "max", "min", "all", "any", "mean"} {
		sig := map[bool]string{
			true:  "(self, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True)",
			false: "(self, axis=None, out=None, keepdims=False, initial=None, where=True)",
		}
		typed := n == "sum" || n == "prod" || n == "mean"
		method(c, n+sig[typed], "The "+n+" along axes.", func(t *thread, a *array, args []value) (value, error) {
			if !typed {
				args = append([]value{args[0], args[1], py.None}, args[2:]...)
			}
			return foldCall(t, n, a, args)
		})
	}
	for _, n := range []string{"std", "var"} {
		method(c,
			n+"(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True, mean=None, correction=None)",
			"The "+n+" along axes.", func(t *thread, a *array, args []value) (value, error) {
				return spread(t, n, a, args)
			})
	}
	for _, n := range []string{"argmax", "argmin"} {
		method(c, n+"(self, axis=None, out=None, keepdims=False)", "Where it is.",
			func(t *thread, a *array, args []value) (value, error) {
				return argExtreme(t, a, n == "argmin", args[1], args[3] == true)
			})
	}
	for n, product := range map[string]bool{"cumsum": false, "cumprod": true} {
		method(c, n+"(self, axis=None, dtype=None, out=None)", "The running fold.",
			func(t *thread, a *array, args []value) (value, error) {
				return running(t, a, args[1], product, args[2])
			})
	}
	method(c, "ptp(self, axis=None)", "Gone from NumPy 2.", func(t *thread, a *array, args []value) (value, error) {
		return nil, py.Raisef(
			py.AttributeErrorClass,
			"`ptp` was removed from the ndarray class in NumPy 2.0. Use np.ptp(arr, ...) instead.",
		)
	})
}

// spread is std or var: args as their methods have them.
func spread(t *thread, n string, a *array, args []value) (value, error) {
	o, err := foldArgs(t, a, args[1], args[2], args[3], args[5], nil, args[6])
	if err != nil {
		return nil, err
	}
	ddof := args[4]
	if len(args) > 8 && args[8] != py.None {
		ddof = args[8]
	}
	if o.ddof, err = py.ToFloat(ddof); err != nil {
		return nil, err
	}
	if len(args) > 7 && args[7] != nil && args[7] != py.None {
		return aroundMean(t, n, a, args, o)
	}
	return fold(t, n, a, o)
}

// aroundMean is the variance or the deviation around a mean that is given, which broadcasts against the array.
func aroundMean(t *thread, n string, a *array, args []value, o *foldOptions) (value, error) {
	c := &calc{t: t}
	x := c.u("subtract", a, args[7])
	sq := c.u("multiply", x, c.u("conjugate", x))
	if c.arr(sq); c.err == nil && a.DType().Num.IsComplex() {
		sq = c.call("real", sq)
	}
	sum := c.call("sum", sq, args[1], args[2], py.None, args[5], py.None, args[6])
	if c.err != nil {
		return nil, c.err
	}
	count := value(float64(o.count(a.Shape())))
	if o.where != nil {
		n, err := countWhere(t, a.Shape(), o)
		if err != nil {
			return nil, err
		}
		count = bind.NewArray(n)
	}
	v := c.u("divide", sum, c.u("maximum", c.u("subtract", count, o.ddof), 0.0))
	if n == "std" {
		v = c.u("sqrt", v)
	}
	return v, c.err
}

func item(t *thread, a *array, args []value) (value, error) {
	if len(args) == 1 {
		if tp, ok := args[0].(*py.Tuple); ok {
			args = tp.Items
		}
	}
	switch {
	case len(args) == 0:
		if a.Len() != 1 {
			return nil, py.ValueErrorf("can only convert an array of size 1 to a Python scalar")
		}
		return plainDate(t, pyElement(a, a.Offset(0)))
	case len(args) == 1 && a.Rank() != 1 || len(args) == 1:
		i, err := intArg(args[0], "item")
		if err != nil {
			return nil, err
		}
		if i < -a.Len() || i >= a.Len() {
			return nil, py.IndexErrorf("index %d is out of bounds for size %d", i, a.Len())
		}
		if i < 0 {
			i += a.Len()
		}
		return plainDate(t, pyElement(a, a.Offset(i)))
	case len(args) != a.Rank():
		return nil, py.ValueErrorf("incorrect number of indices for array")
	}
	at := a.Start()
	for k, v := range args {
		i, err := intArg(v, "item")
		if err != nil {
			return nil, err
		}
		p, err := checked(int64(i), a.Shape()[k], k)
		if err != nil {
			return nil, err
		}
		at += p * a.Strides()[k]
	}
	return plainDate(t, pyElement(a, at))
}

func asType(t *thread, a *array, args []value) (value, error) {
	d, err := toDType(args[1])
	if err != nil {
		return nil, err
	}
	order, err := orderArg(args[2], 'K')
	if err != nil {
		return nil, err
	}
	rule, err := castingRule(args[3])
	if err != nil {
		return nil, err
	}
	if !canCast(a.DType(), d, rule) {
		return nil, py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype(%s) according to the rule '%s'",
			a.DType().Repr(), d.Repr(), rule)
	}
	if (d.Kind == 'U' || d.Kind == 'S') && d.Size == 0 && (a.DType().Kind == 'U' || a.DType().Kind == 'S') {
		d = sized(d, a.DType())
	}
	if ndarray.Same(a.DType(), d) {
		if args[5] != true {
			return args[0], nil
		}
		z, err := a.Copy(t.Ctx, order)
		return shown(args, z, err)
	}
	var axes []int
	if order == 'K' && !a.CContiguous() {
		axes = ndarray.CopyOrder(a)
		a = a.Permute(axes)
	}
	z, err := castTo(t, a, d)
	switch {
	case err != nil:
	case order == 'K':
		if axes != nil && !z.CContiguous() {
			z, err = z.Copy(t.Ctx, 'C')
		}
		z = inOrder(axes, z)
	case order == 'F' || order == 'A' && a.FContiguous() && !a.CContiguous():
		if !z.FContiguous() {
			z, err = z.Copy(t.Ctx, 'F')
		}
	case !z.CContiguous():
		z, err = z.Copy(t.Ctx, 'C')
	}
	return shown(args, z, err)
}

func toBytes(t *thread, a *array, order byte) (value, error) {
	if a.IsObject() {
		return nil, py.TypeErrorf("tfs keeps no bytes of an array of objects")
	}
	if order == 'F' || order == 'A' && a.FContiguous() && !a.CContiguous() {
		a = a.T()
	}
	if !a.CContiguous() {
		var err error
		if a, err = a.Copy(t.Ctx, 'C'); err != nil {
			return nil, err
		}
	}
	return py.Bytes(a.Memory()), nil
}

// arrayOnly are the methods that change an array.
func arrayOnly(c *py.Class) {
	method := func(sig, doc string, f func(t *thread, a *array, args []value) error) {
		c.Def(sig, doc, func(t *thread, args []value) (value, error) {
			a, ok := args[0].(*array)
			if !ok {
				return nil, py.TypeErrorf("an ndarray is needed, not '%s'", py.TypeOf(args[0]).Name)
			}
			return py.None, f(t, a, args)
		})
	}
	method("fill(self, value)", "Sets every element.", func(t *thread, a *array, args []value) error {
		if !a.Writeable() {
			return py.ValueErrorf("assignment destination is read-only")
		}
		if x, ok := args[1].(*array); ok && x.Rank() > 0 {
			return py.ValueErrorf("setting an array element with a sequence.")
		}
		one, err := ndarray.New(a.DType(), nil, false)
		if err != nil {
			return err
		}
		if err := setPlace(t, one, 0, args[1]); err != nil {
			return err
		}
		_, err = a.Assign(t.Ctx, one)
		return err
	})
	method("put(self, indices, values, mode='raise')", "Sets the elements at positions of the flat array.",
		func(t *thread, a *array, args []value) error {
			return put(t, a, args[1], args[2], args[3])
		})
	method("sort(self, axis=-1, kind=None, order=None, stable=None)", "Sorts in place.",
		func(t *thread, a *array, args []value) error {
			if !a.Writeable() {
				return py.ValueErrorf("sort array is read-only")
			}
			if err := sortKind(args[2]); err != nil {
				return err
			}
			z, err := sortAxis(t, a, args[1], args[3])
			if err != nil {
				return err
			}
			return assign(t, a, z)
		})
	method("partition(self, kth, axis=-1, kind='introselect', order=None)", "Partitions in place.",
		func(t *thread, a *array, args []value) error {
			if err := partitionAt(t, a, args[1], args[2], args[3]); err != nil {
				return err
			}
			z, err := sortAxis(t, a, args[2], args[4])
			if err != nil {
				return err
			}
			return assign(t, a, z)
		})
	method("setflags(self, write=None, align=None, uic=None)", "Allows or forbids writing.",
		func(t *thread, a *array, args []value) error {
			if args[1] == py.None {
				return nil
			}
			return setWriteable(t, a, args[1])
		})
	c.DefRaw("resize", "Changes the size in place; new elements are zero.",
		func(t *thread, args []value, _ []py.Kw) (value, error) {
			return py.None, resizeInPlace(t, args[0].(*array), args[1:])
		})
	method("tofile(self, fid, sep='', format='%s')", "Writes the elements to a file.",
		func(t *thread, a *array, args []value) error {
			return toFile(t, a, args[1], args[2], args[3])
		})
}

func put(t *thread, a *array, indices, values, mode value) error {
	if !a.Writeable() {
		return py.ValueErrorf("assignment destination is read-only")
	}
	at, err := positions(t, indices, a.Len(), mode, -1)
	if err != nil {
		return err
	}
	places := make([]int, len(at.pos))
	for i, p := range at.pos {
		places[i] = a.Offset(p)
	}
	return setPlaces(t, a, places, values)
}

func resizeInPlace(t *thread, a *array, args []value) error {
	var shape value = py.NewTuple(args...)
	if len(args) == 1 {
		shape = args[0]
	}
	dims, err := sizes(t, shape)
	if err != nil {
		return err
	}
	if a.Base() != nil {
		return py.ValueErrorf("cannot resize this array: it does not own its data")
	}
	z, err := ndarray.NewContext(t.Ctx, a.DType(), dims, false)
	if err != nil {
		return bind.ArrayError(t, err)
	}
	from := a.Places()
	for i, p := range z.Places() {
		if i >= len(from) {
			break
		}
		copyPlace(z, p, a, from[i])
	}
	a.Become(z)
	return nil
}

func round(t *thread, a *array, decimals, out value) (value, error) {
	n := 0
	if decimals != py.None {
		var err error
		if n, err = intArg(decimals, "decimals"); err != nil {
			return nil, err
		}
	}
	x, err := numbers(t, a)
	if err != nil {
		return nil, err
	}
	var z *tensor.Tensor
	d := x.DType()
	switch {
	case d == tensor.Bool:
		z, err = castNumbers(t, x, tensor.Float16)
	case d.IsInteger() && n >= 0:
		z = x
	case d.IsInteger():
		p := math.Pow(10, float64(-n))
		v := make([]float64, x.Len())
		for i := range v {
			v[i] = math.RoundToEven(x.Float(i)/p) * p
		}
		z, err = castNumbers(t, tensor.FromSlice(x.Shape(), v), d)
	case d.IsComplex():
		p := math.Pow(10, float64(n))
		v := make([]complex128, x.Len())
		for i := range v {
			c := x.Complex(i)
			v[i] = complex(math.RoundToEven(real(c)*p)/p, math.RoundToEven(imag(c)*p)/p)
		}
		z, err = castNumbers(t, tensor.FromSlice(x.Shape(), v), d)
	case n == 0:
		z, err = tensor.Rint(t.Ctx, x)
	default:
		z, err = roundFloats(t, x, n)
	}
	if err != nil {
		return nil, err
	}
	o := &foldOptions{}
	if outs, err := outputs(out); err != nil {
		return nil, err
	} else if outs != nil {
		o.out = outs[0]
	}
	return o.give(t, "round", ndarray.Fresh(z, x))
}

// orderMethods give positions in order.
func orderMethods(c *py.Class) {
	method(c, "argsort(self, axis=-1, kind=None, order=None, stable=None)", "The positions that sort.",
		func(t *thread, a *array, args []value) (value, error) {
			if err := sortKind(args[2]); err != nil {
				return nil, err
			}
			return argsortAxis(t, a, args[1], args[3])
		})
	method(c, "argpartition(self, kth, axis=-1, kind='introselect', order=None)", "Positions that partition.",
		func(t *thread, a *array, args []value) (value, error) {
			if err := partitionAt(t, a, args[1], args[2], args[3]); err != nil {
				return nil, err
			}
			return argsortAxis(t, a, args[2], py.None)
		})
}

// conjugates are the methods of complex numbers: other numbers are their own conjugates.
func conjugates(c *py.Class) {
	for _, n := range []string{"conj", "conjugate"} {
		method(c, n+"(self, out=None)", "The complex conjugate.", func(t *thread, a *array, args []value) (value, error) {
			if !a.DType().Num.IsComplex() && !a.IsObject() {
				return args[0], nil
			}
			return ufuncs["conjugate"].call(t, args[:1], &callOptions{})
		})
	}
}

// roundFloats multiplies, rounds to even and divides, in the element type.
func roundFloats(t *thread, x *tensor.Tensor, n int) (*tensor.Tensor, error) {
	p, err := castNumbers(t, tensor.Scalar(math.Pow(10, math.Abs(float64(n)))), x.DType())
	if err != nil {
		return nil, err
	}
	first, second := tensor.Mul, tensor.Div
	if n < 0 {
		first, second = second, first
	}
	z, err := first(t.Ctx, x, p)
	if err != nil {
		return nil, err
	}
	if z, err = tensor.Rint(t.Ctx, z); err != nil {
		return nil, err
	}
	return second(t.Ctx, z, p)
}
