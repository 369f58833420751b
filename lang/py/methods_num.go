package py

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func fillInt(c *Class) {
	c.Def("bit_length(self)", "Bits needed without sign.", func(_ *Thread, a []Value) (Value, error) {
		return int64(BigOf(unwrapInt(a[0])).BitLen()), nil
	})
	c.Def(
		"bit_count(self)",
		"Ones in the binary form of the absolute value.",
		func(_ *Thread, a []Value) (Value, error) {
			return int64(strings.Count(new(big.Int).Abs(BigOf(unwrapInt(a[0]))).Text(2), "1")), nil
		},
	)
	c.Def("conjugate(self)", "The number itself.", func(_ *Thread, a []Value) (Value, error) { return plainInt(a[0]) })
	c.Def("is_integer(self)", "True.", func(_ *Thread, a []Value) (Value, error) { return true, nil })
	c.Def(
		"as_integer_ratio(self)",
		"(n, 1).",
		func(_ *Thread, a []Value) (Value, error) {
			n, err := plainInt(a[0])
			return NewTuple(n, int64(1)), err
		},
	)
	c.Def(
		"to_bytes(self, length=1, byteorder='big', signed=False)",
		"The bytes of the number.",
		func(t *Thread, a []Value) (Value, error) {
			n, err := ToInt(a[1])
			if err != nil {
				return nil, err
			}
			signed, _ := Truth(t, a[3])
			if x, ok := unwrapInt(a[0]).(int64); ok && n > 0 && n <= 8 {
				if b, ok := wordBytes(x, int(n), signed); ok {
					return Bytes(owned(b)), inOrder(b, a[2])
				}
			}
			z := new(big.Int).Set(BigOf(unwrapInt(a[0])))
			if z.Sign() < 0 && !signed {
				return nil, Raisef(OverflowErrorClass, "can't convert negative int to unsigned")
			}
			if err := Fits(max(n, 0)); err != nil {
				return nil, err
			}
			if n < 0 {
				return nil, ValueErrorf("length argument must be non-negative")
			}
			bits := z.BitLen()
			if signed && z.Sign() < 0 { // the least number has no opposite
				bits = new(big.Int).Not(z).BitLen()
			}
			if signed && n > 0 {
				bits++
			}
			if bits > int(n)*8 {
				return nil, Raisef(OverflowErrorClass, "int too big to convert")
			}
			if z.Sign() < 0 {
				z.Add(z, new(big.Int).Lsh(big.NewInt(1), uint(n)*8))
			}
			b := z.FillBytes(make([]byte, n))
			return Bytes(b), inOrder(b, a[2])
		},
	)
	c.Attrs.SetStr(
		"from_bytes",
		&ClassMethod{
			NewBuiltin(
				"from_bytes(cls, bytes, byteorder='big', signed=False)",
				func(t *Thread, a []Value) (Value, error) {
					if _, ok := Buffer(a[1]); !ok {
						v, err := Call(t, BytesClass, []Value{a[1]}, nil)
						if err != nil {
							return nil, err
						}
						a[1] = v
					}
					view, _ := Buffer(a[1])
					b := slices.Clone(view)
					if err := inOrder(b, a[2]); err != nil {
						return nil, err
					}
					if len(b) < 8 && a[0] == IntClass {
						n := int64(0)
						for _, c := range b {
							n = n<<8 | int64(c)
						}
						if signed, _ := Truth(t, a[3]); signed && len(b) > 0 && b[0] >= 0x80 {
							n -= 1 << (8 * len(b))
						}
						return n, nil
					}
					z := new(big.Int).SetBytes(b)
					if signed, _ := Truth(t, a[3]); signed && len(b) > 0 && b[0] >= 0x80 {
						z.Sub(z, new(big.Int).Lsh(big.NewInt(1), uint(len(b))*8))
					}
					if a[0] != IntClass {
						return Call(t, a[0], []Value{Int(z)}, nil)
					}
					return Int(z), nil
				},
			),
		},
	)
	for _, n := range []string{"real", "numerator"} {
		c.Prop(n, "The number itself.", func(_ *Thread, v Value) (Value, error) { return plainInt(v) })
	}
	c.Prop("imag", "0.", func(*Thread, Value) (Value, error) { return int64(0), nil })
	c.Prop("denominator", "1.", func(*Thread, Value) (Value, error) { return int64(1), nil })
	c.New = NewBuiltin("int(x=0, base=None)", func(t *Thread, a []Value) (Value, error) {
		if v, done, err := t.Symbolic("int", a[0]); done {
			return v, err
		}
		if x, ok := a[0].(*Instance); ok && x.Native != nil && !userMade(x.Class.Lookup("__int__")) {
			a[0] = x.Native
		}
		_, isText := a[0].(string)
		view, isBytes := Buffer(a[0])
		if _, derived := a[0].(*Instance); derived && isBytes {
			a[0] = Bytes(view) // a copy of what an array holds
		}
		if isText || isBytes {
			b := int64(10)
			if a[1] != None {
				var err error
				if b, err = ToInt(a[1]); err != nil {
					return nil, err
				}
			}
			if b != 0 && (b < 2 || b > 36) {
				return nil, ValueErrorf("int() base must be >= 2 and <= 36, or 0")
			}
			return parseInt(t, a[0], b)
		}
		if a[1] != None {
			return nil, TypeErrorf("int() can't convert non-string with explicit base")
		}
		return IntOf(a[0])
	})
	if c == IntClass {
		quickenNew(c)
		BoolClass.New = NewBuiltin("bool(x=False)", func(t *Thread, a []Value) (Value, error) { return Truth(t, a[0]) })
	}
}

