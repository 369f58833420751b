package tensor

import (
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// TestEstimateTables: the kernels that look estimates up give the bits of the Go loops, on every machine.
func TestEstimateTables(t *testing.T) {
	estimates()
	r := rand.New(rand.NewPCG(5, 6))
	for name, packet := range map[string]func(float32) float32{"Rsqrt": rsqrtPacket, "Reciprocal": reciprocalPacket} {
		k := loop.FindOne(name+"Table", "F32")
		if k == nil {
			t.Skip("no vector sets on this machine")
		}
		const n = 1 << 16
		x, z, want := newBuf(4*n), newBuf(4*n), newBuf(4*n)
		randomBytes(r, Float32, x)
		for i, v := range view[float32](x) {
			view[float32](want)[i] = packet(v)
		}
		if done := k.Run(z, x, 4, 4, n, false); done != n {
			t.Fatalf("%s: %d of %d done", name, done, n)
		}
		if i := sameBits(Float32, z, want); i >= 0 {
			v := view[float32](x)[i]
			t.Errorf("%s of %v is %v, want %v", name, v, view[float32](z)[i], view[float32](want)[i])
		}
	}
}
