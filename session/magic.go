package session

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Magic is one % command, for terminal and notebook alike. A line command gets the rest of
// its line; written %%name at the head of a cell it gets the lines below as body.
type Magic struct {
	Name, Usage, Doc string
	run              func(in *Session, t *py.Thread, arg, body string) error
}

func sorted(s []string) []string {
	sort.Strings(s)
	return s
}

// magics is filled in init because the commands run code that looks the table up.
var magics []Magic

func init() {
	magics = []Magic{
		{
			"expr",
			"%expr EXPR",
			"the expr source an expression becomes",
			func(_ *Session, t *py.Thread, arg, _ string) error {
				s, err := lang.ExprSource(arg)
				if err != nil {
					return lang.SyntaxError("<expr>", arg, err)
				}
				return t.Say("%s\n", s)
			},
		},
		{"dis", "%dis EXPR", "the calls an expression runs as", func(_ *Session, t *py.Thread, arg, _ string) error {
			s, err := lang.Disassemble(arg)
			if err != nil {
				return lang.SyntaxError("<dis>", arg, err)
			}
			return t.Say("%s", s)
		}},
		{"time", "%time STATEMENT", "run once and show the time; %%time above a cell times it whole", timeOnce},
		{
			"timeit",
			"%timeit [-n LOOPS] [-r RUNS] STATEMENT",
			"run often and show the mean time and its spread; %%timeit SETUP above a cell times the cell",
			timeOften,
		},
		{"who", "%who", "the names you bound: type, shape, dtype, bytes", whoTable},
		{"reset", "%reset", "forget every name you bound", func(in *Session, _ *py.Thread, _, _ string) error {
			in.Reset()
			return nil
		}},
		{"run", "%run FILE|-m MODULE [ARG...]", "run a script or a module in this session", runFile},
		{"load", "%load FILE", "take the text of a file as the next input, to edit or run", loadFile},
		{"save", "%save FILE [N...|N-M]", "write inputs to a file: all of the session, or those named", saveInputs},
		{
			"history",
			"%history [N|N-M|~1/N] [-l N] [-g PATTERN]",
			"what was typed: in this session, those named, the last N, or of all sessions those that fit",
			showHistory,
		},
		{
			"recall",
			"%recall [N|N-M]",
			"take inputs as the next one, to edit or run; the last one without a number",
			recall,
		},
		{"rerun", "%rerun [N|N-M]", "run inputs again; the last one without a number", rerun},
		{"macro", "%macro NAME N|N-M...", "a name that runs inputs again when it is evaluated", defineMacro},
		{
			"edit",
			"%edit [FILE|NAME|N]",
			"edit a file, a function, inputs or nothing in $EDITOR; it becomes the next input",
			edit,
		},
		{"logstart", "%logstart [FILE]", "write the session's inputs to a file", startLog},
		{"logstop", "%logstop", "end that", stopLog},
		{
			"explain",
			"%explain [-s] [EXPR, ...]",
			"draw what an expression did, with -s each step; without one, what failed last",
			func(in *Session, t *py.Thread, arg, body string) error { return in.ExplainLine(t, arg, body) },
		},
		{"type", "%type EXPR", "sizes and dtype: [5, (0..4)] int32; the fields of a dict", typeOf},
		{"schema", "%schema EXPR", "the same", typeOf},
		{
			"compat",
			"%compat seed|off",
			"texts and layouts of the older documents",
			func(in *Session, t *py.Thread, arg, _ string) error {
				switch arg {
				case "seed":
					in.Options().Compat = arg
				case "off":
					in.Options().Compat = ""
				default:
					return py.ValueErrorf("%%compat takes seed or off, got %s", literal.Quote(arg))
				}
				t.Compat = in.Options().Compat
				return nil
			},
		},
		{"debug", "%debug", "look at the frames of the last error: their names, expressions in them",
			func(in *Session, t *py.Thread, _, _ string) error { return in.PostMortem(t) }},
		{"tb", "%tb", "the traceback of the last error again", showTraceback},
		{"xmode", "%xmode [Plain|Context|Verbose|Minimal]", "how much tracebacks show", setMode},
		{
			"prun",
			"%prun STATEMENT",
			"run once and show the functions called: how often, how long; %%prun above a cell",
			profileStatement,
		},
		{"memit", "%memit STATEMENT", "run once and show the memory it took", measureMemory},
		{
			"store",
			"%store [NAME...] [-r|-d|-z]",
			"keep names for later sessions; -r gives them back, -d forgets them",
			storeNames,
		},
		{"psource", "%psource NAME", "the source of a name, as NAME??", showSource},
		{"cd", "%cd [FOLDER|-]", "go to a folder, home, or back", changeFolder},
		{"ls", "%ls [FILE...]", "list files", listFolder},
		{"pwd", "%pwd", "the folder you are in", printFolder},
		{"env", "%env [NAME[=VALUE]]", "the environment's variables: all, one, or one set", environment},
		{"set_env", "%set_env NAME VALUE", "set a variable of the environment", environment},
		{"bash", "%%bash", "above the lines of a bash script: run it", shellBody("bash")},
		{"sh", "%%sh", "the same with sh", shellBody("sh")},
		{
			"capture",
			"%%capture [NAME]",
			"above a cell: keep what it prints, in NAME.stdout and NAME.stderr",
			captureCell,
		},
		{"html", "%%html", "above a page: show it", formCell("HTML")},
		{"markdown", "%%markdown", "above a text of Markdown: show it", formCell("Markdown")},
		{"svg", "%%svg", "above a picture: show it", formCell("SVG")},
		{"latex", "%%latex", "above formulas: show them", formCell("Latex")},
		{"script", "%%script PROGRAM", "above a text: run a program with it as its input", scriptCell},
		{"writefile", "%%writefile [-a] FILE", "above a text: write it to a file, or add it", writeFile},
		{
			"help",
			"%help [NAME or question]",
			"help on a name or a command, or the ops that answer a question",
			func(in *Session, t *py.Thread, arg, _ string) error {
				if arg == "" {
					return in.page(in.helpText())
				}
				text, _ := in.Topic(arg)
				return in.page(text)
			},
		},
		{
			"magics",
			"%magics",
			"this list",
			func(in *Session, t *py.Thread, _, _ string) error { return in.page(in.magicList()) },
		},
	}
	magics = append(magics, reloading...)
}

