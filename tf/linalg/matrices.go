package linalg

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/array"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// Linear algebra: each function of this file is one kernel over the last two axes; what is made of several is in
// lib/_tf_linalg.py.

var (
	luClass  = py.NamedTuple("tensorflow.python.ops.gen_linalg_ops", "Lu", []string{"lu", "p"}, nil)
	logClass = py.NamedTuple("tensorflow.python.ops.gen_linalg_ops", "LogMatrixDeterminant",
		[]string{"sign", "log_abs_determinant"}, nil)
)

// matrixKernel declares the public function of a kernel whose parameters are tensors and then attributes.
func matrixKernel(d *op.Def, name, sig string, tensors int, attrs []string, doc string, aliases ...string) {
	table.Register(table.Edges(table.Entry("tf.linalg."+name, sig, d.Name, func(c *bind.Call) (py.Value, error) {
		f := table.FlowOf(c)
		in := f.Matching(c.Args[:tensors])
		var at op.Attrs
		for i, a := range attrs {
			at = append(at, op.KV{Name: a, Value: f.Flag(tensors + i)})
		}
		return f.Result(f.With(d, at, in...))
	}, doc, aliases...)))
}

func init() {
	matrixKernel(op.MatrixInverse, "inv", "(input, adjoint=False, name=None)", 1, []string{"adjoint"},
		`The inverses of square matrices, or with adjoint=True those of their conjugate transposes.

input: float or complex matrices [..., m, m]. A matrix that has no inverse is an error.

>>> tf.linalg.inv([[2., 0.], [1., 4.]])`)
	matrixKernel(op.MatrixDeterminant, "det", "(input, name=None)", 1, nil, `The determinants of square matrices.

input: float or complex matrices [..., m, m]; the result has shape [...].

>>> tf.linalg.det([[[2., 0.], [1., 4.]], [[0., 1.], [1., 0.]]])`)
	matrixKernel(op.MatrixSolve, "solve", "(matrix, rhs, adjoint=False, name=None)", 2, []string{"adjoint"},
		`Solves matrix @ x = rhs for x.

matrix: float or complex matrices [..., m, m]. rhs: [..., m, k]. A matrix that has no inverse is an error.

>>> tf.linalg.solve([[2., 0.], [1., 4.]], [[2.], [9.]])`)
	matrixKernel(op.MatrixTriangularSolve, "triangular_solve", "(matrix, rhs, lower=True, adjoint=False, name=None)", 2,
		[]string{"lower", "adjoint"}, `Solves matrix @ x = rhs for triangular matrices.

matrix: [..., m, m], of which one triangle is looked at. rhs: [..., m, k]; the axes before are broadcast.

>>> tf.linalg.triangular_solve([[2., 0.], [1., 4.]], [[2.], [9.]])`)
	matrixKernel(op.BandedTriangularSolve, "banded_triangular_solve",
		"(bands, rhs, lower=True, adjoint=False, name=None)", 2, []string{"lower", "adjoint"},
		`Solves x of triangular matrices that have only some diagonals.

bands: [..., k, m], row by row the diagonals, the main one first for a lower triangle and last for an upper one.
rhs: [..., m, n].

>>> tf.linalg.banded_triangular_solve([[2., 4., 5.], [0., 1., 3.]], [[2.], [9.], [7.]])`)
	matrixKernel(op.Cholesky, "cholesky", "(input, name=None)", 1, nil,
		`The lower triangles l with l @ adjoint(l) = input of positive definite matrices.

input: [..., m, m], of which the lower triangle is looked at; what is not positive definite gives nan.

>>> tf.linalg.cholesky([[4., 2.], [2., 5.]])`)
	matrixKernel(op.MatrixSquareRoot, "sqrtm", "(input, name=None)", 1, nil,
		`Matrices whose products with themselves are the input.

>>> tf.linalg.sqrtm([[4., 0.], [0., 9.]])`, "tf.matrix_square_root")
	matrixKernel(op.MatrixLogarithm, "logm", "(input, name=None)", 1, nil,
		`The logarithms of complex matrices: the inverse of tf.linalg.expm.

>>> tf.linalg.logm(tf.constant([[1., 0.], [0., 1.]], tf.complex64))`)
	matrixKernel(op.Cross, "cross", "(a, b, name=None)", 2, nil, `The cross products of vectors of three elements.

>>> tf.linalg.cross([1., 0., 0.], [0., 1., 0.])`)
	matrixKernel(op.Diag, "tensor_diag", "(diagonal, name=None)", 1, nil,
		`A tensor with the given elements on its diagonal, of twice the rank.

>>> tf.linalg.tensor_diag([1, 2])`)
	matrixKernel(op.DiagPart, "tensor_diag_part", "(input, name=None)", 1, nil,
		`The diagonal of a tensor whose shape is the same list of dimensions twice.

>>> tf.linalg.tensor_diag_part([[1, 2], [3, 4]])`)
	table.Register(
		table.Edges(table.Entry("tf.linalg.slogdet", "(input, name=None)", "LogMatrixDeterminant", slogdet,
			`The signs of determinants and the logarithms of their absolute values.

input: [..., m, m]; both results have shape [...].

>>> sign, log = tf.linalg.slogdet([[0., 1.], [1., 0.]])
>>> print(sign, log)`)),
		table.Edges(table.Entry("tf.linalg.lu", "(input, output_idx_type=tf.int32, name=None)", "Lu", luFactors,
			`The triangles of matrices with exchanged rows, and the order of the rows.

input: [..., m, m]. lu holds u, and below its diagonal l without its ones; p is [..., m].

>>> tf.linalg.lu([[1., 2.], [4., 4.]])`)),
		table.Edges(
			table.Plain(
				table.Entry(
					"tf.linalg.svd",
					"(tensor, full_matrices=False, compute_uv=True, name=None)",
					"Svd",
					singular,
					`The singular values and vectors of matrices: s, u and v with tensor = u @ diag(s) @ adjoint(v).

tensor: [..., m, n]. s: [..., min(m, n)], falling. With compute_uv=False s alone.

>>> tf.linalg.svd([[0., 2.], [1., 0.]], compute_uv=False)`,
				),
			),
		),
		table.Edges(table.Plain(table.Entry("tf.linalg.eigh", "(tensor, name=None)", "SelfAdjointEigV2",
			func(c *bind.Call) (py.Value, error) { return eigen(c, op.SelfAdjointEigV2, true) },
			`The eigenvalues, rising, and the eigenvectors, as columns, of symmetric or Hermitian matrices.

>>> e, v = tf.linalg.eigh([[2., 0.], [0., 1.]])
>>> print(e)`))),
		table.Edges(table.Plain(table.Entry("tf.linalg.eigvalsh", "(tensor, name=None)", "SelfAdjointEigV2",
			func(c *bind.Call) (py.Value, error) { return eigen(c, op.SelfAdjointEigV2, false) },
			`The eigenvalues, rising, of symmetric or Hermitian matrices.

>>> tf.linalg.eigvalsh([[2., 1.], [1., 2.]])`))),
		table.Edges(table.Plain(table.Entry("tf.linalg.eig", "(tensor, name=None)", "Eig",
			func(c *bind.Call) (py.Value, error) { return eigen(c, op.Eig, true) },
			`The eigenvalues and eigenvectors, complex, of square matrices.

>>> e, v = tf.linalg.eig(tf.constant([[0., 1.], [-1., 0.]]))
>>> tf.math.abs(e)`, "tf.eig"))),
		table.Edges(table.Plain(table.Entry("tf.linalg.eigvals", "(tensor, name=None)", "Eig",
			func(c *bind.Call) (py.Value, error) { return eigen(c, op.Eig, false) },
			`The eigenvalues, complex, of square matrices.

>>> tf.linalg.eigvals(tf.constant([[2., 0.], [0., 3.]]))`, "tf.eigvals"))),
		table.Edges(
			table.Entry("tf.linalg.band_part", "(input, num_lower, num_upper, name=None)", "MatrixBandPart", bandPart,
				`Matrices with zeros outside of a band around the main diagonal.

num_lower, num_upper: how many diagonals below and above stay; all when negative.

>>> tf.linalg.band_part([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 1, 0)`),
		),
		table.Edges(table.Entry("tf.linalg.diag",
			"(diagonal, name='diag', k=0, num_rows=-1, num_cols=-1, padding_value=0, align='RIGHT_LEFT')",
			"MatrixDiagV3", diagonalMatrix, `Matrices with the given diagonals.

diagonal: [..., n] for one diagonal, [..., d, n] for several. k: which one, or the lowest and highest; 0 is the main
diagonal. num_rows, num_cols: the size, by default the smallest. padding_value: what is elsewhere. align: where short
diagonals are in their rows.

>>> tf.linalg.diag([1, 2])
>>> tf.linalg.diag([[1, 2, 0], [3, 4, 5]], k=(0, 1), align='LEFT_LEFT')`)),
		table.Edges(table.Entry("tf.linalg.set_diag", "(input, diagonal, name='set_diag', k=0, align='RIGHT_LEFT')",
			"MatrixSetDiagV3", setDiagonal, `Matrices with other diagonals.

>>> tf.linalg.set_diag([[1, 2], [3, 4]], [8, 9])`)),
	)
}

