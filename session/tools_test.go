package session

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// typed runs inputs one after the other, as a prompt does, and gives what the last showed.
func typed(t *testing.T, in *lang.Interp, inputs ...string) map[lang.EventKind]string {
	t.Helper()
	var out map[lang.EventKind]string
	for _, src := range inputs {
		in.Remember(src)
		out = events(t, in, src)
	}
	return out
}

func TestStore(t *testing.T) {
	state := t.TempDir()
	values := map[string]string{
		"a": "3", "b": "[1.5, None, True, 'x\\ny']", "c": "{'k': (1,), 2: {3}}", "d": "tf.constant([[1.5, float('nan')]])",
		"e": "tf.constant(['a', b'\\xff'])",
		"f": "np.arange(6).reshape(2, 3)", "g": "np.zeros([0, 3])", "h": "tf.constant(7, tf.uint8)", "i": "2 ** 100",
		"j": "1+2j", "k": "float('-inf')", "l": "b'\\x00'",
		"m": "tf.constant([1, 2], tf.bfloat16)", "n": "tf.constant([True])", "o": "np.float32(1.5)",
		"s": "tf.ragged.constant([[['a'], []], []])", "t": "tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2)",
		"u": "tf.SparseTensor([[0, 1]], [2.5], [1, 3])", "v": "tf.Variable([1, 2], trainable=False)", "w": "range(2, 9, 3)",
		"y": "tf.ragged.constant([[1], []], row_splits_dtype=tf.int32).row_splits",
		"z": "[tf.int8, tf.TensorShape([1, None])]",
		"r": "{'a': bytearray(b'x'), 'b': slice(1, None)}", "p": "tf.RaggedTensor.from_row_splits(tf.zeros([0]), [0, 0, 0])",
		"q": "__import__('collections').namedtuple('P', 'x y')(1, [2.5])",
	}
	first := New(Options{State: state})
	for n, src := range values {
		got := typed(t, first, n+" = "+src, "%store "+n)
		if !strings.HasPrefix(got[lang.Stdout], "Stored "+n) {
			t.Fatalf("%s: %v", src, got)
		}
	}
	second := New(Options{State: state})
	typed(t, second, "%store -r")
	for n, src := range values {
		want, got := typed(t, New(Options{}), src), typed(t, second, n)
		if got[lang.Result] != want[lang.Result] || got[lang.Error] != "" {
			t.Errorf("%s came back as %v", src, got)
		}
	}
	typed(t, first, "%macro more 1-2", "%store more")
	typed(t, second, "%store -r more")
	if got, want := typed(t, second, "repr(more)"), typed(t, first, "repr(more)"); got[lang.Result] != want[lang.Result] ||
		!strings.HasPrefix(want[lang.Result], `'Macro:`) && !strings.HasPrefix(want[lang.Result], `"Macro:`) {
		t.Errorf("%v, not %v", got, want)
	}
	if got := typed(t, second, "%store -d a", "%store"); strings.HasPrefix(got[lang.Stdout], "a ") ||
		!strings.Contains(got[lang.Stdout], "b     [1.5, None") {
		t.Errorf("%v", got)
	}
	for src, want := range map[string]string{"%store nope": "not defined",
		"f = lambda: 1\n%store f": "are kept, not function", "%store ../x": "takes names",
		"%store -r zz": "no name zz is kept"} {
		if got := typed(t, second, src); !strings.Contains(got[lang.Error], want) {
			t.Errorf("%s: %v", src, got)
		}
	}
	if st, err := os.Stat(filepath.Join(state, "store", "b.py")); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", st, err)
	}
}

func TestPastInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	in := New(Options{Past: func() []string { return []string{"old = 1", "print('old')"} }})
	if got := typed(t, in, "x = 5", "x + 1", "%history 1-2"); got[lang.Stdout] != "   1  x = 5\n   2  x + 1\n" {
		t.Errorf("%v", got)
	}
	for src, want := range map[string]string{
		"%history ~1/2": "   2  print('old')\n", "%history -g o?d": "  -2  old = 1\n", "%history -l 1": "%history -l 1",
		"%history ~1/": "   1  old = 1\n   2  print('old')\n",
		"%rerun 2":     "x + 1\n", "%macro again 2": "Macro again",
	} {
		if got := typed(t, in, src); !strings.Contains(got[lang.Stdout], want) {
			t.Errorf("%s: %v", src, got)
		}
	}
	if got := typed(t, in, "x = 10", "again"); got[lang.Result] != "11" {
		t.Errorf("%v", got)
	}
	if got := typed(t, in, "%recall 1-2"); got[lang.NextInput] != "x = 5\nx + 1" {
		t.Errorf("%v", got)
	}
	if got := typed(t, in, "%history 1-x"); !strings.Contains(got[lang.Error], "ValueError") {
		t.Errorf("%v", got)
	}
	typed(t, in, "%logstart l.tfs", "y = 1", "%logstop", "z = 1")
	if b, err := os.ReadFile("l.tfs"); err != nil || !strings.Contains(string(b), "x = 5\n") ||
		!strings.HasSuffix(string(b), "y = 1\n") {
		t.Errorf("%q %v", b, err)
	}
}

