package state

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/values"
)

// tf.Variable: what reads and changes a variable as a whole. How variables are made is in
// variablenew.go, what changes parts of them in variableparts.go.

func init() {
	c := bind.VariableBase
	values.TensorAttrs(c, heldTensor)
	c.Attrs.Delete("ndim") // a tensor's alone
	variableProperties(c)
	variableReads(c)
	variableWrites(c)
	variableScatters(c)
	variableOldWays(c)
	variableSlots(bind.VariableClass, c)
}

func heldTensor(v py.Value) *tensor.Tensor { return v.(*bind.Variable).T }

// variableProperties declares what a variable was made with.
func variableProperties(c *py.Class) {
	prop := func(name, doc string, get func(t *py.Thread, v *bind.Variable) (py.Value, error)) {
		c.Prop(name, doc, func(t *py.Thread, v py.Value) (py.Value, error) { return get(t, v.(*bind.Variable)) })
	}
	prop("name", "The name.", func(_ *py.Thread, v *bind.Variable) (py.Value, error) {
		if v.Name == unreadName {
			return v.Name, nil
		}
		return v.Name + ":0", nil
	})
	for _, name := range []string{"trainable", "_trainable"} {
		prop(name, "Whether training changes it.",
			func(_ *py.Thread, v *bind.Variable) (py.Value, error) { return v.Trainable, nil })
	}
	prop(
		"_shared_name",
		"The name without its output.",
		func(_ *py.Thread, v *bind.Variable) (py.Value, error) { return v.Name, nil },
	)
	prop("shape", "The static shape.", func(_ *py.Thread, v *bind.Variable) (py.Value, error) {
		return &bind.Shape{PartialShape: v.Shape}, nil
	})
	prop("constraint", "The function that limits values.",
		func(_ *py.Thread, v *bind.Variable) (py.Value, error) { return v.Constraint, nil })
	prop(
		"synchronization",
		"When replicas agree on its value.",
		func(t *py.Thread, v *bind.Variable) (py.Value, error) {
			return orMember(t, v.Synchronization, "VariableSynchronization.AUTO")
		},
	)
	prop("aggregation", "How replicas' changes become one.", func(t *py.Thread, v *bind.Variable) (py.Value, error) {
		return orMember(t, v.Aggregation, "VariableAggregationV1.NONE")
	})
	prop("initializer", "None: it has its value from the start.",
		func(*py.Thread, *bind.Variable) (py.Value, error) { return py.None, nil })
	prop("handle", "The variable as the resource that kernels take.",
		func(_ *py.Thread, v *bind.Variable) (py.Value, error) { return &bind.Handle{Of: v}, nil })
	for _, name := range []string{"op", "graph"} {
		prop(name, "Of a graph's variables only.", func(*py.Thread, *bind.Variable) (py.Value, error) {
			return nil, py.Raisef(
				py.AttributeErrorClass,
				"Tensor.%s is undefined when eager execution is enabled.",
				name,
			)
		})
	}
	prop("create", "Of a graph's variables only.", notEager("operation"))
	prop("initial_value", "Of a graph's variables only.", notEager("property"))
}

// orMember is a value, or where it is None a member of an enumeration of the library.
func orMember(t *py.Thread, v py.Value, member string) (py.Value, error) {
	if v != py.None {
		return v, nil
	}
	return py.FromLibrary(t, "_tf_enums:"+member)
}

func notEager(what string) func(*py.Thread, *bind.Variable) (py.Value, error) {
	return func(*py.Thread, *bind.Variable) (py.Value, error) {
		return nil, py.Raisef(py.RuntimeErrorClass, "This %s is not supported when eager execution is enabled.", what)
	}
}

// unreadName is the name of what an assignment gives.
const unreadName = "UnreadVariable"

// variableReads declares what gives the value.
func variableReads(c *py.Class) {
	read := func(t *py.Thread, a []py.Value) (py.Value, error) { return bind.Read(t, a[0].(*bind.Variable)) }
	c.Def("read_value(self)", "The value as a tensor.", read)
	c.Def("read_value_no_copy(self)", "The value as a tensor.", read)
	c.Def("value(self)", "The value as a tensor.", read)
	c.Def("initialized_value(self)", "The value as a tensor.", read)
	c.Def("is_initialized(self, name=None)", "True: it has its value from the start.",
		func(*py.Thread, []py.Value) (py.Value, error) { return tensor.Scalar(true), nil })
	c.Def("get_shape(self)", "The static shape.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return &bind.Shape{PartialShape: a[0].(*bind.Variable).Shape}, nil
	})
	c.Def("set_shape(self, shape)", "Checks the static shape.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		s, err := bind.ToShape(t, a[1])
		if v := a[0].(*bind.Variable); err == nil && !s.Compatible(v.Shape) {
			err = py.ValueErrorf("Shapes %s and %s are not compatible", v.Shape, s)
		}
		return py.None, err
	})
	c.Def("experimental_ref(self)", "A hashable reference.", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return &values.Reference{V: a[0]}, nil
	})
	c.Def(
		"sparse_read(self, indices, name=None)",
		"The rows at indices.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return public.Gather.Run(t, a[0], a[1])
		},
	)
	c.Def(
		"gather_nd(self, indices, name=None)",
		"The slices at indices.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return public.GatherNd.Run(t, a[0], a[1])
		},
	)
	c.Def(
		"__deepcopy__(self, memo)",
		"A variable of its own with the same value.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			v := *a[0].(*bind.Variable)
			v.Held = bind.NewVariable(v.T, v.Name, v.Trainable).Held
			return &v, nil
		},
	)
}

