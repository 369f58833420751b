package teach

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// Options are what a tour or a demo needs of its front end; the zero value is a plain one of 80 columns.
type Options struct {
	Lang    session.Options // of the interpreters
	Style   Style
	Columns func() int // of the screen, nil for 80
	NoSkip  bool       // exercises are not skipped and answers not shown: for graded use
	Mark    string     // how commands are written: ":" at prompts, "%" in notebooks; "" is ":"
}

func (o *Options) columns() int {
	if o.Columns != nil {
		if n := o.Columns(); n > 0 {
			return n
		}
	}
	return 80
}

// Tour goes through lessons with one learner. A front end gives it what is typed (Take) and shows its events; prose
// comes as Display events whose Value is Markdown and whose Text is set for terminals.
type Tour struct {
	Options
	Lessons  []*Lesson
	Progress *Progress
	Changed  func() error // called after every step that is kept; nil for none

	lesson *Lesson
	judge  *judge
	pages  []page
	at     int // the page shown
	in     *lang.Interp
	active *Exercise // waits for an answer, nil between exercises
	solved bool      // the exercise of this page is done: Enter goes on
	tries  int       // wrong ones of this exercise, since it was shown
	hints  int       // shown
	free   bool
	over   bool
	show   func(lang.Event)
}

// page is what is shown at once: parts, the last of which may be an exercise.
type page []Part

func (p page) hasCode() bool {
	return slices.ContainsFunc(p, func(q Part) bool { return q.Code != "" })
}

// pagesOf cuts a lesson at headings and pauses, and around exercises: a page is read, then there is something to do.
func pagesOf(l *Lesson) []page {
	var out []page
	var now page
	end := func() {
		if len(now) > 0 {
			out = append(out, now)
		}
		now = nil
	}
	for _, p := range l.Parts {
		switch {
		case p.Name == "pause":
			end()
			continue
		case strings.HasPrefix(p.Prose, "#") && len(now) > 0, p.Exercise != nil && now.hasCode():
			end()
		}
		now = append(now, p)
		if p.Exercise != nil {
			end()
		}
	}
	end()
	return out
}

// Interp is the interpreter the learner's code runs in, for completion and help.
func (t *Tour) Interp() *lang.Interp { return t.in }

// Over tells that the learner has left, or that there is nothing more.
func (t *Tour) Over() bool { return t.over }

// Begin starts the tour: where it was left with "", else at a lesson by number or ID, or an exercise by ID.
func (t *Tour) Begin(ctx context.Context, name string, show func(lang.Event)) error {
	t.show = show
	if t.Progress == nil {
		t.Progress, _ = OpenProgress("")
	}
	resumed := name == ""
	if resumed {
		name = t.Progress.Last
	}
	var l *Lesson
	var x *Exercise
	err := errors.New("")
	if name != "" {
		l, x, err = findLesson(t.Lessons, name)
	}
	switch {
	case err != nil && !resumed:
		return err
	case err != nil || l == nil:
		l, x = t.Lessons[0], nil
	}
	return t.open(ctx, l, x, resumed)
}

// open begins a lesson, at an exercise if one is given, or behind it when it is done and the tour goes on.
func (t *Tour) open(ctx context.Context, l *Lesson, x *Exercise, resumed bool) error {
	j, err := newJudge(ctx, l, t.Lang)
	if err != nil {
		return err
	}
	t.lesson, t.judge, t.pages, t.at = l, j, pagesOf(l), 0
	t.free = false
	if x != nil {
		for i, p := range t.pages {
			if p[len(p)-1].Exercise == x {
				t.at = i
			}
		}
		if resumed && !t.isOpen(x) && t.at+1 < len(t.pages) {
			t.at++
		}
	}
	return t.turn(ctx, t.at)
}

// banner tells which lesson this is.
func (t *Tour) banner() {
	l := t.lesson
	text := fmt.Sprintf("# %s: %s\n\n*%s*", l.ID, l.Title, l.Goal)
	if l.Minutes > 0 {
		text += fmt.Sprintf(" About %d minutes.", l.Minutes)
	}
	if len(l.Needs) > 0 {
		text += " Comes after " + strings.Join(l.Needs, ", ") + "."
	}
	text += fmt.Sprintf("\n\n%[2]s goes on, `%[1]sback` goes back, `%[1]shint` helps with an exercise, "+
		"`%[1]squit` leaves; `%[1]shelp` tells the rest.", t.mark(), t.enter())
	t.prose(text)
	t.gap()
}

