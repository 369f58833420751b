package plot

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/explain/scene"
)

// TestDrawn writes one box in all forms.
func TestDrawn(t *testing.T) {
	d := &Drawn{W: 60, H: 30, Lines: []string{"a box of words"}, Say: []string{"A box."}, Shapes: []scene.Shape{
		{Kind: scene.Axis, Points: []scene.Point{{X: 2, Y: 2}, {X: 50, Y: 2}, {X: 50, Y: 20}}},
		{Kind: scene.Label, Points: []scene.Point{{X: 10, Y: 15}}, Text: "in<"}}}
	if svg := d.SVG(); !strings.Contains(svg, "in&lt;") || !strings.Contains(svg, "A box.") {
		t.Error(svg)
	}
	if got := d.Text(scene.Options{Width: 5}); got != "a box\n" {
		t.Errorf("%q", got)
	}
	b, err := d.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(b)); err != nil || img.Bounds().Dx() != 60 {
		t.Error(err)
	}
}
