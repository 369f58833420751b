package decimal

import "math/big"

// Add is the sum.
func (c *Context) Add(a, b *Number) *Number {
	if a.Kind != Finite || b.Kind != Finite {
		switch q := c.Quiet(a, b); {
		case q != nil:
			return q
		case a.Kind == b.Kind && a.Neg != b.Neg:
			return c.meet(InvalidOperation, nan)
		case a.Kind == Infinite:
			return a
		}
		return b
	}
	if !a.c.zero() && !b.c.zero() && a.Exp != b.Exp {
		a, b = c.closer(a, b)
	}
	exp := min(a.Exp, b.Exp)
	if !c.room(max(a.c.digits()+a.Exp, b.c.digits()+b.Exp)-exp) && !a.c.zero() && !b.c.zero() {
		return nan
	}
	x, y := a.c.times10(a.Exp-exp), b.c.times10(b.Exp-exp)
	out := Number{Neg: a.Neg, Exp: exp}
	switch order := 0; {
	case a.Neg == b.Neg:
		out.c = x.add(y)
	default:
		if order = x.cmp(y); order >= 0 {
			out.c = x.sub(y)
		} else {
			out.Neg, out.c = b.Neg, y.sub(x)
		}
		if order == 0 {
			out.Neg = c.Rounding == Floor
		}
	}
	return c.settle(&out)
}

// closer puts a stand-in for a number far below the other, which only decides the rounding.
func (c *Context) closer(a, b *Number) (*Number, *Number) {
	top, low := a, b
	if a.Adjusted() < b.Adjusted() {
		top, low = b, a
	}
	floor := min(top.Exp, top.Adjusted()-c.Prec-3)
	if low.Adjusted() >= floor {
		return a, b
	}
	return top, &Number{Neg: low.Neg, Exp: floor - 1, c: coef{low: 1}}
}

// Sub is the difference.
func (c *Context) Sub(a, b *Number) *Number {
	if !b.NaN() {
		b = b.WithSign(!b.Neg)
	}
	return c.Add(a, b)
}

// Mul is the product.
func (c *Context) Mul(a, b *Number) *Number {
	if a.Kind != Finite || b.Kind != Finite {
		if q := c.Quiet(a, b); q != nil {
			return q
		}
		if a.Zero() || b.Zero() {
			return c.meet(InvalidOperation, nan)
		}
		return &Number{Kind: Infinite, Neg: a.Neg != b.Neg}
	}
	if !c.room(a.c.digits() + b.c.digits()) {
		return nan
	}
	x := Number{Neg: a.Neg != b.Neg, Exp: a.Exp + b.Exp}
	if c.Prec <= 36 && a.c.big == nil && b.c.big == nil {
		k, cut := a.c.times(b.c).sticky()
		x.c, x.Exp = k, x.Exp+cut
		return c.settle(&x)
	}
	x.c = a.c.mul(b.c)
	return c.settle(&x)
}

// Exact is the product with all its digits of two finite numbers.
func (c *Context) Exact(a, b *Number) *Number {
	if !c.room(a.c.digits() + b.c.digits()) {
		return nan
	}
	return &Number{Neg: a.Neg != b.Neg, Exp: a.Exp + b.Exp, c: a.c.mul(b.c)}
}

// Quo is the quotient.
func (c *Context) Quo(a, b *Number) *Number {
	neg := a.Neg != b.Neg
	if a.Kind != Finite || b.Kind != Finite {
		switch q := c.Quiet(a, b); {
		case q != nil:
			return q
		case a.Kind == b.Kind:
			return c.meet(InvalidOperation, nan)
		case a.Kind == Infinite:
			return &Number{Kind: Infinite, Neg: neg}
		}
		return c.meet(Clamped, &Number{Neg: neg, Exp: c.Etiny()})
	}
	switch {
	case b.c.zero() && a.c.zero():
		return c.meet(DivisionUndefined, nan)
	case b.c.zero():
		return c.meet(DivisionByZero, &Number{Kind: Infinite, Neg: neg})
	case a.c.zero():
		return c.settle(&Number{Neg: neg, Exp: a.Exp - b.Exp})
	}
	shift := b.c.digits() - a.c.digits() + c.Prec + 1
	if !c.room(c.Prec + b.c.digits()) {
		return nan
	}
	exp := a.Exp - b.Exp - shift
	var q, rest coef
	if shift >= 0 && shift < int64(len(tens)) && a.c.big == nil && b.c.small() {
		p := a.c.times(tens[shift])
		rest = coef{low: p.over(b.c.low)}
		q = p.coef()
	} else if shift >= 0 {
		q, rest = a.c.times10(shift).divide(b.c)
	} else {
		q, rest = a.c.divide(b.c.times10(-shift))
	}
	if !rest.zero() {
		if q.mod(5) == 0 { // not half of anything
			q = q.add(coef{low: 1})
		}
	} else {
		q, exp = q.strip(exp, a.Exp-b.Exp)
	}
	return c.settle(&Number{Neg: neg, Exp: exp, c: q})
}

