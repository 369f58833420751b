package literal

import "unicode/utf8"

// DecodeRune is the first code point of a text and its length: as utf8.DecodeRuneInString, and
// surrogates.
func DecodeRune(s string) (rune, int) {
	if len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf && s[2]&0xc0 == 0x80 {
		return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
	}
	return utf8.DecodeRuneInString(s)
}

// AppendRune is utf8.AppendRune, and surrogates.
func AppendRune(b []byte, r rune) []byte {
	if r >= 0xd800 && r <= 0xdfff {
		return append(b, 0xed, byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f))
	}
	return utf8.AppendRune(b, r)
}

// IsSurrogate tells half of a UTF-16 pair.
func IsSurrogate(r rune) bool { return r >= 0xd800 && r <= 0xdfff }
