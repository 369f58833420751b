package plot

import (
	"math"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/tfs-lang/tfs/explain/scene"
)

// The lines a chart takes as text, and the columns it needs at least.
const (
	usualLines = 14
	mostLines  = 200
	leastWide  = 12
)

// glyph is one place of a terminal: a character, "" behind a wide one, with the codes of its look.
type glyph struct{ s, look string }

// canvas is a field of places.
type canvas struct {
	w, h  int
	cells []glyph
	room  scene.Room
}

func newCanvas(w, h int, r scene.Room) *canvas {
	c := &canvas{w: w, h: h, cells: make([]glyph, w*h), room: r}
	for i := range c.cells {
		c.cells[i].s = " "
	}
	return c
}

//go:noinline
func (c *canvas) set(x, y int, s, look string) {
	if x >= 0 && x < c.w && y >= 0 && y < c.h {
		c.cells[y*c.w+x] = glyph{s, look}
	}
}

// text writes words from a place on, as far as there is room.
func (c *canvas) text(x, y int, s string) {
	for g := uniseg.NewGraphemes(c.room.Clean(s)); g.Next(); {
		w := scene.Width(g.Str())
		if x < 0 || w == 0 || x+w > c.w {
			return
		}
		c.set(x, y, g.Str(), "")
		if w == 2 {
			c.set(x+1, y, "", "")
		}
		x += w
	}
}

// mark writes characters of pictures, which have a form in ASCII.
func (c *canvas) mark(x, y int, s string) {
	if c.room.ASCII {
		s = scene.PlainLines(s)
	}
	c.set(x, y, s, "")
}

// strings are the lines, without blanks at their ends.
func (c *canvas) strings() []string {
	out := make([]string, c.h)
	for y := range c.h {
		row := c.cells[y*c.w : (y+1)*c.w]
		end := len(row)
		for end > 0 && row[end-1].s == " " && row[end-1].look == "" {
			end--
		}
		var b strings.Builder
		look := ""
		for _, g := range row[:end] {
			if c.room.Colour && g.look != look && g.s != "" {
				if look != "" {
					b.WriteString("\x1b[0m")
				}
				if g.look != "" {
					b.WriteString("\x1b[" + g.look + "m")
				}
				look = g.look
			}
			b.WriteString(g.s)
		}
		if look != "" && c.room.Colour {
			b.WriteString("\x1b[0m")
		}
		out[y] = strings.TrimRight(b.String(), " ")
	}
	return out
}

// lines are the figure as text, in rows and columns of charts; where they become too narrow, under each other.
func (f *Figure) lines(r scene.Room) []string {
	cols := max(f.Cols, 1)
	for cols > 1 && (r.Width-2*(cols-1))/cols < leastWide {
		cols--
	}
	w := max((r.Width-2*(cols-1))/cols, 1)
	var out []string
	if f.Title != "" {
		c := newCanvas(r.Width, 1, r)
		c.text(max((r.Width-scene.Width(r.Clean(f.Title)))/2, 0), 0, f.Title)
		out = append(out, c.strings()...)
	}
	for i := 0; i < len(f.Axes); {
		row := []*canvas{}
		first := f.Axes[i]
		for at := 0; i < len(f.Axes) && at < cols; at++ {
			if a := f.Axes[i]; f.Cols == cols && a.Row != first.Row {
				break
			} else if f.Cols == cols {
				for len(row) < min(a.Col, cols-1) {
					row = append(row, newCanvas(w, 0, r))
				}
			}
			row = append(row, f.Axes[i].canvas(w, f.Lines, r))
			i++
		}
		out = append(out, beside(row, w, r)...)
	}
	return out
}

// beside puts canvases of one width side by side.
func beside(row []*canvas, w int, r scene.Room) []string {
	if len(row) == 0 {
		return nil
	}
	h := 0
	for _, c := range row {
		h = max(h, c.h)
	}
	all := newCanvas(min(len(row)*(w+2)-2, r.Width), h, r)
	for i, c := range row {
		for y := range c.h {
			copy(all.cells[y*all.w+i*(w+2):(y+1)*all.w], c.cells[y*c.w:(y+1)*c.w])
		}
	}
	return all.strings()
}

