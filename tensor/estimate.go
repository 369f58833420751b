package tensor

import (
	_ "embed"
	"math"
	"strconv"
	"sync"

	"github.com/tfs-lang/tfs/tensor/loop"
)

// The processor's estimates of 1/sqrt(x) and 1/x, which TensorFlow refines by one step. Their tables are
// the maker's; those here are Intel's, which the reference prints (the twelve highest bits of each mantissa,
// 1024 of 1/sqrt for each of two exponents, 2048 of 1/x). As hexadecimal digits they stand: of every 1024th three, of
// the others one, by how much it is less than the one before.
//
//go:embed estimates.hex
var estimateDigits string

var estimates = sync.OnceValue(func() *[4096]uint32 {
	t := new([4096]uint32)
	text, last := estimateDigits, uint64(0)
	for i := range t {
		digits := 1
		if i%1024 == 0 {
			digits = 3
		}
		n, _ := strconv.ParseUint(text[:digits], 16, 32)
		if text = text[digits:]; digits == 1 {
			n = last - n
		}
		last = n
		t[i] = uint32(n) << 11
		exp := []uint32{190, 189, 253, 253}[i/1024]
		loop.EstimateTable[i] = exp<<23 | t[i]
	}
	return t
})

// rsqrtEstimate is the instruction RSQRTPS.
func rsqrtEstimate(v float32) float32 {
	v = flush(v)
	switch {
	case v != v || v < 0:
		return float32(math.NaN())
	case v == 0:
		return float32(math.Copysign(math.Inf(1), float64(v)))
	case v > math.MaxFloat32:
		return 0
	}
	u := math.Float32bits(v)
	exp, at := int(u>>23), u>>13&1023
	k := exp - 126 // argument * 4^j takes 2^-j
	j := k >> 1
	if k&1 != 0 {
		return bits32(uint32(126-j)<<23 | estimates()[1024+at])
	}
	return bits32(uint32(127-j)<<23 | estimates()[at])
}

// rcpEstimate is the instruction RCPPS.
func rcpEstimate(v float32) float32 {
	v = flush(v)
	u := math.Float32bits(v)
	sign := u & (1 << 31)
	switch {
	case v != v:
		return v
	case v == 0:
		return bits32(sign | 0x7f800000)
	case u&^(1<<31) >= 0x7f800000:
		return bits32(sign)
	}
	exp := 126 + 127 - int(u>>23&255)
	if exp <= 0 {
		return bits32(sign)
	}
	return bits32(sign | uint32(exp)<<23 | estimates()[2048+u>>12&2047])
}

func rsqrtPacket(v float32) float32 {
	v = flush(v)
	i := rsqrtEstimate(v)
	h := flush(flush(float32(flush(float32(v*i))*i)) - 1)
	y := flush(flush(float32(flush(float32(i*-.5))*h)) + i)
	if y != y {
		return i
	}
	return y
}

// rsqrtTail rounds twice, as the C library's sqrtf and a division do.
func rsqrtTail(v float32) float32 { return flush(1 / sqrt32(flush(v))) }

func reciprocalPacket(v float32) float32 {
	v = flush(v)
	x := rcpEstimate(v)
	t := flush(1 - flush(float32(v*x)))
	y := flush(flush(float32(x*t)) + x)
	if y != y {
		return x
	}
	return y
}

// ownEstimates tells whether this processor's instructions are those of the tables: other makers' differ,
// and then kernels compute that look them up.
var ownEstimates = sync.OnceValue(func() bool {
	estimates()
	rsqrt, rcp := loop.FindOne("Rsqrt", "F32"), loop.FindOne("Reciprocal", "F32")
	if rsqrt == nil || rcp == nil {
		return false
	}
	var x, a, b [4096]float32
	for i := range x {
		x[i] = bits32(0x3f000000 + uint32(i)<<12)
	}
	n := rsqrt.Run(unView(a[:]), unView(x[:]), 4, 4, len(x), 0)
	if n < len(x) || rcp.Run(unView(b[:]), unView(x[:]), 4, 4, len(x), 0) < n {
		return false
	}
	for i, v := range x {
		if a[i] != rsqrtPacket(v) || b[i] != reciprocalPacket(v) {
			return false
		}
	}
	return true
})
