package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// pattern tests a value and binds the names of a case.
type pattern func(f *Frame, v py.Value) (bool, error)

func (u *Unit) match(x *syntax.Match, s *scope) stmt {
	choose, cases := u.cases(x, s)
	bodies := make([][]stmt, len(cases))
	for i, c := range cases {
		bodies[i] = u.block(c, s)
	}
	return func(f *Frame) (signal, error) {
		n, err := choose(f)
		if n < 0 || err != nil {
			return sigNone, err
		}
		return f.exec(bodies[n])
	}
}

// cases prepares a match statement: what finds the case that matches, -1 for none, and the bodies.
func (u *Unit) cases(x *syntax.Match, s *scope) (choose func(f *Frame) (int, error), bodies [][]syntax.Stmt) {
	subject := u.slot(x.X, s)
	patterns, guards := make([]pattern, len(x.Cases)), make([]*slot, len(x.Cases))
	for i, c := range x.Cases {
		patterns[i], guards[i] = u.pattern(c.Pattern, s), u.slot(c.Guard, s)
		bodies = append(bodies, c.Body)
	}
	return func(f *Frame) (int, error) {
		v, err := f.eval(subject)
		if err != nil {
			return -1, err
		}
		for i, p := range patterns {
			ok, err := p(f, v)
			if err == nil && ok && guards[i] != nil {
				ok, err = f.test(guards[i])
			}
			if err != nil {
				return -1, f.traced(err, x.Span)
			}
			if ok {
				return i, nil
			}
		}
		return -1, nil
	}, bodies
}

func (u *Unit) pattern(x syntax.Expr, s *scope) pattern {
	switch x := x.(type) {
	case *syntax.Name:
		if x.ID == "_" {
			return func(*Frame, py.Value) (bool, error) { return true, nil }
		}
		return func(f *Frame, v py.Value) (bool, error) { return true, f.store(x.ID, v) }
	case *syntax.Bool:
		var alts []pattern
		for _, a := range x.X {
			alts = append(alts, u.pattern(a, s))
		}
		return func(f *Frame, v py.Value) (bool, error) {
			for _, a := range alts {
				if ok, err := a(f, v); ok || err != nil {
					return ok, err
				}
			}
			return false, nil
		}
	case *syntax.Walrus:
		in := u.pattern(x.X, s)
		return func(f *Frame, v py.Value) (bool, error) {
			ok, err := in(f, v)
			if !ok || err != nil {
				return ok, err
			}
			return true, f.store(x.Name, v)
		}
	case *syntax.Tuple:
		return u.seqPattern(x.Items, s)
	case *syntax.List:
		return u.seqPattern(x.Items, s)
	case *syntax.Dict:
		return u.mapPattern(x, s)
	case *syntax.Call:
		return u.classPattern(x, s)
	}
	value := u.slot(x, s)
	return func(f *Frame, v py.Value) (bool, error) {
		w, err := f.eval(value)
		if err != nil {
			return false, err
		}
		switch w.(type) {
		case bool, *py.NoneType:
			return py.Is(v, w), nil
		}
		return py.Equal(f.t, v, w)
	}
}

func (u *Unit) seqPattern(items []syntax.Expr, s *scope) pattern {
	star := -1
	ps := make([]pattern, len(items))
	for i, it := range items {
		if st, ok := it.(*syntax.Star); ok {
			star = i
			it = st.X
		}
		ps[i] = u.pattern(it, s)
	}
	return func(f *Frame, v py.Value) (bool, error) {
		var vals []py.Value
		switch x := v.(type) {
		case *py.List:
			vals = x.Items
		case *py.Tuple:
			vals = x.Items
		case *py.Range:
			vals, _ = py.ToSlice(f.t, x)
		default:
			return false, nil
		}
		n := len(ps)
		if star < 0 && len(vals) != n || star >= 0 && len(vals) < n-1 {
			return false, nil
		}
		for i, p := range ps {
			var w py.Value
			switch {
			case star < 0 || i < star:
				w = vals[i]
			case i == star:
				w = py.NewList(append([]py.Value(nil), vals[i:len(vals)-(n-1-i)]...)...)
			default:
				w = vals[len(vals)-(n-i)]
			}
			if ok, err := p(f, w); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	}
}

func (u *Unit) mapPattern(x *syntax.Dict, s *scope) pattern {
	keys := make([]*slot, len(x.Keys))
	vals := make([]pattern, len(x.Keys))
	for i, k := range x.Keys {
		keys[i], vals[i] = u.slot(k, s), u.pattern(x.Values[i], s)
	}
	return func(f *Frame, v py.Value) (bool, error) {
		d, ok := v.(*py.Dict)
		if !ok {
			return false, nil
		}
		rest := d.Copy()
		for i, k := range keys {
			if k == nil {
				return vals[i](f, rest)
			}
			kv, err := f.eval(k)
			if err != nil {
				return false, err
			}
			w, ok, err := d.Get(kv)
			if !ok || err != nil {
				return false, err
			}
			_, _, _ = rest.Delete(kv)
			if ok, err := vals[i](f, w); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	}
}

func (u *Unit) classPattern(x *syntax.Call, s *scope) pattern {
	class := u.slot(x.Fn, s)
	subs := make([]pattern, len(x.Args))
	for i, a := range x.Args {
		subs[i] = u.pattern(a.X, s)
	}
	return func(f *Frame, v py.Value) (bool, error) {
		cv, err := f.eval(class)
		if err != nil {
			return false, err
		}
		c, ok := cv.(*py.Class)
		if !ok {
			return false, py.TypeErrorf("called match pattern must be a class")
		}
		if !py.TypeOf(v).Is(c) {
			return false, nil
		}
		names, named := c.Lookup("__match_args__").(*py.Tuple)
		if !named && len(x.Args) == 1 && x.Args[0].Name == "" && !c.User {
			return subs[0](f, v) // int(x), str(s): the value itself
		}
		for i, a := range x.Args {
			if a.Name == "" && (!named || i >= len(names.Items)) {
				return false, tooManyParts(c, names, x)
			}
		}
		for i, a := range x.Args {
			name := a.Name
			if name == "" {
				name = py.StrOf(names.Items[i])
			}
			w, err := py.GetAttr(f.t, v, name)
			if err != nil {
				return false, nil
			}
			if ok, err := subs[i](f, w); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	}
}

// tooManyParts is the error of a pattern with more positional parts than __match_args__ names.
func tooManyParts(c *py.Class, names *py.Tuple, x *syntax.Call) error {
	have, given, s := 0, 0, "s"
	if names != nil {
		have = len(names.Items)
	}
	for _, a := range x.Args {
		if a.Name == "" {
			given++
		}
	}
	if have == 1 {
		s = ""
	}
	return py.TypeErrorf("%s() accepts %d positional sub-pattern%s (%d given)", c.Name, have, s, given)
}
