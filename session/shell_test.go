package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"context"
	"os/exec"

	"github.com/tfs-lang/tfs/lang"
)

func TestShell(t *testing.T) {
	t.Setenv("SHELL", "/bin/sh")
	t.Chdir(t.TempDir())
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ src, out, err string }{
		{"!echo hi", "hi\n", ""},
		{"!echo err >&2", "", "err\n"},
		{"!exit 3\n_exit_code", "3\n", ""},
		{"y = !printf 'a\\nb c\\n'\ny", "['a', 'b c']\n", ""},
		{"y = !true\ny", "[]\n", ""},
		{"y = !printf 'b 2\\na 10\\n'\ny.n, y.s, y.l is y, y.grep('A'), y.grep('a', prune=True), y.grep(str.islower, field=0)",
			"('b 2\\na 10', 'b 2 a 10', True, ['a 10'], ['b 2'], ['b 2', 'a 10'])\n", ""},
		{"y = !printf 'b 2\\na 10\\n'\ny.fields(), y.fields(1), y.fields(1, 0, 7), y.sort(), y.sort(1, nums=True).n",
			"([['b', '2'], ['a', '10']], ['2', '10'], ['2 b', '10 a'], ['a 10', 'b 2'], 'b 2\\na 10')\n", ""},
		{"n = 3\n!echo {n + 1} $n $HOME_OF_NOBODY {nope} {{x}} '$$n'", "4 3 {nope} {x} $n\n", ""},
		{"def f(k):\n    r = 1\n    !echo {k}\nf(7)", "7\n", ""},
		{"if 1:\n    !echo in\n    x = !echo y\nx", "in\n['y']\n", ""},
		{"!echo 'a{1}b' | tr b c", "a1c\n", ""},
		{"x = %pwd\nx", "'" + dir + "'\n", ""},
		{"!pip install tensorflow", "", "(skipped: !pip install tensorflow: there is no Python here to install for)\n"},
		{"%matplotlib inline\n1", "1\n", "(skipped: %matplotlib inline: plots are always shown where the program runs)\n"},
		{"%load_ext tensorboard\n%config X.y = 'z'\n%autoreload 2\n2", "2\n",
			"(skipped: %load_ext tensorboard: nothing is loaded into tfs)\n"},
		{"%env TFS_TEST_A=b c\n%env TFS_TEST_A\n!echo $TFS_TEST_A", "env: TFS_TEST_A=b c\nb c\nb c\n", ""},
		{"%set_env TFS_TEST_B 5\n!echo $TFS_TEST_B", "env: TFS_TEST_B=5\n5\n", ""},
		{"!mkdir sub\n%cd sub\n%cd -\n%pwd", filepath.Join(dir, "sub") + "\n" + dir + "\n" + dir + "\n", ""},
		{"%ls", "sub\n", ""},
		{"%%bash\nfor i in 1 2; do\n  echo $i\ndone", "1\n2\n", ""},
		{"%%capture c\nprint(1)\n2\n", "", ""},
		{"%%script cat\nx y", "x y\n", ""},
		{"%%bash --out o --err=e\necho 1; echo 2 >&2\n", "", ""},
		{"%%bash --no-raise-error\necho 1; exit 4", "1\n", ""},
		{"%%bash -s a 'b c'\necho $2", "b c\n", ""},
		{"%%script false --no-raise-error\nx", "", ""},
		{"%cat sub/nope || true", "", "cat: "},
		{"%mkdir sub/x\n!ls sub", "x\n", ""},
		{"x = %sx echo a\nx", "['a']\n", ""},
		{"%system echo b", "['b']\n", ""},
		{"%timeit -q -n 1 -r 1 -t 1", "", ""},
		{"c = 3\n%timeit -n1 -r1 -q -c + 1\n", "", ""},
		{"%tb", "No traceback available to show.\n", ""},
		{"%%writefile a.txt\none\n two", "Writing a.txt\n", ""},
		{"!cat a.txt", "one\n two\n", ""},
		{"y == 3\n", "False\n", ""},
		{"y = 5 % 3\ny", "2\n", ""},
	} {
		in := New(Options{})
		if c.src == "y == 3\n" {
			in.Set("y", int64(2))
		}
		got := events(t, in, c.src)
		if got[lang.Stdout]+got[lang.Result]+got[lang.Error] != c.out &&
			got[lang.Stdout]+got[lang.Result] != strings.TrimSuffix(c.out, "\n") || !strings.HasPrefix(got[lang.Stderr], c.err) {
			t.Errorf("%q: %q %q %q", c.src, got[lang.Stdout], got[lang.Result]+got[lang.Error], got[lang.Stderr])
		}
	}
	for src, want := range map[string]string{"%cd /nope": "FileNotFoundError",
		"%%bash\nexit 3": "subprocess.CalledProcessError: Command 'exit 3' returned non-zero exit status 3.",
		"%%sh\nfalse":    "CalledProcessError", "%%script false\nx": "CalledProcessError", "%%bash --out\ntrue": "--out takes",
		"%timeit -o 1": "%timeit has no -o", "%psource nope_no": "NameError",
		"%env NOPE_NO": "the environment has no NOPE_NO", "%%bash": "stands above",
		"%nope": "UsageError: There is no command %nope. %magics lists them.\n"} {
		if got := events(t, New(Options{}), src); !strings.Contains(got[lang.Error]+got[lang.Stderr], want) {
			t.Errorf("%q: %v", src, got)
		}
	}
}

