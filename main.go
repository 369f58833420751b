// Command tfs runs TensorFlow documentation snippets without TensorFlow: a prompt, a
// runner and checker of scripts, and a Jupyter kernel.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"golang.org/x/term"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/repl"
)

var version = "dev"

// exitCode carries a status through cobra.
type exitCode int

func (e exitCode) Error() string { return "" }

type app struct {
	errors string
	compat string
	memory sizeFlag
	limit  time.Duration // of the whole run, 0 for none
	color  string
	quiet  bool
	echo   bool
	code   string
	stderr bool
	out    *bufio.Writer

	bar repl.Bar // on standard error

	noConfig bool // no configuration file, no start-up script
	reader   bool // for screen readers: nothing is redrawn
}

func main() { os.Exit(execute(os.Args[1:])) }

func execute(args []string) int {
	debug.SetGCPercent(200)
	signal.Ignore(syscall.SIGPIPE)
	a := &app{out: bufio.NewWriterSize(os.Stdout, 1<<14), bar: repl.NewBar(os.Stderr, term.IsTerminal(int(os.Stderr.Fd())))}
	root := a.root()
	root.SetArgs(args)
	err := root.Execute()
	if ferr := a.out.Flush(); ferr != nil && err == nil {
		err = exitCode(141)
	}
	var code exitCode
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintln(os.Stderr, "tfs:", py.Visible(err.Error()))
	return 2
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "tfs [FILE [ARG...]]",
		Short: "TensorFlow's tensor semantics without TensorFlow",
		Long: `tfs runs TensorFlow documentation snippets: at a prompt, from a script, or from
standard input. With a FILE it runs the script; with none it opens the prompt,
or runs standard input when that is not a terminal.`,
		Example: `  tfs                               the prompt
  tfs script.tfs                    run a script
  tfs -c 'print(tf.range(3))'       run code
  tfs eval 'tf.bitcast(1., tf.int32)'   show a value
  tfs test scripts README.md        check the examples of files`,
		Args: cobra.ArbitraryArgs, SilenceUsage: true, SilenceErrors: true,
		RunE: func(_ *cobra.Command, args []string) error { return a.main(args) },
	}
	root.Flags().SetInterspersed(false)
	root.Flags().StringVarP(&a.code, "code", "c", "", "run CODE")
	root.PersistentFlags().StringVar(&a.errors, "errors", "short", "error texts: short, or full with TensorFlow's node names")
	root.PersistentFlags().StringVar(&a.compat, "compat", "", "seed: texts of the older documents")
	root.PersistentFlags().StringVar(&a.color, "color", "auto", "colour: auto, always or never")
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "no hints under error texts")
	root.PersistentFlags().BoolVar(&a.echo, "echo", false, "show the value of expression statements in scripts")
	root.PersistentFlags().Var(&a.memory, "max-memory", "how much memory values may take together, as 256MiB or 2GB (default half of the machine's)")
	root.PersistentFlags().DurationVar(&a.limit, "timeout", 0, "end the run after a time, as 500ms or 2m, with status 124")
	root.Flags().BoolVar(&a.noConfig, "no-config", false, "without the configuration file and the start-up script")
	root.Flags().BoolVar(&a.reader, "screen-reader", false, "a prompt that redraws nothing")
	root.CompletionOptions.HiddenDefaultCmd = false
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return fmt.Errorf("%v (tfs --help lists the flags)", err)
	})
	run := &cobra.Command{Use: "run FILE [ARG...]", Short: "Run a script", Args: cobra.MinimumNArgs(1), RunE: func(_ *cobra.Command, args []string) error { return a.file(args) }}
	run.Flags().SetInterspersed(false)
	eval := &cobra.Command{Use: "eval EXPR...", Short: "Show the values of expressions", Args: cobra.MinimumNArgs(1), RunE: func(_ *cobra.Command, args []string) error {
		return a.source("<eval>", strings.Join(args, "\n")+"\n", lang.Interactive, nil)
	}}
	tr := &cobra.Command{Use: "transcript FILE", Short: "Replay a transcript: the text again, with what each example shows", Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error { return a.transcript(args[0]) }}
	tr.Flags().BoolVar(&a.stderr, "stderr", false, "show standard error too, in the order written")
	ver := &cobra.Command{Use: "version", Short: "The version", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
		_, err := fmt.Fprintf(a.out, "tfs %s (%s, %s/%s)\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		return err
	}}
	man := &cobra.Command{Use: "man", Short: "The man page", Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error {
		return doc.GenMan(c.Root(), &doc.GenManHeader{Title: "TFS", Section: "1"}, a.out)
	}}
	root.AddCommand(run, eval, tr, a.test(), a.kernel(), ver, man)
	root.SetHelpCommand(a.help(root))
	root.SetOut(a.out)
	return root
}

func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && version == "dev" && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return version
}

// help answers tfs help NAME: a command, or anything the language knows.
func (a *app) help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{Use: "help [NAME]", Short: "Help on a command, an op or a module", RunE: func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return root.Help()
		}
		if c, _, err := root.Find(args); err == nil && c != root {
			return c.Help()
		}
		topic := strings.Join(args, " ")
		text, found := lang.New(lang.Options{}).Topic(topic)
		if !found {
			return errors.New(text)
		}
		text = py.Visible(text)
		if w, h, err := term.GetSize(int(os.Stdout.Fd())); err == nil && repl.Page(text+"\n", os.Stdout, w, h) {
			return nil
		}
		_, err := fmt.Fprintln(a.out, text)
		return err
	}}
}

