package op

import (
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// rankRule is the rank a kernel asks of an input before anything else, and what it says otherwise: %s stands for the
// shape, %d for the rank, %n for the kernel.
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

// judged is what kernels refuse before any rank: attributes, which TensorFlow judges when it makes them.
var judged = map[string]func(n *Node) error{}

// judges declares how attributes of several kernels are judged.
func judges(kernels string, f func(n *Node) error) {
	for _, name := range strings.Fields(kernels) {
		judged[name] = f
	}
}

func init() {
	judges("Conv2DBackpropInput Conv2DBackpropFilter Conv3DBackpropInputV2 Conv3DBackpropFilterV2 "+
		"DepthwiseConv2dNativeBackpropInput DepthwiseConv2dNativeBackpropFilter", func(n *Node) error {
		if n.Def.Name == "Conv2DBackpropFilter" {
			if err := n.checkFormat(4); err != nil {
				return err
			}
		}
		return n.checkConvAttrs(n.convRank())
	})
	judges("DenseToDenseSetOperation DenseToSparseSetOperation SparseToSparseSetOperation", (*Node).knownSets)
	judges("ScaleAndTranslate ScaleAndTranslateGrad", (*Node).knownSampling)
	judges("RaggedTensorToTensor", func(n *Node) error { return knownPartitions(n.Strs("row_partition_types")) })
	judges("MatrixDiagV2 MatrixDiagV3", func(n *Node) error {
		_, err := n.bandOf(1, "")
		return err
	})
	judges("BatchMatMul", func(n *Node) error {
		if r := n.T(0).Rank(); r < 2 && r == n.T(1).Rank() {
			return tensor.Errorf("In[0] and In[1] ndims must be >= 2: %d", r)
		}
		return nil
	})
	const indexed = "diag_index must be a scalar or vector, received shape: %s"
	asks("MatrixDiagPartV2 MatrixDiagPartV3", 1, 0, 1, indexed)
	asks("MatrixSetDiagV2 MatrixSetDiagV3", 2, 0, 1, indexed)
	asks("MatrixSetDiagV2 MatrixSetDiagV3", 0, 2, tensor.MaxRank, "input must be at least 2-dim, received shape: %s")
	for i, names := range []string{"RFFT IRFFT", "RFFT2D IRFFT2D", "RFFT3D IRFFT3D"} {
		asks(names, 0, i+1, tensor.MaxRank, "Input must have rank of at least "+itoa(i+1)+" but got: %s")
	}
	asks("FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3", 0, 4, 5, "input must be 4 or 5-dimensional%s")
	asks("HistogramFixedWidth", 1, 1, 1, "value_range should be a vector.")
	asks("ExtractJpegShape", 0, 0, 0, "contents must be scalar, got shape %s")
	asks("ImageProjectiveTransformV3", 0, 4, 4, "Input images must have rank 4")
	asks("ScaleAndTranslateGrad", 0, 4, 4, "input_grad must be 4-dimensional%s")
	asks("PadV2", 1, 2, 2, "paddings must be a matrix with 2 columns: %s")
	asks("SparseTensorDenseMatMul", 3, 2, 2, "Tensor 'b' is not a matrix")
	asks("GatherNd", 0, 1, tensor.MaxRank, "params must be at least a vector")
	asks("DeserializeManySparse", 0, 1, tensor.MaxRank, "Serialized sparse should have non-zero rank %s")
	asks("ArgMax ArgMin", 1, 0, 0, "dim must be a scalar, but received tensor of shape: %s")
	asks("Split", 0, 0, 0, "split_dim must be a scalar but has rank %d")
	asks("Cumsum Cumprod", 1, 0, 0, "ScanOp: axis must be a scalar, not %s")
	asks("UnsortedSegmentSum UnsortedSegmentProd UnsortedSegmentMax UnsortedSegmentMin", 2, 0, 0,
		"num_segments should be a scalar, not shape %s")
	asks("SparseSegmentSumWithNumSegments SparseSegmentMeanWithNumSegments SparseSegmentSqrtNWithNumSegments", 3, 0, 0,
		"num_segments should be a scalar, not shape %s")
	asks("GatherV2", 0, 1, tensor.MaxRank, "params must be at least 1 dimensional")
	asks("GatherV2", 2, 0, 0, "axis must be scalar")
	asks("MatrixDiagV2 MatrixDiagV3", 2, 0, 0, "num_rows must be a scalar")
	asks("MatrixDiagV2 MatrixDiagV3", 3, 0, 0, "num_cols must be a scalar")
	asks("MatrixDiagV2 MatrixDiagV3", 4, 0, 0, "padding_value must be a scalar")
	asks("Bincount", 1, 0, 0, "Shape must be rank 0 but is rank %d")
	asks("InTopKV2", 2, 0, 0, "k must be 0-D, got shape %s")
	asks("OneHot", 1, 0, 0, "depth must be a scalar, but got: %s")
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
	for i, name := range []string{"hypothesis", "truth"} {
		asks("EditDistance", 3*i, 2, 2, name+"_indices should be a matrix, but got shape: %s")
	}
	asks("ParseTensor", 0, 0, 0, "Expected `serialized` to be a scalar, got shape: %s")
	for i, name := range []string{"hypothesis_values", "hypothesis_shape", "truth_values", "truth_shape"} {
		asks("EditDistance", []int{1, 2, 4, 5}[i], 1, 1, name+" should be a vector, but got shape: %s")
	}
	asks("PrintV2", 0, 0, 0, "Input is expected to be scalar, but got %s")
	asks("TensorListGetItem TensorListSetItem", 1, 0, 0, "index must be a scalar, but got shape %s")
	asks("SparseReshape", 0, 2, 2, "Input must be a matrix.")
	asks("SparseReshape", 1, 1, 1, "Input shape must be a vector.")
	asks("SparseReshape", 2, 1, 1, "Target shape should be a vector but received shape %s")
	asks("BroadcastArgs BroadcastGradientArgs", 0, 1, 1, "In[0] must be a vector.%s")
	asks("BroadcastArgs BroadcastGradientArgs", 1, 1, 1, "In[1] must be a vector.%s")
	asks("DecodePaddedRaw", 1, 0, 0, "k must be scalar, got shape %s")
	asks("MirrorPadGrad MirrorPad", 1, 2, 2, "paddings must be a matrix with 2 columns: %s")
	asks("Conv2DBackpropInput DepthwiseConv2dNativeBackpropInput", 0, 1, 1, "%n: input_sizes input must be 1-dim, not %d")
	asks("ScaleAndTranslate ScaleAndTranslateGrad", 2, 1, 1, "t must be 1-dimensional%s")
	asks("ScaleAndTranslate ScaleAndTranslateGrad", 3, 1, 1, "t must be 1-dimensional%s")
}

// ranks refuses inputs by the rules.
func (n *Node) ranks(rules []rankRule) error {
	for _, r := range rules {
		t, ok := n.In[r.input].(*tensor.Tensor)
		if !ok || t.Rank() >= r.least && t.Rank() <= r.most {
			continue
		}
		text := strings.Replace(strings.Replace(r.text, "%n", n.Def.Name, 1), "%s", tensor.ShapeString(t.Shape()), 1)
		return tensor.Errorf("%s", strings.Replace(text, "%d", itoa(t.Rank()), 1))
	}
	return nil
}
