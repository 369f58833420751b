package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/notebook"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// Check runs the examples of files and folders, and compares what they show with what stands
// under them: >>> in texts (of Markdown those of fenced blocks in Python or no language), the
// docstrings of .py files, the cells of notebooks.
type Check struct {
	Options  session.Options
	Update   bool           // write the outputs back
	Run      *regexp.Regexp // only examples whose source matches count; all are run
	Limit    time.Duration  // for one example; 0 for none
	Jobs     int            // files at a time; 0 is one
	FailFast bool           // stop at the first failure
	Verbose  bool           // a line for every example
	Out      io.Writer      // the report; nil for none
	Color    bool

	// The forms notebooks keep results, pages of help and errors in; nil writes texts only.
	Bundle  func(text string, v py.Value) map[string]any
	Page    func(text string) string
	Failure func(in *lang.Interp, ex *py.Exc) map[string]any
}

// Result counts what a check found; Unread is the number of files it could not read.
type Result struct {
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
	Unread  int `json:"unread"`
}

// Report is a check's result with its details.
type Report struct {
	Result
	Files []*FileReport `json:"files"`
}

// FileReport is what a check found in one file.
type FileReport struct {
	Path     string          `json:"path"`
	Error    string          `json:"error,omitempty"` // why the file could not be read or run
	Examples []ExampleReport `json:"examples"`

	text  bytes.Buffer // the report for readers
	named bool         // by the user, not found in a folder
}

// Idle tells of a file the user named that there was nothing to test in it.
func (f *FileReport) Idle() bool { return f.named && f.Error == "" && len(f.Examples) == 0 }

// ExampleReport is the result of one example.
type ExampleReport struct {
	Line    int      `json:"line,omitempty"` // of its first prompt
	Cell    int      `json:"cell,omitempty"` // of a notebook
	Source  string   `json:"source"`
	Status  string   `json:"status"` // passed, failed, skipped or updated
	Want    []string `json:"want,omitempty"`
	Got     []string `json:"got,omitempty"`
	Problem string   `json:"problem,omitempty"` // what is wrong beside the output
	Seconds float64  `json:"seconds"`

	runs bool // though it is not compared, an error of it is a failure
}

// The states of examples.
const (
	passed  = "passed"
	failed  = "failed"
	skipped = "skipped"
	updated = "updated"
)

// ErrInterrupted is the error of a check that Ctrl-C ended; the report holds what was done.
var ErrInterrupted = errors.New("interrupted")

// tested are the kinds of files that are looked for in folders.
var tested = map[string]bool{".tfs": true, ".md": true, ".markdown": true, ".rst": true, ".py": true, ".ipynb": true}

// Paths checks files, and every file with examples under folders. A file that cannot be read
// is named in the report; the others are checked all the same.
func (c *Check) Paths(ctx context.Context, paths []string) (*Report, error) {
	report := &Report{}
	for _, p := range paths {
		report.Files = append(report.Files, filesUnder(p)...)
	}
	c.all(ctx, report)
	done := report.Files[:0]
	for _, f := range report.Files {
		if f.Error == "" && f.Examples == nil {
			continue // not begun
		}
		done = append(done, f)
		if f.Error != "" {
			report.Unread++
		}
		for _, e := range f.Examples {
			switch e.Status {
			case failed:
				report.Failed++
			case skipped:
				report.Skipped++
			default:
				report.Passed++
			}
		}
	}
	report.Files = done
	if ctx.Err() != nil {
		return report, ErrInterrupted
	}
	return report, nil
}

// filesUnder lists a file, or the files of a folder that may hold examples; hidden folders
// are passed over.
func filesUnder(path string) (files []*FileReport) {
	st, err := os.Stat(path)
	if err != nil || !st.IsDir() {
		return []*FileReport{{Path: path, named: true}} // reading it says what is wrong
	}
	_ = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			files = append(files, &FileReport{Path: p, Error: fmt.Sprintf("%s: %v", p, errors.Unwrap(err))})
		case d.IsDir() && p != path && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case tested[strings.ToLower(filepath.Ext(p))] && isFile(p, d):
			files = append(files, &FileReport{Path: p})
		}
		return nil
	})
	return files
}

