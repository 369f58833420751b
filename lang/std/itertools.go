package std

import "github.com/tfs-lang/tfs/lang/py"

func iterOf(t *thread, v value) (py.Iterator, error) { return py.Iter(t, v) }

// shown is the text name(a, b) of a call.
func shown(t *thread, name string, args ...value) (string, error) {
	s, err := py.Repr(t, py.NewList(args...))
	if err != nil {
		return "", err
	}
	return name + "(" + s[1:len(s)-1] + ")", nil
}

// sliceArgs are start, stop and step of islice; stop is negative for none.
func sliceArgs(a []value) (start, stop, step int64, err error) {
	const stops = "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."
	const indices = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."
	num := func(v value, def, least int64, msg string) (int64, error) {
		if v == py.None {
			return def, nil
		}
		n, err := py.Index(v)
		i, small := n.(int64)
		if err != nil || !small || i < least {
			return 0, py.ValueErrorf("%s", msg)
		}
		return i, nil
	}
	if len(a) > 3 {
		return 0, 0, 0, py.TypeErrorf("islice expected at most 4 arguments, got %d", len(a)+1)
	}
	if len(a) == 1 {
		stop, err = num(a[0], -1, 0, stops)
		return 0, stop, 1, err
	}
	if stop, err = num(a[1], -1, 0, stops); err != nil {
		return
	}
	if start, err = num(a[0], 0, 0, indices); err != nil {
		return
	}
	step = 1
	if len(a) == 3 {
		step, err = num(a[2], 1, 1, "Step for islice() must be a positive integer or None.")
	}
	return
}

// picker is compress and filterfalse: items that a test lets through.
func picker(name string, it py.Iterator, keep func(t *thread, v value) (keep, more bool, err error)) value {
	return named(name, func(t *thread) (value, error) {
		for {
			if err := t.Poll(); err != nil {
				return nil, err
			}
			v, err := it.Next(t)
			if v == nil || err != nil {
				return nil, err
			}
			ok, more, err := keep(t, v)
			if err != nil || !more {
				return nil, err
			}
			if ok {
				return v, nil
			}
		}
	})
}

func compress(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[0])
	if err != nil {
		return nil, err
	}
	tests, err := iterOf(t, a[1])
	if err != nil {
		return nil, err
	}
	return picker("compress", it, func(t *thread, _ value) (bool, bool, error) {
		v, err := tests.Next(t)
		if v == nil || err != nil {
			return false, false, err
		}
		ok, err := py.Truth(t, v)
		return ok, true, err
	}), nil
}

func filterFalse(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[1])
	if err != nil {
		return nil, err
	}
	f := a[0]
	return picker("filterfalse", it, func(t *thread, v value) (bool, bool, error) {
		if f != py.None {
			if v, err = py.Call(t, f, []value{v}, nil); err != nil {
				return false, false, err
			}
		}
		ok, err := py.Truth(t, v)
		return !ok, true, err
	}), nil
}

func combos(kind string) *py.Builtin {
	sig := "(iterable, r)"
	if kind == "permutations" {
		sig = "(iterable, r=None)"
	}
	return fn(kind+sig, "Tuples of r items.", func(t *thread, a []value) (value, error) {
		pool, err := py.ToSlice(t, a[0])
		if err != nil {
			return nil, err
		}
		r := len(pool)
		if a[1] != py.None {
			n, err := py.ToInt(a[1])
			if err != nil && kind == "permutations" {
				return nil, py.TypeErrorf("Expected int as r")
			}
			if err != nil {
				return nil, err
			}
			if n < 0 {
				return nil, py.ValueErrorf("r must be non-negative")
			}
			r = int(n)
		}
		var idx []int
		started := false
		var next func(idx []int) bool
		return named(kind, func(t *thread) (value, error) {
			if !started {
				started = true
				if idx = firstIndex(kind, len(pool), r); idx == nil {
					return nil, nil
				}
				next = nextIndex(kind, len(pool), r)
			} else if idx == nil || !next(idx) {
				idx = nil
				return nil, nil
			}
			out := make([]value, r)
			for i, k := range idx {
				out[i] = pool[k]
			}
			return py.NewTuple(out...), nil
		}), nil
	})
}

func firstIndex(kind string, n, r int) []int {
	if kind != "combinations_with_replacement" && r > n || n == 0 && r > 0 {
		return nil
	}
	idx := make([]int, r)
	if kind != "combinations_with_replacement" {
		for i := range idx {
			idx[i] = i
		}
	}
	return idx
}

