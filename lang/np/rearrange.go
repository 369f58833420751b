package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// flip is the view with dimensions in reverse order; nil reverses all.
func flip(a *array, axes []int) *array {
	if axes == nil {
		for i := range a.Rank() {
			axes = append(axes, i)
		}
	}
	for _, k := range axes {
		n := a.Shape()[k]
		a = a.Slice(k, max(n-1, 0), -1, n)
	}
	return a
}

// tile repeats an array along its dimensions.
func (c *calc) tile(v, reps value) value {
	a := c.arr(v)
	r := c.ints(reps)
	if c.err != nil {
		return py.None
	}
	for len(r) < a.Rank() {
		r = append([]int{1}, r...)
	}
	a = atLeastRank(a, len(r))
	var from, to, wide []int
	for i, d := range a.Shape() {
		if r[i] < 0 {
			c.err = py.ValueErrorf("negative dimensions are not allowed")
			return py.None
		}
		from, wide, to = append(from, 1, d), append(wide, r[i], d), append(to, r[i]*d)
	}
	x := c.view(reshape(c.t, a, from, 'C'))
	if c.err != nil {
		return py.None
	}
	b, _ := x.BroadcastTo(wide)
	z, err := filled(c.t, to, a.DType(), nil, 'C')
	if c.err = err; err != nil {
		return py.None
	}
	_, c.err = z.Reshape(wide, false).Assign(c.t.Ctx, b)
	return z
}

func atLeastRank(a *array, n int) *array {
	for a.Rank() < n {
		a = a.NewAxis(0)
	}
	return a
}

// roll moves elements along dimensions; what leaves one end comes in at the other.
func (c *calc) roll(v, shift, axis value) value {
	a := c.arr(v)
	if axis == py.None {
		return c.view(reshape(c.t, c.arr(c.roll(c.line(a), shift, int64(0))), a.Shape(), 'C'))
	}
	axes, err := axesArg(c.t, axis, a.Rank())
	if err != nil {
		c.err = err
		return py.None
	}
	by := c.ints(shift)
	if c.err != nil {
		return py.None
	}
	for i := range max(len(axes), len(by)) {
		if len(by) > 1 && len(axes) > 1 && len(by) != len(axes) {
			c.err = py.ValueErrorf("'shift' and 'axis' should be scalars or 1D sequences")
			return py.None
		}
		k, s := axes[i%len(axes)], by[i%len(by)]
		n := a.Shape()[k]
		if n == 0 {
			continue
		}
		s = (s%n + n) % n
		a = c.view(concatenate(c.t, []*array{a.Slice(k, n-s, 1, s), a.Slice(k, 0, 1, n-s)}, k, nil))
	}
	z := c.view(a.Copy(c.t.Ctx, 'C'))
	return z
}

// split cuts an array at positions, or into equal parts.
func (c *calc) split(v, where value, k int, uneven bool) value {
	a := c.arr(v)
	if c.err != nil {
		return py.None
	}
	if k < -a.Rank() || k >= a.Rank() {
		c.err = badAxis(k, a.Rank())
		return py.None
	}
	if k < 0 {
		k += a.Rank()
	}
	n := a.Shape()[k]
	var cuts []int
	if parts, ok := py.AsInt(where); ok && !isArray(where) {
		p := int(parts)
		if p <= 0 {
			c.err = py.ValueErrorf("number sections must be larger than 0.")
			return py.None
		}
		if n%p != 0 && !uneven {
			c.err = py.ValueErrorf("array split does not result in an equal division")
			return py.None
		}
		at := 0
		for i := range p - 1 {
			at += n / p
			if i < n%p {
				at++
			}
			cuts = append(cuts, at)
		}
	} else {
		cuts = c.ints(where)
	}
	out := py.NewList()
	start := 0
	for _, e := range append(cuts, n) {
		if e < 0 {
			e = max(e+n, 0)
		}
		e = min(e, n)
		out.Items = append(out.Items, a.Slice(k, min(start, n), 1, max(e-start, 0)))
		start = e
	}
	return out
}

