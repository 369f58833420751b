package plot

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"

	"github.com/tfs-lang/tfs/explain/scene"
)

// The room of what stands around a chart, in pixels; a letter is charPx wide.
const (
	charPx    = 8
	lineRoom  = 20
	barRoom   = 72
	least     = 24 // of a chart's sides
	maxPoints = 4000
)

// frame is a chart with its place in pixels.
type frame struct {
	*Axes
	x, y                     span
	left, right, top, bottom int // of the area with the values, y downwards
	xt, yt                   []Tick
	out                      *[]scene.Shape
}

// shapes are the whole figure in pixels.
func (f *Figure) shapes() []scene.Shape {
	var out []scene.Shape
	top := 0
	if f.Title != "" {
		top = lineRoom + 4
		out = append(out, label(f.W/2, 16, f.Title, scene.Middle, false))
	}
	for _, a := range f.Axes {
		w, h := f.W/max(f.Cols, 1), (f.H-top)/max(f.Rows, 1)
		a.draw(&out, a.Col*w, top+a.Row*h, w, h)
	}
	return out
}

//go:noinline
func label(x, y int, s string, at scene.Align, note bool) scene.Shape {
	return scene.Shape{Kind: scene.Label, Points: []scene.Point{{X: x, Y: y}}, Text: s, Anchor: at, Note: note}
}

// draw adds the shapes of a chart that has w by h pixels.
func (a *Axes) draw(out *[]scene.Shape, left, top, w, h int) {
	f := &frame{Axes: a, out: out}
	f.x, f.y = a.spans()
	f.place(left, top, w, h)
	if !a.Off {
		f.axes()
	}
	for k := range a.Series {
		f.series(k)
	}
	f.words(left, top, w, h)
}

//go:noinline
func (f *frame) add(s scene.Shape) { *f.out = append(*f.out, s) }

// place leaves room for titles, ticks and labels.
func (f *frame) place(left, top, w, h int) {
	f.left, f.right, f.top, f.bottom = left+10, left+w-14, top+8, top+h-8
	if f.Title != "" {
		f.top += lineRoom
	}
	f.bottom -= (lineRoom - 4) * len(f.notes())
	if f.Colorbar {
		f.right -= barRoom
	}
	if f.X.Label != "" {
		f.bottom -= lineRoom
	}
	if f.Y.Label != "" {
		f.top += lineRoom
	}
	if whole := f.isGrid(); !f.Off {
		f.yt = f.Y.ticks(f.y, min(max((f.bottom-f.top)/50, 2), 8), whole)
		wide := 0
		for _, t := range f.yt {
			wide = max(wide, len([]rune(t.Text)))
		}
		f.left += wide*charPx + 6
		f.xt = f.X.ticks(f.x, min(max((f.right-f.left)/90, 2), 9), whole)
		if len(f.xt) > 0 {
			f.bottom -= lineRoom
		}
	}
	f.right, f.bottom = max(f.right, f.left+least), max(f.bottom, f.top+least)
	if f.isGrid() {
		f.square()
	}
}

// square gives the cells of a grid equal sides.
func (f *frame) square() {
	s := f.Series[0]
	if s.Rows == 0 || s.Cols == 0 {
		return
	}
	w, h := f.right-f.left, f.bottom-f.top
	if fit := h * s.Cols / s.Rows; fit < w {
		w = max(fit, 1)
	}
	if fit := w * s.Rows / s.Cols; fit < h {
		h = max(fit, 1)
	}
	shift := (f.right - f.left - w) / 2
	f.left += shift
	f.right, f.bottom = f.left+w, f.top+h
}

// px and py are the places of values, cut off a little outside of the area.
func (f *frame) px(v float64) int { return f.left + spread(f.x.at(v), f.right-f.left) }
func (f *frame) py(v float64) int { return f.bottom - spread(f.y.at(v), f.bottom-f.top) }

