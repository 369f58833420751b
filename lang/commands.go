package lang

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
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

// Statements cuts a text into its statements, each as it stands; a text that is no code is one.
func Statements(src string) []string {
	body, err := syntax.Parse(src + "\n")
	if err != nil || len(body) == 0 {
		return []string{src}
	}
	var out []string
	for i, st := range body {
		to := len(src)
		if i+1 < len(body) {
			to = min(body[i+1].Pos().From, to)
		}
		out = append(out, strings.TrimRight(src[min(st.Pos().From, to):to], " \n;"))
	}
	return out
}

// LastExpression is the text of the expression a text ends with: that of an expression statement or of an
// assignment's value; "" where there is none.
func LastExpression(src string) string {
	body, err := syntax.Parse(src + "\n")
	if err != nil || len(body) == 0 {
		return ""
	}
	var x syntax.Expr
	switch st := body[len(body)-1].(type) {
	case *syntax.ExprStmt:
		x = st.X
	case *syntax.Assign:
		x = st.Value
	default:
		return ""
	}
	at := x.Pos()
	return src[at.From:min(at.To, len(src))]
}
