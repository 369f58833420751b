package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Tile repeats a value along its dimensions, one number of times for each (tf.tile).
func Tile(ctx context.Context, v Value, times []int) (Value, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	if len(times) != NDims(v) {
		e := tensor.Failf(tensor.IndexError, "index %d is out of bounds for axis 0 with size %d", len(times),
			len(times)).(*tensor.Error)
		e.Hint = "multiples needs " + spell([]int{NDims(v)}, "") + " numbers, one for each dimension."
		return nil, e
	}
	if len(times) == 0 { // of a scalar
		return v, nil
	}
	rank := 0
	d := tensor.Int64
	if r, ok := v.(*Ragged); ok {
		rank, d = r.Rank(), r.Part.DType
	}
	if err := checkTimes(times, rank, d); err != nil {
		return nil, err
	}
	return tile(ctx, v, times)
}

// checkTimes refuses negative numbers: the dense dimensions are TensorFlow's Tile, the ragged ones its
// repetitions, in the order it looks at them.
func checkTimes(times []int, rank int, d tensor.DType) error {
	for i, n := range times[rank+1:] {
		if n < 0 {
			return tensor.Errorf("Expected multiples[%d] >= 0, but got %d", i+1, n)
		}
	}
	for i := rank; i >= 0; i-- {
		n := times[i]
		if i == 0 && n < 0 {
			return tensor.Errorf("Expected multiples[0] >= 0, but got %d", n)
		}
		if n < 0 {
			e := tensor.OpErrorf(tensor.NoOp, "Input argument 'repeats' must be non-negative.  \n"+
				"Condition x >= 0 did not hold element-wise:\nx (shape=() dtype=%s) = \n%d", d.Name(), n)
			e.Hint = "multiples[" + spell([]int{i}, "") + "] is " + spell([]int{n}, "") + "."
			return e
		}
	}
	return nil
}

func tile(ctx context.Context, v Value, m []int) (Value, error) {
	r, ok := v.(*Ragged)
	if !ok {
		return tensor.Tile(ctx, v.(*tensor.Tensor), m)
	}
	vals, err := tile(ctx, r.Values, append([]int{1}, m[2:]...))
	if err != nil {
		return nil, err
	}
	z := &Ragged{Of(r.Part.Splits, r.Part.DType), vals}
	if err := roomFor(z, m[0], m[1]); err != nil {
		return nil, err
	}
	if m[1] != 1 {
		if z, err = z.Repeat(ctx, m[1]); err != nil {
			return nil, err
		}
	}
	if m[0] == 1 {
		return z, nil
	}
	if m[0] == 0 {
		return RowRange(z, 0, 0), nil
	}
	all := make([]Value, m[0])
	for i := range all {
		all[i] = z
	}
	return appended(ctx, all)
}

// roomFor refuses repetitions beyond what a tensor may hold, before anything is made.
func roomFor(r *Ragged, rows, times int) error {
	size := max(r.DType().Size(), 8)
	have := max(r.Flat().Len(), r.Part.NRows(), 1)
	if limit := tensor.MaxBytes / size / have; rows > limit || times > limit/max(rows, 1) {
		return tensor.Failf(tensor.ResourceExhausted, "%d times %d copies of %d values are more than tfs holds", rows,
			times, have)
	}
	return nil
}

// RepeatEach repeats every element of an axis in its place: times holds one number for all of them or
// one for each (tf.repeat, which refuses ragged tensors in TensorFlow).
func RepeatEach(ctx context.Context, v Value, times []int, axis int) (Value, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	axis, err := Axis(axis, NDims(v), "axis")
	if err != nil {
		return nil, err
	}
	return repeatEach(ctx, v, times, axis)
}

