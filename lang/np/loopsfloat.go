package np

import (
	"math"
	"math/cmplx"

	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// complex1 is a kernel of floats with a function for complex numbers beside it.
func complex1(k kernel, f func(complex128) complex128) kernel {
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		if !x[0].DType().IsComplex() {
			return k(t, x)
		}
		out := make([]complex128, x[0].Len())
		for i := range out {
			out[i] = f(x[0].Complex(i))
		}
		z, err := tensor.Gradual(t.Ctx, tensor.FromSlice(x[0].Shape(), out), x[0].DType())
		return []*tensor.Tensor{z}, err
	}
}

// float1 is a function of floats: NumPy's own of float32, or the tensor operation of that name where there is one.
func float1(ufunc, name string, f func(float64) float64) kernel {
	slow, own := each1(f), singles[ufunc]
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		switch d := x[0].DType(); {
		case d == tensor.Float32 && own != nil:
			return single(t, own, x[0])
		case name == "Sqrt" && tensor.Un(name).Has(d):
			return un(name)(t, x)
		case name != "" && d != tensor.Float64 && tensor.Un(name).Has(d): // of float64 the digits are the C library's
			z, err := tensor.Un(name).Apply(t.Ctx, x[0])
			if err == nil {
				z, err = mended(t, z, x[0], f)
			}
			return []*tensor.Tensor{z}, err
		}
		return slow(t, x)
	}
}

func initFloatLoops() {
	for name, d := range map[string]struct {
		tensor string
		f      func(float64) float64
		c      func(complex128) complex128
	}{
		"exp": {"Exp", libm.Exp, complexExp}, "exp2": {"", libm.Exp2,
			func(c complex128) complex128 { return complexExp(times(c, math.Ln2)) }},
		"expm1": {"Expm1", libm.Expm1, complexExpm1},
		"log":   {"Log", libm.Log, complexLog}, "log2": {"", libm.Log2,
			func(c complex128) complex128 { return times(complexLog(c), math.Log2E) }},
		"log10": {"", libm.Log10, func(c complex128) complex128 { return times(complexLog(c), math.Log10E) }}, "log1p": {"Log1p", libm.Log1p,
			complexLog1p},
		"sqrt": {"Sqrt", math.Sqrt, complexSqrt},
		"sin":  {"Sin", libm.Sin, complexSin}, "cos": {"Cos", libm.Cos, complexCos}, "tan": {"Tan", libm.Tan, complexTan},
		"arcsin": {"", libm.Asin, cmplx.Asin}, "arccos": {"", libm.Acos, cmplx.Acos}, "arctan": {"", libm.Atan,
			cmplx.Atan},
		"sinh": {"", libm.Sinh, complexSinh}, "cosh": {"", libm.Cosh, complexCosh}, "tanh": {"Tanh", libm.Tanh,
			complexTanh},
		"arcsinh": {"", libm.Asinh, cmplx.Asinh}, "arccosh": {"", libm.Acosh, cmplx.Acosh}, "arctanh": {"",
			libm.Atanh, cmplx.Atanh},
	} {
		define(&ufunc{name: name, nin: 1, types: floatType, kernel: complex1(float1(name, d.tensor, d.f), d.c)})
	}
	for name, f := range map[string]func(float64) float64{"cbrt": libm.Cbrt, "fabs": math.Abs} {
		define(&ufunc{name: name, nin: 1, types: realFloat, kernel: each1(f)})
	}
	define(&ufunc{name: "deg2rad", nin: 1, types: realFloat, kernel: scaledBy(math.Pi/180, float32(math.Pi)/180)})
	define(&ufunc{name: "rad2deg", nin: 1, types: realFloat, kernel: scaledBy(180/math.Pi, 180/float32(math.Pi))})
	define(&ufunc{name: "spacing", nin: 1, types: realFloat, kernel: spacing})
	whole := func(name, kernelName string, f func(float64) float64) {
		define(&ufunc{name: name, nin: 1, types: realOrBool,
			kernel: func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
				if !x[0].DType().IsFloating() {
					return x, nil
				}
				return float1("", kernelName, f)(t, x)
			}})
	}
	whole("floor", "Floor", math.Floor)
	whole("ceil", "Ceil", math.Ceil)
	whole("trunc", "", math.Trunc)
	define(&ufunc{name: "rint", nin: 1, types: floatType,
		kernel: complex1(float1("", "Rint", math.RoundToEven), func(c complex128) complex128 {
			return complex(math.RoundToEven(real(c)), math.RoundToEven(imag(c)))
		})})
	define(&ufunc{name: "square", nin: 1, types: boolAsInt8, kernel: un("Square")})
	define(&ufunc{name: "reciprocal", nin: 1, types: boolAsInt8,
		kernel: func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
			if !x[0].DType().IsInteger() {
				return un("Reciprocal")(t, x)
			}
			least := int64(0) // what the machine makes of 1/0: C's conversion of an infinity
			if d := x[0].DType(); d == tensor.Int32 || d == tensor.Int64 {
				least, _ = d.IntRange()
			}
			return ints2(func(_, a int64, _ bool) int64 {
				if a == 0 {
					return least
				}
				if a == 1 || a == -1 {
					return a
				}
				return 0
			})(t, []*tensor.Tensor{x[0], x[0]})
		}})
	define(&ufunc{name: "sign", nin: 1, types: boolAsInt8, kernel: complex1(signKernel, complexSign)})
	define(&ufunc{name: "conjugate", nin: 1, types: boolAsInt8,
		kernel: func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
			if !x[0].DType().IsComplex() {
				return x, nil
			}
			return un("Conj")(t, x)
		}})
	for name, k := range map[string]string{"isnan": "IsNan", "isinf": "IsInf", "isfinite": "IsFinite"} {
		define(&ufunc{name: name, nin: 1, types: sameType, kernel: toBool(k, name == "isfinite")})
	}
	define(&ufunc{name: "signbit", nin: 1, types: realFloat,
		kernel: func(_ *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
			out := make([]bool, x[0].Len())
			for i := range out {
				out[i] = math.Signbit(x[0].Float(i))
			}
			return []*tensor.Tensor{tensor.FromSlice(x[0].Shape(), out)}, nil
		}})
	define(&ufunc{name: "bitwise_count", nin: 1, types: shiftType,
		kernel: func(_ *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
			out := make([]uint8, x[0].Len())
			for i := range out {
				n := x[0].Int(i)
				if x[0].DType() == tensor.Uint64 {
					out[i] = uint8(popCount(n&math.MaxInt64) + int64(b2i(n < 0)))
				} else {
					out[i] = uint8(popCount(n))
				}
			}
			return []*tensor.Tensor{tensor.FromSlice(x[0].Shape(), out)}, nil
		}})
	for name, f := range map[string]func(a, b float64) float64{"arctan2": libm.Atan2, "hypot": libm.Hypot,
		"copysign":  math.Copysign,
		"logaddexp": logAddExp, "logaddexp2": func(a, b float64) float64 {
			return logAddExp(a*math.Ln2, b*math.Ln2) / math.Ln2
		},
		"heaviside": func(a, b float64) float64 {
			switch {
			case a != a:
				return a
			case a < 0:
				return 0
			case a > 0:
				return 1
			}
			return b
		}} {
		define(&ufunc{name: name, nin: 2, types: realFloat, kernel: each2(f)})
	}
	define(&ufunc{name: "float_power", nin: 2, kernel: power, types: func(d tensor.DType) tensor.DType {
		if d.IsComplex() {
			return tensor.Complex128
		}
		return tensor.Float64
	}})
	define(&ufunc{name: "ldexp", nin: 2, types: realFloat,
		kernel: each2(func(a, b float64) float64 { return math.Ldexp(a, int(max(min(b, 1<<16), -1<<16))) })})
	define(&ufunc{name: "nextafter", nin: 2, types: realFloat, kernel: nextAfter})
	initTwoResults()
}

