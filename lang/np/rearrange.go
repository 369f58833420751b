package np

import (
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
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

// rollAxes are the axes to roll along; one may be given twice.
func rollAxes(t *thread, axis value, rank int) ([]int, error) {
	list, err := py.ToSlice(t, axis)
	if _, one := py.AsInt(axis); one || err != nil {
		return axesArg(t, axis, rank)
	}
	var axes []int
	for _, v := range list {
		k, err := axisArg(v, rank)
		if err != nil {
			return nil, err
		}
		axes = append(axes, k)
	}
	return axes, nil
}

// roll moves elements along dimensions; what leaves one end comes in at the other.
func (c *calc) roll(v, shift, axis value) value {
	a := c.arr(v)
	if axis == py.None {
		return c.view(reshape(c.t, c.arr(c.roll(c.line(a), shift, int64(0))), a.Shape(), 'C'))
	}
	axes, err := rollAxes(c.t, axis, a.Rank())
	if err != nil {
		c.err = err
		return py.None
	}
	if n, ok := bigInt(shift); ok && len(axes) == 1 && a.Shape()[axes[0]] > 0 {
		shift = new(big.Int).Mod(n, big.NewInt(int64(a.Shape()[axes[0]]))).Int64()
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
	calcFn("tile(A, reps)", "Repeated.", func(c *calc, a []value) value { return c.tile(a[0], a[1]) })
	calcFn("repeat(a, repeats, axis=None)", "Each element several times.", func(c *calc, a []value) value {
		return c.value(repeat(c.t, c.arr(a[0]), a[1], a[2]))
	})
	calcFn("roll(a, shift, axis=None)", "Moved around.", func(c *calc, a []value) value {
		return c.roll(a[0], a[1], a[2])
	})
	calcFn("diag(v, k=0)", "A diagonal, or a matrix of one.", func(c *calc, a []value) value {
		return c.diag(a[0], a[1])
	})
	calcFn("diagflat(v, k=0)", "A matrix of a diagonal.", func(c *calc, a []value) value {
		return c.diag(c.line(a[0]), a[1])
	})
	calcFn("trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None)", "The sum of a diagonal.",
		func(c *calc, a []value) value {
			return c.call("sum", c.view(diagonal(c.arr(a[0]), a[1], a[2], a[3])), int64(-1), a[4], a[5])
		})
	calcFn("append(arr, values, axis=None)", "Joined at the end.", func(c *calc, a []value) value {
		if a[2] == py.None {
			return c.view(concatenate(c.t, []*array{c.line(a[0]), c.line(a[1])}, 0, nil))
		}
		return c.view(concatenate(c.t, []*array{c.arr(a[0]), c.arr(a[1])}, c.int(a[2], "axis"), nil))
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
	calcFn("compress(condition, a, axis=None, out=None)", "The elements where a condition holds.",
		func(c *calc, a []value) value {
			return c.value(compress(c.t, c.arr(a[1]), a[0], a[2]))
		})
	calcFn("choose(a, choices, out=None, mode='raise')", "Elements chosen by number.", func(c *calc, a []value) value {
		return c.value(choose(c.t, c.arr(a[0]), a[1]))
	})
	changeFn("put(a, ind, v, mode='raise')", "Sets elements of the flat array.", func(c *calc, a *array, args []value) {
		c.err = put(c.t, a, args[1], args[2], args[3])
	})
	changeFn("copyto(dst, src, casting='same_kind', where=True)", "Copies values into an array.",
		func(c *calc, a *array, args []value) {
			src := c.arr(args[1])
			rule, err := castingRule(args[2])
			if c.err == nil {
				c.err = err
			}
			if c.err == nil && !weak(args[1]) && !canCast(src.DType(), a.DType(), rule) {
				c.err = py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype(%s) according "+
					"to the rule '%s'", src.DType().Repr(), a.DType().Repr(), rule)
			}
			if c.err == nil && rule == "unsafe" && src.DType().IsNumber() && a.DType().IsNumber() {
				src = c.cast(src, a.DType())
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
				if x := c.arr(a[0]); c.err == nil {
					c.err = partitionAt(c.t, x, a[1], a[2], a[3])
				}
				if c.err != nil {
					return py.None
				}
				if n == "partition" {
					return c.view(sortAxis(c.t, c.arr(a[0]), a[2], a[4]))
				}
				return c.value(argsortAxis(c.t, c.arr(a[0]), a[2], a[4]))
			})
	}
	calcFn("indices(dimensions, dtype=int, sparse=False)", "The index at every place, per dimension.",
		func(c *calc, a []value) value {
			if a[2] == true {
				return c.openGrid(a[0], a[1])
			}
			return c.view(indices(c.t, a[0], a[1]))
		})
	calcFn("meshgrid(*xi, copy=True, sparse=False, indexing='xy')", "Coordinates of a grid.", meshgrid)
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
