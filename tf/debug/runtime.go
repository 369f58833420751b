package debug

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// What scripts begin with: devices, settings. There is one device and every op runs
// eagerly, so most of it asks for what is so already.

// Scope is a context manager that changes nothing here: tf.device. name is what
// "as" binds.
type Scope struct{ Name py.Value }

var scopeClass = py.NewClass("tensorflow.python.framework.ops", "device", py.ObjectClass, nil)

func init() {
	py.Register[*Scope](scopeClass)
	table.InLibrary("_tf_logging", "tf.get_logger")
	const logging = "tf.compat.v1.logging."
	for _, name := range []string{"log", "vlog", "debug", "info", "warn", "warning", "error", "fatal", "log_every_n",
		"log_first_n", "log_if", "get_verbosity", "set_verbosity", "flush"} {
		table.InLibrary("_tf_logging", logging+name)
	}
	for i, name := range []string{"DEBUG", "INFO", "WARN", "ERROR", "FATAL"} {
		table.Constant(int64(10*(i+1)), logging+name)
	}
	initRuntimeClasses()
	nothing := func(name, sig string, kernel func(c *bind.Call) (py.Value, error), doc string) {
		table.Register(table.Plain(table.Direct(name, sig, "", kernel, doc)))
	}
	nothing("tf.group", "(*inputs, **kwargs)", group, `None: eager ops have run. In a traced function an operation.

>>> tf.group(tf.constant(1))`)
	nothing("tf.no_op", "(name=None)", func(c *bind.Call) (py.Value, error) { return noOp(c.T, c.Args[0], "NoOp") },
		`None: does nothing. In a traced function an operation.

>>> tf.no_op()`)
	nothing("tf.control_dependencies", "(control_inputs)", depending,
		`A context that changes nothing: what has an effect runs in the order of the program.

>>> with tf.control_dependencies([]): print(tf.constant(1).shape)`)
	table.Register(
		table.Plain(
			table.Direct(
				"tf.executing_eagerly",
				"()",
				"",
				func(c *bind.Call) (py.Value, error) { return bind.Tracing(c.T) == nil, nil },
				`Whether ops run at once, as they do outside of functions.

>>> tf.executing_eagerly()`,
			),
		),
		table.Plain(
			table.Direct(
				"tf.device",
				"(device_name)",
				"",
				func(*bind.Call) (py.Value, error) { return &Scope{py.None}, nil },
				`A context that changes nothing: there is one device.

>>> with tf.device('/CPU:0'): print(tf.constant(1).shape)`,
			),
		),
	)
}

// noOp is the operation that does nothing, under a name or one for want of it; None where nothing is traced.
func noOp(t *py.Thread, name py.Value, other string) (py.Value, error) {
	if bind.Tracing(t) == nil {
		return py.None, nil
	}
	x := bind.ExecOf(t)
	x.Name = other
	if s, ok := name.(string); ok && s != "" {
		x.Name = s
	}
	n, err := x.Do(op.NoOp, nil)
	return bind.Made(n), err
}

// group is the operation that has run when others have: those with an effect do anyway, in the order of the program.
func group(c *bind.Call) (py.Value, error) {
	if bind.Tracing(c.T) == nil {
		return py.None, nil
	}
	kw, name := c.Args[1].(*py.Dict), py.Value(py.None)
	unknown := ""
	err := kw.Each(func(k, v py.Value) error {
		if py.StrOf(k) == "name" {
			name = v
		} else {
			unknown = strings.TrimPrefix(unknown+", "+py.StrOf(k), ", ")
		}
		return nil
	})
	if err == nil && unknown != "" {
		err = py.ValueErrorf("Unknown keyword arguments: %s", unknown)
	}
	if err != nil {
		return nil, err
	}
	bind.SwapLeaves(c.Args[0], func(v py.Value) py.Value {
		switch v.(type) {
		case *op.Node, *op.Edge, *tensor.Tensor, *bind.Variable:
		default:
			if err == nil && bind.Components(v) == nil {
				err = py.TypeErrorf("'inputs' should be zero or more (nested) Tensors. Received '%s' with type '%s'.",
					py.StrOf(v), py.ReprOf(py.TypeOf(v)))
			}
		}
		return v
	})
	if err != nil {
		return nil, err
	}
	return noOp(c.T, name, "group_deps")
}

// depending is tf.control_dependencies. Outside of functions what can be called among the inputs is.
func depending(c *bind.Call) (py.Value, error) {
	none := &Scope{py.None}
	if c.Args[0] == py.None {
		return none, nil
	}
	traced := bind.Tracing(c.T) != nil
	if ok, err := py.Truth(c.T, c.Args[0]); !traced && err == nil && !ok {
		return none, nil
	}
	items, err := py.ToSlice(c.T, c.Args[0])
	for _, v := range items {
		if traced && v == py.None {
			return nil, py.TypeErrorf("Can not convert a NoneType into a Tensor or Operation.")
		}
		if !traced && py.IsCallable(v) && err == nil {
			_, err = py.Call(c.T, v, nil, nil)
		}
	}
	return none, err
}

func initRuntimeClasses() {
	scopeClass.Def("__enter__(self)", "The name.", func(_ *py.Thread, a []py.Value) (py.Value,
		error) {
		return a[0].(*Scope).Name, nil
	})
	scopeClass.Def("__exit__(self, *args)", "", func(*py.Thread, []py.Value) (py.Value, error) { return false, nil })
}
