package py

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	xuni "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// Encode is str.encode.
func Encode(s, encoding, errors string) (Value, error) {
	switch norm(encoding) {
	case "utf8", "u8":
		return Bytes(s), nil
	case "ascii", "latin1", "iso88591":
		limit := rune(0x100)
		if norm(encoding) == "ascii" {
			limit = 0x80
		}
		var b []byte
		for i, r := range []rune(s) {
			switch {
			case r < limit:
				b = append(b, byte(r))
			case errors == "ignore":
			case errors == "replace":
				b = append(b, '?')
			default:
				return nil, Raisef(UnicodeEncodeClass, "'%s' codec can't encode character %s in position %d: ordinal not in range(%d)", strings.ReplaceAll(strings.ToLower(encoding), "latin1", "latin-1"), StrRepr(string(r)), i, limit)
			}
		}
		return Bytes(b), nil
	case "utf16", "utf16le", "utf16be":
		e := xuni.UTF16(xuni.LittleEndian, xuni.IgnoreBOM)
		if norm(encoding) == "utf16be" {
			e = xuni.UTF16(xuni.BigEndian, xuni.IgnoreBOM)
		}
		out, err := e.NewEncoder().String(s)
		if norm(encoding) == "utf16" {
			out = "\xff\xfe" + out
		}
		return Bytes(out), err
	case "utf32", "utf32le", "utf32be":
		e := utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
		if norm(encoding) == "utf32be" {
			e = utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
		}
		out, err := e.NewEncoder().String(s)
		if norm(encoding) == "utf32" {
			out = "\xff\xfe\x00\x00" + out
		}
		return Bytes(out), err
	case "cp1252", "windows1252":
		out, err := charmap.Windows1252.NewEncoder().String(s)
		return Bytes(out), err
	}
	return nil, Raisef(LookupErrorClass, "unknown encoding: %s", encoding)
}

func norm(e string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(e))
}

// Decode is bytes.decode.
func Decode(s, encoding, errors string) (Value, error) {
	switch norm(encoding) {
	case "utf8", "u8":
		if utf8.ValidString(s) {
			return s, nil
		}
		switch errors {
		case "ignore":
			return strings.ToValidUTF8(s, ""), nil
		case "replace":
			var b strings.Builder
			for _, r := range s {
				b.WriteRune(r)
			}
			return b.String(), nil
		case "backslashreplace":
			var b strings.Builder
			for i := 0; i < len(s); {
				r, n := utf8.DecodeRuneInString(s[i:])
				if r == utf8.RuneError && n == 1 {
					b.WriteString(`\x` + string(hexDigits[s[i]>>4]) + string(hexDigits[s[i]&15]))
				} else {
					b.WriteRune(r)
				}
				i += n
			}
			return b.String(), nil
		}
		i := 0
		for i < len(s) {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			i += n
		}
		why := "invalid start byte"
		if c := s[i]; c >= 0xc2 && c <= 0xf4 {
			why = "invalid continuation byte"
			if i == len(s)-1 {
				why = "unexpected end of data"
			}
		}
		return nil, Raisef(UnicodeDecodeClass, "'utf-8' codec can't decode byte 0x%02x in position %d: %s", s[i], i, why)
	case "ascii", "latin1", "iso88591":
		r := make([]rune, 0, len(s))
		for i := range len(s) {
			if s[i] >= 0x80 && norm(encoding) == "ascii" {
				switch errors {
				case "ignore":
					continue
				case "replace":
					r = append(r, utf8.RuneError)
					continue
				}
				return nil, Raisef(UnicodeDecodeClass, "'ascii' codec can't decode byte 0x%02x in position %d: ordinal not in range(128)", s[i], i)
			}
			r = append(r, rune(s[i]))
		}
		return string(r), nil
	case "utf16", "utf16le", "utf16be":
		e := xuni.UTF16(xuni.LittleEndian, xuni.UseBOM)
		switch norm(encoding) {
		case "utf16le":
			e = xuni.UTF16(xuni.LittleEndian, xuni.IgnoreBOM)
		case "utf16be":
			e = xuni.UTF16(xuni.BigEndian, xuni.IgnoreBOM)
		}
		return e.NewDecoder().String(s)
	case "utf32", "utf32le", "utf32be":
		e := utf32.UTF32(utf32.LittleEndian, utf32.UseBOM)
		switch norm(encoding) {
		case "utf32le":
			e = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
		case "utf32be":
			e = utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
		}
		return e.NewDecoder().String(s)
	case "cp1252", "windows1252":
		return charmap.Windows1252.NewDecoder().String(s)
	}
	return nil, Raisef(LookupErrorClass, "unknown encoding: %s", encoding)
}
