package transcript

import (
	"regexp"
	"strings"
)

// fence is a fenced block of Markdown that is open: ``` or ~~~, of any length, maybe in
// quotes and lists.
type fence struct {
	mark   string // the line that opened it, from its first to its last mark: at least as many close it
	quoted bool   // in a quote: a line without > ends it
	indent int    // in a list item that begins on the opening line: a line further left ends it
	code   bool   // its language is one whose prompts are run
	inner  *fence // a block of Markdown that is shown in it
}

var fenceLine = regexp.MustCompile("^((?:[ \t]*(?:>|[-*+][ \t]|[0-9]{1,9}[.)][ \t]))*[ \t]*)(`{3,}|~{3,})[ \t]*(.*)$")

// openFence reads a line that opens a fenced block; nil for any other line.
func openFence(l string) *fence {
	m := fenceLine.FindStringSubmatch(l)
	if m == nil || m[2][0] == '`' && strings.Contains(m[3], "`") {
		return nil
	}
	if m[3] != "" && strings.Trim(m[3], "~^ \t") == "" { // the marks under a line of a traceback
		return nil
	}
	f := &fence{mark: m[2], quoted: strings.Contains(m[1], ">"), code: runsPrompts(m[3])}
	if strings.Trim(m[1], " \t>") != "" {
		f.indent = indentOf(strings.Repeat(" ", len(m[1])))
	}
	return f
}

// runsPrompts tells by what stands behind an opening fence whether its prompts are tfs's:
// Python's, tfs's own, or no language at all.
func runsPrompts(info string) bool {
	lang := strings.ToLower(strings.TrimLeft(strings.TrimSpace(info), "{. \t"))
	if i := strings.IndexAny(lang, " \t,:}"); i >= 0 {
		lang = lang[:i]
	}
	switch lang {
	case "", "python", "python3", "py", "py3", "pycon", "pycon3", "ipython", "ipython3", "doctest", "tfs":
		return true
	}
	return false
}

// closesText tells whether a line can hardly be output, but ends the docstring an example stands in.
func closesText(l string) bool {
	text := strings.TrimSpace(l)
	return text == `"""` || text == "'''"
}

// within follows the blocks that are shown inside this one.
func (f *fence) within(l string) {
	if f.inner == nil {
		f.inner = openFence(l)
	} else if end, _ := f.inner.ends(l); end {
		f.inner = nil
	}
}

// ends tells whether a line ends the block; own is true when it is the closing fence, and
// false when what the block stands in has ended above the line.
func (f *fence) ends(l string) (end, own bool) {
	text := strings.TrimLeft(l, " \t")
	if f.quoted && !strings.HasPrefix(text, ">") {
		return true, false
	}
	text = strings.TrimRight(strings.TrimLeft(text, "> \t"), " \t")
	if strings.HasPrefix(text, f.mark) && strings.Trim(text, f.mark[:1]) == "" {
		return true, true
	}
	return text != "" && !f.quoted && indentOf(l) < f.indent, false
}
