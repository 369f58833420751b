package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// ExpandDims puts in a dimension of size 1 before an axis, -(rank+1) to rank, of a value of any dtype (tf.expand_dims).
func ExpandDims(v Value, axis int) (Value, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	axis, err := Axis(axis, NDims(v)+1, "axis")
	if err != nil {
		return nil, err
	}
	return expand(v, axis), nil
}

func expand(v Value, axis int) Value {
	r, ok := v.(*Ragged)
	if !ok {
		return expandDense(v.(*tensor.Tensor), axis)
	}
	if axis < 2 {
		return oneRow(v, axis == 1)
	}
	return &Ragged{r.Part, expand(r.Values, axis-1)}
}

func expandDense(x *tensor.Tensor, axis int) Value {
	shape := append(append([]int(nil), x.Shape()[:axis]...), 1)
	return x.WithShape(append(shape, x.Shape()[axis:]...))
}

// Squeeze drops the dimensions at the axes, which must have size 1: rows of one value each
// (tf.squeeze; TensorFlow wants axes for ragged tensors).
func Squeeze(_ context.Context, v Value, axes ...int) (Value, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	drop := map[int]bool{}
	for i, a := range axes {
		p, err := Axis(a, NDims(v), "axis["+spell([]int{i}, "")+"]")
		if err != nil {
			return nil, err
		}
		drop[p] = true
	}
	r, ok := v.(*Ragged)
	if !ok {
		return squeezeDense(v.(*tensor.Tensor), drop, 0)
	}
	parts := r.Parts()
	for i, p := range parts {
		if drop[i+1] && !allOnes(p) {
			return nil, notSqueezable(i + 1)
		}
	}
	if drop[0] && parts[0].NRows() != 1 {
		return nil, notSqueezable(0)
	}
	z, err := squeezeDense(r.Flat(), drop, len(parts))
	if err != nil {
		return nil, err
	}
	flat := z.(*tensor.Tensor)
	var left []*Partition
	for i, p := range parts {
		if !drop[i+1] {
			left = append(left, Of(p.Splits, p.DType))
		}
	}
	if drop[0] {
		if len(left) == 0 {
			return flat.Row(0), nil
		}
		left = left[1:]
	}
	return Build(flat, left), nil
}

// squeezeDense drops dimensions of a dense tensor: dimension i counts as i+base, and with a base the
// first one, that of the rows, stays.
func squeezeDense(x *tensor.Tensor, drop map[int]bool, base int) (Value, error) {
	shape := []int{}
	for i, n := range x.Shape() {
		switch {
		case !drop[i+base] || i == 0 && base > 0:
			shape = append(shape, n)
		case n != 1:
			return nil, tensor.OpErrorf("Squeeze", "Can not squeeze dim[%d], expected a dimension of 1, got %d", i, n)
		}
	}
	return x.WithShape(shape), nil
}

func allOnes(p *Partition) bool {
	for _, n := range p.Lengths() {
		if n != 1 {
			return false
		}
	}
	return true
}

func notSqueezable(axis int) error {
	return assertion("Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. "+
		"Summarized data: b'the given axis (axis = %d) is not squeezable!'", axis)
}

// Reverse turns the dimensions at the axes around; ragged ones row by row (tf.reverse).
func Reverse(ctx context.Context, v Value, axes ...int) (Value, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	var keys []Key
	for i, a := range axes {
		p, err := Axis(a, NDims(v), "axis["+spell([]int{i}, "")+"]")
		if err != nil {
			return nil, err
		}
		for len(keys) <= p {
			keys = append(keys, Slice{})
		}
		keys[p] = Every(-1)
	}
	return index(ctx, v, keys)
}

// Split cuts a dimension that is not ragged into parts of the given sizes, which add up to it
// (tf.split).
func Split(ctx context.Context, v Value, sizes []int, axis int) ([]Value, error) {
	if err := Valid(v); err != nil {
		return nil, err
	}
	axis, err := Axis(axis, NDims(v), "axis")
	if err != nil {
		return nil, err
	}
	size := ShapeOf(v)[axis]
	if size < 0 {
		return nil, valueError("Cannot split a ragged dimension. Got `value` with shape %s and `axis` %d.",
			tensor.KnownShape(ShapeOf(v)), axis)
	}
	total := 0
	for _, n := range sizes {
		if n < 0 {
			return nil, assertion("`num_or_size_splits` must be non-negative.")
		}
		total += n
	}
	if total != size {
		return nil, assertion("Cannot exactly split the `axis` dimension of `value` with the given `num_or_size_split`.%s",
			Compared("==", size, total))
	}
	out, at := make([]Value, len(sizes)), 0
	for i, n := range sizes {
		keys := make([]Key, axis+1)
		for k := range keys {
			keys[k] = Slice{}
		}
		keys[axis] = Span(at, at+n)
		at += n
		if out[i], err = index(ctx, v, keys); err != nil {
			return nil, err
		}
	}
	return out, nil
}
