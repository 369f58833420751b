package tf

import (
	"math"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// elementwise declares the public function of an elementwise kernel.
func elementwise(d *op.Def, names, doc string) *bind.Op {
	o := bind.Elementwise(d, names, doc)
	register(o)
	return o
}

func init() {
	initComplex()
	initBinary()
}

func initComplex() {
	part := func(name string, d *op.Def, doc string) {
		register(entry(name, "(input, name=None)", d.Name, func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			if !x.DType().IsComplex() {
				return partOfReal(c, d, x)
			}
			return c.Do(d, op.Attrs{{Name: "Tout", Value: x.DType().Real()}}, x)
		}, doc))
	}
	part("tf.math.real", op.Real, "The real part.\n\n>>> tf.math.real(tf.constant([1+2j, 3.5-1j]))")
	part("tf.math.imag", op.Imag, "The imaginary part.\n\n>>> tf.math.imag(tf.constant([1+2j, 3.5-1j]))")
	part("tf.math.angle", op.Angle, "The angle in radians.\n\n>>> tf.math.angle(tf.constant([1+1j, -2j]))")
	register(
		ruled(bind.Unary, entry("tf.math.conj", "(x, name=None)", "Conj", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			if x.DType().IsComplex() {
				return c.Do1(op.Conj, x)
			}
			if x.DType().IsNumeric() {
				return x, nil
			}
			return nil, py.TypeErrorf("Expected numeric or variant tensor, got dtype %s.", py.ReprOf(x.DType()))
		}, "The complex conjugate.\n\n>>> tf.math.conj(tf.constant([1+2j]))")),
		ruled(sparseUnary(bind.Unary), entry("tf.math.abs", "(x, name=None)", "Abs", absKernel,
			"The absolute value.\n\n>>> tf.abs([-2.5, 3.])\n>>> tf.abs(tf.constant([3+4j]))", "tf.abs")),
		ruled(bind.Unary, entry("tf.math.round", "(x, name=None)", "Round", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			if x.DType().IsInteger() {
				return x, nil
			}
			return c.Do1(op.Round, x)
		}, "Rounds halves to even.\n\n>>> tf.round([0.9, 2.5, -4.5])", "tf.round")),
		entry("tf.dtypes.complex", "(real, imag, name=None)", "Complex", complexKernel,
			"Complex numbers of two real tensors.\n\n>>> tf.complex([2.25, 3.25], [4.75, 5.75])", "tf.complex"),
	)
}

// partOfReal is a part of numbers that have no imaginary one.
func partOfReal(c *call, d *op.Def, x *tensor.Tensor) (value, error) {
	switch dt := x.DType(); {
	case d == op.Real && (dt == tensor.Bool || dt == tensor.String):
		return nil, py.TypeErrorf("input must be a numeric tensor, but got tensor with dtype %s", py.StrOf(dt))
	case d == op.Real:
		return x, nil
	case d == op.Imag:
		return c.Do1(op.ZerosLike, x)
	}
	zero, err := bind.Convert(c.T, int64(0), x.DType()) // what the comparison says of bool and string
	if err != nil {
		return nil, err
	}
	b := c.B()
	neg := b.With(op.Cast, op.Attrs{{Name: "DstT", Value: x.DType()}}, b.One(op.Less, x, zero))
	return b.Scale(neg, math.Pi), b.Err
}

func absKernel(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if x.DType().IsComplex() {
		return c.Do(op.ComplexAbs, op.Attrs{{Name: "Tout", Value: x.DType().Real()}}, x)
	}
	return c.Do1(op.Abs, x)
}

func complexKernel(c *call) (value, error) {
	re, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	im, err := c.Tensor(1)
	if err != nil {
		return nil, err
	}
	if re.DType() != im.DType() || re.DType() != tensor.Float32 && re.DType() != tensor.Float64 {
		return nil, py.TypeErrorf("The `real` and `imag` components have incorrect types: %s %s. They must be consistent, "+
			"and one of [tf.float32, tf.float64]", re.DType(), im.DType())
	}
	out := tensor.Complex64
	if re.DType() == tensor.Float64 {
		out = tensor.Complex128
	}
	return c.Do(op.Complex, op.Attrs{{Name: "Tout", Value: out}}, re, im)
}

