package libm

import "math"

// Log1p and Expm1 follow fdlibm's method and GNU libc's grouping of its polynomials, products fused.

const ln2High, ln2Low = 6.93147180369123816490e-01, 1.90821492927058770002e-10

// Log1p is log(1+x).
func Log1p(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || x < -1:
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case math.IsInf(x, 1) || a < 0x1p-54:
		return x
	case a < 0x1p-29:
		return x - float64(float64(x*x)*0.5)
	}
	k, f, c := 0, x, 0.0
	if hx := int32(math.Float64bits(x) >> 32); hx >= 0x3fda827a || hx < 0 && uint32(hx) > 0xbfd2bec3 {
		u := x
		if a < 1<<53 {
			u = 1 + x
		}
		h := uint32(math.Float64bits(u) >> 32)
		k = int(h>>20) - 1023
		switch {
		case a >= 1<<53:
		case k > 0:
			c = (1 - (u - x)) / u
		default:
			c = (x - (u - 1)) / u
		}
		h &= 0xfffff
		low := math.Float64bits(u) & math.MaxUint32
		if h < 0x6a09e {
			u = math.Float64frombits(uint64(h|0x3ff00000)<<32 | low)
		} else {
			k++
			u = math.Float64frombits(uint64(h|0x3fe00000)<<32 | low)
			h = (0x100000 - h) >> 2
		}
		f = u - 1
		if h == 0 {
			return log1pNear(f, c, k)
		}
	}
	half := float64(0.5*f) * f
	s := f / (2 + f)
	z := s * s
	r := log1pSeries(z)
	if k == 0 {
		return f - (half - float64(s*(half+r)))
	}
	kd := float64(k)
	return math.FMA(kd, ln2High, -((half - (float64(s*(half+r)) + math.FMA(kd, ln2Low, c))) - f))
}

// log1pSeries is the polynomial of z = s² that begins with 2/3 z.
func log1pSeries(z float64) float64 {
	const c1, c2, c3, c4 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
		2.222219843214978396e-01
	const c5, c6, c7 = 1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01
	z2 := z * z
	z4 := z2 * z2
	z6 := z4 * z2
	r := math.FMA(z, c1, z2*math.FMA(z, c3, c2))
	return math.FMA(z6, math.FMA(z, c7, c6), math.FMA(z4, math.FMA(z, c5, c4), r))
}

// log1pNear is k ln2 + log(1+f) for an f below 2^-20.
func log1pNear(f, c float64, k int) float64 {
	kd := float64(k)
	if f == 0 {
		if k == 0 {
			return 0
		}
		return math.FMA(kd, ln2High, math.FMA(kd, ln2Low, c))
	}
	r := float64(float64(0.5*f)*f) * math.FMA(-0.66666666666666666, f, 1)
	if k == 0 {
		return f - r
	}
	return math.FMA(kd, ln2High, -((r - math.FMA(kd, ln2Low, c)) - f))
}

// Expm1 is e^x - 1.
func Expm1(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x > 7.09782712893383973096e+02:
		return math.Inf(1)
	case x <= -56*math.Ln2:
		return -1
	case a < 0x1p-54:
		return x
	}
	k, c := 0, 0.0
	if top := math.Float64bits(a) >> 32; top > 0x3fd62e42 { // ln2/2
		side := math.Copysign(1, x)
		if k = int(side); top >= 0x3ff0a2b2 { // 1.5 ln2
			k = int(float64(1.44269504088896338700e+00*x) + side/2)
		}
		hi, lo := math.FMA(-float64(k), ln2High, x), float64(k)*ln2Low
		x = hi - lo
		c = (hi - x) - lo
	}
	half := 0.5 * x
	hxs := x * half
	const q1, q2, q3, q4, q5 = -3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05,
		4.00821782732936239552e-06, -2.01099218183624371326e-07
	h2 := hxs * hxs
	r := math.FMA(h2*h2, math.FMA(hxs, q5, q4), math.FMA(h2, math.FMA(hxs, q3, q2), math.FMA(hxs, q1, 1)))
	t := math.FMA(-r, half, 3)
	e := hxs * ((r - t) / math.FMA(-x, t, 6))
	if k == 0 {
		return x - math.FMA(x, e, -hxs)
	}
	return expm1End(x, math.FMA(x, e-c, -c)-hxs, k)
}

// expm1End is 2^k (1 + x - e) - 1.
func expm1End(x, e float64, k int) float64 {
	switch {
	case k == -1:
		return float64(0.5*(x-e)) - 0.5
	case k == 1 && x < -0.25:
		return -2 * (e - (x + 0.5))
	case k == 1:
		return 1 + float64(2*(x-e))
	case k <= -2 || k > 56:
		return math.Ldexp(1-(e-x), k) - 1
	case k < 20:
		return math.Ldexp((1-math.Ldexp(1, -k))-(e-x), k)
	}
	return math.Ldexp((x-(e+math.Ldexp(1, -k)))+1, k)
}
