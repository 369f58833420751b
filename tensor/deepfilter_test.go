package tensor

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestDeepFilter checks the gradient by filters of single channels against the products and their reduction.
func TestDeepFilter(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(17, 18))
	eachSet(func(name string) {
		for _, c := range [][4]int{{16, 9, 8, 1}, {1027, 4, 6, 2}, {300, 25, 32, 3}, {257, 2, 4, 1}, {40, 1, 8, 1}} {
			windows, taps, depth, m := c[0], c[1], c[2], c[3]
			x, _ := New(Float32, []int{windows, taps, depth})
			dy, _ := New(Float32, []int{windows, depth * m})
			for _, v := range [][]float32{view[float32](x.buf), view[float32](dy.buf)} {
				for i := range v {
					v[i] = float32(r.NormFloat64())
				}
			}
			got, done, err := DeepFilter(ctx, x, dy)
			if !done || err != nil {
				t.Fatalf("%s %v: %v, %v", name, c, done, err)
			}
			y, err := Bin("Mul").Apply(ctx, x.WithShape([]int{windows, taps, depth, 1}), dy.WithShape([]int{windows, 1, depth, m}))
			if err != nil {
				t.Fatal(err)
			}
			want, err := Reduce(ctx, "Sum", y, []bool{true, false, false, false}, false)
			if err != nil {
				t.Fatal(err)
			}
			if i := sameBits(Float32, got.buf, want.buf); i >= 0 {
				t.Fatalf("%s %v: element %d is %v, not %v", name, c, i, got.Float(i), want.Float(i))
			}
		}
	})
}

// TestSlideSum16 checks the sums of windows of many taps against the reduction of the matrix of windows.
func TestSlideSum16(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(19, 20))
	each := func(name string) {
		for _, size := range [][2]int{{4, 4}, {5, 5}, {3, 6}, {16, 1}, {7, 9}} {
			w := &Windows{In: [2]int{20, 18}, Size: size, Step: [2]int{2, 1}, Spread: [2]int{1, 1}}
			for i := range 2 {
				w.Out[i] = (w.In[i]-size[i])/w.Step[i] + 1
			}
			x, _ := New(Float32, []int{2, 20, 18, 8})
			v := view[float32](x.buf)
			for i := range v {
				v[i] = float32(r.NormFloat64())
			}
			got, done, err := SlideSum16(ctx, x, w)
			if !done || err != nil {
				t.Fatalf("%s %v: %v, %v", name, size, done, err)
			}
			taps := size[0] * size[1]
			rows, _ := New(Float32, []int{got.n / 8, taps, 8})
			out := view[float32](rows.buf)
			for i := range got.n / 8 {
				b, y, x := i/(w.Out[0]*w.Out[1]), i/w.Out[1]%w.Out[0]*2, i%w.Out[1]
				for k := range taps {
					copy(out[(i*taps+k)*8:][:8], v[((b*20+y+k/size[1])*18+x+k%size[1])*8:])
				}
			}
			want, err := Reduce(ctx, "Sum", rows, []bool{false, true, false}, false)
			if err != nil {
				t.Fatal(err)
			}
			if i := sameBits(Float32, got.buf, want.buf); i >= 0 {
				t.Fatalf("%s %v: element %d is %v, not %v", name, size, i, got.Float(i), want.Float(i))
			}
		}
	}
	onPlain(func() { each("plain") })
	eachSet(each)
}
