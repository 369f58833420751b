package std

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
)

// pickleReader reads what pickle.Unpickler is given: numbers, texts and containers at once, the rare opcodes through
// the Unpickler's method _rare, which reads and pushes here. A size in the bytes takes no room before they are there.
type pickleReader struct {
	owner value // the Unpickler
	fault *py.Class
	b     []byte // what was read and not looked at
	file  value  // where more comes from, nil for nowhere
	stack []value
	marks []int
	memo  []value // of the first places; nil for one that was left out
	far   map[int64]value
	ops   int
}

var pickleReaderClass = py.NewClass("_pickle", "Reader", py.ObjectClass, nil)

//go:noinline
func (r *pickleReader) failed(format string, args ...any) error {
	return py.Raisef(r.fault, format, args...)
}

//go:noinline
func (r *pickleReader) truncated() error { return r.failed("pickle data was truncated") }

// read gives the next n bytes.
//
//go:noinline
func (r *pickleReader) read(t *thread, n uint64) ([]byte, error) {
	if n <= uint64(len(r.b)) {
		out := r.b[:n:n]
		r.b = r.b[n:]
		return out, nil
	}
	if r.file == nil || n > math.MaxInt64 {
		return nil, r.truncated()
	}
	v, err := py.CallMethod(t, r.file, "read", int64(n-uint64(len(r.b))))
	if err != nil {
		return nil, err
	}
	more, err := bufferOf(v)
	if err != nil {
		return nil, err
	}
	if r.b = append(r.b, more...); uint64(len(r.b)) < n {
		return nil, r.truncated()
	}
	return r.read(t, n)
}

// line gives what stands up to the next end of a line.
func (r *pickleReader) line(t *thread) (string, error) {
	i := bytes.IndexByte(r.b, '\n')
	if i < 0 && r.file != nil {
		v, err := py.CallMethod(t, r.file, "readline")
		if err != nil {
			return "", err
		}
		more, err := bufferOf(v)
		if err != nil {
			return "", err
		}
		r.b = append(r.b, more...)
		i = bytes.IndexByte(r.b, '\n')
	}
	if i < 0 {
		return "", r.truncated()
	}
	out := string(r.b[:i])
	r.b = r.b[i+1:]
	return out, nil
}

// size reads a number of so many bytes.
//
//go:noinline
func (r *pickleReader) size(t *thread, bytes int) (uint64, error) {
	b, err := r.read(t, uint64(bytes))
	n := uint64(0)
	for i := range b {
		n |= uint64(b[i]) << (8 * i)
	}
	return n, err
}

// sizedBytes reads bytes whose size stands before them.
//
//go:noinline
func (r *pickleReader) sizedBytes(t *thread, of int) ([]byte, error) {
	n, err := r.size(t, of)
	if err != nil {
		return nil, err
	}
	return r.read(t, n)
}

//go:noinline
func (r *pickleReader) push(v value) { r.stack = append(r.stack, v) }

// fence is up to where the values stand that belong to what is under a mark.
//
//go:noinline
func (r *pickleReader) fence() int {
	if n := len(r.marks); n > 0 {
		return r.marks[n-1]
	}
	return 0
}

//go:noinline
func (r *pickleReader) underflow() error {
	if len(r.marks) > 0 {
		return r.failed("unexpected MARK found")
	}
	return r.failed("unpickling stack underflow")
}

// top gives the last n values, which stay where they are.
//
//go:noinline
func (r *pickleReader) top(n int) ([]value, error) {
	at := len(r.stack) - n
	if at < r.fence() {
		return nil, r.underflow()
	}
	return r.stack[at:], nil
}

//go:noinline
func (r *pickleReader) pop() (value, error) {
	v, err := r.top(1)
	if err != nil {
		return nil, err
	}
	r.stack = r.stack[:len(r.stack)-1]
	return v[0], nil
}

// marked takes what stands after the last mark.
//
//go:noinline
func (r *pickleReader) marked() ([]value, error) {
	n := len(r.marks) - 1
	if n < 0 {
		return nil, r.failed("could not find MARK")
	}
	at := r.marks[n]
	r.marks = r.marks[:n]
	items := r.stack[at:]
	r.stack = r.stack[:at]
	return items, nil
}

// own are items that a container may keep: those of the stack are overwritten.
//
//go:noinline
func own(items []value) []value { return append(make([]value, 0, len(items)), items...) }

func (r *pickleReader) put(n int64) error {
	v, err := r.top(1)
	switch {
	case err != nil:
		return err
	case n < int64(len(r.memo)):
		r.memo[n] = v[0]
	case n == int64(len(r.memo)):
		r.memo = append(r.memo, v[0])
	default:
		if r.far == nil {
			r.far = map[int64]value{}
		}
		r.far[n] = v[0]
	}
	return nil
}

