package scene

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"strings"
)

// The measures of SVG pictures in pixels.
const (
	colPx, linePx = 9, 26 // one character of the text form
	marginPx      = 20
	svgColumns    = 100
)

// A colour of both schemes, light and dark, and what it is for.
type colour struct{ name, light, dark string }

// palette is every colour of a picture. Texts have a contrast of 4.5 to their ground at least, lines of 3.
var palette = []colour{
	{"ink", "#1b1f24", "#e6edf3"}, {"dim", "#57606a", "#9da7b1"}, {"bg", "#ffffff", "#0d1117"},
	{"line", "#6e7781", "#7d8590"}, {"a", "#ddf4ff", "#12355b"}, {"b", "#fff1c2", "#4a3a06"},
	{"pad", "#f0f2f4", "#21262d"}, {"cut", "#ffe3e0", "#5c1a14"}, {"cutline", "#b42318", "#ff9b8e"},
	{"mark", "#0550ae", "#79c0ff"}, {"sg", "#fbe4f3", "#57264a"},
	{"p0", "#0550ae", "#79c0ff"}, {"p1", "#bc4c00", "#f0883e"}, {"p2", "#1a7f37", "#56d364"}, {"p3", "#8250df", "#d2a8ff"},
	{"p4", "#b42318", "#ff9b8e"}, {"p5", "#7d4e00", "#e3b341"}, {"p6", "#bf3989", "#f778ba"}, {"p7", "#57606a", "#9da7b1"},
}

// style is the style sheet; every selector begins with the picture's class.
var style = func() string {
	var light, dark strings.Builder
	for _, c := range palette {
		fmt.Fprintf(&light, "--%s:%s;", c.name, c.light)
		fmt.Fprintf(&dark, "--%s:%s;", c.name, c.dark)
	}
	l, d := strings.TrimSuffix(light.String(), ";"), strings.TrimSuffix(dark.String(), ";")
	var series strings.Builder
	for i := range 8 {
		fmt.Fprintf(&series, ".tfsx .p%d{stroke:var(--p%d)} .tfsx .q%d{fill:var(--p%d)}\n", i, i, i, i)
	}
	return "\n.tfsx{font:15px ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;max-width:100%;height:auto;" +
		l + "}\n@media (prefers-color-scheme:dark){.tfsx{" + d + "}}\n" +
		`html[data-jp-theme-light="true"] .tfsx,body[data-jp-theme-light="true"] .tfsx,.vscode-light .tfsx{` + l + "}\n" +
		`html[data-jp-theme-light="false"] .tfsx,body[data-jp-theme-light="false"] .tfsx,.vscode-dark .tfsx{` + d + "}\n" +
		"@media print{.tfsx{" + l + "}}\n" + sheet + series.String()
}()

const sheet = `.tfsx .bg{fill:var(--bg);stroke:var(--line)}
.tfsx text{fill:var(--ink);white-space:pre} .tfsx .m{text-anchor:middle} .tfsx .e{text-anchor:end}
.tfsx .d{fill:var(--dim);font-size:13px} .tfsx .h{font-weight:600} .tfsx .t{fill:var(--mark)} .tfsx .f{fill:var(--cutline)}
.tfsx .c{fill:var(--bg);stroke:var(--line)} .tfsx .ca{fill:var(--a)} .tfsx .cb{fill:var(--b)} .tfsx .cs{fill:var(--sg)}
.tfsx .cp{fill:var(--pad);stroke-dasharray:3 3} .tfsx .cc{fill:var(--cut);stroke:var(--cutline);stroke-dasharray:6 2}
.tfsx .ct{stroke:var(--mark);stroke-width:3} .tfsx .x{stroke:var(--cutline);stroke-width:2}
.tfsx .k{fill:none;stroke:var(--mark);stroke-width:2} .tfsx .l{fill:none;stroke-width:2} .tfsx .o{stroke-dasharray:7 3}
.tfsx .ax{fill:none;stroke:var(--line)}
`

// SVG draws the picture. It needs nothing from outside, has no script, and follows a light or dark surrounding.
func (s *Scene) SVG() string {
	return svgOf(s.Layout(Room{Width: svgColumns, svg: true}), s.Title, strings.Join(s.Say, " "))
}

