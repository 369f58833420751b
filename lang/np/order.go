package np

import (
	"cmp"
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// comparer gives the order of two elements by their number in row-major order; nan comes last.
func comparer(t *thread, a *array) (func(i, j int) int, error) {
	if err := room(a.Len()); err != nil {
		return nil, err
	}
	if a.DType().IsNumber() {
		x, err := a.Borrow(t.Ctx)
		if err != nil {
			return nil, err
		}
		switch d := x.DType(); {
		case d == tensor.Float64:
			v := tensor.Slice[float64](x)
			return func(i, j int) int { return floatOrder(v[i], v[j]) }, nil
		case d.IsFloating():
			return func(i, j int) int { return floatOrder(x.Float(i), x.Float(j)) }, nil
		case d.IsComplex():
			return func(i, j int) int {
				p, q := x.Complex(i), x.Complex(j)
				if n := halfNaN(p); n != halfNaN(q) {
					if n {
						return 1
					}
					return -1
				}
				if c := floatOrder(real(p), real(q)); c != 0 {
					return c
				}
				return floatOrder(imag(p), imag(q))
			}, nil
		case d == tensor.Uint64:
			return func(i, j int) int { return cmp.Compare(uint64(x.Int(i)), uint64(x.Int(j))) }, nil
		}
		return func(i, j int) int { return cmp.Compare(x.Int(i), x.Int(j)) }, nil
	}
	places := a.Places()
	if k := a.DType().Kind; k == 'U' || k == 'S' {
		texts := make([]string, len(places))
		for i, p := range places {
			texts[i] = a.DType().Text(a.Element(p))
		}
		return func(i, j int) int { return cmp.Compare(texts[i], texts[j]) }, nil
	}
	if d := a.DType(); d.IsDate() {
		counts := make([]uint64, len(places))
		for i, p := range places { // NaT, the least count, comes last
			counts[i] = (uint64(d.Count(a.Element(p))) ^ 1<<63) - 1
		}
		return func(i, j int) int { return cmp.Compare(counts[i], counts[j]) }, nil
	}
	vals := make([]value, len(places))
	for i, p := range places {
		vals[i] = pyElement(a, p)
	}
	return func(i, j int) int { return valueOrder(t, vals[i], vals[j]) }, nil
}

func floatOrder(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a != a && b != b, a == b:
		return 0
	case a != a:
		return 1
	}
	return -1
}

// orderFailure carries an error of a comparison out of a sort.
type orderFailure struct{ err error }

// caught is deferred around a sort: it takes the error of a comparison.
func caught(err *error) {
	if r := recover(); r != nil {
		f, ok := r.(orderFailure)
		if !ok {
			panic(r)
		}
		*err = f.err
	}
}

func valueOrder(t *thread, a, b value) int {
	for _, s := range []struct {
		x, y value
		is   int
	}{{a, b, -1}, {b, a, 1}} {
		v, err := py.Binary(t, "<", s.x, s.y)
		if err == nil {
			var less bool
			if less, err = py.Truth(t, v); err == nil && less {
				return s.is
			}
		}
		if err != nil {
			panic(orderFailure{err})
		}
	}
	return 0
}

// argsortArray is the positions that sort along dimension k; equal elements keep their order.
func argsortArray(t *thread, a *array, k int) (z *array, err error) {
	defer caught(&err)
	if a.Rank() > 1 && k != a.Rank()-1 {
		swapped, err := swapAxes(a, int64(k), int64(-1))
		if err != nil {
			return nil, err
		}
		z, err := argsortArray(t, swapped, a.Rank()-1)
		if err != nil {
			return nil, err
		}
		return swapAxes(z, int64(k), int64(-1))
	}
	n := a.Shape()[k]
	out := make([]int64, a.Len())
	order, err := comparer(t, a)
	if err != nil {
		return nil, err
	}
	polls := 0
	for base := 0; base+n <= len(out) && n > 0; base += n {
		row := out[base : base+n]
		for i := range row {
			row[i] = int64(i)
		}
		slices.SortStableFunc(row, func(i, j int64) int {
			if polls++; polls&0xffff == 0 && t.Ctx.Err() != nil {
				panic(orderFailure{py.Interrupted()})
			}
			return order(base+int(i), base+int(j))
		})
	}
	return ndarray.Own(tensor.FromSlice(a.Shape(), out)), nil
}

