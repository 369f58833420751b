package std

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

func operatorModule() *py.Module {
	m := module("operator", "Operators as functions.", nil)
	for name, op := range map[string]string{"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//",
		"mod": "%", "pow": "**", "matmul": "@",
		"and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
		"gt": ">", "ge": ">="} {
		b := fn(
			name+"(a, b)",
			"a "+op+" b",
			func(t *thread, a []value) (value, error) { return py.Binary(t, op, a[0], a[1]) },
		)
		m.Attrs[name], m.Attrs["__"+strings.Trim(name, "_")+"__"] = b, b
		if !strings.Contains("== != < <= > >=", op) {
			in := "i" + strings.Trim(name, "_")
			m.Attrs[in] = fn(
				in+"(a, b)",
				"a "+op+"= b",
				func(t *thread, a []value) (value, error) { return py.InPlace(t, op, a[0], a[1]) },
			)
		}
	}
	for name, op := range map[string]string{"neg": "-", "pos": "+", "invert": "~", "inv": "~"} {
		m.Attrs[name] = fn(
			name+"(a)",
			op+"a",
			func(t *thread, a []value) (value, error) { return py.Unary(t, op, a[0]) },
		)
	}
	add := func(sig, doc string, f func(t *thread, a []value) (value, error)) {
		b := fn(sig, doc, f)
		m.Attrs[b.Name] = b
	}
	add("not_(a)", "not a", func(t *thread, a []value) (value, error) {
		ok, err := py.Truth(t, a[0])
		return !ok, err
	})
	add("truth(a)", "bool(a)", func(t *thread, a []value) (value, error) { return boxed(py.Truth(t, a[0])) })
	add("is_(a, b)", "a is b", func(_ *thread, a []value) (value, error) { return py.Is(a[0], a[1]), nil })
	add("is_not(a, b)", "a is not b", func(_ *thread, a []value) (value, error) { return !py.Is(a[0], a[1]), nil })
	add("index(a)", "a as an int.", func(_ *thread, a []value) (value, error) { return py.Index(a[0]) })
	add("abs(a)", "The absolute value.", absFn)
	add("getitem(a, b)", "a[b]", func(t *thread, a []value) (value, error) { return py.GetItem(t, a[0], a[1]) })
	add(
		"setitem(a, b, c)",
		"a[b] = c",
		func(t *thread, a []value) (value, error) { return py.None, py.SetItem(t, a[0], a[1], a[2]) },
	)
	add(
		"delitem(a, b)",
		"del a[b]",
		func(t *thread, a []value) (value, error) { return py.None, py.DelItem(t, a[0], a[1]) },
	)
	add(
		"contains(a, b)",
		"b in a",
		func(t *thread, a []value) (value, error) { return boxed(py.Contains(t, a[0], a[1])) },
	)
	add("concat(a, b)", "a + b of sequences.", func(t *thread, a []value) (value, error) {
		if !py.TypeOf(a[0]).Supports("__getitem__") {
			return nil, py.TypeErrorf("'%s' object can't be concatenated", py.TypeOf(a[0]).Name)
		}
		return py.Binary(t, "+", a[0], a[1])
	})
	add("iconcat(a, b)", "a += b of sequences.", func(t *thread, a []value) (value, error) {
		if !py.TypeOf(a[0]).Supports("__getitem__") {
			return nil, py.TypeErrorf("'%s' object can't be concatenated", py.TypeOf(a[0]).Name)
		}
		return py.InPlace(t, "+", a[0], a[1])
	})
	add("countOf(a, b)", "How often b is in a.", func(t *thread, a []value) (value, error) {
		n := int64(0)
		err := py.Each(t, a[0], func(v value) error {
			eq, err := py.Same(t, v, a[1])
			if eq {
				n++
			}
			return err
		})
		return n, err
	})
	add("indexOf(a, b)", "Where b first is in a.", indexOf)
	add("length_hint(obj, default=0)", "About how many items there are.", func(t *thread, a []value) (value, error) {
		return lengthHint(t, a[0], a[1])
	})
	m.Attrs["call"] = raw(
		"call",
		"obj(*args, **kwargs)",
		func(t *thread, a []value, kw []py.Kw) (value, error) { return py.Call(t, a[0], a[1:], kw) },
	)
	m.Attrs["itemgetter"], m.Attrs["attrgetter"], m.Attrs["methodcaller"] = itemGetter, attrGetter, methodCaller
	m.Attrs["_compare_digest"] = fn(
		"_compare_digest(a, b)",
		"Whether two texts are equal.",
		func(t *thread, a []value) (value, error) { return boxed(py.Equal(t, a[0], a[1])) },
	)
	return m
}

