package data

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
)

// rowsOf is the size of a component's first dimension, -1 for a scalar and for what has none.
func rowsOf(v Value) int {
	switch x := v.(type) {
	case *tensor.Tensor:
		if x.Rank() > 0 {
			return x.Shape()[0]
		}
	case *ragged.Ragged:
		return x.Part.NRows()
	case *sparse.Sparse:
		if len(x.Shape) > 0 {
			return int(x.Shape[0])
		}
	}
	return -1
}

// rower gives the rows of a component.
func rower(v Value) (func(i int) Value, error) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return func(i int) Value { return x.Row(i) }, nil
	case *ragged.Ragged:
		return func(i int) Value { return x.Row(i) }, nil
	case *sparse.Sparse:
		return sparseRows(x)
	}
	return nil, tensor.Errorf("a component has no rows")
}

// sparseRows finds the values of each row of a sparse tensor once.
func sparseRows(s *sparse.Sparse) (func(i int) Value, error) {
	if err := s.InBounds(); err != nil {
		return nil, err
	}
	order, rank := s.Order(), s.Rank()
	at := func(k int) int64 { return s.Indices[int(order[k])*rank] }
	return func(i int) Value {
		lo, _ := slices.BinarySearchFunc(
			order,
			int64(i),
			func(o, want int64) int { return int(s.Indices[int(o)*rank] - want) },
		)
		hi := lo
		for hi < len(order) && at(hi) == int64(i) {
			hi++
		}
		row := &sparse.Sparse{Shape: s.Shape[1:]}
		pick := make([]int, hi-lo)
		for k := range pick {
			o := int(order[lo+k])
			pick[k] = o
			row.Indices = append(row.Indices, s.Indices[o*rank+1:(o+1)*rank]...)
		}
		row.Values, _ = tensor.Pick(context.Background(), s.Values, []int{len(pick)}, pick)
		return row
	}, nil
}

// part is the rows from lo up to hi of a component.
func part(ctx context.Context, v Value, lo, hi int) (Value, error) {
	switch x := v.(type) {
	case *tensor.Tensor:
		return x.Rows(lo, hi-lo), nil
	case *ragged.Ragged:
		rows := make([]ragged.Value, hi-lo)
		for i := range rows {
			rows[i] = x.Row(lo + i)
		}
		if len(rows) == 0 {
			return x, nil
		}
		return ragged.Stack(ctx, rows, 0)
	case *sparse.Sparse:
		start := make([]int64, x.Rank())
		size := slices.Clone(x.Shape)
		start[0], size[0] = int64(lo), int64(hi-lo)
		return sparse.Slice(ctx, x, start, size)
	}
	return nil, tensor.Errorf("a component has no rows")
}

// join puts components with a first dimension one after the other.
func join(ctx context.Context, vs []Value) (Value, error) {
	switch vs[0].(type) {
	case *tensor.Tensor:
		ts := make([]*tensor.Tensor, len(vs))
		for i, v := range vs {
			ts[i] = v.(*tensor.Tensor)
		}
		return tensor.Concat(ctx, ts, 0)
	case *ragged.Ragged:
		rows := []ragged.Value{}
		for _, v := range vs {
			r := v.(*ragged.Ragged)
			for i := range r.Part.NRows() {
				rows = append(rows, r.Row(i))
			}
		}
		return ragged.Stack(ctx, rows, 0)
	case *sparse.Sparse:
		ss := make([]*sparse.Sparse, len(vs))
		for i, v := range vs {
			ss[i] = v.(*sparse.Sparse)
		}
		return sparse.Concat(ctx, ss, 0, false)
	}
	return nil, tensor.Errorf("a component has no rows")
}

