package tensor

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestDeepGradients checks the gradients of filters of single channels against the matrix of windows.
func TestDeepGradients(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(17, 18))
	normal := func(shape ...int) *Tensor {
		x, _ := New(Float32, shape)
		v := view[float32](x.buf)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return x
	}
	eachSet(func(name string) {
		for _, c := range [][6]int{{3, 3, 8, 1, 1, 1}, {2, 2, 6, 2, 0, 1}, {5, 5, 32, 3, 2, 2}, {2, 1, 4, 1, 0, 3},
			{1, 4, 20, 2, 1, 1}, {3, 1, 40, 7, 0, 2}} {
			h, wd, depth, m, before, step := c[0], c[1], c[2], c[3], c[4], c[5]
			w := &Windows{In: [2]int{13, 11}, Size: [2]int{h, wd}, Step: [2]int{step, 1}, Spread: [2]int{1, 1},
				Before: [2]int{before, before}, Out: [2]int{12 / step, 7}}
			x, dy, by := normal(2, 13, 11, depth), normal(2, w.Out[0], w.Out[1], depth*m), normal(h*wd, depth*m)
			var at []int64 // the pixels of the taps, the last one where they are outside
			for i := range 2 * w.Out[0] * w.Out[1] {
				for k := range h * wd {
					py, px := i/w.Out[1]%w.Out[0]*step-before+k/wd, i%w.Out[1]-before+k%wd
					p := int64(2 * 13 * 11)
					if py >= 0 && py < 13 && px >= 0 && px < 11 {
						p = int64((i/(w.Out[0]*w.Out[1])*13+py)*11 + px)
					}
					at = append(at, p)
				}
			}
			n := dy.n / (depth * m)
			must := func(z *Tensor, err error) *Tensor {
				if err != nil {
					t.Fatal(err)
				}
				return z
			}
			same := func(what string, got *Tensor, done bool, err error, want *Tensor) {
				if !done || err != nil {
					t.Fatalf("%s %s %v: %v, %v", name, what, c, done, err)
				}
				if i := sameBits(Float32, got.buf, want.buf[:len(got.buf)]); i >= 0 {
					t.Fatalf("%s %s %v: element %d is %v, not %v", name, what, c, i, got.Float(i), want.Float(i))
				}
			}
			padded := must(Concat(ctx, []*Tensor{x.WithShape([]int{x.n / depth, depth}), must(New(Float32, []int{1, depth}))},
				0))
			rows := must(Gather(ctx, padded, Vector(at), 0, 0))
			y := must(Bin("Mul").Apply(ctx, rows.WithShape([]int{n, h * wd, depth, 1}), dy.WithShape([]int{n, 1, depth, m})))
			want := must(Reduce(ctx, FoldSum, y, []bool{true, false, false, false}, false))
			got, done, err := DeepFilter(ctx, x, dy, w)
			same("filter", got, done, err, want)

			y = must(Bin("Mul").Apply(ctx, dy.WithShape([]int{n, 1, depth, m}), by.WithShape([]int{1, h * wd, depth, m})))
			y = must(Reduce(ctx, FoldSum, y, []bool{false, false, false, true}, false))
			want, _, err = Segment(ctx, FoldSum, y.WithShape([]int{n * h * wd, depth}), at, 2*13*11+1, Scalar(float32(0)))
			want = must(want, err)
			got, done, err = DeepInput(ctx, dy, by, w, depth)
			same("input", got, done, err, want)
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
			want, err := Reduce(ctx, FoldSum, rows, []bool{false, true, false}, false)
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
