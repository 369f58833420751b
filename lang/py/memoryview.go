package py

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
)

// MemoryView is a view on the memory of another object: items of a format, shape[k] of them along each dimension,
// strides[k] bytes apart.
type MemoryView struct {
	Obj            Value
	b              []byte // the memory, nil once it was released
	at             int    // where the first item begins
	shape, strides []int
	format         string
	size           int // of one item
	readonly       bool
	released       bool
}

// NewView is a view on memory that somebody else owns. Its items begin at a byte of b and must lie within b.
func NewView(obj Value, b []byte, at int, shape, strides []int, format string, size int, readonly bool) *MemoryView {
	return &MemoryView{Obj: obj, b: b, at: at, shape: shape, strides: strides, format: format, size: size,
		readonly: readonly}
}

func (m *MemoryView) check() error {
	if m.released {
		return ValueErrorf("operation forbidden on released memoryview object")
	}
	return nil
}

// count is the number of items.
func (m *MemoryView) count() int {
	n := 1
	for _, d := range m.shape {
		n *= d
	}
	return n
}

// packed tells whether the items lie side by side, in C's order or in Fortran's.
func (m *MemoryView) packed(fortran bool) bool {
	step := m.size
	for k := range m.shape {
		if !fortran {
			k = len(m.shape) - 1 - k
		}
		if m.shape[k] > 1 && m.strides[k] != step {
			return m.count() == 0
		}
		step *= m.shape[k]
	}
	return true
}

// packedStrides are those of items side by side in C's order.
func packedStrides(shape []int, size int) []int {
	st := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		st[k] = size
		size *= shape[k]
	}
	return st
}

// Memory gives the bytes a view sees to somebody who goes on seeing them: the object under the
// view can then no longer change its size. The error tells a view that was released or has gaps.
func (m *MemoryView) Memory() (b []byte, readonly bool, err error) {
	if err := m.check(); err != nil {
		return nil, false, err
	}
	if !m.packed(false) {
		return nil, false, ValueErrorf("ndarray is not C-contiguous")
	}
	m.hold()
	return m.memory(), m.readonly, nil
}

// memory is the bytes of a view without gaps.
func (m *MemoryView) memory() []byte {
	n := m.count() * m.size
	if n == 0 {
		return m.b[:0]
	}
	return m.b[m.at : m.at+n]
}

// Layout is how many items there are along each dimension, their format and their size in bytes; an error once the
// view was released.
func (m *MemoryView) Layout() (shape []int, format string, size int, err error) {
	return m.shape, m.format, m.size, m.check()
}

// Packed are the bytes of the items one behind the other: the memory itself where it is so, else a copy.
func (m *MemoryView) Packed() []byte { return m.bytes() }

// bytes are those of the items, in C's order.
//
//go:noinline
func (m *MemoryView) bytes() []byte {
	if m.packed(false) {
		return m.memory()
	}
	out := make([]byte, 0, m.count()*m.size)
	m.each(0, m.at, func(at int) { out = append(out, m.b[at:at+m.size]...) })
	return out
}

// each calls f with the places of all items from a dimension on, in C's order.
func (m *MemoryView) each(k, at int, f func(at int)) {
	if k == len(m.shape) {
		f(at)
		return
	}
	for i := range m.shape[k] {
		m.each(k+1, at+i*m.strides[k], f)
	}
}

// list is the items as nested lists.
func (m *MemoryView) list(k, at int) (Value, error) {
	if k == len(m.shape) {
		return m.item(at)
	}
	l := NewList(make([]Value, m.shape[k])...)
	for i := range l.Items {
		var err error
		if l.Items[i], err = m.list(k+1, at+i*m.strides[k]); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// item is the one whose bytes begin at a place.
func (m *MemoryView) item(at int) (Value, error) {
	b := m.b[at : at+m.size]
	switch m.format {
	case "b":
		return int64(int8(b[0])), nil
	case "B":
		return int64(b[0]), nil
	case "c":
		return Bytes(b[:1]), nil
	case "?":
		return b[0] != 0, nil
	case "h":
		return int64(int16(binary.LittleEndian.Uint16(b))), nil
	case "H":
		return int64(binary.LittleEndian.Uint16(b)), nil
	case "i":
		return int64(int32(binary.LittleEndian.Uint32(b))), nil
	case "I":
		return int64(binary.LittleEndian.Uint32(b)), nil
	case "l", "q":
		return int64(binary.LittleEndian.Uint64(b)), nil
	case "L", "Q":
		n := BigOf(int64(binary.LittleEndian.Uint64(b) >> 1))
		n.Lsh(n, 1)
		return Int(n.SetBit(n, 0, uint(b[0]&1))), nil
	case "f":
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))), nil
	case "d":
		return math.Float64frombits(binary.LittleEndian.Uint64(b)), nil
	}
	return nil, m.unsupported()
}

