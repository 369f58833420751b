package state

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Changes of variables in a function that is being traced.

// Changes tells the methods of a variable that change it.
func Changes(name string) bool {
	for _, p := range []string{"assign", "scatter_", "batch_scatter", "load"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// RecordChange makes a method that changes a variable a kernel of the graph, which changes it each time; one that
// no kernel stands for runs as a whole.
func RecordChange(b *py.Builtin) {
	run := b.Fn
	f := &bind.Callee{Name: b.Name, Effect: true, Self: true, Run: func(t *py.Thread, a []py.Value) (py.Value, error) {
		_, err := run(t, a)
		return py.None, err
	}}
	b.Fn = func(t *py.Thread, a []py.Value) (py.Value, error) {
		if bind.Tracing(t) == nil {
			return run(t, a)
		}
		done, err := change(t, b.Name, a)
		if !done && err == nil {
			_, err = f.Call(t, a)
		}
		if err != nil {
			return nil, err
		}
		if p := b.Sig().Params; p[len(p)-1].Name == "read_value" && a[len(p)-1] == false {
			return bind.Made(bind.Tracing(t).Last()), nil
		}
		return a[0].(*bind.Variable).Unread(), nil
	}
}

// changeKernels are the kernels of methods that set a variable as a whole.
var changeKernels = map[string]*op.Def{"assign": op.AssignVariableOp, "load": op.AssignVariableOp,
	"assign_add": op.AssignAddVariableOp, "assign_sub": op.AssignSubVariableOp}

// rowsKernels are the kernels of scatter_ and a name, slicesKernels those of scatter_nd_ and a name.
var (
	rowsKernels = map[string]*op.Def{"update": op.ResourceScatterUpdate, "add": op.ResourceScatterAdd,
		"sub": op.ResourceScatterSub, "mul": op.ResourceScatterMul, "div": op.ResourceScatterDiv,
		"max": op.ResourceScatterMax, "min": op.ResourceScatterMin}
	slicesKernels = map[string]*op.Def{"update": op.ResourceScatterNdUpdate, "add": op.ResourceScatterNdAdd,
		"sub": op.ResourceScatterNdSub, "max": op.ResourceScatterNdMax, "min": op.ResourceScatterNdMin}
)

// change adds the kernel of a method to the graph; done is false for a method without one.
func change(t *py.Thread, method string, a []py.Value) (done bool, err error) {
	v := a[0].(*bind.Variable)
	if d := changeKernels[method]; d != nil {
		return true, assignNode(t, v, d, a[1])
	}
	if kind, ok := strings.CutPrefix(method, "scatter_nd_"); ok {
		return true, scatterNode(t, v, slicesKernels[kind], a[1], a[2])
	}
	if kind, ok := strings.CutPrefix(method, "scatter_"); ok {
		s, err := slicesArg(a[1])
		if err != nil {
			return true, err
		}
		return true, scatterNode(t, v, rowsKernels[kind], s.Indices, s.Values)
	}
	return false, nil
}

// assignNode sets a variable, or adds to it. What is known of the shapes must fit.
func assignNode(t *py.Thread, v *bind.Variable, d *op.Def, val py.Value) error {
	c := &bind.Call{T: t, Op: &bind.Op{Raw: d.Name}}
	x, err := c.ConvertValue(val, v.Holds())
	if err != nil {
		return err
	}
	if p := op.StaticShape(x); !v.Shape.Compatible(p) {
		return py.ValueErrorf(
			"Cannot assign value to variable '%s': Shape mismatch.The variable shape %s, and the assigned "+
				"value shape %s are incompatible.",
			" "+v.Name+":0",
			v.Shape,
			&bind.Shape{PartialShape: p},
		)
	}
	_, err = DoNode(t, d, nil, v, x)
	return err
}

// DoNode runs a kernel, or adds it to the graph, whose outputs nobody asks for.
func DoNode(t *py.Thread, d *op.Def, at op.Attrs, in ...op.Value) (*op.Node, error) {
	n, err := bind.ExecOf(t).Do(d, at, in...)
	if err != nil {
		return nil, bind.Wrap(t, err, d.Name, true)
	}
	return n, nil
}

// scatterNode changes rows or slices of a variable.
func scatterNode(t *py.Thread, v *bind.Variable, d *op.Def, indices, updates py.Value) error {
	c := &bind.Call{T: t, Op: &bind.Op{Raw: d.Name}}
	idx, err := c.ConvertValue(indices, tensor.Invalid)
	if err != nil {
		return err
	}
	up, err := c.ConvertValue(updates, v.Holds())
	if err != nil {
		return err
	}
	_, err = DoNode(t, d, nil, v, idx, up)
	return err
}

// PartOf is the node of v[key], a slice of what a variable holds; nil for an edge that comes from elsewhere.
func PartOf(e *op.Edge) *op.Node {
	if e.Node == nil || e.Node.Def != op.StridedSlice {
		return nil
	}
	if from, ok := e.Node.In[0].(*op.Edge); ok && from.Node != nil && from.Node.Def == op.ReadVariableOp {
		return e.Node
	}
	return nil
}

// AssignPart is v[key].assign(value) in a graph.
var AssignPart = py.NewBuiltin("assign(self, val, name=None)", func(t *py.Thread, a []py.Value) (py.Value, error) {
	slice := PartOf(a[0].(*op.Edge))
	v := slice.In[0].(*op.Edge).Node.In[0].(*bind.Variable)
	c := &bind.Call{T: t, Op: &bind.Op{Raw: "ResourceStridedSliceAssign"}}
	x, err := c.ConvertValue(a[1], v.Holds())
	if err != nil {
		return nil, err
	}
	_, err = DoNode(t, op.ResourceStridedSliceAssign, slice.At, v, slice.In[1], slice.In[2], slice.In[3], x)
	return v.Unread(), err
})
