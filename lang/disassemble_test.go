package lang

import "testing"

// TestDisassemble pins the listing of %dis: the calls of the patched tree, operands below.
func TestDisassemble(t *testing.T) {
	for src, want := range map[string]string{
		"tf.add(x, 3)":     "call\n  attr add\n    g tf\n  g x\n  const 3\n",
		"a and b":          "let $t1\n  g a\nif\n  truth\n    $t1\n  g b\n  $t1\n",
		"f(n=None)":        "call\n  g f\n  kw n\n    const None\n",
		"x[1:] < 2**100":   "lt\n  item\n    g x\n    slice\n      const 1\n      const None\n      const None\n  pow\n    const 2\n    const 100\n",
		"lambda q: q\n'a'": "# 1\nlam\n  const <lambda>\n# 2\nconst 'a'\n",
	} {
		got, err := Disassemble(src)
		if err != nil || got != want {
			t.Errorf("%q:\n%s(%v), want\n%s", src, got, err, want)
		}
	}
	if got, err := Disassemble("1 +"); err == nil {
		t.Errorf("half an expression: %q", got)
	}
}
