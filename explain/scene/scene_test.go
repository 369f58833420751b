package scene

import (
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
)

// sample is a picture with all the nodes.
func sample() *Scene {
	hex := []Cell{{Text: "62", Kind: Value, Tone: 1}, {Text: "00", Kind: Padded}, {Text: "00", Kind: Padded, Tone: 2},
		{Text: "00", Kind: Padded}, {Text: "65", Kind: Dropped}}
	return &Scene{Title: `decode(["abcde", "b"], int16)`, Say: []string{"Row 0 has <5> bytes."}, Body: []Node{
		Strip{Label: "[0]", Indent: 7, Slot: 4, Cells: hex, Above: []string{"b"}, Below: []string{"x1", "x256"},
			Groups:    []Span{{From: 0, To: 2, Text: "98", Kind: Value}, {From: 2, To: 4, Text: "0", Kind: Value}},
			CellsNote: "bytes"},
		Ruled{Rulers: []Rule{{Label: "row_splits", At: []int{0, 2, 3}, Texts: []string{"0", "2,2", "3"}}},
			Rows: []RuledRow{{Label: "values", Cells: Cells("3", "1", "44"), Bars: true}}},
		Table{Rows: []Row{{Cols: []Run{Words(Index, "[0]"), {Cells: []Cell{{Text: "3", Kind: Taken}, {Text: "1", Kind: Value}}},
			Words(Plain, "→ 3")}, Note: "the first"}, {Cols: []Run{Words(Index, "[1]"), {Cells: Cells("5", "9", "2")},
			Words(Plain, "→ ∅")}}}},
		Note{Node: Text{S: "नमस्ते 你好 😊", Kind: Plain}, S: "words \u202e turned"},
	}}
}

func TestTextForm(t *testing.T) {
	want := `▸ decode(["abcde", "b"], int16)
         b
[0]     62  (00) (00) (00) /65/     bytes
        x1 x256
        └──┬──┘   └──┬──┘
          98         0
row_splits   0         2,2  3
             │         │    │
values       │  3    1 │ 44 │
[0]  [3]  1       → 3   the first
[1]   5   9   2   → ∅
`
	got := sample().Text(Options{Width: 60})
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWidths draws at every width: no line is wider, none ends in blanks, ASCII is ASCII.
func TestWidths(t *testing.T) {
	for w := 1; w <= 120; w++ {
		for _, a := range []bool{false, true} {
			text := sample().Text(Options{Width: w, ASCII: a})
			for _, l := range strings.Split(text, "\n") {
				if Width(l) > w || strings.TrimRight(l, " ") != l {
					t.Errorf("width %d: %q", w, l)
				}
				if a && !plainASCII(l) {
					t.Errorf("not ASCII: %q", l)
				}
			}
			colour := sample().Text(Options{Width: w, ASCII: a, Colour: true})
			if bare(colour) != text {
				t.Errorf("width %d: colours change the text", w)
			}
		}
	}
}

// bare takes looks out of a text.
func bare(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(after, "m")
	}
}

func TestSVGWellFormed(t *testing.T) {
	s := sample()
	s.Body = append(s.Body, &Drawing{W: 200, H: 100, Shapes: []Shape{
		{Kind: Polyline, Points: []Point{{0, 0}, {10, 20}}, Series: 1, Text: "loss"}, {Kind: Dots, Points: []Point{{3, 4}}},
		{Kind: Label, Points: []Point{{5, 5}}, Text: "<a&b>"}, {Kind: Image, Points: []Point{{0, 0}, {5, 5}}, PNG: []byte("x")},
		{Kind: Rect, Points: []Point{{0, 0}, {5, 5}}, Fill: "#00ff00"}}})
	svg := s.SVG()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	for _, bad := range []string{"<script", "http://", "https://", "foreignObject"} {
		if strings.Contains(strings.Replace(svg, `xmlns="http://www.w3.org/2000/svg"`, "", 1), bad) {
			t.Errorf("%s in the picture", bad)
		}
	}
}

func luminance(hex string) float64 {
	n, _ := strconv.ParseUint(hex[1:], 16, 32)
	lin := func(v uint64) float64 {
		f := float64(v&255) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(n>>16) + 0.7152*lin(n>>8) + 0.0722*lin(n)
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

// TestContrast computes WCAG's ratios of the palette: 4.5 for texts on their grounds, 3 for lines.
func TestContrast(t *testing.T) {
	table := map[string]colour{}
	for _, c := range palette {
		table[c.name] = c
	}
	check := func(fg, bg string, least float64) {
		for i, pair := range [][2]string{{table[fg].light, table[bg].light}, {table[fg].dark, table[bg].dark}} {
			if got := contrast(pair[0], pair[1]); got < least {
				t.Errorf("%s on %s in scheme %d: %.2f, at least %.1f", fg, bg, i, got, least)
			}
		}
	}
	for _, bg := range []string{"bg", "a", "b", "pad", "cut", "sg"} {
		check("ink", bg, 4.5)
	}
	for _, fg := range []string{"dim", "mark", "cutline"} {
		check(fg, "bg", 4.5)
	}
	for _, fg := range []string{"line", "mark", "cutline", "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"} {
		check(fg, "bg", 3)
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{"abc": "abc", "a\x00b": `a\x00b`, "\u094d": `\u094d`, "न": "न", "\u202eab": `\u202eab`,
		"\x1b[31m": `\x1b[31m`, "line\n": `line\n`} {
		if got := Clean(in, false); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Clean("你", true); got != `\u4f60` {
		t.Error(got)
	}
}
