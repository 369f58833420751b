package tf

import (
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

func init() {
	constant(op.RaggedClass, "tf.RaggedTensor")
	register(
		plain(entry("tf.ragged.constant", "(pylist, dtype=None, ragged_rank=None, inner_shape=None, name=None, row_splits_dtype=tf.int64)", "", raggedConstant,
			"A ragged tensor of a nested list.\n\n>>> tf.ragged.constant([[1, 2], [3]])")),
		entry("tf.ragged.map_flat_values", "(op, *args, **kwargs)", "", mapFlatValues, "A function on the flat values.\n\n>>> tf.ragged.map_flat_values(lambda v: v * 4, tf.ragged.constant([[1, 2], [3]]))"),
		entry("tf.ragged.row_splits_to_segment_ids", "(splits, name=None, out_type=None)", "", func(c *call) (value, error) {
			s, err := c.Tensor(0)
			if err != nil {
				return nil, err
			}
			p, err := ragged.FromSplits(int64s(s))
			if err != nil {
				return nil, err
			}
			return tensor.Vector(p.ValueRowIDs()), nil
		}, "The row of every value.\n\n>>> tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5])"),
	)
	c := op.RaggedClass
	c.New = &py.Builtin{Name: "RaggedTensor", Raw: func(*thread, []value, []py.Kw) (value, error) {
		return nil, py.ValueErrorf("RaggedTensor constructor is private; please use one of the factory methods instead (e.g., RaggedTensor.from_row_lengths())")
	}}
	raggedFactories(c)
	raggedAttrs(c)
	raggedSlots(c)
}

func int64s(t *tensor.Tensor) []int64 {
	out := make([]int64, t.Len())
	for i := range out {
		out[i] = t.Int(i)
	}
	return out
}

func listItems(v value) ([]value, bool) {
	switch x := v.(type) {
	case *py.List:
		return x.Items, true
	case *py.Tuple:
		return x.Items, true
	case *op.Array:
		if x.Obj != nil {
			return x.Obj, true
		}
		if x.T.Rank() > 0 {
			return op.ToList(x.T).(*py.List).Items, true
		}
	}
	return nil, false
}

func mapFlatValues(c *call) (value, error) {
	args := append([]value(nil), c.Args[1].(*py.Tuple).Items...)
	var like *ragged.Ragged
	swap := func(v value) (value, error) {
		r, ok := v.(*ragged.Ragged)
		if !ok {
			return v, nil
		}
		if like != nil && !ragged.SameParts(like, r) {
			return nil, c.Errorf("ragged arguments of map_flat_values must have the same row splits")
		}
		like = r
		return r.Flat(), nil
	}
	for i, v := range args {
		f, err := swap(v)
		if err != nil {
			return nil, err
		}
		args[i] = f
	}
	var kw []py.Kw
	err := c.Args[2].(*py.Dict).Each(func(k, v value) error {
		f, err := swap(v)
		kw = append(kw, py.Kw{Name: py.StrOf(k), Value: f})
		return err
	})
	if err != nil {
		return nil, err
	}
	z, err := py.Call(c.T, c.Args[0], args, kw)
	if err != nil || like == nil {
		return z, err
	}
	flat, err := op.Convert(c.T, z, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if flat.Rank() == 0 || flat.Shape()[0] != like.Flat().Shape()[0] {
		return nil, py.ValueErrorf("tf.ragged.map_flat_values requires that the output of `op` have the same outer-dimension size as flat_values of any ragged inputs. (output shape: %s; expected outer dimension size: %d)", op.NewShape(flat.Shape()), like.Flat().Shape()[0])
	}
	return like.WithFlat(flat), nil
}

// raggedValue converts an argument to a dense or ragged value.
func raggedValue(t *thread, v value) (ragged.Value, error) {
	if r, ok := v.(*ragged.Ragged); ok {
		return r, nil
	}
	return op.Convert(t, v, tensor.Invalid)
}

func raggedFactories(c *py.Class) {
	make := func(sig, doc string, part func(t *thread, values ragged.Value, a []value) (*ragged.Partition, error)) {
		b := py.NewBuiltin(sig, func(t *thread, a []value) (value, error) {
			v, err := raggedValue(t, a[1])
			if err != nil {
				return nil, err
			}
			p, err := part(t, v, a)
			if err != nil {
				return nil, op.Wrap(t, err, "", false)
			}
			r, err := ragged.New(v, p)
			if err != nil {
				return nil, op.Wrap(t, err, "", false)
			}
			return r, nil
		})
		b.Doc, b.Style = doc, py.Dispatch
		c.Attrs.SetStr(b.Name, &py.ClassMethod{Fn: b})
	}
	numbers := func(t *thread, v value) ([]int64, tensor.DType, error) {
		x, err := op.Convert(t, v, tensor.Invalid)
		if err != nil {
			return nil, 0, err
		}
		d := tensor.Int64
		if _, ok := v.(*tensor.Tensor); ok && x.DType() == tensor.Int32 {
			d = tensor.Int32
		}
		if x.Len() > 0 && !x.DType().IsInteger() || x.Rank() != 1 {
			return nil, 0, py.ValueErrorf("row partitions must be vectors of int32 or int64, got %s", py.ReprOf(v))
		}
		return int64s(x), d, nil
	}
	typed := func(p *ragged.Partition, d tensor.DType, err error) (*ragged.Partition, error) {
		if err == nil {
			p.DType = d
		}
		return p, err
	}
	make("from_row_splits(cls, values, row_splits, name=None, validate=True)", "Rows from where each starts and the end.", func(t *thread, _ ragged.Value, a []value) (*ragged.Partition, error) {
		n, d, err := numbers(t, a[2])
		if err != nil {
			return nil, err
		}
		p, err := ragged.FromSplits(n)
		return typed(p, d, err)
	})
	make("from_row_lengths(cls, values, row_lengths, name=None, validate=True)", "Rows from their lengths.", func(t *thread, _ ragged.Value, a []value) (*ragged.Partition, error) {
		n, d, err := numbers(t, a[2])
		if err != nil {
			return nil, err
		}
		p, err := ragged.FromLengths(n)
		return typed(p, d, err)
	})
	make("from_value_rowids(cls, values, value_rowids, nrows=None, name=None, validate=True)", "Rows from the row of each value.", func(t *thread, v ragged.Value, a []value) (*ragged.Partition, error) {
		n, d, err := numbers(t, a[2])
		if err != nil {
			return nil, err
		}
		if ragged.Rows(v) != len(n) {
			return nil, py.ValueErrorf("Shapes (%d,) and (%d,) are incompatible", ragged.Rows(v), len(n))
		}
		rows := int64(-1)
		if a[3] != py.None {
			rows, _ = py.AsInt(a[3])
			if rows < 0 {
				return nil, py.ValueErrorf("Expected nrows >= 0; got %d", rows)
			}
		}
		p, err := ragged.FromValueRowIDs(n, rows)
		return typed(p, d, err)
	})
	make("from_row_starts(cls, values, row_starts, name=None, validate=True)", "Rows from where each starts.", func(t *thread, v ragged.Value, a []value) (*ragged.Partition, error) {
		n, d, err := numbers(t, a[2])
		if err != nil {
			return nil, err
		}
		p, err := ragged.FromSplits(append(n, int64(ragged.Rows(v))))
		return typed(p, d, err)
	})
	make("from_row_limits(cls, values, row_limits, name=None, validate=True)", "Rows from where each ends.", func(t *thread, _ ragged.Value, a []value) (*ragged.Partition, error) {
		n, d, err := numbers(t, a[2])
		if err != nil {
			return nil, err
		}
		p, err := ragged.FromSplits(append([]int64{0}, n...))
		return typed(p, d, err)
	})
	make("from_uniform_row_length(cls, values, uniform_row_length, nrows=None, validate=True, name=None)", "Rows of one length.", func(t *thread, v ragged.Value, a []value) (*ragged.Partition, error) {
		n, ok := py.AsInt(a[2])
		if !ok || n < 0 {
			return nil, py.ValueErrorf("uniform_row_length must be a non-negative integer, got %s", py.ReprOf(a[2]))
		}
		vals, rows := ragged.Rows(v), int64(0)
		if n > 0 {
			rows = int64(vals) / n
		}
		if a[3] != py.None {
			rows, _ = py.AsInt(a[3])
		}
		if n*rows != int64(vals) {
			return nil, py.ValueErrorf("uniform_row_length=%d times nrows=%d must equal nvals=%d", n, rows, vals)
		}
		return ragged.UniformRows(int(n), int(rows)), nil
	})
	from := py.NewBuiltin("from_tensor(cls, tensor, lengths=None, padding=None, ragged_rank=1, name=None, row_splits_dtype=tf.int64)", raggedFromTensor)
	from.Doc, from.Style = "Rows of a dense tensor.", py.Dispatch
	c.Attrs.SetStr("from_tensor", &py.ClassMethod{Fn: from})
	nested := py.NewBuiltin("from_nested_row_splits(cls, flat_values, nested_row_splits, name=None, validate=True)", func(t *thread, a []value) (value, error) {
		v, err := raggedValue(t, a[1])
		if err != nil {
			return nil, err
		}
		items, err := py.ToSlice(t, a[2])
		if err != nil {
			return nil, err
		}
		for i := len(items) - 1; i >= 0; i-- {
			n, d, err := numbers(t, items[i])
			if err != nil {
				return nil, err
			}
			p, err := ragged.FromSplits(n)
			if err != nil {
				return nil, op.Wrap(t, err, "", false)
			}
			p.DType = d
			if v, err = ragged.New(v, p); err != nil {
				return nil, op.Wrap(t, err, "", false)
			}
		}
		return v, nil
	})
	nested.Doc, nested.Style = "Partitions over flat values, the outermost first.", py.Dispatch
	c.Attrs.SetStr("from_nested_row_splits", &py.ClassMethod{Fn: nested})
}

func raggedFromTensor(t *thread, a []value) (value, error) {
	x, err := op.Convert(t, a[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	rank, _ := py.AsInt(a[4])
	r, err := ragged.FromDense(x, int(rank))
	if err != nil {
		return nil, op.Wrap(t, err, "", false)
	}
	if a[2] == py.None && a[3] == py.None {
		return r, nil
	}
	if rank != 1 {
		return nil, py.ValueErrorf("ragged_rank must be 1 if `lengths` or `padding` is given")
	}
	n, m := r.Part.NRows(), 0
	if n > 0 {
		m = r.Part.Len(0)
	}
	lengths := make([]int64, n)
	if a[2] != py.None {
		l, err := op.Convert(t, a[2], tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if l.Len() != n {
			return nil, py.ValueErrorf("lengths must have one entry a row: %d against %d", l.Len(), n)
		}
		for i := range lengths {
			lengths[i] = min(max(l.Int(i), 0), int64(m))
		}
	} else {
		pad, err := op.Convert(t, a[3], x.DType())
		if err != nil {
			return nil, err
		}
		eq, err := tensor.Bin("NotEqual").Apply(t.Ctx, r.Flat(), pad)
		if err != nil {
			return nil, op.Wrap(t, err, "", false)
		}
		unit := max(eq.Len()/max(n*m, 1), 1)
		for i := range n * m * unit {
			if eq.Int(i) != 0 {
				row := i / (m * unit)
				lengths[row] = int64(i/unit%m) + 1
			}
		}
	}
	var at []int64
	for i, k := range lengths {
		for j := range k {
			at = append(at, int64(i*m)+j)
		}
	}
	vals, err := tensor.Gather(t.Ctx, r.Flat(), tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, op.Wrap(t, err, "", false)
	}
	p, err := ragged.FromLengths(lengths)
	if err != nil {
		return nil, op.Wrap(t, err, "", false)
	}
	return ragged.New(vals, p)
}

func raggedAttrs(c *py.Class) {
	self := func(v value) *ragged.Ragged { return v.(*ragged.Ragged) }
	prop := func(name, doc string, f func(r *ragged.Ragged) value) {
		c.Prop(name, doc, func(_ *thread, v value) (value, error) { return f(self(v)), nil })
	}
	prop("values", "The concatenated rows.", func(r *ragged.Ragged) value { return r.Values })
	prop("flat_values", "The innermost values.", func(r *ragged.Ragged) value { return r.Flat() })
	prop("row_splits", "Where rows start, and the end.", func(r *ragged.Ragged) value { return r.Part.Tensor(r.Part.Splits) })
	prop("nested_row_splits", "The row splits of every level.", func(r *ragged.Ragged) value {
		out := py.NewTuple()
		for _, p := range r.Parts() {
			out.Items = append(out.Items, p.Tensor(p.Splits))
		}
		return out
	})
	prop("ragged_rank", "The number of partitions.", func(r *ragged.Ragged) value { return int64(r.Rank()) })
	prop("shape", "The static shape.", func(r *ragged.Ragged) value { return op.NewShape(r.Shape()) })
	prop("dtype", "The dtype of the values.", func(r *ragged.Ragged) value { return r.DType() })
	prop("uniform_row_length", "The length of all rows, or None.", func(r *ragged.Ragged) value {
		if r.Part.Uniform < 0 {
			return py.None
		}
		return r.Part.Tensor([]int64{int64(r.Part.Uniform)}).WithShape(nil)
	})
	def := func(sig, doc string, f func(t *thread, r *ragged.Ragged, a []value) (value, error)) {
		c.Def(sig, doc, func(t *thread, a []value) (value, error) {
			v, err := f(t, self(a[0]), a)
			return v, op.Wrap(t, err, "", false)
		})
	}
	def("get_shape(self)", "The static shape.", func(_ *thread, r *ragged.Ragged, _ []value) (value, error) { return op.NewShape(r.Shape()), nil })
	def("nrows(self, out_type=None, name=None)", "The number of rows.", func(_ *thread, r *ragged.Ragged, _ []value) (value, error) {
		return r.Part.Tensor([]int64{int64(r.Part.NRows())}).WithShape(nil), nil
	})
	def("row_lengths(self, axis=1, name=None)", "The length of each row.", func(_ *thread, r *ragged.Ragged, a []value) (value, error) {
		n, _ := py.AsInt(a[1])
		parts := r.Parts()
		if n < 1 || int(n) > len(parts) {
			return nil, py.ValueErrorf("axis=%d out of bounds: expected 1<=axis<=%d", n, len(parts))
		}
		lengths := parts[n-1].Tensor(parts[n-1].Lengths())
		var out ragged.Value = lengths
		if n > 1 {
			out = ragged.Build(lengths, parts[:n-1])
		}
		return out, nil
	})
	vec := func(name, doc string, f func(p *ragged.Partition) []int64) {
		def(name+"(self, name=None)", doc, func(_ *thread, r *ragged.Ragged, _ []value) (value, error) { return r.Part.Tensor(f(r.Part)), nil })
	}
	vec("row_starts", "Where each row starts.", func(p *ragged.Partition) []int64 { return p.Splits[:p.NRows()] })
	vec("row_limits", "Where each row ends.", func(p *ragged.Partition) []int64 { return p.Splits[1:] })
	vec("value_rowids", "The row of each value.", (*ragged.Partition).ValueRowIDs)
	def("bounding_shape(self, axis=None, name=None, out_type=None)", "The smallest dense shape that holds it.", func(_ *thread, r *ragged.Ragged, a []value) (value, error) {
		b := r.Bounds()
		out := make([]int64, len(b))
		for i, n := range b {
			out[i] = int64(n)
		}
		t := r.Part.Tensor(out)
		if n, ok := py.AsInt(a[1]); ok && n >= 0 && int(n) < len(b) {
			return t.Row(int(n)), nil
		}
		return t, nil
	})
	def("to_list(self)", "Nested lists.", func(_ *thread, r *ragged.Ragged, _ []value) (value, error) { return raggedList(r), nil })
	def("numpy(self)", "A numpy array, of objects where rows differ.", func(_ *thread, r *ragged.Ragged, _ []value) (value, error) { return raggedNumpy(r), nil })
	def("to_tensor(self, default_value=None, name=None, shape=None)", "A dense tensor, padded.", raggedToTensor)
	def("with_values(self, new_values)", "The same rows of other values.", func(t *thread, r *ragged.Ragged, a []value) (value, error) {
		v, err := raggedValue(t, a[1])
		if err != nil {
			return nil, err
		}
		return ragged.New(v, r.Part)
	})
	def("with_flat_values(self, new_values)", "The same structure over other flat values.", func(t *thread, r *ragged.Ragged, a []value) (value, error) {
		v, err := op.Convert(t, a[1], tensor.Invalid)
		if err != nil {
			return nil, err
		}
		if v.Rank() == 0 || v.Shape()[0] != r.Flat().Shape()[0] {
			return nil, py.ValueErrorf("with_flat_values: %s against %s", op.NewShape(v.Shape()), op.NewShape(r.Flat().Shape()))
		}
		return r.WithFlat(v), nil
	})
	def("nested_row_lengths(self, name=None)", "The row lengths of every level.", func(_ *thread, r *ragged.Ragged, _ []value) (value, error) {
		out := py.NewTuple()
		for _, p := range r.Parts() {
			out.Items = append(out.Items, p.Tensor(p.Lengths()))
		}
		return out, nil
	})
}

func raggedToTensor(t *thread, r *ragged.Ragged, a []value) (value, error) {
	var pad *tensor.Tensor
	var err error
	switch {
	case a[1] != py.None:
		pad, err = op.Convert(t, a[1], r.DType())
	case r.DType() == tensor.String:
		pad = tensor.StringScalar("")
	default:
		pad, err = tensor.New(r.DType(), nil)
	}
	if err != nil {
		return nil, err
	}
	shape := r.Bounds()
	if a[3] != py.None {
		s, err := op.ToShape(t, a[3])
		if err != nil {
			return nil, err
		}
		if !s.UnknownRank {
			if len(s.Dims) != len(shape) {
				return nil, op.ErrorWith(t, op.InvalidArgumentError, "RaggedTensorToTensor", true, "rt_input.shape and shape=%s are incompatible: rt_input.rank = %d but shape.rank = %d", s.List(), len(shape), len(s.Dims))
			}
			for i, d := range s.Dims {
				if d >= 0 {
					shape[i] = d
				}
			}
		}
	}
	return r.ToDense(t.Ctx, shape, pad)
}

func raggedList(v ragged.Value) value {
	r, ok := v.(*ragged.Ragged)
	if !ok {
		return op.ToList(v.(*tensor.Tensor))
	}
	out := make([]value, r.Part.NRows())
	for i := range out {
		out[i] = raggedList(r.Row(i))
	}
	return &py.List{Items: out}
}

func raggedNumpy(v ragged.Value) value {
	r, ok := v.(*ragged.Ragged)
	if !ok {
		return op.Numpy(v.(*tensor.Tensor))
	}
	n := r.Part.NRows()
	same := true
	for i := range n {
		same = same && r.Part.Len(i) == r.Part.Len(0)
	}
	rows := make([]value, n)
	for i := range rows {
		rows[i] = raggedNumpy(r.Row(i))
	}
	if same && n > 0 {
		if flat, ok := r.Values.(*tensor.Tensor); ok {
			return &op.Array{T: flat.WithShape(append([]int{n, r.Part.Len(0)}, flat.Shape()[1:]...))}
		}
	}
	return &op.Array{Obj: rows}
}

func raggedSlots(c *py.Class) {
	c.Binary = func(t *thread, o string, a, b value) (value, error) {
		switch o {
		case "<<", ">>", "@":
			return py.NotImplemented, nil
		case "==", "!=":
			if a == py.None || b == py.None {
				return o == "!=", nil
			}
			return run(t, map[string]string{"==": "tf.math.equal", "!=": "tf.math.not_equal"}[o], a, b)
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
	c.Hash = func(value) (any, error) { return nil, py.TypeErrorf("unhashable type: 'RaggedTensor'") }
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
		if tp, ok := key.(*py.Tuple); ok {
			keys = tp.Items
		}
		z, err := raggedIndex(t, v.(*ragged.Ragged), keys)
		return z, op.Wrap(t, err, "", false)
	}
}

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
			rest := len(keys) - 1
			for range 1 + r.Rank() + r.Flat().Rank() - 1 - rest {
				keys = append([]value{keys[0], &py.Slice{Start: py.None, Stop: py.None, Step: py.None}}, keys[1:]...)
			}
			return raggedIndex(t, v, keys[1:])
		}
		one := &ragged.Ragged{Part: ragged.UniformRows(n, 1), Values: r}
		z, err := raggedIndex(t, one.Values, keys[1:])
		if err != nil {
			return nil, err
		}
		zv, ok := z.(ragged.Value)
		if !ok {
			return z, nil
		}
		return ragged.New(zv, ragged.UniformRows(ragged.Rows(zv), 1))
	case *py.Slice:
		start, step, count, err := k.Indices(n)
		if err != nil {
			return nil, err
		}
		at := make([]int64, count)
		for i := range at {
			at[i] = int64(start + i*step)
		}
		var rows ragged.Value
		if step == 1 {
			rows = ragged.Slice(r, start, count)
		} else if rows, err = ragged.GatherRows(t.Ctx, r, at); err != nil {
			return nil, err
		}
		if len(keys) == 1 {
			return rows, nil
		}
		return raggedInner(t, rows.(*ragged.Ragged), keys[1:])
	}
	i, ok := intKey(keys[0])
	if !ok {
		return nil, py.TypeErrorf("slice offsets must be integers or None")
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

// raggedInner applies keys inside every row.
func raggedInner(t *thread, r *ragged.Ragged, keys []value) (value, error) {
	if keys[0] == py.Ellipsis {
		for range r.Rank() + r.Flat().Rank() - 1 - (len(keys) - 1) {
			keys = append([]value{keys[0], &py.Slice{Start: py.None, Stop: py.None, Step: py.None}}, keys[1:]...)
		}
		if keys = keys[1:]; len(keys) == 0 {
			return r, nil
		}
	}
	k, ok := keys[0].(*py.Slice)
	if !ok {
		if r.Part.Uniform >= 0 {
			if i, isInt := intKey(keys[0]); isInt {
				return uniformColumn(t, r, i, keys[1:])
			}
		}
		return nil, py.ValueErrorf("Cannot index into an inner ragged dimension.")
	}
	lengths := make([]int64, r.Part.NRows())
	var at []int64
	for i := range lengths {
		start, step, count, err := k.Indices(r.Part.Len(i))
		if err != nil {
			return nil, err
		}
		lengths[i] = int64(count)
		for j := range count {
			at = append(at, r.Part.Splits[i]+int64(start+j*step))
		}
	}
	vals, err := ragged.GatherRows(t.Ctx, r.Values, at)
	if err != nil {
		return nil, err
	}
	if len(keys) > 1 {
		var in value
		if rv, ok := vals.(*ragged.Ragged); ok {
			in, err = raggedInner(t, rv, keys[1:])
		} else {
			in, err = Index(t, vals.(*tensor.Tensor), py.NewTuple(append([]value{&py.Slice{Start: py.None, Stop: py.None, Step: py.None}}, keys[1:]...)...))
		}
		if err != nil {
			return nil, err
		}
		vals = in.(ragged.Value)
	}
	p, err := ragged.FromLengths(lengths)
	if err != nil {
		return nil, err
	}
	p.DType = r.Part.DType
	if r.Part.Uniform >= 0 && len(lengths) > 0 {
		p.Uniform = int(lengths[0])
	}
	return ragged.New(vals, p)
}

func uniformColumn(t *thread, r *ragged.Ragged, i int64, rest []value) (value, error) {
	n := int64(r.Part.Uniform)
	if i < -n || i >= n {
		return nil, indexError(t, "slice index %d of dimension 1 out of bounds.", i)
	}
	if i < 0 {
		i += n
	}
	at := make([]int64, r.Part.NRows())
	for k := range at {
		at[k] = int64(k)*n + i
	}
	v, err := ragged.GatherRows(t.Ctx, r.Values, at)
	if err != nil || len(rest) == 0 {
		return v, err
	}
	if rv, ok := v.(*ragged.Ragged); ok {
		return raggedInner(t, rv, rest)
	}
	return Index(t, v.(*tensor.Tensor), py.NewTuple(append([]value{&py.Slice{Start: py.None, Stop: py.None, Step: py.None}}, rest...)...))
}
