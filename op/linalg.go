package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Products of matrices.

func matMulDef() *Def {
	return define(Def{Name: "MatMul", Eval: func(x *Exec, n *Node) error {
		a, b := n.T(0), n.T(1)
		if a.Rank() != b.Rank() {
			return tensor.Errorf("In[0] and In[1] has different ndims: %s vs. %s", tensor.ShapeString(a.Shape()),
				tensor.ShapeString(b.Shape()))
		}
		if a.Rank() != 2 {
			return tensor.Errorf("In[0] and In[1] ndims must be == 2: %d", a.Rank())
		}
		return n.product(x, n.Bool("transpose_a"), n.Bool("transpose_b"), false)
	}, Infer: func(s *Shapes) {
		a, b := s.NeedRank(0, 2), s.NeedRank(1, 2)
		s.Is(s.matrix(a, b, s.Bool("transpose_a"), s.Bool("transpose_b")))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		ta, tb := n.Bool("transpose_a"), n.Bool("transpose_b")
		at := func(x, y bool) Attrs { return Attrs{{"transpose_a", x}, {"transpose_b", y}} }
		x, y, g := b.Conj(n.In[0]), b.Conj(n.In[1]), dy[0]
		switch {
		case !ta && !tb:
			return b.List(b.With(MatMul, at(false, true), g, y), b.With(MatMul, at(true, false), x, g))
		case !ta:
			return b.List(b.With(MatMul, nil, g, y), b.With(MatMul, at(true, false), g, x))
		case !tb:
			return b.List(b.With(MatMul, at(false, true), y, g), b.With(MatMul, nil, x, g))
		}
		return b.List(b.With(MatMul, at(true, true), y, g), b.With(MatMul, at(true, true), g, x))
	}})
}

func (n *Node) product(x *Exec, ta, tb, adjoint bool) error {
	if a, b := n.T(0), n.T(1); !adjoint || !a.DType().IsComplex() {
		return n.one(tensor.MatMulOf(x.Ctx, a, b, ta, tb))
	}
	parts := [2]*tensor.Tensor{n.T(0), n.T(1)}
	for i, conj := range []bool{ta, tb} {
		var err error
		if conj {
			if parts[i], err = tensor.Conj(x.Ctx, parts[i]); err != nil {
				return err
			}
		}
	}
	return n.one(tensor.MatMulOf(x.Ctx, parts[0], parts[1], ta, tb))
}

// matrix infers the product of two matrices.
func (s *Shapes) matrix(a, b tensor.PartialShape, ta, tb bool) tensor.PartialShape {
	if a.UnknownRank || b.UnknownRank {
		return unknown()
	}
	i, k := 0, 1
	if ta {
		i, k = 1, 0
	}
	l, j := 0, 1
	if tb {
		l, j = 1, 0
	}
	if s.err == nil {
		s.merge(a.Dims[len(a.Dims)-2+k], b.Dims[len(b.Dims)-2+l])
	}
	return known(a.Dims[len(a.Dims)-2+i], b.Dims[len(b.Dims)-2+j])
}

func batchMatMulDef() *Def {
	return define(Def{Name: "BatchMatMulV2", Eval: func(x *Exec, n *Node) error {
		if r := min(n.T(0).Rank(), n.T(1).Rank()); r < 2 {
			return tensor.Errorf("In[0] ndims must be >= 2: %d", r)
		}
		return n.product(x, n.Bool("adj_x"), n.Bool("adj_y"), true)
	}, Infer: inferBatchMatMul, Grad: batchMatMulGrad})
}

func inferBatchMatMul(s *Shapes) {
	a, b := s.In(0), s.In(1)
	for _, p := range []tensor.PartialShape{a, b} {
		if !p.UnknownRank && len(p.Dims) < 2 {
			s.Fail("Shape must be at least rank 2 but is rank %d", len(p.Dims))
			return
		}
	}
	if a.UnknownRank || b.UnknownRank {
		s.Is(unknown())
		return
	}
	lead := s.broadcast(known(a.Dims[:len(a.Dims)-2]...), known(b.Dims[:len(b.Dims)-2]...))
	s.Is(join(lead.Dims, s.matrix(a, b, s.Bool("adj_x"), s.Bool("adj_y")).Dims))
}

