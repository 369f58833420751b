//go:build unix

package repl

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// binary is tfs as a user runs it, built once for the tests of this package.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tfs-pty")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "tfs")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, "..").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// term is a session of tfs on a pseudo-terminal, with a screen to look at.
type term struct {
	t    *testing.T
	cmd  *exec.Cmd
	pty  *os.File
	vt   *vt
	home string
	done chan struct{}
	code int
}

// patience is how long a test waits for the screen; no test passes or fails by speed.
const patience = 60 * time.Second

// open starts tfs on a terminal of a size, with a home of its own. Settings of the form
// NAME=value go to the environment, others are arguments.
func open(t *testing.T, w, h int, home string, settings ...string) *term {
	t.Helper()
	s := openAny(t, w, h, home, settings...)
	s.wait("the first prompt", s.atPrompt)
	return s
}

// openAny does not wait for a prompt.
func openAny(t *testing.T, w, h int, home string, settings ...string) *term {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path)
	cmd.Env = []string{"HOME=" + home, "TERM=xterm-256color", "PATH=" + os.Getenv("PATH"), "NO_COLOR=1", "LANG=C.UTF-8",
		"PAGER=cat", "TFS_DEBUG=1"}
	for _, s := range settings {
		if name, _, isEnv := strings.Cut(s, "="); isEnv && name == strings.ToUpper(name) {
			cmd.Env = append(cmd.Env, s)
		} else {
			cmd.Args = append(cmd.Args, s)
		}
	}
	cmd.Dir = home
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)})
	if err != nil {
		t.Fatal(err)
	}
	s := &term{t: t, cmd: cmd, pty: f, vt: newVT(w, h), home: home, done: make(chan struct{})}
	go func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := f.Read(buf)
			_, _ = s.vt.Write(buf[:n])
			if err != nil {
				break
			}
		}
		_ = cmd.Wait()
		s.code = cmd.ProcessState.ExitCode()
		close(s.done)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = f.Close()
	})
	return s
}

// start opens a session in a fresh home on an ordinary terminal.
func start(t *testing.T, settings ...string) *term {
	t.Helper()
	return open(t, 80, 24, t.TempDir(), settings...)
}

func (s *term) wait(what string, ok func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(2 * time.Millisecond) {
		if ok() {
			return
		}
		if time.Now().After(end) {
			seen := s.vt.text()
			s.t.Fatalf("waited for %s; the screen is\n%s\n\nand the program is doing\n%s", what, seen, s.doing())
		}
	}
}

// doing makes the program show its stacks, to tell why something was waited for in vain.
func (s *term) doing() string {
	select {
	case <-s.done:
		return fmt.Sprintf("nothing: it ended with status %d", s.code)
	default:
	}
	n := len(s.vt.output())
	state, _ := os.ReadFile(fmt.Sprintf("/proc/%d/wchan", s.cmd.Process.Pid))
	_ = s.cmd.Process.Signal(syscall.SIGQUIT)
	time.Sleep(time.Second)
	out := s.vt.output()[n:]
	return fmt.Sprintf("(%s) %s", state, out[:min(len(out), 8000)])
}

// atPrompt tells whether the cursor stands at a fresh prompt.
func (s *term) atPrompt() bool {
	row, col := s.vt.cursor()
	lines := strings.Split(s.vt.text()+strings.Repeat("\n", s.vt.h), "\n")
	return col == 4 && lines[row] == ">>>" && s.vt.mode("?2004")
}

// send types keys as they are.
func (s *term) send(keys string) {
	s.t.Helper()
	if _, err := s.pty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// enter types a text and Enter, and waits for the next prompt.
func (s *term) enter(text string) {
	s.t.Helper()
	n := s.prompts()
	s.send(text + "\r")
	s.wait("the prompt after "+text, func() bool { return s.prompts() > n && s.atPrompt() })
}

// prompts counts the prompts so far.
func (s *term) prompts() int { return strings.Count(s.vt.output(), "\x1b[?2004h") }

// see waits until the screen holds a text.
func (s *term) see(text string) {
	s.t.Helper()
	s.wait(fmt.Sprintf("%q", text), func() bool { return strings.Contains(s.vt.all(), text) })
}

// line waits until the row of the cursor is a text.
func (s *term) line(want string) {
	s.t.Helper()
	s.wait(fmt.Sprintf("the line %q", want), func() bool {
		row, _ := s.vt.cursor()
		return strings.Split(s.vt.text()+strings.Repeat("\n", s.vt.h), "\n")[row] == want
	})
}

// screen waits until the rows after the banner are these.
func (s *term) screen(want string) {
	s.t.Helper()
	want = strings.Trim(want, "\n")
	s.wait("the screen\n"+want+"\n", func() bool { return s.vt.text() == want })
}

// left waits for the end of the process.
func (s *term) left() int {
	s.t.Helper()
	s.wait("the end", func() bool {
		select {
		case <-s.done:
			return true
		default:
			return false
		}
	})
	return s.code
}

func (s *term) resize(w, h int) {
	s.vt.resize(w, h)
	if err := pty.Setsize(s.pty, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *term) signal(sig syscall.Signal) {
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}
