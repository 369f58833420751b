package playground

import (
	"context"
	"errors"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/teach"
)

// commands are the page's own % commands.
func (s *Session) commands() []lang.Command {
	return []lang.Command{{Name: "tour", Usage: "%tour [N|ID|list|reset]", Doc: "lessons with exercises",
		Run: func(_ context.Context, arg string, _ func(lang.Event)) error {
			s.wanted = &arg // it begins when the cell is over
			return nil
		}}}
}

// code is the interpreter cells run in: that of the tour while there is one.
func (s *Session) code() *lang.Interp {
	if s.tour != nil && s.tour.Interp() != nil {
		return s.tour.Interp()
	}
	return s.in
}

// beginTour starts the tour a cell asked for. Its progress lasts as long as the page.
func (s *Session) beginTour(ctx context.Context, arg string, out *printed) {
	lessons, err := teach.Lessons()
	if err != nil {
		out.event(lang.Event{Kind: lang.Stderr, Text: err.Error() + "\n"})
		return
	}
	o := s.opts
	o.Commands = nil
	t := &teach.Tour{Options: teach.Options{Lang: o, Mark: "%"}, Lessons: lessons}
	t.Progress, _ = teach.OpenProgress(o.State)
	if arg == "list" {
		t.List(out.event)
		return
	}
	if err := t.Tour(ctx, arg, out.inTour); err == nil && !t.Over() {
		s.tour = t
	}
}

// takeTour gives a cell to the tour. A wrong try is part of the lesson: the cell ends well.
func (s *Session) takeTour(ctx context.Context, src string, out *printed) error {
	err := s.tour.Take(ctx, src, out.inTour)
	if s.tour.Over() {
		s.tour = nil
	}
	if exit := (*lang.ExitError)(nil); errors.As(err, &exit) {
		return err
	}
	return nil
}

// inTour shows an event of a tour: results stand among the text, and errors are part of the lesson.
func (p *printed) inTour(e lang.Event) {
	switch e.Kind {
	case lang.Result:
		e.Kind = lang.Display
		e.Text += "\n"
	case lang.Error:
		e = lang.Event{Kind: lang.Stderr, Text: e.Text}
	}
	p.event(e)
}
