package lang

import "github.com/tfs-lang/tfs/lang/py"

// lazy is a generator expression: where it is in each of its clauses.
type lazy struct {
	frame *Frame
	code  *compCode
	walks []py.Walk
	depth int // how many clauses are under way
}

// newLazy makes the generator of a generator expression; first goes through its first clause.
func newLazy(f *Frame, c *compCode, first py.Walk) py.Value {
	l := &lazy{frame: f, code: c, walks: make([]py.Walk, len(c.clauses)), depth: 1}
	l.walks[0] = first
	g := &generator{name: f.genexprName(), frame: f}
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
			err = f.failed(err, c.span)
			if e, ok := err.(*py.Exc); ok && e.Class.Is(py.StopIterationClass) {
				err = f.ended(err)
			}
		}
		return v, err
	}
	return &genHandle{g}
}

// genexprName is the __qualname__ of a generator expression.
func (f *Frame) genexprName() string {
	if fn := f.function().fn; fn != nil {
		return fn.qual() + ".<locals>.<genexpr>"
	}
	return "<genexpr>"
}

// next is the next value, nil at the end.
func (l *lazy) next() (py.Value, error) {
	f := l.frame
	for l.depth > 0 {
		k := l.depth - 1
		cl := &l.code.clauses[k]
		err := f.t.Poll()
		more := false
		if err == nil {
			more, err = cl.to.next(f, &l.walks[k])
		}
		if err != nil {
			return nil, err
		}
		if !more {
			l.walks[k] = py.Walk{}
			l.depth--
			continue
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
	if l.walks[l.depth], err = py.NewWalk(f.t, v); err != nil {
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
