package autograph

import (
	"maps"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/syntax"
)

// Which names are read later, which are changed, and which exist already.

type set map[string]bool

//go:noinline
func (s set) add(more set) set {
	maps.Copy(s, more)
	return s
}

//go:noinline
func union(sets ...set) set {
	out := set{}
	for _, s := range sets {
		out.add(s)
	}
	return out
}

func (s set) sorted() []string { return slices.Sorted(maps.Keys(s)) }

// reads is the names that an expression reads.
func reads(x expr) set {
	out := set{}
	syntax.Walk(x, func(y expr) bool {
		switch y := y.(type) {
		case *syntax.Name:
			out[y.ID] = true
		case *syntax.Lambda:
			inner := reads(y.Body)
			for _, p := range y.Params {
				delete(inner, p.Name)
				if p.Default != nil {
					out.add(reads(p.Default))
				}
			}
			out.add(inner)
			return false
		case *syntax.Comp:
			inner, targets := union(reads(y.X), reads(y.Val)), set{}
			for _, c := range y.Clauses {
				inner.add(reads(c.Iter))
				for _, q := range c.Conds {
					inner.add(reads(q))
				}
				targets.add(reads(c.Target))
			}
			for n := range targets {
				delete(inner, n)
			}
			out.add(inner)
			return false
		}
		return true
	})
	return out
}

// assigned is the names that a target binds, and the names it reads on its way (of x.a and x[i]).
func assigned(target expr) (bound, read set) {
	bound, read = set{}, set{}
	switch t := target.(type) {
	case *syntax.Name:
		bound[t.ID] = true
	case *syntax.Tuple:
		for _, y := range t.Items {
			b, r := assigned(y)
			bound.add(b)
			read.add(r)
		}
	case *syntax.List:
		return assigned(&syntax.Tuple{Items: t.Items})
	case *syntax.Star:
		return assigned(t.X)
	case nil:
	default:
		read = reads(target)
	}
	return bound, read
}

// targets lists what a statement itself binds, without its blocks.
func targets(s syntax.Stmt) []expr {
	name := func(id string) expr { return &syntax.Name{ID: id} }
	switch s := s.(type) {
	case *syntax.Assign:
		return s.Targets
	case *syntax.AugAssign:
		return []expr{s.Target}
	case *syntax.AnnAssign:
		if s.Value != nil {
			return []expr{s.Target}
		}
	case *syntax.For:
		return []expr{s.Target}
	case *syntax.Del:
		return s.Targets
	case *syntax.With:
		var out []expr
		for _, it := range s.Items {
			if it.Target != nil {
				out = append(out, it.Target)
			}
		}
		return out
	case *syntax.Def:
		return []expr{name(s.Name)}
	case *syntax.Class:
		return []expr{name(s.Name)}
	case *syntax.Import:
		return imported(s.Names)
	case *syntax.ImportFrom:
		return imported(s.Names)
	}
	return nil
}

func imported(names []syntax.Alias) []expr {
	var out []expr
	for _, n := range names {
		id := n.As
		if id == "" {
			id, _, _ = strings.Cut(n.Name, ".")
		}
		out = append(out, &syntax.Name{ID: id})
	}
	return out
}

// free is the names that a function or a class reads from around it.
func free(s syntax.Stmt) set {
	out, own := set{}, set{}
	var body []syntax.Stmt
	switch s := s.(type) {
	case *syntax.Def:
		body = s.Body
		for _, p := range s.Params {
			own[p.Name] = true
		}
	case *syntax.Class:
		body = s.Body
	}
	var walk func([]syntax.Stmt)
	walk = func(body []syntax.Stmt) {
		for _, s := range body {
			syntax.Exprs(s, func(x expr) { out.add(reads(x)) })
			switch s.(type) {
			case *syntax.Def, *syntax.Class:
				out.add(free(s))
			default:
				for _, b := range blocks(s) {
					walk(b)
				}
			}
		}
	}
	walk(body)
	for n := range locals(body) {
		own[n] = true
	}
	for n := range own {
		delete(out, n)
	}
	return out
}

// locals is the names a block binds, blocks within it included, definitions not entered, without
// those that it declares global or nonlocal.
func locals(body []syntax.Stmt) set {
	names, _ := changed(body)
	for n := range declared(body) {
		delete(names, n)
	}
	return names
}

// declared is the names a block declares: true for global, false for nonlocal.
func declared(body []syntax.Stmt) map[string]bool {
	out := map[string]bool{}
	shallow(body, func(s syntax.Stmt) {
		if d, ok := s.(*syntax.Scope); ok {
			for _, n := range d.Names {
				out[n] = d.Global
			}
		}
	})
	return out
}

// shallow visits the statements of a block and of the blocks within it, but not those of definitions.
func shallow(body []syntax.Stmt, f func(syntax.Stmt)) {
	for _, s := range body {
		f(s)
		switch s.(type) {
		case *syntax.Def, *syntax.Class:
			continue
		}
		for _, b := range blocks(s) {
			shallow(b, f)
		}
	}
}

