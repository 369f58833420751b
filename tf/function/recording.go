package function

import (
	"errors"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/lookup"
	"github.com/tfs-lang/tfs/tf/state"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Operators, subscripts, methods and attributes of tensors, as graphs and tapes see them: each is a
// function that is recorded like the ops of the table.

// slots are the operators and subscripts of the classes before they were wrapped.
var slots struct {
	item map[*py.Class]func(t *py.Thread, v, k py.Value) (py.Value, error)
}

// RecordClasses makes the classes of tensors tell graphs and tapes what their values do. It changes them
// once, when everything is declared.
var RecordClasses = sync.OnceFunc(func() {
	slots.item = map[*py.Class]func(t *py.Thread, v, k py.Value) (py.Value, error){}
	for _, c := range []*py.Class{bind.TensorClass, bind.VariableClass, bind.RaggedClass, bind.SparseClass} {
		if c != bind.SparseClass { // its operators are kernels
			recordOperators(c)
		}
		if get := c.GetItem; get != nil {
			slots.item[c] = get
			c.GetItem = item
		}
		if c != bind.SparseClass {
			recordRows(c)
		}
	}
	for _, c := range []*py.Class{bind.TensorBase(), bind.TensorClass, bind.RaggedClass, bind.SparseClass} {
		for _, name := range c.Attrs.Keys() {
			recordAttr(c, name.(string))
		}
	}
	for _, c := range []*py.Class{bind.RaggedClass, bind.SparseClass} {
		c.Repr, c.Str = symbolicText(c.Repr), symbolicText(c.Str)
	}
	symbolicClass.GetAttr = symbolicAttr
	markClasses()
	recordVariables()
	lookup.RecordTables()
})

// recordRows makes iteration over a tensor go by its rows as subscripts while something records.
func recordRows(c *py.Class) {
	iterate := c.Iter
	c.Iter = func(t *py.Thread, v py.Value) (py.Iterator, error) {
		if t.Rec == nil {
			return iterate(t, v)
		}
		if x, ok := v.(*bind.SymRagged); ok {
			return nil, py.Raisef(notInGraph, noIter).
				WithHint("AutoGraph's for statement can, in the body of a tf.function: %s",
					textOf(x))
		}
		if _, err := iterate(t, v); err != nil {
			return nil, err
		}
		n, err := py.Len(t, v)
		if r, ok := v.(*ragged.Ragged); ok {
			n, err = r.Part.NRows(), nil
		}
		if err != nil {
			return nil, err
		}
		i := 0
		return py.IterFunc(func(t *py.Thread) (py.Value, error) {
			if i >= n {
				return nil, nil
			}
			i++
			return item(t, v, int64(i-1))
		}), nil
	}
}

// recordOperators wraps the operators of a class.
func recordOperators(c *py.Class) {
	binary, unary := c.Binary, c.Unary
	c.Binary = func(t *py.Thread, o string, a, b py.Value) (py.Value, error) {
		if t.Rec == nil || bind.Tracing(t) == nil && !bind.IsVariable(a) && !bind.IsVariable(b) {
			return binary(t, o, a, b)
		}
		return symbolicBinary(t, o, a, b)
	}
	c.Unary = func(t *py.Thread, o string, v py.Value) (py.Value, error) {
		if t.Rec == nil || bind.Tracing(t) == nil && !bind.IsVariable(v) {
			return unary(t, o, v)
		}
		return symbolicUnary(t, o, v)
	}
}

// subscript is v[k] of values that are there.
var subscript = &bind.Callee{
	Name:   "strided_slice",
	Public: "RaggedTensor.getitem",
	Pure:   true,
	Edges:  true,
	Run: func(t *py.Thread, a []py.Value) (py.Value,
		error) {
		if e, ok := a[0].(*op.Edge); ok {
			return values.Index(t, e, a[1])
		}
		return slots.item[py.TypeOf(a[0])](t, a[0], a[1])
	},
}

// item is v[k].
func item(t *py.Thread, v, k py.Value) (py.Value, error) {
	if t.Rec == nil {
		return slots.item[py.TypeOf(v)](t, v, k)
	}
	return subscript.Call(t, []py.Value{v, k})
}

// seen are the attributes that a graph need not see: they give what is known of a value, or say that
// something is not there.
var seen = map[string]bool{"shape": true, "dtype": true, "ndim": true, "ref": true, "get_shape": true,
	"set_shape": true, "device": true, "name": true, "op": true, "graph": true, "__deepcopy__": true, "numpy": true,
	"__array__": true, "to_list": true, "uniform_row_length": true, "ragged_rank": true}

// recordAttr wraps a method or computed attribute of a class.
func recordAttr(c *py.Class, name string) {
	v, _ := c.Own(name)
	switch x := v.(type) {
	case *py.Builtin:
		if x.Fn == nil {
			return
		}
		if seen[name] {
			x.Fn = eagerOnly(name, x.Fn)
			return
		}
		f := &bind.Callee{Name: name, Public: c.Name + "." + name, Pure: true, Run: x.Fn}
		x.Fn = func(t *py.Thread, a []py.Value) (py.Value, error) {
			if t.Rec == nil {
				return f.Run(t, a)
			}
			if v, done, err := regrouped(t, name, a); done {
				return v, err
			}
			return f.Call(t, a)
		}
	case *py.ClassMethod:
		if b, ok := x.Fn.(*py.Builtin); ok && b.Fn != nil {
			recordFactory(c, b)
		}
	case *py.Property:
		if x.Get == nil {
			return
		}
		f := &bind.Callee{Name: name, Public: c.Name + "." + name, Pure: true}
		get := x.Get
		f.Run = func(t *py.Thread, a []py.Value) (py.Value, error) { return get(t, a[0]) }
		x.Get = func(t *py.Thread, v py.Value) (py.Value, error) {
			if got, done, err := symbolicPart(v, name); done {
				return got, err
			}
			if t.Rec == nil || seen[name] {
				return get(t, v)
			}
			return f.Call(t, []py.Value{v})
		}
	}
}

// recordFactory makes a class method of ragged tensors take tensors of edges: it is computed with kernels. Variables
// are read as part of what is recorded.
func recordFactory(c *py.Class, b *py.Builtin) {
	run := b.Fn
	b.Fn = func(t *py.Thread, a []py.Value) (py.Value, error) {
		if t.Rec == nil {
			return run(t, a)
		}
		a, err := bind.ReadAll(t, a)
		if err != nil {
			return nil, err
		}
		if bind.Tracing(t) == nil || !bind.HasSymbolic(a[1:]) {
			return run(t, a)
		}
		v, err := bind.LowerCall(t, c.Name+"."+b.Name, nil, a[1:])
		if errors.Is(err, bind.ErrDynamic) {
			return run(t, a)
		}
		if r, ok := v.(*bind.SymRagged); ok {
			r.Shape = factoryShape(b, a[1:], r.Shape)
		}
		return v, err
	}
}

// factoryShape is what the arguments of a factory tell of its result beyond what its parts do: how long rows of one
// length are.
func factoryShape(b *py.Builtin, args []py.Value, shape tensor.PartialShape) tensor.PartialShape {
	switch b.Name {
	case "from_uniform_row_length":
		if n, ok := args[1].(int64); ok {
			if rows := table.DimOf(args[0], 0); rows >= 0 && n > 0 {
				shape = table.WithDim(shape, 0, rows/int(n))
			}
			return table.WithDim(shape, 1, int(n))
		}
	case "from_tensor":
		if p := table.ShapeOf(args[0]); args[1] == py.None && args[2] == py.None && len(p.Dims) == len(shape.Dims) {
			return p
		}
	}
	return shape
}

// eagerOnly refuses a method of ragged and sparse tensors of edges that needs their values.
func eagerOnly(
	name string,
	fn func(t *py.Thread, a []py.Value) (py.Value, error),
) func(t *py.Thread, a []py.Value) (py.Value, error) {
	return func(t *py.Thread, a []py.Value) (py.Value, error) {
		got, done, err := symbolicPart(a[0], strings.TrimPrefix(name, "get_"))
		switch a[0].(type) {
		case *bind.SymRagged, *bind.SymSparse:
		default:
			return fn(t, a)
		}
		switch {
		case done:
			return got, err
		case name == "to_list":
			return nil, py.ValueErrorf("to_list can only be used in eager mode.")
		case name == "numpy":
			return nil, py.ValueErrorf("%s.numpy() is only supported in eager mode.", py.TypeOf(a[0]).Name)
		case name == "ref":
			return &values.Reference{V: a[0]}, nil
		}
		return nil, py.NoAttr(a[0], name)
	}
}

// symbolicPart is an attribute of a ragged or sparse tensor of edges that its components tell.
func symbolicPart(v py.Value, name string) (got py.Value, done bool, err error) {
	switch x := v.(type) {
	case *bind.SymRagged:
		got, err = raggedPart(x, name)
	case *bind.SymSparse:
		got = sparsePart(x, name)
	}
	return got, got != nil || err != nil, err
}

func raggedPart(x *bind.SymRagged, name string) (py.Value, error) {
	switch name {
	case "dtype":
		return x.DType(), nil
	case "shape":
		return &bind.Shape{PartialShape: x.Shape}, nil
	case "ragged_rank":
		return int64(len(x.Splits)), nil
	case "flat_values":
		return x.Flat, nil
	case "row_splits":
		return x.Splits[0], nil
	case "nested_row_splits":
		return values.ValueTuple(x.Splits), nil
	case "values":
		if len(x.Splits) == 1 {
			return x.Flat, nil
		}
		return &bind.SymRagged{Flat: x.Flat, Splits: x.Splits[1:], Shape: innerShape(x.Shape)}, nil
	case "uniform_row_length":
		if p := x.Shape; !p.UnknownRank && len(p.Dims) > 1 && p.Dims[1] >= 0 {
			return tensor.Scalar(int64(p.Dims[1])), nil
		}
		return py.None, nil
	}
	return nil, nil
}

// innerShape is the static shape of a ragged tensor's values.
func innerShape(p tensor.PartialShape) tensor.PartialShape {
	if p.UnknownRank {
		return p
	}
	dims := append([]int{-1}, p.Dims[2:]...)
	return tensor.KnownShape(dims)
}

func sparsePart(x *bind.SymSparse, name string) py.Value {
	switch name {
	case "dtype":
		return x.Values.DType()
	case "indices":
		return x.Indices
	case "values":
		return x.Values
	case "dense_shape":
		return x.Dense
	case "shape":
		return &bind.Shape{PartialShape: x.Static()}
	}
	return nil
}

// symbolicAttr finds an attribute of an edge that tensors have: a method runs as a whole.
func symbolicAttr(t *py.Thread, v py.Value, name string) (py.Value, error) {
	if name == "numpy" || seen[name] {
		return nil, py.NoAttr(v, name)
	}
	if name == "assign" && state.PartOf(v.(*op.Edge)) != nil {
		return &py.Method{Self: v, Fn: state.AssignPart}, nil
	}
	a, ok := bind.TensorClass.Own(name)
	if !ok {
		return nil, py.NoAttr(v, name)
	}
	switch x := a.(type) {
	case *py.Builtin:
		return &py.Method{Self: v, Fn: x}, nil
	case *py.Property:
		return x.Get(t, v)
	}
	return nil, py.NoAttr(v, name)
}

// symbolicText shows tensors of edges, and all others as before.
func symbolicText(show func(t *py.Thread, v py.Value) (string, error)) func(t *py.Thread, v py.Value) (string, error) {
	if show == nil {
		return nil
	}
	return func(t *py.Thread, v py.Value) (string, error) {
		if s := textOf(v); s != "" {
			return s, nil
		}
		return show(t, v)
	}
}

// textOf shows a ragged or sparse tensor of edges.
func textOf(v py.Value) string {
	switch x := v.(type) {
	case *bind.SymRagged:
		s := edgeText(x.Flat)
		for i := len(x.Splits) - 1; i >= 0; i-- {
			s = "tf.RaggedTensor(values=" + s + ", row_splits=" + edgeText(x.Splits[i]) + ")"
		}
		return s
	case *bind.SymSparse:
		return "SparseTensor(indices=" + edgeText(x.Indices) + ", values=" + edgeText(x.Values) + ", dense_shape=" +
			edgeText(x.Dense) + ")"
	}
	return ""
}

// recordVariables makes variables that are created while a function is traced known to it; their first
// values are computed at once.
func recordVariables() {
	c := bind.VariableBase
	for _, name := range c.Attrs.Keys() {
		if m, ok := c.Attrs.GetStr(name.(string)); ok {
			if b, ok := m.(*py.Builtin); ok && state.Changes(b.Name) {
				state.RecordChange(b)
			}
		}
	}
	make := c.New.Fn
	c.New.Fn = func(t *py.Thread, a []py.Value) (py.Value, error) {
		g := bind.Tracing(t)
		cr := createdIn(t)
		if g == nil && cr.allowed {
			return make(t, a)
		}
		if !cr.allowed { // in an init_scope too
			return nil, py.ValueErrorf(
				"tf.function only supports singleton tf.Variables created on the first call. Make sure " +
					"the tf.Variable is only created once or created outside tf.function. See " +
					"https://www.tensorflow.org/guide/function#creating_tfvariables for more information.",
			)
		}
		args := append([]py.Value{}, a...)
		if args[0] != py.None && py.IsCallable(args[0]) {
			x, err := py.Call(t, args[0], nil, nil)
			if err != nil {
				return nil, err
			}
			args[0] = x
		}
		init, err := valueNow(t, g, args[0])
		if err != nil {
			return nil, err
		}
		args[0] = init
		var v py.Value
		err = (*bind.Recording)(nil).With(t, func() (err error) {
			v, err = make(t, args)
			return err
		})
		if x, ok := v.(*bind.Variable); ok {
			cr.vars = append(cr.vars, x)
		}
		return v, err
	}
}

// valueNow computes a value of a graph that does not depend on the function's arguments.
func valueNow(t *py.Thread, g *graph.Graph, v py.Value) (py.Value, error) {
	e, ok := v.(*op.Edge)
	if !ok {
		return v, nil
	}
	if e.Const != nil {
		return e.Const, nil
	}
	p := graph.Compile(g, []op.Value{e})
	if !p.Closed() {
		return nil, py.ValueErrorf(
			"Tensor-typed variable initializers must either be wrapped in an init_scope or callable " +
				"(e.g., `tf.Variable(lambda : tf.truncated_normal([10, 40]))`) when building functions. Please file a feature " +
				"request if this restriction inconveniences you.",
		)
	}
	var out py.Value
	err := (*bind.Recording)(nil).With(t, func() error {
		outs, err := p.Run(bind.ExecOf(t), nil)
		if err == nil {
			out = outs[0]
		}
		return err
	})
	return out, err
}
