package std

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

var (
	stringIO = py.NewClass("_io", "StringIO", py.ObjectClass, nil)
	bytesIO  = py.NewClass("_io", "BytesIO", py.ObjectClass, nil)

	bufferedReader = py.NewClass("_io", "BufferedReader", py.ObjectClass, nil)
	bufferedWriter = py.NewClass("_io", "BufferedWriter", py.ObjectClass, nil)
	bufferedRandom = py.NewClass("_io", "BufferedRandom", py.ObjectClass, nil)
)

// PyClass is the class of a file: of one on the disk, or in memory.
func (f *file) PyClass() *py.Class {
	switch {
	case f.memory && f.binary:
		return bytesIO
	case f.memory:
		return stringIO
	case !f.binary:
		return fileClass
	case strings.Contains(f.mode, "+"):
		return bufferedRandom
	case f.write:
		return bufferedWriter
	}
	return bufferedReader
}

// fileOf is the file that a value is, or that an object of a derived class holds.
func fileOf(v value) *file {
	f, ok := py.Under(v).(*file)
	if !ok {
		panic(py.TypeErrorf("descriptor requires a file, but received a '%s'", py.TypeOf(v).TypeName()))
	}
	return f
}

// fileRepr shows a file as CPython does.
func fileRepr(t *thread, v value) (string, error) {
	f := fileOf(v)
	name, err := py.Repr(t, f.name)
	if err != nil {
		return "", err
	}
	if f.binary {
		return "<_io." + f.PyClass().Name + " name=" + name + ">", nil
	}
	return "<_io.TextIOWrapper name=" + name + " mode='" + f.mode + "' encoding='" + f.encoding + "'>", nil
}

// inherit gives a class what files on disks have, but for some names.
func inherit(c *py.Class, but ...string) {
	c.Iter = fileClass.Iter
	for _, k := range fileClass.Attrs.Keys() {
		if name := str(k); !slices.Contains(but, name) {
			c.Share(fileClass, name)
		}
	}
}

// binaryMethods adds what only files of bytes have.
func binaryMethods(c *py.Class) {
	c.Def("read1(self, size=-1)", "As read.",
		func(t *thread, a []value) (value, error) { return py.CallMethod(t, a[0], "read", a[1]) })
	c.Def("readinto(self, buffer)", "Fills a bytearray or view and tells how many bytes it took.",
		func(t *thread, a []value) (value, error) {
			b, ok := py.Writable(a[1])
			if !ok {
				return nil, py.TypeErrorf("readinto() argument must be read-write bytes-like object, not %s",
					py.TypeOf(a[1]).Name)
			}
			got, err := py.CallMethod(t, a[0], "read", int64(len(b)))
			if err != nil {
				return nil, err
			}
			return int64(copy(b, got.(py.Bytes))), nil
		})
	readinto, _ := c.Attrs.GetStr("readinto")
	c.Attrs.SetStr("readinto1", readinto)
}

