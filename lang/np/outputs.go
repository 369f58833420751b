package np

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// outPlace is where a signature has its parameter out, -1 where it has none.
func outPlace(sig string) int {
	at := strings.Index(sig, "out=None")
	if at < 0 {
		return -1
	}
	return strings.Count(sig[:at], ",") - strings.Count(sig[:at], " *,") - strings.Count(sig[:at], " /,")
}

// outArray is the array of a value or of an object of a derived class, nil without one.
func outArray(v value) *array {
	if _, a := derived(v); a != nil {
		return a
	}
	a, _ := v.(*array)
	return a
}

// written puts a result into the array given as out, and gives that array; functions that have done so are left alone.
func written(t *thread, name string, args []value, at int, v value) (value, error) {
	if at < 0 || at >= len(args) || args[at] == py.None || args[at] == nil || args[at] == v {
		return v, nil
	}
	out, same := outArray(args[at]), outArray(v)
	switch {
	case out == nil:
		return nil, py.TypeErrorf("return arrays must be of ArrayType")
	case same == out:
		return args[at], nil
	case !out.Writeable():
		return nil, py.ValueErrorf("output array is read-only")
	}
	z, err := asArray(t, v)
	if err != nil {
		return nil, err
	}
	if !tensor.SameShape(z.Shape(), out.Shape()) {
		return nil, py.ValueErrorf("output array does not match result of np.%s.", name)
	}
	if !canCast(z.DType(), out.DType(), "same_kind") {
		return nil, py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype(%s) according to the rule 'same_kind'",
			z.DType().Repr(), out.DType().Repr())
	}
	return args[at], assign(t, out, z)
}
