package fourier

// A realStep transforms groups of real numbers or, back, of half of complex ones that mirror each other: a real number,
// then pairs of parts, and for even lengths a real number last. It reads cc, writes ch, and may overwrite cc.
type realStep[T Float] interface {
	forward(w *Work[T], cc, ch []T)
	backward(w *Work[T], cc, ch []T)
}

// realPass is a step of 2, 4 or an odd factor.
type realPass[T Float] struct {
	l1, ido, ip int
	tw          []C[T] // [i/2-1][j-1]
	cs          []C[T]
}

func newRealPass[T Float](l1, ido, ip int, r *roots) *realPass[T] {
	p := &realPass[T]{l1: l1, ido: ido, ip: ip}
	each := r.n / (l1 * ido * ip)
	p.tw = turns[T](r, ip, (ido-1)/2+1, each*l1)
	if ip&1 == 1 {
		p.cs = constants[T](r, ip, each*l1*ido, 5)
	}
	return p
}

func (p *realPass[T]) forward(w *Work[T], cc, ch []T) {
	for k := range p.l1 {
		if k*p.ido*p.ip%pollEvery < p.ido*p.ip && w.stop() {
			return
		}
		switch p.ip {
		case 2:
			p.two(cc, ch, k)
		case 4:
			p.four(cc, ch, k)
		default:
			p.odd(w, cc, ch, k)
		}
	}
}

func (p *realPass[T]) backward(w *Work[T], cc, ch []T) {
	for k := range p.l1 {
		if k*p.ido*p.ip%pollEvery < p.ido*p.ip && w.stop() {
			return
		}
		switch p.ip {
		case 2:
			p.backTwo(cc, ch, k)
		case 4:
			p.backFour(cc, ch, k)
		default:
			p.backOdd(w, cc, ch, k)
		}
	}
}

// pair is the complex number of which the imaginary part is at i.
func pair[T Float](x []T, i int) C[T] { return C[T]{x[i-1], x[i]} }

func (p *realPass[T]) two(cc, ch []T, k int) {
	ido := p.ido
	a, b := cc[ido*k:][:ido], cc[ido*(k+p.l1):][:ido]
	y, z := ch[2*ido*k:][:ido], ch[2*ido*k+ido:][:ido]
	y[0], z[ido-1] = a[0]+b[0], a[0]-b[0]
	if ido&1 == 0 {
		z[0], y[ido-1] = -b[ido-1], a[ido-1]
	}
	for i := 2; i < ido; i += 2 {
		ic := ido - i
		t := back(pair(b, i), p.tw[i/2-1])
		y[i-1], z[ic-1] = a[i-1]+t.R, a[i-1]-t.R
		y[i], z[ic] = t.I+a[i], t.I-a[i]
	}
}

func (p *realPass[T]) backTwo(cc, ch []T, k int) {
	ido := p.ido
	a, b := ch[ido*k:][:ido], ch[ido*(k+p.l1):][:ido]
	y, z := cc[2*ido*k:][:ido], cc[2*ido*k+ido:][:ido]
	a[0], b[0] = y[0]+z[ido-1], y[0]-z[ido-1]
	if ido&1 == 0 {
		a[ido-1], b[ido-1] = 2*y[ido-1], -2*z[0]
	}
	for i := 2; i < ido; i += 2 {
		ic := ido - i
		var t C[T]
		a[i-1], t.R = y[i-1]+z[ic-1], y[i-1]-z[ic-1]
		t.I, a[i] = y[i]+z[ic], y[i]-z[ic]
		t = times(t, p.tw[i/2-1])
		b[i-1], b[i] = t.R, t.I
	}
}

