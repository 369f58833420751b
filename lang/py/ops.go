package py

import (
	"cmp"
	"math"
	"math/big"
	"strings"

	"github.com/tfs-lang/tfs/memory"
)

// maxBits bounds big integers, and maxItems repeated sequences: beyond them an operation is
// an error, not a way to take the machine's memory.
const (
	maxBits  = 1 << 25
	maxItems = 1 << 26
)

// MaxText is the most bytes of one text.
const MaxText = maxItems * 8

var binaryDunders = map[string]string{
	"__add__":      "+",
	"__sub__":      "-",
	"__mul__":      "*",
	"__truediv__":  "/",
	"__floordiv__": "//",
	"__mod__":      "%",
	"__pow__":      "**",
	"__matmul__":   "@",
	"__and__":      "&",
	"__or__":       "|",
	"__xor__":      "^",
	"__lshift__":   "<<",
	"__rshift__":   ">>",
	"__eq__":       "==",
	"__ne__":       "!=",
	"__lt__":       "<",
	"__le__":       "<=",
	"__gt__":       ">",
	"__ge__":       ">=",
}

var dunderOf = func() map[string]string {
	m := map[string]string{}
	for k, v := range binaryDunders {
		m[v] = k
	}
	return m
}()

var swapped = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

// Binary computes a op b for arithmetic, bitwise and comparison operators.
func Binary(t *Thread, op string, a, b Value) (Value, error) {
	if x, ok := a.(int64); ok {
		if y, ok := b.(int64); ok {
			if v, done, err := intOp(op, x, y); done || err != nil {
				return v, err
			}
		}
	}
	v, err := native(t, op, a, b)
	if err != nil || v != NotImplemented {
		return v, err
	}
	ca, cb := TypeOf(a), TypeOf(b)
	// A subclass on the right goes first, as in Python, where the operator is its own; no side is asked twice.
	first := cb != ca && cb.User && cb.Is(ca) && (swapped[op] != "" || overloads(ca, cb, op))
	if first {
		if v, err := reflected(t, op, a, b, cb); err != nil || v != NotImplemented {
			return v, err
		}
	}
	if v, err := slot(t, op, a, b, ca); err != nil || v != NotImplemented {
		return v, err
	}
	if !first && (cb != ca || swapped[op] != "" || !cb.User) {
		if v, err := reflected(t, op, a, b, cb); err != nil || v != NotImplemented {
			return v, err
		}
	}
	if v, err := plainSlot(t, op, a, b); err != nil || v != NotImplemented {
		return v, err
	}
	switch op {
	case "==":
		return Is(a, b), nil
	case "!=":
		if !ca.User && ca.Lookup("__eq__") != nil {
			eq, err := Binary(t, "==", a, b)
			if err != nil {
				return nil, err
			}
			tr, err := Truth(t, eq)
			return !tr, err
		}
		return !Is(a, b), nil
	case "<", "<=", ">", ">=":
		return nil, TypeErrorf(
			"'%s' not supported between instances of '%s' and '%s'",
			op,
			ca.TypeName(),
			cb.TypeName(),
		)
	}
	if op == "+" {
		switch a.(type) {
		case string:
			return nil, TypeErrorf(`can only concatenate str (not "%s") to str`, cb.TypeName())
		case *List:
			return nil, TypeErrorf(`can only concatenate list (not "%s") to list`, cb.TypeName())
		case *Tuple:
			return nil, TypeErrorf(`can only concatenate tuple (not "%s") to tuple`, cb.TypeName())
		case Bytes, *ByteArray:
			return nil, TypeErrorf("can't concat %s to %s", cb.TypeName(), ca.TypeName())
		}
	}
	if op == "*" {
		for _, p := range [2][2]Value{{a, b}, {b, a}} {
			switch p[0].(type) {
			case string, *List, *Tuple, Bytes, *ByteArray:
				return nil, TypeErrorf("can't multiply sequence by non-int of type '%s'", TypeOf(p[1]).TypeName())
			}
		}
	}
	show := op
	if op == "**" {
		show = "** or pow()"
	}
	return nil, TypeErrorf("unsupported operand type(s) for %s: '%s' and '%s'", show, ca.TypeName(), cb.TypeName())
}

