package std

import "github.com/tfs-lang/tfs/lang/py"

// deque is collections.deque; limit is -1 where it has none.
type deque struct {
	items   []value
	front   []value // the array that items ends in, with free room before it
	limit   int
	changes int // how often items came or went
}

var dequeClass = py.NewClass("collections", "deque", py.ObjectClass, nil)

// push adds at the right end, and drops from the left what is too much.
//
//go:noinline
func (d *deque) push(items ...value) {
	d.changes++
	d.items = append(d.items, items...)
	d.front = nil
	if n := len(d.items) - d.limit; d.limit >= 0 && n > 0 {
		clear(d.items[:n])
		d.items = d.items[n:]
	}
}

// pushLeft adds at the left end, and drops from the right what is too much.
func (d *deque) pushLeft(v value) {
	d.changes++
	if d.limit == 0 {
		return
	}
	n := len(d.items)
	if len(d.front) <= n {
		room := n + 8
		d.front = make([]value, room+n)
		copy(d.front[room:], d.items)
	}
	at := len(d.front) - n - 1
	d.front[at] = v
	d.items = d.front[at:]
	if d.limit >= 0 && n+1 > d.limit {
		d.front = d.front[:len(d.front)-1]
		d.items = d.front[at:]
	}
}

// set replaces all items.
func (d *deque) set(items []value) {
	d.items, d.front = nil, nil
	d.push(items...)
}

// turn moves the last k items to the front, or all others to the back where these are fewer: a few of many are moved
// within the room that push and pushLeft keep.
func (d *deque) turn(k int) {
	n := len(d.items)
	d.changes++
	switch {
	case k == 0:
	case k <= n/2:
		for range k {
			v := d.items[n-1]
			d.items[n-1] = nil
			d.items = d.items[:n-1]
			if d.front != nil {
				d.front = d.front[:len(d.front)-1]
			}
			limit := d.limit
			d.limit = -1
			d.pushLeft(v)
			d.limit = limit
		}
	default:
		moved := append([]value(nil), d.items[:n-k]...)
		clear(d.items[:n-k])
		d.items = append(d.items[n-k:], moved...)
		d.front = nil
	}
}

func (d *deque) list() *py.List { return &py.List{Items: d.items} }

// at is the place of an item by its index.
func (d *deque) at(k value) (int, error) {
	if _, ok := k.(*py.Slice); ok {
		return 0, py.TypeErrorf("sequence index must be integer, not 'slice'")
	}
	i, err := py.ToInt(k)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += int64(len(d.items))
	}
	if i < 0 || i >= int64(len(d.items)) {
		return 0, py.IndexErrorf("deque index out of range")
	}
	return int(i), nil
}

// find is where a value stands first from start up to stop; -1 for nowhere.
func (d *deque) find(t *thread, v value, start, stop int) (int, error) {
	was := d.changes
	for i := start; i < stop; i++ {
		if err := t.Poll(); err != nil {
			return 0, err
		}
		eq := py.Is(d.items[i], v)
		if !eq {
			var err error
			if eq, err = py.Equal(t, d.items[i], v); err != nil {
				return 0, err
			}
		}
		if d.changes != was {
			return 0, py.Raisef(py.RuntimeErrorClass, "deque mutated during iteration")
		}
		if eq {
			return i, nil
		}
	}
	return -1, nil
}

func (d *deque) remove(i int) {
	items := append([]value(nil), d.items[:i]...)
	d.set(append(items, d.items[i+1:]...))
}

// dequeIn is the deque that a value is, or that an object of a derived class holds.
func dequeIn(v value) (*deque, bool) {
	d, ok := py.Under(v).(*deque)
	return d, ok
}

func asDeque(v value) *deque {
	d, ok := dequeIn(v)
	if !ok {
		panic(py.TypeErrorf("descriptor requires a 'collections.deque' object but received '%s'", py.TypeOf(v).TypeName()))
	}
	return d
}

