package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that convert, join, part and rearrange tensors without computing.

func castDef() *Def {
	return define(Def{Name: "Cast", Elem: true, Infer: same(0), Eval: func(x *Exec, n *Node) error {
		return n.one(tensor.Cast(x.Ctx, n.T(0), n.Type("DstT")))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		from, to := n.In[0].DType(), n.Type("DstT")
		if dense := func(d tensor.DType) bool { return d.IsFloating() || d.IsComplex() }; !dense(from) || !dense(to) {
			return b.List(nil)
		}
		return b.List(b.With(Cast, Attrs{{"DstT", from}}, dy[0]))
	}})
}

// Bitcast reads the same bytes as another type.
var Bitcast = define(Def{Name: "Bitcast", Eval: func(_ *Exec, n *Node) error {
	return n.one(tensor.Bitcast(n.T(0), n.Type("type")))
}, Infer: func(s *Shapes) {
	in, from, to := s.In(0), s.Node.In[0].DType().Size(), s.Type("type").Size()
	switch {
	case in.UnknownRank || from == 0 || to == 0:
		s.Is(unknown())
	case from == to:
		s.Is(in)
	case from > to:
		s.Is(join(in.Dims, []int{from / to}))
	case len(in.Dims) == 0:
		s.Fail("Shape must be at least rank 1 but is rank 0")
	default:
		if d := in.Dims[len(in.Dims)-1]; d >= 0 && d != to/from {
			s.Fail("Cannot bitcast due to shape. %d does not match %d", d, to/from)
		}
		s.Is(known(in.Dims[:len(in.Dims)-1]...))
	}
}})

func complexDef() *Def {
	return define(Def{Name: "Complex", Elem: true, Infer: broadcast, Eval: func(x *Exec, n *Node) error {
		return n.one(tensor.Complex(x.Ctx, n.T(0), n.T(1)))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		at := Attrs{{"Tout", n.In[0].DType()}}
		return b.both(n, b.With(Real, at, dy[0]), b.With(Imag, at, dy[0]))
	}})
}

// eval3 makes an Eval of a function of three tensors.
func eval3(f func(ctx context.Context, x, y, z *tensor.Tensor) (*tensor.Tensor, error)) evaluate {
	return func(x *Exec, n *Node) error { return n.one(f(x.Ctx, n.T(0), n.T(1), n.T(2))) }
}

func selectDef() *Def {
	return define(Def{Name: "SelectV2", Infer: broadcastAll, Eval: eval3(tensor.Where3), Elem: true,
		Grad: func(b *B, n *Node, dy []Value) []Value {
			zero := b.Zero(dy[0])
			return b.List(nil, b.Unbroadcast(b.Where(n.In[0], dy[0], zero), n.In[1], dy[0]),
				b.Unbroadcast(b.Where(n.In[0], zero, dy[0]), n.In[2], dy[0]))
		}})
}

// Select is SelectV2 of one shape, or of a condition that chooses rows.
var Select = define(Def{Name: "Select", Infer: same(1), Eval: func(x *Exec, n *Node) error {
	c, t, e := n.T(0), n.T(1), n.T(2)
	if !tensor.SameShape(t.Shape(), e.Shape()) {
		return tensor.Errorf("'then' and 'else' must have the same size.  but received: %s vs. %s",
			tensor.ShapeString(t.Shape()), tensor.ShapeString(e.Shape()))
	}
	if c.Rank() == 1 && t.Rank() > 1 && c.Len() == t.Shape()[0] {
		one := make([]int, t.Rank())
		for i := range one {
			one[i] = 1
		}
		one[0] = c.Len()
		c = c.WithShape(one)
	} else if c.Rank() != 0 && !tensor.SameShape(c.Shape(), t.Shape()) {
		return tensor.Errorf("'cond' must be a scalar, a vector of the first dimension, "+
			"or of the shape of 'then': %s vs. %s", tensor.ShapeString(c.Shape()), tensor.ShapeString(t.Shape()))
	}
	return n.one(tensor.Where3(x.Ctx, c, t, e))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	zero := b.Zero(n.In[1])
	return b.List(nil, b.One(n.Def, n.In[0], dy[0], zero), b.One(n.Def, n.In[0], zero, dy[0]))
}})

