package tensor

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestFoldWindows checks what is folded of windows, and where the greatest is, against the matrix of windows.
func TestFoldWindows(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(21, 22))
	eachSet(func(set string) {
		for _, d := range []DType{Float32, Float64, Int32, Int64, Uint8} {
			for _, c := range [][3]int{{40, 4, 8}, {7, 15, 3}, {1, 3, 65}, {9, 1, 2}} {
				windows, taps, depth := c[0], c[1], c[2]
				x, _ := New(d, []int{20, depth})
				for i := range x.n { // few values, so that there are equals
					one, _ := Cast(ctx, Scalar(int64(r.IntN(7)-r.IntN(4))), d)
					copy(x.buf[i*d.Size():(i+1)*d.Size()], one.buf)
				}
				least, _ := Cast(ctx, Scalar(int64(0)), d)
				at := make([]int64, windows*taps)
				idx := make([]int64, windows*taps)
				for i := range at {
					at[i] = int64(r.IntN(22)) - 2
					if idx[i] = at[i]; at[i] < 0 {
						at[i], idx[i] = -1, 20
					}
				}
				outside, _ := Fill(ctx, []int{1, depth}, least)
				padded, err := Concat(ctx, []*Tensor{x, outside}, 0)
				if err != nil {
					t.Fatal(err)
				}
				rows, err := Gather(ctx, padded, Vector(idx), 0, 0)
				if err != nil {
					t.Fatal(err)
				}
				rows = rows.WithShape([]int{windows, taps, depth})
				for _, by := range []Fold{FoldMax, FoldSum} {
					got, done, err := FoldWindows(ctx, by, x, at, taps, least)
					if err != nil || !done && (by == FoldMax && foldings[by][d] != nil || by == FoldSum && d.IsFloating()) {
						t.Fatalf("%s %s %s %v: %v, %v", set, by, d, c, done, err)
					}
					want, err := Reduce(ctx, by, rows, []bool{false, true, false}, false)
					if err != nil {
						t.Fatal(err)
					}
					if done && sameBits(d, got.buf, want.buf) >= 0 {
						t.Fatalf("%s %s %s %v: not what the reduction gives", set, by, d, c)
					}
				}
				places, err := GreatestTaps(ctx, x, at, taps, least)
				if err != nil {
					t.Fatal(err)
				}
				first, _ := ArgReduce(ctx, rows, 1, false)
				for i, got := range places {
					w, ch := i/depth, i%depth
					p := at[w*taps+int(first.Int(i))]
					for k := 0; p < 0 && k < taps; k++ {
						p = at[w*taps+k]
					}
					if want := p*int64(depth) + int64(ch); p < 0 && got != -1 || p >= 0 && got != want {
						t.Fatalf("%s %s %v: element %d is at %d, not %d", set, d, c, i, got, want)
					}
				}
			}
		}
	})
}
