package py

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/tfs-lang/tfs/text/casing"
	"github.com/tfs-lang/tfs/text/literal"
)

func wantStr(v Value, what string) (string, error) {
	switch x := v.(type) {
	case string:
		return x, nil
	case *Instance:
		if s, ok := x.Native.(string); ok {
			return s, nil
		}
	}
	return "", TypeErrorf("%s", strings.TrimSpace(what+" must be str, not "+TypeOf(v).Name))
}

// text is what the methods of str, bytes and bytearray share: the receiver's raw string, a way
// back, and a way to read an argument of its kind.
type text struct {
	s     string
	bytes bool
	wrap  func(string) Value
	get   func(v Value) (string, error)
}

// len is the number of its items.
func (x text) len() int {
	if x.bytes {
		return len(x.s)
	}
	return RuneLen(x.s)
}

// part is a text to look for; in bytes it may be one number.
func (x text) part(v Value) (string, error) {
	if x.bytes {
		if _, ok := Buffer(v); !ok {
			if n, err := Index(v); err == nil {
				if b, ok := n.(int64); ok && b >= 0 && b < 256 {
					return string([]byte{byte(b)}), nil
				}
				return "", ValueErrorf("byte must be in range(0, 256)")
			}
			return "", TypeErrorf("argument should be integer or bytes-like object, not '%s'", TypeOf(v).Name)
		}
	}
	return x.get(v)
}

func wantBuffer(v Value) (string, error) {
	b, ok := Buffer(v)
	if !ok {
		return "", TypeErrorf("a bytes-like object is required, not '%s'", TypeOf(v).Name)
	}
	return string(b), nil
}

func textOf(v Value) text {
	switch x := v.(type) {
	case Bytes:
		return text{string(x), true, func(s string) Value { return Bytes(s) }, wantBuffer}
	case *ByteArray:
		return text{string(x.B), true, func(s string) Value { return &ByteArray{B: []byte(s)} }, wantBuffer}
	case *MemoryView:
		return text{string(x.bytes()), true, func(s string) Value { return Bytes(s) }, wantBuffer}
	case *Instance:
		if x.Native != nil {
			return textOf(x.Native)
		}
	}
	s, ok := v.(string)
	if !ok {
		panic(TypeErrorf("descriptor of 'str' objects doesn't apply to a '%s' object", TypeOf(v).Name))
	}
	return text{s, false, func(s string) Value { return s }, func(v Value) (string, error) { return wantStr(v, "") }}
}

