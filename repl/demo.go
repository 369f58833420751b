//go:build !js

package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/repl/line"
	"github.com/tfs-lang/tfs/session/transcript"
	"github.com/tfs-lang/tfs/teach"
)

// demo presents a deck on the prompt's terminal: it shows a step, waits for a key and runs it.
type demo struct {
	p       *Prompt
	play    *teach.Player
	keys    *line.KeyReader
	begun   time.Time
	timer   bool
	footer  bool             // a footer stands on the last line
	paused  bool             // after a step, before the next is shown
	told    func(teach.Note) // of the presenter's view, nil for none
	section string
}

// demoKeys is what ? shows.
const demoKeys = `Enter Space →   run the step        ← Backspace  back
r               run the last again  e            edit the step, then run it
g               jump to a step      l            live prompt; Ctrl-D comes back
p               picture             n            notes
t               timer on or off     b            blank screen
?               these keys          q            leave
`

// startDemo presents a file at the prompt; the names it makes stay.
func (p *Prompt) startDemo(ctx context.Context, arg string) {
	if arg == "" {
		p.notice("%demo takes a file: %demo scripts/tour.tfs")
		return
	}
	deck, err := teach.ReadDeck(strings.Trim(arg, `"'`))
	if err != nil {
		p.notice(err.Error())
		return
	}
	play := p.Present(ctx, deck, nil)
	for _, name := range play.Interp().UserNames() {
		if v, ok := play.Interp().Get(name); ok {
			p.in.Set(name, v)
		}
	}
}

// ticking is a terminal that tells every second in which no key comes.
type ticking struct {
	*tty
	tick func()
}

func (t ticking) Read(wait time.Duration) ([]byte, error) {
	if wait > 0 {
		return t.tty.Read(wait)
	}
	for {
		b, err := t.tty.Read(time.Second)
		if len(b) > 0 || err != nil {
			return b, err
		}
		t.tick()
	}
}

// Present goes through a deck on the terminal. told gets what a presenter's second screen shows.
// Where keys cannot be read one by one it plays.
func (p *Prompt) Present(ctx context.Context, deck *teach.Deck, told func(teach.Note)) *teach.Player {
	if p.tty == nil {
		play := teach.NewPlayer(deck, p.teaching())
		if _, err := play.Live(ctx, p.out, 1); err != nil {
			p.notice(err.Error())
		}
		return play
	}
	d := &demo{p: p, play: teach.NewPlayer(deck, p.teaching()), begun: time.Now(), timer: true, told: told}
	d.keys = line.NewKeyReader(ticking{p.tty, d.tick})
	p.tty.setMode(editing)
	d.lead()
	for d.key() {
	}
	d.wipe()
	p.tty.setMode(running)
	return d.play
}

func (d *demo) write(text string) {
	d.wipe()
	_, _ = d.p.tty.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n")))
}

// wipe takes the footer away.
func (d *demo) wipe() {
	if d.footer {
		_, _ = d.p.tty.Write([]byte("\r\x1b[K"))
		d.footer = false
	}
}

// foot draws the footer: where we are, how long it took, the section.
func (d *demo) foot() {
	if d.p.Config.Editor == "plain" {
		return
	}
	all := len(d.play.Deck.Steps)
	at := min(d.play.At()+1, all)
	if d.paused { // it is still about the step that was run
		at = d.play.At()
	}
	text := fmt.Sprintf("%d/%d", at, all)
	if d.timer {
		gone := time.Since(d.begun).Round(time.Second)
		text += fmt.Sprintf("  %02d:%02d", int(gone.Minutes()), int(gone.Seconds())%60)
		if m := d.play.Deck.Minutes; m > 0 {
			text += fmt.Sprintf(" of %d:00", m)
		}
	}
	if s := d.play.Deck.SectionAt(at - 1); s != "" {
		text += "  " + s
	}
	switch {
	case d.play.At() >= all:
		text += "  the end: ← back, q leaves"
	case d.paused:
		text += "  Enter goes on, ? keys"
	default:
		text += "  Enter runs, ? keys"
	}
	w, _ := d.p.tty.Size()
	text = cut(py.Visible(text), w-1)
	d.wipe()
	_, _ = d.p.tty.Write([]byte(d.p.theme.note + text + plainOf(d.p.theme.note)))
	d.footer = true
}

