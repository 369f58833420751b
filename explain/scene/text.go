package scene

import (
	"sort"
	"strings"
)

// Options are how a picture is written as text.
type Options struct {
	Width  int  // columns; 0 is 80
	ASCII  bool // lines of - | +, data escaped
	Colour bool // SGR looks, which only repeat what characters say
}

// DefaultWidth is the width where nobody says one.
const DefaultWidth = 80

// ascii is what stands for the characters of pictures on other terminals, one for one.
var ascii = strings.NewReplacer("─", "-", "│", "|", "┌", "+", "┐", "+", "└", "+", "┘", "+", "├", "+", "┤",
	"+",
	"┬", "+", "┴", "+", "┼", "+", "→", ">", "∅", "-", "✗", "x", "║", "|", "▸", ">")

// PlainLines writes the characters of pictures in ASCII.
func PlainLines(s string) string { return ascii.Replace(s) }

// looks are the SGR codes of kinds; those of cells by tone where there is none.
var looks = map[Kind]string{Dim: "2", Strong: "1", Title: "1", Index: "36", Ruler: "34", Lines: "34", Padded: "2",
	Dropped: "31", Taken: "1;32", Faulty: "1;31", Sign: "1;35", Exponent: "33", Mantissa: "36", Failure: "31", Hint: "34"}

func lookOf(m Mark) string {
	if m.Kind == Value {
		switch m.Tone {
		case 1:
			return "36"
		case 2:
			return "33"
		}
		return ""
	}
	return looks[m.Kind]
}

// Text writes the picture. No line is wider than the width, or ends in blanks.
func (s *Scene) Text(o Options) string {
	if o.Width <= 0 {
		o.Width = DefaultWidth
	}
	b := s.Layout(Room{Width: o.Width, ASCII: o.ASCII, Colour: o.Colour})
	return b.text(o)
}

func (b *Block) text(o Options) string {
	lines := make([][]Mark, b.H)
	for _, m := range b.Marks {
		lines[m.Y] = append(lines[m.Y], m)
	}
	var out strings.Builder
	for _, l := range lines {
		sort.SliceStable(l, func(i, j int) bool { return l[i].start() < l[j].start() })
		writeLine(&out, l, o)
		out.WriteByte('\n')
	}
	return out.String()
}

// writeLine writes the marks of one line. What would stand over another mark is moved behind it.
func writeLine(out *strings.Builder, l []Mark, o Options) {
	at := 0
	for _, m := range l {
		text := m.form()
		if m.Kind == looked {
			out.WriteString(text)
			return
		}
		x := max(m.start(), at)
		text = strings.TrimRight(Cut(text, o.Width-x), " ")
		if text == "" || x >= o.Width {
			continue
		}
		out.WriteString(strings.Repeat(" ", x-at))
		at = x + Width(text)
		if o.ASCII {
			text = ascii.Replace(text)
		}
		if look := lookOf(m); o.Colour && look != "" {
			text = "\x1b[" + look + "m" + text + "\x1b[0m"
		}
		out.WriteString(text)
	}
}
