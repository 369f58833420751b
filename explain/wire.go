package explain

import (
	"fmt"
	"math"
	"strings"

	"encoding/binary"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
)

// fields are the fields of the messages of tf.train.Example: name and message or element type.
var fields = map[string]map[int][2]string{
	"Example":   {1: {"features", "Features"}},
	"Features":  {1: {"entry", "Entry"}},
	"Entry":     {1: {"key", "text"}, 2: {"value", "Feature"}},
	"Feature":   {1: {"bytes_list", "BytesList"}, 2: {"float_list", "FloatList"}, 3: {"int64_list", "Int64List"}},
	"BytesList": {1: {"value", "bytes"}},
	"FloatList": {1: {"value", "floats"}},
	"Int64List": {1: {"value", "varints"}},
}

// wire reads protobuf's bytes and draws a line for each field.
type wire struct {
	p    *picture
	left int    // lines
	long string // how the first number of several bytes is made
}

// message draws the fields of one message; false for bytes that are none.
func (w *wire) message(s, kind string, level int) bool {
	for s != "" {
		if w.left--; w.left <= 0 {
			return true
		}
		tag, n := binary.Uvarint([]byte(s))
		size, k := uint64(0), 0
		if n > 0 {
			size, k = binary.Uvarint([]byte(s[n:]))
		}
		field, known := fields[kind][int(tag>>3)]
		if n <= 0 || k <= 0 || tag&7 != 2 || !known || uint64(len(s)-n-k) < size {
			return false
		}
		head, body := s[:n+k], s[n+k:][:size]
		s = s[n+k+int(size):]
		w.field(head, body, field, level)
	}
	return true
}

// field draws one field: the bytes of its tag and length, its name, then what is in it.
func (w *wire) field(head, body string, field [2]string, level int) {
	line := strings.Repeat("  ", level) + fmt.Sprintf("% x", head)
	name, kind := field[0], field[1]
	show := body
	more := ""
	if len(show) > 12 {
		show, more = show[:12], " ..."
	}
	switch kind {
	case "text", "bytes":
		value := scene.Data(text(body))
		if kind == "bytes" {
			value = py.ReprOf(py.Bytes(scene.Cut(literalText(body), 60)))
		}
		w.line(line, fmt.Sprintf("%s  % x%s", name, show, more), value)
	case "varints":
		values, long := varints(body)
		if long != "" && w.long == "" {
			w.long = long
		}
		w.line(line, fmt.Sprintf("%s  % x%s", name, show, more), values)
	case "floats":
		var nums []string
		for b := body; len(b) >= 4 && len(nums) < 12; b = b[4:] {
			nums = append(nums, fmt.Sprintf("%g", math.Float32frombits(binary.LittleEndian.Uint32([]byte(b)))))
		}
		w.line(line, fmt.Sprintf("%s  % x%s", name, show, more), "["+strings.Join(nums, ", ")+"]")
	default:
		w.line(line, fmt.Sprintf("%s, %s", name, count(len(body), "byte")), "")
		if !w.message(body, kind, level+1) {
			w.line(line, "...", "")
		}
	}
}

// literalText cuts a text that is too long to show.
func literalText(s string) string { return s[:min(len(s), 60)] }

func (w *wire) line(head, what, value string) {
	w.p.add(scene.Table{Rows: []scene.Row{{Cols: []scene.Run{{Cells: []scene.Cell{{Text: head, Kind: scene.Ruler}}, Slot: 18},
		scene.Words(scene.Plain, what), scene.Words(scene.Strong, value)}}}, Gap: 2})
	w.p.tell("%s: %s %s.", strings.TrimSpace(head), what, value)
}

// varints are the numbers of packed varints, and how the first one of two bytes is made.
func varints(s string) (text, long string) {
	var nums []string
	for s != "" && len(nums) < 12 {
		v, n := binary.Uvarint([]byte(s))
		if n <= 0 {
			break
		}
		if n == 2 && long == "" {
			long = fmt.Sprintf("%02x %02x = 0x%02x + 128 x %d = %d (varint, low 7 bits first)", s[0], s[1], s[0]&0x7f, s[1], v)
		}
		nums, s = append(nums, fmt.Sprint(int64(v))), s[n:]
	}
	if s != "" {
		nums = append(nums, "...")
	}
	return "[" + strings.Join(nums, ", ") + "]", long
}
