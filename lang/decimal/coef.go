package decimal

import (
	"math/big"
	"math/bits"
)

func coefOf(n *big.Int) coef {
	if n.BitLen() > 128 {
		return coef{big: n}
	}
	var words [16]byte
	n.FillBytes(words[:])
	var a coef
	for i := range 8 {
		a.high = a.high<<8 | uint64(words[i])
		a.low = a.low<<8 | uint64(words[8+i])
	}
	return a
}

func (a coef) zero() bool { return a.big == nil && a.low|a.high == 0 }

// small tells that a coefficient is one word.
func (a coef) small() bool { return a.big == nil && a.high == 0 }

// wide is the coefficient as a big.Int that is only read; room is what it may lie in.
func (a coef) wide(room *big.Int) *big.Int {
	if a.big != nil {
		return a.big
	}
	if a.high != 0 {
		room.SetUint64(a.high).Lsh(room, 64)
		return room.Or(room, new(big.Int).SetUint64(a.low))
	}
	return room.SetUint64(a.low)
}

// tens are the powers of ten of two words.
var tens = func() (t [39]coef) {
	t[0].low = 1
	for i := 1; i < len(t); i++ {
		t[i] = t[i-1].mul(coef{low: 10})
	}
	return t
}()

// wideTens are powers of ten beyond tens.
var wideTens = func() (t [160]*big.Int) {
	p := big.NewInt(1)
	for i := range t {
		t[i] = new(big.Int).Set(p)
		p.Mul(p, big.NewInt(10))
	}
	return t
}()

// pow10 is a power of ten, only to be read.
func pow10(n int64) *big.Int {
	if n < int64(len(wideTens)) {
		return wideTens[n]
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil)
}

// digits is how many digits a coefficient has; 0 has one.
func (a coef) digits() int64 {
	if a.big == nil {
		n := bits.Len64(a.low)
		if a.high != 0 {
			n = 64 + bits.Len64(a.high)
		}
		n = n * 1233 >> 12
		if a.cmp(tens[n]) >= 0 {
			n++
		}
		return int64(max(n, 1))
	}
	n := int64(float64(a.big.BitLen()-1)*0.30102999566398119) + 1
	if a.big.CmpAbs(pow10(n)) >= 0 {
		n++
	}
	return n
}

func order(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (a coef) cmp(b coef) int {
	switch {
	case a.big == nil && b.big == nil:
		if a.high != b.high {
			return order(a.high, b.high)
		}
		return order(a.low, b.low)
	case a.big == nil:
		return -1
	case b.big == nil:
		return 1
	}
	return a.big.Cmp(b.big)
}

// times10 is a coefficient with so many zeros behind it.
func (a coef) times10(n int64) coef {
	switch {
	case n == 0 || a.zero():
		return a
	case n < int64(len(tens)):
		return a.mul(tens[n])
	}
	return coefOf(new(big.Int).Mul(a.wide(new(big.Int)), pow10(n)))
}

// product is a number of four words, the lowest first.
type product [4]uint64

// times is the product of two coefficients that are not big.
func (a coef) times(b coef) (p product) {
	h0, l0 := bits.Mul64(a.low, b.low)
	h1, l1 := bits.Mul64(a.high, b.low)
	h2, l2 := bits.Mul64(a.low, b.high)
	h3, l3 := bits.Mul64(a.high, b.high)
	var c, d uint64
	p[0] = l0
	p[1], c = bits.Add64(h0, l1, 0)
	p[1], d = bits.Add64(p[1], l2, 0)
	p[2], c = bits.Add64(h1, h2, c)
	p[3] = h3 + c
	p[2], d = bits.Add64(p[2], l3, d)
	p[3] += d
	return p
}

// over divides by a word and returns the rest.
func (p *product) over(n uint64) (rest uint64) {
	for i := len(p) - 1; i >= 0; i-- {
		p[i], rest = bits.Div64(rest, p[i], n)
	}
	return rest
}

// fits tells that a product has two words.
func (p *product) fits() bool { return p[2]|p[3] == 0 }

// cut takes n digits off the end, of which there are at least as many, and tells of them as coef.cut does.
func (p *product) cut(n int64) (part int) {
	below := false
	for n > 19 {
		below = p.over(tens[19].low) != 0 || below
		n -= 19
	}
	rest := p.over(tens[n].low)
	part = partOf(rest, tens[n].low/2)
	if below {
		switch part {
		case -2:
			return -1
		case 0:
			return 1
		}
	}
	return part
}

func (p *product) coef() coef {
	if p.fits() {
		return coef{low: p[0], high: p[1]}
	}
	n := new(big.Int)
	for i := len(p) - 1; i >= 0; i-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(p[i]))
	}
	return coef{big: n}
}

