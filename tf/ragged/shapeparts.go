package ragged

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/values"
)

// Parts of a DynamicRaggedShape, shapes of given partitions, equality, and tensors in the rows of a shape.

// shapeItem is s[i], a scalar tensor, or s[i:j], a shape. Only uniform dimensions have a size of their own; a slice
// that does not begin at 0 is a dense shape.
func shapeItem(t *py.Thread, v, key py.Value) (py.Value, error) {
	s := v.(anyShape)
	if cut, ok := key.(*py.Slice); ok {
		return shapeSlice(t, v, cut)
	}
	n, ok := py.AsInt(key)
	if !ok {
		return nil, py.TypeErrorf("Argument is not an int or a slice")
	}
	if n < 0 {
		n += int64(s.rank())
	}
	switch {
	case n >= int64(s.rank()):
		return nil, py.IndexErrorf("Index is too big: %d>=%d", n, s.rank())
	case n < 0:
		return nil, py.IndexErrorf("Index must be non-negative: %d", n)
	}
	return s.size(t, int(n))
}

func shapeSlice(t *py.Thread, v py.Value, cut *py.Slice) (py.Value, error) {
	if step, ok := py.AsInt(cut.Step); cut.Step != py.None && (!ok || step != 1) {
		return nil, py.IndexErrorf("Cannot stride through a shape")
	}
	s, err := foreseen(v, "a slice")
	if err != nil {
		return nil, err
	}
	end := [2]int{0, s.rank()}
	for i, x := range []py.Value{cut.Start, cut.Stop} {
		if x == py.None {
			continue
		}
		n, ok := py.AsInt(x)
		if !ok {
			return nil, py.TypeErrorf("slice indices must be integers or None or have an __index__ method")
		}
		if n < 0 {
			n += int64(s.rank())
		}
		end[i] = int(min(max(n, 0), int64(s.rank())))
	}
	return s.slice(end[0], end[1])
}

// slice is the dimensions from start to stop.
func (s *dynamicShape) slice(start, stop int) (*dynamicShape, error) {
	dense := func(dims ...int) *dynamicShape { return &dynamicShape{nil, dims, s.dtype} }
	switch k := len(s.parts); {
	case stop <= start:
		return &dynamicShape{dtype: tensor.Int64}, nil
	case start == 0 && stop == s.rank():
		return s, nil
	case start == 0 && stop > k:
		return &dynamicShape{s.parts, s.dense[:stop-k], s.dtype}, nil
	case start == 0 && stop == 1:
		return dense(s.parts[0].NRows()), nil
	case start == 0:
		return &dynamicShape{s.parts[:stop-1], []int{s.parts[stop-2].NVals()}, s.dtype}, nil
	}
	front, _ := s.slice(0, stop)
	var dims []int
	for _, n := range front.lengths(false).Items {
		size, ok := n.(int64)
		if !ok {
			return nil, py.ValueErrorf("All relevant dimensions must be uniform")
		}
		dims = append(dims, int(size))
	}
	return dense(dims[start:]...), nil
}

// shapeIter gives the sizes one after the other; a dimension that is not uniform is an error.
func shapeIter(_ *py.Thread, v py.Value) (py.Iterator, error) {
	s, i := v.(anyShape), 0
	return py.IterFunc(func(t *py.Thread) (py.Value, error) {
		if i >= s.rank() {
			return nil, nil
		}
		i++
		return s.size(t, i-1)
	}), nil
}

// shapesEqual compares as ExtensionType does: what is known without values tells shapes apart at once (False), the
// lengths are compared as a tensor.
func shapesEqual(x, y py.Value, want bool) py.Value {
	a, ok := x.(*dynamicShape)
	b, both := y.(*dynamicShape)
	if !ok || !both {
		return (x == y) == want
	}
	if len(a.parts) != len(b.parts) || a.dtype != b.dtype || !slices.Equal(a.dense, b.dense) {
		return !want
	}
	same := true
	for i, p := range a.parts {
		q := b.parts[i]
		if p.NRows() != q.NRows() || p.NVals() != q.NVals() || p.Uniform != q.Uniform {
			return !want
		}
		same = same && slices.Equal(p.Splits, q.Splits)
	}
	return tensor.Scalar(same == want)
}

// shapeOfParts is DynamicRaggedShape(row_partitions, inner_shape): partitions, the outermost first, over values of a
// shape whose first size is the number of the last one's values.
func shapeOfParts(t *py.Thread, a []py.Value) (py.Value, error) {
	items, ok := values.ListItems(a[0])
	if !ok {
		return nil, py.TypeErrorf("row_partitions should be a list of row partitions. Instead, got %s", py.StrOf(a[0]))
	}
	s := &dynamicShape{dtype: tensor.Int64}
	for i, v := range items {
		p, ok := v.(*ragged.Partition)
		if !ok {
			return nil, py.TypeErrorf("row_partitions contains %s which is not a RowPartition", py.StrOf(v))
		}
		if i > 0 && s.parts[i-1].NVals() != p.NRows() {
			return nil, py.ValueErrorf("RowPartitions in DynamicRaggedShape do not align between %d and %d", i-1, i)
		}
		s.parts = append(s.parts, p)
		s.dtype = s.parts[0].DType
	}
	if a[2] != py.None {
		var err error
		if s.dtype, err = bind.ToDType(a[2], ""); err != nil {
			return nil, err
		}
		if s.dtype != tensor.Int32 && s.dtype != tensor.Int64 {
			return nil, py.ValueErrorf("dtype must be int32 or int64")
		}
	}
	for i, p := range s.parts {
		s.parts[i] = p.WithDType(s.dtype)
	}
	inner, err := bind.ToShape(t, a[1])
	if err != nil {
		return nil, err
	}
	if inner.UnknownRank || !inner.FullyDefined() {
		return nil, py.ValueErrorf("inner_shape must be known, got %s", &bind.Shape{PartialShape: inner})
	}
	s.dense = inner.Dims
	if k := len(s.parts); k > 0 && (len(s.dense) == 0 || s.dense[0] != s.parts[k-1].NVals()) {
		return nil, py.ValueErrorf("Last row partition does not match inner_shape.")
	}
	if _, err := tensor.Count(s.dense); err != nil {
		return nil, py.ValueErrorf("the shape is larger than tfs holds")
	}
	return s, nil
}

