package op

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that count the integers of rows: of all values, or each row by itself. The algorithms are package sparse's
// and tensor's. None has a gradient.

// tally is what such a kernel counts: values in rows, which may be a dimension of the result, and weights, or nothing.
type tally struct {
	rows    *ragged.Ragged
	matrix  bool
	weights *tensor.Tensor
}

var (
	DenseCountSparseOutput = countRows("DenseCountSparseOutput", 0, func(_ *Exec, n *Node) (*tally, error) {
		x, w := n.T(0), n.T(1)
		if x.Rank() != 1 && x.Rank() != 2 {
			return nil, tensor.Errorf("Input must be a 1 or 2-dimensional tensor. Got: %s", tensor.ShapeString(x.Shape()))
		}
		if w.Len() > 0 && !tensor.SameShape(w.Shape(), x.Shape()) {
			return nil, tensor.Errorf("Weights and data must have the same shape. Weight shape: %s; data shape: %s",
				tensor.ShapeString(w.Shape()), tensor.ShapeString(x.Shape()))
		}
		if x.Rank() == 1 {
			return &tally{rows: onlyRow(x), weights: w}, nil
		}
		if x.Shape()[0] == 0 {
			return nil, tensor.Errorf("Invalid input: Shapes dimension cannot be 0.")
		}
		r, err := ragged.FromDense(x, 1, tensor.Int64)
		return &tally{r, true, w.WithShape([]int{w.Len()})}, err
	})
	SparseCountSparseOutput = countRows("SparseCountSparseOutput", 2, func(x *Exec, n *Node) (*tally, error) {
		for i, text := range []string{"Input indices must be a 2-dimensional tensor. Got: %s",
			"Input values must be a vector. Got: %s", "Input shape must be a vector. Got: %s"} {
			if t := n.T(i); t.Rank() != []int{2, 1, 1}[i] {
				return nil, tensor.Errorf(text, tensor.ShapeString(t.Shape()))
			}
		}
		at, v, shape := n.T(0), n.T(1), n.T(2)
		if v.Len() != at.Shape()[0] {
			return nil, tensor.Errorf("Number of values must match first dimension of indices.Got %d values, "+
				"indices shape: %s", v.Len(), tensor.ShapeString(at.Shape()))
		}
		if shape.Len() != at.Shape()[1] {
			return nil, tensor.Errorf("Number of dimensions must match second dimension of indices.Got %d "+
				"dimensions, indices shape: %s", shape.Len(), tensor.ShapeString(at.Shape()))
		}
		if shape.Len() == 0 {
			return nil, tensor.Errorf("The shape argument requires at least one element.")
		}
		if shape.Len() > 1 && shape.Int(0) == 0 {
			return nil, tensor.Errorf("Cannot allocate 0 batches, is the dense shape too wide?")
		}
		return n.sparseCounted(x, 3, func(i, d int) error {
			return tensor.Errorf("Invalid index value at %d: dimension %d has value %d which is not in [0, %d) (as given by "+
				"dense shape Tensor<type: int64 shape: [%d] values: %s>", i, d, at.Int(i*shape.Len()+d), shape.Int(d), shape.Len(),
				strings.ReplaceAll(commas(shape.Ints()), ",", " "))
		})
	})
	RaggedCountSparseOutput = countRows("RaggedCountSparseOutput", 1, func(_ *Exec, n *Node) (*tally, error) {
		if n.T(0).Len() < 2 {
			return nil, tensor.Errorf("Must provide at least 2 elements for the splits argument")
		}
		return n.raggedCounted(2)
	})
	// SparseBincount counts the values of a sparse vector, or of the rows of a sparse matrix, in a dense result.
	SparseBincount = define(Def{Name: "SparseBincount", Infer: func(s *Shapes) {
		size, dims := s.bins(3), s.Const(2)
		switch {
		case dims == nil || dims.Len() == 0:
			s.Is(unknown())
		case dims.Len() == 1:
			s.Is(known(size))
		default:
			s.Is(known(int(dims.Int(0)), size))
		}
	}, Eval: func(x *Exec, n *Node) error {
		size, err := n.bins(3)
		if err != nil {
			return err
		}
		at, v, shape := n.T(0), n.T(1), n.T(2)
		for i, t := range []*tensor.Tensor{at, v, shape} {
			if want := []int{2, 1, 1}[i]; t.Rank() != want {
				return tensor.Errorf("Sparse %s must be rank %d but is rank %d", []string{"indices", "values", "shape"}[i],
					want, t.Rank())
			}
		}
		if at.Shape()[0] != v.Len() {
			return tensor.Errorf("Number of elements in indices (%d) and values (%d) do not match", at.Shape()[0], v.Len())
		}
		if at.Shape()[1] != shape.Len() {
			return tensor.Errorf("Index rank (%d) and shape rank (%d) do not match", at.Shape()[1], shape.Len())
		}
		if shape.Len() == 0 {
			return tensor.Errorf("The shape argument requires at least one element.")
		}
		c, err := n.sparseCounted(x, 4, func(i, _ int) error {
			return tensor.Errorf("Sparse index tuple indices[%d, :] = [%s] is out of bounds", i,
				strings.ReplaceAll(commas(at.Row(i).Ints()), ",", ", "))
		})
		if err != nil {
			return err
		}
		return n.giveBins(x, c, size)
	}})
	// RaggedBincount counts the values of rows in a dense result.
	RaggedBincount = define(Def{Name: "RaggedBincount", Infer: func(s *Shapes) {
		s.bins(2)
		s.Is(unknown())
	}, Eval: func(x *Exec, n *Node) error {
		size, err := n.bins(2)
		if err != nil {
			return err
		}
		if n.T(0).Len() == 0 {
			return tensor.Errorf("Splits must be non-empty")
		}
		c, err := n.raggedCounted(3)
		if err != nil {
			return err
		}
		for i := range c.rows.Flat().Len() {
			if c.rows.Flat().Int(i) < 0 {
				return tensor.Errorf("Input must be non-negative")
			}
		}
		return n.giveBins(x, c, size)
	}})
)