// dims is a shape as batching names it.
func dims(shape []int) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = strconv.Itoa(d)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// stackDense makes a tensor of tensors of one shape, the way a batch is filled: the first one says its size.
func stackDense(ts []*tensor.Tensor) (*tensor.Tensor, error) {
	first := ts[0]
	shape := append([]int{len(ts)}, first.Shape()...)
	for k, t := range ts[1:] {
		if !tensor.SameShape(t.Shape(), first.Shape()) {
			return nil, &unequal{first: first.Shape(), at: k + 1, shape: t.Shape()}
		}
		if t.DType() != first.DType() {
			return nil, tensor.Errorf("Cannot batch tensors with different types: %s and %s", first.DType(), t.DType())
		}
	}
	if first.DType() == tensor.String {
		texts := make([]string, 0, len(ts)*first.Len())
		for _, t := range ts {
			for i := range t.Len() {
				texts = append(texts, t.Str(i))
			}
		}
		return tensor.OfStrings(shape, texts)
	}
	size := len(first.Bytes())
	if err := tensor.Room(len(ts), max(size, 1), "a batch"); err != nil {
		return nil, err
	}
	buf := make([]byte, 0, size*len(ts))
	for _, t := range ts {
		buf = append(buf, t.Bytes()...)
	}
	return tensor.OfBytes(first.DType(), shape, buf)
}

// unequal is a batch of elements whose shapes differ.
type unequal struct {
	component, at int
	first, shape  []int
}

func (u *unequal) Error() string { return u.worded(false).Error() }

