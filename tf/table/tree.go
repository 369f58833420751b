package table

import (
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
)

// Tree is the module tree of tf, made of the entries.
var Tree struct {
	Once sync.Once
	M    *py.Module
	All  map[string]*py.Module
}

// Put places a value at a public name (tf.math.pi); modules on the way are made.
func Put(name string, v py.Value) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 { // a name outside tf: see Extras
		return
	}
	Module(name[:i]).Attrs[name[i+1:]] = v
}

// Module is the module of a path, made when it is not there.
func Module(path string) *py.Module {
	if m, ok := Tree.All[path]; ok {
		return m
	}
	home := "tensorflow._api.v2."
	if path == "tf.keras" || strings.HasPrefix(path, "tf.keras.") {
		home = "tf_keras.api._v2."
	}
	m := &py.Module{Name: home + strings.TrimPrefix(path, "tf."), Short: path,
		Attrs: map[string]py.Value{}, Shared: true}
	Tree.All[path] = Told(m)
	Put(path, m)
	return m
}
