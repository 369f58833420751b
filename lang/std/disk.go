package std

import (
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
)

// partSize is how many bytes of a text are decoded at once, and blockSize how many of a binary file are read: those of
// CPython where they show (in the positions of errors, in where a write after a read goes).
const (
	partSize  = 8 << 10
	blockSize = 64 << 10
)

// disk is a file on a disk. It is read in parts; what is written is held back for a while (diskheld.go).
//
// A text is decoded part by part: the characters from used on are the next ones, and at is where the next part is read,
// or the next text is written.
type disk struct {
	*file
	os    *os.File
	at    int64  // binary: the place in the file
	block []byte // binary: what was read last
	from  int64  // where block stands

	part      string // what text was decoded from, beginning at partAt
	partAt    int64
	partCodec string
	text      string
	used      int
	tail      string // read and not decoded: the beginning of a character or of a line end
	codec     string // how the next part is decoded: behind the byte order mark, if there is one
	regular   bool   // what is written goes to a place: known from the first time on
	telling   bool   // false while a loop reads lines
	lines     uint   // how many a loop has read
	held      []byte // written and not with the system: up to at
	room      int    // so many bytes are held back at most
	byLine    bool   // nothing behind the end of a line
	failed    bool   // what is held back could not be written
	named     bool   // that was said at the end of a program
}

// openDisk opens a file whose mode was checked.
func openDisk(f *file) error {
	flags := os.O_RDONLY
	switch {
	case strings.Contains(f.mode, "+"):
		flags = os.O_RDWR
	case f.write:
		flags = os.O_WRONLY
	}
	switch {
	case strings.Contains(f.mode, "w"):
		flags |= os.O_CREATE | os.O_TRUNC
	case strings.Contains(f.mode, "x"):
		flags |= os.O_CREATE | os.O_EXCL
	case strings.Contains(f.mode, "a"):
		flags |= os.O_CREATE | os.O_APPEND
	}
	py.LetGo()
	h, err := os.OpenFile(f.name, flags, 0o666)
	for try := 0; try < 3 && errors.Is(err, syscall.EMFILE); try++ {
		py.LetGo()
		runtime.GC() // files that nothing refers to any more are closed
		time.Sleep(time.Millisecond << try)
		h, err = os.OpenFile(f.name, flags, 0o666)
	}
	if err != nil {
		return py.OSErr(err, f.name)
	}
	f.disk = &disk{file: f, os: h, codec: f.encoding, telling: true}
	f.disk.hold()
	if strings.Contains(f.mode, "a") {
		f.disk.at, err = h.Seek(0, io.SeekEnd)
	}
	return err
}

// fill reads bytes at a place of the file; fewer than asked for at its end.
func (d *disk) fill(b []byte, at int64) (int, error) {
	py.LetGo()
	n, err := d.os.ReadAt(b, at)
	if err != nil && err != io.EOF {
		return 0, py.OSErr(err, d.name)
	}
	return n, nil
}

// rest reads what is left from a place on, or n bytes of it when n is not negative, which the memory account must have
// room for. The size that the system tells is where to begin with: files of the kernel tell none, others grow.
func (d *disk) rest(t *thread, at, n int64) ([]byte, error) {
	want := orAll(n)
	told := max(d.size()-at, 0)
	first := min(told+sizeless, want)
	if !memory.Reserve(first) {
		return nil, py.OutOfMemory("the %d bytes of %s do not fit", first, d.name)
	}
	b := make([]byte, 0, first)
	for int64(len(b)) < want {
		if err := t.Check(); err != nil {
			return nil, err
		}
		if len(b) == cap(b) {
			if !memory.Reserve(int64(cap(b))) {
				return nil, py.OutOfMemory("more than %d bytes of %s do not fit", len(b), d.name)
			}
			b = slices.Grow(b, cap(b))
		}
		end := min(len(b)+1<<24, cap(b))
		if int64(end) > want {
			end = int(want)
		}
		k, err := d.fill(b[len(b):end], at+int64(len(b)))
		b = b[:len(b)+k]
		if err != nil || k == 0 {
			return b, err
		}
	}
	return b, nil
}

// sizeless is how much is read at first beyond the size that the system tells.
const sizeless = 1 << 12

func (d *disk) size() int64 {
	st, err := d.os.Stat()
	if err != nil {
		return 0
	}
	return st.Size()
}

// window is the bytes at the place of a binary file that are in memory, at least one unless the file ends.
func (d *disk) window() ([]byte, error) {
	if d.at >= d.from && d.at < d.from+int64(len(d.block)) {
		return d.block[d.at-d.from:], nil
	}
	if d.block == nil {
		d.block = make([]byte, blockSize)
	}
	n, err := d.fill(d.block[:cap(d.block)], d.at)
	d.block, d.from = d.block[:n], d.at
	return d.block, err
}

// read reads n characters or bytes, all for -1.
func (d *disk) read(t *thread, n int64) (value, error) {
	if d.binary {
		b, err := d.bytes(t, n)
		return py.Bytes(b), err
	}
	return d.chars(t, n)
}

