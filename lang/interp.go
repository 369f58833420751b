package lang

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/explain/shown"
	"github.com/tfs-lang/tfs/lang/door"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/memory"
)

// Options configure an interpreter; the zero value is the default.
type Options struct {
	// Modules are those a program can import, and what is told of them; package session knows all there are
	Modules door.Modules

	// Host makes what stands around the interpreter: commands, help, display; package session has it
	Host func(in *Interp) Host

	Args  []string  // sys.argv
	Stdin io.Reader // for input(); nil reads nothing
	// input() and getpass() of a front end; nil reads Stdin
	Ask        func(ctx context.Context, prompt string, hidden bool) (string, error)
	FullErrors bool   // TensorFlow's node prefix and name tail in error texts
	Compat     string // "" or "seed": texts and layouts of the older documents
	Quiet      bool   // no hints under error texts
	Shown      int    // of the items of a list or dict an echo shows so many, 0 for all; print shows all
	// tracebacks show the lines around the failing ones, unless %xmode says otherwise
	Context bool
	Width   func() int // columns of the screen, for pages of documentation; nil for 80
	Reads   bool       // reading a file for more than a second is reported as progress
	Keep    int64      // bytes that old results (Out) may hold together; 0 is 256 MiB
	ASCII   bool       // pictures are drawn in ASCII
	InWords bool       // pictures are told in sentences

	Figures bool // figures that are open when a cell ends are shown, as in notebooks
}

// Interp is one interpreter: its globals, its modules and its history. Several can run side
// by side; nothing is shared between them but immutable tables.
type Interp struct {
	reads    *reads
	opts     Options
	host     Host // what stands around it; nil for nothing
	globals  *py.Dict
	builtins map[string]py.Value
	names    *py.Module // builtins, as a module
	modules  map[string]py.Value
	main     *Interp // the one whose program imported this module's; nil for itself
	library  bool    // the text is one of tfs's own modules
	session  session
	kept     map[any]any // what packages below keep for this interpreter
	sink     func(Event)
	running  *py.Thread // the thread of the evaluation under way
	rec      any        // what watches the ops from one evaluation to the next: tapes that were left open
	xmode    string     // of %xmode, "" for the front end's own
	failed   *py.Exc    // the last error, for %debug
	frames   *frames    // frames to use again
	ref      *reference // how units run, nil but in comparisons
}

// Mode says what is echoed.
type Mode int

// The modes of Eval.
const (
	Script      Mode = iota // nothing is echoed but pictures: plot(x) and explain(x) are asked for to be seen
	Interactive             // every expression statement, as at Python's prompt
	Cell                    // the last expression only, as in a notebook
)

// EventKind tells what an event carries.
type EventKind int

// The kinds of events.
const (
	Stdout     EventKind = iota // Text was printed
	Stderr                      // Text was printed to standard error
	Result                      // Value was echoed; Text is its repr
	Display                     // Value is shown by request; Text is its plain form
	Error                       // the evaluation ended with Exc; Text is the traceback
	Page                        // Text is documentation, for a pager when it is long
	NextInput                   // Text is to be edited as the next input
	Progressed                  // Progress tells how far some long work is
	Flushed                     // what was printed is wanted now
)

// Event is one thing an evaluation produced, in order.
type Event struct {
	Kind  EventKind
	Text  string
	Value py.Value
	Exc   *py.Exc

	Progress *Progress
	Shown    *Shown // of a Display that display() and its like asked for
}

// New makes an interpreter with the modules of its options.
func New(opts Options) *Interp {
	in := &Interp{opts: opts, kept: map[any]any{}, frames: &frames{}, reads: &reads{}}
	*in.Pictures() = shown.Settings{Width: opts.Width, ASCII: opts.ASCII, InWords: opts.InWords}
	if opts.Host != nil {
		in.host = opts.Host(in)
	}
	in.Reset()
	return in
}

// Pictures are the settings by which pictures are shown, which may be changed.
func (in *Interp) Pictures() *shown.Settings { return shown.Of(&py.Thread{Kept: in.kept}) }

