package lang

import (
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// settle ends an operator or a call that went to Go code: it gives the error its place, and hands what was
// warned of to the module warnings, which may make an error of it.
func (f *Frame) settle(err error, at syntax.Span) error {
	if f.t.Due {
		f.t.Due = false
		if p, ok := f.t.Rec.(py.Placed); ok && p.Tracing() {
			f.t.Due = true
			if p.Unplaced() {
				p.Place(f.places(at))
			}
		}
		if f.t.Warned != nil {
			if bad := f.warn(at); bad != nil && err == nil {
				err = bad
			}
		}
	}
	return f.failed(err, at)
}

// places are the calls under way down to a place of f, those inside the library's private modules left out.
func (f *Frame) places(at syntax.Span) []py.Place {
	var out []py.Place
	for f != nil {
		fn := f.function()
		if !strings.HasPrefix(f.unit.Name, py.PrivateModules) {
			line, _, _, _ := f.unit.Locate(at)
			out = append(out, py.Place{File: f.unit.Name, Func: fn.called(), Line: line})
			for _, r := range slices.Backward(fn.rests) { // of statements of the trace there is one more
				if r.at != (syntax.Span{}) && r.kind != restLoop {
					line, _, _, _ := f.unit.Locate(r.at)
					out = append(out, py.Place{File: f.unit.Name, Func: fn.called(), Line: line})
				}
			}
		}
		if f = fn.caller; f != nil {
			at = f.at
		}
	}
	slices.Reverse(out)
	return out
}

// called is how tracebacks name a frame.
func (f *Frame) called() string {
	if f.fn != nil {
		return f.fn.code.name
	}
	if f.name != "" {
		return f.name
	}
	return "<module>"
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
	for strings.HasPrefix(g.unit.Name, py.PrivateModules) { // it was the program that called
		up := g.calledFrom()
		if up == nil {
			break
		}
		g = up.function()
	}
	g.keep()
	for _, w := range list {
		if _, err := py.CallMethod(f.t, m, "_warn_at", &frameObject{g}, w.Text, w.Class); err != nil {
			return err
		}
	}
	return nil
}
