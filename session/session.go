package session

import (
	"os"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session/wired"
)

// New makes an interpreter with tf, np and math bound, every module of tfs to import, and the commands of sessions.
func New(o lang.Options) *lang.Interp {
	o.Modules = wired.Modules()
	o.Host = Host
	return lang.New(o)
}

// Session is what a session adds to an interpreter: commands, help, completion and the showing of values.
type Session struct {
	*lang.Interp
	*state
}

// state is what the commands keep between inputs.
type state struct {
	folder string   // the one %cd left last
	log    *os.File // of %logstart
}

// Host is the host of interpreters that New makes.
func Host(in *lang.Interp) lang.Host { return &Session{in, &state{}} }

// Of is the session of an interpreter. One that was made without a session gets one of its own, without state.
//
//go:noinline
func Of(in *lang.Interp) *Session {
	if s, ok := in.Host().(*Session); ok {
		return &Session{in, s.state}
	}
	return &Session{in, &state{}}
}

// running is the session of the code that runs on a thread; nil for none.
func running(t *py.Thread) *Session {
	if in, ok := t.Hook.(*lang.Interp); ok {
		return Of(in)
	}
	return nil
}

// Bind adds help, progress, display and its like, and IPython as far as notebooks import from it.
func (in *Session) Bind(builtins, modules map[string]py.Value) {
	for name, v := range displayNames() {
		builtins[name] = v
	}
	builtins["help"], builtins["progress"] = helpFn, progressFn
	modules["IPython"] = displayModule()
}

// Command runs a line of commands.
func (in *Session) Command(f *lang.Frame, text string) error {
	return Of(f.Interp()).magic(f, text)
}

// Remembered writes an input to the log of %logstart.
func (in *Session) Remembered(src string) { _ = in.logged(src) }
