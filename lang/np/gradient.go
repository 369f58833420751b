package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// Convolution, and differences between neighbours.

func (c *calc) convolve(x, y *array, mode string, correlate bool) value {
	d := promote(x.DType(), y.DType())
	if !d.IsNumber() {
		c.err = py.TypeErrorf("tfs convolves numbers only, not %s", d)
		return py.None
	}
	if correlate {
		y = flip(y, nil)
		if d.Num.IsComplex() {
			y = c.arr(c.u("conjugate", y))
		}
	}
	swapped := y.Len() > x.Len()
	if swapped {
		x, y = y, x
	}
	n, m := x.Len(), y.Len()
	full := c.new(d, n+m-1)
	for i := range m {
		if c.err != nil {
			return py.None
		}
		part := full.Slice(0, i, 1, n)
		c.err = assign(c.t, part, c.u("add", part, c.u("multiply", x, c.at(y, int64(i)))))
	}
	switch mode {
	case "full":
		return full
	case "same":
		return c.view(full.Slice(0, (m-1)/2, 1, n).Copy(c.t.Ctx, 'C'))
	case "valid":
		return c.view(full.Slice(0, m-1, 1, n-m+1).Copy(c.t.Ctx, 'C'))
	}
	c.err = py.ValueErrorf("mode must be one of 'valid', 'same', or 'full' (got '%s')", mode)
	return py.None
}

func gradient(c *calc, a []value) value {
	f := c.cast(a[0], dtypeOf(tensor.Float64))
	axes, err := axesArg(c.t, a[2], f.Rank())
	if err != nil {
		c.err = err
		return py.None
	}
	if axes == nil {
		for i := range f.Rank() {
			axes = append(axes, i)
		}
	}
	order := c.int(a[3], "edge_order")
	if c.err == nil && order > 2 {
		c.err = py.ValueErrorf("'edge_order' greater than 2 not supported")
	}
	if c.err != nil {
		return py.None
	}
	steps := a[1].(*py.Tuple).Items
	out := py.NewTuple()
	for j, k := range axes {
		n := f.Shape()[k]
		if n < order+1 {
			c.err = py.ValueErrorf("Shape of array too small to calculate a numerical gradient, " +
				"at least (edge_order + 1) elements are required.")
			return py.None
		}
		var h value = 1.0
		if len(steps) > 0 {
			h = steps[j%len(steps)]
		}
		z := c.new(dtypeOf(tensor.Float64), f.Shape()...)
		hs := c.arr(h)
		if c.err != nil {
			return py.None
		}
		put := func(at, count int, v value) {
			if c.err == nil {
				c.err = assign(c.t, z.Slice(k, at, 1, count), v)
			}
		}
		if hs.Rank() == 0 {
			put(1, n-2,
				c.u("divide", c.u("subtract", f.Slice(k, 2, 1, n-2), f.Slice(k, 0, 1, n-2)), c.u("multiply", h, 2.0)))
			put(0, 1, c.u("divide", c.u("subtract", f.Slice(k, 1, 1, 1), f.Slice(k, 0, 1, 1)), h))
			put(n-1, 1, c.u("divide", c.u("subtract", f.Slice(k, n-1, 1, 1), f.Slice(k, n-2, 1, 1)), h))
		} else {
			c.unevenGradient(f, hs, k, n, put)
		}
		if order == 2 {
			c.secondOrderEdges(f, hs, k, n, put)
		}
		out.Items = append(out.Items, z)
	}
	if len(out.Items) == 1 {
		return out.Items[0]
	}
	return out
}

// secondOrderEdges gives the first and the last slope by three points each.
func (c *calc) secondOrderEdges(f, h *array, k, n int, put func(at, count int, v value)) {
	xs := c.floats(h)
	if c.err != nil || len(xs) == 0 {
		return
	}
	step := func(i int) float64 {
		if h.Rank() == 0 {
			return xs[0]
		}
		return xs[i+1] - xs[i]
	}
	three := func(at int, p, q, r float64) value {
		term := func(i int, by float64) value { return c.u("multiply", f.Slice(k, at+i, 1, 1), by) }
		return c.u("add", c.u("add", term(0, p), term(1, q)), term(2, r))
	}
	x, y := step(0), step(1)
	put(0, 1, three(0, -(2*x+y)/(x*(x+y)), (x+y)/(x*y), -x/(y*(x+y))))
	x, y = step(n-3), step(n-2)
	put(n-1, 1, three(n-3, y/(x*(x+y)), -(y+x)/(x*y), (2*y+x)/(y*(x+y))))
}

// unevenGradient is gradient where the points have coordinates of their own.
func (c *calc) unevenGradient(f, x *array, k, n int, put func(at, count int, v value)) {
	xs := c.floats(x)
	if c.err == nil && len(xs) != n {
		c.err = py.ValueErrorf("when 1d, distances must match the length of the corresponding dimension")
	}
	if c.err != nil {
		return
	}
	at := func(i int) *array { return f.Slice(k, i, 1, 1) }
	for i := 1; i < n-1; i++ {
		h1, h2 := xs[i]-xs[i-1], xs[i+1]-xs[i]
		l, m, r := -h2/(h1*(h1+h2)), (h2-h1)/(h1*h2), h1/(h2*(h1+h2))
		put(i, 1,
			c.u("add", c.u("add", c.u("multiply", at(i-1), l), c.u("multiply", at(i), m)), c.u("multiply", at(i+1), r)))
	}
	put(0, 1, c.u("divide", c.u("subtract", at(1), at(0)), xs[1]-xs[0]))
	put(n-1, 1, c.u("divide", c.u("subtract", at(n-1), at(n-2)), xs[n-1]-xs[n-2]))
}
