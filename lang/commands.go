package lang

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
)

// Command is a % command of a front end, listed among the others. Run gets what follows its name; what it prints goes
// to show.
type Command struct {
	Name, Usage, Doc string
	Run              func(ctx context.Context, arg string, show func(Event)) error
}

// command finds a front end's own command.
func (in *Interp) command(name string) *Command {
	for i := range in.opts.Commands {
		if c := &in.opts.Commands[i]; c.Name == name {
			return c
		}
	}
	return nil
}

// elsewhereOnly are commands that only some front ends have, with where they work.
var elsewhereOnly = map[string]string{
	"tour": "%tour works at the prompt and in notebooks; from the shell it is tfs tour.",
	"demo": "%demo works at the prompt; from the shell it is tfs demo FILE.",
}

// ExprAmong evaluates one expression among the session's names and some more, which hide them for this time. It binds
// nothing; the error is the program's.
func (in *Interp) ExprAmong(ctx context.Context, src string, names map[string]py.Value) (v py.Value, err error) {
	ctx, end := memory.Begin(ctx)
	defer end()
	old := in.sink
	in.sink = func(Event) {}
	defer func() {
		in.sink = old
		if r := recover(); r != nil {
			err = py.Recovered(r, "")
		}
	}()
	globals := py.NewDict()
	in.eachGlobal(globals.SetStr)
	for n, v := range names {
		globals.SetStr(n, v)
	}
	return in.within(globals).value(in.thread(ctx), "<check>", strings.TrimSpace(src))
}
