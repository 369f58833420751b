package lang

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/np"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/std"
	"github.com/tfs-lang/tfs/tf"
)

// Options configure an interpreter; the zero value is the default.
type Options struct {
	Args       []string                                                              // sys.argv
	Stdin      io.Reader                                                             // for input(); nil reads nothing
	Ask        func(ctx context.Context, prompt string, hidden bool) (string, error) // input() and getpass() of a front end; nil reads Stdin
	FullErrors bool                                                                  // TensorFlow's node prefix and name tail in error texts
	Compat     string                                                                // "" or "seed": texts and layouts of the older documents
	Quiet      bool                                                                  // no hints under error texts
	Keep       int64                                                                 // bytes that old results (Out) may hold together; 0 is 256 MiB
}

// Interp is one interpreter: its globals, its modules and its history. Several can run side
// by side; nothing is shared between them but immutable tables.
type Interp struct {
	opts     Options
	globals  map[string]py.Value
	builtins map[string]py.Value
	modules  map[string]py.Value
	session  session
	kept     map[any]any // what packages below keep for this interpreter
	sink     func(Event)
}

// Mode says what is echoed.
type Mode int

// The modes of Eval.
const (
	Script      Mode = iota // nothing is echoed
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

// New makes an interpreter with tf, np and math bound.
func New(opts Options) *Interp {
	in := &Interp{opts: opts, kept: map[any]any{}}
	in.Reset()
	return in
}

// Reset forgets every name the user bound.
func (in *Interp) Reset() {
	in.builtins = std.Builtins()
	in.modules = map[string]py.Value{}
	for name, m := range std.Modules(in.opts.Args) {
		in.modules[name] = m
	}
	in.modules["numpy"] = np.Module()
	in.modules["tensorflow"] = tf.Module()
	for name, m := range tf.ForeignModules() {
		in.modules[name] = m
	}
	in.globals = map[string]py.Value{"tf": in.modules["tensorflow"], "np": in.modules["numpy"], "math": in.modules["math"],
		"__name__": "__main__", "__file__": "<stdin>"}
	if len(in.opts.Args) > 0 {
		in.globals["__file__"] = in.opts.Args[0]
	}
	for name, v := range tf.Extras() {
		in.builtins[name] = v
	}
	for name, v := range displayNames() {
		in.builtins[name] = v
	}
	in.modules["IPython"] = displayModule()
	in.addFrameBuiltins()
	in.session.bind(in.builtins)
}

// Names lists everything a bare name can mean now, sorted.
func (in *Interp) Names() []string {
	var out []string
	for n := range in.globals {
		out = append(out, n)
	}
	for n := range in.builtins {
		if _, hidden := in.globals[n]; !hidden {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

// Get finds a global.
func (in *Interp) Get(name string) (py.Value, bool) {
	v, ok := in.globals[name]
	if !ok {
		v, ok = in.builtins[name]
	}
	return v, ok
}

// Set binds a global.
func (in *Interp) Set(name string, v py.Value) { in.set(name, v) }

func (in *Interp) set(name string, v py.Value) { in.globals[name] = v }

// UserNames lists the globals the user bound, sorted.
func (in *Interp) UserNames() []string {
	var out []string
	for n, v := range in.globals {
		if _, isModule := v.(*py.Module); !isModule && !strings.HasPrefix(n, "_") {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

type sinkWriter struct {
	in   *Interp
	kind EventKind
}

func (w sinkWriter) Write(p []byte) (int, error) {
	w.in.sink(Event{Kind: w.kind, Text: string(p)})
	return len(p), nil
}

func (in *Interp) thread(ctx context.Context) *py.Thread {
	t := py.Background()
	t.Ctx, t.Stdout, t.Stderr = ctx, sinkWriter{in, Stdout}, sinkWriter{in, Stderr}
	t.Stdin, t.Ask = in.opts.Stdin, in.opts.Ask
	if t.Stdin == nil {
		t.Stdin = strings.NewReader("")
	}
	t.FullErrors, t.Compat, t.Hook, t.Kept = in.opts.FullErrors, in.opts.Compat, in, in.kept
	return t
}

// Eval runs a text and gives what it does to sink, in order. name is what tracebacks call
// it. The whole text is parsed before any of it runs. The error, if any, was also sent as
// the last event; it is an *ExitError after sys.exit.
func (in *Interp) Eval(ctx context.Context, name, src string, mode Mode, sink func(Event)) (err error) {
	old := in.sink
	in.sink = sink
	defer func() { in.sink = old }()
	u := NewUnit(name, src)
	body, perr := syntax.Parse(src)
	if perr != nil {
		ex := syntaxExc(u, perr)
		sink(Event{Kind: Error, Text: in.Traceback(ex), Exc: ex})
		return ex
	}
	t := in.thread(ctx)
	if err := in.run(t, u, body, mode); err != nil {
		ex := py.AsExc(err)
		if ex.Class.Is(py.SystemExitClass) {
			return exitError(ex, sink)
		}
		sink(Event{Kind: Error, Text: in.Traceback(ex), Exc: ex})
		return ex
	}
	return nil
}

// ExitError is how sys.exit ends an evaluation.
type ExitError struct{ Code int }

func (e *ExitError) Error() string { return "exit" }

func exitError(ex *py.Exc, sink func(Event)) error {
	if len(ex.Args) == 0 || ex.Args[0] == py.None {
		return &ExitError{0}
	}
	if n, ok := py.AsInt(ex.Args[0]); ok {
		return &ExitError{int(n)}
	}
	sink(Event{Kind: Stderr, Text: py.StrOf(ex.Args[0]) + "\n"})
	return &ExitError{1}
}

func (in *Interp) run(t *py.Thread, u *Unit, body []syntax.Stmt, mode Mode) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(*py.Exc); ok {
				err = e
				return
			}
			ex := py.Raisef(py.InternalErrorClass, "%v", r)
			ex.Stack = string(debug.Stack())
			err = ex.WithHint("This is a bug in tfs; please report it with the line that caused it.")
		}
	}()
	s := newScope(moduleScope, nil)
	f := &Frame{t: t, in: in, unit: u, scope: s}
	for i, st := range body {
		switch mode {
		case Interactive:
			f.echo = true
		case Cell:
			_, isExpr := st.(*syntax.ExprStmt)
			f.echo = len(body) == 1 || i == len(body)-1 && isExpr
		}
		p := u.prepare(st, s)
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
	return nil
}

// show echoes a value.
func (in *Interp) show(f *Frame, v py.Value, at syntax.Span) error {
	if v == py.None {
		return nil
	}
	text, err := py.Repr(f.t, v)
	if err != nil {
		return f.traced(err, at)
	}
	in.keep(v)
	in.sink(Event{Kind: Result, Text: text, Value: v})
	return nil
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
	ex := py.NewExc(c, se.Msg)
	line, text, col, end := u.Locate(se.At)
	ex.Trace = []py.TraceEntry{{File: u.Name, Line: line, Text: text, Col: col, End: max(end, col+1)}}
	return ex
}

// Completeness says whether a text is a whole unit.
type Completeness int

// The verdicts of Complete.
const (
	Whole Completeness = iota
	More               // more lines could follow
	Wrong              // a syntax error that more text cannot mend
)

// Complete tells whether a text typed at a prompt can run, needs more lines, or is wrong.
// A finished compound statement waits for a blank line.
func Complete(src string) Completeness {
	if strings.TrimSpace(src) == "" {
		return Whole
	}
	body, err := syntax.Parse(src)
	if err != nil {
		var se *syntax.Error
		if errors.As(err, &se) && se.Incomplete {
			return More
		}
		return Wrong
	}
	if len(body) == 0 {
		return Whole
	}
	last := strings.TrimRight(src, " \t")
	switch st := body[len(body)-1].(type) {
	case *syntax.IfStmt, *syntax.While, *syntax.For, *syntax.Try, *syntax.With, *syntax.Def, *syntax.Class, *syntax.Match:
		if !strings.HasSuffix(last, "\n") {
			return More
		}
	case *syntax.Magic:
		if strings.HasPrefix(st.Text, "%%") && !strings.HasSuffix(last, "\n") {
			return More
		}
	}
	return Whole
}

// Traceback is an exception in Python's form, with the user's own lines and carets.
func (in *Interp) Traceback(ex *py.Exc) string {
	var b strings.Builder
	in.traceback(&b, ex, map[*py.Exc]bool{})
	return b.String()
}

func (in *Interp) traceback(b *strings.Builder, ex *py.Exc, seen map[*py.Exc]bool) {
	seen[ex] = true
	switch {
	case ex.Cause != nil && !seen[ex.Cause]:
		in.traceback(b, ex.Cause, seen)
		b.WriteString("\nThe above exception was the direct cause of the following exception:\n\n")
	case ex.Context != nil && !ex.Hide && !seen[ex.Context]:
		in.traceback(b, ex.Context, seen)
		b.WriteString("\nDuring handling of the above exception, another exception occurred:\n\n")
	}
	isSyntax := ex.Class.Is(py.SyntaxErrorClass) && len(ex.Trace) == 1 && ex.Trace[0].Func == ""
	if len(ex.Trace) > 0 && !isSyntax {
		b.WriteString("Traceback (most recent call last):\n")
	}
	writeTrace(b, ex.Trace, isSyntax)
	b.WriteString(in.Summary(ex))
	b.WriteByte('\n')
	if ex.Hint != "" && !in.opts.Quiet {
		b.WriteString("  hint: " + ex.Hint + "\n")
	}
	if ex.Stack != "" && os.Getenv("TFS_DEBUG") != "" {
		b.WriteString(ex.Stack)
	}
}

func writeTrace(b *strings.Builder, trace []py.TraceEntry, isSyntax bool) {
	for i := len(trace) - 1; i >= 0; i-- {
		e := trace[i]
		if n := len(trace); n > 12 && i == n-7 {
			b.WriteString("  ... " + py.ReprOf(int64(n-12)) + " more levels ...\n")
		}
		if n := len(trace); n > 12 && i < n-6 && i >= 6 {
			continue
		}
		b.WriteString("  File \"" + e.File + "\", line " + py.ReprOf(int64(e.Line)))
		if e.Func != "" {
			b.WriteString(", in " + e.Func)
		}
		b.WriteByte('\n')
		text := strings.TrimLeft(e.Text, " \t\f")
		if text == "" {
			continue
		}
		cut := len([]rune(e.Text)) - len([]rune(text))
		b.WriteString("    " + text + "\n")
		col, end := max(e.Col-cut, 0), max(e.End-cut, 0)
		if end > col {
			b.WriteString("    " + blanks(text, col) + marks(text, col, end, isSyntax) + "\n")
		}
	}
}

// marks underlines the columns of an expression: carets, and for an operation or an index
// tildes with carets only below the operator or the brackets, as Python does.
func marks(text string, col, end int, isSyntax bool) string {
	all := strings.Repeat("^", end-col)
	r := []rune(text)
	if isSyntax || end > len(r) {
		return all
	}
	part := string(r[col:end])
	body, err := syntax.Parse(part)
	if err != nil || len(body) != 1 {
		return all
	}
	st, ok := body[0].(*syntax.ExprStmt)
	if !ok {
		return all
	}
	from, to := 0, 0 // bytes of part that get carets
	switch x := st.X.(type) {
	case *syntax.Binary:
		from = x.L.Pos().To
		between := part[from:x.R.Pos().From]
		at := strings.Index(between, x.Op)
		if at < 0 {
			return all
		}
		from += at
		to = from + len(x.Op)
	case *syntax.Index:
		from, to = x.X.Pos().To, len(part)
		from += max(strings.IndexByte(part[from:], '['), 0)
	default:
		return all
	}
	n := func(s string) int { return len([]rune(s)) }
	return strings.Repeat("~", n(part[:from])) + strings.Repeat("^", n(part[from:to])) + strings.Repeat("~", n(part[to:]))
}

// blanks keeps tabs, so that the caret lines up.
func blanks(text string, n int) string {
	r := []rune(text)
	out := make([]rune, 0, n)
	for i := range min(n, len(r)) {
		if r[i] == '\t' {
			out = append(out, '\t')
		} else {
			out = append(out, ' ')
		}
	}
	return string(out)
}

// Summary is the last lines of a traceback: the full class name and the message.
func (in *Interp) Summary(ex *py.Exc) string {
	kind, msg := in.Describe(ex)
	if msg != "" {
		kind += ": " + msg
	}
	return kind
}

// Describe gives the full name of the exception's class and its message.
func (in *Interp) Describe(ex *py.Exc) (kind, msg string) {
	t := py.Background()
	t.FullErrors = in.opts.FullErrors
	msg, err := py.Str(t, ex)
	if err != nil {
		msg = "<exception str() failed>"
	}
	for _, n := range ex.Notes {
		msg += "\n" + n
	}
	return ex.Class.FullName(), msg
}
