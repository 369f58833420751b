package linalg

import (
	"context"
	"math"
)

// smallSVD is up to which size LAPACK's dgesdd iterates on the whole bidiagonal matrix; it divides larger ones.
const smallSVD = 25

// BidiagonalSVD is SVD by LAPACK's steps, which NumPy takes: reflections to two diagonals, then QR iterations on
// these. It has the signs of dgesdd, which an SVD alone does not settle. ok is false for what it does not serve: more
// than 25 values, or a matrix with an infinity or nan.
func BidiagonalSVD(ctx context.Context, a Matrix[float64], full bool) (s []float64, u, v Matrix[float64], ok bool) {
	n := min(a.R, a.C)
	if n == 0 || n > smallSVD {
		return nil, u, v, false
	}
	for _, x := range a.V {
		if math.IsNaN(x - x) {
			return nil, u, v, false
		}
	}
	left, right := n, n
	if full {
		left, right = a.R, a.C
	}
	m := a.clone()
	var outer []mirror // of a QR before, for matrices much taller than wide, or an LQ
	switch {
	case a.R >= a.C && a.R >= n*11/6 && a.R > a.C:
		for i := range n {
			outer = append(outer, reflectColumn(m, i, i))
			for r := i + 1; r < m.R; r++ {
				m.Set(r, i, 0)
			}
		}
		m = Matrix[float64]{R: n, C: n, V: m.V[:n*n]}
	case a.R < a.C && a.C >= n*11/6:
		for i := range n {
			outer = append(outer, reflectRow(m, i, i))
			for c := i + 1; c < m.C; c++ {
				m.Set(i, c, 0)
			}
		}
		l := Identity[float64](n, n)
		for i := range l.V {
			l.V[i] = m.At(i/n, i%n)
		}
		m = l
	}
	b := &bidiagonal{d: make([]float64, n), e: make([]float64, n), u: Identity[float64](n, n), vt: Identity[float64](n, n)}
	ql, qr := b.reduce(m)
	if !b.solve(ctx, m.R < m.C) {
		return nil, u, v, false
	}
	u, v = Identity[float64](a.R, left), Identity[float64](a.C, right)
	for r := range n {
		for c := range n {
			u.Set(r, c, b.u.At(r, c))
			v.Set(r, c, b.vt.At(c, r))
		}
	}
	undo(ql, u)
	undo(qr, v)
	if a.R < a.C {
		undo(outer, v)
	} else {
		undo(outer, u)
	}
	return b.d, u, v, true
}

// mirror is a reflection I - tau w wT, with w from place at on and 1 there.
type mirror struct {
	at  int
	tau float64
	w   []float64
}

// undo multiplies x by the reflections, from the last to the first.
func undo(qs []mirror, x Matrix[float64]) {
	for i := len(qs) - 1; i >= 0; i-- {
		for c := range x.C {
			qs[i].apply(func(k int) *float64 { return &x.V[k*x.C+c] })
		}
	}
}

// apply reflects a vector that is given by places.
func (q mirror) apply(at func(k int) *float64) {
	if q.tau == 0 {
		return
	}
	dot := 0.0
	for k, w := range q.w {
		dot += w * *at(q.at + k)
	}
	dot *= q.tau
	for k, w := range q.w {
		*at(q.at + k) -= dot * w
	}
}

// reflector makes the reflection that leaves of x its first place alone, and what it leaves there.
func reflector(at int, x []float64) (mirror, float64) {
	norm := 0.0
	for _, v := range x[1:] {
		norm = math.Hypot(norm, v)
	}
	if norm == 0 {
		return mirror{at: at}, x[0]
	}
	beta := -math.Copysign(math.Hypot(x[0], norm), x[0])
	q := mirror{at, (beta - x[0]) / beta, make([]float64, len(x))}
	for i := range x {
		q.w[i] = x[i] / (x[0] - beta)
	}
	q.w[0] = 1
	return q, beta
}

// reflectColumn clears column c below row r, and changes the columns behind it.
func reflectColumn(f Matrix[float64], r, c int) mirror {
	x := make([]float64, f.R-r)
	for i := range x {
		x[i] = f.At(r+i, c)
	}
	q, beta := reflector(r, x)
	f.Set(r, c, beta)
	for k := c + 1; k < f.C; k++ {
		q.apply(func(i int) *float64 { return &f.V[i*f.C+k] })
	}
	return q
}

