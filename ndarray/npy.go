package ndarray

import (
	"context"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/tensor"
)

// The files np.save writes (numpy/lib/format.py): a magic text, the length of a header, the header as a Python
// dict, and the elements.

const npyMagic = "\x93NUMPY"

// growth is how many digits NumPy leaves room for in the first dimension, so that a file can grow.
const growth = 21

// EncodeNPY gives an array as np.save writes it, in rows.
func EncodeNPY(ctx context.Context, a *Array) ([]byte, error) {
	if a.IsObject() || a.dtype.Kind == 'V' && a.dtype.Fields == nil {
		return nil, tensor.Failf(tensor.ValueError, "arrays of %s are not saved", a.dtype.Str())
	}
	c, err := a.Copy(ctx, 'C')
	if err != nil {
		return nil, err
	}
	dims := make([]string, len(a.shape))
	for i, d := range a.shape {
		dims[i] = strconv.Itoa(d)
	}
	shape := "(" + strings.Join(dims, ", ") + ")"
	pad := 0
	switch len(dims) {
	case 0:
	case 1:
		shape = "(" + dims[0] + ",)"
		fallthrough
	default:
		pad = growth - len(dims[0])
	}
	descr := "'" + a.dtype.Str() + "'"
	if a.dtype.Fields != nil {
		if !a.dtype.packed() {
			return nil, tensor.Failf(tensor.ValueError, "arrays of records with gaps are not saved: %s", a.dtype)
		}
		descr = strings.ReplaceAll(a.dtype.fieldList(), "'?'", "'|b1'")
	}
	head := "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }" +
		strings.Repeat(" ", max(pad, 0))
	head += strings.Repeat(" ", 63-(10+len(head))%64) + "\n"
	size := a.n * a.dtype.Size
	if len(head) > 65535 || !memory.Reserve(int64(size)) {
		return nil, tensor.Failf(tensor.ResourceExhausted, "an array of %d bytes does not fit", size)
	}
	out := append(make([]byte, 0, 10+len(head)+size), npyMagic+"\x01\x00"...)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(head)))
	out = append(out, head...)
	return append(out, c.buf.data[c.offset:c.offset+size]...), nil
}

