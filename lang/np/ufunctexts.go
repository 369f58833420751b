package np

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// onTexts computes with strings and records: comparisons, and what texts is for.
func (u *ufunc) onTexts(t *thread, o *operands) ([]*array, error) {
	if len(o.arrays) == 2 && u.isComparison() {
		return u.compareTexts(t, o)
	}
	if u.texts != nil && len(o.arrays) == 2 {
		z, err := u.texts(t, o.arrays[0], o.arrays[1])
		if z != nil || err != nil {
			return []*array{z}, err
		}
	}
	if strings.HasPrefix(u.name, "logical_") && u.nin == 2 {
		b := &operands{}
		for _, a := range o.arrays {
			x, err := truths(t, a)
			if err != nil {
				return nil, err
			}
			b.arrays, b.values = append(b.arrays, x), append(b.values, x)
		}
		return u.numbers(t, b, ndarray.Of(tensor.Bool), &callOptions{})
	}
	return nil, u.refuse(o)
}

func (u *ufunc) compareTexts(t *thread, o *operands) ([]*array, error) {
	a, b := o.arrays[0], o.arrays[1]
	same := a.DType().Kind == b.DType().Kind || a.DType().Kind == 'V' && b.DType().Kind == 'V'
	shape, ok := ndarray.Broadcast(a.Shape(), b.Shape())
	if !ok {
		if u.symbol == "==" || u.symbol == "!=" || same {
			return nil, u.mismatch(o, &callOptions{})
		}
	}
	if !same {
		if u.symbol != "==" && u.symbol != "!=" {
			return nil, u.refuse(o)
		}
		one := tensor.Scalar(u.symbol == "!=")
		z, err := tensor.BroadcastTo(t.Ctx, one, shape)
		return []*array{ndarray.FromTensor(z)}, err
	}
	x, _ := a.BroadcastTo(shape)
	y, _ := b.BroadcastTo(shape)
	if err := room(x.Len()); err != nil {
		return nil, err
	}
	px, pq := x.Places(), y.Places()
	out := make([]bool, len(px))
	for i := range out {
		v, err := py.Binary(t, u.symbol, pyElement(x, px[i]), pyElement(y, pq[i]))
		if err != nil {
			return nil, err
		}
		if out[i], err = py.Truth(t, v); err != nil {
			return nil, err
		}
	}
	return []*array{ndarray.Own(tensor.FromSlice(shape, out))}, nil
}
