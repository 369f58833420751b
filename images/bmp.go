package images

import (
	"encoding/binary"

	"github.com/tfs-lang/tfs/tensor"
)

// decodeBMP reads a bitmap without compression, as TensorFlow does: the bytes of a pixel are its channels, blue
// first; those of 8-bit pixels are gray, whatever the palette says.
func decodeBMP(b string, channels int) (*Picture, error) {
	if channels == 1 {
		return nil, tensor.Errorf("`channels` must be 0, 3 or 4 for BMP, but got %d", channels)
	}
	if len(b) < 32 {
		return nil, tensor.Errorf(
			"Incomplete bmp content, requires at least 32 bytes to find the header size, width, height, "+
				"and bpp, got %d bytes",
			len(b),
		)
	}
	raw := []byte(b[:32])
	start := int(binary.LittleEndian.Uint32(raw[10:]))
	width, height := int(int32(binary.LittleEndian.Uint32(raw[18:]))), int(int32(binary.LittleEndian.Uint32(raw[22:])))
	has := int(binary.LittleEndian.Uint16(raw[28:])) / 8
	down := height < 0 // rows begin at the top
	if down {
		height = -height
	}
	if has != 1 && has != 3 && has != 4 {
		return nil, tensor.Errorf("Number of channels inherent in the image must be 1, 3 or 4, was %d", has)
	}
	if channels == 0 {
		channels = has
	}
	if width <= 0 || height <= 0 || width > mostPixels/max(height, 1) {
		return nil, tensor.Errorf(
			"Total possible pixel bytes must be positive and below %d: %d x %d",
			mostPixels,
			width,
			height,
		)
	}
	row := (width*has + 3) / 4 * 4
	if have := start + row*height; start < 0 || have != len(b) && have > len(b) {
		return nil, tensor.Errorf("Input size should match (header_size + row_size * abs_height) but they differ by %d",
			len(b)-have)
	}
	if err := fits(width, height, channels); err != nil {
		return nil, err
	}
	p := &Picture{
		Frames:   1,
		Height:   height,
		Width:    width,
		Channels: channels,
		Pix:      make([]uint8, 0, width*height*channels),
	}
	for y := range height {
		from := start + (height-1-y)*row
		if down {
			from = start + y*row
		}
		for x := range width {
			px := b[from+x*has : from+(x+1)*has]
			switch {
			case has == 1:
				for range min(channels, 3) {
					p.Pix = append(p.Pix, px[0])
				}
			default:
				p.Pix = append(p.Pix, px[2], px[1], px[0])
			}
			if channels == 4 {
				alpha := uint8(255)
				if has == 4 {
					alpha = px[3]
				}
				p.Pix = append(p.Pix, alpha)
			}
		}
	}
	return p, nil
}
