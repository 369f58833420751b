package np

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

// positions resolves an index to the flat positions it names and the shape of the result.
func positions(t *thread, x *tensor.Tensor, key value) (at []int, shape []int, err error) {
	keys := []value{key}
	if tp, ok := key.(*py.Tuple); ok {
		keys = tp.Items
	}
	used := 0
	for _, k := range keys {
		if k != py.None && k != py.Ellipsis {
			used++
			if m := mask(t, k); m != nil {
				used += m.Rank() - 1
			}
		}
	}
	if used > x.Rank() {
		return nil, nil, py.IndexErrorf("too many indices for array: array is %d-dimensional, but %d were indexed", x.Rank(), used)
	}
	at, axis := []int{0}, 0
	var fancy [][]int // per fancy axis: the index list, paired element by element
	take := func(n int, pick []int, keep bool) {
		next := make([]int, 0, len(at)*len(pick))
		for _, o := range at {
			for _, p := range pick {
				next = append(next, o*n+p)
			}
		}
		at = next
		if keep {
			shape = append(shape, len(pick))
		}
		axis++
	}
	whole := func() {
		n := x.Shape()[axis]
		p := make([]int, n)
		for i := range p {
			p[i] = i
		}
		take(n, p, true)
	}
	paired := false
	for _, k := range keys {
		if k == py.None {
			shape = append(shape, 1)
			continue
		}
		if k == py.Ellipsis {
			for range x.Rank() - used {
				whole()
			}
			continue
		}
		if m := mask(t, k); m != nil {
			if axis != 0 || m.Rank() > x.Rank() || !tensor.SameShape(m.Shape(), x.Shape()[:m.Rank()]) {
				return nil, nil, py.IndexErrorf("boolean index did not match indexed array along axis 0; size of axis is %d but size of corresponding boolean axis is %d", x.Shape()[0], m.Shape()[0])
			}
			var p []int
			for i := range m.Len() {
				if m.Int(i) != 0 {
					p = append(p, i)
				}
			}
			take(m.Len(), p, true)
			axis += m.Rank() - 1
			continue
		}
		n := x.Shape()[axis]
		if s, ok := k.(*py.Slice); ok {
			start, step, count, err := s.Indices(n)
			if err != nil {
				return nil, nil, err
			}
			p := make([]int, count)
			for i := range p {
				p[i] = start + i*step
			}
			take(n, p, true)
			continue
		}
		if i, ok := py.AsInt(k); ok {
			p, err := checked(i, n, axis)
			if err != nil {
				return nil, nil, err
			}
			take(n, []int{p}, false)
			continue
		}
		it, err := asTensor(t, k)
		if err != nil || !it.DType().IsInteger() && it.Len() > 0 {
			return nil, nil, py.IndexErrorf("only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices")
		}
		list := make([]int, it.Len())
		for i := range list {
			if list[i], err = checked(it.Int(i), n, axis); err != nil {
				return nil, nil, err
			}
		}
		if paired { // a second index array goes along with the first
			if len(list) != len(fancy[0]) && len(list) != 1 {
				return nil, nil, py.IndexErrorf("shape mismatch: indexing arrays could not be broadcast together with shapes (%d,) (%d,)", len(fancy[0]), len(list))
			}
			next := make([]int, len(at))
			for i, o := range at {
				next[i] = o*n + list[i%len(list)]
			}
			at = next
			axis++
			continue
		}
		take(n, list, false)
		shape = append(shape, it.Shape()...)
		fancy, paired = append(fancy, list), true
	}
	for axis < x.Rank() {
		whole()
	}
	return at, shape, nil
}

func checked(i int64, n, axis int) (int, error) {
	if i < -int64(n) || i >= int64(n) {
		return 0, py.IndexErrorf("index %d is out of bounds for axis %d with size %d", i, axis, n)
	}
	if i < 0 {
		i += int64(n)
	}
	return int(i), nil
}

// mask gives a boolean index of rank 1 or more, nil for anything else.
func mask(t *thread, k value) *tensor.Tensor {
	switch k.(type) {
	case *op.Array, *py.List, *tensor.Tensor:
		m, err := asTensor(t, k)
		if err == nil && m.DType() == tensor.Bool && m.Rank() > 0 {
			return m
		}
	}
	return nil
}

func index(t *thread, a *op.Array, key value) (value, error) {
	if a.Obj != nil {
		v, err := py.GetItem(t, py.NewList(a.Obj...), key)
		if l, ok := v.(*py.List); ok && err == nil {
			return &op.Array{Obj: l.Items}, nil
		}
		if e, ok := err.(*py.Exc); ok && e.Class == py.IndexErrorClass {
			i, _ := py.AsInt(key)
			return nil, py.IndexErrorf("index %d is out of bounds for axis 0 with size %d", i, len(a.Obj))
		}
		return v, err
	}
	at, shape, err := positions(t, a.T, key)
	if err != nil {
		return nil, err
	}
	z, err := tensor.Pick(t.Ctx, a.T.WithShape([]int{a.T.Len()}), shape, at)
	if err != nil {
		return nil, err
	}
	if z.Rank() == 0 && z.DType() == tensor.String && a.Unicode {
		return z.Str(0), nil
	}
	if z.Rank() == 0 {
		return op.NPScalar(z), nil
	}
	return &op.Array{T: z, Unicode: a.Unicode}, nil
}

// setItem writes into an array: its storage is replaced by a changed copy.
func setItem(t *thread, v, key, val value) error {
	a := v.(*op.Array)
	if a.Obj != nil {
		return py.SetItem(t, &py.List{Items: a.Obj}, key, val)
	}
	at, shape, err := positions(t, a.T, key)
	if err != nil {
		return err
	}
	x, err := asTensor(t, val)
	if err != nil {
		return err
	}
	if x.DType() != a.T.DType() {
		if x, err = tensor.Cast(t.Ctx, x, a.T.DType()); err != nil {
			return py.ValueErrorf("could not convert %s to %s", py.ReprOf(val), a.T.DType())
		}
	}
	y, err := tensor.BroadcastTo(t.Ctx, x, shape)
	if err != nil {
		return py.ValueErrorf("could not broadcast input array from shape %s into shape %s", npShape(x.Shape()), npShape(shape))
	}
	flat := a.T.WithShape([]int{a.T.Len()})
	z, err := tensor.Scatter(t.Ctx, flat, at, 1, y, "update")
	if err != nil {
		return err
	}
	a.T = z.WithShape(a.T.Shape())
	return nil
}