func initDeque() {
	py.Register[*deque](dequeClass)
	dequeClass.Held = true
	dequeClass.DefRaw("__init__", "Fills the deque.", func(t *thread, a []value, kw []py.Kw) (value, error) {
		v, err := dequeClass.New.Call(t, a[1:], kw)
		if err == nil {
			d, made := asDeque(a[0]), v.(*deque)
			d.limit = made.limit
			d.set(made.items)
		}
		return py.None, err
	})
	dequeClass.New = fn(
		"deque(iterable=(), maxlen=None)",
		"A list with two ends.",
		func(t *thread, a []value) (value, error) {
			d := &deque{limit: -1}
			if a[1] != py.None {
				n, ok := py.AsInt(a[1])
				if !ok {
					return nil, py.TypeErrorf("an integer is required")
				}
				if n < 0 {
					return nil, py.ValueErrorf("maxlen must be non-negative")
				}
				d.limit = int(n)
			}
			return d, py.Each(t, a[0], func(v value) error {
				d.push(v)
				return nil
			})
		},
	)
	dequeClass.Prop("maxlen", "The greatest length, or None.", func(_ *thread, v value) (value, error) {
		if d := asDeque(v); d.limit >= 0 {
			return int64(d.limit), nil
		}
		return py.None, nil
	})
	dequeClass.Len = func(_ *thread, v value) (int, error) { return len(asDeque(v).items), nil }
	dequeClass.Iter = func(_ *thread, v value) (py.Iterator, error) {
		d, i := asDeque(v), 0
		was := d.changes
		return py.IterFunc(func(*thread) (value, error) {
			if d.changes != was {
				return nil, py.Raisef(py.RuntimeErrorClass, "deque mutated during iteration")
			}
			if i >= len(d.items) {
				return nil, nil
			}
			i++
			return d.items[i-1], nil
		}), nil
	}
	dequeClass.GetItem = func(_ *thread, v, k value) (value, error) {
		i, err := asDeque(v).at(k)
		if err != nil {
			return nil, err
		}
		return asDeque(v).items[i], nil
	}
	dequeClass.SetItem = func(_ *thread, v, k, x value) error {
		i, err := asDeque(v).at(k)
		if err == nil {
			asDeque(v).items[i] = x
		}
		return err
	}
	dequeClass.DelItem = func(_ *thread, v, k value) error {
		i, err := asDeque(v).at(k)
		if err == nil {
			asDeque(v).remove(i)
		}
		return err
	}
	dequeClass.Hash = func(value) (any, error) { return nil, py.TypeErrorf("unhashable type: 'collections.deque'") }
	dequeClass.Binary = dequeBinary
	dequeClass.Repr = func(t *thread, v value) (string, error) {
		d := asDeque(v)
		return t.Showing(v, "[...]", func() (string, error) {
			s, err := py.Repr(t, d.list())
			if d.limit >= 0 {
				s += ", maxlen=" + py.ReprOf(int64(d.limit))
			}
			return "deque(" + s + ")", err
		})
	}
	dequeEnds()
	dequeMethods()
	quickenDeque()
}

// likeDeque gives a deque made from another, or from an object of a derived class, the class of that.
func likeDeque(of value, d *deque) value {
	if x, ok := of.(*py.Instance); ok {
		return &py.Instance{Class: x.Class, Attrs: py.NewDict(), Native: d}
	}
	return d
}

func dequeDef(sig, doc string, f func(t *thread, d *deque, a []value) (value, error)) {
	dequeClass.Def(sig, doc, func(t *thread, a []value) (value, error) { return f(t, asDeque(a[0]), a) })
}

// dequeEnds are the methods that add and take at the ends.
func dequeEnds() {
	dequeDef("append(self, x)", "Adds at the right end.", func(_ *thread, d *deque, a []value) (value, error) {
		d.push(a[1])
		return py.None, nil
	})
	dequeDef("appendleft(self, x)", "Adds at the left end.", func(_ *thread, d *deque, a []value) (value, error) {
		d.pushLeft(a[1])
		return py.None, nil
	})
	several := func(t *thread, d *deque, v value, add func(v value)) error {
		if v == value(d) {
			v = py.NewList(append([]value(nil), d.items...)...)
		}
		return py.Each(t, v, func(e value) error {
			add(e)
			return nil
		})
	}
	dequeDef(
		"extend(self, iterable)",
		"Adds several at the right end.",
		func(t *thread, d *deque, a []value) (value, error) {
			return py.None, several(t, d, a[1], func(v value) { d.push(v) })
		},
	)
	dequeDef(
		"__iadd__(self, iterable)",
		"Adds several at the right end.",
		func(t *thread, d *deque, a []value) (value, error) {
			return a[0], several(t, d, a[1], func(v value) { d.push(v) })
		},
	)
	dequeDef(
		"extendleft(self, iterable)",
		"Adds several at the left end, one after the other.",
		func(t *thread, d *deque, a []value) (value, error) {
			return py.None, several(t, d, a[1], d.pushLeft)
		},
	)
	dequeDef("pop(self)", "Takes from the right end.", func(_ *thread, d *deque, _ []value) (value, error) {
		n := len(d.items)
		if n == 0 {
			return nil, py.IndexErrorf("pop from an empty deque")
		}
		v := d.items[n-1]
		d.items[n-1] = nil
		d.items, d.front = d.items[:n-1], nil
		d.changes++
		return v, nil
	})
	dequeDef("popleft(self)", "Takes from the left end.", func(_ *thread, d *deque, _ []value) (value, error) {
		if len(d.items) == 0 {
			return nil, py.IndexErrorf("pop from an empty deque")
		}
		v := d.items[0]
		d.items[0] = nil
		d.items = d.items[1:]
		d.changes++
		return v, nil
	})
}

