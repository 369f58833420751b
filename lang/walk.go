package lang

import "github.com/tfs-lang/tfs/py"

// cursor goes through a value; ranges, lists and tuples need no iterator.
type cursor struct {
	list  *py.List
	items []py.Value
	n     int
	at    int64
	step  int64
	left  int64 // of a range
	it    py.Iterator
}

// walk begins to go through v.
func walk(t *py.Thread, v py.Value) (cursor, error) {
	switch x := v.(type) {
	case *py.Range:
		return cursor{at: x.Start, step: x.Step, left: x.Len()}, nil
	case *py.List:
		return cursor{list: x}, nil
	case *py.Tuple:
		if x.Class == nil {
			return cursor{items: x.Items}, nil
		}
	}
	it, err := py.Iter(t, v)
	return cursor{it: it}, err
}

// next is the next value, nil at the end.
func (c *cursor) next(t *py.Thread) (py.Value, error) {
	switch {
	case c.it != nil:
		return c.it.Next(t)
	case c.list != nil:
		if c.n < len(c.list.Items) {
			c.n++
			return c.list.Items[c.n-1], nil
		}
		c.list = nil
	case c.left > 0:
		v := t.Int(c.at)
		c.left--
		c.at += c.step
		return v, nil
	case c.n < len(c.items):
		c.n++
		return c.items[c.n-1], nil
	}
	return nil, nil
}

// lazy is a generator expression: where it is in each of its clauses.
type lazy struct {
	frame *Frame
	code  *compCode
	walks []cursor
	depth int // how many clauses are under way
}

// newLazy makes the generator of a generator expression; first goes through its first clause.
func newLazy(f *Frame, c *compCode, first cursor) py.Value {
	l := &lazy{frame: f, code: c, walks: make([]cursor, len(c.clauses)), depth: 1}
	l.walks[0] = first
	g := &generator{name: "<genexpr>"}
	g.step = func(t *py.Thread, s genStep) (py.Value, error) {
		g.start = true
		if s.err != nil {
			g.ended = true
			return nil, s.err
		}
		f.t = t
		v, err := l.next()
		if v == nil || err != nil {
			g.ended = true
			if e, ok := err.(*py.Exc); ok && e.Class.Is(py.StopIterationClass) {
				err = f.ended(err)
			}
		}
		return v, err
	}
	return &genHandle{g}
}

// next is the next value, nil at the end.
func (l *lazy) next() (py.Value, error) {
	f := l.frame
	for l.depth > 0 {
		k := l.depth - 1
		cl := &l.code.clauses[k]
		err := f.t.Poll()
		var v py.Value
		if err == nil {
			v, err = l.walks[k].next(f.t)
		}
		if err != nil {
			return nil, err
		}
		if v == nil {
			l.walks[k] = cursor{}
			l.depth--
			continue
		}
		if err := cl.assign(f, v); err != nil {
			return nil, err
		}
		ok, err := cl.holds(f)
		if err != nil {
			return nil, err
		}
		switch {
		case !ok:
		case l.depth == len(l.code.clauses):
			return l.code.elt.eval(f)
		default:
			if err := l.enter(&l.code.clauses[l.depth]); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// enter begins a clause within the others.
func (l *lazy) enter(cl *compClause) error {
	f := l.frame
	v, err := cl.iter.eval(f)
	if err != nil {
		return err
	}
	if l.walks[l.depth], err = walk(f.t, v); err != nil {
		return err
	}
	l.depth++
	return nil
}

// holds tells whether the conditions of a clause do.
func (cl *compClause) holds(f *Frame) (bool, error) {
	for _, k := range cl.conds {
		if ok, err := k.test(f); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}
