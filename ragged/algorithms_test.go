package ragged

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/tensor"
)

var ctx = context.Background()

// rows makes a ragged tensor of int32 rows.
func rows(rs ...[]int32) *Ragged {
	var flat []int32
	lengths := make([]int64, len(rs))
	for i, r := range rs {
		flat, lengths[i] = append(flat, r...), int64(len(r))
	}
	return &Ragged{Lengths(lengths, tensor.Int64), tensor.Vector(flat)}
}

func ints(n ...int64) *tensor.Tensor { return tensor.Vector(n) }

// show writes a value as nested lists.
func show(v Value) string {
	if t, ok := v.(*tensor.Tensor); ok && t.Rank() == 0 {
		if t.DType() == tensor.String {
			return t.Str(0)
		}
		return fmt.Sprint(t.Float(0))
	}
	var parts []string
	for i := range Rows(v) {
		parts = append(parts, show(RowOf(v, i)))
	}
	return "[" + strings.Join(parts, " ") + "]"
}

func gives(t *testing.T, what string, v Value, err error, want string) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	} else if got := show(v); got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

func fails(t *testing.T, what string, err error, part string) {
	t.Helper()
	var e *tensor.Error
	if !errors.As(err, &e) || !strings.Contains(e.Msg, part) {
		t.Errorf("%s: %v, want a *tensor.Error with %q", what, err, part)
	}
}

func TestGather(t *testing.T) {
	r := rows([]int32{3, 1, 4}, nil, []int32{5, 9})
	v, err := Gather(ctx, r, ints(2, 0), 0, 0)
	gives(t, "rows", v, err, "[[5 9] [3 1 4]]")
	v, err = Gather(ctx, ints(10, 20, 30), rows([]int32{1, 0}, nil, []int32{2}), 0, 0)
	gives(t, "from a vector", v, err, "[[20 10] [] [30]]")
	v, err = Gather(ctx, r, rows([]int32{2, 0}, nil, []int32{1}), 1, 1)
	gives(t, "batched", v, err, "[[4 3] [] [9]]")
	_, err = Gather(ctx, r, ints(3), 0, 0)
	fails(t, "outside", err, "indices[0] = 3 is not in [0, 3)")
	_, err = Gather(ctx, r, ints(2), 1, 0)
	fails(t, "short row", err, "the values of row 1")
	_, err = Gather(ctx, r, tensor.Vector([]float32{1}), 0, 0)
	fails(t, "floats", err, "Tindices")
	_, err = Gather(ctx, r, ints(0), 9, 0)
	fails(t, "axis", err, "out of bounds")
	v, err = GatherND(ctx, r, tensor.FromSlice([]int{2, 2}, []int64{0, 2, 2, 1}), 0)
	gives(t, "tuples", v, err, "[4 9]")
	_, err = GatherND(ctx, r, ints(), 0)
	fails(t, "no tuple", err, "at least one number")
}

func TestIndex(t *testing.T) {
	r := rows([]int32{3, 1, 4}, nil, []int32{5, 9})
	for _, c := range []struct {
		want string
		keys []Key
	}{
		{"[3 1 4]", []Key{At(0)}}, {"[5 9]", []Key{At(-1)}}, {"[[1 4] [] [5 9]]", []Key{Slice{}, From(-2)}},
		{"[[3] [] [5]]", []Key{Rest{}, To(1)}}, {"[[4 1 3] [] [9 5]]", []Key{Slice{}, Every(-1)}},
		{"[[5 9] [3 1 4]]", []Key{Every(-2)}}, {"[[[3 1 4]] [[]] [[5 9]]]", []Key{Slice{}, NewAxis{}}},
		{"4", []Key{At(0), At(2)}}, {"[[1] [] [9]]", []Key{Slice{}, Span(1, 2)}}, {"[[[3 1 4] [] [5 9]]]", []Key{NewAxis{}}},
	} {
		v, err := Index(ctx, r, c.keys...)
		gives(t, fmt.Sprint(c.keys), v, err, c.want)
	}
	_, err := Index(ctx, r, At(3))
	fails(t, "row", err, "out of bounds")
	_, err = Index(ctx, r, Slice{}, At(0))
	fails(t, "column", err, "inner ragged dimension")
	_, err = Index(ctx, r, Every(0))
	fails(t, "step", err, "non-zero")
	_, err = Index(ctx, r, nil)
	fails(t, "nil key", err, "nil")
	_, err = Index(ctx, r, Slice{}, Slice{}, Slice{})
	fails(t, "too many", err, "Index out of range")
	v, err := Columns(ctx, r, 1, tensor.Scalar(int32(-1)), false)
	gives(t, "at", v, err, "[1 -1 9]")
	_, err = Columns(ctx, r, 1, tensor.Scalar("x"[0]), false)
	fails(t, "type", err, "expected to be a int32")
}

