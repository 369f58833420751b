package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// dynamicShape is tf.experimental.DynamicRaggedShape: partitions and a dense inner shape,
// whose first dimension counts the flat values.
type dynamicShape struct {
	parts []*ragged.Partition
	dense []int
	dtype tensor.DType
}

var (
	rowPartitionClass = py.NewClass("tensorflow.python.ops.ragged.row_partition", "RowPartition", py.ObjectClass, nil)
	dynamicShapeClass = py.NewClass("tensorflow.python.ops.ragged.dynamic_ragged_shape", "DynamicRaggedShape",
		py.ObjectClass, nil)
)

func init() {
	py.Register[*ragged.Partition](rowPartitionClass)
	py.Register[*dynamicShape](dynamicShapeClass)
	table.Constant(rowPartitionClass, "tf.experimental.RowPartition")
	table.Constant(dynamicShapeClass, "tf.experimental.DynamicRaggedShape")
	rowPartition(rowPartitionClass)
	dynamicShapes(dynamicShapeClass)
}

func rowPartition(c *py.Class) {
	c.New = &py.Builtin{Name: "RowPartition", Raw: func(*py.Thread, []py.Value, []py.Kw) (py.Value, error) {
		return nil, py.ValueErrorf("RowPartition constructor is private; please use one of " +
			"the factory methods instead (e.g., RowPartition.from_row_lengths())")
	}}
	class := func(sig, doc string, f func(t *py.Thread, a []py.Value, check bool) (*ragged.Partition, error)) {
		b := py.NewBuiltin(sig, nil)
		at := map[string]int{}
		for i, p := range b.Sig().Params {
			at[p.Name] = i
		}
		b.Fn = func(t *py.Thread, a []py.Value) (py.Value, error) {
			check, ok := a[at["validate"]].(bool)
			if !ok {
				return nil, py.TypeErrorf("validate must have type bool")
			}
			p, err := f(t, a[1:], check)
			if err != nil {
				return nil, bind.Wrap(t, err, "", false)
			}
			if p, err = inType(p, a[at["dtype"]]); err != nil {
				return nil, err
			}
			return soundPartition(p), nil
		}
		b.Doc = doc
		c.Attrs.SetStr(b.Name, &py.ClassMethod{Fn: b})
	}
	const tail = "validate=True, dtype=None, dtype_hint=None)"
	class("from_row_splits(cls, row_splits, "+tail, "Rows from where each starts and the end.",
		func(t *py.Thread, a []py.Value, check bool) (*ragged.Partition, error) {
			return splitsMaker(t, nil, a, check)
		})
	class("from_row_lengths(cls, row_lengths, "+tail, "Rows from their lengths.",
		func(t *py.Thread, a []py.Value, check bool) (*ragged.Partition, error) {
			return lengthsMaker(t, nil, a, check)
		})
	class("from_value_rowids(cls, value_rowids, nrows=None, "+tail, "Rows from the row of each value.",
		func(t *py.Thread, a []py.Value, check bool) (*ragged.Partition, error) {
			n, err := partitionTensor(t, a[0], "value_rowids")
			if err != nil {
				return nil, err
			}
			return rowidsMaker(t, tensor.Vector(make([]bool, n.Len())), a, check)
		})
	class("from_row_starts(cls, row_starts, nvals, "+tail, "Rows from where each starts.",
		func(t *py.Thread, a []py.Value, _ bool) (*ragged.Partition, error) {
			n, d, err := partitionNumbers(t, a[0], "row_starts")
			if err != nil {
				return nil, err
			}
			nvals, _, err := partitionScalar(t, a[1], "nvals")
			if err != nil {
				return nil, err
			}
			return ragged.FromStarts(n, nvals, d)
		})
	class("from_row_limits(cls, row_limits, "+tail, "Rows from where each ends.",
		func(t *py.Thread, a []py.Value, _ bool) (*ragged.Partition, error) {
			n, d, err := partitionNumbers(t, a[0], "row_limits")
			if err != nil {
				return nil, err
			}
			return ragged.FromLimits(n, d)
		})
	class("from_uniform_row_length(cls, uniform_row_length, nvals=None, nrows=None, "+tail, "Rows of one length.",
		uniformPartition)
	partitionAttrs(c)
}