// reflectRow clears row r behind column c, and changes the rows below it.
func reflectRow(f Matrix[float64], r, c int) mirror {
	q, beta := reflector(c, f.V[r*f.C+c:(r+1)*f.C])
	f.Set(r, c, beta)
	for k := r + 1; k < f.R; k++ {
		q.apply(func(i int) *float64 { return &f.V[k*f.C+i] })
	}
	return q
}

// bidiagonal is U B VT with B of a diagonal and the one beside it.
type bidiagonal struct {
	d, e  []float64
	u, vt Matrix[float64]
}

// reduce brings m to two diagonals, upper ones, or lower ones where it is wider than tall.
func (b *bidiagonal) reduce(m Matrix[float64]) (left, right []mirror) {
	for i := range b.d {
		if m.R >= m.C {
			left = append(left, reflectColumn(m, i, i))
			b.d[i] = m.At(i, i)
			if i+1 < m.C {
				right = append(right, reflectRow(m, i, i+1))
				b.e[i] = m.At(i, i+1)
			}
			continue
		}
		right = append(right, reflectRow(m, i, i))
		b.d[i] = m.At(i, i)
		if i+1 < m.R {
			left = append(left, reflectColumn(m, i+1, i))
			b.e[i] = m.At(i+1, i)
		}
	}
	return left, right
}

// turn is a rotation of neighbours from place at on.
type turn struct {
	at   int
	c, s float64
}

func (t turn) rows(x Matrix[float64]) {
	for k := range x.C {
		p, q := &x.V[t.at*x.C+k], &x.V[(t.at+1)*x.C+k]
		*p, *q = t.s**q+t.c**p, t.c**q-t.s**p
	}
}

func (t turn) columns(x Matrix[float64]) {
	for k := range x.R {
		p, q := &x.V[k*x.C+t.at], &x.V[k*x.C+t.at+1]
		*p, *q = t.s**q+t.c**p, t.c**q-t.s**p
	}
}

// rotation is LAPACK's dlartg: c and s that bring (f, g) to (r, 0).
func rotation(f, g float64) (c, s, r float64) {
	switch {
	case g == 0:
		return 1, 0, f
	case f == 0:
		return 0, math.Copysign(1, g), math.Abs(g)
	}
	d := math.Sqrt(f*f + g*g)
	if d == 0 || math.IsInf(d, 0) || d < 1e-140 {
		d = math.Hypot(f, g)
	}
	r = math.Copysign(d, f)
	return math.Abs(f) / d, g / r, r
}

// solve turns B into a falling diagonal; false when it does not settle. Lower matrices are made upper ones first.
func (b *bidiagonal) solve(ctx context.Context, lower bool) bool {
	n := len(b.d)
	var first []turn
	for i := 0; lower && i < n-1; i++ {
		c, s, r := rotation(b.d[i], b.e[i])
		b.d[i], b.e[i], b.d[i+1] = r, s*b.d[i+1], c*b.d[i+1]
		first = append(first, turn{i, c, -s})
	}
	if !b.iterate(ctx) {
		return false
	}
	for i, x := range b.d {
		if b.d[i] = math.Abs(x); x < 0 {
			for c := range n {
				b.vt.V[i*n+c] = -b.vt.V[i*n+c]
			}
		}
	}
	for last := n - 1; last > 0; last-- {
		least := 0
		for j := 1; j <= last; j++ {
			if b.d[j] <= b.d[least] {
				least = j
			}
		}
		if least != last {
			b.d[least], b.d[last] = b.d[last], b.d[least]
			b.u.swapColumns(least, last)
			for c := range n {
				b.vt.V[least*n+c], b.vt.V[last*n+c] = b.vt.V[last*n+c], b.vt.V[least*n+c]
			}
		}
	}
	for i := len(first) - 1; i >= 0; i-- {
		first[i].rows(b.u)
	}
	return true
}

// half is LAPACK's epsilon: half of the distance between 1 and the next number.
const half = 1.0 / (1 << 53)

