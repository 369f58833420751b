package tensor

import (
	"context"
	_ "embed"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor/loop"
)

//go:embed testdata/packets64.txt
var packets64Table string

// arguments64 are bit patterns of all sizes, and numbers of three ranges.
func arguments64() []float64 {
	x := make([]float64, 16384)
	for i := range x {
		b := (uint64(i) + 1) * 0x9e3779b97f4a7c15
		b = (b ^ b>>30) * 0xbf58476d1ce4e5b9
		b = (b ^ b>>27) * 0x94d049bb133111eb
		b ^= b >> 31
		u := float64(b>>11) * 0x1p-53
		x[i] = [4]float64{math.Float64frombits(b), float64(u*220) - 110, float64(u*6) - 3, float64(u*2) - 1}[i%4]
	}
	return x
}

// TestPackets64 compares the float64 functions, by every set of kernels, with what TensorFlow gave: every bit.
func TestPackets64(t *testing.T) {
	ctx, x := context.Background(), arguments64()
	y := slices.Clone(x)
	slices.Reverse(y)
	a, b := Vector(x), Vector(y)
	for l := loop.Plain; l <= loop.Best; l++ {
		old := loop.Use(l)
		for line := range strings.Lines(packets64Table) {
			var name, want string
			if fmt.Sscan(line, &name, &want); name == "#" {
				continue
			}
			var z *Tensor
			var err error
			switch name {
			case "Pow":
				if z, err = Un("Abs").Apply(ctx, a); err == nil {
					z, err = Bin(name).Apply(ctx, z, b)
				}
			case "Atan2":
				z, err = Bin(name).Apply(ctx, a, b)
			default:
				z, err = Un(name).Apply(ctx, a)
			}
			if err != nil {
				t.Fatal(name, err)
			}
			out := slices.Clone(view[float64](z.buf))
			for i, v := range out {
				if v != v {
					out[i] = math.NaN()
				}
			}
			if got := fmt.Sprintf("%08x", crc32.ChecksumIEEE(unView(out))); got != want {
				t.Errorf("%s, set %d: crc %s, want %s", name, l, got, want)
			}
		}
		loop.Use(old)
	}
}