// chart is a chart as text while it is drawn.
type chart struct {
	*Axes
	*canvas
	x, y      span
	left, top int // of the area with the values
	pw, ph    int // its size
	braille   []uint8
	looks     []string
	letters   bool // series are told apart by letters
}

// canvas draws a chart w columns wide; lines is how many it shall take, 0 for what suits it.
func (a *Axes) canvas(w, lines int, r scene.Room) *canvas {
	c := &chart{Axes: a}
	c.x, c.y = a.spans()
	words := a.below(w, r)
	named := 0
	for _, s := range a.Series {
		if s.Kind < Cells {
			named++
		}
	}
	c.letters = named > 1
	head, foot := 0, len(words)
	if a.Title != "" {
		head++
	}
	if a.Y.Label != "" {
		head++
	}
	if !a.Off {
		foot += 2
	}
	whole := a.isGrid()
	var yt, xt []Tick
	if lines <= 0 {
		lines = usualLines + head + foot
	}
	lines = min(max(lines, head+foot+3), mostLines)
	c.ph = lines - head - foot
	if !a.Off {
		yt = a.Y.ticks(c.y, max(c.ph/3, 2), whole)
		for _, t := range yt {
			c.left = max(c.left, scene.Width(r.Clean(t.Text)))
		}
		c.left = min(c.left, max(w-8, 0)) + 2
		if w < 2*leastWide && a.isGrid() {
			c.left = 1
		}
	}
	c.pw = max(w-c.left-1, 1)
	if a.isGrid() {
		c.fitGrid()
	}
	if !a.Off {
		xt = a.X.ticks(c.x, max(c.pw/10, 2), whole)
		if len(xt) == 0 {
			foot--
		}
	}
	c.top = head
	c.canvas = newCanvas(w, head+c.ph+foot, r)
	if a.Title != "" {
		c.text(max(min(c.left+(c.pw-scene.Width(r.Clean(a.Title)))/2, w-scene.Width(r.Clean(a.Title))), 0), 0, a.Title)
	}
	if a.Y.Label != "" {
		c.text(0, head-1, a.Y.Label)
	}
	if !a.Off {
		c.axes(xt, yt)
	}
	c.draw()
	for i, l := range words {
		c.text(l.x(c), c.h-len(words)+i, l.s)
	}
	return c.canvas
}

// under is a line below a chart.
type under struct {
	s      string
	middle bool
}

func (u under) x(c *chart) int {
	if u.middle {
		return max(c.left+(c.pw-scene.Width(c.room.Clean(u.s)))/2, 0)
	}
	return 0
}

// below are the words under a chart: label, legend, scale and notes.
func (a *Axes) below(w int, r scene.Room) []under {
	var out []under
	if a.X.Label != "" {
		out = append(out, under{a.X.Label, true})
	}
	legend := ""
	add := func(s string) {
		if legend != "" && scene.Width(legend+"   "+s) > w {
			out = append(out, under{legend, true})
			legend = ""
		}
		if legend != "" {
			legend += "   "
		}
		legend += s
	}
	for k, s := range a.Series {
		if s.Label != "" && s.Kind < Cells {
			add(letter(k) + " " + s.Label)
		}
	}
	if legend != "" {
		out = append(out, under{legend, true})
	}
	if a.Colorbar && a.isGrid() && a.Series[0].Kind == Cells {
		s := a.Series[0]
		out = append(out, under{Short(s.Low) + " " + strings.Join(s.ramp(r), "") + " " + Short(s.High), true})
	}
	for _, n := range a.notes() {
		for _, l := range wrapWords(n, w) {
			out = append(out, under{l, false})
		}
	}
	return out
}