// changed is what a block changes: names, and places such as x.a and x[i] by their texts.
func changed(body []syntax.Stmt) (names set, places map[string]expr) {
	names, places = set{}, map[string]expr{}
	var note func(t expr)
	note = func(t expr) {
		switch t := t.(type) {
		case *syntax.Name:
			names[t.ID] = true
		case *syntax.Tuple:
			for _, y := range t.Items {
				note(y)
			}
		case *syntax.List:
			for _, y := range t.Items {
				note(y)
			}
		case *syntax.Star:
			note(t.X)
		default:
			if place(t) {
				places[syntax.Text(t)] = t
			}
		}
	}
	shallow(body, func(s syntax.Stmt) {
		for _, t := range targets(s) {
			note(t)
		}
	})
	return names, places
}

// place tells that an expression is a chain of attributes and simple subscripts from a name.
func place(x expr) bool {
	switch x := x.(type) {
	case *syntax.Name:
		return true
	case *syntax.Attr:
		return place(x.X)
	case *syntax.Index:
		if _, literal := x.Key.(*syntax.Const); literal {
			return place(x.X)
		}
		return place(x.X) && place(x.Key)
	}
	return false
}

// in is the names that are read from a statement on, when those of out are read behind it.
func (e *emitter) in(s syntax.Stmt, out set) set {
	here := set{}
	syntax.Exprs(s, func(x expr) { here.add(e.reads(x)) })
	bound := set{}
	for _, t := range targets(s) {
		b, r := assigned(t)
		bound.add(b)
		here.add(r)
	}
	if _, twice := s.(*syntax.AugAssign); !twice {
		if _, loop := s.(*syntax.For); !loop {
			for n := range bound { // Exprs names targets too
				if !e.readsBeside(s, n) {
					delete(here, n)
				}
			}
		}
	}
	switch s := s.(type) {
	case *syntax.IfStmt:
		return union(here, e.inBlock(s.Body, out), e.inBlock(s.Else, out))
	case *syntax.While:
		return e.inLoop(s.Body, union(here, out), nil)
	case *syntax.For:
		head := union(e.reads(s.Iter), out)
		if x := e.c.extra[s]; x != nil {
			head.add(e.reads(x))
		}
		_, r := assigned(s.Target)
		return e.inLoop(s.Body, head.add(r), bound)
	case *syntax.Try:
		return e.inTry(s, out)
	case *syntax.With:
		return union(here, minus(e.inBlock(s.Body, out), bound))
	case *syntax.Raise:
		return union(here, e.raised)
	case *syntax.Def, *syntax.Class:
		return union(minus(out, bound), here)
	}
	return union(minus(out, bound), here)
}

// readsBeside tells that a statement reads a name that it also binds: x = x + 1.
func (e *emitter) readsBeside(s syntax.Stmt, n string) bool {
	var value expr
	switch s := s.(type) {
	case *syntax.Assign:
		value = s.Value
		for _, t := range s.Targets {
			if _, r := assigned(t); r[n] {
				return true
			}
		}
	case *syntax.AnnAssign:
		value = s.Value
	case *syntax.With:
		for _, it := range s.Items {
			if e.reads(it.X)[n] {
				return true
			}
		}
	case *syntax.Def:
		for _, p := range s.Params {
			if p.Default != nil && e.reads(p.Default)[n] {
				return true
			}
		}
	}
	return value != nil && e.reads(value)[n]
}

//go:noinline
func minus(a, b set) set {
	out := set{}
	for n := range a {
		if !b[n] {
			out[n] = true
		}
	}
	return out
}

// reads is what an expression reads, also within the functions of this function that it names.
func (e *emitter) reads(x expr) set {
	out := reads(x)
	for n := range out {
		if f, ok := e.frees[n]; ok {
			out = union(out, f)
		}
	}
	return out
}

func (e *emitter) inBlock(body []syntax.Stmt, out set) set {
	for i := len(body) - 1; i >= 0; i-- {
		out = e.in(body[i], out)
	}
	return out
}

// inLoop is what is read from the head of a loop on; head is what the head and what follows read.
func (e *emitter) inLoop(body []syntax.Stmt, head, bound set) set {
	for {
		next := union(head, minus(e.inBlock(body, head), bound))
		if len(next) == len(head) {
			return next
		}
		head = next
	}
}

func (e *emitter) inTry(s *syntax.Try, out set) set {
	last := e.inBlock(s.Finally, out)
	caught := set{}
	for _, h := range s.Handlers {
		caught.add(minus(e.inBlock(h.Body, last), set{h.Name: true}))
	}
	was := e.raised
	e.raised = union(was, caught)
	defer func() { e.raised = was }()
	return union(e.inBlock(s.Body, e.inBlock(s.Else, last)), caught)
}
