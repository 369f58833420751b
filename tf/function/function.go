package function

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Function is tf.function's result: a Python function that is traced once for each type of arguments.
type Function struct {
	Fn        py.Value
	FullName  string
	ParamList []py.Param
	Sig       []py.Value // the input signature, nil for none
	relax     bool       // shapes that differ from call to call become unknown
	Graph     bool       // AutoGraph converts the body

	Traces  []*Concrete
	Exact   map[string]*Concrete
	created bool // variables were made by the first trace: later ones must not
	attrs   *py.Dict
	last    *Concrete // the trace of the last call, where it takes tensors alone
}

var functionClass = py.NewClass("tensorflow.python.eager.polymorphic_function.polymorphic_function", "Function",
	polymorphicBase, nil)

// eagerKey keeps run_functions_eagerly of an interpreter.
type eagerKey struct{}

// eagerSwitch is tf.config.run_functions_eagerly, and the traces that ran since somebody wanted to know.
type eagerSwitch struct {
	on     bool
	listed bool
	ran    []*Concrete
}

// note lists a trace that runs, once.
func (s *eagerSwitch) note(k *Concrete) {
	if s.listed && !slices.Contains(s.ran, k) {
		s.ran = append(s.ran, k)
	}
}

// CallsModule is _tf_calls: which traces ran, for the library's own modules.
func CallsModule() *py.Module {
	list := py.NewBuiltin("listed(on)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		s := eagerFunctions(t)
		out := py.NewList()
		for _, k := range s.ran {
			out.Items = append(out.Items, k)
		}
		s.listed, s.ran = a[0] == true, nil
		return out, nil
	})
	list.Doc = "The traces that ran since the last call; whether those that run from now on are listed."
	return &py.Module{Name: "_tf_calls", Short: "_tf_calls", Attrs: map[string]py.Value{"listed": list}, Shared: true,
		Doc: "The traces that ran."}
}

func eagerFunctions(t *py.Thread) *eagerSwitch {
	return t.Local(eagerKey{}, func() any { return &eagerSwitch{} }).(*eagerSwitch)
}

// serials number functions: TensorFlow's count of every op it ever made cannot be had.
var serials atomic.Int64

// NextSerial is a number that no function, table or variable of the process has yet.
func NextSerial() int { return int(serials.Add(1)) }

func init() {
	py.Register[*Function](functionClass)
	table.Constant(functionDecorator(), "tf.function")
	c := functionClass
	self := func(v py.Value) *Function { return v.(*Function) }
	c.Doc = "A function that runs as a graph."
	c.Prop("python_function", "The function as it was written.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return self(v).Fn, nil
	})
	c.Prop("__wrapped__", "The function as it was written.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return self(v).Fn, nil
	})
	c.Prop(
		"__name__",
		"The function's name.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return self(v).FullName, nil },
	)
	c.Prop(
		"name",
		"The function's name.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return self(v).FullName, nil },
	)
	c.Prop("input_signature", "The specs given, or None.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if f := self(v); f.Sig != nil {
			return py.NewTuple(f.Sig...), nil
		}
		return py.None, nil
	})
	c.Prop("function_type", "The signature: parameters with what is known of their types.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return &functionType{fn: self(v)}, nil })
	c.Def("experimental_get_tracing_count(self)", "How often the function was traced.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return int64(len(self(a[0]).Traces)), nil })
	c.Def("_list_all_concrete_functions(self)", "All traces.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		var out []py.Value
		for _, k := range self(a[0]).Traces {
			out = append(out, k)
		}
		return py.NewList(out...), nil
	})
	c.Def("pretty_printed_concrete_signatures(self, verbose=True)", "The signatures of all traces.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			var parts []string
			for _, k := range self(a[0]).Traces {
				parts = append(parts, k.Signature(a[1] != false))
			}
			return strings.Join(parts, "\n\n"), nil
		})
	c.DefRaw("get_concrete_function(self, *args, **kwargs)", "The trace for such arguments: tensors or specs of them.",
		func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			return self(args[0]).ConcreteFor(t, args[1:], kw)
		})
	c.GetAttr = func(t *py.Thread, v py.Value, name string) (py.Value, error) {
		f := self(v)
		if f.attrs != nil {
			if x, ok := f.attrs.GetStr(name); ok {
				return x, nil
			}
		}
		if name == "__doc__" || name == "__module__" || name == "__qualname__" {
			return py.GetAttr(t, f.Fn, name)
		}
		return nil, py.NoAttr(v, name)
	}
	c.SetAttr = func(_ *py.Thread, v py.Value, name string, x py.Value) error {
		f := self(v)
		if f.attrs == nil {
			f.attrs = py.NewDict()
		}
		f.attrs.SetStr(name, x)
		return nil
	}
	table.Register(
		table.Plain(
			table.Direct("tf.config.run_functions_eagerly", "(run_eagerly)", "", func(c *bind.Call) (py.Value, error) {
				on, err := py.Truth(c.T, c.Args[0])
				eagerFunctions(c.T).on = on
				return py.None, err
			}, "Makes functions run as they are written, without graphs.\n\n>>> tf.config.run_functions_eagerly(False)"),
		),
		table.Plain(table.Direct("tf.config.functions_run_eagerly", "()", "", func(c *bind.Call) (py.Value, error) {
			return eagerFunctions(c.T).on, nil
		}, "Whether functions run as they are written.\n\n>>> tf.config.functions_run_eagerly()")),
		table.Plain(
			table.Direct("tf.init_scope", "()", "", func(*bind.Call) (py.Value, error) { return &initScope{}, nil },
				"A context within which ops run at once while a function is traced.\n\n>>> with tf.init_scope(): "+
					"print(tf.executing_eagerly())"),
		),
	)
	initScopeClass()
}

