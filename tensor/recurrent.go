package tensor

import "context"

// Recurrence is what LSTM and GRU layers run over whole batches of float32: every step's products at once where they
// do not depend on each other, the others step by step.
type Recurrence struct {
	X            *Tensor // [batch, steps, depth]
	H, C         *Tensor // the first states, [batch, units]; C of LSTM only
	Kernel       *Tensor // [depth, gates*units]
	Recurrent    *Tensor // [units, gates*units]
	Bias         *Tensor // LSTM: [4*units]; GRU: [2, 3*units]
	Mask         *Tensor // bool [batch, steps], empty for none: at steps that are false states and outputs stay
	Backwards    bool    // the last step first
	ZeroOutput   bool    // outputs of masked steps are zeros
	batch, steps int
	depth, units int
	mask         []bool
}

// Course is what a run gives. Y, Last, H and C are its results, the others are kept for the gradient.
type Course struct {
	Y     *Tensor // the outputs in the order of the steps taken, [batch, steps, units]
	Last  *Tensor // the last output, zeros without steps, [batch, units]
	H, C  *Tensor // the last states
	Gates *Tensor // LSTM [steps, batch, 5*units]: i, f, g, o, tanh(c); GRU [steps, batch, 4*units]: z, r, h~, h·R_h
	Hs    *Tensor // the states before each step, [steps, batch, units]
	Cs    *Tensor
}

// Yield is the gradients of the results of a run; an empty tensor stands for zeros.
type Yield struct{ Y, Last, H, C *Tensor }

// Slopes are the gradients of a run by its inputs.
type Slopes struct{ X, H, C, Kernel, Recurrent, Bias *Tensor }

// check refuses inputs that do not fit and reads their sizes.
func (r *Recurrence) check(gates int, bias []int) error {
	if r.X.Rank() != 3 || r.H.Rank() != 2 || r.Kernel.Rank() != 2 || r.Recurrent.Rank() != 2 {
		return Errorf("inputs must have rank 3, states and kernels rank 2, got shapes %s, %s, %s and %s",
			ShapeString(r.X.shape), ShapeString(r.H.shape), ShapeString(r.Kernel.shape), ShapeString(r.Recurrent.shape))
	}
	r.batch, r.steps, r.depth, r.units = r.X.shape[0], r.X.shape[1], r.X.shape[2], r.Recurrent.shape[0]
	for _, want := range []struct {
		name  string
		t     *Tensor
		shape []int
	}{{"state", r.H, []int{r.batch, r.units}}, {"kernel", r.Kernel, []int{r.depth, gates * r.units}},
		{"recurrent kernel", r.Recurrent, []int{r.units, gates * r.units}}, {"bias", r.Bias, bias}} {
		if !SameShape(want.t.shape, want.shape) {
			return Errorf("the %s must have shape %s, got %s", want.name, ShapeString(want.shape), ShapeString(want.t.shape))
		}
	}
	if gates == 4 && !SameShape(r.C.shape, r.H.shape) {
		return Errorf("the states must have one shape, got %s and %s", ShapeString(r.H.shape), ShapeString(r.C.shape))
	}
	if r.Mask == nil || r.Mask.n == 0 {
		return nil
	}
	if !SameShape(r.Mask.shape, r.X.shape[:2]) {
		return Errorf("the mask must have shape %s, got %s", ShapeString(r.X.shape[:2]), ShapeString(r.Mask.shape))
	}
	r.mask = Slice[bool](r.Mask)
	return nil
}

// at is the step of the inputs that step t takes.
func (r *Recurrence) at(t int) int {
	if r.Backwards {
		return r.steps - 1 - t
	}
	return t
}

// skipped tells a row that step t leaves as it is.
func (r *Recurrence) skipped(b, t int) bool { return r.mask != nil && !r.mask[b*r.steps+r.at(t)] }

// floats is a new tensor and its elements.
func floats(shape ...int) (*Tensor, []float32, error) {
	t, err := New(Float32, shape)
	if err != nil {
		return nil, nil, err
	}
	return t, Slice[float32](t), nil
}

// rows views part of elements as a matrix.
//
//go:noinline
func rows(v []float32, n, width int) *Tensor { return FromSlice([]int{n, width}, v[:n*width]) }

// turned is a matrix transposed.
func turned(ctx context.Context, x *Tensor) (*Tensor, error) { return Transpose(ctx, x, []int{1, 0}) }

// projected is the inputs of all steps times the kernel: row b*steps+t.
func (r *Recurrence) projected(ctx context.Context) ([]float32, error) {
	z, err := MatMul(ctx, r.X.WithShape([]int{r.batch * r.steps, r.depth}), r.Kernel)
	if err != nil {
		return nil, err
	}
	return Slice[float32](z), nil
}

