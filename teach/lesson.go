package teach

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
)

// Lesson is a lesson file: its head, and its parts with the exercises among them.
type Lesson struct {
	ID, Title, Goal string
	Minutes         int
	Needs           []string
	Next            string
	File            string
	Sum             string // of the file's text
	Parts           []Part
	Exercises       []*Exercise
}

// Exercise is a task whose answers are judged by what they give.
type Exercise struct {
	ID            string
	Line          int
	Task          string // Markdown
	Setup, Given  string
	Answer        string
	Also          []string
	Check         string
	Wrong, Raises []Reply
	Hints         []string
}

// Reply is what is said to a wrong answer: to one that gives what Code gives, or raises what it raises.
type Reply struct {
	Code, Message string
	Line          int
}

// ParseLesson reads a lesson file. Errors are of type *ParseError and name the line.
func ParseLesson(file, text string) (*Lesson, error) {
	d := &docReader{file: file}
	d.transcript(text, 0)
	d.endProse()
	if d.err != nil {
		return nil, d.err
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	l := &Lesson{File: file, Sum: fmt.Sprintf("%016x", h.Sum64())}
	parts, exercises, err := gatherExercises(file, d.parts)
	if err != nil {
		return nil, err
	}
	l.Exercises = exercises
	for _, p := range parts {
		head, err := l.head(p)
		if err != nil {
			return nil, err
		}
		if !head {
			l.Parts = append(l.Parts, p)
		}
	}
	return l, l.complete()
}

// head takes a directive of the head; ok is false for any other part.
func (l *Lesson) head(p Part) (ok bool, err error) {
	switch arg := strings.TrimSpace(p.Arg); p.Name {
	case "lesson":
		l.ID = arg
	case "title":
		l.Title = arg
	case "goal":
		l.Goal = arg
	case "needs":
		l.Needs = strings.FieldsFunc(arg, func(r rune) bool { return r == ',' || r == ' ' })
	case "next":
		l.Next = arg
	case "minutes":
		if l.Minutes, err = strconv.Atoi(arg); err != nil || l.Minutes < 1 {
			return false, &ParseError{l.File, p.Line, fmt.Sprintf("minutes must be a number, not %q", arg)}
		}
	default:
		return false, nil
	}
	return true, nil
}

// complete tells what a lesson lacks.
func (l *Lesson) complete() error {
	for name, v := range map[string]string{"lesson": l.ID, "title": l.Title, "goal": l.Goal} {
		if v == "" {
			return &ParseError{l.File, 1, "the head has no #: " + name}
		}
	}
	seen := map[string]bool{}
	for _, x := range l.Exercises {
		if seen[x.ID] {
			return &ParseError{l.File, x.Line, "a second exercise " + x.ID}
		}
		seen[x.ID] = true
	}
	return nil
}

// exerciseOnly are the directives that stand inside exercises.
var exerciseOnly = map[string]bool{"setup": true, "given": true, "answer": true, "also": true, "check": true,
	"wrong": true, "raises": true, "hint": true, "end": true}

// gatherExercises puts the blocks from exercise to end together, each as one part.
func gatherExercises(file string, parts []Part) (out []Part, exercises []*Exercise, err error) {
	var x *Exercise
	for _, p := range parts {
		fail := func(format string, args ...any) error {
			return &ParseError{file, p.Line, fmt.Sprintf(format, args...)}
		}
		switch {
		case x == nil && p.Name == "exercise":
			if x = (&Exercise{ID: strings.TrimSpace(p.Arg), Line: p.Line}); x.ID == "" {
				return nil, nil, fail("an exercise needs an ID")
			}
		case x == nil && exerciseOnly[p.Name]:
			return nil, nil, fail("#: %s stands outside an exercise", p.Name)
		case x == nil:
			out = append(out, p)
		case p.Name == "end":
			if err := x.complete(file); err != nil {
				return nil, nil, err
			}
			out = append(out, Part{Line: x.Line, Exercise: x})
			exercises = append(exercises, x)
			x = nil
		case p.Prose != "":
			x.Task = strings.TrimSpace(x.Task + "\n\n" + p.Prose)
		case p.Code != "":
			return nil, nil, fail("an example inside exercise %s: write it above, or as #: setup", x.ID)
		default:
			if text := x.take(p); text != "" {
				return nil, nil, fail("%s", text)
			}
		}
	}
	if x != nil {
		return nil, nil, &ParseError{file, x.Line, "exercise " + x.ID + " has no #: end"}
	}
	return out, exercises, nil
}

// take takes a directive of an exercise; the text says what is wrong with it.
func (x *Exercise) take(p Part) string {
	arg := strings.TrimRight(p.Arg, " \n")
	add := func(to *string) {
		if *to != "" {
			*to += "\n"
		}
		*to += arg
	}
	if arg == "" {
		return "#: " + p.Name + " says nothing"
	}
	switch p.Name {
	case "setup":
		add(&x.Setup)
	case "given":
		add(&x.Given)
	case "answer":
		if x.Answer != "" {
			return "a second #: answer; other right ways are #: also"
		}
		x.Answer = arg
	case "also":
		x.Also = append(x.Also, arg)
	case "check":
		if x.Check != "" {
			return "a second #: check; join them with and"
		}
		x.Check = arg
	case "hint":
		x.Hints = append(x.Hints, oneLine(arg))
	case "wrong", "raises":
		code, message, ok := strings.Cut(arg, " => ")
		if !ok || strings.TrimSpace(message) == "" {
			return "#: " + p.Name + " is CODE => MESSAGE"
		}
		r := Reply{code, oneLine(message), p.Line}
		if p.Name == "wrong" {
			x.Wrong = append(x.Wrong, r)
		} else {
			x.Raises = append(x.Raises, r)
		}
	default:
		return "#: " + p.Name + " stands inside exercise " + x.ID
	}
	return ""
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// complete tells what an exercise lacks: nobody should be left without help.
func (x *Exercise) complete(file string) error {
	lacks := ""
	switch {
	case x.Task == "":
		lacks = "no task"
	case x.Answer == "":
		lacks = "no #: answer"
	case x.Check == "":
		lacks = "no #: check"
	case len(x.Hints) == 0:
		lacks = "no #: hint"
	case len(x.Wrong) == 0:
		lacks = "no #: wrong"
	default:
		return nil
	}
	return &ParseError{file, x.Line, "exercise " + x.ID + " has " + lacks}
}
