package sparse

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// ExpandDims puts in a dimension of size 1 at an axis, counted from the end when it is negative
// (tf.sparse.expand_dims).
func ExpandDims(s *Sparse, axis int) (*Sparse, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	r := s.Rank()
	if axis < 0 {
		axis += r + 1
	}
	if axis < 0 || axis > r {
		return nil, tensor.Errorf("axis must be in range [%d, %d]", -r-1, r)
	}
	idx := make([]int64, 0, s.Len()*(r+1))
	for i := range s.Len() {
		at := s.At(i)
		idx = append(append(append(idx, at[:axis]...), 0), at[axis:]...)
	}
	return &Sparse{idx, s.Values, slices.Insert(slices.Clone(s.Shape), axis, 1)}, nil
}

// Reshape gives the values another shape of as many elements; one size may be -1, what is left
// (SparseReshape).
func Reshape(s *Sparse, shape []int64) (*Sparse, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	shape = slices.Clone(shape)
	size, known, implied := int64(1), int64(1), -1
	times := func(a *int64, n int64) error {
		z, ok := tensor.Times(int(*a), int(n))
		if n < 0 || !ok {
			product := int64(-1) // as TensorFlow finds it: where it would pass 64 bits, else with its sign
			if hi, lo := bits.Mul64(uint64(*a), uint64(n)); hi == 0 {
				product = int64(lo)
			}
			return tensor.Errorf("Encountered overflow when multiplying %d with %d, result: %d", *a, n, product)
		}
		*a = int64(z)
		return nil
	}
	for _, n := range s.Shape {
		if err := times(&size, n); err != nil {
			return nil, err
		}
	}
	for i, n := range shape {
		switch {
		case n == -1 && implied >= 0:
			return nil, tensor.Errorf("only one output dimension may be -1, not both %d and %d", implied, i)
		case n == -1:
			implied = i
		case n < 0:
			return nil, tensor.Errorf("size %d must be non-negative, not %d", i, n)
		default:
			if err := times(&known, n); err != nil {
				return nil, err
			}
		}
	}
	if implied >= 0 {
		if known == 0 {
			return nil, tensor.Errorf("reshape cannot infer the missing input size for an empty tensor unless " +
				"all specified input sizes are non-zero")
		}
		shape[implied] = size / known
		if size%known != 0 {
			return nil,
				tensor.Errorf("Input to reshape is a SparseTensor with %d dense values, but the requested shape requires "+
					"a multiple of %d. input_shape=[%s] output_shape=[%s]", size, known, Commas(s.Shape), Commas(shape))
		}
		known *= shape[implied]
	}
	if known != size {
		return nil, tensor.Errorf("Input to reshape is a tensor with %d dense values, but the requested shape has %d. "+
			"input_shape=[%s] output_shape=[%s]", size, known, Commas(s.Shape), Commas(shape))
	}
	if err := s.InBounds(); err != nil {
		return nil, err
	}
	return &Sparse{Coordinates(s.Linear(), shape), s.Values, shape}, nil
}

// Transpose puts the dimensions in the order of perm, nil for the reverse one; the values are in
// row-major order then (tf.sparse.transpose).
func Transpose(ctx context.Context, s *Sparse, perm []int) (*Sparse, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	r := s.Rank()
	if perm == nil {
		perm = make([]int, r)
		for i := range perm {
			perm[i] = r - 1 - i
		}
	}
	if len(perm) != r {
		return nil, tensor.Errorf("perm must have %d entries, one for each dimension, got %d", r, len(perm))
	}
	seen := make([]bool, r)
	for i, p := range perm {
		if p < 0 || p >= r || seen[p] {
			return nil, tensor.Errorf("perm[%d] = %d: perm must name each of the %d dimensions once", i, p, r)
		}
		seen[p] = true
	}
	idx, shape := make([]int64, len(s.Indices)), make([]int64, r)
	for k, p := range perm {
		shape[k] = s.Shape[p]
		for i := range s.Len() {
			idx[i*r+k] = s.Indices[i*r+p]
		}
	}
	return (&Sparse{idx, s.Values, shape}).Reorder(ctx)
}

// Slice is the part of a sparse tensor from start on, of the given size or what there is of it
// (SparseSlice).
func Slice(ctx context.Context, s *Sparse, start, size []int64) (*Sparse, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	for i, x := range [][]int64{start, size} {
		if len(x) != s.Rank() {
			return nil, tensor.Errorf("Expected %s to be a vector of length %d but got length %d",
				[]string{"start", "size"}[i], s.Rank(), len(x))
		}
	}
	shape := slices.Clone(size)
	for i, n := range s.Shape {
		if start[i] < math.MinInt64/2 || shape[i] < 0 {
			return nil, tensor.Errorf("expected a size that is not negative, got %d from %d on for dimension %d", shape[i],
				start[i], i)
		}
		shape[i] = max(min(shape[i], n-start[i]), 0)
	}
	return s.box(ctx, start, shape)
}

