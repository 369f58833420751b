package std

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// Heaps and places in sorted lists: what heapq and bisect do again and again.

// heapOf is the list under a heap.
func heapOf(name string, v value) (*py.List, error) {
	l, ok := py.Under(v).(*py.List)
	if !ok {
		return nil, py.TypeErrorf("%s() argument%s must be list, not %s", name,
			map[bool]string{false: " 1"}[name == "heapify" || name == "heappop"], py.TypeOf(v).Name)
	}
	return l, nil
}

// less compares two items of a heap, which the comparison must not change.
func less(t *thread, l *py.List, i, j int) (bool, error) {
	n := len(l.Items)
	ok, err := py.Less(t, l.Items[i], l.Items[j])
	if err == nil && len(l.Items) != n {
		err = py.Raisef(py.RuntimeErrorClass, "list changed size during iteration")
	}
	return ok, err
}

// rise moves item k up to its place, no further than top.
func rise(t *thread, l *py.List, top, k int) error {
	for k > top {
		above := (k - 1) / 2
		if ok, err := less(t, l, k, above); !ok || err != nil {
			return err
		}
		l.Items[k], l.Items[above] = l.Items[above], l.Items[k]
		k = above
	}
	return nil
}

// sink moves item k down past all that are smaller: to a leaf, from where it rises.
func sink(t *thread, l *py.List, k int) error {
	top := k
	for child := 2*k + 1; child < len(l.Items); child = 2*k + 1 {
		if child+1 < len(l.Items) {
			ok, err := less(t, l, child, child+1)
			if err != nil {
				return err
			}
			if !ok {
				child++
			}
		}
		l.Items[k], l.Items[child] = l.Items[child], l.Items[k]
		k = child
	}
	return rise(t, l, top, k)
}

// replaced puts an item in the place of the least, which it gives.
func replaced(t *thread, l *py.List, item value) (value, error) {
	if len(l.Items) == 0 {
		return nil, py.IndexErrorf("index out of range")
	}
	least := l.Items[0]
	l.Items[0] = item
	return least, sink(t, l, 0)
}

var heapFuncs = []struct {
	sig, doc string
	f        func(t *thread, l *py.List, a []value) (value, error)
}{
	{"heappush(heap, item, /)", "Puts an item on a heap.", func(t *thread, l *py.List, a []value) (value, error) {
		if len(l.Items) == cap(l.Items) {
			if err := py.FitsItems(len(l.Items) + 1); err != nil {
				return nil, err
			}
		}
		l.Items = append(l.Items, a[1])
		return py.None, rise(t, l, 0, len(l.Items)-1)
	}},
	{"heappop(heap, /)", "Takes the least item off a heap.", func(t *thread, l *py.List, _ []value) (value, error) {
		n := len(l.Items) - 1
		if n < 0 {
			return nil, py.IndexErrorf("index out of range")
		}
		last := l.Items[n]
		l.Items[n] = nil
		if l.Items = l.Items[:n]; n == 0 {
			return last, nil
		}
		return replaced(t, l, last)
	}},
	{"heapreplace(heap, item, /)", "Takes the least item and puts another on.",
		func(t *thread, l *py.List, a []value) (value, error) { return replaced(t, l, a[1]) }},
	{"heappushpop(heap, item, /)", "Puts an item on and takes the least.",
		func(t *thread, l *py.List, a []value) (value, error) {
			if len(l.Items) == 0 {
				return a[1], nil
			}
			if ok, err := py.Less(t, l.Items[0], a[1]); !ok || err != nil {
				return a[1], err
			}
			return replaced(t, l, a[1])
		}},
	{"heapify(heap, /)", "Makes a list a heap.", func(t *thread, l *py.List, _ []value) (value, error) {
		for k := len(l.Items)/2 - 1; k >= 0; k-- {
			if err := t.Poll(); err != nil {
				return nil, err
			}
			if err := sink(t, l, k); err != nil {
				return nil, err
			}
		}
		return py.None, nil
	}},
}

// placeIn is the first place in a[lo:hi] whose item is not left of x: not less, or greater for right.
func placeIn(t *thread, a []value, right bool) (int64, error) {
	lo, err := py.ToInt(a[2])
	if err == nil && lo < 0 {
		err = py.ValueErrorf("lo must be non-negative")
	}
	if err != nil {
		return 0, err
	}
	hi := int64(-1)
	if a[3] != py.None {
		if hi, err = py.ToInt(a[3]); err != nil {
			return 0, err
		}
	}
	if hi < 0 {
		n, err := py.Len(t, a[0])
		if err != nil {
			return 0, err
		}
		hi = int64(n)
	}
	l, plain := a[0].(*py.List)
	for lo < hi {
		mid := lo + (hi-lo)/2
		var v value
		if plain && mid < int64(len(l.Items)) {
			v = l.Items[mid]
		} else if v, err = py.GetItem(t, a[0], mid); err != nil {
			return 0, err
		}
		if a[4] != py.None {
			if v, err = py.Call1(t, a[4], v); err != nil {
				return 0, err
			}
		}
		first, second := v, a[1]
		if right {
			first, second = second, first
		}
		ok, err := py.Less(t, first, second)
		if err != nil {
			return 0, err
		}
		if ok != right {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, nil
}

func heapsModule() *py.Module {
	var fns []*py.Builtin
	for _, h := range heapFuncs {
		b := fn(h.sig, h.doc, func(t *thread, a []value) (value, error) {
			l, err := heapOf(h.sig[:strings.IndexByte(h.sig, '(')], a[0])
			if err != nil {
				return nil, err
			}
			return h.f(t, l, a)
		})
		b.Native("_heapq."+b.Name, 0, nil).Here = true
		b.One = func(t *thread, x value) (value, error) {
			if l, ok := x.(*py.List); ok && len(b.Sig().Params) == 1 && b.Name != "heapify" {
				return h.f(t, l, nil)
			}
			return b.CallOwn(t, []value{x})
		}
		b.Two = func(t *thread, x, y value) (value, error) {
			if l, ok := x.(*py.List); ok && len(b.Sig().Params) == 2 {
				if err := t.Poll(); err != nil {
					return nil, err
				}
				return h.f(t, l, []value{x, y})
			}
			return b.CallOwn(t, []value{x, y})
		}
		fns = append(fns, b)
	}
	for _, right := range []bool{false, true} {
		side := map[bool]string{false: "left", true: "right"}[right]
		b := fn("bisect_"+side+"(a, x, lo=0, hi=None, *, key=None)", "The place of an item in a sorted list.",
			func(t *thread, a []value) (value, error) {
				n, err := placeIn(t, a, right)
				return n, err
			})
		b.Here = true
		fns = append(fns, b, fn("insort_"+side+"(a, x, lo=0, hi=None, *, key=None)", "Puts an item in its place.",
			func(t *thread, a []value) (value, error) {
				at, item := slices.Clone(a), a[1]
				if a[4] != py.None {
					var err error
					if at[1], err = py.Call1(t, a[4], item); err != nil {
						return nil, err
					}
				}
				n, err := placeIn(t, at, right)
				if err != nil {
					return nil, err
				}
				_, err = py.CallMethod(t, a[0], "insert", n, item)
				return py.None, err
			}))
	}
	return module("_heaps", "Heaps and places in sorted lists.", nil, fns...)
}