func TestConcatAndStack(t *testing.T) {
	a, b := rows([]int32{1}, nil), rows([]int32{2, 3}, []int32{4})
	v, err := Concat(ctx, []Value{a, b}, 0)
	gives(t, "axis 0", v, err, "[[1] [] [2 3] [4]]")
	v, err = Concat(ctx, []Value{a, b}, 1)
	gives(t, "axis 1", v, err, "[[1 2 3] [4]]")
	v, err = Stack(ctx, []Value{a, b}, 1)
	gives(t, "stack 1", v, err, "[[[1] [2 3]] [[] [4]]]")
	v, err = Stack(ctx, []Value{ints(1, 2), ints(3)}, 0)
	gives(t, "vectors", v, err, "[[1 2] [3]]")
	_, err = Concat(ctx, nil, 0)
	fails(t, "none", err, "may not be empty")
	_, err = Concat(ctx, []Value{a, ints(1)}, 0)
	fails(t, "rank", err, "must have rank")
	_, err = Concat(ctx, []Value{a, rows([]int32{1})}, 1)
	fails(t, "rows", err, "incompatible shapes")
	_, err = Concat(ctx, []Value{a, a.WithDType(tensor.Int32)}, 0)
	fails(t, "splits", err, "mismatched row_splits")
}

func TestReduce(t *testing.T) {
	r := rows([]int32{3, 1, 4}, nil, []int32{5, 9})
	for _, c := range []struct {
		by   tensor.Fold
		axes []int
		keep bool
		want string
	}{
		{tensor.FoldSum, []int{1}, false, "[8 0 14]"}, {tensor.FoldSum, []int{0}, false, "[8 10 4]"},
		{tensor.FoldSum, nil, false, "22"},
		{tensor.FoldMax, []int{1}, false, "[4 -2.147483648e+09 9]"}, {tensor.FoldProd, []int{1}, true, "[[12] [1] [45]]"},
		{tensor.FoldMin, []int{0, 1}, false, "1"}, {tensor.FoldMean, []int{0}, false, "[4 5 4]"},
		{tensor.FoldMean, []int{-1}, false, "[2.6666666666666665 NaN 7]"},
		{tensor.FoldVariance, nil, false, "7.039999999999996"},
	} {
		v, err := Reduce(ctx, c.by, r, c.axes, c.keep)
		gives(t, c.by.String()+fmt.Sprint(c.axes), v, err, c.want)
	}
	m := &Ragged{Lengths([]int64{2, 1}, tensor.Int64), tensor.Vector([]bool{true, false, true})}
	v, err := Reduce(ctx, tensor.FoldAll, m, []int{1}, false)
	gives(t, "all", v, err, "[0 1]")
	_, err = Reduce(ctx, tensor.FoldSqrtN, r, nil, false)
	fails(t, "name", err, "SqrtN")
	_, err = Reduce(ctx, tensor.FoldSum, r, []int{1, -1}, false)
	fails(t, "twice", err, "Invalid reduction dimension")
	_, err = Reduce(ctx, tensor.FoldSum, m, []int{1}, false)
	fails(t, "bools", err, "T")
	s, err := Segment(ctx, tensor.FoldSum, r, ints(1, 0, 1), 2)
	gives(t, "segments", s, err, "[[] [8 10 4]]")
	_, err = Segment(ctx, tensor.FoldSum, r, ints(1, 0, 2), 2)
	fails(t, "segment", err, "out of range")
	_, err = Segment(ctx, tensor.FoldSum, r, ints(0, 0, 0), -1)
	fails(t, "segments", err, "must not be negative")
	p, err := StackPartitions(ctx, ints(10, 20, 30), ints(1, 0, 1), 2)
	gives(t, "partitions", p, err, "[[20] [10 30]]")
	p, err = StackPartitions(ctx, rows(), tensor.Vector([]float32{}), 2)
	gives(t, "an empty list of partitions", p, err, "[[] []]")
	c, err := CumSum(ctx, r, 1, false, false)
	gives(t, "cumsum", c, err, "[[3 4 8] [] [5 14]]")
	c, err = CumSum(ctx, r, 0, false, false)
	gives(t, "cumsum 0", c, err, "[[3 1 4] [] [8 10]]")
}

