package np

import (
	"math"
	"sort"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// diff is the difference of neighbours, n times over.
func (c *calc) diff(v value, n int, axis, prepend, appended value) value {
	a := c.arr(v)
	if c.err == nil && n < 0 {
		c.err = py.ValueErrorf("order must be non-negative but got %d", n)
	}
	if c.err == nil && a.Rank() == 0 {
		c.err = py.ValueErrorf("diff requires input that is at least one dimensional")
	}
	k := c.axis(axis, a.Rank())
	if c.err != nil {
		return py.None
	}
	parts := []*array{}
	for _, p := range []value{prepend, a, appended} {
		if p == py.None {
			continue
		}
		x := c.arr(p)
		if c.err == nil && x.Rank() == 0 {
			s := append([]int(nil), a.Shape()...)
			s[k] = 1
			x, _ = x.BroadcastTo(s)
		}
		parts = append(parts, x)
	}
	if len(parts) > 1 {
		a = c.view(concatenate(c.t, parts, k, nil))
	}
	op := "subtract"
	if a.DType().Num == tensor.Bool {
		op = "not_equal"
	}
	for range n {
		if c.err != nil {
			return py.None
		}
		m := a.Shape()[k]
		a = c.arr(c.u(op, a.Slice(k, min(1, m), 1, max(m-1, 0)), a.Slice(k, 0, 1, max(m-1, 0))))
	}
	return a
}

// quantileMethods place a quantile among n sorted values: the position counted from 0.
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
	"median_unbiased":           func(n, q float64) float64 { return q*(n+1./3) + 1./3 - 1 },
	"normal_unbiased":           func(n, q float64) float64 { return q*(n+1./4) + 3./8 - 1 },
	"interpolated_inverted_cdf": func(n, q float64) float64 { return q*n - 1 },
	"inverted_cdf":              func(n, q float64) float64 { return math.Ceil(n*q - 1) },
	"averaged_inverted_cdf": func(n, q float64) float64 {
		p := n*q - 1
		if p == math.Floor(p) {
			return p + 0.5
		}
		return math.Ceil(p)
	},
	"closest_observation": func(n, q float64) float64 { return closest(n*q - 1.5) },
}

// closest is the place behind p, or p itself where that is odd.
func closest(p float64) float64 {
	if at := math.Floor(p); at == p && math.Mod(at, 2) != 0 {
		return at
	}
	return math.Floor(p) + 1
}

// picksElements are the methods whose quantiles are elements, of the array's own type.
var picksElements = map[string]bool{"lower": true, "higher": true, "nearest": true, "inverted_cdf": true,
	"closest_observation": true}

// emptyLane warns that a median or quantile had nothing to look at.
func (c *calc) emptyLane(empty, skip bool) {
	if !empty || c.err != nil {
		return
	}
	if skip {
		c.t.Warn(py.RuntimeWarningClass, "All-NaN slice encountered")
		return
	}
	c.t.Warn(py.RuntimeWarningClass, "Mean of empty slice")
	c.err = report(c.t, invalid, "scalar divide")
}

