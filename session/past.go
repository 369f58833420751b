package session

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
)

// inputsIn picks inputs by words: 3, 2-5, and ~1/... of what was typed before this session,
// all of it with ~1/ alone. Each has its number in its session.
func (in *Session) inputsIn(words []string) (out []pastInput, err error) {
	for _, w := range words {
		rest, old := strings.CutPrefix(w, "~1/")
		session := in.Inputs()
		if old {
			session = in.past()
		}
		from, to, isRange := strings.Cut(rest, "-")
		a, b := 1, len(session)
		if rest != "" {
			a, err = strconv.Atoi(from)
			if b = a; err == nil && isRange {
				b, err = strconv.Atoi(to)
			}
		}
		if err != nil || a < 1 || rest == "" && !old {
			return nil, py.ValueErrorf(
				"inputs are named by numbers from 1 and ranges such as 2-5, with ~1/ before them those of past sessions, got %s",
				literal.Quote(w),
			)
		}
		for i := a; i <= min(b, len(session)); i++ {
			out = append(out, pastInput{i, session[i-1]})
		}
	}
	return out, nil
}

type pastInput struct {
	number int
	text   string
}

// past lists the inputs of the sessions before this one, the oldest first.
func (in *Session) past() []string {
	if in.front.Past == nil {
		return nil
	}
	return in.front.Past()
}

// showHistory is %history: inputs of this session, of past ones, or those that fit a pattern.
func showHistory(in *Session, t *py.Thread, arg, _ string) error {
	var words []string
	pattern, last, search := "", 0, false
	fields := strings.Fields(arg)
	for i := 0; i < len(fields); i++ {
		switch w := fields[i]; {
		case w == "-n": // numbers are always shown
		case w == "-g":
			search, pattern = true, strings.Join(fields[i+1:], " ")
			i = len(fields)
		case w == "-l":
			last = 10
			if i+1 < len(fields) {
				if n, err := strconv.Atoi(fields[i+1]); err == nil && n > 0 {
					last = n
					i++
				}
			}
		case strings.HasPrefix(w, "-"):
			return py.ValueErrorf("%%history takes N, N-M, ~1/N-M, -l N and -g PATTERN, got %s", literal.Quote(w))
		default:
			words = append(words, w)
		}
	}
	var found []pastInput
	switch {
	case len(words) > 0:
		var err error
		if found, err = in.inputsIn(words); err != nil {
			return err
		}
	default:
		if search || last > len(in.Inputs()) {
			for i, s := range in.past() {
				found = append(found, pastInput{i - len(in.past()), s}) // below zero: before this session
			}
		}
		for i, s := range in.Inputs() {
			found = append(found, pastInput{i + 1, s})
		}
	}
	if search {
		found = matching(found, pattern)
	}
	if last > 0 && len(found) > last {
		found = found[len(found)-last:]
	}
	for _, p := range found {
		number := fmt.Sprintf("%4d  ", p.number)
		if err := t.Say("%s%s\n",
			number,
			py.Visible(strings.ReplaceAll(p.text, "\n", "\n"+strings.Repeat(" ", len(number)))),
		); err != nil {
			return err
		}
	}
	return nil
}

// matching keeps the inputs that fit a pattern with * and ?, anywhere in them.
func matching(all []pastInput, pattern string) (out []pastInput) {
	for _, p := range all {
		if wild("*"+pattern+"*", p.text) {
			out = append(out, p)
		}
	}
	return out
}