func TestOrder(t *testing.T) {
	r := rows([]int32{3, 1, 3}, nil, []int32{5, 9})
	v, err := Sort(ctx, r, false)
	gives(t, "sort", v, err, "[[1 3 3] [] [5 9]]")
	v, err = Argsort(ctx, r, true)
	gives(t, "argsort", v, err, "[[0 2 1] [] [1 0]]")
	a, err := ArgMax(ctx, r, false)
	gives(t, "argmax", a, err, "[0 -1 1]")
	top, at, err := TopK(ctx, r, 2)
	gives(t, "top", top, err, "[[3 3] [] [9 5]]")
	gives(t, "where", at, err, "[[0 2] [] [1 0]]")
	u, i, n, err := Unique(ctx, r)
	gives(t, "unique", u, err, "[[3 1] [] [5 9]]")
	gives(t, "index", i, err, "[[0 1 0] [] [0 1]]")
	gives(t, "counts", n, err, "[[2 1] [] [1 1]]")
	_, _, err = TopK(ctx, r, -1)
	fails(t, "k", err, "k >= 0")
}

func TestArranging(t *testing.T) {
	r := rows([]int32{1, 2}, nil, []int32{3})
	v, err := BooleanMask(ctx, r, &Ragged{r.Part, tensor.Vector([]bool{false, true, true})})
	gives(t, "mask", v, err, "[[2] [] [3]]")
	v, err = BooleanMask(ctx, tensor.FromSlice([]int{2, 2}, []int32{1, 2, 3, 4}),
		tensor.FromSlice([]int{2, 2}, []bool{true, false, true, true}))
	gives(t, "dense mask", v, err, "[[1] [3 4]]")
	_, err = BooleanMask(ctx, r, tensor.Vector([]bool{true}))
	fails(t, "mask", err, "incompatible")
	v, err = Tile(ctx, r, []int{1, 2})
	gives(t, "tile", v, err, "[[1 2 1 2] [] [3 3]]")
	_, err = Tile(ctx, r, []int{1, 1 << 40})
	fails(t, "vast", err, "more than tfs holds")
	_, err = Tile(ctx, r, []int{1})
	fails(t, "rank", err, "out of bounds")
	v, err = RepeatEach(ctx, r, []int{2}, 1)
	gives(t, "repeat", v, err, "[[1 1 2 2] [] [3 3]]")
	v, err = ExpandDims(r, 1)
	gives(t, "expand", v, err, "[[[1 2]] [[]] [[3]]]")
	w, err := Squeeze(ctx, v, 1)
	gives(t, "squeeze", w, err, "[[1 2] [] [3]]")
	_, err = Squeeze(ctx, r, 1)
	fails(t, "squeeze", err, "not squeezable")
	v, err = Reverse(ctx, r, 0, 1)
	gives(t, "reverse", v, err, "[[3] [] [2 1]]")
	p, err := PadRows(ctx, r, 1, 0, tensor.Scalar(int32(0)))
	gives(t, "pad", p, err, "[[0 1 2] [0] [0 3]]")
	p, err = Roll(ctx, r, 1)
	gives(t, "roll", p, err, "[[2 1] [] [3]]")
	d, err := r.ToTensor(ctx, tensor.Scalar(int32(-1)), tensor.KnownShape([]int{-1, 3}))
	gives(t, "to tensor", d, err, "[[1 2 -1] [-1 -1 -1] [3 -1 -1]]")
	back, err := FromPadded(ctx, d, 1, tensor.Scalar(int32(-1)), tensor.Int64)
	gives(t, "and back", back, err, "[[1 2] [] [3]]")
	q, err := Range(ctx, ints(0, 5), ints(3, 5), tensor.Scalar(int64(1)), tensor.Int64)
	gives(t, "range", q, err, "[[0 1 2] []]")
	_, err = Range(ctx, ints(0), ints(1<<62), tensor.Scalar(int64(1)), tensor.Int64)
	fails(t, "vast range", err, "more than tfs holds")
	x, err := Cross(ctx, []*Ragged{r, r}, "_X_")
	gives(t, "cross", x, err, "[[1_X_1 1_X_2 2_X_1 2_X_2] [] [3_X_3]]")
	k, err := Combinations(ctx, rows([]int32{1, 2, 3}), 2)
	gives(t, "combinations", k, err, "[[[1 2] [1 3] [2 3]]]")
	m, err := MatMul(ctx, tensor.FromSlice([]int{1, 2}, []int32{1, 2}), tensor.FromSlice([]int{2, 1}, []int32{3, 4}))
	gives(t, "product", m, err, "[[11]]")
	y, err := Where(ctx, &Ragged{r.Part, tensor.Vector([]bool{false, true, true})}, r, tensor.Scalar(int32(9)))
	gives(t, "where", y, err, "[[9 2] [] [3]]")
	even := rows([]int32{1, 2}, []int32{3, 4})
	_, err = Where(ctx, tensor.Vector([]bool{true, false}), even, even)
	fails(t, "two columns on rows of two", err, "b'lengths='\n2, 2\nb'dim_size='\n2")
	l, err := r.RowLengths(1)
	gives(t, "lengths", l, err, "[2 0 1]")
}

