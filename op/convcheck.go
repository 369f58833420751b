package op

import (
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// What convolutions take, in TensorFlow's words.

// convRank is the rank of the images of a convolution.
func (n *Node) convRank() int {
	if strings.HasPrefix(n.Def.Name, "Conv3D") {
		return 5
	}
	return 4
}

func (n *Node) convFormat() string {
	if n.Def.Row().Find("data_format") == nil {
		return "NDHWC"
	}
	return n.Str("data_format")
}

// conv reads the attributes of a convolution of an image and a filter of these shapes.
func (n *Node) conv(image, filter []int) (*conv, error) {
	if err := n.checkConv(image, filter); err != nil {
		return nil, err
	}
	r := len(image)
	c := &conv{batch: image[0], depth: filter[r-2], deep: strings.HasPrefix(n.Def.Name, "Depthwise"), groups: 1}
	if err := n.convGroups(c, image[r-1], filter[r-1]); err != nil {
		return nil, err
	}
	var err error
	c.windows, err = slide(image[1:r-1], filter[:r-2], spatial(n.Ints("strides"), "NHWC"),
		spatial(n.Ints("dilations"), "NHWC"), n.Str("padding"), n.explicit())
	return c, err
}

// explicit is the pairs of paddings of the spatial axes.
func (n *Node) explicit() []int {
	if n.Def.Row().Find("explicit_paddings") == nil {
		return nil
	}
	v := n.Ints("explicit_paddings")
	switch {
	case len(v) < 4:
		return nil
	case n.convFormat() == "NCHW":
		return v[4:]
	}
	return v[2 : len(v)-2]
}

func (n *Node) convGroups(c *conv, channels, outs int) error {
	switch {
	case c.deep:
		if channels != c.depth {
			return tensor.Errorf("input and filter must have the same depth: %d vs %d", channels, c.depth)
		}
		c.outs = channels * outs
		return nil
	case n.Def.Name == "Conv2D" && c.depth <= 0:
		return tensor.Errorf("filter depth must be stricly positive, got %d", c.depth)
	case n.Def.Name == "Conv2D" && channels%c.depth != 0:
		return tensor.Errorf("input depth must be evenly divisible by filter depth: %d vs %d", channels, c.depth)
	case n.Def.Name == "Conv3D" && (c.depth <= 0 || channels%c.depth != 0):
		return tensor.Errorf("Input depth must be evenly divisible by filter depth: %d vs %d", channels, c.depth)
	case n.convRank() == 5 && channels != c.depth:
		return tensor.Errorf("Number of channels in filter (%d) must match last dimension of input (%d)", c.depth, channels)
	case c.depth <= 0 || channels%c.depth != 0:
		return tensor.Errorf("%s: input depth must be evenly divisible by filter depth", n.customName())
	}
	c.groups = max(channels/c.depth, 1)
	if outs%c.groups != 0 {
		return tensor.Errorf("output depth must be evenly divisible by number of groups: %d vs %d", outs, c.groups)
	}
	c.outs = outs / c.groups
	return nil
}

// checkConv refuses ranks and attributes.
func (n *Node) checkConv(image, filter []int) error {
	rank := n.convRank()
	if err := n.checkConvAttrs(rank); err != nil {
		return err
	}
	name := n.Def.Name
	switch {
	case strings.Contains(name, "Backprop"):
		if len(image) != rank || len(filter) != rank {
			return tensor.Errorf("%s: filter must be %d-dimensional", n.customName(), rank)
		}
	case len(image) != rank && name == "Conv2D":
		return tensor.Errorf("convolution input must be 4-dimensional: %s", tensor.ShapeString(image))
	case len(filter) != rank && name == "Conv2D":
		return tensor.Errorf("convolution filter must be 4-dimensional: %s", tensor.ShapeString(filter))
	case len(image) != rank && rank == 5:
		return tensor.Errorf("input must be 5-dimensional")
	case len(filter) != rank && rank == 5:
		return tensor.Errorf("filter must be 5-dimensional")
	case len(image) != rank:
		return tensor.Errorf("input must be 4-dimensional%s", tensor.ShapeString(image))
	case len(filter) != rank:
		return tensor.Errorf("filter must be 4-dimensional: %s", tensor.ShapeString(filter))
	}
	for _, d := range filter[:rank-2] {
		if d <= 0 {
			return tensor.Errorf("filter must not have zero elements (i.e. all dimensions must be non-zero)")
		}
	}
	return n.checkFormat(rank)
}

// checkFormat refuses images whose channels come first, as TensorFlow does without a graphics card.
func (n *Node) checkFormat(rank int) error {
	f := n.convFormat()
	if f == "NHWC" || f == "NDHWC" {
		return nil
	}
	switch name := n.Def.Name; {
	case name == "Conv2D":
		return tensor.Failf(tensor.Unimplemented, "The Conv2D op currently only supports the NHWC tensor format on the CPU. "+
			"The op was given the format: %s", f)
	case strings.HasPrefix(name, "Conv2D"):
		return tensor.Errorf("%sOp only supports NHWC.", n.customName())
	case rank == 5:
		return tensor.Errorf("CPU implementation of Conv3D currently only supports the NHWC tensor format.")
	}
	return tensor.Failf(tensor.Unimplemented, "Depthwise convolution on CPU is only supported for NHWC format")
}

func (n *Node) checkConvAttrs(rank int) error {
	steps, spread := n.Ints("strides"), n.Ints("dilations")
	if len(steps) != rank {
		return tensor.Errorf("Sliding window strides field must specify %d dimensions", rank)
	}
	if len(spread) != rank {
		what := "Sliding window dilations"
		if rank == 5 {
			what = "Dilation rates"
		}
		return tensor.Errorf("%s field must specify %d dimensions", what, rank)
	}
	kind := tensor.Unimplemented
	if rank == 5 || strings.HasPrefix(n.Def.Name, "Depth") {
		kind = tensor.InvalidArgument
	}
	if b, c := beside(steps, n.convFormat()); b != 1 || c != 1 {
		return tensor.Failf(kind, "Current implementation does not yet support strides in the batch and depth dimensions.")
	}
	if b, c := beside(spread, n.convFormat()); b != 1 || c != 1 {
		return tensor.Failf(kind, "Current implementation does not yet support dilations in the batch and depth dimensions.")
	}
	for _, d := range spatial(steps, n.convFormat()) {
		if d <= 0 && rank == 5 {
			return tensor.Errorf("Spatial strides should be larger than 0.")
		} else if d <= 0 {
			return tensor.Errorf("Row and column strides should be larger than 0.")
		}
	}
	for _, d := range spatial(spread, n.convFormat()) {
		if d <= 0 {
			return tensor.Errorf("Dilated rates should be larger than 0.")
		}
	}
	return n.checkExplicit(rank)
}

func (n *Node) checkExplicit(rank int) error {
	if n.Def.Row().Find("explicit_paddings") == nil {
		return nil
	}
	v := n.Ints("explicit_paddings")
	switch {
	case n.Str("padding") != "EXPLICIT":
		if len(v) > 0 {
			return tensor.Errorf("explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT")
		}
		return nil
	case len(v) != 2*rank:
		return tensor.Errorf("explicit_paddings attribute must contain %d values, but got: %d", 2*rank, len(v))
	}
	for i, p := range v {
		if p < 0 {
			return tensor.Errorf("All elements of explicit_paddings must be nonnegative")
		}
		if p != 0 && (i < 2 || i >= len(v)-2) {
			return tensor.Errorf("Nonzero explicit padding in the batch or depth dimensions is not supported")
		}
	}
	return nil
}

// inferConv infers the result of a convolution of images whose channels come last; of others its rank.
func inferConv(s *Shapes) {
	rank := s.convRank()
	image, f := s.NeedRank(0, rank), s.NeedRank(1, rank)
	if s.err == nil {
		if err := s.checkConvAttrs(rank); err != nil {
			s.Fail("%s", err)
		}
	}
	if s.err != nil {
		return
	}
	format := s.convFormat()
	batch, channels := beside(image.Dims, format)
	outs := f.Dims[rank-1]
	if strings.HasPrefix(s.Def.Name, "Depth") {
		if outs >= 0 && channels >= 0 {
			outs *= channels
		} else if f.Dims[rank-2] >= 0 && outs >= 0 {
			outs *= f.Dims[rank-2]
		} else {
			outs = -1
		}
	} else if d := f.Dims[rank-2]; d > 0 && channels >= 0 && channels%d != 0 {
		s.Fail("Depth of input (%d) is not a multiple of input depth of filter (%d)", channels, d)
		return
	}
	w, err := s.slide(spatial(image.Dims, format), f.Dims[:rank-2], spatial(s.Ints("strides"), format),
		spatial(s.Ints("dilations"), format), s.Str("padding"), s.explicit())
	if err != nil {
		s.Fail("%s", err)
		return
	}
	if format == "NHWC" || format == "NDHWC" {
		s.Is(join([]int{batch}, w.out, []int{outs}))
		return
	}
	s.Is(join([]int{batch, outs}, w.out))
}
