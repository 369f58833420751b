package lang

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/memory"
)

// composer turns bytes into a program: each choice takes one, and at their end the shortest is
// taken, so that every input is a program and small changes make small changes.
type composer struct {
	in  []byte
	out strings.Builder
}

func (w *composer) pick(n int) int {
	if len(w.in) == 0 {
		return 0
	}
	b := int(w.in[0])
	w.in = w.in[1:]
	return b % n
}

func (w *composer) of(choices ...string) string { return choices[w.pick(len(choices))] }

func (w *composer) name() string { return string(rune('a' + w.pick(6))) }

// callables are functions that take any values.
var callables = strings.Fields(`abs all any ascii bin bool bytes bytearray callable chr complex dict dir divmod enumerate filter float format frozenset
	getattr hasattr hash hex id int isinstance issubclass iter len list map max min next oct ord pow print range repr reversed round set setattr
	slice sorted str sum tuple type vars zip super object memoryview json.dumps json.loads re.sub re.findall re.compile math.factorial math.comb
	math.gcd math.fsum math.ldexp itertools.product itertools.permutations itertools.chain itertools.islice itertools.groupby itertools.accumulate
	itertools.tee itertools.zip_longest itertools.combinations functools.reduce functools.partial functools.lru_cache collections.Counter collections.deque
	collections.OrderedDict collections.defaultdict collections.namedtuple copy.copy copy.deepcopy struct.pack struct.unpack struct.calcsize
	textwrap.fill textwrap.indent textwrap.dedent random.choice random.sample random.choices random.shuffle operator.itemgetter operator.add
	dataclasses.dataclass contextlib.contextmanager string.capwords pprint.pformat
	np.array np.ones np.zeros np.arange np.linspace np.concatenate np.where np.dot np.sum np.reshape np.transpose np.tile np.repeat np.unique np.full
	tf.constant tf.ones tf.zeros tf.range tf.reshape tf.concat tf.stack tf.reduce_sum tf.matmul tf.cast tf.gather tf.where tf.tile tf.print
	tf.ragged.constant tf.strings.join tf.strings.split tf.nest.flatten tf.map_fn tf.sparse.from_dense tf.Variable tf.one_hot tf.fill tf.add`)

var values = []string{"0", "1", "-1", "2", "3.5", "None", "True", "''", "'ab'", "b'x'", "[]", "[1, 2]", "{}", "{'a': 1}", "()", "(1, 'a')", "{1, 2}", "2**63", "-2**63", "10**30",
	"float('nan')", "float('inf')", "1e308", "1j", "...", "range(5)", "range(10**9)", "slice(1, None)", "tf.constant([1, 2])", "tf.ones([0, 3])", "np.arange(4)", "np.array('s')", "'%s'", "'{}'",
	"'é\\ud800'", "type", "object", "Exception", "NotImplemented", "int", "lambda *p, **k: p", "tf.int32", "tf.ragged.constant([[1], []])", "iter([1, 2])", "'(a+)+$'", "'a' * 50", "A", "A()", "B(1)", "g()"}

var dunders = strings.Fields(`__init__ __repr__ __str__ __hash__ __eq__ __lt__ __len__ __iter__ __next__ __getitem__ __setitem__ __delitem__ __contains__ __call__
	__enter__ __exit__ __getattr__ __setattr__ __add__ __radd__ __iadd__ __mul__ __neg__ __bool__ __int__ __float__ __index__ __format__ __bytes__
	__new__ __class_getitem__ __init_subclass__ __get__ __set__ __set_name__ __del__ __array__ __reversed__ __abs__ __round__ __matmul__ __eq__`)

func (w *composer) expr(depth int) string {
	if depth <= 0 {
		return w.of(w.name(), values[w.pick(len(values))])
	}
	x := func() string { return w.expr(depth - 1 - w.pick(2)) }
	switch w.pick(16) {
	default:
		return values[w.pick(len(values))]
	case 1, 2:
		return w.name()
	case 3:
		return "(" + x() + w.of(" + ", " - ", " * ", " / ", " // ", " % ", " ** ", " @ ", " << ", " >> ", " & ", " | ", " ^ ") + x() + ")"
	case 4:
		return "(" + x() + w.of(" == ", " < ", " in ", " is ", " != ", " >= ", " and ", " or ", " not in ") + x() + ")"
	case 5, 6, 7:
		args := x()
		for range w.pick(3) {
			args += ", " + x()
		}
		return callables[w.pick(len(callables))] + "(" + args + w.of("", ", *"+w.name(), ", key="+w.name(), ", axis=-1") + ")"
	case 8:
		return w.name() + "[" + w.of(x(), x()+":"+x(), "::"+x(), "..., "+x()) + "]"
	case 9:
		return "[" + x() + " for " + w.name() + " in " + x() + w.of("", " if "+x()) + "]"
	case 10:
		return "{" + x() + ": " + x() + " for " + w.name() + " in " + x() + "}"
	case 11:
		return w.of("-", "not ", "~") + x()
	case 12:
		return "f'{" + w.name() + w.of("", "!r", ":>10", ":.3f", ":{a}") + "}'"
	case 13:
		return "(" + x() + " if " + x() + " else " + x() + ")"
	case 14:
		return "(lambda " + w.name() + ": " + x() + ")(" + x() + ")"
	case 15:
		return w.name() + "." + w.of("append", "items", "join", "split", "x", "__class__", "__dict__", "shape", "numpy()", "update", "send", "close()", "format", "sort()", "T") + w.of("", "("+x()+")")
	}
}

