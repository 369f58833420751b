package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// settle ends an operator or a call that went to Go code: it gives the error its place, and hands what was
// warned of to the module warnings, which may make an error of it.
func (f *Frame) settle(err error, at syntax.Span) error {
	if f.t.Warned != nil {
		if bad := f.warn(at); bad != nil && err == nil {
			err = bad
		}
	}
	return f.failed(err, at)
}

// warn shows what Go code has warned of, as at a place of the program.
func (f *Frame) warn(at syntax.Span) error {
	list := f.t.Warned
	f.t.Warned = nil
	m, err := f.in.ImportModule(f.t, "warnings")
	if err != nil {
		return err
	}
	g := f.function()
	g.at = at
	g.keep()
	for _, w := range list {
		if _, err := py.CallMethod(f.t, m, "_warn_at", &frameObject{g}, w.Text, w.Class); err != nil {
			return err
		}
	}
	return nil
}
