package op

import (
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// rankRule is the rank a kernel asks of an input before anything else, and what it says otherwise: %s stands for the
// shape, %d for the rank.
type rankRule struct {
	input, least, most int
	text               string
}

// rankRules are by kernel. Shape functions have rules of their own, which graphs go by; these are of values that run.
var rankRules = map[string][]rankRule{}

// asks declares a rule of several kernels.
func asks(kernels string, input, least, most int, text string) {
	for _, name := range strings.Fields(kernels) {
		rankRules[name] = append(rankRules[name], rankRule{input, least, most, text})
	}
}

func init() {
	asks("ArgMax ArgMin", 1, 0, 0, "dim must be a scalar, but received tensor of shape: %s")
	asks("Split", 0, 0, 0, "split_dim must be a scalar but has rank %d")
	asks("Cumsum Cumprod", 1, 0, 0, "ScanOp: axis must be a scalar, not %s")
	asks("UnsortedSegmentSum UnsortedSegmentProd UnsortedSegmentMax UnsortedSegmentMin", 2, 0, 0,
		"num_segments should be a scalar, not shape %s")
	asks("SparseSegmentSumWithNumSegments SparseSegmentMeanWithNumSegments SparseSegmentSqrtNWithNumSegments", 3, 0, 0,
		"num_segments should be a scalar, not shape %s")
	asks("GatherV2", 2, 0, 0, "axis must be scalar")
	asks("MatrixDiagV2 MatrixDiagV3", 2, 0, 0, "num_rows must be a scalar")
	asks("MatrixDiagV2 MatrixDiagV3", 3, 0, 0, "num_cols must be a scalar")
	asks("MatrixDiagV2 MatrixDiagV3", 4, 0, 0, "padding_value must be a scalar")
	asks("Bincount", 1, 0, 0, "Shape must be rank 0 but is rank %d")
	asks("InTopKV2", 2, 0, 0, "k must be 0-D, got shape %s")
	asks("OneHot", 2, 0, 0, "on_value must be a scalar, but got: %s")
	asks("OneHot", 3, 0, 0, "off_value must be a scalar, but got: %s")
	asks("Roll", 1, 0, 1, "shift must be a scalar or a 1-D vector. Found: %s")
	asks("Roll", 2, 0, 1, "axis must be a scalar or a 1-D vector. Found: %s")
	asks("PadV2", 2, 0, 0, "constant_values must be a scalar. Found: %s")
	asks("ReverseSequence", 1, 1, 1, "seq_lengths must be 1-dim, not %d")
	asks("Transpose", 1, 1, 1, "perm must be rank 1, got shape %s")
	asks("BroadcastTo", 1, 1, 1, "shape must be a vector of {int32,int64}, got shape %s")
	asks("InvertPermutation", 0, 1, 1, "invert_permutation expects a 1D vector.")
	asks("ScatterNd", 2, 1, 1, "Shape must be a vector")
	asks("LowerBound UpperBound", 0, 2, 2, "Shape must be rank 2 but is rank %d for `sorted_inputs` argument")
	asks("LowerBound UpperBound", 1, 2, 2, "Shape must be rank 2 but is rank %d for `values` argument")
	asks("EmptyTensorList", 1, 0, 0, "max_num_elements expected to be a scalar but got shape: %s")
	asks("TensorListScatterV2", 3, 0, 0, "num_elements must be a scalar")
	asks("TensorListReserve", 1, 0, 0, "The num_elements to reserve must be a tensor size 1, but got %s")
	asks("SparseSplit", 0, 0, 0, "Input axis should be a scalar but received shape %s")
	asks("SparseReorder", 0, 2, 2, "Sparse indices must be rank 2 but is rank %d")
	asks("SparseDenseCwiseAdd SparseDenseCwiseMul SparseDenseCwiseDiv", 0, 2, 2,
		"Input sp_indices should be a matrix but received shape: %s")
	asks("SerializeManySparse", 0, 2, 2, "Input indices should be a matrix but received shape %s")
	asks("SparseTensorDenseAdd", 0, 2, 2, "Input a_indices should be a matrix but received shape: %s")
	asks("EditDistance", 0, 2, 2, "hypothesis_indices should be a matrix, but got shape: %s")
	asks("EditDistance", 3, 2, 2, "truth_indices should be a matrix, but got shape: %s")
	asks("SparseFillEmptyRows", 0, 2, 2, "indices must be a matrix, saw: %s")
}

// ranks refuses inputs by the rules.
func (n *Node) ranks(rules []rankRule) error {
	for _, r := range rules {
		t, ok := n.In[r.input].(*tensor.Tensor)
		if !ok || t.Rank() >= r.least && t.Rank() <= r.most {
			continue
		}
		text := strings.Replace(r.text, "%s", tensor.ShapeString(t.Shape()), 1)
		return tensor.Errorf("%s", strings.Replace(text, "%d", itoa(t.Rank()), 1))
	}
	return nil
}
