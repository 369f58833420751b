package op

import (
	"math"

	"github.com/tfs-lang/tfs/tensor"
)

// The elementwise kernels. Gradients are TensorFlow's (math_grad.py's formulas), written with kernels.

// by is the gradient dy * f(x, y), conjugated for complex numbers as TensorFlow does.
func by(f func(b *B, x, y Value) Value) gradient {
	return func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Mul(dy[0], b.Conj(f(b, n.In[0], n.Out[0]))))
	}
}

// over is the gradient dy / f(x, y).
func over(f func(b *B, x, y Value) Value) gradient {
	return func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Div(dy[0], b.Conj(f(b, n.In[0], n.Out[0]))))
	}
}

// flat is the gradient of steps: zero.
func flat(b *B, n *Node, dy []Value) []Value { return b.List(b.Zero(n.In[0])) }

// Kernels of one input.
var (
	Rsqrt = unary("Rsqrt", by(func(b *B, _, y Value) Value { return b.Scale(b.Mul(y, b.Mul(y, y)), -0.5) }))
	Expm1 = unary("Expm1", by(func(b *B, x, _ Value) Value { return b.One(Exp, x) }))
	Log1p = unary("Log1p", by(func(b *B, x, _ Value) Value { return b.One(Reciprocal, b.Plus(x, 1)) }))
	Tan   = unary("Tan", by(func(b *B, x, _ Value) Value { return b.One(Square, b.One(Reciprocal, b.One(Cos, x))) }))
	Asin  = unary("Asin", over(func(b *B, x, _ Value) Value { return b.rootOf(b.Sub(b.Like(x, 1), b.One(Square, x))) }))
	Acos  = unary("Acos", func(b *B, n *Node, dy []Value) []Value {
		x := n.In[0]
		return b.List(b.Neg(b.Div(dy[0], b.Conj(b.rootOf(b.Sub(b.Like(x, 1), b.One(Square, x)))))))
	})
	Atan  = unary("Atan", over(func(b *B, x, _ Value) Value { return b.Plus(b.One(Square, x), 1) }))
	Tanh  = unary("Tanh", by(func(b *B, _, y Value) Value { return b.Sub(b.Like(y, 1), b.One(Square, y)) }))
	Asinh = unary("Asinh", over(func(b *B, _, y Value) Value { return b.One(Cosh, y) }))
	Acosh = unary("Acosh", over(func(b *B, _, y Value) Value { return b.One(Sinh, y) }))
	Atanh = unary("Atanh", over(func(b *B, x, _ Value) Value { return b.Sub(b.Like(x, 1), b.One(Square, x)) }))

	Softplus = unary("Softplus", by(func(b *B, x, _ Value) Value { return b.One(Sigmoid, x) }))
	Softsign = unary("Softsign", over(func(b *B, x, _ Value) Value { return b.One(Square, b.Plus(b.One(Abs, x), 1)) }))
	Relu     = unary("Relu", func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Where(b.One(Greater, n.Out[0], b.Like(n.Out[0], 0)), dy[0], b.Zero(dy[0])))
	})
	Erf    = unary("Erf", by(func(b *B, x, _ Value) Value { return b.Scale(b.bell(x), 2/math.Sqrt(math.Pi)) }))
	Erfc   = unary("Erfc", by(func(b *B, x, _ Value) Value { return b.Scale(b.bell(x), -2/math.Sqrt(math.Pi)) }))
	Erfinv = unary("Erfinv", by(func(b *B, _, y Value) Value {
		return b.Scale(b.One(Exp, b.One(Square, y)), math.Sqrt(math.Pi)/2)
	}))
	Ndtri = unary("Ndtri", by(func(b *B, _, y Value) Value {
		return b.Scale(b.One(Exp, b.Scale(b.One(Square, y), 0.5)), math.Sqrt(2*math.Pi))
	}))
	Lgamma = unary("Lgamma", by(func(b *B, x, _ Value) Value { return b.One(Digamma, x) }))

	Ceil  = unary("Ceil", noGrad)
	Floor = unary("Floor", noGrad)
	Rint  = unary("Rint", noGrad)

	IsNan    = unary("IsNan", nil)
	IsInf    = unary("IsInf", nil)
	IsFinite = unary("IsFinite", nil)

	LogicalNot      = unary("LogicalNot", nil)
	Invert          = unary("Invert", nil)
	PopulationCount = unary("PopulationCount", nil)

	Dawsn = unary("Dawsn", by(func(b *B, x, y Value) Value {
		return b.Sub(b.Like(x, 1),
			b.Scale(b.Mul(x, y), 2))
	}))
	Expint     = unary("Expint", by(func(b *B, x, _ Value) Value { return b.Div(b.One(Exp, x), x) }))
	FresnelCos = unary("FresnelCos", by(func(b *B, x, _ Value) Value {
		return b.One(Cos, b.Scale(b.One(Square, x), math.Pi/2))
	}))
	FresnelSin = unary("FresnelSin", by(func(b *B, x, _ Value) Value {
		return b.One(Sin, b.Scale(b.One(Square, x), math.Pi/2))
	}))
	Spence = unary("Spence", by(func(b *B, x, _ Value) Value {
		steep := b.Div(b.One(Log, x), b.Sub(b.Like(x, 1), x))
		return b.Where(b.One(Equal, x, b.Like(x, 1)), b.Neg(b.One(OnesLike, x)), steep)
	}))

	// Parts of complex numbers.
	Real = complexPart("Real", func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.One(Complex, dy[0], b.Zero(dy[0])))
	})
	Imag = complexPart("Imag", func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.One(Complex, b.Zero(dy[0]), dy[0]))
	})
	Angle = complexPart("Angle", func(b *B, n *Node, dy []Value) []Value {
		real := Attrs{{"Tout", dy[0].DType()}}
		turned := b.One(Complex, b.With(Imag, real, n.In[0]), b.With(Real, real, n.In[0]))
		return b.List(b.Neg(b.Mul(b.One(Complex, dy[0], b.Zero(dy[0])), b.One(Reciprocal, turned))))
	})
	ComplexAbs = define(Def{Name: "ComplexAbs", Elem: true, Infer: same(0), Eval: partOf("Abs"),
		Grad: func(b *B, n *Node, dy []Value) []Value { // 0 where the number is
			zero := b.Zero(dy[0])
			return b.List(b.Mul(b.One(DivNoNan, b.One(Complex, dy[0], zero), b.One(Complex, n.Out[0], zero)), n.In[0]))
		}})
	Round = define(Def{Name: "Round", Elem: true, Infer: same(0), Grad: noGrad,
		Eval: func(x *Exec, n *Node) error {
			if n.T(0).DType().IsInteger() {
				return n.one(n.T(0), nil)
			}
			return n.one(tensor.Rint(x.Ctx, n.T(0)))
		}})
)

