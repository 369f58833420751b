package op

import (
	"context"
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that take parts of tensors, put parts into them, and pad them.

func sliceDef() *Def {
	return define(Def{Name: "Slice", Eval: func(x *Exec, n *Node) error {
		t, begin, size := n.T(0), n.T(1).Ints(), n.T(2).Ints()
		if n.T(1).Rank() != 1 || n.T(2).Rank() != 1 || len(begin) != t.Rank() || len(size) != t.Rank() {
			return tensor.Errorf("Expected begin and size arguments to be 1-D tensors of "+
				"size %d, but got shapes %s and %s instead.", t.Rank(), tensor.ShapeString(n.T(1).Shape()),
				tensor.ShapeString(n.T(2).Shape()))
		}
		ranges := make([]tensor.Range1, t.Rank())
		for i, d := range t.Shape() {
			k := size[i]
			if k == -1 {
				k = d - begin[i]
			}
			if begin[i] < 0 || begin[i] > d {
				return tensor.Errorf("Expected begin[%d] in [0, %d], but got %d", i, d, begin[i])
			}
			if k < 0 || k > d-begin[i] {
				return tensor.Errorf("Expected size[%d] in [0, %d], but got %d", i, d-begin[i], size[i])
			}
			ranges[i] = tensor.Range1{Start: begin[i], Step: 1, Len: k}
		}
		return n.one(tensor.SliceAxes(x.Ctx, t, ranges))
	}, Infer: inferSlice, Grad: func(b *B, n *Node, dy []Value) []Value {
		before := n.In[1]
		after := b.Sub(b.Sub(b.castLike(b.Shape(n.In[0]), before), b.castLike(b.Shape(n.Out[0]), before)), before)
		return b.List(b.One(Pad, dy[0], b.With(Pack, Attrs{{"axis", 1}}, before, after)), nil, nil)
	}})
}

// castLike is a value in the element type of another.
func (b *B) castLike(v, like Value) Value {
	if v == nil || like == nil || v.DType() == like.DType() {
		return v
	}
	return b.With(Cast, Attrs{{"DstT", like.DType()}}, v)
}

func inferSlice(s *Shapes) {
	in := s.In(0)
	begin, size := s.Const(1), s.Const(2)
	if in.UnknownRank || begin == nil || size == nil {
		if v, ok := s.Vector(2); ok && in.UnknownRank {
			s.Is(shaped(v, true))
		} else if in.UnknownRank {
			s.Is(unknown())
		} else {
			s.Is(ranked(len(in.Dims)))
		}
		return
	}
	b, k := begin.Ints(), size.Ints()
	if len(b) != len(in.Dims) || len(k) != len(in.Dims) {
		s.Fail("Shape must be rank %d but is rank %d", len(b), len(in.Dims))
		return
	}
	out := make([]int, len(b))
	for i, d := range in.Dims {
		switch {
		case k[i] == -1 && d >= 0:
			out[i] = d - b[i]
		case k[i] == -1:
			out[i] = -1
		default:
			out[i] = k[i]
		}
	}
	s.Is(known(out...))
}

// laid is a StridedSlice over dimensions: for each axis of the input a range, and the shape of the result. In
// dims -1 stands for an unknown dimension.
type laid struct {
	ranges []tensor.Range1
	shape  []int
	final  []int // for each axis of the input that stays, its place in shape; -1 where it is dropped
}

// Strides is the three vectors and five masks of a StridedSlice.
type Strides struct {
	Begin, End, Step                                              []int
	BeginMask, EndMask, EllipsisMask, NewAxisMask, ShrinkAxisMask int
}

// Attrs are the masks as attributes.
//
//go:noinline
func (s *Strides) Attrs() Attrs {
	var at Attrs
	for _, m := range []KV{{"begin_mask", s.BeginMask}, {"end_mask", s.EndMask}, {"ellipsis_mask", s.EllipsisMask},
		{"new_axis_mask", s.NewAxisMask}, {"shrink_axis_mask", s.ShrinkAxisMask}} {
		if m.Value != 0 {
			at = append(at, m)
		}
	}
	return at
}

// Of is the slice of a tensor.
func (s *Strides) Of(ctx context.Context, x *tensor.Tensor) (*tensor.Tensor, error) {
	var room struct { // of slices with few axes, which need no memory of their own
		ranges       [4]tensor.Range1
		shape, final [4]int
	}
	o := laid{room.ranges[:0], room.shape[:0], room.final[:0]}
	if err := s.over(x.Shape(), &o); err != nil {
		return nil, err
	}
	return tensor.SliceTo(ctx, x, o.ranges, slices.Clone(o.shape))
}

// strides reads the masks of a node, and its vectors when they are known.
func (n *Node) strides() (*Strides, bool) {
	s := &Strides{}
	for _, a := range n.At {
		switch v, _ := a.Value.(int); a.Name {
		case "begin_mask":
			s.BeginMask = v
		case "end_mask":
			s.EndMask = v
		case "ellipsis_mask":
			s.EllipsisMask = v
		case "new_axis_mask":
			s.NewAxisMask = v
		case "shrink_axis_mask":
			s.ShrinkAxisMask = v
		}
	}
	off := len(n.In) - 3
	if n.Def.Name == "StridedSliceGrad" || n.Def.Name == "ResourceStridedSliceAssign" {
		off = 1
	}
	for i, p := range []*[]int{&s.Begin, &s.End, &s.Step} {
		t := Constant(n.In[off+i])
		if t == nil {
			return s, false
		}
		*p = t.Ints()
	}
	return s, true
}

// flatStrides refuses begin, end and strides, inputs from one on, that are no vectors of one length.
func (n *Node) flatStrides(first int) error {
	a, b, c := n.T(first), n.T(first+1), n.T(first+2)
	if a.Rank() == 1 && tensor.SameShape(a.Shape(), b.Shape()) && tensor.SameShape(a.Shape(), c.Shape()) {
		return nil
	}
	return tensor.Errorf("Expected begin, end, and strides to be 1D equal size tensors, but got shapes %s, %s, and %s instead.",
		tensor.ShapeString(a.Shape()), tensor.ShapeString(b.Shape()), tensor.ShapeString(c.Shape()))
}

// over lays the strides over dimensions.
func (s *Strides) over(in []int, out *laid) error {
	if len(s.End) != len(s.Begin) || len(s.Step) != len(s.Begin) {
		return tensor.Errorf("Expected begin, end, and strides to be 1D equal size "+
			"tensors, but got shapes [%d], [%d], and [%d] instead.", len(s.Begin), len(s.End), len(s.Step))
	}
	used := 0
	for i := range s.Begin {
		if s.NewAxisMask>>i&1 == 0 && s.EllipsisMask>>i&1 == 0 {
			used++
		}
	}
	if used > len(in) {
		return tensor.Errorf("Index out of range using input dim %d; input has only %d dims", len(in), len(in))
	}
	axis := 0
	whole := func(k int) {
		for range k {
			out.keep(tensor.Range1{Step: 1, Len: in[axis]})
			axis++
		}
	}
	dotted := false
	for i := range s.Begin {
		switch {
		case s.EllipsisMask>>i&1 != 0:
			if dotted {
				return tensor.Errorf("Multiple ellipses in slice spec not allowed")
			}
			dotted = true
			whole(len(in) - used)
		case s.NewAxisMask>>i&1 != 0:
			out.shape = append(out.shape, 1)
		default:
			if err := s.axis(i, axis, in[axis], out); err != nil {
				return err
			}
			axis++
		}
	}
	whole(len(in) - axis)
	return nil
}

func (o *laid) keep(r tensor.Range1) {
	o.final = append(o.final, len(o.shape))
	o.ranges = append(o.ranges, r)
	o.shape = append(o.shape, r.Len)
}

// axis reads entry i of the spec for an axis of d elements.
func (s *Strides) axis(i, axis, d int, out *laid) error {
	if s.Step[i] == 0 {
		return tensor.Errorf("strides[%d] must be non-zero", i)
	}
	if s.ShrinkAxisMask>>i&1 != 0 {
		if s.Step[i] < 0 {
			return tensor.Errorf("only stride 1 allowed on non-range indexing.")
		}
		at := s.Begin[i]
		if d >= 0 {
			if at < 0 {
				at += d
			}
			if at < 0 || at >= d {
				return tensor.Errorf("slice index %d of dimension %d out of bounds.", at, axis)
			}
		}
		out.ranges = append(out.ranges, tensor.Range1{Start: at, Step: 1, Len: 1})
		out.final = append(out.final, -1)
		return nil
	}
	if d < 0 {
		k := -1
		if s.BeginMask>>i&1 == 0 && s.EndMask>>i&1 == 0 && s.Begin[i] == s.End[i] {
			k = 0
		}
		out.keep(tensor.Range1{Len: k, Step: s.Step[i]})
		return nil
	}
	start, n := s.bounds(i, d)
	out.keep(tensor.Range1{Start: start, Step: s.Step[i], Len: n})
	return nil
}

// bounds clamps a range to an axis, as slices of lists are.
func (s *Strides) bounds(i, d int) (start, n int) {
	step := s.Step[i]
	lo, hi := 0, d
	if step < 0 {
		lo, hi = -1, d-1
	}
	clamp := func(v int, masked bool, whole int) int {
		if masked {
			return whole
		}
		if v < 0 {
			v += d
		}
		return min(max(v, lo), hi)
	}
	first, last := lo, hi
	if step < 0 {
		first, last = hi, lo
	}
	start = clamp(s.Begin[i], s.BeginMask>>i&1 != 0, first)
	stop := clamp(s.End[i], s.EndMask>>i&1 != 0, last)
	if step > 0 {
		n = (stop - start + step - 1) / step
	} else {
		n = (stop - start + step + 1) / step
	}
	return start, max(n, 0)
}

func stridedSliceDef() *Def {
	return define(Def{Name: "StridedSlice", Eval: func(x *Exec, n *Node) error {
		if err := n.flatStrides(1); err != nil {
			return err
		}
		s, _ := n.strides()
		return n.one(s.Of(x.Ctx, n.T(0)))
	}, Infer: inferStridedSlice, Grad: func(b *B, n *Node, dy []Value) []Value {
		s, _ := n.strides()
		at := s.Attrs()
		shape := b.castLike(b.Shape(n.In[0]), n.In[1])
		return b.List(b.With(StridedSliceGrad, at, shape, n.In[1], n.In[2], n.In[3], dy[0]), nil, nil, nil)
	}})
}

func inferStridedSlice(s *Shapes) {
	in := s.In(0)
	sp, ok := s.Node.strides()
	if in.UnknownRank || !ok {
		s.inferUnknownStrides(in)
		return
	}
	var o laid
	if err := sp.over(in.Dims, &o); err != nil {
		s.Fail("%s", err)
		return
	}
	s.Is(known(o.shape...))
	if v, ok := s.Vector(0); ok && len(in.Dims) == 1 && in.Dims[0] == len(v) && len(o.ranges) == 1 { // elements of a shape
		r := o.ranges[0]
		for i := range r.Len {
			s.known = append(s.known, v[r.Start+i*r.Step])
		}
	}
}

// inferUnknownStrides tells the rank when only the numbers of entries are known, and the sizes of whole axes.
func (s *Shapes) inferUnknownStrides(in tensor.PartialShape) {
	v, ok := s.Vector(1)
	if in.UnknownRank || !ok {
		s.Is(unknown())
		return
	}
	step, stepKnown := s.Vector(3)
	bit := func(mask string, i int) bool { return s.Int(mask)>>i&1 != 0 }
	rest := len(in.Dims)
	for i := range v {
		if !bit("new_axis_mask", i) && !bit("ellipsis_mask", i) {
			rest--
		}
	}
	if rest < 0 {
		s.Fail("Index out of range using input dim %d; input has only %d dims", len(in.Dims), len(in.Dims))
		return
	}
	out, axis := []int{}, 0
	for i := range v {
		switch {
		case bit("ellipsis_mask", i):
			out = join(out, in.Dims[axis:axis+rest]).Dims
			axis += rest
		case bit("new_axis_mask", i):
			out = append(out, 1)
		case bit("shrink_axis_mask", i):
			axis++
		default:
			size := -1
			if by := 1; bit("begin_mask", i) && bit("end_mask", i) && stepKnown && in.Dims[axis] >= 0 {
				if by = max(step[i], -step[i]); by > 0 {
					size = (in.Dims[axis] + by - 1) / by
				}
			}
			out = append(out, size)
			axis++
		}
	}
	s.Is(join(out, in.Dims[axis:]))
}

// stridedSliceGradDef puts dy back where the slice took it from, zeros elsewhere.
func stridedSliceGradDef() *Def {
	return define(Def{Name: "StridedSliceGrad", Eval: func(x *Exec, n *Node) error {
		for _, d := range n.T(0).Ints() {
			if d < 0 {
				return tensor.Errorf("Dimension %d must be >= 0", d)
			}
		}
		if err := n.flatStrides(1); err != nil {
			return err
		}
		s, _ := n.strides()
		dims, dy := n.T(0).Ints(), n.T(4)
		var o laid
		if err := s.over(dims, &o); err != nil {
			return err
		}
		z, err := tensor.New(dy.DType(), dims)
		if err != nil {
			return err
		}
		at := positions(dims, o.ranges)
		if !tensor.SameShape(o.shape, dy.Shape()) {
			return tensor.Errorf("shape of dy was %s instead of %s", tensor.ShapeString(dy.Shape()),
				tensor.ShapeString(o.shape))
		}
		flat, up := z.WithShape([]int{z.Len()}), dy.WithShape([]int{dy.Len()})
		flat, err = tensor.Scatter(x.Ctx, flat, at, 1, up, tensor.UpdateSet)
		if err != nil {
			return err
		}
		return n.one(flat.WithShape(dims), nil)
	}, Infer: func(s *Shapes) { s.Is(shaped(s.Vector(0))) }, Grad: func(b *B, n *Node, dy []Value) []Value {
		s, _ := n.strides()
		at := s.Attrs()
		return b.List(nil, nil, nil, nil, b.With(StridedSlice, at, dy[0], n.In[1], n.In[2], n.In[3]))
	}})
}

// positions lists the places in a tensor of the elements that ranges pick.
func positions(dims []int, ranges []tensor.Range1) []int {
	at := []int{0}
	for i, r := range ranges {
		next := make([]int, 0, len(at)*r.Len)
		for _, p := range at {
			for k := range r.Len {
				next = append(next, p*dims[i]+r.Start+k*r.Step)
			}
		}
		at = next
	}
	return at
}

// paddings reads pairs of sizes before and after each axis.
func paddings(t, p *tensor.Tensor, grad bool) (before, after []int, err error) {
	if p.Rank() != 2 || p.Shape()[1] != 2 {
		return nil, nil, tensor.Errorf("paddings must be a matrix with 2 columns: %s", tensor.ShapeString(p.Shape()))
	}
	if p.Shape()[0] != t.Rank() {
		return nil, nil, tensor.Errorf("The first dimension of paddings must be the rank of inputs%s %s",
			tensor.ShapeString(p.Shape()), tensor.ShapeString(t.Shape()))
	}
	before, after = make([]int, t.Rank()), make([]int, t.Rank())
	for i := range before {
		before[i], after[i] = int(p.Int(2*i)), int(p.Int(2*i+1))
		if before[i] < 0 || after[i] < 0 {
			return nil, nil, tensor.Errorf("Paddings must be non-negative: %d%s %d", before[i],
				map[bool]string{true: ",", false: ""}[grad], after[i])
		}
	}
	return before, after, nil
}

func padDef() *Def {
	return define(Def{Name: "Pad", Infer: inferPad, Grad: padGrad, Eval: func(x *Exec, n *Node) error {
		before, after, err := paddings(n.T(0), n.T(1), false)
		if err != nil {
			return err
		}
		zero, err := tensor.New(n.T(0).DType(), nil)
		if err != nil {
			return err
		}
		return n.one(tensor.Pad(x.Ctx, n.T(0), before, after, tensor.PadConstant, zero))
	}})
}

// PadV2 pads with a value, MirrorPad with the tensor's own elements.
var (
	PadV2 = define(Def{Name: "PadV2", Infer: inferPad, Grad: padGrad, Eval: func(x *Exec, n *Node) error {
		before, after, err := paddings(n.T(0), n.T(1), false)
		if err != nil {
			return err
		}
		return n.one(tensor.Pad(x.Ctx, n.T(0), before, after, tensor.PadConstant, n.T(2)))
	}})
	MirrorPad = define(Def{Name: "MirrorPad", Infer: inferPad, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(MirrorPadGrad, Attrs{{"mode", n.Str("mode")}}, dy[0], n.In[1]), nil)
	}, Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		before, after, err := paddings(t, n.T(1), false)
		if err != nil {
			return err
		}
		mode, less := tensor.PadSymmetric, 0
		if n.Str("mode") == "REFLECT" {
			mode, less = tensor.PadReflect, 1
		}
		for i, d := range t.Shape() {
			if limit := d - less; before[i] > limit || after[i] > limit {
				return tensor.Errorf("paddings must be "+[]string{"no greater than the dimension size: %d, %d greater than %d",
					"less than the dimension size: %d, %d not less than %d"}[less], before[i], after[i], d)
			}
		}
		return n.one(tensor.Pad(x.Ctx, t, before, after, mode, nil))
	}})
)

