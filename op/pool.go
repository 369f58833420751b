package op

import (
	"context"
	"math"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/loop"
)

// Pooling: the greatest or the mean of each window of an image, over two or three spatial axes.

var MaxPool, MaxPool3D, MaxPoolGrad, MaxPool3DGrad, MaxPoolGradGrad, MaxPool3DGradGrad, AvgPool, AvgPool3D,
	AvgPoolGrad, AvgPool3DGrad *Def

func init() {
	MaxPool, MaxPool3D = maxPoolDef("MaxPool", &MaxPoolGrad), maxPoolDef("MaxPool3D", &MaxPool3DGrad)
	MaxPoolGrad = maxPoolGradDef("MaxPoolGrad", &MaxPoolGradGrad)
	MaxPool3DGrad = maxPoolGradDef("MaxPool3DGrad", &MaxPool3DGradGrad)
	MaxPoolGradGrad = maxPoolGradGradDef("MaxPoolGradGrad", &MaxPoolGrad)
	MaxPool3DGradGrad = maxPoolGradGradDef("MaxPool3DGradGrad", &MaxPool3DGrad)
	AvgPool, AvgPool3D = avgPoolDef("AvgPool", &AvgPoolGrad), avgPoolDef("AvgPool3D", &AvgPool3DGrad)
	AvgPoolGrad, AvgPool3DGrad = avgPoolGradDef("AvgPoolGrad", &AvgPool), avgPoolGradDef("AvgPool3DGrad", &AvgPool3D)
}

// pool is the geometry of a pooling of images.
type pool struct {
	*windows
	batch, depth int
}

// poolAttrs are the attributes a gradient's kernel shares with the pooling.
func poolAttrs(n *Node, d *Def) Attrs {
	var out Attrs
	for _, a := range n.At {
		if d.Row().Find(a.Name) != nil && a.Name != "T" {
			out = append(out, a)
		}
	}
	return out
}

func maxPoolDef(name string, grad **Def) *Def {
	return define(Def{Name: name, Infer: inferPool, Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		if z, done, err := n.deepPool(x.Ctx, t); done || err != nil {
			return n.one(z, err)
		}
		p, err := n.pool(t.Shape())
		if err != nil {
			return err
		}
		if z, done, err := p.slide(x.Ctx, loop.SlideMax, t); done {
			return n.one(z, err)
		}
		z, err := p.maxima(x.Ctx, t)
		if err == nil && t.DType().IsFloating() { // a window of nothing but -inf is the least finite value
			var least *tensor.Tensor
			if least, err = lowest(x.Ctx, t.DType()); err == nil {
				z, err = tensor.Maximum(x.Ctx, z, least)
			}
		}
		if err != nil {
			return err
		}
		return n.one(z.WithShape(p.result()), nil)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(*grad, poolAttrs(n, *grad), n.In[0], n.Out[0], dy[0]))
	}})
}

// maxima is the greatest of the taps of each window, [windows, channels].
func (p *pool) maxima(ctx context.Context, t *tensor.Tensor) (*tensor.Tensor, error) {
	least, err := lowest(ctx, t.DType())
	if err != nil {
		return nil, err
	}
	at, err := p.taps(ctx, p.batch)
	if err != nil {
		return nil, err
	}
	if t, err = withoutNan(ctx, t, least); err != nil {
		return nil, err
	}
	if z, done, err := tensor.FoldWindows(ctx, tensor.FoldMax, t, at, product(p.size), least); done {
		return z, err
	}
	rows, err := patches(ctx, t, at, least)
	if err != nil {
		return nil, err
	}
	return tensor.Reduce(ctx, tensor.FoldMax, rows.WithShape([]int{p.batch * product(p.out), product(p.size), p.depth}),
		[]bool{false, true, false}, false)
}

// withoutNan has least for what is not a number.
func withoutNan(ctx context.Context, t, least *tensor.Tensor) (*tensor.Tensor, error) {
	if !t.DType().IsFloating() {
		return t, nil
	}
	nan, err := tensor.IsNaN(ctx, t)
	if err != nil {
		return nil, err
	}
	return tensor.Where3(ctx, nan, least, t)
}

