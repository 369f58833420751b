package line

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
)

// Span is a range of a text with the escape sequence that begins its look; ESC[0m ends it.
type Span struct {
	From, To int
	Look     string
}

const plainLook = "\x1b[0m"

// tabStop is the distance of tab stops on the screen.
const tabStop = 8

// cellWidth is the number of columns of one character at a column of its line.
func cellWidth(c string, col int) int {
	switch {
	case c == "\t":
		return tabStop - col%tabStop
	case len(c) == 1 && (c[0] < 0x20 || c[0] == 0x7f):
		return 2
	case len(c) == 1:
		return 1
	}
	return uniseg.StringWidth(cellText(c))
}

// cellText is what shows one character but a tab: ^X for control characters, the number of
// those that would turn the direction of the text or do something to the terminal.
func cellText(c string) string {
	if len(c) == 1 && (c[0] < 0x20 || c[0] == 0x7f) {
		return "^" + string(rune(c[0]^0x40))
	}
	if len(c) > 1 && strings.ContainsFunc(c, misleads) {
		var b strings.Builder
		for _, r := range c {
			if misleads(r) {
				fmt.Fprintf(&b, "<%04X>", r)
			} else {
				b.WriteRune(r)
			}
		}
		return b.String()
	}
	return c
}

// misleads tells whether a character is a control of the terminal or of the direction of text.
func misleads(r rune) bool {
	return r >= 0x80 && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 ||
		r == 0x200e || r == 0x200f || r == 0x061c || r == 0x2028 || r == 0x2029
}

// shown is a text of somebody else's as it may reach the terminal.
func shown(s string) string {
	clean := true
	for _, r := range s {
		clean = clean && r >= ' ' && r != 0x7f && !misleads(r)
	}
	if clean {
		return s
	}
	var b strings.Builder
	for s != "" {
		c := cluster(s)
		if s = s[len(c):]; c == "\n" || c == "\t" {
			c = " "
		}
		b.WriteString(cellText(c))
	}
	return b.String()
}

// row is one row of the screen.
type row struct {
	text  string // with looks
	width int
}

// layout is a drawing: rows, and the cursor's place.
type layout struct {
	rows   []row
	curRow int
	curCol int
}

// painter lays characters out in rows of a width.
type painter struct {
	layout
	width int
	b     strings.Builder
	col   int
	open  string // the look in force
}

func (p *painter) newline() {
	if p.open != "" {
		p.b.WriteString(plainLook)
	}
	p.rows = append(p.rows, row{p.b.String(), p.col})
	p.b.Reset()
	p.col = 0
	if p.open != "" {
		p.b.WriteString(p.open)
	}
}

// put adds one character with its look; it begins a new row when it does not fit.
func (p *painter) put(text string, w int, open string) {
	if p.col+w > p.width && p.col > 0 {
		p.newline()
	}
	if open != p.open {
		if p.open != "" {
			p.b.WriteString(plainLook)
		}
		p.b.WriteString(open)
		p.open = open
	}
	if w > p.width {
		text, w = "?", 1
	}
	p.b.WriteString(text)
	p.col += w
}

func (p *painter) plain() {
	if p.open != "" {
		p.b.WriteString(plainLook)
		p.open = ""
	}
}

// lay draws a text with its prompts, its looks and the cursor.
func lay(text string, pos, width int, prompt, more, promptLook string, spans []Span) layout {
	p := &painter{width: max(width, 1)}
	head := func(s string) {
		for _, r := range s {
			p.put(string(r), 1, promptLook)
		}
		p.plain()
	}
	head(prompt)
	lineCol, si, placed := 0, 0, false
	for at := 0; ; {
		if at >= pos && pos >= 0 && !placed {
			placed = true
			if p.col >= p.width {
				p.plain()
				p.newline()
			}
			p.curRow, p.curCol = len(p.rows), p.col
		}
		if at >= len(text) {
			break
		}
		if text[at] == '\n' {
			p.plain()
			p.newline()
			head(more)
			lineCol = 0
			at++
			continue
		}
		c := cluster(text[at:])
		for si < len(spans) && spans[si].To <= at {
			si++
		}
		look := ""
		if si < len(spans) && spans[si].From <= at {
			look = spans[si].Look
		}
		w := cellWidth(c, lineCol)
		if c == "\t" {
			for range w {
				p.put(" ", 1, look)
			}
		} else {
			p.put(cellText(c), w, look)
		}
		lineCol += w
		at += len(c)
	}
	p.plain()
	p.newline()
	return p.layout
}

