// Package ragged is ragged tensors: a row partition over values that are dense or ragged
// themselves. It knows partitions in all encodings, conversions to and from dense tensors,
// and broadcasting. It does not know ops, Python values or printing.
//
// Row splits are the canonical encoding (tf.RaggedTensor); a uniform row length is kept
// where it is known.
package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Partition groups nvals values into rows: row i holds values Splits[i] to Splits[i+1].
type Partition struct {
	Splits  []int64
	Uniform int          // the length every row is declared to have, -1 when none is
	DType   tensor.DType // int32 or int64: the type splits are shown in
}

// FromSplits checks row splits: they start at 0 and never fall.
func FromSplits(splits []int64) (*Partition, error) {
	if len(splits) == 0 {
		return nil, tensor.Errorf("row_splits may not be empty")
	}
	if splits[0] != 0 {
		return nil, tensor.Errorf("Arguments to from_row_splits do not form a valid RaggedTensor:zero\nCondition x == y did not hold.\nFirst 1 elements of x:\n[%d]\nFirst 1 elements of y:\n[0]", splits[0])
	}
	for i := 1; i < len(splits); i++ {
		if splits[i] < splits[i-1] {
			return nil, tensor.Errorf("Arguments to from_row_splits do not form a valid RaggedTensor:monotonic: row_splits[%d] = %d is less than row_splits[%d] = %d", i, splits[i], i-1, splits[i-1])
		}
	}
	return &Partition{Splits: splits, Uniform: -1, DType: tensor.Int64}, nil
}

// FromLengths makes a partition of row lengths, which must not be negative.
func FromLengths(lengths []int64) (*Partition, error) {
	splits := make([]int64, len(lengths)+1)
	for i, n := range lengths {
		if n < 0 {
			return nil, tensor.Errorf("Arguments to from_row_lengths do not form a valid RaggedTensor: row_lengths[%d] = %d is negative", i, n)
		}
		splits[i+1] = splits[i] + n
	}
	return &Partition{Splits: splits, Uniform: -1, DType: tensor.Int64}, nil
}

// FromValueRowIDs makes a partition of the row of each value; ids must not fall. nrows is
// the number of rows, or -1 for one more than the last id.
func FromValueRowIDs(ids []int64, nrows int64) (*Partition, error) {
	if nrows < 0 {
		nrows = 0
		if len(ids) > 0 {
			nrows = ids[len(ids)-1] + 1
		}
	}
	lengths := make([]int64, nrows)
	for i, id := range ids {
		if id < 0 || id >= nrows || i > 0 && id < ids[i-1] {
			return nil, tensor.Errorf("Arguments to from_value_rowids do not form a valid RaggedTensor: value_rowids[%d] = %d", i, id)
		}
		lengths[id]++
	}
	return FromLengths(lengths)
}

// UniformRows makes nrows rows of one length.
func UniformRows(length, nrows int) *Partition {
	splits := make([]int64, nrows+1)
	for i := range splits {
		splits[i] = int64(i * length)
	}
	return &Partition{Splits: splits, Uniform: length, DType: tensor.Int64}
}

// NRows is the number of rows.
func (p *Partition) NRows() int { return len(p.Splits) - 1 }

// NVals is the number of values the rows hold.
func (p *Partition) NVals() int { return int(p.Splits[len(p.Splits)-1]) }

// Len is the length of row i.
func (p *Partition) Len(i int) int { return int(p.Splits[i+1] - p.Splits[i]) }

// Lengths is the length of every row.
func (p *Partition) Lengths() []int64 {
	out := make([]int64, p.NRows())
	for i := range out {
		out[i] = p.Splits[i+1] - p.Splits[i]
	}
	return out
}

// ValueRowIDs is the row of every value.
func (p *Partition) ValueRowIDs() []int64 {
	out := make([]int64, 0, p.NVals())
	for i := range p.NRows() {
		for range p.Len(i) {
			out = append(out, int64(i))
		}
	}
	return out
}

// Tensor gives encoded numbers in the partition's integer type.
func (p *Partition) Tensor(v []int64) *tensor.Tensor {
	t := tensor.Vector(v)
	if p.DType == tensor.Int32 {
		t, _ = tensor.Cast(context.Background(), t, tensor.Int32)
	}
	return t
}

// Value is a dense *tensor.Tensor or a *Ragged.
type Value interface {
	DType() tensor.DType
}

// Ragged is a partition over values.
type Ragged struct {
	Part   *Partition
	Values Value
}

// New checks that the values are as many as the rows hold.
func New(values Value, p *Partition) (*Ragged, error) {
	if n := Rows(values); n != p.NVals() {
		return nil, tensor.Errorf("Arguments to _from_row_partition do not form a valid RaggedTensor\nCondition x == y did not hold.\nFirst 1 elements of x:\n[%d]\nFirst 1 elements of y:\n[%d]", p.NVals(), n)
	}
	return &Ragged{p, values}, nil
}

// Rows is the size of the outermost dimension of a value of rank 1 or more.
func Rows(v Value) int {
	if r, ok := v.(*Ragged); ok {
		return r.Part.NRows()
	}
	t := v.(*tensor.Tensor)
	if t.Rank() == 0 {
		return -1
	}
	return t.Shape()[0]
}

// DType is the type of the flat values.
func (r *Ragged) DType() tensor.DType { return r.Values.DType() }

// Flat is the innermost, dense values.
func (r *Ragged) Flat() *tensor.Tensor {
	if in, ok := r.Values.(*Ragged); ok {
		return in.Flat()
	}
	return r.Values.(*tensor.Tensor)
}