func nextIndex(kind string, n, r int) func([]int) bool {
	switch kind {
	case "combinations":
		return func(idx []int) bool {
			for i := r - 1; i >= 0; i-- {
				if idx[i] < n-r+i {
					idx[i]++
					for j := i + 1; j < r; j++ {
						idx[j] = idx[j-1] + 1
					}
					return true
				}
			}
			return false
		}
	case "combinations_with_replacement":
		return func(idx []int) bool {
			for i := r - 1; i >= 0; i-- {
				if idx[i] < n-1 {
					v := idx[i] + 1
					for j := i; j < r; j++ {
						idx[j] = v
					}
					return true
				}
			}
			return false
		}
	}
	at, left := make([]int, n), make([]int, r) // permutations: all positions, and how often each of the first may turn
	for i := range at {
		at[i] = i
	}
	for i := range left {
		left[i] = n - i
	}
	return func(idx []int) bool {
		for i := r - 1; i >= 0; i-- {
			if left[i]--; left[i] > 0 {
				j := n - left[i]
				at[i], at[j] = at[j], at[i]
				copy(idx[i:], at[i:])
				return true
			}
			first := at[i]
			copy(at[i:], at[i+1:])
			at[n-1], left[i] = first, n-i
		}
		return false
	}
}

func itertoolsModule() *py.Module {
	chain := raw("chain", "The items of several iterables.", func(t *thread, a []value, _ []py.Kw) (value, error) {
		return chained(py.IterFunc(sliceNext(a))), nil
	})
	chainClass := py.NewClass("itertools", "chain", py.ObjectClass, nil)
	chainClass.New = chain
	chainClass.Attrs.SetStr(
		"from_iterable",
		&py.StaticMethod{
			Fn: fn(
				"from_iterable(iterable)",
				"Chains the items of an iterable.",
				func(t *thread, a []value) (value, error) {
					it, err := iterOf(t, a[0])
					return chained(it), err
				},
			),
		},
	)
	return module(
		"itertools",
		"Tools for iterators.",
		map[string]value{"chain": chainClass},
		combos("combinations"),
		combos("permutations"),
		combos("combinations_with_replacement"),
		fn("count(start=0, step=1)", "Numbers without end.", iterCount),
		fn("cycle(iterable)", "The items again and again.", iterCycle),
		fn("repeat(object, times=None)", "One item again and again.", iterRepeat),
		fn("compress(data, selectors)", "The items whose selectors are true.", compress),
		fn("filterfalse(function, iterable)", "The items a function does not hold for.", filterFalse),
		raw("islice", "Some of the items.", iterIslice),
		fn("accumulate(iterable, func=None, *, initial=None)", "Running totals.", iterAccumulate),
		raw("product", "All combinations of items.", productFn),
		fn("starmap(function, iterable)", "A function on tuples of arguments.", iterStarmap),
		fn("takewhile(predicate, iterable)", "Items as long as a function holds.", iterTakewhile),
		fn("dropwhile(predicate, iterable)", "Items from where a function fails.", iterDropwhile),
		raw("zip_longest", "Tuples side by side, filled up.", zipLongest),
		fn("groupby(iterable, key=None)", "Runs of items with one key.", groupBy),
		fn("pairwise(iterable)", "Neighbouring pairs.", iterPairwise),
		fn("tee(iterable, n=2)", "Several iterators over the same items.", iterTee),
	)
}

// iterCount is count: numbers without end.
func iterCount(_ *thread, a []value) (value, error) {
	next, step := a[0], a[1]
	it := func(t *thread) (value, error) {
		v := next
		var err error
		next, err = py.Binary(t, "+", v, step)
		return v, err
	}
	return &py.NamedIter{Iterator: py.IterFunc(it), Type: "count", Show: func(t *thread) (string, error) {
		if step == value(int64(1)) {
			return shown(t, "count", next)
		}
		return shown(t, "count", next, step)
	}}, nil
}

// iterCycle is cycle: the items again and again.
func iterCycle(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[0])
	if err != nil {
		return nil, err
	}
	var items []value
	i := -1
	return named("cycle", func(t *thread) (value, error) {
		if it != nil {
			v, err := it.Next(t)
			if err != nil {
				return nil, err
			}
			if v != nil {
				if err := py.FitsItems(len(items) + 1); err != nil {
					return nil, err
				}
				items = append(items, v)
				return v, nil
			}
			it = nil
		}
		if len(items) == 0 {
			return nil, nil
		}
		i = (i + 1) % len(items)
		return items[i], nil
	}), nil
}

// iterRepeat is repeat: one item again and again.
func iterRepeat(_ *thread, a []value) (value, error) {
	n, forever := int64(0), a[1] == py.None
	if !forever {
		var err error
		if n, err = py.ToInt(a[1]); err != nil {
			return nil, err
		}
	}
	v := a[0]
	it := func(*thread) (value, error) {
		if n--; n < 0 && !forever {
			return nil, nil
		}
		return v, nil
	}
	return &py.NamedIter{Iterator: py.IterFunc(it), Type: "repeat", Show: func(t *thread) (string, error) {
		if forever {
			return shown(t, "repeat", v)
		}
		return shown(t, "repeat", v, max(n, 0))
	}}, nil
}

