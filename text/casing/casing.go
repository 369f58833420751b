// Package casing has Unicode's full case mappings, where one letter may become several and a sigma at the end of a word
// has a form of its own, as CPython and ICU's root locale apply them. It knows code points and nothing of languages.
package casing

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/text/packed"
)

// special lists what single mappings of package unicode do not say, a line each: the code point, and what it is in
// upper case, title case and folded, "-" where that is the single mapping (of folding: lower case).
//
//go:generate go run ./gen special.txt
//go:generate go run ../packed/gen special.txt special.zst
//go:embed special.zst
var special string

// forms are the upper case, title case and folded form of a letter, "" where they are the single mappings.
type forms struct{ upper, title, fold string }

var specials = sync.OnceValue(func() map[rune]forms {
	m := map[rune]forms{}
	for line := range strings.Lines(packed.Zstd(special)) {
		f := strings.Fields(strings.ReplaceAll(line, "-", `""`))
		r, _ := strconv.ParseInt(f[0], 16, 32)
		var all [3]string
		for i := range all {
			all[i], _ = strconv.Unquote(f[1+i])
		}
		m[rune(r)] = forms{all[0], all[1], all[2]}
	}
	return m
})

func or(s string, r rune) string {
	if s != "" {
		return s
	}
	return string(r)
}

// Upper is the upper case of a code point.
func Upper(r rune) string { return or(specials()[r].upper, unicode.ToUpper(r)) }

// Title is the title case of a code point.
func Title(r rune) string { return or(specials()[r].title, unicode.ToTitle(r)) }

// Fold is what a code point is for comparison without case. Cherokee folds to its older, upper-case letters.
func Fold(r rune) string {
	switch {
	case r >= 0x13a0 && r <= 0x13f5:
		return string(r)
	case r >= 0xab70 && r <= 0xabbf:
		return string(r - 0xab70 + 0x13a0)
	}
	return or(specials()[r].fold, unicode.ToLower(r))
}

// Lower is the lower case of a code point between the text before and after it.
func Lower(before, after string, r rune) string {
	switch r {
	case 'İ':
		return "i̇"
	case 'Σ':
		if endsCased(before) && !startsCased(after) {
			return "ς"
		}
		return "σ"
	}
	return string(unicode.ToLower(r))
}

// IsCased tells letters that have a case.
func IsCased(r rune) bool { return IsLower(r) || IsUpper(r) || unicode.IsTitle(r) }

// IsLower tells what is in lower case.
func IsLower(r rune) bool { return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r) }

// IsUpper tells what is in upper case.
func IsUpper(r rune) bool { return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r) }

// ignorable tells the code points that do not end a word for a final sigma.
func ignorable(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) ||
		strings.ContainsRune("'.:^`·’", r)
}

func endsCased(s string) bool {
	i := strings.LastIndexFunc(s, func(r rune) bool { return !ignorable(r) })
	if i < 0 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return IsCased(r)
}

func startsCased(s string) bool {
	i := strings.IndexFunc(s, func(r rune) bool { return !ignorable(r) })
	if i < 0 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return IsCased(r)
}

// String maps every code point of s; f gets what stands before and after it.
func String(s string, f func(before, after string, r rune) string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(s[i:])
		}
		b.WriteString(f(s[:i], s[i+n:], r))
	}
	return b.String()
}

// ToUpper is a text in upper case; bytes that are no UTF-8 become U+FFFD.
func ToUpper(s string) string {
	if isASCII(s) {
		return strings.ToUpper(s)
	}
	return String(s, func(_, _ string, r rune) string { return Upper(r) })
}

// ToLower is a text in lower case; bytes that are no UTF-8 become U+FFFD.
func ToLower(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return String(s, Lower)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
