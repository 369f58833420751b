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
	ctx, total, apart := context.Background(), 0, 0
	for line := range strings.Lines(specialTable) {
		f := strings.Fields(line)
		if f[0] == "#" {
			continue
		}
		in := make([]*Tensor, len(f)-1)
		for i, hex := range f[1:] {
			bits, err := strconv.ParseUint(hex, 16, 64)
			if err != nil {
				t.Fatal(line)
			}
			v := Scalar(math.Float64frombits(bits))
			if len(hex) == 8 {
				v = Scalar(math.Float32frombits(uint32(bits)))
			}
			if in[i], err = Fill(ctx, []int{8}, v); err != nil { // a whole packet
				t.Fatal(err)
			}
		}
		var z *Tensor
		var err error
		switch last := len(in) - 1; last {
		case 1:
			z, err = Un(f[0]).Apply(ctx, in[0])
		case 2:
			z, err = Bin(f[0]).Apply(ctx, in[0], in[1])
		default:
			z, err = IncompleteBeta(ctx, in[0], in[1], in[2], []int{8})
		}
		if err != nil {
			t.Fatal(f[0], err)
		}
		total++
		if d := apartBy(z, in[len(in)-1]); d != 0 {
			apart++
			if d > 2 {
				t.Errorf("%s: got %v", strings.TrimSpace(line), z.Float(0))
			}
		}
	}
	if total < 800 || apart > total/100 {
		t.Errorf("%d of %d differ", apart, total)
	}
}

// apartBy is how many numbers lie from the first element of a to that of b.
func apartBy(a, b *Tensor) int64 {
	var d int64
	if a.DType() == Float32 {
		d = int64(math.Float32bits(Slice[float32](a)[0])) - int64(math.Float32bits(Slice[float32](b)[0]))
	} else {
		d = int64(math.Float64bits(Slice[float64](a)[0]) - math.Float64bits(Slice[float64](b)[0]))
	}
	return max(d, -d)
}
