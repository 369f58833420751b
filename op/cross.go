package op

import (
	"math"
	"slices"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels that combine every value of a row of one input with every value of that row of the others, in strings or in
// hashes (int64). All inputs become rows of values: the algorithm is package ragged's.

var (
	// SparseCross crosses sparse and dense matrices; out_type says whether strings or hashes come out.
	SparseCross = define(Def{Name: "SparseCross", Infer: inferSparseCross,
		Eval: func(x *Exec, n *Node) error {
			in, err := n.crossed()
			if err != nil {
				return err
			}
			kind := n.Type("internal_type")
			for _, v := range n.Group(3) {
				if d := v.DType(); kind == tensor.String && d != kind {
					return tensor.Errorf("Dense inputs should be of internal type %d but received %d", kind, d)
				}
			}
			r, err := n.cross(x, in, n.Type("out_type") == tensor.String, "_X_")
			return n.giveCrossed(r, err)
		}})
	// SparseCrossV2 crosses them in strings with a separator.
	SparseCrossV2 = define(Def{Name: "SparseCrossV2", Infer: inferSparseCross,
		Eval: func(x *Exec, n *Node) error {
			in, err := n.crossed()
			if err != nil {
				return err
			}
			sep := n.T(len(n.In) - 1)
			if sep.Rank() != 0 {
				return tensor.Errorf("Input separator should be a scalar. Received shape %s", tensor.ShapeString(sep.Shape()))
			}
			r, err := ragged.Cross(x.Ctx, in, sep.Str(0))
			return n.giveCrossed(r, err)
		}})
	// RaggedCross crosses ragged, sparse and dense matrices in the order that input_order tells: R, S and D.
	RaggedCross = define(Def{Name: "RaggedCross", Eval: evalRaggedCross, Infer: func(s *Shapes) {
		rows := -1
		see := func(i, less int) {
			if p := s.In(i); !p.UnknownRank && len(p.Dims) > 0 && rows < 0 && p.Dims[0] >= 0 {
				rows = p.Dims[0] - less
			}
		}
		at := len(s.Group(0))
		for i := range s.Group(1) {
			see(at+i, 1)
		}
		dense := len(s.Group(5))
		for i := range dense {
			see(len(s.Node.In)-dense+i, 0)
		}
		if rows >= 0 {
			rows++
		}
		s.Is(known(-1), known(rows))
	}})
)

func inferSparseCross(s *Shapes) { s.Is(known(-1, 2), known(-1), known(2)) }

// cross combines rows, as strings or as hashes by the attributes of the node.
func (n *Node) cross(x *Exec, in []*ragged.Ragged, text bool, sep string) (*ragged.Ragged, error) {
	if text {
		return ragged.Cross(x.Ctx, in, sep)
	}
	return ragged.CrossHashed(x.Ctx, in, n.Int("num_buckets"), uint64(n.Int("hash_key")))
}

// giveCrossed gives rows as a sparse matrix.
func (n *Node) giveCrossed(r *ragged.Ragged, err error) error {
	if err != nil {
		return err
	}
	return n.giveParts(sparse.FromRagged(r))
}

// crossed reads indices, values, shapes and dense inputs, which have one number of rows.
func (n *Node) crossed() ([]*ragged.Ragged, error) {
	indices, values, shapes, dense := n.Ts(n.Group(0)), n.Ts(n.Group(1)), n.Ts(n.Group(2)), n.Ts(n.Group(3))
	rows := -1
	fits := func(got, i int, what string) error {
		if rows < 0 {
			rows = got
		}
		if got != rows {
			return tensor.Errorf("Expected batch size %d got %d at %s %d", rows, got, what, i)
		}
		return nil
	}
	for i, at := range indices {
		if at.Rank() != 2 {
			return nil, tensor.Errorf("Input indices should be a matrix but received shape %s at position %d",
				tensor.ShapeString(at.Shape()), i)
		}
		if at.Shape()[1] != 2 {
			return nil, tensor.Errorf("Expected D2 of index to be 2 got %d at position %d", at.Shape()[1], i)
		}
	}
	for i, v := range values {
		if v.Rank() != 1 {
			return nil, tensor.Errorf("Input values should be a vector but received shape %s at position %d",
				tensor.ShapeString(v.Shape()), i)
		}
		if i < len(indices) && indices[i].Shape()[0] != v.Len() {
			return nil, tensor.Errorf("Expected size of values to be %d got %d at position %d", indices[i].Shape()[0],
				v.Len(), i)
		}
	}
	if len(values) != len(indices) || len(shapes) != len(indices) {
		return nil, tensor.Errorf("Expected %d input values and shapes, got %d and %d", len(indices), len(values),
			len(shapes))
	}
	for i, s := range shapes {
		if s.Rank() != 1 {
			return nil, tensor.Errorf("Input shapes should be a vector but received shape %s at position %d",
				tensor.ShapeString(s.Shape()), i)
		}
		if s.Len() != 2 {
			return nil, tensor.Errorf("shape should imply a 2D tensor, but got %s at position %d",
				tensor.ShapeString(s.Shape()), i)
		}
		if err := fits(int(s.Int(0)), i, "position"); err != nil {
			return nil, err
		}
	}
	for i, d := range dense {
		if d.Rank() != 2 {
			return nil, tensor.Errorf("Dense inputs should be a matrix but received shape %s at position %d",
				tensor.ShapeString(d.Shape()), i)
		}
		if err := fits(d.Shape()[0], i, "dense tensor"); err != nil {
			return nil, err
		}
	}
	out := make([]*ragged.Ragged, 0, len(indices)+len(dense))
	for i := range indices {
		r, err := crossRows(indices[i], values[i], rows)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	for _, d := range dense {
		r, err := ragged.FromDense(d, 1, tensor.Int64)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// crossRows is the values of a sparse matrix by rows. They are read once, from the first row on: what comes too late
// for its row is left out, as in TensorFlow.
func crossRows(indices, values *tensor.Tensor, rows int) (*ragged.Ragged, error) {
	if rows < 0 || rows > math.MaxInt32 {
		return nil, tensor.Failf(tensor.ResourceExhausted, "a cross of %d rows is larger than tfs holds", rows)
	}
	splits, err := tensor.Make[int64](rows + 1)
	if err != nil {
		return nil, err
	}
	at, n := 0, min(values.Len(), indices.Shape()[0])
	for row := range rows {
		for at < n && indices.Int(2*at) == int64(row) {
			at++
		}
		splits[row+1] = int64(at)
	}
	return &ragged.Ragged{Part: ragged.Of(splits, tensor.Int64), Values: values.Rows(0, at)}, nil
}

func evalRaggedCross(x *Exec, n *Node) error {
	values, splits, dense := n.Ts(n.Group(0)), n.Ts(n.Group(1)), n.Ts(n.Group(5))
	sparse := [3][]*tensor.Tensor{n.Ts(n.Group(2)), n.Ts(n.Group(3)), n.Ts(n.Group(4))}
	if len(values) != len(splits) {
		return tensor.Errorf("ragged values and splits must have the same length")
	}
	if len(sparse[1]) != len(sparse[0]) || len(sparse[2]) != len(sparse[0]) {
		return tensor.Errorf("sparse indices, values, and shapes must have the same length")
	}
	order := n.Str("input_order")
	if len(order) != len(values)+len(sparse[0])+len(dense) {
		return tensor.Errorf("Invalid length for input_order")
	}
	var taken [3]int
	in := make([]*ragged.Ragged, len(order))
	for i, kind := range []byte(order) {
		k := slices.Index([]byte("RSD"), kind)
		if k < 0 || taken[k] == []int{len(values), len(sparse[0]), len(dense)}[k] {
			return tensor.Errorf("Unexpected input_order value.")
		}
		at := taken[k]
		taken[k]++
		var err error
		switch k {
		case 0:
			in[i], err = raggedRows(values[at], splits[at])
		case 1:
			in[i], err = sparseRows(at, sparse[0][at], sparse[1][at], sparse[2][at])
		default:
			if dense[at].Rank() != 2 {
				return errCrossRank
			}
			in[i], err = ragged.FromDense(dense[at], 1, tensor.Int64)
		}
		if err != nil {
			return err
		}
		if in[i].Part.NRows() != in[0].Part.NRows() {
			return tensor.Errorf("inputs must all have the same batch dimension size.")
		}
	}
	r, err := n.cross(x, in, n.Type("out_values_type") == tensor.String, "_X_")
	if err != nil {
		return err
	}
	r = r.WithDType(n.Type("out_row_splits_type"))
	return n.Give(r.Flat(), r.Part.Tensor(r.Part.Splits))
}

var errCrossRank = tensor.Errorf("tf.ragged.cross only supports inputs with rank=2.")

// raggedRows reads values and their row splits.
func raggedRows(values, splits *tensor.Tensor) (*ragged.Ragged, error) {
	if values.Rank() != 1 || splits.Rank() != 1 {
		return nil, errCrossRank
	}
	s := splits.Int64s()
	switch {
	case len(s) == 0:
		return nil, tensor.Errorf("Invalid ragged splits: ragged splits must have at least one splits, but is empty")
	case s[0] != 0:
		return nil, tensor.Errorf("Invalid ragged splits: first element of ragged splits  must be 0 but is %d", s[0])
	case s[len(s)-1] != int64(values.Len()):
		return nil, tensor.Errorf(
			"Invalid ragged splits: last element of ragged splits must be the number of ragged values(%d) but is %d",
			values.Len(), s[len(s)-1])
	case !slices.IsSorted(s):
		return nil, tensor.Errorf("Invalid ragged splits: ragged splits must not fall")
	}
	return &ragged.Ragged{Part: ragged.Of(s, splits.DType()), Values: values}, nil
}

// sparseRows reads sparse input i.
func sparseRows(i int, indices, values, shape *tensor.Tensor) (*ragged.Ragged, error) {
	if indices.Rank() != 2 || values.Rank() != 1 || shape.Rank() != 1 {
		return nil, tensor.Errorf("Invalid SparseTensor %d", i)
	}
	if indices.Shape()[1] != 2 || shape.Len() != 2 {
		return nil, errCrossRank
	}
	return crossRows(indices, values, int(shape.Int(0)))
}