// Parts lists the partitions from the outermost in.
func (r *Ragged) Parts() []*Partition {
	if in, ok := r.Values.(*Ragged); ok {
		return append([]*Partition{r.Part}, in.Parts()...)
	}
	return []*Partition{r.Part}
}

// Rank is the ragged rank: the number of partitions.
func (r *Ragged) Rank() int { return len(r.Parts()) }

// Build puts partitions over flat values, the last one innermost.
func Build(flat *tensor.Tensor, parts []*Partition) Value {
	var v Value = flat
	for i := len(parts) - 1; i >= 0; i-- {
		v = &Ragged{parts[i], v}
	}
	return v
}

// WithFlat is the same structure over other flat values of as many rows.
func (r *Ragged) WithFlat(flat *tensor.Tensor) *Ragged { return Build(flat, r.Parts()).(*Ragged) }

// Shape is the static shape: -1 for ragged dimensions.
func (r *Ragged) Shape() []int {
	parts := r.Parts()
	out := []int{parts[0].NRows()}
	for _, p := range parts {
		out = append(out, p.Uniform)
	}
	return append(out, r.Flat().Shape()[1:]...)
}

// Row is row i: dense when the values are, else ragged.
func (r *Ragged) Row(i int) Value { return Slice(r.Values, int(r.Part.Splits[i]), r.Part.Len(i)) }

// Slice is n rows of a value from start on.
func Slice(v Value, start, n int) Value {
	if t, ok := v.(*tensor.Tensor); ok {
		return t.Rows(start, n)
	}
	r := v.(*Ragged)
	base := r.Part.Splits[start]
	splits := make([]int64, n+1)
	for i := range splits {
		splits[i] = r.Part.Splits[start+i] - base
	}
	return &Ragged{&Partition{splits, r.Part.Uniform, r.Part.DType}, Slice(r.Values, int(base), int(splits[n]))}
}

// GatherRows takes the rows of a value at the given positions.
func GatherRows(ctx context.Context, v Value, at []int64) (Value, error) {
	if t, ok := v.(*tensor.Tensor); ok {
		return tensor.Gather(ctx, t, tensor.Vector(at), 0, 0)
	}
	r := v.(*Ragged)
	splits := make([]int64, len(at)+1)
	var inner []int64
	for i, k := range at {
		splits[i+1] = splits[i] + int64(r.Part.Len(int(k)))
		for p := r.Part.Splits[k]; p < r.Part.Splits[k+1]; p++ {
			inner = append(inner, p)
		}
	}
	vals, err := GatherRows(ctx, r.Values, inner)
	if err != nil {
		return nil, err
	}
	return &Ragged{&Partition{splits, r.Part.Uniform, r.Part.DType}, vals}, nil
}

// Bounds is the smallest dense shape that holds the value.
func (r *Ragged) Bounds() []int {
	out := []int{r.Part.NRows()}
	for _, p := range r.Parts() {
		m := 0
		for i := range p.NRows() {
			m = max(m, p.Len(i))
		}
		out = append(out, m)
	}
	return append(out, r.Flat().Shape()[1:]...)
}

// ToDense pads rows with a value (rank 0) to a shape; longer rows are cut.
func (r *Ragged) ToDense(ctx context.Context, shape []int, pad *tensor.Tensor) (*tensor.Tensor, error) {
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	parts, flat := r.Parts(), r.Flat()
	unit := 1
	for _, d := range flat.Shape()[1:] {
		unit *= d
	}
	rows := 0
	if unit > 0 {
		rows = n / unit
	}
	src := make([]int64, rows)
	levels := shape[:len(parts)+1]
	var fill func(level, node, base int)
	fill = func(level, node, base int) {
		if level == len(parts) {
			src[base] = int64(node)
			return
		}
		stride := 1
		for _, d := range levels[level+2:] {
			stride *= d
		}
		for i := range min(parts[level].Len(node), levels[level+1]) {
			fill(level+1, int(parts[level].Splits[node])+i, base+i*stride)
		}
	}
	for i := range src {
		src[i] = int64(flat.Shape()[0])
	}
	stride := 1
	for _, d := range levels[1:] {
		stride *= d
	}
	if rows > 0 {
		for i := range min(parts[0].NRows(), levels[0]) {
			fill(0, i, i*stride)
		}
	}
	one, err := tensor.Fill(ctx, append([]int{1}, flat.Shape()[1:]...), pad)
	if err != nil {
		return nil, err
	}
	both, err := tensor.Concat(ctx, []*tensor.Tensor{flat, one}, 0)
	if err != nil {
		return nil, err
	}
	z, err := tensor.Gather(ctx, both, tensor.Vector(src), 0, 0)
	if err != nil {
		return nil, err
	}
	return z.WithShape(shape), nil
}

// FromDense makes every row of a dense tensor a ragged row, rank levels deep.
func FromDense(t *tensor.Tensor, rank int) (*Ragged, error) {
	if rank < 1 || rank >= t.Rank() {
		return nil, tensor.Failf(tensor.ValueError, "ragged_rank(%d) must be at least 1 and less than the rank (%d)", rank, t.Rank())
	}
	shape := t.Shape()
	var parts []*Partition
	rows := shape[0]
	for _, d := range shape[1 : rank+1] {
		parts = append(parts, &Partition{UniformRows(d, rows).Splits, -1, tensor.Int64})
		rows *= d
	}
	flat := t.WithShape(append([]int{rows}, shape[rank+1:]...))
	return Build(flat, parts).(*Ragged), nil
}
