package std

import (
	"github.com/tfs-lang/tfs/lang/py"
)

func typingModule() *py.Module {
	return module("_typing", "What typing takes from the interpreter.", map[string]value{"NamedTuple": namedTupleBase})
}

// namedTupleBase is typing.NamedTuple: a class statement with it makes a named tuple.
var namedTupleBase = py.NewClass("typing", "NamedTuple", py.TupleClass, nil)

// namedTuple is NamedTuple("P", [("x", int)]): a class of named fields without a class statement.
func namedTuple(t *thread, a []value) (value, error) {
	items, err := py.ToSlice(t, a[1])
	if err != nil {
		return nil, err
	}
	var names []string
	types := py.NewDict()
	for _, v := range items {
		pair, err := py.ToSlice(t, v)
		if err != nil {
			return nil, err
		}
		if len(pair) != 2 {
			return nil, py.ValueErrorf("NamedTuple: each field must be a name and a type, not %s", py.ReprOf(v))
		}
		name, ok := pair[0].(string)
		if !ok {
			return nil, py.TypeErrorf("Type names and field names must be strings")
		}
		names = append(names, name)
		types.SetStr(name, pair[1])
	}
	c := py.NamedTuple("__main__", str(a[0]), names, nil)
	c.Attrs.SetStr("__annotations__", types)
	return c, nil
}

func init() {
	namedTupleBase.New = fn("NamedTuple(typename, fields=(), /)", "A class of named fields.", namedTuple)
	namedTupleBase.Attrs.SetStr(
		"__init_subclass__",
		&py.ClassMethod{Fn: raw("__init_subclass__", "", func(_ *thread, a []value, _ []py.Kw) (value, error) {
			c := a[0].(*py.Class)
			ann, ok := c.Attrs.GetStr("__annotations__")
			if !ok {
				return py.None, nil
			}
			var fields []string
			var defs []value
			for _, k := range ann.(*py.Dict).Keys() {
				fields = append(fields, str(k))
				if v, ok := c.Attrs.GetStr(str(k)); ok {
					defs = append(defs, v)
				} else if len(defs) > 0 {
					return nil, py.TypeErrorf("Non-default namedtuple field %s cannot follow default field %s", str(k),
						fields[len(fields)-2])
				}
			}
			nt := py.NamedTuple("__main__", c.Name, fields, defs)
			for _, k := range nt.Attrs.Keys() {
				v, _ := nt.Attrs.GetStr(str(k))
				c.Attrs.SetStr(str(k), v)
			}
			c.Attrs.SetStr("__slots__", py.NewTuple()) // its own fields alone
			make := nt.New
			c.Attrs.SetStr(
				"__new__",
				&py.StaticMethod{Fn: raw("__new__", "", func(t *thread, args []value, kw []py.Kw) (value, error) {
					v, err := make.Call(t, args[1:], kw)
					if err != nil {
						return nil, err
					}
					return &py.Tuple{Items: v.(*py.Tuple).Items, Class: c}, nil
				})},
			)
			return py.None, nil
		})},
	)
}

// abcBase is abc.ABC.
var abcBase = py.NewClass("abc", "ABC", py.ObjectClass, nil)

func init() { abcBase.Meta = py.ABCMetaClass }

func abcModule() *py.Module {
	return module(
		"abc",
		"Abstract classes.",
		map[string]value{"ABC": abcBase, "ABCMeta": py.ABCMetaClass},
		fn(
			"abstractmethod(funcobj)",
			"Marks a method that subclasses must define.",
			func(t *thread, a []value) (value, error) {
				_ = py.SetAttr(t, a[0], "__isabstractmethod__", true) // built-in functions take no marks
				return a[0], nil
			},
		),
		fn("get_cache_token()", "0.", func(*thread, []value) (value, error) { return int64(0), nil }),
		fn(
			"update_abstractmethods(cls)",
			"The class itself.",
			func(_ *thread, a []value) (value, error) { return a[0], nil },
		),
	)
}
