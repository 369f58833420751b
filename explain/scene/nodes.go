package scene

import "strings"

// Stack are nodes under each other.
type Stack []Node

// Layout implements Node.
func (s Stack) Layout(r Room) *Block {
	b := &Block{}
	for _, n := range s {
		if n != nil {
			b.Add(0, b.H, n.Layout(r))
		}
	}
	return b
}

// Beside are nodes side by side where they fit, else under each other.
type Beside struct {
	Nodes []Node
	Gap   int // columns between them
}

// Layout implements Node.
func (s Beside) Layout(r Room) *Block {
	b, x := &Block{}, 0
	for i, n := range s.Nodes {
		if i > 0 {
			x = b.W + s.Gap
		}
		nb := n.Layout(r)
		if x+nb.W > r.Width && i > 0 {
			return Stack(s.Nodes).Layout(r)
		}
		b.Add(x, 0, nb)
	}
	return b
}

// Indent moves a node to the right.
type Indent struct {
	By   int
	Node Node
}

// Layout implements Node.
func (s Indent) Layout(r Room) *Block {
	by := s.By
	if r.Width < 4*by {
		by = 0
	}
	b := &Block{}
	b.Add(by, 0, s.Node.Layout(r.Less(by)))
	return b
}

// Text is a paragraph, broken at blanks; lines after the first stand Hang columns to the right.
type Text struct {
	S    string
	Kind Kind
	Hang int
}

// Layout implements Node.
func (s Text) Layout(r Room) *Block {
	b, x := &Block{}, 0
	lines := strings.Split(s.S, "\n") // Clean would escape them
	for i := range lines {
		lines[i] = r.Clean(lines[i])
	}
	for _, l := range wrap(strings.Join(lines, "\n"), r.Width, r.Width-s.Hang) {
		if l == "" {
			b.H++
			continue
		}
		b.Put(Mark{X: x, Y: b.H, Text: l, Kind: s.Kind})
		x = s.Hang
	}
	return b
}

// Note is a remark at the right side of a node, on its line At; where it does not fit it stands below.
type Note struct {
	Node Node
	S    string
	At   int
	Col  int // the column of the note, at least; 0: five after the node
	Kind Kind
}

// Layout implements Node.
func (s Note) Layout(r Room) *Block {
	b := s.Node.Layout(r)
	if s.S == "" {
		return b
	}
	kind := s.Kind
	if kind == Plain {
		kind = Dim
	}
	text := r.Clean(s.S)
	x := max(b.W+5, s.Col)
	if b.H > s.At && x+Width(text) > r.Width {
		x = b.W + 2
	}
	if x+Width(text) <= r.Width {
		b.Put(Mark{X: x, Y: s.At, Text: text, Kind: kind})
		return b
	}
	b.Add(0, b.H, Indent{4, Text{s.S, kind, 2}}.Layout(r))
	return b
}

// Cell is a value in a row. Its text is what the printer made of the value.
type Cell struct {
	Text string
	Kind Kind // Value, Padded, Dropped, Taken, Faulty or words
	Tone int
}

// Cells makes plain cells of texts.
func Cells(texts ...string) []Cell {
	out := make([]Cell, len(texts))
	for i, t := range texts {
		out[i] = Cell{Text: t, Kind: Value}
	}
	return out
}

// form is the text of a cell with the characters that say what it is.
func form(k Kind, s string) string {
	switch k {
	case Padded:
		return "(" + s + ")"
	case Dropped:
		return "/" + s + "/"
	case Taken:
		return "[" + s + "]"
	}
	return s
}

func (c Cell) form(r Room) string { return form(c.Kind, r.Clean(c.Text)) }

// boxed tells the kinds that are boxes in SVG.
func boxed(k Kind) bool {
	return k >= Value && k <= Mantissa && k != Faulty
}

// Run is a row of cells.
type Run struct {
	Cells []Cell
	Slot  int  // columns of a cell at least
	Gap   int  // columns between cells; 0 is one, -1 none
	Tight bool // each cell is as wide as its own text, not as the widest
	Right bool // cells stand at the right of their slots
	Group string
}

// slots are the widths of the cells.
func (s Run) slots(r Room) []int {
	out, most := make([]int, len(s.Cells)), s.Slot
	for i, c := range s.Cells {
		out[i] = max(Width(c.form(r)), s.Slot)
		most = max(most, out[i])
	}
	if !s.Tight {
		for i := range out {
			out[i] = most
		}
	}
	return out
}

func (s Run) gap() int {
	switch s.Gap {
	case 0:
		return 1
	case -1:
		return 0
	}
	return s.Gap
}

// elided is the run with cells left out before the last one, so that it fits.
func (s Run) elided(r Room) Run {
	n := len(s.Cells)
	if n == 1 {
		c := s.Cells[0]
		w := r.Width - Width(form(c.Kind, ""))
		c.Text = Cut(r.Clean(c.Text), w)
		s.Cells = []Cell{c}
		return s
	}
	dots := Cell{Text: "...", Kind: Dim}
	for keep := n - 2; keep >= 0; keep-- {
		t := s
		t.Cells = append(append(append([]Cell{}, s.Cells[:keep]...), dots), s.Cells[n-1])
		t.Tight = s.Tight || keep < 2
		if t.width(r) <= r.Width || keep == 0 {
			return t
		}
		if keep > r.Width { // far too many: go on where they may fit
			keep = min(keep, r.Width+1)
		}
	}
	return s
}

func (s Run) width(r Room) int {
	w := 0
	for _, n := range s.slots(r) {
		w += n + s.gap()
	}
	return max(w-s.gap(), 0)
}

// Layout implements Node.
func (s Run) Layout(r Room) *Block {
	b, x := &Block{H: 1}, 0
	if len(s.Cells) > r.Width || s.width(r) > r.Width {
		s = s.elided(r)
	}
	slots := s.slots(r)
	for i, c := range s.Cells {
		put(b, r, c, x, 0, slots[i], s.Right, s.Group)
		x += slots[i] + s.gap()
	}
	return b
}

// put places a cell in a slot.
func put(b *Block, r Room, c Cell, x, y, slot int, right bool, group string) {
	m := Mark{X: x, Y: y, W: slot, Text: r.Clean(c.Text), Kind: c.Kind, Align: Middle, Tone: c.Tone, Group: group}
	if right {
		m.Align = Right
	} else if !boxed(c.Kind) && c.Kind != Faulty {
		m.Align = Left
	}
	b.Put(m)
}