// Where lists the positions of what is not zero.
var Where = define(Def{Name: "Where", Eval: func(x *Exec, n *Node) error {
	if n.T(0).Rank() == 0 {
		return tensor.Errorf("WhereOp : Unhandled input dimensions: 0")
	}
	return n.one(tensor.Where1(x.Ctx, n.T(0)))
}, Infer: func(s *Shapes) {
	r := s.Rank(0)
	s.Is(known(-1, r))
}})

func broadcastToDef() *Def {
	return define(Def{Name: "BroadcastTo", Eval: func(x *Exec, n *Node) error {
		t, dims := n.T(0), n.T(1).Ints()
		for _, d := range dims {
			if d < 0 {
				return tensor.Errorf("Dimension %d must be >= 0", d)
			}
		}
		return n.one(tensor.BroadcastTo(x.Ctx, t, dims))
	}, Infer: func(s *Shapes) {
		v, ok := s.Vector(1)
		out := shaped(v, ok)
		if in := s.In(0); ok && !in.UnknownRank {
			if len(in.Dims) > len(v) {
				s.Fail("Shape must be at most rank %d but is rank %d", len(v), len(in.Dims))
				return
			}
			for i, d := range in.Dims {
				if k := len(v) - len(in.Dims) + i; d > 1 && out.Dims[k] != d {
					out.Dims[k] = s.merge(d, out.Dims[k])
				}
			}
		}
		s.Is(out)
	}, Grad: func(b *B, n *Node, dy []Value) []Value { return b.List(b.Unbroadcast(dy[0], n.In[0], dy[0]), nil) }})
}

func transposeDef() *Def {
	return define(Def{Name: "Transpose", Eval: func(x *Exec, n *Node) error {
		perm, err := permutation(n.T(0).Rank(), n.T(1).Ints())
		if err != nil {
			return err
		}
		return n.one(tensor.Transpose(x.Ctx, n.T(0), perm))
	}, Infer: func(s *Shapes) {
		in, p := s.In(0), s.Const(1)
		if in.UnknownRank {
			if v, ok := s.Vector(1); ok {
				s.Is(ranked(len(v)))
			}
			return
		}
		s.Is(ranked(len(in.Dims)))
		if p == nil {
			return
		}
		perm, err := permutation(len(in.Dims), p.Ints())
		if err != nil {
			s.Fail("%s", err)
			return
		}
		out := make([]int, len(perm))
		for i, k := range perm {
			out[i] = in.Dims[k]
		}
		s.Is(known(out...))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.One(Transpose, dy[0], b.One(InvertPermutation, n.In[1])), nil)
	}})
}

// permutation checks the order of axes a transpose asks for.
func permutation(rank int, p []int) ([]int, error) {
	if len(p) != rank {
		return nil, tensor.Errorf("transpose expects a vector of size %d. But input(1) is a vector of size %d", rank,
			len(p))
	}
	seen := make([]bool, rank)
	for i, a := range p {
		if a < -rank || a >= rank {
			return nil, tensor.Errorf("%d is out of range [0 .. %d)", a, rank)
		}
		p[i] = (a + rank) % rank
		seen[p[i]] = true
	}
	for i, ok := range seen {
		if !ok {
			s := tensor.ShapeString(p)
			return nil, tensor.Errorf("%d is missing from {%s}.", i, s[1:len(s)-1])
		}
	}
	return p, nil
}

// InvertPermutation is the permutation that undoes one.
var InvertPermutation = define(Def{Name: "InvertPermutation", Eval: func(x *Exec, n *Node) error {
	p := n.T(0).Ints()
	out := make([]int, len(p))
	for i := range out {
		out[i] = -1
	}
	for i, k := range p {
		if k < 0 || k >= len(p) {
			return tensor.Errorf("%d is not between 0 and %d", k, len(p))
		}
		if out[k] >= 0 {
			return tensor.Errorf("%d is duplicated in the input.", k)
		}
		out[k] = i
	}
	return n.one(dims(x, out, n.T(0).DType()))
}, Infer: func(s *Shapes) { s.Is(s.NeedRank(0, 1)) }})

