package op

import (
	"context"
	"math"

	"github.com/tfs-lang/tfs/tensor"
)

// Pictures [batch, height, width, channels] in other sizes. All ways but the nearest neighbour are sums of weighted
// pixels along one axis and then the other; the gradients spread along the same weights. Sources: resize_*_op.cc,
// scale_and_translate_op.cc, image_resizer_state.h.

// span is the pixels along an axis that make one of the new picture: from start, so many as there are weights.
type span struct {
	start   int
	weights []float32
}

// axisOf gives the spans of one axis: of so many pixels in and out.
type axisOf func(n *Node, in, out, axis int) []span

var (
	ResizeNearestNeighbor, ResizeBilinear, ResizeBicubic, ResizeArea, ScaleAndTranslate *Def
	ResizeNearestNeighborGrad, ResizeBilinearGrad, ResizeBicubicGrad                    *Def
	ScaleAndTranslateGrad                                                               *Def
)

func init() {
	ResizeNearestNeighborGrad = define(Def{Name: "ResizeNearestNeighborGrad", Infer: inferResize, Eval: evalNearestGrad})
	ResizeNearestNeighbor = define(Def{Name: "ResizeNearestNeighbor", Infer: inferResize, Eval: evalNearest,
		Grad: func(b *B, n *Node, dy []Value) []Value {
			size := b.Part(b.Shape(n.In[0]), 1, 3)
			return b.List(b.With(ResizeNearestNeighborGrad, poolAttrs(n, ResizeNearestNeighborGrad), dy[0], size), nil)
		}})
	ResizeBilinear, ResizeBilinearGrad = resizes("ResizeBilinear", &ResizeBilinearGrad, linearSpans)
	ResizeBicubic, ResizeBicubicGrad = resizes("ResizeBicubic", &ResizeBicubicGrad, cubicSpans)
	ResizeArea = define(Def{Name: "ResizeArea", Infer: inferResize, Eval: func(x *Exec, n *Node) error {
		return n.resize(x.Ctx, areaSpans)
	}})
	ScaleAndTranslateGrad = define(Def{Name: "ScaleAndTranslateGrad", Infer: same(1), Eval: func(x *Exec, n *Node) error {
		if err := n.knownScales(); err != nil {
			return err
		}
		return n.resizeGrad(x.Ctx, sampledSpans)
	}})
	ScaleAndTranslate = define(Def{Name: "ScaleAndTranslate", Infer: inferResize, Eval: func(x *Exec, n *Node) error {
		if err := n.knownScales(); err != nil {
			return err
		}
		return n.resize(x.Ctx, sampledSpans)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		at := poolAttrs(n, ScaleAndTranslateGrad)
		return b.List(b.With(ScaleAndTranslateGrad, at, dy[0], n.In[0], n.In[2], n.In[3]), nil, nil, nil)
	}})
}

// resizes declares a kernel (images, size) and its gradient (gradient, images).
func resizes(name string, grad **Def, spans axisOf) (forward, backward *Def) {
	backward = define(Def{Name: name + "Grad", Infer: same(1), Eval: func(x *Exec, n *Node) error {
		return n.resizeGrad(x.Ctx, spans)
	}})
	forward = define(Def{Name: name, Infer: inferResize, Eval: func(x *Exec, n *Node) error {
		return n.resize(x.Ctx, spans)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(*grad, poolAttrs(n, *grad), dy[0], n.In[0]), nil)
	}})
	return forward, backward
}

// inferResize is [batch, height, width, channels] with the sizes of input 1.
func inferResize(s *Shapes) { s.resizedBy(1) }

// resizedBy is the shape of pictures, the first input, with height and width of the input at.
func (s *Shapes) resizedBy(at int) {
	p := s.NeedRank(0, 4)
	size := []int{-1, -1}
	if v, ok := s.Vector(at); ok && len(v) == 2 {
		size = v
	}
	s.Is(known(p.Dims[0], size[0], size[1], p.Dims[3]))
}