func spread(t float64, room int) int {
	if math.IsNaN(t) {
		return 0
	}
	return int(math.Round(math.Max(-1, math.Min(2, t)) * float64(room)))
}

// axes draws the frame, ticks and grid.
func (f *frame) axes() {
	axis := func(x0, y0, x1, y1 int) {
		f.add(scene.Shape{Kind: scene.Axis, Points: []scene.Point{{X: x0, Y: y0}, {X: x1, Y: y1}}})
	}
	axis(f.left, f.top, f.left, f.bottom)
	axis(f.left, f.bottom, f.right, f.bottom)
	for _, t := range f.yt {
		y := f.py(t.At)
		axis(f.left-4, y, f.left, y)
		if f.Grid && y != f.bottom {
			axis(f.left, y, f.right, y)
		}
		f.add(label(f.left-7, y+5, t.Text, scene.Right, true))
	}
	for _, t := range f.xt {
		x := f.px(t.At)
		axis(x, f.bottom, x, f.bottom+4)
		if f.Grid && x != f.left {
			axis(x, f.top, x, f.bottom)
		}
		f.add(label(x, f.bottom+17, t.Text, scene.Middle, true))
	}
}

// words are titles, labels, legend and notes.
func (f *frame) words(left, top, w, h int) {
	middle, y := (f.left+f.right)/2, top+h-6
	if f.Title != "" {
		f.add(label(middle, top+18, f.Title, scene.Middle, false))
	}
	if f.Y.Label != "" {
		f.add(label(left+10, f.top-9, f.Y.Label, scene.Left, true))
	}
	for _, n := range f.notes() {
		f.add(label(left+10, y, n, scene.Left, true))
		y -= lineRoom - 4
	}
	if f.X.Label != "" {
		f.add(label(middle, min(y, f.bottom+lineRoom*2), f.X.Label, scene.Middle, true))
	}
	if f.Legend {
		f.legend()
	}
	if f.Colorbar && f.isGrid() {
		f.colorbar()
	}
}

// legend names the series that have labels, at the side where less is drawn.
func (f *frame) legend() {
	var named []int
	wide := 0
	for k, s := range f.Series {
		if s.Label != "" {
			named = append(named, k)
			wide = max(wide, len([]rune(s.Label)))
		}
	}
	if len(named) == 0 {
		return
	}
	x := f.right - wide*charPx - 44
	if f.crowdedRight() {
		x = f.left + 10
	}
	for i, k := range named {
		s := f.Series[k]
		y := f.top + 14 + i*18
		swatch := scene.Shape{Kind: scene.Polyline, Series: f.tone(k),
			Points: []scene.Point{{X: x, Y: y - 5}, {X: x + 28, Y: y - 5}}}
		switch s.Kind {
		case Points:
			swatch.Kind, swatch.Points, swatch.R = scene.Dots, []scene.Point{{X: x + 14, Y: y - 5}}, 4
		case Bars:
			swatch.Kind, swatch.Points = scene.Rect, []scene.Point{{X: x + 4, Y: y - 11}, {X: 18, Y: 12}}
		}
		f.add(swatch)
		f.add(label(x+36, y, s.Label, scene.Left, true))
	}
}

// crowdedRight tells whether more is drawn in the upper right quarter than in the upper left.
func (f *frame) crowdedRight() bool {
	left, right := 0, 0
	for _, s := range f.Series {
		for i := range s.X {
			if f.x.shows(s.X[i]) && f.y.shows(s.Y[i]) && f.y.at(s.Y[i]) > .6 {
				if f.x.at(s.X[i]) > .5 {
					right++
				} else {
					left++
				}
			}
		}
	}
	return right > left
}

// tone is the place of a series in the palette.
func (f *frame) tone(k int) int {
	if t := f.Series[k].Tone; t > 0 {
		return (t - 1) & 7
	}
	return k & 7
}

