package explain

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

func init() { register(drawGather, "tf.gather", "tf.nn.embedding_lookup") }

// drawGather draws where each of the results comes from.
func drawGather(c *canvas, s *Step) *picture {
	x, ok := c.value(s.arg("params"))
	idx, ok2 := c.value(s.arg("indices", "ids"))
	if !ok || !ok2 || rank(x) == 0 || !ragged.FlatOf(idx).DType().IsInteger() {
		return nil
	}
	batch, ok := axisOf(s.arg("batch_dims"), 0, rank(idx))
	axis, ok2 := axisOf(s.arg("axis"), batch, rank(x))
	if !ok || !ok2 || batch > axis || axis >= rank(x) {
		return nil
	}
	t, dense := idx.(*tensor.Tensor)
	switch {
	case axis > 0:
		return c.gatherAlong(s, x, idx, axis, batch)
	case dense && t.Rank() == 1:
		return c.gatherRows(s, x, t)
	}
	return c.gatherNested(s, x, idx)
}

// outside tells of the first index that is not a position of n, "" when there is none.
func outside(at []int64, n int) string {
	for _, i := range at {
		if i < 0 || i >= int64(n) {
			return fmt.Sprintf("✗ no position %d: there are 0 to %d", i, n-1)
		}
	}
	return ""
}

// fits tells whether all indices wanted at a place are positions of n; the first that is none becomes the row's note.
func fits(p *picture, r *scene.Row, pl place, wanted []int64, n int) bool {
	fault := outside(wanted, n)
	if fault != "" {
		r.Note = fault
		p.tell("%s: %s.", capital(pl.name()), strings.TrimPrefix(fault, "✗ "))
	}
	return fault == ""
}

// asks is what stands before a result: the indices it was asked by.
func asks(at []int64) string {
	words := make([]string, 0, 10)
	for k, i := range at {
		if k == 8 && len(at) > 9 {
			words = append(words, "...")
			break
		}
		words = append(words, fmt.Sprint(i))
	}
	return "<- " + strings.Join(words, " ")
}

// gatherAlong takes positions of an inner dimension, the same ones in each row or, with batch dimensions, each row's
// own.
func (c *canvas) gatherAlong(s *Step, x, idx ragged.Value, axis, batch int) *picture {
	p := &picture{}
	out, hasOut := c.value(s.Result)
	p.add(scene.Table{Rows: placeRows(x, axis, func(pl place) scene.Row {
		wanted, _ := numbersAt(idx, pl.at[:batch])
		var at []int
		for _, i := range wanted {
			at = append(at, int(i))
		}
		r := pl.row(run(c.marked(pl.v, at)), scene.Words(scene.Plain, asks(wanted)))
		if fits(p, &r, pl, wanted, length(pl.v)) && s.Err == nil && hasOut {
			got := c.cellsAt(out, pl.at)
			r.Cols = append(r.Cols, arrow(got))
			p.tell("Of %s, positions %s are: %s.", pl.name(), strings.TrimPrefix(asks(wanted), "<- "), say(got))
		}
		return r
	})})
	if s.Err == nil && hasOut {
		whose := "the same positions of each row"
		if batch > 0 {
			whose = "each row by its own indices"
		}
		p.why("%s, along dimension %d: shape %s -> %s", whose, axis, shape(x), shape(out))
	}
	return p
}

// gatherNested takes rows by indices that are a number, or have rows themselves.
func (c *canvas) gatherNested(s *Step, x, idx ragged.Value) *picture {
	p := &picture{}
	n := length(x)
	p.add(scene.Table{Rows: c.lines("from", x), Tight: true})
	out, hasOut := c.value(s.Result)
	rows := placeRows(idx, max(rank(idx)-1, 0), func(pl place) scene.Row {
		wanted, _ := numbersAt(pl.v, nil)
		r := pl.row(scene.Words(scene.Plain, asks(wanted)))
		if fits(p, &r, pl, wanted, n) && s.Err == nil && hasOut {
			got := toned(c.cellsAt(out, pl.at), 1)
			r.Cols = append(r.Cols, run(got))
			p.tell("%s is made of %s: %s.", capital(pl.name()), strings.TrimPrefix(asks(wanted), "<- "), say(got))
		}
		return r
	})
	p.add(scene.Table{Rows: rows, Tight: true})
	if s.Err == nil && hasOut {
		p.why("each index becomes what stands at it: shape %s by %s -> %s", shape(x), shape(idx), shape(out))
	}
	return p
}
