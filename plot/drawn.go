package plot

import (
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
)

// Drawn is a picture of given shapes, not of data, such as the boxes of a model: it implements scene.Picture and
// shown.Pixels.
type Drawn struct {
	W, H   int
	Shapes []scene.Shape
	Lines  []string // the text form
	Say    []string
}

func (d *Drawn) scene() *scene.Scene {
	lines := func(r scene.Room) []string {
		out := make([]string, len(d.Lines))
		for i, l := range d.Lines {
			if out[i] = r.Clean(l); len([]rune(out[i])) > r.Width {
				out[i] = string([]rune(out[i])[:r.Width])
			}
		}
		return out
	}
	return &scene.Scene{Body: []scene.Node{&scene.Drawing{W: d.W, H: d.H, Shapes: d.Shapes, Lines: lines}}, Say: d.Say}
}

// Text implements scene.Picture.
func (d *Drawn) Text(o scene.Options) string { return d.scene().Text(o) }

// SVG implements scene.Picture.
func (d *Drawn) SVG() string {
	return strings.Replace(d.scene().SVG(), "></title>", ">Model</title>", 1)
}

// Words implements scene.Picture.
func (d *Drawn) Words() string { return d.scene().Words() }

// PNG implements shown.Pixels.
func (d *Drawn) PNG() ([]byte, error) { return rastered(d.W, d.H, d.Shapes) }
