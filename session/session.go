package session

import (
	"context"
	"os"
	"os/exec"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session/wired"
)

// New makes an interpreter with tf, np and math bound, every module of tfs to import, and the commands of sessions.
func New(o Options) *lang.Interp {
	o.Modules = wired.Modules()
	o.Host = func(in *lang.Interp) lang.Host { return &Session{in, &state{front: &o}} }
	return lang.New(o.Options)
}

// Host is the host of an interpreter without a front end.
func Host(in *lang.Interp) lang.Host {
	return &Session{in, &state{front: &Options{Options: *in.Options()}}}
}

// Options configure a session: its interpreter, and what its front end has for it. The zero value is a program that is
// run.
type Options struct {
	lang.Options

	Terminal func(cmd *exec.Cmd) error // runs a command with the terminal; nil where there is none
	Past     func() []string           // the inputs of past sessions, oldest first; nil for none
	State    string                    // the folder for what is kept across sessions; "" for none
	Keys     string                    // the keys of the front end, a line each, for help()
	Commands []Command                 // of the front end, beside those every session has
}

// Command is a % command of a front end, listed among the others. Run gets what follows its name; what it prints goes
// to show.
type Command struct {
	Name, Usage, Doc string
	Run              func(ctx context.Context, arg string, show func(lang.Event)) error
}

// Session is what a session adds to an interpreter: commands, help, completion and the showing of values.
type Session struct {
	*lang.Interp
	*state
}

// state is what the commands keep between inputs.
type state struct {
	front  *Options
	folder string   // the one %cd left last
	log    *os.File // of %logstart

	watches bool // %autoreload was typed
}

// Of is the session of an interpreter. One that was made without a session gets one of its own, without state.
//
//go:noinline
func Of(in *lang.Interp) *Session {
	if s, ok := in.Host().(*Session); ok {
		return &Session{in, s.state}
	}
	return Host(in).(*Session)
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
	ipython, get := displayModule(), in.shellFn()
	ipython.Attrs["get_ipython"] = get
	modules["IPython"] = ipython
	if in.InNotebook() {
		builtins["get_ipython"] = get
	}
}

// Command runs a line of commands.
func (in *Session) Command(f *lang.Frame, text string) error {
	return Of(f.Interp()).magic(f, text)
}

// Remembered writes an input to the log of %logstart.
func (in *Session) Remembered(src string) { _ = in.logged(src) }