// sortedBy reads axis and order: the array to sort, and the dimension to sort along.
func sortedBy(t *thread, a *array, axis, by value) (*array, int, error) {
	if by != nil && by != py.None {
		names := by
		if _, ok := strOf(by); ok {
			names = py.NewList(by)
		}
		list, err := py.ToSlice(t, names)
		if err != nil {
			return nil, 0, err
		}
		for _, f := range a.DType().Fields { // the other fields break ties
			if !slices.ContainsFunc(list, func(v value) bool { s, _ := strOf(v); return s == f.Name }) {
				list = append(list, f.Name)
			}
		}
		f, ok, err := fieldOf(a, py.NewList(list...))
		if err != nil || !ok {
			return nil, 0, py.ValueErrorf("Cannot specify order when the array has no fields.")
		}
		a = f
	}
	if axis == py.None {
		flat, err := ravel(t, a, 'C')
		return flat, 0, err
	}
	k, err := axisArg(axis, a.Rank())
	return a, k, err
}

func argsortAxis(t *thread, a *array, axis, by value) (value, error) {
	if a.Rank() == 0 {
		a = a.NewAxis(0)
	}
	a, k, err := sortedBy(t, a, axis, by)
	if err != nil {
		return nil, err
	}
	return argsortArray(t, a, k)
}

// sortAxis is the sorted copy.
func sortAxis(t *thread, a *array, axis, by value) (*array, error) {
	keys, k, err := sortedBy(t, a, axis, by)
	if err != nil {
		return nil, err
	}
	if axis == py.None {
		if a, err = ravel(t, a, 'C'); err != nil {
			return nil, err
		}
	}
	if a.DType().IsNumber() && !a.DType().Num.IsComplex() && k == a.Rank()-1 {
		return sortNumbers(t, a)
	}
	order, err := argsortArray(t, keys, k)
	if err != nil {
		return nil, err
	}
	return alongAxis(t, a, order, k)
}

// sortNumbers sorts rows of real numbers.
func sortNumbers(t *thread, a *array) (*array, error) {
	c, err := a.Copy(t.Ctx, 'C')
	if err != nil {
		return nil, err
	}
	x, err := c.Borrow(t.Ctx)
	if err != nil {
		return nil, err
	}
	n := a.Shape()[a.Rank()-1]
	switch x.DType() {
	case tensor.Float64:
		sortRows(tensor.Slice[float64](x), n)
	case tensor.Float32:
		sortRows(tensor.Slice[float32](x), n)
	case tensor.Int64:
		sortRows(tensor.Slice[int64](x), n)
	case tensor.Int32:
		sortRows(tensor.Slice[int32](x), n)
	case tensor.Uint8:
		sortRows(tensor.Slice[uint8](x), n)
	case tensor.Uint64:
		sortRows(tensor.Slice[uint64](x), n)
	default:
		order, err := argsortArray(t, a, a.Rank()-1)
		if err != nil {
			return nil, err
		}
		return alongAxis(t, a, order, a.Rank()-1)
	}
	if c.DType().Swap { // Borrow gave a copy in the machine's order
		return castTo(t, ndarray.Own(x), c.DType())
	}
	return c, t.Check()
}

func sortRows[T cmp.Ordered](v []T, n int) {
	for at := 0; n > 0 && at+n <= len(v); at += n {
		slices.Sort(v[at : at+n])
		row := v[at : at+n] // nan sorts first in Go, last in NumPy
		k := 0
		for k < n && row[k] != row[k] {
			k++
		}
		if k > 0 {
			nans := slices.Clone(row[:k])
			copy(row, row[k:])
			copy(row[n-k:], nans)
		}
	}
}

// alongAxis takes, along one dimension, the elements at given positions (take_along_axis).
func alongAxis(t *thread, a, at *array, k int) (*array, error) {
	if k := at.DType().Kind; k != 'i' && k != 'u' {
		return nil, py.IndexErrorf("`indices` must be an integer array")
	}
	if at.Rank() != a.Rank() {
		return nil, py.ValueErrorf("`indices` and `arr` must have the same number of dimensions")
	}
	shape := append([]int(nil), a.Shape()...)
	shape[k] = at.Shape()[k]
	if err := room(at.Len()); err != nil {
		return nil, err
	}
	full, ok := at.BroadcastTo(shape)
	if !ok {
		return nil, py.IndexErrorf("shape mismatch: indexing arrays could not be broadcast together with shapes %s %s ",
			ndarray.Tight(at.Shape()), ndarray.Tight(a.Shape()))
	}
	x, err := full.Borrow(t.Ctx)
	if err != nil {
		return nil, err
	}
	z, err := ndarray.NewContext(t.Ctx, a.DType(), shape, false)
	if err != nil {
		return nil, err
	}
	rest := append([]int(nil), a.Strides()...)
	rest[k] = 0
	origin := a.Strided(shape, rest, 0)
	step := a.Strides()[k]
	to := z.Places()
	for i, from := range origin.Places() {
		p, err := checked(x.Int(i), a.Shape()[k], k)
		if err != nil {
			return nil, err
		}
		copyPlace(z, to[i], a, from+p*step)
	}
	return z, t.Check()
}

