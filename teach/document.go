package teach

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/notebook"
	"github.com/tfs-lang/tfs/session/transcript"
)

// Part is a piece of a document in its order: prose, code with the output written under it, or a directive.
type Part struct {
	Line    int    // it begins at, from 1
	Prose   string // Markdown
	Code    string // without prompts
	Prompts bool   // the code stood after >>>
	Want    []string
	Rule    transcript.Rule // how the output is compared; of code without a written output nothing is
	Name    string          // of a directive
	Arg     string

	Exercise *Exercise // stands where its directive stood
}

// directives are the names that may follow #:, with what they say.
var directives = map[string]string{
	"lesson": "the lesson's ID", "title": "the title", "goal": "what one can do afterwards",
	"minutes": "how long it takes",
	"needs":   "lessons that come before", "next": "the lesson that follows",
	"picture": "a picture of an expression, or of the example above", "pause": "wait here",
	"note": "for the presenter alone", "auto": "the next step runs with the one after it",
	"silent": "the next step runs unseen",
	"wait":   "a time, such as 2s", "section": "a name to jump to",
	"exercise": "an exercise begins; its ID", "setup": "code that runs before", "given": "code the editor begins with",
	"answer": "code that is right", "also": "other code that is right", "check": "an expression that tells",
	"wrong": "CODE => MESSAGE", "raises": "CODE => MESSAGE", "hint": "help, in order", "end": "the exercise ends",
}

// ParseError is a mistake in a document: the file, the line from 1, and what is wrong.
type ParseError struct {
	File string
	Line int
	Text string
}

func (e *ParseError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text) }

// ParseDocument reads a document by its name's end: .md and .markdown, .ipynb, else a script.
func ParseDocument(file, text string) ([]Part, error) {
	d := &docReader{file: file}
	lower := strings.ToLower(file)
	switch {
	case notebook.Is(file):
		return d.notebook(text)
	case strings.HasSuffix(lower, ".md"), strings.HasSuffix(lower, ".markdown"):
		d.markdown = true
		d.transcript(text, 0)
	case transcript.HasPrompts(text) || transcript.IsTranscript(text):
		d.transcript(text, 0)
	default:
		d.script(text)
	}
	d.endProse()
	return d.parts, d.err
}

// docReader collects the parts of a document.
type docReader struct {
	file     string
	markdown bool
	parts    []Part
	prose    []string
	from     int // the line the prose began at
	err      error
}

func (d *docReader) fail(line int, format string, args ...any) {
	if d.err == nil {
		d.err = &ParseError{d.file, line, fmt.Sprintf(format, args...)}
	}
}

func (d *docReader) addProse(line int, text string) {
	if len(d.prose) == 0 {
		if strings.TrimSpace(text) == "" {
			return
		}
		d.from = line
	}
	d.prose = append(d.prose, text)
}

func (d *docReader) endProse() {
	text := strings.TrimRight(strings.Join(d.prose, "\n"), " \n")
	d.prose = nil
	if text != "" {
		d.parts = append(d.parts, Part{Line: d.from, Prose: text})
	}
}

// comment takes a comment line as prose or as a directive; ok is false for any other line.
func (d *docReader) comment(line int, l string) bool {
	switch {
	case strings.HasPrefix(l, "#:"):
		d.directive(line, l[2:])
	case l == "#":
		d.addProse(line, "")
	case strings.HasPrefix(l, "# "):
		d.addProse(line, l[2:])
	default:
		return false
	}
	return true
}

// directive reads what follows #:. Text set off by three blanks or more goes on with the directive above.
func (d *docReader) directive(line int, text string) {
	if rest, ok := strings.CutPrefix(text, "   "); ok {
		if n := len(d.parts); len(d.prose) == 0 && n > 0 && d.parts[n-1].Name != "" {
			d.parts[n-1].Arg += "\n" + "  " + rest
			return
		}
		d.fail(line, "nothing goes on here: a directive stands one blank behind #:")
		return
	}
	d.endProse()
	name, arg, _ := strings.Cut(strings.TrimPrefix(text, " "), " ")
	if name = strings.TrimSpace(name); directives[name] == "" {
		d.fail(line, "unknown directive %q; known are %s", name, strings.Join(directiveNames(), ", "))
		return
	}
	d.parts = append(d.parts, Part{Line: line, Name: name, Arg: strings.TrimRight(arg, " ")})
}

// directiveNames lists the directives in the order they are explained in.
func directiveNames() []string {
	return []string{"lesson", "title", "goal", "minutes", "needs", "next", "picture", "pause", "note", "auto", "silent",
		"wait", "section", "exercise", "setup", "given", "answer", "also", "check", "wrong", "raises", "hint", "end"}
}