func (r *pickleReader) get(n int64) error {
	var v value
	if n >= 0 && n < int64(len(r.memo)) {
		v = r.memo[n]
	} else {
		v = r.far[n]
	}
	if v == nil {
		return r.failed("Memo value not found at index %d", n)
	}
	r.push(v)
	return nil
}

// swap puts a value in the place of the last one, and where that is remembered.
func (r *pickleReader) swap(v value) {
	old := r.stack[len(r.stack)-1]
	r.stack[len(r.stack)-1] = v
	for i := range r.memo {
		if py.Is(r.memo[i], old) {
			r.memo[i] = v
		}
	}
	for i := range r.far {
		if py.Is(r.far[i], old) {
			r.far[i] = v
		}
	}
}

// load reads opcodes up to the end of a pickle, and gives its value.
func (r *pickleReader) load(t *thread) (value, error) {
	r.stack, r.marks = r.stack[:0], r.marks[:0]
	for {
		if r.ops++; r.ops&255 == 0 {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
		b, err := r.read(t, 1)
		if err != nil {
			if e := py.AsExc(err); e.Class == r.fault {
				err = py.Raisef(py.EOFErrorClass, "Ran out of input")
			}
			return nil, err
		}
		op := b[0]
		if op == '.' {
			return r.pop()
		}
		if err := r.step(t, op); err != nil {
			return nil, err
		}
	}
}

// step runs one opcode that makes a value of the bytes after it.
func (r *pickleReader) step(t *thread, op byte) error {
	var b []byte
	var err error
	var of int
	switch op {
	case 'N':
		r.push(py.None)
	case 0x88, 0x89:
		r.push(op == 0x88)
	case 'K', 'M', 'J':
		n, err := r.size(t, map[byte]int{'K': 1, 'M': 2, 'J': 4}[op])
		if op == 'J' {
			n = uint64(int32(n))
		}
		if err == nil {
			r.push(t.Int(int64(n)))
		}
		return err
	case 'G':
		if b, err = r.read(t, 8); err == nil {
			r.push(t.Float(math.Float64frombits(binary.BigEndian.Uint64(b))))
		}
	case 'X', 'B':
		of = 4
	case 0x8c, 'C', 0x8a:
		of = 1
	case 0x8d, 0x8e, 0x96:
		of = 8
	case 0x8b:
		if b, err = r.read(t, 4); err == nil && b[3] >= 0x80 {
			return r.failed("LONG pickle has negative byte count")
		} else if err == nil {
			b, err = r.read(t, uint64(binary.LittleEndian.Uint32(b)))
			r.push(signed(b))
		}
	default:
		return r.stackOp(t, op)
	}
	if of == 0 || err != nil {
		return err
	}
	if b, err = r.sizedBytes(t, of); err != nil {
		return err
	}
	switch op {
	case 'X', 0x8c, 0x8d:
		return r.text(t, b)
	case 'B', 'C', 0x8e:
		r.push(py.Bytes(b))
	case 0x96:
		r.push(&py.ByteArray{B: bytes.Clone(b)})
	default:
		r.push(signed(b))
	}
	return nil
}

// signed is an int of bytes, the lowest first.
func signed(b []byte) value {
	n := len(b)
	if n == 0 {
		return int64(0)
	}
	high := make([]byte, n)
	for i := range b {
		high[n-1-i] = b[i]
	}
	x := new(big.Int).SetBytes(high)
	if b[n-1] >= 0x80 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*n)))
	}
	return py.Int(x)
}

func (r *pickleReader) text(t *thread, b []byte) error {
	if utf8.Valid(b) {
		r.push(string(b))
		return nil
	}
	v, err := py.CallMethod(t, py.Bytes(b), "decode", "utf-8", "surrogatepass")
	r.push(v)
	return err
}

