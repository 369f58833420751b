package tensor

import (
	"context"
	"math"
	"unsafe"
)

type castKernel func(z, x []byte)

var casts [numDTypes][numDTypes]castKernel

func castTo[T, U realNumber](z []U, x []T) { map1(z, x, func(a T) U { return U(a) }) }

// Float to integer follows the x86 conversions TensorFlow's kernels compile to: out of range
// gives the least int32 or int64; narrower types take the low bits of an int32.
func f2i32[T float32 | float64](z []int32, x []T) {
	map1(z, x, func(a T) int32 {
		if !(a > -2147483649 && a < 2147483648) {
			return math.MinInt32
		}
		return int32(a)
	})
}
func f2i64[T float32 | float64](z []int64, x []T) {
	map1(z, x, func(a T) int64 {
		if !(a >= -9223372036854775808 && a < 9223372036854775808) {
			return math.MinInt64
		}
		return int64(a)
	})
}
func f2small[T float32 | float64, U int8 | int16 | uint8 | uint16](z []U, x []T) {
	map1(z, x, func(a T) U {
		if !(a > -2147483649 && a < 2147483648) {
			return 0
		}
		return U(int32(a))
	})
}
func f2u32[T float32 | float64](z []uint32, x []T) {
	map1(z, x, func(a T) uint32 {
		if !(a >= -9223372036854775808 && a < 9223372036854775808) {
			return 0
		}
		return uint32(int64(a))
	})
}
func f2u64[T float32 | float64](z []uint64, x []T) {
	map1(z, x, func(a T) uint64 {
		switch {
		case a >= 9223372036854775808 && a < 18446744073709551616:
			return uint64(a-9223372036854775808) + 1<<63
		case !(a >= -9223372036854775808 && a < 9223372036854775808):
			return 1 << 63
		}
		return uint64(int64(a))
	})
}
func toBool[T number](z []bool, x []T) { map1(z, x, func(a T) bool { return a != 0 }) }
func fromBool[U realNumber](z []U, x []bool) {
	map1(z, x, func(a bool) U {
		if a {
			return 1
		}
		return 0
	})
}
func toC128[T realNumber](z []complex128, x []T) {
	map1(z, x, func(a T) complex128 { return complex(float64(a), 0) })
}
func toC64[T realNumber](z []complex64, x []T) {
	map1(z, x, func(a T) complex64 { return complex(float32(a), 0) })
}

func cast1[T, U any](f func(z []U, x []T)) castKernel {
	return sizedCast(*(*castKernel)(unsafe.Pointer(&f)), sizeOf[U](), sizeOf[T]())
}

//go:noinline
func sizedCast(f castKernel, out, in int) castKernel {
	return func(z, x []byte) { f(perElement(z, out), perElement(x, in)) }
}

func castsFrom[T realNumber](d DType) {
	casts[d][Float32], casts[d][Float64] = cast1(castTo[T, float32]), cast1(castTo[T, float64])
	casts[d][Complex64], casts[d][Complex128] = cast1(toC64[T]), cast1(toC128[T])
	casts[d][Bool] = cast1(toBool[T])
}

// castsFromInt: the bits of a result are the same whether its type has a sign or not.
func castsFromInt[T integer](d DType) {
	castsFrom[T](d)
	for to, k := range map[DType]castKernel{Int8: cast1(castTo[T, int8]), Int16: cast1(castTo[T, int16]),
		Int32: cast1(castTo[T, int32]), Int64: cast1(castTo[T, int64])} {
		casts[d][to], casts[d][unsignedOf[to]] = k, k
	}
}

// unsignedOf are the unsigned types of the same sizes.
var unsignedOf = map[DType]DType{Int8: Uint8, Int16: Uint16, Int32: Uint32, Int64: Uint64}

