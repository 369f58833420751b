package tensor

import "context"

// GRU runs gated recurrent units over the steps of r, the reset gate after the product: of a = x·K + b₀ and
// s = h·R + b₁, in thirds z, r, h, the gates z = σ(a+s) and r = σ(a+s), h~ = tanh(a + r·s), and h = z·h + (1-z)·h~.
// All tensors are float32. It fails for shapes that do not fit.
func GRU(ctx context.Context, r *Recurrence) (*Course, error) {
	if err := r.check(3, []int{2, 3 * r.Recurrent.Shape()[0]}); err != nil {
		return nil, err
	}
	c, err := r.begin(4)
	if err != nil {
		return nil, err
	}
	xs, err := r.projected(ctx)
	if err != nil {
		return nil, err
	}
	n := r.batch * r.units
	_, h, err := floats(r.batch, r.units)
	if err != nil {
		return nil, err
	}
	copy(h, Slice[float32](r.H))
	hs, gates := Slice[float32](c.Hs), Slice[float32](c.Gates)
	for t := range r.steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		copy(hs[t*n:], h)
		if err := r.gruStep(ctx, t, xs, h, gates[t*4*n:(t+1)*4*n]); err != nil {
			return nil, err
		}
		r.emit(c, t, h)
	}
	c.H = rows(h, r.batch, r.units)
	return c, nil
}

// gruStep takes step t: h becomes the new state, keep what the gradient needs.
func (r *Recurrence) gruStep(ctx context.Context, t int, xs, h, keep []float32) error {
	u := r.units
	s, err := MatMul(ctx, rows(h, r.batch, u), r.Recurrent)
	if err != nil {
		return err
	}
	ss, bias := Slice[float32](s), Slice[float32](r.Bias)
	both := make([]float32, r.batch*2*u)
	for b := range r.batch {
		x, row := xs[(b*r.steps+r.at(t))*3*u:][:3*u], ss[b*3*u:][:3*u]
		for j := range row {
			row[j] += bias[3*u+j]
		}
		for j := range 2 * u {
			both[b*2*u+j] = (x[j] + bias[j]) + row[j]
		}
	}
	gate, err := sigmoidOp.Apply(ctx, rows(both, r.batch, 2*u))
	if err != nil {
		return err
	}
	gs, wide := Slice[float32](gate), make([]float32, r.batch*u)
	for b := range r.batch {
		x, row, k := xs[(b*r.steps+r.at(t))*3*u:][:3*u], ss[b*3*u:][:3*u], keep[b*4*u:][:4*u]
		copy(k, gs[b*2*u:][:2*u])
		copy(k[3*u:], row[2*u:])
		for j := range u {
			wide[b*u+j] = (x[2*u+j] + bias[2*u+j]) + float32(k[u+j]*k[3*u+j])
		}
	}
	fresh, err := tanhOp.Apply(ctx, rows(wide, r.batch, u))
	if err != nil {
		return err
	}
	for b := range r.batch {
		k := keep[b*4*u:][:4*u]
		copy(k[2*u:3*u], Slice[float32](fresh)[b*u:])
		if r.skipped(b, t) {
			continue
		}
		for j := range u {
			h[b*u+j] = float32(k[j]*h[b*u+j]) + float32((1-k[j])*k[2*u+j])
		}
	}
	return nil
}

// GRUBack is the gradient of GRU from that of its results.
func GRUBack(ctx context.Context, r *Recurrence, c *Course, g Yield) (*Slopes, error) {
	if err := r.check(3, []int{2, 3 * r.Recurrent.Shape()[0]}); err != nil {
		return nil, err
	}
	w, err := r.walk(ctx, g, c, 3)
	if err != nil {
		return nil, err
	}
	if w.dr, err = Make[float32](len(w.da)); err != nil {
		return nil, err
	}
	n := r.batch * r.units
	hs, gates, ds := Slice[float32](c.Hs), Slice[float32](c.Gates), make([]float32, 3*n)
	for t := r.steps - 1; t >= 0; t-- {
		for b := range r.batch {
			w.gruRow(b, t, gates[(t*r.batch+b)*4*r.units:], hs[(t*r.batch+b)*r.units:], ds[b*w.width:][:w.width])
		}
		if err := w.through(ctx, ds); err != nil {
			return nil, err
		}
	}
	s, err := w.end(ctx)
	if err != nil {
		return nil, err
	}
	s.Bias = FromSlice([]int{2, w.width}, append(columnSums(w.da, w.width), columnSums(w.dr, w.width)...))
	return s, nil
}

// gruRow is one row of a step back: k holds its gates, before its state, ds becomes the gradient of the state's
// products.
func (w *back) gruRow(b, t int, k, before, ds []float32) {
	u := w.units
	if !w.reach(b, t) {
		clear(ds)
		return
	}
	da, dh := w.da[(b*w.steps+w.at(t))*w.width:][:w.width], w.dh[b*u:][:u]
	for j := range u {
		z, r, fresh, s := k[j], k[u+j], k[2*u+j], k[3*u+j]
		inner := dh[j] * (1 - z) * (1 - fresh*fresh)
		da[j] = dh[j] * (before[j] - fresh) * z * (1 - z)
		da[u+j] = inner * s * r * (1 - r)
		da[2*u+j] = inner
		ds[j], ds[u+j], ds[2*u+j] = da[j], da[u+j], inner*r
		dh[j] *= z
	}
	copy(w.dr[(b*w.steps+w.at(t))*w.width:], ds)
}
