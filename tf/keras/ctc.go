package keras

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// ctcDense is the kernel CTCDense as a function of _keras_native: the losses of dense labels.
var ctcDense = table.Edges(table.Plain(table.Entry("_keras_native.ctc_dense",
	"(logits, labels, label_length, logit_length, blank_index)", "", func(c *bind.Call) (py.Value, error) {
		f := table.FlowOf(c)
		at := op.Attrs{{Name: "blank_index", Value: f.IntArg(4)}}
		out := f.Do(op.CTCDense, at, f.Arg(0), f.Arg(1), f.Arg(2), f.Arg(3))
		if f.Err != nil {
			return nil, f.Err
		}
		return f.Result(out[0])
	}, "The loss of dense labels without alignment.")))
