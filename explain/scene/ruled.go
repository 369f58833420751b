package scene

import "strconv"

// Ruled is lines of values with bars between them and the numbers of the bars above: row splits over values. Where it
// does not fit it goes on below, with the position of the first value (@8).
type Ruled struct {
	Rulers []Rule
	Rows   []RuledRow
	Note   string // below
}

// Rule is a ruler: bars before the values at the positions At, which rise, each with a text.
type Rule struct {
	Label  string
	At     []int
	Texts  []string
	Double bool   // ║: of an outer level
	Note   string // at the right
}

// RuledRow is a line of values, all lines as long.
type RuledRow struct {
	Label string
	Cells []Cell
	Bars  bool // the bars of the last ruler go on between them
	Note  string
}

// count is how many values a line has.
func (s Ruled) count() int {
	n := 0
	for _, row := range s.Rows {
		n = max(n, len(row.Cells))
	}
	return n
}

// Layout implements Node.
func (s Ruled) Layout(r Room) *Block {
	label, slot := 0, 1
	for _, u := range s.Rulers {
		label = max(label, Width(u.Label))
		for i, t := range u.Texts { // a number ends before the next one
			if i+1 < len(u.At) && u.At[i+1] > u.At[i] {
				n := u.At[i+1] - u.At[i]
				slot = max(slot, (Width(t)+n)/n-3)
			}
		}
	}
	for _, row := range s.Rows {
		label = max(label, Width(row.Label))
		for _, c := range row.Cells {
			slot = max(slot, Width(c.form(r)))
		}
	}
	pitch := slot + 3
	if r.Width < 60 && label+3+pitch*s.count() > r.Width {
		pitch = slot + 1
	}
	gap := 3
	if label+gap+pitch > r.Width {
		return s.list(r)
	}
	if r.Width < 60 {
		gap = 1
	}
	fit := max((r.Width-label-gap-1)/pitch, 1)
	b, n := &Block{}, s.count()
	for from := 0; from < n || from == 0; from += fit {
		s.piece(b, r, from, min(from+fit, n), label+gap, pitch)
	}
	if s.Note != "" {
		b.Add(0, b.H, Text{s.Note, Dim, 2}.Layout(r))
	}
	return b
}

func (s Ruled) piece(b *Block, r Room, from, to, left, pitch int) {
	p := &Block{}
	y := 0
	for k, u := range s.Rulers {
		group := u.Label
		p.Put(Mark{Y: y, Text: u.Label, Kind: Dim, Group: group})
		last := k == len(s.Rulers)-1 || u.Double
		free := 0
		for i, at := range u.At {
			if at < from || at > to || at == to && to < s.count() {
				continue
			}
			x := left + (at-from)*pitch
			text := u.Texts[i]
			if x >= free {
				p.Put(Mark{X: x, Y: y, Text: text, Kind: Ruler, Group: group})
				free = x + Width(text) + 1
			}
			if last {
				p.Put(Mark{X: x, Y: y + 1, Text: bar(u.Double), Kind: Lines, Group: group})
			}
		}
		side(p, r, u.Note, y, k == 0 && from == 0)
		if y++; last {
			y++
		}
	}
	for _, row := range s.Rows {
		label := row.Label
		if from > 0 && row.Bars {
			label = "@" + strconv.Itoa(from)
		}
		p.Put(Mark{Y: y, Text: label, Kind: Dim, Group: row.Label})
		for i := from; i < to && i < len(row.Cells); i++ {
			x := left + (i-from)*pitch
			put(p, r, row.Cells[i], x+1, y, pitch-1, false, row.Label)
		}
		if row.Bars && len(s.Rulers) > 0 {
			u := s.Rulers[len(s.Rulers)-1]
			for _, at := range u.At {
				if at >= from && (at < to || at == s.count() && to == at) {
					p.Put(Mark{X: left + (at-from)*pitch, Y: y, Text: bar(false), Kind: Lines})
				}
			}
		}
		side(p, r, row.Note, y, from == 0)
		y++
	}
	b.Add(0, b.H, p)
}

// side puts a remark at the right where it fits; the sentences say it in any case.
func side(p *Block, r Room, note string, y int, first bool) {
	if x := p.W + 4; note != "" && first && x+Width(note) <= r.Width {
		p.Marks = append(p.Marks, Mark{X: x, Y: y, Text: note, Kind: Dim})
	}
}

func bar(double bool) string {
	if double {
		return "║"
	}
	return "│"
}

// list is the form of the narrowest terminals: name: values.
func (s Ruled) list(r Room) *Block {
	b := &Block{}
	for _, u := range s.Rulers {
		text := u.Label + ":"
		for _, t := range u.Texts {
			text += " " + t
		}
		b.Add(0, b.H, Text{text, Plain, 2}.Layout(r))
	}
	for _, row := range s.Rows {
		text := row.Label + ":"
		for _, c := range row.Cells {
			text += " " + c.form(r)
		}
		b.Add(0, b.H, Text{text, Plain, 2}.Layout(r))
	}
	return b
}
