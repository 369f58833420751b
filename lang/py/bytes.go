package py

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/tfs-lang/tfs/text/literal"
)

// ByteArray is Python's bytearray. Views count the memoryviews on it: it cannot change its
// size while there are some.
type ByteArray struct {
	B     []byte
	Views int
}

// The classes of bytes that change and of views on bytes.
var (
	ByteArrayClass  = NewClass("", "bytearray", ObjectClass, nil)
	MemoryViewClass = NewClass("", "memoryview", ObjectClass, nil)
)

func init() {
	ByteArrayClass.fill = fillByteArray
	MemoryViewClass.fill = fillMemoryView
	MemoryViewClass.final = true
	Register[*ByteArray](ByteArrayClass)
	Register[*MemoryView](MemoryViewClass)
	unhash := func(v Value) (any, error) { return nil, unhashable(v) }
	c := ByteArrayClass
	c.Hash = unhash
	c.Repr = func(_ *Thread, v Value) (string, error) {
		s := literal.QuoteBytes(string(byteArray(v).B))
		if s[1] == '"' { // CPython escapes the other quotes here all the same
			s = strings.ReplaceAll(s, "'", "\\'")
		}
		return "bytearray(" + s + ")", nil
	}
	c.Len = func(_ *Thread, v Value) (int, error) { return len(byteArray(v).B), nil }
	c.Iter = func(_ *Thread, v Value) (Iterator, error) {
		x, i := byteArray(v), 0
		return IterFunc(func(*Thread) (Value, error) {
			if i >= len(x.B) {
				return nil, nil
			}
			i++
			return int64(x.B[i-1]), nil
		}), nil
	}
	c.GetItem = func(t *Thread, v, key Value) (Value, error) {
		b := byteArray(v).B
		r, err := byteItem(t, unsafe.String(unsafe.SliceData(b), len(b)), key, "bytearray") // a slice is copied below
		if b, ok := r.(Bytes); ok {
			return &ByteArray{B: []byte(b)}, err
		}
		return r, err
	}
	c.SetItem = func(t *Thread, v, key, val Value) error { return byteArray(v).set(t, key, val) }
	c.DelItem = func(t *Thread, v, key Value) error { return byteArray(v).del(key) }
	c.Contains = func(t *Thread, v, item Value) (bool, error) { return Contains(t, Bytes(byteArray(v).B), item) }
	c.Binary = byteArrayOp
	initMemoryView()
}

func byteArray(v Value) *ByteArray {
	b, _ := Under(v).(*ByteArray)
	if b == nil {
		panic(TypeErrorf("expected a bytearray, got %s", TypeOf(v).TypeName()))
	}
	return b
}

// Buffer gives the bytes of a bytes-like value, shared with it: only those of a bytearray may be written.
func Buffer(v Value) ([]byte, bool) {
	switch x := v.(type) {
	case Bytes:
		return unsafe.Slice(unsafe.StringData(string(x)), len(x)), true
	case *ByteArray:
		return x.B, true
	case *MemoryView:
		return x.bytes(), !x.released
	case *Instance:
		if x.Native != nil {
			return Buffer(x.Native)
		}
		if m := ViewOf(x); m != nil {
			b := m.bytes()
			_, err := CallMethod(Background(), m, "release")
			return b, err == nil
		}
	}
	return nil, false
}

// ViewOf is a memoryview of an object that has one, as those of array.array; nil for another. It is to be released.
func ViewOf(x *Instance) *MemoryView {
	if x.Class.Lookup("__buffer__") == nil {
		return nil
	}
	v, err := Call(Background(), MemoryViewClass, []Value{x}, nil)
	m, _ := v.(*MemoryView)
	if err != nil {
		return nil
	}
	return m
}

// byteItem is b[key] of bytes.
func byteItem(t *Thread, b string, key Value, what string) (Value, error) {
	if s, ok := key.(*Slice); ok {
		start, step, n, err := s.Indices(len(b))
		if err != nil {
			return nil, err
		}
		if step == 1 {
			return Bytes(b[start : start+n]), nil
		}
		out, err := stepped(t, b, start, step, n)
		return Bytes(out), err
	}
	i, err := index(key, len(b), what)
	if e, ok := err.(*Exc); ok && e.Class == IndexErrorClass && what == "byte" {
		return nil, IndexErrorf("index out of range")
	}
	if err != nil {
		return nil, err
	}
	return int64(b[i]), nil
}

