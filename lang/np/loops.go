package np

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// operators are the ufuncs behind Python's operators.
var operators = map[string]*ufunc{}

func bigInt(v value) (*big.Int, bool) {
	b, ok := v.(*big.Int)
	return b, ok
}

// The types a loop computes in, by the type of the inputs.
func sameType(d tensor.DType) tensor.DType { return d }

func notBool(d tensor.DType) tensor.DType {
	if d == tensor.Bool {
		return tensor.Invalid
	}
	return d
}

func boolAsInt8(d tensor.DType) tensor.DType {
	if d == tensor.Bool {
		return tensor.Int8
	}
	return d
}

func realOnly(d tensor.DType) tensor.DType {
	if d.IsComplex() {
		return tensor.Invalid
	}
	return boolAsInt8(d)
}

func orderedType(d tensor.DType) tensor.DType { return d }

// floatType is the float type for functions without integer loops.
func floatType(d tensor.DType) tensor.DType {
	switch {
	case d == tensor.Bool, d.IsInteger() && d.Size() == 1:
		return tensor.Float16
	case d.IsInteger() && d.Size() == 2:
		return tensor.Float32
	case d.IsInteger():
		return tensor.Float64
	}
	return d
}

func realFloat(d tensor.DType) tensor.DType {
	if d.IsComplex() {
		return tensor.Invalid
	}
	return floatType(d)
}

func divideType(d tensor.DType) tensor.DType {
	if d == tensor.Bool || d.IsInteger() {
		return tensor.Float64
	}
	return d
}

func bitType(d tensor.DType) tensor.DType {
	if d == tensor.Bool || d.IsInteger() {
		return d
	}
	return tensor.Invalid
}

func shiftType(d tensor.DType) tensor.DType {
	if d.IsInteger() {
		return d
	}
	if d == tensor.Bool {
		return tensor.Int8
	}
	return tensor.Invalid
}

type kernel = func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error)

//go:noinline
func define(u *ufunc) *ufunc {
	if u.nout == 0 {
		u.nout = 1
	}
	u.one = quickOnes[u.name]
	ufuncs[u.name] = u
	return u
}

// bin is the kernel of a tensor operation of two arguments.
func bin(name string) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		z, err := elementwise(t, name, x[0], x[1])
		return []*tensor.Tensor{z}, err
	}
}

// binOr is bin, with another operation for bools.
func binOr(name, bools string) kernel {
	f, g := bin(name), bin(bools)
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		if x[0].DType() == tensor.Bool {
			return g(t, x)
		}
		return f(t, x)
	}
}

func un(name string) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		z, err := transform(t, name, x[0])
		return []*tensor.Tensor{z}, err
	}
}

// each1 computes a function of floats element by element, in float64.
func each1(f func(float64) float64) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		in := x[0]
		out := make([]float64, in.Len())
		err := tensor.Parallel(t.Ctx, len(out), 40, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] = f(in.Float(i))
			}
		})
		if err != nil {
			return nil, err
		}
		z, err := tensor.Gradual(t.Ctx, tensor.FromSlice(in.Shape(), out), in.DType())
		return []*tensor.Tensor{z}, err
	}
}

// each2 is each1 for two arguments that broadcast together.
func each2(f func(a, b float64) float64) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		a, b, err := together(t, x)
		if err != nil {
			return nil, err
		}
		out := make([]float64, a.Len())
		if a.DType() == tensor.Float64 {
			x, y := tensor.Slice[float64](a), tensor.Slice[float64](b)
			err = tensor.Parallel(t.Ctx, len(out), 40, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					out[i] = f(x[i], y[i])
				}
			})
			return []*tensor.Tensor{tensor.FromSlice(a.Shape(), out)}, err
		}
		err = tensor.Parallel(t.Ctx, len(out), 40, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] = f(a.Float(i), b.Float(i))
			}
		})
		if err != nil {
			return nil, err
		}
		z, err := tensor.Gradual(t.Ctx, tensor.FromSlice(a.Shape(), out), a.DType())
		return []*tensor.Tensor{z}, err
	}
}