// begin makes the tensors of a course; width is how many numbers a unit keeps of a step.
func (r *Recurrence) begin(width int) (*Course, error) {
	c := &Course{}
	for _, p := range []struct {
		to    **Tensor
		shape []int
	}{{&c.Y, []int{r.batch, r.steps, r.units}}, {&c.Last, []int{r.batch, r.units}},
		{&c.Gates, []int{r.steps, r.batch, width * r.units}}, {&c.Hs, []int{r.steps, r.batch, r.units}}} {
		t, err := New(Float32, p.shape)
		if err != nil {
			return nil, err
		}
		*p.to = t
	}
	return c, nil
}

// emit writes the outputs of step t.
func (r *Recurrence) emit(c *Course, t int, h []float32) {
	y, last, u := Slice[float32](c.Y), Slice[float32](c.Last), r.units
	for b := range r.batch {
		out := last[b*u : (b+1)*u]
		switch {
		case !r.skipped(b, t):
			copy(out, h[b*u:(b+1)*u])
		case r.ZeroOutput:
			clear(out)
		}
		copy(y[(b*r.steps+t)*u:], out)
	}
}

// back is the state of a walk back through the steps.
type back struct {
	*Recurrence
	turned *Tensor   // the recurrent kernel, transposed
	dy     []float32 // nil for zeros
	dout   []float32 // of the outputs, carried back over masked steps, [batch, units]
	dh, dc []float32 // of the states
	da     []float32 // of the inputs' products, row b*steps+at
	dr     []float32 // of the states' products, in the same order; LSTM's are da
	hs     []float32 // the states before the steps, in the same order
	width  int       // gates*units
}

func (r *Recurrence) walk(ctx context.Context, g Yield, c *Course, gates int) (*back, error) {
	w := &back{Recurrence: r, width: gates * r.units}
	var err error
	if w.turned, err = turned(ctx, r.Recurrent); err != nil {
		return nil, err
	}
	if g.Y.n > 0 {
		w.dy = Slice[float32](g.Y)
	}
	for _, p := range []struct {
		to   *[]float32
		n    int
		from *Tensor
	}{{&w.dout, r.batch * r.units, g.Last}, {&w.dh, r.batch * r.units, g.H}, {&w.dc, r.batch * r.units, g.C},
		{&w.da, r.batch * r.steps * w.width, nil}, {&w.hs, r.batch * r.steps * r.units, nil}} {
		if *p.to, err = Make[float32](p.n); err != nil {
			return nil, err
		}
		if p.from != nil && p.from.n > 0 {
			copy(*p.to, Slice[float32](p.from))
		}
	}
	kept, u := Slice[float32](c.Hs), r.units
	for t := range r.steps {
		for b := range r.batch {
			copy(w.hs[(b*r.steps+r.at(t))*u:][:u], kept[(t*r.batch+b)*u:][:u])
		}
	}
	return w, nil
}

// reach adds what reaches row b of the outputs of step t to the gradient of its state and tells whether the step
// was taken.
func (w *back) reach(b, t int) bool {
	u := w.units
	out, dh := w.dout[b*u:(b+1)*u], w.dh[b*u:(b+1)*u]
	if w.dy != nil {
		for j, v := range w.dy[(b*w.steps+t)*u:][:u] {
			out[j] += v
		}
	}
	if w.skipped(b, t) {
		if w.ZeroOutput {
			clear(out)
		}
		return false
	}
	for j, v := range out {
		dh[j] += v
	}
	clear(out)
	return true
}

// through adds a step's gradients dz [batch, width] to those of the states before it.
func (w *back) through(ctx context.Context, dz []float32) error {
	p, err := MatMul(ctx, rows(dz, w.batch, w.width), w.turned)
	if err != nil {
		return err
	}
	for i, v := range Slice[float32](p) {
		w.dh[i] += v
	}
	return ctx.Err()
}

// end makes the gradients by the inputs and the kernels of those of all steps.
func (w *back) end(ctx context.Context) (*Slopes, error) {
	n := w.batch * w.steps
	da, dr := rows(w.da, n, w.width), rows(w.da, n, w.width)
	if w.dr != nil {
		dr = rows(w.dr, n, w.width)
	}
	s := &Slopes{H: rows(w.dh, w.batch, w.units), C: rows(w.dc, w.batch, w.units)}
	kt, err := turned(ctx, w.Kernel)
	if err != nil {
		return nil, err
	}
	if s.X, err = MatMul(ctx, da, kt); err != nil {
		return nil, err
	}
	s.X = s.X.WithShape(w.X.shape)
	if s.Kernel, err = outer(ctx, w.X.WithShape([]int{n, w.depth}), da); err != nil {
		return nil, err
	}
	s.Recurrent, err = outer(ctx, rows(w.hs, n, w.units), dr)
	return s, err
}

// outer is xᵀ·y.
func outer(ctx context.Context, x, y *Tensor) (*Tensor, error) {
	xt, err := turned(ctx, x)
	if err != nil {
		return nil, err
	}
	return MatMul(ctx, xt, y)
}

// columnSums sums rows.
func columnSums(v []float32, width int) []float32 {
	out := make([]float32, width)
	for len(v) > 0 {
		for j, x := range v[:width] {
			out[j] += x
		}
		v = v[width:]
	}
	return out
}
