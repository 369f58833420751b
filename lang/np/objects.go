package np

import (
	"math"
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
)

// Functions and products of arrays of Python values.

// pythonOf are the functions of Python values that are neither operators nor methods of the values.
var pythonOf = map[string]func(t *thread, a []value) (value, error){
	"floor": wholeOf("__floor__", math.Floor), "ceil": wholeOf("__ceil__", math.Ceil),
	"trunc": wholeOf("__trunc__", math.Trunc),
	"gcd":   divisorOf(func(z, g, _, _ *big.Int) *big.Int { return z.Set(g) }),
	"lcm": divisorOf(func(z, g, a, b *big.Int) *big.Int {
		if g.Sign() == 0 {
			return z
		}
		return z.Abs(z.Mul(z.Quo(a, g), b))
	}),
	"sign": func(t *thread, a []value) (value, error) {
		for i, op := range []string{"<", ">", "=="} {
			v, err := py.Binary(t, op, a[0], int64(0))
			if err != nil {
				return nil, err
			}
			if on, err := py.Truth(t, v); err != nil || on {
				return []int64{-1, 1, 0}[i], err
			}
		}
		return nil, py.TypeErrorf("unorderable types for comparison")
	},
	"fmax":       extremeOf(">="),
	"fmin":       extremeOf("<="),
	"reciprocal": func(t *thread, a []value) (value, error) { return py.Binary(t, "/", int64(1), a[0]) },
}

// wholeOf is a function to whole numbers: Python's of floats, or a method.
func wholeOf(method string, f func(float64) float64) func(t *thread, a []value) (value, error) {
	return func(t *thread, a []value) (value, error) {
		x, ok := a[0].(float64)
		if !ok {
			return py.CallMethod(t, a[0], method)
		}
		switch {
		case x != x:
			return nil, py.ValueErrorf("cannot convert float NaN to integer")
		case math.IsInf(x, 0):
			return nil, py.Raisef(py.OverflowErrorClass, "cannot convert float infinity to integer")
		}
		n, _ := big.NewFloat(f(x)).Int(nil)
		return smallInt(n), nil
	}
}

// smallInt is an int as values have it: in 64 bits where it fits.
func smallInt(n *big.Int) value {
	if n.IsInt64() {
		return n.Int64()
	}
	return n
}

// divisorOf is a function of the greatest common divisor of two ints.
func divisorOf(f func(z, g, a, b *big.Int) *big.Int) func(t *thread, a []value) (value, error) {
	return func(t *thread, a []value) (value, error) {
		var n [2]*big.Int
		for i, v := range a[:2] {
			k, ok := bigInt(v)
			if i64, small := py.AsInt(v); !ok && small {
				k, ok = big.NewInt(i64), true
			}
			if !ok {
				return nil, py.TypeErrorf("'%s' object cannot be interpreted as an integer", py.TypeOf(v).TypeName())
			}
			n[i] = k
		}
		abs := func(x *big.Int) *big.Int { return new(big.Int).Abs(x) }
		return smallInt(f(new(big.Int), new(big.Int).GCD(nil, nil, abs(n[0]), abs(n[1])), n[0], n[1])), nil
	}
}

func extremeOf(op string) func(t *thread, a []value) (value, error) {
	return func(t *thread, a []value) (value, error) {
		v, err := py.Binary(t, op, a[0], a[1])
		if err != nil {
			return nil, err
		}
		if on, err := py.Truth(t, v); err != nil || on {
			return a[0], err
		}
		return a[1], nil
	}
}

// objectProduct is the product of two matrices or rows of Python values, nil where the operands are something else.
func objectProduct(t *thread, a, b value) (*array, error) {
	x, err := asArray(t, a)
	if err != nil {
		return nil, err
	}
	y, err := asArray(t, b)
	if err != nil || !x.IsObject() && !y.IsObject() || x.Rank() == 0 || y.Rank() == 0 || x.Rank() > 2 || y.Rank() > 2 {
		return nil, err
	}
	if x, err = castTo(t, x, ndarray.Object); err != nil {
		return nil, err
	}
	if y, err = castTo(t, y, ndarray.Object); err != nil {
		return nil, err
	}
	k, shape := x.Shape()[x.Rank()-1], []int{}
	if n := y.Shape()[0]; n != k {
		return nil, py.ValueErrorf("matmul: Input operand 1 has a mismatch in its core dimension "+
			"0, with gufunc signature %s (size %d is different from %d)", matmulCore, n, k)
	}
	rows, cols := 1, 1
	if x.Rank() == 2 {
		rows = x.Shape()[0]
		shape = append(shape, rows)
	}
	if y.Rank() == 2 {
		cols = y.Shape()[1]
		shape = append(shape, cols)
	}
	p, q := x.Objects(), y.Objects()
	out := make([]value, rows*cols)
	for i := range out {
		var sum value
		if k == 0 {
			sum = int64(0)
		}
		for l := range k {
			v, err := py.Binary(t, "*", p[i/cols*k+l], q[l*cols+i%cols])
			if err == nil && sum != nil {
				v, err = py.Binary(t, "+", sum, v)
			}
			if err != nil {
				return nil, err
			}
			sum = v
		}
		out[i] = sum
		if err := t.Poll(); err != nil {
			return nil, err
		}
	}
	return ndarray.FromObjects(shape, out), nil
}
