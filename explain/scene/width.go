package scene

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// Width is how many columns a text takes on a terminal.
func Width(s string) int {
	if plainASCII(s) {
		return len(s)
	}
	return uniseg.StringWidth(s)
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x7f || s[i] < ' ' {
			return false
		}
	}
	return true
}

// Clean makes a text of data one that keeps its place: control characters, marks that combine with nothing and
// characters that turn the direction of writing are written as escapes; ascii escapes every other one beyond ASCII.
func Clean(s string, ascii bool) string { return clean(s, ascii, false) }

// drawn are the characters of pictures, which have one in ASCII each.
const drawn = "─│┌┐└┘├┤┬┴┼→∅✗║▸"

// Data is a text of data among words of a picture: the characters that pictures are drawn with are escaped.
func Data(s string) string {
	if plainASCII(s) || !strings.ContainsAny(s, drawn) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(drawn, r) {
			escape(&b, string(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// clean is Clean; own keeps the characters of pictures.
func clean(s string, ascii, own bool) string {
	if plainASCII(s) {
		return s
	}
	var b strings.Builder
	state := -1
	for s != "" {
		var cluster string
		var width int
		cluster, s, width, state = uniseg.FirstGraphemeClusterInString(s, state)
		if ascii && !(own && strings.Contains(drawn, cluster)) || width == 0 || width > 2 || !shows(cluster) {
			escape(&b, cluster)
			continue
		}
		b.WriteString(cluster)
	}
	return b.String()
}

// shows tells whether a cluster draws something at its own place.
func shows(cluster string) bool {
	for i, r := range cluster {
		switch {
		case r == unicode.ReplacementChar, unicode.Is(unicode.Bidi_Control, r), unicode.IsControl(r):
			return false
		case i == 0 && (unicode.IsMark(r) || r == 0x200d || r == 0xfeff || !unicode.IsPrint(r)):
			return false
		}
	}
	return true
}

func escape(b *strings.Builder, s string) {
	for _, r := range s {
		switch {
		case r >= ' ' && r < 0x7f:
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x100:
			fmt.Fprintf(b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			fmt.Fprintf(b, `\U%08x`, r)
		}
	}
}

// Cut shortens a text to w columns, with three dots at its end where it was longer.
func Cut(s string, w int) string {
	if Width(s) <= w {
		return s
	}
	dots := strings.Repeat(".", min(3, max(w, 0)))
	return head(s, w-len(dots)) + dots
}

// head is as much of a text as w columns take.
func head(s string, w int) string {
	used, end, state, rest := 0, 0, -1, s
	for rest != "" {
		var c string
		var n int
		c, rest, n, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used += n; used > w {
			break
		}
		end += len(c)
	}
	return s[:end]
}

// wrap breaks a text at blanks, or within longer words, into lines of at most first and then w columns.
func wrap(s string, first, w int) []string {
	var out []string
	room := max(first, 1)
	for _, par := range strings.Split(s, "\n") {
		text := strings.TrimLeft(par, " ")
		line := par[:len(par)-len(text)]
		if len(line) >= room {
			line = ""
		}
		lead := line
		for _, word := range strings.Split(text, " ") {
			switch {
			case line == lead && Width(lead+word) <= room:
				line, lead = lead+word, ""
				continue
			case line != "" && Width(line)+1+Width(word) <= room:
				line += " " + word
				continue
			case strings.TrimSpace(line) != "":
				out, room = append(out, line), max(w, 1)
			}
			lead = ""
			for Width(word) > room {
				h := head(word, room)
				if h == "" { // a wide character in one column
					break
				}
				out, word, room = append(out, h), word[len(h):], max(w, 1)
			}
			line = word
		}
		out, room = append(out, line), max(w, 1)
	}
	return out
}