func tileDef() *Def {
	return define(Def{Name: "Tile", Eval: func(x *Exec, n *Node) error {
		m := n.T(1)
		if m.Rank() != 1 {
			return tensor.Errorf("Expected multiples to be 1-D, but got shape %s", tensor.ShapeString(m.Shape()))
		}
		if m.Len() != n.T(0).Rank() {
			return tensor.Errorf("Expected multiples argument to be a vector of length %d but got length %d",
				n.T(0).Rank(), m.Len())
		}
		for i, k := range m.Ints() {
			if k < 0 {
				return tensor.Errorf("Expected multiples[%d] >= 0, but got %d", i, k)
			}
		}
		return n.one(tensor.Tile(x.Ctx, n.T(0), m.Ints()))
	}, Infer: func(s *Shapes) {
		in := s.In(0)
		m, ok := s.Vector(1)
		switch {
		case in.UnknownRank && ok:
			s.Is(ranked(len(m)))
		case in.UnknownRank:
			s.Is(unknown())
		case !ok:
			s.Is(ranked(len(in.Dims)))
		case len(m) != len(in.Dims):
			s.Fail("Shape must be rank %d but is rank %d", len(m), len(in.Dims))
		default:
			out := make([]int, len(m))
			for i, k := range m {
				out[i] = -1
				if k >= 0 && in.Dims[i] >= 0 {
					out[i] = k * in.Dims[i]
				}
			}
			s.Is(known(out...))
		}
	}, Grad: func(b *B, n *Node, dy []Value) []Value { // [m0, d0, m1, d1, ...], summed over the m
		p := StaticShape(n.In[0])
		m := b.Tensor(n.In[1])
		if m == nil || !p.FullyDefined() {
			return b.List(b.untiled(n, dy[0]), nil)
		}
		var split, axes []int
		for i, k := range m.Ints() {
			axes = append(axes, len(split))
			split = append(split, k, p.Dims[i])
		}
		return b.List(b.One(Sum, b.One(Reshape, dy[0], tensor.Ints32(split...)), tensor.Ints32(axes...)), nil)
	}})
}

// untiled is the gradient of Tile where multiples or the shape are known when it runs only: as in Tile's Grad, each
// axis is split into its copies and its size, and the copies are summed.
func (b *B) untiled(n *Node, dy Value) Value {
	shape := b.Shape(n.In[0])
	pairs := b.With(Pack, Attrs{{"axis", 1}}, b.castTo(n.In[1], tensor.Int32), shape)
	split := b.One(Reshape, pairs, tensor.Ints32(-1))
	axes := b.One(Range, tensor.Scalar(int32(0)), b.One(Size, split), tensor.Scalar(int32(2)))
	return b.One(Reshape, b.One(Sum, b.One(Reshape, dy, split), axes), shape)
}

// axisIn counts an axis from the front.
func axisIn(axis, rank int) (int, bool) {
	if axis < -rank || axis >= rank {
		return 0, false
	}
	return (axis + rank) % rank, true
}

func concatDef() *Def {
	return define(Def{Name: "ConcatV2", Eval: func(x *Exec, n *Node) error {
		xs := n.Ts(n.In[:len(n.In)-1])
		r, at := xs[0].Rank(), n.T(len(xs))
		if at.Len() != 1 {
			return tensor.Errorf("axis tensor should be a scalar integer, but got shape %s", tensor.ShapeString(at.Shape()))
		}
		if r == 0 {
			return tensor.Errorf("ConcatOp : Can't concatenate scalars (use tf.stack instead)")
		}
		a, ok := axisIn(int(at.Int(0)), r)
		if !ok {
			return tensor.Errorf("ConcatOp : Expected concatenating dimensions in the range [%d, %d), but got %d", -r,
				r, at.Int(0))
		}
		return n.one(tensor.Concat(x.Ctx, xs, a))
	}, Infer: inferConcat, Grad: concatGrad})
}

