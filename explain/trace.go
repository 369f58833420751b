package explain

import (
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
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
	In     string // the call within which it happened, of deep traces
	fn     py.Value
}

// arg is the argument of a parameter, nil when it was not given or is None.
//
//go:noinline
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
	Deep    bool // ops that functions and layers call are steps too

	within []string         // calls that are open, by their texts
	calls  *bind.Op         // called by the expression itself: no step of its own
	held   map[py.Value]int // tensors of the steps, by how many steps hold them
	bytes  int
	oldest int // the first step whose values are still held
}

// The bounds of what a trace keeps.
const (
	mostSteps = 1000
	mostHeld  = 256 << 20
)

// Add adds a step. Where the values of all steps grow beyond mostHeld, those of the oldest ones are let go: their
// lines stay.
func (t *Trace) Add(s Step) {
	if len(t.Steps) >= mostSteps {
		t.More++
		return
	}
	if t.held == nil {
		t.held = map[py.Value]int{}
	}
	for _, x := range s.tensors() {
		if t.held[x]++; t.held[x] == 1 {
			t.bytes += sizeOf(x)
		}
	}
	t.Steps = append(t.Steps, s)
	for t.bytes > heldBytes && t.oldest < len(t.Steps)-1 {
		t.letGo(&t.Steps[t.oldest])
		t.oldest++
	}
}

// heldBytes is mostHeld; a variable for the tests.
var heldBytes = mostHeld

// letGo replaces the values of a step by what they were.
func (t *Trace) letGo(s *Step) {
	for _, x := range s.tensors() {
		if t.held[x]--; t.held[x] == 0 {
			t.bytes -= sizeOf(x)
			delete(t.held, x)
		}
	}
	c := &canvas{t: py.Background()}
	s.Result = &forgotten{c.brief(s.Result)}
	args := make([]py.Value, len(s.Args))
	for i, a := range s.Args {
		if args[i] = a; a != nil && isTensor(a) {
			args[i] = &forgotten{c.brief(a)}
		}
	}
	s.Args = args
}

// forgotten stands for a value that was let go.
type forgotten struct{ was string }

func init() {
	k := py.NewClass("tfs", "forgotten", py.ObjectClass, nil)
	k.Repr = func(_ *py.Thread, v py.Value) (string, error) { return v.(*forgotten).was, nil }
	py.Register[*forgotten](k)
}

// tensors are the tensors among the values of a step.
func (s *Step) tensors() []py.Value {
	var out []py.Value
	for _, v := range append(s.Args[:len(s.Args):len(s.Args)], s.Result) {
		switch x := v.(type) {
		case *tensor.Tensor:
			if x != nil {
				out = append(out, v)
			}
		case *ragged.Ragged: // one that is not valid may have no values
			if x != nil && ragged.Valid(x) == nil {
				out = append(out, v)
			}
		}
	}
	return out
}

// sizeOf is the memory of a tensor's values; texts count by their headers.
func sizeOf(v py.Value) int {
	t := ragged.FlatOf(v.(ragged.Value))
	return t.Len() * max(t.DType().Size(), 16*b2i(t.DType() == tensor.String))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Enter and Leave tell of a call whose ops are steps of a deep trace; op is the entry of the table that the
// expression calls itself, if it does.
func (t *Trace) Enter(text string, fn py.Value) {
	t.within = append(t.within, text)
	if b, ok := fn.(*py.Builtin); ok {
		t.calls = ops()[b]
	}
}

// Leave ends what Enter began.
func (t *Trace) Leave() { t.within, t.calls = t.within[:len(t.within)-1], nil }

// Opens tells whether the ops within a call are to be steps: that of a function or layer, or of a builtin that is given
// a function.
func (t *Trace) Opens(fn py.Value, args []py.Value) bool {
	if !t.Deep {
		return false
	}
	if m, ok := fn.(*py.Method); ok {
		fn = m.Fn
	}
	if _, builtin := fn.(*py.Builtin); !builtin {
		return true
	}
	for _, a := range args {
		if _, isType := a.(*py.Class); isType {
			continue
		}
		if _, ok := a.(py.Callable); ok {
			return true
		}
	}
	return false
}

// Called implements bind.Observer: it adds the call of an op within a function.
func (t *Trace) Called(o *bind.Op, args []py.Value, v py.Value, err error) {
	if !t.Deep || o == t.calls || err == nil && !isTensor(v) {
		return // what works on types and names is no step
	}
	name := o.Name[strings.LastIndexByte(o.Name, '.')+1:]
	c := &canvas{t: py.Background()}
	words := make([]string, 0, len(args))
	for _, a := range args {
		if a != nil && a != py.None && isTensor(a) {
			words = append(words, c.brief(a))
		}
	}
	s := CallOf(name+" of "+strings.Join(words, " and "), o.Func(), args, nil)
	if len(words) == 0 {
		return // made of no tensor: the values of a layer that is built
	}
	if s.Result = v; err != nil {
		s.Err = py.AsExc(err)
	}
	if n := len(t.within); n > 0 {
		s.In = t.within[n-1]
	}
	t.Add(s)
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
