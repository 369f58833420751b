package tf

import (
	"slices"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	const st = ">>> st = tf.sparse.from_dense([[1, 0, 2], [0, 0, 3]])\n"
	reg := func(name, sig, raw string, f func(c *call) (value, error), doc string, aliases ...string) {
		register(plain(entry("tf.sparse."+name, sig, raw, f, doc, aliases...)))
	}
	reg("from_dense", "(tensor, name=None)", "GatherNd", sparseFromDense, "The elements that are not zero.\n\n>>> tf.sparse.from_dense([0, 0, 3, 0, 1])")
	reg("to_dense", "(sp_input, default_value=None, validate_indices=True, name=None)", "SparseToDense", sparseToDense, "A dense tensor, with default_value where no value is.\n\n"+st+">>> tf.sparse.to_dense(st)")
	reg("expand_dims", "(sp_input, axis=None, name=None)", "", sparseExpandDims, "A dimension of size 1 more.\n\n"+st+">>> tf.sparse.expand_dims(st, axis=0).shape")
	reg("eye", "(num_rows, num_columns=None, dtype=tf.float32, name=None)", "", sparseEye, "Ones on the diagonal.\n\n>>> tf.sparse.eye(2, 3)")
	reg("reorder", "(sp_input, name=None)", "SparseReorder", func(c *call) (value, error) {
		s, err := sparseArg(c, 0)
		if err != nil {
			return nil, err
		}
		if err := inBounds(c, s); err != nil {
			return nil, err
		}
		return s.Reorder(c.T.Ctx)
	}, "The values in row-major order.\n\n>>> tf.sparse.reorder(tf.SparseTensor([[1, 0], [0, 1]], [1, 2], [2, 2]))")
	reg("reshape", "(sp_input, shape, name=None)", "SparseReshape", sparseReshape, "The same values in another shape.\n\n"+st+">>> tf.sparse.reshape(st, [3, 2])")
	reg("split", "(sp_input=None, num_split=None, axis=None, name=None)", "SparseSplit", sparseSplit, "Parts along a dimension.\n\n"+st+">>> tf.sparse.split(st, num_split=2, axis=0)")
	reg("slice", "(sp_input, start, size, name=None)", "SparseSlice", sparseSlice, "A part of a sparse tensor.\n\n"+st+">>> tf.sparse.slice(st, [0, 1], [2, 2])")
	reg("retain", "(sp_input, to_retain)", "", sparseRetain, "The values that to_retain marks.\n\n"+st+">>> tf.sparse.retain(st, [True, False, True])")
	reg("reset_shape", "(sp_input, new_shape=None)", "", sparseResetShape, "Another dense shape, by default the smallest that holds all values.\n\n"+st+">>> tf.sparse.reset_shape(st, [3, 4]).dense_shape")
	reg("fill_empty_rows", "(sp_input, default_value, name=None)", "SparseFillEmptyRows", sparseFillEmptyRows, "A value for each row without any.\n\n>>> tf.sparse.fill_empty_rows(tf.sparse.from_dense([[1, 0], [0, 0]]), 9)")
	reg("transpose", "(sp_input, perm=None, name=None)", "SparseReorder", sparseTranspose, "The dimensions in another order.\n\n"+st+">>> tf.sparse.transpose(st)")
	reg("concat", "(axis, sp_inputs, expand_nonconcat_dims=False, name=None)", "SparseConcat", sparseConcat, "Joined along a dimension.\n\n"+st+">>> tf.sparse.concat(1, [st, st]).dense_shape")
	reg("map_values", "(op, *args, **kwargs)", "", sparseMapValues, "A function on the values.\n\n"+st+">>> tf.sparse.map_values(tf.add, st, 5)")
	reg("to_indicator", "(sp_input, vocab_size, name=None)", "SparseToDense", sparseToIndicator, "True at each value of each row.\n\n>>> tf.sparse.to_indicator(tf.sparse.from_dense([[1, 0], [3, 2]]), 4)")
}

// sparseArg reads an argument that must be a SparseTensor.
func sparseArg(c *call, i int) (*sparse.Sparse, error) {
	s, ok := c.Args[i].(*sparse.Sparse)
	if !ok {
		return nil, py.TypeErrorf("Input must be a SparseTensor.")
	}
	return s, nil
}

