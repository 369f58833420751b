package np

import (
	"math/big"
	"math/bits"
)

// Sources of random bits beside MT19937 and PCG64.

// halves gives words of 32 bits of a source of 64: the low half first.
type halves struct {
	half uint32
	kept bool
}

func (h *halves) of(long func() uint64) uint32 {
	if h.kept {
		h.kept = false
		return h.half
	}
	w := long()
	h.half, h.kept = uint32(w>>32), true
	return uint32(w)
}

func unit(w uint64) float64 { return float64(w>>11) / (1 << 53) }

// philox is Philox 4x64 of ten rounds.
type philox struct {
	halves
	counter, buffer [4]uint64
	key             [2]uint64
	at              int // the next of buffer; 4 when it is empty
}

func (p *philox) word() uint32   { return p.of(p.long) }
func (p *philox) float() float64 { return unit(p.long()) }

func (p *philox) long() uint64 {
	if p.at >= 4 {
		for i := range p.counter {
			if p.counter[i]++; p.counter[i] != 0 {
				break
			}
		}
		p.buffer, p.at = p.rounds(), 0
	}
	p.at++
	return p.buffer[p.at-1]
}

func (p *philox) rounds() [4]uint64 {
	c, k := p.counter, p.key
	for range 10 {
		hi0, lo0 := bits.Mul64(0xD2E7470EE14C6C93, c[0])
		hi1, lo1 := bits.Mul64(0xCA5A826395121157, c[2])
		c = [4]uint64{hi1 ^ c[1] ^ k[0], lo1, hi0 ^ c[3] ^ k[1], lo0}
		k[0] += 0x9E3779B97F4A7C15
		k[1] += 0xBB67AE8584CAA73B
	}
	return c
}

// sfc is Doty-Humphrey's small fast chaotic generator.
type sfc struct {
	halves
	s [4]uint64
}

func newSFC(w []uint64) *sfc {
	p := &sfc{s: [4]uint64{w[0], w[1], w[2], 1}}
	for range 12 {
		p.long()
	}
	return p
}

func (p *sfc) word() uint32   { return p.of(p.long) }
func (p *sfc) float() float64 { return unit(p.long()) }

func (p *sfc) long() uint64 {
	s := &p.s
	out := s[0] + s[1] + s[3]
	s[3]++
	s[0] = s[1] ^ s[1]>>11
	s[1] = s[2] + s[2]<<3
	s[2] = bits.RotateLeft64(s[2], 24) + out
	return out
}

// dxsm is PCG64 with a cheaper multiplier and another output function.
type dxsm struct{ pcg }

const cheapMul = 0xda942042e4dd58b5

func (p *dxsm) word() uint32   { return p.of(p.long) }
func (p *dxsm) float() float64 { return unit(p.long()) }

func (p *dxsm) step() {
	hi, lo := bits.Mul64(p.lo, cheapMul)
	hi += p.hi * cheapMul
	var carry uint64
	p.lo, carry = bits.Add64(lo, p.incLo, 0)
	p.hi, _ = bits.Add64(hi, p.incHi, carry)
}

func (p *dxsm) long() uint64 {
	hi, lo := p.hi, p.lo|1
	hi ^= hi >> 32
	hi *= cheapMul
	hi ^= hi >> 48
	hi *= lo
	p.step()
	return hi
}

// start seeds a PCG; step is its own.
func (p *pcg) start(w []uint64, step func()) {
	p.incHi, p.incLo = w[2]<<1|w[3]>>63, w[3]<<1|1
	step()
	var carry uint64
	p.lo, carry = bits.Add64(p.lo, w[1], 0)
	p.hi, _ = bits.Add64(p.hi, w[0], carry)
	step()
}

var twoTo128 = new(big.Int).Lsh(big.NewInt(1), 128)

func joined(hi, lo uint64) *big.Int {
	z := new(big.Int).SetUint64(hi)
	return z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(lo))
}

func split(z *big.Int) (hi, lo uint64) {
	var w [2]uint64
	longsOf(new(big.Int).Mod(z, twoTo128), w[:])
	return w[1], w[0]
}

// longsOf writes the words of a number that is not negative, the lowest first.
func longsOf(z *big.Int, into []uint64) {
	mask, z := new(big.Int).SetUint64(^uint64(0)), new(big.Int).Set(z)
	for i := range into {
		into[i] = new(big.Int).And(z, mask).Uint64()
		z.Rsh(z, 64)
	}
}

// advance goes delta steps on, backwards where it is negative.
func (p *pcg) advance(delta, mul *big.Int) {
	delta = new(big.Int).Mod(delta, twoTo128)
	accMul, accAdd := big.NewInt(1), new(big.Int)
	mul, add := new(big.Int).Set(mul), joined(p.incHi, p.incLo)
	for ; delta.Sign() > 0; delta.Rsh(delta, 1) {
		if delta.Bit(0) == 1 {
			accMul.Mod(accMul.Mul(accMul, mul), twoTo128)
			accAdd.Mod(accAdd.Add(accAdd.Mul(accAdd, mul), add), twoTo128)
		}
		add.Mod(add.Mul(add, new(big.Int).Add(mul, big.NewInt(1))), twoTo128)
		mul.Mod(mul.Mul(mul, mul), twoTo128)
	}
	z := joined(p.hi, p.lo)
	p.hi, p.lo = split(z.Add(z.Mul(z, accMul), accAdd))
	p.halves = halves{}
}

// advance goes delta numbers of four words on.
func (p *philox) advance(delta *big.Int) {
	z := new(big.Int)
	for i := 3; i >= 0; i-- {
		z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(p.counter[i]))
	}
	z.Add(z, delta)
	z.Mod(z, new(big.Int).Lsh(big.NewInt(1), 256))
	longsOf(z, p.counter[:])
	p.at, p.halves = 4, halves{}
}
