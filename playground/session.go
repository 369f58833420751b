// Package playground answers the page that runs tfs in a browser: cells are run, texts coloured,
// completed and explained. A request is a JSON object with the name of what is to be done, answers
// are JSON objects, sent in order to a function. It knows nothing of browsers or WebAssembly
// (cmd/tfsweb does), and of the files of the page only that they are embedded here.
//
// Offsets count UTF-16 code units, as JavaScript does.
package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/kernel/html"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
	"github.com/tfs-lang/tfs/teach"
)

// maxOutput is how many bytes one cell may print.
const maxOutput = 4 << 20

type object = map[string]any

// Request is what the page asks for. ID comes back in every answer.
type Request struct {
	ID   int    `json:"id"`
	Do   string `json:"do"` // run, paint, complete, call, help, answer
	Code string `json:"code"`
	At   int    `json:"at"` // the cursor
	// Again runs a cell that has run before, to bring its names back: nothing of it is shown.
	Again bool `json:"again"`
	// Answers are what input() got in a cell that runs again.
	Answers []string `json:"answers"`
	Text    string   `json:"text"` // the answer to input()
}

// Session is one interpreter with the page it serves. Do runs one request after the other; Answer may
// be called while one runs.
type Session struct {
	in     *lang.Interp
	opts   session.Options
	send   func(answer []byte)
	answer chan string
	run    Request     // what runs
	guide  teach.Guide // the tour, which takes cells while it lasts; its progress lasts as long as the page
}

// New makes a session whose answers go to send.
func New(send func(answer []byte)) *Session {
	s := &Session{send: send, answer: make(chan string, 1)}
	s.opts = session.Options{Commands: s.guide.Commands(),
		Options: lang.Options{Ask: s.ask, Figures: true, Width: func() int { return session.Unwrapped }}}
	s.in = session.New(s.opts)
	return s
}

// Do carries out a request. What cannot be read or is not known is answered with an event "fault".
func (s *Session) Do(request []byte) {
	var r Request
	if err := json.Unmarshal(request, &r); err != nil {
		s.tell(0, "fault", object{"text": "the request cannot be read: " + err.Error()})
		return
	}
	switch r.Do {
	case "run":
		s.cell(r)
	case "paint":
		s.tell(r.ID, "painted", object{"pieces": paint(r.Code)})
	case "complete":
		s.complete(r)
	case "call":
		content := object{"sig": ""}
		if c, ok := session.Of(s.guide.Interp(s.in)).CallAt(r.Code, byteOffset(r.Code, r.At)); ok {
			content = object{"sig": strings.TrimSpace(c.Sig), "doc": strings.TrimSpace(c.Doc)}
		}
		s.tell(r.ID, "call", content)
	case "help":
		s.help(r)
	case "answer":
		s.Answer(r.Text)
	default:
		s.tell(r.ID, "fault", object{"text": fmt.Sprintf("nothing is done for %q", r.Do)})
	}
}

// Answer is the line that input() waits for; one that nobody waits for is dropped.
func (s *Session) Answer(text string) {
	select {
	case s.answer <- text:
	default:
	}
}

func (s *Session) tell(id int, event string, content object) {
	content["id"], content["event"] = id, event
	b, err := json.Marshal(content)
	if err != nil { // strings and numbers only
		panic(err)
	}
	s.send(b)
}

func (s *Session) ask(ctx context.Context, prompt string, hidden bool) (string, error) {
	if s.run.Again {
		if len(s.run.Answers) == 0 {
			return "", io.EOF
		}
		text := s.run.Answers[0]
		s.run.Answers = s.run.Answers[1:]
		return text, nil
	}
	select {
	case <-s.answer: // of an earlier question
	default:
	}
	s.tell(s.run.ID, "ask", object{"text": prompt, "hidden": hidden})
	select {
	case text := <-s.answer:
		return text, nil
	case <-ctx.Done():
		return "", io.EOF
	}
}

// cell runs a cell and sends what it shows, last an event "done" with ok.
func (s *Session) cell(r Request) {
	s.run = r
	src := transcript.StripPrompts(r.Code)
	tell := func(event string, content object) {
		if !r.Again {
			s.tell(r.ID, event, content)
		}
	}
	if text, ok := session.Of(s.guide.Interp(s.in)).Question(src); ok {
		tell("page", object{"text": text})
		s.tell(r.ID, "done", object{"ok": true})
		return
	}
	if strings.TrimSpace(src) != "" {
		s.in.Remember(r.Code)
	}
	stop := py.NewStop(context.Background())
	defer stop.Close()
	out := &printed{tell: tell, quiet: transcript.Quiet(src)}
	name := "<cell " + strconv.Itoa(max(s.in.Count(), 1)) + ">"
	var err error
	if s.guide.Active() {
		err = s.guide.Take(stop.Context(), src, out.event)
	} else {
		err = s.in.Eval(stop.Context(), name, src+"\n", lang.Cell, out.event)
	}
	if err := s.guide.Begin(stop.Context(), s.opts, err, out.event); err != nil {
		out.event(lang.Event{Kind: lang.Stderr, Text: err.Error() + "\n"})
	}
	var exit *lang.ExitError
	s.tell(r.ID, "done", object{"ok": err == nil, "exit": errors.As(err, &exit), "count": s.in.Count()})
}

