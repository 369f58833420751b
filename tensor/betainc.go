package tensor

import "math"

// betaFraction is the continued fraction of the incomplete beta function: its first form for small x, its second
// otherwise. p and q are its last numerators and denominators.
func (l *library[T]) betaFraction(a, b, x T, first bool) T {
	turns, close := 300, 3*l.eps
	if _, single := any(a).(float32); single {
		turns, close = 100, l.eps
	}
	k1, k2, k3, k4, k5, k6, k7, k8, step := a, a+b, a, a+1, T(1), b-1, a+1, a+2, T(1)
	if !first {
		k2, k6, step = b-1, a+b, -1
		x /= 1 - x
	}
	p, q, last := [2]T{0, 1}, [2]T{1, 1}, T(1)
	for range turns {
		for _, xk := range [...]T{-T(T(x*k1)*k2) / T(k3*k4), T(T(x*k5)*k6) / T(k7*k8)} {
			p, q = [2]T{p[1], p[1] + T(p[0]*xk)}, [2]T{q[1], q[1] + T(q[0]*xk)}
		}
		if q[1] != 0 {
			r := p[1] / q[1]
			if absT1(last-r) < T(absT1(r)*close) {
				return r
			}
			last = r
		}
		k1, k2, k3, k4, k5, k6, k7, k8 = k1+1, k2+step, k3+2, k4+2, k5+1, k6-step, k7+2, k8+2
		scale := T(1)
		if absT1(q[1])+absT1(p[1]) > l.big {
			scale = l.small
		}
		if absT1(q[1]) < l.small || absT1(p[1]) < l.small {
			scale *= l.big
		}
		p, q = [2]T{p[0] * scale, p[1] * scale}, [2]T{q[0] * scale, q[1] * scale}
	}
	return last
}

// betaSeries32 is the power series of float32, for large b and small x.
func betaSeries32(a, b, x float32) float32 {
	l := library32
	y := float32(a*l.log(x)) + float32((b-1)*l.log1p(-x)) - l.log(a)
	y -= l.lgamma(a) + l.lgamma(b)
	y += l.lgamma(a + b)
	t, s, u := x/(1-x), float32(0), float32(1)
	for absT1(u) > l.eps {
		if b--; b == 0 {
			break
		}
		a++
		u *= float32(t*b) / a
		s += u
	}
	return l.exp(y) * (1 + s)
}

// betaAbove1 is the incomplete beta function of float32 for an a above 1.
func betaAbove1(a, b, x float32) float32 {
	l := library32
	t, turned := 1-x, x > a/(a+b)
	if turned {
		a, b, t, x = b, a, x, t
	}
	var v float32
	if b > 10 && absT1(float32(b*x)/a) < 0.3 {
		v = betaSeries32(a, b, x)
	} else {
		first := float32(x*(a+b-2))/(a-1) < 1
		f := l.betaFraction(a, b, x, first)
		if first {
			t = b * l.log(t)
		} else {
			t = (b - 1) * l.log(t)
		}
		t += float32(a*l.log(x)) + l.lgamma(a+b) - l.lgamma(a) - l.lgamma(b)
		v = l.exp(t + l.log(f/a))
	}
	if turned {
		return 1 - v
	}
	return v
}

// betainc32 is the regularised incomplete beta function of float32.
func betainc32(a, b, x float32) float32 {
	l := library32
	switch {
	case !(a > 0) || !(b > 0) || !(x >= 0 && x <= 1):
		return float32(math.NaN())
	case x == 0 || x == 1:
		return x
	case a > 1:
		return betaAbove1(a, b, x)
	}
	t := float32(a*l.log(x)) + float32(b*l.log1p(-x)) + l.lgamma(a+b) - l.lgamma(a+1) - l.lgamma(b)
	return betaAbove1(a+1, b, x) + l.exp(t)
}

// betaSeries is the power series of float64, for b x of at most 1.
func (l *library[T]) betaSeries(a, b, x T) T {
	inverse := 1 / a
	t := T((1 - b) * x)
	v := t / (a + 1)
	first, n, s := v, T(2), T(0)
	for absT1(v) > T(l.eps*inverse) {
		t *= T((n-b)*x) / n
		v = t / (a + n)
		s += v
		n++
	}
	s += first
	s += inverse
	return l.exp(l.lgamma(a+b) - l.lgamma(a) - l.lgamma(b) + T(a*l.log(x)) + l.log(s))
}

// betainc is the regularised incomplete beta function of float64.
func (l *library[T]) betainc(a, b, x T) T {
	switch {
	case !(a > 0) || !(b > 0) || !(x >= 0 && x <= 1):
		return T(math.NaN())
	case x == 0 || x == 1:
		return x
	case T(b*x) <= 1 && x <= 0.95:
		return l.betaSeries(a, b, x)
	}
	rest, turned := 1-x, x > a/(a+b)
	if turned {
		a, b, rest, x = b, a, x, rest
	}
	var v T
	if turned && T(b*x) <= 1 && x <= 0.95 {
		v = l.betaSeries(a, b, x)
	} else {
		first := T(x*(a+b-2))-(a-1) < 0
		w := l.betaFraction(a, b, x, first)
		if !first {
			w /= rest
		}
		y := T(a * l.log(x))
		y += T(b*l.log(rest)) + l.lgamma(a+b) - l.lgamma(a) - l.lgamma(b)
		v = l.exp(y + l.log(w/a))
	}
	switch {
	case !turned:
		return v
	case v <= l.eps:
		return 1 - l.eps
	}
	return 1 - v
}
