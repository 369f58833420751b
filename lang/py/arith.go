package py

import (
	"math"
	"math/big"

	"github.com/tfs-lang/tfs/tensor/libm"
)

// numRank orders the number types: 1 int, 2 float, 3 complex; 0 for anything else.
func numRank(v Value) int {
	switch v.(type) {
	case bool, int64, *big.Int:
		return 1
	case float64:
		return 2
	case complex128:
		return 3
	}
	return 0
}

// BigOf gives an int or bool as a big integer.
func BigOf(v Value) *big.Int {
	switch x := v.(type) {
	case *big.Int:
		return x
	case int64:
		return big.NewInt(x)
	case bool:
		if x {
			return big.NewInt(1)
		}
	}
	return new(big.Int)
}

// ToFloat gives a real Python number as float64.
func ToFloat(v Value) (float64, error) {
	switch x := v.(type) {
	case float64:
		return x, nil
	case int64:
		return float64(x), nil
	case bool:
		if x {
			return 1, nil
		}
		return 0, nil
	case *big.Int:
		f, _ := new(big.Float).SetInt(x).Float64()
		if math.IsInf(f, 0) {
			return 0, Raisef(OverflowErrorClass, "int too large to convert to float")
		}
		return f, nil
	case *Instance:
		if m := x.Class.Lookup("__float__"); x.Native != nil && !userMade(m) {
			return ToFloat(x.Native)
		} else if m != nil {
			r, err := CallMethod(Background(), x, "__float__")
			if err != nil {
				return 0, err
			}
			if !TypeOf(r).Is(FloatClass) {
				return 0, TypeErrorf("%s.__float__ returned non-float (type %s)", x.Class.Name, TypeOf(r).TypeName())
			}
			return ToFloat(r)
		}
		if x.Class.Lookup("__index__") != nil {
			n, err := Index(x)
			if err != nil {
				return 0, err
			}
			return ToFloat(n)
		}
	}
	if c := TypeOf(v); c.Float != nil {
		n, err := c.Float(v)
		if err != nil {
			return 0, err
		}
		return ToFloat(n)
	}
	return 0, TypeErrorf("must be real number, not %s", TypeOf(v).TypeName())
}

func numOp(op string, a, b Value, rank int) (Value, error) {
	switch rank {
	case 1:
		if op == "/" {
			return intTrueDiv(a, b)
		}
		if _, ok := a.(bool); ok {
			if y, ok := b.(bool); ok {
				x := a.(bool)
				switch op {
				case "&":
					return x && y, nil
				case "|":
					return x || y, nil
				case "^":
					return x != y, nil
				}
			}
		}
		x, okx := small(a)
		y, oky := small(b)
		if okx && oky {
			if v, done, err := intOp(op, x, y); done || err != nil {
				return v, err
			}
		}
		return bigOp(op, BigOf(a), BigOf(b))
	case 2:
		x, err := floatForOp(op, a)
		if err != nil {
			return nil, err
		}
		y, err := floatForOp(op, b)
		if err != nil {
			return nil, err
		}
		if _, cmp := swapped[op]; cmp && (numRank(a) == 1 || numRank(b) == 1) {
			return cmpIntFloat(op, a, b)
		}
		return floatOp(op, x, y)
	}
	return complexOp(op, toComplex(a), toComplex(b))
}

func floatForOp(op string, v Value) (float64, error) {
	f, err := ToFloat(v)
	if _, cmp := swapped[op]; cmp {
		return f, nil
	}
	return f, err
}

func cmpIntFloat(op string, a, b Value) (Value, error) {
	fa, fb := bigFloat(a), bigFloat(b)
	if fa == nil || fb == nil {
		x, _ := ToFloat(a)
		y, _ := ToFloat(b)
		return floatOp(op, x, y)
	}
	return cmpOp(op, fa.Cmp(fb))
}

func bigFloat(v Value) *big.Float {
	if f, ok := v.(float64); ok {
		if math.IsNaN(f) {
			return nil
		}
		return big.NewFloat(f)
	}
	return new(big.Float).SetInt(BigOf(v))
}

func small(v Value) (int64, bool) {
	switch x := v.(type) {
	case int64:
		return x, true
	case bool:
		n, _ := AsInt(x)
		return n, true
	}
	return 0, false
}