// mirrorPadGradDef adds what was mirrored up where it came from.
func mirrorPadGradDef() *Def {
	return define(Def{Name: "MirrorPadGrad", Eval: func(x *Exec, n *Node) error {
		dy := n.T(0)
		before, after, err := paddings(dy, n.T(1), true)
		if err != nil {
			return err
		}
		shape := make([]int, dy.Rank())
		for i, d := range dy.Shape() {
			if shape[i] = d - before[i] - after[i]; shape[i] < 0 {
				return tensor.Errorf("Total paddings (%d) exceed dimension %d of the input, which is %d", before[i]+after[i], i, d)
			}
		}
		size := product(shape)
		places, err := tensor.Make[int64](size)
		if err != nil {
			return err
		}
		for i := range places {
			places[i] = int64(i)
		}
		mode := tensor.PadSymmetric
		if n.Str("mode") == "REFLECT" {
			mode = tensor.PadReflect
		}
		from, err := tensor.Pad(x.Ctx, tensor.FromSlice(shape, places), before, after, mode, nil)
		if err != nil {
			return err
		}
		zero, err := tensor.New(dy.DType(), nil)
		if err != nil {
			return err
		}
		z, _, err := tensor.Segment(x.Ctx, tensor.FoldSum, dy.WithShape([]int{dy.Len()}), from.Int64s(), size, zero)
		if err != nil {
			return err
		}
		return n.one(z.WithShape(shape), nil)
	}, Infer: func(s *Shapes) {
		in, p := s.In(0), s.Const(1)
		if in.UnknownRank || p == nil || p.Len() != 2*len(in.Dims) {
			s.Is(in)
			if !in.UnknownRank {
				s.Is(ranked(len(in.Dims)))
			}
			return
		}
		out := append([]int(nil), in.Dims...)
		for i, d := range out {
			if d >= 0 {
				out[i] = d - int(p.Int(2*i)+p.Int(2*i+1))
			}
		}
		s.Is(known(out...))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(MirrorPad, Attrs{{"mode", n.Str("mode")}}, dy[0], n.In[1]), nil)
	}})
}

