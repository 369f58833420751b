package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Concat joins values of one type and one number of dimensions along an axis (tf.concat of ragged
// tensors). All dimensions but that one may be ragged; outside it the rows must agree.
func Concat(ctx context.Context, vs []Value, axis int) (Value, error) {
	return joined(ctx, vs, axis, false)
}

// Stack puts values of one type and one number of dimensions side by side in a new dimension, which
// others may make ragged (tf.ragged.stack).
func Stack(ctx context.Context, vs []Value, axis int) (Value, error) {
	return joined(ctx, vs, axis, true)
}

func joined(ctx context.Context, vs []Value, axis int, stack bool) (Value, error) {
	if len(vs) == 0 {
		return nil, valueError("rt_inputs may not be empty.")
	}
	if err := MatchSplits(vs...); err != nil {
		return nil, err
	}
	return joinValues(ctx, vs, axis, stack)
}

func joinValues(ctx context.Context, vs []Value, axis int, stack bool) (Value, error) {
	if len(vs) == 1 && !stack {
		return vs[0], nil
	}
	nd := NDims(vs[0])
	for _, v := range vs[1:] {
		if NDims(v) != nd {
			return nil, valueError("Shape %s must have rank %d", tensor.KnownShape(ShapeOf(v)), nd)
		}
	}
	out := nd
	if stack {
		out++
	}
	axis, err := Axis(axis, out, "axis")
	if err != nil {
		return nil, err
	}
	for i, v := range vs {
		if v.DType() != vs[0].DType() {
			return nil, tensor.WrongType("ConcatV2", i, v.DType(), vs[0].DType())
		}
	}
	d := SplitsType(vs...)
	if stack && nd == 1 && axis == 0 {
		return stackRows(ctx, vs, d)
	}
	if dense, ok := denseAll(vs); ok && (axis == out-1 || axis == nd-1) {
		return joinDense(ctx, dense, axis, stack)
	}
	return joinRagged(ctx, vs, axis, stack, d)
}

// stackRows makes a row of every value.
func stackRows(ctx context.Context, vs []Value, d tensor.DType) (Value, error) {
	lengths := make([]int64, len(vs))
	for i, v := range vs {
		lengths[i] = int64(Rows(v))
	}
	all, err := appended(ctx, vs)
	if err != nil {
		return nil, err
	}
	return &Ragged{Lengths(lengths, d), all}, nil
}

// joinDense is ConcatV2 and Pack.
func joinDense(ctx context.Context, xs []*tensor.Tensor, axis int, stack bool) (Value, error) {
	first := xs[0].Shape()
	if !stack {
		return named("ConcatV2")(tensor.Concat(ctx, xs, axis))
	}
	parts := make([]*tensor.Tensor, len(xs))
	for i, x := range xs {
		if !tensor.SameShape(first, x.Shape()) {
			return nil, tensor.OpErrorf("Pack",
				"Shapes of all inputs must match: values[0].shape = %s != values[%d].shape = %s",
				tensor.ShapeString(first), i, tensor.ShapeString(x.Shape()))
		}
		shape := append(append(append([]int(nil), first[:axis]...), 1), first[axis:]...)
		parts[i] = x.WithShape(shape)
	}
	return named("Pack")(tensor.Concat(ctx, parts, axis))
}

func joinRagged(ctx context.Context, vs []Value, axis int, stack bool, d tensor.DType) (Value, error) {
	rank := 1
	for _, v := range vs {
		if r, ok := v.(*Ragged); ok {
			rank = max(rank, r.Rank())
		}
	}
	rs := make([]*Ragged, len(vs))
	same := make([]Value, len(vs))
	for i, v := range vs {
		x, err := Deepen(v, rank, d)
		if err != nil {
			return nil, err
		}
		rs[i], same[i] = x.(*Ragged), x
	}
	switch axis {
	case 0:
		if stack {
			return stackRows(ctx, same, d)
		}
		return appended(ctx, same)
	case 1:
		return joinRows(ctx, rs, same, stack, d)
	}
	inner := make([]Value, len(rs))
	for i, r := range rs {
		if err := SameSplits(rs[0], r, ""); err != nil {
			return nil, err
		}
		inner[i] = r.Values
	}
	z, err := joinValues(ctx, inner, axis-1, stack)
	if err != nil {
		return nil, err
	}
	return &Ragged{Of(rs[0].Part.Splits, d), z}, nil
}

func joinRows(ctx context.Context, rs []*Ragged, same []Value, stack bool, d tensor.DType) (Value, error) {
	n := rs[0].Part.NRows()
	for i, r := range rs[1:] {
		if r.Part.NRows() != n {
			return nil, assertion("Input tensors at index 0 (=x) and %d (=y) have incompatible shapes.%s",
				i+1, Compared("==", n, r.Part.NRows()))
		}
	}
	if !stack {
		return concatRows(ctx, rs)
	}
	all, err := appended(ctx, same)
	if err != nil {
		return nil, err
	}
	at := make([]int64, 0, n*len(rs))
	for i := range n {
		for k := range rs {
			at = append(at, int64(k*n+i))
		}
	}
	rows, err := GatherRows(ctx, all, at)
	if err != nil {
		return nil, err
	}
	return &Ragged{Of(UniformRows(len(rs), n, d).Splits, d), rows}, nil
}

// appended joins values of one ragged rank along the outer axis.
func appended(ctx context.Context, vs []Value) (Value, error) {
	if _, dense := vs[0].(*tensor.Tensor); dense {
		ts := make([]*tensor.Tensor, len(vs))
		for i, v := range vs {
			ts[i] = v.(*tensor.Tensor)
		}
		return tensor.Concat(ctx, ts, 0)
	}
	rows := 0
	for _, v := range vs {
		rows += v.(*Ragged).Part.NRows()
	}
	splits := make([]int64, 1, rows+1)
	inner := make([]Value, len(vs))
	for i, v := range vs {
		r := v.(*Ragged)
		base := splits[len(splits)-1]
		for _, s := range r.Part.Splits[1:] {
			splits = append(splits, base+s)
		}
		inner[i] = r.Values
	}
	vals, err := appended(ctx, inner)
	if err != nil {
		return nil, err
	}
	return &Ragged{Of(splits, vs[0].(*Ragged).Part.DType), vals}, nil
}

// concatRows joins the rows of values of one ragged rank and one number of rows.
func concatRows(ctx context.Context, rs []*Ragged) (*Ragged, error) {
	n := rs[0].Part.NRows()
	inner := make([]Value, len(rs))
	splits := make([][]int64, len(rs))
	rows := make([]int64, n+1)
	for i, r := range rs {
		inner[i], splits[i] = r.Values, r.Part.Splits
		for k, s := range r.Part.Splits {
			rows[k] += s
		}
	}
	part := Of(rows, rs[0].Part.DType)
	if ts, ok := denseAll(inner); ok {
		vals, err := tensor.Interleave(ctx, ts, splits)
		return &Ragged{part, vals}, err
	}
	all, err := appended(ctx, inner)
	if err != nil {
		return nil, err
	}
	starts, cuts := make([]int64, 0, n*len(rs)), make([]int64, 1, n*len(rs)+1)
	for i := range n {
		base := int64(0)
		for j := range rs {
			starts = append(starts, base+splits[j][i])
			cuts = append(cuts, cuts[len(cuts)-1]+splits[j][i+1]-splits[j][i])
			base += splits[j][n]
		}
	}
	vals, err := GatherRanges(ctx, all, starts, cuts)
	return &Ragged{part, vals}, err
}

func denseAll(vs []Value) ([]*tensor.Tensor, bool) {
	out := make([]*tensor.Tensor, len(vs))
	for i, v := range vs {
		t, ok := v.(*tensor.Tensor)
		if !ok {
			return nil, false
		}
		out[i] = t
	}
	return out, true
}
