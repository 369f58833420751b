package decimal

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Digits are the coefficient's digits.
func (x *Number) Digits() string {
	var room [40]byte
	return string(x.appendDigits(room[:0]))
}

func (x *Number) appendDigits(b []byte) []byte {
	switch {
	case x.c.big != nil:
		return x.c.big.Append(b, 10)
	case x.c.high == 0:
		return strconv.AppendUint(b, x.c.low, 10)
	}
	p := product{x.c.low, x.c.high}
	rest := p.over(tens[19].low)
	b = (&Number{c: coef{low: p[0], high: p[1]}}).appendDigits(b)
	for i := 18; i >= 0; i-- {
		b = append(b, byte('0'+rest/tens[i].low%10))
	}
	return b
}

// special is the text of what is not finite, without a sign.
func (x *Number) special() string {
	if x.Kind == Infinite {
		return "Infinity"
	}
	s := "NaN"
	if x.Kind == Signaling {
		s = "sNaN"
	}
	if !x.c.zero() {
		s += x.Digits()
	}
	return s
}

// Text is the number in digits, with an exponent where it has one: of thousands with eng. mark stands before it.
func (x *Number) Text(eng bool, mark byte) string {
	var room [64]byte
	b := room[:0]
	if x.Neg {
		b = append(b, '-')
	}
	if x.Kind != Finite {
		return string(append(b, x.special()...))
	}
	var few [40]byte
	ds := x.appendDigits(few[:0])
	left := x.Exp + int64(len(ds))
	point := int64(1)
	switch {
	case x.Exp <= 0 && left > -6:
		point = left
	case eng && x.c.zero():
		point = mod3(left+1) - 1
	case eng:
		point = mod3(left-1) + 1
	}
	b = AppendPointed(b, ds, point)
	if left != point {
		b = append(b, mark)
		if left > point {
			b = append(b, '+')
		}
		b = strconv.AppendInt(b, left-point, 10)
	}
	return string(b)
}

func mod3(n int64) int64 { return (n%3 + 3) % 3 }

// AppendPointed writes digits with a point behind so many of them, and the zeros that it needs.
func AppendPointed(b, digits []byte, point int64) []byte {
	n := int64(len(digits))
	switch {
	case point <= 0:
		b = append(b, '0', '.')
		for ; point < 0; point++ {
			b = append(b, '0')
		}
		return append(b, digits...)
	case point >= n:
		b = append(b, digits...)
		for ; n < point; n++ {
			b = append(b, '0')
		}
		return b
	}
	b = append(b, digits[:point]...)
	b = append(b, '.')
	return append(b, digits[point:]...)
}

// Parse reads a number: digits with a point and an exponent, "Infinity", "NaN" with a payload. The digits are ASCII.
// ok is false for another text; the number is nil where an exponent is beyond all bounds.
func Parse(s string) (x *Number, ok bool) {
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg, s = s[0] == '-', s[1:]
	}
	if s == "" {
		return nil, false
	}
	if c := s[0]; c != '.' && (c < '0' || c > '9') {
		return parseSpecial(strings.ToLower(s), neg)
	}
	i, point, seen := 0, -1, 0
	low, fits := uint64(0), true
	for ; i < len(s); i++ {
		c := s[i]
		if c == '.' {
			if point >= 0 {
				return nil, false
			}
			point = i
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		seen++
		if low > (math.MaxUint64-9)/10 {
			fits = false
		}
		low = low*10 + uint64(c-'0')
	}
	if seen == 0 {
		return nil, false
	}
	exp := int64(0)
	if point >= 0 {
		exp = -int64(i - point - 1)
	}
	x = &Number{Neg: neg, c: coef{low: low}}
	if !fits {
		text := s[:i]
		if point >= 0 {
			text = s[:point] + s[point+1:i]
		}
		n, _ := new(big.Int).SetString(text, 10)
		x.c = coefOf(n)
	}
	if i < len(s) {
		e, known, whole := parseExp(s[i:])
		if !whole {
			return nil, false
		}
		if !known {
			return nil, true
		}
		exp += e
	}
	if !x.c.zero() && exp+x.c.digits()-1 > MaxExp || exp > 2*MaxExp || exp < -2*MaxExp {
		return nil, true
	}
	x.Exp = exp
	return x, true
}

