package tensor

import "math"

// The polynomials of the quantile of the normal distribution (Cephes): for probabilities between exp(-2) and 1-exp(-2),
// between exp(-32) and exp(-2), and below.
var (
	ndtriMid = []float64{-5.99633501014107895267e1, 9.80010754185999661536e1, -5.66762857469070293439e1,
		1.39312609387279679503e1, -1.23916583867381258016e0}
	ndtriMidOver = []float64{1, 1.95448858338141759834e0, 4.67627912898881538453e0, 8.63602421390890590575e1,
		-2.25462687854119370527e2, 2.00260212380060660359e2, -8.20372256168333339912e1, 1.59056225126211695515e1,
		-1.18331621121330003142e0}
	ndtriTail = []float64{4.05544892305962419923e0, 3.15251094599893866154e1, 5.71628192246421288162e1,
		4.40805073893200834700e1, 1.46849561928858024014e1, 2.18663306850790267539e0, -1.40256079171354495875e-1,
		-3.50424626827848203418e-2, -8.57456785154685413611e-4}
	ndtriTailOver = []float64{1, 1.57799883256466749731e1, 4.53907635128879210584e1, 4.13172038254672030440e1,
		1.50425385692907503408e1, 2.50464946208309415979e0, -1.42182922854787788574e-1, -3.80806407691578277194e-2,
		-9.33259480895457427372e-4}
	ndtriFar = []float64{3.23774891776946035970e0, 6.91522889068984211695e0, 3.93881025292474443415e0,
		1.33303460815807542389e0, 2.01485389549179081538e-1, 1.23716634817820021358e-2, 3.01581553508235416007e-4,
		2.65806974686737550832e-6, 6.23974539184983293730e-9}
	ndtriFarOver = []float64{1, 6.02427039364742014255e0, 3.67983563856160859403e0, 1.37702099489081330271e0,
		2.16236993594496635890e-1, 1.34204006088543189037e-2, 3.28014464682127739104e-4, 2.89247864745380683936e-6,
		6.79019408009981274425e-9}
)

// ndtri is the number below which a standard normal one lies with probability a.
func (k *kit[T]) ndtri(a T) T {
	const rare = 0.13533528323661269189 // exp(-2)
	switch {
	case a == 0:
		return T(math.Inf(-1))
	case a == 1:
		return T(math.Inf(1))
	}
	low := a <= 1-T(rare)
	b := a
	if !low {
		b = 1 - a
	}
	if b > T(rare) {
		c := b - 0.5
		c2 := T(c * c)
		v := maddT(c, T(c2*T(polyT(c2, ndtriMid)/polyT(c2, ndtriMidOver))), c)
		return v * T(2.50662827463100050242e0)
	}
	x := T(math.Sqrt(float64(T(-2 * k.log(b)))))
	x0 := x - T(k.log(x)/x)
	z := k.inverse(x)
	p, q := ndtriTail, ndtriTailOver
	if !(x < 8) {
		p, q = ndtriFar, ndtriFarOver
	}
	v := x0 - T(z*T(polyT(z, p)/polyT(z, q)))
	if low {
		return -v
	}
	return v
}

// erfinv is the inverse of the error function by the quantile of (x+1)/2: near 0 its digits are as few as those of x+1.
func (k *kit[T]) erfinv(x T) T { return k.ndtri(maddT(0.5, x, 0.5)) * T(math.Sqrt2/2) }
