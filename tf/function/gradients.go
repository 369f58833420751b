package function

import (
	"slices"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/autodiff"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.InLibrary("_tf_enums", "tf.UnconnectedGradients")
	grads := table.Entry("tf.gradients", "(ys, xs, grad_ys=None, name='gradients', gate_gradients=False, "+
		"aggregation_method=None, stop_gradients=None, unconnected_gradients='none')", "", func(c *bind.Call) (py.Value, error) {
		g, err := graphOnly(c)
		if err != nil {
			return nil, err
		}
		return graphGradients(c, g)
	}, "The gradients of ys by xs, within a tf.function. Elsewhere tf.GradientTape has them.\n\n"+
		">>> tf.function(lambda a: tf.gradients(a * a, a))(tf.constant(3.0))")
	hess := table.Entry("tf.hessians", "(ys, xs, gate_gradients=False, aggregation_method=None, name='hessians')", "",
		func(c *bind.Call) (py.Value, error) {
			g, err := graphOnly(c)
			if err != nil {
				return nil, err
			}
			return graphHessians(c, g)
		}, "The second derivatives of the sum of ys by each of xs, within a tf.function.\n\n"+
			">>> tf.function(lambda a: tf.hessians(a * a * a, a))(tf.constant(3.0))")
	grads.Direct, hess.Direct = true, true
	table.Register(grads, hess)
}

func graphOnly(c *bind.Call) (*graph.Graph, error) {
	g := bind.Tracing(c.T)
	if g == nil {
		return nil, py.Raisef(py.RuntimeErrorClass,
			"tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead.")
	}
	return g, nil
}

// oneOrMore is the items of a list or tuple, or the value alone.
func oneOrMore(v py.Value) []py.Value {
	if items, ok := values.ListItems(v); ok {
		return items
	}
	return []py.Value{v}
}

// graphValues are values of the graph: variables as they are, or what they hold.
func graphValues(t *py.Thread, vs []py.Value, read bool) ([]op.Value, error) {
	out := make([]op.Value, len(vs))
	for i, v := range vs {
		switch x := v.(type) {
		case *py.Dict:
			return nil, py.TypeErrorf("Expected any non-tensor type, but got a tensor instead.")
		case *py.NoneType:
			return nil, py.NoAttr(v, "op")
		case *bind.Variable:
			if !read {
				out[i] = x
				continue
			}
		}
		y, err := autodiff.FlatTensor(t, v)
		if err != nil {
			return nil, err
		}
		out[i] = y
	}
	return out, nil
}

func graphGradients(c *bind.Call, g *graph.Graph) (py.Value, error) {
	zero, err := autodiff.ZeroWanted(c.Args[7])
	if err != nil {
		return nil, err
	}
	ys, err := graphValues(c.T, oneOrMore(c.Args[0]), true)
	if err != nil {
		return nil, err
	}
	sources := oneOrMore(c.Args[1])
	xs, err := graphValues(c.T, sources, false)
	if err != nil {
		return nil, err
	}
	var stop []op.Value
	if c.Given(6) {
		if stop, err = graphValues(c.T, oneOrMore(c.Args[6]), false); err != nil {
			return nil, err
		}
	}
	_, outer := g.Scope(py.StrOf(c.Args[3]))
	defer g.Leave(outer)
	b := c.B()
	seeds, err := graphSeeds(c, b, ys)
	if err != nil {
		return nil, err
	}
	slices.Reverse(ys) // the first ones' nodes first
	slices.Reverse(seeds)
	gs := b.Gradients(g.History(xs, stop), ys, seeds, xs)
	if b.Err != nil {
		return nil, bind.Wrap(c.T, b.Err, "", true)
	}
	ends := make([]autodiff.Endpoint, len(xs))
	for i, x := range xs {
		ends[i] = autodiff.Endpoint{Of: sources[i], Val: x}
	}
	return autodiff.PackGradients(b, py.NewList(sources...), ends, gs, zero)
}

// graphSeeds are the weights of the targets: those given, else ones.
func graphSeeds(c *bind.Call, b *op.B, ys []op.Value) ([]op.Value, error) {
	given := make([]py.Value, len(ys))
	if c.Given(2) {
		given = oneOrMore(c.Args[2])
	}
	if len(given) != len(ys) {
		return nil, py.ValueErrorf("Length mismatch. Passed %d grad_ys for %d ys", len(given), len(ys))
	}
	seeds := make([]op.Value, len(ys))
	for i, y := range ys {
		d := y.DType()
		switch {
		case given[i] != nil && given[i] != py.None:
			x, err := autodiff.FlatTensor(c.T, given[i])
			if err != nil {
				return nil, err
			}
			if x.DType() != d {
				return nil, py.TypeErrorf(
					"Input 'y' of 'Mul' Op has type %s that does not match type %s of argument 'x'.",
					d,
					x.DType(),
				)
			}
			seeds[i] = x
		case d.IsComplex():
			return nil, py.TypeErrorf(
				"Gradients of complex tensors (%s) must set grad_ys (y.dtype = %s)",
				edgeText(y),
				d,
			)
		case d == tensor.String || d == tensor.Bool:
			return nil, py.TypeErrorf(
				"Tensor %s with type %s must be numeric to obtain a default gradient",
				edgeText(y),
				d,
			)
		case graph.Differentiable(d):
			seeds[i] = b.Unwatched(op.OnesLike, y)
		}
	}
	return seeds, b.Err
}

// graphHessians differentiates each element of the gradients again.
func graphHessians(c *bind.Call, g *graph.Graph) (py.Value, error) {
	ys, err := graphValues(c.T, oneOrMore(c.Args[0]), true)
	if err != nil {
		return nil, err
	}
	xs, err := graphValues(c.T, oneOrMore(c.Args[1]), false)
	if err != nil {
		return nil, err
	}
	b := c.B()
	seeds := make([]op.Value, len(ys))
	for i, y := range ys {
		if graph.Differentiable(y.DType()) {
			seeds[i] = b.Unwatched(op.OnesLike, y)
		}
	}
	out := make([]py.Value, len(xs))
	for k, x := range xs {
		one := []op.Value{x}
		d := b.Dense(b.Gradients(g.History(one, nil), ys, seeds, one)[0])
		if b.Err != nil {
			return nil, bind.Wrap(c.T, b.Err, "", true)
		}
		if d == nil {
			return nil, py.ValueErrorf("None values not supported.")
		}
		h, err := autodiff.JacobianRows(c.T, b, d, func(seed op.Value) []op.Value {
			return b.Gradients(g.History(one, nil), []op.Value{d}, []op.Value{seed}, one)
		}, one, "tf.hessians")
		if err != nil {
			return nil, err
		}
		if out[k] = h[0]; h[0] == nil {
			return nil, py.ValueErrorf("None values not supported.")
		}
	}
	return py.NewList(out...), nil
}
