package teach

import (
	"context"
	_ "embed"
	"strings"

	"github.com/tfs-lang/tfs/explain"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/session"
)

//go:embed judge.py
var judgeSource string

// judge decides about answers to the exercises of one lesson. It runs everything in interpreters of its own.
type judge struct {
	lesson  *Lesson
	options session.Options
	desk    *lang.Interp            // the tools are from
	tools   map[string]py.Value     // what checks may use
	known   map[*Exercise]*outcomes // of the written answers
}

// outcomes are what the written answers of an exercise give.
type outcomes struct {
	answer       attempt
	wrong, raise []attempt
}

func newJudge(ctx context.Context, l *Lesson, o session.Options) (*judge, error) {
	in := session.New(session.Options{})
	if err := in.Eval(ctx, "<judge>", judgeSource, lang.Script, func(lang.Event) {}); err != nil {
		return nil, err
	}
	j := &judge{lesson: l, options: o, desk: in, tools: map[string]py.Value{}, known: map[*Exercise]*outcomes{}}
	for _, name := range []string{"same", "close", "differ"} {
		j.tools[name], _ = in.Get(name)
	}
	return j, nil
}

// form tells what a text is, as far as judging goes.
type form int

const (
	other      form = iota // a definition, a loop, an import, a command, nothing
	expression             // its last statement has a value
	assignment             // its last statement binds a name
	looking                // a name, or a text printed: somebody looks at something
)

// attempt is what a text gave when it was run.
type attempt struct {
	src       string
	form      form
	names     []string // bound by the last statement
	value     py.Value // nil for none
	items     py.Value // of a dataset, as a list: it can be read only where it was made
	kind, msg string   // of the error
	drawn     bool     // there is a picture of the error
}

// lookers are functions one looks at things with.
var lookers = map[string]bool{"print": true, "help": true, "explain": true, "display": true}

// formOf reads the last statement of a text.
func formOf(src string) (f form, names []string) {
	body, err := syntax.Parse(src + "\n")
	if err != nil || len(body) == 0 {
		return other, nil
	}
	target := func(xs ...syntax.Expr) {
		for _, x := range xs {
			syntax.Walk(x, func(e syntax.Expr) bool {
				if n, ok := e.(*syntax.Name); ok {
					names = append(names, n.ID)
				}
				return true
			})
		}
	}
	switch st := body[len(body)-1].(type) {
	case *syntax.ExprStmt:
		f = expression
		switch x := st.X.(type) {
		case *syntax.Name:
			f = looking
		case *syntax.Call:
			if n, ok := x.Fn.(*syntax.Name); ok && lookers[n.ID] {
				f = looking
			}
		}
	case *syntax.Assign:
		f = assignment
		target(st.Targets...)
	case *syntax.AugAssign:
		f = assignment
		target(st.Target)
	case *syntax.AnnAssign:
		f = assignment
		target(st.Target)
	}
	return f, names
}

// try runs a text as a cell and keeps what it gave; events go to show.
func try(ctx context.Context, in *lang.Interp, src string, show func(lang.Event)) (attempt, error) {
	t := attempt{src: src}
	t.form, t.names = formOf(src)
	err := in.Eval(ctx, "<answer>", src+"\n", lang.Cell, func(e lang.Event) {
		switch e.Kind {
		case lang.Result:
			t.value = e.Value
		case lang.Error:
			t.kind, t.msg = in.Describe(e.Exc)
			t.drawn = e.Exc != nil && explain.Draws(e.Exc.At)
		}
		show(e)
	})
	if t.value == nil && t.form == assignment && t.kind == "" && len(t.names) > 0 {
		t.value, _ = in.Get(t.names[0])
	}
	if t.kind == "" && err == nil && t.value == nil && t.form == expression {
		t.value = py.None
	}
	if t.value != nil && strings.HasSuffix(py.TypeOf(t.value).Name, "Dataset") {
		t.items, _ = in.ExprAmong(ctx, "list(_.take(1000))", map[string]py.Value{"_": t.value})
	}
	return t, err
}

func unseen(lang.Event) {}

