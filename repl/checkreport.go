package repl

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session/transcript"
)

// place names an example: its file, and its line or cell.
func (r *ExampleReport) place(path string) string {
	if r.Cell > 0 {
		return path + ": cell " + strconv.Itoa(r.Cell)
	}
	return path + ":" + strconv.Itoa(r.Line)
}

// show writes what a reader of the report needs of an example.
func (c *Check) show(f *FileReport, r *ExampleReport) {
	place := py.Visible(r.place(f.Path))
	if r.Status != failed {
		if c.Verbose {
			first, _, _ := strings.Cut(r.Source, "\n")
			fmt.Fprintf(&f.text, "%s: %s (%.1f ms) %s\n", place, r.Status, r.Seconds*1e3, py.Visible(first))
		}
		return
	}
	fmt.Fprintf(&f.text, "%s: %s\n", place, strings.ReplaceAll(py.Visible(r.Source), "\n", "\n    "))
	if r.Problem != "" {
		fmt.Fprintf(&f.text, "  %s\n", py.Visible(r.Problem))
	}
	if r.Problem != "" && r.Got == nil {
		return
	}
	for _, l := range Diff(r.Want, r.Got) {
		f.text.WriteString(c.paintDiff(py.Visible(l)) + "\n")
	}
}

func (c *Check) paintDiff(l string) string {
	number := map[byte]string{'-': "1", '+': "2"}[l[2]]
	if !c.Color || number == "" {
		return l
	}
	return look(color(number)) + l + plainLook
}

// The lines of the same text that a difference is shown with, above and below, and the number
// of pairs of lines up to which the differences are sought line by line.
const (
	diffContext = 3
	diffPairs   = 4 << 20
)

// Diff shows two outputs: lines of want alone behind -, of got alone behind +, and around
// them some of those in both.
func Diff(want, got []string) []string {
	var all []string
	same := func(a, b string) bool { return transcript.SameText(b, a) }
	if matches(want, got, same) { // they differ in white space only
		same = func(a, b string) bool { return a == b }
	}
	i, j := 0, 0
	for _, m := range append(common(want, got, same), [2]int{len(want), len(got)}) {
		for ; i < m[0]; i++ {
			all = append(all, "  - "+want[i])
		}
		for ; j < m[1]; j++ {
			all = append(all, "  + "+got[j])
		}
		if i < len(want) {
			all = append(all, "    "+got[j])
		}
		i, j = i+1, j+1
	}
	return contextOnly(all)
}

func matches(a, b []string, same func(a, b string) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}

// common finds a longest common subsequence: pairs of indices.
func common(a, b []string, same func(a, b string) bool) (pairs [][2]int) {
	if len(a)*len(b) > diffPairs {
		return nil
	}
	equal := make([][]bool, len(a))
	length := make([][]int32, len(a)+1)
	length[len(a)] = make([]int32, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		length[i], equal[i] = make([]int32, len(b)+1), make([]bool, len(b))
		for j := len(b) - 1; j >= 0; j-- {
			if equal[i][j] = same(a[i], b[j]); equal[i][j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case equal[i][j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// contextOnly leaves out what is far from any difference.
func contextOnly(lines []string) (out []string) {
	near := make([]bool, len(lines))
	for i, l := range lines {
		if l[2] == ' ' {
			continue
		}
		for k := max(i-diffContext, 0); k <= min(i+diffContext, len(lines)-1); k++ {
			near[k] = true
		}
	}
	left := 0
	flush := func() {
		if left > 0 {
			out = append(out, fmt.Sprintf("    [%d equal lines]", left))
		}
		left = 0
	}
	for i, l := range lines {
		if !near[i] {
			left++
			continue
		}
		flush()
		out = append(out, l)
	}
	flush()
	return out
}

// JUnit writes a report in the form build servers read: a suite for each file, a case for
// each example.
func (r *Report) JUnit(w io.Writer) error {
	var suites strings.Builder
	var sum tally
	for _, f := range r.Files {
		sum.add(f.suite(&suites))
	}
	_, err := fmt.Fprintf(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites%s>\n%s</testsuites>\n", sum, &suites)
	return err
}

// tally are the attributes that a suite and the whole have in common.
type tally struct{ tests, failures, errors, skipped int }

func (c *tally) add(d tally) {
	c.tests, c.failures, c.errors, c.skipped = c.tests+d.tests, c.failures+d.failures, c.errors+d.errors,
		c.skipped+d.skipped
}

func (c tally) String() string {
	return fmt.Sprintf(` tests="%d" failures="%d" errors="%d" skipped="%d"`, c.tests, c.failures, c.errors, c.skipped)
}

// suite writes the part of a file.
func (f *FileReport) suite(w io.Writer) tally {
	path := py.Visible(f.Path)
	var cases strings.Builder
	var n tally
	total := 0.0
	for i := range f.Examples {
		e := &f.Examples[i]
		first, _, _ := strings.Cut(e.Source, "\n")
		n.tests++
		result := ""
		switch e.Status {
		case failed:
			n.failures++
			message := e.Problem
			if message == "" {
				message = "the output differs"
			}
			result = fmt.Sprintf("<failure message=%s>%s</failure>", attribute(message),
				escaped(e.Source+"\n"+strings.Join(Diff(e.Want, e.Got), "\n")))
		case skipped:
			n.skipped++
			result = "<skipped></skipped>"
		}
		total += e.Seconds
		writeCase(&cases, e.place(f.Path)+" "+first, path, e.Line, seconds(e.Seconds), result)
	}
	if f.Error != "" {
		n.tests, n.errors = n.tests+1, n.errors+1
		writeCase(&cases, path, path, 0, "0", "<error message="+attribute(f.Error)+"></error>")
	}
	fmt.Fprintf(w, "  <testsuite name=%s%s time=\"%s\">\n%s  </testsuite>\n", attribute(path), n, seconds(total), &cases)
	return n
}

// writeCase writes one case with the element of its result, if any.
func writeCase(w io.Writer, name, path string, line int, time, result string) {
	place := ""
	if line != 0 {
		place = fmt.Sprintf(` line="%d"`, line)
	}
	fmt.Fprintf(w, "    <testcase name=%s classname=%s file=%[2]s%[3]s time=\"%[4]s\">", attribute(name), attribute(path),
		place, time)
	if result != "" {
		fmt.Fprintf(w, "\n      %s\n    ", result)
	}
	io.WriteString(w, "</testcase>\n")
}

func attribute(text string) string { return `"` + escaped(text) + `"` }

// escaped writes a text as XML's character data, with what XML has no place for made visible.
func escaped(text string) string {
	return xmlEscapes.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, py.Visible(text)))
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;",
	"\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 4, 64) }
