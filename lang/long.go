package lang

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// An expression of many parts (a long display, call, chain or formatted string) is not one expr
// program: each part is a program of its own, and they run one after the other. So no program
// grows without bound, compiling never takes long at a time, and long chains need no deep stack.

// The bounds on one program: the parts of one node, and the bytes of its source.
const (
	manyParts  = 64
	maxProgram = 1 << 15
)

// long is what the constant of a $long(k) does.
type long func(f *Frame) (any, error)

// long writes an expression that run evaluates.
func (e *emitter) long(x syntax.Expr, run long) {
	e.consts = append(e.consts, run)
	k := strconv.Itoa(len(e.consts) - 1)
	e.fn(x, "long", func() { e.write(k) })
}

//go:noinline
func (e *emitter) slots(xs []syntax.Expr) []*slot {
	out := make([]*slot, len(xs))
	for i, x := range xs {
		out[i] = e.unit.slot(x, e.scope)
	}
	return out
}

// aside writes an operand that no longer fits in the program as a program of its own.
func (e *emitter) aside(x syntax.Expr) {
	s := e.unit.slot(x, e.scope)
	e.long(x, func(f *Frame) (any, error) { return f.eval(s) })
}

// evalAll evaluates the parts of a display or call; an unpacked part becomes a marker.
func (f *Frame) evalAll(parts []*slot, stars []func(a ...any) (any, error)) ([]any, error) {
	out := make([]any, len(parts))
	for i, p := range parts {
		if err := f.t.Poll(); err != nil {
			return nil, f.traced(err, p.x.Pos())
		}
		v, err := f.eval(p)
		if err == nil && stars != nil && stars[i] != nil {
			if v, err = stars[i](f, v); err != nil {
				err = f.traced(err, p.x.Pos())
			}
		}
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// starred takes the operands out of *x, with what unpacks them.
func starred(xs []syntax.Expr) (bare []syntax.Expr, stars []func(a ...any) (any, error)) {
	bare, stars = make([]syntax.Expr, len(xs)), make([]func(a ...any) (any, error), len(xs))
	for i, x := range xs {
		bare[i] = x
		if s, ok := x.(*syntax.Star); ok {
			bare[i], stars[i] = s.X, star
		}
	}
	return bare, stars
}

// longDisplay is a list, tuple, set or formatted string of many parts; build gets the frame and
// the parts, as the intrinsic of short ones does.
func (e *emitter) longDisplay(x syntax.Expr, items []syntax.Expr, build func(a ...any) (any, error)) {
	bare, stars := starred(items)
	parts := e.slots(bare)
	e.long(x, func(f *Frame) (any, error) {
		vals, err := f.evalAll(parts, stars)
		if err != nil {
			return nil, err
		}
		return build(append([]any{f}, vals...)...)
	})
}

func (e *emitter) longDict(x *syntax.Dict) {
	var bare []syntax.Expr
	var stars []func(a ...any) (any, error)
	for i, k := range x.Keys {
		if k == nil {
			bare, stars = append(bare, x.Values[i], nothing), append(stars, dstar, nil)
			continue
		}
		bare, stars = append(bare, k, x.Values[i]), append(stars, nil, nil)
	}
	parts := e.slots(bare)
	e.long(x, func(f *Frame) (any, error) {
		vals, err := f.evalAll(parts, stars)
		if err != nil {
			return nil, err
		}
		return dictDisplay(append([]any{f}, vals...)...)
	})
}

// nothing stands where a dict display has no key.
var nothing = &syntax.Const{Value: py.None}

func (e *emitter) longCall(x *syntax.Call) {
	bare := []syntax.Expr{x.Fn}
	stars := []func(a ...any) (any, error){nil}
	for _, a := range x.Args {
		mark := []func(a ...any) (any, error){nil, star, dstar}[a.Star]
		if a.Name != "" {
			mark = func(v ...any) (any, error) { return kwArg{a.Name, v[1]}, nil }
		}
		bare, stars = append(bare, a.X), append(stars, mark)
	}
	parts := e.slots(bare)
	e.long(x, func(f *Frame) (any, error) {
		vals, err := f.evalAll(parts, stars)
		if err != nil {
			return nil, err
		}
		return call(append([]any{f}, vals...)...)
	})
}

func (e *emitter) longLogic(x *syntax.Bool) {
	parts, or := e.slots(x.X), x.Op == "or"
	e.long(x, func(f *Frame) (any, error) {
		for i, p := range parts {
			v, err := f.eval(p)
			if err != nil || i == len(parts)-1 {
				return v, err
			}
			ok, err := py.Truth(f.t, v)
			if err != nil {
				return nil, f.traced(err, p.x.Pos())
			}
			if ok == or {
				return v, nil
			}
			if err := f.t.Poll(); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
}

func (e *emitter) longCompare(x *syntax.Compare) {
	parts := e.slots(x.X)
	e.long(x, func(f *Frame) (any, error) {
		left, err := f.eval(parts[0])
		for i, op := range x.Ops {
			if err != nil {
				return nil, err
			}
			right, err := f.eval(parts[i+1])
			if err != nil {
				return nil, err
			}
			v, err := intrinsics["$"+opFuncs[op]].Func(operands(f, op, left, right)...)
			if err != nil || i == len(x.Ops)-1 {
				return v, err
			}
			ok, err := py.Truth(f.t, v)
			if err == nil {
				err = f.t.Poll()
			}
			if err != nil || !ok {
				return v, err
			}
			left = right
		}
		return nil, nil
	})
}

// operands are the arguments of a comparison's intrinsic.
func operands(f *Frame, op string, l, r py.Value) []any {
	if strings.HasPrefix(op, "is") {
		return []any{l, r}
	}
	return []any{f, l, r}
}

// longChain is an operation chain such as a + b - c: its operands in turn, without a stack as
// deep as it is long.
func (e *emitter) longChain(x *syntax.Binary, first syntax.Expr, ops []*syntax.Binary) {
	start := e.unit.slot(first, e.scope)
	rights := make([]*slot, len(ops))
	for i, b := range ops {
		rights[i] = e.unit.slot(b.R, e.scope)
	}
	e.long(x, func(f *Frame) (any, error) {
		v, err := f.eval(start)
		for i, r := range rights {
			if err != nil {
				return nil, err
			}
			w, rerr := f.eval(r)
			if rerr != nil {
				return nil, rerr
			}
			if err = f.t.Poll(); err == nil {
				v, err = py.Binary(f.t, ops[i].Op, v, w)
			}
			if err != nil {
				return nil, f.traced(err, ops[i].Span)
			}
		}
		return v, err
	})
}
