package np

import (
	bytesof "encoding/binary"
	"math"
	"math/bits"

	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/libm"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Operators of two scalars, and elements of arrays, without the way through arrays: loops over elements are made of
// them. What could warn or fail (np.errstate) takes that way.

// The kinds of a number: Python's own take the type of NumPy's beside them.
const (
	noNumber = iota
	weakInt
	weakFloat
	strongBool
	strongInt
	strongHalf // float32
	strongFloat
)

// number is a scalar by its kind: whole ones in i, others in f.
type number struct {
	kind int
	i    int64
	f    float64
}

func numberOf(v value) number {
	switch x := v.(type) {
	case int64:
		return number{weakInt, x, float64(x)}
	case float64:
		return number{weakFloat, 0, x}
	case bool:
		return ofInt(strongBool, int64(b2i(x)))
	case *bind.Scalar:
		switch x.T.DType() {
		case tensor.Float64:
			return number{strongFloat, 0, tensor.Slice[float64](x.T)[0]}
		case tensor.Int64:
			return ofInt(strongInt, tensor.Slice[int64](x.T)[0])
		case tensor.Float32:
			return number{strongHalf, 0, float64(tensor.Slice[float32](x.T)[0])}
		case tensor.Bool:
			return ofInt(strongBool, int64(b2i(tensor.Slice[bool](x.T)[0])))
		}
	}
	return number{}
}

func ofInt(kind int, n int64) number { return number{kind, n, float64(n)} }

var npFalse, npTrue = &bind.Scalar{T: tensor.Scalar(false)}, &bind.Scalar{T: tensor.Scalar(true)}

// truth is one of NumPy's two bools.
func truth(b bool) value {
	if b {
		return npTrue
	}
	return npFalse
}

// quick is a op b of two scalars, nil where it has to go the long way.
func quick(o string, a, b value) value {
	x := numberOf(a)
	if x.kind == noNumber {
		return nil
	}
	y := numberOf(b)
	if y.kind == noNumber {
		return nil
	}
	lo, hi := min(x.kind, y.kind), max(x.kind, y.kind)
	switch {
	case hi <= weakFloat, hi == strongBool && lo != weakInt && lo != weakFloat:
		return nil // Python's own, or two bools
	case hi == strongHalf && lo != strongInt:
		return quickHalf(o, x.f, y.f)
	case hi >= strongHalf || lo == weakFloat:
		return quickFloat(o, x.f, y.f)
	}
	return quickInt(o, x, y)
}

// quickFloat computes in float64.
func quickFloat(o string, x, y float64) value {
	if v := compared(o, x, y); v != nil {
		return v
	}
	if z, ok := computed(o, x, y); ok && !math.IsInf(z, 0) && z == z && (math.Abs(z) >= 0x1p-1022 || exactly(o, x, y, z)) {
		return &bind.Scalar{T: tensor.Scalar(z)}
	}
	return nil
}

// quickHalf computes in float32.
func quickHalf(o string, x, y float64) value {
	a, b := float32(x), float32(y)
	if math.IsInf(float64(a), 0) || math.IsInf(float64(b), 0) || math.Abs(x) > 1<<53 || math.Abs(y) > 1<<53 || o == "**" {
		return nil
	}
	if v := compared(o, float64(a), float64(b)); v != nil {
		return v
	}
	// One operation of float64 and one rounding is the operation of float32.
	w, ok := computed(o, float64(a), float64(b))
	z := float32(w)
	if !ok || math.IsInf(float64(z), 0) || z != z {
		return nil
	}
	if math.Abs(float64(z)) < 0x1p-126 && !exactly(o, float64(a), float64(b), w) {
		return nil
	}
	return &bind.Scalar{T: tensor.Scalar(z)}
}

// computed is x op y for what floats are most often asked for.
func computed(o string, x, y float64) (z float64, ok bool) {
	switch o {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "/":
		return x / y, y != 0
	case "**":
		return libm.Pow(x, y), x > 0
	}
	return 0, false
}

// exactly tells whether a result as small as z is no underflow.
func exactly(o string, x, y, z float64) bool {
	return z == 0 && (o == "+" || o == "-" || x == 0 || y == 0 && o == "*")
}

// compared is a comparison, nil for other operators.
func compared[T float64 | int64](o string, x, y T) value {
	switch o {
	case "<":
		return truth(x < y)
	case "<=":
		return truth(x <= y)
	case ">":
		return truth(x > y)
	case ">=":
		return truth(x >= y)
	case "==":
		return truth(x == y)
	case "!=":
		return truth(x != y)
	}
	return nil
}

// quickInt computes in int64.
func quickInt(o string, x, y number) value {
	if v := compared(o, x.i, y.i); v != nil {
		return v
	}
	z, fits := int64(0), false
	switch o {
	case "+":
		z = x.i + y.i
		fits = (x.i^z)&(y.i^z) >= 0
	case "-":
		z = x.i - y.i
		fits = (x.i^y.i)&(x.i^z) >= 0
	case "*":
		hi, lo := bits.Mul64(uint64(abs64(x.i)), uint64(abs64(y.i)))
		z, fits = x.i*y.i, hi == 0 && lo <= math.MaxInt64
	case "/":
		if y.i != 0 {
			return quickFloat(o, x.f, y.f)
		}
	case "//":
		z, fits = floorDiv(x.i, y.i, false), y.i > 0
	case "%":
		z, fits = floorMod(x.i, y.i, false), y.i > 0
	case "&":
		z, fits = x.i&y.i, true
	case "|":
		z, fits = x.i|y.i, true
	case "^":
		z, fits = x.i^y.i, true
	}
	if !fits {
		return nil
	}
	return &bind.Scalar{T: tensor.Scalar(z)}
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// quickOnes are functions of one float that loops over elements ask for; a result that is not finite and normal, or 0,
// goes the long way.
var quickOnes = map[string]func(float64) float64{"sqrt": math.Sqrt, "absolute": math.Abs, "fabs": math.Abs,
	"negative": func(x float64) float64 { return -x }, "square": func(x float64) float64 { return x * x }}

// quickOne is a function of one scalar float, nil where it has to go the long way.
func quickOne(f func(float64) float64, v value) value {
	x := numberOf(v)
	if x.kind != strongFloat && x.kind != weakFloat {
		return nil
	}
	if z := f(x.f); math.Abs(z) >= 0x1p-1022 && !math.IsInf(z, 0) || z == 0 && x.f == 0 {
		return &bind.Scalar{T: tensor.Scalar(z)}
	}
	return nil
}

// quickElement is an element of an array of one of the common types, nil for others.
func quickElement(d *dtype, b []byte) value {
	if d.Swap || d.Kind == 'O' {
		return nil
	}
	switch d.Num {
	case tensor.Float64:
		return &bind.Scalar{T: tensor.Scalar(math.Float64frombits(bytesof.LittleEndian.Uint64(b)))}
	case tensor.Int64:
		return &bind.Scalar{T: tensor.Scalar(int64(bytesof.LittleEndian.Uint64(b)))}
	case tensor.Float32:
		return &bind.Scalar{T: tensor.Scalar(math.Float32frombits(bytesof.LittleEndian.Uint32(b)))}
	case tensor.Bool:
		return truth(b[0] != 0)
	}
	return nil
}

// quickPut writes a number into an element of one of the common types, if it keeps its value.
func quickPut(d *dtype, b []byte, v value) bool {
	if d.Swap {
		return false
	}
	x := numberOf(v)
	switch {
	case x.kind == noNumber:
	case d.Num == tensor.Float64:
		bytesof.LittleEndian.PutUint64(b, math.Float64bits(x.f))
		return true
	case d.Num == tensor.Int64 && (x.kind == weakInt || x.kind == strongInt || x.kind == strongBool):
		bytesof.LittleEndian.PutUint64(b, uint64(x.i))
		return true
	case d.Num == tensor.Float32:
		z := float32(x.f)
		if size := math.Abs(float64(z)); x.kind == strongHalf || size >= 0x1p-126 && size <= 1<<53 || x.f == 0 {
			bytesof.LittleEndian.PutUint32(b, math.Float32bits(z))
			return true
		}
	}
	return false
}
