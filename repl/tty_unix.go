//go:build unix

package repl

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/chzyer/readline"
	"golang.org/x/sys/unix"

	"github.com/tfs-lang/tfs/repl/line"
)

// tty is the terminal the prompt runs on: raw while a block is edited, with signals from
// its keys but without echo while something runs, and as it was found for input().
type tty struct {
	in, out *os.File
	found   *unix.Termios // the modes at the start
	wakeR   *os.File
	wakeW   *os.File
	signals chan os.Signal
	guard   *guard

	resized, resumed, poked atomic.Bool
	mode                    atomic.Int32
	interrupted             func() // called on SIGINT
	onEnd                   func(os.Signal)
}

const (
	asFound = iota
	editing
	running
	secret // as found, without echo
)

// errPoked is what Read gives after an interrupt while a program waits for input.
var errPoked = errors.New("interrupted")

// newTTY takes a terminal over; close gives it back. interrupted is called for SIGINT, onEnd
// for the signals that end the session.
func newTTY(in, out *os.File, interrupted func(), onEnd func(os.Signal)) (*tty, error) {
	found, err := unix.IoctlGetTermios(int(in.Fd()), getTermios)
	if err != nil {
		return nil, err
	}
	t := &tty{in: in, out: out, found: found, signals: make(chan os.Signal, 8), interrupted: interrupted, onEnd: onEnd}
	if t.wakeR, t.wakeW, err = os.Pipe(); err != nil {
		return nil, err
	}
	_ = unix.SetNonblock(int(t.wakeR.Fd()), true)
	_ = unix.SetNonblock(int(t.wakeW.Fd()), true)
	signal.Notify(t.signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGWINCH, syscall.SIGCONT)
	if os.Getenv("TFS_DEBUG") == "" { // else they show the stacks of the program
		signal.Notify(t.signals, syscall.SIGQUIT, syscall.SIGABRT)
	}
	t.guard = newGuard(in, out)
	go t.watch()
	return t, nil
}

func (t *tty) watch() {
	for s := range t.signals {
		switch s {
		case syscall.SIGWINCH:
			t.resized.Store(true)
		case syscall.SIGCONT:
			t.setMode(int(t.mode.Load()))
			t.resumed.Store(true)
		case syscall.SIGINT:
			t.poked.Store(t.mode.Load() != running) // who waits for keys is told
			if t.mode.Load() != editing {
				t.flushInput()
			}
			t.interrupted()
		default:
			t.onEnd(s) // it does not return
		}
		_, _ = unix.Write(int(t.wakeW.Fd()), []byte{1})
	}
}

// setMode changes how the terminal treats keys. A program in the background leaves the
// terminal alone: it is the shell's.
func (t *tty) setMode(mode int) {
	t.mode.Store(int32(mode))
	if t.inBackground() {
		return
	}
	t.guard.wait()
	fd := int(t.in.Fd())
	m := *t.found
	switch mode {
	case secret:
		m.Lflag &^= unix.ECHO
		m.Lflag |= unix.NOFLSH // tells the guard that this mode is ours
	case editing:
		t.poked.Store(false)
		if _, err := readline.MakeRaw(fd); err == nil {
			_, _ = io.WriteString(t.out, "\x1b[?2004h")
		}
		return
	case running:
		m.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON
		// NOFLSH: where the terminal throws output away at Ctrl-C, a write that waits for room
		// is never woken
		m.Lflag |= unix.ISIG | unix.NOFLSH
		m.Cc[unix.VMIN], m.Cc[unix.VTIME] = 1, 0
	}
	_, _ = io.WriteString(t.out, "\x1b[?2004l")
	_ = unix.IoctlSetTermios(fd, setTermios, &m)
}

func (t *tty) inBackground() bool {
	group, err := unix.IoctlGetInt(int(t.in.Fd()), unix.TIOCGPGRP)
	return err == nil && group != unix.Getpgrp()
}

// flushInput drops what was typed and not read yet.
func (t *tty) flushInput() {
	if !t.inBackground() {
		_ = flushInput(int(t.in.Fd()))
	}
}

func (t *tty) close() {
	signal.Stop(t.signals)
	t.setMode(asFound)
	t.guard.done()
}

// Read waits for keys, and for what happens to the terminal.
func (t *tty) Read(wait time.Duration) ([]byte, error) {
	fd, wake := int(t.in.Fd()), int(t.wakeR.Fd())
	for {
		switch {
		case t.poked.Swap(false):
			return nil, errPoked
		case t.resumed.Swap(false):
			return nil, line.ErrResumed
		case t.resized.Swap(false):
			return nil, line.ErrResized
		}
		var set unix.FdSet // select, because poll does not know terminals on every system
		set.Set(fd)
		set.Set(wake)
		var limit *unix.Timeval
		if wait > 0 {
			tv := unix.NsecToTimeval(int64(wait))
			limit = &tv
		}
		n, err := unix.Select(max(fd, wake)+1, &set, nil, nil, limit)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, nil
		}
		if set.IsSet(wake) {
			var drain [64]byte
			_, _ = unix.Read(wake, drain[:])
			if !set.IsSet(fd) {
				continue
			}
		}
		buf := make([]byte, 1<<16)
		k, err := unix.Read(fd, buf)
		switch {
		case errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN):
			continue
		case err != nil || k == 0:
			return nil, io.EOF // the terminal is gone
		}
		return buf[:k], nil
	}
}

// Write draws.
func (t *tty) Write(p []byte) (int, error) { return t.out.Write(p) }

// Size is the width and height in characters; 80 by 24 where the terminal does not say.
func (t *tty) Size() (int, int) {
	w, h, err := readline.GetSize(int(t.out.Fd()))
	if err != nil || w <= 0 {
		w = 80
	}
	if err != nil || h <= 0 {
		h = 24
	}
	return w, h
}

// suspend stops the program as Ctrl-Z does, and goes on when the shell resumes it.
func (t *tty) suspend() {
	t.setMode(asFound)
	_, _ = io.WriteString(t.out, "\r\n")
	_ = syscall.Kill(0, syscall.SIGTSTP)
	time.Sleep(10 * time.Millisecond) // the signal may take a moment to stop every thread
	t.setMode(editing)
}

// ask reads a line for input(), edited by the terminal itself.
func (t *tty) ask(ctx context.Context, hidden bool) (string, error) {
	t.poked.Store(false)
	t.setMode(asFound)
	if hidden {
		t.setMode(secret)
	}
	defer t.setMode(running)
	var text strings.Builder
	for ctx.Err() == nil {
		b, err := t.Read(0)
		switch {
		case errors.Is(err, line.ErrResized) || errors.Is(err, line.ErrResumed):
			continue
		case err != nil:
			return "", err
		}
		text.Write(b)
		if s := text.String(); strings.HasSuffix(s, "\n") {
			return strings.TrimRight(s, "\r\n"), nil
		}
	}
	return "", ctx.Err()
}

// signalNumber is the number a signal has in exit statuses.
func signalNumber(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return int(n)
	}
	return 1
}
