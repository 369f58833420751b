package plotted

import (
	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/explain/shown"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/plot"
)

// drawnClass is the class of pictures that are not of data.
var drawnClass = shown.Class[*plot.Drawn]("", "Drawing", "A picture: text in the terminal, SVG in notebooks and files.")

// drawing makes a picture: a shape is a list of points (x, y), a line, or a tuple (x, y, text), a text around there.
func drawing(t *py.Thread, a []py.Value) (py.Value, error) {
	d := &plot.Drawn{}
	w, okW := py.AsInt(a[0])
	h, okH := py.AsInt(a[1])
	if !okW || !okH || w < 1 || h < 1 || w*h > 1<<26 {
		return nil, py.ValueErrorf("a drawing has up to %d pixels, got %s by %s", 1<<26, py.ReprOf(a[0]), py.ReprOf(a[1]))
	}
	d.W, d.H = int(w), int(h)
	shapes, err := py.ToSlice(t, a[2])
	if err != nil {
		return nil, err
	}
	for _, v := range shapes {
		s, err := shapeOf(t, v)
		if err != nil {
			return nil, err
		}
		d.Shapes = append(d.Shapes, s)
	}
	if d.Lines, err = texts(t, a[3]); err != nil {
		return nil, err
	}
	d.Say, err = texts(t, a[4])
	return d, err
}

func shapeOf(t *py.Thread, v py.Value) (scene.Shape, error) {
	parts, err := py.ToSlice(t, v)
	if err != nil {
		return scene.Shape{}, err
	}
	if len(parts) == 3 {
		if s, ok := parts[2].(string); ok {
			p, err := pointOf(parts[:2])
			return scene.Shape{Kind: scene.Label, Points: []scene.Point{p}, Text: s, Anchor: scene.Middle}, err
		}
	}
	out := scene.Shape{Kind: scene.Axis}
	for _, x := range parts {
		xy, err := py.ToSlice(t, x)
		if err != nil {
			return out, err
		}
		p, err := pointOf(xy)
		if err != nil {
			return out, err
		}
		out.Points = append(out.Points, p)
	}
	return out, nil
}

func pointOf(xy []py.Value) (scene.Point, error) {
	if len(xy) != 2 {
		return scene.Point{}, py.ValueErrorf("a point has two numbers, got %d", len(xy))
	}
	x, err := py.ToFloat(xy[0])
	if err != nil {
		return scene.Point{}, err
	}
	y, err := py.ToFloat(xy[1])
	return scene.Point{X: int(x), Y: int(y)}, err
}

func texts(t *py.Thread, v py.Value) ([]string, error) {
	items, err := py.ToSlice(t, v)
	out := make([]string, len(items))
	for i, x := range items {
		out[i] = py.StrOf(x)
	}
	return out, err
}