func inferConcat(s *Shapes) {
	k := len(s.Node.In) - 1
	out, axis := unknown(), s.Const(k)
	for i := range k {
		p := s.In(i)
		if p.UnknownRank {
			continue
		}
		if out.UnknownRank {
			out = known(p.Dims...)
			continue
		}
		if len(p.Dims) != len(out.Dims) {
			s.Fail("Shape must be rank %d but is rank %d", len(out.Dims), len(p.Dims))
			return
		}
	}
	if out.UnknownRank || axis == nil {
		if !out.UnknownRank {
			out = ranked(len(out.Dims))
		}
		s.Is(out)
		return
	}
	a, ok := axisIn(int(axis.Int(0)), len(out.Dims))
	if !ok {
		s.Fail("Shape must be at least rank %d but is rank %d", axis.Int(0)+1, len(out.Dims))
		return
	}
	dims, total := append([]int(nil), out.Dims...), 0
	for i := range dims {
		dims[i] = -1
	}
	for i := range k {
		p := s.In(i)
		if p.UnknownRank {
			total = -1
			continue
		}
		if s.err != nil {
			return
		}
		before, behind := s.mergeShapes(known(dims[:a]...), known(p.Dims[:a]...)),
			s.mergeShapes(known(dims[a+1:]...), known(p.Dims[a+1:]...))
		dims = join(before.Dims, []int{-1}, behind.Dims).Dims
		if total >= 0 && p.Dims[a] >= 0 {
			total += p.Dims[a]
		} else {
			total = -1
		}
	}
	if s.err != nil {
		return
	}
	dims[a] = total
	s.Is(known(dims...))
	s.joinKnown(k)
}

// joinKnown joins what is known of the elements of vectors.
func (s *Shapes) joinKnown(k int) {
	var all []int
	for i := range k {
		v, ok := s.Vector(i)
		if !ok || !s.Node.In[i].DType().IsInteger() {
			return
		}
		all = append(all, v...)
	}
	s.known = all
}

// concatGrad cuts the gradient into the parts that were joined.
func concatGrad(b *B, n *Node, dy []Value) []Value {
	k := len(n.In) - 1
	out := make([]Value, k+1)
	axis := b.Tensor(n.In[k])
	if axis == nil {
		b.Fail(tensor.Failf(tensor.ValueError, "the gradient of ConcatV2 needs an axis that is known"))
		return out
	}
	var sizes []Value
	for _, x := range n.In[:k] {
		p := StaticShape(x)
		a := int(axis.Int(0))
		if !p.UnknownRank && a < 0 {
			a += len(p.Dims)
		}
		if !p.UnknownRank && p.Dims[a] >= 0 {
			sizes = append(sizes, tensor.Scalar(int32(p.Dims[a])))
		} else {
			sizes = append(sizes, b.One(GatherV2, b.Shape(x), tensor.Scalar(int32(a)), tensor.Scalar(int32(0))))
		}
	}
	parts := b.Do(SplitV, Attrs{{"num_split", k}}, dy[0], b.One(Pack, sizes...), tensor.Scalar(int32(axis.Int(0))))
	copy(out, parts)
	return out
}

func packDef() *Def {
	return define(Def{Name: "Pack", Eval: func(x *Exec, n *Node) error {
		xs := n.Ts(n.In)
		r, a := xs[0].Rank(), n.Int("axis")
		if a < -r-1 || a > r {
			return tensor.Errorf("axis = %d not in [%d, %d)", a, -r-1, r+1)
		}
		if a < 0 {
			a += r + 1
		}
		for i, t := range xs {
			if !tensor.SameShape(t.Shape(), xs[0].Shape()) {
				return tensor.Errorf("Shapes of all inputs must match: values[0].shape = %s != values[%d].shape = %s",
					tensor.ShapeString(xs[0].Shape()), i, tensor.ShapeString(t.Shape()))
			}
		}
		for i, t := range xs {
			xs[i] = t.WithShape(join(t.Shape()[:a], []int{1}, t.Shape()[a:]).Dims)
		}
		return n.one(tensor.Concat(x.Ctx, xs, a))
	}, Infer: func(s *Shapes) {
		p, ok := s.In(0), true
		for i := range s.Node.In {
			if p, ok = p.Merge(s.In(i)); !ok {
				s.Fail("Dimension 0 in both shapes must be equal: shapes are %s and %s.", shapeText(s.In(0)),
					shapeText(s.In(i)))
				return
			}
		}
		if p.UnknownRank {
			s.Is(unknown())
			return
		}
		a, r := s.Int("axis"), len(p.Dims)
		if a < -r-1 || a > r {
			s.Fail("axis = %d not in [%d, %d)", a, -r-1, r+1)
			return
		}
		if a < 0 {
			a += r + 1
		}
		s.Is(join(p.Dims[:a], []int{len(s.Node.In)}, p.Dims[a:]))
		if r == 0 {
			s.packKnown()
		}
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.Do(Unpack, Attrs{{"num", len(n.In)}, {"axis", n.Int("axis")}}, dy[0])
	}})
}

