// Package images reads and writes pictures and sounds in files: PNG, JPEG, GIF and BMP by Go's own image
// packages, WAV by itself. Pixels come in rows of channels, as TensorFlow's kernels give them, with its rules
// for gray, alpha and 16-bit values. JPEG pixels may differ from those of other decoders by a few units: the
// standard leaves rounding open.
//
// It knows no tensors but their errors; sizes are checked before room is taken.
package images

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/tensor"
)

// Picture is pixels row by row, the channels of a pixel together: 1 gray, 2 gray and alpha, 3 colours, 4 with
// alpha. Of 16-bit pictures Wide holds them, else Pix. An animation has Frames pictures of the same size.
type Picture struct {
	Frames, Height, Width, Channels int
	Pix                             []uint8
	Wide                            []uint16
}

// Format is what the bytes of a file begin like: "PNG", "JPEG", "GIF", "BMP", or "".
func Format(b string) string {
	for _, f := range [][2]string{{"\x89PNG\r\n\x1a\n", "PNG"}, {"\xff\xd8\xff", "JPEG"}, {"GIF8", "GIF"}, {"BM", "BMP"}} {
		if strings.HasPrefix(b, f[0]) {
			return f[1]
		}
	}
	return ""
}

const unknownFormat = "Unknown image file format. One of JPEG, JPEG XL, PNG, GIF, BMP, WebP required."

// Options is how a file is read.
type Options struct {
	Channels int    // 0 for as many as the file has
	Wide     bool   // 16-bit values
	Kernel   string // "DecodePng" ..., which formats it takes and how its errors call it
	Plain    bool   // the colours of a JPEG are repeated where it has fewer of them, not drawn from those around
	Still    bool   // only the first frame of an animation, without a dimension for frames
}

// Decode reads a picture.
func Decode(b string, o Options) (*Picture, error) {
	format := Format(b)
	if err := takes(format, o); err != nil {
		return nil, err
	}
	if o.Channels != 0 && o.Channels != 1 && o.Channels != 3 && o.Channels != 4 {
		return nil, tensor.Errorf("`channels` must be 0, 1, 3 or 4 but got %d", o.Channels)
	}
	switch format {
	case "BMP":
		return decodeBMP(b, o.Channels)
	case "GIF":
		return decodeGIF(b, o)
	}
	config, _, err := image.DecodeConfig(strings.NewReader(b))
	if err != nil {
		return nil, broken(format, b)
	}
	if err := fits(config.Width, config.Height, 8); err != nil {
		return nil, err
	}
	var img image.Image
	if format == "PNG" {
		img, err = png.Decode(strings.NewReader(b))
	} else {
		img, err = jpeg.Decode(strings.NewReader(b))
	}
	if err != nil {
		return nil, broken(format, b)
	}
	if format == "JPEG" {
		return fromJPEG(img, o.Channels, !o.Plain)
	}
	return fromPNG(b, img, o)
}

// takes refuses formats that a kernel does not read.
func takes(format string, o Options) error {
	instead := map[string]string{"PNG": "decode_png", "JPEG": "decode_jpeg", "GIF": "decode_gif", "BMP": "decode_bmp"}
	switch {
	case format == "":
		return tensor.Errorf(unknownFormat)
	case o.Kernel == "DecodeBmp" && format != "BMP",
		format == "BMP" && o.Kernel != "DecodeBmp" && o.Kernel != "DecodeImage":
		return tensor.Errorf("Trying to decode %s format using %s op. Use `%s` or `decode_image` instead.", format,
			o.Kernel, instead[format])
	}
	return nil
}

// broken is TensorFlow's text for a file that cannot be read.
func broken(format, b string) error {
	switch format {
	case "PNG":
		return tensor.Errorf("Invalid PNG data, size %d", len(b))
	case "JPEG":
		return tensor.Errorf("jpeg::Uncompress failed. Invalid JPEG data or crop window.")
	}
	return tensor.Errorf("Invalid %s data, size %d", format, len(b))
}

// mostPixels bounds a picture: what a few bytes claim must not take the machine.
const mostPixels = 1 << 27

