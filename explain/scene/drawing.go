package scene

// Drawing is what is not made of cells, such as a chart: shapes for SVG, lines of text for terminals.
type Drawing struct {
	W, H   int // pixels
	Shapes []Shape
	Lines  func(r Room) []string // no line wider than r.Width; with r.Colour they may have SGR looks
}

// ShapeKind is what a shape is.
type ShapeKind uint8

// The kinds of shapes.
const (
	Polyline ShapeKind = iota // a line through Points
	Polygon                   // an area within Points
	Dots                      // a circle at each of Points, R pixels wide around it
	Rect                      // from Points[0], Points[1] wide and high
	Image                     // a PNG, placed as a Rect
	Label                     // Text at Points[0], its baseline there
	Axis                      // a thin line through Points
)

// Shape is one shape in pixels of its drawing, y downwards.
type Shape struct {
	Kind   ShapeKind
	Points []Point
	R      int
	Series int    // 0 to 7: its colour, told by a label or legend too; lines of odd ones are dashed
	Text   string // a Label's text; of others their <title>
	Anchor Align  // of a Label: Left, Right, Middle
	Note   bool   // a Label in small letters
	Dashed bool   // a Polyline of dashes, whatever its series
	Fill   string // a Rect's or Polygon's colour #rrggbb in place of the series'
	PNG    []byte
}

// Point is a place in pixels.
type Point struct{ X, Y int }

// Layout implements Node: in a text the lines, in SVG the shapes take their room.
func (d *Drawing) Layout(r Room) *Block {
	b := &Block{}
	if r.svg {
		b.W, b.H = (d.W+colPx-1)/colPx, (d.H+linePx-1)/linePx
		b.Draws = []placed{{0, 0, d}}
		return b
	}
	if d.Lines == nil {
		return b
	}
	for _, l := range d.Lines(r) {
		b.Put(Mark{Y: b.H, Text: l, Kind: looked})
	}
	return b
}
