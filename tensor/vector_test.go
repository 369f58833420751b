package tensor

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// edges32 and edges64 are values at which kernels may differ: zeros, denormals, limits, the ends of the
// reach of functions, infinities and nan.
var edges32 = []uint32{0, 1 << 31, 1, 1<<31 | 1, 0x7fffff, 0x807fffff, 0x800000, 0x80800000, 0x3f800000, 0xbf800000,
	0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x42b17218, 0x42b1722d, 0xc2d00000,
	0xc2aeac50, 0x42ae0000, 0x46cadc00, 0x46932c00, 0x40fd0956, 0x41851592, 0x3f3504f3, 0x4f000000, 0xcf000000, 0x5f000000,
	0x41800000, 0xc1000000}
var edges64 = []uint64{0, 1 << 63, 1, 1<<63 | 1, 1<<52 - 1, 1 << 52, 0x3ff << 52, 0xbff << 52, 0x7fefffffffffffff,
	0x7ff << 52, 0xfff << 52, 0x7ff8 << 48, math.Float64bits(709.784), math.Float64bits(-745.519),
	math.Float64bits(2147483648), math.Float64bits(-2147483649), 0x43e << 52, 0xc3e << 52}

// randomBytes fills b with elements of a type: random bits, values near 1, edges.
func randomBytes(r *rand.Rand, d DType, b []byte) {
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	switch d {
	case Bool:
		for i := range b {
			b[i] &= 1
		}
	case Float32:
		v := view[float32](b)
		for i := range v {
			switch r.IntN(4) {
			case 0:
				v[i] = math.Float32frombits(edges32[r.IntN(len(edges32))])
			case 1:
				v[i] = float32(r.NormFloat64() * 4)
			case 2:
				v[i] = float32(math.Exp(r.NormFloat64() * 20))
			}
		}
	case Float64:
		v := view[float64](b)
		for i := range v {
			switch r.IntN(4) {
			case 0:
				v[i] = math.Float64frombits(edges64[r.IntN(len(edges64))])
			case 1:
				v[i] = r.NormFloat64() * 4
			case 2:
				v[i] = math.Exp(r.NormFloat64() * 80)
			}
		}
	}
}

// sameBits compares results of a type; every nan is the same.
func sameBits(d DType, a, b []byte) int {
	if bytes.Equal(a, b) {
		return -1
	}
	size := d.Size()
	for i := 0; i < len(a); i += size {
		x, y := a[i:i+size], b[i:i+size]
		if bytes.Equal(x, y) {
			continue
		}
		t, u := FromBytes(d, nil, slices.Clone(x)), FromBytes(d, nil, slices.Clone(y))
		if d.IsFloating() && t.Float(0) != t.Float(0) && u.Float(0) != u.Float(0) {
			continue
		}
		return i / size
	}
	return -1
}

// eachSet runs f once for every set of vector kernels that the machine has.
func eachSet(f func(name string)) {
	for l := loop.AVX2; l <= loop.Best; l++ {
		old := loop.Use(l)
		f(map[loop.Level]string{loop.AVX2: "AVX2", loop.AVX512: "AVX-512"}[l])
		loop.Use(old)
	}
}

// onPlain runs f with the Go loops alone.
func onPlain(f func()) {
	defer loop.Use(loop.Use(loop.Plain))
	f()
}

// vectorSizes are lengths around whole vectors, and one of many.
func vectorSizes() (n []int) {
	for i := range 70 {
		n = append(n, i)
	}
	return append(n, 127, 128, 131, 255, 300, 1000, 1<<13+5)
}

// runs is storage for n elements at an offset of some elements, with a guard behind it.
func runs(d DType, n, off int) (all, part []byte) {
	size := max(d.Size(), 1)
	all = newBuf((off+n)*size + 64)
	for i := range all {
		all[i] = 0x5a
	}
	return all, all[off*size : (off+n)*size]
}

func checkGuard(t *testing.T, what string, all []byte, n int) {
	t.Helper()
	for _, b := range all[n:] {
		if b != 0x5a {
			t.Fatalf("%s: wrote beyond its elements", what)
		}
	}
}

