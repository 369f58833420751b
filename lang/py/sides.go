package py

import "math/big"

// The sides of an operator: whose method is asked.

// overloads tells whether a class has another reflected operator than the one it derives from.
func overloads(base, c *Class, op string) bool {
	name := "__r" + dunderOf[op][2:]
	m := c.Lookup(name)
	return m != nil && m != base.Lookup(name)
}

// notEqual is != of a class of the language that has no __ne__: what its __eq__ does not say.
func notEqual(t *Thread, a, b Value, c *Class) (Value, error) {
	eq := c.Lookup("__eq__")
	if eq == nil {
		return NotImplemented, nil
	}
	v, err := special(t, eq, a, b)
	if err != nil || v == NotImplemented {
		return v, err
	}
	yes, err := Truth(t, v)
	return !yes, err
}

func slot(t *Thread, op string, a, b Value, c *Class) (Value, error) {
	if c.User {
		if m := c.Lookup(dunderOf[op]); m != nil {
			return special(t, m, a, b)
		}
		if op == "!=" && c.Binary == nil {
			return notEqual(t, a, b, c)
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
			return special(t, m, b, a)
		}
		if op == "!=" && c.Binary == nil {
			return notEqual(t, b, a, c)
		}
	}
	if c.Binary != nil {
		return c.Binary(t, op, a, b)
	}
	return NotImplemented, nil
}

// plainSlot is what the built-in type of one side makes of an object that derives from a built-in type, once the
// methods of the program gave NotImplemented: 1 + x for an x whose class derives from int, x < 1.
func plainSlot(t *Thread, op string, a, b Value) (Value, error) {
	x, y := Under(a), Under(b)
	_, left := a.(*Instance)
	_, right := b.(*Instance)
	left, right = left && numOrSeq(x), right && numOrSeq(y)
	if !left && !right {
		return NotImplemented, nil
	}
	rx, ry := numRank(x), numRank(y)
	if s := swapped[op]; s != "" {
		same := rx+ry == 0 && TypeOf(x) == TypeOf(y)
		byLeft := !userMade(TypeOf(a).Lookup(dunderOf[op])) && (same || ry > 0 && rx >= ry)
		byRight := !userMade(TypeOf(b).Lookup(dunderOf[s])) && (same || rx > 0 && ry >= rx)
		if byLeft || byRight {
			return native(t, op, x, y)
		}
		return NotImplemented, nil
	}
	plain, derived := rx, ry // the type of the plain side must know the other
	if left {
		plain, derived = ry, rx
	}
	switch {
	case left && right:
	case derived > 0 && plain >= derived:
		return native(t, op, x, y)
	case op == "*" && derived == 1 && plain == 0:
		return native(t, op, x, y)
	}
	return NotImplemented, nil
}

// numOrSeq tells values that objects of derived classes hold and operators know.
func numOrSeq(v Value) bool {
	switch v.(type) {
	case int64, *big.Int, float64, complex128, string, Bytes:
		return true
	}
	return false
}
