package session

import (
	"math"
	"strings"

	"github.com/rivo/uniseg"
)

// usualWidth is the width of pages of documentation where the screen's is unknown.
const usualWidth = 80

// Unwrapped is the width of pages that are shown where lines are broken anyway, as in notebooks.
const Unwrapped = math.MaxInt

// Wrap breaks the lines of a page of documentation that are wider than a screen, at blanks. The
// rest of a line stands below its own beginning, in a list of columns below the last one. Examples and what they show
// stay as they are.
func Wrap(text string, width int) string {
	if width <= 0 {
		width = usualWidth
	}
	var out []string
	example := false
	for _, l := range strings.Split(text, "\n") {
		trimmed := strings.TrimLeft(l, " ")
		example = strings.HasPrefix(trimmed, ">>>") || example && trimmed != ""
		if example || uniseg.StringWidth(l) <= width {
			out = append(out, l)
			continue
		}
		out = append(out, wrapLine(l, width)...)
	}
	return strings.Join(out, "\n")
}

func wrapLine(l string, width int) []string {
	hang := hanging(l, width)
	var out []string
	line, used := "", 0
	for _, w := range strings.SplitAfter(l, " ") {
		n := uniseg.StringWidth(strings.TrimRight(w, " "))
		if used+n > width && strings.TrimSpace(line) != "" {
			out = append(out, strings.TrimRight(line, " "))
			line, used = strings.Repeat(" ", hang), hang
		}
		if w == " " && len(out) > 0 && strings.TrimSpace(line) == "" { // a column's padding, broken through
			continue
		}
		line += w
		used += uniseg.StringWidth(w)
	}
	return append(out, strings.TrimRight(line, " "))
}

// hanging is where the rest of a line begins: below its last column, below the first
// argument of a signature, else where the line begins.
func hanging(l string, width int) int {
	start := len(l) - len(strings.TrimLeft(l, " "))
	hang := start
	if i := strings.LastIndex(l[start:], "  "); i >= 0 {
		hang = uniseg.StringWidth(l[:start+i+2])
	} else if i := strings.IndexAny(l, "( "); i >= 0 && l[i] == '(' && strings.HasSuffix(l, ")") {
		hang = i + 1
	}
	if hang > width/2 && hang > width-30 {
		hang = start + 4
	}
	return hang
}

// width is that of the screen pages of documentation are shown on.
func (in *Session) width() int {
	if in.Options().Width != nil {
		return in.Options().Width()
	}
	return usualWidth
}
