package op

import "github.com/tfs-lang/tfs/tensor"

// AdjustContrastv2 moves the values of each channel of each picture away from their mean by a factor. It has no
// gradient.
var AdjustContrastv2 = define(Def{Name: "AdjustContrastv2", Infer: same(0), Eval: func(x *Exec, n *Node) error {
	in, factor := n.T(0), n.T(1)
	dims := in.Shape()
	switch {
	case len(dims) < 3:
		return tensor.Errorf("input must be at least 3-D, got shape%s", tensor.ShapeString(dims))
	case factor.Rank() != 0:
		return tensor.Errorf("contrast_factor must be scalar: %s", tensor.ShapeString(factor.Shape()))
	case in.DType() != tensor.Float32:
		return tensor.NoKernel(n.Def.Name, in.DType())
	}
	out, err := tensor.NewContext(x.Ctx, in.DType(), dims)
	if err != nil || in.Len() == 0 {
		return n.one(out, err)
	}
	channels := dims[len(dims)-1]
	size := dims[len(dims)-3] * dims[len(dims)-2] * channels // of a picture
	from, to, by := tensor.Slice[float32](in), tensor.Slice[float32](out), tensor.Slice[float32](factor)[0]
	return n.one(out, tensor.Parallel(x.Ctx, in.Len()/size, size*12, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			a, z := from[p*size:(p+1)*size], to[p*size:(p+1)*size]
			for c := range channels {
				var sum float32
				for i := c; i < size; i += channels {
					sum += a[i]
				}
				mean := sum / float32(size/channels)
				for i := c; i < size; i += channels {
					z[i] = (a[i]-mean)*by + mean
				}
			}
		}
	}))
}})
