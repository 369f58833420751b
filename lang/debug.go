package lang

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
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
	live  bool // the program is under way: it goes on afterwards, unless it is told to quit
}

// bdbQuit is what the command q of a breakpoint raises.
var bdbQuit = py.NewClass("bdb", "BdbQuit", py.ExceptionClass, nil)

// breakpointFn is breakpoint().
var breakpointFn = frameBuiltin(
	"breakpoint(*args, **kws)",
	"Looks at the program where it stands.",
	func(f *Frame, _ []any) (any, error) {
		if os.Getenv("PYTHONBREAKPOINT") == "0" {
			return py.None, nil
		}
		d := &debugger{t: f.t, live: true}
		for g := f; g != nil; g = g.function().calledFrom() {
			at := g.at
			g = g.function()
			line, text, col, end := g.unit.Locate(at)
			name := "<module>"
			if g.fn != nil {
				name = g.fn.code.name
			}
			d.trace = append(
				d.trace,
				py.TraceEntry{File: g.unit.Name, Func: name, Line: line, Text: text, Col: col, End: end, Frame: g},
			)
		}
		return py.None, d.loop()
	},
)

// PostMortem looks at the frames of the last error. It asks the thread's input for commands.
func (in *Interp) PostMortem(t *py.Thread) error {
	if in.failed == nil || len(in.failed.Trace) == 0 {
		return py.ValueErrorf("%%debug: there is no error to look at")
	}
	if err := t.Say("> %s\n", in.Summary(in.failed)); err != nil {
		return err
	}
	return (&debugger{t: t, trace: in.failed.Trace}).loop()
}

const debugHelp = `  w, where     the frames, the one looked at marked
  u, up        to the frame that called this one; d, down back
  l, list      the source around the line
  a, args      the names of the frame with their values
  p EXPR       the value of an expression; any other text is taken as one
  q, quit      leave`

// loop reads and answers commands.
func (d *debugger) loop() error {
	if err := d.here(); err != nil {
		return err
	}
	for {
		line, err := d.t.ReadLine("(debug) ", false)
		if err != nil { // the end of input
			if !py.AsExc(err).Class.Is(py.EOFErrorClass) {
				return err
			}
			if d.live {
				return d.t.Say("\nThere is no input for the debugger: the program goes on.\n")
			}
			return nil
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "":
		case "q", "quit", "exit":
			if d.live {
				return py.NewExc(bdbQuit)
			}
			return nil
		case "c", "cont", "continue":
			return nil
		case "h", "help", "?":
			err = d.t.Say("%s\n", debugHelp)
		case "w", "where", "bt":
			err = d.where()
		case "u", "up":
			err = d.move(1)
		case "d", "down":
			err = d.move(-1)
		case "l", "list", "ll":
			err = d.list()
		case "a", "args", "locals":
			err = d.locals()
		case "p", "pp":
			err = d.print(rest)
		default:
			err = d.print(strings.TrimPrefix(strings.TrimSpace(line), "!"))
		}
		if err != nil {
			return err
		}
	}
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

func (d *debugger) move(by int) error {
	next := d.at + by
	if next < 0 || next >= len(d.trace) {
		return d.t.Say("That is the %s frame.\n", map[int]string{1: "outermost", -1: "innermost"}[by])
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

// print shows the value of an expression in the frame looked at; an error is told, not raised.
func (d *debugger) print(src string) error {
	f, ok := d.trace[d.at].Frame.(*Frame)
	if !ok || src == "" {
		return d.t.Say("p takes an expression.\n")
	}
	within := *f
	within.t = d.t
	v, err := f.in.valueIn(&within, src)
	if err != nil {
		ex := py.AsExc(err)
		if ex.Class.Is(py.KeyboardInterruptClass) {
			return err
		}
		return d.t.Say("*** %s\n", f.in.Summary(ex))
	}
	text, err := py.Repr(d.t, v)
	if err != nil {
		return d.t.Say("*** %s\n", f.in.Summary(py.AsExc(err)))
	}
	return d.t.Say("%s\n", py.Visible(text))
}
