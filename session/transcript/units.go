package transcript

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// SplitUnits cuts a text of several lines into what a person would run one after the other:
// statements with their blocks. Blank lines inside a class or function do not end it. A text
// with prompts gives its examples, and drops the outputs between them. rest is a last part
// that could still go on: a line without its end, or a block that no blank line closed.
func SplitUnits(src string) (units []string, rest string) {
	if IsTranscript(src) {
		return Pages(src), ""
	}
	src = dedent(src)
	lines := strings.Split(src, "\n")
	tail := lines[len(lines)-1]
	lines = lines[:len(lines)-1]
	var cur []string
	for i, l := range lines {
		if len(cur) == 0 && strings.TrimSpace(l) == "" {
			continue
		}
		cur = append(cur, l)
		if strings.HasPrefix(cur[0], "%%") {
			continue
		}
		next, found := nextCode(lines[i+1:])
		if !found && strings.TrimSpace(tail) != "" {
			next, found = tail, true
		}
		if found && goesOn(next) { // seen before any parsing: a long block is not parsed line by line
			continue
		}
		text := strings.Join(cur, "\n")
		if Complete(text+"\n\n") == More || found && strings.HasPrefix(text, "@") && Complete(text) == More {
			continue
		}
		if !found && Complete(text) == More && i == len(lines)-1 {
			continue // nothing has closed the block yet
		}
		units = append(units, strings.TrimRight(text, "\n\t "))
		cur = nil
	}
	if len(cur) > 0 && strings.TrimSpace(strings.Join(cur, "")) != "" {
		return units, strings.Join(cur, "\n") + "\n" + tail
	}
	return units, tail
}

func nextCode(lines []string) (string, bool) {
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			return l, true
		}
	}
	return "", false
}

// goesOn tells whether a line belongs to the block above it.
func goesOn(line string) bool {
	return line[0] == ' ' || line[0] == '\t' || syntax.ClauseHead(line)
}

// LostIndent finds a line that begins a block and has no indented line below it, as in text
// copied from pages that drop the blanks: its number from 1 and its text. ok is false when
// there is none.
func LostIndent(src string) (number int, text string, ok bool) {
	lines := strings.Split(src, "\n")
	pieces := syntax.Pieces(src)
	at, depth, n := 0, 0, 0
	for i, l := range lines {
		end := at + len(l)
		first, last := "", ""
		for ; n < len(pieces) && pieces[n].From < end; n++ {
			p := pieces[n]
			word := src[p.From:p.To]
			if p.Kind == syntax.BracketText {
				if strings.Contains("([{", word) {
					depth++
				} else {
					depth--
				}
			}
			if p.Kind != syntax.CommentText {
				last = word
			}
			if first == "" && p.Kind == syntax.KeywordText {
				first = word
			} else if first == "" {
				first = " "
			}
		}
		if depth <= 0 && last == ":" && first != "" && first != " " && first != "lambda" {
			if next, found := nextCode(lines[i+1:]); found && indentOf(next) <= indentOf(l) {
				return i + 1, strings.TrimSpace(l), true
			}
		}
		at = end + 1
	}
	return 0, "", false
}

// indentOf is the column a line begins in; tabs go to multiples of eight.
func indentOf(l string) int {
	col := 0
	for _, c := range l {
		switch c {
		case ' ':
			col++
		case '\t':
			col = col/8*8 + 8
		default:
			return col
		}
	}
	return col
}
