package ndarray

import "strings"

// Text reads an element of type U (as UTF-8) or S, without the zeros at its end.
func (d *DType) Text(b []byte) string {
	if d.Kind == 'S' {
		return strings.TrimRight(string(b), "\x00")
	}
	var out strings.Builder
	for i := 0; i+4 <= len(b); i += 4 {
		r := rune(b[i]) | rune(b[i+1])<<8 | rune(b[i+2])<<16 | rune(b[i+3])<<24
		if d.Swap {
			r = rune(b[i+3]) | rune(b[i+2])<<8 | rune(b[i+1])<<16 | rune(b[i])<<24
		}
		out.WriteRune(r)
	}
	return strings.TrimRight(out.String(), "\x00")
}

// SetText writes a text into an element of type U or S: cut to its size, filled with zeros.
func (d *DType) SetText(b []byte, s string) {
	clear(b)
	if d.Kind == 'S' {
		copy(b, s)
		return
	}
	i := 0
	for _, r := range s {
		if i+4 > len(b) {
			return
		}
		if d.Swap {
			b[i], b[i+1], b[i+2], b[i+3] = byte(r>>24), byte(r>>16), byte(r>>8), byte(r)
		} else {
			b[i], b[i+1], b[i+2], b[i+3] = byte(r), byte(r>>8), byte(r>>16), byte(r>>24)
		}
		i += 4
	}
}
