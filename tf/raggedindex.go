package tf

import (
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func raggedSlots(c *py.Class) {
	c.Binary = func(t *thread, o string, a, b value) (value, error) {
		switch o {
		case "<<", ">>":
			return py.NotImplemented, nil
		case "==", "!=":
			return raggedEqual(t, o, a, b)
		case "&", "|", "^":
			return run(t, map[string]string{"&": "tf.math.logical_and", "|": "tf.math.logical_or", "^": "tf.math.logical_xor"}[o], a, b)
		}
		return run(t, opFor[o], a, b)
	}
	c.Unary = func(t *thread, o string, v value) (value, error) {
		name := map[string]string{"-": "tf.math.negative", "~": "tf.math.logical_not", "abs": "tf.math.abs"}[o]
		if name == "" {
			return nil, py.TypeErrorf("bad operand type for unary %s: 'RaggedTensor'", o)
		}
		return run(t, name, v)
	}
	c.Truth = func(*thread, value) (bool, error) {
		return false, py.TypeErrorf("RaggedTensor may not be used as a boolean.")
	}
	c.Hash = func(value) (any, error) { return nil, py.TypeErrorf("RaggedTensor is unhashable.") }
	c.Iter = func(_ *thread, v value) (py.Iterator, error) {
		r := v.(*ragged.Ragged)
		i := 0
		return py.IterFunc(func(*thread) (value, error) {
			if i >= r.Part.NRows() {
				return nil, nil
			}
			i++
			return r.Row(i - 1), nil
		}), nil
	}
	c.GetItem = func(t *thread, v, key value) (value, error) {
		keys := []value{key}
		if items, ok := listItems(key); ok {
			keys = items
		}
		if m, ok := key.(*ragged.Ragged); ok && m.DType() == tensor.Bool { // a mask: TensorFlow refuses it
			return run(t, "tf.ragged.boolean_mask", v, m)
		}
		z, err := raggedIndex(t, v.(*ragged.Ragged), keys)
		return z, bind.Wrap(t, err, "", false)
	}
}

// raggedEqual compares element by element; values that do not broadcast are not equal.
func raggedEqual(t *thread, o string, a, b value) (value, error) {
	if a == py.None || b == py.None {
		return false, nil // TensorFlow's answer to both
	}
	name := "tf.math.equal"
	if o == "!=" {
		name = "tf.math.not_equal"
	}
	v, err := run(t, name, a, b)
	if e, ok := err.(*py.Exc); ok && (e.Class.Is(bind.InvalidArgumentError) || e.Class == py.ValueErrorClass) {
		return o == "!=", nil
	}
	return v, err
}

var wholeSlice = &py.Slice{Start: py.None, Stop: py.None, Step: py.None}

// raggedIndex applies keys to the dimensions of a value from the outermost in.
func raggedIndex(t *thread, v ragged.Value, keys []value) (value, error) {
	r, ok := v.(*ragged.Ragged)
	if len(keys) == 0 {
		return v, nil
	}
	if !ok {
		return Index(t, v.(*tensor.Tensor), py.NewTuple(keys...))
	}
	n := r.Part.NRows()
	switch k := keys[0].(type) {
	case *py.NoneType:
		if k == py.Ellipsis {
			rest, err := expandEllipsis(keys, ragged.NDims(r))
			if err != nil {
				return nil, err
			}
			return raggedIndex(t, v, rest)
		}
		z, err := raggedIndex(t, r, keys[1:])
		if err != nil {
			return nil, err
		}
		return oneRow(t, z, false)
	case *py.Slice:
		rows, err := sliceRows(t, r, k)
		if err != nil {
			return nil, err
		}
		return raggedInner(t, rows, keys[1:])
	}
	i, ok := intKey(keys[0])
	if !ok {
		return nil, badIndex(keys[0])
	}
	if i >= int64(n) {
		return nil, py.IndexErrorf("Row key %d out of bounds", i)
	}
	if i < -int64(n) {
		return nil, indexError(t, "slice index %d of dimension 0 out of bounds.", i+int64(n))
	}
	if i < 0 {
		i += int64(n)
	}
	return raggedIndex(t, r.Row(int(i)), keys[1:])
}

// oneRow puts a dimension of size 1 in front of a value, or, with inner, in front of each row.
func oneRow(t *thread, v value, inner bool) (value, error) {
	switch z := v.(type) {
	case *ragged.Ragged:
		n := z.Part.NRows()
		if inner {
			return &ragged.Ragged{Part: ragged.UniformRows(1, n, z.Part.DType), Values: z}, nil
		}
		return &ragged.Ragged{Part: ragged.UniformRows(n, 1, z.Part.DType), Values: z}, nil
	case *tensor.Tensor:
		axis := 0
		if inner {
			axis = 1
		}
		return run(t, "tf.expand_dims", z, int64(axis))
	}
	return v, nil
}

// expandEllipsis replaces a leading ellipsis by one full slice, itself kept as long as
// dimensions remain.
func expandEllipsis(keys []value, dims int) ([]value, error) {
	n := 0
	for _, k := range keys {
		if k != py.None {
			n++
		}
	}
	switch {
	case n > dims+1:
		return nil, py.IndexErrorf("Too many indices for RaggedTensor")
	case n == dims+1:
		return keys[1:], nil
	}
	return append([]value{wholeSlice}, keys...), nil
}

// sliceRows takes the rows of a slice.
func sliceRows(t *thread, r *ragged.Ragged, k *py.Slice) (*ragged.Ragged, error) {
	if k.Start == py.None && k.Stop == py.None && k.Step == py.None {
		return r, nil
	}
	s, err := sliceBounds(k)
	if err != nil {
		return nil, err
	}
	if step, ok := s.Step.(int64); ok && step == 0 {
		return nil, indexError(t, "strides[0] must be non-zero")
	}
	start, step, count, err := s.Indices(r.Part.NRows())
	if err != nil {
		return nil, err
	}
	if step == 1 {
		return ragged.Slice(r, start, count).(*ragged.Ragged), nil
	}
	at := make([]int64, count)
	for i := range at {
		at[i] = int64(start + i*step)
	}
	v, err := ragged.GatherRows(t.Ctx, r, at)
	if err != nil {
		return nil, err
	}
	return v.(*ragged.Ragged), nil
}

// raggedInner applies keys inside every row.
func raggedInner(t *thread, v ragged.Value, keys []value) (value, error) {
	if len(keys) == 0 {
		return v, nil
	}
	r, ok := v.(*ragged.Ragged)
	if !ok {
		return Index(t, v.(*tensor.Tensor), py.NewTuple(append([]value{wholeSlice}, keys...)...))
	}
	if keys[0] == py.Ellipsis {
		rest, err := expandEllipsis(keys, ragged.NDims(r.Values))
		if err != nil {
			return nil, err
		}
		return raggedInner(t, r, rest)
	}
	if keys[0] == py.None {
		z, err := raggedInner(t, r, keys[1:])
		if err != nil {
			return nil, err
		}
		return oneRow(t, z, true)
	}
	k, ok := keys[0].(*py.Slice)
	if !ok {
		return uniformColumn(t, r, keys[0], keys[1:])
	}
	rows := r
	if k.Start != py.None || k.Stop != py.None || k.Step != py.None {
		var err error
		if rows, err = sliceColumns(t, r, k); err != nil {
			return nil, err
		}
	}
	if len(keys) == 1 {
		return rows, nil
	}
	in, err := raggedInner(t, rows.Values, keys[1:])
	if err != nil {
		return nil, err
	}
	vals, ok := in.(ragged.Value)
	if !ok {
		return in, nil
	}
	return &ragged.Ragged{Part: rows.Part, Values: vals}, nil
}

// sliceColumns takes the same slice of every row.
func sliceColumns(t *thread, r *ragged.Ragged, k *py.Slice) (*ragged.Ragged, error) {
	for _, b := range []value{k.Start, k.Stop} {
		if _, ok := intKey(b); b != py.None && !ok {
			return nil, py.TypeErrorf("slice offsets must be integers or None")
		}
	}
	if _, ok := intKey(k.Step); k.Step != py.None && !ok {
		return nil, py.TypeErrorf("slice strides must be integers or None")
	}
	if step, ok := intKey(k.Step); ok && step == 0 {
		return nil, bind.ErrorWith(t, bind.InvalidArgumentError, "RaggedRange", true, "Requires delta != 0")
	}
	s, err := sliceBounds(k)
	if err != nil {
		return nil, err
	}
	n := r.Part.NRows()
	starts, splits := make([]int64, n), make([]int64, n+1)
	_, step, _, err := s.Indices(0)
	if err != nil {
		return nil, err
	}
	if flat, ok := r.Values.(*tensor.Tensor); ok && step == -1 && s.Start == py.None && s.Stop == py.None {
		z, err := tensor.ReverseRows(t.Ctx, flat, r.Part.Splits)
		return &ragged.Ragged{Part: r.Part, Values: z}, err
	}
	if step == 1 {
		columnRuns(s, r.Part.Splits, starts, splits)
	} else {
		for i := range n {
			start, _, count, err := s.Indices(r.Part.Len(i))
			if err != nil {
				return nil, err
			}
			starts[i], splits[i+1] = r.Part.Splits[i]+int64(start), splits[i]+int64(count)
		}
	}
	p := ragged.Of(splits, r.Part.DType)
	if r.Part.Uniform >= 0 {
		_, _, count, err := s.Indices(r.Part.Uniform)
		if err != nil {
			return nil, err
		}
		p.Uniform = count
	}
	var vals ragged.Value
	if step == 1 {
		vals, err = ragged.GatherRanges(t.Ctx, r.Values, starts, splits)
	} else {
		at := make([]int64, splits[n])
		for i, s := range starts {
			for j := splits[i]; j < splits[i+1]; j++ {
				at[j] = s + (j-splits[i])*int64(step)
			}
		}
		vals, err = ragged.GatherRows(t.Ctx, r.Values, at)
	}
	return &ragged.Ragged{Part: p, Values: vals}, err
}

// columnRuns finds where the slice of each row starts, and the splits of all of them.
func columnRuns(s *py.Slice, rows, starts, splits []int64) {
	from, _ := s.Start.(int64)
	to, bounded := s.Stop.(int64)
	clamp := func(k, n int64) int64 {
		if k < 0 {
			k += n
		}
		return min(max(k, 0), n)
	}
	for i := range starts {
		n := rows[i+1] - rows[i]
		lo, hi := clamp(from, n), n
		if bounded {
			hi = clamp(to, n)
		}
		starts[i], splits[i+1] = rows[i]+lo, splits[i]+max(hi-lo, 0)
	}
}

// uniformColumn takes one value of every row, which all have the same length.
func uniformColumn(t *thread, r *ragged.Ragged, key value, rest []value) (value, error) {
	if r.Part.Uniform < 0 {
		return nil, raggedColumn(r, key)
	}
	i, ok := intKey(key)
	if !ok {
		return nil, badIndex(key)
	}
	n := int64(r.Part.Uniform)
	const msg = "Index out of bounds when indexing into a ragged tensor"
	if i < -n {
		return nil, py.NewExc(bind.InvalidArgumentError, msg+compared(">=", i, -n))
	}
	if i >= n {
		return nil, py.NewExc(bind.InvalidArgumentError, msg+compared("<", i, n))
	}
	if i < 0 {
		i += n
	}
	at := make([]int64, r.Part.NRows())
	for k := range at {
		at[k] = int64(k)*n + i
	}
	v, err := ragged.GatherRows(t.Ctx, r.Values, at)
	if err != nil {
		return nil, err
	}
	return raggedInner(t, v, rest)
}

// raggedColumn refuses an index into a ragged dimension, and says what else there is.
func raggedColumn(r *ragged.Ragged, key value) error {
	e := py.ValueErrorf("Cannot index into an inner ragged dimension.")
	i, ok := intKey(key)
	if !ok {
		return e
	}
	need := i + 1
	if i < 0 {
		need = -i
	}
	short := ""
	count := 0
	for row := range r.Part.NRows() {
		if int64(r.Part.Len(row)) < need {
			if count < 5 {
				short += ", " + itoa(row)
			}
			count++
		}
	}
	if count == 0 {
		return e.WithHint("every row is long enough: x.at(%d) takes that value of each.", i)
	}
	if count > 5 {
		short += ", ..."
	}
	return e.WithHint("%d rows are too short (%s): x.at(%d, default=...) fills in, x.at(%d, skip=True) leaves them out, x.to_tensor()[:, %d] pads.", count, short[2:], i, i, i)
}

// compared is the tail of an assertion's text on two numbers.
func compared[T int | int64](sym string, x, y T) string {
	return "\nCondition x " + sym + " y did not hold.\nFirst 1 elements of x:\n[" + itoa(x) + "]\nFirst 1 elements of y:\n[" + itoa(y) + "]"
}
