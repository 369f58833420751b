package std

import (
	"github.com/tfs-lang/tfs/py"
)

// partial is functools.partial.
type partial struct {
	fn   value
	args []value
	kw   []py.Kw
}

// Call adds the kept arguments.
func (p *partial) Call(t *thread, args []value, kw []py.Kw) (value, error) {
	all := append(append([]value(nil), p.args...), args...)
	named := append([]py.Kw(nil), kw...)
	for _, k := range p.kw {
		given := false
		for _, o := range kw {
			given = given || o.Name == k.Name
		}
		if !given {
			named = append(named, k)
		}
	}
	return py.Call(t, p.fn, all, named)
}

// cached is functools.lru_cache around a function.
type cached struct {
	fn           value
	memo         *py.Dict
	hits, misses int64
}

// BindsSelf makes cached methods work.
func (c *cached) BindsSelf() {}

// Wrapped is the function inside.
func (c *cached) Wrapped() value { return c.fn }

// PyClass is the class of cached functions.
func (c *cached) PyClass() *py.Class { return cachedClass }

// Call looks the arguments up before it calls.
func (c *cached) Call(t *thread, args []value, kw []py.Kw) (value, error) {
	parts := append([]value(nil), args...)
	for _, k := range kw {
		parts = append(parts, k.Name, k.Value)
	}
	key := py.NewTuple(parts...)
	v, ok, err := c.memo.Get(key)
	if err != nil {
		return nil, err
	}
	if ok {
		c.hits++
		return v, nil
	}
	c.misses++
	if v, err = py.Call(t, c.fn, args, kw); err != nil {
		return nil, err
	}
	return v, c.memo.Set(key, v)
}

var (
	partialClass = py.NewClass("functools", "partial", py.ObjectClass, nil)
	cachedClass  = py.NewClass("functools", "_lru_cache_wrapper", py.ObjectClass, nil)
)

func init() {
	py.Register[*partial](partialClass)
	partialClass.New = raw("partial", "A function with arguments kept.", func(_ *thread, a []value, kw []py.Kw) (value, error) {
		if len(a) == 0 {
			return nil, py.TypeErrorf("type 'partial' takes at least one argument")
		}
		return &partial{a[0], a[1:], kw}, nil
	})
	partialClass.Prop("func", "The function.", func(_ *thread, v value) (value, error) { return v.(*partial).fn, nil })
	partialClass.Prop("args", "The kept arguments.", func(_ *thread, v value) (value, error) { return py.NewTuple(v.(*partial).args...), nil })
	partialClass.Prop("keywords", "The kept keywords.", func(_ *thread, v value) (value, error) {
		d := py.NewDict()
		for _, k := range v.(*partial).kw {
			d.SetStr(k.Name, k.Value)
		}
		return d, nil
	})
	partialClass.Repr = func(t *thread, v value) (string, error) {
		p := v.(*partial)
		s, err := py.Repr(t, p.fn)
		for _, a := range p.args {
			s += ", " + py.ReprOf(a)
		}
		for _, k := range p.kw {
			s += ", " + k.Name + "=" + py.ReprOf(k.Value)
		}
		return "functools.partial(" + s + ")", err
	}
	cachedClass.Def("cache_clear(self)", "Forgets all results.", func(_ *thread, a []value) (value, error) {
		c := a[0].(*cached)
		c.memo, c.hits, c.misses = py.NewDict(), 0, 0
		return py.None, nil
	})
	info := py.NamedTuple("functools", "CacheInfo", []string{"hits", "misses", "maxsize", "currsize"}, nil)
	cachedClass.Def("cache_info(self)", "Hits and misses.", func(_ *thread, a []value) (value, error) {
		c := a[0].(*cached)
		return &py.Tuple{Items: []value{c.hits, c.misses, py.None, int64(c.memo.Len())}, Class: info}, nil
	})
	cachedClass.GetAttr = func(t *thread, v value, name string) (value, error) { return py.GetAttr(t, v.(*cached).fn, name) }
}

func wrapsFn(wrapped value) value {
	return raw("wraps", "", func(t *thread, a []value, _ []py.Kw) (value, error) {
		for _, n := range []string{"__name__", "__qualname__", "__doc__", "__module__"} {
			if v, err := py.GetAttr(t, wrapped, n); err == nil {
				_ = py.SetAttr(t, a[0], n, v)
			}
		}
		_ = py.SetAttr(t, a[0], "__wrapped__", wrapped)
		return a[0], nil
	})
}

