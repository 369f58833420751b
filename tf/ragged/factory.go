package ragged

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	tfsparse "github.com/tfs-lang/tfs/tf/sparse"
	"github.com/tfs-lang/tfs/tf/table"
	tfvalues "github.com/tfs-lang/tfs/tf/values"
)

func init() {
	table.Constant(bind.RaggedClass, "tf.RaggedTensor")
	c := bind.RaggedClass
	c.New = &py.Builtin{Name: "RaggedTensor", Raw: func(*py.Thread, []py.Value, []py.Kw) (py.Value, error) {
		return nil, py.ValueErrorf("RaggedTensor constructor is private; please use one of " +
			"the factory methods instead (e.g., RaggedTensor.from_row_lengths())")
	}}
	raggedFactories(c)
	raggedAttrs(c)
	tfvalues.RaggedSlots(c)
}

// RaggedValue converts an argument to a dense or ragged value.
func RaggedValue(t *py.Thread, v py.Value) (ragged.Value, error) {
	if r, ok := v.(*ragged.Ragged); ok {
		return r, nil
	}
	return bind.Convert(t, v, tensor.Invalid)
}

// partitionNumbers reads the numbers of a row partition: a vector of int32 or int64, int64
// when they come as Python values.
func partitionNumbers(t *py.Thread, v py.Value, name string) ([]int64, tensor.DType, error) {
	x, err := partitionTensor(t, v, name)
	if err != nil {
		return nil, 0, err
	}
	if x.Rank() != 1 {
		return nil, 0, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(x.Shape()))
	}
	return x.Int64s(), x.DType(), nil
}

