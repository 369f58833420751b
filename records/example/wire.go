// Package example reads serialized tf.train.Example and SequenceExample messages into columns, in one pass over
// their bytes and on all cores. What the bytes mean is what google.golang.org/protobuf says (a fuzz target holds
// the two equal): fields in any order, merged when they come twice, numbers packed or not, unknown fields passed
// over. Bytes of features nobody asks for are not looked into.
//
// It knows features, columns and TensorFlow's texts of errors; it knows no graphs and no Python.
package example

import (
	"encoding/binary"
	"math"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/tfs-lang/tfs/tensor"
)

// fields walks over the fields of a message.
type fields struct {
	s    string
	i    int
	num  int    // of the field
	kind int    // of its value: protowire.VarintType ...
	n    uint64 // the value of a varint
	body string // the bytes of a length-delimited value; those of fixed ones
	bad  bool   // the bytes are no message
}

// next goes to the next field; false at the end, or with bad set.
func (f *fields) next() bool {
	if f.i >= len(f.s) {
		return false
	}
	tag, i := varint(f.s, f.i)
	f.num, f.kind = int(tag>>3), int(tag&7)
	if i < 0 || tag>>3 == 0 || tag>>3 > uint64(protowire.MaxValidNumber) {
		f.bad = true
		return false
	}
	switch protowire.Type(f.kind) {
	case protowire.BytesType:
		var size uint64
		if size, i = varint(f.s, i); i < 0 || size > uint64(len(f.s)-i) {
			f.bad = true
			return false
		}
		f.body = f.s[i : i+int(size)]
		i += int(size)
	case protowire.VarintType:
		if f.n, i = varint(f.s, i); i < 0 {
			f.bad = true
			return false
		}
	default:
		n := protowire.ConsumeFieldValue(protowire.Number(f.num), protowire.Type(f.kind), raw(f.s[i:]))
		if n < 0 {
			f.bad = true
			return false
		}
		f.body = f.s[i : i+n]
		i += n
	}
	f.i = i
	return true
}

// raw is a string's bytes, which must not be changed.
func raw(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// varint reads a number at i and gives where it ends, -1 when it does not or takes more than 64 bits.
func varint(s string, i int) (uint64, int) {
	if i < len(s) && s[i] < 0x80 {
		return uint64(s[i]), i + 1
	}
	var v uint64
	for shift := uint(0); shift < 64; shift += 7 {
		if i >= len(s) {
			return 0, -1
		}
		b := s[i]
		i++
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if shift == 63 && b > 1 {
				return 0, -1
			}
			return v, i
		}
	}
	return 0, -1
}

// kinds are the element types of the fields of a Feature, by their numbers.
var kinds = [4]tensor.DType{1: tensor.String, 2: tensor.Float32, 3: tensor.Int64}

// feature is what the bytes of a Feature say: its type, Invalid for none, and the lists of its values.
type feature struct {
	kind  tensor.DType
	lists []string
}

// read reads the parts of a Feature, which are merged: of lists of two types the last one counts.
func (f *feature) read(parts span) bool {
	f.kind, f.lists = tensor.Invalid, f.lists[:0]
	for p := range parts.len() {
		w := fields{s: parts.at(p)}
		for w.next() {
			if w.num > 3 || w.kind != int(protowire.BytesType) {
				continue
			}
			if d := kinds[w.num]; d != f.kind {
				if !f.whole() { // what is replaced is read all the same
					return false
				}
				f.kind, f.lists = d, f.lists[:0]
			}
			f.lists = append(f.lists, w.body)
		}
		if w.bad {
			return false
		}
	}
	return true
}

// whole tells whether the lists can be read.
func (f *feature) whole() bool {
	c := column{kind: f.kind}
	return f.kind == tensor.Invalid || c.add(f)
}

// span is the parts of one value: nearly always a single one.
type span struct {
	found bool
	empty bool // it is there, without any part
	first string
	more  []string
}

func (s *span) add(part string) {
	if !s.found {
		s.found, s.first = true, part
		return
	}
	s.more = append(s.more, part)
}

func (s *span) len() int {
	if !s.found || s.empty {
		return 0
	}
	return 1 + len(s.more)
}

func (s *span) at(i int) string {
	if i == 0 {
		return s.first
	}
	return s.more[i-1]
}

