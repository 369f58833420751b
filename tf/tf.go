package tf

import "github.com/tfs-lang/tfs/py"

func Module() *py.Module { return &py.Module{Name: "tensorflow", Short: "tf", Attrs: map[string]py.Value{}} }
func ForeignModules() map[string]py.Value { return nil }
func Extras() map[string]py.Value { return nil }
