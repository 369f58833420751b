package py

import (
	"math"
	"math/big"
	"math/cmplx"
	"strings"
)

// maxBits bounds big integers, and maxItems repeated sequences: beyond them an operation is
// an error, not a way to take the machine's memory.
const (
	maxBits  = 1 << 25
	maxItems = 1 << 26
)

var binaryDunders = map[string]string{
	"__add__": "+", "__sub__": "-", "__mul__": "*", "__truediv__": "/", "__floordiv__": "//", "__mod__": "%", "__pow__": "**",
	"__matmul__": "@", "__and__": "&", "__or__": "|", "__xor__": "^", "__lshift__": "<<", "__rshift__": ">>",
	"__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">=",
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
	// A subclass on the right goes first, as in Python.
	if cb != ca && cb.Is(ca) && cb.User {
		if v, err := reflected(t, op, a, b, cb); err != nil || v != NotImplemented {
			return v, err
		}
	}
	if v, err := slot(t, op, a, b, ca); err != nil || v != NotImplemented {
		return v, err
	}
	if v, err := reflected(t, op, a, b, cb); err != nil || v != NotImplemented {
		return v, err
	}
	switch op {
	case "==":
		return Is(a, b), nil
	case "!=":
		if ca.Lookup("__eq__") != nil {
			eq, err := Binary(t, "==", a, b)
			if err != nil {
				return nil, err
			}
			tr, err := Truth(t, eq)
			return !tr, err
		}
		return !Is(a, b), nil
	case "<", "<=", ">", ">=":
		return nil, TypeErrorf("'%s' not supported between instances of '%s' and '%s'", op, ca.Name, cb.Name)
	}
	if op == "+" {
		switch a.(type) {
		case string:
			return nil, TypeErrorf(`can only concatenate str (not "%s") to str`, cb.FullName())
		case *List:
			return nil, TypeErrorf(`can only concatenate list (not "%s") to list`, cb.FullName())
		case *Tuple:
			return nil, TypeErrorf(`can only concatenate tuple (not "%s") to tuple`, cb.FullName())
		case Bytes:
			return nil, TypeErrorf("can't concat %s to bytes", cb.FullName())
		}
	}
	if op == "*" {
		for _, p := range [2][2]Value{{a, b}, {b, a}} {
			switch p[0].(type) {
			case string, *List, *Tuple, Bytes:
				return nil, TypeErrorf("can't multiply sequence by non-int of type '%s'", TypeOf(p[1]).FullName())
			}
		}
	}
	show := op
	if op == "**" {
		show = "** or pow()"
	}
	return nil, TypeErrorf("unsupported operand type(s) for %s: '%s' and '%s'", show, ca.FullName(), cb.FullName())
}

func slot(t *Thread, op string, a, b Value, c *Class) (Value, error) {
	if c.User {
		if m := c.Lookup(dunderOf[op]); m != nil {
			return Call(t, m, []Value{a, b}, nil)
		}
	}
	if c.Binary != nil {
		return c.Binary(t, op, a, b)
	}
	return NotImplemented, nil
}

func reflected(t *Thread, op string, a, b Value, c *Class) (Value, error) {
	if c.User {
		name := "__r" + dunderOf[op][2:]
		if s := swapped[op]; s != "" {
			name = dunderOf[s]
		}
		if m := c.Lookup(name); m != nil {
			return Call(t, m, []Value{b, a}, nil)
		}
	}
	if c.Binary != nil && TypeOf(a).Binary == nil {
		return c.Binary(t, op, a, b)
	}
	if c.Binary != nil {
		return c.Binary(t, op, a, b)
	}
	return NotImplemented, nil
}

