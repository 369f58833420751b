package tensor

import (
	"context"
	"math"
	"testing"
)

// TestNextAfter steps by the type's own numbers: the next one of float64 would be lost in float32.
func TestNextAfter(t *testing.T) {
	a := []float32{1, -1, 0, 0x1p-126, math.MaxFloat32, 2}
	b := []float32{2, 2, -1, 0, float32(math.Inf(1)), 2}
	z, err := Bin("NextAfter").Apply(context.Background(), Vector(a), Vector(b))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint32{0x3f800001, 0xbf7fffff, 0x80000001, 0x007fffff, 0x7f800000, 0x40000000} {
		if got := math.Float32bits(Slice[float32](z)[i]); got != want {
			t.Errorf("nextafter(%v, %v) = %#x, want %#x", a[i], b[i], got, want)
		}
	}
}
