package autodiff

import (
	"slices"
	"sort"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nest"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// gradientTape is tf.GradientTape.
type gradientTape struct {
	tape       *graph.Tape // nil before it is entered and after its only use
	persistent bool
	auto       bool // trainable variables are watched
	recording  bool
	watched    []py.Value // the variables of a tape that is used up
}

var tapeClass = py.NewClass("tensorflow.python.eager.backprop", "GradientTape", py.ObjectClass, nil)

// oneUse is the complaint about a second gradient of a tape that is not persistent.
const oneUse = "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"

func init() {
	py.Register[*gradientTape](tapeClass)
	table.Constant(tapeClass, "tf.GradientTape", "tf.autodiff.GradientTape")
	c := tapeClass
	c.Doc = `Records the ops that run within it, for gradients.

>>> with tf.GradientTape() as g: g.watch(x := tf.constant(3.0)); y = x * x
>>> g.gradient(y, x)`
	c.New = py.NewBuiltin("GradientTape(persistent=False, watch_accessed_variables=True)",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			p, err := py.Truth(nil, a[0])
			if err != nil {
				return nil, err
			}
			auto, err := py.Truth(nil, a[1])
			return &gradientTape{persistent: p, auto: auto}, err
		})
	self := func(a []py.Value) *gradientTape { return a[0].(*gradientTape) }
	c.Def("__enter__(self)", "Begins to record.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return a[0], self(a).push(t, nil)
	})
	c.Def(
		"__exit__(self, typ, value, traceback)",
		"Ends recording.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			self(a).pop(t)
			return false, nil
		},
	)
	c.Def(
		"watch(self, tensor)",
		"Follows a tensor, or the tensors of a nest.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return py.None, self(a).watch(t, a[1])
		},
	)
	c.Def(
		"gradient(self, target, sources, output_gradients=None, unconnected_gradients='none')",
		"The gradient of targets by sources, in the sources' structure.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return self(a).gradient(t, a[1], a[2], a[3], a[4])
		},
	)
	c.Def("jacobian(self, target, sources, unconnected_gradients='none', parallel_iterations=None, "+
		"experimental_use_pfor=True)", "The derivatives of each element of the target.",
		func(t *py.Thread, a []py.Value) (py.Value, error) { return self(a).jacobian(t, a[1], a[2], a[3]) })
	c.Def("batch_jacobian(self, target, source, unconnected_gradients='none', parallel_iterations=None, "+
		"experimental_use_pfor=True)", "The derivatives of each row of the target by the same row of the source.",
		func(t *py.Thread, a []py.Value) (py.Value, error) { return self(a).batchJacobian(t, a[1], a[2], a[3]) })
	c.Def("reset(self)", "Forgets what was recorded.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		g := self(a)
		if !g.recording {
			return nil, py.ValueErrorf("Tape is not recording.").WithHint(
				"reset inside `with tf.GradientTape() as tape:`.")
		}
		g.pop(t)
		g.tape = nil
		return py.None, g.push(t, nil)
	})
	c.Def(
		"stop_recording(self)",
		"A context within which nothing is recorded.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			if self(a).tape == nil {
				return nil, py.Raisef(py.RuntimeErrorClass, "Trying to stop recording a tape which is not recording.")
			}
			return &tapePause{self(a)}, nil
		},
	)
	c.Def("watched_variables(self)", "The variables that are watched, in the order of construction.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			g := self(a)
			if g.tape != nil {
				return py.NewTuple(constructed(g.tape.Variables)...), nil
			}
			return py.NewTuple(g.watched...), nil
		})
	initTapePause()
}

// constructed lists variables in the order of their construction.
func constructed(vars []op.Storage) []py.Value {
	vars = slices.Clone(vars)
	sort.SliceStable(vars, func(i, j int) bool {
		v, ok1 := vars[i].(*bind.Variable)
		w, ok2 := vars[j].(*bind.Variable)
		return ok1 && ok2 && v.ID < w.ID
	})
	out := make([]py.Value, len(vars))
	for i, v := range vars {
		out[i] = v
	}
	return out
}

// tapePause is what stop_recording gives.
type tapePause struct{ of *gradientTape }

func initTapePause() {
	c := py.NewClass("contextlib", "_GeneratorContextManager", py.ObjectClass, nil)
	py.Register[*tapePause](c)
	c.Def("__enter__(self)", "Stops recording.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		a[0].(*tapePause).of.pop(t)
		return py.None, nil
	})
	c.Def("__exit__(self, *args)", "Goes on recording.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		g := a[0].(*tapePause).of
		return false, g.push(t, g.tape)
	})
}