// soundPartition makes an unchecked partition one that starts at 0 and never falls.
func soundPartition(p *ragged.Partition) *ragged.Partition {
	last := int64(0)
	ok := p.Splits[0] == 0
	for _, s := range p.Splits {
		ok = ok && s >= last
		last = s
	}
	if ok {
		return p
	}
	lengths := make([]int64, p.NRows())
	for i := range lengths {
		lengths[i] = max(p.Splits[i+1]-p.Splits[i], 0)
	}
	return ragged.Lengths(lengths, p.DType)
}

func uniformPartition(t *py.Thread, a []py.Value, _ bool) (*ragged.Partition, error) {
	if a[1] == py.None && a[2] == py.None {
		return nil, py.ValueErrorf("Either (or both) of nvals and nrows must be specified")
	}
	n, d, err := partitionScalar(t, a[0], "uniform_row_length")
	if err != nil {
		return nil, err
	}
	var given [2]int64
	for i, v := range a[1:3] {
		if given[i] = -1; v != py.None {
			if given[i], _, err = partitionScalar(t, v, []string{"nvals", "nrows"}[i]); err != nil {
				return nil, err
			}
		}
	}
	if given[0] < 0 {
		given[0] = n * given[1]
	}
	return ragged.FromUniform(n, given[0], given[1], d)
}

func partitionAttrs(c *py.Class) {
	self := func(v py.Value) *ragged.Partition { return v.(*ragged.Partition) }
	method := func(name, doc string, f func(p *ragged.Partition) py.Value) {
		c.Def(name+"(self)", doc, func(_ *py.Thread, a []py.Value) (py.Value, error) { return f(self(a[0])), nil })
	}
	uniform := func(p *ragged.Partition) py.Value {
		if p.Uniform < 0 {
			return py.None
		}
		return scalarOf(p, p.Uniform)
	}
	method("row_splits", "Where rows start, and the end.",
		func(p *ragged.Partition) py.Value { return p.Tensor(p.Splits) })
	method(
		"row_lengths",
		"The length of each row.",
		func(p *ragged.Partition) py.Value { return p.Tensor(p.Lengths()) },
	)
	method("row_starts", "Where each row starts.",
		func(p *ragged.Partition) py.Value { return p.Tensor(p.Splits[:p.NRows()]) })
	method("row_limits", "Where each row ends.", func(p *ragged.Partition) py.Value { return p.Tensor(p.Splits[1:]) })
	method("value_rowids", "The row of each value.",
		func(p *ragged.Partition) py.Value { return p.Tensor(p.ValueRowIDs()) })
	method("offsets_in_rows", "The place of each value in its row.",
		func(p *ragged.Partition) py.Value { return p.Tensor(p.Offsets()) })
	method("nrows", "The number of rows.", func(p *ragged.Partition) py.Value { return scalarOf(p, p.NRows()) })
	method("nvals", "The number of values.", func(p *ragged.Partition) py.Value { return scalarOf(p, p.NVals()) })
	method("is_uniform", "Whether all rows are declared to have one length.",
		func(p *ragged.Partition) py.Value { return p.Uniform >= 0 })
	method("uniform_row_length", "The length of all rows, or None.", uniform)
	prop := func(name, doc string, f func(p *ragged.Partition) py.Value) {
		c.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) { return f(self(v)), nil })
	}
	prop("dtype", "The type of the numbers.", func(p *ragged.Partition) py.Value { return p.DType })
	prop("static_nrows", "The number of rows.", func(p *ragged.Partition) py.Value { return int64(p.NRows()) })
	prop("static_nvals", "The number of values, where it is known without the splits.",
		func(p *ragged.Partition) py.Value {
			if p.Known() {
				return int64(p.NVals())
			}
			return py.None
		})
	prop("static_uniform_row_length", "The length of all rows, or None.", func(p *ragged.Partition) py.Value {
		if p.Uniform < 0 {
			return py.None
		}
		return int64(p.Uniform)
	})
	c.Def("with_dtype(self, dtype)", "The same rows in another integer type.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			d, err := bind.ToDType(a[1], "")
			if err != nil {
				return nil, err
			}
			if d != tensor.Int32 && d != tensor.Int64 {
				return nil, py.ValueErrorf("dtype must be int32 or int64")
			}
			return self(a[0]).WithDType(d), nil
		})
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		p := self(v)
		if p.Uniform >= 0 {
			return "tf.RowPartition(nrows=" + table.Itoa(
				p.NRows(),
			) + ", uniform_row_length=" + table.Itoa(
				p.Uniform,
			) + ")", nil
		}
		return "tf.RowPartition(row_splits=" + py.StrOf(bind.Numpy(p.Tensor(p.Splits))) + ")", nil
	}
}

