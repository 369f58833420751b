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

// FromLibrary is a name of a module of the library, written module:name or module:name.attribute.
func FromLibrary(t *py.Thread, from string) (py.Value, error) {
	in, ok := t.Hook.(py.Importer)
	if !ok {
		return nil, py.Raisef(py.RuntimeErrorClass, "%s needs an interpreter", from)
	}
	m, path, _ := strings.Cut(from, ":")
	v, err := in.ImportModule(t, m)
	for _, name := range strings.Split(path, ".") {
		if err != nil {
			return nil, err
		}
		v, err = py.GetAttr(t, v, name)
	}
	return v, err
}
