package explain

import (
	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/py"
)

// Provider brings explain into the language.
func Provider() door.Provider { return door.Provider{Explainer: explainer{}} }

type explainer struct{}

// function is explain called by another name: it draws values only.
var function = py.NewRaw(Signature, Doc, func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
	e, err := explainer{}.Begin(kw)
	if err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return nil, py.TypeErrorf("explain() missing 1 required positional argument: 'expr'")
	}
	for _, v := range args {
		e.Value(v)
	}
	return e.Draw(t), nil
})

func (explainer) Function() *py.Builtin { return function }

func (explainer) Begin(kw []py.Kw) (door.Explanation, error) {
	o, err := ReadOptions(kw)
	if err != nil {
		return nil, err
	}
	return &underWay{options: o}, nil
}

// underWay is an explanation whose expressions are still being evaluated.
type underWay struct {
	options Options
	traces  []*Trace
}

func (u *underWay) add(tr *Trace) *Trace {
	u.traces = append(u.traces, tr)
	return tr
}

func (u *underWay) Expression(src string) door.Watcher { return u.add(&Trace{Src: src}) }

func (u *underWay) Value(v py.Value) { u.add(&Trace{Result: v}) }

func (u *underWay) Draw(t *py.Thread) scene.Picture { return New(t, u.traces, u.options) }

// Called adds the step of a call.
func (t *Trace) Called(src string, c door.Call, result py.Value, err error) {
	t.step(CallOf(src, c.Fn, c.Args, c.Kw), result, err)
}

// Operated adds the step of an operator or of an indexing ("[]").
func (t *Trace) Operated(sign, src string, params []string, args []py.Value, result py.Value, err error) {
	t.step(Step{Name: sign, Src: src, Params: params, Args: args}, result, err)
}

func (t *Trace) step(s Step, result py.Value, err error) {
	if s.Result = result; err != nil {
		s.Err = py.AsExc(err)
	}
	t.Add(s)
}

// Gave ends the expression with its value.
func (t *Trace) Gave(v py.Value) { t.Result = v }

// Raised ends the expression with an error, whose own call becomes a step when it is given.
func (t *Trace) Raised(ex *py.Exc, kind, message string, at *py.Failure) {
	t.Err, t.Kind, t.Message = ex, kind, message
	if at != nil {
		t.Failed(at)
	}
}
