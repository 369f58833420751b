package session

import (
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
)

// shell is what get_ipython() gives: the session as notebooks and scripts made of them call it.
type shell struct{ in *Session }

var shellClass = py.NewClass("ipykernel.zmqshell", "ZMQInteractiveShell", py.ObjectClass, nil)

func init() {
	py.Register[*shell](shellClass)
	shellClass.Doc = "The session that runs cells and commands."
	run := func(sig, doc string, text func(a []string) string) {
		shellClass.Def(sig, doc, func(t *py.Thread, a []py.Value) (py.Value, error) {
			words := make([]string, len(a)-1)
			for i, v := range a[1:] {
				s, ok := v.(string)
				if !ok && v != py.None {
					return nil, py.TypeErrorf("a command is a str, not %s", py.TypeOf(v).Name)
				}
				words[i] = s
			}
			return py.None, a[0].(*shell).in.RunText(t, "<command>", text(words)+"\n", lang.Cell)
		})
	}
	run("system(self, cmd)", "Runs a command in the shell.", func(a []string) string { return "!" + a[0] })
	run("magic(self, arg_s)", "Runs a % command.", func(a []string) string { return "%" + strings.TrimLeft(a[0], "%") })
	run("run_line_magic(self, magic_name, line)", "Runs a % command.",
		func(a []string) string { return "%" + a[0] + " " + a[1] })
	run("run_cell_magic(self, magic_name, line, cell)", "Runs a %% command.",
		func(a []string) string { return "%%" + a[0] + " " + a[1] + "\n" + a[2] })
	shellClass.Def("getoutput(self, cmd)", "The lines that a command of the shell prints.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return a[0].(*shell).in.captured(t, py.StrOf(a[1]))
		})
	shellClass.Def("ev(self, expr)", "The value of an expression.", func(t *py.Thread, a []py.Value) (py.Value, error) {
		return a[0].(*shell).in.Value(t, "<expression>", py.StrOf(a[1]))
	})
	shellClass.Def("set_next_input(self, s, replace=False)", "Gives the next cell a text.",
		func(_ *py.Thread, a []py.Value) (py.Value, error) {
			a[0].(*shell).in.Emit(lang.Event{Kind: lang.NextInput, Text: py.StrOf(a[1])})
			return py.None, nil
		})
	shellClass.Prop("user_ns", "The names of the session.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return v.(*shell).in.Globals(), nil })
	shellClass.Prop("execution_count", "The number of the cell.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return int64(v.(*shell).in.Count()), nil })
}

// shellFn is get_ipython: the session in notebooks, None in programs.
func (in *Session) shellFn() py.Value {
	own := &shell{in}
	return py.NewBuiltin("get_ipython()", func(*py.Thread, []py.Value) (py.Value, error) {
		if !in.InNotebook() {
			return py.None, nil
		}
		return own, nil
	})
}
