package session

import (
	"context"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang"
)

// TestSignatures looks at the first line of help: the signature as it is written, without what
// a bound method is bound to.
func TestSignatures(t *testing.T) {
	in := New(Options{})
	src := `
def f(n: int, /, a: list[int]=[1], *args: int, k: str = 'x', **kw: float) -> "str": pass
def g(a, b=2, *, c): pass
def h(x: dict[str, (int)],
      y: "a, b" = (1, 2)): pass
class A:
    def __init__(self, n: int): pass
    def m(self, q: int = 3, /) -> int: pass
    def p(self, /, q): pass
    def any(*a): pass
    @classmethod
    def c(cls, z: int): pass
    @staticmethod
    def s(z: int): pass
a = A(1)
x = tf.constant([1])
`
	if err := in.Eval(context.Background(), "<test>", src, lang.Script, func(e lang.Event) { t.Log(e.Text) }); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"f": "f(n: int, /, a: list[int] = [1], *args: int, k: str = 'x', **kw: float) -> \"str\"",
		"g": "g(a, b=2, *, c)", "h": "h(x: dict[str, (int)], y: \"a, b\" = (1, 2))",
		"A": "A(n: int)", "a.m": "m(q: int = 3, /) -> int", "A.m": "m(self, q: int = 3, /) -> int", "a.p": "p(q)",
		"a.any": "any(*a)",
		"a.c":   "c(z: int)", "A.c": "c(z: int)", "a.s": "s(z: int)", "x.numpy": "numpy()",
		"print": `print(*args, sep=' ', end='\n', file=None, flush=False)`, "help": "help(object=None)",
		"range": "range(start, stop, step=1)",
	} {
		text, found := Of(in).Topic(name)
		if line, _, _ := strings.Cut(text, "\n"); line != want || !found {
			t.Errorf("%s: %q, not %q", name, line, want)
		}
	}
}

// TestOpHelp looks at the list of parameters: each one a line, with what is known of it.
func TestOpHelp(t *testing.T) {
	in := New(Options{})
	for name, want := range map[string][]string{
		"tf.io.decode_raw": {"  input_bytes            string", "  little_endian  = True"},
		"tf.math.acos":     {"  x             a tensor of any shape; bfloat16 float16 float32 float64 complex64 complex128"},
		"tf.reduce_sum":    {"  keepdims      = False  whether reduced axes stay with size 1"},
	} {
		text, _ := Of(in).Topic(name)
		for _, l := range want {
			if !strings.Contains(text, "\n"+l) {
				t.Errorf("%s: no line %q in\n%s", name, l, text)
			}
		}
	}
}