func (m *MemoryView) unsupported() error {
	return Raisef(NotImplementedErrClass, "memoryview: format %s not supported", m.format)
}

var viewSizes = map[string]int{
	"b": 1,
	"B": 1,
	"c": 1,
	"?": 1,
	"h": 2,
	"H": 2,
	"i": 4,
	"I": 4,
	"l": 8,
	"L": 8,
	"q": 8,
	"Q": 8,
	"f": 4,
	"d": 8,
}

// store sets the item whose bytes begin at a place.
func (m *MemoryView) store(at int, v Value) error {
	if viewSizes[m.format] == 0 {
		return m.unsupported()
	}
	b, format := m.b[at:at+m.size], m.format[0]
	wrong := func() error { return TypeErrorf("memoryview: invalid type for format '%c'", format) }
	switch format {
	case 'f', 'd':
		f, err := ToFloat(v)
		if err != nil {
			return wrong()
		}
		if format == 'f' {
			binary.LittleEndian.PutUint32(b, math.Float32bits(float32(f)))
		} else {
			binary.LittleEndian.PutUint64(b, math.Float64bits(f))
		}
		return nil
	case 'c':
		s, ok := v.(Bytes)
		if !ok {
			return wrong()
		}
		if len(s) != 1 {
			return ValueErrorf("memoryview: invalid value for format 'c'")
		}
		b[0] = s[0]
		return nil
	case '?':
		on, err := Truth(nil, v)
		if err != nil {
			return err
		}
		b[0] = 0
		if on {
			b[0] = 1
		}
		return nil
	}
	n, err := Index(v)
	if err != nil {
		return wrong()
	}
	x, bits := BigOf(n), m.size*8
	signed := format >= 'a'
	if signed {
		bits--
	}
	if x.BitLen() > bits && !(x.Sign() < 0 && BigOf(n).Cmp(BigOf(int64(-1)<<(m.size*8-1))) == 0) ||
		x.Sign() < 0 && !signed {
		return ValueErrorf("memoryview: invalid value for format '%c'", format)
	}
	u := x.Uint64()
	if x.Sign() < 0 {
		u = -u
	}
	for k := range b {
		b[k] = byte(u >> (8 * k))
	}
	return nil
}

// cut is the part of a one-dimensional view that a slice tells.
func (m *MemoryView) cut(s *Slice) (*MemoryView, error) {
	start, step, n, err := s.Indices(m.shape[0])
	if err != nil {
		return nil, err
	}
	v := *m
	v.shape = append([]int{n}, m.shape[1:]...)
	v.strides = append([]int{m.strides[0] * step}, m.strides[1:]...)
	if n > 0 {
		v.at += start * m.strides[0]
	}
	v.hold()
	return &v, nil
}

// place is where the item that a key names begins.
func (m *MemoryView) place(key Value) (int, error) {
	keys := []Value{key}
	if t, ok := key.(*Tuple); ok {
		keys = t.Items
		if len(keys) > len(m.shape) {
			return 0, TypeErrorf("cannot index %d-dimension view with %d-element tuple", len(m.shape), len(keys))
		}
	}
	at := m.at
	for k, key := range keys {
		i, err := indexOr(key, "memoryview: invalid slice key")
		if err != nil {
			return 0, err
		}
		j, err := index(i, m.shape[k], "")
		if err != nil {
			return 0, IndexErrorf("index out of bounds on dimension %d", k+1)
		}
		at += j * m.strides[k]
	}
	return at, nil
}

// whole tells whether a key names one item; a key of fewer indices than dimensions names a part.
func (m *MemoryView) whole(key Value) bool {
	if t, ok := key.(*Tuple); ok {
		return len(t.Items) >= len(m.shape)
	}
	return len(m.shape) == 1
}

