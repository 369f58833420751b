package sparse

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tfs-lang/tfs/tensor"
)

// sets is the last dimension of a tensor as sets: the positions of the elements of each.
type sets struct {
	x     *tensor.Tensor
	rows  map[int64][]int64
	outer []int64
}

func setsOf(s *Sparse) (*sets, error) {
	if err := s.Valid(); err != nil {
		return nil, err
	}
	if s.Rank() < 2 {
		return nil, tensor.Errorf("Invalid rank %d, expected at least 2", s.Rank())
	}
	if err := s.InBounds(); err != nil {
		return nil, err
	}
	if d := s.DType(); d != tensor.String && !d.IsInteger() {
		return nil, tensor.Errorf("sets hold integers or strings, not %s", d)
	}
	out := &sets{s.Values, map[int64][]int64{}, s.Shape[:s.Rank()-1]}
	last := max(s.Shape[s.Rank()-1], 1)
	for i, p := range s.Linear() {
		out.rows[p/last] = append(out.rows[p/last], int64(i))
	}
	return out, nil
}

// Sets tells whether a tensor holds sets: integers or strings, inside a shape of rank 2 at least.
func (s *Sparse) Sets() error {
	_, err := setsOf(s)
	return err
}

// count is how many sets there are.
func (s *sets) count() (int, error) {
	shape := make([]int, len(s.outer))
	for i, d := range s.outer {
		shape[i] = int(d)
	}
	return tensor.Count(shape)
}

// compareElements orders elements as TensorFlow's sets do.
func compareElements(x *tensor.Tensor, i int, y *tensor.Tensor, j int) int {
	if x.DType() == tensor.String {
		return cmp.Compare(x.Str(i), y.Str(j))
	}
	return cmp.Compare(x.Int(i), y.Int(j))
}

// Intersection, Union and Difference compute with the sets that the last dimensions of two tensors of
// integers or strings hold; all dimensions before it must be the same (DenseToDenseSetOperation).
func Intersection(ctx context.Context, a, b *Sparse) (*Sparse, error) {
	return setOperation(ctx, a, b, func(inA, inB bool) bool { return inA && inB })
}

// Union is the elements of either set: see Intersection.
func Union(ctx context.Context, a, b *Sparse) (*Sparse, error) {
	return setOperation(ctx, a, b, func(inA, inB bool) bool { return inA || inB })
}

// Difference is the elements of a set of a that its set of b does not hold: see Intersection.
func Difference(ctx context.Context, a, b *Sparse) (*Sparse, error) {
	return setOperation(ctx, a, b, func(inA, inB bool) bool { return inA && !inB })
}

