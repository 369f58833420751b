package repl

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// inFolder writes files into a new folder.
func inFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// check checks a text under a name, and gives the counts, the report and the text afterwards.
func check(t *testing.T, c *Check, name, text string) (*Report, string, string) {
	t.Helper()
	var out bytes.Buffer
	c.Out = &out
	p := filepath.Join(inFolder(t, map[string]string{name: text}), name)
	r, err := c.Paths(context.Background(), []string{p})
	if err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(p)
	if err != nil {
		t.Fatal(err)
	}
	return r, strings.ReplaceAll(out.String(), p, name), string(after)
}

func counts(r *Report) string { return fmt.Sprint(r.Passed, r.Failed, r.Skipped, r.Unread) }

// pages are texts with right outputs; @ stands for an output that a test makes wrong.
var pages = map[string]string{
	"fence":              "a\n\n```python\n>>> 2 + 2\n@4\n```\nprose\n",
	"no output":          "```python\n>>> x = 2\n```\nprose\n",
	"no language":        "```\n>>> 2 + 2\n@4\n```\n",
	"tildes":             "~~~~ pycon\n>>> print('~~~')\n@~~~\n~~~~~\nprose\n",
	"long fence":         "`````py\n>>> print('```')\n@```\n`````\nprose\n",
	"attributes":         "``` {.python .numberLines}\n>>> 1\n@1\n```\n",
	"quote":              "> text\n> ```python\n> >>> 2 + 2\n> @4\n> ```\n> more\n\nend\n",
	"quote that ends":    "> ```python\n> >>> 2 + 2\n> @4\nend\n",
	"list":               "1. item\n\n   ```python\n   >>> 2 + 2\n   @4\n   ```\n   more\n",
	"list marker":        "- ```python\n  >>> 2 + 2\n  @4\n  ```\n  more\n- next\n",
	"list that ends":     "- ```python\n  >>> 2 + 2\n  @4\nend\n",
	"indented":           "text\n\n    >>> 2 + 2\n    @4\nprose beside it\n",
	"crlf":               "a\r\n\r\n```python\r\n>>> 2 + 2\r\n@4\r\n```\r\n",
	"no last line break": "```python\n>>> 2 + 2\n@4\n```",
	"ends in an output":  ">>> 2 + 2\n@4",
	"byte order mark":    "\ufeff>>> 2 + 2\n@4\n",
	"trailing blanks":    "text  \n>>> 2 + 2\n@4\n\n  \nend\t\n",
	"blank line":         ">>> print('a\\n\\nb')\n@a\n@<BLANKLINE>\n@b\n\nend\n",
	"error": "```py\n>>> 1/0\n@Traceback (most recent call last):\n@    ...\n@ZeroDivisionError: " +
		"division by zero\n```\n",
	"other languages": "```sh\n>>> 2 + 2\n5\n```\n\n~~~text\n>>> nonsense (\n~~~\n\n```python\n>>> 1\n@1\n```\n",
	"shown markdown":  "~~~~\n```\n>>> 2 + 2\n@4\n```\n~~~~\nprose\n",
	"shown docstring": "```python\ndef f(x):\n    \"\"\"\n    >>> 2 + 2\n    @4\n    \"\"\"\n    return x\n```\n",
	"marks": ">>> 'abcdef' + 1\nTraceback (most recent call last):\n  File \"<stdin>\", line 1, in <module>\n" +
		"    'abcdef' + 1\n    ~~~~~~~~~^~~\nTypeError: can only concatenate str (not \"int\") to str\n>>> 2 + 2\n@4\n",
	"inline code": "``` not a fence ``` here\n>>> 2 + 2\n@4\n",
	"exit": ">>> raise SystemExit(0)\n@Traceback (most recent call last):\n@    ...\n@SystemExit: " +
		"0\n>>> 1\n@1\n",
}

