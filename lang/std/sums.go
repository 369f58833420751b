package std

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tfs-lang/tfs/lang/py"
)

// sumsModule is what statistics takes from here: exact sums of floats and ints.
func sumsModule() *py.Module {
	return module("_sums", "Exact sums of numbers.", nil,
		fn("exact(data, squares)", "What a list of finite floats and ints adds up to, and their squares: whether floats "+
			"are among them, both sums with the power of two they are to be divided by; None for other data.",
			func(t *thread, a []value) (value, error) {
				var items []value
				switch x := a[0].(type) {
				case *py.List:
					items = x.Items
				case *py.Tuple:
					items = x.Items
				default:
					return py.None, nil
				}
				return exactSums(t, items, a[1] == true)
			}))
}

// parts are a finite float as a whole number and a power of two; an int has the power 0.
func binaryParts(v value) (m int64, e int, float, ok bool) {
	switch x := v.(type) {
	case int64:
		return x, 0, false, true
	case float64:
		if x == 0 {
			return 0, 0, true, true
		}
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return 0, 0, true, false
		}
		f, e := math.Frexp(x)
		m := int64(f * (1 << 53))
		z := bits.TrailingZeros64(uint64(m))
		return m >> z, e - 53 + z, true, true
	}
	return 0, 0, false, false
}

func exactSums(t *thread, items []value, squares bool) (value, error) {
	least, floats := 0, false
	for i, v := range items {
		_, e, f, ok := binaryParts(v)
		if !ok {
			return py.None, nil
		}
		least, floats = min(least, e), floats || f
		if i&(1<<16-1) == 1<<16-1 {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
	}
	sum, square := new(big.Int), new(big.Int)
	var x, y big.Int
	low := int64(0) // of the sum, what fits one word
	for i, v := range items {
		m, e, _, _ := binaryParts(v)
		shift := uint(e - least)
		if k := m << shift; shift < 63 && k>>shift == m && k < 1<<62 && k > -1<<62 && low < 1<<62 && low > -1<<62 {
			low += k
		} else {
			sum.Add(sum, x.Lsh(x.SetInt64(m), shift))
		}
		if low >= 1<<62 || low <= -1<<62 {
			sum.Add(sum, x.SetInt64(low))
			low = 0
		}
		if squares {
			x.SetInt64(m)
			square.Add(square, y.Lsh(y.Mul(&x, &x), 2*shift))
		}
		if i&(1<<14-1) == 1<<14-1 {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
	}
	sum.Add(sum, x.SetInt64(low))
	return py.NewTuple(floats, py.Int(sum), py.Int(square), int64(-least)), nil
}
