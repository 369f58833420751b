package std

import (
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
)

// more decodes the next part of a text; false at the end of the file.
func (d *disk) more() (bool, error) {
	var block [partSize]byte
	n, err := d.fill(block[:], d.at)
	if err != nil {
		return false, err
	}
	raw, ended, at := d.tail+string(block[:n]), n == 0, d.at-int64(len(d.tail))
	d.at += int64(n)
	if err := d.decodePart(raw, at, ended); err != nil {
		return false, err
	}
	return !ended || d.text != "", nil
}

// decodePart makes bytes that stand at a place the part whose characters are read.
func (d *disk) decodePart(raw string, at int64, ended bool) error {
	text, taken, codec, err := py.DecodePart(raw, d.codec, d.errors, ended)
	if err != nil {
		return err
	}
	d.part, d.partAt, d.partCodec, d.codec = raw, at, d.codec, codec
	var held bool
	if d.text, held = d.translated(text, ended); held {
		taken -= py.UnitOf(codec)
	}
	d.used, d.tail = 0, raw[taken:]
	return nil
}

// translated makes line ends \n when they are any. A \r at the end of a part is held back, for a \n may follow it.
func (d *disk) translated(text string, ended bool) (_ string, held bool) {
	if d.newline != "\n" && d.newline != "\r" && !ended && strings.HasSuffix(text, "\r") {
		text, held = text[:len(text)-1], true
	}
	if d.newline == py.None && strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return text, held
}

// lineEnd is where the first line of a text ends, -1 when it does not.
func (f *file) lineEnd(text string) int {
	end, _ := f.newline.(string)
	switch {
	case f.newline == py.None || end == "\n":
		return strings.IndexByte(text, '\n') + 1
	case end != "":
		if i := strings.Index(text, end); i >= 0 {
			return i + len(end)
		}
		return 0
	}
	i := strings.IndexAny(text, "\r\n") + 1
	if i > 0 && text[i-1] == '\r' && strings.HasPrefix(text[i:], "\n") {
		i++
	}
	return i
}

// chars reads n characters, all for -1.
func (d *disk) chars(t *thread, n int64) (string, error) {
	if n < 0 {
		before := d.text[d.used:]
		raw, err := d.rest(t, d.at, -1)
		if err != nil {
			return "", err
		}
		at := d.at - int64(len(d.tail))
		d.at += int64(len(raw))
		if err := d.decodePart(d.tail+string(raw), at, true); err != nil {
			return "", err
		}
		text := before + d.text
		d.text, d.part = "", ""
		return text, py.Fits(int64(len(text)))
	}
	return d.collect(func(text string) (int, bool) {
		at := 0
		for ; n > 0 && at < len(text); n-- {
			_, size := utf8.DecodeRuneInString(text[at:])
			if size == 1 && text[at] == 0xed && at+3 <= len(text) {
				size = 3 // a surrogate
			}
			at += size
		}
		return at, n == 0
	})
}

// textLine reads a line, at most n characters of it when n is not negative.
func (d *disk) textLine(n int64) (string, error) {
	return d.collect(func(text string) (int, bool) {
		end := d.lineEnd(text)
		done := end > 0
		if !done {
			end = len(text)
		}
		if n < 0 {
			return end, done
		}
		at := 0
		for ; n > 0 && at < end; n-- {
			_, size := utf8.DecodeRuneInString(text[at:end])
			at += size
		}
		return at, n == 0 || done
	})
}

// collect takes characters part by part: take tells how many bytes of a text are wanted and whether they are the last.
func (d *disk) collect(take func(text string) (n int, done bool)) (string, error) {
	n, done := take(d.text[d.used:])
	out := d.text[d.used : d.used+n]
	d.used += n
	for !done {
		ok, err := d.more()
		if err != nil || !ok {
			return out, err
		}
		n, done = take(d.text)
		d.used = n
		if out == "" {
			out = d.text[:n]
		} else {
			out += d.text[:n]
		}
		if err := py.Fits(int64(len(out))); err != nil {
			return "", err
		}
	}
	return out, nil
}

// encoded is a text as the bytes that are written at the place of the file: a byte order mark stands at its start only.
func (d *disk) encoded(s string) ([]byte, error) {
	codec := d.encoding
	if d.at+int64(len(d.held)) != 0 {
		codec = py.Unmarked(codec)
	}
	v, err := py.Encode(nil, s, codec, d.errors)
	if err != nil {
		return nil, err
	}
	return []byte(v.(py.Bytes)), nil
}