// BindsSelf makes functions methods when found in a class.
func (f *Function) BindsSelf() {}

// BoundTo is the function of an object's own whose method f is.
func (f *Function) BoundTo(self py.Value) py.Value {
	obj, ok := self.(*py.Instance)
	if !ok {
		return &py.Method{Self: self, Fn: f}
	}
	if b, ok := obj.Kept[f].(*Function); ok {
		return b
	}
	m := &py.Method{Self: self, Fn: f.Fn}
	b := &Function{Fn: m, FullName: f.FullName, ParamList: paramsOf(m), Sig: f.Sig, relax: f.relax, Graph: f.Graph,
		Exact: map[string]*Concrete{}}
	if obj.Kept == nil {
		obj.Kept = map[any]py.Value{}
	}
	obj.Kept[f] = b // not here: a function outlives the objects
	return b
}

// method tells a call with the object in front, as a method's is.
func (f *Function) method(args []py.Value) (*Function, bool) {
	if len(args) == 0 || len(f.ParamList) == 0 || f.ParamList[0].Name != "self" {
		return nil, false
	}
	b, ok := f.BoundTo(args[0]).(*Function)
	return b, ok
}

// Name is the function's name.
func (f *Function) Name() string { return f.FullName }

// Params are the parameters of the function.
func (f *Function) Params() []py.Param { return f.ParamList }

func functionDecorator() *py.Builtin {
	return py.NewBuiltin("function(func=None, input_signature=None, autograph=True, jit_compile=None, "+
		"reduce_retracing=False, experimental_implements=None, experimental_autograph_options=None, "+
		"experimental_attributes=None, experimental_relax_shapes=None, experimental_compile=None, "+
		"experimental_follow_type_hints=None)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		make := func(fn py.Value) (py.Value, error) {
			return newFunction(t, fn, a[1], a[2], a[4] == true || a[8] == true)
		}
		if a[0] != py.None {
			return make(a[0])
		}
		return py.NewBuiltin("decorated(inner_function)", func(_ *py.Thread, b []py.Value) (py.Value, error) {
			return make(b[0])
		}), nil
	})
}

func newFunction(t *py.Thread, fn, sig, autograph py.Value, relax bool) (py.Value, error) {
	if !py.IsCallable(fn) {
		return nil, py.TypeErrorf("tf.function takes a function, not %s", py.ReprOf(fn))
	}
	if f, ok := fn.(*Function); ok {
		fn = f.Fn
	}
	f := &Function{
		Fn:        fn,
		FullName:  CallableName(t, fn),
		ParamList: paramsOf(fn),
		relax:     relax,
		Graph:     autograph != false,
		Exact:     map[string]*Concrete{},
	}
	if sig == py.None {
		return f, nil
	}
	items, ok := values.ListItems(sig)
	if !ok {
		return nil, py.TypeErrorf(
			"input_signature must be either a tuple or a list, got %s.",
			py.ReprOf(py.TypeOf(sig)),
		)
	}
	f.Sig = append([]py.Value{}, items...)
	return f, f.checkSignature()
}

// checkSignature gives every parameter beyond the signature its default.
func (f *Function) checkSignature() error {
	params := f.ParamList
	if len(params) > 0 && params[0].Name == "self" {
		params = params[1:]
	}
	for i, p := range params {
		switch {
		case i < len(f.Sig) && !p.KwOnly && !p.DStar, p.Star, p.DStar, p.Default != nil:
		default:
			return py.TypeErrorf("input_signature missing type constraint for %s", p.Name)
		}
	}
	return nil
}

