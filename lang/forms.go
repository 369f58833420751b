package lang

import (
	"encoding/base64"
	"math"

	"github.com/tfs-lang/tfs/lang/py"
)

// Forms is a value in the forms its own class makes for notebooks, by MIME type: texts, bytes as base64, and what JSON
// has.
type Forms struct {
	Data map[string]any
}

// formMethods are the methods of a class that make forms of its objects, with what they make.
var formMethods = [][2]string{{"_repr_html_", "text/html"}, {"_repr_markdown_", "text/markdown"},
	{"_repr_svg_", "image/svg+xml"}, {"_repr_png_", "image/png"}, {"_repr_jpeg_", "image/jpeg"},
	{"_repr_latex_", "text/latex"}, {"_repr_json_", "application/json"}, {"_repr_pdf_", "application/pdf"},
	{"_repr_javascript_", "application/javascript"}}

// Forms asks an object of the program for its forms; nil where no notebook shows them or its class makes none. A method
// that fails is told of, and makes no form.
func (in *Interp) Forms(t *py.Thread, v py.Value) *Forms {
	x, ok := v.(*py.Instance)
	if !ok || !in.opts.Figures {
		return nil
	}
	forms := &Forms{map[string]any{}}
	if made := in.form(t, x, "_repr_mimebundle_"); made != py.None {
		forms.add(made)
	}
	for _, m := range formMethods {
		if _, has := forms.Data[m[1]]; has {
			continue
		}
		if made := in.form(t, x, m[0]); made != py.None {
			forms.Data[m[1]] = formed(made)
		}
	}
	if len(forms.Data) == 0 {
		return nil
	}
	return forms
}

// FormsOf are those that a dict has by their MIME types.
func FormsOf(d *py.Dict) *Forms {
	forms := &Forms{map[string]any{}}
	forms.add(d)
	return forms
}

func (f *Forms) add(bundle py.Value) {
	d, ok := bundle.(*py.Dict)
	if !ok {
		return
	}
	_ = d.Each(func(k, v py.Value) error {
		if mime, ok := k.(string); ok && v != py.None {
			f.Data[mime] = formed(v)
		}
		return nil
	})
}

// form calls a method that makes a form; None is no form. Of a form and its metadata the form is taken.
func (in *Interp) form(t *py.Thread, x *py.Instance, name string) py.Value {
	if x.Class.Lookup(name) == nil {
		return py.None
	}
	method, err := py.GetAttr(t, x, name)
	var made py.Value
	if err == nil && name == "_repr_mimebundle_" {
		made, err = py.Call(t, method, nil, []py.Kw{{Name: "include", Value: py.None}, {Name: "exclude", Value: py.None}})
	} else if err == nil {
		made, err = py.Call(t, method, nil, nil)
	}
	if err != nil {
		in.tell(err)
		return py.None
	}
	if pair, ok := made.(*py.Tuple); ok && len(pair.Items) == 2 {
		return pair.Items[0]
	}
	return made
}

func (in *Interp) tell(err error) {
	if in.sink != nil {
		in.sink(Event{Kind: Stderr, Text: in.Traceback(py.AsExc(err))})
	}
}

// ShowsItself calls the method by which an object is shown in notebooks without a result, if its class has it.
func (in *Interp) ShowsItself(t *py.Thread, v py.Value) bool {
	x, ok := v.(*py.Instance)
	if !ok || !in.opts.Figures || x.Class.Lookup("_ipython_display_") == nil {
		return false
	}
	if _, err := py.CallMethod(t, x, "_ipython_display_"); err != nil {
		in.tell(err)
	}
	return true
}

// formed is a form as messages hold it.
func formed(v py.Value) any {
	if b, ok := py.Buffer(v); ok {
		return base64.StdEncoding.EncodeToString(b)
	}
	return jsonOf(v, 0)
}

// formDepth is how deep JSON within a form may be: what is deeper, or within itself, is a text.
const formDepth = 100

func jsonOf(v py.Value, depth int) any {
	if v == py.None {
		return nil
	}
	if depth < formDepth {
		switch x := v.(type) {
		case string, bool, int64:
			return x
		case float64:
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				return x
			}
		case *py.List:
			return jsonItems(x.Items, depth)
		case *py.Tuple:
			return jsonItems(x.Items, depth)
		case *py.Dict:
			out := map[string]any{}
			_ = x.Each(func(k, v py.Value) error {
				out[py.StrOf(k)] = jsonOf(v, depth+1)
				return nil
			})
			return out
		}
	}
	return py.StrOf(v)
}

func jsonItems(items []py.Value, depth int) []any {
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = jsonOf(item, depth+1)
	}
	return out
}