func lengthHint(t *thread, v, def value) (value, error) {
	if n, err := py.Len(t, v); err == nil {
		return int64(n), nil
	} else if py.TypeOf(v).Lookup("__len__") != nil {
		if e, ok := err.(*py.Exc); !ok || !e.Class.Is(py.TypeErrorClass) {
			return nil, err
		}
	}
	if it, ok := v.(*py.NamedIter); ok && it.Left != nil {
		return int64(it.LengthHint()), nil
	}
	m := py.TypeOf(v).Lookup("__length_hint__")
	if m == nil {
		return def, nil
	}
	n, err := py.Special(t, m, v)
	if e, ok := err.(*py.Exc); ok && e.Class.Is(py.TypeErrorClass) || err == nil && n == py.NotImplemented {
		return def, nil
	}
	if err != nil {
		return nil, err
	}
	if k, ok := py.AsInt(n); ok && k < 0 {
		return nil, py.ValueErrorf("__length_hint__() should return >= 0")
	}
	if !py.TypeOf(n).Is(py.IntClass) {
		return nil, py.TypeErrorf("__length_hint__ must be an integer, not %s", py.TypeOf(n).TypeName())
	}
	return n, nil
}

func indexOf(t *thread, a []value) (value, error) {
	it, err := py.Iter(t, a[0])
	if err != nil {
		return nil, err
	}
	for i := int64(0); ; i++ {
		v, err := it.Next(t)
		if err != nil {
			return nil, err
		}
		if v == nil {
			return nil, py.ValueErrorf("sequence.index(x): x not in sequence")
		}
		eq, err := py.Same(t, v, a[1])
		if err == nil {
			err = t.Poll()
		}
		if err != nil {
			return nil, err
		}
		if eq {
			return i, nil
		}
	}
}

// getter is operator.itemgetter, attrgetter or methodcaller with its arguments.
type getter struct {
	class *py.Class
	args  []value
	kw    []py.Kw
}

// PyClass is the class of the getter.
func (g *getter) PyClass() *py.Class { return g.class }

var (
	itemGetter   = getterClass("itemgetter")
	attrGetter   = getterClass("attrgetter")
	methodCaller = getterClass("methodcaller")
)

func getterClass(name string) *py.Class {
	c := py.NewClass("operator", name, py.ObjectClass, nil)
	c.New = raw(
		name,
		"A function that takes items, attributes or the result of a method.",
		func(_ *thread, a []value, kw []py.Kw) (value, error) {
			if len(a) == 0 {
				if name == "methodcaller" {
					return nil, py.TypeErrorf("methodcaller needs at least one argument, the method name")
				}
				return nil, py.TypeErrorf("%s expected 1 argument, got 0", name)
			}
			for i, v := range a {
				if p, ok := py.PlainText(v); ok && name != "itemgetter" && (i == 0 || name == "attrgetter") {
					v, a[i] = p, p
				}
				_, isText := v.(string)
				switch {
				case name == "attrgetter" && !isText:
					return nil, py.TypeErrorf("attribute name must be a string")
				case name == "methodcaller" && !isText && i == 0:
					return nil, py.TypeErrorf("method name must be a string")
				}
			}
			return &getter{c, a, kw}, nil
		},
	)
	c.Repr = func(t *thread, v value) (string, error) {
		g := v.(*getter)
		parts := make([]string, 0, len(g.args))
		for _, a := range g.args {
			s, err := py.Repr(t, a)
			if err != nil {
				return "", err
			}
			parts = append(parts, s)
		}
		for _, k := range g.kw {
			parts = append(parts, k.Name+"="+py.ReprOf(k.Value))
		}
		return "operator." + name + "(" + strings.Join(parts, ", ") + ")", nil
	}
	return c
}

// Call takes what the getter is for out of an object.
func (g *getter) Call(t *thread, args []value, kw []py.Kw) (value, error) {
	if len(kw) > 0 {
		return nil, py.TypeErrorf("%s() takes no keyword arguments", g.class.Name)
	}
	if len(args) != 1 {
		return nil, py.TypeErrorf("%s expected 1 argument, got %d", g.class.Name, len(args))
	}
	if g.class == methodCaller {
		m, err := py.GetAttr(t, args[0], str(g.args[0]))
		if err != nil {
			return nil, err
		}
		return py.Call(t, m, g.args[1:], g.kw)
	}
	var out []value
	for _, k := range g.args {
		v, err := args[0], error(nil)
		if g.class == itemGetter {
			v, err = py.GetItem(t, v, k)
		} else {
			for _, part := range strings.Split(str(k), ".") {
				if v, err = py.GetAttr(t, v, part); err != nil {
					break
				}
			}
		}
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	if len(out) == 1 {
		return out[0], nil
	}
	return py.NewTuple(out...), nil
}
