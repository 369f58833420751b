package lang

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/session/transcript"
)

// The modes of %xmode: how much a traceback shows.
const (
	xPlain   = "Plain"   // as Python
	xContext = "Context" // with the lines around the failing one
	xVerbose = "Verbose" // and the values of the names in each frame
	xMinimal = "Minimal" // the error alone
)

// TraceModes are the ways of showing tracebacks, the plain one first.
func TraceModes() []string { return []string{xPlain, xContext, xVerbose, xMinimal} }

// SetTraceMode chooses how much tracebacks show: one of TraceModes.
func (in *Interp) SetTraceMode(mode string) { in.xmode = mode }

// TraceMode is how much tracebacks show.
func (in *Interp) TraceMode() string {
	switch {
	case in.xmode != "":
		return in.xmode
	case in.opts.Context:
		return xContext
	}
	return xPlain
}

// around is how many lines Context shows above and below the failing one.
const around = 2

// writeContext shows the failing line of an entry with those around it; false when there is
// nothing around it.
func writeContext(b *strings.Builder, e py.TraceEntry) bool {
	f, ok := e.Frame.(*Frame)
	if !ok {
		return false
	}
	lines := strings.Split(strings.TrimRight(f.unit.Src, "\n"), "\n")
	if len(lines) < 2 || e.Line > len(lines) || lines[e.Line-1] != e.Text || len(e.Text) > sourceWindow {
		return false
	}
	for n := max(e.Line-around, 1); n <= min(e.Line+around, len(lines)); n++ {
		mark := "   "
		if n == e.Line {
			mark = "-->"
		}
		fmt.Fprintf(b, "  %s %4d  %s\n", mark, n, py.Visible(short80(lines[n-1])))
		if n == e.Line && e.End > e.Col {
			r := []rune(e.Text)
			from, to := min(e.Col, len(r)), min(e.End, len(r))
			b.WriteString(
				strings.Repeat(
					" ",
					12,
				) + blanks(
					py.Visible(string(r[:from])),
				) + marks(
					string(r[from:to]),
					false,
				) + "\n",
			)
		}
	}
	return true
}

// short80 cuts what is only context.
func short80(l string) string {
	if r := []rune(l); len(r) > sourceWindow {
		return string(r[:sourceWindow]) + "..."
	}
	return l
}

// writeLocals shows the names of a frame with their values.
func writeLocals(b *strings.Builder, e py.TraceEntry) {
	f, ok := e.Frame.(*Frame)
	if !ok {
		return
	}
	for _, l := range localTexts(f) {
		b.WriteString("      " + l + "\n")
	}
}

// localTexts are the names of a function's frame with their values, a line each.
func localTexts(f *Frame) []string {
	var out []string
	for i, n := range f.scope.names {
		if i < len(f.slots) && f.slots[i] != nil {
			out = append(out, py.Visible(n+" = "+Short(py.ReprOf(f.slots[i]), 100)))
		}
	}
	sort.Strings(out)
	return out
}

// debugger looks at the frames of an error that has ended the program.
type debugger struct {
	t     *py.Thread
	trace []py.TraceEntry // innermost first
	at    int
	live  bool                // the program is under way: it goes on afterwards, unless it is told to quit
	added map[*Frame]*py.Dict // names that statements made in frames which have no place for them
}

// bdbQuit is what the command q of a breakpoint raises.
var bdbQuit = py.NewClass("bdb", "BdbQuit", py.ExceptionClass, nil)

// breakpointFn is breakpoint().
var breakpointFn = frameBuiltin("breakpoint(*args, **kws)", "Looks at the program where it stands.", breakHere)

func breakHere(f *Frame, _ []any) (any, error) {
	if os.Getenv("PYTHONBREAKPOINT") == "0" {
		return py.None, nil
	}
	d := &debugger{t: f.t, live: true, added: map[*Frame]*py.Dict{}}
	d.look(f)
	return py.None, d.loop()
}

