package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/literal"
)

// codec reads and writes one encoding. next gives a code point and how many bytes it takes;
// ok is false when they are not well formed.
type codec struct {
	name string
	next func(s string) (r rune, size int, ok bool)
}

// codecOf finds an encoding by the names ICU knows it under: case, blanks, hyphens and
// underscores do not count.
func codecOf(name string) (*codec, error) {
	key := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	switch key {
	case "utf8":
		return &codec{"UTF-8", nextUTF8}, nil
	case "utf16be", "utf16":
		return &codec{"UTF-16-BE", nextUTF16}, nil
	case "utf32be", "utf32":
		return &codec{"UTF-32-BE", nextUTF32}, nil
	case "usascii", "ascii":
		return &codec{name, func(s string) (rune, int, bool) { return rune(s[0]), 1, s[0] < 0x80 }}, nil
	case "latin1", "iso88591", "l1":
		return &codec{name, func(s string) (rune, int, bool) { return rune(s[0]), 1, true }}, nil
	}
	var e encoding.Encoding
	for _, n := range []string{name, strings.ReplaceAll(name, " ", "-"), strings.ReplaceAll(name, "_", "-")} {
		if f, err := ianaindex.IANA.Encoding(n); err == nil && f != nil {
			e = f
			break
		}
		if f, err := htmlindex.Get(n); err == nil {
			e = f
			break
		}
	}
	if e == nil {
		return nil, tensor.Errorf("Could not create converter for input encoding: %s", name)
	}
	return &codec{name, func(s string) (rune, int, bool) { return nextOther(e, s) }}, nil
}

// nextOther decodes one character of an encoding of up to four bytes.
func nextOther(e encoding.Encoding, s string) (rune, int, bool) {
	for n := 1; n <= min(4, len(s)); n++ {
		out, err := e.NewDecoder().String(s[:n])
		if err != nil {
			continue
		}
		r, size := utf8.DecodeRuneInString(out)
		if size == len(out) && size > 0 && r != utf8.RuneError {
			return r, n, true
		}
	}
	return 0, 1, false
}

// nextUTF8 takes the longest start of a well-formed sequence as one fault, as ICU does.
func nextUTF8(s string) (rune, int, bool) {
	r, n, why := literal.DecodeUTF8(s)
	return r, n, why == ""
}

func nextUTF16(s string) (rune, int, bool) {
	if len(s) < 2 {
		return 0, len(s), false
	}
	r := rune(s[0])<<8 | rune(s[1])
	if r < 0xd800 || r > 0xdfff {
		return r, 2, true
	}
	if r < 0xdc00 && len(s) >= 4 && s[2]&0xfc == 0xdc {
		return (r-0xd800)<<10 + (rune(s[2])<<8 | rune(s[3])) - 0xdc00 + 0x10000, 4, true
	}
	return 0, 2, false
}

func nextUTF32(s string) (rune, int, bool) {
	if len(s) < 4 {
		return 0, len(s), false
	}
	r := uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
	return rune(r), 4, r <= 0x10ffff && (r < 0xd800 || r > 0xdfff)
}

func encodeRune(b []byte, name string, r rune) []byte {
	switch name {
	case "UTF-16-BE":
		if r > 0xffff {
			r -= 0x10000
			hi, lo := 0xd800+r>>10, 0xdc00+r&0x3ff
			return append(b, byte(hi>>8), byte(hi), byte(lo>>8), byte(lo))
		}
		return append(b, byte(r>>8), byte(r))
	case "UTF-32-BE":
		return append(b, byte(r>>24), byte(r>>16), byte(r>>8), byte(r))
	}
	return utf8.AppendRune(b, r)
}