// DivMod is divmod(a, b): the method of either side where it has one, else a // b and a % b.
func DivMod(t *Thread, a, b Value) (Value, error) {
	for _, try := range []struct {
		name        string
		self, other Value
	}{{"__divmod__", a, b}, {"__rdivmod__", b, a}} {
		switch try.self.(type) {
		case int64, float64, bool, *big.Int:
			continue
		}
		if m := TypeOf(try.self).Lookup(try.name); m != nil {
			if v, err := special(t, m, try.self, try.other); err != nil || v != NotImplemented {
				return v, err
			}
		}
	}
	_, aFloat := a.(float64)
	if y, ok := b.(float64); ok && y == 0 || aFloat && (b == int64(0) || b == false) {
		switch a.(type) {
		case float64, int64, bool, *big.Int:
			return nil, NewExc(ZeroDivisionErrorClass, "float divmod()")
		}
	}
	q, err := Binary(t, "//", a, b)
	if e, ok := err.(*Exc); ok && e.Class == TypeErrorClass && strings.HasPrefix(e.Message(), "unsupported operand") {
		return nil, TypeErrorf("unsupported operand type(s) for divmod(): '%s' and '%s'", TypeOf(a).TypeName(), TypeOf(b).TypeName())
	}
	if err != nil {
		return nil, err
	}
	r, err := Binary(t, "%", a, b)
	return NewTuple(q, r), err
}

// Join is x + y of two texts.
func Join(t *Thread, x, y string) (Value, error) {
	if err := fits(int64(len(x) + len(y))); err != nil {
		return nil, err
	}
	return t.joinText(x, y), nil
}

// intOp is the fast path of two small ints; done is false when the result may not fit.
func intOp(op string, x, y int64) (Value, bool, error) {
	switch op {
	case "+":
		if s := x + y; (s > x) == (y > 0) {
			return s, true, nil
		}
	case "-":
		if s := x - y; (s < x) == (y > 0) {
			return s, true, nil
		}
	case "*":
		if p, ok := MulInts(x, y); ok {
			return p, true, nil
		}
	case "**":
		if p, ok := PowInts(x, y); ok {
			return p, true, nil
		}
	case "//", "%":
		if y == 0 {
			if op == "%" {
				return nil, true, NewExc(ZeroDivisionErrorClass, "integer modulo by zero")
			}
			return nil, true, NewExc(ZeroDivisionErrorClass, "integer division or modulo by zero")
		}
		if y == -1 && x == math.MinInt64 {
			return nil, false, nil
		}
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) {
			q--
			r += y
		}
		if op == "%" {
			return r, true, nil
		}
		return q, true, nil
	case "==":
		return x == y, true, nil
	case "!=":
		return x != y, true, nil
	case "<":
		return x < y, true, nil
	case "<=":
		return x <= y, true, nil
	case ">":
		return x > y, true, nil
	case ">=":
		return x >= y, true, nil
	case "&":
		return x & y, true, nil
	case "|":
		return x | y, true, nil
	case "^":
		return x ^ y, true, nil
	case ">>":
		if y >= 0 {
			return x >> min(uint64(y), 63), true, nil
		}
	}
	return nil, false, nil
}