// ints2 computes a function of integers element by element. unsigned tells that the type is
// uint64, whose bits the numbers then are.
func ints2(f func(a, b int64, unsigned bool) int64) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		a, b, err := together(t, x)
		if err != nil {
			return nil, err
		}
		out := make([]int64, a.Len())
		unsigned := a.DType() == tensor.Uint64
		err = tensor.Parallel(t.Ctx, len(out), 10, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] = f(a.Int(i), b.Int(i), unsigned)
			}
		})
		if err != nil {
			return nil, err
		}
		z, err := tensor.Gradual(t.Ctx, tensor.FromSlice(a.Shape(), out), a.DType())
		return []*tensor.Tensor{z}, err
	}
}

func together(t *thread, x []*tensor.Tensor) (a, b *tensor.Tensor, err error) {
	shape, err := tensor.BroadcastShape(x[0].Shape(), x[1].Shape())
	if err != nil {
		return nil, nil, err
	}
	if a, err = tensor.BroadcastTo(t.Ctx, x[0], shape); err != nil {
		return nil, nil, err
	}
	b, err = tensor.BroadcastTo(t.Ctx, x[1], shape)
	return a, b, err
}

// byKind chooses between the kernels of integers and of floats.
func byKind(ints, floats kernel) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		if x[0].DType().IsInteger() || x[0].DType() == tensor.Bool {
			return ints(t, x)
		}
		return floats(t, x)
	}
}

// toBool is a predicate of floats; integers have one answer.
func toBool(name string, ofInts bool) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		in := x[0]
		if k := tensor.Un(name); k.Has(in.DType()) {
			z, err := k.Apply(t.Ctx, in)
			return []*tensor.Tensor{z}, err
		}
		out := make([]bool, in.Len())
		for i := range out {
			switch out[i] = ofInts; {
			case in.DType().IsComplex():
				c := in.Complex(i)
				nan := math.IsNaN(real(c)) || math.IsNaN(imag(c))
				inf := math.IsInf(real(c), 0) || math.IsInf(imag(c), 0)
				out[i] = map[string]bool{"IsNan": nan, "IsInf": inf, "IsFinite": !nan && !inf}[name]
			case in.DType().IsFloating():
				f := in.Float(i)
				out[i] = map[string]bool{"IsNan": f != f, "IsInf": math.IsInf(f, 0), "IsFinite": f-f == 0}[name]
			}
		}
		return []*tensor.Tensor{tensor.FromSlice(in.Shape(), out)}, nil
	}
}

// compareKernel compares; complex numbers in lexicographic order, bools as integers.
func compareKernel(name string) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		k := tensor.Bin(name)
		if k.Has(x[0].DType()) {
			return bin(name)(t, x)
		}
		if x[0].DType() == tensor.Bool {
			a, err := tensor.Gradual(t.Ctx, x[0], tensor.Int8)
			if err != nil {
				return nil, err
			}
			b, err := tensor.Gradual(t.Ctx, x[1], tensor.Int8)
			if err != nil {
				return nil, err
			}
			return bin(name)(t, []*tensor.Tensor{a, b})
		}
		a, b, err := together(t, x)
		if err != nil {
			return nil, err
		}
		out := make([]bool, a.Len())
		for i := range out {
			p, q := a.Complex(i), b.Complex(i)
			out[i] = complexOrder(name, p, q)
		}
		return []*tensor.Tensor{tensor.FromSlice(a.Shape(), out)}, nil
	}
}

func complexOrder(name string, p, q complex128) bool {
	if halfNaN(p) || halfNaN(q) {
		return false
	}
	less := func(a, b complex128) bool { return real(a) < real(b) || real(a) == real(b) && imag(a) < imag(b) }
	switch name {
	case "Less":
		return less(p, q)
	case "LessEqual":
		return less(p, q) || p == q
	case "Greater":
		return less(q, p)
	}
	return less(q, p) || p == q
}

// halfNaN tells of nan in either part.
func halfNaN(c complex128) bool { return real(c) != real(c) || imag(c) != imag(c) }