func (w *composer) block(depth, indent int) {
	for range 1 + w.pick(3) {
		w.stmt(depth, indent)
	}
}

func (w *composer) stmt(depth, indent int) {
	pad := strings.Repeat(" ", indent)
	line := func(format string, args ...any) { fmt.Fprintf(&w.out, pad+format+"\n", args...) }
	kind := w.pick(16)
	if depth <= 0 {
		kind %= 5
	}
	switch kind {
	default:
		line("%s", w.expr(3))
	case 1, 2:
		line("%s = %s", w.name(), w.expr(3))
	case 3:
		line("%s %s %s", w.name(), w.of("+=", "*=", "|=", "@=", "//="), w.expr(2))
	case 4:
		line("%s", w.of("del "+w.name(), "pass", w.name()+"["+w.expr(1)+"] = "+w.expr(2), w.name()+".x = "+w.expr(2), "a, *b = "+w.expr(2), "raise "+w.expr(1), "assert "+w.expr(2), "a.append(a)"))
	case 5:
		line("if %s:", w.expr(2))
		w.block(depth-1, indent+1)
	case 6:
		line("for %s in %s:", w.name(), w.expr(2))
		w.block(depth-1, indent+1)
	case 7:
		line("while %s:", w.expr(2))
		w.block(depth-1, indent+1)
		line(" break")
	case 8, 9:
		line("try:")
		w.block(depth-1, indent+1)
		line("%s", w.of("except Exception as e:", "except:", "except (ValueError, TypeError):", "finally:"))
		w.block(depth-1, indent+1)
	case 10:
		line("def %s(%s):", w.of("f", "g", "a"), w.of("", "a", "a, b=1", "*a, **b", "a, /, *, b=2"))
		w.block(depth-1, indent+1)
		line(" %s", w.of("return "+w.expr(2), "yield "+w.expr(2), "yield from "+w.expr(2), "return f(a)", "nonlocal q", "global a"))
	case 11, 12, 13:
		line("class %s%s:", w.of("A", "B"), w.of("", "(A)", "(dict)", "(list)", "(int)", "(str)", "(Exception)", "(tuple)", "(set)"))
		for range 1 + w.pick(3) {
			line(" def %s(self, *p):", dunders[w.pick(len(dunders))])
			if depth > 1 && w.pick(3) == 0 {
				w.block(depth-2, indent+2)
			}
			line("  return %s", w.of(w.expr(2), "self", "hash(self)", "self + self", "[self][self]", "str(self)", "len(self)", "self()", "iter(self)", "p"))
		}
	case 14:
		line("with %s as %s:", w.expr(2), w.name())
		w.block(depth-1, indent+1)
	case 15:
		line("match %s:", w.expr(2))
		line(" case %s:", w.of("_", "[a, *b]", "{'a': c, **d}", "A(x=1)", "1 | 'a'", "int(a)"))
		w.block(depth-1, indent+2)
	}
}

const prelude = "import json, re, math, itertools, functools, collections, copy, struct, textwrap, random, operator, dataclasses, contextlib, string, pprint\n" +
	"class A:\n    x = 1\nclass B(A):\n    def __init__(self, *p): self.p = p\ndef g():\n    yield 1\ndef f(*p): return p\n" +
	"a = [1, 2]\nb = {'a': 1}\nc = 'text'\nd = A()\ne = tf.constant([[1., 2.]])\n"

// composed are the statements that bytes stand for, those that are right in syntax.
func composed(data []byte) (out []string) {
	w := &composer{in: data}
	for len(w.in) > 0 && len(out) < 40 {
		w.out.Reset()
		w.stmt(3, 0)
		if _, err := syntax.Parse(w.out.String()); err == nil {
			out = append(out, w.out.String())
		}
	}
	return out
}

// FuzzProgram runs programs under limits of time and memory: whatever they do ends in a value
// or an exception of Python's or TensorFlow's, never in a bug of ours, and in time.
func FuzzProgram(f *testing.F) {
	for i := range 16 {
		f.Add(bytes.Repeat([]byte{byte(i), byte(i * 7), byte(i*31 + 3), byte(255 - i)}, 10+i))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 300 {
			return
		}
		memory.SetLimit(1 << 30)
		defer memory.SetLimit(0)
		src := composed(data)
		ctx, cancel := py.WithTimeLimit(context.Background(), 300*time.Millisecond)
		defer cancel()
		start := time.Now()
		in := newWired(Options{})
		for _, st := range append([]string{prelude}, src...) {
			ex, ok := in.Eval(ctx, "<fuzz>", st, Interactive, func(Event) {}).(*py.Exc)
			for ; ok && ex != nil; ex = ex.Context {
				if ex.Class == py.InternalErrorClass {
					t.Errorf("%v\n%s\n%s", ex, strings.Join(src, ""), ex.Stack)
				}
			}
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("took %v:\n%s", took, strings.Join(src, ""))
		}
	})
}