// iterIslice is islice: some of the items.
func iterIslice(t *thread, a []value, _ []py.Kw) (value, error) {
	if len(a) < 2 {
		return nil, py.TypeErrorf("islice expected at least 2 arguments, got %d", len(a))
	}
	it, err := iterOf(t, a[0])
	if err != nil {
		return nil, err
	}
	start, stop, step, err := sliceArgs(a[1:])
	if err != nil {
		return nil, err
	}
	pos, want := int64(0), start
	return named("islice", func(t *thread) (value, error) {
		for stop < 0 || want < stop {
			v, err := it.Next(t)
			if v == nil || err != nil {
				return nil, err
			}
			pos++
			if pos-1 == want {
				want += step
				return v, nil
			}
		}
		return nil, nil
	}), nil
}

// iterAccumulate is accumulate: running totals.
func iterAccumulate(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[0])
	if err != nil {
		return nil, err
	}
	f := a[1]
	var acc value
	pending := a[2] != py.None
	if pending {
		acc = a[2]
	}
	return named("accumulate", func(t *thread) (value, error) {
		if pending {
			pending = false
			return acc, nil
		}
		v, err := it.Next(t)
		if v == nil || err != nil {
			return nil, err
		}
		switch {
		case acc == nil:
			acc = v
		case f == py.None:
			acc, err = py.Binary(t, "+", acc, v)
		default:
			acc, err = py.Call(t, f, []value{acc, v}, nil)
		}
		return acc, err
	}), nil
}

// iterStarmap is starmap: a function on tuples of arguments.
func iterStarmap(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[1])
	f := a[0]
	return named("starmap", func(t *thread) (value, error) {
		v, err := it.Next(t)
		if v == nil || err != nil {
			return nil, err
		}
		args, err := py.ToSlice(t, v)
		if err != nil {
			return nil, err
		}
		return py.Call(t, f, args, nil)
	}), err
}

// iterTakewhile is takewhile: items as long as a function holds.
func iterTakewhile(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[1])
	f, over := a[0], false
	return named("takewhile", func(t *thread) (value, error) {
		if over {
			return nil, nil
		}
		v, err := it.Next(t)
		if v == nil || err != nil {
			return nil, err
		}
		ok, err := holds(t, f, v)
		if !ok {
			over = true
			return nil, err
		}
		return v, err
	}), err
}

// iterDropwhile is dropwhile: items from where a function fails.
func iterDropwhile(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[1])
	f, dropping := a[0], true
	return named("dropwhile", func(t *thread) (value, error) {
		for {
			v, err := it.Next(t)
			if v == nil || err != nil || !dropping {
				return v, err
			}
			ok, err := holds(t, f, v)
			if err != nil {
				return nil, err
			}
			if !ok {
				dropping = false
				return v, nil
			}
		}
	}), err
}

// iterPairwise is pairwise: neighbouring pairs.
func iterPairwise(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[0])
	if err != nil {
		return nil, err
	}
	var prev value
	return named("pairwise", func(t *thread) (value, error) {
		if prev == nil {
			if prev, err = it.Next(t); prev == nil || err != nil {
				return nil, err
			}
		}
		v, err := it.Next(t)
		if v == nil || err != nil {
			return nil, err
		}
		p := py.NewTuple(prev, v)
		prev = v
		return p, nil
	}), nil
}

// teeItem is an item that the iterators of a tee have in common, once it was asked for, and the place behind it.
type teeItem struct {
	v    value
	next *teeItem
}

// iterTee is tee: several iterators over the same items.
func iterTee(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[0])
	if err != nil {
		return nil, err
	}
	n, err := py.ToInt(a[1])
	switch {
	case err != nil:
		return nil, err
	case n < 0:
		return nil, py.ValueErrorf("n must be >= 0")
	}
	if err := py.FitsItems(int(n)); err != nil {
		return nil, err
	}
	busy := false
	first := &teeItem{}
	out := make([]value, n)
	for i := range out {
		at := first
		out[i] = named("_tee", func(t *thread) (value, error) {
			if at.next == nil {
				if busy {
					return nil, py.Raisef(py.RuntimeErrorClass, "cannot re-enter the tee iterator")
				}
				busy = true
				v, err := it.Next(t)
				busy = false
				if v == nil || err != nil {
					return nil, err
				}
				at.v, at.next = v, &teeItem{}
			}
			v := at.v
			at = at.next
			return v, nil
		})
	}
	return py.NewTuple(out...), nil
}

func sliceNext(items []value) func(t *thread) (value, error) {
	i := 0
	return func(*thread) (value, error) {
		if i >= len(items) {
			return nil, nil
		}
		i++
		return items[i-1], nil
	}
}

