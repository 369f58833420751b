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
		_, i, err := y.meet(t, x, &e)
		if err != nil || i < 0 {
			return false, err
		}
		w := y.entries[i].Val
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
		if _, i, err := b.d.meet(t, &a.d, &e); i < 0 || err != nil {
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

// setMerge is x op y: the members of x first, in their order, or those of y where it is smaller. Hashes that are known
// are not asked for again.
func setMerge(t *Thread, op string, x, y *Set) (*Set, error) {
	out := &Set{Frozen: x.Frozen}
	x.settle()
	y.settle()
	if x == y && (op == "|" || op == "&") { // a copy
		op, y = "|", NewSet()
	}
	switch {
	case op == "|" || op == "-" && y.Len() < x.Len()/4:
		if err := out.merge(t, "|", x); err != nil {
			return nil, err
		}
		return out, out.merge(t, op, y)
	case op == "&" && y.Len() <= x.Len():
		return out, out.sift(t, y, x, true)
	}
	err := out.sift(t, x, y, op == "&")
	if err == nil && op == "^" {
		err = out.sift(t, y, x, false)
	}
	return out, err
}

// sift adds the members of x that are in y, or are not; none of them is in s.
func (s *Set) sift(t *Thread, x, y *Set, want bool) error {
	for _, e := range x.d.entries {
		if e.Key == nil {
			continue
		}
		if err := t.Poll(); err != nil {
			return err
		}
		hash, i, err := y.d.meet(t, &x.d, &e)
		if err != nil {
			return err
		}
		if (i >= 0) == want {
			s.d.add(hash, e.Key, true)
		}
	}
	return nil
}

// merge is s op= y for | and -, in place.
func (s *Set) merge(t *Thread, op string, y *Set) error {
	if s == y {
		if op == "-" {
			s.d.Clear()
		}
		return nil
	}
	if y.Len() == 0 {
		return nil
	}
	y.settle()
	if op == "|" && s.d.entries == nil { // a copy
		d, err := y.d.copied(t)
		if err == nil {
			s.d.replace(d)
			s.walk = copyOrder(y)
			s.walk.settled, s.walk.shifts = int32(len(d.entries)), s.d.shifts
		}
		return err
	}
	if op == "|" {
		if s.walk.stale {
			s.settle()
		}
		s.joining(y.Len())
	}
	for _, e := range y.d.entries {
		if e.Key == nil {
			continue
		}
		if err := t.Poll(); err != nil {
			return err
		}
		hash, i, err := s.d.meet(t, &y.d, &e)
		switch {
		case err != nil:
			return err
		case i < 0 && op == "|":
			s.d.add(hash, e.Key, true)
		case i >= 0 && op == "-":
			s.d.drop(i)
		}
	}
	return nil
}

// change is s op= y.
func (s *Set) change(t *Thread, op string, y *Set) error {
	if op == "|" || op == "-" {
		return s.merge(t, op, y)
	}
	out, err := setMerge(t, op, s, y)
	if err == nil {
		s.d.replace(&out.d)
		s.walk = out.walk
		s.walk.shifts = s.d.shifts
	}
	return err
}

// absorb adds the items of any iterable.
func (s *Set) absorb(t *Thread, v Value) error {
	switch x := v.(type) {
	case *Set:
		return s.merge(t, "|", x)
	case *List:
		s.d.reserve(len(x.Items))
	case *Tuple:
		s.d.reserve(len(x.Items))
	case *Range:
		s.d.reserve(int(min(x.Len(), 1<<30)))
	}
	return Each(t, v, func(x Value) error { return s.add(t, x) })
}
