package linalg

import (
	"context"
	"math"
)

// SVD gives A = U diag(s) V* with s falling. Of a matrix with r rows, c columns and k = min(r, c), U has k columns
// and V has k, with full r and c. F is the real type of T. The error is that of the context. Real matrices are
// turned by two-sided rotations of Jacobi, complex ones by one-sided rotations.
func SVD[T Number, F Float](ctx context.Context, a Matrix[T], full bool) (s []F, u, v Matrix[T], err error) {
	k := min(a.R, a.C)
	left, right := k, k
	if full {
		left, right = a.R, a.C
	}
	scale := 0.0
	for _, x := range a.V {
		scale = math.Max(scale, abs(x))
	}
	if scale == 0 || math.IsInf(scale, 0) || math.IsNaN(scale) {
		if scale != 0 {
			return nil, u, v, ErrNoConvergence
		}
		scale = 1
	}
	m := a.clone()
	for i := range m.V {
		m.V[i] /= Of[T](scale)
	}
	var w Matrix[T]
	switch {
	case a.R > a.C:
		w, u, v, err = reduced(ctx, m, left)
	case a.R < a.C:
		w, v, u, err = reduced(ctx, Adjoint(m), right)
		w = Adjoint(w)
	default:
		w, u, v = m, Identity[T](k, k), Identity[T](k, k)
	}
	if err != nil {
		return nil, u, v, err
	}
	switch w := any(w).(type) { // each for the types it serves alone
	case Matrix[float32]:
		err = jacobi[float32, float32](ctx, w, any(u).(Matrix[float32]), any(v).(Matrix[float32]))
	case Matrix[float64]:
		err = jacobi[float64, float64](ctx, w, any(u).(Matrix[float64]), any(v).(Matrix[float64]))
	case Matrix[complex64]:
		err = jacobiComplex(ctx, w, any(u).(Matrix[complex64]), any(v).(Matrix[complex64]))
	case Matrix[complex128]:
		err = jacobiComplex(ctx, w, any(u).(Matrix[complex128]), any(v).(Matrix[complex128]))
	}
	if ctx.Err() != nil {
		return nil, u, v, err
	}
	s = make([]F, k)
	for i := range s {
		d := w.At(i, i)
		if s[i] = F(abs(d)); re(d) < 0 {
			for r := range u.R {
				u.Set(r, i, -u.At(r, i))
			}
		}
		s[i] *= F(scale)
	}
	for i := range s {
		most := i
		for j := i + 1; j < k; j++ {
			if s[j] > s[most] {
				most = j
			}
		}
		if most != i {
			s[i], s[most] = s[most], s[i]
			u.swapColumns(i, most)
			v.swapColumns(i, most)
		}
	}
	return s, u, v, err
}

// reduced is the square triangle, Q and the exchanges of columns of a tall matrix, by reflections in which the
// longest column comes first.
func reduced[T Number](ctx context.Context, a Matrix[T], columns int) (r, q, p Matrix[T], err error) {
	m, tau := a.clone(), make([]T, a.C)
	p = Identity[T](a.C, a.C)
	for k := range tau {
		if err := ctx.Err(); err != nil {
			return r, q, p, err
		}
		best, at := -1.0, k
		for j := k; j < a.C; j++ {
			sum := 0.0
			for i := k; i < a.R; i++ {
				x := abs(m.At(i, j))
				sum += x * x
			}
			if sum > best*(1+4*epsilon[T]()) {
				best, at = sum, j
			}
		}
		if at != k {
			m.swapColumns(k, at)
			p.swapColumns(k, at)
		}
		v := make([]T, a.R-k)
		for i := range v {
			v[i] = m.At(k+i, k)
		}
		var beta T
		tau[k], beta = reflection(v)
		m.Set(k, k, beta)
		for i := 1; i < len(v); i++ {
			m.Set(k+i, k, v[i])
		}
		reflect(m, k, k+1, v, tau[k])
	}
	f := &QR[T]{m, tau}
	q, err = Unitary(ctx, f, columns)
	return Upper(f, a.C), q, p, err
}

// jacobi brings a real square matrix to its diagonal and turns the columns of u and v along.
func jacobi[T Number, F Float](ctx context.Context, w, u, v Matrix[T]) error {
	most := 0.0
	for _, d := range Diagonal(w) {
		most = math.Max(most, abs(d))
	}
	at := func(i, j int) F { return F(re(w.At(i, j))) }
	for done, sweeps := false, 0; !done; sweeps++ {
		if done = true; sweeps > 100 {
			return ErrNoConvergence
		}
		for p := 1; p < w.R; p++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			for q := range p {
				limit := math.Max(2*tiny[T](), 2*epsilon[T]()*most)
				if abs(w.At(p, q)) <= limit && abs(w.At(q, p)) <= limit {
					continue
				}
				done = false
				c, s, cr, sr := rotations(at(p, p), at(p, q), at(q, p), at(q, q))
				turnRows(w, p, q, c, s)
				turnColumns(u, p, q, c, -s)
				turnColumns(w, p, q, cr, sr)
				turnColumns(v, p, q, cr, sr)
				most = math.Max(most, math.Max(abs(w.At(p, p)), abs(w.At(q, q))))
			}
		}
	}
	return nil
}

