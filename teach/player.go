package teach

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// Player runs the steps of a deck in one session.
type Player struct {
	Options
	Deck *Deck

	interp *lang.Interp
	at     int // the step to run next
	wrote  bool
}

// NewPlayer is a player before the first step.
//
//go:noinline
func NewPlayer(d *Deck, o Options) *Player {
	return &Player{Options: o, Deck: d, interp: session.New(o.Lang)}
}

// Interp is the session the steps run in.
func (p *Player) Interp() *lang.Interp { return p.interp }

// At is the step to run next, from 0; the number of steps at the end.
func (p *Player) At() int { return p.at }

// Shown is what a step showed.
type Shown struct {
	Outcome  transcript.Outcome
	Pictures []Picture
	Failed   string // why it is not as written: the lines that came, or an error nobody wrote down
}

// Picture is a drawing of an expression.
type Picture struct {
	Expr, Text string
	Value      py.Value
}

// SVG is the drawing as SVG, "" where there is none.
func (p *Picture) SVG() string {
	v, err := py.CallMethod(py.Background(), p.Value, "svg")
	if err != nil {
		return ""
	}
	return py.StrOf(v)
}

// Run runs the next step, or other code in its place, and goes on to the step after it. What it shows goes to show.
func (p *Player) Run(ctx context.Context, code string, show func(lang.Event)) (Shown, error) {
	s := p.Deck.Steps[p.at]
	edited := code != "" && code != s.Code
	if code == "" {
		code = s.Code
	}
	var out Shown
	if code != "" {
		var b strings.Builder
		err := p.interp.Eval(ctx, "<step>", code+"\n", lang.Cell, func(e lang.Event) {
			switch e.Kind {
			case lang.Stdout, lang.Display, lang.Page:
				b.WriteString(e.Text)
			case lang.Result:
				b.WriteString(e.Text + "\n")
			case lang.Error:
				out.Outcome.Kind, out.Outcome.Msg = p.interp.Describe(e.Exc)
			}
			show(e)
		})
		if ctx.Err() != nil {
			return out, err
		}
		if e := exits(err); e != nil {
			return out, e
		}
		out.Outcome.Out = b.String()
		p.wrote = p.wrote || writesFiles.MatchString(code)
	}
	if !edited {
		out.Failed = s.differs(out.Outcome)
	}
	for _, e := range s.Pictures {
		if v, text, ok := draw(ctx, p.interp, e); ok {
			out.Pictures = append(out.Pictures, Picture{e, text, v})
		}
	}
	p.at++
	return out, nil
}

// differs tells how an output is not the one written; "" where it is, or where none is.
func (s *Step) differs(got transcript.Outcome) string {
	switch {
	case s.Compared && !s.Rule.Same(got, s.Want):
		return "shows\n" + strings.Join(got.Lines(), "\n") + "\nand not\n" + strings.Join(s.Want, "\n")
	case !s.Compared && s.Want == nil && got.Kind != "":
		return "raises " + got.Kind + ": " + got.Msg
	}
	return ""
}

// writesFiles finds code that may change files: going back cannot take that back.
var writesFiles = regexp.MustCompile(`\bopen\(|\.save|\.write|TFRecordWriter|%%writefile|` +
	`(?m)^\s*!|\bos\.(remove|rename|mkdir)|Checkpoint\(`)

// rerunTime is how long going back may take.
const rerunTime = 2 * time.Second

// Goto makes a step the next one. Going back runs the steps before it again in a new session, since lists and variables
// may have changed; going forward runs those between, unseen. When that takes too long, or files were written, the
// session stays as it is and the notice says so.
func (p *Player) Goto(ctx context.Context, to int) (notice string, err error) {
	to = max(0, min(to, len(p.Deck.Steps)))
	if to >= p.at {
		for p.at < to {
			if _, err := p.Run(ctx, "", unseen); err != nil {
				return "", err
			}
		}
		return "", nil
	}
	if p.wrote {
		p.at = to
		return "files were written: the session stays as it is, only the display goes back", nil
	}
	again := NewPlayer(p.Deck, p.Options)
	limited, cancel := context.WithTimeout(ctx, rerunTime)
	defer cancel()
	for again.at < to {
		if _, err := again.Run(limited, "", unseen); err != nil {
			if ctx.Err() != nil {
				return "", err
			}
			p.at = to
			return fmt.Sprintf("running the steps before again takes over %v: only the display goes back", rerunTime), nil
		}
	}
	p.interp, p.at = again.interp, to
	return "", nil
}

// Lead is the prose and the code of a step as a terminal shows them, before it is run.
func (p *Player) Lead(i int) string {
	s := p.Deck.Steps[i]
	if s.Silent {
		return ""
	}
	text := ""
	if s.Prose != "" {
		text = Markdown(s.Prose, p.columns(), p.Style) + "\n"
	}
	if s.Code != "" {
		for _, st := range transcript.Statements(s.Code) {
			text += p.Style.Session(st)
		}
	}
	return text
}

// stage is where a demo that plays by itself appears.
type stage interface {
	write(text string)
	wait(ctx context.Context, d time.Duration)
	section(name string)
}

// The waits of a demo that plays by itself.
const (
	afterProse  = 400 * time.Millisecond
	beforeRun   = 300 * time.Millisecond
	afterOutput = 500 * time.Millisecond
	atPause     = time.Second
	keystroke   = 40 * time.Millisecond
)

// Play plays a deck by itself and tells what was not as written.
func (p *Player) Play(ctx context.Context, st stage) (found []Problem, err error) {
	typing := typist{seed: 1}
	for p.at < len(p.Deck.Steps) {
		s := p.Deck.Steps[p.at]
		if s.Section != "" {
			st.section(s.Section)
		}
		if !s.Silent {
			if s.Prose != "" {
				st.write(Markdown(s.Prose, p.columns(), p.Style) + "\n")
				st.wait(ctx, afterProse)
			}
			if s.Code != "" {
				typing.enter(ctx, st, p.Style, s.Code)
				st.wait(ctx, beforeRun)
			}
		}
		shown, err := p.Run(ctx, "", func(e lang.Event) {
			if !s.Silent {
				st.write(eventText(e))
			}
		})
		if err != nil {
			return found, err
		}
		if shown.Failed != "" {
			found = append(found, Problem{p.Deck.File, s.Line, "the step " + shown.Failed})
		}
		if !s.Silent {
			if s.Code != "" {
				st.write("\n")
			}
			st.wait(ctx, afterOutput)
			for _, pic := range shown.Pictures {
				st.write(pic.Text + "\n\n")
				st.wait(ctx, afterOutput)
			}
		}
		if s.Pause {
			st.wait(ctx, atPause)
		}
		st.wait(ctx, s.Wait)
		if ctx.Err() != nil {
			return found, py.Stopped(ctx)
		}
	}
	return found, nil
}

// eventText is an event as a terminal shows it.
func eventText(e lang.Event) string {
	switch e.Kind {
	case lang.Stdout, lang.Stderr, lang.Display, lang.Page, lang.Error:
		return e.Text
	case lang.Result:
		return e.Text + "\n"
	}
	return ""
}
