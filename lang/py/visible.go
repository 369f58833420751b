package py

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Visible gives a text that carries data (an error, a file name, a line of source) in a form
// that can do nothing to a terminal and hides nothing from its reader: control characters but
// line breaks and tabs, the characters that turn the direction of text, those without a width
// or that break lines, surrogates and bytes that are no UTF-8 are shown as escapes, as string
// literals write them. The joiners of written languages and emoji stay.
//
// Everything that reaches a terminal goes through it except what programs print.
func Visible(s string) string {
	i := 0
	for i < len(s) && (s[i] >= ' ' && s[i] < 0x7f || s[i] == '\n' || s[i] == '\t') {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:i])
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			n = writeBytes(&b, s[i:])
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0:
			fmt.Fprintf(&b, `\x%02x`, r)
		case misleads(r) && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case misleads(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// writeBytes writes what is no UTF-8 at the head of a text: a lone surrogate, or one byte.
func writeBytes(b *strings.Builder, s string) (n int) {
	if len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] < 0xc0 && s[2] >= 0x80 && s[2] < 0xc0 {
		fmt.Fprintf(b, `\u%04x`, 0xd000|rune(s[1]&0x3f)<<6|rune(s[2]&0x3f))
		return 3
	}
	fmt.Fprintf(b, `\x%02x`, s[0])
	return 1
}

// misleads tells the characters that show nothing themselves and change how the text around
// them is shown.
func misleads(r rune) bool {
	switch {
	case r == 0x061c, r == 0x200b, r == 0x200e, r == 0x200f, // marks of direction, a space of no width
		r >= 0x2028 && r <= 0x202e,              // separators of lines and paragraphs, embeddings, overrides
		r >= 0x2060 && r <= 0x206f,              // word joiner, invisible operators, isolates
		r == 0xfeff, r >= 0xfff9 && r <= 0xfffb, // byte order mark, annotations
		r >= 0xe0000 && r <= 0xe007f: // tags
		return true
	}
	return false
}
