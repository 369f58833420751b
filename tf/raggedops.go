package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Rules of the ops that arrange ragged tensors: concat, stack, tile, expand_dims, squeeze,
// reverse, split and the like.

// ruled gives an entry a ragged rule.
func ruled(r bind.Rule, o *bind.Op) *bind.Op {
	o.Ragged = r
	return o
}

// raggedFirst is a rule for a first argument that is ragged.
func raggedFirst(f func(c *call, r *ragged.Ragged) (value, error)) bind.Rule {
	return func(c *call) (value, bool, error) {
		r, ok := c.Args[0].(*ragged.Ragged)
		if !ok {
			return nil, false, nil
		}
		v, err := f(c, r)
		return v, true, err
	}
}

// flatRule runs the op on the flat values and keeps the partitions.
var flatRule = bind.Unary

// anyRagged reads a list argument that holds a ragged tensor.
func anyRagged(v value) ([]value, bool) {
	items, ok := listItems(v)
	if !ok {
		if r, isR := v.(*ragged.Ragged); isR {
			return []value{r}, true
		}
		return nil, false
	}
	for _, e := range items {
		if _, ok := e.(*ragged.Ragged); ok {
			return items, true
		}
	}
	return nil, false
}

// matchSplits converts arguments and refuses row splits of two integer types.
func matchSplits(c *call, items []value) ([]ragged.Value, error) {
	out := make([]ragged.Value, len(items))
	var seen [2]bool
	for i, v := range items {
		x, err := raggedValue(c.T, v)
		if err != nil {
			return nil, err
		}
		out[i] = x
		if r, ok := x.(*ragged.Ragged); ok {
			seen[min(int(r.Part.DType-tensor.Int32), 1)] = true
		}
	}
	if seen[0] && seen[1] {
		return nil, bind.SplitsMismatch()
	}
	return out, nil
}

// concatRule joins ragged tensors along any axis; stackRule stacks them.
func concatRule(c *call) (value, bool, error) { return joinRule(c, false) }
func stackRule(c *call) (value, bool, error)  { return joinRule(c, true) }

func joinRule(c *call, stack bool) (value, bool, error) {
	items, ok := anyRagged(c.Args[0])
	if !ok {
		return nil, false, nil
	}
	v, err := join(c, items, stack)
	return v, true, err
}

func join(c *call, items []value, stack bool) (value, error) {
	if len(items) == 0 {
		return nil, py.ValueErrorf("rt_inputs may not be empty.")
	}
	vs, err := matchSplits(c, items)
	if err != nil {
		return nil, err
	}
	axis, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	return joinValues(c, vs, axis, stack)
}

func joinValues(c *call, vs []ragged.Value, axis int, stack bool) (ragged.Value, error) {
	if len(vs) == 1 && !stack {
		return vs[0], nil
	}
	nd := ragged.NDims(vs[0])
	for _, v := range vs[1:] {
		if ragged.NDims(v) != nd {
			return nil, py.ValueErrorf("Shape %s must have rank %d", tensor.KnownShape(shapeOf(v)), nd)
		}
	}
	out := nd
	if stack {
		out++
	}
	axis, err := positive(axis, out, "axis")
	if err != nil {
		return nil, err
	}
	if err := sameTypes(c, vs); err != nil {
		return nil, err
	}
	d := ragged.SplitsType(vs...)
	if stack && nd == 1 && axis == 0 {
		lengths := make([]int64, len(vs))
		for i, v := range vs {
			lengths[i] = int64(ragged.Rows(v))
		}
		all, err := ragged.Concat(c.T.Ctx, vs)
		return &ragged.Ragged{Part: ragged.Lengths(lengths, d), Values: all}, err
	}
	if dense, ok := allDense(vs); ok && (axis == out-1 || axis == nd-1) {
		name := "tf.concat"
		if stack {
			name = "tf.stack"
		}
		v, err := run(c.T, name, py.NewList(dense...), int64(axis))
		if err != nil {
			return nil, err
		}
		return v.(ragged.Value), nil
	}
	return joinRagged(c, vs, axis, stack, d)
}

