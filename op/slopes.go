package op

import "github.com/tfs-lang/tfs/tensor"

// Kernels that are gradients of elementwise kernels. Their own gradients are TensorFlow's.

// slopeOfOutput declares a kernel of the output of a function and of the gradient (y, dy).
func slopeOfOutput(name string, f func(m *math1, y, dy *tensor.Tensor) *tensor.Tensor, grad gradient) *Def {
	return define(Def{Name: name, Elem: true, Infer: same(0), Grad: grad, Eval: func(x *Exec, n *Node) error {
		y, dy := n.T(0), n.T(1)
		if y.Len() != dy.Len() {
			return tensor.Errorf("The two arguments to a cwise op must have same number of elements, got %d and %d",
				y.Len(), dy.Len())
		}
		m := &math1{ctx: x.Ctx, n: n}
		if y.DType().IsComplex() {
			y = m.un(tensor.Conj, y)
		}
		if m.err != nil {
			return m.err
		}
		z := f(m, y, dy.WithShape(y.Shape()))
		return n.one(z, m.err)
	}})
}

// slope declares a kernel of a gradient and of what a function was computed of, or gave.
func slope(name string, f func(m *math1, dy, x *tensor.Tensor) *tensor.Tensor, grad gradient) *Def {
	return define(Def{Name: name, Elem: true, Infer: mergeBoth, Grad: grad, Eval: func(x *Exec, n *Node) error {
		dy, t := n.T(0), n.T(1)
		if !tensor.SameShape(dy.Shape(), t.Shape()) {
			return tensor.Errorf("Inputs to operation %s of type %s must have the same "+
				"size and shape.  Input 0: %s != input 1: %s",
				name, name, tensor.ShapeString(dy.Shape()), tensor.ShapeString(t.Shape()))
		}
		m := &math1{ctx: x.Ctx, n: n}
		z := f(m, dy, t)
		return n.one(z, m.err)
	}})
}

// mergeBoth says that two inputs and the output have one shape.
func mergeBoth(s *Shapes) { s.Is(s.mergeShapes(s.In(0), s.In(1))) }

func inverseSlope(m *math1, y, dy *tensor.Tensor) *tensor.Tensor {
	return m.bin(tensor.Mul, m.bin(tensor.Mul, m.un(tensor.Neg, y), y), dy)
}

func inverseSlopeGrad(b *B, n *Node, dy []Value) []Value {
	y, g := b.Conj(n.In[0]), b.Conj(dy[0])
	return b.List(b.Mul(b.Mul(b.Scale(g, -2), n.In[1]), y), b.One(n.Def, y, dy[0]))
}

// again is the gradient by dy of a kernel that is linear in it, and none by the other input.
func again(b *B, n *Node, dy []Value) []Value {
	return b.List(b.Do(n.Def, n.At, dy[0], n.In[1])[0], nil)
}

// Slopes written with the output of a function.
var (
	InvGrad        = slopeOfOutput("InvGrad", inverseSlope, inverseSlopeGrad)
	ReciprocalGrad = slopeOfOutput("ReciprocalGrad", inverseSlope, inverseSlopeGrad)
	SqrtGrad       = slopeOfOutput("SqrtGrad", func(m *math1, y, dy *tensor.Tensor) *tensor.Tensor {
		return m.bin(tensor.Div, m.bin(tensor.Mul, m.num(0.5, y), dy), y)
	}, func(b *B, n *Node, dy []Value) []Value {
		ga := b.Div(dy[0], n.In[0])
		return b.List(b.Mul(b.Neg(b.Conj(ga)), n.Out[0]), b.Scale(ga, 0.5))
	})
	RsqrtGrad = slopeOfOutput("RsqrtGrad", func(m *math1, y, dy *tensor.Tensor) *tensor.Tensor {
		return m.bin(tensor.Mul, m.bin(tensor.Mul, m.num(-0.5, y), m.bin(tensor.Mul, dy, y)), m.bin(tensor.Mul, y, y))
	}, func(b *B, n *Node, dy []Value) []Value {
		y, g := b.Conj(n.In[0]), b.Conj(dy[0])
		return b.List(b.Mul(b.Mul(b.Scale(g, -1.5), n.In[1]), b.One(Square, y)), b.One(n.Def, y, dy[0]))
	})
	SigmoidGrad = slopeOfOutput("SigmoidGrad", func(m *math1, y, dy *tensor.Tensor) *tensor.Tensor {
		return m.bin(tensor.Mul, m.bin(tensor.Mul, dy, y), m.bin(tensor.Sub, m.num(1, y), y))
	}, func(b *B, n *Node, dy []Value) []Value {
		y, gb := b.Conj(n.In[0]), b.Mul(dy[0], b.Conj(n.In[1]))
		return b.List(b.Sub(gb, b.Mul(b.Scale(gb, 2), y)), b.One(n.Def, y, dy[0]))
	})
	TanhGrad = slopeOfOutput("TanhGrad", func(m *math1, y, dy *tensor.Tensor) *tensor.Tensor {
		return m.bin(tensor.Mul, dy, m.bin(tensor.Sub, m.num(1, y), m.bin(tensor.Mul, y, y)))
	}, func(b *B, n *Node, dy []Value) []Value {
		y := b.Conj(n.In[0])
		return b.List(b.Mul(b.Mul(b.Scale(dy[0], -2), b.Conj(n.In[1])), y), b.One(n.Def, y, dy[0]))
	})
)

