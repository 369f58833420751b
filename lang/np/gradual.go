package np

import "github.com/tfs-lang/tfs/tensor"

// TensorFlow's threads read and write denormals, the numbers between zero and the least normal one, as zeros, and so do
// the kernels of package tensor. NumPy computes with them. What such numbers could have changed is computed again here,
// element by element.

// floats are the elements of the types that have denormals here.
type floats interface{ float32 | float64 }

// arithmetic are the operations of two numbers whose results can be denormal.
var arithmetic = map[string]func(a, b float64) float64{
	"AddV2":   func(a, b float64) float64 { return a + b },
	"Sub":     func(a, b float64) float64 { return a - b },
	"Mul":     func(a, b float64) float64 { return a * b },
	"RealDiv": func(a, b float64) float64 { return a / b },
}

var comparisons = map[string]func(a, b float64) bool{
	"Equal":        func(a, b float64) bool { return a == b },
	"NotEqual":     func(a, b float64) bool { return a != b },
	"Less":         func(a, b float64) bool { return a < b },
	"LessEqual":    func(a, b float64) bool { return a <= b },
	"Greater":      func(a, b float64) bool { return a > b },
	"GreaterEqual": func(a, b float64) bool { return a >= b },
}

// singles are the functions of one number that have a vector kernel and no function of float64 beside it.
var singles = map[string]func(a float64) float64{
	"Square":     func(a float64) float64 { return a * a },
	"Reciprocal": func(a float64) float64 { return 1 / a },
	"Sign": func(a float64) float64 {
		switch {
		case a > 0:
			return 1
		case a < 0:
			return -1
		}
		return a // zeros with their sign, nan
	},
}

// tiny is the least normal number of a type.
func tiny[T floats]() T {
	if least := 0x1p-1022; T(least) != 0 {
		return T(least)
	}
	return 0x1p-126
}

// normal tells a number that is no zero, no denormal, not infinite and not nan.
func normal[T floats](v, least T) bool {
	return (v >= least || v <= -least) && v-v == 0
}

// elementwise is the vector kernel of that name on two tensors, with denormals.
func elementwise(t *thread, name string, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	z, err := tensor.Bin(name).Apply(t.Ctx, a, b)
	if err != nil {
		return nil, err
	}
	return gradual2(t, name, z, []*tensor.Tensor{a, b})
}

// transform is elementwise for a function of one tensor.
func transform(t *thread, name string, x *tensor.Tensor) (*tensor.Tensor, error) {
	z, err := tensor.Un(name).Apply(t.Ctx, x)
	if err != nil {
		return nil, err
	}
	return gradual1(t, z, x, singles[name])
}

// gradual2 gives what the vector kernel of that name computed of x its denormals.
func gradual2(t *thread, name string, z *tensor.Tensor, x []*tensor.Tensor) (*tensor.Tensor, error) {
	switch x[0].DType() {
	case tensor.Float32:
		return mended2[float32](t, name, z, x)
	case tensor.Float64:
		return mended2[float64](t, name, z, x)
	}
	return z, nil
}

func mended2[T floats](t *thread, name string, z *tensor.Tensor, x []*tensor.Tensor) (*tensor.Tensor, error) {
	f, compare := arithmetic[name], comparisons[name]
	switch {
	case f == nil && compare == nil:
		return z, nil
	case f == nil && !denormals[T](x[0]) && !denormals[T](x[1]):
		return z, nil
	case f != nil && !abnormal[T](z):
		return z, nil
	}
	a, b, err := together(t, x)
	if err != nil {
		return nil, err
	}
	p, q, least := tensor.Slice[T](a), tensor.Slice[T](b), tiny[T]()
	if compare != nil {
		out := make([]bool, len(p))
		err = tensor.Parallel(t.Ctx, len(out), 10, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				out[i] = compare(float64(p[i]), float64(q[i]))
			}
		})
		return tensor.FromSlice(z.Shape(), out), err
	}
	out := tensor.Slice[T](z) // fresh: the kernel has made it
	err = tensor.Parallel(t.Ctx, len(out), 10, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if !normal(out[i], least) {
				out[i] = T(f(float64(p[i]), float64(q[i])))
			}
		}
	})
	return z, err
}

// gradual1 is gradual2 for a function of one number; f is it in float64.
func gradual1(t *thread, z, x *tensor.Tensor, f func(float64) float64) (*tensor.Tensor, error) {
	switch {
	case f == nil || x.DType() != z.DType():
		return z, nil
	case x.DType() == tensor.Float32:
		return mended1[float32](t, z, x, f)
	case x.DType() == tensor.Float64:
		return mended1[float64](t, z, x, f)
	}
	return z, nil
}

func mended1[T floats](t *thread, z, x *tensor.Tensor, f func(float64) float64) (*tensor.Tensor, error) {
	in, out, least := tensor.Slice[T](x), tensor.Slice[T](z), tiny[T]()
	err := tensor.Parallel(t.Ctx, len(out), 10, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			v, w := in[i], out[i]
			if v != 0 && v < least && v > -least || w < least && w > -least && v != 0 && v-v == 0 {
				out[i] = T(f(float64(v)))
			}
		}
	})
	return z, err
}

// denormals tells whether there are any.
func denormals[T floats](x *tensor.Tensor) bool {
	least := tiny[T]()
	for _, v := range tensor.Slice[T](x) {
		if v < least && v > -least && v != 0 {
			return true
		}
	}
	return false
}

// abnormal tells whether a number is not normal: zeros are many, and have to be looked at.
func abnormal[T floats](x *tensor.Tensor) bool {
	least := tiny[T]()
	for _, v := range tensor.Slice[T](x) {
		if !normal(v, least) {
			return true
		}
	}
	return false
}

// flushed tells whether denormals can be missing from z, the sums or products of x.
func flushed(x, z *tensor.Tensor, sum, product bool) bool {
	switch x.DType() {
	case tensor.Float32:
		return sum && denormals[float32](x) || product && abnormal[float32](z)
	case tensor.Float64:
		return sum && denormals[float64](x) || product && abnormal[float64](z)
	}
	return false
}

// gradualCum are the running sums or products of x along dimension k, with denormals; they are written into z, which
// is fresh.
func gradualCum(t *thread, z, x *tensor.Tensor, k int, product bool) (*tensor.Tensor, error) {
	if x.DType() == tensor.Float32 {
		return z, cumulate[float32](t, z, x, k, product)
	}
	return z, cumulate[float64](t, z, x, k, product)
}

func cumulate[T floats](t *thread, z, x *tensor.Tensor, k int, product bool) error {
	in, out, step := tensor.Slice[T](x), tensor.Slice[T](z), 1
	for _, d := range x.Shape()[k+1:] {
		step *= d
	}
	n := x.Shape()[k]
	return tensor.Parallel(t.Ctx, step, max(len(in)/max(step, 1), 1), func(lo, hi int) {
		for at := range len(in) {
			switch column := at % step; {
			case column < lo || column >= hi:
			case at/step%n == 0:
				out[at] = in[at]
			case product:
				out[at] = out[at-step] * in[at]
			default:
				out[at] = out[at-step] + in[at]
			}
		}
	})
}
