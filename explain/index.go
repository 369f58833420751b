package explain

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
)

func init() { register(drawIndex, "[]") }

// drawIndex marks the cells that an index, a slice or a mask takes.
func drawIndex(c *canvas, s *Step) *picture {
	if len(s.Args) != 2 || !isTensor(s.Args[0]) {
		return nil
	}
	x, ok := c.value(s.Args[0])
	if !ok || rank(x) == 0 {
		return nil
	}
	keys := []py.Value{s.Args[1]}
	if t, isTuple := s.Args[1].(*py.Tuple); isTuple {
		keys = slices.Clone(t.Items)
	}
	if len(keys) == 1 {
		if m, ok := c.value(keys[0]); ok && rank(m) > 0 && ragged.FlatOf(m).DType() == tensor.Bool {
			return drawMask(c, &Step{Name: "tf.boolean_mask", Params: []string{"tensor", "mask"},
				Args: []py.Value{x, keys[0]}, Result: s.Result, Err: s.Err})
		}
	}
	plain := true
	for i, k := range keys {
		if k == py.None || k == py.Ellipsis {
			plain = false
			continue
		}
		if keys[i], ok = c.plainKey(k); !ok {
			return nil
		}
	}
	switch {
	case len(keys) == 0:
		return nil
	case !plain || len(keys) > 2:
		return c.indexAny(s, x, keys)
	case rank(x) == 1:
		return c.indexRow(s, x, keys)
	}
	return c.indexRows(s, x, keys)
}

// plainKey gives numbers and slices of numbers; those of tensors become Python's.
func (c *canvas) plainKey(k py.Value) (py.Value, bool) {
	number := func(v py.Value) (py.Value, bool) {
		if v == nil || v == py.None {
			return py.None, true
		}
		if n, ok := py.AsInt(v); ok {
			return n, true
		}
		if t, ok := c.dense(v); ok && t.Rank() == 0 && t.DType().IsInteger() {
			return t.Int(0), true
		}
		return nil, false
	}
	sl, isSlice := k.(*py.Slice)
	if !isSlice {
		return number(k)
	}
	start, ok := number(sl.Start)
	stop, ok2 := number(sl.Stop)
	step, ok3 := number(sl.Step)
	return &py.Slice{Start: start, Stop: stop, Step: step}, ok && ok2 && ok3
}

// whole is the slice that takes everything.
var whole = &py.Slice{Start: py.None, Stop: py.None, Step: py.None}

// indexAny draws keys for any dimensions, with dimensions added (None) and dots for whole ones.
func (c *canvas) indexAny(s *Step, x ragged.Value, keys []py.Value) *picture {
	real, dots, added := 0, false, 0
	for _, k := range keys {
		switch k {
		case py.None:
			added++
		case py.Ellipsis:
			dots = true
		default:
			real++
		}
	}
	p := &picture{}
	if real > rank(x) {
		c.grid(p, x)
		p.why("%s for %s", count(real, "index"), count(rank(x), "dimension"))
		return p
	}
	full := rank(x) - real
	per := make([]py.Value, 0, rank(x))
	for _, k := range keys {
		switch k {
		case py.None:
		case py.Ellipsis:
			for range full {
				per = append(per, whole)
			}
			full = 0
		default:
			per = append(per, k)
		}
	}
	for len(per) < rank(x) {
		per = append(per, whole)
	}
	fault := ""
	rows := placeRows(x, rank(x)-1, func(pl place) scene.Row {
		var at []int
		if dim, ok := takes(x, pl.at, per[:len(pl.at)]); ok {
			if at, ok = taken(per[len(pl.at)], length(pl.v)); !ok {
				dim = len(pl.at)
			}
			if !ok && fault == "" {
				fault = noPosition(per, dim)
			}
		} else if dim >= 0 && fault == "" {
			fault = noPosition(per, dim)
		}
		if len(at) > 0 {
			p.tell("Of %s are taken: %s.", pl.name(), say(chosen(c.marked(pl.v, at))))
		}
		return pl.row(run(c.marked(pl.v, at)))
	})
	p.add(scene.Table{Rows: rows})
	out, hasOut := c.value(s.Result)
	switch {
	case s.Err != nil && fault != "":
		p.why("%s", fault)
	case s.Err != nil || !hasOut:
	default:
		p.add(scene.Table{Rows: c.lines("→", out), Tight: true})
		c.indexWords(p, x, out, dots, rank(x)-real, added)
	}
	return p
}

func (c *canvas) indexWords(p *picture, x, out ragged.Value, dots bool, full, added int) {
	var why []string
	if dots {
		why = append(why, "... stands for "+count(full, "whole dimension"))
	}
	if added > 0 {
		why = append(why, "tf.newaxis adds "+map[bool]string{true: "a dimension", false: strconv.Itoa(added) +
			" dimensions"}[added == 1]+" of 1")
	}
	p.why("%s", strings.Join(append(why, "shape "+shape(x)+" -> "+shape(out)), "; "))
}

// takes tells whether keys take the value at a place; dim is the dimension whose number is outside, -1 for none.
func takes(x ragged.Value, at []int, keys []py.Value) (dim int, ok bool) {
	for i, k := range keys {
		v, found := within(x, at[:i])
		if !found {
			return -1, false
		}
		here, inside := taken(k, length(v))
		switch {
		case !inside:
			return i, false
		case !slices.Contains(here, at[i]):
			return -1, false
		}
	}
	return -1, true
}

func noPosition(keys []py.Value, dim int) string {
	return "✗ dimension " + strconv.Itoa(dim) + " has no position " + py.ReprOf(keys[dim])
}

// chosen are the cells that are taken.
func chosen(cells []scene.Cell) []scene.Cell {
	var out []scene.Cell
	for _, c := range cells {
		if c.Kind == scene.Taken {
			out = append(out, c)
		}
	}
	return out
}
