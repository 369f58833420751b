package lang

import (
	"strings"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/conf"

	"github.com/tfs-lang/tfs/lang/py"
)

// Markers that argument lists carry at run time.
type (
	kwArg struct {
		name string
		v    py.Value
	}
	starArg struct{ items []py.Value }
	dictArg struct{ d *py.Dict }
)

func frameOf(a any) *Frame { return a.(*Frame) }

func val(v any) py.Value {
	if v == nil {
		return py.None
	}
	return v
}

// intrinsics is the table every program shares: what an emitted $name does.
var intrinsics conf.FunctionsTable

//go:noinline
func def(name string, f func(a ...any) (any, error)) {
	intrinsics["$"+name] = &builtin.Function{Name: "$" + name, Func: f}
}

func binary(name, op string) {
	def(name, func(a ...any) (any, error) { return py.Binary(frameOf(a[0]).t, op, a[1], a[2]) })
}

func init() {
	intrinsics = conf.FunctionsTable{}
	for op, name := range opFuncs {
		switch op {
		case "in", "not in", "is", "is not":
		default:
			binary(name, op)
		}
	}
	def("in", func(a ...any) (any, error) { return py.Contains(frameOf(a[0]).t, a[2], a[1]) })
	def("notin", func(a ...any) (any, error) {
		ok, err := py.Contains(frameOf(a[0]).t, a[2], a[1])
		return !ok, err
	})
	def("is", func(a ...any) (any, error) { return py.Is(a[0], a[1]), nil })
	def("isnot", func(a ...any) (any, error) { return !py.Is(a[0], a[1]), nil })
	def("truth", func(a ...any) (any, error) { return py.Truth(frameOf(a[0]).t, a[1]) })
	def("not", func(a ...any) (any, error) {
		ok, err := py.Truth(frameOf(a[0]).t, a[1])
		return !ok, err
	})
	def("neg", func(a ...any) (any, error) { return py.Unary(frameOf(a[0]).t, "-", a[1]) })
	def("pos", func(a ...any) (any, error) { return py.Unary(frameOf(a[0]).t, "+", a[1]) })
	def("inv", func(a ...any) (any, error) { return py.Unary(frameOf(a[0]).t, "~", a[1]) })
	def("attr", func(a ...any) (any, error) { return py.GetAttr(frameOf(a[0]).t, a[1], a[2].(string)) })
	def("item", func(a ...any) (any, error) { return py.GetItem(frameOf(a[0]).t, a[1], a[2]) })
	def(
		"slice",
		func(a ...any) (any, error) { return &py.Slice{Start: val(a[0]), Stop: val(a[1]), Step: val(a[2])}, nil },
	)
	def("lit", func(a ...any) (any, error) { return copyList(a[0].(*py.List)), nil })
	def("kw", func(a ...any) (any, error) { return kwArg{a[0].(string), a[1]}, nil })
	def("star", star)
	def("dstar", dstar)
	def("tuple", func(a ...any) (any, error) { return py.NewTuple(spread(a[1:])...), nil })
	def("list", func(a ...any) (any, error) { return py.NewList(spread(a[1:])...), nil })
	def("set", func(a ...any) (any, error) {
		return py.SetOf(frameOf(a[0]).t, spread(a[1:]))
	})
	def("dict", dictDisplay)
	def("call", call)
	def("cat", func(a ...any) (any, error) {
		total := 0
		for _, p := range a[1:] {
			total += len(p.(string))
		}
		if err := py.Fits(int64(total)); err != nil {
			return nil, err
		}
		var b strings.Builder
		b.Grow(total)
		for _, p := range a[1:] {
			b.WriteString(p.(string))
		}
		return b.String(), nil
	})
	def("fmt", func(a ...any) (any, error) {
		t := frameOf(a[0]).t
		conv := byte(0)
		if s := a[2].(string); s != "" {
			conv = s[0]
		}
		v, err := py.Convert(t, a[1], conv)
		if err != nil {
			return nil, err
		}
		return py.Format(t, v, a[3].(string))
	})
	def("l", func(a ...any) (any, error) { return frameOf(a[0]).local(int(a[1].(int64))) })
	def("o", func(a ...any) (any, error) { return outer(frameOf(a[0]), a[1].(int64), a[2].(int64)) })
	def("g", func(a ...any) (any, error) { return frameOf(a[0]).globalAt(a[1].(*globalRef)) })
	def("c", func(a ...any) (any, error) { return frameOf(a[0]).inClass(a[1].(string)) })
	def("lam", lam)
	def("long", func(a ...any) (any, error) { return a[1].(long)(frameOf(a[0])) })
	def("comp", func(a ...any) (any, error) { return frameOf(a[0]).comprehend(a[1].(*compCode), a[2]) })
	def("walrus", func(a ...any) (any, error) { return a[2], frameOf(a[0]).bindOuter(a[1].(string), a[2]) })
	def("await", func(a ...any) (any, error) { return frameOf(a[0]).await(val(a[1])) })
	def("yield", func(a ...any) (any, error) { return frameOf(a[0]).yieldValue(val(a[1])) })
	def("yieldfrom", func(a ...any) (any, error) { return frameOf(a[0]).yieldFrom(val(a[1])) })
}

