package tensor

import "context"

// The last columns of products that Eigen computes: its panels are two packets wide, then one, then half of one, then
// single columns; what does not fill two packets is summed in orders of its own in the rows that come in fours.

// tailColumns computes those columns of nb products anew.
func tailColumns[F floating](ctx context.Context, z, x, y *Tensor, m, k, n, nb int, tx, ty bool, xi,
	yi func(int) int) error {
	lanes := lanes[F]()
	if n%(2*lanes) == 0 || m < 4 || z.n == 0 || k == 0 {
		return nil
	}
	x, y, err := untwisted(ctx, x, y, tx, ty)
	if err != nil {
		return err
	}
	a, b, c := Slice[F](x), Slice[F](y), view[F](z.buf)
	return each(ctx, nb*(m/4), 4*k*(n%(2*lanes)), func(g int) {
		batch, i := g/(m/4), g%(m/4)*4
		for r := i; r < i+4; r++ {
			row, cols := a[(xi(batch)*m+r)*k:][:k], b[yi(batch)*k*n:][:k*n]
			tailRow(c[(batch*m+r)*n:][:n], row, cols, n, lanes)
		}
	})
}

// tailRow computes the last columns of one row.
func tailRow[F floating](z, a, b []F, n, lanes int) {
	k := len(a)
	for j := n - n%(2*lanes); j < n; {
		w := lanes
		if n-j < w {
			w /= 2
		}
		if n-j < w {
			z[j] = singleColumn(a, b[j:], n, lanes)
			j++
			continue
		}
		for c := j; c < j+w; c++ {
			var s [2]F
			even := k &^ 7
			for p := range even {
				s[p%2] += F(a[p] * b[p*n+c])
			}
			t := s[0] + s[1]
			for p := even; p < k; p++ {
				t += F(a[p] * b[p*n+c])
			}
			z[c] = flushT(t)
		}
		j += w
	}
}

// singleColumn is an element of a column alone: packets lie along k, four of them in turn.
func singleColumn[F floating](a, b []F, n, lanes int) F {
	k, step := len(a), lanes/4
	var s [4][2]F
	four := k - k%(4*step)
	for p := range four {
		s[p/step%4][p%step] += F(a[p] * b[p*n])
	}
	var t [2]F
	for c := range step {
		t[c] = (s[0][c] + s[1][c]) + (s[2][c] + s[3][c])
	}
	pairs := k - k%step
	for p := four; p < pairs; p++ {
		t[p%step] += F(a[p] * b[p*n])
	}
	sum := t[0]
	if step == 2 {
		sum += t[1]
	}
	for p := pairs; p < k; p++ {
		sum += F(a[p] * b[p*n])
	}
	return flushT(sum)
}
