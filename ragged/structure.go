package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// GatherRows takes the rows of a value of any dtype, [rows, ...], at the given positions, [len(at), ...]. The positions
// must exist: of a dense tensor others are an error, of a ragged one they are not looked for.
func GatherRows(ctx context.Context, v Value, at []int64) (Value, error) {
	if t, ok := v.(*tensor.Tensor); ok {
		if t.Rank() > 0 && t.Shape()[0] == 0 && len(at) == 0 {
			return t, nil
		}
		return tensor.Gather(ctx, t, tensor.Vector(at), 0, 0)
	}
	r := v.(*Ragged)
	splits := make([]int64, len(at)+1)
	starts := make([]int64, len(at))
	old := r.Part.Splits
	for i, k := range at {
		starts[i] = old[k]
		splits[i+1] = splits[i] + old[k+1] - old[k]
	}
	vals, err := GatherRanges(ctx, r.Values, starts, splits)
	if err != nil {
		return nil, err
	}
	return &Ragged{&Partition{Splits: splits, Uniform: r.Part.Uniform, DType: r.Part.DType}, vals}, nil
}

// GatherRanges joins runs of rows: run i starts at row starts[i] and fills rows splits[i] to
// splits[i+1] of the result.
func GatherRanges(ctx context.Context, v Value, starts, splits []int64) (Value, error) {
	if t, ok := v.(*tensor.Tensor); ok {
		return tensor.GatherRanges(ctx, t, starts, splits)
	}
	r := v.(*Ragged)
	n := splits[len(splits)-1]
	inner, from := make([]int64, n+1), make([]int64, len(starts))
	old := r.Part.Splits
	for i, s := range starts {
		from[i] = old[s]
		at := inner[splits[i]]
		for k := range splits[i+1] - splits[i] {
			inner[splits[i]+k+1] = at + old[s+k+1] - old[s]
		}
	}
	cuts := make([]int64, len(splits))
	for i, s := range splits {
		cuts[i] = inner[s]
	}
	vals, err := GatherRanges(ctx, r.Values, from, cuts)
	if err != nil {
		return nil, err
	}
	return &Ragged{&Partition{Splits: inner, Uniform: r.Part.Uniform, DType: r.Part.DType}, vals}, nil
}

// Bounds is the smallest dense shape that holds the value.
func (r *Ragged) Bounds() []int {
	out := []int{r.Part.NRows()}
	for _, p := range r.Parts() {
		out = append(out, p.MaxLen())
	}
	return append(out, r.Flat().Shape()[1:]...)
}

// ToDense pads rows to a shape with pad, which has the shape of one flat value; longer rows
// are cut. The inner dimensions of the shape are those of the flat values; others are a ValueError.
func (r *Ragged) ToDense(ctx context.Context, shape []int, pad *tensor.Tensor) (*tensor.Tensor, error) {
	if _, err := tensor.Count(shape); err != nil {
		return nil, err
	}
	parts, flat := r.Parts(), r.Flat()
	inner := flat.Shape()[1:]
	if len(shape) != len(parts)+1+len(inner) || !tensor.SameShape(shape[len(parts)+1:], inner) {
		return nil, valueError("a shape of %s does not hold a ragged tensor of shape %s", tensor.ShapeString(shape),
			tensor.PartialShape{Dims: r.Shape()})
	}
	if pad == nil || pad.DType() != flat.DType() || !tensor.SameShape(pad.Shape(), inner) {
		return nil, valueError("what pads must have the type %s and the shape %s", flat.DType().Name(),
			tensor.ShapeString(inner))
	}
	var at []int64 // the place of every row of a level, nil when all rows keep theirs
	if parts[0].NRows() > shape[0] {
		at = make([]int64, parts[0].NRows())
		for i := range at {
			if at[i] = int64(i); i >= shape[0] {
				at[i] = -1
			}
		}
	}
	for level, p := range parts[:len(parts)-1] {
		width := int64(shape[level+1])
		next := make([]int64, p.NVals())
		for i, end := range p.Splits[1:] {
			to := int64(i)
			if at != nil {
				to = at[i]
			}
			for k := p.Splits[i]; k < end; k++ {
				if j := k - p.Splits[i]; to >= 0 && j < width {
					next[k] = to*width + j
				} else {
					next[k] = -1
				}
			}
		}
		at = next
	}
	last := parts[len(parts)-1]
	return tensor.PadRows(ctx, r.Flat(), last.Splits, at, shape, shape[len(parts)], pad)
}

// FromDense makes every row of a dense tensor a ragged row, rank levels deep: uniform rows.
func FromDense(t *tensor.Tensor, rank int, d tensor.DType) (*Ragged, error) {
	if err := splitsDType(d); err != nil {
		return nil, err
	}
	if err := Valid(t); err != nil {
		return nil, err
	}
	if rank < 1 || rank >= t.Rank() {
		return nil, tensor.Failf(tensor.ValueError, "Shape %s must have rank at least %d", tensor.KnownShape(t.Shape()),
			rank+1)
	}
	shape := t.Shape()
	var parts []*Partition
	rows := shape[0]
	for _, n := range shape[1 : rank+1] {
		if err := tensor.Room(rows, 8, "the rows of a ragged tensor"); err != nil {
			return nil, err
		}
		parts = append(parts, UniformRows(n, rows, d))
		rows *= n
	}
	flat := t.WithShape(append([]int{rows}, shape[rank+1:]...))
	return Build(flat, parts).(*Ragged), nil
}