func copyList(l *py.List) *py.List {
	out := make([]py.Value, len(l.Items))
	for i, v := range l.Items {
		if in, ok := v.(*py.List); ok {
			v = copyList(in)
		}
		out[i] = v
	}
	return &py.List{Items: out}
}

//go:noinline
func spread(a []any) []py.Value {
	n := -1
	for i, v := range a {
		if _, ok := v.(starArg); ok {
			n = i
			break
		}
	}
	if n < 0 {
		return append(make([]py.Value, 0, len(a)), a...)
	}
	size := len(a)
	for _, v := range a[n:] {
		if s, ok := v.(starArg); ok {
			size += len(s.items) - 1
		}
	}
	out := append(make([]py.Value, 0, size), a[:n]...)
	for _, v := range a[n:] {
		if s, ok := v.(starArg); ok {
			out = append(out, s.items...)
		} else {
			out = append(out, v)
		}
	}
	return out
}

func star(a ...any) (any, error) {
	items, err := py.Collect(frameOf(a[0]).t, a[1])
	if e, ok := err.(*py.Exc); ok && e.Class == py.TypeErrorClass && strings.HasSuffix(e.Message(), "is not iterable") {
		return nil, py.TypeErrorf("Value after * must be an iterable, not %s", py.TypeOf(a[1]).TypeName())
	}
	return starArg{items}, err
}

func dstar(a ...any) (any, error) {
	t := frameOf(a[0]).t
	if d, ok := a[1].(*py.Dict); ok {
		return dictArg{d}, nil
	}
	if py.TypeOf(a[1]).Lookup("keys") == nil {
		return nil, py.TypeErrorf("'%s' object is not a mapping", py.TypeOf(a[1]).TypeName())
	}
	d, err := py.Call(t, py.DictClass, []py.Value{a[1]}, nil)
	if err != nil {
		return nil, err
	}
	return dictArg{d.(*py.Dict)}, nil
}