// variableWrites declares what changes the value.
func variableWrites(c *py.Class) {
	for name, how := range map[string]tensor.Update{"assign": tensor.UpdateSet, "assign_add": tensor.UpdateAdd,
		"assign_sub": tensor.UpdateSub} {
		param := "delta"
		if how == tensor.UpdateSet {
			param = "value"
		}
		c.Def(name+"(self, "+param+", use_locking=None, name=None, read_value=True)", "Changes the value in place.",
			func(t *py.Thread, a []py.Value) (py.Value, error) {
				v, err := assignTo(t, a[0].(*bind.Variable), a[1], how)
				if err == nil && a[4] == false {
					return py.None, nil
				}
				return v, err
			})
	}
	c.Def(
		"load(self, value, session=None)",
		"Changes the value in place.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			_, err := assignTo(t, a[0].(*bind.Variable), a[1], tensor.UpdateSet)
			return py.None, err
		},
	)
	c.Def("count_up_to(self, limit)", "Adds one unless the limit is reached; gives the value before.", countUpTo)
	in := func(op, text string) {
		c.Def(
			"__i"+op+"__(self, other)",
			"Not there: variables change by assign.",
			func(*py.Thread, []py.Value) (py.Value, error) {
				return nil, py.Raisef(py.RuntimeErrorClass, "%s", text)
			},
		)
	}
	const named = "`variable %s= value` with `tf.Variable`s is not supported. Use `variable.assign_%s(value)` to modify " +
		"the variable, or `out = variable %s value` if you need to get a new output Tensor."
	in("add", fmt.Sprintf(named, "+", "add", "+"))
	in("sub", fmt.Sprintf(named, "-", "sub", "*"))
	for op, sign := range map[string]string{"mul": "*", "truediv": "/", "pow": "**"} {
		in(
			op,
			strings.ReplaceAll("`var @= value` with `tf.Variable`s is not supported. Use `var.assign(var @ value)` to "+
				"modify the variable, or `out = var @ value` if you need to get a new output Tensor.", "@", sign),
		)
	}
}

func countUpTo(t *py.Thread, a []py.Value) (py.Value, error) {
	v := a[0].(*bind.Variable)
	d := v.T.DType()
	if d != tensor.Int32 && d != tensor.Int64 {
		return nil, bind.Wrap(t, tensor.BadType("ResourceCountUpTo", "T", d), "ResourceCountUpTo", true)
	}
	limit, ok := py.AsInt(a[1])
	if !ok {
		return nil, py.TypeErrorf("Expected int for argument 'limit' not %s.", py.ReprOf(a[1]))
	}
	now := v.T
	if now.Rank() != 0 || now.Int(0) >= limit {
		return nil, bind.ErrorWith(t, bind.OutOfRangeError, "ResourceCountUpTo", true, "Reached limit of %d", limit)
	}
	one, err := tensor.Cast(t.Ctx, tensor.Scalar(int64(1)), d)
	if err == nil {
		_, err = assignTo(t, v, one, tensor.UpdateAdd)
	}
	return now, err
}

// assignTo sets a variable, adds to it or subtracts from it; it gives the variable as assignments do.
func assignTo(t *py.Thread, v *bind.Variable, val py.Value, how tensor.Update) (py.Value, error) {
	x, err := bind.Convert(t, val, v.T.DType())
	if err != nil {
		return nil, err
	}
	if how != tensor.UpdateSet {
		if x, err = added(t, v, x, how); err != nil {
			return nil, err
		}
	}
	if !v.Shape.Compatible(tensor.KnownShape(x.Shape())) {
		name := " " + v.Name + ":0"
		if v.Name == unreadName {
			name = " " + v.Name
		}
		return nil, py.ValueErrorf("Cannot assign value to variable '%s': Shape mismatch.The "+
			"variable shape %s, and the assigned value shape %s are incompatible.", name, v.Shape, bind.NewShape(x.Shape()))
	}
	v.T = x
	return v.Unread(), nil
}

