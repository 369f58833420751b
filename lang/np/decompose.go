package np

import (
	"context"
	"errors"
	"math"
	"math/cmplx"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/linalg"
	"github.com/tfs-lang/tfs/tf/bind"
)

// The decompositions of np.linalg, one matrix after the other, with the factors of package tensor/linalg. The
// signs of vectors, which the equations leave open, are those of LAPACK for real matrices of up to 25 values (svd, eigh),
// else those of tf.linalg.

// decomposed are results of one matrix, as many for each matrix of a batch.
type decomposed []linalg.Matrix[complex128]

// A decomposition computes the results of a matrix of real or complex numbers, the real ones of type float64.
type decomposition struct {
	real    func(ctx context.Context, m linalg.Matrix[float64]) (decomposed, error)
	complex func(ctx context.Context, m linalg.Matrix[complex128]) (decomposed, error)
}

var (
	singular    = decomposition{singularValues[float64], singularValues[complex128]}
	singularAll = decomposition{singularFull[float64], singularFull[complex128]}
	hermitian   = decomposition{hermitianParts[float64], hermitianParts[complex128]}
	triangular  = decomposition{choleskyFactor[float64], choleskyFactor[complex128]}
	orthogonal  = decomposition{orthogonalParts[float64], orthogonalParts[complex128]}
	orthoAll    = decomposition{orthogonalFull[float64], orthogonalFull[complex128]}
	logDet      = decomposition{logDeterminant[float64], logDeterminant[complex128]}
	general     = decomposition{func(ctx context.Context, m linalg.Matrix[float64]) (decomposed, error) {
		return generalParts(ctx, linalg.Wide(m))
	}, generalParts}
)

// pairUp puts of two conjugate values of a real matrix the one above the real line first, and the other behind it, as
// LAPACK has them. Of two real values of a matrix of two rows the greater comes first unless the diagonal rises.
func pairUp(m linalg.Matrix[complex128], d decomposed) {
	w, v := d[0].V, d[1]
	if len(w) == 2 && w[0] != cmplx.Conj(w[1]) && m.V[2] != 0 {
		rises := math.Signbit(real(m.V[0]) - real(m.V[3]))
		if m.V[1] == 0 { // a triangle, which is read from below
			rises = !rises
		}
		if rises != (real(w[0]) < real(w[1])) {
			w[0], w[1], v.V[0], v.V[1], v.V[2], v.V[3] = w[1], w[0], v.V[1], v.V[0], v.V[3], v.V[2]
		}
	}
	for i := 0; i < len(w)-1; i++ {
		if math.Abs(imag(w[i])) <= 1e-14*cmplx.Abs(w[i]) {
			continue
		}
		j := i + 1
		for k := j; k < len(w); k++ { // the nearest to the conjugate
			if cmplx.Abs(w[k]-cmplx.Conj(w[i])) < cmplx.Abs(w[j]-cmplx.Conj(w[i])) {
				j = k
			}
		}
		w[i+1], w[j] = w[j], w[i+1]
		for r := range v.R {
			row := v.V[r*v.C:]
			row[i+1], row[j] = row[j], row[i+1]
			if imag(w[i]) < 0 {
				row[i], row[i+1] = row[i+1], row[i]
			}
		}
		if imag(w[i]) < 0 {
			w[i], w[i+1] = w[i+1], w[i]
		}
		i++
	}
}

// rowOf is a line of real numbers as a matrix of one row.
func rowOf(v []float64) linalg.Matrix[complex128] {
	return linalg.Matrix[complex128]{R: 1, C: len(v), V: complexes(v)}
}

func singularValues[T float64 | complex128](ctx context.Context, m linalg.Matrix[T]) (decomposed, error) {
	return singularParts(ctx, m, false)
}

func singularFull[T float64 | complex128](ctx context.Context, m linalg.Matrix[T]) (decomposed, error) {
	return singularParts(ctx, m, true)
}

func singularParts[T float64 | complex128](ctx context.Context, m linalg.Matrix[T], full bool) (decomposed, error) {
	if x, ok := any(m).(linalg.Matrix[float64]); ok {
		if s, u, v, ok := linalg.BidiagonalSVD(ctx, x, full); ok {
			return decomposed{linalg.Wide(u), rowOf(s), linalg.Wide(linalg.Adjoint(v))}, nil
		}
	}
	s, u, v, err := linalg.SVD[T, float64](ctx, m, full)
	if err != nil {
		return nil, err
	}
	return decomposed{linalg.Wide(u), rowOf(s), linalg.Wide(linalg.Adjoint(v))}, nil
}

