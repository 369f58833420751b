package lang

import (
	"context"
	"regexp"
	"strings"

	"github.com/tfs-lang/tfs/py"
)

// Example is one example of a transcript: lines after >>> and ..., and the output under them.
type Example struct {
	Source  string   // without prompts
	Prompts []string // the prompt lines as they stand
	Want    []string // the recorded output, without indent
	Indent  string
	Line    int // of the first prompt, from 1
}

// Item is a line of prose or an example.
type Item struct {
	Prose   string
	Example *Example
}

var promptLine = regexp.MustCompile(`^([ \t]*)>>>(?: (.*)|)$`)

// ParseTranscript splits a text into prose and examples. Output runs to the next blank
// line or prompt.
func ParseTranscript(text string) []Item {
	lines := strings.Split(text, "\n")
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1]
	}
	var items []Item
	for i := 0; i < len(lines); {
		m := promptLine.FindStringSubmatch(lines[i])
		if m == nil {
			items = append(items, Item{Prose: lines[i]})
			i++
			continue
		}
		indent, start := m[1], i
		src := []string{m[2]}
		for i++; i < len(lines); i++ {
			rest, ok := strings.CutPrefix(lines[i], indent+"...")
			if !ok || rest != "" && rest[0] != ' ' {
				break
			}
			src = append(src, strings.TrimPrefix(rest, " "))
		}
		body := i
		for i < len(lines) && strings.TrimSpace(lines[i]) != "" && !promptLine.MatchString(lines[i]) {
			i++
		}
		var want []string
		for _, l := range lines[body:i] {
			if strings.HasPrefix(l, indent) {
				want = append(want, l[len(indent):])
			} else {
				want = append(want, strings.TrimLeft(l, " \t"))
			}
		}
		items = append(items, Item{Example: &Example{strings.TrimRight(strings.Join(src, "\n"), " \t\n"), lines[start:body], want, indent, start + 1}})
	}
	return items
}

// HasPrompts tells whether a script is a transcript: its first line of code has a prompt.
func HasPrompts(src string) bool {
	for _, l := range strings.Split(src, "\n") {
		s := strings.TrimSpace(l)
		if s == "" || strings.HasPrefix(s, "#") {
			continue
		}
		return promptLine.MatchString(l)
	}
	return false
}

// IsTranscript tells whether a text is to be read by its prompts: it begins with one, or it
// has some and is no code. A docstring with examples is code.
func IsTranscript(src string) bool {
	if HasPrompts(src) {
		return true
	}
	for _, l := range strings.Split(src, "\n") {
		if promptLine.MatchString(l) {
			return Complete(src+"\n\n") == Wrong
		}
	}
	return false
}

// Outcome is what an example showed: standard output, then maybe an exception.
type Outcome struct {
	Out       string
	Kind, Msg string // the exception's full class name and message
}

// Lines is the outcome as it stands in a transcript.
func (o Outcome) Lines() []string {
	var out []string
	add := func(text string) {
		for _, l := range strings.Split(text, "\n") {
			if strings.TrimSpace(l) == "" {
				l = "<BLANKLINE>"
			}
			out = append(out, l)
		}
	}
	if o.Out != "" {
		add(strings.TrimSuffix(o.Out, "\n"))
	}
	if o.Kind != "" {
		out = append(out, "Traceback (most recent call last):", "    ...")
		head := o.Kind
		if o.Msg != "" {
			head += ": " + o.Msg
		}
		add(head)
	}
	return out
}

// RunExample evaluates one example as a cell of the session.
func (in *Interp) RunExample(ctx context.Context, src string, stderr bool) Outcome {
	var b strings.Builder
	var o Outcome
	_ = in.Eval(ctx, "<example>", src+"\n", Cell, func(e Event) {
		switch e.Kind {
		case Stdout, Display, Page:
			b.WriteString(e.Text)
		case Stderr:
			if stderr {
				b.WriteString(e.Text)
			}
		case Result:
			b.WriteString(e.Text + "\n")
		case Error:
			o.Kind, o.Msg = in.Describe(e.Exc)
		}
	})
	o.Out = b.String()
	return o
}

// Transcript replays a transcript: the text again, each example followed by what it shows.
func (in *Interp) Transcript(ctx context.Context, text string, stderr bool) string {
	var out []string
	for _, it := range ParseTranscript(text) {
		if it.Example == nil {
			out = append(out, it.Prose)
			continue
		}
		out = append(out, it.Example.Prompts...)
		for _, l := range in.RunExample(ctx, it.Example.Source, stderr).Lines() {
			out = append(out, it.Example.Indent+l)
		}
	}
	return strings.Join(out, "\n") + "\n"
}

// StripPrompts gives the code of pasted text: with prompts, only the prompted lines count.
func StripPrompts(src string) string {
	if !IsTranscript(src) {
		return src
	}
	var out []string
	for _, it := range ParseTranscript(src) {
		if it.Example != nil {
			out = append(out, it.Example.Source)
		}
	}
	return strings.Join(out, "\n")
}

// ParseOutcome reads recorded output lines back.
func ParseOutcome(lines []string) Outcome {
	var o Outcome
	at := -1
	clean := make([]string, len(lines))
	for i, l := range lines {
		if strings.TrimSpace(l) == "<BLANKLINE>" {
			l = ""
		}
		clean[i] = l
		if at < 0 && strings.TrimRight(l, " ") == "Traceback (most recent call last):" {
			at = i
		}
	}
	if at < 0 {
		for _, l := range clean {
			o.Out += l + "\n"
		}
		return o
	}
	for _, l := range clean[:at] {
		o.Out += l + "\n"
	}
	rest := clean[at+1:]
	for len(rest) > 0 && (rest[0] == "" || rest[0][0] == ' ' || rest[0][0] == '\t') {
		rest = rest[1:]
	}
	head := strings.Join(rest, "\n")
	kind, msg, ok := strings.Cut(head, ": ")
	if !ok || strings.ContainsAny(kind, "\n ") {
		kind, msg, _ = strings.Cut(head, "\n")
		kind = strings.TrimSuffix(kind, ":")
	}
	if kind == "" {
		kind = py.ExceptionClass.Name
	}
	o.Kind, o.Msg = kind, msg
	return o
}
