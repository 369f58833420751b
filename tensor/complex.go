package tensor

import (
	"math"
	"math/cmplx"
)

// TensorFlow's complex arithmetic rounds each step to the type and differs between whole packets of 32 bytes, which
// Eigen computes with vectors, and the elements that are left.

// complexParts computes with the parts of two complex numbers: (a + bi) and (c + di).
type complexParts[F float32 | float64] func(a, b, c, d F) (re, im F)

func by64(f complexParts[float32]) binKernel {
	return bytes2(func(z, x, y []complex64) {
		map2(z, x, y, func(p, q complex64) complex64 {
			re, im := f(real(p), imag(p), real(q), imag(q))
			return complex(flushT(re), flushT(im))
		})
	})
}

func by128(f complexParts[float64]) binKernel {
	return bytes2(func(z, x, y []complex128) {
		map2(z, x, y, func(p, q complex128) complex128 {
			re, im := f(real(p), imag(p), real(q), imag(q))
			return complex(flushT(re), flushT(im))
		})
	})
}

// complexArithmetic declares the operations whose packets and rest differ.
func complexArithmetic() {
	setBin(Complex64, "RealDiv", inPackets(by64(dividedPacket[float32]), by64(divided[float32])))
	setBin(Complex128, "RealDiv", inPackets(by128(dividedPacket[float64]), by128(divided[float64])))
	for name, divisor := range map[string]bool{"DivNoNan": true, "Xdivy": false} {
		setBin(Complex64, name, inPackets(by64(unless(divisor, dividedPacket[float32])),
			by64(unless(divisor, divided[float32]))))
		setBin(Complex128, name, inPackets(by128(unless(divisor, dividedPacket[float64])),
			by128(unless(divisor, divided[float64]))))
	}
	for name, log := range map[string]func(complex128) complex128{"Xlogy": cmplx.Log,
		"Xlog1py": func(x complex128) complex128 { return cmplx.Log(1 + x) }} {
		setBin(Complex64, name, by64(logged[float32](log)))
		setBin(Complex128, name, by128(logged[float64](log)))
	}
	setBin(Complex64, "SquaredDifference", by64(distance[float32]))
	setBin(Complex128, "SquaredDifference", by128(distance[float64]))
	setBin(Complex64, "MulNoNan", by64(unless(true, times[float32])))
	setBin(Complex128, "MulNoNan", by128(unless(true, times[float64])))
	setBin(Complex64, "Mul", inPackets(by64(timesPacket[float32]), by64(times[float32])))
	setBin(Complex128, "Mul", inPackets(by128(timesPacket[float64]), by128(times[float64])))
}

// distance is the difference times its conjugate.
func distance[F float32 | float64](a, b, c, d F) (re, im F) {
	x, y := a-c, b-d
	return F(x*x) + F(y*y), 0
}

// logged multiplies with a logarithm of the second number; zero times it is zero.
func logged[F float32 | float64](log func(complex128) complex128) complexParts[F] {
	return unless(false, func(a, b, c, d F) (F, F) {
		l := log(complex(float64(c), float64(d)))
		return times(a, b, F(real(l)), F(imag(l)))
	})
}

// unless is f but where a part of the arguments is zero: the result is zero then.
func unless[F float32 | float64](divisor bool, f complexParts[F]) complexParts[F] {
	return func(a, b, c, d F) (F, F) {
		if divisor && c == 0 && d == 0 || !divisor && a == 0 && b == 0 {
			return 0, 0
		}
		return f(a, b, c, d)
	}
}

// dividedPacket divides as Eigen's packets do: the divisor is scaled by its greater part.
func dividedPacket[F float32 | float64](a, b, c, d F) (re, im F) {
	m := max(magnitude(c), magnitude(d))
	s, t := c/m, d/m
	den := F(s*s) + F(t*t)
	return (F(a*s) + F(b*t)) / den / m, (F(b*s) - F(a*t)) / den / m
}