// picks are positions along a dimension, of a shape.
type picks struct{ pos, shape []int }

// positions reads indices into n elements; mode says what happens to those outside.
func positions(t *thread, indices value, n int, mode value, axis int) (*picks, error) {
	a, err := asArray(t, indices)
	if err != nil {
		return nil, err
	}
	if a.Len() > 0 && (!a.DType().IsNumber() || !a.DType().Num.IsInteger() && a.DType().Num != tensor.Bool) {
		return nil, py.TypeErrorf(
			"Cannot cast array data from dtype(%s) to dtype('int64') according to the rule 'safe'",
			a.DType().Repr(),
		)
	}
	x, err := a.Borrow(t.Ctx)
	if err != nil {
		return nil, err
	}
	how, _ := strOf(mode)
	out := make([]int, x.Len())
	for i := range out {
		k := x.Int(i)
		switch {
		case how == "wrap" && n > 0:
			k = (k%int64(n) + int64(n)) % int64(n)
		case how == "clip" && n > 0:
			k = min(max(k, 0), int64(n)-1)
		}
		if k < -int64(n) || k >= int64(n) {
			if axis < 0 {
				return nil, py.IndexErrorf("index %d is out of bounds for axis 0 with size %d", k, n)
			}
			return nil, py.IndexErrorf("index %d is out of bounds for axis %d with size %d", k, axis, n)
		}
		if k < 0 {
			k += int64(n)
		}
		out[i] = int(k)
	}
	return &picks{out, a.Shape()}, nil
}

func take(t *thread, a *array, indices, axis, mode value) (value, error) {
	k := 0
	var err error
	if axis == py.None || axis == nil {
		if a, err = ravel(t, a, 'C'); err != nil {
			return nil, err
		}
	} else if k, err = axisArg(axis, a.Rank()); err != nil {
		return nil, err
	}
	p, err := positions(t, indices, a.Shape()[k], mode, k)
	if err != nil {
		return nil, err
	}
	moves := make([]int, len(p.pos))
	for i, at := range p.pos {
		moves[i] = at * a.Strides()[k]
	}
	sel := &ndarray.Selection{Rest: a.Squeeze(map[int]bool{k: true}), Shape: p.shape, Moves: moves, At: k}
	z, err := sel.Get(t.Ctx)
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	return scalarOf(z), nil
}

func repeat(t *thread, a *array, repeats, axis value) (value, error) {
	k := 0
	var err error
	if axis == py.None || axis == nil {
		if a, err = ravel(t, a, 'C'); err != nil {
			return nil, err
		}
	} else if k, err = axisArg(axis, a.Rank()); err != nil {
		return nil, err
	}
	r, err := asTensor(t, repeats)
	if err != nil {
		return nil, err
	}
	n := a.Shape()[k]
	if r.Len() != 1 && r.Len() != n {
		return nil, py.ValueErrorf("operands could not be broadcast together with shape (%d,) (%d,)", n, r.Len())
	}
	var at []int64
	for i := range n {
		c := r.Int(i % r.Len())
		if c < 0 {
			return nil, py.ValueErrorf("repeats may not contain negative values.")
		}
		if int64(len(at))+c > 1<<31 {
			return nil, py.Raisef(py.MemoryErrorClass, "%d repeats do not fit", c)
		}
		if c > 1<<16 {
			if err := room(len(at) + int(c)); err != nil {
				return nil, err
			}
		}
		for range c {
			at = append(at, int64(i))
		}
	}
	return take(t, a, ndarray.Own(tensor.Vector(at)), int64(k), py.None)
}

// nonzero gives, per dimension, the indices of the elements that are not zero.
func nonzero(t *thread, a *array) (value, error) {
	m, err := truths(t, a)
	if err != nil {
		return nil, err
	}
	if a.Rank() == 0 {
		return nil, py.ValueErrorf(
			"Calling nonzero on 0d arrays is not allowed. " +
				"Use np.atleast_1d(scalar).nonzero() instead. " +
				"If the context of this error is of the form `arr[nonzero(cond)]`, " +
				"just use `arr[cond]`.",
		)
	}
	parts, err := maskEntry(t, m, nil)
	if err != nil {
		return nil, err
	}
	out := py.NewTuple()
	for _, p := range parts {
		z, err := newLine(int64s(p.pos))
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, z)
	}
	return out, nil
}

