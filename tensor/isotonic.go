package tensor

import "context"

// pool is neighbouring elements of a row that get the same value, their mean.
type pool struct {
	start     int
	sum, mean float64
}

// Isotonic solves the isotonic regression of each row of the last axis: the numbers that do not rise and are nearest to
// the given ones (TF op IsotonicRegression). It gives them in type d, computed in that type, and the int32 number of
// the run of equal ones that each belongs to. It pools adjacent violators (Kruskal 1964). Shapes as x; a scalar is a
// row.
func Isotonic(ctx context.Context, x *Tensor, d DType) (z, runs *Tensor, err error) {
	if x, err = Cast(ctx, x, d); err != nil {
		return nil, nil, err
	}
	in, err := Cast(ctx, x, Float64)
	if err != nil {
		return nil, nil, err
	}
	out, err := NewContext(ctx, Float64, x.Shape())
	if err != nil {
		return nil, nil, err
	}
	if runs, err = NewContext(ctx, Int32, x.Shape()); err != nil {
		return nil, nil, err
	}
	round, width := roundTo(d), 1
	if x.Rank() > 0 {
		width = x.Shape()[x.Rank()-1]
	}
	from, to, at := Slice[float64](in), Slice[float64](out), Slice[int32](runs)
	err = Parallel(ctx, x.Len()/max(width, 1), width*20, func(lo, hi int) {
		var pools []pool
		for r := lo; r < hi; r++ {
			pools = pooled(from[r*width:(r+1)*width], pools[:0], round)
			for k, p := range pools {
				end := width
				if k+1 < len(pools) {
					end = pools[k+1].start
				}
				for i := p.start; i < end; i++ {
					to[r*width+i], at[r*width+i] = p.mean, int32(k)
				}
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	z, err = Cast(ctx, out, d)
	return z, runs, err
}

// pooled joins neighbouring pools as long as their means rise.
func pooled(row []float64, pools []pool, round func(float64) float64) []pool {
	for i, v := range row {
		pools = append(pools, pool{i, v, v})
		for n := len(pools); n > 1 && pools[n-1].mean > pools[n-2].mean; n = len(pools) {
			p, last := &pools[n-2], pools[n-1]
			p.sum = round(p.sum + last.sum)
			p.mean = round(p.sum / round(float64(i+1-p.start)))
			pools = pools[:n-1]
		}
	}
	return pools
}

// roundTo rounds to a floating type.
func roundTo(d DType) func(float64) float64 {
	switch d {
	case Float32:
		return func(v float64) float64 { return float64(float32(v)) }
	case Float16:
		return func(v float64) float64 { return float64(ToHalf(float32(v)).Float32()) }
	case BFloat16:
		return func(v float64) float64 { return float64(ToBHalf(float32(v)).Float32()) }
	}
	return func(v float64) float64 { return v }
}
