package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"context"

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
