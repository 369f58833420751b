package function

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Tensors of a function that is being traced: edges, and ragged and sparse tensors of edges.

var symbolicClass = py.NewClass("tensorflow.python.framework.ops", "SymbolicTensor", bind.TensorBase(), nil)

// operationClass is the class of x.op, the node an edge comes from.
var operationClass = py.NewClass("tensorflow.python.framework.ops", "Operation", py.ObjectClass, nil)

const (
	noBool = "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed. You can attempt the following resolutions " +
		"to the problem: If you are running in Graph mode, use Eager execution mode or decorate this function with " +
		"@tf.function. If you are using AutoGraph, you can try decorating this function with @tf.function. If that does " +
		"not work, then you may be using an unsupported feature or your source code may not be visible to AutoGraph. See " +
		"https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md" +
		"#access-to-source-code for more information."
	noIter = "Iterating over a symbolic `tf.Tensor` is not allowed. You can attempt the following resolutions to the " +
		"problem: If you are running in Graph mode, use Eager execution mode or decorate this function with @tf.function. " +
		"If you are using AutoGraph, you can try decorating this function with @tf.function. If that does not work, then " +
		"you may be using an unsupported feature or your source code may not be visible to AutoGraph. See " +
		"https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md" +
		"#access-to-source-code for more information."
)

// notInGraph is OperatorNotAllowedInGraphError.
var notInGraph = py.NewClass("tensorflow.python.framework.errors_impl", "OperatorNotAllowedInGraphError",
	py.TypeErrorClass, nil)

// EdgeName is the name of an edge, that of its node and its number: add:0.
func EdgeName(e *op.Edge) string {
	if e.Node == nil {
		return "unknown:0"
	}
	return e.Node.Name + ":" + table.Itoa(e.I)
}

// edgeText is an edge as str shows it.
func edgeText(v op.Value) string {
	e, ok := v.(*op.Edge)
	if !ok {
		return py.StrOf(v)
	}
	s := "Tensor(\"" + EdgeName(e) + "\""
	if !e.Shape.UnknownRank {
		s += ", shape=" + e.Shape.String()
	}
	return s + ", dtype=" + e.Type.Name() + ")"
}

func init() {
	py.Register[*op.Edge](symbolicClass)
	py.Register[*op.Node](operationClass)
	table.Constant(notInGraph, "tf.errors.OperatorNotAllowedInGraphError")
	table.Constant(Inaccessible, "tf.errors.InaccessibleTensorError")
	c := symbolicClass
	edge := func(v py.Value) *op.Edge { return v.(*op.Edge) }
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		e := edge(v)
		return "<tf.Tensor '" + EdgeName(e) + "' shape=" + e.Shape.String() + " dtype=" + e.Type.Name() + ">", nil
	}
	c.Str = func(_ *py.Thread, v py.Value) (string, error) { return edgeText(edge(v)), nil }
	c.Truth = func(*py.Thread, py.Value) (bool, error) { return false, py.Raisef(notInGraph, noBool) }
	c.Contains = func(*py.Thread, py.Value, py.Value) (bool, error) { return false, py.Raisef(notInGraph, noBool) }
	c.Iter = func(_ *py.Thread, v py.Value) (py.Iterator, error) { return edgeRows(edge(v)) }
	c.Len = func(_ *py.Thread, v py.Value) (int, error) {
		return 0, py.TypeErrorf(
			"len is not well defined for a symbolic Tensor (%s). Please call `x.shape` rather than "+
				"`len(x)` for shape information.",
			EdgeName(edge(v)),
		)
	}
	c.Hash = func(v py.Value) (any, error) {
		return nil, py.TypeErrorf("Tensor is unhashable. Instead, use tensor.ref() as the key.")
	}
	c.Binary, c.Unary = symbolicBinary, symbolicUnary
	c.GetItem = func(t *py.Thread, v, k py.Value) (py.Value, error) {
		if e := edge(v); bind.Tracing(t) == nil && e.Node != nil && e.Node.Owner != nil {
			return nil, py.NewExc(py.TypeErrorClass, bind.OutOfScope(e))
		}
		return item(t, v, k)
	}
	c.SetItem = func(*py.Thread, py.Value, py.Value, py.Value) error {
		return py.TypeErrorf("'SymbolicTensor' object does not support item assignment").WithHint(
			"tensors do not change: tf.tensor_scatter_nd_update gives a new one.")
	}
	c.Prop("name", "The name of its node and output.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return EdgeName(edge(v)), nil
	})
	c.Prop("shape", "The static shape.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return &bind.Shape{PartialShape: edge(v).Shape}, nil
	})
	c.Prop("dtype", "The DType.", func(_ *py.Thread, v py.Value) (py.Value, error) { return edge(v).Type, nil })
	c.Prop(
		"op",
		"The node it comes from.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return edge(v).Node, nil },
	)
	c.Prop("device", "Empty: devices are chosen when the function runs.",
		func(*py.Thread, py.Value) (py.Value, error) { return "", nil })
	c.Prop("value_index", "The number of the output.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return int64(edge(v).I), nil
	})
	c.Prop("ndim", "The number of dimensions.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if p := edge(v).Shape; !p.UnknownRank {
			return int64(len(p.Dims)), nil
		}
		return py.None, nil
	})
	c.Prop("graph", "The graph of the function.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if n := edge(v).Node; n != nil {
			return graphOf(n.Owner), nil
		}
		return py.None, nil
	})
	c.Def("get_shape(self)", "The static shape.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return &bind.Shape{PartialShape: edge(a[0]).Shape}, nil
	})
	c.Def("set_shape(self, shape)", "Says more about the static shape.", setShape)
	c.Def("ref(self)", "A hashable reference.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return &values.Reference{V: a[0]}, nil
	})
	c.Def("__array__(self, dtype=None, copy=None)", "Not there before the function runs.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) { return nil, noArray(edge(a[0])) })
	initOperation()
}

