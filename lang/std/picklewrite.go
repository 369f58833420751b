package std

import (
	"encoding/binary"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/text/literal"
)

// pickleWriter writes what pickle.Pickler is given: None, numbers, texts, bytes and containers at once, objects of
// plain classes too. For the rest it calls the Pickler's method _other, which writes through put, save and keep.
type pickleWriter struct {
	proto  int64
	out    []byte
	frame  int  // where the header of the open frame stands, -1 for none
	frames bool // bytes go into frames
	texts  map[string]int
	objs   map[any]pickled
	n      int // how many are remembered
	saved  int
	fault  *py.Class
	plain  map[*py.Class]bool // whether objects of a class are their class and their attributes

	other, asPlain, pid value // methods of the Pickler; pid is nil for object's own
}

// pickled is an object that was written: it lives as long as its place is remembered.
type pickled struct {
	at int
	v  value
}

const (
	frameHeader = 9
	frameTarget = 64 << 10
	pickleBatch = 1000
)

var pickleWriterClass = py.NewClass("_pickle", "Writer", py.ObjectClass, nil)

// pickleKey is what an object is remembered by.
//
//go:noinline
func pickleKey(v value) any {
	switch x := v.(type) {
	case complex128:
		return [2]uint64{math.Float64bits(real(x)), math.Float64bits(imag(x))}
	case *py.List, *py.Dict, *py.Tuple, *py.Instance, *py.Set, *py.Class:
		return v
	}
	if !reflect.TypeOf(v).Comparable() {
		return py.Address(v)
	}
	return v
}

//go:noinline
func (w *pickleWriter) place(v value) (int, bool) {
	if s, ok := v.(string); ok {
		at, ok := w.texts[s]
		return at, ok
	}
	p, ok := w.objs[pickleKey(v)]
	return p.at, ok
}

// write adds bytes, in a new frame where none is open.
//
//go:noinline
func (w *pickleWriter) write(b ...byte) { w.room(); w.out = append(w.out, b...) }

//go:noinline
func (w *pickleWriter) ascii(s string) { w.room(); w.out = append(w.out, s...) }

//go:noinline
func (w *pickleWriter) room() {
	if w.frames && w.frame < 0 {
		w.frame = len(w.out)
		w.out = append(w.out, make([]byte, frameHeader)...)
	}
}

// boundary ends a frame that is long enough.
//
//go:noinline
func (w *pickleWriter) boundary() {
	if w.frame >= 0 && len(w.out)-w.frame-frameHeader >= frameTarget {
		w.closeFrame()
	}
}

//go:noinline
func (w *pickleWriter) closeFrame() {
	if w.frame < 0 {
		return
	}
	head := w.out[w.frame:]
	if n := len(head) - frameHeader; n >= 4 {
		head[0] = 0x95
		binary.LittleEndian.PutUint64(head[1:], uint64(n))
	} else {
		copy(head, head[frameHeader:])
		w.out = w.out[:len(w.out)-frameHeader]
	}
	w.frame = -1
}

// data writes an opcode with its size, and bytes, which stand outside the frames where they are many.
func (w *pickleWriter) data(head []byte, b string) {
	big := len(b) >= frameTarget
	was := w.frames
	if big {
		w.closeFrame()
		w.frames = false
	}
	w.write(head...)
	w.out = append(w.out, b...)
	w.frames = was
}

// sized is an opcode before a size of one, four or eight bytes; zero for one that there is not.
//
//go:noinline
func sized(one, four, eight byte, n int) []byte {
	switch {
	case n < 256 && one != 0:
		return []byte{one, byte(n)}
	case n <= math.MaxUint32:
		return binary.LittleEndian.AppendUint32([]byte{four}, uint32(n))
	}
	return binary.LittleEndian.AppendUint64([]byte{eight}, uint64(n))
}

// keep remembers a value that was written.
//
//go:noinline
func (w *pickleWriter) keep(v value) {
	if s, ok := v.(string); ok {
		w.texts[s] = w.n
	} else {
		w.objs[pickleKey(v)] = pickled{w.n, v}
	}
	switch {
	case w.proto >= 4:
		w.write(0x94)
	case w.proto >= 1:
		w.write(sized('q', 'r', 0, w.n)...)
	default:
		w.ascii("p" + strconv.Itoa(w.n) + "\n")
	}
	w.n++
}

