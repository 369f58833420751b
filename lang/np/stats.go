package np

import (
	"math"
	"sort"

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
	return z, nil
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
	for name, skip := range map[string]bool{"median": false, "nanmedian": true} {
		calcFn(name+"(a, axis=None, out=None, overwrite_input=False, keepdims=False)", "The middle value.",
			func(c *calc, a []value) value {
				if x := c.arr(a[0]); c.err == nil && (x.DType().IsDate() || x.DType().IsNumber() && x.DType().Num.IsComplex()) {
					return c.complexMedian(x, a[1], a[4] == true)
				}
				empty := false
				defer func() { c.emptyLane(empty, skip) }()
				return c.eachLane(a[0], a[1], a[4] == true, skip, func(row []float64) float64 {
					s := sorted(row)
					empty = empty || len(row) == 0
					if n := len(s); n > 0 && n%2 == 0 && s[n-1] == s[n-1] {
						return (s[n/2-1] + s[n/2]) / 2
					}
					return quantileOf(s, 0.5, quantileMethods["linear"])
				})
			})
	}
	for name, k := range map[string]struct {
		scale float64
		skip  bool
	}{"percentile": {100, false}, "quantile": {1, false}, "nanpercentile": {100, true}, "nanquantile": {1, true}} {
		calcFn(name+"(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False, *, weights=None)",
			"The values below which a part lies.", func(c *calc, a []value) value {
				return c.quantile(a, k.scale, k.skip)
			})
	}
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
	calcFn("corrcoef(x, y=None, rowvar=True, *, dtype=None)", "The correlation.", func(c *calc, a []value) value {
		v := c.arr(c.cov(a[0], a[1], a[2], 1))
		if d, err := dtypeArg(a[3]); err != nil {
			c.err = err
		} else if d != nil {
			v = c.arr(c.cast(v, d))
		}
		if c.err != nil || v.Rank() == 0 {
			return c.u("divide", v, v)
		}
		s := c.arr(c.u("sqrt", v.Diagonal(0, 0, 1)))
		z := c.u("divide", c.u("divide", v, s.NewAxis(1)), s.NewAxis(0))
		return c.value(clip(c.t, z, int64(-1), int64(1), py.None))
	})
	initSeries()
}

// initSeries declares functions of rows of numbers: interpolation, convolution, integrals.
func initSeries() {
	calcFn("interp(x, xp, fp, left=None, right=None, period=None)", "Between given points, on straight lines.", interp)
	for name, rev := range map[string]bool{"convolve": false, "correlate": true} {
		mode := map[bool]string{false: "full", true: "valid"}[rev]
		what := map[bool]string{false: "convolution", true: "correlation"}[rev]
		empty := map[bool][2]string{false: {"a", "v"}, true: {"first array argument", "second array argument"}}[rev]
		calcFn(name+"(a, v, mode='"+mode+"')", "The "+what+" of two rows.",
			func(c *calc, a []value) value {
				x, y := c.line(a[0]), c.line(a[1])
				switch {
				case c.err != nil:
				case c.arr(a[0]).Rank() > 1 || c.arr(a[1]).Rank() > 1:
					c.err = py.ValueErrorf("object too deep for desired array")
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
}
