package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func indexError(t *thread, format string, args ...any) error {
	e := bind.ErrorWith(t, bind.InvalidArgumentError, "StridedSlice", false, format, args...)
	if t.FullErrors {
		e.Args[0] = e.Args[0].(string) + " name: strided_slice/"
	}
	return e
}

func badIndex(v value) error {
	return py.TypeErrorf("Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid indices, got %s", py.ReprOf(v))
}

// Index is t[key]: integers, slices, newaxis and an ellipsis, or a boolean mask.
func Index(t *thread, x *tensor.Tensor, key value) (value, error) {
	if isMask(key) {
		return run(t, "tf.boolean_mask", x, key)
	}
	keys := []value{key}
	if tp, ok := key.(*py.Tuple); ok {
		keys = tp.Items
	} else if l, ok := key.(*py.List); ok { // a list is read as a tuple
		keys = l.Items
	}
	used, dots := 0, -1
	for i, k := range keys {
		switch k {
		case py.Ellipsis:
			if dots >= 0 {
				return nil, indexError(t, "Multiple ellipses in slice spec not allowed")
			}
			dots = i
		case py.None:
		default:
			used++
		}
	}
	if x.Rank() == 0 && used > 0 {
		return nil, indexError(t, "Attempting to slice scalar input.")
	}
	if used > x.Rank() {
		return nil, indexError(t, "Index out of range using input dim %d; input has only %d dims", x.Rank(), x.Rank())
	}
	var ranges []tensor.Range1
	var shape []int
	axis := 0
	whole := func(n int) {
		for range n {
			d := x.Shape()[axis]
			ranges = append(ranges, tensor.Range1{Start: 0, Step: 1, Len: d})
			shape = append(shape, d)
			axis++
		}
	}
	for _, k := range keys {
		switch v := k.(type) {
		case *py.NoneType:
			if v == py.Ellipsis {
				whole(x.Rank() - used)
			} else {
				shape = append(shape, 1)
			}
			continue
		case *py.Slice:
			s, err := sliceBounds(v)
			if err != nil {
				return nil, err
			}
			start, step, n, err := s.Indices(x.Shape()[axis])
			if err != nil {
				return nil, indexError(t, "slice index %d of dimension %d out of bounds.", 0, axis)
			}
			ranges = append(ranges, tensor.Range1{Start: start, Step: step, Len: n})
			shape = append(shape, n)
			axis++
			continue
		}
		i, ok := intKey(k)
		if !ok {
			return nil, badIndex(k)
		}
		d := x.Shape()[axis]
		at := i
		if i < 0 {
			at += int64(d)
		}
		if at < 0 || at >= int64(d) {
			return nil, indexError(t, "slice index %d of dimension %d out of bounds.", at, axis)
		}
		i = at
		ranges = append(ranges, tensor.Range1{Start: int(i), Step: 1, Len: 1})
		axis++
	}
	whole(x.Rank() - axis)
	z, err := tensor.SliceAxes(t.Ctx, x, ranges)
	if err != nil {
		return nil, bind.Wrap(t, err, "StridedSlice", true)
	}
	return z.WithShape(shape), nil
}

// isMask tells a boolean mask from other keys.
func isMask(key value) bool {
	m, ok := bind.AsTensor(key)
	return ok && m.DType() == tensor.Bool && m.Rank() > 0
}

func intKey(k value) (int64, bool) {
	switch v := k.(type) {
	case bool, float64, string:
		return 0, false
	case *bind.Array:
		if x, ok := bind.AsTensor(v); ok && x.Rank() == 0 {
			return indexOf(x)
		}
		return 0, false
	}
	return py.AsInt(k)
}

// sliceBounds turns tensor bounds into integers.
func sliceBounds(s *py.Slice) (*py.Slice, error) {
	out := *s
	for _, p := range []*value{&out.Start, &out.Stop, &out.Step} {
		if *p == py.None {
			continue
		}
		i, ok := intKey(*p)
		if !ok {
			return nil, badIndex(s)
		}
		*p = i
	}
	if out.Step == int64(0) {
		return nil, bind.ErrorWith(py.Background(), bind.InvalidArgumentError, "StridedSlice", true,
			"strides[0] must be non-zero")
	}
	return &out, nil
}
