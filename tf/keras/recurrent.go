package keras

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// The kernels of whole recurrent layers, as functions of _keras_native: LSTM and GRU give the outputs, the last
// output and the last states.

var recurrentOps = []*bind.Op{
	recurrentOp(op.LSTMSteps, "lstm", "(x, h, c, kernel, recurrent, bias, mask, go_backwards, zero_output)", 6, 4),
	recurrentOp(op.GRUSteps, "gru", "(x, h, kernel, recurrent, bias, mask, go_backwards, zero_output)", 5, 3),
}

// recurrentOp is a kernel of so many float inputs and results; the mask, which may be None, and two switches follow.
func recurrentOp(d *op.Def, name, sig string, inputs, results int) *bind.Op {
	return table.Edges(table.Plain(table.Entry("_keras_native."+name, sig, "", func(c *bind.Call) (py.Value, error) {
		f := table.FlowOf(c)
		in := make([]op.Value, 0, inputs+1)
		for i := range inputs {
			in = append(in, f.As(c.Args[i], tensor.Float32))
		}
		var mask op.Value = tensor.FromSlice([]int{0, 0}, []bool{})
		if c.Given(inputs) {
			mask = f.As(c.Args[inputs], tensor.Bool)
		}
		at := op.Attrs{
			{Name: "go_backwards", Value: f.BoolArg(inputs + 1)},
			{Name: "zero_output", Value: f.BoolArg(inputs + 2)},
		}
		return f.Results(f.Do(d, at, append(in, mask)...)[:results])
	}, "A recurrent layer over whole batches.")))
}

// derivedTwice tells whether gradients of gradients may be asked for: several tapes watch, or one goes forward.
func derivedTwice(t *py.Thread) bool {
	r := bind.Recorded(t)
	return r != nil && (len(r.Tapes) > 1 || len(r.Tapes) == 1 && r.Tapes[0].IsForward())
}

func addRecurrent(m *py.Module) {
	for _, o := range recurrentOps {
		f := o.Func()
		m.Attrs[f.Name] = f
	}
	dense := ctcDense.Func()
	m.Attrs[dense.Name] = dense
	b := py.NewBuiltin(
		"derived_twice()",
		func(t *py.Thread, _ []py.Value) (py.Value, error) { return derivedTwice(t), nil },
	)
	b.Doc = "Whether gradients of gradients may be asked for."
	m.Attrs[b.Name] = b
}
