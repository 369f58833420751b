package std

import (
	"math"
	"math/cmplx"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// cmathModule is Python's cmath: functions of complex numbers.
func cmathModule() *py.Module {
	m := module("cmath", "Mathematical functions of complex numbers.", map[string]value{
		"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": py.NaN,
		"infj": complex(0, math.Inf(1)), "nanj": complex(0, py.NaN)})
	for name, f := range map[string]func(complex128) complex128{"sqrt": complexRoot, "exp": complexExp, "sin": complexSin,
		"cos": func(z complex128) complex128 { return complexCosh(turned(z)) }, "tan": complexTan, "sinh": complexSinh,
		"cosh": complexCosh, "tanh": complexTanh, "asin": complexAsin, "acos": complexAcos, "atan": complexAtan,
		"asinh": complexAsinh, "acosh": complexAcosh, "atanh": complexAtanh, "log10": complexLog10} {
		m.Attrs[name] = fn(name+"(z)", "cmath."+name+" of a complex number.", func(_ *thread, a []value) (value, error) {
			z, err := complexArg(a[0])
			if err != nil {
				return nil, err
			}
			if name == "log10" && z == 0 {
				return nil, py.ValueErrorf("math domain error")
			}
			return plainComplex(z, f(z))
		})
	}
	for _, f := range []*py.Builtin{
		fn("log(z, base=None)", "The logarithm.", complexLogOf),
		fn("phase(z)", "The angle.", func(_ *thread, a []value) (value, error) {
			z, err := complexArg(a[0])
			return libm.Atan2(imag(z), real(z)), err
		}),
		fn("polar(z)", "The size and the angle.", func(_ *thread, a []value) (value, error) {
			z, err := complexArg(a[0])
			return py.NewTuple(hypot(real(z), imag(z)), libm.Atan2(imag(z), real(z))), err
		}),
		fn("rect(r, phi)", "The number of a size and an angle.", func(_ *thread, a []value) (value, error) {
			r, err := py.ToFloat(a[0])
			if err != nil {
				return nil, err
			}
			phi, err := py.ToFloat(a[1])
			return complex(r*libm.Cos(phi), r*libm.Sin(phi)), err
		}),
		fn("isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)", "Whether both are nearly the same.", complexClose),
	} {
		m.Attrs[f.Name] = f
	}
	for name, f := range map[string]func(z complex128) bool{
		"isnan": func(z complex128) bool { return math.IsNaN(real(z)) || math.IsNaN(imag(z)) },
		"isinf": cmplx.IsInf, "isfinite": finiteComplex} {
		m.Attrs[name] = fn(name+"(z)", "Of a complex number.", func(_ *thread, a []value) (value, error) {
			z, err := complexArg(a[0])
			return f(z), err
		})
	}
	return m
}

func complexArg(v value) (complex128, error) {
	if z, ok := v.(complex128); ok {
		return z, nil
	}
	if x, ok := v.(*py.Instance); ok && x.Class.Lookup("__complex__") != nil {
		r, err := py.CallMethod(py.Background(), x, "__complex__")
		if err != nil {
			return 0, err
		}
		if z, ok := r.(complex128); ok {
			return z, nil
		}
		return 0, py.TypeErrorf("__complex__ returned non-complex (type %s)", py.TypeOf(r).TypeName())
	}
	if _, ok := v.(string); ok {
		return 0, py.TypeErrorf("must be real number, not str")
	}
	f, err := py.ToFloat(v)
	return complex(f, 0), err
}

// finiteComplex tells that neither part is infinite or nan.
func finiteComplex(z complex128) bool { return !cmplx.IsInf(z) && !cmplx.IsNaN(z) }

// plainComplex refuses results without a bound of numbers that have one.
func plainComplex(z, r complex128) (value, error) {
	if finiteComplex(z) && !finiteComplex(r) {
		if cmplx.IsInf(r) {
			return nil, py.Raisef(py.OverflowErrorClass, "math range error")
		}
		if math.IsNaN(real(r)) || math.IsNaN(imag(r)) {
			return nil, py.ValueErrorf("math domain error")
		}
		return nil, py.Raisef(py.OverflowErrorClass, "math range error")
	}
	return r, nil
}

// hypot is the length of a vector, rounded once: Borges' way, whose last step takes off the error of the square root.
func hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if x < y {
		x, y = y, x
	}
	if math.IsInf(x, 0) || x != x || y != y || y == 0 || x > 1e150 || y < 1e-150 {
		return math.Hypot(x, y)
	}
	h := math.Sqrt(math.FMA(x, x, y*y))
	hh, xx := h*h, x*x
	return h - (math.FMA(-y, y, hh-xx)+math.FMA(h, h, -hh)-math.FMA(x, x, -xx))/(2*h)
}

// complexRoot is the square root: halves are taken before the length, so that nothing is beyond the type.
func complexRoot(z complex128) complex128 {
	x, y := real(z), imag(z)
	if !finiteComplex(z) {
		return cmplx.Sqrt(z)
	}
	if x == 0 && y == 0 {
		return complex(0, y)
	}
	ax := math.Abs(x) / 8
	s := 2 * math.Sqrt(ax+hypot(ax, math.Abs(y)/8))
	d := math.Abs(y) / (2 * s)
	if x >= 0 {
		return complex(s, math.Copysign(d, y))
	}
	return complex(d, math.Copysign(s, y))
}

