package images

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"strings"
)

// pngHeader is what the header of a PNG file says: Go's decoder gives gray with alpha as colours with alpha.
type pngHeader struct {
	depth, colour uint8
	transparent   bool // there are transparent colours
}

// The colour types of PNG.
const (
	pngGray      = 0
	pngPalette   = 3
	pngGrayAlpha = 4
	pngAlpha     = 6
)

func headerOf(b string) pngHeader {
	h := pngHeader{}
	if len(b) > 25 {
		h.depth, h.colour = b[24], b[25]
	}
	end := strings.Index(b, "IDAT")
	h.transparent = end > 0 && strings.Contains(b[:end], "tRNS")
	return h
}

// channels is how many channels a file has.
func (h pngHeader) channels() int {
	switch {
	case h.colour == pngPalette && h.transparent, h.colour == pngAlpha:
		return 4
	case h.colour == pngGray:
		return 1
	case h.colour == pngGrayAlpha:
		return 2
	}
	return 3
}

// fromPNG takes the channels that are asked for out of a decoded PNG: 16-bit values lose their low byte where 8 bits
// are asked for, before anything else is done with them.
func fromPNG(b string, img image.Image, o Options) (*Picture, error) {
	h := headerOf(b)
	channels := o.Channels
	if channels == 0 {
		channels = h.channels()
	}
	r := img.Bounds()
	p := &Picture{Frames: 1, Height: r.Dy(), Width: r.Dx(), Channels: channels}
	n := r.Dx() * r.Dy() * channels
	if o.Wide {
		p.Wide = make([]uint16, 0, n)
	} else {
		p.Pix = make([]uint8, 0, n)
	}
	gray := h.colour == pngGray || h.colour == pngGrayAlpha
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := color.NRGBA64Model.Convert(img.At(x, y)).(color.NRGBA64)
			c = exact(img, x, y, c)
			if channels%2 == 1 && h.transparent { // the colour under a transparent pixel
				c = under(img, x, y, c)
			}
			if o.Wide {
				p.Wide = appendWide(p.Wide, c, channels, gray)
			} else {
				p.Pix = appendNarrow(p.Pix, c, channels, gray)
			}
		}
	}
	return p, nil
}

// exact undoes what the conversion of a colour with alpha to another model rounds.
func exact(img image.Image, x, y int, c color.NRGBA64) color.NRGBA64 {
	switch m := img.(type) {
	case *image.NRGBA:
		v := m.NRGBAAt(x, y)
		return color.NRGBA64{R: uint16(v.R) * 257, G: uint16(v.G) * 257, B: uint16(v.B) * 257, A: uint16(v.A) * 257}
	case *image.NRGBA64:
		return m.NRGBA64At(x, y)
	}
	return under(img, x, y, c)
}

// under is a palette's colour as it stands there, whatever its alpha.
func under(img image.Image, x, y int, c color.NRGBA64) color.NRGBA64 {
	if m, ok := img.(*image.Paletted); ok {
		if v, ok := m.Palette[m.ColorIndexAt(x, y)].(color.NRGBA); ok {
			return color.NRGBA64{R: uint16(v.R) * 257, G: uint16(v.G) * 257, B: uint16(v.B) * 257, A: uint16(v.A) * 257}
		}
	}
	return c
}

func appendWide(p []uint16, c color.NRGBA64, channels int, gray bool) []uint16 {
	switch {
	case channels < 3 && gray:
		p = append(p, c.R)
	case channels < 3:
		p = append(p, luma16(c.R, c.G, c.B))
	default:
		p = append(p, c.R, c.G, c.B)
	}
	if channels%2 == 0 {
		p = append(p, c.A)
	}
	return p
}

func appendNarrow(p []uint8, c color.NRGBA64, channels int, gray bool) []uint8 {
	r, g, b := uint8(c.R>>8), uint8(c.G>>8), uint8(c.B>>8)
	switch {
	case channels < 3 && gray:
		p = append(p, r)
	case channels < 3:
		p = append(p, luma8(r, g, b))
	default:
		p = append(p, r, g, b)
	}
	if channels%2 == 0 {
		p = append(p, uint8(c.A>>8))
	}
	return p
}

// encodeGrayAlpha writes a PNG of gray and alpha, which Go's encoder would write as colours.
func encodeGrayAlpha(p *Picture, compression int) (string, error) {
	size := 1
	if p.Wide != nil {
		size = 2
	}
	var data bytes.Buffer
	z, err := zlib.NewWriterLevel(&data, compression)
	if err != nil {
		return "", err
	}
	row := make([]byte, 1+2*size*p.Width) // no filter
	for y := range p.Height {
		for i := range 2 * p.Width {
			at := y*2*p.Width + i
			if p.Wide != nil {
				binary.BigEndian.PutUint16(row[1+2*i:], p.Wide[at])
			} else {
				row[1+i] = p.Pix[at]
			}
		}
		if _, err := z.Write(row); err != nil {
			return "", err
		}
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	header := binary.BigEndian.AppendUint32(nil, uint32(p.Width))
	header = binary.BigEndian.AppendUint32(header, uint32(p.Height))
	header = append(header, byte(8*size), pngGrayAlpha, 0, 0, 0)
	out := []byte("\x89PNG\r\n\x1a\n")
	for _, c := range []struct {
		name string
		data []byte
	}{{"IHDR", header}, {"IDAT", data.Bytes()}, {"IEND", nil}} {
		out = binary.BigEndian.AppendUint32(out, uint32(len(c.data)))
		from := len(out)
		out = append(append(out, c.name...), c.data...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
	}
	return string(out), nil
}
