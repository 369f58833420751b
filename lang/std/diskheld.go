package std

import (
	"bytes"
	"context"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
)

// What files hold back: see py.LetGo.

// heldSize is how many bytes a file holds back where the program says nothing.
const heldSize = 8 << 10

// holders are the files that hold bytes back. Computations that were left alone may still write.
var (
	holdersMu sync.Mutex
	holders   = map[*disk]struct{}{}
)

func init() {
	py.OnLetGo(func(again bool) (failed []py.NotWritten) {
		holdersMu.Lock()
		defer holdersMu.Unlock()
		for d := range holders {
			if d.failed && (!again || d.named) {
				continue
			}
			if err := d.writeHeld(); err != nil {
				failed = append(failed, py.NotWritten{File: d.file, Err: err})
				d.named = again // once: the session may go on
			}
		}
		return failed
	})
}

// hold sets how much the file holds back: nothing where writing may wait for somebody, since what is held back is
// written where nobody could stop the wait.
func (d *disk) hold() {
	st, err := d.os.Stat()
	switch n := d.buffering; {
	case n == 0:
		d.room = -1
	case n > 1:
		d.room = int(min(n, 1<<20))
	default:
		d.room = heldSize
		d.byLine = n == 1 && !d.binary
	}
	if err == nil && (st.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0 ||
		st.Mode()&os.ModeCharDevice != 0 && terminal(d.os)) {
		d.room = -1
	}
}

// terminal tells a terminal from other devices of characters, such as /dev/null and /dev/full.
func terminal(f *os.File) bool {
	return !strings.HasPrefix(f.Name(), "/dev/") || strings.HasPrefix(f.Name(), "/dev/tty") ||
		strings.HasPrefix(f.Name(), "/dev/pts/")
}

// put takes bytes at the place of the file, or at its end when it was opened to append.
func (d *disk) put(t *thread, b []byte) error {
	d.block = d.block[:0]
	d.text, d.used, d.tail, d.part = "", 0, "", ""
	if d.room < 0 {
		return d.waiting(t, b)
	}
	holdersMu.Lock()
	defer holdersMu.Unlock()
	if len(d.held)+len(b) > d.room {
		if err := d.writeHeld(); err != nil {
			return err
		}
		if len(b) > d.room {
			_, err := d.write(b)
			return err
		}
	}
	if len(b) == 0 {
		return nil
	}
	if len(d.held) == 0 {
		holders[d] = struct{}{}
		py.Holding(1)
	}
	if d.held == nil {
		d.held = make([]byte, 0, min(d.room, heldSize))
	}
	d.held = append(d.held, b...)
	if d.byLine && bytes.ContainsAny(b, "\r\n") {
		return d.writeHeld()
	}
	return nil
}

// waiting writes bytes that somebody may let wait, until the program is stopped.
func (d *disk) waiting(t *thread, b []byte) error {
	defer context.AfterFunc(t.Ctx, func() { _ = d.os.SetWriteDeadline(time.Now()) })()
	_, err := d.write(b)
	if stopped := t.Check(); stopped != nil {
		_ = d.os.SetWriteDeadline(time.Time{})
		return stopped
	}
	return err
}

// letGo writes what is held back.
//
//go:noinline
func (d *disk) letGo() error {
	holdersMu.Lock()
	defer holdersMu.Unlock()
	return d.writeHeld()
}

//go:noinline
func (d *disk) writeHeld() error {
	for len(d.held) > 0 {
		n, err := d.write(d.held)
		d.held = append(d.held[:0], d.held[n:]...)
		if d.failed = err != nil; err != nil {
			return err
		}
	}
	d.drop()
	return nil
}

// forget gives up what could not be written: the file is closed.
func (d *disk) forget() {
	holdersMu.Lock()
	defer holdersMu.Unlock()
	d.held = nil
	d.drop()
}

//go:noinline
func (d *disk) drop() {
	if _, there := holders[d]; there {
		delete(holders, d)
		py.Holding(-1)
	}
}

// flush is flush of files.
func (f *file) flush() error {
	if err := f.check(); err != nil || f.disk == nil {
		return err
	}
	return f.disk.letGo()
}

// checkBuffering refuses what cannot be held back so.
func checkBuffering(t *thread, n int64, mode string) error {
	binary := strings.Contains(mode, "b")
	switch {
	case n == 0 && !binary:
		return py.ValueErrorf("can't have unbuffered text I/O")
	case n == 1 && binary:
		t.Warn(py.RuntimeWarningClass,
			"line buffering (buffering=1) isn't supported in binary mode, the default buffer size will be used")
	}
	return nil
}
