package session

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
)

// Rich is a text or picture in a form that browsers show: what HTML(...), SVG(...) and Image(...) make.
type Rich struct {
	MIME string // text/html, image/svg+xml, text/markdown, text/latex, image/png, image/jpeg, image/gif
	Data string // the text, or the bytes of a picture
	Size string // of a picture, as attributes of HTML; "" for its own
	kind string // the name of the class

	Forms *lang.Forms // of what is no text; nil for Data
}

// Picture tells bytes of a picture from texts.
func (r *Rich) Picture() bool {
	return strings.HasPrefix(r.MIME, "image/") && r.MIME != "image/svg+xml"
}

// richKinds are the classes of texts: their names and MIME types.
var richKinds = [][2]string{{"HTML", "text/html"}, {"SVG", "image/svg+xml"}, {"Markdown", "text/markdown"},
	{"Latex", "text/latex"}, {"Math", "text/latex"}, {"Javascript", "application/javascript"}, {"Pretty", "text/plain"}}

var richClasses = map[string]*py.Class{}

func init() {
	for _, k := range richKinds {
		name, mime := k[0], k[1]
		c := py.NewClass("IPython.core.display", name, py.ObjectClass, nil)
		c.Doc = "A text that notebooks show as " + mime + "."
		sig := name + "(data=None, url=None, filename=None, metadata=None)"
		c.New = py.NewBuiltin(sig, func(t *py.Thread, a []py.Value) (py.Value, error) {
			if a[1] != py.None {
				return nil, py.ValueErrorf("%s: tfs fetches nothing; give data or filename", name)
			}
			s, ok := a[0].(string)
			if path, named := a[2].(string); named {
				b, err := readDisplayed(t, path)
				if err != nil {
					return nil, err
				}
				s, ok = string(b), true
			}
			if !ok {
				return nil, py.TypeErrorf("%s takes a str, not %s", name, py.TypeOf(a[0]).Name)
			}
			if name == "Math" {
				s = "$\\displaystyle " + strings.Trim(s, "$") + "$"
			}
			return &Rich{MIME: mime, Data: s, kind: name}, nil
		})
		richClasses[name] = c
	}
	image := py.NewClass("IPython.core.display", "Image", py.ObjectClass, nil)
	image.Doc = "A picture that notebooks show: PNG, JPEG or GIF."
	image.New = py.NewBuiltin("Image(data=None, url=None, filename=None, format=None, embed=None, width=None, "+
		"height=None, retina=False, unconfined=False, metadata=None, alt=None)", newImage)
	richClasses["Image"] = image
	js := py.NewClass("IPython.core.display", "JSON", py.ObjectClass, nil)
	js.Doc = "A value that notebooks show as JSON."
	js.New = py.NewBuiltin("JSON(data=None, url=None, filename=None, expanded=False, metadata=None, root='root')", newJSON)
	richClasses["JSON"] = js
	richBase := py.NewClass("IPython.core.display", "DisplayObject", py.ObjectClass, nil)
	richBase.Repr = func(_ *py.Thread, v py.Value) (string, error) {
		return "<IPython.core.display." + v.(*Rich).kind + " object>", nil
	}
	richBase.Prop("data", "The text, or the bytes of a picture.", func(_ *py.Thread, v py.Value) (py.Value, error) {
		if x := v.(*Rich); x.kind == "Image" {
			return py.Bytes(x.Data), nil
		}
		return v.(*Rich).Data, nil
	})
	py.Register[*Rich](richBase)
}

// newJSON is IPython.display.JSON: a value, or its text.
func newJSON(t *py.Thread, a []py.Value) (py.Value, error) {
	data := a[0]
	if path, ok := a[2].(string); ok {
		b, err := readDisplayed(t, path)
		if err != nil {
			return nil, err
		}
		data = string(b)
	}
	if text, ok := data.(string); ok {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			return nil, py.ValueErrorf("JSON: %v", err)
		}
		return &Rich{kind: "JSON", Data: text, Forms: &lang.Forms{Data: map[string]any{"application/json": v}}}, nil
	}
	if data == py.None {
		return nil, py.ValueErrorf("JSON: tfs fetches nothing; give data or filename")
	}
	d := py.NewDict()
	d.SetStr("application/json", data)
	return &Rich{kind: "JSON", Data: py.ReprOf(data), Forms: lang.FormsOf(d)}, nil
}

// readDisplayed reads a file that is shown.
func readDisplayed(t *py.Thread, path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, py.OSErr(err, path)
	}
	if !info.Mode().IsRegular() {
		return nil, py.ValueErrorf("%s is not a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, py.OSErr(err, path)
	}
	defer f.Close()
	return memory.ReadAll(t.Ctx, f)
}

