package tensor

import (
	"context"
	"errors"
	"math"
	"testing"
)

// TestCandidates draws classes: their shares are those of the distribution, all differ where they should, and each is
// expected as often as it is drawn.
func TestCandidates(t *testing.T) {
	const n = 40000
	for _, c := range []Candidates{{Range: 7}, {Range: 8}, {Range: 7, Log: true}} {
		z, tries, err := c.Draw(context.Background(), NewPhilox(1, 2), n, false)
		if err != nil || tries != n {
			t.Fatal(tries, err)
		}
		counts := make([]float64, c.Range)
		for _, v := range z.Int64s() {
			counts[v]++
		}
		all := Vector([]int64{0, 1, 2, 3, 4, 5, 6})
		want, err := c.Expected(all, n, n)
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range Slice[float32](want) {
			if math.Abs(counts[i]-float64(w)) > 5*math.Sqrt(n) {
				t.Errorf("%v: class %d was drawn %v times, %v expected", c, i, counts[i], w)
			}
		}
		z, _, err = c.Draw(context.Background(), NewPhilox(1, 2), int(c.Range), true)
		seen := map[int64]bool{}
		for _, v := range z.Int64s() {
			seen[v] = true
		}
		if err != nil || len(seen) != int(c.Range) {
			t.Errorf("%v: %v, %v", c, z, err)
		}
	}
}

// TestCandidatesStop ends a draw that takes too long when it is told to.
func TestCandidatesStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := Candidates{Range: 1 << 20, Log: true}
	if _, _, err := c.Draw(ctx, NewPhilox(1, 2), 1<<20, true); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
