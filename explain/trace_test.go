package explain

import (
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// TestTraceLetsGo keeps the newest steps' values, and of the older ones what they were.
func TestTraceLetsGo(t *testing.T) {
	defer func(n int) { heldBytes = n }(heldBytes)
	heldBytes = 100
	var tr Trace
	x := tensor.FromSlice([]int{4}, []int64{1, 2, 3, 4}) // 32 bytes
	for range 5 {
		y := tensor.FromSlice([]int{4}, []int64{1, 2, 3, 4})
		tr.Add(Step{Name: "f", Params: []string{"x"}, Args: []py.Value{x}, Result: y})
		x = y
	}
	if _, gone := tr.Steps[0].Result.(*forgotten); !gone || tr.bytes > 100 || tr.Steps[4].Result != py.Value(x) {
		t.Errorf("%d bytes are held, the first result is %T", tr.bytes, tr.Steps[0].Result)
	}
	c := &canvas{t: py.Background()}
	if got := c.brief(tr.Steps[0].Result); got != "(4,) int64" {
		t.Errorf("a value that was let go is told as %q", got)
	}
	for range mostSteps {
		tr.Add(Step{})
	}
	if tr.More != 5 {
		t.Errorf("%d steps too many", tr.More)
	}
}
