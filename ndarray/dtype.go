package ndarray

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// DType is NumPy's description of one element.
type DType struct {
	Kind   byte         // NumPy's letter: b i u f c S U O V, M for dates and m for spans of time
	Num    tensor.DType // the number type; Invalid for S, U, O, V, M and m
	Size   int          // bytes of an element; 4 for each character of U, 8 for O
	Swap   bool         // bytes in big-endian order
	Fields []Field      // of a structured type (V)
	Unit   int          // of dates and spans
	Per    int          // how many units a step of theirs is
}

// Field is one field of a structured type. Shape is set where it holds a small array.
type Field struct {
	Name   string
	Type   *DType
	Offset int
	Shape  []int
}

// Object is the type of arrays of Python values.
var Object = &DType{Kind: 'O', Size: 8}

var numbers = func() map[tensor.DType]*DType {
	m := map[tensor.DType]*DType{}
	letters := map[tensor.Kind]byte{tensor.KindBool: 'b', tensor.KindInt: 'i', tensor.KindUint: 'u',
		tensor.KindFloat: 'f', tensor.KindComplex: 'c'}
	for _, d := range tensor.DTypes() {
		if k := letters[d.Kind()]; k != 0 && !d.IsQuantized() {
			m[d] = &DType{Kind: k, Num: d, Size: d.Size()}
		}
	}
	return m
}()

// Of is the type of a tensor's elements: Object for strings.
//
//go:noinline
func Of(d tensor.DType) *DType {
	if t := numbers[d.Base()]; t != nil {
		return t
	}
	return Object
}

// Text is the type of texts of n characters (U).
func Text(n int) *DType { return &DType{Kind: 'U', Size: 4 * n} }

// ByteText is the type of byte strings of n bytes (S).
func ByteText(n int) *DType { return &DType{Kind: 'S', Size: n} }

// IsNumber tells bool, integer, float and complex types.
func (d *DType) IsNumber() bool { return d.Num != tensor.Invalid }

// Native is the type in the machine's byte order.
//
//go:noinline
func (d *DType) Native() *DType {
	if !d.Swap {
		return d
	}
	if d.IsNumber() {
		return Of(d.Num)
	}
	z := *d
	z.Swap = false
	return &z
}

// Swapped is the type in the other byte order; types of single bytes have none.
func (d *DType) Swapped() *DType {
	if d.Swap {
		return d.Native()
	}
	if d.IsNumber() && d.Size == 1 || d.Kind == 'S' || d.Kind == 'O' {
		return d
	}
	z := *d
	if d.Kind == 'V' {
		z.Fields = append([]Field(nil), d.Fields...)
		for i, f := range z.Fields {
			z.Fields[i].Type = f.Type.Swapped()
		}
		return &z
	}
	z.Swap = true
	return &z
}

// Chars is the number of characters of U and S.
func (d *DType) Chars() int {
	if d.Kind == 'U' {
		return d.Size / 4
	}
	return d.Size
}

// Field finds a field by name.
func (d *DType) Field(name string) (Field, bool) {
	for _, f := range d.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Same tells whether two types describe the same bytes.
func Same(a, b *DType) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Num != b.Num || a.Size != b.Size || a.Swap != b.Swap ||
		a.Unit != b.Unit || a.Per != b.Per || len(a.Fields) != len(b.Fields) {
		return false
	}
	for i, f := range a.Fields {
		g := b.Fields[i]
		if f.Name != g.Name || f.Offset != g.Offset || !tensor.SameShape(f.Shape, g.Shape) || !Same(f.Type, g.Type) {
			return false
		}
	}
	return true
}

// Str is dtype.str: byte order, kind and size, such as <f8.
func (d *DType) Str() string {
	order := "<"
	switch {
	case d.Swap:
		order = ">"
	case d.IsNumber() && d.Size == 1 || d.Kind == 'S' || d.Kind == 'O' || d.Kind == 'V':
		order = "|"
	}
	switch {
	case d.Kind == 'O':
		return "|O"
	case d.Num == tensor.BFloat16:
		return "<V2"
	case d.IsDate():
		return order + string(d.Kind) + "8" + d.bracket()
	}
	return order + string(d.Kind) + strconv.Itoa(d.Chars())
}

