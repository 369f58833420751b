package debug

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// What scripts begin with: devices, settings, loggers. There is one device and every op runs
// eagerly, so most of it asks for what is so already.

// Scope is a context manager that changes nothing here: tf.device. name is what
// "as" binds.
type Scope struct{ Name py.Value }

// logger is what tf.get_logger gives.
type logger struct{ level py.Value }

var (
	scopeClass  = py.NewClass("tensorflow.python.framework.ops", "device", py.ObjectClass, nil)
	loggerClass = py.NewClass("logging", "Logger", py.ObjectClass, nil)
)

func init() {
	py.Register[*Scope](scopeClass)
	py.Register[*logger](loggerClass)
	initRuntimeClasses()
	nothing := func(name, sig, doc string, aliases ...string) {
		table.Register(
			table.Plain(
				table.Direct(
					name,
					sig,
					"",
					func(*bind.Call) (py.Value, error) { return py.None, nil },
					doc,
					aliases...),
			),
		)
	}
	nothing("tf.group", "(*inputs, **kwargs)", `None: eager ops have run.

>>> tf.group(tf.constant(1))`)
	nothing("tf.no_op", "(name=None)", `None: does nothing.

>>> tf.no_op()`)
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
				"tf.get_logger",
				"()",
				"",
				func(*bind.Call) (py.Value, error) { return &logger{level: int64(30)}, nil },
				`The logger of TensorFlow.

>>> tf.get_logger().setLevel('ERROR')`,
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

func initRuntimeClasses() {
	scopeClass.Def("__enter__(self)", "The name.", func(_ *py.Thread, a []py.Value) (py.Value,
		error) {
		return a[0].(*Scope).Name, nil
	})
	scopeClass.Def("__exit__(self, *args)", "", func(*py.Thread, []py.Value) (py.Value, error) { return false, nil })
	loggerClass.Prop("name", "tensorflow.", func(*py.Thread, py.Value) (py.Value, error) { return "tensorflow", nil })
	loggerClass.Prop("level", "The level set.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return v.(*logger).level,
			nil
	})
	loggerClass.Def("setLevel(self, level)", "Sets the level; tfs logs nothing by itself.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			a[0].(*logger).level = a[1]
			return py.None, nil
		})
}
