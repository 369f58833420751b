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