func hermitianParts[T float64 | complex128](ctx context.Context, m linalg.Matrix[T]) (decomposed, error) {
	if x, ok := any(m).(linalg.Matrix[float64]); ok {
		if w, v, ok := linalg.SymmetricQL(ctx, x); ok {
			return decomposed{rowOf(w), linalg.Wide(v)}, nil
		}
	}
	w, v, err := linalg.SelfAdjoint[T, float64](ctx, m)
	if err != nil {
		return nil, err
	}
	return decomposed{rowOf(w), linalg.Wide(v)}, nil
}

func choleskyFactor[T float64 | complex128](ctx context.Context, m linalg.Matrix[T]) (decomposed, error) {
	l, ok, err := linalg.Cholesky(ctx, m)
	if err == nil && !ok {
		err = py.Raisef(linAlgError, "Matrix is not positive definite")
	}
	return decomposed{linalg.Wide(l)}, err
}

func orthogonalParts[T float64 | complex128](ctx context.Context, m linalg.Matrix[T]) (decomposed, error) {
	return orthogonalOf(ctx, m, min(m.R, m.C))
}

func orthogonalFull[T float64 | complex128](ctx context.Context, m linalg.Matrix[T]) (decomposed, error) {
	return orthogonalOf(ctx, m, m.R)
}

func orthogonalOf[T float64 | complex128](ctx context.Context, m linalg.Matrix[T], columns int) (decomposed, error) {
	f, err := linalg.NewQR(ctx, m)
	if err != nil {
		return nil, err
	}
	q, err := linalg.Unitary(ctx, f, columns)
	if err != nil {
		return nil, err
	}
	return decomposed{linalg.Wide(q), linalg.Wide(linalg.Upper(f, columns))}, nil
}

func logDeterminant[T float64 | complex128](ctx context.Context, m linalg.Matrix[T]) (decomposed, error) {
	f, err := linalg.NewLU(ctx, m)
	if err != nil {
		return nil, err
	}
	sign, log := linalg.LogDeterminant(f)
	one := func(v T) linalg.Matrix[complex128] { return linalg.Wide(linalg.Matrix[T]{R: 1, C: 1, V: []T{v}}) }
	return decomposed{one(sign), one(log)}, nil
}

func generalParts(ctx context.Context, m linalg.Matrix[complex128]) (decomposed, error) {
	w, v, err := linalg.General(ctx, m)
	if err != nil {
		return nil, err
	}
	d := decomposed{{R: 1, C: len(w), V: w}, v}
	if !slices.ContainsFunc(m.V, func(x complex128) bool { return imag(x) != 0 }) {
		pairUp(m, d)
	}
	return d, nil
}

// factor decomposes all matrices of an array. Of each result it gives an array of the batch's shape and the
// shape that shapes tells: rank 0, 1 or 2. Those that mags names by their place are real.
func (c *calc) factor(v value, square bool, f decomposition, ranks []int, mags ...int) []value {
	a, x, d := c.numbersOf(v, square)
	if c.err != nil {
		return nil
	}
	rows, cols := a.Shape()[a.Rank()-2], a.Shape()[a.Rank()-1]
	batch := append([]int(nil), a.Shape()[:a.Rank()-2]...)
	count := 1
	for _, k := range batch {
		count *= k
	}
	data := tensor.Slice[complex128](x)
	values := make([][]complex128, len(ranks))
	var last decomposed
	for b := range max(count, 1) {
		one := linalg.New[complex128](rows, cols)
		if count > 0 {
			copy(one.V, data[b*rows*cols:(b+1)*rows*cols])
		}
		for _, z := range one.V {
			if cmplx.IsInf(z) || cmplx.IsNaN(z) {
				c.err = py.Raisef(linAlgError, "Array must not contain infs or NaNs")
				return nil
			}
		}
		if last = c.decompose(f, one, d.IsComplex()); c.err != nil {
			return nil
		}
		for i := range values {
			if count > 0 {
				values[i] = append(values[i], last[i].V...)
			}
		}
	}
	out := make([]value, len(ranks))
	for i, rank := range ranks {
		shape := append(append([]int(nil), batch...), []int{last[i].R, last[i].C}[2-rank:]...)
		kind := d
		for _, m := range mags {
			if m == i {
				kind = d.Real()
			}
		}
		out[i] = c.back(values[i], kind, shape)
	}
	return out
}

