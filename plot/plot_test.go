package plot

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/explain/scene"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

func one(a *Axes) *Figure { return &Figure{Rows: 1, Cols: 1, Axes: []*Axes{a}, W: 700, H: 380} }

func upTo(n int, f func(x float64) float64) (x, y []float64) {
	for i := range n {
		x, y = append(x, float64(i)), append(y, f(float64(i)))
	}
	return x, y
}

// charts are one of each kind.
func charts() map[string]*Figure {
	x, y := upTo(60, func(x float64) float64 { return math.Sin(x / 8) })
	_, z := upTo(60, func(x float64) float64 { return x/60 - .5 })
	z[30], z[31] = math.NaN(), math.Inf(1)
	lines := one(&Axes{Title: "Sine", X: Scale{Label: "step"}, Y: Scale{Label: "value"}, Legend: true, Grid: true,
		Series: []Series{{X: x, Y: y, Label: "sin"}, {X: x, Y: z, Label: "line 線", Dashed: true}}})
	bars := one(&Axes{X: Scale{Set: true, Ticks: []Tick{{0, "cat"}, {1, "dog"}, {2, "cow"}}},
		Series: []Series{{Kind: Bars, X: []float64{0, 1, 2}, Y: []float64{3, 5.5, -1}}}})
	lying := one(&Axes{Series: []Series{{Kind: Bars, Across: true, X: []float64{3, 1}, Y: []float64{0, 1}, Label: "b"}},
		Legend: true})
	points := one(&Axes{Y: Scale{Log: true}, Series: []Series{{Kind: Points, X: []float64{1, 2, 3, 4},
		Y: []float64{1, 100, 0, 1e6}}}})
	heat := one(&Axes{Title: "Heat", Colorbar: true, Series: []Series{{Kind: Cells, Rows: 2, Cols: 3,
		Values: []float64{1, 2, 3, 4, 5, math.NaN()}, Low: 1, High: 5}}})
	picture := one(&Axes{Off: true, Series: []Series{{Kind: Picture, Rows: 2, Cols: 2,
		RGB: []byte{0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255}}}})
	several := &Figure{Title: "Both", Rows: 1, Cols: 2, W: 900, H: 300,
		Axes: []*Axes{{Title: "left", Series: lines.Axes[0].Series[:1]},
			{Title: "right", Col: 1, Series: bars.Axes[0].Series}}}
	return map[string]*Figure{"lines": lines, "bars": bars, "lying": lying, "points": points, "heat": heat,
		"picture": picture,
		"several": several, "empty": one(&Axes{})}
}

// TestGolden compares every kind at three widths, in ASCII, as sentences and as SVG.
func TestGolden(t *testing.T) {
	for name, f := range charts() {
		var b strings.Builder
		for _, w := range []int{40, 80, 100} {
			fmt.Fprintf(&b, "== %d\n%s", w, f.Text(scene.Options{Width: w}))
		}
		fmt.Fprintf(&b, "== 40 ASCII\n%s== words\n%s", f.Text(scene.Options{Width: 40, ASCII: true}), f.Words())
		golden(t, name+".txt", b.String())
		head, rest, _ := strings.Cut(f.SVG(), "<style>") // the sheet is package scene's
		_, rest, _ = strings.Cut(rest, "</style>")
		golden(t, name+".svg", head+rest)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test ./plot -update writes it anew):\n%s", name, got)
	}
}

// sound checks what holds for every figure.
func sound(t *testing.T, name string, f *Figure) {
	t.Helper()
	for _, w := range []int{1, 7, 13, 40, 100} {
		for _, o := range []scene.Options{{Width: w}, {Width: w, ASCII: true}} {
			plain := f.Text(o)
			for _, l := range strings.Split(plain, "\n") {
				if scene.Width(l) > w || strings.HasSuffix(l, " ") {
					t.Errorf("%s at %d: %q", name, w, l)
				}
				if o.ASCII &&
					strings.Trim(l,
						" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~") != "" {
					t.Errorf("%s: not ASCII: %q", name, l)
				}
			}
		}
	}
	d := xml.NewDecoder(strings.NewReader(f.SVG()))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	for _, s := range f.shapes() {
		for _, p := range s.Points {
			if p.X < -f.W || p.X > 2*f.W+200 || p.Y < -f.H || p.Y > 2*f.H+200 {
				t.Errorf("%s: a shape of kind %d lies at %v", name, s.Kind, p)
			}
		}
	}
	b, err := f.PNG()
	if err != nil {
		t.Fatal(name, err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil || img.Bounds().Dx() != f.W || img.Bounds().Dy() != f.H {
		t.Errorf("%s: %v, %v", name, img.Bounds(), err)
	}
	if f.Words() == "" {
		t.Errorf("%s has no words", name)
	}
}

// TestColour compares the text with colours taken away; grids have more cells with them.
func TestColour(t *testing.T) {
	for name, f := range charts() {
		sound(t, name, f)
		if name == "heat" || name == "picture" {
			if !strings.Contains(f.Text(scene.Options{Colour: true}), "▀") {
				t.Errorf("%s has no half blocks", name)
			}
			continue
		}
		if got := bare(f.Text(scene.Options{Colour: true})); got != f.Text(scene.Options{}) {
			t.Errorf("%s: colours change the text:\n%s", name, got)
		}
	}
}

func bare(s string) string {
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			return s
		}
		s = s[:i] + s[i+strings.IndexByte(s[i:], 'm')+1:]
	}
}