// slide pools by the kernels of windows over float32 images of two spatial axes; done is false where it cannot.
func (p *pool) slide(ctx context.Context, s loop.Slide, t *tensor.Tensor) (z *tensor.Tensor, done bool, err error) {
	if len(p.in) != 2 {
		return nil, false, nil
	}
	return tensor.Slide(ctx, s, t, nil, p.plane())
}

// deepPool pools over the channels, when the attributes say so.
func (n *Node) deepPool(ctx context.Context, t *tensor.Tensor) (z *tensor.Tensor, done bool, err error) {
	size, step := n.Ints("ksize"), n.Ints("strides")
	if n.Def.Name != "MaxPool" || len(size) != 4 || len(step) != 4 || size[3] == 1 || n.Str("data_format") != "NHWC" ||
		t.Rank() != 4 {
		return nil, false, nil
	}
	depth := t.Shape()[3]
	switch {
	case size[1] != 1 || size[2] != 1:
		return nil, true, tensor.Failf(tensor.Unimplemented, "MaxPooling supports exactly one of pooling across depth "+
			"or pooling across width/height.")
	case size[3] <= 0 || depth%size[3] != 0:
		return nil, true, tensor.Failf(tensor.Unimplemented,
			"Depthwise max pooling requires the depth window to evenly divide the input depth")
	case size[3] != step[3]:
		return nil, true, tensor.Failf(tensor.Unimplemented,
			"Depthwise max pooling requires the depth window to equal the depth stride")
	}
	s := t.Shape()
	z, err = tensor.Reduce(ctx, tensor.FoldMax, t.WithShape([]int{s[0], s[1], s[2], depth / size[3], size[3]}),
		[]bool{false, false, false, false, true}, false)
	return z, true, err
}

// maxPoolGradDef declares the gradient of a pooling (input, output, gradient): the first of the greatest
// elements of each window gets the window's.
func maxPoolGradDef(name string, grad **Def) *Def {
	return define(Def{Name: name, Infer: same(0), Eval: func(x *Exec, n *Node) error {
		image, dy := n.T(0), n.T(2)
		p, err := n.pool(image.Shape())
		if err == nil {
			err = p.shaped(dy, "grad")
		}
		if err != nil {
			return err
		}
		at, err := p.greatest(x.Ctx, image)
		if err != nil {
			return err
		}
		zero, err := tensor.Cast(x.Ctx, tensor.Scalar(0.0), dy.DType())
		if err != nil {
			return err
		}
		z, _, err := tensor.Segment(x.Ctx, tensor.FoldSum, dy.WithShape([]int{dy.Len()}), at, image.Len(), zero)
		if err != nil {
			return err
		}
		return n.one(z.WithShape(image.Shape()), nil)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Zero(n.In[0]), b.Zero(n.In[1]),
			b.With(*grad, poolAttrs(n, *grad), n.In[0], n.In[1], dy[0]))
	}})
}

// maxPoolGradGradDef declares the gradient of that (input, output, gradient of an image): what stands at the
// greatest element of each window.
func maxPoolGradGradDef(name string, grad **Def) *Def {
	return define(Def{Name: name, Infer: same(1), Eval: func(x *Exec, n *Node) error {
		image, dy := n.T(0), n.T(2)
		p, err := n.pool(image.Shape())
		if err != nil {
			return err
		}
		if !tensor.SameShape(n.T(1).Shape(), p.result()) {
			return tensor.Errorf("Expected orig_output shape to be %s, but got %s", tensor.ShapeString(p.result()),
				tensor.ShapeString(n.T(1).Shape()))
		}
		if !tensor.SameShape(dy.Shape(), image.Shape()) {
			return tensor.Errorf("Expected grad shape to be %s, but got %s", tensor.ShapeString(image.Shape()),
				tensor.ShapeString(dy.Shape()))
		}
		at, err := p.greatest(x.Ctx, image)
		if err != nil {
			return err
		}
		for i, k := range at {
			at[i] = max(k, 0)
		}
		z, err := tensor.Gather(x.Ctx, dy.WithShape([]int{dy.Len()}), tensor.Vector(at), 0, 0)
		if err != nil {
			return err
		}
		return n.one(z.WithShape(p.result()), nil)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.Zero(n.In[0]), b.Zero(n.In[1]),
			b.With(*grad, poolAttrs(n, *grad), n.In[0], n.In[1], dy[0]))
	}})
}

