package session

import (
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
)

// capturedOutput is what %%capture keeps of a cell.
type capturedOutput struct{ out, err string }

var capturedClass = py.NewClass("IPython.utils.capture", "CapturedIO", py.ObjectClass, nil)

func init() {
	py.Register[*capturedOutput](capturedClass)
	capturedClass.Prop(
		"stdout",
		"What was printed.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return v.(*capturedOutput).out, nil },
	)
	capturedClass.Prop(
		"stderr",
		"What was printed to standard error.",
		func(_ *py.Thread, v py.Value) (py.Value, error) {
			return v.(*capturedOutput).err, nil
		},
	)
	capturedClass.Str = func(_ *py.Thread, v py.Value) (string, error) { return v.(*capturedOutput).out, nil }
	show := func(t *py.Thread, a []py.Value) (py.Value, error) {
		c := a[0].(*capturedOutput)
		if _, err := t.Stdout.Write([]byte(c.out)); err != nil {
			return nil, err
		}
		_, err := t.Stderr.Write([]byte(c.err))
		return py.None, err
	}
	capturedClass.Def("show(self)", "Prints it.", show)
	capturedClass.Def("__call__(self)", "Prints it.", show)
}

// captureCell is %%capture [NAME]: the cell runs, what it prints and shows is kept.
func captureCell(in *Session, t *py.Thread, arg, body string) error {
	if strings.TrimSpace(body) == "" {
		return py.ValueErrorf("%%%%capture stands above the lines of a cell")
	}
	name := ""
	for _, w := range strings.Fields(arg) {
		if !strings.HasPrefix(w, "-") {
			name = w
		}
	}
	var out, errs limited
	program := in.Root()
	back := program.Redirect(func(e lang.Event) {
		switch e.Kind {
		case lang.Stdout, lang.Result, lang.Display:
			_, _ = out.Write([]byte(e.Text))
			if e.Kind == lang.Result {
				_, _ = out.Write([]byte("\n"))
			}
		case lang.Stderr:
			_, _ = errs.Write([]byte(e.Text))
		}
	})
	err := program.RunText(t, "<cell>", body, lang.Cell)
	back()
	if name != "" {
		program.Set(name, &capturedOutput{out.String(), errs.String()})
	}
	return err
}

// formCell is %%html and its kin: the lines below are shown in a form, or as they are where nothing draws it.
func formCell(kind string) func(in *Session, t *py.Thread, _, body string) error {
	return func(in *Session, t *py.Thread, _, body string) error {
		page, err := py.Call(t, richClasses[kind], []py.Value{body}, nil)
		if err != nil {
			return err
		}
		_, err = py.Call(t, in.Builtins()["display"], []py.Value{page}, nil)
		return err
	}
}

// scriptCell is %%script PROGRAM: the lines below are the input of a program.
func scriptCell(in *Session, t *py.Thread, arg, body string) error {
	f, err := readScriptFlags(arg)
	if err != nil {
		return err
	}
	if len(f.rest) == 0 {
		return py.ValueErrorf("%%%%script needs a program, and its input below")
	}
	cmd := foreign(t, f.rest[0], f.rest[1:]...)
	cmd.Stdin = strings.NewReader(body)
	return in.scriptRun(t, f, cmd, body)
}
