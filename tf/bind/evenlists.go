package bind

import (
	"math"
	"sync/atomic"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// Nested lists whose leaves are all floats, all ints, all bools or all texts, each list of a depth as long as
// the others, are most of what programs make tensors of. They are read straight into the tensor's memory, on
// all cores; whatever else is met sends the value to the rules in convert.go, which know every case and word
// every error.

// evenLists is the tensor of such lists, nil for any other value.
func evenLists(t *py.Thread, v py.Value, want tensor.DType) (*tensor.Tensor, error) {
	shape, first := outline(v)
	if shape == nil {
		return nil, nil
	}
	width := shape[len(shape)-1]
	n, err := tensor.Count(shape)
	if err != nil || tensor.Room(n/width, 24, "the lists of a tensor") != nil {
		return nil, nil
	}
	rows, err := innermost(t, v, shape)
	if rows == nil || err != nil {
		return nil, err
	}
	switch first.(type) {
	case float64:
		switch want {
		case tensor.Invalid:
			return leaves(t, shape, rows, smallFloat)
		case tensor.Float32:
			return leaves(t, shape, rows, anyFloat[float32])
		case tensor.Float64:
			return leaves(t, shape, rows, anyFloat[float64])
		}
	case int64:
		switch want {
		case tensor.Invalid:
			if out, err := leaves(t, shape, rows, smallInt); out != nil || err != nil {
				return out, err
			}
			return leaves(t, shape, rows, anyInt[int64])
		case tensor.Uint8:
			return leaves(t, shape, rows, anyInt[uint8])
		case tensor.Int32:
			return leaves(t, shape, rows, anyInt[int32])
		case tensor.Int64:
			return leaves(t, shape, rows, anyInt[int64])
		case tensor.Float32:
			return leaves(t, shape, rows, intFloat[float32])
		case tensor.Float64:
			return leaves(t, shape, rows, intFloat[float64])
		}
	case bool:
		if want == tensor.Invalid || want == tensor.Bool {
			return leaves(t, shape, rows, func(v py.Value) (bool, bool) { b, ok := v.(bool); return b, ok })
		}
	case string, py.Bytes:
		if want == tensor.Invalid || want == tensor.String {
			return leafTexts(t, shape, rows)
		}
	}
	return nil, nil
}

// outline is the lengths of the first lists of every depth and the first leaf; a nil shape when one of them
// is empty, when they are too many for a tensor, and for a value that is no list.
func outline(v py.Value) (shape []int, leaf py.Value) {
	for {
		items, ok := sequenceItems(v)
		if !ok {
			return shape, v
		}
		if len(items) == 0 || len(shape) == tensor.MaxRank {
			return nil, nil
		}
		shape, v = append(shape, len(items)), items[0]
	}
}

// innermost is the lists of the last depth in order, nil when one of any depth is not as long as the shape says.
func innermost(t *py.Thread, v py.Value, shape []int) ([][]py.Value, error) {
	items, _ := sequenceItems(v)
	level := [][]py.Value{items}
	for _, n := range shape[1:] {
		next := make([][]py.Value, 0, len(level)*len(level[0]))
		for _, items := range level {
			if err := t.Poll(); err != nil {
				return nil, err
			}
			for _, e := range items {
				inner, ok := sequenceItems(e)
				if !ok || len(inner) != n {
					return nil, nil
				}
				next = append(next, inner)
			}
		}
		level = next
	}
	return level, nil
}

// leafCost is about the bytes that reading one leaf touches: the interface and what it holds.
const leafCost = 24

// leaves reads every leaf with f; nil when f refuses one.
func leaves[T tensor.Element](t *py.Thread, shape []int, rows [][]py.Value, f func(py.Value) (T, bool)) (
	*tensor.Tensor, error) {
	width := len(rows[0])
	out, err := tensor.Make[T](len(rows) * width)
	if err != nil {
		return nil, Wrap(t, err, "", false)
	}
	var odd atomic.Bool
	err = tensor.Parallel(t.Ctx, len(out), leafCost, func(lo, hi int) {
		for at := lo; at < hi && !odd.Load(); {
			row := rows[at/width][at%width:]
			row = row[:min(len(row), hi-at)]
			for i, v := range row {
				x, ok := f(v)
				if !ok {
					odd.Store(true)
					return
				}
				out[at+i] = x
			}
			at += len(row)
		}
	})
	if err != nil {
		return nil, Wrap(t, err, "", false)
	}
	if odd.Load() {
		return nil, nil
	}
	return tensor.FromSlice(shape, out), nil
}

// smallFloat takes what float32 holds: a finite value past it is an error where no type is asked for.
func smallFloat(v py.Value) (float32, bool) {
	x, ok := anyFloat[float64](v)
	y := float32(x)
	return y, ok && (!math.IsInf(float64(y), 0) || math.IsInf(x, 0))
}

func anyFloat[T float32 | float64](v py.Value) (T, bool) {
	switch x := v.(type) {
	case float64:
		return T(x), true
	case int64:
		return T(float64(x)), true
	}
	return 0, false
}

// smallInt takes what int32 holds.
func smallInt(v py.Value) (int32, bool) {
	x, ok := v.(int64)
	return int32(x), ok && int64(int32(x)) == x
}

// anyInt takes the low bits.
func anyInt[T uint8 | int32 | int64](v py.Value) (T, bool) {
	x, ok := v.(int64)
	return T(x), ok
}

func intFloat[T float32 | float64](v py.Value) (T, bool) {
	x, ok := v.(int64)
	return T(float64(x)), ok
}

// leafTexts is leaves for strings.
func leafTexts(t *py.Thread, shape []int, rows [][]py.Value) (*tensor.Tensor, error) {
	out := make([]string, 0, len(rows)*len(rows[0]))
	for _, row := range rows {
		for _, v := range row {
			if len(out)&0xffff == 0 {
				if err := t.Check(); err != nil {
					return nil, err
				}
			}
			switch x := v.(type) {
			case string:
				out = append(out, x)
			case py.Bytes:
				out = append(out, string(x))
			default:
				return nil, nil
			}
		}
	}
	return tensor.OfStrings(shape, out)
}