// TestPages finds right pages right, finds wrong ones wrong, and mends them to what they were,
// byte by byte.
func TestPages(t *testing.T) {
	for name, page := range pages {
		t.Run(name, func(t *testing.T) {
			right := strings.ReplaceAll(page, "@", "")
			if r, out, _ := check(t, &Check{}, "p.md", right); r.Failed+r.Unread > 0 || r.Passed == 0 {
				t.Fatalf("%s\n%s", counts(r), out)
			}
			if _, _, after := check(t, &Check{Update: true}, "p.md", right); after != right {
				t.Errorf("a right page was changed:\n%q", after)
			}
			if !strings.Contains(page, "@") {
				return
			}
			wrong := regexp.MustCompile(`@.*?(\r?)(\n|$)`).ReplaceAllString(page, "wrong$1$2")
			wrong = strings.ReplaceAll(wrong, "wrong\n   wrong", "wrong") // a longer and a shorter one
			if r, _, _ := check(t, &Check{}, "p.md", wrong); r.Failed == 0 {
				t.Error("a wrong page passes")
			}
			r, _, after := check(t, &Check{Update: true}, "p.md", wrong)
			if after != right || r.Failed > 0 {
				t.Errorf("updated to\n%q\nnot\n%q", after, right)
			}
		})
	}
}

// TestUnfit names the examples whose outputs cannot stand in their page, for a line of them would end the block, and
// updates the others.
func TestUnfit(t *testing.T) {
	const right = "\n>>> 2 + 2\n5\n"
	for _, c := range []struct{ page, line string }{
		{"```python\n>>> print('```')\nx\n" + right + "```\n", "line 1 of its output, \"```\","},
		{"```python\n>>> print('a\\n```\\nb')\na\n```\nb\n\n```\n" + right + "```\n", "line 2 of its output, \"```\","},
		{"~~~\n>>> print('~~~~')\n" + right + "~~~\n", "line 1 of its output, \"~~~~\","},
		{"> ```\n> >>> print('```')\n> ```\n" + right, "line 1 of its output, \"```\","},
		{">>> print('```py')\n" + right, "line 1 of its output, \"```py\","},
		{"```python\n>>> print('>>> 1')\nx\n" + right + "```\n", "line 1 of its output, \">>> 1\","},
		{">>> print('... 1')\nx\n" + right, "line 1 of its output, \"... 1\","},
		{"# a\n>>> print('\"' * 3)\nx\n" + right, `line 1 of its output, "\"\"\"",`},
	} {
		at := fmt.Sprintf("p.md:%d: print", 1+strings.Count(c.page[:strings.Index(c.page, ">>> p")], "\n"))
		for _, update := range []bool{false, true} {
			r, out, after := check(t, &Check{Update: update}, "p.md", c.page)
			if want := c.page; update && after != strings.Replace(want, "\n5\n", "\n4\n", 1) || !update && after != want {
				t.Errorf("%v: %q", update, after)
			}
			if r.Failed == 0 || r.Unread > 0 || !strings.HasPrefix(out, at) || !strings.Contains(out, "\n  "+c.line) {
				t.Errorf("%v: %s\n%s", update, counts(r), out)
			}
		}
	}
}

