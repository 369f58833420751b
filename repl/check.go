package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/tfs-lang/tfs/lang"
)

// Check runs the >>> examples of files and folders and compares what they show with what
// stands under them.
type Check struct {
	Options lang.Options
	Update  bool           // write the outputs back
	Run     *regexp.Regexp // only examples whose source matches
	Out     io.Writer
	Color   bool
}

// Result counts what a check found.
type Result struct{ Passed, Failed, Skipped int }

// Paths checks every .tfs and .md file under the given paths.
func (c *Check) Paths(ctx context.Context, paths []string) (Result, error) {
	var total Result
	for _, p := range paths {
		st, err := os.Stat(p)
		if err != nil {
			return total, fmt.Errorf("%s: no such file or folder", p)
		}
		files := []string{p}
		if st.IsDir() {
			files = nil
			err := filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".tfs") || strings.HasSuffix(path, ".md")) {
					files = append(files, path)
				}
				return err
			})
			if err != nil {
				return total, err
			}
		}
		for _, f := range files {
			r, err := c.File(ctx, f)
			if err != nil {
				return total, err
			}
			total.Passed += r.Passed
			total.Failed += r.Failed
			total.Skipped += r.Skipped
		}
	}
	return total, nil
}

// File checks one file; its examples share one session.
func (c *Check) File(ctx context.Context, path string) (Result, error) {
	var r Result
	text, err := ReadSource(path)
	if err != nil {
		return r, err
	}
	in := lang.New(c.Options)
	var out []string
	changed := false
	for _, it := range lang.ParseTranscript(text) {
		if it.Example == nil {
			out = append(out, it.Prose)
			continue
		}
		e := it.Example
		got := in.RunExample(ctx, e.Source, false)
		lines := e.Want
		switch {
		case ctx.Err() != nil:
			return r, errors.New("interrupted")
		case e.Skipped() || c.Run != nil && !c.Run.MatchString(e.Source):
			r.Skipped++
		case got.Same(lang.ParseOutcome(e.Want)):
			r.Passed++
		case c.Update:
			lines, changed = got.Lines(), true
			r.Passed++
		default:
			r.Failed++
			c.report(path, e, got)
		}
		out = append(out, e.Prompts...)
		for _, l := range lines {
			out = append(out, e.Indent+l)
		}
	}
	if changed {
		return r, os.WriteFile(path, []byte(strings.Join(out, "\n")+"\n"), 0o644)
	}
	return r, nil
}

func (c *Check) report(path string, e *lang.Example, got lang.Outcome) {
	red := c.style("1")
	green := c.style("2")
	fmt.Fprintf(c.Out, "%s:%d: %s\n", path, e.Line, strings.ReplaceAll(e.Source, "\n", "\n    "))
	for _, l := range e.Want {
		fmt.Fprintln(c.Out, red("  - "+l))
	}
	for _, l := range got.Lines() {
		fmt.Fprintln(c.Out, green("  + "+l))
	}
}

func (c *Check) style(color string) func(string) string {
	if !c.Color {
		return func(s string) string { return s }
	}
	st := lipgloss.NewStyle().Foreground(lipgloss.Color(color)).Inline(true).TabWidth(lipgloss.NoTabConversion)
	return func(s string) string { return st.Render(s) }
}

// MaxSource bounds the files tfs reads as source.
const MaxSource = 16 << 20

// ReadSource reads a source file; the error says what is wrong with it in one line.
func ReadSource(path string) (string, error) {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: no such file", path)
	case err != nil:
		return "", fmt.Errorf("%s: %v", path, errors.Unwrap(err))
	case st.IsDir():
		return "", fmt.Errorf("%s: is a folder, not a script", path)
	case st.Size() > MaxSource:
		return "", fmt.Errorf("%s: %d bytes are over the limit of %d for a source", path, st.Size(), MaxSource)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("%s: %v", path, errors.Unwrap(err))
	}
	return cleanSource(path, b)
}

func cleanSource(name string, b []byte) (string, error) {
	text := strings.TrimPrefix(string(b), "\ufeff")
	if i := strings.IndexByte(text, 0); i >= 0 {
		return "", fmt.Errorf("%s: not a text file (a zero byte at offset %d)", name, i)
	}
	if s := strings.ToValidUTF8(text, "\uFFFD"); s != text {
		return "", fmt.Errorf("%s: not UTF-8 text", name)
	}
	return strings.ReplaceAll(text, "\r\n", "\n"), nil
}

// ReadStdin reads all of a stream as source.
func ReadStdin(r io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(r, MaxSource+1))
	if err != nil {
		return "", err
	}
	if len(b) > MaxSource {
		return "", fmt.Errorf("<stdin>: over the limit of %d bytes for a source", MaxSource)
	}
	return cleanSource("<stdin>", b)
}