func inferPad(s *Shapes) {
	in, p := s.In(0), s.Const(1)
	if in.UnknownRank {
		if q := s.In(1); !q.UnknownRank && len(q.Dims) == 2 && q.Dims[0] >= 0 {
			s.Is(ranked(q.Dims[0]))
		}
		return
	}
	if p == nil {
		s.Is(ranked(len(in.Dims)))
		return
	}
	if p.Len() != 2*len(in.Dims) {
		s.Fail("Shape must be rank %d but is rank %d", p.Len()/2, len(in.Dims))
		return
	}
	out := append([]int(nil), in.Dims...)
	for i, d := range out {
		if d >= 0 {
			out[i] = d + int(p.Int(2*i)+p.Int(2*i+1))
		}
	}
	s.Is(known(out...))
}

// padGrad cuts the padding off.
func padGrad(b *B, n *Node, dy []Value) []Value {
	out := make([]Value, len(n.In))
	rank := len(StaticShape(n.In[0]).Dims)
	first := b.One(Slice, n.In[1], tensor.Ints32(0, 0), tensor.Ints32(rank, 1))
	out[0] = b.One(Slice, dy[0], b.One(Reshape, first, tensor.Ints32(-1)), b.castLike(b.Shape(n.In[0]), n.In[1]))
	return out
}