// Slopes of activations.
var (
	ReluGrad = slope("ReluGrad", func(m *math1, dy, x *tensor.Tensor) *tensor.Tensor {
		return m.where(m.bin(tensor.Greater, x, m.num(0, x)), dy, m.zeros(dy))
	}, again)
	Relu6Grad = slope("Relu6Grad", func(m *math1, dy, x *tensor.Tensor) *tensor.Tensor {
		in := m.bin(tensor.LogicalAnd, m.bin(tensor.Greater, x, m.num(0, x)), m.bin(tensor.Less, x, m.num(6, x)))
		return m.where(in, dy, m.zeros(dy))
	}, again)
	LeakyReluGrad = slope("LeakyReluGrad", func(m *math1, dy, x *tensor.Tensor) *tensor.Tensor {
		return m.where(m.bin(tensor.Greater, x, m.num(0, x)), dy, m.bin(tensor.Mul, dy, m.num(m.n.Float("alpha"), x)))
	}, again)
	EluGrad = slope("EluGrad", func(m *math1, dy, y *tensor.Tensor) *tensor.Tensor {
		return m.below(y, m.bin(tensor.Mul, m.bin(tensor.Add, y, m.num(1, y)), dy), dy)
	}, bentGrad)
	SeluGrad = slope("SeluGrad", func(m *math1, dy, y *tensor.Tensor) *tensor.Tensor {
		return m.below(y, m.bin(tensor.Mul, dy, m.bin(tensor.Add, y, m.num(seluAlpha, y))),
			m.bin(tensor.Mul, dy, m.num(seluScale, y)))
	}, bentGrad)
	SoftplusGrad = slope("SoftplusGrad", func(m *math1, dy, x *tensor.Tensor) *tensor.Tensor {
		return m.bin(tensor.Div, dy, m.bin(tensor.Add, m.un(tensor.Exp, m.un(tensor.Neg, x)), m.num(1, x)))
	}, func(b *B, n *Node, dy []Value) []Value {
		x := n.In[1]
		down := b.Add(b.Plus(b.One(Exp, b.Neg(x)), 2), b.One(Exp, x))
		return b.List(b.One(n.Def, dy[0], x), b.Div(b.Mul(dy[0], n.In[0]), down))
	})
	SoftsignGrad = slope("SoftsignGrad", func(m *math1, dy, x *tensor.Tensor) *tensor.Tensor {
		return m.bin(tensor.Div, dy, m.un(tensor.Square, m.bin(tensor.Add, m.un(tensor.Abs, x), m.num(1, x))))
	}, nil)
)

// bentGrad is the gradient of the slopes that depend on outputs below zero only.
func bentGrad(b *B, n *Node, dy []Value) []Value {
	y := n.In[1]
	return b.List(b.One(n.Def, dy[0], y), b.Where(b.One(Less, y, b.Like(y, 0)), b.Mul(dy[0], n.In[0]), b.Zero(y)))
}

// where chooses elements; zeros is shaped as x.
func (m *math1) where(on, x, y *tensor.Tensor) *tensor.Tensor {
	if m.err != nil {
		return nil
	}
	var z *tensor.Tensor
	z, m.err = tensor.Where3(m.ctx, on, x, y)
	return z
}

func (m *math1) zeros(x *tensor.Tensor) *tensor.Tensor {
	if m.err != nil {
		return nil
	}
	var z *tensor.Tensor
	z, m.err = tensor.New(x.DType(), x.Shape())
	return z
}