func repeatEach(ctx context.Context, v Value, times []int, axis int) (Value, error) {
	r, ok := v.(*Ragged)
	if !ok {
		x := v.(*tensor.Tensor)
		for _, n := range times {
			if n < 0 {
				return nil, tensor.OpErrorf("Repeat", "repeats must not be negative, got %d", n)
			}
		}
		at, err := repeated(times, x.Shape()[axis], func(int, int) {})
		if err != nil {
			return nil, err
		}
		return tensor.Gather(ctx, x, tensor.Vector(at), axis, 0)
	}
	if axis > 1 {
		in, err := repeatEach(ctx, r.Values, times, axis-1)
		if err != nil {
			return nil, err
		}
		return &Ragged{r.Part, in}, nil
	}
	if axis == 0 {
		at, err := repeated(times, Rows(r), func(int, int) {})
		if err != nil {
			return nil, err
		}
		return GatherRows(ctx, r, at)
	}
	lengths := make([]int64, r.Part.NRows())
	ids := r.Part.ValueRowIDs()
	at, err := repeated(times, Rows(r.Values), func(i, n int) { lengths[ids[i]] += int64(n) })
	if err != nil {
		return nil, err
	}
	vals, err := GatherRows(ctx, r.Values, at)
	if err != nil {
		return nil, err
	}
	return &Ragged{Lengths(lengths, r.Part.DType), vals}, nil
}

// repeated lists each of n positions as often as times says.
func repeated(times []int, n int, each func(i, times int)) ([]int64, error) {
	if len(times) != 1 && len(times) != n {
		return nil, valueError("tf.repeat: repeats must be one number or one for each of the %d elements, got %d", n,
			len(times))
	}
	var at []int64
	for i := range n {
		t := times[min(i, len(times)-1)]
		if t < 0 || t > tensor.MaxBytes/8 || len(at) > tensor.MaxBytes/16 {
			return nil, valueError("tf.repeat: repeats must not be negative or too large, got %d", t)
		}
		if err := tensor.Room(len(at)+t, 8, "the repeated positions"); err != nil {
			return nil, err
		}
		for range t {
			at = append(at, int64(i))
		}
		each(i, t)
	}
	return at, nil
}

// PadRows adds before and after copies of a scalar at the ends of each innermost row (tf.pad, which
// refuses ragged tensors in TensorFlow).
func PadRows(ctx context.Context, r *Ragged, before, after int, fill *tensor.Tensor) (*Ragged, error) {
	p, flat, err := innermost(r, "PadRows")
	if err != nil {
		return nil, err
	}
	if fill == nil || fill.Len() != 1 || fill.DType() != flat.DType() {
		return nil, valueError("PadRows: the padding must be one %s", flat.DType())
	}
	if before < 0 || after < 0 || before+after < 0 || before+after > tensor.MaxBytes/8/max(p.NRows(), 1) {
		return nil, tensor.Errorf("Paddings must be non-negative and not too large: %d %d", before, after)
	}
	both, err := tensor.Concat(ctx, []*tensor.Tensor{flat, fill.WithShape([]int{1})}, 0)
	if err != nil {
		return nil, err
	}
	n := flat.Len() + p.NRows()*(before+after)
	if err := tensor.Room(n, 8, "the padded rows"); err != nil {
		return nil, err
	}
	at := make([]int64, 0, n)
	lengths := make([]int64, p.NRows())
	for i := range lengths {
		for range before {
			at = append(at, int64(flat.Len()))
		}
		for k := p.Splits[i]; k < p.Splits[i+1]; k++ {
			at = append(at, k)
		}
		for range after {
			at = append(at, int64(flat.Len()))
		}
		lengths[i] = int64(p.Len(i) + before + after)
	}
	z, err := tensor.Gather(ctx, both, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	return r.withRows(Lengths(lengths, p.DType), z), nil
}

// Roll moves the values of each innermost row around by shift places (tf.roll, which refuses ragged
// tensors in TensorFlow).
func Roll(ctx context.Context, r *Ragged, shift int) (*Ragged, error) {
	p, flat, err := innermost(r, "Roll")
	if err != nil {
		return nil, err
	}
	at := make([]int64, flat.Len())
	for i := range p.NRows() {
		n := p.Len(i)
		for k := range n {
			at[int(p.Splits[i])+k] = p.Splits[i] + int64(((k-shift%n)%n+n)%n)
		}
	}
	z, err := tensor.Gather(ctx, flat, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z), nil
}
