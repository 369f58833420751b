package py

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/text/literal"
	"github.com/tfs-lang/tfs/text/runenames"
)

// codec is an encoding: its name in messages and how it is read and written. Those of one byte have a page instead.
type codec struct {
	name string
	unit int // bytes of one code unit: 1 for UTF-8
	big  bool
	mark bool // starts with a byte order mark
	max  rune // the end of its range, for ascii and latin-1
	page *page

	escape bool // unicode_escape: what is not printable ASCII as in literals
}

// norm is the name of an encoding as the tables have it: of two spellings the shorter.
func norm(e string) string {
	plain := true
	for i := range len(e) {
		plain = plain && (e[i] >= 'a' && e[i] <= 'z' || e[i] >= '0' && e[i] <= '9')
	}
	if plain {
		return e
	}
	if e == "utf-8" {
		return "utf8"
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, e)
}

var codecs = map[string]codec{
	"utf8":    {name: "utf-8", unit: 1},
	"u8":      {name: "utf-8", unit: 1},
	"utf8sig": {name: "utf-8", unit: 1, mark: true},
	"ascii":   {name: "ascii", max: 0x80},
	"usascii": {name: "ascii", max: 0x80},
	"latin1": {
		name: "latin-1",
		max:  0x100,
	},
	"iso88591": {name: "latin-1", max: 0x100},
	"l1":       {name: "latin-1", max: 0x100},
	"latin":    {name: "latin-1", max: 0x100},
	"iso8859":  {name: "latin-1", max: 0x100},
	"8859":     {name: "latin-1", max: 0x100},
	"cp819":    {name: "latin-1", max: 0x100},
	"utf16": {
		name: "utf-16",
		unit: 2,
		mark: true,
	},
	"utf16le": {name: "utf-16-le", unit: 2},
	"utf16be": {name: "utf-16-be", unit: 2, big: true},
	"utf32": {
		name: "utf-32",
		unit: 4,
		mark: true,
	},
	"unicodeescape": {name: "unicodeescape", escape: true},
	"utf32le":       {name: "utf-32-le", unit: 4},
	"utf32be":       {name: "utf-32-be", unit: 4, big: true},
}

func findCodec(name string) (codec, error) {
	c, ok := codecs[norm(name)]
	if !ok {
		c.name, c.page = "charmap", pages()[norm(name)]
		ok = c.page != nil
	}
	if !ok {
		return c, Raisef(LookupErrorClass, "unknown encoding: %s", name)
	}
	return c, nil
}

// Encode is str.encode. It stops when the thread must; t may be nil.
func Encode(t *Thread, s, encoding, errors string) (Value, error) {
	c, err := findCodec(encoding)
	if err != nil {
		return nil, err
	}
	if c.unit == 1 && !c.mark && utf8.ValidString(s) {
		return Bytes(s), nil
	}
	size := len(s)
	if c.unit > 1 {
		size = c.unit * (RuneLen(s) + 1)
	}
	if err := fits(int64(size)); err != nil {
		return nil, err
	}
	out := make([]byte, 0, size)
	if c.mark {
		out = c.unitBytes(out, 0xfeff)
	}
	for i, at := 0, 0; at < len(s); {
		if i&0xffff == 0 {
			if err := t.checkIf(); err != nil {
				return nil, err
			}
		}
		r, n := rune(s[at]), 1
		if r >= utf8.RuneSelf {
			r, n = literal.DecodeRune(s[at:])
		}
		b, ok := c.encode(out, r)
		if ok {
			out, at, i = b, at+n, i+1
			continue
		}
		bad, k := at, 0
		for tried := make([]byte, 0, 16); at < len(s); k++ {
			r, n = literal.DecodeRune(s[at:])
			if _, ok := c.encode(tried, r); ok {
				break
			}
			at += n
		}
		if out, err = c.unencodable(out, s, s[bad:at], i, k, errors); err != nil {
			return nil, err
		}
		i += k
	}
	return Bytes(owned(out)), nil
}

