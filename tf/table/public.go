package table

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/text/packed"
)

// publicText lists the public names of TensorFlow 2.21, one module a line ("." is the root), so
// that a name that exists there can be told from a misspelt one.
//
//go:generate go run ../../text/packed/gen public.txt public.zst
//go:embed public.zst
var publicText string

var publicNames = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, line := range strings.Split(packed.Zstd(publicText), "\n") {
		module, names, _ := strings.Cut(line, " ")
		for _, n := range strings.Fields(names) {
			if module != "." {
				n = module + "." + n
			}
			m[n] = true
		}
	}
	return m
})

// Elsewhere tells of a name of TensorFlow ("keras", "linalg.inv") that tfs does not have; "" when
// TensorFlow has no such name either.
func Elsewhere(name string) string {
	if !publicNames()[name] {
		return ""
	}
	return "tf." + name + " exists in TensorFlow 2.21, but is not part of tfs"
}

// Told gives a module the knowledge of what TensorFlow has in it.
func Told(m *py.Module) *py.Module {
	prefix := strings.TrimPrefix(strings.TrimPrefix(m.Short, "tf"), ".")
	if prefix != "" {
		prefix += "."
	}
	m.Elsewhere = func(name string) string { return Elsewhere(prefix + name) }
	return m
}
