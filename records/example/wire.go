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
	"slices"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/tfs-lang/tfs/tensor"
)

// A piece is a run of a message's bytes. Places, unlike strings, cost the collector nothing.
type piece struct{ lo, hi int }

// fields walks over the fields of a message, or of a part of one.
type fields struct {
	s    string
	i    int // the place of the next field
	end  int
	num  int    // of the field
	kind int    // of its value: protowire.VarintType ...
	n    uint64 // the value of a varint
	body piece  // the bytes of a length-delimited value; those of fixed ones
	bad  bool   // the bytes are no message
}

func walk(s string, p piece) fields { return fields{s: s[:p.hi], i: p.lo, end: p.hi} }

// next goes to the next field; false at the end, or with bad set.
func (f *fields) next() bool {
	if f.i >= f.end {
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
		if size, i = varint(f.s, i); i < 0 || size > uint64(f.end-i) {
			f.bad = true
			return false
		}
		f.body = piece{i, i + int(size)}
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
		f.body = piece{i, i + n}
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
	return longVarint(s, i)
}

func longVarint(s string, i int) (uint64, int) {
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
	lists []piece
}

// read reads the parts of a Feature of message s, which are merged: of lists of two types the last one counts.
func (f *feature) read(s string, parts *span) bool {
	f.kind, f.lists = tensor.Invalid, f.lists[:0]
	if p := parts.first; parts.len() == 1 && p.lo < p.hi && s[p.lo]>>3 < byte(len(kinds)) {
		num := int(s[p.lo] >> 3)
		if list, at := lengthened(s, p, num); at == p.hi && num > 0 {
			f.kind, f.lists = kinds[num], append(f.lists, list)
			return true
		}
	}
	for p := range parts.len() {
		w := walk(s, parts.at(p))
		for w.next() {
			if w.num > 3 || w.kind != int(protowire.BytesType) {
				continue
			}
			if d := kinds[w.num]; d != f.kind {
				if !f.whole(s) { // what is replaced is read all the same
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
func (f *feature) whole(s string) bool {
	c := column{kind: f.kind}
	return f.kind == tensor.Invalid || c.add(s, f)
}

// span is the parts of one value: nearly always a single one.
type span struct {
	found bool
	empty bool // it is there, without any part
	first piece
	more  []piece
}

func (s *span) add(part piece) {
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

func (s *span) at(i int) piece {
	if i == 0 {
		return s.first
	}
	return s.more[i-1]
}

// lengthened is the body of the field at the start of a piece, and where it ends, if it has that number, below 16, and
// a length: 0 otherwise. Nearly every message consists of such fields in the order of their numbers.
func lengthened(s string, p piece, num int) (body piece, end int) {
	if p.lo >= p.hi || s[p.lo] != byte(num<<3|int(protowire.BytesType)) {
		return piece{}, 0
	}
	n, i := varint(s[:p.hi], p.lo+1)
	if i < 0 || n > uint64(p.hi-i) {
		return piece{}, 0
	}
	return piece{i, i + int(n)}, i + int(n)
}

// entry reads the entry of a map: its key and the parts of its value.
func entry(s string, p piece) (key string, value span, ok bool) {
	if k, at := lengthened(s, p, 1); at > 0 {
		if v, at := lengthened(s, piece{at, p.hi}, 2); at == p.hi {
			return s[k.lo:k.hi], span{found: true, first: v}, true
		}
	}
	w := walk(s, p)
	for w.next() {
		if w.kind != int(protowire.BytesType) {
			continue
		}
		switch w.num {
		case 1:
			key = s[w.body.lo:w.body.hi]
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

// expect makes room for all of n messages, which look like those that are done, and a little more.
func (c *column) expect(done, n int) {
	all := func(have int) int { return have * (n - done) / done * 9 / 8 }
	if !tensor.Reserve(int64(all(c.n))*8 + int64(all(c.texts.Size()))) {
		return // what is added finds out
	}
	c.ints, c.floats = slices.Grow(c.ints, all(len(c.ints))), slices.Grow(c.floats, all(len(c.floats)))
	if c.kind == tensor.String {
		c.texts.Expect(all(c.n), all(c.texts.Size()))
	}
}

// add appends the values of a feature of the column's type.
func (c *column) add(s string, f *feature) bool {
	for _, l := range f.lists {
		ok := false
		switch c.kind {
		case tensor.Int64:
			ok = c.addInts(s, l)
		case tensor.Float32:
			ok = c.addFloats(s, l)
		default:
			ok = c.addTexts(s, l)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (c *column) addInts(s string, list piece) bool {
	was := len(c.ints)
	w := walk(s, list)
	for w.next() {
		if w.num != 1 {
			continue
		}
		switch protowire.Type(w.kind) {
		case protowire.VarintType:
			c.ints = append(c.ints, int64(w.n))
		case protowire.BytesType:
			packed := s[:w.body.hi]
			for i := w.body.lo; i < len(packed); {
				if b := packed[i]; b < 0x80 {
					c.ints = append(c.ints, int64(b))
					i++
					continue
				}
				v, next := varint(packed, i)
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

func (c *column) addFloats(s string, list piece) bool {
	was := len(c.floats)
	w := walk(s, list)
	for w.next() {
		if w.num != 1 || w.kind != int(protowire.BytesType) && w.kind != int(protowire.Fixed32Type) {
			continue
		}
		b := raw(s[w.body.lo:w.body.hi])
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

func (c *column) addTexts(s string, list piece) bool {
	for text, at := lengthened(s, list, 1); at > 0; text, at = lengthened(s, list, 1) {
		c.texts.Append(s[text.lo:text.hi])
		c.n++
		list.lo = at
	}
	w := walk(s, list)
	for w.next() {
		if w.num == 1 && w.kind == int(protowire.BytesType) {
			c.texts.Append(s[w.body.lo:w.body.hi])
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