// bytes reads n bytes of a binary file, all for -1.
func (d *disk) bytes(t *thread, n int64) ([]byte, error) {
	if n < 0 || n > blockSize {
		b, err := d.rest(t, d.at, n)
		d.at += int64(len(b))
		return b, err
	}
	var b []byte
	for int64(len(b)) < n {
		w, err := d.window()
		if err != nil || len(w) == 0 {
			return b, err
		}
		k := min(int64(len(w)), n-int64(len(b)))
		b, d.at = append(b, w[:k]...), d.at+k
	}
	return b, nil
}

// orAll is a size, the largest for a negative one.
func orAll(n int64) int64 {
	if n < 0 {
		return 1<<63 - 1
	}
	return n
}

// bytesLine reads a line of a binary file, at most n bytes of it when n is not negative.
func (d *disk) bytesLine(n int64) ([]byte, error) {
	var b []byte
	for n < 0 || int64(len(b)) < n {
		w, err := d.window()
		if err != nil || len(w) == 0 {
			return b, err
		}
		if n >= 0 {
			w = w[:min(int64(len(w)), n-int64(len(b)))]
		}
		end := strings.IndexByte(string(w), '\n')
		if end >= 0 {
			w = w[:end+1]
		}
		b, d.at = append(b, w...), d.at+int64(len(w))
		if end >= 0 {
			break
		}
		if err := py.Fits(int64(len(b))); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// write puts bytes at the place of the file, or at its end when it was opened to append.
func (d *disk) write(b []byte) (int, error) {
	var n int
	var err error
	if !d.regular {
		var st os.FileInfo
		if st, err = d.os.Stat(); err == nil {
			d.regular = st.Mode().IsRegular()
		}
	}
	switch {
	case err != nil:
	case strings.Contains(d.mode, "a") || !d.regular:
		if n, err = d.os.Write(b); err == nil && d.regular {
			d.at = d.size() - int64(n)
		}
	default:
		n, err = d.os.WriteAt(b, d.at)
	}
	d.at += int64(n)
	if err != nil {
		return n, py.OSErr(err, "")
	}
	return n, nil
}

// seek goes to a place and tells it.
func (d *disk) seek(offset, whence int64) (int64, error) {
	if err := d.letGo(); err != nil {
		return 0, err
	}
	if err := d.seekable(); err != nil {
		return 0, err
	}
	if d.binary {
		at := offset
		switch whence {
		case 1:
			at += d.at
		case 2:
			at += d.size()
		}
		if at < 0 {
			return 0, py.NewExc(py.OSErrorClass, int64(22), "Invalid argument")
		}
		d.at = at
		return at, nil
	}
	switch {
	case whence < 0 || whence > 2:
		return 0, py.ValueErrorf("invalid whence (%d, should be 0, 1 or 2)", whence)
	case whence == 1 && offset != 0:
		return 0, py.Raisef(unsupported, "can't do nonzero cur-relative seeks")
	case whence == 2 && offset != 0:
		return 0, py.Raisef(unsupported, "can't do nonzero end-relative seeks")
	case offset < 0:
		return 0, py.ValueErrorf("negative seek position %d", offset)
	case whence == 1:
		at, err := d.tell()
		if err != nil {
			return 0, err
		}
		offset = at
	case whence == 2:
		offset = d.size()
	}
	d.at, d.text, d.used, d.tail, d.part, d.telling = offset, "", 0, "", "", true
	if offset == 0 {
		d.codec = d.encoding
	}
	return offset, nil
}

func (d *disk) seekable() error {
	if st, err := d.os.Stat(); err != nil || !st.Mode().IsRegular() {
		return py.Raisef(unsupported, "underlying stream is not seekable")
	}
	return nil
}

// tell is the place in the file: in a text, of the next character.
func (d *disk) tell() (int64, error) {
	if err := d.letGo(); err != nil {
		return 0, err
	}
	if d.binary {
		return d.at, nil
	}
	if err := d.seekable(); err != nil {
		return 0, err
	}
	if !d.telling {
		return 0, py.NewExc(py.OSErrorClass, "telling position disabled by next() call")
	}
	if d.used == len(d.text) {
		return d.at - int64(len(d.tail)), nil
	}
	low, high := 0, len(d.part)
	for low < high { // the shortest beginning of the part that gives the characters used
		mid := (low + high) / 2
		text, _, _, err := py.DecodePart(d.part[:mid], d.partCodec, d.errors, false)
		if err != nil {
			return 0, err
		}
		if text, _ = d.translated(text, true); len(text) >= d.used {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return d.partAt + int64(low), nil
}

func (d *disk) truncate(n int64) error {
	if err := d.letGo(); err != nil {
		return err
	}
	d.block = d.block[:0]
	if err := d.os.Truncate(n); err != nil {
		return py.OSErr(err, d.name)
	}
	return nil
}

// tellReading tells the interpreter now and then how far a loop has read.
func (d *disk) tellReading(t *thread) {
	if d.lines++; d.lines&1023 == 0 {
		py.Reading(t, d.name, d.at, d.size())
	}
}