// rootOf is a square root that is no node of its own name where TensorFlow has one.
func (b *B) rootOf(x Value) Value { return b.One(Sqrt, x) }

// bell is exp(-x*x).
func (b *B) bell(x Value) Value { return b.One(Exp, b.Neg(b.One(Square, x))) }

// besselI is a derivative that has a limit of its own at zero.
func (b *B) besselI(x, steep Value, limit float64) Value {
	return b.Where(b.One(Equal, x, b.Like(x, 0)), b.Like(x, limit), steep)
}

// complexPart declares a kernel of complex numbers whose type attribute Tout is the result's.
func complexPart(name string, grad gradient) *Def {
	return define(Def{Name: name, Elem: true, Infer: same(0), Grad: grad, Eval: partOf(name)})
}

// partOf applies an operation that gives the real type of a complex one; Tout must be that type.
func partOf(name string) evaluate {
	k := tensor.Un(name)
	return func(x *Exec, n *Node) error {
		z, err := k.Apply(x.Ctx, n.T(0))
		if err == nil && z.DType() != n.Type("Tout") {
			z, err = tensor.Cast(x.Ctx, z, n.Type("Tout"))
		}
		return n.one(z, err)
	}
}

// Kernels of two inputs that broadcast.
var (
	Add = define(Def{Name: "Add", Elem: true, Infer: broadcast, Eval: eval2(tensor.Add), // strings too
		Grad: func(b *B, n *Node, dy []Value) []Value { return b.both(n, dy[0], dy[0]) }})
	MulNoNan = binary("MulNoNan", func(b *B, n *Node, dy []Value) []Value {
		return b.both(n, b.One(n.Def, dy[0], n.In[1]), b.One(n.Def, n.In[0], dy[0]))
	})
	Maximum = binary("Maximum", chosen(func() *Def { return GreaterEqual }))
	Minimum = binary("Minimum", chosen(func() *Def { return LessEqual }))
	Pow     = binary("Pow", func(b *B, n *Node, dy []Value) []Value {
		x, y := b.Conj(n.In[0]), b.Conj(n.In[1])
		dx := b.Mul(dy[0], b.Mul(y, b.One(n.Def, x, b.Sub(y, b.Like(y, 1)))))
		ok := b.One(Greater, x, b.Like(x, 0))
		if x != nil && x.DType().IsComplex() {
			ok = b.One(NotEqual, x, b.Like(x, 0))
		}
		safe := b.Where(ok, x, b.One(OnesLike, x))
		log := b.Where(ok, b.One(Log, safe), b.Zero(x))
		return b.both(n, dx, b.Mul(b.Mul(dy[0], b.Conj(n.Out[0])), log))
	})
	SquaredDifference = binary("SquaredDifference", func(b *B, n *Node, dy []Value) []Value {
		d := b.Mul(b.Scale(dy[0], 2), b.Sub(n.In[0], n.In[1]))
		return b.both(n, d, b.Neg(d))
	})
	TruncateDiv = binary("TruncateDiv", noGrad)
	FloorMod    = binary("FloorMod", func(b *B, n *Node, dy []Value) []Value {
		return b.both(n, dy[0], b.Mul(dy[0], b.Neg(b.One(FloorDiv, n.In[0], n.In[1]))))
	})
	TruncateMod = binary("TruncateMod", nil)
	Atan2       = binary("Atan2", func(b *B, n *Node, dy []Value) []Value {
		y, x := n.In[0], n.In[1]
		inv := b.Div(dy[0], b.Add(b.One(Square, x), b.One(Square, y)))
		return b.both(n, b.Mul(x, inv), b.Mul(b.Neg(y), inv))
	})
	Xdivy = binary("Xdivy", func(b *B, n *Node, dy []Value) []Value {
		x, y := n.In[0], n.In[1]
		return b.both(n, b.Mul(b.One(n.Def, b.notZero(x), y), dy[0]),
			b.Mul(b.One(n.Def, b.Neg(x), b.One(Square, y)), dy[0]))
	})
	Xlogy = binary("Xlogy", func(b *B, n *Node, dy []Value) []Value {
		x, y := n.In[0], n.In[1]
		return b.both(n, b.Mul(b.One(n.Def, b.notZero(x), y), dy[0]), b.Mul(b.One(Xdivy, x, y), dy[0]))
	})
	Xlog1py = binary("Xlog1py", func(b *B, n *Node, dy []Value) []Value {
		x, y := n.In[0], n.In[1]
		return b.both(n, b.Mul(b.One(n.Def, b.notZero(x), y), dy[0]), b.Mul(b.One(Xdivy, x, b.Plus(y, 1)), dy[0]))
	})
	IgammaGradA = binary("IgammaGradA", nil)
	Igamma      = binary("Igamma", func(b *B, n *Node, dy []Value) []Value {
		return b.both(n, b.Mul(b.One(IgammaGradA, n.In[0], n.In[1]), dy[0]), b.Mul(b.gammaDensity(n), dy[0]))
	})
	Igammac = binary("Igammac", func(b *B, n *Node, dy []Value) []Value {
		return b.both(n, b.Neg(b.Mul(b.One(IgammaGradA, n.In[0], n.In[1]), dy[0])),
			b.Neg(b.Mul(b.gammaDensity(n), dy[0])))
	})
	Zeta = binary("Zeta", func(b *B, n *Node, dy []Value) []Value {
		x, q := n.In[0], n.In[1]
		d := b.Mul(b.Neg(x), b.One(n.Def, b.Plus(x, 1), q))
		return []Value{nil, b.Unbroadcast(b.Mul(d, dy[0]), q, x)}
	})
	Polygamma = binary("Polygamma", func(b *B, n *Node, dy []Value) []Value {
		k, x := n.In[0], n.In[1]
		return []Value{nil, b.Unbroadcast(b.Mul(b.One(n.Def, b.Plus(k, 1), x), dy[0]), x, k)}
	})
	NextAfter = binary("NextAfter", func(b *B, n *Node, dy []Value) []Value { return b.both(n, dy[0], b.Zero(dy[0])) })

	Equal        = equality("Equal", false)
	NotEqual     = equality("NotEqual", true)
	Less         = binary("Less", nil)
	LessEqual    = binary("LessEqual", nil)
	Greater      = binary("Greater", nil)
	GreaterEqual = binary("GreaterEqual", nil)

	LogicalAnd = binary("LogicalAnd", nil)
	LogicalOr  = binary("LogicalOr", nil)

	BitwiseAnd = binary("BitwiseAnd", nil)
	BitwiseOr  = binary("BitwiseOr", nil)
	BitwiseXor = binary("BitwiseXor", nil)
	LeftShift  = binary("LeftShift", nil)
	RightShift = binary("RightShift", nil)
)