// iterate is LAPACK's dbdsqr up to the signs and the order of the diagonal.
func (b *bidiagonal) iterate(ctx context.Context) bool {
	n := len(b.d)
	tol := max(10, min(100, math.Pow(half, -0.125))) * half
	mu := math.Abs(b.d[0])
	least := mu
	for i := 1; i < n && least != 0; i++ {
		mu = math.Abs(b.d[i]) * (mu / (mu + math.Abs(b.e[i-1])))
		least = min(least, mu)
	}
	thresh := max(tol*(least/math.Sqrt(float64(n))), 6*float64(n)*float64(n)*0x1p-1022)
	oldLow, oldHigh, down := -1, -1, true
	for turns, m := 0, n-1; m > 0; turns++ {
		if turns > 6*n*n+100 || ctx.Err() != nil {
			return false
		}
		largest, low := math.Abs(b.d[m]), m-1
		for ; low >= 0 && math.Abs(b.e[low]) > thresh; low-- {
			largest = max(largest, math.Abs(b.d[low]), math.Abs(b.e[low]))
		}
		if low >= 0 {
			if b.e[low] = 0; low == m-1 {
				m--
				continue
			}
		}
		if low++; low == m-1 {
			b.pair(low)
			m -= 2
			continue
		}
		if low > oldHigh || m < oldLow {
			down = math.Abs(b.d[low]) >= math.Abs(b.d[m])
		}
		small, settled := b.converged(low, m, down, tol)
		if settled {
			continue
		}
		oldLow, oldHigh = low, m
		b.sweep(low, m, down, b.shift(low, m, down, float64(n)*tol*(small/largest) <= max(half, 0.01*tol)))
		if end := m - 1; down && math.Abs(b.e[end]) <= thresh {
			b.e[end] = 0
		} else if !down && math.Abs(b.e[low]) <= thresh {
			b.e[low] = 0
		}
	}
	return true
}

// converged clears an entry beside the diagonal that is small enough; else it gives a bound of the least value.
func (b *bidiagonal) converged(low, m int, down bool, tol float64) (least float64, settled bool) {
	end, from := m-1, m
	if !down {
		end, from = low, low
	}
	if math.Abs(b.e[end]) <= tol*math.Abs(b.d[from]) {
		b.e[end] = 0
		return 0, true
	}
	mu := math.Abs(b.d[low])
	if !down {
		mu = math.Abs(b.d[m])
	}
	least = mu
	for k := range m - low {
		i, next := low+k, low+k+1
		if !down {
			i, next = m-1-k, m-1-k
		}
		if math.Abs(b.e[i]) <= tol*mu {
			b.e[i] = 0
			return 0, true
		}
		mu = math.Abs(b.d[next]) * (mu / (mu + math.Abs(b.e[i])))
		least = min(least, mu)
	}
	return least, false
}

// shift is the least value of the last two by two block, 0 where that loses too much.
func (b *bidiagonal) shift(low, m int, down, none bool) float64 {
	if none {
		return 0
	}
	at, first := m-1, math.Abs(b.d[low])
	if !down {
		at, first = low, math.Abs(b.d[m])
	}
	s := leastOfTwo(b.d[at], b.e[at], b.d[at+1])
	if first > 0 && (s/first)*(s/first) < half {
		return 0
	}
	return s
}

// leastOfTwo is LAPACK's dlas2: the lesser value of ((f, g), (0, h)).
func leastOfTwo(f, g, h float64) float64 {
	f, g, h = math.Abs(f), math.Abs(g), math.Abs(h)
	lo, hi := min(f, h), max(f, h)
	if lo == 0 {
		return 0
	}
	as, at := 1+lo/hi, (hi-lo)/hi
	if g < hi {
		au := (g / hi) * (g / hi)
		return lo * (2 / (math.Sqrt(as*as+au) + math.Sqrt(at*at+au)))
	}
	au := hi / g
	if au == 0 {
		return lo * hi / g
	}
	c := 1 / (math.Sqrt(1+(as*au)*(as*au)) + math.Sqrt(1+(at*au)*(at*au)))
	return 2 * (lo * c * au)
}