// resized checks the pictures and the new size, and gives the shape of the result.
func (n *Node) resized(images, size *tensor.Tensor) ([]int, error) {
	switch in := images.Shape(); {
	case images.Rank() != 4:
		return nil, tensor.Errorf("input must be 4-dimensional%s", tensor.ShapeString(in))
	case size.Rank() != 1:
		return nil, tensor.Errorf("shape_t must be 1-dimensional%s", tensor.ShapeString(size.Shape()))
	case size.Len() != 2:
		return nil, tensor.Errorf("shape_t must have two elements%s", tensor.ShapeString(size.Shape()))
	case size.Int(0) <= 0 || size.Int(1) <= 0:
		return nil, tensor.Errorf("output dimensions must be positive")
	case in[1] <= 0 || in[2] <= 0:
		return nil, tensor.Errorf("input image must be of non-zero size")
	default:
		return []int{in[0], int(size.Int(0)), int(size.Int(1)), in[3]}, nil
	}
}

// spanSize is about how many bytes the weights of one pixel take.
const spanSize = 64

// resize is the forward kernel: rows are summed along the width first, as bilinear and area kernels do.
func (n *Node) resize(ctx context.Context, spans axisOf) error {
	shape, err := n.resized(n.T(0), n.T(1))
	if err != nil {
		return err
	}
	in, err := tensor.Cast(ctx, n.T(0), tensor.Float32)
	if err != nil {
		return err
	}
	from := in.Shape()
	if err := tensor.Room(shape[1]+shape[2], spanSize, "the weights of the pixels"); err != nil {
		return err
	}
	out, err := tensor.NewContext(ctx, tensor.Float32, shape)
	if err != nil {
		return err
	}
	rows, cols := spans(n, from[1], shape[1], 0), spans(n, from[2], shape[2], 1)
	if err != nil || out.Len() == 0 {
		return n.one(out, err)
	}
	a, z := tensor.Slice[float32](in), tensor.Slice[float32](out)
	depth, wide := shape[3], shape[2]*shape[3]
	linear := n.Def.Name == "ResizeBilinear"
	return n.one(out, tensor.Parallel(ctx, shape[0]*shape[1], 16*wide, func(lo, hi int) {
		line := make([]float32, wide)
		for i := lo; i < hi; i++ {
			picture, to := a[i/shape[1]*from[1]*from[2]*depth:], z[i*wide:(i+1)*wide]
			r := rows[i%shape[1]]
			for k, w := range r.weights {
				row := picture[(r.start+k)*from[2]*depth : (r.start+k+1)*from[2]*depth]
				if alongRow(line, row, cols, depth, linear); linear && k == 1 {
					for j := range to {
						to[j] += (line[j] - to[j]) * w
					}
					continue
				} else if linear {
					w = 1
				}
				for j := range to {
					to[j] += line[j] * w
				}
			}
		}
	}))
}

// alongRow sums the pixels of a row; two weights of a linear way mean from one to the other.
func alongRow(line, row []float32, cols []span, depth int, linear bool) {
	for x, s := range cols {
		at, to := row[s.start*depth:], line[x*depth:(x+1)*depth]
		switch {
		case linear && len(s.weights) == 2:
			for c := range to {
				to[c] = at[c] + (at[depth+c]-at[c])*s.weights[1]
			}
		case linear:
			copy(to, at)
		default:
			clear(to)
			for k, w := range s.weights {
				for c := range to {
					to[c] += at[k*depth+c] * w
				}
			}
		}
	}
}

