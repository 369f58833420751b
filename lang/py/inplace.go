package py

// InPlace is a op= b: the in-place method where the type has one, else the plain operator.
func InPlace(t *Thread, op string, a, b Value) (Value, error) {
	switch x := a.(type) {
	case *List:
		if op == "+" {
			items, err := Collect(t, b)
			if err != nil {
				return nil, err
			}
			x.Items, err = grow(x.Items, items...)
			return x, err
		}
		if op == "*" {
			v, err := Binary(t, op, a, b)
			if err != nil {
				return nil, err
			}
			l, ok := v.(*List)
			if !ok { // the other side's operator: a tensor's, an array's
				return v, nil
			}
			x.Items = l.Items
			return x, nil
		}
	case *Set:
		if y, ok := b.(*Set); ok && !x.Frozen {
			switch op {
			case "|", "&", "-", "^":
				return x, x.change(t, op, y)
			}
		}
	case *Dict:
		if y, ok := b.(*Dict); ok && op == "|" && TypeOf(x).Lookup("__ior__") == nil {
			return x, y.Each(x.Set)
		}
		if op == "|" && TypeOf(x).Binary == nil && TypeOf(x).Lookup("__ior__") == nil {
			return x, dictUpdate(t, x, []Value{b}, nil)
		}
	case *ByteArray:
		if y, ok := Buffer(b); ok && op == "+" {
			if b == a && len(y) > 0 {
				return nil, Raisef(BufferErrorClass, "Existing exports of data: object cannot be re-sized")
			}
			return x, x.splice(len(x.B), len(x.B), y)
		}
	case *Tuple:
		if y, ok := b.(*Tuple); ok && op == "+" && x.Class == nil && y.Class == nil && len(x.Items) >= shortText {
			if err := FitsItems(len(x.Items) + len(y.Items)); err != nil {
				return nil, err
			}
			return &Tuple{Items: t.joinItems(x.Items, y.Items)}, nil
		}
	case Bytes:
		if y, ok := b.(Bytes); ok && op == "+" && len(x) >= shortText {
			if err := fits(int64(len(x) + len(y))); err != nil {
				return nil, err
			}
			return Bytes(t.joinText(string(x), string(y))), nil
		}
	case int64, float64, string, bool:
		return Binary(t, op, a, b)
	case *Instance:
		if v, done, err := heldInPlace(t, op, x, b); done {
			return v, err
		}
	}
	c := TypeOf(a)
	if c.Frozen {
		return Binary(t, op, a, b)
	}
	if d := dunderOf[op]; d != "" {
		if m := c.Lookup("__i" + d[2:]); m != nil {
			v, err := special(t, m, a, b)
			if err != nil || v != NotImplemented {
				return v, err
			}
		}
	}
	return Binary(t, op, a, b)
}

// heldInPlace is x op= b of an object of a class derived from one that is changed in its place.
func heldInPlace(t *Thread, op string, x *Instance, b Value) (v Value, done bool, err error) {
	switch x.Native.(type) {
	case *List, *Set, *ByteArray:
	default:
		return nil, false, nil
	}
	d := dunderOf[op]
	if d == "" || userMade(x.Class.Lookup("__i"+d[2:])) || userMade(x.Class.Lookup(d)) {
		return nil, false, nil
	}
	if y, ok := b.(*Instance); ok && y.Native != nil {
		b = y.Native
	}
	if v, err = InPlace(t, op, x.Native, b); err == nil && Is(v, x.Native) {
		v = x
	}
	return v, true, err
}
