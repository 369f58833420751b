package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// MatMul multiplies the matrices of two batches, which may be ragged (tf.linalg.matmul of ragged
// tensors). Beyond TensorFlow, the inner dimensions of the two matrices of a batch may be ragged as
// long as they agree.
func MatMul(ctx context.Context, a, b Value) (Value, error) {
	return MatMulWith(ctx, a, b, false, func(x, y *tensor.Tensor) (*tensor.Tensor, error) {
		n, m := x.Shape()[x.Rank()-1], y.Shape()[y.Rank()-2]
		if n != m {
			return nil, tensor.OpErrorf("MatMul", "Matrix size-incompatible: In[0]: %s, In[1]: %s",
				tensor.ShapeString(x.Shape()), tensor.ShapeString(y.Shape()))
		}
		return tensor.MatMul(ctx, x, y)
	})
}

// MatMulWith is MatMul with a function for two dense matrices; turned tells that it transposes one of
// them, so that the columns of the products may differ in number.
func MatMulWith(ctx context.Context, a, b Value, turned bool,
	dense func(x, y *tensor.Tensor) (*tensor.Tensor, error)) (Value, error) {
	for _, v := range []Value{a, b} {
		if err := Valid(v); err != nil {
			return nil, err
		}
	}
	switch {
	case a.DType() != b.DType():
		return nil, valueError("`a` and `b` must have the same dtype.")
	case NDims(a) != NDims(b), NDims(a) < 2:
		return nil, valueError("`a` and `b` must have the same rank.")
	case NDims(a) > 2: // matrices are padded one by one
		if err := MatchSplits(a, b); err != nil {
			return nil, err
		}
	}
	m := &product{ctx, turned, dense}
	return m.batch(a, b)
}

type product struct {
	ctx    context.Context
	turned bool
	dense  func(x, y *tensor.Tensor) (*tensor.Tensor, error)
}

func (m *product) batch(a, b Value) (Value, error) {
	d := SplitsType(a, b)
	if NDims(a) == 2 {
		return m.matrices(a, b)
	}
	x, err := Deepen(a, 1, d)
	if err != nil {
		return nil, err
	}
	y, err := Deepen(b, 1, d)
	if err != nil {
		return nil, err
	}
	xr, yr := x.(*Ragged), y.(*Ragged)
	if NDims(a) > 3 {
		if err := SameSplits(xr, yr, "Batch dimensions of `a` and `b` do not have the same size."); err != nil {
			return nil, err
		}
		z, err := m.batch(xr.Values, yr.Values)
		if err != nil {
			return nil, err
		}
		return &Ragged{xr.Part, z}, nil
	}
	n := xr.Part.NRows()
	if yr.Part.NRows() != n {
		return nil, assertion(
			"Batch dimensions of `a` and `b` do not have the same size.%s",
			Compared("==", n, yr.Part.NRows()),
		)
	}
	parts := make([]Value, n)
	for i := range n {
		if parts[i], err = m.batch(xr.Row(i), yr.Row(i)); err != nil {
			return nil, err
		}
	}
	br, bRagged := b.(*Ragged)
	return m.stack(parts, a, bRagged && (br.Rank() == 2 || m.turned), d)
}

// matrices multiplies two matrices, which must be rectangular.
func (m *product) matrices(a, b Value) (Value, error) {
	var in [2]*tensor.Tensor
	for i, v := range []Value{a, b} {
		r, ok := v.(*Ragged)
		if !ok {
			in[i] = v.(*tensor.Tensor)
			continue
		}
		z, err := r.ToTensor(m.ctx, nil, tensor.PartialShape{})
		if err != nil {
			return nil, err
		}
		if z.Len() != r.Flat().Len() {
			return nil, assertion("The matrices in `a` and `b` may not be ragged in their innermost dimension.%s",
				Compared("==", r.Flat().Len(), z.Len()))
		}
		in[i] = z
	}
	z, err := m.dense(in[0], in[1])
	if err != nil {
		return nil, err
	}
	return z, nil
}

// stack joins the products of the batches: two tells whether their columns differ.
func (m *product) stack(parts []Value, a Value, two bool, d tensor.DType) (Value, error) {
	lengths := make([]int64, len(parts))
	for i, z := range parts {
		lengths[i] = int64(Rows(z))
		if two {
			r, err := Deepen(z, 1, d)
			if err != nil {
				return nil, err
			}
			in := r.(*Ragged)
			parts[i] = &Ragged{Of(in.Part.Splits, d), in.Values}
		}
	}
	if len(parts) == 0 {
		flat, err := tensor.New(a.DType(), []int{0, 0})
		if err != nil {
			return nil, err
		}
		return &Ragged{Of([]int64{0}, d), flat}, nil
	}
	if !two { // the product of no rows has no columns to agree on
		width := 0
		for _, z := range parts {
			width = max(width, z.(*tensor.Tensor).Shape()[1])
		}
		for i, z := range parts {
			if x := z.(*tensor.Tensor); x.Len() == 0 {
				parts[i] = x.WithShape([]int{0, width})
			}
		}
	}
	all, err := appended(m.ctx, parts)
	if err != nil {
		return nil, err
	}
	return &Ragged{Lengths(lengths, d), all}, nil
}