// PostMortem looks at the frames of the last error. It asks the thread's input for commands.
func (in *Interp) PostMortem(t *py.Thread) error {
	if in.failed == nil || len(in.failed.Trace) == 0 {
		return py.ValueErrorf("%%debug: there is no error to look at")
	}
	if err := t.Say("> %s\n", in.Summary(in.failed)); err != nil {
		return err
	}
	return (&debugger{t: t, trace: in.failed.Trace, added: map[*Frame]*py.Dict{}}).loop()
}

const debugHelp = `  w, where     the frames, the one looked at marked
  u, up [N]    to the frame that called this one; d, down back
  l, list      the source around the line
  a, args      the names of the frame with their values
  p EXPR       the value of an expression; any other text is run in the frame,
               a text that begins with ! in any case
  n, next      to the next statement of this function, s, step  into calls,
  r, return    to the caller's next one (where the program waits)
  c, continue  leave, and go on where the program can
  q, quit      leave`

// loop reads and answers commands.
func (d *debugger) loop() error {
	if err := d.here(); err != nil {
		return err
	}
	for {
		line, err := d.t.ReadLine("(debug) ", false)
		switch {
		case err == nil:
		case py.AsExc(err).Class.Is(py.EOFErrorClass):
			if d.live {
				return d.t.Say("\nThere is no input for the debugger: the program goes on.\n")
			}
			return nil
		default:
			if err := d.interrupted(err); err != nil {
				return err
			}
			continue
		}
		switch line = strings.TrimSpace(line); line {
		case "q", "quit", "exit":
			if d.live {
				return py.NewExc(bdbQuit)
			}
			return nil
		case "c", "cont", "continue":
			return nil
		}
		if d.step(line) {
			return nil
		}
		if err := d.command(line); err != nil {
			if err := d.interrupted(err); err != nil {
				return err
			}
		}
	}
}

// interrupted answers Ctrl-C: the debugger goes on, unless a program waits to be stopped or it comes twice.
func (d *debugger) interrupted(err error) error {
	ex := py.AsExc(err)
	if d.live || !ex.Class.Is(py.KeyboardInterruptClass) || d.t.Caught(ex) != nil {
		return err
	}
	return d.t.Say("\nKeyboardInterrupt\n")
}

// command carries out a line. What has more than the words of a command is a text: a + b is no a.
func (d *debugger) command(line string) error {
	word, rest, more := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	n, err := strconv.Atoi(rest)
	counted := !more || err == nil && n > 0
	switch {
	case word == "p" && (!more || !strings.HasPrefix(rest, "=")), word == "pp" && !strings.HasPrefix(rest, "="):
		return d.print(rest)
	case !counted:
	case word == "u" || word == "up":
		return d.move(max(n, 1))
	case word == "d" || word == "down":
		return d.move(-max(n, 1))
	case more:
	case word == "":
		return nil
	case word == "h" || word == "help" || word == "?":
		return d.t.Say("%s\n", debugHelp)
	case word == "w" || word == "where" || word == "bt":
		return d.where()
	case word == "l" || word == "list" || word == "ll":
		return d.list()
	case word == "a" || word == "args" || word == "locals":
		return d.locals()
	}
	return d.run(strings.TrimSpace(strings.TrimPrefix(line, "!")), false)
}

func (d *debugger) here() error {
	var b strings.Builder
	b.WriteString(spot(d.trace[d.at]) + "\n")
	writeSource(&b, d.trace[d.at], false)
	return d.t.Say("%s", b.String())
}

func spot(e py.TraceEntry) string {
	return py.Visible(e.File) + ":" + strconv.Itoa(e.Line) + " in " + py.Visible(e.Func)
}

// move goes some frames up or down, as far as there are any.
func (d *debugger) move(by int) error {
	next := min(max(d.at+by, 0), len(d.trace)-1)
	if next == d.at {
		return d.t.Say("That is the %s frame.\n", map[bool]string{true: "outermost", false: "innermost"}[by > 0])
	}
	d.at = next
	return d.here()
}