// room makes the interpreter an exercise begins in: the lesson's examples above it ran, what earlier exercises set up
// and bound is there, and its own setup. With nil all of the lesson's examples run.
func (j *judge) room(ctx context.Context, x *Exercise) (*lang.Interp, error) {
	in := session.New(j.options)
	run := func(src string) error {
		if src == "" {
			return nil
		}
		_ = in.Eval(ctx, "<lesson>", src+"\n", lang.Cell, unseen) // an example may show an error
		return ctx.Err()
	}
	for i := range j.lesson.Parts {
		p := &j.lesson.Parts[i]
		var src []string
		switch {
		case p.Exercise == x && x != nil:
			return in, run(x.Setup)
		case p.Exercise != nil:
			src = append(src, p.Exercise.Setup)
			if f, _ := formOf(p.Exercise.Answer); f != expression && f != looking {
				src = append(src, p.Exercise.Answer)
			}
		case p.Code != "" && !p.Rule.Skip:
			src = append(src, p.Code)
		}
		for _, s := range src {
			if err := run(s); err != nil {
				return nil, err
			}
		}
	}
	return in, nil
}

// passes evaluates the check of an exercise. A check that raises is an answer of the wrong kind.
func (j *judge) passes(ctx context.Context, in *lang.Interp, x *Exercise, t attempt) bool {
	if t.kind != "" && !strings.Contains(x.Check, "raised(") {
		return false
	}
	names := map[string]py.Value{"src": t.src}
	for n, v := range j.tools {
		names[n] = v
	}
	if names["_"] = t.value; t.value == nil {
		names["_"] = py.None
	}
	names["uses"] = py.NewBuiltin("uses(name)", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return calls(t.src, py.StrOf(a[0])), nil
	})
	names["raised"] = py.NewBuiltin("raised(name)", func(_ *py.Thread, a []py.Value) (py.Value, error) {
		return t.kind != "" && lastName(t.kind) == lastName(py.StrOf(a[0])), nil
	})
	v, err := in.ExprAmong(ctx, x.Check, names)
	if err != nil {
		return false
	}
	ok, err := py.Truth(py.Background(), v)
	return err == nil && ok
}

