package std

import "github.com/tfs-lang/tfs/lang/py"

// What the most frequent calls of builtin functions do at once, see py.Builtin.One.

func init() {
	at := map[string]*py.Builtin{}
	for _, b := range builtinFuncs {
		at[b.Name] = b
	}
	at["len"].One = func(t *thread, v value) (value, error) {
		if v, done, err := t.Symbolic("len", v); done {
			return v, err
		}
		n, err := py.Len(t, v)
		return t.Int(int64(n)), err
	}
	at["isinstance"].Two = func(t *thread, v, c value) (value, error) {
		if class, ok := c.(*py.Class); ok {
			return boolean(py.IsInstance(t, v, class))
		}
		if classes, ok := c.(*py.Tuple); ok && allClasses(classes.Items) {
			for _, of := range classes.Items {
				if is, err := py.IsInstance(t, v, of.(*py.Class)); is || err != nil {
					return is, err
				}
			}
			return false, nil
		}
		return at["isinstance"].CallOwn(t, []value{v, c})
	}
	at["hasattr"].Two = hasAttr
	at["getattr"].Three = attrOr
	at["getattr"].Two = func(t *thread, v, name value) (value, error) {
		if err := isAttrName(name); err != nil {
			return nil, err
		}
		return py.GetAttr(t, v, py.StrOf(name))
	}
	at["setattr"].Three = func(t *thread, v, name, to value) (value, error) {
		if err := isAttrName(name); err != nil {
			return nil, err
		}
		return py.None, py.SetAttr(t, v, py.StrOf(name), to)
	}
	at["callable"].One = func(_ *thread, v value) (value, error) { return py.IsCallable(v), nil }
	at["id"].One = func(_ *thread, v value) (value, error) { return identity(v), nil }
	at["sum"].One = func(t *thread, v value) (value, error) { return sumOf(t, v, int64(0)) }
	for name, less := range map[string]bool{"min": true, "max": false} {
		b := at[name]
		b.Two = func(t *thread, x, y value) (value, error) {
			switch a := x.(type) {
			case int64:
				if c, ok := y.(int64); ok {
					if a == c || (a < c) == less {
						return x, nil
					}
					return y, nil
				}
			case float64:
				if c, ok := y.(float64); ok && a == a && c == c {
					if a == c || (a < c) == less {
						return x, nil
					}
					return y, nil
				}
			}
			return b.CallOwn(t, []value{x, y})
		}
	}
	at["abs"].One = func(t *thread, v value) (value, error) {
		if n, ok := v.(int64); ok && n >= 0 {
			return v, nil
		}
		return at["abs"].CallOwn(t, []value{v})
	}
	for _, name := range []string{"ord", "chr", "round", "divmod", "hex", "bin"} {
		at[name].Brief()
	}
	at["next"].One = func(t *thread, v value) (value, error) {
		if _, ok := v.(*py.Instance); ok {
			return at["next"].CallOwn(t, []value{v})
		}
		x, err := py.Next(t, v)
		if err == nil && x == nil {
			return nil, py.Exhausted(v)
		}
		return x, err
	}
}

// sumOf adds the items of an iterable: small ints and floats as they are, anything else by +.
func sumOf(t *thread, v, start value) (value, error) {
	acc := start
	n, small := acc.(int64)
	x, isFloat := 0.0, false
	boxed := func() value {
		switch {
		case small:
			return t.Int(n)
		case isFloat:
			return t.Float(x)
		}
		return acc
	}
	add := func(v value) (err error) {
		switch y := v.(type) {
		case int64:
			if z := n + y; small && (z > n) == (y > 0) {
				n = z
				return nil
			}
		case bool:
			if small && n < 1<<62 {
				if y {
					n++
				}
				return nil
			}
		case float64:
			if isFloat {
				x += y
				return nil
			}
		}
		acc, err = py.Binary(t, "+", boxed(), v)
		n, small = acc.(int64)
		x, isFloat = acc.(float64)
		return err
	}
	err := py.Each(t, v, add)
	if err != nil {
		return nil, err
	}
	return boxed(), nil
}

// quickenDeque gives the ends of a deque their short forms.
func quickenDeque() {
	method := func(name string) *py.Builtin {
		v, _ := dequeClass.Attrs.GetStr(name)
		return v.(*py.Builtin)
	}
	push, left := method("append"), method("popleft")
	push.Two = func(t *thread, self, v value) (value, error) {
		if d, ok := self.(*deque); ok {
			d.push(v)
			return py.None, nil
		}
		return push.CallOwn(t, []value{self, v})
	}
	left.One = func(t *thread, self value) (value, error) {
		if d, ok := self.(*deque); ok && len(d.items) > 0 {
			v := d.items[0]
			d.items[0] = nil
			d.items = d.items[1:]
			d.changes++
			return v, nil
		}
		return left.CallOwn(t, []value{self})
	}
}

func allClasses(items []value) bool {
	for _, v := range items {
		if _, ok := v.(*py.Class); !ok {
			return false
		}
	}
	return true
}