// printed turns the events of a run into answers.
type printed struct {
	tell  func(event string, content object)
	quiet bool
	bytes int
}

func (p *printed) event(e lang.Event) {
	switch e.Kind {
	case lang.Stdout, lang.Stderr:
		p.text(e)
	case lang.Page:
		p.tell("page", object{"text": e.Text})
	case lang.Result:
		if !p.quiet {
			p.tell("result", object{"data": html.Bundle(e.Text, e.Value), "own": own(e.Value)})
		}
	case lang.Display:
		p.display(e)
	case lang.NextInput:
		p.tell("next", object{"text": e.Text})
	case lang.Progressed:
		p.tell("progress", object{"text": e.Progress.String(), "done": e.Progress.Done, "total": e.Progress.Total,
			"ended": e.Progress.Ended})
	case lang.Error:
		p.tell("error", object{"text": e.Text})
	}
}

// text sends what was printed, up to a limit.
func (p *printed) text(e lang.Event) {
	if p.bytes > maxOutput {
		return
	}
	name := "stdout"
	if e.Kind == lang.Stderr {
		name = "stderr"
	}
	text := e.Text
	if left := maxOutput - p.bytes; len(text) > left {
		text = strings.ToValidUTF8(text[:left], "")
	}
	p.bytes += len(e.Text)
	p.tell("stream", object{"name": name, "text": text})
	if p.bytes > maxOutput {
		p.tell("stream", object{"name": "stderr", "text": fmt.Sprintf(
			"\n[a cell shows %d MiB of what it prints; the rest is left out]\n", maxOutput>>20)})
	}
}

func (p *printed) display(e lang.Event) {
	shown := e.Shown
	if shown == nil {
		shown = &lang.Shown{}
	}
	if shown.Clear {
		p.tell("clear", object{"wait": shown.Wait})
		return
	}
	p.tell("display", object{"data": html.Bundle(strings.TrimSuffix(e.Text, "\n"), e.Value), "own": own(e.Value),
		"display": shown.ID, "update": shown.Update})
}

// own tells whether the drawing of a value was made here, not by the code that ran.
func own(v py.Value) bool {
	_, rich := v.(*session.Rich)
	return !rich
}

func (s *Session) complete(r Request) {
	c := session.Of(s.guide.Interp(s.in)).Complete(r.Code, byteOffset(r.Code, r.At))
	items := []object{}
	for _, it := range c.Items {
		items = append(items, object{"text": it.Text, "kind": it.Kind, "end": it.End,
			"sig": strings.TrimSpace(it.Sig), "doc": strings.TrimSpace(it.Doc)})
	}
	s.tell(r.ID, "completed", object{"from": units(r.Code, c.From), "to": units(r.Code, c.To), "items": items})
}

// help answers with the documentation of what stands at the cursor.
func (s *Session) help(r Request) {
	in := s.guide.Interp(s.in)
	v, name, ok := session.Of(in).At(r.Code, byteOffset(r.Code, r.At))
	if !ok {
		s.tell(r.ID, "help", object{"found": false})
		return
	}
	s.tell(r.ID, "help", object{"found": true, "name": name, "text": py.Visible(session.Of(in).Help(v))})
}

// kinds are the classes of coloured pieces in the page's style sheet.
var kinds = map[syntax.PieceKind]string{
	syntax.KeywordText: "k", syntax.StringText: "s", syntax.NumberText: "n", syntax.CommentText: "c",
	syntax.CommandText: "m", syntax.OperatorText: "o", syntax.BracketText: "b",
}

// paint lists the pieces of a text that have a colour: from, to, class.
func paint(code string) [][3]any {
	out := [][3]any{}
	at, unit := 0, 0
	to := func(offset int) int {
		unit += units(code[at:offset], offset-at)
		at = offset
		return unit
	}
	for _, p := range syntax.Pieces(code) {
		if class := kinds[p.Kind]; class != "" && p.To > p.From {
			from := to(p.From)
			out = append(out, [3]any{from, to(p.To), class})
		}
	}
	return out
}

// units is the number of UTF-16 code units before a byte offset; byteOffset does the reverse.
func units(code string, offset int) int {
	n := 0
	for i, c := range code {
		if i >= offset {
			break
		}
		n++
		if c > 0xffff {
			n++
		}
	}
	return n
}

func byteOffset(code string, at int) int {
	n := 0
	for i, c := range code {
		if n >= at {
			return i
		}
		n++
		if c > 0xffff {
			n++
		}
	}
	return len(code)
}
