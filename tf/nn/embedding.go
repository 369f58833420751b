package nn

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
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
					`The rows of a table that ids name.

>>> tf.nn.embedding_lookup(tf.constant([[1., 2.], [3., 4.]]), [1, 0])`),
			),
		),
		byComponents(tftable.Plain(tftable.Entry("tf.nn.embedding_lookup_sparse",
			"(params, sp_ids, sp_weights, combiner=None, max_norm=None, name=None, allow_fast_lookup=False)", "",
			embeddingSparse, `The combined rows of a table for each row of ids.

>>> tf.nn.embedding_lookup_sparse(tf.constant([[1., 2.], [3., 4.]]), tf.ragged.constant([[0, 1], [1]]), None)`))),
		byComponents(tftable.Plain(tftable.Entry("tf.nn.safe_embedding_lookup_sparse",
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
		f := tftable.FlowOf(c)
		z := f.Tensor(lookup(f, tableOf(f, c.Args[0]), r.Flat(), c.Args[2]))
		if f.Err != nil {
			return nil, f.Err
		}
		return r.WithFlat(z), nil
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

// byComponents is an entry that reads ragged and sparse tensors by their components.
func byComponents(o *bind.Op) *bind.Op {
	o.Edges, o.Parts = true, bind.AllParts
	return o
}

// embeddingRows is ids with the row of each, and their weights.
type embeddingRows struct {
	ids, weights op.Value
	rows         op.Value // int64, one for each id
}

func embeddingIDs(f *tftable.Flow, ids, weights py.Value) *embeddingRows {
	e := &embeddingRows{}
	c := bind.Components(ids)
	switch py.TypeOf(ids) {
	case bind.SparseClass:
		e.ids, e.rows = c[1], firstColumn(f, c[0])
	case bind.RaggedClass:
		if len(c) != 2 {
			f.Fail(py.ValueErrorf("sp_ids must be a RaggedTensor of ragged_rank 1"))
			return e
		}
		e.ids, e.rows = c[0], rowIDs(f, c[0], c[1])
	default:
		f.Fail(py.TypeErrorf("sp_ids must be SparseTensor, got %s", py.ReprOf(py.TypeOf(ids))))
		return e
	}
	w := bind.Components(weights)
	kind := py.TypeOf(weights)
	switch {
	case weights == py.None:
	case py.TypeOf(ids) == bind.RaggedClass && kind != bind.RaggedClass:
		f.Fail(py.TypeErrorf("sp_ids must be of the same type as sp_weights, received 'RaggedTensor' for sp_ids and %s"+
			" for sp_weights.", py.ReprOf(kind.Name)))
	case kind == bind.SparseClass:
		e.weights = w[1]
	case kind == bind.RaggedClass && py.TypeOf(ids) == bind.RaggedClass:
		e.weights = w[0]
	default:
		f.Fail(py.TypeErrorf("sp_weights must be either None or SparseTensor,got %s", py.ReprOf(kind)))
	}
	if e.weights == nil {
		return e
	}
	if n, m := op.StaticShape(e.ids), op.StaticShape(e.weights); !n.Compatible(m) {
		f.Fail(py.ValueErrorf("Shapes %s and %s are incompatible", n, m))
	}
	return e
}

// firstColumn is the first number of each row of a matrix.
func firstColumn(f *tftable.Flow, x op.Value) op.Value {
	at := op.Attrs{{Name: "begin_mask", Value: 1}, {Name: "end_mask", Value: 1}, {Name: "shrink_axis_mask", Value: 2}}
	return f.With(op.StridedSlice, at, x, tensor.Ints32(0, 0), tensor.Ints32(0, 1), tensor.Ints32(1, 1))
}

// rowIDs is the row of each value of a ragged tensor, int64.
func rowIDs(f *tftable.Flow, flat, splits op.Value) op.Value {
	ends := f.Cast(f.Part(f.Cast(splits, tensor.Int64), 1, op.ToEnd), tensor.Int64)
	count := f.Cast(f.Element(f.Shape(flat), 0), tensor.Int64)
	places := f.One(op.Range, tensor.Scalar(int64(0)), count, tensor.Scalar(int64(1)))
	at := op.Attrs{{Name: "out_type", Value: tensor.Int64}}
	return f.Reshape(f.With(op.UpperBound, at, f.Reshape(ends, 1, -1), f.Reshape(places, 1, -1)), -1)
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
	rows := e.rows
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
	column := []int{-1}
	if n := op.StaticShape(e.ids); n.FullyDefined() {
		column = n.Dims[:1:1]
	}
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
	at, dims, outer := idPlaces(f, e, c.Args[1])
	if f.Err != nil {
		return nil, f.Err
	}
	combiner := tftable.AttrText(c.Args[3])
	keep, empty := fullRows(f, e, at, dims, combiner != "sum")
	z := combine(f, c.Args[0], keep, combiner, c.Args[5])
	if f.Err != nil {
		return nil, f.Err
	}
	if !c.Given(4) { // rows without ids are 0
		column := []int{-1}
		if n := op.StaticShape(empty); n.FullyDefined() {
			column = n.Dims[:1:1]
		}
		for range f.Rank(z) - 1 {
			column = append(column, 1)
		}
		z = f.Where(f.Reshape(empty, column...), f.Zero(z), z)
	}
	return f.Result(f.One(op.Reshape, z, f.Joined(f.Cast(outer, tensor.Int32), f.Part(f.Shape(z), 1, op.ToEnd))))
}

// idPlaces is the row of each id as coordinates in a matrix, the matrix's dimensions, and the dimensions of which the
// rows are made.
func idPlaces(f *tftable.Flow, e *embeddingRows, ids py.Value) (at, dims, outer op.Value) {
	if f.Err != nil {
		return nil, nil, nil
	}
	c := bind.Components(ids)
	if py.TypeOf(ids) == bind.RaggedClass {
		rows := f.Sub(f.Cast(f.Element(f.Shape(c[1]), 0), tensor.Int64), tensor.Scalar(int64(1)))
		at = f.With(op.Pack, op.Attrs{{Name: "axis", Value: 1}}, e.rows, f.Zero(e.rows))
		return at, f.One(op.Pack, rows, tensor.Scalar(int64(1))), f.One(op.Pack, rows)
	}
	if n := op.StaticShape(c[2]); !n.UnknownRank && n.Dims[0] >= 0 && n.Dims[0] < 2 {
		f.Fail(py.ValueErrorf("sparse_ids must be at least a matrix, got rank %d", n.Dims[0]))
		return nil, nil, nil
	}
	outer = f.Part(c[2], 0, -1)
	two := f.One(op.Pack, f.One(op.Prod, outer, tftable.Int32s(0)), f.Element(c[2], -1))
	out := f.Do(op.SparseReshape, nil, c[0], c[2], two)
	e.rows = firstColumn(f, out[0])
	return out[0], out[1], outer
}

// fullRows is the ids that count, those not negative with a weight above 0 where that matters, and one more for each
// row without any: the given id, or 0, with weight 1. empty tells of these rows.
func fullRows(f *tftable.Flow, e *embeddingRows, at, dims op.Value, weighed bool) (keep *embeddingRows,
	empty op.Value) {
	counts := f.One(op.GreaterEqual, e.ids, f.Like(e.ids, 0))
	if e.weights != nil && weighed {
		counts = f.One(op.LogicalAnd, counts, f.One(op.Greater, e.weights, f.Like(e.weights, 0)))
	}
	kept := f.Reshape(f.One(op.Where, counts), -1)
	pick := func(x op.Value) op.Value { return f.One(op.GatherV2, x, kept, tftable.Int32s(0)) }
	fill := op.Value(nil)
	if f.Err == nil {
		fill = f.Like(e.ids, 0)
		if f.C.Given(4) {
			fill = f.As(f.C.Args[4], e.ids.DType())
		}
	}
	at = pick(at)
	ids := f.Do(op.SparseFillEmptyRows, nil, at, pick(e.ids), dims, fill)
	keep = &embeddingRows{ids: ids[1], rows: firstColumn(f, ids[0])}
	if e.weights != nil {
		keep.weights = f.Do(op.SparseFillEmptyRows, nil, at, pick(e.weights), dims, f.Like(e.weights, 1))[1]
	}
	return keep, ids[2]
}