func TestDirectives(t *testing.T) {
	for _, c := range []struct{ text, counts string }{
		{">>> nonsense  # doctest: +SKIP\n1\n", "0 0 1 0"},
		{">>> x = 1  # doctest: +SKIP\n>>> x\n1\n", "0 1 1 0"},
		{">>> list(range(20)) # doctest: +ELLIPSIS\n[0, 1, ..., 18, 19]\n", "1 0 0 0"},
		{">>> list(range(20)) # doctest: +ELLIPSIS\n[0, 1, ..., 17, 19]\n", "0 1 0 0"},
		{">>> list(range(20))\n[0, 1, ..., 18, 19]\n", "0 1 0 0"},
		{">>> object() # doctest: +ELLIPSIS\n<object object at 0x...>\n", "1 0 0 0"},
		{">>> print('a 1.0000001 b') # doctest: +ELLIPSIS\na 1.0 ...\n", "1 0 0 0"},
		{">>> print('aXaYa') # doctest: +ELLIPSIS\na...a...a...a\n", "0 1 0 0"},
		{">>> print('a   b')\na b\n", "1 0 0 0"},
		{">>> print('a   b') # doctest: -NORMALIZE_WHITESPACE\na b\n", "0 1 0 0"},
		{">>> print('a   b') # doctest: -NORMALIZE_WHITESPACE\na   b\n", "1 0 0 0"},
		{">>> 'a   b'\n'a b'\n", "0 1 0 0"},
		{">>> 'a   b'  # doctest: +NORMALIZE_WHITESPACE\n'a b'\n", "1 0 0 0"},
		{">>> raise ValueError('x')\nTraceback (most recent call last):\nValueError: y\n", "0 1 0 0"},
		{">>> raise ValueError('x') # doctest: +IGNORE_EXCEPTION_DETAIL\nTraceback (most recent call " +
			"last):\nmod.ValueError: y\n", "1 0 0 0"},
		{">>> raise KeyError('x') # doctest: +IGNORE_EXCEPTION_DETAIL\nTraceback (most recent call last):\nValueError: y\n",
			"0 1 0 0"},
		{">>> print()\n<BLANKLINE>\n", "1 0 0 0"},
		{">>> print('<BLANKLINE>') # doctest: +DONT_ACCEPT_BLANKLINE\n<BLANKLINE>\n", "1 0 0 0"},
		{">>> print() # doctest: +DONT_ACCEPT_BLANKLINE\n<BLANKLINE>\n", "0 1 0 0"},
		{">>> for i in range(3):\n...     print(i)  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE\n0\n...\n", "1 0 0 0"},
		{">>> 1  # doctest: +NOPE\n1\n", "0 1 0 0"},
		{">>> 1  # doctest: SKIP\n1\n", "0 1 0 0"},
		{">>> '# doctest: +SKIP'\n'# doctest: +SKIP'\n", "1 0 0 0"},
	} {
		if r, out, _ := check(t, &Check{}, "d.tfs", c.text); counts(r) != c.counts {
			t.Errorf("%q: %s, not %s\n%s", c.text, counts(r), c.counts, out)
		}
	}
}

// TestReport shows where outputs differ.
func TestReport(t *testing.T) {
	_, out, _ := check(t, &Check{}, "r.tfs",
		">>> for i in range(9):\n...     print(i)\n0\n1\n2\n3\n4\n5\n6\n7\n\n>>> 'a  b'\n'a b'\n\n>>> "+
			"print('\\x1b[2J')\n\n>>> 1 # doctest: +NO\n1\n")
	want := `r.tfs:1: for i in range(9):
        print(i)
    [5 equal lines]
    5
    6
    7
  + 8
r.tfs:12: 'a  b'
  - 'a b'
  + 'a  b'
r.tfs:15: print('\x1b[2J')
  + \x1b[2J
r.tfs:17: 1 # doctest: +NO
  unknown doctest option +NO (+SKIP, +ELLIPSIS, +NORMALIZE_WHITESPACE, +IGNORE_EXCEPTION_DETAIL, +DONT_ACCEPT_BLANKLINE)
`
	if out != want {
		t.Errorf("%s\nnot\n%s", out, want)
	}
	_, out, _ = check(t, &Check{Verbose: true}, "r.tfs", ">>> 1\n1\n")
	if !regexp.MustCompile(`^r\.tfs:1: passed \([0-9.]+ ms\) 1\n$`).MatchString(out) {
		t.Errorf("%q", out)
	}
}

// TestModule checks the docstrings of programs, each with the module's names.
func TestModule(t *testing.T) {
	const src = `"""Module.

>>> twice(2)
4
>>> x = 1
"""
import math

def twice(n):
    """Twice.

    >>> twice(3)
    7
    >>> x
    Traceback (most recent call last):
    NameError: name 'x' is not defined
    """
    return 2 * n

class A:
    def f(self):
        r"""
        >>> A().f()
        '\\n'"""
        return '\\n'

if __name__ == "__main__":
    raise ValueError
`
	for _, name := range []string{"m.py", "m.tfs"} {
		r, out, _ := check(t, &Check{}, name, src)
		if counts(r) != "4 1 0 0" || !strings.HasPrefix(out, name+":12: twice(3)\n  - 7\n  + 6\n") {
			t.Errorf("%s\n%s", counts(r), out)
		}
		_, _, after := check(t, &Check{Update: true}, name, src)
		if want := strings.Replace(src, "    7\n", "    6\n", 1); after != want {
			t.Errorf("%s", after)
		}
	}
	broken := strings.Replace(src, "return 2 * n", "return 2 *", 1)
	if r, out, after := check(t, &Check{Update: true}, "m.tfs", broken); counts(r) != "0 0 0 1" || after != broken {
		t.Errorf("%s\n%s", out, after)
	}
	for text, want := range map[string]string{
		"x = (\n":                       "p.py: line 1: SyntaxError",
		"'''\n>>> 1\n1\n'''\n1/0\n":     "the module itself fails:\nTraceback",
		"def f():\n    '''nothing'''\n": "",
	} {
		if r, out, _ := check(t, &Check{}, "p.py", text); !strings.Contains(out, want) || (want != "") != (r.Unread == 1) {
			t.Errorf("%q: %s", text, out)
		}
	}
}

