package nn

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/array"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	tftable "github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Rows of tables that ids name, one by one or combined.

func init() {
	tftable.Register(
		tftable.Edges(
			tftable.Plain(
				tftable.Entry("tf.nn.embedding_lookup", "(params, ids, max_norm=None, name=None)", "", embeddingLookup,
					"The rows of a table that ids name.\n\n>>> tf.nn.embedding_lookup(tf.constant([[1., "+
						"2.], [3., 4.]]), [1, 0])"),
			),
		),
		tftable.Edges(tftable.Plain(tftable.Entry("tf.nn.embedding_lookup_sparse",
			"(params, sp_ids, sp_weights, combiner=None, max_norm=None, name=None, allow_fast_lookup=False)", "",
			embeddingSparse, "The combined rows of a table for each row of ids.\n\n"+
				">>> tf.nn.embedding_lookup_sparse(tf.constant([[1., 2.], [3., 4.]]), tf.ragged.constant([[0, "+
				"1], [1]]), None)"))),
		tftable.Edges(tftable.Plain(tftable.Entry("tf.nn.safe_embedding_lookup_sparse",
			"(embedding_weights, sparse_ids, sparse_weights=None, combiner='mean', default_id=None, "+
				"max_norm=None, name=None, allow_fast_lookup=False)", "", embeddingSafe,
			"embedding_lookup_sparse that takes rows without ids.\n\n"+
				">>> tf.nn.safe_embedding_lookup_sparse(tf.constant([[1., 2.], [3., 4.]]), tf.SparseTensor([[0, "+
				"0], [2, 0]], [1, 0], [3, 1]))"))),
	)
}

func embeddingLookup(c *bind.Call) (py.Value, error) {
	if r, ok := c.Args[1].(*ragged.Ragged); ok && c.Given(0) {
		if d := r.DType(); d != tensor.Int32 && d != tensor.Int64 {
			return nil, py.ValueErrorf("The values contained by the inputs have type %s and cannot be processed. "+
				"All values should be indices, either of type `int32` or `int64`.", tftable.Angled(d))
		}
		z, err := c.Op.Run(c.T, []py.Value{c.Args[0], r.Flat(), c.Args[2], py.None})
		if err != nil {
			return nil, err
		}
		return r.WithFlat(z.(*tensor.Tensor)), nil
	}
	if c.Args[0] == py.None {
		return nil, py.ValueErrorf("params must be specified.")
	}
	f := tftable.FlowOf(c)
	return f.Result(lookup(f, tableOf(f, c.Args[0]), f.Arg(1), c.Args[2]))
}

// lookup gathers rows of a table, scaled down to a norm unless that is None.
func lookup(f *tftable.Flow, table, ids op.Value, norm py.Value) op.Value {
	z := f.One(op.GatherV2, table, ids, tftable.Int32s(0))
	if norm == py.None || norm == nil || f.Err != nil {
		return z
	}
	axes := py.NewList()
	rank := f.Rank(table)
	for i := f.Rank(ids); i < rank+f.Rank(ids)-1; i++ {
		axes.Items = append(axes.Items, int64(i))
	}
	return tftable.Got(f, func() (op.Value, error) {
		v, err := public.ClipByNorm.Run(f.C.T, z, norm, axes)
		if err != nil {
			return nil, err
		}
		return v.(op.Value), nil
	})
}

// tableOf reads the params of an embedding: one table, or a list of shards of it.
func tableOf(f *tftable.Flow, v py.Value) op.Value {
	if !array.IsList(v) {
		return f.As(v, tensor.Invalid)
	}
	items, _ := values.ListItems(v)
	var shards []op.Value
	for _, shard := range items {
		x := f.As(shard, tensor.Invalid)
		if f.Err == nil && f.Rank(x) == 0 {
			f.Fail(py.IndexErrorf("tuple index out of range"))
		}
		shards = append(shards, x)
	}
	switch {
	case f.Err != nil:
		return nil
	case len(items) == 0:
		f.Fail(py.ValueErrorf("Length of params is currently 0. Need at least one param."))
		return nil
	case len(items) == 1:
		return shards[0]
	}
	return f.Joined(shards...)
}

