package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
)

func raggedAttrs(c *py.Class) {
	self := func(v py.Value) *ragged.Ragged { return v.(*ragged.Ragged) }
	prop := func(name, doc string, f func(r *ragged.Ragged) py.Value) {
		c.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) { return f(self(v)), nil })
	}
	prop("values", "The concatenated rows.", func(r *ragged.Ragged) py.Value { return r.Values })
	prop("flat_values", "The innermost values.", func(r *ragged.Ragged) py.Value { return r.Flat() })
	prop("row_splits", "Where rows start, and the end.",
		func(r *ragged.Ragged) py.Value { return r.Part.Tensor(r.Part.Splits) })
	prop("nested_row_splits", "The row splits of every level.",
		nestedOf(func(p *ragged.Partition) []int64 { return p.Splits }))
	prop("ragged_rank", "The number of partitions.", func(r *ragged.Ragged) py.Value { return int64(r.Rank()) })
	prop("shape", "The static shape.", func(r *ragged.Ragged) py.Value { return bind.NewShape(r.Shape()) })
	prop("dtype", "The dtype of the values.", func(r *ragged.Ragged) py.Value { return r.DType() })
	prop("uniform_row_length", "The length of all rows, or None.", func(r *ragged.Ragged) py.Value {
		if r.Part.Uniform < 0 {
			return py.None
		}
		return scalarOf(r.Part, r.Part.Uniform)
	})
	def := func(sig, doc string, f func(t *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error)) {
		c.Def(sig, doc, func(t *py.Thread, a []py.Value) (py.Value, error) {
			v, err := f(t, self(a[0]), a)
			return v, bind.Wrap(t, err, "", false)
		})
	}
	def("get_shape(self)", "The static shape.", func(_ *py.Thread, r *ragged.Ragged, _ []py.Value) (py.Value,
		error) {
		return bind.NewShape(r.Shape()), nil
	})
	def("consumers(self)", "An empty list: ops run at once.",
		func(*py.Thread, *ragged.Ragged, []py.Value) (py.Value, error) { return py.NewList(), nil })
	def("nrows(self, out_type=None, name=None)", "The number of rows.",
		func(t *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) {
			p, err := inType(r.Part, a[1])
			if err != nil {
				return nil, err
			}
			return scalarOf(p, p.NRows()), nil
		})
	def("row_lengths(self, axis=1, name=None)", "The length of each row.",
		func(_ *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) { return rowLengths(r, a[1]) })
	vec := func(name, doc string, f func(p *ragged.Partition) []int64) {
		def(name+"(self, name=None)", doc, func(_ *py.Thread, r *ragged.Ragged, _ []py.Value) (py.Value,
			error) {
			return r.Part.Tensor(f(r.Part)), nil
		})
	}
	vec("row_starts", "Where each row starts.", func(p *ragged.Partition) []int64 { return p.Splits[:p.NRows()] })
	vec("row_limits", "Where each row ends.", func(p *ragged.Partition) []int64 { return p.Splits[1:] })
	vec("value_rowids", "The row of each value.", (*ragged.Partition).ValueRowIDs)
	nested := func(name, doc string, f func(p *ragged.Partition) []int64) {
		def(name+"(self, name=None)", doc, func(_ *py.Thread, r *ragged.Ragged, _ []py.Value) (py.Value,
			error) {
			return nestedOf(f)(r), nil
		})
	}
	nested("nested_row_lengths", "The row lengths of every level.", (*ragged.Partition).Lengths)
	nested("nested_value_rowids", "The row of each value, of every level.", (*ragged.Partition).ValueRowIDs)
	def("bounding_shape(self, axis=None, name=None, out_type=None)", "The smallest dense shape that holds it.",
		boundingShape)
	def("merge_dims(self, outer_axis, inner_axis)", "One dimension made of those from outer_axis to inner_axis.",
		func(_ *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) {
			return mergeDims(r, a[1], a[2])
		})
	def("to_list(self)", "Nested lists.", func(t *py.Thread, r *ragged.Ragged, _ []py.Value) (py.Value, error) {
		return RaggedList(t, r)
	})
	def("numpy(self)", "A numpy array, of objects where rows differ.",
		func(t *py.Thread, r *ragged.Ragged, _ []py.Value) (py.Value, error) { return raggedNumpy(t, r) })
	def("to_tensor(self, default_value=None, name=None, shape=None)", "A dense tensor, padded.", raggedToTensor)
	def("to_sparse(self, name=None)", "A sparse tensor of the values.",
		func(t *py.Thread, r *ragged.Ragged, _ []py.Value) (py.Value, error) {
			s, err := sparse.FromRagged(r)
			if err != nil || !bind.Watched(t, r) {
				return s, err
			}
			b := bind.BuilderOf(t)
			flat := b.Tensor(b.One(op.Reshape, r.Flat(), tensor.Ints32(-1)))
			return s.WithValues(flat), b.Err
		})
	def("with_values(self, new_values)", "The same rows of other values.", withValues)
	def("with_flat_values(self, new_values)", "The same structure over other flat values.",
		func(t *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) {
			if in, ok := r.Values.(*ragged.Ragged); ok {
				z, err := Call1(t, in, "with_flat_values", a[1])
				if err != nil {
					return nil, err
				}
				return withValues(t, r, []py.Value{r, z})
			}
			return withValues(t, r, a)
		})
	def("with_row_splits_dtype(self, dtype)", "The same value with row splits of another integer type.",
		func(_ *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) {
			d, err := bind.ToDType(a[1], "")
			if err != nil {
				return nil, err
			}
			if d != tensor.Int32 && d != tensor.Int64 {
				return nil, py.ValueErrorf(
					"Argument `row_splits` dtype must be int32 or int64. Received <dtype: '%s'>.",
					d,
				)
			}
			return r.WithDType(d), nil
		})
}

