package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Key selects from one dimension: At, Slice, NewAxis, Rest or BadKey.
type Key interface{ key() }

// At is one position; a negative one counts from the end. It drops its dimension, which may not be
// ragged unless it is the outermost.
type At int

// Slice is every Step-th position from Start on up to before Stop, as Python's slices: nil bounds are
// those of the dimension, a Step of nil is 1.
type Slice struct{ Start, Stop, Step *int }

// NewAxis puts in a dimension of size 1.
type NewAxis struct{}

// Rest is an ellipsis: all dimensions that the other keys leave.
type Rest struct{}

// BadKey is a key that could not be read: its errors come when it is reached, Rows for a dimension
// whose rows are taken, Columns for one inside rows.
type BadKey struct{ Rows, Columns error }

func (At) key()      {}
func (Slice) key()   {}
func (NewAxis) key() {}
func (Rest) key()    {}
func (BadKey) key()  {}

// From is the slice from a position on.
func From(start int) Slice { return Slice{Start: &start} }

// To is the slice up to before a position.
func To(stop int) Slice { return Slice{Stop: &stop} }

// Span is the slice from start up to before stop.
func Span(start, stop int) Slice { return Slice{Start: &start, Stop: &stop} }

// Every is the slice of every step-th position.
func Every(step int) Slice { return Slice{Step: &step} }

func (k Slice) whole() bool { return k.Start == nil && k.Stop == nil && k.Step == nil }

func (k Slice) step() int {
	if k.Step == nil {
		return 1
	}
	return *k.Step
}

// over gives the first position and the number of them in a dimension of size n (CPython's
// PySlice_AdjustIndices).
func (k Slice) over(n int) (start, count int) {
	step := k.step()
	lo, hi := 0, n
	if step < 0 {
		lo, hi = -1, n-1
	}
	clamp := func(p *int, def int) int {
		if p == nil {
			return def
		}
		i := *p
		if i < 0 {
			if i += n; i < lo {
				return lo
			}
			return i
		}
		return min(i, hi)
	}
	if step > 0 {
		start = clamp(k.Start, lo)
		if stop := clamp(k.Stop, hi); start < stop {
			count = (stop-start-1)/step + 1
		}
		return start, count
	}
	start = clamp(k.Start, hi)
	if stop := clamp(k.Stop, lo); stop < start {
		count = (start-stop-1)/-step + 1
	}
	return start, count
}

// strided is a failure of TensorFlow's StridedSlice.
func strided(format string, args ...any) error {
	return tensor.OpErrorf("StridedSlice", format, args...)
}

// Index applies keys to the dimensions of a value, from the outermost in (the indexing of
// tf.RaggedTensor and tf.Tensor). Inner ragged dimensions take slices, each row within its own
// bounds, but no positions.
func Index(ctx context.Context, v Value, keys ...Key) (Value, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	return index(ctx, v, keys)
}

func index(ctx context.Context, v Value, keys []Key) (Value, error) {
	r, ok := v.(*Ragged)
	if len(keys) == 0 {
		return v, nil
	}
	if !ok {
		return indexDense(ctx, v.(*tensor.Tensor), keys)
	}
	n := r.Part.NRows()
	switch k := keys[0].(type) {
	case Rest:
		rest, err := expandRest(keys, NDims(r))
		if err != nil {
			return nil, err
		}
		return index(ctx, v, rest)
	case NewAxis:
		z, err := index(ctx, r, keys[1:])
		if err != nil {
			return nil, err
		}
		return oneRow(z, false), nil
	case Slice:
		rows, err := sliceRows(ctx, r, k)
		if err != nil {
			return nil, err
		}
		return indexInner(ctx, rows, keys[1:])
	case At:
		i := int(k)
		if i >= n {
			return nil, tensor.Failf(tensor.IndexError, "Row key %d out of bounds", i)
		}
		if i < -n {
			return nil, strided("slice index %d of dimension 0 out of bounds.", i+n)
		}
		if i < 0 {
			i += n
		}
		return index(ctx, r.Row(i), keys[1:])
	case BadKey:
		return nil, k.Rows
	}
	return nil, valueError("a key is nil")
}