// push makes the tape record the thread's ops; a tape that is nil begins a new one.
func (g *gradientTape) push(t *py.Thread, tape *graph.Tape) error {
	if g.recording {
		return py.ValueErrorf("Tape is still recording, This can happen if you try to re-enter an already-active tape.")
	}
	if tape == nil {
		if tape = g.tape; tape == nil { // a tape entered again goes on until its gradient was taken
			tape = graph.NewTape(g.auto)
		}
	}
	g.tape, g.recording = tape, true
	t.Rec = bind.Recorded(t).And(tape)
	return nil
}

// pop ends recording.
func (g *gradientTape) pop(t *py.Thread) {
	if !g.recording {
		return
	}
	g.recording = false
	leave(t, g.tape)
}

func (g *gradientTape) watch(_ *py.Thread, v py.Value) error {
	leaves, err := nest.FlattenNest(v)
	if err != nil {
		return err
	}
	for _, l := range leaves {
		l = variableOf(l)
		parts := bind.Components(l)
		if parts == nil {
			return py.ValueErrorf("Passed in object %s of type '%s', not tf.Tensor or tf.Variable or ExtensionType.",
				py.StrOf(l), py.TypeOf(l).TypeName()).WithHint("make a tensor of it first: tf.constant(...).")
		}
		if g.tape == nil {
			return py.Raisef(py.AttributeErrorClass, "'NoneType' object has no attribute 'watch'").WithHint(
				"watch inside `with tf.GradientTape() as tape:`.")
		}
		for _, p := range parts {
			g.tape.Watch(p)
		}
	}
	return nil
}

// take is the tape for a gradient; one that is not persistent is used up.
func (g *gradientTape) take(t *py.Thread) (*graph.Tape, error) {
	tape := g.tape
	if tape == nil {
		return nil, py.Raisef(py.RuntimeErrorClass, oneUse).
			WithHint("tf.GradientTape(persistent=True) can be asked again.")
	}
	if !g.persistent {
		g.pop(t)
		g.tape, g.watched = nil, constructed(tape.Variables)
	}
	return tape, nil
}

// Endpoint is a target or source of a gradient: a value and the tensor of it that has a derivative.
type Endpoint struct {
	Of  py.Value
	Val op.Value
}

// variableOf is the variable of a handle, any other value itself: tapes know variables by their handles.
func variableOf(v py.Value) py.Value {
	if h, ok := v.(*bind.Handle); ok && h.Of != nil {
		return h.Of
	}
	return v
}

