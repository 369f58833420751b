package session

import (
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
)

// %autoreload: the modules whose files changed are run again before an input runs, as IPython's extension of that name
// does. What is watched and how is the library's module _autoreload.

// reloading are the commands for it.
var reloading = []Magic{
	{
		"autoreload",
		"%autoreload [off|now|explicit|all]",
		"before each input, run the modules again whose files changed (2 is all, 1 those of %aimport)",
		autoreload,
	},
	{"aimport", "%aimport [MODULE|-MODULE...]", "import modules that %autoreload 1 watches; - leaves one out", aimport},
	{"load_ext", "%load_ext autoreload", "for notebooks that begin so: %autoreload is always there", loadExt},
}

// Begin runs the modules again that are watched and have changed. It costs nothing until %autoreload was typed.
func (in *Session) Begin(t *py.Thread) error {
	if !in.watches {
		return nil
	}
	return callLibrary(t, "_autoreload:check")
}

func callLibrary(t *py.Thread, from string, args ...py.Value) error {
	_, err := libraryValue(t, from, args...)
	return err
}

func libraryValue(t *py.Thread, from string, args ...py.Value) (py.Value, error) {
	f, err := py.FromLibrary(t, from)
	if err != nil {
		return nil, err
	}
	return py.Call(t, f, args, nil)
}

// autoreload is %autoreload.
func autoreload(in *Session, t *py.Thread, arg, _ string) error {
	in.watches = true
	return callLibrary(t, "_autoreload:set_mode", arg)
}

// aimport is %aimport.
func aimport(in *Session, t *py.Thread, arg, _ string) error {
	in.watches = true
	v, err := libraryValue(t, "_autoreload:watch", arg)
	if err != nil {
		return err
	}
	if d, ok := v.(*py.Dict); ok {
		return d.Each(func(k, m py.Value) error {
			in.Globals().SetStr(py.StrOf(k), m)
			return nil
		})
	}
	return nil
}

// loadExt is %load_ext, which has one extension to load.
func loadExt(_ *Session, t *py.Thread, arg, _ string) error {
	if strings.TrimSpace(arg) == "autoreload" {
		return nil
	}
	return skip(t, "%load_ext "+lang.Short(arg, 60), unneeded["reload_ext"])
}
