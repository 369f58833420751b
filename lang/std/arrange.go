package std

import (
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
)

// maxFactors is how many numbers math.perm and math.comb multiply.
const maxFactors = 100000

// manyFactors is from how many factors on a product is computed aside.
const manyFactors = 4096

// integer is what f computes; where that takes long, Ctrl-C does not wait for it.
func integer(t *thread, long bool, f func() *big.Int) (value, error) {
	if !long {
		return py.Int(f()), nil
	}
	return t.Aside(func(*thread) (value, error) { return py.Int(f()), nil })
}

// arrangements is how many ways there are to arrange, or without order to choose, k of n.
func arrangements(t *thread, nv, kv value, choose bool) (value, error) {
	var nk [2]*big.Int
	for i, v := range []value{nv, kv} {
		x, err := py.Index(v)
		if err != nil {
			return nil, err
		}
		if nk[i] = py.BigOf(x); nk[i].Sign() < 0 {
			return nil, py.ValueErrorf("%c must be a non-negative integer", "nk"[i])
		}
	}
	n, k := nk[0], nk[1]
	rest := new(big.Int).Sub(n, k)
	if rest.Sign() < 0 {
		return int64(0), nil
	}
	if choose && rest.Cmp(k) < 0 {
		k, rest = rest, k
	}
	if !k.IsInt64() || k.Int64() > maxFactors {
		return nil, py.Raisef(py.OverflowErrorClass, "more than %d factors", maxFactors)
	}
	count := k.Int64()
	if n.IsInt64() {
		return integer(t, count > manyFactors, func() *big.Int {
			if choose {
				return new(big.Int).Binomial(n.Int64(), count)
			}
			return new(big.Int).MulRange(n.Int64()-count+1, n.Int64())
		})
	}
	product := big.NewInt(1)
	for i := int64(0); i < count; i++ {
		if err := t.Poll(); err != nil {
			return nil, err
		}
		product.Mul(product, new(big.Int).Sub(n, big.NewInt(i)))
		if choose {
			product.Quo(product, big.NewInt(i+1))
		}
	}
	return py.Int(product), nil
}

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
		z := new(big.Int).Exp(x, y, new(big.Int).Abs(m))
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