func (in *Session) magicList() string {
	var b strings.Builder
	for _, m := range magics {
		fmt.Fprintf(&b, "%-28s  %s\n", m.Usage, m.Doc)
	}
	for _, c := range in.front.Commands {
		fmt.Fprintf(&b, "%-28s  %s\n", c.Usage, c.Doc)
	}
	fmt.Fprintf(&b, "%-28s  %s\n", "NAME? or ?NAME", "the documentation of a name")
	fmt.Fprintf(&b, "%-28s  %s\n", "NAME??", "the source of a function")
	fmt.Fprintf(
		&b,
		"%-28s  %s\n",
		"!COMMAND, NAME = !COMMAND",
		"run it in the shell; its lines as a list. {EXPR} and $NAME are put in",
	)
	b.WriteString("A command may also begin with a colon: :type x.")
	return b.String()
}

// helpText is what help() shows; keys lists those of the front end.
func (in *Session) helpText() string {
	text := `tfs evaluates TensorFlow's documents: tf, np and math are bound.

  NAME?              documentation: tf.ragged.constant?
  help("how to ...") the ops that tell of something
  Tab                names, attributes, arguments, dtypes, dict keys, file names
  _ __ ___ _n        the last results, and the result of input n; also Out[n], In[n]
  Ctrl-C             stop what runs; Ctrl-D leaves

` + in.magicList()
	if keys := in.front.Keys; keys != "" {
		text += "\n\nThe keys (F1 shows them while you type):\n\n" + keys
	}
	return text
}

// page shows documentation: a front end may use a pager.
func (in *Session) page(text string) error {
	in.Emit(lang.Event{Kind: lang.Page, Text: Wrap(py.Visible(strings.TrimRight(text, "\n")), in.width()) + "\n"})
	return nil
}