// shapeOfRagged is the dynamic shape of a value.
func shapeOfRagged(v ragged.Value, d tensor.DType) *dynamicShape {
	r, ok := v.(*ragged.Ragged)
	if !ok {
		return &dynamicShape{nil, v.(*tensor.Tensor).Shape(), d}
	}
	parts := r.WithDType(d).Parts()
	return &dynamicShape{parts, r.Flat().Shape(), d}
}

func (s *dynamicShape) rank() int { return len(s.parts) + len(s.dense) }

// outer is the number of rows, or the first dense dimension.
func (s *dynamicShape) outer() int {
	if len(s.parts) > 0 {
		return s.parts[0].NRows()
	}
	return s.dense[0]
}

// over puts the partitions over dense values of the inner shape.
func (s *dynamicShape) over(x *tensor.Tensor) ragged.Value { return ragged.Build(x, s.parts) }

// lengths describes every dimension: a number, or the lengths of the rows.
func (s *dynamicShape) lengths(each bool) *py.List {
	out := py.NewList()
	if len(s.dense) == 0 {
		return out
	}
	out.Items = append(out.Items, int64(s.outer()))
	for _, p := range s.parts {
		switch {
		case p.Uniform >= 0:
			out.Items = append(out.Items, int64(p.Uniform))
		case each:
			t := py.NewTuple()
			for _, n := range p.Lengths() {
				t.Items = append(t.Items, n)
			}
			out.Items = append(out.Items, t)
		default:
			out.Items = append(out.Items, py.None)
		}
	}
	for _, n := range s.dense[1:] {
		out.Items = append(out.Items, int64(n))
	}
	return out
}

func dynamicShapeText(r *ragged.Ragged) string { return shapeText(shapeOfRagged(r, r.Part.DType)) }

// anyShape is a DynamicRaggedShape, of known lengths or of a function that is being traced.
type anyShape interface {
	py.Value
	sizeType() tensor.DType
	partitions() int                               // the number of row partitions
	innerRank() int                                // and of dense dimensions
	rank() int                                     // both
	lengths(each bool) *py.List                    // the size of every dimension
	uniform(axis int) int                          // of axes of partitions, -1 where rows differ
	size(t *py.Thread, axis int) (py.Value, error) // one size as a tensor
	inner(t *py.Thread) (py.Value, error)          // the shape of the flat values
}

func shapeText(s anyShape) string {
	return "<DynamicRaggedShape lengths=" + py.ReprOf(s.lengths(true)) + " num_row_partitions=" +
		table.Itoa(s.partitions()) + ">"
}

func (s *dynamicShape) sizeType() tensor.DType { return s.dtype }
func (s *dynamicShape) partitions() int        { return len(s.parts) }
func (s *dynamicShape) innerRank() int         { return len(s.dense) }
func (s *dynamicShape) uniform(axis int) int   { return s.parts[axis-1].Uniform }