// cluster is the first character of a text as a person counts them.
func cluster(s string) string {
	if len(s) == 1 || s[0] < 0x80 && s[1] < 0x80 {
		return s[:1]
	}
	c, _, _, _ := uniseg.FirstGraphemeClusterInString(s, -1)
	return c
}

// screen draws layouts where the cursor was, changing only the rows that differ.
type screen struct {
	term   Terminal
	rows   []row // on the screen now
	curRow int   // the cursor's row among them
	curCol int
	top    int // first row of the layout that shows, when not all fit
}

// forget tells that the screen is at a fresh line: nothing of ours is on it.
func (s *screen) forget() { s.rows, s.curRow, s.curCol, s.top = nil, 0, 0, 0 }

// reflow finds the cursor again after the width changed: rows that were wider than the
// screen is now take several.
func (s *screen) reflow(width int) {
	at := 0
	var rows []row
	for i, r := range s.rows {
		n := 1
		if r.width > width {
			n = (r.width + width - 1) / width
		}
		if i < s.curRow {
			at += n
		} else if i == s.curRow {
			at += s.curCol / width
		}
		for range n {
			rows = append(rows, row{"\x00", 0}) // not equal to any drawing
		}
	}
	s.rows, s.curRow = rows, min(at, max(len(rows)-1, 0))
}

// draw shows a layout. A layout higher than the screen shows the part around the cursor.
func (s *screen) draw(l layout, height int) {
	rows, cur := l.rows, l.curRow
	if height > 0 && len(rows) > height {
		s.top = max(min(s.top, cur), cur-height+1)
		s.top = min(s.top, len(rows)-height)
		rows, cur = rows[s.top:s.top+height], cur-s.top
	} else {
		s.top = 0
	}
	var b strings.Builder
	for i, r := range rows {
		if i < len(s.rows) && s.rows[i] == r {
			continue
		}
		s.moveTo(&b, i)
		b.WriteString("\r\x1b[K" + r.text)
	}
	for i := len(rows); i < len(s.rows); i++ {
		s.moveTo(&b, i)
		b.WriteString("\r\x1b[K")
	}
	if len(s.rows) < len(rows) {
		s.rows = append(s.rows, make([]row, len(rows)-len(s.rows))...)
	}
	copy(s.rows, rows)
	for i := len(rows); i < len(s.rows); i++ {
		s.rows[i] = row{}
	}
	s.moveTo(&b, cur)
	s.curCol = l.curCol
	b.WriteByte('\r')
	if l.curCol > 0 {
		b.WriteString("\x1b[" + strconv.Itoa(l.curCol) + "C")
	}
	if len(s.rows) > len(rows) {
		s.rows = s.rows[:max(len(rows), 1)]
	}
	_, _ = s.term.Write([]byte(b.String()))
}

// moveTo moves the cursor to a row of the drawing; rows below the last are made.
func (s *screen) moveTo(b *strings.Builder, to int) {
	last := max(len(s.rows)-1, 0)
	switch {
	case to < s.curRow:
		b.WriteString("\x1b[" + strconv.Itoa(s.curRow-to) + "A")
	case to > s.curRow:
		if n := min(to, last) - s.curRow; n > 0 {
			b.WriteString("\x1b[" + strconv.Itoa(n) + "B")
		}
		for i := max(last, s.curRow); i < to; i++ {
			b.WriteString("\r\n")
		}
		for len(s.rows) <= to {
			s.rows = append(s.rows, row{})
		}
	}
	s.curRow = to
}
