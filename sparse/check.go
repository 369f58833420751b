package sparse

import (
	"context"
	"slices"
	"strconv"

	"github.com/tfs-lang/tfs/tensor"
)

// New makes a sparse tensor of a matrix of coordinates (int64, a row for each value), a vector of
// values and a dense shape (int64), whose sizes must fit (tf.SparseTensor). Like TensorFlow it does not
// look at the coordinates: InBounds does, and every function that needs it.
func New(indices, values, shape *tensor.Tensor) (*Sparse, error) {
	for _, x := range []struct {
		t    *tensor.Tensor
		rank int
		what string
	}{{indices, 2, "indices"}, {values, 1, "values"}, {shape, 1, "dense_shape"}} {
		if x.t == nil {
			return nil, valueError("the %s of a sparse tensor are nil", x.what)
		}
		if x.t.Rank() != x.rank {
			return nil, valueError("Shape %s must have rank %d", tensor.KnownShape(x.t.Shape()), x.rank)
		}
		if x.what != "values" && x.t.DType() != tensor.Int64 {
			return nil, valueError("%s must be int64, not %s", x.what, x.t.DType())
		}
	}
	if n := indices.Shape()[0]; n != values.Len() {
		return nil, valueError("Dimensions %d and %d are not compatible", n, values.Len())
	}
	if n := indices.Shape()[1]; n != shape.Len() {
		return nil, valueError("Dimensions %d and %d are not compatible", n, shape.Len())
	}
	return &Sparse{tensor.Slice[int64](indices), values, tensor.Slice[int64](shape)}, nil
}

// Valid tells what is wrong with a sparse tensor that was put together by hand: no values, or another
// number of coordinates than they have. It does not look at the coordinates.
func (s *Sparse) Valid() error {
	switch {
	case s == nil || s.Values == nil:
		return valueError("a sparse tensor is nil")
	case s.Values.Rank() != 1 || len(s.Indices) != s.Values.Len()*len(s.Shape):
		return valueError("a sparse tensor of shape [%s] has %d coordinates for %d values",
			Commas(s.Shape), len(s.Indices), s.Values.Len())
	}
	return nil
}

// InBounds refuses sparse tensors whose parts do not fit together (see Valid) and coordinates outside the dense shape;
// the error names the first.
func (s *Sparse) InBounds() error {
	if err := s.Valid(); err != nil {
		return err
	}
	i := s.Outside()
	if i < 0 {
		return nil
	}
	return tensor.Errorf("indices[%d] = [%s] is out of bounds: need 0 <= index < [%s]", i, Commas(s.At(i)),
		Commas(s.Shape))
}

// Ordered refuses coordinates outside the shape, repeated ones, and any order but the row-major one.
func (s *Sparse) Ordered() error {
	if err := s.Valid(); err != nil {
		return err
	}
	for i := range s.Len() {
		at := s.At(i)
		for d, n := range at {
			if n < 0 || n >= s.Shape[d] {
				return tensor.Errorf("indices[%d] = [%s] is out of bounds: need 0 <= index < [%s]", i, Commas(at),
					Commas(s.Shape))
			}
		}
		if i == 0 {
			continue
		}
		switch slices.Compare(s.At(i-1), at) {
		case 0:
			return tensor.Errorf("indices[%d] = [%s] is repeated", i, Commas(at))
		case 1:
			return tensor.Errorf("indices[%d] = [%s] is out of order. Many sparse ops require sorted indices.\n"+
				"    Use `tf.sparse.reorder` to create a correctly ordered copy.\n    ", i, Commas(at))
		}
	}
	return nil
}

// Commas joins numbers as TensorFlow's kernels print shapes.
func Commas[T int | int64](v []T) string { return spell(v, ",") }

func spell[T int | int64](v []T, sep string) string {
	out := ""
	for i, n := range v {
		if i > 0 {
			out += sep
		}
		out += strconv.FormatInt(int64(n), 10)
	}
	return out
}

//go:noinline
func valueError(format string, args ...any) error {
	return tensor.Failf(tensor.ValueError, format, args...)
}

// steps chains calculations: after a failure every step gives nil, and err is the first failure.
type steps struct {
	ctx context.Context
	err error
}

//go:noinline
func (k *steps) do(f func() (*tensor.Tensor, error)) *tensor.Tensor {
	if k.err != nil {
		return nil
	}
	z, err := f()
	k.err = err
	return z
}

func (k *steps) bin(f tensor.Func2, x, y *tensor.Tensor) *tensor.Tensor {
	return k.do(func() (*tensor.Tensor, error) { return f(k.ctx, x, y) })
}

func (k *steps) un(f tensor.Func1, x *tensor.Tensor) *tensor.Tensor {
	return k.do(func() (*tensor.Tensor, error) { return f(k.ctx, x) })
}

func (k *steps) pick(x *tensor.Tensor, at []int64) *tensor.Tensor {
	return k.do(func() (*tensor.Tensor, error) { return tensor.Gather(k.ctx, x, tensor.Vector(at), 0, 0) })
}

// fold folds the rows of x whose ids agree into n rows.
func (k *steps) fold(by tensor.Fold, x *tensor.Tensor, ids []int64, n int, empty *tensor.Tensor) *tensor.Tensor {
	return k.do(func() (*tensor.Tensor, error) {
		z, _, err := tensor.Segment(k.ctx, by, x, ids, n, empty)
		return z, err
	})
}
