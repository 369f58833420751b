// Package libm has the float64 functions of the C library as GNU libc 2.36 rounds them: what
// Python's math module, NumPy's random numbers and TensorFlow's float64 functions print. Exponentials,
// logarithms, powers, hyperbolic functions, roots and erf are glibc's to the bit on processors with FMA. Trigonometric
// functions are computed in double-double arithmetic (about 2^-68) and rounded once, which agrees with glibc in all but
// a few of 1,000 values. The package knows numbers only: no tensors, no
// element types, no flushing of denormals.
package libm

import (
	"math"
	"math/big"
)

// dd is an unevaluated sum of two floats, |lo| at most half a unit in the last place of hi
// (Dekker, "A floating-point technique for extending the available precision", 1971).
type dd struct{ hi, lo float64 }

func twoSum(a, b float64) (s, e float64) {
	s = a + b
	t := s - a
	return s, (a - (s - t)) + (b - t)
}

func fastTwoSum(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

func twoProd(a, b float64) (p, e float64) {
	p = a * b
	return p, math.FMA(a, b, -p)
}

func (x dd) add(y dd) dd {
	s, e := twoSum(x.hi, y.hi)
	return fastTwoSum(s, e+(x.lo+y.lo))
}

func (x dd) mul(y dd) dd {
	p, e := twoProd(x.hi, y.hi)
	return fastTwoSum(p, e+(x.hi*y.lo+x.lo*y.hi))
}

func (x dd) div(y dd) dd {
	q := x.hi / y.hi
	r := x.add(y.mul(dd{q, 0}).neg())
	return fastTwoSum(q, r.hi/y.hi)
}

func (x dd) neg() dd { return dd{-x.hi, -x.lo} }

// ratio is a / b for small integers.
func ratio(a, b float64) dd { return dd{a, 0}.div(dd{b, 0}) }

var (
	ln2   = dd{math.Ln2, 2.3190468138462996e-17}
	invPi = 2 / math.Pi
	// pi/2 in three parts, the first two with all their bits.
	halfPi = [3]float64{1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33}
)

// bigPi is pi to more bits than any float64 argument needs (Machin's formula).
func bigPi() *big.Float {
	const prec = 1400
	one := new(big.Int).Lsh(big.NewInt(1), prec)
	arctan := func(n int64) *big.Int {
		term := new(big.Int).Div(one, big.NewInt(n))
		sum := new(big.Int).Set(term)
		sq := big.NewInt(n * n)
		for k := int64(3); term.Sign() != 0; k += 2 {
			term.Div(term, sq)
			t := new(big.Int).Div(term, big.NewInt(k))
			if k%4 == 3 {
				sum.Sub(sum, t)
			} else {
				sum.Add(sum, t)
			}
		}
		return sum
	}
	p := new(big.Int).Mul(arctan(5), big.NewInt(16))
	p.Sub(p, new(big.Int).Mul(arctan(239), big.NewInt(4)))
	return new(big.Float).SetMantExp(new(big.Float).SetPrec(prec).SetInt(p), -prec)
}
