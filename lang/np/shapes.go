package np

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func splitNumbers(s, sep string) []string {
	if strings.TrimSpace(sep) == "" {
		return strings.Fields(s)
	}
	var out []string
	for _, p := range strings.Split(s, strings.TrimSpace(sep)) {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// arrays converts every entry of a sequence.
func arrays(t *thread, v value) ([]*array, error) {
	list, err := py.ToSlice(t, v)
	if err != nil {
		return nil, err
	}
	out := make([]*array, len(list))
	for i, e := range list {
		if err := t.Poll(); err != nil {
			return nil, err
		}
		if out[i], err = asArray(t, e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// castable refuses arrays that the argument casting does not let become a type that is asked for.
func castable(b *py.Builtin, args []value, xs []*array, dt *dtype) error {
	if dt == nil {
		return nil
	}
	rule := "same_kind"
	for i, p := range b.Sig().Params {
		if p.Name == "casting" {
			rule = py.StrOf(args[i])
		}
	}
	for _, x := range xs {
		if !canCast(x.DType(), dt, rule) {
			return py.TypeErrorf("Cannot cast array data from dtype(%s) to dtype(%s) according to the rule '%s'",
				x.DType().Repr(), dt.Repr(), rule)
		}
	}
	return nil
}

// concatenate joins arrays along a dimension.
func concatenate(t *thread, xs []*array, axis int, dt *dtype) (*array, error) {
	if len(xs) == 0 {
		return nil, py.ValueErrorf("need at least one array to concatenate")
	}
	rank := xs[0].Rank()
	if rank == 0 {
		return nil, py.ValueErrorf("zero-dimensional arrays cannot be concatenated")
	}
	k := axis
	if k < 0 {
		k += rank
	}
	if k < 0 || k >= rank {
		return nil, badAxis(axis, rank)
	}
	d := dt
	shape := append([]int(nil), xs[0].Shape()...)
	shape[k] = 0
	for i, x := range xs {
		if err := t.Poll(); err != nil {
			return nil, err
		}
		if x.Rank() != rank {
			return nil, py.ValueErrorf("all the input arrays must have same number of dimensions, "+
				"but the array at index 0 has %d dimension(s) and the array at index %d has %d dimension(s)", rank, i,
				x.Rank())
		}
		for j, n := range x.Shape() {
			if j != k && n != shape[j] {
				return nil, py.ValueErrorf("all the input array dimensions except for the concatenation "+
					"axis must match exactly, but along dimension %d, the array at index 0 has size %d and the "+
					"array at index %d has size %d", j, shape[j], i, n)
			}
		}
		shape[k] += x.Shape()[k]
		if dt == nil {
			e := promote(d, x.DType())
			if err := noCommon(d, x.DType(), e); err != nil {
				return nil, err
			}
			d = e
		}
	}
	z, err := ndarray.NewContext(t.Ctx, d.Native(), shape, false)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	at := 0
	for _, x := range xs {
		n := x.Shape()[k]
		if err := t.Poll(); err != nil {
			return nil, err
		}
		if err := assign(t, z.Slice(k, at, 1, n), x); err != nil {
			return nil, err
		}
		at += n
	}
	return z, nil
}

// atLeast adds dimensions of one in front, as vstack and its like do.
func atLeast(a *array, n int) *array {
	switch {
	case n == 3 && a.Rank() == 2:
		return a.NewAxis(2)
	case n == 3 && a.Rank() == 1:
		return a.NewAxis(0).NewAxis(2)
	}
	for a.Rank() < n {
		a = a.NewAxis(0)
	}
	return a
}

func stack(t *thread, xs []*array, axis int, dt *dtype) (*array, error) {
	if len(xs) == 0 {
		return nil, py.ValueErrorf("need at least one array to stack")
	}
	rank := xs[0].Rank() + 1
	k := axis
	if k < 0 {
		k += rank
	}
	if k < 0 || k >= rank {
		return nil, badAxis(axis, rank)
	}
	wide := make([]*array, len(xs))
	for i, x := range xs {
		if !tensor.SameShape(x.Shape(), xs[0].Shape()) {
			return nil, py.ValueErrorf("all input arrays must have the same shape")
		}
		wide[i] = x.NewAxis(k)
	}
	return concatenate(t, wide, k, dt)
}

// moveAxis moves dimensions to other places.
func moveAxis(t *thread, a *array, source, destination value) (*array, error) {
	for _, v := range []*value{&source, &destination} { // any sequence of axes
		if r, ok := (*v).(*py.Range); ok {
			list, err := py.ToSlice(t, r)
			if err != nil {
				return nil, err
			}
			*v = py.NewTuple(list...)
		}
	}
	from, err := axesArg(t, source, a.Rank())
	if err != nil {
		return nil, err
	}
	to, err := axesArg(t, destination, a.Rank())
	if err != nil {
		return nil, err
	}
	if len(from) != len(to) {
		return nil, py.ValueErrorf("`source` and `destination` arguments must have the same number of elements")
	}
	moved := map[int]bool{}
	perm := make([]int, a.Rank())
	for i := range perm {
		perm[i] = -1
	}
	for i, k := range from {
		moved[k] = true
		perm[to[i]] = k
	}
	next := 0
	for i := range perm {
		if perm[i] >= 0 {
			continue
		}
		for moved[next] {
			next++
		}
		perm[i] = next
		next++
	}
	return a.Permute(perm), nil
}

func expandDims(t *thread, a *array, axis value) (*array, error) {
	axes, err := axesArg(t, axis, a.Rank()+countOf(axis))
	if err != nil {
		return nil, err
	}
	in := map[int]bool{}
	for _, k := range axes {
		in[k] = true
	}
	var dims []int
	at := 0
	for k := range a.Rank() + len(axes) {
		if in[k] {
			dims = append(dims, 1)
			continue
		}
		dims = append(dims, a.Shape()[at])
		at++
	}
	return reshape(t, a, dims, 'C')
}

func countOf(v value) int {
	switch x := v.(type) {
	case *py.Tuple:
		return len(x.Items)
	case *py.List:
		return len(x.Items)
	}
	return 1
}

// indices is np.indices: per dimension, its index at every place.
func indices(t *thread, shape, dt value) (*array, error) {
	dims, err := sizes(t, shape)
	if err != nil {
		return nil, err
	}
	d, err := toDType(dt)
	if err != nil {
		return nil, err
	}
	z, err := ndarray.NewContext(t.Ctx, d, append([]int{len(dims)}, dims...), false)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	for k, n := range dims {
		if z.Len() == 0 {
			break
		}
		line := make([]int64, n)
		for i := range line {
			line[i] = int64(i)
		}
		s := make([]int, len(dims))
		for i := range s {
			s[i] = 1
		}
		s[k] = n
		if err := assign(t, z.Row(k), ndarray.Own(tensor.FromSlice(s, line))); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// viewFn adds a function that gives a view of its first argument.
func viewFn(sig, doc string, f func(t *thread, a *array, args []value) (*array, error)) {
	fn(sig, doc, func(t *thread, args []value) (value, error) {
		a, err := asArray(t, args[0])
		if err != nil {
			return nil, err
		}
		z, err := f(t, a, args)
		if err != nil {
			return nil, err
		}
		return z, nil
	})
}

func init() {
	viewFn("reshape(a, /, shape, order='C', *, copy=None)", "In another shape.",
		func(t *thread, a *array, args []value) (*array, error) {
			dims, err := shapeArg(t, args[1])
			if err != nil {
				return nil, err
			}
			o, err := orderArg(args[2], 'C')
			if err != nil {
				return nil, err
			}
			return reshape(t, a, dims, o)
		})
	viewFn("ravel(a, order='C')", "As one row.", func(t *thread, a *array, args []value) (*array, error) {
		o, err := orderArg(args[1], 'C')
		if err != nil {
			return nil, err
		}
		return ravel(t, a, o)
	})
	for _, n := range []string{"transpose", "permute_dims"} {
		viewFn(n+"(a, axes=None)", "Dimensions in another order.",
			func(t *thread, a *array, args []value) (*array, error) {
				p, err := permutation(t, args[1], a.Rank())
				if err != nil {
					return nil, err
				}
				return a.Permute(p), nil
			})
	}
	viewFn("matrix_transpose(x)", "The last two dimensions swapped.",
		func(t *thread, a *array, _ []value) (*array, error) {
			if a.Rank() < 2 {
				return nil, py.ValueErrorf("Input array must be at least 2-dimensional, but it is %d", a.Rank())
			}
			return swapAxes(a, int64(-1), int64(-2))
		})
	viewFn("swapaxes(a, axis1, axis2)", "Two dimensions swapped.",
		func(_ *thread, a *array, args []value) (*array, error) {
			return swapAxes(a, args[1], args[2])
		})
	viewFn("moveaxis(a, source, destination)", "Dimensions moved to other places.",
		func(t *thread, a *array, args []value) (*array, error) {
			return moveAxis(t, a, args[1], args[2])
		})
	viewFn("rollaxis(a, axis, start=0)", "A dimension moved back.",
		func(t *thread, a *array, args []value) (*array, error) {
			k, err := axisArg(args[1], a.Rank())
			if err != nil {
				return nil, err
			}
			s, err := intArg(args[2], "start")
			if err != nil {
				return nil, err
			}
			if s < 0 {
				s += a.Rank()
			}
			if s < 0 || s > a.Rank() {
				return nil, badAxis(s, a.Rank()+1)
			}
			if k < s {
				s--
			}
			return moveAxis(t, a, int64(k), int64(s))
		})
	viewFn("squeeze(a, axis=None)", "Without dimensions of one.",
		func(t *thread, a *array, args []value) (*array, error) {
			return squeeze(t, a, args[1])
		})
	viewFn("expand_dims(a, axis)", "A dimension of one more.", func(t *thread, a *array, args []value) (*array, error) {
		return expandDims(t, a, args[1])
	})
	viewFn("broadcast_to(array, shape, subok=False)", "Repeated to a shape, read-only.",
		func(t *thread, a *array, args []value) (*array, error) {
			dims, err := sizes(t, args[1])
			if err != nil {
				return nil, err
			}
			return broadcastTo(a, dims)
		})
	viewFn("diagonal(a, offset=0, axis1=0, axis2=1)", "A diagonal, read-only.",
		func(_ *thread, a *array, args []value) (*array, error) {
			return diagonal(a, args[1], args[2], args[3])
		})
	fn("broadcast_arrays(*args)", "Arrays repeated to their common shape.", func(t *thread, a []value) (value, error) {
		xs, err := arrays(t, a[0])
		if err != nil {
			return nil, err
		}
		shape, err := commonShape(xs)
		if err != nil {
			return nil, err
		}
		out := py.NewTuple()
		for _, x := range xs {
			z, _ := x.BroadcastTo(shape)
			out.Items = append(out.Items, z)
		}
		return out, nil
	})
	fn("broadcast_shapes(*args)", "The common shape.", func(t *thread, a []value) (value, error) {
		var xs []*array
		for _, v := range a[0].(*py.Tuple).Items {
			s, err := sizes(t, v)
			if err != nil {
				return nil, err
			}
			one := ndarray.Own(tensor.FromSlice(nil, []bool{false}))
			xs = append(xs, one.Strided(s, make([]int, len(s)), 0))
		}
		s, err := commonShape(xs)
		return py.NewTuple(ints(s)...), err
	})
	for n := 1; n <= 3; n++ {
		fn("atleast_"+itoa(n)+"d(*arys)", "At least "+itoa(n)+" dimensions.",
			func(t *thread, a []value) (value, error) {
				xs, err := arrays(t, a[0])
				if err != nil {
					return nil, err
				}
				out := py.NewTuple()
				for _, x := range xs {
					out.Items = append(out.Items, atLeast(x, n))
				}
				if len(out.Items) == 1 {
					return out.Items[0], nil
				}
				return out, nil
			})
	}
	initJoins()
}

func commonShape(xs []*array) ([]int, error) {
	var shapes [][]int
	for _, x := range xs {
		shapes = append(shapes, x.Shape())
	}
	s, ok := ndarray.Broadcast(shapes...)
	if ok {
		return s, nil
	}
	for i, x := range xs {
		for j, y := range xs[:i] {
			if _, ok := ndarray.Broadcast(x.Shape(), y.Shape()); !ok {
				return nil, py.ValueErrorf("shape mismatch: objects cannot be broadcast to a single "+
					"shape.  Mismatch is between arg %d with shape %s and arg %d with shape %s.",
					j, ndarray.Tight(y.Shape()), i, ndarray.Tight(x.Shape()))
			}
		}
	}
	return nil, py.ValueErrorf("shape mismatch: objects cannot be broadcast to a single shape.")
}

func initJoins() {
	join := func(names, sig, doc string, f func(t *thread, xs []*array, args []value, dt *dtype) (*array, error)) {
		for _, name := range strings.Fields(names) {
			b := fn(name+sig, doc, nil)
			b.Fn = func(t *thread, args []value) (value, error) {
				if v, err := overridden(t, b, args); v != nil || err != nil {
					return v, err
				}
				if _, isArr := args[0].(*array); !isArr {
					if _, _, err := items(t, args[0]); err != nil {
						return nil, err
					}
				}
				xs, err := arrays(t, args[0])
				if err != nil {
					return nil, err
				}
				var dt *dtype
				for i, p := range b.Sig().Params {
					if p.Name == "dtype" {
						if dt, err = dtypeArg(args[i]); err != nil {
							return nil, err
						}
					}
				}
				if err := castable(b, args, xs, dt); err != nil {
					return nil, err
				}
				z, err := f(t, xs, args, dt)
				if err != nil {
					return nil, err
				}
				for i, p := range b.Sig().Params {
					if p.Name == "out" && args[i] != py.None {
						return args[i], assign(t, arrayOf(args[i]), z)
					}
				}
				if x, _ := underlying(sequence(args[0])); x != nil && priority(x) > 0 {
					return inClass(t, x, z)
				}
				return z, nil
			}
		}
	}
	join("concatenate concat", "(arrays, axis=0, out=None, *, dtype=None, casting='same_kind')",
		"Joins arrays along a dimension.", func(t *thread, xs []*array, args []value, dt *dtype) (*array, error) {
			if args[1] == py.None {
				for i, x := range xs {
					f, err := ravel(t, x, 'C')
					if err != nil {
						return nil, err
					}
					xs[i] = f
				}
				return concatenate(t, xs, 0, dt)
			}
			k, err := intArg(args[1], "axis")
			if err != nil {
				return nil, err
			}
			return concatenate(t, xs, k, dt)
		})
	join("stack", "(arrays, axis=0, out=None, *, dtype=None, casting='same_kind')",
		"Joins arrays along a new dimension.", func(t *thread, xs []*array, args []value, dt *dtype) (*array, error) {
			k, err := intArg(args[1], "axis")
			if err != nil {
				return nil, err
			}
			return stack(t, xs, k, dt)
		})
	join("vstack row_stack", "(tup, *, dtype=None, casting='same_kind')", "Joins arrays as rows.",
		func(t *thread, xs []*array, _ []value, dt *dtype) (*array, error) {
			for i, x := range xs {
				xs[i] = atLeast(x, 2)
			}
			return concatenate(t, xs, 0, dt)
		})
	join("hstack", "(tup, *, dtype=None, casting='same_kind')", "Joins arrays side by side.",
		func(t *thread, xs []*array, _ []value, dt *dtype) (*array, error) {
			k := 1
			for i, x := range xs {
				xs[i] = atLeast(x, 1)
			}
			if len(xs) > 0 && xs[0].Rank() == 1 {
				k = 0
			}
			return concatenate(t, xs, k, dt)
		})
	join("dstack", "(tup)", "Joins arrays along a third dimension.",
		func(t *thread, xs []*array, _ []value, dt *dtype) (*array, error) {
			for i, x := range xs {
				xs[i] = atLeast(x, 3)
			}
			return concatenate(t, xs, 2, dt)
		})
	join("column_stack", "(tup)", "Joins arrays as columns.",
		func(t *thread, xs []*array, _ []value, dt *dtype) (*array, error) {
			for i, x := range xs {
				if x.Rank() < 2 {
					xs[i] = atLeast(x, 1).NewAxis(1)
				}
			}
			return concatenate(t, xs, 1, dt)
		})
}
