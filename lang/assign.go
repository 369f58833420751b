package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// assigner stores a value in a target.
type assigner func(f *Frame, v py.Value) error

// localSlot is the slot of a target that is a local name of a function or comprehension, -1 for
// another target.
func (s *scope) localSlot(x syntax.Expr) int {
	if n, ok := x.(*syntax.Name); ok && (s.kind == funcScope || s.kind == compScope) {
		if where, _, slot := s.find(n.ID); where == inLocals {
			return slot
		}
	}
	return -1
}

// target prepares an assignment target; the parser has checked its form.
func (u *Unit) target(x syntax.Expr, s *scope) assigner {
	switch x := x.(type) {
	case *syntax.Name:
		name := x.ID
		if slot := s.localSlot(x); slot >= 0 {
			return func(f *Frame, v py.Value) error {
				f.slots[slot] = v
				return nil
			}
		}
		where, depth, slot := s.find(name)
		switch {
		case s.kind == classScope || s.nonlocal[name] && where != inOuter:
		case where == inOuter:
			return func(f *Frame, v py.Value) error {
				o := f.parent
				for range depth {
					o = o.parent
				}
				o.slots[slot] = v
				return nil
			}
		case where == inGlobals:
			ref := &globalRef{name: name}
			return func(f *Frame, v py.Value) error {
				if f.class != nil {
					return f.store(name, v)
				}
				f.in.globals.SetAt(name, &ref.hint, v)
				return nil
			}
		}
		return func(f *Frame, v py.Value) error { return f.store(name, v) }
	case *syntax.Attr:
		obj, site := u.slot(x.X, s), &py.AttrSite{Name: x.Name}
		return func(f *Frame, v py.Value) error {
			o, err := f.eval(obj)
			if err != nil {
				return err
			}
			if err := site.Set(f.t, o, v); err != nil {
				return f.traced(err, x.Span)
			}
			return nil
		}
	case *syntax.Index:
		obj, key := u.slot(x.X, s), u.slot(x.Key, s)
		return func(f *Frame, v py.Value) error {
			o, err := f.eval(obj)
			if err != nil {
				return err
			}
			k, n, kind, err := key.number(f)
			if err != nil {
				return err
			}
			if l, ok := o.(*py.List); ok && kind == isInt {
				if i := uint64(n); i < uint64(len(l.Items)) {
					l.Items[i] = v
					return nil
				}
			}
			return f.settle(py.SetItem(f.t, o, f.box(k, n, kind), v), x.Span)
		}
	case *syntax.Tuple:
		return u.unpack(x.Items, s, x.Span)
	case *syntax.List:
		return u.unpack(x.Items, s, x.Span)
	case *syntax.Star:
		return u.unpack([]syntax.Expr{x}, s, x.Span)
	}
	panic("lang: bad target")
}

func (u *Unit) unpack(items []syntax.Expr, s *scope, at syntax.Span) assigner {
	star := -1
	parts := make([]assigner, len(items))
	for i, it := range items {
		if st, ok := it.(*syntax.Star); ok {
			star = i
			it = st.X
		}
		parts[i] = u.target(it, s)
	}
	n := len(items)
	return func(f *Frame, v py.Value) error {
		var room [4]py.Value
		vals, err := f.items(v, room[:0])
		if err != nil {
			if e, ok := err.(*py.Exc); ok && e.Class == py.TypeErrorClass && len(e.Trace) == 0 &&
				py.TypeOf(v).Iter == nil {
				err = py.TypeErrorf("cannot unpack non-iterable %s object", py.TypeOf(v).TypeName())
			}
			return f.traced(err, at)
		}
		switch {
		case star < 0 && len(vals) > n:
			return f.traced(py.ValueErrorf("too many values to unpack (expected %d)", n), at)
		case star < 0 && len(vals) < n:
			return f.traced(py.ValueErrorf("not enough values to unpack (expected %d, got %d)", n, len(vals)), at)
		case star >= 0 && len(vals) < n-1:
			return f.traced(
				py.ValueErrorf("not enough values to unpack (expected at least %d, got %d)", n-1, len(vals)),
				at,
			)
		}
		for i, p := range parts {
			w := py.Value(nil)
			switch {
			case star < 0 || i < star:
				w = vals[i]
			case i == star:
				w = py.NewList(append([]py.Value(nil), vals[i:len(vals)-(n-1-i)]...)...)
			default:
				w = vals[len(vals)-(n-i)]
			}
			if err := p(f, w); err != nil {
				return err
			}
		}
		return nil
	}
}

// items are the items of a value that is unpacked; a few need no slice of their own. Those of a
// list are copied: an assignment may change it.
func (f *Frame) items(v py.Value, room []py.Value) ([]py.Value, error) {
	switch x := v.(type) {
	case *py.Tuple:
		if x.Class == nil {
			return x.Items, nil
		}
	case *py.List:
		if len(x.Items) <= cap(room) {
			return append(room, x.Items...), nil
		}
	}
	return py.ToSlice(f.t, v)
}

// loopTarget is what a loop assigns to: a local name, two parts of a pair, or anything.
type loopTarget struct {
	local  int // -1 for another target
	pair   [2]assigner
	isPair bool
	assign assigner
}

