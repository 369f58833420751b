package lang

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// opcode is an operator of two operands.
type opcode uint8

const (
	opAdd opcode = iota
	opSub
	opMul
	opDiv
	opMod
	opPow
	opFloorDiv
	opMat
	opAnd
	opOr
	opXor
	opShl
	opShr
	opLt
	opLe
	opGt
	opGe
	opEq
	opNe
	opIn
	opNotIn
	opIs
	opIsNot
)

var opText = [...]string{
	"+", "-", "*", "/", "%", "**", "//", "@", "&", "|", "^", "<<", ">>", "<", "<=", ">", ">=", "==", "!=",
	"in", "not in", "is", "is not"}

var opCodes, opIntrinsics = func() (codes, names map[string]opcode) {
	codes, names = map[string]opcode{}, map[string]opcode{}
	for i, text := range opText {
		codes[text] = opcode(i)
		names["$"+opFuncs[text]] = opcode(i)
	}
	return codes, names
}()

// exact is below which ints are floats without loss.
const exact = 1 << 53

// intArith computes with two ints; ok is false when the result is not a small int.
func intArith(op opcode, x, y int64) (z int64, ok bool) {
	switch op {
	case opAdd:
		z = x + y
		return z, (z > x) == (y > 0)
	case opSub:
		z = x - y
		return z, (z < x) == (y > 0)
	case opMul:
		return py.MulInts(x, y)
	case opMod, opFloorDiv:
		if y == 0 || y == -1 && x == math.MinInt64 {
			return 0, false
		}
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) {
			q--
			r += y
		}
		if op == opMod {
			return r, true
		}
		return q, true
	case opAnd:
		return x & y, true
	case opOr:
		return x | y, true
	case opXor:
		return x ^ y, true
	case opShl:
		if y < 0 || y > 62 {
			return 0, false
		}
		z = x << uint(y)
		return z, z>>uint(y) == x
	case opShr:
		return x >> min(uint64(y), 63), y >= 0
	case opPow:
		return py.PowInts(x, y)
	}
	return 0, false
}

// floatArith computes with two floats; ok is false where there is more to it.
func floatArith(op opcode, x, y float64) (z float64, ok bool) {
	switch op {
	case opAdd:
		return x + y, true
	case opSub:
		return x - y, true
	case opMul:
		return x * y, true
	case opDiv:
		if y != 0 {
			return x / y, true
		}
	case opPow:
		return py.PowFloat(x, y)
	}
	return 0, false
}

// bothFloat gives two numbers of which at least one is a float, or that are divided, as floats;
// ok is false when that is not exact.
func bothFloat(x int64, xk kind, y int64, yk kind) (a, b float64, ok bool) {
	if xk == boxed || yk == boxed {
		return 0, 0, false
	}
	a, b = floatOf(x), floatOf(y)
	if xk == isInt {
		if x <= -exact || x >= exact {
			return 0, 0, false
		}
		a = float64(x)
	}
	if yk == isInt {
		if y <= -exact || y >= exact {
			return 0, 0, false
		}
		b = float64(y)
	}
	return a, b, true
}

// operands2 are two operands on their way into an operator.
type operands2 struct {
	l, r   py.Value
	x, y   int64
	xk, yk kind
}

// arith is what an operator does with anything but the cases its closure takes itself.
func (f *Frame) arith(op opcode, o operands2, at syntax.Span) (py.Value, int64, kind, error) {
	if o.xk == isInt && o.yk == isInt && op != opDiv {
		if z, ok := intArith(op, o.x, o.y); ok {
			return nil, z, isInt, nil
		}
	} else if a, b, ok := bothFloat(o.x, o.xk, o.y, o.yk); ok {
		if z, ok := floatArith(op, a, b); ok {
			return nil, bitsOf(z), isFloat, nil
		}
	}
	v, err := py.Binary(f.t, opText[op], f.box(o.l, o.x, o.xk), f.box(o.r, o.y, o.yk))
	if err != nil || f.t.Due {
		if err = f.settle(err, at); err != nil {
			return nil, 0, boxed, err
		}
	}
	return unboxed(v)
}

// arithNode is an arithmetic operator.
func arithNode(op opcode, l, r *node, at syntax.Span) *node {
	if y, ok := r.konst.(int64); ok {
		if n := arithConst(op, l.number(), y, r.konst, at); n != nil {
			return ofNumber(n)
		}
	}
	left, right := l.number(), r.number()
	switch op {
	case opAdd:
		return ofNumber(addNumbers(left, right, at))
	case opSub:
		return ofNumber(subNumbers(left, right, at))
	case opMul:
		return ofNumber(mulNumbers(left, right, at))
	}
	return ofNumber(func(f *Frame) (py.Value, int64, kind, error) {
		l, x, xk, err := left(f)
		if err != nil {
			return nil, 0, boxed, err
		}
		r, y, yk, err := right(f)
		if err != nil {
			return nil, 0, boxed, err
		}
		return f.arith(op, operands2{l, r, x, y, xk, yk}, at)
	})
}

