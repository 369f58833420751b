package text

import (
	"context"
	_ "embed"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/packed"
)

// scriptText lists the first code point and the script of every run of code points, recorded
// from ICU.
//
//go:generate go run ./packed/gen scripts.txt scripts.zst
//go:embed scripts.zst
var scriptText string

var scriptRuns = sync.OnceValue(func() (runs struct {
	from   []int32
	script []int32
}) {
	for _, l := range strings.Split(strings.TrimSpace(packed.Zstd(scriptText)), "\n") {
		a, b, _ := strings.Cut(l, " ")
		from, _ := strconv.ParseInt(a, 16, 32)
		script, _ := strconv.Atoi(b)
		runs.from, runs.script = append(runs.from, int32(from)), append(runs.script, int32(script))
	}
	return runs
})

// Script gives the number of the script of each code point (int32), as ICU counts them; -1 for what
// is no code point (UnicodeScript).
func Script[V Of](_ context.Context, x V) (V, error) {
	return flatlyAs("UnicodeScript", tensor.Int32, x, func(x *tensor.Tensor) (*tensor.Tensor, error) {
		runs := scriptRuns()
		out := make([]int32, x.Len())
		for i, r := range tensor.Slice[int32](x) {
			if r < 0 || r > 0x10ffff {
				out[i] = -1
				continue
			}
			at := sort.Search(len(runs.from), func(k int) bool { return runs.from[k] > r })
			out[i] = runs.script[at-1]
		}
		return tensor.FromSlice(x.Shape(), out), nil
	})
}
