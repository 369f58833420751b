package parquet

import (
	"encoding/binary"
	"math"
)

// The compact protocol of Thrift (github.com/apache/thrift, doc/specs/thrift-compact-protocol.md), as far as Parquet's
// metadata need it. A message is read into fields by their numbers, whatever they are.

const (
	thriftTrue = iota + 1
	thriftFalse
	thriftByte
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
)

// message is the fields of a struct: int64, string, []any, message.
type message map[int]any

// thrift reads messages; bad says that the bytes are none.
type thrift struct {
	b   []byte
	at  int
	bad bool
}

func (t *thrift) byte() byte {
	if t.at >= len(t.b) {
		t.bad = true
		return 0
	}
	t.at++
	return t.b[t.at-1]
}

func (t *thrift) uvarint() uint64 {
	v, n := binary.Uvarint(t.b[min(t.at, len(t.b)):])
	if n <= 0 {
		t.bad = true
		return 0
	}
	t.at += n
	return v
}

func (t *thrift) varint() int64 {
	v := t.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

const maxThriftDepth = 32

// message reads a struct.
func (t *thrift) message(depth int) message {
	m := message{}
	id := 0
	for !t.bad {
		head := t.byte()
		if head == 0 {
			break
		}
		if delta := int(head >> 4); delta != 0 {
			id += delta
		} else {
			id = int(t.varint())
		}
		switch kind := int(head & 15); kind {
		case thriftTrue:
			m[id] = int64(1)
		case thriftFalse:
			m[id] = int64(0)
		default:
			m[id] = t.value(kind, depth)
		}
	}
	return m
}

// value reads a value of a kind.
func (t *thrift) value(kind, depth int) any {
	if depth == 0 {
		t.bad = true
	}
	if t.bad {
		return nil
	}
	switch kind {
	case thriftTrue, thriftFalse: // in lists a bool is a byte
		return int64(t.byte() & 1)
	case thriftByte:
		return int64(int8(t.byte()))
	case thriftI16, thriftI32, thriftI64:
		return t.varint()
	case thriftDouble:
		if t.at > len(t.b)-8 {
			t.bad = true
			return nil
		}
		t.at += 8
		return math.Float64frombits(binary.LittleEndian.Uint64(t.b[t.at-8:]))
	case thriftBinary:
		n := t.uvarint()
		if t.bad || n > uint64(len(t.b)-t.at) {
			t.bad = true
			return nil
		}
		t.at += int(n)
		return string(t.b[t.at-int(n) : t.at])
	case thriftList, thriftSet:
		head := t.byte()
		n := uint64(head >> 4)
		if n == 15 {
			n = t.uvarint()
		}
		var out []any
		for ; n > 0 && !t.bad; n-- { // each takes a byte or more
			out = append(out, t.value(int(head&15), depth-1))
		}
		return out
	case thriftMap:
		n := t.uvarint()
		if n == 0 {
			return nil
		}
		kinds := t.byte()
		for ; n > 0 && !t.bad; n-- {
			t.value(int(kinds>>4), depth-1)
			t.value(int(kinds&15), depth-1)
		}
		return nil
	case thriftStruct:
		return t.message(depth - 1)
	}
	t.bad = true
	return nil
}

func (m message) int(id int) int64 {
	n, _ := m[id].(int64)
	return n
}

func (m message) has(id int) bool { return m[id] != nil }

func (m message) text(id int) string {
	s, _ := m[id].(string)
	return s
}

func (m message) list(id int) []any {
	l, _ := m[id].([]any)
	return l
}

// message is field id as a struct, an empty one where it is missing.
func (m message) message(id int) message {
	x, _ := m[id].(message)
	return x
}

// builder writes messages: fields in the order of their numbers.
type builder struct {
	b    []byte
	last int
}

//go:noinline
func (w *builder) head(id, kind int) {
	w.b = append(w.b, byte((id-w.last)<<4|kind))
	w.last = id
}

//go:noinline
func (w *builder) zigzag(v int64) { w.b = binary.AppendUvarint(w.b, uint64(v<<1)^uint64(v>>63)) }

//go:noinline
func (w *builder) i32(id int, v int64) {
	w.head(id, thriftI32)
	w.zigzag(v)
}

func (w *builder) i64(id int, v int64) {
	w.head(id, thriftI64)
	w.zigzag(v)
}

func (w *builder) bool(id int, v bool) {
	if v {
		w.head(id, thriftTrue)
	} else {
		w.head(id, thriftFalse)
	}
}

func (w *builder) tiny(id int, v byte) {
	w.head(id, thriftByte)
	w.b = append(w.b, v)
}

func (w *builder) text(id int, s string) {
	w.head(id, thriftBinary)
	w.bytes(s)
}

func (w *builder) bytes(s string) {
	w.b = binary.AppendUvarint(w.b, uint64(len(s)))
	w.b = append(w.b, s...)
}

// list begins a list of n elements of a kind, which follow.
func (w *builder) list(id, kind, n int) {
	w.head(id, thriftList)
	if n < 15 {
		w.b = append(w.b, byte(n<<4|kind))
		return
	}
	w.b = binary.AppendUvarint(append(w.b, byte(0xf0|kind)), uint64(n))
}

// within writes a struct that f fills as field id.
//
//go:noinline
func (w *builder) within(id int, f func(w *builder)) {
	w.head(id, thriftStruct)
	w.element(f)
}

// element writes a struct as an element of a list.
//
//go:noinline
func (w *builder) element(f func(w *builder)) {
	in := &builder{b: w.b}
	f(in)
	w.b = append(in.b, 0)
}
