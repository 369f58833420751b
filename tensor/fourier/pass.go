package fourier

// A step transforms groups of ip numbers in cc, l1*ido groups at once, and writes to ch; the two do not overlap, and
// cc may be overwritten. Number m of group (i, k) lies at i + ido*(m + ip*k) in cc and goes to i + ido*(k + l1*m) in
// ch, turned by its factor. Inverses come with parts swapped and g = 1, others with g = -1.
type step[T Float] interface {
	apply(w *Work[T], cc, ch []C[T], g T)
	scratch() int // how many numbers TensorFlow holds for it on the way, which decides how it goes over rows
}

// pass is a step of a small factor.
type pass[T Float] struct {
	l1, ido, ip int
	tw          []C[T] // [i-1][m-1]
	cs          []C[T] // of odd factors
	grouped     bool   // sums of odd factors from 13 on are taken by twos
}

func newPass[T Float](l1, ido, ip int, r *roots) *pass[T] {
	p := &pass[T]{l1: l1, ido: ido, ip: ip, grouped: ip > 11}
	each := r.n / (l1 * ido * ip)
	p.tw = turns[T](r, ip, ido, each*l1)
	if ip&1 == 1 {
		p.cs = constants[T](r, ip, each*l1*ido, 11)
	}
	return p
}

func (p *pass[T]) scratch() int { return 0 }

func (p *pass[T]) apply(w *Work[T], cc, ch []C[T], g T) {
	switch p.ip {
	case 2:
		p.two(w, cc, ch)
	case 3:
		p.three(w, cc, ch, g)
	case 4:
		p.four(w, cc, ch)
	case 8:
		p.eight(w, cc, ch)
	default:
		p.odd(w, cc, ch, g)
	}
}

// at is where group q begins in cc and which i it has.
func (p *pass[T]) at(q int) (first, i int) {
	k := q / p.ido
	return q + k*(p.ip-1)*p.ido, q - k*p.ido
}

func (p *pass[T]) two(w *Work[T], cc, ch []C[T]) {
	n, ido := p.l1*p.ido, p.ido
	h0, h1 := ch[:n], ch[n:2*n]
	for q := 0; q < n; {
		c, i := p.at(q)
		if w.stop() {
			return
		}
		for end := min(n, q+pollEvery); q < end; q++ {
			a, b := cc[c], cc[c+ido]
			h0[q] = add(a, b)
			b = sub(a, b)
			if i > 0 {
				b = back(b, p.tw[i-1])
			}
			h1[q] = b
			c, i = c+1, i+1
			if i == ido {
				c, i = c+ido, 0
			}
		}
	}
}

func (p *pass[T]) three(w *Work[T], cc, ch []C[T], g T) {
	n, ido, tw := p.l1*p.ido, p.ido, p.tw
	h0, h1, h2 := ch[:n], ch[n:2*n], ch[2*n:3*n]
	x, y := p.cs[0].R, g*p.cs[0].I
	for q := 0; q < n; {
		c, i := p.at(q)
		if w.stop() {
			return
		}
		for end := min(n, q+pollEvery); q < end; q++ {
			t0, a, b := cc[c], cc[c+ido], cc[c+2*ido]
			t1, t2 := add(a, b), sub(a, b)
			h0[q] = add(t0, t1)
			ca := C[T]{t0.R + T(t1.R*x), t0.I + T(t1.I*x)}
			cb := C[T]{T(g * T(y*t2.I)), T(-g * T(y*t2.R))}
			a, b = add(ca, cb), sub(ca, cb)
			if i > 0 {
				v := tw[2*i-2 : 2*i]
				a, b = back(a, v[0]), back(b, v[1])
			}
			h1[q], h2[q] = a, b
			c, i = c+1, i+1
			if i == ido {
				c, i = c+2*ido, 0
			}
		}
	}
}

func (p *pass[T]) four(w *Work[T], cc, ch []C[T]) {
	n, ido, tw := p.l1*p.ido, p.ido, p.tw
	h0, h1, h2, h3 := ch[:n], ch[n:2*n], ch[2*n:3*n], ch[3*n:4*n]
	for q := 0; q < n; {
		c, i := p.at(q)
		if w.stop() {
			return
		}
		for end := min(n, q+pollEvery); q < end; q++ {
			x0, x1, x2, x3 := cc[c], cc[c+ido], cc[c+2*ido], cc[c+3*ido]
			t2, t1 := add(x0, x2), sub(x0, x2)
			t3, t4 := add(x1, x3), turn(sub(x1, x3))
			h0[q] = add(t2, t3)
			x1, x2, x3 = add(t1, t4), sub(t2, t3), sub(t1, t4)
			if i > 0 {
				v := tw[3*i-3 : 3*i]
				x1, x2, x3 = back(x1, v[0]), back(x2, v[1]), back(x3, v[2])
			}
			h1[q], h2[q], h3[q] = x1, x2, x3
			c, i = c+1, i+1
			if i == ido {
				c, i = c+3*ido, 0
			}
		}
	}
}

