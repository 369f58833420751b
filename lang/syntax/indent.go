package syntax

import (
	"slices"
	"strings"
)

// head is the beginning of a statement's line: its blanks and its first word.
type head struct{ blanks, word string }

// heads finds the lines that begin a statement: not those inside brackets and texts, nor
// those behind a backslash, nor comments.
func heads(src string, pieces []Piece) []head {
	var out []head
	depth, end := 0, 0
	joined := false
	for i, p := range pieces {
		if p.Kind == CommentText {
			continue
		}
		word := src[p.From:p.To]
		if i == 0 || depth <= 0 && !joined && strings.Contains(src[end:p.From], "\n") {
			start := strings.LastIndexByte(src[:p.From], '\n') + 1
			if blanks := src[start:p.From]; strings.TrimLeft(blanks, " \t") == "" {
				out = append(out, head{blanks, word})
			}
		}
		if p.Kind == BracketText {
			if strings.Contains("([{", word) {
				depth++
			} else {
				depth--
			}
		}
		joined, end = word == `\`, p.To
	}
	return out
}

// Step is a text's own step of indentation: that of its first block, else four blanks.
func Step(src string) string {
	above := ""
	for l := range strings.SplitSeq(src, "\n") {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if step, deeper := strings.CutPrefix(
			blanksOf(l),
			blanksOf(above),
		); deeper && step != "" &&
			strings.HasSuffix(strings.TrimSpace(above), ":") {
			return step
		}
		above = l
	}
	return "    "
}

// clauseOwners are the statements and clauses a clause can stand below.
var clauseOwners = map[string][]string{
	"else":    {"if", "elif", "for", "while", "except"},
	"elif":    {"if", "elif"},
	"except":  {"try", "except"},
	"finally": {"try", "except"},
	"case":    {"match", "case"},
}

// clauseWord is the word a line begins a clause with; "" when it begins none.
func clauseWord(line string) string {
	line = strings.TrimLeft(line, " \t")
	word := line[:wordEnd(line, 0)]
	if _, ok := clauseOwners[word]; ok {
		return word
	}
	return ""
}

// ClauseIndent gives the blanks that a line which begins a clause (else, elif, except,
// finally, case) has below src: those of the nearest statement it can belong to, looking
// outwards from the blanks the line has. ok is false for other lines, and when there is no
// such statement.
func ClauseIndent(src, line string) (blanks string, ok bool) {
	word := clauseWord(line)
	if word == "" {
		return "", false
	}
	all := heads(src, Pieces(src))
	limit := len(blanksOf(line))
	for i := len(all) - 1; i >= 0 && limit >= 0; i-- {
		h := all[i]
		switch {
		case len(h.blanks) > limit:
		case slices.Contains(clauseOwners[word], h.word):
			if h.word == "match" {
				return h.blanks + Step(src), true
			}
			return h.blanks, true
		case word == "finally" && h.word == "else":
			limit = len(h.blanks)
		default:
			limit = len(h.blanks) - 1
		}
	}
	return "", false
}

// ClauseHead tells whether a line begins with else, elif, except or finally.
func ClauseHead(line string) bool {
	word := clauseWord(line)
	return word != "" && word != "case" && strings.HasPrefix(line, word)
}