// Deepen gives a value a ragged rank of at least rank, splitting its dense dimensions.
func Deepen(v Value, rank int, d tensor.DType) (Value, error) {
	if rank == 0 {
		return v, nil
	}
	r, ok := v.(*Ragged)
	if !ok {
		return FromDense(v.(*tensor.Tensor), rank, d)
	}
	in, err := Deepen(r.Values, rank-1, d)
	if err != nil {
		return nil, err
	}
	return &Ragged{r.Part, in}, nil
}

// WithDType is the value with all row splits in one integer type.
func (r *Ragged) WithDType(d tensor.DType) *Ragged {
	parts := r.Parts()
	out := make([]*Partition, len(parts))
	for i, p := range parts {
		out[i] = p.WithDType(d)
	}
	return Build(r.Flat(), out).(*Ragged)
}

// NDims is the number of dimensions of a value.
func NDims(v Value) int {
	if r, ok := v.(*Ragged); ok {
		return r.Rank() + r.Flat().Rank()
	}
	return v.(*tensor.Tensor).Rank()
}

// MergeDims makes one dimension of those from outer to inner of a value of any dtype, both counted from 0 and below its
// rank (RaggedTensor.merge_dims).
func MergeDims(v Value, outer, inner int) Value {
	if outer == inner {
		return v
	}
	r, ok := v.(*Ragged)
	if !ok {
		t := v.(*tensor.Tensor)
		n := 1
		for _, d := range t.Shape()[outer : inner+1] {
			n *= d
		}
		shape := append(append(append([]int(nil), t.Shape()[:outer]...), n), t.Shape()[inner+1:]...)
		return t.WithShape(shape)
	}
	if outer > 1 {
		return &Ragged{r.Part, MergeDims(r.Values, outer-1, inner-1)}
	}
	if outer == 0 {
		return MergeDims(r.Values, 0, inner-1)
	}
	// Rows of rows become rows of all their values.
	values := MergeDims(r.Values, 1, inner-1)
	in := partitionOf(values, r.Part.DType)
	splits := make([]int64, len(r.Part.Splits))
	for i, s := range r.Part.Splits {
		splits[i] = in.Splits[s]
	}
	p := Of(splits, r.Part.DType)
	if r.Part.Uniform >= 0 && in.Uniform >= 0 {
		p.Uniform = r.Part.Uniform * in.Uniform
	}
	return &Ragged{p, MergeDims(values, 0, 1)}
}

// partitionOf is the partition of the second dimension of a value.
func partitionOf(v Value, d tensor.DType) *Partition {
	if r, ok := v.(*Ragged); ok {
		return r.Part
	}
	shape := v.(*tensor.Tensor).Shape()
	return UniformRows(shape[1], shape[0], d)
}

// Repeat spreads the rows of every row: the values of each row follow one another times
// times (the tile of dimension 1).
func (r *Ragged) Repeat(ctx context.Context, times int) (*Ragged, error) {
	n := r.Part.NRows()
	if times < 0 {
		return nil, tensor.Errorf("Expected multiples[1] >= 0, but got %d", times)
	}
	if err := tensor.Room(times, 16*max(n, 1), "the rows of a ragged tensor"); err != nil {
		return nil, err
	}
	starts, splits := make([]int64, n*times), make([]int64, n*times+1)
	rows := make([]int64, n+1)
	at := 0
	for i := range n {
		for range times {
			starts[at] = r.Part.Splits[i]
			splits[at+1] = splits[at] + int64(r.Part.Len(i))
			at++
		}
		rows[i+1] = splits[at]
	}
	vals, err := GatherRanges(ctx, r.Values, starts, splits)
	if err != nil {
		return nil, err
	}
	return &Ragged{Of(rows, r.Part.DType), vals}, nil
}

// Mend puts an unchecked partition over values: rows keep what they hold of the values, so
// that the result is sound whatever the splits say.
func Mend(ctx context.Context, v Value, p *Partition) (*Ragged, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	if p == nil || len(p.Splits) == 0 || NDims(v) == 0 {
		return nil, valueError("a ragged tensor is made of row splits and values of rank 1 or more, not of rank %d", NDims(v))
	}
	n := int64(Rows(v))
	sound := p.Splits[0] == 0 && p.Splits[len(p.Splits)-1] == n
	for i, s := range p.Splits[1:] {
		sound = sound && s >= p.Splits[i]
	}
	if sound {
		return &Ragged{p, v}, nil
	}
	starts, lengths := make([]int64, p.NRows()), make([]int64, p.NRows())
	for i := range starts {
		lo, hi := min(max(p.Splits[i], 0), n), min(max(p.Splits[i+1], 0), n)
		starts[i], lengths[i] = lo, max(hi-lo, 0)
	}
	q := Lengths(lengths, p.DType)
	vals, err := GatherRanges(ctx, v, starts, q.Splits)
	return &Ragged{q, vals}, err
}
