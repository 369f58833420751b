package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Compound statements that hand out values.

// part makes one statement of a block.
func (u *Unit) part(body []syntax.Stmt, s *scope) stmt {
	stmts := u.block(body, s)
	if len(stmts) == 1 {
		return stmts[0]
	}
	return func(f *Frame) (signal, error) { return f.exec(stmts) }
}

func (u *Unit) lastingIf(x *syntax.IfStmt, s *scope) stmt {
	conds, parts := []*slot{u.slot(x.Cond, s)}, []stmt{u.part(x.Body, s)}
	for _, b := range x.Elifs {
		conds, parts = append(conds, u.slot(b.Cond, s)), append(parts, u.part(b.Body, s))
	}
	parts = append(parts, u.part(x.Else, s))
	k := s.state()
	return func(f *Frame) (signal, error) {
		g, n := f.gen, 0
		if g.back {
			n = g.state[k].at
		} else {
			for ; n < len(conds); n++ {
				ok, err := conds[n].test(f)
				if err != nil {
					return sigNone, err
				}
				if ok {
					break
				}
			}
			g.state[k].at = n
		}
		return parts[n](f)
	}
}

func (u *Unit) lastingWhile(x *syntax.While, s *scope) stmt {
	cond, body, els, k := u.slot(x.Cond, s), u.part(x.Body, s), u.part(x.Else, s), s.state()
	return func(f *Frame) (signal, error) {
		g := f.gen
		if g.back && g.state[k].at == 1 {
			return els(f)
		}
		for {
			if !g.back {
				if err := f.t.Poll(); err != nil {
					return sigNone, f.traced(err, x.Cond.Pos())
				}
				ok, err := cond.test(f)
				if err != nil {
					return sigNone, err
				}
				if !ok {
					g.state[k].at = 1
					return els(f)
				}
				g.state[k].at = 0
			}
			sig, err := body(f)
			switch {
			case err != nil || sig == sigReturn || sig == sigYield:
				return sig, err
			case sig == sigBreak:
				return sigNone, nil
			}
		}
	}
}

func (u *Unit) lastingFor(x *syntax.For, s *scope) stmt {
	iter, to := u.slot(x.Iter, s), u.loopTarget(x.Target, s)
	body, els, k := u.part(x.Body, s), u.part(x.Else, s), s.state()
	at, made := x.Iter.Pos(), madeHere(x.Iter)
	return func(f *Frame) (signal, error) {
		g, st := f.gen, &f.gen.state[k]
		if g.back && st.at == 1 {
			return els(f)
		}
		if !g.back {
			v, err := iter.eval(f)
			if err != nil {
				return sigNone, err
			}
			if st.v = nil; alone(v, made) != nil {
				st.v = v
			}
			if st.walk, err = py.NewWalk(f.t, v); err != nil {
				return sigNone, f.traced(err, at)
			}
		}
		for {
			if !g.back {
				err := f.t.Poll()
				more := false
				if err == nil {
					more, err = to.next(f, &st.walk)
				}
				if err != nil {
					return sigNone, f.traced(err, at)
				}
				if !more {
					*st = state{at: 1}
					return els(f)
				}
				st.at = 0
			}
			sig, err := body(f)
			switch {
			case err == nil && sig == sigYield:
				return sig, err
			case err != nil || sig == sigReturn || sig == sigBreak:
				if h, ok := st.v.(*genHandle); ok {
					f.letGo(h)
				}
				if sig != sigBreak || err != nil {
					return sig, err
				}
				*st = state{}
				return sigNone, nil
			}
		}
	}
}

// The parts of a try statement.
const (
	inBody = iota
	inElse
	inHandler
	inFinally
)

func (u *Unit) lastingTry(x *syntax.Try, s *scope) stmt {
	bodies, els := []stmt{u.part(x.Body, s)}, u.part(x.Else, s)
	var hs []handler
	for _, h := range x.Handlers {
		hs = append(hs, handler{u.slot(h.Type, s), h.Name, []stmt{u.part(h.Body, s)}})
	}
	k := s.state()
	run := func(f *Frame) (signal, error) {
		g, st := f.gen, &f.gen.state[k]
		if !g.back {
			st.at = inBody
		}
		switch st.at {
		case inElse:
			return els(f)
		case inHandler:
			return f.handling(hs, st)
		}
		sig, err := f.guarded(bodies)
		if err == nil {
			if sig == sigNone {
				st.at = inElse
				return els(f)
			}
			return sig, nil
		}
		ex := py.AsExc(err)
		if err := f.t.Caught(ex); err != nil {
			return sigNone, err
		}
		n, err := f.handler(hs, ex)
		if err != nil {
			return sigNone, err
		}
		st.at, st.in, st.ex = inHandler, n, ex
		f.t.Handled = append(f.t.Handled, ex)
		return f.handling(hs, st)
	}
	if x.Finally == nil {
		return run
	}
	return u.lastingFinally(run, u.part(x.Finally, s), k)
}

// handling runs the body of a handler; the exception is among those handled.
func (f *Frame) handling(hs []handler, st *state) (signal, error) {
	h, ex := hs[st.in], st.ex
	sig, err := f.exec(h.body)
	if sig == sigYield && err == nil {
		return sig, nil
	}
	f.t.Handled = f.t.Handled[:len(f.t.Handled)-1]
	if h.name != "" {
		_ = f.unset(h.name)
	}
	return sig, during(err, ex)
}

func (u *Unit) lastingFinally(run, fin stmt, k int) stmt {
	return func(f *Frame) (signal, error) {
		g, st := f.gen, &f.gen.state[k]
		if !g.back || st.at != inFinally {
			sig, err := run(f)
			if sig == sigYield && err == nil {
				return sig, nil
			}
			st.at, st.sig, st.err, st.ret = inFinally, sig, err, f.ret
		}
		sig, err := fin(f)
		switch {
		case sig == sigYield && err == nil:
			return sig, nil
		case err != nil:
			if st.err != nil {
				err = during(err, py.AsExc(st.err))
			}
			return sig, err
		case sig != sigNone:
			return sig, nil
		}
		f.ret = st.ret
		return st.sig, st.err
	}
}

func (u *Unit) lastingWith(items []syntax.WithItem, body []syntax.Stmt, s *scope) stmt {
	enter := u.enter(items[0], s, false)
	var inner stmt
	if len(items) > 1 {
		inner = u.lastingWith(items[1:], body, s)
	} else {
		inner = u.part(body, s)
	}
	k, at := s.state(), items[0].X.Pos()
	return func(f *Frame) (signal, error) {
		g, st := f.gen, &f.gen.state[k]
		if !g.back {
			exit, err := enter(f)
			if err != nil {
				return sigNone, err
			}
			st.v = exit
		}
		sig, err := inner(f)
		if sig == sigYield && err == nil {
			return sig, nil
		}
		return f.leave(st.v, sig, err, at, false)
	}
}

func (u *Unit) lastingMatch(x *syntax.Match, s *scope) stmt {
	choose, cases := u.cases(x, s)
	parts := make([]stmt, len(cases))
	for i, c := range cases {
		parts[i] = u.part(c, s)
	}
	k := s.state()
	return func(f *Frame) (signal, error) {
		g := f.gen
		if !g.back {
			n, err := choose(f)
			if n < 0 || err != nil {
				return sigNone, err
			}
			g.state[k].at = n
		}
		return parts[g.state[k].at](f)
	}
}
