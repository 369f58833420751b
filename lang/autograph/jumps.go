package autograph

import "github.com/tfs-lang/tfs/lang/syntax"

// How jumps become variables: break, then continue, then return, each in a walk of its own. What
// follows a statement that may have jumped stands in an if that asks whether it did.

// jumps takes the jumps out of a function and of those within it. elif becomes else: if.
func (c *conv) jumps(fn *syntax.Def) {
	fn.Body = chains(fn.Body)
	fn.Body, _ = (&jumper{c: c, breaks: true}).block(fn.Body, "")
	fn.Body, _ = (&jumper{c: c}).block(fn.Body, "")
	c.returns(fn)
}

// chains copies blocks, and writes elif as an if in the else of the one before.
func chains(body []syntax.Stmt) []syntax.Stmt {
	var out []syntax.Stmt
	for _, s := range body {
		if i, ok := s.(*syntax.IfStmt); ok && len(i.Elifs) > 0 {
			rest := &syntax.IfStmt{Cond: i.Elifs[0].Cond, Body: i.Elifs[0].Body, Elifs: i.Elifs[1:], Else: i.Else}
			s = &syntax.IfStmt{Cond: i.Cond, Body: i.Body, Else: []syntax.Stmt{rest}}
		}
		out = append(out, within(s, func(b []syntax.Stmt) []syntax.Stmt { return chains(b) }))
	}
	return out
}

// within is a copy of a statement with f's answers in the places of its blocks. Definitions stay the
// same objects, whose bodies change.
func within(s syntax.Stmt, f func([]syntax.Stmt) []syntax.Stmt) syntax.Stmt {
	switch s := s.(type) {
	case *syntax.IfStmt:
		return &syntax.IfStmt{Cond: s.Cond, Body: f(s.Body), Else: f(s.Else)}
	case *syntax.While:
		return &syntax.While{Cond: s.Cond, Body: f(s.Body)}
	case *syntax.For:
		return &syntax.For{Target: s.Target, Iter: s.Iter, Body: f(s.Body)}
	case *syntax.Try:
		t := &syntax.Try{Body: f(s.Body), Group: s.Group}
		for _, h := range s.Handlers {
			t.Handlers = append(t.Handlers, syntax.Handler{Type: h.Type, Name: h.Name, Body: f(h.Body)})
		}
		t.Else, t.Finally = f(s.Else), f(s.Finally)
		return t
	case *syntax.With:
		return &syntax.With{Items: s.Items, Body: f(s.Body), Async: s.Async}
	case *syntax.Def:
		s.Body = f(s.Body)
	case *syntax.Class:
		s.Body = f(s.Body)
	}
	return s
}

// jumper rewrites the jumps of loops: break as "break_ = True" and a continue, continue as
// "continue_ = True" with what follows guarded.
type jumper struct {
	c      *conv
	breaks bool
}

// block rewrites a block of the loop whose variable is name, and tells whether it jumps.
func (j *jumper) block(body []syntax.Stmt, name string) (out []syntax.Stmt, jumped bool) {
	for i, s := range body {
		made, did := j.stmt(s, name)
		out = append(out, made...)
		jumped = jumped || did
		if did && !j.breaks && i+1 < len(body) {
			rest, _ := j.block(body[i+1:], name)
			return append(out, j.c.guard(name, rest)), true
		}
	}
	return out, jumped
}

// guard is what runs when a jump was not taken.
func (c *conv) guard(name string, rest []syntax.Stmt) syntax.Stmt {
	return &syntax.IfStmt{Cond: &syntax.Unary{Op: "not", X: c.own(name)}, Body: rest}
}

func (j *jumper) stmt(s syntax.Stmt, name string) ([]syntax.Stmt, bool) {
	switch s := s.(type) {
	case *syntax.Simple:
		switch {
		case s.Word == "break" && j.breaks:
			return []syntax.Stmt{j.c.assign(name, j.c.own("True")), &syntax.Simple{Word: "continue"}}, true
		case s.Word == "continue" && !j.breaks:
			return []syntax.Stmt{j.c.assign(name, j.c.own("True"))}, true
		}
		return []syntax.Stmt{s}, false
	case *syntax.While, *syntax.For:
		return j.loop(s), false
	case *syntax.Def, *syntax.Class:
		return []syntax.Stmt{within(s, func(b []syntax.Stmt) []syntax.Stmt {
			out, _ := j.block(b, "")
			return out
		})}, false
	}
	jumped := false
	copied := within(s, func(b []syntax.Stmt) []syntax.Stmt {
		out, did := j.block(b, name)
		jumped = jumped || did
		return out
	})
	return []syntax.Stmt{copied}, jumped
}

