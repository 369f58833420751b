package tensor

import "context"

// LinSpace is n numbers at equal distances, the first and the last given as scalars of one floating
// type (LinSpace). Every step is rounded in that type.
func LinSpace(ctx context.Context, start, stop *Tensor, n int) (*Tensor, error) {
	d := start.DType()
	if !d.IsFloating() {
		return nil, NoKernel("LinSpace", d)
	}
	out, err := Make[float64](n)
	if err != nil {
		return nil, err
	}
	round := rounding(d)
	a, b := start.Float(0), stop.Float(0)
	step := 0.0
	if n > 1 {
		step = round(round(b-a) / round(float64(n-1)))
	}
	for i := range out {
		out[i] = round(a + round(step*round(float64(i))))
	}
	if n > 1 {
		out[n-1] = b
	}
	return Cast(ctx, Vector(out), d)
}

// IncompleteBeta is the regularised incomplete beta function I_x(a, b) of float32 or float64 tensors of
// one shape, or scalars that go with every element (Betainc).
func IncompleteBeta(ctx context.Context, a, b, x *Tensor, shape []int) (*Tensor, error) {
	d := x.DType()
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	out, err := Make[float64](n)
	if err != nil {
		return nil, err
	}
	at := func(t *Tensor, i int) float64 {
		if t.Rank() == 0 {
			i = 0
		}
		return t.Float(i)
	}
	if err := parallel(ctx, n, 200, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = Betainc(at(a, i), at(b, i), at(x, i))
		}
	}); err != nil {
		return nil, err
	}
	return Cast(ctx, FromSlice(shape, out), d)
}
