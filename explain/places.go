package explain

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

// place is a value within another one, by the index of each dimension down to it.
type place struct {
	at   []int
	v    ragged.Value
	more string // of values that are not drawn here: how many
}

// mostPlaces bounds the lines of values with many dimensions.
const mostPlaces = 14

// places lists the values below the first depth dimensions of a value, in order. Where there are many, the middle ones
// are left out.
func places(v ragged.Value, depth int) []place {
	var out []place
	var down func(v ragged.Value, at []int)
	down = func(v ragged.Value, at []int) {
		switch n := len(out); {
		case n > 0 && out[n-1].more == "...":
			return
		case n >= mostPlaces:
			out = append(out, place{more: "..."})
			return
		case len(at) == depth:
			out = append(out, place{at: append([]int{}, at...), v: v})
			return
		}
		for _, i := range shownRows(length(v)) {
			if len(out) > 0 && out[len(out)-1].more == "..." {
				return
			}
			if i < 0 {
				out = append(out, place{more: fmt.Sprintf("... %d rows ...", length(v)-7)})
				continue
			}
			down(row(v, i), append(at, i))
		}
	}
	down(v, nil)
	return out
}

// placeRows are the rows of a value's places, drawn by draw; those left out are told of.
func placeRows(v ragged.Value, depth int, draw func(pl place) scene.Row) []scene.Row {
	var rows []scene.Row
	for _, pl := range places(v, depth) {
		if pl.more != "" {
			rows = append(rows, pl.row())
			continue
		}
		rows = append(rows, draw(pl))
	}
	return rows
}

// label is the place in brackets: [0][1].
func (p place) label() scene.Run {
	var b strings.Builder
	for _, i := range p.at {
		fmt.Fprintf(&b, "[%d]", i)
	}
	return scene.Words(scene.Index, b.String())
}

// name is the place in words.
func (p place) name() string {
	if len(p.at) == 0 {
		return "the values"
	}
	return "row " + strings.Trim(strings.ReplaceAll(fmt.Sprint(p.at), " ", ", "), "[]")
}

// row makes a line of the place; one of values that are left out says so.
func (p place) row(cols ...scene.Run) scene.Row {
	if p.more != "" {
		return scene.Row{Cols: []scene.Run{scene.Words(scene.Plain, ""),
			{Cells: []scene.Cell{{Text: p.more, Kind: scene.Dim}}, Tight: true}}}
	}
	if len(p.at) == 0 {
		return scene.Row{Cols: cols, Group: p.name()}
	}
	return scene.Row{Cols: append([]scene.Run{p.label()}, cols...), Group: p.name()}
}

// within is the value at a place; ok is false where there is none.
func within(v ragged.Value, at []int) (_ ragged.Value, ok bool) {
	for _, i := range at {
		if rank(v) < 2 || i < 0 || i >= length(v) {
			return nil, false
		}
		v = row(v, i)
	}
	return v, true
}

// cellsAt are the items at a place, or the one element there.
func (c *canvas) cellsAt(v ragged.Value, at []int) []scene.Cell {
	if len(at) > 0 && rank(v) == len(at) {
		in, ok := within(v, at[:len(at)-1])
		if i := at[len(at)-1]; ok && i < length(in) {
			return []scene.Cell{{Text: c.item(in, i, 0), Kind: scene.Value}}
		}
		return nil
	}
	in, ok := within(v, at)
	if !ok {
		return nil
	}
	return c.items(in)
}

// numbersAt are the integers at a place: those of indices, or where a mask is true.
func numbersAt(v ragged.Value, at []int) (out []int64, ok bool) {
	if len(at) > 0 && rank(v) == len(at) {
		in, ok := within(v, at[:len(at)-1])
		t, dense := in.(*tensor.Tensor)
		if i := at[len(at)-1]; ok && dense && i < t.Len() {
			return []int64{t.Int(i)}, true
		}
		return nil, false
	}
	in, ok := within(v, at)
	if !ok {
		return nil, false
	}
	flat := ragged.FlatOf(in)
	for i := range flat.Len() {
		out = append(out, flat.Int(i))
	}
	return out, true
}