// inBounds refuses coordinates outside the shape.
func inBounds(c *call, s *sparse.Sparse) error {
	i := s.Outside()
	if i < 0 {
		return nil
	}
	return c.Errorf("indices[%d] = [%s] is out of bounds: need 0 <= index < [%s]", i, commas(s.At(i)), commas(s.Shape))
}

func sparseFromDense(c *call) (value, error) {
	k := chain(c)
	x := k.tensor(0)
	if k.err != nil {
		return nil, k.err
	}
	zero := k.dense("tf.zeros_like", x)
	mark := k.bin("NotEqual", x, zero)
	if k.err != nil {
		return nil, k.err
	}
	var at []int64
	for i, m := range tensor.Slice[bool](mark) {
		if m {
			at = append(at, int64(i))
		}
	}
	return sparse.FromDense(c.T.Ctx, x, at)
}

func sparseToDense(c *call) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	k := chain(c)
	var def *tensor.Tensor
	switch {
	case c.Given(1):
		def = k.as(c.Args[1], s.DType())
	case s.DType() == tensor.String:
		def = tensor.StringScalar("")
	default:
		def = step(k, func() (*tensor.Tensor, error) { return tensor.New(s.DType(), nil) })
	}
	check := k.bool(2)
	if k.err != nil {
		return nil, k.err
	}
	if def.Rank() != 0 {
		return nil, c.Errorf("default_value should be a scalar.")
	}
	for i := range s.Len() {
		at := s.At(i)
		for d, n := range at {
			if n < 0 || n >= s.Shape[d] {
				return nil, c.Errorf("indices[%d] = [%s] is out of bounds: need 0 <= index < [%s]", i, commas(at), commas(s.Shape))
			}
		}
		if !check || i == 0 {
			continue
		}
		switch slices.Compare(s.At(i-1), at) {
		case 0:
			return nil, c.Errorf("indices[%d] = [%s] is repeated", i, commas(at))
		case 1:
			return nil, c.Errorf("indices[%d] = [%s] is out of order. Many sparse ops require sorted indices.\n    Use `tf.sparse.reorder` to create a correctly ordered copy.\n    ", i, commas(at))
		}
	}
	return s.ToDense(c.T.Ctx, def)
}

func sparseExpandDims(c *call) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	axis := -1
	if c.Given(1) {
		if axis, err = c.Int(1); err != nil {
			return nil, py.TypeErrorf("axis must be an integer value in range [-rank(sp_input) - 1, rank(sp_input)]")
		}
	}
	r := s.Rank()
	if axis < 0 {
		axis += r + 1
	}
	if axis < 0 || axis > r {
		return nil, c.Errorf("axis must be in range [%d, %d]", -r-1, r)
	}
	idx := make([]int64, 0, s.Len()*(r+1))
	for i := range s.Len() {
		at := s.At(i)
		idx = append(append(append(idx, at[:axis]...), 0), at[axis:]...)
	}
	return &sparse.Sparse{Indices: idx, Values: s.Values, Shape: slices.Insert(slices.Clone(s.Shape), axis, 1)}, nil
}

func sparseEye(c *call) (value, error) {
	k := chain(c)
	rows := k.int(0)
	cols := rows
	if c.Given(1) {
		cols = k.int(1)
	}
	d := k.dtype(2, tensor.Float32)
	if k.err != nil {
		return nil, k.err
	}
	n := min(rows, cols)
	ones := k.dense("tf.ones", py.NewList(int64(max(n, 0))), d)
	if k.err != nil {
		return nil, k.err
	}
	idx, err := tensor.Make[int64](2 * max(n, 0))
	if err != nil {
		return nil, err
	}
	for i := range idx {
		idx[i] = int64(i / 2)
	}
	return &sparse.Sparse{Indices: idx, Values: ones, Shape: []int64{int64(rows), int64(cols)}}, nil
}

