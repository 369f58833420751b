package ragged

import (
	"strconv"

	"github.com/tfs-lang/tfs/tensor"
)

// ShapeOf is the static shape of a value: -1 for ragged dimensions.
func ShapeOf(v Value) []int {
	if r, ok := v.(*Ragged); ok {
		return r.Shape()
	}
	return v.(*tensor.Tensor).Shape()
}

// FlatOf is the innermost, dense values of a value: itself when it is dense.
//
//go:noinline
func FlatOf(v Value) *tensor.Tensor {
	if r, ok := v.(*Ragged); ok {
		return r.Flat()
	}
	return v.(*tensor.Tensor)
}

// RowOf is row i of a value of rank 1 or more.
func RowOf(v Value, i int) Value {
	if r, ok := v.(*Ragged); ok {
		return r.Row(i)
	}
	return v.(*tensor.Tensor).Row(i)
}

// Place puts rows in the places of the elements of a value: row i of rows stands where flat
// element i of like does. The new partitions have the type d.
func Place(like, rows Value, d tensor.DType) Value {
	if rows == nil {
		return nil
	}
	var parts []*Partition
	dims := ShapeOf(like)
	if len(dims) == 0 { // one row, itself
		switch x := rows.(type) {
		case *Ragged:
			return x.Values
		case *tensor.Tensor:
			return x.WithShape(x.Shape()[1:])
		}
	}
	n := dims[0]
	if r, ok := like.(*Ragged); ok {
		parts = r.Parts()
		dims = r.Flat().Shape()
		n = dims[0]
	}
	if x, dense := rows.(*tensor.Tensor); dense {
		if len(parts) == 0 || len(dims) > 1 {
			x = x.WithShape(append(append([]int(nil), dims...), x.Shape()[1:]...))
		}
		return Build(x, parts)
	}
	for _, k := range dims[1:] {
		parts = append(parts[:len(parts):len(parts)], UniformRows(k, n, d))
		n *= k
	}
	return under(parts, rows)
}

// under puts partitions over values, which may be ragged.
func under(parts []*Partition, v Value) Value {
	for i := len(parts) - 1; i >= 0; i-- {
		v = &Ragged{parts[i], v}
	}
	return v
}

// Flats is the structure that several ragged tensors share: it takes their flat values for a
// function of dense tensors and puts its result back (tf.ragged.map_flat_values).
type Flats struct {
	all   []*Ragged
	sizes []int
}

// Add gives the flat values of a ragged tensor and keeps its structure.
func (m *Flats) Add(r *Ragged) *tensor.Tensor {
	m.all = append(m.all, r)
	flat := r.Flat()
	n := flat.Shape()[0]
	for _, k := range m.sizes {
		if k == n {
			return flat
		}
	}
	m.sizes = append(m.sizes, n)
	return flat
}

// Len is how many ragged tensors there are.
func (m *Flats) Len() int { return len(m.all) }

// Check tells whether the flat values pair up: as many, with row splits of one type.
func (m *Flats) Check() error {
	if len(m.sizes) > 1 {
		out := ""
		for i, n := range m.sizes {
			if i > 0 {
				out += ", "
			}
			out += strconv.Itoa(n)
		}
		return tensor.Failf(tensor.ValueError,
			"Input RaggedTensors' flat_values must all have the same outer-dimension size.  Got sizes: {%s}", out)
	}
	for _, r := range m.all {
		if r.Part.DType != m.all[0].Part.DType {
			return tensor.Failf(tensor.ValueError, "Input RaggedTensors have mismatched row partition dtypes; "+
				"use RaggedTensor.with_row_splits_dtype() to convert them to compatible dtypes.")
		}
	}
	return nil
}

// Wrap gives flat values the structure, which all ragged tensors must share.
func (m *Flats) Wrap(flat *tensor.Tensor) (*Ragged, error) {
	like := m.all[0]
	n := like.Flat().Shape()[0]
	if flat.Rank() == 0 || flat.Shape()[0] != n {
		return nil, tensor.Failf(tensor.ValueError, "tf.ragged.map_flat_values requires that the output of `op` have "+
			"the same outer-dimension size as flat_values of any ragged inputs. (output shape: %s; "+
			"expected outer dimension size: %d)", tensor.KnownShape(flat.Shape()), n)
	}
	for _, r := range m.all[1:] {
		if r.Rank() != like.Rank() {
			return nil, tensor.Failf(tensor.ValueError, "All ragged inputs must have the same ragged_rank.")
		}
		a, b := like.Parts(), r.Parts()
		for i := range a {
			if !a[i].Same(b[i]) {
				return nil, tensor.OpErrorf(tensor.NoOp, "incompatible row_splits\n%s",
					Different(a[i].Splits, b[i].Splits))
			}
		}
	}
	return like.WithFlat(flat), nil
}