func gatherDef() *Def {
	return define(Def{Name: "GatherV2", Eval: func(x *Exec, n *Node) error {
		t, idx, batch := n.T(0), n.T(1), n.Int("batch_dims")
		if t.Rank() == 0 {
			return tensor.Errorf("params must be at least 1 dimensional")
		}
		if batch < 0 {
			batch += idx.Rank()
		}
		at := int(n.T(2).Int(0))
		axis, ok := axisIn(at, t.Rank())
		if !ok {
			return tensor.Errorf("Shape must be at least rank %d but is rank %d", max(at+1, -at), t.Rank())
		}
		if batch < 0 || batch > idx.Rank() {
			return tensor.Errorf("Expected batch_dims in the range [-%d, %[1]d], but got %d", idx.Rank(), n.Int("batch_dims"))
		}
		if batch > axis {
			return tensor.Errorf("batch_dims (%d) must be less than or equal to axis (%d)", batch, axis)
		}
		for i := range batch {
			if t.Shape()[i] != idx.Shape()[i] {
				return tensor.Errorf("params.shape[%d]: %d should be equal to indices.shape[%d]: %d", i, t.Shape()[i],
					i, idx.Shape()[i])
			}
		}
		return n.one(tensor.Gather(x.Ctx, t, idx, axis, batch))
	}, Infer: func(s *Shapes) {
		t, idx, at, batch := s.In(0), s.In(1), s.Const(2), s.Int("batch_dims")
		if t.UnknownRank || idx.UnknownRank {
			s.Is(unknown())
			return
		}
		if batch < 0 {
			batch += len(idx.Dims)
		}
		if at == nil {
			s.Is(ranked(len(t.Dims) + len(idx.Dims) - 1 - batch))
			return
		}
		axis, ok := axisIn(int(at.Int(0)), len(t.Dims))
		if !ok {
			s.Fail("Shape must be at least rank %d but is rank %d", at.Int(0)+1, len(t.Dims))
			return
		}
		s.Is(join(t.Dims[:axis], idx.Dims[batch:], t.Dims[axis+1:]))
	}, Grad: gatherGrad})
}

