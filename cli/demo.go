package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/tfs-lang/tfs/history"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/repl"
	"github.com/tfs-lang/tfs/teach"
)

// demoFlags are the flags of tfs demo.
type demoFlags struct {
	auto         string
	check, plain bool
	cast, html   string
	present      bool
	follow       string
}

// demo is the command that presents files.
func (a *app) demo() *cobra.Command {
	var f demoFlags
	c := &cobra.Command{Use: "demo FILE...", Short: "Present a script, a Markdown file or a notebook",
		Long: `Presents a .tfs, Markdown or notebook file step by step: prose, the code, and on Enter
what it shows. A step is one example or statement with the prose before it. Lines that
begin with #: direct the demo (in Markdown <!-- #: ... -->): pause, auto, silent, picture
[EXPR], note TEXT, wait 2s, section NAME, title, minutes.

Keys: Enter or Space runs, Left goes back (the steps before run again), r runs the last
again, e edits before running, g jumps to a step or section, l is the live prompt with
the variables (Ctrl-D comes back), p draws the last step, n shows notes, t the timer, b
blanks the screen, ? lists the keys, q leaves.

Without a terminal all steps are played at once. --auto plays with typing and waits,
--check without; both end with status 1 when an output is not the one written, naming
the line. --cast writes a recording for asciinema (format 2), --html a page in one file;
the same file gives the same bytes.

--present prints a command for a second terminal, which shows the notes, the next step
and the time.`,
		Example: "  tfs demo scripts/tour.tfs\n  tfs demo --check scripts/*.tfs\n" +
			"  tfs demo --cast tour.cast --html tour.html scripts/tour.tfs",
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.demos(args, f) },
	}
	c.Flags().StringVar(&f.auto, "auto", "", "play unattended, at `SPEED` times the usual")
	c.Flags().Lookup("auto").NoOptDefVal = "1"
	c.Flags().BoolVar(&f.check, "check", false, "play without waits and compare the outputs")
	c.Flags().StringVar(&f.cast, "cast", "", "write a recording to `FILE`")
	c.Flags().StringVar(&f.html, "html", "", "write a page to `FILE`")
	c.Flags().BoolVar(&f.plain, "plain", false, "no footer, nothing redrawn")
	c.Flags().BoolVar(&a.reader, "screen-reader", false, "nothing is redrawn, pictures are told in words")
	c.Flags().BoolVar(&f.present, "present", false, "with a second screen for the presenter")
	c.Flags().StringVar(&f.follow, "follow", "", "be the second screen of the demo at `SOCKET`")
	return c
}

func (a *app) demos(files []string, f demoFlags) error {
	switch {
	case f.follow != "" && len(files) > 0:
		return errors.New("demo: --follow takes no file")
	case f.follow != "":
		ctx, done := a.interruptible()
		defer done()
		return repl.Follow(ctx, f.follow, os.Stdout, repl.StyleFor(a.colored(os.Stdout)))
	case len(files) == 0:
		return errors.New("demo: name the file to present")
	case len(files) > 1 && (f.cast != "" || f.html != ""):
		return errors.New("demo: --cast and --html take one file")
	}
	worst := error(nil)
	for _, file := range files {
		deck, err := teach.ReadDeck(file)
		if err != nil {
			return err
		}
		switch {
		case f.cast != "" || f.html != "":
			err = a.recordDemo(deck, f)
		case f.check, f.auto != "", !terminals():
			err = a.playDemo(deck, f)
		default:
			err = a.presentDemo(deck, f)
		}
		var code exitCode
		switch {
		case err != nil && !errors.As(err, &code):
			return err
		case err != nil:
			worst = err
		}
	}
	return worst
}

func terminals() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}

// columns is the width of the terminal, 80 where there is none.
func columns() int {
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		return w
	}
	return 80
}

// teaching is what tours and demos need of the command line.
func (a *app) teaching() (teach.Options, error) {
	opts, err := a.options(nil)
	opts.Stdin, opts.Width, opts.InWords = nil, columns, a.reader
	return teach.Options{Lang: opts, Style: repl.StyleFor(a.colored(os.Stdout)), Columns: columns}, err
}