// worded is the error in TensorFlow's words: those of a batch that is filled by the function of a map before it
// when fused is set.
func (u *unequal) worded(fused bool) error {
	if fused && product(u.first) != product(u.shape) {
		return tensor.Errorf(
			"Cannot add tensor to the batch: number of elements does not match. Shapes are: [tensor]: %s, "+
				"[batch]: %s",
			dims(u.shape),
			dims(u.first),
		)
	}
	return tensor.Errorf(
		"Cannot batch tensors with different shapes in component %d. First element had shape %s and element "+
			"%d had shape %s.",
		u.component,
		dims(u.first),
		u.at,
		dims(u.shape),
	)
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// stack makes one component of several, with a new first dimension. Tensors become ragged where asked for.
func stack(ctx context.Context, vs []Value, rag *Ragged) (Value, error) {
	if len(vs) > 0 && rag != nil {
		rows := make([]ragged.Value, len(vs))
		for i, v := range vs {
			rows[i] = v.(ragged.Value)
		}
		return stackRagged(ctx, rows, rag)
	}
	switch vs[0].(type) {
	case *tensor.Tensor:
		ts := make([]*tensor.Tensor, len(vs))
		for i, v := range vs {
			t, ok := v.(*tensor.Tensor)
			if !ok {
				return nil, tensor.Errorf("Cannot batch ragged and dense values")
			}
			ts[i] = t
		}
		return stackDense(ts)
	case *sparse.Sparse:
		return stackSparse(ctx, vs)
	}
	return nil, tensor.Errorf("Cannot batch elements that are datasets")
}

// Ragged says that rows become a ragged tensor: how many ragged dimensions it has, and the type of its splits.
type Ragged struct {
	Rank   int
	Splits tensor.DType
}

// stackRagged stacks rows as ragged ones, which may be of any lengths.
func stackRagged(ctx context.Context, rows []ragged.Value, as *Ragged) (Value, error) {
	for i, r := range rows {
		x, err := deepen(r, as.Rank-1, as.Splits)
		if err != nil {
			return nil, err
		}
		rows[i] = x
	}
	var lengths []int64
	flat := make([]ragged.Value, len(rows))
	for i, r := range rows {
		lengths = append(lengths, int64(ragged.Rows(r)))
		flat[i] = r
	}
	all, err := concatRows(ctx, flat)
	if err != nil {
		return nil, err
	}
	p, err := ragged.FromLengths(lengths, as.Splits)
	if err != nil {
		return nil, err
	}
	return ragged.New(all, p)
}

// deepen makes a value ragged in so many dimensions.
func deepen(v ragged.Value, rank int, splits tensor.DType) (ragged.Value, error) {
	switch x := v.(type) {
	case *tensor.Tensor:
		if rank <= 0 {
			return x, nil
		}
		return ragged.FromDense(x, rank, splits)
	case *ragged.Ragged:
		return x.WithDType(splits), nil
	}
	return v, nil
}

// concatRows puts the rows of values one after the other.
func concatRows(ctx context.Context, vs []ragged.Value) (ragged.Value, error) {
	if _, ok := vs[0].(*tensor.Tensor); ok {
		ts := make([]*tensor.Tensor, len(vs))
		for i, v := range vs {
			t, ok := v.(*tensor.Tensor)
			if !ok {
				return nil, tensor.Errorf("Cannot batch ragged values of different ragged ranks")
			}
			ts[i] = t
		}
		return tensor.Concat(ctx, ts, 0)
	}
	var splits []int64
	inner := make([]ragged.Value, len(vs))
	total := int64(0)
	splits = append(splits, 0)
	var d tensor.DType
	for i, v := range vs {
		r, ok := v.(*ragged.Ragged)
		if !ok {
			return nil, tensor.Errorf("Cannot batch ragged values of different ragged ranks")
		}
		for _, n := range r.Part.Lengths() {
			total += n
			splits = append(splits, total)
		}
		inner[i], d = r.Values, r.Part.DType
	}
	all, err := concatRows(ctx, inner)
	if err != nil {
		return nil, err
	}
	return ragged.New(all, ragged.Of(splits, d))
}

// stackSparse stacks sparse tensors.
func stackSparse(ctx context.Context, vs []Value) (Value, error) {
	out := &sparse.Sparse{}
	vals := make([]*tensor.Tensor, len(vs))
	for i, v := range vs {
		s, ok := v.(*sparse.Sparse)
		if !ok {
			return nil, tensor.Errorf("Cannot batch sparse and dense values")
		}
		if i == 0 {
			out.Shape = append([]int64{int64(len(vs))}, s.Shape...)
		} else if len(s.Shape)+1 != len(out.Shape) {
			return nil, tensor.Errorf(
				"Inconsistent rank across SparseTensors: rank prior to SparseTensor[%d] was: %d but "+
					"rank of SparseTensor[%d] is: %d",
				i,
				len(out.Shape),
				i,
				len(s.Shape)+1,
			)
		}
		for k, d := range s.Shape {
			out.Shape[k+1] = max(out.Shape[k+1], d)
		}
		for k := range s.Len() {
			out.Indices = append(append(out.Indices, int64(i)), s.At(k)...)
		}
		vals[i] = s.Values
	}
	var err error
	out.Values, err = tensor.Concat(ctx, vals, 0)
	return out, err
}

// sparseBatch makes a sparse tensor of dense rows; -1 in shape stands for the largest size among them.
func sparseBatch(ctx context.Context, ts []*tensor.Tensor, shape []int) (Value, error) {
	out := &sparse.Sparse{Shape: []int64{int64(len(ts))}}
	for _, d := range shape {
		out.Shape = append(out.Shape, int64(d))
	}
	vals := make([]*tensor.Tensor, len(ts))
	for i, t := range ts {
		if t.Rank() != len(shape) {
			return nil, tensor.Errorf(
				"DenseToSparseBatchDataset elements must all have the same rank as row_shape (%d) but "+
					"found an element with rank %d",
				len(shape),
				t.Rank(),
			)
		}
		at := make([]int64, t.Rank())
		for k, d := range t.Shape() {
			if shape[k] < 0 {
				out.Shape[k+1] = max(out.Shape[k+1], int64(d))
			} else if d > shape[k] {
				return nil, tensor.Failf(tensor.DataLoss, "Larger element found than the given row_shape")
			}
		}
		for range t.Len() {
			out.Indices = append(append(out.Indices, int64(i)), at...)
			for k := len(at) - 1; k >= 0; k-- {
				if at[k]++; at[k] < int64(t.Shape()[k]) {
					break
				}
				at[k] = 0
			}
		}
		vals[i] = t.WithShape([]int{t.Len()})
	}
	var err error
	out.Values, err = tensor.Concat(ctx, vals, 0)
	return out, err
}
