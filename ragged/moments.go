package ragged

import "github.com/tfs-lang/tfs/tensor"

// flatly applies a step to the dense values of a result.
func (f *folding) flatly(v Value, g func(x *tensor.Tensor) *tensor.Tensor) Value {
	if f.err != nil {
		return v
	}
	z := g(FlatOf(v))
	if f.err != nil {
		return nil
	}
	if r, ok := v.(*Ragged); ok {
		return r.WithFlat(z)
	}
	return z
}

// mean is the sum divided by the count: integers give floats, empty rows NaN.
func (f *folding) mean(v Value, axes []int) Value {
	if r, ok := v.(*Ragged); ok && len(axes) == 1 && axes[0] == r.Rank() {
		if z, done := f.meanRows(r); done {
			return z
		}
	}
	total := f.fold(v, axes, tensor.FoldSum)
	if f.err != nil {
		return nil
	}
	switch v.DType() { // only without axes: sums refuse these types
	case tensor.String:
		f.err = tensor.BadType("OnesLike", "T", tensor.String)
		return nil
	case tensor.Bool:
		f.err = tensor.Failf(tensor.TypeError, noQuotient, "tf.bool")
		return nil
	}
	one := f.cast(tensor.Scalar(int64(1)), v.DType())
	counted := f.flatly(v, func(x *tensor.Tensor) *tensor.Tensor {
		if f.err != nil {
			return nil
		}
		return f.do(tensor.Fill(f.ctx, x.Shape(), one))
	})
	count := f.fold(counted, axes, tensor.FoldSum)
	if f.err != nil {
		return nil
	}
	d := quotient(v.DType())
	return f.flatly(total, func(x *tensor.Tensor) *tensor.Tensor {
		return f.bin(tensor.Div, f.cast(x, d), f.cast(FlatOf(count), d))
	})
}

const noQuotient = "Invalid dtype %s in __truediv__. Expected one of {tf.uint8, tf.int8, tf.uint16, tf.int16, " +
	"tf.uint32, tf.int32, tf.uint64, tf.int64, tf.bfloat16, tf.float16, tf.float32, tf.float64, " +
	"tf.complex64, tf.complex128}."

// quotient is the type that division of integers has (tf.math.truediv).
func quotient(d tensor.DType) tensor.DType {
	switch {
	case !d.IsInteger():
		return d
	case d.Size() < 4:
		return tensor.Float32
	}
	return tensor.Float64
}

// meanRows is the mean of the innermost rows in one pass.
func (f *folding) meanRows(r *Ragged) (Value, bool) {
	parts := r.Parts()
	in := parts[len(parts)-1]
	z, done, err := tensor.MeanRows(f.ctx, r.Flat(), in.Splits)
	if !done {
		return nil, false
	}
	if f.do(z, err); f.err != nil {
		return nil, true
	}
	if f.keep {
		z = z.WithShape([]int{z.Len(), 1})
	}
	return Build(z, parts[:len(parts)-1]), true
}

// variance is the mean of the squares less the square of the mean, at least 0.
func (f *folding) variance(v Value, axes []int, root bool) Value {
	if v.DType().IsComplex() {
		f.err = valueError("reduce_variance is not supported for RaggedTensors with complex dtypes.")
		return nil
	}
	if d := v.DType(); !d.IsInteger() && !d.IsFloating() {
		f.err = tensor.BadType("Square", "T", d)
		return nil
	}
	square := func(x *tensor.Tensor) *tensor.Tensor { return f.un(tensor.Square, x) }
	squares := f.mean(f.flatly(v, square), axes)
	mean := f.mean(v, axes)
	if f.err != nil {
		return nil
	}
	zero := f.cast(tensor.Scalar(int64(0)), mean.DType())
	return f.flatly(squares, func(x *tensor.Tensor) *tensor.Tensor {
		d := f.bin(tensor.Maximum, f.bin(tensor.Sub, x, square(FlatOf(mean))), zero)
		if root {
			d = f.un(tensor.Sqrt, d)
		}
		return d
	})
}

// truth folds all and any as the product and the sum of int32.
func (f *folding) truth(v Value, axes []int, by tensor.Fold) Value {
	kernel := tensor.FoldProd
	if by == tensor.FoldAny {
		kernel = tensor.FoldSum
	}
	ints := f.flatly(v, func(x *tensor.Tensor) *tensor.Tensor { return f.cast(x, tensor.Int32) })
	return f.flatly(f.fold(ints, axes, kernel), func(x *tensor.Tensor) *tensor.Tensor { return f.cast(x, tensor.Bool) })
}
