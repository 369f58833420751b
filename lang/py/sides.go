package py

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
