package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/tfs-lang/tfs/kernel"
	"github.com/tfs-lang/tfs/kernel/html"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/repl"
)

// testFlags are the flags of tfs test.
type testFlags struct {
	update, json, verbose, failFast bool
	run, junit                      string
	jobs                            int
	limit                           time.Duration
}

// test is the command that checks examples.
func (a *app) test() *cobra.Command {
	var f testFlags
	c := &cobra.Command{
		Use:   "test PATH...",
		Short: "Check the >>> examples of texts, docstrings and notebooks",
		Args:  cobra.MinimumNArgs(1),
		Long: `Runs the examples of files and compares what they show with what stands under them.
A folder stands for the .tfs, .md, .markdown, .rst, .py and .ipynb files in it.

Of texts every >>> example is run; of fenced Markdown those of blocks in Python, tfs
or no language. Of programs (.py, and .tfs without prompts) the docstrings are tested,
after the file has been run; of notebooks the code cells. The examples of a file share
one session, those of a docstring have a copy of their module's names.

White space between tokens is free and floats may differ in their last digits.
# doctest: +SKIP, +ELLIPSIS, +NORMALIZE_WHITESPACE, +IGNORE_EXCEPTION_DETAIL and
+DONT_ACCEPT_BLANKLINE change the rule for an example, as in Python's doctest;
-NORMALIZE_WHITESPACE makes white space count.

Cells of notebooks tagged skip-execution are not run, the outputs of those tagged
nbval-ignore-output and of those that were never run not compared; of the latter an
error is a failure, unless they are tagged raises-exception.

The status is 0 when all examples pass, 1 when some fail, 2 when a file cannot be
read or run, 130 after Ctrl-C.`,
		Example: "  tfs test docs README.md\n  tfs test --update README.md      # write the outputs anew\n  tfs test -j " +
			"4 --junit report.xml docs",
		RunE: func(_ *cobra.Command, args []string) error { return a.check(args, f) },
	}
	c.Flags().BoolVar(&f.update, "update", false, "write the outputs back into the files, and nothing else")
	c.Flags().StringVarP(&f.run, "run", "k", "", "only examples that match a regular expression count")
	c.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "a line for every example")
	c.Flags().BoolVarP(&f.failFast, "fail-fast", "x", false, "stop at the first failure")
	c.Flags().IntVarP(&f.jobs, "jobs", "j", 1, "`N` files at a time; 0 for as many as there are processors")
	c.Flags().DurationVar(&f.limit, "timeout", time.Minute, "the time an example may take; 0 for any")
	c.Flags().BoolVar(&f.json, "json", false, "the report as JSON")
	c.Flags().StringVar(&f.junit, "junit", "", "write a JUnit report to `FILE` too")
	return c
}

func (a *app) check(paths []string, f testFlags) error {
	opts, err := a.options(nil)
	if err != nil {
		return err
	}
	opts.Stdin = nil // examples that read input find its end
	c := &repl.Check{
		Options:  opts,
		Update:   f.update,
		Limit:    f.limit,
		Jobs:     f.jobs,
		FailFast: f.failFast,
		Verbose:  f.verbose,
		Out:      a.out,
		Color:    a.colored(os.Stdout),
		Bundle:   html.Bundle,
		Page:     html.Page,
		Failure:  kernel.Failure,
	}
	if f.jobs == 0 {
		c.Jobs = runtime.NumCPU()
	}
	if f.jobs < 0 || f.limit < 0 {
		return errors.New("--jobs and --timeout must not be below zero")
	}
	if f.json {
		c.Out = nil
	}
	if f.run != "" {
		if c.Run, err = regexp.Compile(f.run); err != nil {
			return fmt.Errorf("--run: %v", err)
		}
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		time.Sleep(unanswered)
		os.Exit(130)
	})()
	r, checkErr := c.Paths(ctx, paths)
	if err := a.report(r, f); err != nil {
		return err
	}
	switch {
	case checkErr != nil:
		fmt.Fprintln(os.Stderr, "tfs:", checkErr)
		return exitCode(130)
	case r.Unread > 0:
		return exitCode(2)
	case r.Failed > 0:
		return exitCode(1)
	}
	return nil
}

// report writes the result in the forms asked for.
func (a *app) report(r *repl.Report, f testFlags) error {
	if f.junit != "" {
		file, err := os.Create(f.junit)
		if err == nil {
			err = r.JUnit(file)
			if cerr := file.Close(); err == nil {
				err = cerr
			}
		}
		if err != nil {
			return fmt.Errorf("--junit: %v", err)
		}
	}
	if f.json {
		enc := json.NewEncoder(a.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	}
	_, err := fmt.Fprintf(a.out, "%d passed, %d failed, %d skipped", r.Passed, r.Failed, r.Skipped)
	if r.Unread > 0 {
		fmt.Fprintf(a.out, ", %d not read", r.Unread)
	}
	fmt.Fprintln(a.out)
	if ferr := a.out.Flush(); err == nil {
		err = ferr
	}
	for _, file := range r.Files {
		if file.Idle() {
			fmt.Fprintf(os.Stderr, "tfs: %s: nothing to test: it has no examples\n", py.Visible(file.Path))
		}
	}
	if len(r.Files) == 0 {
		fmt.Fprintln(os.Stderr, "tfs: nothing to test: no file there can have examples")
	}
	return err
}
