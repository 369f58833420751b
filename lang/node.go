package lang

import (
	"math"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/lang/syntax"
)

// An expression runs as Go closures made once of expr's checked and patched tree, one for each
// node. A closure gives a Value; those of arithmetic also give a number that is not boxed, and
// those of conditions a bool.

type (
	valueFn func(f *Frame) (py.Value, error)
	testFn  func(f *Frame) (bool, error)
	// numberFn gives a small int or a float as itself: v may be nil then. Anything else is v.
	numberFn func(f *Frame) (v py.Value, n int64, k kind, err error)
)

// kind tells what a numberFn gave.
type kind uint8

const (
	boxed   kind = iota
	isInt        // n is the int
	isFloat      // n holds the bits of the float
)

func bitsOf(x float64) int64  { return int64(math.Float64bits(x)) }
func floatOf(n int64) float64 { return math.Float64frombits(uint64(n)) }

// node is one node of a compiled expression; val is always there.
type node struct {
	val valueFn
	num numberFn // nil where it is made of val
	// cond makes the node as a condition; nil where that is made of val or num. at is where it is
	// told that a value is none.
	cond  func(at syntax.Span) testFn
	konst py.Value // of a constant
	among py.Value // what `in` looks through for a list or set of constants, which it need not make; nil for others
}

func constNode(v py.Value) *node {
	n := &node{konst: v, val: func(*Frame) (py.Value, error) { return v, nil }}
	switch x := v.(type) {
	case int64:
		n.num = func(*Frame) (py.Value, int64, kind, error) { return v, x, isInt, nil }
	case float64:
		bits := bitsOf(x)
		n.num = func(*Frame) (py.Value, int64, kind, error) { return v, bits, isFloat, nil }
	}
	return n
}

// unboxed looks into a value for a number.
func unboxed(v py.Value) (py.Value, int64, kind, error) {
	switch x := v.(type) {
	case int64:
		return v, x, isInt, nil
	case float64:
		return v, bitsOf(x), isFloat, nil
	}
	return v, 0, boxed, nil
}

// box makes a Value of what a numberFn gave.
func (f *Frame) box(v py.Value, n int64, k kind) py.Value {
	switch {
	case v != nil:
		return v
	case k == isInt:
		return f.t.Int(n)
	}
	return f.t.Float(floatOf(n))
}

// number is the node as a number.
func (n *node) number() numberFn {
	if n.num != nil {
		return n.num
	}
	val := n.val
	return func(f *Frame) (py.Value, int64, kind, error) {
		v, err := val(f)
		if err != nil {
			return nil, 0, boxed, err
		}
		return unboxed(v)
	}
}

// ofNumber makes the other forms of a node that is known as a number.
func ofNumber(num numberFn) *node {
	n := &node{num: num}
	n.val = func(f *Frame) (py.Value, error) {
		v, x, k, err := num(f)
		if err != nil {
			return nil, err
		}
		return f.box(v, x, k), nil
	}
	return n
}

// test is the node as a condition; at is where its failure to be one is told.
func (n *node) test(at syntax.Span) testFn {
	if n.cond != nil {
		return n.cond(at)
	}
	if num := n.num; num != nil {
		return func(f *Frame) (bool, error) {
			v, x, k, err := num(f)
			switch {
			case err != nil:
				return false, err
			case k == isInt:
				return x != 0, nil
			case k == isFloat:
				return floatOf(x) != 0, nil
			}
			return f.truth(v, at)
		}
	}
	val := n.val
	return func(f *Frame) (bool, error) {
		v, err := val(f)
		if err != nil {
			return false, err
		}
		if b, ok := v.(bool); ok {
			return b, nil
		}
		return f.truth(v, at)
	}
}

func (f *Frame) truth(v py.Value, at syntax.Span) (bool, error) {
	ok, err := py.Truth(f.t, v)
	if err != nil {
		return false, f.traced(err, at)
	}
	return ok, nil
}

// ofTest makes a node of a condition whose value is a bool.
func ofTest(test testFn) *node {
	return &node{cond: func(syntax.Span) testFn { return test }, val: func(f *Frame) (py.Value, error) {
		ok, err := test(f)
		if err != nil {
			return nil, err
		}
		return ok, nil
	}}
}