// embeddingRows is ids with the row of each, and their weights.
type embeddingRows struct {
	ids, weights *tensor.Tensor
	rows         []int64
}

func embeddingIDs(f *tftable.Flow, ids, weights py.Value) *embeddingRows {
	e := &embeddingRows{}
	switch x := ids.(type) {
	case *sparse.Sparse:
		e.ids = x.Values
		for i := range x.Len() {
			e.rows = append(e.rows, x.At(i)[0])
		}
	case *ragged.Ragged:
		if x.Rank() != 1 {
			f.Fail(py.ValueErrorf("sp_ids must be a RaggedTensor of ragged_rank 1"))
			return e
		}
		e.ids, e.rows = x.Flat(), x.Part.ValueRowIDs()
	default:
		f.Fail(py.TypeErrorf("sp_ids must be SparseTensor"))
		return e
	}
	switch w := weights.(type) {
	case *sparse.Sparse:
		e.weights = w.Values
	case *ragged.Ragged:
		e.weights = w.Flat()
	case *py.NoneType:
	default:
		f.Fail(py.TypeErrorf("sp_weights must be either None or SparseTensor"))
		return e
	}
	if e.weights != nil && e.weights.Len() != e.ids.Len() {
		f.Fail(py.ValueErrorf("sp_ids and sp_weights must have the same shape: %d against %d values", e.ids.Len(),
			e.weights.Len()))
	}
	return e
}

func embeddingSparse(c *bind.Call) (py.Value, error) {
	combiner := "mean"
	if c.Given(3) {
		combiner = tftable.AttrText(c.Args[3])
	}
	f := tftable.FlowOf(c)
	e := embeddingIDs(f, c.Args[1], c.Args[2])
	return f.Result(combine(f, c.Args[0], e, combiner, c.Args[4]))
}

// combine adds up the rows of a table that the ids of each row name, weighted, and divides by what the
// combiner says.
func combine(f *tftable.Flow, params py.Value, e *embeddingRows, combiner string, norm py.Value) op.Value {
	fused := map[string]*op.Def{
		"mean":  op.SparseSegmentMean,
		"sqrtn": op.SparseSegmentSqrtN,
		"sum":   op.SparseSegmentSum,
	}
	if fused[combiner] == nil {
		f.Fail(py.ValueErrorf("combiner must be one of 'mean', 'sqrtn' or 'sum', got %s", combiner))
	}
	table := tableOf(f, params)
	if f.Err != nil {
		return nil
	}
	rows := tensor.Vector(e.rows)
	if e.weights == nil && norm == py.None && !array.IsList(params) {
		return f.With(fused[combiner], op.Attrs{{Name: "sparse_gradient", Value: true}}, table, e.ids, rows)
	}
	once := f.Do(op.Unique, nil, e.ids)
	z := lookup(f, table, once[0], norm)
	if z == nil {
		return nil
	}
	if e.weights == nil {
		return f.One(fused[combiner], z, once[1], rows)
	}
	if d := z.DType(); d == tensor.Float16 || d == tensor.BFloat16 {
		z = f.Cast(z, tensor.Float32)
	}
	z = f.One(op.GatherV2, z, once[1], tftable.Int32s(0))
	column := []int{e.ids.Len()}
	for range f.Rank(z) - 1 {
		column = append(column, 1)
	}
	if f.Err != nil {
		return nil
	}
	w := f.Cast(e.weights, z.DType())
	sum := f.One(op.SegmentSum, f.Mul(z, f.Reshape(w, column...)), rows)
	switch combiner {
	case "mean":
		return perRow(f, sum, f.One(op.SegmentSum, w, rows))
	case "sqrtn":
		return perRow(f, sum, f.One(op.Sqrt, f.One(op.SegmentSum, f.One(op.Square, w), rows)))
	}
	return sum
}

