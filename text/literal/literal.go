// Package literal writes numbers, texts and bytes as Python and C do, and reads the code points of
// texts that may hold surrogates. It knows no other package: values, printer and language share it.
package literal

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// EscapeRune is the escape of a code point in a literal.
func EscapeRune(r rune) string {
	switch {
	case r <= 0xff:
		return fmt.Sprintf(`\x%02x`, r)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// Float is Python's repr of a float: shortest digits, exponent form outside 1e-4..1e16.
func Float(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	a := math.Abs(f)
	if a != 0 && (a < 1e-4 || a >= 1e16) {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		return s
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// Complex is Python's repr of a complex number.
func Complex(c complex128) string {
	part := func(f float64) string {
		s := Float(f)
		return strings.TrimSuffix(s, ".0")
	}
	im := part(imag(c))
	if real(c) == 0 && !math.Signbit(real(c)) {
		return im + "j"
	}
	if im[0] != '-' && im[0] != '+' {
		im = "+" + im
	}
	return "(" + part(real(c)) + im + "j)"
}

// Quote is Python's repr of a str.
func Quote(s string) string {
	q := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = '"'
	}
	var b strings.Builder
	b.WriteByte(q)
	for i := 0; i < len(s); {
		r, n := DecodeRune(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\udc%02x`, s[i])
		case r == rune(q) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r >= 0x20 && r < 0x7f || r > 0x7f && unicode.IsPrint(r) && !IsSurrogate(r):
			b.WriteRune(r)
		default:
			b.WriteString(EscapeRune(r))
		}
		i += n
	}
	b.WriteByte(q)
	return b.String()
}

// QuoteBytes is Python's repr of bytes.
func QuoteBytes(s string) string {
	q := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = '"'
	}
	b := make([]byte, 0, len(s)+3)
	b = append(b, 'b', q)
	for i := range len(s) {
		c := s[i]
		switch {
		case c == q || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < 0x20 || c >= 0x7f:
			b = append(b, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
		default:
			b = append(b, c)
		}
	}
	return string(append(b, q))
}

// QuoteProto writes bytes as protobuf's text format has them; those beyond ASCII stay in a text that is UTF-8.
func QuoteProto(s string, asUTF8 bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '"' || c == '\'' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c < 0x20 || c == 0x7f || c > 0x7f && !asUTF8:
			b.WriteByte('\\')
			b.WriteString(string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7}))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// G is C's %g with a precision, for printers: nan and inf are words.
func G(f float64, prec int) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.Signbit(f):
		return "-" + G(-f, prec)
	}
	return Digits(f, prec, false)
}

// Digits is C's %g of a number that is not negative.
func Digits(a float64, prec int, alt bool) string {
	e := strconv.FormatFloat(a, 'e', prec-1, 64)
	exp, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	if a != 0 && (exp < -4 || exp >= prec) {
		m, x, _ := strings.Cut(e, "e")
		if strings.Contains(m, ".") && !alt {
			m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		}
		return m + "e" + x
	}
	s := strconv.FormatFloat(a, 'f', max(prec-1-exp, 0), 64)
	if strings.Contains(s, ".") && !alt {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

const hexDigits = "0123456789abcdef"
