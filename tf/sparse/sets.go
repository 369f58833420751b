package sparse

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

func init() {
	const sets = "(a, b, validate_indices=True)"
	reg := func(name, sig string, f func(c *bind.Call) (py.Value, error), doc string) {
		table.Register(ByParts(table.Plain(table.Entry("tf.sets."+name, sig, "DenseToDenseSetOperation", f, doc))))
	}
	reg("size", "(a, validate_indices=True)", setSize,
		`How many different elements each set holds.

>>> tf.sets.size(tf.sparse.from_dense([[1, 2], [0, 3]]))`)
	reg("intersection", sets, func(c *bind.Call) (py.Value, error) {
		return setOp(c, "intersection")
	}, `What both sets hold.

>>> tf.sets.intersection([[1, 2]], [[2, 5]])`)
	reg("union", sets, func(c *bind.Call) (py.Value, error) {
		return setOp(c, "union")
	}, `What either set holds.

>>> tf.sets.union([[1, 2]], [[2, 5]])`)
	reg("difference", "(a, b, aminusb=True, validate_indices=True)", func(c *bind.Call) (py.Value, error) {
		if c.Args[2] == false {
			return setOp(c, "b-a")
		}
		return setOp(c, "a-b")
	}, `What the first set holds and the second does not.

>>> tf.sets.difference([[1, 2]], [[2, 5]])`)
	table.Register(
		ByParts(table.Plain(table.Entry("tf.edit_distance", "(hypothesis, truth, normalize=True, name='edit_distance')",
			"EditDistance", editDistance, `The Levenshtein distance of sequences.

>>> tf.edit_distance(tf.sparse.from_dense([[1, 2]]), tf.sparse.from_dense([[1, 3]]), normalize=False)`))),
	)
}

// setOp is an operation on the sets of two arguments, the last dimensions of dense or sparse tensors.
func setOp(c *bind.Call, how string) (py.Value, error) {
	f := table.FlowOf(c)
	a, b := setParts(f, 0), setParts(f, 1)
	if f.Err != nil {
		return nil, f.Err
	}
	if x, y := typeOfSet(a), typeOfSet(b); x != y {
		return nil, py.TypeErrorf("Types don't match, <dtype: '%s'> vs <dtype: '%s'>.", x, y)
	}
	d := op.SparseToSparseSetOperation
	switch {
	case len(a) == 1 && len(b) == 1:
		d = op.DenseToDenseSetOperation
	case len(a) == 1:
		d = op.DenseToSparseSetOperation
	case len(b) == 1: // there is no kernel for it: turned around
		a, b, d = b, a, op.DenseToSparseSetOperation
		how = map[string]string{"a-b": "b-a", "b-a": "a-b"}[how] + map[string]string{"union": how, "intersection": how}[how]
	}
	at := op.Attrs{{Name: "set_operation", Value: how}, {Name: "validate_indices", Value: f.BoolArg(len(c.Args) - 1)}}
	return three(f.Do(d, at, slices.Concat(a, b)...)).value(f)
}

// setParts is an argument that holds sets: one tensor, or the three of a sparse one.
func setParts(f *table.Flow, i int) []op.Value {
	if isSparse(f.C.Args[i]) {
		p := part(f, i)
		return []op.Value{p.at, p.values, p.dims}
	}
	return []op.Value{f.Arg(i)}
}

func typeOfSet(in []op.Value) tensor.DType { return in[len(in)/2].DType() }

func setSize(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	if !isSparse(c.Args[0]) {
		return nil, py.TypeErrorf("Expected `SparseTensor`, got %s.", py.StrOf(c.Args[0]))
	}
	p := part(f, 0)
	return f.Result(f.With(op.SetSize, op.Attrs{{Name: "validate_indices", Value: f.BoolArg(1)}}, p.at, p.values, p.dims))
}

func editDistance(c *bind.Call) (py.Value, error) {
	for i, name := range []string{"Hypothesis", "Truth"} {
		if !isSparse(c.Args[i]) {
			return nil, py.TypeErrorf("%s must be a SparseTensor.", name)
		}
	}
	f := table.FlowOf(c)
	h, truth := part(f, 0), part(f, 1)
	at := op.Attrs{{Name: "normalize", Value: f.BoolArg(2)}}
	return f.Result(f.With(op.EditDistance, at, h.at, h.values, h.dims, truth.at, truth.values, truth.dims))
}
