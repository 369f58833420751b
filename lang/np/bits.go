package np

import (
	_ "embed"
	bytesof "encoding/binary"
	"math"
	"math/big"
	"math/bits"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// bitSource gives random words.
type bitSource interface {
	word() uint32
	long() uint64
	float() float64
}

// twister is MT19937, NumPy's generator of np.random.seed and RandomState.
type twister struct {
	m *py.Mersenne
	spareNormal
}

// spareNormal is the second of two normal numbers.
type spareNormal struct {
	spare float64
	kept  bool
}

func newTwister(seed uint32) *twister { return &twister{m: py.NewMersenneWord(seed)} }

func (s *twister) word() uint32 { return s.m.Uint32() }

func (s *twister) long() uint64 {
	hi := uint64(s.m.Uint32())
	return hi<<32 | uint64(s.m.Uint32())
}

func (s *twister) float() float64 { return s.m.Float64() }

// normal is a standard normal number by the polar method, two at a time.
func (s *twister) normal() float64 { return s.polar(s) }

// polar is the same with the bits of any source.
func (k *spareNormal) polar(s bitSource) float64 {
	if k.kept {
		k.kept = false
		return k.spare
	}
	for {
		x, y := 2*s.float()-1, 2*s.float()-1
		r := float64(x*x) + float64(y*y)
		if r >= 1 || r == 0 {
			continue
		}
		f := math.Sqrt(-2 * libm.Log(r) / r)
		k.spare, k.kept = f*x, true
		return f * y
	}
}

// pcg is PCG64 with its output function XSL-RR, NumPy's generator of default_rng.
type pcg struct {
	halves
	hi, lo, incHi, incLo uint64
}

const pcgMulHi, pcgMulLo = 0x2360ED051FC65DA4, 0x4385DF649FCCF645

func (p *pcg) step() {
	hi, lo := bits.Mul64(p.lo, pcgMulLo)
	hi += p.hi*pcgMulLo + p.lo*pcgMulHi
	var carry uint64
	p.lo, carry = bits.Add64(lo, p.incLo, 0)
	p.hi, _ = bits.Add64(hi, p.incHi, carry)
}

func (p *pcg) long() uint64 {
	p.step()
	return bits.RotateLeft64(p.hi^p.lo, -int(p.hi>>58))
}

func (p *pcg) word() uint32   { return p.of(p.long) }
func (p *pcg) float() float64 { return unit(p.long()) }

// newPCG seeds a generator with four words.
func newPCG(w []uint64) *pcg {
	p := &pcg{}
	p.start(w, p.step)
	return p
}

// seedPool mixes entropy into some words, four as a rule.
func seedPool(entropy []uint32, size int) []uint32 {
	hash := uint32(0x43B0D7E5)
	hashmix := func(v uint32) uint32 {
		v ^= hash
		hash *= 0x931E8875
		v *= hash
		return v ^ v>>16
	}
	mix := func(x, y uint32) uint32 {
		r := 0xCA01F9DD*x - 0x4973F715*y
		return r ^ r>>16
	}
	pool := make([]uint32, size)
	for i := range pool {
		var v uint32
		if i < len(entropy) {
			v = entropy[i]
		}
		pool[i] = hashmix(v)
	}
	for src := range pool {
		for dst := range pool {
			if src != dst {
				pool[dst] = mix(pool[dst], hashmix(pool[src]))
			}
		}
	}
	for src := size; src < len(entropy); src++ {
		for dst := range pool {
			pool[dst] = mix(pool[dst], hashmix(entropy[src]))
		}
	}
	return pool
}

// seedWords draws words from a pool.
func seedWords(pool []uint32, n int) []uint32 {
	hash := uint32(0x8B51F9DD)
	out := make([]uint32, n)
	for i := range out {
		v := pool[i%len(pool)] ^ hash
		hash *= 0x58F38DED
		v *= hash
		out[i] = v ^ v>>16
	}
	return out
}

// words splits an integer into 32-bit words, the lowest first.
func words(n *big.Int) []uint32 {
	out := []uint32{}
	for m := new(big.Int).Set(n); m.Sign() > 0; m.Rsh(m, 32) {
		out = append(out, uint32(new(big.Int).And(m, big.NewInt(math.MaxUint32)).Uint64()))
	}
	if len(out) == 0 {
		out = append(out, 0)
	}
	return out
}

// masked64 is a random integer from 0 to limit: words are cut to its bits until one fits.
func masked64(s bitSource, limit uint64) uint64 {
	if limit == 0 {
		return 0
	}
	mask := uint64(1)<<bits.Len64(limit) - 1
	for {
		v := uint64(0)
		if limit <= math.MaxUint32 {
			v = uint64(s.word()) & mask
		} else {
			v = s.long() & mask
		}
		if v <= limit {
			return v
		}
	}
}

// lemire is a random integer from 0 to limit: the high part of a product.
func lemire(s bitSource, limit uint64) uint64 {
	switch {
	case limit == 0:
		return 0
	case limit == math.MaxUint32:
		return uint64(s.word())
	case limit < math.MaxUint32:
		n := limit + 1
		m := uint64(s.word()) * n
		if low := m & math.MaxUint32; low < n {
			for threshold := (math.MaxUint32 - limit) % n; low < threshold; {
				m = uint64(s.word()) * n
				low = m & math.MaxUint32
			}
		}
		return m >> 32
	case limit == math.MaxUint64:
		return s.long()
	}
	n := limit + 1
	hi, low := bits.Mul64(s.long(), n)
	if low < n {
		for threshold := (math.MaxUint64 - limit) % n; low < threshold; {
			hi, low = bits.Mul64(s.long(), n)
		}
	}
	return hi
}

//go:embed ziggurat.bin
var zigguratTables string // 256 each of: the thresholds, the widths, the heights of the strips

func ziggurat(table, i int) uint64 {
	return bytesof.LittleEndian.Uint64([]byte(zigguratTables[8*(256*table+i):][:8]))
}

// zigNormal is a standard normal number by the ziggurat method with 256 strips.
func zigNormal(s bitSource) float64 {
	const tail, inverse = 3.6541528853610088, 0.27366123732975828
	for {
		r := s.long()
		i := int(r & 255)
		m := r >> 9 & (1<<52 - 1)
		x := float64(m) * math.Float64frombits(ziggurat(1, i))
		if r>>8&1 == 1 {
			x = -x
		}
		if m < ziggurat(0, i) {
			return x
		}
		if i == 0 {
			for {
				xx, yy := -inverse*libm.Log1p(-s.float()), -libm.Log1p(-s.float())
				if yy+yy > float64(xx*xx) {
					if m>>8&1 == 1 {
						return -(tail + xx)
					}
					return tail + xx
				}
			}
		}
		f0, f1 := math.Float64frombits(ziggurat(2, i-1)), math.Float64frombits(ziggurat(2, i))
		if float64((f0-f1)*s.float())+f1 < libm.Exp(-0.5*x*x) {
			return x
		}
	}
}
