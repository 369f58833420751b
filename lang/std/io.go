package std

import (
	"github.com/tfs-lang/tfs/lang/py"
)

var (
	stringIO = py.NewClass("_io", "StringIO", py.ObjectClass, nil)
	bytesIO  = py.NewClass("_io", "BytesIO", py.ObjectClass, nil)
)

// PyClass is the class of a file: of one on the disk, or in memory.
func (f *file) PyClass() *py.Class {
	switch {
	case !f.memory:
		return fileClass
	case f.binary:
		return bytesIO
	}
	return stringIO
}

func init() {
	for _, c := range []*py.Class{stringIO, bytesIO} {
		c.Iter = fileClass.Iter
		for _, k := range fileClass.Attrs.Keys() {
			if name := str(k); name != "mode" && name != "name" && name != "encoding" && name != "file" {
				c.Share(fileClass, name)
			}
		}
		c.Def("getvalue(self)", "All of the content.", func(_ *thread, a []value) (value, error) {
			f := a[0].(*file)
			return f.wrap(f.data), f.check()
		})
		c.Def(
			"fileno(self)",
			"There is none.",
			func(*thread, []value) (value, error) { return nil, py.Raisef(unsupported, "fileno") },
		)
	}
	bytesIO.Def("getbuffer(self)", "The content.", func(_ *thread, a []value) (value, error) {
		return py.Bytes(a[0].(*file).data), a[0].(*file).check()
	})
	bytesIO.Def(
		"read1(self, size=-1)",
		"As read.",
		func(t *thread, a []value) (value, error) { return py.CallMethod(t, a[0], "read", a[1]) },
	)
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

func ioModule() *py.Module {
	base := py.NewClass("io", "IOBase", py.ObjectClass, nil)
	return module(
		"io",
		"Files and files in memory.",
		map[string]value{
			"StringIO":       stringIO,
			"BytesIO":        bytesIO,
			"TextIOWrapper":  fileClass,
			"IOBase":         base,
			"RawIOBase":      py.NewClass("io", "RawIOBase", base, nil),
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
