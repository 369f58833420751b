package std

import (
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/py"
)

func dictClass(name string) *py.Class {
	c := py.NewClass("collections", name, py.DictClass, nil)
	c.Repr = func(t *thread, v value) (string, error) {
		p := v.(*py.Tuple)
		d, inner := p.Items[0].(*py.Dict), p.Items[1].(string)
		switch name {
		case "defaultdict":
			f, err := py.Repr(t, d.Default)
			return "defaultdict(" + f + ", " + inner + ")", err
		case "OrderedDict":
			var parts []string
			err := d.Each(func(k, v value) error {
				s, err := py.Repr(t, py.NewTuple(k, v))
				parts = append(parts, s)
				return err
			})
			if d.Len() > 0 {
				return "OrderedDict([" + strings.Join(parts, ", ") + "])", err
			}
		case "Counter":
			inner = counterRepr(t, d)
		}
		if d.Len() == 0 {
			return name + "()", nil
		}
		return name + "(" + inner + ")", nil
	}
	return c
}

func counterRepr(t *thread, d *py.Dict) string {
	var parts []string
	for _, kv := range mostCommon(t, d) {
		parts = append(parts, py.ReprOf(kv.Items[0])+": "+py.ReprOf(kv.Items[1]))
	}
	return "{" + strings.Join(parts, ", ") + "}"
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

var (
	orderedDict = dictClass("OrderedDict")
	defaultDict = dictClass("defaultdict")
	counter     = dictClass("Counter")
)

func init() {
	make := func(c *py.Class) *py.Dict {
		d := py.NewDict()
		d.Class = c
		return d
	}
	fill := func(t *thread, d *py.Dict, args []value, kw []py.Kw) (value, error) {
		src, err := py.Call(t, py.DictClass, args, kw)
		if err != nil {
			return nil, err
		}
		return d, src.(*py.Dict).Each(d.Set)
	}
	orderedDict.New = raw("OrderedDict", "A dict that keeps its order.", func(t *thread, a []value, kw []py.Kw) (value, error) {
		return fill(t, make(orderedDict), a, kw)
	})
	orderedDict.Def("move_to_end(self, key, last=True)", "Moves a key to the end.", func(_ *thread, a []value) (value, error) {
		d := a[0].(*py.Dict)
		v, ok, err := d.Delete(a[1])
		if err == nil && !ok {
			err = py.NewExc(py.KeyErrorClass, a[1])
		}
		if err != nil {
			return nil, err
		}
		if a[2] == true {
			return py.None, d.Set(a[1], v)
		}
		old := d.Copy()
		d.Clear()
		_ = d.Set(a[1], v)
		return py.None, old.Each(d.Set)
	})
	defaultDict.New = raw("defaultdict", "A dict that makes missing values.", func(t *thread, a []value, kw []py.Kw) (value, error) {
		d := make(defaultDict)
		d.Default = py.None
		if len(a) > 0 {
			d.Default = a[0]
			a = a[1:]
		}
		return fill(t, d, a, kw)
	})
	counter.New = raw("Counter", "A dict that counts.", func(t *thread, a []value, kw []py.Kw) (value, error) {
		d := make(counter)
		if err := count(t, d, a); err != nil {
			return nil, err
		}
		for _, k := range kw {
			d.SetStr(k.Name, k.Value)
		}
		return d, nil
	})
	counter.Def("__missing__(self, key)", "0.", func(*thread, []value) (value, error) { return int64(0), nil })
	counter.DefRaw("update(self, iterable=None, **kwds)", "Counts more items.", func(t *thread, a []value, _ []py.Kw) (value, error) {
		return py.None, count(t, a[0].(*py.Dict), a[1:])
	})
	counter.Def("most_common(self, n=None)", "Items by falling count.", func(t *thread, a []value) (value, error) {
		items := mostCommon(t, a[0].(*py.Dict))
		if n, ok := py.AsInt(a[1]); ok && int(n) < len(items) {
			items = items[:n]
		}
		l := py.NewList()
		for _, kv := range items {
			l.Items = append(l.Items, kv)
		}
		return l, nil
	})
	counter.Def("elements(self)", "Every item as often as it was counted.", func(_ *thread, a []value) (value, error) {
		var out []value
		_ = a[0].(*py.Dict).Each(func(k, v value) error {
			n, _ := py.AsInt(v)
			for range n {
				out = append(out, k)
			}
			return nil
		})
		return named("chain", sliceNext(out)), nil
	})
	counter.Def("total(self)", "The sum of the counts.", func(t *thread, a []value) (value, error) {
		var acc value = int64(0)
		err := a[0].(*py.Dict).Each(func(_, v value) (err error) {
			acc, err = py.Binary(t, "+", acc, v)
			return err
		})
		return acc, err
	})
	initDeque()
}

func count(t *thread, d *py.Dict, a []value) error {
	if len(a) == 0 || a[0] == py.None {
		return nil
	}
	add := func(k, n value) error {
		old, ok, err := d.Get(k)
		if err != nil {
			return err
		}
		if ok {
			if n, err = py.Binary(t, "+", old, n); err != nil {
				return err
			}
		}
		return d.Set(k, n)
	}
	if m, ok := a[0].(*py.Dict); ok {
		return m.Each(add)
	}
	return py.Each(t, a[0], func(v value) error { return add(v, int64(1)) })
}

// deque is collections.deque.
type deque struct {
	items []value
	limit int
}

var dequeClass = py.NewClass("collections", "deque", py.ObjectClass, nil)

func (d *deque) trim(right bool) {
	if n := len(d.items) - d.limit; d.limit >= 0 && n > 0 {
		if right {
			d.items = d.items[n:]
		} else {
			d.items = d.items[:d.limit]
		}
	}
}

func initDeque() {
	py.Register[*deque](dequeClass)
	dequeClass.New = fn("deque(iterable=(), maxlen=None)", "A list with two ends.", func(t *thread, a []value) (value, error) {
		items, err := py.ToSlice(t, a[0])
		d := &deque{items, -1}
		if a[1] != py.None && err == nil {
			n, err := py.ToInt(a[1])
			if err != nil {
				return nil, err
			}
			if n < 0 {
				return nil, py.ValueErrorf("maxlen must be non-negative")
			}
			d.limit = int(n)
		}
		d.trim(true)
		return d, err
	})
	dequeClass.Len = func(_ *thread, v value) (int, error) { return len(v.(*deque).items), nil }
	dequeClass.Iter = func(t *thread, v value) (py.Iterator, error) { return py.IterFunc(sliceNext(v.(*deque).items)), nil }
	dequeClass.GetItem = func(t *thread, v, k value) (value, error) { return py.GetItem(t, &py.List{Items: v.(*deque).items}, k) }
	dequeClass.SetItem = func(t *thread, v, k, x value) error { return py.SetItem(t, &py.List{Items: v.(*deque).items}, k, x) }
	dequeClass.Repr = func(t *thread, v value) (string, error) {
		d := v.(*deque)
		return t.Showing(v, "[...]", func() (string, error) {
			s, err := py.Repr(t, &py.List{Items: d.items})
			if d.limit >= 0 {
				s += ", maxlen=" + py.ReprOf(int64(d.limit))
			}
			return "deque(" + s + ")", err
		})
	}
	def := func(sig, doc string, f func(t *thread, d *deque, a []value) (value, error)) {
		dequeClass.Def(sig, doc, func(t *thread, a []value) (value, error) { return f(t, a[0].(*deque), a) })
	}
	def("append(self, x)", "Adds at the right end.", func(_ *thread, d *deque, a []value) (value, error) {
		d.items = append(d.items, a[1])
		d.trim(true)
		return py.None, nil
	})
	def("appendleft(self, x)", "Adds at the left end.", func(_ *thread, d *deque, a []value) (value, error) {
		d.items = append([]value{a[1]}, d.items...)
		d.trim(false)
		return py.None, nil
	})
	def("extend(self, iterable)", "Adds several at the right end.", func(t *thread, d *deque, a []value) (value, error) {
		items, err := py.ToSlice(t, a[1])
		d.items = append(d.items, items...)
		d.trim(true)
		return py.None, err
	})
	def("pop(self)", "Takes from the right end.", func(_ *thread, d *deque, _ []value) (value, error) {
		n := len(d.items)
		if n == 0 {
			return nil, py.IndexErrorf("pop from an empty deque")
		}
		v := d.items[n-1]
		d.items = d.items[:n-1]
		return v, nil
	})
	def("popleft(self)", "Takes from the left end.", func(_ *thread, d *deque, _ []value) (value, error) {
		if len(d.items) == 0 {
			return nil, py.IndexErrorf("pop from an empty deque")
		}
		v := d.items[0]
		d.items = d.items[1:]
		return v, nil
	})
	def("clear(self)", "Removes everything.", func(_ *thread, d *deque, _ []value) (value, error) {
		d.items = nil
		return py.None, nil
	})
	def("rotate(self, n=1)", "Turns to the right.", func(_ *thread, d *deque, a []value) (value, error) {
		if k, _ := py.AsInt(a[1]); len(d.items) > 0 {
			n := len(d.items)
			s := ((int(k) % n) + n) % n
			d.items = append(append([]value(nil), d.items[n-s:]...), d.items[:n-s]...)
		}
		return py.None, nil
	})
}

// maxFields is how many fields a named tuple may have: each is a property of its class.
const maxFields = 1 << 14

func collectionsModule() *py.Module {
	return module("collections", "Containers.", map[string]value{"OrderedDict": orderedDict, "defaultdict": defaultDict, "Counter": counter, "deque": dequeClass},
		fn("namedtuple(typename, field_names, *, rename=False, defaults=None, module=None)", "A tuple class with named fields.", func(t *thread, a []value) (value, error) {
			var names []string
			if s, ok := a[1].(string); ok {
				names = strings.Fields(strings.ReplaceAll(s, ",", " "))
			} else {
				items, err := py.ToSlice(t, a[1])
				if err != nil {
					return nil, err
				}
				for _, v := range items {
					if err := t.Poll(); err != nil {
						return nil, err
					}
					names = append(names, str(v))
				}
			}
			if len(names) > maxFields {
				return nil, py.ValueErrorf("namedtuple() takes up to %d field names, got %d", maxFields, len(names))
			}
			var defs []value
			if a[3] != py.None {
				d, err := py.ToSlice(t, a[3])
				if err != nil {
					return nil, err
				}
				defs = d
			}
			return py.NamedTuple("__main__", str(a[0]), names, defs), nil
		}))
}