func castsFromFloat[T float32 | float64](d DType) {
	castsFrom[T](d)
	casts[d][Bool] = cast1(func(z []bool, x []T) { map1(z, x, func(a T) bool { return flushT(a) != 0 }) })
	casts[d][Int8], casts[d][Int16] = cast1(f2small[T, int8]), cast1(f2small[T, int16])
	casts[d][Uint8], casts[d][Uint16] = cast1(f2small[T, uint8]), cast1(f2small[T, uint16])
	casts[d][Int32], casts[d][Int64] = cast1(f2i32[T]), cast1(f2i64[T])
	casts[d][Uint32], casts[d][Uint64] = cast1(f2u32[T]), cast1(f2u64[T])
}

func init() { // the only place where the element types of casts are listed
	castsFromInt[int8](Int8)
	castsFromInt[int16](Int16)
	castsFromInt[int32](Int32)
	castsFromInt[int64](Int64)
	castsFromInt[uint8](Uint8)
	castsFromInt[uint16](Uint16)
	castsFromInt[uint32](Uint32)
	castsFromInt[uint64](Uint64)
	castsFromFloat[float32](Float32)
	castsFromFloat[float64](Float64)
	casts[Float32][Float64] = cast1(func(z []float64, x []float32) {
		map1(z, x, func(a float32) float64 { return float64(flush(a)) })
	})
	casts[Float64][Float32] = cast1(func(z []float32, x []float64) {
		map1(z, x, func(a float64) float32 { return flush(float32(flushT(a))) })
	})
	b := &casts[Bool]
	b[Int8], b[Int16], b[Int32], b[Int64] = cast1(fromBool[int8]), cast1(fromBool[int16]), cast1(fromBool[int32]),
		cast1(fromBool[int64])
	b[Uint8], b[Uint16], b[Uint32], b[Uint64] = cast1(fromBool[uint8]), cast1(fromBool[uint16]),
		cast1(fromBool[uint32]), cast1(fromBool[uint64])
	b[Float32], b[Float64] = cast1(fromBool[float32]), cast1(fromBool[float64])
	casts[Complex64][Complex128] = cast1(func(z []complex128, x []complex64) {
		map1(z, x, func(a complex64) complex128 { return complex128(a) })
	})
	casts[Complex128][Complex64] = cast1(func(z []complex64, x []complex128) {
		map1(z, x, func(a complex128) complex64 { return complex64(a) })
	})
	casts[Complex64][Float32] = cast1(func(z []float32, x []complex64) {
		map1(z, x, func(a complex64) float32 { return real(a) })
	})
	casts[Complex128][Float64] = cast1(func(z []float64, x []complex128) {
		map1(z, x, func(a complex128) float64 { return real(a) })
	})
	casts[Complex64][Bool] = cast1(func(z []bool, x []complex64) {
		map1(z, x,
			func(a complex64) bool { return real(a) != 0 })
	})
	casts[Complex128][Bool] = cast1(func(z []bool, x []complex128) {
		map1(z, x,
			func(a complex128) bool { return real(a) != 0 })
	})
	casts[Float64][Float16] = cast1(func(z []Half, x []float64) { map1(z, x, ToHalf64) })
	casts[Float64][BFloat16] = cast1(func(z []BHalf, x []float64) { map1(z, x, ToBHalf64) })
	casts[Float32][Float16] = func(z, x []byte) { roundHalf(z, view[float32](x)) }
	casts[Float32][BFloat16] = func(z, x []byte) { roundBHalf(z, view[float32](x)) }
	casts[Float16][Float32] = func(z, x []byte) { widenHalf(view[float32](z), x) }
	casts[BFloat16][Float32] = func(z, x []byte) { widenBHalf(view[float32](z), x) }
	sixteenCasts()
	joinCasts()
}

// castable tells the types that convert to each other: bool and those of numbers that have a Go or 16-bit form.
func castable(d DType) bool {
	return d < numDTypes && (d == Float32 || casts[d][Float32] != nil || casts[d][Float64] != nil)
}

