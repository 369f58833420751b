package table

import (
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
)

var Tree struct {
	Once sync.Once
	M    *py.Module
	All  map[string]*py.Module
}

func Put(name string, v py.Value) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 { // a name outside tf: see Extras
		return
	}
	Module(name[:i]).Attrs[name[i+1:]] = v
}

func Module(path string) *py.Module {
	if m, ok := Tree.All[path]; ok {
		return m
	}
	m := &py.Module{Name: "tensorflow._api.v2." + strings.TrimPrefix(path, "tf."), Short: path,
		Attrs: map[string]py.Value{}, Shared: true}
	Tree.All[path] = Told(m)
	Put(path, m)
	return m
}
