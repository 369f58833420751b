package std

import (
	"strings"

	"github.com/tfs-lang/tfs/py"
)

func textwrapModule() *py.Module {
	wrap := func(s string, width int) []string {
		var lines []string
		cur := ""
		for _, w := range strings.Fields(s) {
			switch {
			case cur == "":
				cur = w
			case len([]rune(cur))+1+len([]rune(w)) <= width:
				cur += " " + w
			default:
				lines, cur = append(lines, cur), w
			}
		}
		if cur != "" {
			lines = append(lines, cur)
		}
		return lines
	}
	return module("textwrap", "Layout of text.", nil,
		fn("wrap(text, width=70)", "The lines of a paragraph.", func(_ *thread, a []value) (value, error) {
			n, err := py.ToInt(a[1])
			if err != nil {
				return nil, err
			}
			l := py.NewList()
			for _, s := range wrap(str(a[0]), int(n)) {
				l.Items = append(l.Items, s)
			}
			return l, nil
		}),
		fn("fill(text, width=70)", "A paragraph as lines.", func(_ *thread, a []value) (value, error) {
			n, err := py.ToInt(a[1])
			if err != nil {
				return nil, err
			}
			return strings.Join(wrap(str(a[0]), int(n)), "\n"), nil
		}),
		fn("shorten(text, width, placeholder=' [...]')", "A text cut to a width.", func(_ *thread, a []value) (value, error) {
			n, err := py.ToInt(a[1])
			if err != nil {
				return nil, err
			}
			s := strings.Join(strings.Fields(str(a[0])), " ")
			if len(s) <= int(n) {
				return s, nil
			}
			ls := wrap(s, max(int(n)-len(str(a[2])), 1))
			return ls[0] + str(a[2]), nil
		}),
		fn("dedent(text)", "Without common leading blanks.", func(_ *thread, a []value) (value, error) {
			lines := strings.Split(str(a[0]), "\n")
			margin, found := "", false
			for _, l := range lines {
				body := strings.TrimLeft(l, " \t")
				if body == "" {
					continue
				}
				lead := l[:len(l)-len(body)]
				if !found {
					margin, found = lead, true
				}
				for !strings.HasPrefix(lead, margin) {
					margin = margin[:len(margin)-1]
				}
			}
			for i, l := range lines {
				if strings.TrimSpace(l) == "" {
					lines[i] = ""
				} else {
					lines[i] = l[len(margin):]
				}
			}
			return strings.Join(lines, "\n"), nil
		}),
		fn("indent(text, prefix)", "With a prefix before each line.", func(_ *thread, a []value) (value, error) {
			lines := strings.SplitAfter(str(a[0]), "\n")
			for i, l := range lines {
				if strings.TrimSpace(l) != "" {
					lines[i] = str(a[1]) + l
				}
			}
			return strings.Join(lines, ""), nil
		}))
}

func pprintModule() *py.Module {
	pformat := func(t *thread, v value, width int) (string, error) {
		var b strings.Builder
		err := pretty(t, &b, v, 0, width)
		return b.String(), err
	}
	return module("pprint", "Readable data.", nil,
		fn("pformat(object, indent=1, width=80)", "The text of a value over several lines.", func(t *thread, a []value) (value, error) {
			n, err := py.ToInt(a[2])
			if err != nil {
				return nil, err
			}
			return pformat(t, a[0], int(n))
		}),
		fn("pprint(object, stream=None, indent=1, width=80)", "Prints a value over several lines.", func(t *thread, a []value) (value, error) {
			n, err := py.ToInt(a[3])
			if err != nil {
				return nil, err
			}
			s, err := pformat(t, a[0], int(n))
			if err != nil {
				return nil, err
			}
			_, err = t.Stdout.Write([]byte(s + "\n"))
			return py.None, err
		}))
}

func pretty(t *thread, b *strings.Builder, v value, indent, width int) error {
	s, err := py.Repr(t, v)
	if err != nil {
		return err
	}
	if len(s)+indent <= width && !strings.Contains(s, "\n") {
		b.WriteString(s)
		return nil
	}
	open, end := "", ""
	var items []value
	switch x := v.(type) {
	case *py.List:
		open, end, items = "[", "]", x.Items
	case *py.Tuple:
		if x.Class == nil {
			open, end, items = "(", ")", x.Items
		}
	case *py.Dict:
		keys, err := py.Sorted(t, x.Keys(), nil, false)
		if err != nil {
			keys = x.Keys()
		}
		b.WriteByte('{')
		for i, k := range keys {
			if i > 0 {
				b.WriteString(",\n" + strings.Repeat(" ", indent+1))
			}
			ks, err := py.Repr(t, k)
			if err != nil {
				return err
			}
			b.WriteString(ks + ": ")
			e, _, _ := x.Get(k)
			if err := pretty(t, b, e, indent+1+len(ks)+2, width); err != nil {
				return err
			}
		}
		b.WriteByte('}')
		return nil
	}
	if open == "" {
		b.WriteString(s)
		return nil
	}
	b.WriteString(open)
	for i, e := range items {
		if i > 0 {
			b.WriteString(",\n" + strings.Repeat(" ", indent+1))
		}
		if err := pretty(t, b, e, indent+1, width); err != nil {
			return err
		}
	}
	b.WriteString(end)
	return nil
}

func typingClass(name string) *py.Class { return typingIn("typing", name) }

// typingIn makes a name for annotations of a module; subscripts give the name itself.
func typingIn(module, name string) *py.Class {
	c := py.NewClass(module, name, py.ObjectClass, nil)
	c.Attrs.SetStr("__class_getitem__", &py.ClassMethod{Fn: raw("__class_getitem__", "", func(_ *thread, a []value, _ []py.Kw) (value, error) { return a[0], nil })})
	return c
}

