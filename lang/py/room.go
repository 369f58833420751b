package py

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/tfs-lang/tfs/memory"
)

// itemBytes is what one item of a sequence takes, apart from the value it refers to.
const itemBytes = 16

// Fits refuses a text of n bytes when tfs does not keep as many, or the account has no room.
func Fits(n int64) error { return fits(n) }

// FitsItems refuses a sequence of n items that has no room.
//
//go:noinline
func FitsItems(n int) error {
	if n > maxItems {
		return Raisef(
			MemoryErrorClass,
			"a sequence of %d items does not fit",
			n,
		).WithHint("tfs keeps sequences below %d items.", maxItems)
	}
	if !memory.Reserve(int64(n) * itemBytes) {
		return OutOfMemory("a sequence of %d items does not fit", n)
	}
	return nil
}

// piece is how many items are worked on between two looks for an interrupt.
const piece = 1 << 16

// copyItems copies items, as many as there is room for in to, and stops at an interrupt.
func copyItems(t *Thread, to, from []Value) error {
	for len(to) > 0 && len(from) > 0 {
		n := copy(to[:min(len(to), piece)], from)
		to, from = to[n:], from[n:]
		if len(from) == 0 || len(to) == 0 {
			break
		}
		if err := t.Check(); err != nil {
			return err
		}
	}
	return nil
}

// extend appends to a list; an interrupt leaves it as it was.
func (l *List) extend(t *Thread, more []Value) error {
	if len(more) <= piece {
		items, err := grow(l.Items, more...)
		l.Items = items
		return err
	}
	n := len(l.Items) + len(more)
	if err := FitsItems(n); err != nil {
		return err
	}
	out := slices.Grow(l.Items, len(more))[:n]
	if err := copyItems(t, out[n-len(more):], more); err != nil {
		return err
	}
	l.Items = out
	return nil
}

// grow appends to items, where there is room for the move to a larger place.
func grow(items []Value, more ...Value) ([]Value, error) {
	if n := len(items) + len(more); n > cap(items) {
		if err := FitsItems(n); err != nil {
			return items, err
		}
	}
	return append(items, more...), nil
}

// manyBytes is how long a text may get before it asks the account for room to grow.
const manyBytes = 1 << 16

// Append adds s to a text under way. A long one must have room before it moves to a larger place.
func Append(to []byte, s string) ([]byte, error) {
	if n := len(to) + len(s); n > cap(to) && n > manyBytes {
		if len(s) < len(to) {
			n += len(to) / 4 // more will follow
		}
		if err := fits(int64(n)); err != nil {
			return to, err
		}
		to = append(make([]byte, 0, n), to...)
	}
	return append(to, s...), nil
}

// Done is the finished text; the bytes of a long one become it, so nobody may change them any more.
func Done(text []byte) string {
	if len(text) > manyBytes {
		return owned(text)
	}
	return string(text)
}

// owned is the text of bytes that nobody changes any more.
func owned(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }

// Text builds a text piece by piece within the memory account and stops for Ctrl-C. After a
// failure it takes nothing more; Err and String tell.
type Text struct {
	t   *Thread
	b   strings.Builder
	err error
}

// NewText makes an empty text.
func NewText(t *Thread) *Text { return &Text{t: t} }

// WriteString adds a piece.
func (w *Text) WriteString(s string) {
	if w.room(len(s)) {
		w.b.WriteString(s)
	}
}

// WriteByte adds a byte.
func (w *Text) WriteByte(c byte) error {
	if w.room(1) {
		w.b.WriteByte(c)
	}
	return w.err
}

// room tells whether n more bytes may be added.
func (w *Text) room(n int) bool {
	if w.err != nil {
		return false
	}
	if n += w.b.Len(); n > w.b.Cap() && n > longText {
		if w.err = fits(int64(n)); w.err != nil {
			return false
		}
	}
	w.err = w.t.Poll()
	return w.err == nil
}

// WriteRune adds a character.
func (w *Text) WriteRune(r rune) { w.WriteString(string(r)) }

// Repeat adds a piece n times.
func (w *Text) Repeat(s string, n int) {
	if w.err == nil {
		w.err = fits(int64(len(s)) * int64(n))
	}
	if w.err == nil {
		w.WriteString(strings.Repeat(s, n))
	}
}

// Len is the number of bytes so far.
func (w *Text) Len() int { return w.b.Len() }

// Err is why the text is not complete.
func (w *Text) Err() error { return w.err }

// String is the text.
func (w *Text) String() (string, error) { return w.b.String(), w.err }
