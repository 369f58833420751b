//go:build !js

package repl

import (
	"io"
	"strings"
	"testing"

	"github.com/chzyer/readline"

	"github.com/tfs-lang/tfs/lang"
)

// typist gives the prompt lines as a person types them; "^C" is the interrupt key.
type typist struct {
	lines []string
	out   *strings.Builder
	text  string
	saved []string
}

func (t *typist) SetPrompt(s string) { t.text = s }
func (t *typist) Close() error       { return nil }
func (t *typist) SaveHistory(s string) error {
	t.saved = append(t.saved, s)
	return nil
}
func (t *typist) Readline() (string, error) {
	t.out.WriteString(t.text)
	if len(t.lines) == 0 {
		return "", io.EOF
	}
	line := t.lines[0]
	t.lines = t.lines[1:]
	t.out.WriteString(line + "\n")
	if line == "^C" {
		return "", readline.ErrInterrupt
	}
	return line, nil
}

func session(lines ...string) (string, *typist, int) {
	var out strings.Builder
	t := &typist{lines: lines, out: &out}
	p := &Prompt{In: lang.New(lang.Options{}), Out: &out, Err: &out}
	code := p.loop(t)
	_, text, _ := strings.Cut(out.String(), "\n") // after the greeting
	return text, t, code
}

func TestPromptSession(t *testing.T) {
	got, typed, code := session("for i in range(2):", "  print(i)", "", "x = [1,", "2]", "x", "def f(", "^C", "1/0", "tf.add(x, 1)", "", ">>> x[0]", "_ + 1")
	want := `>>> for i in range(2):
...   print(i)
... 
0
1
>>> x = [1,
... 2]
>>> x
[1, 2]
>>> def f(
... ^C
KeyboardInterrupt
>>> 1/0
Traceback (most recent call last):
  File "<stdin>", line 1, in <module>
    1/0
    ~^~
ZeroDivisionError: division by zero
>>> tf.add(x, 1)
<tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 3], dtype=int32)>
>>> 
>>> >>> x[0]
1
>>> _ + 1
2
>>> `
	if got != want || code != 0 {
		t.Errorf("code %d, got\n%s\nwant\n%s", code, got, want)
	}
	if len(typed.saved) != 7 || strings.Contains(typed.saved[0], "\n") {
		t.Errorf("history %q: one entry per statement, one line each", typed.saved)
	}
}

func TestPromptLeaves(t *testing.T) {
	for _, lines := range [][]string{{"exit", "print(1)"}, {"quit()", "print(1)"}, {"raise SystemExit", "print(1)"}} {
		got, _, code := session(lines...)
		if strings.Contains(got, "\n1\n") || code != 0 {
			t.Errorf("%q: code %d, %q", lines, code, got)
		}
	}
	if got, _, code := session("exit(3)"); code != 3 {
		t.Errorf("exit(3): code %d, %q", code, got)
	}
	if got, _, _ := session("quit = 5", "quit"); !strings.Contains(got, "\n5\n") {
		t.Errorf("a variable named quit: %q", got)
	}
}

func TestHistoryRecall(t *testing.T) {
	got, _, _ := session("for i in range(2):"+newline+"  print(i)", "")
	if !strings.Contains(got, "0\n1\n") {
		t.Errorf("a statement of several lines from the history: %q", got)
	}
}