// divided divides by R. L. Smith's algorithm (Communications of the ACM 5, 1962, algorithm 116); what is infinite or
// zero stays so (C11, annex G.5.1).
func divided[F float32 | float64](a, b, c, d F) (re, im F) {
	if magnitude(c) < magnitude(d) {
		r := c / d
		den := F(c*r) + d
		re, im = (F(a*r)+b)/den, (F(b*r)-a)/den
	} else {
		r := d / c
		den := F(d*r) + c
		re, im = (F(b*r)+a)/den, (b-F(a*r))/den
	}
	if re == re || im == im {
		return re, im
	}
	big, finite := F(math.Inf(1)), func(p, q F) bool { return p-p == 0 && q-q == 0 }
	switch {
	case c == 0 && d == 0 && (a == a || b == b):
		big = withSign(big, c)
		return big * a, big * b
	case (infinite(a) || infinite(b)) && finite(c, d):
		a, b = corner(a), corner(b)
		return big * (F(a*c) + F(b*d)), big * (F(b*c) - F(a*d))
	case (infinite(c) || infinite(d)) && finite(a, b):
		c, d = corner(c), corner(d)
		return 0 * (F(a*c) + F(b*d)), 0 * (F(b*c) - F(a*d))
	}
	return re, im
}

func infinite[F float32 | float64](v F) bool { return math.IsInf(float64(v), 0) }

func withSign[F float32 | float64](v, of F) F { return F(math.Copysign(float64(v), float64(of))) }

// corner is 1 for an infinite part, else 0, with its sign.
func corner[F float32 | float64](v F) F {
	if infinite(v) {
		return withSign(1, v)
	}
	return withSign(0, v)
}

// timesPacket multiplies as Eigen's packets do. Go itself would compute with more digits.
func timesPacket[F float32 | float64](a, b, c, d F) (re, im F) {
	return F(a*c) - F(b*d), F(a*d) + F(b*c)
}

// times multiplies as C does: what is infinite stays so (C11, annex G.5.1).
func times[F float32 | float64](a, b, c, d F) (re, im F) {
	re, im = timesPacket(a, b, c, d)
	if re == re || im == im {
		return re, im
	}
	zero := func(v F) F {
		if v != v {
			return withSign(0, v)
		}
		return v
	}
	again := false
	if infinite(a) || infinite(b) {
		a, b = corner(a), corner(b)
		c, d, again = zero(c), zero(d), true
	}
	if infinite(c) || infinite(d) {
		c, d = corner(c), corner(d)
		a, b, again = zero(a), zero(b), true
	}
	if !again && (infinite(F(a*c)) || infinite(F(b*d)) || infinite(F(a*d)) || infinite(F(b*c))) {
		a, b, c, d, again = zero(a), zero(b), zero(c), zero(d), true
	}
	if again {
		big := F(math.Inf(1))
		return big * (F(a*c) - F(b*d)), big * (F(a*d) + F(b*c))
	}
	return re, im
}

func magnitude[F float32 | float64](v F) F { return F(math.Abs(float64(v))) }

// complexOne declares functions of one complex number, for whole packets and for the rest.
func complexOne() {
	one64 := func(f complexParts[float32]) func(z, x []complex64) {
		return func(z, x []complex64) {
			map1(z, x, func(v complex64) complex64 {
				re, im := f(1, 0, real(v), imag(v))
				return complex(flush(re), flush(im))
			})
		}
	}
	one128 := func(f complexParts[float64]) func(z, x []complex128) {
		return func(z, x []complex128) {
			map1(z, x, func(v complex128) complex128 {
				re, im := f(1, 0, real(v), imag(v))
				return complex(flushT(re), flushT(im))
			})
		}
	}
	declare := func(name string, body64, tail64 complexParts[float32], body128, tail128 complexParts[float64]) {
		b64, t64, b128, t128 := one64(body64), one64(tail64), one128(body128), one128(tail128)
		setUn(Complex64, name, func(z, x []byte, _ int) {
			out, in := view[complex64](z), view[complex64](x)
			n := len(in) / 4 * 4
			b64(out[:n], in[:n])
			t64(out[n:], in[n:])
		})
		setUn(Complex128, name, func(z, x []byte, _ int) {
			out, in := view[complex128](z), view[complex128](x)
			n := len(in) / 2 * 2
			b128(out[:n], in[:n])
			t128(out[n:], in[n:])
		})
	}
	declare("Reciprocal", dividedPacket[float32], divided[float32], dividedPacket[float64], divided[float64])
	declare("Square", squared(timesPacket[float32]), squared(times[float32]), squared(timesPacket[float64]),
		squared(times[float64]))
}

// squared is a product of a number with itself.
func squared[F float32 | float64](f complexParts[F]) complexParts[F] {
	return func(_, _, c, d F) (F, F) { return f(c, d, c, d) }
}