func noArray(e *op.Edge) error {
	return py.Raisef(
		py.NotImplementedErrClass,
		"Cannot convert a symbolic tf.Tensor (%s) to a numpy array. This error "+
			"may indicate that you're trying to pass a Tensor to a NumPy call, which is not supported.",
		EdgeName(e),
	)
}

func setShape(t *py.Thread, a []py.Value) (py.Value, error) {
	e := a[0].(*op.Edge)
	s, err := bind.ToShape(t, a[1])
	if err != nil {
		return nil, err
	}
	m, ok := e.Shape.Merge(s)
	if !ok {
		return nil, py.ValueErrorf("Shapes %s and %s are not compatible", &bind.Shape{PartialShape: e.Shape},
			&bind.Shape{PartialShape: s})
	}
	e.Shape = m
	return py.None, nil
}

func initOperation() {
	c := operationClass
	node := func(v py.Value) *op.Node { return v.(*op.Node) }
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<tf.Operation '" + node(v).Name + "' type=" + node(v).Def.Name + ">", nil
	}
	c.Str = func(t *py.Thread, v py.Value) (string, error) {
		m, err := nodeDef(t, node(v))
		if err != nil { // within a branch or a loop
			return c.Repr(t, v)
		}
		return py.Str(t, m)
	}
	c.Def("run(self, feed_dict=None, session=None)", "Not without a session.", func(_ *py.Thread, _ []py.Value) (py.Value, error) {
		return nil, py.ValueErrorf("Cannot execute operation using `run()`: No default session is registered. Use " +
			"`with sess.as_default():` or pass an explicit session to `run(session=sess)`")
	})
	c.Prop(
		"name",
		"The name in the graph.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return node(v).Name, nil },
	)
	c.Prop("type", "The kernel.", func(_ *py.Thread, v py.Value) (py.Value, error) { return node(v).Def.Name, nil })
	c.Prop(
		"inputs",
		"What it works on.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return values.ValueTuple(inputsOf(node(v))), nil },
	)
	c.Prop("outputs", "What it gives.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return py.NewList(values.ValueTuple(node(v).Out).Items...), nil
	})
	c.Prop("node_def", "The node as a message.", func(t *py.Thread, v py.Value) (py.Value, error) {
		m, err := nodeDef(t, node(v))
		if err != nil {
			return nil, err
		}
		return copyOf(m)
	})
	c.Def("get_attr(self, name)", "The value of an attribute.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return nodeAttr(t, node(a[0]), py.StrOf(a[1]))
	})
	c.Prop("device", "Empty: devices are chosen when the function runs.",
		func(*py.Thread, py.Value) (py.Value, error) { return "", nil })
	c.Prop("control_inputs", "What runs before it without giving it anything.",
		func(*py.Thread, py.Value) (py.Value, error) { return py.NewList(), nil })
	c.Def("values(self)", "What it gives.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return values.ValueTuple(node(a[0]).Out), nil
	})
	c.Prop(
		"graph",
		"The graph it is in.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return graphOf(node(v).Owner), nil },
	)
}