func init() {
	fileClass.Repr = fileRepr
	for _, c := range []*py.Class{bufferedReader, bufferedWriter, bufferedRandom} {
		inherit(c, "encoding", "errors", "newlines", "line_buffering")
		binaryMethods(c)
		c.Repr = fileRepr
		c.Prop("raw", "The file below: itself, what it holds back is written by flush.",
			func(_ *thread, v value) (value, error) { return v, nil })
		c.Def("peek(self, size=0)", "What comes next, without taking it.", func(t *thread, a []value) (value, error) {
			at, err := py.CallMethod(t, a[0], "tell")
			if err != nil {
				return nil, err
			}
			next, err := py.CallMethod(t, a[0], "read", int64(8192))
			if err != nil {
				return nil, err
			}
			_, err = py.CallMethod(t, a[0], "seek", at)
			return next, err
		})
	}
	for _, c := range []*py.Class{stringIO, bytesIO} {
		c.Held = true
		c.DefRaw("__init__", "Fills the file.", func(t *thread, a []value, kw []py.Kw) (value, error) {
			v, err := c.New.Call(t, a[1:], kw)
			if err == nil {
				*fileOf(a[0]) = *v.(*file)
			}
			return py.None, err
		})
		inherit(c, "mode", "name", "encoding", "file", "errors", "line_buffering")
		c.Def("getvalue(self)", "All of the content.", func(_ *thread, a []value) (value, error) {
			f := fileOf(a[0])
			return f.wrap(f.data), f.check()
		})
		c.Def(
			"fileno(self)",
			"There is none.",
			func(*thread, []value) (value, error) { return nil, py.Raisef(unsupported, "fileno") },
		)
	}
	bytesIO.Def("getbuffer(self)", "A view of the content.", func(_ *thread, a []value) (value, error) {
		f := fileOf(a[0])
		return py.NewView(a[0], f.data, 0, []int{len(f.data)}, []int{1}, "B", 1, false), f.check()
	})
	binaryMethods(bytesIO)
	stringIO.New = fn(
		`StringIO(initial_value='', newline='\n')`,
		"A text in memory that is read and written as a file is.",
		func(_ *thread, a []value) (value, error) {
			f := &file{mode: "r+", write: true, memory: true, encoding: "utf-8", errors: "surrogatepass", newline: "\n"}
			if a[0] == py.None {
				return f, nil
			}
			s, ok := a[0].(string)
			if !ok {
				return nil, py.TypeErrorf("initial_value must be str or None, not %s", py.TypeOf(a[0]).Name)
			}
			f.data = []byte(s)
			return f, py.Fits(int64(len(s)))
		},
	)
	bytesIO.New = fn(
		"BytesIO(initial_bytes=b'')",
		"Bytes in memory that are read and written as a file is.",
		func(_ *thread, a []value) (value, error) {
			f := &file{mode: "rb+", write: true, memory: true, binary: true}
			if a[0] == py.None {
				return f, nil
			}
			b, ok := py.Buffer(a[0])
			if !ok {
				return nil, py.TypeErrorf("a bytes-like object is required, not '%s'", py.TypeOf(a[0]).Name)
			}
			f.data = append([]byte(nil), b...)
			return f, py.Fits(int64(len(b)))
		},
	)
}

// over is a class of io called with another file: an object of the library's class of that name.
func over(class, module, doc string) *py.Builtin {
	return py.NewRaw(class, doc, func(t *thread, args []value, kw []py.Kw) (value, error) {
		c, err := py.FromLibrary(t, module+":"+class)
		if err != nil {
			return nil, err
		}
		return py.Call(t, c, args, kw)
	})
}

func ioModule() *py.Module {
	fileClass.New = over("TextIOWrapper", "_textio", "Text over a file of bytes.")
	bufferedReader.New = over("BufferedReader", "_buffered", "A buffer over a raw file that is read.")
	bufferedWriter.New = over("BufferedWriter", "_buffered", "A buffer over a raw file that is written.")
	bufferedRandom.New = over("BufferedRandom", "_buffered", "A buffer over a raw file.")
	base := ioBase()
	return module(
		"io",
		"Files and files in memory.",
		map[string]value{
			"StringIO":       stringIO,
			"BytesIO":        bytesIO,
			"TextIOWrapper":  fileClass,
			"BufferedReader": bufferedReader,
			"BufferedWriter": bufferedWriter,
			"BufferedRandom": bufferedRandom,
			"IOBase":         base,
			"RawIOBase":      rawBase(base),
			"BufferedIOBase": py.NewClass("io", "BufferedIOBase", base, nil),
			"TextIOBase": py.NewClass(
				"io",
				"TextIOBase",
				base,
				nil,
			),
			"UnsupportedOperation": unsupported,
			"SEEK_SET":             int64(0),
			"SEEK_CUR":             int64(1),
			"SEEK_END":             int64(2),
			"DEFAULT_BUFFER_SIZE":  int64(8192),
			"open":                 openFn,
		},
		fn("FileIO(file, mode='r', closefd=True, opener=None)", "A file of bytes without a buffer.",
			func(t *thread, a []value) (value, error) {
				mode, ok := a[1].(string)
				if !ok {
					return nil, py.TypeErrorf("FileIO() argument 'mode' must be str, not %s", py.TypeOf(a[1]).Name)
				}
				return py.Call(t, openFn, []value{a[0], strings.ReplaceAll(mode, "b", "") + "b", int64(0)}, nil)
			}),
		fn(
			"text_encoding(encoding, stacklevel=2)",
			"The encoding to open a file with.",
			func(_ *thread, a []value) (value, error) {
				if a[0] == py.None {
					return "utf-8", nil
				}
				return a[0], nil
			},
		),
	)
}