// colorbar is the scale of shades with its ends.
func (f *frame) colorbar() {
	s := f.Series[0]
	if s.Kind != Cells {
		return
	}
	img := image.NewRGBA(image.Rect(0, 0, 1, 64))
	for i := range 64 {
		c := shade(s.Map, 1-float64(i)/63)
		img.SetRGBA(0, i, color.RGBA{c[0], c[1], c[2], 255})
	}
	x := f.right + 12
	f.add(scene.Shape{Kind: scene.Image, Points: []scene.Point{{X: x, Y: f.top}, {X: 14, Y: f.bottom - f.top}},
		PNG:  encode(img),
		Text: "shades from " + Short(s.Low) + " to " + Short(s.High)})
	f.add(label(x+18, f.top+10, Short(s.High), scene.Left, true))
	f.add(label(x+18, f.bottom, Short(s.Low), scene.Left, true))
}

// series draws one series.
func (f *frame) series(k int) {
	s := &f.Series[k]
	switch s.Kind {
	case Cells, Picture:
		f.grid(s)
	case Bars:
		f.bars(k, s)
	case Points:
		f.dots(k, s)
	default:
		f.line(k, s)
	}
}

// grid draws the cells whose middles lie within the limits; rows go upwards where the limits do.
func (f *frame) grid(s *Series) {
	c0, c1 := f.x.within(s.Cols)
	r0, r1 := f.y.within(s.Rows)
	if c0 >= c1 || r0 >= r1 {
		return
	}
	img := image.NewNRGBA(image.Rect(0, 0, c1-c0, r1-r0))
	for y := range r1 - r0 {
		for x := range c1 - c0 {
			row, col := r0+y, c0+x
			if f.y.lo < f.y.hi {
				row = r1 - 1 - y
			}
			if f.x.lo > f.x.hi {
				col = c1 - 1 - x
			}
			if c, ok := s.cell(row*s.Cols + col); ok {
				img.SetNRGBA(x, y, color.NRGBA{c[0], c[1], c[2], 255})
			}
		}
	}
	x0, x1 := f.inX(f.px(float64(c0)-.5)), f.inX(f.px(float64(c1)-.5))
	y0, y1 := f.inY(f.py(float64(r0)-.5)), f.inY(f.py(float64(r1)-.5))
	f.add(scene.Shape{Kind: scene.Image, Points: []scene.Point{{X: min(x0, x1), Y: min(y0, y1)},
		{X: max(x0-x1, x1-x0, 1), Y: max(y0-y1, y1-y0, 1)}}, PNG: encode(img), Text: s.sentence(0)})
}

func encode(img image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil // only for sizes no image here has
	}
	return b.Bytes()
}

func (f *frame) bars(k int, s *Series) {
	for i := range s.X {
		if !finite(s.X[i]) || !finite(s.Y[i]) {
			continue
		}
		l, r, b, t := s.bar(i)
		if f.y.log {
			b = math.Max(b, math.Min(f.y.lo, f.y.hi))
		}
		if f.x.log {
			l = math.Max(l, math.Min(f.x.lo, f.x.hi))
		}
		x0, x1 := f.inX(f.px(l)), f.inX(f.px(r))
		y0, y1 := f.inY(f.py(t)), f.inY(f.py(b))
		if x1-x0 > 3 && !s.Across {
			x1-- // neighbours of a histogram stay apart
		}
		f.add(scene.Shape{Kind: scene.Rect, Series: f.tone(k), Text: Short(s.Y[i]) + " at " + Short(s.X[i]),
			Points: []scene.Point{{X: min(x0, x1), Y: min(y0, y1)}, {X: max(x1-x0, x0-x1, 1), Y: max(y1-y0, y0-y1)}}})
	}
}

func (f *frame) inX(x int) int { return min(max(x, f.left), f.right) }
func (f *frame) inY(y int) int { return min(max(y, f.top), f.bottom) }