// newImage is IPython.display.Image: a picture of bytes, of a file, or at an address, whose size can be set.
func newImage(t *py.Thread, a []py.Value) (py.Value, error) {
	data, path, url := a[0], a[2], a[1]
	if s, ok := data.(string); ok { // a path or an address
		if data = py.None; strings.HasPrefix(s, "http") {
			url = s
		} else {
			path = s
		}
	}
	size := ""
	for i, name := range []string{"width", "height"} {
		if n, ok := py.AsInt(a[5+i]); ok && a[5+i] != py.None {
			size += fmt.Sprintf(" %s=\"%d\"", name, n)
		}
	}
	if address, ok := url.(string); ok {
		return &Rich{MIME: "text/html", Data: `<img src="` + html.EscapeString(address) + `"` + size + "/>", kind: "Image"}, nil
	}
	var b []byte
	if p, ok := path.(string); ok {
		var err error
		if b, err = readDisplayed(t, p); err != nil {
			return nil, err
		}
	} else if b, ok = py.Buffer(data); !ok {
		return nil, py.TypeErrorf("Image takes bytes, a filename or a url, not %s", py.TypeOf(data).Name)
	}
	mime := ""
	for _, k := range [][2]string{{"\x89PNG", "image/png"}, {"\xff\xd8", "image/jpeg"}, {"GIF8", "image/gif"}} {
		if strings.HasPrefix(string(b), k[0]) {
			mime = k[1]
		}
	}
	if mime == "" {
		return nil, py.ValueErrorf("Image: the bytes are no PNG, JPEG or GIF")
	}
	return &Rich{MIME: mime, Data: string(b), Size: size, kind: "Image"}, nil
}

// displayFn shows values in their richest form.
var displayFn = py.NewRaw(
	"display(*objs, include=None, exclude=None, metadata=None, transient=None, display_id=None, raw=False, clear=False, "+
		"update=False)",
	"Shows values, in notebooks in their richest form.",
	func(t *py.Thread, args []py.Value, kw []py.Kw) (py.Value, error) {
		shown, flags, err := shownBy(t, kw)
		if err != nil {
			return nil, err
		}
		if flags["clear"] {
			emitShown(t, &lang.Shown{Clear: true, Wait: true})
		}
		for _, v := range args {
			if flags["raw"] {
				err = showForms(t, v, shown)
			} else {
				err = show(t, v, shown)
			}
			if err != nil {
				return nil, err
			}
		}
		if shown.ID != "" && !shown.Update {
			return &displayHandle{shown.ID}, nil
		}
		return py.None, nil
	},
)

// shownBy reads how display() is to show values: the display, and the flags raw and clear.
func shownBy(t *py.Thread, kw []py.Kw) (shown *lang.Shown, flags map[string]bool, err error) {
	shown, flags = &lang.Shown{}, map[string]bool{}
	for _, k := range kw {
		switch k.Name {
		case "display_id":
			switch k.Value {
			case py.None, false:
			case true:
				shown.ID = freshID()
			default:
				shown.ID = py.StrOf(k.Value)
			}
		case "update", "raw", "clear":
			if flags[k.Name], err = py.Truth(t, k.Value); err != nil {
				return nil, nil, err
			}
			shown.Update = flags["update"]
		case "include", "exclude", "metadata", "transient": // a front end takes the form it can show
		default:
			return nil, nil, py.TypeErrorf("display() got an unexpected keyword argument '%s'", k.Name)
		}
	}
	return shown, flags, nil
}

// emitShown tells the front end of what is shown, if there is one.
func emitShown(t *py.Thread, shown *lang.Shown) {
	if in := running(t); in != nil && in.Listening() {
		in.Emit(lang.Event{Kind: lang.Display, Shown: shown})
	}
}

// showForms shows a dict of forms by their MIME types.
func showForms(t *py.Thread, v py.Value, shown *lang.Shown) error {
	d, ok := v.(*py.Dict)
	if !ok {
		return py.TypeErrorf("display(raw=True) takes a dict of MIME types, not %s", py.TypeOf(v).Name)
	}
	text := "<display>"
	if plain, ok := d.GetStr("text/plain"); ok {
		text = py.StrOf(plain)
	}
	if in := running(t); in != nil && in.Listening() {
		in.Emit(lang.Event{Kind: lang.Display, Text: py.Visible(text) + "\n", Value: lang.FormsOf(d), Shown: shown})
		return nil
	}
	_, err := t.Stdout.Write([]byte(text + "\n"))
	return err
}

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
	in := running(t)
	if in != nil && in.ShowsItself(t, v) {
		return nil
	}
	text, err := py.Repr(t, v)
	if err != nil {
		return err
	}
	if in != nil && in.Listening() {
		if forms := in.Forms(t, v); forms != nil {
			v = forms
		}
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
	emitShown(t, &lang.Shown{Clear: true, Wait: wait})
	return py.None, nil
})

// publishFn shows a dict of forms by their MIME types.
var publishFn = py.NewBuiltin("publish_display_data(data, metadata=None, source=None, transient=None, update=False)",
	func(t *py.Thread, a []py.Value) (py.Value, error) {
		update, err := py.Truth(t, a[4])
		shown := &lang.Shown{Update: update}
		if d, ok := a[3].(*py.Dict); ok {
			if id, ok := d.GetStr("display_id"); ok {
				shown.ID = py.StrOf(id)
			}
		}
		if err == nil {
			err = showForms(t, a[0], shown)
		}
		return py.None, err
	})

// displayNames are the names notebooks know without an import; IPython.display has them too.
func displayNames() map[string]py.Value {
	clearFn.Doc = "Takes what the cell has shown away, with wait only when the next output comes."
	updateFn.Doc = "Replaces what a display shows."
	names := map[string]py.Value{"display": displayFn, "update_display": updateFn, "clear_output": clearFn}
	for _, k := range richKinds[:3] {
		names[k[0]] = richClasses[k[0]]
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
	for name, c := range richClasses {
		display.Attrs[name] = c
	}
	display.Attrs["publish_display_data"] = publishFn
	return &py.Module{
		Name:  "IPython",
		Short: "IPython",
		Doc:   "The part of IPython that notebooks import.",
		Attrs: map[string]py.Value{"display": display},
	}
}