func complexExp(z complex128) complex128 {
	if !finiteComplex(z) {
		return cmplx.Exp(z)
	}
	l := libm.Exp(real(z))
	return complex(l*libm.Cos(imag(z)), l*libm.Sin(imag(z)))
}

// complexLog is the logarithm; near the unit circle the length is not taken.
func complexLog(z complex128) complex128 {
	ax, ay := math.Abs(real(z)), math.Abs(imag(z))
	h := hypot(ax, ay)
	l := libm.Log(h)
	if h > 0.71 && h < 1.73 {
		big, small := max(ax, ay), min(ax, ay)
		l = libm.Log1p((big-1)*(big+1)+small*small) / 2
	}
	return complex(l, libm.Atan2(imag(z), real(z)))
}

func complexLog10(z complex128) complex128 {
	l := complexLog(z)
	return complex(real(l)/math.Ln10, imag(l)/math.Ln10)
}

// turned is iz, and back takes it back: circular functions are hyperbolic ones, turned.
func turned(z complex128) complex128 { return complex(-imag(z), real(z)) }
func back(z complex128) complex128   { return complex(imag(z), -real(z)) }

func complexSin(z complex128) complex128  { return back(complexSinh(turned(z))) }
func complexTan(z complex128) complex128  { return back(complexTanh(turned(z))) }
func complexAsin(z complex128) complex128 { return back(complexAsinh(turned(z))) }
func complexAtan(z complex128) complex128 { return back(complexAtanh(turned(z))) }

func complexSinh(z complex128) complex128 {
	x, y := real(z), imag(z)
	return complex(libm.Cos(y)*libm.Sinh(x), libm.Sin(y)*libm.Cosh(x))
}

func complexCosh(z complex128) complex128 {
	x, y := real(z), imag(z)
	return complex(libm.Cos(y)*libm.Cosh(x), libm.Sin(y)*libm.Sinh(x))
}

func complexTanh(z complex128) complex128 {
	x, y := real(z), imag(z)
	if math.Abs(x) > 708.39 { // where the formula below overflows
		return complex(math.Copysign(1, x), 4*libm.Sin(y)*libm.Cos(y)*libm.Exp(-2*math.Abs(x)))
	}
	tx, ty := libm.Tanh(x), libm.Tan(y)
	c := 1 / libm.Cosh(x)
	d := 1 + tx*ty*(tx*ty)
	return complex(tx*(1+ty*ty)/d, ty/d*c*c)
}

// The inverse functions are those of Kahan's paper on branch cuts.
func complexAsinh(z complex128) complex128 {
	a, b := complexRoot(complex(1+imag(z), -real(z))), complexRoot(complex(1-imag(z), real(z)))
	return complex(libm.Asinh(real(a)*imag(b)-real(b)*imag(a)),
		libm.Atan2(imag(z), real(a)*real(b)-imag(a)*imag(b)))
}

func complexAcos(z complex128) complex128 {
	a, b := complexRoot(complex(1-real(z), -imag(z))), complexRoot(complex(1+real(z), imag(z)))
	return complex(2*libm.Atan2(real(a), real(b)), libm.Asinh(real(b)*imag(a)-imag(b)*real(a)))
}

func complexAcosh(z complex128) complex128 {
	a, b := complexRoot(complex(real(z)-1, imag(z))), complexRoot(complex(real(z)+1, imag(z)))
	return complex(libm.Asinh(real(a)*real(b)+imag(a)*imag(b)), 2*libm.Atan2(imag(a), real(b)))
}

func complexAtanh(z complex128) complex128 {
	x, y := real(z), imag(z)
	if x < 0 || x == 0 && math.Signbit(x) {
		return -complexAtanh(-z)
	}
	if x == 1 && y == 0 || x > 1e150 || math.Abs(y) > 1e150 {
		return cmplx.Atanh(z)
	}
	ay := math.Abs(y)
	return complex(libm.Log1p(4*x/((1-x)*(1-x)+ay*ay))/4, -libm.Atan2(-2*y, (1-x)*(1+x)-ay*ay)/2)
}

func complexLogOf(_ *thread, a []value) (value, error) {
	z, err := complexArg(a[0])
	if err != nil {
		return nil, err
	}
	if z == 0 {
		return nil, py.ValueErrorf("math domain error")
	}
	l := complexLog(z)
	if a[1] == py.None {
		return l, nil
	}
	b, err := complexArg(a[1])
	if err != nil {
		return nil, err
	}
	if b == 0 || b == 1 {
		return nil, py.ValueErrorf("math domain error")
	}
	return l / complexLog(b), nil
}

func complexClose(_ *thread, a []value) (value, error) {
	x, err := complexArg(a[0])
	if err != nil {
		return nil, err
	}
	y, err := complexArg(a[1])
	if err != nil {
		return nil, err
	}
	rel, err := py.ToFloat(a[2])
	if err != nil {
		return nil, err
	}
	abs, err := py.ToFloat(a[3])
	if err != nil {
		return nil, err
	}
	if rel < 0 || abs < 0 {
		return nil, py.ValueErrorf("tolerances must be non-negative")
	}
	if x == y {
		return true, nil
	}
	if cmplx.IsInf(x) || cmplx.IsInf(y) {
		return false, nil
	}
	d := cmplx.Abs(x - y)
	return d <= rel*cmplx.Abs(y) || d <= rel*cmplx.Abs(x) || d <= abs, nil
}
