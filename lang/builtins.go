package lang

import (
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// frameBuiltins are the functions that look at the frame they are called from.
var frameBuiltins = map[*py.Builtin]func(f *Frame, args []any) (any, error){}

// frameBuiltin makes such a function. Called by Go code, as in map(eval, texts), it sees the globals.
func frameBuiltin(sig, doc string, fn func(f *Frame, args []any) (any, error)) *py.Builtin {
	name, _, _ := strings.Cut(sig, "(")
	b := py.NewRaw(sig, doc, func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
		in, ok := t.Hook.(*Interp)
		if !ok {
			return nil, py.Raisef(py.RuntimeErrorClass, "%s() must be called directly", name)
		}
		for _, k := range kw {
			args = append(args, kwArg{k.Name, k.Value})
		}
		return fn(&Frame{t: t, in: in, unit: NewUnit("<string>", ""), scope: newScope(moduleScope, nil)}, args)
	})
	b.Native(name, 0, nil)
	b.Framed, frameBuiltins[b] = true, func(f *Frame, args []any) (any, error) {
		pos, kw, err := splitArgs(b, args)
		if err == nil {
			err = b.Admits(pos, kw)
		}
		if err != nil {
			return nil, err
		}
		return fn(f, args)
	}
	return b
}

var (
	superFn = frameBuiltin(
		"super(type=None, object_or_type=None)",
		"The next class in the method resolution order.",
		superOf,
	)
	localsFn = frameBuiltin(
		"locals()",
		"The local names as a dict.",
		func(f *Frame, _ []any) (any, error) { return f.locals(), nil },
	)
	globalsFn = frameBuiltin(
		"globals()",
		"The global names as a dict.",
		func(f *Frame, _ []any) (any, error) { return f.in.globals, nil },
	)
	varsFn = frameBuiltin(
		"vars(object=None)",
		"The attributes of an object as a dict.",
		func(f *Frame, a []any) (any, error) {
			if len(a) == 0 {
				return f.locals(), nil
			}
			d, err := py.GetAttr(f.t, a[0], "__dict__")
			if err != nil {
				return nil, py.TypeErrorf("vars() argument must have __dict__ attribute")
			}
			return d, nil
		},
	)
	dirFn = frameBuiltin("dir(object=None)", "The names of an object, sorted.", func(f *Frame, a []any) (any, error) {
		var names []string
		if len(a) == 0 {
			_ = f.locals().Each(func(k, _ py.Value) error {
				names = append(names, py.StrOf(k))
				return nil
			})
		} else {
			var err error
			if names, err = py.DirOf(f.t, a[0]); err != nil {
				return nil, err
			}
		}
		sort.Strings(names)
		out := make([]py.Value, len(names))
		for i, n := range names {
			out[i] = n
		}
		return py.NewList(out...), nil
	})
	basesFn = &py.Builtin{Name: "__bases__", Raw: func(_ *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
		d := py.NewDict()
		for _, k := range kw {
			d.SetStr(k.Name, k.Value)
		}
		return py.NewTuple(py.NewTuple(args...), d), nil
	}}
)

func (in *Interp) addFrameBuiltins() {
	for _, b := range []*py.Builtin{superFn, localsFn, globalsFn, varsFn, dirFn, basesFn, evalFn,
		execFn, compileFn, importFn, breakpointFn, aiterFn, anextFn} {
		in.builtins[b.Name] = b
	}
}

func superOf(f *Frame, args []any) (any, error) {
	switch len(args) {
	case 2:
		c, ok := args[0].(*py.Class)
		if !ok {
			return nil, py.TypeErrorf("super() argument 1 must be a type, not %s", py.TypeOf(args[0]).TypeName())
		}
		return &py.Super{After: c, Self: args[1]}, nil
	case 0:
		for g := f; g != nil; g = g.outerFunction() {
			g = g.function()
			if g.fn != nil && g.fn.class != nil && len(g.slots) > 0 && g.slots[0] != nil {
				return &py.Super{After: g.fn.class, Self: g.slots[0]}, nil
			}
		}
	}
	return nil, py.Raisef(py.RuntimeErrorClass, "super(): no arguments")
}

func (f *Frame) outerFunction() *Frame { return f.parent }

func (f *Frame) locals() *py.Dict {
	f = f.function()
	if f.class != nil {
		return f.class
	}
	if f.fn == nil {
		return f.in.globals
	}
	d := py.NewDict()
	for i, n := range f.scope.names {
		if f.slots[i] != nil {
			d.SetStr(n, f.slots[i])
		}
	}
	if names := f.fn.code.outerNames(); len(names) > 0 { // those of the functions around it that it uses
		bound := f.fn.Captured()
		for _, n := range names {
			if v, ok := bound[n]; ok {
				d.SetStr(n, v)
			}
		}
	}
	return d
}