func (d *debugger) where() error {
	var b strings.Builder
	for i := len(d.trace) - 1; i >= 0; i-- {
		mark := "  "
		if i == d.at {
			mark = "> "
		}
		b.WriteString(mark + spot(d.trace[i]) + "\n")
	}
	return d.t.Say("%s", b.String())
}

func (d *debugger) list() error {
	var b strings.Builder
	if !writeContext(&b, d.trace[d.at]) {
		writeSource(&b, d.trace[d.at], false)
	}
	return d.t.Say("%s", b.String())
}

func (d *debugger) locals() error {
	f, ok := d.trace[d.at].Frame.(*Frame)
	if !ok {
		return d.t.Say("Nothing is known of this frame.\n")
	}
	texts := localTexts(f)
	if len(texts) == 0 {
		return d.t.Say("The frame has no names of its own.\n")
	}
	return d.t.Say("%s\n", strings.Join(texts, "\n"))
}

// print is the command p.
func (d *debugger) print(src string) error {
	if src == "" {
		return d.t.Say("p takes an expression.\n")
	}
	return d.run(src, true)
}

// run runs a text in the frame looked at, and shows the value of an expression, None too where it was asked for; an
// error is told, not raised.
func (d *debugger) run(src string, asked bool) error {
	f, ok := d.trace[d.at].Frame.(*Frame)
	if !ok {
		return d.t.Say("Nothing is known of this frame.\n")
	}
	src, err := d.whole(src)
	if err != nil {
		return err
	}
	text := ""
	v, err := d.valueIn(f, src)
	if err == nil && v != nil && (asked || v != py.None) {
		if text, err = py.Repr(d.t, v); err == nil {
			return d.t.Say("%s\n", py.Visible(text))
		}
	}
	if err == nil || py.AsExc(err).Class.Is(py.KeyboardInterruptClass) {
		return err
	}
	return d.t.Say("*** %s\n", f.in.Summary(py.AsExc(err)))
}

// whole reads the lines that a block still wants.
func (d *debugger) whole(src string) (string, error) {
	for transcript.Complete(src) == transcript.More {
		line, err := d.t.ReadLine("   ...> ", false)
		if err != nil {
			return "", err
		}
		src += "\n" + line
	}
	return src, nil
}

// valueIn runs a text among the names of a frame and gives the value of an expression, else nil. What it
// binds is bound in the frame; a name the frame has no place for is known to later texts.
func (d *debugger) valueIn(f *Frame, src string) (py.Value, error) {
	code, err := compileText(d.t, src, "<debug>", "single")
	if err != nil {
		return nil, err
	}
	within := *f
	within.t = d.t
	g, err := within.around(py.None, py.None, "exec")
	if err != nil {
		return nil, err
	}
	g.unit = code.unit
	g.unit.ref = f.in.ref
	if g.class != nil && g.class != f.class {
		added := d.added[f]
		if added == nil {
			added = py.NewDict()
			d.added[f] = added
		}
		eachName(added, g.class.SetStr)
		defer d.keep(f, g.class, added)
	}
	if len(code.body) == 1 {
		if x, ok := code.body[0].(*syntax.ExprStmt); ok {
			return g.eval(code.unit.slot(x.X, g.scope))
		}
	}
	g.single = true
	g.scope.collect(code.body)
	_, err = g.exec(code.unit.block(code.body, g.scope))
	return nil, err
}

// keep takes the names that a text has bound over into the frame it ran in.
func (d *debugger) keep(f *Frame, names, added *py.Dict) {
	eachName(names, func(name string, v py.Value) {
		if i, local := f.scope.slots[name]; local && i < len(f.slots) {
			f.slots[i] = v
		} else {
			added.SetStr(name, v)
		}
	})
}

func eachName(d *py.Dict, f func(name string, v py.Value)) {
	_ = d.Each(func(k, v py.Value) error {
		if name, ok := k.(string); ok {
			f(name, v)
		}
		return nil
	})
}
