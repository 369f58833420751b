package py

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// keyed is a place of an item to sort, by its key.
type keyed[K any] struct {
	k K
	i int32
}

// Sorted is a sorted copy; equal items keep their order, in reverse too.
func Sorted(t *Thread, items []Value, key, reverse Value) ([]Value, error) {
	keys := items
	if key != nil && key != None {
		keys = make([]Value, len(items))
		for i, v := range items {
			k, err := Call1(t, key, v)
			if err != nil {
				return nil, err
			}
			keys[i] = k
		}
	}
	if _, err := Index(reverse); err != nil {
		return nil, err
	}
	rev, err := Truth(t, reverse)
	if err != nil {
		return nil, err
	}
	if err := FitsItems(2 * len(items)); err != nil {
		return nil, err
	}
	order, err := sortedOrder(t, keys, rev)
	if err != nil {
		return nil, err
	}
	out := make([]Value, len(items))
	for i, at := range order {
		out[i] = items[at]
	}
	return out, nil
}

// sortedOrder gives the places of the keys in their order. Keys of one type are compared as what
// they are.
func sortedOrder(t *Thread, keys []Value, rev bool) ([]int32, error) {
	if len(keys) > 0 {
		switch keys[0].(type) {
		case int64:
			if ps := typed[int64](keys); ps != nil {
				return ordered(t, ps, rev)
			}
		case float64:
			if ps := typed[float64](keys); ps != nil && noNaN(ps) {
				return ordered(t, ps, rev)
			}
		case string:
			if ps := typed[string](keys); ps != nil {
				return ordered(t, ps, rev)
			}
		}
	}
	ps := make([]keyed[Value], len(keys))
	for i, k := range keys {
		ps[i] = keyed[Value]{k, int32(i)}
	}
	if rev { // as CPython does, which programs see that watch comparisons
		slices.Reverse(ps)
	}
	sorter := timsort{t: t, a: ps}
	err := sorter.sort()
	order := places(ps)
	if rev {
		slices.Reverse(order)
	}
	return order, err
}

// Less is a < b.
func Less(t *Thread, a, b Value) (bool, error) {
	if c, ok := quickOrder(a, b, 3); ok {
		return c < 0, nil
	}
	v, err := Binary(t, "<", a, b)
	if err != nil {
		return false, err
	}
	return Truth(t, v)
}

// quickOrder compares ints, floats and texts, and tuples of them, nested so deep; ok is false for anything else.
func quickOrder(a, b Value, deep int) (c int, ok bool) {
	switch x := a.(type) {
	case int64:
		y, ok := b.(int64)
		return cmp.Compare(x, y), ok
	case float64:
		y, ok := b.(float64)
		return cmp.Compare(x, y), ok && x == x && y == y
	case string:
		y, ok := b.(string)
		return strings.Compare(x, y), ok
	case *Tuple:
		y, ok := b.(*Tuple)
		if !ok || x.Class != nil || y.Class != nil || deep == 0 || len(x.Items) > piece {
			return 0, false
		}
		for i := range min(len(x.Items), len(y.Items)) {
			if c, ok := quickOrder(x.Items[i], y.Items[i], deep-1); !ok || c != 0 {
				return c, ok
			}
		}
		return cmp.Compare(len(x.Items), len(y.Items)), true
	}
	return 0, false
}

// typed pairs the keys with their places when all are of one type, else nil.
func typed[K any](keys []Value) []keyed[K] {
	out := make([]keyed[K], len(keys))
	for i, k := range keys {
		x, ok := k.(K)
		if !ok {
			return nil
		}
		out[i] = keyed[K]{x, int32(i)}
	}
	return out
}

func noNaN(ps []keyed[float64]) bool {
	for _, p := range ps {
		if math.IsNaN(p.k) {
			return false
		}
	}
	return true
}

// ordered sorts keys that Go compares. Those that are in order already, or in the reverse order,
// are not compared again.
func ordered[K cmp.Ordered](t *Thread, ps []keyed[K], rev bool) ([]int32, error) {
	up, down := true, true
	for i := 1; i < len(ps) && (up || down); i++ {
		a, b := ps[i-1].k, ps[i].k
		up, down = up && (!rev && a <= b || rev && a >= b), down && (!rev && a > b || rev && a < b)
	}
	if !up && !down {
		if rev {
			return mergeSort(t, ps, func(a, b K) (bool, error) { return b < a, nil })
		}
		return mergeSort(t, ps, func(a, b K) (bool, error) { return a < b, nil })
	}
	if !up {
		slices.Reverse(ps)
	}
	return places(ps), nil
}

func places[K any](ps []keyed[K]) []int32 {
	out := make([]int32, len(ps))
	for i, p := range ps {
		out[i] = p.i
	}
	return out
}

// mergeSort sorts by merging: runs of a few items by insertion, then ever longer ones.
func mergeSort[K any](t *Thread, a []keyed[K], before func(x, y K) (bool, error)) ([]int32, error) {
	const run = 12
	for lo := 0; lo < len(a); lo += run {
		hi := min(lo+run, len(a))
		for i := lo + 1; i < hi; i++ {
			p, j := a[i], i
			for ; j > lo; j-- {
				ok, err := before(p.k, a[j-1].k)
				if err != nil {
					return nil, err
				}
				if !ok {
					break
				}
				a[j] = a[j-1]
			}
			a[j] = p
		}
		if err := t.Poll(); err != nil {
			return nil, err
		}
	}
	b := make([]keyed[K], len(a))
	for w := run; w < len(a); w *= 2 {
		for lo := 0; lo < len(a); lo += 2 * w {
			mid, hi := min(lo+w, len(a)), min(lo+2*w, len(a))
			if err := merge(t, b[lo:hi], a[lo:mid], a[mid:hi], before); err != nil {
				return nil, err
			}
		}
		a, b = b, a
	}
	return places(a), nil
}

func merge[K any](t *Thread, to, x, y []keyed[K], before func(x, y K) (bool, error)) error {
	if len(x) > 0 && len(y) > 0 { // in order already
		swapped, err := before(y[0].k, x[len(x)-1].k)
		if err != nil {
			return err
		}
		if !swapped {
			copy(to[copy(to, x):], y)
			return nil
		}
	}
	for i := range to {
		if len(x) == 0 || len(y) == 0 {
			copy(to[i:], x)
			copy(to[i+len(x):], y)
			return nil
		}
		if i&63 == 0 {
			if err := t.Poll(); err != nil {
				return err
			}
		}
		first, err := before(y[0].k, x[0].k)
		if err != nil {
			return err
		}
		if first {
			to[i], y = y[0], y[1:]
		} else {
			to[i], x = x[0], x[1:]
		}
	}
	return nil
}
