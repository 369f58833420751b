package tensor

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestRuns checks padding, tiling, one-hot rows, selection and positions against their definitions, element
// by element, for every size of element.
func TestRuns(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(11, 12))
	for _, d := range []DType{Bool, Int16, Float32, Int64, Complex128} {
		for _, shape := range [][]int{{5}, {9001}, {3, 4}, {2, 3, 4}, {1, 20000}, {60, 70}, {0, 3}} {
			x, _ := New(d, shape)
			randomBytes(r, d, x.buf)
			name := fmt.Sprintf("%s %v", d, shape)
			before, after, times := make([]int, len(shape)), make([]int, len(shape)), make([]int, len(shape))
			for i := range shape {
				before[i], after[i], times[i] = r.IntN(3), r.IntN(3), 1+r.IntN(3)
			}
			value, _ := New(d, nil)
			randomBytes(r, d, value.buf)
			z, err := Pad(ctx, x, before, after, PadConstant, value)
			checkMove(t, "pad "+name, z, err, func(at []int) []byte {
				from := make([]int, len(at))
				for i := range at {
					if from[i] = at[i] - before[i]; from[i] < 0 || from[i] >= shape[i] {
						return value.buf[:d.Size()]
					}
				}
				return element(x, from)
			})
			z, err = Tile(ctx, x, times)
			checkMove(t, "tile "+name, z, err, func(at []int) []byte {
				from := make([]int, len(at))
				for i := range at {
					from[i] = at[i] % shape[i]
				}
				return element(x, from)
			})
			checkChoose(ctx, t, r, name, x)
		}
	}
}

func checkChoose(ctx context.Context, t *testing.T, r *rand.Rand, name string, x *Tensor) {
	c, _ := New(Bool, x.shape)
	randomBytes(r, Bool, c.buf)
	one, _ := New(x.dtype, nil)
	y, _ := New(x.dtype, x.shape)
	randomBytes(r, x.dtype, y.buf)
	each := func() {
		for _, p := range [][2]*Tensor{{x, y}, {x, one}, {one, y}} {
			z, err := Where3(ctx, c, p[0], p[1])
			checkMove(t, "where "+name, z, err, func(at []int) []byte {
				from := p[1]
				if element(c, at)[0] != 0 {
					from = p[0]
				}
				if from.n == 1 && len(from.shape) == 0 {
					at = nil
				}
				return element(from, at)
			})
		}
	}
	onPlain(each)
	eachSet(func(string) { each() })
	at, err := Where1(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for i, v := range c.buf {
		if v != 0 {
			if got := at.Ints()[rows*len(x.shape) : (rows+1)*len(x.shape)]; offsetOf(c, got) != i {
				t.Fatalf("where of %s: row %d is %v", name, rows, got)
			}
			rows++
		}
	}
	if at.shape[0] != rows {
		t.Fatalf("where of %s: %d rows of %d", name, at.shape[0], rows)
	}
}

func offsetOf(x *Tensor, at []int) int {
	o := 0
	for i, k := range at {
		o = o*x.shape[i] + k
	}
	return o
}

func element(x *Tensor, at []int) []byte {
	s := x.dtype.Size()
	o := offsetOf(x, at) * s
	return x.buf[o : o+s]
}

func checkMove(t *testing.T, what string, z *Tensor, err error, want func(at []int) []byte) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	at, s := make([]int, len(z.shape)), z.dtype.Size()
	for i := range z.n {
		for d, k := len(at)-1, i; d >= 0; d-- {
			at[d] = k % z.shape[d]
			k /= z.shape[d]
		}
		if !bytes.Equal(z.buf[i*s:(i+1)*s], want(at)) {
			t.Fatalf("%s at %v: %x, not %x", what, at, z.buf[i*s:(i+1)*s], want(at))
		}
	}
}

// TestOneHot: rows along the last and another axis, indices out of range.
func TestOneHot(t *testing.T) {
	ctx := context.Background()
	idx := FromSlice([]int{2, 3}, []int32{0, -1, 2, 3, 1, 9})
	on, off := Scalar(float32(5)), Scalar(float32(-1))
	for axis := -1; axis <= 2; axis++ {
		z, err := OneHot(ctx, idx, 4, on, off, axis)
		if axis < 0 {
			axis = 2
		}
		checkMove(t, fmt.Sprint("one_hot ", axis), z, err, func(at []int) []byte {
			rest := append(append([]int(nil), at[:axis]...), at[axis+1:]...)
			if int(idx.Int(offsetOf(idx, rest))) == at[axis] {
				return on.buf
			}
			return off.buf
		})
	}
}

