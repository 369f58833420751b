package ragged

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync/atomic"

	"github.com/tfs-lang/tfs/tensor"
)

// Partition groups nvals values into rows: row i holds values Splits[i] to Splits[i+1]. Row
// splits are the canonical encoding (tf.experimental.RowPartition); the lengths and the row
// of each value are remembered when a partition was made of them, and derived otherwise.
type Partition struct {
	Splits  []int64
	Uniform int          // the length every row is declared to have, -1 when none is
	DType   tensor.DType // int32 or int64: the type splits are shown in

	lengths []int64
	rowids  []int64

	splits atomic.Pointer[tensor.Tensor] // SplitsTensor's, once it was asked for
}

// sample prints numbers the way TensorFlow's assertions do: three and then dots.
func sample(v []int64) string {
	out := make([]string, 0, 4)
	for i, n := range v {
		if i == 3 {
			out = append(out, "'...'")
			break
		}
		out = append(out, fmt.Sprintf("'%d'", n))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func negative(msg string, v []int64, d tensor.DType) error {
	for _, n := range v {
		if n < 0 {
			return tensor.Errorf("%s.  \nCondition x >= 0 did not hold element-wise:\nx (shape=(%d,) dtype=%s) = \n%s",
				msg, len(v), d, sample(v))
		}
	}
	return nil
}

func falling(msg string, v []int64, d tensor.DType) error {
	sound := true
	for i := 1; i < len(v); i++ {
		sound = sound && v[i] >= v[i-1]
	}
	if sound {
		return nil
	}
	steps := make([]int64, max(len(v)-1, 0))
	for i := range steps {
		steps[i] = v[i+1] - v[i]
	}
	return negative(msg, steps, d)
}

// condition is the text of an assertion on one pair of numbers.
func condition(msg, sym string, x, y int64) error {
	return tensor.Errorf("%s\nCondition x %s y did not hold.\nFirst 1 elements of x:\n[%d]\nFirst 1 elements of y:\n"+
		"[%d]", msg, sym, x, y)
}

// Of makes a partition of splits that are known to be sound: they begin with 0 and do not fall. d, int32 or int64, is
// the dtype in which row splits are shown. FromSplits checks.
//
//go:noinline
func Of(splits []int64, d tensor.DType) *Partition {
	return &Partition{Splits: splits, Uniform: -1, DType: d}
}

// FromSplits makes a partition of row splits, [rows+1], which must start at 0 and never fall
// (RaggedTensor.from_row_splits). d is int32 or int64 and must hold them. Errors have the texts of TensorFlow's
// assertions.
func FromSplits(splits []int64, d tensor.DType) (*Partition, error) {
	const msg = "Arguments to from_row_splits do not form a valid RaggedTensor:"
	if err := splitsDType(d); err != nil {
		return nil, err
	}
	if len(splits) == 0 {
		return nil, tensor.Failf(tensor.ValueError, "row_splits tensor may not be empty.")
	}
	if splits[0] != 0 {
		return nil, condition(msg+"zero", "==", splits[0], 0)
	}
	if err := falling(msg+"monotonic", splits, d); err != nil {
		return nil, err
	}
	return Of(splits, d), within(splits[len(splits)-1], d)
}

// FromLengths makes a partition of the length of each row, [rows], none below 0 (RaggedTensor.from_row_lengths). Their
// sum must fit d, int32 or int64.
func FromLengths(lengths []int64, d tensor.DType) (*Partition, error) {
	if err := splitsDType(d); err != nil {
		return nil, err
	}
	if err := negative("Arguments to from_row_lengths do not form a valid RowPartition", lengths, d); err != nil {
		return nil, err
	}
	total := int64(0)
	for _, n := range lengths {
		if total += n; total < 0 {
			return nil, tensor.Failf(tensor.ValueError, "the row_lengths sum up to more than %d", int64(math.MaxInt64))
		}
	}
	return Lengths(lengths, d), within(total, d)
}

// within refuses sizes that the type of the row splits does not hold.
func within(n int64, d tensor.DType) error {
	if d == tensor.Int32 && n > math.MaxInt32 {
		return tensor.Failf(tensor.ValueError, "the row_splits go up to %d, more than int32 holds", n)
	}
	return nil
}

// Lengths makes a partition of row lengths, [rows], that are known to be sound: FromLengths checks. It keeps them, so
// they must not be changed.
//
//go:noinline
func Lengths(lengths []int64, d tensor.DType) *Partition {
	p := Of(sums(lengths), d)
	p.lengths = lengths
	return p
}

// FromValueRowIDs makes a partition of the row of each value; ids must not fall. nrows is
// the number of rows, or -1 for one more than the last id.
func FromValueRowIDs(ids []int64, nrows int64, d tensor.DType) (*Partition, error) {
	const msg = "Arguments to from_value_rowids do not form a valid RowPartition"
	if err := splitsDType(d); err != nil {
		return nil, err
	}
	last := int64(-1)
	if len(ids) > 0 {
		last = ids[len(ids)-1]
	}
	switch {
	case nrows < 0:
		nrows = last + 1
	case last >= nrows:
		return nil, tensor.Failf(tensor.ValueError,
			"Expected nrows >= value_rowids[-1] + 1; got nrows=%d, value_rowids[-1]=%d", nrows, last)
	}
	if err := negative(msg, ids[:min(1, len(ids))], d); err != nil {
		return nil, err
	}
	if err := falling(msg, ids, d); err != nil {
		return nil, err
	}
	if err := fits(nrows); err != nil {
		return nil, err
	}
	p := Of(RowSplits(ids, int(nrows)), d)
	p.rowids = ids
	return p, nil
}

// fits refuses numbers of rows that no memory holds.
func fits(nrows int64) error {
	return tensor.Room(int(min(nrows, math.MaxInt64-1)+1), 8, "the row splits of a ragged tensor")
}

// RowSplits counts ids, the row of each value, sorted and below nrows, into the splits of nrows rows, [nrows+1].
func RowSplits(ids []int64, nrows int) []int64 {
	splits := make([]int64, nrows+1)
	for _, id := range ids {
		splits[id+1]++
	}
	for i := range nrows {
		splits[i+1] += splits[i]
	}
	return splits
}

// FromStarts makes a partition of where rows start, [rows]: the first is 0, none falls, and the last row ends with the
// nvals values (RaggedTensor.from_row_starts). nvals must fit d, int32 or int64.
func FromStarts(starts []int64, nvals int64, d tensor.DType) (*Partition, error) {
	const msg = "Arguments to from_row_starts do not form a valid RaggedTensor"
	if err := splitsDType(d); err != nil {
		return nil, err
	}
	if nvals < 0 {
		return nil, tensor.Failf(tensor.ValueError, "nvals must be >= 0, got %d", nvals)
	}
	if len(starts) > 0 && starts[0] != 0 {
		return nil, condition(msg, "==", starts[0], 0)
	}
	if err := falling(msg, starts, d); err != nil {
		return nil, err
	}
	if n := len(starts); n > 0 && starts[n-1] > nvals {
		return nil, condition(msg, "<=", starts[n-1], nvals)
	}
	return Of(append(starts[:len(starts):len(starts)], nvals), d), within(nvals, d)
}

// FromLimits makes a partition of where rows end, [rows]: none is below 0 or falls (RaggedTensor.from_row_limits). They
// must fit d, int32 or int64.
func FromLimits(limits []int64, d tensor.DType) (*Partition, error) {
	const msg = "Arguments to from_row_limits do not form a valid RaggedTensor"
	if err := splitsDType(d); err != nil {
		return nil, err
	}
	if err := negative(msg, limits[:min(1, len(limits))], d); err != nil {
		return nil, err
	}
	if err := falling(msg, limits, d); err != nil {
		return nil, err
	}
	p := Of(append([]int64{0}, limits...), d)
	return p, within(p.Splits[len(limits)], d)
}

// UniformRows makes nrows rows of one length, both at least 0 and their product an int64: FromUniform checks.
//
//go:noinline
func UniformRows(length, nrows int, d tensor.DType) *Partition {
	splits := make([]int64, nrows+1)
	for i := range splits {
		splits[i] = int64(i * length)
	}
	return &Partition{Splits: splits, Uniform: length, DType: d}
}

// FromUniform makes rows of one length of nvals values; nrows is -1 when it follows from them.
func FromUniform(length, nvals, nrows int64, d tensor.DType) (*Partition, error) {
	if err := splitsDType(d); err != nil {
		return nil, err
	}
	if length < 0 {
		return nil, tensor.Failf(tensor.ValueError, "uniform_row_length must be >= 0.")
	}
	if nrows < 0 {
		if nrows = 0; length > 0 {
			nrows = nvals / length
		}
	}
	if n, ok := tensor.Times(int(length), int(nrows)); !ok || int64(n) != nvals {
		return nil, tensor.Failf(tensor.ValueError, "uniform_row_length=%d times nrows=%d must equal nvals=%d",
			length, nrows, nvals)
	}
	if err := fits(nrows); err != nil {
		return nil, err
	}
	return UniformRows(int(length), int(nrows), d), nil
}

// NRows is the number of rows.
func (p *Partition) NRows() int { return len(p.Splits) - 1 }

// NVals is the number of values the rows hold.
func (p *Partition) NVals() int { return int(p.Splits[len(p.Splits)-1]) }

// Len is the length of row i.
func (p *Partition) Len(i int) int { return int(p.Splits[i+1] - p.Splits[i]) }

// MaxLen is the length of the longest row, 0 without rows.
func (p *Partition) MaxLen() int {
	m := int64(0)
	for i, s := range p.Splits[1:] {
		m = max(m, s-p.Splits[i])
	}
	return int(m)
}

// Lengths is the length of every row.
func (p *Partition) Lengths() []int64 {
	if p.lengths != nil {
		return p.lengths
	}
	out := make([]int64, p.NRows())
	for i := range out {
		out[i] = p.Splits[i+1] - p.Splits[i]
	}
	return out
}

// ValueRowIDs is the row of every value.
//
//go:noinline
func (p *Partition) ValueRowIDs() []int64 {
	if p.rowids != nil {
		return p.rowids
	}
	out := make([]int64, p.NVals())
	for i, s := range p.Splits[1:] {
		row := out[p.Splits[i]:s]
		for k := range row {
			row[k] = int64(i)
		}
	}
	return out
}

// Offsets is the position of every value in its row.
func (p *Partition) Offsets() []int64 {
	out := make([]int64, p.NVals())
	for i, s := range p.Splits[1:] {
		row := out[p.Splits[i]:s]
		for k := range row {
			row[k] = int64(k)
		}
	}
	return out
}

// WithDType is the partition shown in another integer type.
func (p *Partition) WithDType(d tensor.DType) *Partition {
	if p.DType == d {
		return p
	}
	return &Partition{Splits: p.Splits, Uniform: p.Uniform, DType: d, lengths: p.lengths, rowids: p.rowids}
}

// Same tells whether two partitions have the same rows.
func (p *Partition) Same(q *Partition) bool {
	if p == q {
		return true
	}
	if len(p.Splits) != len(q.Splits) {
		return false
	}
	for i, s := range p.Splits {
		if s != q.Splits[i] {
			return false
		}
	}
	return true
}

// Tensor gives encoded numbers in the partition's integer type.
func (p *Partition) Tensor(v []int64) *tensor.Tensor {
	t := tensor.Vector(v)
	if p.DType == tensor.Int32 {
		t, _ = tensor.Cast(context.Background(), t, tensor.Int32)
	}
	return t
}

// SplitsTensor is the row splits, from which PartitionOf gives the partition again.
func (p *Partition) SplitsTensor() *tensor.Tensor {
	if t := p.splits.Load(); t != nil {
		return t
	}
	t := p.Tensor(p.Splits)
	if p.Uniform < 0 {
		t.SetOrigin(p)
	}
	p.splits.Store(t)
	return t
}

// PartitionOf is the partition of row splits, which are checked unless they are another one's SplitsTensor.
func PartitionOf(splits *tensor.Tensor) (*Partition, error) {
	if p, ok := splits.Origin().(*Partition); ok {
		return p, nil
	}
	return FromSplits(splits.Int64s(), splits.DType())
}

func sums(lengths []int64) []int64 {
	out := make([]int64, len(lengths)+1)
	for i, n := range lengths {
		out[i+1] = out[i] + n
	}
	return out
}

// Known tells whether the number of values was known before the splits were.
func (p *Partition) Known() bool { return p.rowids != nil || p.Uniform >= 0 }
