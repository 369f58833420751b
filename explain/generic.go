package explain

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/sparse"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// generic is the picture of an op without one of its own: what went in and what came out, with shapes and types.
func (c *canvas) generic(s *Step) (p *picture) {
	p = &picture{}
	defer func() {
		if r := recover(); r != nil {
			onPanic(s.Name, r)
			p = &picture{}
			p.add(scene.Text{S: c.brief(s.Result)})
		}
	}()
	var rows []scene.Row
	for i, a := range s.Args {
		if a == nil || a == py.None || i < len(s.Params) && s.Params[i] == "name" {
			continue
		}
		rows = append(rows, c.lines(s.Params[min(i, len(s.Params)-1)], a)...)
		p.tell("%s is %s.", s.Params[min(i, len(s.Params)-1)], c.brief(a))
	}
	if s.Err == nil {
		rows = append(rows, c.lines("→", s.Result)...)
		p.tell("The result is %s.", c.brief(s.Result))
	}
	p.add(scene.Table{Rows: rows, Tight: true})
	return p
}

// lines are the rows of a table that show one value with a name before it.
func (c *canvas) lines(name string, v py.Value) []scene.Row {
	label := scene.Words(scene.Dim, scene.Data(name))
	if name == "→" {
		label = scene.Words(scene.Strong, name)
	}
	x, ok := c.tensorLike(v)
	if !ok {
		return []scene.Row{{Cols: []scene.Run{label, scene.Words(scene.Plain, c.short(v))}, Group: name}}
	}
	note := c.brief(x)
	if t, isTensor := x.(*tensor.Tensor); isTensor {
		note = shape(t) + " " + dtypeOf(t)
	}
	val := x.(ragged.Value)
	if rank(val) < 2 {
		return []scene.Row{{Cols: []scene.Run{label, run(c.items(val))}, Note: note, Group: name}}
	}
	var rows []scene.Row
	n := length(val)
	if n == 0 {
		return []scene.Row{{Cols: []scene.Run{label, scene.Words(scene.Plain, "∅")}, Note: note}}
	}
	for k, i := range shownRows(n) {
		if i < 0 {
			rows = append(rows, gone(n))
			continue
		}
		r := scene.Row{Cols: []scene.Run{label, run(toned(c.items(row(val, i)), 1+i%2))}, Group: fmt.Sprintf("%s row %d",
			name, i)}
		if k == 0 {
			r.Note = note
		} else {
			r.Cols[0] = scene.Words(scene.Plain, "")
		}
		rows = append(rows, r)
	}
	return rows
}

// tensorLike gives tensors, variables, arrays and ragged tensors, and lists that are as good as one.
func (c *canvas) tensorLike(v py.Value) (py.Value, bool) {
	switch v.(type) {
	case string, py.Bytes, int64, float64, bool, *py.Tuple, *sparse.Sparse:
		return nil, false
	}
	x, ok := c.value(v)
	return x, ok
}

// short is a value's repr on one line, or what it is.
func (c *canvas) short(v py.Value) string {
	switch x := v.(type) {
	case *sparse.Sparse:
		return c.brief(x)
	case tensor.DType:
		return x.Name()
	case scene.Picture:
		return scene.Data(oneLine(x.Words(), 60))
	case *py.List:
		if leaves(x, 200) < 0 {
			return c.brief(x)
		}
	case *py.Tuple:
		if leaves(x, 200) < 0 {
			return c.brief(x)
		}
	case *py.Dict:
		if x.Len() > 20 {
			return c.brief(x)
		}
	}
	return scene.Data(oneLine(c.repr(v), 60))
}

// repr is the text of a value; one whose repr fails is told by its class.
func (c *canvas) repr(v py.Value) (s string) {
	switch x := v.(type) {
	case *tensor.Tensor, *bind.Variable:
		if t, _ := bind.AsTensor(x); t.Len() > 2000 {
			return c.brief(t)
		}
	case string:
		if len(x) > 4000 {
			v = x[:4000] + "..."
		}
	case py.Bytes:
		if len(x) > 4000 {
			v = x[:4000] + "..."
		}
	}
	if in, ok := v.(*py.Instance); ok && in.Class.User { // its __repr__ is the program's: not run for a picture
		return "<" + in.Class.Name + " object>"
	}
	return strings.ToValidUTF8(py.Visible(py.ReprOf(v)), "\\x..")
}