func typingModule() *py.Module {
	m := module("typing", "Names for annotations; they have no effect.", nil)
	for _, n := range []string{"Any", "Union", "Optional", "List", "Dict", "Tuple", "Set", "Callable", "Iterable", "Iterator", "Sequence", "Mapping",
		"Generator", "Type", "TypeVar", "Generic", "Literal", "Final", "Protocol", "Annotated", "FrozenSet", "Text"} {
		m.Attrs[n] = typingClass(n)
	}
	m.Attrs["ClassVar"] = classVar
	m.Attrs["NamedTuple"] = namedTupleBase
	m.Attrs["TYPE_CHECKING"] = false
	m.Attrs["TypeVar"] = raw("TypeVar", "", func(_ *thread, a []value, _ []py.Kw) (value, error) { return typingClass(str(a[0])), nil })
	m.Attrs["cast"] = fn("cast(typ, val)", "The value itself.", func(_ *thread, a []value) (value, error) { return a[1], nil })
	m.Attrs["get_type_hints"] = fn("get_type_hints(obj)", "The annotations.", func(t *thread, a []value) (value, error) {
		v, err := py.GetAttr(t, a[0], "__annotations__")
		if err != nil {
			return py.NewDict(), nil
		}
		return v, nil
	})
	return m
}

// namedTupleBase is typing.NamedTuple: a class statement with it makes a named tuple.
var namedTupleBase = py.NewClass("typing", "NamedTuple", py.TupleClass, nil)

func init() {
	namedTupleBase.Attrs.SetStr("__init_subclass__", &py.ClassMethod{Fn: raw("__init_subclass__", "", func(_ *thread, a []value, _ []py.Kw) (value, error) {
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
		make := nt.New
		c.Attrs.SetStr("__new__", &py.StaticMethod{Fn: raw("__new__", "", func(t *thread, args []value, kw []py.Kw) (value, error) {
			v, err := make.Call(t, args[1:], kw)
			if err != nil {
				return nil, err
			}
			return &py.Tuple{Items: v.(*py.Tuple).Items, Class: c}, nil
		})})
		return py.None, nil
	})})
}

// contextManager is what @contextmanager makes of a generator.
type contextManager struct {
	it  py.Iterator
	gen value
}

var contextClass = py.NewClass("contextlib", "_GeneratorContextManager", py.ObjectClass, nil)

func init() {
	py.Register[*contextManager](contextClass)
	contextClass.Def("__enter__(self)", "Runs up to the yield.", func(t *thread, a []value) (value, error) {
		v, err := a[0].(*contextManager).it.Next(t)
		if err == nil && v == nil {
			err = py.Raisef(py.RuntimeErrorClass, "generator didn't yield")
		}
		return v, err
	})
	contextClass.Def("__exit__(self, typ, val, tb)", "Runs the rest.", func(t *thread, a []value) (value, error) {
		c := a[0].(*contextManager)
		if a[2] == py.None {
			_, err := c.it.Next(t)
			return false, err
		}
		_, err := py.CallMethod(t, c.gen, "throw", a[2])
		e, ok := err.(*py.Exc)
		switch {
		case ok && e == a[2]:
			return false, nil
		case ok && e.Class.Is(py.StopIterationClass):
			return true, nil
		case err != nil:
			return nil, err
		}
		return nil, py.Raisef(py.RuntimeErrorClass, "generator didn't stop after throw()")
	})
}

func contextlibModule() *py.Module {
	suppress := py.NewClass("contextlib", "suppress", py.ObjectClass, nil)
	suppress.New = raw("suppress", "Ignores exceptions.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
		x := &py.Instance{Class: suppress, Attrs: py.NewDict()}
		x.Attrs.SetStr("classes", py.NewTuple(a...))
		return x, nil
	})
	suppress.Def("__enter__(self)", "", func(*thread, []value) (value, error) { return py.None, nil })
	suppress.Def("__exit__(self, typ, val, tb)", "", func(_ *thread, a []value) (value, error) {
		c, ok := a[1].(*py.Class)
		classes, _ := a[0].(*py.Instance).Attrs.GetStr("classes")
		if !ok {
			return false, nil
		}
		return isSub(c, classes, "suppress needs exception classes")
	})
	return module("contextlib", "Tools for with statements.", map[string]value{"suppress": suppress},
		fn("contextmanager(func)", "Makes a context manager of a generator.", func(_ *thread, a []value) (value, error) {
			f := a[0]
			return raw("contextmanager", "", func(t *thread, args []value, kw []py.Kw) (value, error) {
				g, err := py.Call(t, f, args, kw)
				if err != nil {
					return nil, err
				}
				it, err := py.Iter(t, g)
				return &contextManager{it, g}, err
			}), nil
		}),
		fn("nullcontext(enter_result=None)", "A context manager that does nothing.", func(_ *thread, a []value) (value, error) {
			return &contextManager{it: py.IterFunc(sliceNext([]value{a[0]}))}, nil
		}))
}

func abcModule() *py.Module {
	return module("abc", "Abstract classes.", map[string]value{"ABC": py.NewClass("abc", "ABC", py.ObjectClass, nil)},
		fn("abstractmethod(funcobj)", "Marks a method that subclasses must define.", func(t *thread, a []value) (value, error) {
			_ = py.SetAttr(t, a[0], "__isabstractmethod__", true) // built-in functions take no marks
			return a[0], nil
		}))
}

func warningsModule() *py.Module {
	nothing := func(name string) *py.Builtin {
		return raw(name, "Has no effect: tfs does not warn.", func(*thread, []value, []py.Kw) (value, error) { return py.None, nil })
	}
	return module("warnings", "Warnings.", nil, nothing("warn"), nothing("filterwarnings"), nothing("simplefilter"))
}