// edgeRows iterates over the rows of an edge whose first dimension is known, in code that is not converted.
func edgeRows(e *op.Edge) (py.Iterator, error) {
	if !e.Shape.UnknownRank && len(e.Shape.Dims) == 0 {
		return nil, py.TypeErrorf("Cannot iterate over a scalar tensor.")
	}
	return nil, py.Raisef(notInGraph, noIter)
}

// symbolicNames are the names of the nodes operators make.
var symbolicNames = map[string]string{"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod",
	"**": "pow", "@": "matmul"}

// symbolicBinary is an operator on values of which one belongs to a graph, or is a variable while ops are
// recorded.
func symbolicBinary(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
	switch o {
	case "==", "!=":
		if a == py.None || b == py.None {
			return o == "!=", nil
		}
		return symbolicEqual(t, o, a, b)
	case "&", "|", "^":
		return bitwise(o, a, b).Run(t, a, b)
	case "<<", ">>":
		return py.NotImplemented, nil
	}
	if !values.Convertible(a) || !values.Convertible(b) || py.TypeOf(a) == bind.SparseClass || py.TypeOf(b) == bind.SparseClass {
		return py.NotImplemented, nil
	}
	if d, typed := bind.TypeOf(b); typed { // reflected: the left side takes the type of the right one
		if _, ok := bind.TypeOf(a); !ok && bind.Components(a) == nil {
			x, err := inputOf(t, a, d)
			if err != nil {
				return nil, err
			}
			a = x
			if made, ok := x.(*tensor.Tensor); ok && bind.Tracing(t) != nil {
				defer bind.Recorded(t).Graph.Release(made)
			}
		}
	}
	r := bind.Recorded(t)
	if r == nil {
		return values.Operators[o].Run(t, a, b)
	}
	self := &a // the one whose operator it is: a variable reads itself first
	if _, ok := a.(*op.Edge); !ok && !bind.IsVariable(a) {
		self = &b
	}
	if v, ok := (*self).(*bind.Variable); ok {
		x, err := bind.Read(t, v)
		if err != nil {
			return nil, err
		}
		*self = x
	}
	r.Name = symbolicNames[o]
	return values.Operators[o].Run(t, a, b)
}

// symbolicEqual compares element by element; tensors whose shapes turn out not to broadcast are not equal.
func symbolicEqual(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
	x, y := denseValue(a), denseValue(b)
	if x == nil || y == nil || x.DType() != y.DType() {
		return values.Operators[o].Run(t, a, b)
	}
	def := map[string]*op.Def{"==": op.Equal, "!=": op.NotEqual}[o]
	z, err := bind.ExecOf(t).One(def, op.Attrs{{Name: "incompatible_shape_error", Value: false}}, x, y)
	if err != nil {
		return nil, bind.Wrap(t, err, def.Name, true)
	}
	return z, nil
}

// denseValue is a dense tensor or edge, nil for another value.
func denseValue(v py.Value) op.Value {
	switch x := v.(type) {
	case *op.Edge:
		return x
	case *tensor.Tensor:
		return x
	}
	return nil
}

// bitwise is the function of an operator on bits: of booleans the logical one.
func bitwise(o string, a, b py.Value) *bind.Public {
	d, ok := bind.TypeOf(a)
	if !ok {
		d, _ = bind.TypeOf(b)
	}
	if d == tensor.Bool {
		o = "bool " + o
	}
	return values.Operators[o]
}

func symbolicUnary(t *py.Thread, o string, v py.Value) (py.Value, error) {
	switch o {
	case "-":
		if x, ok := v.(*bind.Variable); ok {
			y, err := bind.Read(t, x)
			if err != nil {
				return nil, err
			}
			v = y
		}
		return public.Negative.Run(t, v)
	case "abs":
		return public.Abs.Run(t, v)
	case "~":
		if d, _ := bind.TypeOf(v); d == tensor.Bool {
			return public.LogicalNot.Run(t, v)
		}
		return public.Invert.Run(t, v)
	}
	return nil, py.TypeErrorf("bad operand type for unary %s: '%s'", o, py.TypeOf(v).TypeName())
}
