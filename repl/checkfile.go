package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/history"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/notebook"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// page checks the examples of a text.
func (c *Check) page(ctx context.Context, f *FileReport, text string) error {
	in := session.New(c.Options)
	return c.transcript(ctx, f, in, text, 0, text)
}

// transcript checks the examples of a part of a file, the first line of which has offset
// lines above it. Outputs are written back where the file's lines are the part's.
func (c *Check) transcript(
	ctx context.Context,
	f *FileReport,
	in *lang.Interp,
	part string,
	offset int,
	file string,
) error {
	var edits []edit
	lines := strings.Split(file, "\n")
	for _, it := range transcript.ParseTranscript(part) {
		e := it.Example
		if e == nil {
			continue
		}
		r := ExampleReport{Line: e.Line + offset, Source: e.Source, Want: e.Want}
		rule, err := e.Rule()
		if err != nil {
			r.Problem = err.Error()
		}
		from := e.Body + offset
		fits := func(output []string) string {
			if c.Update && !standsAt(lines, from, e) {
				return "its output cannot be written back, for its text has escapes"
			}
			return unfit(e, output)
		}
		got, stop := c.example(ctx, f, r, rule, fits, func(ctx context.Context) transcript.Outcome {
			return in.RunExample(ctx, e.Source, false)
		})
		if c.hasUpdated(f, r) {
			edits = append(edits, edit{from, from + len(e.Want), prefixed(e.Indent, got.Lines())})
		}
		if stop {
			break
		}
	}
	if len(edits) == 0 || ctx.Err() != nil {
		return nil
	}
	return writeOutputs(f.Path, edits)
}

// hasUpdated tells whether r, the example that was run last, shows something else, which is to be written back.
func (c *Check) hasUpdated(f *FileReport, r ExampleReport) bool {
	last := len(f.Examples) - 1
	return last >= 0 && f.Examples[last].Status == updated && f.Examples[last].Line == r.Line
}

// unfit says which line of an output cannot stand under an example, if one cannot.
func unfit(e *transcript.Example, output []string) string {
	i := e.Unfit(output)
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("line %d of its output, %s, cannot stand here: it is read as the end of the example, "+
		"a fence or a prompt; print it in another form", i+1, strconv.Quote(strings.TrimSpace(output[i])))
}

// standsAt tells whether the recorded output of an example stands in lines from a number on.
func standsAt(lines []string, from int, e *transcript.Example) bool {
	want := prefixed(e.Indent, e.Want)
	return from+len(want) <= len(lines) && slices.Equal(lines[from:from+len(want)], want)
}

func prefixed(indent string, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = indent + l
	}
	return out
}

// edit puts other lines in place of the lines from, ..., to-1 of a file.
type edit struct {
	from, to int
	lines    []string
}

// writeOutputs changes lines of a file and leaves every other byte as it stands: what ends
// its lines, and whether the last one is ended.
func writeOutputs(path string, edits []edit) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	changed := applyEdits(data, edits)
	was, now := transcript.ParseTranscript(lang.CleanText(data)), transcript.ParseTranscript(lang.CleanText(changed))
	if !sameButOutputs(was, now) {
		return errors.New(
			"nothing was written: an output has a line that ends it, such as a prompt or a fence; print it in another form",
		)
	}
	return replaceFile(path, changed)
}

func applyEdits(data []byte, edits []edit) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	end := "\n"
	if bytes.HasSuffix(lines[0], []byte("\r\n")) {
		end = "\r\n"
	}
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(out, bytes.Join(lines[at:e.from], nil)...)
		if len(out) > 0 && out[len(out)-1] != '\n' {
			out = append(out, end...)
		}
		for _, l := range e.lines {
			out = append(append(out, l...), end...)
		}
		at = e.to
	}
	out = append(out, bytes.Join(lines[at:], nil)...)
	if !bytes.HasSuffix(data, []byte("\n")) {
		out = bytes.TrimSuffix(out, []byte(end))
	}
	return out
}

// sameButOutputs tells whether two texts have the same prose and the same examples.
func sameButOutputs(a, b []transcript.Item) bool {
	return slices.EqualFunc(a, b, func(x, y transcript.Item) bool {
		if x.Example == nil || y.Example == nil {
			return x.Example == y.Example && x.Prose == y.Prose
		}
		return slices.Equal(x.Example.Prompts, y.Example.Prompts)
	})
}

