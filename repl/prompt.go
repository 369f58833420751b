//go:build !js

package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/chzyer/readline"

	"github.com/tfs-lang/tfs/history"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/repl/line"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
	"github.com/tfs-lang/tfs/teach"
)

// The prompts, as TensorFlow's documents have them.
const (
	firstPrompt = ">>> "
	morePrompt  = "... "
)

// editor is what the prompt needs of a line editor: whole blocks of input. Errors are
// line.ErrInterrupt and io.EOF. Discard forgets keys that were read ahead.
type editor interface {
	Read(text string) (line.Input, error)
	Discard()
}

// Prompt is the interactive session.
type Prompt struct {
	Options session.Options
	In      *os.File
	Out     *os.File
	Err     io.Writer
	Config  Config
	Version string
	First   func(ctx context.Context, in *lang.Interp,
		show func(lang.Event)) error // runs before the first prompt; nil for nothing
	Alone bool // the prompt ends with the tour or the demo it was made for

	drawError bool // the picture of the error shown last is wanted

	in     *lang.Interp
	screen io.Writer // Out, by way of readline where consoles know no escape sequences
	out    *output
	theme  theme
	hist   *history.File
	tty    *tty
	bar    *bar
	next   string // text the next prompt begins with
	tour   *teach.Tour
	own    *lang.Interp              // the session, while a tour has its own
	after  func(ctx context.Context) // to be done after the input under way
	queue  []string                  // pasted units still to run

	mu      sync.Mutex
	running *py.Stop // ends the evaluation running now
	stopped bool     // by Ctrl-C, since the last input was taken
}

// Echoed is how many items of a container an echo shows; print shows all.
const Echoed = 1000

// Run reads, evaluates and shows until end of input. It returns the exit status.
func (p *Prompt) Run() int {
	var notice string
	p.setup()
	p.hist, notice = history.Open(historyFile(), p.Config.HistorySize)
	if p.Config.Banner {
		w, _, err := readline.GetSize(int(p.Out.Fd()))
		if err != nil || w <= 0 {
			w = session.Unwrapped
		}
		fmt.Fprintln(p.screen, session.Wrap("tfs "+p.Version+
			", TensorFlow's tensor semantics. help() or NAME? for help, Ctrl-D leaves.", w))
	}
	p.notice(notice)
	tty, err := newTTY(p.In, p.Out, p.interrupted, p.killed)
	if err == nil {
		p.tty = tty
		defer tty.close()
	}
	p.Options.Ask, p.Options.Shown, p.Options.Context = p.ask, Echoed, true
	if p.tty != nil {
		p.Options.Width = func() int {
			w, _ := p.tty.Size()
			return w
		}
		p.bar.width = p.Options.Width
		if p.Config.Editor != "plain" && p.Config.Editor != "readline" {
			p.Options.Keys = strings.Join(line.Keys(), "\n")
		}
		p.Options.Terminal = p.foreign
	}
	past := make([]string, p.hist.Len())
	for i := range past {
		past[i] = p.hist.Entry(i)
	}
	p.Options.Past = func() []string { return past }
	p.Options.ASCII = p.Config.Glyphs == "ascii" || p.Config.Glyphs != "unicode" && PlainGlyphs(true)
	p.Options.InWords = p.Config.InWords
	p.Options.Commands = p.commands()
	p.in = session.New(p.Options)
	if p.Config.startup != "" {
		if code, stop := p.startUp(); stop {
			return code
		}
	}
	if p.First != nil {
		ctx, done := p.begin()
		_ = p.First(ctx, p.in, p.show) // its error was shown
		done()
	}
	if p.leftAlone() {
		return 0
	}
	return p.loop(p.newEditor(err == nil))
}

// setup makes what showing needs.
func (p *Prompt) setup() {
	p.screen = p.Out
	if runtime.GOOS == "windows" {
		p.screen, p.Err = readline.Stdout, readline.Stderr
	}
	p.out = newOutput(p.screen)
	name := p.Config.Theme
	if name == "auto" || name == "" {
		name = background()
	}
	if !UseColor(p.Config.Color, true) || os.Getenv("TERM") == "dumb" {
		name = "none"
	}
	p.theme = themes[name]()
	if os.Getenv("TERM") == "dumb" {
		p.Config.Editor = "plain"
	}
	p.bar = newBar(p.out, p.Config.Editor == "plain")
}

// notice tells the user of something beside the results.
func (p *Prompt) notice(text string) {
	if text != "" {
		p.out.FreshLine()
		w := session.Unwrapped
		if p.tty != nil {
			w, _ = p.tty.Size()
		}
		fmt.Fprintln(p.Err, session.Wrap("tfs: "+py.Visible(text), w))
	}
}