func dequeMethods() {
	dequeDef("clear(self)", "Removes everything.", func(_ *thread, d *deque, _ []value) (value, error) {
		d.set(nil)
		return py.None, nil
	})
	dequeDef(
		"copy(self)",
		"A shallow copy.",
		func(t *thread, d *deque, a []value) (value, error) {
			v, err := shallow(t, d)
			if err != nil {
				return nil, err
			}
			return likeDeque(a[0], v.(*deque)), nil
		},
	)
	dequeDef("rotate(self, n=1)", "Turns to the right.", func(_ *thread, d *deque, a []value) (value, error) {
		k, err := py.ToInt(a[1])
		if n := int64(len(d.items)); err == nil && n > 0 {
			d.turn(int((k%n + n) % n))
		}
		return py.None, err
	})
	dequeDef("reverse(self)", "Turns the order round.", func(_ *thread, d *deque, _ []value) (value, error) {
		n := len(d.items)
		out := make([]value, n)
		for i, v := range d.items {
			out[n-1-i] = v
		}
		d.set(out)
		return py.None, nil
	})
	dequeDef("__reversed__(self)", "The items from the right.", func(_ *thread, d *deque, _ []value) (value, error) {
		i, was := len(d.items), d.changes
		return named("_collections._deque_reverse_iterator", func(*thread) (value, error) {
			if d.changes != was {
				return nil, py.Raisef(py.RuntimeErrorClass, "deque mutated during iteration")
			}
			if i--; i < 0 {
				return nil, nil
			}
			return d.items[i], nil
		}), nil
	})
	dequeDef(
		"count(self, value)",
		"How many items equal a value.",
		func(t *thread, d *deque, a []value) (value, error) {
			n := int64(0)
			for i := 0; ; n++ {
				at, err := d.find(t, a[1], i, len(d.items))
				if at < 0 || err != nil {
					return n, err
				}
				i = at + 1
			}
		},
	)
	dequeDef(
		"index(self, value, start=0, stop=9223372036854775807)",
		"Where a value stands first.",
		func(t *thread, d *deque, a []value) (value, error) {
			n := int64(len(d.items))
			var ends [2]int64
			for i := range ends {
				k, err := py.ToInt(a[2+i])
				if err != nil {
					return nil, err
				}
				if k < 0 {
					k += n
				}
				ends[i] = max(0, min(k, n))
			}
			at, err := d.find(t, a[1], int(ends[0]), int(ends[1]))
			if err == nil && at < 0 {
				err = py.ValueErrorf("%s is not in deque", py.ReprOf(a[1]))
			}
			if err != nil {
				return nil, err
			}
			return int64(at), nil
		},
	)
	dequeDef(
		"remove(self, value)",
		"Removes the first item that equals a value.",
		func(t *thread, d *deque, a []value) (value, error) {
			at, err := d.find(t, a[1], 0, len(d.items))
			if err == nil && at < 0 {
				err = py.ValueErrorf("%s is not in deque", py.ReprOf(a[1]))
			}
			if err == nil {
				d.remove(at)
			}
			return py.None, err
		},
	)
	dequeDef("insert(self, i, x)", "Puts an item before a place.", func(_ *thread, d *deque, a []value) (value, error) {
		if len(d.items) == d.limit {
			return nil, py.IndexErrorf("deque already at its maximum size")
		}
		i, err := py.ToInt(a[1])
		if err != nil {
			return nil, err
		}
		n := int64(len(d.items))
		if i < 0 {
			i += n
		}
		i = max(0, min(i, n))
		items := append(append([]value(nil), d.items[:i]...), a[2])
		d.set(append(items, d.items[i:]...))
		return py.None, nil
	})
}

// dequeBinary joins, repeats and compares deques.
func dequeBinary(t *thread, op string, a, b value) (value, error) {
	x, okx := dequeIn(a)
	y, oky := dequeIn(b)
	if op == "*" {
		n, of := b, a
		if !okx {
			x, n, of = y, a, b
		}
		if _, ok := py.AsInt(n); !ok {
			return nil, py.TypeErrorf("can't multiply sequence by non-int of type '%s'", py.TypeOf(n).TypeName())
		}
		l, err := py.Binary(t, "*", x.list(), n)
		if err != nil {
			return nil, err
		}
		d := &deque{limit: x.limit}
		d.set(l.(*py.List).Items)
		return likeDeque(of, d), nil
	}
	if okx && !oky && op == "+" {
		return nil, py.TypeErrorf("can only concatenate deque (not \"%s\") to deque", py.TypeOf(b).TypeName())
	}
	if !okx || !oky {
		return py.NotImplemented, nil
	}
	switch op {
	case "+":
		d := &deque{limit: x.limit}
		d.push(x.items...)
		d.push(y.items...)
		return likeDeque(a, d), nil
	case "==", "!=", "<", "<=", ">", ">=":
		return py.Binary(t, op, x.list(), y.list())
	}
	return py.NotImplemented, nil
}