// transcript reads a text with >>> examples; Markdown comments hold directives too, and fenced Python is code.
func (d *docReader) transcript(text string, offset int) {
	line := 1 + offset
	var fence []string
	open := 0 // the line the fence began at, 0 outside
	examples := false
	for _, it := range transcript.ParseTranscript(text) {
		switch {
		case it.Example != nil:
			if open > 0 && !examples { // the fence holds examples: its lines are no prose
				fence, examples = nil, true
			}
			d.example(it.Example, offset)
			line = it.Example.Body + len(it.Example.Want) + 1 + offset
			continue
		case d.markdown && isFence(it.Prose):
			switch {
			case open == 0:
				open, fence, examples = line, []string{it.Prose}, false
			default:
				if !examples {
					d.fenced(open, append(fence, it.Prose))
				}
				open, fence = 0, nil
			}
		case open > 0:
			fence = append(fence, it.Prose)
		default:
			d.line(line, it.Prose)
		}
		line++
	}
	for i, l := range fence {
		d.addProse(open+i, l)
	}
}

// isFence tells a line of three backquotes or tildes.
func isFence(l string) bool {
	s := strings.TrimSpace(l)
	return strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~")
}

// fenced takes a fenced block: Python and tfs are code to run, all else is prose.
func (d *docReader) fenced(line int, block []string) {
	word := strings.ToLower(strings.Trim(strings.TrimSpace(block[0]), "`~ "))
	switch word {
	case "python", "python3", "py", "tfs":
		d.endProse()
		code := strings.TrimSpace(strings.Join(block[1:len(block)-1], "\n"))
		if code != "" {
			d.parts = append(d.parts, Part{Line: line + 1, Code: code})
		}
		return
	}
	for i, l := range block {
		d.addProse(line+i, l)
	}
}

func (d *docReader) line(line int, l string) {
	if d.markdown {
		s := strings.TrimSpace(l)
		if rest, ok := strings.CutPrefix(s, "<!-- #:"); ok && strings.HasSuffix(rest, "-->") {
			d.directive(line, strings.TrimSuffix(rest, "-->"))
			return
		}
		d.addProse(line, l)
		return
	}
	if d.comment(line, l) {
		return
	}
	if strings.TrimSpace(l) == "" {
		d.endProse()
		return
	}
	d.addProse(line, l)
}

func (d *docReader) example(e *transcript.Example, offset int) {
	d.endProse()
	rule, err := e.Rule()
	if err != nil {
		d.fail(e.Line+offset, "%v", err)
	}
	d.parts = append(d.parts, Part{Line: e.Line + offset, Code: e.Source, Prompts: true, Want: e.Want, Rule: rule})
}

// script reads code without prompts: comments at the margin are prose, and a blank line ends a step.
func (d *docReader) script(text string) {
	var code []string
	from := 0
	end := func() {
		if len(code) > 0 {
			d.parts = append(d.parts, Part{Line: from, Code: strings.TrimRight(strings.Join(code, "\n"), "\n ")})
		}
		code = nil
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		blank := strings.TrimSpace(l) == ""
		switch {
		case len(code) == 0 && d.comment(i+1, l):
			continue
		case blank && len(code) == 0:
			d.endProse()
			continue
		case blank && !goesOn(lines[i:]) && transcript.Complete(strings.Join(code, "\n")+"\n\n") != transcript.More:
			end()
			continue
		case len(code) == 0:
			d.endProse()
			from = i + 1
		}
		code = append(code, l)
	}
	end()
}

// goesOn tells that the code above blank lines goes on below them: the next line is indented.
func goesOn(lines []string) bool {
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			return l[0] == ' ' || l[0] == '\t'
		}
	}
	return false
}

// notebook reads cells: those of text are prose, those of code are steps with what they show.
func (d *docReader) notebook(text string) ([]Part, error) {
	nb, err := notebook.Read([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %v", d.file, err)
	}
	next := 0
	prose := func(until int) {
		for ; next < len(nb.Texts) && nb.Texts[next].Number < until; next++ {
			d.addProse(nb.Texts[next].Number, nb.Texts[next].Source)
			d.endProse()
		}
	}
	for i := range nb.Cells {
		c := &nb.Cells[i]
		prose(c.Number)
		code := transcript.StripPrompts(c.Source)
		if strings.TrimSpace(code) == "" {
			continue
		}
		p := Part{Line: c.Number, Code: strings.TrimRight(code, "\n")}
		if c.Count > 0 && !transcript.Quiet(code) {
			p.Want = cellOutput(c)
		}
		d.parts = append(d.parts, p)
	}
	prose(1 << 30)
	return d.parts, d.err
}

// cellOutput is what a cell shows, as a transcript has it.
func cellOutput(c *notebook.Cell) []string {
	var o transcript.Outcome
	for _, out := range c.Outputs {
		switch {
		case out.Type == "error":
			o.Kind, o.Msg = out.ErrorName, out.Message
		case out.Type == "stream" && out.Name == "stderr":
		case out.Type == "stream":
			o.Out += out.Plain()
		default:
			o.Out += out.Plain() + "\n"
		}
	}
	return o.Lines()
}
