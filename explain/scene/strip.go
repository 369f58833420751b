package scene

import (
	"strconv"
	"strings"
)

// Strip is a row of cells with texts above and below each of them and brackets that join neighbours into values. Where
// it does not fit it goes on below, at whole groups, with the position of the first cell (@8).
type Strip struct {
	Label  string // at the left: [0]
	Cells  []Cell
	Above  []string // one a cell: the characters of bytes
	Below  []string // one a cell, at the right of it: x256
	Groups []Span
	Slot   int // columns of a cell at least
	Gap    int // columns between cells; 0 is one
	Indent int // columns before the cells, where there is room; 0 is those of the label
	From   int // the position of the first cell, for @

	// Remarks at the right of the lines, below where they do not fit.
	AboveNote, CellsNote, BelowNote, SpanNote string
}

// Span joins the cells From to To (not included): a bracket, the value below it.
type Span struct {
	From, To int
	Text     string // below the bracket
	Kind     Kind
	Tone     int
	Inside   string // within the bracket, which then takes the columns between cells too: [0], ✗
}

// Layout implements Node.
func (s Strip) Layout(r Room) *Block {
	b, indent := &Block{}, s.indent(r)
	slot, gap := s.slot(r), max(s.Gap, 1)
	fit := max((r.Width-indent+gap)/(slot+gap), 1)
	for from := 0; ; {
		to := s.breakAt(from, fit)
		s.piece(b, r, from, to, indent, slot, gap)
		if to >= len(s.Cells) {
			break
		}
		from = to
	}
	return b
}

func (s Strip) indent(r Room) int {
	n := Width(s.Label)
	if n > 0 && s.slotFree() == 0 {
		n++
	}
	if len(s.Cells) > 8 {
		n = max(n, 4) // room for @8
	}
	if r.Width >= 60 {
		n = max(n, s.Indent)
	}
	return min(n, r.Width/2)
}

// slotFree is how many columns of a slot its texts leave at the left.
func (s Strip) slotFree() int {
	if s.Slot >= 4 {
		return 1
	}
	return 0
}

// slot is the columns of one cell: its texts and its share of what stands below the brackets must fit.
func (s Strip) slot(r Room) int {
	slot, gap := max(s.Slot, 1), max(s.Gap, 1)
	for i, c := range s.Cells {
		slot = max(slot, Width(c.form(r)))
		if i < len(s.Below) {
			slot = max(slot, Width(s.Below[i]))
		}
		if i < len(s.Above) {
			slot = max(slot, Width(r.Clean(s.Above[i])))
		}
	}
	for _, g := range s.Groups {
		n := g.To - g.From
		if n > 0 {
			need := max(Width(r.Clean(g.Text))+1, Width(g.Inside))
			slot = max(slot, (need+n-1)/n-gap)
		}
	}
	return slot
}

// breakAt is where a line that begins with a cell ends: at the end of a group, if one fits.
func (s Strip) breakAt(from, fit int) int {
	to := min(from+fit, len(s.Cells))
	if to == len(s.Cells) {
		return to
	}
	for _, g := range s.Groups {
		if g.From < to && to < g.To && g.From > from {
			return g.From
		}
	}
	return to
}

func (s Strip) piece(b *Block, r Room, from, to, indent, slot, gap int) {
	x := func(i int) int { return indent + (i-from)*(slot+gap) }
	b2 := &Block{W: x(to) - gap}
	line := 0
	if from == 0 {
		b2.Marks = append(b2.Marks, Mark{}) // replaced by the label below
	}
	if s.texts(b2, r, s.Above, from, to, line, Middle, slot, x) {
		line++
	}
	aboveLine, cellsLine := line-1, line
	label := s.Label
	if from > 0 || s.From > 0 {
		label = "@" + strconv.Itoa(s.From+from)
	}
	for i := from; i < to; i++ {
		put(b2, r, s.Cells[i], x(i), line, slot, false, s.Label)
	}
	if from == 0 {
		b2.Marks = b2.Marks[1:]
	}
	b2.H = max(b2.H, line+1)
	if label != "" {
		b2.Marks = append([]Mark{{X: 0, Y: line, Text: label, Kind: Index, Group: s.Label}}, b2.Marks...)
		b2.W = max(b2.W, Width(label))
	}
	line++
	belowLine := line
	if s.texts(b2, r, s.Below, from, to, line, Right, slot, x) {
		line++
	}
	spanLine := s.brackets(b2, r, from, to, line, slot, gap, x)
	if from == 0 {
		s.notes(b2, r, []string{s.AboveNote, s.CellsNote, s.BelowNote, s.SpanNote},
			[]int{aboveLine, cellsLine, belowLine, spanLine})
	}
	b.Add(0, b.H, b2)
}

