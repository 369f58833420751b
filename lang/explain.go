package lang

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/memory"
)

// explain(EXPR) is a special form where the name means the builtin: its arguments are evaluated once, as ever, but
// each call, operator and indexing that stands in them is watched, with its arguments and its result or error.
// Whatever is called runs as it always does, and code without explain has no part in it.

// watchedExpr is an expression whose calls, operators and indexings are watched.
type watchedExpr struct{ syntax.Expr }

// explainExpr is a call of explain whatever the name means.
type explainExpr struct{ *syntax.Call }

// explains tells calls by the name explain, unless a block binds it.
func (e *emitter) explains(x *syntax.Call) bool {
	name, ok := x.Fn.(*syntax.Name)
	if !ok || name.ID != "explain" {
		return false
	}
	where, _, _ := e.scope.find("explain")
	return where == inGlobals
}

// explain writes such a call. Bound to something else by a global name it is a call like any other.
func (e *emitter) explain(x *syntax.Call, sure bool) {
	fn := e.unit.slot(x.Fn, e.scope)
	var drawn []drawnArg
	var bare []syntax.Expr
	var stars []func(a ...any) (any, error)
	for _, a := range x.Args {
		mark := []func(a ...any) (any, error){nil, star, dictMark}[a.Star]
		if a.Name != "" {
			mark = func(v ...any) (any, error) { return kwArg{a.Name, v[1]}, nil }
		}
		bare, stars = append(bare, a.X), append(stars, mark)
		if a.Name == "" && a.Star == 0 {
			drawn = append(drawn, drawnArg{e.unit.slot(&watchedExpr{a.X}, e.scope), e.text(a.X)})
		}
	}
	parts := e.slots(bare)
	e.long(x, func(f *Frame) (any, error) {
		if !sure {
			v, err := f.eval(fn)
			if err != nil {
				return nil, err
			}
			if v != py.Value(f.in.explainFn()) {
				vals, err := f.evalAll(parts, stars)
				if err != nil {
					return nil, err
				}
				return call(append([]any{f, v}, vals...)...)
			}
		}
		var rest []any
		for i, p := range parts {
			if x.Args[i].Name == "" && x.Args[i].Star == 0 {
				continue
			}
			v, err := f.evalAll([]*slot{p}, stars[i:i+1])
			if err != nil {
				return nil, err
			}
			rest = append(rest, v[0])
		}
		v, err := f.explain(drawn, rest)
		return v, f.failed(err, x.Span)
	})
}

var dictMark = dstar

// drawnArg is one expression to explain, with its text.
type drawnArg struct {
	x    *slot
	text string
}

// text is the user's text of an expression.
func (e *emitter) text(x syntax.Expr) string {
	at, src := x.Pos(), e.unit.Src
	if at.From < 0 || at.To > len(src) || at.From > at.To {
		return ""
	}
	return src[at.From:at.To]
}

// explain evaluates expressions and draws what they did. rest are the other arguments: keywords and *values.
func (f *Frame) explain(drawn []drawnArg, rest []any) (py.Value, error) {
	x := f.in.opts.Modules.Explainer()
	if x == nil {
		return nil, noPictures()
	}
	values, kw, err := splitArgs(x.Function(), rest)
	if err != nil {
		return nil, err
	}
	told, err := x.Begin(kw)
	if err != nil {
		return nil, err
	}
	if len(drawn)+len(values) == 0 {
		return nil, py.TypeErrorf("explain() missing 1 required positional argument: 'expr'")
	}
	for _, d := range drawn {
		if err := f.watch(d, told.Expression(d.text)); err != nil {
			return nil, err
		}
	}
	for _, v := range values {
		told.Value(v)
	}
	return told.Draw(f.t), nil
}

// noPictures is the error of explain in programs without an explainer.
func noPictures() error {
	return py.Raisef(py.SystemErrorClass, "explain: there are no pictures in this program")
}

// explainFn is the function explain, nil in programs without it.
func (in *Interp) explainFn() *py.Builtin {
	if x := in.opts.Modules.Explainer(); x != nil {
		return x.Function()
	}
	return nil
}

// watch evaluates one expression and tells its steps. An error of the expression is part of what is told; only what
// must end the program goes on.
func (f *Frame) watch(d drawnArg, tr door.Watcher) error {
	before := f.t.Watch
	f.t.Watch = tr
	v, err := f.eval(d.x)
	f.t.Watch = before
	if err == errAbandoned {
		return err
	}
	if err != nil {
		ex := py.AsExc(err)
		if !ex.Class.Is(py.ExceptionClass) {
			return err
		}
		kind, message := f.in.Describe(ex)
		tr.Raised(ex, kind, message, nil)
		return nil
	}
	tr.Gave(v)
	return nil
}

