package std

import (
	"math"
	"math/big"
	"math/cmplx"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor/libm"
)

// powFn is pow: a ** b, and of integers their remainder by a third.
func powFn(t *thread, a []value) (value, error) {
	if a[2] == py.None {
		return py.Binary(t, "**", a[0], a[1])
	}
	if x, ok := a[0].(*py.Instance); ok {
		if m := x.Class.Lookup("__pow__"); m != nil {
			return py.Call(t, m, a, nil)
		}
	}
	for _, v := range a[:2] {
		if asDecimal(v) != nil {
			x, err := mustOperand(a[0])
			if err != nil {
				return nil, err
			}
			return py.CallMethod(t, num(x), "_power", a[1], a[2])
		}
	}
	var n [3]*big.Int
	for i, v := range a {
		if _, isFloat := v.(float64); isFloat {
			return nil, py.TypeErrorf("pow() 3rd argument not allowed unless all arguments are integers")
		}
		if v, err := py.Index(v); err == nil {
			n[i] = py.BigOf(v)
			continue
		}
		return nil, py.TypeErrorf("unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'",
			py.TypeOf(a[0]).TypeName(), py.TypeOf(a[1]).TypeName(), py.TypeOf(a[2]).TypeName())
	}
	x, y, m := n[0], n[1], n[2]
	if m.Sign() == 0 {
		return nil, py.ValueErrorf("pow() 3rd argument cannot be 0")
	}
	words := m.BitLen()/64 + 1
	var singular bool
	z, err := integer(t, y.BitLen()*words*words > manySteps, func() *big.Int {
		size := new(big.Int).Abs(m)
		z := new(big.Int).Exp(new(big.Int).Mod(x, size), y, size) // Exp is wrong for inverses of negative numbers
		switch {
		case z == nil:
			singular = true
			return new(big.Int)
		case m.Sign() < 0 && z.Sign() > 0:
			z.Add(z, m)
		}
		return z
	})
	if err == nil && singular {
		err = py.ValueErrorf("base is not invertible for the given modulus")
	}
	return z, err
}

// manySteps is how many products of words pow may take before it is computed aside.
const manySteps = 1 << 22

func absFn(t *thread, a []value) (value, error) {
	switch x := a[0].(type) {
	case int64, *big.Int, bool:
		return py.Int(new(big.Int).Abs(py.BigOf(x))), nil
	case float64:
		return math.Abs(x), nil
	case complex128:
		r := libm.Norm(real(x), imag(x))
		if math.IsInf(r, 0) && !cmplx.IsInf(x) {
			return nil, py.Raisef(py.OverflowErrorClass, "absolute value too large")
		}
		return r, nil
	case *py.Instance:
		if x.Class.Lookup("__abs__") != nil {
			return py.CallMethod(t, x, "__abs__")
		}
		switch x.Native.(type) {
		case float64, int64, *big.Int, complex128: // a class that derives from a number's
			return absFn(t, []value{x.Native})
		}
	}
	if c := py.TypeOf(a[0]); c.Unary != nil {
		return c.Unary(t, "abs", a[0])
	}
	return nil, py.TypeErrorf("bad operand type for abs(): '%s'", py.TypeOf(a[0]).TypeName())
}
