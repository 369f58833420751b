package py

import (
	"math"
	"strconv"
)

// What the most frequent calls of builtins do at once, see Builtin.One.

// quicken gives a method its short forms; any but a plain value goes the long way.
func (c *Class) quicken(name string, set func(b *Builtin)) {
	if v, ok := c.Attrs.GetStr(name); ok {
		set(v.(*Builtin))
	}
}

func quickenList(c *Class) {
	c.quicken("append", func(b *Builtin) {
		b.Two = func(t *Thread, self, v Value) (Value, error) {
			l, ok := self.(*List)
			if !ok {
				return b.CallOwn(t, []Value{self, v})
			}
			if len(l.Items) == cap(l.Items) && len(l.Items) > 1<<12 {
				if err := FitsItems(len(l.Items) + 1); err != nil {
					return nil, err
				}
			}
			l.Items = append(l.Items, v)
			return None, nil
		}
	})
	c.quicken("pop", func(b *Builtin) {
		b.One = func(t *Thread, self Value) (Value, error) {
			l, ok := self.(*List)
			if !ok || len(l.Items) == 0 {
				return b.CallOwn(t, []Value{self})
			}
			n := len(l.Items) - 1
			v := l.Items[n]
			l.Items[n] = nil
			l.Items = l.Items[:n]
			return v, nil
		}
	})
}

func quickenDict(c *Class) {
	for _, kind := range []string{"keys", "values", "items"} {
		c.quicken(kind, func(b *Builtin) {
			b.One = func(t *Thread, self Value) (Value, error) {
				if d, ok := self.(*Dict); ok {
					return &View{d, kind}, nil
				}
				return b.CallOwn(t, []Value{self})
			}
		})
	}
	c.quicken("get", func(b *Builtin) {
		b.Three = func(t *Thread, self, key, missing Value) (Value, error) {
			d, ok := self.(*Dict)
			if !ok {
				return b.CallOwn(t, []Value{self, key, missing})
			}
			v, ok, err := d.get(t, key)
			if !ok && err == nil {
				v = missing
			}
			return v, err
		}
		b.Two = func(t *Thread, self, key Value) (Value, error) { return b.Three(t, self, key, None) }
	})
}

func quickenSet(c *Class) {
	c.quicken("add", func(b *Builtin) {
		b.Two = func(t *Thread, self, v Value) (Value, error) {
			if s, ok := self.(*Set); ok && !s.Frozen {
				return None, s.Add(v)
			}
			return b.CallOwn(t, []Value{self, v})
		}
	})
}

func quickenByteArray(c *Class) {
	c.quicken("append", func(b *Builtin) {
		b.Two = func(t *Thread, self, v Value) (Value, error) {
			x, ok := self.(*ByteArray)
			n, small := v.(int64)
			if !ok || !small || uint64(n) > 255 || x.Views > 0 || len(x.B) == cap(x.B) && len(x.B) > piece {
				return b.CallOwn(t, []Value{self, v})
			}
			x.B = append(x.B, byte(n))
			return None, nil
		}
	})
}

// quickenNew gives int, float and str their short forms.
func quickenNew(c *Class) {
	b := c.New
	b.One = func(t *Thread, v Value) (Value, error) {
		switch x := v.(type) {
		case string:
			if c == StrClass {
				return v, nil
			}
			if n, ok := shortInt(x); ok && c == IntClass {
				return t.Int(n), nil
			}
		case int64:
			switch c {
			case IntClass:
				return v, nil
			case FloatClass:
				return t.Float(float64(x)), nil
			}
			var room [20]byte
			return string(strconv.AppendInt(room[:0], x, 10)), nil
		case float64:
			switch {
			case c == FloatClass:
				return v, nil
			case c == IntClass && math.Abs(x) < 1<<62:
				return t.Int(int64(x)), nil
			}
		}
		return b.CallOwn(t, []Value{v})
	}
}