// operated gives an operator or an indexing, as a step, to the explanation that is under way.
func (f *Frame) operated(sign, text string, params []string, args []py.Value, v py.Value, err error) {
	if tr, ok := f.t.Watch.(door.Watcher); ok {
		tr.Operated(sign, text, params, args, v, err)
	}
}

// apart evaluates something without being watched: what it calls is not a step of the expression.
func (f *Frame) apart(run func() (py.Value, error)) (py.Value, error) {
	before := f.t.Watch
	f.t.Watch = nil
	v, err := run()
	f.t.Watch = before
	return v, err
}

// watched writes an expression whose steps are watched. Only what has calls, operators or indexings in it differs.
func (e *emitter) watched(x syntax.Expr) {
	w := func(x syntax.Expr) *slot { return e.unit.slot(&watchedExpr{x}, e.scope) }
	switch x := x.(type) {
	case *syntax.Call:
		if e.explains(x) {
			e.expr(x)
			return
		}
		e.watchedCall(x)
	case *syntax.Binary:
		l, r, text := w(x.L), w(x.R), e.text(x)
		e.long(x, func(f *Frame) (any, error) { return f.watchedBinary(x, l, r, text) })
	case *syntax.Index:
		base, key, text := w(x.X), w(x.Key), e.text(x)
		e.long(x, func(f *Frame) (any, error) { return f.watchedIndex(x, base, key, text) })
	case *syntax.Attr:
		if !acts(x.X) {
			e.expr(x)
			return
		}
		base := w(x.X)
		e.long(x, func(f *Frame) (any, error) {
			v, err := f.eval(base)
			if err != nil {
				return nil, err
			}
			v, err = py.GetAttr(f.t, v, x.Name)
			return v, f.failed(err, x.Span)
		})
	case *syntax.List:
		e.watchedDisplay(x, "list", x.Items)
	case *syntax.Tuple:
		e.watchedDisplay(x, "tuple", x.Items)
	default:
		e.expr(x)
	}
}

// acts tells expressions with something to watch.
func acts(x syntax.Expr) bool {
	found := false
	syntax.Walk(x, func(x syntax.Expr) bool {
		switch x.(type) {
		case *syntax.Call, *syntax.Binary, *syntax.Index:
			found = true
		case *syntax.Lambda, *syntax.Comp:
			return false
		}
		return !found
	})
	return found
}

func (e *emitter) watchedDisplay(x syntax.Expr, name string, items []syntax.Expr) {
	for _, it := range items {
		if _, isStar := it.(*syntax.Star); isStar || !acts(x) {
			e.expr(x)
			return
		}
	}
	parts := make([]syntax.Expr, len(items))
	for i, it := range items {
		parts[i] = &watchedExpr{it}
	}
	e.longDisplay(x, parts, intrinsics["$"+name].Func)
}

func (e *emitter) watchedCall(x *syntax.Call) {
	bare := []syntax.Expr{&watchedExpr{x.Fn}}
	stars := []func(a ...any) (any, error){nil}
	for _, a := range x.Args {
		mark := []func(a ...any) (any, error){nil, star, dstar}[a.Star]
		if a.Name != "" {
			mark = func(v ...any) (any, error) { return kwArg{a.Name, v[1]}, nil }
		}
		bare, stars = append(bare, &watchedExpr{a.X}), append(stars, mark)
	}
	parts, text := e.slots(bare), e.text(x)
	e.long(x, func(f *Frame) (any, error) {
		vals, err := f.evalAll(parts, stars)
		if err != nil {
			return nil, err
		}
		args, kw, split := splitArgs(vals[0], vals[1:])
		run := func() (py.Value, error) {
			f.at, f.t.Caller = x.Span, f
			v, err := f.call(vals[0], vals[1:])
			f.t.Caller = nil
			return v, err
		}
		tr, watching := f.t.Watch.(door.Watcher)
		var v py.Value
		if watching && tr.Opens(vals[0], args) {
			tr.Enter(text, vals[0])
			v, err = run()
			tr.Leave()
		} else {
			v, err = f.apart(run)
		}
		if watching && split == nil {
			tr.Did(text, door.Call{Fn: vals[0], Args: args, Kw: kw}, v, err)
		}
		return v, f.failed(err, x.Span)
	})
}

