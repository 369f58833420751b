package line

import (
	"strings"
	"unicode/utf8"
)

// giant is the length from which only the part of a text around the cursor is laid out: what
// a key costs must not grow with a pasted file.
const giant = 64 << 10

// view is the part of the text to lay out, with the cursor in it; above tells that the text
// has more lines above. Texts of usual size are whole.
func (e *Editor) view(width, height int) (text string, pos int, above bool) {
	text, pos = e.b.text, e.b.pos
	if len(text) <= giant {
		return text, pos, false
	}
	room := max(width*height*utf8.UTFMax, 4096)
	from := max(pos-room, 0)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	if i := strings.IndexByte(text[from:pos], '\n'); from > 0 && i >= 0 {
		from += i + 1
	}
	return text[from:pos] + head(text[pos:], room), pos - from, from > 0
}

// promptFor is the prompt of the first row shown.
func (e *Editor) promptFor(above bool) string {
	if above {
		return e.c.More
	}
	return e.c.Prompt
}

// head is the beginning of a text, about n bytes.
func head(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