// added is the value after an addition or subtraction.
func added(t *py.Thread, v *bind.Variable, x *tensor.Tensor, how tensor.Update) (*tensor.Tensor, error) {
	raw, f := "AssignAddVariableOp", tensor.Add
	if how == tensor.UpdateSub {
		raw, f = "AssignSubVariableOp", tensor.Sub
	}
	if d := x.DType(); d == tensor.String || d == tensor.Bool {
		return nil, bind.ErrorWith(t, bind.InvalidArgumentError, raw, true, "No OpKernel was registered to support Op "+
			"'%s' used by {{node %s}} with these attrs: [dtype=%s]", raw, raw, d.EnumName())
	}
	if !tensor.SameShape(x.Shape(), v.T.Shape()) {
		return nil, bind.ErrorWith(t, bind.InvalidArgumentError, raw, true,
			"Cannot update variable with shape %s using a Tensor with shape %s, shapes must be equal.",
			tensor.ShapeString(v.T.Shape()), tensor.ShapeString(x.Shape()))
	}
	z, err := f(t.Ctx, v.T, x)
	if err != nil {
		return nil, bind.Wrap(t, err, raw, true)
	}
	return z, nil
}

// variableOldWays declares what only graphs of TensorFlow 1 had; it is there to say so.
func variableOldWays(c *py.Class) {
	for _, sig := range []string{"eval(self, session=None)", "to_proto(self, export_scope=None)"} {
		c.Def(sig, "Of a graph's variables only.", func(t *py.Thread, a []py.Value) (py.Value, error) {
			return notEager("operation")(t, nil)
		})
	}
	c.Attrs.SetStr("from_proto", &py.StaticMethod{Fn: py.NewBuiltin("from_proto(variable_def, import_scope=None)",
		func(t *py.Thread, a []py.Value) (py.Value, error) { return notEager("operation")(t, nil) })})
}

// variableSlots declares how a variable behaves beside its methods: attributes that programs set on it,
// and what it refuses.
func variableSlots(c, base *py.Class) {
	read := c.GetAttr
	c.GetAttr = func(t *py.Thread, v py.Value, name string) (py.Value, error) {
		x := v.(*bind.Variable)
		if x.Attrs != nil {
			if a, ok := x.Attrs.GetStr(name); ok {
				return a, nil
			}
		}
		if name == "ndim" {
			return nil, py.NoAttr(v, name)
		}
		return read(t, v, name)
	}
	c.SetAttr = func(_ *py.Thread, v py.Value, name string, val py.Value) error {
		x := v.(*bind.Variable)
		if _, ok := base.Lookup(name).(*py.Property); ok {
			return py.Raisef(py.AttributeErrorClass, "property '%s' of 'ResourceVariable' object has no setter", name)
		}
		if x.Attrs == nil {
			x.Attrs = py.NewDict()
		}
		x.Attrs.SetStr(name, val)
		return nil
	}
	c.SetItem = func(*py.Thread, py.Value, py.Value, py.Value) error {
		return py.TypeErrorf("'ResourceVariable' object does not support item assignment").
			WithHint("v[0].assign(x) changes one slice.")
	}
	c.Len, c.Format, c.Index = nil, nil, nil
	c.Binary = func(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
		if _, ok := a.(*bind.Variable); ok && (o == "==" || o == "!=") && b == py.None {
			return nil, py.ValueErrorf(
				"Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor.",
			)
		}
		return values.TensorBinary(t, o, a, b)
	}
}

// ResourceHandle is the handle of a table or an iterator.
type ResourceHandle struct {
	Of              op.Value
	Name, Container string
	Type            string // the C++ type, as TensorFlow names it
}

// Resource is what kernels take.
func (h *ResourceHandle) Resource() op.Value { return h.Of }

// DType makes it a value of graphs and calls.
func (h *ResourceHandle) DType() tensor.DType { return tensor.Resource }

// handleText shows a handle as TensorFlow shows the values of resource tensors.
func handleText(v py.Value) string {
	var name, container string
	var d tensor.DType
	var shape tensor.PartialShape
	switch x := v.(type) {
	case *ResourceHandle:
		return fmt.Sprintf(`<ResourceHandle(name="%s", device="/job:localhost/replica:0/task:0/device:CPU:0", `+
			`container="%s", type="%s", dtype and shapes : "[  ]")>`, x.Name, x.Container, x.Type)
	case *op.Cell:
		name, container, d, shape = x.Name, x.Container, x.Holds(), x.Static()
	case *bind.Handle:
		of := x.Of
		name, container = fmt.Sprintf("%s/%d", of.Name, of.ID), "Anonymous"
		d, shape = of.T.DType(), tensor.KnownShape(of.T.Shape())
	}
	dims := "<unknown>"
	if !shape.UnknownRank {
		dims = strings.ReplaceAll(tensor.ShapeString(shape.Dims), "-1", "?")
	}
	return fmt.Sprintf(`<ResourceHandle(name="%s", device="/job:localhost/replica:0/task:0/device:CPU:0", `+
		`container="%s", type="tensorflow::Var", dtype and shapes : "[ DType enum: %d, Shape: %s ]")>`, name, container, d,
		dims)
}