func (s *dynamicShape) size(_ *py.Thread, axis int) (py.Value, error) {
	switch x := s.lengths(false).Items[axis].(type) {
	case int64:
		return ragged.Of([]int64{0}, s.dtype).Tensor([]int64{x}).WithShape(nil), nil
	}
	return nil, py.ValueErrorf("Index %d is not uniform", axis)
}

func (s *dynamicShape) inner(*py.Thread) (py.Value, error) {
	out := make([]int64, len(s.dense))
	for i, n := range s.dense {
		out[i] = int64(n)
	}
	return ragged.Of([]int64{0}, s.dtype).Tensor(out), nil
}

func dynamicShapes(c *py.Class) {
	c.Repr = func(_ *py.Thread, v py.Value) (string, error) { return shapeText(v.(anyShape)), nil }
	self := func(v py.Value) anyShape { return v.(anyShape) }
	prop := func(name, doc string, f func(s anyShape) py.Value) {
		c.Prop(name, doc, func(_ *py.Thread, v py.Value) (py.Value, error) { return f(self(v)), nil })
	}
	prop("dtype", "The type of the sizes.", func(s anyShape) py.Value { return s.sizeType() })
	prop("rank", "The number of dimensions.", func(s anyShape) py.Value { return int64(s.rank()) })
	prop("inner_rank", "The number of dense dimensions.", func(s anyShape) py.Value { return int64(s.innerRank()) })
	prop("num_row_partitions", "The number of partitions.", func(s anyShape) py.Value { return int64(s.partitions()) })
	c.Prop("inner_shape", "The shape of the flat values.", func(t *py.Thread, v py.Value) (py.Value, error) {
		return self(v).inner(t)
	})
	c.Prop("row_partitions", "The partitions.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		s, err := foreseen(v, "row_partitions")
		if err != nil {
			return nil, err
		}
		out := py.NewTuple()
		for _, p := range s.parts {
			out.Items = append(out.Items, p)
		}
		return out, nil
	})
	c.Def("static_lengths(self, ragged_lengths=True)", "The size of every dimension.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			return self(a[0]).lengths(a[1] != false), nil
		})
	c.Def(
		"is_uniform(self, axis)",
		"Whether a dimension has one size.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			s := self(a[0])
			n, ok := py.AsInt(a[1])
			if !ok {
				return nil, py.TypeErrorf("axis must be an integer")
			}
			axis, err := table.Positive(int(n), s.rank(), "axis")
			if err != nil {
				return nil, err
			}
			return axis == 0 || axis > s.partitions() || s.uniform(axis) >= 0, nil
		},
	)
	c.Def("with_dtype(self, dtype)", "The same shape with sizes of another type.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			d, err := bind.ToDType(a[1], "")
			if err != nil {
				return nil, err
			}
			if d != tensor.Int32 && d != tensor.Int64 {
				return nil, py.ValueErrorf("dtype must be int32 or int64")
			}
			if x, ok := a[0].(*tracedShape); ok {
				return &tracedShape{x.of, d}, nil
			}
			s := *a[0].(*dynamicShape)
			s.dtype, s.parts = d, append([]*ragged.Partition(nil), s.parts...)
			for i, p := range s.parts {
				s.parts[i] = p.WithDType(d)
			}
			return &s, nil
		})
	c.GetItem, c.Iter = shapeItem, shapeIter
	c.Binary = func(_ *py.Thread, o string, a, b py.Value) (py.Value, error) {
		if o != "==" && o != "!=" {
			return py.NotImplemented, nil
		}
		return shapesEqual(a, b, o == "=="), nil
	}
	c.Hash = func(py.Value) (any, error) { return nil, py.TypeErrorf("unhashable type: 'DynamicRaggedShape'") }
	made := py.NewBuiltin("DynamicRaggedShape(row_partitions, inner_shape, dtype=None, validate=False, "+
		"static_inner_shape=None)", shapeOfParts)
	made.Doc = "Partitions, the outermost first, over values of a shape."
	c.New = made
	from := py.NewBuiltin("from_tensor(cls, t, dtype=None)", func(t *py.Thread, a []py.Value) (py.Value, error) {
		d, err := tensor.Invalid, error(nil)
		if a[2] != py.None {
			if d, err = bind.ToDType(a[2], ""); err != nil {
				return nil, err
			}
		}
		if x, ok := a[1].(*bind.SymRagged); ok {
			if d == tensor.Invalid {
				d = x.Splits[0].DType()
			}
			return &tracedShape{x, d}, nil
		}
		v, err := RaggedValue(t, a[1])
		if err != nil {
			return nil, err
		}
		if d == tensor.Invalid {
			d = ragged.SplitsType(v)
		}
		return shapeOfRagged(v, d), nil
	})
	from.Doc = "The shape of a value."
	c.Attrs.SetStr("from_tensor", &py.ClassMethod{Fn: from})
	dynamicFactories(c)
}

