package std

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

func typingClass(name string) *py.Class { return typingIn("typing", name) }

// typingIn makes a name for annotations of a module; subscripts give the name itself.
func typingIn(module, name string) *py.Class {
	c := py.NewClass(module, name, py.ObjectClass, nil)
	c.Attrs.SetStr(
		"__class_getitem__",
		&py.ClassMethod{
			Fn: raw("__class_getitem__", "", func(_ *thread, a []value, _ []py.Kw) (value, error) { return a[0], nil }),
		},
	)
	return c
}

// typingNames are names for annotations alone.
const typingNames = `Any Union Optional List Dict Tuple Set Callable Iterable Iterator Sequence Mapping Generator Type TypeVar Generic Literal
	Final Protocol Annotated FrozenSet Text NoReturn Never Self LiteralString Hashable Sized Collection Container Reversible Deque DefaultDict
	Counter OrderedDict ChainMap Awaitable Coroutine AsyncIterator AsyncIterable AsyncGenerator ContextManager AsyncContextManager Pattern Match
	IO TextIO BinaryIO TypeAlias TypeGuard Concatenate ParamSpec Required NotRequired Unpack MutableMapping MutableSequence MutableSet AbstractSet
	ByteString KeysView ValuesView ItemsView MappingView SupportsInt SupportsFloat SupportsIndex SupportsAbs SupportsRound SupportsBytes
	SupportsComplex ForwardRef`

func typingModule() *py.Module {
	m := module("typing", "Names for annotations; they have no effect.", nil)
	for _, n := range strings.Fields(typingNames) {
		m.Attrs[n] = typingClass(n)
	}
	for _, n := range []string{"overload", "final", "no_type_check", "runtime_checkable", "override"} {
		m.Attrs[n] = fn(
			n+"(func)",
			"The function or class itself.",
			func(_ *thread, a []value) (value, error) { return a[0], nil },
		)
	}
	m.Attrs["NewType"] = fn(
		"NewType(name, tp)",
		"A function that gives its argument.",
		func(_ *thread, a []value) (value, error) {
			return fn(str(a[0])+"(arg)", "", func(_ *thread, b []value) (value, error) { return b[0], nil }), nil
		},
	)
	m.Attrs["get_args"] = fn("get_args(tp)", "The items of a union.", func(_ *thread, a []value) (value, error) {
		if u, ok := a[0].(*py.Tuple); ok {
			return u, nil
		}
		return py.NewTuple(), nil
	})
	m.Attrs["get_origin"] = fn(
		"get_origin(tp)",
		"None: subscripts of annotations are not kept.",
		func(_ *thread, a []value) (value, error) {
			if _, ok := a[0].(*py.Tuple); ok {
				return m.Attrs["Union"], nil
			}
			return py.None, nil
		},
	)
	m.Attrs["AnyStr"] = typingClass("AnyStr")
	m.Attrs["ClassVar"] = classVar
	m.Attrs["NamedTuple"] = namedTupleBase
	m.Attrs["TYPE_CHECKING"] = false
	m.Attrs["TypeVar"] = raw(
		"TypeVar",
		"",
		func(_ *thread, a []value, _ []py.Kw) (value, error) { return typingClass(str(a[0])), nil },
	)
	m.Attrs["cast"] = fn(
		"cast(typ, val)",
		"The value itself.",
		func(_ *thread, a []value) (value, error) { return a[1], nil },
	)
	m.Attrs["get_type_hints"] = fn(
		"get_type_hints(obj)",
		"The annotations.",
		func(t *thread, a []value) (value, error) {
			v, err := py.GetAttr(t, a[0], "__annotations__")
			if err != nil {
				return py.NewDict(), nil
			}
			return v, nil
		},
	)
	return m
}

// namedTupleBase is typing.NamedTuple: a class statement with it makes a named tuple.
var namedTupleBase = py.NewClass("typing", "NamedTuple", py.TupleClass, nil)

func init() {
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