func (t *Tour) mark() string {
	if t.Mark == "" {
		return ":"
	}
	return t.Mark
}

// turn shows a page. The interpreter is made anew: it holds what the pages before it made.
func (t *Tour) turn(ctx context.Context, at int) error {
	t.at, t.active, t.solved, t.tries, t.hints = at, nil, false, 0, 0
	if at == 0 {
		t.banner()
	}
	p := t.pages[at]
	x := p[len(p)-1].Exercise
	in, err := t.roomBefore(ctx, p)
	if err != nil {
		return err
	}
	t.in = in
	for i, part := range p {
		switch {
		case part.Prose != "":
			if at == 0 && i == 0 {
				part.Prose = withoutTitle(part.Prose)
			}
			t.prose(part.Prose)
			t.gap()
		case part.Code != "" && !part.Rule.Skip:
			t.write(t.Style.Session(part.Code))
			_ = t.in.Eval(ctx, "<lesson>", part.Code+"\n", lang.Cell, t.show)
			t.gap()
		case part.Name == "picture":
			t.picture(ctx, t.in, pictureOf(part.Arg, p[:i]))
		}
		if ctx.Err() != nil {
			return py.Stopped(ctx)
		}
	}
	if x == nil {
		t.offer()
		return t.noted(t.Progress.reached(t.before(at)))
	}
	return t.ask(ctx, x)
}

// before is the ID of the exercise before a page; the lesson's where there is none.
func (t *Tour) before(at int) string {
	for ; at >= 0; at-- {
		if x := t.pages[at][len(t.pages[at])-1].Exercise; x != nil {
			return x.ID
		}
	}
	return t.lesson.ID
}

// withoutTitle leaves the title at the head of a lesson's text away, where the banner stands.
func withoutTitle(prose string) string {
	if head, rest, _ := strings.Cut(prose, "\n"); strings.HasPrefix(head, "# ") {
		return strings.TrimLeft(rest, "\n")
	}
	return prose
}

// roomBefore makes the interpreter in which the parts above a page ran.
func (t *Tour) roomBefore(ctx context.Context, p page) (*lang.Interp, error) {
	before := *t.lesson
	before.Parts = nil
	for i := range t.lesson.Parts {
		if q := &t.lesson.Parts[i]; q.Line >= p[0].Line {
			break
		}
		before.Parts = append(before.Parts, t.lesson.Parts[i])
	}
	j := judge{lesson: &before, options: t.Lang}
	return j.room(ctx, nil)
}

// ask shows an exercise.
func (t *Tour) ask(ctx context.Context, x *Exercise) error {
	in, err := t.judge.room(ctx, x)
	if err != nil {
		return err
	}
	t.in, t.active = in, x
	state := ""
	if m := t.Progress.Mark(t.lesson, x); m != nil && m.State != "" {
		state = " (" + m.State + " before)"
	}
	n := 0
	for i := range t.lesson.Exercises {
		if t.lesson.Exercises[i] == x {
			n = i + 1
		}
	}
	t.prose(fmt.Sprintf("### Exercise %d of %d%s: %s\n\n%s", n, len(t.lesson.Exercises), state, x.ID, x.Task))
	if x.Setup != "" {
		t.gap()
		for _, st := range transcript.Statements(x.Setup) {
			t.write(t.Style.Session(st))
		}
	}
	if len(t.Progress.Lessons) == 0 { // the first one ever
		t.say(t.Style.Dim, "Type an answer; its value is judged. "+t.mark()+"hint helps.")
	}
	if x.Given != "" {
		t.event(lang.Event{Kind: lang.NextInput, Text: x.Given})
	}
	return t.noted(t.Progress.reached(x.ID))
}

// noted tells of progress that could not be kept; the tour goes on.
func (t *Tour) noted(err error) error {
	if err == nil && t.Changed != nil {
		err = t.Changed()
	}
	if err != nil {
		t.say(t.Style.Bad, err.Error())
	}
	return nil
}