// countRows declares a kernel that counts rows in a sparse result. input is the one that the rank of the result follows
// from: it is that of a dense input, one more than that of ragged values, and the length of a sparse shape.
func countRows(name string, input int, read func(x *Exec, n *Node) (*tally, error)) *Def {
	return define(Def{Name: name, Infer: func(s *Shapes) {
		p, rank := s.In(input), -1
		switch {
		case input == 2:
			rank = s.NeedRank(2, 1).Dims[0]
		case !p.UnknownRank:
			rank = len(p.Dims) + input
		}
		s.Is(known(-1, rank), known(-1), known(rank))
	}, Eval: func(x *Exec, n *Node) error {
		c, err := read(x, n)
		if err != nil {
			return err
		}
		o := sparse.Counts{Least: int64(n.Int("minlength")), Most: int64(n.Int("maxlength")), Binary: n.Bool("binary_output")}
		if c.weights.Len() > 0 && !o.Binary {
			o.Weights = c.weights
		}
		s, err := sparse.Bincount(x.Ctx, c.rows, c.matrix, o)
		if d := c.weights.DType(); err == nil && s.Values.DType() != d {
			s.Values, err = tensor.Cast(x.Ctx, s.Values, d)
		}
		return n.giveParts(s, err)
	}})
}

// onlyRow is a vector as the only row.
func onlyRow(x *tensor.Tensor) *ragged.Ragged {
	return &ragged.Ragged{Part: ragged.Of([]int64{0, int64(x.Len())}, tensor.Int64), Values: x}
}

// weighed refuses weights that are not one for each value.
func weighed(w, x *tensor.Tensor) error {
	if w.Len() > 0 && !tensor.SameShape(w.Shape(), x.Shape()) {
		return tensor.Errorf("Weights and values must have the same shape. Weight shape: %s; values shape: %s",
			tensor.ShapeString(w.Shape()), tensor.ShapeString(x.Shape()))
	}
	return nil
}

