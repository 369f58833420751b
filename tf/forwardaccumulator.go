package tf

import (
	"slices"

	"github.com/tfs-lang/tfs/graph"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tf/bind"
)

// forwardAccumulator is tf.autodiff.ForwardAccumulator.
type forwardAccumulator struct {
	tape      *graph.Tape
	t         *thread // the one that ops run on
	recording bool
}

var accumulatorClass = py.NewClass("tensorflow.python.eager.forwardprop", "ForwardAccumulator", py.ObjectClass, nil)

func init() {
	py.Register[*forwardAccumulator](accumulatorClass)
	constant(accumulatorClass, "tf.autodiff.ForwardAccumulator")
	c := accumulatorClass
	c.Doc = "Computes derivatives in one direction along with the values.\n\n" +
		">>> x = tf.constant(3.0)\n" +
		">>> with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc: y = x * x\n>>> acc.jvp(y)"
	c.New = py.NewBuiltin("ForwardAccumulator(primals, tangents)", func(t *thread, a []value) (value, error) {
		return newAccumulator(t, a[0], a[1])
	})
	self := func(a []value) *forwardAccumulator { return a[0].(*forwardAccumulator) }
	c.Def("__enter__(self)", "Begins to accumulate.", func(t *thread, a []value) (value, error) {
		f := self(a)
		if f.recording {
			return nil, py.ValueErrorf("Accumulator is already recording.")
		}
		f.recording, f.t = true, t
		t.Rec = bind.Recorded(t).And(f.tape)
		return f, nil
	})
	c.Def("__exit__(self, typ, value, traceback)", "Ends accumulating.", func(t *thread, a []value) (value, error) {
		if f := self(a); f.recording {
			f.recording = false
			leave(t, f.tape)
		}
		return py.None, nil
	})
	c.Def("jvp(self, primals, unconnected_gradients='none')", "The derivatives in the direction of the tangents, in the "+
		"structure of the primals.", func(t *thread, a []value) (value, error) { return self(a).jvp(t, a[1], a[2]) })
}

func newAccumulator(t *thread, primals, tangents value) (value, error) {
	f := &forwardAccumulator{t: t}
	f.tape = graph.NewForward(func(tapes graph.Tapes) *op.Exec {
		x := bind.ExecOf(f.t)
		x.Tape = nil
		if len(tapes) > 0 {
			x.Tape = tapes
		}
		return x
	})
	if err := assertSame(primals, tangents); err != nil {
		return nil, err
	}
	ps, err := flattenNest(primals)
	if err != nil {
		return nil, err
	}
	ds, err := flattenNest(tangents)
	if err != nil {
		return nil, err
	}
	for i, p := range ps {
		if slices.Contains(ps[:i], p) {
			return nil, py.ValueErrorf("Tensor {} was specified as a primal multiple times. This may indicate an error. If " +
				"it was intended, please sum the corresponding tangents.")
		}
	}
	b := bind.BuilderOf(t)
	for i, p := range ps {
		parts := bind.Components(p)
		if parts == nil {
			return nil, py.NoAttr(p, "dtype")
		}
		d := &call{T: t, Op: &bind.Op{}}
		x, err := d.ConvertValue(ds[i], elementType(parts[0]))
		if err != nil {
			return nil, err
		}
		f.tape.SetTangent(b, parts[0], x)
	}
	return f, b.Err
}

// leave takes a tape from those of a thread.
func leave(t *thread, tape *graph.Tape) {
	if r := bind.Recorded(t).Without(tape); r != nil {
		t.Rec = r
	} else {
		t.Rec = nil
	}
}

// jvp looks derivatives up: None or zeros where there is none.
func (f *forwardAccumulator) jvp(t *thread, primals, unconnected value) (value, error) {
	zero, err := zeroWanted(unconnected)
	if err != nil {
		return nil, py.ValueErrorf("%s is not a valid UnconnectedGradients", py.ReprOf(unconnected))
	}
	xs, err := endpoints(primals)
	if err != nil {
		return nil, err
	}
	gs := make([]op.Value, len(xs))
	for i, x := range xs {
		if x.val == nil {
			return nil, py.TypeErrorf("jvp takes tensors, not %s", py.ReprOf(x.of))
		}
		gs[i] = f.tape.Tangent(x.val)
	}
	return packGradients(bind.BuilderOf(t), primals, xs, gs, zero)
}