// lastName is a name without what stands before its last dot.
func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// calls tells whether a text calls a function by this name, or a method by its last part: ".numpy".
func calls(src, name string) bool {
	pieces := syntax.Pieces(src)
	var code strings.Builder
	for _, p := range pieces {
		if p.Kind != syntax.StringText && p.Kind != syntax.CommentText {
			code.WriteString(src[p.From:p.To])
		} else {
			code.WriteByte(' ')
		}
	}
	text := code.String()
	for from := 0; ; {
		i := strings.Index(text[from:], name+"(")
		if i < 0 {
			return false
		}
		at := from + i
		if strings.HasPrefix(name, ".") || at == 0 || !strings.ContainsRune("._", rune(text[at-1])) && !isWord(text[at-1]) {
			return true
		}
		from = at + 1
	}
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// outcomes runs the written answers of an exercise, each in a room of its own, once.
func (j *judge) outcomes(ctx context.Context, x *Exercise) (*outcomes, error) {
	if o := j.known[x]; o != nil {
		return o, nil
	}
	run := func(src string) (attempt, error) {
		in, err := j.room(ctx, x)
		if err != nil {
			return attempt{}, err
		}
		t, _ := try(ctx, in, src, unseen)
		return t, ctx.Err()
	}
	o := &outcomes{}
	var err error
	if o.answer, err = run(x.Answer); err != nil {
		return nil, err
	}
	for _, list := range []struct {
		from []Reply
		to   *[]attempt
	}{{x.Wrong, &o.wrong}, {x.Raises, &o.raise}} {
		for _, r := range list.from {
			t, err := run(r.Code)
			if err != nil {
				return nil, err
			}
			*list.to = append(*list.to, t)
		}
	}
	j.known[x] = o
	return o, nil
}

// Verdict is what is said about an answer.
type Verdict struct {
	Judged  bool // it was an answer, right or not
	Pass    bool
	Message string   // of a wrong one: what it may have meant, or what it lacks
	Own     string   // the wrong or raises line that fitted
	Next    string   // what is to be typed, for front ends that can put it into the editor
	Got     py.Value // and Want, where a picture of both side by side tells something
	Want    py.Value
}

// verdict judges what was tried in an interpreter.
func (j *judge) verdict(ctx context.Context, in *lang.Interp, x *Exercise, t attempt) (Verdict, error) {
	if t.form == other && t.kind == "" {
		return Verdict{}, nil
	}
	if j.passes(ctx, in, x, t) {
		return Verdict{Judged: true, Pass: true}, ctx.Err()
	}
	o, err := j.outcomes(ctx, x)
	if err != nil {
		return Verdict{}, err
	}
	if t.kind != "" {
		for i, r := range o.raise {
			if r.kind == t.kind && r.msg == t.msg {
				return Verdict{Judged: true, Message: x.Raises[i].Message, Own: x.Raises[i].Code}, nil
			}
		}
		return Verdict{Judged: !slips[lastName(t.kind)]}, nil
	}
	for i, w := range o.wrong {
		fits := w.kind == "" && !isPrint(t.src) && t.form != other && (w.form == assignment || t.form != assignment)
		if fits && j.equal(ctx, t, w) {
			return Verdict{Judged: true, Message: x.Wrong[i].Message, Own: x.Wrong[i].Code}, nil
		}
	}
	if o.answer.form == assignment && (t.form == expression || !mentions(x.Check, t.names)) {
		return j.unnamed(ctx, x, t, o.answer), nil
	}
	switch {
	case t.form == looking && isPrint(t.src):
		return Verdict{Message: "print shows a text and gives None; to answer, leave print away."}, nil
	case t.form == looking, t.form == assignment && !mentions(x.Check, t.names):
		return Verdict{}, nil // a look, or a step on the way
	}
	v := Verdict{Judged: true, Message: j.lacks(ctx, t, o.answer)}
	computed := o.answer.form == expression && strings.Contains(x.Answer, "(") // else a picture would tell the answer
	if computed && t.value != nil && t.value != py.None {
		v.Got, v.Want = t.value, o.answer.value
	}
	return v, ctx.Err()
}

// unnamed is the verdict on a value where a name is asked for and was not given: nothing wrong was answered, and what
// to type is said.
func (j *judge) unnamed(ctx context.Context, x *Exercise, t, answer attempt) Verdict {
	name := strings.Join(answer.names, ", ")
	if len(answer.names) > 1 || t.form == looking && isPrint(t.src) {
		return Verdict{Message: "The exercise asks for the name " + name + ": begin with " + name + " = ..."}
	}
	right := j.equal(ctx, t, answer)
	switch {
	case right && t.form == assignment:
		return Verdict{Message: "The value is right; the name asked for is " + name + ". Type:",
			Next: name + " = " + t.names[0]}
	case right:
		v := Verdict{Message: "The value is right. Now give it the name " + name + ": type " + name + " = before it."}
		if !strings.Contains(t.src, "\n") {
			v.Next = name + " = " + strings.TrimSpace(t.src)
			v.Message = "The value is right. Now give it the name " + name + ", that is, type:"
		}
		return v
	case t.form == expression:
		return Verdict{Message: "Judged is what has the name " + name + ": begin with " + name + " = ..."}
	}
	return Verdict{} // a look, or a step on the way
}

// slips are errors of typing: no answer was tried.
var slips = map[string]bool{"SyntaxError": true, "IndentationError": true, "NameError": true, "AttributeError": true,
	"UsageError": true}

func isPrint(src string) bool { return strings.HasPrefix(strings.TrimSpace(src), "print") }

// mentions tells whether a check asks for one of some names.
func mentions(check string, names []string) bool {
	for _, p := range syntax.Pieces(check) {
		for _, n := range names {
			if p.Kind == syntax.NameText && check[p.From:p.To] == n {
				return true
			}
		}
	}
	return false
}

// equal tells whether two values are the same.
func (j *judge) equal(ctx context.Context, a, b attempt) bool {
	return a.value != nil && b.value != nil && j.lacks(ctx, a, b) == ""
}

// lacks tells in a sentence what one value lacks to be the other; "" where nothing is to be told.
func (j *judge) lacks(ctx context.Context, a, b attempt) string {
	got, want := a.value, b.value
	switch {
	case got == nil || want == nil:
		return ""
	case (a.items == nil) != (b.items == nil):
		if a.items == nil {
			return "a dataset is asked for"
		}
		return "a dataset is another thing than what is asked for"
	case a.items != nil:
		got, want = a.items, b.items
	}
	v, err := j.desk.ExprAmong(ctx, "differ(got, want)", map[string]py.Value{"got": got, "want": want})
	if err != nil {
		return "a value of another kind is asked for"
	}
	return py.StrOf(v)
}
