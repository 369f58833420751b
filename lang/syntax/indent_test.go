package syntax

import "testing"

func TestClauseIndent(t *testing.T) {
	for _, c := range []struct {
		above, line, want string
		ok                bool
	}{
		{"if a:\n    b\n", "    else:", "", true},
		{"if a:\n    for b in c:\n        d\n", "        else:", "    ", true},
		{"if a:\n    for b in c:\n        d\n", "    else:", "    ", true},
		{"if a:\n    b\n    c\n", "    else:", "", true},
		{"try:\n    for b in c:\n        d\n", "        except E:", "", true},
		{"try:\n    if a:\n        b\n    else:\n        c\n", "        finally:", "", true},
		{"try:\n    a\nexcept E:\n    if b:\n        c\n", "        finally:", "", true},
		{"if a:\n    if b:\n        c\n    else:\n        d\n", "        else:", "", true},
		{"if a:\n    if b:\n        return\n", "    else:", "    ", true},
		{"match a:\n", "    case 1:", "    ", true},
		{"match a:\n  case 1:\n    if b:\n      c\n", "      case 2:", "  ", true},
		{"if a:\n    '''\nif x:\n'''\n", "    else:", "", true},
		{"x = 1\n", "else:", "", false},
		{"if a:\n    b\n", "    elsewhere:", "", false},
		{"if a:\n    b\n", "    case:", "", false},
	} {
		if got, ok := ClauseIndent(c.above, c.line); got != c.want || ok != c.ok {
			t.Errorf("%q under\n%s: %q %v, not %q %v", c.line, c.above, got, ok, c.want, c.ok)
		}
	}
}

func TestStep(t *testing.T) {
	for src, want := range map[string]string{"x = [1,\n     2]\n": "    ", "if a:\n\tb": "\t", "class A:\n  x": "  ", "if a:\n": "    ", "if a:\n    f(1,\n      2)": "    "} {
		if got := Step(src); got != want {
			t.Errorf("%q: %q, not %q", src, got, want)
		}
	}
}
