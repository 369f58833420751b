package line

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrInterrupt is what Read gives for Ctrl-C; the text typed so far comes with it.
var ErrInterrupt = errors.New("interrupted")

// Verdict is what Enter does with a text.
type Verdict int

// The verdicts.
const (
	Accept Verdict = iota // the text is whole: Read returns it
	More                  // it needs another line
	Wrong                 // it cannot be right; it is accepted when the cursor is at its end
)

// History is the inputs of the past, the oldest first.
type History interface {
	Len() int
	Entry(i int) string
}

// Item is one completion: what replaces the typed part, and lines that tell of it.
type Item struct {
	Text  string
	End   string // closes it when it is the only one: a quote, a bracket
	Notes []string
}

// Completion is what could replace the text between two offsets; Notes tell of the call
// the cursor is in.
type Completion struct {
	From, To int
	Items    []Item
	Notes    []string
}

// Config is what an Editor asks of its owner. Only Term is required.
type Config struct {
	Term         Terminal
	Prompt, More string // before the first line, before the others
	PromptLook   string // escape sequences that begin the look of prompts, of notes, and of
	NoteLook     string // the candidate chosen; "" for none
	ChosenLook   string

	Judge     func(text string) Verdict
	Indent    func(text string) string                // blanks the next line begins with
	Step      func(text string) string                // the text's own step of indentation
	Clause    func(above, line string) (string, bool) // blanks of a line such as else:
	Document  func(text string) bool                  // a paste that holds prompts and outputs
	Strip     func(text string) string                // takes prompts and outputs off a paste
	Paint     func(text string, cursor int) []Span    // sorted, without overlap
	Complete  func(text string, cursor int) Completion
	History   History
	Signature func(text string, cursor int) string // of the call the cursor is in
	Edit      func(text string) (string, error)    // with the user's own editor
	Page      func(text string)                    // shows a long text
	Suspend   func()                               // Ctrl-Z
	Vi        bool
	Suggest   bool // from the history, while typing
	Brackets  bool // are closed as they are opened
}

// Editor reads blocks of text.
type Editor struct {
	c      Config
	keys   keys
	scr    screen
	b      buffer
	menu   *menu
	search *search
	vi     viState

	past     int    // the history entry shown; History.Len() for the text typed
	draft    string // the text typed, while another is shown
	prefix   string // what entries must begin with
	recalled bool   // the text is the history's entry past, unchanged
	whole    bool   // the text came as a whole: it wants no blank line at its end
	auto     int    // blanks at the cursor that were put there, not typed
	last     string // name of the last command
	want     int    // column wanted by up and down; -1 when none
	note     string // a line shown below the text until the next key

	closed string // what completion has just closed: typing it again does nothing

	argument   string // what M-. put in, and the entry it came from
	argumentAt int
}

// New makes an editor.
func New(c Config) *Editor {
	if c.Judge == nil {
		c.Judge = func(string) Verdict { return Accept }
	}
	if c.Indent == nil {
		c.Indent = func(string) string { return "" }
	}
	if c.Step == nil {
		c.Step = func(string) string { return "    " }
	}
	if c.Clause == nil {
		c.Clause = func(string, string) (string, bool) { return "", false }
	}
	if c.Document == nil {
		c.Document = func(string) bool { return false }
	}
	if c.Strip == nil {
		c.Strip = func(text string) string { return text }
	}
	if c.Paint == nil {
		c.Paint = func(string, int) []Span { return nil }
	}
	if c.History == nil {
		c.History = noHistory{}
	}
	e := &Editor{c: c, keys: keys{term: c.Term}, scr: screen{term: c.Term}}
	e.keys.tell = func(text string) {
		e.note = text
		e.draw()
		e.note = ""
	}
	return e
}

type noHistory struct{}

func (noHistory) Len() int         { return 0 }
func (noHistory) Entry(int) string { return "" }

// Input is what Read gives: a text, and how it came.
type Input struct {
	Text   string
	Pasted bool   // a paste as a whole: it may hold prompts and outputs
	Whole  bool   // the text was not typed: pasted, recalled or loaded
	Notice string // told to the user instead: the text stays to be edited
}