func svgOf(b *Block, title, desc string) string {
	title, desc = Clean(title, false), Clean(desc, false)
	h := fnv.New32a()
	h.Write([]byte(title + desc))
	id := fmt.Sprintf("x%08x", h.Sum32())
	w, high := b.W*colPx+2*marginPx, b.H*linePx+2*marginPx-10
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" class="tfsx" role="img" aria-labelledby="%st %sd" `+
		`viewBox="0 0 %d %d" width="%d" height="%d">`+"\n", id, id, w, high, w, high)
	fmt.Fprintf(&out, "<title id=\"%st\">%s</title>\n<desc id=\"%sd\">%s</desc>\n<style>%s</style>\n",
		id, Escape(title), id, Escape(desc), style)
	fmt.Fprintf(&out, `<rect class="bg" x="1" y="1" width="%d" height="%d" rx="6"/>`+"\n", w-2, high-2)
	group := ""
	for _, m := range b.Marks {
		if m.Group != group {
			if group != "" {
				out.WriteString("</g>\n")
			}
			if group = m.Group; group != "" {
				fmt.Fprintf(&out, `<g role="group" aria-label="%s">`+"\n", Escape(Clean(group, false)))
			}
		}
		m.svg(&out)
	}
	if group != "" {
		out.WriteString("</g>\n")
	}
	for _, d := range b.Draws {
		d.d.svg(&out, marginPx+d.x*colPx, marginPx+d.y*linePx)
	}
	out.WriteString("</svg>\n")
	return out.String()
}

// Escape makes a text one that may stand in XML.
func Escape(s string) string { return xmlEscape.Replace(s) }

var xmlEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// classes are the CSS classes of kinds, of boxes and of words.
var classes = map[Kind]string{Dim: "d", Strong: "h", Title: "h", Index: "d", Ruler: "t h", Padded: "cp", Dropped: "cc",
	Taken: "ct", Faulty: "f h", Sign: "cs", Exponent: "cb", Mantissa: "ca", Failure: "f", Hint: "t"}

func (m Mark) svg(out *strings.Builder) {
	left, top := marginPx+m.X*colPx, marginPx+m.Y*linePx-8
	switch {
	case m.Kind == Lines:
		fmt.Fprintf(out, `<path class="k" d="%s"/>`+"\n", strokes(m.Text, left, top))
	case boxed(m.Kind):
		m.box(out, top)
	default:
		text(out, marginPx+m.start()*colPx, top+18, classes[m.Kind], m.form())
	}
}

// text writes one text; characters of other directions of writing stay where they are.
func text(out *strings.Builder, x, y int, class, s string) {
	if s = strings.TrimPrefix(s, "▸ "); s == "" {
		return
	}
	if class != "" {
		class = ` class="` + class + `"`
	}
	if turns(s) {
		s = "\u2068" + s + "\u2069"
	}
	fmt.Fprintf(out, `<text%s x="%d" y="%d">%s</text>`+"\n", class, x, y, Escape(s))
}

// turns tells texts with letters that are written from right to left.
func turns(s string) bool {
	for _, r := range s {
		if r >= 0x590 && r < 0x900 || r >= 0xfb1d && r < 0xfe00 || r >= 0xfe70 && r < 0xff00 {
			return true
		}
	}
	return false
}

// box draws a cell: its whole slot, or its text where that is wider, a little larger where the text fills it.
func (m Mark) box(out *strings.Builder, top int) {
	x0, x1 := m.X, max(m.X+m.W, m.end())
	if m.W == 0 || m.start() < m.X {
		x0 = m.start()
	}
	left, w := marginPx+x0*colPx-3, (x1-x0)*colPx+6
	class := "c"
	if c := classes[m.Kind]; c != "" {
		class += " " + c
	}
	if m.Kind == Value || m.Kind == Taken {
		class += [...]string{"", " ca", " cb"}[m.Tone%3]
	}
	fmt.Fprintf(out, `<rect class="%s" x="%d" y="%d" width="%d" height="24"/>`+"\n", class, left, top+1, w)
	if m.Kind == Dropped {
		fmt.Fprintf(out, `<path class="x" d="M%d %dL%d %d"/>`+"\n", left+3, top+22, left+w-3, top+4)
	}
	if m.Text != "" {
		text(out, left+w/2, top+18, "m", m.Text)
	}
}

