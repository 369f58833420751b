package fourier

import (
	"context"
	"unsafe"
)

// Job says how transforms are run: until when, with whom, in which manner, and with which factor.
type Job[T Float] struct {
	Ctx     context.Context
	Crew    Crew
	Manner  Manner // Plain or Wide
	Inverse bool
	Scale   T
}

// layout is where rows of n numbers lie: row r = outer*inner + i begins at outer*far + i*near, its numbers step apart.
type layout struct{ far, near, step int }

func (l layout) at(r, inner int) int { return r/inner*l.far + r%inner*l.near }

// Axes transforms x, of a shape, along axes in that order into out; x may be out. The factor goes to the first axis.
// Transforms of TensorFlow's digits along the only axis of a vector are those of a row alone.
func (j Job[T]) Axes(out, x []C[T], shape, axes []int) error {
	if len(out) == 0 {
		return nil
	}
	if len(shape) == 1 && j.Manner == Wide {
		return j.vector(out, x)
	}
	for _, a := range axes {
		n, inner := shape[a], 1
		for _, d := range shape[a+1:] {
			inner *= d
		}
		l := layout{far: n * inner, near: 1, step: inner}
		if err := j.rows(out, x, n, inner, l, l, nil); err != nil {
			return err
		}
		x, j.Scale = out, 1
	}
	return nil
}

// vector transforms one row: a long one as a matrix, down the columns, turned, and along the rows (Bailey, 1990).
func (j Job[T]) vector(out, x []C[T]) error {
	n := len(x)
	const whole = 1 << 17
	if a, b := split(n); n >= whole && min(a, b) >= 16 {
		a, b = min(a, b), max(a, b)
		tmp := make([]C[T], n)
		l, scale := layout{far: n, near: 1, step: b}, j.Scale
		j.Scale = 1
		if err := j.rows(tmp, x, a, b, l, l, nil); err != nil {
			return err
		}
		j.Scale = scale
		return j.rows(out, tmp, b, a, layout{near: b, step: 1}, layout{near: 1, step: a}, newRoots(j.Ctx, n))
	}
	w := &Work[T]{ctx: j.Ctx, crew: j.Crew}
	p := newPlan[T](j.Ctx, n, WideAlone, false)
	j.row(w, p, out, x)
	return j.Ctx.Err()
}

func (j Job[T]) sign() T {
	if j.Inverse {
		return 1
	}
	return -1
}

// row transforms one row that lies together.
//
//go:noinline
func (j Job[T]) row(w *Work[T], p *plan[T], out, x []C[T]) {
	a, b := w.take(p.n), w.take(p.n)
	j.load(a, x, 1, nil, 0)
	j.store(out, p.complex(w, a, b, j.sign()), 1)
	w.give(2)
}

// load reads a row's numbers, step apart, and turns them by the roots r of its number i.
//
//go:noinline
func (j Job[T]) load(row, x []C[T], step int, r *roots, i int) {
	for k := range row {
		v := x[k*step]
		if j.Inverse {
			v = swap(v)
		}
		if r != nil && i*k > 0 {
			v = back(v, root[T](r, i*k))
		}
		row[k] = v
	}
}

// store writes a row's numbers, step apart, times the factor.
//
//go:noinline
func (j Job[T]) store(out, row []C[T], step int) {
	for k, v := range row {
		if j.Inverse {
			v = swap(v)
		}
		if j.Scale != 1 {
			v = C[T]{v.R * j.Scale, v.I * j.Scale}
		}
		out[k*step] = v
	}
}

// rows transforms rows of n numbers, inner of them side by side.
func (j Job[T]) rows(out, x []C[T], n, inner int, from, to layout, r *roots) error {
	count := len(x) / n
	p := newPlan[T](j.Ctx, n, j.Manner, false)
	alone, last := p, count
	if j.Manner == Wide && n >= 300 && n&3 == 0 {
		alone = newPlan[T](j.Ctx, n, WideAlone, false)
		last = together[T](p, count, from.step == 1 && to.step == 1)
	}
	err := j.Crew((count+bunch-1)/bunch, bunch*n*16, func(lo, hi int) {
		w := &Work[T]{ctx: j.Ctx}
		buf, other := w.take(bunch*n), w.take(n)
		for q := lo * bunch; q < min(hi*bunch, count) && !w.stop(); q += bunch {
			size := min(bunch, count-q)
			for k := range size {
				j.load(buf[k*n:(k+1)*n], x[from.at(q+k, inner):], from.step, r, q+k)
			}
			for k := range size {
				plan, row := p, buf[k*n:(k+1)*n]
				if q+k >= last {
					plan = alone
				}
				j.store(out[to.at(q+k, inner):], plan.complex(w, row, other, j.sign()), to.step)
			}
		}
	})
	if err == nil {
		err = j.Ctx.Err()
	}
	return err
}

