package op

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/loop"
)

// Convolutions over two and three spatial axes: a product of the matrix of all windows' taps with the
// matrix of the filters. The filter is [spatial axes, depth, outputs]; an image of more channels than
// depth is convolved in groups.

var (
	Conv2D, Conv2DBackpropInput, Conv2DBackpropFilter         *Def
	Conv3D, Conv3DBackpropInputV2, Conv3DBackpropFilterV2     *Def
	DepthwiseConv2dNative, DepthwiseConv2dNativeBackpropInput *Def
	DepthwiseConv2dNativeBackpropFilter                       *Def
)

func init() {
	Conv2D = convDef("Conv2D", &Conv2DBackpropInput, &Conv2DBackpropFilter)
	Conv2DBackpropInput = convInputDef("Conv2DBackpropInput", &Conv2D, &Conv2DBackpropFilter)
	Conv2DBackpropFilter = convFilterDef("Conv2DBackpropFilter", &Conv2D, &Conv2DBackpropInput)
	Conv3D = convDef("Conv3D", &Conv3DBackpropInputV2, &Conv3DBackpropFilterV2)
	Conv3DBackpropInputV2 = convInputDef("Conv3DBackpropInputV2", &Conv3D, &Conv3DBackpropFilterV2)
	Conv3DBackpropFilterV2 = convFilterDef("Conv3DBackpropFilterV2", &Conv3D, &Conv3DBackpropInputV2)
	DepthwiseConv2dNative = convDef("DepthwiseConv2dNative", &DepthwiseConv2dNativeBackpropInput,
		&DepthwiseConv2dNativeBackpropFilter)
	DepthwiseConv2dNativeBackpropInput = convInputDef("DepthwiseConv2dNativeBackpropInput", &DepthwiseConv2dNative,
		&DepthwiseConv2dNativeBackpropFilter)
	DepthwiseConv2dNativeBackpropFilter = convFilterDef("DepthwiseConv2dNativeBackpropFilter",
		&DepthwiseConv2dNative, &DepthwiseConv2dNativeBackpropInput)
}

// conv is one convolution: its windows and the sizes of what it takes and gives.
type conv struct {
	*windows
	batch, depth, outs int // channels of one group of the image, and of its result
	groups             int
	deep               bool // each channel by itself: the filter is [spatial axes, depth, multiplier]
}

// convDef declares a convolution (input, filter).
func convDef(name string, input, filter **Def) *Def {
	return define(Def{Name: name, Infer: inferConv, Eval: func(x *Exec, n *Node) error {
		image, f := n.T(0), n.T(1)
		c, err := n.conv(image.Shape(), f.Shape())
		if err != nil {
			return err
		}
		return n.one(c.forward(x.Ctx, image, f))
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(*input, n.At, b.Shape(n.In[0]), n.In[1], dy[0]),
			b.With(*filter, n.At, n.In[0], b.Shape(n.In[1]), dy[0]))
	}})
}

// convInputDef declares the gradient by the image (sizes, filter, gradient).
func convInputDef(name string, forward, filter **Def) *Def {
	return define(Def{Name: name, Eval: func(x *Exec, n *Node) error {
		f, dy := n.T(1), n.T(2)
		image, err := n.imageSizes(f, dy)
		if err != nil {
			return err
		}
		c, err := n.conv(image, f.Shape())
		if err == nil {
			err = n.fits(c, dy)
		}
		if err != nil {
			return err
		}
		return n.one(c.byImage(x.Ctx, f, dy, image))
	}, Infer: func(s *Shapes) {
		p, dy := shaped(s.Vector(0)), s.In(2)
		if !p.UnknownRank && !dy.UnknownRank && len(p.Dims)+2 == len(dy.Dims) { // spatial axes only
			p = join([]int{dy.Dims[0]}, p.Dims, []int{-1})
		}
		s.Is(p)
	}, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(nil, b.With(*filter, n.At, dy[0], b.Shape(n.In[1]), n.In[2]),
			b.With(*forward, n.At, dy[0], n.In[1]))
	}})
}