func partitionTensor(t *py.Thread, v py.Value, name string) (*tensor.Tensor, error) {
	_, isTensor := v.(*tensor.Tensor)
	x, err := bind.Convert(t, v, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if a, ok := v.(*bind.Array); !isTensor && !(ok && a.DType().Num == tensor.Int32) {
		if x.DType() == tensor.Int32 || x.Len() == 0 {
			if x, err = tensor.Cast(t.Ctx, x, tensor.Int64); err != nil {
				return nil, err
			}
		}
	}
	if x.DType() != tensor.Int32 && x.DType() != tensor.Int64 {
		return nil, py.ValueErrorf("%s must have dtype int32 or int64", name)
	}
	return x, nil
}

func partitionScalar(t *py.Thread, v py.Value, name string) (int64, tensor.DType, error) {
	x, err := partitionTensor(t, v, name)
	if err != nil {
		return 0, 0, err
	}
	if x.Rank() != 0 {
		return 0, 0, py.ValueErrorf("Shape %s must have rank 0", tensor.KnownShape(x.Shape()))
	}
	return x.Int(0), x.DType(), nil
}

// maker makes the partition of a factory: a holds the arguments from the partition on.
type maker func(t *py.Thread, values ragged.Value, a []py.Value, check bool) (*ragged.Partition, error)

// factoryOf is a factory method: sig names its arguments, validate the place of that one.
type factoryOf struct {
	sig, doc string
	validate int
	part     maker
}

var factories = []factoryOf{
	{"from_row_splits(cls, values, row_splits, name=None, validate=True)", "Rows from where each starts and the end.",
		4, splitsMaker},
	{"from_row_lengths(cls, values, row_lengths, name=None, validate=True)", "Rows from their lengths.", 4,
		lengthsMaker},
	{"from_value_rowids(cls, values, value_rowids, nrows=None, name=None, validate=True)",
		"Rows from the row of each value.", 5, rowidsMaker},
	{"from_row_starts(cls, values, row_starts, name=None, validate=True)", "Rows from where each starts.", 4,
		func(t *py.Thread, v ragged.Value, a []py.Value, check bool) (*ragged.Partition, error) {
			n, d, err := partitionNumbers(t, a[0], "row_starts")
			if err != nil {
				return nil, err
			}
			if !check {
				return ragged.Of(append(n, int64(ragged.Rows(v))), d), nil
			}
			return ragged.FromStarts(n, int64(ragged.Rows(v)), d)
		}},
	{"from_row_limits(cls, values, row_limits, name=None, validate=True)", "Rows from where each ends.", 4,
		func(t *py.Thread, _ ragged.Value, a []py.Value, check bool) (*ragged.Partition, error) {
			n, d, err := partitionNumbers(t, a[0], "row_limits")
			if err != nil {
				return nil, err
			}
			if !check {
				return ragged.Of(append([]int64{0}, n...), d), nil
			}
			return ragged.FromLimits(n, d)
		}},
	{"from_uniform_row_length(cls, values, uniform_row_length, nrows=None, validate=True, name=None)",
		"Rows of one length.", 4, uniformMaker},
}

func splitsMaker(t *py.Thread, _ ragged.Value, a []py.Value, check bool) (*ragged.Partition, error) {
	if items, ok := tfvalues.ListItems(a[0]); ok && len(items) == 0 {
		return nil, py.ValueErrorf("row_splits tensor may not be empty.")
	}
	n, d, err := partitionNumbers(t, a[0], "row_splits")
	if err != nil {
		return nil, err
	}
	if !check && len(n) > 0 {
		return ragged.Of(n, d), nil
	}
	return ragged.FromSplits(n, d)
}

func lengthsMaker(t *py.Thread, _ ragged.Value, a []py.Value, check bool) (*ragged.Partition, error) {
	n, d, err := partitionNumbers(t, a[0], "row_lengths")
	if err != nil {
		return nil, err
	}
	if !check {
		return ragged.Lengths(n, d), nil
	}
	return ragged.FromLengths(n, d)
}

func rowidsMaker(t *py.Thread, v ragged.Value, a []py.Value, check bool) (*ragged.Partition, error) {
	n, d, err := partitionNumbers(t, a[0], "value_rowids")
	if err != nil {
		return nil, err
	}
	rows := int64(-1)
	if a[1] != py.None {
		if rows, _, err = partitionScalar(t, a[1], "nrows"); err != nil {
			return nil, err
		}
		if rows < 0 {
			return nil, py.ValueErrorf("Expected nrows >= 0; got %d", rows)
		}
	}
	p, err := ragged.FromValueRowIDs(n, rows, d)
	if err != nil {
		return nil, err
	}
	if ragged.Rows(v) != len(n) && ragged.Rows(v) >= 0 {
		return nil, py.ValueErrorf("Shapes (%d,) and (%d,) are incompatible", ragged.Rows(v), len(n))
	}
	return p, nil
}

func uniformMaker(t *py.Thread, v ragged.Value, a []py.Value, check bool) (*ragged.Partition, error) {
	n, d, err := partitionScalar(t, a[0], "UniformRowLength")
	if err != nil {
		return nil, err
	}
	if r, ok := v.(*ragged.Ragged); ok && !IsTensorValue(a[0]) {
		d = r.Part.DType
	}
	rows := int64(-1)
	if a[1] != py.None {
		if rows, _, err = partitionScalar(t, a[1], "nrows"); err != nil {
			return nil, err
		}
	}
	if ragged.Rows(v) < 0 && n == 1 && rows < 0 { // TensorFlow finds out when it puts the rows together
		return nil, tfvalues.IndexError(t, "slice index 0 of dimension 0 out of bounds.")
	}
	return ragged.FromUniform(n, int64(ragged.Rows(v)), rows, d)
}

// IsTensorValue tells a dense tensor that is known.
func IsTensorValue(v py.Value) bool {
	_, ok := v.(*tensor.Tensor)
	return ok
}

func raggedFactories(c *py.Class) {
	class := func(sig, doc string, f func(t *py.Thread, a []py.Value) (py.Value, error)) {
		b := py.NewBuiltin(sig, nil)
		b.Fn = func(t *py.Thread, a []py.Value) (py.Value, error) {
			v, err := f(t, a)
			if err = bind.Wrap(t, err, "", false); err != nil {
				if d := bind.Dispatcher(a[1:]); d != nil {
					return bind.DispatchTo(t, d, "RaggedTensor."+b.Name, a[0], b.Sig().Params[1:], a[1:])
				}
				at := &py.Failure{Name: "RaggedTensor." + b.Name, Args: a[1:]}
				for _, p := range b.Sig().Params[1:] {
					at.Params = append(at.Params, p.Name)
				}
				err = py.FailedAt(err, at)
			}
			return v, err
		}
		b.Doc, b.Style = doc, py.Dispatch
		c.Attrs.SetStr(b.Name, &py.ClassMethod{Fn: b})
	}
	for _, f := range factories {
		class(f.sig, f.doc, func(t *py.Thread, a []py.Value) (py.Value, error) {
			check, ok := a[f.validate].(bool)
			if !ok {
				return nil, py.TypeErrorf(
					"Argument `validate` must have type bool. Received %s.",
					py.ReprOf(a[f.validate]),
				)
			}
			v, err := RaggedValue(t, a[1])
			if err != nil {
				return nil, err
			}
			p, err := f.part(t, v, a[2:], check)
			if err != nil {
				return nil, err
			}
			return assemble(t, v, p, check)
		})
	}
	class("from_tensor(cls, tensor, lengths=None, padding=None, ragged_rank=1, name=None, row_splits_dtype=tf.int64)",
		"Rows of a dense tensor.", raggedFromTensor)
	class("from_sparse(cls, st_input, name=None, row_splits_dtype=tf.int64)", "Rows of a sparse matrix without gaps.",
		func(t *py.Thread, a []py.Value) (py.Value, error) { return tfsparse.RaggedFromSparse(t, a[1], a[3]) })
	class("from_nested_row_splits(cls, flat_values, nested_row_splits, name=None, validate=True)",
		"Partitions over flat values, the outermost first.", func(t *py.Thread, a []py.Value) (py.Value, error) {
			return nestedFactory(t, a[1], a[2], py.None, a[4], "nested_row_splits", splitsMaker)
		})
	class("from_nested_row_lengths(cls, flat_values, nested_row_lengths, name=None, validate=True)",
		"Partitions by row lengths, the outermost first.", func(t *py.Thread, a []py.Value) (py.Value, error) {
			return nestedFactory(t, a[1], a[2], py.None, a[4], "nested_row_lengths", lengthsMaker)
		})
	class(
		"from_nested_value_rowids(cls, flat_values, nested_value_rowids, nested_nrows=None, name=None, validate=True)",
		"Partitions by the row of each value, the outermost first.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return nestedFactory(t, a[1], a[2], a[3], a[5], "nested_value_rowids", rowidsMaker)
		},
	)
}