func (w *pickleWriter) again(at int) {
	if w.proto >= 1 {
		w.write(sized('h', 'j', 0, at)...)
	} else {
		w.ascii("g" + strconv.Itoa(at) + "\n")
	}
}

// save writes a value.
func (w *pickleWriter) save(t *thread, v value) error {
	w.boundary()
	if w.saved++; w.saved&255 == 0 {
		if err := t.Check(); err != nil {
			return err
		}
	}
	if w.pid != nil {
		switch id, err := py.Call1(t, w.pid, v); {
		case err != nil:
			return err
		case id != py.None && w.proto == 0:
			s, err := py.Str(t, id)
			if err == nil && strings.IndexFunc(s, func(r rune) bool { return r > 127 }) >= 0 {
				return py.Raisef(w.fault, "persistent IDs in protocol 0 must be ASCII strings")
			}
			w.ascii("P" + s + "\n")
			return err
		case id != py.None:
			pid := w.pid
			w.pid = nil
			err = w.save(t, id)
			w.pid = pid
			w.write('Q')
			return err
		}
	}
	switch x := v.(type) {
	case bool:
		switch {
		case w.proto < 2 && x:
			w.ascii("I01\n")
		case w.proto < 2:
			w.ascii("I00\n")
		case x:
			w.write(0x88)
		default:
			w.write(0x89)
		}
		return nil
	case int64:
		w.int(x)
		return nil
	case *big.Int:
		w.big(x)
		return nil
	case float64:
		if w.proto > 0 {
			w.write(binary.BigEndian.AppendUint64([]byte{'G'}, math.Float64bits(x))...)
		} else {
			w.ascii("F" + py.ReprOf(x) + "\n")
		}
		return nil
	}
	if v == py.None {
		w.write('N')
		return nil
	}
	if at, ok := w.place(v); ok {
		w.again(at)
		return nil
	}
	return w.saveNew(t, v)
}

// saveNew writes a value that was not written before.
func (w *pickleWriter) saveNew(t *thread, v value) (err error) {
	switch x := v.(type) {
	case string:
		err = w.text(t, x)
		w.keep(v)
		return err
	case py.Bytes:
		if w.proto >= 3 {
			w.data(sized('C', 'B', 0x8e, len(x)), string(x))
			w.keep(v)
			return nil
		}
	case *py.ByteArray:
		if w.proto >= 5 {
			w.data(binary.LittleEndian.AppendUint64([]byte{0x96}, uint64(len(x.B))), string(x.B))
			w.keep(v)
			return nil
		}
	}
	if err := t.Enter("while pickling an object"); err != nil {
		return err
	}
	defer t.Leave()
	switch x := v.(type) {
	case *py.Tuple:
		if x.Class == nil {
			return w.tuple(t, x)
		}
	case *py.List:
		w.begin("]", "(l", v)
		return w.appends(t, x)
	case *py.Dict:
		if x.Class == nil {
			w.begin("}", "(d", v)
			return w.items(t, x)
		}
	case *py.Set:
		if w.proto >= 4 {
			return w.set(t, x)
		}
	case *py.Instance:
		if x.Native == nil && w.proto >= 2 {
			if plain, err := w.isPlain(t, x.Class); plain || err != nil {
				return w.instance(t, x, err)
			}
		}
	}
	_, err = py.Call1(t, w.other, v)
	return err
}

// begin writes an empty container and remembers it.
func (w *pickleWriter) begin(op, old string, v value) {
	if w.proto > 0 {
		w.ascii(op)
	} else {
		w.ascii(old)
	}
	w.keep(v)
}

