package py

import (
	"cmp"
	"math"
)

// keyed is an item to sort by its key.
type keyed[K any] struct {
	k K
	v Value
}

// Sorted is a sorted copy; equal items keep their order, in reverse too.
func Sorted(t *Thread, items []Value, key, reverse Value) ([]Value, error) {
	keys := items
	if key != nil && key != None {
		keys = make([]Value, len(items))
		for i, v := range items {
			k, err := Call(t, key, []Value{v}, nil)
			if err != nil {
				return nil, err
			}
			keys[i] = k
		}
	}
	rev, err := Truth(t, reverse)
	if err != nil {
		return nil, err
	}
	if err := FitsItems(2 * len(items)); err != nil {
		return nil, err
	}
	if len(items) > 0 {
		switch keys[0].(type) {
		case int64:
			if ps := typed[int64](keys, items); ps != nil {
				return ordered(t, ps, rev)
			}
		case float64:
			if ps := typed[float64](keys, items); ps != nil && noNaN(ps) {
				return ordered(t, ps, rev)
			}
		case string:
			if ps := typed[string](keys, items); ps != nil {
				return ordered(t, ps, rev)
			}
		}
	}
	ps := make([]keyed[Value], len(items))
	for i, v := range items {
		ps[i] = keyed[Value]{keys[i], v}
	}
	return mergeSort(t, ps, rev, func(a, b Value) (bool, error) {
		v, err := Binary(t, "<", a, b)
		if err != nil {
			return false, err
		}
		return Truth(t, v)
	})
}

// typed pairs the items with their keys when all keys are of one type, else nil.
func typed[K any](keys, items []Value) []keyed[K] {
	out := make([]keyed[K], len(keys))
	for i, k := range keys {
		x, ok := k.(K)
		if !ok {
			return nil
		}
		out[i] = keyed[K]{x, items[i]}
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

func ordered[K cmp.Ordered](t *Thread, ps []keyed[K], rev bool) ([]Value, error) {
	return mergeSort(t, ps, rev, func(a, b K) (bool, error) { return a < b, nil })
}

// mergeSort sorts by merging: runs of a few items by insertion, then ever longer ones.
func mergeSort[K any](t *Thread, a []keyed[K], rev bool, less func(a, b K) (bool, error)) ([]Value, error) {
	const run = 12
	before := func(x, y K) (bool, error) {
		if rev {
			return less(y, x)
		}
		return less(x, y)
	}
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
	out := make([]Value, len(a))
	for i, p := range a {
		out[i] = p.v
	}
	return out, nil
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