func (p *pass[T]) eight(w *Work[T], cc, ch []C[T]) {
	const root2 = 0.707106781186547524400844362104849
	n, ido, tw := p.l1*p.ido, p.ido, p.tw
	for q := 0; q < n; {
		c, i := p.at(q)
		if w.stop() {
			return
		}
		for end := min(n, q+pollEvery); q < end; q++ {
			a1, a5 := add(cc[c+ido], cc[c+5*ido]), sub(cc[c+ido], cc[c+5*ido])
			a3, a7 := add(cc[c+3*ido], cc[c+7*ido]), turn(sub(cc[c+3*ido], cc[c+7*ido]))
			a1, a3 = add(a1, a3), turn(sub(a1, a3))
			a5, a7 = add(a5, a7), sub(a5, a7)
			a5 = C[T]{T(root2 * (a5.R + a5.I)), T(root2 * (a5.I - a5.R))}
			a7 = C[T]{T(root2 * (a7.I - a7.R)), T(root2 * (-a7.R - a7.I))}
			a0, a4 := add(cc[c], cc[c+4*ido]), sub(cc[c], cc[c+4*ido])
			a2, a6 := add(cc[c+2*ido], cc[c+6*ido]), turn(sub(cc[c+2*ido], cc[c+6*ido]))
			a0, a2 = add(a0, a2), sub(a0, a2)
			a4, a6 = add(a4, a6), sub(a4, a6)
			ch[q] = add(a0, a1)
			x1, x5, x2, x6 := add(a4, a5), sub(a4, a5), add(a2, a3), sub(a2, a3)
			x3, x7, x4 := add(a6, a7), sub(a6, a7), sub(a0, a1)
			if i > 0 {
				v := tw[7*i-7 : 7*i]
				x1, x2, x3, x4 = back(x1, v[0]), back(x2, v[1]), back(x3, v[2]), back(x4, v[3])
				x5, x6, x7 = back(x5, v[4]), back(x6, v[5]), back(x7, v[6])
			}
			ch[q+n], ch[q+2*n], ch[q+3*n], ch[q+4*n] = x1, x2, x3, x4
			ch[q+5*n], ch[q+6*n], ch[q+7*n] = x5, x6, x7
			c, i = c+1, i+1
			if i == ido {
				c, i = c+7*ido, 0
			}
		}
	}
}

// odd is the pass of any odd factor: numbers m and ip-m have conjugate factors, so that sums and differences of the
// two go into sums of half the length.
func (p *pass[T]) odd(w *Work[T], cc, ch []C[T], g T) {
	n, ido, ip, h := p.l1*p.ido, p.ido, p.ip, p.ip/2
	plus, minus := w.take(h), w.take(h)
	for q := 0; q < n; q++ {
		c, i := p.at(q)
		if (q*ip)%pollEvery < ip && w.stop() {
			break
		}
		x0 := cc[c]
		sum := x0
		for j := range plus {
			a, b := cc[c+(j+1)*ido], cc[c+(ip-1-j)*ido]
			plus[j], minus[j] = add(a, b), sub(a, b)
			sum = add(sum, plus[j])
		}
		ch[q] = sum
		for u := 1; u <= h; u++ {
			ca, cb := p.weigh(x0, plus, minus, u, g)
			a, b := add(ca, cb), sub(ca, cb)
			if i > 0 {
				v := p.tw[(i-1)*(ip-1) : i*(ip-1)]
				a, b = back(a, v[u-1]), back(b, v[ip-1-u])
			}
			ch[q+u*n], ch[q+(ip-u)*n] = a, b
		}
	}
	w.give(2)
}

// weigh is the part that the numbers u and ip-u of an odd pass have in common, and the one in which they differ. The
// order of the sums, and that zeros get their sign before or after, are the libraries'.
func (p *pass[T]) weigh(x0 C[T], plus, minus []C[T], u int, g T) (ca, cb C[T]) {
	ca = x0
	var P, Q T
	at, h := 0, len(plus)
	for j := 0; j < h; j++ {
		v, s := p.weight(&at, u, g)
		r, i := T(v*plus[j].R), T(v*plus[j].I)
		a, b := parts(s, minus[j], g)
		switch {
		case j == 0:
			P, Q = a, b
			if p.grouped {
				Q = -b
			}
		case !p.grouped:
			P, Q = P+a, Q+b
		case j == 1:
			P, Q = P+a, Q-b
		case j+1 < h:
			j++
			v, s = p.weight(&at, u, g)
			r, i = r+T(v*plus[j].R), i+T(v*plus[j].I)
			a2, b2 := parts(s, minus[j], g)
			P, Q = P+(a+a2), Q-(b+b2)
		default:
			P, Q = P+a, Q-b
		}
		ca.R, ca.I = ca.R+r, ca.I+i
	}
	if !p.grouped {
		Q = -Q
	}
	if g > 0 {
		P, Q = Q, P
	}
	return ca, C[T]{Q, P}
}

// parts are s times the parts of v, those of an inverse as they were before the swap.
func parts[T Float](s T, v C[T], g T) (r, i T) {
	if g > 0 {
		v = swap(v)
	}
	return T(s * v.R), T(s * v.I)
}

// weight is cosine and sine, with the sign g, of the next multiple of u parts of a turn.
func (p *pass[T]) weight(at *int, u int, g T) (v, s T) {
	*at += u
	if *at >= p.ip {
		*at -= p.ip
	}
	if 2**at > p.ip {
		w := p.cs[p.ip-*at-1]
		return w.R, -g * w.I
	}
	w := p.cs[*at-1]
	return w.R, g * w.I
}