// complexExtreme is the greater or lesser of two; the first with nan in a part wins or, without nan, loses.
func complexExtreme(p, q complex128, name string, nan bool) complex128 {
	switch first, second := halfNaN(p), halfNaN(q); {
	case nan && first, !nan && second:
		return p
	case first || second:
		return q
	}
	if complexOrder(name, p, q) {
		return p
	}
	return q
}

func logical(name string) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		y := make([]*tensor.Tensor, len(x))
		for i := range x {
			var err error
			if y[i], err = castNumbers(t, x[i], tensor.Bool); err != nil {
				return nil, err
			}
		}
		if len(y) == 1 {
			return un(name)(t, y)
		}
		return bin(name)(t, y)
	}
}

// floorDiv is NumPy's: what is divided by zero gives 0 among integers, and floats follow Python.
func floorDiv(a, b int64, unsigned bool) int64 {
	switch {
	case b == 0:
		return 0
	case unsigned:
		return int64(uint64(a) / uint64(b))
	case b == -1:
		return -a
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64, unsigned bool) int64 {
	switch {
	case b == 0:
		return 0
	case unsigned:
		return int64(uint64(a) % uint64(b))
	case b == -1:
		return 0
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r
}

// floatDivmod is the quotient and remainder of floats as NumPy computes them.
func floatDivmod(a, b float64) (q, r float64) {
	if b == 0 {
		return a / b, py.NaN
	}
	r = math.Mod(a, b)
	q = (a - r) / b
	if r != 0 {
		if (b < 0) != (r < 0) {
			r += b
			q--
		}
	} else {
		r = math.Copysign(0, b)
	}
	if q != 0 {
		f := math.Floor(q)
		if q-f > 0.5 {
			f++
		}
		q = f
	} else {
		q = math.Copysign(0, a/b)
	}
	return q, r
}

func power(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
	d := x[0].DType()
	if d.Kind() == tensor.KindInt && x[0].Len() > 0 {
		for i := range x[1].Len() {
			if x[1].Int(i) < 0 {
				return nil, py.ValueErrorf("Integers to negative integer powers are not allowed.")
			}
		}
	}
	if d.IsComplex() {
		a, b, err := together(t, x)
		if err != nil {
			return nil, err
		}
		out := make([]complex128, a.Len())
		for i := range out {
			out[i] = complexPower(a.Complex(i), b.Complex(i))
		}
		z, err := tensor.Gradual(t.Ctx, tensor.FromSlice(a.Shape(), out), d)
		return []*tensor.Tensor{z}, err
	}
	if d.IsFloating() {
		return each2(libm.Pow)(t, x)
	}
	return bin("Pow")(t, x)
}

// divide divides floats, and complex numbers in the precision they have.
func divide(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if !x[0].DType().IsComplex() {
		return bin("RealDiv")(t, x)
	}
	a, b, err := together(t, x)
	if err != nil {
		return nil, err
	}
	if a.DType() == tensor.Complex64 {
		return divided(t, a, b, func(a, b complex64) complex64 {
			return complex(complexDivide(real(a), imag(a), real(b), imag(b)))
		})
	}
	return divided(t, a, b, func(a, b complex128) complex128 {
		return complex(complexDivide(real(a), imag(a), real(b), imag(b)))
	})
}

func divided[T complex64 | complex128](t *thread, a, b *tensor.Tensor, f func(a, b T) T) ([]*tensor.Tensor, error) {
	p, q, out := tensor.Slice[T](a), tensor.Slice[T](b), make([]T, a.Len())
	err := tensor.Parallel(t.Ctx, len(out), 40, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = f(p[i], q[i])
		}
	})
	return []*tensor.Tensor{tensor.FromSlice(a.Shape(), out)}, err
}