func avgPoolDef(name string, grad **Def) *Def {
	return define(Def{Name: name, Infer: inferPool, Eval: func(x *Exec, n *Node) error {
		t := n.T(0)
		p, err := n.pool(t.Shape())
		if err != nil {
			return err
		}
		sum, err := p.sums(x.Ctx, t)
		if err != nil {
			return err
		}
		m := &math1{ctx: x.Ctx, n: n}
		z := m.bin(tensor.Div, sum, p.counts(m, t))
		if m.err != nil {
			return m.err
		}
		return n.one(z.WithShape(p.result()), nil)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(*grad, poolAttrs(n, *grad), b.Shape(n.In[0]), dy[0]))
	}})
}

// avgPoolGradDef declares the gradient of a mean pooling (shape, gradient): each window's is shared among
// its elements.
func avgPoolGradDef(name string, forward **Def) *Def {
	return define(Def{Name: name, Infer: func(s *Shapes) { s.Is(shaped(s.Vector(0))) },
		Eval: func(x *Exec, n *Node) error {
			shape, dy := n.T(0).Ints(), n.T(1)
			if n.T(0).Rank() != 1 || len(shape) != n.poolRank() {
				return tensor.Errorf("out_backprop must be %d-dimensional", n.poolRank())
			}
			p, err := n.pool(shape)
			if err == nil {
				err = p.shaped(dy, "grad")
			}
			if err != nil {
				return err
			}
			m := &math1{ctx: x.Ctx, n: n}
			rows, taps := p.batch*product(p.out), product(p.size)
			share := m.bin(tensor.Div, dy.WithShape([]int{rows, p.depth}), p.counts(m, dy))
			if m.err != nil {
				return m.err
			}
			if len(p.in) == 2 {
				if z, done, err := tensor.Unslide(x.Ctx, share.WithShape(p.result()), nil, p.plane()); done {
					return n.one(z, err)
				}
			}
			at, err := p.taps(x.Ctx, p.batch)
			if err != nil {
				return err
			}
			share, err = tensor.BroadcastTo(x.Ctx, share.WithShape([]int{rows, 1, p.depth}), []int{rows, taps, p.depth})
			if err != nil {
				return err
			}
			return n.one(gathered(x.Ctx, share, at, shape))
		}, Grad: func(b *B, n *Node, dy []Value) []Value {
			return b.List(nil, b.With(*forward, poolAttrs(n, *forward), dy[0]))
		}})
}

// sums is the sums of all windows, [windows, channels]: from 16 taps on in an order that is not the taps'.
func (p *pool) sums(ctx context.Context, t *tensor.Tensor) (*tensor.Tensor, error) {
	windows, taps := p.batch*product(p.out), product(p.size)
	slide := func() (*tensor.Tensor, bool, error) { return p.slide(ctx, loop.SlideSum, t) }
	if taps >= 16 && len(p.in) == 2 {
		slide = func() (*tensor.Tensor, bool, error) { return tensor.SlideSum16(ctx, t, p.plane()) }
	}
	if taps < 16 || len(p.in) == 2 {
		if z, done, err := slide(); done {
			if err != nil {
				return nil, err
			}
			return z.WithShape([]int{windows, p.depth}), nil
		}
	}
	at, err := p.taps(ctx, p.batch)
	if err != nil {
		return nil, err
	}
	zero, err := tensor.Cast(ctx, tensor.Scalar(0.0), t.DType())
	if err != nil {
		return nil, err
	}
	if z, done, err := tensor.FoldWindows(ctx, tensor.FoldSum, t, at, taps, zero); done {
		return z, err
	}
	rows, err := patches(ctx, t, at, zero)
	if err != nil {
		return nil, err
	}
	rows = rows.WithShape([]int{windows, taps, p.depth})
	return tensor.Reduce(ctx, tensor.FoldSum, rows, []bool{false, true, false}, false)
}

