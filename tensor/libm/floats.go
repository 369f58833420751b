package libm

import "math"

// The float32 functions that glibc takes from fdlibm: plain float32 arithmetic in its order of operations, without
// fused products. Its expf and logf, which round right but for a few of 10,000 values, are computed in float64 here and
// rounded once.

func bitsf(u uint32) float32 { return math.Float32frombits(u) }
func absf(x float32) float32 { return bitsf(math.Float32bits(x) &^ (1 << 31)) }
func expf(x float32) float32 { return float32(math.Exp(float64(x))) }
func logf(x float32) float32 { return float32(math.Log(float64(x))) }
func rootf(x float32) float32 {
	return float32(math.Sqrt(float64(x)))
}

// hornerf runs from the lowest coefficient up: c[0] + x*(c[1] + ...).
func hornerf(x float32, c ...uint32) float32 {
	r := bitsf(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		r = bitsf(c[i]) + float32(x*r)
	}
	return r
}

// scaled adds k to the exponent of y.
func scaled(y float32, k int32) float32 { return bitsf(math.Float32bits(y) + uint32(k<<23)) }

// ln2 in two words, and 1/ln2.
var ln2Hi, ln2Lo, invLn2 = bitsf(0x3f317180), bitsf(0x3717f7d1), bitsf(0x3fb8aa3b)

// Expm1f is exp(x)-1.
func Expm1f(x float32) float32 {
	ax, negative := math.Float32bits(x)&^(1<<31), math.Signbit(float64(x))
	switch {
	case ax > 0x7f800000:
		return x
	case ax >= 0x4195b844 && negative: // 27 ln2
		return -1
	case ax >= 0x42b17218 && x > bitsf(0x42b17180):
		return float32(math.Inf(1))
	case ax < 0x33000000: // 2^-25
		return x
	}
	var k int32
	var c float32
	if ax > 0x3eb17218 { // ln2/2
		x, c, k = reducedf(x, ax, negative)
	}
	h := float32(0.5 * x)
	hxs := float32(x * h)
	r1 := 1 + float32(hxs*hornerf(hxs, 0xbd088889, 0x3ad00d01, 0xb8a670cd, 0x36867e54, 0xb457edbb))
	t := 3 - float32(r1*h)
	e := float32(hxs * ((r1 - t) / (6 - float32(x*t))))
	if k == 0 {
		return x - (float32(x*e) - hxs)
	}
	return expm1fEnd(x, float32(x*(e-c))-c-hxs, k)
}

// reducedf is x less k times ln2, and what that lost.
func reducedf(x float32, ax uint32, negative bool) (r, c float32, k int32) {
	half, side := float32(0.5), float32(1)
	if negative {
		half, side = -0.5, -1
	}
	hi, lo := x-float32(side*ln2Hi), float32(side*ln2Lo)
	if k = int32(side); ax >= 0x3f851592 { // 1.5 ln2
		k = int32(float32(invLn2*x) + half)
		hi, lo = x-float32(float32(k)*ln2Hi), float32(float32(k)*ln2Lo)
	}
	r = hi - lo
	return r, (hi - r) - lo, k
}

// expm1fEnd is 2^k (1 + x - e) - 1.
func expm1fEnd(x, e float32, k int32) float32 {
	switch {
	case k == -1:
		return float32(0.5*(x-e)) - 0.5
	case k == 1 && x < -0.25:
		return float32(-2 * (e - (x + 0.5)))
	case k == 1:
		return 1 + float32(2*(x-e))
	case k <= -2 || k > 56:
		return scaled(1-(e-x), k) - 1
	case k < 23:
		return scaled(bitsf(0x3f800000-(0x1000000>>k))-(e-x), k)
	}
	y := x - (e + bitsf(uint32(0x7f-k)<<23))
	return scaled(y+1, k)
}

