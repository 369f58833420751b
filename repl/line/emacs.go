package line

import "strings"

// emacsKeys are the keys of both modes that do one thing to the text.
var emacsKeys map[string]func(e *Editor)

// keepsColumn are the keys after which up and down go on from the column they began in.
var keepsColumn = map[string]bool{"up": true, "down": true, "C-p": true, "C-n": true}

func init() {
	bind := func(f func(e *Editor), names ...string) {
		for _, n := range names {
			emacsKeys[n] = f
		}
	}
	move := func(f func(b *buffer) int, names ...string) {
		bind(func(e *Editor) { e.b.pos, e.b.typed = f(&e.b), false }, names...)
	}
	cut := func(kill bool, f func(b *buffer) int, names ...string) {
		bind(func(e *Editor) { e.b.cut(e.b.pos, f(&e.b), kill) }, names...)
	}
	emacsKeys = map[string]func(e *Editor){}

	move(func(b *buffer) int { return b.lineStart(b.pos) }, "C-a", "home")
	move(func(b *buffer) int { return b.lineEnd(b.pos) }, "C-e", "end")
	move(func(b *buffer) int { return b.before(b.pos) }, "C-b", "left")
	move(func(b *buffer) int { return b.after(b.pos) }, "C-f", "right")
	move(func(b *buffer) int { return b.wordLeft(b.pos, isWord) }, "M-b", "C-left", "M-left")
	move(func(b *buffer) int { return b.wordRight(b.pos, isWord) }, "M-f", "C-right", "M-right")
	move(func(*buffer) int { return 0 }, "M-<", "C-home")
	move(func(b *buffer) int { return len(b.text) }, "M->", "C-end")

	cut(false, func(b *buffer) int { return b.after(b.pos) }, "C-d", "delete")
	cut(true, func(b *buffer) int { return b.wordRight(b.pos, isWord) }, "M-d", "C-delete")
	cut(true, func(b *buffer) int { return b.wordLeft(b.pos, isWord) }, "M-backspace", "C-backspace")
	cut(true, func(b *buffer) int { return b.wordLeft(b.pos, notBlank) }, "C-w")
	cut(true, func(b *buffer) int { return b.lineStart(b.pos) }, "C-u")
	cut(true, func(b *buffer) int {
		if end := b.lineEnd(b.pos); end > b.pos {
			return end
		}
		return b.after(b.pos) // at the end of a line: the break itself
	}, "C-k")

	bind((*Editor).backspace, "backspace", "S-backspace")
	bind(func(e *Editor) { e.b.swap() }, "C-t")
	bind(func(e *Editor) { e.b.changeWord(strings.ToUpper) }, "M-u")
	bind(func(e *Editor) { e.b.changeWord(strings.ToLower) }, "M-l")
	bind(func(e *Editor) { e.b.changeWord(capitalize) }, "M-c")
	bind(func(e *Editor) { e.b.undoStep() }, "C-_", "M-_")
	bind(func(e *Editor) { e.b.redoStep() }, "M-r")
	bind((*Editor).yank, "C-y")
	bind((*Editor).yankOlder, "M-y")
	bind((*Editor).breakLine, "M-enter", "S-enter", "C-o")
	bind(func(e *Editor) { e.vertical(-1) }, "up", "C-p")
	bind(func(e *Editor) { e.vertical(1) }, "down", "C-n")
	bind(func(e *Editor) { e.older() }, "pageup", "M-p")
	bind(func(e *Editor) { e.newer() }, "pagedown", "M-n")
	bind((*Editor).tab, "tab")
	bind((*Editor).dedent, "S-tab")
	bind((*Editor).startSearch, "C-r")
	bind((*Editor).clearScreen, "C-l")
	bind(func(e *Editor) {
		if e.c.Suspend != nil {
			e.c.Suspend()
			e.scr.forget()
		}
	}, "C-z")
}

// backspace deletes a character; in the blanks at the head of a line, a step of them.
func (e *Editor) backspace() {
	start := e.b.lineStart(e.b.pos)
	head := e.b.text[start:e.b.pos]
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
	if e.past == h.Len() || !e.recalled {
		e.past, e.draft = h.Len(), e.b.text
		e.prefix = e.b.text[:e.b.pos]
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
	if e.past == h.Len() || !e.recalled {
		return
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
