package session

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"sort"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
)

// shellPatience is how long a command may take to end after Ctrl-C was passed on to it.
const shellPatience = 2 * time.Second

// runsOnPython are commands of notebooks that prepare an installation of Python.
var runsOnPython = regexp.MustCompile(
	`^(sudo\s+)?(pip3?|conda|mamba|uv|apt|apt-get|(python3?|\{?sys\.executable\}?) -m pip)\s`,
)

// shellCommand makes the command that runs a line in the user's shell.
func shellCommand(t *py.Thread, text string) *exec.Cmd {
	shell := os.Getenv("SHELL")
	if _, err := exec.LookPath(shell); err != nil || shell == "" {
		shell = "sh"
	}
	return foreign(t, shell, "-c", text)
}

// foreign makes the command that runs a program; Ctrl-C is passed on to it.
func foreign(t *py.Thread, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Ctx, name, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = shellPatience
	return cmd
}

// shell runs !COMMAND: with the terminal where there is one, else with its output shown as it
// comes. The exit status is kept as _exit_code.
func (in *Session) shell(t *py.Thread, text string) error {
	if runsOnPython.MatchString(text + " ") {
		return skip(t, "!"+text, "there is no Python here to install for")
	}
	cmd := shellCommand(t, text)
	if in.front.Terminal != nil {
		return in.ended(t, in.front.Terminal(cmd))
	}
	cmd.Stdout, cmd.Stderr = t.Stdout, t.Stderr
	return in.ended(t, cmd.Run())
}

// ended judges how a command ended: a status is kept, only what did not run is an error.
func (in *Session) ended(t *py.Thread, err error) error {
	code := 0
	var exit *exec.ExitError
	switch {
	case t.Ctx.Err() != nil:
		return t.Check()
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		return py.Raisef(py.OSErrorClass, "the command could not be run: %v", err)
	}
	in.Builtins()["_exit_code"] = int64(code)
	return nil
}

// captured runs a command and gives the lines of its output.
func (in *Session) captured(t *py.Thread, text string) (py.Value, error) {
	var out limited
	cmd := shellCommand(t, text)
	cmd.Stdout, cmd.Stderr = &out, t.Stderr
	if err := in.ended(t, cmd.Run()); err != nil {
		return nil, err
	}
	if out.over {
		return nil, py.OutOfMemory("the command printed more than 512 MiB")
	}
	list := py.NewList()
	if text := strings.TrimSuffix(out.String(), "\n"); text != "" {
		for _, l := range strings.Split(text, "\n") {
			list.Items = append(list.Items, strings.ToValidUTF8(strings.TrimSuffix(l, "\r"), "\uFFFD"))
		}
	}
	return libraryValue(t, "_slist:SList", list)
}

// limited keeps a text up to the largest one a program may hold.
type limited struct {
	bytes.Buffer
	over bool
}

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > 512<<20 {
		l.over = true
		return 0, io.ErrShortWrite
	}
	return l.Buffer.Write(p)
}

// expand puts values into a command: {EXPR} and $NAME, where they are known; {{ and $$ stand
// for one of them. Everything else is the shell's.
func (in *Session) expand(f *lang.Frame, text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "}}"), strings.HasPrefix(rest, "$$"):
			b.WriteByte(rest[0])
			i += 2
			continue
		case rest[0] == '{':
			if end := strings.IndexByte(rest, '}'); end > 1 {
				if v, err := f.Value(rest[1:end]); err == nil {
					b.WriteString(py.StrOf(v))
					i += end + 1
					continue
				}
			}
		case rest[0] == '$':
			name := nameAt(rest[1:])
			if v, ok := in.Globals().GetStr(name); ok && name != "" {
				b.WriteString(py.StrOf(v))
				i += 1 + len(name)
				continue
			}
		}
		b.WriteByte(rest[0])
		i++
	}
	return b.String()
}