// entry reads the entry of a map: its key and the parts of its value.
func entry(s string) (key string, value span, ok bool) {
	w := fields{s: s}
	for w.next() {
		if w.kind != int(protowire.BytesType) {
			continue
		}
		switch w.num {
		case 1:
			key = w.body
		case 2:
			value.add(w.body)
		}
	}
	return key, value, !w.bad
}

// column collects the values of a feature, of all examples one behind the other.
type column struct {
	kind   tensor.DType
	ints   []int64
	floats []float32
	texts  tensor.StringBuilder
	n      int
	lens   []int // how many values each example has, or each feature of a list
}

// add appends the values of a feature of the column's type.
func (c *column) add(f *feature) bool {
	for _, l := range f.lists {
		ok := false
		switch c.kind {
		case tensor.Int64:
			ok = c.addInts(l)
		case tensor.Float32:
			ok = c.addFloats(l)
		default:
			ok = c.addTexts(l)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (c *column) addInts(s string) bool {
	was := len(c.ints)
	w := fields{s: s}
	for w.next() {
		if w.num != 1 {
			continue
		}
		switch protowire.Type(w.kind) {
		case protowire.VarintType:
			c.ints = append(c.ints, int64(w.n))
		case protowire.BytesType:
			for i := 0; i < len(w.body); {
				if b := w.body[i]; b < 0x80 {
					c.ints = append(c.ints, int64(b))
					i++
					continue
				}
				v, next := varint(w.body, i)
				if next < 0 {
					return false
				}
				c.ints = append(c.ints, int64(v))
				i = next
			}
		}
	}
	c.n += len(c.ints) - was
	return !w.bad
}

func (c *column) addFloats(s string) bool {
	was := len(c.floats)
	w := fields{s: s}
	for w.next() {
		if w.num != 1 || w.kind != int(protowire.BytesType) && w.kind != int(protowire.Fixed32Type) {
			continue
		}
		b := raw(w.body)
		if len(b)%4 != 0 {
			return false
		}
		for ; len(b) > 0; b = b[4:] {
			c.floats = append(c.floats, math.Float32frombits(binary.LittleEndian.Uint32(b)))
		}
	}
	c.n += len(c.floats) - was
	return !w.bad
}

func (c *column) addTexts(s string) bool {
	w := fields{s: s}
	for w.next() {
		if w.num == 1 && w.kind == int(protowire.BytesType) {
			c.texts.Append(w.body)
			c.n++
		}
	}
	return !w.bad
}

// addDefault appends the values that stand for a missing feature.
func (c *column) addDefault(d *tensor.Tensor) {
	c.n += d.Len()
	switch c.kind {
	case tensor.Int64:
		c.ints = append(c.ints, d.Int64s()...)
	case tensor.Float32:
		for i := range d.Len() {
			c.floats = append(c.floats, float32(d.Float(i)))
		}
	default:
		for i := range d.Len() {
			c.texts.Append(d.Str(i))
		}
	}
}

// tensor is the values in a shape.
func (c *column) tensor(shape []int) (*tensor.Tensor, error) {
	switch c.kind {
	case tensor.Int64:
		return tensor.FromSlice(shape, c.ints[:len(c.ints):len(c.ints)]), nil
	case tensor.Float32:
		return tensor.FromSlice(shape, c.floats[:len(c.floats):len(c.floats)]), nil
	}
	return c.texts.Tensor(shape)
}

// join puts columns of one type behind each other.
func join(parts []*column) (*column, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	z := &column{kind: parts[0].kind}
	counts, bytes := 0, 0
	for _, p := range parts {
		z.n += p.n
		counts += len(p.lens)
		bytes += p.texts.Size()
	}
	if !tensor.Reserve(int64(z.n)*8 + int64(bytes)) {
		return nil, tensor.Failf(tensor.ResourceExhausted, "the %d values of a feature do not fit", z.n)
	}
	z.lens = make([]int, 0, counts)
	switch z.kind {
	case tensor.Int64:
		z.ints = make([]int64, 0, z.n)
	case tensor.Float32:
		z.floats = make([]float32, 0, z.n)
	default:
		if err := z.texts.Grow(z.n, bytes); err != nil {
			return nil, err
		}
	}
	for _, p := range parts {
		z.lens = append(z.lens, p.lens...)
		z.ints = append(z.ints, p.ints...)
		z.floats = append(z.floats, p.floats...)
		z.texts.AppendAll(&p.texts)
	}
	return z, nil
}
