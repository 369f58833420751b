package function

import (
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Python functions as nodes of graphs (py_function, numpy_function), tf.autograph's switches, and the
// graph of a function as an object.

func init() {
	table.Register(
		table.Plain(
			table.Direct(
				"tf.py_function",
				"(func=None, inp=None, Tout=None, name=None)",
				"",
				func(c *bind.Call) (py.Value, error) {
					return hostFunction(c, false)
				},
				"Calls a Python function each time the graph runs, on eager tensors.\n\n>>> tf.py_function(lambda x: x + 1, "+
					"[tf.constant(1)], tf.int32)",
			),
		),
		table.Plain(table.Direct(
			"tf.numpy_function",
			"(func=None, inp=None, Tout=None, stateful=True, name=None)",
			"",
			func(c *bind.Call) (py.Value, error) { return hostFunction(c, true) },
			"Calls a Python function each time the graph runs, on NumPy arrays.\n\n>>> tf.numpy_function(lambda x: x + 1, "+
				"[tf.constant(1)], tf.int32)",
		)),
		table.Plain(
			table.Direct(
				"tf.inside_function",
				"()",
				"",
				func(c *bind.Call) (py.Value, error) { return bind.Tracing(c.T) != nil, nil },
				"Whether a function is being traced.\n\n>>> tf.inside_function()",
			),
		),
		table.Plain(
			table.Direct(
				"tf.autograph.set_verbosity",
				"(level, alsologtostdout=False)",
				"",
				func(*bind.Call) (py.Value, error) {
					return py.None, nil
				},
				"Does nothing: there is no generated code to tell of.\n\n>>> tf.autograph.set_verbosity(0)",
			),
		),
		table.Plain(table.Direct(
			"tf.autograph.experimental.set_loop_options",
			"(parallel_iterations=None, swap_memory=None, maximum_iterations=None, shape_invariants=None)",
			"",
			func(*bind.Call) (py.Value, error) { return py.None, nil },
			"As the first statement of a loop in a function: how many rounds there are at most (maximum_iterations), and\n"+
				"which dimensions of variables stay the same (shape_invariants, pairs of a variable and a shape).\n\n"+
				">>> tf.autograph.experimental.set_loop_options(maximum_iterations=3)",
		)),
		table.Plain(
			table.Direct("tf.autograph.to_graph", "(entity, recursive=True, experimental_optional_features=None)", "",
				func(c *bind.Call) (py.Value, error) { return &converted{fn: c.Args[0], on: true}, nil },
				"The function with its statements converted.\n\n>>> tf.autograph.to_graph(lambda x: x)(1)"),
		),
		table.Plain(
			table.Direct(
				"tf.autograph.experimental.do_not_convert",
				"(func=None)",
				"",
				func(c *bind.Call) (py.Value, error) {
					if c.Args[0] == py.None {
						return table.Find("tf.autograph.experimental.do_not_convert").Func(), nil
					}
					return &converted{fn: c.Args[0]}, nil
				},
				"The function with its statements as they are, while a function that calls it is traced.\n\n"+
					">>> tf.autograph.experimental.do_not_convert(lambda x: x)(1)",
			),
		),
	)
	initConverted()
}

// hostFunction is py_function and numpy_function, called or as a decorator.
func hostFunction(c *bind.Call, numpy bool) (py.Value, error) {
	fn := c.Args[0]
	if c.Args[1] == py.None { // a decorator
		tout := c.Args[2]
		wrap := func(fn py.Value) py.Value {
			return py.NewRaw(
				CallableName(c.T, fn)+"(*args)",
				"",
				func(t *py.Thread, args []py.Value, _ []py.Kw) (py.Value, error) {
					return hostCall(t, fn, args, tout, numpy)
				},
			)
		}
		if fn != py.None {
			return wrap(fn), nil
		}
		return py.NewBuiltin(
			"decorator(func)",
			func(_ *py.Thread, a []py.Value) (py.Value, error) { return wrap(a[0]), nil },
		), nil
	}
	args, ok := values.ListItems(c.Args[1])
	if !ok {
		args = []py.Value{c.Args[1]}
	}
	if c.Args[2] == py.None && !numpy {
		return nil, py.TypeErrorf("Missing required argument: 'Tout'\n  If using tf.py_function as a decorator, set `Tout`\n" +
			"  **by name** above the function:\n  `@tf.py_function(Tout=tout)`")
	}
	return hostCall(c.T, fn, args, c.Args[2], numpy)
}

// hostCall calls the function on tensors, or adds the node that does.
func hostCall(t *py.Thread, fn py.Value, args []py.Value, tout py.Value, numpy bool) (py.Value, error) {
	if numpy && bind.Tracing(t) == nil {
		return numpyCall(t, fn, args)
	}
	specs, many, err := hostSpecs(tout)
	if err != nil {
		return nil, err
	}
	f := &bind.Callee{Name: map[bool]string{true: "PyFunc", false: "EagerPyFunc"}[numpy], Self: true, Keep: true,
		Run: func(t *py.Thread, a []py.Value) (py.Value, error) { return runHost(t, fn, a[1:], specs, many, numpy) }}
	f.Outputs = func([]py.Value) py.Value {
		out := make([]py.Value, len(specs))
		for i, s := range specs {
			out[i] = &op.Edge{Type: s.Type, Shape: s.Shape}
		}
		if many {
			return py.NewList(out...)
		}
		return out[0]
	}
	if t.Rec == nil {
		return f.Run(t, append([]py.Value{fn}, args...))
	}
	return f.Call(t, append([]py.Value{fn}, args...))
}

// numpyCall is numpy_function outside of graphs: the function sees arrays, of Python's numbers too, and what it
// gives becomes tensors of its own types.
func numpyCall(t *py.Thread, fn py.Value, args []py.Value) (py.Value, error) {
	array, err := py.FromLibrary(t, "numpy:array")
	if err != nil {
		return nil, err
	}
	in := make([]py.Value, len(args))
	for i, a := range args {
		if in[i], err = py.Call(t, array, []py.Value{a}, nil); err != nil {
			return nil, err
		}
	}
	v, err := py.Call(t, fn, in, nil)
	if err != nil || v == py.None {
		return v, err
	}
	items, many := values.Sequence(v)
	if !many {
		return bind.Convert(t, v, tensor.Invalid)
	}
	out := make([]py.Value, len(items))
	for i, e := range items {
		if out[i], err = bind.Convert(t, e, tensor.Invalid); err != nil {
			return nil, err
		}
	}
	return py.NewList(out...), nil
}

func hostSpecs(tout py.Value) ([]graph.Spec, bool, error) {
	items, many := values.ListItems(tout)
	if !many {
		items = []py.Value{tout}
	}
	specs := make([]graph.Spec, len(items))
	for i, e := range items {
		specs[i].Shape = tensor.PartialShape{UnknownRank: true}
		if s, ok := e.(*bind.Spec); ok {
			specs[i] = graph.Spec{Type: s.DType, Shape: s.Shape}
			continue
		}
		d, err := bind.ToDType(e, "")
		if err != nil {
			return nil, false, err
		}
		specs[i].Type = d
	}
	return specs, many, nil
}

func runHost(t *py.Thread, fn py.Value, args []py.Value, specs []graph.Spec, many, numpy bool) (py.Value, error) {
	in := make([]py.Value, len(args))
	for i, a := range args {
		x, err := bind.Convert(t, a, tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if in[i] = x; numpy {
			in[i] = bind.Numpy(x)
		}
	}
	v, err := py.Call(t, fn, in, nil)
	if err != nil {
		return nil, err
	}
	vals, isSeq := values.ListItems(v)
	if !many || !isSeq {
		vals = []py.Value{v}
	}
	if len(specs) == 0 && v == py.None {
		return py.NewList(), nil
	}
	if len(vals) != len(specs) {
		return nil, py.NewExc(
			bind.InvalidArgumentError,
			"pyfunc returns "+table.Itoa(len(vals))+" values but expects to see "+
				table.Itoa(len(specs))+" values.",
		)
	}
	out := make([]py.Value, len(vals))
	for i, e := range vals {
		x, err := bind.Convert(t, e, tensor.Invalid)
		if err == nil && x.DType() != specs[i].Type {
			if numpy {
				return nil, py.NewExc(
					bind.InvalidArgumentError,
					table.Itoa(i)+"-th value returned by pyfunc_0 is "+x.DType().CName()+
						", but expects "+specs[i].Type.CName(),
				)
			}
			x, err = tensor.Cast(t.Ctx, x, specs[i].Type)
		}
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	if many {
		return py.NewList(out...), nil
	}
	return out[0], nil
}

// converted is a function whose statements are converted, or are not, whoever calls it.
type converted struct {
	fn py.Value
	on bool
}

func initConverted() {
	c := py.NewClass("", "function", py.ObjectClass, nil)
	py.Register[*converted](c)
	c.GetAttr = func(t *py.Thread, v py.Value, name string) (py.Value, error) {
		return py.GetAttr(t, v.(*converted).fn, name)
	}
}

// BindsSelf makes it a method when found in a class.
func (f *converted) BindsSelf() {}

// Params are the parameters of the function.
func (f *converted) Params() []py.Param { return paramsOf(f.fn) }

// Call calls the function.
func (f *converted) Call(t *py.Thread, args []py.Value, kw []py.Kw) (v py.Value, err error) {
	r := bind.Recorded(t)
	if r == nil || r.Graph == nil {
		return py.Call(t, f.fn, args, kw)
	}
	inner := *r
	inner.Autograph = f.on
	err = inner.With(t, func() error {
		v, err = py.Call(t, f.fn, args, kw)
		return err
	})
	return v, err
}
