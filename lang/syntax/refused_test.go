package syntax

import "testing"

// TestRefused gives CPython's message for mistakes that look like statements.
func TestRefused(t *testing.T) {
	for src, want := range map[string]string{
		"x = 'don't'\n":           "unterminated string literal (detected at line 1)",
		"print('I'm here')\n":     "unterminated string literal (detected at line 1)",
		"if True print(1)\n":      "invalid syntax",
		"if True\n    x\n":        "expected ':'",
		"def f() return 1\n":      "expected ':'",
		"a = b := 3\n":            "invalid syntax",
		"x := 3\n":                "invalid syntax",
		"def f(**a, b): pass\n":   "arguments cannot follow var-keyword argument",
		"def f(*a, *b): pass\n":   "* argument may appear only once",
		"def f(a, *): pass\n":     "named arguments must follow bare *",
		"lambda x 3\n":            "invalid syntax",
		"for 3 in x: pass\n":      "cannot assign to literal",
		"if (x = 3): pass\n":      "invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
		"if 1:\n\tx\n        y\n": TabMessage,
		"match 1:\n    case x: pass\n    case 1: pass\n":           "name capture 'x' makes remaining patterns unreachable",
		"try:\n    1\nexcept:\n    2\nexcept ValueError:\n    3\n": "default 'except:' must be last",
	} {
		_, err := Parse(src)
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", src, err, want)
		}
	}
	for _, src := range []string{"x = (y := 3)\n", "(y := 3)\n", "f(a := 1)\n", "[z := 3, 4]\n", "if 1:\n\tx\n\tif 2:\n\t\ty\n",
		"def f(a, *, b, **c): pass\n", "lambda *, a=1: a\n"} {
		if _, err := Parse(src); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	}
}

// TestCommandsByPlace takes commands only where a text may hold them: Python's own files nowhere, scripts in place of a
// statement, what is typed after NAME = too.
func TestCommandsByPlace(t *testing.T) {
	for src, least := range map[string]Commands{
		"!ls\n": LineCommands, "%time x\n": LineCommands, ":type x\n": LineCommands, "if 1:\n  !ls\n": LineCommands,
		"x = !ls\n": ShellCommands, "x =! 3\n": ShellCommands, "x = %pwd\n": ShellCommands,
		"if 1:\n  x =! 3\n": ShellCommands, "def f():\n  !ls\n": LineCommands,
	} {
		for c := NoCommands; c <= ShellCommands; c++ {
			if _, err := ParseWith(src, c); (err == nil) != (c >= least) {
				t.Errorf("%q at %d: %v", src, c, err)
			}
		}
	}
}
