package np

import (
	"context"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// TestFoldBlocks folds views whole and some rows at a time.
func TestFoldBlocks(t *testing.T) {
	th := py.Background()
	th.Ctx = context.Background()
	numbers := make([]float64, 300)
	for i := range numbers {
		numbers[i] = 0.3 * float64(i)
	}
	line := ndarray.Own(tensor.Vector(numbers))
	wide, ok := line.BroadcastTo([]int{7, line.Len()})
	if !ok {
		t.Fatal("no view")
	}
	defer func(was int) { viewBlock = was }(viewBlock)
	for _, name := range []string{"sum", "prod", "max", "min", "mean", "std", "var", "all", "any"} {
		for _, keep := range []bool{false, true} {
			o := &foldOptions{axes: []int{1}, keep: keep}
			viewBlock = 64 << 20
			want, err := fold(th, name, wide, o)
			if err != nil {
				t.Fatal(err)
			}
			viewBlock = 2000
			got, err := fold(th, name, wide, o)
			if err != nil {
				t.Fatal(err)
			}
			if py.ReprOf(got) != py.ReprOf(want) {
				t.Errorf("%s: %s, whole %s", name, py.ReprOf(got), py.ReprOf(want))
			}
		}
	}
}
