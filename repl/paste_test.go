//go:build unix

package repl

import (
	"strings"
	"testing"
	"time"
)

// TestPasteOverTheLimit pastes too much, with marks and without: nothing of it runs, and the
// prompt answers.
func TestPasteOverTheLimit(t *testing.T) {
	page := strings.Repeat("print('b' + 'ad')\r", 3<<20/18)
	for what, text := range map[string]string{"a marked paste": "\x1b[200~" + page + "\x1b[201~",
		"an unmarked paste": page, "a long line": "x = '" + strings.Repeat("a", 3<<20) + "'\r"} {
		s := start(t)
		s.send(text)
		s.see("is over the limit of 1 MB: nothing of it was taken")
		s.wait("the prompt", s.atPrompt)
		s.enter("1 + 1")
		if got := s.vt.all(); strings.Contains(got, "\nbad") {
			t.Errorf("%s: a part ran:\n%s", what, got)
		}
	}
}

// TestStalledPaste stops in the middle of a paste: nothing runs by itself, Ctrl-C gives it
// up, and what still comes of it is dropped.
func TestStalledPaste(t *testing.T) {
	s := start(t)
	s.send("\x1b[200~print('b' + 'ad')\rprint('b' + 'ad')\r")
	s.see("waiting for the rest of a paste (")
	s.send(ctrlC)
	s.see("nothing of it was taken")
	s.wait("the prompt", s.atPrompt)
	s.send("print('b' + 'ad')\rprint('b' + 'ad')\r\x1b[201~")
	time.Sleep(100 * time.Millisecond)
	s.enter("1 + 1")
	s.send("\x1b[200~'wh' + ")
	s.see("waiting for the rest of a paste (7 bytes")
	time.Sleep(1200 * time.Millisecond)
	s.send("'ole'\x1b[201~\r")
	s.see("\n'whole'\n>>>")
	if got := s.vt.all(); strings.Contains(got, "\nbad") {
		t.Errorf("a part ran:\n%s", got)
	}
}

// TestPasteIntoABlock pastes lines where the editor has indented.
func TestPasteIntoABlock(t *testing.T) {
	for _, text := range []string{"    a = 1\n    b = 2", "a = 1\nb = 2", "a = 1\n    b = 2",
		"        a = 1\n        b = 2\n", "  a = 1\n  b = 2"} {
		s := start(t)
		s.send("if 1:\r")
		s.line("...")
		s.send("\x1b[200~" + text + "\x1b[201~")
		s.see(">>> if 1:\n...     a = 1\n...     b = 2")
	}
	for _, c := range [][2]string{
		{"if b:\n        c = 1\n        if c:\n            d = 2\n    e = 3",
			"    if b:\n...         c = 1\n...         if c:\n...             d = 2\n...     e = 3"},
		{"if b:\n    c = 1\ne = 3", "    if b:\n...         c = 1\n...     e = 3"},
	} {
		s := start(t)
		s.send("if 1:\r")
		s.line("...")
		s.send("\x1b[200~" + c[0] + "\x1b[201~")
		s.see(">>> if 1:\n... " + c[1])
	}
	s := start(t) // an indented snippet at the first prompt
	s.send("\x1b[200~    for i in range(2):\n        print(i + 40)\n\x1b[201~\r\r")
	s.see("\n40\n41\n>>>")
}