// scaledBy multiplies floats by a number of their type; 16-bit ones as float32.
func scaledBy(by float64, by32 float32) kernel {
	slow := each1(func(a float64) float64 { return float64(float32(a) * by32) })
	return func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
		switch x[0].DType() {
		case tensor.Float64:
			z, err := elementwise(t, "Mul", x[0], tensor.Scalar(by))
			return []*tensor.Tensor{z}, err
		case tensor.Float32:
			z, err := elementwise(t, "Mul", x[0], tensor.Scalar(by32))
			return []*tensor.Tensor{z}, err
		}
		return slow(t, x)
	}
}

// spacing is the distance to the next number of the type away from zero.
func spacing(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
	out := make([]float64, x[0].Len())
	for i := range out {
		out[i] = math.Inf(1)
		if x[0].Float(i) < 0 && x[0].DType() != tensor.Float16 { // of 16 bits NumPy's goes up
			out[i] = math.Inf(-1)
		}
	}
	away, err := tensor.Gradual(t.Ctx, tensor.FromSlice(x[0].Shape(), out), x[0].DType())
	if err != nil {
		return nil, err
	}
	next, err := nextAfter(t, []*tensor.Tensor{x[0], away})
	if err != nil {
		return nil, err
	}
	z, err := elementwise(t, "Sub", next[0], x[0])
	return []*tensor.Tensor{z}, err
}

// nextAfter is nextafter, by the steps of the type.
func nextAfter(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
	switch x[0].DType() {
	case tensor.Float32:
		a, b, err := together(t, x)
		if err != nil {
			return nil, err
		}
		out := make([]float32, a.Len()) // tensor.Cast would make the smallest ones zeros
		for i := range out {
			out[i] = math.Nextafter32(float32(a.Float(i)), float32(b.Float(i)))
		}
		return []*tensor.Tensor{tensor.FromSlice(a.Shape(), out)}, nil
	case tensor.Float16:
		return each2(nextHalf)(t, x)
	}
	return each2(math.Nextafter)(t, x)
}

