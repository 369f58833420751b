// Package ragged is ragged tensors: a row partition over values that are dense or ragged themselves
// (tf.RaggedTensor), and every algorithm on them: gather, index, concat, stack, reduce, sort, mask,
// segments, crosses, products, broadcasts, conversions to and from dense tensors. It does not know
// ops, Python values or printing.
//
// Row splits are the canonical encoding; a uniform row length is kept where it is known. Functions
// take dense and ragged values alike (Value), check what they are given and fail with *tensor.Error
// in TensorFlow's words; those that TensorFlow does not have say so. A value put together by hand
// must be sound: New and the constructors of partitions see to it, Valid looks at the least of it.
package ragged

import "github.com/tfs-lang/tfs/tensor"

// Value is a dense *tensor.Tensor or a *Ragged.
type Value interface {
	DType() tensor.DType
}

// Ragged is a partition over values.
type Ragged struct {
	Part   *Partition
	Values Value
}

// New checks that the values are as many as the rows hold: the size of their first dimension.
func New(values Value, p *Partition) (*Ragged, error) {
	if err := p.valid(); err != nil {
		return nil, err
	}
	if err := Valid(values); err != nil {
		return nil, err
	}
	if n := Rows(values); n != p.NVals() {
		return nil, misfit(p.NVals(), n)
	}
	return &Ragged{p, values}, nil
}

// Rows is the size of the outermost dimension of a value of rank 1 or more.
//
//go:noinline
func Rows(v Value) int {
	if r, ok := v.(*Ragged); ok {
		return r.Part.NRows()
	}
	t := v.(*tensor.Tensor)
	if t.Rank() == 0 {
		return -1
	}
	return t.Shape()[0]
}

// DType is the type of the flat values.
func (r *Ragged) DType() tensor.DType { return r.Values.DType() }

// Flat is the innermost, dense values.
//
//go:noinline
func (r *Ragged) Flat() *tensor.Tensor {
	if in, ok := r.Values.(*Ragged); ok {
		return in.Flat()
	}
	return r.Values.(*tensor.Tensor)
}

// Parts lists the partitions from the outermost in.
func (r *Ragged) Parts() []*Partition {
	if in, ok := r.Values.(*Ragged); ok {
		return append([]*Partition{r.Part}, in.Parts()...)
	}
	return []*Partition{r.Part}
}

// Rank is the ragged rank: the number of partitions.
func (r *Ragged) Rank() int { return len(r.Parts()) }

// Build puts partitions over flat values, the last one innermost.
//
//go:noinline
func Build(flat *tensor.Tensor, parts []*Partition) Value {
	var v Value = flat
	for i := len(parts) - 1; i >= 0; i-- {
		v = &Ragged{parts[i], v}
	}
	return v
}

// WithFlat is the same structure over other flat values of as many rows.
func (r *Ragged) WithFlat(flat *tensor.Tensor) *Ragged { return Build(flat, r.Parts()).(*Ragged) }

// Shape is the static shape: -1 for ragged dimensions.
func (r *Ragged) Shape() []int {
	parts := r.Parts()
	out := []int{parts[0].NRows()}
	for _, p := range parts {
		out = append(out, p.Uniform)
	}
	return append(out, r.Flat().Shape()[1:]...)
}

// Row is row i: dense when the values are, else ragged.
func (r *Ragged) Row(i int) Value { return RowRange(r.Values, int(r.Part.Splits[i]), r.Part.Len(i)) }

// RowRange is n rows of a value from start on.
func RowRange(v Value, start, n int) Value {
	if t, ok := v.(*tensor.Tensor); ok {
		return t.Rows(start, n)
	}
	r := v.(*Ragged)
	base := r.Part.Splits[start]
	splits := make([]int64, n+1)
	for i := range splits {
		splits[i] = r.Part.Splits[start+i] - base
	}
	return &Ragged{&Partition{Splits: splits, Uniform: r.Part.Uniform, DType: r.Part.DType},
		RowRange(r.Values, int(base), int(splits[n]))}
}
