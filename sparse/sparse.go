// Package sparse is sparse tensors in coordinate form (tf.SparseTensor): where the values
// are, the values, and the shape. It knows conversions, order and arithmetic on coordinates.
// It does not know ops, Python values or printing.
package sparse

import (
	"context"
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// Sparse holds n values of a tensor of the given shape: value i is at the coordinates
// Indices[i*rank : (i+1)*rank]. The order is the user's; most kernels want it row-major.
type Sparse struct {
	Indices []int64
	Values  *tensor.Tensor // rank 1
	Shape   []int64
}

// DType is the type of the values.
func (s *Sparse) DType() tensor.DType { return s.Values.DType() }

// Rank is the number of dimensions.
func (s *Sparse) Rank() int { return len(s.Shape) }

// Len is the number of values.
func (s *Sparse) Len() int { return s.Values.Len() }

// At is the coordinates of value i.
//
//go:noinline
func (s *Sparse) At(i int) []int64 { return s.Indices[i*s.Rank() : (i+1)*s.Rank()] }

// IndexTensor is the coordinates as a matrix.
func (s *Sparse) IndexTensor() *tensor.Tensor {
	return tensor.FromSlice([]int{s.Len(), s.Rank()}, s.Indices)
}

// ShapeTensor is the dense shape as a vector.
func (s *Sparse) ShapeTensor() *tensor.Tensor { return tensor.Vector(s.Shape) }

// Dims is the dense shape as ints.
//
//go:noinline
func (s *Sparse) Dims() []int {
	out := make([]int, len(s.Shape))
	for i, d := range s.Shape {
		out[i] = int(d)
	}
	return out
}

// WithValues is the same coordinates with other values.
//
//go:noinline
func (s *Sparse) WithValues(v *tensor.Tensor) *Sparse { return &Sparse{s.Indices, v, s.Shape} }

// Pick keeps the values at the given positions, in that order.
func (s *Sparse) Pick(ctx context.Context, at []int64) (*Sparse, error) {
	v, err := tensor.Gather(ctx, s.Values, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	idx := make([]int64, 0, len(at)*s.Rank())
	for _, i := range at {
		idx = append(idx, s.At(int(i))...)
	}
	return &Sparse{idx, v, s.Shape}, nil
}

// Order gives the positions of the values in row-major order; equal coordinates keep theirs.
func (s *Sparse) Order() []int64 {
	at := make([]int64, s.Len())
	for i := range at {
		at[i] = int64(i)
	}
	slices.SortStableFunc(at, func(a, b int64) int { return slices.Compare(s.At(int(a)), s.At(int(b))) })
	return at
}

// Sorted tells whether the coordinates rise.
func (s *Sparse) Sorted() bool {
	for i := 1; i < s.Len(); i++ {
		if slices.Compare(s.At(i-1), s.At(i)) >= 0 {
			return false
		}
	}
	return true
}

// Reorder puts the values, of any dtype, in row-major order of their coordinates; equals keep theirs
// (tf.sparse.reorder).
func (s *Sparse) Reorder(ctx context.Context) (*Sparse, error) { return s.Pick(ctx, s.Order()) }

// Linear is the row-major position of each value in the dense tensor.
func (s *Sparse) Linear() []int64 {
	out := make([]int64, s.Len())
	for i := range out {
		p := int64(0)
		for k, c := range s.At(i) {
			p = p*s.Shape[k] + c
		}
		out[i] = p
	}
	return out
}

// Outside gives the first value whose coordinates lie outside the shape, or -1.
func (s *Sparse) Outside() int {
	for i := range s.Len() {
		for k, c := range s.At(i) {
			if c < 0 || c >= s.Shape[k] {
				return i
			}
		}
	}
	return -1
}

// ToDense is a dense tensor with def wherever no value is. Coordinates must be inside; of
// values at the same place the last one stays.
func (s *Sparse) ToDense(ctx context.Context, def *tensor.Tensor) (*tensor.Tensor, error) {
	dims := s.Dims()
	z, err := tensor.Fill(ctx, dims, def)
	if err != nil || s.Len() == 0 {
		return z, err
	}
	at := make([]int, s.Len())
	for i, p := range s.Linear() {
		at[i] = int(p)
	}
	return tensor.Scatter(ctx, z, at, 1, s.Values, tensor.UpdateSet)
}

// FromDense keeps the values at row-major positions of a dense tensor of any dtype and shape, in their order. A
// position outside is an error.
func FromDense(ctx context.Context, x *tensor.Tensor, at []int64) (*Sparse, error) {
	flat := x.WithShape([]int{x.Len()})
	v, err := tensor.Gather(ctx, flat, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	shape := make([]int64, x.Rank())
	for i, d := range x.Shape() {
		shape[i] = int64(d)
	}
	return &Sparse{Coordinates(at, shape), v, shape}, nil
}

// Coordinates turns row-major positions into coordinates.
func Coordinates(at, shape []int64) []int64 {
	r := len(shape)
	out := make([]int64, len(at)*r)
	for i, p := range at {
		for k := r - 1; k >= 0; k-- {
			out[i*r+k] = p % shape[k]
			p /= shape[k]
		}
	}
	return out
}

// NonZero keeps the elements of a dense tensor that are not zero, or not empty (tf.sparse.from_dense).
func NonZero(ctx context.Context, x *tensor.Tensor) (*Sparse, error) {
	if x == nil {
		return nil, valueError("the dense tensor is nil")
	}
	zero := tensor.StringScalar("")
	if x.DType() != tensor.String {
		var err error
		if zero, err = tensor.New(x.DType(), nil); err != nil {
			return nil, err
		}
	}
	mark, err := tensor.NotEqual(ctx, x, zero)
	if err != nil {
		return nil, err
	}
	var at []int64
	for i, m := range tensor.Slice[bool](mark) {
		if m {
			at = append(at, int64(i))
		}
	}
	return FromDense(ctx, x, at)
}
