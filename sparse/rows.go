package sparse

import (
	"context"
	"slices"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// FromRagged gives every value of a ragged tensor its coordinates (RaggedTensorToSparse).
func FromRagged(r *ragged.Ragged) (*Sparse, error) {
	if err := ragged.Valid(r); err != nil {
		return nil, err
	}
	bounds := r.Bounds()
	shape := make([]int64, len(bounds))
	for i, n := range bounds {
		shape[i] = int64(n)
	}
	flat := r.Flat()
	return &Sparse{ragged.Coordinates(r), flat.WithShape([]int{flat.Len()}), shape}, nil
}

// ToRagged makes rows of a sparse matrix whose rows have no gaps; d is the type of the row splits
// (tf.RaggedTensor.from_sparse).
func ToRagged(s *Sparse, d tensor.DType) (*ragged.Ragged, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	if s.Rank() != 2 {
		return nil, valueError("rank(st_input) must be 2.")
	}
	for i := range s.Len() {
		at := s.At(i)
		fresh := i == 0 || s.At(i - 1)[0] != at[0]
		if fresh && at[1] != 0 || !fresh && at[1] != s.At(i - 1)[1]+1 {
			return nil, notRagged(s)
		}
	}
	n := s.Shape[0]
	lengths, err := tensor.Make[int64](int(n))
	if err != nil {
		return nil, err
	}
	for i := range s.Len() {
		row := s.At(i)[0]
		if row < 0 || row >= n {
			return nil, tensor.OpErrorf(tensor.NoOp, "row %d of the SparseTensor is outside its dense_shape", row)
		}
		lengths[row]++
	}
	p, err := ragged.FromLengths(lengths, d)
	if err != nil {
		return nil, err
	}
	return ragged.New(s.Values, p)
}

func notRagged(s *Sparse) error {
	text := spell(s.Indices[:min(3, len(s.Indices))], ", ")
	if len(s.Indices) > 3 {
		text += ", ..."
	}
	return tensor.OpErrorf(tensor.NoOp, "Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. "+
		"Summarized data: b'SparseTensor is not right-ragged'\nb'SparseTensor.indices ='\n%s", text)
}

// Rows is the values of each row of a sparse matrix, one after the other, whatever their columns.
func Rows(ctx context.Context, s *Sparse) (*ragged.Ragged, error) {
	if err := s.InBounds(); err != nil {
		return nil, err
	}
	if s.Rank() != 2 {
		return nil, valueError("a sparse matrix must have rank 2, got %d", s.Rank())
	}
	sorted, err := s.Reorder(ctx)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, s.Len())
	for k := range ids {
		ids[k] = sorted.At(k)[0]
	}
	p, err := ragged.FromValueRowIDs(ids, s.Shape[0], tensor.Int64)
	if err != nil {
		return nil, err
	}
	return ragged.New(sorted.Values, p)
}

// Counts is how often each integer occurs in each row, or the sums of its weights.
type Counts struct {
	Weights *tensor.Tensor // one for each value, nil to count
	Least   int64          // of the width of the result, -1 for none
	Most    int64          // numbers that are not below it do not count, -1 for none
	Binary  bool           // 1 for each number that occurs
}

// Bincount counts the integers of each row in a sparse matrix, or, when matrix is false, those of the
// only row in a sparse vector (DenseCountSparseOutput, RaggedCountSparseOutput).
func Bincount(ctx context.Context, r *ragged.Ragged, matrix bool, o Counts) (*Sparse, error) {
	if err := ragged.Valid(r); err != nil {
		return nil, err
	}
	x := r.Flat()
	if !x.DType().IsInteger() {
		return nil, tensor.Errorf("Input must be an integer tensor, got %s", x.DType().CName())
	}
	if w := o.Weights; w != nil && w.Len() != x.Len() {
		return nil, tensor.Errorf("Weights and values must have the same shape. Weight shape: %s; values shape: %s",
			tensor.ShapeString(w.Shape()), tensor.ShapeString(x.Shape()))
	}
	c := &counter{Counts: o, x: x, matrix: matrix, width: max(o.Least, 1)} // 1 of no values
	for row := range r.Part.NRows() {
		if row&1023 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := c.row(row, int(r.Part.Splits[row]), int(r.Part.Splits[row+1])); err != nil {
			return nil, err
		}
	}
	if o.Most >= 0 {
		c.width = o.Most
	}
	shape := []int64{c.width}
	if matrix {
		shape = []int64{int64(r.Part.NRows()), c.width}
	}
	v, d := tensor.Vector(c.counts), x.DType()
	if o.Weights != nil {
		v, d = tensor.Vector(c.sums), o.Weights.DType()
	}
	v, err := tensor.Cast(ctx, v, d)
	if err != nil {
		return nil, err
	}
	return &Sparse{c.idx, v, shape}, nil
}

// counter is the counts so far.
type counter struct {
	Counts
	x           *tensor.Tensor
	matrix      bool
	width       int64
	idx, counts []int64
	sums        []float64
}

// row counts the values from lo up to before hi.
func (c *counter) row(row, lo, hi int) error {
	at := map[int64]int{}
	var found []int64
	for i := lo; i < hi; i++ {
		n := c.x.Int(i)
		if n < 0 {
			return tensor.Errorf("Input values must all be non-negative")
		}
		if c.Most >= 0 && n >= c.Most {
			continue
		}
		if _, ok := at[n]; !ok {
			found = append(found, n)
			at[n] = 0
		}
		c.width = max(c.width, n+1)
	}
	slices.Sort(found)
	for _, n := range found {
		at[n] = len(c.counts)
		c.counts, c.sums = append(c.counts, 0), append(c.sums, 0)
		if c.matrix {
			c.idx = append(c.idx, int64(row))
		}
		c.idx = append(c.idx, n)
	}
	for i := lo; i < hi; i++ {
		k, ok := at[c.x.Int(i)]
		if !ok {
			continue
		}
		if c.counts[k]++; c.Binary {
			c.counts[k] = 1
		}
		if c.Weights != nil {
			c.sums[k] += c.Weights.Float(i)
		}
	}
	return nil
}