// wild tells whether a text fits a pattern, in which * stands for any text and ? for any one
// character.
func wild(pattern, text string) bool {
	star, mark, i, j := -1, 0, 0, 0
	for j < len(text) {
		switch {
		case i < len(pattern) && pattern[i] == '*':
			star, mark = i, j
			i++
		case i < len(pattern) && (pattern[i] == '?' || pattern[i] == text[j]):
			i, j = i+1, j+1
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[i:], "*") == ""
}

// named gives the text of inputs: the last one but the command itself without words.
func (in *Session) named(words []string) (string, error) {
	if len(words) == 0 {
		n := len(in.Inputs())
		if n < 2 {
			return "", py.ValueErrorf("nothing was typed before")
		}
		return in.Inputs()[n-2], nil
	}
	found, err := in.inputsIn(words)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, p := range found {
		parts = append(parts, p.text)
	}
	if len(parts) == 0 {
		return "", py.ValueErrorf("there is no input %s", strings.Join(words, " "))
	}
	return strings.Join(parts, "\n"), nil
}

// recall is %recall: inputs as the next one, to edit or run.
func recall(in *Session, _ *py.Thread, arg, _ string) error {
	text, err := in.named(strings.Fields(arg))
	if err != nil {
		return err
	}
	in.Emit(lang.Event{Kind: lang.NextInput, Text: text})
	return nil
}

// rerun is %rerun: inputs run again.
func rerun(in *Session, t *py.Thread, arg, _ string) error {
	text, err := in.named(strings.Fields(arg))
	if err != nil {
		return err
	}
	if err := t.Say("%s\n", py.Visible(text)); err != nil {
		return err
	}
	return in.RunText(t, "<rerun>", text+"\n", lang.Interactive)
}

// macro is what %macro makes: inputs that run again when its name is evaluated.
type macro struct{ text string }

// Rerun runs the inputs.
func (m *macro) Rerun(in *lang.Interp, t *py.Thread) error {
	return in.RunText(t, "<macro>", m.text+"\n", lang.Interactive)
}

var macroClass = py.NewClass("IPython.core.macro", "Macro", py.ObjectClass, nil)

func init() {
	macroClass.Repr = func(_ *py.Thread, v py.Value) (string, error) { return "Macro:\n" + v.(*macro).text, nil }
	py.Register[*macro](macroClass)
}

// defineMacro is %macro NAME INPUTS.
func defineMacro(in *Session, t *py.Thread, arg, _ string) error {
	words := strings.Fields(arg)
	if len(words) < 2 || nameAt(words[0]) != words[0] {
		return py.ValueErrorf("%%macro takes a name and the inputs it stands for: %%macro again 3 5-7")
	}
	text, err := in.named(words[1:])
	if err != nil {
		return err
	}
	in.Set(words[0], &macro{text})
	return t.Say("Macro %s: evaluate its name to run it.\n%s\n", words[0], py.Visible(text))
}

// startLog is %logstart: inputs are written to a file from here on, those before too.
func startLog(in *Session, t *py.Thread, arg, _ string) error {
	path := unquote(arg)
	if path == "" {
		path = "tfs_log.tfs"
	}
	if in.log != nil {
		return py.ValueErrorf("%%logstart: the session is already written to %s; %%logstop ends that", in.log.Name())
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return py.OSErr(err, path)
	}
	in.log = f
	for _, s := range in.Inputs() {
		if err := in.logged(s); err != nil {
			return err
		}
	}
	return t.Say("Inputs are written to %s; %%logstop ends that.\n", py.Visible(path))
}

// logged adds an input to the log.
func (in *Session) logged(src string) error {
	if in.log == nil || strings.HasPrefix(src, "%log") {
		return nil
	}
	if _, err := io.WriteString(in.log, src+"\n"); err != nil {
		return py.OSErr(err, in.log.Name())
	}
	return nil
}

// stopLog is %logstop.
func stopLog(in *Session, t *py.Thread, _, _ string) error {
	if in.log == nil {
		return py.ValueErrorf("%%logstop: no log is being written")
	}
	name := in.log.Name()
	err := in.log.Close()
	in.log = nil
	if err != nil {
		return py.OSErr(err, name)
	}
	return t.Say("The log is in %s.\n", py.Visible(name))
}

// edit is %edit: a file, inputs, a function's source or nothing, in the user's editor; what is
// saved becomes the next input.
func edit(in *Session, t *py.Thread, arg, _ string) error {
	if in.front.Terminal == nil {
		return py.ValueErrorf("%%edit needs a terminal to edit in")
	}
	path, text := unquote(arg), ""
	_, statErr := os.Stat(path)
	if path == "" || statErr != nil {
		switch v, ok := in.Globals().GetStr(arg); {
		case arg == "":
		case ok:
			text = in.Source(v)
		case arg[0] >= '0' && arg[0] <= '9' || arg[0] == '~':
			var err error
			if text, err = in.named(strings.Fields(arg)); err != nil {
				return err
			}
		default:
			return py.ValueErrorf("%%edit: there is no file, name or input %s", literal.Quote(arg))
		}
		dir, err := os.MkdirTemp("", "tfs-edit")
		if err != nil {
			return py.OSErr(err, os.TempDir())
		}
		defer os.RemoveAll(dir)
		path = filepath.Join(dir, "input.py")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return py.OSErr(err, path)
		}
	}
	command := strings.Fields(firstOf(os.Getenv("VISUAL"), os.Getenv("EDITOR"), "vi"))
	if _, err := exec.LookPath(command[0]); err != nil {
		return py.ValueErrorf("%%edit: there is no editor %s; EDITOR names one", literal.Quote(command[0]))
	}
	if err := in.ended(t, in.front.Terminal(foreign(t, command[0], append(command[1:], path)...))); err != nil {
		return err
	}
	src, err := lang.ReadSourceFor(t, path)
	if err != nil {
		return err
	}
	if src = strings.TrimRight(src, " \t\n"); src != "" {
		in.Emit(lang.Event{Kind: lang.NextInput, Text: src})
	}
	return nil
}

func firstOf(texts ...string) string {
	for _, s := range texts {
		if strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}