// encode appends a code point, where the encoding has it.
func (c codec) encode(b []byte, r rune) ([]byte, bool) {
	switch {
	case c.page != nil:
		x, ok := c.page.encode(r)
		return append(b, x), ok
	case c.max > 0:
		return append(b, byte(r)), r < c.max
	case c.escape && (r == '\\' || r == '\n' || r == '\r' || r == '\t'):
		return append(b, '\\', "\\nrt"[strings.IndexRune("\\\n\r\t", r)]), true
	case c.escape && r >= ' ' && r <= '~':
		return append(b, byte(r)), true
	case c.escape:
		return append(b, literal.EscapeRune(r)...), true
	}
	return c.unitBytes(b, r), !literal.IsSurrogate(r)
}

// unitBytes appends a code point in the code units of a UTF.
func (c codec) unitBytes(b []byte, r rune) []byte {
	if c.unit == 2 && r < 0x10000 {
		if c.big {
			return append(b, byte(r>>8), byte(r))
		}
		return append(b, byte(r), byte(r>>8))
	}
	order := binary.AppendByteOrder(binary.LittleEndian)
	if c.big {
		order = binary.BigEndian
	}
	switch c.unit {
	case 1:
		return literal.AppendRune(b, r)
	case 2:
		hi, lo := utf16.EncodeRune(r)
		return order.AppendUint16(order.AppendUint16(b, uint16(hi)), uint16(lo))
	}
	return order.AppendUint32(b, uint32(r))
}

// unencodable does with n code points of s from position i on, the bytes of bad, what errors says.
func (c codec) unencodable(out []byte, s, bad string, i, n int, errors string) ([]byte, error) {
	why := "surrogates not allowed"
	switch {
	case c.page != nil:
		why = "character maps to <undefined>"
	case c.max > 0:
		why = fmt.Sprintf("ordinal not in range(%d)", c.max)
	}
	fail := func() error {
		return NewExc(UnicodeEncodeClass, c.name, s, int64(i), int64(i+n), why)
	}
	for at := 0; at < len(bad); {
		r, k := literal.DecodeRune(bad[at:])
		at += k
		text := ""
		switch errors {
		case "strict":
			return nil, fail()
		case "ignore":
		case "replace":
			text = "?"
		case "xmlcharrefreplace":
			text = fmt.Sprintf("&#%d;", r)
		case "backslashreplace", "namereplace":
			text = literal.EscapeRune(r)
			if name := runenames.Of(r); errors == "namereplace" && name != "" {
				text = `\N{` + name + "}"
			}
		case "surrogateescape":
			if r < 0xdc80 || r > 0xdcff {
				return nil, fail()
			}
			out = append(out, byte(r))
		case "surrogatepass":
			if !literal.IsSurrogate(r) || c.unit == 0 {
				return nil, fail()
			}
			out = c.unitBytes(out, r)
		default:
			return nil, Raisef(LookupErrorClass, "unknown error handler name '%s'", errors)
		}
		for _, x := range text {
			out, _ = c.encode(out, x)
		}
	}
	return out, nil
}

// Decode is bytes.decode. It stops when the thread must; t may be nil.
func Decode(t *Thread, s, encoding, errors string) (Value, error) {
	c, err := findCodec(encoding)
	if err != nil {
		return nil, err
	}
	if c.mark {
		c, s = c.readMark(s)
	}
	text, err := c.decodeAll(t, s, errors)
	if err != nil {
		return nil, err
	}
	return text, nil
}

func (c codec) decodeAll(t *Thread, s, errors string) (string, error) {
	if c.unit == 1 && utf8.ValidString(s) {
		return s, nil
	}
	if c.escape {
		return c.unescape(s, errors)
	}
	var err error
	if err := fits(int64(len(s))); err != nil {
		return "", err
	}
	out := make([]byte, 0, len(s))
	for at, turn := 0, 0; at < len(s); turn++ {
		if turn&0xffff == 0 {
			if err := t.checkIf(); err != nil {
				return "", err
			}
		}
		r, n, why := c.decode(s[at:])
		if why == "" {
			out, at = literal.AppendRune(out, r), at+n
			continue
		}
		if out, n, err = c.undecodable(out, s, at, n, why, errors); err != nil {
			return "", err
		}
		at += n
	}
	return owned(out), nil
}

