package line

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// buffer is the text being edited, the cursor in it (a byte offset between characters as a
// person counts them), and what undo and yank need.
type buffer struct {
	text  string
	pos   int
	undo  []state
	redo  []state
	typed bool // the last change inserted single characters
	kills []string
}

type state struct {
	text string
	pos  int
}

// maxUndo bounds the steps kept, maxUndoBytes about what they hold, and maxKills the texts cut.
const (
	maxUndo      = 500
	maxUndoBytes = 64 << 20
	maxKills     = 20
)

func (b *buffer) reset(text string) {
	b.text, b.pos, b.undo, b.redo, b.typed = text, len(text), nil, nil, false
}

// mark remembers the text for undo. Runs of typed characters are one step.
//
//go:noinline
func (b *buffer) mark(typing bool) {
	if typing && b.typed {
		return
	}
	b.typed = typing
	for len(b.undo) >= maxUndo || len(b.undo) > 1 && len(b.text)*len(b.undo) > maxUndoBytes {
		b.undo = append(b.undo[:0], b.undo[1:]...)
	}
	b.undo = append(b.undo, state{b.text, b.pos})
	b.redo = nil
}

func (b *buffer) undoStep() { b.step(&b.undo, &b.redo) }
func (b *buffer) redoStep() { b.step(&b.redo, &b.undo) }

// step goes to the last state of one list and remembers the present one in the other.
//
//go:noinline
func (b *buffer) step(from, back *[]state) {
	b.typed = false
	if n := len(*from); n > 0 {
		*back = append(*back, state{b.text, b.pos})
		b.text, b.pos = (*from)[n-1].text, (*from)[n-1].pos
		*from = (*from)[:n-1]
	}
}

// replace puts s in place of a range and the cursor behind it.
//
//go:noinline
func (b *buffer) replace(from, to int, s string) {
	b.text = b.text[:from] + s + b.text[to:]
	b.pos = from + len(s)
}

func (b *buffer) insert(s string) {
	b.mark(len(s) <= utf8.UTFMax && !strings.Contains(s, "\n"))
	b.replace(b.pos, b.pos, s)
}

// cut deletes a range, and keeps it to yank when kill is set.
func (b *buffer) cut(from, to int, kill bool) {
	if from > to {
		from, to = to, from
	}
	if from == to {
		return
	}
	if kill {
		b.kill(b.text[from:to])
	}
	b.mark(false)
	b.replace(from, to, "")
}

func (b *buffer) kill(s string) {
	b.kills = append(b.kills, s)
	if len(b.kills) > maxKills {
		b.kills = b.kills[1:]
	}
}

// lineStart and lineEnd are the bounds of the line the offset is in.
//
//go:noinline
func (b *buffer) lineStart(at int) int { return strings.LastIndexByte(b.text[:at], '\n') + 1 }

func (b *buffer) lineEnd(at int) int {
	if i := strings.IndexByte(b.text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(b.text)
}

// line is the text of the line the cursor is in.
func (b *buffer) line() string { return b.text[b.lineStart(b.pos):b.lineEnd(b.pos)] }

func (b *buffer) onLastLine() bool { return !strings.Contains(b.text[b.pos:], "\n") }

// after is the offset behind the character at an offset: accents and emoji of several code
// points are one.
func (b *buffer) after(at int) int {
	if at >= len(b.text) {
		return len(b.text)
	}
	return at + len(cluster(b.text[at:]))
}

// before is the offset of the character before an offset.
func (b *buffer) before(at int) int {
	if at <= 0 {
		return 0
	}
	start := b.lineStart(at)
	if start == at {
		return at - 1
	}
	for i := at - 1; i > start; i-- { // between two ASCII characters there is always a border
		if b.text[i] < utf8.RuneSelf && b.text[i-1] < utf8.RuneSelf {
			start = i
			break
		}
	}
	last, rest, state := start, b.text[start:at], -1
	for rest != "" {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if rest != "" {
			last += len(c)
		}
	}
	return last
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// wordRight is the end of the next word; wordLeft the beginning of the one before.
func (b *buffer) wordRight(at int, in func(rune) bool) int {
	for at < len(b.text) {
		r, n := utf8.DecodeRuneInString(b.text[at:])
		if in(r) {
			break
		}
		at += n
	}
	for at < len(b.text) {
		r, n := utf8.DecodeRuneInString(b.text[at:])
		if !in(r) {
			break
		}
		at += n
	}
	return at
}

func (b *buffer) wordLeft(at int, in func(rune) bool) int {
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(b.text[:at])
		if in(r) {
			break
		}
		at -= n
	}
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(b.text[:at])
		if !in(r) {
			break
		}
		at -= n
	}
	return at
}

func notBlank(r rune) bool { return !unicode.IsSpace(r) }

// vertical moves the cursor to the line above (-1) or below (1), near the display column
// want; false when there is none.
func (b *buffer) vertical(dir, want int) bool {
	start := b.lineStart(b.pos)
	var from int
	switch {
	case dir < 0 && start > 0:
		from = b.lineStart(start - 1)
	case dir > 0 && b.lineEnd(b.pos) < len(b.text):
		from = b.lineEnd(b.pos) + 1
	default:
		return false
	}
	col := 0
	for b.pos = from; b.pos < b.lineEnd(from); {
		next := b.after(b.pos)
		if col += cellWidth(b.text[b.pos:next], col); col > want {
			break
		}
		b.pos = next
	}
	return true
}

// column is the display column of the cursor in its line, without prompt.
func (b *buffer) column() int {
	col := 0
	for at := b.lineStart(b.pos); at < b.pos; {
		next := b.after(at)
		col += cellWidth(b.text[at:next], col)
		at = next
	}
	return col
}

// swap exchanges the characters around the cursor.
func (b *buffer) swap() {
	at := b.pos
	if at == b.lineEnd(at) {
		at = b.before(at)
	}
	if at <= b.lineStart(at) {
		return
	}
	prev, next := b.before(at), b.after(at)
	b.mark(false)
	b.replace(prev, next, b.text[at:next]+b.text[prev:at])
}

// changeWord maps the next word.
func (b *buffer) changeWord(f func(string) string) {
	end := b.wordRight(b.pos, isWord)
	b.mark(false)
	b.replace(b.pos, end, f(b.text[b.pos:end]))
}

func capitalize(s string) string {
	out := []rune(strings.ToLower(s))
	for i, r := range out {
		if isWord(r) {
			out[i] = unicode.ToUpper(r)
			break
		}
	}
	return string(out)
}