// foreseen is a shape whose lengths are known.
func foreseen(v py.Value, what string) (*dynamicShape, error) {
	if s, ok := v.(*tracedShape); ok {
		return nil, s.unforeseen(what)
	}
	return v.(*dynamicShape), nil
}

// dynamicFactories are from_lengths and from_row_partitions.
func dynamicFactories(c *py.Class) {
	lengths := py.NewBuiltin("from_lengths(cls, lengths, num_row_partitions=None, dtype=tf.int64)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			items, ok := values.ListItems(a[1])
			if !ok {
				return nil, py.TypeErrorf("lengths should be a list")
			}
			d, err := bind.ToDType(a[3], "")
			if err != nil {
				return nil, err
			}
			return shapeFromLengths(items, a[2], d)
		})
	lengths.Doc = "A shape of the size of every dimension: numbers, or lists of row lengths."
	c.Attrs.SetStr("from_lengths", &py.ClassMethod{Fn: lengths})
	parts := py.NewBuiltin("from_row_partitions(cls, row_partitions, dtype=None)",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			items, ok := values.ListItems(a[1])
			if !ok || len(items) == 0 {
				return nil, py.ValueErrorf("row_partitions cannot be empty")
			}
			s := &dynamicShape{dtype: tensor.Int64}
			for i, v := range items {
				p, ok := v.(*ragged.Partition)
				if !ok {
					return nil, py.TypeErrorf(
						"row_partitions should contain RowPartition objects, got %s",
						py.ReprOf(v),
					)
				}
				if i > 0 && s.parts[i-1].NVals() != p.NRows() {
					return nil, py.ValueErrorf(
						"row_partitions[%d] has %d values but row_partitions[%d] has %d rows",
						i-1,
						s.parts[i-1].NVals(),
						i,
						p.NRows(),
					)
				}
				s.parts = append(s.parts, p)
				s.dtype = s.parts[0].DType
			}
			s.dense = []int{s.parts[len(s.parts)-1].NVals()}
			return s, nil
		})
	parts.Doc = "A shape of partitions over a vector."
	c.Attrs.SetStr("from_row_partitions", &py.ClassMethod{Fn: parts})
}