// perRow divides each row of x by a number, 0 giving 0.
func perRow(f *tftable.Flow, x, by op.Value) op.Value {
	if x == nil || by == nil {
		return nil
	}
	column := []int{-1}
	for range f.Rank(x) - 1 {
		column = append(column, 1)
	}
	if s := op.StaticShape(by); s.FullyDefined() {
		column[0] = s.Dims[0]
	}
	return f.One(op.DivNoNan, x, f.Reshape(by, column...))
}

func embeddingSafe(c *bind.Call) (py.Value, error) {
	f := tftable.FlowOf(c)
	e := embeddingIDs(f, c.Args[1], c.Args[2])
	if f.Err != nil {
		return nil, f.Err
	}
	combiner := tftable.AttrText(c.Args[3])
	rows := 0
	var outer []int
	switch x := c.Args[1].(type) {
	case *sparse.Sparse:
		if x.Rank() < 2 || x.Outside() >= 0 {
			return nil, py.ValueErrorf("sparse_ids must be at least a matrix with all ids inside its dense_shape")
		}
		outer = x.Dims()[:x.Rank()-1]
		rows = 1
		for _, d := range outer {
			rows *= d
		}
		for i, p := range x.Linear() {
			e.rows[i] = p / max(x.Shape[x.Rank()-1], 1)
		}
	case *ragged.Ragged:
		rows = x.Part.NRows()
		outer = []int{rows}
	}
	keep, empty := fullRows(f, e, rows, combiner != "sum", c.Args[4])
	z := combine(f, c.Args[0], keep, combiner, c.Args[5])
	if f.Err != nil {
		return nil, f.Err
	}
	rank := f.Rank(z)
	if !c.Given(4) { // rows without ids are 0
		column := []int{rows}
		for range rank - 1 {
			column = append(column, 1)
		}
		z = f.Where(tensor.FromSlice(column, empty), f.Zero(z), z)
	}
	if len(outer) == 1 && rows > 0 {
		return f.Result(z)
	}
	inner := f.Part(f.Shape(z), 1, op.ToEnd)
	return f.Result(f.One(op.Reshape, z, f.Joined(tensor.Ints32(outer...), inner)))
}

// fullRows is the ids that count, those not negative with a weight above 0 where that matters, and one
// more for each row without any: the given id, or 0, with weight 1. empty tells of these rows.
func fullRows(
	f *tftable.Flow,
	e *embeddingRows,
	rows int,
	weighed bool,
	id py.Value,
) (keep *embeddingRows, empty []bool) {
	keep = &embeddingRows{}
	if id == py.None {
		id = int64(0)
	}
	fill, ok := f.As(id, e.ids.DType()).(*tensor.Tensor)
	empty, err := tensor.Make[bool](rows)
	if !ok || err != nil {
		f.Fail(err)
		return keep, nil
	}
	at := make([]int64, 0, len(e.rows)+rows) // positions among the ids with the fill behind them
	next := 0
	for row := range int64(rows) {
		before := len(at)
		for ; next < len(e.rows) && e.rows[next] <= row; next++ {
			if e.ids.Int(next) >= 0 && (e.weights == nil || !weighed || e.weights.Float(next) > 0) {
				at, keep.rows = append(at, int64(next)), append(keep.rows, row)
			}
		}
		if len(at) == before {
			empty[row] = true
			at, keep.rows = append(at, int64(e.ids.Len())), append(keep.rows, row)
		}
	}
	pick := func(x, last op.Value) *tensor.Tensor {
		z := f.One(op.GatherV2, f.Joined(x, f.Reshape(last, 1)), tensor.Vector(at), tftable.Int32s(0))
		return f.Tensor(z)
	}
	keep.ids = pick(e.ids, fill)
	if e.weights != nil {
		keep.weights = pick(e.weights, f.Like(e.weights, 1))
	}
	return keep, empty
}
