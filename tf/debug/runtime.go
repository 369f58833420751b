package debug

import (
	"fmt"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// What scripts begin with: devices, settings, loggers. There is one device and every op runs
// eagerly, so most of it asks for what is so already.

// device is a physical or logical device.
type device struct {
	kind, name, deviceType string
}

var cpus = map[string]*device{
	"PhysicalDevice": {"PhysicalDevice", "/physical_device:CPU:0", "CPU"},
	"LogicalDevice":  {"LogicalDevice", "/device:CPU:0", "CPU"},
}

// Scope is a context manager that changes nothing here: tf.device. name is what
// "as" binds.
type Scope struct{ Name py.Value }

// logger is what tf.get_logger gives.
type logger struct{ level py.Value }

var (
	deviceClass = py.NewClass("tensorflow.python.eager.context", "PhysicalDevice", py.ObjectClass, nil)
	scopeClass  = py.NewClass("tensorflow.python.framework.ops", "device", py.ObjectClass, nil)
	loggerClass = py.NewClass("logging", "Logger", py.ObjectClass, nil)
)

func init() {
	py.Register[*device](deviceClass)
	py.Register[*Scope](scopeClass)
	py.Register[*logger](loggerClass)
	initRuntimeClasses()
	for _, kind := range []string{"PhysicalDevice", "LogicalDevice"} {
		name := map[string]string{"PhysicalDevice": "list_physical_devices",
			"LogicalDevice": "list_logical_devices"}[kind]
		table.Register(
			table.Plain(table.Direct("tf.config."+name, "(device_type=None)", "", func(c *bind.Call) (py.Value, error) {
				if c.Given(0) && py.StrOf(c.Args[0]) != "CPU" {
					return py.NewList(), nil
				}
				return py.NewList(cpus[kind]), nil
			}, "The devices there are: one CPU.\n\n>>> tf.config."+name+"('GPU')", "tf.config.experimental."+name)),
		)
	}
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
	nothing("tf.config.set_visible_devices", "(devices, device_type=None)",
		`Does nothing: there is one device.

>>> tf.config.set_visible_devices([], 'GPU')`,
		"tf.config.experimental.set_visible_devices")
	nothing("tf.config.experimental.set_memory_growth", "(device, enable)",
		`Does nothing: memory grows as it is needed.

>>> [tf.config.experimental.set_memory_growth(d, True) for d in tf.config.list_physical_devices('GPU')]`)
	nothing("tf.config.set_soft_device_placement", "(enabled)",
		`Does nothing: there is one device.

>>> tf.config.set_soft_device_placement(True)`)
	nothing("tf.config.threading.set_inter_op_parallelism_threads", "(num_threads)",
		`Does nothing: threads are the runtime's.

>>> tf.config.threading.set_inter_op_parallelism_threads(1)`)
	nothing("tf.config.threading.set_intra_op_parallelism_threads", "(num_threads)",
		`Does nothing: threads are the runtime's.

>>> tf.config.threading.set_intra_op_parallelism_threads(1)`)
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
	deviceClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		d := v.(*device)
		return fmt.Sprintf("%s(name='%s', device_type='%s')", d.kind, d.name, d.deviceType), nil
	}
	deviceClass.Prop(
		"name",
		"The name.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return v.(*device).name, nil },
	)
	deviceClass.Prop("device_type", "CPU.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return v.(*device).deviceType,
			nil
	})
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
