package lang

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/session/transcript"
)

// inventor writes random programs that mostly run: functions, classes and generators over ints,
// floats, texts, lists and dicts, with loops, handlers and closures.
type inventor struct {
	r   *rand.Rand
	out strings.Builder
}

func (w *inventor) of(choices ...string) string { return choices[w.r.Intn(len(choices))] }

func (w *inventor) line(indent int, format string, args ...any) {
	fmt.Fprintf(&w.out, strings.Repeat("    ", indent)+format+"\n", args...)
}

// num is an expression that is mostly a number.
func (w *inventor) num(depth int) string {
	if depth <= 0 {
		return w.of("a", "b", "c", "i", "0", "1", "2", "-3", "7", "255", "256", "1.5", "-0.5", "2.0", "10 ** 18",
			"9223372036854775807", "True", "len(s)", "xs[0]", "xs[-1]", "d['k']", "p.x", "G")
	}
	x := func() string { return w.num(depth - 1 - w.r.Intn(2)) }
	switch w.r.Intn(14) {
	case 0:
		return "(" + x() + w.of(" // ", " % ", " / ") + x() + ")"
	case 1:
		return "(" + x() + w.of(" & ", " | ", " ^ ", " << ", " >> ") + w.of("1", "3", "i", "62", x()) + ")"
	case 2:
		return "(" + x() + " ** " + w.of("2", "3", "0", "0.5", "-1") + ")"
	case 3:
		return "(" + x() + " if " + w.cond(depth-1) + " else " + x() + ")"
	case 4:
		return w.of("-", "+", "abs", "int", "float", "round", "bool") + "(" + x() + ")"
	case 5:
		return w.of("min", "max", "f", "h", "fk") + "(" + x() + ", " + x() + ")"
	case 6:
		return "sum(" + w.list(depth-1) + ")"
	case 7:
		return w.of("p.up("+x()+")", "p.twice", "len(p)", "p[1]", "K(3, y="+x()+").x", "fk(b="+x()+", a=1)",
			"fk(*xs[:2])", "fk(**{'a': 1})", "(lambda q, r=2: q + r)("+x()+")", "next(g("+w.of("3", "a")+"), 9)",
			"sum(g(4))", "sum(g2(3))")
	case 8:
		return "xs[" + w.of("0", "-1", "i", "i % 3", "5", x()) + "]"
	}
	return "(" + x() + w.of(" + ", " - ", " * ", " + ", " * ") + x() + ")"
}

func (w *inventor) cond(depth int) string {
	x := func() string { return w.num(depth - 1) }
	switch w.r.Intn(9) {
	case 0:
		return w.cond(depth-1) + w.of(" and ", " or ") + w.cond2(depth-1)
	case 1:
		return "not " + w.cond2(depth-1)
	case 2:
		return x() + w.of(" < ", " <= ") + x() + w.of(" < ", " != ", " >= ") + x()
	case 3:
		return x() + w.of(" in ", " not in ") + w.of("xs", "(1, 2, 3)", "d", "range(5)", "{1, 2}", "s")
	case 4:
		return w.of("xs", "s", "d", "p", "None", "a is None", "a is not b", "isinstance(a, int)") + ""
	}
	return x() + w.of(" < ", " <= ", " > ", " >= ", " == ", " != ") + x()
}

func (w *inventor) cond2(depth int) string {
	if depth <= 0 {
		return w.of("a", "b", "xs", "a < b", "True")
	}
	return "(" + w.cond(depth-1) + ")"
}

func (w *inventor) list(depth int) string {
	switch w.r.Intn(7) {
	case 0:
		return "[" + w.num(depth) + " for i in range(" + w.of("3", "5", "a") + ")" + w.of("", " if i % 2",
			" if "+w.cond(1)) + "]"
	case 1:
		return "[x + y for x, y in " + w.of("zip(xs, xs)", "enumerate(xs)", "{1: 2, 3: 4}.items()",
			"[(1, 2), (3, 4)]") + "]"
	case 2:
		return "list(" + w.of("g(3)", "g2(2)", "map(lambda v: v + 1, xs)", "filter(None, xs)",
			"(j * 2 for j in xs)", "reversed(xs)", "d.values()") + ")"
	case 3:
		return "sorted(xs" + w.of("", ", reverse=True", ", key=lambda v: -v") + ")"
	case 4:
		return "xs[" + w.of("1:", ":2", "-2:", "::2", ":", "i:i + 2") + "]"
	case 5:
		return "[" + w.num(depth) + ", *xs, " + w.num(depth) + "]"
	}
	return "[" + w.num(depth) + ", " + w.num(depth) + "]"
}