// replaceFile writes a file anew, as a whole or not at all; a link goes on leading to it.
func replaceFile(path string, data []byte) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	st, err := os.Stat(real)
	if err != nil {
		return err
	}
	return history.Replace(real, data, st.Mode().Perm())
}

// module checks the docstrings of a Python file: the file is run first, under another name
// than __main__, and every docstring has a copy of its names.
func (c *Check) module(ctx context.Context, f *FileReport, text string) error {
	docs, err := lang.Docstrings(text)
	if err != nil {
		return err
	}
	docs = slices.DeleteFunc(docs, func(d lang.Docstring) bool {
		return !slices.ContainsFunc(transcript.ParseTranscript(d.Text),
			func(it transcript.Item) bool { return it.Example != nil })
	})
	if len(docs) == 0 {
		return nil
	}
	in := session.New(c.Options)
	in.Set("__name__", strings.TrimSuffix(filepath.Base(f.Path), filepath.Ext(f.Path)))
	in.Set("__file__", f.Path)
	failure := ""
	_ = in.Eval(ctx, f.Path, text, lang.Script, func(e lang.Event) {
		if e.Kind == lang.Error {
			failure = e.Text
		}
	})
	if failure != "" {
		return errors.New("the module itself fails:\n" + strings.TrimRight(failure, "\n"))
	}
	for _, d := range docs {
		in.Apart(func() { err = c.transcript(ctx, f, in, d.Text, d.Line-1, text) })
		if err != nil || c.FailFast && f.failures() > 0 {
			return err
		}
	}
	return nil
}

// notebook checks the cells of a notebook. What standard error got is not compared: other
// programs' logs stand there. A cell that was never run is run, and not compared.
func (c *Check) notebook(ctx context.Context, f *FileReport, text string) error {
	data, err := os.ReadFile(f.Path)
	if err != nil {
		return err
	}
	nb, err := notebook.Read(data)
	if err != nil {
		return err
	}
	options := c.Options
	options.Width = func() int { return session.Unwrapped }
	options.Figures = true
	in := session.New(options)
	var changes []notebook.Change
	for i := range nb.Cells {
		cell := &nb.Cells[i]
		if strings.TrimSpace(cell.Source) == "" {
			continue
		}
		run := &cellRun{check: c, in: in, count: cell.Count}
		r := ExampleReport{Cell: cell.Number, Source: cell.Source, Want: recorded(cell).Lines()}
		rule, err := (&transcript.Example{Source: cell.Source}).Rule()
		if err != nil {
			r.Problem = err.Error()
		}
		if cell.Count == 0 && len(cell.Outputs) == 0 {
			run.count = in.Count() + 1
			if !c.Update {
				rule, r.runs = rule.Uncompared(), !cell.Tagged("raises-exception")
			}
		}
		switch {
		case skips(cell):
			rule.Skip = true
		case cell.Tagged("nbval-ignore-output"):
			rule = rule.Uncompared()
			r.runs = !cell.Tagged("raises-exception") && recorded(cell).Kind == ""
		}
		anywhere := func([]string) string { return "" }
		_, stop := c.example(ctx, f, r, rule, anywhere, func(ctx context.Context) transcript.Outcome {
			return run.do(ctx, fmt.Sprintf("%s, cell %d", f.Path, cell.Number), cell.Source)
		})
		if last := len(f.Examples) - 1; last >= 0 && f.Examples[last].Status == updated {
			changes = append(changes, notebook.Change{Cell: cell, Count: run.count, Outputs: run.outputs})
		}
		if stop {
			break
		}
	}
	if len(changes) == 0 || ctx.Err() != nil {
		return nil
	}
	if data, err = nb.With(changes); err != nil {
		return err
	}
	return replaceFile(f.Path, data)
}

// skips tells whether a cell's tags say that it is not to be run.
func skips(cell *notebook.Cell) bool {
	return cell.Tagged("skip-execution") || cell.Tagged("nbval-skip")
}

// recorded is the outcome a cell's outputs tell of.
func recorded(cell *notebook.Cell) transcript.Outcome {
	var o transcript.Outcome
	for _, out := range cell.Outputs {
		switch out.Type {
		case "stream":
			if out.Name != "stderr" {
				o.Out += out.Plain()
			}
		case "error":
			o.Kind, o.Msg = out.ErrorName, out.Message
		default:
			o.Out += out.Plain() + "\n"
		}
	}
	return o
}
