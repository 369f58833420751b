package autodiff

import (
	"slices"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/nest"
	"github.com/tfs-lang/tfs/tf/table"
)

// forwardAccumulator is tf.autodiff.ForwardAccumulator.
type forwardAccumulator struct {
	tape      *graph.Tape
	t         *py.Thread // the one that ops run on
	recording bool
}

var accumulatorClass = py.NewClass("tensorflow.python.eager.forwardprop", "ForwardAccumulator", py.ObjectClass, nil)

func init() {
	py.Register[*forwardAccumulator](accumulatorClass)
	table.Constant(accumulatorClass, "tf.autodiff.ForwardAccumulator")
	c := accumulatorClass
	c.Doc = `Computes derivatives in one direction along with the values.

>>> x = tf.constant(3.0)
>>> with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc: y = x * x
>>> acc.jvp(y)`
	c.New = py.NewBuiltin("ForwardAccumulator(primals, tangents)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return newAccumulator(t, a[0], a[1])
	})
	self := func(a []py.Value) *forwardAccumulator { return a[0].(*forwardAccumulator) }
	c.Def("__enter__(self)", "Begins to accumulate.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		f := self(a)
		if f.recording {
			return nil, py.ValueErrorf("Accumulator is already recording.")
		}
		f.recording, f.t = true, t
		t.Rec = bind.Recorded(t).And(f.tape)
		return f, nil
	})
	c.Def(
		"__exit__(self, typ, value, traceback)",
		"Ends accumulating.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			if f := self(a); f.recording {
				f.recording = false
				leave(t, f.tape)
			}
			return py.None, nil
		},
	)
	c.Def(
		"jvp(self, primals, unconnected_gradients='none')",
		"The derivatives in the direction of the tangents, in the "+
			"structure of the primals.",
		func(t *py.Thread, a []py.Value) (py.Value, error) { return self(a).jvp(t, a[1], a[2]) },
	)
}

func newAccumulator(t *py.Thread, primals, tangents py.Value) (py.Value, error) {
	f := &forwardAccumulator{t: t}
	f.tape = graph.NewForward(func(tapes graph.Tapes) *op.Exec {
		x := bind.ExecOf(f.t)
		x.Tape = nil
		if len(tapes) > 0 {
			x.Tape = tapes
		}
		return x
	})
	if err := nest.AssertSame(primals, tangents); err != nil {
		return nil, err
	}
	ps, err := nest.FlattenNest(primals)
	if err != nil {
		return nil, err
	}
	ds, err := nest.FlattenNest(tangents)
	if err != nil {
		return nil, err
	}
	for i, p := range ps {
		if slices.Contains(ps[:i], p) {
			return nil, py.ValueErrorf(
				"Tensor {} was specified as a primal multiple times. This may indicate an error. If " +
					"it was intended, please sum the corresponding tangents.",
			)
		}
	}
	b := bind.BuilderOf(t)
	for i, p := range ps {
		parts := bind.Components(p)
		if parts == nil {
			return nil, py.NoAttr(p, "dtype")
		}
		d := &bind.Call{T: t, Op: &bind.Op{}}
		x, err := d.ConvertValue(ds[i], elementType(parts[0]))
		if err != nil {
			return nil, err
		}
		f.tape.SetTangent(b, parts[0], x)
	}
	return f, b.Err
}

// leave takes a tape from those of a thread.
func leave(t *py.Thread, tape *graph.Tape) {
	if r := bind.Recorded(t).Without(tape); r != nil {
		t.Rec = r
	} else {
		t.Rec = nil
	}
}

// jvp looks derivatives up: None or zeros where there is none.
func (f *forwardAccumulator) jvp(t *py.Thread, primals, unconnected py.Value) (py.Value, error) {
	zero, err := ZeroWanted(unconnected)
	if err != nil {
		return nil, py.ValueErrorf("%s is not a valid UnconnectedGradients", py.ReprOf(unconnected))
	}
	xs, err := endpoints(primals)
	if err != nil {
		return nil, err
	}
	gs := make([]op.Value, len(xs))
	for i, x := range xs {
		if x.Val == nil {
			return nil, py.TypeErrorf("jvp takes tensors, not %s", py.ReprOf(x.Of))
		}
		gs[i] = f.tape.Tangent(x.Val)
	}
	return PackGradients(bind.BuilderOf(t), primals, xs, gs, zero)
}
