// Package wired composes what a program gets: Python's library, NumPy, TensorFlow, plots and pictures, each through
// its door.
//
// It knows the providers and their order. It knows nothing of the interpreter, whose own tests use it.
package wired

import (
	"github.com/tfs-lang/tfs/explain"
	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/np"
	"github.com/tfs-lang/tfs/lang/std"
	"github.com/tfs-lang/tfs/plot/plotted"
	"github.com/tfs-lang/tfs/tf"
)

// Modules are all modules of tfs, with tf, np and math bound.
func Modules() door.Modules {
	return door.Modules{
		Providers: []door.Provider{std.Provider(), np.Provider(), tf.Provider(), plotted.Provider(), explain.Provider()},
		Bound: []door.Bound{
			{Name: "tf", Module: "tensorflow"}, {Name: "np", Module: "numpy"}, {Name: "math", Module: "math"},
		},
	}
}