func joinRagged(c *call, vs []ragged.Value, axis int, stack bool, d tensor.DType) (ragged.Value, error) {
	rank := 1
	for _, v := range vs {
		if r, ok := v.(*ragged.Ragged); ok {
			rank = max(rank, r.Rank())
		}
	}
	rs := make([]*ragged.Ragged, len(vs))
	same := make([]ragged.Value, len(vs))
	for i, v := range vs {
		x, err := ragged.Deepen(v, rank, d)
		if err != nil {
			return nil, err
		}
		rs[i], same[i] = x.(*ragged.Ragged), x
	}
	switch axis {
	case 0:
		all, err := ragged.Concat(c.T.Ctx, same)
		if err != nil || !stack {
			return all, err
		}
		lengths := make([]int64, len(rs))
		for i, r := range rs {
			lengths[i] = int64(r.Part.NRows())
		}
		return &ragged.Ragged{Part: ragged.Lengths(lengths, d), Values: all}, nil
	case 1:
		return joinRows(c, rs, same, stack, d)
	}
	inner := make([]ragged.Value, len(rs))
	for i, r := range rs {
		if err := sameSplits(rs[0], r, ""); err != nil {
			return nil, err
		}
		inner[i] = r.Values
	}
	z, err := joinValues(c, inner, axis-1, stack)
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: ragged.Of(rs[0].Part.Splits, d), Values: z}, nil
}

func joinRows(c *call, rs []*ragged.Ragged, same []ragged.Value, stack bool, d tensor.DType) (ragged.Value, error) {
	n := rs[0].Part.NRows()
	for i, r := range rs[1:] {
		if r.Part.NRows() != n {
			return nil, py.NewExc(bind.InvalidArgumentError, "Input tensors at index 0 (=x) and "+itoa(i+1)+" (=y) have incompatible shapes."+compared("==", n, r.Part.NRows()))
		}
	}
	if !stack {
		return ragged.ConcatRows(c.T.Ctx, rs)
	}
	all, err := ragged.Concat(c.T.Ctx, same)
	if err != nil {
		return nil, err
	}
	at := make([]int64, 0, n*len(rs))
	for i := range n {
		for k := range rs {
			at = append(at, int64(k*n+i))
		}
	}
	rows, err := ragged.GatherRows(c.T.Ctx, all, at)
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: ragged.Of(ragged.UniformRows(len(rs), n, d).Splits, d), Values: rows}, nil
}

func allDense(vs []ragged.Value) ([]value, bool) {
	out := make([]value, len(vs))
	for i, v := range vs {
		if _, ok := v.(*tensor.Tensor); !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

func shapeOf(v ragged.Value) []int {
	if r, ok := v.(*ragged.Ragged); ok {
		return r.Shape()
	}
	return v.(*tensor.Tensor).Shape()
}

func sameTypes(c *call, vs []ragged.Value) error {
	for i, v := range vs {
		if v.DType() != vs[0].DType() {
			return bind.ErrorWith(c.T, bind.InvalidArgumentError, "ConcatV2", true, "cannot compute ConcatV2 as input #%d(zero-based) was expected to be a %s tensor but is a %s tensor", i, vs[0].DType().CName(), v.DType().CName())
		}
	}
	return nil
}

// sameSplits asserts that two partitions have the same rows.
func sameSplits(x, y *ragged.Ragged, message string) error {
	if x.Part.Same(y.Part) {
		return nil
	}
	if a, b := len(x.Part.Splits), len(y.Part.Splits); a != b && a > 1 && b > 1 {
		return py.NewExc(bind.InvalidArgumentError, "Incompatible shapes: ["+itoa(a)+"] vs. ["+itoa(b)+"] [Op:Equal]")
	}
	if message == "" {
		message = "Inputs must have identical ragged splits"
	}
	return py.NewExc(bind.InvalidArgumentError, message+"\n"+ragged.Different(x.Part.Splits, y.Part.Splits))
}

// tileRule repeats a ragged tensor along its dimensions.
var tileRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	m, err := c.Ints(1)
	if err != nil {
		return nil, err
	}
	if len(m) != ragged.NDims(r) {
		return nil, py.IndexErrorf("index %d is out of bounds for axis 0 with size %d", len(m), len(m)).WithHint("multiples needs %d numbers, one for each dimension.", ragged.NDims(r))
	}
	// The inner dimensions are repeated first; the rows and the dense ones by Tile.
	inner := len(r.Parts())
	for i, n := range m[inner+1:] {
		if n < 0 {
			return nil, c.Errorf("Expected multiples[%d] >= 0, but got %d", i+1, n)
		}
	}
	for i := inner; i >= 0; i-- {
		n := m[i]
		if i == 0 && n < 0 {
			return nil, c.Errorf("Expected multiples[0] >= 0, but got %d", n)
		}
		if n < 0 {
			return nil, py.NewExc(bind.InvalidArgumentError, "Input argument 'repeats' must be non-negative.  \nCondition x >= 0 did not hold element-wise:\nx (shape=() dtype="+r.Part.DType.Name()+") = \n"+itoa(n)).WithHint("multiples[%d] is %d.", i, n)
		}
	}
	return tileValue(c, r, m)
})

