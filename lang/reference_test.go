package lang

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/session/transcript"
)

// A plain tree walker over expressions: the reference that the programs on expr's VM are
// compared with. It shares the intrinsics' meaning, not their emission.

type walker struct{ f *Frame }

func (w walker) eval(x syntax.Expr) (py.Value, error) {
	t := w.f.t
	switch x := x.(type) {
	case *syntax.Const:
		return x.Value, nil
	case *syntax.Name:
		where, depth, slot := w.f.scope.find(x.ID)
		switch where {
		case inLocals:
			if v := w.f.slots[slot]; v != nil {
				return v, nil
			}
			return w.f.unbound(slot)
		case inOuter:
			return outer(w.f, int64(depth), int64(slot))
		}
		return w.f.global(x.ID)
	case *syntax.Unary:
		v, err := w.eval(x.X)
		if err != nil {
			return nil, err
		}
		if x.Op == "not" {
			ok, err := py.Truth(t, v)
			return !ok, err
		}
		return py.Unary(t, x.Op, v)
	case *syntax.Binary:
		l, err := w.eval(x.L)
		if err != nil {
			return nil, err
		}
		r, err := w.eval(x.R)
		if err != nil {
			return nil, err
		}
		return py.Binary(t, x.Op, l, r)
	case *syntax.Bool:
		var v py.Value
		for i, e := range x.X {
			var err error
			if v, err = w.eval(e); err != nil {
				return nil, err
			}
			if i == len(x.X)-1 {
				break
			}
			ok, err := py.Truth(t, v)
			if err != nil || ok == (x.Op == "or") {
				return v, err
			}
		}
		return v, nil
	case *syntax.Compare:
		return w.compare(x)
	case *syntax.If:
		c, err := w.eval(x.Cond)
		if err != nil {
			return nil, err
		}
		ok, err := py.Truth(t, c)
		if err != nil {
			return nil, err
		}
		if ok {
			return w.eval(x.Then)
		}
		return w.eval(x.Else)
	case *syntax.Attr:
		v, err := w.eval(x.X)
		if err != nil {
			return nil, err
		}
		return py.GetAttr(t, v, x.Name)
	case *syntax.Index:
		v, err := w.eval(x.X)
		if err != nil {
			return nil, err
		}
		k, err := w.eval(x.Key)
		if err != nil {
			return nil, err
		}
		return py.GetItem(t, v, k)
	case *syntax.Slice:
		s := &py.Slice{Start: py.None, Stop: py.None, Step: py.None}
		for i, p := range []syntax.Expr{x.Lo, x.Hi, x.Step} {
			if p == nil {
				continue
			}
			v, err := w.eval(p)
			if err != nil {
				return nil, err
			}
			*[]*py.Value{&s.Start, &s.Stop, &s.Step}[i] = v
		}
		return s, nil
	case *syntax.Tuple:
		items, err := w.all(x.Items)
		return py.NewTuple(items...), err
	case *syntax.List:
		items, err := w.all(x.Items)
		return py.NewList(items...), err
	case *syntax.Dict:
		d := py.NewDict()
		for i, k := range x.Keys {
			kv, err := w.eval(k)
			if err != nil {
				return nil, err
			}
			v, err := w.eval(x.Values[i])
			if err != nil {
				return nil, err
			}
			if err := d.Set(kv, v); err != nil {
				return nil, err
			}
		}
		return d, nil
	case *syntax.Call:
		return w.call(x)
	}
	return nil, fmt.Errorf("reference: no %T", x)
}

