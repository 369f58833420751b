package tf

import (
	"embed"
	"strings"

	"github.com/tfs-lang/tfs/py"
)

// Library holds the parts of TensorFlow that are written in the language itself: classes that
// programs derive from. A name of it is loaded when it is first used, once for each interpreter.
//
//go:embed all:lib
var Library embed.FS

// lazyNames says of public names where in the library they are, as module:name.
var lazyNames = map[string]string{}

// inLibrary declares public names that a module of the library defines under their last part.
func inLibrary(module string, names ...string) {
	for _, n := range names {
		lazyNames[n] = module + ":" + n[strings.LastIndexByte(n, '.')+1:]
	}
}

// alsoInLibrary declares another public name of something in the library.
func alsoInLibrary(name, from string) { lazyNames[name] = from }

func buildLazy() {
	for n, from := range lazyNames {
		i := strings.LastIndexByte(n, '.')
		m := module(n[:i])
		if m.Lazy == nil {
			m.Lazy = map[string]string{}
		}
		m.Lazy[n[i+1:]] = from
	}
}

// fromLibrary is a name of a module of the library, written module:name or module:name.attribute.
func fromLibrary(t *thread, from string) (value, error) {
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
