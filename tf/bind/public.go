package bind

import (
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
)

// Public is a public function that others call. It is looked up when it is first called, since whoever declares it may
// lie above the caller.
type Public struct {
	Name string // tf.math.add
	find func() *Op
}

// FindPublic finds a public function by its name, nil for none; package table sets it.
var FindPublic func(name string) *Op

var publics []*Public

// Named is the public function of a name.
//
//go:noinline
func Named(name string) *Public {
	p := &Public{Name: name, find: sync.OnceValue(func() *Op { return FindPublic(name) })}
	publics = append(publics, p)
	return p
}

// Publics are all that were named, for the test that each of them is there.
func Publics() []*Public { return publics }

// Op is the function's entry.
func (p *Public) Op() *Op { return p.find() }

// Run calls the function with the arguments given and defaults for the others.
func (p *Public) Run(t *py.Thread, args ...py.Value) (py.Value, error) {
	o := p.find()
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
