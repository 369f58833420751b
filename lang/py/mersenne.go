package py

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// Mersenne is MT19937 as CPython's random module uses it (Matsumoto and Nishimura, 1998).
type Mersenne struct {
	mt    [624]uint32
	at    int
	gauss float64
	kept  bool

	Own func() float64 // what a class of the program's gives in place of Float64, nil for none
}

// NewMersenne seeds a generator with an integer, as random.seed(n) does: its absolute value
// in 32-bit words.
func NewMersenne(n *big.Int) *Mersenne { return NewMersenneKey(new(big.Int).Abs(n), 1) }

// NewMersenneKey seeds a generator with the 32-bit words of a number, at least so many of them.
func NewMersenneKey(mag *big.Int, atLeast int) *Mersenne {
	var key []uint32
	for mag = new(big.Int).Set(mag); mag.Sign() > 0; mag.Rsh(mag, 32) {
		key = append(key, uint32(new(big.Int).And(mag, big.NewInt(math.MaxUint32)).Uint64()))
	}
	for len(key) < max(atLeast, 1) {
		key = append(key, 0)
	}
	m := &Mersenne{at: 624}
	m.mt[0] = 19650218
	for i := 1; i < 624; i++ {
		m.mt[i] = 1812433253*(m.mt[i-1]^m.mt[i-1]>>30) + uint32(i)
	}
	i, j := 1, 0
	for range max(624, len(key)) {
		m.mt[i] = (m.mt[i] ^ (m.mt[i-1]^m.mt[i-1]>>30)*1664525) + key[j] + uint32(j)
		if i++; i == 624 {
			m.mt[0], i = m.mt[623], 1
		}
		if j++; j == len(key) {
			j = 0
		}
	}
	for range 623 {
		m.mt[i] = (m.mt[i] ^ (m.mt[i-1]^m.mt[i-1]>>30)*1566083941) - uint32(i)
		if i++; i == 624 {
			m.mt[0], i = m.mt[623], 1
		}
	}
	m.mt[0] = 1 << 31
	return m
}

// NewMersenneWord seeds a generator with one word, as NumPy does.
func NewMersenneWord(seed uint32) *Mersenne {
	m := &Mersenne{at: 624}
	m.mt[0] = seed
	for i := 1; i < 624; i++ {
		m.mt[i] = 1812433253*(m.mt[i-1]^m.mt[i-1]>>30) + uint32(i)
	}
	return m
}

// State is what the numbers to come depend on: the words, how many of them are used up, and the second of two normal
// numbers where it is still to come.
func (m *Mersenne) State() (words []uint32, at int, gauss float64, kept bool) {
	return append([]uint32(nil), m.mt[:]...), m.at, m.gauss, m.kept
}

// SetState is the inverse of State.
func (m *Mersenne) SetState(words []uint32, at int, gauss float64, kept bool) {
	copy(m.mt[:], words)
	m.at, m.gauss, m.kept = at, gauss, kept
}

// Uint32 is the next word.
func (m *Mersenne) Uint32() uint32 {
	if m.at >= 624 {
		for k := range 624 {
			y := m.mt[k]&(1<<31) | m.mt[(k+1)%624]&(1<<31-1)
			v := m.mt[(k+397)%624] ^ y>>1
			if y&1 != 0 {
				v ^= 0x9908b0df
			}
			m.mt[k] = v
		}
		m.at = 0
	}
	y := m.mt[m.at]
	m.at++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// Float64 is random(): 53 bits in [0, 1).
func (m *Mersenne) Float64() float64 {
	if m.Own != nil {
		return m.Own()
	}
	a, b := m.Uint32()>>5, m.Uint32()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

// Bits is getrandbits(k) for k up to 64.
func (m *Mersenne) Bits(k int) uint64 {
	if k <= 32 {
		return uint64(m.Uint32() >> (32 - k))
	}
	lo := uint64(m.Uint32())
	return lo | uint64(m.Uint32()>>(64-k))<<32
}

// Below is a number in [0, n), n > 0.
func (m *Mersenne) Below(n int64) int64 {
	if m.Own != nil { // without bits of its own
		const whole = 1 << 53
		limit := float64(whole-whole%n) / whole
		for {
			if r := m.Own(); r < limit || n > whole {
				return int64(r*whole) % n
			}
		}
	}
	k := bits.Len64(uint64(n))
	for {
		if r := int64(m.Bits(k)); r >= 0 && r < n {
			return r
		}
	}
}

// Gauss is a standard normal number, as random.gauss makes two at a time.
func (m *Mersenne) Gauss() float64 {
	if m.kept {
		m.kept = false
		return m.gauss
	}
	x := m.Float64() * (2 * math.Pi)
	g := math.Sqrt(-2 * libm.Log(1-m.Float64()))
	m.gauss, m.kept = libm.Sin(x)*g, true
	return libm.Cos(x) * g
}