// TestShellStops passes an interrupt on to the command.
func TestShellStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	start := time.Now()
	err := New(Options{}).Eval(ctx, "<test>", "!sleep 20\n", lang.Cell, func(lang.Event) {})
	if err == nil || time.Since(start) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// TestTracebackAgain shows the last error again, as much of it as is asked for.
func TestTracebackAgain(t *testing.T) {
	in := New(Options{})
	events(t, in, "def f(x): return 1 / x\n\nf(0)\n")
	if got := events(t, in, "%tb")[lang.Stderr]; !strings.Contains(got, "in f\n") {
		t.Errorf("%q", got)
	}
	if got := events(t, in, "%tb minimal")[lang.Stderr]; got != "ZeroDivisionError: division by zero\n" {
		t.Errorf("%q", got)
	}
	if got := events(t, in, "%tb")[lang.Stderr]; !strings.Contains(got, "in f\n") {
		t.Errorf("%q", got)
	}
}

// TestIPython calls the session as scripts made of notebooks do.
func TestIPython(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	notebook := Options{}
	notebook.Figures = true
	for _, c := range []struct{ src, want string }{
		{"type(get_ipython()).__name__", "'ZMQInteractiveShell'"},
		{"from IPython import get_ipython\nget_ipython().system('echo hi')", "hi\n"},
		{"get_ipython().run_line_magic('pinfo2', 'nope')", "NameError"},
		{"get_ipython().run_cell_magic('script', 'cat', 'a b')", "a b"},
		{"get_ipython().run_line_magic('matplotlib', 'inline')", "(skipped: %matplotlib inline"},
		{"get_ipython().magic('type 1')", "int\n"},
		{"get_ipython().getoutput('echo a; echo b')", "['a', 'b']"},
		{"x = 3; get_ipython().ev('x + 1'), get_ipython().user_ns['x']", "(4, 3)"},
		{"get_ipython().system(3)", "TypeError"},
	} {
		got := events(t, New(notebook), c.src+"\n")
		if all := got[lang.Stdout] + got[lang.Result] + got[lang.Error] + got[lang.Stderr]; !strings.Contains(all, c.want) {
			t.Errorf("%q: %q", c.src, all)
		}
	}
	if got := events(t, New(Options{}), "import IPython\nprint(IPython.get_ipython())\nget_ipython\n"); got[lang.Stdout] !=
		"None\n" || !strings.Contains(got[lang.Error], "NameError") {
		t.Errorf("%v", got)
	}
}
