// Package plotted is Python's side of package plot: the module _plot, of which tfs's own modules _plots and
// matplotlib.pyplot make figures, and the functions every program has (plot, hist, scatter, bar, heatmap, imshow).
// It knows how a figure is told in dicts and lists; how it is drawn is package plot's.
package plotted

import (
	"math"

	"github.com/tfs-lang/tfs/explain/shown"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/plot"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// plotClass is the class of figures.
var plotClass = shown.Class[*plot.Figure]("", "Plot", "A chart: text in the terminal, SVG in notebooks and files.")

// Module is _plot.
func Module() *py.Module {
	m := &py.Module{Name: "_plot", Short: "_plot", Attrs: map[string]py.Value{"Plot": plotClass, "Drawing": drawnClass},
		Shared: true,
		Doc:    "Figures, for tfs's own modules."}
	fn := func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, f)
		b.Doc = doc
		m.Attrs[b.Name] = b
	}
	fn("figure(spec)", "The figure that nested dicts and lists tell.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return figure(t, a[0])
	})
	fn("drawing(width, height, shapes, lines, say)", "A picture of lines (lists of points) and texts (x, y, text), with "+
		"its text form and its sentences.", drawing)
	fn("limits(axes)", "The limits of a chart: x0, x1, y0, y1.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		r := &reader{t: t}
		axes := r.axes(a[0])
		if r.err != nil {
			return nil, r.err
		}
		x0, x1, y0, y1 := axes.Limits()
		return py.NewTuple(x0, x1, y0, y1), nil
	})
	return m
}

// Functions are the names every program has.
func Functions() map[string]py.Value {
	out := map[string]py.Value{}
	for _, f := range [][2]string{
		{"plot(x, y=None, title=None, width=None, height=None, log=False, ascii=None)",
			"A chart of lines: of values, of values over x, of the rows of a matrix or a ragged tensor, of a dict of " +
				"named lines, or the curves of a Keras history.\n\nThe result is text in the terminal (braille dots, or " +
				"letters with ascii=True), SVG in notebooks, and .save('chart.svg') or .save('chart.png') write it."},
		{"hist(x, bins=10, title=None, width=None, height=None, log=False, ascii=None)",
			"How often values occur, in bars. bins is a number, edges, or a rule of np.histogram_bin_edges. Of a ragged " +
				"tensor all values count."},
		{"scatter(x, y, title=None, width=None, height=None, log=False, ascii=None)", "A chart of points."},
		{"bar(x, height=None, title=None, width=None, lines=None, ascii=None)",
			"A chart of bars: of heights, of heights by names, or of a dict. width is in columns, lines is its height."},
		{"heatmap(m, title=None, width=None, height=None, ascii=None)",
			"A matrix as shades, the first row at the top. A ragged tensor is padded with nan, which is not drawn."},
		{"imshow(image, title=None, width=None, height=None, ascii=None)",
			"A picture: gray (rows, columns) or colours (rows, columns, 3 or 4), uint8 or floats from 0 to 1."},
	} {
		b := py.NewRaw(f[0], f[1], nil)
		name := b.Name
		out[name] = py.NewRaw(f[0], f[1], func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			v, err := py.FromLibrary(t, "_plots:"+name)
			if err != nil {
				return nil, err
			}
			return py.Call(t, v, args, kw)
		})
	}
	return out
}

// reader reads a figure's description; the first error stays.
type reader struct {
	t   *py.Thread
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = py.ValueErrorf(format, args...)
	}
}

// get is an entry of a dict, None where there is none.
func (r *reader) get(v py.Value, name string) py.Value {
	d, ok := v.(*py.Dict)
	if !ok {
		r.fail("plot: expected a dict with %s, got %s", name, py.TypeOf(v).Name)
		return py.None
	}
	if x, ok := d.GetStr(name); ok {
		return x
	}
	return py.None
}

func (r *reader) text(v py.Value, name string) string {
	switch x := r.get(v, name).(type) {
	case string:
		return x
	default:
		if x == py.None {
			return ""
		}
		s, err := py.Str(r.t, x)
		if err != nil && r.err == nil {
			r.err = err
		}
		return s
	}
}

func (r *reader) yes(v py.Value, name string) bool {
	x := r.get(v, name)
	if x == py.None {
		return false
	}
	ok, err := py.Truth(r.t, x)
	if err != nil && r.err == nil {
		r.err = err
	}
	return ok
}

func (r *reader) whole(v py.Value, name string, least, most, usual int) int {
	x := r.get(v, name)
	if x == py.None {
		return usual
	}
	n, ok := py.AsInt(x)
	if !ok || n < int64(least) || n > int64(most) {
		r.fail("plot: %s must be from %d to %d, got %s", name, least, most, py.ReprOf(x))
		return usual
	}
	return int(n)
}

// items are the values of a list.
func (r *reader) items(v py.Value, name string) []py.Value {
	x := r.get(v, name)
	if x == py.None || r.err != nil {
		return nil
	}
	var out []py.Value
	if err := py.Each(r.t, x, func(v py.Value) error { out = append(out, v); return nil }); err != nil && r.err == nil {
		r.err = err
	}
	return out
}

