package math

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	tfsparse "github.com/tfs-lang/tfs/tf/sparse"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Elementwise declares the public function of an elementwise kernel.
func Elementwise(d *op.Def, names, doc string) *bind.Op {
	o := bind.Elementwise(d, names, doc)
	table.Register(o)
	return o
}

// ByValues is Elementwise for a function that TensorFlow lets sparse tensors through: it runs on their values, and
// gives 0 for 0.
func ByValues(d *op.Def, names, doc string) *bind.Op {
	o := Elementwise(d, names, doc)
	o.Ragged = bind.OnValues(o.Ragged)
	return tfsparse.ByParts(o)
}

func init() {
	initComplex()
	initBinary()
}

func initComplex() {
	part := func(name string, d *op.Def, doc string) {
		table.Register(
			table.Edges(table.Entry(name, "(input, name=None)", d.Name, func(c *bind.Call) (py.Value, error) {
				x, err := c.Value(0)
				if err != nil {
					return nil, err
				}
				if !x.DType().IsComplex() {
					return partOfReal(c, d, x)
				}
				return c.Do(d, op.Attrs{{Name: "Tout", Value: x.DType().Real()}}, x)
			}, doc)),
		)
	}
	part("tf.math.real", op.Real, `The real part.

>>> tf.math.real(tf.constant([1+2j, 3.5-1j]))`)
	part("tf.math.imag", op.Imag, `The imaginary part.

>>> tf.math.imag(tf.constant([1+2j, 3.5-1j]))`)
	part("tf.math.angle", op.Angle, `The angle in radians.

>>> tf.math.angle(tf.constant([1+1j, -2j]))`)
	table.Register(
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Entry("tf.math.conj", "(x, name=None)", "Conj", func(c *bind.Call) (py.Value, error) {
					x, err := c.Value(0)
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
				}, `The complex conjugate.

>>> tf.math.conj(tf.constant([1+2j]))`),
			),
		),
		tfsparse.ByParts(
			tfragged.Ruled(
				bind.OnValues(bind.Flat(0)),
				table.Entry("tf.math.abs", "(x, name=None)", "Abs", absKernel,
					`The absolute value.

>>> tf.abs([-2.5, 3.])
>>> tf.abs(tf.constant([3+4j]))`, "tf.abs"),
			),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Entry("tf.math.round", "(x, name=None)", "Round", func(c *bind.Call) (py.Value, error) {
					x, err := c.Value(0)
					if err != nil {
						return nil, err
					}
					if x.DType().IsInteger() {
						return x, nil
					}
					return c.Do1(op.Round, x)
				}, `Rounds halves to even.

>>> tf.round([0.9, 2.5, -4.5])`, "tf.round"),
			),
		),
		table.Edges(tfragged.Ruled(bind.Pair(0, 1), table.Entry("tf.dtypes.complex", "(real, imag, name=None)", "Complex",
			complexKernel, `Complex numbers of two real tensors.

>>> tf.complex([2.25, 3.25], [4.75, 5.75])`,
			"tf.complex"))),
	)
}

// partOfReal is a part of numbers that have no imaginary one.
func partOfReal(c *bind.Call, d *op.Def, x op.Value) (py.Value, error) {
	switch dt := x.DType(); {
	case d == op.Real && (dt == tensor.Bool || dt == tensor.String):
		return nil, py.TypeErrorf("input must be a numeric tensor, but got tensor with dtype %s", py.StrOf(dt))
	case d == op.Real:
		return x, nil
	case d == op.Imag:
		return c.Do1(op.ZerosLike, x)
	}
	f := table.FlowOf(c)
	below := f.One(op.Less, x, f.As(int64(0), x.DType()))
	return f.Result(f.Where(below, f.Mul(f.As(math.Pi, x.DType()), f.One(op.OnesLike, x)), f.Zero(x)))
}

func absKernel(c *bind.Call) (py.Value, error) {
	x, err := c.Value(0)
	if err != nil {
		return nil, err
	}
	if x.DType().IsComplex() {
		return c.Do(op.ComplexAbs, op.Attrs{{Name: "Tout", Value: x.DType().Real()}}, x)
	}
	return c.Do1(op.Abs, x)
}

