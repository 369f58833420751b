package np

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

// pair brings two operands to one number type, as multiplication does.
func pair(t *thread, a, b value) (x, y *tensor.Tensor, err error) {
	u := ufuncs["multiply"]
	o, err := u.operands(t, []value{a, b})
	if err != nil {
		return nil, nil, err
	}
	d := o.common(false)
	if !d.IsNumber() {
		return nil, nil, py.TypeErrorf("tfs multiplies matrices of numbers only, not of %s", d)
	}
	if x, err = o.input(t, 0, o.arrays[0], d.Num); err != nil {
		return nil, nil, err
	}
	y, err = o.input(t, 1, o.arrays[1], d.Num)
	return x, y, err
}

// matmul is a @ b.
func (u *ufunc) matmul(t *thread, in []value, kw *callOptions) (value, error) {
	o, err := u.operands(t, in)
	if err != nil {
		return nil, err
	}
	for _, out := range kw.out {
		if d := o.common(false); out != nil && d.IsNumber() {
			if err := u.castable(d, out.DType(), kw); err != nil {
				return nil, err
			}
		}
	}
	if z, err := objectProduct(t, in[0], in[1]); z != nil || err != nil {
		if err != nil {
			return nil, err
		}
		return u.finish(t, &operands{values: []value{z}, arrays: []*array{z}}, []*array{z}, kw)
	}
	x, y, err := pair(t, in[0], in[1])
	if err != nil {
		return nil, err
	}
	z, err := matmul(t, x, y)
	if err != nil {
		return nil, err
	}
	if err := productFaults(t, "matmul", x, y, z); err != nil {
		return nil, err
	}
	if err := matmulFits(x, y, z, kw); err != nil {
		return nil, err
	}
	r := ndarray.Fresh(z, x, y)
	return u.finish(t, &operands{values: []value{r}, arrays: []*array{r}}, []*array{r}, kw)
}

// matmulFits tells of an output whose matrices are of another size than those of the product z.
func matmulFits(x, y, z *tensor.Tensor, kw *callOptions) error {
	core := min(x.Rank()-1, 1) + min(y.Rank()-1, 1)
	for _, out := range kw.out {
		if out == nil {
			continue
		}
		if out.Rank() < core {
			return py.ValueErrorf("matmul: Output operand 0 does not have enough dimensions "+
				"(has %d, gufunc core with signature %s requires %d)", out.Rank(), matmulCore, core)
		}
		for k := range core {
			n, m := out.Shape()[out.Rank()-core+k], z.Shape()[z.Rank()-core+k]
			if n != m {
				return py.ValueErrorf("matmul: Output operand 0 has a mismatch in its core dimension %d, "+
					"with gufunc signature %s (size %d is different from %d)", k, matmulCore, n, m)
			}
		}
	}
	return nil
}

const matmulCore = "(n?,k),(k,m?)->(n?,m?)"

func matmul(t *thread, x, y *tensor.Tensor) (*tensor.Tensor, error) {
	for i, e := range []*tensor.Tensor{x, y} {
		if e.Rank() == 0 {
			return nil, py.ValueErrorf("matmul: Input operand %d does not have enough dimensions "+
				"(has 0, gufunc core with signature %s requires 1)", i, matmulCore)
		}
	}
	a, b := x, y
	if a.Rank() == 1 {
		a = a.WithShape([]int{1, a.Len()})
	}
	if b.Rank() == 1 {
		b = b.WithShape([]int{b.Len(), 1})
	}
	if k, n := a.Shape()[a.Rank()-1], b.Shape()[b.Rank()-2]; k != n {
		return nil, py.ValueErrorf("matmul: Input operand 1 has a mismatch in its core dimension "+
			"0, with gufunc signature %s (size %d is different from %d)", matmulCore, n, k)
	}
	if _, ok := ndarray.Broadcast(a.Shape()[:a.Rank()-2], b.Shape()[:b.Rank()-2]); !ok {
		return nil, py.ValueErrorf("operands could not be broadcast together with remapped "+
			"shapes [original->remapped]: %s->%s %s->%s  and requested shape (n,m)",
			ndarray.Tight(x.Shape()), "(...,newaxis,newaxis)", ndarray.Tight(y.Shape()), "(...,newaxis,newaxis)")
	}
	z, err := multiply(t, a, b)
	if err != nil {
		return nil, err
	}
	shape := append([]int(nil), z.Shape()...)
	if y.Rank() == 1 {
		shape = shape[:len(shape)-1]
	}
	if x.Rank() == 1 {
		at := len(shape) - 1
		if y.Rank() == 1 {
			at = len(shape) - 1
		} else {
			at--
		}
		shape = append(shape[:at:at], shape[at+1:]...)
	}
	return z.WithShape(shape), nil
}

