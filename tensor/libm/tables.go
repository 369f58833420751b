package libm

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sync"
)

// The logarithms to bases e and 2, exponentials and powers are computed with GNU libc's tables and polynomials (those
// of Arm's optimized routines), products and sums fused where its variants for processors with FMA fuse them (2.36 has
// none for exp2): every digit is theirs.

// logTables holds 128 pairs of an inverse and its natural logarithm, then 64 pairs for base 2 (little-endian float64).
//
//go:embed logs.bin
var logTables string

type logPair struct{ inv, log float64 }

// logTable is the table of natural logarithms, then that of base 2.
var logTable = sync.OnceValue(func() *[192]logPair {
	t := new([192]logPair)
	at := func(i int) float64 {
		return math.Float64frombits(binary.LittleEndian.Uint64([]byte(logTables[8*i:])))
	}
	for i := range t {
		t[i] = logPair{at(2 * i), at(2*i + 1)}
	}
	return t
})

const logOff = 0x3fe6000000000000

// split takes a positive number apart: x = 2^k z, z in the i-th of n parts of an octave that begins at off.
func split(x float64, off uint64, bits uint) (k float64, z float64, i int) {
	ix := math.Float64bits(x)
	if ix < 1<<52 {
		ix = math.Float64bits(x*(1<<52)) - 52<<52
	}
	tmp := ix - off
	i = int(tmp >> (52 - bits) & (1<<bits - 1))
	return float64(int64(tmp) >> 52), math.Float64frombits(ix - tmp&(0xfff<<52)), i
}

// noLog is the logarithm of 0, infinity, nan and negative numbers; of others ok is false.
func noLog(x float64) (y float64, ok bool) {
	switch {
	case x != x || x < 0:
		return math.NaN(), true
	case x == 0:
		return math.Inf(-1), true
	case math.IsInf(x, 1):
		return x, true
	}
	return 0, false
}

// Log is the natural logarithm.
func Log(x float64) float64 {
	if y, ok := noLog(x); ok {
		return y
	}
	if x >= 1-0x1p-4 && x < 1+0x1.09p-4 {
		return logNear1(x - 1)
	}
	const ln2hi, ln2lo = 0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45
	const a0, a1, a2, a3, a4 = -0x1.0000000000001p-1, 0x1.555555551305bp-2, -0x1.fffffffeb459p-3, 0x1.999b324f10111p-3,
		-0x1.55575e506c89fp-3
	k, z, i := split(x, logOff, 7)
	t := &logTable()[i]
	r := math.FMA(z, t.inv, -1)
	w := math.FMA(k, ln2hi, t.log)
	hi := w + r
	lo := math.FMA(k, ln2lo, w-hi+r)
	r2 := r * r
	y := math.FMA(r2, math.FMA(r, a4, a3), math.FMA(r, a2, a1))
	return math.FMA(r*r2, y, math.FMA(r2, a0, lo)) + hi
}

// logNear1 is log(1+r) for a small r.
func logNear1(r float64) float64 {
	const b1, b2, b3, b4, b5 = 0x1.5555555555577p-2, -0x1.ffffffffffdcbp-3, 0x1.999999995dd0cp-3, -0x1.55555556745a7p-3,
		0x1.24924a344de3p-3
	const b6, b7, b8, b9, b10 = -0x1.fffffa4423d65p-4, 0x1.c7184282ad6cap-4, -0x1.999eb43b068ffp-4,
		0x1.78182f7afd085p-4, -0x1.5521375d145cdp-4
	r2 := r * r
	r3 := r * r2
	p := math.FMA(r3, b10, math.FMA(r2, b9, math.FMA(r, b8, b7)))
	p = math.FMA(r3, p, math.FMA(r2, b6, math.FMA(r, b5, b4)))
	p = math.FMA(r3, p, math.FMA(r2, b3, math.FMA(r, b2, b1)))
	rhi := math.FMA(-r, 0x1p27, math.FMA(r, 0x1p27, r))
	rlo := r - rhi
	w := float64(rhi*rhi) * -0.5
	hi := r + w
	lo := r - hi + w
	lo = math.FMA(-0.5*rlo, rhi+r, lo)
	return math.FMA(r3, p, lo) + hi
}