// TestOrders: sorting by keys is stable, for long and short rows of every type, and the k greatest are its
// first.
func TestOrders(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(13, 14))
	for _, d := range []DType{Bool, Int8, Uint8, Int16, Uint16, Int32, Uint32, Int64, Uint64, Float16, Float32, Float64} {
		for _, n := range []int{1, 7, 300, 5000} {
			x, _ := New(d, []int{2, n})
			randomBytes(r, d, x.buf)
			key := make([]uint64, 2*n)
			keys(key, x, 0)
			for _, down := range []bool{false, true} {
				z, err := Argsort(ctx, x, down)
				if err != nil {
					t.Fatal(err)
				}
				at := z.Ints()
				for i := range 2 * n {
					if i%n == 0 {
						continue
					}
					base := i / n * n
					a, b := at[i-1], at[i]
					ka, kb := key[base+a], key[base+b]
					if !(ka < kb && !down || ka > kb && down || ka == kb && a < b) {
						t.Fatalf("%s of %d, descending %t: %d before %d", d, n, down, a, b)
					}
					va, vb := flushT(x.Float(base+a)), flushT(x.Float(base+b))
					if d == Float32 {
						va, vb = float64(flush(float32(va))), float64(flush(float32(vb)))
					}
					if va > vb && !down || va < vb && down {
						t.Fatalf("%s: %v before %v", d, va, vb)
					}
				}
				if k := max(1, n/5); down && k <= n/4 {
					top, err := TopK(ctx, x, k)
					if err != nil {
						t.Fatal(err)
					}
					for i, p := range top.Ints() {
						if p != at[i/k*n+i%k] {
							t.Fatalf("%s: place %d of the greatest of %d is %d", d, i, n, p)
						}
					}
				}
			}
		}
	}
}

// TestMovesOfAxes checks transpositions, spreading, rolling and bands against their definitions, element by element.
func TestMovesOfAxes(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(13, 14))
	for _, d := range []DType{Bool, Int16, Float32, Int64, Complex128} {
		for _, c := range [][2][]int{{{3, 5, 7}, {2, 1, 0}}, {{40, 3, 70}, {2, 1, 0}}, {{33, 2, 3, 65}, {3, 1, 2, 0}},
			{{4, 30, 2, 35}, {3, 0, 2, 1}}, {{20, 6, 18}, {2, 0, 1}}, {{2, 3, 4}, {1, 0, 2}}, {{9, 0, 2}, {2, 1, 0}}} {
			shape, perm := c[0], c[1]
			x, _ := New(d, shape)
			randomBytes(r, d, x.buf)
			name := fmt.Sprintf("%s %v %v", d, shape, perm)
			z, err := Transpose(ctx, x, perm)
			checkMove(t, "transpose "+name, z, err, func(at []int) []byte {
				from := make([]int, len(at))
				for i, p := range perm {
					from[p] = at[i]
				}
				return element(x, from)
			})
			spread := append([]int{2}, shape...)
			one := append([]int(nil), shape...)
			one[r.IntN(len(one))] = 1
			y, _ := New(d, one)
			randomBytes(r, d, y.buf)
			z, err = BroadcastTo(ctx, y, spread)
			checkMove(t, "spread "+name, z, err, func(at []int) []byte {
				from := append([]int(nil), at[1:]...)
				for i := range from {
					from[i] = min(from[i], one[i]-1)
				}
				return element(y, from)
			})
			axis, shift := r.IntN(len(shape)), r.IntN(100)-50
			z, err = Roll(ctx, x, shift, axis)
			checkMove(t, "roll "+name, z, err, func(at []int) []byte {
				from := append([]int(nil), at...)
				from[axis] = ((at[axis]-shift)%shape[axis] + shape[axis]) % shape[axis]
				return element(x, from)
			})
			zero, _ := New(d, nil)
			low, high := r.IntN(5)-1, r.IntN(5)-1
			z, err = MatrixBandPart(ctx, x, low, high, zero)
			checkMove(t, fmt.Sprintf("band %d %d %s", low, high, name), z, err, func(at []int) []byte {
				i, j := at[len(at)-2], at[len(at)-1]
				if low >= 0 && i-j > low || high >= 0 && j-i > high {
					return zero.buf[:d.Size()]
				}
				return element(x, at)
			})
		}
	}
}

// TestMoveFar checks copies past the caches at all alignments and around the least length.
func TestMoveFar(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	src := make([]byte, 5000)
	randomBytes(r, Uint8, src)
	eachSet(func(name string) {
		for range 300 {
			n, from, to := r.IntN(3000), r.IntN(70), r.IntN(70)
			dst := make([]byte, 4000)
			mover(pastBytes)(dst[to:to+n], src[from:from+n+r.IntN(9)])
			for i, v := range dst {
				if want := i >= to && i < to+n; want && v != src[from+i-to] || !want && v != 0 {
					t.Fatalf("%s: %d bytes from %d to %d: byte %d is %d", name, n, from, to, i, v)
				}
			}
		}
	})
}
