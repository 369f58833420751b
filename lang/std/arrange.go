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