// packKnown notes the elements of a vector made of scalars.
func (s *Shapes) packKnown() {
	all := make([]int, len(s.Node.In))
	for i := range all {
		if all[i] = -1; s.Node.In[i].DType().IsInteger() {
			all[i] = s.Size(i)
		}
	}
	s.known = all
}

func unpackDef() *Def {
	return define(Def{Name: "Unpack", Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		a, ok := axisIn(n.Int("axis"), t.Rank())
		if !ok {
			return tensor.Errorf("axis = %d not in [%d, %d)", n.Int("axis"), -t.Rank(), t.Rank())
		}
		num := n.Int("num")
		if num != t.Shape()[a] {
			return tensor.Errorf("Input shape axis %d must equal %d, got shape %s", a, num,
				tensor.ShapeString(t.Shape()))
		}
		out := make([]*tensor.Tensor, num)
		for i := range out {
			p, err := sliceAxis(x.Ctx, t, a, i, 1)
			if err != nil {
				return err
			}
			out[i] = p.WithShape(join(t.Shape()[:a], t.Shape()[a+1:]).Dims)
		}
		return n.Give(out...)
	}, Infer: func(s *Shapes) {
		p := s.In(0)
		if p.UnknownRank {
			s.Is(unknown())
			return
		}
		a, ok := axisIn(s.Int("axis"), len(p.Dims))
		if !ok {
			s.Fail("axis = %d not in [%d, %d)", s.Int("axis"), -len(p.Dims), len(p.Dims))
			return
		}
		s.merge(p.Dims[a], s.Int("num"))
		s.Is(join(p.Dims[:a], p.Dims[a+1:]))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		for i, d := range dy {
			if d == nil {
				dy[i] = b.Zero(n.Out[i])
			}
		}
		return b.List(b.With(Pack, Attrs{{"axis", n.Int("axis")}}, dy...))
	}})
}

// sliceAxis is the part of one axis.
func sliceAxis(ctx context.Context, x *tensor.Tensor, axis, start, n int) (*tensor.Tensor, error) {
	ranges := make([]tensor.Range1, x.Rank())
	for i, d := range x.Shape() {
		ranges[i] = tensor.Range1{Start: 0, Step: 1, Len: d}
	}
	ranges[axis] = tensor.Range1{Start: start, Step: 1, Len: n}
	return tensor.SliceAxes(ctx, x, ranges)
}

