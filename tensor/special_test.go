package tensor

import (
	"context"
	_ "embed"
	"math"
	"strconv"
	"strings"
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

//go:embed testdata/special.txt
var specialTable string

// TestSpecial compares the special functions with what TensorFlow gave: nearly every bit, and never more than two units
// in the last place apart. (float32 arguments are those that need no estimates of the processor.)
func TestSpecial(t *testing.T) {
	total, apart := 0, 0
	for line := range strings.Lines(specialTable) {
		f := strings.Fields(line)
		if f[0] == "#" {
			continue
		}
		x, err := strconv.ParseUint(f[1], 16, 64)
		want, err2 := strconv.ParseUint(f[2], 16, 64)
		if err != nil || err2 != nil {
			t.Fatal(line)
		}
		arg := Scalar(math.Float64frombits(x))
		if len(f[1]) == 8 {
			arg = Scalar(math.Float32frombits(uint32(x)))
		}
		packet, err := Fill(context.Background(), []int{8}, arg)
		if err != nil {
			t.Fatal(err)
		}
		z, err := Un(f[0]).Apply(context.Background(), packet)
		if err != nil {
			t.Fatal(f[0], err)
		}
		got := uint64(0)
		if z.DType() == Float32 {
			got = uint64(math.Float32bits(Slice[float32](z)[0]))
		} else {
			got = math.Float64bits(Slice[float64](z)[0])
		}
		total++
		if got != want {
			apart++
			if d := int64(got - want); d > 2 || d < -2 {
				t.Errorf("%s: got %x", strings.TrimSpace(line), got)
			}
		}
	}
	if total < 500 || apart > total/100 {
		t.Errorf("%d of %d differ", apart, total)
	}
}