func (w walker) all(xs []syntax.Expr) ([]py.Value, error) {
	out := make([]py.Value, len(xs))
	for i, x := range xs {
		v, err := w.eval(x)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (w walker) compare(x *syntax.Compare) (py.Value, error) {
	l, err := w.eval(x.X[0])
	if err != nil {
		return nil, err
	}
	for i, o := range x.Ops {
		r, err := w.eval(x.X[i+1])
		if err != nil {
			return nil, err
		}
		var v py.Value
		switch o {
		case "in", "not in":
			ok, cerr := py.Contains(w.f.t, r, l)
			v, err = ok == (o == "in"), cerr
		case "is", "is not":
			v = py.Is(l, r) == (o == "is")
		default:
			v, err = py.Binary(w.f.t, o, l, r)
		}
		if err != nil || i == len(x.Ops)-1 {
			return v, err
		}
		if ok, err := py.Truth(w.f.t, v); !ok || err != nil {
			return v, err
		}
		l = r
	}
	return nil, nil
}

func (w walker) call(x *syntax.Call) (py.Value, error) {
	f, err := w.eval(x.Fn)
	if err != nil {
		return nil, err
	}
	var args []py.Value
	var kw []py.Kw
	for _, a := range x.Args {
		v, err := w.eval(a.X)
		if err != nil {
			return nil, err
		}
		if a.Name != "" {
			kw = append(kw, py.Kw{Name: a.Name, Value: v})
		} else {
			args = append(args, v)
		}
	}
	return py.Call(w.f.t, f, args, kw)
}

// both evaluates an expression on expr's VM and by the walker and gives both results as text.
func both(t *testing.T, src string) (vm, ref string) {
	t.Helper()
	body, err := syntax.Parse(src + "\n")
	if err != nil || len(body) != 1 {
		return "", ""
	}
	st, ok := body[0].(*syntax.ExprStmt)
	if !ok || !walkable(st.X) {
		return "", ""
	}
	run := func(f func(fr *Frame) (py.Value, error)) string {
		in := newWired(Options{})
		var log strings.Builder
		in.sink = func(e Event) { log.WriteString(e.Text) }
		th := in.thread(context.Background())
		u := NewUnit("<test>", src)
		v, err := f(&Frame{t: th, in: in, unit: u, scope: newScope(moduleScope, nil)})
		if err != nil {
			return log.String() + "error " + py.AsExc(err).Error()
		}
		s, err := py.Repr(th, v)
		if err != nil {
			return log.String() + "repr " + err.Error()
		}
		return log.String() + transcript.Masked(s)
	}
	vm = run(func(f *Frame) (py.Value, error) { return f.eval(f.unit.slot(st.X, f.scope)) })
	ref = run(func(f *Frame) (py.Value, error) { return walker{f}.eval(st.X) })
	return vm, ref
}

// walkable tells expressions the reference knows.
func walkable(x syntax.Expr) bool {
	ok := true
	syntax.Walk(x, func(e syntax.Expr) bool {
		switch v := e.(type) {
		case *syntax.Const, *syntax.Name, *syntax.Unary, *syntax.Binary, *syntax.Bool, *syntax.Compare, *syntax.If, *syntax.Attr, *syntax.Index,
			*syntax.Slice, *syntax.Tuple, *syntax.List:
		case *syntax.Dict:
			for _, k := range v.Keys {
				ok = ok && k != nil
			}
		case *syntax.Call:
			for _, a := range v.Args {
				ok = ok && a.Star == 0
			}
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// references are expressions whose two evaluations must agree, order of effects included.
var references = []string{
	"1 + 2 * 3 - 4 / 5 // 1 % 3 ** 2", "-7 // 2, -7 % 3, 2 ** -1, ~5 & 3 | 8 ^ 1, 1 << 4 >> 2", "not 1 == 2", "1 < 2 < 3 > 2 != 5",
	"print(1) or print(2) or 3", "print('a') and print('b')", "[print(i) for i in []]", "(print(1), print(2))[print(0) or 1]",
	"print(print('a'), print('b'), sep=print('c') or '-')", "1 if print('cond') else print('else')", "{print('k'): print('v')}",
	"'abc'[1:][::-1].upper()", "[1, 2, 3][print('i') or 0]", "tf.constant([1, 2, 3])[1:] + 1", "1 < print('mid') < 3", "count", "sum([1, 2]), filter, map",
	"max(1, key=2)", "nil", "true", "let", "matches", "x.y.z", "(1).real, 1.5.is_integer(), 'a'.count('a')", "'%s' % (1,), '日本'[0], len('日本')",
	"9223372036854775807 + 1", "0.0, -0.0, 1e400, 1e-300, 123456789012345678901234567890", "None is None, ... is ..., True + True", "not (1 in [1]), 2 not in [1]",
	"a == b", "1 and 2 and 0 and print('never')", "0 or '' or [] or 'x'", "b'\\xff\\x00', 'tab\\t', \"q'\"", "tf.add(1, y=2)", "tf.add(1)", "len()", "(lambda: 1)()",
}

func TestReference(t *testing.T) {
	for _, src := range references {
		vm, ref := both(t, src)
		if vm != ref {
			t.Errorf("%s\nexpr %s\nwalk %s", src, vm, ref)
		}
	}
}

var numbers = regexp.MustCompile(`[0-9_]+`)

// large tells whether the numbers of a text can make a sequence that takes seconds to build
// and show: the fuzzing engine takes that for a hang.
func large(src string) bool {
	n := 1.0
	for _, s := range numbers.FindAllString(src, -1) {
		f, _ := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
		n *= max(f, 1)
	}
	return n > 1<<20
}

// FuzzEmitter compares both evaluations of arbitrary expressions.
func FuzzEmitter(f *testing.F) {
	for _, s := range references {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 200 || strings.ContainsAny(src, "\n") || strings.Contains(src, "open") || strings.Contains(src, "input") || strings.Contains(src, "exit") ||
			strings.Contains(src, "**") || strings.Contains(src, "<<") || strings.Contains(src, "print.") || strings.Contains(src, "id") || strings.Contains(src, "hash") || strings.Contains(src, "*") && large(src) {
			return
		}
		vm, ref := both(t, src)
		if vm != ref {
			t.Errorf("%q\nexpr %s\nwalk %s", src, vm, ref)
		}
	})
}