func init() {
	BoolClass.fill = func(*Class) { IntClass.ready() }
}

func unwrapInt(v Value) Value {
	if x, ok := v.(*Instance); ok && x.Native != nil {
		return x.Native
	}
	return v
}

// plainInt is an int without the class that derives from int: True is 1.
func plainInt(v Value) (Value, error) { return IntOf(unwrapInt(v)) }

func reverseBytes(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

func fillFloat(c *Class) {
	c.Def("is_integer(self)", "Whether the value is whole.", func(_ *Thread, a []Value) (Value, error) {
		f, err := ToFloat(a[0])
		return f == math.Trunc(f) && !math.IsInf(f, 0), err
	})
	c.Def("conjugate(self)", "The number itself.", func(_ *Thread, a []Value) (Value, error) { return unwrapInt(a[0]), nil })
	c.Def("as_integer_ratio(self)", "The exact fraction.", func(_ *Thread, a []Value) (Value, error) {
		f, err := ToFloat(a[0])
		switch {
		case err != nil:
			return nil, err
		case math.IsNaN(f):
			return nil, ValueErrorf("cannot convert NaN to integer ratio")
		case math.IsInf(f, 0):
			return nil, Raisef(OverflowErrorClass, "cannot convert Infinity to integer ratio")
		}
		r := new(big.Rat)
		r.SetFloat64(f)
		return NewTuple(Int(r.Num()), Int(r.Denom())), nil
	})
	c.Def("hex(self)", "The number in hexadecimal.", func(_ *Thread, a []Value) (Value, error) {
		f, err := ToFloat(a[0])
		return hexFloat(f), err
	})
	c.Attrs.SetStr(
		"fromhex",
		&ClassMethod{&Builtin{Name: "fromhex", Raw: func(t *Thread, a []Value, _ []Kw) (Value, error) {
			s, ok := a[1].(string)
			if !ok {
				return nil, TypeErrorf("bad argument type for built-in operation")
			}
			v, err := floatFromHex(s)
			if err != nil || a[0] == FloatClass {
				return v, err
			}
			return Call(t, a[0], []Value{v}, nil)
		}}},
	)
	c.Prop("real", "The number itself.", func(_ *Thread, v Value) (Value, error) { return unwrapInt(v), nil })
	c.Prop("imag", "0.", func(*Thread, Value) (Value, error) { return 0.0, nil })
	c.New = NewBuiltin("float(x=0.0)", func(t *Thread, a []Value) (Value, error) {
		if v, done, err := t.Symbolic("float", a[0]); done {
			return v, err
		}
		switch v := textWithin(a[0]).(type) {
		case string, Bytes, *ByteArray, *MemoryView:
			return parseFloat(v)
		case *Instance:
			if m := ViewOf(v); m != nil {
				return parseFloat(m)
			}
		case complex128:
			return nil, TypeErrorf("float() argument must be a string or a real number, not 'complex'")
		}
		if cl := TypeOf(a[0]); cl.Float != nil {
			v, err := cl.Float(a[0])
			if err != nil {
				return nil, err
			}
			switch v.(type) {
			case Bytes, string:
				return parseFloat(v)
			}
			return ToFloat(v)
		}
		f, err := ToFloat(a[0])
		if e, ok := err.(*Exc); ok && e.Class == TypeErrorClass {
			return nil, TypeErrorf("float() argument must be a string or a real number, not '%s'", TypeOf(a[0]).TypeName())
		}
		return f, err
	})
	quickenNew(c)
}

func fillComplex(c *Class) {
	c.Prop("real", "The real part.", func(_ *Thread, v Value) (Value, error) { return real(toComplex(v)), nil })
	c.Prop("imag", "The imaginary part.", func(_ *Thread, v Value) (Value, error) { return imag(toComplex(v)), nil })
	c.Def("conjugate(self)", "The complex conjugate.", func(_ *Thread, a []Value) (Value, error) {
		z := toComplex(a[0])
		return complex(real(z), -imag(z)), nil
	})
	c.New = NewBuiltin("complex(real=0, imag=0)", func(t *Thread, a []Value) (Value, error) {
		if s, ok := textWithin(a[0]).(string); ok {
			if a[1] != int64(0) {
				return nil, TypeErrorf("complex() can't take second arg if first is a string")
			}
			z, ok := parseComplex(s)
			if !ok && strings.Contains(s, "_") {
				return nil, ValueErrorf("could not convert string to complex: %s", clip(ReprOf(s)))
			}
			if !ok {
				return nil, ValueErrorf("complex() arg is a malformed string")
			}
			return z, nil
		}
		if _, ok := a[1].(string); ok {
			return nil, TypeErrorf("complex() second arg can't be a string")
		}
		if _, ok := Buffer(a[0]); ok {
			return nil, TypeErrorf("complex() first argument must be a string or a number, not '%s'", TypeOf(a[0]).TypeName())
		}
		// no arithmetic but where a part is complex: it would lose signs of zeros, infinities and nans
		part := func(v Value) (z complex128, isComplex bool, err error) {
			if z, ok := v.(complex128); ok {
				return z, true, nil
			}
			if x, ok := v.(*Instance); ok {
				if m := x.Class.Lookup("__complex__"); m != nil && x.Class.User {
					n, err := special(t, m, v)
					if z, ok := n.(complex128); ok || err != nil {
						return z, true, err
					}
					return 0, false, TypeErrorf("__complex__ returned non-complex (type %s)", TypeOf(n).TypeName())
				}
				if z, ok := x.Native.(complex128); ok {
					return z, true, nil
				}
			}
			if cl := TypeOf(v); cl.Float != nil {
				n, err := cl.Float(v)
				if z, ok := n.(complex128); ok {
					return z, true, err
				}
			}
			f, err := ToFloat(v)
			return complex(f, 0), false, err
		}
		re, reComplex, err := part(a[0])
		if err != nil {
			return nil, err
		}
		im, imComplex, err := part(a[1])
		x, y := real(re), real(im)
		if imComplex {
			x -= imag(im)
		}
		if reComplex {
			y += imag(re)
		}
		return complex(x, y), err
	})
}

// complexParts is a real part, an imaginary part, or both.
var complexParts = func() *regexp.Regexp {
	const number = `(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?(?:e[-+]?\d+(?:_\d+)*)?|\.\d+(?:_\d+)*(?:e[-+]?\d+(?:_\d+)*)?|inf(?:inity)?|nan)`
	return regexp.MustCompile(
		`^(?:([-+]?` + number + `)?([-+]` + number + `?)j|([-+]?` + number + `?)j|([-+]?` + number + `))$`,
	)
}()

func parseComplex(s string) (complex128, bool) {
	s = strings.ToLower(strings.TrimFunc(ASCIIDigits(s), isSpace))
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		s = strings.TrimFunc(s[1:len(s)-1], isSpace)
	}
	m := complexParts.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	part := func(s string) float64 {
		switch s {
		case "":
			return 0
		case "+", "-":
			s += "1"
		}
		if strings.HasSuffix(s, "nan") {
			return NaN
		}
		f, _ := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
		return f
	}
	switch {
	case m[4] != "":
		return complex(part(m[4]), 0), true
	case m[2] != "":
		return complex(part(m[1]), part(m[2])), true
	case m[3] == "":
		m[3] = "+"
	}
	return complex(0, part(m[3])), true
}