// triangle keeps what lies on one side of a diagonal.
func (c *calc) triangle(v, k value, lower bool) value {
	a := c.arr(v)
	d := c.int(k, "k")
	if c.err != nil {
		return py.None
	}
	if a.Rank() == 1 { // NumPy takes the row for each of the rows
		a, _ = a.BroadcastTo([]int{a.Len(), a.Len()})
	}
	if a.Rank() < 2 {
		c.err = py.IndexErrorf("tuple index out of range")
		return py.None
	}
	rows, cols := a.Shape()[a.Rank()-2], a.Shape()[a.Rank()-1]
	z := c.view(a.Copy(c.t.Ctx, 'C'))
	if c.err != nil {
		return py.None
	}
	zero := c.new(a.DType())
	for i := range rows {
		row := z.Axis(z.Rank()-2, i)
		lo, hi := min(max(i+d+1, 0), cols), cols
		if !lower {
			lo, hi = 0, min(max(i+d, 0), cols)
		}
		if c.err == nil {
			_, c.err = row.Slice(row.Rank()-1, lo, 1, hi-lo).Assign(c.t.Ctx, zero)
		}
	}
	return z
}

// lineOrAxis is an array with the axis to work along: without one, all its elements in a line.
func (c *calc) lineOrAxis(v, axis value) (a *array, k int) {
	a = c.arr(v)
	if axis == py.None {
		return c.line(a), 0
	}
	return a, c.axis(axis, a.Rank())
}

