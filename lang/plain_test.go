package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// The reference for statements: each in the plainest way, by the functions of package py, without
// slots, walks, pairs, or numbers that are not boxed.

var plainReference = &reference{expr: onVM, stmt: plainStmt}

func plainStmt(u *Unit, st syntax.Stmt, s *scope) stmt {
	switch x := st.(type) {
	case *syntax.Assign:
		return plainAssign(u, x, s)
	case *syntax.AugAssign:
		if _, ok := x.Target.(*syntax.Name); ok {
			return plainAugment(u, x, s)
		}
	case *syntax.While:
		return plainWhile(u, x, s)
	case *syntax.For:
		if !x.Async {
			return plainFor(u, x, s)
		}
	}
	return nil
}

// plainTarget stores by names, not by slots.
func plainTarget(u *Unit, x syntax.Expr, s *scope) assigner {
	switch x := x.(type) {
	case *syntax.Name:
		return func(f *Frame, v py.Value) error { return f.store(x.ID, v) }
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
	}
	return u.target(x, s)
}

func plainAssign(u *Unit, x *syntax.Assign, s *scope) stmt {
	value := u.slot(x.Value, s)
	to := make([]assigner, len(x.Targets))
	for i, t := range x.Targets {
		to[i] = plainTarget(u, t, s)
	}
	return func(f *Frame) (signal, error) {
		v, err := f.eval(value)
		for i := 0; i < len(to) && err == nil; i++ {
			err = to[i](f, v)
		}
		return sigNone, err
	}
}

func plainAugment(u *Unit, x *syntax.AugAssign, s *scope) stmt {
	load, value, to := u.slot(x.Target, s), u.slot(x.Value, s), plainTarget(u, x.Target, s)
	return func(f *Frame) (signal, error) {
		old, err := f.eval(load)
		if err != nil {
			return sigNone, err
		}
		v, err := f.eval(value)
		if err != nil {
			return sigNone, err
		}
		if v, err = py.InPlace(f.t, x.Op, old, v); err != nil {
			return sigNone, f.traced(augError(err, x.Op), x.Span)
		}
		return sigNone, to(f, v)
	}
}

func plainWhile(u *Unit, x *syntax.While, s *scope) stmt {
	cond, body, els := u.slot(x.Cond, s), u.block(x.Body, s), u.block(x.Else, s)
	return func(f *Frame) (signal, error) {
		for {
			if err := f.t.Poll(); err != nil {
				return sigNone, f.traced(err, x.Cond.Pos())
			}
			v, err := f.eval(cond)
			if err != nil {
				return sigNone, err
			}
			ok, err := py.Truth(f.t, v)
			if err != nil {
				return sigNone, f.traced(err, x.Cond.Pos())
			}
			if !ok {
				return f.exec(els)
			}
			if sig, err := f.exec(body); err != nil || sig == sigReturn {
				return sig, err
			} else if sig == sigBreak {
				return sigNone, nil
			}
		}
	}
}

func plainFor(u *Unit, x *syntax.For, s *scope) stmt {
	iter, to := u.slot(x.Iter, s), plainTarget(u, x.Target, s)
	body, els, at := u.block(x.Body, s), u.block(x.Else, s), x.Iter.Pos()
	return func(f *Frame) (signal, error) {
		v, err := f.eval(iter)
		if err != nil {
			return sigNone, err
		}
		it, err := py.Iter(f.t, v)
		if err != nil {
			return sigNone, f.traced(err, at)
		}
		for {
			v, err := it.Next(f.t)
			if err == nil {
				err = f.t.Poll()
			}
			if err != nil {
				return sigNone, f.traced(err, at)
			}
			if v == nil {
				return f.exec(els)
			}
			if err := to(f, v); err != nil {
				return sigNone, err
			}
			if sig, err := f.exec(body); err != nil || sig == sigReturn {
				return sig, err
			} else if sig == sigBreak {
				return sigNone, nil
			}
		}
	}
}