// byteOf is an item to store.
func byteOf(v Value, what string) (byte, error) {
	i, err := Index(v)
	if err != nil {
		return 0, err
	}
	n, ok := i.(int64)
	if !ok || n < 0 || n > 255 {
		return 0, ValueErrorf("%s must be in range(0, 256)", what)
	}
	return byte(n), nil
}

// resize puts more bytes in the place of some; not while there are views.
//
//go:noinline
func (x *ByteArray) splice(from, to int, more []byte) error {
	if x.Views > 0 && to-from != len(more) {
		return Raisef(BufferErrorClass, "Existing exports of data: object cannot be re-sized")
	}
	if to-from == len(more) {
		copy(x.B[from:to], more)
		return nil
	}
	if err := fits(int64(len(x.B) + len(more))); err != nil {
		return err
	}
	if from == len(x.B) {
		x.B = append(x.B, more...)
		return nil
	}
	x.B = append(append(append(make([]byte, 0, len(x.B)+len(more)), x.B[:from]...), more...), x.B[to:]...)
	return nil
}

func (x *ByteArray) set(t *Thread, key, val Value) error {
	s, ok := key.(*Slice)
	if !ok {
		i, err := index(key, len(x.B), "bytearray")
		if err != nil {
			return err
		}
		b, err := byteOf(val, "byte")
		if err == nil {
			x.B[i] = b
		}
		return err
	}
	more, err := bytesOf(t, val)
	if err != nil {
		return err
	}
	start, step, n, err := s.Indices(len(x.B))
	if err != nil {
		return err
	}
	if step == 1 {
		return x.splice(start, start+n, more)
	}
	if len(more) != n {
		return ValueErrorf("attempt to assign bytes of size %d to extended slice of size %d", len(more), n)
	}
	for i, b := range more {
		x.B[start+i*step] = b
	}
	return nil
}

func (x *ByteArray) del(key Value) error {
	start, step, n := 0, 1, 1
	var err error
	if s, ok := key.(*Slice); ok {
		start, step, n, err = s.Indices(len(x.B))
	} else {
		start, err = index(key, len(x.B), "bytearray")
	}
	if err != nil || n == 0 {
		return err
	}
	if step < 0 {
		start, step = start+(n-1)*step, -step
	}
	if x.Views > 0 {
		return Raisef(BufferErrorClass, "Existing exports of data: object cannot be re-sized")
	}
	keep := append(make([]byte, 0, len(x.B)), x.B[:start]...)
	for i := start; i < len(x.B); i++ {
		if (i-start)%step != 0 || (i-start)/step >= n {
			keep = append(keep, x.B[i])
		}
	}
	x.B = keep
	return nil
}

func byteArrayOp(t *Thread, op string, a, b Value) (Value, error) {
	x, ok := Buffer(a)
	if !ok {
		if op != "*" {
			return NotImplemented, nil
		}
		return byteArrayOp(t, op, b, a)
	}
	if op == "*" {
		n, err := Index(b)
		if err != nil {
			return NotImplemented, nil
		}
		k, _ := AsInt(n)
		if err := checkRepeat(len(x), k); err != nil {
			return nil, err
		}
		return &ByteArray{B: bytes.Repeat(x, int(max(k, 0)))}, nil
	}
	if op == "%" {
		s, err := percentFormat(t, string(x), b, true)
		return &ByteArray{B: []byte(s)}, err
	}
	y, ok := Buffer(b)
	if !ok {
		return NotImplemented, nil
	}
	if op == "+" {
		if err := fits(int64(len(x) + len(y))); err != nil {
			return nil, err
		}
		sum := append(append(make([]byte, 0, len(x)+len(y)), x...), y...)
		if _, isBytes := a.(Bytes); isBytes {
			return Bytes(sum), nil
		}
		return &ByteArray{B: sum}, nil
	}
	return cmpOp(op, bytes.Compare(x, y))
}