// InPlace is a op= b: the in-place method where the type has one, else the plain operator.
func InPlace(t *Thread, op string, a, b Value) (Value, error) {
	switch x := a.(type) {
	case *List:
		if op == "+" {
			items, err := ToSlice(t, b)
			if err != nil {
				return nil, err
			}
			x.Items = append(x.Items, items...)
			return x, nil
		}
		if op == "*" {
			v, err := Binary(t, op, a, b)
			if err != nil {
				return nil, err
			}
			x.Items = v.(*List).Items
			return x, nil
		}
	case *Set:
		if y, ok := b.(*Set); ok && !x.Frozen {
			v, err := setOp(op, x, y)
			if err != nil || v == NotImplemented {
				break
			}
			x.d = v.(*Set).d
			return x, nil
		}
	case *Dict:
		if y, ok := b.(*Dict); ok && op == "|" {
			return x, y.Each(x.Set)
		}
	}
	c := TypeOf(a)
	if d := dunderOf[op]; d != "" {
		if m := c.Lookup("__i" + d[2:]); m != nil {
			v, err := Call(t, m, []Value{a, b}, nil)
			if err != nil || v != NotImplemented {
				return v, err
			}
		}
	}
	return Binary(t, op, a, b)
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
		if x == 0 || y == 0 {
			return int64(0), true, nil
		}
		if p := x * y; p/y == x && !(x == -1 && y == math.MinInt64) && !(y == -1 && x == math.MinInt64) {
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
	if x, ok := a.(*Instance); ok && x.Native != nil {
		if c := x.Class; c.Lookup(dunderOf[op]) == nil || isBuiltinAttr(c, dunderOf[op]) {
			return native(t, op, x.Native, b)
		}
	}
	if x, ok := b.(*Instance); ok && x.Native != nil && !userReflects(x.Class, op) {
		return native(t, op, a, x.Native)
	}
	ra, rb := numRank(a), numRank(b)
	if ra > 0 && rb > 0 {
		return numOp(op, a, b, max(ra, rb))
	}
	switch x := a.(type) {
	case string:
		return strOp(t, op, x, b)
	case Bytes:
		switch y := b.(type) {
		case Bytes:
			if op == "+" {
				return x + y, nil
			}
			return cmpOp(op, strings.Compare(string(x), string(y)))
		case int64, bool:
			if op == "*" {
				n, _ := AsInt(y)
				if err := checkRepeat(len(x), n); err != nil {
					return nil, err
				}
				return Bytes(strings.Repeat(string(x), int(max(n, 0)))), nil
			}
		}
		if op == "%" {
			s, err := PercentFormat(t, string(x), b)
			return Bytes(s), err
		}
	case *List:
		return listOp(t, op, x, b)
	case *Tuple:
		return tupleOp(t, op, x, b)
	case *Set:
		if y, ok := b.(*Set); ok {
			return setOp(op, x, y)
		}
	case *Dict:
		if y, ok := b.(*Dict); ok {
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
	if op == "*" { // n * sequence
		if _, ok := AsInt(a); ok && ra > 0 {
			switch b.(type) {
			case string, Bytes, *List, *Tuple:
				return native(t, op, b, a)
			}
		}
	}
	if ka, ok := a.(*Class); ok && op == "|" {
		return NewTuple(ka, b), nil
	}
	return NotImplemented, nil
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
		return Raisef(MemoryErrorClass, "a sequence of %d times %d items does not fit", n, size).WithHint("tfs keeps sequences below %d items.", maxItems)
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
			if len(x)+len(y) > maxItems*8 {
				return nil, Raisef(MemoryErrorClass, "a str of %d bytes does not fit", len(x)+len(y))
			}
			return x + y, nil
		}
		return cmpOp(op, strings.Compare(x, y))
	case int64, bool:
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

func repeatItems(items []Value, n int64) ([]Value, error) {
	if n > 0 && len(items) > 0 && n > maxItems/int64(len(items)) {
		return nil, Raisef(MemoryErrorClass, "a sequence of %d times %d items does not fit", n, len(items)).WithHint("tfs keeps sequences below %d items.", maxItems)
	}
	out := make([]Value, 0, len(items)*int(max(n, 0)))
	for range n {
		out = append(out, items...)
	}
	return out, nil
}

func listOp(t *Thread, op string, x *List, b Value) (Value, error) {
	if y, ok := b.(*List); ok {
		if op == "+" {
			return NewList(append(append(make([]Value, 0, len(x.Items)+len(y.Items)), x.Items...), y.Items...)...), nil
		}
		return seqCompare(t, op, x.Items, y.Items)
	}
	if n, ok := AsInt(b); ok && op == "*" {
		items, err := repeatItems(x.Items, n)
		return &List{items}, err
	}
	return NotImplemented, nil
}

func tupleOp(t *Thread, op string, x *Tuple, b Value) (Value, error) {
	if y, ok := b.(*Tuple); ok {
		if op == "+" {
			return NewTuple(append(append(make([]Value, 0, len(x.Items)+len(y.Items)), x.Items...), y.Items...)...), nil
		}
		return seqCompare(t, op, x.Items, y.Items)
	}
	if n, ok := AsInt(b); ok && op == "*" {
		items, err := repeatItems(x.Items, n)
		return NewTuple(items...), err
	}
	return NotImplemented, nil
}

func seqCompare(t *Thread, op string, a, b []Value) (Value, error) {
	if _, ok := swapped[op]; !ok {
		return NotImplemented, nil
	}
	if t.Depth++; t.Depth > t.MaxDepth {
		t.Depth--
		return nil, recursion("in comparison")
	}
	defer func() { t.Depth-- }()
	if (op == "==" || op == "!=") && len(a) != len(b) {
		return op == "!=", nil
	}
	for i := 0; i < len(a) && i < len(b); i++ {
		if Is(a[i], b[i]) {
			continue
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

func dictEq(t *Thread, x, y *Dict) (bool, error) {
	if x.Len() != y.Len() {
		return false, nil
	}
	eq := true
	err := x.Each(func(k, v Value) error {
		w, ok, err := y.Get(k)
		if err != nil || !ok {
			eq = false
			return err
		}
		same, err := Equal(t, v, w)
		eq = eq && same
		return err
	})
	return eq, err
}

func setOp(op string, x, y *Set) (Value, error) {
	out := NewSet()
	out.Frozen = x.Frozen
	subset := func(a, b *Set) bool {
		for _, v := range a.Items() {
			if ok, _ := b.Has(v); !ok {
				return false
			}
		}
		return true
	}
	switch op {
	case "|", "&", "-", "^":
		for _, v := range x.Items() {
			in, _ := y.Has(v)
			if op == "|" || in == (op == "&") {
				_ = out.Add(v)
			}
		}
		if op == "|" || op == "^" {
			for _, v := range y.Items() {
				if in, _ := x.Has(v); op == "|" || !in {
					_ = out.Add(v)
				}
			}
		}
		return out, nil
	case "==":
		return x.Len() == y.Len() && subset(x, y), nil
	case "!=":
		return x.Len() != y.Len() || !subset(x, y), nil
	case "<=":
		return subset(x, y), nil
	case "<":
		return x.Len() < y.Len() && subset(x, y), nil
	case ">=":
		return subset(y, x), nil
	case ">":
		return y.Len() < x.Len() && subset(y, x), nil
	}
	return NotImplemented, nil
}

// numRank orders the number types: 1 int, 2 float, 3 complex; 0 for anything else.
func numRank(v Value) int {
	switch v.(type) {
	case bool, int64, *big.Int:
		return 1
	case float64:
		return 2
	case complex128:
		return 3
	}
	return 0
}

// BigOf gives an int or bool as a big integer.
func BigOf(v Value) *big.Int {
	switch x := v.(type) {
	case *big.Int:
		return x
	case int64:
		return big.NewInt(x)
	case bool:
		if x {
			return big.NewInt(1)
		}
	}
	return new(big.Int)
}

// ToFloat gives a real Python number as float64.
func ToFloat(v Value) (float64, error) {
	switch x := v.(type) {
	case float64:
		return x, nil
	case int64:
		return float64(x), nil
	case bool:
		if x {
			return 1, nil
		}
		return 0, nil
	case *big.Int:
		f, _ := new(big.Float).SetInt(x).Float64()
		if math.IsInf(f, 0) {
			return 0, Raisef(OverflowErrorClass, "int too large to convert to float")
		}
		return f, nil
	case *Instance:
		if x.Native != nil {
			return ToFloat(x.Native)
		}
		if x.Class.Lookup("__float__") != nil {
			r, err := CallMethod(Background(), x, "__float__")
			if err != nil {
				return 0, err
			}
			return ToFloat(r)
		}
	}
	if c := TypeOf(v); c.Float != nil {
		n, err := c.Float(v)
		if err != nil {
			return 0, err
		}
		return ToFloat(n)
	}
	return 0, TypeErrorf("must be real number, not %s", TypeOf(v).Name)
}

func numOp(op string, a, b Value, rank int) (Value, error) {
	switch rank {
	case 1:
		if op == "/" {
			return intTrueDiv(a, b)
		}
		if _, ok := a.(bool); ok {
			if y, ok := b.(bool); ok {
				x := a.(bool)
				switch op {
				case "&":
					return x && y, nil
				case "|":
					return x || y, nil
				case "^":
					return x != y, nil
				}
			}
		}
		x, okx := small(a)
		y, oky := small(b)
		if okx && oky {
			if v, done, err := intOp(op, x, y); done || err != nil {
				return v, err
			}
		}
		return bigOp(op, BigOf(a), BigOf(b))
	case 2:
		x, err := floatForOp(op, a)
		if err != nil {
			return nil, err
		}
		y, err := floatForOp(op, b)
		if err != nil {
			return nil, err
		}
		if _, cmp := swapped[op]; cmp && (numRank(a) == 1 || numRank(b) == 1) {
			return cmpIntFloat(op, a, b)
		}
		return floatOp(op, x, y)
	}
	return complexOp(op, toComplex(a), toComplex(b))
}

func floatForOp(op string, v Value) (float64, error) {
	f, err := ToFloat(v)
	if _, cmp := swapped[op]; cmp {
		return f, nil
	}
	return f, err
}

func cmpIntFloat(op string, a, b Value) (Value, error) {
	fa, fb := bigFloat(a), bigFloat(b)
	if fa == nil || fb == nil {
		x, _ := ToFloat(a)
		y, _ := ToFloat(b)
		return floatOp(op, x, y)
	}
	return cmpOp(op, fa.Cmp(fb))
}

func bigFloat(v Value) *big.Float {
	if f, ok := v.(float64); ok {
		if math.IsNaN(f) {
			return nil
		}
		return big.NewFloat(f)
	}
	return new(big.Float).SetInt(BigOf(v))
}

func small(v Value) (int64, bool) {
	switch x := v.(type) {
	case int64:
		return x, true
	case bool:
		n, _ := AsInt(x)
		return n, true
	}
	return 0, false
}

func toComplex(v Value) complex128 {
	if c, ok := v.(complex128); ok {
		return c
	}
	f, _ := ToFloat(v)
	return complex(f, 0)
}

func intTrueDiv(a, b Value) (Value, error) {
	x, y := BigOf(a), BigOf(b)
	if y.Sign() == 0 {
		return nil, NewExc(ZeroDivisionErrorClass, "division by zero")
	}
	if x.IsInt64() && y.IsInt64() {
		p, q := x.Int64(), y.Int64()
		if p > -1<<53 && p < 1<<53 && q > -1<<53 && q < 1<<53 {
			return float64(p) / float64(q), nil
		}
	}
	f, _ := new(big.Rat).SetFrac(x, y).Float64()
	if math.IsInf(f, 0) {
		return nil, NewExc(OverflowErrorClass, "integer division result too large for a float")
	}
	return f, nil
}

func bigOp(op string, x, y *big.Int) (Value, error) {
	z := new(big.Int)
	switch op {
	case "+":
		return Int(z.Add(x, y)), nil
	case "-":
		return Int(z.Sub(x, y)), nil
	case "*":
		if x.BitLen()+y.BitLen() > maxBits {
			return nil, tooBig()
		}
		return Int(z.Mul(x, y)), nil
	case "//", "%":
		if y.Sign() == 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "integer division or modulo by zero")
		}
		m := new(big.Int)
		z.DivMod(x, y, m)
		if y.Sign() < 0 && m.Sign() > 0 { // DivMod is Euclidean; Python floors
			z.Sub(z, big.NewInt(1))
			m.Add(m, y)
			z.Div(new(big.Int).Sub(x, m), y)
		}
		if op == "%" {
			return Int(m), nil
		}
		return Int(z), nil
	case "**":
		return intPow(x, y)
	case "&":
		return Int(z.And(x, y)), nil
	case "|":
		return Int(z.Or(x, y)), nil
	case "^":
		return Int(z.Xor(x, y)), nil
	case "<<", ">>":
		if y.Sign() < 0 {
			return nil, ValueErrorf("negative shift count")
		}
		if op == ">>" {
			if !y.IsInt64() || y.Int64() > maxBits {
				if x.Sign() < 0 {
					return int64(-1), nil
				}
				return int64(0), nil
			}
			return Int(z.Rsh(x, uint(y.Int64()))), nil
		}
		if x.Sign() == 0 {
			return int64(0), nil
		}
		if !y.IsInt64() || y.Int64()+int64(x.BitLen()) > maxBits {
			return nil, tooBig()
		}
		return Int(z.Lsh(x, uint(y.Int64()))), nil
	}
	return cmpOp(op, x.Cmp(y))
}

func tooBig() error {
	return Raisef(OverflowErrorClass, "the result is an int of more than %d bits", maxBits)
}

func intPow(x, y *big.Int) (Value, error) {
	if y.Sign() < 0 {
		fx, err := ToFloat(Int(x))
		if err != nil {
			return nil, err
		}
		fy, err := ToFloat(Int(y))
		if err != nil {
			return nil, err
		}
		return floatOp("**", fx, fy)
	}
	if x.BitLen() > 1 && (!y.IsInt64() || y.Int64()*int64(x.BitLen()) > maxBits || y.Int64() > maxBits) {
		return nil, tooBig()
	}
	if x.BitLen() <= 1 && !y.IsInt64() {
		y = new(big.Int).Add(new(big.Int).And(y, big.NewInt(1)), big.NewInt(2))
	}
	if x.BitLen() <= 1 {
		odd := y.Bit(0) == 1
		switch {
		case y.Sign() == 0:
			return int64(1), nil
		case x.Sign() < 0 && !odd:
			return int64(1), nil
		}
		return Int(x), nil
	}
	return Int(new(big.Int).Exp(x, y, nil)), nil
}

func floatOp(op string, x, y float64) (Value, error) {
	switch op {
	case "+":
		return x + y, nil
	case "-":
		return x - y, nil
	case "*":
		return x * y, nil
	case "/":
		if y == 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "float division by zero")
		}
		return x / y, nil
	case "//", "%":
		if y == 0 {
			if op == "%" {
				return nil, NewExc(ZeroDivisionErrorClass, "float modulo")
			}
			return nil, NewExc(ZeroDivisionErrorClass, "float floor division by zero")
		}
		m := math.Mod(x, y)
		if m != 0 && (m < 0) != (y < 0) {
			m += y
		} else if m == 0 {
			m = math.Copysign(0, y)
		}
		if op == "%" {
			return m, nil
		}
		q := math.Floor((x - m) / y)
		if (x-m)/y-q > 0.5 {
			q++
		}
		return q, nil
	case "**":
		if x == 0 && y < 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "0.0 cannot be raised to a negative power")
		}
		if x < 0 && y != math.Trunc(y) && !math.IsInf(y, 0) {
			return complexOp("**", complex(x, 0), complex(y, 0))
		}
		r := math.Pow(x, y)
		if math.IsInf(r, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
			return nil, NewExc(OverflowErrorClass, int64(34), "Numerical result out of range")
		}
		return r, nil
	case "==":
		return x == y, nil
	case "!=":
		return x != y, nil
	case "<":
		return x < y, nil
	case "<=":
		return x <= y, nil
	case ">":
		return x > y, nil
	case ">=":
		return x >= y, nil
	}
	return NotImplemented, nil
}