func sparseReshape(c *call) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	t, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	shape := slices.Clone(int64s(t))
	size, known, implied := int64(1), int64(1), -1
	times := func(a *int64, n int64) error {
		z, ok := tensor.Times(int(*a), int(n))
		if n < 0 || !ok {
			return c.Errorf("Encountered overflow when multiplying %d with %d, result: -1", *a, n)
		}
		*a = int64(z)
		return nil
	}
	for _, n := range s.Shape {
		if err := times(&size, n); err != nil {
			return nil, err
		}
	}
	for i, n := range shape {
		switch {
		case n == -1 && implied >= 0:
			return nil, c.Errorf("only one output dimension may be -1, not both %d and %d", implied, i)
		case n == -1:
			implied = i
		case n < 0:
			return nil, c.Errorf("size %d must be non-negative, not %d", i, n)
		default:
			if err := times(&known, n); err != nil {
				return nil, err
			}
		}
	}
	if implied >= 0 {
		if known == 0 {
			return nil, c.Errorf("reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are non-zero")
		}
		shape[implied] = size / known
		known *= shape[implied]
	}
	if known != size {
		return nil, c.Errorf("Input to reshape is a tensor with %d dense values, but the requested shape has %d. input_shape=[%s] output_shape=[%s]", size, known, commas(s.Shape), commas(shape))
	}
	if s.Outside() >= 0 {
		return nil, inBounds(c, s)
	}
	return &sparse.Sparse{Indices: sparse.Coordinates(s.Linear(), shape), Values: s.Values, Shape: shape}, nil
}

func spaced(v []int64) string { return joined(v, " ") }

func joined(v []int64, sep string) string {
	out := ""
	for i, n := range v {
		if i > 0 {
			out += sep
		}
		out += itoa(n)
	}
	return out
}

func sparseSplit(c *call) (value, error) {
	for i, name := range []string{"sp_input", "num_split", "axis"} {
		if !c.Given(i) {
			return nil, py.ValueErrorf("%s is required", name)
		}
	}
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	n, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	axis, err := c.Int(2)
	if err != nil {
		return nil, err
	}
	r := s.Rank()
	if axis < -r || axis >= r {
		return nil, c.Errorf("Input axis should be in range [%d, %d), got %d", -r, r, axis)
	}
	if axis < 0 {
		axis += r
	}
	if n < 1 || int64(n) > s.Shape[axis] {
		return nil, c.Errorf("Input num_split should be between 1 and the splitting dimension size (%d), got %d", s.Shape[axis], n)
	}
	// The first parts are one longer when the size does not divide.
	size, more := s.Shape[axis]/int64(n), s.Shape[axis]%int64(n)
	out, start := py.NewList(), int64(0)
	for i := range n {
		length := size
		if int64(i) < more {
			length++
		}
		begin := make([]int64, r)
		begin[axis] = start
		shape := slices.Clone(s.Shape)
		shape[axis] = length
		part, err := cutSparse(c, s, begin, shape)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, part)
		start += length
	}
	return out, nil
}

// cutSparse keeps the values inside a box and counts from its corner.
func cutSparse(c *call, s *sparse.Sparse, begin, shape []int64) (*sparse.Sparse, error) {
	var at []int64
	for i := range s.Len() {
		inside := true
		for k, n := range s.At(i) {
			inside = inside && n >= begin[k] && n < begin[k]+shape[k]
		}
		if inside {
			at = append(at, int64(i))
		}
	}
	z, err := s.Pick(c.T.Ctx, at)
	if err != nil {
		return nil, err
	}
	for i := range z.Len() {
		for k := range z.At(i) {
			z.At(i)[k] -= begin[k]
		}
	}
	z.Shape = shape
	return z, nil
}

func sparseSlice(c *call) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	k := chain(c)
	start, size := k.as(c.Args[1], tensor.Int64), k.as(c.Args[2], tensor.Int64)
	if k.err != nil {
		return nil, k.err
	}
	for i, x := range []*tensor.Tensor{start, size} {
		if name := []string{"start", "size"}[i]; x.Rank() != 1 || x.Len() != s.Rank() {
			return nil, c.Errorf("Expected %s to be a vector of length %d but got length %d", name, s.Rank(), x.Len())
		}
	}
	begin, shape := int64s(start), slices.Clone(int64s(size))
	for i, n := range s.Shape {
		if begin[i] < 0 || shape[i] < 0 {
			return nil, c.Errorf("expected start and size not to be negative, got %d and %d for dimension %d", begin[i], shape[i], i)
		}
		shape[i] = max(min(shape[i], n-begin[i]), 0)
	}
	return cutSparse(c, s, begin, shape)
}

func sparseRetain(c *call) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	keep, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if keep.Rank() != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(keep.Shape()))
	}
	if keep.Len() != s.Len() {
		return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", s.Len(), keep.Len())
	}
	var at []int64
	for i := range keep.Len() {
		if keep.Int(i) != 0 {
			at = append(at, int64(i))
		}
	}
	return s.Pick(c.T.Ctx, at)
}

