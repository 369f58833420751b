package np

import (
	"math"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// Medians and quantiles.

// quantileNames are the methods in NumPy's order.
var quantileNames = []string{"inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen",
	"weibull", "linear", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest"}

// quantileMethods place a quantile among n sorted values: the position counted from 0; at half way the mean is taken.
var quantileMethods = map[string]func(n, q float64) float64{
	"linear": func(n, q float64) float64 { return (n - 1) * q }, "lower": func(n, q float64) float64 {
		return math.Floor((n - 1) * q)
	},
	"higher":  func(n, q float64) float64 { return math.Ceil((n - 1) * q) },
	"nearest": func(n, q float64) float64 { return math.RoundToEven((n - 1) * q) },
	"midpoint": func(n, q float64) float64 {
		p := (n - 1) * q
		return 0.5 * (math.Floor(p) + math.Ceil(p))
	},
	"weibull": func(n, q float64) float64 { return q*(n+1) - 1 }, "hazen": func(n, q float64) float64 {
		return q*n + 0.5 - 1
	},
	"median_unbiased": func(n, q float64) float64 { return q*(n+1./3) + 1./3 - 1 },
	"normal_unbiased": func(n, q float64) float64 { return q*(n+1./4) + 3./8 - 1 },
	"inverted_cdf":    func(n, q float64) float64 { return math.Ceil(n*q - 1) },
	"averaged_inverted_cdf": func(n, q float64) float64 {
		if p := n*q - 1; p == math.Floor(p) {
			return p + 0.5
		}
		return math.Ceil(n*q - 1)
	},
	"closest_observation": func(n, q float64) float64 { // the nearest, of two as near the one at an odd place
		p := n*q - 1 - 0.5
		if f := math.Floor(p); p == f && math.Mod(f, 2) == 1 {
			return f
		}
		return math.Floor(p) + 1
	},
	"interpolated_inverted_cdf": func(n, q float64) float64 { return q*n - 1 },
}

// discrete are the methods that give one of the values, in their type.
var discrete = map[string]bool{"inverted_cdf": true, "closest_observation": true, "lower": true, "higher": true, "nearest": true}

// quantileOf is the quantile of sorted values.
func quantileOf(v []float64, q float64, method func(n, q float64) float64) float64 {
	n := len(v)
	if n == 0 || v[n-1] != v[n-1] {
		return py.NaN
	}
	p := math.Max(math.Min(method(float64(n), q), float64(n-1)), 0)
	i := int(p)
	g := p - float64(i)
	lo, hi := v[i], v[min(i+1, n-1)]
	if g == 0 {
		return lo
	}
	if g >= 0.5 {
		return hi - (hi-lo)*(1-g)
	}
	return lo + (hi-lo)*g
}

// quantile computes one quantile, or one result for each of several.
func (c *calc) quantile(a []value, scale float64, skip bool) value {
	qs := c.arr(a[1])
	q := append([]float64(nil), c.floats(qs)...)
	name, _ := strOf(a[5])
	method, ok := quantileMethods[name]
	if c.err == nil && !ok {
		c.err = py.ValueErrorf("'%s' is not a valid method. Use one of: dict_keys(['%s'])", name,
			strings.Join(quantileNames, "', '"))
	}
	if x := c.arr(a[0]); c.err == nil && x.DType().IsNumber() && x.DType().Num.IsComplex() {
		c.err = py.TypeErrorf("a must be an array of real numbers")
		return py.None
	}
	if a[7] != py.None && c.err == nil {
		return c.value(fromModule(c.t, "_np_rare", "weighted_quantile", c.arr(a[0]), c.u("divide", qs, scale), a[2], a[5], a[6],
			a[7], skip))
	}
	if x := c.arr(a[0]); c.err == nil && x.DType().IsDate() {
		return c.value(fromDates(c.t, "quantile", x, c.u("divide", qs, scale), a[2], name, a[6]))
	}
	var parts []*array
	empty := false
	defer func() { c.emptyLane(empty && skip, true) }()
	for _, p := range q {
		p /= scale
		if c.err == nil && !(p >= 0 && p <= 1) {
			what := "Quantiles must be in the range [0, 1]"
			if scale == 100 {
				what = "Percentiles must be in the range [0, 100]"
			}
			c.err = py.ValueErrorf("%s", what)
		}
		r := c.eachLane(a[0], a[2], a[6] == true, skip, func(row []float64) float64 {
			empty = empty || len(row) == 0
			return quantileOf(sorted(row), p, method)
		})
		if x := c.arr(a[0]); c.err == nil && discrete[name] && x.DType().IsNumber() && x.DType().Num.IsInteger() {
			r = c.cast(r, x.DType())
		}
		parts = append(parts, c.arr(r))
	}
	if c.err != nil {
		return py.None
	}
	if qs.Rank() == 0 {
		return scalarOf(parts[0])
	}
	return c.view(stack(c.t, parts, 0, nil))
}

// complexMedian is the middle of complex numbers sorted by their real parts, then the imaginary ones.
func (c *calc) complexMedian(x *array, axis value, keep bool) value {
	if axis == py.None {
		rank := x.Rank()
		x, axis = c.line(x), int64(0)
		if keep {
			for range rank - 1 {
				x = x.NewAxis(0)
			}
			axis = int64(rank - 1)
		}
	}
	k := c.axis(axis, x.Rank())
	if c.err != nil {
		return py.None
	}
	s := c.view(sortAxis(c.t, x, int64(k), py.None))
	if c.err != nil {
		return py.None
	}
	n := s.Shape()[k]
	half := (n - 1) / 2
	z := c.fold("mean", s.Slice(k, half, 1, min(2-n%2, n)), int64(k), keep)
	bad := c.fold("any", c.u("isnan", s), int64(k), keep)
	if c.anyTrue(bad) {
		last := c.fold("prod", s.Slice(k, n-1, 1, 1), int64(k), keep)
		z = c.call("where", bad, last, z)
	}
	if z, ok := z.(*array); ok && c.err == nil {
		return scalarOf(z)
	}
	return z
}

// anyTrue tells whether one of some conditions holds.
func (c *calc) anyTrue(v value) bool {
	on, err := py.Truth(c.t, orNone(c.fold("any", v, py.None, false)))
	return c.err == nil && err == nil && on
}

// into stores a result in out where that is given.
func (c *calc) into(out, z value) value {
	if out == py.None || c.err != nil {
		return z
	}
	c.call("copyto", out, z, "unsafe")
	return out
}