// Log2 is the logarithm to base 2.
func Log2(x float64) float64 {
	if y, ok := noLog(x); ok {
		return y
	}
	const hiLn2, loLn2 = 0x1.7154765200000p+0, 0x1.705fc2eefa200p-33
	if x >= 1-0x1.5b51p-5 && x < 1+0x1.6ab2p-5 {
		const b0, b1, b2, b3, b4 = -0x1.71547652b82fep-1, 0x1.ec709dc3a03f7p-2, -0x1.71547652b7c3fp-2, 0x1.2776c50f05be4p-2,
			-0x1.ec709dd768fe5p-3
		const b5, b6, b7, b8, b9 = 0x1.a61761ec4e736p-3, -0x1.7153fbc64a79bp-3, 0x1.484d154f01b4ap-3,
			-0x1.289e4a72c383cp-3, 0x1.0b32f285aee66p-3
		r := x - 1
		hi := r * hiLn2
		lo := math.FMA(r, loLn2, math.FMA(r, hiLn2, -hi))
		r2 := r * r
		r4 := r2 * r2
		p := math.FMA(r, b1, b0)
		y := math.FMA(p, r2, hi)
		lo += math.FMA(p, r2, hi-y)
		q := math.FMA(r2, math.FMA(r, b9, b8), math.FMA(r, b7, b6))
		q = math.FMA(r4, q, math.FMA(r2, math.FMA(r, b5, b4), math.FMA(r, b3, b2)))
		return y + math.FMA(r4, q, lo)
	}
	const a0, a1, a2, a3, a4, a5 = -0x1.71547652b8339p-1, 0x1.ec709dc3a04bep-2, -0x1.7154764702ffbp-2,
		0x1.2776c50034c48p-2, -0x1.ec7b328ea92bcp-3, 0x1.a6225e117f92ep-3
	k, z, i := split(x, logOff, 6)
	t := &logTable()[128+i]
	r := math.FMA(z, t.inv, -1)
	t1 := r * hiLn2
	t2 := math.FMA(r, loLn2, math.FMA(r, hiLn2, -t1))
	t3 := k + t.log
	hi := t3 + t1
	lo := t3 - hi + t1 + t2
	r2 := r * r
	p := math.FMA(r2*r2, math.FMA(r, a5, a4), math.FMA(r2, math.FMA(r, a3, a2), math.FMA(r, a1, a0)))
	return math.FMA(r2, p, lo) + hi
}

// expEntry tells what 2^(i/128) is: the number's bits less i<<45, and its relative error.
type expEntry struct {
	tail float64
	bits uint64
}

var expTable = sync.OnceValue(func() *[steps]expEntry {
	t := new([steps]expEntry)
	for i := range t {
		e := taylorExp(ln2.mul(ratio(float64(i), steps)))
		t[i] = expEntry{e.lo / e.hi, math.Float64bits(e.hi) - uint64(i)<<45}
	}
	return t
})

// Exp is e^x.
func Exp(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x > maxExp:
		return math.Inf(1)
	case x < minExp:
		return 0
	case math.Abs(x) < 0x1p-54:
		return 1 + x
	}
	return expTail(x, 0)
}

// expTail is e^(x + tail).
func expTail(x, tail float64) float64 {
	const c2, c3, c4, c5 = 0x1.ffffffffffdbdp-2, 0x1.555555555543cp-3, 0x1.55555cf172b91p-5, 0x1.1111167a4d017p-7
	k := math.FMA(x, 0x1.71547652b82fep7, 0x1.8p52) - 0x1.8p52
	r := math.FMA(k, -0x1.cf79abc9e3b3ap-47, math.FMA(k, -0x1.62e42fefa0000p-8, x))
	r += tail
	t := &expTable()[int(k)&(steps-1)]
	r2 := r * r
	e := math.FMA(r2, math.FMA(r, c3, c2), t.tail+r)
	return timesPower(math.FMA(r2*r2, math.FMA(r, c5, c4), e), t, int(k), x > -512)
}

