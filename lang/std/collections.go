package std

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

func dictClass(kind string) *py.Class {
	c := py.NewClass("collections", kind, py.DictClass, nil)
	c.Repr = func(t *thread, v value) (string, error) {
		p := v.(*py.Tuple)
		d, inner := p.Items[0].(*py.Dict), p.Items[1].(string)
		name := d.Class.Name
		switch kind {
		case "defaultdict":
			f, err := t.Showing(d.Default, "...", func() (string, error) { return py.Repr(t, d.Default) })
			return name + "(" + f + ", " + inner + ")", err
		case "OrderedDict":
			var parts []string
			err := d.Each(func(k, v value) error {
				s, err := py.Repr(t, py.NewTuple(k, v))
				parts = append(parts, s)
				return err
			})
			if d.Len() > 0 {
				return name + "([" + strings.Join(parts, ", ") + "])", err
			}
		case "Counter":
			var err error
			if inner, err = counterRepr(t, d); err != nil {
				return "", err
			}
		}
		if d.Len() == 0 {
			return name + "()", nil
		}
		return name + "(" + inner + ")", nil
	}
	switch kind {
	case "OrderedDict":
		c.Inside = func(*thread, *py.Dict) (string, error) { return "...", nil }
	case "defaultdict":
		c.Inside = func(t *thread, d *py.Dict) (string, error) { return c.Repr(t, py.NewTuple(d, "{...}")) }
	}
	return c
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
	orderedDict.New = raw(
		"OrderedDict",
		"A dict that keeps its order.",
		func(t *thread, a []value, kw []py.Kw) (value, error) {
			return fill(t, make(orderedDict), a, kw)
		},
	)
	orderedDict.Def(
		"move_to_end(self, key, last=True)",
		"Moves a key to the end.",
		func(_ *thread, a []value) (value, error) {
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
		},
	)
	defaultDict.New = raw(
		"defaultdict",
		"A dict that makes missing values.",
		func(t *thread, a []value, kw []py.Kw) (value, error) {
			d := make(defaultDict)
			d.Default = py.None
			if len(a) > 0 {
				if a[0] != py.None && !py.IsCallable(a[0]) {
					return nil, py.TypeErrorf("first argument must be callable or None")
				}
				d.Default = a[0]
				a = a[1:]
			}
			return fill(t, d, a, kw)
		},
	)
	orderedDict.Def(
		"popitem(self, last=True)",
		"Takes the last pair, or the first.",
		func(t *thread, a []value) (value, error) {
			d := a[0].(*py.Dict)
			last, err := py.Truth(t, a[1])
			if err != nil {
				return nil, err
			}
			k, v, ok := d.End(last)
			if !ok {
				return nil, py.NewExc(py.KeyErrorClass, "dictionary is empty")
			}
			return py.NewTuple(k, v), nil
		},
	)
	defaultDict.Prop(
		"default_factory",
		"What makes missing values.",
		func(_ *thread, v value) (value, error) { return v.(*py.Dict).Default, nil },
	)
	factory, _ := defaultDict.Attrs.GetStr("default_factory")
	factory.(*py.Property).FSet = &py.Builtin{Name: "default_factory",
		Raw: func(_ *thread, a []value, _ []py.Kw) (value, error) {
			a[0].(*py.Dict).Default = a[1]
			return py.None, nil
		}}
	orderedDict.Binary = orderedBinary
	initCounter()
	initDeque()
}

// maxFields is how many fields a named tuple may have: each is a property of its class.
const maxFields = 1 << 14

func collectionsModule() *py.Module {
	m := module(
		"collections",
		"Containers.",
		map[string]value{
			"OrderedDict": orderedDict,
			"defaultdict": defaultDict,
			"Counter":     counter,
			"deque":       dequeClass,
		},
		fn(
			"namedtuple(typename, field_names, *, rename=False, defaults=None, module=None)",
			"A tuple class with named fields.",
			func(t *thread, a []value) (value, error) {
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
				rename, err := py.Truth(t, a[2])
				if err != nil {
					return nil, err
				}
				names, err = py.CheckFields(str(a[0]), names, rename, syntax.IsKeyword)
				if err != nil {
					return nil, err
				}
				if len(defs) > len(names) {
					return nil, py.TypeErrorf("Got more default values than field names")
				}
				within := "__main__"
				if a[4] != py.None {
					within = str(a[4])
				}
				c := py.NamedTuple(within, str(a[0]), names, defs)
				c.Open = true
				return c, nil
			},
		),
	)
	m.Lazy = map[string]string{"abc": "_collections_abc:"}
	for _, n := range []string{"ChainMap", "UserDict", "UserList", "UserString"} {
		m.Lazy[n] = "_collections_more:" + n
	}
	return m
}
