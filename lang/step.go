package lang

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Stepping: after breakpoint() the debugger goes on by a statement. Only texts that ask for a breakpoint have the looks
// for it in their statements; all other code runs as ever, and a step over a call of it is one step.

// A stepper stops the program at its next statements. It lies in the thread.
type stepper struct {
	added map[*Frame]*py.Dict // the debugger's
	depth int                 // only in functions that were called from no more than so many
}

// stepsIn tells whether a text may be stepped through.
func stepsIn(src string) bool {
	return strings.Contains(src, "breakpoint(") || strings.Contains(src, "set_trace(")
}

// stepped is a statement before which the program may stop.
func (u *Unit) stepped(p stmt, at syntax.Span) stmt {
	if p == nil || !u.steps {
		return p
	}
	return func(f *Frame) (signal, error) {
		if s, ok := f.t.Stepper.(*stepper); ok && callDepth(f) <= s.depth {
			f.t.Stepper = nil
			f.at = at
			d := &debugger{t: f.t, live: true, added: s.added}
			d.look(f)
			if err := d.loop(); err != nil {
				return sigNone, f.traced(err, at)
			}
		}
		return p(f)
	}
}

// callDepth is from how many functions a frame was called.
func callDepth(f *Frame) int {
	n := 0
	for g := f.function().calledFrom(); g != nil; g = g.function().calledFrom() {
		n++
	}
	return n
}

// look takes the frames from f outwards.
func (d *debugger) look(f *Frame) {
	for g := f; g != nil; g = g.function().calledFrom() {
		at := g.at
		g = g.function()
		line, text, col, end := g.unit.Locate(at)
		name := "<module>"
		if g.fn != nil {
			name = g.fn.code.name
		}
		d.trace = append(d.trace,
			py.TraceEntry{File: g.unit.Name, Func: name, Line: line, Text: text, Col: col, End: end, Frame: g})
	}
}

// step carries out the commands that let the program go on for a while; ok is false for others. The statement of a
// function that returns is followed by the next one of its caller.
func (d *debugger) step(line string) (ok bool) {
	if !d.live || len(d.trace) == 0 {
		return false
	}
	f, isFrame := d.trace[0].Frame.(*Frame)
	if !isFrame {
		return false
	}
	depth := callDepth(f)
	switch line {
	case "s", "step":
		depth = 1 << 30
	case "n", "next":
	case "r", "return":
		depth--
	default:
		return false
	}
	d.t.Stepper = &stepper{d.added, depth}
	return true
}

// setTraceFn is pdb.set_trace().
var setTraceFn = frameBuiltin("set_trace(*, header=None)", "breakpoint().", breakHere)

// pdbModule is the part of Python's debugger that programs call.
func pdbModule() *py.Module {
	pm := py.NewBuiltin("pm()", func(t *py.Thread, _ []py.Value) (py.Value, error) {
		in, ok := t.Hook.(*Interp)
		if !ok {
			return nil, py.Raisef(py.RuntimeErrorClass, "pm() must be called from a program")
		}
		return py.None, in.PostMortem(t)
	})
	pm.Doc = "Looks at the last error, as %debug does."
	return &py.Module{Name: "pdb", Short: "pdb", Doc: "A debugger.", Attrs: map[string]py.Value{
		"set_trace": setTraceFn, "pm": pm}}
}
