package op

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor"
)

// Pictures seen through a projective transformation: each new pixel (x, y) is read at
// ((t0 x + t1 y + t2) / k, (t3 x + t4 y + t5) / k), k = t6 x + t7 y + 1. Source: image_ops.h.

// ImageProjectiveTransformV2 and V3 (images, transforms, size and a value for what lies outside).
var (
	ImageProjectiveTransformV2 = define(Def{Name: "ImageProjectiveTransformV2", Infer: inferProjective,
		Eval: evalProjective, Grad: projectiveGrad})
	ImageProjectiveTransformV3 = define(Def{Name: "ImageProjectiveTransformV3", Infer: inferProjective,
		Eval: evalProjective, Grad: projectiveGrad})
)

// projectiveGrad looks at the gradient through the inverse transformation, which is what TensorFlow does; it is no
// derivative where pixels are squeezed or missing.
func projectiveGrad(b *B, n *Node, dy []Value) []Value {
	out := make([]Value, len(n.In))
	count, one := b.Element(b.Shape(n.In[1]), 0), tensor.Scalar(int32(1))
	of := func(v Value, sizes ...int) Value {
		return b.One(Reshape, v, b.Joined(b.Single(count), tensor.Ints32(sizes...)))
	}
	last := b.With(Fill, nil, b.Joined(b.Single(count), tensor.Ints32(1)), tensor.Scalar(float32(1)))
	inverse := of(b.One(MatrixInverse, of(b.With(ConcatV2, nil, n.In[1], last, one), 3, 3)), 9)
	part := func(from, size int) Value {
		return b.One(Slice, inverse, tensor.Ints32(0, from), tensor.Ints32(-1, size))
	}
	in := []Value{dy[0], b.Div(part(0, 8), part(8, 1)), b.Part(b.Shape(n.In[0]), 1, 3)}
	if len(n.In) > 3 {
		in = append(in, tensor.Scalar(float32(0)))
	}
	out[0] = b.With(n.Def, Attrs{{"interpolation", n.Str("interpolation")}, {"fill_mode", n.Str("fill_mode")}}, in...)
	return out
}

// inferProjective is [batch, height, width, channels] with the sizes of input 2.
func inferProjective(s *Shapes) { s.resizedBy(2) }

func evalProjective(x *Exec, n *Node) error {
	images, by, size := n.T(0), n.T(1), n.T(2)
	in := images.Shape()
	switch {
	case images.Rank() != 4:
		return tensor.Errorf("Input images must have rank 4")
	case by.Rank() != 2 || by.Shape()[0] != in[0] && by.Shape()[0] != 1 || by.Shape()[1] != 8:
		return tensor.Errorf("Input transform should be num_images x 8 or 1 x 8")
	case size.Rank() != 1 || size.Len() != 2:
		return tensor.Errorf("output shape must be 1-dimensional%s with two elements", tensor.ShapeString(size.Shape()))
	case size.Int(0) <= 0 || size.Int(1) <= 0:
		return tensor.Errorf("new_height and new_width must be positive")
	case len(n.In) > 3 && n.T(3).Rank() != 0:
		return tensor.Errorf("fill_value must be a scalar%s", tensor.ShapeString(n.T(3).Shape()))
	}
	work := tensor.Float32
	if d := images.DType(); d == tensor.Float64 || d == tensor.Int64 || d == tensor.Int32 {
		work = tensor.Float64
	}
	from, err := tensor.Cast(x.Ctx, images, work)
	if err != nil {
		return err
	}
	out, err := tensor.NewContext(x.Ctx, work, []int{in[0], int(size.Int(0)), int(size.Int(1)), in[3]})
	if err != nil {
		return err
	}
	fill := 0.0
	if len(n.In) > 3 {
		fill = n.T(3).Float(0)
	}
	if work == tensor.Float64 {
		err = project[float64](x.Ctx, n, from, by, out, fill)
	} else {
		err = project[float32](x.Ctx, n, from, by, out, float32(fill))
	}
	if err != nil {
		return err
	}
	return n.one(tensor.Cast(x.Ctx, out, images.DType()))
}

