package plot

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/tfs-lang/tfs/explain/scene"
)

// The colours of PNG files: those of SVG's light scheme.
var (
	ink     = color.RGBA{0x1b, 0x1f, 0x24, 255}
	dim     = color.RGBA{0x57, 0x60, 0x6a, 255}
	rule    = color.RGBA{0x6e, 0x77, 0x81, 255}
	palette = []color.RGBA{{0x05, 0x50, 0xae, 255}, {0xbc, 0x4c, 0x00, 255}, {0x1a, 0x7f, 0x37, 255},
		{0x82, 0x50, 0xdf, 255},
		{0xb4, 0x23, 0x18, 255}, {0x7d, 0x4e, 0x00, 255}, {0xbf, 0x39, 0x89, 255}, {0x57, 0x60, 0x6a, 255}}
)

// PNG implements shown.Pixels: the figure on white, its shapes as in SVG, letters of a bitmap font that has
// ASCII; others are boxes.
func (f *Figure) PNG() ([]byte, error) { return rastered(f.W, f.H, f.shapes()) }

// rastered draws shapes on white.
func rastered(w, h int, shapes []scene.Shape) ([]byte, error) {
	r := &raster{image.NewRGBA(image.Rect(0, 0, max(w, 1), max(h, 1)))}
	draw.Draw(r.img, r.img.Bounds(), image.White, image.Point{}, draw.Src)
	for _, s := range shapes {
		r.shape(s)
	}
	var b bytes.Buffer
	err := png.Encode(&b, r.img)
	return b.Bytes(), err
}

// raster draws shapes in pixels.
type raster struct{ img *image.RGBA }

func (r *raster) shape(s scene.Shape) {
	c := palette[s.Series&7]
	switch s.Kind {
	case scene.Polyline:
		walked := 0.
		for i := 1; i < len(s.Points); i++ {
			walked = r.line(s.Points[i-1], s.Points[i], c, 1, s.Dashed || s.Series%2 == 1, walked)
		}
	case scene.Axis:
		for i := 1; i < len(s.Points); i++ {
			r.line(s.Points[i-1], s.Points[i], rule, .5, false, 0)
		}
	case scene.Dots:
		for _, p := range s.Points {
			r.disc(p, float64(s.R), c)
		}
	case scene.Rect:
		p, size := s.Points[0], s.Points[1]
		draw.Draw(r.img, image.Rect(p.X, p.Y, p.X+size.X, p.Y+size.Y), image.NewUniform(c), image.Point{}, draw.Over)
	case scene.Image:
		r.image(s)
	case scene.Label:
		r.label(s)
	}
}

// line draws a line of a half width with soft edges; dashes go on from how far was walked.
func (r *raster) line(a, b scene.Point, c color.RGBA, half float64, dashed bool, walked float64) float64 {
	ax, ay, dx, dy := float64(a.X), float64(a.Y), float64(b.X-a.X), float64(b.Y-a.Y)
	long := math.Hypot(dx, dy)
	x0, x1, y0, y1 := min(a.X, b.X)-2, max(a.X, b.X)+2, min(a.Y, b.Y)-2, max(a.Y, b.Y)+2
	for y := max(y0, 0); y <= min(y1, r.img.Rect.Max.Y-1); y++ {
		from, to := x0, x1
		if dy != 0 && math.Abs(dx) > 4 { // only what lies near the line in this row
			m, w := ax+dx*(float64(y)-ay)/dy, math.Abs(dx/dy)*2+4
			from, to = max(from, int(m-w)), min(to, int(m+w))
		}
		for x := max(from, 0); x <= min(to, r.img.Rect.Max.X-1); x++ {
			t := 0.
			if long > 0 {
				t = math.Max(0, math.Min(1, ((float64(x)-ax)*dx+(float64(y)-ay)*dy)/(long*long)))
			}
			if dashed && math.Mod(walked+t*long, 10) > 6.5 {
				continue
			}
			d := math.Hypot(float64(x)-ax-t*dx, float64(y)-ay-t*dy)
			r.blend(x, y, c, half+.5-d)
		}
	}
	return walked + long
}

func (r *raster) disc(p scene.Point, radius float64, c color.RGBA) {
	n := int(radius) + 1
	for y := p.Y - n; y <= p.Y+n; y++ {
		for x := p.X - n; x <= p.X+n; x++ {
			r.blend(x, y, c, radius+.5-math.Hypot(float64(x-p.X), float64(y-p.Y)))
		}
	}
}

// blend covers a part of a pixel.
func (r *raster) blend(x, y int, c color.RGBA, part float64) {
	if part <= 0 || !(image.Point{X: x, Y: y}.In(r.img.Rect)) {
		return
	}
	part = math.Min(part, 1)
	old := r.img.RGBAAt(x, y)
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-part) + float64(b)*part + .5) }
	r.img.SetRGBA(x, y, color.RGBA{mix(old.R, c.R), mix(old.G, c.G), mix(old.B, c.B), 255})
}

// image puts a small picture into its place, its pixels as boxes.
func (r *raster) image(s scene.Shape) {
	src, err := png.Decode(bytes.NewReader(s.PNG))
	if err != nil || len(s.Points) < 2 {
		return
	}
	p, size, b := s.Points[0], s.Points[1], src.Bounds()
	for y := max(p.Y, 0); y < min(p.Y+size.Y, r.img.Rect.Max.Y); y++ {
		for x := max(p.X, 0); x < min(p.X+size.X, r.img.Rect.Max.X); x++ {
			at := src.At(b.Min.X+(x-p.X)*b.Dx()/size.X, b.Min.Y+(y-p.Y)*b.Dy()/size.Y)
			if _, _, _, a := at.RGBA(); a > 0 {
				r.img.Set(x, y, at)
			}
		}
	}
}

func (r *raster) label(s scene.Shape) {
	c := ink
	if s.Note {
		c = dim
	}
	d := font.Drawer{Dst: r.img, Src: image.NewUniform(c), Face: basicfont.Face7x13}
	x := s.Points[0].X
	switch w := d.MeasureString(s.Text).Ceil(); s.Anchor {
	case scene.Right:
		x -= w
	case scene.Middle, scene.MiddleLeft:
		x -= w / 2
	}
	d.Dot = fixed.P(x, s.Points[0].Y)
	d.DrawString(s.Text)
}