// parseExp reads E and an exponent; known is false for one beyond all bounds.
func parseExp(s string) (e int64, known, ok bool) {
	if s[0] != 'e' && s[0] != 'E' {
		return 0, false, false
	}
	digits := strings.TrimLeft(s[1:], "+-")
	if digits == "" || len(digits) < len(s)-2 {
		return 0, false, false
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false, false
		}
	}
	e, err := strconv.ParseInt(s[1:], 10, 64)
	if err != nil || e > 3*MaxExp || e < -3*MaxExp {
		return 0, false, true
	}
	return e, true, true
}

func parseSpecial(s string, neg bool) (*Number, bool) {
	if s == "inf" || s == "infinity" {
		return &Number{Kind: Infinite, Neg: neg}, true
	}
	kind := Quiet
	if strings.HasPrefix(s, "s") {
		kind, s = Signaling, s[1:]
	}
	digits, ok := strings.CutPrefix(s, "nan")
	if !ok {
		return nil, false
	}
	x := &Number{Kind: kind, Neg: neg}
	if digits != "" {
		n, good := new(big.Int).SetString(digits, 10)
		if !good || strings.Trim(digits, "0123456789") != "" {
			return nil, false
		}
		x.c = coefOf(n)
	}
	return x, true
}

// FromFloat is a float with all its digits.
func FromFloat(f float64) *Number {
	neg := math.Signbit(f)
	switch {
	case math.IsNaN(f):
		return &Number{Kind: Quiet}
	case math.IsInf(f, 0):
		return &Number{Kind: Infinite, Neg: neg}
	case f == 0:
		return &Number{Neg: neg}
	}
	m, e := math.Frexp(math.Abs(f))
	n, k := uint64(m*(1<<53)), 53-e
	if z := bits.TrailingZeros64(n); k > 0 {
		z = min(z, k)
		n, k = n>>z, k-z
	}
	if k <= 0 {
		return Make(neg, new(big.Int).Lsh(new(big.Int).SetUint64(n), uint(-k)), 0)
	}
	five := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(k)), nil)
	return Make(neg, five.Mul(five, new(big.Int).SetUint64(n)), -int64(k))
}

// Float is the float next to a finite number.
func (x *Number) Float() float64 {
	var room [64]byte
	b := room[:0]
	if x.Neg {
		b = append(b, '-')
	}
	b = x.appendDigits(b)
	b = strconv.AppendInt(append(b, 'e'), x.Exp, 10)
	f, _ := strconv.ParseFloat(string(b), 64)
	return f
}

// Int is a finite number without its fraction; ok is false where it has no room.
func (c *Context) Int(x *Number) (n *big.Int) {
	if x.Exp > 0 && !c.room(x.c.digits()+x.Exp) {
		return new(big.Int)
	}
	k := x.c
	if x.Exp >= 0 {
		k = k.times10(x.Exp)
	} else {
		k, _ = k.cut(-x.Exp)
	}
	n = new(big.Int).Set(k.wide(new(big.Int)))
	if x.Neg {
		n.Neg(n)
	}
	return n
}

// prime is the modulus of Python's hashes of numbers.
const prime = 1<<61 - 1

func mulMod(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	r := lo&prime + (lo>>61 | hi<<3)
	if r >= prime {
		r -= prime
	}
	return r
}

func powMod(a, n uint64) uint64 {
	r := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = mulMod(r, a)
		}
		a = mulMod(a, a)
	}
	return r
}

// Hash is Python's hash of a finite number: that of the int or the float that equals it.
func (x *Number) Hash() int64 {
	var h uint64
	if x.c.small() {
		h = x.c.low % prime
	} else {
		h = new(big.Int).Mod(x.Coefficient(), big.NewInt(prime)).Uint64()
	}
	if x.Exp >= 0 {
		h = mulMod(h, powMod(10, uint64(x.Exp)))
	} else {
		h = mulMod(h, powMod(2075258708292324556, uint64(-x.Exp))) // 1/10
	}
	n := int64(h)
	if x.Neg {
		n = -n
	}
	if n == -1 {
		n = -2
	}
	return n
}
