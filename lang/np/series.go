package np

import (
	"math"
	"sort"

	"github.com/tfs-lang/tfs/lang/py"
)

// interp is the piecewise linear function through points at x.
func interp(c *calc, a []value) value {
	xs := c.arr(a[0])
	if fp := c.arr(a[2]); c.err == nil && fp.DType().Num.IsComplex() { // the parts apart
		parts := [2]value{}
		for i, name := range []string{"real", "imag"} {
			part := append([]value(nil), a...)
			part[2] = c.call(name, fp)
			for k := 3; k < 5 && a[k] != py.None; k++ {
				part[k] = c.call(name, a[k])
			}
			parts[i] = interp(c, part)
		}
		return c.u("add", parts[0], c.u("multiply", parts[1], complex(0, 1)))
	}
	if c.shallow("object too deep for desired array", a[1:3]...); c.err != nil {
		return py.None
	}
	x := append([]float64(nil), c.floats(xs)...)
	xp, fp := append([]float64(nil), c.floats(a[1])...), append([]float64(nil), c.floats(a[2])...)
	if c.err == nil && len(xp) != len(fp) {
		c.err = py.ValueErrorf("fp and xp are not of the same length.")
	}
	if c.err == nil && len(xp) == 0 {
		c.err = py.ValueErrorf("array of sample points is empty")
	}
	if c.err != nil {
		return py.None
	}
	left, right := fp[0], fp[len(fp)-1]
	if a[5] != py.None {
		if xp, fp = c.around(a[5], x, xp, fp); c.err != nil {
			return py.None
		}
		left, right = fp[0], fp[len(fp)-1]
	} else {
		for i, at := range []*float64{&left, &right} {
			if a[3+i] != py.None {
				v, err := py.ToFloat(a[3+i])
				if err != nil {
					return c.value(nil, err)
				}
				*at = v
			}
		}
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = between(v, xp, fp, left, right)
	}
	return scalarOf(floatsOf(out, append([]int{}, xs.Shape()...)...))
}

// around puts x and the points of a periodic function into one period, in order, with one more point on either side.
func (c *calc) around(period value, x, xp, fp []float64) (p, f []float64) {
	per, err := py.ToFloat(period)
	if err == nil && per == 0 {
		err = py.ValueErrorf("period must be a non-zero value")
	}
	if err != nil {
		c.err = err
		return nil, nil
	}
	per = math.Abs(per)
	for i, v := range x {
		_, x[i] = floatDivmod(v, per)
	}
	n := len(xp)
	at := make([]int, n)
	for i, v := range xp {
		_, xp[i] = floatDivmod(v, per)
		at[i] = i
	}
	sort.SliceStable(at, func(i, j int) bool { return xp[at[i]] < xp[at[j]] })
	for _, i := range at {
		p, f = append(p, xp[i]), append(f, fp[i])
	}
	p = append(append([]float64{p[n-1] - per}, p...), p[0]+per)
	return p, append(append([]float64{f[n-1]}, f...), f[0])
}

// between is the function at v.
func between(v float64, xp, fp []float64, left, right float64) float64 {
	n := len(xp)
	switch k := sort.Search(n, func(j int) bool { return !(xp[j] <= v) }) - 1; {
	case v != v:
		return v
	case v < xp[0]:
		return left
	case v > xp[n-1]:
		return right
	case k >= n-1 || k >= 0 && xp[k] == v:
		return fp[min(k, n-1)]
	default:
		k = max(k, 0) // the first point may be nan
		slope := (fp[k+1] - fp[k]) / (xp[k+1] - xp[k])
		y := float64(slope*(v-xp[k])) + fp[k]
		if y != y { // from the other end, where the first is infinite
			y = float64(slope*(v-xp[k+1])) + fp[k+1]
		}
		if y != y && fp[k] == fp[k+1] {
			y = fp[k]
		}
		return y
	}
}
