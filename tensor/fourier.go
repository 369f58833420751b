package tensor

import (
	"context"
	"unsafe"

	"github.com/tfs-lang/tfs/tensor/fourier"
)

// Fourier is the discrete Fourier transform of a complex64 or complex128 tensor along its last rank axes, or with
// inverse its inverse, divided by the number of elements along these (FFT, IFFT2D and so on). Digits are TensorFlow's.
func Fourier(ctx context.Context, x *Tensor, rank int, inverse bool) (*Tensor, error) {
	if err := hasAxes(x.Shape(), rank); err != nil {
		return nil, err
	}
	switch x.DType() {
	case Complex64:
		return fourierOf[float32, complex64](ctx, x, rank, inverse)
	case Complex128:
		return fourierOf[float64, complex128](ctx, x, rank, inverse)
	}
	return nil, NoKernel("FFT", x.DType())
}

func hasAxes(shape []int, rank int) error {
	if len(shape) < rank {
		return Errorf("Input must have rank of at least %d but got: %s", rank, ShapeString(shape))
	}
	return nil
}

// asParts sees complex numbers as pairs of parts.
func asParts[T fourier.Float, E complex64 | complex128](v []E) []fourier.C[T] {
	return unsafe.Slice((*fourier.C[T])(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}

// fourierJob is a job that runs with the tensors' workers, once there is room for what it holds.
func fourierJob[T fourier.Float](ctx context.Context, n int) (fourier.Job[T], error) {
	crew := func(n, cost int, f func(lo, hi int)) error { return Parallel(ctx, n, cost, f) }
	return fourier.Job[T]{Ctx: ctx, Crew: crew, Manner: fourier.Wide, Scale: 1}, Room(4*n, 16, "items")
}

// axesInOrder are the last axes of a shape up to end, in the order in which TensorFlow goes over them: one along which
// numbers lie together comes first.
func axesInOrder(shape []int, from, end int) []int {
	axes := make([]int, 0, end-from)
	for a := from; a < end; a++ {
		axes = append(axes, a)
	}
	for i := 1; i < len(axes); i++ {
		if volume(shape[axes[i]+1:]) == 1 {
			axes[0], axes[i] = axes[i], axes[0]
			break
		}
	}
	return axes
}

func volume(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

func fourierOf[T fourier.Float, E complex64 | complex128](ctx context.Context, x *Tensor, rank int, inverse bool) (
	*Tensor, error) {
	shape := x.Shape()
	j, err := fourierJob[T](ctx, max(1, shape[len(shape)-1]))
	if err != nil {
		return nil, err
	}
	out, err := Make[E](x.Len())
	if err != nil {
		return nil, err
	}
	if len(out) > 0 {
		if j.Inverse = inverse; inverse {
			j.Scale = T(1 / float64(volume(shape[len(shape)-rank:])))
		}
		err = j.Axes(asParts[T](out), asParts[T](Slice[E](x)), shape, axesInOrder(shape, len(shape)-rank, len(shape)))
	}
	return done(shape, out, err)
}

func done[E Element](shape []int, out []E, err error) (*Tensor, error) {
	if err != nil {
		return nil, err
	}
	return FromSlice(shape, out), nil
}

// RealFourier is the Fourier transform of a float32 or float64 tensor along as many of its last axes as there are
// lengths, which must not be longer than the axes: complex64 or complex128, of which the last axis keeps the first half
// and one more (RFFT and so on); with inverse the other way round (IRFFT), where lengths are those of the result.
func RealFourier(ctx context.Context, x *Tensor, lengths []int, inverse bool) (*Tensor, error) {
	if err := hasAxes(x.Shape(), len(lengths)); err != nil {
		return nil, err
	}
	parts := make([]Range1, x.Rank())
	for i, n := range x.Shape() {
		parts[i] = Range1{Len: n, Step: 1}
	}
	for i, n := range lengths {
		at := x.Rank() - len(lengths) + i
		need := n
		if i == len(lengths)-1 && inverse {
			need = n/2 + 1
		}
		if n < 0 {
			return nil, Errorf("fft_length[%d] must >= 0, but got: %d", i, n)
		}
		if have := parts[at].Len; have > 0 && have < need {
			return nil, Errorf("Input dimension %d must have length of at least %d but got: %d", at, need, have)
		}
		parts[at].Len = min(parts[at].Len, need)
	}
	x, err := SliceAxes(ctx, x, parts)
	if err != nil {
		return nil, err
	}
	switch d := x.DType(); {
	case d == Float32 && !inverse:
		return realFourier[float32, complex64](ctx, x, lengths)
	case d == Float64 && !inverse:
		return realFourier[float64, complex128](ctx, x, lengths)
	case d == Complex64 && inverse:
		return realBack[float32, complex64](ctx, x, lengths)
	case d == Complex128 && inverse:
		return realBack[float64, complex128](ctx, x, lengths)
	}
	return nil, NoKernel("RFFT", x.DType())
}

// withLast is a shape with other last dimensions.
func withLast(shape, last []int) []int {
	return append(append([]int{}, shape[:len(shape)-len(last)]...), last...)
}

func realFourier[T fourier.Float, E complex64 | complex128](ctx context.Context, x *Tensor, lengths []int) (
	*Tensor, error) {
	rank, n := x.Rank(), lengths[len(lengths)-1]
	shape := withLast(x.Shape(), lengths)
	if n > 0 {
		shape[rank-1] = n/2 + 1
	}
	j, err := fourierJob[T](ctx, max(1, n))
	if err != nil {
		return nil, err
	}
	out, err := Make[E](volume(shape))
	if err != nil {
		return nil, err
	}
	if x.Len() > 0 && len(out) > 0 {
		z := asParts[T](out)
		if err = j.Real(z, Slice[T](x), n, n); err == nil && len(lengths) > 1 {
			axes := make([]int, 0, len(lengths))
			for a := rank - len(lengths); a < rank-1; a++ {
				axes = append(axes, a)
			}
			err = j.Axes(z, z, shape, axes)
		}
	}
	return done(shape, out, err)
}

func realBack[T fourier.Float, E complex64 | complex128](ctx context.Context, x *Tensor, lengths []int) (
	*Tensor, error) {
	rank, n := x.Rank(), lengths[len(lengths)-1]
	shape := withLast(x.Shape(), lengths)
	j, err := fourierJob[T](ctx, max(1, n))
	if err != nil {
		return nil, err
	}
	out, err := Make[T](volume(shape))
	if err != nil {
		return nil, err
	}
	if x.Len() > 0 && len(out) > 0 {
		z := asParts[T](Slice[E](x))
		j.Inverse = true
		if len(lengths) > 1 {
			var tmp []E
			if tmp, err = Make[E](len(z)); err != nil {
				return nil, err
			}
			err = j.Axes(asParts[T](tmp), z, x.Shape(), axesInOrder(x.Shape(), rank-len(lengths), rank-1))
			z = asParts[T](tmp)
		}
		if j.Scale = T(1 / float64(volume(lengths))); err == nil {
			err = j.Back(out, z, n, n/2+1)
		}
	}
	return done(shape, out, err)
}

// PlainFourier transforms the last axis of x with NumPy's digits and a factor: of complex64 or complex128, or with n
// above 0 of float32 or float64 of n numbers, forward, or of n/2+1 complex ones to n real ones, inverse.
func PlainFourier(ctx context.Context, x *Tensor, n int, inverse bool, scale float64) (*Tensor, error) {
	switch x.DType() {
	case Float32, Complex64:
		return plainFourier[float32, complex64](ctx, x, n, inverse, scale)
	case Float64, Complex128:
		return plainFourier[float64, complex128](ctx, x, n, inverse, scale)
	}
	return nil, NoKernel("FFT", x.DType())
}

func plainFourier[T fourier.Float, E complex64 | complex128](ctx context.Context, x *Tensor, n int, inverse bool,
	scale float64) (*Tensor, error) {
	last := x.Rank() - 1
	j, err := fourierJob[T](ctx, max(1, n, x.Shape()[last]))
	if err != nil {
		return nil, err
	}
	j.Manner, j.Inverse, j.Scale = fourier.Plain, inverse, T(scale)
	if n > 0 && inverse {
		out, err := Make[T](x.Len() / (n/2 + 1) * n)
		if err == nil {
			err = j.Back(out, asParts[T](Slice[E](x)), n, n/2+1)
		}
		return done(withLast(x.Shape(), []int{n}), out, err)
	}
	shape := x.Shape()
	if n > 0 {
		shape = withLast(shape, []int{n/2 + 1})
	}
	out, err := Make[E](volume(shape))
	switch {
	case err != nil:
	case n > 0:
		err = j.Real(asParts[T](out), Slice[T](x), n, n)
	default:
		err = j.Axes(asParts[T](out), asParts[T](Slice[E](x)), shape, []int{last})
	}
	return done(shape, out, err)
}
