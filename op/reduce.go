package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Reductions fold the axes that input 1 lists; keep_dims leaves them as dimensions of 1.

// axesOf reads the axes a reduction folds.
func axesOf(n *Node) ([]bool, error) {
	rank := n.T(0).Rank()
	red := make([]bool, rank)
	for _, a := range n.T(1).Ints() {
		i := a
		if i < 0 {
			i += rank
		}
		if i < 0 || i >= rank {
			return nil, tensor.Errorf("Invalid reduction dimension (%d for input with %d dimension(s)", a, rank)
		}
		if red[i] {
			return nil, tensor.Errorf("Invalid reduction arguments: Axes contains duplicate dimension: %d", i)
		}
		red[i] = true
	}
	return red, nil
}

type reducer = func(ctx context.Context, x *tensor.Tensor, axes []bool, keep bool) (*tensor.Tensor, error)

// reduction declares a kernel of inputs (input, axes).
func reduction(name string, f reducer, grad gradient) *Def {
	return define(Def{Name: name, Infer: reduced, Grad: grad, Eval: func(x *Exec, n *Node) error {
		axes, err := axesOf(n)
		if err != nil {
			return err
		}
		return n.one(f(x.Ctx, n.T(0), axes, n.Bool("keep_dims")))
	}})
}

// folded is a reduction by the engine.
func folded(by tensor.Fold) reducer {
	return func(ctx context.Context, x *tensor.Tensor, axes []bool, keep bool) (*tensor.Tensor, error) {
		return tensor.Reduce(ctx, by, x, axes, keep)
	}
}

// reduced infers the shape that is left.
func reduced(s *Shapes) {
	in, keep := s.In(0), s.Bool("keep_dims")
	if in.UnknownRank {
		s.Is(unknown())
		return
	}
	axes := s.Const(1)
	if axes == nil {
		if keep {
			s.Is(ranked(len(in.Dims)))
			return
		}
		s.Is(unknown())
		return
	}
	fold := make([]bool, len(in.Dims))
	for _, a := range axes.Ints() {
		if a < -len(in.Dims) || a >= len(in.Dims) {
			s.Fail("Invalid reduction dimension %d for input with %d dimensions.", a, len(in.Dims))
			return
		}
		fold[(a+len(in.Dims))%len(in.Dims)] = true
	}
	out := []int{}
	for i, d := range in.Dims {
		switch {
		case !fold[i]:
			out = append(out, d)
		case keep:
			out = append(out, 1)
		}
	}
	s.Is(known(out...))
}

// The reductions.
var (
	Prod = reduction("Prod", folded(tensor.FoldProd), prodGrad)
	Max  = reduction("Max", folded(tensor.FoldMax), extremeGrad)
	Min  = reduction("Min", folded(tensor.FoldMin), extremeGrad)
	Mean = reduction("Mean", tensor.Mean, func(b *B, n *Node, dy []Value) []Value {
		dx := b.spread(n, dy[0])
		size := func(v Value) Value { return b.With(Cast, Attrs{{"DstT", dx.DType()}}, b.One(Size, v)) }
		if dx == nil {
			return b.List(nil, nil)
		}
		return b.List(b.Div(dx, b.Div(size(n.In[0]), b.One(Maximum, size(n.Out[0]), b.Like(dx, 1)))), nil)
	})
	All           = reduction("All", folded(tensor.FoldAll), nil)
	Any           = reduction("Any", folded(tensor.FoldAny), nil)
	EuclideanNorm = reduction("EuclideanNorm", tensor.EuclideanNorm, func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Mul(n.In[0], b.spread(n, b.Div(dy[0], n.Out[0]))), nil)
	})
)

func sumGrad(b *B, n *Node, dy []Value) []Value { return b.List(b.spread(n, dy[0]), nil) }

// kept is the shape of a reduction's result as if its axes were kept.
func (b *B) kept(n *Node) Value {
	x, axes := n.In[0], b.Tensor(n.In[1])
	if p := StaticShape(x); axes != nil && p.FullyDefined() {
		dims := append([]int(nil), p.Dims...)
		for _, a := range axes.Ints() {
			dims[(a+len(dims))%len(dims)] = 1
		}
		return tensor.Ints32(dims...)
	}
	shape := b.Shape(x)
	at := b.With(Cast, Attrs{{"DstT", tensor.Int32}}, b.One(Reshape, n.In[1], tensor.Ints32(-1)))
	rank := b.One(Size, shape)
	at = b.One(FloorMod, b.Add(at, rank), rank)
	return b.One(TensorScatterUpdate, shape, b.One(ExpandDims, at, tensor.Scalar(int32(1))), b.One(OnesLike, at))
}

// spread lays a gradient of a reduction's result over the reduction's input.
func (b *B) spread(n *Node, dy Value) Value {
	if dy == nil {
		return nil
	}
	return b.One(BroadcastTo, b.One(Reshape, dy, b.kept(n)), b.Shape(n.In[0]))
}

// extremeGrad shares the gradient among the elements that equal the greatest or least.
func extremeGrad(b *B, n *Node, dy []Value) []Value {
	x, kept := n.In[0], b.kept(n)
	y := b.One(Reshape, n.Out[0], kept)
	hit := b.With(Cast, Attrs{{"DstT", x.DType()}}, b.One(Equal, y, x))
	count := b.One(Reshape, b.One(Sum, hit, n.In[1]), kept)
	return b.List(b.Mul(b.Div(hit, count), b.One(Reshape, dy[0], kept)), nil)
}

