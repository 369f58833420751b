package tensor

import (
	"math"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// Lgamma as the C library computes it (fdlibm), each step rounded to the type: polynomials near its least value, near 1
// and 2, from 2 to 8, and Stirling's series. Coefficients from the lowest power on.
var (
	lgammaNear2 = []float64{7.72156649015328655494e-02, 3.22467033424113591611e-01, 6.73523010531292681824e-02,
		2.05808084325167332806e-02, 7.38555086081402883957e-03, 2.89051383673415629091e-03, 1.19270763183362067845e-03,
		5.10069792153511336608e-04, 2.20862790713908385557e-04, 1.08011567247583939954e-04, 2.52144565451257326939e-05,
		4.48640949618915160150e-05}
	lgammaLeast = []float64{4.83836122723810047042e-01, -1.47587722994593911752e-01, 6.46249402391333854778e-02,
		-3.27885410759859649565e-02, 1.79706750811820387126e-02, -1.03142241298341437450e-02, 6.10053870246291332635e-03,
		-3.68452016781138256760e-03, 2.25964780900612472250e-03, -1.40346469989232843813e-03, 8.81081882437654011382e-04,
		-5.38595305356740546715e-04, 3.15632070903625950361e-04, -3.12754168375120860518e-04, 3.35529192635519073543e-04}
	lgammaNear1 = []float64{-7.72156649015328655494e-02, 6.32827064025093366517e-01, 1.45492250137234768737e+00,
		9.77717527963372745603e-01, 2.28963728064692451092e-01, 1.33810918536787660377e-02}
	lgammaNear1Over = []float64{1.0, 2.45597793713041134822e+00, 2.12848976379893395361e+00,
		7.69285150456672783825e-01, 1.04222645593369134254e-01, 3.21709242282423911810e-03}
	lgammaMid0 = []float64{-7.72156649015328655494e-02, 2.14982415960608852501e-01, 3.25778796408930981787e-01,
		1.46350472652464452805e-01, 2.66422703033638609560e-02, 1.84028451407337715652e-03, 3.19475326584100867617e-05}
	lgammaMidOver = []float64{1.0, 1.39200533467621045958e+00, 7.21935547567138069525e-01, 1.71933865632803078993e-01,
		1.86459191715652901344e-02, 7.77942496381893596434e-04, 7.32668430744625636189e-06}
	lgammaFar = []float64{4.18938533204672725052e-01, 8.33333333333329678849e-02, -2.77777777728775536470e-03,
		7.93650558643019558500e-04, -5.95187557450339963135e-04, 8.36339918996282139126e-04, -1.63092934096575273989e-03}
)

// up is the polynomial of every stride-th of the coefficients c, the lowest power first.
func up[T float32 | float64](x T, c []float64, stride int) T {
	last := (len(c) - 1) / stride * stride
	r := T(c[last])
	for i := last - stride; i >= 0; i -= stride {
		r = T(c[i]) + T(x*r)
	}
	return r
}

func log32(x float32) float32 { return float32(math.Log(float64(x))) }

func lgamma(x float64) float64 {
	return lgammaT(x, libm.Log, -1.21486290535849611461e-01, -3.63867699703950536541e-18)
}
func lgamma32(x float32) float32 { return lgammaT(x, log32, bits32(0xbdf8cdcd), 6.6971006518e-9) }

// lgammaT is log|gamma(x)|; value and rest add up to its least one. Between -15 and -2 it is that of float64, rounded.
func lgammaT[T float32 | float64](x T, log func(T) T, value, rest T) T {
	a := T(math.Abs(float64(x)))
	switch {
	case x != x:
		return x
	case math.IsInf(float64(x), 0) || x == 0 || x < 0 && a == T(math.Floor(float64(a))):
		return T(math.Inf(1))
	case a < 0x1p-70:
		return -log(a)
	case x < -2 && x > -15:
		v, _ := math.Lgamma(float64(x))
		return T(v)
	case x < 0:
		return log(math.Pi/T(sinPi(a)*a)) - lgammaT(a, log, value, rest)
	case a == 1 || a == 2:
		return 0
	case a < 2:
		return lgammaSmall(a, log, value, rest)
	case a < 8:
		return lgammaMid(a, log)
	}
	t, z := log(a), 1/a
	if a >= 0x1p58 {
		return a * (t - 1)
	}
	w := T(lgammaFar[0]) + T(z*up(T(z*z), lgammaFar[1:], 1))
	return T((a-0.5)*(t-1)) + w
}

// sinPi is |sin(pi y)|, by the nearest zero or peak.
func sinPi[T float32 | float64](y T) T {
	y = T(math.Mod(float64(y), 1))
	switch {
	case y < 0.25:
		return T(libm.Sin(float64(T(math.Pi * y))))
	case y < 0.75:
		return T(libm.Cos(float64(T(math.Pi * (0.5 - y)))))
	}
	return T(libm.Sin(float64(T(math.Pi * (1 - y)))))
}

// lgammaSmall is lgamma below 2.
func lgammaSmall[T float32 | float64](x T, log func(T) T, value, rest T) T {
	const least = 1.46163214496836224576
	r, part, y := T(0), 2, x
	if x <= 0.9 {
		r = -log(x)
		switch {
		case x >= 0.7316:
			part, y = 0, 1-x
		case x >= 0.23164:
			part, y = 1, x-T(T(least)-1)
		}
	} else {
		switch {
		case x >= 1.7316:
			part, y = 0, 2-x
		case x >= 1.23:
			part, y = 1, x-least
		default:
			y = x - 1
		}
	}
	z := T(y * y)
	switch part {
	case 0:
		p := T(y*up(z, lgammaNear2, 2)) + T(z*up(z, lgammaNear2[1:], 2))
		return r + (p - T(0.5*y))
	case 1:
		w := T(z * y)
		p2, p3 := up(w, lgammaLeast[1:], 3), up(w, lgammaLeast[2:], 3)
		p := T(z*up(w, lgammaLeast, 3)) - (rest - T(w*(p2+T(y*p3))))
		return r + (value + p)
	}
	p := T(y*up(y, lgammaNear1, 1)) / up(y, lgammaNear1Over, 1)
	return r + (T(-0.5*y) + p)
}

// lgammaMid is lgamma from 2 to 8.
func lgammaMid[T float32 | float64](x T, log func(T) T) T {
	i := int(x)
	y := x - T(i)
	r := T(0.5*y) + T(y*up(y, lgammaMid0, 1))/up(y, lgammaMidOver, 1)
	if i < 3 {
		return r
	}
	z := T(1)
	for k := i - 1; k >= 2; k-- {
		z *= y + T(k)
	}
	return r + log(z)
}
