package session

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/rivo/uniseg"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session/transcript"
)

// whoTable lists the user's names with what they hold.
func whoTable(in *Session, t *py.Thread, _, _ string) error {
	names := in.UserNames()
	if len(names) == 0 {
		return t.Say("You have bound no names yet.\n")
	}
	rows := [][]string{{"name", "type", "shape", "dtype", "bytes"}}
	var told []int // rows whose shape is a value, which may be cut
	for _, n := range names {
		v, _ := in.Get(n)
		m := in.Catalogue().Measure(v)
		size := ""
		if m.Shape != "" || m.Bytes > 0 {
			size = strconv.FormatInt(m.Bytes, 10)
		}
		shape := m.Shape
		if shape == "" {
			shape = lang.Short(py.ReprOf(v), 40)
			if i := strings.Index(shape, " at 0x"); i >= 0 {
				shape = "" // an address says nothing
			}
			told = append(told, len(rows))
		}
		rows = append(rows, []string{n, py.TypeOf(v).Name, shape, m.DType, size})
	}
	text := table(rows)
	head, _, _ := strings.Cut(text, "\n")
	if excess := uniseg.StringWidth(head) - in.width(); excess > 0 {
		for _, i := range told {
			rows[i][2] = lang.Short(rows[i][2], max(40-excess, 8))
		}
		text = table(rows)
	}
	return t.Say("%s", text)
}

// table lays rows out in columns, the last of them to the right.
func table(rows [][]string) string {
	return aligned(rows, strings.Repeat("l", len(rows[0])-1)+"r")
}