// nameAt is the name a text begins with.
func nameAt(s string) string {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z' || n > 0 && s[n] >= '0' &&
		s[n] <= '9') {
		n++
	}
	return s[:n]
}

// skip says that a line of a notebook does nothing here.
func skip(t *py.Thread, what, why string) error {
	_, err := io.WriteString(t.Stderr, py.Visible("(skipped: "+lang.Short(what, 60)+": "+why+")")+"\n")
	return err
}

// changeFolder is %cd.
func changeFolder(in *Session, t *py.Thread, arg, _ string) error {
	dir := unquote(arg)
	was, _ := os.Getwd()
	switch {
	case dir == "":
		dir = "~"
	case dir == "-":
		if dir = in.folder; dir == "" {
			return py.ValueErrorf("%%cd -: there is no folder to go back to")
		}
	}
	if rest, ok := strings.CutPrefix(dir, "~"); ok && (rest == "" || rest[0] == '/') {
		home, err := os.UserHomeDir()
		if err != nil {
			return py.ValueErrorf("%%cd: %v", err)
		}
		dir = home + rest
	}
	if err := os.Chdir(dir); err != nil {
		return py.OSErr(err, dir)
	}
	in.folder = was
	return printFolder(in, t, "", "")
}

// printFolder is %pwd.
func printFolder(_ *Session, t *py.Thread, _, _ string) error {
	dir, err := os.Getwd()
	if err != nil {
		return py.OSErr(err, ".")
	}
	return t.Say("%s\n", py.Visible(dir))
}

// listFolder is %ls; its words are ls's.
func listFolder(in *Session, t *py.Thread, arg, _ string) error {
	return in.shell(t, strings.TrimSpace("ls "+arg))
}

// environment is %env and %set_env: all variables, one, or one set.
func environment(_ *Session, t *py.Thread, arg, _ string) error {
	name, value, set := strings.Cut(arg, "=")
	if !set {
		name, value, set = strings.Cut(arg, " ")
	}
	name = strings.TrimSpace(name)
	switch {
	case set && name == "":
		return py.ValueErrorf("%%env takes NAME, NAME=VALUE or nothing, got %s", literal.Quote(arg))
	case set:
		value = unquote(strings.TrimSpace(value))
		if err := os.Setenv(name, value); err != nil {
			return py.ValueErrorf("%%env: %v", err)
		}
		return t.Say("env: %s=%s\n", py.Visible(name), py.Visible(value))
	case name == "":
		all := os.Environ()
		sort.Strings(all)
		return t.Say("%s\n", py.Visible(strings.Join(all, "\n")))
	}
	value, ok := os.LookupEnv(name)
	if !ok {
		return py.ValueErrorf("%%env: the environment has no %s", name)
	}
	return t.Say("%s\n", py.Visible(value))
}

func unquote(s string) string {
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		return s[1 : n-1]
	}
	return s
}

// shellBody is %%bash and %%sh: the lines below are a script.
func shellBody(name string) func(in *Session, t *py.Thread, arg, body string) error {
	return func(in *Session, t *py.Thread, arg, body string) error {
		if strings.TrimSpace(body) == "" {
			return py.ValueErrorf("%%%%%s stands above the lines of a script", name)
		}
		f, err := readScriptFlags(arg)
		if err != nil {
			return err
		}
		cmd := foreign(t, name, "-c", body)
		if len(f.rest) > 0 { // arguments of the shell, such as -s ARG: it reads the script
			cmd = foreign(t, name, f.rest...)
			cmd.Stdin = strings.NewReader(body)
		}
		return in.scriptRun(t, f, cmd, body)
	}
}

// scriptFlags are the flags of the commands that run the script of a cell.
type scriptFlags struct {
	out, err string // the names that what it prints is kept under
	silent   bool   // a status that is not 0 is no error
	rest     []string
}

