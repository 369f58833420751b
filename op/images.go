package op

import (
	"math"

	"github.com/tfs-lang/tfs/images"
	"github.com/tfs-lang/tfs/tensor"
)

// Kernels of pictures and sounds in files, computed by package images. None has a gradient.

// decodes declares a kernel that reads a picture.
func decodes(name string, options func(n *Node) images.Options, infer func(s *Shapes)) *Def {
	return define(Def{Name: name, Eval: func(x *Exec, n *Node) error {
		b, err := n.fileContents()
		if err != nil {
			return err
		}
		o := options(n)
		o.Kernel = name
		p, err := images.Decode(b, o)
		if err != nil {
			return err
		}
		return n.one(n.pixels(p, name == "DecodeGif" || name == "DecodeImage" && !o.Still && images.Format(b) == "GIF"))
	}, Infer: infer})
}

// fileContents is the only element of input 0.
func (n *Node) fileContents() (string, error) {
	if t := n.T(0); t.Rank() == 0 {
		return t.Str(0), nil
	}
	if n.Def.Name == "DecodeWav" {
		return "", tensor.Errorf("contents must be scalar, got shape %s", tensor.ShapeString(n.T(0).Shape()))
	}
	return "", tensor.Errorf("`contents` must be scalar but got shape%s", tensor.ShapeString(n.T(0).Shape()))
}

// pixels is a picture as a tensor of the kernel's type.
func (n *Node) pixels(p *images.Picture, frames bool) (*tensor.Tensor, error) {
	shape := []int{p.Height, p.Width, p.Channels}
	if frames {
		shape = append([]int{p.Frames}, shape...)
	}
	if p.Wide != nil {
		return tensor.FromSlice(shape, p.Wide), nil
	}
	if n.Def.Row().Find("dtype") == nil || n.Type("dtype") == tensor.Uint8 {
		return tensor.FromSlice(shape, p.Pix), nil
	}
	if n.Type("dtype") == tensor.Uint16 {
		out, err := tensor.Make[uint16](len(p.Pix))
		for i := range out {
			out[i] = uint16(p.Pix[i]) * 257
		}
		return tensor.FromSlice(shape, out), err
	}
	out, err := tensor.Make[float32](len(p.Pix))
	for i := range out {
		out[i] = float32(p.Pix[i]) / 255
	}
	return tensor.FromSlice(shape, out), err
}

// picture is the static shape of a picture: its channels are known when they are asked for.
func picture(s *Shapes) {
	s.NeedRank(0, 0)
	channels := s.Int("channels")
	if channels == 0 {
		channels = -1
	}
	s.Is(known(-1, -1, channels))
}

var (
	DecodePng = decodes("DecodePng", func(n *Node) images.Options {
		return images.Options{Channels: n.Int("channels"), Wide: n.Type("dtype") == tensor.Uint16, Still: true}
	}, picture)
	DecodeJpeg = decodes("DecodeJpeg", func(n *Node) images.Options {
		return images.Options{Channels: n.Int("channels"), Still: true, Plain: !n.Bool("fancy_upscaling")}
	}, picture)
	DecodeAndCropJpeg = define(Def{Name: "DecodeAndCropJpeg", Eval: decodeAndCrop, Infer: picture})
	DecodeBmp         = decodes("DecodeBmp", func(n *Node) images.Options {
		return images.Options{Channels: n.Int("channels"), Still: true}
	}, picture)
	DecodeGif = decodes("DecodeGif", func(n *Node) images.Options { return images.Options{} }, func(s *Shapes) {
		s.NeedRank(0, 0)
		s.Is(known(-1, -1, -1, 3))
	})
	DecodeImage = decodes("DecodeImage", func(n *Node) images.Options {
		return images.Options{Channels: n.Int("channels"), Wide: n.Type("dtype") == tensor.Uint16,
			Still: !n.Bool("expand_animations")}
	}, func(s *Shapes) {
		s.NeedRank(0, 0)
		if s.Bool("expand_animations") {
			s.Is(unknown())
			return
		}
		picture(s)
	})
)

// toPicture is the part of a tensor of pictures that begins at an element.
func toPicture(t *tensor.Tensor, shape []int, at int) *images.Picture {
	p := &images.Picture{Frames: 1, Height: shape[0], Width: shape[1], Channels: shape[2]}
	size := shape[0] * shape[1] * shape[2]
	if t.DType() == tensor.Uint16 {
		p.Wide = tensor.Slice[uint16](t)[at : at+size]
	} else {
		p.Pix = t.Bytes()[at : at+size]
	}
	return p
}

// decodeAndCrop reads the part [y, x, height, width] of a JPEG file.
func decodeAndCrop(_ *Exec, n *Node) error {
	b, err := n.fileContents()
	if err != nil {
		return err
	}
	w := n.T(1)
	if w.Rank() != 1 {
		return tensor.Errorf("crop_size must be 1-dimensional%s", tensor.ShapeString(w.Shape()))
	}
	if w.Len() != 4 {
		return tensor.Errorf("crop_size must have four elements %s", tensor.ShapeString(w.Shape()))
	}
	p, err := images.Decode(b, images.Options{Channels: n.Int("channels"), Still: true,
		Plain: !n.Bool("fancy_upscaling"), Kernel: "DecodeAndCropJpeg"})
	if err != nil {
		return err
	}
	if p, err = p.Crop(int(w.Int(0)), int(w.Int(1)), int(w.Int(2)), int(w.Int(3))); err != nil {
		return err
	}
	return n.one(n.pixels(p, false))
}