// convFilterDef declares the gradient by the filter (image, sizes, gradient).
func convFilterDef(name string, forward, input **Def) *Def {
	return define(Def{Name: name, Eval: func(x *Exec, n *Node) error {
		image, dy, sizes := n.T(0), n.T(2), n.T(1).Ints()
		if len(sizes) != image.Rank() || dy.Rank() != image.Rank() {
			return tensor.Errorf("%s: filter must be %d-dimensional", n.customName(), image.Rank())
		}
		c, err := n.conv(image.Shape(), sizes)
		if err == nil {
			err = n.fits(c, dy)
		}
		if err != nil {
			return err
		}
		return n.one(c.byFilter(x.Ctx, image, dy, sizes))
	}, Infer: func(s *Shapes) { s.Is(shaped(s.Vector(1))) }, Grad: func(b *B, n *Node, dy []Value) []Value {
		return b.List(b.With(*input, n.At, b.Shape(n.In[0]), dy[0], n.In[2]), nil,
			b.With(*forward, n.At, n.In[0], dy[0]))
	}})
}

// customName is the name under which TensorFlow's gradient kernels of two-dimensional images complain.
func (n *Node) customName() string {
	return strings.Replace(n.Def.Name, "Conv2DBackprop", "Conv2DCustomBackprop", 1)
}

// imageSizes reads the sizes of the image whose gradient is wanted: all, or the spatial ones.
func (n *Node) imageSizes(f, dy *tensor.Tensor) ([]int, error) {
	sizes, rank := n.T(0).Ints(), n.convRank()
	switch {
	case f.Rank() != rank:
		return nil, tensor.Errorf("%s: filter must be %d-dimensional", n.customName(), rank)
	case len(sizes) == rank-2 && dy.Rank() == rank:
		depth := f.Shape()[rank-2]
		return append(append([]int{dy.Shape()[0]}, sizes...), depth), nil
	case len(sizes) != rank:
		return nil, tensor.Errorf("%s requires input_sizes to contain %d values or %d values, but got: %d", n.Def.Name,
			rank, rank-2, len(sizes))
	}
	for _, d := range sizes {
		if d < 0 {
			return nil, tensor.Errorf("Dimension %d must be >= 0", d)
		}
	}
	return sizes, nil
}

// fits refuses a gradient that is not shaped as the convolution's result.
func (n *Node) fits(c *conv, dy *tensor.Tensor) error {
	rank := len(c.in) + 2
	if dy.Rank() != rank {
		return tensor.Errorf("input_sizes must be %d-dimensional, got: %d", rank, dy.Rank())
	}
	got := dy.Shape()
	if got[0] != c.batch {
		return tensor.Errorf("%s: input and out_backprop must have the same batch size. Input batch: %d, "+
			"outbackprop batch: %d, batch_dim: 0", n.customName(), c.batch, got[0])
	}
	if got[rank-1] != c.outs*c.groups {
		return tensor.Errorf("%s: filter and out_backprop must have the same out_depth", n.customName())
	}
	for i, d := range c.out {
		if got[i+1] != d {
			return tensor.Errorf("%s: Size of out_backprop doesn't match computed: actual = %d, computed = %d "+
				"spatial_dim: %d input: %d filter: %d output: %d stride: %d dilation: %d", n.customName(), got[i+1], d, i+1,
				c.in[i], c.size[i], got[i+1], c.step[i], c.spread[i])
		}
	}
	return nil
}

// chunk is how many images are worked on at once, so that the matrix of their taps stays small.
func (c *conv) chunk() int {
	const most = 1 << 24 // elements
	one := product(c.out) * product(c.size) * max(c.depth, 1) * c.groups
	return max(min(c.batch, most/max(one, 1)), 1)
}

// images cuts the batch into pieces.
func (c *conv) images(f func(lo, hi int) error) error {
	for lo := 0; lo < c.batch; lo += c.chunk() {
		if err := f(lo, min(lo+c.chunk(), c.batch)); err != nil {
			return err
		}
	}
	return nil
}

// forward is the convolution's result, [batch, c.out, outputs].
func (c *conv) forward(ctx context.Context, image, filter *tensor.Tensor) (*tensor.Tensor, error) {
	if product(c.out) == 0 { // a window larger than the image
		return tensor.New(image.DType(), append(append([]int{c.batch}, c.out...), c.outs*c.groups))
	}
	if z, done, err := c.direct(ctx, image, filter); done {
		return z, err
	}
	if z, done, err := c.deepDirect(ctx, image, filter); done {
		return z, err
	}
	var parts []*tensor.Tensor
	err := c.images(func(lo, hi int) error {
		taps, err := c.matrix(ctx, image.Rows(lo, hi-lo), hi-lo)
		if err != nil {
			return err
		}
		var z *tensor.Tensor
		if c.deep {
			z, err = c.deepProduct(ctx, taps, filter)
		} else {
			z, err = c.grouped(ctx, taps, filter)
		}
		parts = append(parts, z)
		return err
	})
	if err != nil {
		return nil, err
	}
	shape := append(append([]int{c.batch}, c.out...), c.outs*c.groups)
	switch len(parts) {
	case 0:
		return tensor.New(image.DType(), shape)
	case 1:
		return parts[0].WithShape(shape), nil
	}
	z, err := tensor.Concat(ctx, parts, 0)
	if err != nil {
		return nil, err
	}
	return z.WithShape(shape), nil
}