// Read edits one block, beginning with the text given, until it is accepted. Errors are
// ErrInterrupt, io.EOF (Ctrl-D, or the terminal went away) and those of the terminal.
func (e *Editor) Read(text string) (Input, error) {
	e.b.reset(text)
	e.past, e.prefix, e.draft, e.recalled, e.whole = e.c.History.Len(), "", "", false, text != ""
	e.menu, e.search, e.auto, e.want, e.last, e.note = nil, nil, 0, -1, "", ""
	e.vi.reset()
	e.scr.forget()
	for {
		if len(e.keys.buf) == 0 {
			e.draw()
		}
		k, err := e.keys.next()
		switch {
		case errors.Is(err, ErrResized):
			w, _ := e.c.Term.Size()
			e.scr.reflow(max(w, 1))
			continue
		case errors.Is(err, ErrResumed):
			e.scr.forget()
			continue
		case err != nil:
			e.leave()
			return Input{Text: e.b.text}, err
		}
		in, done, err := e.key(k)
		if done || err != nil {
			return in, err
		}
	}
}

// Discard forgets keys that were read ahead.
func (e *Editor) Discard() { e.keys.buf, e.keys.err = nil, nil }

// draw shows the text and what stands below it.
func (e *Editor) draw() {
	w, h := e.c.Term.Size()
	text, pos, above := e.view(w, h)
	spans := e.c.Paint(text, pos)
	if hint := e.suggestion(); hint != "" {
		spans = append(spans, Span{len(text), len(text) + len(hint), e.c.NoteLook})
		text += hint
	}
	l := lay(text, pos, w, e.promptFor(above), e.c.More, e.c.PromptLook, spans)
	below := e.below(w, max(h-len(l.rows), 0))
	l.rows = append(l.rows, below...)
	e.scr.draw(l, h)
}

// leave shows the whole text without marks and puts the cursor below it. Of a giant text it
// shows the beginning.
func (e *Editor) leave() {
	e.menu, e.search = nil, nil
	w, h := e.c.Term.Size()
	text := e.b.text
	if len(text) > giant {
		text = head(text, w*h/2) + fmt.Sprintf("\n(… %d bytes in all)", len(text))
	}
	l := lay(text, -1, w, e.c.Prompt, e.c.More, e.c.PromptLook, e.c.Paint(text, -1))
	l.curRow, l.curCol = len(l.rows)-1, l.rows[len(l.rows)-1].width
	if len(l.rows) > h && h > 0 { // rows above the screen were not all shown: show them
		e.scr.draw(layout{rows: make([]row, len(e.scr.rows))}, h)
		h = 0
	}
	if l.curCol >= w {
		l.curCol = max(w-1, 0)
	}
	e.scr.draw(l, h)
	_, _ = e.c.Term.Write([]byte("\r\n"))
	e.scr.forget()
}

// refuse ends Read with a notice; the text stays to be edited.
func (e *Editor) refuse(text string, k Key) (Input, bool, error) {
	e.vanish()
	return Input{Text: text, Notice: k.Text}, true, nil
}

// vanish takes text and prompt off the screen.
func (e *Editor) vanish() {
	e.scr.draw(layout{rows: []row{{}}}, 0)
	e.scr.forget()
}

// accept ends Read with the text.
func (e *Editor) accept() (Input, bool, error) {
	e.b.pos = len(e.b.text)
	e.leave()
	return Input{Text: e.b.text, Whole: e.whole}, true, nil
}

// key carries out one key.
func (e *Editor) key(k Key) (Input, bool, error) {
	e.note = ""
	switch k.Name {
	case "unknown":
		return Input{}, false, nil
	case "C-c":
		e.leave()
		return Input{Text: e.b.text}, true, ErrInterrupt
	}
	if e.search != nil {
		if used := e.searchKey(k); used {
			return Input{}, false, nil
		}
	}
	if e.menu != nil {
		if used := e.menuKey(k); used {
			return Input{}, false, nil
		}
	}
	if e.c.Vi && e.vi.normal {
		return e.viKey(k)
	}
	return e.insertKey(k)
}

