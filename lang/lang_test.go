package lang

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// TestExprSource pins the canonical expr text: expr's own syntax wherever it means the same.
func TestExprSource(t *testing.T) {
	for _, c := range [][2]string{
		{"tf.add(x, 3)", "tf.add(x, 3)"},
		{"(x + 1) * 2 - y", "(((x + 1) * 2) - y)"},
		{"tf.io.decode_raw(s, tf.uint8, little_endian=False)", `tf.io.decode_raw(s, tf.uint8, $kw("little_endian", false))`},
		{"x[:, 1:3]", "$item(x, $tuple($slice(nil, nil, nil), $slice(1, 3, nil)))"},
		{"n if n > 0 else -n", "((n > 0) ? n : (-n))"},
		{"a < b < c", "(let $t1 = a; let $t2 = b; let $t3 = $lt($t1, $t2); $truth($t3) ? ($lt($t2, c)) : $t3)"},
		{"p and q", "(let $t1 = p; $truth($t1) ? q : $t1)"},
		{"x @ y // 2", "$fdiv($mat(x, y), 2)"},
		{"lambda q, w=3: q*w", "$lam(0, 3)"},
		{"[f(i) for i in z if i]", "$comp(0, z)"},
		{"count + sum(map)", "($$count + $$sum($$map))"},
		{"not a, ~a, +a, a ** b, a % b", "$tuple($not(a), $inv(a), $pos(a), (a ** b), (a % b))"},
		{"f(*a, **k)", "f($star(a), $dstar(k))"},
		{"f'{x!r:>5}a'", `$cat($fmt(x, "r", $cat(">5")), "a")`},
		{"(y := 5)", `$walrus("y", 5)`},
		{"1.5.real, 'a'.b", `$tuple((1.5).real, ("a").b)`},
		{"a is not b, a not in b", "$tuple($isnot(a, b), $notin(a, b))"},
		{"f(x)(y)", "$call(f(x), y)"},
		{"a or b or c", "(let $t1 = a; $truth($t1) ? $t1 : (let $t2 = b; $truth($t2) ? $t2 : c))"},
		{"{1: 2, **d}", "$dict(1, 2, $dstar(d), nil)"},
	} {
		got, err := ExprSource(c[0])
		if err != nil || got != c[1] {
			t.Errorf("%s\ngot  %s %v\nwant %s", c[0], got, err, c[1])
		}
	}
}

func evalText(src string, mode Mode) (string, error) {
	var b strings.Builder
	err := newWired(Options{}).Eval(context.Background(), "<test>", src, mode, func(e Event) {
		b.WriteString(e.Text)
		if e.Kind == Result {
			b.WriteByte('\n')
		}
	})
	return b.String(), err
}

