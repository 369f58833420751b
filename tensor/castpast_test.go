package tensor

import (
	"context"
	"testing"
)

// TestCastPast casts between all pairs of types into results so large that they are stored past the caches: the
// first and last elements are those of a small cast.
func TestCastPast(t *testing.T) {
	if testing.Short() {
		t.Skip("large tensors")
	}
	types := []DType{Bool, Int32, Float32, Complex64, Complex128}
	for _, from := range types {
		one, err := Cast(context.Background(), Scalar(float32(1)), from)
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range types {
			small, err := Cast(context.Background(), one, to)
			if err != nil {
				t.Fatal(from, to, err)
			}
			x, err := BroadcastTo(context.Background(), one, []int{pastBytes/to.Size() + 3})
			if err != nil {
				t.Fatal(err)
			}
			z, err := Cast(context.Background(), x, to)
			if err != nil {
				t.Fatal(from, to, err)
			}
			n, b := to.Size(), z.Bytes()
			if want := string(small.Bytes()); string(b[:n]) != want || string(b[len(b)-n:]) != want {
				t.Errorf("%v to %v: %v and %v", from, to, b[:n], b[len(b)-n:])
			}
		}
	}
}
