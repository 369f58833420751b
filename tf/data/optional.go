package data

import (
	"github.com/tfs-lang/tfs/data"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// tf.experimental.Optional: a value that may be absent.

var (
	optionalBase  = py.NewClass("tensorflow.python.data.ops.optional_ops", "Optional", py.ObjectClass, nil)
	optionalClass = py.NewClass("tensorflow.python.data.ops.optional_ops", "_OptionalImpl", optionalBase, nil)
)

func init() {
	py.Register[*optional](optionalClass)
	table.Constant(optionalBase, "tf.experimental.Optional", "tf.data.experimental.Optional")
	optionalBase.Doc = "A value that may be absent."
	static := func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, f)
		b.Doc = doc
		optionalBase.Attrs.SetStr(b.Name, &py.StaticMethod{Fn: b})
	}
	static("from_value(value)", "An Optional that holds a value.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		_, spec, leaves, err := normalized(t, a[0])
		if err != nil {
			return nil, err
		}
		c := componentsOf(leaves)
		e, err := c.build(c.vals)
		return &optional{o: &data.Optional{Has: true, Elem: e}, spec: spec}, err
	})
	static(
		"empty(element_spec)",
		"An Optional that holds nothing.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			return &optional{o: &data.Optional{}, spec: a[0]}, nil
		},
	)
	c := optionalClass
	self := func(v py.Value) *optional { return v.(*optional) }
	c.Prop(
		"element_spec",
		"The spec of the value.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return self(v).spec, nil },
	)
	c.Def(
		"has_value(self, name=None)",
		"Whether there is a value.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return self(a[0]).has(t)
		},
	)
	c.Def("get_value(self, name=None)", "The value.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return self(a[0]).get(t)
	})
}

// Components is the edge, or what is known.
func (o *optional) Components() []op.Value {
	if o.edge != nil {
		return []op.Value{o.edge}
	}
	return []op.Value{o.o}
}

// Rebuild is an Optional of the same spec.
func (o *optional) Rebuild(parts []op.Value) (py.Value, error) {
	switch x := parts[0].(type) {
	case *op.Edge:
		return &optional{edge: x, spec: o.spec}, nil
	case *data.Optional:
		return &optional{o: x, spec: o.spec}, nil
	}
	return nil, py.TypeErrorf("an Optional cannot be made of %s", py.ReprOf(parts[0]))
}

// has is has_value: a tensor, or the node that tells.
func (o *optional) has(t *py.Thread) (py.Value, error) {
	if o.o != nil {
		return tensor.Scalar(o.o.Has), nil
	}
	out, err := addHost(t, "OptionalHasValue", []op.Value{o.edge}, &bind.Spec{DType: tensor.Bool, Name: py.None},
		func(_ *op.Exec, in []op.Value) (data.Element, error) {
			return data.Element{tensor.Scalar(in[0].(*data.Optional).Has)}, nil
		}, false)
	return out, err
}

// get is get_value.
func (o *optional) get(t *py.Thread) (py.Value, error) {
	lib := dataLibOf(t)
	absent := tensor.Errorf("The given optional does not have a value.")
	if o.o != nil {
		if !o.o.Has {
			return nil, bind.Wrap(t, absent, "OptionalGetValue", true)
		}
		return lib.element(o.spec, o.o.Elem), nil
	}
	return addHost(t, "OptionalGetValue", []op.Value{o.edge}, o.spec,
		func(_ *op.Exec, in []op.Value) (data.Element, error) {
			v := in[0].(*data.Optional)
			if !v.Has {
				return nil, absent
			}
			return v.Elem, nil
		}, false)
}
