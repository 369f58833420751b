package std

import (
	"bytes"
	"io"
	"os"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// stream is sys.stdout or sys.stderr: it writes to the thread's output.
type stream struct{ err bool }

func (s *stream) writer(t *thread) io.Writer { return t.Console(s.err) }

// file is an open file: one on a disk, or one whose content is in memory (io.StringIO, io.BytesIO, what came through a pipe).
type file struct {
	disk       *disk // nil for a content in memory
	name, mode string
	data       []byte
	pos        int
	binary     bool
	write      bool
	closed     bool
	encoding   string
	errors     string
	buffering  int64
	newline    value // None: any line end is read as \n
	undecoded  bool  // the data are the bytes of the file as they are
	memory     bool  // an io.StringIO or io.BytesIO: there is no file
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
	streamClass.Def(
		"flush(self)",
		"Sends on what is held back.",
		func(t *thread, a []value) (value, error) { return py.None, flushed(a[0].(*stream).writer(t)) },
	)
	streamProp := func(name string, out, err value) {
		streamClass.Prop(name, "Of the stream.", func(_ *thread, v value) (value, error) {
			if v.(*stream).err {
				return err, nil
			}
			return out, nil
		})
	}
	streamProp("name", "<stdout>", "<stderr>")
	streamProp("mode", "w", "w")
	streamProp("encoding", "utf-8", "utf-8")
	streamProp("errors", "strict", "backslashreplace")
	streamProp("closed", false, false)
	streamClass.Def("fileno(self)", "Its number.", func(_ *thread, a []value) (value, error) {
		if a[0].(*stream).err {
			return int64(2), nil
		}
		return int64(1), nil
	})
	streamClass.Def("writable(self)", "True.", func(*thread, []value) (value, error) { return true, nil })
	streamClass.Def("readable(self)", "False.", func(*thread, []value) (value, error) { return false, nil })
	streamClass.Def("isatty(self)", "False.", func(*thread, []value) (value, error) { return false, nil })
	fileClass.Def("read(self, size=-1)", "The rest of the file, or size of its characters.", fileRead)
	fileClass.Def("readline(self, size=-1)", "The next line, or size bytes of it.", fileReadline)
	fileClass.Def("readlines(self, hint=-1)", "All lines, or those up to hint bytes.", fileReadlines)
	fileClass.Def(
		"write(self, s)",
		"Writes a text or bytes.",
		func(t *thread, a []value) (value, error) { return fileOf(a[0]).put(t, a[1]) },
	)
	fileClass.Def("writelines(self, lines)", "Writes several texts.", func(t *thread, a []value) (value, error) {
		return py.None, py.Each(t, a[1], func(v value) error {
			_, err := fileOf(a[0]).put(t, v)
			return err
		})
	})
	fileClass.Def("truncate(self, size=None)", "Cuts the file off.", fileTruncate)
	fileClass.Def(
		"readable(self)",
		"Whether it can be read.",
		func(_ *thread, a []value) (value, error) { return fileOf(a[0]).canRead(), fileOf(a[0]).check() },
	)
	fileClass.Def(
		"writable(self)",
		"Whether it can be written.",
		func(_ *thread, a []value) (value, error) { return fileOf(a[0]).write, fileOf(a[0]).check() },
	)
	fileClass.Def(
		"isatty(self)",
		"False.",
		func(_ *thread, a []value) (value, error) { return false, fileOf(a[0]).check() },
	)
	fileClass.Def(
		"seekable(self)",
		"True.",
		func(_ *thread, a []value) (value, error) { return true, fileOf(a[0]).check() },
	)
	fileClass.Prop("mode", "How it was opened.", func(_ *thread, v value) (value, error) { return fileOf(v).mode, nil })
	fileClass.Prop(
		"encoding",
		"The encoding of its text.",
		func(_ *thread, v value) (value, error) { return fileOf(v).encoding, nil },
	)
	fileClass.Prop(
		"errors",
		"What is done with what is no text.",
		func(_ *thread, v value) (value, error) { return fileOf(v).errors, nil },
	)
	fileClass.Def("isatty(self)", "False.", func(_ *thread, a []value) (value, error) { return false, fileOf(a[0]).check() })
	fileClass.Def("fileno(self)", "The system's number of the file.", fileFileno)
	fileClass.Def(
		"flush(self)",
		"Writes what is held back.",
		func(_ *thread, a []value) (value, error) { return py.None, fileOf(a[0]).flush() },
	)
	fileClass.Def(
		"close(self)",
		"Closes the file.",
		func(_ *thread, a []value) (value, error) { return py.None, fileOf(a[0]).close() },
	)
	fileClass.Def("__enter__(self)", "The file itself.", func(_ *thread, a []value) (value, error) { return a[0], nil })
	fileClass.Def(
		"__exit__(self, *exc)",
		"Closes the file.",
		func(_ *thread, a []value) (value, error) { return false, fileOf(a[0]).close() },
	)
	fileClass.Def("seek(self, offset, whence=0)", "Goes to a place in the file.", fileSeek)
	fileClass.Def(
		"tell(self)",
		"The place in the file.",
		func(_ *thread, a []value) (value, error) {
			f := fileOf(a[0])
			if err := f.check(); err != nil {
				return nil, err
			}
			return f.place()
		},
	)
	fileClass.Prop("file", "The file itself.", func(_ *thread, v value) (value, error) { return v, nil })
	fileClass.Prop("name", "The path.", func(_ *thread, v value) (value, error) { return fileOf(v).name, nil })
	fileClass.Prop(
		"closed",
		"Whether it was closed.",
		func(_ *thread, v value) (value, error) { return fileOf(v).closed, nil },
	)
	fileClass.Iter = func(_ *thread, v value) (py.Iterator, error) { return fileOf(v), fileOf(v).check() }
}

// fileRead is read of files: the rest of the file, or size of its characters.
func fileRead(t *thread, a []value) (value, error) {
	f := fileOf(a[0])
	n, err := sizeOf(a[1])
	if err != nil {
		return nil, err
	}
	if err := f.readable("read"); err != nil {
		return nil, err
	}
	if f.disk != nil {
		return f.disk.read(t, n)
	}
	rest := f.data[min(f.pos, len(f.data)):]
	end := len(rest)
	for k := 0; n >= 0 && k < end; k++ {
		if n--; n < 0 {
			end = k
			break
		}
		for !f.binary && k+1 < end && rest[k+1]&0xc0 == 0x80 { // the rest of a character
			k++
		}
	}
	f.pos += end
	return f.wrap(rest[:end]), nil
}

// fileReadline is readline of files: the next line, or size bytes of it.
func fileReadline(_ *thread, a []value) (value, error) {
	f := fileOf(a[0])
	n, err := sizeOf(a[1])
	if err != nil {
		return nil, err
	}
	if err := f.readable("readline"); err != nil {
		return nil, err
	}
	return f.line(n)
}

// fileReadlines is readlines of files: all lines, or those up to hint bytes.
func fileReadlines(_ *thread, a []value) (value, error) {
	f := fileOf(a[0])
	hint, err := sizeOf(a[1])
	if err != nil {
		return nil, err
	}
	if err := f.readable("readline"); err != nil {
		return nil, err
	}
	out := py.NewList()
	for total := int64(0); hint <= 0 || total <= hint; {
		v, n, err := f.nextLine()
		if err != nil || v == nil {
			return out, err
		}
		out.Items, total = append(out.Items, v), total+int64(n)
		if err := py.FitsItems(len(out.Items)); err != nil {
			return nil, err
		}
	}
	if f.disk != nil {
		f.disk.telling = f.binary
	}
	return out, nil
}

// fileTruncate is truncate of files: cuts the file off.
func fileTruncate(_ *thread, a []value) (value, error) {
	f := fileOf(a[0])
	if err := f.check(); err != nil {
		return nil, err
	}
	if !f.write {
		return nil, py.Raisef(unsupported, "truncate")
	}
	n, err := f.place()
	if err != nil {
		return nil, err
	}
	if a[1] != py.None {
		if n, err = py.ToInt(a[1]); err != nil {
			return nil, err
		}
	}
	if n < 0 {
		return nil, py.NewExc(py.OSErrorClass, int64(22), "Invalid argument")
	}
	if f.disk != nil {
		return n, f.disk.truncate(n)
	}
	if err := py.Fits(n); err != nil {
		return nil, err
	}
	f.data = append(f.data, make([]byte, max(int(n)-len(f.data), 0))...)[:n]
	return n, nil
}

// fileFileno is fileno of files: the system's number of the file.
func fileFileno(_ *thread, a []value) (value, error) {
	f := fileOf(a[0])
	if err := f.check(); err != nil {
		return nil, err
	}
	if f.disk == nil {
		return nil, py.Raisef(unsupported, "fileno")
	}
	return int64(f.disk.os.Fd()), nil
}

// fileSeek is seek of files: goes to a place in the file.
func fileSeek(_ *thread, a []value) (value, error) {
	f := fileOf(a[0])
	n, err := py.ToInt(a[1])
	if err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	if f.disk != nil {
		whence, _ := py.AsInt(a[2])
		return f.disk.seek(n, whence)
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
}

// Next is the next line.
func (f *file) Next(t *thread) (value, error) {
	if err := f.readable("readline"); err != nil {
		return nil, err
	}
	if f.disk != nil {
		f.disk.tellReading(t)
	}
	v, _, err := f.nextLine()
	if f.disk != nil {
		f.disk.telling = v == nil || f.binary
		if v == nil {
			py.Reading(t, "", 0, 0)
		}
	}
	return v, err
}

func (f *file) wrap(b []byte) value {
	if f.binary {
		return py.Bytes(b)
	}
	return string(b)
}

// place is what tell gives.
func (f *file) place() (int64, error) {
	if f.disk != nil {
		return f.disk.tell()
	}
	return int64(f.pos), nil
}

// line is the next line, at most n of its characters or bytes when n is not negative.
func (f *file) line(n int64) (value, error) {
	switch {
	case f.disk != nil && f.binary:
		b, err := f.disk.bytesLine(n)
		return py.Bytes(b), err
	case f.disk != nil:
		return f.disk.textLine(n)
	}
	rest := f.data[min(f.pos, len(f.data)):]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i+1]
	}
	if n >= 0 && n < int64(len(rest)) {
		rest = rest[:n]
	}
	f.pos += len(rest)
	return f.wrap(rest), nil
}

