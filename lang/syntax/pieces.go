package syntax

import (
	"strings"
	"unicode/utf8"
)

// PieceKind says what a piece of text is, for colouring and for finding brackets.
type PieceKind uint8

// The kinds of Pieces.
const (
	Plain PieceKind = iota
	KeywordText
	NameText
	NumberText
	StringText
	CommentText
	OperatorText
	BracketText
	CommandText // %name, !shell, :name
)

// Piece is a classified range of a text.
type Piece struct {
	Kind PieceKind
	Span
	Open bool // a string whose end is missing
}

// Pieces classifies a text that may be unfinished or wrong: it never fails, and the pieces
// come in order without overlap. Blanks lie between them.
func Pieces(src string) []Piece {
	var out []Piece
	lineHead := true
	for i := 0; i < len(src); {
		c := src[i]
		from := i
		p := Piece{Kind: OperatorText}
		switch {
		case c == '\n':
			i++
			lineHead = true
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			i++
			continue
		case lineHead && magicAt(src[i:], ShellCommands):
			p.Kind = CommandText
			for i++; i < len(src) && (src[i] == '%' || isWordByte(src[i])); i++ {
			}
		case c == '#':
			p.Kind = CommentText
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case stringAt(src[i:]) > 0:
			p.Kind = StringText
			i, p.Open = stringEnd(src, i+stringAt(src[i:])-1)
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(src) && src[i+1] >= '0' && src[i+1] <= '9':
			p.Kind = NumberText
			i = numberEnd(src, i)
		case isWordByte(c):
			i = wordEnd(src, i)
			p.Kind = NameText
			if keywords[src[from:i]] {
				p.Kind = KeywordText
			}
		case strings.IndexByte("()[]{}", c) >= 0:
			p.Kind = BracketText
			i++
		default:
			_, n := utf8.DecodeRuneInString(src[i:])
			i += n
		}
		lineHead = false
		p.Span = Span{from, i}
		out = append(out, p)
	}
	return out
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func wordEnd(src string, i int) int {
	for i < len(src) && isWordByte(src[i]) {
		i++
	}
	return i
}

func numberEnd(src string, i int) int {
	for i < len(src) && (isWordByte(src[i]) && src[i] < 0x80 || src[i] == '.' || (src[i] == '+' || src[i] == '-') &&
		(src[i-1] == 'e' || src[i-1] == 'E')) {
		i++
	}
	return i
}

// stringAt gives the length of a string's prefix and first quote, 0 when there is no string.
func stringAt(s string) int {
	n := 0
	for n < len(s) && n < 2 && strings.IndexByte("rRbBuUfF", s[n]) >= 0 {
		n++
	}
	if n < len(s) && (s[n] == '"' || s[n] == '\'') {
		return n + 1
	}
	return 0
}

// stringEnd finds the end of the string whose quote is at i; open when it has none.
func stringEnd(src string, i int) (end int, open bool) {
	q := src[i : i+1]
	if strings.HasPrefix(src[i:], q+q+q) {
		q = q + q + q
	}
	for i += len(q); i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case strings.HasPrefix(src[i:], q):
			return i + len(q), false
		case src[i] == '\n' && len(q) == 1:
			return i, true
		}
	}
	return len(src), true
}

// Partner finds the brackets to show when the cursor is at or behind one: the offsets of
// the bracket and of its partner. ok is false away from brackets; other is -1 for a bracket
// without a partner of its kind.
func Partner(src string, pieces []Piece, cursor int) (at, other int, ok bool) {
	at = -1
	for _, p := range pieces {
		if p.Kind == BracketText && (p.From == cursor || p.To == cursor && at < 0) {
			at = p.From
		}
	}
	if at < 0 {
		return 0, 0, false
	}
	var stack []int
	for _, p := range pieces {
		if p.Kind != BracketText {
			continue
		}
		c := src[p.From]
		if strings.IndexByte("([{", c) >= 0 {
			stack = append(stack, p.From)
			continue
		}
		open := -1
		if n := len(stack); n > 0 {
			open, stack = stack[n-1], stack[:n-1]
			if strings.IndexByte("([{", src[open]) != strings.IndexByte(")]}", c) {
				open = -1
			}
		}
		if p.From == at {
			return at, open, true
		}
		if open == at {
			return at, p.From, true
		}
	}
	return at, -1, true
}

// Indent gives the blanks the line after src should begin with: those of its last statement, a
// step more below a colon or an open bracket, a step less below return, pass, break, continue,
// raise; below a lone comment or a blank line, those of that line.
func Indent(src string) string {
	lines := strings.Split(src, "\n")
	last := lines[len(lines)-1]
	blanks := blanksOf(last)
	pieces := Pieces(src)
	if n := len(
		pieces,
	); n > 0 && pieces[n-1].Kind == StringText && pieces[n-1].Open &&
		strings.Contains(src[pieces[n-1].From:], "\n") {
		return "" // inside a text of several lines
	}
	for n := len(pieces); n > 0 && pieces[n-1].Kind == CommentText; n-- {
		pieces = pieces[:n-1]
	}
	if len(pieces) == 0 {
		return blanks
	}
	step := Step(src)
	end := pieces[len(pieces)-1]
	word := src[end.From:end.To]
	code := end.To > len(src)-len(last) // the last line has some
	if depthOf(src, pieces) > 0 {
		if code && end.Kind == BracketText && strings.Contains("([{", word) {
			return blanks + step
		}
		return blanks
	}
	first := pieces[statementStart(src, pieces)]
	head := blanksOf(lines[strings.Count(src[:first.From], "\n")])
	switch {
	case word == ":":
		return head + step
	case !code || word == "\\":
		return blanks
	}
	switch src[first.From:first.To] {
	case "pass", "break", "continue", "return", "raise":
		return strings.TrimSuffix(head, step)
	}
	return head
}

func blanksOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// statementStart finds the first piece of the line of code the last piece belongs to, which may
// be a line above it when brackets, texts or backslashes hold several lines together.
func statementStart(src string, pieces []Piece) int {
	depth := 0
	for i := len(pieces) - 1; i > 0; i-- {
		p := pieces[i]
		if p.Kind == BracketText {
			if strings.IndexByte(")]}", src[p.From]) >= 0 {
				depth++
			} else {
				depth--
			}
		}
		if depth > 0 {
			continue
		}
		before := pieces[i-1]
		if strings.Contains(src[before.To:p.From], "\n") && src[before.From:before.To] != "\\" {
			return i
		}
	}
	return 0
}

func depthOf(src string, pieces []Piece) int {
	depth := 0
	for _, p := range pieces {
		if p.Kind == BracketText {
			if strings.IndexByte("([{", src[p.From]) >= 0 {
				depth++
			} else {
				depth--
			}
		}
	}
	return depth
}