// ScriptPath is the whole path of a file that is run; other names stay.
func ScriptPath(name string) string {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		if whole, err := filepath.Abs(name); err == nil {
			return whole
		}
	}
	return name
}

// Reset forgets every name the user bound.
func (in *Interp) Reset() {
	in.builtins = in.opts.Modules.Builtins()
	in.modules = in.opts.Modules.Loaded(in.opts.Args)
	in.globals, in.rec = py.NewDict(), nil
	in.set("__name__", "__main__")
	in.set("__doc__", py.None)
	in.set("__file__", "<stdin>")
	if len(in.opts.Args) > 0 {
		in.set("__file__", ScriptPath(in.opts.Args[0]))
	}
	for _, b := range in.opts.Modules.Bound {
		in.set(b.Name, in.modules[b.Module])
	}
	in.modules["asyncio"], in.modules["_tracebacks"] = asyncioModule(), tracebacksModule()
	in.modules["_signatures"], in.modules["pdb"] = signaturesModule(), pdbModule()
	in.modules["ast"] = astModule()
	in.addFrameBuiltins()
	if f := in.explainFn(); f != nil {
		in.builtins["explain"] = f
	}
	if sys, ok := in.modules["sys"].(*py.Module); ok {
		sys.Attrs["_getframe"] = getFrameFn
	}
	in.names = &py.Module{
		Name:  "builtins",
		Short: "builtins",
		Doc:   "The names every program has.",
		Attrs: in.builtins,
		Open:  true,
	}
	in.modules["builtins"] = in.names
	if in.host != nil {
		in.host.Bind(in.builtins, in.modules)
	}
	in.sysModules().SetStr("__main__", &py.Module{Name: "__main__", Short: "__main__", Dict: in.globals})
	in.session.bind(in.builtins)
}

