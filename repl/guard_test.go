//go:build linux

package repl

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestTerminalIsGivenBack ends the program in ways it cannot answer, in each of its modes:
// the terminal is as it was.
func TestTerminalIsGivenBack(t *testing.T) {
	for _, src := range []string{"", "while True: pass\r\r", "import getpass; getpass.getpass()\r", "input()\r"} {
		for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV, syscall.SIGTERM, syscall.SIGQUIT} {
			s := start(t, "TFS_DEBUG=")
			s.send(src)
			time.Sleep(50 * time.Millisecond)
			s.signal(sig)
			s.left() // of the guard too: the terminal is closed on its side
			m, err := unix.IoctlGetTermios(int(s.pty.Fd()), unix.TCGETS)
			if err != nil {
				t.Fatal(err)
			}
			if want := uint32(unix.ICANON | unix.ECHO | unix.ISIG); m.Lflag&want != want || m.Lflag&unix.NOFLSH != 0 ||
				m.Iflag&unix.ICRNL == 0 {
				t.Errorf("%q, %v: modes %x %x", src, sig, m.Lflag, m.Iflag)
			}
			if s.vt.mode("?2004") {
				t.Errorf("%q, %v: bracketed paste is on", src, sig)
			}
		}
	}
}

// TestStartUpExit ends the session in its start-up script.
func TestStartUpExit(t *testing.T) {
	home := t.TempDir()
	writeConfig(t, home, "banner = off\n")
	writeStartup(t, home, "import sys\nprint('started')\nsys.exit(4)\n")
	s := openAny(t, 80, 24, home)
	if code := s.left(); code != 4 || !strings.Contains(s.vt.all(), "started") {
		t.Errorf("status %d, %q", code, s.vt.all())
	}
}
