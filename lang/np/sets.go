package np

import (
	"math"
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// groups sorts the elements of a row, or the rows of a table, and finds where equal ones begin.
type groups struct {
	perm   []int // the sorted order
	starts []int // where in perm each group begins
	inv    []int // per element, its group
}

func (c *calc) groups(a *array) *groups {
	n := a.Shape()[0]
	if c.err != nil {
		return &groups{}
	}
	order, err := comparer(c.t, a)
	if err != nil {
		c.err = err
		return &groups{}
	}
	width := a.Len() / max(n, 1)
	cmp := func(i, j int) int {
		for k := range width {
			if d := order(i*width+k, j*width+k); d != 0 {
				return d
			}
		}
		return 0
	}
	g := &groups{perm: make([]int, n), inv: make([]int, n)}
	for i := range g.perm {
		g.perm[i] = i
	}
	func() {
		defer caught(&c.err)
		slices.SortStableFunc(g.perm, cmp)
		for i, p := range g.perm {
			if i == 0 || cmp(g.perm[i-1], p) != 0 {
				g.starts = append(g.starts, i)
			}
			g.inv[p] = len(g.starts) - 1
		}
	}()
	return g
}

// first is the first element of each group in the original order, counts how many it has.
func (g *groups) first() (at, counts []int) {
	for i, s := range g.starts {
		end := len(g.perm)
		if i+1 < len(g.starts) {
			end = g.starts[i+1]
		}
		at, counts = append(at, g.perm[s]), append(counts, end-s)
	}
	return at, counts
}

// apart makes a group of each nan of a row of numbers.
func (g *groups) apart(isNaN *array) {
	if len(g.starts) == 0 {
		return
	}
	last := g.starts[len(g.starts)-1]
	if isNaN.Element(isNaN.Start() + g.perm[last])[0] == 0 { // bools of one byte
		return
	}
	for i := last + 1; i < len(g.perm); i++ {
		g.starts = append(g.starts, i)
		g.inv[g.perm[i]] = len(g.starts) - 1
	}
}

// oneNaN makes one group of all nans, whatever their other parts are; its first may be the first of them all.
func (g *groups) oneNaN(isNaN *array, first bool) {
	for k, s := range g.starts {
		if isNaN.Element(isNaN.Start() + g.perm[s])[0] != 0 {
			g.starts = g.starts[:k+1]
			for _, p := range g.perm[s:] {
				g.inv[p] = k
			}
			if first {
				g.perm[s] = slices.Min(g.perm[s:])
			}
			return
		}
	}
}

// unique gives the distinct elements, sorted, and what else is asked for.
func (c *calc) unique(v value, axis value, index, inverse, counts bool) value {
	return c.uniqueOf(v, axis, index, inverse, counts, false)
}

// uniqueOf is unique where each nan may be an element of its own.
func (c *calc) uniqueOf(v value, axis value, index, inverse, counts, nanApart bool) value {
	a := c.arr(v)
	shape := a.Shape()
	k := 0
	if axis == py.None {
		a = c.line(a)
	} else if k = c.axis(axis, a.Rank()); k > 0 {
		a = c.view(moveAxis(c.t, a, int64(k), int64(0)))
	}
	if c.err != nil {
		return py.None
	}
	g := c.groups(a)
	if d := a.DType().Num; axis == py.None && (nanApart && d.IsFloating() || d.IsComplex()) {
		nans := c.arr(c.u("isnan", a))
		if c.err == nil {
			g.oneNaN(nans, !index && !inverse && !counts && !nanApart && d.IsComplex())
		}
		if c.err == nil && nanApart {
			g.apart(nans)
		}
	}
	at, n := g.first()
	if at == nil {
		at, n = []int{}, []int{}
	}
	u := c.value(take(c.t, a, intsOf(at), int64(0), py.None))
	if k > 0 {
		u = c.view(moveAxis(c.t, c.arr(u), int64(0), int64(k)))
	}
	out := py.NewTuple(u)
	if index {
		out.Items = append(out.Items, intsOf(at))
	}
	if inverse {
		inv := intsOf(g.inv)
		if axis == py.None {
			inv = inv.Reshape(shape, false)
		}
		out.Items = append(out.Items, inv)
	}
	if counts {
		out.Items = append(out.Items, intsOf(n))
	}
	if len(out.Items) == 1 {
		return u
	}
	return out
}

// member tells for every element of a whether it is among b.
func (c *calc) member(a, b value, invert bool) value {
	x := c.arr(a)
	y := c.line(b)
	both := c.view(concatenate(c.t, []*array{c.line(x), y}, 0, nil))
	if c.err != nil {
		return py.None
	}
	g := c.groups(both)
	if c.err != nil {
		return py.None
	}
	in := make([]bool, len(g.starts))
	for _, k := range g.inv[x.Len():] {
		in[k] = true
	}
	out := make([]bool, x.Len())
	for i := range out {
		out[i] = in[g.inv[i]] != invert
	}
	if n := x.DType(); n.IsNumber() && (n.Num.IsFloating() || n.Num.IsComplex()) { // nan is among nothing
		v, err := numbers(c.t, x)
		if c.err = err; err != nil {
			return py.None
		}
		for i := range out {
			if z := v.Complex(i); math.IsNaN(real(z)) || math.IsNaN(imag(z)) {
				out[i] = invert
			}
		}
	}
	return c.view(boolsOf(out, append([]int{}, x.Shape()...)...), nil)
}

func init() {
	calcFn("unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, "+
		"sorted=True)", "The distinct elements, sorted.", func(c *calc, a []value) value {
		return c.uniqueOf(a[0], a[4], a[1] == true, a[2] == true, a[3] == true, a[5] == false)
	})
	calcFn("unique_values(x)", "The distinct elements.", func(c *calc, a []value) value {
		return c.uniqueOf(a[0], py.None, false, false, false, true)
	})
	named := func(name string, fields []string, i, inv, n bool) {
		class := py.NamedTuple("numpy.lib._arraysetops_impl",
			map[string]string{"unique_all": "UniqueAllResult", "unique_counts": "UniqueCountsResult",
				"unique_inverse": "UniqueInverseResult"}[name], fields, nil)
		calcFn(name+"(x)", "The distinct elements, and more.", func(c *calc, a []value) value {
			v := c.uniqueOf(a[0], py.None, i, inv, n, true)
			if tp, ok := v.(*py.Tuple); ok {
				return &py.Tuple{Items: tp.Items, Class: class}
			}
			return v
		})
	}
	named("unique_counts", []string{"values", "counts"}, false, false, true)
	named("unique_inverse", []string{"values", "inverse_indices"}, false, true, false)
	named("unique_all", []string{"values", "indices", "inverse_indices", "counts"}, true, true, true)
	calcFn("isin(element, test_elements, assume_unique=False, invert=False, *, kind=None)",
		"Whether each element is among others.", func(c *calc, a []value) value {
			return c.member(a[0], a[1], a[3] == true)
		})
	calcFn("union1d(ar1, ar2)", "What is in either, sorted.", func(c *calc, a []value) value {
		return c.unique(c.view(concatenate(c.t, []*array{c.line(a[0]), c.line(a[1])}, 0, nil)), py.None, false, false,
			false)
	})
	calcFn("intersect1d(ar1, ar2, assume_unique=False, return_indices=False)", "What is in both, sorted.",
		func(c *calc, a []value) value {
			x, y := c.line(a[0]), c.line(a[1])
			u := c.unique(x, py.None, false, false, false)
			both := c.at(u, c.member(u, y, false))
			none := c.at(y, &py.Slice{Start: py.None, Stop: int64(0), Step: py.None})
			both = c.view(concatenate(c.t, []*array{c.line(both), c.line(none)}, 0, nil)) // in the type of both
			if a[3] != true {
				return both
			}
			where := func(v *array) value {
				full := c.unique(v, py.None, true, false, false)
				tp, ok := full.(*py.Tuple)
				if !ok {
					return py.None
				}
				return c.at(tp.Items[1], c.member(tp.Items[0], both, false))
			}
			return py.NewTuple(both, where(x), where(y))
		})
	calcFn("setdiff1d(ar1, ar2, assume_unique=False)", "What is in the first only, sorted.",
		func(c *calc, a []value) value {
			u := value(c.line(a[0]))
			if a[2] != true {
				u = c.unique(a[0], py.None, false, false, false)
			}
			return c.at(u, c.member(u, a[1], true))
		})
	calcFn("setxor1d(ar1, ar2, assume_unique=False)", "What is in one of both only, sorted.",
		func(c *calc, a []value) value {
			x, y := c.unique(a[0], py.None, false, false, false), c.unique(a[1], py.None, false, false, false)
			all := c.view(concatenate(c.t,
				[]*array{c.line(c.at(x, c.member(x, y, true))), c.line(c.at(y, c.member(y, x, true)))}, 0, nil))
			return c.call("sort", all)
		})
	calcFn("bincount(x, /, weights=None, minlength=0)", "How often each number occurs.", bincount)
	calcFn("digitize(x, bins, right=False)", "In which bin each value falls.", func(c *calc, a []value) value {
		b := c.floats(a[1])
		side := map[bool]string{true: "left", false: "right"}[a[2] == true]
		rises, falls := true, true
		for i := 1; i < len(b); i++ {
			rises, falls = rises && b[i-1] <= b[i], falls && b[i-1] >= b[i]
		}
		if c.err == nil && !rises && !falls {
			c.err = py.ValueErrorf("bins must be monotonically increasing or decreasing")
			return py.None
		}
		if !rises {
			rev := c.at(a[1], &py.Slice{Start: py.None, Stop: py.None, Step: int64(-1)})
			at := c.call("searchsorted", rev, a[0], side)
			return c.u("subtract", int64(len(b)), at)
		}
		return c.call("searchsorted", a[1], a[0], side)
	})
	calcFn("searchsorted(a, v, side='left', sorter=None)", "Where values belong in a sorted array.",
		func(c *calc, a []value) value {
			return c.value(searchSorted(c.t, c.arr(a[0]), a[1], a[2], a[3]))
		})
	calcFn("lexsort(keys, axis=-1)", "The order by several keys, the last one first.", func(c *calc, a []value) value {
		keys := c.arrays(a[0])
		if c.err != nil || len(keys) == 0 {
			return py.None
		}
		n := keys[0].Len()
		perm := make([]int, n)
		for i := range perm {
			perm[i] = i
		}
		for _, k := range keys {
			order, err := comparer(c.t, k)
			if c.err = err; err != nil {
				return py.None
			}
			slices.SortStableFunc(perm, order)
		}
		return intsOf(perm)
	})
	calcFn("count_nonzero(a, axis=None, *, keepdims=False)", "How many elements are not zero.",
		func(c *calc, a []value) value {
			m := c.arr(a[0])
			if c.err == nil {
				m = c.view(truths(c.t, m))
			}
			s := c.fold("sum", m, a[1], a[2] == true)
			return s
		})
	calcFn("nonzero(a)", "Where elements are not zero.", func(c *calc, a []value) value {
		return c.value(nonzero(c.t, c.arr(a[0])))
	})
	calcFn("flatnonzero(a)", "Where elements of the flat array are not zero.", func(c *calc, a []value) value {
		return c.value(nonzero(c.t, c.line(a[0]))).(*py.Tuple).Items[0]
	})
	calcFn("argwhere(a)", "The indices of elements that are not zero, one row each.", func(c *calc, a []value) value {
		x := c.arr(a[0])
		if x.Rank() == 0 {
			n := 0
			if v := c.cast(x, dtypeOf(tensor.Bool)); c.err == nil {
				n = int(v.Element(v.Start())[0])
			}
			return c.new(dtypeOf(tensor.Int64), n, 0)
		}
		return c.view(stackColumns(c, c.value(nonzero(c.t, x))))
	})
}

func stackColumns(c *calc, v value) (*array, error) {
	xs := c.arrays(v)
	if c.err != nil {
		return nil, c.err
	}
	z, err := stack(c.t, xs, 1, nil)
	if err != nil {
		return nil, err
	}
	return z, nil
}

func bincount(c *calc, a []value) value {
	at := c.ints(a[0])
	n := c.int(a[2], "minlength")
	if c.err == nil && c.arr(a[0]).Rank() != 1 {
		c.err = py.ValueErrorf("object too deep for desired array")
	}
	if n < 0 {
		c.err = py.ValueErrorf("'minlength' must not be negative")
	}
	for _, k := range at {
		if k < 0 {
			c.err = py.ValueErrorf("'list' argument must have no negative elements")
			return py.None
		}
		n = max(n, k+1)
	}
	if c.err != nil {
		return py.None
	}
	if !tensor.Reserve(int64(n) * 8) {
		c.err = py.Raisef(py.MemoryErrorClass, "%d counts do not fit", n)
		return py.None
	}
	if a[1] == py.None {
		out := make([]int, n)
		for _, k := range at {
			out[k]++
		}
		return intsOf(out)
	}
	w := c.floats(a[1])
	if c.err == nil && len(w) != len(at) {
		c.err = py.ValueErrorf("The weights and list don't have the same length.")
	}
	if c.err != nil {
		return py.None
	}
	out := make([]float64, n)
	for i, k := range at {
		out[k] += w[i]
	}
	return floatsOf(out)
}