// insertKey carries out a key of emacs, or of vi's insert mode.
func (e *Editor) insertKey(k Key) (Input, bool, error) {
	defer func() { e.last = k.Name }()
	switch k.Name {
	case "":
		if size := len(e.b.text) + len(k.Text); size > maxPaste {
			return e.refuse("", refused(size))
		}
		e.typed(k.Text)
		return Input{}, false, nil
	case "enter":
		return e.enter()
	case "paste":
		in, done, err := e.paste(k.Text)
		if k.Cut {
			e.note = "(control characters were left out of what was pasted)"
		}
		return in, done, err
	case "refused":
		return e.refuse(e.b.text, k)
	case "escape":
		if e.c.Vi {
			e.viNormal()
		}
		return Input{}, false, nil
	case "C-d":
		if e.b.text == "" {
			e.leave()
			return Input{}, true, io.EOF
		}
	}
	if e.last == "C-x" {
		k.Name = map[string]string{"C-e": "f2", "C-u": "C-_"}[k.Name]
	}
	if f, ok := emacsKeys[k.Name]; ok {
		before := e.b.text
		e.auto, e.closed = 0, ""
		f(e)
		if e.b.text != before {
			e.changed()
		}
		if !keepsColumn[k.Name] {
			e.want = -1
		}
	}
	return Input{}, false, nil
}

// changed is called when the text is no longer what it was.
func (e *Editor) changed() {
	if e.past == e.c.History.Len() || e.b.text != e.c.History.Entry(e.past) {
		e.recalled, e.whole = false, false
	}
}

// typed inserts characters. Blanks put there by the editor give way to a line that brings
// its own; else: and its like go to the blanks of what they belong to.
func (e *Editor) typed(text string) {
	if e.auto > 0 {
		bare := strings.TrimLeft(text, " \t") == text
		if !bare || len(text) > 1 && e.lineFollows() && e.clauseAtMargin(text) {
			e.dropAuto()
		}
		e.auto = 0
	}
	if rest, ok := strings.CutPrefix(e.closed, text); ok {
		e.closed = rest
		return
	}
	e.closed = ""
	if !e.paired(text) {
		e.b.insert(text)
	}
	e.recalled, e.whole = false, false
	e.want = -1
	if strings.HasSuffix(text, ":") && e.b.pos == e.b.lineEnd(e.b.pos) {
		e.moveClause()
	}
}

// clauseAtMargin tells whether a line is a clause of a statement without blanks.
func (e *Editor) clauseAtMargin(line string) bool {
	blanks, ok := e.c.Clause(e.b.text[:e.b.lineStart(e.b.pos)], line)
	return ok && blanks == ""
}

// dropAuto takes the blanks before the cursor away that the editor put there.
func (e *Editor) dropAuto() {
	if from := e.b.pos - e.auto; from >= e.b.lineStart(e.b.pos) && strings.TrimLeft(e.b.text[from:e.b.pos], " \t") == "" {
		e.b.replace(from, e.b.pos, "")
	}
	e.auto = 0
}

// lineFollows tells whether the end of the line came together with its text.
func (e *Editor) lineFollows() bool {
	return e.keys.pending() && (e.keys.buf[0] == '\r' || e.keys.buf[0] == '\n')
}

// moveClause gives else: and its like, typed where the editor put the cursor, the blanks of
// the statement it belongs to. Blanks somebody chose stay.
func (e *Editor) moveClause() {
	start := e.b.lineStart(e.b.pos)
	line := e.b.line()
	if start == 0 || leading(line) != e.c.Indent(e.b.text[:start-1]) {
		return
	}
	if blanks, ok := e.c.Clause(e.b.text[:start], line); ok && blanks != leading(line) {
		pos := e.b.pos + len(blanks) - len(leading(line))
		e.b.replace(start, start+len(leading(line)), blanks)
		e.b.pos = pos
	}
}

// leading is the blanks a text begins with.
func leading(s string) string { return s[:len(s)-len(strings.TrimLeft(s, " \t"))] }

// step is the text's own indentation.
func (e *Editor) step() string { return e.c.Step(e.b.text) }

