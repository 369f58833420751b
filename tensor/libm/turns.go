package libm

import (
	"math"
	"sync"
)

// tableSteps is how many steps of 1/128 there are to π/4, and a little more.
const tableSteps = 112

// byStep holds sine and cosine of k/128 to twice the precision.
var byStep = sync.OnceValue(func() *[tableSteps][2]dd {
	t := new([tableSteps][2]dd)
	t[0][1] = dd{1, 0}
	for k := 1; k < tableSteps; k++ {
		if k < 8 {
			t[k][0], t[k][1] = sinCosOf(float64(k) / 128)
			continue
		}
		a, b := t[k/2], t[k-k/2]
		t[k][0] = a[0].mul(b[1]).add(a[1].mul(b[0]))
		t[k][1] = a[1].mul(b[1]).add(a[0].mul(b[0]).neg())
	}
	return t
})

// Turn is the sine and cosine of 0 <= x < 0.85 as glibc 2.28 and later computes them on machines that multiply and add
// at once: a table and short series, right in all but about one value in a hundred, where Sin and Cos always are. Roots
// of unity are made of these, and their last bit decides those of Fourier transforms.
func Turn(x float64) (sin, cos float64) {
	const (
		s1, s2, s3 = -0x1.5555555555555p-3, 0x1.1111111110ECEp-7, -0x1.A01A019DB08B8p-13
		s4, s5     = 0x1.71DE27B9A7ED9p-19, -0x1.ADDFFC2FCDF59p-26
		sn3, sn5   = -1.66666666666664880952546298448555e-01, 8.33333214285722277379541354343671e-03
		cs2, cs4   = 4.99999999999999999999950396842453e-01, -4.16666666666664434524222570944589e-02
		cs6        = 1.38888874007937613028114285595617e-03
	)
	k := int(math.RoundToEven(x * 128))
	at := &byStep()[k]
	sn, cs := at[0], at[1]
	d := x - float64(k)/128
	dd := d * d
	s := math.FMA(float64(d*dd), math.FMA(dd, sn5, sn3), d)
	c := dd * math.FMA(dd, math.FMA(dd, cs6, cs4), cs2)
	cos = cs.hi + math.FMA(-sn.hi, s, math.FMA(-cs.hi, c, math.FMA(-s, sn.lo, cs.lo)))
	if x < 1.0/(1<<27) {
		cos = 1
	}
	switch {
	case x < 1.0/(1<<26):
		return x, cos
	case x < 0.126:
		xx := x * x
		t := math.FMA(math.FMA(math.FMA(math.FMA(s5, xx, s4), xx, s3), xx, s2), xx, s1)
		return x + float64(float64(t*x)*xx), cos
	}
	return sn.hi + math.FMA(cs.hi, s, math.FMA(-sn.hi, c, math.FMA(s, cs.lo, sn.lo))), cos
}
