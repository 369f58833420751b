package lang

import (
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// Conditions, and, or, not, ternaries and comparisons: here they are structure, each with its
// parts as nodes.

func compareNumbers[T int64 | float64](op opcode, x, y T) bool {
	switch op {
	case opLt:
		return x < y
	case opLe:
		return x <= y
	case opGt:
		return x > y
	case opGe:
		return x >= y
	case opEq:
		return x == y
	}
	return x != y
}

// compare is one comparison; when v is nil, its result is ok.
func (f *Frame) compare(op opcode, o operands2, at syntax.Span) (v py.Value, ok bool, err error) {
	if op < opIn {
		if o.xk == isInt && o.yk == isInt {
			return nil, compareNumbers(op, o.x, o.y), nil
		}
		if a, b, ok := bothFloat(o.x, o.xk, o.y, o.yk); ok {
			return nil, compareNumbers(op, a, b), nil
		}
	}
	l, r := f.box(o.l, o.x, o.xk), f.box(o.r, o.y, o.yk)
	switch op {
	case opIs, opIsNot:
		return nil, same(l, r) == (op == opIs), nil
	case opIn, opNotIn:
		ok, err = py.Contains(f.t, r, l)
		ok = ok == (op == opIn)
	case opEq, opNe:
		if x, isStr := l.(string); isStr {
			if y, isStr := r.(string); isStr {
				return nil, (x == y) == (op == opEq), nil
			}
		}
		v, err = py.Binary(f.t, opText[op], l, r)
	default:
		v, err = py.Binary(f.t, opText[op], l, r)
	}
	if err != nil || f.t.Due {
		if err = f.settle(err, at); err != nil {
			return nil, false, err
		}
	}
	if b, isBool := v.(bool); isBool {
		return nil, b, nil
	}
	return v, ok, nil
}

// same is `is`.
func same(a, b py.Value) bool {
	switch x := a.(type) {
	case *py.NoneType:
		y, ok := b.(*py.NoneType)
		return ok && x == y
	case *py.Instance:
		y, ok := b.(*py.Instance)
		return ok && x == y
	}
	if b == py.Value(py.None) {
		return false
	}
	return py.Is(a, b)
}

func compareNode(op opcode, l, r *node, at syntax.Span) *node {
	left, right := l.number(), r.number()
	if op == opIs || op == opIsNot {
		return isNode(op, l, r)
	}
	if y, ok := r.konst.(int64); ok && op < opIn {
		return compareConst(op, left, y, r.konst, at)
	}
	both := func(f *Frame) (py.Value, bool, error) {
		l, x, xk, err := left(f)
		if err != nil {
			return nil, false, err
		}
		r, y, yk, err := right(f)
		if err != nil {
			return nil, false, err
		}
		if xk == isInt && yk == isInt && op < opIn {
			return nil, compareNumbers(op, x, y), nil
		}
		return f.compare(op, operands2{l, r, x, y, xk, yk}, at)
	}
	return ofComparison(both)
}

// isNode is `is` and `is not`, which never fail and look at values as they are.
func isNode(op opcode, l, r *node) *node {
	left, right := l.val, r.val
	return ofTest(func(f *Frame) (bool, error) {
		a, err := left(f)
		if err != nil {
			return false, err
		}
		b, err := right(f)
		if err != nil {
			return false, err
		}
		return same(a, b) == (op == opIs), nil
	})
}

func compareConst(op opcode, left numberFn, y int64, konst py.Value, at syntax.Span) *node {
	return ofComparison(func(f *Frame) (py.Value, bool, error) {
		l, x, xk, err := left(f)
		if err != nil {
			return nil, false, err
		}
		if xk == isInt {
			return nil, compareNumbers(op, x, y), nil
		}
		return f.compare(op, operands2{l, konst, x, y, xk, isInt}, at)
	})
}

// ofComparison makes the node of what compares; where its value is not nil, that is the result.
func ofComparison(both func(f *Frame) (py.Value, bool, error)) *node {
	return &node{
		val: func(f *Frame) (py.Value, error) {
			v, ok, err := both(f)
			if err != nil {
				return nil, err
			}
			if v != nil {
				return v, nil
			}
			return ok, nil
		},
		cond: func(at syntax.Span) testFn {
			return func(f *Frame) (bool, error) {
				v, ok, err := both(f)
				if err != nil || v == nil {
					return ok, err
				}
				return f.truth(v, at)
			}
		}}
}

// chain is a comparison chain: a < b <= c.
type chain struct {
	parts  []*node
	ops    []opcode
	at     []syntax.Span // of the comparisons
	truths []syntax.Span // of their tests
}

func (c *chain) node() *node {
	nums := make([]numberFn, len(c.parts))
	for i, p := range c.parts {
		nums[i] = p.number()
	}
	last := len(c.ops) - 1
	return ofComparison(func(f *Frame) (py.Value, bool, error) {
		var o operands2
		var err error
		var known py.Value // the comparisons so far, where they belong to a trace
		if o.l, o.x, o.xk, err = nums[0](f); err != nil {
			return nil, false, err
		}
		for i, op := range c.ops {
			if o.r, o.y, o.yk, err = nums[i+1](f); err != nil {
				return nil, false, err
			}
			v, ok, err := f.compare(op, o, c.at[i])
			if err == nil && known != nil {
				v, err = f.andAlso(known, v, ok, c.at[i])
			}
			if err != nil || i == last {
				return v, ok, err
			}
			if known = nil; f.t.Unknown(v) {
				known, ok = v, true
			} else if v != nil {
				if ok, err = f.truth(v, c.truths[i]); err != nil {
					return nil, false, err
				}
			}
			if !ok {
				return v, false, nil
			}
			o.l, o.x, o.xk = o.r, o.y, o.yk
		}
		return nil, false, nil
	})
}

// andAlso is a comparison of a trace and the one after it in a chain.
func (f *Frame) andAlso(first, v py.Value, ok bool, at syntax.Span) (py.Value, error) {
	if v == nil {
		v = ok
	}
	w, err := py.Either(f.t, false, first, func() (py.Value, error) { return v, nil })
	return w, f.failed(err, at)
}

// logicNode is a and b, or a or b.
func logicNode(or bool, a, b *node, at syntax.Span) *node {
	first, second := a.val, b.val
	return &node{
		val: func(f *Frame) (py.Value, error) {
			v, err := first(f)
			if err != nil {
				return nil, err
			}
			ok, isBool := v.(bool)
			if !isBool {
				if f.t.Unknown(v) {
					v, err = py.Either(f.t, or, v, func() (py.Value, error) { return second(f) })
					return v, f.failed(err, at)
				}
				if ok, err = f.truth(v, at); err != nil {
					return nil, err
				}
			}
			if ok == or {
				return v, nil
			}
			return second(f)
		},
		cond: func(whole syntax.Span) testFn {
			ta, tb := a.test(at), b.test(whole)
			return func(f *Frame) (bool, error) {
				ok, err := ta(f)
				if err != nil || ok == or {
					return ok, err
				}
				return tb(f)
			}
		}}
}

// ifNode is a ternary.
func ifNode(cond *node, at syntax.Span, a, b *node) *node {
	then, els := a.val, b.val
	test, pred := cond.test(at), cond.val
	n := &node{val: func(f *Frame) (py.Value, error) {
		if f.t.Rec != nil {
			return f.ternary(pred, at, then, els)
		}
		ok, err := test(f)
		if err != nil {
			return nil, err
		}
		if ok {
			return then(f)
		}
		return els(f)
	}}
	if a.num != nil || b.num != nil {
		then, els := a.number(), b.number()
		n.num = func(f *Frame) (py.Value, int64, kind, error) {
			if f.t.Rec != nil {
				v, err := n.val(f)
				if err != nil {
					return nil, 0, boxed, err
				}
				return unboxed(v)
			}
			ok, err := test(f)
			if err != nil {
				return nil, 0, boxed, err
			}
			if ok {
				return then(f)
			}
			return els(f)
		}
	}
	return n
}

// ternary is a if p else b while something records.
func (f *Frame) ternary(pred valueFn, at syntax.Span, then, els valueFn) (py.Value, error) {
	v, err := pred(f)
	if err != nil {
		return nil, err
	}
	if f.t.Unknown(v) {
		v, err = py.Choose(f.t, v, "the value", func() (py.Value, error) { return then(f) },
			func() (py.Value, error) { return els(f) })
		return v, f.failed(err, at)
	}
	ok, err := f.truth(v, at)
	if err != nil {
		return nil, err
	}
	if ok {
		return then(f)
	}
	return els(f)
}

func notNode(x *node, at syntax.Span) *node {
	test, val := x.test(at), x.val
	n := ofTest(func(f *Frame) (bool, error) {
		ok, err := test(f)
		return !ok && err == nil, err
	})
	plain := n.val
	n.val = func(f *Frame) (py.Value, error) {
		if f.t.Rec == nil {
			return plain(f)
		}
		v, err := val(f)
		if err != nil {
			return nil, err
		}
		if f.t.Unknown(v) {
			v, err = py.TracerOf(f.t).Not(f.t, v)
			return v, f.failed(err, at)
		}
		ok, err := f.truth(v, at)
		return !ok, err
	}
	return n
}
