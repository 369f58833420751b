// Package notebook reads Jupyter notebooks (nbformat 4) and writes outputs back into them,
// every other byte left as it stands. It knows nothing of what cells mean or how they run.
package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Cell is a code cell.
type Cell struct {
	Number  int // among all cells, from 1
	Source  string
	Outputs []Output
	Count   int      // the recorded execution count, 0 when the cell was never run
	Tags    []string // of its metadata

	outputs, count span // where the values stand in the file
	indent         string
}

// Text is a cell of Markdown.
type Text struct {
	Number int // among all cells, from 1
	Source string
}

// Output is one recorded output: its type is stream, execute_result, display_data or error.
type Output struct {
	Type      string                     `json:"output_type"`
	Name      string                     `json:"name"` // of a stream: stdout or stderr
	Text      Lines                      `json:"text"`
	Data      map[string]json.RawMessage `json:"data"`
	ErrorName string                     `json:"ename"`
	Message   string                     `json:"evalue"`
}

// Plain is the text of an output as terminals show it.
func (o Output) Plain() string {
	if o.Type == "stream" {
		return string(o.Text)
	}
	var text Lines
	_ = json.Unmarshal(o.Data["text/plain"], &text)
	return string(text)
}

// Lines is a text, which notebooks write as one string or as a list of lines.
type Lines string

// UnmarshalJSON reads both forms.
func (l *Lines) UnmarshalJSON(b []byte) error {
	var one string
	if err := json.Unmarshal(b, &one); err == nil {
		*l = Lines(one)
		return nil
	}
	var list []string
	if err := json.Unmarshal(b, &list); err != nil {
		return errors.New("a text is neither a string nor a list of strings")
	}
	*l = Lines(strings.Join(list, ""))
	return nil
}

type span struct{ from, to int }

// Notebook is a notebook as it was read.
type Notebook struct {
	Cells []Cell // the code cells
	Texts []Text // the cells of Markdown
	data  []byte
	unit  string // of the file's indentation; "" for a file in one line
}

// Is tells by a file's name whether it is a notebook.
func Is(path string) bool { return strings.HasSuffix(strings.ToLower(path), ".ipynb") }

// Read reads a notebook's text. The error names what is wrong and the line it stands in.
func Read(data []byte) (*Notebook, error) {
	if !json.Valid(data) {
		var se *json.SyntaxError
		err := json.Unmarshal(data, new(any))
		if errors.As(err, &se) {
			return nil, fmt.Errorf("not a notebook: line %d: %v",
				1+bytes.Count(data[:min(int(se.Offset), len(data))], []byte("\n")), err)
		}
		return nil, fmt.Errorf("not a notebook: %v", err)
	}
	top, err := fields(data, 0)
	if err != nil {
		return nil, errors.New("not a notebook: an object is needed, with the cells in it")
	}
	var format int
	at, ok := top["nbformat"]
	if !ok || json.Unmarshal(data[at.from:at.to], &format) != nil {
		return nil, errors.New("not a notebook: it names no nbformat")
	}
	cells, ok := top["cells"]
	if format != 4 || !ok {
		return nil, fmt.Errorf("notebook format %d is not read, only 4; jupyter nbconvert --to notebook converts it",
			format)
	}
	n := &Notebook{data: data, unit: indentUnit(data)}
	spans, err := elements(data, cells.from)
	if err != nil {
		return nil, errors.New("not a notebook: its cells are no list")
	}
	for i, s := range spans {
		if err := n.addCell(i+1, s); err != nil {
			return nil, fmt.Errorf("cell %d: %v", i+1, err)
		}
	}
	return n, nil
}

func (n *Notebook) addCell(number int, at span) error {
	var c struct {
		Type     string   `json:"cell_type"`
		Source   Lines    `json:"source"`
		Outputs  []Output `json:"outputs"`
		Count    *int     `json:"execution_count"`
		Metadata struct {
			Tags []string `json:"tags"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(n.data[at.from:at.to], &c); err != nil {
		return err
	}
	if c.Type == "markdown" {
		n.Texts = append(n.Texts, Text{number, string(c.Source)})
	}
	if c.Type != "code" {
		return nil
	}
	parts, err := fields(n.data, at.from)
	if err != nil {
		return err
	}
	cell := Cell{Number: number, Source: string(c.Source), Outputs: c.Outputs, Tags: c.Metadata.Tags,
		outputs: parts["outputs"], count: parts["execution_count"]}
	if c.Count != nil {
		cell.Count = *c.Count
	}
	cell.indent = lineIndent(n.data, cell.outputs.from)
	n.Cells = append(n.Cells, cell)
	return nil
}

// Tagged tells whether a cell has a tag.
func (c *Cell) Tagged(tag string) bool {
	for _, t := range c.Tags {
		if t == tag {
			return true
		}
	}
	return false
}

// Change is what a cell is to show from now on: outputs in nbformat's form.
type Change struct {
	Cell    *Cell
	Count   int
	Outputs []map[string]any
}

// With gives the notebook's text with the outputs of some cells changed, in its own layout.
func (n *Notebook) With(changes []Change) ([]byte, error) {
	type edit struct {
		at   span
		text []byte
	}
	var edits []edit
	for _, c := range changes {
		text, err := n.marshal(c.Outputs, c.Cell.indent)
		if err != nil {
			return nil, err
		}
		if c.Cell.outputs.to == 0 {
			return nil, fmt.Errorf("cell %d has no place for outputs", c.Cell.Number)
		}
		edits = append(edits, edit{c.Cell.outputs, text})
		if c.Cell.count.to > 0 && c.Count > 0 {
			edits = append(edits, edit{c.Cell.count, fmt.Append(nil, c.Count)})
		}
	}
	sort.Slice(edits, func(i, j int) bool { return edits[i].at.from < edits[j].at.from })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, n.data[at:e.at.from]...), e.text...)
		at = e.at.to
	}
	return append(out, n.data[at:]...), nil
}

// marshal writes a value as Jupyter does: keys sorted, text as it is.
func (n *Notebook) marshal(outputs []map[string]any, indent string) ([]byte, error) {
	if len(outputs) == 0 {
		return []byte("[]"), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if n.unit != "" {
		enc.SetIndent(indent, n.unit)
	}
	if err := enc.Encode(outputs); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// SplitLines gives a text as notebooks write it: a list of lines with their line breaks.
func SplitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
