package lang

import "github.com/tfs-lang/tfs/lang/py"

// setDefaults is fn.__defaults__ = val, a tuple for the last parameters that take positional arguments, or
// fn.__kwdefaults__ = val, a dict for the others: later calls take them.
func (fn *Func) setDefaults(name string, val py.Value) error {
	keyword := name == "__kwdefaults__"
	params := fn.code.params
	defaults := make([]py.Value, len(params))
	var positional []int
	for i, p := range params {
		switch {
		case p.Star > 0:
		case p.KwOnly != keyword:
			if i < len(fn.defaults) {
				defaults[i] = fn.defaults[i]
			}
		case !p.KwOnly:
			positional = append(positional, i)
		}
	}
	switch x := val.(type) {
	case *py.Tuple:
		if keyword {
			return py.TypeErrorf("__kwdefaults__ must be set to a dict object")
		}
		for k := range min(len(x.Items), len(positional)) {
			defaults[positional[len(positional)-1-k]] = x.Items[len(x.Items)-1-k]
		}
	case *py.Dict:
		if !keyword {
			return py.TypeErrorf("__defaults__ must be set to a tuple object")
		}
		for i, p := range params {
			if v, ok := x.GetStr(p.Name); ok && p.KwOnly && p.Star == 0 {
				defaults[i] = v
			}
		}
	default:
		if val == py.None {
			break
		}
		return py.TypeErrorf("%s must be set to a %s object", name, map[bool]string{true: "dict", false: "tuple"}[keyword])
	}
	fn.defaults = defaults
	return nil
}

// setCode is fn.__code__ = val: later calls run the code of another function among the names of this one. Its default
// values and its names stay.
func (fn *Func) setCode(val py.Value) error {
	c, ok := val.(*codeObject)
	if !ok {
		return py.TypeErrorf("__code__ must be set to a code object")
	}
	if c.fn == nil {
		return py.TypeErrorf("__code__ must be set to the code of a function")
	}
	name := fn.Name()
	if fn.attrs != nil {
		if v, ok := fn.attrs.GetStr("__name__"); ok {
			name = py.StrOf(v)
		}
	}
	free, want := len(c.fn.outerNames()), len(fn.code.outerNames())
	if free != want {
		return py.ValueErrorf("%s() requires a code object with %d free vars, not %d", name, want, free)
	}
	if free > 0 && c.fn.outer != fn.code.outer {
		return py.ValueErrorf("%s() takes the code of functions that stand beside it, for it uses names around it", name)
	}
	named := fn.attrs
	if named == nil {
		named = py.NewDict()
	}
	for name, text := range map[string]string{"__name__": name, "__qualname__": fn.qual()} {
		if _, ok := named.GetStr(name); !ok {
			named.SetStr(name, text)
		}
	}
	var positional []py.Value
	keyword := py.NewDict()
	for i, v := range fn.defaults {
		switch p := fn.code.params[i]; {
		case v == nil:
		case p.KwOnly:
			keyword.SetStr(p.Name, v)
		default:
			positional = append(positional, v)
		}
	}
	fn.code, fn.attrs, fn.defaults = c.fn, named, nil
	if err := fn.setDefaults("__defaults__", py.NewTuple(positional...)); err != nil {
		return err
	}
	return fn.setDefaults("__kwdefaults__", keyword)
}