func wrapWords(s string, w int) []string {
	var out []string
	line := ""
	for _, f := range strings.Fields(s) {
		if line != "" && scene.Width(line+" "+f) > w {
			out = append(out, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += f
	}
	return append(out, line)
}

func letter(k int) string { return string(rune('a' + k%26)) }

// axes draws the lines of the axes with their ticks.
func (c *chart) axes(xt, yt []Tick) {
	for y := range c.ph {
		c.mark(c.left-1, c.top+y, "│")
	}
	c.mark(c.left-1, c.top+c.ph, "└")
	for x := range c.pw {
		c.mark(c.left+x, c.top+c.ph, "─")
	}
	for _, t := range yt {
		y := c.top + c.line(t.At)
		c.mark(c.left-1, y, "┤")
		c.text(max(c.left-2-scene.Width(c.room.Clean(t.Text)), 0), y, t.Text)
	}
	free := 0
	for _, t := range xt {
		x := c.left + c.column(t.At)
		c.mark(x, c.top+c.ph, "┬")
		w := scene.Width(c.room.Clean(t.Text))
		if at := max(min(x-w/2, c.w-w), 0); at >= free {
			c.text(at, c.top+c.ph+1, t.Text)
			free = at + w + 1
		}
	}
}

// line and column are the places of values in the area.
func (c *chart) line(v float64) int {
	return min(max(c.ph-1-c.part(c.y.at(v), c.ph), 0), c.ph-1)
}
func (c *chart) column(v float64) int { return min(max(c.part(c.x.at(v), c.pw), 0), c.pw-1) }

// part is the place of t, from 0 to 1, among n.
func (c *chart) part(t float64, n int) int {
	return int(math.Floor(math.Max(-1, math.Min(2, t)) * float64(n)))
}

// seriesLooks are the colours of series, as in SVG: blue, orange (yellow here), green, magenta, red.
var seriesLooks = []string{"34", "33", "32", "35", "31", "36", "95", "90"}

func (c *chart) draw() {
	c.braille, c.looks = make([]uint8, c.pw*c.ph), make([]string, c.pw*c.ph)
	for k := range c.Series {
		s := &c.Series[k]
		tone := k
		if s.Tone > 0 {
			tone = s.Tone - 1
		}
		look := seriesLooks[tone&7]
		switch s.Kind {
		case Cells, Picture:
			c.grid(s)
		case Bars:
			c.bars(k, s, look)
		default:
			c.trace(k, s, look)
		}
	}
	c.flush()
	if c.letters && !c.room.ASCII {
		c.endLetters()
	}
}

// trace draws a line or points.
func (c *chart) trace(k int, s *Series, look string) {
	sx, sy := 2, 4 // dots of a place
	if c.room.ASCII {
		sx, sy = 1, 1
	}
	f := &frame{Axes: c.Axes, x: c.x, y: c.y, right: c.pw*sx - 1, bottom: c.ph*sy - 1}
	dot := func(x, y int) {
		if x < 0 || y < 0 || x >= c.pw*sx || y >= c.ph*sy {
			return
		}
		if c.room.ASCII {
			sign := "*"
			if c.letters {
				sign = letter(k)
			}
			c.set(c.left+x, c.top+y, sign, look)
			return
		}
		i := y/4*c.pw + x/2
		c.braille[i] |= brailleBits[y%4][x%2]
		c.looks[i] = look
	}
	for i := range s.X {
		if !f.inside(s.X[i], s.Y[i]) && (s.Kind == Points || !c.x.shows(s.X[i]) || !c.y.shows(s.Y[i])) {
			continue
		}
		if f.inside(s.X[i], s.Y[i]) {
			dot(f.px(s.X[i]), f.py(s.Y[i]))
			if s.Kind == Points {
				dot(f.px(s.X[i])^1, f.py(s.Y[i])) // one dot is hard to see
			}
		}
		if s.Kind == Line && i > 0 && c.x.shows(s.X[i-1]) && c.y.shows(s.Y[i-1]) {
			if a, b, ok := f.clip(s.X[i-1], s.Y[i-1], s.X[i], s.Y[i]); ok {
				stroke(a, b, s.Dashed, dot)
			}
		}
	}
}

var brailleBits = [4][2]uint8{{1, 8}, {2, 16}, {4, 32}, {64, 128}}

// stroke walks from a to b.
func stroke(a, b scene.Point, dashed bool, dot func(x, y int)) {
	n := max(abs(b.X-a.X), abs(b.Y-a.Y), 1)
	for i := 0; i <= n; i++ {
		x, y := a.X+int(math.Round(float64((b.X-a.X)*i)/float64(n))), a.Y+int(math.Round(float64((b.Y-a.Y)*i)/float64(n)))
		if !dashed || (x+y)%6 < 3 {
			dot(x, y)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// flush writes the dots; where a bar or cell stands it stays.
func (c *chart) flush() {
	for i, bits := range c.braille {
		x, y := c.left+i%c.pw, c.top+i/c.pw
		if bits != 0 && x < c.w && c.cells[y*c.w+x].s == " " {
			c.set(x, y, string(rune(0x2800+int(bits))), c.looks[i])
		}
	}
}

// endLetters names the series at their last points, a column further left where one stands already.
func (c *chart) endLetters() {
	for k := range c.Series {
		s := &c.Series[k]
		if s.Kind >= Bars {
			continue
		}
		for i := len(s.X) - 1; i >= 0; i-- {
			if c.x.shows(s.X[i]) && c.y.shows(s.Y[i]) && c.x.at(s.X[i]) <= 1 && c.y.at(s.Y[i]) <= 1 && c.y.at(s.Y[i]) >= 0 {
				x, y := c.left+c.column(s.X[i]), c.top+c.line(s.Y[i])
				for x > c.left && isLetter(c.cells[y*c.w+x].s) {
					x--
				}
				c.set(x, y, letter(k), "1")
				break
			}
		}
	}
}

func isLetter(s string) bool { return s >= "a" && s <= "z" }

// bars draws blocks; a bar's end is an eighth of a line exact where it points upwards.
func (c *chart) bars(k int, s *Series, look string) {
	full, part := "█", []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇"}
	if c.room.ASCII {
		full, part = "#", nil
	}
	if c.letters {
		full, part = letter(k), nil
	}
	for i := range s.X {
		if !finite(s.X[i]) || !finite(s.Y[i]) {
			continue
		}
		l, r, b, t := s.bar(i)
		if c.y.log {
			b = math.Max(b, c.y.lo)
		}
		if c.x.log {
			l = math.Max(l, c.x.lo)
		}
		x0, x1 := c.edge(c.x.at(l), c.pw), c.edge(c.x.at(r), c.pw)
		if x1-x0 >= 3 && !s.Across {
			x1--
		}
		x1 = max(x1, min(x0+1, c.pw))
		bottom, top := c.y.at(b)*float64(c.ph), c.y.at(t)*float64(c.ph)
		for y := range c.ph {
			floor := float64(c.ph - 1 - y)
			sign := ""
			switch {
			case floor+.5 >= bottom && floor+.5 <= top && floor+1 <= top+1e-9, s.Across && floor+.5 >= bottom && floor+.5 <= top:
				sign = full
			case part != nil && !s.Across && top > floor && top < floor+1 && bottom <= floor+.5:
				sign = part[min(int((top-floor)*8+.5), 7)]
			case part == nil && top >= floor+.5 && top < floor+1 && bottom <= floor+.5:
				sign = full
			}
			for x := x0; sign != "" && sign != " " && x < x1; x++ {
				c.set(c.left+x, c.top+y, sign, look)
			}
		}
	}
}

func (c *chart) edge(t float64, n int) int {
	if math.IsNaN(t) {
		return 0
	}
	return int(math.Round(math.Max(0, math.Min(1, t)) * float64(n)))
}
