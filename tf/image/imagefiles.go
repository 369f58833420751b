package image

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

var decodedWav = py.NamedTuple(
	"tensorflow.python.ops.gen_audio_ops",
	"DecodeWav",
	[]string{"audio", "sample_rate"},
	nil,
)

// encodeJPEG is tf.io.encode_jpeg. Files are written in one pass with the standard tables, whatever progressive and
// optimize_size say: their pixels are the same.
func encodeJPEG(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	attrs := op.Attrs{{Name: "quality", Value: f.IntArg(2)}, {Name: "x_density", Value: f.IntArg(7)},
		{Name: "y_density", Value: f.IntArg(8)}, {Name: "xmp_metadata", Value: table.AttrText(c.Args[9])}}
	for _, a := range []struct {
		at      int
		name    string
		allowed []string
	}{{1, "format", []string{"", "grayscale", "rgb"}}, {6, "density_unit", []string{"in", "cm"}}} {
		text := table.AttrText(c.Args[a.at])
		if !slices.Contains(a.allowed, text) {
			return nil, c.Errorf("Value for attr '%s' of \"%s\" is not in the list of allowed values: \"%s\"", a.name, text,
				strings.Join(a.allowed, "\", \""))
		}
		attrs = append(attrs, op.KV{Name: a.name, Value: text})
	}
	if !f.BoolArg(5) && f.Err == nil {
		return nil, c.Errorf("chroma_downsampling=False is not supported: colours are stored at half of the size")
	}
	return f.Result(f.With(op.EncodeJpeg, attrs, f.Input(0, tensor.Uint8)))
}

