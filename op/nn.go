package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Activations.

// formula declares an elementwise kernel of one input made of engine operations.
func formula(name string, f func(m *math1, x *tensor.Tensor) *tensor.Tensor, grad gradient) *Def {
	return define(Def{Name: name, Elem: true, Infer: same(0), Grad: grad, Eval: func(x *Exec, n *Node) error {
		m := &math1{ctx: x.Ctx, n: n}
		z := f(m, n.T(0))
		return n.one(z, m.err)
	}})
}

// math1 chains engine operations inside a kernel; after a failure each gives nil.
type math1 struct {
	ctx context.Context
	n   *Node
	err error
}

func (m *math1) un(f tensor.Func1, x *tensor.Tensor) *tensor.Tensor {
	if m.err != nil {
		return nil
	}
	var z *tensor.Tensor
	z, m.err = f(m.ctx, x)
	return z
}

func (m *math1) bin(f tensor.Func2, x, y *tensor.Tensor) *tensor.Tensor {
	if m.err != nil {
		return nil
	}
	var z *tensor.Tensor
	z, m.err = f(m.ctx, x, y)
	return z
}

// num is a number in the type of x.
func (m *math1) num(f float64, x *tensor.Tensor) *tensor.Tensor {
	if m.err != nil {
		return nil
	}
	var z *tensor.Tensor
	z, m.err = tensor.Cast(m.ctx, tensor.Scalar(f), x.DType())
	return z
}

// below is y where x < 0, else z.
func (m *math1) below(x, y, z *tensor.Tensor) *tensor.Tensor {
	neg := m.bin(tensor.Less, x, m.num(0, x))
	if m.err != nil {
		return nil
	}
	var out *tensor.Tensor
	out, m.err = tensor.Where3(m.ctx, neg, y, z)
	return out
}

// The numbers of selu.
const (
	seluScale = 1.0507009873554804934193349852946
	seluAlpha = 1.7580993408473768599402175208123
)

// positive is where the input is above 0.
func (b *B) positive(x Value) Value { return b.One(Greater, x, b.Like(x, 0)) }

var (
	Elu = formula("Elu", func(m *math1, x *tensor.Tensor) *tensor.Tensor {
		return m.below(x, m.bin(tensor.Sub, m.un(tensor.Exp, x), m.num(1, x)), x) // not expm1: near 0 it is 0
	}, func(b *B, n *Node, dy []Value) []Value {
		y := n.Out[0]
		return b.List(b.Where(b.One(Less, y, b.Like(y, 0)), b.Mul(b.Plus(y, 1), dy[0]), dy[0]))
	})
	Selu = formula("Selu", func(m *math1, x *tensor.Tensor) *tensor.Tensor {
		low := m.bin(tensor.Mul, m.bin(tensor.Sub, m.un(tensor.Exp, x), m.num(1, x)), m.num(seluAlpha, x))
		return m.below(x, low, m.bin(tensor.Mul, x, m.num(seluScale, x)))
	}, func(b *B, n *Node, dy []Value) []Value {
		y := n.Out[0]
		return b.List(b.Where(b.One(Less, y, b.Like(y, 0)), b.Mul(b.Plus(y, seluAlpha), dy[0]),
			b.Scale(dy[0], seluScale)))
	})
	Relu6 = formula("Relu6", func(m *math1, x *tensor.Tensor) *tensor.Tensor {
		return m.bin(tensor.Minimum, m.bin(tensor.Maximum, x, m.num(0, x)), m.num(6, x))
	}, func(b *B, n *Node, dy []Value) []Value {
		x := n.Out[0]
		in := b.One(LogicalAnd, b.positive(x), b.One(Less, x, b.Like(x, 6)))
		return b.List(b.Where(in, dy[0], b.Zero(dy[0])))
	})
	LeakyRelu = formula("LeakyRelu", func(m *math1, x *tensor.Tensor) *tensor.Tensor {
		// the greater of both, or the lesser, and of equal ones (zeros of either sign, nan) the scaled one
		scaled, better := m.bin(tensor.Mul, x, m.num(m.n.Float("alpha"), x)), tensor.Greater
		if m.n.Float("alpha") >= 1 {
			better = tensor.Less
		}
		own := m.bin(better, x, scaled)
		if m.err != nil {
			return nil
		}
		out, err := tensor.Where3(m.ctx, own, x, scaled)
		m.err = err
		return out
	}, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Where(b.positive(n.In[0]), dy[0], b.Scale(dy[0], n.Float("alpha"))))
	})
)

// Softmax and LogSoftmax work along the last axis.
var (
	Softmax = softmaxDef("Softmax", tensor.Softmax, func(b *B, n *Node, dy []Value) []Value {
		y := n.Out[0]
		return b.List(b.Mul(b.Sub(dy[0], b.lastSum(b.Mul(dy[0], y))), y))
	})
	LogSoftmax = softmaxDef("LogSoftmax", tensor.LogSoftmax, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Sub(dy[0], b.Mul(b.lastSum(dy[0]), b.One(Exp, n.Out[0]))))
	})
)

func (b *B) lastSum(x Value) Value {
	return b.With(Sum, Attrs{{"keep_dims", true}}, x, tensor.Ints32(-1))
}

func softmaxDef(name string, f func(ctx context.Context, x *tensor.Tensor, axis int) (*tensor.Tensor, error),
	grad gradient) *Def {
	return define(Def{Name: name, Grad: grad, Infer: func(s *Shapes) {
		if s.Rank(0) == 0 {
			s.Fail("Shape must be at least rank 1 but is rank 0")
		}
		s.Is(s.In(0))
	}, Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		if t.Rank() == 0 {
			return tensor.Errorf("logits must have >= 1 dimension, got []")
		}
		return n.one(f(x.Ctx, t, t.Rank()-1))
	}})
}
