package ragged

import (
	"context"

	"github.com/tfs-lang/tfs/tensor"
)

// BooleanMask keeps the values that a bool mask marks, in their rows (tf.ragged.boolean_mask). The
// shape of the mask is a prefix of that of the data; its last dimension becomes ragged.
func BooleanMask(ctx context.Context, data, mask Value) (Value, error) {
	if err := MatchSplits(data, mask); err != nil {
		return nil, err
	}
	if mask.DType() != tensor.Bool {
		return nil, valueError("Tensor conversion requested dtype bool for Tensor with dtype %s", mask.DType())
	}
	if NDims(mask) == 0 {
		return nil, valueError("mask cannot be scalar.")
	}
	return maskValue(ctx, data, mask)
}

func maskValue(ctx context.Context, data, mask Value) (Value, error) {
	d := SplitsType(data, mask)
	m, dense := mask.(*tensor.Tensor)
	if !dense {
		return maskRagged(ctx, data, mask.(*Ragged), d)
	}
	r, ok := data.(*Ragged)
	if !ok {
		return maskDense(ctx, data.(*tensor.Tensor), m)
	}
	if m.Rank() == 1 {
		if r.Part.NRows() != m.Len() {
			return nil, valueError("Shapes (%d,) and (%d,) are incompatible", r.Part.NRows(), m.Len())
		}
		return GatherRows(ctx, r, marked(m))
	}
	mr, err := FromDense(m, min(r.Rank(), m.Rank()-1), d)
	if err != nil {
		return nil, err
	}
	return maskRagged(ctx, data, mr, d)
}

// marked lists the positions that hold.
func marked(m *tensor.Tensor) []int64 {
	var at []int64
	for i, ok := range tensor.Slice[bool](m) {
		if ok {
			at = append(at, int64(i))
		}
	}
	return at
}

func maskRagged(ctx context.Context, data Value, m *Ragged, d tensor.DType) (Value, error) {
	if t, ok := data.(*tensor.Tensor); ok {
		if t.Rank() <= m.Rank() {
			return nil, valueError("Shape %s must have rank at least %d", tensor.KnownShape(t.Shape()), m.Rank()+1)
		}
		r, err := FromDense(t, m.Rank(), d)
		if err != nil {
			return nil, err
		}
		data = r
	}
	r, ok := data.(*Ragged)
	if !ok {
		return nil, valueError("mask must not have more ragged dimensions than data")
	}
	if err := SameSplits(m, r, ""); err != nil {
		return nil, err
	}
	if NDims(m) > 2 {
		in, err := maskValue(ctx, r.Values, m.Values)
		if err != nil {
			return nil, err
		}
		return &Ragged{Of(m.Part.Splits, d), in}, nil
	}
	at, splits, err := tensor.CompressRows(ctx, m.Flat(), m.Part.Splits)
	if err != nil {
		return nil, err
	}
	vals, err := GatherRows(ctx, r.Values, at)
	if err != nil {
		return nil, err
	}
	return &Ragged{Of(splits, d), vals}, nil
}

// takeMarked keeps the slices of a dense tensor that a mask over its first dimensions marks.
func takeMarked(ctx context.Context, x, m *tensor.Tensor) (*tensor.Tensor, error) {
	flat := x.WithShape(append([]int{m.Len()}, x.Shape()[m.Rank():]...))
	z, err := GatherRows(ctx, flat, marked(m))
	if err != nil {
		return nil, err
	}
	return z.(*tensor.Tensor), nil
}

func maskDense(ctx context.Context, x, m *tensor.Tensor) (Value, error) {
	if x.Rank() < m.Rank() || !tensor.SameShape(x.Shape()[:m.Rank()], m.Shape()) {
		return nil, valueError("Shapes %s and %s are incompatible",
			tensor.KnownShape(x.Shape()[:min(m.Rank(), x.Rank())]), tensor.KnownShape(m.Shape()))
	}
	z, err := takeMarked(ctx, x, m)
	if err != nil {
		return nil, err
	}
	if m.Rank() < 2 {
		return z, nil
	}
	width := m.Shape()[m.Rank()-1]
	lengths := make([]int64, m.Len()/max(width, 1))
	for i, ok := range tensor.Slice[bool](m) {
		if ok {
			lengths[i/width]++
		}
	}
	var v Value = &Ragged{Lengths(lengths, tensor.Int64), z}
	rows := 1
	for _, n := range m.Shape()[:m.Rank()-1] {
		rows *= n
	}
	for i := m.Rank() - 3; i >= 0; i-- {
		size := m.Shape()[i+1]
		rows /= max(size, 1)
		v = &Ragged{Of(UniformRows(size, rows, tensor.Int64).Splits, tensor.Int64), v}
	}
	return v, nil
}