// counts is how many taps of each window are inside the image, in the type of x: a column, or one number.
func (p *pool) counts(m *math1, x *tensor.Tensor) *tensor.Tensor {
	if m.err != nil {
		return nil
	}
	one, same := []float64{1}, true
	for i, n := range p.out { // the windows' taps inside along each axis, and the products of those
		along := make([]float64, n)
		for o := range along {
			for k := range p.size[i] {
				if at := o*p.step[i] - p.before[i] + k*p.spread[i]; at >= 0 && at < p.in[i] {
					along[o]++
				}
			}
			same = same && along[o] == along[0]
		}
		next := make([]float64, 0, len(one)*n)
		for _, c := range one {
			for _, d := range along {
				next = append(next, c*d)
			}
		}
		one = next
	}
	shape := []int{1, 1}
	if same && len(one) > 0 {
		one = one[:1]
	} else {
		all, err := tensor.Make[float64](len(one) * p.batch)
		if err != nil {
			m.err = err
			return nil
		}
		for b := range p.batch {
			copy(all[b*len(one):], one)
		}
		one, shape = all, []int{len(all), 1}
	}
	var z *tensor.Tensor
	z, m.err = tensor.Cast(m.ctx, tensor.FromSlice(shape, one), x.DType())
	return z
}

// lowest is the least finite value of a type.
func lowest(ctx context.Context, d tensor.DType) (*tensor.Tensor, error) {
	if d.IsInteger() {
		lo, _ := d.IntRange()
		return tensor.Cast(ctx, tensor.Scalar(lo), d)
	}
	lo, _ := d.FloatRange()
	if math.IsInf(lo, 0) {
		lo = -math.MaxFloat64
	}
	return tensor.Cast(ctx, tensor.Scalar(lo), d)
}

// greatest is, for each element of the result, the number of the element of the image that it is: the
// first of several; -1 for a window that is all outside.
func (p *pool) greatest(ctx context.Context, t *tensor.Tensor) ([]int64, error) {
	at, err := p.taps(ctx, p.batch)
	if err != nil {
		return nil, err
	}
	least, err := lowest(ctx, t.DType())
	if err != nil {
		return nil, err
	}
	return tensor.GreatestTaps(ctx, t, at, product(p.size), least)
}

//go:noinline
func (p *pool) result() []int { return append(append([]int{p.batch}, p.out...), p.depth) }

func (p *pool) shaped(t *tensor.Tensor, what string) error {
	if !tensor.SameShape(t.Shape(), p.result()) {
		return tensor.Errorf("Expected %s shape to be %s, but got %s", what, tensor.ShapeString(p.result()),
			tensor.ShapeString(t.Shape()))
	}
	return nil
}

func (n *Node) poolRank() int {
	if strings.Contains(n.Def.Name, "Pool3D") {
		return 5
	}
	return 4
}

