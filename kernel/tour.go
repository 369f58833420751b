package kernel

import (
	"context"
	"errors"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/teach"
)

// commands are the kernel's own % commands.
func (k *Kernel) commands() []lang.Command {
	return []lang.Command{{Name: "tour", Usage: "%tour [N|ID|list|reset]", Doc: "lessons with exercises; goes on where you were",
		Run: func(_ context.Context, arg string, _ func(lang.Event)) error {
			k.wanted = &arg // it begins when the cell is over
			return nil
		}}}
}

// code is the interpreter cells run in: that of the tour while there is one.
func (k *Kernel) code() *lang.Interp {
	if k.tour != nil && k.tour.Interp() != nil {
		return k.tour.Interp()
	}
	return k.in
}

// beginTour starts the tour a cell asked for.
func (k *Kernel) beginTour(ctx context.Context, arg string, show func(lang.Event)) {
	lessons, err := teach.Lessons()
	if err != nil {
		k.opts.Log("%v", err)
		return
	}
	o := k.opts.Lang
	o.Ask, o.Width = k.ask, func() int { return lang.Unwrapped }
	t := &teach.Tour{Options: teach.Options{Lang: o, Mark: "%"}, Lessons: lessons}
	var notice string
	if t.Progress, notice = teach.OpenProgress(o.State); notice != "" {
		show(lang.Event{Kind: lang.Stderr, Text: notice + "\n"})
	}
	if arg == "list" {
		t.List(show)
		return
	}
	if err := t.Tour(ctx, arg, show); err == nil && !t.Over() {
		k.tour = t
	}
}

// takeTour gives a cell to the tour.
func (k *Kernel) takeTour(ctx context.Context, o *output, src string) *lang.ExitError {
	err := k.tour.Take(ctx, src, o.inTour)
	if k.tour.Over() {
		k.tour = nil
	}
	var exit *lang.ExitError
	errors.As(err, &exit)
	return exit
}

// inTour publishes an event of a tour: results stand among the text, and errors are part of the lesson.
func (o *output) inTour(e lang.Event) {
	switch e.Kind {
	case lang.Result:
		e.Kind = lang.Display
		e.Text += "\n"
	case lang.Error:
		e = lang.Event{Kind: lang.Stderr, Text: e.Text}
	}
	o.event(e)
}