// box keeps the values inside a box and counts from its corner.
func (s *Sparse) box(ctx context.Context, begin, shape []int64) (*Sparse, error) {
	var at []int64
	for i := range s.Len() {
		inside := true
		for k, n := range s.At(i) {
			inside = inside && n >= begin[k] && n-begin[k] < shape[k]
		}
		if inside {
			at = append(at, int64(i))
		}
	}
	z, err := s.Pick(ctx, at)
	if err != nil {
		return nil, err
	}
	for i := range z.Len() {
		for k := range z.At(i) {
			z.At(i)[k] -= begin[k]
		}
	}
	z.Shape = shape
	return z, nil
}

// SliceGrad spreads dy, the gradients of values at the coordinates part of a slice that begins at start, over the
// values at the coordinates all of the whole; those outside the slice get 0 (SparseSliceGrad). Coordinates are in
// row-major order, as many of each as start has elements.
func SliceGrad(ctx context.Context, dy *tensor.Tensor, all, part, start []int64) (*tensor.Tensor, error) {
	r := len(start)
	if r == 0 {
		return nil, valueError("a slice begins at a place of one dimension or more")
	}
	moved := slices.Clone(part)
	for i := range moved {
		moved[i] += start[i%r]
	}
	return PickAt(ctx, dy, moved, all, r)
}

// PickAt gives for each of the coordinates want the value of v, which has one for each of the coordinates have, and 0
// where have lacks it (SparseAddGrad). Both are in row-major order, rank numbers for each.
func PickAt(ctx context.Context, v *tensor.Tensor, have, want []int64, rank int) (*tensor.Tensor, error) {
	if rank < 1 || len(have) != v.Len()*rank || len(want)%rank != 0 {
		return nil, valueError("%d and %d coordinates of %d dimensions do not fit %d values", len(have), len(want), rank,
			v.Len())
	}
	at, next := make([]int64, len(want)/rank), 0
	for i := range at {
		cmp := 1
		for ; next < v.Len(); next++ {
			if cmp = slices.Compare(have[next*rank:(next+1)*rank], want[i*rank:(i+1)*rank]); cmp >= 0 {
				break
			}
		}
		at[i] = int64(v.Len())
		if cmp == 0 {
			at[i] = int64(next)
		}
	}
	k := &steps{ctx: ctx}
	zero := k.do(func() (*tensor.Tensor, error) { return tensor.New(v.DType(), []int{1}) })
	both := k.do(func() (*tensor.Tensor, error) { return tensor.Concat(ctx, []*tensor.Tensor{v, zero}, 0) })
	return k.pick(both, at), k.err
}

// Split cuts a dimension into n parts, the first ones one longer when it does not divide
// (SparseSplit).
func Split(ctx context.Context, s *Sparse, n, axis int) ([]*Sparse, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	r := s.Rank()
	if axis < -r || axis >= r {
		return nil, tensor.Errorf("Input axis should be in range [%d, %d), got %d", -r, r, axis)
	}
	if axis < 0 {
		axis += r
	}
	if n < 1 || int64(n) > s.Shape[axis] {
		return nil, tensor.Errorf("Input num_split should be between 1 and the splitting dimension size (%d), got %d",
			s.Shape[axis], n)
	}
	if err := tensor.Room(n, 8*r+64, "the parts of a sparse tensor"); err != nil {
		return nil, err
	}
	size, more := s.Shape[axis]/int64(n), s.Shape[axis]%int64(n)
	out, start := make([]*Sparse, n), int64(0)
	for i := range out {
		begin, shape := make([]int64, r), slices.Clone(s.Shape)
		begin[axis], shape[axis] = start, size
		if int64(i) < more {
			shape[axis]++
		}
		var err error
		if out[i], err = s.box(ctx, begin, shape); err != nil {
			return nil, err
		}
		start += shape[axis]
	}
	return out, nil
}

// Concat joins sparse tensors of one type along an axis; with expand the other dimensions are as large
// as the largest ones (SparseConcat).
func Concat(ctx context.Context, all []*Sparse, axis int, expand bool) (*Sparse, error) {
	if len(all) == 0 {
		return nil, valueError("there must be at least one sparse tensor")
	}
	for _, s := range all {
		if err := s.Valid(); err != nil {
			return nil, err
		}
	}
	if len(all) == 1 {
		return all[0], nil
	}
	r := all[0].Rank()
	if axis < -r || axis >= r {
		return nil, tensor.Errorf("Concat dimension must be in range [%d, %d), got %d", -r, r, axis)
	}
	if axis < 0 {
		axis += r
	}
	shape := slices.Clone(all[0].Shape)
	shape[axis] = 0
	var idx []int64
	values := make([]*tensor.Tensor, len(all))
	for i, s := range all {
		if err := fits(all[0], s, shape, i, axis, expand); err != nil {
			return nil, err
		}
		for j := range s.Len() {
			from := len(idx)
			idx = append(idx, s.At(j)...)
			idx[from+axis] += shape[axis]
		}
		shape[axis] += s.Shape[axis]
		values[i] = s.Values
	}
	v, err := tensor.Concat(ctx, values, 0)
	if err != nil {
		return nil, err
	}
	return (&Sparse{idx, v, shape}).Reorder(ctx)
}