// complexPower multiplies for small whole exponents, as NumPy does.
func complexPower(a, b complex128) complex128 {
	switch {
	case b == 0:
		return 1
	case a == 0 && real(b) > 0:
		return 0
	case a == 0:
		return complex(py.NaN, py.NaN)
	}
	if n := real(b); imag(b) == 0 && n == math.Trunc(n) && math.Abs(n) < 100 {
		switch n { // without the factor 1, which infinite numbers do not bear
		case 1:
			return a
		case 2:
			return a * a
		case 3:
			return a * a * a
		}
		z, p := complex128(1), a
		for k := int(math.Abs(n)); k > 0; k >>= 1 {
			if k&1 == 1 {
				z *= p
			}
			p *= p
		}
		if n < 0 {
			z = 1 / z
		}
		return z
	}
	e := b * complexLog(a)
	if imag(e) == 0 {
		return complex(math.Exp(real(e)), 0)
	}
	return complexExp(e)
}

func shift(left bool) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		width := int64(8 * x[0].DType().Size())
		return ints2(func(a, b int64, unsigned bool) int64 {
			out := uint64(b) >= uint64(width)
			switch {
			case left && out:
				return 0
			case left:
				return a << uint(b)
			case out && a < 0 && !unsigned:
				return -1
			case out:
				return 0
			case unsigned:
				return int64(uint64(a) >> uint(b))
			}
			return a >> uint(b)
		})(t, x)
	}
}

func gcd(a, b int64, unsigned bool) int64 {
	if !unsigned {
		a, b = max(a, -a), max(b, -b)
	}
	for b != 0 {
		a, b = b, int64(uint64(a)%uint64(b))
	}
	return a
}

func init() {
	type def struct {
		name, symbol string
		types        func(tensor.DType) tensor.DType
		k            kernel
	}
	for _, d := range []def{
		{"add", "+", sameType, binOr("AddV2", "LogicalOr")},
		{"subtract", "-", notBool, bin("Sub")},
		{"multiply", "*", sameType, binOr("Mul", "LogicalAnd")},
		{"divide", "/", divideType, divide},
		{"floor_divide", "//", realOnly,
			byKind(ints2(floorDiv), each2(func(a, b float64) float64 { q, _ := floatDivmod(a, b); return q }))},
		{"remainder", "%", realOnly,
			byKind(ints2(floorMod), each2(func(a, b float64) float64 { _, r := floatDivmod(a, b); return r }))},
		{"power", "**", boolAsInt8, power},
		{"bitwise_and", "&", bitType, binOr("BitwiseAnd", "LogicalAnd")},
		{"bitwise_or", "|", bitType, binOr("BitwiseOr", "LogicalOr")},
		{"bitwise_xor", "^", bitType, binOr("BitwiseXor", "LogicalXor")},
		{"left_shift", "<<", shiftType, shift(true)},
		{"right_shift", ">>", shiftType, shift(false)},
		{"equal", "==", sameType, compareKernel("Equal")},
		{"not_equal", "!=", sameType, compareKernel("NotEqual")},
		{"less", "<", orderedType, compareKernel("Less")},
		{"less_equal", "<=", orderedType, compareKernel("LessEqual")},
		{"greater", ">", orderedType, compareKernel("Greater")},
		{"greater_equal", ">=", orderedType, compareKernel("GreaterEqual")},
		{"matmul", "@", sameType, nil},
	} {
		operators[d.symbol] = define(&ufunc{name: d.name, symbol: d.symbol, nin: 2, types: d.types, kernel: d.k})
	}
	for _, d := range []def{
		{"negative", "-", notBool, un("Neg")},
		{"positive", "+", notBool, func(_ *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) { return x, nil }},
		{"invert", "~", bitType, byBool("Invert", "LogicalNot")},
		{"absolute", "abs", sameType, absolute},
	} {
		define(&ufunc{name: d.name, symbol: d.symbol, nin: 1, types: d.types, kernel: d.k})
	}
	define(&ufunc{name: "fmod", nin: 2, types: realOnly, kernel: byKind(ints2(func(a, b int64, u bool) int64 {
		if b == 0 || b == -1 {
			return 0
		}
		if u {
			return int64(uint64(a) % uint64(b))
		}
		return a % b
	}), each2(math.Mod))})
	for name, k := range map[string]kernel{"logical_and": logical("LogicalAnd"), "logical_or": logical("LogicalOr"),
		"logical_xor": logical("LogicalXor")} {
		define(&ufunc{name: name, nin: 2, types: sameType, kernel: k})
	}
	define(&ufunc{name: "logical_not", nin: 1, types: sameType, kernel: logical("LogicalNot")})
	for name, greater := range map[string]bool{"maximum": true, "minimum": false, "fmax": true, "fmin": false} {
		define(&ufunc{name: name, nin: 2, types: sameType, kernel: extreme(greater, name[0] == 'm')})
	}
	define(&ufunc{name: "gcd", nin: 2, types: shiftType, kernel: ints2(gcd)})
	define(&ufunc{name: "lcm", nin: 2, types: shiftType, kernel: ints2(func(a, b int64, u bool) int64 {
		if !u {
			a, b = max(a, -a), max(b, -b)
		}
		g := gcd(a, b, u)
		if g == 0 {
			return 0
		}
		if u {
			return int64(uint64(a) / uint64(g) * uint64(b))
		}
		return a / g * b // past the type's range it wraps around, sign and all
	})})
	initFloatLoops()
	for name, v := range map[string]value{"add": int64(0), "multiply": int64(1), "logical_and": true,
		"logical_or": false, "logical_xor": false,
		"bitwise_and": int64(-1), "bitwise_or": int64(0), "bitwise_xor": int64(0), "hypot": int64(0),
		"gcd": int64(0), "logaddexp": math.Inf(-1), "logaddexp2": math.Inf(-1)} {
		ufuncs[name].identity = v
	}
	ufuncs["add"].texts = joinTexts
}

