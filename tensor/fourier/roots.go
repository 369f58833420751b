package fourier

import (
	"context"
	"math"
	"math/bits"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// roots holds the n-th roots of unity as two tables of about the square root of n: each root is a product of two
// entries, computed in float64 and rounded once.
type roots struct {
	ctx         context.Context // of who waits for the tables; nil once they are there
	n           int
	shift       int
	fine, rough []C[float64]
}

// eighth is π/(4n) as float64, rounded from a quotient of 64 bits as the 80-bit arithmetic of x86 has it.
func eighth(n int) float64 {
	const pi = 0xc90fdaa22168c235 // π * 2^62
	zeros := bits.LeadingZeros64(uint64(n))
	d := uint64(n) << zeros
	hi, lo, shift := uint64(pi), uint64(0), -64
	if hi >= d {
		hi, lo, shift = pi>>1, 1<<63, -63
	}
	q, r := bits.Div64(hi, lo, d)
	if half := d - r; r > half || r == half && q&1 == 1 {
		if q++; q == 0 {
			q, shift = 1<<63, shift+1
		}
	}
	return math.Ldexp(float64(q), shift+zeros-64)
}

// stop reports whether nobody waits any more; the tables are then void.
func (r *roots) stop(i int) bool { return i%pollEvery == pollEvery-1 && r.ctx.Err() != nil }

func newRoots(ctx context.Context, n int) *roots {
	r := &roots{ctx: ctx, n: n, shift: 1}
	half := (n + 2) / 2
	for 1<<(2*r.shift) < half {
		r.shift++
	}
	angle, size := eighth(n), 1<<r.shift
	r.fine = make([]C[float64], size)
	r.rough = make([]C[float64], (half+size-1)/size)
	for i := range r.fine {
		r.fine[i] = unity(i, n, angle)
	}
	for i := range r.rough {
		r.rough[i] = unity(i*size, n, angle)
	}
	return r
}

// unity is exp(2πix/n), x at most a little over n/2: cosine and sine of an angle below an eighth of a turn.
func unity(x, n int, angle float64) C[float64] {
	if x == 0 {
		return C[float64]{1, 0}
	}
	x *= 8
	low := x >= 4*n // the lower half mirrors the upper one
	if low {
		x = 8*n - x
	}
	left := x >= 2*n
	if left {
		x -= 2 * n
	}
	var c, s float64
	if x < n {
		s, c = libm.Turn(float64(x) * angle)
	} else {
		c, s = libm.Turn(float64(2*n-x) * angle)
	}
	if left {
		c, s = -s, c
	}
	if low {
		s = -s
	}
	return C[float64]{c, s}
}

// at is root number k of n, 0 <= k <= n.
func (r *roots) at(k int) C[float64] {
	low := 2*k > r.n
	if low {
		k = r.n - k
	}
	v := times(r.fine[k&(1<<r.shift-1)], r.rough[k>>r.shift])
	if low {
		v.I = -v.I
	}
	return v
}

// root is a root rounded to T.
//
//go:noinline
func root[T Float](r *roots, k int) C[T] {
	v := r.at(k)
	return C[T]{T(v.R), T(v.I)}
}

// turns are the factors of a pass of ip numbers, ido of them side by side, each [i-1][j-1] with step between roots.
func turns[T Float](r *roots, ip, ido, step int) []C[T] {
	out := make([]C[T], (ip-1)*(ido-1))
	for at := range out {
		if r.stop(at) {
			break
		}
		out[at] = root[T](r, step*(at/(ip-1)+1)*(at%(ip-1)+1))
	}
	return out
}

// constants are cosine and sine of j/ip of a turn, j = 1 to ip/2: those of primes up to most are rounded from decimals,
// the others taken from the tables, and the two may differ in the last bit.
func constants[T Float](r *roots, ip, step, most int) []C[T] {
	out := make([]C[T], (ip-1)/2)
	for j := range out {
		out[j] = root[T](r, step*(j+1))
		if ip <= most {
			v := &small[small0[ip/2]+j]
			out[j] = C[T]{T(v[0]), T(v[1])}
		}
	}
	return out
}

// small0 is where the values of 3, 5, 7 and 11 begin.
var small0 = [...]int{1: 0, 2: 1, 3: 3, 5: 6}

var small = [...][2]float64{
	{-0.5, 0.8660254037844386467637231707529362},
	{0.3090169943749474241022934171828191, 0.9510565162951535721164393333793821},
	{-0.8090169943749474241022934171828191, 0.5877852522924731291687059546390728},
	{0.6234898018587335305250048840042398, 0.7818314824680298087084445266740578},
	{-0.2225209339563144042889025644967948, 0.9749279121818236070181316829939312},
	{-0.9009688679024191262361023195074451, 0.433883739117558120475768332848359},
	{0.8412535328311811688618116489193677, 0.5406408174555975821076359543186917},
	{0.4154150130018864255292741492296232, 0.9096319953545183714117153830790285},
	{-0.1423148382732851404437926686163697, 0.9898214418809327323760920377767188},
	{-0.6548607339452850640569250724662936, 0.7557495743542582837740358439723444},
	{-0.9594929736144973898903680570663277, 0.2817325568414296977114179153466169},
}
