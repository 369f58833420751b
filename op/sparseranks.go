package op

import (
	"strings"

	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// What kernels of sparse tensors ask of coordinates, values and dense shape before anything else, in their own words
// and their own order.

// triples are the sparse tensors among the inputs of a kernel, by their first inputs, and what is asked of each of them
// in turn; with both it is asked of all together, whose shapes the text tells.
type triples struct {
	first []int
	step  int // between the parts of one
	both  bool
	asks  []tripleAsk
}

// tripleAsk is one demand and the text where it is not met. The letters: i coordinates that are a matrix, v values
// and s
// a dense shape that are vectors, n as many coordinates as values, d as many columns as dimensions, c for all tensors
// alike, b coordinates within the dense shape, and a the input behind the tensor that has at most one dimension. The
// text holds the shapes {i} {v} {s} {a} (of a second tensor {i2} ...), ranks {ri} {rv} {rs}, sizes {n} {m} {c} {d},
// and a
// place {k} {at}.
type tripleAsk struct {
	what byte
	text string
}

var tripleRules = map[string]*triples{}

// asksTriples declares the demands of kernels: "i text|v text".
func asksTriples(kernels string, both bool, asks string, first ...int) {
	r := &triples{first: first, both: both}
	for _, a := range strings.Split(asks, "|") {
		r.asks = append(r.asks, tripleAsk{a[0], a[2:]})
	}
	for _, k := range strings.Fields(kernels) {
		tripleRules[k] = r
	}
}

const (
	fitting = "v vals must be a vec, but got: {v}|" +
		"n indices and values rows (indexing dimension) must match. (indices = {n}, values = {m})|" +
		"d Order length must be SparseTensor rank."
	valid = "i Sparse indices must be rank 2 but is rank {ri}|v Sparse values must be rank 1 but is rank {rv}|" +
		"s Sparse shape must be rank 1 but is rank {rs}|" + counted
	counted = "n Number of elements in indices ({n}) and values ({m}) do not match|" +
		"d Index rank ({c}) and shape rank ({d}) do not match"
	bounded  = "|b Sparse index tuple indices[{k}, :] = [{at}] is out of bounds"
	received = "i Input indices should be a matrix but received shape {i}|" +
		"v Input values should be a vector but received shape {v}|s Input shape should be a vector but received shape {s}|"
	shared = "i Input sp_indices should be a matrix but received shape: {i}|" +
		"v Inputs sp_values and sp_shape should be vectors but received shapes: {v} and {s}|" +
		"s Inputs sp_values and sp_shape should be vectors but received shapes: {v} and {s}|"
	oneRow = "s Shape must be a 1D tensor.|"
)

// concatAsks are the demands on each tensor that SparseConcat joins.
var concatAsks []tripleAsk

func init() {
	asksTriples("SparseConcat", false, received+fitting)
	concatAsks = tripleRules["SparseConcat"].asks
	delete(tripleRules, "SparseConcat")
	asksTriples("EditDistance", false, "n Expected {who}_values.NumElements == #rows({who}_indices), their shapes are: {v} and {i}|"+
		"d Expected {who}_shape.NumElements == #cols({who}_indices), their shapes are: {s} and {i}", 0, 3)
	asksTriples("SparseReorder SparseSlice", false, valid, 0)
	asksTriples("SparseSparseMaximum SparseSparseMinimum", false, valid+bounded, 0, 3)
	asksTriples("SparseSplit", false, received+counted+bounded, 1)
	asksTriples("SerializeSparse SerializeManySparse", false, received+fitting, 0)
	asksTriples("SparseReduceSum SparseReduceSumSparse SparseReduceMax SparseReduceMaxSparse", false,
		"s Expected input_shape to be a vector; got shape: {s}|"+
			"a Expected reduction_axes to be a scalar or a vector; got shape: {a}|"+fitting, 0)
	asksTriples("SparseSoftmax", false, shared+fitting, 0)
	asksTriples("SparseDenseCwiseAdd SparseDenseCwiseMul SparseDenseCwiseDiv", false,
		shared+"n The first dimension of values and indices should match. ({m} vs. {n})|"+
			"d Number of dimensions must match second dimension of indices. Got {d} dimensions, indices shape: {i}", 0)
	asksTriples("SetSize", false, oneRow+fitting, 0)
	asksTriples("DenseToSparseSetOperation", false, oneRow+fitting, 1)
	asksTriples("SparseToSparseSetOperation", false, oneRow+fitting, 0, 3)
	asksTriples("SparseFillEmptyRows", false, "s dense_shape must be a vector, saw: {s}|i indices must be a matrix, saw: {i}|"+
		"v values must be a vector, saw: {v}|"+
		"n The length of `values` ({m}) must match the first dimension of `indices` ({n}).|"+
		"d The length of `dense_shape` ({d}) must match the second dimension of `indices` ({c}).", 0)
	asksTriples("SparseTensorDenseAdd", false, "i Input a_indices should be a matrix but received shape: {i}|"+
		"v Inputs a_values and a_shape should be vectors but received shapes: {v} and {s}|"+
		"s Inputs a_values and a_shape should be vectors but received shapes: {v} and {s}|"+
		"n Dimensions {n} and {m} are not compatible|d Dimensions {c} and {d} are not compatible", 0)
	asksTriples("SparseAdd", true, "i Input indices should be matrices but received shapes: {i} and {i2}|"+
		"v Input values should be vectors but received shapes: {v} and {v2}|"+
		"s Input shapes should be a vector but received shapes {s} and {s2}|"+
		"n Expected {n} and {n2} non-empty input values, got {m} and {m2}|"+
		"c Input indices must have the same dimension, got {c} and {c2}|"+
		"d Ranks of input tensors must match, but saw ranks: {d} and {d2}", 0, 3)
	asksTriples("SparseTensorDenseMatMul", false, "v Tensor 'a_values' is not a vector|i Tensor 'a_indices' is not a matrix|"+
		"s Tensor 'a_shape' is not a vector|d Tensor 'a_shape' must have 2 elements|"+
		"n Number of rows of a_indices does not match number of entries in a_values", 0)
}

// fit refuses sparse tensors among the inputs by the rules.
func (n *Node) fit(r *triples) error {
	for i := range r.first {
		for _, a := range r.asks {
			for _, k := range r.first[i:] {
				if at, bad := n.misfits(a.what, k, r); bad {
					return tensor.Errorf("%s", n.tripleText(a.text, at, k, r))
				}
				if !r.both {
					break
				}
			}
		}
		if r.both {
			return nil
		}
	}
	return nil
}

// misfits tells whether a tensor does not meet a demand, and at which coordinates.
func (n *Node) misfits(what byte, first int, r *triples) (at int, bad bool) {
	step := max(r.step, 1)
	idx, vals, shape := n.T(first), n.T(first+step), n.T(first+2*step)
	switch what {
	case 'i':
		bad = idx.Rank() != 2
	case 'v':
		bad = vals.Rank() != 1
	case 's':
		bad = shape.Rank() != 1
	case 'a':
		bad = n.T(first+3).Rank() > 1
	case 'n':
		bad = sizeOf(idx, 0) != vals.Len()
	case 'd':
		bad = sizeOf(idx, 1) != shape.Len()
	case 'c':
		bad = sizeOf(idx, 1) != sizeOf(n.T(r.first[0]), 1)
	case 'b':
		s, err := n.sparse(first, first+step, first+2*step)
		if err == nil {
			at = s.Outside()
		}
		bad = err == nil && at >= 0
	}
	return at, bad
}

// sizeOf is a dimension of coordinates: a vector has one column.
func sizeOf(t *tensor.Tensor, axis int) int {
	if axis < t.Rank() {
		return t.Shape()[axis]
	}
	return 1
}

// tripleText puts what the inputs are into a text.
func (n *Node) tripleText(text string, at, first int, r *triples) string {
	step, with := max(r.step, 1), []string{"{who}", "hypothesis"}
	if first > 0 {
		with[1] = "truth"
	}
	if r.both {
		first = r.first[0]
	}
	for i, k := range []int{first, r.first[len(r.first)-1]} {
		tail := []string{"}", "2}"}[i]
		idx, vals, shape := n.T(k), n.T(k+step), n.T(k+2*step)
		for c, t := range map[string]*tensor.Tensor{"i": idx, "v": vals, "s": shape} {
			with = append(with, "{"+c+tail, tensor.ShapeString(t.Shape()), "{r"+c+tail, itoa(t.Rank()))
		}
		with = append(with, "{n"+tail, itoa(sizeOf(idx, 0)), "{m"+tail, itoa(vals.Len()), "{c"+tail, itoa(sizeOf(idx, 1)),
			"{d"+tail, itoa(shape.Len()))
	}
	if strings.Contains(text, "{a}") {
		with = append(with, "{a}", tensor.ShapeString(n.T(first+3).Shape()))
	}
	if s, err := n.sparse(first, first+step, first+2*step); err == nil && strings.Contains(text, "{at}") {
		with = append(with, "{k}", itoa(at), "{at}", strings.ReplaceAll(sparse.Commas(s.At(at)), ",", ", "))
	}
	return strings.NewReplacer(with...).Replace(text)
}
