package line

import (
	"fmt"
	"strings"
)

// binding is what a key does, and what is said of it.
type binding struct {
	do    func(e *Editor)
	names []string
	doc   string
}

// bindings are the keys of both modes that do one thing to the text, in the order they are
// listed in; emacsKeys finds them by name.
var (
	bindings  []binding
	emacsKeys map[string]func(e *Editor)
)

// keepsColumn are the keys after which up and down go on from the column they began in.
var keepsColumn = map[string]bool{"up": true, "down": true, "C-p": true, "C-n": true}

func init() {
	emacsKeys = map[string]func(e *Editor){}
	bind := func(doc string, f func(e *Editor), names ...string) {
		bindings = append(bindings, binding{f, names, doc})
		for _, n := range names {
			emacsKeys[n] = f
		}
	}
	bindMoves(bind)
	bindChanges(bind)
	bind(
		"a step up; at the top the history: entries that begin as the text does",
		func(e *Editor) { e.vertical(-1) },
		"up",
		"C-p",
	)
	bind("a step down; at the bottom the history", func(e *Editor) { e.vertical(1) }, "down", "C-n")
	bind("the entry before in the history", (*Editor).older, "pageup", "M-p")
	bind("the entry after in the history", (*Editor).newer, "pagedown", "M-n")
	bind("search the history backwards", func(e *Editor) { e.startSearch(false) }, "C-r")
	bind("search the history forwards", func(e *Editor) { e.startSearch(true) }, "C-s")
	bind("the last argument of the input before; again: of older ones", (*Editor).lastArgument, "M-.")
	bind(
		"complete, or choose among the completions; indent at the head of a line; \\alpha becomes \u03b1",
		(*Editor).tab,
		"tab",
	)
	bind("take a step of indentation off the line", (*Editor).dedent, "S-tab")
	bind("begin a line whatever the text", (*Editor).breakLine, "M-enter", "S-enter", "C-o")
	bind("edit the text in $VISUAL or $EDITOR (also C-x C-e)", (*Editor).external, "f2")
	bind("", func(*Editor) {}, "C-x")
	bind("clear the screen", (*Editor).clearScreen, "C-l")
	bind("suspend", func(e *Editor) {
		if e.c.Suspend != nil {
			e.c.Suspend()
			e.scr.forget()
		}
	}, "C-z")
	bind("this list", (*Editor).showKeys, "f1")
}

type binder func(doc string, f func(e *Editor), names ...string)

func bindMoves(bind binder) {
	move := func(doc string, f func(b *buffer) int, names ...string) {
		bind(doc, func(e *Editor) { e.b.pos, e.b.typed = f(&e.b), false }, names...)
	}
	move("the beginning of the line", func(b *buffer) int { return b.lineStart(b.pos) }, "C-a", "home")
	bind("the end of the line; at the end of the text takes the suggestion", func(e *Editor) {
		if !e.takeSuggestion(false) {
			e.b.pos, e.b.typed = e.b.lineEnd(e.b.pos), false
		}
	}, "C-e", "end")
	move("a character to the left", func(b *buffer) int { return b.before(b.pos) }, "C-b", "left")
	bind("a character to the right; at the end of the text takes the suggestion", func(e *Editor) {
		if !e.takeSuggestion(false) {
			e.b.pos, e.b.typed = e.b.after(e.b.pos), false
		}
	}, "C-f", "right")
	move("a word to the left", func(b *buffer) int { return b.wordLeft(b.pos, isWord) }, "M-b", "C-left", "M-left")
	bind("a word to the right; at the end of the text takes a word of the suggestion", func(e *Editor) {
		if !e.takeSuggestion(true) {
			e.b.pos, e.b.typed = e.b.wordRight(e.b.pos, isWord), false
		}
	}, "M-f", "C-right", "M-right")
	move("the beginning of the text", func(*buffer) int { return 0 }, "M-<", "C-home")
	move("the end of the text", func(b *buffer) int { return len(b.text) }, "M->", "C-end")
}

func bindChanges(bind binder) {
	cut := func(doc string, kill bool, f func(b *buffer) int, names ...string) {
		bind(doc, func(e *Editor) { e.b.cut(e.b.pos, f(&e.b), kill) }, names...)
	}
	bind(
		"delete a character; among the blanks of a line a step of indentation",
		(*Editor).backspace,
		"backspace",
		"S-backspace",
	)
	cut(
		"delete the character under the cursor; C-d at an empty prompt leaves",
		false,
		func(b *buffer) int { return b.after(b.pos) },
		"C-d",
		"delete",
	)
	cut("cut the next word", true, func(b *buffer) int { return b.wordRight(b.pos, isWord) }, "M-d", "C-delete")
	cut(
		"cut the word before",
		true,
		func(b *buffer) int { return b.wordLeft(b.pos, isWord) },
		"M-backspace",
		"C-backspace",
	)
	cut("cut back to a blank", true, func(b *buffer) int { return b.wordLeft(b.pos, notBlank) }, "C-w")
	cut("cut to the beginning of the line", true, func(b *buffer) int { return b.lineStart(b.pos) }, "C-u")
	cut("cut to the end of the line", true, func(b *buffer) int {
		if end := b.lineEnd(b.pos); end > b.pos {
			return end
		}
		return b.after(b.pos) // at the end of a line: the break itself
	}, "C-k")
	bind("put back what was cut", (*Editor).yank, "C-y")
	bind("after that: what was cut before it", (*Editor).yankOlder, "M-y")
	bind("exchange two characters", func(e *Editor) { e.b.swap() }, "C-t")
	bind("the next word in capitals", func(e *Editor) { e.b.changeWord(strings.ToUpper) }, "M-u")
	bind("the next word in small letters", func(e *Editor) { e.b.changeWord(strings.ToLower) }, "M-l")
	bind("the next word with a capital", func(e *Editor) { e.b.changeWord(capitalize) }, "M-c")
	bind("undo", func(e *Editor) { e.b.undoStep() }, "C-_", "M-_")
	bind("redo", func(e *Editor) { e.b.redoStep() }, "M-r")
}

