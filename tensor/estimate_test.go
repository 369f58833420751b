package tensor

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// TestEstimateTables: the kernels that look estimates up give the bits of the Go loops, on every machine.
func TestEstimateTables(t *testing.T) {
	estimates()
	r := rand.New(rand.NewPCG(5, 6))
	for name, packet := range map[string]func(float32) float32{"Rsqrt": rsqrtPacket, "Reciprocal": reciprocalPacket,
		"Atan": atanPacket} {
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
		if done := k.Run(z, x, 4, 4, n, 0); done != n {
			t.Fatalf("%s: %d of %d done", name, done, n)
		}
		if i := sameBits(Float32, z, want); i >= 0 {
			v := view[float32](x)[i]
			t.Errorf("%s of %v is %v, want %v", name, v, view[float32](z)[i], view[float32](want)[i])
		}
	}
}

// TestAtan2Packets: angles of zeros, infinities and denormals in whole packets, as TensorFlow gives them.
func TestAtan2Packets(t *testing.T) {
	inf, zero, tiny := float32(math.Inf(1)), float32(math.Copysign(0, -1)), float32(1e-40)
	for _, c := range [][3]float32{{0, 0, 0}, {0, zero, 3.1415927}, {zero, 0, zero}, {zero, zero, -3.1415927},
		{zero, 1, zero},
		{1, zero, 1.5707964}, {-1, zero, -1.5707964}, {inf, inf, 0.7853981}, {inf, -inf, 2.3561945}, {-inf, inf, -0.7853981},
		{0, tiny, 0.7853981}, {zero, -tiny, -2.3561945}, {tiny, 1, 0}, {-tiny, 1, zero}, {1, 1, 0.7853981}} {
		if z := atan2Packet(c[0], c[1]); math.Float32bits(z) != math.Float32bits(c[2]) {
			t.Errorf("the angle of %v, %v is %v, want %v", c[1], c[0], z, c[2])
		}
	}
}
