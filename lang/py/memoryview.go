package py

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

func (m *MemoryView) check() error {
	if m.released {
		return ValueErrorf("operation forbidden on released memoryview object")
	}
	return nil
}

// Memory gives the bytes a view sees to somebody who goes on seeing them: the object under the
// view can then no longer change its size. The error tells a view that was released or has gaps.
func (m *MemoryView) Memory() (b []byte, readonly bool, err error) {
	if err := m.check(); err != nil {
		return nil, false, err
	}
	if m.step != 1 && m.n > 1 {
		return nil, false, ValueErrorf("ndarray is not C-contiguous")
	}
	m.hold()
	return m.b[:m.n*m.size], m.readonly, nil
}

// bytes are those of the items, in order.
//
//go:noinline
func (m *MemoryView) bytes() []byte {
	if m.step == 1 {
		return m.b[:m.n*m.size]
	}
	out := make([]byte, 0, m.n*m.size)
	for i := range m.n {
		at := m.offset(i)
		out = append(out, m.b[at:at+m.size]...)
	}
	return out
}

// offset is where an item begins; of a view with a negative step the last one stands first.
func (m *MemoryView) offset(i int) int {
	if m.step < 0 {
		return (i - m.n + 1) * m.step * m.size
	}
	return i * m.step * m.size
}