// shortInt reads an int of up to 18 digits.
func shortInt(s string) (n int64, ok bool) {
	digits := s
	if s != "" && s[0] == '-' {
		digits = s[1:]
	}
	if digits == "" || len(digits) > 18 {
		return 0, false
	}
	for i := range len(digits) {
		d := digits[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + int64(d)
	}
	if len(digits) < len(s) {
		n = -n
	}
	return n, true
}

func quickenRange(b *Builtin) {
	b.One = func(t *Thread, stop Value) (Value, error) {
		if n, ok := stop.(int64); ok {
			return &Range{0, n, 1}, nil
		}
		return b.CallOwn(t, []Value{stop})
	}
	b.Two = func(t *Thread, start, stop Value) (Value, error) {
		m, ok := start.(int64)
		if n, both := stop.(int64); ok && both {
			return &Range{m, n, 1}, nil
		}
		return b.CallOwn(t, []Value{start, stop})
	}
}

// quickenStr gives split its short form: a short text of ASCII characters.
func quickenStr(c *Class) {
	c.quicken("split", func(b *Builtin) {
		b.One = func(t *Thread, self Value) (Value, error) {
			s, ok := self.(string)
			if !ok || len(s) > 1<<12 || !isASCII(s) {
				return b.CallOwn(t, []Value{self})
			}
			return &List{textValues(asciiFields(s, true))}, nil
		}
	})
}

// asciiFields cuts a text of ASCII characters at white space; separators are some in a str.
func asciiFields(s string, separators bool) []string {
	n := 0
	blank := func(c byte) bool {
		return c == ' ' || c-'\t' <= '\r'-'\t' || separators && c-0x1c <= 0x1f-0x1c
	}
	for i := range len(s) {
		if !blank(s[i]) && (i == 0 || blank(s[i-1])) {
			n++
		}
	}
	out := make([]string, 0, n)
	for i := 0; i < len(s); {
		for i < len(s) && blank(s[i]) {
			i++
		}
		from := i
		for i < len(s) && !blank(s[i]) {
			i++
		}
		if i > from {
			out = append(out, s[from:i])
		}
	}
	return out
}

// Brief gives a function its short forms, for calls with numbers and short texts alone: it keeps
// nothing of its arguments, runs no code of the program and takes no time to speak of.
func (b *Builtin) Brief() *Builtin {
	b.One = func(t *Thread, x Value) (Value, error) {
		if a := b.brief(t, 1); a != nil && isBrief(x) && b.takes(x) {
			a[0] = x
			return b.Fn(t, a)
		}
		return b.CallOwn(t, []Value{x})
	}
	b.Two = func(t *Thread, x, y Value) (Value, error) {
		if a := b.brief(t, 2); a != nil && isBrief(x) && isBrief(y) && b.takes(x) {
			a[0], a[1] = x, y
			return b.Fn(t, a)
		}
		return b.CallOwn(t, []Value{x, y})
	}
	b.Three = func(t *Thread, x, y, z Value) (Value, error) {
		if a := b.brief(t, 3); a != nil && isBrief(x) && isBrief(y) && isBrief(z) && b.takes(x) {
			a[0], a[1], a[2] = x, y, z
			return b.Fn(t, a)
		}
		return b.CallOwn(t, []Value{x, y, z})
	}
	return b
}

// takes tells whether a method may get x as self.
func (b *Builtin) takes(x Value) bool {
	_, isText := x.(string)
	return b.Owner != StrClass || isText
}

// brief is room for the arguments, the ones after the first n at their defaults; nil when the
// function does not take n positional arguments.
func (b *Builtin) brief(t *Thread, n int) []Value {
	sig := b.Sig()
	if !sig.plain || n > len(sig.Params) || len(sig.Params) > len(t.brief) {
		return nil
	}
	for i, p := range sig.Params[n:] {
		if p.Default == nil {
			return nil
		}
		t.brief[n+i] = p.Default
	}
	return t.brief[:len(sig.Params)]
}

func isBrief(v Value) bool {
	switch x := v.(type) {
	case int64, float64, bool:
		return true
	case string:
		return len(x) < 1<<12
	}
	return false
}