func (w *pickleWriter) int(x int64) {
	switch {
	case w.proto == 0 && x == int64(int32(x)):
		w.ascii("I" + strconv.FormatInt(x, 10) + "\n")
	case x != int64(int32(x)):
		w.big(big.NewInt(x))
	case x >= 0 && x < 256:
		w.write('K', byte(x))
	case x >= 0 && x < 65536:
		w.write('M', byte(x), byte(x>>8))
	default:
		w.write('J', byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
}

// big writes an int of more than 32 bits.
func (w *pickleWriter) big(x *big.Int) {
	if w.proto < 2 {
		w.ascii("L" + x.String() + "L\n")
		return
	}
	m := x
	if x.Sign() < 0 {
		m = new(big.Int).Not(x) // its bits, flipped
	}
	b := m.FillBytes(make([]byte, m.BitLen()/8+1))
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	if x.Sign() < 0 {
		for i := range b {
			b[i] = ^b[i]
		}
	}
	w.write(sized(0x8a, 0x8b, 0, len(b))...)
	w.write(b...)
}

func (w *pickleWriter) text(t *thread, s string) error {
	b := s
	if !utf8.ValidString(s) {
		v, err := py.CallMethod(t, s, "encode", "utf-8", "surrogatepass")
		if err != nil {
			return err
		}
		b = string(v.(py.Bytes))
	}
	switch {
	case w.proto >= 4:
		w.data(sized(0x8c, 'X', 0x8d, len(b)), b)
	case w.proto >= 1:
		if len(b) > math.MaxUint32 {
			return py.Raisef(py.OverflowErrorClass, "cannot serialize a string larger than 4GiB")
		}
		w.data(sized(0, 'X', 0, len(b)), b)
	default:
		w.write('V')
		for len(s) > 0 {
			r, k := literal.DecodeRune(s)
			s = s[k:]
			switch {
			case r == '\\' || r == 0 || r == '\n' || r == '\r' || r == 0x1a || r > 255 && r < 65536:
				w.out = append(w.out, '\\', 'u')
				w.hex(r, 12)
			case r > 255:
				w.out = append(w.out, '\\', 'U')
				w.hex(r, 28)
			default:
				w.out = append(w.out, byte(r))
			}
		}
		w.out = append(w.out, '\n')
	}
	return nil
}

//go:noinline
func (w *pickleWriter) hex(r rune, shift int) {
	for ; shift >= 0; shift -= 4 {
		w.out = append(w.out, "0123456789abcdef"[r>>shift&15])
	}
}

func (w *pickleWriter) tuple(t *thread, x *py.Tuple) error {
	n := len(x.Items)
	short := n <= 3 && w.proto >= 2
	switch {
	case n == 0 && w.proto > 0:
		w.write(')')
		return nil
	case n == 0:
		w.ascii("(t")
		return nil
	case !short:
		w.write('(')
	}
	for _, e := range x.Items {
		if err := w.save(t, e); err != nil {
			return err
		}
	}
	if at, ok := w.place(x); ok { // it holds itself
		switch {
		case w.proto > 0 && !short:
			w.write('1')
		case short:
			n--
			fallthrough
		default:
			for range n + 1 {
				w.write('0')
			}
		}
		w.again(at)
		return nil
	}
	if short {
		w.write(byte(0x84 + n))
	} else {
		w.write('t')
	}
	w.keep(x)
	return nil
}

// appends writes the items of a list, which methods that are called may change.
func (w *pickleWriter) appends(t *thread, x *py.List) error {
	one := len(x.Items) == 1
	for i := 0; i < len(x.Items); {
		if w.proto > 0 && !one {
			w.write('(')
		}
		for n := 0; i < len(x.Items) && n < pickleBatch; n++ {
			if err := w.save(t, x.Items[i]); err != nil {
				return err
			}
			if i++; w.proto == 0 || one {
				w.write('a')
			}
		}
		if w.proto > 0 && !one {
			w.write('e')
		}
	}
	return nil
}

func (w *pickleWriter) items(t *thread, x *py.Dict) error {
	one, n, size := x.Len() == 1, 0, x.Len()
	err := x.Each(func(k, v value) error {
		if n == 0 && w.proto > 0 && !one {
			w.write('(')
		}
		if err := w.save(t, k); err != nil {
			return err
		}
		if err := w.save(t, v); err != nil {
			return err
		}
		if x.Len() != size {
			return py.Raisef(py.RuntimeErrorClass, "dictionary changed size during iteration")
		}
		n++
		switch {
		case w.proto == 0 || one:
			w.write('s')
		case n == pickleBatch:
			w.write('u')
			n = 0
		}
		return nil
	})
	if size > 0 && w.proto > 0 && !one && err == nil {
		if n == 0 { // CPython looks for more after a full batch
			w.write('(')
		}
		w.write('u')
	}
	return err
}

func (w *pickleWriter) set(t *thread, x *py.Set) error {
	items := x.Items()
	if x.Frozen {
		w.write('(')
		for _, e := range items {
			if err := w.save(t, e); err != nil {
				return err
			}
		}
		if at, ok := w.place(x); ok {
			w.write('1')
			w.again(at)
			return nil
		}
		w.write(0x91)
		w.keep(x)
		return nil
	}
	w.write(0x8f)
	w.keep(x)
	for i := 0; len(items) > 0; {
		w.write('(')
		n := 0
		for ; i < len(items) && n < pickleBatch; n++ {
			if err := w.save(t, items[i]); err != nil {
				return err
			}
			i++
		}
		if w.write(0x90); n < pickleBatch {
			return nil
		}
	}
	return nil
}

// isPlain asks the Pickler once for each class.
func (w *pickleWriter) isPlain(t *thread, c *py.Class) (bool, error) {
	plain, known := w.plain[c]
	if known {
		return plain, nil
	}
	v, err := py.Call1(t, w.asPlain, c)
	w.plain[c] = v == true
	return v == true, err
}

// instance writes an object as its class and its attributes.
func (w *pickleWriter) instance(t *thread, x *py.Instance, err error) error {
	if err != nil {
		return err
	}
	if err := w.save(t, x.Class); err != nil {
		return err
	}
	w.write(')', 0x81)
	w.keep(x)
	if x.Attrs == nil || x.Attrs.Len() == 0 {
		return nil
	}
	err = w.save(t, x.Attrs)
	w.write('b')
	return err
}

// dump gives a value as bytes, with the head and the end of a pickle.
func (w *pickleWriter) dump(t *thread, v value) (value, error) {
	w.out, w.frame, w.frames = nil, -1, false
	if w.proto >= 2 {
		w.out = []byte{0x80, byte(w.proto)}
		w.frames = w.proto >= 4
	}
	err := w.save(t, v)
	w.write('.')
	w.closeFrame()
	out := py.Bytes(unsafe.String(unsafe.SliceData(w.out), len(w.out))) // nobody writes them again
	w.out, w.frames = nil, false
	return out, err
}

func init() {
	py.Register[*pickleWriter](pickleWriterClass)
	pickleWriterClass.New = fn(
		"Writer(proto, other, plain, fault, pid)",
		"What a Pickler writes with.",
		func(_ *thread, a []value) (value, error) {
			proto, err := py.ToInt(a[0])
			w := &pickleWriter{proto: proto, frame: -1, other: a[1], asPlain: a[2], plain: map[*py.Class]bool{}}
			w.fault, _ = a[3].(*py.Class)
			if a[4] != py.None {
				w.pid = a[4]
			}
			w.clear()
			return w, err
		},
	)
	for i, sig := range []string{"dump(self, v)", "save(self, v)", "put(self, b)", "keep(self, v)", "again(self, v)",
		"clear(self)"} {
		pickleWriterClass.Def(sig, "", func(t *thread, a []value) (value, error) {
			return a[0].(*pickleWriter).method(t, i, a[len(a)-1])
		})
	}
}

// method is one of those the Pickler calls.
func (w *pickleWriter) method(t *thread, i int, v value) (value, error) {
	switch i {
	case 0:
		return w.dump(t, v)
	case 1:
		return py.None, w.save(t, v)
	case 2:
		b, err := bufferOf(v)
		w.write(b...)
		return py.None, err
	case 3:
		w.keep(v)
	case 4:
		at, ok := w.place(v)
		if ok {
			w.again(at)
		}
		return ok, nil
	case 5:
		w.clear()
	}
	return py.None, nil
}

//go:noinline
func (w *pickleWriter) clear() { w.texts, w.objs, w.n = map[string]int{}, map[any]pickled{}, 0 }
