package transcript

import (
	"strings"
	"testing"
)

// TestPages: pages of Python and IPython, whole and damaged, give the statements they show.
func TestPages(t *testing.T) {
	for page, want := range map[string][]string{
		"In [1]: x = 3\n\nIn [2]: x\nOut[2]: 3\n\nIn [3]: def f():\n   ...:     return 1\n   ...: \n\nIn [4]: " +
			"f()\nOut[4]: 1\n": {"x = 3", "x", "def f():\n    return 1", "f()"},
		"  In [10]: for i in x:\n     ....:     print(i)\n  1\n  2\n":                                           {"for i in x:\n    print(i)"},
		"# a page\nIn [1]: 'a'\nOut [1]: 'a'\nIn [ ]: 2\n":                                                      {"'a'", "2"},
		"Some prose.\nIn [1]: 1 + 1\nOut[1]: 2\n":                                                               {"1 + 1"},
		">>> def f():\n...     \"\"\"Doc.\n\n...     more\n...     \"\"\"\n...     return 1\n...\n>>> f()\n1\n": {"def f():\n    \"\"\"Doc.\n\n    more\n    \"\"\"\n    return 1", "f()"},
		">>> def f():\n    \"\"\"Doc.\n\n    more\n    \"\"\"\n    return 1\n\n>>> f()\n1\n":                    {"def f():\n    \"\"\"Doc.\n\n    more\n    \"\"\"\n    return 1", "f()"},
		"Prose\n>>> x = [1,\n     2]\n>>> x\n[1, 2]\n":                                                          {"x = [1,\n     2]", "x"},
		">>> x = (1,\n  File \"<stdin>\", line 1\n    x = (1,\nSyntaxError: '(' was never closed\n>>> 2\n2\n": {"x = (1,",
			"2"},
		">>> if 1:\n...     2\n... else:\n...     3\n2\n": {"if 1:\n    2\nelse:\n    3"},
		">>> class A:\n...   x = 1\n\n...   def f(self): return 2\n\n>>> A.x\n1\n": {"class A:\n  x = 1\n\n  def f(self): return 2",
			"A.x"},
		">>> class A:\n...   x = 1\n\n... and so on\n>>> f(1)\n\n... more = 1\n": {"class A:\n  x = 1", "f(1)"},
		">>> 'abcdef' + 1\nTraceback (most recent call last):\n    'abcdef' + 1\n    ~~~~~~~~~^~~\nTypeError: no\n>>> 2\n2\n": {
			"'abcdef' + 1", "2"},
		"```sh\n>>> no\n```\n```python\n>>> yes\n```\n": {"yes"},
	} {
		if !IsTranscript(page) {
			t.Errorf("not a page: %q", page)
		}
		got, rest := SplitUnits(page)
		if strings.Join(got, "|") != strings.Join(want, "|") || rest != "" {
			t.Errorf("%q\ngot  %q %q\nwant %q", page, got, rest, want)
		}
		if code := StripPrompts(page); code != strings.Join(want, "\n") {
			t.Errorf("%q: code %q", page, code)
		}
	}
	for _, code := range []string{"x = 1\nIn = [3]\nIn [0]\n", "def f():\n    '''\n    >>> 1\n    In [1]: 2\n    '''\n",
		"x: int = 3", "'''\nIn [1]: 3'''\n"} {
		if IsTranscript(code) || StripPrompts(code) != code {
			t.Errorf("%q is code", code)
		}
	}
}

// TestIndentedPaste: code indented as a whole is read without that.
func TestIndentedPaste(t *testing.T) {
	for src, want := range map[string]string{
		"    x = 1\n    if x:\n        y = 2\n": "x = 1\nif x:\n    y = 2\n",
		"\tx = 1\n\n\ty = '''\na'''\n":          "x = 1\n\ny = '''\na'''\n",
		"  # first\n  x = 1\n  # last\n":        "# first\nx = 1\n# last\n", "    if x:": "if x:",
		"  x = 1\ny = 2\n": "x = 1\ny = 2\n", "x = 1\n  y = 2\n": "x = 1\n  y = 2\n",
		"   \n\n": "   \n\n", "  'a": "  'a",
	} {
		if got := StripPrompts(src); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
	if units, rest := SplitUnits("    x = 1\n    for i in x:\n        y\n\n        z\n    w\n"); strings.Join(units,
		"|") != "x = 1|for i in x:\n    y\n\n    z|w" || rest != "" {
		t.Errorf("%q %q", units, rest)
	}
}