func fillRange(c *Class) {
	field := func(name string, small func(*Range) int64, large func(*BigRange) *big.Int) {
		c.Prop(name, "The "+name+" of the range.", func(_ *Thread, v Value) (Value, error) {
			if r, ok := v.(*BigRange); ok {
				return Int(large(r)), nil
			}
			return small(v.(*Range)), nil
		})
	}
	field("start", func(r *Range) int64 { return r.Start }, func(r *BigRange) *big.Int { return r.start })
	field("stop", func(r *Range) int64 { return r.Stop }, func(r *BigRange) *big.Int { return r.stop })
	field("step", func(r *Range) int64 { return r.Step }, func(r *BigRange) *big.Int { return r.step })
	c.Def("index(self, value)", "The position of a value.", func(t *Thread, a []Value) (Value, error) {
		if r, ok := a[0].(*Range); ok && comparesItself(a[1]) {
			for i := range r.Len() {
				if eq, err := Equal(t, r.Start+i*r.Step, a[1]); eq || err != nil {
					return i, err
				}
			}
			return nil, ValueErrorf("sequence.index(x): x not in sequence")
		}
		in, err := Contains(t, a[0], a[1])
		if err != nil {
			return nil, err
		}
		if !in {
			return nil, ValueErrorf("%s is not in range", ReprOf(a[1]))
		}
		n, err := IntOf(a[1])
		if err != nil {
			return nil, err
		}
		if r, ok := a[0].(*BigRange); ok {
			return Int(r.position(BigOf(n))), nil
		}
		r := a[0].(*Range)
		return (n.(int64) - r.Start) / r.Step, nil
	})
	c.Def("count(self, value)", "1 for a value of the range, else 0.", func(t *Thread, a []Value) (Value, error) {
		if comparesItself(a[1]) {
			n := int64(0)
			err := Each(t, a[0], func(v Value) error {
				eq, err := Equal(t, v, a[1])
				if eq {
					n++
				}
				return err
			})
			return n, err
		}
		in, err := Contains(t, a[0], a[1])
		if in {
			return int64(1), err
		}
		return int64(0), err
	})
	c.New = NewRaw("range(start, stop, step=1)", "", func(t *Thread, args []Value, kw []Kw) (Value, error) {
		if v, done, err := t.Symbolic("range", args...); done {
			return v, err
		}
		if len(kw) > 0 {
			return nil, TypeErrorf("range() takes no keyword arguments")
		}
		switch {
		case len(args) == 0:
			return nil, TypeErrorf("range expected at least 1 argument, got 0")
		case len(args) > 3:
			return nil, TypeErrorf("range expected at most 3 arguments, got %d", len(args))
		}
		n := make([]Value, len(args))
		for i, a := range args {
			v, err := Index(a)
			if err != nil {
				return nil, err
			}
			n[i] = v
		}
		switch {
		case len(n) == 1:
			return newRange(int64(0), n[0], int64(1)), nil
		case len(n) == 2:
			return newRange(n[0], n[1], int64(1)), nil
		case n[2] == int64(0):
			return nil, ValueErrorf("range() arg 3 must not be zero")
		}
		return newRange(n[0], n[1], n[2]), nil
	})
	quickenRange(c.New)
}

