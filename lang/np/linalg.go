package np

import (
	"context"
	"math"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tensor/libm"
	"github.com/tfs-lang/tfs/tensor/linalg"
)

var linAlgError = py.NewClass("numpy.linalg", "LinAlgError", py.ValueErrorClass, nil)

// determinant is that of a matrix of n rows, of which NumPy takes the logarithm first.
func determinant[T linalg.Number](ctx context.Context, m []T, n int) (T, error) {
	f, err := linalg.NewLU(ctx, linalg.Matrix[T]{R: n, C: n, V: m})
	if err != nil {
		return 0, err
	}
	for i := range n {
		if f.F.At(i, i) == 0 {
			return 0, nil // without a sign
		}
	}
	sign, log := linalg.LogDeterminant(f)
	size := 0.0
	switch x := any(log).(type) {
	case float64:
		size = x
	case complex128:
		size = real(x)
	}
	return sign * linalg.Of[T](libm.Exp(size)), nil
}

// solveSystem gives x with m x = b, for k columns of b; regular is false when a pivot is zero.
func solveSystem[T linalg.Number](ctx context.Context, m, b []T, n, k int) (x []T, regular bool, err error) {
	f, err := linalg.NewLU(ctx, linalg.Matrix[T]{R: n, C: n, V: m})
	if err != nil {
		return nil, false, err
	}
	for i := range n {
		if f.F.At(i, i) == 0 {
			return nil, false, nil
		}
	}
	z, err := linalg.Solve(ctx, f, linalg.Matrix[T]{R: n, C: k, V: b})
	return z.V, true, err
}

func reals(v []complex128) []float64 {
	out := make([]float64, len(v))
	for i, z := range v {
		out[i] = real(z)
	}
	return out
}

func complexes(v []float64) []complex128 {
	out := make([]complex128, len(v))
	for i, x := range v {
		out[i] = complex(x, 0)
	}
	return out
}

// matrices reads square matrices: the type to compute in, and their numbers.
func (c *calc) matrices(v value) (a *array, x *tensor.Tensor, d tensor.DType) {
	return c.numbersOf(v, true)
}

// numbersOf reads matrices, square ones where that is asked.
func (c *calc) numbersOf(v value, square bool) (a *array, x *tensor.Tensor, d tensor.DType) {
	a = c.arr(v)
	if c.err == nil && a.Rank() < 2 {
		c.err = py.Raisef(linAlgError, "%d-dimensional array given. Array must be at least two-dimensional", a.Rank())
	}
	if c.err == nil && square && a.Shape()[a.Rank()-1] != a.Shape()[a.Rank()-2] {
		c.err = py.Raisef(linAlgError, "Last 2 dimensions of the array must be square")
	}
	if c.err != nil {
		return a, nil, 0
	}
	d = a.DType().Num
	switch d {
	case tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128:
	case tensor.Float16:
		c.err = py.TypeErrorf("array type float16 is unsupported in linalg")
		return a, nil, 0
	default:
		d = tensor.Float64
	}
	x, err := numbers(c.t, c.cast(a, dtypeOf(tensor.Complex128)))
	if c.err == nil {
		c.err = err
	}
	return a, x, d
}

// back makes an array of complex results in the type of the input.
func (c *calc) back(v []complex128, d tensor.DType, shape []int) value {
	x := tensor.FromSlice(shape, v)
	if !d.IsComplex() {
		x = tensor.FromSlice(shape, reals(v))
	}
	y, err := tensor.Gradual(c.t.Ctx, x, d)
	if c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return py.None
	}
	return wrap(y)
}

func (c *calc) det(v value) value {
	a, x, d := c.matrices(v)
	if c.err != nil {
		return py.None
	}
	n := a.Shape()[a.Rank()-1]
	m := tensor.Slice[complex128](x)
	batch := a.Shape()[:a.Rank()-2]
	count := 1
	for _, k := range batch {
		count *= k
	}
	out := make([]complex128, count)
	for b := range out {
		one := m[b*n*n : (b+1)*n*n]
		if d.IsComplex() {
			out[b], c.err = determinant(c.t.Ctx, one, n)
		} else {
			var z float64
			z, c.err = determinant(c.t.Ctx, reals(one), n)
			out[b] = complex(z, 0)
		}
		if c.err == nil {
			c.err = c.t.Check()
		}
		if c.err != nil {
			return py.None
		}
	}
	return c.back(out, d, append([]int{}, batch...))
}

