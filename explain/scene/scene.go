package scene

// Kind is what a mark is. The text form says it by characters, SVG by class and shape.
type Kind uint8

// The kinds.
const (
	Plain    Kind = iota // words
	Dim                  // a note
	Strong               // what a reader should look at first
	Title                // the expression
	Index                // [0]: which row
	Ruler                // numbers of a ruler
	Lines                // brackets and bars, of box-drawing characters
	Value                // a cell
	Padded               // a cell that padding made: (00)
	Dropped              // a cell that is cut off: /65/
	Taken                // a cell that is taken: [9]
	Faulty               // a cell or sign that is wrong: ✗
	Sign                 // the sign bit
	Exponent             // exponent bits
	Mantissa             // mantissa bits
	Failure              // an error's text
	Hint                 // how to mend it

	looked // a line of a drawing, which has its own looks
)

// Align is where a text stands within the columns of its mark.
type Align uint8

// The places: in the middle, of two rather the right one or the left one.
const (
	Left Align = iota
	Right
	Middle
	MiddleLeft
)

// Mark is something at a place of the grid: column X and line Y of its block, W columns wide (0: as wide as Text).
// Cells are boxes of their whole width in SVG; Text is without the characters that Kind adds.
type Mark struct {
	X, Y, W int
	Text    string
	Kind    Kind
	Align   Align
	Tone    int    // neighbouring groups of cells differ in it: 1 and 2 have fills, 0 none
	Group   string // what the mark is part of, in words; marks of one group follow each other
}

// form is the text with the characters that say what the mark is.
func (m Mark) form() string { return form(m.Kind, m.Text) }

// start is the column at which the text begins.
func (m Mark) start() int {
	room := m.W - Width(m.form())
	switch {
	case m.W == 0 || m.Align == Left:
		return m.X
	case m.Align == Right:
		return max(m.X+room, 0)
	case m.Align == Middle:
		return m.X + (room+1)>>1
	}
	return max(m.X+room>>1, 0)
}

func (m Mark) end() int { return max(m.X+m.W, m.start()+Width(m.form())) }

// Block is a node that was laid out.
type Block struct {
	W, H  int
	Marks []Mark
	Draws []placed // drawings within it
}

type placed struct {
	x, y int
	d    *Drawing
}

// Put adds a mark and makes room for it.
func (b *Block) Put(m Mark) {
	b.Marks = append(b.Marks, m)
	b.W, b.H = max(b.W, m.end()), max(b.H, m.Y+1)
}

// Add puts another block at a place.
//
//go:noinline
func (b *Block) Add(x, y int, o *Block) {
	for _, m := range o.Marks {
		m.X, m.Y = m.X+x, m.Y+y
		b.Marks = append(b.Marks, m)
	}
	for _, d := range o.Draws {
		b.Draws = append(b.Draws, placed{d.x + x, d.y + y, d.d})
	}
	b.W, b.H = max(b.W, x+o.W), max(b.H, y+o.H)
}

// Room is what a node is laid out for.
type Room struct {
	Width  int
	ASCII  bool // data beyond ASCII is escaped
	Colour bool // a Drawing's lines may have looks

	svg bool // a Drawing takes the room of its shapes
}

// Clean is a text as it may be shown; data in it went through Data.
func (r Room) Clean(s string) string { return clean(s, r.ASCII, true) }

// Less is the same room with fewer columns.
func (r Room) Less(columns int) Room {
	r.Width = max(r.Width-columns, 1)
	return r
}

// Node is a part of a picture.
type Node interface {
	// Layout places its marks in r.Width columns. A block that is wider nevertheless is cut by the text painter.
	Layout(r Room) *Block
}

// Scene is a picture.
type Scene struct {
	Title string // the expression, or what a chart shows
	Body  []Node
	Say   []string // the picture in sentences
}

// Picture is what can be shown in all forms: a Scene, or several of them.
type Picture interface {
	Text(o Options) string // lines, each ended; never wider than o.Width
	SVG() string
	Words() string // sentences, a line each
}

// Layout places title and nodes under each other. A scene is a node, so scenes stand side by side.
func (s *Scene) Layout(r Room) *Block {
	b := &Block{}
	if s.Title != "" {
		head := "▸ "
		for _, l := range wrap(Clean(s.Title, r.ASCII), r.Width-2, r.Width-4) {
			b.Put(Mark{X: 0, Y: b.H, Text: head + l, Kind: Title})
			head = "    "
		}
	}
	b.Add(0, b.H, Stack(s.Body).Layout(r))
	return b
}

// Words are the sentences of the picture after its title.
func (s *Scene) Words() string {
	out := ""
	if s.Title != "" {
		out = Clean(s.Title, false) + "\n"
	}
	for _, l := range s.Say {
		out += Clean(l, false) + "\n"
	}
	return out
}