func (w *inventor) text() string {
	return w.of("s + 'x'", "f'{a}|{b:>4}|{s!r}'", "f'{i:03d},{a!s}'", "'%d %s' % (i, s)", "s.upper()", "s[::-1]",
		"s[0]", "s * 2", "','.join(map(str, xs))", "str(a)", "repr(xs)",
		"'a b c'.split()[i % 3]", "s.replace('e', 'E')", "f'{"+w.num(1)+":.2f}'", "f'{"+w.num(1)+"}'")
}

func (w *inventor) block(depth, indent int) {
	for range 1 + w.r.Intn(3) {
		w.stmt(depth, indent)
	}
}

func (w *inventor) stmt(depth, indent int) {
	kind := w.r.Intn(22)
	if depth <= 0 {
		kind %= 11
	}
	switch kind {
	default:
		w.line(indent, "%s = %s", w.of("a", "b", "c"), w.num(3))
	case 1, 2:
		w.line(indent, "%s %s %s", w.of("a", "b", "c", "xs[0]", "p.x", "d['k']"), w.of("+=", "-=", "*=", "//=",
			"%=", "&="), w.num(2))
	case 3:
		w.line(indent, "xs = %s", w.list(2))
	case 4:
		w.line(indent, "s = %s", w.text())
	case 5:
		w.line(indent, "print(%s)", w.of(w.num(2), w.text(), w.list(1), w.cond(2), "a, b, c", "xs, d, s"))
	case 6:
		w.line(indent, "%s = %s, %s", w.of("a, b", "b, c", "xs[0], a", "p.x, b"), w.num(2), w.num(2))
	case 7:
		w.line(indent, "%s", w.of("xs.append("+w.num(1)+")", "d[i] = "+w.num(1), "d['k'] = a", "xs.pop()",
			"del xs[0]", "a, *b = xs", "(a, b), c = (1, 2), 3", "p.up(1)", "s += 'q'", "xs += [i]",
			"raise ValueError("+w.num(1)+")", "assert "+w.cond(1)))
	case 11, 12:
		w.line(indent, "if %s:", w.cond(2))
		w.block(depth-1, indent+1)
		w.line(indent, w.of("elif a:", "else:"))
		w.block(depth-1, indent+1)
	case 13, 14:
		w.line(indent, "for %s in %s:", w.of("i", "i", "b", "i, c"), w.of("range(3)", "range(5, 0, -2)", "xs[:4]",
			"s[:3]", "enumerate(xs[:3])", "list(d.items())[:3]", "g(3)", "zip(xs, xs[1:3])"))
		w.block(depth-1, indent+1)
		w.line(indent+1, w.of("if a: continue", "if b: break", "pass"))
		w.line(indent, "else: c = 1")
	case 15:
		w.line(indent, "n = 0")
		w.line(indent, "while n < 4 and %s:", w.cond(1))
		w.line(indent+1, "n += 1")
		w.block(depth-1, indent+1)
	case 16, 17, 18:
		w.line(indent, "try:")
		w.block(depth-1, indent+1)
		w.line(indent, w.of("except ZeroDivisionError as e:", "except (TypeError, ValueError) as e:",
			"except Exception as e:"))
		w.line(indent+1, "print(type(e).__name__, e)")
		w.block(depth-1, indent+1)
		if w.r.Intn(3) == 0 {
			w.line(indent, "finally:")
			w.block(depth-1, indent+1)
		}
	case 19:
		w.line(indent, "def inner(q, *r, k=%s):", w.num(1))
		w.line(indent+1, "%s", w.of("nonlocal a", "pass", "pass"))
		w.line(indent+1, "z = q + k")
		w.line(indent+1, "return %s", w.of("z", "z + b", "len(r)"))
		w.line(indent, "c = inner(%s)", w.of("1", "1, 2, 3", "a, k=2", ""))
	case 20:
		w.line(indent, "with M() as c:")
		w.block(depth-1, indent+1)
	case 21:
		w.line(indent, "match %s:", w.of("i", "xs", "a"))
		w.line(indent+1, "case %s:", w.of("0 | 1", "[c, *b]", "int(c)"))
		w.block(depth-1, indent+2)
		w.line(indent+1, "case _: c = 2")
	}
}

