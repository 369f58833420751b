package std

import (
	"container/list"

	"github.com/tfs-lang/tfs/lang/py"
)

// cached is functools.lru_cache around a function.
type cached struct {
	fn           value
	memo         *py.Dict   // of keys to elements of recent
	recent       *list.List // of results, the latest used in front; nil without a limit
	max          int64      // negative for none
	typed        bool
	hits, misses int64
	attrs        *py.Dict
}

type result struct{ key, v value }

// BindsSelf makes cached methods work.
func (c *cached) BindsSelf() {}

// Wrapped is the function inside.
func (c *cached) Wrapped() value { return c.fn }

// PyClass is the class of cached functions.
func (c *cached) PyClass() *py.Class { return cachedClass }

func newCached(t *thread, f, maxsize value, typed bool) (value, error) {
	c := &cached{fn: f, max: -1, typed: typed, attrs: py.NewDict()}
	if maxsize != py.None {
		n, err := py.Index(maxsize)
		if err != nil {
			return nil, py.TypeErrorf("Expected first argument to be an integer, a callable, or None")
		}
		k, _ := py.AsInt(n)
		c.max = max(k, 0)
	}
	c.clear()
	return updateWrapper(
		t,
		c,
		f,
		names("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"),
		names("__dict__"),
	)
}

func lruCache(t *thread, a []value) (value, error) {
	typed, err := py.Truth(t, a[1])
	if err != nil {
		return nil, err
	}
	if py.IsCallable(a[0]) {
		return newCached(t, a[0], int64(128), typed)
	}
	if _, err := py.Index(a[0]); a[0] != py.None && err != nil {
		return nil, py.TypeErrorf("Expected first argument to be an integer, a callable, or None")
	}
	return raw("decorating_function", "", func(t *thread, f []value, _ []py.Kw) (value, error) {
		if len(f) != 1 || !py.IsCallable(f[0]) {
			return nil, py.TypeErrorf("the first argument must be callable")
		}
		return newCached(t, f[0], a[0], typed)
	}), nil
}

func (c *cached) clear() {
	c.memo, c.recent, c.hits, c.misses = py.NewDict(), list.New(), 0, 0
}

// key is what tells one call from another.
func (c *cached) key(args []value, kw []py.Kw) value {
	if len(args) == 1 && len(kw) == 0 && !c.typed {
		switch args[0].(type) {
		case int64, string:
			return args[0]
		}
	}
	parts := append([]value(nil), args...)
	for _, k := range kw {
		parts = append(parts, separator, k.Name, k.Value)
	}
	if c.typed {
		for _, v := range args {
			parts = append(parts, py.TypeOf(v))
		}
		for _, k := range kw {
			parts = append(parts, py.TypeOf(k.Value))
		}
	}
	return py.NewTuple(parts...)
}

// separator stands before keywords in a key; no program has it.
var separator = &py.Instance{Class: py.ObjectClass, Attrs: py.NewDict()}

// Call looks the arguments up before it calls.
func (c *cached) Call(t *thread, args []value, kw []py.Kw) (value, error) {
	if c.max == 0 {
		c.misses++
		return py.Call(t, c.fn, args, kw)
	}
	key := c.key(args, kw)
	e, ok, err := c.memo.Get(key)
	if err != nil {
		return nil, err
	}
	if ok {
		at := e.(*list.Element)
		c.hits++
		if c.max > 0 {
			c.recent.MoveToFront(at)
		}
		return at.Value.(*result).v, nil
	}
	c.misses++
	memo := c.memo
	v, err := py.Call(t, c.fn, args, kw)
	if err != nil || memo != c.memo {
		return v, err
	}
	if _, ok, _ := c.memo.Get(key); ok { // the call made it already
		return v, nil
	}
	if c.max > 0 && int64(c.recent.Len()) >= c.max {
		last := c.recent.Back()
		c.recent.Remove(last)
		if _, _, err := c.memo.Delete(last.Value.(*result).key); err != nil {
			return nil, err
		}
	}
	return v, c.memo.Set(key, c.recent.PushFront(&result{key, v}))
}

var (
	cachedClass = py.NewClass("functools", "_lru_cache_wrapper", py.ObjectClass, nil)
	cacheInfo   = py.NamedTuple("functools", "CacheInfo", []string{"hits", "misses", "maxsize", "currsize"}, nil)
)

func init() {
	limit := func(c *cached) value {
		if c.max < 0 {
			return py.None
		}
		return c.max
	}
	cachedClass.Def("cache_clear(self)", "Forgets all results.", func(_ *thread, a []value) (value, error) {
		a[0].(*cached).clear()
		return py.None, nil
	})
	cachedClass.Def("cache_info(self)", "Hits and misses.", func(_ *thread, a []value) (value, error) {
		c := a[0].(*cached)
		return &py.Tuple{Items: []value{c.hits, c.misses, limit(c), int64(c.memo.Len())}, Class: cacheInfo}, nil
	})
	cachedClass.Def(
		"cache_parameters(self)",
		"The limit and whether types count.",
		func(_ *thread, a []value) (value, error) {
			c, d := a[0].(*cached), py.NewDict()
			d.SetStr("maxsize", limit(c))
			d.SetStr("typed", c.typed)
			return d, nil
		},
	)
	cachedClass.Prop(
		"__dict__",
		"The attributes of the function.",
		func(_ *thread, v value) (value, error) { return v.(*cached).attrs, nil },
	)
	cachedClass.GetAttr = func(t *thread, v value, name string) (value, error) {
		if a, ok := v.(*cached).attrs.GetStr(name); ok {
			return a, nil
		}
		return nil, py.NoAttr(v, name)
	}
	cachedClass.SetAttr = func(_ *thread, v value, name string, val value) error {
		v.(*cached).attrs.SetStr(name, val)
		return nil
	}
	for _, name := range []string{"__name__", "__qualname__", "__doc__", "__module__", "__wrapped__", "__annotations__"} {
		cachedClass.Prop(name, "Of the function.", func(t *thread, v value) (value, error) {
			c := v.(*cached)
			if a, ok := c.attrs.GetStr(name); ok {
				return a, nil
			}
			return py.GetAttr(t, c.fn, name)
		})
	}
	cachedClass.Repr = func(_ *thread, v value) (string, error) {
		return "<functools._lru_cache_wrapper object at " + py.Address(v) + ">", nil
	}
}