// reshapeRule puts the elements of a tensor, or of a ragged one, into the rows of a DynamicRaggedShape, and reshapes
// the values of a ragged tensor to a dense shape.
func reshapeRule(c *bind.Call) (py.Value, bool, error) {
	x := c.Args[0]
	s, dynamic := c.Args[1].(anyShape)
	r, isRagged := x.(*ragged.Ragged)
	sym, isSym := x.(*bind.SymRagged)
	switch {
	case isRagged && dynamic:
		x = r.Flat()
	case isSym && dynamic:
		x = sym.Flat.(py.Value)
	case isRagged:
		v, err := c.Op.Run(c.T, append([]py.Value{r.Values}, c.Args[1:]...))
		return v, true, err
	case isSym:
		return nil, true, bind.ErrDynamic
	case !dynamic:
		return nil, false, nil
	}
	inner, err := s.inner(c.T)
	if err != nil {
		return nil, true, err
	}
	flat, err := c.Op.Run(c.T, []py.Value{x, inner})
	if err != nil {
		return nil, true, err
	}
	z, err := inRows(c.T, s, flat)
	return z, true, err
}

// inRows puts the partitions of a shape over flat values.
func inRows(t *py.Thread, s anyShape, flat py.Value) (py.Value, error) {
	if traced, ok := s.(*tracedShape); ok {
		return traced.rows(t, flat)
	}
	known := s.(*dynamicShape)
	if x, ok := flat.(*tensor.Tensor); ok {
		return known.over(x), nil
	}
	edge, ok := flat.(op.Value)
	if !ok {
		return nil, py.TypeErrorf("the values of a ragged tensor must be a tensor, got %s", py.ReprOf(flat))
	}
	if len(known.parts) == 0 {
		return flat, nil
	}
	out := &bind.SymRagged{Flat: edge, Shape: tensor.KnownShape([]int{known.outer()})}
	for _, p := range known.parts {
		out.Splits = append(out.Splits, p.Tensor(p.Splits))
		out.Shape.Dims = append(out.Shape.Dims, p.Uniform)
	}
	out.Shape.Dims = append(out.Shape.Dims, known.dense[1:]...)
	return out, nil
}

// broadcastShapesRule is tf.broadcast_dynamic_shape of shapes of which one is a DynamicRaggedShape.
func broadcastShapesRule(c *bind.Call) (py.Value, bool, error) {
	var s [2]*dynamicShape
	d, dynamic := tensor.Int32, false
	for i := range s {
		switch x := c.Args[i].(type) {
		case *dynamicShape:
			s[i], dynamic = x, true
			if x.dtype == tensor.Int64 {
				d = tensor.Int64
			}
		case *tracedShape:
			return nil, true, x.unforeseen("a broadcast shape")
		}
	}
	if !dynamic {
		return nil, false, nil
	}
	var frames [2]ragged.Value
	for i := range s {
		if s[i] == nil {
			dims, err := bind.ToShape(c.T, c.Args[i])
			if err != nil {
				return nil, true, err
			}
			s[i] = &dynamicShape{nil, dims.Dims, d}
		}
		frame, err := tensor.New(tensor.Bool, s[i].dense)
		if err != nil {
			return nil, true, err
		}
		frames[i] = s[i].over(frame)
	}
	bx, _, wrap, err := ragged.Broadcast(c.T.Ctx, frames[0], frames[1])
	if err != nil {
		return nil, true, err
	}
	return shapeOfRagged(wrap(bx), d), true, nil
}

// The rules of functions that take shapes, beside those of shape.go.
var (
	ReshapeRule         = bind.OwnTraced(reshapeRule, 0)
	BroadcastShapesRule = bind.Own(broadcastShapesRule)
)

// rows puts the partitions of a shape of a trace over flat values.
func (s *tracedShape) rows(t *py.Thread, flat py.Value) (py.Value, error) {
	values, ok := flat.(op.Value)
	if !ok {
		return nil, s.unforeseen("a tensor")
	}
	out := &bind.SymRagged{Flat: values, Shape: s.of.Shape}
	for _, p := range s.of.Splits {
		if p.DType() != s.dtype {
			x, err := public.Cast.Run(t, p.(py.Value), s.dtype)
			if err != nil {
				return nil, err
			}
			p = x.(op.Value)
		}
		out.Splits = append(out.Splits, p)
	}
	return out, nil
}
