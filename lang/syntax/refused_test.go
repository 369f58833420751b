package syntax

import "testing"

// TestRefused gives CPython's message for mistakes that look like statements.
func TestRefused(t *testing.T) {
	for src, want := range map[string]string{
		"x = 'don't'\n":                 "unterminated string literal (detected at line 1)",
		"print('I'm here')\n":           "unterminated string literal (detected at line 1)",
		"if True print(1)\n":            "invalid syntax",
		"if True\n    x\n":              "expected ':'",
		"def f() return 1\n":            "expected ':'",
		"a = b := 3\n":                  "invalid syntax",
		"x := 3\n":                      "invalid syntax",
		"def f(**a, b): pass\n":         "arguments cannot follow var-keyword argument",
		"def f(*a, *b): pass\n":         "* argument may appear only once",
		"def f(a, *): pass\n":           "named arguments must follow bare *",
		"lambda x 3\n":                  "invalid syntax",
		"f(**a, *b)\n":                  "iterable argument unpacking follows keyword argument unpacking",
		"f(**a, b)\n":                   "positional argument follows keyword argument unpacking",
		"f(True=1)\n":                   "cannot assign to True",
		"def f(a=1, b): pass\n":         "non-default argument follows default argument",
		"def f(*, **k): pass\n":         "named arguments must follow bare *",
		"(a, b): int\n":                 "only single target (not tuple) can be annotated",
		"x = 0b12\n":                    "invalid digit '2' in binary literal",
		"x = 0o8\n":                     "invalid digit '8' in octal literal",
		"{a: 1, b}\n":                   "':' expected after dictionary key",
		"{a: 1, b:}\n":                  "expression expected after dictionary key and ':'",
		"x.None\n":                      "invalid syntax",
		"class A(x for x in y): pass\n": "invalid syntax",
		"async def f(): yield from x\n": "'yield from' inside async function",
		"[i := 0 for i in x]\n":         "assignment expression cannot rebind comprehension iteration variable 'i'",
		"[1 for i in x if (i := 2)]\n":  "assignment expression cannot rebind comprehension iteration variable 'i'",
		"for 3 in x: pass\n":            "cannot assign to literal",
		"if (x = 3): pass\n":            "invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
		"if 1:\n\tx\n        y\n":       TabMessage,
		"match 1:\n    case x: pass\n    case 1: pass\n":           "name capture 'x' makes remaining patterns unreachable",
		"try:\n    1\nexcept:\n    2\nexcept ValueError:\n    3\n": "default 'except:' must be last",
	} {
		_, err := Parse(src)
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", src, err, want)
		}
	}
	for _, src := range []string{"x = (y := 3)\n", "(y := 3)\n", "f(a := 1)\n", "[z := 3, 4]\n", "if 1:\n\tx\n\tif 2:\n\t\ty\n",
		"f(*a, **b, c=1, **d)\n", "f(a=1, *b)\n", "class A((x for x in y)): pass\n", "[j := i for i in x]\n",
		"{a: 1, **b, c: 2}\n", "{a for a in b}\n", "def f(*, a, **k): pass\n", "x.match\n", "[lambda: (i := 1) for i in x]\n",
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
