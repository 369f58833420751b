package autodiff

import (
	"slices"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nest"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// customFunc is a function with a gradient of its own: what tf.custom_gradient, tf.recompute_grad and
// tf.grad_pass_through give.
type customFunc struct {
	fn    py.Value
	kind  func(fn py.Value) paired
	attrs *py.Dict
}

// paired runs a function and gives its result and what computes the gradients of the arguments.
type paired func(t *py.Thread, args []py.Value, kw []py.Kw) (result, grad py.Value, err error)

var customClass = py.NewClass("tensorflow.python.ops.custom_gradient", "Bind", py.ObjectClass, nil)

func init() {
	py.Register[*customFunc](customClass)
	c := customClass
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<" + customClass.FullName() + " object at " + py.Address(v) + ">", nil
	}
	for _, name := range []string{"__name__", "__qualname__", "__doc__", "__module__", "__annotations__"} {
		c.Prop(name, "Of the function.", func(t *py.Thread, v py.Value) (py.Value, error) {
			if own, ok := v.(*customFunc).attrs.GetStr(name); ok {
				return own, nil
			}
			return py.GetAttr(t, v.(*customFunc).fn, name)
		})
	}
	c.Prop("__wrapped__", "The function itself.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		return v.(*customFunc).fn, nil
	})
	c.GetAttr = func(_ *py.Thread, v py.Value, name string) (py.Value, error) {
		if own, ok := v.(*customFunc).attrs.GetStr(name); ok {
			return own, nil
		}
		return nil, py.NoAttr(v, name)
	}
	c.SetAttr = func(_ *py.Thread, v py.Value, name string, val py.Value) error {
		v.(*customFunc).attrs.SetStr(name, val)
		return nil
	}
	registerCustom()
}

func registerCustom() {
	direct := func(o *bind.Op) *bind.Op {
		o.Direct = true
		return o
	}
	table.Register(
		direct(table.Entry("tf.custom_gradient", "(f=None)", "", func(c *bind.Call) (py.Value, error) {
			if !c.Given(0) {
				return py.NewBuiltin("custom_gradient(f)", func(_ *py.Thread, a []py.Value) (py.Value, error) {
					return newCustom(a[0], pairOf), nil
				}), nil
			}
			return newCustom(c.Args[0], pairOf), nil
		}, `Gives a function a gradient of its own: it returns its result and a
function that makes the gradients of its arguments from that of the result.

>>> f = tf.custom_gradient(lambda x: (x * x, lambda dy: dy * 100.))
>>> with tf.GradientTape() as g: g.watch(x := tf.constant(3.0)); y = f(x)
>>> g.gradient(y, x)`)),
		direct(table.Entry("tf.recompute_grad", "(f)", "", func(c *bind.Call) (py.Value, error) {
			return newCustom(c.Args[0], recomputed), nil
		}, `A function that is run again for its gradients instead of keeping what they need.

>>> f = tf.recompute_grad(lambda x: x * x)
>>> with tf.GradientTape() as g: g.watch(x := tf.constant(3.0)); y = f(x)
>>> g.gradient(y, x)`)),
		direct(table.Entry("tf.grad_pass_through", "(f)", "", func(c *bind.Call) (py.Value, error) {
			return newCustom(c.Args[0], passedThrough), nil
		}, `A function whose gradient is that of handing its argument on.

>>> f = tf.grad_pass_through(lambda x: tf.round(x))
>>> with tf.GradientTape() as g: g.watch(x := tf.constant(3.2)); y = f(x)
>>> g.gradient(y, x)`)),
	)
}

func newCustom(fn py.Value, kind func(fn py.Value) paired) *customFunc {
	return &customFunc{fn, kind, py.NewDict()}
}

// BoundTo is the function found in a class: the object is no argument with a gradient.
func (f *customFunc) BoundTo(self py.Value) py.Value {
	return &customFunc{&py.Method{Self: self, Fn: f.fn}, f.kind, f.attrs}
}

// Params are the parameters of the function inside.
func (f *customFunc) Params() []py.Param {
	if p, ok := f.fn.(interface{ Params() []py.Param }); ok {
		return p.Params()
	}
	return nil
}

// pairOf takes a function's two results apart.
func pairOf(fn py.Value) paired {
	return func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, py.Value, error) {
		v, err := py.Call(t, fn, args, kw)
		if err != nil {
			return nil, nil, err
		}
		return twoOf(t, v)
	}
}

