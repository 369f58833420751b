package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shop is a package with a program, a module that fails, tests of all outcomes, and files for the library's programs.
var shop = map[string]string{
	"shop/__init__.py": "VERSION = '1.2'\n",
	"shop/__main__.py": "import sys\nfrom . import VERSION\nfrom .sums import total\n" +
		"print(VERSION, __name__, __package__, sys.argv[1:], total([1, 2]))\nsys.exit(3)\n",
	"shop/sums.py": "def total(x):\n    \"\"\"The sum.\n\n    >>> total([1, 2])\n    3\n    \"\"\"\n    return sum(x)\n" +
		"if __name__ == '__main__':\n    print('sums', __file__.endswith('sums.py'), __package__)\n",
	"shop/broken.py":    "import shop\n1/0\n",
	"tests/__init__.py": "",
	"tests/test_sums.py": "import unittest\nfrom shop.sums import total\nclass Sums(unittest.TestCase):\n" +
		"    def test_right(self):\n        print('seen')\n        self.assertEqual(total([1]), 1)\n" +
		"    def test_wrong(self):\n        print('told')\n        self.assertEqual(total([1]), 2)\n",
	"tests/deep/__init__.py":     "",
	"tests/deep/test_deep.py":    "import unittest\nclass Deep(unittest.TestCase):\n    def test_it(self): pass\n",
	"tests/deep/test_absent.py":  "import nope\n",
	"tests/deep/test_skipped.py": "import unittest\nraise unittest.SkipTest('later')\n",
	"a.json":                     `{"b": [1, 2], "a": "\u00e9"}`,
}

// inShop runs tfs in a folder with that package.
func inShop(t *testing.T, dir, stdin string, args ...string) (out, errs string, code int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); err != nil {
		code = err.(*exec.ExitError).ExitCode()
	}
	return o.String(), e.String(), code
}

// TestModuleIsRun runs modules as programs, with the arguments behind their names.
func TestModuleIsRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range shop {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const ran = `(?s)Ran N tests? in [0-9.]+s\n\n`
	for _, c := range []struct {
		args, out, errs string // patterns
		code            int
	}{
		{"-m shop -v --x test", `^1\.2 __main__ shop \['-v', '--x', 'test'\] 3\n$`, `^$`, 3},
		{"-qm shop", `^1\.2 __main__ shop \[\] 3\n$`, `^$`, 3},
		{"--module=shop -q", `^1\.2 __main__ shop \['-q'\] 3\n$`, `^$`, 3},
		{"-m shop.sums", `^sums True shop\n$`, `^$`, 0},
		{"-c print(1) -v run", `^1\n$`, `^$`, 0},
		{"-m shop.broken", `^$`, `broken.py", line 2, in <module>\n    1/0\n`, 1},
		{"-m nope", `^$`, `No module named nope\n`, 1},
		{"-m shop.nope", `^$`, `No module named shop\.nope\n`, 1},
		{"-m nope.x", `^$`, `module specification for 'nope\.x' .*No module named 'nope'\)\n`, 1},
		{"-m tests", `^$`, `No module named tests\.__main__; 'tests' is a package and cannot be directly executed\n`, 1},
		{"-m shop.sums.x", `^$`, `__path__ attribute not found on 'shop\.sums'`, 1},
		{"-m math", `^$`, `No code object available for math`, 1},
		{"-m", `^$`, `flag needs an argument`, 2},
		{"-m unittest", `^seen\ntold\n$`, `(?s)ERROR: tests\.deep\.test_absent .*_FailedTest.*: Failed to import ` +
			`test module: tests\.deep\.test_absent\n.*FAILED \(failures=1, errors=1, skipped=1\)\n$`, 1},
		{"-m unittest discover -s tests -t . -p test_d*.py", `^$`, strings.Replace(ran, "N", "1", 1) + `OK\n$`, 0},
		{"-m unittest discover tests/deep test_d*.py .", `^$`, strings.Replace(ran, "N", "1", 1) + `OK\n$`, 0},
		{"-m unittest -v tests.test_sums.Sums.test_right", `^seen\n$`,
			`^test_right \(tests\.test_sums\.Sums\.test_right\) \.\.\. ok\n`, 0},
		{"-m unittest -k right tests/test_sums.py", `^seen\n$`, strings.Replace(ran, "N", "1", 1) + `OK\n$`, 0},
		{"-m unittest -b tests.test_sums", `^$`, `(?s)AssertionError: 1 != 2\n\nStdout:\ntold\n.*FAILED \(failures=1\)`, 1},
		{"-m unittest tests.nope", `^$`,
			`(?s)ERROR: nope \(unittest\.loader\._FailedTest\.nope\)\n-+\nImportError: Failed`, 1},
		{"-m unittest tests.test_sums.Nope", `^$`, `AttributeError: module 'tests\.test_sums' has no attribute 'Nope'`, 1},
		{"-m unittest --nope", `^$`, `usage: tfs -m unittest .*\n(.*\n)*.*unrecognized arguments: --nope`, 2},
		{"-m unittest discover -s nope", `^$`, `Start directory is not importable: 'nope'`, 1},
		{"-m doctest shop/sums.py", `^$`, `^$`, 0},
		{"-m doctest -v shop/sums.py", `1 passed and 0 failed`, `^$`, 0},
		{"-m json.tool --compact --sort-keys a.json", `^{"a":"\\u00e9","b":\[1,2\]}\n$`, `^$`, 0},
		{"-m json.tool shop/sums.py", `^$`, `^Expecting value: line 1 column 1 \(char 0\)\n$`, 1},
		{"-m timeit -n 2 -r 3 -s x=1 x+1", `^2 loops, best of 3: [0-9.e+]+ [num]?sec per loop\n$`, `^$`, 0},
		{"-im shop", `^1\.2 __main__ shop \[\] 3\n.*sums\.py`, `^$`, 0},
	} {
		out, errs, code := inShop(t, dir, "total.__code__.co_filename\n", strings.Fields(c.args)...)
		if !regexp.MustCompile(c.out).MatchString(out) || !regexp.MustCompile(c.errs).MatchString(errs) || code != c.code {
			t.Errorf("tfs %s: %d\n%s\n%s", c.args, code, out, errs)
		}
	}
}