// insertAt is np.insert, deleteAt np.delete.
func (c *calc) insertAt(v, where, vals, axis value) value {
	a, k := c.lineOrAxis(v, axis)
	if c.err != nil {
		return py.None
	}
	n := a.Shape()[k]
	at := c.places(where, n)
	single := false
	if _, ok := py.AsInt(where); ok {
		single = true
	}
	vs := c.cast(vals, a.DType())
	if c.err != nil {
		return py.None
	}
	vs = atLeastRank(vs, a.Rank())
	if single { // the first dimension of the values goes along the axis
		if vs = c.view(moveAxis(c.t, vs, int64(0), int64(k))); c.err != nil {
			return py.None
		}
	}
	count := len(at)
	if single {
		count = vs.Shape()[k]
		for len(at) < count {
			at = append(at, at[0])
		}
	}
	shape := append([]int(nil), a.Shape()...)
	shape[k] = count
	full, ok := vs.BroadcastTo(shape)
	if !ok {
		c.err = py.ValueErrorf("shape mismatch: value array of shape %s could not be broadcast to indexing result of "+
			"shape %s", ndarray.Tight(vs.Shape()), ndarray.Tight(shape))
		return py.None
	}
	type piece struct{ at, from int }
	order := make([]piece, count)
	for i := range order {
		order[i] = piece{at[i], i}
	}
	for i := range order { // stable by place
		for j := i; j > 0 && order[j].at < order[j-1].at; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	var parts []*array
	last := 0
	for _, p := range order {
		parts = append(parts, a.Slice(k, last, 1, p.at-last), full.Slice(k, p.from, 1, 1))
		last = p.at
	}
	parts = append(parts, a.Slice(k, last, 1, n-last))
	return c.view(concatenate(c.t, parts, k, a.DType()))
}

// places resolves an integer, a slice, a mask or a list to positions from 0 to n.
func (c *calc) places(where value, n int) []int {
	if s, ok := where.(*py.Slice); ok {
		start, step, count, err := s.Indices(n)
		if c.err = err; err != nil {
			return nil
		}
		out := make([]int, count)
		for i := range out {
			out[i] = start + i*step
		}
		return out
	}
	a := c.arr(where)
	if c.err == nil && a.DType().Num == tensor.Bool && a.Rank() == 1 {
		return c.ints(c.value(nonzero(c.t, a)).(*py.Tuple).Items[0])
	}
	out := append([]int(nil), c.ints(where)...)
	for i, k := range out {
		if k < -n || k > n {
			c.err = py.IndexErrorf("index %d is out of bounds for axis 0 with size %d", k, n)
			return nil
		}
		if k < 0 {
			out[i] = k + n
		}
	}
	return out
}

func (c *calc) deleteAt(v, where, axis value) value {
	a, k := c.lineOrAxis(v, axis)
	if c.err != nil {
		return py.None
	}
	n := a.Shape()[k]
	gone := map[int]bool{}
	for _, p := range c.places(where, n) {
		if p == n {
			c.err = py.IndexErrorf("index %d is out of bounds for axis %d with size %d", p, k, n)
			return py.None
		}
		gone[p] = true
	}
	keep := []int{}
	for i := range n {
		if !gone[i] {
			keep = append(keep, i)
		}
	}
	return c.value(take(c.t, a, intsOf(keep), int64(k), py.None))
}

func (c *calc) diag(v, k value) value {
	a := c.arr(v)
	d := c.int(k, "k")
	if c.err != nil {
		return py.None
	}
	switch a.Rank() {
	case 1:
		n := a.Len() + max(d, -d)
		z := c.new(a.DType(), n, n)
		if c.err == nil {
			_, c.err = z.Diagonal(d, 0, 1).Assign(c.t.Ctx, a)
		}
		return z
	case 2:
		z := a.Diagonal(d, 0, 1)
		z.SetWriteable(false)
		return z
	}
	c.err = py.ValueErrorf("Input must be 1- or 2-d.")
	return py.None
}

func init() {
	calcFn("flip(m, axis=None)", "In reverse order.", func(c *calc, a []value) value {
		x := c.arr(a[0])
		axes, err := axesArg(c.t, a[1], x.Rank())
		if err != nil {
			c.err = err
			return py.None
		}
		return flip(x, axes)
	})
	for name, k := range map[string]int{"flipud": 0, "fliplr": 1} {
		calcFn(name+"(m)", "In reverse order.", func(c *calc, a []value) value {
			x := c.arr(a[0])
			if c.err == nil && x.Rank() <= k {
				c.err = py.ValueErrorf("Input must be >= %d-d.", k+1)
				return py.None
			}
			return flip(x, []int{k})
		})
	}
	calcFn("rot90(m, k=1, axes=(0, 1))", "Turned by a right angle.", func(c *calc, a []value) value {
		x := c.arr(a[0])
		axes := c.ints(a[2])
		n := c.int(a[1], "k")
		if c.err != nil {
			return py.None
		}
		p, q := c.axis(int64(axes[0]), x.Rank()), c.axis(int64(axes[1]), x.Rank())
		if c.err != nil {
			return py.None
		}
		switch (n%4 + 4) % 4 {
		case 1:
			return c.view(swapAxes(flip(x, []int{q}), int64(p), int64(q)))
		case 2:
			return flip(x, []int{p, q})
		case 3:
			return flip(c.view(swapAxes(x, int64(p), int64(q))), []int{q})
		}
		return x.View()
	})
	calcFn("tile(A, reps)", "Repeated.", func(c *calc, a []value) value { return c.tile(a[0], a[1]) })
	calcFn("repeat(a, repeats, axis=None)", "Each element several times.", func(c *calc, a []value) value {
		return c.value(repeat(c.t, c.arr(a[0]), a[1], a[2]))
	})
	calcFn("roll(a, shift, axis=None)", "Moved around.", func(c *calc, a []value) value {
		return c.roll(a[0], a[1], a[2])
	})
	calcFn("split(ary, indices_or_sections, axis=0)", "Cut into parts.", func(c *calc, a []value) value {
		return c.split(a[0], a[1], c.int(a[2], "axis"), false)
	})
	calcFn("array_split(ary, indices_or_sections, axis=0)", "Cut into parts of nearly the same size.",
		func(c *calc, a []value) value {
			return c.split(a[0], a[1], c.int(a[2], "axis"), true)
		})
	for name, k := range map[string]int{"vsplit": 0, "hsplit": 1, "dsplit": 2} {
		calcFn(name+"(ary, indices_or_sections)", "Cut into parts.", func(c *calc, a []value) value {
			x := c.arr(a[0])
			if name == "hsplit" && x.Rank() == 1 {
				return c.split(x, a[1], 0, false)
			}
			if c.err == nil && x.Rank() <= k {
				c.err = py.ValueErrorf("%s only works on arrays of %d or more dimensions", name, k+1)
			}
			return c.split(x, a[1], k, false)
		})
	}
	calcFn("unstack(x, /, *, axis=0)", "The entries along a dimension.", func(c *calc, a []value) value {
		x := c.arr(a[0])
		k := c.axis(a[1], x.Rank())
		out := py.NewTuple()
		if c.err == nil {
			for i := range x.Shape()[k] {
				out.Items = append(out.Items, x.Axis(k, i))
			}
		}
		return out
	})
	calcFn("triu(m, k=0)", "What lies on and above a diagonal.", func(c *calc, a []value) value {
		return c.triangle(a[0], a[1], false)
	})
	calcFn("tril(m, k=0)", "What lies on and below a diagonal.", func(c *calc, a []value) value {
		return c.triangle(a[0], a[1], true)
	})
	calcFn("tri(N, M=None, k=0, dtype=float)", "Ones on and below a diagonal.", func(c *calc, a []value) value {
		m := a[1]
		if m == py.None {
			m = a[0]
		}
		ones := c.call("ones", py.NewTuple(a[0], m), a[3])
		return c.triangle(ones, a[2], true)
	})
	for _, n := range []string{"triu", "tril"} {
		calcFn(n+"_indices(n, k=0, m=None)", "The indices of a triangle.", func(c *calc, a []value) value {
			m := a[2]
			if m == py.None {
				m = a[0]
			}
			return c.value(nonzero(c.t, c.arr(c.triangle(c.call("ones", py.NewTuple(a[0], m)), a[1], n == "tril"))))
		})
		calcFn(n+"_indices_from(arr, k=0)", "The indices of a triangle.", func(c *calc, a []value) value {
			return c.value(nonzero(c.t, c.arr(c.triangle(c.call("ones_like", a[0], py.FloatClass), a[1], n == "tril"))))
		})
	}
	calcFn("diag(v, k=0)", "A diagonal, or a matrix of one.", func(c *calc, a []value) value {
		return c.diag(a[0], a[1])
	})
	calcFn("diagflat(v, k=0)", "A matrix of a diagonal.", func(c *calc, a []value) value {
		return c.diag(c.line(a[0]), a[1])
	})
	calcFn("trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None)", "The sum of a diagonal.",
		func(c *calc, a []value) value {
			return c.fold("sum", c.view(diagonal(c.arr(a[0]), a[1], a[2], a[3])), int64(-1), false)
		})
	changeFn("fill_diagonal(a, val, wrap=False)", "Sets the diagonal.", func(c *calc, a *array, args []value) {
		if a.Rank() < 2 {
			c.err = py.ValueErrorf("array must be at least 2-d")
			return
		}
		key := &py.Slice{Start: py.None, Stop: py.None}
		step, below := 0, 1
		for i := a.Rank() - 1; i >= 0; i-- {
			if a.Rank() > 2 && a.Shape()[i] != a.Shape()[0] {
				c.err = py.ValueErrorf("All dimensions of input must be of equal length")
				return
			}
			step += below
			below *= a.Shape()[i]
		}
		if width := a.Shape()[1]; a.Rank() == 2 && args[2] != true { // else another one begins below a tall matrix's first
			key.Stop = int64(width * width)
		}
		key.Step = int64(step)
		if flat := c.value(py.GetAttr(c.t, a, "flat")); c.err == nil { // values are repeated there as needed
			c.err = py.SetItem(c.t, flat, key, args[1])
		}
	})
	calcFn("append(arr, values, axis=None)", "Joined at the end.", func(c *calc, a []value) value {
		if a[2] == py.None {
			return c.view(concatenate(c.t, []*array{c.line(a[0]), c.line(a[1])}, 0, nil))
		}
		return c.view(concatenate(c.t, []*array{c.arr(a[0]), c.arr(a[1])}, c.int(a[2], "axis"), nil))
	})
	calcFn("insert(arr, obj, values, axis=None)", "With values put in.", func(c *calc, a []value) value {
		return c.insertAt(a[0], a[1], a[2], a[3])
	})
	calcFn("delete(arr, obj, axis=None)", "Without some entries.", func(c *calc, a []value) value {
		return c.deleteAt(a[0], a[1], a[2])
	})
	calcFn("resize(a, new_shape)", "In another size, repeated as needed.", func(c *calc, a []value) value {
		x := c.line(a[0])
		shape, err := sizes(c.t, a[1])
		if err != nil {
			c.err = err
			return py.None
		}
		n := 1
		for _, d := range shape {
			n *= d
		}
		if c.err != nil || x.Len() == 0 {
			return c.new(x.DType(), shape...)
		}
		full := c.arr(c.tile(x, int64((n+x.Len()-1)/x.Len())))
		return c.view(reshape(c.t, full.Slice(0, 0, 1, n), shape, 'C'))
	})
	calcFn("take(a, indices, axis=None, out=None, mode='raise')", "The elements at positions.",
		func(c *calc, a []value) value {
			return c.value(take(c.t, c.arr(a[0]), a[1], a[2], a[4]))
		})
	calcFn("take_along_axis(arr, indices, axis=-1)", "Elements chosen along a dimension.",
		func(c *calc, a []value) value {
			x, at := c.arr(a[0]), c.arr(a[1])
			if a[2] == py.None {
				x = c.line(x)
			}
			k := 0
			if a[2] != py.None {
				k = c.axis(a[2], x.Rank())
			}
			if c.err != nil {
				return py.None
			}
			return c.view(alongAxis(c.t, x, at, k))
		})
	calcFn("compress(condition, a, axis=None)", "The elements where a condition holds.",
		func(c *calc, a []value) value {
			return c.value(compress(c.t, c.arr(a[1]), a[0], a[2]))
		})
	calcFn("extract(condition, arr)", "The elements where a condition holds.", func(c *calc, a []value) value {
		return c.value(compress(c.t, c.line(a[1]), c.line(a[0]), py.None))
	})
	calcFn("choose(a, choices, out=None, mode='raise')", "Elements chosen by number.", func(c *calc, a []value) value {
		return c.value(choose(c.t, c.arr(a[0]), a[1]))
	})
	calcFn("select(condlist, choicelist, default=0)", "Of several choices the first whose condition holds.",
		func(c *calc, a []value) value {
			conds, choices := c.arrays(a[0]), c.value(py.ToSlice(c.t, a[1]))
			list, _ := choices.([]value)
			if c.err == nil && len(conds) != len(list) {
				c.err = py.ValueErrorf("list of cases must be same length as list of conditions")
			}
			for i, k := range conds {
				if c.err == nil && k.DType().Num != tensor.Bool {
					c.err = py.TypeErrorf("invalid entry %d in condlist: should be boolean ndarray", i)
				}
			}
			v := a[2]
			for i := len(conds) - 1; i >= 0 && c.err == nil; i-- {
				v = c.call("where", conds[i], list[i], v)
			}
			return v
		})
	changeFn("put(a, ind, v, mode='raise')", "Sets elements of the flat array.", func(c *calc, a *array, args []value) {
		c.err = put(c.t, a, args[1], args[2], args[3])
	})
	changeFn("place(arr, mask, vals)", "Sets elements where a mask is true, one value after the other.",
		func(c *calc, a *array, args []value) {
			m := c.cast(c.line(args[1]), dtypeOf(tensor.Bool))
			at := c.ints(c.value(nonzero(c.t, m)).(*py.Tuple).Items[0])
			if c.err == nil {
				c.err = put(c.t, a, intsOf(at), args[2], "raise")
			}
		})
	changeFn("putmask(a, mask, values)", "Sets elements where a mask is true, each from its own place.",
		func(c *calc, a *array, args []value) {
			vals := c.line(args[2])
			m := c.cast(c.line(args[1]), dtypeOf(tensor.Bool))
			if c.err != nil || vals.Len() == 0 {
				return
			}
			at := c.ints(c.value(nonzero(c.t, m)).(*py.Tuple).Items[0])
			from := make([]int, len(at))
			for i, k := range at {
				from[i] = k % vals.Len()
			}
			if c.err == nil {
				c.err = put(c.t, a, intsOf(at), c.value(take(c.t, vals, intsOf(from), py.None, py.None)), "raise")
			}
		})
	changeFn("put_along_axis(arr, indices, values, axis)", "Sets elements chosen along a dimension.",
		func(c *calc, a *array, args []value) {
			k := c.axis(args[3], a.Rank())
			at := c.arr(args[1])
			if c.err != nil {
				return
			}
			key := py.NewTuple()
			for i := range a.Rank() {
				if i == k {
					key.Items = append(key.Items, at)
					continue
				}
				s := make([]int, a.Rank())
				for j := range s {
					s[j] = 1
				}
				s[i] = a.Shape()[i]
				line := make([]int, s[i])
				for j := range line {
					line[j] = j
				}
				key.Items = append(key.Items, intsOf(line, s...))
			}
			c.set(a, key, args[2])
		})
	changeFn("copyto(dst, src, casting='same_kind', where=True)", "Copies values into an array.",
		func(c *calc, a *array, args []value) {
			src := c.arr(args[1])
			if c.err == nil && !weak(args[1]) && !canCast(src.DType(), a.DType(), "same_kind") {
				c.err = py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype(%s) according "+
					"to the rule 'same_kind'", src.DType().Repr(), a.DType().Repr())
			}
			if c.err != nil {
				return
			}
			if args[3] == true {
				c.err = assign(c.t, a, src)
				return
			}
			if m := c.cast(args[3], dtypeOf(tensor.Bool)); c.err == nil {
				c.err = masked(c.t, a, src, m)
			}
		})
	for _, n := range []string{"partition", "argpartition"} {
		calcFn(n+"(a, kth, axis=-1, kind='introselect', order=None)", "Partitioned around an element.",
			func(c *calc, a []value) value {
				if n == "partition" {
					return c.view(sortAxis(c.t, c.arr(a[0]), a[2], a[4]))
				}
				return c.value(argsortAxis(c.t, c.arr(a[0]), a[2], a[4]))
			})
	}
	calcFn("unravel_index(indices, shape, order='C')", "The indices of positions in a shape.",
		func(c *calc, a []value) value {
			at := c.arr(a[0])
			flat := c.ints(at)
			shape, err := sizes(c.t, a[1])
			if c.err == nil {
				c.err = err
			}
			if c.err != nil {
				return py.None
			}
			n := 1
			for _, d := range shape {
				n *= d
			}
			cols := make([][]int, len(shape))
			for _, p := range flat {
				if p < 0 || p >= n {
					c.err = py.ValueErrorf("index %d is out of bounds for array with size %d", p, n)
					return py.None
				}
				var u []int
				if s, _ := strOf(a[2]); s == "F" {
					for _, d := range shape {
						u = append(u, p%d)
						p /= d
					}
				} else {
					u = unravel(p, shape)
				}
				for k := range cols {
					cols[k] = append(cols[k], u[k])
				}
			}
			out := py.NewTuple()
			for _, col := range cols {
				out.Items = append(out.Items, scalarOf(intsOf(col, append([]int{}, at.Shape()...)...)))
			}
			return out
		})
	calcFn("ravel_multi_index(multi_index, dims, mode='raise', order='C')", "Positions of indices in a shape.",
		func(c *calc, a []value) value {
			dims, err := sizes(c.t, a[1])
			if err != nil {
				c.err = err
				return py.None
			}
			xs := c.arrays(a[0])
			var z value = int64(0)
			for i := range dims {
				k := i
				if s, _ := strOf(a[3]); s == "F" {
					k = len(dims) - 1 - i
				}
				if c.err == nil && i < len(xs) {
					how, _ := strOf(a[2])
					if tp, ok := a[2].(*py.Tuple); ok && k < len(tp.Items) {
						how, _ = strOf(tp.Items[k])
					}
					x := value(xs[k])
					switch how {
					case "clip":
						x = c.value(clip(c.t, x, int64(0), int64(dims[k]-1), py.None))
					case "wrap":
						x = c.u("remainder", x, int64(dims[k]))
					default:
						for _, n := range c.ints(x) {
							if n < 0 || n >= dims[k] {
								c.err = py.ValueErrorf("invalid entry in coordinates array")
							}
						}
					}
					z = c.u("add", c.u("multiply", z, int64(dims[k])), x)
				}
			}
			return z
		})
	calcFn("indices(dimensions, dtype=int, sparse=False)", "The index at every place, per dimension.",
		func(c *calc, a []value) value {
			if a[2] == true {
				return c.openGrid(a[0], a[1])
			}
			return c.view(indices(c.t, a[0], a[1]))
		})
	calcFn("meshgrid(*xi, copy=True, sparse=False, indexing='xy')", "Coordinates of a grid.", meshgrid)
	calcFn("ix_(*args)", "Index arrays of a grid.", func(c *calc, a []value) value {
		xs := c.arrays(a[0])
		out := py.NewTuple()
		for i, x := range xs {
			if x.DType().Num == tensor.Bool {
				x = c.arr(c.value(nonzero(c.t, x)).(*py.Tuple).Items[0])
			}
			s := make([]int, len(xs))
			for k := range s {
				s[k] = 1
			}
			s[i] = x.Len()
			out.Items = append(out.Items, c.view(reshape(c.t, x, s, 'C')))
		}
		return out
	})
}