func complexKernel(c *bind.Call) (py.Value, error) {
	re, err := c.Value(0)
	if err != nil {
		return nil, err
	}
	im, err := c.Value(1)
	if err != nil {
		return nil, err
	}
	if re.DType() != im.DType() || re.DType() != tensor.Float32 && re.DType() != tensor.Float64 {
		return nil, py.TypeErrorf(
			"The `real` and `imag` components have incorrect types: %s %s. They must be consistent, "+
				"and one of [tf.float32, tf.float64]",
			re.DType(),
			im.DType(),
		)
	}
	out := tensor.Complex64
	if re.DType() == tensor.Float64 {
		out = tensor.Complex128
	}
	return c.Do(op.Complex, op.Attrs{{Name: "Tout", Value: out}}, re, im)
}

func initBinary() {
	Elementwise(op.AddV2, "tf.math.add tf.add",
		`x + y, element-wise.

>>> tf.add([1, 2], [[10], [20]])`).Kernel = addKernel
	Elementwise(op.MulNoNan, "tf.math.multiply_no_nan", `x * y, or 0 where y is 0, even for nan and inf.

>>> tf.math.multiply_no_nan([float('nan'), 2.], [0., 4.])`).Kernel = mulNoNan
	Elementwise(op.DivNoNan, "tf.math.divide_no_nan",
		`x / y, or 0 where y is 0.

>>> tf.math.divide_no_nan([3., 1.], [0., 4.])`).Kernel = divNoNan
	Elementwise(op.LogicalAnd, "tf.math.logical_and tf.logical_and",
		`x and y, element-wise.

>>> tf.logical_and([True, False], True)`)
	Elementwise(op.LogicalOr, "tf.math.logical_or tf.logical_or",
		`x or y, element-wise.

>>> tf.logical_or([True, False], False)`)
	table.Register(
		table.Edges(
			tfragged.Ruled(
				bind.Pair(0, 1),
				table.Entry("tf.math.logical_xor", "(x, y, name='LogicalXor')", "LogicalAnd", logicalXor,
					`Exactly one of both.

>>> tf.math.logical_xor([True, False], True)`),
			),
		),
		table.Edges(tfragged.Ruled(bind.Pair(0, 1), table.Entry("tf.math.truediv", "(x, y, name=None)", "RealDiv", truediv,
			`x / y; integers become floats.

>>> tf.truediv([7, 8], 2)`, "tf.truediv"))),
		table.Edges(tfragged.Ruled(bind.Pair(0, 1), table.Entry(
			"tf.math.divide",
			"(x, y, name=None)",
			"RealDiv",
			divide,
			`x / y; integers become floats.

>>> tf.divide(tf.constant([16, 12]), tf.constant([4, 5]))`,
			"tf.divide",
		))),
		table.Edges(
			tfragged.Ruled(bind.Flat(1), table.Entry("tf.math.scalar_mul", "(scalar, x, name=None)", "Mul", scalarMul,
				`A scalar times a tensor.

>>> tf.scalar_mul(2., tf.constant([1., 3.]))`, "tf.scalar_mul")),
		),
		table.Edges(
			tfragged.Ruled(
				bind.Flat(0),
				table.Entry("tf.math.reciprocal_no_nan", "(x, name=None)", "DivNoNan", func(c *bind.Call) (py.Value,
					error) {
					f := table.FlowOf(c)
					x := f.Arg(0)
					if x == nil {
						return nil, f.Err
					}
					return f.Result(f.One(op.DivNoNan, f.As(1.0, x.DType()), x))
				}, `1 / x, or 0 where x is 0.

>>> tf.math.reciprocal_no_nan([2., 0.])`),
			),
		),
	)
}

func scalarMul(c *bind.Call) (py.Value, error) {
	if v, done, err := values.OnSlices(c, 1); done {
		return v, err
	}
	f := table.FlowOf(c)
	x := f.Arg(1)
	if x == nil {
		return nil, f.Err
	}
	s := f.As(c.Args[0], x.DType())
	if s == nil {
		return nil, f.Err
	}
	if p := op.StaticShape(s); p.UnknownRank || len(p.Dims) != 0 {
		return nil, py.ValueErrorf("The input scalar must be a 0-D value. Received shape %s.", p)
	}
	return f.Result(f.Mul(s, x))
}