const failing = "def f(x):\n    y = x * 2\n    return y / 0\n"

func TestXmode(t *testing.T) {
	in := New(Options{Options: lang.Options{Context: true}})
	typed(t, in, failing)
	if got := typed(t, in, "f(3)")[lang.Error]; !strings.Contains(got,
		"         2      y = x * 2\n  -->    3      return y / 0\n                       ~~^~~\n") {
		t.Error(got)
	}
	if got := typed(t, in, "%xmode verbose", "f(3)")[lang.Error]; !strings.Contains(got, "      x = 3\n      y = 6\n") {
		t.Error(got)
	}
	if got := typed(t, in, "%xmode Minimal", "f(3)")[lang.Error]; got != "ZeroDivisionError: division by zero\n" {
		t.Error(got)
	}
	plain := New(Options{})
	typed(t, plain, failing)
	if a, b := typed(t, in, "%xmode Plain", "f(3)")[lang.Error], typed(t, plain, "f(3)")[lang.Error]; a != b {
		t.Errorf("%s%s", a, b)
	}
}

func TestDebug(t *testing.T) {
	in := New(Options{Options: lang.Options{Ask: answers("a", "p x + y", "p None", "None", "nope", "u", "d", "d", "w", "l", "q")}})
	got := typed(t, in, failing, "f(3)", "%debug")[lang.Stdout]
	for _, want := range []string{"> ZeroDivisionError: division by zero\n<test>:3 in f\n", "x = 3\ny = 6\n", "\n9\nNone\n***",
		"*** NameError: name 'nope'", "<test>:1 in <module>\n",
		"That is the innermost frame.", "> <test>:3 in f\n", "  -->    3      return y / 0\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := typed(t, New(Options{}), "%debug"); !strings.Contains(got[lang.Error], "no error to look at") {
		t.Errorf("%v", got)
	}
}