// magic runs a % or ! line, or NAME = with one behind it.
func (in *Session) magic(f *lang.Frame, text string) error {
	t := f.Thread()
	if target, command, ok := syntax.CommandAssigned(text); ok {
		v, err := in.commandValue(f, command)
		if err != nil {
			return err
		}
		return f.Bind(target, v)
	}
	if command, ok := strings.CutPrefix(text, "!!"); ok {
		v, err := in.captured(t, in.expand(f, command))
		if err != nil {
			return err
		}
		return f.Show(v)
	}
	if command, ok := strings.CutPrefix(text, "!"); ok {
		return in.shell(t, strings.TrimSpace(in.expand(f, command)))
	}
	line, body, _ := strings.Cut(text, "\n")
	name, arg, _ := strings.Cut(strings.TrimLeft(line, "%:"), " ")
	name = strings.TrimSpace(name)
	if asked := strings.TrimRight(line, "?"); asked != line && !strings.ContainsAny(asked, " \t") { // %run?
		if text, found := in.Topic(asked); found {
			return in.page(text)
		}
		name = strings.TrimLeft(asked, "%:")
	}
	if name == "sx" || name == "system" {
		v, err := in.captured(t, in.expand(f, strings.TrimSpace(arg)))
		if err != nil {
			return err
		}
		return f.Show(v)
	}
	if fileCommands[name] && in.command(name) == nil {
		return in.shell(t, strings.TrimSpace(name+" "+in.expand(f, arg)))
	}
	m := magicNamed(name)
	why, skipped := unneeded[name]
	switch {
	case m != nil:
		return m.run(in, t, strings.TrimSpace(arg), body)
	case skipped:
		return skip(t, line, why)
	}
	if c := in.command(name); c != nil {
		return c.Run(t.Ctx, strings.TrimSpace(arg), func(e lang.Event) { in.Emit(e) })
	}
	return in.noCommand(name)
}

// fileCommands are programs of the shell that IPython has as commands too.
var fileCommands = map[string]bool{"cat": true, "cp": true, "mv": true, "rm": true, "mkdir": true, "rmdir": true,
	"less": true, "more": true, "man": true}

// showTraceback is %tb.
func showTraceback(in *Session, t *py.Thread, arg, _ string) error {
	if arg != "" {
		was := in.TraceMode()
		if err := setMode(in, quiet(t), arg, ""); err != nil {
			return err
		}
		defer in.SetTraceMode(was)
	}
	ex := in.Failed()
	if ex == nil {
		return t.Say("No traceback available to show.\n")
	}
	_, err := io.WriteString(t.Stderr, in.Traceback(ex))
	return err
}

// quiet is a thread whose output is dropped.
func quiet(t *py.Thread) *py.Thread {
	q := *t
	q.Stdout = io.Discard
	return &q
}

// showSource is %psource.
func showSource(in *Session, _ *py.Thread, arg, _ string) error {
	v, err := in.Lookup(arg)
	if err != nil {
		return err
	}
	return in.page(in.Source(v))
}

// noCommand is the error of a command that is not there, told in one line.
func (in *Session) noCommand(name string) error {
	var names []string
	for _, m := range magics {
		names = append(names, m.Name)
	}
	for _, c := range in.front.Commands {
		names = append(names, c.Name)
	}
	text := "There is no command %" + name + ". %magics lists them."
	if n := py.Suggest(name, "%", names); n != "" {
		text = "There is no command %" + name + ". Did you mean " + n + "?"
	}
	if where := elsewhereOnly[name]; where != "" {
		text = where
	}
	e := py.Raisef(usageErrorClass, "%s", text)
	e.Bare = true
	return e
}

// usageErrorClass is the class of a command that is not there.
var usageErrorClass = py.NewClass("", "UsageError", py.ExceptionClass, nil)

// otherNames are names that commands have elsewhere.
var otherNames = map[string]string{"whos": "who", "hist": "history", "ed": "edit", "rep": "recall", "lsmagic": "magics",
	"quickref": "magics", "pinfo": "help", "pdoc": "help", "pinfo2": "psource"}

