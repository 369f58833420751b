package transcript

import (
	"regexp"
	"strings"
)

// Example is one example of a transcript: lines after >>> and ..., and the output under them.
type Example struct {
	Source  string   // without prompts
	Prompts []string // the prompt lines as they stand
	Want    []string // the recorded output, without indent
	Indent  string   // what stands before the prompts: blanks, and > in quotes
	Line    int      // of the first prompt, from 1
	Body    int      // the number of lines above the recorded output

	in *fence // the block it stands in, as it was there
}

// Item is a line of prose or an example.
type Item struct {
	Prose   string
	Example *Example
}

var promptLine = regexp.MustCompile(`^((?:[ \t]*>[ \t])*[ \t]*)>>>(?: (.*)|)$`)

// ParseTranscript splits a text into prose and examples. Output runs to the next blank line
// or prompt, to a line further left, or to the end of the fenced block the example stands in.
// Fenced blocks in other languages are prose.
func ParseTranscript(text string) []Item {
	lines := strings.Split(text, "\n")
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1]
	}
	var items []Item
	var in *fence
	for i := 0; i < len(lines); {
		l := lines[i]
		if in != nil {
			if end, own := in.ends(l); end {
				in = nil
				if !own {
					continue
				}
				items = append(items, Item{Prose: l})
				i++
				continue
			}
		} else if in = openFence(l); in != nil {
			items = append(items, Item{Prose: l})
			i++
			continue
		}
		m := promptLine.FindStringSubmatch(l)
		if m == nil || in != nil && !in.code {
			if in != nil {
				in.within(l)
			}
			items = append(items, Item{Prose: l})
			i++
			continue
		}
		e := readExample(lines, i, m, in)
		items = append(items, Item{Example: e})
		i = e.Body + len(e.Want)
	}
	return items
}

// readExample reads the example whose first prompt m stands in lines[start].
func readExample(lines []string, start int, m []string, in *fence) *Example {
	e := &Example{Indent: m[1], Line: start + 1}
	src := []string{m[2]}
	i := start + 1
	for ; i < len(lines); i++ {
		rest, ok := continues(lines[i], e.Indent)
		if !ok {
			break
		}
		src = append(src, strings.TrimPrefix(rest, " "))
	}
	e.Source = strings.TrimRight(strings.Join(src, "\n"), " \t\n")
	e.Prompts, e.Body = lines[start:i], i
	if in != nil {
		there := *in
		e.in = &there
	}
	for ; i < len(lines) && !endsOutput(lines[i], e.Indent, in); i++ {
		e.Want = append(e.Want, lines[i][len(e.Indent):])
	}
	return e
}

// continues tells whether a line goes on with the prompts above it, and gives what stands behind its own.
func continues(l, indent string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(l, indent+"...")
	return rest, ok && (rest == "" || rest[0] == ' ')
}

// Unfit finds the first line of an output that cannot stand under the example, for it would be read as its end, such
// as a fence, or as a prompt; -1 when all can.
func (e *Example) Unfit(output []string) int {
	for i, l := range output {
		l = e.Indent + l
		if _, more := continues(l, e.Indent); i == 0 && more || endsOutput(l, e.Indent, e.in) {
			return i
		}
	}
	return -1
}

// endsOutput tells whether a line stands below the output of an example.
func endsOutput(l, indent string, in *fence) bool {
	if rest, ok := strings.CutPrefix(l, indent); !ok || strings.TrimSpace(rest) == "" || promptLine.MatchString(l) {
		return true
	}
	switch {
	case closesText(l):
		return true
	case in == nil:
		return openFence(l) != nil
	case in.inner != nil:
		if end, _ := in.inner.ends(l); end {
			return true
		}
	}
	end, _ := in.ends(l)
	return end
}

// HasPrompts tells whether a script is a transcript: its first line of code has a prompt.
func HasPrompts(src string) bool {
	for _, l := range strings.Split(src, "\n") {
		s := strings.TrimSpace(l)
		if s == "" || strings.HasPrefix(s, "#") {
			continue
		}
		return promptLine.MatchString(l) || inPrompt.MatchString(l)
	}
	return false
}

// IsTranscript tells whether a text is to be read by its prompts: it begins with one, or it
// has some and is no code. A docstring with examples is code.
func IsTranscript(src string) bool {
	if HasPrompts(src) || isIPython(src) {
		return true
	}
	for _, l := range strings.Split(src, "\n") {
		if promptLine.MatchString(l) {
			return Complete(src+"\n\n") == Wrong
		}
	}
	return false
}

// InCode tells whether the first prompt of a text stands in an unfinished statement of it: in a docstring, maybe
// of code that is wrong further down.
func InCode(src string) bool {
	lines := strings.Split(src, "\n")
	for i, l := range lines {
		if promptLine.MatchString(l) {
			return Complete(strings.Join(lines[:i], "\n")+"\n\n") == More
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

// Quiet tells whether a cell's result is not shown: it ends in a semicolon.
func Quiet(src string) bool { return strings.HasSuffix(strings.TrimRight(src, " \t\n"), ";") }

// StripPrompts gives the code of pasted text: with prompts, only the prompted lines count; code
// that is indented as a whole loses that.
func StripPrompts(src string) string {
	if !IsTranscript(src) {
		return dedent(src)
	}
	return strings.Join(Pages(src), "\n")
}

// ParseOutcome reads recorded output lines back.
func ParseOutcome(lines []string) Outcome { return parseOutcome(lines, true) }

func parseOutcome(lines []string, blanks bool) Outcome {
	var o Outcome
	at := -1
	clean := make([]string, len(lines))
	for i, l := range lines {
		if blanks && strings.TrimSpace(l) == "<BLANKLINE>" {
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
		kind = "Exception"
	}
	o.Kind, o.Msg = kind, msg
	return o
}
