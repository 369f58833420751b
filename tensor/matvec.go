package tensor

// Products of a matrix with a vector, which Eigen sums in orders of their own.

// vectorOrder is how the products of one element of the result are summed.
type vectorOrder uint8

const (
	oneByOne  vectorOrder = iota // one after the other
	bySixteen                    // the same in blocks of 16 from 128 on, each from zero
	inLanes                      // lanes of a packet, joined, then the rest one by one
	inPairs                      // the same with two packets in turn
	inFours                      // and with four
)

// vectorOrderOf is the order of a product in which m or n is 1; tx and ty tell which operands are stored transposed.
func vectorOrderOf(m, k, n int, tx, ty bool) vectorOrder {
	small := m+k+n < 20
	switch {
	case !tx && ty && small:
		return inPairs
	case !tx && ty && m == 1 && n == 1:
		return inFours
	case m == 1 && n == 1:
		return oneByOne
	case !tx && ty, !tx && n == 1 && !small, tx && ty && m == 1 && !small:
		return inLanes
	}
	return bySixteen
}

// vectorProduct sums products of elements of two vectors with strides; the product of two numbers is mul's.
type vectorProduct[T floating | complex64 | complex128] struct {
	mul   func(a, b T) T
	lanes int
}

// dot is the sum of k products. last tells the last of an odd number of rows, whose rest goes in half a packet first.
func (q *vectorProduct[T]) dot(x, y []T, sx, sy, k int, o vectorOrder, last bool) T {
	var t T
	switch o {
	case oneByOne:
		return q.rest(t, x, y, sx, sy, 0, k)
	case bySixteen:
		step := k
		if k >= 128 {
			step = 16
		}
		for lo := 0; lo < k; lo += step {
			var s T
			t += q.rest(s, x, y, sx, sy, lo, min(lo+step, k))
		}
		return t
	}
	p := q.lanes
	whole := k - k%p
	var acc [4][8]T
	l := acc[0][:p]
	piles, to := 1, whole
	if o == inPairs {
		piles, to = 2, whole-whole%(2*p)
	} else if o == inFours {
		piles = min(4, max(1, whole/p))
	}
	for i := range to {
		acc[i/p%piles][i%p] += q.mul(x[i*sx], y[i*sy])
	}
	for c := piles - 1; c > 0; c-- { // the last one first
		for i := range l {
			acc[c-1][i] += acc[c][i]
		}
	}
	q.pile(l, x, y, sx, sy, to, whole)
	t = joined(l)
	if h := p / 2; o == inLanes && last && h > 1 && k-whole >= h {
		half := make([]T, h)
		q.pile(half, x, y, sx, sy, whole, whole+h)
		t += joined(half)
		whole += h
	}
	return q.rest(t, x, y, sx, sy, whole, k)
}

// rest adds products one by one.
func (q *vectorProduct[T]) rest(t T, x, y []T, sx, sy, lo, hi int) T {
	for p := lo; p < hi; p++ {
		t += q.mul(x[p*sx], y[p*sy])
	}
	return t
}

// pile adds products to lanes.
func (q *vectorProduct[T]) pile(l, x, y []T, sx, sy, lo, hi int) {
	for p := lo; p < hi; p += len(l) {
		for i := range l {
			l[i] += q.mul(x[(p+i)*sx], y[(p+i)*sy])
		}
	}
}

// joined puts halves of lanes onto each other.
func joined[T floating | complex64 | complex128](l []T) T {
	for w := len(l) / 2; w > 0; w /= 2 {
		for i := range w {
			l[i] += l[i+w]
		}
	}
	return l[0]
}

// vectorRows gives the function of a row of products with a vector; the operands are stored as they are multiplied.
func vectorRows[T floating | complex64 | complex128](q *vectorProduct[T], x, y, z []T, m, k, n int, o vectorOrder,
	xi, yi func(int) int) func(b, i int) {
	return mmRows(x, y, z, m, k, n, xi, yi, func(z, a, b []T) {
		if n == 1 {
			last := m%2 == 1 && &a[0] == &x[len(x)-k:][0]
			z[0] = q.dot(a, b, 1, 1, k, o, last)
			return
		}
		for j := range z {
			z[j] = q.dot(a, b[j:], 1, n, k, o, n%2 == 1 && j == n-1)
		}
	})
}

// floatVector is a product of real numbers, flushed to zero as TensorFlow's are.
func floatVector[T floating]() *vectorProduct[T] {
	return &vectorProduct[T]{func(a, b T) T { return T(a * b) }, lanes[T]()}
}

func complexTimes64(a, b complex64) complex64 {
	re, im := timesPacket(real(a), imag(a), real(b), imag(b))
	return complex(re, im)
}

func complexTimes128(a, b complex128) complex128 {
	re, im := timesPacket(real(a), imag(a), real(b), imag(b))
	return complex(re, im)
}