// Log1pf is log(1+x).
func Log1pf(x float32) float32 {
	hx := int32(math.Float32bits(x))
	ax := hx &^ (-1 << 31)
	switch {
	case x != x || x < -1:
		return float32(math.NaN())
	case x == -1:
		return float32(math.Inf(-1))
	case ax < 0x24800000: // 2^-54
		return x
	case ax < 0x31000000: // 2^-29
		return x - float32(float32(x*x)*0.5)
	case hx >= 0x7f800000:
		return x
	}
	limit := uint32(0xbe95f61f)
	if hx < 0x3ed413d7 && (hx > 0 || hx <= int32(limit)) { // between sqrt(1/2)-1 and sqrt(2)-1
		return log1pfOf(x, 1, 0, 0)
	}
	u, c := x, float32(0)
	if hx < 0x5a000000 {
		u = 1 + x
	}
	hu := int32(math.Float32bits(u))
	k := hu>>23 - 127
	switch {
	case hx >= 0x5a000000:
	case k > 0:
		c = (1 - (u - x)) / u
	default:
		c = (x - (u - 1)) / u
	}
	if hu &= 0x7fffff; hu < 0x3504f7 {
		u = bitsf(uint32(hu) | 0x3f800000)
	} else {
		k++
		u = bitsf(uint32(hu) | 0x3f000000)
		hu = (0x800000 - hu) >> 2
	}
	return log1pfOf(u-1, hu, k, c)
}

// log1pfOf is k ln2 + log(1+f), c being what 1+f lacks; hu is 0 for an f of almost nothing.
func log1pfOf(f float32, hu, k int32, c float32) float32 {
	n, square := float32(k), float32(float32(0.5*f)*f)
	low := float32(n*ln2Lo) + c
	if hu == 0 {
		if f == 0 {
			return float32(n*ln2Hi) + low
		}
		r := float32(square * (1 - float32(float32(0.66666666666666666)*f)))
		if k == 0 {
			return f - r
		}
		return float32(n*ln2Hi) - ((r - low) - f)
	}
	s := f / (2 + f)
	z := float32(s * s)
	r := float32(z * hornerf(z, 0x3f2aaaab, 0x3ecccccd, 0x3e924925, 0x3e638e29, 0x3e3a3325, 0x3e1cd04f, 0x3e178897))
	if k == 0 {
		return f - (square - float32(s*(square+r)))
	}
	return float32(n*ln2Hi) - ((square - (float32(s*(square+r)) + low)) - f)
}

// Sinhf is the hyperbolic sine.
func Sinhf(x float32) float32 {
	a, h := absf(x), float32(math.Copysign(0.5, float64(x)))
	switch {
	case x != x || a > math.MaxFloat32 || a < 0x1p-28:
		return x
	case a < 1:
		t := Expm1f(a)
		return float32(h * (float32(2*t) - float32(t*t)/(t+1)))
	case a < 22:
		t := Expm1f(a)
		return float32(h * (t + t/(t+1)))
	}
	return float32(float32(h*2) * largef(a))
}

// Coshf is the hyperbolic cosine.
func Coshf(x float32) float32 {
	switch a := absf(x); {
	case x != x || a > math.MaxFloat32:
		return a
	case a < bitsf(0x24000000): // 2^-55
		return 1
	case a < bitsf(0x3eb17218): // ln2/2
		t := Expm1f(a)
		w := 1 + t
		return 1 + float32(t*t)/(w+w)
	case a < 22:
		t := expf(a)
		return float32(0.5*t) + 0.5/t
	default:
		return largef(a)
	}
}

// largef is exp(a)/2 of what is at least 22.
func largef(a float32) float32 {
	switch {
	case a < bitsf(0x42b17180):
		return float32(0.5 * expf(a))
	case a <= bitsf(0x42b2d4fc):
		w := expf(float32(0.5 * a))
		return float32(float32(0.5*w) * w)
	}
	return float32(math.Inf(1))
}

