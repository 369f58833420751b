package messages

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/tfs-lang/tfs/text/literal"
)

// TextOptions is how a message is written in text format. The zero value is what str() of a message gives;
// text_format.MessageToString sets Python.
type TextOptions struct {
	Python  bool // numbers as Python's repr, not as C's %g
	OneLine bool // blanks instead of line ends
	Angles  bool // < and > around messages
	Short   bool // repeated numbers in brackets
	Unknown bool // with fields that the message does not declare
	Indent  int
}

// Text writes a message, its fields in the order of their numbers and maps sorted by their keys.
func Text(m protoreflect.Message, o TextOptions) string {
	w := &textWriter{o: o}
	w.message(m, o.Indent)
	return w.b.String()
}

type textWriter struct {
	b strings.Builder
	o TextOptions
}

// begin and end stand around a field.
func (w *textWriter) begin(indent int) {
	if !w.o.OneLine {
		w.b.WriteString(strings.Repeat(" ", indent))
	}
}

//go:noinline
func (w *textWriter) end() {
	if w.o.OneLine {
		w.b.WriteByte(' ')
	} else {
		w.b.WriteByte('\n')
	}
}

// message writes the fields of a message.
func (w *textWriter) message(m protoreflect.Message, indent int) {
	for _, f := range SetFields(m) {
		v := m.Get(f)
		switch {
		case f.IsMap():
			w.entries(f, v.Map(), indent)
		case f.IsList():
			w.list(f, v.List(), indent)
		default:
			w.field(f, v, indent)
		}
	}
	if w.o.Unknown {
		w.unknown(m.GetUnknown(), indent)
	}
}

// SetFields lists the fields a message has, by their numbers.
func SetFields(m protoreflect.Message) []protoreflect.FieldDescriptor {
	var out []protoreflect.FieldDescriptor
	m.Range(func(f protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		out = append(out, f)
		return true
	})
	sort.Slice(out, func(i, j int) bool { return out[i].Number() < out[j].Number() })
	return out
}

// Keys lists the keys of a map in order.
func Keys(m protoreflect.Map) []protoreflect.MapKey {
	out := make([]protoreflect.MapKey, 0, m.Len())
	m.Range(func(k protoreflect.MapKey, _ protoreflect.Value) bool {
		out = append(out, k)
		return true
	})
	sort.Slice(out, func(i, j int) bool {
		switch a := out[i].Interface().(type) {
		case string:
			return a < out[j].String()
		case bool:
			return !a && out[j].Bool()
		case uint32, uint64:
			return out[i].Uint() < out[j].Uint()
		}
		return out[i].Int() < out[j].Int()
	})
	return out
}

func (w *textWriter) entries(f protoreflect.FieldDescriptor, m protoreflect.Map, indent int) {
	for _, k := range Keys(m) {
		inner := w.open(f, indent)
		w.field(f.MapKey(), k.Value(), inner)
		w.field(f.MapValue(), m.Get(k), inner)
		w.close(indent)
	}
}

func (w *textWriter) list(f protoreflect.FieldDescriptor, l protoreflect.List, indent int) {
	if w.o.Short && f.Kind() != protoreflect.MessageKind && f.Kind() != protoreflect.StringKind &&
		f.Kind() != protoreflect.BytesKind {
		w.begin(indent)
		w.b.WriteString(string(f.Name()) + ": [")
		for i := range l.Len() {
			if i > 0 {
				w.b.WriteString(", ")
			}
			w.b.WriteString(w.scalar(f, l.Get(i)))
		}
		w.b.WriteByte(']')
		w.end()
		return
	}
	for i := range l.Len() {
		w.field(f, l.Get(i), indent)
	}
}

func (w *textWriter) field(f protoreflect.FieldDescriptor, v protoreflect.Value, indent int) {
	if f.Kind() == protoreflect.MessageKind {
		inner := w.open(f, indent)
		w.message(v.Message(), inner)
		w.close(indent)
		return
	}
	w.begin(indent)
	w.b.WriteString(string(f.Name()) + ": " + w.scalar(f, v))
	w.end()
}

