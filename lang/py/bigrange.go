package py

import (
	"fmt"
	"math/big"
)

// BigRange is a range whose ends or step do not fit an int64.
type BigRange struct{ start, stop, step, n *big.Int }

// PyClass is range.
func (*BigRange) PyClass() *Class { return RangeClass }

// newRange makes a range of three ints, a small one where they fit.
func newRange(start, stop, step Value) Value {
	a, aok := start.(int64)
	b, bok := stop.(int64)
	c, cok := step.(int64)
	if aok && bok && cok {
		return &Range{a, b, c}
	}
	r := &BigRange{BigOf(start), BigOf(stop), BigOf(step), new(big.Int)}
	d := new(big.Int).Sub(r.stop, r.start)
	if d.Sign() == r.step.Sign() {
		r.n.Add(r.n.Quo(d, r.step), big.NewInt(1))
		if new(big.Int).Rem(d, r.step).Sign() == 0 {
			r.n.Sub(r.n, big.NewInt(1))
		}
	}
	return r
}

func (r *BigRange) at(i *big.Int) *big.Int {
	z := new(big.Int).Mul(i, r.step)
	return z.Add(z, r.start)
}

// position is the place of a value, nil when it is not in the range.
func (r *BigRange) position(v *big.Int) *big.Int {
	i, rest := new(big.Int).QuoRem(new(big.Int).Sub(v, r.start), r.step, new(big.Int))
	if rest.Sign() != 0 || i.Sign() < 0 || i.Cmp(r.n) >= 0 {
		return nil
	}
	return i
}

func (r *BigRange) slice(s *Slice) (Value, error) {
	bound := func(v Value, def, lo, hi *big.Int) (*big.Int, error) {
		if v == None {
			return def, nil
		}
		x, err := Index(v)
		if err != nil {
			return nil, err
		}
		z := new(big.Int).Set(BigOf(x))
		if z.Sign() < 0 {
			z.Add(z, r.n)
		}
		if z.Cmp(lo) < 0 {
			return lo, nil
		}
		if z.Cmp(hi) > 0 {
			return hi, nil
		}
		return z, nil
	}
	step := big.NewInt(1)
	if s.Step != None {
		x, err := Index(s.Step)
		if err != nil {
			return nil, err
		}
		if step = BigOf(x); step.Sign() == 0 {
			return nil, ValueErrorf("slice step cannot be zero")
		}
	}
	lo, hi := big.NewInt(0), r.n
	first, last := lo, hi
	if step.Sign() < 0 {
		lo, hi = big.NewInt(-1), new(big.Int).Sub(r.n, big.NewInt(1))
		first, last = hi, lo
	}
	from, err := bound(s.Start, first, lo, hi)
	if err != nil {
		return nil, err
	}
	to, err := bound(s.Stop, last, lo, hi)
	if err != nil {
		return nil, err
	}
	return newRange(Int(r.at(from)), Int(r.at(to)), Int(new(big.Int).Mul(r.step, step))), nil
}

func init() {
	c := RangeClass
	big1 := big.NewInt(1)
	c.Repr = func(_ *Thread, v Value) (string, error) {
		r := v.(*BigRange)
		if r.step.Cmp(big1) == 0 {
			return fmt.Sprintf("range(%v, %v)", r.start, r.stop), nil
		}
		return fmt.Sprintf("range(%v, %v, %v)", r.start, r.stop, r.step), nil
	}
	c.Truth = func(_ *Thread, v Value) (bool, error) { return v.(*BigRange).n.Sign() > 0, nil }
	c.Len = func(_ *Thread, v Value) (int, error) {
		if n := v.(*BigRange).n; n.IsInt64() {
			return int(n.Int64()), nil
		}
		return 0, Raisef(OverflowErrorClass, "Python int too large to convert to C ssize_t")
	}
	c.Iter = func(_ *Thread, v Value) (Iterator, error) {
		r := v.(*BigRange)
		i := new(big.Int)
		return IterFunc(func(*Thread) (Value, error) {
			if i.Cmp(r.n) >= 0 {
				return nil, nil
			}
			x := r.at(i)
			i.Add(i, big1)
			return Int(x), nil
		}), nil
	}
	c.GetItem = func(_ *Thread, v, key Value) (Value, error) {
		r := v.(*BigRange)
		if s, ok := key.(*Slice); ok {
			return r.slice(s)
		}
		x, err := indexOr(key, "range indices must be integers or slices, not %s", TypeOf(key).TypeName())
		if err != nil {
			return nil, err
		}
		i := new(big.Int).Set(BigOf(x))
		if i.Sign() < 0 {
			i.Add(i, r.n)
		}
		if i.Sign() < 0 || i.Cmp(r.n) >= 0 {
			return nil, IndexErrorf("range object index out of range")
		}
		return Int(r.at(i)), nil
	}
	c.Contains = func(t *Thread, v, item Value) (bool, error) {
		switch item.(type) {
		case int64, bool, *big.Int:
			return v.(*BigRange).position(BigOf(item)) != nil, nil
		}
		return false, nil
	}
	c.Hash = func(v Value) (any, error) {
		r, ok := v.(*Range)
		if !ok {
			b := v.(*BigRange)
			return b.start.String() + ":" + b.n.String() + ":" + b.step.String(), nil
		}
		h := [3]int64{r.Len()}
		if h[0] > 0 {
			h[1] = r.Start
		}
		if h[0] > 1 {
			h[2] = r.Step
		}
		return h, nil
	}
	c.Binary = func(_ *Thread, op string, a, b Value) (Value, error) {
		x, okx := a.(*BigRange)
		y, oky := b.(*BigRange)
		if !okx || !oky || op != "==" && op != "!=" {
			return NotImplemented, nil
		}
		eq := x.n.Cmp(y.n) == 0 &&
			(x.n.Sign() == 0 || x.start.Cmp(y.start) == 0 && (x.n.Cmp(big1) == 0 || x.step.Cmp(y.step) == 0))
		return eq == (op == "=="), nil
	}
}
