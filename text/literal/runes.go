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

// DecodeUTF8 reads a code point of UTF-8 and how many bytes it takes; why is "" then. Where the bytes are
// wrong, n is the length of the longest part that could have begun a code point and why says what follows
// it, in Python's words. s is not empty.
func DecodeUTF8(s string) (r rune, n int, why string) {
	if r, n = utf8.DecodeRuneInString(s); r != utf8.RuneError || n > 1 {
		return r, n, ""
	}
	want := 0
	lo, hi := byte(0x80), byte(0xbf)
	switch c := s[0]; {
	case c >= 0xc2 && c <= 0xdf:
		want = 2
	case c >= 0xe0 && c <= 0xef:
		want = 3
		if c == 0xe0 {
			lo = 0xa0
		} else if c == 0xed {
			hi = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		want = 4
		if c == 0xf0 {
			lo = 0x90
		} else if c == 0xf4 {
			hi = 0x8f
		}
	default:
		return 0, 1, "invalid start byte"
	}
	for n = 1; n < want; n++ {
		if n >= len(s) {
			return 0, n, "unexpected end of data"
		}
		if s[n] < lo || s[n] > hi {
			return 0, n, "invalid continuation byte"
		}
		lo, hi = 0x80, 0xbf
	}
	return 0, n, "invalid continuation byte"
}
