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

func Find(name string) *bind.Op { return byName()[name] }

// Run calls an op of the table with the arguments given and defaults for the others.
func Run(t *py.Thread, name string, args ...py.Value) (py.Value, error) {
	return RunOp(t, Find(name), args...)
}

// RunOp is run of an entry.
func RunOp(t *py.Thread, o *bind.Op, args ...py.Value) (py.Value, error) {
	params := o.Func().Sig().Params
	all := make([]py.Value, len(params))
	for i, p := range params {
		all[i] = p.Default
		if i < len(args) {
			all[i] = args[i]
		}
	}
	return o.Run(t, all)
}
