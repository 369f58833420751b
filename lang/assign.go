package lang

import (
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/py"
)

// assigner stores a value in a target.
type assigner func(f *Frame, v py.Value) error

// target prepares an assignment target; the parser has checked its form.
func (u *Unit) target(x syntax.Expr, s *scope) assigner {
	switch x := x.(type) {
	case *syntax.Name:
		name := x.ID
		if s.kind == funcScope || s.kind == compScope {
			if where, _, slot := s.find(name); where == inLocals {
				return func(f *Frame, v py.Value) error {
					f.slots[slot] = v
					return nil
				}
			}
		}
		if s.kind == moduleScope {
			ref := &globalRef{name: name}
			return func(f *Frame, v py.Value) error {
				f.in.globals.SetAt(name, &ref.hint, v)
				return nil
			}
		}
		return func(f *Frame, v py.Value) error { return f.store(name, v) }
	case *syntax.Attr:
		obj := u.slot(x.X, s)
		return func(f *Frame, v py.Value) error {
			o, err := f.eval(obj)
			if err != nil {
				return err
			}
			if err := py.SetAttr(f.t, o, x.Name, v); err != nil {
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
			k, err := f.eval(key)
			if err != nil {
				return err
			}
			if err := py.SetItem(f.t, o, k, v); err != nil {
				return f.traced(err, x.Span)
			}
			return nil
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
		vals, err := py.ToSlice(f.t, v)
		if err != nil {
			if e, ok := err.(*py.Exc); ok && e.Class == py.TypeErrorClass && len(e.Trace) == 0 && py.TypeOf(v).Iter == nil {
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
			return f.traced(py.ValueErrorf("not enough values to unpack (expected at least %d, got %d)", n-1, len(vals)), at)
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

// comprehend runs a comprehension; a generator expression becomes a lazy iterator.
func (f *Frame) comprehend(c *compCode, first py.Value) (py.Value, error) {
	g := f.child(c.scope, c.unit)
	if c.kind == '(' {
		g.keep()
		it, err := py.Iter(f.t, first)
		if err != nil {
			return nil, err
		}
		return newLazy(g, c, it), nil
	}
	defer g.release()
	var list []py.Value
	set, dict := py.NewSet(), py.NewDict()
	err := g.loop(c, 0, first, func() error {
		v, err := g.eval(c.elt)
		if err != nil {
			return err
		}
		switch c.kind {
		case '[':
			if len(list) >= 1<<26 {
				return py.Raisef(py.MemoryErrorClass, "a list of more than %d items does not fit", 1<<26)
			}
			list = append(list, v)
		case '{':
			return set.Add(v)
		case ':':
			w, err := g.eval(c.v)
			if err != nil {
				return err
			}
			return dict.Set(v, w)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	switch c.kind {
	case '[':
		return &py.List{Items: list}, nil
	case '{':
		return set, nil
	}
	return dict, nil
}

func (g *Frame) loop(c *compCode, i int, iter py.Value, body func() error) error {
	cl := c.clauses[i]
	if cl.iter != nil {
		v, err := g.eval(cl.iter)
		if err != nil {
			return err
		}
		iter = v
	}
	return py.Each(g.t, iter, func(v py.Value) error {
		if err := cl.assign(g, v); err != nil {
			return err
		}
		for _, k := range cl.conds {
			ok, err := g.test(k)
			if err != nil || !ok {
				return err
			}
		}
		if i+1 < len(c.clauses) {
			return g.loop(c, i+1, nil, body)
		}
		return body()
	})
}

func (f *Frame) test(s *slot) (bool, error) { return s.test(f) }