func (p *realPass[T]) four(cc, ch []T, k int) {
	const root2 = 0.707106781186547524400844362104849
	ido, n := p.ido, p.l1*p.ido
	a, b, c, d := cc[ido*k:][:ido], cc[ido*k+n:][:ido], cc[ido*k+2*n:][:ido], cc[ido*k+3*n:][:ido]
	out := ch[4*ido*k:]
	y0, y1, y2, y3 := out[:ido], out[ido:][:ido], out[2*ido:][:ido], out[3*ido:][:ido]
	r1, r2 := d[0]+b[0], a[0]+c[0]
	y2[0], y1[ido-1] = d[0]-b[0], a[0]-c[0]
	y0[0], y3[ido-1] = r2+r1, r2-r1
	if e := ido - 1; ido&1 == 0 {
		i1, r1 := T(-root2*(b[e]+d[e])), T(root2*(b[e]-d[e]))
		y0[e], y2[e] = a[e]+r1, a[e]-r1
		y3[0], y1[0] = i1+c[e], i1-c[e]
	}
	for i := 2; i < ido; i += 2 {
		ic, v := ido-i, p.tw[3*(i/2)-3:3*(i/2)]
		c2, c3, c4 := back(pair(b, i), v[0]), back(pair(c, i), v[1]), back(pair(d, i), v[2])
		tr1, tr4 := c4.R+c2.R, c4.R-c2.R
		ti1, ti4 := c2.I+c4.I, c2.I-c4.I
		tr2, tr3 := a[i-1]+c3.R, a[i-1]-c3.R
		ti2, ti3 := a[i]+c3.I, a[i]-c3.I
		y0[i-1], y3[ic-1] = tr2+tr1, tr2-tr1
		y0[i], y3[ic] = ti1+ti2, ti1-ti2
		y2[i-1], y1[ic-1] = tr3+ti4, tr3-ti4
		y2[i], y1[ic] = tr4+ti3, tr4-ti3
	}
}

func (p *realPass[T]) backFour(cc, ch []T, k int) {
	const root2 = 1.414213562373095048801688724209698
	ido, n := p.ido, p.l1*p.ido
	a, b, c, d := ch[ido*k:][:ido], ch[ido*k+n:][:ido], ch[ido*k+2*n:][:ido], ch[ido*k+3*n:][:ido]
	in := cc[4*ido*k:]
	y0, y1, y2, y3 := in[:ido], in[ido:][:ido], in[2*ido:][:ido], in[3*ido:][:ido]
	r2, r1 := y0[0]+y3[ido-1], y0[0]-y3[ido-1]
	r3, r4 := 2*y1[ido-1], 2*y2[0]
	a[0], c[0] = r2+r3, r2-r3
	d[0], b[0] = r1+r4, r1-r4
	if e := ido - 1; ido&1 == 0 {
		i1, i2 := y3[0]+y1[0], y3[0]-y1[0]
		r2, r1 := y0[e]+y2[e], y0[e]-y2[e]
		a[e], b[e] = r2+r2, T(root2*(r1-i1))
		c[e], d[e] = i2+i2, T(-root2*(r1+i1))
	}
	for i := 2; i < ido; i += 2 {
		ic, v := ido-i, p.tw[3*(i/2)-3:3*(i/2)]
		tr2, tr1 := y0[i-1]+y3[ic-1], y0[i-1]-y3[ic-1]
		ti1, ti2 := y0[i]+y3[ic], y0[i]-y3[ic]
		tr4, ti3 := y2[i]+y1[ic], y2[i]-y1[ic]
		tr3, ti4 := y2[i-1]+y1[ic-1], y2[i-1]-y1[ic-1]
		a[i-1], a[i] = tr2+tr3, ti2+ti3
		c2, c3, c4 := C[T]{tr1 - tr4, ti1 + ti4}, C[T]{tr2 - tr3, ti2 - ti3}, C[T]{tr1 + tr4, ti1 - ti4}
		c2, c3, c4 = times(c2, v[0]), times(c3, v[1]), times(c4, v[2])
		b[i-1], b[i], c[i-1], c[i], d[i-1], d[i] = c2.R, c2.I, c3.R, c3.I, c4.R, c4.I
	}
}