// TestVectorTwo: every operation of two arguments gives the same bits with every set.
func TestVectorTwo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for name, o := range binOps {
		for i := range o.kernels {
			d := DType(i)
			if k, _ := vectorTwo(name, d); k == nil || o.kernels[d] == nil {
				continue
			}
			found++
			out := d
			if o.toBool {
				out = Bool
			}
			for _, n := range vectorSizes() {
				x, y, want := newBuf(n*d.Size()), newBuf(n*d.Size()), newBuf(n*out.Size())
				randomBytes(r, d, x)
				randomBytes(r, d, y)
				if o.check(FromBytes(d, []int{n}, x), FromBytes(d, []int{n}, y)) != nil {
					for i := range y {
						y[i] |= 1
					}
				}
				onPlain(func() { o.kernels[d](want, x, y) })
				eachSet(func(set string) {
					for off, k := range []binKernel{o.kernels[d], o.past[d], o.past[d]} {
						all, z := runs(out, n, off%2)
						k(z, x, y)
						what := fmt.Sprintf("%s %s of %d, %s", name, d, n, set)
						if i := sameBits(out, z, want); i >= 0 {
							size := d.Size()
							t.Fatalf("%s at %d: %x, %x: %x, Go %x", what, i, x[i*size:][:size], y[i*size:][:size],
								z[i*out.Size():][:out.Size()], want[i*out.Size():][:out.Size()])
						}
						checkGuard(t, what, all, off%2*out.Size()+len(z))
					}
				})
			}
		}
	}
	if loop.Best > loop.Plain && found < 60 {
		t.Errorf("%d vector kernels of two arguments", found)
	}
}

// TestVectorOne: every function gives the same bits with every set.
func TestVectorOne(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for name, o := range unOps {
		for i := range o.kernels {
			d := DType(i)
			if o.kernels[d] == nil || vectorTypes[d] == nil || loop.FindOne(name, vectorTypes[d][0]) == nil {
				continue
			}
			found++
			for _, n := range append(vectorSizes(), 1<<16) {
				x, want := newBuf(n*d.Size()), newBuf(n*d.Size())
				randomBytes(r, d, x)
				body := n - n%(32/d.Size())
				onPlain(func() { o.kernels[d](want, x, body) })
				eachSet(func(set string) {
					for off, k := range []unKernel{o.kernels[d], o.past[d], o.past[d]} {
						all, z := runs(d, n, off%2)
						k(z, x, body)
						what := fmt.Sprintf("%s %s of %d, %s", name, d, n, set)
						if i := sameBits(d, z, want); i >= 0 {
							size := d.Size()
							t.Fatalf("%s at %d: %x: %x, Go %x", what, i, x[i*size:][:size], z[i*size:][:size],
								want[i*size:][:size])
						}
						checkGuard(t, what, all, off%2*d.Size()+len(z))
					}
				})
			}
		}
	}
	if loop.Best > loop.Plain && found < 20 {
		t.Errorf("%d vector functions", found)
	}
}

// TestVectorCasts: every conversion gives the same bits with every set.
func TestVectorCasts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for from := range casts {
		for to, k := range casts[from] {
			x, z := DType(from), DType(to)
			if k == nil || vectorTypes[from] == nil || vectorTypes[to] == nil || vectorCast(x, z) == nil {
				continue
			}
			for _, n := range vectorSizes() {
				in, want := newBuf(n*x.Size()), newBuf(n*z.Size())
				randomBytes(r, x, in)
				onPlain(func() { k(want, in) })
				eachSet(func(set string) {
					for off, k := range []castKernel{k, pastCasts[from][to], pastCasts[from][to]} {
						all, out := runs(z, n, off%2)
						k(out, in)
						what := fmt.Sprintf("%s to %s of %d, %s", x, z, n, set)
						if i := sameBits(z, out, want); i >= 0 {
							t.Fatalf("%s at %d: %x: %x, Go %x", what, i, in[i*x.Size():][:x.Size()], out[i*z.Size():][:z.Size()],
								want[i*z.Size():][:z.Size()])
						}
						checkGuard(t, what, all, off%2*z.Size()+len(out))
					}
				})
			}
		}
	}
}

var background = context.Background()

// TestVectorRandom: the generator's stream is that of single blocks, wherever it starts and however long it is.
func TestVectorRandom(t *testing.T) {
	for _, n := range []int{1, 4, 31, 32, 33, 127, 1000, 1 << 15} {
		for _, g := range []Philox{NewPhilox(7, 9), KeyedPhilox(0x123456789abcdef, [2]uint64{math.MaxUint64 - 3, 5}),
			KeyedPhilox(1<<63|5, [2]uint64{1<<32 - 2, math.MaxUint64})} {
			want := make([]uint32, n)
			for i, h := 0, g; i < n; i += 4 {
				b := h.Next()
				copy(want[i:], b[:])
			}
			eachSet(func(set string) {
				z := newBuf(4 * n)
				if err := g.fill(background, z, func([]byte) {}); err != nil || !slices.Equal(view[uint32](z), want) {
					t.Fatalf("%d words, %s: %v", n, set, err)
				}
				u, _ := RandomUniform(background, g, Float32, []int{n})
				for i, w := range want {
					if v := view[float32](u.buf)[i]; v != unit32(w) {
						t.Fatalf("number %d of %d, %s: %v, not %v", i, n, set, v, unit32(w))
					}
				}
			})
		}
	}
}