// Names lists everything a bare name can mean now, sorted.
func (in *Interp) Names() []string {
	var out []string
	in.eachGlobal(func(n string, _ py.Value) { out = append(out, n) })
	for n := range in.builtins {
		if _, hidden := in.globals.GetStr(n); !hidden {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

// Get finds a global.
func (in *Interp) Get(name string) (py.Value, bool) {
	v, ok := in.globals.GetStr(name)
	if !ok {
		v, ok = in.builtins[name]
	}
	return v, ok
}

// modulesWith names a bare name in the modules every program has: sqrt is tf.sqrt, np.sqrt
// and math.sqrt. "" for names of one or two letters, and for those none has.
func (in *Interp) modulesWith(name string) string {
	if len(name) < 3 || strings.HasPrefix(name, "_") {
		return ""
	}
	var found []string
	for _, b := range in.opts.Modules.Bound {
		v, _ := in.globals.GetStr(b.Name)
		if m, ok := v.(*py.Module); ok {
			if v, _ := m.Get(name); v != nil {
				found = append(found, b.Name+"."+name)
			}
		}
	}
	if n := len(found); n > 1 {
		return strings.Join(found[:n-1], ", ") + " or " + found[n-1]
	}
	return strings.Join(found, "")
}

// Set binds a global.
func (in *Interp) Set(name string, v py.Value) { in.set(name, v) }

func (in *Interp) set(name string, v py.Value) { in.globals.SetStr(name, v) }

// UserNames lists the globals the user bound, sorted.
func (in *Interp) UserNames() []string {
	var out []string
	in.eachGlobal(func(n string, v py.Value) {
		if _, isModule := v.(*py.Module); !isModule && !strings.HasPrefix(n, "_") {
			out = append(out, n)
		}
	})
	sort.Strings(out)
	return out
}

// eachGlobal walks the globals; what a program put among them by globals() may not be a name.
func (in *Interp) eachGlobal(f func(name string, v py.Value)) {
	_ = in.globals.Each(func(k, v py.Value) error {
		if n, ok := k.(string); ok {
			f(n, v)
		}
		return nil
	})
}

type sinkWriter struct {
	in   *Interp
	kind EventKind
}

func (w sinkWriter) Write(p []byte) (int, error) {
	w.in.sink(Event{Kind: w.kind, Text: string(p)})
	return len(p), nil
}

// Flush tells that what was written is wanted now, as print(flush=True) asks.
func (w sinkWriter) Flush() error {
	w.in.sink(Event{Kind: Flushed})
	return nil
}

func (in *Interp) thread(ctx context.Context) *py.Thread {
	t := py.Background()
	t.Ctx, t.Stdout, t.Stderr = ctx, sinkWriter{in, Stdout}, sinkWriter{in, Stderr}
	t.Stdin, t.Ask = in.opts.Stdin, in.opts.Ask
	if t.Stdin == nil {
		t.Stdin = strings.NewReader("")
	}
	t.FullErrors, t.Compat, t.Hook, t.Kept = in.opts.FullErrors, in.opts.Compat, in, in.kept
	t.Redirected()
	return t
}

// InNotebook tells whether a notebook shows what is displayed.
func (in *Interp) InNotebook() bool { return in.opts.Figures }

// Eval runs a text and gives what it does to sink, in order. name is what tracebacks call
// it. The whole text is parsed before any of it runs. The error, if any, was also sent as
// the last event; it is an *ExitError after sys.exit.
func (in *Interp) Eval(ctx context.Context, name, src string, mode Mode, sink func(Event)) (err error) {
	ctx, end := memory.Begin(ctx)
	defer end()
	old := in.sink
	in.sink = sink
	defer func() { in.sink = old }()
	u := NewUnit(name, src)
	u.ref = in.ref
	body, perr := syntax.ParseWith(src, commandsIn(name, mode))
	if perr == nil {
		perr = checkScopes(u, body)
	}
	if perr != nil {
		ex := syntaxExc(u, perr)
		sink(Event{Kind: Error, Text: in.Traceback(ex), Exc: ex})
		return ex
	}
	t := in.thread(ctx)
	outer := in.running
	if t.Rec = in.rec; outer != nil {
		t.Rec = outer.Rec
	}
	in.running = t
	defer func() {
		if in.running = outer; outer != nil {
			outer.Rec = t.Rec
		} else {
			in.rec = t.Rec
		}
	}()
	defer in.letGo(mode, sink)
	if mode == Script && outer == nil {
		defer t.End(func(err error) {
			sink(Event{Kind: Error, Text: in.Traceback(py.AsExc(err)), Exc: py.AsExc(err)})
		})
	}
	if doc, ok := docOf(body); ok && mode == Script {
		in.set("__doc__", doc)
	}
	if in.host != nil && mode != Script && outer == nil {
		err = in.host.Begin(t)
	}
	if err == nil {
		err = in.doubts(t, u, body)
	}
	if err == nil {
		err = in.run(t, u, body, mode)
	}
	if err == nil && in.opts.Figures && outer == nil {
		err = in.showFigures(t)
	}
	if err != nil {
		return in.ended(py.AsExc(err), sink)
	}
	return nil
}

// ended tells of the exception that ended an evaluation; a SystemExit gives the status it asks for.
func (in *Interp) ended(ex *py.Exc, sink func(Event)) error {
	if ex.Class.Is(py.SystemExitClass) {
		return exitError(ex, sink)
	}
	in.failed = ex
	sink(Event{Kind: Error, Text: in.Traceback(ex), Exc: ex})
	return ex
}

// letGo has files write what they hold back, and says after a script which could not.
func (in *Interp) letGo(mode Mode, sink func(Event)) {
	for _, f := range py.LetGoAtEnd() {
		if mode == Script {
			sink(Event{Kind: Stderr, Text: "Exception ignored in: " + py.ReprOf(f.File) + "\n" + in.Traceback(py.AsExc(f.Err))})
		}
	}
}

// commandsIn is what a text may hold beside Python: a .py file nothing, as Python says, and another script no command
// inside a statement.
func commandsIn(name string, mode Mode) syntax.Commands {
	switch {
	case mode != Script:
		return syntax.ShellCommands
	case strings.HasSuffix(name, ".py"):
		return syntax.NoCommands
	}
	return syntax.LineCommands
}

// ExitError is how sys.exit ends an evaluation.
type ExitError struct {
	Code int
	Exc  *py.Exc
}

func (e *ExitError) Error() string { return "exit" }

func exitError(ex *py.Exc, sink func(Event)) error {
	if len(ex.Args) == 0 || ex.Args[0] == py.None {
		return &ExitError{0, ex}
	}
	if n, ok := py.AsInt(ex.Args[0]); ok {
		return &ExitError{int(n), ex}
	}
	sink(Event{Kind: Stderr, Text: py.Visible(py.StrOf(ex.Args[0])) + "\n"})
	return &ExitError{1, ex}
}

func (in *Interp) run(t *py.Thread, u *Unit, body []syntax.Stmt, mode Mode) (err error) {
	s := newScope(moduleScope, nil)
	f := &Frame{t: t, in: in, unit: u, scope: s, kept: true}
	var at syntax.Span // of the statement under way
	defer func() {
		if r := recover(); r != nil {
			err = f.traced(py.Recovered(r, ""), at)
		}
	}()
	for i, st := range body {
		switch mode {
		case Script:
			f.script = true
		case Interactive:
			f.echo = true
		case Cell:
			_, isExpr := st.(*syntax.ExprStmt)
			f.echo = len(body) == 1 || i == len(body)-1 && isExpr
		}
		at = st.Pos()
		p := u.stepped(u.prepare(st, s), at)
		if p == nil {
			continue
		}
		if err := t.Check(); err != nil {
			return f.traced(err, st.Pos())
		}
		if _, err := p(f); err != nil {
			return err
		}
	}
	if err := t.Check(); err != nil && len(body) > 0 { // an interrupt that stopped nothing is not lost
		return f.traced(err, body[len(body)-1].Pos())
	}
	return nil
}

// show echoes a value.
func (in *Interp) show(f *Frame, v py.Value, at syntax.Span) error {
	if v == py.None {
		return nil
	}
	if m, ok := v.(Rerun); ok {
		return m.Rerun(in, f.t)
	}
	if in.ShowsItself(f.t, v) {
		in.keep(v)
		return nil
	}
	f.t.Shown = in.opts.Shown
	text, err := py.Repr(f.t, v)
	f.t.Shown = 0
	if err != nil {
		return f.traced(err, at)
	}
	in.keep(v)
	if forms := in.Forms(f.t, v); forms != nil {
		v = forms
	}
	in.sink(Event{Kind: Result, Text: py.Visible(text), Value: v})
	return nil
}

// showFigures shows the figures a cell drew with matplotlib.pyplot and did not show, as notebooks do.
func (in *Interp) showFigures(t *py.Thread) error {
	v, _ := in.sysModules().GetStr("matplotlib.pyplot")
	m, ok := v.(*py.Module)
	if !ok {
		return nil
	}
	end, ok := m.Get("_cell_end")
	if !ok {
		return nil
	}
	_, err := py.Call(t, end, nil, nil)
	return err
}

func isPicture(v py.Value) bool {
	_, is := v.(scene.Picture)
	return is
}

func syntaxExc(u *Unit, err error) *py.Exc {
	var se *syntax.Error
	if !errors.As(err, &se) {
		return py.AsExc(err)
	}
	c := py.SyntaxErrorClass
	if se.Indent || se.Msg == "unexpected indent" {
		c = py.IndentationErrorClass
	}
	if se.Msg == syntax.TabMessage {
		c = py.TabErrorClass
	}
	ex := py.NewExc(c, se.Msg)
	at, atEnd := se.At, se.At.From >= len(u.Src) && strings.HasSuffix(u.Src, "\n")
	if atEnd { // the last line has no more to show
		at = syntax.Span{From: len(u.Src) - 1, To: len(u.Src) - 1}
	}
	line, text, col, end := u.Locate(at)
	ex.Attrs = py.NewDict()
	for name, v := range map[string]py.Value{"filename": u.Name, "lineno": int64(line), "offset": int64(col + 1),
		"text":       text + "\n",
		"end_lineno": int64(line), "end_offset": int64(max(end, col+1) + 1)} {
		ex.Attrs.SetStr(name, v)
	}
	if end = max(end, col+1); atEnd {
		col, end = 0, 0
	}
	ex.Trace = []py.TraceEntry{{File: u.Name, Line: line, Text: text, Col: col, End: end}}
	return ex
}