// timesPower is 2^(k/128) (1 + e), rounded once where the result has few bits. As in glibc, the last step is fused for
// exponents of moderate size.
func timesPower(e float64, t *expEntry, k int, fused bool) float64 {
	bits := t.bits + uint64(int64(k))<<45
	shift, scale := uint64(0), 1.0
	switch {
	case k > 1000*steps:
		shift, scale = 1<<64-1009<<52, 0x1p1009
	case k < -1000*steps:
		shift, scale = 1022<<52, 0x1p-1022
	}
	s := math.Float64frombits(bits + shift)
	y := s + float64(s*e)
	if fused {
		y = math.FMA(s, e, s)
	}
	if scale < 1 && y < 1 {
		lo := s - y + float64(s*e)
		hi := 1 + y
		lo = 1 - hi + y + lo
		y = hi + lo - 1
	}
	return y * scale
}

// Exp2 is 2^x.
func Exp2(x float64) float64 {
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case x >= 1024:
		return math.Inf(1)
	case x < -1075:
		return 0
	case math.Abs(x) < 0x1p-54:
		return 1 + x
	}
	const c1, c2, c3, c4, c5 = 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c424p-3, 0x1.c6b08d70cf4b5p-5, 0x1.3b2abd24650ccp-7,
		0x1.5d7e09b4e3a84p-10
	k := math.RoundToEven(x * steps)
	r := x - k/steps
	t := &expTable()[int(k)&(steps-1)]
	r2 := r * r
	e := t.tail + float64(r*c1) + float64(r2*(c2+float64(r*c3))) + float64(float64(r2*r2)*(c4+float64(r*c5)))
	return timesPower(e, t, int(k), false)
}

// Pow is x^y.
func Pow(x, y float64) float64 {
	a := math.Abs(x)
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y || x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) || x < 0 && y != math.Trunc(y) || a == 1:
		return math.Pow(x, y) // exact cases and those without a number
	case y == 1:
		return x
	}
	hi, lo := powLog(a)
	ehi := y * hi
	elo := math.FMA(y, lo, math.FMA(y, hi, -ehi))
	r := 0.0
	switch {
	case ehi > maxExp+1:
		r = math.Inf(1)
	case ehi < minExp-1:
	case math.Abs(ehi) < 0x1p-54:
		r = 1 + ehi
	default:
		r = expTail(ehi, elo)
	}
	if x < 0 && math.Mod(y, 2) != 0 {
		return -r
	}
	return r
}

// powLog is the logarithm of a positive number with a tail.
func powLog(x float64) (hi, lo float64) {
	const ln2hi, ln2lo = 0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45
	const a1, a2, a3 = 0x1.555555555556p-2 * -2, -0x1.0000000000006p-2 * -2, 0x1.999999959554ep-3 * 4
	const a4, a5, a6 = -0x1.555555529a47ap-3 * 4, 0x1.2495b9b4845e9p-3 * -8, -0x1.0002b8b263fc3p-3 * -8
	k, z, i := split(x, logStart, 7)
	t := &powTable()[i]
	r := math.FMA(z, t.inv, -1)
	t1 := math.FMA(k, ln2hi, t.log)
	t2 := t1 + r
	lo1 := math.FMA(k, ln2lo, t.tail)
	lo2 := t1 - t2 + r
	ar := -0.5 * r
	ar2 := r * ar
	ar3 := r * ar2
	h := t2 + ar2
	lo3 := math.FMA(ar, r, -ar2)
	lo4 := t2 - h + ar2
	p := math.FMA(ar2, math.FMA(r, a6, a5), math.FMA(r, a4, a3))
	p = math.FMA(ar2, p, math.FMA(r, a2, a1))
	l := math.FMA(ar3, p, lo1+lo2+lo3+lo4)
	y := h + l
	return y, h - y + l
}

// logStart is where the octave of powLog begins, about sqrt(1/2): 1 lies inside.
const logStart = 0x3fe6955500000000

type powEntry struct{ inv, log, tail float64 }

// powTable holds inverses of few bits, their logarithms to 43 places after the point and what is left of them.
var powTable = sync.OnceValue(func() *[steps]powEntry {
	t := new([steps]powEntry)
	for i := range t {
		mid := math.Float64frombits(logStart + uint64(i)<<45 + 1<<44)
		inv := math.Round(steps/mid) / steps
		if mid >= 1 {
			inv = math.Round(2*steps/mid) / (2 * steps)
		}
		l := seriesLog(inv).neg()
		log := math.Round(l.hi*0x1p43) / 0x1p43
		t[i] = powEntry{inv, log, l.hi - log + l.lo}
	}
	return t
})