func toComplex(v Value) complex128 {
	if x, ok := v.(*Instance); ok && x.Native != nil {
		v = x.Native
	}
	if c, ok := v.(complex128); ok {
		return c
	}
	f, _ := ToFloat(v)
	return complex(f, 0)
}

func intTrueDiv(a, b Value) (Value, error) {
	x, y := BigOf(a), BigOf(b)
	if y.Sign() == 0 {
		return nil, NewExc(ZeroDivisionErrorClass, "division by zero")
	}
	if x.IsInt64() && y.IsInt64() {
		p, q := x.Int64(), y.Int64()
		if p > -1<<53 && p < 1<<53 && q > -1<<53 && q < 1<<53 {
			return float64(p) / float64(q), nil
		}
	}
	if x.Sign() == 0 && y.Sign() < 0 {
		return math.Copysign(0, -1), nil
	}
	f, _ := new(big.Rat).SetFrac(x, y).Float64()
	if math.IsInf(f, 0) {
		return nil, NewExc(OverflowErrorClass, "integer division result too large for a float")
	}
	return f, nil
}

func bigOp(op string, x, y *big.Int) (Value, error) {
	z := new(big.Int)
	switch op {
	case "+":
		return Int(z.Add(x, y)), nil
	case "-":
		return Int(z.Sub(x, y)), nil
	case "*":
		if x.BitLen()+y.BitLen() > maxBits {
			return nil, tooBig()
		}
		return Int(z.Mul(x, y)), nil
	case "//", "%":
		if y.Sign() == 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "integer division or modulo by zero")
		}
		m := new(big.Int)
		z.DivMod(x, y, m)
		if y.Sign() < 0 && m.Sign() > 0 { // DivMod is Euclidean; Python floors
			z.Sub(z, big.NewInt(1))
			m.Add(m, y)
			z.Div(new(big.Int).Sub(x, m), y)
		}
		if op == "%" {
			return Int(m), nil
		}
		return Int(z), nil
	case "**":
		return intPow(x, y)
	case "&":
		return Int(z.And(x, y)), nil
	case "|":
		return Int(z.Or(x, y)), nil
	case "^":
		return Int(z.Xor(x, y)), nil
	case "<<", ">>":
		if y.Sign() < 0 {
			return nil, ValueErrorf("negative shift count")
		}
		if op == ">>" {
			if !y.IsInt64() || y.Int64() > maxBits {
				if x.Sign() < 0 {
					return int64(-1), nil
				}
				return int64(0), nil
			}
			return Int(z.Rsh(x, uint(y.Int64()))), nil
		}
		if x.Sign() == 0 {
			return int64(0), nil
		}
		if !y.IsInt64() || y.Int64() > maxBits || y.Int64()+int64(x.BitLen()) > maxBits {
			return nil, tooBig()
		}
		return Int(z.Lsh(x, uint(y.Int64()))), nil
	}
	return cmpOp(op, x.Cmp(y))
}

// FitsInt refuses an int of more bits than tfs keeps.
func FitsInt(bits int64) error {
	if bits > maxBits {
		return tooBig()
	}
	return nil
}

func tooBig() error {
	return Raisef(OverflowErrorClass, "the result is an int of more than %d bits", maxBits)
}

// MulInts is x * y; ok is false when no int64 holds it.
func MulInts(x, y int64) (z int64, ok bool) {
	const half = 1 << 31
	z = x * y
	if x < half && x > -half && y < half && y > -half || x == 0 || y == 0 {
		return z, true
	}
	return z, z/y == x && !(x == -1 && y == math.MinInt64) && !(y == -1 && x == math.MinInt64)
}

// PowInts is x ** y for small y that is not negative; ok is false for others and when no int64 holds it.
func PowInts(x, y int64) (z int64, ok bool) {
	if y < 0 || y > 64 {
		return 0, false
	}
	for z, ok = 1, true; y > 0; y-- {
		if z, ok = MulInts(z, x); !ok {
			return 0, false
		}
	}
	return z, true
}