// TestTraceback checks frames, the user's own lines, carets and hints.
func TestTraceback(t *testing.T) {
	for _, c := range [][2]string{
		{"[1, 2, zz]\n", "Traceback (most recent call last):\n  File \"<test>\", line 1, in <module>\n    [1, 2, zz]\n           ^^\nNameError: name 'zz' is not defined\n"},
		{"x = 1\nprint(len(2 + \"x\"))\n", "Traceback (most recent call last):\n  File \"<test>\", line 2, in <module>\n    print(len(2 + \"x\"))\n              ~~^~~~~\nTypeError: unsupported operand type(s) for +: 'int' and 'str'\n"},
		{"def f(n):\n    return n.nope\nf(1)\n", "Traceback (most recent call last):\n  File \"<test>\", line 3, in <module>\n    f(1)\n  File \"<test>\", line 2, in f\n    return n.nope\n           ^^^^^^\nAttributeError: 'int' object has no attribute 'nope'\n"},
		{"tf.reduce_som(1)\n", "Traceback (most recent call last):\n  File \"<test>\", line 1, in <module>\n    tf.reduce_som(1)\n    ^^^^^^^^^^^^^\nAttributeError: module 'tensorflow' has no attribute 'reduce_som'\n  hint: Did you mean tf.reduce_sum?\n"},
		{"x = [1, 2\ny = 3\n", "  File \"<test>\", line 1\n    x = [1, 2\n        ^\nSyntaxError: '[' was never closed\n"},
		{"if x = 3: pass\n", "  File \"<test>\", line 1\n    if x = 3: pass\n       ^^^^^\nSyntaxError: invalid syntax. Maybe you meant '==' or ':=' instead of '='?\n"},
		{"f(a b)\n", "  File \"<test>\", line 1\n    f(a b)\n      ^^^\nSyntaxError: invalid syntax. Perhaps you forgot a comma?\n"},
		{"def f(n):\n    return n.x if n == 9 else f(n + 1)\nf(0)\n", "Traceback (most recent call last):\n  File \"<test>\", line 3, in <module>\n    f(0)\n" +
			strings.Repeat("  File \"<test>\", line 2, in f\n    return n.x if n == 9 else f(n + 1)\n                              ^^^^^^^^\n", 3) +
			"  [Previous line repeated 7 more times]\nAttributeError: 'int' object has no attribute 'x'\n"},
		{"x = (1,\n", "  File \"<test>\", line 1\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n"},
		{"if x\n  pass\n", "  File \"<test>\", line 1\n    if x\n        ^\nSyntaxError: expected ':'\n"},
		{"  x = 1\n", "  File \"<test>\", line 1\n    x = 1\n^^\nIndentationError: unexpected indent\n"},
		{"print(1)\nx = = 2\n", "  File \"<test>\", line 2\n    x = = 2\n        ^\nSyntaxError: invalid syntax\n"},
	} {
		got, _ := evalText(c[0], Script)
		if got != c[1] && !strings.HasPrefix(c[0], "  ") {
			t.Errorf("%s\ngot\n%s\nwant\n%s", c[0], got, c[1])
		}
	}
}

func TestModes(t *testing.T) {
	src := "1\nfor i in range(2):\n    i\nNone\n'a';\n2\n"
	for mode, want := range map[Mode]string{Script: "", Interactive: "1\n0\n1\n2\n", Cell: "2\n"} {
		if got, err := evalText(src, mode); got != want || err != nil {
			t.Errorf("mode %d: got %q %v, want %q", mode, got, err, want)
		}
	}
}

// TestScriptPictures sees that a script shows the pictures it asks for, and nothing else.
func TestScriptPictures(t *testing.T) {
	src := "1\nexplain(True);\nx = explain(True)\nfor i in [1.5]:\n    explain(i)\n"
	got, err := evalText(src, Script)
	if err != nil || !strings.HasPrefix(got, "▸ i\n") || strings.Contains(got, "True") {
		t.Errorf("%q, %v", got, err)
	}
}

