package explain

import (
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Step is one call, operator or indexing of an expression.
type Step struct {
	Name   string // canonical: tf.io.decode_raw, RaggedTensor.to_tensor, +, []
	Src    string // the user's text
	Params []string
	Args   []py.Value // bound: one for each of Params, where these are known
	Result py.Value
	Err    *py.Exc
	fn     py.Value
}

// arg is the argument of a parameter, nil when it was not given or is None.
func (s *Step) arg(names ...string) py.Value {
	for i, p := range s.Params {
		for _, n := range names {
			if p == n && i < len(s.Args) && s.Args[i] != nil && s.Args[i] != py.None {
				return s.Args[i]
			}
		}
	}
	return nil
}

// Trace is what an expression did.
type Trace struct {
	Src     string
	Steps   []Step
	More    int // steps that were not kept
	Result  py.Value
	Err     *py.Exc
	Kind    string // of the error, its full class name
	Message string
}

// mostSteps bounds what a trace keeps.
const mostSteps = 1000

// Add adds a step.
func (t *Trace) Add(s Step) {
	if len(t.Steps) >= mostSteps {
		t.More++
		return
	}
	t.Steps = append(t.Steps, s)
}

// Failed adds the call that an error came from, as errors keep it (py.Exc.At).
func (t *Trace) Failed(at *py.Failure) {
	s := Step{Name: at.Name, Src: t.Src, Params: at.Params, Args: at.Args}
	if at.Fn != nil {
		s = CallOf(t.Src, at.Fn(), at.Args, nil)
	}
	s.Err = t.Err
	t.Add(s)
}

// Draws tells whether there is a picture of the call that an error came from.
func Draws(at *py.Failure) bool {
	return at != nil && pictures[at.Name] != nil
}

// ops finds the entry of the table that a function belongs to.
var ops = sync.OnceValue(func() map[*py.Builtin]*bind.Op {
	m := make(map[*py.Builtin]*bind.Op, len(table.Entries))
	for _, o := range table.Entries {
		m[o.Func()] = o
	}
	return m
})

// CallOf is the step of a call with its arguments bound.
func CallOf(src string, fn py.Value, args []py.Value, kw []py.Kw) Step {
	s := Step{Src: src, fn: fn}
	if m, ok := fn.(*py.Method); ok {
		args, fn = append([]py.Value{m.Self}, args...), m.Fn
	}
	switch f := fn.(type) {
	case *py.Builtin:
		s.Name = f.Name
		if o := ops()[f]; o != nil {
			s.Name = o.Name
		} else if f.Owner != nil {
			s.Name = f.Owner.Name + "." + f.Name
		}
		if sig := f.Sig(); sig != nil && f.Raw == nil {
			if bound, err := py.Bind(sig.Params, f.Style, f.Name, args, kw); err == nil && len(bound) > 0 {
				for _, p := range sig.Params {
					s.Params = append(s.Params, p.Name)
				}
				s.Args = bound
				if k, isClass := bound[0].(*py.Class); isClass && s.Params[0] == "cls" {
					s.Name, s.Params, s.Args = k.Name+"."+f.Name, s.Params[1:], s.Args[1:]
				}
				return s
			}
		}
	case *py.Class:
		s.Name = f.Name
	default:
		if v, err := py.GetAttr(py.Background(), fn, "__name__"); err == nil {
			s.Name = py.StrOf(v)
		} else {
			s.Name = py.TypeOf(fn).Name
		}
	}
	for i := range args {
		s.Params = append(s.Params, []string{"x", "y", "z"}[min(i, 2)])
	}
	s.Args = append(s.Args, args...)
	for _, k := range kw {
		s.Params, s.Args = append(s.Params, k.Name), append(s.Args, k.Value)
	}
	return s
}
