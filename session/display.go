package session

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
)

// Rich is a text in a form that browsers show: what HTML(...) and SVG(...) make.
type Rich struct {
	MIME string // text/html, image/svg+xml, text/markdown
	Data string
}

var richClasses = map[string]*py.Class{}

func init() {
	for name, mime := range map[string]string{"HTML": "text/html", "SVG": "image/svg+xml", "Markdown": "text/markdown"} {
		c := py.NewClass("IPython.core.display", name, py.ObjectClass, nil)
		c.Doc = "A text that notebooks show as " + mime + "."
		c.New = py.NewBuiltin(name+"(data)", func(_ *py.Thread, a []py.Value) (py.Value, error) {
			s, ok := a[0].(string)
			if !ok {
				return nil, py.TypeErrorf("%s takes a str, not %s", name, py.TypeOf(a[0]).Name)
			}
			return &Rich{mime, s}, nil
		})
		c.Prop("data", "The text.", func(_ *py.Thread, v py.Value) (py.Value, error) { return v.(*Rich).Data, nil })
		richClasses[mime] = c
	}
	richBase := py.NewClass("IPython.core.display", "DisplayObject", py.ObjectClass, nil)
	richBase.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<IPython.core.display." + richClasses[v.(*Rich).MIME].Name + " object>", nil
	}
	richBase.Prop("data", "The text.", func(_ *py.Thread, v py.Value) (py.Value, error) { return v.(*Rich).Data, nil })
	py.Register[*Rich](richBase)
}

// displayFn shows values in their richest form.
var displayFn = py.NewRaw(
	"display(*objs, display_id=None, update=False)",
	"Shows values, in notebooks in their richest form.",
	func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
		shown := &lang.Shown{}
		for _, k := range kw {
			switch k.Name {
			case "display_id":
				if shown.ID = py.StrOf(k.Value); k.Value == true {
					shown.ID = freshID()
				}
			case "update":
				ok, err := py.Truth(t, k.Value)
				if err != nil {
					return nil, err
				}
				shown.Update = ok
			default:
				return nil, py.TypeErrorf("display() got an unexpected keyword argument '%s'", k.Name)
			}
		}
		for _, v := range args {
			if err := show(t, v, shown); err != nil {
				return nil, err
			}
		}
		if shown.ID != "" && !shown.Update {
			return &displayHandle{shown.ID}, nil
		}
		return py.None, nil
	},
)

// updateFn replaces what a display shows.
var updateFn = py.NewBuiltin("update_display(obj, display_id)", func(t *py.Thread, a []py.Value) (py.Value, error) {
	return py.None, show(t, a[0], &lang.Shown{ID: py.StrOf(a[1]), Update: true})
})

// displayHandle is what display(..., display_id=...) gives, to change the display later.
type displayHandle struct{ id string }

var handleClass = py.NewClass("IPython.core.display_functions", "DisplayHandle", py.ObjectClass, nil)

func init() {
	py.Register[*displayHandle](handleClass)
	handleClass.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<DisplayHandle display_id=" + v.(*displayHandle).id + ">", nil
	}
	handleClass.Prop(
		"display_id",
		"The display's name.",
		func(_ *py.Thread, v py.Value) (py.Value, error) { return v.(*displayHandle).id, nil },
	)
	handleClass.Def(
		"update(self, obj)",
		"Shows another value in the display.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return py.None, show(t, a[1], &lang.Shown{ID: a[0].(*displayHandle).id, Update: true})
		},
	)
	handleClass.Def(
		"display(self, obj)",
		"Shows a value in a new display of the same name.",
		func(t *py.Thread, a []py.Value) (py.Value, error) {
			return py.None, show(t, a[1], &lang.Shown{ID: a[0].(*displayHandle).id})
		},
	)
}

var displays atomic.Int64

// freshID names a display that was given no name; another kernel's must not be met.
func freshID() string {
	return fmt.Sprintf("display-%d-%d", time.Now().UnixNano(), displays.Add(1))
}

func show(t *py.Thread, v py.Value, shown *lang.Shown) error {
	text, err := py.Repr(t, v)
	if err != nil {
		return err
	}
	if in := running(t); in != nil && in.Listening() {
		in.Emit(lang.Event{Kind: lang.Display, Text: py.Visible(text) + "\n", Value: v, Shown: shown})
		return nil
	}
	_, err = t.Stdout.Write([]byte(text + "\n"))
	return err
}

// clearFn takes the outputs of a cell away.
var clearFn = py.NewBuiltin("clear_output(wait=False)", func(t *py.Thread, a []py.Value) (py.Value, error) {
	wait, err := py.Truth(t, a[0])
	if err != nil {
		return nil, err
	}
	if in := running(t); in != nil && in.Listening() {
		in.Emit(lang.Event{Kind: lang.Display, Shown: &lang.Shown{Clear: true, Wait: wait}})
	}
	return py.None, nil
})

// displayNames are the names notebooks know without an import; IPython.display has them too.
func displayNames() map[string]py.Value {
	clearFn.Doc = "Takes what the cell has shown away, with wait only when the next output comes."
	updateFn.Doc = "Replaces what a display shows."
	names := map[string]py.Value{"display": displayFn, "update_display": updateFn, "clear_output": clearFn}
	for _, c := range richClasses {
		names[c.Name] = c
	}
	return names
}

// displayModule is IPython with its module display, as far as notebooks import from it.
func displayModule() *py.Module {
	display := &py.Module{
		Name:  "IPython.display",
		Short: "IPython.display",
		Doc:   "Showing values in notebooks.",
		Attrs: displayNames(),
	}
	return &py.Module{
		Name:  "IPython",
		Short: "IPython",
		Doc:   "The part of IPython that notebooks import.",
		Attrs: map[string]py.Value{"display": display},
	}
}
