package std

import (
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

func counterRepr(t *thread, d *py.Dict) (string, error) {
	var parts []string
	for _, kv := range mostCommon(t, d) {
		k, err := py.Repr(t, kv.Items[0])
		if err != nil {
			return "", err
		}
		n, err := py.Repr(t, kv.Items[1])
		if err != nil {
			return "", err
		}
		parts = append(parts, k+": "+n)
	}
	return "{" + strings.Join(parts, ", ") + "}", nil
}

func mostCommon(t *thread, d *py.Dict) []*py.Tuple {
	var out []*py.Tuple
	_ = d.Each(func(k, v value) error {
		out = append(out, py.NewTuple(k, v))
		return nil
	})
	sort.SliceStable(out, func(i, j int) bool {
		v, err := py.Binary(t, ">", out[i].Items[1], out[j].Items[1])
		return err == nil && v == true
	})
	return out
}

func initCounter() {
	counter.Python = true
	counter.New = raw("Counter", "A dict that counts.", func(t *thread, a []value, kw []py.Kw) (value, error) {
		d := py.NewDict()
		d.Class = counter
		return d, tally(t, "__init__", "+", d, a, kw)
	})
	counter.Def("__missing__(self, key)", "0.", func(*thread, []value) (value, error) { return int64(0), nil })
	for name, op := range map[string]string{"update": "+", "subtract": "-"} {
		counter.DefRaw(
			name,
			"Counts more items, or takes their counts off.",
			func(t *thread, a []value, kw []py.Kw) (value, error) {
				return py.None, tally(t, name, op, a[0].(*py.Dict), a[1:], kw)
			},
		)
	}
	counter.Attrs.SetStr(
		"fromkeys",
		&py.ClassMethod{Fn: raw("fromkeys", "", func(*thread, []value, []py.Kw) (value, error) {
			return nil, py.Raisef(
				py.NotImplementedErrClass,
				"Counter.fromkeys() is undefined.  Use Counter(iterable) instead.",
			)
		})},
	)
	counter.Def("most_common(self, n=None)", "Items by falling count.", func(t *thread, a []value) (value, error) {
		items := mostCommon(t, a[0].(*py.Dict))
		if a[1] != py.None {
			n, err := py.ToInt(a[1])
			if err != nil {
				return nil, err
			}
			items = items[:max(0, min(int(n), len(items)))]
		}
		l := py.NewList()
		for _, kv := range items {
			l.Items = append(l.Items, kv)
		}
		return l, nil
	})
	counter.Def("elements(self)", "Every item as often as it was counted.", func(_ *thread, a []value) (value, error) {
		d := a[0].(*py.Dict)
		keys := d.Iter()
		var cur value
		left := int64(0)
		return named("chain", func(t *thread) (value, error) {
			for left <= 0 {
				k, err := keys.Next(t)
				if k == nil || err != nil {
					return nil, err
				}
				n, _, err := d.Get(k)
				if err != nil {
					return nil, err
				}
				if left, err = py.ToInt(n); err != nil {
					return nil, err
				}
				cur = k
			}
			left--
			return cur, nil
		}), nil
	})
	counter.Def("total(self)", "The sum of the counts.", func(t *thread, a []value) (value, error) {
		var acc value = int64(0)
		err := a[0].(*py.Dict).Each(func(_, v value) (err error) {
			acc, err = py.Binary(t, "+", acc, v)
			return err
		})
		return acc, err
	})
	counter.DelItem = func(_ *thread, v, k value) error { // what is missing counts 0 already
		_, _, err := v.(*py.Dict).Delete(k)
		return err
	}
	counter.Binary, counter.Unary = counterBinary, counterUnary
	for op, name := range map[string]string{"+": "__iadd__", "-": "__isub__", "&": "__iand__", "|": "__ior__"} {
		counter.Def(name+"(self, other)", "Changes the counts in place.", func(t *thread, a []value) (value, error) {
			v, err := counterBinary(t, op, a[0], a[1])
			if err != nil || v == py.NotImplemented {
				return v, err
			}
			d := a[0].(*py.Dict)
			d.Clear()
			return d, v.(*py.Dict).Each(d.Set)
		})
	}
}

// tally counts the items of an iterable, or the counts of a dict, up or down.
func tally(t *thread, name, op string, d *py.Dict, a []value, kw []py.Kw) error {
	if len(a) > 1 {
		return py.TypeErrorf("Counter.%s() takes from 1 to 2 positional arguments but %d were given", name, len(a)+1)
	}
	add := func(k, n value) error {
		old, ok, err := d.Get(k)
		if err != nil {
			return err
		}
		if !ok {
			old = int64(0)
		}
		if ok || op == "-" {
			if n, err = py.Binary(t, op, old, n); err != nil {
				return err
			}
		}
		return d.Set(k, n)
	}
	if len(a) == 1 && a[0] != py.None {
		var err error
		if m, ok := a[0].(*py.Dict); ok {
			if m == d {
				m = m.Copy()
			}
			err = m.Each(add)
		} else {
			err = py.Each(t, a[0], func(v value) error { return add(v, int64(1)) })
		}
		if err != nil {
			return err
		}
	}
	for _, k := range kw {
		if err := add(k.Name, k.Value); err != nil {
			return err
		}
	}
	return nil
}

// plainDict is a dict subclass's content as a dict.
func plainDict(v value) value {
	d, ok := v.(*py.Dict)
	if !ok {
		return v
	}
	c := d.Copy()
	c.Class, c.Default, c.Attrs = nil, nil, nil
	return c
}

func isDictOf(v value, c *py.Class) (*py.Dict, bool) {
	d, ok := v.(*py.Dict)
	return d, ok && d.Class != nil && d.Class.Is(c)
}

// counterBinary is the arithmetic of counters, which keeps positive counts only, and their
// comparisons, where what is missing counts 0.
func counterBinary(t *thread, op string, a, b value) (value, error) {
	x, okx := isDictOf(a, counter)
	y, oky := isDictOf(b, counter)
	if !okx || !oky {
		_, dictx := a.(*py.Dict)
		_, dicty := b.(*py.Dict)
		if (op == "==" || op == "!=" || op == "|") && dictx && dicty {
			return py.Binary(t, op, plainDict(a), plainDict(b))
		}
		return py.NotImplemented, nil
	}
	switch op {
	case "+", "-", "&", "|":
		return counterMerge(t, op, x, y)
	case "==", "<=", ">=":
		return counterAll(t, op, x, y)
	case "!=":
		eq, err := counterAll(t, "==", x, y)
		return !eq, err
	case "<", ">":
		ok, err := counterAll(t, op+"=", x, y)
		if err != nil || !ok {
			return false, err
		}
		eq, err := counterAll(t, "==", x, y)
		return !eq, err
	}
	return py.NotImplemented, nil
}

func countIn(d *py.Dict, k value) (value, error) {
	n, ok, err := d.Get(k)
	if !ok {
		n = int64(0)
	}
	return n, err
}

func counterAll(t *thread, op string, x, y *py.Dict) (bool, error) {
	for _, keys := range [][]value{x.Keys(), y.Keys()} {
		for _, k := range keys {
			if err := t.Poll(); err != nil {
				return false, err
			}
			n, err := countIn(x, k)
			if err != nil {
				return false, err
			}
			m, err := countIn(y, k)
			if err != nil {
				return false, err
			}
			v, err := py.Binary(t, op, n, m)
			if err != nil || v != true {
				return false, err
			}
		}
	}
	return true, nil
}

func counterMerge(t *thread, op string, x, y *py.Dict) (value, error) {
	out := py.NewDict()
	out.Class = counter
	put := func(k value) error {
		if err := t.Poll(); err != nil {
			return err
		}
		n, err := countIn(x, k)
		if err != nil {
			return err
		}
		m, err := countIn(y, k)
		if err != nil {
			return err
		}
		switch op {
		case "+", "-":
			n, err = py.Binary(t, op, n, m)
		default:
			var less value
			if less, err = py.Binary(t, "<", n, m); err == nil && (less == true) == (op == "|") {
				n = m
			}
		}
		if err != nil {
			return err
		}
		positive, err := py.Binary(t, ">", n, int64(0))
		if err != nil || positive != true {
			return err
		}
		return out.Set(k, n)
	}
	keys := x.Keys()
	if op != "&" {
		for _, k := range y.Keys() {
			if _, ok, _ := x.Get(k); !ok {
				keys = append(keys, k)
			}
		}
	}
	for _, k := range keys {
		if err := put(k); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func counterUnary(t *thread, op string, v value) (value, error) {
	none := py.NewDict()
	none.Class = counter
	switch op {
	case "+":
		return counterMerge(t, "+", v.(*py.Dict), none)
	case "-":
		return counterMerge(t, "-", none, v.(*py.Dict))
	}
	return nil, py.TypeErrorf("bad operand type for unary %s: '%s'", op, py.TypeOf(v).TypeName())
}

// orderedBinary compares ordered dicts by order too.
func orderedBinary(t *thread, op string, a, b value) (value, error) {
	x, okx := isDictOf(a, orderedDict)
	y, oky := isDictOf(b, orderedDict)
	_, dictx := a.(*py.Dict)
	_, dicty := b.(*py.Dict)
	if !dictx || !dicty {
		return py.NotImplemented, nil
	}
	if op == "|" {
		z := a.(*py.Dict).Copy()
		if !okx {
			z.Class = orderedDict
		}
		return z, b.(*py.Dict).Each(z.Set)
	}
	if op != "==" && op != "!=" {
		return py.NotImplemented, nil
	}
	eq, err := py.Equal(t, plainDict(a), plainDict(b))
	if err == nil && eq && okx && oky {
		eq, err = py.Equal(t, py.NewList(x.Keys()...), py.NewList(y.Keys()...))
	}
	return eq == (op == "=="), err
}
