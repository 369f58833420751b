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
