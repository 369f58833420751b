package autodiff

import (
	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nest"
	"github.com/tfs-lang/tfs/tf/public"
)

// recomputed runs a function without recording it; its gradients run it again with a tape.
func recomputed(fn py.Value) paired {
	return func(t *py.Thread, args []py.Value, kw []py.Kw) (result, grad py.Value, err error) {
		err = bind.Recorded(t).Innermost().With(t, func() (err error) {
			result, err = py.Call(t, fn, args, kw)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		again := &recomputing{fn, args, kw}
		return result, py.NewRaw("grad_wrapper", "", again.grad), nil
	}
}

// recomputing is a call whose gradients are wanted.
type recomputing struct {
	fn   py.Value
	args []py.Value
	kw   []py.Kw
}

// grad is the gradients of the arguments, and of the variables when there are some. They have no derivative by
// the gradients of the result.
func (r *recomputing) grad(t *py.Thread, dy []py.Value, kw []py.Kw) (py.Value, error) {
	var vars []py.Value
	for _, k := range kw {
		if list, ok := k.Value.(*py.List); ok && k.Name == "variables" {
			vars = list.Items
		}
	}
	inner := func(t *py.Thread, dy []py.Value, _ []py.Kw) (py.Value, py.Value, error) {
		gs, err := r.again(t, dy, vars)
		if err != nil {
			return nil, nil, err
		}
		n := len(gs) - len(vars)
		return py.NewTuple(py.NewList(gs[:n]...), py.NewList(gs[n:]...)), py.NewRaw("transpose", "",
			func(t *py.Thread, _ []py.Value, _ []py.Kw) (py.Value, error) {
				return nil, py.Raisef(
					py.NotImplementedErrClass,
					"recompute_grad tried to transpose grad of %s. Consider not "+
						"using recompute_grad in forward modeautodiff",
					py.StrOf(nameOf(t, r.fn)),
				)
			}), nil
	}
	return newCustom(r.fn, func(py.Value) paired { return inner }).Call(t, dy, nil)
}

// again runs the function with a tape and gives its gradients.
func (r *recomputing) again(t *py.Thread, dy, vars []py.Value) ([]py.Value, error) {
	tape := graph.NewTape(true)
	leaves, err := nest.FlattenNest(py.NewTuple(r.args...))
	if err != nil {
		return nil, err
	}
	ids := make([]py.Value, len(leaves))
	var result py.Value
	err = bind.Recorded(t).And(tape).With(t, func() (err error) {
		for i, v := range leaves {
			if ids[i], err = public.Identity.Run(t, v); err != nil {
				return err
			}
			for _, p := range bind.Components(ids[i]) {
				tape.Watch(p)
			}
		}
		for _, v := range vars {
			tape.Watch(v.(*bind.Variable))
		}
		packed := ids
		again := nest.PackNest(py.NewTuple(r.args...), &packed).(*py.Tuple)
		result, err = py.Call(t, r.fn, again.Items, r.kw)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.gradients(t, tape, result, append(ids, vars...), dy)
}

func (r *recomputing) gradients(
	t *py.Thread,
	tape *graph.Tape,
	result py.Value,
	sources, dy []py.Value,
) ([]py.Value, error) {
	ys, err := endpoints(result)
	if err != nil {
		return nil, err
	}
	xs, err := endpoints(py.NewList(sources...))
	if err != nil {
		return nil, err
	}
	b := bind.BuilderOf(t)
	seeds, err := weightsOf(t, b, ys, py.NewList(dy...))
	if err != nil {
		return nil, err
	}
	var gs []op.Value
	targets, weights := floating(ys, seeds)
	if gs = tape.Gradient(b, targets, weights, vals(xs)); b.Err != nil {
		return nil, bind.Wrap(t, b.Err, "", true)
	}
	v, err := PackGradients(b, py.NewList(sources...), xs, gs, true)
	if err != nil {
		return nil, err
	}
	return v.(*py.List).Items, nil
}