func dictDisplay(a ...any) (any, error) {
	d := py.NewDict()
	for i := 1; i+1 < len(a); i += 2 {
		if m, ok := a[i].(dictArg); ok {
			if err := m.d.Each(d.Set); err != nil {
				return nil, err
			}
			continue
		}
		if err := d.Set(a[i], a[i+1]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// call runs a call: positional arguments, then markers for keywords and unpacking.
func call(a ...any) (any, error) { return frameOf(a[0]).call(a[1], a[2:]) }

func (f *Frame) call(fn py.Value, rest []any) (py.Value, error) {
	plain := true
	for _, v := range rest {
		switch v.(type) {
		case kwArg, starArg, dictArg:
			plain = false
		}
	}
	if b, ok := fn.(*py.Builtin); ok && b.Framed {
		if h, ok := frameBuiltins[b]; ok {
			return h(f, rest)
		}
	}
	if plain {
		return notNil(py.Call(f.t, fn, rest, nil))
	}
	args, kw, err := splitArgs(fn, rest)
	if err != nil {
		return nil, err
	}
	return notNil(py.Call(f.t, fn, args, kw))
}

// splitArgs takes the markers out of the arguments of a call of fn.
func splitArgs(fn py.Value, rest []any) ([]py.Value, []py.Kw, error) {
	var args []py.Value
	var kw []py.Kw
	var named map[string]bool // the keywords so far, once there are mappings
	for _, v := range rest {
		switch x := v.(type) {
		case kwArg:
			if named[x.name] {
				return nil, nil, py.TypeErrorf("%s got multiple values for keyword argument '%s'", callName(fn), x.name)
			}
			kw = append(kw, py.Kw{Name: x.name, Value: x.v})
		case starArg:
			args = append(args, x.items...)
		case dictArg:
			err := x.d.Each(func(k, v py.Value) error {
				s, ok := k.(string)
				if !ok {
					return py.TypeErrorf("keywords must be strings")
				}
				if named == nil {
					named = map[string]bool{}
					for _, o := range kw {
						named[o.Name] = true
					}
				}
				if named[s] {
					return py.TypeErrorf("%s got multiple values for keyword argument '%s'", callName(fn), s)
				}
				named[s] = true
				kw = append(kw, py.Kw{Name: s, Value: v})
				return nil
			})
			if err != nil {
				return nil, nil, err
			}
		default:
			args = append(args, v)
		}
	}
	return args, kw, nil
}

func callName(fn py.Value) string {
	t := py.Background()
	text := func(name string) string {
		v, err := py.GetAttr(t, fn, name)
		s, ok := v.(string)
		if err != nil || !ok {
			return ""
		}
		return s
	}
	name := text("__qualname__")
	if name == "" {
		name = text("__name__")
	}
	switch module := text("__module__"); {
	case name == "":
		return py.TypeOf(fn).Name + "()"
	case module == "" || module == "builtins":
		return name + "()"
	default:
		return module + "." + name + "()"
	}
}

// unpackError words for a call of fn that what stands after * or ** cannot be unpacked. alone tells that nothing but
// *args is passed by position.
func unpackError(err error, fn py.Value, alone bool) error {
	e, ok := err.(*py.Exc)
	if !ok || e.Class != py.TypeErrorClass {
		return err
	}
	m := e.Message()
	if rest, is := strings.CutPrefix(m, "Value after *"); is && alone {
		e.Args[0] = callName(fn) + " argument after *" + rest
	} else if of, is := strings.CutSuffix(m, "' object is not a mapping"); is {
		e.Args[0] = callName(fn) + " argument after ** must be a mapping, not " + strings.TrimPrefix(of, "'")
	}
	return err
}

func notNil(v py.Value, err error) (any, error) {
	if v == nil && err == nil {
		return py.None, nil
	}
	return v, err
}

func lam(a ...any) (any, error) {
	f := frameOf(a[0])
	code := a[1].(*funcCode)
	fn := f.makeFunc(code, a[2:])
	f.qualify(fn, code)
	return fn, nil
}

func outer(f *Frame, depth, slot int64) (any, error) {
	o := f.parent
	for ; depth > 0; depth-- {
		o = o.parent
	}
	if v := o.slots[slot]; v != nil {
		return v, nil
	}
	name := o.scope.names[slot]
	return nil, py.Raisef(
		py.NameErrorClass,
		"cannot access free variable '%s' where it is not associated with a value in enclosing scope",
		name,
	)
}
