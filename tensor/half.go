package tensor

import "math"

// Half is an IEEE 754 binary16 number as its bits.
type Half uint16

// BHalf is a bfloat16 number as its bits.
type BHalf uint16

// Float32 widens exactly.
func (b BHalf) Float32() float32 { return math.Float32frombits(uint32(b) << 16) }

// ToBHalf rounds to nearest even; a nan stays a nan.
func ToBHalf(f float32) BHalf {
	u := math.Float32bits(f)
	if u&0x7fffffff > 0x7f800000 {
		return BHalf(u>>16 | 0x40)
	}
	return BHalf((u + 0x7fff + (u>>16)&1) >> 16)
}

// Float32 widens exactly.
func (h Half) Float32() float32 {
	sign := uint32(h&0x8000) << 16
	exp := uint32(h>>10) & 31
	man := uint32(h) & 0x3ff
	switch {
	case exp == 31:
		return math.Float32frombits(sign | 0x7f800000 | man<<13)
	case exp != 0:
		return math.Float32frombits(sign | (exp+112)<<23 | man<<13)
	case man == 0:
		return math.Float32frombits(sign)
	}
	f := float32(man) * (1.0 / (1 << 24))
	if sign != 0 {
		f = -f
	}
	return f
}

// ToHalf rounds to nearest even; overflow gives infinity.
func ToHalf(f float32) Half {
	u := math.Float32bits(f)
	sign := Half(u>>16) & 0x8000
	u &= 0x7fffffff
	switch {
	case u > 0x7f800000:
		return sign | 0x7e00 | Half(u>>13)&0x3ff
	case u >= 0x47800000: // 65536 and above, infinity
		return sign | 0x7c00
	case u < 0x38800000: // below the least normal number: let the adder round
		v := math.Float32frombits(u) + 0.5
		return sign | Half(math.Float32bits(v)-0x3f000000)
	}
	u += 0xc8000fff + (u>>13)&1
	return sign | Half(u>>13)
}

// ToHalf64 rounds a float64 once, by way of a float32 rounded to odd.
func ToHalf64(d float64) Half { return ToHalf(roundOdd(d)) }

// ToBHalf64 rounds a float64 by way of float32, as TensorFlow's cast does.
func ToBHalf64(d float64) BHalf { return ToBHalf(float32(d)) }

// roundOdd narrows so that a second rounding to a shorter format stays exact.
func roundOdd(d float64) float32 {
	f := float32(d)
	if float64(f) == d || d != d || math.IsInf(float64(f), 0) {
		return f
	}
	if (float64(f) > d) == (d > 0) { // rounded away from zero: step back
		f = math.Float32frombits(math.Float32bits(f) - 1)
	}
	return math.Float32frombits(math.Float32bits(f) | 1)
}