func addNumbers(left, right numberFn, at syntax.Span) numberFn {
	return func(f *Frame) (py.Value, int64, kind, error) {
		l, x, xk, err := left(f)
		if err != nil {
			return nil, 0, boxed, err
		}
		r, y, yk, err := right(f)
		if err != nil {
			return nil, 0, boxed, err
		}
		if xk == isInt && yk == isInt {
			if z := x + y; (z > x) == (y > 0) {
				return nil, z, isInt, nil
			}
		} else if xk == isFloat && yk == isFloat {
			return nil, bitsOf(floatOf(x) + floatOf(y)), isFloat, nil
		}
		return f.arith(opAdd, operands2{l, r, x, y, xk, yk}, at)
	}
}

func subNumbers(left, right numberFn, at syntax.Span) numberFn {
	return func(f *Frame) (py.Value, int64, kind, error) {
		l, x, xk, err := left(f)
		if err != nil {
			return nil, 0, boxed, err
		}
		r, y, yk, err := right(f)
		if err != nil {
			return nil, 0, boxed, err
		}
		if xk == isInt && yk == isInt {
			if z := x - y; (z < x) == (y > 0) {
				return nil, z, isInt, nil
			}
		} else if xk == isFloat && yk == isFloat {
			return nil, bitsOf(floatOf(x) - floatOf(y)), isFloat, nil
		}
		return f.arith(opSub, operands2{l, r, x, y, xk, yk}, at)
	}
}

func mulNumbers(left, right numberFn, at syntax.Span) numberFn {
	return func(f *Frame) (py.Value, int64, kind, error) {
		l, x, xk, err := left(f)
		if err != nil {
			return nil, 0, boxed, err
		}
		r, y, yk, err := right(f)
		if err != nil {
			return nil, 0, boxed, err
		}
		if xk == isInt && yk == isInt {
			if int64(int32(x)) == x && int64(int32(y)) == y {
				return nil, x * y, isInt, nil
			}
		} else if xk == isFloat && yk == isFloat {
			return nil, bitsOf(floatOf(x) * floatOf(y)), isFloat, nil
		}
		return f.arith(opMul, operands2{l, r, x, y, xk, yk}, at)
	}
}

// arithConst is an operator whose right side is a constant int, nil for those without a form of
// their own.
func arithConst(op opcode, left numberFn, y int64, konst py.Value, at syntax.Span) numberFn {
	switch {
	case op == opMod && y > 0:
		return func(f *Frame) (py.Value, int64, kind, error) {
			l, x, xk, err := left(f)
			if err != nil {
				return nil, 0, boxed, err
			}
			if xk == isInt {
				z := x % y
				if z < 0 {
					z += y
				}
				return nil, z, isInt, nil
			}
			return f.arith(op, operands2{l, konst, x, y, xk, isInt}, at)
		}
	case op == opAdd:
		return func(f *Frame) (py.Value, int64, kind, error) {
			l, x, xk, err := left(f)
			if err != nil {
				return nil, 0, boxed, err
			}
			if z := x + y; xk == isInt && (z > x) == (y > 0) {
				return nil, z, isInt, nil
			}
			return f.arith(op, operands2{l, konst, x, y, xk, isInt}, at)
		}
	case op == opSub:
		return func(f *Frame) (py.Value, int64, kind, error) {
			l, x, xk, err := left(f)
			if err != nil {
				return nil, 0, boxed, err
			}
			if z := x - y; xk == isInt && (z < x) == (y > 0) {
				return nil, z, isInt, nil
			}
			return f.arith(op, operands2{l, konst, x, y, xk, isInt}, at)
		}
	case op == opAnd:
		return func(f *Frame) (py.Value, int64, kind, error) {
			l, x, xk, err := left(f)
			if err != nil {
				return nil, 0, boxed, err
			}
			if xk == isInt {
				return nil, x & y, isInt, nil
			}
			return f.arith(op, operands2{l, konst, x, y, xk, isInt}, at)
		}
	}
	return nil
}

// negNode is -x.
func negNode(x *node, at syntax.Span) *node {
	switch c := x.konst.(type) {
	case int64:
		if c != math.MinInt64 {
			return constNode(-c)
		}
	case float64:
		return constNode(-c)
	}
	num := x.number()
	return ofNumber(func(f *Frame) (py.Value, int64, kind, error) {
		v, n, k, err := num(f)
		switch {
		case err != nil:
			return nil, 0, boxed, err
		case k == isInt && n != math.MinInt64:
			return nil, -n, isInt, nil
		case k == isFloat:
			return nil, bitsOf(-floatOf(n)), isFloat, nil
		}
		if v, err = py.Unary(f.t, "-", f.box(v, n, k)); err != nil || f.t.Due {
			if err = f.settle(err, at); err != nil {
				return nil, 0, boxed, err
			}
		}
		return unboxed(v)
	})
}