func shared(c *Class) {
	seen := func(sig, doc string, f func(t *Thread, x text, a []Value) (Value, error)) {
		c.Def(sig, doc, func(t *Thread, a []Value) (Value, error) { return f(t, textOf(a[0]), a) })
		if c == StrClass {
			c.quicken(sig[:strings.IndexByte(sig, '(')], func(b *Builtin) { b.Brief() })
		}
	}
	one := func(sig, doc string, f func(x text, a []Value) (Value, error)) {
		seen(sig, doc, func(_ *Thread, x text, a []Value) (Value, error) { return f(x, a) })
	}
	simple := func(name, doc string, f func(string) string) {
		one(name+"(self)", doc, func(x text, _ []Value) (Value, error) { return x.wrap(f(x.s)), nil })
	}
	recased := func(name, doc string, f func(string) string) {
		switch {
		case c == StrClass:
		case name == "capitalize":
			f = capitalizeBytes
		default:
			f = asciiCasing(f)
		}
		simple(name, doc, f)
	}
	recased("upper", "A copy in upper case.", upperCase)
	recased("lower", "A copy in lower case.", lowerCase)
	recased("capitalize", "A copy with the first character in upper case.", capitalize)
	recased("title", "A copy in title case.", titleCase)
	recased("swapcase", "A copy with cases swapped.", swapCase)
	space := isSpace
	if c != StrClass {
		space = isASCIISpace
	}
	strip := func(name, doc string, left, right bool) {
		one(name+"(self, chars=None)", doc, func(x text, a []Value) (Value, error) {
			cut := space
			if a[1] != None {
				set, err := x.get(a[1])
				if err != nil {
					return nil, TypeErrorf("%s arg must be None or str", name)
				}
				cut = func(r rune) bool { return strings.ContainsRune(set, r) }
				if c != StrClass {
					return x.wrap(trimBytes(x.s, set, left, right)), nil
				}
			}
			s := x.s
			if left {
				s = strings.TrimLeftFunc(s, cut)
			}
			if right {
				s = strings.TrimRightFunc(s, cut)
			}
			return x.wrap(s), nil
		})
	}
	strip("strip", "A copy without the characters at both ends.", true, true)
	strip("lstrip", "A copy without the characters at the start.", true, false)
	strip("rstrip", "A copy without the characters at the end.", false, true)
	one("removeprefix(self, prefix)", "A copy without a prefix.", func(x text, a []Value) (Value, error) {
		p, err := x.get(a[1])
		return x.wrap(strings.TrimPrefix(x.s, p)), err
	})
	one("removesuffix(self, suffix)", "A copy without a suffix.", func(x text, a []Value) (Value, error) {
		p, err := x.get(a[1])
		return x.wrap(strings.TrimSuffix(x.s, p)), err
	})
	one(
		"split(self, sep=None, maxsplit=-1)",
		"The words, with sep as the delimiter.",
		func(x text, a []Value) (Value, error) {
			n, err := ToInt(a[2])
			if err != nil {
				return nil, err
			}
			if a[1] == None {
				return wrapAll(x, splitSpace(x.s, int(n), false, space))
			}
			sep, err := x.get(a[1])
			if err != nil {
				return nil, err
			}
			if sep == "" {
				return nil, ValueErrorf("empty separator")
			}
			if n < 0 {
				if err := FitsItems(3 * countOf(x.s, sep)); err != nil {
					return nil, err
				}
			}
			return wrapAll(x, splitText(x.s, sep, int(n)))
		},
	)
	one("rsplit(self, sep=None, maxsplit=-1)", "As split, from the right.", func(x text, a []Value) (Value, error) {
		n, err := ToInt(a[2])
		if err != nil {
			return nil, err
		}
		if a[1] == None {
			return wrapAll(x, splitSpace(x.s, int(n), true, space))
		}
		sep, err := x.get(a[1])
		if err != nil {
			return nil, err
		}
		if sep == "" {
			return nil, ValueErrorf("empty separator")
		}
		if err := FitsItems(3 * strings.Count(x.s, sep)); err != nil {
			return nil, err
		}
		parts := splitText(x.s, sep, -1)
		if k := len(parts) - 1 - int(n); n >= 0 && k > 0 {
			parts = append([]string{strings.Join(parts[:k+1], sep)}, parts[k+1:]...)
		}
		return wrapAll(x, parts)
	})
	one("splitlines(self, keepends=False)", "The lines.", func(x text, a []Value) (Value, error) {
		keep, err := Truth(Background(), a[1])
		if err != nil {
			return nil, err
		}
		var out []string
		for s := x.s; s != ""; {
			i, n := lineEnd(s, x.bytes)
			if i < 0 {
				out = append(out, s)
				break
			}
			if keep {
				out = append(out, s[:i+n])
			} else {
				out = append(out, s[:i])
			}
			s = s[i+n:]
		}
		return wrapAll(x, out)
	})
	for _, right := range []bool{false, true} {
		name := "partition"
		if right {
			name = "rpartition"
		}
		one(
			name+"(self, sep)",
			"The part before, the separator, the part after.",
			func(x text, a []Value) (Value, error) {
				sep, err := x.get(a[1])
				if err != nil {
					return nil, err
				}
				if sep == "" {
					return nil, ValueErrorf("empty separator")
				}
				i := indexOf(x.s, sep)
				if right {
					i = strings.LastIndex(x.s, sep)
				}
				if i < 0 {
					if right {
						return NewTuple(x.wrap(""), x.wrap(""), x.wrap(x.s)), nil
					}
					return NewTuple(x.wrap(x.s), x.wrap(""), x.wrap("")), nil
				}
				return NewTuple(x.wrap(x.s[:i]), x.wrap(sep), x.wrap(x.s[i+len(sep):])), nil
			},
		)
	}
	c.Def("join(self, iterable)", "The items with the string between them.", func(t *Thread, a []Value) (Value, error) {
		x := textOf(a[0])
		var items []Value
		var err error
		if l, ok := a[1].(*List); ok {
			items = l.Items
		} else {
			items, err = ToSlice(t, a[1])
		}
		if e, ok := err.(*Exc); ok && e.Class == TypeErrorClass && strings.HasSuffix(e.Message(), "is not iterable") {
			return nil, TypeErrorf("can only join an iterable")
		}
		if err != nil {
			return nil, err
		}
		total := int64(0)
		part := func(v Value) (s string, ok bool) {
			if s, ok = v.(string); ok && c == StrClass {
				return s, ok
			}
			s, err := x.get(v)
			return s, err == nil
		}
		for i, v := range items {
			if i%piece == piece-1 {
				if err := t.Check(); err != nil {
					return nil, err
				}
			}
			s, ok := part(v)
			if !ok {
				what := "str instance"
				if c != StrClass {
					what = "a bytes-like object"
				}
				return nil, TypeErrorf("sequence item %d: expected %s, %s found", i, what, TypeOf(v).TypeName())
			}
			total += int64(len(s) + len(x.s))
		}
		if err := fits(total); err != nil {
			return nil, err
		}
		joined := func(*Thread) (Value, error) {
			b := make([]byte, 0, total)
			for i, v := range items {
				if i > 0 {
					b = append(b, x.s...)
				}
				s, _ := part(v)
				b = append(b, s...)
			}
			return x.wrap(unsafe.String(unsafe.SliceData(b), len(b))), nil
		}
		if total < longText || t.Ctx.Done() == nil {
			return joined(t)
		}
		return t.Aside(joined)
	})
	one(
		"replace(self, old, new, count=-1)",
		"A copy with old replaced by new.",
		func(x text, a []Value) (Value, error) {
			o, err := x.get(a[1])
			if err != nil {
				return nil, err
			}
			n, err := x.get(a[2])
			if err != nil {
				return nil, err
			}
			k, err := ToInt(a[3])
			if err != nil {
				return nil, err
			}
			if o != "" {
				r, err := replaceText(x.s, o, n, int(k))
				return x.wrap(r), err
			}
			hits := int64(x.len() + 1)
			if k >= 0 {
				hits = min(hits, k)
			}
			if err := fits(int64(len(x.s)) + hits*int64(len(n))); err != nil {
				return nil, err
			}
			return x.wrap(x.spread(n, hits)), nil
		},
	)
	affix := func(name, doc string, has func(s, p string) bool) {
		seen(name+"(self, prefix, start=None, end=None)", doc, func(t *Thread, x text, a []Value) (Value, error) {
			s, _, inside, err := x.window(t, a[2], a[3])
			if err != nil {
				return nil, err
			}
			has := func(s, p string) bool { return inside && has(s, p) }
			if tp, ok := a[1].(*Tuple); ok {
				for _, p := range tp.Items {
					q, err := x.get(p)
					if err != nil {
						return nil, err
					}
					if has(s, q) {
						return true, nil
					}
				}
				return false, nil
			}
			p, err := x.get(a[1])
			if err != nil {
				kind := "str"
				if x.bytes {
					kind = "bytes"
				}
				return nil, TypeErrorf(
					"%s first arg must be %s or a tuple of %s, not %s", name, kind, kind, TypeOf(a[1]).TypeName())
			}
			return has(s, p), nil
		})
	}
	affix("startswith", "Whether it starts with a prefix.", strings.HasPrefix)
	affix("endswith", "Whether it ends with a suffix.", strings.HasSuffix)
	find := func(name, doc string, idx func(s, sub string) int, must bool) {
		seen(name+"(self, sub, start=None, end=None)", doc, func(t *Thread, x text, a []Value) (Value, error) {
			sub, err := x.part(a[1])
			if err != nil {
				return nil, err
			}
			s, rank, inside, err := x.window(t, a[2], a[3])
			if err != nil {
				return nil, err
			}
			i := idx(s, sub)
			if i < 0 || !inside {
				if must {
					if c != StrClass {
						return nil, ValueErrorf("subsection not found")
					}
					return nil, ValueErrorf("substring not found")
				}
				return int64(-1), nil
			}
			return int64(rank(i)), nil
		})
	}
	find("find", "The first position of a substring, or -1.", indexOf, false)
	find("rfind", "The last position of a substring, or -1.", strings.LastIndex, false)
	find("index", "The first position of a substring.", indexOf, true)
	find("rindex", "The last position of a substring.", strings.LastIndex, true)
	seen(
		"count(self, sub, start=None, end=None)",
		"How often a substring occurs.",
		func(t *Thread, x text, a []Value) (Value, error) {
			sub, err := x.part(a[1])
			if err != nil {
				return nil, err
			}
			s, _, inside, err := x.window(t, a[2], a[3])
			switch {
			case err != nil:
				return nil, err
			case !inside:
				return int64(0), nil
			case sub == "" && x.bytes:
				return int64(len(s) + 1), nil
			case sub == "":
				return int64(RuneLen(s) + 1), nil
			}
			return int64(countOf(s, sub)), nil
		},
	)
	pad := func(name, doc string, place func(n, w int, fill string) (string, string)) {
		one(name+"(self, width, fillchar=None)", doc, func(x text, a []Value) (Value, error) {
			w, err := ToInt(a[1])
			if err != nil {
				return nil, err
			}
			fill := " "
			if a[2] != None {
				f, err := x.get(a[2])
				if err != nil {
					return nil, err
				}
				if fill = f; RuneLen(f) != 1 && (c == StrClass || len(f) != 1) {
					return nil, TypeErrorf("The fill character must be exactly one character long")
				}
			}
			if err := fits(w); err != nil && w > 0 {
				return nil, err
			}
			n := int(w) - x.len()
			if n <= 0 {
				return x.wrap(x.s), nil
			}
			l, r := place(n, int(w), fill)
			return x.wrap(l + x.s + r), nil
		})
	}
	pad(
		"ljust",
		"Left-justified in a width.",
		func(n, w int, f string) (string, string) { return "", strings.Repeat(f, n) },
	)
	pad(
		"rjust",
		"Right-justified in a width.",
		func(n, w int, f string) (string, string) { return strings.Repeat(f, n), "" },
	)
	pad("center", "Centred in a width.", func(n, w int, f string) (string, string) {
		left := n/2 + n&w&1
		return strings.Repeat(f, left), strings.Repeat(f, n-left)
	})
	one("zfill(self, width)", "Padded with zeros after the sign.", func(x text, a []Value) (Value, error) {
		w, err := ToInt(a[1])
		if err != nil {
			return nil, err
		}
		if err := fits(w); err != nil && w > 0 {
			return nil, err
		}
		n := int(w) - x.len()
		if n <= 0 {
			return x.wrap(x.s), nil
		}
		if x.s != "" && (x.s[0] == '+' || x.s[0] == '-') {
			return x.wrap(x.s[:1] + strings.Repeat("0", n) + x.s[1:]), nil
		}
		return x.wrap(strings.Repeat("0", n) + x.s), nil
	})
	one("expandtabs(self, tabsize=8)", "A copy with tabs as blanks.", func(x text, a []Value) (Value, error) {
		n, err := ToInt(a[1])
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		col := 0
		for _, r := range x.s {
			switch r {
			case '\t':
				if n > 0 {
					k := int(n) - col%int(n)
					if err := fits(int64(b.Len()) + int64(k)); err != nil {
						return nil, err
					}
					b.WriteString(strings.Repeat(" ", k))
					col += k
				}
			case '\n', '\r':
				b.WriteRune(r)
				col = 0
			default:
				b.WriteRune(r)
				col++
			}
		}
		return x.wrap(b.String()), nil
	})
	is := func(name, doc string, f func(rune) bool, cased bool) {
		one(name+"(self)", doc, func(x text, _ []Value) (Value, error) {
			any := false
			for i := 0; i < len(x.s); {
				r, n := rune(x.s[i]), 1
				if !x.bytes {
					r, n = literal.DecodeRune(x.s[i:])
				}
				if i += n; x.bytes && r >= 0x80 {
					if cased {
						continue
					}
					return false, nil
				}
				if cased && !casing.IsCased(r) {
					continue
				}
				if !f(r) {
					return false, nil
				}
				any = true
			}
			return any, nil
		})
	}
	is("isdigit", "Whether all characters are digits.", isDigit, false)
	is("isalpha", "Whether all characters are letters.", unicode.IsLetter, false)
	is(
		"isalnum",
		"Whether all characters are letters or digits.",
		func(r rune) bool { return unicode.IsLetter(r) || isNumeric(r) },
		false,
	)
	is("isspace", "Whether all characters are white space.", space, false)
	is("isupper", "Whether all cased characters are upper case.", casing.IsUpper, true)
	is("islower", "Whether all cased characters are lower case.", casing.IsLower, true)
	if c == StrClass {
		is("isnumeric", "Whether all characters are numeric.", isNumeric, false)
		is("isdecimal", "Whether all characters are decimal digits.", unicode.IsDigit, false)
	}
	one("istitle(self)", "Whether words start in upper case.", func(x text, _ []Value) (Value, error) {
		prev, any := false, false
		for _, r := range x.s {
			switch up := casing.IsUpper(r) || unicode.IsTitle(r); {
			case x.bytes && r >= 0x80 || !casing.IsCased(r):
				prev = false
			case up == prev:
				return false, nil
			default:
				prev, any = true, true
			}
		}
		return any, nil
	})
	one("isascii(self)", "Whether all characters are ASCII.", func(x text, _ []Value) (Value, error) {
		for i := range len(x.s) {
			if x.s[i] >= utf8.RuneSelf {
				return false, nil
			}
		}
		return true, nil
	})
}