// weigh is the sum x0 + x[j]*cos and the sum y[j]*sin over multiples of u parts of a turn: two terms one by one, then
// fours and twos together.
func (p *realPass[T]) weigh(x0 C[T], x, y []C[T], u int) (ca, cb C[T]) {
	ca = x0
	at, h := 0, len(x)
	for j := 0; j < h; {
		size := 1
		if j > 1 && h-j > 3 {
			size = 4
		} else if j > 1 && h-j > 1 {
			size = 2
		}
		var a, b C[T]
		for k := range size {
			if at += u; at >= p.ip {
				at -= p.ip
			}
			var v C[T]
			if 2*at > p.ip {
				v = p.cs[p.ip-at-1]
				v.I = -v.I
			} else {
				v = p.cs[at-1]
			}
			s, t := x[j+k], y[j+k]
			s, t = C[T]{T(v.R * s.R), T(v.R * s.I)}, C[T]{T(v.I * t.R), T(v.I * t.I)}
			if k == 0 {
				a, b = s, t
			} else {
				a, b = add(a, s), add(b, t)
			}
		}
		ca = add(ca, a)
		if j == 0 {
			cb = b
		} else {
			cb = add(cb, b)
		}
		j += size
	}
	return ca, cb
}

func (p *realPass[T]) odd(w *Work[T], cc, ch []T, k int) {
	ip, ido, n, h := p.ip, p.ido, p.l1*p.ido, p.ip/2
	x, y := w.take(h), w.take(h)
	in, out := cc[ido*k:], ch[ip*ido*k:][:ip*ido]
	for i := 0; i < ido; i += 2 {
		x0 := C[T]{R: in[0]}
		if i > 0 {
			x0 = pair(in, i)
		}
		sum := x0
		for j := range x {
			if i == 0 {
				a, b := in[(j+1)*n], in[(ip-1-j)*n]
				x[j], y[j] = C[T]{R: b + a}, C[T]{R: b - a}
			} else {
				v := p.tw[(i/2-1)*(ip-1) : i/2*(ip-1)]
				a := back(pair(in, i+(j+1)*n), v[j])
				b := back(pair(in, i+(ip-1-j)*n), v[ip-2-j])
				x[j], y[j] = add(a, b), C[T]{a.I - b.I, b.R - a.R}
			}
			sum = add(sum, x[j])
		}
		out[max(i-1, 0)] = sum.R
		if i > 0 {
			out[i] = sum.I
		}
		for u := 1; u <= h; u++ {
			ca, cb := p.weigh(x0, x, y, u)
			high, low := 2*u*ido, (2*u-1)*ido+ido-i
			if i == 0 {
				out[low-1], out[high] = ca.R, cb.R
				continue
			}
			out[high+i-1], out[low-1] = ca.R+cb.R, ca.R-cb.R
			out[high+i], out[low] = ca.I+cb.I, cb.I-ca.I
		}
	}
	w.give(2)
}

func (p *realPass[T]) backOdd(w *Work[T], cc, ch []T, k int) {
	ip, ido, n, h := p.ip, p.ido, p.l1*p.ido, p.ip/2
	x, y := w.take(h), w.take(h)
	in, out := cc[ip*ido*k:][:ip*ido], ch[ido*k:]
	for i := 0; i < ido; i += 2 {
		x0 := C[T]{R: in[0]}
		if i > 0 {
			x0 = pair(in, i)
		}
		sum := x0
		for j := range x {
			high, low := 2*(j+1)*ido, (2*j+1)*ido+ido-i
			if i == 0 {
				x[j], y[j] = C[T]{R: 2 * in[low-1]}, C[T]{R: 2 * in[high]}
			} else {
				a, b := pair(in, high+i), pair(in, low)
				x[j], y[j] = C[T]{a.R + b.R, a.I - b.I}, C[T]{a.R - b.R, a.I + b.I}
			}
			sum = add(sum, x[j])
		}
		out[max(i-1, 0)] = sum.R
		if i > 0 {
			out[i] = sum.I
		}
		for u := 1; u <= h; u++ {
			ca, cb := p.weigh(x0, x, y, u)
			low, high := u*n, (ip-u)*n
			if i == 0 {
				out[high], out[low] = ca.R+cb.R, ca.R-cb.R
				continue
			}
			v := p.tw[(i/2-1)*(ip-1) : i/2*(ip-1)]
			a := times(C[T]{ca.R - cb.I, ca.I + cb.R}, v[u-1])
			b := times(C[T]{ca.R + cb.I, ca.I - cb.R}, v[ip-1-u])
			out[i+low-1], out[i+low], out[i+high-1], out[i+high] = a.R, a.I, b.R, b.I
		}
	}
	w.give(2)
}
