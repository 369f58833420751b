package bind

import (
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// Watched tells whether a tape of the thread waits for what is computed of these values.
func Watched(t *py.Thread, in ...ragged.Value) bool {
	rec := Recorded(t)
	if rec == nil || len(rec.Tapes) == 0 {
		return false
	}
	var flats []op.Value
	for _, v := range in {
		if v != nil && graph.Differentiable(v.DType()) {
			flats = append(flats, ragged.FlatOf(v))
		}
	}
	return len(flats) > 0 && rec.Tapes.Needs(flats)
}

// Moved runs f, which moves elements of values of one type and looks at none of them: it concatenates,
// slices, gathers, pads. While a tape waits for the result, f moves the elements' numbers instead, and a
// gather by these, which the tape sees, makes the result.
func Moved(t *py.Thread, in []ragged.Value, f func(in []ragged.Value) ([]ragged.Value, error)) ([]ragged.Value, error) {
	if !Watched(t, in...) || !alike(in) {
		return f(in)
	}
	numbers, n := make([]ragged.Value, len(in)), 0
	for i, v := range in {
		flat := ragged.FlatOf(v)
		at, err := counted(flat.Shape(), n)
		if err != nil {
			return nil, err
		}
		n += flat.Len()
		numbers[i] = Reflat(v, at)
	}
	out, err := f(numbers)
	if err != nil {
		return f(in) // fails in its own words
	}
	b := BuilderOf(t)
	parts := make([]op.Value, len(in), len(in)+1)
	for i, v := range in {
		parts[i] = b.One(op.Reshape, ragged.FlatOf(v), tensor.Vector([]int32{-1})) // dense gradients, as TensorFlow's
	}
	data := parts[0]
	if len(parts) > 1 {
		data = b.One(op.ConcatV2, append(parts, tensor.Scalar(int32(0)))...)
	}
	for i, v := range out {
		z := b.Tensor(b.One(op.GatherV2, data, ragged.FlatOf(v), tensor.Scalar(int32(0))))
		if b.Err != nil {
			return nil, b.Err
		}
		out[i] = Reflat(v, z)
	}
	return out, nil
}

// alike tells whether values have one type.
func alike(in []ragged.Value) bool {
	for _, v := range in {
		if v.DType() != in[0].DType() {
			return false
		}
	}
	return true
}

// Moved1 is Moved for functions that give one value.
func Moved1(t *py.Thread, f func(in []ragged.Value) (ragged.Value, error), in ...ragged.Value) (ragged.Value, error) {
	out, err := Moved(t, in, func(in []ragged.Value) ([]ragged.Value, error) {
		v, err := f(in)
		return []ragged.Value{v}, err
	})
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// Picked is Moved1 for functions that TensorFlow computes by gathering rows of the flat values: the gradient is slices
// of them, at places of type d. Where elements of rows move apart it is dense.
func Picked(t *py.Thread, d tensor.DType, f func(in ragged.Value) (ragged.Value, error), v ragged.Value) (ragged.Value,
	error) {
	flat := ragged.FlatOf(v)
	if !Watched(t, v) || flat.Rank() == 0 {
		return f(v)
	}
	at, err := counted(flat.Shape(), 0)
	if err != nil {
		return nil, err
	}
	out, err := f(Reflat(v, at))
	if err != nil {
		return f(v) // fails in its own words
	}
	rows := rowsMoved(ragged.FlatOf(out), flat.Shape()[1:])
	if rows == nil {
		return Moved1(t, func(in []ragged.Value) (ragged.Value, error) { return f(in[0]) }, v)
	}
	if rows, err = tensor.Cast(t.Ctx, rows, d); err != nil {
		return nil, err
	}
	b := BuilderOf(t)
	z := b.Tensor(b.One(op.GatherV2, flat, rows, tensor.Scalar(int32(0))))
	if b.Err != nil {
		return nil, b.Err
	}
	return Reflat(out, z), nil
}

// rowsMoved is the numbers of the rows whose elements have the numbers at, nil unless whole rows stand there.
func rowsMoved(at *tensor.Tensor, row []int) *tensor.Tensor {
	shape := at.Shape()
	lead := len(shape) - len(row)
	if lead < 0 || !tensor.SameShape(shape[lead:], row) {
		return nil
	}
	width, n := at.Len(), 1
	for _, k := range shape[:lead] {
		n *= k
	}
	width /= max(n, 1)
	if n > 0 && width == 0 {
		return nil
	}
	rows := make([]int64, n)
	for i := range rows {
		first := at.Int(i * width)
		if rows[i] = first / int64(width); first%int64(width) != 0 {
			return nil
		}
		for k := range width {
			if at.Int(i*width+k) != first+int64(k) {
				return nil
			}
		}
	}
	return tensor.FromSlice(shape[:lead], rows)
}

// Reflat is a value with other elements.
func Reflat(v ragged.Value, flat *tensor.Tensor) ragged.Value {
	if r, ok := v.(*ragged.Ragged); ok {
		return r.WithFlat(flat)
	}
	return flat
}

// counted is the numbers from n on in a shape.
func counted(shape []int, n int) (*tensor.Tensor, error) {
	size, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	v, err := tensor.Make[int64](size)
	if err != nil {
		return nil, err
	}
	for i := range v {
		v[i] = int64(n + i)
	}
	return tensor.FromSlice(shape, v), nil
}
