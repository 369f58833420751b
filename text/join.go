package text

import (
	"context"
	"slices"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// Join joins strings element by element, with sep between them (StringJoin). Scalars go with every
// element; all other tensors have one shape, and ragged ones share their rows.
func Join(ctx context.Context, sep string, xs ...ragged.Value) (ragged.Value, error) {
	var m ragged.Flats
	flat := make([]*tensor.Tensor, len(xs))
	for i, v := range xs {
		if err := checkText("StringJoin", i, v); err != nil {
			return nil, err
		}
		if r, ok := v.(*ragged.Ragged); ok {
			flat[i] = m.Add(r)
		} else {
			flat[i] = v.(*tensor.Tensor)
		}
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	z, err := join(ctx, sep, flat)
	if err != nil || m.Len() == 0 {
		return z, err
	}
	return m.Wrap(z)
}

func join(ctx context.Context, sep string, xs []*tensor.Tensor) (*tensor.Tensor, error) {
	var shape []int
	held, cost := 0, len(sep)*len(xs)
	first := true
	for _, x := range xs {
		if x.Rank() > 0 {
			if !first && !tensor.SameShape(shape, x.Shape()) {
				return nil, tensor.Errorf("Input shapes do not match: %s vs. %s",
					tensor.ShapeString(shape), tensor.ShapeString(x.Shape()))
			}
			shape, first = x.Shape(), false
		}
		for k := range x.Len() {
			held += len(x.Str(k))
		}
		if held > tensor.MaxBytes/8 {
			return nil, tensor.Failf(tensor.ResourceExhausted, "the strings to join hold more than %d bytes",
				tensor.MaxBytes/8)
		}
		cost += x.MeanLen()
	}
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	if cost > tensor.MaxBytes/8/max(n, 1) {
		return nil, tensor.Failf(tensor.ResourceExhausted, "the joined strings hold more than %d bytes",
			tensor.MaxBytes/8)
	}
	return tensor.BuildStrings(ctx, shape, cost, func(dst []byte, i int) []byte {
		for k, x := range xs {
			if k > 0 {
				dst = append(dst, sep...)
			}
			if x.Rank() == 0 {
				dst = append(dst, x.Str(0)...)
			} else {
				dst = append(dst, x.Str(i)...)
			}
		}
		return dst
	})
}

// ReduceJoin joins the strings of a dense tensor along axes, in the order they are given; nil
// stands for all of them, the last one first (ReduceJoin). With keep the joined dimensions stay,
// of size 1.
func ReduceJoin(ctx context.Context, x *tensor.Tensor, axes []int, keep bool, sep string) (*tensor.Tensor, error) {
	if err := checkText("ReduceJoin", 0, x); err != nil {
		return nil, err
	}
	rank := x.Rank()
	at := make([]int, 0, rank)
	if axes == nil {
		for i := rank - 1; i >= 0; i-- {
			at = append(at, i)
		}
	}
	seen := map[int]bool{}
	for _, a := range axes {
		i := a
		if i < 0 {
			i += rank
		}
		if i < 0 || i >= rank {
			return nil, tensor.Failf(tensor.OutOfRange, "Invalid reduction dimension %d for input with %d dimension(s)",
				a, rank)
		}
		if seen[i] {
			return nil, tensor.Errorf("Duplicate reduction dimension %d", a)
		}
		seen[i] = true
		at = append(at, i)
	}
	if len(at) == 0 {
		return x, nil
	}
	return joinAxes(ctx, x, at, keep, sep)
}

func joinAxes(ctx context.Context, x *tensor.Tensor, axes []int, keep bool, sep string) (*tensor.Tensor, error) {
	red := make([]bool, x.Rank())
	n := 1
	for _, a := range axes {
		red[a] = true
		n *= x.Shape()[a]
	}
	var perm, shape []int
	for i, d := range x.Shape() {
		if !red[i] {
			perm = append(perm, i)
			shape = append(shape, d)
		} else if keep {
			shape = append(shape, 1)
		}
	}
	for i := len(axes) - 1; i >= 0; i-- { // the first axis runs fastest
		perm = append(perm, axes[i])
	}
	x, err := tensor.Transpose(ctx, x, perm)
	if err != nil {
		return nil, err
	}
	rows, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	z, err := JoinRuns(ctx, x, ragged.UniformRows(n, rows, tensor.Int64).Splits, sep)
	if err != nil {
		return nil, err
	}
	return z.WithShape(shape), nil
}

// JoinRows joins the strings of each innermost row: one string a row (ReduceJoin over axis -1).
func JoinRows(ctx context.Context, r *ragged.Ragged, sep string) (ragged.Value, error) {
	if err := checkText("ReduceJoin", 0, r); err != nil {
		return nil, err
	}
	parts, flat := r.Parts(), r.Flat()
	if flat.Rank() > 1 {
		return nil, tensor.Errorf("JoinRows: the values of the rows must be single strings, not of shape %s",
			tensor.ShapeString(flat.Shape()[1:]))
	}
	z, err := JoinRuns(ctx, flat, parts[len(parts)-1].Splits, sep)
	if err != nil {
		return nil, err
	}
	return ragged.Build(z, parts[:len(parts)-1]), nil
}

// JoinRuns joins the strings of each run: run i is flat strings splits[i] to splits[i+1] of x, which
// must hold them.
func JoinRuns(ctx context.Context, x *tensor.Tensor, splits []int64, sep string) (*tensor.Tensor, error) {
	if err := checkText("StringJoin", 0, x); err != nil {
		return nil, err
	}
	for i, at := range splits {
		if at < 0 || at > int64(x.Len()) || i > 0 && at < splits[i-1] {
			return nil, tensor.Errorf("splits[%d] = %d must lie between the one before and the %d strings", i, at, x.Len())
		}
	}
	var b tensor.StringBuilder
	n := max(len(splits)-1, 0)
	seps, ok := tensor.Times(x.Len(), len(sep))
	if !ok {
		seps = tensor.MaxBytes
	}
	if err := b.Grow(n, len(x.Strings().Data)+seps); err != nil {
		return nil, err
	}
	s := x.Strings()
	var buf []byte
	for i := range n {
		if i&4095 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		lo, hi := splits[i], splits[i+1]
		if sep == "" {
			b.Append(s.Data[s.Off[lo]:s.Off[hi]])
			continue
		}
		buf = buf[:0]
		for k := lo; k < hi; k++ {
			if len(buf) > 0 { // no separator after an empty start (UnsortedSegmentJoin)
				buf = append(buf, sep...)
			}
			buf = append(buf, s.Data[s.Off[k]:s.Off[k+1]]...)
		}
		b.Append(string(buf))
	}
	return b.Tensor([]int{n})
}

// SegmentJoin joins the strings whose ids agree, in their order, into n strings; negative ids drop
// theirs (UnsortedSegmentJoin). The shape of ids is a prefix of that of x; the dimensions behind it
// stay.
func SegmentJoin(ctx context.Context, x, ids *tensor.Tensor, n int, sep string) (*tensor.Tensor, error) {
	if err := checkText("UnsortedSegmentJoin", 0, x); err != nil {
		return nil, err
	}
	switch {
	case ids == nil || !ids.DType().IsInteger() && ids.Len() > 0:
		d := tensor.Invalid
		if ids != nil {
			d = ids.DType()
		}
		return nil, tensor.BadType("UnsortedSegmentJoin", "Tindices", d)
	case n < 0:
		return nil, tensor.Errorf("Number of segments cannot be negative")
	}
	if err := tensor.Room(n, 32, "the segments"); err != nil {
		return nil, err
	}
	if ids.Rank() > x.Rank() || !tensor.SameShape(x.Shape()[:ids.Rank()], ids.Shape()) {
		return nil, tensor.Errorf("The shape of the segment_ids (%s) should be a prefix of the shape of the inputs (%s)",
			tensor.ShapeString(ids.Shape()), tensor.ShapeString(x.Shape()))
	}
	at := make([]int64, ids.Len())
	for i := range at {
		if at[i] = ids.Int(i); at[i] >= int64(n) {
			return nil, tensor.Errorf("Number of segments needs to be at least %d", at[i]+1)
		}
	}
	return JoinSegments(ctx, x.WithShape(append([]int{ids.Len()}, x.Shape()[ids.Rank():]...)), at, n, sep)
}

// JoinSegments is SegmentJoin of the rows of x, strings of shape [rows, ...], by one id below n for each row: [n, ...].
// Rows with an id below 0 drop out.
func JoinSegments(ctx context.Context, x *tensor.Tensor, ids []int64, n int, sep string) (*tensor.Tensor, error) {
	if err := checkText("UnsortedSegmentJoin", 0, x); err != nil {
		return nil, err
	}
	if x.Rank() == 0 || x.Shape()[0] != len(ids) || n < 0 || len(ids) > 0 && slices.Max(ids) >= int64(n) {
		return nil, tensor.Errorf("%d ids below %d do not name the rows of a tensor of shape %s", len(ids), n,
			tensor.ShapeString(x.Shape()))
	}
	if err := tensor.Room(n, 32, "the segments"); err != nil {
		return nil, err
	}
	unit := 1
	for _, d := range x.Shape()[1:] {
		unit *= d
	}
	order := make([][]int, n)
	for i, id := range ids {
		if id >= 0 {
			order[id] = append(order[id], i)
		}
	}
	var b tensor.StringBuilder
	var joined []byte
	for _, rows := range order {
		for u := range unit {
			joined = joined[:0]
			for _, row := range rows {
				if len(joined) > 0 {
					joined = append(joined, sep...)
				}
				part := x.Str(row*unit + u)
				if n := len(joined) + len(sep) + len(part); n > cap(joined) && n > 1<<16 && !tensor.Reserve(3*int64(n)) {
					return nil, tensor.Failf(tensor.ResourceExhausted, "the joined text of %d bytes and more does not fit", n)
				}
				joined = append(joined, part...)
			}
			b.Append(string(joined))
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
	}
	return b.Tensor(append([]int{n}, x.Shape()[1:]...))
}

// ReduceJoinRows is ReduceJoin of ragged tensors, nil for all strings at once; axes are joined from the
// last to the first (tf.strings.reduce_join of ragged tensors).
func ReduceJoinRows(ctx context.Context, r *ragged.Ragged, axes []int, keep bool, sep string) (ragged.Value, error) {
	if err := checkText("ReduceJoin", 0, r); err != nil {
		return nil, err
	}
	if axes != nil {
		return ragged.FoldWith(ctx, joiner{sep}, r, axes, keep)
	}
	z, err := JoinRuns(ctx, r.Flat(), []int64{0, int64(r.Flat().Len())}, sep)
	if err != nil {
		return nil, err
	}
	shape := []int{}
	if keep {
		for range ragged.NDims(r) {
			shape = append(shape, 1)
		}
	}
	return z.WithShape(shape), nil
}

// joiner folds strings by joining them.
type joiner struct{ sep string }

func (j joiner) Rows(ctx context.Context, x *tensor.Tensor, splits []int64) (*tensor.Tensor, error) {
	if x.Rank() > 1 {
		p := ragged.Of(splits, tensor.Int64)
		return JoinSegments(ctx, x, p.ValueRowIDs(), p.NRows(), j.sep)
	}
	return JoinRuns(ctx, x, splits, j.sep)
}

func (j joiner) Segments(ctx context.Context, x *tensor.Tensor, ids []int64, n int) (*tensor.Tensor, error) {
	return JoinSegments(ctx, x, ids, n, j.sep)
}

func (j joiner) Axes(ctx context.Context, x *tensor.Tensor, axes []int, keep bool) (*tensor.Tensor, error) {
	return ReduceJoin(ctx, x, axes, keep, j.sep)
}
