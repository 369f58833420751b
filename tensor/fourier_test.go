package tensor

import (
	"bufio"
	"context"
	"fmt"
	"hash/crc32"
	"math"
	"math/cmplx"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// fourierParts are n numbers in [-1, 1) that both sides make by a formula.
func fourierParts(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64((i*i%65537*7919+i*31)%65537)/32768 - 1
	}
	return out
}

// fourierInput is the input of a recorded transform.
func fourierInput(t *testing.T, op string, single bool, shape []int) *Tensor {
	size, d := volume(shape), Float64
	var x *Tensor
	if strings.HasPrefix(op, "rfft") {
		x = FromSlice(shape, fourierParts(size))
	} else {
		p, v := fourierParts(2*size), make([]complex128, size)
		for i := range v {
			v[i] = complex(p[2*i], p[2*i+1])
		}
		x, d = FromSlice(shape, v), Complex128
	}
	if single {
		d = map[DType]DType{Float64: Float32, Complex128: Complex64}[d]
	}
	x, err := Cast(context.Background(), x, d)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// transformed runs a recorded transform.
func transformed(lib, op string, x *Tensor, n int) (*Tensor, error) {
	ctx, rank := context.Background(), 1
	if strings.HasSuffix(op, "d") {
		rank = int(op[len(op)-2] - '0')
	}
	real, inverse := strings.Contains(op, "rfft"), op[0] == 'i'
	last := x.Shape()[x.Rank()-1]
	if real && !inverse {
		n = last
	}
	if lib == "np" {
		scale := 1.0
		if inverse {
			scale = 1 / float64(max(n, 1))
			if !real {
				scale = 1 / float64(last)
			}
		}
		return PlainFourier(ctx, x, n, inverse, scale)
	}
	if !real {
		return Fourier(ctx, x, rank, inverse)
	}
	lengths := append([]int{}, x.Shape()[x.Rank()-rank:]...)
	lengths[rank-1] = n
	return RealFourier(ctx, x, lengths, inverse)
}

// TestFourierRecorded compares every bit with what TensorFlow 2.21 (on one thread) and NumPy 2.4 gave.
func TestFourierRecorded(t *testing.T) {
	f, err := os.Open("testdata/fourier.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	count := 0
	for s := bufio.NewScanner(f); s.Scan(); count++ {
		w := strings.Fields(s.Text())
		var shape []int
		for _, d := range strings.Split(w[3], "x") {
			n, _ := strconv.Atoi(d)
			shape = append(shape, n)
		}
		n, _ := strconv.Atoi(w[4])
		y, err := transformed(w[0], w[1], fourierInput(t, w[1], w[2] == "float32", shape), n)
		if err != nil {
			t.Errorf("%s: %v", s.Text(), err)
			continue
		}
		if got := fmt.Sprintf("%08x", crc32.ChecksumIEEE(y.Bytes())); got != w[5] {
			t.Errorf("%s: got %s", s.Text(), got)
		}
	}
	if count < 700 {
		t.Errorf("%d transforms", count)
	}
}

// TestFourier compares transforms with their definition for lengths of every kind, there and back.
func TestFourier(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{1, 2, 3, 8, 12, 49, 64, 97, 130, 227} {
		in := make([]complex128, 2*n)
		for i := range in {
			in[i] = complex(math.Sin(float64(i*i)), math.Cos(float64(3*i)))
		}
		y, err := Fourier(ctx, FromSlice([]int{2, n}, in), 1, false)
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range Slice[complex128](y) {
			var want complex128
			r, k := i/n, i%n
			for j := range n {
				want += in[r*n+j] * cmplx.Exp(complex(0, -2*math.Pi*float64(k*j%n)/float64(n)))
			}
			if cmplx.Abs(got-want) > 1e-11 {
				t.Errorf("length %d, value %d: %v, want %v", n, k, got, want)
			}
		}
		back, err := Fourier(ctx, y, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range Slice[complex128](back) {
			if cmplx.Abs(v-in[i]) > 1e-12 {
				t.Errorf("length %d does not come back at %d: %v", n, i, v)
			}
		}
	}
}

// TestFourierRefuses: what cannot be transformed is an error, what is empty stays so.
func TestFourierRefuses(t *testing.T) {
	ctx := context.Background()
	for _, bad := range []*Tensor{Scalar(complex64(1)), FromSlice([]int{1}, []float32{1})} {
		if _, err := Fourier(ctx, bad, 1, false); err == nil {
			t.Errorf("%v is transformed", bad.DType())
		}
	}
	row := FromSlice([]int{2}, []float32{1, 2})
	for want, lengths := range map[string][]int{"at least 3": {3}, "must >= 0": {-1}, "rank of at least 2": {1, 1}} {
		if _, err := RealFourier(ctx, row, lengths, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", lengths, err)
		}
	}
	if _, err := RealFourier(ctx, row, []int{2}, true); err == nil {
		t.Error("real numbers are transformed back")
	}
	if z, err := Fourier(ctx, FromSlice([]int{2, 0}, []complex64{}), 1, false); err != nil || z.Len() != 0 {
		t.Error(z, err)
	}
}

// TestFourierStops: a long transform ends soon when it must.
func TestFourierStops(t *testing.T) {
	x := FromSlice([]int{1 << 21}, make([]complex128, 1<<21))
	for _, f := range []func(ctx context.Context) (*Tensor, error){
		func(ctx context.Context) (*Tensor, error) { return Fourier(ctx, x, 1, false) },
		func(ctx context.Context) (*Tensor, error) { return PlainFourier(ctx, x, 0, false, 1) },
	} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		start := time.Now()
		if _, err := f(ctx); err == nil {
			t.Error("not stopped")
		}
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("stopped after %v", d)
		}
	}
}