func nestedFactory(t *py.Thread, flat, nested, nrows, validate py.Value, name string, part maker) (py.Value, error) {
	check, ok := validate.(bool)
	if !ok {
		return nil, py.TypeErrorf("Argument `validate` must have type bool. Received %s.", py.ReprOf(validate))
	}
	if x, ok := nested.(*tensor.Tensor); ok {
		s, err := py.Str(t, x)
		if err != nil {
			return nil, err
		}
		if i := len(s); i > 0 && x.Rank() > 0 {
			s, _ = py.Str(t, bind.Numpy(x))
		}
		return nil, py.TypeErrorf("Argument `%s` must be a list of Tensors. Received %s.", name, s)
	}
	items, err := py.ToSlice(t, nested)
	if err != nil {
		return nil, err
	}
	rows := make([]py.Value, len(items))
	for i := range rows {
		rows[i] = py.None
	}
	if nrows != py.None {
		given, err := py.ToSlice(t, nrows)
		if err != nil {
			return nil, err
		}
		if len(given) != len(items) {
			return nil, py.ValueErrorf(
				"Argument `nested_nrows` must have the same length as argument `nested_value_rowids`. len(nested_nrows) = %d "+
					"vs. len(nested_values_rowids) = %d.",
				len(given),
				len(items),
			)
		}
		rows = given
	}
	v, err := RaggedValue(t, flat)
	if err != nil {
		return nil, err
	}
	for i := len(items) - 1; i >= 0; i-- {
		p, err := part(t, v, []py.Value{items[i], rows[i]}, check)
		if err != nil {
			return nil, err
		}
		r, err := assemble(t, v, p, check)
		if err != nil {
			return nil, err
		}
		v = r
	}
	return v, nil
}