// strip takes zeros off the end as long as the exponent is below top.
func (a coef) strip(exp, top int64) (coef, int64) {
	if a.zero() {
		return a, exp
	}
	for n := int64(16); n > 0; {
		if exp+n <= top {
			if q, part := a.cut(n); part == -2 && n < a.digits() {
				a, exp = q, exp+n
				continue
			}
		}
		n /= 2
	}
	return a, exp
}

// What is wanted of a division.
const (
	quotient = 1 << iota
	rest
)

// parts are a quotient that was cut to a whole number and a rest, rounded if they are wanted.
func (c *Context) parts(q, r *Number, wanted int) (*Number, *Number) {
	if wanted&quotient != 0 {
		q = c.settle(q)
	}
	if wanted&rest != 0 {
		r = c.Fix(r)
	}
	return q, r
}

// whole divides finite numbers, the second of which is not zero.
func (c *Context) whole(a, b *Number, wanted int) (q, r *Number) {
	if !a.c.zero() && a.Adjusted()-b.Adjusted() > c.Prec {
		return c.meet(DivisionImpossible, nan), nan
	}
	neg := a.Neg != b.Neg
	exp := min(a.Exp, b.Exp)
	if a.c.zero() || a.Adjusted() < b.Adjusted()-1 { // nothing of it
		if wanted&rest != 0 && !a.c.zero() && !c.room(a.Exp-exp) {
			return nan, nan
		}
		r = a
		if wanted&rest != 0 {
			r = &Number{Neg: a.Neg, Exp: exp, c: a.c.times10(a.Exp - exp)}
		}
		return c.parts(&Number{Neg: neg}, r, wanted)
	}
	if !c.room(max(a.Adjusted(), b.Adjusted()) - exp) {
		return nan, nan
	}
	d, m := a.c.times10(a.Exp - exp).divide(b.c.times10(b.Exp - exp))
	if d.digits() > c.Prec {
		return c.meet(DivisionImpossible, nan), nan
	}
	return c.parts(&Number{Neg: neg, c: d}, &Number{Neg: a.Neg, Exp: exp, c: m}, wanted)
}

// DivMod is the quotient cut to a whole number, and the rest with the sign of a.
func (c *Context) DivMod(a, b *Number) (q, r *Number) { return c.divide(a, b, quotient|rest) }

func (c *Context) divide(a, b *Number, wanted int) (q, r *Number) {
	neg := a.Neg != b.Neg
	if n := c.Quiet(a, b); n != nil {
		return n, n
	}
	switch {
	case a.Kind == Infinite && b.Kind == Infinite:
		c.Met |= InvalidOperation
		return nan, nan
	case a.Kind == Infinite:
		return &Number{Kind: Infinite, Neg: neg}, c.meet(InvalidOperation, nan)
	case b.Kind == Infinite:
		_, r = c.parts(nil, a, wanted&rest)
		return &Number{Neg: neg}, r
	case b.c.zero() && a.c.zero():
		c.Met |= DivisionUndefined
		return nan, nan
	case b.c.zero():
		c.Met |= DivisionByZero | InvalidOperation
		return &Number{Kind: Infinite, Neg: neg}, nan
	}
	return c.whole(a, b, wanted)
}

// QuoInt is the quotient cut to a whole number.
func (c *Context) QuoInt(a, b *Number) *Number {
	neg := a.Neg != b.Neg
	switch {
	case a.Kind == Infinite && b.Kind == Finite:
		return &Number{Kind: Infinite, Neg: neg}
	case a.Kind == Finite && b.Zero() && !a.c.zero():
		return c.meet(DivisionByZero, &Number{Kind: Infinite, Neg: neg})
	}
	q, _ := c.divide(a, b, quotient)
	return q
}

// Rem is the rest with the sign of a.
func (c *Context) Rem(a, b *Number) *Number {
	if a.Kind == Finite && b.Zero() {
		if a.c.zero() {
			return c.meet(DivisionUndefined, nan)
		}
		return c.meet(InvalidOperation, nan)
	}
	_, r := c.divide(a, b, rest)
	return r
}

// Plus is the number as the context rounds it.
func (c *Context) Plus(a *Number) *Number {
	if q := c.Quiet(a, nil); q != nil {
		return q
	}
	if a.Zero() && !(a.Neg && c.Rounding == Floor) {
		a = a.WithSign(false)
	}
	return c.Fix(a)
}