// offer tells how to go on.
func (t *Tour) offer() {
	if t.at == len(t.pages)-1 {
		t.say(t.Style.Dim, t.enter()+" ends this lesson.")
		return
	}
	t.say(t.Style.Dim, "Try things out as you like; "+t.enter()+" goes on.")
}

// prose shows Markdown.
func (t *Tour) prose(md string) {
	if strings.TrimSpace(md) == "" {
		return
	}
	t.event(lang.Event{Kind: lang.Display, Text: Markdown(md, t.columns(), t.Style),
		Value: &session.Rich{MIME: "text/markdown", Data: md}})
}

// say shows a line of the tour's own, wrapped.
func (t *Tour) say(look, text string) {
	r := &setter{style: t.Style}
	r.wrap([]piece{{py.Visible(text), look}}, min(t.columns(), proseWidth), "", "")
	t.write(r.out.String())
}

//go:noinline
func (t *Tour) write(text string) { t.event(lang.Event{Kind: lang.Stdout, Text: text}) }

func (t *Tour) gap() { t.write("\n") }

//go:noinline
func (t *Tour) event(e lang.Event) {
	if t.show != nil {
		t.show(e)
	}
}

// Take takes an input: a command of the tour, code, or an empty line, which goes on. The error is that of code that
// ends the program; a learner's own errors are shown.
func (t *Tour) Take(ctx context.Context, src string, show func(lang.Event)) error {
	t.show = show
	text := strings.TrimSpace(src)
	if text == "" {
		if t.active != nil && !t.solved && t.isOpen(t.active) {
			t.say(t.Style.Dim, "An answer is waited for: "+t.help())
			return nil
		}
		return t.next(ctx)
	}
	if name, arg, ok := t.commandOf(text); ok {
		if done, err := t.command(ctx, name, arg); done {
			return err
		}
	}
	if t.active == nil || t.solved || t.free {
		err := t.in.Eval(ctx, "<stdin>", src+"\n", lang.Cell, t.show)
		return exits(err)
	}
	return t.answer(ctx, src)
}

// exits passes on how a program was left; errors were shown.
func exits(err error) error {
	var exit *lang.ExitError
	if errors.As(err, &exit) {
		return exit
	}
	return nil
}

// enter is what goes on: Enter at prompts, %next in notebooks, where an empty cell does nothing.
func (t *Tour) enter() string {
	if t.mark() == "%" {
		return "%next"
	}
	return "Enter"
}

func (t *Tour) help() string {
	m := t.mark()
	if t.NoSkip {
		return fmt.Sprintf("%[1]shint helps, %[1]sagain shows the task anew, %[1]snext leaves it open, %[1]squit leaves.", m)
	}
	return fmt.Sprintf("%[1]shint helps, %[1]sanswer shows it, %[1]sskip goes on, "+
		"%[1]sagain shows the task anew, %[1]squit leaves.", m)
}

func (t *Tour) where() string {
	if t.active != nil {
		return t.active.ID
	}
	return t.lesson.ID
}

// Tour answers :tour and what follows it: nothing, a number or an ID, list, reset.
func (t *Tour) Tour(ctx context.Context, arg string, show func(lang.Event)) error {
	t.show = show
	switch arg {
	case "next", "back", "previous":
		return t.neighbour(ctx, arg == "next")
	case "list":
		t.List(show)
		return nil
	case "reset":
		if err := t.Progress.reset(); err != nil {
			return t.noted(err)
		}
		t.say(t.Style.Dim, "The progress is forgotten.")
		if t.lesson == nil {
			t.over = true
		}
		return nil
	}
	if err := t.Begin(ctx, arg, show); err != nil {
		if ctx.Err() != nil {
			return err
		}
		t.say(t.Style.Bad, err.Error())
		t.over = t.lesson == nil
	}
	return nil
}

