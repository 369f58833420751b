package op

import "github.com/tfs-lang/tfs/tensor"

// IsotonicRegression gives the numbers that do not rise along the last axis and are nearest to the given ones, and
// which run of equal ones each belongs to. The gradient of a run is shared evenly among its elements.
var IsotonicRegression = define(Def{Name: "IsotonicRegression", Eval: func(x *Exec, n *Node) error {
	z, runs, err := tensor.Isotonic(x.Ctx, n.T(0), n.Type("output_dtype"))
	return cmpErr(err, n.Give(z, runs))
}, Infer: func(s *Shapes) { s.Is(s.In(0), s.In(0)) }, Grad: func(b *B, n *Node, dy []Value) []Value {
	shape := b.Shape(n.In[0])
	last, all := b.Element(shape, -1), b.Count(shape)
	first := b.One(Reshape, b.One(Range, tensor.Scalar(int32(0)), all, last), tensor.Ints32(-1, 1))
	ids := b.One(Reshape, b.Add(b.One(Reshape, n.Out[1], b.Packed(tensor.Scalar(int32(-1)), last)), first),
		tensor.Ints32(-1))
	flat := b.One(Reshape, dy[0], tensor.Ints32(-1))
	sum := b.One(UnsortedSegmentSum, flat, ids, all)
	count := b.One(UnsortedSegmentSum, b.One(OnesLike, flat), ids, all)
	mean := b.Div(sum, b.One(Maximum, count, b.Like(count, 1)))
	return b.List(b.One(Reshape, b.rowsOf(mean, ids), shape))
}})
