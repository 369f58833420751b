package lang

import (
	"context"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/session/transcript"
	"github.com/tfs-lang/tfs/text/literal"
)

// RunText runs a text among the names of the session, as a part of what runs. name is what tracebacks call it; an
// error of its syntax is a SyntaxError.
func (in *Interp) RunText(t *py.Thread, name, src string, mode Mode) error {
	u := NewUnit(name, src)
	body, err := syntax.ParseWith(src, commandsIn(name, mode))
	if err != nil {
		return syntaxExc(u, err)
	}
	return in.run(t, u, body, mode)
}

// Value evaluates one expression among the names of the session.
func (in *Interp) Value(t *py.Thread, name, src string) (py.Value, error) {
	u := NewUnit(name, src+"\n")
	return u.value(&Frame{t: t, in: in, unit: u, scope: newScope(moduleScope, nil)}, src)
}

// valueIn evaluates one expression among the names of a frame.
func (in *Interp) valueIn(f *Frame, src string) (py.Value, error) {
	u := NewUnit("<expression>", strings.TrimSpace(src)+"\n")
	within := *f
	within.unit = u
	return u.value(&within, src)
}

func (u *Unit) value(f *Frame, src string) (py.Value, error) {
	body, err := syntax.Parse(u.Src)
	if err != nil {
		return nil, syntaxExc(u, err)
	}
	if len(body) == 1 {
		if x, ok := body[0].(*syntax.ExprStmt); ok {
			return f.eval(u.slot(x.X, f.scope))
		}
	}
	return nil, py.ValueErrorf("an expression is needed, got %s", literal.Quote(src))
}

// RunSource runs a text as a program: with prompts by the prompt's rules, else as a script.
func (in *Interp) RunSource(ctx context.Context, name, src string, sink func(Event)) error {
	if !transcript.HasPrompts(src) {
		return in.Eval(ctx, name, src, Script, sink)
	}
	for _, code := range transcript.Pages(src) {
		if err := in.Eval(ctx, name, code+"\n", Cell, sink); err != nil {
			return err
		}
	}
	return nil
}

// Expr evaluates one expression in the session, for what front ends watch. What it prints
// goes to sink.
func (in *Interp) Expr(ctx context.Context, src string, sink func(Event)) (v py.Value, text string, err error) {
	ctx, end := memory.Begin(ctx)
	defer end()
	old := in.sink
	in.sink = sink
	defer func() {
		in.sink = old
		if r := recover(); r != nil {
			err = py.Recovered(r, "")
		}
	}()
	t := in.Thread(ctx)
	if v, err = in.Value(t, "<expression>", strings.TrimSpace(src)); err != nil {
		return nil, "", err
	}
	text, err = py.Repr(t, v)
	if forms := in.Forms(t, v); forms != nil && err == nil {
		v = forms
	}
	return v, py.Visible(text), err
}

// ExprAmong evaluates one expression among the session's names and some more, which hide them for this time. It binds
// nothing; the error is the program's.
func (in *Interp) ExprAmong(ctx context.Context, src string, names map[string]py.Value) (v py.Value, err error) {
	ctx, end := memory.Begin(ctx)
	defer end()
	old := in.sink
	in.sink = func(Event) {}
	defer func() {
		in.sink = old
		if r := recover(); r != nil {
			err = py.Recovered(r, "")
		}
	}()
	globals := py.NewDict()
	in.eachGlobal(globals.SetStr)
	for n, v := range names {
		globals.SetStr(n, v)
	}
	return in.within(globals).Value(in.Thread(ctx), "<check>", strings.TrimSpace(src))
}

// Timer runs a text again and again.
type Timer struct {
	f     *Frame
	stmts []stmt
}

// NewTimer prepares a text to be run often; an error of its syntax is a SyntaxError.
func (in *Interp) NewTimer(t *py.Thread, src string) (*Timer, error) {
	u := NewUnit("<timeit>", src+"\n")
	body, err := syntax.Parse(u.Src)
	if err != nil {
		return nil, syntaxExc(u, err)
	}
	s := newScope(moduleScope, nil)
	stmts := u.block(body, s)
	return &Timer{&Frame{t: t, in: in, unit: u, scope: s}, stmts}, nil
}

// Run runs the text so many times and gives the time it took. It can be interrupted.
func (m *Timer) Run(loops int) (time.Duration, error) {
	start := time.Now()
	for range loops {
		if _, err := m.f.exec(m.stmts); err != nil {
			return 0, err
		}
		if err := m.f.t.Poll(); err != nil {
			return 0, err
		}
	}
	return time.Since(start), nil
}