func batchMatMulGrad(b *B, n *Node, dy []Value) []Value {
	ax, ay := n.Bool("adj_x"), n.Bool("adj_y")
	at := func(x, y bool) Attrs { return Attrs{{"adj_x", x}, {"adj_y", y}} }
	x, y, g := n.In[0], n.In[1], dy[0]
	var dx, dz Value
	switch {
	case !ax && !ay:
		dx, dz = b.With(BatchMatMulV2, at(false, true), g, y), b.With(BatchMatMulV2, at(true, false), x, g)
	case !ax:
		dx, dz = b.With(BatchMatMulV2, nil, g, y), b.With(BatchMatMulV2, at(true, false), g, x)
	case !ay:
		dx, dz = b.With(BatchMatMulV2, at(false, true), y, g), b.With(BatchMatMulV2, nil, x, g)
	default:
		dx, dz = b.With(BatchMatMulV2, at(true, true), y, g), b.With(BatchMatMulV2, at(true, true), g, x)
	}
	return b.List(b.unbatch(dx, x), b.unbatch(dz, y))
}

// unbatch sums a gradient over the leading axes along which a matrix was used again.
func (b *B) unbatch(g, x Value) Value {
	if g == nil || x == nil {
		return nil
	}
	p, q := StaticShape(x), StaticShape(g)
	if p.UnknownRank || q.UnknownRank {
		b.Fail(tensor.Failf(tensor.ValueError, "the gradient of BatchMatMulV2 needs ranks that are known"))
		return nil
	}
	var axes []int
	gap := len(q.Dims) - len(p.Dims)
	for i, d := range q.Dims[:len(q.Dims)-2] {
		if i < gap || p.Dims[i-gap] == 1 && d != 1 {
			axes = append(axes, i)
		}
	}
	if len(axes) == 0 {
		return g
	}
	return b.One(Reshape, b.One(Sum, g, tensor.Ints32(axes...)), b.Shape(x))
}

// AddN sums tensors of one shape.
var AddN = define(Def{Name: "AddN", Eval: func(x *Exec, n *Node) error {
	if n.In[0].DType() == tensor.Variant {
		sum, err := addVariants(x.Ctx, n.In)
		n.Out = []Value{sum}
		return err
	}
	xs := n.Ts(n.In)
	for i, t := range xs {
		if !tensor.SameShape(t.Shape(), xs[0].Shape()) {
			return tensor.Errorf("Inputs to operation AddN of type AddN must have the same size and shape.  Input 0: "+
				"%s != input %d: %s",
				tensor.ShapeString(xs[0].Shape()), i, tensor.ShapeString(t.Shape()))
		}
	}
	return n.one(sumInOrder(x.Ctx, xs))
}, Infer: func(s *Shapes) {
	p, ok := s.In(0), true
	for i := range s.Node.In {
		if p, ok = p.Merge(s.In(i)); !ok {
			s.Fail("Shapes must be equal rank, but are %d and %d", len(s.In(0).Dims), len(s.In(i).Dims))
			return
		}
	}
	s.Is(p)
}, Grad: func(_ *B, n *Node, dy []Value) []Value {
	out := make([]Value, len(n.In))
	for i := range out {
		out[i] = dy[0]
	}
	return out
}})

// sumInOrder adds in the order of TensorFlow's kernel: a first group, then groups of eight.
func sumInOrder(ctx context.Context, xs []*tensor.Tensor) (*tensor.Tensor, error) {
	add := tensor.Add
	fold := func(part []*tensor.Tensor) (*tensor.Tensor, error) {
		acc := part[0]
		for _, x := range part[1:] {
			var err error
			if acc, err = add(ctx, acc, x); err != nil {
				return nil, err
			}
		}
		return acc, nil
	}
	h := len(xs)
	if h >= 8 {
		switch h = len(xs) % 8; h {
		case 0:
			h = 8
		case 1:
			h = 9
		}
	}
	acc, err := fold(xs[:h])
	for rest := xs[h:]; err == nil && len(rest) > 0; rest = rest[8:] {
		var g *tensor.Tensor
		if g, err = fold(rest[:8]); err == nil {
			acc, err = add(ctx, acc, g)
		}
	}
	return acc, err
}

// L2Loss is half the sum of squares.
var L2Loss = define(Def{Name: "L2Loss", Infer: scalar, Eval: func(x *Exec, n *Node) error {
	t := n.T(0)
	sq, err := tensor.Square(x.Ctx, t)
	if err != nil {
		return err
	}
	all := make([]bool, t.Rank())
	for i := range all {
		all[i] = true
	}
	s, err := tensor.Reduce(x.Ctx, tensor.FoldSum, sq, all, false)
	if err != nil {
		return err
	}
	half, err := tensor.Cast(x.Ctx, tensor.Scalar(0.5), t.DType())
	if err != nil {
		return err
	}
	return n.one(tensor.Mul(x.Ctx, s, half))
}, Grad: func(b *B, n *Node, dy []Value) []Value { return b.List(b.Mul(n.In[0], dy[0])) }})
