package py

// Operators of sets and the comparison of dicts.

func dictEq(t *Thread, x, y *Dict) (bool, error) {
	if x == y {
		return true, nil
	}
	if x.Len() != y.Len() {
		return false, nil
	}
	if err := t.Enter("in comparison"); err != nil {
		return false, err
	}
	defer t.Leave()
	for _, e := range x.entries {
		if e.Key == nil {
			continue
		}
		if err := t.Poll(); err != nil {
			return false, err
		}
		w, ok, err := y.get(t, e.Key)
		if err != nil || !ok {
			return false, err
		}
		if Is(e.Val, w) {
			continue
		}
		if same, err := Equal(t, e.Val, w); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

// subset tells whether all members of a are in b.
func subset(t *Thread, a, b *Set) (bool, error) {
	for _, e := range a.d.entries {
		if e.Key == nil {
			continue
		}
		if err := t.Poll(); err != nil {
			return false, err
		}
		if ok, err := b.has(t, e.Key); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

func setOp(t *Thread, op string, x, y *Set) (Value, error) {
	if err := t.Enter("in comparison"); err != nil {
		return nil, err
	}
	defer t.Leave()
	switch op {
	case "|", "&", "-", "^":
		return setMerge(t, op, x, y)
	case "==", "!=":
		if x == y || x.Len() != y.Len() || x.hashed && y.hashed && x.hash != y.hash {
			return (x == y) == (op == "=="), nil
		}
		ok, err := subset(t, x, y)
		return ok == (op == "=="), err
	case "<=", "<":
		if x.Len() > y.Len() || op == "<" && x.Len() == y.Len() {
			return false, nil
		}
		return subset(t, x, y)
	case ">=", ">":
		if y.Len() > x.Len() || op == ">" && x.Len() == y.Len() {
			return false, nil
		}
		return subset(t, y, x)
	}
	return NotImplemented, nil
}

func setMerge(t *Thread, op string, x, y *Set) (Value, error) {
	out := NewSet()
	out.Frozen = x.Frozen
	take := func(from, other *Set, all, want bool) error {
		for _, v := range from.Items() {
			if err := t.Poll(); err != nil {
				return err
			}
			in := want
			if !all {
				var err error
				if in, err = other.has(t, v); err != nil {
					return err
				}
			}
			if in == want {
				if err := out.Add(v); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := take(x, y, op == "|", op == "&" || op == "|")
	if err == nil && (op == "|" || op == "^") {
		err = take(y, x, op == "|", op == "|")
	}
	return out, err
}