func initBinary() {
	elementwise(op.AddV2, "tf.math.add tf.add",
		"x + y, element-wise.\n\n>>> tf.add([1, 2], [[10], [20]])").Kernel = addKernel
	elementwise(op.DivNoNan, "tf.math.divide_no_nan",
		"x / y, or 0 where y is 0.\n\n>>> tf.math.divide_no_nan([3., 1.], [0., 4.])").Kernel = divNoNan
	elementwise(op.LogicalAnd, "tf.math.logical_and tf.logical_and",
		"x and y, element-wise.\n\n>>> tf.logical_and([True, False], True)")
	elementwise(op.LogicalOr, "tf.math.logical_or tf.logical_or",
		"x or y, element-wise.\n\n>>> tf.logical_or([True, False], False)")
	register(
		ruled(bind.Binary, entry("tf.math.logical_xor", "(x, y, name='LogicalXor')", "LogicalAnd", logicalXor,
			"Exactly one of both.\n\n>>> tf.math.logical_xor([True, False], True)")),
		ruled(bind.Binary, entry("tf.math.truediv", "(x, y, name=None)", "RealDiv", truediv,
			"x / y; integers become floats.\n\n>>> tf.truediv([7, 8], 2)", "tf.truediv")),
		ruled(bind.Binary, entry("tf.math.divide", "(x, y, name=None)", "RealDiv", func(c *call) (value, error) {
			return truediv(c)
		}, "x / y; integers become floats.\n\n>>> tf.divide(tf.constant([16, 12]), tf.constant([4, 5]))", "tf.divide")),
		entry("tf.math.scalar_mul", "(scalar, x, name=None)", "Mul", func(c *call) (value, error) {
			x, err := c.Tensor(1)
			if err != nil {
				return nil, err
			}
			s, err := bind.Convert(c.T, c.Args[0], x.DType())
			if err != nil {
				return nil, err
			}
			if s.Rank() != 0 {
				return nil, py.ValueErrorf("The input scalar must be a 0-D value. Received shape %s.",
					bind.NewShape(s.Shape()))
			}
			return c.Do2(op.Mul, s, x)
		}, "A scalar times a tensor.\n\n>>> tf.scalar_mul(2., tf.constant([1., 3.]))", "tf.scalar_mul"),
		entry("tf.math.reciprocal_no_nan", "(x, name=None)", "DivNoNan", func(c *call) (value, error) {
			x, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			one, err := bind.Convert(c.T, 1.0, x.DType())
			if err != nil {
				return nil, err
			}
			return c.Do2(op.DivNoNan, one, x)
		}, "1 / x, or 0 where x is 0.\n\n>>> tf.math.reciprocal_no_nan([2., 0.])"),
	)
}

func hasTensor(v value) bool {
	_, ok := bind.AsTensor(v)
	return ok
}

func addKernel(c *call) (value, error) {
	x, y, err := c.Pair(0, 1, true)
	if err != nil {
		if hasTensor(c.Args[0]) {
			if t, _ := bind.AsTensor(c.Args[0]); t.DType() == tensor.String {
				err = renameOp(err, "AddV2", "Add")
			}
		}
		return nil, err
	}
	if x.DType() == tensor.String {
		return c.Do2(op.Add, x, y)
	}
	return c.Do2(op.AddV2, x, y)
}

// renameOp words an error for the kernel TensorFlow picks for strings.
func renameOp(err error, from, to string) error {
	if e, ok := err.(*py.Exc); ok && len(e.Args) == 1 {
		if s, ok := e.Args[0].(string); ok {
			e.Args[0] = replaceAll(s, from, to)
		}
	}
	return err
}

// logicalXor is (x or y) and not (x and y), as TensorFlow composes it.
func logicalXor(c *call) (value, error) {
	x, err := c.Direct(0, tensor.Bool)
	if err != nil {
		return nil, err
	}
	y, err := c.Direct(1, tensor.Bool)
	if err != nil {
		return nil, err
	}
	b := c.B()
	return b.One(op.LogicalAnd, b.One(op.LogicalOr, x, y), b.One(op.LogicalNot, b.One(op.LogicalAnd, x, y))), b.Err
}

// quotient is the type a true division works in: integers become a float that holds them.
func quotient(d tensor.DType) tensor.DType {
	switch {
	case !d.IsInteger():
		return d
	case d.Size() <= 2:
		return tensor.Float32
	}
	return tensor.Float64
}

// truediv casts integers to a float that holds them: float32 up to 16 bits, float64 above.
func truediv(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	if t, ok := c.Args[1].(*tensor.Tensor); ok && !hasTensor(c.Args[0]) {
		if x, err = bind.Convert(c.T, c.Args[0], t.DType()); err != nil {
			return nil, err
		}
	}
	y, err := bind.Convert(c.T, c.Args[1], x.DType())
	if err != nil {
		t, err2 := c.Tensor(1)
		if err2 != nil {
			return nil, err
		}
		y = t
	}
	if x.DType() != y.DType() {
		return nil, py.TypeErrorf("`x` and `y` must have the same dtype, got %s != %s.", py.ReprOf(x.DType()), py.ReprOf(y.DType()))
	}
	if d := x.DType(); d == tensor.Bool || d == tensor.String {
		return nil, notDivisible(d, "__truediv__")
	}
	to := quotient(x.DType())
	if x, err = tensor.Cast(c.T.Ctx, x, to); err != nil {
		return nil, err
	}
	if y, err = tensor.Cast(c.T.Ctx, y, to); err != nil {
		return nil, err
	}
	return c.Do2(op.RealDiv, x, y)
}

func notDivisible(d tensor.DType, where string) error {
	return py.TypeErrorf("Invalid dtype %s in %s. Expected one of {tf.uint8, tf.int8, tf.uint16, tf.int16, "+
		"tf.uint32, tf.int32, tf.uint64, tf.int64, tf.bfloat16, tf.float16, tf.float32, tf.float64, "+
		"tf.complex64, tf.complex128}.", py.ReprOf(d), where)
}

func divNoNan(c *call) (value, error) {
	x, err := c.Tensor(0)
	if err != nil {
		return nil, err
	}
	y, err := bind.Convert(c.T, c.Args[1], x.DType())
	if err != nil {
		return nil, err
	}
	if d := x.DType(); d == tensor.Bool || d == tensor.String {
		return nil, notDivisible(d, "tf.math.divide_no_nan")
	}
	if to := quotient(x.DType()); to != x.DType() {
		if x, err = tensor.Cast(c.T.Ctx, x, to); err != nil {
			return nil, err
		}
		if y, err = tensor.Cast(c.T.Ctx, y, to); err != nil {
			return nil, err
		}
	}
	return c.Do2(op.DivNoNan, x, y)
}