const cells = `{
 "cells": [
  {"cell_type": "markdown", "metadata": {}, "source": [">>> not code"]},
  {
   "cell_type": "code",
   "execution_count": 1,
   "metadata": {},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "1\n",
      "2\n"
     ]
    },
    {
     "data": {
      "text/plain": [
       "3"
      ]
     },
     "execution_count": 1,
     "metadata": {},
     "output_type": "execute_result"
    }
   ],
   "source": ["x = 3\n", "print(1)\n", "print(2)\n", "x"]
  },
  {"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": "x + 1"},
  {
   "cell_type": "code",
   "execution_count": 4,
   "metadata": {},
   "outputs": [
    {
     "ename": "ZeroDivisionError",
     "evalue": "division by zero",
     "output_type": "error",
     "traceback": []
    }
   ],
   "source": "1/0"
  }
 ],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5
}
`

func TestNotebookChecks(t *testing.T) {
	r, out, _ := check(t, &Check{}, "n.ipynb", cells)
	if counts(r) != "2 0 1 0" {
		t.Errorf("%s\n%s", counts(r), out)
	}
	wrong := strings.Replace(cells, `       "3"`, `       "4"`, 1)
	r, out, _ = check(t, &Check{}, "n.ipynb", wrong)
	if counts(r) != "1 1 1 0" || !strings.Contains(out, "n.ipynb: cell 2: x = 3\n") ||
		!strings.Contains(out, "  - 4\n  + 3\n") {
		t.Errorf("%s\n%s", counts(r), out)
	}
	_, _, after := check(t, &Check{Update: true}, "n.ipynb", wrong)
	filled := strings.Replace(cells, `"execution_count": null, "metadata": {}, "outputs": []`,
		`"execution_count": 2, "metadata": {}, "outputs": [
   {
    "data": {
     "text/plain": [
      "4"
     ]
    },
    "execution_count": 2,
    "metadata": {},
    "output_type": "execute_result"
   }
  ]`, 1)
	if after != filled {
		t.Errorf("%s\nnot\n%s", after, filled)
	}
	if r, out, _ := check(t, &Check{}, "n.ipynb", "{"); r.Unread != 1 ||
		!strings.HasPrefix(out, "n.ipynb: not a notebook: line 1") {
		t.Errorf("%s", out)
	}
}