// texts puts one text a cell; it tells whether there was any.
func (s Strip) texts(b *Block, r Room, all []string, from, to, y int, a Align, slot int, x func(int) int) bool {
	any := false
	for i := from; i < to && i < len(all); i++ {
		text := r.Clean(all[i])
		if text == "" {
			continue
		}
		any = true
		w := slot
		if a == Right { // ends where the cell's text ends
			cell := Width(r.Clean(s.Cells[i].Text))
			w = (slot-cell+1)/2 + cell
		}
		b.Put(Mark{X: x(i), Y: y, W: w, Text: text, Kind: Dim, Align: a, Group: s.Label})
	}
	return any
}

// brackets puts those of the groups that begin on this line, with their values; it gives the values' line.
func (s Strip) brackets(b *Block, r Room, from, to, y, slot, gap int, x func(int) int) int {
	last := y
	for _, g := range s.Groups {
		if g.From < from || g.From >= to || g.To <= g.From {
			continue
		}
		end := min(g.To, to)
		x0, x1 := x(g.From), x(end)
		if g.Inside == "" {
			first, final := s.Cells[g.From], s.Cells[end-1]
			x0 += (slot - Width(r.Clean(first.Text)) + 1) / 2
			x1 = x(end-1) + (slot-Width(r.Clean(final.Text))+1)/2 + Width(r.Clean(final.Text))
		}
		bracket(b, x0, y, x1-x0, g, s.Label)
		if g.Text != "" {
			m := Mark{X: x0, Y: y + 1, W: x1 - x0, Text: r.Clean(g.Text), Kind: g.Kind, Align: MiddleLeft, Tone: g.Tone,
				Group: s.Label}
			b.Put(m)
			last = y + 1
		}
	}
	return last
}

// bracket draws └──┬──┘ under w columns, with a text within where there is one.
func bracket(b *Block, x, y, w int, g Span, group string) {
	switch inside := Width(g.Inside); {
	case inside > 0 && w < inside+2:
		b.Put(Mark{X: x, Y: y, Text: g.Inside, Kind: insideKind(g), Group: group})
	case inside > 0:
		left := (w - inside) / 2
		b.Put(Mark{X: x, Y: y, Text: "└" + strings.Repeat("─", left-1), Kind: Lines, Group: group})
		b.Put(Mark{X: x + left, Y: y, Text: g.Inside, Kind: insideKind(g), Group: group})
		b.Put(Mark{X: x + left + inside, Y: y, Text: strings.Repeat("─", w-left-inside-1) + "┘", Kind: Lines, Group: group})
	case w == 1:
		b.Put(Mark{X: x, Y: y, Text: "│", Kind: Lines, Group: group})
	case w == 2:
		b.Put(Mark{X: x, Y: y, Text: "└┘", Kind: Lines, Group: group})
	case w > 2:
		text := "└" + strings.Repeat("─", w/2-1) + "┬" + strings.Repeat("─", w-w/2-2) + "┘"
		b.Put(Mark{X: x, Y: y, Text: text, Kind: Lines, Group: group})
	}
}

func insideKind(g Span) Kind {
	if g.Inside == "✗" {
		return Faulty
	}
	return Index
}

// notes puts remarks at the right of their lines, all at one column, or below.
func (s Strip) notes(b *Block, r Room, texts []string, lines []int) {
	x := b.W + 5
	fits := func(x int) bool {
		for _, t := range texts {
			if x+Width(r.Clean(t)) > r.Width {
				return false
			}
		}
		return true
	}
	if !fits(x) {
		x = b.W + 2
	}
	if fits(x) {
		for i, t := range texts {
			if t != "" {
				b.Put(Mark{X: x, Y: max(lines[i], 0), Text: r.Clean(t), Kind: Dim})
			}
		}
		return
	}
	for _, t := range texts {
		if t != "" {
			b.Add(0, b.H, Indent{4, Text{t, Dim, 2}}.Layout(r))
		}
	}
}
