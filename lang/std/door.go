package std

import "github.com/tfs-lang/tfs/lang/door"

// Provider brings the builtins and Python's library into the language.
func Provider() door.Provider {
	return door.Provider{Modules: Modules, Builtins: Builtins, Library: Library, Absent: AbsentModule}
}
