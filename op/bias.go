package op

import "github.com/tfs-lang/tfs/tensor"

// BiasAdd adds a vector along the channels, the last axis or the second; BiasAddGrad sums over all
// other axes.
var (
	BiasAdd = define(Def{Name: "BiasAdd", Infer: same(0), Grad: biasGrad,
		Eval: func(x *Exec, n *Node) error { return n.addBias(x, n.Str("data_format")) }})
	BiasAddGrad = define(Def{Name: "BiasAddGrad", Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		if t.Rank() < 2 {
			return tensor.Errorf("Input tensor must be at least 2D: %s", tensor.ShapeString(t.Shape()))
		}
		fold := make([]bool, t.Rank())
		for i := range fold {
			fold[i] = i != channels(t.Rank(), n.Str("data_format"))
		}
		return n.one(tensor.Reduce(x.Ctx, tensor.FoldSum, t, fold, false))
	}, Infer: func(s *Shapes) {
		p := s.In(0)
		if p.UnknownRank {
			s.Is(known(-1))
			return
		}
		if len(p.Dims) < 2 {
			s.Fail("Shape must be at least rank 2 but is rank %d", len(p.Dims))
			return
		}
		s.Is(known(p.Dims[channels(len(p.Dims), s.Str("data_format"))]))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		p := StaticShape(n.In[0])
		if p.UnknownRank {
			b.Fail(tensor.Failf(tensor.ValueError, "the gradient of BiasAddGrad needs a rank that is known"))
			return b.List(nil)
		}
		one := make([]int, len(p.Dims))
		for i := range one {
			one[i] = 1
		}
		one[channels(len(one), n.Str("data_format"))] = -1
		return b.List(b.One(BroadcastTo, b.One(Reshape, dy[0], tensor.Ints32(one...)), b.Shape(n.In[0])))
	}})
)

// channels is the axis of the channels.
func channels(rank int, format string) int {
	if format == "NCHW" {
		return 1
	}
	return rank - 1
}

func (n *Node) addBias(x *Exec, format string) error {
	t, bias := n.T(0), n.T(1)
	if t.Rank() < 2 {
		return tensor.Errorf("Input tensor must be at least 2D: %s", tensor.ShapeString(t.Shape()))
	}
	if bias.Rank() != 1 {
		return tensor.Errorf("Biases must be 1D: %s", tensor.ShapeString(bias.Shape()))
	}
	axis := channels(t.Rank(), format)
	if bias.Len() != t.Shape()[axis] {
		return tensor.Errorf("Must provide as many biases as the last dimension of the input tensor: %s vs. %s",
			tensor.ShapeString(bias.Shape()), tensor.ShapeString(t.Shape()))
	}
	one := make([]int, t.Rank())
	for i := range one {
		one[i] = 1
	}
	one[axis] = bias.Len()
	return n.one(tensor.Add(x.Ctx, t, bias.WithShape(one)))
}

func biasGrad(b *B, n *Node, dy []Value) []Value {
	var at Attrs
	if n.Def.Row().Find("data_format") != nil {
		at = Attrs{{"data_format", n.Str("data_format")}}
	}
	return b.List(dy[0], b.With(BiasAddGrad, at, dy[0]))
}