// enter accepts a whole text, and begins a new line in one that is not.
func (e *Editor) enter() (Input, bool, error) {
	if e.keys.pending() {
		return e.enterPasted()
	}
	verdict := e.c.Judge(e.b.text)
	if verdict == More && e.whole && e.c.Judge(e.b.text+"\n") == Accept {
		verdict = Accept
	}
	if (verdict == Accept || verdict == Wrong && e.b.onLastLine()) && !e.closedEarly() {
		return e.accept()
	}
	e.breakLine()
	return Input{}, false, nil
}

// breakLine begins a new line at the cursor, indented as the text above asks.
func (e *Editor) breakLine() {
	e.b.mark(false)
	blanks := e.c.Indent(e.b.text[:e.b.pos])
	end := e.b.pos
	for end < len(e.b.text) && blanks != "" && e.b.text[end] == ' ' { // blanks behind the cursor would be doubled
		end++
	}
	e.b.replace(e.b.pos, end, "\n"+blanks)
	e.auto = len(blanks)
	e.recalled, e.whole = false, false
	e.want = -1
}

// enterPasted takes Enter with more text behind it: lines that came at once, from a paste
// without marks or from a program. They are given whole.
func (e *Editor) enterPasted() (Input, bool, error) {
	rest, size := e.keys.burst()
	if size > maxPaste {
		return e.refuse("", refused(size))
	}
	if rest == "" { // keys follow, not text
		if v := e.c.Judge(e.b.text); v != More {
			return e.accept()
		}
		e.breakLine()
		e.dropAuto()
		return Input{}, false, nil
	}
	text := e.b.text[:e.b.pos] + "\n" + rest + e.b.text[e.b.pos:]
	e.b.text, e.b.pos = "", 0
	e.vanish()
	return Input{Text: text, Pasted: true}, true, nil
}

// paste takes a bracketed paste: into the text, to be seen before it runs. A transcript with
// prompts is given whole.
func (e *Editor) paste(text string) (Input, bool, error) {
	if e.b.text == "" && strings.HasSuffix(text, "\n") && e.c.Document(text) {
		e.vanish()
		return Input{Text: text, Pasted: true}, true, nil
	}
	text = e.reindent(e.c.Strip(text))
	whole := e.b.text == ""
	if whole || strings.Contains(text, "\n") && e.b.onLastLine() && e.b.pos == len(e.b.text) {
		text = strings.TrimRight(text, "\n")
		if e.b.text == "" {
			text = strings.TrimLeft(text, "\n")
		}
	}
	e.b.insert(text)
	e.recalled, e.whole = false, whole
	return Input{}, false, nil
}

// reindent moves pasted lines, keeping their shape, to where the cursor is: to the left when
// they begin a text, under the blanks the editor put there when they go on with one. The
// first line's blanks may be missing, where a selection began behind them.
func (e *Editor) reindent(text string) string {
	base := ""
	switch {
	case e.b.text == "":
	case e.auto > 0:
		base = leading(e.b.line())
		e.auto = 0
	default:
		return text
	}
	lines := strings.Split(text, "\n")
	for len(lines) > 1 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	rest, more := commonBlanks(lines[1:])
	common := leading(lines[0])
	switch {
	case common != "" && more:
		common = sharedPrefix(common, rest)
	case common == "" && more && base != "":
		if common = rest; strings.HasSuffix(strings.TrimSpace(lines[0]), ":") {
			next := 1
			for strings.TrimSpace(lines[next]) == "" {
				next++
			}
			common = sharedPrefix(strings.TrimSuffix(leading(lines[next]), e.step()), rest)
		}
	}
	for i, l := range lines {
		l = strings.TrimPrefix(l, common)
		if i > 0 && strings.TrimSpace(l) != "" {
			l = base + l
		}
		lines[i] = l
	}
	return strings.Join(lines, "\n")
}

// commonBlanks is what all lines but blank ones begin with; some is false when all are blank.
func commonBlanks(lines []string) (blanks string, some bool) {
	for _, l := range lines {
		switch {
		case strings.TrimSpace(l) == "":
		case !some:
			blanks, some = leading(l), true
		default:
			blanks = sharedPrefix(blanks, l)
		}
	}
	return blanks, some
}

func sharedPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}
