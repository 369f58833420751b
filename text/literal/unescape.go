package literal

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/tfs-lang/tfs/text/runenames"
)

// hexEscapes are the escapes by their letter: how many digits follow, and how messages write them.
var hexEscapes = map[byte]struct {
	digits int
	form   string
}{'x': {2, "xXX"}, 'u': {4, "uXXXX"}, 'U': {8, "UXXXXXXXX"}}

// EndsInBackslash is what is wrong with a text whose last backslash escapes nothing.
const EndsInBackslash = `\ at end of string`

// Unescape resolves the backslash escapes of Python's literals; those of bytes know no \u, \U and \N. An escape that
// cannot be read ends it: what precedes comes back with the bytes from and to between which it stands and what is
// wrong with it, in CPython's words.
func Unescape(s string, isBytes bool) (text string, from, to int, what string) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, 0, 0, ""
	}
	var b []byte
	put := func(n int64) {
		if isBytes {
			b = append(b, byte(n))
		} else {
			b = AppendRune(b, rune(n)) // a lone surrogate is kept in three bytes
		}
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		if i+1 == len(s) {
			return string(b), i, i + 1, EndsInBackslash
		}
		start := i
		i++
		if p := strings.IndexByte("abfnrtv\\'\"", s[i]); p >= 0 {
			b = append(b, "\a\b\f\n\r\t\v\\'\""[p])
			continue
		}
		h, isHex := hexEscapes[s[i]]
		switch c := s[i]; {
		case c == '\n':
		case isHex && (c == 'x' || !isBytes):
			j := i + 1
			for j < len(s) && j <= i+h.digits && strings.IndexByte("0123456789abcdefABCDEF", s[j]) >= 0 {
				j++
			}
			n, _ := strconv.ParseInt(s[i+1:j], 16, 64)
			switch {
			case j <= i+h.digits:
				return string(b), start, j, "truncated \\" + h.form + " escape"
			case n > unicode.MaxRune:
				return string(b), start, j, "illegal Unicode character"
			}
			put(n)
			i = j - 1
		case c >= '0' && c <= '7':
			j := i
			for j < len(s) && j < i+3 && s[j] >= '0' && s[j] <= '7' {
				j++
			}
			n, _ := strconv.ParseInt(s[i:j], 8, 32)
			put(n)
			i = j - 1
		case c == 'N' && !isBytes:
			end := strings.IndexByte(s[i:], '}')
			if end < 3 || s[i+1] != '{' {
				if to = i + 1; strings.HasPrefix(s[i:], "N{") {
					to++
				}
				return string(b), start, to, "malformed \\N character escape"
			}
			r, ok := runenames.Named(s[i+2 : i+end])
			if !ok {
				return string(b), start, i + end + 1, "unknown Unicode character name"
			}
			b = AppendRune(b, r)
			i += end
		default:
			b = append(b, '\\', c)
		}
	}
	return string(b), 0, 0, ""
}