// Minus is the number with the other sign.
func (c *Context) Minus(a *Number) *Number {
	if a.NaN() {
		return c.Quiet(a, nil)
	}
	return c.Plus(a.WithSign(!a.Neg))
}

// Abs is the number without its sign.
func (c *Context) Abs(a *Number) *Number {
	if a.NaN() {
		return c.Quiet(a, nil)
	}
	return c.Plus(a.WithSign(false))
}

// Sqrt is the square root.
func (c *Context) Sqrt(a *Number) *Number {
	switch {
	case a.NaN():
		return c.Quiet(a, nil)
	case a.Zero():
		return c.settle(&Number{Neg: a.Neg, Exp: a.Exp >> 1})
	case a.Neg:
		return c.meet(InvalidOperation, nan)
	case a.Kind == Infinite:
		return a
	}
	ideal, exp, n := a.Exp>>1, a.Exp, a.c
	if exp&1 != 0 {
		n, exp = n.times10(1), exp-1
	}
	shift := max(c.Prec+1-(n.digits()+1)/2, 0)
	if !c.room(n.digits() + 2*shift) {
		return nan
	}
	var room big.Int
	square := n.times10(2 * shift).wide(&room)
	root := new(big.Int).Sqrt(square)
	exp = exp/2 - shift
	out := coefOf(root)
	if new(big.Int).Mul(root, root).Cmp(square) == 0 {
		out, exp = out.strip(exp, ideal)
	} else { // what is cut off is not nothing
		out, exp = out.times10(1).add(coef{low: 1}), exp-1
	}
	return c.nearest(&Number{Exp: exp, c: out})
}

// Quantize gives a number the exponent of another.
func (c *Context) Quantize(a, to *Number, r Rounding) *Number {
	if a.Kind != Finite || to.Kind != Finite {
		switch q := c.Quiet(a, to); {
		case q != nil:
			return q
		case a.Kind == to.Kind:
			return a
		}
		return c.meet(InvalidOperation, nan)
	}
	if to.Exp < c.Etiny() || to.Exp > c.Emax || !a.c.zero() && a.Adjusted()-to.Exp > c.Prec {
		return c.meet(InvalidOperation, nan)
	}
	y, inexact := c.rescale(a, to.Exp, r)
	if !y.c.zero() && (y.c.digits() > c.Prec || y.Adjusted() > c.Emax) {
		return c.meet(InvalidOperation, nan)
	}
	if !y.c.zero() && y.Adjusted() < c.Emin {
		c.Met |= Subnormal
	}
	c.cutOff(a, y, inexact)
	if top := c.Etop(); c.Clamp && y.Exp > top {
		y = c.meet(Clamped, c.Rescale(y, top, r))
	}
	return y
}

// cutOff notes what was cut off a.
func (c *Context) cutOff(a, y *Number, inexact bool) {
	if y.Exp > a.Exp && !a.c.zero() {
		c.Met |= Rounded
		if inexact {
			c.Met |= Inexact
		}
	}
}

// Integral rounds to a whole number; exact has it tell what was cut off.
func (c *Context) Integral(a *Number, r Rounding, exact bool) *Number {
	switch {
	case a.NaN():
		return c.Quiet(a, nil)
	case a.Kind == Infinite || a.Exp >= 0:
		return a
	}
	y, inexact := c.rescale(a, 0, r)
	if exact {
		c.cutOff(a, y, inexact)
	}
	return y
}

// Normalize takes the zeros off the end of a rounded number.
func (c *Context) Normalize(a *Number) *Number {
	if a.NaN() {
		return c.Quiet(a, nil)
	}
	x := c.Fix(a)
	if x.Kind != Finite {
		return x
	}
	if x.c.zero() {
		return &Number{Neg: x.Neg}
	}
	top := c.Emax
	if c.Clamp {
		top = c.Etop()
	}
	n, exp := x.c.strip(x.Exp, top)
	return &Number{Neg: x.Neg, Exp: exp, c: n}
}

// Cmp orders two numbers that are no NaN.
func Cmp(a, b *Number) int {
	sign := func(x *Number) int {
		switch {
		case x.Zero():
			return 0
		case x.Neg:
			return -1
		}
		return 1
	}
	s, u := sign(a), sign(b)
	if s != u {
		if s < u {
			return -1
		}
		return 1
	}
	switch {
	case s == 0 || a.Kind == Infinite && b.Kind == Infinite:
		return 0
	case a.Kind == Infinite:
		return s
	case b.Kind == Infinite:
		return -s
	}
	if x, y := a.Adjusted(), b.Adjusted(); x != y {
		if x < y {
			return -s
		}
		return s
	}
	exp := min(a.Exp, b.Exp)
	return s * a.c.times10(a.Exp-exp).cmp(b.c.times10(b.Exp-exp))
}
