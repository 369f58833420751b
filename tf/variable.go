package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	c := bind.VariableClass
	c.New = py.NewBuiltin("Variable(initial_value=None, trainable=None, validate_shape=True, "+
		"caching_device=None, name=None, variable_def=None, dtype=None, import_scope=None, "+
		"constraint=None, synchronization=None, aggregation=None, shape=None, "+
		"experimental_enable_variable_lifting=True)", newVariable)
	c.Prop("name", "The name.", func(_ *thread, v value) (value, error) { return v.(*bind.Variable).Name + ":0", nil })
	c.Prop("trainable", "Whether training changes it.", func(_ *thread, v value) (value,
		error) {
		return v.(*bind.Variable).Trainable, nil
	})
	c.Prop("shape", "The static shape.", func(_ *thread, v value) (value, error) {
		return &bind.Shape{PartialShape: v.(*bind.Variable).Shape}, nil
	})
	c.Prop("constraint", "The function that limits values.",
		func(_ *thread, v value) (value, error) { return v.(*bind.Variable).Constraint, nil })
	read := func(_ *thread, a []value) (value, error) { return a[0].(*bind.Variable).T, nil }
	c.Def("read_value(self)", "The value as a tensor.", read)
	c.Def("value(self)", "The value as a tensor.", read)
	for name, kernel := range map[string]string{"assign": "", "assign_add": "AddV2", "assign_sub": "Sub"} {
		param := "delta"
		if kernel == "" {
			param = "value"
		}
		c.Def(name+"(self, "+param+", use_locking=None, name=None, read_value=True)", "Changes the value in place.",
			func(t *thread, a []value) (value, error) {
				v, err := assignTo(t, a[0].(*bind.Variable), a[1], kernel)
				if err == nil && a[4] == false {
					return py.None, nil
				}
				return v, err
			})
	}
	variableScatters(c)
	c.SetItem = func(*thread, value, value, value) error {
		return py.TypeErrorf("'ResourceVariable' object does not support item assignment").WithHint("v[0].assign(x) changes one slice.")
	}
}

func newVariable(t *thread, a []value) (value, error) {
	init := a[0]
	if init == py.None {
		return nil, py.ValueErrorf("The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a `variable_def`. You provided neither.")
	}
	if py.IsCallable(init) {
		v, err := py.Call(t, init, nil, nil)
		if err != nil {
			return nil, err
		}
		init = v
	}
	d := tensor.Invalid
	if a[6] != py.None {
		k, err := bind.ToDType(a[6], "")
		if err != nil {
			return nil, err
		}
		d = k
	}
	x, err := bind.Convert(t, init, d)
	if err != nil {
		return nil, err
	}
	name := "Variable"
	if a[4] != py.None {
		name = py.StrOf(a[4])
	}
	v := bind.NewVariable(x, name, a[1] != false)
	v.Constraint = a[8]
	if a[11] != py.None {
		s, err := bind.ToShape(t, a[11])
		if err != nil {
			return nil, err
		}
		if !s.Compatible(tensor.KnownShape(x.Shape())) {
			return nil, py.ValueErrorf("In this `tf.Variable` creation, the initial value's shape (%s) is not compatible with the explicitly supplied `shape` argument (%s).", bind.NewShape(x.Shape()), s)
		}
		v.Shape = s
	}
	return v, nil
}

func assignTo(t *thread, v *bind.Variable, val value, kernel string) (value, error) {
	x, err := bind.Convert(t, val, v.T.DType())
	if err != nil {
		return nil, err
	}
	if kernel != "" {
		raw := map[string]string{"AddV2": "AssignAddVariableOp", "Sub": "AssignSubVariableOp"}[kernel]
		if !tensor.SameShape(x.Shape(), v.T.Shape()) {
			return nil, bind.ErrorWith(t, bind.InvalidArgumentError, raw, true,
				"Cannot update variable with shape %s using a Tensor with shape %s, shapes must be equal.",
				tensor.ShapeString(v.T.Shape()), tensor.ShapeString(x.Shape()))
		}
		if x, err = tensor.Bin(kernel).Apply(t.Ctx, v.T, x); err != nil {
			return nil, bind.Wrap(t, err, raw, true)
		}
	}
	if !v.Shape.Compatible(tensor.KnownShape(x.Shape())) {
		return nil, py.ValueErrorf("Cannot assign value to variable ' %s:0': Shape mismatch.The "+
			"variable shape %s, and the assigned value shape %s are incompatible.", v.Name, v.Shape,
			bind.NewShape(x.Shape()))
	}
	v.T = x
	return &bind.Variable{T: x, Name: "UnreadVariable", Trainable: v.Trainable, Shape: v.Shape, Constraint: py.None},
		nil
}