// Pictures and sounds in files.
func init() {
	const png = "tf.io.encode_png(tf.constant([[[1, 2, 3], [4, 5, 6]]], tf.uint8))"
	const jpeg = "tf.io.encode_jpeg(tf.zeros([2, 3, 3], tf.uint8))"
	table.Register(
		table.Edges(
			table.Plain(
				table.Entry("tf.io.decode_png", "(contents, channels=0, dtype=tf.uint8, name=None)", "DecodePng",
					func(c *bind.Call) (py.Value, error) {
						f := table.FlowOf(c)
						return f.Result(f.With(op.DecodePng, op.Attrs{{Name: "channels", Value: f.IntArg(1)},
							{Name: "dtype", Value: f.Dtype(2, tensor.Uint8)}}, f.Input(0, tensor.String)))
					}, "The pixels of a PNG file.\n\n>>> tf.io.decode_png("+png+")", "tf.image.decode_png"),
			),
		),
		table.Edges(
			table.Plain(table.Entry("tf.io.decode_jpeg", "(contents, channels=0, ratio=1, fancy_upscaling=True, "+
				"try_recover_truncated=False, acceptable_fraction=1, dct_method='', name=None)", "DecodeJpeg",
				func(c *bind.Call) (py.Value, error) {
					f := table.FlowOf(c)
					if n := f.IntArg(2); f.Err == nil && n != 1 {
						return nil, c.Errorf("ratio %d is not supported: pictures are read in full size", n)
					}
					return f.Result(f.With(op.DecodeJpeg, op.Attrs{{Name: "channels", Value: f.IntArg(1)},
						{Name: "fancy_upscaling", Value: f.BoolArg(3)}}, f.Input(0, tensor.String)))
				}, "The pixels of a JPEG file.\n\n>>> tf.io.decode_jpeg("+jpeg+").shape", "tf.image.decode_jpeg")),
		),
		table.Edges(table.Plain(table.Entry("tf.io.decode_and_crop_jpeg", "(contents, crop_window, channels=0, ratio=1, "+
			"fancy_upscaling=True, try_recover_truncated=False, acceptable_fraction=1, dct_method='', name=None)",
			"DecodeAndCropJpeg", func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				if n := f.IntArg(3); f.Err == nil && n != 1 {
					return nil, c.Errorf("ratio %d is not supported: pictures are read in full size", n)
				}
				return f.Result(f.With(op.DecodeAndCropJpeg, op.Attrs{{Name: "channels", Value: f.IntArg(2)},
					{Name: "fancy_upscaling", Value: f.BoolArg(4)}}, f.Input(0, tensor.String), f.Input(1, tensor.Int32)))
			}, "A part of a JPEG file: y, x, height, width.\n\n>>> tf.io.decode_and_crop_jpeg("+jpeg+", [0, 1, 2, 1]).shape",
			"tf.image.decode_and_crop_jpeg"))),
		table.Edges(table.Plain(table.Entry("tf.io.decode_bmp", "(contents, channels=0, name=None)", "DecodeBmp",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.With(op.DecodeBmp, op.Attrs{{Name: "channels", Value: f.IntArg(1)}},
					f.Input(0, tensor.String)))
			}, "The pixels of a BMP file.\n\n>>> head = b'BM\\x3a\\0\\0\\0\\0\\0\\0\\0\\x36\\0\\0\\0' + "+
				"b'\\x28\\0\\0\\0\\x01\\0\\0\\0\\x01\\0\\0\\0\\x01\\0\\x18\\0' + 24 * b'\\0'\n"+
				">>> tf.io.decode_bmp(head + b'\\1\\2\\3\\0')", "tf.image.decode_bmp"))),
		table.Edges(
			table.Plain(
				table.Entry(
					"tf.io.decode_gif",
					"(contents, name=None)",
					"DecodeGif",
					func(c *bind.Call) (py.Value, error) {
						f := table.FlowOf(c)
						return f.Result(f.One(op.DecodeGif, f.Input(0, tensor.String)))
					},
					"The frames of a GIF file.\n\n>>> tf.io.decode_gif(b'GIF89a\\1\\0\\1\\0\\x80\\0\\0\\xff\\xff\\xff\\0\\0\\0,"+
						"\\0\\0\\0\\0\\1\\0\\1\\0\\0\\2\\2D\\1\\0;')",
					"tf.image.decode_gif",
				),
			),
		),
		table.Edges(
			table.Plain(table.Entry("tf.io.decode_image", "(contents, channels=None, dtype=tf.uint8, name=None, "+
				"expand_animations=True)", "DecodeImage", func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				channels := 0
				if c.Given(1) {
					channels = f.IntArg(1)
				}
				return f.Result(f.With(op.DecodeImage, op.Attrs{{Name: "channels", Value: channels},
					{Name: "dtype", Value: f.Dtype(2, tensor.Uint8)}, {Name: "expand_animations", Value: f.BoolArg(4)}},
					f.Input(0, tensor.String)))
			}, "The pixels of a PNG, JPEG, GIF or BMP file; of a GIF with a dimension of frames unless expand_animations is "+
				"False.\n\n>>> tf.io.decode_image("+png+", dtype=tf.float32).shape", "tf.image.decode_image")),
		),
		table.Edges(table.Plain(table.Entry("tf.io.encode_png", "(image, compression=-1, name=None)", "EncodePng",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.With(op.EncodePng, op.Attrs{{Name: "compression", Value: f.IntArg(1)}},
					f.Input(0, tensor.Invalid)))
			}, "Pictures as PNG files.\n\n>>> tf.io.decode_png("+png+")", "tf.image.encode_png"))),
		table.Edges(
			table.Plain(
				table.Entry(
					"tf.io.encode_jpeg",
					"(image, format='', quality=95, progressive=False, optimize_size=False, "+
						"chroma_downsampling=True, density_unit='in', x_density=300, y_density=300, xmp_metadata='', name=None)",
					"EncodeJpeg",
					encodeJPEG,
					"A picture as a JPEG file.\n\n>>> tf.io.is_jpeg("+jpeg+")",
					"tf.image.encode_jpeg",
				),
			),
		),
		table.Edges(
			table.Plain(
				table.Entry(
					"tf.io.extract_jpeg_shape",
					"(contents, output_type=tf.int32, name=None)",
					"ExtractJpegShape",
					func(c *bind.Call) (py.Value, error) {
						f := table.FlowOf(c)
						return f.Result(f.With(op.ExtractJpegShape, op.Attrs{{Name: "output_type",
							Value: f.Dtype(1, tensor.Int32)}}, f.Input(0, tensor.String)))
					},
					"Height, width and channels of a JPEG file.\n\n>>> tf.io.extract_jpeg_shape("+jpeg+")",
					"tf.image.extract_jpeg_shape",
				),
			),
		),
		table.Edges(table.Plain(table.Entry("tf.io.is_jpeg", "(contents, name=None)", "",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				start := f.One(op.Substr, f.Input(0, tensor.String), table.Int32s(0), table.Int32s(3))
				return f.Result(f.One(op.Equal, start, tensor.StringScalar("\xff\xd8\xff")))
			}, "Whether bytes begin like a JPEG file.\n\n>>> tf.io.is_jpeg(b'abc')", "tf.image.is_jpeg"))),
		table.Edges(
			table.Plain(
				table.Entry("tf.audio.decode_wav", "(contents, desired_channels=-1, desired_samples=-1, name=None)",
					"DecodeWav", func(c *bind.Call) (py.Value, error) {
						f := table.FlowOf(c)
						out := f.Do(op.DecodeWav, op.Attrs{{Name: "desired_channels", Value: f.IntArg(1)},
							{Name: "desired_samples", Value: f.IntArg(2)}}, f.Input(0, tensor.String))
						if f.Err != nil {
							return nil, f.Err
						}
						return &py.Tuple{Items: []py.Value{out[0], out[1]}, Class: decodedWav}, nil
					}, "The samples of a WAV file and how many a second has.\n\n"+
						">>> tf.audio.decode_wav(tf.audio.encode_wav([[0.5], [-1.]], 8000))"),
			),
		),
		table.Edges(table.Plain(table.Entry("tf.audio.encode_wav", "(audio, sample_rate, name=None)", "EncodeWav",
			func(c *bind.Call) (py.Value, error) {
				f := table.FlowOf(c)
				return f.Result(f.One(op.EncodeWav, f.Input(0, tensor.Float32), f.Input(1, tensor.Int32)))
			}, "Samples as a WAV file.\n\n>>> tf.audio.encode_wav([[0.5], [-1.]], 8000)"))),
	)
}