// bytesOf collects what bytes() and bytearray() are made of: a buffer or numbers.
func bytesOf(t *Thread, v Value) ([]byte, error) {
	if b, ok := Buffer(v); ok {
		return append([]byte(nil), b...), nil
	}
	if _, ok := v.(string); ok {
		return nil, TypeErrorf("string argument without an encoding")
	}
	if c := TypeOf(v); c.Lookup("tobytes") != nil {
		b, err := CallMethod(t, v, "tobytes")
		if err != nil {
			return nil, err
		}
		s, _ := b.(Bytes)
		return []byte(s), nil
	}
	var out []byte
	it, err := Iter(t, v)
	if e, ok := err.(*Exc); ok && e.Class == TypeErrorClass {
		return nil, TypeErrorf("cannot convert '%s' object to bytes", TypeOf(v).TypeName())
	}
	if err != nil {
		return nil, err
	}
	for {
		x, err := it.Next(t)
		if err != nil || x == nil {
			return out, err
		}
		if err := t.Poll(); err != nil {
			return nil, err
		}
		b, err := byteOf(x, "bytes")
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
}

// newBytes is bytes(source, encoding, errors).
func newBytes(t *Thread, what string, a []Value) ([]byte, error) {
	if s, ok := a[0].(string); ok {
		if a[1] == None {
			return nil, TypeErrorf("string argument without an encoding")
		}
		v, err := Encode(t, s, StrOf(a[1]), strOr(a[2], "strict"))
		b, _ := v.(Bytes)
		return []byte(b), err
	}
	if a[1] != None || a[2] != None {
		return nil, TypeErrorf("encoding without a string argument")
	}
	if x, ok := a[0].(*Instance); ok {
		if m := x.Class.Lookup("__bytes__"); m != nil {
			r, err := special(t, m, x)
			if err != nil {
				return nil, err
			}
			b, ok := r.(Bytes)
			if !ok {
				return nil, TypeErrorf("__bytes__ returned non-bytes (type %s)", TypeOf(r).TypeName())
			}
			return []byte(b), nil
		}
	}
	switch x := a[0].(type) {
	case int64, bool:
		n, _ := AsInt(x)
		if n < 0 {
			return nil, ValueErrorf("negative count")
		}
		if err := fits(n); err != nil {
			return nil, err
		}
		return make([]byte, n), nil
	}
	if n, err := Index(a[0]); err == nil {
		if k, ok := n.(int64); ok {
			return newBytes(t, what, []Value{k, None, None})
		}
		return nil, Raisef(OverflowErrorClass, "cannot fit 'int' into an index-sized integer")
	}
	return bytesOf(t, a[0])
}

func fromHex(s string) ([]byte, error) {
	if b, err := hex.DecodeString(s); err == nil {
		return b, nil
	}
	out := make([]byte, 0, len(s)/2)
	for i := 0; i < len(s); {
		if isASCIISpace(rune(s[i])) {
			i++
			continue
		}
		for k := range 2 {
			if i+k >= len(s) || !strings.ContainsRune("0123456789abcdefABCDEF", rune(s[i+k])) {
				return nil, ValueErrorf("non-hexadecimal number found in fromhex() arg at position %d", i+k)
			}
		}
		n, _ := strconv.ParseUint(s[i:i+2], 16, 8)
		out = append(out, byte(n))
		i += 2
	}
	return out, nil
}

// toHex is b.hex(sep, every): groups count from the right, or from the left when every is
// negative.
func toHex(b []byte, sep string, every int64) string {
	if sep == "" {
		return hex.EncodeToString(b)
	}
	var s strings.Builder
	k := int(max(every, -every))
	for i, x := range b {
		if i > 0 && sep != "" && k > 0 && (every > 0 && (len(b)-i)%k == 0 || every < 0 && i%k == 0) {
			s.WriteString(sep)
		}
		s.WriteByte(hexDigits[x>>4])
		s.WriteByte(hexDigits[x&15])
	}
	return s.String()
}

// bytesMethods are those that bytes, bytearray and in part memoryview share.
func bytesMethods(c *Class, wrap func([]byte) Value) {
	c.Def(
		"decode(self, encoding='utf-8', errors='strict')",
		"The text of the bytes.",
		func(t *Thread, a []Value) (Value, error) {
			return Decode(t, textOf(a[0]).s, StrOf(a[1]), StrOf(a[2]))
		},
	)
	hexMethod(c)
	c.Attrs.SetStr(
		"fromhex",
		&ClassMethod{&Builtin{Name: "fromhex", Raw: func(t *Thread, a []Value, _ []Kw) (Value, error) {
			if len(a) != 2 {
				return nil, TypeErrorf("%s.fromhex() takes exactly one argument (%d given)", c.Name, len(a)-1)
			}
			s, ok := plainText(a[1]).(string)
			if !ok {
				return nil, TypeErrorf("fromhex() argument must be str, not %s", TypeOf(a[1]).TypeName())
			}
			b, err := fromHex(s)
			if err != nil || a[0] == c {
				return wrap(b), err
			}
			return Call(t, a[0], []Value{wrap(b)}, nil)
		}}},
	)
	c.Attrs.SetStr(
		"maketrans",
		&StaticMethod{&Builtin{Name: "maketrans", Raw: func(_ *Thread, a []Value, _ []Kw) (Value, error) {
			if len(a) != 2 {
				return nil, TypeErrorf("maketrans expected 2 arguments, got %d", len(a))
			}
			from, err := wantBuffer(a[0])
			if err != nil {
				return nil, err
			}
			to, err := wantBuffer(a[1])
			if err != nil {
				return nil, err
			}
			if len(from) != len(to) {
				return nil, ValueErrorf("maketrans arguments must have same length")
			}
			table := make([]byte, 256)
			for i := range table {
				table[i] = byte(i)
			}
			for i := range len(from) {
				table[from[i]] = to[i]
			}
			return Bytes(table), nil
		}}},
	)
	c.Def(
		"translate(self, table, delete=b'')",
		"A copy mapped through a table of 256 bytes.",
		func(_ *Thread, a []Value) (Value, error) {
			drop, err := wantBuffer(a[2])
			if err != nil {
				return nil, err
			}
			table := ""
			if a[1] != None {
				if table, err = wantBuffer(a[1]); err != nil {
					return nil, err
				}
				if len(table) != 256 {
					return nil, ValueErrorf("translation table must be 256 characters long")
				}
			}
			var out []byte
			for _, b := range []byte(textOf(a[0]).s) {
				if strings.IndexByte(drop, b) >= 0 {
					continue
				}
				if table != "" {
					b = table[b]
				}
				out = append(out, b)
			}
			return wrap(out), nil
		},
	)
}

func hexMethod(c *Class) {
	c.Def(
		"hex(self, sep='', bytes_per_sep=1)",
		"The bytes as hexadecimal digits.",
		func(_ *Thread, a []Value) (Value, error) {
			every, err := ToInt(a[2])
			if err != nil {
				return nil, err
			}
			sep := textOf(a[1]).s
			if RuneLen(sep) == 1 && len(sep) > 1 || len(sep) == 1 && sep[0] >= utf8.RuneSelf {
				return nil, ValueErrorf("sep must be ASCII.")
			}
			if len(sep) > 1 || sep == "" && a[1] != "" {
				return nil, ValueErrorf("sep must be length 1.")
			}
			return toHex([]byte(textOf(a[0]).s), sep, every), nil
		},
	)
}

func fillBytes(c *Class) {
	shared(c)
	bytesMethods(c, func(b []byte) Value { return Bytes(b) })
	c.New = NewBuiltin("bytes(source=b'', encoding=None, errors=None)", func(t *Thread, a []Value) (Value, error) {
		if b, ok := a[0].(Bytes); ok && a[1] == None && a[2] == None {
			return b, nil
		}
		b, err := newBytes(t, "bytes", a)
		return Bytes(b), err
	})
}

func fillByteArray(c *Class) {
	shared(c)
	bytesMethods(c, func(b []byte) Value { return &ByteArray{B: b} })
	_ = c.Attrs.Each(func(_, v Value) error {
		if b, ok := v.(*Builtin); ok {
			b.Reads = true // one that an interrupt leaves behind may go on reading
		}
		return nil
	})
	c.New = NewBuiltin("bytearray(source=b'', encoding=None, errors=None)", func(t *Thread, a []Value) (Value, error) {
		b, err := newBytes(t, "bytearray", a)
		return &ByteArray{B: b}, err
	})
	def := func(sig, doc string, f func(t *Thread, x *ByteArray, a []Value) (Value, error)) {
		c.Def(sig, doc, func(t *Thread, a []Value) (Value, error) { return f(t, byteArray(a[0]), a) })
	}
	defer quickenByteArray(c)
	c.DefRaw("__init__", "Fills the bytearray.", func(t *Thread, a []Value, kw []Kw) (Value, error) {
		v, err := c.New.Call(t, a[1:], kw)
		if err == nil {
			byteArray(a[0]).B = v.(*ByteArray).B
		}
		return None, err
	})
	def("append(self, item)", "Adds a byte at the end.", func(_ *Thread, x *ByteArray, a []Value) (Value, error) {
		b, err := byteOf(a[1], "byte")
		if err != nil {
			return nil, err
		}
		return None, x.splice(len(x.B), len(x.B), []byte{b})
	})
	def("extend(self, iterable)", "Adds bytes at the end.", func(t *Thread, x *ByteArray, a []Value) (Value, error) {
		b, err := bytesOf(t, a[1])
		if err != nil {
			return nil, err
		}
		return None, x.splice(len(x.B), len(x.B), b)
	})
	def(
		"insert(self, index, item)",
		"Puts a byte before a position.",
		func(_ *Thread, x *ByteArray, a []Value) (Value, error) {
			i, err := ToInt(a[1])
			if err != nil {
				return nil, err
			}
			b, err := byteOf(a[2], "byte")
			if err != nil {
				return nil, err
			}
			if n := int64(len(x.B)); i < 0 {
				i = max(i+n, 0)
			} else {
				i = min(i, n)
			}
			return None, x.splice(int(i), int(i), []byte{b})
		},
	)
	def("pop(self, index=-1)", "Takes a byte out.", func(_ *Thread, x *ByteArray, a []Value) (Value, error) {
		if len(x.B) == 0 {
			return nil, IndexErrorf("pop from empty bytearray")
		}
		i, err := index(a[1], len(x.B), "pop")
		if err != nil {
			return nil, err
		}
		b := x.B[i]
		return int64(b), x.splice(i, i+1, nil)
	})
	def(
		"remove(self, value)",
		"Takes the first such byte out.",
		func(_ *Thread, x *ByteArray, a []Value) (Value, error) {
			b, err := byteOf(a[1], "byte")
			if err != nil {
				return nil, err
			}
			i := bytes.IndexByte(x.B, b)
			if i < 0 {
				return nil, ValueErrorf("value not found in bytearray")
			}
			return None, x.splice(i, i+1, nil)
		},
	)
	def(
		"clear(self)",
		"Removes everything.",
		func(_ *Thread, x *ByteArray, _ []Value) (Value, error) { return None, x.splice(0, len(x.B), nil) },
	)
	def("copy(self)", "A copy.", func(_ *Thread, x *ByteArray, _ []Value) (Value, error) {
		return &ByteArray{B: append([]byte(nil), x.B...)}, nil
	})
	def("reverse(self)", "Reverses in place.", func(_ *Thread, x *ByteArray, _ []Value) (Value, error) {
		reverseBytes(x.B)
		return None, nil
	})
	def("__iadd__(self, other)", "Adds bytes in place.", func(_ *Thread, x *ByteArray, a []Value) (Value, error) {
		b, ok := Buffer(a[1])
		if !ok {
			return nil, TypeErrorf("can't concat %s to bytearray", TypeOf(a[1]).TypeName())
		}
		return a[0], x.splice(len(x.B), len(x.B), append([]byte(nil), b...))
	})
	def("__imul__(self, n)", "Repeats in place.", func(t *Thread, x *ByteArray, a []Value) (Value, error) {
		v, err := byteArrayOp(t, "*", x, a[1])
		if err != nil || v == NotImplemented {
			return v, err
		}
		return a[0], x.splice(0, len(x.B), v.(*ByteArray).B)
	})
}

// Writable gives the bytes of a bytearray, or of a view on one, to be changed in place.
func Writable(v Value) ([]byte, bool) {
	switch v := v.(type) {
	case *ByteArray:
		return v.B, true
	case *MemoryView:
		if v.readonly || v.released || !v.packed(false) {
			return nil, false
		}
		return v.memory(), true
	case *Instance:
		if v.Native != nil {
			return Writable(v.Native)
		}
		if m := ViewOf(v); m != nil {
			b, ok := Writable(m)
			_, err := CallMethod(Background(), m, "release")
			return b, ok && err == nil
		}
	}
	return nil, false
}
