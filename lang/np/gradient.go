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
	var full *array
	if d.Num == tensor.Float64 && m < 1<<12 {
		full = floatsOf(correlated(c.floats(x), c.floats(flip(y, nil))))
	} else {
		full = c.new(d, n+m-1)
		for i := range m {
			if c.err != nil {
				return py.None
			}
			part := full.Slice(0, i, 1, n)
			c.err = assign(c.t, part, c.u("add", part, c.u("multiply", x, c.at(y, int64(i)))))
		}
	}
	if c.err != nil {
		return py.None
	}
	switch mode {
	case "full":
		return full
	case "same":
		from := (m - 1) / 2
		if correlate && swapped { // NumPy turns the result of the swapped ones around
			from = m / 2
		}
		return c.view(full.Slice(0, from, 1, n).Copy(c.t.Ctx, 'C'))
	case "valid":
		return c.view(full.Slice(0, m-1, 1, n-m+1).Copy(c.t.Ctx, 'C'))
	}
	c.err = py.ValueErrorf("mode must be one of 'valid', 'same', or 'full' (got '%s')", mode)
	return py.None
}

// gradient is the slope along axes, in the type of the array: of integers and bools in float64.
func gradient(c *calc, a []value) value {
	f := c.arr(a[0])
	if c.err == nil && f.DType().IsDate() {
		return c.value(fromDates(c.t, "gradient", f, a[1], a[2], a[3]))
	}
	if d := f.DType(); c.err == nil && !d.Num.IsFloating() && !d.Num.IsComplex() {
		f = c.cast(f, dtypeOf(tensor.Float64))
	}
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
	steps := c.distances(f, axes, a[1].(*py.Tuple).Items)
	if c.err == nil && order > 2 {
		c.err = py.ValueErrorf("'edge_order' greater than 2 not supported")
	}
	if c.err != nil {
		return py.None
	}
	out := py.NewTuple()
	for j, k := range axes {
		n := f.Shape()[k]
		if n < order+1 {
			c.err = py.ValueErrorf("Shape of array too small to calculate a numerical gradient, " +
				"at least (edge_order + 1) elements are required.")
			return py.None
		}
		s := &slopes{c: c, f: f, z: c.new(f.DType(), f.Shape()...), k: k, n: n, by: steps[j], weak: pythonStep(a[1].(*py.Tuple).Items, j)}
		s.inner()
		s.edges(order)
		out.Items = append(out.Items, s.z)
	}
	if c.err != nil {
		return py.None
	}
	if len(out.Items) == 1 {
		return out.Items[0]
	}
	return out
}

// distances are the steps between neighbours along each axis: one number where they are equal.
func (c *calc) distances(f *array, axes []int, given []value) [][]float64 {
	out := make([][]float64, len(axes))
	for j, k := range axes {
		out[j] = []float64{1}
		if len(given) == 0 || c.err != nil {
			continue
		}
		if len(given) != len(axes) && (len(given) != 1 || c.arr(given[0]).Rank() > 0) {
			c.err = py.TypeErrorf("invalid number of arguments")
			return out
		}
		h := c.arr(given[min(j, len(given)-1)])
		if h.Rank() > 1 {
			c.err = py.ValueErrorf("distances must be either scalars or 1d")
		}
		xs := c.floats(h)
		if c.err != nil || h.Rank() == 0 {
			out[j] = xs
			continue
		}
		if len(xs) != f.Shape()[k] {
			c.err = py.ValueErrorf("when 1d, distances must match the length of the corresponding dimension")
			return out
		}
		out[j] = differences(xs)
	}
	return out
}

// pythonStep tells whether the distances along axis j are a Python number, as they are when none are given.
func pythonStep(given []value, j int) bool {
	if len(given) == 0 {
		return true
	}
	switch given[min(j, len(given)-1)].(type) {
	case float64, int64, bool:
		return true
	}
	return false
}

// differences are those of neighbours, one where all are equal.
func differences(xs []float64) []float64 {
	steps, even := make([]float64, max(len(xs)-1, 0)), true
	for i := range steps {
		steps[i] = xs[i+1] - xs[i]
		even = even && steps[i] == steps[0]
	}
	if even && len(steps) > 0 {
		return steps[:1]
	}
	return steps
}

// slopes computes the slopes z of f along axis k of n elements, whose distances are by.
type slopes struct {
	c    *calc
	f, z *array
	k, n int
	by   []float64
	weak bool // by is a Python number: it takes the type of f
}

// weight is a number to compute with.
func (s *slopes) weight(v float64) value {
	if s.weak {
		return v
	}
	return s.c.arr(v)
}

func (s *slopes) even() bool { return len(s.by) == 1 }

// put sets count slopes from at on.
func (s *slopes) put(at, count int, v value) {
	if s.c.err == nil {
		s.c.err = assign(s.c.t, s.z.Slice(s.k, at, 1, count), v)
	}
}

// span is count elements of f from at on.
func (s *slopes) span(at, count int) *array { return s.f.Slice(s.k, at, 1, count) }

// times is an element of f by a weight.
func (s *slopes) times(at int, by float64) value {
	return s.c.u("multiply", s.span(at, 1), s.weight(by))
}

// over is a difference divided by a distance.
func (s *slopes) over(difference value, by float64) value {
	return s.c.u("divide", difference, s.weight(by))
}

// inner gives all slopes but those of the edges, by the two neighbours.
func (s *slopes) inner() {
	if s.n < 3 {
		return
	}
	if s.even() {
		s.put(1, s.n-2, s.over(s.c.u("subtract", s.span(2, s.n-2), s.span(0, s.n-2)), 2*s.by[0]))
		return
	}
	for i := 1; i < s.n-1; i++ {
		x, y := s.by[i-1], s.by[i]
		s.put(i, 1, s.three(i-1, -y/(x*(x+y)), (y-x)/(x*y), x/(y*(x+y))))
	}
}

// three is the weighted sum of three elements from at on.
func (s *slopes) three(at int, p, q, r float64) value {
	return s.c.u("add", s.c.u("add", s.times(at, p), s.times(at+1, q)), s.times(at+2, r))
}

// edges gives the first and the last slope, by two points each or, of the second order, by three.
func (s *slopes) edges(order int) {
	first, last := s.by[0], s.by[len(s.by)-1]
	switch {
	case order < 2:
		s.put(0, 1, s.over(s.c.u("subtract", s.span(1, 1), s.span(0, 1)), first))
		s.put(s.n-1, 1, s.over(s.c.u("subtract", s.span(s.n-1, 1), s.span(s.n-2, 1)), last))
	case s.even():
		s.put(0, 1, s.three(0, -1.5/first, 2/first, -0.5/first))
		s.put(s.n-1, 1, s.three(s.n-3, 0.5/first, -2/first, 1.5/first))
	default:
		x, y := s.by[0], s.by[1]
		s.put(0, 1, s.three(0, -(2*x+y)/(x*(x+y)), (x+y)/(x*y), -x/(y*(x+y))))
		x, y = s.by[len(s.by)-2], last
		s.put(s.n-1, 1, s.three(s.n-3, y/(x*(x+y)), -(y+x)/(x*y), (2*y+x)/(y*(x+y))))
	}
}