// nextHalf is the half-precision number beside a, towards b: a step is 2^-10 of the power of two below a.
func nextHalf(a, b float64) float64 {
	switch {
	case a != a || b != b:
		return math.NaN()
	case a == b:
		return b
	case a == 0:
		return math.Copysign(0x1p-24, b)
	case math.IsInf(a, 0):
		return math.Copysign(65504, a)
	}
	_, e := math.Frexp(a)
	outward := (b > a) == (a > 0)
	if f, _ := math.Frexp(a); !outward && math.Abs(f) == 0.5 {
		e-- // below a power of two the steps are half as long
	}
	step := math.Ldexp(1, max(e-11, -24))
	if b < a {
		step = -step
	}
	if z := a + step; math.Abs(z) <= 65504 {
		return z
	}
	return math.Copysign(math.Inf(1), a)
}

func realOrBool(d tensor.DType) tensor.DType {
	if d.IsComplex() {
		return tensor.Invalid
	}
	return d
}

func logAddExp(a, b float64) float64 {
	if a == b {
		return a + math.Ln2
	}
	return max(a, b) + libm.Log1p(libm.Exp(-math.Abs(a-b)))
}

func signKernel(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if x[0].DType().Kind() == tensor.KindUint {
		z, err := tensor.Gradual(t.Ctx, x[0], tensor.Bool)
		if err != nil {
			return nil, err
		}
		z, err = tensor.Gradual(t.Ctx, z, x[0].DType())
		return []*tensor.Tensor{z}, err
	}
	return un("Sign")(t, x)
}

// initTwoResults declares the functions with two results.
func initTwoResults() {
	define(&ufunc{name: "divmod", nin: 2, nout: 2, types: realOnly,
		kernel: func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
			q, err := ufuncs["floor_divide"].kernel(t, x)
			if err != nil {
				return nil, err
			}
			r, err := ufuncs["remainder"].kernel(t, x)
			return append(q, r...), err
		}})
	define(&ufunc{name: "modf", nin: 1, nout: 2, types: realFloat,
		kernel: func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
			f, err := each1(func(a float64) float64 {
				if math.IsInf(a, 0) {
					return math.Copysign(0, a)
				}
				_, f := math.Modf(a)
				return math.Copysign(f, a)
			})(t, x)
			if err != nil {
				return nil, err
			}
			w, err := each1(math.Trunc)(t, x)
			return append(f, w...), err
		}})
	define(&ufunc{name: "frexp", nin: 1, nout: 2, types: realFloat,
		kernel: func(t *thread, x []*tensor.Tensor) ([]*tensor.Tensor, error) {
			f, err := each1(func(a float64) float64 { f, _ := math.Frexp(a); return f })(t, x)
			if err != nil {
				return nil, err
			}
			out := make([]int32, x[0].Len())
			for i := range out {
				_, e := math.Frexp(x[0].Float(i))
				out[i] = int32(e)
			}
			return append(f, tensor.FromSlice(x[0].Shape(), out)), nil
		}})
}

// joinTexts is + of strings.
func joinTexts(t *thread, a, b *array) (*array, error) {
	if a.DType().Kind != b.DType().Kind || a.DType().Kind == 'V' {
		return nil, nil
	}
	shape, ok := ndarray.Broadcast(a.Shape(), b.Shape())
	if !ok {
		return nil, nil
	}
	d := ndarray.Text(a.DType().Chars() + b.DType().Chars())
	if a.DType().Kind == 'S' {
		d = ndarray.ByteText(a.DType().Chars() + b.DType().Chars())
	}
	z, err := ndarray.NewContext(t.Ctx, d, shape, false)
	if err != nil {
		return nil, err
	}
	x, _ := a.BroadcastTo(shape)
	y, _ := b.BroadcastTo(shape)
	px, pq := x.Places(), y.Places()
	for i, at := range z.Places() {
		d.SetText(z.Put(at),
			a.DType().Text(x.Element(px[i]))+b.DType().Text(y.Element(pq[i])))
	}
	return z, t.Check()
}

// complexDivide divides as NumPy does, by Smith's method, in the precision R of the parts of C.
func complexDivide[R float32 | float64](p, q, u, v R) (x, y R) {
	if abs(u) >= abs(v) {
		if u == 0 && v == 0 {
			return p / abs(u), q / abs(u)
		}
		r := v / u
		scale := 1 / (u + R(v*r))
		return (p + R(q*r)) * scale, (q - R(p*r)) * scale
	}
	r := u / v
	scale := 1 / (v + R(u*r))
	return (R(p*r) + q) * scale, (R(q*r) - p) * scale
}

func abs[R float32 | float64](v R) R { return R(math.Abs(float64(v))) }
