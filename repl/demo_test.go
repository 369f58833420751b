//go:build unix

package repl

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/teach"
)

const sampleDemo = `#: title Sample
#: minutes 2
#: section One
# The **first** words.

>>> x = [1]
>>> x.append(2)
>>> x
[1, 2]

#: note remember this
#: pause
#: section Two
>>> tf.io.decode_raw("ab", tf.uint8)
<tf.Tensor: shape=(2,), dtype=uint8, numpy=array([97, 98], dtype=uint8)>

#: picture
>>> len(x)
2
`

func sample(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample.tfs")
	if err := os.WriteFile(path, []byte(sampleDemo), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// foot waits for a footer that begins so.
func (s *term) foot(text string) {
	s.t.Helper()
	s.wait("the footer "+text, func() bool {
		row, _ := s.vt.cursor()
		lines := strings.Split(s.vt.text()+strings.Repeat("\n", s.vt.h), "\n")
		return strings.HasPrefix(lines[row], text)
	})
}

// TestDemoKeys presents a file with every key.
func TestDemoKeys(t *testing.T) {
	s := openAny(t, 80, 24, t.TempDir(), "demo", sample(t))
	s.foot("1/5")
	s.see("The first words.\n\n>>> x = [1]")
	s.send("?")
	s.see("run the last again")
	s.send("\r")
	s.foot("2/5")
	s.send(" ")
	s.foot("3/5")
	s.send("\x1b[C")
	s.foot("3/5")
	s.see("[1, 2]")
	s.see("Enter goes on")
	s.send("n")
	s.see("note: remember this")
	s.send("\r")
	s.foot("4/5")
	s.send("\r")
	s.foot("5/5")
	s.see("▸ tf.io.decode_raw(\"ab\", tf.uint8)")
	s.send("l")
	s.see("live; Ctrl-D")
	s.wait("the live prompt", s.atPrompt)
	s.enter("x.append(7); x")
	s.see("[1, 2, 7]")
	s.send("\x04")
	s.foot("5/5")
	s.send("\x1b[D")
	s.foot("4/5")
	s.send("g")
	s.see("step or section:")
	s.send("Two\r")
	s.foot("4/5")
	s.send("g")
	s.send("nine\r")
	s.see("there is no section \"nine\"")
	s.send("g")
	s.send("5\r")
	s.foot("5/5")
	s.send("e")
	s.wait("the editor", func() bool { return s.vt.mode("?2004") && strings.Count(s.vt.text(), ">>> len(x)") > 1 })
	s.send(" * 100\r")
	s.see("200") // going back took the 7 away
	s.send("p")
	s.see("▸ len(x)")
	s.send("r")
	s.send("t")
	s.send("b")
	s.wait("a blank screen", func() bool { return strings.TrimSpace(s.vt.text()) == "" })
	s.send("x")
	s.see("the end")
	s.send("q")
	if s.left() != 0 {
		t.Error(s.code)
	}
}

// TestDemoAtThePrompt leaves the demo's names in the session.
func TestDemoAtThePrompt(t *testing.T) {
	s := start(t)
	s.enter("y = 3")
	s.send(":demo " + sample(t) + "\r")
	s.foot("1/5")
	s.send("\r")
	s.foot("2/5")
	n := s.prompts()
	s.send("q")
	s.wait("the prompt", func() bool { return s.prompts() > n && s.atPrompt() })
	s.enter("x, y")
	s.see("([1], 3)")
}

// TestPlainDemo redraws nothing.
func TestPlainDemo(t *testing.T) {
	s := openAny(t, 80, 24, t.TempDir(), "demo", "--plain", sample(t))
	s.see(">>> x = [1]")
	s.send("\r")
	s.see(">>> x.append(2)")
	s.send("\x1b[D")
	s.see("-- step 1 --")
	s.send("q")
	s.left()
	if out := s.vt.output(); strings.Contains(out, "\x1b[2J") || strings.Contains(out, "\x1b[K") {
		t.Errorf("%q", out)
	}
}

// TestSecondScreen follows a demo over its socket.
func TestSecondScreen(t *testing.T) {
	screen, err := NewSecondScreen()
	if err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(screen.Path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", st, err)
	}
	screen.Tell(teach.Note{Step: 1, Of: 3, Notes: []string{"early"}})
	c, err := net.Dial("unix", screen.Path)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(c)
	read := func() (n teach.Note) {
		t.Helper()
		l, err := in.ReadBytes('\n')
		if err != nil || json.Unmarshal(l, &n) != nil {
			t.Fatalf("%s %v", l, err)
		}
		return n
	}
	if n := read(); n.Notes[0] != "early" {
		t.Errorf("%+v", n)
	}
	screen.Tell(teach.Note{Step: 2, Of: 3, Section: "Two", Code: "x", Next: "words", Elapsed: 61, Minutes: 3})
	n := read()
	text := n.Text(80, teach.Style{})
	for _, want := range []string{"step 2 of 3   01:01 of 3:00   Two", "now\n>>> x", "next\nwords"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	screen.Close()
	if err := Follow(context.Background(), screen.Path, os.Stdout, teach.Style{}); err == nil {
		t.Error("a demo that is over is followed")
	}
}