// indexDense is TensorFlow's StridedSlice with Python's keys.
func indexDense(ctx context.Context, x *tensor.Tensor, keys []Key) (Value, error) {
	used, dots := 0, 0
	for _, k := range keys {
		switch k.(type) {
		case Rest:
			if dots++; dots > 1 {
				return nil, strided("Multiple ellipses in slice spec not allowed")
			}
		case NewAxis:
		default:
			used++
		}
	}
	if x.Rank() == 0 && used > 0 {
		return nil, strided("Attempting to slice scalar input.")
	}
	if used > x.Rank() {
		return nil, strided("Index out of range using input dim %d; input has only %d dims", x.Rank(), x.Rank())
	}
	var ranges []tensor.Range1
	var shape []int
	take := func(start, step, n int, keep bool) {
		ranges = append(ranges, tensor.Range1{Start: start, Step: step, Len: n})
		if keep {
			shape = append(shape, n)
		}
	}
	whole := func(n int) {
		for range n {
			take(0, 1, x.Shape()[len(ranges)], true)
		}
	}
	for _, k := range keys {
		switch k := k.(type) {
		case Rest:
			whole(x.Rank() - used)
		case NewAxis:
			shape = append(shape, 1)
		case Slice:
			if k.step() == 0 {
				return nil, tensor.OpErrorf("StridedSlice", "strides[0] must be non-zero")
			}
			start, n := k.over(x.Shape()[len(ranges)])
			take(start, k.step(), n, true)
		case At:
			axis := len(ranges)
			at, d := int(k), x.Shape()[axis]
			if at < 0 {
				at += d
			}
			if at < 0 || at >= d {
				return nil, strided("slice index %d of dimension %d out of bounds.", at, axis)
			}
			take(at, 1, 1, false)
		case BadKey:
			return nil, k.Rows
		default:
			return nil, valueError("a key is nil")
		}
	}
	whole(x.Rank() - len(ranges))
	z, err := tensor.SliceAxes(ctx, x, ranges)
	if err != nil {
		return nil, err
	}
	return z.WithShape(shape), nil
}

// oneRow puts a dimension of size 1 in front of a value, or, with inner, in front of each row.
func oneRow(v Value, inner bool) Value {
	switch z := v.(type) {
	case *Ragged:
		n := z.Part.NRows()
		if inner {
			return &Ragged{UniformRows(1, n, z.Part.DType), z}
		}
		return &Ragged{UniformRows(n, 1, z.Part.DType), z}
	case *tensor.Tensor:
		axis := 0
		if inner {
			axis = 1
		}
		return expandDense(z, axis)
	}
	return v
}

// expandRest replaces a leading ellipsis by one full slice, itself kept as long as dimensions remain.
func expandRest(keys []Key, dims int) ([]Key, error) {
	n := 0
	for _, k := range keys {
		if _, fresh := k.(NewAxis); !fresh {
			n++
		}
	}
	switch {
	case n > dims+1:
		return nil, tensor.Failf(tensor.IndexError, "Too many indices for RaggedTensor")
	case n == dims+1:
		return keys[1:], nil
	}
	return append([]Key{Slice{}}, keys...), nil
}

// sliceRows takes the rows of a slice.
func sliceRows(ctx context.Context, r *Ragged, k Slice) (*Ragged, error) {
	if k.whole() {
		return r, nil
	}
	if k.step() == 0 {
		return nil, tensor.OpErrorf("StridedSlice", "strides[0] must be non-zero")
	}
	start, count := k.over(r.Part.NRows())
	if k.step() == 1 {
		return RowRange(r, start, count).(*Ragged), nil
	}
	at := make([]int64, count)
	for i := range at {
		at[i] = int64(start + i*k.step())
	}
	v, err := GatherRows(ctx, r, at)
	if err != nil {
		return nil, err
	}
	return v.(*Ragged), nil
}