// direct is forward without the matrix of taps: the product reads the pixels where they are.
func (c *conv) direct(ctx context.Context, image, filter *tensor.Tensor) (z *tensor.Tensor, done bool, err error) {
	if c.deep || c.groups != 1 || image.Len() == 0 || filter.Len() == 0 {
		return nil, false, nil
	}
	if d := image.DType(); d == tensor.Float16 {
		return c.widened(ctx, image, filter)
	} else if d != tensor.Float32 {
		return nil, false, nil
	}
	rows := product(c.size) * c.depth
	f := filter.WithShape([]int{rows, filter.Len() / rows})
	if len(c.in) == 2 {
		z, done, err = tensor.Convolve(ctx, image, f, c.plane())
	} else {
		var at []int64
		if at, err = c.taps(ctx, 1); err != nil {
			return nil, true, err
		}
		z, done, err = tensor.ProductOfPixels(ctx, image, f, at)
	}
	if !done || err != nil {
		return nil, done, err
	}
	return z.WithShape(append(append([]int{c.batch}, c.out...), c.outs)), true, nil
}

// widened is direct for float16, whose products are float32's, rounded once.
func (c *conv) widened(ctx context.Context, image, filter *tensor.Tensor) (z *tensor.Tensor, done bool, err error) {
	if image, err = tensor.Cast(ctx, image, tensor.Float32); err != nil {
		return nil, true, err
	}
	if filter, err = tensor.Cast(ctx, filter, tensor.Float32); err != nil {
		return nil, true, err
	}
	if z, done, err = c.direct(ctx, image, filter); !done || err != nil {
		return nil, done, err
	}
	z, err = tensor.Cast(ctx, z, tensor.Float16)
	return z, true, err
}

// deepDirect is forward for filters of single channels without the matrix of taps.
func (c *conv) deepDirect(ctx context.Context, image, filter *tensor.Tensor) (z *tensor.Tensor, done bool, err error) {
	if !c.deep || len(c.in) != 2 || image.DType() != tensor.Float32 || image.Len() == 0 || filter.Len() == 0 {
		return nil, false, nil
	}
	if m := c.outs / c.depth; m > 1 { // each channel once for each of its filters
		s := image.Shape()
		if image, err = tensor.BroadcastTo(ctx, image.WithShape([]int{image.Len(), 1}), []int{image.Len(), m}); err != nil {
			return nil, true, err
		}
		image = image.WithShape([]int{s[0], s[1], s[2], c.outs})
	}
	return tensor.Slide(ctx, loop.SlideDot, image, filter, c.plane())
}

// plane is the windows of a convolution over two spatial axes.
//
//go:noinline
func (w *windows) plane() *tensor.Windows {
	pair := func(v []int) [2]int { return [2]int(v) }
	return &tensor.Windows{In: pair(w.in), Size: pair(w.size), Out: pair(w.out), Step: pair(w.step),
		Spread: pair(w.spread),
		Before: pair(w.before)}
}

// matrix is the taps of the windows of some images, [images x outputs, taps, channels].
func (c *conv) matrix(ctx context.Context, image *tensor.Tensor, images int) (*tensor.Tensor, error) {
	at, err := c.taps(ctx, images)
	if err != nil {
		return nil, err
	}
	zero, err := tensor.Cast(ctx, tensor.Scalar(0.0), image.DType())
	if err != nil {
		return nil, err
	}
	z, err := patches(ctx, image, at, zero)
	if err != nil {
		return nil, err
	}
	return z.WithShape([]int{images * product(c.out), product(c.size), c.depth * c.groups}), nil
}

// part is the channels of group g of a tensor whose last axis is cut into groups, as a matrix.
func (c *conv) part(ctx context.Context, x *tensor.Tensor, g, size, rows int) (*tensor.Tensor, error) {
	if c.groups > 1 {
		ranges := make([]tensor.Range1, x.Rank())
		for i, d := range x.Shape() {
			ranges[i] = tensor.Range1{Step: 1, Len: d}
		}
		ranges[x.Rank()-1] = tensor.Range1{Start: g * size, Step: 1, Len: size}
		var err error
		if x, err = tensor.SliceAxes(ctx, x, ranges); err != nil {
			return nil, err
		}
	}
	return x.WithShape([]int{rows, x.Len() / max(rows, 1)}), nil
}