func addKernel(c *bind.Call) (py.Value, error) {
	d, ok := bind.TypeOf(c.Args[0])
	if !ok { // the first argument has its natural type, whatever the second one is
		x, err := c.ConvertValue(c.Args[0], tensor.Invalid)
		if err != nil {
			return nil, err
		}
		c.Args[0], d = x, x.DType()
	}
	c.Kernel = op.AddV2
	if d == tensor.String {
		c.Kernel = op.Add
	}
	x, y, err := c.Inputs(0, 1, true)
	if err != nil {
		return nil, err
	}
	return c.Do2(c.Kernel, x, y)
}

// logicalXor is (x or y) and not (x and y), as TensorFlow composes it.
func logicalXor(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x, y := f.Input(0, tensor.Bool), f.Input(1, tensor.Bool)
	return f.Result(f.One(op.LogicalAnd, f.One(op.LogicalOr, x, y), f.One(op.LogicalNot, f.One(op.LogicalAnd, x, y))))
}

// truediv casts integers to a float that holds them: float32 up to 16 bits, float64 above.
func truediv(c *bind.Call) (py.Value, error) { return quotient(c, false) }

// divide is the operator: what is no tensor takes the type of the other operand.
func divide(c *bind.Call) (py.Value, error) { return quotient(c, true) }

func quotient(c *bind.Call, follows bool) (py.Value, error) {
	x, y, err := divided(c, follows)
	if err != nil {
		return nil, err
	}
	if x.DType() != y.DType() {
		return nil, py.TypeErrorf("`x` and `y` must have the same dtype, got %s != %s.", py.ReprOf(x.DType()),
			py.ReprOf(y.DType()))
	}
	if d := x.DType(); d == tensor.Bool || d == tensor.String {
		return nil, notDivisible(d, "__truediv__")
	}
	f := table.FlowOf(c)
	return f.Result(table.QuotientOf(f, x, y))
}

// divided are the operands of a division: the second one takes the type of the first if it can. With follows, a
// first one that is no tensor takes the type of a second one that is.
func divided(c *bind.Call, follows bool) (x, y op.Value, err error) {
	want := tensor.Invalid
	if _, typed := bind.TypeOf(c.Args[0]); !typed && follows {
		want, _ = bind.TypeOf(c.Args[1])
	}
	if x, err = c.ConvertValue(c.Args[0], want); err != nil {
		return nil, nil, err
	}
	if y, err = c.ConvertValue(c.Args[1], x.DType()); err != nil {
		if natural, err2 := c.Value(1); err2 == nil {
			return x, natural, nil
		}
	}
	return x, y, err
}

func notDivisible(d tensor.DType, where string) error {
	return py.TypeErrorf("Invalid dtype %s in %s. Expected one of {tf.uint8, tf.int8, tf.uint16, tf.int16, "+
		"tf.uint32, tf.int32, tf.uint64, tf.int64, tf.bfloat16, tf.float16, tf.float32, tf.float64, "+
		"tf.complex64, tf.complex128}.", py.ReprOf(d), where)
}

// mulNoNan converts its second operand to the type of the first.
func mulNoNan(c *bind.Call) (py.Value, error) {
	x, err := c.Value(0)
	if err != nil {
		return nil, err
	}
	y, err := c.ConvertValue(c.Args[1], x.DType())
	if err != nil {
		if e, ok := err.(*py.Exc); ok && e.Class == py.ValueErrorClass {
			return nil, py.ValueErrorf("y: %s", e.Message())
		}
		return nil, err
	}
	return c.Do2(op.MulNoNan, x, y)
}

func divNoNan(c *bind.Call) (py.Value, error) {
	x, y, err := divided(c, true)
	if err != nil {
		return nil, err
	}
	if x.DType() != y.DType() {
		return nil, py.TypeErrorf("`x` and `y` must have the same dtype, got %s != %s.", py.ReprOf(x.DType()),
			py.ReprOf(y.DType()))
	}
	f := table.FlowOf(c)
	if d := x.DType(); d == tensor.Bool || d == tensor.String {
		return nil, notDivisible(d, "tf.math.divide_no_nan")
	}
	d := table.Quotient(x.DType())
	return f.Result(f.One(op.DivNoNan, f.Cast(x, d), f.Cast(y, d)))
}