// indexInner applies keys inside every row.
func indexInner(ctx context.Context, v Value, keys []Key) (Value, error) {
	if len(keys) == 0 {
		return v, nil
	}
	r, ok := v.(*Ragged)
	if !ok {
		return indexDense(ctx, v.(*tensor.Tensor), append([]Key{Slice{}}, keys...))
	}
	switch k := keys[0].(type) {
	case Rest:
		rest, err := expandRest(keys, NDims(r.Values))
		if err != nil {
			return nil, err
		}
		return indexInner(ctx, r, rest)
	case NewAxis:
		z, err := indexInner(ctx, r, keys[1:])
		if err != nil {
			return nil, err
		}
		return oneRow(z, true), nil
	case Slice:
		rows := r
		if !k.whole() {
			var err error
			if rows, err = sliceColumns(ctx, r, k); err != nil {
				return nil, err
			}
		}
		if len(keys) == 1 {
			return rows, nil
		}
		in, err := indexInner(ctx, rows.Values, keys[1:])
		if err != nil {
			return nil, err
		}
		return &Ragged{rows.Part, in}, nil
	case BadKey:
		if k.Columns != nil {
			return nil, k.Columns
		}
	}
	return uniformColumn(ctx, r, keys[0], keys[1:])
}

// sliceColumns takes the same slice of every row.
func sliceColumns(ctx context.Context, r *Ragged, k Slice) (*Ragged, error) {
	step := k.step()
	if step == 0 {
		return nil, tensor.OpErrorf("RaggedRange", "Requires delta != 0")
	}
	if flat, ok := r.Values.(*tensor.Tensor); ok && step == -1 && k.Start == nil && k.Stop == nil {
		z, err := tensor.ReverseRows(ctx, flat, r.Part.Splits)
		if err != nil {
			return nil, err
		}
		return &Ragged{r.Part, z}, nil
	}
	n := r.Part.NRows()
	starts, splits := make([]int64, n), make([]int64, n+1)
	if step == 1 {
		columnRuns(k, r.Part.Splits, starts, splits)
	} else {
		for i := range n {
			start, count := k.over(r.Part.Len(i))
			starts[i], splits[i+1] = r.Part.Splits[i]+int64(start), splits[i]+int64(count)
		}
	}
	p := Of(splits, r.Part.DType)
	if r.Part.Uniform >= 0 {
		_, p.Uniform = k.over(r.Part.Uniform)
	}
	var vals Value
	var err error
	if step == 1 {
		vals, err = GatherRanges(ctx, r.Values, starts, splits)
	} else {
		at := make([]int64, splits[n])
		for i, s := range starts {
			for j := splits[i]; j < splits[i+1]; j++ {
				at[j] = s + (j-splits[i])*int64(step)
			}
		}
		vals, err = GatherRows(ctx, r.Values, at)
	}
	if err != nil {
		return nil, err
	}
	return &Ragged{p, vals}, nil
}

// columnRuns finds where the slice of each row starts, and the splits of all of them.
func columnRuns(k Slice, rows, starts, splits []int64) {
	var from, to int64
	if k.Start != nil {
		from = int64(*k.Start)
	}
	if k.Stop != nil {
		to = int64(*k.Stop)
	}
	clamp := func(k, n int64) int64 {
		if k < 0 {
			k += n
		}
		return min(max(k, 0), n)
	}
	for i := range starts {
		n := rows[i+1] - rows[i]
		lo, hi := clamp(from, n), n
		if k.Stop != nil {
			hi = clamp(to, n)
		}
		starts[i], splits[i+1] = rows[i]+lo, splits[i]+max(hi-lo, 0)
	}
}

