package loop

import (
	"testing"
	"unsafe"
)

// bytesOf is the memory of a slice of float32.
func bytesOf(x []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 4*len(x))
}

// levels runs a test with each set the machine has, and with none.
func levels(t *testing.T, f func(t *testing.T)) {
	for l := Plain; l <= Best; l++ {
		old := Use(l)
		t.Run([]string{"plain", "avx2", "avx512"}[l], f)
		Use(old)
	}
}

// TestTwo adds vectors of many lengths: whole steps are done and told of, and what lies behind stays as it was.
func TestTwo(t *testing.T) {
	add := FindTwo("AddV2", "F32")
	levels(t, func(t *testing.T) {
		for _, n := range []int{0, 1, 7, 8, 15, 16, 31, 100} {
			x, y, z := make([]float32, n), make([]float32, n), make([]float32, n)
			for i := range n {
				x[i], y[i], z[i] = float32(i), 0.5, -1
			}
			done := add.Run(bytesOf(z), bytesOf(x), bytesOf(y), 4, 4, n, 0)
			if want := n / 8 * 8; Using() > Plain && done != want || Using() == Plain && done != 0 {
				t.Errorf("%d of %d done", done, n)
			}
			for i, v := range z {
				if i < done && v != float32(i)+0.5 || i >= done && v != -1 {
					t.Errorf("n=%d: z[%d] is %v", n, i, v)
				}
			}
		}
	})
}

// TestChoose takes the elements of two vectors by a third of bools.
func TestChoose(t *testing.T) {
	choose := FindChoose("I32") // elements of four bytes, whatever they mean
	if Best == Plain {
		t.Skip("no vector sets on this machine")
	}
	const n = 40
	c, x, y := make([]byte, n), make([]float32, n), make([]float32, n)
	for i := range n {
		c[i], x[i], y[i] = byte(i%3&1), 1, 2
	}
	levels(t, func(t *testing.T) {
		z := make([]float32, n)
		done := choose.Run(bytesOf(z), c, bytesOf(x), bytesOf(y), 4, n, 0)
		if want := n / 8 * 8; Using() > Plain && done != want || Using() == Plain && done != 0 {
			t.Errorf("%d of %d done", done, n)
		}
		for i, v := range z[:done] {
			if want := 2 - float32(c[i]); v != want {
				t.Errorf("z[%d] is %v", i, v)
			}
		}
	})
}

// TestFind finds no kernel where there is none; a narrower set than the machine's is taken, a wider one is not.
func TestFind(t *testing.T) {
	if FindOne("Sine", "F32") != nil || FindTwo("AddV2", "Text") != nil || FindFold("Median", "F32") != nil {
		t.Error("a kernel of an unknown name")
	}
	if (*One)(nil).Run(nil, nil, 4, 4, 8, 0) != 0 || (*Fold)(nil).Run(nil, nil) != 0 {
		t.Error("no kernel does something")
	}
	old := Use(AVX512 + 1)
	if Using() != Best {
		t.Errorf("set %d in use, the machine has %d", Using(), Best)
	}
	Use(old)
}

// TestRows folds, spreads and searches rows of many lengths, and writes nothing behind them.
func TestRows(t *testing.T) {
	most, sum, sub, find := FindRows("Max", "F32"), FindRows("Sum", "F32"), FindSpread("Sub", "F32"), FindFind("F32")
	levels(t, func(t *testing.T) {
		for n := 1; n < 150; n++ {
			x, z, c := make([]float32, 3*n), make([]float32, 3*n+1), make([]float32, 4)
			for i := range x {
				x[i] = float32(i*7%n) - 3
			}
			takes := Using() > Plain && n >= 8
			if most.Takes(n) != takes || most.Run(bytesOf(c), bytesOf(x), 3, n) != takes {
				t.Fatalf("rows of %d: not as Takes tells", n)
			}
			for i := range 3 {
				want, total := float32(-4), float32(0)
				for _, v := range x[i*n : (i+1)*n] {
					want, total = max(want, v), total+v
				}
				if takes && c[i] != want {
					t.Errorf("greatest of row %d of %d is %v, want %v", i, n, c[i], want)
				}
				one := []float32{0}
				if sum.Run(bytesOf(one), bytesOf(x[i*n:]), 1, n) && one[0] != total {
					t.Errorf("sum of row %d of %d is %v, want %v", i, n, one[0], total)
				}
				first := 0
				for x[i*n+first] != want {
					first++
				}
				if at, ok := find.Run(bytesOf(x[i*n:]), bytesOf([]float32{want}), n); ok != takes || ok && at != first {
					t.Errorf("%v in row %d of %d is at %d, want %d", want, i, n, at, first)
				}
				if at, _ := find.Run(bytesOf(x[i*n:]), bytesOf([]float32{-9}), n); at != -1 {
					t.Errorf("what is not there is at %d", at)
				}
			}
			copy(c, []float32{1, 2, 3, 4})
			done := sub.Run(bytesOf(z), bytesOf(x), bytesOf(c), 3, n)
			if done != (Using() > Plain) || z[3*n] != 0 || c[3] != 4 {
				t.Errorf("spread over rows of %d: %v", n, done)
			}
			for i := range x {
				if done && z[i] != x[i]-c[i/n] {
					t.Errorf("spread over rows of %d: at %d %v, want %v", n, i, z[i], x[i]-c[i/n])
				}
			}
		}
	})
}
