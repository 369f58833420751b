package repl

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

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
		return
	}
	for _, l := range Diff(r.Want, r.Got) {
		f.text.WriteString(c.paintDiff(py.Visible(l)) + "\n")
	}
}

func (c *Check) paintDiff(l string) string {
	color := map[byte]string{'-': "31", '+': "32"}[l[2]]
	if !c.Color || color == "" {
		return l
	}
	return look(color) + l + plainLook
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

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr"`
	Line    int           `xml:"line,attr,omitempty"`
	Time    string        `xml:"time,attr"`
	Failure *junitFailure `xml:"failure"`
	Error   *junitFailure `xml:"error"`
	Skipped *struct{}     `xml:"skipped"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

// JUnit writes a report in the form build servers read: a suite for each file, a case for
// each example.
func (r *Report) JUnit(w io.Writer) error {
	var doc struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	for _, f := range r.Files {
		s := f.suite()
		doc.Suites = append(doc.Suites, s)
		doc.Tests, doc.Failures, doc.Errors, doc.Skipped = doc.Tests+s.Tests, doc.Failures+s.Failures, doc.Errors+s.Errors,
			doc.Skipped+s.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (f *FileReport) suite() junitSuite {
	path := py.Visible(f.Path)
	s := junitSuite{Name: path}
	total := 0.0
	for i := range f.Examples {
		e := &f.Examples[i]
		first, _, _ := strings.Cut(e.Source, "\n")
		c := junitCase{
			Name:  py.Visible(e.place(f.Path) + " " + first),
			Class: path,
			File:  path,
			Line:  e.Line,
			Time:  seconds(e.Seconds),
		}
		switch e.Status {
		case failed:
			s.Failures++
			message := e.Problem
			if message == "" {
				message = "the output differs"
			}
			c.Failure = &junitFailure{
				py.Visible(message),
				py.Visible(e.Source + "\n" + strings.Join(Diff(e.Want, e.Got), "\n")),
			}
		case skipped:
			s.Skipped++
			c.Skipped = &struct{}{}
		}
		total += e.Seconds
		s.Cases = append(s.Cases, c)
	}
	if f.Error != "" {
		s.Errors++
		s.Cases = append(
			s.Cases,
			junitCase{
				Name:  path,
				Class: path,
				File:  path,
				Time:  "0",
				Error: &junitFailure{Message: py.Visible(f.Error)},
			},
		)
	}
	s.Tests, s.Time = len(s.Cases), seconds(total)
	return s
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 4, 64) }
