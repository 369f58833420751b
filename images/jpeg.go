package images

import (
	"image"

	"github.com/tfs-lang/tfs/tensor"
)

// fromJPEG takes colours or gray out of a decoded JPEG; smooth draws colours that are stored at half of the size from
// those around, as decoders do unless they are asked for speed.
func fromJPEG(img image.Image, channels int, smooth bool) (*Picture, error) {
	if channels == 4 {
		return nil, tensor.Errorf("channels must be 0, 1, or 3 for JPEG, got %d", channels)
	}
	gray, isGray := img.(*image.Gray)
	ycc, isYCC := img.(*image.YCbCr)
	if channels == 0 {
		channels = 3
		if isGray {
			channels = 1
		}
	}
	r := img.Bounds()
	p := &Picture{Frames: 1, Height: r.Dy(), Width: r.Dx(), Channels: channels}
	p.Pix = make([]uint8, r.Dx()*r.Dy()*channels)
	if isYCC && channels == 3 {
		p.fill(ycc, smooth)
		return p, nil
	}
	at := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			switch {
			case isGray:
				for range channels {
					p.Pix[at] = gray.GrayAt(x, y).Y
					at++
				}
			case isYCC: // the luminance as it is in the file
				p.Pix[at] = ycc.YCbCrAt(x, y).Y
				at++
			default:
				c := rgb8(img, x, y)
				if channels == 1 {
					p.Pix[at] = luma8(c[0], c[1], c[2])
					at++
					continue
				}
				at += copy(p.Pix[at:], c[:])
			}
		}
	}
	return p, nil
}

// The conversion of luminance and colour differences to red, green and blue that JFIF gives, in 1/65536.
const (
	redOfCr   = 91881  // 1.402
	greenOfCr = -46802 // -0.71414
	greenOfCb = -22554 // -0.34414
	blueOfCb  = 116130 // 1.772
	half      = 1 << 15
)

func clamped(v int32) uint8 { return uint8(min(max(v, 0), 255)) }

// fill computes the pixels of a picture, row by row.
func (p *Picture) fill(img *image.YCbCr, smooth bool) {
	across, down := 1, 1 // how many pixels share a colour
	switch img.SubsampleRatio {
	case image.YCbCrSubsampleRatio422:
		across = 2
	case image.YCbCrSubsampleRatio420:
		across, down = 2, 2
	case image.YCbCrSubsampleRatio440:
		down = 2
	case image.YCbCrSubsampleRatio411:
		across = 4
	case image.YCbCrSubsampleRatio410:
		across, down = 4, 2
	}
	width, height := (p.Width+across-1)/across, (p.Height+down-1)/down
	u := &chroma{pix: img.Cb, stride: img.CStride, width: width, height: height, across: across, down: down}
	u.smooth = smooth && across <= 2 && (across == 1 || width > 2)
	v := *u
	v.pix = img.Cr
	cb, cr := make([]uint8, width*across), make([]uint8, width*across)
	sums := make([]int32, width)
	for y := range p.Height {
		u.row(cb, sums, y)
		v.row(cr, sums, y)
		out := p.Pix[y*p.Width*3 : (y+1)*p.Width*3]
		for x, l := range img.Y[y*img.YStride : y*img.YStride+p.Width] {
			l, b, r := int32(l), int32(cb[x])-128, int32(cr[x])-128
			out[3*x] = clamped(l + (redOfCr*r+half)>>16)
			out[3*x+1] = clamped(l + (greenOfCb*b+greenOfCr*r+half)>>16)
			out[3*x+2] = clamped(l + (blueOfCb*b+half)>>16)
		}
	}
}

// chroma is a plane of colour differences that is smaller than its picture.
type chroma struct {
	pix           []uint8
	stride        int
	width, height int
	across, down  int
	smooth        bool
}

// row computes a row of the picture. Smooth, a colour counts three quarters where it lies nearer, its neighbour a
// quarter, in both directions; the roundings alternate, so that no colour drifts.
func (c *chroma) row(out []uint8, sums []int32, y int) {
	near := y / c.down
	line := c.pix[near*c.stride : near*c.stride+c.width]
	if !c.smooth || c.across == 1 && c.down == 1 {
		for x := range out {
			out[x] = line[x/c.across]
		}
		return
	}
	// sums are the colours between the rows, in 1/unit; before and behind round what lies left and right in a pair.
	unit, before, behind := int32(1), int32(1), int32(2)
	for x, v := range line {
		sums[x] = int32(v)
	}
	if c.down == 2 {
		far := near + 2*(y%2) - 1
		far = min(max(far, 0), c.height-1)
		for x, v := range c.pix[far*c.stride : far*c.stride+c.width] {
			sums[x] = 3*sums[x] + int32(v)
		}
		unit, before, behind = 4, 8, 7
	}
	if c.across == 1 {
		for x, v := range sums {
			out[x] = uint8((v + int32(1+y%2)) / unit)
		}
		return
	}
	last := c.width - 1
	for x, v := range sums {
		left, right := sums[max(x-1, 0)], sums[min(x+1, last)]
		out[2*x], out[2*x+1] = uint8((3*v+left+before)/(4*unit)), uint8((3*v+right+behind)/(4*unit))
	}
}