func (m *MemoryView) get(key Value) (Value, error) {
	if len(m.shape) == 0 {
		if key == Ellipsis {
			return m, nil
		}
		if t, ok := key.(*Tuple); !ok || len(t.Items) > 0 {
			return nil, TypeErrorf("invalid indexing of 0-dim memory")
		}
	}
	if s, ok := key.(*Slice); ok {
		return m.cut(s)
	}
	at, err := m.place(key)
	if err != nil {
		return nil, err
	}
	if !m.whole(key) {
		return nil, Raisef(NotImplementedErrClass, "multi-dimensional sub-views are not implemented")
	}
	return m.item(at)
}

func (m *MemoryView) set(key, val Value) error {
	if m.readonly {
		return TypeErrorf("cannot modify read-only memory")
	}
	if s, ok := key.(*Slice); ok {
		if len(m.shape) != 1 {
			return Raisef(NotImplementedErrClass,
				"memoryview slice assignments are currently restricted to ndim = 1")
		}
		return m.setPart(s, val)
	}
	at, err := m.place(key)
	if err != nil {
		return err
	}
	if !m.whole(key) {
		return Raisef(NotImplementedErrClass, "sub-views are not implemented")
	}
	return m.store(at, val)
}

func (m *MemoryView) setPart(s *Slice, val Value) error {
	part, err := m.cut(s)
	if err != nil {
		return err
	}
	part.release()
	b, ok := Buffer(val)
	if !ok {
		return TypeErrorf("a bytes-like object is required, not '%s'", TypeOf(val).TypeName())
	}
	if v, isView := val.(*MemoryView); len(b) != part.count()*part.size || isView && v.format != part.format {
		return ValueErrorf("memoryview assignment: lvalue and rvalue have different structures")
	}
	b = append([]byte(nil), b...)
	part.each(0, part.at, func(at int) {
		copy(part.b[at:at+part.size], b)
		b = b[part.size:]
	})
	return nil
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
		if m := v.(*MemoryView); !strings.Contains("Bbc", m.format) {
			return nil, ValueErrorf("memoryview: hashing is restricted to formats 'B', 'b' or 'c'")
		}
		return Bytes(v.(*MemoryView).bytes()), nil
	}
	c.Len = func(_ *Thread, v Value) (int, error) {
		m := v.(*MemoryView)
		if len(m.shape) == 0 {
			return 0, TypeErrorf("0-dim memory has no length")
		}
		return m.shape[0], m.check()
	}
	c.GetItem = func(_ *Thread, v, key Value) (Value, error) {
		m := v.(*MemoryView)
		if err := m.check(); err != nil {
			return nil, err
		}
		return m.get(key)
	}
	c.SetItem = func(_ *Thread, v, key, val Value) error {
		m := v.(*MemoryView)
		if err := m.check(); err != nil {
			return err
		}
		return m.set(key, val)
	}
	c.Iter = func(_ *Thread, v Value) (Iterator, error) {
		m, i := v.(*MemoryView), 0
		if len(m.shape) == 0 {
			return nil, TypeErrorf("invalid indexing of 0-dim memory")
		}
		return IterFunc(func(*Thread) (Value, error) {
			if err := m.check(); err != nil || i >= m.shape[0] {
				return nil, err
			}
			i++
			return m.get(int64(i - 1))
		}), m.check()
	}
	c.Binary = func(t *Thread, op string, a, b Value) (Value, error) {
		if op != "==" && op != "!=" {
			return NotImplemented, nil
		}
		if m, ok := a.(*MemoryView); ok {
			n, ok := b.(*MemoryView)
			if ok && (m.format != n.format || len(m.shape) != len(n.shape)) && !m.released && !n.released {
				same, err := m.sameItems(t, n)
				return same == (op == "=="), err
			}
			if ok && !slices.Equal(m.shape, n.shape) {
				return op == "!=", nil
			}
		}
		for _, v := range [2]Value{a, b} { // arrays compare their items themselves
			if x, ok := v.(*Instance); ok && x.Native == nil {
				return NotImplemented, nil
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
	if !slices.Equal(m.shape, o.shape) {
		return false, nil
	}
	a, err := m.list(0, m.at)
	if err != nil {
		return false, nil
	}
	b, err := o.list(0, o.at)
	if err != nil {
		return false, nil
	}
	return Equal(t, a, b)
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
		m := &MemoryView{Obj: a[0], format: "B", size: 1, strides: []int{1}}
		switch x := a[0].(type) {
		case *MemoryView:
			if err := x.check(); err != nil {
				return nil, err
			}
			*m = *x
		default:
			if see := TypeOf(a[0]).View; see != nil {
				return see(a[0])
			}
			b, ok := Buffer(a[0])
			if !ok {
				return nil, TypeErrorf("memoryview: a bytes-like object is required, not '%s'", TypeOf(a[0]).TypeName())
			}
			m.b, m.shape = b, []int{len(b)}
			_, m.readonly = Under(a[0]).(Bytes)
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
		return m.list(0, m.at)
	})
	def("toreadonly(self)", "A view that cannot be written to.", func(m *MemoryView, _ []Value) (Value, error) {
		v := *m
		v.readonly = true
		v.hold()
		return &v, nil
	})
	def("cast(self, format, shape=...)", "The same bytes as items of another format, or in another shape.",
		func(m *MemoryView, a []Value) (Value, error) { return m.cast(a[1], a[2]) })
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
	dims := func(n []int) Value {
		t := NewTuple(make([]Value, len(n))...)
		for i, d := range n {
			t.Items[i] = int64(d)
		}
		return t
	}
	prop("obj", func(m *MemoryView) Value { return m.Obj })
	prop("nbytes", func(m *MemoryView) Value { return int64(m.count() * m.size) })
	prop("itemsize", func(m *MemoryView) Value { return int64(m.size) })
	prop("format", func(m *MemoryView) Value { return m.format })
	prop("readonly", func(m *MemoryView) Value { return m.readonly })
	prop("ndim", func(m *MemoryView) Value { return int64(len(m.shape)) })
	prop("shape", func(m *MemoryView) Value { return dims(m.shape) })
	prop("strides", func(m *MemoryView) Value { return dims(m.strides) })
	prop("suboffsets", func(m *MemoryView) Value { return NewTuple() })
	prop("contiguous", func(m *MemoryView) Value { return m.packed(false) || m.packed(true) })
	prop("c_contiguous", func(m *MemoryView) Value { return m.packed(false) })
	prop("f_contiguous", func(m *MemoryView) Value { return m.packed(true) })
}

// cast is the memory as items of another format. A shape may be given where either side has one dimension.
func (m *MemoryView) cast(format, shape Value) (Value, error) {
	f := strings.TrimPrefix(StrOf(format), "@")
	size := viewSizes[f]
	switch {
	case size == 0:
		return nil, ValueErrorf("memoryview: destination format must be a native single character format prefixed" +
			" with an optional '@'")
	case !m.packed(false):
		return nil, TypeErrorf("memoryview: casts are restricted to C-contiguous views")
	case !strings.Contains("Bbc", m.format) && !strings.Contains("Bbc", f):
		return nil, TypeErrorf("memoryview: cannot cast between two non-byte formats")
	case m.count()*m.size%size != 0:
		return nil, TypeErrorf("memoryview: length is not a multiple of itemsize")
	}
	v := *m
	v.format, v.size, v.shape = f, size, []int{m.count() * m.size / size}
	if shape != Ellipsis && shape != None {
		var err error
		if v.shape, err = viewShape(shape); err != nil {
			return nil, err
		}
		if len(v.shape) != 1 && len(m.shape) != 1 {
			return nil, TypeErrorf("memoryview: cast must be 1D -> ND or ND -> 1D")
		}
		if n, ok := v.bounded(); !ok || n*size != m.count()*m.size {
			return nil, TypeErrorf("memoryview: product(shape) * itemsize != buffer size")
		}
	}
	v.strides = packedStrides(v.shape, size)
	v.hold()
	return &v, nil
}

// bounded is the number of items, unless it is beyond all memory.
func (m *MemoryView) bounded() (int, bool) {
	n := 1
	for _, d := range m.shape {
		if n *= d; d > 1<<40 || n > 1<<48 {
			return 0, false
		}
	}
	return n, true
}

// viewShape reads the shape that a view is cast to.
func viewShape(v Value) ([]int, error) {
	var items []Value
	switch x := v.(type) {
	case *List:
		items = x.Items
	case *Tuple:
		items = x.Items
	default:
		return nil, TypeErrorf("shape must be a list or a tuple")
	}
	if len(items) > 64 {
		return nil, ValueErrorf("memoryview: number of dimensions must not exceed 64")
	}
	shape := make([]int, len(items))
	for i, d := range items {
		n, ok := d.(int64)
		if !ok {
			return nil, TypeErrorf("memoryview.cast(): elements of shape must be integers")
		}
		if n <= 0 {
			return nil, ValueErrorf("memoryview.cast(): elements of shape must be integers > 0")
		}
		shape[i] = int(n)
	}
	return shape, nil
}
