package table

import (
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
)

// byName finds entries by every name they have; the table is complete when it is first asked.
var byName = sync.OnceValue(func() map[string]*bind.Op {
	m := map[string]*bind.Op{}
	for _, o := range Entries {
		m[o.Name] = o
		for _, a := range o.Aliases {
			m[a] = o
		}
	}
	return m
})

// Find is the entry of a public name or an alias, nil for one that is not there.
func Find(name string) *bind.Op { return byName()[name] }

func init() { bind.FindPublic = Find }

// OpOf is the public function that a value is; nil for other values.
func OpOf(v py.Value) *bind.Op {
	if _, ok := v.(*py.Builtin); !ok {
		return nil
	}
	for _, o := range Entries {
		if o.Is(v) {
			return o
		}
	}
	return nil
}
