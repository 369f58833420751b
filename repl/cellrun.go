package repl

import (
	"context"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/notebook"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// cellRun runs a cell of a notebook and keeps what it shows, in the notebook's form.
type cellRun struct {
	check   *Check
	in      *lang.Interp
	count   int
	outputs []map[string]any
	ids     []string // of the displays among the outputs, "" for the others
	stream  string   // the text of the last output, when that is a stream
	out     transcript.Outcome
}

func (r *cellRun) do(ctx context.Context, name, code string) transcript.Outcome {
	src := transcript.StripPrompts(code)
	r.in.Remember(code)
	if session.Of(r.in).IsQuestion(src) {
		return r.out // answered in a pager, not in the notebook
	}
	quiet := transcript.Quiet(src)
	_ = r.in.Eval(ctx, name, src+"\n", lang.Cell, func(e lang.Event) {
		if !quiet || e.Kind != lang.Result {
			r.event(e)
		}
	})
	return r.out
}

func (r *cellRun) event(e lang.Event) {
	switch e.Kind {
	case lang.Stdout:
		r.out.Out += e.Text
		r.print("stdout", e.Text)
	case lang.Stderr:
		r.print("stderr", e.Text)
	case lang.Result:
		r.out.Out += e.Text + "\n"
		r.add(
			"",
			map[string]any{
				"output_type":     "execute_result",
				"execution_count": r.count,
				"data":            r.bundle(e.Text, e.Value),
				"metadata":        map[string]any{},
			},
		)
	case lang.Page:
		r.out.Out += e.Text
		data := map[string]any{"text/plain": notebook.SplitLines(e.Text)}
		if r.check.Page != nil {
			data["text/html"] = notebook.SplitLines(r.check.Page(e.Text))
		}
		r.add("", display(data))
	case lang.Display:
		r.display(e)
	case lang.Progressed:
		if e.Progress.Ended { // the last state is what stays
			r.out.Out += e.Progress.String() + "\n"
			r.add("", display(r.bundle(e.Progress.String(), e.Progress)))
		}
	case lang.Error:
		r.out.Kind, r.out.Msg = r.in.Describe(e.Exc)
		kind := r.out.Kind[strings.LastIndexByte(r.out.Kind, '.')+1:]
		failure := map[string]any{"ename": kind, "evalue": r.out.Msg, "traceback": notebook.SplitLines(e.Text)}
		if r.check.Failure != nil {
			failure = r.check.Failure(r.in, e.Exc)
		}
		failure["output_type"] = "error"
		r.add("", failure)
	}
}

// print adds to a stream; neighbouring texts of one stream are one output.
func (r *cellRun) print(name, text string) {
	if n := len(r.outputs); n > 0 && r.outputs[n-1]["name"] == name {
		r.stream += text
		r.outputs[n-1]["text"] = notebook.SplitLines(r.stream)
		return
	}
	r.add("", map[string]any{"output_type": "stream", "name": name, "text": notebook.SplitLines(text)})
	r.stream = text
}

//go:noinline
func (r *cellRun) add(id string, output map[string]any) {
	r.outputs, r.ids = append(r.outputs, output), append(r.ids, id)
}

func display(data map[string]any) map[string]any {
	return map[string]any{"output_type": "display_data", "data": data, "metadata": map[string]any{}}
}

func (r *cellRun) display(e lang.Event) {
	shown := e.Shown
	if shown == nil {
		shown = &lang.Shown{}
	}
	if shown.Clear {
		r.outputs, r.ids, r.out.Out = nil, nil, ""
		return
	}
	text := strings.TrimSuffix(e.Text, "\n")
	d := display(r.bundle(text, e.Value))
	if shown.Update {
		for i, id := range r.ids {
			if id == shown.ID {
				r.outputs[i] = d
			}
		}
		return
	}
	r.out.Out += text + "\n"
	r.add(shown.ID, d)
}

// bundle is a value's forms, texts as lists of lines.
func (r *cellRun) bundle(text string, v py.Value) map[string]any {
	data := map[string]any{"text/plain": text}
	if r.check.Bundle != nil {
		data = r.check.Bundle(text, v)
	}
	for k, form := range data {
		if s, ok := form.(string); ok {
			data[k] = notebook.SplitLines(s)
		}
	}
	return data
}