// aligned lays rows out in columns, each to the left (l) or to the right (r).
func aligned(rows [][]string, sides string) string {
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i := range r {
			r[i] = py.Visible(r[i])
			width[i] = max(width[i], uniseg.StringWidth(r[i]))
		}
	}
	var b strings.Builder
	for _, r := range rows {
		var line strings.Builder
		for i, c := range r {
			pad := strings.Repeat(" ", width[i]-uniseg.StringWidth(c))
			if i > 0 {
				line.WriteString("  ")
			}
			if sides[i] == 'r' {
				line.WriteString(pad + c)
			} else {
				line.WriteString(c + pad)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// runFile is %run. The script runs among the names of the session, as IPython's -i has it; the name of a file of Python
// may stand without its ending. With -m it is a module by its name.
func runFile(in *Session, t *py.Thread, arg, _ string) error {
	args, err := words(arg)
	if err != nil {
		return err
	}
	if len(args) > 0 && args[0] == "-i" {
		args = args[1:]
	}
	pack := ""
	var src string
	switch {
	case len(args) == 0:
		return py.ValueErrorf("%%run needs a file name")
	case args[0] == "-m" && len(args) > 1:
		args = args[1:]
		args[0], src, pack, err = in.Program(t, args[0])
	case strings.HasPrefix(args[0], "-"):
		return py.ValueErrorf("%%run knows no option %s: %%time %%run FILE takes the time", literal.Quote(args[0]))
	default:
		args[0] = script(args[0])
		src, err = lang.ReadSourceFor(t, args[0])
	}
	if err != nil {
		return err
	}
	if sys, ok := in.Modules()["sys"].(*py.Module); ok {
		items := make([]py.Value, len(args))
		for i, a := range args {
			items[i] = a
		}
		old := sys.Attrs["argv"]
		sys.Attrs["argv"] = py.NewList(items...)
		defer func() { sys.Attrs["argv"] = old }()
		if pack == "" {
			defer beside(sys, filepath.Dir(args[0]))()
		}
	}
	defer in.binding("__file__", lang.ScriptPath(args[0]))()
	if pack != "" {
		defer in.binding("__package__", pack)()
	}
	return ended(t, in.RunText(t, args[0], transcript.StripPrompts(src), lang.Script))
}

// binding binds a name of the program until what it returns is called.
func (in *Session) binding(name string, v py.Value) func() {
	old, ok := in.Globals().GetStr(name)
	in.Set(name, v)
	return func() {
		if ok {
			in.Set(name, old)
		} else {
			_, _, _ = in.Globals().Delete(name)
		}
	}
}

// beside has modules found in a folder first, until what it returns is called.
func beside(sys *py.Module, folder string) func() {
	path, ok := sys.Attrs["path"].(*py.List)
	if !ok || folder == "." {
		return func() {}
	}
	path.Items = slices.Insert(path.Items, 0, py.Value(folder))
	return func() {
		if i := slices.Index(path.Items, py.Value(folder)); i >= 0 {
			path.Items = slices.Delete(path.Items, i, i+1)
		}
	}
}

// ended is the error a script ended with. One that ends itself, by sys.exit or as argparse does, ends only itself: a
// status that is not 0 is told.
func ended(t *py.Thread, err error) error {
	ex, ok := err.(*py.Exc)
	if !ok || !ex.Class.Is(py.SystemExitClass) {
		return err
	}
	if len(ex.Args) == 0 || ex.Args[0] == py.None {
		return nil
	}
	text := py.StrOf(ex.Args[0])
	if n, ok := py.AsInt(ex.Args[0]); ok {
		if n == 0 {
			return nil
		}
		text = fmt.Sprintf("(ended with status %d)", n)
	}
	_, err = io.WriteString(t.Stderr, py.Visible(text)+"\n")
	return err
}

// script finds a file by the name given for it: ~ is the home folder, and endings that are left out are tried.
func script(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			name = filepath.Join(home, rest)
		}
	}
	for _, ending := range []string{"", ".tfs", ".py"} {
		if info, err := os.Stat(name + ending); err == nil && !info.IsDir() {
			return name + ending
		}
	}
	return name
}

// words splits a text as shells do: at blanks, unless they are quoted or follow a backslash.
func words(text string) ([]string, error) {
	var out []string
	var word strings.Builder
	begun, quote := false, rune(0)
	for i, c := range text {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, begun = c, true
		case quote == 0 && c == ' ' && (i == 0 || text[i-1] != '\\' || os.PathSeparator == '\\'):
			if begun {
				out = append(out, word.String())
			}
			word.Reset()
			begun = false
		case quote == 0 && c == '\\' && os.PathSeparator != '\\' && strings.HasPrefix(text[i+1:], " "):
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if quote != 0 {
		return nil, py.ValueErrorf("%s: a quotation mark is not closed", literal.Quote(text))
	}
	if begun {
		out = append(out, word.String())
	}
	return out, nil
}

func loadFile(in *Session, t *py.Thread, arg, _ string) error {
	if arg == "" {
		return py.ValueErrorf("%%load needs a file name")
	}
	args, err := words(arg)
	if err != nil {
		return err
	}
	src, err := lang.ReadSourceFor(t, script(strings.Join(args, " ")))
	if err != nil {
		return err
	}
	in.Emit(lang.Event{Kind: lang.NextInput, Text: strings.TrimRight(transcript.StripPrompts(src), "\n")})
	return nil
}

// inputsNamed picks inputs by numbers and ranges: 3, 2-5.
func (in *Session) inputsNamed(picks []string) ([]int, error) {
	n := in.Count()
	if len(picks) == 0 {
		picks = []string{"1-" + strconv.Itoa(n)}
	}
	var out []int
	for _, p := range picks {
		from, to, isRange := strings.Cut(p, "-")
		a, err := strconv.Atoi(from)
		b := a
		if err == nil && isRange {
			b, err = strconv.Atoi(to)
		}
		if err != nil || a < 1 {
			return nil, py.ValueErrorf("inputs are named by numbers from 1 and ranges such as 2-5, got %s", literal.Quote(p))
		}
		for i := a; i <= min(b, n); i++ {
			out = append(out, i)
		}
	}
	return out, nil
}

func saveInputs(in *Session, t *py.Thread, arg, _ string) error {
	words, err := words(arg)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return py.ValueErrorf("%%save needs a file name")
	}
	picks, err := in.inputsNamed(words[1:])
	if err != nil {
		return err
	}
	inputs := in.Inputs()
	var b strings.Builder
	count := 0
	for _, i := range picks {
		if i == in.Count() && len(words) == 1 {
			continue // the %save line itself
		}
		b.WriteString(inputs[i-1] + "\n")
		if strings.HasPrefix(inputs[i-1], "%%") || strings.Contains(inputs[i-1], "\n") {
			b.WriteByte('\n')
		}
		count++
	}
	if err := os.WriteFile(words[0], []byte(b.String()), 0o644); err != nil {
		return py.OSErr(err, words[0])
	}
	return t.Say("%d entries written to %s\n", count, words[0])
}
