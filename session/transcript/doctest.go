package transcript

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// Rule is how the output of one example is compared: the rule of checks, changed by the
// directives of Python's doctest that stand in its comments.
type Rule struct {
	Skip       bool // neither run nor compared
	Ellipsis   bool // ... stands for any text
	Collapsed  bool // white space is one blank, inside strings too
	Exact      bool // white space counts
	NoDetail   bool // of exceptions the class alone is compared
	RawBlank   bool // <BLANKLINE> is that text, no blank line
	uncompared bool // run, whatever it shows
}

var directive = regexp.MustCompile(`(?m)#\s*doctest:\s*([^\n'"]*)$`)

// Rule reads the directives of an example. An unknown one is an error.
func (e *Example) Rule() (Rule, error) {
	r := Rule{uncompared: strings.Contains(e.Source, "# oracle: skip")}
	for _, m := range directive.FindAllStringSubmatch(e.Source, -1) {
		for _, word := range strings.Fields(strings.ReplaceAll(m[1], ",", " ")) {
			if err := r.set(word); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}

func (r *Rule) set(word string) error {
	on := word[0] == '+'
	if !on && word[0] != '-' {
		return fmt.Errorf("a doctest option begins with + or -, got %s", word)
	}
	switch word[1:] {
	case "SKIP":
		r.Skip = on
	case "ELLIPSIS":
		r.Ellipsis = on
	case "NORMALIZE_WHITESPACE":
		r.Collapsed, r.Exact = on, !on
	case "IGNORE_EXCEPTION_DETAIL":
		r.NoDetail = on
	case "DONT_ACCEPT_BLANKLINE":
		r.RawBlank = on
	case "DONT_ACCEPT_TRUE_FOR_1", "FAIL_FAST", "NUMBER", "ALLOW_UNICODE", "ALLOW_BYTES",
		"REPORT_UDIFF", "REPORT_CDIFF", "REPORT_NDIFF", "REPORT_ONLY_FIRST_FAILURE":
		// what they ask for is the rule here, or no matter of one example
	default:
		return fmt.Errorf(
			"unknown doctest option %s (+SKIP, +ELLIPSIS, +NORMALIZE_WHITESPACE, +IGNORE_EXCEPTION_DETAIL, "+
				"+DONT_ACCEPT_BLANKLINE)",
			word,
		)
	}
	return nil
}

// Uncompared is the rule of an example that is run, whatever it shows.
func (r Rule) Uncompared() Rule {
	r.uncompared = true
	return r
}

// Compared tells whether the example's output counts.
func (r Rule) Compared() bool { return !r.Skip && !r.uncompared }

// Same compares what an example showed with its recorded lines.
func (r Rule) Same(got Outcome, want []string) bool {
	if got.Kind == "" && got.Out != "" && got.Out == strings.Join(want, "\n")+"\n" {
		return true // even where it says <BLANKLINE>
	}
	w := ParseOutcome(want)
	if r.RawBlank {
		w = parseOutcome(want, false)
	}
	if lastName(got.Kind) != lastName(w.Kind) || !r.sameText(got.Out, w.Out) {
		return false
	}
	return r.NoDetail && w.Kind != "" || r.sameText(got.Msg, w.Msg)
}

func (r Rule) sameText(got, want string) bool {
	if r.Exact {
		got, want = strings.TrimSuffix(got, "\n"), strings.TrimSuffix(want, "\n")
	}
	if r.Collapsed {
		got, want = strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(want), " ")
	}
	switch {
	case r.Exact && !r.Ellipsis:
		return Masked(got) == Masked(want)
	case !r.Exact && SameText(got, want):
		return true
	case !r.Ellipsis || !strings.Contains(want, "..."):
		return r.Exact && Masked(got) == Masked(want)
	case r.Exact:
		return elided([]byte(got), pieces([]byte(want), byteDots, 3), sameByte)
	}
	flat := func(s string) []byte { return []byte(strings.Join(strings.Fields(Masked(s)), " ")) }
	if elided(flat(got), pieces(flat(want), byteDots, 3), sameByte) {
		return true
	}
	return elided(
		tokens(got),
		pieces(tokens(want), dots, 3),
		func(a, b string) bool { return a == b || closeFloats(a, b) },
	)
}

func byteDots(s []byte) int { return bytes.Index(s, []byte("...")) }

func sameByte(a, b byte) bool { return a == b }

func tokens(s string) []string { return tokenRE.FindAllString(Masked(s), -1) }

// dots finds three dots, each a token.
func dots(t []string) int {
	for i := 0; i+2 < len(t); i++ {
		if t[i] == "." && t[i+1] == "." && t[i+2] == "." {
			return i
		}
	}
	return -1
}

// pieces cuts a sequence at every mark of a length that find finds.
func pieces[T any](s []T, find func([]T) int, length int) [][]T {
	var out [][]T
	for {
		i := find(s)
		if i < 0 {
			return append(out, s)
		}
		out = append(out, s[:i])
		s = s[i+length:]
	}
}

// elided tells whether got is the pieces in their order with anything between them.
func elided[T any](got []T, want [][]T, same func(a, b T) bool) bool {
	at := func(i int, piece []T) bool {
		for k, x := range piece {
			if !same(got[i+k], x) {
				return false
			}
		}
		return true
	}
	first, last := want[0], want[len(want)-1]
	if len(want) == 1 {
		return len(got) == len(first) && at(0, first)
	}
	end := len(got) - len(last)
	i := len(first)
	if end < i || !at(0, first) || !at(end, last) {
		return false
	}
	for _, piece := range want[1 : len(want)-1] {
		for i+len(piece) <= end && !at(i, piece) {
			i++
		}
		if i += len(piece); i > end {
			return false
		}
	}
	return true
}
