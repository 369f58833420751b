package teach

import (
	"context"
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/session"
)

// Problem is what a checker found in a lesson file.
type Problem struct {
	File string
	Line int
	Text string
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// CheckLesson runs a lesson as its tests want it: examples show what is written; answers pass, wrong ones fail with
// their own message, raises raise, and nothing typed is no answer.
func CheckLesson(ctx context.Context, l *Lesson, o session.Options) (tries int, found []Problem, err error) {
	j, err := newJudge(ctx, l, o)
	if err != nil {
		return 0, nil, err
	}
	add := func(line int, format string, args ...any) {
		found = append(found, Problem{l.File, line, fmt.Sprintf(format, args...)})
	}
	in := session.New(o)
	for i, p := range l.Parts {
		switch {
		case p.Code != "" && !p.Rule.Skip:
			got := in.RunExample(ctx, p.Code, false)
			if p.Rule.Compared() && !p.Rule.Same(got, p.Want) {
				add(p.Line, "the example shows\n%s", strings.Join(got.Lines(), "\n"))
			}
		case p.Name == "picture":
			if e := pictureOf(p.Arg, l.Parts[:i]); e == "" {
				add(p.Line, "no expression to draw: neither given nor above")
			} else if _, _, err := in.Expr(ctx, e, unseen); err != nil && p.Arg != "" {
				add(p.Line, "the picture's expression fails: %v", err)
			}
		case p.Exercise != nil:
			n, err := j.checkExercise(ctx, p.Exercise, add)
			if err != nil {
				return tries, found, err
			}
			tries += n
		}
		if ctx.Err() != nil {
			return tries, found, ctx.Err()
		}
	}
	return tries, found, nil
}

// complaint takes what is wrong at a line.
type complaint func(line int, format string, args ...any)

// checkExercise tries every written answer of an exercise.
func (j *judge) checkExercise(ctx context.Context, x *Exercise, add complaint) (int, error) {
	tries := 0
	one := func(src string) (attempt, Verdict, error) {
		tries++
		in, err := j.room(ctx, x)
		if err != nil {
			return attempt{}, Verdict{}, err
		}
		if src == "" {
			return attempt{}, Verdict{Pass: j.passes(ctx, in, x, attempt{})}, nil
		}
		got, _ := try(ctx, in, src, unseen)
		v, err := j.verdict(ctx, in, x, got)
		return got, v, err
	}
	if _, v, err := one(""); err != nil || v.Pass {
		add(x.Line, "%s: the check passes when nothing is typed", x.ID)
		return tries, err
	}
	for _, src := range append([]string{x.Answer}, x.Also...) {
		got, v, err := one(src)
		if err != nil {
			return tries, err
		}
		if !v.Pass {
			add(x.Line, "%s: %s is refused%s", x.ID, src, because(got, v))
		}
	}
	replies := func(list []Reply, raises bool) error {
		for _, r := range list {
			got, v, err := one(r.Code)
			switch {
			case err != nil:
				return err
			case v.Pass:
				add(r.Line, "%s: %s passes, and is written as wrong", x.ID, r.Code)
			case raises && got.kind == "":
				add(r.Line, "%s: %s raises nothing", x.ID, r.Code)
			case !raises && got.kind != "":
				add(r.Line, "%s: %s raises %s: write it as #: raises", x.ID, r.Code, lastName(got.kind))
			case v.Message != r.Message:
				add(r.Line, "%s: %s is told %q, not its own message", x.ID, r.Code, v.Message)
			}
		}
		return nil
	}
	if err := replies(x.Wrong, false); err != nil {
		return tries, err
	}
	return tries, replies(x.Raises, true)
}

func because(got attempt, v Verdict) string {
	switch {
	case got.kind != "":
		return ": it raises " + lastName(got.kind) + ": " + got.msg
	case v.Message != "":
		return ": " + v.Message
	}
	return ""
}