// gatherGrad adds the rows of the gradient up where they were taken from: slices along the first axis, else
// a tensor.
func gatherGrad(b *B, n *Node, dy []Value) []Value {
	x, idx, at := n.In[0], n.In[1], b.Tensor(n.In[2])
	p, q := StaticShape(x), StaticShape(idx)
	if at == nil || p.UnknownRank || q.UnknownRank {
		b.Fail(tensor.Failf(tensor.Unimplemented, "the gradient of GatherV2 needs an axis and ranks that are known"))
		return make([]Value, 3)
	}
	rank, batch := len(p.Dims), n.Int("batch_dims")
	axis, _ := axisIn(int(at.Int(0)), rank)
	if batch < 0 {
		batch += len(q.Dims)
	}
	shape := b.Shape(x)
	open := tensor.Ints32(-1)
	if axis == 0 {
		values := b.One(Reshape, dy[0], b.Joined(open, b.Part(shape, 1, ToEnd)))
		flat := b.One(Reshape, idx, open)
		if values == nil || flat == nil {
			return make([]Value, 3)
		}
		return b.List(&Slices{values, flat, shape}, nil, nil)
	}
	// The axis goes behind the batch dimensions; there rows are summed, and it goes back.
	front, back := make([]int, rank), make([]int, rank)
	for i := range front {
		front[i] = i
	}
	copy(front[batch+1:axis+1], front[batch:axis])
	front[batch] = axis
	for i, k := range front {
		back[k] = i
	}
	values := b.One(Reshape, dy[0], b.Joined(b.Part(shape, 0, axis), open, b.Part(shape, axis+1, ToEnd)))
	values = b.One(Transpose, values, tensor.Ints32(front...))
	lead, size := b.Part(shape, 0, batch), b.Element(shape, axis)
	inner := b.Joined(b.Part(shape, batch, axis), b.Part(shape, axis+1, ToEnd))
	count := b.Count(lead)
	if batch > 0 { // each batch has rows of its own
		first := b.Mul(b.One(Range, tensor.Scalar(int32(0)), count, tensor.Scalar(int32(1))), size)
		first = b.castLike(b.One(Reshape, first, tensor.Ints32(-1, 1)), idx)
		idx = b.Add(b.One(Reshape, idx, b.Joined(b.Single(count), open)), first)
	}
	summed := b.One(UnsortedSegmentSum, b.One(Reshape, values, b.Joined(open, inner)), b.One(Reshape, idx, open),
		b.Mul(count, size))
	whole := b.One(Reshape, summed, b.Joined(lead, b.Single(size), inner))
	return b.List(b.One(Transpose, whole, tensor.Ints32(back...)), nil, nil)
}

