package std

import (
	"github.com/tfs-lang/tfs/lang/py"
)

// partial is functools.partial.
type partial struct {
	fn    value
	args  []value
	kw    []py.Kw
	attrs *py.Dict
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

var (
	partialClass = py.NewClass("functools", "partial", py.ObjectClass, nil)
)

// partialOf is a partial, or the one that an object of a derived class holds.
func partialOf(v value) *partial {
	p, ok := py.Under(v).(*partial)
	if !ok { // an __init__ that ran before anything was made
		return &partial{fn: py.None, attrs: py.NewDict()}
	}
	return p
}

func init() {
	py.Register[*partial](partialClass)
	partialClass.Held, partialClass.ByNew = true, true
	partialClass.Attrs.SetStr("__call__", py.NewRaw("__call__", "Calls the function.",
		func(t *thread, a []value, kw []py.Kw) (value, error) { return partialOf(a[0]).Call(t, a[1:], kw) }))
	partialClass.New = raw(
		"partial",
		"A function with arguments kept.",
		func(_ *thread, a []value, kw []py.Kw) (value, error) {
			if len(a) == 0 {
				return nil, py.TypeErrorf("type 'partial' takes at least one argument")
			}
			return &partial{a[0], a[1:], kw, py.NewDict()}, nil
		},
	)
	partialClass.Prop("func", "The function.", func(_ *thread, v value) (value, error) { return partialOf(v).fn, nil })
	partialClass.Prop(
		"args",
		"The kept arguments.",
		func(_ *thread, v value) (value, error) { return py.NewTuple(partialOf(v).args...), nil },
	)
	partialClass.Prop("keywords", "The kept keywords.", func(_ *thread, v value) (value, error) {
		d := py.NewDict()
		for _, k := range partialOf(v).kw {
			d.SetStr(k.Name, k.Value)
		}
		return d, nil
	})
	attrs := func(v value) *py.Dict { return partialOf(v).attrs }
	partialClass.Prop("__dict__", "The attributes.", func(_ *thread, v value) (value, error) { return attrs(v), nil })
	partialClass.Prop("__doc__", "What it is for.", func(_ *thread, v value) (value, error) {
		if doc, ok := attrs(v).GetStr("__doc__"); ok {
			return doc, nil
		}
		return "A function with arguments kept.", nil
	})
	partialClass.GetAttr = func(_ *thread, v value, name string) (value, error) {
		if a, ok := attrs(v).GetStr(name); ok {
			return a, nil
		}
		return nil, py.NoAttr(v, name)
	}
	partialClass.SetAttr = func(_ *thread, v value, name string, val value) error {
		if name == "func" || name == "args" || name == "keywords" {
			return py.Raisef(py.AttributeErrorClass, "readonly attribute")
		}
		attrs(v).SetStr(name, val)
		return nil
	}
	partialClass.Repr = func(t *thread, v value) (string, error) {
		p := partialOf(v)
		s, err := py.Repr(t, p.fn)
		for _, a := range p.args {
			s += ", " + py.ReprOf(a)
		}
		for _, k := range p.kw {
			s += ", " + k.Name + "=" + py.ReprOf(k.Value)
		}
		name := "functools.partial"
		if c := py.TypeOf(v); c != partialClass {
			name = c.Name
		}
		return name + "(" + s + ")", err
	}
	partialClass.Def("__repr__(self)", "repr(self).", func(t *thread, a []value) (value, error) {
		return partialClass.Repr(t, a[0])
	})
}

func names(list ...string) value {
	out := py.NewTuple()
	for _, n := range list {
		out.Items = append(out.Items, n)
	}
	return out
}

// updateWrapper gives a wrapper the names of what it wraps.
func updateWrapper(t *thread, wrapper, wrapped, assigned, updated value) (value, error) {
	each := func(list value, f func(name string) error) error {
		return py.Each(t, list, func(n value) error { return f(str(n)) })
	}
	err := each(assigned, func(n string) error {
		if v, err := py.GetAttr(t, wrapped, n); err == nil {
			_ = py.SetAttr(t, wrapper, n, v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = each(updated, func(n string) error {
		from, ferr := py.GetAttr(t, wrapped, n)
		to, terr := py.GetAttr(t, wrapper, n)
		src, ok := from.(*py.Dict)
		dst, ok2 := to.(*py.Dict)
		if ferr == nil && terr == nil && ok && ok2 {
			return src.Each(dst.Set)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	_ = py.SetAttr(t, wrapper, "__wrapped__", wrapped)
	return wrapper, nil
}

const wrapping = "assigned=('__module__', '__name__', '__qualname__', '__doc__', '__annotations__'), " +
	"updated=('__dict__',))"

func functoolsModule() *py.Module {
	m := module(
		"functools",
		"Tools for functions.",
		map[string]value{
			"partial": partialClass,
			"WRAPPER_ASSIGNMENTS": names(
				"__module__",
				"__name__",
				"__qualname__",
				"__doc__",
				"__annotations__",
			),
			"WRAPPER_UPDATES": names("__dict__"),
		},
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
		fn(
			"update_wrapper(wrapper, wrapped, "+wrapping,
			"Gives a wrapper the names of what it wraps.",
			func(t *thread, a []value) (value, error) {
				return updateWrapper(t, a[0], a[1], a[2], a[3])
			},
		),
		fn(
			"wraps(wrapped, "+wrapping,
			"Gives a wrapper the names of what it wraps.",
			func(_ *thread, a []value) (value, error) {
				return raw("wraps", "", func(t *thread, w []value, _ []py.Kw) (value, error) {
					if len(w) != 1 {
						return nil, py.TypeErrorf("update_wrapper() missing 1 required positional argument: 'wrapper'")
					}
					return updateWrapper(t, w[0], a[0], a[1], a[2])
				}), nil
			},
		),
		fn(
			"cache(user_function)",
			"Keeps the results of a function.",
			func(t *thread, a []value) (value, error) { return newCached(t, a[0], py.None, false) },
		),
		fn("lru_cache(maxsize=128, typed=False)", "Keeps the latest results of a function.", lruCache),
		fn("cmp_to_key(mycmp)", "A key from a comparison.", cmpToKey),
	)
	m.Lazy = map[string]string{}
	for _, n := range []string{"cached_property", "partialmethod", "singledispatch", "singledispatchmethod",
		"total_ordering"} {
		m.Lazy[n] = "_functools_more:" + n
	}
	return m
}

// compared is what cmp_to_key's keys are: a value and the function that compares it with others.
type compared struct{ by, obj value }

var keyWrapper = py.NewClass("functools", "KeyWrapper", py.ObjectClass, nil)

func init() {
	py.Register[*compared](keyWrapper)
	keyWrapper.Binary = func(t *thread, op string, a, b value) (value, error) {
		x, _ := a.(*compared)
		y, ok := b.(*compared)
		switch op {
		case "==", "!=", "<", "<=", ">", ">=":
		default:
			return py.NotImplemented, nil
		}
		if x == nil || !ok {
			return nil, py.TypeErrorf("other argument must be K instance")
		}
		r, err := py.Call(t, x.by, []value{x.obj, y.obj}, nil)
		if err != nil {
			return nil, err
		}
		return py.Binary(t, op, r, int64(0))
	}
	keyWrapper.Hash = func(value) (any, error) { return nil, py.TypeErrorf("unhashable type: 'functools.KeyWrapper'") }
	keyWrapper.Prop("obj", "The value.", func(_ *thread, v value) (value, error) { return v.(*compared).obj, nil })
}

// cmpToKey is cmp_to_key: it makes keys that a function compares.
func cmpToKey(_ *thread, a []value) (value, error) {
	return raw("K", "", func(_ *thread, b []value, kw []py.Kw) (value, error) {
		if len(kw) == 1 && kw[0].Name == "obj" && len(b) == 0 {
			b = []value{kw[0].Value}
		}
		switch len(b) {
		case 0:
			return nil, py.TypeErrorf("K() missing required argument 'obj' (pos 1)")
		case 1:
			return &compared{a[0], b[0]}, nil
		}
		return nil, py.TypeErrorf("K() takes at most 1 argument (%d given)", len(b))
	}), nil
}