func (f *Frame) watchedBinary(x *syntax.Binary, l, r *slot, text string) (any, error) {
	a, err := f.eval(l)
	if err != nil {
		return nil, err
	}
	b, err := f.eval(r)
	if err != nil {
		return nil, err
	}
	v, err := f.apart(func() (py.Value, error) { return py.Binary(f.t, x.Op, a, b) })
	f.operated(x.Op, text, []string{"x", "y"}, []py.Value{a, b}, v, err)
	return v, f.failed(err, x.Span)
}

func (f *Frame) watchedIndex(x *syntax.Index, base, key *slot, text string) (any, error) {
	a, err := f.eval(base)
	if err != nil {
		return nil, err
	}
	k, err := f.eval(key)
	if err != nil {
		return nil, err
	}
	v, err := f.apart(func() (py.Value, error) { return py.GetItem(f.t, a, k) })
	f.operated("[]", text, []string{"x", "key"}, []py.Value{a, k}, v, err)
	return v, f.failed(err, x.Span)
}

// noItem gives the error of an indexing what was indexed, for :explain.
func noItem(err error, v, key py.Value) error {
	return py.FailedAt(err, &py.Failure{Name: "[]", Params: []string{"x", "key"}, Args: []py.Value{v, key}})
}

// ExplainLine draws the expressions of a command's line and the lines below it, with -s before them each step; without
// one, what failed last.
func (in *Interp) ExplainLine(t *py.Thread, arg, body string) error {
	steps := ""
	if rest, ok := strings.CutPrefix(arg+" ", "-s "); ok {
		arg, steps = strings.TrimSpace(rest), "\n, steps=True"
	}
	if body != "" {
		arg += "\n" + body
	}
	f := &Frame{t: t, in: in, scope: newScope(moduleScope, nil)}
	if strings.TrimSpace(arg) == "" {
		v, err := in.explainFailed(t)
		if err != nil {
			return err
		}
		return in.show(f, v, syntax.Span{})
	}
	v, err := in.explainText(t, arg, steps)
	if err != nil {
		return err
	}
	f.unit = NewUnit("<explain>", arg+"\n")
	return in.show(f, v, syntax.Span{})
}

// explainText explains the expressions of a text, as written between the brackets of explain(...).
func (in *Interp) explainText(t *py.Thread, arg, more string) (py.Value, error) {
	u := NewUnit("<explain>", "explain("+arg+more+"\n)\n")
	body, err := syntax.Parse(u.Src)
	if err != nil {
		return nil, syntaxExc(u, err)
	}
	if len(body) == 1 {
		if x, ok := body[0].(*syntax.ExprStmt); ok {
			if c, ok := x.X.(*syntax.Call); ok {
				f := &Frame{t: t, in: in, unit: u, scope: newScope(moduleScope, nil), kept: true}
				return f.eval(u.slot(&explainExpr{c}, f.scope))
			}
		}
	}
	return nil, py.ValueErrorf("explain takes expressions, got %s", arg)
}

// explainFailed draws the op that the last error came from.
func (in *Interp) explainFailed(t *py.Thread) (py.Value, error) {
	ex := in.failed
	if ex == nil {
		return nil, py.ValueErrorf("explain: there was no error; explain takes an expression, as in :explain tf.range(3) * 2")
	}
	x := in.opts.Modules.Explainer()
	if x == nil {
		return nil, noPictures()
	}
	src := ""
	if len(ex.Trace) > 0 {
		at := ex.Trace[0]
		if r := []rune(at.Text); at.Col < at.End && at.End <= len(r) {
			src = string(r[at.Col:at.End])
		} else {
			src = strings.TrimSpace(at.Text)
		}
	}
	told, err := x.Begin(nil)
	if err != nil {
		return nil, err
	}
	kind, message := in.Describe(ex)
	told.Expression(src).Raised(ex, kind, message, ex.At)
	return told.Draw(t), nil
}

// Explain draws the expressions of a text, as written between the brackets of explain(...). What the text itself
// prints goes to sink; an expression that fails is drawn with its error.
func (in *Interp) Explain(ctx context.Context, src string, steps bool, sink func(Event)) (pic scene.Picture,
	err error) {
	ctx, end := memory.Begin(ctx)
	defer end()
	old := in.sink
	in.sink = sink
	defer func() {
		in.sink = old
		if r := recover(); r != nil {
			err = py.Recovered(r, "")
		}
		if err != nil {
			ex := py.AsExc(err)
			sink(Event{Kind: Error, Text: in.Traceback(ex), Exc: ex})
		}
	}()
	more := ""
	if steps {
		more = "\n, steps=True"
	}
	t := in.thread(ctx)
	v, err := in.explainText(t, src, more)
	if err != nil {
		return nil, err
	}
	return v.(scene.Picture), nil
}
