package transcript

import (
	"regexp"
	"strings"
)

// Pages that people paste: sessions of Python with >>>, and of IPython with In [n]. Both may
// have lost the prompts of the lines that go on.

var (
	inPrompt   = regexp.MustCompile(`^[ \t]*In \[[0-9* ]*\]:(?: |$)`)
	morePrompt = regexp.MustCompile(`^[ \t]*\.\.\.+:(?: |$)`)
	outPrompt  = regexp.MustCompile(`^[ \t]*Out ?\[[0-9]+\]:(?: |$)`)
)

// isIPython tells whether a text is a page of IPython's.
func isIPython(src string) bool {
	first := true
	for _, l := range strings.Split(src, "\n") {
		s := strings.TrimSpace(l)
		if s == "" || strings.HasPrefix(s, "#") {
			continue
		}
		if inPrompt.MatchString(l) && (first || Complete(src+"\n\n") == Wrong) {
			return true
		}
		if first = false; !strings.Contains(src, "In [") {
			return false
		}
	}
	return false
}

// plainPage gives a page of IPython's the prompts of Python's.
func plainPage(src string) string {
	if !isIPython(src) {
		return src
	}
	var out []string
	code := false // after an input
	for _, l := range strings.Split(src, "\n") {
		if at := inPrompt.FindString(l); at != "" {
			out, code = append(out, strings.TrimRight(">>> "+l[len(at):], " ")), true
			continue
		}
		if at := morePrompt.FindString(l); at != "" && code {
			out = append(out, strings.TrimRight("... "+l[len(at):], " "))
			continue
		}
		out = append(out, strings.TrimPrefix(l, outPrompt.FindString(l)))
	}
	return strings.Join(out, "\n")
}

// unfinished tells code that cannot end here: in brackets, in a text, before its block.
func unfinished(src string) bool { return Complete(src+"\n\n") == More }

// traceLine begins the output of an example that shows a mistake in unfinished code.
var traceLine = regexp.MustCompile(`^\s*(Traceback \(most recent call last\):|File ")`)

// Pages gives the statements of a page, one for each prompt. Lines without a prompt that
// an unfinished statement needs, such as those of a text of several lines, belong to it, and
// with them the indented lines below; all others are output or prose.
func Pages(src string) []string {
	lines := strings.Split(plainPage(src), "\n")
	var out []string
	var in *fence
	for i := 0; i < len(lines); {
		m := promptLine.FindStringSubmatch(lines[i])
		if in == nil {
			in = openFence(lines[i])
		} else if end, _ := in.ends(lines[i]); end {
			in = nil
		}
		if m == nil || in != nil && !in.code {
			i++
			continue
		}
		code, lost := []string{m[2]}, false
		for i++; i < len(lines) && !promptLine.MatchString(lines[i]); i++ {
			l, prompted := strings.CutPrefix(lines[i], m[1]+"...")
			if prompted = prompted && (l == "" || l[0] == ' '); prompted {
				code = append(code, strings.TrimPrefix(l, " "))
				continue
			}
			l = strings.TrimPrefix(lines[i], m[1])
			if !belongs(code, l, lost) && !blankInside(code, lines[i:], m[1]) {
				break
			}
			code, lost = append(code, l), true
		}
		if text := strings.TrimRight(strings.Join(code, "\n"), " \t\n"); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// belongs tells whether a line without a prompt is part of the statement above it; lost tells
// that one before it was.
func belongs(code []string, l string, lost bool) bool {
	if traceLine.MatchString(l) {
		return false
	}
	if lost && strings.TrimSpace(l) != "" && goesOn(l) {
		return true
	}
	return unfinished(strings.Join(code, "\n"))
}

// blankInside tells whether blank lines stand inside a block: lines with prompts go on with it below.
func blankInside(code, lines []string, indent string) bool {
	if strings.TrimSpace(lines[0]) != "" {
		return false
	}
	next, _ := nextCode(lines)
	next, prompted := strings.CutPrefix(next, indent+"... ")
	text := strings.Join(code, "\n")
	return prompted && Complete(text) == More && Complete(text+"\n\n"+next) == More
}

// dedent takes the indentation of its first line from code that is indented as a whole, as a
// piece of a larger program is. What is right as it stands stays.
func dedent(src string) string {
	first, found := "", false
	for _, l := range strings.Split(src, "\n") {
		if s := strings.TrimSpace(l); s != "" && s[0] != '#' {
			first, found = l[:len(l)-len(strings.TrimLeft(l, " \t"))], true
			break
		}
	}
	if !found || first == "" || Complete(src+"\n\n") != Wrong {
		return src
	}
	lines := strings.Split(src, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, first)
	}
	if text := strings.Join(lines, "\n"); Complete(text+"\n\n") != Wrong || Complete(text) != Wrong {
		return text
	}
	return src
}