// twoOf unpacks two items.
func twoOf(t *py.Thread, v py.Value) (py.Value, py.Value, error) {
	if _, err := py.Iter(t, v); err != nil && py.TypeOf(v).Iter == nil {
		return nil, nil, py.TypeErrorf("cannot unpack non-iterable %s object", py.TypeOf(v).TypeName())
	}
	items, err := py.ToSlice(t, v)
	switch {
	case err != nil:
		return nil, nil, err
	case len(items) > 2:
		return nil, nil, py.ValueErrorf("too many values to unpack (expected 2)")
	case len(items) < 2:
		return nil, nil, py.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(items))
	}
	return items[0], items[1], nil
}

// Call runs the function. Under tapes its result comes from one node, whose gradient is the function's own.
func (f *customFunc) Call(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
	var err error
	if bind.Tracing(t) != nil {
		if args, err = toTensors(t, args, kw); err != nil {
			return nil, err
		}
	}
	watch := graph.NewTape(true) // tells the variables that are used
	var c custom
	err = bind.Recorded(t).And(watch).With(t, func() (err error) {
		c.result, c.grad, err = f.kind(f.fn)(t, args, kw)
		return err
	})
	if err != nil {
		return nil, err
	}
	c.t = t
	if err := c.inputs(watch, args, kw); err != nil {
		return nil, err
	}
	if len(c.variables) > 0 && !takesVariables(c.grad) {
		return nil, py.TypeErrorf(
			"@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function "+
				"uses variables: %s",
			py.ReprOf(py.NewList(c.variables...)),
		)
	}
	return c.node(py.StrOf(nameOf(t, f.fn)))
}

func nameOf(t *py.Thread, fn py.Value) py.Value {
	if v, err := py.GetAttr(t, fn, "__name__"); err == nil {
		return v
	}
	return "custom"
}

// takesVariables tells a gradient function with a parameter for the variables; of functions that do not tell
// their parameters it is assumed.
func takesVariables(fn py.Value) bool {
	if m, ok := fn.(*py.Method); ok {
		fn = m.Fn
	}
	f, ok := fn.(interface{ Params() []py.Param })
	return !ok || slices.ContainsFunc(f.Params(), func(p py.Param) bool { return p.DStar || p.Name == "variables" })
}

// custom is one call of a function with a gradient of its own.
type custom struct {
	t         *py.Thread
	result    py.Value
	grad      py.Value
	args      []op.Value // the tensors of the positional arguments, then what the variables hold
	count     int        // how many are of arguments
	variables []py.Value
	leaves    []py.Value // of the result
	out       []op.Value // their tensors
}

// FlatTensor is the tensor of a value that has a gradient: of a ragged tensor its flat values.
func FlatTensor(t *py.Thread, v py.Value) (op.Value, error) {
	if x, ok := v.(*bind.Variable); ok {
		return bind.Read(t, x)
	}
	if parts := bind.Components(v); len(parts) > 1 {
		return parts[0], nil
	}
	c := &bind.Call{T: t, Op: &bind.Op{}}
	return c.ConvertValue(v, tensor.Invalid)
}

// inputs reads the arguments, and the variables that were used and are none of them.
func (c *custom) inputs(watch *graph.Tape, args []py.Value, kw []py.Kw) error {
	leaves, err := nest.FlattenNest(py.NewTuple(args...))
	if err != nil {
		return err
	}
	given := leaves
	for _, k := range kw {
		more, err := nest.FlattenNest(k.Value)
		if err != nil {
			return err
		}
		given = append(given[:len(given):len(given)], more...)
	}
	c.count = len(leaves)
	for _, v := range constructed(watch.Variables) {
		if !slices.Contains(given, v) {
			c.variables = append(c.variables, v)
		}
	}
	for _, v := range slices.Concat(leaves, c.variables) {
		x, err := FlatTensor(c.t, v)
		if err != nil {
			return err
		}
		c.args = append(c.args, x)
	}
	return nil
}