// stackOp runs one opcode that works on the values of the stack.
func (r *pickleReader) stackOp(t *thread, op byte) error {
	switch op {
	case '(':
		r.marks = append(r.marks, len(r.stack))
	case ')':
		r.push(py.NewTuple())
	case ']':
		r.push(py.NewList())
	case '}':
		r.push(py.NewDict())
	case 0x8f:
		r.push(py.NewSet())
	case 0x85, 0x86, 0x87:
		v, err := r.top(int(op) - 0x84)
		if err != nil {
			return err
		}
		r.stack = r.stack[:len(r.stack)-len(v)]
		r.push(py.NewTuple(own(v)...))
	case 't', 'l', 'd', 0x91, '1':
		items, err := r.marked()
		if err != nil {
			return err
		}
		return r.container(t, op, items)
	case '0':
		if n := len(r.marks); n > 0 && r.marks[n-1] == len(r.stack) {
			r.marks = r.marks[:n-1]
			return nil
		}
		_, err := r.pop()
		return err
	case '2':
		v, err := r.top(1)
		if err != nil {
			return err
		}
		r.push(v[0])
	case 'a', 's', 'e', 'u', 0x90:
		return r.fill(t, op)
	case 'p', 'q', 'r', 0x94, 'g', 'h', 'j':
		return r.memoOp(t, op)
	case 'I', 0x80, 0x95:
		return r.plainOp(t, op)
	case 0x81, 'b':
		return r.objectOp(t, op)
	default:
		v, err := py.CallMethod(t, r.owner, "_rare", int64(op))
		if v == py.None && err == nil {
			shown := fmt.Sprintf("\\x%02x", op)
			if op >= 0x20 && op <= 0x7e && op != '\'' && op != '\\' {
				shown = string(rune(op))
			}
			return r.failed("invalid load key, '%s'.", shown)
		}
		return err
	}
	return nil
}

// container makes what holds the items after a mark.
func (r *pickleReader) container(t *thread, op byte, items []value) error {
	switch op {
	case 't':
		r.push(py.NewTuple(own(items)...))
	case 'l':
		r.push(py.NewList(own(items)...))
	case 'd':
		if len(items)%2 != 0 {
			return r.failed("odd number of items for DICT")
		}
		d := py.NewDict()
		for items = own(items); len(items) > 0; items = items[2:] {
			if err := py.SetItem(t, d, items[0], items[1]); err != nil {
				return err
			}
		}
		r.push(d)
	case 0x91:
		s, err := py.SetOf(t, own(items))
		if err != nil {
			return err
		}
		s.Frozen = true
		r.push(s)
	}
	return nil
}

// fill puts the last items into the container before them.
func (r *pickleReader) fill(t *thread, op byte) error {
	n, err := 1, error(nil)
	var items []value
	if op == 'a' || op == 's' {
		if op == 's' {
			n = 2
		}
		if items, err = r.top(n + 1); err != nil {
			return err
		}
		items = items[1:]
		r.stack = r.stack[:len(r.stack)-n]
	} else if items, err = r.marked(); err != nil {
		return err
	}
	to, err := r.top(1)
	switch {
	case err != nil || len(items) == 0:
		return err
	case (op == 's' || op == 'u') && len(items)%2 != 0:
		return r.failed("odd number of items for SETITEMS")
	}
	switch x := to[0].(type) {
	case *py.List:
		if op == 'a' || op == 'e' {
			x.Items = append(x.Items, items...)
			return nil
		}
	case *py.Set:
		if op == 0x90 && !x.Frozen {
			for _, v := range own(items) {
				if h, err := x.Has(v); h || err != nil {
					if err != nil {
						return err
					}
					continue
				}
				if err := x.Add(v); err != nil {
					return err
				}
			}
			return nil
		}
	}
	items = own(items) // methods of the program may run
	switch op {
	case 's', 'u':
		for ; len(items) > 0; items = items[2:] {
			if err := py.SetItem(t, to[0], items[0], items[1]); err != nil {
				return err
			}
		}
		return nil
	case 0x90:
		add, err := py.GetAttr(t, to[0], "add")
		for i := 0; err == nil && i < len(items); i++ {
			_, err = py.Call1(t, add, items[i])
		}
		return err
	}
	if extend, err := py.GetAttr(t, to[0], "extend"); err == nil {
		_, err = py.Call1(t, extend, py.NewList(items...))
		return err
	}
	add, err := py.GetAttr(t, to[0], "append")
	for i := 0; err == nil && i < len(items); i++ {
		_, err = py.Call1(t, add, items[i])
	}
	return err
}

// memoOp remembers the last value, or brings one back.
func (r *pickleReader) memoOp(t *thread, op byte) error {
	var n int64
	switch op {
	case 0x94:
		return r.put(int64(len(r.memo) + len(r.far)))
	case 'p', 'g':
		s, err := r.line(t)
		if err != nil {
			return err
		}
		if s == "" {
			return r.truncated()
		}
		if op == 'p' {
			if _, err := r.top(1); err != nil {
				return err
			}
		}
		if n, err = strconv.ParseInt(s, 10, 64); err != nil {
			v, err := py.Call(t, py.IntClass, []value{s + "\n", int64(10)}, nil)
			if err != nil {
				return err
			}
			if n, err = py.ToInt(v); err != nil {
				return err
			}
		}
		if op == 'p' && n < 0 {
			return py.ValueErrorf("negative PUT argument")
		}
	default:
		of := 1
		if op == 'r' || op == 'j' {
			of = 4
		}
		u, err := r.size(t, of)
		if err != nil {
			return err
		}
		n = int64(u)
	}
	if op == 'p' || op == 'q' || op == 'r' {
		return r.put(n)
	}
	return r.get(n)
}

