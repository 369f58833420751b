package np

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// What becomes of Python's own numbers beside NumPy's.

// weak tells a Python number, whose type follows that of arrays.
func weak(v value) bool {
	switch v.(type) {
	case int64, float64, complex128:
		return true
	}
	_, big := bigInt(v)
	return big
}

// comparisons are the ufuncs that compare.
var comparisons = map[string]bool{"less": true, "less_equal": true, "greater": true, "greater_equal": true,
	"equal": true, "not_equal": true}

// withoutBig makes a Python int that no int64 holds, beside numbers of NumPy, what NumPy makes of it: a float beside
// floats and in quotients, an error beside integers.
func (u *ufunc) withoutBig(args []value) ([]value, error) {
	if len(args) != 2 {
		return args, nil
	}
	at := 0
	n, big := bigInt(args[0])
	if !big {
		at = 1
		if n, big = bigInt(args[1]); !big {
			return args, nil
		}
	}
	d := tensor.Invalid
	switch x := args[1-at].(type) {
	case *bind.Scalar:
		d = x.T.DType()
	case *array:
		d = x.DType().Num
	}
	switch {
	case d == tensor.Invalid || d == tensor.Uint64 && n.IsUint64() || d.IsInteger() && comparisons[u.name]:
		return args, nil
	case (d.IsInteger() || d == tensor.Bool) && u.name != "divide":
		return nil, pastLong()
	}
	f, err := py.ToFloat(n)
	out := []value{args[0], args[1]}
	out[at] = f
	return out, err
}

// shortened warns of Python's numbers that floats of 32 or 16 bits do not hold.
func (u *ufunc) shortened(t *thread, args []value, d tensor.DType) error {
	if u.types != nil && u.types(d) == tensor.Invalid {
		return nil // it has no loop
	}
	for _, v := range args {
		f := 0.0
		switch x := v.(type) {
		case float64:
			f = x
		case int64:
			f = float64(x)
		}
		if math.Abs(f) > 65504 {
			if err := castFaults(t, tensor.Scalar(f), d); err != nil {
				return err
			}
		}
	}
	return nil
}