// node hands the result on as values of their own, whose gradient is the function's.
func (c *custom) node(name string) (py.Value, error) {
	var err error
	if c.leaves, err = nest.FlattenNest(c.result); err != nil {
		return nil, err
	}
	if rec := bind.Recorded(c.t); rec != nil && rec.Graph != nil {
		return c.inGraph(rec)
	}
	x := bind.ExecOf(c.t)
	out := make([]py.Value, len(c.leaves))
	for i, v := range c.leaves {
		y, err := FlatTensor(c.t, v)
		if err != nil {
			return nil, err
		}
		n, err := x.Do(op.Identity, nil, y)
		if err != nil {
			return nil, bind.Wrap(c.t, err, "", true)
		}
		c.out = append(c.out, n.Out[0])
		if out[i], err = gradientValue(v, n.Out[0]); err != nil {
			return nil, err
		}
	}
	if rec := bind.Recorded(c.t); rec != nil {
		n := &op.Node{Def: &op.Def{Name: name, Grad: c.pull}, In: c.args, Out: c.out}
		if err := rec.Tapes.Add(n); err != nil {
			return nil, err
		}
	}
	if !nest.IsNested(c.result) {
		return out[0], nil
	}
	return nest.PackNest(c.result, &out), nil
}

// pull calls the function of the gradient.
func (c *custom) pull(b *op.B, _ *op.Node, dy []op.Value) []op.Value {
	out := make([]op.Value, len(c.args))
	full := make([]op.Value, len(dy))
	for i, g := range dy {
		if full[i] = g; g == nil {
			full[i] = b.Unwatched(op.ZerosLike, c.out[i])
		}
	}
	if b.Err != nil {
		return out
	}
	grads, err := c.given(full)
	if err != nil {
		b.Fail(err)
		return out
	}
	t := c.t
	if host, ok := b.Host.(*py.Thread); ok {
		t = host
	}
	if err := bind.WatchedBy(t, b.Exec, func() error { return c.call(t, grads, out) }); err != nil {
		b.Fail(err)
		clear(out)
	}
	return out
}

// given is gradients of the results as the program sees them.
func (c *custom) given(dy []op.Value) ([]py.Value, error) {
	grads := make([]py.Value, len(dy))
	for i, g := range dy {
		v, err := gradientValue(c.leaves[i], g)
		if err != nil {
			return nil, err
		}
		grads[i] = v
	}
	return grads, nil
}

// call runs the function of the gradient and reads what it gives into out.
func (c *custom) call(t *py.Thread, dy []py.Value, out []op.Value) error {
	var kw []py.Kw
	if len(c.variables) > 0 {
		kw = []py.Kw{{Name: "variables", Value: py.NewList(c.variables...)}}
	}
	v, err := py.Call(t, c.grad, dy, kw)
	if err != nil {
		return err
	}
	var ofVars []py.Value
	if len(c.variables) > 0 {
		var more py.Value
		if v, more, err = twoOf(t, v); err != nil {
			return err
		}
		if ofVars, err = py.ToSlice(t, more); err != nil {
			return err
		}
		if len(ofVars) != len(c.variables) {
			return py.ValueErrorf("Must return gradient for each variable from @custom_gradient grad_fn.")
		}
	}
	gs, err := nest.FlattenNest(v)
	if err != nil {
		return err
	}
	if len(gs) != c.count {
		return py.ValueErrorf(
			"custom_gradient function expected to return %d gradients, but returned %d instead.",
			c.count,
			len(gs),
		)
	}
	for i, g := range append(gs, ofVars...) {
		if out[i], err = givenGradient(t, g); err != nil {
			return err
		}
	}
	return nil
}

// givenGradient is a gradient that a program made: nil for None.
func givenGradient(t *py.Thread, g py.Value) (op.Value, error) {
	switch x := g.(type) {
	case *py.NoneType:
		return nil, nil
	case *values.IndexedSlices:
		return slicesOf(t, x)
	}
	return FlatTensor(t, g)
}

// passedThrough makes the gradient of a function that of the identity.
func passedThrough(fn py.Value) paired {
	return func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, py.Value, error) {
		v, err := py.Call(t, fn, args, kw)
		if err != nil {
			return nil, nil, err
		}
		return v, py.NewRaw("grad", "", func(_ *py.Thread, dy []py.Value, kw []py.Kw) (py.Value, error) {
			for _, k := range kw {
				if vars, ok := k.Value.(*py.List); ok && k.Name == "variables" {
					none := make([]py.Value, len(vars.Items))
					for i := range none {
						none[i] = py.None
					}
					return py.NewTuple(py.NewTuple(dy...), py.NewList(none...)), nil
				}
			}
			return py.NewTuple(dy...), nil
		}), nil
	}
}