// Name is dtype.name, such as float64 or str96.
func (d *DType) Name() string {
	switch {
	case d.IsNumber():
		return d.Num.Name()
	case d.Kind == 'O':
		return "object"
	case d.Kind == 'M':
		return "datetime64" + d.bracket()
	case d.Kind == 'm':
		return "timedelta64" + d.bracket()
	}
	return map[byte]string{'U': "str", 'S': "bytes", 'V': "void"}[d.Kind] + strconv.Itoa(8*d.Size)
}

// String is str(dtype): the name of a number type, else its code.
func (d *DType) String() string {
	switch {
	case (d.IsNumber() || d.IsDate()) && !d.Swap, d.Kind == 'O':
		return d.Name()
	case d.Fields != nil:
		return d.fieldList()
	}
	return d.Str()
}

// Repr is what stands between the brackets of repr(dtype).
func (d *DType) Repr() string {
	switch {
	case d.Kind == 'O':
		return "'O'"
	case d.Num == tensor.BFloat16:
		return "bfloat16"
	case d.Fields != nil:
		return d.fieldList()
	case d.Size == 0:
		return "'" + string(d.Kind) + "'"
	case d.Kind == 'S', d.Kind == 'V':
		return "'" + d.Str()[1:] + "'"
	case d.IsDate():
		return "'" + d.Str() + "'"
	}
	return "'" + d.String() + "'"
}

// fieldList is a structured type as a list of its fields, or as a dict where they do not lie one behind the other.
func (d *DType) fieldList() string {
	if !d.packed() {
		return d.fieldDict()
	}
	var b strings.Builder
	b.WriteByte('[')
	for i, f := range d.Fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("('" + f.Name + "', " + f.Type.short())
		if f.Shape != nil {
			b.WriteString(", " + Shape(f.Shape))
		}
		b.WriteByte(')')
	}
	return b.String() + "]"
}

// short is a type as it stands in the list of a structured one.
func (d *DType) short() string {
	switch {
	case d.Fields != nil:
		return d.fieldList()
	case d.Num == tensor.Bool:
		return "'?'"
	}
	return "'" + strings.TrimPrefix(d.Str(), "|") + "'"
}

// packed tells whether the fields lie one behind the other.
func (d *DType) packed() bool {
	at := 0
	for _, f := range d.Fields {
		if f.Offset != at {
			return false
		}
		n := 1
		for _, k := range f.Shape {
			n *= k
		}
		at += n * f.Type.Size
	}
	return at == d.Size
}

func (d *DType) fieldDict() string {
	var names, formats, offsets []string
	for _, f := range d.Fields {
		format := f.Type.short()
		if f.Shape != nil {
			format = "(" + format + ", " + Shape(f.Shape) + ")"
		}
		names = append(names, "'"+f.Name+"'")
		formats = append(formats, format)
		offsets = append(offsets, strconv.Itoa(f.Offset))
	}
	list := func(parts []string) string { return "[" + strings.Join(parts, ", ") + "]" }
	return "{'names': " + list(names) + ", 'formats': " + list(formats) + ", 'offsets': " + list(offsets) +
		", 'itemsize': " + strconv.Itoa(d.Size) + "}"
}

// Shape is a shape as Python prints a tuple: (2, 3) or (2,).
func Shape(s []int) string { return shapeText(s, ", ") }

// Tight is a shape as NumPy's messages have it: (2,3) or (2,).
func Tight(s []int) string { return shapeText(s, ",") }

func shapeText(s []int, sep string) string {
	parts := make([]string, len(s))
	for i, n := range s {
		parts[i] = strconv.Itoa(n)
	}
	if len(s) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, sep) + ")"
}