// nextLine is the next line and its length, nil at the end.
func (f *file) nextLine() (value, int, error) {
	v, err := f.line(-1)
	if err != nil {
		return nil, 0, err
	}
	n := 0
	switch v := v.(type) {
	case string:
		n = py.RuneLen(v)
	case py.Bytes:
		n = len(v)
	}
	if n == 0 {
		return nil, 0, nil
	}
	return v, n, nil
}

// sizeOf is a size that may be None or negative for all.
func sizeOf(v value) (int64, error) {
	if v == py.None {
		return -1, nil
	}
	return py.ToInt(v)
}

// unsupported is io.UnsupportedOperation.
var unsupported = py.NewClass("io", "UnsupportedOperation", py.OSErrorClass, nil)

func (f *file) canRead() bool { return strings.ContainsAny(f.mode, "r+") }

// readable reads the file on first use: what is no text fails here, not in open.
func (f *file) readable(how string) error {
	if f.closed && f.binary && !f.memory {
		return py.ValueErrorf("%s of closed file", how)
	}
	if err := f.check(); err != nil {
		return err
	}
	if !f.canRead() {
		return py.Raisef(unsupported, "%s", map[bool]string{true: "read", false: "not readable"}[f.binary])
	}
	if f.disk != nil {
		if err := f.disk.letGo(); err != nil {
			return err
		}
	}
	return f.decode()
}

