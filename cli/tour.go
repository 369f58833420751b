package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/tfs-lang/tfs/history"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/repl"
	"github.com/tfs-lang/tfs/teach"
)

// tourFlags are the flags of tfs tour.
type tourFlags struct {
	list, noSkip, auto, check bool
	lesson, report            string
}

// tour is the command that goes through lessons.
func (a *app) tour() *cobra.Command {
	var f tourFlags
	c := &cobra.Command{Use: "tour [N|ID|FILE|DIR]", Short: "Lessons with exercises",
		Long: `Goes through the lessons of tfs, or those of a teacher's file or folder (*.tfs), with
exercises whose answers are judged by their values. Without an argument it goes on where
you were. In a lesson Enter goes on; :next :back :again :hint :answer :skip :free :quit.

Progress is kept in $XDG_STATE_HOME/tfs/tour.json (~/.local/state). --report writes it
for the lessons gone through, after every step.

--auto plays the lessons with their answers; --check is for teachers: it tells what is
wrong in lesson files, by lines: examples that show something else, answers that are
refused, wrong ones that pass or are not told their own message. The status is 1 then.`,
		Example: "  tfs tour\n  tfs tour --list\n  tfs tour 5\n  tfs tour --check lessons/\n" +
			"  tfs tour --no-skip --report anna.json lessons/",
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.tours(args, f) },
	}
	c.Flags().BoolVar(&f.list, "list", false, "list the lessons and what is done")
	c.Flags().StringVar(&f.lesson, "lesson", "", "begin at a lesson or an exercise, by number or `ID`")
	c.Flags().BoolVar(&f.noSkip, "no-skip", false, "exercises are not skipped, answers not shown")
	c.Flags().StringVar(&f.report, "report", "", "write what was done to `FILE`, as JSON")
	c.Flags().BoolVar(&f.auto, "auto", false, "play with the answers written")
	c.Flags().BoolVar(&f.check, "check", false, "check lesson files")
	c.Flags().BoolVar(&a.reader, "screen-reader", false, "nothing is redrawn, pictures are told in words")
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		lessons, err := teach.Lessons()
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		var ids []string
		for _, l := range lessons {
			ids = append(ids, l.ID+"\t"+l.Title)
		}
		return ids, cobra.ShellCompDirectiveDefault
	}
	return c
}

// lessonsFor are the lessons an argument names, and where to begin: a file or a folder that is there, else tfs's own.
func lessonsFor(args []string, begin string) ([]*teach.Lesson, string, error) {
	if len(args) == 1 {
		if _, err := os.Stat(args[0]); err == nil {
			lessons, err := teach.ReadLessons(args[0])
			if err == nil && begin == "" {
				begin = lessons[0].ID
			}
			return lessons, begin, err
		}
		if begin != "" {
			return nil, "", fmt.Errorf("%s: no such file or folder", args[0])
		}
		begin = args[0]
	}
	lessons, err := teach.Lessons()
	return lessons, begin, err
}

func (a *app) tours(args []string, f tourFlags) error {
	lessons, begin, err := lessonsFor(args, f.lesson)
	if err != nil {
		return err
	}
	opts, err := a.teaching()
	if err != nil {
		return err
	}
	opts.NoSkip = f.noSkip
	if f.check {
		return a.checkLessons(lessons, opts)
	}
	t := &teach.Tour{Options: opts, Lessons: lessons}
	notice := ""
	if f.auto {
		t.Progress, _ = teach.OpenProgress("")
	} else {
		t.Progress, notice = teach.OpenProgress(repl.StateDir())
	}
	if notice != "" {
		fmt.Fprintln(os.Stderr, "tfs:", py.Visible(notice))
	}
	if f.report != "" {
		t.Changed = func() error { return writeReport(f.report, t) }
		if err := t.Changed(); err != nil {
			return err
		}
	}
	ctx, done := a.interruptible()
	defer done()
	switch {
	case f.list:
		t.List(a.show)
		return nil
	case f.auto:
		found, err := t.Auto(ctx, begin, a.show)
		if err != nil {
			return a.ended(ctx, err)
		}
		if err := a.out.Flush(); err != nil {
			return err
		}
		return problems(found)
	case !terminals():
		if err := repl.RunTour(ctx, t, begin, os.Stdin, a.show); err != nil {
			var exit *lang.ExitError
			if errors.As(err, &exit) {
				return exitCode(exit.Code)
			}
			return err
		}
		return nil
	}
	done()
	p, err := a.newPrompt(nil, func(p *repl.Prompt, ctx context.Context) { p.BeginTour(ctx, t, begin) })
	if err != nil {
		return err
	}
	if code := p.Run(); code != 0 {
		return exitCode(code)
	}
	return nil
}

// checkLessons is tfs tour --check.
func (a *app) checkLessons(lessons []*teach.Lesson, opts teach.Options) error {
	ctx, done := a.interruptible()
	defer done()
	var all []teach.Problem
	for _, l := range lessons {
		tries, found, err := teach.CheckLesson(ctx, l, opts.Lang)
		if err != nil {
			return a.ended(ctx, err)
		}
		fmt.Fprintf(a.out, "%s: %s, %s tried, %s\n", py.Visible(l.ID), counted(len(l.Exercises), "exercise"),
			counted(tries, "answer"), counted(len(found), "problem"))
		all = append(all, found...)
	}
	if err := a.out.Flush(); err != nil {
		return err
	}
	return problems(all)
}

// writeReport writes what was done in the lessons of a tour.
func writeReport(path string, t *teach.Tour) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(t.Report()); err != nil {
		return err
	}
	if err := history.Replace(path, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("%s: %s", path, reason(err))
	}
	return nil
}
