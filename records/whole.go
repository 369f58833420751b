package records

import (
	"bufio"
	"crypto/rand"
	"encoding/hex"
	"os"
	"path/filepath"
)

// Whole is a file that has its new content as a whole or not at all: what is written lies beside it under a name of
// its own until Close puts it in place. What is no regular file, as a pipe, and a file in a folder where none can be
// made are written where they are.
type Whole struct {
	f    *os.File
	w    *bufio.Writer
	name string // where the content goes, links followed
	temp string // where it lies until then; "" when it is written where it goes
	err  error
}

// CreateWhole begins a file. It has the mode of the one it replaces.
func CreateWhole(name string) (*Whole, error) {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	mode := os.FileMode(0o666)
	old, missing := os.Stat(name)
	if missing == nil {
		mode = old.Mode().Perm()
		if f, err := os.OpenFile(name, os.O_WRONLY, 0); err != nil {
			return nil, err // a file that may not be written stays, though its folder would let it go
		} else if err := f.Close(); err != nil || !old.Mode().IsRegular() {
			return openWhole(name)
		}
	} else if link, err := os.Lstat(name); err == nil && link.Mode()&os.ModeSymlink != 0 {
		return openWhole(name) // a link to what is not there yet
	}
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	temp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+hex.EncodeToString(b[:]))
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return openWhole(name)
	}
	if missing == nil {
		_ = f.Chmod(mode)
	}
	return &Whole{f: f, w: bufio.NewWriterSize(f, 1<<16), name: name, temp: temp}, nil
}

func openWhole(name string) (*Whole, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	return &Whole{f: f, w: bufio.NewWriterSize(f, 1<<16), name: name}, nil
}

// Write adds bytes.
func (w *Whole) Write(b []byte) (int, error) {
	n, err := w.w.Write(b)
	if err != nil {
		w.err = err
	}
	return n, err
}

// Close puts the file in place. After a failed Write it takes it away as Abandon does, and gives the failure.
func (w *Whole) Close() error {
	if w.f == nil {
		return w.err
	}
	if err := w.w.Flush(); w.err == nil {
		w.err = err
	}
	err := w.f.Close()
	if w.f = nil; w.err == nil {
		w.err = err
	}
	switch {
	case w.temp == "":
	case w.err == nil:
		if w.err = os.Rename(w.temp, w.name); w.err != nil {
			_ = os.Remove(w.temp)
		}
	default:
		_ = os.Remove(w.temp)
	}
	return w.err
}

// Abandon takes away what was written; the old file stays. Nothing happens after Close.
func (w *Whole) Abandon() {
	if w.f == nil {
		return
	}
	_ = w.f.Close()
	if w.f = nil; w.temp != "" {
		_ = os.Remove(w.temp)
	}
}

// WriteWhole gives a file a content.
func WriteWhole(name string, content []byte) error {
	w, err := CreateWhole(name)
	if err != nil {
		return err
	}
	_, _ = w.Write(content) // Close gives its error
	return w.Close()
}
