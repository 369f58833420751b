package tensor

// Products of complex matrices in the order of TensorFlow's, which are Eigen's: columns of the result in panels, whose
// sums of re*re, im*im, re*im and im*re are chains of their own and meet at the end.

// complexMatrices is a product of one m by k matrix and one k by n, their parts apart.
type complexMatrices[F floating] struct {
	m, k, n        int
	ar, ai, br, bi []F
	lanes          int   // of a packet
	cuts           []int // how many steps of k are summed before they are added to the result; nil for a plain product
}

// fourSums are the sums of the products of parts for up to eight columns: re*re, im*im, re*im, im*re.
type fourSums[F floating] [4][8]F

// add adds the products of row i with w columns from j on, for every step-th p from lo to hi.
func (s *fourSums[F]) add(q *complexMatrices[F], i, j, w, lo, hi, step int) {
	for p := lo; p < hi; p += step {
		x, y := q.ar[i*q.k+p], q.ai[i*q.k+p]
		br, bi := q.br[p*q.n+j:][:w], q.bi[p*q.n+j:][:w]
		for c := range w {
			s[0][c] += F(x * br[c])
			s[1][c] += F(y * bi[c])
			s[2][c] += F(x * bi[c])
			s[3][c] += F(y * br[c])
		}
	}
}

func (s *fourSums[F]) join(t *fourSums[F]) {
	for i := range s {
		for c := range s[i] {
			s[i][c] += t[i][c]
		}
	}
}

// row computes row i of the result: put is told each element.
func (q *complexMatrices[F]) row(i int, put func(j int, re, im F)) {
	if q.cuts == nil {
		for j := range q.n {
			re, im := q.plain(i, j, 0, q.k)
			put(j, re, im)
		}
		return
	}
	re, im := make([]F, q.n), make([]F, q.n)
	at := 0
	for _, kb := range q.cuts {
		q.panels(i, at, at+kb, re, im)
		at += kb
	}
	for j := range re {
		put(j, re[j], im[j])
	}
}

// panels adds the products of the steps from lo to hi.
func (q *complexMatrices[F]) panels(i, lo, hi int, re, im []F) {
	inFour := i < q.m-q.m%4 // a row of four that are computed together
	for j := 0; j < q.n; {
		var s fourSums[F]
		w, rest := 2*q.lanes, q.n-j
		switch {
		case rest >= w:
			s.add(q, i, j, w, lo, hi, 1)
		case rest > 1 || q.lanes == 2:
			for w /= 2; w > rest; w /= 2 {
			}
			if !inFour {
				s.add(q, i, j, w, lo, hi, 1)
				break
			}
			even := lo + (hi-lo)&^7
			var odd fourSums[F]
			s.add(q, i, j, w, lo, even, 2)
			odd.add(q, i, j, w, lo+1, even, 2)
			s.join(&odd)
			s.add(q, i, j, w, even, hi, 1)
		case inFour:
			w = 1
			four := lo + (hi-lo)&^3
			var t [4]fourSums[F]
			for c := range t {
				t[c].add(q, i, j, 1, lo+c, four, 4)
			}
			t[0].join(&t[1])
			t[2].join(&t[3])
			t[0].join(&t[2])
			s = t[0]
			s.add(q, i, j, 1, four, hi, 1)
		default:
			x, y := q.plain(i, j, lo, hi)
			re[j], im[j] = re[j]+x, im[j]+y
			return
		}
		for c := range w {
			re[j+c] += s[0][c] - s[1][c]
			im[j+c] += s[2][c] + s[3][c]
		}
		j += w
	}
}

// plain is one element, product by product.
func (q *complexMatrices[F]) plain(i, j, lo, hi int) (re, im F) {
	for p := lo; p < hi; p++ {
		x, y := timesPacket(q.ar[i*q.k+p], q.ai[i*q.k+p], q.br[p*q.n+j], q.bi[p*q.n+j])
		re, im = re+x, im+y
	}
	return re, im
}

// mmComplex gives the function of a row of products of complex matrices. whole tells that TensorFlow multiplies them by
// the method of large ones.
func mmComplex[C complex64 | complex128, F floating](x, y, z []C, m, k, n int, whole bool, xi, yi func(int) int,
	parts func(C) (F, F), made func(re, im F) C) func(b, i int) {
	split := func(v []C) (re, im []F) {
		re, im = make([]F, len(v)), make([]F, len(v))
		for i, c := range v {
			re[i], im[i] = parts(c)
		}
		return re, im
	}
	ar, ai := split(x)
	br, bi := split(y)
	lanes := lanes2[F]()
	var cuts []int
	if whole || m+k+n >= 20 {
		cuts = complexCuts(m, k, n, lanes)
	}
	return func(b, i int) {
		q := &complexMatrices[F]{m: m, k: k, n: n, lanes: lanes, cuts: cuts, ar: ar[xi(b)*m*k:], ai: ai[xi(b)*m*k:],
			br: br[yi(b)*k*n:], bi: bi[yi(b)*k*n:]}
		out := z[(b*m+i)*n:][:n]
		q.row(i, func(j int, re, im F) { out[j] = made(re, im) })
	}
}

// lanes2 is how many complex numbers a packet holds.
func lanes2[F floating]() int {
	var z F
	if _, ok := any(z).(float32); ok {
		return 4
	}
	return 2
}

// complexCuts is how many steps of k are summed at a time: what a first-level cache of 48 KiB holds of them.
func complexCuts(m, k, n, lanes int) []int {
	top := 504
	if lanes == 2 {
		top = 376
	}
	if k <= top || max(m, k, n) < 48 {
		return []int{k}
	}
	step := top
	if over := k % top; over != 0 {
		step = top - 8*((top-1-over)/(8*(k/top+1)))
	}
	var cuts []int
	for at := 0; at < k; at += step {
		cuts = append(cuts, min(step, k-at))
	}
	return cuts
}