// native computes operators of Python's own values; NotImplemented when the types differ.
func native(t *Thread, op string, a, b Value) (Value, error) {
	if v, done, err := derivedOp(t, op, a, b); done {
		return v, err
	}
	ra, rb := numRank(a), numRank(b)
	if op == "*" && ra+rb == 0 {
		if v, done, err := timesIndex(t, a, b); done {
			return v, err
		}
	}
	if y, ok := b.(*Instance); ok && op == "*" && ra == 0 && y.Class.Lookup("__rmul__") != nil {
		return NotImplemented, nil // its own operator comes before its __index__
	}
	if ra > 0 && rb > 0 {
		if takesLong(op, a, b) && t.Ctx.Done() != nil {
			return t.Aside(func(*Thread) (Value, error) { return numOp(op, a, b, max(ra, rb)) })
		}
		return numOp(op, a, b, max(ra, rb))
	}
	switch x := a.(type) {
	case string:
		return strOp(t, op, x, b)
	case *List:
		return listOp(t, op, x, b)
	case *Tuple:
		return tupleOp(t, op, x, b)
	case Bytes:
		if v, err := bytesOp(t, op, x, b); v != nil || err != nil {
			return v, err
		}
	default:
		if v, err := ofOneKind(t, op, a, b); v != nil || err != nil {
			return v, err
		}
	}
	if op == "*" { // n * sequence
		if ra == 1 {
			switch b.(type) {
			case string, Bytes, *List, *Tuple:
				return native(t, op, b, a)
			}
		}
	}
	if op == "|" {
		ka, oka := a.(*Class)
		kb, okb := b.(*Class)
		if oka && ka.metaLookup("__or__") == nil || okb && !oka && kb.metaLookup("__ror__") == nil {
			return typeOr(op, a, b)
		}
	}
	return NotImplemented, nil
}

// derivedOp is native of values of classes that derive from built-in ones: with what they hold, unless a method of the
// class comes first.
func derivedOp(t *Thread, op string, a, b Value) (v Value, done bool, err error) {
	if x, ok := a.(*Instance); ok && x.Native != nil {
		if c := x.Class; c.Lookup(dunderOf[op]) == nil || isBuiltinAttr(c, dunderOf[op]) {
			if c.Wrap != nil {
				v, err = c.Binary(t, op, a, b)
			} else {
				v, err = native(t, op, x.Native, b)
			}
			return v, true, err
		}
	}
	if x, ok := b.(*Instance); ok && x.Native != nil && !userReflects(x.Class, op) {
		_, text := a.(string)
		i, own := a.(*Instance) // whose own operator comes first
		if x.Class.Wrap != nil && !text && !(own && i.Class.Lookup(dunderOf[op]) != nil) {
			v, err = x.Class.Binary(t, op, a, b)
		} else {
			v, err = native(t, op, a, x.Native)
		}
		return v, true, err
	}
	if x, ok := a.(*Tuple); ok && x.Class != nil && x.Class.User {
		if m := x.Class.Lookup(dunderOf[op]); m != nil && !isBuiltinAttr(x.Class, dunderOf[op]) {
			return NotImplemented, true, nil
		}
	}
	if x, ok := b.(*Tuple); ok && x.Class != nil && x.Class.User && userReflects(x.Class, op) {
		return NotImplemented, true, nil
	}
	return nil, false, nil
}

// timesIndex repeats a sequence as often as an object with __index__ says, on either side.
func timesIndex(t *Thread, a, b Value) (v Value, done bool, err error) {
	for i, p := range [2][2]Value{{a, b}, {b, a}} {
		x, ok := p[1].(*Instance)
		if ok && x.Class.Lookup("__index__") != nil && isSequence(p[0]) &&
			x.Class.Lookup([2]string{"__rmul__", "__mul__"}[i]) == nil {
			n, err := Index(x)
			if err == nil {
				v, err = native(t, "*", p[0], n)
			}
			return v, true, err
		}
	}
	return nil, false, nil
}