// raggedCounted reads row splits, of any shape, and values; weights is the place of theirs.
func (n *Node) raggedCounted(weights int) (*tally, error) {
	splits, x, w := n.T(0), n.T(1), n.T(weights)
	s := splits.Int64s()
	if s[0] != 0 {
		return nil, tensor.Errorf("Splits must start with 0, not with %d", s[0])
	}
	if last := s[len(s)-1]; last != int64(x.Len()) {
		return nil, tensor.Errorf("Splits must end with the number of values, got %d instead of %d", last, x.Len())
	}
	if !slices.IsSorted(s) {
		return nil, tensor.Errorf("Splits must not fall, got %v", s)
	}
	if err := weighed(w, x); err != nil {
		return nil, err
	}
	x, w = x.WithShape([]int{x.Len()}), w.WithShape([]int{w.Len()})
	return &tally{&ragged.Ragged{Part: ragged.Of(s, tensor.Int64), Values: x}, true, w}, nil
}

// sparseCounted reads inputs 0 to 2, whose sizes fit, as the rows of their first dimension; a vector has none. weights
// is the place of theirs; outside tells of coordinate d of value i, which lies beyond the shape.
func (n *Node) sparseCounted(x *Exec, weights int, outside func(i, d int) error) (*tally, error) {
	at, v, shape, w := n.T(0), n.T(1), n.T(2), n.T(weights)
	rank := shape.Len()
	for i := range v.Len() {
		for d := range rank {
			if k := at.Int(i*rank + d); k < 0 || k >= shape.Int(d) {
				return nil, outside(i, d)
			}
		}
	}
	if err := weighed(w, v); err != nil {
		return nil, err
	}
	if rank == 1 {
		return &tally{rows: onlyRow(v), weights: w}, nil
	}
	order := make([]int64, v.Len())
	for i := range order {
		order[i] = int64(i)
	}
	row := func(i int64) int64 { return at.Int(int(i) * rank) }
	slices.SortStableFunc(order, func(a, b int64) int { return cmp.Compare(row(a), row(b)) })
	ids := make([]int64, len(order))
	for i, k := range order {
		ids[i] = row(k)
	}
	p, err := ragged.FromValueRowIDs(ids, shape.Int(0), tensor.Int64)
	if err != nil {
		return nil, err
	}
	v, err = tensor.Gather(x.Ctx, v, tensor.Vector(order), 0, 0)
	if err == nil && w.Len() > 0 {
		w, err = tensor.Gather(x.Ctx, w, tensor.Vector(order), 0, 0)
	}
	return &tally{&ragged.Ragged{Part: p, Values: v}, true, w}, err
}

// giveBins gives counts or sums of weights as a dense vector, or one of each row. What is no bin does not count.
func (n *Node) giveBins(x *Exec, c *tally, size int) error {
	rows, shape := 1, []int{size}
	if c.matrix {
		rows = c.rows.Part.NRows()
		shape = []int{rows, size}
	}
	cells, ok := tensor.Times(rows, size)
	if !ok {
		return tensor.Room(-1, 8, "the bins")
	}
	v := c.rows.Flat()
	ids, err := tensor.Make[int64](v.Len())
	if err != nil {
		return err
	}
	for row := range c.rows.Part.NRows() {
		for i := c.rows.Part.Splits[row]; i < c.rows.Part.Splits[row+1]; i++ {
			if ids[i] = int64(cells); v.Int(int(i)) >= 0 && v.Int(int(i)) < int64(size) {
				ids[i] = int64(row)*int64(size) + v.Int(int(i))
			}
		}
	}
	w := c.weights
	if w.Len() == 0 {
		w = nil
	}
	t, err := tensor.Bincount(x.Ctx, tensor.Vector(ids), cells, w, n.Type("T"), n.Bool("binary_output"))
	if err != nil {
		return err
	}
	return n.Give(t.WithShape(shape))
}

// bins is how many bins there are, by input i.
func (n *Node) bins(i int) (int, error) {
	t := n.T(i)
	if t.Rank() != 0 {
		return 0, tensor.Errorf("Shape must be rank 0 but is rank %d", t.Rank())
	}
	if t.Int(0) < 0 {
		return 0, tensor.Errorf("size (%d) must be non-negative", t.Int(0))
	}
	return int(t.Int(0)), nil
}

// bins is the same of a graph, -1 where it is not known.
func (s *Shapes) bins(i int) int {
	s.NeedRank(i, 0)
	c, size := s.Const(i), s.Size(i)
	if c != nil && size < 0 {
		s.Fail("size (%d) must be non-negative", size)
	}
	return size
}