// Asinhf is the inverse of Sinhf.
func Asinhf(x float32) float32 {
	a := absf(x)
	var w float32
	switch {
	case x != x || a > math.MaxFloat32 || a < 0x1p-15:
		return x
	case a > 0x1p15:
		w = logf(a) + bitsf(0x3f317218)
	case a > 2:
		w = logf(float32(2*a) + 1/(rootf(float32(a*a)+1)+a))
	default:
		t := float32(a * a)
		w = Log1pf(a + t/(1+rootf(1+t)))
	}
	return float32(math.Copysign(float64(w), float64(x)))
}

// Acoshf is the inverse of Coshf.
func Acoshf(x float32) float32 {
	switch {
	case !(x >= 1):
		return float32(math.NaN())
	case x > math.MaxFloat32:
		return x
	case x >= 0x1p28:
		return logf(x) + bitsf(0x3f317218)
	case x > 2:
		t := float32(x * x)
		return logf(float32(2*x) - 1/(x+rootf(t-1)))
	}
	t := x - 1
	return Log1pf(t + rootf(float32(2*t)+float32(t*t)))
}

// Tanf is the tangent.
func Tanf(x float32) float32 {
	a := absf(x)
	switch {
	case a <= bitsf(0x3f490fda):
		return tanfOf(x, 0, false)
	case !(a <= math.MaxFloat32):
		return float32(math.NaN())
	}
	n, r := quadrant(float64(x))
	y := float32(r)
	return tanfOf(y, float32(r-float64(y)), n&1 != 0)
}

// quadrant is the nearest multiple of pi/2 to x, and x less that.
func quadrant(x float64) (n int64, r float64) {
	switch a, f := math.Abs(x), math.RoundToEven(x*(2/math.Pi)); {
	case a < 120:
		return int64(f), x - float64(f*halfPi[0])
	case a < 1<<20:
		return int64(f), math.FMA(-f, halfPi[1], math.FMA(-f, halfPi[0], x))
	}
	s, c := math.Sincos(x) // they reduce exactly
	r = math.Atan2(s, c)
	f := math.Round(r / (math.Pi / 2))
	return int64(f), r - f*(math.Pi/2)
}

// tanfOf is the tangent of x+y, which is at most pi/4, or the negative cotangent.
func tanfOf(x, y float32, cot bool) float32 {
	a, sign := absf(x), float32(1)
	if a < 0x1p-12 {
		if cot {
			return -1 / x
		}
		return x
	}
	large := a >= bitsf(0x3f2ca140)
	if large {
		if x < 0 {
			x, y, sign = -x, -y, -1
		}
		z := bitsf(0x3f490fda) - x
		x, y = z+(bitsf(0x33222168)-y), 0
		if absf(x) < 0x1p-13 {
			iy := float32(1)
			if cot {
				iy = -1
			}
			return float32(float32(sign*iy) * (1 - float32(float32(2*iy)*x)))
		}
	}
	z := float32(x * x)
	w := float32(z * z)
	r := hornerf(w, 0x3e088889, 0x3cb327a4, 0x3b6b6916, 0x3a1a26c8, 0x38a3f445, 0xb79bae5f)
	v := float32(z * hornerf(w, 0x3d5d0dd1, 0x3c11371f, 0x3abede48, 0x398137b9, 0x3895c07a, 0x37d95384))
	s := float32(z * x)
	r = y + float32(z*(float32(s*(r+v))+y))
	r += float32(bitsf(0x3eaaaaab) * s)
	w = x + r
	switch {
	case large:
		v = 1
		if cot {
			v = -1
		}
		return float32(sign * (v - float32(2*(x-(float32(w*w)/(w+v)-r)))))
	case !cot:
		return w
	}
	return cotfOf(w, x, r)
}

// cotfOf is -1/(x+r), w being x+r rounded.
func cotfOf(w, x, r float32) float32 {
	high := func(v float32) float32 { return bitsf(math.Float32bits(v) & 0xfffff000) }
	z := high(w)
	v := r - (z - x)
	a := -1 / w
	t := high(a)
	s := 1 + float32(t*z)
	return t + float32(a*(s+float32(t*v)))
}
