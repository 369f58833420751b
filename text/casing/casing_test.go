package casing

import (
	"testing"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// TestMappings compares every code point with the tables of golang.org/x/text.
func TestMappings(t *testing.T) {
	upper, lower, fold := cases.Upper(language.Und), cases.Lower(language.Und), cases.Fold()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		s := string(r)
		cherokee := r >= 0x13a0 && r <= 0x13ff || r >= 0xab70 && r <= 0xabbf
		if Upper(r) != upper.String(s) || ToLower(s) != lower.String(s) || !cherokee && Fold(r) != fold.String(s) {
			t.Errorf("%x: %q %q %q", r, Upper(r), ToLower(s), Fold(r))
		}
	}
}

// TestTexts takes letters that become several, title case, the final sigma and bytes that are no text.
func TestTexts(t *testing.T) {
	for _, c := range [][2]string{
		{ToUpper("straße ŉ ﬁn ΐ"), "STRASSE ʼN FIN \u0399\u0308\u0301"}, {ToLower("ΟΔΥΣΣΕΥΣ. ΑΣ' Σ İ ẞ"), "οδυσσευς. ας' σ i̇ ß"},
		{Title('ǆ'), "ǅ"}, {Title('ß'), "Ss"}, {Title('ﬃ'), "Ffi"}, {Fold('ß'), "ss"}, {Fold('Ꮳ'), "Ꮳ"}, {Fold('ꮳ'), "Ꮳ"},
		{ToUpper("a\xffb"), "A\ufffdB"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}
