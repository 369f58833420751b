package op

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// Windows that slide over images: what convolutions and pooling share. An image is [batch, spatial axes,
// channels]; TensorFlow's kernels for processors take no others.

// windows is the geometry of windows over the spatial axes: size of the input, of the window and of the
// output, step, distance between taps, and how much of the window may stand before the input.
type windows struct {
	in, size, out, step, spread, before []int
}

// spatial is the part of an attribute of all axes that belongs to the spatial ones.
func spatial(v []int, format string) []int {
	if len(v) < 3 {
		return nil
	}
	if format == "NCHW" || format == "NCDHW" {
		return v[2:]
	}
	return v[1 : len(v)-1]
}

// beside is the entries of the batch and the channels.
func beside(v []int, format string) (batch, channels int) {
	if format == "NCHW" || format == "NCDHW" {
		return v[0], v[1]
	}
	return v[0], v[len(v)-1]
}

// slide finds the outputs of windows: padding is SAME, VALID or EXPLICIT with pairs of numbers. An
// unknown size, -1, gives an unknown output.
func slide(in, size, step, spread []int, padding string, explicit []int) (*windows, error) {
	w := &windows{in: in, size: size, step: step, spread: spread}
	for i, n := range in {
		if n < 0 || size[i] < 0 {
			w.out, w.before = append(w.out, -1), append(w.before, 0)
			continue
		}
		reach, out, before := (size[i]-1)*spread[i]+1, 0, 0
		switch padding {
		case "SAME":
			out = (n + step[i] - 1) / step[i]
			before = max((out-1)*step[i]+reach-n, 0) / 2
		case "VALID":
			out = (n - reach + step[i]) / step[i]
			if n-reach+step[i] < 0 {
				out = -1
			}
		default:
			before = explicit[2*i]
			out = (n + before + explicit[2*i+1] - reach + step[i]) / step[i]
		}
		if out < 0 {
			return nil, tensor.Errorf("Computed output size would be negative: %d [input_size: %d, "+
				"effective_filter_size: %d, stride: %d]", out, n, reach, step[i])
		}
		w.out, w.before = append(w.out, out), append(w.before, before)
	}
	return w, nil
}

// slide is slide for sizes that may be unknown, in a graph: where kernels give an image without pixels of one that
// is smaller than a window, TensorFlow's graphs refuse it.
func (s *Shapes) slide(in, size, step, spread []int, padding string, explicit []int) (*windows, error) {
	for i, n := range in {
		if reach := (size[i]-1)*spread[i] + 1; padding == "VALID" && size[i] >= 0 && n >= 0 && n < reach {
			return nil, tensor.Errorf("Negative dimension size caused by subtracting %d from %d", reach, n)
		}
	}
	return slide(in, size, step, spread, padding, explicit)
}

func product(v []int) int {
	n := 1
	for _, d := range v {
		n *= d
	}
	return n
}

// taps lists for each output position, and each tap of its window, the input position it reads: the
// number of a pixel of the batch, or -1 outside the image.
func (w *windows) taps(ctx context.Context, batch int) ([]int64, error) {
	outs, taps, pixels := product(w.out), product(w.size), product(w.in)
	n, ok := tensor.Times(outs, taps)
	if ok {
		n, ok = tensor.Times(n, batch)
	}
	if !ok {
		return nil, tensor.Errorf("a convolution of %d windows of %d taps does not fit into memory", outs, taps)
	}
	at, err := tensor.Make[int64](n)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return at, nil
	}
	one := at[:outs*taps] // the first image; the others are its positions, further on
	r := len(w.in)
	shift := make([]int, taps*r) // of each tap from its window's corner
	for t := range taps {
		unravel(shift[t*r:][:r], t, w.size)
		for i := range r {
			shift[t*r+i] *= w.spread[i]
		}
	}
	err = tensor.Parallel(ctx, outs, 8*taps, func(lo, hi int) {
		pos := make([]int, r)
		for o := lo; o < hi; o++ {
			unravel(pos, o, w.out)
			for i := range r {
				pos[i] = pos[i]*w.step[i] - w.before[i]
			}
			for t := range taps {
				one[o*taps+t] = int64(w.pixel(pos, shift[t*r:][:r]))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for b := 1; b < batch; b++ {
		next := at[b*len(one) : (b+1)*len(one)]
		for k, p := range one {
			if p >= 0 {
				p += int64(b * pixels)
			}
			next[k] = p
		}
	}
	return at, nil
}

// pixel is the number of the pixel at a corner and a shift from it, -1 outside the image.
func (w *windows) pixel(corner, shift []int) int {
	p := 0
	for i, size := range w.in {
		x := corner[i] + shift[i]
		if uint(x) >= uint(size) {
			return -1
		}
		p = p*size + x
	}
	return p
}

// unravel is the position of element i of a shape.
func unravel(pos []int, i int, shape []int) {
	for k := len(shape) - 1; k >= 0; k-- {
		pos[k] = i % shape[k]
		i /= shape[k]
	}
}

// patches takes the pixels of x, [batch, spatial axes, channels], that the taps read: a matrix with a row
// of channels for each tap, fill where a tap is outside.
func patches(ctx context.Context, x *tensor.Tensor, at []int64, fill *tensor.Tensor) (*tensor.Tensor, error) {
	depth := x.Shape()[x.Rank()-1]
	pixels := x.Len() / max(depth, 1)
	rows := x.WithShape([]int{pixels, depth})
	outside, err := tensor.Fill(ctx, []int{1, depth}, fill)
	if err != nil {
		return nil, err
	}
	if rows, err = tensor.Concat(ctx, []*tensor.Tensor{rows, outside}, 0); err != nil {
		return nil, err
	}
	idx, err := tensor.Make[int64](len(at))
	if err != nil {
		return nil, err
	}
	for i, p := range at {
		if idx[i] = p; p < 0 {
			idx[i] = int64(pixels)
		}
	}
	return tensor.Gather(ctx, rows, tensor.Vector(idx), 0, 0)
}

// gathered adds what each tap contributes to the pixel it reads: the reverse of patches.
func gathered(ctx context.Context, taps *tensor.Tensor, at []int64, shape []int) (*tensor.Tensor, error) {
	depth := shape[len(shape)-1]
	zero, err := tensor.Cast(ctx, tensor.Scalar(0.0), taps.DType())
	if err != nil {
		return nil, err
	}
	taps = taps.WithShape([]int{len(at), depth})
	z, _, err := tensor.Segment(ctx, tensor.FoldSum, taps, at, product(shape[:len(shape)-1]), zero)
	if err != nil {
		return nil, err
	}
	return z.WithShape(shape), nil
}
