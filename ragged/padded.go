package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// ToTensor pads rows to a dense tensor (RaggedTensorToTensor). pad, of the same type and of a shape
// that broadcasts to that of one flat value, stands where no value is; nil stands for zero or "".
// Known dimensions of shape cut rows or add to them; where shape is unknown the value decides.
func (r *Ragged) ToTensor(ctx context.Context, pad *tensor.Tensor, shape tensor.PartialShape) (*tensor.Tensor, error) {
	if err := Valid(r); err != nil {
		return nil, err
	}
	const op = "RaggedTensorToTensor"
	flat := r.Flat()
	if pad == nil {
		var err error
		if pad, err = tensor.New(r.DType(), nil); err != nil {
			return nil, err
		}
	}
	if pad.DType() != flat.DType() {
		return nil, tensor.WrongType(op, 2, pad.DType(), flat.DType())
	}
	bounds := r.Bounds()
	if err := fitShape(bounds, shape, r.Rank()); err != nil {
		return nil, err
	}
	if pad.Rank() >= flat.Rank() {
		return nil, tensor.OpErrorf(op, "default_value.shape=%s and rt_input.flat_values.shape=%s are incompatible: "+
			"default_value.rank = %d  must be less than rt_input.flat_values.rank = %d",
			tensor.ShapeString(pad.Shape()), tensor.ShapeString(flat.Shape()), pad.Rank(), flat.Rank())
	}
	inner := flat.Shape()[1:]
	if both, err := tensor.BroadcastShape(pad.Shape(), inner); err != nil || !tensor.SameShape(both, inner) {
		return nil, tensor.OpErrorf(op, "default_value.shape=%s and rt_input.flat_values.shape=%s are incompatible",
			tensor.ShapeString(pad.Shape()), tensor.ShapeString(flat.Shape()))
	}
	pad, err := tensor.BroadcastTo(ctx, pad, inner)
	if err != nil {
		return nil, err
	}
	return r.ToDense(ctx, bounds, pad)
}

// fitShape puts the known dimensions of an asked shape over the bounds.
func fitShape(bounds []int, s tensor.PartialShape, rank int) error {
	const op = "RaggedTensorToTensor"
	if s.UnknownRank || s.Dims == nil {
		return nil
	}
	text := ""
	for i, d := range s.Dims {
		if i > 0 {
			text += ","
		}
		if d < 0 {
			text += "?"
		} else {
			text += spell([]int{d}, "")
		}
	}
	if len(s.Dims) != len(bounds) {
		return tensor.OpErrorf(op, "rt_input.shape and shape=[%s] are incompatible: rt_input.rank "+
			"= %d but shape.rank = %d",
			text, len(bounds), len(s.Dims))
	}
	for i, d := range s.Dims {
		if d < 0 {
			continue
		}
		if i > rank && d != bounds[i] {
			return tensor.OpErrorf(op, "rt_input.shape and shape=[%s] are incompatible: rt_input.shape[%d] "+
				"= %d but shape[%d] = %d",
				text, i, bounds[i], i, d)
		}
		bounds[i] = d
	}
	return nil
}

// FromPadded makes ragged rows of a dense tensor, rank levels deep, without the values equal to pad at
// the ends of the innermost ones (tf.RaggedTensor.from_tensor with padding). pad has the shape of one
// value of a row.
func FromPadded(ctx context.Context, x *tensor.Tensor, rank int, pad *tensor.Tensor, d tensor.DType) (*Ragged, error) {
	r, err := FromDense(x, rank, d)
	if err != nil {
		return nil, err
	}
	flat := r.Flat()
	if pad == nil || pad.DType() != flat.DType() {
		return nil, valueError("the padding must be a %s tensor", flat.DType())
	}
	inner := flat.Shape()[1:]
	if pad.Rank() != len(inner) || !tensor.SameShape(pad.Shape(), inner) {
		return nil, valueError("Shapes %s and %s are incompatible", tensor.KnownShape(pad.Shape()),
			tensor.KnownShape(inner))
	}
	differs, err := tensor.NotEqual(ctx, flat, pad)
	if err != nil {
		return nil, err
	}
	unit := int64(1)
	for _, n := range inner {
		unit *= int64(n)
	}
	in := r.Parts()[rank-1]
	lengths := make([]int64, in.NRows())
	marks := tensor.Slice[bool](differs)
	for row := range lengths {
		for k := in.Splits[row+1]*unit - 1; k >= in.Splits[row]*unit; k-- {
			if marks[k] {
				lengths[row] = k/unit - in.Splits[row] + 1
				break
			}
		}
	}
	return r.cut(ctx, lengths)
}

