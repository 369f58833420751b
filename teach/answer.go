package teach

import (
	"context"
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session/transcript"
)

// answer runs what was typed in an exercise and judges it.
func (t *Tour) answer(ctx context.Context, src string) error {
	x := t.active
	got, err := try(ctx, t.in, src, t.show)
	if err != nil && ctx.Err() != nil {
		return nil // stopped by the learner
	}
	if e := exits(err); e != nil {
		return e
	}
	v, err := t.judge.verdict(ctx, t.in, x, got)
	if err != nil {
		return nil // stopped while it was judged
	}
	switch {
	case v.Pass:
		return t.right(ctx)
	case v.Judged:
		if got.kind != "" {
			t.failed(ctx)
		}
		t.wrong(ctx, v)
	case v.Message != "":
		t.say(t.Style.Dim, v.Message)
	}
	return nil
}

func (t *Tour) right(ctx context.Context) error {
	x := t.active
	t.solved = true
	err := t.Progress.note(t.lesson, x, func(m *Mark) {
		m.Tries++
		m.end(Done)
	})
	t.say(t.Style.Good, t.Style.glyph("✓ ", "")+praise(t.tries))
	_ = t.noted(err)
	return t.onward(ctx)
}

// praise says that an answer is right.
func praise(tries int) string {
	switch tries {
	case 0:
		return "Right."
	case 1:
		return "Right, that is it."
	}
	return "Right. You found it."
}

// onward tells how to go on after an exercise.
func (t *Tour) onward(context.Context) error {
	if t.at == len(t.pages)-1 {
		t.say(t.Style.Dim, "That was the last exercise of this lesson; "+t.enter()+" ends it.")
	} else {
		t.say(t.Style.Dim, t.enter()+" goes on.")
	}
	return nil
}

// wrong says what is wrong, and helps more with every try.
func (t *Tour) wrong(ctx context.Context, v Verdict) {
	t.tries++
	_ = t.noted(t.Progress.note(t.lesson, t.active, func(m *Mark) { m.Tries++ }))
	text := "Not yet."
	if v.Message != "" {
		if v.Own == "" {
			v.Message = strings.ToUpper(v.Message[:1]) + v.Message[1:]
		}
		text += " " + v.Message
		if !strings.ContainsAny(text[len(text)-1:], ".!?:") {
			text += "."
		}
	}
	t.say(t.Style.Bad, t.Style.glyph("✗ ", "")+text)
	if v.Got != nil && v.Own == "" {
		t.pair(ctx, v.Got, v.Want)
	}
	m := t.mark()
	switch {
	case t.tries == 2 && t.hints == 0:
		t.hint()
	case t.tries >= 4 && !t.NoSkip:
		t.say(t.Style.Dim, fmt.Sprintf("%[1]sanswer shows the answer, %[1]sskip goes on with it.", m))
	case t.hints < len(t.active.Hints):
		t.say(t.Style.Dim, m+"hint helps.")
	}
}

// hint shows the next hint.
func (t *Tour) hint() {
	if t.active == nil {
		t.say(t.Style.Dim, "Hints are for exercises; here "+t.enter()+" goes on.")
		return
	}
	all := t.active.Hints
	if t.hints >= len(all) {
		text := "That was all the help there is"
		if !t.NoSkip {
			text += "; " + t.mark() + "answer shows the answer"
		}
		t.say(t.Style.Dim, text+".")
		t.hints = 0
		return
	}
	t.say(t.Style.Strong, fmt.Sprintf("Hint %d of %d: %s", t.hints+1, len(all), all[t.hints]))
	t.hints++
}

func (t *Tour) showAnswer() {
	switch {
	case t.active == nil:
		t.say(t.Style.Dim, "There is no exercise on this page.")
	case t.NoSkip:
		t.say(t.Style.Dim, "Answers are not shown in this tour; "+t.mark()+"hint helps.")
	default:
		t.say(t.Style.Dim, "One right answer is:")
		t.write(t.Style.Session(t.active.Answer))
	}
}

// skip shows the answer and runs it; it always works.
func (t *Tour) skip(ctx context.Context) error {
	x := t.active
	switch {
	case x == nil || t.solved:
		return t.next(ctx)
	case t.NoSkip:
		t.say(t.Style.Dim, "Exercises are not skipped in this tour; "+t.mark()+"next leaves it open.")
		return nil
	}
	in, err := t.judge.room(ctx, x) // whatever the learner did to the other one
	if err != nil {
		return nil
	}
	t.in = in
	t.write(t.Style.Session(x.Answer))
	_, _ = try(ctx, t.in, x.Answer, t.show)
	t.solved = true
	err = t.Progress.note(t.lesson, x, func(m *Mark) { m.end(Skipped) })
	t.say(t.Style.Dim, "Skipped.")
	_ = t.noted(err)
	return t.onward(ctx)
}

// pictureOf is the expression a picture shows: the one given, else that of the code above.
func pictureOf(arg string, above []Part) string {
	if arg != "" {
		return arg
	}
	for i := len(above) - 1; i >= 0; i-- {
		if above[i].Code != "" {
			return transcript.LastExpression(above[i].Code)
		}
	}
	return ""
}

// picture shows what an expression does, where pictures can be drawn.
func (t *Tour) picture(ctx context.Context, in *lang.Interp, expr string) {
	if v, text, ok := draw(ctx, in, expr); ok {
		t.event(lang.Event{Kind: lang.Display, Text: text + "\n", Value: v})
		t.gap()
	}
}

// draw makes the picture of an expression: what explain gives. ok is false where there is none.
func draw(ctx context.Context, in *lang.Interp, expr string) (v py.Value, text string, ok bool) {
	if strings.TrimSpace(expr) == "" {
		return nil, "", false
	}
	v, text, err := in.Expr(ctx, "explain("+expr+")", unseen)
	if err != nil {
		return nil, "", false
	}
	return v, strings.TrimRight(text, "\n"), true
}

// failed draws where the learner's code failed.
func (t *Tour) failed(ctx context.Context) {
	_ = t.in.Eval(ctx, "<picture>", "%explain\n", lang.Cell, func(e lang.Event) {
		if e.Kind == lang.Result || e.Kind == lang.Display {
			t.gap()
			t.event(lang.Event{Kind: lang.Display, Text: strings.TrimRight(e.Text, "\n") + "\n", Value: e.Value})
		}
	})
}

// pair shows two values beside each other: what came out, and what is asked for.
func (t *Tour) pair(ctx context.Context, got, want py.Value) {
	v, err := t.judge.desk.ExprAmong(ctx, "explain(yours, asked)", map[string]py.Value{"yours": got, "asked": want})
	if err != nil {
		return
	}
	if pic, ok := v.(scene.Picture); ok {
		text := t.in.Pictures().Repr(pic, false)
		t.event(lang.Event{Kind: lang.Display, Text: strings.TrimRight(text, "\n") + "\n", Value: v})
	}
}
