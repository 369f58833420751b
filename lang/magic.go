package lang

import (
	"context"
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tf"
)

// Magic is one % command, for terminal and notebook alike.
type Magic struct {
	Name, Usage, Doc string
	run              func(in *Interp, t *py.Thread, arg string) error
}

func sorted(s []string) []string {
	sort.Strings(s)
	return s
}

// magics is filled in init because the commands run code that looks the table up.
var magics []Magic

// Magics lists the % commands.
func Magics() []Magic { return magics }

func say(t *py.Thread, format string, args ...any) error {
	_, err := fmt.Fprintf(t.Stdout, format, args...)
	return err
}

func init() {
	magics = []Magic{
		{"expr", "%expr EXPR", "the expr source an expression becomes", func(_ *Interp, t *py.Thread, arg string) error {
			s, err := ExprSource(arg)
			if err != nil {
				return syntaxExc(NewUnit("<expr>", arg), err)
			}
			return say(t, "%s\n", s)
		}},
		{"dis", "%dis EXPR", "the bytecode of an expression", func(_ *Interp, t *py.Thread, arg string) error {
			s, err := Disassemble(arg)
			if err != nil {
				return syntaxExc(NewUnit("<dis>", arg), err)
			}
			return say(t, "%s", s)
		}},
		{"time", "%time STATEMENT", "run once and show the time", timeOnce},
		{"timeit", "%timeit STATEMENT", "run often and show the time of one run", timeOften},
		{"who", "%who", "the names you bound", func(in *Interp, t *py.Thread, _ string) error {
			for _, n := range in.UserNames() {
				v, _ := in.Get(n)
				text := strings.Join(strings.Fields(py.ReprOf(v)), " ")
				if len([]rune(text)) > 60 {
					text = string([]rune(text)[:57]) + "..."
				}
				if err := say(t, "%-12s %-14s %s\n", n, py.TypeOf(v).Name, text); err != nil {
					return err
				}
			}
			return nil
		}},
		{"reset", "%reset", "forget every name you bound", func(in *Interp, _ *py.Thread, _ string) error {
			in.Reset()
			return nil
		}},
		{"run", "%run FILE", "run a script in this session", runFile},
		{"load", "%load FILE", "show the text of a file", func(_ *Interp, t *py.Thread, arg string) error {
			b, err := os.ReadFile(arg)
			if err != nil {
				return py.OSErr(err, arg)
			}
			return say(t, "%s\n", strings.TrimRight(string(b), "\n"))
		}},
		{"save", "%save FILE", "write the session's input to a file", func(in *Interp, t *py.Thread, arg string) error {
			if arg == "" {
				return py.ValueErrorf("%%save needs a file name")
			}
			text := strings.Join(in.history, "\n") + "\n"
			if err := os.WriteFile(arg, []byte(text), 0o644); err != nil {
				return py.OSErr(err, arg)
			}
			return say(t, "%d entries written to %s\n", len(in.history), arg)
		}},
		{"history", "%history", "what was typed in this session", func(in *Interp, t *py.Thread, _ string) error {
			for i, h := range in.history {
				if err := say(t, "%4d  %s\n", i+1, strings.ReplaceAll(h, "\n", "\n      ")); err != nil {
					return err
				}
			}
			return nil
		}},
		{"type", "%type EXPR", "sizes and dtype: [5, (0..4)] int32; the fields of a dict", typeOf},
		{"schema", "%schema EXPR", "the same", typeOf},
		{"compat", "%compat seed|off", "texts and layouts of the older documents", func(in *Interp, t *py.Thread, arg string) error {
			switch arg {
			case "seed":
				in.opts.Compat = arg
			case "off":
				in.opts.Compat = ""
			default:
				return py.ValueErrorf("%%compat takes seed or off, got %s", py.StrRepr(arg))
			}
			t.Compat = in.opts.Compat
			return nil
		}},
		{"magics", "%magics", "this list", func(_ *Interp, t *py.Thread, _ string) error {
			for _, m := range magics {
				if err := say(t, "%-20s %s\n", m.Usage, m.Doc); err != nil {
					return err
				}
			}
			return say(t, "%-20s %s\n%-20s %s\n", "NAME?", "the documentation of a name", "NAME??", "the source of a function")
		}},
	}
}

// Remember adds an input to the history.
func (in *Interp) Remember(src string) { in.history = append(in.history, strings.TrimRight(src, "\n")) }

// magic runs a % or ! line.
func (in *Interp) magic(t *py.Thread, text string) error {
	if strings.HasPrefix(text, "!") {
		return say(t, "(skipped: %s)\n", text)
	}
	name, arg, _ := strings.Cut(strings.TrimLeft(text, "%:"), " ")
	if i := strings.IndexByte(name, '\n'); i >= 0 {
		arg = name[i+1:] + " " + arg
		name = name[:i]
	}
	name = strings.TrimSpace(name)
	var names []string
	for _, m := range magics {
		if m.Name == name {
			return m.run(in, t, strings.TrimSpace(arg))
		}
		names = append(names, m.Name)
	}
	e := py.Raisef(py.NameErrorClass, "there is no command %%%s", name)
	if n := py.Nearest(name, names); n != "" {
		return e.WithHint("Did you mean %%%s?", n)
	}
	return e.WithHint("%%magics lists the commands.")
}