// byBool is a tensor operation with another one for bools.
func byBool(name, bools string) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		if x[0].DType() == tensor.Bool {
			return un(bools)(t, x)
		}
		return un(name)(t, x)
	}
}

func absolute(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
	switch d := x[0].DType(); {
	case d == tensor.Bool, d.Kind() == tensor.KindUint:
		return x, nil
	case d.IsComplex():
		in := x[0]
		out := make([]float64, in.Len())
		for i := range out {
			c := in.Complex(i)
			out[i] = math.Hypot(real(c), imag(c))
		}
		z, err := tensor.Gradual(t.Ctx, tensor.FromSlice(in.Shape(), out), d.Real())
		return []*tensor.Tensor{z}, err
	}
	return un("Abs")(t, x)
}

// extreme is the greater or lesser of two; nan wins or, without nan, loses.
func extreme(greater, nan bool) kernel {
	name := "Minimum"
	if greater {
		name = "Maximum"
	}
	pick := func(a, b float64) float64 {
		switch {
		case a != a:
			if nan {
				return a
			}
			return b
		case b != b:
			if nan {
				return b
			}
			return a
		case (a > b) == greater && a != b:
			return a
		}
		return b
	}
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		switch d := x[0].DType(); {
		case d == tensor.Bool && greater:
			return bin("LogicalOr")(t, x)
		case d == tensor.Bool:
			return bin("LogicalAnd")(t, x)
		case d.IsInteger():
			return bin(name)(t, x)
		case d.IsComplex():
			a, b, err := together(t, x)
			if err != nil {
				return nil, err
			}
			out, name := make([]complex128, a.Len()), "LessEqual"
			if greater {
				name = "GreaterEqual"
			}
			for i := range out {
				out[i] = complexExtreme(a.Complex(i), b.Complex(i), name, nan)
			}
			z, err := tensor.Gradual(t.Ctx, tensor.FromSlice(a.Shape(), out), d)
			return []*tensor.Tensor{z}, err
		}
		if nan && x[0].Len() > 64 { // the fast kernel lets a nan on the left go
			if z, err := bin(name)(t, x); err != nil || !hasNaN(x[0]) {
				return z, err
			}
		}
		return each2(pick)(t, x)
	}
}

func hasNaN(x *tensor.Tensor) bool {
	for i := range x.Len() {
		if f := x.Float(i); f != f {
			return true
		}
	}
	return false
}

func popCount(a int64) int64 { return int64(bits.OnesCount64(uint64(max(a, -a)))) }