func (c *calc) decompose(f decomposition, m linalg.Matrix[complex128], isComplex bool) (out decomposed) {
	if isComplex {
		out, c.err = f.complex(c.t.Ctx, m)
	} else {
		out, c.err = f.real(c.t.Ctx, linalg.Matrix[float64]{R: m.R, C: m.C, V: reals(m.V)})
	}
	if errors.Is(c.err, linalg.ErrNoConvergence) {
		c.err = py.Raisef(linAlgError, "%v", c.err)
	}
	if c.err == nil {
		c.err = c.t.Check()
	}
	return out
}

// eigen is eig: real results where all values are real.
func (c *calc) eigen(v value) []value {
	wide := c.arr(v)
	kind := wide.DType().Num
	if c.err == nil && !kind.IsComplex() {
		to := tensor.Complex128
		if kind == tensor.Float32 {
			to = tensor.Complex64
		}
		wide = c.cast(wide, dtypeOf(to))
	}
	if c.err != nil {
		return nil
	}
	out := c.factor(wide, true, general, []int{1, 2})
	if c.err != nil || kind.IsComplex() {
		return out
	}
	for _, im := range c.floats(c.value(py.GetAttr(c.t, out[0], "imag"))) {
		if im != 0 {
			return out
		}
	}
	for i := range out {
		out[i] = c.value(py.GetAttr(c.t, out[i], "real"))
	}
	return out
}

// pseudoInverse is pinv: singular values not above rcond times the greatest are taken for zeros.
func (c *calc) pseudoInverse(v value, rcond float64) value {
	p := c.factor(v, false, singular, []int{2, 1, 2}, 1)
	if c.err != nil {
		return py.None
	}
	u, s, vt := p[0], p[1], p[2]
	limit := c.u("multiply", c.fold("max", s, int64(-1), true), rcond)
	large := c.u("greater", s, limit)
	inverse := c.call("where", large, c.u("divide", 1.0, c.call("where", large, s, 1.0)), 0.0)
	flip := func(m value) value { return c.u("conjugate", c.call("swapaxes", m, int64(-1), int64(-2))) }
	scaled := c.u("multiply", c.call("expand_dims", inverse, int64(-1)), flip(u))
	return c.value(operator(c.t, "@", flip(vt), scaled, nil))
}

// leastByValues is lstsq: the shortest x with the least a x - b, the squared residuals, the rank and the singular
// values.
func (c *calc) leastByValues(left, right value, rcond float64) (x, residuals value, rank int, s value) {
	a, b := c.arr(left), c.arr(right)
	switch {
	case c.err != nil:
		return
	case a.Rank() != 2:
		c.err = py.Raisef(linAlgError, "%d-dimensional array given. Array must be two-dimensional", a.Rank())
		return
	case b.Rank() < 1 || b.Rank() > 2 || a.Shape()[0] != b.Shape()[0]:
		c.err = py.Raisef(linAlgError, "Incompatible dimensions")
		return
	}
	p := c.factor(a, false, singular, []int{2, 1, 2}, 1)
	if c.err != nil {
		return
	}
	s = p[1]
	values := c.floats(s)
	for _, v := range values {
		if v > rcond*values[0] {
			rank++
		}
	}
	x = c.value(operator(c.t, "@", c.pseudoInverse(a, rcond), b, nil))
	residuals = c.new(dtypeOf(tensor.Float64), 0)
	if rows, cols := a.Shape()[0], a.Shape()[1]; rank == cols && rows > cols && c.err == nil {
		off := c.u("absolute", c.u("subtract", b, c.value(operator(c.t, "@", a, x, nil))))
		residuals = c.fold("sum", c.u("multiply", off, off), int64(0), b.Rank() == 1)
	}
	return x, residuals, rank, s
}

// smallest is the machine's epsilon times the greater side of a matrix, below which NumPy sees no rank.
func smallest(a *array) float64 {
	side := 0
	if a.Rank() > 0 {
		side = a.Shape()[a.Rank()-1]
	}
	if a.Rank() > 1 {
		side = max(side, a.Shape()[a.Rank()-2])
	}
	epsilon := epsilon64
	if a.DType().Num == tensor.Float32 {
		epsilon = epsilon32
	}
	return float64(side) * epsilon
}

// The distances from 1 to the next greater number.
const (
	epsilon32 = 0x1p-23
	epsilon64 = 0x1p-52
)