func int64s(v []int) []int64 {
	out := make([]int64, len(v))
	for i, n := range v {
		out[i] = int64(n)
	}
	return out
}

// newLine is an array of rank 1 of numbers that the caller gives away.
func newLine[T tensor.Element](v []T) (*array, error) { return ndarray.Own(tensor.Vector(v)), nil }

func searchSorted(t *thread, a *array, v, side, sorter value) (z value, err error) {
	defer caught(&err)
	right := false
	switch s, _ := strOf(side); s {
	case "left", "l":
	case "right", "r":
		right = true
	default:
		return nil, py.ValueErrorf("search side must be 'left' or 'right' (got '%s')", s)
	}
	if a.Rank() != 1 {
		return nil, py.ValueErrorf("object too deep for desired array")
	}
	if sorter != py.None {
		at, err := asArray(t, sorter)
		switch {
		case err != nil:
			return nil, err
		case at.Len() != a.Len() && at.DType().IsNumber() && at.DType().Num.IsInteger():
			return nil, py.ValueErrorf("sorter.size must equal a.size")
		case at.Len() > 0 && !(at.DType().IsNumber() && at.DType().Num.IsInteger()):
			return nil, py.TypeErrorf("sorter must only contain integers")
		}
		s, err := take(t, a, sorter, py.None, py.None)
		if err != nil {
			return nil, err
		}
		a = s.(*array)
	}
	w, err := asArray(t, v)
	if err != nil {
		return nil, err
	}
	d := promote(a.DType(), w.DType())
	n := a.Len()
	both, err := ndarray.NewContext(t.Ctx, d, []int{n + w.Len()}, false)
	if err != nil {
		return nil, err
	}
	if err := assign(t, both.Slice(0, 0, 1, n), a); err != nil {
		return nil, err
	}
	flat, err := ravel(t, w, 'C')
	if err != nil {
		return nil, err
	}
	if err := assign(t, both.Slice(0, n, 1, w.Len()), flat); err != nil {
		return nil, err
	}
	order, err := comparer(t, both)
	if err != nil {
		return nil, err
	}
	out := make([]int64, w.Len())
	for i := range out {
		lo, hi := 0, n
		for lo < hi {
			m := (lo + hi) / 2
			if c := order(m, n+i); c < 0 || right && c == 0 {
				lo = m + 1
			} else {
				hi = m
			}
		}
		out[i] = int64(lo)
	}
	return wrap(tensor.FromSlice(w.Shape(), out)), nil
}

func compress(t *thread, a *array, condition, axis value) (value, error) {
	c, err := asArray(t, condition)
	if err != nil {
		return nil, err
	}
	if c.Rank() != 1 {
		return nil, py.ValueErrorf("condition must be a 1-d array")
	}
	if c, err = truths(t, c); err != nil {
		return nil, err
	}
	at, err := nonzero(t, c)
	if err != nil {
		return nil, err
	}
	return take(t, a, at.(*py.Tuple).Items[0], axis, py.None)
}

// choose picks from the choices by number.
func choose(t *thread, a *array, choices value) (value, error) {
	list, err := py.ToSlice(t, choices)
	if err != nil {
		return nil, err
	}
	o, err := ufuncs["multiply"].operands(t, list)
	if err != nil {
		return nil, err
	}
	d, arrays := o.common(false), o.arrays
	shapes := [][]int{a.Shape()}
	for _, c := range arrays {
		shapes = append(shapes, c.Shape())
	}
	shape, ok := ndarray.Broadcast(shapes...)
	if !ok || d == nil {
		return nil, py.ValueErrorf("shape mismatch: objects cannot be broadcast to a single shape.")
	}
	z, err := ndarray.NewContext(t.Ctx, d, shape, false)
	if err != nil {
		return nil, err
	}
	places := make([][]int, len(arrays))
	for i, c := range arrays {
		if arrays[i], err = castTo(t, c, d); err != nil {
			return nil, err
		}
		if err := t.Check(); err != nil {
			return nil, err
		}
		b, _ := arrays[i].BroadcastTo(shape)
		places[i] = b.Places()
	}
	full, _ := a.BroadcastTo(shape)
	x, err := numbers(t, full)
	if err != nil {
		return nil, err
	}
	for i, p := range z.Places() {
		k := int(x.Int(i))
		if k < 0 || k >= len(arrays) {
			return nil, py.ValueErrorf("invalid entry in choice array")
		}
		copyPlace(z, p, arrays[k], places[k][i])
	}
	return z, nil
}