// TestRunFiles names scripts as shells do, with quotes, blanks and without endings, and asks about commands.
func TestRunFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my dir")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "a b.py")
	if err := os.WriteFile(file, []byte("import sys\nprint(sys.argv[1:])\nk = 5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	quoted := `"` + file + `"`
	for src, want := range map[string]string{
		"%run " + quoted + " x 'y z'":                             "['x', 'y z']",
		"%run -i " + strings.ReplaceAll(quoted, ".py", "") + " 1": "['1']",
		"%run " + strings.ReplaceAll(file, " ", `\ `):             "[]",
		"%run -x a":          "%run knows no option '-x'",
		"%run 'a":            "a quotation mark is not closed",
		"%run":               "%run needs a file name",
		`%run "` + dir + `"`: "is a folder, not a script",
		"%run?":              "run a script",
		"%nope?":             "There is no command %nope.",
		"%timeit sum([1])":   "per loop",
	} {
		got := typed(t, New(Options{}), src)
		if all := fmt.Sprint(got); !strings.Contains(all, want) {
			t.Errorf("%s: %q is not in %s", src, want, all)
		}
	}
	if got := typed(t, New(Options{}), "%run "+quoted, "k")[lang.Result]; got != "5" {
		t.Errorf("%q", got)
	}
}

// TestRunModule runs a module of a package by its name, and leaves the session's own names.
func TestRunModule(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"__init__.py": "X = 7\n",
		"__main__.py": "import sys\nfrom . import X\nk = X\nprint(X, __package__, sys.argv[1:])\n"} {
		if err := os.MkdirAll(filepath.Join(dir, "pack"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "pack", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in := New(Options{})
	path := fmt.Sprintf("import sys; sys.path.insert(0, %q)", dir)
	if got := typed(t, in, path, "%run -m pack -v x")[lang.Stdout]; got != "7 pack ['-v', 'x']\n" {
		t.Errorf("%q", got)
	}
	got := typed(t, in, "k, '__package__' in globals(), __file__")[lang.Result]
	if got != "(7, False, '<stdin>')" {
		t.Errorf("%q", got)
	}
	if got := fmt.Sprint(typed(t, in, "%run -m nope_no")); !strings.Contains(got, "No module named nope_no") {
		t.Errorf("%s", got)
	}
}

// TestRunEnds runs a script that ends itself: the session goes on. It finds modules beside it, and its own file.
func TestRunEnds(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"helper.py": "v = 7\n",
		"main.py":   "import helper, sys, os\nprint(helper.v, os.path.basename(__file__))\nsys.exit(3 if sys.argv[1:] else 0)\n",
		"text.py":   "import sys\nsys.exit('no such thing')\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return "%run '" + filepath.Join(dir, name) + "'" }
	in := New(Options{})
	for src, want := range map[string]string{
		at("main.py"):                      "7 main.py\n|",
		at("main.py") + " x":               "7 main.py\n|(ended with status 3)\n",
		at("text.py"):                      "|no such thing\n",
		"print('" + dir + "' in sys.path)": "False\n|",
	} {
		got := typed(t, in, "import sys", src)
		if got := got[lang.Stdout] + "|" + got[lang.Stderr] + got[lang.Error]; got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}

// answers gives lines to a program that asks, then the end of input.
func answers(lines ...string) func(context.Context, string, bool) (string, error) {
	return func(context.Context, string, bool) (string, error) {
		if len(lines) == 0 {
			return "", io.EOF
		}
		l := lines[0]
		lines = lines[1:]
		return l, nil
	}
}

// TestDebugRuns runs statements and blocks in frames; a + b is no command a.
func TestDebugRuns(t *testing.T) {
	in := New(Options{Options: lang.Options{Ask: answers("a = x + 1", "a + y", "x = 7; x * 10", "[x + y for i in range(2)]",
		"for i in 1, 2:", "  print('row', i)", "", "up 5", "x", "w = 5", "down 5", "p x + w", "p = 3", "!p + 1", "y =")}})
	got := typed(t, in, failing, "f(3)", "%debug")[lang.Stdout]
	for _, want := range []string{"\n10\n", "\n70\n", "[13, 13]", "row 1\nrow 2\n", "<test>:1 in <module>\n",
		"*** NameError: name 'x'", "\n12\n", "\n4\n", "*** SyntaxError: invalid syntax"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := typed(t, in, "w"); got[lang.Result] != "5" {
		t.Errorf("%v", got)
	}
	in = New(Options{Options: lang.Options{Ask: answers("n = 40", "c")}})
	if got := typed(t, in, "def g(n):\n    breakpoint()\n    return n + 2\n", "g(1)"); got[lang.Result] != "42" {
		t.Errorf("%v", got)
	}
}

// TestSteps goes through a program by statements: over calls, into them, and back.
func TestSteps(t *testing.T) {
	const program = `def g(a):
    b = a * 2
    return b
def f(x):
    y = x + 1
    breakpoint()
    for i in range(2):
        y += g(i)
    if y > 3:
        y = -y
    return y
r = f(2)
last = r + 1`
	for want, keys := range map[string][]string{
		":7 in f\n    for":         {"n", "c"},
		":2 in g\n    b = a":       {"n", "next", "s", "c"},
		":9 in f\n    if y":        {"n", "n", "n", "n", "c"},
		":13 in <module>\n":        {"r", "c"},
		"in f\n    y += g(i)\n'Y'": {"n", "n", "step", "r", "p 'Y'", "c"},
	} {
		in := New(Options{Options: lang.Options{Ask: answers(keys...)}})
		if text := typed(t, in, program)[lang.Stdout]; !strings.Contains(text, want) {
			t.Errorf("%v: no %q in\n%s", keys, want, text)
		}
		if got := typed(t, in, "last"); got[lang.Result] != "-4" {
			t.Errorf("%v: the result is %s", keys, got[lang.Result])
		}
	}
	in := New(Options{Options: lang.Options{Ask: answers("n", "p m", "q")}})
	got := typed(t, in, "import pdb\ndef h(n):\n    pdb.set_trace()\n    m = n + 1\n    return m\nh(3)")
	if !strings.Contains(fmt.Sprint(got), "BdbQuit") {
		t.Errorf("%v", got)
	}
}

func TestProfile(t *testing.T) {
	in := New(Options{})
	got := typed(t, in, "def g(n):\n    return n and g(n - 1)\n", "%prun [g(3) for i in range(5)]; tf.ones([2])")
	if page := got[lang.Page]; !strings.Contains(page, "   20  ") || !strings.Contains(page, "<test>:1(g)") ||
		!strings.Contains(page, "{ones}") || got[lang.Result] != "" {
		t.Errorf("%v", got)
	}
	if got := typed(t, in, "%memit x = tf.zeros([2000000])"); !strings.Contains(got[lang.Stdout], "peak memory: ") ||
		!strings.Contains(got[lang.Stdout], "kept: ") {
		t.Errorf("%v", got)
	}
}

// TestNamesLike lists names by a pattern, and help on a value shows it.
func TestNamesLike(t *testing.T) {
	in := New(Options{})
	typed(t, in, "mysum = 3")
	for question, want := range map[string]string{"*sum*?": "np.cumsum\n", "*ysum?": "mysum\n",
		"np.nan*sum?":    "np.nancumsum\n",
		"mysum.bit_*th?": "mysum.bit_length\n", "tf.*sum?": "tf.reduce_sum\n", "tf.math.*max?": "tf.math.argmax\n",
		"zz*?": "No name fits zz*.", "mysum?": "value: 3"} {
		if text, ok := Of(in).Question(question); !ok || !strings.Contains(text+"\n", want) {
			t.Errorf("%s: %q", question, text)
		}
	}
}
