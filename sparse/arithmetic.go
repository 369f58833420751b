package sparse

import (
	"context"
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// merged is two sparse tensors walked in row-major order: x and y are positions in the values of the
// first followed by those of the second and one zero.
type merged struct {
	idx  []int64
	x, y []int64
}

func merge(a, b *Sparse) merged {
	var m merged
	zero := int64(a.Len() + b.Len())
	i, j := 0, 0
	for i < a.Len() || j < b.Len() {
		cmp := -1
		switch {
		case i == a.Len():
			cmp = 1
		case j < b.Len():
			cmp = slices.Compare(a.At(i), b.At(j))
		}
		x, y := zero, zero
		if cmp <= 0 {
			x = int64(i)
			m.idx = append(m.idx, a.At(i)...)
			i++
		}
		if cmp >= 0 {
			y = int64(a.Len() + j)
			if cmp > 0 {
				m.idx = append(m.idx, b.At(j)...)
			}
			j++
		}
		m.x, m.y = append(m.x, x), append(m.y, y)
	}
	return m
}

// pairs gives the values of both operands at the merged places, 0 where absent.
func (k *steps) pairs(a, b *Sparse, m merged) (x, y *tensor.Tensor) {
	zero := k.do(func() (*tensor.Tensor, error) { return tensor.New(a.DType(), []int{1}) })
	all := k.do(func() (*tensor.Tensor, error) {
		return tensor.Concat(k.ctx, []*tensor.Tensor{a.Values, b.Values, zero}, 0)
	})
	return k.pick(all, m.x), k.pick(all, m.y)
}

// sound checks that operands are valid and of one type.
func sound(op string, a, b *Sparse) error {
	for _, s := range []*Sparse{a, b} {
		if err := s.Valid(); err != nil {
			return err
		}
	}
	if a.DType() != b.DType() {
		return tensor.WrongType(op, 4, b.DType(), a.DType())
	}
	return nil
}

// Add adds two sparse tensors of one shape, whose values are in row-major order, and keeps the sums
// that are at least threshold in size, a real scalar; nil keeps all (SparseAdd).
func Add(ctx context.Context, a, b *Sparse, threshold *tensor.Tensor) (*Sparse, error) {
	if err := sound("SparseAdd", a, b); err != nil {
		return nil, err
	}
	if a.Rank() != b.Rank() {
		return nil, tensor.Errorf("Ranks of input tensors must match, but saw ranks: %d and %d", a.Rank(), b.Rank())
	}
	for i, n := range a.Shape {
		if n != b.Shape[i] {
			return nil, tensor.Errorf("Operands' shapes do not match: got %d and %d for dimension %d", n, b.Shape[i], i)
		}
	}
	k := &steps{ctx: ctx}
	m := merge(a, b)
	x, y := k.pairs(a, b, m)
	sum := k.bin(tensor.Add, x, y)
	if threshold == nil || k.err != nil {
		return &Sparse{m.idx, sum, a.Shape}, k.err
	}
	size := sum
	if !a.DType().IsUnsigned() {
		size = k.un(tensor.Abs, sum)
	}
	keep := k.bin(tensor.GreaterEqual, size, threshold)
	if k.err != nil {
		return nil, k.err
	}
	return Retain(ctx, &Sparse{m.idx, sum, a.Shape}, tensor.Slice[bool](keep))
}

// AddDense adds a sparse tensor to a dense one of its type and shape (SparseTensorDenseAdd).
func AddDense(ctx context.Context, s *Sparse, d *tensor.Tensor) (*tensor.Tensor, error) {
	const op = "SparseTensorDenseAdd"
	if err := s.Valid(); err != nil {
		return nil, err
	}
	if d == nil || d.DType() != s.DType() {
		return nil, valueError("the dense tensor must be of type %s", s.DType())
	}
	if d.Rank() != s.Rank() {
		return nil, tensor.OpErrorf(op, "Two operands have different ranks; received: %d and %d", s.Rank(), d.Rank())
	}
	for i, n := range s.Shape {
		if n != int64(d.Shape()[i]) {
			return nil, tensor.OpErrorf(op,
				"Dimension %d does not equal (no broadcasting is supported): sparse side %d vs dense side %d", i, n, d.Shape()[i])
		}
	}
	if err := named(op, s.InBounds()); err != nil {
		return nil, err
	}
	at := make([]int, s.Len())
	for i, p := range s.Linear() {
		at[i] = int(p)
	}
	z, err := tensor.Scatter(ctx, d, at, 1, s.Values, tensor.UpdateAdd)
	return z, named(op, err)
}

// named makes a failure that of the kernel TensorFlow runs there.
func named(op string, err error) error {
	if e, ok := err.(*tensor.Error); ok && e.Op == "" {
		again := *e
		again.Op = op
		return &again
	}
	return err
}

// Maximum takes the greater values of two sparse tensors of one shape and one dtype of real numbers; what is absent
// counts as 0 (SparseSparseMaximum).
func Maximum(ctx context.Context, a, b *Sparse) (*Sparse, error) {
	return combine(ctx, "SparseSparseMaximum", tensor.Maximum, a, b)
}

// Minimum takes the lesser values: see Maximum (SparseSparseMinimum).
func Minimum(ctx context.Context, a, b *Sparse) (*Sparse, error) {
	return combine(ctx, "SparseSparseMinimum", tensor.Minimum, a, b)
}

func combine(ctx context.Context, op string, f tensor.Func2, a, b *Sparse) (*Sparse, error) {
	if err := sound(op, a, b); err != nil {
		return nil, err
	}
	if a.Rank() != b.Rank() {
		return nil, tensor.Errorf("Operands should have the same ranks; got shapes: %s and %s", Commas(a.Shape),
			Commas(b.Shape))
	}
	for i, n := range a.Shape {
		if n != b.Shape[i] {
			return nil, tensor.Errorf("Operands' shapes do not match: got %d and %d for dimension %d", n, b.Shape[i], i)
		}
	}
	k := &steps{ctx: ctx}
	m := merge(a, b)
	x, y := k.pairs(a, b, m)
	z := k.bin(f, x, y)
	if k.err != nil {
		return nil, k.err
	}
	return &Sparse{m.idx, z, a.Shape}, nil
}

// MulDense multiplies the values by those of a dense tensor that broadcasts to the sparse one
// (SparseDenseCwiseMul); DivDense divides them, integers towards zero (SparseDenseCwiseDiv).
func MulDense(ctx context.Context, s *Sparse, d *tensor.Tensor) (*Sparse, error) {
	return withDense(ctx, "SparseDenseCwiseMul", tensor.Mul, s, d)
}

// SumDense adds to the values those of a dense tensor: see MulDense (SparseDenseCwiseAdd).
func SumDense(ctx context.Context, s *Sparse, d *tensor.Tensor) (*Sparse, error) {
	return withDense(ctx, "SparseDenseCwiseAdd", tensor.Add, s, d)
}

// DivDense divides the values by those of a dense tensor: see MulDense.
func DivDense(ctx context.Context, s *Sparse, d *tensor.Tensor) (*Sparse, error) {
	div := tensor.Div
	if s != nil && s.Values != nil && s.DType().IsInteger() {
		div = tensor.TruncateDiv
	}
	return withDense(ctx, "SparseDenseCwiseDiv", func(ctx context.Context, x, y *tensor.Tensor) (*tensor.Tensor, error) {
		for i := range y.Len() {
			if y.Complex(i) == 0 {
				return nil, tensor.OpErrorf("SparseDenseCwiseDiv",
					"SparseDenseCwiseDiv cannot divide by zero,but input dense tensor contains zero")
			}
		}
		return div(ctx, x, y)
	}, s, d)
}

func withDense(ctx context.Context, op string, f tensor.Func2, s *Sparse, d *tensor.Tensor) (*Sparse, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	if d == nil || d.DType() != s.DType() {
		return nil, valueError("the dense tensor must be of type %s", s.DType())
	}
	dims := s.Dims()
	both, err := tensor.BroadcastShape(d.Shape(), dims)
	if err != nil || !tensor.SameShape(both, dims) {
		return nil, tensor.OpErrorf(op, "SparseDenseBinaryOpShared broadcasts dense to sparse only; "+
			"got incompatible shapes: [%s] vs. [%s]", Commas(s.Shape), Commas(d.Shape()))
	}
	if s.Outside() >= 0 {
		return nil, tensor.OpErrorf(op, "indices are out of bounds")
	}
	k := &steps{ctx: ctx}
	z := k.bin(f, s.Values, k.pick(d.WithShape([]int{d.Len()}), s.within(d.Shape())))
	if k.err != nil {
		return nil, named(op, k.err)
	}
	return s.WithValues(z), nil
}

// within is where each value stands in a dense tensor of the shape, which broadcasts to that of s.
func (s *Sparse) within(shape []int) []int64 {
	out := make([]int64, s.Len())
	for i := range out {
		at := s.At(i)[s.Rank()-len(shape):]
		for k, n := range shape {
			if out[i] *= int64(n); n > 1 {
				out[i] += at[k]
			}
		}
	}
	return out
}

// Reduce folds the axes marked in reduced by FoldSum or FoldMax; what is absent does not count. With keep they
// stay, of size 1 (SparseReduceSumSparse, SparseReduceMaxSparse).
func Reduce(ctx context.Context, by tensor.Fold, s *Sparse, reduced []bool, keep bool) (*Sparse, error) {
	if by != tensor.FoldSum && by != tensor.FoldMax {
		return nil, valueError("sparse tensors have no reduction %s", by)
	}
	if err := s.InBounds(); err != nil {
		return nil, err
	}
	if len(reduced) != s.Rank() {
		return nil, valueError("there must be a mark for each of the %d dimensions, got %d", s.Rank(), len(reduced))
	}
	var shape []int64
	for i, n := range s.Shape {
		if !reduced[i] {
			shape = append(shape, n)
		} else if keep {
			shape = append(shape, 1)
		}
	}
	linear := make([]int64, s.Len())
	for i := range linear {
		for d, n := range s.At(i) {
			if !reduced[d] {
				linear[i] = linear[i]*s.Shape[d] + n
			}
		}
	}
	places := slices.Clone(linear)
	slices.Sort(places)
	places = slices.Compact(places)
	ids := make([]int64, len(linear))
	for i, p := range linear {
		at, _ := slices.BinarySearch(places, p)
		ids[i] = int64(at)
	}
	k := &steps{ctx: ctx}
	zero := k.do(func() (*tensor.Tensor, error) { return tensor.New(s.DType(), nil) })
	v := k.fold(by, s.Values, ids, len(places), zero)
	if k.err != nil {
		return nil, k.err
	}
	return &Sparse{Coordinates(places, shape), v, shape}, nil
}

// MatMul multiplies a sparse matrix by a dense one of its type; either may be taken as its adjoint
// (SparseTensorDenseMatMul).
func MatMul(ctx context.Context, s *Sparse, b *tensor.Tensor, adjointA, adjointB bool) (*tensor.Tensor, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	switch {
	case b == nil:
		return nil, valueError("the dense matrix is nil")
	case b.DType() != s.DType():
		return nil, tensor.WrongType("SparseTensorDenseMatMul", 3, b.DType(), s.DType())
	case s.Rank() != 2:
		return nil, tensor.Errorf("Tensor 'a_shape' must have 2 elements")
	case b.Rank() != 2:
		return nil, tensor.Errorf("Tensor 'b' is not a matrix")
	}
	k := &steps{ctx: ctx}
	if adjointB {
		b = k.adjoint(k.do(func() (*tensor.Tensor, error) { return tensor.Transpose(ctx, b, []int{1, 0}) }))
	}
	rows, inner, row, col := s.Shape[0], s.Shape[1], 0, 1
	values := s.Values
	if adjointA {
		rows, inner, row, col = inner, rows, 1, 0
		values = k.adjoint(values)
	}
	if k.err != nil {
		return nil, k.err
	}
	if int64(b.Shape()[0]) != inner {
		return nil, tensor.Errorf("Cannot multiply A and B because inner dimension does not match: %d vs. %d.  "+
			"Did you forget a transpose?  Dimensions of A: [%d, %d).  Dimensions of B: %s",
			inner, b.Shape()[0], s.Shape[0], s.Shape[1], tensor.ShapeString(b.Shape()))
	}
	from, ids := make([]int64, s.Len()), make([]int64, s.Len())
	for i := range s.Len() {
		at := s.At(i)
		from[i], ids[i] = at[col], at[row]
		if at[col] < 0 || at[col] >= inner {
			return nil, tensor.Errorf("k (%d) from index[%d,%d] out of bounds (>=%d)", at[col], i, col, inner)
		}
		if at[row] < 0 || at[row] >= rows {
			return nil, tensor.Errorf("m (%d) from index[%d,%d] out of bounds (>=%d)", at[row], i, row, rows)
		}
	}
	if err := tensor.Room(int(rows), 8, "the rows of a product"); err != nil {
		return nil, err
	}
	terms := k.bin(tensor.Mul, k.pick(b, from), values.WithShape([]int{values.Len(), 1}))
	zero := k.do(func() (*tensor.Tensor, error) { return tensor.New(s.DType(), nil) })
	z := k.fold(tensor.FoldSum, terms, ids, int(rows), zero)
	return z, k.err
}

// adjoint conjugates complex values.
func (k *steps) adjoint(x *tensor.Tensor) *tensor.Tensor {
	if k.err == nil && x.DType().IsComplex() {
		return k.un(tensor.Conj, x)
	}
	return x
}

// Softmax is softmax over the values of each last dimension, whose coordinates must lie together
// (SparseSoftmax).
func Softmax(ctx context.Context, s *Sparse) (*Sparse, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	if !s.DType().IsFloating() {
		return nil, tensor.BadType("SparseSoftmax", "T", s.DType())
	}
	if s.Rank() < 2 {
		return nil, tensor.Errorf("Input should have rank >= 2, but received shape: %s", Commas(s.Shape))
	}
	groups := make([]int64, s.Len())
	n := 0
	for i := range groups {
		if i > 0 && !slices.Equal(s.At(i)[:s.Rank()-1], s.At(i - 1)[:s.Rank()-1]) {
			n++
		}
		groups[i] = int64(n)
	}
	k := &steps{ctx: ctx}
	lo, _ := s.DType().FloatRange()
	least := k.do(func() (*tensor.Tensor, error) { return tensor.Cast(ctx, tensor.Scalar(lo), s.DType()) })
	top := k.pick(k.fold(tensor.FoldMax, s.Values, groups, n+1, least), groups)
	e, sums := k.exponentials(k.bin(tensor.Sub, s.Values, top), groups, n+1)
	one := k.do(func() (*tensor.Tensor, error) { return tensor.Cast(ctx, tensor.Scalar(1.0), s.DType()) })
	z := k.bin(tensor.Mul, e, k.pick(k.bin(tensor.Div, one, sums), groups))
	if k.err != nil {
		return nil, k.err
	}
	return s.WithValues(z), nil
}

// exponentials are those of each of n groups of neighbours and their sums, computed by group as TensorFlow does: how an
// element is rounded depends on its place in its group.
func (k *steps) exponentials(x *tensor.Tensor, groups []int64, n int) (e, sums *tensor.Tensor) {
	if k.err != nil || len(groups) == 0 {
		return x, x
	}
	each, all := make([]*tensor.Tensor, 0, n), make([]*tensor.Tensor, 0, n)
	for lo := 0; lo < len(groups) && k.err == nil; {
		hi := lo + 1
		for hi < len(groups) && groups[hi] == groups[lo] {
			hi++
		}
		part := k.un(tensor.Exp, x.Rows(lo, hi-lo))
		each = append(each, part)
		all = append(all, k.do(func() (*tensor.Tensor, error) {
			return tensor.Reduce(k.ctx, tensor.FoldSum, part, []bool{true}, true)
		}))
		lo = hi
	}
	e = k.do(func() (*tensor.Tensor, error) { return tensor.Concat(k.ctx, each, 0) })
	sums = k.do(func() (*tensor.Tensor, error) { return tensor.Concat(k.ctx, all, 0) })
	return e, sums
}
