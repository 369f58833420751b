package np

import (
	"math"
	"math/cmplx"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// Functions of complex numbers by the formulas of the GNU C library, for what is finite and needs no scaling; Go's own
// for the rest.

// moderate tells numbers for which the formulas hold as they are.
func moderate(c complex128) bool {
	x, y := math.Abs(real(c)), math.Abs(imag(c))
	return x < 700 && y < 700 && (x > 1e-290 || x == 0) && (y > 1e-290 || y == 0) && x+y > 0
}

// complexExp is e^c by the C library's sines and cosines.
func complexExp(c complex128) complex128 {
	x, y := real(c), imag(c)
	if x-x != 0 || y-y != 0 {
		return cmplx.Exp(c)
	}
	if y == 0 {
		return complex(libm.Exp(x), y)
	}
	const most = 709
	sin, cos := libm.Sin(y), libm.Cos(y)
	for range 2 {
		if x > most {
			x -= most
			sin, cos = sin*libm.Exp(most), cos*libm.Exp(most)
		}
	}
	r := libm.Exp(x)
	return complex(r*cos, r*sin)
}

// complexSqrt is the square root by the C library's formula.
func complexSqrt(c complex128) complex128 {
	x, y := real(c), imag(c)
	if a, b := math.Abs(x), math.Abs(y); a-a != 0 || b-b != 0 || x == 0 || y == 0 || max(a, b) > 0x1p1020 ||
		max(a, b) < 0x1p-1000 {
		return cmplx.Sqrt(c)
	}
	d := libm.Hypot(x, y)
	var r, s float64
	if x > 0 {
		r = math.Sqrt(0.5 * (d + x))
		s = 0.5 * (y / r)
	} else {
		s = math.Sqrt(0.5 * (d - x))
		r = math.Abs(0.5 * (y / s))
	}
	return complex(r, math.Copysign(s, y))
}

// complexLog is the natural logarithm: near the unit circle by log1p.
func complexLog(c complex128) complex128 {
	if !moderate(c) {
		return cmplx.Log(c)
	}
	x, y := math.Abs(real(c)), math.Abs(imag(c))
	if x < y {
		x, y = y, x
	}
	var r float64
	const eps = 0x1p-52
	switch {
	case x == 1:
		r = libm.Log1p(y*y) / 2
	case x > 1 && x < 2 && y < 1:
		d := (x - 1) * (x + 1)
		if y >= eps {
			d += float64(y * y)
		}
		r = libm.Log1p(d) / 2
	case x < 1 && x >= 0.5 && y < eps/2:
		r = libm.Log1p((x-1)*(x+1)) / 2
	case x < 1 && x >= 0.5 && float64(x*x)+float64(y*y) >= 0.5:
		r = libm.Log1p(libm.SquaresLess1(x, y)) / 2
	default:
		r = libm.Log(libm.Hypot(x, y))
	}
	return complex(r, libm.Atan2(imag(c), real(c)))
}

// complexExpm1 is e^c - 1 as NumPy computes it.
func complexExpm1(c complex128) complex128 {
	x, y := real(c), imag(c)
	if !moderate(c) {
		return cmplx.Exp(c) - 1
	}
	a := libm.Sin(y / 2)
	return complex(float64(libm.Expm1(x)*libm.Cos(y))-float64(2*a*a), libm.Exp(x)*libm.Sin(y))
}

// complexLog1p is log(1 + c) as NumPy computes it.
func complexLog1p(c complex128) complex128 {
	x, y := real(c)+1, imag(c)
	return complex(libm.Log(libm.Hypot(x, y)), libm.Atan2(y, x))
}

func complexSin(c complex128) complex128 {
	x, y := real(c), imag(c)
	if !moderate(c) {
		return cmplx.Sin(c)
	}
	return complex(libm.Cosh(y)*libm.Sin(x), libm.Sinh(y)*libm.Cos(x))
}

func complexCos(c complex128) complex128 {
	x, y := real(c), imag(c)
	if !moderate(c) {
		return cmplx.Cos(c)
	}
	return complex(libm.Cosh(y)*libm.Cos(x), -(libm.Sinh(y) * libm.Sin(x)))
}

func complexSinh(c complex128) complex128 {
	x, y := real(c), imag(c)
	if !moderate(c) {
		return cmplx.Sinh(c)
	}
	return complex(libm.Sinh(x)*libm.Cos(y), libm.Cosh(x)*libm.Sin(y))
}

func complexCosh(c complex128) complex128 {
	x, y := real(c), imag(c)
	if !moderate(c) {
		return cmplx.Cosh(c)
	}
	return complex(libm.Cosh(x)*libm.Cos(y), libm.Sinh(x)*libm.Sin(y))
}

func complexTan(c complex128) complex128 {
	if math.Abs(imag(c)) > 300 || !moderate(c) {
		return cmplx.Tan(c)
	}
	re, im := quotient(real(c), imag(c))
	return complex(re, im)
}

func complexTanh(c complex128) complex128 {
	if math.Abs(real(c)) > 300 || !moderate(c) {
		return cmplx.Tanh(c)
	}
	im, re := quotient(imag(c), real(c))
	return complex(re, im)
}

// quotient is the parts of the tangent of x + iy.
func quotient(x, y float64) (re, im float64) {
	sin, cos, sinh, cosh := libm.Sin(x), libm.Cos(x), libm.Sinh(y), libm.Cosh(y)
	d := float64(cos * cos)
	if math.Abs(sinh) > math.Abs(cos)*0x1p-52 {
		d += float64(sinh * sinh)
	}
	return sin * cos / d, sinh * cosh / d
}

// complexSign is the number on the unit circle in the direction of c.
func complexSign(c complex128) complex128 {
	r := libm.Hypot(real(c), imag(c))
	switch re, im := math.IsInf(real(c), 0), math.IsInf(imag(c), 0); {
	case r == 0:
		return 0
	case re && im:
		return complex(math.NaN(), math.NaN())
	case re:
		return complex(math.Copysign(1, real(c)), 0)
	case im:
		return complex(0, math.Copysign(1, imag(c)))
	}
	return complex(real(c)/r, imag(c)/r)
}

// times is c times a real number.
func times(c complex128, by float64) complex128 { return complex(real(c)*by, imag(c)*by) }
