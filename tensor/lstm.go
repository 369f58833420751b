package tensor

import "context"

// LSTM runs long short-term memory over the steps of r: the gates i, f, g, o of x·K + h·R + b, then
// c = f·c + i·g and h = o·tanh(c). All tensors are float32. It fails for shapes that do not fit.
func LSTM(ctx context.Context, r *Recurrence) (*Course, error) {
	if err := r.check(4, []int{4 * r.Recurrent.Shape()[0]}); err != nil {
		return nil, err
	}
	c, err := r.begin(5)
	if err != nil {
		return nil, err
	}
	if c.Cs, err = New(Float32, c.Hs.shape); err != nil {
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
	_, cell, err := floats(r.batch, r.units)
	if err != nil {
		return nil, err
	}
	copy(h, Slice[float32](r.H))
	copy(cell, Slice[float32](r.C))
	hs, cs, gates := Slice[float32](c.Hs), Slice[float32](c.Cs), Slice[float32](c.Gates)
	for t := range r.steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		copy(hs[t*n:], h)
		copy(cs[t*n:], cell)
		if err := r.lstmStep(ctx, t, xs, h, cell, gates[t*5*n:(t+1)*5*n]); err != nil {
			return nil, err
		}
		r.emit(c, t, h)
	}
	c.H, c.C = rows(h, r.batch, r.units), rows(cell, r.batch, r.units)
	return c, nil
}

// lstmStep takes step t: h and cell become the new states, keep what the gradient needs.
func (r *Recurrence) lstmStep(ctx context.Context, t int, xs, h, cell, keep []float32) error {
	u := r.units
	z, err := MatMul(ctx, rows(h, r.batch, u), r.Recurrent)
	if err != nil {
		return err
	}
	zs, bias := Slice[float32](z), Slice[float32](r.Bias)
	wide := make([]float32, r.batch*u) // the arguments of tanh
	for b := range r.batch {
		x, row := xs[(b*r.steps+r.at(t))*4*u:][:4*u], zs[b*4*u:][:4*u]
		for j, v := range x {
			row[j] = v + row[j] + bias[j]
		}
		copy(wide[b*u:], row[2*u:3*u])
	}
	gate, err := sigmoidOp.Apply(ctx, z)
	if err != nil {
		return err
	}
	g, err := tanhOp.Apply(ctx, rows(wide, r.batch, u))
	if err != nil {
		return err
	}
	gs, fresh := Slice[float32](gate), make([]float32, r.batch*u)
	for b := range r.batch {
		row, in, old := gs[b*4*u:][:4*u], Slice[float32](g)[b*u:][:u], cell[b*u:][:u]
		k := keep[b*5*u:][:5*u]
		copy(k, row)
		copy(k[2*u:], in)
		for j := range u {
			fresh[b*u+j] = float32(row[u+j]*old[j]) + float32(row[j]*in[j])
		}
	}
	th, err := tanhOp.Apply(ctx, rows(fresh, r.batch, u))
	if err != nil {
		return err
	}
	for b := range r.batch {
		k, tc := keep[b*5*u:][:5*u], Slice[float32](th)[b*u:][:u]
		copy(k[4*u:], tc)
		if r.skipped(b, t) {
			continue
		}
		copy(cell[b*u:][:u], fresh[b*u:])
		for j, v := range tc {
			h[b*u+j] = k[3*u+j] * v
		}
	}
	return nil
}

// LSTMBack is the gradient of LSTM from that of its results.
func LSTMBack(ctx context.Context, r *Recurrence, c *Course, g Yield) (*Slopes, error) {
	if err := r.check(4, []int{4 * r.Recurrent.Shape()[0]}); err != nil {
		return nil, err
	}
	w, err := r.walk(ctx, g, c, 4)
	if err != nil {
		return nil, err
	}
	n := r.batch * r.units
	cs, gates, dz := Slice[float32](c.Cs), Slice[float32](c.Gates), make([]float32, 4*n)
	for t := r.steps - 1; t >= 0; t-- {
		for b := range r.batch {
			w.lstmRow(b, t, gates[(t*r.batch+b)*5*r.units:], cs[(t*r.batch+b)*r.units:], dz[b*w.width:][:w.width])
		}
		if err := w.through(ctx, dz); err != nil {
			return nil, err
		}
	}
	s, err := w.end(ctx)
	if err != nil {
		return nil, err
	}
	s.Bias = Vector(columnSums(w.da, w.width))
	return s, nil
}

// lstmRow is one row of a step back: k holds its gates, before the state of its cell, dz becomes the gradient of the
// gates' arguments.
func (w *back) lstmRow(b, t int, k, before, dz []float32) {
	u := w.units
	if !w.reach(b, t) {
		clear(dz)
		return
	}
	dh, dc := w.dh[b*u:][:u], w.dc[b*u:][:u]
	for j := range u {
		i, f, g, o, tc := k[j], k[u+j], k[2*u+j], k[3*u+j], k[4*u+j]
		d := dc[j] + dh[j]*o*(1-tc*tc)
		dz[j] = d * g * i * (1 - i)
		dz[u+j] = d * before[j] * f * (1 - f)
		dz[2*u+j] = d * i * (1 - g*g)
		dz[3*u+j] = dh[j] * tc * o * (1 - o)
		dc[j] = d * f
	}
	clear(dh)
	copy(w.da[(b*w.steps+w.at(t))*w.width:], dz)
}
