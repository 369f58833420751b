package scene

// Table is rows of columns, each a run of cells or words. What does not fit goes in this order: remarks go below their
// rows, runs leave cells out before the last one, and on the narrowest terminals each column has its own line.
type Table struct {
	Rows  []Row
	Gap   int  // columns between columns; 0 is two
	Tight bool // runs of different rows need not stand below each other cell by cell
}

// Row is one row with its remark.
type Row struct {
	Cols  []Run
	Note  string
	Kind  Kind   // of the remark; Dim when Plain
	Group string // in words
}

// Words is a column of one text.
//
//go:noinline
func Words(k Kind, s string) Run { return Run{Cells: []Cell{{Text: s, Kind: k}}} }

// Number is a column of one text at its right side.
func Number(s string) Run { return Run{Cells: []Cell{{Text: s}}, Right: true} }

// Layout implements Node.
func (s Table) Layout(r Room) *Block {
	gap := s.Gap
	if gap == 0 {
		gap = 2
	}
	rows := s.aligned(r)
	widths := columns(rows, r)
	total, noteWidth := sum(widths, gap), 0
	for _, row := range rows {
		noteWidth = max(noteWidth, Width(r.Clean(row.Note)))
	}
	right := noteWidth > 0 && total+3+noteWidth <= r.Width
	if total > r.Width {
		if widths = shrink(widths, r.Width, gap); widths == nil {
			return s.list(r, rows)
		}
	}
	b := &Block{}
	for _, row := range rows {
		y, x := b.H, 0
		b.H++
		for i, c := range row.Cols {
			if c.Group == "" {
				c.Group = row.Group
			}
			cb := c.Layout(r.Less(r.Width - widths[i]))
			at := x
			if c.Right {
				at = x + max(widths[i]-cb.W, 0)
			}
			b.Add(at, y, cb)
			x += widths[i] + gap
		}
		kind := row.Kind
		if kind == Plain {
			kind = Dim
		}
		switch {
		case row.Note == "":
		case right:
			b.Put(Mark{X: sum(widths, gap) + 3, Y: y, Text: r.Clean(row.Note), Kind: kind})
		default:
			b.Add(0, b.H, Indent{4, Text{row.Note, kind, 2}}.Layout(r))
		}
	}
	return b
}

// aligned gives the runs of each column the same slots.
func (s Table) aligned(r Room) []Row {
	out := make([]Row, len(s.Rows))
	var slots []int
	for _, row := range s.Rows {
		for i, c := range row.Cols {
			if i == len(slots) {
				slots = append(slots, 0)
			}
			if len(c.Cells) > 1 || c.Slot > 0 || len(c.Cells) == 1 && boxed(c.Cells[0].Kind) {
				for _, n := range c.slots(r) {
					slots[i] = max(slots[i], n)
				}
			}
		}
	}
	for k, row := range s.Rows {
		cols := make([]Run, len(row.Cols))
		for i, c := range row.Cols {
			if !s.Tight && !c.Tight && len(c.Cells) > 0 && boxed(c.Cells[0].Kind) {
				c.Slot = max(c.Slot, slots[i])
			}
			cols[i] = c
		}
		row.Cols = cols
		out[k] = row
	}
	return out
}

func columns(rows []Row, r Room) []int {
	var widths []int
	for _, row := range rows {
		for i, c := range row.Cols {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], c.width(r))
		}
	}
	return widths
}

func sum(widths []int, gap int) int {
	n := -gap
	for _, w := range widths {
		n += w + gap
	}
	return max(n, 0)
}

// shrink takes columns from the widest ones until all fit; nil when they cannot.
func shrink(widths []int, room, gap int) []int {
	out := append([]int{}, widths...)
	const least = 7
	for sum(out, gap) > room {
		widest := 0
		for i, w := range out {
			if w > out[widest] {
				widest = i
			}
		}
		if out[widest] <= least {
			return nil
		}
		out[widest] -= min(max(sum(out, gap)-room, 1), max((out[widest]-least)/2, 1))
	}
	return out
}

// list has a line for each column.
func (s Table) list(r Room, rows []Row) *Block {
	b := &Block{}
	for _, row := range rows {
		by := 0
		for _, c := range row.Cols {
			if len(c.Cells) == 0 || len(c.Cells) == 1 && c.Cells[0].Text == "" {
				continue
			}
			c.Slot, c.Tight = 0, true
			b.Add(0, b.H, Indent{by, c}.Layout(r))
			by = 2
		}
		if row.Note != "" {
			b.Add(0, b.H, Indent{4, Text{row.Note, Dim, 2}}.Layout(r))
		}
	}
	return b
}