func sparseResetShape(c *call) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	shape := make([]int64, s.Rank())
	if !c.Given(1) {
		for i, n := range s.Indices {
			shape[i%s.Rank()] = max(shape[i%s.Rank()], n+1)
		}
		return &sparse.Sparse{Indices: s.Indices, Values: s.Values, Shape: shape}, nil
	}
	t, err := bind.Convert(c.T, c.Args[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if t.Rank() != 1 {
		return nil, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(t.Shape()))
	}
	if t.Len() != s.Rank() {
		return nil, py.ValueErrorf("Dimensions %d and %d are not compatible", t.Len(), s.Rank())
	}
	shape = int64s(t)
	for i, n := range s.Shape {
		if n > shape[i] {
			return nil, py.ValueErrorf("Requested new_shape should have dimension sizes >= sp_input.shape.  Found new_shape ([%s]), sp_input.shape ([%s]).", spaced(s.Shape), spaced(shape))
		}
	}
	return &sparse.Sparse{Indices: s.Indices, Values: s.Values, Shape: shape}, nil
}

func sparseFillEmptyRows(c *call) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	def, err := bind.Convert(c.T, c.Args[1], s.DType())
	if err != nil {
		return nil, err
	}
	if def.Rank() != 0 {
		return nil, c.Errorf("default_value must be a scalar, saw: %s", tensor.ShapeString(def.Shape()))
	}
	rows := s.Shape[0]
	if err := tensor.Room(int(rows), s.Rank()*8+16, "the rows of a sparse tensor"); err != nil {
		return nil, err
	}
	empty := make([]bool, rows)
	for i := range empty {
		empty[i] = true
	}
	for i := range s.Len() {
		row := s.At(i)[0]
		if row < 0 || row >= rows {
			return nil, c.Errorf("indices(%d, 0) is invalid: %d >= %d", i, row, rows)
		}
		empty[row] = false
	}
	both, err := tensor.Concat(c.T.Ctx, []*tensor.Tensor{s.Values, def.WithShape([]int{1})}, 0)
	if err != nil {
		return nil, err
	}
	order := make([]int64, s.Len())
	for i := range order {
		order[i] = int64(i)
	}
	slices.SortStableFunc(order, func(a, b int64) int { return int(s.At(int(a))[0] - s.At(int(b))[0]) })
	var at, idx []int64
	next := 0
	for row := range rows {
		if empty[row] {
			at = append(at, int64(s.Len()))
			idx = append(append(idx, row), make([]int64, s.Rank()-1)...)
		}
		for ; next < len(order) && s.At(int(order[next]))[0] == row; next++ {
			at = append(at, order[next])
			idx = append(idx, s.At(int(order[next]))...)
		}
	}
	v, err := tensor.Gather(c.T.Ctx, both, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	return py.NewTuple(&sparse.Sparse{Indices: idx, Values: v, Shape: s.Shape}, tensor.Vector(empty)), nil
}

func sparseTranspose(c *call) (value, error) {
	s, ok := c.Args[0].(*sparse.Sparse)
	if !ok {
		return nil, py.TypeErrorf("Input must be a SparseTensor.")
	}
	r := s.Rank()
	perm := make([]int, r)
	for i := range perm {
		perm[i] = r - 1 - i
	}
	if c.Given(1) {
		var err error
		if perm, err = c.Ints(1); err != nil {
			return nil, err
		}
	}
	if len(perm) != r {
		return nil, c.Errorf("perm must have %d entries, one for each dimension, got %d", r, len(perm))
	}
	seen := make([]bool, r)
	for i, p := range perm {
		if p < 0 || p >= r || seen[p] {
			return nil, c.Errorf("perm[%d] = %d: perm must name each of the %d dimensions once", i, p, r)
		}
		seen[p] = true
	}
	idx, shape := make([]int64, len(s.Indices)), make([]int64, r)
	for k, p := range perm {
		shape[k] = s.Shape[p]
		for i := range s.Len() {
			idx[i*r+k] = s.Indices[i*r+p]
		}
	}
	return (&sparse.Sparse{Indices: idx, Values: s.Values, Shape: shape}).Reorder(c.T.Ctx)
}