func (m *MemoryView) item(i int) Value {
	b := m.b[m.offset(i):]
	switch m.format {
	case 'b':
		return int64(int8(b[0]))
	case 'c':
		return Bytes(b[:1])
	case '?':
		return b[0] != 0
	case 'h':
		return int64(int16(binary.LittleEndian.Uint16(b)))
	case 'H':
		return int64(binary.LittleEndian.Uint16(b))
	case 'i':
		return int64(int32(binary.LittleEndian.Uint32(b)))
	case 'I':
		return int64(binary.LittleEndian.Uint32(b))
	case 'l', 'q':
		return int64(binary.LittleEndian.Uint64(b))
	case 'L', 'Q':
		n := BigOf(int64(binary.LittleEndian.Uint64(b) >> 1))
		n.Lsh(n, 1)
		return Int(n.SetBit(n, 0, uint(b[0]&1)))
	case 'f':
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case 'd':
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return int64(b[0])
}

var viewSizes = map[byte]int{
	'b': 1,
	'B': 1,
	'c': 1,
	'?': 1,
	'h': 2,
	'H': 2,
	'i': 4,
	'I': 4,
	'l': 8,
	'L': 8,
	'q': 8,
	'Q': 8,
	'f': 4,
	'd': 8,
}

func (m *MemoryView) store(i int, v Value) error {
	at := m.offset(i)
	if m.format == 'f' || m.format == 'd' {
		f, err := ToFloat(v)
		if err != nil {
			return TypeErrorf("memoryview: invalid type for format '%c'", m.format)
		}
		if m.format == 'f' {
			binary.LittleEndian.PutUint32(m.b[at:], math.Float32bits(float32(f)))
		} else {
			binary.LittleEndian.PutUint64(m.b[at:], math.Float64bits(f))
		}
		return nil
	}
	if s, ok := v.(Bytes); ok && m.format == 'c' && len(s) == 1 {
		m.b[at] = s[0]
		return nil
	}
	n, err := Index(v)
	if err != nil || m.format == 'c' {
		return TypeErrorf("memoryview: invalid type for format '%c'", m.format)
	}
	x, bits := BigOf(n), m.size*8
	if m.format >= 'a' {
		bits--
	}
	if x.BitLen() > bits && !(x.Sign() < 0 && BigOf(n).Cmp(BigOf(int64(-1)<<(m.size*8-1))) == 0) ||
		x.Sign() < 0 && m.format < 'a' {
		return ValueErrorf("memoryview: invalid value for format '%c'", m.format)
	}
	u := x.Uint64()
	if x.Sign() < 0 {
		u = -u
	}
	for k := range m.size {
		m.b[at+k] = byte(u >> (8 * k))
	}
	return nil
}

func (m *MemoryView) cut(s *Slice) (*MemoryView, error) {
	start, step, n, err := s.Indices(m.n)
	if err != nil {
		return nil, err
	}
	v := *m
	v.n, v.step = n, m.step*step
	if n > 0 {
		from, to := m.offset(start), m.offset(start+(n-1)*step)
		v.b = m.b[min(from, to) : max(from, to)+m.size]
	} else {
		v.b, v.step = m.b[:0], 1
	}
	v.hold()
	return &v, nil
}

func (m *MemoryView) hold() {
	if x, ok := m.Obj.(*ByteArray); ok {
		x.Views++
	}
}

func initMemoryView() {
	c := MemoryViewClass
	c.Repr = func(_ *Thread, v Value) (string, error) {
		if v.(*MemoryView).released {
			return "<released memory at " + Address(v) + ">", nil
		}
		return "<memory at " + Address(v) + ">", nil
	}
	c.Hash = func(v Value) (any, error) {
		if m := v.(*MemoryView); !m.readonly {
			return nil, ValueErrorf("cannot hash writable memoryview object")
		}
		return Bytes(v.(*MemoryView).bytes()), nil
	}
	c.Len = func(_ *Thread, v Value) (int, error) { return v.(*MemoryView).n, v.(*MemoryView).check() }
	c.GetItem = func(_ *Thread, v, key Value) (Value, error) {
		m := v.(*MemoryView)
		if err := m.check(); err != nil {
			return nil, err
		}
		if s, ok := key.(*Slice); ok {
			return m.cut(s)
		}
		i, err := indexOr(key, "memoryview: invalid slice key")
		if err != nil {
			return nil, err
		}
		k, err := index(i, m.n, "")
		if err != nil {
			return nil, IndexErrorf("index out of bounds on dimension 1")
		}
		return m.item(k), nil
	}
	c.SetItem = func(t *Thread, v, key, val Value) error {
		m := v.(*MemoryView)
		if err := m.check(); err != nil {
			return err
		}
		if m.readonly {
			return TypeErrorf("cannot modify read-only memory")
		}
		if s, ok := key.(*Slice); ok {
			part, err := m.cut(s)
			if err != nil {
				return err
			}
			part.release()
			part.released = false
			b, ok := Buffer(val)
			if !ok {
				return TypeErrorf("a bytes-like object is required, not '%s'", TypeOf(val).Name)
			}
			if len(b) != part.n*part.size {
				return ValueErrorf("memoryview assignment: lvalue and rvalue have different structures")
			}
			b = append([]byte(nil), b...)
			for i := range part.n {
				copy(part.b[part.offset(i):], b[i*part.size:(i+1)*part.size])
			}
			return nil
		}
		k, err := index(key, m.n, "")
		if err != nil {
			return IndexErrorf("index out of bounds on dimension 1")
		}
		return m.store(k, val)
	}
	c.Iter = func(_ *Thread, v Value) (Iterator, error) {
		m, i := v.(*MemoryView), 0
		return IterFunc(func(*Thread) (Value, error) {
			if err := m.check(); err != nil || i >= m.n {
				return nil, err
			}
			i++
			return m.item(i - 1), nil
		}), m.check()
	}
	c.Binary = func(t *Thread, op string, a, b Value) (Value, error) {
		if op != "==" && op != "!=" {
			return NotImplemented, nil
		}
		if m, ok := a.(*MemoryView); ok {
			if n, ok := b.(*MemoryView); ok && m.format != n.format && !m.released && !n.released {
				same, err := m.sameItems(t, n)
				return same == (op == "=="), err
			}
		}
		x, okx := Buffer(a)
		y, oky := Buffer(b)
		if !okx || !oky {
			return NotImplemented, nil
		}
		return bytes.Equal(x, y) == (op == "=="), nil
	}
}

// sameItems compares views of different formats by the values of their items.
func (m *MemoryView) sameItems(t *Thread, o *MemoryView) (bool, error) {
	if m.n != o.n {
		return false, nil
	}
	for i := range m.n {
		if same, err := Equal(t, m.item(i), o.item(i)); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (m *MemoryView) release() {
	if x, ok := m.Obj.(*ByteArray); ok && !m.released {
		x.Views--
	}
	m.released = true
}

func fillMemoryView(c *Class) {
	c.New = NewBuiltin("memoryview(object)", func(t *Thread, a []Value) (Value, error) {
		if x, ok := a[0].(*Instance); ok && x.Native == nil && x.Class.Lookup("__buffer__") != nil {
			v, err := CallMethod(t, x, "__buffer__", int64(0))
			if _, isView := v.(*MemoryView); err == nil && !isView {
				err = TypeErrorf("__buffer__ returned non-memoryview object")
			}
			return v, err
		}
		m := &MemoryView{Obj: a[0], format: 'B', size: 1, step: 1}
		switch x := a[0].(type) {
		case *MemoryView:
			if err := x.check(); err != nil {
				return nil, err
			}
			*m = *x
		default:
			b, ok := Buffer(a[0])
			if !ok {
				return nil, TypeErrorf("memoryview: a bytes-like object is required, not '%s'", TypeOf(a[0]).Name)
			}
			m.b, m.n = b, len(b)
			_, m.readonly = a[0].(Bytes)
		}
		m.hold()
		return m, nil
	})
	def := func(sig, doc string, f func(m *MemoryView, a []Value) (Value, error)) {
		c.Def(sig, doc, func(_ *Thread, a []Value) (Value, error) {
			m := a[0].(*MemoryView)
			if err := m.check(); err != nil {
				return nil, err
			}
			return f(m, a)
		})
	}
	def(
		"tobytes(self, order=None)",
		"The bytes.",
		func(m *MemoryView, _ []Value) (Value, error) { return Bytes(m.bytes()), nil },
	)
	def("tolist(self)", "The items as a list.", func(m *MemoryView, _ []Value) (Value, error) {
		l := NewList(make([]Value, m.n)...)
		for i := range l.Items {
			l.Items[i] = m.item(i)
		}
		return l, nil
	})
	def("toreadonly(self)", "A view that cannot be written to.", func(m *MemoryView, _ []Value) (Value, error) {
		v := *m
		v.readonly = true
		v.hold()
		return &v, nil
	})
	def(
		"cast(self, format)",
		"The same bytes as items of another format.",
		func(m *MemoryView, a []Value) (Value, error) {
			f := strings.TrimPrefix(StrOf(a[1]), "@")
			size := 0
			if len(f) == 1 {
				size = viewSizes[f[0]]
			}
			switch {
			case size == 0:
				return nil, ValueErrorf(
					"memoryview: destination format must be a native single character format prefixed with an optional '@'",
				)
			case m.step != 1:
				return nil, TypeErrorf("memoryview: casts are restricted to C-contiguous views")
			case m.size != 1 && size != 1:
				return nil, TypeErrorf("memoryview: cannot cast between two non-byte formats")
			case m.n*m.size%size != 0:
				return nil, TypeErrorf("memoryview: length is not a multiple of itemsize")
			}
			v := *m
			v.format, v.size, v.n = f[0], size, m.n*m.size/size
			v.hold()
			return &v, nil
		},
	)
	hexMethod(c)
	c.Def("release(self)", "Gives the object back.", func(_ *Thread, a []Value) (Value, error) {
		a[0].(*MemoryView).release()
		return None, nil
	})
	c.Def(
		"__enter__(self)",
		"The view itself.",
		func(_ *Thread, a []Value) (Value, error) { return a[0], a[0].(*MemoryView).check() },
	)
	c.Def("__exit__(self, *exc)", "Gives the object back.", func(_ *Thread, a []Value) (Value, error) {
		a[0].(*MemoryView).release()
		return None, nil
	})
	prop := func(name string, f func(m *MemoryView) Value) {
		c.Prop(name, "The "+name+" of the view.", func(_ *Thread, v Value) (Value, error) {
			m := v.(*MemoryView)
			if err := m.check(); err != nil {
				return nil, err
			}
			return f(m), nil
		})
	}
	prop("obj", func(m *MemoryView) Value { return m.Obj })
	prop("nbytes", func(m *MemoryView) Value { return int64(m.n * m.size) })
	prop("itemsize", func(m *MemoryView) Value { return int64(m.size) })
	prop("format", func(m *MemoryView) Value { return fmt.Sprintf("%c", m.format) })
	prop("readonly", func(m *MemoryView) Value { return m.readonly })
	prop("ndim", func(*MemoryView) Value { return int64(1) })
	prop("shape", func(m *MemoryView) Value { return NewTuple(int64(m.n)) })
	prop("strides", func(m *MemoryView) Value { return NewTuple(int64(m.step * m.size)) })
	prop("contiguous", func(m *MemoryView) Value { return m.step == 1 })
	prop("c_contiguous", func(m *MemoryView) Value { return m.step == 1 })
	prop("f_contiguous", func(m *MemoryView) Value { return m.step == 1 })
}
