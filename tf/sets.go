package tf

import (
	"math"
	"slices"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

func init() {
	const sets = "(a, b, validate_indices=True)"
	reg := func(name, sig string, f func(c *call) (value, error), doc string) {
		register(plain(entry("tf.sets."+name, sig, "DenseToDenseSetOperation", f, doc)))
	}
	reg("size", "(a, validate_indices=True)", setSize, "How many different elements each set holds.\n\n>>> tf.sets.size(tf.sparse.from_dense([[1, 2], [0, 3]]))")
	reg("intersection", sets, func(c *call) (value, error) {
		return setOp(c, c.Args[0], c.Args[1], func(inA, inB bool) bool { return inA && inB })
	}, "What both sets hold.\n\n>>> tf.sets.intersection([[1, 2]], [[2, 5]])")
	reg("union", sets, func(c *call) (value, error) {
		return setOp(c, c.Args[0], c.Args[1], func(inA, inB bool) bool { return inA || inB })
	}, "What either set holds.\n\n>>> tf.sets.union([[1, 2]], [[2, 5]])")
	reg("difference", "(a, b, aminusb=True, validate_indices=True)", func(c *call) (value, error) {
		a, b := c.Args[0], c.Args[1]
		if c.Args[2] == false {
			a, b = b, a
		}
		return setOp(c, a, b, func(inA, inB bool) bool { return inA && !inB })
	}, "What the first set holds and the second does not.\n\n>>> tf.sets.difference([[1, 2]], [[2, 5]])")
	register(plain(entry("tf.edit_distance", "(hypothesis, truth, normalize=True, name='edit_distance')", "EditDistance", editDistance, "The Levenshtein distance of sequences.\n\n>>> tf.edit_distance(tf.sparse.from_dense([[1, 2]]), tf.sparse.from_dense([[1, 3]]), normalize=False)")))
}

// setRows reads sets: the last dimension of a dense or sparse tensor, by the row they are in.
func setRows(c *call, v value) (x *tensor.Tensor, rows map[int64][]int64, outer []int64, err error) {
	s, ok := v.(*sparse.Sparse)
	if !ok {
		d, err := bind.Convert(c.T, v, tensor.Invalid)
		if err != nil {
			return nil, nil, nil, err
		}
		if d.Rank() < 2 {
			return nil, nil, nil, c.Errorf("Invalid rank %d, expected at least 2", d.Rank())
		}
		if s, err = sparse.FromDense(c.T.Ctx, d, rangeInts(d.Len())); err != nil {
			return nil, nil, nil, err
		}
	}
	if s.Rank() < 2 {
		return nil, nil, nil, c.Errorf("Invalid rank %d, expected at least 2", s.Rank())
	}
	if err := inBounds(c, s); err != nil {
		return nil, nil, nil, err
	}
	if d := s.DType(); d != tensor.String && !d.IsInteger() {
		return nil, nil, nil, c.Errorf("sets hold integers or strings, not %s", d)
	}
	rows = map[int64][]int64{}
	last := s.Shape[s.Rank()-1]
	for i, p := range s.Linear() {
		rows[p/max(last, 1)] = append(rows[p/max(last, 1)], int64(i))
	}
	return s.Values, rows, s.Shape[:s.Rank()-1], nil
}

// compareElements orders elements as TensorFlow's sets do.
func compareElements(x *tensor.Tensor, i int, y *tensor.Tensor, j int) int {
	if x.DType() == tensor.String {
		switch a, b := x.Str(i), y.Str(j); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	}
	switch a, b := x.Int(i), y.Int(j); {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func setOp(c *call, a, b value, keep func(inA, inB bool) bool) (value, error) {
	x, xr, outer, err := setRows(c, a)
	if err != nil {
		return nil, err
	}
	y, yr, other, err := setRows(c, b)
	if err != nil {
		return nil, err
	}
	if x.DType() != y.DType() {
		return nil, py.TypeErrorf("Types don't match, %s vs %s.", py.ReprOf(x.DType()), py.ReprOf(y.DType()))
	}
	if !slices.Equal(outer, other) {
		return nil, c.Errorf("Mismatched group shapes [%s] vs [%s].", commas(outer), commas(other))
	}
	both, err := tensor.Concat(c.T.Ctx, []*tensor.Tensor{x, y}, 0)
	if err != nil {
		return nil, err
	}
	n := int64(1)
	for _, d := range outer {
		n *= d
	}
	var at, linear []int64
	width := int64(0)
	shape := append(slices.Clone(outer), 0)
	var rows []int64
	for row := range n {
		got := mergeSets(both, x.Len(), xr[row], yr[row], keep)
		width = max(width, int64(len(got)))
		for range got {
			rows = append(rows, row)
		}
		at = append(at, got...)
	}
	shape[len(shape)-1] = width
	k := int64(0)
	for i, row := range rows {
		if i > 0 && rows[i-1] == row {
			k++
		} else {
			k = 0
		}
		linear = append(linear, row*width+k)
	}
	v, err := tensor.Gather(c.T.Ctx, both, tensor.Vector(at), 0, 0)
	if err != nil {
		return nil, err
	}
	return &sparse.Sparse{Indices: sparse.Coordinates(linear, shape), Values: v, Shape: shape}, nil
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

func setSize(c *call) (value, error) {
	if _, ok := c.Args[0].(*sparse.Sparse); !ok {
		return nil, py.TypeErrorf("Expected `SparseTensor`, got %s.", py.StrOf(c.Args[0]))
	}
	x, rows, outer, err := setRows(c, c.Args[0])
	if err != nil {
		return nil, err
	}
	n := 1
	shape := make([]int, len(outer))
	for i, d := range outer {
		n *= int(d)
		shape[i] = int(d)
	}
	out := make([]int32, n)
	for row, at := range rows {
		out[row] = int32(len(mergeSets(x, x.Len(), at, nil, func(inA, _ bool) bool { return inA })))
	}
	return tensor.FromSlice(shape, out), nil
}

func editDistance(c *call) (value, error) {
	var in [2]*sparse.Sparse
	for i := range in {
		s, ok := c.Args[i].(*sparse.Sparse)
		if !ok {
			return nil, py.TypeErrorf("%s must be a SparseTensor.", []string{"Hypothesis", "Truth"}[i])
		}
		if s.Rank() < 2 || s.Outside() >= 0 {
			return nil, c.Errorf("%s must be at least a matrix with all values inside its dense_shape", []string{"hypothesis", "truth"}[i])
		}
		in[i] = s
	}
	if in[0].DType() != in[1].DType() || in[0].Rank() != in[1].Rank() {
		return nil, c.Errorf("hypothesis and truth must have one type and one rank")
	}
	normalize, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	r := in[0].Rank()
	shape := make([]int, r-1)
	n := 1
	for i := range shape {
		shape[i] = int(max(in[0].Shape[i], in[1].Shape[i]))
		n *= shape[i]
	}
	groups := func(s *sparse.Sparse) map[int][]int {
		out := map[int][]int{}
		for i := range s.Len() {
			p := 0
			for k, x := range s.At(i)[:r-1] {
				p = p*shape[k] + int(x)
			}
			out[p] = append(out[p], i)
		}
		return out
	}
	h, t := groups(in[0]), groups(in[1])
	out := make([]float32, n)
	for i := range out {
		d := levenshtein(in[0].Values, in[1].Values, h[i], t[i])
		out[i] = float32(d)
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
