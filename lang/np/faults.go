package np

import (
	"maps"
	"math"
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// poles are the functions whose results without a bound come of a division by zero.
var poles = map[string]bool{"divide": true, "floor_divide": true, "reciprocal": true, "log": true, "log2": true, "log10": true,
	"log1p": true, "arctanh": true}

// remainders are the integer operations beside floor_divide that divide.
var remainders = map[string]bool{"floor_divide": true, "remainder": true, "fmod": true, "divmod": true}

// faults raises what a computation did that errstate or seterr asks an error for: a division by zero,
// a result beyond the type or below it, an invalid operand. It looks at nothing when no error is asked for.
func (u *ufunc) faults(t *thread, x, z []*tensor.Tensor) error {
	modes := errorModes(t)
	if len(z) == 0 || !slices.Contains(slices.Collect(maps.Values(modes)), "raise") {
		return nil
	}
	kinds := map[string]bool{}
	if d := z[0].DType(); d.IsInteger() && remainders[u.name] && len(x) == 2 {
		for i := range x[1].Len() {
			kinds["divide"] = kinds["divide"] || x[1].Float(i) == 0
		}
	} else if d.IsFloating() && x[0].DType().IsFloating() {
		u.floatFaults(x, z[0], kinds)
	}
	for _, k := range []struct{ kind, text string }{{"divide", "divide by zero"}, {"over", "overflow"}, {"under", "underflow"},
		{"invalid", "invalid value"}} {
		if kinds[k.kind] && modes[k.kind] == "raise" {
			return py.Raisef(py.FloatingPointClass, "%s encountered in %s", k.text, u.name)
		}
	}
	return nil
}

// floatFaults finds the kinds of faults in the results of floats. Operands of other shapes stand for
// each result as a whole: one of them that is not finite explains all.
func (u *ufunc) floatFaults(x []*tensor.Tensor, z *tensor.Tensor, kinds map[string]bool) {
	operand := func(k, i int) float64 {
		a := x[k]
		switch {
		case a.Len() == z.Len():
			return a.Float(i)
		case a.Len() == 1:
			return a.Float(0)
		}
		for j := range a.Len() {
			if v := a.Float(j); v-v != 0 {
				return v
			}
		}
		return 1
	}
	for i := range z.Len() {
		r := z.Float(i)
		nan, inf := false, false
		for k := range x {
			v := operand(k, i)
			nan, inf = nan || math.IsNaN(v), inf || math.IsInf(v, 0)
		}
		switch {
		case math.IsNaN(r) && !nan:
			kinds["invalid"] = true
		case math.IsInf(r, 0) && !nan && !inf:
			if poles[u.name] && (len(x) == 1 || x[1].Len() != z.Len() && x[1].Len() != 1 || operand(1, i) == 0) ||
				u.name == "power" && operand(0, i) == 0 {
				kinds["divide"] = true
			} else {
				kinds["over"] = true
			}
		case r == 0 && u.name == "exp" && !inf:
			kinds["under"] = true
		}
	}
}