// project reads every new pixel.
func project[T float32 | float64](ctx context.Context, n *Node, from, by, out *tensor.Tensor, fill T) error {
	in, to := from.Shape(), out.Shape()
	if out.Len() == 0 {
		return nil
	}
	turn := filled(n.Str("fill_mode"))
	near := n.Str("interpolation") == "NEAREST"
	all := tensor.Slice[float32](by)
	a, z := tensor.Slice[T](from), tensor.Slice[T](out)
	return tensor.Parallel(ctx, to[0]*to[1], 40*to[2]*to[3], func(lo, hi int) {
		for i := lo; i < hi; i++ {
			b, y := i/to[1], float32(i%to[1])
			t := all
			if len(all) > 8 {
				t = all[b*8:]
			}
			p := pixels[T]{a[b*in[1]*in[2]*in[3] : (b+1)*in[1]*in[2]*in[3]], in[1], in[2], in[3], fill}
			for x := range to[2] {
				cell := z[(i*to[2]+x)*to[3] : (i*to[2]+x+1)*to[3]]
				k := t[6]*float32(x) + t[7]*y + 1
				if k == 0 {
					p.outside(cell)
					continue
				}
				sx := turn((t[0]*float32(x)+t[1]*y+t[2])/k, in[2])
				sy := turn((t[3]*float32(x)+t[4]*y+t[5])/k, in[1])
				if near {
					p.nearest(cell, sx, sy)
				} else {
					p.between(cell, sx, sy)
				}
			}
		}
	})
}

// pixels is one picture, and what lies around it.
type pixels[T float32 | float64] struct {
	data                 []T
	height, width, depth int
	fill                 T
}

func (p *pixels[T]) outside(to []T) {
	for c := range to {
		to[c] = p.fill
	}
}

// at is channel c of a pixel that may lie outside.
func (p *pixels[T]) at(x, y float64, c int) T {
	if !(x >= 0 && y >= 0 && x < float64(p.width) && y < float64(p.height)) { // also what is not a number
		return p.fill
	}
	return p.data[(int(y)*p.width+int(x))*p.depth+c]
}

func (p *pixels[T]) nearest(to []T, x, y float32) {
	for c := range to {
		to[c] = p.at(math.Round(float64(x)), math.Round(float64(y)), c)
	}
}

// between weighs the four pixels around a place.
func (p *pixels[T]) between(to []T, x, y float32) {
	x0, y0 := float32(math.Floor(float64(x))), float32(math.Floor(float64(y)))
	x1, y1 := x0+1, y0+1
	for c := range to {
		top := T(x1-x)*p.at(float64(x0), float64(y0), c) + T(x-x0)*p.at(float64(x1), float64(y0), c)
		low := T(x1-x)*p.at(float64(x0), float64(y1), c) + T(x-x0)*p.at(float64(x1), float64(y1), c)
		to[c] = T(y1-y)*top + T(y-y0)*low
	}
}

// filled gives, by the mode of filling, where a place outside an axis of a length is read.
func filled(mode string) func(x float32, size int) float32 {
	switch mode {
	case "REFLECT":
		return reflected
	case "WRAP":
		return wrapped
	case "NEAREST":
		return edged
	}
	return func(x float32, _ int) float32 { return x }
}

func edged(x float32, size int) float32 { return max(0, min(x, float32(size-1))) }

func reflected(x float32, size int) float32 {
	n := float32(size)
	switch {
	case x < 0 && size <= 1, x > n-1 && size <= 1:
		x = 0
	case x < 0:
		if x < 2*n {
			x += 2 * n * float32(int(-x/(2*n)))
		}
		if x < -n {
			x += 2 * n
		} else {
			x = -x - 1
		}
	case x > n-1:
		if x -= 2 * n * float32(int(x/(2*n))); x >= n {
			x = 2*n - x - 1
		}
	}
	return edged(x, size)
}

func wrapped(x float32, size int) float32 {
	n := float32(size)
	switch {
	case x < 0 && size <= 1, x > n-1 && size <= 1:
		x = 0
	case x < 0:
		x += n * float32(int(-x/(n-1))+1)
	case x > n-1:
		x -= n * float32(int(x/(n-1)))
	}
	return edged(x, size)
}
