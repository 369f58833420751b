package lang

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// CPython ends a generator at once when nothing holds it any more: what a loop alone held runs its finally blocks when
// the loop is left early. Memory is Go's here, so that is done where it can be seen: in a loop over a generator that its
// header makes.

// madeHere is the name of the generator that an expression makes for itself, where it gives one: that of the function
// called, or of a generator expression; "" for other expressions.
func madeHere(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Comp:
		if x.Kind == '(' {
			return "<genexpr>"
		}
	case *syntax.Call:
		switch fn := x.Fn.(type) {
		case *syntax.Name:
			return fn.ID
		case *syntax.Attr:
			return fn.Name
		}
	}
	return ""
}

// alone is the generator of a loop's header that nothing else holds: it has that name and has not begun. A function of
// the same name that gives out a generator made before would be told wrong.
func alone(v py.Value, name string) *genHandle {
	h, ok := v.(*genHandle)
	if !ok || name == "" || h.g.start || h.g.async || h.g.name[strings.LastIndexByte(h.g.name, '.')+1:] != name {
		return nil
	}
	return h
}

// letGo ends the generator of a loop that is left before its end. An exception of its last steps is told and passed
// over, as CPython does.
func (f *Frame) letGo(h *genHandle) {
	if h == nil || h.g.ended || f.t.Ctx.Err() != nil {
		return
	}
	err := h.g.close(f.t)
	if err == nil || f.t.Ctx.Err() != nil {
		return
	}
	_, _ = f.t.Stderr.Write([]byte("Exception ignored in: " + py.Visible(py.ReprOf(h)) + "\n" +
		f.in.Summary(py.AsExc(err)) + "\n"))
}