func setOperation(ctx context.Context, a, b *Sparse, keep func(inA, inB bool) bool) (*Sparse, error) {
	x, err := setsOf(a)
	if err != nil {
		return nil, err
	}
	y, err := setsOf(b)
	if err != nil {
		return nil, err
	}
	if a.DType() != b.DType() {
		return nil, tensor.Failf(tensor.TypeError, "Types don't match, %s vs %s.", a.DType(), b.DType())
	}
	if !slices.Equal(x.outer, y.outer) {
		return nil, tensor.Errorf("Mismatched shapes [%s] vs [%s]", Commas(x.outer), Commas(y.outer))
	}
	n, err := x.count()
	if err != nil {
		return nil, err
	}
	both, err := tensor.Concat(ctx, []*tensor.Tensor{x.x, y.x}, 0)
	if err != nil {
		return nil, err
	}
	var at, rows, places []int64
	width := int64(0)
	for row := range int64(n) {
		if row&1023 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		got := mergeSets(both, x.x.Len(), x.rows[row], y.rows[row], keep)
		width = max(width, int64(len(got)))
		for k := range got {
			rows, places = append(rows, row), append(places, int64(k))
		}
		at = append(at, got...)
	}
	shape := append(slices.Clone(x.outer), width)
	for i, row := range rows {
		places[i] += row * width
	}
	v, err := tensor.Gather(ctx, both, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	return &Sparse{Coordinates(places, shape), v, shape}, nil
}

// mergeSets gives the positions of the elements kept, in order and without repetition.
func mergeSets(all *tensor.Tensor, offset int, a, b []int64, keep func(inA, inB bool) bool) []int64 {
	pool := slices.Clone(a)
	for _, i := range b {
		pool = append(pool, i+int64(offset))
	}
	slices.SortStableFunc(pool, func(i, j int64) int { return compareElements(all, int(i), all, int(j)) })
	var out []int64
	for i := 0; i < len(pool); {
		inA, inB := false, false
		j := i
		for ; j < len(pool) && compareElements(all, int(pool[i]), all, int(pool[j])) == 0; j++ {
			if pool[j] < int64(offset) {
				inA = true
			} else {
				inB = true
			}
		}
		if keep(inA, inB) {
			out = append(out, pool[i])
		}
		i = j
	}
	return out
}

// SetSize is how many different elements each set holds (int32), of the shape of all dimensions but the
// last (SetSize).
func SetSize(s *Sparse) (*tensor.Tensor, error) {
	x, err := setsOf(s)
	if err != nil {
		return nil, err
	}
	n, err := x.count()
	if err != nil {
		return nil, err
	}
	out, err := tensor.Make[int32](n)
	if err != nil {
		return nil, err
	}
	shape := make([]int, len(x.outer))
	for i, d := range x.outer {
		shape[i] = int(d)
	}
	for row, at := range x.rows {
		out[row] = int32(len(mergeSets(x.x, x.x.Len(), at, nil, func(inA, _ bool) bool { return inA })))
	}
	return tensor.FromSlice(shape, out), nil
}

// EditDistance is the Levenshtein distance of the sequences in the last dimensions of two tensors of one
// type, as float32; with normalize it is divided by the length of the truth (EditDistance).
func EditDistance(ctx context.Context, hypothesis, truth *Sparse, normalize bool) (*tensor.Tensor, error) {
	for i, s := range []*Sparse{hypothesis, truth} {
		if err := s.Valid(); err != nil {
			return nil, err
		}
		if s.Rank() < 2 || s.Outside() >= 0 {
			return nil, tensor.Errorf("%s must be at least a matrix with all values inside its dense_shape",
				[]string{"hypothesis", "truth"}[i])
		}
	}
	if hypothesis.DType() != truth.DType() || hypothesis.Rank() != truth.Rank() {
		return nil, tensor.Errorf("hypothesis and truth must have one type and one rank")
	}
	shape := make([]int, truth.Rank()-1)
	for i := range shape {
		shape[i] = int(max(hypothesis.Shape[i], truth.Shape[i]))
	}
	n, err := tensor.Count(shape)
	if err != nil {
		return nil, err
	}
	out, err := tensor.Make[float32](n)
	if err != nil {
		return nil, err
	}
	h, t := sequences(hypothesis, shape), sequences(truth, shape)
	for i := range out {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out[i] = float32(levenshtein(hypothesis.Values, truth.Values, h[i], t[i]))
		if normalize {
			switch {
			case len(t[i]) > 0:
				out[i] /= float32(len(t[i]))
			case len(h[i]) > 0:
				out[i] = float32(math.Inf(1))
			}
		}
	}
	return tensor.FromSlice(shape, out), nil
}

// sequences is the positions of the values of each sequence.
func sequences(s *Sparse, shape []int) map[int][]int {
	out := map[int][]int{}
	for i := range s.Len() {
		p := 0
		for k, x := range s.At(i)[:s.Rank()-1] {
			p = p*shape[k] + int(x)
		}
		out[p] = append(out[p], i)
	}
	return out
}

func levenshtein(x, y *tensor.Tensor, a, b []int) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, p := range a {
		diag := row[0]
		row[0] = i + 1
		for j, q := range b {
			cost := diag
			if compareElements(x, p, y, q) != 0 {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, row[j]+1, diag+1)
		}
	}
	return row[len(b)]
}