// inside tells whether a point is within the area.
func (f *frame) inside(x, y float64) bool {
	if !f.x.shows(x) || !f.y.shows(y) {
		return false
	}
	u, v := f.x.at(x), f.y.at(y)
	return u > -1e-9 && u < 1+1e-9 && v > -1e-9 && v < 1+1e-9
}

// dots draws points; of very many those at one place are drawn once.
func (f *frame) dots(k int, s *Series) {
	var at []scene.Point
	seen := map[scene.Point]bool{}
	for i := range s.X {
		if f.inside(s.X[i], s.Y[i]) {
			if p := (scene.Point{X: f.px(s.X[i]), Y: f.py(s.Y[i])}); !seen[p] {
				seen[p] = true
				at = append(at, p)
			}
		}
	}
	f.add(scene.Shape{Kind: scene.Dots, Series: f.tone(k), Points: at, R: 3})
}

// line draws the runs of a line between values that have no place.
func (f *frame) line(k int, s *Series) {
	var run []scene.Point
	end := func() {
		if len(run) == 1 {
			f.add(scene.Shape{Kind: scene.Dots, Series: f.tone(k), Points: run, R: 2})
		} else if len(run) > 1 {
			f.add(scene.Shape{Kind: scene.Polyline, Series: f.tone(k), Dashed: s.Dashed, Points: thin(run), Text: s.Label})
		}
		run = nil
	}
	for i := range s.X {
		if !f.x.shows(s.X[i]) || !f.y.shows(s.Y[i]) {
			end()
			continue
		}
		if i > 0 && f.x.shows(s.X[i-1]) && f.y.shows(s.Y[i-1]) {
			if a, b, ok := f.clip(s.X[i-1], s.Y[i-1], s.X[i], s.Y[i]); ok {
				if len(run) == 0 || run[len(run)-1] != a {
					end()
					run = []scene.Point{a}
				}
				run = append(run, b)
			} else {
				end()
			}
		} else if f.inside(s.X[i], s.Y[i]) {
			run = []scene.Point{{X: f.px(s.X[i]), Y: f.py(s.Y[i])}}
		}
	}
	end()
	if s.Dots {
		f.dots(k, s)
	}
}

// clip is the part of a piece of a line that lies in the area (Liang and Barsky).
func (f *frame) clip(x0, y0, x1, y1 float64) (a, b scene.Point, ok bool) {
	u0, v0, u1, v1 := f.x.at(x0), f.y.at(y0), f.x.at(x1), f.y.at(y1)
	du, dv := u1-u0, v1-v0
	from, to := 0., 1.
	for _, e := range [][2]float64{{-du, u0}, {du, 1 - u0}, {-dv, v0}, {dv, 1 - v0}} {
		p, q := e[0], e[1]
		switch {
		case p == 0 && q < -1e-9:
			return a, b, false
		case p < 0:
			from = math.Max(from, q/p)
		case p > 0:
			to = math.Min(to, q/p)
		}
	}
	if from > to+1e-9 {
		return a, b, false
	}
	place := func(t float64) scene.Point {
		return scene.Point{X: f.left + spread(u0+t*du, f.right-f.left), Y: f.bottom - spread(v0+t*dv, f.bottom-f.top)}
	}
	return place(from), place(to), true
}

// thin leaves of many points those a picture can show: of each column the first, the lowest, the highest and the last.
func thin(run []scene.Point) []scene.Point {
	if len(run) <= maxPoints {
		return run
	}
	var out []scene.Point
	for i := 0; i < len(run); {
		j, lo, hi := i, i, i
		for ; j < len(run) && run[j].X == run[i].X; j++ {
			if run[j].Y < run[lo].Y {
				lo = j
			}
			if run[j].Y > run[hi].Y {
				hi = j
			}
		}
		last := -1
		for _, k := range []int{i, min(lo, hi), max(lo, hi), j - 1} {
			if k > last {
				out = append(out, run[k])
				last = k
			}
		}
		i = j
	}
	return out
}