// join puts the groups' channels side by side.
func (c *conv) join(ctx context.Context, parts []*tensor.Tensor) (*tensor.Tensor, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	return tensor.Concat(ctx, parts, parts[0].Rank()-1)
}

// grouped multiplies taps and filters, group by group.
func (c *conv) grouped(ctx context.Context, taps, filter *tensor.Tensor) (*tensor.Tensor, error) {
	parts := make([]*tensor.Tensor, c.groups)
	for g := range parts {
		a, err := c.part(ctx, taps, g, c.depth, taps.Shape()[0])
		if err != nil {
			return nil, err
		}
		f, err := c.part(ctx, filter, g, c.outs, product(c.size)*c.depth)
		if err != nil {
			return nil, err
		}
		if parts[g], err = tensor.MatMul(ctx, a, f); err != nil {
			return nil, err
		}
	}
	return c.join(ctx, parts)
}

// deepProduct multiplies each channel's taps with its own filters, tap after tap.
func (c *conv) deepProduct(ctx context.Context, taps, filter *tensor.Tensor) (*tensor.Tensor, error) {
	rows, channels := taps.Shape()[0], c.depth
	var z *tensor.Tensor
	for k := range product(c.size) {
		t, err := tensor.SliceAxes(ctx, taps, []tensor.Range1{{Step: 1, Len: rows}, {Start: k, Step: 1, Len: 1},
			{Step: 1, Len: channels}})
		if err != nil {
			return nil, err
		}
		f := filter.WithShape([]int{product(c.size), channels, c.outs / max(channels, 1)}).Rows(k, 1)
		y, err := tensor.Mul(ctx, t.WithShape([]int{rows, channels, 1}), f)
		if err == nil && z != nil {
			y, err = tensor.Add(ctx, z, y)
		}
		if err != nil {
			return nil, err
		}
		z = y
	}
	return z, nil
}

// byImage is the gradient by the image: what each tap contributes, added to the pixel it read.
func (c *conv) byImage(ctx context.Context, filter, dy *tensor.Tensor, shape []int) (*tensor.Tensor, error) {
	if product(c.out) == 0 {
		return tensor.New(dy.DType(), shape)
	}
	if c.deep && c.outs == c.depth && len(c.in) == 2 && filter.Len() > 0 {
		if z, done, err := tensor.Unslide(ctx, dy, filter, c.plane()); done {
			return z, err
		}
	}
	if c.deep && c.outs > c.depth && len(c.in) == 2 {
		if z, done, err := tensor.DeepInput(ctx, dy, filter, c.plane(), c.depth); done {
			return z, err
		}
	}
	if !c.deep && c.groups == 1 && len(c.in) == 2 && filter.Len() > 0 && dy.Len() > 0 {
		f := filter.WithShape([]int{product(c.size), c.depth, c.outs})
		if z, done, err := tensor.ConvolveInput(ctx, dy, f, c.plane()); done {
			return z, err
		}
	}
	rows, taps := product(c.out), product(c.size)
	var parts []*tensor.Tensor
	err := c.images(func(lo, hi int) error {
		g := dy.Rows(lo, hi-lo).WithShape([]int{(hi - lo) * rows, c.outs * c.groups})
		var z *tensor.Tensor
		var err error
		if c.deep {
			z, err = c.deepTaps(ctx, filter, g)
		} else {
			z, err = c.groupTaps(ctx, filter, g)
		}
		if err != nil {
			return err
		}
		at, err := c.taps(ctx, hi-lo)
		if err != nil {
			return err
		}
		z = z.WithShape([]int{(hi - lo) * rows * taps, c.depth * c.groups})
		z, err = gathered(ctx, z, at, append([]int{hi - lo}, shape[1:]...))
		parts = append(parts, z)
		return err
	})
	if err != nil {
		return nil, err
	}
	switch len(parts) {
	case 0:
		return tensor.New(dy.DType(), shape)
	case 1:
		return parts[0], nil
	}
	return tensor.Concat(ctx, parts, 0)
}

