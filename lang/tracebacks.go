package lang

import "github.com/tfs-lang/tfs/lang/py"

// tracebacksModule is _tracebacks: what the library's traceback asks of the interpreter.
func tracebacksModule() *py.Module {
	m := &py.Module{Name: "_tracebacks", Short: "_tracebacks", Doc: "Marks below the parts of lines.",
		Attrs: map[string]py.Value{}}
	m.Attrs["marks"] = py.NewBuiltin("marks(part)", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return marks(py.StrOf(a[0]), false), nil
	})
	return m
}