// plainOp reads an int of a line, the protocol, or the head of a frame.
func (r *pickleReader) plainOp(t *thread, op byte) error {
	switch op {
	case 'I':
		s, err := r.line(t)
		if err != nil {
			return err
		}
		if s == "00" || s == "01" {
			r.push(s == "01")
			return nil
		}
		n, err := strconv.ParseInt(s, 10, 64)
		if err == nil && (s[0] != '0' || len(s) == 1) {
			r.push(t.Int(n))
			return nil
		}
		v, err := py.CallMethod(t, r.owner, "_int", s)
		r.push(v)
		return err
	case 0x80:
		n, err := r.size(t, 1)
		if err == nil && n > 5 {
			err = py.ValueErrorf("unsupported pickle protocol: %d", n)
		}
		return err
	}
	n, err := r.size(t, 8)
	if err != nil {
		return err
	}
	if n > math.MaxInt64 {
		return py.Raisef(py.OverflowErrorClass, "FRAME length exceeds system's maximum of %d bytes", int64(math.MaxInt64))
	}
	rest := r.b
	b, err := r.read(t, n)
	if err != nil {
		return err
	}
	if len(rest) >= len(b) {
		r.b = rest // what came already
	} else {
		r.b = b
	}
	return nil
}

// objectOp makes an object of a plain class, or gives one its attributes.
func (r *pickleReader) objectOp(t *thread, op byte) error {
	v, err := r.top(2)
	if err != nil {
		return err
	}
	if c, ok := v[0].(*py.Class); ok && op == 0x81 && c.User {
		args, isTuple := v[1].(*py.Tuple)
		if isTuple && len(args.Items) == 0 && c.Lookup("__new__") == nil {
			x, err := py.NewInstance(t, c, nil, nil)
			if err != nil {
				return err
			}
			r.stack[len(r.stack)-2] = x
			r.stack = r.stack[:len(r.stack)-1]
			return nil
		}
	}
	if x, ok := v[0].(*py.Instance); ok && op == 'b' && x.Class.Lookup("__setstate__") == nil &&
		x.Class.Lookup("__slots__") == nil && x.Class.Lookup("__getattr__") == nil &&
		x.Class.Lookup("__getattribute__") == nil && x.Class.User && x.Attrs != nil {
		if d, isDict := v[1].(*py.Dict); isDict && d.Class == nil {
			if _, there := x.Attrs.GetStr("__setstate__"); !there {
				r.stack = r.stack[:len(r.stack)-1]
				return d.Each(func(k, v value) error { return py.SetItem(t, x.Attrs, k, v) })
			}
		}
	}
	_, err = py.CallMethod(t, r.owner, "_rare", int64(op))
	return err
}

func init() {
	py.Register[*pickleReader](pickleReaderClass)
	pickleReaderClass.New = fn(
		"Reader(owner, fault, data=None, file=None)",
		"What an Unpickler reads with.",
		func(_ *thread, a []value) (value, error) {
			r := &pickleReader{owner: a[0], fault: a[1].(*py.Class)}
			if a[3] != py.None {
				r.file = a[3]
				return r, nil
			}
			b, err := bufferOf(a[2])
			r.b = b
			return r, err
		},
	)
	for i, sig := range []string{"load(self)", "read(self, n)", "line(self)", "push(self, v)", "swap(self, v)", "pop(self)",
		"marked(self)"} {
		pickleReaderClass.Def(sig, "", func(t *thread, a []value) (value, error) {
			return a[0].(*pickleReader).method(t, i, a[len(a)-1])
		})
	}
}

// method is one of those the Unpickler calls.
func (r *pickleReader) method(t *thread, i int, v value) (value, error) {
	switch i {
	case 0:
		return r.load(t)
	case 1:
		n, err := py.ToInt(v)
		if err != nil {
			return nil, err
		}
		b, err := r.read(t, uint64(n))
		return py.Bytes(b), err
	case 2:
		s, err := r.line(t)
		return py.Bytes(s), err
	case 3:
		r.push(v)
	case 4:
		if _, err := r.top(1); err != nil {
			return nil, err
		}
		r.swap(v)
	case 5:
		return r.pop()
	case 6:
		items, err := r.marked()
		return py.NewList(own(items)...), err
	}
	return py.None, nil
}

func pickleModule() *py.Module {
	return module("_pickle", "What module pickle reads and writes with.",
		map[string]value{"Writer": pickleWriterClass, "Reader": pickleReaderClass})
}