// Notices shows what LoadConfig had to say.
func (p *Prompt) Notices(texts []string) {
	for _, t := range texts {
		fmt.Fprintln(p.Err, "tfs:", py.Visible(t))
	}
}

func (p *Prompt) newEditor(block bool) editor {
	switch {
	case p.Config.Editor == "plain":
		return newPlainEditor(p)
	case p.Config.Editor == "readline" || !block:
		return newReadlineEditor(p)
	}
	c := line.Config{
		Term: p.tty, Prompt: firstPrompt, More: morePrompt,
		PromptLook: p.theme.prompt, NoteLook: p.theme.note, ChosenLook: p.theme.chosen,
		Judge: p.judge, Indent: syntax.Indent, Clause: syntax.ClauseIndent, Step: syntax.Step,
		Document: transcript.IsTranscript, Strip: transcript.StripPrompts, Paint: p.theme.paint,
		Complete: func(text string, cursor int) line.Completion { return completion(p.in, text, cursor) },
		History:  p.hist, Edit: p.editText, Page: p.pageKeys, Suspend: p.tty.suspend, Vi: p.Config.Editing == "vi",
		Suggest: p.Config.Suggestions, Brackets: p.Config.Brackets,
	}
	if p.Config.Signature {
		c.Signature = func(text string, cursor int) string { return signature(p.in, text, cursor) }
	}
	return &blockEditor{p, line.New(c)}
}

// blockEditor puts the terminal in the editor's mode while it reads.
type blockEditor struct {
	p *Prompt
	e *line.Editor
}

func (b *blockEditor) Read(text string) (line.Input, error) {
	b.p.tty.setMode(editing)
	defer b.p.tty.setMode(running)
	in, err := b.e.Read(text)
	if errors.Is(err, errPoked) { // a signal, not the key
		err = line.ErrInterrupt
	}
	return in, err
}

func (b *blockEditor) Discard() { b.e.Discard() }

// historyFile is where the history lies; "" where there is no home.
func historyFile() string {
	dir := StateDir()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "history")
}

// judge tells what Enter does with a text.
func (p *Prompt) judge(text string) line.Verdict {
	src := transcript.StripPrompts(text)
	if session.Of(p.in).IsQuestion(src) {
		return line.Accept
	}
	switch transcript.Complete(src) {
	case transcript.More:
		return line.More
	case transcript.Wrong:
		return line.Wrong
	}
	return line.Accept
}

func (p *Prompt) loop(ed editor) int {
	for {
		p.out.FreshLine()
		p.hist.Refresh()
		text := p.next
		p.next = ""
		in, err := ed.Read(text)
		switch {
		case errors.Is(err, line.ErrInterrupt):
			fmt.Fprintln(p.screen, "KeyboardInterrupt")
			continue
		case errors.Is(err, io.EOF):
			if strings.TrimSpace(in.Text) != "" { // the end of input after an unfinished line
				if code, stop := p.unit(in.Text); stop {
					return code
				}
			}
			return 0
		case err != nil:
			fmt.Fprintln(p.Err, "tfs:", py.Visible(err.Error()))
			return 1
		}
		if in.Notice != "" {
			p.notice(in.Notice)
			p.next = in.Text
			continue
		}
		if code, stop := p.take(in); stop {
			return code
		}
		if p.wasStopped() {
			ed.Discard()
		}
	}
}

// take runs what the editor read: one unit, or the units of a paste one after the other.
func (p *Prompt) take(in line.Input) (code int, stop bool) {
	if strings.TrimSpace(in.Text) == "" {
		return p.enter()
	}
	p.mu.Lock()
	p.stopped = false
	p.mu.Unlock()
	if in.Whole || in.Pasted {
		if n, l, lost := transcript.LostIndent(transcript.StripPrompts(in.Text)); lost {
			p.notice(
				fmt.Sprintf(
					"this text has lost its indentation: line %d, %q, begins a block, and the line below it is not indented. "+
						"Nothing was run. Indent the lines that belong to it, or copy the text from the document's source.",
					n,
					l,
				),
			)
			p.next = strings.TrimRight(transcript.StripPrompts(in.Text), "\n")
			return 0, false
		}
	}
	if !in.Pasted {
		return p.unit(transcript.StripPrompts(in.Text))
	}
	units, rest := transcript.SplitUnits(in.Text)
	p.queue = units
	for len(p.queue) > 0 {
		src := p.queue[0]
		p.queue = p.queue[1:]
		p.out.FreshLine()
		p.echo(src)
		if code, stop := p.unit(src); stop {
			return code, true
		}
		if p.wasStopped() {
			p.queue, rest = nil, ""
		}
	}
	p.next = rest
	return 0, false
}

// echo shows a pasted unit with its prompts, as if it had been typed.
func (p *Prompt) echo(src string) {
	text := firstPrompt + strings.ReplaceAll(src, "\n", "\n"+morePrompt)
	p.out.WriteString(text + "\n")
	if transcript.Complete(src) == transcript.More {
		p.out.WriteString(morePrompt + "\n")
	}
	p.out.Flush()
}

