package tensor

import (
	"context"
	"math"
	"testing"
	"time"
)

// TestEdges asks that every elementwise function ends for numbers at the ends of the line, and that nan
// stays nan where the function does not forget its argument.
func TestEdges(t *testing.T) {
	edges := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1, -1, 1e300, -1e300, 5e-324, 1e9,
		-1e9, 40, 2.5, -2.5}
	forget := map[string]bool{"IsNan": true, "IsInf": true, "IsFinite": true, "LogicalNot": true}
	for name, o := range unOps {
		if !o.Has(Float64) {
			continue
		}
		done := make(chan *Tensor, 1)
		go func() {
			z, err := o.Apply(context.Background(), Vector(edges))
			if err != nil {
				t.Errorf("%s: %s", name, err)
			}
			done <- z
		}()
		select {
		case z := <-done:
			if z != nil && !forget[name] && !math.IsNaN(z.Float(0)) {
				t.Errorf("%s(nan) = %g", name, z.Float(0))
			}
		case <-time.After(30 * time.Second):
			t.Errorf("%s does not end", name)
		}
	}
}