// resizeGrad spreads the gradient of the new pictures (input 0) over the old ones (input 1).
func (n *Node) resizeGrad(ctx context.Context, spans axisOf) error {
	dy, err := tensor.Cast(ctx, n.T(0), tensor.Float32)
	if err != nil {
		return err
	}
	shape, to := dy.Shape(), n.T(1).Shape()
	if len(shape) != 4 {
		return tensor.Errorf("input_grad must be 4-dimensional%s", tensor.ShapeString(shape))
	}
	if len(to) != 4 {
		return tensor.Errorf("original_image must be 4-dimensional%s", tensor.ShapeString(to))
	}
	if shape[0] != to[0] || shape[3] != to[3] {
		return tensor.Errorf("grads and original_image must be pictures of one batch and depth, got %s and %s",
			tensor.ShapeString(shape), tensor.ShapeString(to))
	}
	rows, cols := spans(n, to[1], shape[1], 0), spans(n, to[2], shape[2], 1)
	sum, err := tensor.NewContext(ctx, tensor.Float32, to)
	if err != nil {
		return err
	}
	g, z := tensor.Slice[float32](dy), tensor.Slice[float32](sum)
	err = tensor.Parallel(ctx, shape[0], 16*dy.Len()/max(shape[0], 1), func(lo, hi int) {
		for b := lo; b < hi; b++ {
			size := to[1] * to[2] * to[3]
			spreadBack(z[b*size:(b+1)*size], g[b*shape[1]*shape[2]*shape[3]:], rows, cols, to[2], to[3])
		}
	})
	if err != nil {
		return err
	}
	return n.one(tensor.Cast(ctx, sum, n.T(1).DType()))
}

// spreadBack adds the gradient of one picture to its pixels, rows of so many pixels.
func spreadBack(to, dy []float32, rows, cols []span, width, depth int) {
	for y, r := range rows {
		for i, wy := range r.weights {
			row := to[(r.start+i)*width*depth:]
			for x, s := range cols {
				from := dy[(y*len(cols)+x)*depth : (y*len(cols)+x+1)*depth]
				for k, wx := range s.weights {
					at := row[(s.start+k)*depth:]
					for c, v := range from {
						at[c] += v * wy * wx
					}
				}
			}
		}
	}
}

// scaleOf is how many pixels of the old picture a new one has.
func scaleOf(in, out int, corners bool) float32 {
	if corners && out > 1 {
		return float32(in-1) / float32(out-1)
	}
	return float32(in) / float32(out)
}

// nearestOf lists the old pixels that are the new ones of an axis.
func nearestOf(n *Node, in, out int) []int64 {
	corners, half := n.Bool("align_corners"), n.Bool("half_pixel_centers")
	scale, at := scaleOf(in, out, corners), make([]int64, out)
	for i := range at {
		x := float32(i) * scale
		if half {
			x = (float32(i) + 0.5) * scale
		}
		k := math.Floor(float64(x))
		if corners {
			k = math.Round(float64(x))
		}
		at[i] = int64(max(0, min(k, float64(in-1))))
	}
	return at
}

func evalNearest(x *Exec, n *Node) error {
	shape, err := n.resized(n.T(0), n.T(1))
	if err != nil {
		return err
	}
	in := n.T(0).Shape()
	rows, err := tensor.Gather(x.Ctx, n.T(0), tensor.Vector(nearestOf(n, in[1], shape[1])), 1, 0)
	if err != nil {
		return err
	}
	return n.one(tensor.Gather(x.Ctx, rows, tensor.Vector(nearestOf(n, in[2], shape[2])), 2, 0))
}

// evalNearestGrad adds the gradients of the new pixels that one old pixel became.
func evalNearestGrad(x *Exec, n *Node) error {
	to, err := n.resized(n.T(0), n.T(1))
	if err != nil {
		return err
	}
	from, depth := n.T(0).Shape(), to[3]
	rows, cols := nearestOf(n, to[1], from[1]), nearestOf(n, to[2], from[2])
	at := make([]int64, n.T(0).Len())
	for i := range at {
		c, p := i%depth, i/depth
		w, p := p%from[2], p/from[2]
		h, b := p%from[1], p/from[1]
		at[i] = ((int64(b)*int64(to[1])+rows[h])*int64(to[2])+cols[w])*int64(depth) + int64(c)
	}
	zero, err := tensor.Cast(x.Ctx, tensor.Scalar(0.0), n.T(0).DType())
	if err != nil {
		return err
	}
	total := to[0] * to[1] * to[2] * to[3]
	z, _, err := tensor.Segment(x.Ctx, tensor.FoldSum, n.T(0).WithShape([]int{len(at)}), at, total, zero)
	if err != nil {
		return err
	}
	return n.one(z.WithShape(to), nil)
}