func readScriptFlags(arg string) (f scriptFlags, err error) {
	args, err := words(arg)
	for i := 0; i < len(args) && err == nil; i++ {
		flag, name, joined := strings.Cut(args[i], "=")
		switch flag {
		case "--no-raise-error":
			f.silent = true
		case "--out", "--err":
			if !joined && i+1 < len(args) {
				i++
				name = args[i]
			}
			if name == "" {
				return f, py.ValueErrorf("%s takes the name that what is printed is kept under", flag)
			}
			if flag == "--out" {
				f.out = name
			} else {
				f.err = name
			}
		default:
			f.rest = append(f.rest, args[i])
		}
	}
	return f, err
}

// scriptRun runs the script of a cell.
func (in *Session) scriptRun(t *py.Thread, f scriptFlags, cmd *exec.Cmd, body string) error {
	var out, errs limited
	cmd.Stdout, cmd.Stderr = t.Stdout, t.Stderr
	if f.out != "" {
		cmd.Stdout = &out
	}
	if f.err != "" {
		cmd.Stderr = &errs
	}
	if err := in.ended(t, cmd.Run()); err != nil {
		return err
	}
	for name, text := range map[string]*limited{f.out: &out, f.err: &errs} {
		if name != "" {
			in.Set(name, strings.ToValidUTF8(text.String(), "\uFFFD"))
		}
	}
	if code, _ := py.AsInt(in.Builtins()["_exit_code"]); code != 0 && !f.silent {
		return calledProcessError(in, t, code, body)
	}
	return nil
}

// calledProcessError is the error of a script that ended with a status.
func calledProcessError(in *Session, t *py.Thread, code int64, script string) error {
	m, err := in.ImportModule(t, "subprocess")
	if err != nil {
		return err
	}
	class, err := py.GetAttr(t, m, "CalledProcessError")
	if err != nil {
		return err
	}
	v, err := py.Call(t, class, []py.Value{code, script}, nil)
	if e, ok := v.(*py.Exc); ok {
		err = e
	}
	return err
}

// writeFile is %%writefile: the lines below become a file.
func writeFile(_ *Session, t *py.Thread, arg, body string) error {
	flags, verb := os.O_CREATE|os.O_WRONLY|os.O_TRUNC, "Writing"
	if rest, ok := strings.CutPrefix(arg, "-a "); ok {
		arg, flags, verb = strings.TrimSpace(rest), os.O_CREATE|os.O_WRONLY|os.O_APPEND, "Appending to"
	}
	path := unquote(arg)
	if path == "" {
		return py.ValueErrorf("%%%%writefile needs a file name, and the text below")
	}
	f, err := os.OpenFile(path, flags, 0o666)
	if err == nil {
		_, err = io.WriteString(f, body)
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}
	if err != nil {
		return py.OSErr(err, path)
	}
	return t.Say("%s %s\n", verb, py.Visible(path))
}

// unneeded are commands of notebooks that set up what is not here, with the reason each does
// nothing.
var unneeded = map[string]string{
	"pip":                "there is no Python here to install for",
	"conda":              "there is no Python here to install for",
	"mamba":              "there is no Python here to install for",
	"uv":                 "there is no Python here to install for",
	"micromamba":         "there is no Python here to install for",
	"matplotlib":         "plots are always shown where the program runs",
	"pylab":              "plots are always shown where the program runs",
	"gui":                "windows are not opened here",
	"tensorboard":        "it is not here",
	"tensorflow_version": "the semantics are those of TensorFlow 2",
	"reload_ext":         "nothing is loaded into tfs",
	"unload_ext":         "nothing is loaded into tfs",
	"config":             "there is nothing of it to set",
	"precision":          "numbers are shown as TensorFlow shows them",
	"colors":             "themes are set in the configuration",
	"automagic":          "commands are written with %",
	"autosave":           "the notebook's program saves it",
	"alias":              "there are no aliases; !COMMAND runs one",
	"javascript":         "no scripts are run",
	"js":                 "no scripts are run",
}
