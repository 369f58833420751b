package public_test

import (
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	_ "github.com/tfs-lang/tfs/tf"
	"github.com/tfs-lang/tfs/tf/public"
)

// TestRun: a name runs the function that is declared elsewhere, with its reading of arguments and its errors.
func TestRun(t *testing.T) {
	th := py.Background()
	v, err := public.Add.Run(th, tensor.Vector([]int32{1, 2}), int64(3))
	if x, ok := v.(*tensor.Tensor); err != nil || !ok || x.Int(0) != 4 || x.Int(1) != 5 {
		t.Error(v, err)
	}
	_, err = public.Less.Run(th, tensor.Scalar(int32(1)), tensor.Scalar(1.5))
	if err == nil || !strings.Contains(err.Error(), "[Op:Less]") {
		t.Errorf("int32 and float64 were compared: %v", err)
	}
}