// solve gives x with a x = b; b nil stands for the identity.
func (c *calc) solve(v, right value) value {
	a, x, d := c.matrices(v)
	if c.err != nil {
		return py.None
	}
	n := a.Shape()[a.Rank()-1]
	var b *array
	one := false
	if right == nil {
		b = c.arr(c.call("eye", int64(n)))
	} else {
		b = c.arr(right)
		d = promoteNum(d, promoteNum(b.DType().Num, tensor.Float32))
		if b.DType().Num.IsInteger() {
			d = promoteNum(d, tensor.Float64)
		}
		if one = b.Rank() == 1; one {
			b = b.NewAxis(1)
		}
	}
	if c.err == nil && b.Rank() == 0 {
		c.err = py.ValueErrorf("solve: Input operand 1 does not have enough dimensions (has 0, gufunc core with " +
			"signature (m,m),(m,n)->(m,n) requires 2)")
	}
	if c.err == nil && b.Rank() < 2 || c.err == nil && b.Shape()[b.Rank()-2] != n {
		c.err = py.ValueErrorf("solve: Input operand 1 has a mismatch in its core dimension "+
			"0, with gufunc signature (m,m),(m,n)->(m,n) (size %d is different from %d)", b.Shape()[max(b.Rank()-2, 0)],
			n)
	}
	if c.err != nil {
		return py.None
	}
	k := b.Shape()[b.Rank()-1]
	batch := a.Shape()[:a.Rank()-2]
	full, ok := b.BroadcastTo(append(append([]int(nil), batch...), n, k))
	if !ok {
		return c.value(fromModule(c.t, "_np_linalg", "solve_stacked", a, b))
	}
	y, err := numbers(c.t, c.cast(full, dtypeOf(tensor.Complex128)))
	if c.err = err; err != nil {
		return py.None
	}
	m, r := tensor.Slice[complex128](x), tensor.Slice[complex128](y)
	out := make([]complex128, len(r))
	for at := 0; n > 0 && at*n*n < len(m); at++ {
		left, right := m[at*n*n:(at+1)*n*n], r[at*n*k:(at+1)*n*k]
		var z []complex128
		var regular bool
		if d.IsComplex() {
			z, regular, c.err = solveSystem(c.t.Ctx, left, right, n, k)
		} else {
			var f []float64
			f, regular, c.err = solveSystem(c.t.Ctx, reals(left), reals(right), n, k)
			z = complexes(f)
		}
		if c.err == nil && !regular {
			c.err = py.Raisef(linAlgError, "Singular matrix")
		}
		if c.err == nil {
			c.err = c.t.Check()
		}
		if c.err != nil {
			return py.None
		}
		copy(out[at*n*k:], z)
	}
	shape := full.Shape()
	if one {
		shape = shape[:len(shape)-1]
	}
	return c.back(out, d, append([]int{}, shape...))
}

// rankWarning is np.exceptions.RankWarning.
var rankWarning = py.NewClass("numpy.exceptions", "RankWarning", py.RuntimeWarningClass, nil)

// leastSquares solves the normal problem by Householder reflections; the columns
// are independent, and at most as many as the rows.
func leastSquares(t *thread, a, b *array) (value, error) {
	c := &calc{t: t}
	rows, cols := a.Shape()[0], a.Shape()[1]
	m := append([]float64(nil), c.floats(a)...)
	k := b.Len() / max(b.Shape()[0], 1)
	y := append([]float64(nil), c.floats(b)...)
	if c.err != nil {
		return nil, c.err
	}
	for j := range cols {
		s := 0.0
		for i := j; i < rows; i++ {
			s = math.Hypot(s, m[i*cols+j])
		}
		if s == 0 {
			return nil, py.Raisef(linAlgError, "Singular matrix")
		}
		if m[j*cols+j] > 0 {
			s = -s
		}
		v := make([]float64, rows)
		for i := j; i < rows; i++ {
			v[i] = m[i*cols+j]
		}
		v[j] -= s
		norm := 0.0
		for _, e := range v {
			norm += e * e
		}
		reflect := func(x []float64, width, col int) {
			d := 0.0
			for i := j; i < rows; i++ {
				d += v[i] * x[i*width+col]
			}
			for i := j; i < rows && norm > 0; i++ {
				x[i*width+col] -= 2 * d / norm * v[i]
			}
		}
		for q := j; q < cols; q++ {
			reflect(m, cols, q)
		}
		for q := range k {
			reflect(y, k, q)
		}
	}
	out := make([]float64, cols*k)
	for q := range k {
		for i := cols - 1; i >= 0; i-- {
			s := y[i*k+q]
			for j := i + 1; j < cols; j++ {
				s -= m[i*cols+j] * out[j*k+q]
			}
			out[i*k+q] = s / m[i*cols+i]
		}
	}
	shape := []int{cols}
	if b.Rank() > 1 {
		shape = append(shape, k)
	}
	return floatsOf(out, shape...), nil
}