// strokes draws box-drawing characters: each is up to four arms from the middle of its place.
func strokes(s string, left, top int) string {
	var d strings.Builder
	x := left
	for _, r := range s {
		arms := map[rune]string{'─': "lr", '│': "ud", '║': "ud", '┌': "rd", '┐': "ld", '└': "ur", '┘': "ul", '├': "udr",
			'┤': "udl", '┬': "lrd", '┴': "lru", '┼': "lrud"}[r]
		cx, cy := x+colPx/2, top+13
		if strings.Contains(arms, "l") && strings.Contains(arms, "r") {
			fmt.Fprintf(&d, "M%d %dh%d", x, cy, colPx)
			arms = strings.Trim(arms, "lr")
		}
		if strings.Contains(arms, "u") && strings.Contains(arms, "d") {
			fmt.Fprintf(&d, "M%d %dv26", cx, top)
			arms = strings.Trim(arms, "ud")
		}
		for _, a := range arms {
			switch a {
			case 'l':
				fmt.Fprintf(&d, "M%d %dh%d", x, cy, cx-x)
			case 'r':
				fmt.Fprintf(&d, "M%d %dh%d", cx, cy, x+colPx-cx)
			case 'u':
				fmt.Fprintf(&d, "M%d %dv13", cx, top)
			case 'd':
				fmt.Fprintf(&d, "M%d %dv13", cx, cy)
			}
		}
		if r == '║' {
			fmt.Fprintf(&d, "M%d %dv26", cx+3, top)
		}
		x += colPx
	}
	return d.String()
}

// svg draws the shapes with their drawing's corner at x, y.
func (d *Drawing) svg(out *strings.Builder, x, y int) {
	fmt.Fprintf(out, `<g transform="translate(%d %d)">`+"\n", x, y)
	for _, s := range d.Shapes {
		s.svg(out)
	}
	out.WriteString("</g>\n")
}

func (s Shape) svg(out *strings.Builder) {
	tip, series := "", s.Series&7
	if s.Text != "" {
		tip = "<title>" + Escape(Clean(s.Text, false)) + "</title>"
	}
	fill := fmt.Sprintf(` class="q%d"`, series)
	if s.Fill != "" {
		fill = ` fill="` + Escape(s.Fill) + `"`
	}
	switch {
	case len(s.Points) == 0:
	case s.Kind == Polyline && (s.Dashed || series%2 == 1):
		fmt.Fprintf(out, `<polyline class="l o p%d" points="%s">%s</polyline>`+"\n", series, points(s.Points), tip)
	case s.Kind == Polyline:
		fmt.Fprintf(out, `<polyline class="l p%d" points="%s">%s</polyline>`+"\n", series, points(s.Points), tip)
	case s.Kind == Axis:
		fmt.Fprintf(out, `<polyline class="ax" points="%s"/>`+"\n", points(s.Points))
	case s.Kind == Polygon:
		fmt.Fprintf(out, `<polygon%s points="%s">%s</polygon>`+"\n", fill, points(s.Points), tip)
	case s.Kind == Dots:
		for _, p := range s.Points {
			fmt.Fprintf(out, `<circle%s cx="%d" cy="%d" r="%d">%s</circle>`+"\n", fill, p.X, p.Y, max(s.R, 1), tip)
		}
	case s.Kind == Label:
		class := [...]string{"", "e", "m", "m"}[s.Anchor]
		if s.Note {
			class = strings.TrimSpace(class + " d")
		}
		text(out, s.Points[0].X, s.Points[0].Y, class, Clean(s.Text, false))
	case len(s.Points) < 2:
	case s.Kind == Rect:
		fmt.Fprintf(out, `<rect%s x="%d" y="%d" width="%d" height="%d">%s</rect>`+"\n", fill, s.Points[0].X, s.Points[0].Y,
			s.Points[1].X, s.Points[1].Y, tip)
	case s.Kind == Image:
		fmt.Fprintf(out, `<image x="%d" y="%d" width="%d" height="%d" style="image-rendering:pixelated" `+
			`href="data:image/png;base64,%s">%s</image>`+"\n", s.Points[0].X, s.Points[0].Y, s.Points[1].X, s.Points[1].Y,
			base64.StdEncoding.EncodeToString(s.PNG), tip)
	}
}

func points(ps []Point) string {
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d,%d", p.X, p.Y)
	}
	return b.String()
}