// TestCellTags: tags say which cells are not run, not compared or to fail; a cell that was never run must not fail.
func TestCellTags(t *testing.T) {
	cell := func(tags, source, outputs, count string) string {
		return fmt.Sprintf(`{"cell_type": "code", "metadata": {"tags": [%s]}, "source": %q, "outputs": [%s], "execution_count": %s}`,
			tags, source, outputs, count)
	}
	const seven = `{"output_type": "stream", "name": "stdout", "text": "7\n"}`
	for _, c := range []struct{ cell, counts string }{
		{cell(``, "1/0", "", "null"), "0 1 0 0"},
		{cell(`"raises-exception"`, "1/0", "", "null"), "0 0 1 0"},
		{cell(`"skip-execution"`, "1/0", seven, "1"), "0 0 1 0"},
		{cell(`"nbval-skip"`, "1/0", seven, "1"), "0 0 1 0"},
		{cell(`"nbval-ignore-output"`, "print(8)", seven, "1"), "0 0 1 0"},
		{cell(`"nbval-ignore-output"`, "1/0", seven, "1"), "0 1 0 0"},
		{cell(``, "print(8)", seven, "1"), "0 1 0 0"},
		{cell(``, "print(8)", "", "null"), "0 0 1 0"},
	} {
		nb := `{"cells": [` + c.cell + `], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
		if r, out, after := check(t, &Check{}, "n.ipynb", nb); counts(r) != c.counts || after != nb {
			t.Errorf("%s: %s\n%s", c.cell, counts(r), out)
		}
	}
	_, out, _ := check(t, &Check{}, "n.ipynb", `{"cells": [`+cell("", "1/0", "", "null")+
		`], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`)
	if !strings.Contains(out, "not compared, but it fails") || !strings.Contains(out, "ZeroDivisionError") {
		t.Errorf("%s", out)
	}
}

// TestFolders finds the files of a folder, checks them side by side, reports them in their
// order, and goes on after one that cannot be read.
func TestFolders(t *testing.T) {
	files := map[string]string{"bad.md": ">>> 1\n\xff\n", "zero.tfs": "a\x00b", ".hidden/h.md": ">>> 1\n2\n",
		"no.txt": ">>> 1\n2\n", "sub/e.md": "text\n"}
	var want []string
	for i := range 8 {
		files[fmt.Sprintf("f%d.md", i)] = fmt.Sprintf(">>> %d\n9\n", i)
		want = append(want, fmt.Sprintf("f%d.md:1", i))
	}
	dir := inFolder(t, files)
	for _, jobs := range []int{1, 4} {
		var out bytes.Buffer
		r, err := (&Check{Out: &out, Jobs: jobs}).Paths(context.Background(), []string{dir, filepath.Join(dir, "gone.md")})
		if err != nil || counts(r) != "0 8 0 3" {
			t.Errorf("%v %s\n%s", err, counts(r), out.String())
		}
		if got := regexp.MustCompile(`f\d\.md:1`).FindAllString(out.String(), -1); strings.Join(got,
			" ") != strings.Join(want, " ") {
			t.Errorf("%d jobs: %v", jobs, got)
		}
		for _, name := range []string{"bad.md: not UTF-8", "zero.tfs: not a text file", "gone.md: no such file"} {
			if !strings.Contains(out.String(), name) {
				t.Errorf("%q is not named in\n%s", name, out.String())
			}
		}
	}
	r, err := (&Check{FailFast: true}).Paths(context.Background(),
		[]string{filepath.Join(dir, "f0.md"), filepath.Join(dir, "f1.md")})
	if err != nil || counts(r) != "0 1 0 0" {
		t.Errorf("fail fast: %v %s", err, counts(r))
	}
}

// TestLimit ends an example that takes too long; the next one runs.
func TestLimit(t *testing.T) {
	r, out, _ := check(t, &Check{Limit: 200 * time.Millisecond}, "l.tfs", ">>> while True: pass\n>>> 1\n1\n")
	if counts(r) != "1 1 0 0" || !strings.Contains(out, "it took more than the 200ms") {
		t.Errorf("%s\n%s", counts(r), out)
	}
}

// TestReportForms writes the report as JSON and for build servers.
func TestReportForms(t *testing.T) {
	r, _, _ := check(t, &Check{}, "j.tfs", ">>> 1\n1\n>>> print('<\\x1b>')\nb\n>>> 2 # doctest: +SKIP\n")
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(b, &back); err != nil || counts(&back) != "1 1 1 0" || back.Files[0].Examples[1].Line != 3 ||
		back.Files[0].Examples[1].Got[0] != "<\x1b>" {
		t.Errorf("%v %s", err, b)
	}
	var x bytes.Buffer
	if err := r.JUnit(&x); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Cases []struct {
				Name    string  `xml:"name,attr"`
				Failure *string `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(x.Bytes(), &doc); err != nil || doc.Tests != 3 || doc.Failures != 1 ||
		doc.Suites[0].Cases[1].Failure == nil ||
		!strings.Contains(*doc.Suites[0].Cases[1].Failure, `+ <\x1b>`) {
		t.Errorf("%v\n%s", err, x.String())
	}
}

// TestUpdatedPages keeps pages of help in notebooks in the forms notebooks get them in.
func TestUpdatedPages(t *testing.T) {
	nb := `{"cells": [{"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": "help(len)"}],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
	c := &Check{Update: true, Page: func(text string) string { return "<p>" + text + "</p>" }}
	_, _, after := check(t, c, "n.ipynb", nb)
	if !strings.Contains(after, `"text/html": [`) || !strings.Contains(after, `p>len(obj)\n"`) ||
		!strings.Contains(after, `"The number of items.\n",`) || !strings.Contains(after, `"The number of items.\n"`) {
		t.Error(after)
	}
}
