package np

import (
	"io"
	"maps"
	"math"
	"math/big"
	"math/cmplx"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// poles are the functions whose results without a bound come of a division by zero.
var poles = map[string]bool{"divide": true, "floor_divide": true, "divmod": true, "reciprocal": true, "log": true,
	"log2": true, "log10": true, "log1p": true, "arctanh": true}

// remainders are the integer operations beside floor_divide that divide.
var remainders = map[string]bool{"floor_divide": true, "remainder": true, "fmod": true, "divmod": true}

// quiet are the functions that find a result without a bound, or none, without calling it a fault.
var quiet = map[string]bool{"logaddexp": true, "logaddexp2": true, "spacing": true, "modf": true, "frexp": true,
	"sign": true, "copysign": true, "positive": true, "negative": true, "absolute": true, "fabs": true, "conjugate": true,
	"maximum": true, "minimum": true, "fmax": true, "fmin": true, "rint": true, "floor": true, "ceil": true, "trunc": true,
	"heaviside": true, "degrees": true}

// fault is what a floating-point computation did that is not a plain number.
type fault uint8

// The faults in the order NumPy looks at them, with its numbers for them.
const (
	byZero  fault = 1
	over    fault = 2
	under   fault = 4
	invalid fault = 8
)

var faultTexts = []struct {
	fault      fault
	mode, text string
}{{byZero, "divide", "divide by zero"}, {over, "over", "overflow"}, {under, "under", "underflow"},
	{invalid, "invalid", "invalid value"}}

// faults tells what the computation of a ufunc did, as errstate and seterr ask for it: a division by
// zero, a result beyond the type or below it, an invalid operand. scalar tells an operator of two scalars,
// which NumPy names so; it also looks at the overflow of integers.
func (u *ufunc) faults(t *thread, kw *callOptions, x, z []*tensor.Tensor) error {
	if len(z) == 0 || kw.where != nil {
		return nil
	}
	modes := errorModes(t)
	var found fault
	switch d := z[0].DType(); {
	case d.IsInteger():
		found = u.intFaults(kw, x, z[0])
	case d.IsFloating() || d.IsComplex():
		if !x[0].DType().IsFloating() && !x[0].DType().IsComplex() || quiet[u.name] {
			return nil
		}
		for _, r := range z {
			if modes["under"] != "ignore" || !finite(r) {
				f, err := u.floatFaults(t, x, r)
				if err != nil {
					return err
				}
				found |= f
			}
		}
	}
	if found == 0 {
		return nil
	}
	name := u.name
	if kw.scalar {
		name = "scalar " + name
	}
	return report(t, found, name)
}

// report does with faults what errstate and seterr ask for: it leaves a warning, raises, or calls.
func report(t *thread, found fault, name string) error {
	modes := errorModes(t)
	for _, k := range faultTexts {
		if found&k.fault == 0 {
			continue
		}
		text := k.text + " encountered in " + name
		switch modes[k.mode] {
		case "warn":
			t.Warn(py.RuntimeWarningClass, text)
		case "raise":
			return py.Raisef(py.FloatingPointClass, "%s", text)
		case "print":
			io.WriteString(t.Console(true), "Warning: "+text+"\n")
		case "call", "log":
			if err := callBack(t, modes[k.mode], k.text, name, k.fault); err != nil {
				return err
			}
		}
	}
	return nil
}

type callKey struct{}

// errorCall is what seterrcall set, nil for nothing.
func errorCall(t *thread) *struct{ v value } {
	return t.Local(callKey{}, func() any { return &struct{ v value }{} }).(*struct{ v value })
}

// setCall is seterrcall: what it gives is what was set before.
func setCall(t *thread, v value) (value, error) {
	if v == py.None {
		v = nil
	} else if !py.IsCallable(v) && !hasWrite(t, v) {
		return nil, py.TypeErrorf("python object must be callable or have a callable write method")
	}
	to := errorCall(t)
	old := orNone(to.v)
	to.v = v
	return old, nil
}

func hasWrite(t *thread, v value) bool {
	w, err := py.GetAttr(t, v, "write")
	return err == nil && py.IsCallable(w)
}

// calmly computes what NumPy does without looking at floating-point errors.
func calmly(t *thread, f func() (value, error)) (value, error) {
	modes := errorModes(t)
	old := maps.Clone(modes)
	defer maps.Copy(modes, old)
	for k := range modes {
		modes[k] = "ignore"
	}
	return f()
}

// callBack gives a fault to what seterrcall set: a function, or an object that logs.
func callBack(t *thread, mode, text, name string, f fault) error {
	to := errorCall(t)
	if mode == "log" {
		if to.v == nil || !hasWrite(t, to.v) {
			return py.Raisef(py.NameErrorClass,
				"log specified for %s (in %s) but no object with write method found.", text, name)
		}
		_, err := py.CallMethod(t, to.v, "write", "Warning: "+text+" encountered in "+name+"\n")
		return err
	}
	if to.v == nil || !py.IsCallable(to.v) {
		return py.Raisef(py.NameErrorClass,
			"python callback specified for %s (in  %s) but no function found.", text, name)
	}
	_, err := py.Call(t, to.v, []value{text, int64(f)}, nil)
	return err
}

// intFaults are a division by zero and, of scalars, an overflow.
func (u *ufunc) intFaults(kw *callOptions, x []*tensor.Tensor, z *tensor.Tensor) fault {
	d := z.DType()
	var found fault
	if u.name == "reciprocal" {
		for i := range x[0].Len() {
			if x[0].Int(i) == 0 {
				return byZero | invalid
			}
		}
	}
	if remainders[u.name] && len(x) == 2 {
		negative := false
		for i := range x[1].Len() {
			if y := x[1].Int(i); y == 0 {
				found |= byZero
			} else if y == -1 && d.Kind() == tensor.KindInt {
				negative = true
			}
		}
		if negative && (u.name == "floor_divide" || u.name == "divmod") {
			for i := range x[0].Len() {
				if x[0].Int(i) == math.MinInt64>>(64-8*d.Size()) {
					found |= over
				}
			}
		}
	}
	if kw.scalar && u.overflows(x) {
		found |= over
	}
	return found
}

// overflows tells whether the exact result of an operator of two integers is beyond their type.
func (u *ufunc) overflows(x []*tensor.Tensor) bool {
	a, b := exactInt(x[0]), new(big.Int)
	if len(x) == 2 {
		b = exactInt(x[1])
	}
	switch u.name {
	case "negative":
		a.Neg(a)
	case "absolute":
		a.Abs(a)
	case "add":
		a.Add(a, b)
	case "subtract":
		a.Sub(a, b)
	case "multiply":
		a.Mul(a, b)
	default:
		return false
	}
	if a.IsInt64() {
		return !holds(x[0].DType(), a.Int64())
	}
	return !holds(x[0].DType(), a)
}

// exactInt is the one integer of a tensor.
func exactInt(x *tensor.Tensor) *big.Int {
	if x.DType() == tensor.Uint64 {
		return new(big.Int).SetUint64(uint64(x.Int(0)))
	}
	return big.NewInt(x.Int(0))
}

// finite tells whether all numbers are plain: no nan, nothing without a bound.
func finite(x *tensor.Tensor) bool {
	switch x.DType() {
	case tensor.Float64:
		return plain(tensor.Slice[float64](x))
	case tensor.Float32:
		return plain(tensor.Slice[float32](x))
	}
	for i := range x.Len() {
		if c := x.Complex(i); cmplx.IsInf(c) || cmplx.IsNaN(c) {
			return false
		}
	}
	return true
}

// plain finds what is not a plain number without looking at each: a difference with itself is 0 or nan,
// and the sum keeps a nan.
func plain[T float32 | float64](v []T) bool {
	var s T
	for _, e := range v {
		s += e - e
	}
	return s == 0
}

// floatFaults finds the faults in the results of floats, which it holds against the operands.
func (u *ufunc) floatFaults(t *thread, x []*tensor.Tensor, z *tensor.Tensor) (fault, error) {
	in := make([]*tensor.Tensor, len(x))
	for k, a := range x {
		in[k] = a
		if a.Len() != 1 && !tensor.SameShape(a.Shape(), z.Shape()) {
			var err error
			if in[k], err = tensor.BroadcastTo(t.Ctx, a, z.Shape()); err != nil {
				return 0, err
			}
		}
	}
	at := func(k, i int) complex128 {
		if in[k].Len() == 1 {
			i = 0
		}
		return in[k].Complex(i)
	}
	tiny := smallestNormal(z.DType())
	var found fault
	for i := range z.Len() {
		r, first := z.Complex(i), at(0, i)
		second := complex(1, 0)
		if len(in) > 1 {
			second = at(1, i)
		}
		found |= u.fault(r, first, second, tiny)
	}
	return found, nil
}

// fault is what is to be said of one result.
func (u *ufunc) fault(r, a, b complex128, tiny float64) fault {
	var found fault
	nan, inf := isNaN(a) || isNaN(b), isInf(a) || isInf(b)
	if isNaN(r) && !nan {
		found |= invalid
	}
	switch m := math.Abs(real(r)); {
	case isInf(r) && !nan && !inf:
		if poles[u.name] && (u.nin == 1 || b == 0) || (u.name == "power" || u.name == "float_power") && a == 0 {
			found |= byZero
		} else {
			found |= over
			if u.name == "floor_divide" {
				found |= invalid // what remains of it
			}
		}
	case m < tiny && !nan && !inf && imag(r) == 0:
		switch u.name {
		case "exp", "exp2":
			found |= under
		case "multiply", "divide", "power", "square", "float_power":
			if a != 0 && b != 0 && !(u.name == "divide" && imag(a) == 0 && math.FMA(real(r), real(b), -real(a)) == 0) {
				found |= under // unless it is exact
			}
		}
	}
	return found
}

func isNaN(c complex128) bool { return math.IsNaN(real(c)) || math.IsNaN(imag(c)) }
func isInf(c complex128) bool { return math.IsInf(real(c), 0) || math.IsInf(imag(c), 0) }

// smallestNormal is the least positive number of a type with all its digits.
func smallestNormal(d tensor.DType) float64 {
	switch d.Real() {
	case tensor.Float64:
		return 0x1p-1022
	case tensor.Float32, tensor.BFloat16:
		return 0x1p-126
	}
	return 0x1p-14
}

// foldFaults tells what folding numbers did: a result that no number of x explains.
func foldFaults(t *thread, name string, x, z *tensor.Tensor) error {
	if d := z.DType(); !d.IsFloating() && !d.IsComplex() || finite(z) {
		return nil
	}
	var nanIn, infIn, nanOut, infOut bool
	for i := range x.Len() {
		c := x.Complex(i)
		nanIn, infIn = nanIn || isNaN(c), infIn || isInf(c)
	}
	for i := range z.Len() {
		c := z.Complex(i)
		nanOut, infOut = nanOut || isNaN(c), infOut || isInf(c)
	}
	var found fault
	if nanOut && !nanIn && x.Len() > 0 {
		found |= invalid
	}
	if infOut && !infIn && !nanIn {
		found |= over
	}
	return report(t, found, name)
}

// castFaults tells what no number of the new type stands for.
func castFaults(t *thread, x *tensor.Tensor, d tensor.DType) error {
	from := x.DType()
	if from.IsComplex() && !d.IsComplex() && d != tensor.Bool {
		t.Warn(complexWarning, "Casting complex values to real discards the imaginary part")
		return nil
	}
	if !from.IsFloating() {
		return nil
	}
	var found fault
	switch {
	case d.IsInteger():
		lo, hi := -0x1p31, 0x1p31 // narrower types keep the low bits of one of 32
		switch {
		case d == tensor.Int64:
			lo, hi = -0x1p63, 0x1p63
		case d == tensor.Uint64:
			lo, hi = -0x1p63, 0x1p64
		case d == tensor.Uint32:
			lo, hi = -0x1p63, 0x1p63
		}
		for i := range x.Len() {
			if v := x.Float(i); !(v >= lo && v < hi) {
				found = invalid
				break
			}
		}
	case (d.IsFloating() || d.IsComplex()) && d.Real().Size() < from.Size():
		_, most := d.Real().FloatRange()
		half := most * (1 + map[tensor.DType]float64{tensor.Float32: 0x1p-25, tensor.Float16: 0x1p-12}[d.Real()])
		for i := range x.Len() {
			if v := math.Abs(x.Float(i)); v >= half && !math.IsInf(v, 0) {
				found = over
				break
			}
		}
	}
	return report(t, found, "cast")
}

// complexWarning is np.exceptions.ComplexWarning.
var complexWarning = py.NewClass("numpy.exceptions", "ComplexWarning", py.RuntimeWarningClass, nil)
