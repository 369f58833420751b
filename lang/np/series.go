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
	switch k := sort.Search(n, func(j int) bool { return xp[j] > v }) - 1; {
	case v != v:
		return v
	case k < 0:
		return left
	case v > xp[n-1]:
		return right
	case k >= n-1 || xp[k] == v:
		return fp[min(k, n-1)]
	default:
		slope := (fp[k+1] - fp[k]) / (xp[k+1] - xp[k])
		return float64(slope*(v-xp[k])) + fp[k]
	}
}

// unwrap adds periods where neighbours along an axis are more than half of one apart.
func unwrap(c *calc, a []value) value {
	p, period := c.arr(a[0]), a[3]
	k := c.axis(a[2], p.Rank())
	d := c.arr(c.diff(p, 1, int64(k), py.None, py.None))
	if c.err != nil {
		return py.None
	}
	kind, err := dtypeArg(c.call("result_type", d, period))
	if c.err == nil {
		c.err = err
	}
	per, err := py.ToFloat(period) // Python's numbers keep the type of an array
	if c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return py.None
	}
	var high, low value = per / 2, -per / 2
	discont, ambiguous := a[1], true
	if discont == py.None {
		discont = high
	}
	if n, isInt := py.AsInt(period); isInt && kind.IsNumber() && kind.Num.IsInteger() {
		high, low, ambiguous = n/2, -(n / 2), n%2 == 0
	}
	m := c.u("add", c.u("remainder", c.u("subtract", d, low), period), low)
	if ambiguous {
		m = c.call("where", c.u("logical_and", c.u("equal", m, low), c.u("greater", d, int64(0))), high, m)
	}
	fix := c.call("where", c.u("less", c.u("absolute", d), discont), int64(0), c.u("subtract", m, d))
	up := c.cast(p, kind)
	if c.err != nil {
		return py.None
	}
	if up, c.err = up.Copy(c.t.Ctx, 'C'); c.err != nil {
		return py.None
	}
	n := p.Shape()[k]
	moved := c.u("add", p.Slice(k, min(1, n), 1, max(n-1, 0)), c.value(running(c.t, c.arr(fix), int64(k), false, py.None)))
	if c.err == nil {
		c.err = assign(c.t, up.Slice(k, min(1, n), 1, max(n-1, 0)), c.arr(moved))
	}
	return up
}