func isBig(v Value) bool {
	_, ok := v.(*big.Int)
	return ok
}

// bigBounds is bounds where numbers are beyond 64 bits.
func (s *Slice) bigBounds(n *big.Int) (Value, error) {
	var err error
	get := func(v Value, def *big.Int) *big.Int {
		if v == None || v == nil {
			return def
		}
		i, e := indexOr(v, "slice indices must be integers or None or have an __index__ method")
		if e != nil {
			err = e
			return def
		}
		z := new(big.Int).Set(BigOf(i))
		if z.Sign() < 0 {
			z.Add(z, n)
		}
		return z
	}
	step := big.NewInt(1)
	if s.Step != None && s.Step != nil {
		i, e := indexOr(s.Step, "slice indices must be integers or None or have an __index__ method")
		if e != nil {
			return nil, e
		}
		if step = BigOf(i); step.Sign() == 0 {
			return nil, ValueErrorf("slice step cannot be zero")
		}
	}
	lo, hi := new(big.Int), n
	from, to := lo, hi
	if step.Sign() < 0 {
		lo, hi = big.NewInt(-1), new(big.Int).Sub(n, big.NewInt(1))
		from, to = hi, lo
	}
	clamp := func(z *big.Int) *big.Int {
		switch {
		case z.Cmp(lo) < 0:
			return lo
		case z.Cmp(hi) > 0:
			return hi
		}
		return z
	}
	start, stop := clamp(get(s.Start, from)), clamp(get(s.Stop, to))
	return NewTuple(Int(start), Int(stop), Int(step)), err
}

