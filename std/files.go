package std

import (
	"io"
	"os"
	"strings"

	"github.com/tfs-lang/tfs/py"
)

// stream is sys.stdout or sys.stderr: it writes to the thread's output.
type stream struct{ err bool }

func (s *stream) writer(t *thread) io.Writer {
	if s.err {
		return t.Stderr
	}
	return t.Stdout
}

// file is an open file. Content is kept in memory and written out on close or flush.
type file struct {
	name, mode string
	data       []byte
	pos        int
	binary     bool
	write      bool
	closed     bool
	temporary  bool // removed when it is closed
}

var (
	streamClass = py.NewClass("_io", "TextIOWrapper", py.ObjectClass, nil)
	fileClass   = py.NewClass("_io", "TextIOWrapper", py.ObjectClass, nil)
)

func init() {
	py.Register[*stream](streamClass)
	py.Register[*file](fileClass)
	streamClass.Def("write(self, s)", "Writes a text.", func(t *thread, a []value) (value, error) {
		s := py.StrOf(a[1])
		_, err := io.WriteString(a[0].(*stream).writer(t), s)
		return int64(len([]rune(s))), err
	})
	streamClass.Def("flush(self)", "Nothing is held back.", func(*thread, []value) (value, error) { return py.None, nil })
	streamClass.Def("isatty(self)", "False.", func(*thread, []value) (value, error) { return false, nil })
	fileClass.Def("read(self, size=-1)", "The rest of the file, or size of it.", func(_ *thread, a []value) (value, error) {
		f := a[0].(*file)
		n, err := py.ToInt(a[1])
		if err != nil {
			return nil, err
		}
		rest := f.data[min(f.pos, len(f.data)):]
		if n >= 0 && int(n) < len(rest) {
			rest = rest[:n]
		}
		f.pos += len(rest)
		return f.wrap(rest), f.check()
	})
	fileClass.Def("readline(self)", "The next line.", func(_ *thread, a []value) (value, error) {
		f := a[0].(*file)
		return f.line(), f.check()
	})
	fileClass.Def("readlines(self)", "All lines.", func(_ *thread, a []value) (value, error) {
		f := a[0].(*file)
		out := py.NewList()
		for f.pos < len(f.data) {
			out.Items = append(out.Items, f.line())
		}
		return out, f.check()
	})
	fileClass.Def("write(self, s)", "Writes a text or bytes.", func(_ *thread, a []value) (value, error) {
		f := a[0].(*file)
		if err := f.check(); err != nil {
			return nil, err
		}
		if !f.write {
			return nil, py.Raisef(py.OSErrorClass, "not writable")
		}
		switch s := a[1].(type) {
		case string:
			if f.binary {
				return nil, py.TypeErrorf("a bytes-like object is required, not 'str'")
			}
			f.data = append(f.data, s...)
			return int64(len([]rune(s))), nil
		case py.Bytes:
			if !f.binary {
				return nil, py.TypeErrorf("write() argument must be str, not bytes")
			}
			f.data = append(f.data, s...)
			return int64(len(s)), nil
		}
		return nil, py.TypeErrorf("write() argument must be str, not %s", py.TypeOf(a[1]).Name)
	})
	fileClass.Def("flush(self)", "Writes what is held back.", func(_ *thread, a []value) (value, error) { return py.None, a[0].(*file).save() })
	fileClass.Def("close(self)", "Closes the file.", func(_ *thread, a []value) (value, error) { return py.None, a[0].(*file).close() })
	fileClass.Def("__enter__(self)", "The file itself.", func(_ *thread, a []value) (value, error) { return a[0], nil })
	fileClass.Def("__exit__(self, *exc)", "Closes the file.", func(_ *thread, a []value) (value, error) { return false, a[0].(*file).close() })
	fileClass.Def("seek(self, offset, whence=0)", "Goes to a place in the file.", func(_ *thread, a []value) (value, error) {
		f := a[0].(*file)
		n, err := py.ToInt(a[1])
		if err != nil {
			return nil, err
		}
		switch whence, _ := py.AsInt(a[2]); whence {
		case 1:
			n += int64(f.pos)
		case 2:
			n += int64(len(f.data))
		}
		if n < 0 {
			return nil, py.ValueErrorf("negative seek value %d", n)
		}
		f.pos = int(n)
		return n, f.check()
	})
	fileClass.Def("tell(self)", "The place in the file.", func(_ *thread, a []value) (value, error) { return int64(a[0].(*file).pos), nil })
	fileClass.Prop("file", "The file itself.", func(_ *thread, v value) (value, error) { return v, nil })
	fileClass.Prop("name", "The path.", func(_ *thread, v value) (value, error) { return v.(*file).name, nil })
	fileClass.Prop("closed", "Whether it was closed.", func(_ *thread, v value) (value, error) { return v.(*file).closed, nil })
	fileClass.Iter = func(_ *thread, v value) (py.Iterator, error) {
		f := v.(*file)
		return py.IterFunc(func(*thread) (value, error) {
			if f.pos >= len(f.data) {
				return nil, nil
			}
			return f.line(), nil
		}), nil
	}
}

func (f *file) wrap(b []byte) value {
	if f.binary {
		return py.Bytes(b)
	}
	return string(b)
}

func (f *file) line() value {
	rest := f.data[min(f.pos, len(f.data)):]
	if i := strings.IndexByte(string(rest), '\n'); i >= 0 {
		rest = rest[:i+1]
	}
	f.pos += len(rest)
	return f.wrap(rest)
}

func (f *file) check() error {
	if f.closed {
		return py.ValueErrorf("I/O operation on closed file.")
	}
	return nil
}

func (f *file) save() error {
	if !f.write || f.closed {
		return nil
	}
	if err := os.WriteFile(f.name, f.data, 0o644); err != nil {
		return py.OSErr(err, f.name)
	}
	return nil
}

func (f *file) close() error {
	err := f.save()
	f.closed = true
	if f.temporary {
		return os.Remove(f.name)
	}
	return err
}

var openFn = fn("open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None)", "Opens a file.", func(_ *thread, a []value) (value, error) {
	name, ok := a[0].(string)
	if !ok {
		return nil, py.TypeErrorf("expected str, bytes or os.PathLike object, not %s", py.TypeOf(a[0]).Name)
	}
	mode := py.StrOf(a[1])
	f := &file{name: name, mode: mode, binary: strings.Contains(mode, "b"), write: strings.ContainsAny(mode, "wax+")}
	if st, err := os.Stat(name); err == nil && st.IsDir() {
		return nil, py.NewExc(py.IsADirectoryClass, int64(21), "Is a directory", name)
	} else if err == nil && strings.Contains(mode, "x") {
		return nil, py.NewExc(py.FileExistsClass, int64(17), "File exists", name)
	}
	if !strings.ContainsAny(mode, "wx") {
		b, err := os.ReadFile(name)
		if err != nil && !(os.IsNotExist(err) && strings.Contains(mode, "a")) {
			return nil, py.OSErr(err, name)
		}
		f.data = b
		return f, nil
	}
	return f, f.save()
})