// fits checks input i of a concatenation, and with expand widens the shape to it.
func fits(first, s *Sparse, shape []int64, i, axis int, expand bool) error {
	if s.Rank() != len(shape) {
		return tensor.Errorf("Ranks of all input tensors must match: expected %d but got %d at position %d", len(shape),
			s.Rank(), i)
	}
	if s.DType() != first.DType() {
		return tensor.Errorf("all inputs must have one type: %s against %s at position %d", first.DType(), s.DType(), i)
	}
	for k, n := range s.Shape {
		switch {
		case k == axis:
		case expand:
			shape[k] = max(shape[k], n)
		case n != shape[k]:
			return tensor.Errorf("Input shapes must match: expected %d for dimension %d but got %d at position %d",
				shape[k], k, n, i)
		}
	}
	return nil
}

// ResetShape gives the values another dense shape, none of whose sizes is smaller; nil stands for the
// smallest that holds all of them (tf.sparse.reset_shape).
func ResetShape(s *Sparse, shape []int64) (*Sparse, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	if shape == nil {
		shape = make([]int64, s.Rank())
		for i, n := range s.Indices {
			shape[i%s.Rank()] = max(shape[i%s.Rank()], n+1)
		}
		return &Sparse{s.Indices, s.Values, shape}, nil
	}
	if len(shape) != s.Rank() {
		return nil, valueError("Dimensions %d and %d are not compatible", len(shape), s.Rank())
	}
	for i, n := range s.Shape {
		if n > shape[i] {
			return nil, valueError("Requested new_shape should have dimension sizes >= sp_input.shape.  "+
				"Found new_shape ([%s]), sp_input.shape ([%s]).", spell(s.Shape, " "), spell(shape, " "))
		}
	}
	return &Sparse{s.Indices, s.Values, shape}, nil
}

// FillEmptyRows gives every row without values the scalar def at its start, and tells which rows these
// are and where each value went (SparseFillEmptyRows).
func FillEmptyRows(ctx context.Context, s *Sparse, def *tensor.Tensor) (z *Sparse, empty []bool, to []int64,
	err error) {
	if err := s.Valid(); err != nil {
		return nil, nil, nil, err
	}
	if def == nil || def.DType() != s.DType() {
		return nil, nil, nil, valueError("the default value must be a %s", s.DType())
	}
	if def.Rank() != 0 {
		return nil, nil, nil, tensor.Errorf("default_value must be a scalar, saw: %s", tensor.ShapeString(def.Shape()))
	}
	if s.Rank() == 0 || s.Shape[0] < 0 {
		return nil, nil, nil, tensor.Errorf("dense_shape must have a first dimension, got [%s]", Commas(s.Shape))
	}
	rows := s.Shape[0]
	if err := tensor.Room(int(rows), s.Rank()*8+16, "the rows of a sparse tensor"); err != nil {
		return nil, nil, nil, err
	}
	empty = make([]bool, rows)
	for i := range empty {
		empty[i] = true
	}
	for i := range s.Len() {
		row := s.At(i)[0]
		if row < 0 || row >= rows {
			return nil, nil, nil, tensor.Errorf("indices(%d, 0) is invalid: %d >= %d", i, row, rows)
		}
		empty[row] = false
	}
	at, idx := s.filled(empty)
	both, err := tensor.Concat(ctx, []*tensor.Tensor{s.Values, def.WithShape([]int{1})}, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	v, err := tensor.Gather(ctx, both, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	to = make([]int64, s.Len())
	for i, from := range at {
		if from < int64(s.Len()) {
			to[from] = int64(i)
		}
	}
	return &Sparse{idx, v, s.Shape}, empty, to, nil
}

// filled orders the values by rows, with position Len for each empty row.
func (s *Sparse) filled(empty []bool) (at, idx []int64) {
	order := make([]int64, s.Len())
	for i := range order {
		order[i] = int64(i)
	}
	slices.SortStableFunc(order, func(a, b int64) int { return int(s.At(int(a))[0] - s.At(int(b))[0]) })
	next := 0
	for row, none := range empty {
		if none {
			at = append(at, int64(s.Len()))
			idx = append(append(idx, int64(row)), make([]int64, s.Rank()-1)...)
		}
		for ; next < len(order) && s.At(int(order[next]))[0] == int64(row); next++ {
			at = append(at, order[next])
			idx = append(idx, s.At(int(order[next]))...)
		}
	}
	return at, idx
}

// Retain keeps the values, of any dtype, that keep marks, in their order and with the dense shape (tf.sparse.retain).
// There must be one mark for each value.
func Retain(ctx context.Context, s *Sparse, keep []bool) (*Sparse, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	if len(keep) != s.Len() {
		return nil, valueError("Dimensions %d and %d are not compatible", s.Len(), len(keep))
	}
	var at []int64
	for i, ok := range keep {
		if ok {
			at = append(at, int64(i))
		}
	}
	return s.Pick(ctx, at)
}
