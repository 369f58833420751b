package lang

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLongExpressions: expressions of many parts mean what short ones mean. Each is written with
// few parts and with many around them.
func TestLongExpressions(t *testing.T) {
	fill := strings.Repeat("1, ", 200)
	for _, c := range []struct{ src, want string }{
		{"x = [" + fill + "*'ab', (y := 5)]; print(len(x), x[-3:], y)", "203 ['a', 'b', 5] 5"},
		{"x = (" + fill + "*[2])\nprint(len(x), x[-1])", "201 2"},
		{"x = {" + fill + "*[2]}; print(x)", "{1, 2}"},
		{"x = {" + strings.Repeat("0: 1, ", 100) + "**{'a': 2}, 'b': 3}; print(x)", "{0: 1, 'a': 2, 'b': 3}"},
		{"def f(*a, **k): return len(a), k\nprint(f(" + fill + "*[1, 2], k=1, **{'z': 2}))", "(202, {'k': 1, 'z': 2})"},
		{"f'{1}'" + strings.Repeat(" f'{1}' ", 100) + "f'{2!r:>3}'; print(len(f'{1}'" + strings.Repeat(" f'{1}a'", 100) + "))", "201"},
		{"print(" + strings.Repeat("1 and ", 200) + "[] and 3)", "[]"}, {"print(" + strings.Repeat("0 or ", 200) + "'x' or 1/0)", "x"},
		{"print(" + "0 < " + strings.Join(numbersTo(200), " < ") + " < 5 < 1/0)", "False"},
		{"n = 1; print(" + strings.Repeat("n is ", 200) + "n, " + strings.Repeat("[] is ", 100) + "n)", "True False"},
		{"print(" + strings.Repeat("1 == ", 100) + "1 in [1])", "True"},
		{"print(" + strings.Repeat("1 + ", 100000) + "1)", "100001"}, {"print('a'" + strings.Repeat(" + 'b' * 2", 300) + " == 'a' + 'b' * 600)", "True"},
		{"print(" + strings.Repeat("1 - ", 101) + "1, 7" + strings.Repeat(" // 1 % 9", 100) + ")", "-100 7"},
		{"print(len(" + strings.Repeat("'ab' ", 100000) + "))", "200000"},
		{"if 0: pass\n" + strings.Repeat("elif 0: pass\n", 20000) + "else: print(1)", "1"},
		{"def g():\n x = [" + strings.Repeat("(yield 1), ", 100) + "]\n print(sum(1 for v in x))\nprint(len(list(g())))", "100\n100"},
		{"f = lambda v: v\nprint(len([" + strings.Repeat("["+strings.Repeat("[f(1), f(2)], ", 60)+"], ", 60) + "]))", "60"},
	} {
		if got, err := evalText(c.src+"\n", Script); strings.TrimSpace(got) != c.want {
			t.Errorf("%.70s...: %.200q %v, want %q", c.src, got, err, c.want)
		}
	}
}

func numbersTo(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(i + 1)
	}
	return out
}

// TestLongErrors: an error inside a long expression is shown where it is.
func TestLongErrors(t *testing.T) {
	fill := strings.Repeat("1,\n", 200)
	for src, want := range map[string]string{
		"[" + fill + "1/0]": "line 201", "print(" + fill + "*3)": "line 201", "{" + strings.Repeat("1: 2,\n", 100) + "[]: 3}": "unhashable type: 'list'",
		"(" + strings.Repeat("1 +\n", 100) + "'a' +\n1)": "line 1", "dict(" + fill + "a=1, **{'a': 2})": "multiple values for keyword argument 'a'",
		"(" + strings.Repeat("1 and\n", 100) + "nope)": "line 101",
	} {
		got, _ := evalText(src+"\n", Script)
		if !strings.Contains(got, want) {
			t.Errorf("%.40q: %.300s, want %s", src, got, want)
		}
	}
}

// TestDeepSource: nesting without end is one clear error, wherever it is.
func TestDeepSource(t *testing.T) {
	const n = 100000
	for src, want := range map[string]string{
		"%time ": "RecursionError", "-": "SyntaxError", "not ": "SyntaxError", "(": "SyntaxError", "lambda: ": "SyntaxError", "1 if 0 else ": "SyntaxError", "f(": "SyntaxError",
		"[": "SyntaxError", "{1: ": "SyntaxError", "1 ** ": "SyntaxError", "await ": "SyntaxError", "lambda a=": "SyntaxError", "*": "SyntaxError",
	} {
		got, err := evalText(strings.Repeat(src, n)+"1\n", Script)
		if err == nil || !strings.Contains(got, want) || len(got) > 20000 {
			t.Errorf("%q: %.200s %v", src, got, err)
		}
	}
	for _, src := range []string{"x" + strings.Repeat(".y", n), "x" + strings.Repeat("()", n), "x" + strings.Repeat("[0]", n), strings.Repeat("f'{", 300) + "1"} {
		if got, _ := evalText(src+"\n", Script); !strings.Contains(got, "SyntaxError") || len(got) > 2000 {
			t.Errorf("%.10q: %.200s", src, got)
		}
	}
}

// TestRunAgain: files that run each other end in a RecursionError, streams without an end in
// an error.
func TestRunAgain(t *testing.T) {
	dir := t.TempDir()
	for name, src := range map[string]string{"self.tfs": "%run self.tfs\n", "a.tfs": "x = 1\n%run b.tfs\n", "b.tfs": "%time %run a.tfs\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(src), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for src, want := range map[string]string{
		"%run self.tfs": "RecursionError: maximum recursion depth", "%run a.tfs": "RecursionError: maximum recursion depth", "%run nope.tfs": "FileNotFoundError",
		"%run " + dir: "is a folder",
	} {
		if got, _ := evalText(src+"\n", Script); !strings.Contains(got, want) {
			t.Errorf("%s: %s", src, got)
		}
	}
	if _, err := os.Stat("/dev/zero"); err == nil {
		for _, src := range []string{"%run /dev/zero", "%load /dev/zero"} {
			if got, _ := evalText(src+"\n", Script); !strings.Contains(got, "over the limit of 16777216 bytes") {
				t.Errorf("%s: %s", src, got)
			}
		}
	}
}