// Split cuts an axis into equal parts, SplitV into parts of sizes, one of which may be -1.
var (
	Split = define(Def{Name: "Split", Eval: func(x *Exec, n *Node) error {
		t, num, at := n.T(1), n.Int("num_split"), int(n.T(0).Int(0))
		a, ok := axisIn(at, t.Rank())
		if !ok {
			return tensor.Errorf("-input rank(-%d) <= split_dim < input rank (%d), but got %d", t.Rank(), t.Rank(), at)
		}
		dim := t.Shape()[a]
		if num <= 0 {
			return tensor.Errorf("Number of ways to split should be > 0, but got %d", num)
		}
		if dim%num != 0 {
			return tensor.Errorf("Number of ways to split should evenly divide the split "+
				"dimension, but got split_dim %d (size = %d) and num_split %d", a, dim, num)
		}
		sizes := make([]int, num)
		for i := range sizes {
			sizes[i] = dim / num
		}
		return n.parts(x, t, a, sizes)
	}, Infer: func(s *Shapes) {
		p, axis, num := s.In(1), s.Const(0), s.Int("num_split")
		switch {
		case p.UnknownRank:
			s.Is(unknown())
		case axis == nil:
			s.Is(ranked(len(p.Dims)))
		default:
			a, ok := axisIn(int(axis.Int(0)), len(p.Dims))
			if !ok {
				s.Fail("Shape must be at least rank %d but is rank %d", axis.Int(0)+1, len(p.Dims))
				return
			}
			d := p.Dims[a]
			if d >= 0 && num > 0 {
				if d%num != 0 {
					s.Fail("Dimension size must be evenly divisible by %d but is %d", num, d)
				}
				d /= num
			}
			s.Is(with(p, a, d))
		}
	}, Grad: func(b *B, n *Node, dy []Value) []Value { return b.List(nil, b.joinParts(n, dy, n.In[0])) }})
	SplitV = define(Def{Name: "SplitV", Eval: func(x *Exec, n *Node) error {
		if n.T(2).Len() != 1 {
			return tensor.Errorf("split_dim_tensor must have exactly one element.")
		}
		t, at := n.T(0), int(n.T(2).Int(0))
		a, ok := axisIn(at, t.Rank())
		if !ok {
			return tensor.Errorf("-input rank(-%d) <= split_dim < input rank (%d), but got %d", t.Rank(), t.Rank(), at)
		}
		sizes, err := splitSizes(n.T(1).Ints(), t.Shape()[a])
		if err != nil {
			return err
		}
		return n.parts(x, t, a, sizes)
	}, Infer: func(s *Shapes) {
		p, axis := s.In(0), s.Const(2)
		sizes, ok := s.Vector(1)
		if p.UnknownRank || axis == nil || !ok {
			s.Is(p)
			if !p.UnknownRank {
				s.Is(ranked(len(p.Dims)))
			}
			return
		}
		a, inside := axisIn(int(axis.Int(0)), len(p.Dims))
		if !inside {
			s.Fail("Shape must be at least rank %d but is rank %d", axis.Int(0)+1, len(p.Dims))
			return
		}
		if p.Dims[a] >= 0 && s.Const(1) != nil {
			settled, err := splitSizes(sizes, p.Dims[a])
			if err != nil {
				s.Fail("can't split axis of size %d into pieces of size %s", p.Dims[a], tensor.ShapeString(sizes))
				return
			}
			sizes = settled
		}
		out := make([]tensor.PartialShape, len(sizes))
		for i, d := range sizes {
			out[i] = with(p, a, max(d, -1))
		}
		s.Is(out...)
	}, Grad: func(b *B, n *Node, dy []Value) []Value { return b.List(b.joinParts(n, dy, n.In[2]), nil, nil) }})
)

// joinParts is the gradient of what was cut.
func (b *B) joinParts(n *Node, dy []Value, axis Value) Value {
	for i, d := range dy {
		if d == nil {
			dy[i] = b.Zero(n.Out[i])
		}
	}
	if len(dy) == 1 {
		return dy[0]
	}
	return b.One(ConcatV2, append(append([]Value(nil), dy...), axis)...)
}

func (n *Node) parts(x *Exec, t *tensor.Tensor, axis int, sizes []int) error {
	out, at := make([]*tensor.Tensor, len(sizes)), 0
	for i, k := range sizes {
		p, err := sliceAxis(x.Ctx, t, axis, at, k)
		if err != nil {
			return err
		}
		out[i], at = p, at+k
	}
	return n.Give(out...)
}

// splitSizes settles the size that is -1 and checks the sum.
func splitSizes(sizes []int, dim int) ([]int, error) {
	sizes = append([]int(nil), sizes...)
	total, open := 0, -1
	for i, s := range sizes {
		switch {
		case s == -1 && open >= 0:
			return nil, tensor.Errorf("There can only be one -1 in the input.")
		case s == -1:
			open = i
		case s < 0:
			return nil, tensor.Errorf("Split size at index %d must be >= 0. Got: %d", i, s)
		default:
			total += s
		}
	}
	if open >= 0 && total >= 0 && total <= dim {
		sizes[open] = dim - total
		total = dim
	}
	if total != dim {
		return nil, tensor.Errorf("Determined shape must either match input shape along "+
			"split_dim exactly if fully specified, or be less than the size of the input along split_dim "+
			"if not fully specified.  Got: %d", total)
	}
	return sizes, nil
}
