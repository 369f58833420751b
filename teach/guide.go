package teach

import (
	"context"
	"errors"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session"
)

// Guide is the tour in a front end of cells, such as a notebook: %tour begins it when its cell is over, and the cells
// after it go to the tour until it ends. The zero value has no tour.
type Guide struct {
	tour   *Tour   // the cells go to, nil for none
	wanted *string // a cell asks for a tour: what follows %tour
}

// Commands are the % commands of the guide, for the interpreter the front end makes.
func (g *Guide) Commands() []session.Command {
	return []session.Command{{Name: "tour", Usage: "%tour [N|ID|list|reset]",
		Doc: "lessons with exercises; goes on where you were",
		Run: func(_ context.Context, arg string, _ func(lang.Event)) error {
			g.wanted = &arg // it begins when the cell is over
			return nil
		}}}
}

// Interp is the interpreter cells run in: that of the tour while there is one, else in.
func (g *Guide) Interp(in *lang.Interp) *lang.Interp {
	if g.tour != nil && g.tour.Interp() != nil {
		return g.tour.Interp()
	}
	return in
}

// Active tells that cells go to the tour.
func (g *Guide) Active() bool { return g.tour != nil }

// Begin starts the tour that the cell before asked for, if it did and ended well. opts are those of the tour's
// interpreters; show gets what it says. The error is that of lessons that cannot be read.
func (g *Guide) Begin(ctx context.Context, opts session.Options, ended error, show func(lang.Event)) error {
	arg := g.wanted
	if g.wanted = nil; arg == nil || ended != nil {
		return nil
	}
	lessons, err := Lessons()
	if err != nil {
		return err
	}
	opts.Commands = nil
	t := &Tour{Options: Options{Lang: opts, Mark: "%"}, Lessons: lessons}
	var notice string
	if t.Progress, notice = OpenProgress(opts.State); notice != "" {
		show(lang.Event{Kind: lang.Stderr, Text: notice + "\n"})
	}
	if *arg == "list" {
		t.List(show)
		return nil
	}
	if err := t.Tour(ctx, *arg, plain(show)); err == nil && !t.Over() {
		g.tour = t
	}
	return nil
}

// Take gives a cell to the tour. A wrong try is part of the lesson: only the end of the program (a *lang.ExitError) is
// an error.
func (g *Guide) Take(ctx context.Context, src string, show func(lang.Event)) error {
	err := g.tour.Take(ctx, src, plain(show))
	if g.tour.Over() {
		g.tour = nil
	}
	if exit := (*lang.ExitError)(nil); errors.As(err, &exit) {
		return exit
	}
	return nil
}

// plain shows the events of a tour: results stand among the text, and errors are part of the lesson.
func plain(show func(lang.Event)) func(lang.Event) {
	return func(e lang.Event) {
		switch e.Kind {
		case lang.Result:
			e.Kind = lang.Display
			e.Text += "\n"
		case lang.Error:
			e = lang.Event{Kind: lang.Stderr, Text: e.Text}
		}
		show(e)
	}
}