// bytesOp is native of bytes on the left; nil where they have no such operator.
func bytesOp(t *Thread, op string, x Bytes, b Value) (Value, error) {
	if op == "%" {
		s, err := percentFormat(t, string(x), b, true)
		return Bytes(s), err
	}
	switch y := b.(type) {
	case Bytes:
		if op == "+" {
			if err := fits(int64(len(x) + len(y))); err != nil {
				return nil, err
			}
			return x + y, nil
		}
		return cmpOp(op, strings.Compare(string(x), string(y)))
	case int64, bool, *big.Int:
		if op == "*" {
			n, _ := AsInt(y)
			if err := checkRepeat(len(x), n); err != nil {
				return nil, err
			}
			return Bytes(strings.Repeat(string(x), int(max(n, 0)))), nil
		}
	}
	return nil, nil
}

// ofOneKind is native of two sets, dicts, ranges, slices or methods; nil where they have no such operator.
func ofOneKind(t *Thread, op string, a, b Value) (Value, error) {
	switch x := a.(type) {
	case *Set:
		if y, ok := b.(*Set); ok {
			return setOp(t, op, x, y)
		}
	case *Dict:
		if y, ok := b.(*Dict); ok && TypeOf(x).Binary == nil && TypeOf(y).Binary == nil {
			switch op {
			case "==", "!=":
				eq, err := dictEq(t, x, y)
				return eq == (op == "=="), err
			case "|":
				z := x.Copy()
				return z, y.Each(z.Set)
			}
		}
	case *Range:
		if y, ok := b.(*Range); ok && (op == "==" || op == "!=") {
			eq := x.Len() == y.Len() && (x.Len() == 0 || x.Start == y.Start && (x.Len() == 1 || x.Step == y.Step))
			return eq == (op == "=="), nil
		}
	case *Slice:
		if y, ok := b.(*Slice); ok && op == "==" {
			return Equal(t, NewTuple(x.Start, x.Stop, x.Step), NewTuple(y.Start, y.Stop, y.Step))
		}
	case *Method:
		if y, ok := b.(*Method); ok && (op == "==" || op == "!=") {
			return (Is(x.Self, y.Self) && x.Fn == y.Fn) == (op == "=="), nil
		}
	}
	return nil, nil
}

func isSequence(v Value) bool {
	switch v.(type) {
	case string, Bytes, *List, *Tuple:
		return true
	}
	return false
}

func isBuiltinAttr(c *Class, name string) bool {
	_, ok := c.Lookup(name).(*Builtin)
	return ok
}

func userReflects(c *Class, op string) bool {
	name := "__r" + strings.TrimPrefix(dunderOf[op], "__")
	if s := swapped[op]; s != "" {
		name = dunderOf[s]
	}
	m := c.Lookup(name)
	_, builtin := m.(*Builtin)
	return m != nil && !builtin
}

func checkRepeat(size int, n int64) error {
	if n > 0 && int64(size) > 0 && n > maxItems/int64(size)*8 {
		return Raisef(
			MemoryErrorClass,
			"a sequence of %d times %d items does not fit",
			n,
			size,
		).WithHint("tfs keeps sequences below %d items.", maxItems)
	}
	if n > 0 && !memory.Reserve(int64(size)*n) {
		return OutOfMemory("a sequence of %d times %d items does not fit", n, size)
	}
	return nil
}

// fits refuses a text of n bytes when tfs does not keep as many.
func fits(n int64) error {
	if n > MaxText || n < 0 {
		return Raisef(
			MemoryErrorClass,
			"a text of %d bytes does not fit",
			n,
		).WithHint("tfs keeps texts below %d bytes.", MaxText)
	}
	if !memory.Reserve(n) {
		return OutOfMemory("a text of %d bytes does not fit", n)
	}
	return nil
}

