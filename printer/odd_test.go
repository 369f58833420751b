package printer_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/drawn"
)

// TestOddArguments: every value has a text, whatever its type and shape, and whatever the options are.
func TestOddArguments(t *testing.T) {
	pool := drawn.Pool{}
	drawn.Put(pool, func(r *rand.Rand) *ragged.Ragged {
		x, err := ragged.FromDense(drawn.Of(r, drawn.Types[r.IntN(len(drawn.Types))], r.IntN(3), r.IntN(3), 2), 1,
			tensor.Int64)
		if err != nil {
			panic(err)
		}
		return x
	})
	drawn.Put(pool, func(r *rand.Rand) *sparse.Sparse {
		n := r.IntN(3)
		s, err := sparse.New(drawn.Of(r, tensor.Int64, n, 2), drawn.Of(r, drawn.Types[r.IntN(len(drawn.Types))], n),
			tensor.Vector([]int64{2, 2}))
		if err != nil {
			panic(err)
		}
		return s
	})
	drawn.Put(pool, func(r *rand.Rand) *ndarray.Array { return ndarray.FromTensor(drawn.Tensor(r)) })
	drawn.Check(t, pool, 1000, map[string]any{
		"ArrayRepr": printer.ArrayRepr, "ArrayStr": printer.ArrayStr, "ComplexScalar": printer.ComplexScalar,
		"FloatScalar": printer.FloatScalar, "PrintText": printer.PrintText, "RaggedLine": printer.RaggedLine,
		"RaggedRepr": printer.RaggedRepr, "SparseRepr": printer.SparseRepr, "Summary": printer.Summary,
		"TensorRepr": printer.TensorRepr, "TensorStr": printer.TensorStr, "VariableText": printer.VariableText,
		"ScalarRepr": func(d tensor.DType, r *ragged.Ragged) string {
			x, err := tensor.New(d, nil)
			if err != nil {
				return ""
			}
			return printer.ScalarRepr(x) + printer.ScalarStr(x)
		},
	})
}
