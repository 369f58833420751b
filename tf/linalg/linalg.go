package linalg

import (
	"slices"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/array"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Matrices: their diagonals, transposes and decompositions, and products over any axes.

var qrClass = py.NamedTuple("tensorflow.python.ops.gen_linalg_ops", "Qr", []string{"q", "r"}, nil)

func init() {
	table.Register(
		table.Edges(
			table.Entry(
				"tf.linalg.qr",
				"(input, full_matrices=False, name=None)",
				"Qr",
				func(c *bind.Call) (py.Value, error) {
					f := table.FlowOf(c)
					at := op.Attrs{{Name: "full_matrices", Value: f.Flag(1)}}
					return array.NamedParts(f, qrClass, f.Do(op.Qr, at, f.Input(0, tensor.Invalid)))
				},
				`Orthonormal columns q and an upper triangle r whose product is the matrix.

>>> tf.linalg.qr(tf.constant([[3., 0.], [0., 2.]]))`,
			),
		),
		table.Edges(
			table.Entry("tf.linalg.matrix_transpose", "(a, name='matrix_transpose', conjugate=False)", "Transpose",
				matrixTranspose, `The last two dimensions exchanged.

>>> tf.linalg.matrix_transpose([[1, 2, 3]])`),
		),
		table.Edges(
			table.Entry("tf.linalg.diag_part", "(input, name='diag_part', k=0, padding_value=0, align='RIGHT_LEFT')",
				"MatrixDiagPartV3", diagPart, `Diagonals of matrices.

>>> tf.linalg.diag_part([[1, 2], [3, 4]])
>>> tf.linalg.diag_part([[1, 2], [3, 4]], k=1)`),
		),
		table.Edges(table.Plain(table.Entry("tf.tensordot", "(a, b, axes, name=None)", "MatMul", tensordot,
			`The sum of products over axes of both.

>>> tf.tensordot([[1, 2], [3, 4]], [[5], [6]], 1)
>>> tf.tensordot([[1, 2], [3, 4]], [[5, 6], [7, 8]], [[0, 1], [1, 0]])`, "tf.linalg.tensordot"))),
	)
}

func matrixTranspose(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	p := op.StaticShape(x)
	if !p.UnknownRank && len(p.Dims) < 2 {
		return nil, py.ValueErrorf(
			"Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = %s with shape: %s",
			py.ReprOf(c.Args[0]),
			p,
		)
	}
	if f.BoolArg(2) {
		x = f.Conj(x)
	}
	if p.UnknownRank {
		return nil, py.ValueErrorf("tf.linalg.matrix_transpose needs a matrix whose rank is known")
	}
	return f.Result(f.One(op.Transpose, x, tensor.Ints32(tensor.LastTwo(len(p.Dims))...)))
}

func diagPart(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	at := op.Attrs{{Name: "align", Value: table.AttrText(c.Args[4])}}
	return f.Result(f.With(op.MatrixDiagPartV3, at, x, f.As(c.Args[2], tensor.Int32), f.Filler(c.Args[3], x.DType())))
}

// tensordot sums products over axes of both operands: as one product of matrices.
func tensordot(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	y := f.Arg(1)
	if f.Err != nil {
		return nil, f.Err
	}
	ofX, ofY, err := contracted(c, f.Rank(x), f.Rank(y))
	if err != nil {
		return nil, err
	}
	left, lead := folded(f, x, ofX, false)
	right, trail := folded(f, y, ofY, true)
	return f.Result(f.One(op.Reshape, f.One(op.MatMul, left, right), f.Joined(lead, trail)))
}

// folded is a matrix of the axes that stay and those that are summed, which lead if first, and the sizes of
// those that stay.
func folded(f *table.Flow, x op.Value, summed []int, first bool) (matrix, stay op.Value) {
	if f.Err != nil {
		return nil, nil
	}
	var free []int
	for i := range f.Rank(x) {
		if !slices.Contains(summed, i) {
			free = append(free, i)
		}
	}
	shape := f.Shape(x)
	pick := func(axes []int) op.Value {
		parts := make([]op.Value, len(axes))
		for i, a := range axes {
			parts[i] = f.Single(f.Element(shape, a))
		}
		return f.Joined(parts...)
	}
	stay = pick(free)
	rows, cols := stay, pick(summed)
	perm := append(slices.Clone(free), summed...)
	if first {
		rows, cols = cols, rows
		perm = append(slices.Clone(summed), free...)
	}
	if !slices.IsSorted(perm) {
		x = f.One(op.Transpose, x, tensor.Ints32(perm...))
	}
	return f.One(op.Reshape, x, f.Joined(f.Single(f.Count(rows)), f.Single(f.Count(cols)))), stay
}

// contracted reads the axes of tensordot: so many last ones of the first and first ones of the second, or a
// list for each.
func contracted(c *bind.Call, m, n int) (ofX, ofY []int, err error) {
	if k, ok := py.AsInt(c.Args[2]); ok {
		if k < 0 {
			return nil, nil, py.ValueErrorf("`axes` must be at least 0. Received: %d.", k)
		}
		if int(k) > m {
			return nil, nil, py.ValueErrorf("`axes` must not be larger than the number of dimensions of tensor %s.  "+
				"Received %d, vs tensor dimensions %d.", py.StrOf(c.Args[0]), k, m)
		}
		for i := range int(k) {
			ofX, ofY = append(ofX, m-int(k)+i), append(ofY, i)
		}
	} else {
		pair, err := py.ToSlice(c.T, c.Args[2])
		if err != nil {
			return nil, nil, err
		}
		if len(pair) != 2 {
			return nil, nil, py.ValueErrorf(
				"`axes` must be an integer or have length 2. Received %s.",
				py.ReprOf(c.Args[2]),
			)
		}
		if ofX, err = axesOf(c, pair[0], m); err != nil {
			return nil, nil, err
		}
		if ofY, err = axesOf(c, pair[1], n); err != nil {
			return nil, nil, err
		}
	}
	if len(ofX) != len(ofY) {
		return nil, nil, py.ValueErrorf(
			"Different number of contraction axes `a` and `b`, %d != %d.",
			len(ofX),
			len(ofY),
		)
	}
	for i := range ofX {
		if ofX[i] < 0 || ofX[i] >= m || ofY[i] < 0 || ofY[i] >= n {
			return nil, nil, py.IndexErrorf("list index out of range")
		}
	}
	return ofX, ofY, nil
}

// axesOf is one axis or a list of them, counted from the end if negative.
func axesOf(c *bind.Call, v py.Value, rank int) ([]int, error) {
	items := []py.Value{v}
	if _, one := py.AsInt(v); !one {
		var err error
		if items, err = py.ToSlice(c.T, v); err != nil {
			return nil, err
		}
	}
	out := make([]int, len(items))
	for i, e := range items {
		k, err := py.ToInt(e)
		if err != nil {
			return nil, err
		}
		if out[i] = int(k); k < 0 {
			out[i] += rank
		}
	}
	return out, nil
}
