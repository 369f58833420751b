package py

// PlainTexts makes a function take objects of classes that derive from str or bytes (np.str_ among them) for the text
// they are. It is for functions that read their arguments and do not keep them.
func PlainTexts(b *Builtin) {
	if f := b.Fn; f != nil {
		b.Fn = func(t *Thread, a []Value) (Value, error) { return f(t, plainTexts(a)) }
	}
	if f := b.Raw; f != nil {
		b.Raw = func(t *Thread, a []Value, kw []Kw) (Value, error) {
			for i, k := range kw {
				if p, ok := PlainText(k.Value); ok {
					kw = append([]Kw(nil), kw...)
					kw[i].Value = p
				}
			}
			return f(t, plainTexts(a), kw)
		}
	}
	if f := b.One; f != nil {
		b.One = func(t *Thread, a Value) (Value, error) { return f(t, plainText(a)) }
	}
	if f := b.Two; f != nil {
		b.Two = func(t *Thread, a, c Value) (Value, error) { return f(t, plainText(a), plainText(c)) }
	}
	if f := b.Three; f != nil {
		b.Three = func(t *Thread, a, c, d Value) (Value, error) {
			return f(t, plainText(a), plainText(c), plainText(d))
		}
	}
}

// PlainTextsIn is PlainTexts for what a class is made by and for its methods.
func PlainTextsIn(c *Class) {
	if c.New != nil {
		PlainTexts(c.New)
	}
	_ = c.Attrs.Each(func(_, v Value) error {
		if b, ok := v.(*Builtin); ok {
			PlainTexts(b)
		}
		return nil
	})
}

func plainText(v Value) Value {
	if p, ok := PlainText(v); ok {
		return p
	}
	return v
}

// PlainText is the text within an object of a class that derives from str or bytes.
func PlainText(v Value) (Value, bool) {
	if x, ok := v.(*Instance); ok {
		switch x.Native.(type) {
		case string, Bytes:
			return x.Native, true
		}
	}
	return nil, false
}

func plainTexts(a []Value) []Value {
	for i, v := range a {
		if _, ok := PlainText(v); ok {
			a = append([]Value(nil), a...)
			for k := i; k < len(a); k++ {
				a[k] = plainText(a[k])
			}
			return a
		}
	}
	return a
}
