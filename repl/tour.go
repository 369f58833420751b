//go:build !js

package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
	"github.com/tfs-lang/tfs/teach"
)

// commands are the prompt's own % commands. They note what is to be done after the input they stand in: a tour and a
// demo take the prompt over.
func (p *Prompt) commands() []session.Command {
	later := func(f func(ctx context.Context, arg string)) func(context.Context, string, func(lang.Event)) error {
		return func(_ context.Context, arg string, _ func(lang.Event)) error {
			p.after = func(ctx context.Context) { f(ctx, arg) }
			return nil
		}
	}
	return []session.Command{
		{Name: "tour", Usage: "%tour [N|ID|list|reset]", Doc: "lessons with exercises; goes on where you were",
			Run: later(p.startTour)},
		{Name: "demo", Usage: "%demo FILE", Doc: "present a .tfs, Markdown or notebook file step by step",
			Run: later(p.startDemo)},
	}
}

// teaching is what tours and demos need of this prompt.
func (p *Prompt) teaching() teach.Options {
	o := teach.Options{Lang: p.Options, Style: p.style()}
	o.Lang.Past = nil
	o.Columns = func() int {
		if p.tty == nil {
			return 80
		}
		w, _ := p.tty.Size()
		return w
	}
	return o
}

// style is the theme as lessons use it.
func (p *Prompt) style() teach.Style {
	var s teach.Style
	if p.theme != (theme{}) {
		s = teach.Colored(p.theme.prompt == lightTheme().prompt)
		s.Paint = func(code string) string { return p.theme.painted(code) }
	}
	s.ASCII = PlainGlyphs(true)
	return s
}

// painted is code with the theme's looks.
func (t theme) painted(code string) string {
	var b strings.Builder
	done := 0
	for _, s := range t.paint(code, -1) {
		b.WriteString(code[done:s.From] + s.Look + code[s.From:s.To] + plainLook)
		done = s.To
	}
	return b.String() + code[done:]
}

// StyleFor is the looks of tours and demos on a stream, coloured or not.
func StyleFor(colored bool) teach.Style {
	var s teach.Style
	if colored {
		t := themes[background()]()
		s = teach.Colored(background() == "light")
		s.Paint = t.painted
	}
	s.ASCII = PlainGlyphs(true)
	return s
}

// startTour begins a tour through tfs's own lessons, at the prompt.
func (p *Prompt) startTour(ctx context.Context, arg string) {
	lessons, err := teach.Lessons()
	if err != nil {
		p.notice(err.Error())
		return
	}
	t := &teach.Tour{Options: p.teaching(), Lessons: lessons}
	var notice string
	t.Progress, notice = teach.OpenProgress(StateDir())
	p.notice(notice)
	if arg == "list" {
		t.List(p.show)
		return
	}
	p.BeginTour(ctx, t, arg)
}

// BeginTour gives the prompt to a tour until it is over.
func (p *Prompt) BeginTour(ctx context.Context, t *teach.Tour, name string) {
	o := p.teaching()
	o.NoSkip = t.NoSkip
	t.Options = o
	if err := t.Tour(ctx, name, p.show); err != nil && ctx.Err() == nil {
		p.notice(err.Error())
		return
	}
	if p.tour == nil {
		p.own = p.in
	}
	p.tour = t
	p.followTour()
}

// followTour keeps the session that of the tour, and gives the prompt's own back at the end.
func (p *Prompt) followTour() {
	switch {
	case p.tour == nil:
	case p.tour.Over():
		p.in, p.tour = p.own, nil
	case p.tour.Interp() != nil:
		p.in = p.tour.Interp()
	}
}

// eval runs an input: in a tour as the learner's, else in the session.
func (p *Prompt) eval(ctx context.Context, src string) error {
	var err error
	if p.tour != nil {
		err = p.tour.Take(ctx, src, p.show)
		p.drawError = false // the tour draws its own
		p.followTour()
	} else {
		p.drawError = false
		err = p.in.Eval(ctx, "<stdin>", src+"\n", lang.Interactive, p.show)
		p.errorPicture(ctx)
	}
	if f := p.after; f != nil {
		p.after = nil
		if err == nil {
			f(ctx)
		}
	}
	return err
}

// enter is an input of nothing: in a tour it goes on.
func (p *Prompt) enter() (code int, stop bool) {
	if p.tour == nil {
		return 0, false
	}
	ctx, done := p.begin()
	_ = p.eval(ctx, "")
	done()
	return 0, p.leftAlone()
}

// leftAlone tells that a prompt made for a tour has no tour any more.
func (p *Prompt) leftAlone() bool { return p.Alone && p.tour == nil }

// RunTour goes through a tour without a terminal: inputs come as lines, and what is shown is written.
func RunTour(ctx context.Context, t *teach.Tour, name string, r io.Reader, show func(lang.Event)) error {
	if err := t.Begin(ctx, name, show); err != nil {
		return err
	}
	src, err := lang.ReadStream("<stdin>", r)
	if err != nil {
		return err
	}
	pending := ""
	for _, l := range strings.Split(strings.TrimSuffix(src, "\n"), "\n") {
		if src == "" || t.Over() {
			break
		}
		pending += l
		if transcript.Complete(pending) == transcript.More {
			pending += "\n"
			continue
		}
		input := strings.TrimRight(pending, "\n")
		pending = ""
		show(lang.Event{Kind: lang.Stdout, Text: ">>> " + py.Visible(strings.ReplaceAll(input, "\n", "\n... ")) + "\n"})
		err := t.Take(ctx, input, show)
		var exit *lang.ExitError
		if errors.As(err, &exit) {
			return err
		}
		if ctx.Err() != nil {
			return fmt.Errorf("stopped")
		}
	}
	return nil
}
