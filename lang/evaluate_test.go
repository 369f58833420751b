package lang

import (
	"strings"
	"testing"
)

// TestEvaluate: eval, exec and globals() work on the names themselves, and fail as Python does.
func TestEvaluate(t *testing.T) {
	for src, want := range map[string]string{
		"ns = {'a': 2}\nexec('def f(): return a * 2\\nb = f()', ns)\nns['a'] = 10\nprint(ns['b'], ns['f']())": "4 20",
		"globals()['x'] = 3\nprint(x)\ndel globals()['x']\nprint('x' in globals())":                           "3\nFalse",
		"out = {}\nexec('def g(a):\\n    return f(a)', {'f': abs}, out)\nprint(out['g'](-3), list(out))":      "3 ['g']",
		"def f(a):\n    exec('a = 5; q = 1')\n    return a, eval('a + 1'), sorted(locals())\nprint(f(1))":     "(1, 2, ['a'])",
		"class A:\n    exec('y = 4')\n    z = eval('y + 1')\nprint(A.y, A.z)":                                 "4 5",
		"loc = {}\nexec('u = len(v)', {'v': 'abc'}, loc)\nprint(loc)":                                         "{'u': 3}",
		"print(list(map(eval, ['1 + 1', '[2]'])), eval(b' 3 '), eval(compile('4', 'n', 'eval')))":             "[2, [2]] 3 4",
		"try: eval('1 +')\nexcept SyntaxError as e: print('SyntaxError')":                                     "SyntaxError",
		"try: eval('x = 1')\nexcept SyntaxError: print('no statement')":                                       "no statement",
		"try: exec(5)\nexcept TypeError as e: print(e)":                                                       "exec() arg 1 must be a string, bytes or code object",
		"s = 'exec(s)'\ntry: exec(s)\nexcept RecursionError as e: print(e)":                                   "maximum recursion depth exceeded",
		"print(__import__('os.path').__name__, __import__('math').floor(2.5))":                                "os 2",
	} {
		if got, _ := evalText(src+"\n", Script); strings.TrimSpace(got) != want {
			t.Errorf("%s\ngot  %s\nwant %s", src, got, want)
		}
	}
}