func gatherNdDef() *Def {
	return define(Def{Name: "GatherNd", Eval: func(x *Exec, n *Node) error {
		if n.T(1).Rank() == 0 {
			return tensor.Errorf("indices must be at least a vector")
		}
		skip, err := n.skipsBad()
		if err != nil {
			return n.noKernel(n.Def.Row())
		}
		if skip {
			return n.one(gatherOrZero(x.Ctx, n.T(0), n.T(1)))
		}
		return n.one(tensor.GatherND(x.Ctx, n.T(0), n.T(1), 0))
	}, Infer: func(s *Shapes) {
		t, idx := s.In(0), s.In(1)
		if t.UnknownRank || idx.UnknownRank || len(idx.Dims) == 0 || idx.Dims[len(idx.Dims)-1] < 0 {
			s.Is(unknown())
			return
		}
		r := len(idx.Dims) - 1
		depth := idx.Dims[r]
		if depth > len(t.Dims) {
			s.Fail("indices.shape[-1] must be <= params.rank, but saw indices shape: %s and params shape: %s",
				shapeText(idx), shapeText(t))
			return
		}
		s.Is(join(idx.Dims[:r], t.Dims[depth:]))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		at := Attrs{{"bad_indices_policy", n.Str("bad_indices_policy")}}
		if p := StaticShape(n.In[1]); len(p.Dims) == 2 && p.Dims[1] == 1 && n.Str("bad_indices_policy") != "IGNORE" {
			flat := b.One(Reshape, n.In[1], tensor.Ints32(-1))
			return b.List(&Slices{dy[0], flat, b.Shape(n.In[0])}, nil)
		}
		return b.List(b.With(ScatterNd, at, n.In[1], dy[0], b.castLike(b.Shape(n.In[0]), n.In[1])), nil)
	}})
}