// quotient is the gradient of x / y, with the same kind of division.
func quotient(div func() *Def) gradient {
	return func(b *B, n *Node, dy []Value) []Value {
		x, y, d := b.Conj(n.In[0]), b.Conj(n.In[1]), div()
		down := b.One(d, b.One(d, b.Neg(x), y), y)
		return b.both(n, b.One(d, dy[0], y), b.Mul(dy[0], down))
	}
}

// chosen is the gradient of the one of two inputs that the comparison picks.
func chosen(compare func() *Def) gradient {
	return func(b *B, n *Node, dy []Value) []Value {
		first := b.One(compare(), n.In[0], n.In[1])
		zero := b.Zero(dy[0])
		return b.both(n, b.Where(first, dy[0], zero), b.Where(first, zero, dy[0]))
	}
}

// notZero is 1 where x is not 0, else 0, in x's type.
func (b *B) notZero(x Value) Value {
	if x == nil {
		return nil
	}
	return b.With(Cast, Attrs{{"DstT", x.DType()}}, b.One(NotEqual, x, b.Like(x, 0)))
}

// gammaDensity is the derivative of the regularised incomplete gamma function by x.
func (b *B) gammaDensity(n *Node) Value {
	a, x := n.In[0], n.In[1]
	e := b.Sub(b.Mul(b.Sub(a, b.Like(a, 1)), b.One(Log, x)), x)
	return b.One(Exp, b.Sub(e, b.One(Lgamma, a)))
}