func holds(t *thread, f, v value) (bool, error) {
	r, err := py.Call(t, f, []value{v}, nil)
	if err != nil {
		return false, err
	}
	return py.Truth(t, r)
}

func chained(outer py.Iterator) value {
	var cur py.Iterator
	return named("chain", func(t *thread) (value, error) {
		for {
			if cur != nil {
				v, err := cur.Next(t)
				if v != nil || err != nil {
					return v, err
				}
			}
			o, err := outer.Next(t)
			if o == nil || err != nil {
				return nil, err
			}
			if cur, err = iterOf(t, o); err != nil {
				return nil, err
			}
		}
	})
}

func productFn(t *thread, a []value, kw []py.Kw) (value, error) {
	rep := int64(1)
	for _, k := range kw {
		if k.Name != "repeat" {
			return nil, py.TypeErrorf("'%s' is an invalid keyword argument for product()", k.Name)
		}
		var err error
		if rep, err = py.ToInt(k.Value); err != nil {
			return nil, err
		}
	}
	if rep < 0 {
		return nil, py.ValueErrorf("repeat argument cannot be negative")
	}
	var pools [][]value
	for _, v := range a {
		p, err := py.ToSlice(t, v)
		if err != nil {
			return nil, err
		}
		pools = append(pools, p)
	}
	base := pools
	if err := py.FitsItems(int(min(rep, 1<<40)) * len(base)); err != nil {
		return nil, err
	}
	for i := int64(1); i < rep; i++ {
		pools = append(pools, base...)
	}
	if rep == 0 {
		pools = nil
	}
	idx := make([]int, len(pools))
	over := false
	for _, p := range pools {
		over = over || len(p) == 0
	}
	return named("product", func(*thread) (value, error) {
		if over {
			return nil, nil
		}
		out := make([]value, len(pools))
		for i, p := range pools {
			out[i] = p[idx[i]]
		}
		over = true
		for i := len(idx) - 1; i >= 0; i-- {
			if idx[i]++; idx[i] < len(pools[i]) {
				over = false
				break
			}
			idx[i] = 0
		}
		return py.NewTuple(out...), nil
	}), nil
}

func zipLongest(t *thread, a []value, kw []py.Kw) (value, error) {
	var fill value = py.None
	for _, k := range kw {
		if k.Name == "fillvalue" {
			fill = k.Value
		}
	}
	its := make([]py.Iterator, len(a))
	for i, v := range a {
		it, err := iterOf(t, v)
		if err != nil {
			return nil, err
		}
		its[i] = it
	}
	return named("zip_longest", func(t *thread) (value, error) {
		out := make([]value, len(its))
		any := false
		for i, it := range its {
			out[i] = fill
			if it == nil {
				continue
			}
			v, err := it.Next(t)
			if err != nil {
				return nil, err
			}
			if v == nil {
				its[i] = nil
				continue
			}
			out[i], any = v, true
		}
		if !any {
			return nil, nil
		}
		return py.NewTuple(out...), nil
	}), nil
}

// grouper is what groupby and its groups share: groups read on where the iterator stands.
type grouper struct {
	it      py.Iterator
	key     value
	current value // the key of item, nil before the first
	item    value // the next item, nil when there is none yet
	group   int   // which group is under way
	done    bool
}

// step reads an item, if there is none in hand.
func (g *grouper) step(t *thread) error {
	if g.item != nil || g.done {
		return nil
	}
	v, err := g.it.Next(t)
	if err != nil {
		return err
	}
	if v == nil {
		g.done = true
		return nil
	}
	k := v
	if g.key != py.None {
		if k, err = py.Call(t, g.key, []value{v}, nil); err != nil {
			return err
		}
	}
	g.item = v
	if g.current == nil {
		g.current = k
		return nil
	}
	same, err := py.Equal(t, g.current, k)
	if err == nil && !same {
		g.current = k
		g.group++
	}
	return err
}

func groupBy(t *thread, a []value) (value, error) {
	it, err := iterOf(t, a[0])
	if err != nil {
		return nil, err
	}
	g := &grouper{it: it, key: a[1]}
	last := -1
	return named("groupby", func(t *thread) (value, error) {
		for {
			if err := t.Poll(); err != nil {
				return nil, err
			}
			if err := g.step(t); err != nil || g.item == nil {
				return nil, err
			}
			if g.group != last {
				break
			}
			g.item = nil // of a group that was not read to its end
		}
		last = g.group
		mine := last
		return py.NewTuple(g.current, named("_grouper", func(t *thread) (value, error) {
			if last != mine {
				return nil, nil
			}
			if err := g.step(t); err != nil || g.item == nil || g.group != mine {
				return nil, err
			}
			v := g.item
			g.item = nil
			return v, nil
		})), nil
	}), nil
}