var (
	npyType  = regexp.MustCompile(`'descr'\s*:\s*(?:'([^']*)'|(\[.*\]))`)
	npyOrder = regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`)
	npyShape = regexp.MustCompile(`'shape'\s*:\s*\(([0-9, ]*)\)`)
	// npyHead is the header as a whole: the three entries, in any order.
	npyHead = regexp.MustCompile(`^\s*\{(?:\s*(?:'descr'\s*:\s*(?:'[^']*'|\[.*\])|'fortran_order'\s*:\s*(?:True|False)|` +
		`'shape'\s*:\s*\([0-9, ]*\))\s*(?:,|(\})))+\s*(\}?)\s*$`)
)

// SizeNPY is how many bytes of a file an array that DecodeNPY read takes, header included: others may follow.
func SizeNPY(b []byte, a *Array) int {
	start := 10 + int(binary.LittleEndian.Uint16(b[8:]))
	if b[6] > 1 {
		start = 12 + int(binary.LittleEndian.Uint32(b[8:]))
	}
	return start + a.Len()*a.DType().Size
}

// DecodeNPY reads what np.save wrote. The elements are those of b, which must not change.
func DecodeNPY(b []byte) (*Array, error) {
	fail := func(format string, args ...any) (*Array, error) {
		return nil, tensor.Failf(tensor.ValueError, format, args...)
	}
	if len(b) < 10 || string(b[:6]) != npyMagic {
		return fail("the magic string is not correct; expected b'\\x93NUMPY'")
	}
	size, start := int(binary.LittleEndian.Uint16(b[8:])), 10
	switch b[6] {
	case 1:
	case 2, 3:
		if len(b) < 12 {
			return fail("EOF: reading array header length, expected 4 bytes got %d", len(b)-8)
		}
		size, start = int(binary.LittleEndian.Uint32(b[8:])), 12
	default:
		return fail("we only support format version (1,0), (2,0), and (3,0), not (%d, %d)", b[6], b[7])
	}
	if size > len(b)-start {
		return fail("EOF: reading array header, expected %d bytes got %d", size, len(b)-start)
	}
	head, data := string(b[start:start+size]), b[start+size:]
	typ, order, dims := npyType.FindStringSubmatch(head), npyOrder.FindStringSubmatch(head),
		npyShape.FindStringSubmatch(head)
	whole := npyHead.FindStringSubmatch(head)
	if typ == nil || order == nil || dims == nil || whole == nil || (whole[1] == "") == (whole[2] == "") {
		return fail("Cannot parse header: %s", fmt.Sprintf("%.200q", head))
	}
	if strings.HasSuffix(typ[1], "O") {
		return fail("Object arrays cannot be loaded when allow_pickle=False")
	}
	d, ok := Parse(typ[1])
	if typ[2] != "" {
		d, _, ok = parseList(typ[2])
	}
	if !ok || d.Kind == 'V' && d.Fields == nil || d.Size == 0 {
		return fail("descr is not a valid dtype descriptor: '%s'", typ[1])
	}
	shape, n, err := npyDims(dims[1], d.Size)
	if err != nil {
		return nil, err
	}
	if have := len(data) / d.Size; have < n {
		return fail("Failed to read all data for array. Expected %s = %d elements, could only read %d elements. "+
			"(file seems not fully written?)", dimsText(shape), n, have)
	}
	a := FromMemory(d, shape, data[:n*d.Size:n*d.Size], nil, false, false)
	if order[1] == "True" && len(shape) > 1 {
		return a.Strided(shape, contiguous(shape, d.Size, true), 0), nil
	}
	return a, nil
}

// parseList reads a structured type as a list of its fields, and gives what stands behind it.
func parseList(s string) (d *DType, rest string, ok bool) {
	var fields []Field
	skip := func(c string) bool { // a character, and blanks around it
		s = strings.TrimLeft(s, " ")
		found := strings.HasPrefix(s, c)
		s = strings.TrimLeft(strings.TrimPrefix(s, c), " ")
		return found
	}
	word := func() string {
		if !skip("'") {
			return ""
		}
		w, after, _ := strings.Cut(s, "'")
		s = after
		return w
	}
	if !skip("[") {
		return nil, s, false
	}
	for skip("(") {
		f := Field{Name: word()}
		skip(",")
		if strings.HasPrefix(s, "[") {
			f.Type, s, ok = parseList(s)
		} else {
			f.Type, ok = Parse(word())
		}
		if !ok || f.Name == "" || f.Type.Size == 0 || f.Type.Kind == 'O' {
			return nil, s, false
		}
		if skip(",") && skip("(") {
			dims, after, _ := strings.Cut(s, ")")
			shape, _, err := npyDims(dims, f.Type.Size)
			if err != nil {
				return nil, s, false
			}
			f.Shape, s = shape, after
		}
		fields = append(fields, f)
		if !skip(")") {
			return nil, s, false
		}
		skip(",")
	}
	if !skip("]") || fields == nil {
		return nil, s, false
	}
	return Struct(fields, false), s, true
}

// ObjectsNPY is what follows the header of a file of Python objects, a pickle; ok is false for other files.
func ObjectsNPY(b []byte) (pickle []byte, ok bool) {
	if len(b) < 12 || string(b[:6]) != npyMagic {
		return nil, false
	}
	size, start := int(binary.LittleEndian.Uint16(b[8:])), 10
	if b[6] > 1 {
		size, start = int(binary.LittleEndian.Uint32(b[8:])), 12
	}
	if size > len(b)-start {
		return nil, false
	}
	typ := npyType.FindStringSubmatch(string(b[start : start+size]))
	return b[start+size:], typ != nil && strings.HasSuffix(typ[1], "O")
}

// npyDims reads the dimensions of a header, with the number of elements.
func npyDims(text string, size int) (shape []int, n int, err error) {
	n = 1
	for _, f := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		d, err := strconv.Atoi(f)
		if err != nil || d > tensor.MaxElements || d > 0 && n > tensor.MaxBytes/d/size {
			return nil, 0, tensor.Failf(tensor.ValueError, "shape is not valid: (%s)", text)
		}
		shape, n = append(shape, d), n*d
	}
	if len(shape) > 64 {
		return nil, 0, tensor.Failf(tensor.ValueError, "maximum supported dimension for an ndarray is 64, found %d",
			len(shape))
	}
	return shape, n, nil
}

func dimsText(shape []int) string {
	if len(shape) == 1 {
		return "(" + strconv.Itoa(shape[0]) + ",)"
	}
	s := make([]string, len(shape))
	for i, d := range shape {
		s[i] = strconv.Itoa(d)
	}
	return "(" + strings.Join(s, ", ") + ")"
}