// unit evaluates one complete input; stop is true when the session ends.
func (p *Prompt) unit(src string) (code int, stop bool) {
	src = strings.TrimRight(src, "\n \t")
	if strings.TrimSpace(src) == "" {
		return 0, false
	}
	if name := strings.TrimSpace(src); p.tour == nil && (name == "exit" || name == "quit") { // a tour knows them too
		if !slices.Contains(p.in.UserNames(), name) { // a habit from other prompts
			return 0, true
		}
	}
	p.notice(p.hist.Add(src)) // before it runs: a line that brings the program down is kept too
	p.in.Remember(src)
	if text, ok := session.Of(p.in).Question(src); ok && (p.tour == nil || !p.tour.Asks(src)) {
		p.page(text + "\n")
		return 0, false
	}
	ctx, done := p.begin()
	err := p.eval(ctx, src)
	done()
	var exit *lang.ExitError
	if errors.As(err, &exit) {
		p.out.Flush()
		return exit.Code, true
	}
	return 0, p.leftAlone()
}

// begin makes the context of an evaluation, which Ctrl-C ends; the program may catch that.
func (p *Prompt) begin() (ctx context.Context, done func()) {
	stop := py.NewStop(context.Background())
	p.mu.Lock()
	p.running = stop
	p.mu.Unlock()
	return stop.Context(), func() {
		p.mu.Lock()
		p.running = nil
		p.mu.Unlock()
		stop.Close()
		p.bar.end()
		p.out.Flush()
	}
}

// interrupted answers SIGINT while something runs or input() waits: that stops, and what was
// typed ahead is dropped. However often it comes, the session stays.
func (p *Prompt) interrupted() {
	p.mu.Lock()
	running := p.running
	p.stopped = true
	p.mu.Unlock()
	if running != nil {
		running.Interrupt()
		p.out.Drop()
	}
}

func (p *Prompt) wasStopped() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stopped
}

// killed answers the signals that end the session. The history is on disk already.
func (p *Prompt) killed(s os.Signal) {
	p.tty.close()
	os.Exit(128 + signalNumber(s))
}

// ask answers input() and getpass().
func (p *Prompt) ask(ctx context.Context, prompt string, hidden bool) (string, error) {
	p.out.FreshLine()
	p.out.WriteString(prompt)
	p.out.Flush()
	if len(p.queue) > 0 { // the answer was pasted along
		answer, rest, more := strings.Cut(p.queue[0], "\n")
		p.queue = p.queue[1:]
		if more {
			p.queue = append([]string{rest}, p.queue...)
		}
		if hidden {
			p.out.WriteString("\n")
		} else {
			p.out.WriteString(answer + "\n")
		}
		return answer, nil
	}
	if p.tty == nil {
		return readLine(ctx, p.In)
	}
	answer, err := p.tty.ask(ctx, hidden)
	if hidden {
		p.out.WriteString("\n") // the one typed was not shown
	}
	p.out.mu.Lock()
	p.out.midLine = err != nil
	p.out.mu.Unlock()
	return answer, err
}

func (p *Prompt) show(e lang.Event) {
	if e.Kind != lang.Progressed && e.Kind != lang.Flushed {
		p.bar.end()
	}
	switch e.Kind {
	case lang.Stdout:
		p.out.WriteString(e.Text)
	case lang.Display:
		p.out.WriteString(strings.TrimSuffix(p.echoed(e), "\n") + "\n")
	case lang.Stderr:
		p.out.Flush()
		fmt.Fprint(p.Err, e.Text)
	case lang.Result:
		p.out.WriteString(p.echoed(e) + "\n")
	case lang.Page:
		p.page(e.Text)
	case lang.NextInput:
		p.next = e.Text
	case lang.Progressed:
		p.bar.show(*e.Progress)
	case lang.Error:
		p.out.FreshLine()
		text := e.Text + p.shownWhere(e)
		if p.tty != nil {
			w, _ := p.tty.Size()
			text = wrapHints(text, w)
		}
		fmt.Fprint(p.Err, p.theme.traceback(text))
	}
}

// startUp runs the start-up script; stop is true when it ends the session.
func (p *Prompt) startUp() (code int, stop bool) {
	src, err := lang.ReadSource(p.Config.startup)
	if err != nil {
		p.notice(fmt.Sprintf("start-up: %v", err))
		return 0, false
	}
	ctx, done := p.begin()
	defer done()
	var exit *lang.ExitError
	if errors.As(p.in.Eval(ctx, p.Config.startup, transcript.StripPrompts(src), lang.Script, p.show), &exit) {
		return exit.Code, true
	}
	return 0, false
}