func addDecompositions(add func(sig, doc string, f func(c *calc, a []value) value)) {
	results := func(name, fields string, values func(c *calc, a []value) []value) func(c *calc, a []value) value {
		class := py.NamedTuple("numpy.linalg._linalg", name, strings.Fields(fields), nil)
		return func(c *calc, a []value) value {
			if v := values(c, a); c.err == nil {
				return &py.Tuple{Items: v, Class: class}
			}
			return py.None
		}
	}
	eigh := func(c *calc, a []value) []value {
		if s, ok := strOf(a[1]); !ok || s != "L" && s != "l" && s != "U" && s != "u" {
			c.err = py.ValueErrorf("UPLO argument must be 'L' or 'U'")
			return []value{py.None}
		}
		if a[1] == "U" || a[1] == "u" {
			a[0] = c.u("conjugate", c.call("swapaxes", a[0], int64(-1), int64(-2)))
		}
		return c.factor(a[0], true, hermitian, []int{1, 2}, 0)
	}
	add("eigh(a, UPLO='L')", "Eigenvalues, rising, and eigenvectors of Hermitian matrices.",
		results("EighResult", "eigenvalues eigenvectors", eigh))
	add("eigvalsh(a, UPLO='L')", "Eigenvalues of Hermitian matrices, rising.", first(eigh))
	eig := func(c *calc, a []value) []value { return c.eigen(a[0]) }
	add("eig(a)", "Eigenvalues and eigenvectors of square matrices.", results("EigResult", "eigenvalues eigenvectors", eig))
	add("eigvals(a)", "Eigenvalues of square matrices.", first(eig))
	add("cholesky(a, /, *, upper=False)", "The lower triangle whose product with its adjoint is the matrix.",
		func(c *calc, a []value) value {
			x := c.arr(a[0])
			if n := x.Rank(); c.err == nil && x.Len() == 0 && n > 1 && x.Shape()[n-1] == x.Shape()[n-2] {
				return c.u("multiply", x, 1.0)
			}
			adjoint := func(v value) value { return c.u("conjugate", c.call("swapaxes", v, int64(-1), int64(-2))) }
			if a[1] != true {
				return first(func(c *calc, a []value) []value { return c.factor(a[0], true, triangular, []int{2}) })(c, a)
			}
			z := first(func(c *calc, a []value) []value { return c.factor(a[0], true, triangular, []int{2}) })(c, []value{adjoint(x)})
			return adjoint(z)
		})
	add("slogdet(a)", "Sign and logarithm of the determinant.", results("SlogdetResult", "sign logabsdet",
		func(c *calc, a []value) []value { return c.factor(a[0], true, logDet, []int{0, 0}, 1) }))
	svd := results("SVDResult", "U S Vh", func(c *calc, a []value) []value {
		f := singularAll
		if a[1] != true {
			f = singular
		}
		return c.factor(a[0], false, f, []int{2, 1, 2}, 1)
	})
	values := func(c *calc, a []value) value {
		if p := c.factor(a[0], false, singular, []int{2, 1, 2}, 1); c.err == nil {
			return p[1]
		}
		return py.None
	}
	add("svd(a, full_matrices=True, compute_uv=True, hermitian=False)", "U, the singular values, falling, and V adjoint.",
		func(c *calc, a []value) value {
			if ok, err := py.Truth(c.t, a[3]); ok || err != nil {
				if c.err = err; err != nil {
					return py.None
				}
				return c.value(fromModule(c.t, "_np_linalg", "svd_hermitian", a[0], a[2]))
			}
			if a[2] != true {
				return values(c, a)
			}
			return svd(c, a)
		})
	add("svdvals(x)", "The singular values, falling.", values)
	qr := func(f decomposition) func(c *calc, a []value) value {
		return results("QRResult", "Q R", func(c *calc, a []value) []value { return c.factor(a[0], false, f, []int{2, 2}) })
	}
	reduced, complete := qr(orthogonal), qr(orthoAll)
	add("qr(a, mode='reduced')", "A matrix with orthonormal columns and an upper triangle.", func(c *calc, a []value) value {
		switch a[1] {
		case "reduced":
			return reduced(c, a)
		case "complete":
			return complete(c, a)
		case "r":
			return first(func(c *calc, a []value) []value {
				v := c.factor(a[0], false, orthogonal, []int{2, 2})
				return v[min(1, len(v)):]
			})(c, a)
		}
		c.err = py.ValueErrorf("Unrecognized mode '%s'", py.StrOf(a[1]))
		return py.None
	})
	addByValues(add)
}

