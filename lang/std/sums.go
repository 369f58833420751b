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

// floatSum adds floats up without rounding: parts are floats that do not overlap, the least first, after Shewchuk.
// Infinities and NaNs are added up beside them.
type floatSum struct {
	parts     []float64
	odd, infs float64
}

// add adds a float. Its error tells of finite numbers whose sum is none.
func (s *floatSum) add(v float64) error {
	x, n := v, 0
	for _, y := range s.parts {
		if math.Abs(x) < math.Abs(y) {
			x, y = y, x
		}
		high := x + y
		if low := y - (high - x); low != 0 {
			s.parts[n] = low
			n++
		}
		x = high
	}
	s.parts = s.parts[:n]
	switch finite := v-v == 0; {
	case x == 0:
	case x-x == 0:
		s.parts = append(s.parts, x)
	case finite:
		return py.Raisef(py.OverflowErrorClass, "intermediate overflow in fsum")
	default:
		if math.IsInf(v, 0) {
			s.infs += v
		}
		s.odd += v
		s.parts = s.parts[:0]
	}
	return nil
}

// total is the sum, rounded once.
func (s *floatSum) total() (value, error) {
	if s.odd != 0 {
		if s.infs != s.infs {
			return nil, py.ValueErrorf("-inf + inf in fsum")
		}
		return s.odd, nil
	}
	n := len(s.parts) - 1
	if n < 0 {
		return 0.0, nil
	}
	high, low := s.parts[n], 0.0
	for n--; n >= 0 && low == 0; n-- {
		x, y := high, s.parts[n]
		high = x + y
		low = y - (high - x)
	}
	// Half of a unit goes where the parts below point to.
	if n >= 0 && (low < 0 && s.parts[n] < 0 || low > 0 && s.parts[n] > 0) {
		if x := high + 2*low; x-high == 2*low {
			high = x
		}
	}
	return high, nil
}
