package plot

import (
	"fmt"
	"math"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
)

// scene is the figure as a picture of one drawing.
func (f *Figure) scene() *scene.Scene {
	return &scene.Scene{Body: []scene.Node{&scene.Drawing{W: f.W, H: f.H, Shapes: f.shapes(), Lines: f.lines}},
		Say: f.sentences()}
}

// Text implements scene.Picture.
func (f *Figure) Text(o scene.Options) string {
	s := &scene.Scene{Body: []scene.Node{&scene.Drawing{Lines: f.lines}}}
	return s.Text(o)
}

// SVG implements scene.Picture.
func (f *Figure) SVG() string {
	s := f.scene()
	svg := s.SVG()
	if t := f.name(); t != "" { // a name for those who hear the page; it is drawn by the figure itself
		svg = strings.Replace(svg, "></title>", ">"+scene.Escape(scene.Clean(t, false))+"</title>", 1)
	}
	return svg
}

// Words implements scene.Picture.
func (f *Figure) Words() string { return f.scene().Words() }

// name is a short name of the figure.
func (f *Figure) name() string {
	if f.Title != "" {
		return f.Title
	}
	for _, a := range f.Axes {
		if a.Title != "" {
			return a.Title
		}
	}
	return "Chart"
}

// sentences tell the figure in words.
func (f *Figure) sentences() []string {
	var out []string
	if f.Title != "" {
		out = append(out, "Figure: "+f.Title+".")
	}
	for i, a := range f.Axes {
		what := "A chart"
		if len(f.Axes) > 1 {
			what = fmt.Sprintf("Chart %d of %d", i+1, len(f.Axes))
		}
		if a.Title != "" {
			what += ", " + a.Title
		}
		var axes []string
		for _, d := range []struct{ name, label string }{{"x", a.X.Label}, {"y", a.Y.Label}} {
			if d.label != "" {
				axes = append(axes, d.name+" is "+d.label)
			}
		}
		if len(axes) > 0 {
			what += "; " + strings.Join(axes, ", ")
		}
		out = append(out, what+".")
		if len(a.Series) == 0 {
			out = append(out, "It is empty.")
		}
		for k := range a.Series {
			out = append(out, a.Series[k].sentence(k))
		}
		for _, n := range a.notes() {
			out = append(out, n+".")
		}
	}
	return out
}

func (s *Series) sentence(k int) string {
	name := s.Label
	if name == "" {
		name = fmt.Sprintf("Series %d", k+1)
	}
	switch s.Kind {
	case Picture:
		return fmt.Sprintf("A picture of %d by %d points.", s.Rows, s.Cols)
	case Cells:
		lo, hi := Extent(s.Values)
		return fmt.Sprintf("A grid of %d rows and %d columns, from %s to %s.", s.Rows, s.Cols, Short(lo), Short(hi))
	}
	what := map[Kind]string{Line: "a line of %d points", Points: "%d points", Bars: "%d bars"}[s.Kind]
	what = name + ": " + fmt.Sprintf(what, len(s.X))
	var y []float64
	first, last := -1, -1
	for i := range s.X {
		if finite(s.X[i]) && finite(s.Y[i]) {
			if first < 0 {
				first = i
			}
			last = i
			y = append(y, s.Y[i])
		}
	}
	if first < 0 {
		return what + "."
	}
	lo, hi := Extent(y)
	return fmt.Sprintf("%s, from %s at %s to %s at %s; least %s, greatest %s.", what, Short(s.Y[first]), Short(s.X[first]),
		Short(s.Y[last]), Short(s.X[last]), Short(lo), Short(hi))
}

// Extent is the least and the greatest of the finite values; nan without any.
func Extent(v []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range v {
		if finite(x) {
			lo, hi = math.Min(lo, x), math.Max(hi, x)
		}
	}
	if lo > hi {
		return math.NaN(), math.NaN()
	}
	return lo, hi
}

// notes say what is not drawn.
func (a *Axes) notes() []string {
	out := append([]string{}, a.Notes...)
	for k := range a.Series {
		s := &a.Series[k]
		bad, low, total := 0, 0, len(s.X)
		for i := range s.X {
			switch {
			case !finite(s.X[i]) || !finite(s.Y[i]):
				bad++
			case a.X.Log && s.X[i] <= 0 || a.Y.Log && s.Y[i] <= 0 && s.Kind != Bars:
				low++
			}
		}
		if s.Kind == Cells {
			total = len(s.Values)
			for _, v := range s.Values {
				if !finite(v) {
					bad++
				}
			}
		}
		name := ""
		if s.Label != "" {
			name = s.Label + ": "
		}
		if s.Kind < Cells && total == 0 {
			out = append(out, name+"no values")
		}
		if bad > 0 && !s.Gaps {
			out = append(out, fmt.Sprintf("%s%d of %d values are nan or infinite and not drawn", name, bad, total))
		}
		if low > 0 {
			out = append(out, fmt.Sprintf("%s%d of %d values are not above 0 and have no place on a logarithmic axis", name,
				low, total))
		}
	}
	return out
}