// prodGrad multiplies all other elements: running products from both sides, so that zeros need no
// case of their own. The folded axes come to the front as one.
func prodGrad(b *B, n *Node, dy []Value) []Value {
	x, axes := n.In[0], b.Tensor(n.In[1])
	p := StaticShape(x)
	if axes == nil || p.UnknownRank {
		b.Fail(tensor.Failf(tensor.ValueError, "the gradient of Prod needs axes and a rank that are known"))
		return b.List(nil, nil)
	}
	rank := len(p.Dims)
	fold := make([]bool, rank)
	for _, a := range axes.Ints() {
		fold[(a+rank)%rank] = true
	}
	var perm, rest []int
	for i := range rank {
		if fold[i] {
			perm = append(perm, i)
		} else {
			rest = append(rest, i)
		}
	}
	perm = append(perm, rest...)
	back := make([]int, rank)
	for i, k := range perm {
		back[k] = i
	}
	moved := b.One(Transpose, x, tensor.Ints32(perm...))
	shape := b.Shape(moved)
	count := 1
	for i, d := range p.Dims {
		if fold[i] {
			count *= d
		}
	}
	flat := b.One(Reshape, moved, tensor.Ints32(count, -1))
	if !p.FullyDefined() || count == 0 {
		flat = b.One(Reshape, moved, tensor.Ints32(-1, 1))
	}
	zero := tensor.Scalar(int32(0))
	left := b.With(Cumprod, Attrs{{"exclusive", true}}, flat, zero)
	right := b.With(Cumprod, Attrs{{"exclusive", true}, {"reverse", true}}, flat, zero)
	others := b.One(Transpose, b.One(Reshape, b.Mul(b.Conj(left), b.Conj(right)), shape), tensor.Ints32(back...))
	return b.List(b.Mul(b.spread(n, dy[0]), others), nil)
}

// ArgMax and ArgMin find positions along one axis.
var (
	ArgMax = argReduction("ArgMax", false)
	ArgMin = argReduction("ArgMin", true)
)

func argReduction(name string, least bool) *Def {
	return define(Def{Name: name, Infer: withoutAxis, Grad: noGrad, Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		axis, rank := int(n.T(1).Int(0)), t.Rank()
		if axis < -rank || axis >= rank {
			return tensor.Errorf("Expected dimension in the range [%d, %d), but got %d", -rank, rank, axis)
		}
		axis = (axis + rank) % rank
		if t.Shape()[axis] == 0 {
			return tensor.Errorf("Reduction axis %d is empty in shape %s", axis, tensor.ShapeString(t.Shape()))
		}
		z, err := tensor.ArgReduce(x.Ctx, t, axis, least)
		if err == nil {
			z, err = tensor.Cast(x.Ctx, z, n.Type("output_type"))
		}
		return n.one(z, err)
	}})
}

// withoutAxis infers the shape without the axis that input 1 names.
func withoutAxis(s *Shapes) {
	in := s.In(0)
	switch axis := s.Const(1); {
	case in.UnknownRank:
		s.Is(unknown())
	case len(in.Dims) <= 1: // TensorFlow looks at no axis then
		s.Is(known())
	case axis == nil:
		s.Is(ranked(len(in.Dims) - 1))
	default:
		i, rank := int(axis.Int(0)), len(in.Dims)
		if i < -rank || i >= rank {
			s.Fail("Dimension (%d) must be in the range [%d, %d), where %d is the number of dimensions in the input.",
				i, -rank, rank, rank)
			return
		}
		i = (i + rank) % rank
		s.Is(join(in.Dims[:i], in.Dims[i+1:]))
	}
}

// Running sums and products along the axis that input 1 names.
var (
	Cumsum = cumulative("Cumsum", false, func(b *B, n *Node, dy []Value) []Value {
		at := Attrs{{"exclusive", n.Bool("exclusive")}, {"reverse", !n.Bool("reverse")}}
		return b.List(b.With(n.Def, at, dy[0], n.In[1]), nil)
	})
	Cumprod = cumulative("Cumprod", true, func(b *B, n *Node, dy []Value) []Value {
		at := Attrs{{"exclusive", n.Bool("exclusive")}, {"reverse", !n.Bool("reverse")}}
		return b.List(b.One(DivNoNan, b.With(Cumsum, at, b.Mul(n.Out[0], dy[0]), n.In[1]), n.In[0]), nil)
	})
)

// scanned is an axis as messages tell it: counted from the front.
func scanned(axis, rank int) int {
	if axis < 0 {
		return axis + rank
	}
	return axis
}

func cumulative(name string, product bool, grad gradient) *Def {
	return define(Def{Name: name, Infer: same(0), Grad: grad, Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		axis, rank := int(n.T(1).Int(0)), t.Rank()
		if axis < -rank || axis >= rank {
			return tensor.Errorf("ScanOp: Expected scan axis in the range [%d, %d), but got %d", -rank, rank, axis)
		}
		return n.one(tensor.Cum(x.Ctx, t, (axis+rank)%rank, product, n.Bool("exclusive"), n.Bool("reverse")))
	}})
}