// TestInterrupt stops loops, comprehensions and kernels within a moment.
func TestInterrupt(t *testing.T) {
	for _, src := range []string{"while True: pass\n", "[0 for i in range(10**12) for j in range(10**9)]\n", "sum(i for i in range(10**15))\n",
		"def f():\n    while True: yield 1\nfor x in f(): pass\n", "import time\ntime.sleep(100)\n", "x = tf.ones([1000, 1000])\nwhile True: x = tf.matmul(x, x)\n", "sorted(range(10**7), key=lambda v: -v)\n"} {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		var kind string
		done := make(chan struct{})
		go func() {
			_ = newWired(Options{}).Eval(ctx, "<test>", src, Script, func(e Event) {
				if e.Exc != nil {
					kind = e.Exc.Class.Name
				}
			})
			close(done)
		}()
		select {
		case <-done:
			if kind != "KeyboardInterrupt" {
				t.Errorf("%s ended with %q", src, kind)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s was not stopped", src)
		}
		cancel()
	}
}

// TestHostile checks that excess ends in an exception.
func TestHostile(t *testing.T) {
	for src, want := range map[string]string{
		"'a,b'.join(['b' * 10**6] * 10**5)": "MemoryError", "'%1000000000000d' % 1": "MemoryError", "f'{1:>10000000000}'": "MemoryError", "'x'.center(10**12)": "MemoryError",
		"'a\\t'.expandtabs(10**12)": "MemoryError", "'aaa'.replace('a', 'b' * 10**7).replace('b', 'c' * 10**6)": "MemoryError", "tf.linspace(0., 1., 2**31 - 1)": "ResourceExhaustedError",
		"tf.zeros([1<<40])": "ResourceExhaustedError", "'a' * 10**12": "MemoryError", "10**10**9": "OverflowError", strings.Repeat("(", 100000): "SyntaxError",
		"def f(n): return f(n+1)\nf(0)": "RecursionError", "[0] * 10**12": "MemoryError", "tf.fill([10**9, 10**9], 1.)": "ResourceExhaustedError",
		"tf.range(10**12)": "ResourceExhaustedError", "x = []\nfor i in range(2000): x = [x]\nrepr(x)": "RecursionError", "1 << 10**10": "OverflowError", strings.Repeat("-", 5000) + "1": "SyntaxError",
		"'%1000000000d' % 1": "MemoryError", "b'x' * 10**13": "MemoryError", "tf.tile([1], [10**12])": "ResourceExhaustedError", "tf.one_hot([1] * 1000, 2**31 - 1)": "ResourceExhaustedError",
		"tf.eye(10**7)": "ResourceExhaustedError", "np.zeros(10**13)": "MemoryError", "list(range(10**12))": "MemoryError",
	} {
		var got string
		_ = newWired(Options{}).Eval(context.Background(), "<test>", src+"\n", Script, func(e Event) {
			if e.Exc != nil {
				got = e.Exc.Class.Name
			}
		})
		if got != want {
			t.Errorf("%.40s: %q, want %q", src, got, want)
		}
	}
}

func TestTwoInterpreters(t *testing.T) {
	a, b := newWired(Options{}), newWired(Options{})
	none := func(Event) {}
	_ = a.Eval(context.Background(), "a", "x = 1\n", Script, none)
	if err := b.Eval(context.Background(), "b", "x\n", Script, none); err == nil {
		t.Error("a name of one interpreter is seen in another")
	}
}

func TestExit(t *testing.T) {
	_, err := evalText("import sys\nsys.exit(3)\n", Script)
	var exit *ExitError
	if !errors.As(err, &exit) || exit.Code != 3 {
		t.Errorf("sys.exit gave %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range references {
		f.Add(s)
	}
	f.Add("def f(a, *b, c=1, **d):\n  if a:\n    return [x for x in b]\n  else:\n\tyield 1\n")
	f.Add("f'{x!r:{w}}' rb'\\x' '''\n''' 0x_1 1__0 \\\n \t#")
	f.Add("match x:\n case [1, *_] if y: pass\n case {'a': b, **c}: pass\n")
	f.Fuzz(func(t *testing.T, src string) {
		body, err := syntax.Parse(src)
		if err != nil {
			return
		}
		u := NewUnit("<fuzz>", src)
		s := newScope(moduleScope, nil)
		for _, st := range body {
			u.prepare(st, s)
			syntax.Exprs(st, func(x syntax.Expr) {
				p := x.Pos()
				if p.From < 0 || p.To < p.From || p.To > len(src) {
					t.Errorf("span %v outside the text", p)
				}
				if _, ok := x.(*syntax.Star); ok {
					return
				}
				switch st.(type) {
				case *syntax.Assign, *syntax.For, *syntax.With, *syntax.Del:
					return // targets are not evaluated
				}
				if _, err := compile(u, s, x); err != nil {
					t.Errorf("%q does not compile: %v", src, err)
				}
			})
		}
	})
}

func TestCompat(t *testing.T) {
	src := "x = tf.ragged.constant([[1, 2], [3, 4]])\n:compat seed\nprint(x)\n%compat off\nprint(x)\n:type x\n%type {'a': x, 'b': tf.constant(1.5), 'c': None}\n"
	want := "<tf.RaggedTensor [[1, 2], [3, 4]]>\n<tf.RaggedTensor [[1, 2],\n [3, 4]]>\n[2, (2..2)] int32\n{'a': [2, (2..2)] int32, 'b': [] float32, 'c': NoneType}\n"
	if got, err := evalText(src, Script); got != want || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if got, _ := evalText(":compat sed\n", Script); !strings.Contains(got, "takes seed or off, got 'sed'") {
		t.Errorf("got %q", got)
	}
}