// Keys lists the keys and what they do, a line each, beginning with those that are no
// commands on the text.
func Keys() []string {
	rows := [][2]string{
		{"Enter", "run the text when it is whole, else begin an indented line"},
		{"C-c", "drop the text; while something runs: stop it and drop what was typed ahead"},
		{"C-d", "leave, at an empty prompt"},
	}
	for _, b := range bindings {
		if b.doc != "" {
			rows = append(rows, [2]string{strings.Join(b.names, ", "), b.doc})
		}
	}
	var out []string
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%-26s  %s", r[0], r[1]))
	}
	return out
}

// backspace deletes a character; in the blanks at the head of a line, a step of them.
func (e *Editor) backspace() {
	start := e.b.lineStart(e.b.pos)
	head := e.b.text[start:e.b.pos]
	if e.c.Brackets && e.b.pos > 0 && e.b.pos < len(e.b.text) && pairs[e.b.text[e.b.pos-1]] == e.b.text[e.b.pos] {
		e.b.cut(e.b.pos-1, e.b.pos+1, false)
		return
	}
	if step := e.step(); head != "" && strings.TrimLeft(head, " ") == "" && step[0] == ' ' {
		n := (len(head)-1)%len(step) + 1
		e.b.cut(e.b.pos-n, e.b.pos, false)
		return
	}
	e.b.cut(e.b.before(e.b.pos), e.b.pos, false)
}

func (e *Editor) yank() {
	if n := len(e.b.kills); n > 0 {
		e.b.mark(false)
		e.b.replace(e.b.pos, e.b.pos, e.b.kills[n-1])
	}
}

// yankOlder replaces what was just yanked by the text killed before it.
func (e *Editor) yankOlder() {
	n := len(e.b.kills)
	if n < 2 || e.last != "C-y" && e.last != "M-y" {
		return
	}
	now := e.b.kills[n-1]
	if !strings.HasSuffix(e.b.text[:e.b.pos], now) {
		return
	}
	e.b.kills = append([]string{now}, e.b.kills[:n-1]...)
	e.b.replace(e.b.pos-len(now), e.b.pos, e.b.kills[n-1])
}

// clearScreen empties the screen above the text.
func (e *Editor) clearScreen() {
	_, _ = e.c.Term.Write([]byte("\x1b[H\x1b[2J"))
	e.scr.forget()
}

// vertical moves in the text; at its edge it goes through the history.
func (e *Editor) vertical(dir int) {
	if e.want < 0 {
		e.want = e.b.column()
	}
	if !e.b.vertical(dir, e.want) {
		if dir < 0 {
			e.older()
		} else {
			e.newer()
		}
	}
}

// older shows the entry before that begins with what stood before the cursor at first.
func (e *Editor) older() {
	h := e.c.History
	switch {
	case e.past >= h.Len() || e.b.text == "":
		e.past, e.draft, e.prefix = h.Len(), e.b.text, e.b.text[:e.b.pos]
	case !e.recalled: // an entry that was changed: it is kept at the bottom, and the way goes on
		e.draft = e.b.text
	}
	for i := e.past - 1; i >= 0; i-- {
		if entry := h.Entry(i); strings.HasPrefix(entry, e.prefix) && entry != e.b.text {
			e.past = i
			e.recall(entry)
			return
		}
	}
}

// newer goes back towards the text that was being typed.
func (e *Editor) newer() {
	h := e.c.History
	if e.past >= h.Len() {
		return
	}
	if !e.recalled {
		e.draft = e.b.text
	}
	for i := e.past + 1; i < h.Len(); i++ {
		if entry := h.Entry(i); strings.HasPrefix(entry, e.prefix) && entry != e.b.text {
			e.past = i
			e.recall(entry)
			return
		}
	}
	e.past = h.Len()
	e.b.reset(e.draft)
	e.recalled, e.whole = false, false
}

func (e *Editor) recall(entry string) {
	e.b.reset(entry)
	e.recalled, e.whole, e.want = true, true, -1
}

// dedent takes a step of blanks off the head of the line.
func (e *Editor) dedent() {
	start := e.b.lineStart(e.b.pos)
	n := min(len(leading(e.b.text[start:])), len(e.step()))
	if n > 0 {
		pos := max(e.b.pos-n, start)
		e.b.cut(start, start+n, false)
		e.b.pos = pos
	}
}
