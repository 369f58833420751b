package plot

import (
	"math"
	"strconv"
	"strings"
)

// Kind is how a series is drawn.
type Kind uint8

// The kinds of series.
const (
	Line Kind = iota
	Points
	Bars
	Cells   // a grid of values by shades
	Picture // a grid of colours
)

// Series is what is drawn together: Y over X, or a grid.
type Series struct {
	Kind   Kind
	Label  string
	X, Y   []float64
	Base   []float64 // of Bars: where they begin; nil for 0
	Width  []float64 // of Bars
	Across bool      // of Bars: they lie, X is their length's end, Y where they stand
	Dots   bool      // of a Line: its points are marked
	Dashed bool
	Gaps   bool // of a Line: places that are no numbers are gaps between its pieces, not missing values
	Tone   int  // its place in the palette, from 1; 0 takes the next

	Rows, Cols int       // of grids
	Values     []float64 // of Cells, row by row
	RGB        []byte    // of a Picture, three bytes a cell
	Low, High  float64   // of Cells: the values of the first and the last shade
	Map        string    // of Cells: gray, binary (black is high), or viridis
}

// Tick is a place of an axis with its text.
type Tick struct {
	At   float64
	Text string
}

// Scale is one direction of axes.
type Scale struct {
	Label string
	Limit *[2]float64 // chosen limits, first and last; nil to fit
	Ticks []Tick      // chosen ticks; nil for fitting ones
	Set   bool        // the ticks were chosen, even if there are none
	Log   bool
}

// Axes is one chart.
type Axes struct {
	Title    string
	X, Y     Scale
	Series   []Series
	Legend   bool
	Grid     bool
	Off      bool // without axes
	Colorbar bool
	Row, Col int // its place in the figure, from 0
	Notes    []string
}

// Figure is a picture of charts in rows and columns.
type Figure struct {
	Title      string
	Rows, Cols int
	Axes       []*Axes
	W, H       int   // pixels
	Columns    int   // of text chosen; 0 for the screen's
	Lines      int   // of text chosen; 0 for fitting ones
	Plain      *bool // ASCII, if chosen
}

// Size implements shown.Sized.
func (f *Figure) Size() (width int, ascii *bool) { return f.Columns, f.Plain }