func fillSlice(c *Class) {
	c.Prop("start", "The start.", func(_ *Thread, v Value) (Value, error) { return v.(*Slice).Start, nil })
	c.Prop("stop", "The stop.", func(_ *Thread, v Value) (Value, error) { return v.(*Slice).Stop, nil })
	c.Prop("step", "The step.", func(_ *Thread, v Value) (Value, error) { return v.(*Slice).Step, nil })
	c.Def("indices(self, len)", "start, stop, step for a length.", func(_ *Thread, a []Value) (Value, error) {
		length, err := Index(a[1])
		if err != nil {
			return nil, err
		}
		if BigOf(length).Sign() < 0 {
			return nil, ValueErrorf("length should not be negative")
		}
		n, ok := length.(int64)
		if s := a[0].(*Slice); !ok || isBig(s.Start) || isBig(s.Stop) || isBig(s.Step) {
			return s.bigBounds(BigOf(length))
		}
		start, stop, step, err := a[0].(*Slice).bounds(int(n))
		return NewTuple(int64(start), int64(stop), int64(step)), err
	})
	c.New = NewRaw("slice(start, stop, step=None)", "", func(_ *Thread, a []Value, _ []Kw) (Value, error) {
		switch len(a) {
		case 1:
			return &Slice{None, a[0], None}, nil
		case 2:
			return &Slice{a[0], a[1], None}, nil
		case 3:
			return &Slice{a[0], a[1], a[2]}, nil
		}
		return nil, TypeErrorf("slice expected 1 to 3 arguments, got %d", len(a))
	})
}

// textWithin is the text of an object whose class derives from str or bytes and has no __float__ of its own, which
// numbers are read from; other values as they are.
func textWithin(v Value) Value {
	x, ok := v.(*Instance)
	if !ok || userMade(x.Class.Lookup("__float__")) {
		return v
	}
	switch x.Native.(type) {
	case string, Bytes, *ByteArray:
		return x.Native
	}
	return v
}

// wordBytes are the n bytes of a number, 1 to 8 of them, the most significant first; ok is false when they do not hold it.
func wordBytes(x int64, n int, signed bool) (b []byte, ok bool) {
	top := x
	if n < 8 {
		top = x >> (8*n - 1)
		if !signed {
			top = x >> (8 * n)
		}
	}
	if signed && n < 8 && top != 0 && top != -1 || !signed && (x < 0 || n < 8 && top != 0) {
		return nil, false
	}
	b = make([]byte, n)
	for i := n - 1; i >= 0; i-- {
		b[i] = byte(x)
		x >>= 8
	}
	return b, true
}

// inOrder turns bytes that begin with the highest into the order that int.to_bytes and
// int.from_bytes name.
func inOrder(b []byte, order Value) error {
	switch StrOf(order) {
	case "big":
	case "little":
		reverseBytes(b)
	default:
		return ValueErrorf("byteorder must be either 'little' or 'big'")
	}
	return nil
}

// userMade tells methods that a program defines from those of built-in classes.
func userMade(m Value) bool {
	_, own := m.(*Builtin)
	return m != nil && !own
}