func sparseConcat(c *call) (value, error) {
	axis, err := c.Int(0)
	if err != nil {
		return nil, err
	}
	items, ok := listItems(c.Args[1])
	if !ok {
		return nil, py.TypeErrorf("Inputs must be a list or tuple.")
	}
	all := make([]*sparse.Sparse, len(items))
	for i, v := range items {
		if all[i], ok = v.(*sparse.Sparse); !ok {
			return nil, py.TypeErrorf("Input must be a SparseTensor.")
		}
	}
	if len(all) == 0 {
		return nil, py.IndexErrorf("list index out of range").WithHint("tf.sparse.concat needs at least one input.")
	}
	if len(all) == 1 {
		return all[0], nil
	}
	r := all[0].Rank()
	if axis < -r || axis >= r {
		return nil, c.Errorf("Concat dimension must be in range [%d, %d), got %d", -r, r, axis)
	}
	if axis < 0 {
		axis += r
	}
	expand, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	shape := slices.Clone(all[0].Shape)
	shape[axis] = 0
	var idx []int64
	values := make([]*tensor.Tensor, len(all))
	for i, s := range all {
		if s.Rank() != r {
			return nil, c.Errorf("Ranks of all input tensors must match: expected %d but got %d at position %d", r, s.Rank(), i)
		}
		if s.DType() != all[0].DType() {
			return nil, c.Errorf("all inputs must have one type: %s against %s at position %d", all[0].DType(), s.DType(), i)
		}
		for k, n := range s.Shape {
			switch {
			case k == axis:
			case expand:
				shape[k] = max(shape[k], n)
			case n != shape[k]:
				return nil, c.Errorf("Input shapes must match: expected %d for dimension %d but got %d at position %d", shape[k], k, n, i)
			}
		}
		for j := range s.Len() {
			at := slices.Clone(s.At(j))
			at[axis] += shape[axis]
			idx = append(idx, at...)
		}
		shape[axis] += s.Shape[axis]
		values[i] = s.Values
	}
	v, err := tensor.Concat(c.T.Ctx, values, 0)
	if err != nil {
		return nil, err
	}
	return (&sparse.Sparse{Indices: idx, Values: v, Shape: shape}).Reorder(c.T.Ctx)
}

func sparseMapValues(c *call) (value, error) {
	var first *sparse.Sparse
	var err error
	var swap func(v value) value
	swap = func(v value) value {
		switch x := v.(type) {
		case *sparse.Sparse:
			if first == nil {
				first = x
			} else if !slices.Equal(first.Shape, x.Shape) {
				err = py.NewExc(bind.InvalidArgumentError, "Mismatched shapes!\nCondition x == y did not hold.")
			} else if !slices.Equal(first.Indices, x.Indices) {
				err = py.NewExc(bind.InvalidArgumentError, "Mismatched indices!\nCondition x == y did not hold.")
			}
			return x.Values
		case *py.List:
			out := &py.List{}
			for _, e := range x.Items {
				out.Items = append(out.Items, swap(e))
			}
			return out
		}
		return v
	}
	var args []value
	for _, v := range c.Args[1].(*py.Tuple).Items {
		args = append(args, swap(v))
	}
	var kw []py.Kw
	_ = c.Args[2].(*py.Dict).Each(func(k, v value) error {
		kw = append(kw, py.Kw{Name: py.StrOf(k), Value: swap(v)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if first == nil {
		return nil, py.ValueErrorf("No SparseTensor in argument list of map_values")
	}
	z, err := py.Call(c.T, c.Args[0], args, kw)
	if err != nil {
		return nil, err
	}
	return newSparse(c.T, first.IndexTensor(), z, first.ShapeTensor())
}

func sparseToIndicator(c *call) (value, error) {
	s, err := sparseArg(c, 0)
	if err != nil {
		return nil, err
	}
	vocab, err := c.Int(1)
	if err != nil {
		return nil, py.TypeErrorf("vocab_size has to be a Tensor or Python int. Found %s", py.ReprOf(py.TypeOf(c.Args[1])))
	}
	r := s.Rank()
	shape := append(slices.Clone(s.Shape[:r-1]), int64(vocab))
	idx := slices.Clone(s.Indices)
	marks := make([]bool, s.Len())
	for i := range marks {
		marks[i] = true
		idx[i*r+r-1] = s.Values.Int(i)
	}
	z, err := (&sparse.Sparse{Indices: idx, Values: tensor.Vector(marks), Shape: shape}).Reorder(c.T.Ctx)
	if err != nil {
		return nil, err
	}
	if err := inBounds(c, z); err != nil {
		return nil, err
	}
	return z.ToDense(c.T.Ctx, tensor.Scalar(false))
}