// groupTaps is the gradient by each tap: products with the filters, turned.
func (c *conv) groupTaps(ctx context.Context, filter, dy *tensor.Tensor) (*tensor.Tensor, error) {
	parts := make([]*tensor.Tensor, c.groups)
	for g := range parts {
		d, err := c.part(ctx, dy, g, c.outs, dy.Shape()[0])
		if err != nil {
			return nil, err
		}
		f, err := c.part(ctx, filter, g, c.outs, product(c.size)*c.depth)
		if err != nil {
			return nil, err
		}
		if f, err = tensor.Transpose(ctx, f, []int{1, 0}); err != nil {
			return nil, err
		}
		z, err := tensor.MatMul(ctx, d, f)
		if err != nil {
			return nil, err
		}
		parts[g] = z.WithShape([]int{dy.Shape()[0], product(c.size), c.depth})
	}
	return c.join(ctx, parts)
}

// deepTaps is groupTaps for filters of single channels: sums over the multiplier.
func (c *conv) deepTaps(ctx context.Context, filter, dy *tensor.Tensor) (*tensor.Tensor, error) {
	rows, k := dy.Shape()[0], product(c.size)
	m := c.outs / max(c.depth, 1)
	y, err := tensor.Mul(ctx, dy.WithShape([]int{rows, 1, c.depth, m}),
		filter.WithShape([]int{1, k, c.depth, m}))
	if err != nil {
		return nil, err
	}
	return tensor.Reduce(ctx, tensor.FoldSum, y, []bool{false, false, false, true}, false)
}

// byFilter is the gradient by the filter: the taps, turned, times the gradient, over all images.
func (c *conv) byFilter(ctx context.Context, image, dy *tensor.Tensor, shape []int) (*tensor.Tensor, error) {
	if product(c.out) == 0 {
		return tensor.New(dy.DType(), shape)
	}
	var sum *tensor.Tensor
	err := c.images(func(lo, hi int) error {
		z, err := c.byFilterOf(ctx, image.Rows(lo, hi-lo), dy.Rows(lo, hi-lo), hi-lo)
		if err == nil && sum != nil {
			z, err = tensor.Add(ctx, sum, z)
		}
		sum = z
		return err
	})
	if err != nil {
		return nil, err
	}
	if sum == nil {
		return tensor.New(image.DType(), shape)
	}
	return sum.WithShape(shape), nil
}

// byFilterOf is byFilter of some images that are worked on at once.
func (c *conv) byFilterOf(ctx context.Context, image, dy *tensor.Tensor, images int) (*tensor.Tensor, error) {
	if !c.deep && c.groups == 1 && len(c.in) == 2 && image.Len() > 0 && dy.Len() > 0 {
		if z, done, err := tensor.ConvolveFilter(ctx, image, dy, c.plane()); done {
			return z, err
		}
	}
	if c.deep && len(c.in) == 2 {
		if z, done, err := tensor.DeepFilter(ctx, image, dy, c.plane()); done {
			return z, err
		}
	}
	taps, err := c.matrix(ctx, image, images)
	if err != nil {
		return nil, err
	}
	g := dy.WithShape([]int{images * product(c.out), c.outs * c.groups})
	if c.deep {
		return c.deepFilter(ctx, taps, g)
	}
	return c.groupFilter(ctx, taps, g)
}

func (c *conv) groupFilter(ctx context.Context, taps, dy *tensor.Tensor) (*tensor.Tensor, error) {
	parts := make([]*tensor.Tensor, c.groups)
	for g := range parts {
		a, err := c.part(ctx, taps, g, c.depth, taps.Shape()[0])
		if err != nil {
			return nil, err
		}
		if a, err = tensor.Transpose(ctx, a, []int{1, 0}); err != nil {
			return nil, err
		}
		d, err := c.part(ctx, dy, g, c.outs, dy.Shape()[0])
		if err != nil {
			return nil, err
		}
		if parts[g], err = tensor.MatMul(ctx, a, d); err != nil {
			return nil, err
		}
	}
	return c.join(ctx, parts)
}

func (c *conv) deepFilter(ctx context.Context, taps, dy *tensor.Tensor) (*tensor.Tensor, error) {
	rows, k := dy.Shape()[0], product(c.size)
	y, err := tensor.Mul(ctx, taps.WithShape([]int{rows, k, c.depth, 1}),
		dy.WithShape([]int{rows, 1, c.depth, c.outs / max(c.depth, 1)}))
	if err != nil {
		return nil, err
	}
	return tensor.Reduce(ctx, tensor.FoldSum, y, []bool{true, false, false, false}, false)
}