func functoolsModule() *py.Module {
	cache := func(v value) value { return &cached{fn: v, memo: py.NewDict()} }
	return module("functools", "Tools for functions.", map[string]value{"partial": partialClass},
		raw("reduce", "Folds items with a function.", func(t *thread, a []value, _ []py.Kw) (value, error) {
			if len(a) < 2 {
				return nil, py.TypeErrorf("reduce expected at least 2 arguments, got %d", len(a))
			}
			var acc value
			if len(a) > 2 {
				acc = a[2]
			}
			err := py.Each(t, a[1], func(v value) (err error) {
				if acc == nil {
					acc = v
					return nil
				}
				acc, err = py.Call(t, a[0], []value{acc, v}, nil)
				return err
			})
			if err == nil && acc == nil {
				return nil, py.TypeErrorf("reduce() of empty iterable with no initial value")
			}
			return acc, err
		}),
		fn("wraps(wrapped, assigned=None, updated=None)", "Gives a wrapper the name of what it wraps.", func(_ *thread, a []value) (value, error) { return wrapsFn(a[0]), nil }),
		fn("cache(user_function)", "Keeps the results of a function.", func(_ *thread, a []value) (value, error) { return cache(a[0]), nil }),
		fn("lru_cache(maxsize=128, typed=False)", "Keeps the results of a function.", func(_ *thread, a []value) (value, error) {
			if py.IsCallable(a[0]) {
				return cache(a[0]), nil
			}
			return raw("lru_cache", "", func(_ *thread, f []value, _ []py.Kw) (value, error) { return cache(f[0]), nil }), nil
		}),
		fn("cached_property(func)", "A property computed once.", func(_ *thread, a []value) (value, error) {
			name := ""
			if n, err := py.GetAttr(py.Background(), a[0], "__name__"); err == nil {
				name = "_cached_" + str(n)
			}
			f := a[0]
			return &py.Property{FGet: f, Get: func(t *thread, self value) (value, error) {
				x, ok := self.(*py.Instance)
				if ok {
					if v, ok := x.Attrs.GetStr(name); ok {
						return v, nil
					}
				}
				v, err := py.Call(t, f, []value{self}, nil)
				if err == nil && ok {
					x.Attrs.SetStr(name, v)
				}
				return v, err
			}}, nil
		}),
		fn("cmp_to_key(mycmp)", "A key from a comparison.", func(_ *thread, a []value) (value, error) {
			f := a[0]
			c, err := py.NewUserClass("K", "functools", nil)
			if err != nil {
				return nil, err
			}
			c.Attrs.SetStr("__lt__", raw("__lt__", "", func(t *thread, b []value, _ []py.Kw) (value, error) {
				x, _ := b[0].(*py.Instance).Attrs.GetStr("obj")
				y, _ := b[1].(*py.Instance).Attrs.GetStr("obj")
				r, err := py.Call(t, f, []value{x, y}, nil)
				if err != nil {
					return nil, err
				}
				return py.Binary(t, "<", r, int64(0))
			}))
			return raw("K", "", func(_ *thread, b []value, _ []py.Kw) (value, error) {
				x := &py.Instance{Class: c, Attrs: py.NewDict()}
				x.Attrs.SetStr("obj", b[0])
				return x, nil
			}), nil
		}),
		fn("total_ordering(cls)", "Fills in the missing comparisons.", func(_ *thread, a []value) (value, error) {
			c, ok := a[0].(*py.Class)
			if !ok {
				return nil, py.TypeErrorf("total_ordering needs a class")
			}
			fill := func(name string, f func(t *thread, x, y value) (value, error)) {
				if _, ok := c.Attrs.GetStr(name); !ok {
					c.Attrs.SetStr(name, raw(name, "", func(t *thread, b []value, _ []py.Kw) (value, error) { return f(t, b[0], b[1]) }))
				}
			}
			not := func(v value, err error) (value, error) {
				if err != nil {
					return nil, err
				}
				ok, err := py.Truth(py.Background(), v)
				return !ok, err
			}
			if c.Lookup("__lt__") != nil {
				fill("__gt__", func(t *thread, x, y value) (value, error) { return py.Binary(t, "<", y, x) })
				fill("__le__", func(t *thread, x, y value) (value, error) { return not(py.Binary(t, "<", y, x)) })
				fill("__ge__", func(t *thread, x, y value) (value, error) { return not(py.Binary(t, "<", x, y)) })
			}
			return c, nil
		}))
}

func operatorModule() *py.Module {
	m := module("operator", "Operators as functions.", nil)
	for name, op := range map[string]string{"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
		"and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="} {
		m.Attrs[name] = fn(name+"(a, b)", "a "+op+" b", func(t *thread, a []value) (value, error) { return py.Binary(t, op, a[0], a[1]) })
	}
	for name, op := range map[string]string{"neg": "-", "pos": "+", "invert": "~", "inv": "~"} {
		m.Attrs[name] = fn(name+"(a)", op+"a", func(t *thread, a []value) (value, error) { return py.Unary(t, op, a[0]) })
	}
	m.Attrs["not_"] = fn("not_(a)", "not a", func(t *thread, a []value) (value, error) {
		ok, err := py.Truth(t, a[0])
		return !ok, err
	})
	m.Attrs["getitem"] = fn("getitem(a, b)", "a[b]", func(t *thread, a []value) (value, error) { return py.GetItem(t, a[0], a[1]) })
	m.Attrs["contains"] = fn("contains(a, b)", "b in a", func(t *thread, a []value) (value, error) { return py.Contains(t, a[0], a[1]) })
	getter := func(name string, get func(t *thread, v, key value) (value, error)) {
		m.Attrs[name] = raw(name, "A function that takes items or attributes.", func(_ *thread, keys []value, _ []py.Kw) (value, error) {
			return raw(name, "", func(t *thread, b []value, _ []py.Kw) (value, error) {
				var out []value
				for _, k := range keys {
					v, err := get(t, b[0], k)
					if err != nil {
						return nil, err
					}
					out = append(out, v)
				}
				if len(out) == 1 {
					return out[0], nil
				}
				return py.NewTuple(out...), nil
			}), nil
		})
	}
	getter("itemgetter", py.GetItem)
	getter("attrgetter", func(t *thread, v, key value) (value, error) { return py.GetAttr(t, v, str(key)) })
	return m
}
