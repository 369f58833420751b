package np

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func itoa(n int) string { return strconv.Itoa(n) }

// shapeArg reads a shape: an integer or a sequence of integers.
func shapeArg(t *thread, v value) ([]int, error) {
	list := []value{v}
	if _, isInt := py.AsInt(v); !isInt {
		var err error
		if list, err = py.ToSlice(t, v); err != nil {
			return nil, py.TypeErrorf("expected a sequence of integers or a single integer, got '%s'", py.ReprOf(v))
		}
	}
	out := make([]int, len(list))
	for i, e := range list {
		if _, large := e.(*big.Int); large {
			return nil, py.ValueErrorf("Maximum allowed dimension exceeded")
		}
		n, ok := py.AsInt(e)
		if _, isFloat := e.(float64); !ok || isFloat {
			return nil, py.TypeErrorf("'%s' object cannot be interpreted as an integer", py.TypeOf(e).Name)
		}
		out[i] = int(n)
	}
	if len(out) > maxDepth {
		return nil, py.ValueErrorf("maximum supported dimension for an ndarray is currently %d, found %d", maxDepth,
			len(out))
	}
	return out, nil
}

// sizes checks the dimensions of a new array.
func sizes(t *thread, v value) ([]int, error) {
	s, err := shapeArg(t, v)
	if err != nil {
		return nil, err
	}
	for _, n := range s {
		if n < 0 {
			return nil, py.ValueErrorf("negative dimensions are not allowed")
		}
	}
	return s, addressable(s, 1)
}

// addressable refuses shapes whose dimensions, those of 0 left out, give more bytes than can be addressed.
func addressable(shape []int, size int) error {
	n := uint64(max(size, 1))
	for _, d := range shape {
		if d == 0 {
			continue
		}
		hi, lo := bits.Mul64(n, uint64(d))
		if hi != 0 || lo > math.MaxInt64 {
			return py.ValueErrorf("array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum " +
				"possible size.")
		}
		n = lo
	}
	return nil
}

// orderArg reads the letter of a memory order.
func orderArg(v value, def byte) (byte, error) {
	s, ok := strOf(v)
	if v == py.None || v == nil {
		return def, nil
	}
	if ok && len(s) == 1 {
		switch s[0] {
		case 'C', 'F', 'A', 'K':
			return s[0], nil
		case 'c', 'f', 'a', 'k':
			return s[0] - 32, nil
		}
	}
	if !ok {
		return 0, py.TypeErrorf("order must be str, not %s", py.TypeOf(v).Name)
	}
	return 0, py.ValueErrorf("order must be one of 'C', 'F', 'A', or 'K' (got '%s')", s)
}

// axisArg checks one axis against a rank.
func axisArg(v value, rank int) (int, error) {
	n, ok := py.AsInt(v)
	if _, isFloat := v.(float64); !ok || isFloat {
		return 0, py.TypeErrorf("'%s' object cannot be interpreted as an integer", py.TypeOf(v).Name)
	}
	if n < -int64(rank) || n >= int64(rank) {
		return 0, badAxis(int(n), rank)
	}
	if n < 0 {
		n += int64(rank)
	}
	return int(n), nil
}

func badAxis(n, rank int) error {
	return py.Raisef(axisError, "axis %d is out of bounds for array of dimension %d", n, rank)
}

var axisError = py.NewClass("numpy.exceptions", "AxisError", py.IndexErrorClass, nil)

// axesArg reads None, an axis or a tuple of axes; nil stands for None.
func axesArg(t *thread, v value, rank int) ([]int, error) {
	if v == nil || v == py.None {
		return nil, nil
	}
	list := []value{v}
	if tp, ok := v.(*py.Tuple); ok {
		list = tp.Items
	} else if l, ok := v.(*py.List); ok {
		list = l.Items
	}
	out := make([]int, len(list))
	seen := map[int]bool{}
	for i, e := range list {
		k, err := axisArg(e, rank)
		if err != nil {
			return nil, err
		}
		if seen[k] {
			return nil, py.ValueErrorf("duplicate value in 'axis'")
		}
		seen[k], out[i] = true, k
	}
	return out, nil
}