// Question answers NAME? and NAME??; ok is false for any other text.
func (in *Interp) Question(src string) (text string, ok bool) {
	s := strings.TrimSpace(src)
	name := strings.TrimRight(s, "?")
	n := len(s) - len(name)
	if lead := strings.TrimLeft(name, "?"); lead != name {
		n, name = n+len(name)-len(lead), lead
	}
	name = strings.TrimSpace(name)
	if n == 0 || n > 2 || name == "" || strings.ContainsAny(name, " \n\"'#") {
		return "", false
	}
	v, err := in.Lookup(name)
	if err != nil {
		return in.Summary(py.AsExc(err)), true
	}
	if n == 2 {
		return Source(v), true
	}
	return Help(v), true
}

// Lookup resolves a dotted name without running code.
func (in *Interp) Lookup(name string) (py.Value, error) {
	parts := strings.Split(name, ".")
	v, ok := in.Get(parts[0])
	if !ok {
		if v, ok = in.modules[parts[0]]; !ok {
			f := &Frame{in: in, scope: newScope(moduleScope, nil)}
			return nil, f.noName(parts[0])
		}
	}
	for _, p := range parts[1:] {
		a, err := py.GetAttr(py.Background(), v, p)
		if err != nil {
			return nil, err
		}
		v = a
	}
	return v, nil
}

func (in *Interp) runText(t *py.Thread, name, src string, mode Mode) error {
	u := NewUnit(name, src)
	body, err := syntax.Parse(src)
	if err != nil {
		return syntaxExc(u, err)
	}
	return in.run(t, u, body, mode)
}

// value evaluates one expression.
func (in *Interp) value(t *py.Thread, name, src string) (py.Value, error) {
	u := NewUnit(name, src+"\n")
	body, err := syntax.Parse(u.Src)
	if err != nil {
		return nil, syntaxExc(u, err)
	}
	if len(body) == 1 {
		if x, ok := body[0].(*syntax.ExprStmt); ok {
			s := newScope(moduleScope, nil)
			f := &Frame{t: t, in: in, unit: u, scope: s}
			return f.eval(u.slot(x.X, s))
		}
	}
	return nil, py.ValueErrorf("an expression is needed, got %s", py.StrRepr(src))
}

func typeOf(in *Interp, t *py.Thread, arg string) error {
	v, err := in.value(t, "<type>", arg)
	if err != nil {
		return err
	}
	return say(t, "%s\n", tf.TypeText(v))
}

func timeOnce(in *Interp, t *py.Thread, arg string) error {
	start := time.Now()
	err := in.runText(t, "<time>", arg+"\n", Cell)
	if err != nil {
		return err
	}
	return say(t, "Wall time: %s\n", duration(time.Since(start)))
}

func timeOften(in *Interp, t *py.Thread, arg string) error {
	run := func() error { return in.runText(t, "<timeit>", arg+"\n", Script) }
	if err := run(); err != nil {
		return err
	}
	u := NewUnit("<timeit>", arg+"\n")
	body, err := syntax.Parse(u.Src)
	if err != nil {
		return syntaxExc(u, err)
	}
	s := newScope(moduleScope, nil)
	stmts := u.block(body, s)
	f := &Frame{t: t, in: in, unit: u, scope: s}
	loops, best := 1, time.Duration(0)
	for {
		start := time.Now()
		for range loops {
			if _, err := f.exec(stmts); err != nil {
				return err
			}
		}
		if best = time.Since(start); best > 100*time.Millisecond || loops >= 1e7 {
			break
		}
		loops *= 4
	}
	for range 4 {
		start := time.Now()
		for range loops {
			if _, err := f.exec(stmts); err != nil {
				return err
			}
		}
		best = min(best, time.Since(start))
	}
	return say(t, "%s per loop (best of 5 runs of %d loops)\n", duration(best/time.Duration(loops)), loops)
}

func duration(d time.Duration) string {
	switch {
	case d < time.Microsecond:
		return fmt.Sprintf("%d ns", d.Nanoseconds())
	case d < time.Millisecond:
		return fmt.Sprintf("%.3g us", float64(d)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3g s", d.Seconds())
}

func runFile(in *Interp, t *py.Thread, arg string) error {
	b, err := os.ReadFile(arg)
	if err != nil {
		return py.OSErr(err, arg)
	}
	return in.runText(t, arg, StripPrompts(string(b)), Script)
}

// RunSource runs a text as a program: with prompts by the prompt's rules, else as a script.
func (in *Interp) RunSource(ctx context.Context, name, src string, sink func(Event)) error {
	if !HasPrompts(src) {
		return in.Eval(ctx, name, src, Script, sink)
	}
	for _, it := range ParseTranscript(src) {
		if it.Example == nil {
			continue
		}
		if err := in.Eval(ctx, name, it.Example.Source+"\n", Cell, sink); err != nil {
			return err
		}
	}
	return nil
}
