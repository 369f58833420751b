package std

import (
	"bytes"

	"github.com/tfs-lang/tfs/lang/py"
)

// outBytes is sys.stdout.buffer and sys.stderr.buffer: bytes go where the text goes.
type outBytes struct{ of *stream }

// inBytes is sys.stdin.buffer: the lines that are left, as bytes. rest was taken and not yet read.
type inBytes struct{ rest []byte }

var (
	outBytesClass = py.NewClass("_io", "BufferedWriter", py.ObjectClass, nil)
	inBytesClass  = py.NewClass("_io", "BufferedReader", py.ObjectClass, nil)
	theInBytes    = &inBytes{}
)

func init() {
	py.Register[*outBytes](outBytesClass)
	py.Register[*inBytes](inBytesClass)
	streamClass.Prop("buffer", "The stream below, of bytes.", func(_ *thread, v value) (value, error) {
		return &outBytes{v.(*stream)}, nil
	})
	inputClass.Prop("buffer", "The stream below, of bytes.", func(*thread, value) (value, error) { return theInBytes, nil })
	outBytesClass.Def("write(self, data)", "Writes bytes.", func(t *thread, a []value) (value, error) {
		b, ok := py.Buffer(a[1])
		if !ok {
			return nil, py.TypeErrorf("a bytes-like object is required, not '%s'", py.TypeOf(a[1]).Name)
		}
		_, err := a[0].(*outBytes).of.writer(t).Write(b)
		return int64(len(b)), err
	})
	outBytesClass.Def("flush(self)", "Sends on what is held back.", func(t *thread, a []value) (value, error) {
		return py.None, flushed(a[0].(*outBytes).of.writer(t))
	})
	for _, name := range []string{"fileno", "isatty"} {
		outBytesClass.Def(name+"(self)", "Of the stream.", func(t *thread, a []value) (value, error) {
			return py.CallMethod(t, a[0].(*outBytes).of, name)
		})
	}
	outBytesClass.Prop("name", "Of the stream.", func(t *thread, v value) (value, error) {
		return py.GetAttr(t, v.(*outBytes).of, "name")
	})
	outBytesClass.Prop("mode", "wb.", func(*thread, value) (value, error) { return "wb", nil })
	initInBytes()
	for name, c := range map[string]*py.Class{"rb": inBytesClass, "wb": outBytesClass} {
		c.Prop("closed", "False.", func(*thread, value) (value, error) { return false, nil })
		for _, way := range []string{"readable", "writable", "seekable"} {
			yes := name == "rb" && way == "readable" || name == "wb" && way == "writable"
			c.Def(way+"(self)", "Whether it is.", func(*thread, []value) (value, error) { return yes, nil })
		}
	}
}

func initInBytes() {
	inBytesClass.Prop("name", "<stdin>.", func(*thread, value) (value, error) { return "<stdin>", nil })
	inBytesClass.Prop("mode", "rb.", func(*thread, value) (value, error) { return "rb", nil })
	inBytesClass.Def("fileno(self)", "0.", func(*thread, []value) (value, error) { return int64(0), nil })
	inBytesClass.Def("isatty(self)", "False.", func(*thread, []value) (value, error) { return false, nil })
	inBytesClass.Def("read(self, size=-1)", "The bytes that are left, or size of them.", func(t *thread, a []value) (value, error) {
		n, err := sizeOf(a[1])
		if err != nil {
			return nil, err
		}
		in := a[0].(*inBytes)
		for n < 0 || int64(len(in.rest)) < n {
			more, err := in.line(t)
			if err != nil {
				return nil, err
			}
			if more == nil {
				break
			}
			if err := py.Fits(int64(len(in.rest) + len(more))); err != nil {
				return nil, err
			}
			in.rest = append(in.rest, more...)
		}
		if n < 0 || n > int64(len(in.rest)) {
			n = int64(len(in.rest))
		}
		return py.Bytes(in.take(int(n))), nil
	})
	inBytesClass.Def("readline(self, size=-1)", "The next line.", func(t *thread, a []value) (value, error) {
		b, err := a[0].(*inBytes).next(t)
		return py.Bytes(b), err
	})
	inBytesClass.Def("readlines(self, hint=-1)", "The lines that are left.", func(t *thread, a []value) (value, error) {
		l := py.NewList()
		for {
			b, err := a[0].(*inBytes).next(t)
			if err != nil || b == nil {
				return l, err
			}
			l.Items = append(l.Items, py.Bytes(b))
		}
	})
	inBytesClass.Iter = func(_ *thread, v value) (py.Iterator, error) {
		return py.IterFunc(func(t *thread) (value, error) {
			b, err := v.(*inBytes).next(t)
			if err != nil || b == nil {
				return nil, err
			}
			return py.Bytes(b), nil
		}), nil
	}
}

// take is the first n bytes of the rest.
func (in *inBytes) take(n int) []byte {
	out := in.rest[:n:n]
	in.rest = in.rest[n:]
	return out
}

// line reads a line of the input; nil at the end.
func (in *inBytes) line(t *thread) ([]byte, error) {
	v, err := t.ReadLine("", false)
	if e, ok := err.(*py.Exc); ok && e.Class == py.EOFErrorClass {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return []byte(str(v) + "\n"), nil
}

// next is the rest up to the end of a line, or a line; nil at the end.
func (in *inBytes) next(t *thread) ([]byte, error) {
	if i := bytes.IndexByte(in.rest, '\n'); i >= 0 {
		return in.take(i + 1), nil
	}
	more, err := in.line(t)
	if err != nil || more == nil && len(in.rest) == 0 {
		return nil, err
	}
	in.rest = append(in.rest, more...)
	return in.take(len(in.rest)), nil
}