func (u *Unit) loopTarget(x syntax.Expr, s *scope) *loopTarget {
	to := &loopTarget{local: s.localSlot(x), assign: u.target(x, s)}
	if tp, ok := x.(*syntax.Tuple); ok && len(tp.Items) == 2 && !starredIn(tp.Items) {
		to.isPair, to.pair = true, [2]assigner{u.target(tp.Items[0], s), u.target(tp.Items[1], s)}
	}
	return to
}

func starredIn(xs []syntax.Expr) bool {
	for _, x := range xs {
		if _, ok := x.(*syntax.Star); ok {
			return true
		}
	}
	return false
}

// next assigns the next value of a walk; more is false at its end.
func (to *loopTarget) next(f *Frame, w *py.Walk) (more bool, err error) {
	if to.isPair && w.Pairs() {
		a, b, err := w.Pair(f.t)
		if a == nil || err != nil {
			return false, err
		}
		if err := to.pair[0](f, a); err != nil {
			return false, err
		}
		return true, to.pair[1](f, b)
	}
	v, err := w.Next(f.t)
	if v == nil || err != nil {
		return false, err
	}
	if to.local >= 0 {
		f.slots[to.local] = v
		return true, nil
	}
	return true, to.assign(f, v)
}

// swap is an assignment of as many values as targets, such as a, b = b, a: no tuple is made.
func (u *Unit) swap(x *syntax.Assign, s *scope) stmt {
	if len(x.Targets) != 1 {
		return nil
	}
	to, ok := x.Targets[0].(*syntax.Tuple)
	from, both := x.Value.(*syntax.Tuple)
	const most = 4
	if !ok || !both || len(to.Items) != len(from.Items) || len(to.Items) > most || starredIn(to.Items) ||
		starredIn(from.Items) {
		return nil
	}
	n := len(to.Items)
	values, targets := make([]*slot, n), make([]assigner, n)
	for i := range n {
		values[i], targets[i] = u.slot(from.Items[i], s), u.target(to.Items[i], s)
	}
	return func(f *Frame) (signal, error) {
		var vals [most]py.Value
		for i, v := range values {
			x, err := v.eval(f)
			if err != nil {
				return sigNone, err
			}
			vals[i] = x
		}
		for i, t := range targets {
			if err := t(f, vals[i]); err != nil {
				return sigNone, err
			}
		}
		return sigNone, nil
	}
}

// comprehend runs a comprehension; a generator expression becomes a lazy iterator.
func (f *Frame) comprehend(c *compCode, first py.Value) (py.Value, error) {
	w, err := f.walk(first, c.clauses[0].async)
	if err != nil {
		return nil, err
	}
	g := f.child(c.scope, c.unit)
	g.name = comprehensions[c.kind]
	if c.kind == '(' && c.async {
		g.keep()
		return asyncGenOf(f.genexprName(), func(t *py.Thread, made *generator) error {
			g.t, g.gen = t, made
			return g.loop(c, 0, w, &collected{give: func(v py.Value) error {
				_, err := g.yieldValue(v)
				return err
			}})
		}), nil
	}
	if c.kind == '(' {
		g.keep()
		return newLazy(g, c, w), nil
	}
	defer g.release()
	out := &collected{}
	switch c.kind {
	case '{':
		out.set = py.NewSet()
	case ':':
		out.dict = py.NewDict()
	}
	if err := g.loop(c, 0, w, out); err != nil {
		return nil, f.traced(g.traced(err, c.span), c.span)
	}
	switch c.kind {
	case '[':
		return &py.List{Items: out.list}, nil
	case '{':
		return out.set, nil
	}
	return out.dict, nil
}

// collected is what a comprehension makes.
type collected struct {
	list []py.Value
	set  *py.Set
	dict *py.Dict
	give func(v py.Value) error // takes each element of an asynchronous generator expression
}

// loop goes through a clause of a comprehension and what is within it.
func (g *Frame) loop(c *compCode, i int, w py.Walk, out *collected) error {
	cl := &c.clauses[i]
	for {
		more, err := cl.to.next(g, &w)
		if err != nil || !more {
			return err
		}
		if err := g.t.Poll(); err != nil {
			return err
		}
		if len(cl.conds) > 0 {
			ok, err := cl.holds(g)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
		}
		if i+1 < len(c.clauses) {
			v, err := c.clauses[i+1].iter.eval(g)
			if err != nil {
				return err
			}
			var in py.Walk
			if in, err = g.walk(v, c.clauses[i+1].async); err == nil {
				err = g.loop(c, i+1, in, out)
			}
			if err != nil {
				return err
			}
		} else if err := g.collect(c, out); err != nil {
			return err
		}
	}
}

// collect adds one element to what a comprehension makes.
func (g *Frame) collect(c *compCode, out *collected) error {
	v, err := c.elt.eval(g)
	if err != nil {
		return err
	}
	switch {
	case out.give != nil:
		return out.give(v)
	case out.set != nil:
		return out.set.Add(v)
	case out.dict != nil:
		w, err := c.v.eval(g)
		if err != nil {
			return err
		}
		return out.dict.Set(v, w)
	}
	if len(out.list) >= 1<<26 {
		return py.Raisef(py.MemoryErrorClass, "a list of more than %d items does not fit", 1<<26)
	}
	out.list = append(out.list, v)
	return nil
}

func (f *Frame) test(s *slot) (bool, error) { return s.test(f) }