func plainOf(look string) string {
	if look == "" {
		return ""
	}
	return plainLook
}

// cut shortens a text to a number of columns.
func cut(text string, columns int) string {
	r := []rune(text)
	if len(r) > columns && columns > 0 {
		r = r[:columns]
	}
	return string(r)
}

func (d *demo) tick() {
	if d.footer && d.timer {
		d.foot()
	}
}

// lead shows the next step: its prose and its code. Silent steps run at once, and so do those that run with the next.
func (d *demo) lead() {
	d.paused = false
	for d.play.At() < len(d.play.Deck.Steps) {
		s := d.play.Deck.Steps[d.play.At()]
		if s.Section != "" && s.Section != d.section {
			d.section = s.Section
		}
		d.write(d.play.Lead(d.play.At()))
		if !s.Silent && !s.Auto && s.Code != "" || !d.run("") {
			break
		}
		if s.Code == "" && !s.Silent { // prose alone: it is read before what follows
			d.paused = true
			break
		}
	}
	d.tell()
	d.foot()
}

// run runs the next step; false when it was stopped.
func (d *demo) run(code string) bool {
	i := d.play.At()
	s := d.play.Deck.Steps[i]
	d.wipe()
	d.p.tty.setMode(running)
	ctx, done := d.p.begin()
	shown, err := d.play.Run(ctx, code, func(e lang.Event) {
		if !s.Silent {
			d.p.show(e)
		}
	})
	for _, pic := range shown.Pictures {
		if !s.Silent {
			d.p.out.FreshLine()
			text := d.p.echoed(lang.Event{Text: pic.Text, Value: pic.Value})
			d.p.out.WriteString("\n" + strings.TrimRight(text, "\n") + "\n")
		}
	}
	done()
	d.p.out.FreshLine()
	d.p.tty.setMode(editing)
	if err != nil && d.play.At() == i {
		return false
	}
	if !s.Silent && s.Code != "" {
		d.write("\n")
	}
	return true
}

// key waits for a key and does what it says; false leaves.
func (d *demo) key() bool {
	k, err := d.keys.Next()
	switch {
	case errors.Is(err, line.ErrResized) || errors.Is(err, line.ErrResumed):
		d.foot()
		return true
	case errors.Is(err, errPoked):
		return false
	case err != nil:
		d.p.notice("demo: " + err.Error())
		return false
	}
	switch k.Name {
	case "enter", "C-j", "C-m", "right", "down", "pgdn":
		d.onward()
	case "left", "up", "pgup", "backspace", "C-h":
		d.back()
	case "C-c", "C-d":
		return false
	case "C-z":
		d.wipe()
		d.p.tty.suspend()
		d.foot()
	case "":
		for i, r := range k.Text {
			if r == 'g' { // what was typed at once belongs to the answer
				d.jump(k.Text[i+1:])
				break
			}
			if !d.letter(r) {
				return false
			}
		}
	}
	return true
}

func (d *demo) letter(r rune) bool {
	switch r {
	case ' ':
		d.onward()
	case 'q':
		return false
	case 'r':
		d.again()
	case 'e':
		d.edit()
	case 'l':
		d.live()
	case 'p':
		d.picture()
	case 'n':
		d.notes()
	case 't':
		d.timer = !d.timer
		d.foot()
	case 'b':
		d.blank()
	case '?':
		d.write(demoKeys)
		d.foot()
	}
	return true
}