// sticky is a product with at most 38 digits, and how many were cut off its end. Where they are not all zero the last
// digit left is none that a tie or an exact result has, so that rounding to two digits less goes the right way.
func (p product) sticky() (coef, int64) {
	n := bits.Len64(p[2])
	if p[3] != 0 {
		n = 64 + bits.Len64(p[3])
	}
	cut := int64(0)
	if n > 0 {
		cut = max(int64(n+128)*1233>>12+1-38, 1)
		part := p.cut(cut)
		if a := (coef{low: p[0], high: p[1]}); part != -2 && a.mod(5) == 0 {
			return a.add(coef{low: 1}), cut
		}
	}
	return coef{low: p[0], high: p[1]}, cut
}

func (a coef) mul(b coef) coef {
	if a.big == nil && b.big == nil {
		if a.high|b.high == 0 {
			hi, lo := bits.Mul64(a.low, b.low)
			return coef{low: lo, high: hi}
		}
		p := a.times(b)
		return p.coef()
	}
	return coefOf(new(big.Int).Mul(a.wide(new(big.Int)), b.wide(new(big.Int))))
}

func (a coef) add(b coef) coef {
	if a.big == nil && b.big == nil {
		low, carry := bits.Add64(a.low, b.low, 0)
		high, carry := bits.Add64(a.high, b.high, carry)
		if carry == 0 {
			return coef{low: low, high: high}
		}
	}
	return coefOf(new(big.Int).Add(a.wide(new(big.Int)), b.wide(new(big.Int))))
}

// sub is a less b, which is not more.
func (a coef) sub(b coef) coef {
	if a.big == nil {
		low, borrow := bits.Sub64(a.low, b.low, 0)
		high, _ := bits.Sub64(a.high, b.high, borrow)
		return coef{low: low, high: high}
	}
	return coefOf(new(big.Int).Sub(a.big, b.wide(new(big.Int))))
}

// divide is the whole quotient and the rest.
func (a coef) divide(b coef) (q, r coef) {
	if a.cmp(b) < 0 {
		return coef{}, a
	}
	if a.big == nil && b.high == 0 {
		p := product{a.low, a.high}
		rest := p.over(b.low)
		return coef{low: p[0], high: p[1]}, coef{low: rest}
	}
	d, m := new(big.Int).QuoRem(a.wide(new(big.Int)), b.wide(new(big.Int)), new(big.Int))
	return coefOf(d), coefOf(m)
}

// mod is the rest by a number of one digit.
func (a coef) mod(n uint64) uint64 {
	base := (^uint64(0)%n + 1) % n // 2**64
	if a.big == nil {
		return (a.high%n*base + a.low%n) % n
	}
	rest := uint64(0)
	words := a.big.Bits()
	for i := len(words) - 1; i >= 0; i-- {
		rest = (rest*base + uint64(words[i])%n) % n
	}
	return rest
}

// cut takes n digits off the end; part compares what was cut off with half a unit of what is left: -2 nothing, -1 less,
// 0 half, 1 more.
func (a coef) cut(n int64) (kept coef, part int) {
	switch {
	case n <= 0 || a.zero():
		return a, -2
	case n > a.digits():
		return coef{}, -1
	case a.big == nil:
		p := product{a.low, a.high}
		part = p.cut(n)
		return coef{low: p[0], high: p[1]}, part
	}
	q, r := new(big.Int).QuoRem(a.big, pow10(n), new(big.Int))
	part = -2
	if r.Sign() != 0 {
		part = r.Lsh(r, 1).Cmp(pow10(n))
	}
	return coefOf(q), part
}

func partOf(rest, half uint64) int {
	if rest == 0 {
		return -2
	}
	return order(rest, half)
}
