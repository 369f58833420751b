package text

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/charset"
	"github.com/tfs-lang/tfs/text/literal"
)

// codec reads and writes one encoding. next gives a code point and how many bytes it takes;
// ok is false when they are not well formed.
type codec struct {
	name string
	next func(s string) (r rune, size int, ok bool)
	mark string // starts a text that mirror reads instead: a byte order mark; next reads one of its own order
	own  string
	// mirror is nil for encodings in which marks are characters like others.
	mirror func(s string) (r rune, size int, ok bool)
}

// codecOf finds an encoding by the names ICU knows it under: case, blanks, hyphens and
// underscores do not count.
func codecOf(name string) (*codec, error) {
	switch charset.Fold(name) {
	case "utf8", "unicode11utf8", "unicode20utf8", "xunicode20utf8", "cp65001":
		return &codec{name: "UTF-8", next: nextUTF8}, nil
	case "utf16be", "utf16bigendian":
		return &codec{name: "UTF-16-BE", next: nextUTF16}, nil
	case "utf16le", "utf16littleendian":
		return &codec{name: name, next: nextUTF16LE}, nil
	case "utf16", "ucs2", "unicode", "csunicode", "iso10646ucs2":
		return &codec{"UTF-16-BE", nextUTF16, "\xff\xfe", "\xfe\xff", nextUTF16LE}, nil
	case "utf32be", "utf32bigendian":
		return &codec{name: "UTF-32-BE", next: nextUTF32}, nil
	case "utf32le", "utf32littleendian":
		return &codec{name: name, next: nextUTF32LE}, nil
	case "utf32", "iso10646ucs4", "csucs4", "ucs4":
		return &codec{"UTF-32-BE", nextUTF32, "\xff\xfe\x00\x00", "\x00\x00\xfe\xff", nextUTF32LE}, nil
	case "usascii", "ascii":
		return &codec{name: name, next: func(s string) (rune, int, bool) { return rune(s[0]), 1, s[0] < 0x80 }}, nil
	case "latin1", "iso88591", "l1":
		return &codec{name: name, next: func(s string) (rune, int, bool) { return rune(s[0]), 1, true }}, nil
	}
	e := charset.Find(name)
	if e == nil {
		return nil, tensor.Errorf("Could not create converter for input encoding: %s", name)
	}
	return &codec{name: name, next: e.Next}, nil
}

// start gives how s is read, and the size of the mark it begins with.
func (k *codec) start(s string) (next func(s string) (rune, int, bool), skip int) {
	switch {
	case k.mirror == nil:
	case strings.HasPrefix(s, k.mark):
		return k.mirror, len(k.mark)
	case strings.HasPrefix(s, k.own):
		return k.next, len(k.own)
	}
	return k.next, 0
}

// nextUTF8 takes the longest start of a well-formed sequence as one fault, as ICU does.
func nextUTF8(s string) (rune, int, bool) {
	r, n, why := literal.DecodeUTF8(s)
	return r, n, why == ""
}

func nextUTF16(s string) (rune, int, bool) { return utf16(s, 0) }

func nextUTF16LE(s string) (rune, int, bool) { return utf16(s, 1) }

// utf16 reads units whose high byte stands at hi.
func utf16(s string, hi int) (rune, int, bool) {
	if len(s) < 2 {
		return 0, len(s), false
	}
	r := rune(s[hi])<<8 | rune(s[1-hi])
	if r < 0xd800 || r > 0xdfff {
		return r, 2, true
	}
	if r < 0xdc00 && len(s) >= 4 && s[2+hi]&0xfc == 0xdc {
		return (r-0xd800)<<10 + (rune(s[2+hi])<<8 | rune(s[3-hi])) - 0xdc00 + 0x10000, 4, true
	}
	return 0, 2, false
}

func nextUTF32(s string) (rune, int, bool) {
	if len(s) < 4 {
		return 0, len(s), false
	}
	return utf32(binary.BigEndian.Uint32([]byte(s[:4])))
}

func nextUTF32LE(s string) (rune, int, bool) {
	if len(s) < 4 {
		return 0, len(s), false
	}
	return utf32(binary.LittleEndian.Uint32([]byte(s[:4])))
}

func utf32(r uint32) (rune, int, bool) {
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
