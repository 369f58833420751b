package decimal

import (
	"math/big"
)

// Rounding is what becomes of digits that are cut off.
type Rounding uint8

const (
	Down Rounding = iota
	HalfUp
	HalfEven
	Ceiling
	Floor
	Up
	HalfDown
	Up05
)

// Roundings are the names of the ways of rounding.
var Roundings = [...]string{"ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN", "ROUND_CEILING", "ROUND_FLOOR",
	"ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP"}

// Condition is a set of what an operation met.
type Condition uint16

const (
	InvalidOperation Condition = 1 << iota
	FloatOperation
	DivisionByZero
	Overflow
	Underflow
	Subnormal
	Inexact
	Rounded
	Clamped
	// The four below are kinds of InvalidOperation.
	ConversionSyntax
	DivisionImpossible
	DivisionUndefined
	InvalidContext
)

// MaxExp bounds exponents and precisions.
const MaxExp = 999999999999999999

// Context is how results are rounded; Met gathers what operations met. Err is set where a result has no room.
type Context struct {
	Prec, Emin, Emax int64
	Rounding         Rounding
	Clamp            bool
	Met              Condition
	Err              error
	Room             func(bytes int64) error // refuses what does not fit; nil for any
}

// Etiny is the exponent of the least number.
func (c *Context) Etiny() int64 { return c.Emin - c.Prec + 1 }

// Etop is the exponent of the largest number with all its digits.
func (c *Context) Etop() int64 { return c.Emax - c.Prec + 1 }

// meet notes conditions on the way to a result.
func (c *Context) meet(k Condition, x *Number) *Number {
	c.Met |= k
	return x
}

var nan = &Number{Kind: Quiet}

// room tells whether a number of so many digits fits.
func (c *Context) room(digits int64) bool {
	if digits < 1<<16 || c.Room == nil {
		return c.Err == nil
	}
	if c.Err == nil {
		c.Err = c.Room(digits/2 + 1)
	}
	return c.Err == nil
}

// up tells whether what was cut off, as cut tells it, raises what is kept.
func (r Rounding) up(neg bool, kept coef, part int) bool {
	if part == -2 {
		return false
	}
	switch r {
	case Down:
		return false
	case Up:
		return true
	case Ceiling:
		return !neg
	case Floor:
		return neg
	case Up05:
		return kept.mod(5) == 0
	}
	if part != 0 {
		return part > 0
	}
	return r == HalfUp || r == HalfEven && kept.mod(2) == 1
}

// rescale gives a finite number an exponent; inexact tells that digits other than zero were cut off.
func (c *Context) rescale(x *Number, exp int64, r Rounding) (y *Number, inexact bool) {
	if x.Exp == exp {
		return x, false
	}
	if exp < x.Exp {
		if x.c.zero() || !c.room(x.c.digits()+x.Exp-exp) {
			return &Number{Neg: x.Neg, Exp: exp}, false
		}
		return &Number{Neg: x.Neg, Exp: exp, c: x.c.times10(x.Exp - exp)}, false
	}
	kept, part := x.c.cut(exp - x.Exp)
	if r.up(x.Neg, kept, part) {
		kept = kept.add(coef{low: 1})
	}
	return &Number{Neg: x.Neg, Exp: exp, c: kept}, part != -2
}

// Rescale gives a finite number an exponent, without a word about what was cut off.
func (c *Context) Rescale(x *Number, exp int64, r Rounding) *Number {
	y, _ := c.rescale(x, exp, r)
	return y
}

// Fix rounds a number to the precision and the exponents of the context.
func (c *Context) Fix(x *Number) *Number {
	if x.Kind != Finite {
		return c.payload(x)
	}
	y := *x
	return c.settle(&y)
}

// settle is Fix for a finite number that nobody else has.
func (c *Context) settle(x *Number) *Number {
	top := c.Emax
	if c.Clamp {
		top = c.Etop()
	}
	if x.c.zero() {
		if exp := min(max(x.Exp, c.Etiny()), top); exp != x.Exp {
			c.Met |= Clamped
			x.Exp = exp
		}
		return x
	}
	size := x.c.digits()
	if size+x.Exp-1 > c.Emax {
		return c.tooLarge(x.Neg)
	}
	small := size+x.Exp-1 < c.Emin
	if small {
		c.Met |= Subnormal
	}
	if least := max(size+x.Exp-c.Prec, c.Etiny()); x.Exp < least {
		c.round(x, least, small)
		if !x.c.zero() && x.Adjusted() > c.Emax {
			return c.tooLarge(x.Neg)
		}
	}
	if c.Clamp && x.Exp > top {
		c.Met |= Clamped
		x.c, x.Exp = x.c.times10(x.Exp-top), top
	}
	return x
}

// round cuts the digits below an exponent off a number and notes that; small tells a subnormal one.
func (c *Context) round(x *Number, least int64, small bool) {
	kept, part := x.c.cut(least - x.Exp)
	if c.Rounding.up(x.Neg, kept, part) {
		kept = kept.add(coef{low: 1})
	}
	x.c, x.Exp = kept, least
	c.Met |= Rounded
	if part != -2 {
		c.Met |= Inexact
		if small {
			c.Met |= Underflow
		}
	}
	if kept.zero() {
		c.Met |= Clamped
	}
	if kept.digits() > c.Prec {
		x.c, _ = kept.cut(1)
		x.Exp++
	}
}

// payload cuts the payload of a NaN to what the context has room for.
func (c *Context) payload(x *Number) *Number {
	n := c.Prec
	if c.Clamp {
		n--
	}
	if x.Kind == Infinite || x.c.zero() || x.c.digits() <= n {
		return x
	}
	_, rest := x.c.divide(coefOf(pow10(n)))
	return &Number{Kind: x.Kind, Neg: x.Neg, c: rest}
}

// tooLarge is what stands for a number above the largest: infinity, or the largest where rounding goes down.
func (c *Context) tooLarge(neg bool) *Number {
	c.Met |= Overflow | Inexact | Rounded
	down := c.Rounding == Down || c.Rounding == Up05 || c.Rounding == Floor && !neg || c.Rounding == Ceiling && neg
	if !down || !c.room(c.Prec) {
		return &Number{Kind: Infinite, Neg: neg}
	}
	n := new(big.Int).Sub(pow10(c.Prec), big.NewInt(1))
	return Make(neg, n, c.Etop())
}

// nearest is Fix with ties to even, whatever way the context rounds.
func (c *Context) nearest(x *Number) *Number {
	r := c.Rounding
	c.Rounding = HalfEven
	x = c.Fix(x)
	c.Rounding = r
	return x
}

// Nearest is Fix with ties to even, whatever way the context rounds.
func (c *Context) Nearest(x *Number) *Number { return c.nearest(x) }

// Quiet is the NaN that an operation on NaNs gives, nil without one; b may be nil.
func (c *Context) Quiet(a, b *Number) *Number {
	if a.Kind < Quiet && (b == nil || b.Kind < Quiet) {
		return nil
	}
	for _, kind := range [2]Kind{Signaling, Quiet} {
		for _, x := range [2]*Number{a, b} {
			if x == nil || x.Kind != kind {
				continue
			}
			if kind == Signaling {
				c.Met |= InvalidOperation
				x = &Number{Kind: Quiet, Neg: x.Neg, c: x.c}
			}
			return c.payload(x)
		}
	}
	return nil
}