// Cast converts the elements of a tensor of any shape to another type, with TensorFlow's rules for what does not fit.
// Bool, integers, quantised ones, floats and complex numbers convert to each other; every other type is Unimplemented.
func Cast(ctx context.Context, x *Tensor, to DType) (*Tensor, error) {
	if x.dtype == to {
		return x, nil
	}
	from, base := x.dtype.Base(), to.Base()
	if !castable(from) || !castable(base) {
		return nil, Failf(Unimplemented, "Cast %s to %s is not supported", x.dtype.CName(), to.CName())
	}
	if from == base {
		return x.WithDType(to), nil
	}
	k := casts[from][base]
	if k == nil { // by way of the widest type both ends know
		mid := Float32
		switch {
		case from == Complex64:
			mid = Float32
		case from == Complex128:
			mid = Float64
		case (from.Kind() == KindInt || from.Kind() == KindUint) && from.Size() > 2:
			mid = Float64
		}
		if from == mid {
			mid = Float64
		}
		y, err := Cast(ctx, x.WithDType(from), mid)
		if err != nil {
			return nil, err
		}
		return Cast(ctx, y, to)
	}
	if past := pastCasts[from][base]; past != nil && x.n*base.Size() >= pastBytes { // not every pair has one
		k = past
	}
	return castBy(ctx, x, to, k)
}

// castBy runs a kernel over all elements.
func castBy(ctx context.Context, x *Tensor, to DType, k castKernel) (*Tensor, error) {
	z, err := alloc(to.Base(), x.shape)
	if err != nil {
		return nil, err
	}
	sx, sz := x.dtype.Size(), to.Size()
	err = parallel(ctx, x.n, sx+sz, func(lo, hi int) { k(z.buf[lo*sz:hi*sz], x.buf[lo*sx:hi*sx]) })
	return z.WithDType(to), err
}

// Gradual is Cast that keeps denormals, as C's and NumPy's conversions do: TensorFlow's threads take them for zeros.
func Gradual(ctx context.Context, x *Tensor, to DType) (*Tensor, error) {
	if k := gradual[[2]DType{x.dtype, to}]; k != nil {
		return castBy(ctx, x, to, k)
	}
	return Cast(ctx, x, to)
}

var gradual = map[[2]DType]castKernel{
	{Float64, Float32}: cast1(castTo[float64, float32]),
	{Float32, Float64}: cast1(castTo[float32, float64]),
	{Float32, Bool}:    cast1(toBool[float32]),
	{Float64, Bool}:    cast1(toBool[float64]),
}

// Complex makes complex numbers of two real tensors of one type, float32 or float64, that broadcast.
func Complex(ctx context.Context, re, im *Tensor) (*Tensor, error) {
	if re.dtype != im.dtype || re.dtype != Float32 && re.dtype != Float64 {
		return nil, NoKernel("Complex", re.dtype)
	}
	shape, err := BroadcastShape(re.shape, im.shape)
	if err != nil {
		return nil, err
	}
	if re, err = BroadcastTo(ctx, re, shape); err != nil {
		return nil, err
	}
	if im, err = BroadcastTo(ctx, im, shape); err != nil {
		return nil, err
	}
	if re.dtype == Float64 {
		return pairs[complex128](ctx, Complex128, re, im, func(a, b float64) complex128 { return complex(a, b) })
	}
	return pairs[complex64](ctx, Complex64, re, im, func(a, b float32) complex64 { return complex(a, b) })
}

func pairs[C, T Element](ctx context.Context, d DType, re, im *Tensor, f func(a, b T) C) (*Tensor, error) {
	z, err := alloc(d, re.shape)
	if err != nil {
		return nil, err
	}
	x, y, out := view[T](re.buf), view[T](im.buf), view[C](z.buf)
	return z, parallel(ctx, z.n, 2*d.Size(), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = f(x[i], y[i])
		}
	})
}
