//go:build unix

package repl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSuggestions(t *testing.T) {
	s := start(t, "NO_COLOR=")
	s.enter("alpha = [1, 2, 3]")
	s.send("al")
	s.line(">>> alpha = [1, 2, 3]") // greyed
	s.send("\x1bf")                 // a word of it
	s.wait("the cursor behind the word", func() bool { _, c := s.vt.cursor(); return c == 9 })
	s.send("\x7f\x7f\x7f\x7f\x7flen(alpha)")
	s.send("\r")
	s.see("\n3\n>>>")
	s.send("al" + right)
	s.wait("the cursor at the end", func() bool { _, c := s.vt.cursor(); return c == 21 })
	s.send("\r")
	s.wait("the prompt", s.atPrompt)
	s.send("alp\r") // what is not taken is not run
	s.see("NameError: name 'alp' is not defined")
	off := t.TempDir()
	writeConfig(t, off, "suggestions = off\n")
	s = open(t, 80, 24, off, "NO_COLOR=")
	s.enter("alpha = 1")
	s.send("al")
	time.Sleep(50 * time.Millisecond)
	s.line(">>> al")
}

func TestSignatureWhileTyping(t *testing.T) {
	s := start(t)
	s.send("tf.io.decode_raw(x, ")
	s.see("\ndecode_raw(input_bytes, out_type")
	s.send("y)")
	s.wait("the signature to go", func() bool { return !strings.Contains(s.vt.text(), "input_bytes") })
}

func TestBracketsAreClosed(t *testing.T) {
	home := t.TempDir()
	writeConfig(t, home, "brackets = on\nsignature = off\n")
	s := open(t, 80, 24, home)
	for _, c := range [][2]string{
		{"f(", ">>> f()"}, {"f([1", ">>> f([1])"}, {"f(1)", ">>> f(1)"}, {"f(\x7f", ">>> f"}, {"'a", ">>> 'a'"},
		{"\"it's\"", ">>> \"it's\""},
		{"'''a'''", ">>> '''a'''"}, {"b'x", ">>> b'x'"}, {"don't", ">>> don't"},
	} {
		for _, k := range c[0] {
			s.typed(string(k)) // keys that come at once are a paste, in which brackets are not closed
		}
		s.line(c[1])
		s.send("\x15\x0b")
		s.wait("an empty line", s.atPrompt)
	}
	for _, k := range "len([1,\r2])\r" { // behind a comma Enter begins a line, though the brackets are closed
		s.typed(string(k))
	}
	s.see(">>> len([1,\n... 2])\n2\n")
}

func TestLastArgument(t *testing.T) {
	s := start(t)
	s.enter("abs(-3)")
	s.enter("len('a b')")
	s.send("\x1b.")
	s.line(">>> 'a b'")
	s.send("\x1b.")
	s.line(">>> -3")
	s.send("\x15")
	s.wait("an empty line", s.atPrompt)
}

func TestExternalEditor(t *testing.T) {
	home := t.TempDir()
	script := filepath.Join(home, "edit")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nsed -i s/1/40/ \"$1\"\necho '# done' >>\"$1\"\n"),
		0o755); err != nil {
		t.Fatal(err)
	}
	for _, keys := range []string{"\x18\x05", "\x1bOQ"} {
		s := open(t, 80, 24, home, "EDITOR="+script)
		s.send("x = 1" + altEnter + "x + 2" + keys)
		s.see(">>> x = 40\n... x + 2\n... # done")
		s.send("\r")
		s.see("\n42\n>>>")
	}
	s := open(t, 80, 24, home, "EDITOR=false")
	s.send("x = 1\x18\x05")
	s.see("(false: exit status 1)")
	s.line(">>> x = 1")
}

func TestSymbols(t *testing.T) {
	s := start(t)
	for _, c := range [][2]string{{`\alpha`, "α"}, {`x\_2`, "x₂"}, {`\bbR`, "ℝ"}, {`\Rightarrow`, "⇒"}} {
		s.send(c[0] + "\t")
		s.line(">>> " + strings.Replace(c[1], `\`, "", 1))
		s.send("\x15")
		s.wait("an empty line", s.atPrompt)
	}
	s.send(`\va` + "\t")
	s.see(`\varphi`)
}

func TestKeyList(t *testing.T) {
	s := open(t, 120, 60, t.TempDir())
	s.send("kept\x1bOP")
	s.see("f1" + strings.Repeat(" ", 26) + "this list")
	s.line(">>> kept")
}

// TestSearch searches the history both ways, with the entries that would come next shown.
func TestSearch(t *testing.T) {
	s := start(t)
	for _, e := range []string{"a = 'one'", "b = 'two'", "c = 'one more'"} {
		s.enter(e)
	}
	s.send("\x12one")
	s.see("reverse search: one\n  a = 'one'")
	s.line(">>> c = 'one more'")
	s.send("\x12")
	s.line(">>> a = 'one'")
	s.send("\x13")
	s.line(">>> c = 'one more'")
	s.send("\x07")
	s.wait("an empty line", s.atPrompt)
	s.send("\x13one")
	s.see("forward search: one\n  c = 'one more'")
	s.line(">>> a = 'one'")
	s.send("\x07")
	s.wait("an empty line", s.atPrompt)
}

// TestUpAfterEditing changes a recalled entry: the history goes on from it, and the changed
// text is at the bottom.
func TestUpAfterEditing(t *testing.T) {
	s := start(t)
	for _, e := range []string{"1", "22", "333"} {
		s.enter(e)
	}
	s.send(up + up + "4")
	s.line(">>> 224")
	s.send(up)
	s.line(">>> 1")
	s.send(down + down + down)
	s.line(">>> 224")
}

// TestDirectionControls recalls an entry whose characters would turn the line around.
func TestDirectionControls(t *testing.T) {
	s := start(t)
	s.send("x = '\u202e'\r")
	s.wait("the prompt", s.atPrompt)
	s.send(up)
	s.line(">>> x = '<202E>'")
	if strings.Contains(s.vt.output(), "\u202e") {
		t.Error("the character reached the terminal")
	}
}

// TestErrorPictures asks for the pictures of errors in each of the ways.
func TestErrorPictures(t *testing.T) {
	for value, want := range map[string]string{"auto": ":explain shows where", "on": "neither is 1", "off": "[Op:AddV2]"} {
		home := t.TempDir()
		writeConfig(t, home, "error_pictures = "+value+"\n")
		s := open(t, 80, 24, home, "NO_COLOR=")
		s.enter("tf.constant([1, 2, 3]) + tf.constant([1, 2])")
		s.see(want)
		s.wait("the prompt", s.atPrompt)
		if text := s.vt.text(); value != "auto" && strings.Contains(text, "shows where") {
			t.Errorf("with %s:\n%s", value, text)
		}
	}
}