func (a *app) options(args []string) (lang.Options, error) {
	if a.errors != "short" && a.errors != "full" {
		return lang.Options{}, fmt.Errorf("--errors must be short or full, not %q", a.errors)
	}
	if a.color != "auto" && a.color != "always" && a.color != "never" {
		return lang.Options{}, fmt.Errorf("--color must be auto, always or never, not %q", a.color)
	}
	if a.compat != "" && a.compat != "seed" {
		return lang.Options{}, fmt.Errorf("--compat must be seed, not %q", a.compat)
	}
	if a.limit < 0 {
		return lang.Options{}, fmt.Errorf("--timeout must be a time such as 10s or 2m, not %v", a.limit)
	}
	memory.SetLimit(int64(a.memory))
	memory.Exhausted = a.exhausted
	return lang.Options{Args: args, FullErrors: a.errors == "full", Compat: a.compat, Quiet: a.quiet, Stdin: bufio.NewReader(os.Stdin)}, nil
}

func (a *app) colored(f *os.File) bool { return repl.UseColor(a.color, term.IsTerminal(int(f.Fd()))) }

func (a *app) main(args []string) error {
	switch {
	case a.code != "":
		mode := lang.Script
		if a.echo {
			mode = lang.Interactive
		}
		return a.source("<string>", a.code+"\n", mode, append([]string{"-c"}, args...))
	case len(args) > 0 && args[0] != "-":
		return a.file(args)
	case len(args) == 0 && term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd())):
		opts, err := a.options(nil)
		if err != nil {
			return err
		}
		return a.prompt(opts)
	}
	src, err := repl.ReadStdin(os.Stdin)
	if err != nil {
		return err
	}
	return a.program("<stdin>", src, []string{"-"})
}

// prompt opens the interactive session.
func (a *app) prompt(opts lang.Options) error {
	cfg, notices := repl.DefaultConfig(), []string(nil)
	if !a.noConfig {
		cfg, notices = repl.LoadConfig()
	}
	if a.color != "auto" {
		cfg.Color = a.color
	}
	if a.reader {
		cfg.Editor = "plain"
	}
	p := &repl.Prompt{Options: opts, In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Config: cfg, Version: buildVersion()}
	p.Notices(notices)
	if code := p.Run(); code != 0 {
		return exitCode(code)
	}
	return nil
}

func (a *app) file(args []string) error {
	src, err := repl.ReadSource(args[0])
	if err != nil {
		return err
	}
	return a.program(args[0], src, args)
}

func (a *app) program(name, src string, args []string) error {
	if lang.HasPrompts(src) {
		return a.eval(args, func(in *lang.Interp, ctx context.Context) error { return in.RunSource(ctx, name, src, a.show) })
	}
	mode := lang.Script
	if a.echo {
		mode = lang.Interactive
	}
	return a.source(name, src, mode, args)
}

func (a *app) source(name, src string, mode lang.Mode, args []string) error {
	return a.eval(args, func(in *lang.Interp, ctx context.Context) error { return in.Eval(ctx, name, src, mode, a.show) })
}

func (a *app) eval(args []string, f func(in *lang.Interp, ctx context.Context) error) error {
	opts, err := a.options(args)
	if err != nil {
		return err
	}
	ctx, done := a.interruptible()
	defer done()
	err = f(lang.New(opts), ctx)
	var exit *lang.ExitError
	switch {
	case errors.As(err, &exit):
		if exit.Code == 0 {
			return nil
		}
		return exitCode(exit.Code)
	case err != nil:
		return a.status(ctx, err)
	}
	return nil
}

// status is how a run ends that failed: 124 after its time limit, 130 by Ctrl-C, else 1.
func (a *app) status(ctx context.Context, err error) error {
	var ex *py.Exc
	switch {
	case py.TimedOut(ctx):
		return exitCode(124)
	case errors.As(err, &ex) && ex.Class.Is(py.KeyboardInterruptClass):
		return exitCode(130)
	}
	return exitCode(1)
}

// show writes events; standard output is flushed before anything on standard error.
func (a *app) show(e lang.Event) {
	var err error
	if e.Kind != lang.Progressed {
		a.bar.End()
	}
	switch e.Kind {
	case lang.Stdout, lang.Display, lang.Page:
		_, err = io.WriteString(a.out, e.Text)
	case lang.Result:
		_, err = io.WriteString(a.out, e.Text+"\n")
	case lang.Progressed:
		err = a.out.Flush()
		a.bar.Show(*e.Progress)
	case lang.Stderr, lang.Error:
		err = a.out.Flush()
		text := e.Text
		if e.Kind == lang.Error {
			text = repl.PaintError(text, a.colored(os.Stderr))
		}
		fmt.Fprint(os.Stderr, text)
	}
	if err != nil { // the reader went away
		os.Exit(141)
	}
}

func (a *app) transcript(path string) error {
	var text string
	var err error
	if path == "-" {
		text, err = repl.ReadStdin(os.Stdin)
	} else {
		text, err = repl.ReadSource(path)
	}
	if err != nil {
		return err
	}
	opts, err := a.options(nil)
	if err != nil {
		return err
	}
	ctx, done := a.interruptible()
	defer done()
	_, err = io.WriteString(a.out, lang.New(opts).Transcript(ctx, text, a.stderr))
	if err == nil && ctx.Err() != nil {
		return a.status(ctx, py.Stopped(ctx))
	}
	return err
}