// reshape gives an array another shape: a view where one exists, else a copy.
func reshape(t *thread, a *array, dims []int, order byte) (*array, error) {
	dims = append([]int(nil), dims...)
	known, open := 1, -1
	for i, d := range dims {
		switch {
		case d < 0 && open >= 0:
			return nil, py.ValueErrorf("can only specify one unknown dimension")
		case d < 0:
			open = i
		default:
			known *= d
		}
	}
	asked := ndarray.Tight(dims)
	if open >= 0 && known > 0 && a.Len()%known == 0 {
		dims[open] = a.Len() / known
		known *= dims[open]
	}
	if known != a.Len() || open >= 0 && dims[open] < 0 {
		return nil, py.ValueErrorf("cannot reshape array of size %d into shape %s", a.Len(), asked)
	}
	fortran := order == 'F' || order == 'A' && a.FContiguous() && !a.CContiguous()
	if v := a.Reshape(dims, fortran); v != nil {
		return v, nil
	}
	c, err := a.Copy(t.Ctx, map[bool]byte{true: 'F', false: 'C'}[fortran])
	if err != nil {
		return nil, err
	}
	return c.Reshape(dims, fortran), nil
}

func flatten(t *thread, a *array, order byte) (*array, error) {
	if order == 'K' {
		a, order = inMemory(a), 'C'
	}
	c, err := a.Copy(t.Ctx, 'C')
	if order == 'F' || order == 'A' && a.FContiguous() && !a.CContiguous() {
		c, err = a.T().Copy(t.Ctx, 'C')
	}
	if err != nil {
		return nil, err
	}
	z := c.Reshape([]int{a.Len()}, false)
	return z.Rebase(), nil
}

// inMemory is an array with its dimensions in the order of memory, the one with the longest steps first.
func inMemory(a *array) *array {
	perm := make([]int, a.Rank())
	for i := range perm {
		perm[i] = i
	}
	far := func(k int) int { return max(a.Strides()[k], -a.Strides()[k]) }
	slices.SortStableFunc(perm, func(i, k int) int { return far(k) - far(i) })
	return a.Permute(perm)
}

func ravel(t *thread, a *array, order byte) (*array, error) {
	if order == 'K' {
		a, order = inMemory(a), 'C'
	}
	return reshape(t, a, []int{a.Len()}, order)
}

// permutation reads the axes of a transposition; nil reverses them.
func permutation(t *thread, axes value, rank int) ([]int, error) {
	perm := make([]int, rank)
	for i := range perm {
		perm[i] = rank - 1 - i
	}
	if axes == nil || axes == py.None {
		return perm, nil
	}
	list, err := py.ToSlice(t, axes)
	if err != nil {
		return nil, err
	}
	if len(list) != rank {
		return nil, py.ValueErrorf("axes don't match array")
	}
	seen := map[int]bool{}
	for i, v := range list {
		if perm[i], err = axisArg(v, rank); err != nil {
			return nil, err
		}
		if seen[perm[i]] {
			return nil, py.ValueErrorf("repeated axis in transpose")
		}
		seen[perm[i]] = true
	}
	return perm, nil
}

func squeeze(t *thread, a *array, axis value) (*array, error) {
	drop := map[int]bool{}
	axes, err := axesArg(t, axis, a.Rank())
	if err != nil {
		return nil, err
	}
	for _, k := range axes {
		if a.Shape()[k] != 1 {
			return nil, py.ValueErrorf("cannot select an axis to squeeze out which has size not equal to one")
		}
		drop[k] = true
	}
	if axes == nil {
		for k, d := range a.Shape() {
			drop[k] = d == 1
		}
	}
	return a.Squeeze(drop), nil
}

func swapAxes(a *array, x, y value) (*array, error) {
	i, err := axisArg(x, a.Rank())
	if err != nil {
		return nil, err
	}
	j, err := axisArg(y, a.Rank())
	if err != nil {
		return nil, err
	}
	perm := make([]int, a.Rank())
	for k := range perm {
		perm[k] = k
	}
	perm[i], perm[j] = j, i
	return a.Permute(perm), nil
}