// Crop is the part of a picture of 8 bits that begins at (y, x). Errors: a part that is empty or goes beyond the
// picture, in TensorFlow's words.
func (p *Picture) Crop(y, x, height, width int) (*Picture, error) {
	if y < 0 || x < 0 || height <= 0 || width <= 0 || y > p.Height-height || x > p.Width-width {
		return nil, broken("JPEG", "")
	}
	out := &Picture{Frames: 1, Height: height, Width: width, Channels: p.Channels}
	out.Pix = make([]uint8, 0, height*width*p.Channels)
	for row := y; row < y+height; row++ {
		at := (row*p.Width + x) * p.Channels
		out.Pix = append(out.Pix, p.Pix[at:at+width*p.Channels]...)
	}
	return out, nil
}

// fits refuses pictures that are too large; size is the bytes a pixel takes.
func fits(width, height, size int) error {
	if width <= 0 || height <= 0 {
		return tensor.Errorf("the picture is %d wide and %d high", width, height)
	}
	if width > mostPixels/height || !memory.Reserve(int64(width)*int64(height)*int64(size)) {
		return tensor.Failf(tensor.ResourceExhausted, "a picture of %d x %d pixels does not fit", width, height)
	}
	return nil
}

func rgb8(img image.Image, x, y int) [3]uint8 {
	r, g, b, _ := img.At(x, y).RGBA()
	return [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
}

// The weights of libpng's conversion to gray, in 1/32768.
const (
	redWeight   = 9797
	greenWeight = 19234
	blueWeight  = 32768 - redWeight - greenWeight
)

func luma8(r, g, b uint8) uint8 {
	if r == g && g == b {
		return r
	}
	return uint8((redWeight*uint32(r) + greenWeight*uint32(g) + blueWeight*uint32(b)) >> 15)
}

func luma16(r, g, b uint16) uint16 {
	if r == g && g == b {
		return r
	}
	return uint16((redWeight*uint64(r) + greenWeight*uint64(g) + blueWeight*uint64(b) + 16384) >> 15)
}

// EncodePNG writes a picture; compression is 0 to 9, or -1 for the usual one.
func EncodePNG(p *Picture, compression int) (string, error) {
	if p.Height == 0 || p.Width == 0 {
		return "", tensor.Failf(tensor.InternalError, "PNG encoding failed at the following flattened batch indices: 0")
	}
	if compression < -1 || compression > 9 {
		return "", tensor.Errorf("compression should be in [-1,9], got %d", compression)
	}
	level := png.DefaultCompression
	switch {
	case compression == 0:
		level = png.NoCompression
	case compression > 0 && compression < 4:
		level = png.BestSpeed
	case compression > 6:
		level = png.BestCompression
	}
	if p.Channels == 2 {
		return encodeGrayAlpha(p, compression)
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: level}).Encode(&b, p.image()); err != nil {
		return "", tensor.Errorf("PNG encoding failed: %s", err.Error())
	}
	return b.String(), nil
}

// image is a picture of 1, 3 or 4 channels in Go's types.
func (p *Picture) image() image.Image {
	r := image.Rect(0, 0, p.Width, p.Height)
	n := p.Width * p.Height
	if p.Wide != nil {
		if p.Channels == 1 {
			out := image.NewGray16(r)
			for i, v := range p.Wide {
				out.Pix[2*i], out.Pix[2*i+1] = uint8(v>>8), uint8(v)
			}
			return out
		}
		out := image.NewNRGBA64(r)
		for i := range n {
			for c := range 4 {
				v := uint16(0xffff)
				if c < p.Channels {
					v = p.Wide[i*p.Channels+c]
				}
				out.Pix[8*i+2*c], out.Pix[8*i+2*c+1] = uint8(v>>8), uint8(v)
			}
		}
		return out
	}
	if p.Channels == 1 {
		return &image.Gray{Pix: p.Pix, Stride: p.Width, Rect: r}
	}
	out := image.NewNRGBA(r)
	for i := range n {
		out.Pix[4*i+3] = 0xff
		copy(out.Pix[4*i:4*i+4], p.Pix[i*p.Channels:(i+1)*p.Channels])
	}
	return out
}

// JPEGOptions is how a JPEG file is written: its quality (0 to 100) and what its head tells of it.
type JPEGOptions struct {
	Quality  int
	Density  [2]int // of the pixels, x and y: the low 16 bits are kept
	Centi    bool   // they are per centimetre, not per inch
	Metadata string // XMP
}