// rotations are the left and right rotations that bring a matrix of two rows to its diagonal.
func rotations[F Float](a, b, c, d F) (lc, ls, rc, rs F) {
	t, e := a+d, c-b
	c1, s1 := F(1), F(0)
	if math.Abs(float64(e)) >= tiny[F]() {
		u := t / e
		tmp := F(math.Sqrt(float64(1 + u*u)))
		s1 = 1 / tmp
		c1 = u / tmp
	}
	a, b, d = c1*a+s1*c, c1*b+s1*d, c1*d-s1*b // c becomes b: the first rotation makes the matrix symmetric
	rc, rs = 1, 0
	if deno := 2 * F(math.Abs(float64(b))); float64(deno) >= tiny[F]() {
		tau := (a - d) / deno
		w := F(math.Sqrt(float64(tau*tau + 1)))
		t := 1 / (tau - w)
		sign := F(-1)
		if tau > 0 {
			t, sign = 1/(tau+w), 1
		}
		n := 1 / F(math.Sqrt(float64(t*t+1)))
		rs = -sign * (b / F(math.Abs(float64(b)))) * F(math.Abs(float64(t))) * n
		rc = n
	}
	// the left rotation is the first one times the right one turned back
	return c1*rc + s1*rs, s1*rc - c1*rs, rc, rs
}

// turnRows replaces rows i and j by c i + s j and c j - s i.
func turnRows[T Number, F Float](m Matrix[T], i, j int, c, s F) {
	tc, ts := Of[T](float64(c)), Of[T](float64(s))
	a, b := m.Row(i), m.Row(j)
	for k := range a {
		x, y := a[k], b[k]
		a[k], b[k] = tc*x+ts*y, tc*y-ts*x
	}
}

// jacobiComplex makes the columns of w perpendicular to each other by rotations, which v takes along, and puts
// their directions into u.
func jacobiComplex[T Number](ctx context.Context, w, u, v Matrix[T]) error {
	n := w.R
	for done, sweeps := false, 0; !done; sweeps++ {
		if done = true; sweeps > 100 {
			return ErrNoConvergence
		}
		for p := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			for q := p + 1; q < n; q++ {
				var a, b float64
				var dot T
				for i := range n {
					x, y := w.At(i, p), w.At(i, q)
					a, b = a+re(abs2(x)), b+re(abs2(y))
					dot += conj(x) * y
				}
				d := abs(dot)
				if d <= 4*epsilon[T]()*math.Sqrt(a*b) || d <= tiny[T]() {
					continue
				}
				done = false
				zeta := (b - a) / (2 * d)
				t := 1 / (math.Abs(zeta) + math.Sqrt(1+zeta*zeta))
				if zeta < 0 {
					t = -t
				}
				c := 1 / math.Sqrt(1+t*t)
				turnTogether(w, p, q, Of[T](c), Of[T](c*t), dot/Of[T](d))
				turnTogether(v, p, q, Of[T](c), Of[T](c*t), dot/Of[T](d))
			}
		}
	}
	turned := Identity[T](n, n)
	for j := range n {
		length := 0.0
		for i := range n {
			length = math.Hypot(length, abs(w.At(i, j)))
		}
		for i := range n {
			if length > 0 {
				turned.Set(i, j, w.At(i, j)/Of[T](length))
			} else {
				turned.Set(i, j, 0)
			}
			w.Set(i, j, 0)
		}
		w.Set(j, j, Of[T](length))
	}
	complete(turned)
	product := u.block(u.R, n).mul(turned)
	for i := range u.R {
		copy(u.Row(i)[:n], product.Row(i))
	}
	return nil
}

// turnTogether turns columns p and q of a complex matrix, q first brought to the phase of p.
func turnTogether[T Number](m Matrix[T], p, q int, c, s, phase T) {
	for i := range m.R {
		r := m.Row(i)
		x, y := r[p], r[q]*conj(phase)
		r[p], r[q] = c*x-s*y, s*x+c*y
	}
}

// complete puts directions perpendicular to all others into the columns that are zero.
func complete[T Number](m Matrix[T]) {
	n := m.R
	for j := range n {
		length := 0.0
		for i := range n {
			length += abs(m.At(i, j))
		}
		for axis := 0; length == 0 && axis < n; axis++ {
			d := make([]T, n)
			d[axis] = 1
			for k := range 2 * n { // twice, since one pass leaves what rounding made
				var dot T
				for i := range n {
					dot += conj(m.At(i, k%n)) * d[i]
				}
				for i := range n {
					d[i] -= dot * m.At(i, k%n)
				}
			}
			rest := 0.0
			for _, x := range d {
				rest = math.Hypot(rest, abs(x))
			}
			if rest < 0.1/math.Sqrt(float64(n)) {
				continue
			}
			length = 1
			for i := range n {
				m.Set(i, j, d[i]/Of[T](rest))
			}
		}
	}
}
