package tf

import (
	"github.com/tfs-lang/tfs/images"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

var decodedWav = py.NamedTuple("tensorflow.python.ops.gen_audio_ops", "DecodeWav", []string{"audio", "sample_rate"}, nil)

// Pictures and sounds in files.
func init() {
	const png = "tf.io.encode_png(tf.constant([[[1, 2, 3], [4, 5, 6]]], tf.uint8))"
	const jpeg = "tf.io.encode_jpeg(tf.zeros([2, 3, 3], tf.uint8))"
	register(
		edges(plain(entry("tf.io.decode_png", "(contents, channels=0, dtype=tf.uint8, name=None)", "DecodePng",
			func(c *call) (value, error) {
				f := flowOf(c)
				return f.result(f.With(op.DecodePng, op.Attrs{{Name: "channels", Value: f.int(1)},
					{Name: "dtype", Value: f.dtype(2, tensor.Uint8)}}, f.input(0, tensor.String)))
			}, "The pixels of a PNG file.\n\n>>> tf.io.decode_png("+png+")", "tf.image.decode_png"))),
		edges(plain(entry("tf.io.decode_jpeg", "(contents, channels=0, ratio=1, fancy_upscaling=True, "+
			"try_recover_truncated=False, acceptable_fraction=1, dct_method='', name=None)", "DecodeJpeg",
			func(c *call) (value, error) {
				f := flowOf(c)
				if n := f.int(2); f.Err == nil && n != 1 {
					return nil, c.Errorf("ratio %d is not supported: pictures are read in full size", n)
				}
				return f.result(f.With(op.DecodeJpeg, op.Attrs{{Name: "channels", Value: f.int(1)}},
					f.input(0, tensor.String)))
			}, "The pixels of a JPEG file.\n\n>>> tf.io.decode_jpeg("+jpeg+").shape", "tf.image.decode_jpeg"))),
		edges(plain(entry("tf.io.decode_bmp", "(contents, channels=0, name=None)", "DecodeBmp",
			func(c *call) (value, error) {
				f := flowOf(c)
				return f.result(f.With(op.DecodeBmp, op.Attrs{{Name: "channels", Value: f.int(1)}},
					f.input(0, tensor.String)))
			}, "The pixels of a BMP file.\n\n>>> head = b'BM\\x3a\\0\\0\\0\\0\\0\\0\\0\\x36\\0\\0\\0' + "+
				"b'\\x28\\0\\0\\0\\x01\\0\\0\\0\\x01\\0\\0\\0\\x01\\0\\x18\\0' + 24 * b'\\0'\n"+
				">>> tf.io.decode_bmp(head + b'\\1\\2\\3\\0')", "tf.image.decode_bmp"))),
		edges(plain(entry("tf.io.decode_gif", "(contents, name=None)", "DecodeGif", func(c *call) (value, error) {
			f := flowOf(c)
			return f.result(f.One(op.DecodeGif, f.input(0, tensor.String)))
		}, "The frames of a GIF file.\n\n>>> tf.io.decode_gif(b'GIF89a\\1\\0\\1\\0\\x80\\0\\0\\xff\\xff\\xff\\0\\0\\0,"+
			"\\0\\0\\0\\0\\1\\0\\1\\0\\0\\2\\2D\\1\\0;')", "tf.image.decode_gif"))),
		edges(plain(entry("tf.io.decode_image", "(contents, channels=None, dtype=tf.uint8, name=None, "+
			"expand_animations=True)", "DecodeImage", func(c *call) (value, error) {
			f := flowOf(c)
			channels := 0
			if c.Given(1) {
				channels = f.int(1)
			}
			return f.result(f.With(op.DecodeImage, op.Attrs{{Name: "channels", Value: channels},
				{Name: "dtype", Value: f.dtype(2, tensor.Uint8)}, {Name: "expand_animations", Value: f.bool(4)}},
				f.input(0, tensor.String)))
		}, "The pixels of a PNG, JPEG, GIF or BMP file; of a GIF with a dimension of frames unless expand_animations is "+
			"False.\n\n>>> tf.io.decode_image("+png+", dtype=tf.float32).shape", "tf.image.decode_image"))),
		edges(plain(entry("tf.io.encode_png", "(image, compression=-1, name=None)", "EncodePng",
			func(c *call) (value, error) {
				f := flowOf(c)
				return f.result(f.With(op.EncodePng, op.Attrs{{Name: "compression", Value: f.int(1)}},
					f.input(0, tensor.Invalid)))
			}, "Pictures as PNG files.\n\n>>> tf.io.decode_png("+png+")", "tf.image.encode_png"))),
		edges(plain(entry("tf.io.encode_jpeg", "(image, format='', quality=95, progressive=False, optimize_size=False, "+
			"chroma_downsampling=True, density_unit='in', x_density=300, y_density=300, xmp_metadata='', name=None)",
			"EncodeJpeg", func(c *call) (value, error) {
				f := flowOf(c)
				return f.result(f.With(op.EncodeJpeg, op.Attrs{{Name: "format", Value: attrText(c.Args[1])},
					{Name: "quality", Value: f.int(2)}}, f.input(0, tensor.Uint8)))
			}, "A picture as a JPEG file.\n\n>>> tf.io.is_jpeg("+jpeg+")", "tf.image.encode_jpeg"))),
		edges(plain(entry("tf.io.extract_jpeg_shape", "(contents, output_type=tf.int32, name=None)", "ExtractJpegShape",
			func(c *call) (value, error) {
				f := flowOf(c)
				return f.result(f.With(op.ExtractJpegShape, op.Attrs{{Name: "output_type",
					Value: f.dtype(1, tensor.Int32)}}, f.input(0, tensor.String)))
			}, "Height, width and channels of a JPEG file.\n\n>>> tf.io.extract_jpeg_shape("+jpeg+")",
			"tf.image.extract_jpeg_shape"))),
		plain(entry("tf.io.is_jpeg", "(contents, name=None)", "", func(c *call) (value, error) {
			x, err := c.Direct(0, tensor.String)
			if err != nil {
				return nil, err
			}
			if x.Rank() != 0 {
				return nil, c.Errorf("`contents` must be scalar but got shape%s", tensor.ShapeString(x.Shape()))
			}
			return tensor.FromSlice(nil, []bool{images.Format(x.Str(0)) == "JPEG"}), nil
		}, "Whether bytes begin like a JPEG file.\n\n>>> tf.io.is_jpeg(b'abc')", "tf.image.is_jpeg")),
		edges(plain(entry("tf.audio.decode_wav", "(contents, desired_channels=-1, desired_samples=-1, name=None)",
			"DecodeWav", func(c *call) (value, error) {
				f := flowOf(c)
				out := f.Do(op.DecodeWav, op.Attrs{{Name: "desired_channels", Value: f.int(1)},
					{Name: "desired_samples", Value: f.int(2)}}, f.input(0, tensor.String))
				if f.Err != nil {
					return nil, f.Err
				}
				return &py.Tuple{Items: []value{out[0], out[1]}, Class: decodedWav}, nil
			}, "The samples of a WAV file and how many a second has.\n\n"+
				">>> tf.audio.decode_wav(tf.audio.encode_wav([[0.5], [-1.]], 8000))"))),
		edges(plain(entry("tf.audio.encode_wav", "(audio, sample_rate, name=None)", "EncodeWav",
			func(c *call) (value, error) {
				f := flowOf(c)
				return f.result(f.One(op.EncodeWav, f.input(0, tensor.Float32), f.input(1, tensor.Int32)))
			}, "Samples as a WAV file.\n\n>>> tf.audio.encode_wav([[0.5], [-1.]], 8000)"))),
	)
}