// wrapAll makes a list of the parts of a text.
func wrapAll(x text, parts []string) (Value, error) {
	if err := FitsItems(2 * len(parts)); err != nil {
		return nil, err
	}
	if !x.bytes {
		return &List{Box(parts)}, nil
	}
	out := make([]Value, len(parts))
	for i, p := range parts {
		out[i] = x.wrap(p)
	}
	return &List{out}, nil
}

// splitSpace cuts a text at white space, at most n times when n is not negative.
func splitSpace(s string, n int, right bool, space func(rune) bool) []string {
	if n < 0 {
		return fields(s, space)
	}
	var out []string
	if right {
		for s = strings.TrimRightFunc(s, space); s != ""; s = strings.TrimRightFunc(s, space) {
			i := strings.LastIndexFunc(s, space)
			if i < 0 || len(out) == n {
				out = append(out, s)
				break
			}
			_, k := literal.DecodeRune(s[i:])
			out = append(out, s[i+k:])
			s = s[:i]
		}
		slices.Reverse(out)
		return out
	}
	for s = strings.TrimLeftFunc(s, space); s != ""; s = strings.TrimLeftFunc(s, space) {
		i := strings.IndexFunc(s, space)
		if i < 0 || len(out) == n {
			return append(out, s)
		}
		out = append(out, s[:i])
		s = s[i:]
	}
	return out
}