func complexOp(op string, x, y complex128) (Value, error) {
	switch op {
	case "+":
		return x + y, nil
	case "-":
		return x - y, nil
	case "*":
		return x * y, nil
	case "/":
		if y == 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "complex division by zero")
		}
		return x / y, nil
	case "**":
		if y == complex(math.Trunc(real(y)), 0) && math.Abs(real(y)) <= 100 {
			return complexIntPow(x, int(real(y)))
		}
		if x == 0 {
			if y == 0 {
				return complex(1, 0), nil
			}
			return complex(0, 0), nil
		}
		return cmplx.Pow(x, y), nil
	case "==":
		return x == y, nil
	case "!=":
		return x != y, nil
	}
	return NotImplemented, nil
}

func complexIntPow(x complex128, n int) (Value, error) {
	if n < 0 {
		if x == 0 {
			return nil, NewExc(ZeroDivisionErrorClass, "0.0 to a negative or complex power")
		}
		v, err := complexIntPow(x, -n)
		return 1 / v.(complex128), err
	}
	r := complex(1, 0)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r, nil
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
			return Call(t, m, []Value{v}, nil)
		}
		if x.Native != nil {
			return Unary(t, op, x.Native)
		}
	}
	c := TypeOf(v)
	if c.Unary != nil {
		return c.Unary(t, op, v)
	}
	return nil, TypeErrorf("bad operand type for unary %s: '%s'", op, c.FullName())
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
				return false, TypeErrorf("__bool__ should return bool, returned %s", TypeOf(r).Name)
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
		return c.Truth(t, v)
	}
	if c.Len != nil {
		n, err := c.Len(t, v)
		return n > 0, err
	}
	return true, nil
}