// norm is np.linalg.norm: of vectors, and of matrices by their elements, rows or columns.
func (c *calc) norm(v, ord, axis, keep value) value {
	x := c.arr(v)
	if !x.DType().Num.IsFloating() && !x.DType().Num.IsComplex() {
		x = c.cast(x, dtypeOf(tensor.Float64))
	}
	axes, err := axesArg(c.t, axis, x.Rank())
	if c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return py.None
	}
	k := keep == true
	mag := c.u("absolute", x)
	square := func(ax value) value { return c.u("sqrt", c.fold("sum", c.u("multiply", mag, mag), ax, k)) }
	matrix := len(axes) == 2 || axes == nil && x.Rank() == 2
	if ord == py.None || ord == "fro" && matrix {
		return square(axis)
	}
	if matrix && (ord == "nuc" || ord == int64(2) || ord == int64(-2)) {
		return c.normOfValues(x, axes, ord, k)
	}
	if matrix && py.TypeOf(ord) == py.StrClass {
		c.err = py.ValueErrorf("Invalid norm order for matrices.")
		return py.None
	}
	if ord == "fro" || ord == "nuc" || axes == nil && x.Rank() > 2 {
		c.err = py.ValueErrorf("Invalid norm order %s for %s.", py.ReprOf(ord),
			map[bool]string{true: "matrices", false: "vectors"}[matrix])
		return py.None
	}
	p, err := py.ToFloat(ord)
	if err != nil {
		c.err = py.ValueErrorf("Invalid norm order '%s' for vectors", py.StrOf(ord))
		return py.None
	}
	if matrix {
		row, col := 0, 1
		if axes != nil {
			row, col = axes[0], axes[1]
		}
		name := map[bool]string{true: "max", false: "min"}[p > 0]
		switch math.Abs(p) {
		case 1:
			return c.fold(name, c.fold("sum", mag, int64(row), true), py.NewTuple(int64(row), int64(col)), k)
		case math.Inf(1):
			return c.fold(name, c.fold("sum", mag, int64(col), true), py.NewTuple(int64(row), int64(col)), k)
		}
		c.err = py.ValueErrorf("Invalid norm order for matrices.")
		return py.None
	}
	switch {
	case math.IsInf(p, 1):
		return c.fold("max", mag, axis, k)
	case math.IsInf(p, -1):
		return c.fold("min", mag, axis, k)
	case p == 0:
		return c.fold("sum", c.cast(c.u("not_equal", x, int64(0)), c.arr(mag).DType()), axis, k)
	case p == 1:
		return c.fold("sum", mag, axis, k)
	case p == 2:
		return square(axis)
	}
	return c.u("power", c.fold("sum", c.u("power", mag, p), axis, k), 1/p)
}