func strOp(t *Thread, op, x string, b Value) (Value, error) {
	if op == "%" {
		return PercentFormat(t, x, b)
	}
	switch y := b.(type) {
	case string:
		if op == "+" {
			if err := fits(int64(len(x) + len(y))); err != nil {
				return nil, err
			}
			return t.joinText(x, y), nil
		}
		return cmpOp(op, strings.Compare(x, y))
	case int64, bool, *big.Int:
		if op == "*" {
			n, _ := AsInt(y)
			if err := checkRepeat(len(x), n); err != nil {
				return nil, err
			}
			return strings.Repeat(x, int(max(n, 0))), nil
		}
	}
	return NotImplemented, nil
}

//go:noinline
func cmpOp(op string, c int) (Value, error) {
	switch op {
	case "==":
		return c == 0, nil
	case "!=":
		return c != 0, nil
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	case ">=":
		return c >= 0, nil
	}
	return NotImplemented, nil
}

func repeatItems(t *Thread, items []Value, n int64) ([]Value, error) {
	if n > 0 && len(items) > 0 && n > maxItems/int64(len(items)) {
		return nil, Raisef(
			MemoryErrorClass,
			"a sequence of %d times %d items does not fit",
			n,
			len(items),
		).WithHint("tfs keeps sequences below %d items.", maxItems)
	}
	if err := FitsItems(len(items) * int(max(n, 0))); err != nil {
		return nil, err
	}
	out := make([]Value, len(items)*int(max(n, 0)))
	if err := copyItems(t, out, items); err != nil {
		return nil, err
	}
	for done := min(len(items), len(out)); done > 0 && done < len(out); done *= 2 {
		if err := copyItems(t, out[done:], out[:done]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// joined is two sequences one behind the other.
func joined(t *Thread, a, b []Value) ([]Value, error) {
	if err := FitsItems(len(a) + len(b)); err != nil {
		return nil, err
	}
	out := make([]Value, len(a)+len(b))
	if err := copyItems(t, out, a); err != nil {
		return nil, err
	}
	return out, copyItems(t, out[len(a):], b)
}

func listOp(t *Thread, op string, x *List, b Value) (Value, error) {
	if y, ok := b.(*List); ok {
		if op == "+" {
			items, err := joined(t, x.Items, y.Items)
			return &List{items}, err
		}
		return seqCompare(t, op, x.Items, y.Items)
	}
	if n, ok := AsInt(b); ok && op == "*" {
		items, err := repeatItems(t, x.Items, n)
		return &List{items}, err
	}
	return NotImplemented, nil
}

func tupleOp(t *Thread, op string, x *Tuple, b Value) (Value, error) {
	if y, ok := b.(*Tuple); ok {
		if op == "+" {
			items, err := joined(t, x.Items, y.Items)
			return NewTuple(items...), err
		}
		return seqCompare(t, op, x.Items, y.Items)
	}
	if n, ok := AsInt(b); ok && op == "*" {
		items, err := repeatItems(t, x.Items, n)
		return NewTuple(items...), err
	}
	return NotImplemented, nil
}

func seqCompare(t *Thread, op string, a, b []Value) (Value, error) {
	if _, ok := swapped[op]; !ok {
		return NotImplemented, nil
	}
	if err := t.Enter("in comparison"); err != nil {
		return nil, err
	}
	defer t.Leave()
	if (op == "==" || op == "!=") && len(a) != len(b) {
		return op == "!=", nil
	}
	for i := 0; i < len(a) && i < len(b); i++ {
		if i%piece == piece-1 {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
		if x, ok := a[i].(int64); ok {
			if y, ok := b[i].(int64); ok {
				if x == y {
					continue
				}
				return cmpOp(op, cmp.Compare(x, y))
			}
		}
		if Is(a[i], b[i]) {
			continue
		}
		if err := t.Poll(); err != nil {
			return nil, err
		}
		eq, err := Equal(t, a[i], b[i])
		if err != nil {
			return nil, err
		}
		if !eq {
			if op == "==" || op == "!=" {
				return op == "!=", nil
			}
			return Binary(t, op, a[i], b[i])
		}
	}
	return cmpOp(op, len(a)-len(b))
}

func recursion(what string) *Exc {
	if what != "" {
		what = " " + what
	}
	return Raisef(RecursionErrorClass, "maximum recursion depth exceeded%s", what)
}

// Unary computes -v, +v, ~v.
func Unary(t *Thread, op string, v Value) (Value, error) {
	switch x := v.(type) {
	case bool:
		n, _ := AsInt(x)
		return Unary(t, op, n)
	case int64:
		switch op {
		case "-":
			if x == math.MinInt64 {
				return Int(new(big.Int).Neg(big.NewInt(x))), nil
			}
			return -x, nil
		case "+":
			return x, nil
		}
		return ^x, nil
	case *big.Int:
		switch op {
		case "-":
			return Int(new(big.Int).Neg(x)), nil
		case "+":
			return x, nil
		}
		return Int(new(big.Int).Not(x)), nil
	case float64:
		switch op {
		case "-":
			return -x, nil
		case "+":
			return x, nil
		}
	case complex128:
		switch op {
		case "-":
			return -x, nil
		case "+":
			return x, nil
		}
	case *Instance:
		name := map[string]string{"-": "__neg__", "+": "__pos__", "~": "__invert__"}[op]
		if m := x.Class.Lookup(name); m != nil {
			return special(t, m, v)
		}
		if x.Native != nil && x.Class.Wrap == nil {
			return Unary(t, op, x.Native)
		}
	}
	c := TypeOf(v)
	if c.Unary != nil {
		return c.Unary(t, op, v)
	}
	return nil, TypeErrorf("bad operand type for unary %s: '%s'", op, c.TypeName())
}

// Is tells identity: equal small values of one type, or the same object.
func Is(a, b Value) bool {
	switch x := a.(type) {
	case float64:
		y, ok := b.(float64)
		return ok && (x == y || x != x && y != y)
	case *big.Int:
		y, ok := b.(*big.Int)
		return ok && x == y
	}
	defer func() { _ = recover() }() // uncomparable Go types are never identical
	return a == b
}

// Equal is bool(a == b).
func Equal(t *Thread, a, b Value) (bool, error) {
	v, err := Binary(t, "==", a, b)
	if err != nil {
		return false, err
	}
	return Truth(t, v)
}

// Truth is bool(v).
func Truth(t *Thread, v Value) (bool, error) {
	switch x := v.(type) {
	case bool:
		return x, nil
	case *NoneType:
		return x != None, nil
	case int64:
		return x != 0, nil
	case float64:
		return x != 0, nil
	case complex128:
		return x != 0, nil
	case *big.Int:
		return x.Sign() != 0, nil
	case string:
		return x != "", nil
	case Bytes:
		return x != "", nil
	case *List:
		return len(x.Items) > 0, nil
	case *Tuple:
		return len(x.Items) > 0, nil
	case *Dict:
		return x.Len() > 0, nil
	case *Set:
		return x.Len() > 0, nil
	case *Range:
		return x.Len() > 0, nil
	case *Instance:
		if x.Class.Lookup("__bool__") != nil {
			r, err := CallMethod(t, x, "__bool__")
			if err != nil {
				return false, err
			}
			b, ok := r.(bool)
			if !ok {
				return false, TypeErrorf("__bool__ should return bool, returned %s", TypeOf(r).TypeName())
			}
			return b, nil
		}
		if x.Class.Lookup("__len__") != nil {
			n, err := Len(t, x)
			return n > 0, err
		}
		if x.Native != nil {
			return Truth(t, x.Native)
		}
		return true, nil
	}
	c := TypeOf(v)
	if c.Truth != nil {
		if t != nil { // an array of objects may hold itself
			if err := t.Enter(""); err != nil {
				return false, err
			}
			defer t.Leave()
		}
		return c.Truth(t, v)
	}
	if c.Len != nil {
		n, err := c.Len(t, v)
		return n > 0, err
	}
	return true, nil
}
