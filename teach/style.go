package teach

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Style is the looks of finished text: sequences that begin them. The zero Style is plain, and with any other one the
// text is the same but for them.
type Style struct {
	Head, Strong, Emph, Code, Dim, Good, Bad, Prompt string

	Paint func(code string) string // colours code; nil for none
	ASCII bool                     // for terminals without the glyphs of marks and lines
}

// Colored is the looks of a terminal with a dark or a light background.
func Colored(light bool) Style {
	s := Style{Head: "\x1b[1;36m", Strong: "\x1b[1m", Emph: "\x1b[3m", Code: "\x1b[33m", Dim: "\x1b[2m", Good: "\x1b[1;32m",
		Bad: "\x1b[31m", Prompt: "\x1b[1;32m"}
	if light {
		s.Head, s.Code, s.Good, s.Prompt = "\x1b[1;34m", "\x1b[35m", "\x1b[1;32m", "\x1b[1;34m"
	}
	return s
}

// dressed puts a look around a text, line by line, so that nothing is left open at a line's end.
func dressed(look, text string) string {
	if look == "" || text == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = look + l + "\x1b[0m"
		}
	}
	return strings.Join(lines, "\n")
}

// glyph is a mark, or what stands for it in ASCII.
func (s Style) glyph(mark, ascii string) string {
	if s.ASCII {
		return ascii
	}
	return mark
}

// Session shows code as it was typed, with prompts.
func (s Style) Session(code string) string {
	text := code
	if s.Paint != nil {
		text = s.Paint(code)
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		prompt := "... "
		if i == 0 {
			prompt = ">>> "
		}
		lines[i] = strings.TrimRight(dressed(s.Prompt, prompt[:3])+" "+l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// width is how many columns a text takes.
func width(s string) int { return uniseg.StringWidth(s) }
