package fourier

import "slices"

const (
	small1   = 110   // from which prime factor on Wide plans convolve
	long     = 10000 // above which Wide plans split a length in two
	quarters = 300   // above which WideAlone plans split off a factor of four
	tooLong  = 100000
	bunch    = 8 // how many transforms go together through memory
)

// factors splits n into what passes exist for: eights if asked for, fours, one two in front, then primes.
func factors(n int, eights bool) []int {
	var out []int
	for ; eights && n&7 == 0; n /= 8 {
		out = append(out, 8)
	}
	for ; n&3 == 0; n /= 4 {
		out = append(out, 4)
	}
	if n&1 == 0 {
		n /= 2
		out = append(out, 2)
		out[0], out[len(out)-1] = 2, out[0]
	}
	for d := 3; d*d <= n; d += 2 {
		for ; n%d == 0; n /= d {
			out = append(out, d)
		}
	}
	if n > 1 {
		out = append(out, n)
	}
	return out
}

// split is n as two factors near each other, by prime factors from the largest down.
func split(n int) (a, b int) {
	var primes []int
	for _, f := range factors(n, false) {
		if f == 4 {
			primes = append(primes, 2, 2)
			continue
		}
		primes = append(primes, f)
	}
	slices.Sort(primes)
	a, b = 1, 1
	for _, f := range slices.Backward(primes) {
		if a > b {
			b *= f
		} else {
			a *= f
		}
	}
	return a, b
}

// newStep is the step of ip numbers.
func newStep[T Float](l1, ido, ip int, r *roots, m Manner) step[T] {
	if m == WideAlone && ip > quarters && ip <= tooLong && ip%4 == 0 && l1*ido == 1 {
		return &quartered[T]{ip: ip, first: newPass[T](1, ip/4, 4, r), rest: newStep[T](1, 1, ip/4, r, Wide)}
	}
	fs := factors(ip, true)
	switch {
	case len(fs) > 1:
		return newChain[T](l1, ido, ip, fs, r, m)
	case m != Plain && ip >= small1:
		return newConvolved[T](l1, ido, ip, r, m)
	}
	return newPass[T](l1, ido, ip, r)
}

// chain is a step of several, one after the other.
type chain[T Float] struct {
	l1, ido, ip int
	steps       []step[T]
	held        int
	roots       *roots
	each        int
}

func newChain[T Float](l1, ido, ip int, fs []int, r *roots, m Manner) *chain[T] {
	c := &chain[T]{l1: l1, ido: ido, ip: ip, roots: r, each: r.n / (l1 * ido * ip)}
	if m != Plain && ip > long {
		a, b := split(ip)
		fs = []int{a, b}
	}
	done := 1
	for _, f := range fs {
		if f > 1 {
			s := newStep[T](done, ip/(f*done), f, r, min(m, Wide))
			c.held = max(c.held, s.scratch())
			c.steps = append(c.steps, s)
			done *= f
		}
	}
	if l1*ido > 1 {
		c.held += (bunch + 1) * ip
	}
	return c
}

func (c *chain[T]) scratch() int { return c.held }

// run transforms ip numbers in a or b and says where they are then.
func (c *chain[T]) run(w *Work[T], a, b []C[T], g T) []C[T] {
	for _, s := range c.steps {
		s.apply(w, a, b, g)
		a, b = b, a
	}
	return a
}

// apply takes bunches of groups out, as they lie side by side when ido is more than 1. TensorFlow has no chains with
// l1 and ido both more than 1, nor has this.
func (c *chain[T]) apply(w *Work[T], cc, ch []C[T], g T) {
	n := c.l1 * c.ido
	if n == 1 {
		if out := c.run(w, cc, ch, g); &out[0] != &ch[0] {
			copy(ch, out)
		}
		return
	}
	w.spread((n+bunch-1)/bunch, bunch*c.ip*8, func(w *Work[T], lo, hi int) {
		in, other := w.take(bunch*c.ip), w.take(c.ip)
		for q := lo * bunch; q < min(n, hi*bunch) && !w.stop(); q += bunch {
			c.bunch(w, cc, ch, in, other, q, min(bunch, n-q), g)
		}
		w.give(2)
	})
}

// bunch transforms size groups from q on.
//
//go:noinline
func (c *chain[T]) bunch(w *Work[T], cc, ch, in, other []C[T], q, size int, g T) {
	ip, n := c.ip, c.l1*c.ido
	rows := cc[q*ip:]
	if c.ido > 1 {
		rows = in
		for m := range ip {
			for j, v := range cc[m*n+q:][:size] {
				in[j*ip+m] = v
			}
		}
	}
	for j := range size {
		row := rows[j*ip : (j+1)*ip]
		out := c.run(w, row, other, g)
		if i := q + j; c.ido > 1 && i > 0 {
			for m := 1; m < ip; m++ {
				out[m] = back(out[m], root[T](c.roots, c.each*m*i))
			}
		}
		if &out[0] != &row[0] {
			copy(row, out)
		}
	}
	for m := range ip {
		to := ch[m*n+q:][:size]
		for j := range to {
			to[j] = rows[j*ip+m]
		}
	}
}