// together is how many of the first of count rows TensorFlow transforms several at a time, in registers of 32 bytes;
// the others, or all of rows that fill its cache, go alone.
func together[T Float](p *plan[T], count int, dense bool) int {
	const cache = 1 << 19
	size := int(unsafe.Sizeof(T(0)))
	lanes := 32 / size
	fits := func(rows int) bool { return 2*size*(2*p.n*rows+p.held()) <= cache }
	if !fits(1) || dense && !fits(lanes) {
		return 0
	}
	return count - count%lanes
}

// Real transforms rows of n real numbers, each the first of width ones, into rows of n/2+1 complex numbers.
func (j Job[T]) Real(out []C[T], x []T, n, width int) error {
	half := n/2 + 1
	if len(x) == 0 {
		return nil
	}
	p := newPlan[T](j.Ctx, n, j.Manner, true)
	count := len(x) / width
	return j.each(count, n, func(w *Work[T], r int) {
		a, b := w.reals(n), w.reals(n)
		copy(a, x[r*width:])
		row := out[r*half:][:half]
		b = p.forward(w, a, b)
		for i, v := range b {
			b[i] = v * j.Scale
		}
		row[0] = C[T]{R: b[0]}
		for i := 1; i < n; i += 2 {
			row[(i+1)/2] = C[T]{R: b[i]}
			if i+1 < n {
				row[(i+1)/2].I = b[i+1]
			}
		}
		w.give(2)
	})
}

// Back is the inverse of Real: rows of n real numbers from the first n/2+1 of width complex ones each.
func (j Job[T]) Back(out []T, x []C[T], n, width int) error {
	if len(out) == 0 {
		return nil
	}
	p := newPlan[T](j.Ctx, n, j.Manner, true)
	return j.each(len(out)/n, n, func(w *Work[T], r int) {
		a, b := w.reals(n), w.reals(n)
		in := x[r*width:]
		a[0] = in[0].R
		for i := 1; i < n; i += 2 {
			v := in[(i+1)/2]
			a[i] = v.R
			if i+1 < n {
				a[i+1] = v.I
			}
		}
		row := out[r*n:][:n]
		for i, v := range p.backward(w, a, b) {
			row[i] = v * j.Scale
		}
		w.give(2)
	})
}

// each runs f for every row, with the crew's help within it if there is but one.
func (j Job[T]) each(count, n int, f func(w *Work[T], r int)) error {
	if count == 1 {
		f(&Work[T]{ctx: j.Ctx, crew: j.Crew}, 0)
		return j.Ctx.Err()
	}
	return j.Crew(count, 16*n, func(lo, hi int) {
		w := &Work[T]{ctx: j.Ctx}
		for r := lo; r < hi && !w.stop(); r++ {
			f(w, r)
		}
	})
}

// reals lends n real numbers.
func (w *Work[T]) reals(n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(w.take(n/2+1)))), n)
}

// forward transforms a, and may use b for the result.
func (p *plan[T]) forward(w *Work[T], a, b []T) []T {
	switch {
	case p.real != nil:
		p.real.forward(w, a, b)
		return b
	case p.step == nil:
		return a
	}
	in, out := w.take(p.n), w.take(p.n)
	for i, v := range a {
		in[i] = C[T]{v, a[0] * 0}
	}
	p.step.apply(w, in, out, -1)
	b[0] = out[0].R
	for i := 1; i < p.n; i++ {
		v := out[(i+1)/2]
		b[i] = v.R
		if i&1 == 0 {
			b[i] = v.I
		}
	}
	w.give(2)
	return b
}

// backward is the inverse of forward.
func (p *plan[T]) backward(w *Work[T], a, b []T) []T {
	switch {
	case p.real != nil:
		p.real.backward(w, a, b)
		return b
	case p.step == nil:
		return a
	}
	in, out := w.take(p.n), w.take(p.n)
	in[0] = C[T]{a[0] * 0, a[0]}
	for m := 1; 2*m <= p.n; m++ {
		v := C[T]{a[0] * 0, a[2*m-1]}
		if 2*m < p.n {
			v.R = a[2*m]
		}
		in[m] = v
		if 2*m < p.n {
			in[p.n-m] = C[T]{-v.R, v.I}
		}
	}
	p.step.apply(w, in, out, 1)
	for i, v := range out {
		b[i] = v.I
	}
	w.give(2)
	return b
}