// viewAs is a.view(dtype): the same bytes under another type. The last dimension grows or
// shrinks when the size of the elements changes.
func viewAs(a *array, d *dtype) (*array, error) {
	from := a.DType()
	if (d.Kind == 'U' || d.Kind == 'S' || d.Kind == 'V') && d.Size == 0 {
		d = &dtype{Kind: d.Kind, Size: from.Size}
	}
	if (from.Kind == 'O') != (d.Kind == 'O') {
		return nil, py.TypeErrorf("Cannot change data-type for array of references.")
	}
	if isTruths(d) && !isTruths(from) {
		a = onlyTruths(a)
	}
	if from.Size == d.Size {
		return a.As(d), nil
	}
	last := a.Rank() - 1
	if last < 0 {
		return nil, py.ValueErrorf("Changing the dtype of a 0d array is only supported if the itemsize is unchanged")
	}
	if a.Strides()[last] != from.Size && a.Shape()[last] != 1 && a.Len() > 0 {
		return nil, py.ValueErrorf("To change to a dtype of a different size, the last axis must be contiguous")
	}
	if d.Size == 0 {
		return nil, py.TypeErrorf("a type without a size needs one here: %s", d)
	}
	row := a.Shape()[last] * from.Size
	if d.Size > from.Size && row%d.Size != 0 {
		return nil, py.ValueErrorf("When changing to a larger dtype, its size must be a divisor " +
			"of the total size in bytes of the last axis of the array.")
	}
	if d.Size < from.Size && from.Size%d.Size != 0 {
		return nil, py.ValueErrorf("When changing to a smaller dtype, its size must be a divisor " +
			"of the size of original dtype")
	}
	shape, st := append([]int(nil), a.Shape()...), append([]int(nil), a.Strides()...)
	shape[last], st[last] = row/d.Size, d.Size
	return a.Strided(shape, st, 0).As(d).Sized(), nil
}

// broadcastTo repeats an array; the result cannot be written to.
func broadcastTo(a *array, shape []int) (*array, error) {
	z, ok := a.BroadcastTo(shape)
	if !ok {
		if len(shape) < a.Rank() {
			return nil, py.ValueErrorf("input operand has more dimensions than allowed by the axis remapping")
		}
		return nil, py.ValueErrorf("operands could not be broadcast together with remapped "+
			"shapes [original->remapped]: %s  and requested shape %s", ndarray.Tight(a.Shape()), ndarray.Tight(shape))
	}
	z.SetWriteable(false)
	return z, nil
}

// filled makes an array of one value.
func filled(t *thread, shape []int, d *dtype, v value, order byte) (*array, error) {
	if err := addressable(shape, d.Size); err != nil {
		return nil, err
	}
	z, err := ndarray.NewContext(t.Ctx, d, shape, order == 'F')
	if err != nil {
		return nil, bind.ArrayError(t, err)
	}
	if v == nil {
		return z, nil
	}
	if d.IsNumber() && !d.Swap && z.Len() > 0 {
		one, err := ndarray.New(d, nil, false)
		if err != nil {
			return nil, err
		}
		if err := setPlace(t, one, 0, v); err != nil {
			return nil, err
		}
		x, err := one.Borrow(t.Ctx)
		if err != nil {
			return nil, err
		}
		y, err := tensor.Fill(t.Ctx, shape, x)
		if err != nil {
			return nil, bind.ArrayError(t, err)
		}
		if order != 'F' {
			return ndarray.Own(y.WithShape(shape)), nil
		}
		turned := slices.Clone(shape)
		slices.Reverse(turned)
		return ndarray.Own(y.WithShape(turned)).T().Rebase(), nil
	}
	return z, assign(t, z, v)
}

// like gives the type and order for an array made after another.
func like(t *thread, proto, dt, order value, shape value) (d *dtype, dims []int, letter byte, err error) {
	a, err := asArray(t, proto)
	if err != nil {
		return nil, nil, 0, err
	}
	if d, err = dtypeArg(dt); err != nil {
		return nil, nil, 0, err
	}
	if d == nil {
		d = a.DType()
	}
	if letter, err = orderArg(order, 'K'); err != nil {
		return nil, nil, 0, err
	}
	if letter != 'C' && a.FContiguous() && !a.CContiguous() {
		letter = 'F'
	}
	dims = a.Shape()
	if shape != nil && shape != py.None {
		dims, err = sizes(t, shape)
	}
	return d, dims, letter, err
}
