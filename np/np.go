package np

import "github.com/tfs-lang/tfs/py"

func Module() *py.Module { return &py.Module{Name: "numpy", Short: "np", Attrs: map[string]py.Value{}} }
