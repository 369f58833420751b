// Package cli is tfs's command line: each command in a file of its name, its flags and what it prints. It reads
// arguments, calls the packages that do the work (repl, session, notebook, kernel, records, teach, playground/serve)
// and turns what they return into a status. It knows no ops and no syntax.
package cli

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
	"golang.org/x/term"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/memory"
	"github.com/tfs-lang/tfs/notebook"
	"github.com/tfs-lang/tfs/repl"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// exitCode carries a status through cobra.
type exitCode int

func (e exitCode) Error() string { return "" }

type app struct {
	release string // as the build names it, "dev" for none

	errors string
	compat string
	memory sizeFlag
	limit  time.Duration // of the whole run, 0 for none
	color  string
	quiet  bool
	echo   bool
	code   string
	module string
	stderr bool

	version, stay, hasCode bool

	out *bufio.Writer

	bar repl.Bar // on standard error

	noConfig bool // no configuration file, no start-up script
	reader   bool // for screen readers: nothing is redrawn
}

// Main runs tfs with the arguments that follow its name and gives the status it ends with: 0 for success, 1 where what
// ran failed, 2 for a command line that is wrong, 128 and the signal's number for what a signal ended. release is the
// version of the build.
func Main(release string, args []string) int {
	memory.Pace()
	signal.Ignore(syscall.SIGPIPE)
	a := &app{release: release, out: bufio.NewWriterSize(os.Stdout, 1<<14),
		bar: repl.NewBar(os.Stderr, term.IsTerminal(int(os.Stderr.Fd())))}
	root := a.root()
	root.SetArgs(ownArgs(root.Flags(), args))
	err := root.Execute()
	if ferr := a.out.Flush(); ferr != nil && err == nil {
		err = exitCode(a.unwritten(ferr))
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
standard input. With a FILE it runs the script or the notebook (- is standard
input); with none it opens the prompt, or runs standard input when that is not a
terminal.

The status is that of sys.exit, 1 after an error, 2 when the command line or a file
cannot be read, 124 after --timeout, 130 after Ctrl-C.`,
		Example: `  tfs                               the prompt
  tfs script.tfs                    run a script
  tfs -i script.tfs                 run a script, then open the prompt
  tfs notebook.ipynb                run the cells of a notebook
  tfs -c 'print(tf.range(3))'       run code
  tfs -m unittest tests             run a module, here that of tests
  tfs eval 'tf.bitcast(1., tf.int32)'   show a value
  tfs explain 'tf.bitcast(1., tf.int32)'   draw what it did
  tfs test scripts README.md        check the examples of files
  tfs tour                          lessons with exercises
  tfs demo scripts/tour.tfs         present a file step by step`,
		Args: cobra.ArbitraryArgs, SilenceUsage: true, SilenceErrors: true,
		RunE: func(c *cobra.Command, args []string) error {
			if a.version {
				return a.showVersion()
			}
			a.hasCode = c.Flags().Changed("code")
			return a.main(args)
		},
	}
	root.Flags().SetInterspersed(false)
	root.Flags().BoolVarP(&a.version, "version", "V", false, "show the version")
	root.Flags().BoolVarP(&a.stay, "interactive", "i", false, "open the prompt after the script or the code")
	root.Flags().StringVarP(&a.code, "code", "c", "", "run CODE")
	root.Flags().StringVarP(&a.module, "module", "m", "", "run the module `NAME`, of a package its __main__")
	root.PersistentFlags().StringVar(&a.errors, "errors", "short",
		"error texts: short, or full with TensorFlow's node names")
	root.PersistentFlags().StringVar(&a.compat, "compat", "", "seed: texts of the older documents")
	root.PersistentFlags().StringVar(&a.color, "color", "auto", "colour: auto, always or never")
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "no hints under error texts")
	root.PersistentFlags().BoolVar(&a.echo, "echo", false, "show the value of expression statements in scripts")
	root.PersistentFlags().Var(&a.memory, "max-memory",
		"how much memory values may take together, as 256MiB or 2GB (default half of the machine's)")
	root.PersistentFlags().DurationVar(&a.limit, "timeout", 0, "end the run after a time, as 500ms or 2m, with status 124")
	root.Flags().BoolVar(&a.noConfig, "no-config", false, "without the configuration file and the start-up script")
	root.Flags().BoolVar(&a.reader, "screen-reader", false, "a prompt that redraws nothing")
	root.CompletionOptions.HiddenDefaultCmd = false
	run := &cobra.Command{
		Use:   "run FILE [ARG...]",
		Short: "Run a script",
		Args:  cobra.MinimumNArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return a.file(args) },
	}
	run.Flags().SetInterspersed(false)
	tr := &cobra.Command{
		Use:   "transcript FILE",
		Short: "Replay a transcript: the text again, with what each example shows",
		Args:  cobra.ExactArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return a.transcript(args[0]) },
	}
	tr.Flags().BoolVar(&a.stderr, "stderr", false, "show standard error too, in the order written")
	ver := &cobra.Command{Use: "version", Short: "The version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.showVersion() }}
	root.AddCommand(run, a.evalCommand(), a.explainCommand(), tr, a.test(), a.records(), a.model(), a.kernel(), a.tour(),
		a.demo(), a.playground(), ver, a.man())
	root.SetHelpCommand(a.help(root))
	root.SetOut(a.out)
	completion(root)
	tellUsage(root)
	completeWords(root)
	return root
}

// completion makes the command that writes completion scripts, and has it name the shells
// when it is asked for another.
func completion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	c, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(c *cobra.Command, args []string) error {
		const shells = "bash, zsh, fish or powershell"
		if len(args) == 0 {
			return errors.New("completion: name the shell: " + shells)
		}
		return fmt.Errorf("completion: there is no script for %q, only for %s", args[0], shells)
	}
}

func (a *app) showVersion() error {
	_, err := fmt.Fprintf(a.out, "tfs %s (%s, %s/%s)\n", a.buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// buildVersion is the release, else what the build knows of the module it was made from.
func (a *app) buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && a.release == "dev" && info.Main.Version != "" &&
		info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return a.release
}

// help answers tfs help NAME: a command, or anything the language knows.
func (a *app) help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{Use: "help [NAME]", Short: "Help on a command, an op or a module",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) == 1 && args[0] == root.Name() {
				return root.Help()
			}
			if c, _, err := root.Find(args); err == nil && c != root {
				return c.Help()
			}
			topic := strings.Join(args, " ")
			text, found := session.Of(session.New(session.Options{})).Topic(topic)
			if !found {
				return errors.New(text)
			}
			w, h, err := term.GetSize(int(os.Stdout.Fd()))
			text = session.Wrap(py.Visible(text), w)
			if err == nil && repl.Page(text+"\n", os.Stdout, w, h) {
				return nil
			}
			_, err = fmt.Fprintln(a.out, text)
			return err
		}}
}

func (a *app) options(args []string) (session.Options, error) {
	if a.errors != "short" && a.errors != "full" {
		return session.Options{}, fmt.Errorf("--errors must be short or full, not %q", a.errors)
	}
	if a.color != "auto" && a.color != "always" && a.color != "never" {
		return session.Options{}, fmt.Errorf("--color must be auto, always or never, not %q", a.color)
	}
	if a.compat != "" && a.compat != "seed" {
		return session.Options{}, fmt.Errorf("--compat must be seed, not %q", a.compat)
	}
	if a.limit < 0 {
		return session.Options{}, fmt.Errorf("--timeout must be a time such as 10s or 2m, not %v", a.limit)
	}
	memory.SetLimit(int64(a.memory))
	memory.Exhausted = a.exhausted
	return session.Options{State: repl.StateDir(), Options: lang.Options{
		Args:       args,
		FullErrors: a.errors == "full",
		Compat:     a.compat,
		Quiet:      a.quiet,
		ASCII:      repl.PlainGlyphs(term.IsTerminal(int(os.Stdout.Fd()))),
		Figures:    len(args) > 0 && notebook.Is(args[0]),
		Stdin:      bufio.NewReader(os.Stdin),
	}}, nil
}

func (a *app) colored(f *os.File) bool { return repl.UseColor(a.color, term.IsTerminal(int(f.Fd()))) }

func (a *app) main(args []string) error {
	terminal := term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
	switch {
	case a.module != "":
		module := func(ctx context.Context, in *lang.Interp, show func(lang.Event)) error {
			return in.RunModule(ctx, a.module, show)
		}
		return a.run(append([]string{"-m"}, args...), module)
	case a.hasCode:
		return a.program("<string>", a.code+"\n", append([]string{"-c"}, args...))
	case len(args) > 0 && args[0] != "-":
		return a.file(args)
	case len(args) == 0 && terminal:
		return a.prompt(nil, nil)
	case len(args) == 0:
		args = []string{"-"}
	}
	src, err := lang.ReadStream("<stdin>", os.Stdin)
	if err != nil {
		return err
	}
	return a.program("<stdin>", src, args)
}

// prompt opens the interactive session; first, if any, runs before.
func (a *app) prompt(args []string, first runner) error {
	p, notices, err := a.configured(args)
	if err != nil {
		return err
	}
	p.Options.Reads, p.First = true, first
	p.Notices(notices)
	if code := p.Run(); code != 0 {
		return exitCode(code)
	}
	return nil
}

// configured is a prompt as flags and the configuration file have it, and what is to be told of that file.
func (a *app) configured(args []string) (p *repl.Prompt, notices []string, err error) {
	opts, err := a.options(args)
	if err != nil {
		return nil, nil, err
	}
	cfg := repl.DefaultConfig()
	if !a.noConfig {
		cfg, notices = repl.LoadConfig()
	}
	if a.color != "auto" {
		cfg.Color = a.color
	}
	if a.reader {
		cfg.Editor, cfg.InWords = "plain", true
	}
	return &repl.Prompt{Options: opts, In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Config: cfg,
		Version: a.buildVersion()}, notices, nil
}

// runner runs a program in an interpreter.
type runner func(ctx context.Context, in *lang.Interp, show func(lang.Event)) error

func (a *app) file(args []string) error {
	name := args[0]
	src, err := lang.ReadSource(name)
	if err != nil {
		if _, missing := os.Stat(name); errors.Is(missing, os.ErrNotExist) && !strings.ContainsAny(name, "./\\") {
			return fmt.Errorf("%v%s", err, commandLike(a.root(), name))
		}
		return err
	}
	if !notebook.Is(name) {
		return a.program(name, src, args)
	}
	nb, err := notebook.Read([]byte(src))
	if err != nil {
		return fmt.Errorf("%s: %v", name, err)
	}
	return a.run(args, func(ctx context.Context, in *lang.Interp, show func(lang.Event)) error {
		return repl.RunNotebook(ctx, in, name, nb, show)
	})
}

func (a *app) program(name, src string, args []string) error {
	mode := lang.Script
	if a.echo {
		mode = lang.Interactive
	}
	return a.run(args, func(ctx context.Context, in *lang.Interp, show func(lang.Event)) error {
		if name != "<string>" && transcript.HasPrompts(src) {
			return in.RunSource(ctx, name, src, show)
		}
		return in.Eval(ctx, name, src, mode, show)
	})
}

// run runs a program, and opens the prompt after it with -i; where there is no terminal it
// goes on with standard input, as a prompt would.
func (a *app) run(args []string, program runner) error {
	switch {
	case !a.stay:
		return a.eval(args, program)
	case term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd())):
		return a.prompt(args, program)
	}
	return a.eval(args, func(ctx context.Context, in *lang.Interp, show func(lang.Event)) error {
		_ = program(ctx, in, show) // its error was shown
		src, err := lang.ReadStream("<stdin>", os.Stdin)
		if err != nil {
			return err
		}
		return in.Eval(ctx, "<stdin>", src, lang.Interactive, show)
	})
}

func (a *app) eval(args []string, f runner) error {
	opts, err := a.options(args)
	if err != nil {
		return err
	}
	ctx, done := a.interruptible()
	defer done()
	opts.Reads = term.IsTerminal(int(os.Stderr.Fd()))
	err = f(ctx, session.New(opts), a.show)
	a.bar.End()
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
	if e.Kind != lang.Progressed && e.Kind != lang.Flushed {
		a.bar.End()
	}
	switch e.Kind {
	case lang.Stdout, lang.Display, lang.Page:
		_, err = io.WriteString(a.out, e.Text)
	case lang.Result:
		_, err = io.WriteString(a.out, e.Text+"\n")
	case lang.Flushed:
		err = a.out.Flush()
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
	if err != nil {
		py.LetGo()
		os.Exit(a.unwritten(err))
	}
}

// unwritten is the status after output that could not be written: silently 141 when its
// reader went away, else 1 with the reason.
func (a *app) unwritten(err error) int {
	if errors.Is(err, syscall.EPIPE) {
		return 141
	}
	fmt.Fprintln(os.Stderr, "tfs: standard output:", py.Visible(reason(err)))
	return 1
}

// reason is what the system says, without the name of the call.
func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return err.Error()
}

func (a *app) transcript(path string) error {
	var text string
	var err error
	if path == "-" {
		text, err = lang.ReadStream("<stdin>", os.Stdin)
	} else {
		text, err = lang.ReadSource(path)
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
	text = session.New(opts).Transcript(ctx, text, a.stderr)
	if term.IsTerminal(int(os.Stdout.Fd())) {
		text = py.Visible(text)
	}
	_, err = io.WriteString(a.out, text)
	if err == nil && ctx.Err() != nil {
		return a.status(ctx, py.Stopped(ctx))
	}
	return err
}
