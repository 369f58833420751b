package transcript

import (
	"strings"
	"testing"
)

func TestSplitUnits(t *testing.T) {
	for _, c := range []struct{ src, units, rest string }{
		{"x = 1\nx\n", "x = 1|x", ""},
		{"class A:\n  x = 1\n\n  y = 2\nA.y\n", "class A:\n  x = 1\n\n  y = 2|A.y", ""},
		{"if x:\n  1\nelse:\n  2\nx\n", "if x:\n  1\nelse:\n  2|x", ""},
		{"for i in y:\n  i\n", "", "for i in y:\n  i\n"},
		{"for i in y:\n  i\n\n", "for i in y:\n  i", ""},
		{"if x:\n  1\nelse_x = 2\n", "if x:\n  1|else_x = 2", ""},
		{"x = [1,\n2]\nx", "x = [1,\n2]", "x"},
		{"@tf.function\ndef f():\n  return 1\n\nf()\n", "@tf.function\ndef f():\n  return 1|f()", ""},
		{">>> x = 1\n>>> x\n1\nprose\n>>> for i in x:\n...   i\n", "x = 1|x|for i in x:\n  i", ""},
		{"s = '''a\n\nb'''\ns\n", "s = '''a\n\nb'''|s", ""},
	} {
		units, rest := SplitUnits(c.src)
		if strings.Join(units, "|") != c.units || rest != c.rest {
			t.Errorf("%q: %q and %q", c.src, units, rest)
		}
	}
}

func TestLostIndent(t *testing.T) {
	for src, want := range map[string]int{
		"for i in x:\nprint(i)": 1, "x = 1\nif x:\n  y\n": 0, "d = {1:\n2}": 0, "f = lambda:\\\n0": 0,
		"class A:\n\n  def f(self):\n  pass": 3, "if x: pass\ny": 0,
	} {
		if n, _, _ := LostIndent(src); n != want {
			t.Errorf("%q: line %d, not %d", src, n, want)
		}
	}
}
