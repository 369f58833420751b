package table

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
)

// lazyNames says of public names where in the library they are, as module:name.
var lazyNames = map[string]string{}

// InLibrary declares public names that a module of the library defines under their last part.
//
//go:noinline
func InLibrary(module string, names ...string) {
	for _, n := range names {
		lazyNames[n] = module + ":" + n[strings.LastIndexByte(n, '.')+1:]
	}
}

// AlsoInLibrary declares another public name of something in the library.
//
//go:noinline
func AlsoInLibrary(name, from string) { lazyNames[name] = from }

// BuildLazy tells the modules which of their names the library has; it is loaded when one is asked for.
func BuildLazy() {
	for n, from := range lazyNames {
		i := strings.LastIndexByte(n, '.')
		m := Module(n[:i])
		if m.Lazy == nil {
			m.Lazy = map[string]string{}
			if !strings.HasPrefix(n, "tf.keras.") && !strings.HasPrefix(n, "tf.data.") {
				m.Found = func(name string, v py.Value) { bind.Dispatched(m.Short+"."+name, v) }
			}
		}
		m.Lazy[n[i+1:]] = from
	}
}

// MethodsInLibrary gives a class methods that functions of a module of the library are: signatures name(self, ...),
// each the function prefix_name. Those that start with @ are properties. The module is loaded when one is first used.
func MethodsInLibrary(c *py.Class, module, prefix string, sigs ...string) {
	for _, sig := range sigs {
		name, _, called := strings.Cut(sig, "(")
		from := module + ":" + prefix + "_" + strings.TrimPrefix(name, "@")
		if !called {
			c.Prop(strings.TrimPrefix(name, "@"), "", func(t *py.Thread, v py.Value) (py.Value, error) {
				f, err := py.FromLibrary(t, from)
				if err != nil {
					return nil, err
				}
				return py.Call(t, f, []py.Value{v}, nil)
			})
			continue
		}
		c.DefRaw(sig, "", func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
			f, err := py.FromLibrary(t, from)
			if err != nil {
				return nil, err
			}
			return py.Call(t, f, args, kw)
		})
	}
}