// endpoints are the leaves of a nest.
func endpoints(v py.Value) ([]Endpoint, error) {
	leaves, err := nest.FlattenNest(v)
	if err != nil {
		return nil, err
	}
	out := make([]Endpoint, len(leaves))
	for i, l := range leaves {
		switch l.(type) {
		case *sparse.Sparse, *bind.SymSparse:
			return nil, py.ValueErrorf("Type SparseTensor is not supported as a gradient source or gradient target.").
				WithHint("its .values are a tensor with a gradient.")
		}
		l = variableOf(l)
		out[i] = Endpoint{Of: l}
		if parts := bind.Components(l); parts != nil {
			out[i].Val = parts[0]
		} else if err := noType(l); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// noType is the error of a value that is no tensor and tells no type either.
func noType(v py.Value) error {
	switch v.(type) {
	case *py.NoneType, string:
		return py.TypeErrorf("Cannot convert the argument `type_value`: %s to a TensorFlow DType.", py.ReprOf(v)).WithHint(
			"gradients have tensors and variables as targets and sources.")
	case bool, int64, float64, complex128, py.Bytes:
		return py.Raisef(py.AttributeErrorClass, "'%s' object has no attribute 'dtype'", py.TypeOf(v).TypeName()).WithHint(
			"gradients have tensors and variables as targets and sources: make a tensor with tf.constant and watch it.")
	}
	return nil
}

func vals(es []Endpoint) []op.Value {
	out := make([]op.Value, len(es))
	for i, e := range es {
		out[i] = e.Val
	}
	return out
}

// ZeroWanted reads unconnected_gradients.
func ZeroWanted(v py.Value) (bool, error) {
	s, ok := v.(string)
	if !ok {
		if x, err := py.GetAttr(py.Background(), v, "value"); err == nil {
			s, _ = x.(string)
		}
	}
	switch s {
	case "none":
		return false, nil
	case "zero":
		return true, nil
	}
	return false, py.ValueErrorf("Unknown value for unconnected_gradients: '%s'", py.StrOf(v))
}

func (g *gradientTape) gradient(t *py.Thread, target, sources, given, unconnected py.Value) (py.Value, error) {
	zero, err := ZeroWanted(unconnected)
	if err != nil {
		return nil, err
	}
	if g.tape == nil {
		_, err := g.take(t)
		return nil, err
	}
	if target == py.None {
		return nil, py.TypeErrorf("Argument `target` should be a list or nested structure of Tensors, Variables or " +
			"CompositeTensors to be differentiated, but received None.")
	}
	ys, err := endpoints(target)
	if err != nil {
		return nil, err
	}
	xs, err := endpoints(sources)
	if err != nil {
		return nil, err
	}
	tape, err := g.take(t)
	if err != nil {
		return nil, err
	}
	b := bind.BuilderOf(t)
	seeds, err := weightsOf(t, b, ys, given)
	if err != nil {
		return nil, err
	}
	targets, weights := floating(ys, seeds)
	gs := tape.Gradient(b, targets, weights, vals(xs))
	if b.Err != nil {
		return nil, bind.Wrap(t, b.Err, "", true)
	}
	return PackGradients(b, sources, xs, gs, zero)
}

// floating keeps the targets that have derivatives.
func floating(ys []Endpoint, seeds []op.Value) (targets, weights []op.Value) {
	for i, y := range ys {
		if y.Val != nil && graph.Differentiable(elementType(y.Val)) {
			targets, weights = append(targets, y.Val), append(weights, seeds[i])
		}
	}
	return targets, weights
}

func elementType(v op.Value) tensor.DType {
	if s, ok := v.(op.Storage); ok {
		return s.Holds()
	}
	return v.DType()
}

// weightsOf are the weights of the targets: those given, else ones.
func weightsOf(t *py.Thread, b *op.B, ys []Endpoint, given py.Value) ([]op.Value, error) {
	var leaves []py.Value
	if given != py.None {
		var err error
		if leaves, err = nest.FlattenNest(given); err != nil {
			return nil, err
		}
	}
	out := make([]op.Value, len(ys))
	for i, y := range ys {
		switch {
		case y.Val == nil:
		case i < len(leaves) && leaves[i] != py.None:
			c := &bind.Call{T: t, Op: &bind.Op{}}
			v := leaves[i]
			if r, ok := v.(*ragged.Ragged); ok {
				v = r.Flat()
			}
			x, err := c.ConvertValue(v, elementType(y.Val))
			if err != nil {
				return nil, err
			}
			out[i] = x
		default:
			v := y.Val
			if s, ok := v.(op.Storage); ok {
				v = s.Load()
			}
			if graph.Differentiable(v.DType()) {
				out[i] = b.Unwatched(op.OnesLike, v)
			}
		}
	}
	return out, b.Err
}

// PackGradients gives gradients in the structure of the sources.
func PackGradients(b *op.B, sources py.Value, xs []Endpoint, gs []op.Value, zero bool) (py.Value, error) {
	leaves := make([]py.Value, len(xs))
	for i, g := range gs {
		leaves[i] = py.None
		if g == nil && zero && xs[i].Val != nil {
			v := xs[i].Val
			if s, ok := v.(op.Storage); ok {
				v = s.Load()
			}
			if g = b.One(op.ZerosLike, v); b.Err != nil {
				return nil, b.Err
			}
		}
		if g == nil {
			continue
		}
		if len(bind.Components(xs[i].Of)) > 1 { // ragged: its values are dense
			if g = b.Dense(g); b.Err != nil {
				return nil, b.Err
			}
		}
		v, err := gradientValue(xs[i].Of, g)
		if err != nil {
			return nil, err
		}
		leaves[i] = v
	}
	if !nest.IsNested(sources) {
		return leaves[0], nil
	}
	return nest.PackNest(sources, &leaves), nil
}

// gradientValue is a gradient as Python sees it: of a ragged source ragged.
func gradientValue(source py.Value, g op.Value) (py.Value, error) {
	if s, ok := g.(*op.Slices); ok {
		return &values.IndexedSlices{Values: s.Values, Indices: s.Indices, Shape: s.Shape}, nil
	}
	parts := bind.Components(source)
	if len(parts) < 2 {
		return g, nil
	}
	parts[0] = g
	return bind.Rebuild(source, parts)
}
