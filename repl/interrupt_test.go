//go:build unix

package repl

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterruptNeverLeaves presses Ctrl-C many times in every state: the session stays, and
// so do its names.
func TestInterruptNeverLeaves(t *testing.T) {
	for _, mode := range []string{"", "--screen-reader", "readline"} {
		home := t.TempDir()
		set := []string{}
		if mode == "readline" {
			writeConfig(t, home, "editor = readline\n")
		} else if mode != "" {
			set = append(set, mode)
		}
		s := openAny(t, 80, 24, home, set...)
		s.see(">>>")
		s.send("kept = 42\r")
		for _, src := range []string{"", "half a li", "while True: pass\r\r", "input('waiting ')\r"} {
			for range 5 {
				s.send(src)
				time.Sleep(60 * time.Millisecond)
				for range 3 {
					s.send(ctrlC)
					time.Sleep(15 * time.Millisecond)
				}
			}
		}
		time.Sleep(100 * time.Millisecond)
		s.send("\rkept * 2\r")
		s.see("84\n>>>")
		s.send(ctrlD)
		if code := s.left(); code != 0 {
			t.Errorf("%q: Ctrl-D leaves with status %d", mode, code)
		}
	}
}

// TestTypeAhead types while something runs: it is kept for the prompt, but Ctrl-C drops it.
func TestTypeAhead(t *testing.T) {
	for _, set := range []string{"NO_COLOR=1", "TERM=dumb"} {
		s := openAny(t, 80, 24, t.TempDir(), set)
		s.see(">>>")
		s.send("import time\r")
		s.send("time.sleep(0.3)\r")
		time.Sleep(50 * time.Millisecond)
		s.send("print('ty' + 'ped')\r")
		s.see("typed\n>>>")
		s.send("while True: pass\r\r")
		time.Sleep(100 * time.Millisecond)
		s.send("print('a' + 'head')\r")
		time.Sleep(20 * time.Millisecond)
		s.send(ctrlC)
		s.see("KeyboardInterrupt")
		s.send("print('af' + 'ter')\r")
		s.see("after\n>>>")
		if strings.Contains(s.vt.all(), "ahead") {
			t.Errorf("%s: what was typed ahead ran:\n%s", set, s.vt.all())
		}
	}
}

// TestInterruptDropsThePaste stops a pasted page in its first statement: the others do not run.
func TestInterruptDropsThePaste(t *testing.T) {
	s := start(t)
	s.send("\x1b[200~>>> while True: pass\n>>> print('second')\n\x1b[201~print('th' + 'ird')\r")
	time.Sleep(200 * time.Millisecond)
	s.interrupt()
	time.Sleep(100 * time.Millisecond)
	if got := s.vt.all(); strings.Contains(got, "\nsecond") || strings.Contains(got, "\nthird") {
		t.Errorf("after Ctrl-C the rest ran:\n%s", got)
	}
}

// TestQuit sends Ctrl-\ while something runs: the session ends with the signal's status, the
// terminal as it was and no stacks on it.
func TestQuit(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGABRT} {
		s := start(t, "TFS_DEBUG=")
		s.send("while True: pass\r\r")
		time.Sleep(100 * time.Millisecond)
		s.signal(sig)
		if code := s.left(); code != 128+int(sig) {
			t.Errorf("%v: status %d", sig, code)
		}
		if strings.Contains(s.vt.output(), "goroutine") || s.vt.mode("?2004") {
			t.Errorf("%v: the screen is\n%s", sig, s.vt.all())
		}
	}
}

// TestInterruptInDebugger stays in the debugger after Ctrl-C, in which its names can still be looked at.
func TestInterruptInDebugger(t *testing.T) {
	s := openAny(t, 80, 24, t.TempDir())
	s.see(">>>")
	s.send("def f(n): return n / 0\r\r")
	s.send("f(41)\r")
	s.see("ZeroDivisionError: division by zero\n>>>")
	s.send("%debug\r")
	s.see("(debug)")
	s.send(ctrlC)
	s.see("KeyboardInterrupt\n(debug)")
	s.send("n + 1\r")
	s.see("42\n(debug)")
	time.Sleep(2100 * time.Millisecond) // a second one soon after ends it
	s.send("while 1: pass\r\r")
	time.Sleep(100 * time.Millisecond)
	s.send(ctrlC)
	s.wait("the second one", func() bool { return strings.Count(s.vt.text(), "KeyboardInterrupt\n(debug)") == 2 })
	s.send("q\r")
	s.see("(debug) q\n>>>")
}
