package explain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

func init() {
	register(drawUnicode, "tf.strings.unicode_decode", "tf.strings.unicode_split", "tf.strings.unicode_script",
		"tf.strings.unicode_decode_with_offsets", "tf.strings.unicode_split_with_offsets")
}

// stringValue draws the characters of a text: code points, bytes, bits.
func (c *canvas) stringValue(p *picture, s string) {
	if s == "" {
		p.add(scene.Text{S: "∅   an empty string: 0 bytes"})
		p.tell("An empty string of 0 bytes.")
		return
	}
	plain := true
	for i := range len(s) {
		plain = plain && s[i] >= ' ' && s[i] < 0x7f
	}
	if plain || !utf8.ValidString(s) {
		c.bytesValue(p, s)
		if !plain {
			p.why("not UTF-8: the bytes are no text")
		}
		return
	}
	p.add(scene.Table{Rows: c.characters(p, s, 16), Tight: true})
	p.why("%s, %s in UTF-8", count(utf8.RuneCountInString(s), "code point"), count(len(s), "byte"))
}

// characters is a row for each code point, at most so many.
func (c *canvas) characters(p *picture, s string, most int) []scene.Row {
	var rows []scene.Row
	n := utf8.RuneCountInString(s)
	i := 0
	for _, r := range s {
		if i++; i > most {
			rows = append(rows, scene.Row{Cols: []scene.Run{scene.Words(scene.Plain, ""),
				scene.Words(scene.Dim, fmt.Sprintf("... %d of %d code points", most, n))}})
			break
		}
		b := utf8.AppendRune(nil, r)
		hex, bits := make([]string, len(b)), make([]string, len(b))
		for k, x := range b {
			hex[k], bits[k] = fmt.Sprintf("%02x", x), dotted(x, k == 0, len(b))
		}
		shown := scene.Data(scene.Clean(string(r), false))
		rows = append(rows, scene.Row{Cols: []scene.Run{{Cells: []scene.Cell{{Text: shown, Kind: scene.Plain}}},
			scene.Words(scene.Plain, fmt.Sprintf("U+%04X", r)), scene.Words(scene.Plain, fmt.Sprint(r)),
			{Cells: toned(scene.Cells(hex...), 1+i%2), Tight: true}},
			Note: strings.Join(bits, " "), Group: fmt.Sprintf("U+%04X", r)})
		p.tell("%s is U+%04X, %d: the bytes %s.", shown, r, r, strings.Join(hex, " "))
	}
	return rows
}

// dotted are the bits of a byte of UTF-8: those that say its part, a dot, those of the code point.
func dotted(x byte, first bool, n int) string {
	bits := fmt.Sprintf("%08b", x)
	at := 2
	switch {
	case first && n == 1:
		at = 1
	case first:
		at = n + 1
	}
	return bits[:at] + "." + bits[at:]
}

// drawUnicode draws the characters of the strings with their code points and bytes.
func drawUnicode(c *canvas, s *Step) *picture {
	in, ok := c.dense(s.arg("input"))
	if !ok || in.DType() != tensor.String || in.Rank() > 1 || s.Err != nil {
		return nil
	}
	if enc, isText := s.arg("input_encoding").(string); isText && enc != "UTF-8" {
		return nil
	}
	p := &picture{}
	var rows []scene.Row
	for i := range min(in.Len(), mostRows) {
		text := in.Str(i)
		if !utf8.ValidString(text) {
			return nil
		}
		n := utf8.RuneCountInString(text)
		if in.Rank() == 1 && (n != 1 || in.Len() == 1) {
			label := fmt.Sprintf("[%d] %s, %s", i, count(len(text), "byte"), count(n, "code point"))
			if n == 0 {
				label = fmt.Sprintf("[%d] ∅", i)
			}
			rows = append(rows, scene.Row{Cols: []scene.Run{{Cells: []scene.Cell{{Text: label, Kind: scene.Index}}}}})
			p.tell("String %d has %s and %s.", i, count(len(text), "byte"), count(n, "code point"))
			p.add(tables(rows[:len(rows)-1])...)
			p.add(scene.Text{S: label, Kind: scene.Index})
			rows = nil
		}
		rows = append(rows, c.characters(p, text, 8)...)
	}
	p.add(tables(rows)...)
	if in.Len() > mostRows {
		p.add(scene.Text{S: fmt.Sprintf("... %s in all", count(in.Len(), "string")), Kind: scene.Dim})
	}
	p.add(scene.Text{S: "the bits after the dots, joined, are the code point", Kind: scene.Dim, Hang: 2})
	if out, ok := c.value(s.Result); ok {
		p.why("shape %s -> %s %s", shape(in), shape(out), dtypeOf(out))
	} else if t, isTuple := s.Result.(*py.Tuple); isTuple {
		p.why("two results: %s and %s", c.brief(t.Items[0]), c.brief(t.Items[len(t.Items)-1]))
	}
	return p
}

func tables(rows []scene.Row) []scene.Node {
	if len(rows) == 0 {
		return nil
	}
	return []scene.Node{scene.Table{Rows: rows, Tight: true}}
}