// TestConstructors gives the constructors everything that is wrong.
func TestConstructors(t *testing.T) {
	const huge = 1 << 62
	for what, f := range map[string]func() (*Partition, error){
		"no splits":      func() (*Partition, error) { return FromSplits(nil, tensor.Int64) },
		"dtype":          func() (*Partition, error) { return FromSplits([]int64{0}, tensor.Float32) },
		"int32":          func() (*Partition, error) { return FromSplits([]int64{0, huge}, tensor.Int32) },
		"negative":       func() (*Partition, error) { return FromLengths([]int64{1, -1}, tensor.Int64) },
		"overflow":       func() (*Partition, error) { return FromLengths([]int64{huge, huge, huge}, tensor.Int64) },
		"falling ids":    func() (*Partition, error) { return FromValueRowIDs([]int64{1, 0}, -1, tensor.Int64) },
		"few rows":       func() (*Partition, error) { return FromValueRowIDs([]int64{0, 5}, 2, tensor.Int64) },
		"vast id":        func() (*Partition, error) { return FromValueRowIDs([]int64{huge}, -1, tensor.Int64) },
		"vast rows":      func() (*Partition, error) { return FromValueRowIDs(nil, 1<<63-1, tensor.Int64) },
		"negative id":    func() (*Partition, error) { return FromValueRowIDs([]int64{-5}, -1, tensor.Int64) },
		"starts":         func() (*Partition, error) { return FromStarts([]int64{0, 7}, 3, tensor.Int64) },
		"negative nvals": func() (*Partition, error) { return FromStarts(nil, -3, tensor.Int64) },
		"limits":         func() (*Partition, error) { return FromLimits([]int64{-1}, tensor.Int64) },
		"uniform":        func() (*Partition, error) { return FromUniform(huge, 0, 4, tensor.Int64) },
		"uniform -1":     func() (*Partition, error) { return FromUniform(-1, 0, 4, tensor.Int64) },
		"uniform dtype":  func() (*Partition, error) { return FromUniform(1, 1, 1, tensor.String) },
	} {
		if p, err := f(); err == nil {
			t.Errorf("%s: %v was accepted", what, p)
		}
	}
	var noTensor *tensor.Tensor
	var noRagged *Ragged
	p, _ := FromLengths([]int64{2}, tensor.Int64)
	for _, c := range []struct {
		v Value
		p *Partition
	}{{nil, p}, {noTensor, p}, {noRagged, p}, {ints(1, 2), nil}, {ints(1, 2), &Partition{}}, {ints(1), p},
		{tensor.Scalar(1.0), p},
		{&Ragged{}, p}, {&Ragged{p, noTensor}, p}, {&Ragged{p, noRagged}, p}} {
		if r, err := New(c.v, c.p); err == nil {
			t.Errorf("%v of %v was accepted", r, c)
		}
	}
}