// multiply multiplies matrices; types without a kernel go through a wider one.
func multiply(t *thread, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	d := a.DType()
	wide := d
	switch {
	case d == tensor.Bool, d.IsInteger() && d != tensor.Int32 && d != tensor.Int64:
		wide = tensor.Int64
	}
	a, err := castNumbers(t, a, wide)
	if err != nil {
		return nil, err
	}
	if b, err = castNumbers(t, b, wide); err != nil {
		return nil, err
	}
	if z, ok := smallProduct(a, b); ok {
		return z, nil
	}
	z, err := tensor.MatMul(t.Ctx, a, b)
	if err != nil {
		return nil, err
	}
	return castNumbers(t, z, d)
}

// dot is np.dot: the sum over the last dimension of the first and the last but one of the second.
func dot(t *thread, a, b value) (value, error) {
	if z, err := objectProduct(t, a, b); err != nil {
		return nil, err
	} else if z != nil {
		return scalarOf(z), nil
	}
	x, y, err := pair(t, a, b)
	if err != nil {
		return nil, err
	}
	if x.Rank() == 0 || y.Rank() == 0 {
		return ufuncs["multiply"].call(t, []value{a, b}, &callOptions{})
	}
	k := max(y.Rank()-2, 0)
	if n, m := x.Shape()[x.Rank()-1], y.Shape()[k]; n != m {
		return nil, py.ValueErrorf("shapes %s and %s not aligned: %d (dim %d) != %d (dim %d)",
			ndarray.Tight(x.Shape()), ndarray.Tight(y.Shape()), n, x.Rank()-1, m, k)
	}
	if x.Rank() <= 2 && y.Rank() <= 2 {
		z, err := matmul(t, x, y)
		if err == nil {
			err = productFaults(t, "dot", x, y, z)
		}
		return product(z, err)
	}
	return tensorDot(t, x, y, []int{x.Rank() - 1}, []int{k})
}

// productFaults tells what multiplying matrices did.
func productFaults(t *thread, name string, x, y, z *tensor.Tensor) error {
	if d := z.DType(); !d.IsFloating() && !d.IsComplex() || finite(z) {
		return nil
	}
	if !finite(y) {
		x = y
	}
	return foldFaults(t, name, x, z)
}

func product(z *tensor.Tensor, err error) (value, error) {
	if err != nil {
		return nil, err
	}
	return scalarOf(ndarray.Own(z)), nil
}

// tensorDot sums products over pairs of dimensions.
func tensorDot(t *thread, x, y *tensor.Tensor, ax, ay []int) (value, error) {
	split := func(x *tensor.Tensor, sum []int, first bool) (*tensor.Tensor, []int, int, error) {
		used := map[int]bool{}
		k := 1
		for _, i := range sum {
			used[i] = true
			k *= x.Shape()[i]
		}
		var keep, shape []int
		n := 1
		for i, d := range x.Shape() {
			if !used[i] {
				keep, shape = append(keep, i), append(shape, d)
				n *= d
			}
		}
		perm := append(append([]int(nil), keep...), sum...)
		dims := []int{n, k}
		if first {
			perm = append(append([]int(nil), sum...), keep...)
			dims = []int{k, n}
		}
		z, err := tensor.Transpose(t.Ctx, x, perm)
		if err != nil {
			return nil, nil, 0, err
		}
		return z.WithShape(dims), shape, k, nil
	}
	a, sa, _, err := split(x, ax, false)
	if err != nil {
		return nil, err
	}
	b, sb, _, err := split(y, ay, true)
	if err != nil {
		return nil, err
	}
	z, err := multiply(t, a, b)
	if err != nil {
		return nil, err
	}
	if err := productFaults(t, "dot", a, b, z); err != nil {
		return nil, err
	}
	return product(z.WithShape(append(append([]int(nil), sa...), sb...)), nil)
}