const differential = `
G = 5
class K:
    def __init__(self, x, y=2): self.x = x; self.y = y
    def up(self, v):
        self.x += v
        return self.x
    @property
    def twice(self): return self.x * 2
    def __len__(self): return 3
    def __getitem__(self, i): return i + self.y
    def __add__(self, o): return self.x + o
class L(K):
    def up(self, v): return super().up(v) + 1
class M:
    def __enter__(self): return 1
    def __exit__(self, *e): return e[0] is ZeroDivisionError
def f(a, b): return a + b
def h(a, b):
    if a > b: return a - b
    return f(b, a)
def fk(a, b=3, *r, k=4, **m): return a + b * k + len(r) + len(m)
def g(n):
    for j in range(n):
        try:
            got = yield j
            if got: yield got
        finally: n += 1
def g2(n):
    x = yield from g(n)
    yield (x, 5)[1] + (0 if n < 2 else (yield 1) or 0)
`

// invented gives the text of a program made of a seed.
func invented(seed int64) string {
	w := &inventor{r: rand.New(rand.NewSource(seed))}
	w.out.WriteString(differential)
	w.line(0, "def main(a, b, c, i=1):")
	w.line(1, "global G")
	w.line(1, "xs, d, s, p = [3, 1, 2], {'k': 4}, 'hey', %s(2)", w.of("K", "L"))
	for range 8 {
		w.stmt(3, 1)
	}
	w.line(1, "return a, b, c, xs, d, s, p.x")
	w.line(0, "print(main(%d, %d, %s))", w.r.Intn(9)-2, w.r.Intn(300), w.of("0", "2.5", "'t'"))
	w.line(0, "a, b, c, i, xs, d, s, p = 1, 2, 3, 0, [3, 1, 2], {'k': 4}, 'hey', L(1)")
	for range 5 {
		w.stmt(2, 0)
	}
	return w.out.String()
}

// ran is all that a program shows, tracebacks with their marks; ended tells that its time or memory was over, which
// what ran before it may bring about.
func ran(src string, ref *reference, mode Mode) (shown string, ended bool) {
	ctx, cancel := py.WithTimeLimit(context.Background(), 300*time.Millisecond)
	defer cancel()
	in := newWired(Options{})
	in.ref = ref
	var b strings.Builder
	_ = in.Eval(ctx, "<program>", src, mode, func(e Event) { b.WriteString(e.Text + "\n") })
	return transcript.Masked(b.String()), py.TimedOut(ctx) || strings.Contains(b.String(), "MemoryError: the program")
}

// alike runs a program by the closures and by the reference; a program that does not do the same
// twice by itself says nothing.
func alike(t *testing.T, src string, mode Mode) {
	t.Helper()
	got, late := ran(src, nil, mode)
	want, lateToo := ran(src, plainReference, mode)
	if late || lateToo || got == want {
		return
	}
	if again, _ := ran(src, nil, mode); again == got {
		a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
		i := 0
		for i < len(a) && i < len(b) && a[i] == b[i] {
			i++
		}
		show := func(lines []string) string { return strings.Join(lines[max(i-5, 0):min(i+3, len(lines))], "\n") }
		t.Errorf("%s\n--- closures\n%s\n--- reference\n%s", src, show(a), show(b))
	}
}

// TestDifferential compares the closures with the reference on random programs.
func TestDifferential(t *testing.T) {
	n := int64(120)
	if testing.Short() {
		n = 30
	}
	for seed := range n {
		if alike(t, invented(seed), Interactive); t.Failed() {
			return
		}
	}
}

// FuzzDifferential compares them on programs of two kinds.
func FuzzDifferential(f *testing.F) {
	for i := range int64(16) {
		f.Add(i, []byte(invented(i))[:16])
	}
	f.Fuzz(func(t *testing.T, seed int64, data []byte) {
		if len(data) > 300 {
			return
		}
		memory.SetLimit(1 << 30)
		defer memory.SetLimit(0)
		alike(t, invented(seed), Interactive)
		for _, st := range composed(data) {
			if strings.Contains(st, "id") || strings.Contains(st, "hash") || strings.Contains(st, "random") {
				return
			}
		}
		alike(t, prelude+strings.Join(composed(data), ""), Interactive)
	})
}