// onward runs the step that is shown, and shows the next one; after a pause it only shows.
func (d *demo) onward() {
	n := len(d.play.Deck.Steps)
	if d.play.At() >= n {
		d.foot()
		return
	}
	if d.paused {
		d.lead()
		return
	}
	s := d.play.Deck.Steps[d.play.At()]
	if !d.run("") {
		d.foot()
		return
	}
	if s.Pause || d.play.At() >= n {
		d.paused = true
		d.tell()
		d.foot()
		return
	}
	d.lead()
}

// back goes to the step before; its state is made anew.
func (d *demo) back() {
	to := d.play.At() - 1
	if d.paused {
		to = d.play.At() - 1
	}
	for to > 0 && d.play.Deck.Steps[to].Silent {
		to--
	}
	d.goTo(max(to, 0))
}

func (d *demo) goTo(to int) {
	d.wipe()
	d.p.tty.setMode(running)
	ctx, done := d.p.begin()
	notice, err := d.play.Goto(ctx, to)
	done()
	d.p.tty.setMode(editing)
	if d.p.Config.Editor == "plain" {
		d.write(fmt.Sprintf("-- step %d --\n", to+1))
	} else {
		d.write("\x1b[2J\x1b[H")
	}
	if err != nil {
		notice = "stopped"
	}
	if notice != "" {
		d.write(d.p.theme.note + "(" + notice + ")" + plainOf(d.p.theme.note) + "\n")
	}
	d.lead()
}

// again runs the last step once more, in the session as it is.
func (d *demo) again() {
	last := d.play.At() - 1
	if last < 0 || d.play.Deck.Steps[last].Code == "" {
		d.foot()
		return
	}
	d.write(d.play.Lead(last))
	d.evaluate(d.play.Deck.Steps[last].Code)
	d.show()
}

// evaluate runs code in the session, outside the order of the steps.
func (d *demo) evaluate(code string) {
	d.wipe()
	d.p.tty.setMode(running)
	ctx, done := d.p.begin()
	_ = d.play.Interp().Eval(ctx, "<step>", code+"\n", lang.Cell, d.p.show)
	done()
	d.p.out.FreshLine()
	d.p.tty.setMode(editing)
}

// show shows the step that waits again, after something else took the screen.
func (d *demo) show() {
	if at := d.play.At(); !d.paused && at < len(d.play.Deck.Steps) {
		d.write("\n" + d.play.Lead(at))
	}
	d.foot()
}

// edit lets the step's code be changed before it runs.
func (d *demo) edit() {
	at := d.play.At()
	if d.paused || at >= len(d.play.Deck.Steps) || d.play.Deck.Steps[at].Code == "" {
		d.foot()
		return
	}
	d.wipe()
	e := line.New(line.Config{
		Term: d.p.tty, Prompt: firstPrompt, More: morePrompt, PromptLook: d.p.theme.prompt, NoteLook: d.p.theme.note,
		ChosenLook: d.p.theme.chosen, Judge: d.p.judge, Indent: syntax.Indent, Clause: syntax.ClauseIndent, Step: syntax.Step,
		Document: transcript.IsTranscript, Strip: transcript.StripPrompts, Paint: d.p.theme.paint,
		Complete: func(text string, cursor int) line.Completion { return completion(d.play.Interp(), text, cursor) },
	})
	in, err := e.Read(d.play.Deck.Steps[at].Code)
	if err != nil || strings.TrimSpace(in.Text) == "" {
		d.show()
		return
	}
	s := d.play.Deck.Steps[at]
	if d.run(in.Text) && !s.Pause {
		d.lead()
		return
	}
	d.paused = s.Pause
	d.foot()
}

// jump asks for a step or a section and goes there.
func (d *demo) jump(typed string) {
	d.wipe()
	text, ok := d.ask("step or section: ", typed)
	if !ok || strings.TrimSpace(text) == "" {
		d.foot()
		return
	}
	to, err := d.play.Deck.Find(strings.TrimSpace(text))
	if err != nil {
		d.write(py.Visible(err.Error()) + "\n")
		d.foot()
		return
	}
	d.goTo(to)
}