func tileValue(c *call, v ragged.Value, m []int) (ragged.Value, error) {
	r, ok := v.(*ragged.Ragged)
	if !ok {
		return tensor.Tile(c.T.Ctx, v.(*tensor.Tensor), m)
	}
	in := append([]int{1}, m[2:]...)
	vals, err := tileValue(c, r.Values, in)
	if err != nil {
		return nil, err
	}
	z := &ragged.Ragged{Part: ragged.Of(r.Part.Splits, r.Part.DType), Values: vals}
	if err := roomFor(c, z, m[0], m[1]); err != nil {
		return nil, err
	}
	if m[1] != 1 {
		if z, err = z.Repeat(c.T.Ctx, m[1]); err != nil {
			return nil, err
		}
	}
	if m[0] == 1 {
		return z, nil
	}
	if m[0] == 0 {
		return ragged.Slice(z, 0, 0), nil
	}
	all := make([]ragged.Value, m[0])
	for i := range all {
		all[i] = z
	}
	return ragged.Concat(c.T.Ctx, all)
}

// roomFor refuses repetitions beyond what a tensor may hold, before anything is made.
func roomFor(c *call, r *ragged.Ragged, rows, times int) error {
	size := max(r.DType().Size(), 8)
	have := max(r.Flat().Len(), r.Part.NRows(), 1)
	if limit := tensor.MaxBytes / size / have; rows > limit || times > limit/max(rows, 1) {
		return tensor.Failf(tensor.ResourceExhausted, "%d times %d copies of %d values are more than tfs holds", rows, times, have)
	}
	return nil
}

var expandRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	axis, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	if axis, err = positive(axis, ragged.NDims(r)+1, "axis"); err != nil {
		return nil, err
	}
	return expandValue(c.T, r, axis)
})

func expandValue(t *thread, v ragged.Value, axis int) (value, error) {
	r, ok := v.(*ragged.Ragged)
	if !ok || axis < 2 {
		return oneRow(t, v, axis == 1)
	}
	in, err := expandDeep(t, r.Values, axis-1)
	if err != nil {
		return nil, err
	}
	return &ragged.Ragged{Part: r.Part, Values: in}, nil
}

func expandDeep(t *thread, v ragged.Value, axis int) (ragged.Value, error) {
	var z value
	var err error
	if x, ok := v.(*tensor.Tensor); ok {
		z, err = run(t, "tf.expand_dims", x, int64(axis))
	} else {
		z, err = expandValue(t, v, axis)
	}
	if err != nil {
		return nil, err
	}
	return z.(ragged.Value), nil
}

// squeezeRule drops dimensions of size 1.
var squeezeRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	if c.Args[1] == py.None {
		return nil, py.ValueErrorf("Ragged.squeeze must have an axis argument.")
	}
	axes, _, err := ragAxes(c, c.Args[1])
	if err != nil {
		return nil, py.TypeErrorf("Axis must be a list or tuple of integers.")
	}
	parts := r.Parts()
	drop := map[int]bool{}
	var dense []value
	for i, a := range axes {
		p, err := positive(a, ragged.NDims(r), "axis["+itoa(i)+"]")
		if err != nil {
			return nil, err
		}
		if p > len(parts) {
			dense = append(dense, int64(p-len(parts)))
		} else {
			drop[p] = true
		}
	}
	flat := r.Flat()
	for i, p := range parts {
		if drop[i+1] && !allOnes(p) {
			return nil, notSqueezable(i + 1)
		}
	}
	if drop[0] && parts[0].NRows() != 1 {
		return nil, notSqueezable(0)
	}
	if len(dense) > 0 {
		z, err := run(c.T, "tf.squeeze", flat, py.NewList(dense...))
		if err != nil {
			return nil, err
		}
		flat = z.(*tensor.Tensor)
	}
	var left []*ragged.Partition
	for i, p := range parts {
		if !drop[i+1] {
			left = append(left, ragged.Of(p.Splits, p.DType))
		}
	}
	if drop[0] && len(left) > 0 {
		left = left[1:]
	}
	if len(drop) == len(parts)+1 {
		return flat.Row(0), nil
	}
	return ragged.Build(flat, left), nil
})