// numbers are the elements of what makes a float64 tensor; nil for None.
func (r *reader) numbers(v py.Value, name string) []float64 {
	x := r.get(v, name)
	if x == py.None || r.err != nil {
		return nil
	}
	t, err := bind.Convert(r.t, x, tensor.Float64)
	if err != nil {
		r.err = err
		return nil
	}
	return append([]float64{}, tensor.Slice[float64](t)...)
}

// figure reads a whole figure.
func figure(t *py.Thread, v py.Value) (*plot.Figure, error) {
	r := &reader{t: t}
	f := &plot.Figure{Title: r.text(v, "title"), Rows: r.whole(v, "rows", 1, 100, 1), Cols: r.whole(v, "cols", 1, 100, 1),
		W: r.whole(v, "w", 40, 8000, 700), H: r.whole(v, "h", 40, 8000, 380),
		Columns: r.whole(v, "width", 1, 1000, 0), Lines: r.whole(v, "lines", 1, 200, 0)}
	if r.get(v, "ascii") != py.None {
		plain := r.yes(v, "ascii")
		f.Plain = &plain
	}
	for _, a := range r.items(v, "axes") {
		f.Axes = append(f.Axes, r.axes(a))
	}
	if r.err != nil {
		return nil, r.err
	}
	return f, nil
}

func (r *reader) axes(v py.Value) *plot.Axes {
	a := &plot.Axes{Title: r.text(v, "title"), X: r.scale(v, "x"), Y: r.scale(v, "y"), Legend: r.yes(v, "legend"),
		Grid: r.yes(v, "grid"), Off: r.yes(v, "off"), Colorbar: r.yes(v, "colorbar"),
		Row: r.whole(v, "row", 0, 99, 0), Col: r.whole(v, "col", 0, 99, 0)}
	for _, n := range r.items(v, "notes") {
		a.Notes = append(a.Notes, py.StrOf(n))
	}
	for _, s := range r.items(v, "series") {
		if r.err == nil {
			a.Series = append(a.Series, r.series(s))
		}
	}
	return a
}

// scale reads the entries of one direction: x_label, x_limit, x_log, x_ticks with x_names.
func (r *reader) scale(v py.Value, d string) plot.Scale {
	s := plot.Scale{Label: r.text(v, d+"_label"), Log: r.yes(v, d+"_log")}
	if l := r.numbers(v, d+"_limit"); len(l) == 2 && !math.IsNaN(l[0]) && !math.IsNaN(l[1]) {
		s.Limit = &[2]float64{l[0], l[1]}
	}
	if r.get(v, d+"_ticks") != py.None {
		s.Set = true
		names := r.items(v, d+"_names")
		for i, at := range r.numbers(v, d+"_ticks") {
			text := plot.Short(at)
			if i < len(names) {
				text = py.StrOf(names[i])
			}
			s.Ticks = append(s.Ticks, plot.Tick{At: at, Text: text})
		}
	}
	return s
}

var kinds = map[string]plot.Kind{"line": plot.Line, "points": plot.Points, "bars": plot.Bars, "cells": plot.Cells,
	"picture": plot.Picture}

func (r *reader) series(v py.Value) plot.Series {
	kind, ok := kinds[r.text(v, "kind")]
	if !ok {
		r.fail("plot: there is no kind %s of series", py.ReprOf(r.get(v, "kind")))
	}
	s := plot.Series{Kind: kind, Label: r.text(v, "label"), Tone: r.whole(v, "tone", 0, 8, 0)}
	if kind == plot.Cells || kind == plot.Picture {
		r.cells(v, &s)
		return s
	}
	s.X, s.Y, s.Base, s.Width = r.numbers(v, "x"), r.numbers(v, "y"), r.numbers(v, "base"), r.numbers(v, "widths")
	s.Across, s.Dots, s.Dashed, s.Gaps = r.yes(v, "across"), r.yes(v, "dots"), r.yes(v, "dashed"),
		r.yes(v, "gaps")
	if len(s.X) != len(s.Y) {
		r.fail("x and y must have same first dimension, but have shapes (%d,) and (%d,)", len(s.X), len(s.Y))
	}
	return s
}

// cells reads a grid: values, or colours as numbers from 0 to 255.
func (r *reader) cells(v py.Value, s *plot.Series) {
	s.Rows, s.Cols = r.whole(v, "rows", 0, 1<<20, 0), r.whole(v, "cols", 0, 1<<20, 0)
	values, depth := r.numbers(v, "values"), 1
	if s.Kind == plot.Picture {
		depth = 3
	}
	if s.Rows*s.Cols > 1<<24 || len(values) != s.Rows*s.Cols*depth {
		r.fail("plot: a grid of %d rows and %d columns cannot be made of %d values", s.Rows, s.Cols, len(values))
		s.Rows, s.Cols = 0, 0
		return
	}
	if s.Kind == plot.Picture {
		s.RGB = make([]byte, len(values))
		for i, x := range values {
			s.RGB[i] = byte(math.Max(0, math.Min(255, x)))
		}
		return
	}
	s.Values, s.Map = values, r.text(v, "map")
	lo, hi := plot.Extent(values)
	s.Low, s.High = lo, hi
	if l := r.numbers(v, "range"); len(l) == 2 {
		if !math.IsNaN(l[0]) {
			s.Low = l[0]
		}
		if !math.IsNaN(l[1]) {
			s.High = l[1]
		}
	}
}