// decode turns the bytes of a text file into UTF-8, and its line ends into \n.
func (f *file) decode() error {
	if f.binary || !f.undecoded {
		return nil
	}
	v, err := py.Decode(nil, string(f.data), f.encoding, f.errors)
	if err != nil {
		return err
	}
	s := v.(string)
	if f.newline == py.None && strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	f.data, f.undecoded = []byte(s), false
	return nil
}

// put writes a text or bytes at the place of the file, or at its end when it was opened to
// append.
func (f *file) put(t *thread, v value) (value, error) {
	if f.closed && f.binary && !f.memory {
		return nil, py.ValueErrorf("write to closed file")
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	if !f.write {
		return nil, py.Raisef(unsupported, "%s", map[bool]string{true: "write", false: "not writable"}[f.binary])
	}
	var b []byte
	var n int
	var err error
	if f.binary {
		var ok bool
		if b, ok = py.Buffer(v); !ok {
			return nil, py.TypeErrorf("a bytes-like object is required, not '%s'", py.TypeOf(v).Name)
		}
		n = len(b)
	} else {
		s, ok := v.(string)
		if !ok {
			if f.memory {
				return nil, py.TypeErrorf("string argument expected, got '%s'", py.TypeOf(v).Name)
			}
			return nil, py.TypeErrorf("write() argument must be str, not %s", py.TypeOf(v).Name)
		}
		n = py.RuneLen(s)
		if end, ok := f.newline.(string); ok && end != "" && end != "\n" {
			s = strings.ReplaceAll(s, "\n", end)
		}
		if f.disk == nil {
			b = []byte(s)
		} else if b, err = f.disk.encoded(s); err != nil {
			return nil, err
		}
	}
	if f.disk != nil {
		return int64(n), f.disk.put(t, b)
	}
	if err := py.Fits(int64(len(f.data) + len(b))); err != nil {
		return nil, err
	}
	if f.pos > len(f.data) {
		f.data = append(f.data, make([]byte, f.pos-len(f.data))...)
	}
	k := copy(f.data[f.pos:], b)
	f.data = append(f.data, b[k:]...)
	f.pos += len(b)
	return int64(n), nil
}

func (f *file) check() error {
	switch {
	case f.closed && (f.memory || f.binary) && !(f.memory && f.binary):
		return py.ValueErrorf("I/O operation on closed file")
	case f.closed:
		return py.ValueErrorf("I/O operation on closed file.")
	}
	return nil
}

func (f *file) close() error {
	was := f.closed
	f.closed = true
	if f.disk == nil || was {
		return nil
	}
	err := f.disk.letGo()
	f.disk.forget()
	if e := f.disk.os.Close(); err == nil && e != nil {
		err = py.OSErr(e, "")
	}
	return err
}

var openFn = fn(
	"open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)",
	"Opens a file.",
	func(t *thread, a []value) (value, error) {
		name, err := pathOf(t, a[0])
		if err != nil {
			return nil, err
		}
		mode, ok := a[1].(string)
		if !ok {
			return nil, py.TypeErrorf("open() argument 'mode' must be str, not %s", py.TypeOf(a[1]).Name)
		}
		if err := checkMode(mode, a); err != nil {
			return nil, err
		}
		buffering, err := py.ToInt(a[2])
		if err != nil {
			return nil, err
		}
		if err := checkBuffering(t, buffering, mode); err != nil {
			return nil, err
		}
		f := &file{
			buffering: buffering,
			name:      name,
			mode:      mode,
			binary:    strings.Contains(mode, "b"),
			write:     strings.ContainsAny(mode, "wax+"),
			encoding:  "utf-8",
			errors:    "strict",
			newline:   a[5],
		}
		if a[3] != py.None {
			f.encoding = py.StrOf(a[3])
			if _, err := py.Encode(nil, "", f.encoding, "strict"); err != nil {
				return nil, err
			}
		}
		if a[4] != py.None {
			f.errors = py.StrOf(a[4])
		}
		if st, err := os.Stat(name); err == nil && st.IsDir() {
			return nil, py.NewExc(py.IsADirectoryClass, int64(21), "Is a directory", name)
		}
		if st, err := os.Stat(name); err == nil && !st.Mode().IsRegular() && !f.write {
			b, err := py.ReadFile(t, name)
			f.data, f.undecoded = b, true
			if _, ok := err.(*py.Exc); err != nil && !ok {
				err = py.OSErr(err, name)
			}
			return f, err
		}
		return f, openDisk(f)
	},
)

// checkMode refuses what is no mode, and text options for binary files.
func checkMode(mode string, a []value) error {
	for i, c := range mode {
		if !strings.ContainsRune("rwaxbt+", c) || strings.ContainsRune(mode[:i], c) {
			return py.ValueErrorf("invalid mode: '%s'", mode)
		}
	}
	kinds := 0
	for _, c := range "rwax" {
		kinds += strings.Count(mode, string(c))
	}
	binary := strings.Contains(mode, "b")
	switch {
	case mode == "":
		return py.ValueErrorf("Must have exactly one of create/read/write/append mode and at most one plus")
	case binary && strings.Contains(mode, "t"):
		return py.ValueErrorf("can't have text and binary mode at once")
	case kinds != 1:
		return py.ValueErrorf("must have exactly one of create/read/write/append mode")
	case binary && a[3] != py.None:
		return py.ValueErrorf("binary mode doesn't take an encoding argument")
	case binary && a[4] != py.None:
		return py.ValueErrorf("binary mode doesn't take an errors argument")
	case binary && a[5] != py.None:
		return py.ValueErrorf("binary mode doesn't take a newline argument")
	}
	if s, ok := a[5].(string); ok && s != "" && s != "\n" && s != "\r" && s != "\r\n" {
		return py.ValueErrorf("illegal newline value: %s", s)
	}
	return nil
}
