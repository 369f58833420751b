package linalg

import (
	"context"
	"math"
)

// SymmetricQL is SelfAdjoint by the steps of LAPACK's dsyevd on the lower triangle, which NumPy takes: reflections to
// three diagonals, then QL or QR iterations. It has their signs, which the decomposition alone does not settle. ok is
// false for what it does not serve: more than 25 rows, or a matrix with an infinity or nan.
func SymmetricQL(ctx context.Context, a Matrix[float64]) (w []float64, v Matrix[float64], ok bool) {
	n := a.R
	if n == 0 || n > smallSVD {
		return nil, v, false
	}
	m := a.clone()
	for r := range n {
		for c := range n {
			if x := a.At(r, c); math.IsNaN(x - x) {
				return nil, v, false
			}
			if c > r {
				m.Set(r, c, a.At(c, r))
			}
		}
	}
	t := &tridiagonal3{d: make([]float64, n), e: make([]float64, max(n-1, 0)), z: Identity[float64](n, n)}
	qs := t.reduce(m)
	if !t.iterate(ctx) {
		return nil, v, false
	}
	undo(qs, t.z)
	for i := range n {
		least := i
		for j := i + 1; j < n; j++ {
			if t.d[j] < t.d[least] {
				least = j
			}
		}
		if least != i {
			t.d[i], t.d[least] = t.d[least], t.d[i]
			t.z.swapColumns(i, least)
		}
	}
	return t.d, t.z, true
}

// tridiagonal3 is Z T ZT with T of a diagonal and its two neighbours, which are alike.
type tridiagonal3 struct {
	d, e []float64
	z    Matrix[float64]
}

// reduce is LAPACK's dsytd2 on the lower triangle.
func (t *tridiagonal3) reduce(m Matrix[float64]) (qs []mirror) {
	n := m.R
	for i := range n {
		t.d[i] = m.At(i, i)
		if i == n-1 {
			break
		}
		x := make([]float64, n-1-i)
		for k := range x {
			x[k] = m.At(i+1+k, i)
		}
		q, beta := reflector(i+1, x)
		t.e[i] = beta
		qs = append(qs, q)
		if q.tau == 0 {
			continue
		}
		p, dot := make([]float64, len(x)), 0.0
		for r := range p {
			for c, w := range q.w {
				p[r] += q.tau * m.At(i+1+r, i+1+c) * w
			}
			dot += p[r] * q.w[r]
		}
		for r := range p {
			p[r] -= 0.5 * q.tau * dot * q.w[r]
		}
		for r := range p {
			for c := range p {
				m.Set(i+1+r, i+1+c, m.At(i+1+r, i+1+c)-q.w[r]*p[c]-p[r]*q.w[c])
			}
		}
	}
	return qs
}

// iterate is LAPACK's dsteqr up to the order of the diagonal.
func (t *tridiagonal3) iterate(ctx context.Context) bool {
	n := len(t.d)
	left := 30 * n
	for from := 0; from < n; {
		to := from
		for ; to < n-1; to++ {
			if x := math.Abs(t.e[to]); x <= math.Sqrt(math.Abs(t.d[to]))*math.Sqrt(math.Abs(t.d[to+1]))*half {
				t.e[to] = 0
				break
			}
		}
		down := math.Abs(t.d[to]) >= math.Abs(t.d[from])
		for first, last := from, to; first <= last; {
			if left < 0 || ctx.Err() != nil {
				return false
			}
			done := t.step(first, last, down)
			if done == 0 {
				left--
			}
			if down {
				first += done
			} else {
				last -= done
			}
		}
		from = to + 1
	}
	return true
}

// step settles values at the first place of a block, or at the last, and tells how many; or iterates once.
func (t *tridiagonal3) step(first, last int, down bool) int {
	if first == last {
		return 1
	}
	// From below, the same steps run on the mirrored matrix.
	size := last - first
	d := func(i int) *float64 {
		if down {
			return &t.d[first+i]
		}
		return &t.d[last-i]
	}
	e := func(i int) *float64 {
		if down {
			return &t.e[first+i]
		}
		return &t.e[last-1-i]
	}
	m := 0
	for ; m < size; m++ {
		if x := *e(m); x*x <= half*half*math.Abs(*d(m))*math.Abs(*d(m + 1))+0x1p-1022 {
			*e(m) = 0
			break
		}
	}
	switch m {
	case 0:
		return 1
	case 1:
		at := first
		if !down {
			at = last - 1
		}
		big, small, c, s := eigenOfTwo(t.d[at], t.e[at], t.d[at+1])
		turn{at, c, s}.columns(t.z)
		t.d[at], t.d[at+1], t.e[at] = big, small, 0
		return 2
	}
	g := (*d(1) - *d(0)) / (2 * *e(0))
	g = *d(m) - *d(0) + *e(0)/(g+math.Copysign(math.Hypot(g, 1), g))
	s, c, p := 1.0, 1.0, 0.0
	for i := m - 1; i >= 0; i-- {
		f, b := s**e(i), c**e(i)
		var r float64
		c, s, r = rotation(g, f)
		if i != m-1 {
			*e(i + 1) = r
		}
		g = *d(i + 1) - p
		r = (*d(i)-g)*s + 2*c*b
		p = s * r
		*d(i + 1) = g + p
		g = c*r - b
		if down {
			turn{first + i, c, -s}.columns(t.z)
		} else {
			turn{last - 1 - i, c, s}.columns(t.z)
		}
	}
	*d(0) -= p
	*e(0) = g
	return 0
}

// eigenOfTwo is LAPACK's dlaev2: the values of ((a, b), (b, c)), the one of larger size first, and the unit vector of
// that one.
func eigenOfTwo(a, b, c float64) (first, second, cs, sn float64) {
	sum, diff := a+c, a-c
	wide, twice := math.Abs(diff), math.Abs(b+b)
	large, small := a, c
	if math.Abs(a) <= math.Abs(c) {
		large, small = c, a
	}
	root := twice * math.Sqrt2
	if lo, hi := min(wide, twice), max(wide, twice); lo < hi {
		root = hi * math.Sqrt(1+(lo/hi)*(lo/hi))
	}
	same := true
	switch {
	case sum < 0:
		first, same = 0.5*(sum-root), false
		second = large/first*small - b/first*b
	case sum > 0:
		first = 0.5 * (sum + root)
		second = large/first*small - b/first*b
	default:
		first, second = 0.5*root, -0.5*root
	}
	x := diff + root
	if diff < 0 {
		x, same = diff-root, !same
	}
	switch {
	case math.Abs(x) > twice:
		t := -(b + b) / x
		sn = 1 / math.Sqrt(1+t*t)
		cs = t * sn
	case twice == 0:
		cs, sn = 1, 0
	default:
		t := -x / (b + b)
		cs = 1 / math.Sqrt(1+t*t)
		sn = t * cs
	}
	if same {
		cs, sn = -sn, cs
	}
	return first, second, cs, sn
}
