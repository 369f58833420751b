package plotted

import (
	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/py"
)

// Provider brings plot, hist, scatter and bar into the language, and the module that its own modules draw with.
func Provider() door.Provider {
	return door.Provider{
		Modules:  func([]string) map[string]py.Value { return map[string]py.Value{"_plot": Module()} },
		Builtins: Functions,
	}
}