// uniformColumn takes one value of every row, which all have the same length.
func uniformColumn(ctx context.Context, r *Ragged, key Key, rest []Key) (Value, error) {
	k, isAt := key.(At)
	if r.Part.Uniform < 0 {
		if !isAt {
			return nil, valueError(noColumns)
		}
		return nil, raggedColumn(r, int64(k))
	}
	if bad, ok := key.(BadKey); ok {
		return nil, bad.Rows
	}
	if !isAt {
		return nil, valueError("a key is nil")
	}
	i, n := int64(k), int64(r.Part.Uniform)
	const msg = "Index out of bounds when indexing into a ragged tensor"
	if i < -n {
		return nil, assertion("%s%s", msg, Compared(">=", i, -n))
	}
	if i >= n {
		return nil, assertion("%s%s", msg, Compared("<", i, n))
	}
	if i < 0 {
		i += n
	}
	at := make([]int64, r.Part.NRows())
	for k := range at {
		at[k] = int64(k)*n + i
	}
	v, err := GatherRows(ctx, r.Values, at)
	if err != nil {
		return nil, err
	}
	return indexInner(ctx, v, rest)
}

const noColumns = "Cannot index into an inner ragged dimension."

// raggedColumn refuses a position in a ragged dimension, and says what else there is.
func raggedColumn(r *Ragged, i int64) error {
	e := valueError(noColumns).(*tensor.Error)
	need := i + 1
	if i < 0 {
		need = -i
	}
	var short []int
	count := 0
	for row := range r.Part.NRows() {
		if int64(r.Part.Len(row)) < need {
			if count++; count <= 5 {
				short = append(short, row)
			}
		}
	}
	name := spell([]int64{i}, "")
	if count == 0 {
		e.Hint = "every row is long enough: x.at(" + name + ") takes that value of each."
		return e
	}
	rows := spell(short, ", ")
	if count > 5 {
		rows += ", ..."
	}
	which := spell([]int{count}, "") + " rows are too short (" + rows + ")"
	if count == 1 {
		which = "row " + rows + " is too short"
	}
	e.Hint = which + ": x.at(" + name +
		", default=...) fills in, x.at(" +
		name + ", skip=True) leaves them out, x.to_tensor()[:, " + name + "] pads."
	return e
}

// Columns takes value i of each row; a negative i counts from the end. Rows that are too short give
// def, a scalar or one value of a row; without it (nil) they are left out when skip is set, and are
// an error otherwise. It is beyond TensorFlow.
func Columns(ctx context.Context, r *Ragged, i int, def *tensor.Tensor, skip bool) (Value, error) {
	if err := Valid(r); err != nil {
		return nil, err
	}
	values := r.Values
	n := int64(Rows(values))
	at := make([]int64, 0, r.Part.NRows())
	for row := range r.Part.NRows() {
		k, size := int64(i), int64(r.Part.Len(row))
		if k < 0 {
			k += size
		}
		switch {
		case k >= 0 && k < size:
			at = append(at, r.Part.Splits[row]+k)
		case skip:
		case def == nil:
			return nil, raggedColumn(r, int64(i))
		default:
			at = append(at, n)
		}
	}
	if def != nil {
		x, ok := values.(*tensor.Tensor)
		if !ok {
			return nil, valueError("at: default= fills in scalars; take x.at(%d, skip=True) for rows of rows", i)
		}
		if def.DType() != x.DType() {
			return nil, tensor.WrongType("ConcatV2", 1, def.DType(), x.DType())
		}
		one, err := tensor.BroadcastTo(ctx, def, append([]int{1}, x.Shape()[1:]...))
		if err != nil {
			return nil, err
		}
		if values, err = tensor.Concat(ctx, []*tensor.Tensor{x, one}, 0); err != nil {
			return nil, err
		}
	}
	return GatherRows(ctx, values, at)
}