// pool reads the attributes of a pooling of images of a shape.
func (n *Node) pool(shape []int) (*pool, error) {
	rank, name := n.poolRank(), n.Def.Name
	size, step, format := n.Ints("ksize"), n.Ints("strides"), n.Str("data_format")
	if len(size) != rank {
		return nil, tensor.Errorf("Sliding window ksize field must specify %d dimensions", rank)
	}
	if len(step) != rank {
		return nil, tensor.Errorf("Sliding window stride field must specify %d dimensions", rank)
	}
	for _, d := range size {
		if d <= 0 {
			return nil, tensor.Errorf("Sliding window ksize must be positive. The specified or inferred ksize is: %s",
				commas(size))
		}
	}
	for _, d := range step {
		if d <= 0 {
			return nil, tensor.Errorf("Stride must be > 0, but got %d", d)
		}
	}
	if format != "NHWC" && format != "NDHWC" {
		what := map[bool]string{true: "MaxPoolingOp", false: "AvgPoolingOp"}[strings.HasPrefix(name, "Max")]
		last := "NHWC"
		if rank == 5 {
			what, last = "Pooling3DOp", "NDHWC"
		}
		return nil, tensor.Errorf("Default %s only supports %s on device type CPU", what, last)
	}
	if len(shape) != rank {
		if rank == 5 {
			return nil, tensor.Errorf("tensor_in must be 5-dimensional")
		}
		return nil, tensor.Errorf("tensor_in_shape must have 2 spatial dimensions. %d 0", len(shape))
	}
	b, c := beside(size, format)
	sb, _ := beside(step, format)
	if b != 1 || sb != 1 {
		return nil, tensor.Failf(tensor.Unimplemented, "Pooling is not yet supported on the batch dimension.")
	}
	if c != 1 && rank == 5 {
		return nil, tensor.Failf(tensor.Unimplemented, "Pooling is not yet supported on the depth dimension.")
	}
	if c != 1 {
		return nil, tensor.Failf(tensor.Unimplemented, "Non-spatial pooling is not yet supported. Volunteers? :)")
	}
	explicit, err := n.poolPadding(size)
	if err != nil {
		return nil, err
	}
	ones := make([]int, rank-2)
	for i := range ones {
		ones[i] = 1
	}
	w, err := slide(shape[1:rank-1], size[1:rank-1], step[1:rank-1], ones, n.Str("padding"), explicit)
	return &pool{windows: w, batch: shape[0], depth: shape[rank-1]}, err
}

// poolPadding reads explicit paddings, which must be smaller than the window.
func (n *Node) poolPadding(size []int) ([]int, error) {
	if n.Str("padding") != "EXPLICIT" {
		return nil, nil
	}
	v := n.Ints("explicit_paddings")
	if len(v) != 8 {
		return nil, tensor.Errorf("explicit_paddings attribute must contain 8 values, but got: %d", len(v))
	}
	for i, p := range v {
		switch {
		case p < 0:
			return nil, tensor.Errorf("All elements of explicit_paddings must be nonnegative")
		case p != 0 && (i < 2 || i >= 6):
			return nil, tensor.Errorf("Nonzero explicit padding in the batch or depth dimensions is not supported")
		case i >= 2 && i < 6 && p >= size[i/2]:
			return nil, tensor.Errorf("%s padding %d needs to be smaller than the window size %d",
				[]string{"Top", "Bottom", "Left", "Right"}[i-2], p, size[i/2])
		}
	}
	return v[2:6], nil
}

// commas is numbers with commas between.
func commas(v []int) string {
	s := make([]string, len(v))
	for i, d := range v {
		s[i] = itoa(d)
	}
	return strings.Join(s, ",")
}

func inferPool(s *Shapes) {
	rank := s.poolRank()
	p := s.NeedRank(0, rank)
	size, step, format := s.Ints("ksize"), s.Ints("strides"), s.Str("data_format")
	if s.err != nil || len(size) != rank || len(step) != rank {
		s.Fail("%s requires the ksize attribute to contain %d values, but got: %d", s.Def.Name, rank, len(size))
		return
	}
	for i := range size {
		if size[i] <= 0 || step[i] <= 0 {
			s.Fail("Stride must be > 0, but got %d", min(size[i], step[i]))
			return
		}
	}
	var explicit []int
	if s.Str("padding") == "EXPLICIT" {
		v := s.Ints("explicit_paddings")
		if len(v) != 8 {
			s.Fail("explicit_paddings attribute must contain 8 values, but got: %d", len(v))
			return
		}
		if explicit = v[2:6]; format == "NCHW" {
			explicit = v[4:]
		}
	}
	ones := make([]int, rank-2)
	for i := range ones {
		ones[i] = 1
	}
	w, err := s.slide(spatial(p.Dims, format), spatial(size, format), spatial(step, format), ones, s.Str("padding"),
		explicit)
	if err != nil {
		s.Fail("%s", err)
		return
	}
	batch, depth := beside(p.Dims, format)
	if _, deep := beside(size, format); deep != 1 && depth >= 0 {
		depth /= deep
	}
	if format == "NHWC" || format == "NDHWC" {
		s.Is(join([]int{batch}, w.out, []int{depth}))
		return
	}
	s.Is(join([]int{batch, depth}, w.out))
}