// open begins a message and gives the indentation of its fields.
func (w *textWriter) open(f protoreflect.FieldDescriptor, indent int) int {
	w.begin(indent)
	w.b.WriteString(string(f.Name()) + " ")
	if w.o.Angles {
		w.b.WriteByte('<')
	} else {
		w.b.WriteByte('{')
	}
	w.end()
	return indent + 2
}

func (w *textWriter) close(indent int) {
	w.begin(indent)
	if w.o.Angles {
		w.b.WriteByte('>')
	} else {
		w.b.WriteByte('}')
	}
	w.end()
}

// scalar writes a value that is no message.
func (w *textWriter) scalar(f protoreflect.FieldDescriptor, v protoreflect.Value) string {
	switch f.Kind() {
	case protoreflect.BytesKind:
		return literal.QuoteProto(string(v.Bytes()), false)
	case protoreflect.StringKind:
		return literal.QuoteProto(v.String(), true)
	case protoreflect.FloatKind:
		if w.o.Python {
			return literal.Float(ShortestFloat(float32(v.Float())))
		}
		return cFloat(v.Float(), 6, 9, func(s string) bool {
			x, _ := strconv.ParseFloat(s, 32)
			return float32(x) == float32(v.Float())
		})
	case protoreflect.DoubleKind:
		if w.o.Python {
			return literal.Float(v.Float())
		}
		return cFloat(v.Float(), 15, 17, func(s string) bool {
			x, _ := strconv.ParseFloat(s, 64)
			return x == v.Float()
		})
	case protoreflect.EnumKind:
		if e := f.Enum().Values().ByNumber(v.Enum()); e != nil {
			return string(e.Name())
		}
		return strconv.Itoa(int(v.Enum()))
	case protoreflect.BoolKind:
		return strconv.FormatBool(v.Bool())
	}
	return v.String()
}

// cFloat writes a number with so many digits, and more when that is not the number.
func cFloat(x float64, digits, more int, same func(s string) bool) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return literal.Float(x)
	}
	if s := literal.G(x, digits); same(s) {
		return s
	}
	return literal.G(x, more)
}

// ShortestFloat is the number with the fewest digits, from 6 on, that is a float32.
func ShortestFloat(x float32) float64 {
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return float64(x)
	}
	for digits := 6; digits < 9; digits++ {
		z, err := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', digits, 64), 64)
		if err == nil && float32(z) == x {
			return z
		}
	}
	z, _ := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', 9, 64), 64)
	return z
}

// unknown writes fields by their numbers.
func (w *textWriter) unknown(b []byte, indent int) {
	for len(b) > 0 {
		num, kind, n := protowire.ConsumeTag(b)
		size := protowire.ConsumeFieldValue(num, kind, b[max(n, 0):])
		if n < 0 || size < 0 {
			return
		}
		v := b[n : n+size]
		b = b[n+size:]
		if kind == protowire.StartGroupType || kind == protowire.EndGroupType {
			continue
		}
		w.begin(indent)
		w.b.WriteString(strconv.Itoa(int(num)) + ": ")
		switch kind {
		case protowire.VarintType:
			x, _ := protowire.ConsumeVarint(v)
			w.b.WriteString(strconv.FormatUint(x, 10))
		case protowire.Fixed32Type:
			x, _ := protowire.ConsumeFixed32(v)
			w.b.WriteString("0x" + strconv.FormatUint(uint64(x), 16))
		case protowire.Fixed64Type:
			x, _ := protowire.ConsumeFixed64(v)
			w.b.WriteString("0x" + strconv.FormatUint(x, 16))
		case protowire.BytesType:
			x, _ := protowire.ConsumeBytes(v)
			w.b.WriteString(literal.QuoteProto(string(x), false))
		}
		w.end()
	}
}