// quartered is what TensorFlow does with one long row: a pass of four, then the four quarters side by side.
type quartered[T Float] struct {
	ip    int
	first *pass[T]
	rest  step[T]
}

func (s *quartered[T]) scratch() int { return 0 }

func (s *quartered[T]) apply(w *Work[T], cc, ch []C[T], g T) {
	n := s.ip / 4
	s.first.apply(w, cc, ch, g)
	for j := range 4 {
		s.rest.apply(w, ch[j*n:(j+1)*n], cc[j*n:(j+1)*n], g)
	}
	a, b, c, d := cc[:n], cc[n:2*n], cc[2*n:3*n], cc[3*n:4*n]
	for i := range a {
		to := ch[4*i : 4*i+4]
		to[0], to[1], to[2], to[3] = a[i], b[i], c[i], d[i]
	}
}

// convolved is the step of a large prime ip, folded into two transforms of a length that has none.
type convolved[T Float] struct {
	l1, ido, ip int
	inner       step[T]
	size        int
	tw          []C[T]
	chirp       []C[T]
	wave        []C[T] // the transform of the chirp, with a factor; its first half
}

// smooth is the least number from n on without prime factors above 11.
func smooth(n int) int {
	for ; n > 12; n++ {
		rest := n
		for _, p := range [...]int{2, 3, 5, 7, 11} {
			for rest%p == 0 {
				rest /= p
			}
		}
		if rest == 1 {
			break
		}
	}
	return n
}

func newConvolved[T Float](l1, ido, ip int, r *roots, m Manner) *convolved[T] {
	size := smooth(2*ip - 1)
	s := &convolved[T]{l1: l1, ido: ido, ip: ip, size: size, inner: newStep[T](1, 1, size, newRoots(r.ctx, size), m)}
	s.tw = turns[T](r, ip, ido, r.n/(ido*ip))
	if r.n%(2*ip) != 0 {
		r = newRoots(r.ctx, 2*ip)
	}
	s.chirp = make([]C[T], ip)
	wave, out := make([]C[T], size), make([]C[T], size)
	scale, at := 1/T(size), 0
	for k := range s.chirp {
		if k > 0 {
			at = (at + 2*k - 1) % (2 * ip)
		}
		v := root[T](r, at*(r.n/(2*ip)))
		if k == 0 {
			v = C[T]{1, 0}
		}
		s.chirp[k] = v
		wave[k] = C[T]{T(v.R * scale), T(v.I * scale)}
		if k > 0 {
			wave[size-k] = wave[k]
		}
	}
	s.inner.apply(&Work[T]{ctx: r.ctx}, wave, out, -1)
	s.wave = out[:size/2+1]
	return s
}

func (s *convolved[T]) scratch() int { return 2*s.size + s.inner.scratch() }

func (s *convolved[T]) apply(w *Work[T], cc, ch []C[T], g T) {
	a, b := w.take(s.size), w.take(s.size)
	n, turned := s.l1*s.ido, w.take(s.ip)
	for q := 0; q < n && !w.stop(); q++ {
		k := q / s.ido
		i, from := q-k*s.ido, q+k*(s.ip-1)*s.ido
		chirp := s.chirp
		if i > 0 {
			v := s.tw[(i-1)*(s.ip-1) : i*(s.ip-1)]
			chirp = turned
			chirp[0] = s.chirp[0]
			for m, f := range v {
				chirp[m+1] = times(s.chirp[m+1], f)
			}
		}
		for m, c := range s.chirp {
			x := cc[from+m*s.ido]
			if g < 0 {
				a[m] = back(x, c)
			} else {
				a[m] = times(swap(x), c)
			}
		}
		s.fold(w, a, b, g)
		for m, c := range chirp {
			x := swap(b[m])
			if g < 0 {
				x = back(x, c)
			} else {
				x = swap(times(x, c))
			}
			ch[q+m*n] = x
		}
	}
	w.give(3)
}

// fold leaves the convolution of a's first ip numbers with the chirp in b, parts swapped.
func (s *convolved[T]) fold(w *Work[T], a, b []C[T], g T) {
	zero := C[T]{a[0].R * 0, a[0].I * 0} // a NaN spreads
	for m := s.ip; m < s.size; m++ {
		a[m] = zero
	}
	s.inner.apply(w, a, b, -1)
	for m := range b {
		at := min(m, s.size-m)
		if g < 0 {
			a[m] = swap(times(b[m], s.wave[at]))
		} else {
			a[m] = swap(back(b[m], s.wave[at]))
		}
	}
	s.inner.apply(w, a, b, 1)
}