// neighbour goes to the lesson after this one, or before it.
func (t *Tour) neighbour(ctx context.Context, next bool) error {
	by := -1
	if next {
		by = 1
	}
	here := t.lesson
	if here == nil {
		here, _, _ = findLesson(t.Lessons, t.Progress.Last)
	}
	i := slices.Index(t.Lessons, here) + by
	if here == nil || i < 0 || i >= len(t.Lessons) {
		t.say(t.Style.Dim, "There is no lesson there; "+t.mark()+"tour list shows them.")
		t.over = t.lesson == nil
		return nil
	}
	return t.open(ctx, t.Lessons[i], nil, false)
}

// List shows the lessons with what is done.
func (t *Tour) List(show func(lang.Event)) {
	t.show = show
	if t.Progress == nil {
		t.Progress, _ = OpenProgress("")
	}
	var b strings.Builder
	minutes := 0
	for i, l := range t.Lessons {
		done, skipped := t.Progress.Counts(l)
		state := fmt.Sprintf("%d/%d", done, len(l.Exercises))
		if skipped > 0 {
			state += fmt.Sprintf(", %d skipped", skipped)
		}
		mark := " "
		if len(l.Exercises) > 0 && done+skipped == len(l.Exercises) {
			mark = t.Style.glyph("✓", "x")
		}
		minutes += l.Minutes
		fmt.Fprintf(&b, "%s %2d  %-22s %3d min  %-6s %s\n", dressed(t.Style.Good, mark), i+1, l.ID, l.Minutes, state, l.Title)
	}
	fmt.Fprintf(&b, "%d minutes in all; %[2]stour N begins a lesson, %[2]stour goes on where you were.\n",
		minutes, t.mark())
	t.write(b.String())
}

// next goes to the next page, or ends the lesson.
func (t *Tour) next(ctx context.Context) error {
	if x := t.active; x != nil && !t.solved && t.isOpen(x) {
		t.say(t.Style.Dim, t.active.ID+" stays open.")
	}
	if t.at+1 < len(t.pages) {
		return t.turn(ctx, t.at+1)
	}
	return t.close(ctx)
}

// isOpen tells that an exercise is neither done nor skipped.
func (t *Tour) isOpen(x *Exercise) bool {
	m := t.Progress.Mark(t.lesson, x)
	return m == nil || m.State == ""
}

// close ends a lesson, and begins the next one; after the last one the closing page.
func (t *Tour) close(ctx context.Context) error {
	done, skipped := t.Progress.Counts(t.lesson)
	open := len(t.lesson.Exercises) - done - skipped
	text := fmt.Sprintf("%s is over: %d of %d exercises done", t.lesson.ID, done, len(t.lesson.Exercises))
	if skipped > 0 {
		text += fmt.Sprintf(", %d skipped", skipped)
	}
	if open > 0 {
		text += fmt.Sprintf(", %d open", open)
	}
	t.gap()
	t.say(t.Style.Good, text+".")
	following := t.following()
	t.active, t.solved = nil, false
	if following != nil {
		t.gap()
		return t.open(ctx, following, nil, false)
	}
	t.finish()
	return nil
}

// following is the lesson after this one.
func (t *Tour) following() *Lesson {
	for i, l := range t.Lessons {
		switch {
		case t.lesson.Next != "" && l.ID == t.lesson.Next:
			return l
		case t.lesson.Next == "" && l == t.lesson && i+1 < len(t.Lessons):
			return t.Lessons[i+1]
		}
	}
	return nil
}

// finish is the closing page.
func (t *Tour) finish() {
	var left []string
	total, doneAll := 0, 0
	for _, l := range t.Lessons {
		total += len(l.Exercises)
		for _, x := range l.Exercises {
			if m := t.Progress.Mark(l, x); m != nil && m.State == Done {
				doneAll++
				continue
			}
			left = append(left, x.ID)
		}
	}
	text := fmt.Sprintf("# The end of the tour\n\n%d of %d exercises are done.", doneAll, total)
	if len(left) == 0 {
		text += " All of them: you can read bytes, bits and ragged rows now. " +
			"`tfs demo` shows the scripts, and `help(\"how to ...\")` finds ops."
	} else {
		text += " Not done: " + strings.Join(left, ", ") + ". `" + t.mark() + "tour ID` goes to one of them."
	}
	t.prose(text)
	t.over = true
}