// first is a function of its first result.
func first(f func(c *calc, a []value) []value) func(c *calc, a []value) value {
	return func(c *calc, a []value) value {
		if v := f(c, a); c.err == nil {
			return v[0]
		}
		return py.None
	}
}

// addByValues adds what is computed of singular values.
func addByValues(add func(sig, doc string, f func(c *calc, a []value) value)) {
	limit := func(c *calc, given value, or float64) float64 {
		if given == py.None || c.err != nil {
			return or
		}
		x, err := py.ToFloat(given)
		c.err = err
		return x
	}
	add("pinv(a, rcond=None, hermitian=False, *, rtol=None)", "The pseudo-inverse.", func(c *calc, a []value) value {
		if a[1] != py.None && a[3] != py.None {
			c.err = py.ValueErrorf("`rtol` and `rcond` can't be both set.")
		} else if a[3] != py.None {
			a[1] = a[3]
		}
		if x := c.arr(a[0]); c.err == nil && x.Len() == 0 && x.Rank() > 1 {
			return c.u("multiply", c.call("swapaxes", x, int64(-1), int64(-2)), 1.0)
		}
		r := limit(c, a[1], smallest(c.arr(a[0])))
		if c.err != nil {
			return py.None
		}
		return c.pseudoInverse(a[0], r)
	})
	add("lstsq(a, b, rcond=None)", "The least squares solution, the residuals, the rank and the singular values.",
		func(c *calc, a []value) value {
			if x := c.arr(a[0]); c.err == nil && x.Rank() == 2 && x.Len() == 0 {
				return c.value(fromModule(c.t, "_np_linalg", "lstsq_empty", x, c.arr(a[1])))
			}
			r := limit(c, a[2], smallest(c.arr(a[0])))
			if c.err != nil {
				return py.None
			}
			x, residuals, rank, s := c.leastByValues(a[0], a[1], r)
			return py.NewTuple(x, residuals, bind.NPScalar(tensor.Scalar(int32(rank))), s)
		})
	add("matrix_rank(A, tol=None, hermitian=False, *, rtol=None)", "How many singular values are not zero.",
		func(c *calc, a []value) value {
			x := c.arr(a[0])
			if c.err == nil && x.Rank() < 2 {
				n, _ := py.AsInt(c.fold("max", c.cast(c.u("not_equal", x, int64(0)), dtypeOf(tensor.Int64)), py.None, false))
				return n
			}
			if n := x.Rank(); x.Shape()[n-1] == 0 || x.Shape()[n-2] == 0 {
				return c.fold("sum", c.cast(x, dtypeOf(tensor.Int64)), py.NewTuple(int64(-1), int64(-2)), false)
			}
			p := c.factor(x, false, singular, []int{2, 1, 2}, 1)
			if c.err != nil {
				return py.None
			}
			bound := a[1]
			switch {
			case bound != py.None && a[3] != py.None:
				c.err = py.ValueErrorf("`tol` and `rtol` can't be both set.")
				return py.None
			case a[3] != py.None:
				bound = c.u("multiply", c.fold("max", p[1], int64(-1), true), a[3])
			case bound == py.None:
				bound = c.u("multiply", c.fold("max", p[1], int64(-1), true), smallest(x))
			}
			return c.fold("sum", c.cast(c.u("greater", p[1], bound), dtypeOf(tensor.Int64)), int64(-1), false)
		})
	add("cond(x, p=None)", "How much a solution may change with the system.", func(c *calc, a []value) value {
		if x := c.arr(a[0]); c.err == nil && x.Len() == 0 {
			c.err = py.Raisef(linAlgError, "cond is not defined on empty arrays")
			return py.None
		}
		if a[1] != py.None && a[1] != int64(2) && a[1] != int64(-2) {
			inverse := c.solve(a[0], nil)
			if e, ok := c.err.(*py.Exc); ok && e.Class == linAlgError {
				c.err = nil
				return bind.NPScalar(tensor.Scalar(math.Inf(1)))
			}
			return c.u("multiply", c.norm(a[0], a[1], py.None, false), c.norm(inverse, a[1], py.None, false))
		}
		p := c.factor(a[0], false, singular, []int{2, 1, 2}, 1)
		if c.err != nil {
			return py.None
		}
		most, least := c.fold("max", p[1], int64(-1), false), c.fold("min", p[1], int64(-1), false)
		if a[1] == int64(-2) {
			most, least = least, most
		}
		return c.value(fromModule(c.t, "_np_linalg", "ratio", most, least, a[0]))
	})
}
