package lang

import (
	"context"

	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Host is what stands around the language: the commands that begin with % and !, help, and what every session has to
// show values. Package session has the one that prompt, notebook and browser share. Without a host these lines are
// errors.
type Host interface {
	// Bind adds the host's names to the builtins and its modules to those that import finds, whenever these are new.
	Bind(builtins, modules map[string]py.Value)
	// Command runs a line of commands, the % or ! before it, in the frame it stands in. With it come the lines below
	// a %% line, and NAME = before a command whose output is bound.
	Command(f *Frame, text string) error
	// Begin is asked before an input of a session runs.
	Begin(t *py.Thread) error
	// Remembered is told of every input the session counts.
	Remembered(src string)
}

// Rerun is a value that runs when it is echoed instead of being shown.
type Rerun interface {
	Rerun(in *Interp, t *py.Thread) error
}

// magicCost is how many calls a command counts as: those inside it read and hold texts anew.
const magicCost = 20

// RunCommand runs a line of commands in a frame.
func (f *Frame) RunCommand(text string) error {
	for range magicCost {
		if err := f.t.Enter("in a command that runs a command"); err != nil {
			return err
		}
		defer f.t.Leave()
	}
	if f.in.host == nil {
		return py.Raisef(py.SystemErrorClass, "%s: there are no commands in this program", Short(text, 60))
	}
	return f.in.host.Command(f, text)
}

// Interp is the interpreter of a frame.
func (f *Frame) Interp() *Interp { return f.in }

// Thread is what a frame runs on.
func (f *Frame) Thread() *py.Thread { return f.t }

// Show echoes a value in a frame.
func (f *Frame) Show(v py.Value) error { return f.in.show(f, v, syntax.Span{}) }

// Bind binds a name in a frame.
func (f *Frame) Bind(name string, v py.Value) error { return f.store(name, v) }

// Value evaluates one expression among the names of a frame.
func (f *Frame) Value(src string) (py.Value, error) { return f.in.valueIn(f, src) }

// Host is what stands around the interpreter; nil for nothing.
func (in *Interp) Host() Host { return in.host }

// Options are those of the interpreter, which a host may change.
func (in *Interp) Options() *Options { return &in.opts }

// Globals are the names of the program.
func (in *Interp) Globals() *py.Dict { return in.globals }

// Builtins are the names every program has.
func (in *Interp) Builtins() map[string]py.Value { return in.builtins }

// Modules are those that are always there, by their full names.
func (in *Interp) Modules() map[string]py.Value { return in.modules }

// Catalogue tells of the functions of the modules.
//
//go:noinline
func (in *Interp) Catalogue() door.Catalogue { return in.opts.Modules.Catalogue() }

// Root is the interpreter whose program imported this one's module; itself for that of the program.
func (in *Interp) Root() *Interp { return in.root() }

// Failed is the last error that ended an input; nil for none.
func (in *Interp) Failed() *py.Exc { return in.failed }

// Thread is a thread of this interpreter.
func (in *Interp) Thread(ctx context.Context) *py.Thread { return in.thread(ctx) }

// Listening tells whether an evaluation is under way whose events are taken.
func (in *Interp) Listening() bool { return in.sink != nil }

// Emit gives an event to the evaluation under way; without one it is dropped.
func (in *Interp) Emit(e Event) {
	if in.sink != nil {
		in.sink(e)
	}
}

// Redirect gives the events of the evaluation under way to another sink until back is called.
func (in *Interp) Redirect(sink func(Event)) (back func()) {
	was := in.sink
	in.sink = sink
	return func() { in.sink = was }
}

// Available finds a module that is loaded or always there.
func (in *Interp) Available(name string) (py.Value, bool) { return in.loaded(name) }

// InLibrary tells whether a module is one of those tfs has as texts.
func (in *Interp) InLibrary(name string) bool {
	_, ok := in.librarySource(name)
	return ok
}

// NoName is the error of a name that means nothing, with what may have been meant.
func (in *Interp) NoName(name string) error {
	return (&Frame{in: in, scope: newScope(moduleScope, nil)}).noName(name)
}

// SyntaxError is the exception of a text that could not be parsed, with the place. name is what tracebacks call it.
func SyntaxError(name, src string, err error) *py.Exc { return syntaxExc(NewUnit(name, src), err) }
