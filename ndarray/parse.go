package ndarray

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// codes are NumPy's names of types: letters, letters with sizes, and words.
var codes = map[string]tensor.DType{
	"?": tensor.Bool, "b": tensor.Int8, "B": tensor.Uint8, "h": tensor.Int16, "H": tensor.Uint16, "i": tensor.Int32,
	"I": tensor.Uint32,
	"l": tensor.Int64, "L": tensor.Uint64, "q": tensor.Int64, "Q": tensor.Uint64, "p": tensor.Int64, "P": tensor.Uint64,
	"n": tensor.Int64, "N": tensor.Uint64,
	"e": tensor.Float16, "f": tensor.Float32, "d": tensor.Float64, "F": tensor.Complex64, "D": tensor.Complex128,
	"c":  tensor.Complex64,
	"b1": tensor.Bool, "i1": tensor.Int8, "i2": tensor.Int16, "i4": tensor.Int32, "i8": tensor.Int64,
	"u1": tensor.Uint8, "u2": tensor.Uint16, "u4": tensor.Uint32, "u8": tensor.Uint64,
	"f2": tensor.Float16, "f4": tensor.Float32, "f8": tensor.Float64, "c8": tensor.Complex64, "c16": tensor.Complex128,
	"bool": tensor.Bool, "bool_": tensor.Bool, "int": tensor.Int64, "int_": tensor.Int64, "uint": tensor.Uint64,
	"intc": tensor.Int32, "uintc": tensor.Uint32,
	"intp": tensor.Int64, "uintp": tensor.Uint64, "byte": tensor.Int8, "ubyte": tensor.Uint8, "short": tensor.Int16,
	"ushort": tensor.Uint16,
	"long":   tensor.Int64, "ulong": tensor.Uint64, "longlong": tensor.Int64, "ulonglong": tensor.Uint64,
	"float": tensor.Float64, "double": tensor.Float64, "single": tensor.Float32, "half": tensor.Float16,
	"complex": tensor.Complex128, "cdouble": tensor.Complex128, "csingle": tensor.Complex64,
}

func init() {
	for d := range numbers {
		codes[d.Name()] = d
	}
	delete(codes, "c")
}

// Parse reads a type string such as <f8, S3, float32 or u2,f4.
func Parse(s string) (*DType, bool) {
	if strings.Contains(s, ",") {
		if len(splitOutside(s)) == 1 { // one type with a shape: only fields have one
			return nil, false
		}
		return parseFields(s)
	}
	swap := false
	if s != "" && strings.IndexByte("<>=|", s[0]) >= 0 {
		swap = s[0] == '>'
		s = s[1:]
	}
	if d, ok := codes[s]; ok {
		if swap {
			return Of(d).Swapped(), true
		}
		return Of(d), true
	}
	switch s {
	case "O", "object", "object_":
		return Object, true
	case "str", "str_", "unicode":
		return Text(0), true
	case "bytes", "bytes_":
		return ByteText(0), true
	case "M", "m":
		d := Dated(s[0], NoUnit, 1)
		if swap {
			d = d.Swapped()
		}
		return d, true
	case "c":
		return ByteText(1), true
	case "a":
		return nil, false
	}
	if n := len(s); n > 1 && strings.IndexByte("SUV", s[n-1]) >= 0 && strings.Trim(s[:n-1], "0123456789") == "" { // 10S
		s = s[n-1:] + s[:n-1]
	}
	if d, ok := parseDated(s); ok && d != nil {
		if swap {
			d = d.Swapped()
		}
		return d, true
	}
	if s == "" || strings.IndexByte("SUV", s[0]) < 0 {
		return nil, false
	}
	n := 0
	if len(s) > 1 {
		var err error
		if n, err = strconv.Atoi(s[1:]); err != nil || n < 0 || n > 1<<28 {
			return nil, false
		}
	}
	switch s[0] {
	case 'U':
		d := Text(n)
		if swap {
			d = d.Swapped()
		}
		return d, true
	case 'S':
		return ByteText(n), true
	}
	return &DType{Kind: 'V', Size: n}, true
}

// splitOutside splits at the commas that stand in no brackets.
func splitOutside(s string) []string {
	var out []string
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				out, from = append(out, s[from:i]), i+1
			}
		}
	}
	return append(out, s[from:])
}

func parseFields(s string) (*DType, bool) {
	var fields []Field
	for i, part := range splitOutside(s) {
		part = strings.TrimSpace(part)
		var shape []int
		if k := strings.LastIndexByte(part, ')'); k > 0 && part[0] == '(' {
			for _, d := range strings.Split(part[1:k], ",") {
				n, err := strconv.Atoi(strings.TrimSpace(d))
				if err != nil {
					return nil, false
				}
				shape = append(shape, n)
			}
			part = part[k+1:]
		} else if k := strings.IndexFunc(part, func(r rune) bool { return r < '0' || r > '9' }); k > 0 {
			n, _ := strconv.Atoi(part[:k])
			if n != 1 {
				shape = []int{n}
			}
			part = part[k:]
		}
		if part == "" && i > 0 {
			break
		}
		if strings.Contains(part, ",") { // in brackets of its own
			return nil, false
		}
		d, ok := Parse(part)
		if !ok {
			return nil, false
		}
		fields = append(fields, Field{Name: "f" + strconv.Itoa(i), Type: d, Shape: shape})
	}
	return Struct(fields, false), true
}

// Struct is the structured type of some fields, laid out one after the other, or on their
// natural boundaries with align. A field's offset is set here.
func Struct(fields []Field, align bool) *DType {
	at, widest := 0, 1
	for i, f := range fields {
		if align {
			a := f.Type.Alignment()
			widest = max(widest, a)
			at = (at + a - 1) / a * a
		}
		fields[i].Offset = at
		at += f.Type.Size * count(f.Shape)
	}
	return &DType{Kind: 'V', Size: (at + widest - 1) / widest * widest, Fields: fields}
}

// Alignment is the boundary at which elements start.
func (d *DType) Alignment() int {
	switch d.Kind {
	case 'S':
		return 1
	case 'U':
		return 4
	case 'c':
		return d.Size / 2
	case 'V':
		a := 1
		for _, f := range d.Fields {
			a = max(a, f.Type.Alignment())
		}
		return a
	}
	return d.Size
}
