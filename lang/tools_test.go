package lang

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// typed runs inputs one after the other, as a prompt does, and gives what the last showed.
func typed(t *testing.T, in *Interp, inputs ...string) map[EventKind]string {
	t.Helper()
	var out map[EventKind]string
	for _, src := range inputs {
		in.Remember(src)
		out = events(t, in, src)
	}
	return out
}

func TestStore(t *testing.T) {
	state := t.TempDir()
	values := map[string]string{
		"a": "3", "b": "[1.5, None, True, 'x\\ny']", "c": "{'k': (1,), 2: {3}}", "d": "tf.constant([[1.5, float('nan')]])", "e": "tf.constant(['a', b'\\xff'])",
		"f": "np.arange(6).reshape(2, 3)", "g": "np.zeros([0, 3])", "h": "tf.constant(7, tf.uint8)", "i": "2 ** 100", "j": "1+2j", "k": "float('-inf')", "l": "b'\\x00'",
		"m": "tf.constant([1, 2], tf.bfloat16)", "n": "tf.constant([True])", "o": "np.float32(1.5)",
	}
	first := newWired(Options{State: state})
	for n, src := range values {
		got := typed(t, first, n+" = "+src, "%store "+n)
		if !strings.HasPrefix(got[Stdout], "Stored "+n) {
			t.Fatalf("%s: %v", src, got)
		}
	}
	second := newWired(Options{State: state})
	typed(t, second, "%store -r")
	for n, src := range values {
		want, got := typed(t, newWired(Options{}), src), typed(t, second, n)
		if got[Result] != want[Result] || got[Error] != "" {
			t.Errorf("%s came back as %v", src, got)
		}
	}
	if got := typed(t, second, "%store -d a", "%store"); strings.Contains(got[Stdout], "a  ") || !strings.Contains(got[Stdout], "b  [1.5, None") {
		t.Errorf("%v", got)
	}
	for src, want := range map[string]string{"%store nope": "not defined", "f = lambda: 1\n%store f": "are kept, not function", "%store ../x": "takes names", "%store -r zz": "no name zz is kept"} {
		if got := typed(t, second, src); !strings.Contains(got[Error], want) {
			t.Errorf("%s: %v", src, got)
		}
	}
	if st, err := os.Stat(filepath.Join(state, "store", "b.py")); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", st, err)
	}
}

func TestPastInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	in := newWired(Options{Past: func() []string { return []string{"old = 1", "print('old')"} }})
	if got := typed(t, in, "x = 5", "x + 1", "%history 1-2"); got[Stdout] != "   1  x = 5\n   2  x + 1\n" {
		t.Errorf("%v", got)
	}
	for src, want := range map[string]string{
		"%history ~1/2": "   2  print('old')\n", "%history -g o?d": "  -2  old = 1\n", "%history -l 1": "%history -l 1", "%history ~1/": "   1  old = 1\n   2  print('old')\n",
		"%rerun 2": "x + 1\n", "%macro again 2": "Macro again",
	} {
		if got := typed(t, in, src); !strings.Contains(got[Stdout], want) {
			t.Errorf("%s: %v", src, got)
		}
	}
	if got := typed(t, in, "x = 10", "again"); got[Result] != "11" {
		t.Errorf("%v", got)
	}
	if got := typed(t, in, "%recall 1-2"); got[NextInput] != "x = 5\nx + 1" {
		t.Errorf("%v", got)
	}
	if got := typed(t, in, "%history 1-x"); !strings.Contains(got[Error], "ValueError") {
		t.Errorf("%v", got)
	}
	typed(t, in, "%logstart l.tfs", "y = 1", "%logstop", "z = 1")
	if b, err := os.ReadFile("l.tfs"); err != nil || !strings.Contains(string(b), "x = 5\n") || !strings.HasSuffix(string(b), "y = 1\n") {
		t.Errorf("%q %v", b, err)
	}
}

const failing = "def f(x):\n    y = x * 2\n    return y / 0\n"

