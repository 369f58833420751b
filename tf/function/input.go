package function

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Values that come from outside the table of functions, read in the sight of graphs and tapes.

// readVariable is what a variable holds at this place of the graph, and every other value as it is.
func readVariable(t *py.Thread, v py.Value) (py.Value, error) {
	if x, ok := v.(*bind.Variable); ok {
		return bind.Read(t, x)
	}
	return v, nil
}

// inputOf converts a value to a tensor or an edge of a dtype, tensor.Invalid for its own.
func inputOf(t *py.Thread, v py.Value, want tensor.DType) (op.Value, error) {
	c := &bind.Call{T: t, Op: &bind.Op{}}
	return c.ConvertValue(v, want)
}
