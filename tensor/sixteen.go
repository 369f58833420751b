package tensor

import "math"

// What 16-bit floats do otherwise than "widen, compute in float32, round once": TensorFlow
// rounds between the steps of some functions, and Eigen's bfloat16 packets saturate and flush.
// Measured over all 65,536 values of both types.

// sixteen are functions of one value, given the rounding of the type and its epsilon.
var sixteen = map[string]func(x float32, round func(float32) float32, eps float64) float32{
	"Sigmoid": func(x float32, round func(float32) float32, _ float64) float32 {
		e := round(expPacket(x))
		if math.IsInf(float64(e), 1) {
			return 1
		}
		return e / round(1+e)
	},
	"Softplus": func(x float32, round func(float32) float32, eps float64) float32 {
		t := round(round(float32(math.Log(eps))) + 2)
		e := round(exp32(x))
		switch {
		case x > -t:
			return x
		case x < t:
			return e
		}
		return log1p32(e)
	},
	"Sign": func(x float32, _ func(float32) float32, _ float64) float32 {
		switch {
		case flush(x) == 0:
			return float32(math.Abs(float64(x)))
		case x > 0:
			return 1
		case x < 0:
			return -1
		}
		return x
	},
}

// bfloat are functions only bfloat16 computes otherwise; the rest is its float32 kernel.
var bfloat = map[string]func(x float32) float32{
	"Asin":       keepTiny(asinPacket),
	"Atan":       keepTiny(atanPacket),
	"Atanh":      keepTiny(atanhPacket),
	"Square":     func(x float32) float32 { return flush(x * x) },
	"Reciprocal": func(x float32) float32 { return flush(1 / flush(x)) },
}

// keepTiny is f, which is the identity below the normal float32 range.
func keepTiny(f func(float32) float32) func(float32) float32 {
	return func(x float32) float32 {
		if flush(x) == 0 {
			return x
		}
		return f(x)
	}
}

func sixteenUn() {
	for name, f := range sixteen {
		setUn(Float16, name, bytes1(func(z, x []Half) {
			map1(
				z,
				x,
				func(a Half) Half { return ToHalf(f(a.Float32(), roundToHalf, 1.0/8192)) },
			) // what Eigen takes for the epsilon of half
		}))
		setUn(BFloat16, name, bytes1(func(z, x []BHalf) {
			map1(z, x, func(a BHalf) BHalf { return ToBHalf(f(a.Float32(), roundToBHalf, 1.0/128)) })
		}))
	}
	for name, f := range bfloat {
		setUn(BFloat16, name, bytes1(func(z, x []BHalf) {
			map1(z, x, func(a BHalf) BHalf { return ToBHalf(f(a.Float32())) })
		}))
	}
}

func roundToHalf(x float32) float32  { return ToHalf(x).Float32() }
func roundToBHalf(x float32) float32 { return ToBHalf(x).Float32() }

// bfloat16 to a small integer goes through int32 and saturates in whole packets of eight; the
// rest of a tensor wraps as other floats do. To uint32 both 16-bit types go through int32.
func packetInt32(a float32) int32 {
	if !(a >= math.MinInt32 && a < -math.MinInt32) {
		return math.MinInt32
	}
	return int32(a)
}

func bToSmall[U int8 | int16 | uint8 | uint16](lo, hi int32) castKernel {
	return cast1(func(z []U, x []BHalf) {
		body := len(x) &^ 7
		for i := range body {
			z[i] = U(min(max(packetInt32(x[i].Float32()), lo), hi))
		}
		var tail [8]float32
		for i, v := range x[body:] {
			tail[i] = v.Float32()
		}
		f2small(z[body:], tail[:len(x)-body])
	})
}

func halfToUint32[T interface{ Float32() float32 }](z []uint32, x []T) {
	body := len(x) &^ 7
	for i := range body {
		z[i] = uint32(packetInt32(x[i].Float32()))
	}
	var tail [8]float32
	for i, v := range x[body:] {
		tail[i] = v.Float32()
	}
	f2u32(z[body:], tail[:len(x)-body])
}

func sixteenCasts() {
	b := &casts[BFloat16]
	b[Int8], b[Int16] = bToSmall[int8](-128, 127), bToSmall[int16](-32768, 32767)
	b[Uint8], b[Uint16] = bToSmall[uint8](0, 255), bToSmall[uint16](0, 65535)
	b[Uint32] = cast1(halfToUint32[BHalf])
	casts[Float16][Uint32] = cast1(halfToUint32[Half])
}