func TestXmode(t *testing.T) {
	in := newWired(Options{Context: true})
	typed(t, in, failing)
	if got := typed(t, in, "f(3)")[Error]; !strings.Contains(got, "         2      y = x * 2\n  -->    3      return y / 0\n                       ~~^~~\n") {
		t.Error(got)
	}
	if got := typed(t, in, "%xmode verbose", "f(3)")[Error]; !strings.Contains(got, "      x = 3\n      y = 6\n") {
		t.Error(got)
	}
	if got := typed(t, in, "%xmode Minimal", "f(3)")[Error]; got != "ZeroDivisionError: division by zero\n" {
		t.Error(got)
	}
	plain := newWired(Options{})
	typed(t, plain, failing)
	if a, b := typed(t, in, "%xmode Plain", "f(3)")[Error], typed(t, plain, "f(3)")[Error]; a != b {
		t.Errorf("%s%s", a, b)
	}
}

func TestDebug(t *testing.T) {
	commands := []string{"a", "p x + y", "nope", "u", "d", "d", "w", "l", "q"}
	in := newWired(Options{Ask: func(_ context.Context, _ string, _ bool) (string, error) {
		if len(commands) == 0 {
			return "", io.EOF
		}
		c := commands[0]
		commands = commands[1:]
		return c, nil
	}})
	got := typed(t, in, failing, "f(3)", "%debug")[Stdout]
	for _, want := range []string{"> ZeroDivisionError: division by zero\n<test>:3 in f\n", "x = 3\ny = 6\n", "\n9\n", "*** NameError: name 'nope'", "<test>:1 in <module>\n",
		"That is the innermost frame.", "> <test>:3 in f\n", "  -->    3      return y / 0\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := typed(t, newWired(Options{}), "%debug"); !strings.Contains(got[Error], "no error to look at") {
		t.Errorf("%v", got)
	}
}

func TestProfile(t *testing.T) {
	in := newWired(Options{})
	got := typed(t, in, "def g(n):\n    return n and g(n - 1)\n", "%prun [g(3) for i in range(5)]; tf.ones([2])")
	if page := got[Page]; !strings.Contains(page, "   20  ") || !strings.Contains(page, "<test>:1(g)") || !strings.Contains(page, "{ones}") || got[Result] != "" {
		t.Errorf("%v", got)
	}
	if got := typed(t, in, "%memit x = tf.zeros([2000000])"); !strings.Contains(got[Stdout], "peak memory: ") || !strings.Contains(got[Stdout], "kept: ") {
		t.Errorf("%v", got)
	}
}

// TestEchoIsCut shows a thousand items of a container; print shows all.
func TestEchoIsCut(t *testing.T) {
	in := newWired(Options{Shown: 1000})
	for _, src := range []string{"list(range(5000))", "tuple(range(5000))", "set(range(5000))", "{i: i for i in range(5000)}", "[list(range(5000))]"} {
		got := typed(t, in, src)[Result]
		if !strings.Contains(got, "999") || strings.Contains(got, "1000") || !strings.Contains(got, ", ...") {
			t.Errorf("%s: ...%s", src, got[len(got)-40:])
		}
		if all := typed(t, in, "print("+src+")")[Stdout]; !strings.Contains(all, "4999") || strings.Contains(all, "...") {
			t.Errorf("print(%s) is cut", src)
		}
	}
	if got := typed(t, in, "list(range(1000))")[Result]; strings.Contains(got, "...") {
		t.Error("a thousand items are cut")
	}
}

// TestNamesLike lists names by a pattern, and help on a value shows it.
func TestNamesLike(t *testing.T) {
	in := newWired(Options{})
	typed(t, in, "mysum = 3")
	for question, want := range map[string]string{"*sum*?": "np.cumsum\n", "*ysum?": "mysum\n", "np.nan*sum?": "np.nancumsum\n",
		"mysum.bit_*th?": "mysum.bit_length\n", "tf.*sum?": "tf.reduce_sum\n", "tf.math.*max?": "tf.math.argmax\n", "zz*?": "No name fits zz*.", "mysum?": "value: 3"} {
		if text, ok := in.Question(question); !ok || !strings.Contains(text+"\n", want) {
			t.Errorf("%s: %q", question, text)
		}
	}
}
