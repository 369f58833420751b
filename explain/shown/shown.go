// Package shown makes pictures values of the language: their repr is the text form at the width of the screen, they
// have text(), svg() and save(), and notebooks show them as inline SVG (kernel/html draws every scene.Picture).
// Packages explain and plot make their classes by it. It does not know what the pictures show.
package shown

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
)

// Settings are how pictures are shown where nobody says it: those of a screen. The zero value is plain Unicode in 80
// columns, so that recorded outputs stay what they are.
type Settings struct {
	Width   func() int // columns of the screen; nil for 80
	ASCII   bool
	Colour  bool
	InWords bool // sentences, for those who hear the screen
}

type settingsKey struct{}

// Of gives the settings of an interpreter, which may be changed; those of a nil thread are the usual ones.
func Of(t *py.Thread) *Settings {
	if t == nil {
		return &Settings{}
	}
	return t.Local(settingsKey{}, func() any { return &Settings{} }).(*Settings)
}

// MaxWidth is the widest a picture becomes by itself.
const MaxWidth = 100

// Options are those of a text form; width 0 is that of the screen, ascii nil its choice.
func (s *Settings) Options(width int, ascii *bool) scene.Options {
	o := scene.Options{Width: width, ASCII: s.ASCII}
	if o.Width <= 0 && s.Width != nil {
		o.Width = min(s.Width(), MaxWidth)
	}
	if o.Width <= 0 {
		o.Width = scene.DefaultWidth
	}
	if ascii != nil {
		o.ASCII = *ascii
	}
	return o
}

// Repr is what an echo of a picture shows.
func (s *Settings) Repr(p scene.Picture, width int, ascii *bool) string {
	if s.InWords {
		return strings.TrimRight(p.Words(), "\n")
	}
	o := s.Options(width, ascii)
	o.Colour = s.Colour
	return strings.TrimRight(p.Text(o), "\n")
}

// Sized is implemented by pictures for which their maker chose a width or ASCII: 0 and nil for no choice.
type Sized interface {
	Size() (width int, ascii *bool)
}

// Pixels is implemented by pictures that can be written as PNG.
type Pixels interface {
	PNG() ([]byte, error)
}

// Class makes the class of a Go type of pictures.
func Class[T scene.Picture](module, name, doc string) *py.Class {
	c := py.NewClass(module, name, py.ObjectClass, nil)
	c.Doc = doc
	c.Repr = func(t *py.Thread, v py.Value) (string, error) {
		width, ascii := size(v)
		return Of(t).Repr(v.(scene.Picture), width, ascii), nil
	}
	c.Def("text(self, width=None, ascii=None)", "The picture as lines of text of at most so many columns.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			width, ascii := size(a[0])
			if a[1] != py.None {
				n, ok := py.AsInt(a[1])
				if !ok || n < 1 || n > 1000 {
					return nil, py.ValueErrorf("text: width is a number of columns from 1 to 1000, got %s", py.ReprOf(a[1]))
				}
				width = int(n)
			}
			if a[2] != py.None {
				yes, err := py.Truth(t, a[2])
				if err != nil {
					return nil, err
				}
				ascii = &yes
			}
			return a[0].(scene.Picture).Text(Of(t).Options(width, ascii)), nil
		})
	c.Def("svg(self)", "The picture as an SVG document.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return a[0].(scene.Picture).SVG(), nil
	})
	c.Def("_repr_html_(self)", "The picture in HTML: the SVG.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return a[0].(scene.Picture).SVG(), nil
	})
	c.Def("words(self)", "The picture in sentences.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return a[0].(scene.Picture).Words(), nil
	})
	c.Def("save(self, file)", "Writes the picture to a file: .svg, or text for .txt.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return py.None, Save(Of(t), a[0].(scene.Picture), py.StrOf(a[1]))
		})
	py.Register[T](c)
	return c
}

func size(v py.Value) (width int, ascii *bool) {
	if s, ok := v.(Sized); ok {
		return s.Size()
	}
	return 0, nil
}

// Save writes a picture in the form that the ending of the file says.
func Save(s *Settings, p scene.Picture, file string) error {
	var data []byte
	switch ext := strings.ToLower(filepath.Ext(file)); ext {
	case ".svg":
		data = []byte(p.SVG())
	case ".txt":
		width, ascii := size(p)
		data = []byte(p.Text(s.Options(width, ascii)))
	default:
		pixels, ok := p.(Pixels)
		if ext != ".png" || !ok {
			return py.ValueErrorf("save: a picture is written as .svg or .txt, got %q", file)
		}
		var err error
		if data, err = pixels.PNG(); err != nil {
			return err
		}
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return py.OSErr(err, file)
	}
	return nil
}