// normOfValues are the norms by singular values: their sum ('nuc'), the greatest (2) or the least (-2).
func (c *calc) normOfValues(x *array, axes []int, ord value, keep bool) value {
	var m value = x
	if axes != nil {
		m = c.call("moveaxis", m, py.NewTuple(int64(axes[0]), int64(axes[1])), py.NewTuple(int64(-2), int64(-1)))
	}
	p := c.factor(m, false, singular, []int{2, 1, 2}, 1)
	if c.err != nil {
		return py.None
	}
	if c.arr(p[1]).Shape()[c.arr(p[1]).Rank()-1] == 0 { // nothing weighs nothing
		p[1] = c.call("concatenate", py.NewList(p[1], c.call("zeros", append1(c.arr(p[1]).Shape()))), int64(-1))
	}
	z := c.fold(map[value]string{"nuc": "sum", int64(2): "max", int64(-2): "min"}[ord], p[1], int64(-1), false)
	if keep && axes != nil {
		z = c.call("expand_dims", z, py.NewTuple(int64(axes[0]), int64(axes[1])))
	}
	if axes == nil && keep {
		z = c.call("reshape", z, py.NewTuple(int64(1), int64(1)))
	}
	return z
}

// append1 is a shape with one element in its last dimension.
func append1(shape []int) value {
	t := py.NewTuple()
	for _, n := range shape[:len(shape)-1] {
		t.Items = append(t.Items, int64(n))
	}
	t.Items = append(t.Items, int64(1))
	return t
}

// linalgModule is np.linalg.
func linalgModule() *py.Module {
	m := &py.Module{Name: "numpy.linalg", Short: "np.linalg", Doc: "Linear algebra.",
		Attrs: map[string]value{"LinAlgError": linAlgError}}
	add := func(sig, doc string, f func(c *calc, a []value) value) {
		b, out := py.NewBuiltin(sig, nil), outPlace(sig)
		b.Fn = func(t *thread, a []value) (value, error) {
			c := &calc{t: t}
			v := f(c, a)
			if out >= 0 && c.err == nil {
				v, c.err = written(t, b.Name, a, out, v)
			}
			if x, _ := underlying(a); x != nil && c.err == nil && keepers[b.Name] {
				return inClass(t, x, v)
			}
			return v, c.err
		}
		b.Doc, b.Mod = doc, "numpy.linalg"
		m.Attrs[b.Name] = b
	}
	add("norm(x, ord=None, axis=None, keepdims=False)", "The length of vectors, the norm of matrices.",
		func(c *calc, a []value) value {
			return c.norm(a[0], a[1], a[2], a[3])
		})
	add("det(a)", "The determinant.", func(c *calc, a []value) value { return c.det(a[0]) })
	add("inv(a)", "The inverse.", func(c *calc, a []value) value { return c.solve(a[0], nil) })
	add("solve(a, b)", "x with a x = b.", func(c *calc, a []value) value { return c.solve(a[0], a[1]) })
	add("matrix_power(a, n)", "A matrix to a whole power.", func(c *calc, a []value) value {
		n := c.int(a[1], "n")
		x := value(c.arr(a[0]))
		if c.err == nil {
			if s := c.arr(x).Shape(); len(s) < 2 || s[len(s)-1] != s[len(s)-2] {
				c.err = py.Raisef(linAlgError, "Last 2 dimensions of the array must be square")
			}
		}
		if n < 0 {
			x, n = c.solve(x, nil), -n
		}
		if c.err != nil {
			return py.None
		}
		z := value(c.cast(c.call("eye", int64(c.arr(x).Shape()[c.arr(x).Rank()-1])), c.arr(x).DType()))
		for ; n > 0 && c.err == nil; n >>= 1 {
			if n&1 == 1 {
				z = c.value(operator(c.t, "@", z, x, nil))
			}
			if n > 1 {
				x = c.value(operator(c.t, "@", x, x, nil))
			}
		}
		return z
	})
	add("multi_dot(arrays, *, out=None)", "The product of several matrices.", func(c *calc, a []value) value {
		xs := c.arrays(a[0])
		if c.err != nil || len(xs) < 2 {
			c.err = py.ValueErrorf("Expecting at least two arrays.")
			return py.None
		}
		z := value(xs[0])
		for _, x := range xs[1:] {
			if c.err == nil {
				z = c.value(dot(c.t, z, x))
			}
		}
		return z
	})
	addDecompositions(add)
	m.Lazy, m.Shared = map[string]string{}, true
	for _, n := range strings.Fields("matrix_transpose matmul tensordot vecdot outer cross diagonal trace matrix_norm " +
		"vector_norm tensorsolve tensorinv") {
		m.Lazy[n] = "_np_linalg:" + n
	}
	return m
}