// unescape reads bytes, each a character, as the inside of a literal.
func (c codec) unescape(s, errors string) (string, error) {
	wide := make([]byte, 0, len(s))
	for i := range len(s) {
		wide = utf8.AppendRune(wide, rune(s[i]))
	}
	var out []byte
	for chars, at := owned(wide), 0; ; {
		text, from, to, why := literal.Unescape(chars, false)
		if out = append(out, text...); why == "" {
			return owned(out), nil
		}
		first, end := RuneLen(chars[:from]), RuneLen(chars[:to])
		var err error
		if out, _, err = c.undecodable(out, s, at+first, end-first, why, errors); err != nil {
			return "", err
		}
		chars, at = chars[to:], at+end
	}
}

// readMark takes the byte order mark off.
func (c codec) readMark(s string) (codec, string) {
	if little := c.unitBytes(nil, 0xfeff); strings.HasPrefix(s, string(little)) {
		return c.ordered(), s[len(little):]
	}
	swapped := c
	swapped.big = true
	if big := swapped.unitBytes(nil, 0xfeff); c.unit > 1 && strings.HasPrefix(s, string(big)) {
		return swapped.ordered(), s[len(big):]
	}
	return c.ordered(), s
}

// ordered is the codec under the name that errors give it once the order of its bytes is known.
func (c codec) ordered() codec {
	switch {
	case c.unit > 1 && c.big:
		c.name += "-be"
	case c.unit > 1:
		c.name += "-le"
	}
	return c
}

// decode reads one code point: it and its length, or how many bytes are wrong and why.
func (c codec) decode(s string) (r rune, n int, why string) {
	switch {
	case c.page != nil:
		if r = c.page.decode(s[0]); r == utf8.RuneError {
			return 0, 1, "character maps to <undefined>"
		}
		return r, 1, ""
	case c.max > 0:
		if rune(s[0]) >= c.max {
			return 0, 1, "ordinal not in range(128)"
		}
		return rune(s[0]), 1, ""
	case c.unit == 1:
		return literal.DecodeUTF8(s)
	case len(s) < c.unit:
		return 0, len(s), "truncated data"
	}
	unit := func(s string) rune {
		if c.big {
			return rune(s[0])<<8 | rune(s[1])
		}
		return rune(s[1])<<8 | rune(s[0])
	}
	if c.unit == 4 {
		if r = unit(s) | unit(s[2:])<<16; c.big {
			r = unit(s)<<16 | unit(s[2:])
		}
		if r < 0 || r > utf8.MaxRune {
			return 0, 4, "code point not in range(0x110000)"
		}
		if literal.IsSurrogate(r) {
			return r, 4, "code point in surrogate code point range(0xd800, 0xe000)"
		}
		return r, 4, ""
	}
	r = unit(s)
	switch {
	case !literal.IsSurrogate(r):
		return r, 2, ""
	case r >= 0xdc00:
		return r, 2, "illegal encoding"
	case len(s) < 4:
		return r, len(s), "unexpected end of data"
	}
	if r = utf16.DecodeRune(r, unit(s[2:])); r == utf8.RuneError {
		return r, 2, "illegal UTF-16 surrogate"
	}
	return r, 4, ""
}

// undecodable does with n wrong bytes at a place what errors says; it tells how many it took.
func (c codec) undecodable(out []byte, s string, at, n int, why, errors string) ([]byte, int, error) {
	switch errors {
	case "strict":
	case "ignore":
		return out, n, nil
	case "replace":
		return append(out, "\ufffd"...), n, nil
	case "backslashreplace":
		for _, b := range []byte(s[at : at+n]) {
			out = append(out, fmt.Sprintf(`\x%02x`, b)...)
		}
		return out, n, nil
	case "surrogateescape":
		if s[at] >= 0x80 {
			return literal.AppendRune(out, 0xdc00|rune(s[at])), 1, nil
		}
	case "surrogatepass":
		if r, k := literal.DecodeRune(s[at:]); c.unit == 1 && literal.IsSurrogate(r) {
			return literal.AppendRune(out, r), k, nil
		}
		if r, k, _ := c.decode(s[at:]); c.unit > 1 && literal.IsSurrogate(r) && k == c.unit {
			return literal.AppendRune(out, r), k, nil
		}
	default:
		return nil, 0, Raisef(LookupErrorClass, "unknown error handler name '%s'", errors)
	}
	return nil, 0, NewExc(UnicodeDecodeClass, c.name, Bytes(s), int64(at), int64(at+n), why)
}