// isFile tells whether an entry of a folder is a file or a link to one: a pipe would keep its reader waiting.
func isFile(path string, d fs.DirEntry) bool {
	if d.Type()&fs.ModeSymlink == 0 {
		return d.Type().IsRegular()
	}
	st, err := os.Stat(path)
	return err != nil || st.Mode().IsRegular() // a link that leads nowhere is told of
}

// all checks the files, some at a time, and writes their reports in their order.
func (c *Check) all(ctx context.Context, report *Report) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ends := make([]chan struct{}, len(report.Files))
	for i := range ends {
		ends[i] = make(chan struct{})
	}
	next, mu := 0, sync.Mutex{}
	worker := func() {
		for {
			mu.Lock()
			i := next
			next++
			mu.Unlock()
			if i >= len(ends) {
				return
			}
			if ctx.Err() == nil && report.Files[i].Error == "" {
				c.file(ctx, report.Files[i])
			}
			if c.FailFast && report.Files[i].failures() > 0 {
				stop()
			}
			close(ends[i])
		}
	}
	for range max(c.Jobs, 1) {
		go worker()
	}
	for i, f := range report.Files {
		<-ends[i]
		if f.Error != "" {
			fmt.Fprintf(&f.text, "%s\n", py.Visible(f.Error))
		}
		if c.Out != nil {
			_, _ = f.text.WriteTo(c.Out)
		}
	}
}

func (f *FileReport) failures() (n int) {
	for _, e := range f.Examples {
		if e.Status == failed {
			n++
		}
	}
	return n
}

// file checks one file; its examples share one session, those of a docstring the names of
// its module.
func (c *Check) file(ctx context.Context, f *FileReport) {
	f.Examples = []ExampleReport{}
	text, err := lang.ReadSource(f.Path)
	if err == nil {
		switch {
		case notebook.Is(f.Path):
			err = c.notebook(ctx, f, text)
		case isProgram(f.Path, text):
			err = c.module(ctx, f, text)
		default:
			err = c.page(ctx, f, text)
		}
	}
	if err != nil {
		if f.Error = err.Error(); !strings.HasPrefix(f.Error, f.Path) {
			f.Error = f.Path + ": " + f.Error
		}
	}
}

// isProgram tells whether a file is code whose docstrings may have examples, and no page of examples.
func isProgram(path, text string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".py":
		return !transcript.HasPrompts(text)
	case ".tfs":
		return !transcript.IsTranscript(text) || transcript.InCode(text)
	}
	return false
}

// example runs one example and judges it. unfit tells why an output cannot stand in the file, if so; stop that no
// more examples are to be run.
func (c *Check) example(
	ctx context.Context,
	f *FileReport,
	r ExampleReport,
	rule transcript.Rule,
	unfit func(output []string) string,
	run func(ctx context.Context) transcript.Outcome,
) (got transcript.Outcome, stop bool) {
	start := time.Now()
	limited, done := ctx, context.CancelFunc(func() {})
	if c.Limit > 0 {
		limited, done = py.WithTimeLimit(ctx, c.Limit)
	}
	if r.Problem == "" && !rule.Skip {
		got = run(limited)
	}
	late := ctx.Err() == nil && py.TimedOut(limited) && got.Kind != ""
	done()
	r.Seconds = time.Since(start).Seconds()
	switch {
	case ctx.Err() != nil:
		return got, true
	case r.Problem != "":
		r.Status = failed
	case late:
		r.Status, r.Problem = failed, fmt.Sprintf("it took more than the %v an example may take (--timeout)", c.Limit)
	case r.runs && got.Kind != "" && (c.Run == nil || c.Run.MatchString(r.Source)):
		r.Status, r.Got = failed, got.Lines()
		r.Problem = "its output is not compared, but it fails (tag it raises-exception if it is to)"
	case !rule.Compared() || c.Run != nil && !c.Run.MatchString(r.Source):
		r.Status, r.Want = skipped, nil
	case rule.Same(got, r.Want):
		r.Status, r.Want = passed, nil
	default:
		r.Status, r.Got = failed, got.Lines()
		if r.Problem = unfit(r.Got); r.Problem == "" && c.Update {
			r.Status = updated
		}
	}
	f.Examples = append(f.Examples, r)
	c.show(f, &r)
	return got, r.Status == failed && c.FailFast
}
