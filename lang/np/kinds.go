package np

import (
	"math/big"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tensor"
)

// Checks of arguments: how to sort, around which element, and between which bounds.

var sortKinds = map[string]bool{"quick": true, "quicksort": true, "heap": true, "heapsort": true, "merge": true,
	"mergesort": true, "stable": true}

// sortKind complains of a way to sort that there is not.
func sortKind(v value) error {
	if v == py.None || v == nil {
		return nil
	}
	s, ok := strOf(v)
	if !ok {
		return py.TypeErrorf("sort kind must be str, not %s", py.TypeOf(v).TypeName())
	}
	if !sortKinds[s] {
		return py.ValueErrorf("sort kind must be one of 'quick', 'heap', or 'stable' (got '%s')", s)
	}
	return nil
}

// partitionAt complains of elements to partition around that are not there.
func partitionAt(t *thread, a *array, kth, axis, kind value) error {
	if s, ok := strOf(kind); !ok || s != "introselect" {
		if !ok {
			return py.TypeErrorf("select kind must be str, not %s", py.TypeOf(kind).TypeName())
		}
		return py.ValueErrorf("select kind must be 'introselect' (got '%s')", s)
	}
	n := a.Len()
	if axis != py.None && a.Rank() > 0 {
		k, err := axisArg(axis, a.Rank())
		if err != nil {
			return err
		}
		n = a.Shape()[k]
	}
	at, err := asArray(t, kth)
	if err != nil {
		return err
	}
	if d := at.DType(); !d.IsNumber() || !d.Num.IsInteger() {
		return py.TypeErrorf("Partition index must be integer")
	}
	x, err := at.Borrow(t.Ctx)
	if err != nil {
		return err
	}
	for i := range x.Len() {
		k := x.Int(i)
		if k < 0 {
			k += int64(n)
		}
		if k < 0 || k >= int64(n) {
			return py.ValueErrorf("kth(=%d) out of bounds (%d)", k, n)
		}
	}
	return nil
}

// pythonInt is a Python int of any size, nil for other values.
func pythonInt(v value) *big.Int {
	if n, ok := bigInt(v); ok {
		return n
	}
	if n, ok := v.(int64); ok {
		return big.NewInt(n)
	}
	return nil
}

// bounds are the least and the greatest number of an integer type.
func bounds(d tensor.DType) (least, most *big.Int) {
	size := uint(8 * d.Size())
	one := big.NewInt(1)
	if d.Kind() == tensor.KindUint {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, size), one)
	}
	half := new(big.Int).Lsh(one, size-1)
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// clip keeps values between two bounds; None is no bound.
func clip(t *thread, a value, lo, hi, out value) (value, error) {
	kw, err := options(t, nil, out, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	v := a
	if x, err := asArray(t, a); err == nil && x.DType().IsNumber() && x.DType().Num.IsInteger() {
		least, most := bounds(x.DType().Num)
		if n := pythonInt(lo); n != nil && n.Cmp(least) <= 0 { // a bound below all that the type holds is none
			lo = py.None
		}
		if n := pythonInt(hi); n != nil && n.Cmp(most) >= 0 {
			hi = py.None
		}
	}
	if lo != py.None {
		if v, err = ufuncs["maximum"].call(t, []value{v, lo}, &callOptions{}); err != nil {
			return nil, err
		}
	}
	if hi != py.None {
		if v, err = ufuncs["minimum"].call(t, []value{v, hi}, &callOptions{}); err != nil {
			return nil, err
		}
	}
	return ufuncs["positive"].call(t, []value{v}, kw)
}