// EncodePng writes pictures as PNG files.
var EncodePng = define(Def{Name: "EncodePng", Eval: func(x *Exec, n *Node) error {
	t := n.T(0)
	shape := t.Shape()
	r := len(shape) - 3
	if r < 0 {
		return tensor.Errorf("images must be at least rank 3%s", tensor.ShapeString(shape))
	}
	if c := shape[r+2]; c < 1 || c > 4 {
		return tensor.Errorf("image must have 1, 2, 3, or 4 channels, got %d", c)
	}
	if shape[r] > math.MaxInt32 || shape[r+1] > math.MaxInt32/8 {
		return tensor.Errorf("image too large for PNG: %s", tensor.ShapeString(shape))
	}
	size := shape[r] * shape[r+1] * shape[r+2]
	var b tensor.StringBuilder
	count, err := tensor.Count(shape[:r])
	if err != nil {
		return err
	}
	for i := range count {
		if x.Ctx.Err() != nil {
			return x.Ctx.Err()
		}
		s, err := images.EncodePNG(toPicture(t, shape[r:], i*size), n.Int("compression"))
		if err != nil {
			return err
		}
		b.Append(s)
	}
	return n.one(b.Tensor(append([]int{}, shape[:r]...)))
}, Infer: func(s *Shapes) {
	p := s.In(0)
	if p.UnknownRank || len(p.Dims) < 3 {
		s.Is(unknown())
		return
	}
	s.Is(join(p.Dims[:len(p.Dims)-3]))
}})

// EncodeJpeg writes a picture as a JPEG file.
var EncodeJpeg = define(Def{Name: "EncodeJpeg", Eval: func(x *Exec, n *Node) error {
	t := n.T(0)
	if t.Rank() != 3 {
		return tensor.Errorf("image must be 3-dimensional%s", tensor.ShapeString(t.Shape()))
	}
	if c := t.Shape()[2]; c != 1 && c != 3 {
		return tensor.Errorf("image must have 1 or 3 channels, got %s", tensor.ShapeString(t.Shape()))
	}
	want := map[string]int{"grayscale": 1, "rgb": 3}[n.Str("format")]
	if c := t.Shape()[2]; want != 0 && want != c {
		return tensor.Errorf("format %s expects %d channels, got %s", n.Str("format"), want, tensor.ShapeString(t.Shape()))
	}
	q := n.Int("quality")
	if q < 0 || q > 100 {
		return tensor.Errorf("quality must be in [0,100], got %d", q)
	}
	s, err := images.EncodeJPEG(toPicture(t, t.Shape(), 0), images.JPEGOptions{
		Quality: q, Density: [2]int{n.Int("x_density"), n.Int("y_density")}, Centi: n.Str("density_unit") == "cm",
		Metadata: n.Str("xmp_metadata"),
	})
	return n.one(tensor.StringScalar(s), err)
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 3)
	s.Is(known())
}})

// ExtractJpegShape is the height, width and channels of a JPEG file, read from its beginning.
var ExtractJpegShape = define(Def{Name: "ExtractJpegShape", Eval: func(x *Exec, n *Node) error {
	b, err := n.fileContents()
	if err != nil {
		return err
	}
	h, w, c, err := images.JPEGShape(b)
	if err != nil {
		return err
	}
	return n.one(tensor.Cast(x.Ctx, tensor.Vector([]int64{int64(h), int64(w), int64(c)}), n.Type("output_type")))
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 0)
	s.Is(known(3))
}})

// DecodeWav reads the samples of a WAV file.
var DecodeWav = define(Def{Name: "DecodeWav", Eval: func(x *Exec, n *Node) error {
	b, err := n.fileContents()
	if err != nil {
		return err
	}
	s, err := images.DecodeWAV(b)
	if err != nil {
		return err
	}
	channels, length := n.Int("desired_channels"), n.Int("desired_samples")
	if channels == -1 {
		channels = s.Channels
	}
	if length == -1 {
		length = s.Length
	}
	count, err := tensor.Count([]int{length, channels})
	if err != nil {
		return err
	}
	out, err := tensor.Make[float32](count)
	if err != nil {
		return err
	}
	for i := range min(length, s.Length) {
		for c := range channels { // a channel that is missing is like the last one
			out[i*channels+c] = s.Samples[i*s.Channels+min(c, s.Channels-1)]
		}
	}
	return n.Give(tensor.FromSlice([]int{length, channels}, out), tensor.Scalar(int32(s.Rate)))
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 0)
	s.Is(known(s.Int("desired_samples"), s.Int("desired_channels")), known())
}})

// EncodeWav writes samples as a WAV file.
var EncodeWav = define(Def{Name: "EncodeWav", Eval: func(x *Exec, n *Node) error {
	t := n.T(0)
	if t.Rank() != 2 {
		return tensor.Errorf("audio must be 2-dimensional%s", tensor.ShapeString(t.Shape()))
	}
	if n.T(1).Rank() != 0 {
		return tensor.Errorf("Input sample_rate should be a scalar tensor, got %s instead.", tensor.ShapeString(n.T(1).Shape()))
	}
	s, err := images.EncodeWAV(&images.Sound{Rate: int(n.T(1).Int(0)), Channels: t.Shape()[1], Length: t.Shape()[0],
		Samples: tensor.Slice[float32](t)})
	return n.one(tensor.StringScalar(s), err)
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 2)
	s.NeedRank(1, 0)
	s.Is(known())
}})
