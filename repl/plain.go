//go:build !js

package repl

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/chzyer/readline"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/repl/line"
	"github.com/tfs-lang/tfs/session"
)

// lineEditor makes blocks of an editor that reads single lines: it asks for lines until they
// are whole.
type lineEditor struct {
	p        *Prompt
	readLine func(prompt, text string) (string, error)
	discard  func() // forgets what was read ahead
	indents  bool   // lines can begin with a text, which is then their indentation
	lines    []string
	above    atomic.Pointer[string] // the lines as a text, nil for none: readline asks from a goroutine of its own
}

func (e *lineEditor) Discard() {
	if e.discard != nil {
		e.discard()
	}
}

func (e *lineEditor) Read(text string) (line.Input, error) {
	e.lines = nil
	e.above.Store(nil)
	for {
		prompt := firstPrompt
		if len(e.lines) > 0 {
			prompt = morePrompt
		}
		l, err := e.readLine(prompt, text)
		text = ""
		l = strings.ReplaceAll(l, blockBreak, "\n")
		if err != nil {
			return line.Input{Text: strings.Join(append(e.lines, l), "\n")}, err
		}
		if rest, ok := strings.CutPrefix(l, morePrompt); ok && len(e.lines) > 0 && strings.HasPrefix(e.lines[0], ">>>") {
			l = morePrompt + rest
		}
		e.lines = append(e.lines, l)
		src := strings.Join(e.lines, "\n")
		e.above.Store(&src)
		if e.indents {
			text = syntax.Indent(src)
		}
		if strings.TrimSpace(src) == "" {
			return line.Input{}, nil
		}
		if e.p.judge(src) != line.More {
			return line.Input{Text: src}, nil
		}
	}
}

// blockBreak stands for the line breaks of a block that is recalled into a single line.
const blockBreak = "\ue00a"

// newPlainEditor reads lines as the terminal gives them: no colours, no redrawing, for dumb
// terminals and screen readers.
func newPlainEditor(p *Prompt) editor {
	var source io.Reader = p.In
	if p.tty != nil {
		source = plainInput{p.tty}
	}
	in := bufio.NewReader(source)
	return &lineEditor{p: p, discard: func() { in.Reset(source) }, readLine: func(prompt, text string) (string, error) {
		if text != "" { // nothing can be edited here: what was loaded is shown and run
			fmt.Fprintln(p.screen, prompt+strings.ReplaceAll(text, "\n", "\n"+morePrompt))
			return text, nil
		}
		if p.tty != nil {
			p.tty.setMode(asFound)
			defer p.tty.setMode(running)
		}
		fmt.Fprint(p.screen, prompt)
		l, err := in.ReadString('\n')
		if errors.Is(err, errPoked) {
			fmt.Fprintln(p.screen)
			return "", line.ErrInterrupt
		}
		if err != nil && l != "" {
			err = nil
		}
		if errors.Is(err, io.EOF) {
			fmt.Fprintln(p.screen)
		}
		return strings.TrimRight(l, "\r\n"), err
	}}
}

// plainInput reads the terminal and passes over changes of its size.
type plainInput struct{ t *tty }

func (r plainInput) Read(buf []byte) (int, error) {
	for {
		b, err := r.t.Read(0)
		if errors.Is(err, line.ErrResized) || errors.Is(err, line.ErrResumed) {
			continue
		}
		if len(b) == 1 && b[0] == 4 { // Ctrl-D
			return 0, io.EOF
		}
		return copy(buf, b), err
	}
}

// newReadlineEditor edits single lines with readline, where blocks cannot be edited.
func newReadlineEditor(p *Prompt) editor {
	e := &lineEditor{p: p, indents: true}
	rl, err := readline.NewEx(&readline.Config{
		Prompt: firstPrompt, DisableAutoSaveHistory: true, HistorySearchFold: true, AutoComplete: completer{p.in, e},
		Painter: linePainter{p.theme}, VimMode: p.Config.Editing == "vi",
	})
	if err != nil {
		return newPlainEditor(p)
	}
	for i := range p.hist.Len() {
		_ = rl.SaveHistory(strings.ReplaceAll(p.hist.Entry(i), "\n", blockBreak))
	}
	seen := p.hist.Len()
	rl.Config.SetListener(e.keyed)
	e.readLine = func(prompt, text string) (string, error) {
		for ; seen < p.hist.Len(); seen++ {
			_ = rl.SaveHistory(strings.ReplaceAll(p.hist.Entry(seen), "\n", blockBreak))
		}
		rl.SetPrompt(prompt)
		l, err := rl.ReadlineWithDefault(strings.ReplaceAll(text, "\n", blockBreak))
		if errors.Is(err, readline.ErrInterrupt) {
			return l, line.ErrInterrupt
		}
		return l, err
	}
	return e
}

// keyed is called after each key of readline: Backspace among the blanks of a line goes a
// step to the left, and else: and its like to what they belong to.
func (e *lineEditor) keyed(text []rune, pos int, key rune) ([]rune, int, bool) {
	lines := e.above.Load()
	if lines == nil {
		return nil, 0, false
	}
	above, l := *lines, string(text)
	head := l[:len(l)-len(strings.TrimLeft(l, " "))]
	switch {
	case (key == readline.CharBackspace || key == readline.CharCtrlH) && pos <= len(head):
		n := pos % len(syntax.Step(above))
		return []rune(l[n:]), pos - n, n > 0
	case key == ':' && pos == len(text) && head == syntax.Indent(above):
		if blanks, ok := syntax.ClauseIndent(above+"\n", l); ok {
			moved := []rune(blanks + l[len(head):])
			return moved, len(moved), true
		}
	}
	return nil, 0, false
}

// linePainter colours the line being edited.
type linePainter struct{ t theme }

// Paint is readline's hook.
func (l linePainter) Paint(text []rune, cursor int) []rune {
	s := string(text)
	at := len(string(text[:min(cursor, len(text))]))
	var b strings.Builder
	done := 0
	for _, sp := range l.t.paint(s, at) {
		b.WriteString(s[done:sp.From] + sp.Look + s[sp.From:sp.To] + plainLook)
		done = sp.To
	}
	b.WriteString(s[done:])
	return []rune(strings.ReplaceAll(b.String(), blockBreak, "↵"))
}

// completer offers readline the names that fit what is typed, and at the head of a block's line
// the blanks to the next step.
type completer struct {
	in *lang.Interp
	e  *lineEditor
}

// Do gives the ends of the candidates, and how much of them is typed.
func (c completer) Do(text []rune, pos int) ([][]rune, int) {
	before := string(text[:pos])
	if above := c.e.above.Load(); above != nil && strings.TrimSpace(before) == "" {
		step := syntax.Step(*above)
		return [][]rune{[]rune(step[pos%len(step):])}, 0
	}
	found := session.Of(c.in).Complete(before, len(before))
	typed := before[found.From:]
	var out [][]rune
	for _, it := range found.Items {
		out = append(out, []rune(strings.TrimPrefix(it.Text, typed)))
	}
	return out, len([]rune(typed))
}

// readLine reads a line where the terminal cannot be waited for.
func readLine(ctx context.Context, in *os.File) (string, error) {
	type answer struct {
		text string
		err  error
	}
	c := make(chan answer, 1)
	go func() {
		text, err := bufio.NewReaderSize(in, 1).ReadString('\n')
		c <- answer{strings.TrimRight(text, "\r\n"), err}
	}()
	select {
	case a := <-c:
		return a.text, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
