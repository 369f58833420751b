package op

import (
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that older graphs name: each computes what another kernel does, with other inputs or
// attributes.

// Arithmetic under its older names.
var (
	Inv = define(Def{Name: "Inv", Elem: true, Infer: same(0), Eval: eval1(tensor.Reciprocal),
		Grad: by(func(b *B, _, y Value) Value { return b.Neg(b.Mul(y, y)) })})
	Mod = binaryAs("Mod", "TruncateMod", nil)
	// Div rounds quotients of integers toward zero.
	Div = define(Def{Name: "Div", Elem: true, Infer: broadcast, Eval: func(x *Exec, n *Node) error {
		div := tensor.Div
		if n.T(0).DType().IsInteger() {
			div = tensor.TruncateDiv
		}
		return n.one(div(x.Ctx, n.T(0), n.T(1)))
	}, Grad: quotient(func() *Def { return RealDiv })})
)

func binaryAs(name, engine string, grad gradient) *Def {
	return define(Def{Name: name, Elem: true, Infer: broadcast, Grad: grad, Eval: eval2(tensor.Bin(engine).Apply)})
}

// Products of batches of matrices; those of BatchMatMul have one batch shape.
var (
	BatchMatMul = define(Def{Name: "BatchMatMul",
		Infer: inferOneBatch, Grad: batchMatMulGrad, Eval: func(x *Exec, n *Node) error {
			a, b := n.T(0).Shape(), n.T(1).Shape()
			if len(a) != len(b) {
				return tensor.Errorf("In[0] and In[1] has different ndims: %s vs. %s", tensor.ShapeString(a), tensor.ShapeString(b))
			}
			if len(a) < 2 || !tensor.SameShape(a[:len(a)-2], b[:len(b)-2]) {
				return tensor.Errorf("In[0] and In[1] must have compatible batch dimensions: %s vs. %s",
					tensor.ShapeString(a), tensor.ShapeString(b))
			}
			return n.product(x, n.Bool("adj_x"), n.Bool("adj_y"), true)
		}})
	BatchMatMulV3 = define(Def{Name: "BatchMatMulV3",
		Infer: inferBatchMatMul, Grad: batchMatMulGrad, Eval: func(x *Exec, n *Node) error {
			if r := min(n.T(0).Rank(), n.T(1).Rank()); r < 2 {
				return tensor.Errorf("In[0] ndims must be >= 2: %d", r)
			}
			if err := n.product(x, n.Bool("adj_x"), n.Bool("adj_y"), true); err != nil {
				return err
			}
			return n.one(tensor.Cast(x.Ctx, n.Out[0].(*tensor.Tensor), n.Type("Tout")))
		}})
)

// inferOneBatch infers the product of matrices of one batch shape.
func inferOneBatch(s *Shapes) {
	p := [2]tensor.PartialShape{s.In(0), s.In(1)}
	batch := unknown()
	for i := range p {
		if p[i].UnknownRank {
			continue
		}
		r := len(p[i].Dims) - 2
		if r < 0 {
			s.Fail("Shape must be at least rank 2 but is rank %d", r+2)
			return
		}
		batch, p[i] = s.mergeShapes(batch, known(p[i].Dims[:r]...)), known(p[i].Dims[r:]...)
	}
	if batch.UnknownRank {
		s.Is(unknown())
		return
	}
	for i := range p {
		if p[i].UnknownRank {
			p[i] = ranked(2)
		}
	}
	s.Is(join(batch.Dims, s.matrix(p[0], p[1], s.Bool("adj_x"), s.Bool("adj_y")).Dims))
}

// BiasAddV1 adds a vector along the last axis.
var BiasAddV1 = define(Def{Name: "BiasAddV1", Infer: same(0), Grad: biasGrad,
	Eval: func(x *Exec, n *Node) error { return n.addBias(x, "NHWC") }})

// Concat is ConcatV2 with the axis in front.
var Concat = define(Def{Name: "Concat", Eval: func(x *Exec, n *Node) error {
	axis, xs := n.T(0), n.Ts(n.In[1:])
	if axis.Rank() > 1 || axis.Len() != 1 { // a vector of one element will do
		return tensor.Errorf("concat_dim tensor should be a scalar integer, but got shape %s",
			tensor.ShapeString(axis.Shape()))
	}
	m := &Node{Def: ConcatV2, In: append(slices.Clone(n.In[1:]), axis.WithShape(nil))}
	for _, t := range xs {
		if t.Rank() != xs[0].Rank() {
			return tensor.Errorf("ConcatOp : Ranks of all input tensors should match: shape[0] = %s vs. %s",
				tensor.ShapeString(xs[0].Shape()), tensor.ShapeString(t.Shape()))
		}
	}
	if err := ConcatV2.Eval(x, m); err != nil {
		return err
	}
	n.Out = m.Out
	return nil
}, Infer: func(s *Shapes) {
	m := &Shapes{Node: &Node{Def: ConcatV2, In: append(slices.Clone(s.Node.In[1:]), s.Node.In[0])}}
	ConcatV2.Infer(m)
	s.out, s.err = m.out, m.err
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	m := &Node{Def: ConcatV2, In: append(slices.Clone(n.In[1:]), n.In[0]), Out: n.Out}
	g := ConcatV2.Grad(b, m, dy)
	return append([]Value{nil}, g[:len(n.In)-1]...)
}})

// Gather takes rows.
var Gather = define(Def{Name: "Gather", Eval: func(x *Exec, n *Node) error {
	if n.T(0).Rank() == 0 {
		return tensor.Errorf("params must be at least 1 dimensional")
	}
	m := &Node{Def: GatherV2, In: []Value{n.In[0], n.In[1], tensor.Scalar(int32(0))}}
	if err := GatherV2.Eval(x, m); err != nil {
		return err
	}
	n.Out = m.Out
	return nil
}, Infer: func(s *Shapes) {
	p, idx := s.In(0), s.In(1)
	if s.Rank(0) == 0 {
		s.Fail("Shape must be at least rank 1 but is rank 0")
		return
	}
	if p.UnknownRank || idx.UnknownRank {
		s.Is(unknown())
		return
	}
	s.Is(join(idx.Dims, p.Dims[1:]))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	m := &Node{Def: GatherV2, In: []Value{n.In[0], n.In[1], tensor.Scalar(int32(0))}, Out: n.Out}
	return GatherV2.Grad(b, m, dy)[:2]
}})

// InTopK has k as an attribute.
var InTopK = define(Def{Name: "InTopK", Infer: InTopKV2.Infer, Eval: func(x *Exec, n *Node) error {
	m := &Node{Def: InTopKV2, In: []Value{n.In[0], n.In[1], tensor.Scalar(int64(n.Int("k")))}}
	err := InTopKV2.Eval(x, m)
	n.Out = m.Out
	return err
}})

// Reverse turns around the axes whose element of dims is true.
var Reverse = define(Def{Name: "Reverse", Eval: func(x *Exec, n *Node) error {
	t, on := n.T(0), n.T(1)
	if on.Rank() != 1 {
		return tensor.Errorf("'dims' must be 1-dimension, not %d", on.Rank())
	}
	if on.Len() != t.Rank() {
		return tensor.Errorf("'dims' must have the same number of values as 'input' "+
			"has dimensions. 'input' has %d'dims' has %d values",
			t.Rank(), on.Len())
	}
	set := map[int]bool{}
	for i := range t.Rank() {
		if on.Int(i) != 0 {
			set[i] = true
		}
	}
	return n.one(tensor.Reverse(x.Ctx, t, set))
}, Infer: func(s *Shapes) {
	dims := s.NeedRank(1, 1)
	if r := s.Rank(0); r >= 0 {
		if d := dims.Dims[0]; d >= 0 && d != r {
			s.Fail("Shape must be rank %d but is rank %d", d, r)
		}
	} else if dims.Dims[0] >= 0 {
		s.Is(ranked(dims.Dims[0]))
		return
	}
	if r := s.Rank(0); r > 8 {
		s.Fail("reverse does not work on tensors with more than 8 dimensions")
	}
	s.Is(s.In(0))
}, Grad: func(b *B, n *Node, dy []Value) []Value { return b.List(b.One(n.Def, dy[0], n.In[1]), nil) }})

// Kernels that hand their input on.
var (
	DeepCopy               = define(Def{Name: "DeepCopy", Infer: same(0), Eval: itself})
	PlaceholderWithDefault = define(Def{Name: "PlaceholderWithDefault",
		Eval: itself, Grad: passed, Infer: func(s *Shapes) {
			s.mergeShapes(s.In(0), s.Shape("shape"))
			s.Is(s.Shape("shape"))
		}})
	NoOp = define(Def{Name: "NoOp", Infer: func(*Shapes) {}, Eval: func(*Exec, *Node) error { return nil }})
	// ScatterNdNonAliasingAdd adds updates at positions.
	ScatterNdNonAliasingAdd = tensorScatter("ScatterNdNonAliasingAdd", tensor.UpdateAdd,
		func(b *B, n *Node, dy []Value) []Value {
			return b.List(dy[0], nil, b.One(GatherNd, dy[0], n.In[1]))
		})
)