// sweep is one QR iteration from low to m, or from m to low.
func (b *bidiagonal) sweep(low, m int, down bool, shift float64) {
	// From below, the same steps run on the mirrored matrix, where U and V change places.
	n := m - low
	at := func(i int) int {
		if down {
			return low + i
		}
		return m - i
	}
	beside := func(i int) *float64 {
		if down {
			return &b.e[low+i]
		}
		return &b.e[m-1-i]
	}
	rights, lefts := make([]turn, 0, n), make([]turn, 0, n)
	keep := func(list *[]turn, i int, c, s float64) {
		if down {
			*list = append(*list, turn{low + i, c, s})
		} else {
			*list = append(*list, turn{m - 1 - i, c, -s})
		}
	}
	if shift == 0 {
		c, oldC, oldS := 1.0, 1.0, 0.0
		for i := range n {
			var s, r float64
			c, s, r = rotation(b.d[at(i)]*c, *beside(i))
			if i > 0 {
				*beside(i - 1) = oldS * r
			}
			oldC, oldS, b.d[at(i)] = rotation(oldC*r, b.d[at(i+1)]*s)
			keep(&rights, i, c, s)
			keep(&lefts, i, oldC, oldS)
		}
		h := b.d[at(n)] * c
		b.d[at(n)], *beside(n - 1) = h*oldC, h*oldS
	} else {
		f := (math.Abs(b.d[at(0)]) - shift) * (math.Copysign(1, b.d[at(0)]) + shift/b.d[at(0)])
		g := *beside(0)
		for i := range n {
			p, q, e := &b.d[at(i)], &b.d[at(i+1)], beside(i)
			c, s, r := rotation(f, g)
			if i > 0 {
				*beside(i - 1) = r
			}
			f, *e = c**p+s**e, c**e-s**p
			g, *q = s**q, c**q
			keep(&rights, i, c, s)
			c, s, *p = rotation(f, g)
			f, *q = c**e+s**q, c**q-s**e
			if i < n-1 {
				g, *beside(i + 1) = s**beside(i + 1), c**beside(i + 1)
			}
			keep(&lefts, i, c, s)
		}
		*beside(n - 1) = f
	}
	if !down {
		rights, lefts = lefts, rights
	}
	for i := range rights {
		rights[i].rows(b.vt)
		lefts[i].columns(b.u)
	}
}

// pair solves the two by two block at place i: LAPACK's dlasv2.
func (b *bidiagonal) pair(i int) {
	f, g, h := b.d[i], b.e[i], b.d[i+1]
	sign := func(x float64) float64 { return math.Copysign(1, x) }
	ft, ht, swap := f, h, math.Abs(h) > math.Abs(f)
	by := 1
	if swap {
		by, ft, ht = 3, h, f
	}
	fa, ha, ga := math.Abs(ft), math.Abs(ht), math.Abs(g)
	lo, hi, cl, sl, cr, sr := ha, fa, 1.0, 0.0, 1.0, 0.0
	if ga > fa {
		by = 2
	}
	switch {
	case ga == 0:
	case ga > fa && fa/ga < half:
		hi, lo = ga, fa/ga*ha
		if ha > 1 {
			lo = fa / (ga / ha)
		}
		sl, sr, cr = ht/g, 1, ft/g
	default:
		d := fa - ha
		l := 1.0
		if d != fa {
			l = d / fa
		}
		m, t := g/ft, 2-l
		s, r := math.Sqrt(t*t+m*m), math.Abs(m)
		if l != 0 {
			r = math.Sqrt(l*l + m*m)
		}
		a := 0.5 * (s + r)
		lo, hi = ha/a, fa*a
		switch {
		case m*m != 0:
			t = (m/(s+t) + m/(r+l)) * (1 + a)
		case l == 0:
			t = math.Copysign(2, ft) * sign(g)
		default:
			t = g/math.Copysign(d, ft) + m/t
		}
		l = math.Sqrt(t*t + 4)
		cr, sr = 2/l, t/l
		cl, sl = (cr+sr*m)/a, ht/ft*sr/a
	}
	if swap {
		cl, sl, cr, sr = sr, cr, sl, cl
	}
	whole := sign(sr) * sign(sl) * sign(h)
	switch by {
	case 1:
		whole = sign(cr) * sign(cl) * sign(f)
	case 2:
		whole = sign(sr) * sign(cl) * sign(g)
	}
	b.d[i], b.e[i], b.d[i+1] = math.Copysign(hi, whole), 0, math.Copysign(lo, whole*sign(f)*sign(h))
	turn{i, cr, sr}.rows(b.vt)
	turn{i, cl, sl}.columns(b.u)
}