// quantileOf is the quantile of sorted values.
func quantileOf(v []float64, q float64, method func(n, q float64) float64) float64 {
	n := len(v)
	if n == 0 || v[n-1] != v[n-1] {
		return math.NaN()
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

// lanes brings the reduced dimensions to the end, as rows of one length.
func (c *calc) lanes(a *array, axis value) (rows []float64, n int, rest []int, axes []int) {
	axes, err := axesArg(c.t, axis, a.Rank())
	if err != nil {
		c.err = err
		return nil, 0, nil, nil
	}
	if axis == py.None {
		for i := range a.Rank() {
			axes = append(axes, i)
		}
	}
	in := map[int]bool{}
	n = 1
	for _, k := range axes {
		in[k] = true
		n *= a.Shape()[k]
	}
	var perm []int
	rest = []int{}
	for i, d := range a.Shape() {
		if !in[i] {
			perm, rest = append(perm, i), append(rest, d)
		}
	}
	return append([]float64(nil), c.floats(a.Permute(append(perm, axes...)))...), n, rest, axes
}

// eachLane computes a number of every row of values; nan values are left out with skip.
func (c *calc) eachLane(v, axis value, keep, skip bool, f func(row []float64) float64) value {
	a := c.arr(v)
	if c.err != nil {
		return py.None
	}
	rows, n, rest, axes := c.lanes(a, axis)
	if c.err != nil {
		return py.None
	}
	count := 1
	for _, d := range rest {
		count *= d
	}
	out := make([]float64, count)
	for i := range out {
		row := rows[i*n : (i+1)*n]
		if skip {
			k := 0
			for _, x := range row {
				if x == x {
					row[k] = x
					k++
				}
			}
			row = row[:k]
		}
		out[i] = f(row)
	}
	if keep {
		rest = append([]int(nil), a.Shape()...)
		for _, k := range axes {
			rest[k] = 1
		}
	}
	z := floatsOf(out, append([]int{}, rest...)...)
	if d := a.DType().Num; d == tensor.Float32 || d == tensor.Float16 {
		z = c.cast(z, a.DType())
	}
	return scalarOf(z)
}

func sorted(row []float64) []float64 {
	sort.Slice(row, func(i, j int) bool { return floatOrder(row[i], row[j]) < 0 })
	return row
}

// quantile computes one quantile, or one result for each of several.
func (c *calc) quantile(a []value, scale float64, skip bool) value {
	qs := c.arr(a[1])
	q := append([]float64(nil), c.floats(qs)...)
	name, _ := strOf(a[5])
	method, ok := quantileMethods[name]
	if c.err == nil && !ok {
		c.err = py.ValueErrorf("'%s' is not a valid method. Use one of: linear, lower, "+
			"higher, nearest, midpoint, weibull, hazen, median_unbiased, normal_unbiased, inverted_cdf, "+
			"averaged_inverted_cdf, closest_observation, interpolated_inverted_cdf",
			name)
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
		parts = append(parts, c.arr(r))
	}
	if c.err != nil {
		return py.None
	}
	if d := c.arr(a[0]).DType(); picksElements[name] && d.Num.IsInteger() {
		for i, p := range parts {
			parts[i] = c.cast(p, d)
		}
	}
	if qs.Rank() == 0 {
		return scalarOf(parts[0])
	}
	return c.view(stack(c.t, parts, 0, nil))
}

// histogram counts values in bins.
func (c *calc) histogram(a []value) value {
	x := append([]float64(nil), c.floats(a[0])...)
	if _, ok := strOf(a[1]); ok && a[4] != py.None {
		c.err = py.TypeErrorf("Automated estimation of the number of bins is not supported for weighted data")
	}
	edges := c.edges(x, a[1], a[2], c.arr(a[0]).DType().Num.IsInteger())
	if c.err != nil {
		return py.None
	}
	weights := []float64(nil)
	if a[4] != py.None {
		weights = c.floats(a[4])
	}
	n := len(edges) - 1
	sums, counts := make([]float64, n), make([]int, n)
	for i, v := range x {
		if !(v >= edges[0] && v <= edges[n]) {
			continue
		}
		k := sort.SearchFloat64s(edges, v)
		if k > n || edges[k] != v {
			k--
		}
		for k < n-1 && edges[k+1] <= v { // equal edges
			k++
		}
		k = min(k, n-1)
		counts[k]++
		if weights != nil && i < len(weights) {
			sums[k] += weights[i]
		}
	}
	var h value = intsOf(counts)
	if weights != nil {
		h = floatsOf(sums)
		if d := c.arr(a[4]).DType().Num; d.IsInteger() {
			h = c.cast(h, dtypeOf(tensor.Int64))
		}
	}
	out := floatsOf(edges)
	_, isInt := py.AsInt(a[1])
	if _, byRule := strOf(a[1]); !isInt && !byRule { // edges stay of their own type
		out = c.arr(a[1])
	}
	if a[3] == true {
		width := c.diff(out, 1, int64(-1), py.None, py.None)
		h = c.u("divide", c.u("divide", h, width), c.fold("sum", h, py.None, false))
	}
	return py.NewTuple(h, out)
}

// edges are the ends of the bins: those given, or of a number of equal ones, which a rule may find.
func (c *calc) edges(x []float64, bins, rng value, whole bool) []float64 {
	if c.err != nil {
		return nil
	}
	n, isInt := py.AsInt(bins)
	rule, byRule := strOf(bins)
	if byRule && binWidths[rule] == nil {
		c.err = py.ValueErrorf("'%s' is not a valid estimator for `bins`", rule)
		return nil
	}
	if !byRule && (!isInt || isArray(bins)) {
		e := append([]float64(nil), c.floats(bins)...)
		for i := 1; i < len(e); i++ {
			if e[i] < e[i-1] {
				c.err = py.ValueErrorf("`bins` must increase monotonically, when an array")
			}
		}
		if len(e) < 2 && c.err == nil {
			c.err = py.ValueErrorf("`bins` must have at least two edges, got %d", len(e))
		}
		return e
	}
	if !byRule && (n < 1 || n > 1<<26) {
		c.err = py.ValueErrorf("`bins` must be positive, when an integer")
		return nil
	}
	lo, hi := 0.0, 1.0
	if rng != py.None {
		r := c.floats(rng)
		if c.err == nil && len(r) != 2 {
			c.err = py.ValueErrorf("range must have two values")
		}
		if c.err != nil {
			return nil
		}
		if lo, hi = r[0], r[1]; lo > hi {
			c.err = py.ValueErrorf("max must be larger than min in range parameter.")
		}
	} else if len(x) > 0 {
		lo, hi = x[0], x[0]
		for _, v := range x {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
		if lo-lo != 0 || hi-hi != 0 {
			c.err = py.ValueErrorf("autodetected range of [%s, %s] is not finite", literal.Float(lo), literal.Float(hi))
			return nil
		}
	}
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	if byRule {
		if n = binCount(x, lo, hi, rule, whole); n > 1<<26 {
			c.err = py.Raisef(py.MemoryErrorClass, "%d bins do not fit", n)
			return nil
		}
	}
	return c.floats(c.call("linspace", lo, hi, n+1))
}

// average is the mean with weights.
func (c *calc) average(a []value) value {
	x := c.arr(a[0])
	if a[2] == py.None {
		m := c.fold("mean", x, a[1], a[4] == true)
		if a[3] == true {
			n := float64(x.Len()) / math.Max(float64(c.arr(m).Len()), 1)
			return py.NewTuple(m, c.value(filledLike(c, m, n)))
		}
		return m
	}
	w := c.arr(a[2])
	if c.err == nil && !tensor.SameShape(w.Shape(), x.Shape()) {
		if a[1] == py.None {
			c.err = py.TypeErrorf("Axis must be specified when shapes of a and weights differ.")
			return py.None
		}
		k := c.axis(a[1], x.Rank())
		if c.err == nil && (w.Rank() != 1 || w.Len() != x.Shape()[k]) {
			c.err = py.ValueErrorf("Shape of weights must be consistent with shape of a along specified axis.")
		}
		if c.err != nil {
			return py.None
		}
		s := make([]int, x.Rank())
		for i := range s {
			s[i] = 1
		}
		s[k] = w.Len()
		w = c.view(reshape(c.t, w, s, 'C'))
		w, _ = w.BroadcastTo(x.Shape())
	}
	keep := a[4] == true
	scale := c.fold("sum", c.u("multiply", w, 1.0), a[1], keep)
	if s := c.arr(scale); c.err == nil {
		for _, f := range c.floats(s) {
			if f == 0 {
				c.err = py.NewExc(py.ZeroDivisionErrorClass, "Weights sum to zero, can't be normalized")
			}
		}
	}
	m := c.u("divide", c.fold("sum", c.u("multiply", x, c.u("multiply", w, 1.0)), a[1], keep), scale)
	if a[3] == true {
		return py.NewTuple(m, scale)
	}
	return m
}

func filledLike(c *calc, v value, n float64) (value, error) {
	z, err := filled(c.t, c.arr(v).Shape(), dtypeOf(tensor.Float64), n, 'C')
	if err != nil {
		return nil, err
	}
	return scalarOf(z), nil
}

// cov is the covariance of variables in rows.
func (c *calc) cov(m, y, rowvar value, ddof float64) value {
	x := c.cast(m, dtypeOf(tensor.Float64))
	x = atLeastRank(x, 2)
	if rowvar != true && x.Shape()[0] != 1 {
		x = x.T()
	}
	if y != py.None {
		z := atLeastRank(c.cast(y, dtypeOf(tensor.Float64)), 2)
		if rowvar != true && z.Shape()[0] != 1 {
			z = z.T()
		}
		x = c.view(concatenate(c.t, []*array{x, z}, 0, nil))
	}
	if c.err != nil {
		return py.None
	}
	dev := c.arr(c.u("subtract", x, c.fold("mean", x, int64(1), true)))
	prod := c.value(dot(c.t, dev, dev.T()))
	n := float64(x.Shape()[1]) - ddof
	if n <= 0 {
		c.t.Warn(py.RuntimeWarningClass, "Degrees of freedom <= 0 for slice")
		n = 0
	}
	return c.value(squeezed(c, c.u("multiply", prod, c.u("divide", 1.0, n))))
}

func squeezed(c *calc, v value) (value, error) {
	z, err := squeeze(c.t, c.arr(v), py.None)
	if err != nil {
		return nil, err
	}
	return scalarOf(z), nil
}

func init() {
	calcFn("diff(a, n=1, axis=-1, prepend=None, append=None)", "Differences of neighbours.",
		func(c *calc, a []value) value {
			return c.diff(a[0], c.int(a[1], "n"), a[2], a[3], a[4])
		})
	calcFn("ediff1d(ary, to_end=None, to_begin=None)", "Differences of neighbours in a row.",
		func(c *calc, a []value) value {
			d := c.arr(c.diff(c.line(a[0]), 1, int64(-1), py.None, py.None))
			parts := []*array{}
			if a[2] != py.None {
				parts = append(parts, c.line(a[2]))
			}
			parts = append(parts, d)
			if a[1] != py.None {
				parts = append(parts, c.line(a[1]))
			}
			return c.view(concatenate(c.t, parts, 0, d.DType()))
		})
	linear := quantileMethods["linear"]
	for name, skip := range map[string]bool{"median": false, "nanmedian": true} {
		calcFn(name+"(a, axis=None, out=None, overwrite_input=False, keepdims=False)", "The middle value.",
			func(c *calc, a []value) value {
				empty := false
				defer func() { c.emptyLane(empty, skip) }()
				return c.eachLane(a[0], a[1], a[4] == true, skip, func(row []float64) float64 {
					s := sorted(row)
					empty = empty || len(row) == 0
					if n := len(s); n > 0 && n%2 == 0 && s[n-1] == s[n-1] {
						return (s[n/2-1] + s[n/2]) / 2
					}
					return quantileOf(s, 0.5, linear)
				})
			})
	}
	for name, k := range map[string]struct {
		scale float64
		skip  bool
	}{"percentile": {100, false}, "quantile": {1, false}, "nanpercentile": {100, true}, "nanquantile": {1, true}} {
		calcFn(name+"(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False)",
			"The values below which a part lies.", func(c *calc, a []value) value {
				return c.quantile(a, k.scale, k.skip)
			})
	}
	calcFn("histogram(a, bins=10, range=None, density=None, weights=None)", "Counts of values in bins.",
		func(c *calc, a []value) value {
			return c.histogram(a)
		})
	calcFn("histogram_bin_edges(a, bins=10, range=None, weights=None)", "The edges of bins.",
		func(c *calc, a []value) value {
			return floatsOf(c.edges(append([]float64(nil), c.floats(a[0])...), a[1], a[2],
				c.arr(a[0]).DType().Num.IsInteger()))
		})
	calcFn("average(a, axis=None, weights=None, returned=False, *, keepdims=False)", "The mean with weights.",
		func(c *calc, a []value) value {
			return c.average(a)
		})
	calcFn("ptp(a, axis=None, out=None, keepdims=False)", "The greatest less the least.",
		func(c *calc, a []value) value {
			return c.u("subtract", c.fold("max", a[0], a[1], a[3] == true), c.fold("min", a[0], a[1], a[3] == true))
		})
	calcFn("cov(m, y=None, rowvar=True, bias=False, ddof=None)", "The covariance.", func(c *calc, a []value) value {
		d := 1.0
		if a[3] == true {
			d = 0
		}
		if a[4] != py.None {
			d = float64(c.int(a[4], "ddof"))
		}
		return c.cov(a[0], a[1], a[2], d)
	})
	calcFn("corrcoef(x, y=None, rowvar=True)", "The correlation.", func(c *calc, a []value) value {
		v := c.arr(c.cov(a[0], a[1], a[2], 1))
		if c.err != nil || v.Rank() == 0 {
			return c.u("divide", v, v)
		}
		s := c.arr(c.u("sqrt", v.Diagonal(0, 0, 1)))
		z := c.u("divide", c.u("divide", v, s.NewAxis(1)), s.NewAxis(0))
		return c.value(clip(c.t, z, int64(-1), int64(1), py.None))
	})
	initNaN()
	initSeries()
}

// initNaN declares the folds that leave nan out.
func initNaN() {
	for name, fill := range map[string]value{"sum": 0.0, "prod": 1.0, "max": math.Inf(-1), "min": math.Inf(1)} {
		calcFn("nan"+name+"(a, axis=None, dtype=None, out=None, keepdims=False)", "The "+name+", without nan.",
			func(c *calc, a []value) value {
				x := c.arr(a[0])
				if !x.DType().Num.IsFloating() && !x.DType().Num.IsComplex() {
					return c.fold(name, x, a[1], a[4] == true)
				}
				nan := c.u("isnan", x)
				z := c.fold(name, c.call("where", nan, fill, x), a[1], a[4] == true)
				if name == "max" || name == "min" {
					what := "axis"
					if isArray(a[0]) {
						what = "slice"
					}
					none := c.fold("all", nan, a[1], a[4] == true)
					if on, err := py.Truth(c.t, orNone(c.fold("any", none, py.None, false))); on && err == nil {
						c.t.Warn(py.RuntimeWarningClass, "All-NaN "+what+" encountered")
					}
					z = c.call("where", c.fold("all", nan, a[1], a[4] == true), math.NaN(), z)
					return scalarOf(c.cast(z, x.DType()))
				}
				return z
			})
	}
	calcFn("nanmean(a, axis=None, dtype=None, out=None, keepdims=False)", "The mean, without nan.",
		func(c *calc, a []value) value {
			empty := false
			z := c.eachLane(a[0], a[1], a[4] == true, true, func(row []float64) float64 {
				empty = empty || len(row) == 0
				return pairwise(row) / float64(len(row))
			})
			if empty {
				c.t.Warn(py.RuntimeWarningClass, "Mean of empty slice")
			}
			return z
		})
	for name, root := range map[string]bool{"nanvar": false, "nanstd": true} {
		calcFn(name+"(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False)", "The spread, without nan.",
			func(c *calc, a []value) value {
				d := float64(c.int(a[4], "ddof"))
				few := false
				z := c.eachLane(a[0], a[1], a[5] == true, true, func(row []float64) float64 {
					few = few || float64(len(row)) <= d
					m := pairwise(row) / float64(len(row))
					for i := range row {
						row[i] = (row[i] - m) * (row[i] - m)
					}
					v := pairwise(row) / (float64(len(row)) - d)
					if root {
						v = math.Sqrt(v)
					}
					return v
				})
				if few {
					c.t.Warn(py.RuntimeWarningClass, "Degrees of freedom <= 0 for slice.")
				}
				return z
			})
	}
	for name, least := range map[string]bool{"nanargmax": false, "nanargmin": true} {
		calcFn(name+"(a, axis=None, out=None, keepdims=False)", "Where it is, without nan.",
			func(c *calc, a []value) value {
				fill := math.Inf(-1)
				if least {
					fill = math.Inf(1)
				}
				nan := c.u("isnan", a[0])
				if all := c.fold("any", c.fold("all", nan, a[1], false), py.None, false); c.err == nil {
					if on, _ := py.Truth(c.t, all); on {
						c.err = py.ValueErrorf("All-NaN slice encountered")
					}
				}
				return c.value(argExtreme(c.t, c.arr(c.call("where", nan, fill, a[0])), least, a[1], a[3] == true))
			})
	}
	for name, product := range map[string]bool{"nancumsum": false, "nancumprod": true} {
		calcFn(name+"(a, axis=None)", "The running fold, without nan.", func(c *calc, a []value) value {
			x := c.call("where", c.u("isnan", a[0]), float64(b2i(product)), a[0])
			if k := c.arr(a[0]).DType(); k.IsNumber() && k.Num.IsInteger() {
				x = a[0]
			}
			return c.value(running(c.t, c.arr(x), a[1], product, py.None))
		})
	}
	calcFn("nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None)", "Without nan and infinities.",
		func(c *calc, a []value) value {
			x := c.arr(a[0])
			if !x.DType().Num.IsFloating() {
				return scalarOf(x)
			}
			_, hi := x.DType().Num.FloatRange()
			pos, neg := a[3], a[4]
			if pos == py.None {
				pos = hi
			}
			if neg == py.None {
				neg = -hi
			}
			z := c.call("where", c.u("isnan", x), a[2], x)
			z = c.call("where", c.u("equal", z, math.Inf(1)), pos, z)
			z = c.call("where", c.u("equal", z, math.Inf(-1)), neg, z)
			return scalarOf(c.cast(z, x.DType()))
		})
}

// initSeries declares functions of rows of numbers: interpolation, convolution, integrals.
func initSeries() {
	calcFn("interp(x, xp, fp, left=None, right=None, period=None)", "Between given points, on straight lines.",
		func(c *calc, a []value) value {
			xs := c.arr(a[0])
			x, xp, fp := c.floats(xs), c.floats(a[1]), c.floats(a[2])
			if c.err == nil && len(xp) != len(fp) {
				c.err = py.ValueErrorf("fp and xp are not of the same length.")
			}
			if c.err == nil && len(xp) == 0 {
				c.err = py.ValueErrorf("array of sample points is empty")
			}
			if c.err != nil {
				return py.None
			}
			n := len(xp)
			left, right := fp[0], fp[n-1]
			if a[3] != py.None {
				left = c.floats(a[3])[0]
			}
			if a[4] != py.None {
				right = c.floats(a[4])[0]
			}
			out := make([]float64, len(x))
			for i, v := range x {
				switch k := sort.Search(n, func(j int) bool { return xp[j] > v }) - 1; {
				case v != v:
					out[i] = v
				case k < 0:
					out[i] = left
				case v > xp[n-1]:
					out[i] = right
				case k >= n-1 || xp[k] == v:
					out[i] = fp[min(k, n-1)]
				default:
					slope := (fp[k+1] - fp[k]) / (xp[k+1] - xp[k])
					out[i] = float64(slope*(v-xp[k])) + fp[k]
				}
			}
			return scalarOf(floatsOf(out, append([]int{}, xs.Shape()...)...))
		})
	for name, rev := range map[string]bool{"convolve": false, "correlate": true} {
		mode := map[bool]string{false: "full", true: "valid"}[rev]
		what := map[bool]string{false: "convolution", true: "correlation"}[rev]
		empty := map[bool][2]string{false: {"a", "v"}, true: {"first array argument", "second array argument"}}[rev]
		calcFn(name+"(a, v, mode='"+mode+"')", "The "+what+" of two rows.",
			func(c *calc, a []value) value {
				x, y := c.line(a[0]), c.line(a[1])
				switch {
				case c.err != nil:
				case x.Len() == 0:
					c.err = py.ValueErrorf("%s cannot be empty", empty[0])
				case y.Len() == 0:
					c.err = py.ValueErrorf("%s cannot be empty", empty[1])
				}
				if c.err != nil {
					return py.None
				}
				how, _ := strOf(a[2])
				return c.convolve(x, y, how, rev)
			})
	}
	for _, name := range []string{"trapezoid", "trapz"} {
		calcFn(name+"(y, x=None, dx=1.0, axis=-1)", "The integral by trapezoids.", func(c *calc, a []value) value {
			y := c.arr(a[0])
			k := c.axis(a[3], y.Rank())
			if c.err != nil {
				return py.None
			}
			d := a[2]
			if a[1] != py.None {
				x := c.arr(a[1])
				d = c.diff(x, 1, int64(-1), py.None, py.None)
				if x.Rank() == 1 && y.Rank() > 1 {
					s := make([]int, y.Rank())
					for i := range s {
						s[i] = 1
					}
					s[k] = c.arr(d).Len()
					d = c.view(reshape(c.t, c.arr(d), s, 'C'))
				} else if x.Rank() > 1 {
					d = c.diff(x, 1, a[3], py.None, py.None)
				}
			}
			n := y.Shape()[k]
			sum := c.u("add", y.Slice(k, min(1, n), 1, max(n-1, 0)), y.Slice(k, 0, 1, max(n-1, 0)))
			return c.fold("sum", c.u("divide", c.u("multiply", d, sum), 2.0), int64(k), false)
		})
	}
	calcFn("gradient(f, *varargs, axis=None, edge_order=1)", "The slope by central differences.", gradient)
	calcFn("unwrap(p, discont=None, axis=-1, *, period=6.283185307179586)", "Angles without jumps.",
		func(c *calc, a []value) value {
			p := append([]float64(nil), c.floats(a[0])...)
			if c.err == nil && c.arr(a[0]).Rank() != 1 {
				c.err = py.ValueErrorf("tfs unwraps one row of angles")
			}
			per, err := py.ToFloat(a[3])
			if err != nil {
				c.err = err
			}
			if c.err != nil {
				return py.None
			}
			half, sum := per/2, 0.0
			out := append([]float64(nil), p...)
			for i := 1; i < len(p); i++ {
				d := p[i] - p[i-1]
				m := math.Mod(d+half, per)
				if m < 0 {
					m += per
				}
				if m -= half; m == -half && d > 0 {
					m = half
				}
				if math.Abs(d) >= half {
					sum += m - d
				}
				out[i] = p[i] + sum
			}
			return floatsOf(out)
		})
}