func intPow(x, y *big.Int) (Value, error) {
	if y.Sign() < 0 {
		fx, err := ToFloat(Int(x))
		if err != nil {
			return nil, err
		}
		fy, err := ToFloat(Int(y))
		if err != nil {
			return nil, err
		}
		return floatOp("**", fx, fy)
	}
	if x.BitLen() > 1 && (!y.IsInt64() || y.Int64()*int64(x.BitLen()) > maxBits || y.Int64() > maxBits) {
		return nil, tooBig()
	}
	if x.BitLen() <= 1 && !y.IsInt64() {
		y = new(big.Int).Add(new(big.Int).And(y, big.NewInt(1)), big.NewInt(2))
	}
	if x.BitLen() <= 1 {
		odd := y.Bit(0) == 1
		switch {
		case y.Sign() == 0:
			return int64(1), nil
		case x.Sign() < 0 && !odd:
			return int64(1), nil
		}
		return Int(x), nil
	}
	return Int(new(big.Int).Exp(x, y, nil)), nil
}

func floatOp(op string, x, y float64) (Value, error) {
	switch op {
	case "+":
		return x + y, nil
	case "-":
		return x - y, nil
	case "*":
		return x * y, nil
	case "/":
		if y == 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "float division by zero")
		}
		return x / y, nil
	case "//", "%":
		if y == 0 {
			if op == "%" {
				return nil, NewExc(ZeroDivisionErrorClass, "float modulo")
			}
			return nil, NewExc(ZeroDivisionErrorClass, "float floor division by zero")
		}
		m := math.Mod(x, y)
		if m != 0 && (m < 0) != (y < 0) {
			m += y
		} else if m == 0 {
			m = math.Copysign(0, y)
		}
		if op == "%" {
			return m, nil
		}
		q := math.Floor((x - m) / y)
		if (x-m)/y-q > 0.5 {
			q++
		}
		return q, nil
	case "**":
		if x == 0 && y < 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "0.0 cannot be raised to a negative power")
		}
		if x < 0 && y != math.Trunc(y) && !math.IsInf(y, 0) {
			return complexOp("**", complex(x, 0), complex(y, 0))
		}
		r := libm.Pow(x, y)
		if math.IsInf(r, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
			return nil, NewExc(OverflowErrorClass, int64(34), "Numerical result out of range")
		}
		return r, nil
	case "==":
		return x == y, nil
	case "!=":
		return x != y, nil
	case "<":
		return x < y, nil
	case "<=":
		return x <= y, nil
	case ">":
		return x > y, nil
	case ">=":
		return x >= y, nil
	}
	return NotImplemented, nil
}

func complexOp(op string, x, y complex128) (Value, error) {
	switch op {
	case "+":
		return x + y, nil
	case "-":
		return x - y, nil
	case "*":
		return x * y, nil
	case "/":
		if y == 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "complex division by zero")
		}
		return x / y, nil
	case "**":
		if y == complex(math.Trunc(real(y)), 0) && math.Abs(real(y)) <= 100 {
			return complexIntPow(x, int(real(y)))
		}
		if x == 0 {
			if y == 0 {
				return complex(1, 0), nil
			}
			if imag(y) != 0 || real(y) < 0 {
				return nil, NewExc(ZeroDivisionErrorClass, "0.0 to a negative or complex power")
			}
			return complex(0, 0), nil
		}
		return complexPow(x, y), nil
	case "==":
		return x == y, nil
	case "!=":
		return x != y, nil
	}
	return NotImplemented, nil
}

// PowFloat is x ** y of floats where nothing is special about it.
func PowFloat(x, y float64) (z float64, ok bool) {
	if !(x > 0) {
		return 0, false
	}
	z = libm.Pow(x, y)
	return z, !math.IsInf(z, 0)
}

// complexPow is CPython's formula: in polar form.
func complexPow(x, y complex128) complex128 {
	r, at := libm.Norm(real(x), imag(x)), libm.Atan2(imag(x), real(x))
	n, phase := libm.Pow(r, real(y)), at*real(y)
	if imag(y) != 0 {
		n /= libm.Exp(at * imag(y))
		phase += imag(y) * libm.Log(r)
	}
	return complex(n*libm.Cos(phase), n*libm.Sin(phase))
}

func complexIntPow(x complex128, n int) (Value, error) {
	if n < 0 {
		if x == 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "0.0 to a negative or complex power")
		}
		v, err := complexIntPow(x, -n)
		return 1 / v.(complex128), err
	}
	r := complex(1, 0)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r, nil
}