func magicNamed(name string) *Magic {
	if own := otherNames[name]; own != "" {
		name = own
	}
	for i := range magics {
		if magics[i].Name == name {
			return &magics[i]
		}
	}
	return nil
}

// commandValue is what NAME = !COMMAND binds: the lines of its output; of a % command the
// text it prints.
func (in *Session) commandValue(f *lang.Frame, command string) (py.Value, error) {
	t := f.Thread()
	text, ok := strings.CutPrefix(command, "!")
	for _, name := range []string{"%sx ", "%system "} {
		if !ok {
			text, ok = strings.CutPrefix(command, name)
		}
	}
	if ok {
		return in.captured(t, strings.TrimSpace(in.expand(f, strings.TrimPrefix(text, "!"))))
	}
	var out limited
	was := t.Stdout
	t.Stdout = &out
	err := f.RunCommand(command)
	t.Stdout = was
	if err != nil {
		return nil, err
	}
	return strings.TrimRight(out.String(), "\n"), nil
}

// question splits NAME?, NAME?? and ?WORDS, and ? and help alone, into the name and the number of
// question marks; n is 0 for any other text.
func (in *Session) question(src string) (name string, n int) {
	s := strings.TrimSpace(src)
	if _, bound := in.Globals().GetStr("help"); s == "?" || s == "help" && !bound {
		return "", 1
	}
	name = strings.TrimRight(s, "?")
	n = len(s) - len(name)
	not := " \n\"'#"
	if lead := strings.TrimLeft(name, "?"); lead != name { // what begins so is no Python: it may be words
		n, name, not = n+len(name)-len(lead), lead, "\n"
	}
	name = strings.TrimSpace(name)
	if n == 0 || n > 2 || name == "" || strings.ContainsAny(name, not) {
		return "", 0
	}
	return name, n
}

// IsQuestion tells whether a text asks for help, without answering.
func (in *Session) IsQuestion(src string) bool {
	_, n := in.question(src)
	return n > 0
}

// Question answers NAME? and NAME??; ok is false for any other text.
func (in *Session) Question(src string) (text string, ok bool) {
	name, n := in.question(src)
	switch {
	case n == 0:
		return "", false
	case name == "":
		return Wrap(in.helpText(), in.width()), true
	case n == 2:
		if v, err := in.Lookup(name); err == nil {
			return py.Visible(in.Source(v)), true
		}
	}
	text, _ = in.Topic(name)
	return Wrap(py.Visible(text), in.width()), true
}

// Lookup resolves a dotted name without running code.
func (in *Session) Lookup(name string) (py.Value, error) {
	if k := in.staticText(name); k.value != nil {
		return k.value, nil
	}
	parts := strings.Split(name, ".")
	k := in.staticText(parts[0])
	if !k.ok() {
		return nil, in.NoName(parts[0])
	}
	for _, p := range parts[1:] {
		next := k.attr(p)
		if !next.ok() {
			_, err := py.GetAttr(py.Background(), k.value, p)
			if err == nil {
				err = py.ValueErrorf("%s is known only when it runs", name)
			}
			return nil, err
		}
		k = next
	}
	return k.value, nil
}

func typeOf(in *Session, t *py.Thread, arg, _ string) error {
	v, err := in.Value(t, "<type>", arg)
	if err != nil {
		return err
	}
	return t.Say("%s\n", in.Catalogue().TypeText(v))
}

// setMode is %xmode.
func setMode(in *Session, t *py.Thread, arg, _ string) error {
	modes := lang.TraceModes()
	if arg == "" { // the next one, as in IPython
		at := slices.Index(modes, in.TraceMode())
		arg = modes[(at+1)%len(modes)]
	}
	for _, m := range modes {
		if strings.EqualFold(m, arg) {
			in.SetTraceMode(m)
			return t.Say("Tracebacks: %s\n", m)
		}
	}
	return py.ValueErrorf("%%xmode takes Plain, Context, Verbose or Minimal, got %s", literal.Quote(arg))
}
