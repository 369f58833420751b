package sparse

import (
	"context"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	const sets = "(a, b, validate_indices=True)"
	reg := func(name, sig string, f func(c *bind.Call) (py.Value, error), doc string) *bind.Op {
		o := table.Plain(table.Entry("tf.sets."+name, sig, "DenseToDenseSetOperation", f, doc))
		table.Register(o)
		return o
	}
	reg("size", "(a, validate_indices=True)", setSize,
		"How many different elements each set holds.\n\n>>> tf.sets.size(tf.sparse.from_dense([[1, 2], [0, 3]]))").Static = table.NoShape
	reg("intersection", sets, func(c *bind.Call) (py.Value, error) {
		return setOp(c, c.Args[0], c.Args[1], sparse.Intersection)
	}, "What both sets hold.\n\n>>> tf.sets.intersection([[1, 2]], [[2, 5]])")
	reg("union", sets, func(c *bind.Call) (py.Value, error) {
		return setOp(c, c.Args[0], c.Args[1], sparse.Union)
	}, "What either set holds.\n\n>>> tf.sets.union([[1, 2]], [[2, 5]])")
	reg("difference", "(a, b, aminusb=True, validate_indices=True)", func(c *bind.Call) (py.Value, error) {
		a, b := c.Args[0], c.Args[1]
		if c.Args[2] == false {
			a, b = b, a
		}
		return setOp(c, a, b, sparse.Difference)
	}, "What the first set holds and the second does not.\n\n>>> tf.sets.difference([[1, 2]], [[2, 5]])")
	table.Register(
		table.Static(table.NoShape, table.Plain(table.Entry("tf.edit_distance", "(hypothesis, truth, normalize=True, name='edit_distance')",
			"EditDistance", editDistance, "The Levenshtein distance of sequences.\n\n"+
				">>> tf.edit_distance(tf.sparse.from_dense([[1, 2]]), tf.sparse.from_dense([[1, 3]]), normalize=False)"))),
	)
}

// setArg reads sets: the last dimension of a dense or sparse tensor.
func setArg(c *bind.Call, v py.Value) (*sparse.Sparse, error) {
	if s, ok := v.(*sparse.Sparse); ok {
		return s, s.Sets()
	}
	d, err := bind.Convert(c.T, v, tensor.Invalid)
	if err != nil {
		return nil, err
	}
	if d.Rank() < 2 {
		return nil, c.Errorf("Invalid rank %d, expected at least 2", d.Rank())
	}
	s, err := sparse.FromDense(c.T.Ctx, d, RangeInts(d.Len()))
	if err != nil {
		return nil, err
	}
	return s, s.Sets()
}

// setOp is an operation on the sets of two arguments.
func setOp(
	c *bind.Call,
	a, b py.Value,
	f func(ctx context.Context, a, b *sparse.Sparse) (*sparse.Sparse, error),
) (py.Value,
	error) {
	x, err := setArg(c, a)
	if err != nil {
		return nil, err
	}
	y, err := setArg(c, b)
	if err != nil {
		return nil, err
	}
	if x.DType() != y.DType() {
		return nil, py.TypeErrorf("Types don't match, %s vs %s.", py.ReprOf(x.DType()), py.ReprOf(y.DType()))
	}
	return f(c.T.Ctx, x, y)
}

func setSize(c *bind.Call) (py.Value, error) {
	s, ok := c.Args[0].(*sparse.Sparse)
	if !ok {
		return nil, py.TypeErrorf("Expected `SparseTensor`, got %s.", py.StrOf(c.Args[0]))
	}
	return sparse.SetSize(s)
}

func editDistance(c *bind.Call) (py.Value, error) {
	var in [2]*sparse.Sparse
	for i := range in {
		s, ok := c.Args[i].(*sparse.Sparse)
		if !ok {
			return nil, py.TypeErrorf("%s must be a SparseTensor.", []string{"Hypothesis", "Truth"}[i])
		}
		in[i] = s
	}
	normalize, err := c.Bool(2)
	if err != nil {
		return nil, err
	}
	return sparse.EditDistance(c.T.Ctx, in[0], in[1], normalize)
}
