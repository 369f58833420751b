package py

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/text/casing"
	"github.com/tfs-lang/tfs/text/literal"
)

// pads defines what fills a text up to a width.
func (m methodsOfText) pads() {
	pad := func(name, doc string, place func(n, w int, fill string) (string, string)) {
		m.one(name+"(self, width, fillchar=None)", doc, func(x text, a []Value) (Value, error) {
			w, err := ToInt(a[1])
			if err != nil {
				return nil, err
			}
			fill := " "
			if a[2] != None {
				f, err := x.get(a[2])
				if err != nil {
					return nil, err
				}
				if fill = f; RuneLen(f) != 1 && (m.c == StrClass || len(f) != 1) {
					return nil, TypeErrorf("The fill character must be exactly one character long")
				}
			}
			if err := fits(w); err != nil && w > 0 {
				return nil, err
			}
			n := int(w) - x.len()
			if n <= 0 {
				return x.wrap(x.s), nil
			}
			l, r := place(n, int(w), fill)
			return x.wrap(l + x.s + r), nil
		})
	}
	pad(
		"ljust",
		"Left-justified in a width.",
		func(n, w int, f string) (string, string) { return "", strings.Repeat(f, n) },
	)
	pad(
		"rjust",
		"Right-justified in a width.",
		func(n, w int, f string) (string, string) { return strings.Repeat(f, n), "" },
	)
	pad("center", "Centred in a width.", func(n, w int, f string) (string, string) {
		left := n/2 + n&w&1
		return strings.Repeat(f, left), strings.Repeat(f, n-left)
	})
	m.one("zfill(self, width)", "Padded with zeros after the sign.", func(x text, a []Value) (Value, error) {
		w, err := ToInt(a[1])
		if err != nil {
			return nil, err
		}
		if err := fits(w); err != nil && w > 0 {
			return nil, err
		}
		n := int(w) - x.len()
		if n <= 0 {
			return x.wrap(x.s), nil
		}
		if x.s != "" && (x.s[0] == '+' || x.s[0] == '-') {
			return x.wrap(x.s[:1] + strings.Repeat("0", n) + x.s[1:]), nil
		}
		return x.wrap(strings.Repeat("0", n) + x.s), nil
	})
	m.one("expandtabs(self, tabsize=8)", "A copy with tabs as blanks.", func(x text, a []Value) (Value, error) {
		n, err := ToInt(a[1])
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		col := 0
		for _, r := range x.s {
			switch r {
			case '\t':
				if n > 0 {
					k := int(n) - col%int(n)
					if err := fits(int64(b.Len()) + int64(k)); err != nil {
						return nil, err
					}
					b.WriteString(strings.Repeat(" ", k))
					col += k
				}
			case '\n', '\r':
				b.WriteRune(r)
				col = 0
			default:
				b.WriteRune(r)
				col++
			}
		}
		return x.wrap(b.String()), nil
	})
}

// kinds defines what tells of all characters of a text.
func (m methodsOfText) kinds() {
	is := func(name, doc string, f func(rune) bool, cased bool) {
		m.one(name+"(self)", doc, func(x text, _ []Value) (Value, error) {
			any := false
			for i := 0; i < len(x.s); {
				r, n := rune(x.s[i]), 1
				if !x.bytes {
					r, n = literal.DecodeRune(x.s[i:])
				}
				if i += n; x.bytes && r >= 0x80 {
					if cased {
						continue
					}
					return false, nil
				}
				if cased && !casing.IsCased(r) {
					continue
				}
				if !f(r) {
					return false, nil
				}
				any = true
			}
			return any, nil
		})
	}
	is("isdigit", "Whether all characters are digits.", isDigit, false)
	is("isalpha", "Whether all characters are letters.", unicode.IsLetter, false)
	is(
		"isalnum",
		"Whether all characters are letters or digits.",
		func(r rune) bool { return unicode.IsLetter(r) || isNumeric(r) },
		false,
	)
	is("isspace", "Whether all characters are white space.", m.space, false)
	is("isupper", "Whether all cased characters are upper case.", casing.IsUpper, true)
	is("islower", "Whether all cased characters are lower case.", casing.IsLower, true)
	if m.c == StrClass {
		is("isnumeric", "Whether all characters are numeric.", isNumeric, false)
		is("isdecimal", "Whether all characters are decimal digits.", unicode.IsDigit, false)
	}
	m.one("istitle(self)", "Whether words start in upper case.", func(x text, _ []Value) (Value, error) {
		prev, any := false, false
		for _, r := range x.s {
			switch up := casing.IsUpper(r) || unicode.IsTitle(r); {
			case x.bytes && r >= 0x80 || !casing.IsCased(r):
				prev = false
			case up == prev:
				return false, nil
			default:
				prev, any = true, true
			}
		}
		return any, nil
	})
	m.one("isascii(self)", "Whether all characters are ASCII.", func(x text, _ []Value) (Value, error) {
		for i := range len(x.s) {
			if x.s[i] >= utf8.RuneSelf {
				return false, nil
			}
		}
		return true, nil
	})
}