// loop rewrites a loop with a variable of its own.
func (j *jumper) loop(s syntax.Stmt) []syntax.Stmt {
	root := "continue_"
	if j.breaks {
		root = "break_"
	}
	name, jumped := j.c.name(root), false
	before := s
	s = within(s, func(b []syntax.Stmt) []syntax.Stmt {
		out, did := j.block(b, name)
		jumped = jumped || did
		return out
	})
	if was, ok := before.(*syntax.For); ok {
		if x := j.c.extra[was]; x != nil {
			j.c.extra[s.(*syntax.For)] = x
		}
	}
	if !jumped {
		return []syntax.Stmt{s}
	}
	unset := j.c.assign(name, j.c.own("False"))
	not := &syntax.Unary{Op: "not", X: j.c.own(name)}
	switch l := s.(type) {
	case *syntax.While:
		if !j.breaks {
			l.Body = append([]syntax.Stmt{unset}, l.Body...)
			return []syntax.Stmt{l}
		}
		l.Cond = &syntax.Bool{Op: "and", X: []expr{not, l.Cond}}
	case *syntax.For:
		if !j.breaks {
			l.Body = append([]syntax.Stmt{unset}, l.Body...)
			return []syntax.Stmt{l}
		}
		j.c.extra[l] = not
		read := &syntax.ExprStmt{X: &syntax.Tuple{Items: []expr{j.c.own(name)}}}
		l.Body = append([]syntax.Stmt{read}, l.Body...)
	}
	return []syntax.Stmt{unset, s}
}

// returns rewrites the returns of a function, and of those within it.
func (c *conv) returns(fn *syntax.Def) {
	r := &returner{c, c.scope[fn]}
	fn.Body, r.sc.returns = r.block(r.gather(fn.Body), false)
}

type returner struct {
	c  *conv
	sc *fscope
}

// gather moves what follows an if one of whose branches surely returns into the other branch.
func (r *returner) gather(body []syntax.Stmt) []syntax.Stmt {
	var out []syntax.Stmt
	into := &out
	for _, s := range body {
		switch s.(type) {
		case *syntax.Def, *syntax.Class:
		default:
			was := s
			s = within(s, r.gather)
			if f, ok := was.(*syntax.For); ok {
				if x := r.c.extra[f]; x != nil {
					r.c.extra[s.(*syntax.For)] = x
				}
			}
		}
		*into = append(*into, s)
		if i, ok := s.(*syntax.IfStmt); ok {
			yes, no := surelyReturns(i.Body), surelyReturns(i.Else)
			if yes && !no {
				into = &i.Else
			} else if no && !yes {
				into = &i.Body
			}
		}
	}
	return out
}

// surelyReturns tells that a block ends in a return whatever its conditions are.
func surelyReturns(body []syntax.Stmt) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *syntax.Return:
			return true
		case *syntax.IfStmt:
			if surelyReturns(s.Body) && surelyReturns(s.Else) {
				return true
			}
		case *syntax.With:
			if surelyReturns(s.Body) {
				return true
			}
		}
	}
	return false
}

// block rewrites a block, and tells whether it may return; before tells that a statement above it in
// the same block may have returned, which loops then ask too.
func (r *returner) block(body []syntax.Stmt, before bool) (out []syntax.Stmt, returned bool) {
	for i, s := range body {
		made, did := r.stmt(s, before)
		out = append(out, made)
		if did && i+1 < len(body) {
			rest, _ := r.block(body[i+1:], true)
			return append(out, r.c.guard(r.sc.done, rest)), true
		}
		returned = returned || did
	}
	return out, returned
}

func (r *returner) stmt(s syntax.Stmt, before bool) (syntax.Stmt, bool) {
	switch s := s.(type) {
	case *syntax.Return:
		v := s.Value
		if v == nil {
			v = r.c.own("None")
		}
		undo := []syntax.Stmt{r.c.assign(r.sc.done, r.c.own("False")), &syntax.Raise{}}
		return &syntax.Try{
			Body:     []syntax.Stmt{r.c.assign(r.sc.done, r.c.own("True")), r.c.assign(r.sc.value, v)},
			Handlers: []syntax.Handler{{Body: undo}},
		}, true
	case *syntax.Def:
		r.c.returns(s)
		return s, false
	case *syntax.Class:
		s.Body, _ = r.block(s.Body, false)
		return s, false
	}
	returned := false
	copied := within(s, func(b []syntax.Stmt) []syntax.Stmt {
		out, did := r.block(b, false)
		returned = returned || did
		return out
	})
	not, ask := &syntax.Unary{Op: "not", X: r.c.own(r.sc.done)}, returned || before
	switch l := copied.(type) {
	case *syntax.While:
		if ask {
			l.Cond = &syntax.Bool{Op: "and", X: []expr{not, l.Cond}}
		}
	case *syntax.For:
		extra := r.c.extra[s.(*syntax.For)]
		if ask && extra != nil {
			extra = &syntax.Bool{Op: "and", X: []expr{not, extra}}
		} else if ask {
			extra = not
		}
		r.c.extra[l] = extra
	}
	return copied, returned
}
