package messages

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/text/literal"
)

// ParseError is what is wrong with a text, and where: lines and columns count from 1.
type ParseError struct {
	Line, Column int
	Msg          string
}

// Error begins with the place, as Python's protobuf writes it.
func (e *ParseError) Error() string { return fmt.Sprintf("%d:%d : %s", e.Line, e.Column, e.Msg) }

// tokens cuts lines into tokens: identifiers, numbers, quoted strings and single characters.
type tokens struct {
	lines        []string
	current      string // the line of the token
	line, column int    // of the token; column counts bytes
	prevLine     int
	prevColumn   int // in characters
	token        string
	more         bool
	depth        int
}

func newTokens(lines []string) *tokens {
	t := &tokens{lines: lines, line: -1, more: true}
	t.skip()
	t.advance()
	return t
}

// pop goes to the next line when this one is used up.
func (t *tokens) pop() {
	for len(t.current) <= t.column {
		if t.line+1 >= len(t.lines) {
			t.current, t.more = "", false
			return
		}
		t.line++
		t.current, t.column = t.lines[t.line], 0
	}
}

// skip passes over blanks and comments.
func (t *tokens) skip() {
	for {
		t.pop()
		if !t.more {
			return
		}
		rest := t.current[t.column:]
		if rest[0] == '#' {
			t.column = len(t.current)
			continue
		}
		r, n := utf8.DecodeRuneInString(rest)
		if !unicode.IsSpace(r) {
			return
		}
		t.column += n
	}
}

// column of a byte in characters.
func characters(line string, at int) int {
	if at > len(line) { // behind the end of the text
		return at
	}
	return utf8.RuneCountInString(line[:at])
}

// advance goes to the next token.
func (t *tokens) advance() {
	t.prevLine, t.prevColumn = t.line, characters(t.current, t.column)
	t.column += len(t.token)
	t.skip()
	t.token = ""
	if t.more {
		t.token = t.scan(t.current[t.column:])
	}
}

// scan is the token a text begins with.
func (t *tokens) scan(s string) string {
	n := 0
	switch c := s[0]; {
	case isLetter(c):
		for n < len(s) && (isLetter(s[n]) || isDigit(s[n]) || s[n] == '+' || s[n] == '-') {
			n++
		}
	case isDigit(c) || c == '+' || c == '-' || c == '.' && len(s) > 1 && isDigit(s[1]):
		for n < len(s) && (isLetter(s[n]) || isDigit(s[n]) || s[n] == '+' || s[n] == '-' || s[n] == '.') {
			n++
		}
	case c == '"' || c == '\'':
		n = 1
		for n < len(s) && s[n] != c {
			if s[n] == '\\' {
				n++
			}
			n++
		}
		n = min(n+1, len(s))
	default:
		_, n = utf8.DecodeRuneInString(s)
	}
	return s[:n]
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func (t *tokens) end() bool { return t.token == "" }

// try passes over a token if it is this one.
func (t *tokens) try(token string) bool {
	if t.token != token {
		return false
	}
	t.advance()
	return true
}

// need passes over a token that must come.
func (t *tokens) need(token string) error {
	if !t.try(token) {
		return t.fail("Expected \"%s\".", token)
	}
	return nil
}

// fail is an error about the token, before about the one before it.
func (t *tokens) fail(format string, args ...any) error {
	return &ParseError{t.line + 1, characters(t.current, t.column) + 1,
		"'" + t.current + "': " + fmt.Sprintf(format, args...)}
}

func (t *tokens) before(format string, args ...any) error {
	return &ParseError{t.prevLine + 1, t.prevColumn + 1, fmt.Sprintf(format, args...)}
}

// name is an identifier, or a number where numbers may name fields.
func (t *tokens) name(numbers bool) (string, error) {
	r, _ := utf8.DecodeRuneInString(t.token)
	word := t.token != "" && (r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r))
	switch {
	case numbers && !word:
		return "", t.fail("Expected identifier or number, got %s.", t.token)
	case !numbers && (!word || unicode.IsDigit(r)):
		return "", t.fail("Expected identifier.")
	}
	name := t.token
	t.advance()
	return name, nil
}

// bytes is one quoted string, or several one behind the other.
func (t *tokens) bytes() (string, error) {
	var b strings.Builder
	for first := true; first || t.token != "" && (t.token[0] == '"' || t.token[0] == '\''); first = false {
		s := t.token
		if s == "" || s[0] != '"' && s[0] != '\'' {
			return "", t.fail("Expected string but found: %s", literal.Quote(s))
		}
		if len(s) < 2 || s[len(s)-1] != s[0] {
			return "", t.fail("String missing ending quote: %s", literal.Quote(s))
		}
		v, err := unescape(s[1 : len(s)-1])
		if err != nil {
			return "", t.fail("%s", err.Error())
		}
		b.WriteString(v)
		t.advance()
	}
	return b.String(), nil
}

var escapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'a': 7, 'b': 8, 'f': 12, 'v': 11, '\\': '\\', '\'': '\'',
	'"': '"'}

// unescape reads the escapes of a string; a backslash before anything else stays.
func unescape(s string) (string, error) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, nil
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		c := s[i]
		if to, ok := escapes[c]; ok {
			b = append(b, to)
			continue
		}
		switch {
		case c >= '0' && c <= '7':
			n := 1
			for n < 3 && i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '7' {
				n++
			}
			x := number(s[i:i+n], 8)
			if x > 255 {
				return "", fmt.Errorf("'latin-1' codec can't encode character '\\u%04x' in position %d: ordinal not in "+
					"range(256)", x, len(b))
			}
			b = append(b, byte(x))
			i += n - 1
		case c == 'x':
			n := hexes(s[i+1:], 2)
			if n == 0 {
				return "", fmt.Errorf("'unicodeescape' codec can't decode bytes in position %d-%d: truncated \\xXX escape",
					len(b), len(b)+1)
			}
			b = append(b, byte(number(s[i+1:i+1+n], 16)))
			i += n
		case c == 'u' || c == 'U':
			want := 4
			if c == 'U' {
				want = 8
			}
			if hexes(s[i+1:], want) < want {
				return "", fmt.Errorf("'rawunicodeescape' codec can't decode bytes in position %d-%d: truncated \\%s escape",
					len(b), min(len(b)+1+hexes(s[i+1:], want), len(s)-1), string(c)+strings.Repeat("X", want))
			}
			b = utf8.AppendRune(b, rune(number(s[i+1:i+1+want], 16)))
			i += want
		default:
			b = append(b, '\\', c)
		}
	}
	return string(b), nil
}

// hexes counts the hexadecimal digits a text begins with, up to most.
func hexes(s string, most int) int {
	n := 0
	for n < most && n < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0 {
		n++
	}
	return n
}

// number reads digits that are known to be some.
func number(digits string, base uint32) (x uint32) {
	for i := range len(digits) {
		d := uint32(digits[i])
		if d > '9' {
			d = (d | 0x20) - 'a' + 10 + '0'
		}
		x = x*base + d - '0'
	}
	return x
}