func trimBytes(s, set string, left, right bool) string {
	for left && s != "" && strings.IndexByte(set, s[0]) >= 0 {
		s = s[1:]
	}
	for right && s != "" && strings.IndexByte(set, s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	return s
}

func fillStr(c *Class) {
	shared(c)
	c.DefRaw(
		"format(self, *args, **kwargs)",
		"Fills in the {} fields.",
		func(t *Thread, args []Value, kw []Kw) (Value, error) {
			return FormatString(t, textOf(args[0]).s, args[1:], kw)
		},
	)
	c.Def(
		"format_map(self, mapping)",
		"Fills in the {} fields from a mapping.",
		func(t *Thread, a []Value) (Value, error) {
			return formatInner(t, textOf(a[0]).s, &replacements{names: a[1]}, 2)
		},
	)
	c.Def(
		"encode(self, encoding='utf-8', errors='strict')",
		"The bytes of the text.",
		func(_ *Thread, a []Value) (Value, error) {
			return Encode(textOf(a[0]).s, StrOf(a[1]), StrOf(a[2]))
		},
	)
	c.Def("casefold(self)", "A copy for caseless comparison.", func(_ *Thread, a []Value) (Value, error) {
		return foldCase(textOf(a[0]).s), nil
	})
	c.Def("isidentifier(self)", "Whether it is a name.", func(_ *Thread, a []Value) (Value, error) {
		return IsIdentifier(textOf(a[0]).s), nil
	})
	c.Def("isprintable(self)", "Whether all characters are printable.", func(_ *Thread, a []Value) (Value, error) {
		return strings.IndexFunc(textOf(a[0]).s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0, nil
	})
	c.Attrs.SetStr(
		"maketrans",
		&StaticMethod{&Builtin{Name: "maketrans", Raw: func(_ *Thread, a []Value, _ []Kw) (Value, error) {
			d := NewDict()
			if m, ok := a[0].(*Dict); ok {
				return d, m.Each(func(k, v Value) error {
					switch s := k.(type) {
					case string:
						r, n := literal.DecodeRune(s)
						if s == "" || n != len(s) {
							return ValueErrorf("string keys in translate table must be of length 1")
						}
						k = int64(r)
					case int64, bool:
					default:
						return TypeErrorf("keys in translate table must be strings or integers")
					}
					return d.Set(k, v)
				})
			}
			if len(a) < 2 {
				return nil, TypeErrorf("if you give only one argument to maketrans it must be a dict")
			}
			from, to := []rune(StrOf(a[0])), []rune(StrOf(a[1]))
			if len(from) != len(to) {
				return nil, ValueErrorf("the first two maketrans arguments must have equal length")
			}
			for i, r := range from {
				_ = d.Set(int64(r), int64(to[i]))
			}
			if len(a) > 2 {
				for _, r := range StrOf(a[2]) {
					_ = d.Set(int64(r), None)
				}
			}
			return d, nil
		}}},
	)
	c.Def("translate(self, table)", "A copy mapped through a table.", func(t *Thread, a []Value) (Value, error) {
		var b strings.Builder
		s := textOf(a[0]).s
		b.Grow(len(s))
		d, plain := a[1].(*Dict)
		plain = plain && d.Default == nil && d.Class == nil
		var known [utf8.RuneSelf]byte // of ASCII characters that become others: these
		for i := 0; i < len(s); {
			if c := s[i]; c < utf8.RuneSelf && known[c] != 0 {
				b.WriteByte(known[c])
				i++
				continue
			}
			r, n := literal.DecodeRune(s[i:])
			i += n
			if err := t.Poll(); err != nil {
				return nil, err
			}
			v, err := translation(t, a[1], r)
			if err != nil {
				return nil, err
			}
			if c := r; plain && c < utf8.RuneSelf {
				if x, ok := v.(string); ok && len(x) == 1 {
					known[c] = x[0]
				} else if x, ok := v.(int64); ok && uint64(x) < utf8.RuneSelf {
					known[c] = byte(x)
				} else if v == nil {
					known[c] = byte(c)
				}
			}
			switch x := v.(type) {
			case nil:
				b.WriteString(s[i-n : i])
			case int64:
				if x < 0 || x > 0x10ffff {
					return nil, ValueErrorf("character mapping must be in range(0x110000)")
				}
				b.Write(literal.AppendRune(nil, rune(x)))
			case string:
				if err := fits(int64(b.Len() + len(x))); err != nil {
					return nil, err
				}
				b.WriteString(x)
			case *NoneType:
			default:
				return nil, TypeErrorf("character mapping must return integer, None or str")
			}
		}
		return b.String(), nil
	})
	quickenStr(c)
	c.New = NewBuiltin("str(object='', encoding=None, errors=None)", func(t *Thread, a []Value) (Value, error) {
		if a[1] == None && a[2] == None {
			return Str(t, a[0])
		}
		b, ok := Buffer(a[0])
		switch {
		case ok:
			return Decode(string(b), strOr(a[1], "utf-8"), strOr(a[2], "strict"))
		case TypeOf(a[0]).Is(StrClass):
			return nil, TypeErrorf("decoding str is not supported")
		}
		return nil, TypeErrorf("decoding to str: need a bytes-like object, %s found", TypeOf(a[0]).Name)
	})
	quickenNew(c)
}

// translation is what a table has for a code point, nil when it has nothing.
func translation(t *Thread, table Value, r rune) (Value, error) {
	if d, ok := table.(*Dict); ok && d.Default == nil && d.Class == nil {
		v, _, err := d.get(t, int64(r))
		return v, err
	}
	v, err := GetItem(t, table, int64(r))
	if e, ok := err.(*Exc); ok && e.Class.Is(LookupErrorClass) {
		return nil, nil
	}
	return v, err
}

// strOr is a str argument that may be left out.
func strOr(v Value, def string) string {
	if v == None {
		return def
	}
	return StrOf(v)
}

// IsIdentifier tells whether a text is a name.
func IsIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && !unicode.Is(unicode.Nl, r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}