// Call1 calls a method of a value.
func Call1(t *py.Thread, v py.Value, name string, args ...py.Value) (py.Value, error) {
	f, err := py.GetAttr(t, v, name)
	if err != nil {
		return nil, err
	}
	return py.Call(t, f, args, nil)
}

func nestedOf(f func(p *ragged.Partition) []int64) func(r *ragged.Ragged) py.Value {
	return func(r *ragged.Ragged) py.Value {
		out := py.NewTuple()
		for _, p := range r.Parts() {
			out.Items = append(out.Items, p.Tensor(f(p)))
		}
		return out
	}
}

func scalarOf(p *ragged.Partition, n int) *tensor.Tensor {
	return p.Tensor([]int64{int64(n)}).WithShape(nil)
}

// inType is a partition shown in the type an out_type argument asks for.
func inType(p *ragged.Partition, v py.Value) (*ragged.Partition, error) {
	if v == py.None {
		return p, nil
	}
	d, err := bind.ToDType(v, "")
	if err != nil {
		return nil, err
	}
	if d != tensor.Int32 && d != tensor.Int64 {
		return nil, py.ValueErrorf("out_type must be tf.int32 or tf.int64, got %s", py.ReprOf(d))
	}
	return p.WithDType(d), nil
}

func rowLengths(r *ragged.Ragged, v py.Value) (py.Value, error) {
	n, ok := py.AsInt(v)
	if !ok {
		return nil, py.TypeErrorf("axis must be an int; got %s", py.ReprOf(py.TypeOf(v)))
	}
	return r.RowLengths(int(n))
}

func boundingShape(t *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) {
	p, err := inType(r.Part, a[3])
	if err != nil {
		return nil, err
	}
	bounds := r.Bounds()
	out := make([]int64, len(bounds))
	for i, n := range bounds {
		out[i] = int64(n)
	}
	z := p.Tensor(out)
	if a[1] == py.None {
		return z, nil
	}
	if n, ok := py.AsInt(a[1]); ok && (n == 0 || n == 1) {
		return z.Row(int(n)), nil
	}
	return public.Gather.Run(t, z, a[1])
}

func mergeDims(r *ragged.Ragged, from, to py.Value) (py.Value, error) {
	rank := ragged.NDims(r)
	var at [2]int
	for i, v := range []py.Value{from, to} {
		n, ok := py.AsInt(v)
		what := []string{"outer_axis", "inner_axis"}[i]
		if !ok {
			return nil, py.TypeErrorf("%s must be an int; got %s", what, py.ReprOf(py.TypeOf(v)))
		}
		k, err := table.Positive(int(n), rank, what)
		if err != nil {
			return nil, err
		}
		at[i] = k
	}
	if at[0] > at[1] {
		return nil, py.ValueErrorf("Expected outer_axis (%d) to be less than or equal to inner_axis (%d).", at[0],
			at[1])
	}
	return ragged.MergeDims(r, at[0], at[1]), nil
}

