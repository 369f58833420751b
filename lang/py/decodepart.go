package py

// DecodePart decodes the beginning of a longer text; taken is how many bytes of s it took: not those of a character
// that is cut off, unless s ends the text. rest is the encoding of what follows, behind a byte order mark.
func DecodePart(s, encoding, errors string, ended bool) (text string, taken int, rest string, err error) {
	c, err := findCodec(encoding)
	if err != nil {
		return "", 0, "", err
	}
	body := s
	if c.mark {
		if !ended && len(s) < 4 {
			return "", 0, encoding, nil
		}
		c, body = c.readMark(s)
		encoding = c.name
	}
	taken = len(s)
	if !ended {
		cut := c.cutOff(body)
		body, taken = body[:len(body)-cut], taken-cut
	}
	text, err = c.decodeAll(nil, body, errors)
	return text, taken, encoding, err
}

// cutOff is how many bytes at the end of s begin a character that goes on.
func (c codec) cutOff(s string) int {
	switch {
	case c.page != nil || c.max > 0:
		return 0
	case c.unit == 1:
		for n := 1; n <= min(3, len(s)); n++ {
			if b := s[len(s)-n]; b < 0x80 {
				return 0
			} else if b >= 0xc0 {
				if _, k, why := c.decode(s[len(s)-n:]); why == "unexpected end of data" && k == n {
					return n
				}
				return 0
			}
		}
		return 0
	}
	cut := len(s) % c.unit
	if whole := s[:len(s)-cut]; c.unit == 2 && len(whole) > 1 {
		if _, _, why := c.decode(whole[len(whole)-2:]); why == "unexpected end of data" {
			cut += 2
		}
	}
	return cut
}

// Unmarked is the encoding of a text that goes on: without the byte order mark of its start.
func Unmarked(encoding string) string {
	c, err := findCodec(encoding)
	if err != nil || !c.mark {
		return encoding
	}
	return c.ordered().name
}

// UnitOf is how many bytes a line feed takes in an encoding.
func UnitOf(encoding string) int {
	c, _ := findCodec(encoding)
	return max(c.unit, 1)
}