// recordDemo writes a deck as a recording, a page, or both.
func (a *app) recordDemo(deck *teach.Deck, f demoFlags) error {
	opts, err := a.teaching()
	if err != nil {
		return err
	}
	opts.Lang.Width = func() int { return 80 }
	ctx, done := a.interruptible()
	defer done()
	write := func(path string, play func(p *teach.Player, w io.Writer) ([]teach.Problem, error)) error {
		if path == "" {
			return nil
		}
		var b bytes.Buffer
		found, err := play(teach.NewPlayer(deck, opts), &b)
		if err != nil {
			return a.ended(ctx, err)
		}
		if err := history.Replace(path, b.Bytes(), 0o644); err != nil {
			return fmt.Errorf("%s: %s", path, reason(err))
		}
		return problems(found)
	}
	first := write(f.cast, func(p *teach.Player, w io.Writer) ([]teach.Problem, error) {
		p.Style = repl.StyleFor(a.color != "never")
		p.Style.ASCII = false
		return p.Cast(ctx, w)
	})
	second := write(f.html, func(p *teach.Player, w io.Writer) ([]teach.Problem, error) { return p.HTML(ctx, w) })
	if second != nil {
		return second
	}
	return first
}

// ended is how a demo ends that did not come to its end.
func (a *app) ended(ctx context.Context, err error) error {
	var exit *lang.ExitError
	if errors.As(err, &exit) {
		return exitCode(exit.Code)
	}
	return a.status(ctx, err)
}

// problems tells what was not as written; the status is 1 then.
func problems(found []teach.Problem) error {
	for _, p := range found {
		fmt.Fprintln(os.Stderr, "tfs:", py.Visible(p.String()))
	}
	if len(found) > 0 {
		return exitCode(1)
	}
	return nil
}

// playDemo plays a deck without keys.
func (a *app) playDemo(deck *teach.Deck, f demoFlags) error {
	opts, err := a.teaching()
	if err != nil {
		return err
	}
	speed := 0.0
	if f.auto != "" && !f.check {
		if speed, err = strconv.ParseFloat(f.auto, 64); err != nil || speed <= 0 || speed > 1000 {
			return fmt.Errorf("--auto is a speed above 0, such as 1.5, not %q", f.auto)
		}
	}
	ctx, done := a.interruptible()
	defer done()
	w := io.Writer(os.Stdout)
	if f.check {
		w = io.Discard
	}
	found, err := teach.NewPlayer(deck, opts).Live(ctx, w, speed)
	if err != nil {
		return a.ended(ctx, err)
	}
	if f.check {
		fmt.Fprintf(a.out, "%s: %s, %d not as written\n", py.Visible(deck.File), counted(len(deck.Steps), "step"), len(found))
	}
	return problems(found)
}

// presentDemo presents a deck on the terminal.
func (a *app) presentDemo(deck *teach.Deck, f demoFlags) error {
	var told func(teach.Note)
	if f.present {
		s, err := repl.NewSecondScreen()
		if err != nil {
			return err
		}
		defer s.Close()
		fmt.Fprintf(a.out, "For the second terminal:\n  tfs demo --follow %s\nEnter begins.\n", s.Path)
		if err := a.out.Flush(); err != nil {
			return err
		}
		_, _ = fmt.Scanln()
		told = s.Tell
	}
	p, err := a.newPrompt(nil, func(p *repl.Prompt, ctx context.Context) { p.Present(ctx, deck, told) })
	if err != nil {
		return err
	}
	if f.plain {
		p.Config.Editor = "plain"
	}
	if code := p.Run(); code != 0 {
		return exitCode(code)
	}
	return nil
}

// newPrompt is a prompt for one purpose, which ends with it.
func (a *app) newPrompt(args []string, do func(p *repl.Prompt, ctx context.Context)) (*repl.Prompt, error) {
	p, notices, err := a.configured(args)
	if err != nil {
		return nil, err
	}
	p.Config.Banner, p.Alone = false, true
	p.First = func(ctx context.Context, _ *lang.Interp, _ func(lang.Event)) error {
		do(p, ctx)
		return nil
	}
	p.Notices(notices)
	return p, nil
}
