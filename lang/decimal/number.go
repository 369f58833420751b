// Package decimal computes with decimal numbers as the General Decimal Arithmetic Specification describes it: exactly
// where a result has no more digits than the context allows, else rounded. It knows no Python.
package decimal

import "math/big"

// Kind tells numbers from what is none.
type Kind uint8

const (
	Finite Kind = iota
	Infinite
	Quiet     // NaN
	Signaling // NaN that every operation complains of
)

// Number is a decimal number: its coefficient times a power of ten. It does not change.
type Number struct {
	Kind Kind
	Neg  bool
	Exp  int64 // of ten; 0 where the number is not finite
	c    coef  // the payload of a NaN
}

// coef is a whole number that is not negative: of two words, or big where that is not nil. Big ones have more than 128
// bits.
type coef struct {
	low, high uint64
	big       *big.Int
}

// Make is a finite number of a coefficient, which is not negative and is kept.
func Make(neg bool, n *big.Int, exp int64) *Number {
	return &Number{Neg: neg, Exp: exp, c: coefOf(n)}
}

// MakeSpecial is an infinity or a NaN with a payload.
func MakeSpecial(kind Kind, neg bool, payload *big.Int) *Number {
	x := &Number{Kind: kind, Neg: neg}
	if payload != nil {
		x.c = coefOf(payload)
	}
	return x
}

// FromInt is a whole number.
func FromInt(n int64) *Number {
	if n < 0 {
		return &Number{Neg: true, c: coef{low: uint64(-n)}}
	}
	return &Number{c: coef{low: uint64(n)}}
}

// FromBig is a whole number.
func FromBig(n *big.Int) *Number { return Make(n.Sign() < 0, new(big.Int).Abs(n), 0) }

// Coefficient is the number's digits as a whole number, of a NaN its payload.
func (x *Number) Coefficient() *big.Int {
	return x.c.wide(new(big.Int))
}

// Zero tells whether a finite number is zero.
func (x *Number) Zero() bool { return x.Kind == Finite && x.c.zero() }

// NaN tells both kinds of NaN.
func (x *Number) NaN() bool { return x.Kind >= Quiet }

// Adjusted is the exponent of the first digit; 0 where the number is not finite.
func (x *Number) Adjusted() int64 {
	if x.Kind != Finite {
		return 0
	}
	return x.Exp + x.c.digits() - 1
}

// WithSign is the number with a sign.
func (x *Number) WithSign(neg bool) *Number {
	if x.Neg == neg {
		return x
	}
	y := *x
	y.Neg = neg
	return &y
}
