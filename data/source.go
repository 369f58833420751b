package data

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
)

// FromTensors is a dataset of one element.
func FromTensors(elem []op.Value, build func(vals []op.Value) (Element, error)) *Dataset {
	return stage("TensorDataset", 1, func(e *Env) (Iterator, error) {
		x, err := built(e, elem, build)
		if err != nil {
			return nil, err
		}
		done := false
		return next(func(*Run) (Element, error) {
			if done {
				return nil, End
			}
			done = true
			return x, nil
		}), nil
	}).uses(elem...)
}

// built makes the components of tensors, once their values are known.
func built(e *Env, parts []op.Value, build func(vals []op.Value) (Element, error)) (Element, error) {
	vals := make([]op.Value, len(parts))
	for i, p := range parts {
		v, err := e.Get(p)
		if err != nil {
			return nil, err
		}
		vals[i] = v
	}
	return build(vals)
}

// FromSlices gives the rows of components, which have one first dimension; size is Unknown where it is not known.
func FromSlices(elem []op.Value, size int64, build func(vals []op.Value) (Element, error)) *Dataset {
	return stage("TensorSlice", size, func(e *Env) (Iterator, error) {
		x, err := built(e, elem, build)
		if err != nil {
			return nil, err
		}
		n := -1
		rows := make([]func(int) Value, len(x))
		for i, v := range x {
			if rows[i], err = rower(v); err != nil {
				return nil, err
			}
			m := rowsOf(v)
			if i > 0 && m != n {
				return nil, tensor.Errorf("Dimensions %d and %d are not compatible", n, m)
			}
			n = m
		}
		at := 0
		return next(func(*Run) (Element, error) {
			if at >= n {
				return nil, End
			}
			row := make(Element, len(rows))
			for i, f := range rows {
				row[i] = f(at)
			}
			at++
			return row, nil
		}), nil
	}).uses(elem...)
}

// Range counts from start up to stop by step; give makes an element of a number.
func Range(start, stop, step op.Value, d tensor.DType) *Dataset {
	size := int64(Unknown)
	a, ok1 := number(start)
	b, ok2 := number(stop)
	c, ok3 := number(step)
	if ok1 && ok2 && ok3 {
		size = rangeSize(a, b, c)
	}
	return stage("Range", size, func(e *Env) (Iterator, error) {
		var lim [3]int64
		for i, v := range []op.Value{start, stop, step} {
			n, err := e.Int(v)
			if err != nil {
				return nil, err
			}
			lim[i] = n
		}
		if lim[2] == 0 {
			return nil, tensor.Errorf("step must be a non-zero integer.")
		}
		left, at := rangeSize(lim[0], lim[1], lim[2]), lim[0]
		return next(func(r *Run) (Element, error) {
			if left <= 0 {
				return nil, End
			}
			left--
			x := tensor.Scalar(at)
			at += lim[2]
			if d == tensor.Int64 {
				return Element{x}, nil
			}
			y, err := tensor.Cast(r.Ctx, x, d)
			return Element{y}, err
		}), nil
	}).uses(start, stop, step)
}

// rangeSize is how many numbers there are.
func rangeSize(start, stop, step int64) int64 {
	switch {
	case step > 0 && start < stop:
		return int64((uint64(stop) - uint64(start) + uint64(step) - 1) / uint64(step))
	case step < 0 && start > stop:
		return int64((uint64(start) - uint64(stop) + uint64(-step) - 1) / uint64(-step))
	}
	return 0
}

// Generator gives the elements of an iterator that open makes in a language: it runs where it is asked.
func Generator(kind string, open func(e *Env) (func(r *Run) (Element, error), error)) *Dataset {
	d := stage(kind, Unknown, func(e *Env) (Iterator, error) {
		f, err := open(e)
		return next(f), err
	})
	d.Portable = false
	return d
}

// Source gives what a reader gives; open makes the reader. It runs anywhere.
func Source(
	kind string,
	size int64,
	uses []op.Value,
	open func(e *Env) (func(r *Run) (Element, error), error),
) *Dataset {
	return stage(kind, size, func(e *Env) (Iterator, error) {
		f, err := open(e)
		return next(f), err
	}).uses(uses...)
}

// Random gives pseudorandom numbers; each iterator goes on with new ones when again is set.
func Random(seed, seed2 uint64, again bool) *Dataset {
	var d *Dataset
	d = stage("Random", Infinite, func(e *Env) (Iterator, error) {
		words := d.seeded(e, seed, seed2, again)
		return next(func(r *Run) (Element, error) {
			if err := r.Check(); err != nil {
				return nil, err
			}
			return Element{tensor.Scalar(int64(words()))}, nil
		}), nil
	})
	return d
}

// Counter counts from start by step without end.
func Counter(start, step op.Value) *Dataset {
	return stage("Scan", Infinite, func(e *Env) (Iterator, error) {
		at, err := e.Tensor(start)
		if err != nil {
			return nil, err
		}
		by, err := e.Tensor(step)
		if err != nil {
			return nil, err
		}
		return next(func(r *Run) (Element, error) {
			if err := r.Check(); err != nil {
				return nil, err
			}
			x := at
			sum, err := (&op.Exec{Ctx: r.Ctx}).Do2(op.AddV2, at, by)
			if err != nil {
				return nil, err
			}
			at = sum.(*tensor.Tensor)
			return Element{x}, nil
		}), nil
	}).uses(start, step)
}