// TestAnything draws figures of odd values: no panic, nothing wider than asked.
func TestAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	odd := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64,
		-math.MaxFloat64,
		math.SmallestNonzeroFloat64, 1e-300, 1e300, 255, 1e6, -2.5}
	number := func() float64 {
		if r.IntN(3) == 0 {
			return r.NormFloat64()
		}
		return odd[r.IntN(len(odd))]
	}
	for i := range 400 {
		a := &Axes{Title: "<a & \"b\">\x1b[31m" + strings.Repeat("語", r.IntN(4)), Off: r.IntN(5) == 0, Legend: r.IntN(2) == 0,
			X: Scale{Log: r.IntN(4) == 0}, Y: Scale{Log: r.IntN(4) == 0}, Colorbar: r.IntN(3) == 0}
		if r.IntN(4) == 0 {
			a.X.Limit = &[2]float64{number(), number()}
			if math.IsNaN(a.X.Limit[0]) || math.IsNaN(a.X.Limit[1]) {
				a.X.Limit = nil
			}
		}
		for range r.IntN(4) {
			s := Series{Kind: Kind(r.IntN(4)), Label: "x\ny", Dashed: r.IntN(2) == 0, Dots: r.IntN(2) == 0,
				Across: r.IntN(3) == 0}
			for range r.IntN(8) {
				s.X, s.Y, s.Width = append(s.X, number()), append(s.Y, number()), append(s.Width, number())
			}
			if s.Kind == Cells {
				s.Rows, s.Cols = r.IntN(4), r.IntN(4)
				for range s.Rows * s.Cols {
					s.Values = append(s.Values, number())
				}
				s.X, s.Y = nil, nil
				s.Low, s.High = Extent(s.Values)
			}
			a.Series = append(a.Series, s)
		}
		f := one(a)
		f.W, f.H = 40+r.IntN(300), 40+r.IntN(200)
		sound(t, fmt.Sprint("figure ", i), f)
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
		want   string
	}{
		{0, 10, 5, "0 2 4 6 8 10"}, {0, 1, 4, "0.00 0.25 0.50 0.75 1.00"}, {-3, 3, 3, "-2 0 2"}, {0, 3e7, 3, "0 1e7 2e7 3e7"},
		{1e-6, 2e-6, 2, "1e-06 1.5e-06 2e-06"}, {5, 5, 3, "5"},
	} {
		var got []string
		for _, k := range (&Scale{}).ticks(span{lo: c.lo, hi: c.hi}, c.n, false) {
			got = append(got, k.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%g to %g: %q, not %q", c.lo, c.hi, got, c.want)
		}
	}
}

// TestLong keeps pictures of a million values small and quick.
func TestLong(t *testing.T) {
	x, y := upTo(1_000_000, func(x float64) float64 { return math.Sin(x/1e5) + math.Mod(x*.61803, 1) })
	f := one(&Axes{Series: []Series{{X: x, Y: y}}})
	begun := time.Now()
	svg, text := f.SVG(), f.Text(scene.Options{})
	if len(svg) > 64<<10 || len(text) > 8<<10 || time.Since(begun) > 5*time.Second {
		t.Errorf("SVG of %d bytes, text of %d, in %v", len(svg), len(text), time.Since(begun))
	}
}

// TestPixels looks at places of a PNG.
func TestPixels(t *testing.T) {
	f := one(&Axes{Off: true, Series: []Series{{Kind: Picture, Rows: 1, Cols: 2, RGB: []byte{255, 0, 0, 0, 0, 255}}}})
	b, err := f.PNG()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	at := func(x, y int) string {
		r, g, b, _ := img.At(x, y).RGBA()
		return fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8)
	}
	if got := at(100, 100) + " " + at(600, 100) + " " + at(2, 2); got != "ff0000 0000ff ffffff" {
		t.Error(got)
	}
}