// head is the segments that stand between the start of a file and its tables.
func (o JPEGOptions) head() []byte {
	unit := byte(1)
	if o.Centi {
		unit = 2
	}
	b := append([]byte("\xff\xe0\x00\x10JFIF\x00\x01\x01"), unit)
	for _, d := range o.Density {
		b = append(b, byte(d>>8), byte(d))
	}
	b = append(b, 0, 0)
	if o.Metadata != "" {
		text := "http://ns.adobe.com/xap/1.0/\x00" + o.Metadata
		b = append(b, 0xff, 0xe1, byte((len(text)+2)>>8), byte(len(text)+2))
		b = append(b, text...)
	}
	return b
}

// EncodeJPEG writes a picture of 1 or 3 channels; colours are stored at half of the size.
func EncodeJPEG(p *Picture, o JPEGOptions) (string, error) {
	if err := fits(p.Width, p.Height, 1); err != nil {
		return "", err
	}
	if p.Width > 65500 || p.Height > 65500 {
		return "", tensor.Errorf("JPEG encoding failed: %d x %d pixels are too many", p.Width, p.Height)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p.image(), &jpeg.Options{Quality: max(o.Quality, 1)}); err != nil {
		return "", tensor.Errorf("JPEG encoding failed: %s", err.Error())
	}
	if len(o.Metadata) > 65000 {
		return "", tensor.Errorf("JPEG encoding failed: %d bytes of metadata are too many", len(o.Metadata))
	}
	const start = 2 // the marker of the start
	return b.String()[:start] + string(o.head()) + b.String()[start:], nil
}

// JPEGShape is the height, width and channels a JPEG file says it has.
func JPEGShape(b string) (height, width, channels int, err error) {
	config, err := jpeg.DecodeConfig(strings.NewReader(b))
	if err != nil {
		return 0, 0, 0, tensor.Errorf("Invalid JPEG data, size %d", len(b))
	}
	channels = 3
	if config.ColorModel == color.GrayModel {
		channels = 1
	}
	return config.Height, config.Width, channels, nil
}

// decodeGIF draws the frames of an animation one over the other.
func decodeGIF(b string, o Options) (*Picture, error) {
	config, err := gif.DecodeConfig(strings.NewReader(b))
	if err != nil {
		return nil, broken("GIF", b)
	}
	if err := fits(config.Width, config.Height, 3); err != nil {
		return nil, err
	}
	if o.Channels == 1 || o.Channels == 4 {
		return nil, tensor.Errorf("channels must be 0 or 3 for GIF, got %d", o.Channels)
	}
	frames, err := gifFrames(b, config.Width*config.Height)
	if err != nil {
		return nil, err
	}
	if o.Still {
		frames = frames[:1]
	}
	p := &Picture{Frames: len(frames), Height: config.Height, Width: config.Width, Channels: 3}
	size := 3 * config.Width * config.Height
	p.Pix = make([]uint8, size*len(frames))
	for k, f := range frames {
		out := p.Pix[k*size : (k+1)*size]
		if k > 0 {
			copy(out, p.Pix[(k-1)*size:k*size])
		}
		r := f.Bounds().Intersect(image.Rect(0, 0, config.Width, config.Height))
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				c, g, bl, a := f.At(x, y).RGBA()
				if a == 0 { // what was there before shows through
					continue
				}
				at := 3 * (y*config.Width + x)
				out[at], out[at+1], out[at+2] = uint8(c>>8), uint8(g>>8), uint8(bl>>8)
			}
		}
	}
	return p, nil
}

// gifFrames reads the frames after a look at how many there may be: each takes at least a few bytes.
func gifFrames(b string, pixels int) ([]*image.Paletted, error) {
	most := strings.Count(b, "\x2c") // each frame begins with this byte
	if !memory.Reserve(int64(pixels) * 4 * int64(max(min(most, len(b)/8+1), 1))) {
		return nil, tensor.Failf(tensor.ResourceExhausted, "up to %d frames of %d pixels do not fit", most, pixels)
	}
	all, err := gif.DecodeAll(strings.NewReader(b))
	if err != nil || len(all.Image) == 0 {
		return nil, broken("GIF", b)
	}
	return all.Image, nil
}
