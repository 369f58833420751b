//go:build unix

package repl

import (
	"os"
	"os/exec"
	"runtime/debug"
	"syscall"
	"time"
)

// guard gives the terminal back when the program cannot: after a kill -9, or a fatal error of
// the Go runtime, which no recover sees. It is a shell that waits at the end of a pipe (about
// a megabyte, and nothing on the way to the prompt: it starts beside it). The runtime writes
// its crash report into the pipe too, and waits while the pipe is full; so the terminal is as
// it was before the shell that started tfs sees the end.
type guard struct {
	w     *os.File
	ready chan struct{} // closed when the modes at the start are known
}

// guardScript keeps the modes it finds, and sets them again unless the word done comes. What
// is no longer in one of our modes (these have noflsh, or no signals from keys) has been
// taken over by another program.
const guardScript = `trap '' HUP INT QUIT TERM TSTP TTIN TTOU
saved=$(stty -g) || exit 0
exec 4>&-
IFS= read -r word <&3
[ "$word" = done ] && exit 0
case $(stty -a) in *[!-]noflsh*|*-isig*) stty "$saved"; printf '\033[?2004l\033[0 q\r\n';; esac
exec cat <&3 >/dev/null`

// newGuard starts the guard of a terminal; nil where there is no shell.
func newGuard(in, out *os.File) *guard {
	r, w, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer r.Close()
	ackR, ackW, err := os.Pipe()
	if err != nil {
		w.Close()
		return nil
	}
	defer ackW.Close()
	shrinkPipe(int(w.Fd()))
	cmd := exec.Command("sh", "-c", guardScript)
	cmd.Stdin, cmd.Stdout, cmd.ExtraFiles = in, out, []*os.File{r, ackW}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the keys' signals are not for it
	if err := cmd.Start(); err != nil {
		w.Close()
		ackR.Close()
		return nil
	}
	g := &guard{w: w, ready: make(chan struct{})}
	go func() {
		_, _ = ackR.Read(make([]byte, 1)) // its end
		ackR.Close()
		close(g.ready)
		_ = cmd.Wait()
	}()
	_ = debug.SetCrashOutput(w, debug.CrashOptions{})
	return g
}

// wait is called before the modes of the terminal change for the first time.
func (g *guard) wait() {
	if g == nil {
		return
	}
	select {
	case <-g.ready:
	case <-time.After(time.Second):
	}
}

// done lets the guard go: the terminal has been given back.
func (g *guard) done() {
	if g != nil {
		_, _ = g.w.WriteString("done\n")
	}
}