// ask reads a line of keys, after those typed already.
func (d *demo) ask(prompt, typed string) (string, bool) {
	text := []rune(typed)
	for {
		_, _ = d.p.tty.Write([]byte("\r\x1b[K" + prompt + string(text)))
		d.footer = true // so that it is wiped
		k, err := d.keys.Next()
		if errors.Is(err, line.ErrResized) || errors.Is(err, line.ErrResumed) {
			continue
		}
		if err != nil {
			return "", false
		}
		switch k.Name {
		case "":
			text = append(text, []rune(k.Text)...)
		case "backspace", "C-h":
			text = text[:max(len(text)-1, 0)]
		case "enter", "C-j", "C-m":
			d.wipe()
			return string(text), true
		case "escape", "C-c", "C-g", "C-d":
			d.wipe()
			return "", false
		}
	}
}

// live opens the prompt in the session of the demo; the end of input comes back.
func (d *demo) live() {
	d.write("(live; Ctrl-D comes back)\n")
	own, tour, alone := d.p.in, d.p.tour, d.p.Alone
	d.p.in, d.p.tour, d.p.Alone = d.play.Interp(), nil, false
	d.p.loop(d.p.newEditor(true))
	d.p.in, d.p.tour, d.p.Alone = own, tour, alone
	d.p.tty.setMode(editing)
	d.keys = line.NewKeyReader(ticking{d.p.tty, d.tick})
	d.show()
}

// picture draws the last step's expression.
func (d *demo) picture() {
	expr := ""
	if last := d.play.At() - 1; last >= 0 {
		expr = transcript.LastExpression(d.play.Deck.Steps[last].Code)
	}
	if expr == "" {
		d.write("(the last step has no value to draw)\n")
		d.foot()
		return
	}
	d.evaluate("explain(" + expr + ")")
	d.show()
}

func (d *demo) notes() {
	at := min(d.play.At(), len(d.play.Deck.Steps)-1)
	notes := d.play.Deck.Steps[at].Notes
	if d.paused || d.play.At() >= len(d.play.Deck.Steps) {
		notes = d.play.Deck.Steps[max(d.play.At()-1, 0)].Notes
	}
	if len(notes) == 0 {
		d.write("(no notes here)\n")
	}
	for _, n := range notes {
		d.write("note: " + py.Visible(n) + "\n")
	}
	d.foot()
}

func (d *demo) blank() {
	if d.p.Config.Editor == "plain" {
		return
	}
	d.write("\x1b[2J\x1b[H")
	_, _ = d.keys.Next()
	d.write("\x1b[2J\x1b[H")
	if d.paused && d.play.At() > 0 {
		d.write(d.play.Lead(d.play.At() - 1))
	}
	d.show()
}

// tell sends what the presenter's second screen shows.
func (d *demo) tell() {
	if d.told == nil {
		return
	}
	steps := d.play.Deck.Steps
	at := d.play.At()
	n := teach.Note{Step: min(at+1, len(steps)), Of: len(steps), Section: d.play.Deck.SectionAt(min(at, len(steps)-1)),
		Elapsed: time.Since(d.begun).Seconds(), Minutes: d.play.Deck.Minutes}
	switch {
	case d.paused && at > 0: // it is still about the step that was run
		at--
		n.Step, n.Section, n.Notes, n.Code = at+1, d.play.Deck.SectionAt(at), steps[at].Notes, steps[at].Code
	case at < len(steps):
		n.Notes, n.Code = steps[at].Notes, steps[at].Code
	}
	for at++; at < len(steps) && steps[at].Silent; at++ {
	}
	if at < len(steps) {
		n.Next = steps[at].Prose + "\n" + steps[at].Code
	}
	d.told(n)
}
