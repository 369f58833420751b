package np

import (
	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Provider brings np into the language.
func Provider() door.Provider {
	return door.Provider{
		Modules: func([]string) map[string]py.Value { return map[string]py.Value{"numpy": Module()} },
		Library: Library,
		Result: func(f *py.Builtin) *py.Class {
			if f.Mod == "numpy" {
				return bind.ArrayClass
			}
			return nil
		},
		Class: func(name string) *py.Class {
			if name == bind.ArrayClass.Name {
				return bind.ArrayClass
			}
			return nil
		},
	}
}