// FromDenseLengths makes ragged rows of a dense tensor, rank levels deep, the innermost ones cut to
// lengths (tf.RaggedTensor.from_tensor with lengths).
func FromDenseLengths(ctx context.Context, x *tensor.Tensor, rank int, lengths []int64, d tensor.DType) (*Ragged,
	error) {
	r, err := FromDense(x, rank, d)
	if err != nil {
		return nil, err
	}
	in := r.Parts()[rank-1]
	rows, width := in.NRows(), int64(in.Uniform)
	if len(lengths) != rows {
		return nil, valueError("Shapes (%d, %d) and (%d, %d) are incompatible", rows, width, len(lengths), width)
	}
	out := make([]int64, rows)
	for i, n := range lengths {
		out[i] = min(max(n, 0), width)
	}
	return r.cut(ctx, out)
}

// cut shortens the innermost rows.
func (r *Ragged) cut(ctx context.Context, lengths []int64) (*Ragged, error) {
	parts := r.Parts()
	in := parts[len(parts)-1]
	p := Lengths(lengths, in.DType)
	vals, err := tensor.GatherRanges(ctx, r.Flat(), in.Splits[:in.NRows()], p.Splits)
	if err != nil {
		return nil, err
	}
	return r.withRows(p, vals), nil
}

// FromNested takes the values that partitions, the outermost first, have in a padded tensor of the
// smallest dense shape that holds them (tf.RaggedTensor.from_tensor with nested lengths).
func FromNested(ctx context.Context, x *tensor.Tensor, parts []*Partition) (*Ragged, error) {
	if err := Valid(x); err != nil {
		return nil, err
	}
	if len(parts) == 0 {
		return nil, valueError("there must be at least one partition")
	}
	if x.Rank() < len(parts)+1 {
		return nil, valueError("Shape %s must have rank at least %d", tensor.KnownShape(x.Shape()), len(parts)+1)
	}
	for _, p := range parts {
		if err := p.valid(); err != nil {
			return nil, err
		}
	}
	total := parts[len(parts)-1].NVals()
	for i := range parts[:len(parts)-1] {
		if want := parts[i+1].NRows(); parts[i].NVals() != want {
			return nil, misfit(parts[i].NVals(), want)
		}
	}
	if err := tensor.Room(total, 1, "the values of ragged rows"); err != nil {
		return nil, err
	}
	marks := make([]bool, total)
	for i := range marks {
		marks[i] = true
	}
	grid := Build(tensor.Vector(marks), parts).(*Ragged)
	bounds := grid.Bounds()
	if !tensor.SameShape(bounds, x.Shape()[:len(bounds)]) {
		return nil, valueError("Shapes %s and %s are incompatible",
			tensor.KnownShape(x.Shape()[:len(bounds)]), tensor.KnownShape(bounds))
	}
	mask, err := grid.ToDense(ctx, bounds, tensor.Scalar(false))
	if err != nil {
		return nil, err
	}
	vals, err := takeMarked(ctx, x, mask)
	if err != nil {
		return nil, err
	}
	return Build(vals, parts).(*Ragged), nil
}

// misfit says that there are other values than a partition has.
func misfit(want, have int) error {
	return tensor.Errorf("Arguments to _from_row_partition do not form a valid RaggedTensor%s",
		Compared("==", want, have))
}

// RowLengths is the lengths of the rows of a dimension: a value with all dimensions before it. For
// axis 0 it is a scalar, the number of rows (tf.RaggedTensor.row_lengths).
func (r *Ragged) RowLengths(axis int) (Value, error) {
	if err := Valid(r); err != nil {
		return nil, err
	}
	axis, err := Axis(axis, NDims(r), "axis")
	if err != nil {
		return nil, err
	}
	if axis == 0 {
		return r.Part.Tensor([]int64{int64(r.Part.NRows())}).WithShape(nil), nil
	}
	parts := r.Parts()
	if axis <= len(parts) {
		p := parts[axis-1]
		return Build(p.Tensor(p.Lengths()), parts[:axis-1]), nil
	}
	// Below the partitions all rows have one length.
	flat := r.Flat()
	shape := flat.Shape()[:axis-len(parts)]
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	all, err := tensor.Make[int64](n)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i] = int64(flat.Shape()[axis-len(parts)])
	}
	return Build(Of([]int64{0}, parts[0].DType).Tensor(all).WithShape(shape), parts), nil
}
