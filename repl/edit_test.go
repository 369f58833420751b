//go:build unix

package repl

import (
	"os"
	"strings"
	"testing"
	"time"
)

// The keys a terminal sends.
const (
	up, down, right, left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
	altEnter              = "\x1b\r"
	shiftTab              = "\x1b[Z"
	ctrlA, ctrlC, ctrlD   = "\x01", "\x03", "\x04"
)

func TestBlockEditing(t *testing.T) {
	s := start(t)
	s.send("for i in range(2):\r")
	s.line("...")
	s.send("print(i)")
	s.line("...     print(i)") // indented by the editor
	s.send("\r")
	s.line("...")
	s.send("\r")
	s.see("0\n1\n>>>")
	s.enter("1 + 1")
	// the block comes back as a whole, and its first line is changed from the last
	s.send("\x10\x10") // Ctrl-P twice
	s.line("...     print(i)")
	s.send(up)
	s.line(">>> for i in range(2):")
	s.send("\x1b[F" + left + left + "\x7f" + "5" + "\x1b[1;5F\r")
	s.line("...")
	s.send("\r")
	s.see("3\n4\n>>>")
}

func TestEnterDecides(t *testing.T) {
	s := start(t)
	s.send("x = [1,\r")
	s.line("...")
	s.send("2]\r")
	s.wait("the prompt", s.atPrompt)
	s.enter("x")
	s.see("[1, 2]")
	s.send("a = 1" + altEnter)
	s.line("...")
	s.send("b = 2" + altEnter + "a + b\r")
	s.see("3\n>>>")
	s.send("if x:\r")
	s.line("...")
	s.send("1\r")
	s.wait("an indented line", func() bool { _, c := s.vt.cursor(); return c == 8 })
	s.send("else:")
	s.line("... else:") // a step to the left by itself
	s.send("\r")
	s.wait("an indented line", func() bool { _, c := s.vt.cursor(); return c == 8 })
	s.send("2\r")
	s.line("...")
	s.send("\r")
	s.see("...     2\n...\n1\n>>>")
}

func TestTypedIndentation(t *testing.T) {
	s := start(t)
	for _, l := range []string{"def f(x):\r", "  if x:\r", "    return 'yes'\r", "  else:\r", "    return 'no'\r"} {
		s.send(l)
		s.line("...")
	}
	s.send("\r")
	s.wait("the prompt", s.atPrompt)
	s.enter("f(0), f(1)")
	s.see("('no', 'yes')")
}

func TestEmacsKeys(t *testing.T) {
	s := start(t)
	s.send("beta alpha" + ctrlA + "\x1bf\x0b" + ctrlA + "\x19 \x1bu") // to the word's end, kill, home, yank, upper case
	s.line(">>>  alpha BETA")
	s.send("\x1f\x1f\x1f\x1f\x1f\x1f") // undo
	s.wait("an empty line", s.atPrompt)
	s.send("abc" + left + "\x14") // transpose
	s.line(">>> acb")
	s.send("\x15") // Ctrl-U
	s.line(">>>")
	s.send("one two three\x17") // Ctrl-W
	s.line(">>> one two")
	s.send("\x1b\x7f\x1b[D\x1b[3~") // Alt-Backspace, left, Delete
	s.line(">>> one")
	s.send(ctrlC)
	s.see("KeyboardInterrupt")
}

func TestViKeys(t *testing.T) {
	home := t.TempDir()
	writeConfig(t, home, "editing = vi\n")
	s := open(t, 80, 24, home)
	s.send("x = first second third\x1b")
	time.Sleep(60 * time.Millisecond) // a lone Escape is told from a sequence by time
	s.send("0wwcwnew\x1b")
	s.line(">>> x = new second third")
	time.Sleep(60 * time.Millisecond)
	s.send("wdw")
	s.line(">>> x = new third")
	s.send("u")
	s.line(">>> x = new second third")
	s.send("$xx0fnrm")
	s.line(">>> x = mew second thi")
	s.send("ddi(1, [2])\x1b")
	time.Sleep(60 * time.Millisecond)
	s.send("F[%")
	s.wait("the partner", func() bool { _, c := s.vt.cursor(); return c == 10 })
	s.send("ci[3\x1b")
	s.line(">>> (1, [3])")
	time.Sleep(60 * time.Millisecond)
	s.send("\r")
	s.see("\n(1, [3])\n>>>")
}

func TestWideCharacters(t *testing.T) {
	s := start(t)
	s.send("'日本語é👩‍👩‍👧x'" + left)
	s.wait("the cursor behind wide characters", func() bool { _, c := s.vt.cursor(); return c == 4+1+6+1+2+1 })
	s.send("\x7f\x7f\x7f") // x, the family, the accent with its letter
	s.line(">>> '日本語'")
	s.send("\r")
	s.see("\n'日本語'\n>>>")
}

func TestNarrowAndLowScreens(t *testing.T) {
	s := open(t, 20, 6, t.TempDir(), "--no-config")
	s.send("[100000, 200000, 300000, 400000]")
	s.wait("three rows", func() bool {
		return strings.HasSuffix(s.vt.text(), ">>> [100000, 200000,\n 300000, 400000]")
	})
	s.send("\r")
	s.see("[100000, 200000, 300\n000, 400000]\n>>>")
	low := open(t, 40, 1, t.TempDir())
	low.send("if 1:\r")
	low.line("...")
	low.send("7\r")
	low.line("...")
	low.send("\r")
	low.wait("the prompt", low.atPrompt)
	if got := low.vt.all(); !strings.Contains(got, ">>> if 1:\n...     7\n...\n7\n>>>") {
		t.Errorf("a terminal of one row shows\n%s", got)
	}
}

func TestResize(t *testing.T) {
	s := start(t)
	s.send("'" + strings.Repeat("a", 50) + "'")
	s.see("aaa'")
	s.resize(30, 24)
	time.Sleep(50 * time.Millisecond)
	s.send("+'b'")
	s.wait("two rows", func() bool {
		return strings.HasSuffix(s.vt.text(), ">>> '"+strings.Repeat("a", 25)+"\n"+strings.Repeat("a", 25)+"'+'b'")
	})
	if n := strings.Count(s.vt.text(), ">>>"); n != 1 {
		t.Errorf("%d prompts after a resize:\n%s", n, s.vt.text())
	}
}

func TestBracketMatch(t *testing.T) {
	s := start(t, "NO_COLOR=", "--color", "always")
	s.send("f(1)")
	s.wait("the look of the brackets", func() bool { return strings.Contains(s.vt.output(), "\x1b[1;4;4m(\x1b[0m") })
	s.send(" \x7f" + left + "'a'") // a text is coloured while it is typed
	s.wait("the colour of a text", func() bool { return strings.Contains(s.vt.output(), "\x1b[33m'a'\x1b[0m") })
}

func writeConfig(t *testing.T, home, text string) {
	t.Helper()
	dir := home + "/.config/tfs"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/config", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func writeStartup(t *testing.T, home, text string) {
	t.Helper()
	if err := os.WriteFile(home+"/.config/tfs/startup.tfs", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