func allOnes(p *ragged.Partition) bool {
	for _, n := range p.Lengths() {
		if n != 1 {
			return false
		}
	}
	return true
}

func notSqueezable(axis int) error {
	return py.NewExc(bind.InvalidArgumentError, "Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. Summarized data: b'the given axis (axis = "+itoa(axis)+") is not squeezable!'")
}

var sizeRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	return c.Op.Kernel(&call{T: c.T, Op: c.Op, Args: append([]value{r.Flat()}, c.Args[1:]...)})
})

var rankRule = raggedFirst(func(_ *call, r *ragged.Ragged) (value, error) {
	return tensor.Scalar(int32(ragged.NDims(r))), nil
})

// oneHotRule has argument 4 as its axis.
var oneHotRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	args := append([]value{r.Flat()}, c.Args[1:]...)
	if n, ok := args[4].(int64); ok && n >= 0 {
		if n <= int64(r.Rank()) {
			return nil, py.ValueErrorf("axis (%d) must be greater than indices.ragged_rank (%d).", n, r.Rank())
		}
		args[4] = n - int64(r.Rank())
	}
	z, err := c.Op.Run(c.T, args)
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z.(*tensor.Tensor)), nil
})

// reverseRule turns dimensions around by slicing.
var reverseRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	items, ok := listItems(c.Args[1])
	if x, isT := c.Args[1].(*tensor.Tensor); isT {
		items, ok = nil, true
		for _, n := range x.Ints() {
			items = append(items, int64(n))
		}
	}
	if !ok {
		return nil, py.TypeErrorf("`axis` must be a list of int or a constant tensorwhen reversing axes in a ragged tensor")
	}
	var keys []value
	for i, v := range items {
		n, isInt := v.(int64)
		if !isInt {
			return nil, py.TypeErrorf("`axis` must be a list of int or a constant tensorwhen reversing axes in a ragged tensor")
		}
		p, err := positive(int(n), ragged.NDims(r), "axis["+itoa(i)+"]")
		if err != nil {
			return nil, err
		}
		for len(keys) <= p {
			keys = append(keys, wholeSlice)
		}
		keys[p] = &py.Slice{Start: py.None, Stop: py.None, Step: int64(-1)}
	}
	return raggedIndex(c.T, r, keys)
})

// splitRule cuts a ragged tensor along a dimension that is not ragged.
var splitRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	if c.Args[1] == int64(1) {
		return py.NewList(r), nil
	}
	axis, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	if axis, err = positive(axis, ragged.NDims(r), "axis"); err != nil {
		return nil, err
	}
	size := r.Shape()[axis]
	if size < 0 {
		return nil, py.ValueErrorf("Cannot split a ragged dimension. Got `value` with shape %s and `axis` %d.", dynamicShapeText(r), axis)
	}
	sizes, err := splitSizes(c, size)
	if err != nil {
		return nil, err
	}
	out, at := py.NewList(), int64(0)
	for _, n := range sizes {
		keys := make([]value, axis+1)
		for i := range keys {
			keys[i] = wholeSlice
		}
		keys[axis] = &py.Slice{Start: at, Stop: at + n, Step: py.None}
		at += n
		z, err := raggedIndex(c.T, r, keys)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, z)
	}
	return out, nil
})

func splitSizes(c *call, size int) ([]int64, error) {
	const inexact = "Cannot exactly split the `axis` dimension of `value` with the given `num_or_size_split`."
	if n, ok := c.Args[1].(int64); ok {
		if n < 1 {
			return nil, py.ValueErrorf("`num_or_size_splits` must be >=1 if it is an `int`.Received %d.", n)
		}
		if int64(size)%n != 0 {
			return nil, py.NewExc(bind.InvalidArgumentError, inexact+compared("==", int64(size), int64(size)/n*n))
		}
		out := make([]int64, n)
		for i := range out {
			out[i] = int64(size) / n
		}
		return out, nil
	}
	t, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if !t.DType().IsInteger() || t.Rank() != 1 {
		return nil, py.TypeErrorf("`num_or_size_splits` must be an `int` or 1-D list or `Tensor`. Received %s.", py.ReprOf(c.Args[1]))
	}
	out, total := int64s(t), int64(0)
	for _, n := range out {
		if n < 0 {
			return nil, py.NewExc(bind.InvalidArgumentError, "`num_or_size_splits` must be non-negative.")
		}
		total += n
	}
	if total != int64(size) {
		return nil, py.NewExc(bind.InvalidArgumentError, inexact+compared("==", int64(size), total))
	}
	return out, nil
}