func shapeFromLengths(items []py.Value, num py.Value, d tensor.DType) (py.Value, error) {
	n := 0
	for i, v := range items {
		if _, ok := values.ListItems(v); ok {
			n = i
		}
	}
	if k, ok := num.(int64); ok {
		if int(k) < n || int(k) >= max(len(items), 1) {
			return nil, py.ValueErrorf("num_row_partitions should be in [%d, %d)", n, len(items))
		}
		n = int(k)
	}
	s := &dynamicShape{dtype: d}
	rows := 0
	for i, v := range items {
		size, isInt := py.AsInt(v)
		list, isList := values.ListItems(v)
		switch {
		case isInt && size < 0:
			return nil, py.ValueErrorf("lengths[%d] = %d is negative", i, size)
		case i == 0 && isInt:
			rows = int(size)
		case i <= n && isInt:
			if size > 0 && rows > tensor.MaxElements/int(size) {
				return nil, py.ValueErrorf("lengths[%d] = %d: the shape is larger than tfs holds", i, size)
			}
			s.parts = append(s.parts, ragged.UniformRows(int(size), rows, d))
			rows *= int(size)
		case i <= n && isList && i > 0:
			l := make([]int64, len(list))
			for j, e := range list {
				l[j], _ = py.AsInt(e)
			}
			p, err := ragged.FromLengths(l, d)
			if err != nil || len(l) != rows {
				return nil, py.ValueErrorf("Shape not consistent.").WithHint(
					"lengths[%d] must hold %d row lengths.", i, rows)
			}
			s.parts = append(s.parts, p)
			rows = p.NVals()
		case isInt:
			if len(s.dense) == 0 {
				s.dense = []int{rows}
			}
			s.dense = append(s.dense, int(size))
		default:
			return nil, py.TypeErrorf("element of lengths should be int or iterable of ints: element %d was %s", i,
				py.ReprOf(v))
		}
	}
	if len(s.dense) == 0 && len(items) > 0 {
		s.dense = []int{rows}
	}
	if _, err := tensor.Count(s.dense); err != nil {
		return nil, py.ValueErrorf("the shape is larger than tfs holds")
	}
	return s, nil
}

// ShapeRule is tf.shape of a ragged tensor.
func ShapeRule(c *bind.Call) (py.Value, bool, error) {
	switch r := c.Args[0].(type) {
	case *ragged.Ragged:
		d, err := c.DType(1, tensor.Int32)
		if err != nil {
			return nil, true, err
		}
		return shapeOfRagged(r, d), true, nil
	case *bind.SymRagged:
		d, err := c.DType(1, tensor.Int32)
		if err != nil {
			return nil, true, err
		}
		return &tracedShape{r, d}, true, nil
	case bind.Composite:
		if bind.Symbolic(r) {
			return nil, true, bind.ErrDynamic
		}
	}
	return nil, false, nil
}

// FilledRule makes zeros, ones and fill of a dynamic shape.
func FilledRule(c *bind.Call) (py.Value, bool, error) {
	if x, ok := c.Args[0].(*tracedShape); ok {
		z, err := x.filled(c.T, c.Op, c.Args[1:])
		return z, true, err
	}
	s, ok := c.Args[0].(*dynamicShape)
	if !ok {
		return nil, false, nil
	}
	dims := py.NewList()
	for _, n := range s.dense {
		dims.Items = append(dims.Items, int64(n))
	}
	z, err := c.Op.Run(c.T, append([]py.Value{dims}, c.Args[1:]...))
	if err != nil {
		return nil, true, err
	}
	z, err = inRows(c.T, s, z)
	return z, true, err
}

// BroadcastToRule spreads a value over a dynamic shape.
func BroadcastToRule(c *bind.Call) (py.Value, bool, error) {
	if x, ok := c.Args[1].(*tracedShape); ok {
		z, err := x.spread(c.T, c.Args[0])
		return z, true, err
	}
	s, ok := c.Args[1].(*dynamicShape)
	if !ok {
		return nil, false, nil
	}
	frame, err := tensor.New(tensor.Bool, s.dense)
	if err != nil {
		return nil, true, err
	}
	if bind.Symbolic(c.Args[0]) {
		z, err := public.Where.Run(c.T, s.over(frame), c.Args[0], c.Args[0])
		return z, true, err
	}
	v, err := RaggedValue(c.T, c.Args[0])
	if err != nil {
		return nil, true, err
	}
	z, err := bind.Moved1(c.T, func(in []ragged.Value) (ragged.Value, error) {
		bx, _, wrap, err := ragged.Broadcast(c.T.Ctx, in[0], s.over(frame))
		if err != nil {
			return nil, err
		}
		return wrap(bx), nil
	}, v)
	return z, true, err
}