// assemble puts a partition over values. Unchecked partitions that do not fit their values
// are mended, so that no later op reads outside them: each row keeps the values it has.
func assemble(t *py.Thread, v ragged.Value, p *ragged.Partition, check bool) (*ragged.Ragged, error) {
	n := ragged.Rows(v)
	if n < 0 {
		return nil, tfvalues.IndexError(t, "slice index 0 of dimension 0 out of bounds.")
	}
	if r, ok := v.(*ragged.Ragged); ok && r.Part.DType != p.DType {
		return nil, py.ValueErrorf(
			"Argument `row_partition` of RaggedTensor with name: None must have same dtype as Argument `values`. (%s vs. %s).",
			py.ReprOf(p.DType),
			py.ReprOf(r.Part.DType),
		)
	}
	if check && p.Splits[0] == 0 {
		return ragged.New(v, p)
	}
	return ragged.Mend(t.Ctx, v, p)
}

func raggedFromTensor(t *py.Thread, a []py.Value) (py.Value, error) {
	d, err := bind.ToDType(a[6], "")
	if err != nil {
		return nil, err
	}
	rank64, ok := a[4].(int64)
	if a[2] != py.None && a[3] != py.None {
		return nil, py.ValueErrorf("Specify argument `lengths` or `padding`, but not both.")
	}
	if !ok {
		return nil, py.TypeErrorf("Argument `ragged_rank` must be an int. Received %s.", py.StrOf(a[4]))
	}
	if rank64 <= 0 {
		return nil, py.ValueErrorf("Argument `ragged_rank` must be greater than 0. Received %d.", rank64)
	}
	x, err := bind.Convert(t, a[1], tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if x.Rank() < 2 {
		return nil, py.ValueErrorf(
			"The rank of a RaggedTensor must be greater than 1, i.e., a list of scalars won't have ragged dimensions. "+
				"Received argument `tensor` with rank %d.",
			x.Rank(),
		)
	}
	rank := int(min(rank64, 255))
	if nested, ok := tfvalues.ListItems(a[2]); ok && len(nested) > 0 && !isNumber(nested[0]) {
		return fromNestedLengths(t, x, nested, rank)
	}
	switch {
	case a[2] != py.None:
		l, err := partitionTensor(t, a[2], "lengths")
		if err != nil {
			return nil, err
		}
		if l.Rank() != 1 {
			return nil, py.ValueErrorf("Shape %s must have rank 1", tensor.KnownShape(l.Shape()))
		}
		return bind.Moved1(t, func(in []ragged.Value) (ragged.Value, error) {
			return ragged.FromDenseLengths(t.Ctx, in[0].(*tensor.Tensor), rank, l.Int64s(), d)
		}, x)
	case a[3] != py.None:
		pad, err := bind.Convert(t, a[3], x.DType())
		if err != nil {
			return nil, err
		}
		r, err := ragged.FromPadded(t.Ctx, x, rank, pad, d)
		if err != nil || !bind.Watched(t, x) {
			return r, err
		}
		return picked(t, x, r)
	}
	return bind.Moved1(t, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.FromDense(in[0].(*tensor.Tensor), rank, d)
	}, x)
}

func isNumber(v py.Value) bool {
	switch v.(type) {
	case int64, float64:
		return true
	}
	return false
}

func fromNestedLengths(t *py.Thread, x *tensor.Tensor, nested []py.Value, rank int) (py.Value, error) {
	if rank != 1 && rank != len(nested) {
		return nil, py.ValueErrorf(
			"If Argument `lengths` is a tuple of row_lengths, argument `ragged_rank` must be len(lengths): %d. Received "+
				"ragged_rank: %d.",
			len(nested),
			rank,
		)
	}
	if x.Rank() < len(nested)+1 {
		return nil, py.ValueErrorf("Shape %s must have rank at least %d", tensor.KnownShape(x.Shape()), len(nested)+1)
	}
	parts := make([]*ragged.Partition, len(nested))
	for i, v := range nested {
		n, nd, err := partitionNumbers(t, v, "row_lengths")
		if err != nil {
			return nil, err
		}
		if parts[i], err = ragged.FromLengths(n, nd); err != nil {
			return nil, err
		}
	}
	return bind.Moved1(t, func(in []ragged.Value) (ragged.Value, error) {
		return ragged.FromNested(t.Ctx, in[0].(*tensor.Tensor), parts)
	}, x)
}
