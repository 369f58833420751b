package sparse_test

import (
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// TestReshapeOverflow compares what is said of sizes that overflow with TensorFlow's texts.
func TestReshapeOverflow(t *testing.T) {
	for _, c := range []struct {
		shape []int64
		want  string
	}{
		{[]int64{1 << 40, 1 << 40}, "result: -1"},
		{[]int64{1 << 62, 2}, "result: -9223372036854775808"},
		{[]int64{1<<63 - 1, 2}, "result: -2"},
		{[]int64{3, 1 << 62}, "result: -4611686018427387904"},
	} {
		s := &sparse.Sparse{Indices: []int64{0, 0}, Values: tensor.Vector([]int32{1}), Shape: c.shape}
		if _, err := sparse.Reshape(s, []int64{-1}); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%v: %v, not %s", c.shape, err, c.want)
		}
	}
}
