package fourier

const (
	realSmall   = 135  // from which prime factor on Wide plans take the complex transform
	realComplex = 1000 // above which even lengths may be transformed as complex numbers of half as many
)

// newRealStep is the step of n real numbers as the whole of a transform.
func newRealStep[T Float](n int, r *roots, m Manner) realStep[T] {
	fs := factors(n, false)
	if m != Plain && n > realComplex && n&1 == 0 {
		apart := n > long
		for _, f := range fs {
			apart = apart || f > 5
		}
		if apart {
			return &halved[T]{n: n, roots: r, inner: newStep[T](1, 1, n/2, newRoots(r.ctx, n/2), m)}
		}
	}
	var c realChain[T]
	done := 1
	for _, f := range fs {
		ido := n / (f * done)
		if m != Plain && f >= realSmall {
			c = append(c, &viaComplex[T]{ip: f, l1: done, ido: ido, inner: newStep[T](1, 1, f, r, m),
				tw: turns[T](r, f, (ido-1)/2+1, r.n/(ido*f))})
		} else {
			c = append(c, newRealPass[T](done, ido, f, r))
		}
		done *= f
	}
	return c
}

// realChain is several steps, the last one first on the way forward.
type realChain[T Float] []realStep[T]

func (c realChain[T]) forward(w *Work[T], cc, ch []T) {
	a, b := cc, ch
	for i := range c {
		c[len(c)-1-i].forward(w, a, b)
		a, b = b, a
	}
	if len(c)&1 == 0 {
		copy(ch, cc)
	}
}

func (c realChain[T]) backward(w *Work[T], cc, ch []T) {
	a, b := cc, ch
	for _, s := range c {
		s.backward(w, a, b)
		a, b = b, a
	}
	if len(c)&1 == 0 {
		copy(ch, cc)
	}
}

// halved transforms an even number n of real numbers as n/2 complex ones.
type halved[T Float] struct {
	n     int
	roots *roots
	inner step[T]
}

func (s *halved[T]) forward(w *Work[T], cc, ch []T) {
	h := s.n / 2
	in, out := w.take(h), w.take(h)
	for i := range in {
		in[i] = C[T]{cc[2*i], cc[2*i+1]}
	}
	s.inner.apply(w, in, out, -1)
	ch[0], ch[s.n-1] = out[0].R+out[0].I, out[0].R-out[0].I
	for i, x := 1, h-1; i <= x; i, x = i+1, x-1 {
		a, b := out[i], out[x]
		e := C[T]{a.R + b.R, a.I - b.I}
		root := root[T](s.roots, i*(s.roots.n/s.n))
		root.I = -root.I
		o := times(C[T]{a.I + b.I, b.R - a.R}, root)
		ch[2*i-1], ch[2*i] = 0.5*(e.R+o.R), 0.5*(e.I+o.I)
		ch[2*x-1], ch[2*x] = 0.5*(e.R-o.R), 0.5*(o.I-e.I)
	}
	w.give(2)
}

func (s *halved[T]) backward(w *Work[T], cc, ch []T) {
	h := s.n / 2
	in, out := w.take(h), w.take(h)
	in[0] = swap(C[T]{cc[0] + cc[s.n-1], cc[0] - cc[s.n-1]})
	for i, x := 1, h-1; i <= x; i, x = i+1, x-1 {
		a, b := pair(cc, 2*i), pair(cc, 2*x)
		b.I = -b.I
		e, o := add(a, b), times(sub(a, b), root[T](s.roots, i*(s.roots.n/s.n)))
		in[i] = C[T]{e.I + o.R, e.R - o.I}
		in[x] = C[T]{-e.I + o.R, e.R + o.I}
	}
	s.inner.apply(w, in, out, 1)
	for i, v := range out {
		ch[2*i], ch[2*i+1] = v.I, v.R
	}
	w.give(2)
}

// viaComplex is the pass of a large prime by complex transforms.
type viaComplex[T Float] struct {
	l1, ido, ip int
	inner       step[T]
	tw          []C[T]
}

func (s *viaComplex[T]) forward(w *Work[T], cc, ch []T) {
	ip, ido, n := s.ip, s.ido, s.l1*s.ido
	a, b := w.take(ip), w.take(ip)
	for k := range s.l1 {
		out := ch[ip*ido*k:][:ip*ido]
		for i := 0; i < ido && !w.stop(); i += 2 {
			for m := range a {
				at := i + ido*k + n*m
				switch {
				case i == 0:
					a[m] = C[T]{R: cc[at]}
				case m == 0:
					a[m] = pair(cc, at)
				default:
					a[m] = back(pair(cc, at), s.tw[(i/2-1)*(ip-1)+m-1])
				}
			}
			s.inner.apply(w, a, b, -1)
			if i == 0 {
				out[0] = b[0].R
			} else {
				out[i-1], out[i] = b[0].R, b[0].I
			}
			for m := 1; m <= ip/2; m++ {
				high, low := 2*m*ido+i, 2*m*ido-i
				if i == 0 {
					out[low-1], out[high] = b[m].R, b[m].I
					continue
				}
				out[high-1], out[high] = b[m].R, b[m].I
				out[low-1], out[low] = b[ip-m].R, -b[ip-m].I
			}
		}
	}
	w.give(2)
}

func (s *viaComplex[T]) backward(w *Work[T], cc, ch []T) {
	ip, ido, n := s.ip, s.ido, s.l1*s.ido
	a, b := w.take(ip), w.take(ip)
	for k := range s.l1 {
		in := cc[ip*ido*k:][:ip*ido]
		for i := 0; i < ido && !w.stop(); i += 2 {
			if i == 0 {
				a[0] = C[T]{I: in[0]}
			} else {
				a[0] = swap(pair(in, i))
			}
			for m := 1; m <= ip/2; m++ {
				high, low := 2*m*ido+i, 2*m*ido-i
				if i == 0 {
					a[m], a[ip-m] = C[T]{in[high], in[low-1]}, C[T]{-in[high], in[low-1]}
					continue
				}
				a[m], a[ip-m] = swap(pair(in, high)), C[T]{-in[low], in[low-1]}
			}
			s.inner.apply(w, a, b, 1)
			for m := range b {
				v, at := swap(b[m]), i+ido*k+n*m
				if i == 0 {
					ch[at] = v.R
					continue
				}
				if m > 0 {
					v = times(v, s.tw[(i/2-1)*(ip-1)+m-1])
				}
				ch[at-1], ch[at] = v.R, v.I
			}
		}
	}
	w.give(2)
}