// Where takes elements of x where cond (bool) holds, else of y; the three are broadcast (tf.where of
// ragged tensors).
func Where(ctx context.Context, cond, x, y Value) (Value, error) {
	if err := MatchSplits(cond, x, y); err != nil {
		return nil, err
	}
	if x.DType() != y.DType() {
		return nil, tensor.WrongType("SelectV2", 2, y.DType(), x.DType())
	}
	if d := cond.DType(); d != tensor.Bool {
		return nil, tensor.WrongType("SelectV2", 0, d, tensor.Bool)
	}
	spread := func(a, b Value) (Value, Value, error) {
		fa, fb, wrap, err := Broadcast(ctx, a, b)
		if m, ok := err.(*MismatchError); ok { // the older rule of broadcasting, in its older words
			return nil, nil, assertion("%s", m.older())
		}
		if err != nil {
			return nil, nil, err
		}
		za, zb := wrap(fa), wrap(fb)
		if m := uniformOnRows(a, b, za); m != nil {
			return nil, nil, assertion("%s", m.older())
		}
		return za, zb, nil
	}
	x1, y1, err := spread(x, y)
	if err != nil {
		return nil, err
	}
	if cond, x1, err = spread(cond, x1); err != nil {
		return nil, err
	}
	if _, y1, err = spread(cond, y1); err != nil {
		return nil, err
	}
	z, err := tensor.Where3(ctx, FlatOf(cond), FlatOf(x1), FlatOf(y1))
	if err != nil {
		return nil, err
	}
	if r, ok := cond.(*Ragged); ok {
		return r.WithFlat(z), nil
	}
	return z, nil
}

// uniformOnRows tells where a dimension of one size other than 1 meets rows: the older rule refuses it, be all rows of
// that size. z is what the rule of today makes of a or b.
func uniformOnRows(a, b, z Value) *MismatchError {
	var parts []*Partition
	if r, ok := z.(*Ragged); ok {
		parts = r.Parts()
	}
	for i, p := range parts {
		x, xRows := sizeAt(a, i+1, len(ShapeOf(z)))
		y, yRows := sizeAt(b, i+1, len(ShapeOf(z)))
		switch m := (&MismatchError{Level: i + 1, X: p.Lengths(), Y: p.Lengths()}); {
		case xRows && !yRows && y != 1:
			m.Y, m.YUni = []int64{int64(y)}, true
			return m
		case yRows && !xRows && x != 1:
			m.X, m.XUni = []int64{int64(x)}, true
			return m
		}
	}
	return nil
}

// sizeAt is the size of a dimension of v, counted as in a value of so many dimensions, or that it is of rows.
func sizeAt(v Value, level, rank int) (size int, rows bool) {
	shape := ShapeOf(v)
	if level -= rank - len(shape); level < 0 {
		return 1, false
	}
	if r, ok := v.(*Ragged); ok && level > 0 && level <= r.Rank() {
		return 0, true
	}
	return shape[level], false
}

// WhereTrue lists the coordinates of the values that are true, not zero or not empty: a matrix with a
// row for each (tf.where of one ragged tensor).
func WhereTrue(r *Ragged) (*tensor.Tensor, error) {
	if err := Valid(r); err != nil {
		return nil, err
	}
	flat := r.Flat()
	all := Coordinates(r)
	rank := NDims(r)
	var idx []int64
	for i := range flat.Len() {
		hit := false
		switch {
		case flat.DType() == tensor.String:
			hit = flat.Str(i) != ""
		case flat.DType().IsFloating():
			hit = flat.Float(i) != 0
		case flat.DType().IsComplex():
			hit = flat.Complex(i) != 0
		default:
			hit = flat.Int(i) != 0
		}
		if hit {
			idx = append(idx, all[i*rank:(i+1)*rank]...)
		}
	}
	return tensor.FromSlice([]int{len(idx) / rank, rank}, idx), nil
}

// Coordinates gives the coordinates of every flat value, one after the other, as many numbers each as
// there are dimensions.
func Coordinates(r *Ragged) []int64 {
	flat, parts := r.Flat(), r.Parts()
	unit := 1
	for _, n := range flat.Shape()[1:] {
		unit *= n
	}
	if len(parts) == 1 && flat.Rank() == 1 {
		return rowCoordinates(parts[0])
	}
	rank, n := NDims(r), flat.Shape()[0]
	idx := make([]int64, n*unit*rank)
	// The coordinates of the flat rows, level by level from the innermost out.
	own := make([]int64, n)
	for i := range own {
		own[i] = int64(i)
	}
	for level := len(parts) - 1; level >= 0; level-- {
		ids, p := parts[level].ValueRowIDs(), parts[level]
		for i, o := range own {
			row := ids[o]
			for u := range unit {
				idx[(i*unit+u)*rank+level+1] = o - p.Splits[row]
			}
			own[i] = row
		}
	}
	for i, o := range own {
		for u := range unit {
			at := (i*unit + u) * rank
			idx[at] = o
			rest := u
			for k := rank - 1; k > len(parts); k-- {
				size := flat.Shape()[k-len(parts)]
				idx[at+k] = int64(rest % size)
				rest /= size
			}
		}
	}
	return idx
}

// rowCoordinates is the row of every value and its place there.
func rowCoordinates(p *Partition) []int64 {
	idx := make([]int64, 2*p.NVals())
	_ = tensor.Parallel(context.Background(), p.NRows(), 16+len(idx)*8/max(p.NRows(), 1), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := idx[2*p.Splits[i] : 2*p.Splits[i+1]]
			for k := 0; k < len(row); k += 2 {
				row[k], row[k+1] = int64(i), int64(k/2)
			}
		}
	})
	return idx
}