// addNRule sums flat values of equal structure.
func addNRule(c *call) (value, bool, error) {
	items, ok := anyRagged(c.Args[0])
	if !ok {
		return nil, false, nil
	}
	v, err := mapFlat(c, func(args []value) (value, error) {
		return run(c.T, "tf.math.add_n", py.NewList(args...))
	}, items)
	return v, true, err
}

// mapFlat calls f with ragged arguments replaced by their flat values.
func mapFlat(c *call, f func(args []value) (value, error), items []value) (value, error) {
	m := &mapFlatValuesArgs{}
	args := make([]value, len(items))
	for i, v := range items {
		args[i] = m.swap(v)
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	z, err := f(args)
	if err != nil {
		return nil, err
	}
	return m.wrap(c, z)
}

// cumsumRule runs sums along a dimension of a ragged tensor.
var cumsumRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	k := chain(c)
	axis := k.int(1)
	if k.err != nil {
		return nil, k.err
	}
	axis, err := positive(axis, ragged.NDims(r), "axis")
	if err != nil {
		return nil, err
	}
	flat, rank := r.Flat(), r.Rank()
	switch {
	case axis > rank:
		return k.result(r.WithFlat(k.dense("tf.math.cumsum", flat, int64(axis-rank), c.Args[2], c.Args[3])))
	case axis == rank:
		return cumulateRows(k, r)
	}
	d, err := call1(c.T, r, "to_tensor")
	if err != nil {
		return nil, err
	}
	z := k.dense("tf.math.cumsum", d, int64(axis), c.Args[2], c.Args[3])
	if k.err != nil {
		return nil, k.err
	}
	parts := r.Parts()
	lengths := make([]value, len(parts))
	for i, p := range parts {
		lengths[i] = p.Tensor(p.Lengths())
	}
	return fromNestedLengths(c.T, z, lengths, 1, r.Part.DType)
})

// cumulateRows sums through all values and takes off what came before each row, as
// TensorFlow does: the roundings are its own.
func cumulateRows(k *calc, r *ragged.Ragged) (value, error) {
	parts := r.Parts()
	p, flat := parts[len(parts)-1], r.Flat()
	rev := k.bool(3)
	sum := k.dense("tf.math.cumsum", flat, int64(0), true, rev)
	at := make([]int64, p.NVals())
	for i, end := range p.Splits[1:] {
		for j := p.Splits[i]; j < end; j++ {
			if at[j] = p.Splits[i]; rev {
				at[j] = end - 1
			}
		}
	}
	z := k.bin("Sub", sum, k.pick(sum, at))
	if !k.bool(2) {
		z = k.bin("AddV2", z, flat)
	}
	if k.err != nil {
		return nil, k.err
	}
	return r.WithFlat(z), nil
}

// softmaxRule is exp(x - max) over its sum along an axis.
var softmaxRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	var axis value = int64(-1)
	if c.Given(1) {
		axis = c.Args[1]
	}
	k := chain(c)
	m := k.op("tf.math.reduce_max", r, axis, true)
	e := k.op("tf.math.exp", k.op("tf.math.subtract", r, m))
	return k.result(k.op("tf.math.divide", e, k.op("tf.math.reduce_sum", e, axis, true)))
})

// bitcastRule sees the flat values under another type.
var bitcastRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	d, err := bind.ToDType(c.Args[1], "")
	if err != nil {
		return nil, err
	}
	if flat := r.Flat(); flat.DType().Size() < d.Size() && flat.Rank() < 2 {
		return nil, py.ValueErrorf("`input.flat_values` is required to have rank >= 2 when input.dtype.size < type.size. Actual rank: %d", flat.Rank())
	}
	z, err := c.Op.Run(c.T, append([]value{r.Flat()}, c.Args[1:]...))
	if err != nil {
		return nil, err
	}
	return r.WithFlat(z.(*tensor.Tensor)), nil
})

// reshapeRule reshapes the values.
var reshapeRule = raggedFirst(func(c *call, r *ragged.Ragged) (value, error) {
	return c.Op.Run(c.T, append([]value{r.Values}, c.Args[1:]...))
})