// TestHostile gives every function values that are none.
func TestHostile(t *testing.T) {
	var noTensor *tensor.Tensor
	var noRagged *Ragged
	short := &Ragged{Of([]int64{0, 7}, tensor.Int64), ints(1)}
	sound := rows([]int32{1})
	for _, v := range []Value{nil, noTensor, noRagged, &Ragged{}, &Ragged{Part: &Partition{}}, short,
		&Ragged{sound.Part, noRagged}} {
		calls := map[string]error{}
		_, calls["Gather"] = Gather(ctx, v, ints(0), 0, 0)
		_, calls["Gather2"] = Gather(ctx, sound, v, 0, 0)
		_, calls["GatherND"] = GatherND(ctx, sound, v, 0)
		_, calls["Index"] = Index(ctx, v, At(0))
		_, calls["Concat"] = Concat(ctx, []Value{sound, v}, 0)
		_, calls["Stack"] = Stack(ctx, []Value{v}, 0)
		_, calls["Reduce"] = Reduce(ctx, tensor.FoldSum, v, nil, false)
		_, calls["BooleanMask"] = BooleanMask(ctx, v, v)
		_, calls["Where"] = Where(ctx, v, v, v)
		_, calls["Tile"] = Tile(ctx, v, []int{1, 1})
		_, calls["RepeatEach"] = RepeatEach(ctx, v, []int{1}, 0)
		_, calls["ExpandDims"] = ExpandDims(v, 0)
		_, calls["Squeeze"] = Squeeze(ctx, v, 0)
		_, calls["Reverse"] = Reverse(ctx, v, 0)
		_, calls["Split"] = Split(ctx, v, []int{1}, 0)
		_, calls["Segment"] = Segment(ctx, tensor.FoldSum, v, ints(0), 1)
		_, calls["StackPartitions"] = StackPartitions(ctx, v, ints(0), 1)
		_, calls["MatMul"] = MatMul(ctx, v, v)
		if r, ok := v.(*Ragged); ok {
			_, calls["Sort"] = Sort(ctx, r, false)
			_, calls["ArgMax"] = ArgMax(ctx, r, false)
			_, _, calls["TopK"] = TopK(ctx, r, 1)
			_, _, _, calls["Unique"] = Unique(ctx, r)
			_, calls["PadRows"] = PadRows(ctx, r, 1, 1, ints(1))
			_, calls["Roll"] = Roll(ctx, r, 1)
			_, calls["CumSum"] = CumSum(ctx, r, 0, false, false)
			_, calls["CumProd"] = CumProd(ctx, r, false, false)
			_, calls["Cross"] = Cross(ctx, []*Ragged{r}, "")
			_, calls["CrossHashed"] = CrossHashed(ctx, []*Ragged{r}, 0, 0)
			_, calls["Cartesian"] = Cartesian(ctx, []*Ragged{r})
			_, calls["Combinations"] = Combinations(ctx, r, 1)
			_, calls["Columns"] = Columns(ctx, r, 0, nil, false)
			_, calls["WhereTrue"] = WhereTrue(r)
			_, calls["ToTensor"] = r.ToTensor(ctx, nil, tensor.PartialShape{})
			_, calls["RowLengths"] = r.RowLengths(0)
			_, calls["FillEmpty"] = FillEmpty(ctx, r, ints(1), ints(1))
		}
		if x, ok := v.(*tensor.Tensor); ok {
			_, calls["Range"] = Range(ctx, x, x, x, tensor.Int64)
			_, calls["FromDense"] = FromDense(x, 1, tensor.Int64)
			_, calls["FromPadded"] = FromPadded(ctx, x, 1, ints(1), tensor.Int64)
			_, calls["FromDenseLengths"] = FromDenseLengths(ctx, x, 1, nil, tensor.Int64)
			_, calls["FromNested"] = FromNested(ctx, x, []*Partition{nil})
		}
		for name, err := range calls {
			var te *tensor.Error
			if !errors.As(err, &te) {
				t.Errorf("%s(%v): %v, want a *tensor.Error", name, v, err)
			}
		}
	}
}

// FuzzIndex looks for slices that leave a row.
func FuzzIndex(f *testing.F) {
	f.Add(0, 2, 1, -1)
	f.Add(-5, 1<<62, -3, 7)
	f.Fuzz(func(t *testing.T, start, stop, step, at int) {
		r := rows([]int32{3, 1, 4}, nil, []int32{5, 9})
		k := Slice{&start, &stop, &step}
		_, _ = Index(ctx, r, k, k)
		_, _ = Index(ctx, r, Slice{}, k, At(at))
		_, _ = Index(ctx, r, At(at), k)
		_, _ = Gather(ctx, r, ints(int64(at)), start, stop)
		_, _ = Columns(ctx, r, at, nil, true)
	})
}