func withValues(t *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) {
	v, err := RaggedValue(t, a[1])
	if err != nil {
		return nil, err
	}
	n := ragged.Rows(v)
	if n < 0 {
		return nil, py.ValueErrorf("Shape () must have rank at least 1")
	}
	if have := ragged.Rows(r.Values); n != have {
		return nil, py.ValueErrorf("Shapes (%d,) and (%d,) are incompatible", have, n)
	}
	if in, ok := v.(*ragged.Ragged); ok && in.Part.DType != r.Part.DType {
		return nil, py.ValueErrorf("self and new_values have mismatched row_splits dtypes; " +
			"use RaggedTensor.with_row_splits_dtype() to convert them to compatible dtypes.")
	}
	return &ragged.Ragged{Part: r.Part, Values: v}, nil
}

func raggedToTensor(t *py.Thread, r *ragged.Ragged, a []py.Value) (py.Value, error) {
	var pad *tensor.Tensor
	var err error
	if a[1] != py.None {
		if pad, err = bind.Convert(t, a[1], r.DType()); err != nil {
			return nil, err
		}
	}
	shape := tensor.PartialShape{UnknownRank: true}
	if a[3] != py.None {
		if shape, err = toShapeArg(t, a[3]); err != nil {
			return nil, err
		}
	}
	return padded(t, r, pad, shape)
}

// toShapeArg reads a shape argument that may be a tensor with -1 for unknown dimensions.
func toShapeArg(t *py.Thread, v py.Value) (tensor.PartialShape, error) {
	if s, ok := v.(string); ok {
		return tensor.PartialShape{}, py.TypeErrorf("Failed to convert '%s' to a shape: '%s'could not be converted "+
			"to a dimension. A shape should either be single dimension (e.g. 10), or an iterable of dimensions "+
			"(e.g. [1, 10, None]).", py.ReprOf(s), py.ReprOf(s))
	}
	if x, ok := v.(*tensor.Tensor); ok {
		if x.Rank() == 0 {
			return tensor.PartialShape{UnknownRank: x.Int(0) < 0}, nil
		}
		return tensor.KnownShape(x.Ints()), nil
	}
	return bind.ToShape(t, v)
}

// RaggedList is a value as nested lists of the language.
func RaggedList(t *py.Thread, v ragged.Value) (py.Value, error) {
	r, ok := v.(*ragged.Ragged)
	if !ok {
		return bind.ToList(v.(*tensor.Tensor))
	}
	in, err := RaggedList(t, r.Values)
	if err != nil {
		return nil, err
	}
	all := in.(*py.List).Items
	out := make([]py.Value, r.Part.NRows())
	for i := range out {
		if i&0xfff == 0xfff {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
		lo, hi := r.Part.Splits[i], r.Part.Splits[i+1]
		out[i] = &py.List{Items: all[lo:hi:hi]}
	}
	return &py.List{Items: out}, nil
}

func raggedNumpy(t *py.Thread, v ragged.Value) (py.Value, error) {
	r, ok := v.(*ragged.Ragged)
	if !ok {
		return bind.Numpy(v.(*tensor.Tensor)), nil
	}
	n := r.Part.NRows()
	same := true
	for i := range n {
		same = same && r.Part.Len(i) == r.Part.Len(0)
	}
	if same && n > 0 {
		if flat, ok := r.Values.(*tensor.Tensor); ok {
			return bind.Numpy(flat.WithShape(append([]int{n, r.Part.Len(0)}, flat.Shape()[1:]...))), nil
		}
	}
	rows := make([]py.Value, n)
	for i := range rows {
		if i&0xfff == 0xfff {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
		var err error
		if rows[i], err = raggedNumpy(t, r.Row(i)); err != nil {
			return nil, err
		}
	}
	return bind.NewObjects([]int{len(rows)}, rows), nil
}

// padded is the rows of a ragged tensor with pad behind, 0 when it is nil.
func padded(t *py.Thread, r *ragged.Ragged, pad *tensor.Tensor, shape tensor.PartialShape) (py.Value, error) {
	in := []ragged.Value{r}
	if bind.Watched(t, r) && pad == nil {
		var err error
		if pad, err = tensor.New(r.DType(), nil); err != nil {
			return nil, err
		}
	}
	if pad != nil {
		in = append(in, pad)
	}
	return bind.Moved1(t, func(in []ragged.Value) (ragged.Value, error) {
		var fill *tensor.Tensor
		if len(in) > 1 {
			fill = in[1].(*tensor.Tensor)
		}
		return in[0].(*ragged.Ragged).ToTensor(t.Ctx, fill, shape)
	}, in...)
}
