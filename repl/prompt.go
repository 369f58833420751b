//go:build !js

package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/chzyer/readline"

	"github.com/tfs-lang/tfs/lang"
)

// newline stands for the line breaks of a statement in the history file, which has one entry per line.
const newline = "\ue00a"

// lineReader is what the prompt needs of a line editor.
type lineReader interface {
	Readline() (string, error)
	SetPrompt(string)
	SaveHistory(string) error
	Close() error
}

// Prompt is the interactive session.
type Prompt struct {
	In       *lang.Interp
	Out, Err io.Writer
	Color    bool
}

// Run reads, evaluates and shows until end of input. It returns the exit status.
func (p *Prompt) Run() int {
	rl, err := readline.NewEx(&readline.Config{
		Prompt: ">>> ", HistoryFile: historyFile(), DisableAutoSaveHistory: true, HistorySearchFold: true, AutoComplete: completer{p.In},
	})
	if err != nil {
		fmt.Fprintln(p.Err, "tfs:", err)
		return 1
	}
	defer rl.Close()
	return p.loop(rl)
}

func historyFile() string {
	dir := os.Getenv("XDG_STATE_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	dir = filepath.Join(dir, "tfs")
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return filepath.Join(dir, "history")
}

func (p *Prompt) loop(rl lineReader) int {
	fmt.Fprintln(p.Out, "tfs: TensorFlow's tensor semantics. help(NAME) or NAME? for help, Ctrl-D to leave.")
	var lines []string
	for {
		rl.SetPrompt(">>> ")
		if len(lines) > 0 {
			rl.SetPrompt("... ")
		}
		line, err := rl.Readline()
		line = strings.ReplaceAll(line, newline, "\n")
		switch {
		case errors.Is(err, readline.ErrInterrupt):
			lines = nil
			fmt.Fprintln(p.Out, "KeyboardInterrupt")
			continue
		case errors.Is(err, io.EOF):
			if len(lines) > 0 {
				if code, stop := p.unit(strings.Join(lines, "\n"), rl); stop {
					return code
				}
			}
			return 0
		case err != nil:
			fmt.Fprintln(p.Err, "tfs:", err)
			return 1
		}
		if len(lines) == 0 || strings.HasPrefix(lines[0], ">>>") {
			line = strings.TrimPrefix(line, ">>> ")
		} else if strings.HasPrefix(line, "... ") || line == "..." {
			line = strings.TrimPrefix(strings.TrimPrefix(line, "..."), " ")
		}
		lines = append(lines, line)
		src := strings.Join(lines, "\n")
		if strings.TrimSpace(src) == "" {
			lines = nil
			continue
		}
		if _, ok := p.In.Question(src); !ok && lang.Complete(src) == lang.More {
			continue
		}
		lines = nil
		if code, stop := p.unit(src, rl); stop {
			return code
		}
	}
}

// unit evaluates one complete input; stop is true when the session ends.
func (p *Prompt) unit(src string, rl lineReader) (code int, stop bool) {
	src = strings.TrimRight(src, "\n ")
	if name := strings.TrimSpace(src); name == "exit" || name == "quit" {
		if !slices.Contains(p.In.UserNames(), name) { // a habit from other prompts
			return 0, true
		}
	}
	_ = rl.SaveHistory(strings.ReplaceAll(src, "\n", newline))
	p.In.Remember(src)
	if text, ok := p.In.Question(src); ok {
		fmt.Fprintln(p.Out, text)
		return 0, false
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	err := p.In.Eval(ctx, "<stdin>", src+"\n", lang.Interactive, p.show)
	var exit *lang.ExitError
	if errors.As(err, &exit) {
		return exit.Code, true
	}
	return 0, false
}

func (p *Prompt) show(e lang.Event) {
	switch e.Kind {
	case lang.Stdout, lang.Display:
		fmt.Fprint(p.Out, e.Text)
	case lang.Stderr:
		fmt.Fprint(p.Err, e.Text)
	case lang.Result:
		fmt.Fprintln(p.Out, e.Text)
	case lang.Error:
		fmt.Fprint(p.Err, Paint(e.Text, "1", p.Color))
	}
}

// Paint colours every line of a text by itself, leaving its layout alone.
func Paint(text, color string, on bool) string {
	if !on {
		return text
	}
	st := lipgloss.NewStyle().Foreground(lipgloss.Color(color)).Inline(true).TabWidth(lipgloss.NoTabConversion)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = st.Render(l)
		}
	}
	return strings.Join(lines, "\n")
}

// completer offers the names that fit what is typed.
type completer struct{ in *lang.Interp }

// Do is readline's hook: the ends of the candidates, and how much of them is typed.
func (c completer) Do(line []rune, pos int) ([][]rune, int) {
	names, typed := c.in.Complete(string(line[:pos]))
	out := make([][]rune, 0, len(names))
	for _, n := range names {
		out = append(out, []rune(n)[len([]rune(typed)):])
	}
	return out, len([]rune(typed))
}