func meshgrid(c *calc, a []value) value {
	xs := c.arrays(a[0])
	xy := true
	if s, _ := strOf(a[3]); s == "ij" {
		xy = false
	} else if s != "xy" {
		c.err = py.ValueErrorf("Valid values for `indexing` are 'xy' and 'ij'.")
	}
	if c.err != nil {
		return py.None
	}
	n := len(xs)
	shape := make([]int, n)
	out := py.NewTuple()
	for i, x := range xs {
		k := i
		if xy && n > 1 && i < 2 {
			k = 1 - i
		}
		s := make([]int, n)
		for j := range s {
			s[j] = 1
		}
		s[k], shape[k] = x.Len(), x.Len()
		xs[i] = c.view(reshape(c.t, c.line(x), s, 'C'))
	}
	for _, x := range xs {
		if a[2] != true {
			x, _ = x.BroadcastTo(shape)
		}
		if a[1] == true && c.err == nil {
			x = c.view(x.Copy(c.t.Ctx, 'C'))
		}
		out.Items = append(out.Items, x)
	}
	return out
}

// openGrid are the indices of a shape, each along its own dimension.
func (c *calc) openGrid(dims, dt value) value {
	shape, err := sizes(c.t, dims)
	if c.err = err; err != nil {
		return py.None
	}
	out := py.NewTuple()
	for i, n := range shape {
		open := make([]int, len(shape))
		for k := range open {
			open[k] = 1
		}
		open[i] = n
		row := c.arr(c.call("arange", int64(n), py.None, py.None, dt))
		if c.err != nil {
			return py.None
		}
		out.Items = append(out.Items, c.view(reshape(c.t, row, open, 'C')))
	}
	return out
}