// span is the range of values a direction shows.
type span struct {
	lo, hi float64
	log    bool
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func (s *span) take(x float64) {
	if finite(x) && (!s.log || x > 0) {
		s.lo, s.hi = math.Min(s.lo, x), math.Max(s.hi, x)
	}
}

// shows tells whether a value has a place.
func (s span) shows(x float64) bool { return finite(x) && (!s.log || x > 0) }

// at is where a value stands: 0 at the first limit, 1 at the last.
func (s span) at(x float64) float64 {
	if s.log {
		return (math.Log10(x) - math.Log10(s.lo)) / (math.Log10(s.hi) - math.Log10(s.lo))
	}
	if d := s.hi - s.lo; !math.IsInf(d, 0) {
		return (x - s.lo) / d
	}
	return (x/2 - s.lo/2) / (s.hi/2 - s.lo/2)
}

// within are the first of n cells whose middles a span shows, and the one behind the last.
func (s span) within(n int) (first, end int) {
	lo, hi := math.Min(s.lo, s.hi), math.Max(s.lo, s.hi)
	end = n
	for first < n && float64(first) < lo {
		first++
	}
	for end > first && float64(end-1) > hi {
		end--
	}
	return first, end
}

// spans are the ranges of both directions: what the series need and a little room, or the chosen limits.
func (a *Axes) spans() (x, y span) {
	x, y = span{math.Inf(1), math.Inf(-1), a.X.Log}, span{math.Inf(1), math.Inf(-1), a.Y.Log}
	tightX, tightY := false, false
	for _, s := range a.Series {
		if s.Kind == Cells || s.Kind == Picture {
			x.take(-.5)
			x.take(float64(s.Cols) - .5)
			y.take(-.5)
			y.take(float64(s.Rows) - .5)
			tightX, tightY = true, true
			continue
		}
		for i := range s.X {
			if !finite(s.X[i]) || !finite(s.Y[i]) {
				continue
			}
			if s.Kind == Bars {
				l, r, b, t := s.bar(i)
				x.take(l)
				x.take(r)
				y.take(b)
				y.take(t)
			} else {
				x.take(s.X[i])
				y.take(s.Y[i])
			}
		}
		if s.Kind == Bars {
			tightY = tightY || !s.Across && y.lo == 0
			tightX = tightX || s.Across && x.lo == 0
		}
	}
	x.fit(a.X.Limit, tightX)
	y.fit(a.Y.Limit, tightY)
	if a.isGrid() && a.Y.Limit == nil {
		y.lo, y.hi = y.hi, y.lo // the first row stands at the top
	}
	return x, y
}

// Limits are the first and last values of both directions.
func (a *Axes) Limits() (x0, x1, y0, y1 float64) {
	x, y := a.spans()
	return x.lo, x.hi, y.lo, y.hi
}

// isGrid tells whether the chart shows a grid.
func (a *Axes) isGrid() bool {
	return len(a.Series) > 0 && a.Series[0].Kind >= Cells
}

// bar is the rectangle of bar i.
func (s *Series) bar(i int) (left, right, bottom, top float64) {
	base, half := 0., .4
	if i < len(s.Base) {
		base = s.Base[i]
	}
	if i < len(s.Width) {
		half = s.Width[i] / 2
	}
	if s.Across {
		return math.Min(base, s.X[i]), math.Max(base, s.X[i]), s.Y[i] - half, s.Y[i] + half
	}
	return s.X[i] - half, s.X[i] + half, math.Min(base, s.Y[i]), math.Max(base, s.Y[i])
}

// fit rounds a span off: limits that were chosen, else a margin of a twentieth; tight spans keep their begin at 0.
func (s *span) fit(limit *[2]float64, tight bool) {
	if limit != nil {
		s.lo, s.hi = limit[0], limit[1]
	} else {
		switch {
		case s.lo > s.hi && s.log:
			s.lo, s.hi = .1, 10
		case s.lo > s.hi:
			s.lo, s.hi = 0, 1
		case s.log:
			m := math.Pow(s.hi/s.lo, .05)
			s.lo, s.hi = s.lo/m, s.hi*m
		default:
			m := s.hi/20 - s.lo/20
			if !tight || s.lo != 0 && s.lo != -.5 {
				s.lo -= m
			}
			if !tight || s.lo != -.5 {
				s.hi += m
			}
		}
	}
	if s.log && (s.lo <= 0 || s.hi <= 0) {
		s.lo, s.hi = math.Max(s.lo, s.hi/1e6), math.Max(s.hi, 1e-300)
		if s.lo <= 0 {
			s.lo = s.hi / 1e6
		}
	}
	if s.at(s.hi) != 1 || s.lo == s.hi || math.IsInf(s.lo, 0) || math.IsInf(s.hi, 0) {
		d := math.Max(math.Abs(s.lo)*.05, .05)
		if s.log {
			s.lo, s.hi = s.lo/2, s.hi*2
		} else {
			s.lo, s.hi = math.Max(s.lo-d, -math.MaxFloat64), math.Min(s.hi+d, math.MaxFloat64)
		}
	}
	if s.at(s.hi) != 1 || s.at(s.lo) != 0 { // beyond what can be told apart
		s.lo, s.hi = .1, 1
	}
}

// ticks are about n round places of a span with their texts; whole ones stand at integers.
func (c *Scale) ticks(s span, n int, whole bool) []Tick {
	lo, hi := math.Min(s.lo, s.hi), math.Max(s.lo, s.hi)
	if c.Set {
		var out []Tick
		for _, t := range c.Ticks {
			if t.At >= lo && t.At <= hi {
				out = append(out, t)
			}
		}
		return out
	}
	if s.log {
		return logTicks(lo, hi, n)
	}
	step := roundStep(hi/float64(n) - lo/float64(n))
	if whole {
		step = math.Max(math.Ceil(step), 1)
	}
	if step == 0 || math.IsInf(step, 0) {
		return []Tick{{lo, number(lo, 0)}}
	}
	var out []Tick
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+step*1e-9 && len(out) < 4*n+2; k++ {
		out = append(out, Tick{k * step, number(k*step, step)})
	}
	return out
}

func logTicks(lo, hi float64, n int) []Tick {
	first, last := math.Ceil(math.Log10(lo)-1e-9), math.Floor(math.Log10(hi)+1e-9)
	every := math.Max(1, math.Ceil((last-first+1)/float64(n)))
	var out []Tick
	for e := first; e <= last; e += every {
		v := math.Pow(10, e)
		out = append(out, Tick{v, strconv.FormatFloat(v, 'g', 3, 64)})
	}
	if len(out) < 2 {
		out = []Tick{{lo, strconv.FormatFloat(lo, 'g', 3, 64)}, {hi, strconv.FormatFloat(hi, 'g', 3, 64)}}
	}
	return out
}

// roundStep is the least of 1, 2, 2.5, 5 times a power of ten that is not below d.
func roundStep(d float64) float64 {
	if d <= 0 || !finite(d) {
		return 0
	}
	p := math.Pow(10, math.Floor(math.Log10(d)))
	for _, m := range []float64{1, 2, 2.5, 5, 10} {
		if m*p >= d*(1-1e-9) {
			return m * p
		}
	}
	return 10 * p
}

// number is the text of a tick among others that are a step apart.
func number(x, step float64) string {
	if math.Abs(x) < step*1e-6 {
		x = 0
	}
	a := math.Max(math.Abs(x), step)
	if a != 0 && (a >= 1e6 || a < 1e-4) {
		return strings.Replace(strconv.FormatFloat(x, 'g', 4, 64), "e+0", "e", 1)
	}
	decimals := 0
	for s := step; step > 0 && decimals < 6 && math.Abs(s-math.Round(s)) > 1e-6*s; s *= 10 {
		decimals++
	}
	if step == 0 {
		decimals = -1
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// Short is the text of a value in sentences and scales.
func Short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// colour of a value among shades, from 0 to 1.
func shade(name string, t float64) [3]byte {
	t = math.Max(0, math.Min(1, t))
	switch name {
	case "binary": // from white to black
		t = 1 - t
		fallthrough
	case "gray":
		v := byte(t*255 + .5)
		return [3]byte{v, v, v}
	}
	at := t * float64(len(viridis)-1)
	i := min(int(at), len(viridis)-2)
	var c [3]byte
	for k := range c {
		a, b := float64(viridis[i][k]), float64(viridis[i+1][k])
		c[k] = byte(a + (b-a)*(at-float64(i)) + .5)
	}
	return c
}

// viridis is the scale of van der Walt and Smith (CC0) at nine places: evenly brighter, for all kinds of sight.
var viridis = [][3]byte{{68, 1, 84}, {71, 44, 122}, {59, 81, 139}, {44, 113, 142}, {33, 144, 141}, {39, 173, 129},
	{92, 200, 99}, {170, 220, 50}, {253, 231, 37}}

// cell is the colour of a cell of a grid; ok is false for values that are not numbers.
func (s *Series) cell(i int) (c [3]byte, ok bool) {
	if s.Kind == Picture {
		return [3]byte(s.RGB[3*i : 3*i+3]), true
	}
	v := s.Values[i]
	if math.IsNaN(v) {
		return c, false
	}
	return shade(s.Map, s.tone(v)), true
}

// tone is a value's place among the shades, from 0 to 1.
func (s *Series) tone(v float64) float64 {
	if s.High <= s.Low {
		return .5
	}
	t := (v/2 - s.Low/2) / (s.High/2 - s.Low/2)
	if math.IsNaN(t) {
		return .5
	}
	return math.Max(0, math.Min(1, t))
}

// lit is how bright a cell is, from 0 to 1.
func (s *Series) lit(i int) (float64, bool) {
	if s.Kind == Picture {
		c := s.RGB[3*i : 3*i+3]
		return (.299*float64(c[0]) + .587*float64(c[1]) + .114*float64(c[2])) / 255, true
	}
	if math.IsNaN(s.Values[i]) {
		return 0, false
	}
	return s.tone(s.Values[i]), true
}