func slogdet(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	return array.NamedParts(f, logClass, f.Do(op.LogMatrixDeterminant, nil, f.Input(0, tensor.Invalid)))
}

func luFactors(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	at := op.Attrs{{Name: "output_idx_type", Value: f.Dtype(1, tensor.Int32)}}
	return array.NamedParts(f, luClass, f.Do(op.Lu, at, f.Input(0, tensor.Invalid)))
}

func singular(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	both := f.Flag(2)
	at := op.Attrs{{Name: "compute_uv", Value: both}, {Name: "full_matrices", Value: f.Flag(1)}}
	all := f.Do(op.Svd, at, f.Arg(0))
	s := realPart(f, all[0])
	if f.Err != nil {
		return nil, f.Err
	}
	if !both {
		return s, nil
	}
	return py.NewTuple(s, all[1], all[2]), nil
}

// realPart is what is real anyway, in the real type.
func realPart(f *table.Flow, x op.Value) op.Value {
	if x == nil || !x.DType().IsComplex() {
		return x
	}
	return f.Cast(x, x.DType().Real())
}

func eigen(c *bind.Call, d *op.Def, vectors bool) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	at := op.Attrs{{Name: "compute_v", Value: vectors}}
	if d == op.Eig {
		out := tensor.Complex64
		if x.DType() == tensor.Float64 || x.DType() == tensor.Complex128 {
			out = tensor.Complex128
		}
		at = append(at, op.KV{Name: "Tout", Value: out})
	}
	both := f.Do(d, at, x)
	if f.Err != nil {
		return nil, f.Err
	}
	if !vectors {
		return both[0], nil
	}
	return py.NewTuple(both[0], both[1]), nil
}