// CallableName is the __name__ of a callable, else the name of its class.
func CallableName(t *py.Thread, fn py.Value) string {
	if v, err := py.GetAttr(t, fn, "__name__"); err == nil {
		if s, ok := v.(string); ok {
			return s
		}
	}
	return py.TypeOf(fn).Name
}

// paramsOf are the parameters of a callable.
func paramsOf(fn py.Value) []py.Param {
	switch x := fn.(type) {
	case interface{ Params() []py.Param }:
		return x.Params()
	case *py.Method:
		if p := paramsOf(x.Fn); len(p) > 0 {
			return p[1:]
		}
	case *py.Builtin:
		if s := x.Sig(); s != nil {
			return s.Params
		}
	case *py.Instance:
		if m := x.Class.Lookup("__call__"); m != nil {
			if p := paramsOf(m); len(p) > 0 {
				return p[1:]
			}
		}
	}
	return []py.Param{{Name: "args", Star: true}, {Name: "kwargs", DStar: true}}
}

// Call runs the function: the trace that its arguments' types choose.
func (f *Function) Call(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
	if len(kw) == 0 && t.Rec == nil {
		if k, s := f.last, eagerFunctions(t); k != nil && !s.on && k.takes(args) {
			s.note(k)
			in := make([]op.Value, 0, 3*len(args)+len(k.Plan.Captures))
			for _, a := range args {
				if x, ok := a.(*tensor.Tensor); ok {
					in = append(in, x)
				} else {
					in = append(in, bind.Components(a)...)
				}
			}
			return k.runFlat(t, in)
		}
	}
	if eagerFunctions(t).on {
		return py.Call(t, f.Fn, args, kw)
	}
	if b, ok := f.method(args); ok {
		return b.Call(t, args[1:], kw)
	}
	bound, err := f.bind(t, args, kw)
	if err != nil {
		return nil, err
	}
	k, err := f.find(t, bound)
	if err != nil {
		return nil, err
	}
	if k.takes(args) {
		f.last = k
	}
	eagerFunctions(t).note(k)
	return k.Run(t, bound)
}

// ConcreteFor is get_concrete_function.
func (f *Function) ConcreteFor(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
	if b, ok := f.method(args); ok {
		return b.ConcreteFor(t, args[1:], kw)
	}
	if f.Sig != nil && len(args)+len(kw) == 0 {
		args = append(args, f.Sig...)
	}
	bound, err := f.bind(t, args, kw)
	if err != nil {
		return nil, err
	}
	return f.find(t, bound)
}

// find chooses the trace for bound arguments: the one made for their types, else the most specific one
// that covers them, else a new one.
func (f *Function) find(t *py.Thread, b *Bound) (*Concrete, error) {
	var key strings.Builder
	typeKey(&key, b.types)
	if k := f.Exact[key.String()]; k != nil && k.usable(t) {
		return k, nil
	}
	var fit []*Concrete
	for _, k := range f.Traces {
		if covers(k.Args, b.types) && k.usable(t) {
			fit = append(fit, k)
		}
	}
	if len(fit) > 0 {
		moreSpecific(fit)
		return fit[0], nil
	}
	if f.relax {
		f.relaxTypes(b)
	}
	k, err := f.trace(t, b)
	if err != nil {
		return nil, err
	}
	f.Traces = append(f.Traces, k)
	f.Exact[key.String()] = k
	return k, nil
}

// relaxTypes generalises the types of a call by those of an earlier trace of the same form.
func (f *Function) relaxTypes(b *Bound) {
	for i := len(f.Traces) - 1; i >= 0; i-- {
		if r := relaxed(f.Traces[i].Args, b.types); r != nil {
			b.types = r.(*py.Tuple)
			return
		}
	}
}

// usable tells whether a trace can serve here: one that uses edges of a graph around it only within that graph.
func (k *Concrete) usable(t *py.Thread) bool {
	g := bind.Tracing(t)
	for _, v := range k.Plan.Captures {
		if e, ok := v.(*op.Edge); ok && (g == nil || !g.Sees(e)) {
			return false
		}
	}
	return true
}

// initScope is tf.init_scope.
type initScope struct{ before any }

func initScopeClass() {
	c := py.NewClass("contextlib", "_GeneratorContextManager", py.ObjectClass, nil)
	py.Register[*initScope](c)
	c.Def("__enter__(self)", "Ops run at once.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		a[0].(*initScope).before, t.Rec = t.Rec, nil
		return py.None, nil
	})
	c.Def("__exit__(self, *args)", "Back to the graph.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		t.Rec = a[0].(*initScope).before
		return false, nil
	})
}