func bandPart(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	var k [2]op.Value
	for i := range k { // a number takes the type of the other one, if that is a tensor
		want := tensor.Invalid
		if _, typed := bind.TypeOf(c.Args[1+i]); !typed {
			want = tensor.Int64
			if d, ok := bind.TypeOf(c.Args[2-i]); ok && d == tensor.Int32 {
				want = d
			}
		}
		k[i] = f.Input(1+i, want)
	}
	return f.Result(f.One(op.MatrixBandPart, x, k[0], k[1]))
}

func diagonalMatrix(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	x := f.Arg(0)
	if x == nil {
		return nil, f.Err
	}
	at := op.Attrs{{Name: "align", Value: table.AttrText(c.Args[6])}}
	return f.Result(f.With(op.MatrixDiagV3, at, x, f.As(c.Args[2], tensor.Int32), f.As(c.Args[3], tensor.Int32),
		f.As(c.Args[4], tensor.Int32), f.Filler(c.Args[5], x.DType())))
}

func setDiagonal(c *bind.Call) (py.Value, error) {
	f := table.FlowOf(c)
	in := f.Matching(c.Args[:2])
	at := op.Attrs{{Name: "align", Value: table.AttrText(c.Args[4])}}
	return f.Result(f.With(op.MatrixSetDiagV3, at, in[0], in[1], f.As(c.Args[3], tensor.Int32)))
}

func init() {
	table.InLibrary(
		"_tf_linalg",
		"tf.linalg.adjoint",
		"tf.linalg.matvec",
		"tf.linalg.trace",
		"tf.linalg.global_norm",
		"tf.norm",
		"tf.linalg.normalize",
		"tf.linalg.logdet",
		"tf.linalg.cholesky_solve",
		"tf.linalg.lu_reconstruct",
		"tf.linalg.lu_solve",
		"tf.linalg.lu_matrix_inverse",
		"tf.linalg.matrix_rank",
		"tf.linalg.pinv",
		"tf.linalg.lstsq",
		"tf.linalg.expm",
		"tf.linalg.tridiagonal_solve",
		"tf.linalg.tridiagonal_matmul",
		"tf.linalg.eigh_tridiagonal",
	)
	table.AlsoInLibrary("tf.linalg.norm", "_tf_linalg:norm")
	for module, kinds := range map[string][]string{
		"":          {""},
		"s":         {"FullMatrix", "LowerTriangular", "Diag", "Identity", "ScaledIdentity", "Zeros"},
		"s_special": {"Permutation", "Householder", "Toeplitz", "Tridiag", "LowRankUpdate"},
		"_rules":    {"Adjoint", "Inversion", "Composition"},
		"_blocks":   {"Kronecker", "BlockDiag", "BlockLowerTriangular"},
	} {
		for _, kind := range kinds {
			table.InLibrary("_tf_linear_operator"+module, "tf.linalg.LinearOperator"+kind)
		}
	}
}
