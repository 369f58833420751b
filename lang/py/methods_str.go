package py

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"

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
	return "", TypeErrorf("%s", strings.TrimSpace(what+" must be str, not "+TypeOf(v).TypeName()))
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

// isPlain tells whether its parts are str or bytes, which many may share an allocation.
func (x text) isPlain() bool {
	if !x.bytes {
		return true
	}
	_, plain := x.wrap("").(Bytes)
	return plain
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
			return "", TypeErrorf("argument should be integer or bytes-like object, not '%s'", TypeOf(v).TypeName())
		}
	}
	return x.get(v)
}

func wantBuffer(v Value) (string, error) {
	if b, ok := v.(Bytes); ok {
		return string(b), nil
	}
	b, ok := Buffer(v)
	if !ok {
		return "", TypeErrorf("a bytes-like object is required, not '%s'", TypeOf(v).TypeName())
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
		panic(TypeErrorf("descriptor of 'str' objects doesn't apply to a '%s' object", TypeOf(v).TypeName()))
	}
	return text{s, false, func(s string) Value { return s }, func(v Value) (string, error) { return wantStr(v, "") }}
}

// shared gives a class the methods that str, bytes and bytearray have in common.
func shared(c *Class) {
	m := methodsOfText{c, isSpace}
	if c != StrClass {
		m.space = isASCIISpace
	}
	m.cases()
	m.strips()
	m.splits()
	m.partitions()
	c.Def("join(self, iterable)", "The items with the string between them.", m.join)
	m.replaces()
	m.affixes()
	m.finds()
	m.pads()
	m.kinds()
}

// methodsOfText defines methods of a class of texts.
type methodsOfText struct {
	c     *Class
	space func(rune) bool // which characters are white space in it
}

// seen defines a method that needs the thread.
func (m methodsOfText) seen(sig, doc string, f func(t *Thread, x text, a []Value) (Value, error)) {
	m.c.Def(sig, doc, func(t *Thread, a []Value) (Value, error) { return f(t, textOf(a[0]), a) })
	if m.c == StrClass {
		m.c.quicken(sig[:strings.IndexByte(sig, '(')], func(b *Builtin) { b.Brief() })
	}
}

// one defines a method of the text and its arguments alone.
func (m methodsOfText) one(sig, doc string, f func(x text, a []Value) (Value, error)) {
	m.seen(sig, doc, func(_ *Thread, x text, a []Value) (Value, error) { return f(x, a) })
}

// simple defines a method without arguments that makes another text.
func (m methodsOfText) simple(name, doc string, f func(string) string) {
	m.one(name+"(self)", doc, func(x text, _ []Value) (Value, error) { return x.wrap(f(x.s)), nil })
}

// cases defines what changes upper and lower case.
func (m methodsOfText) cases() {
	recased := func(name, doc string, f func(string) string) {
		switch {
		case m.c == StrClass:
		case name == "capitalize":
			f = capitalizeBytes
		default:
			f = asciiCasing(f)
		}
		m.simple(name, doc, f)
	}
	recased("upper", "A copy in upper case.", upperCase)
	recased("lower", "A copy in lower case.", lowerCase)
	recased("capitalize", "A copy with the first character in upper case.", capitalize)
	recased("title", "A copy in title case.", titleCase)
	recased("swapcase", "A copy with cases swapped.", swapCase)
}

// strips defines what cuts characters off the ends.
func (m methodsOfText) strips() {
	strip := func(name, doc string, left, right bool) {
		m.one(name+"(self, chars=None)", doc, func(x text, a []Value) (Value, error) {
			cut := m.space
			if a[1] != None {
				set, err := x.get(a[1])
				if err != nil {
					return nil, TypeErrorf("%s arg must be None or str", name)
				}
				cut = func(r rune) bool { return strings.ContainsRune(set, r) }
				if m.c != StrClass {
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
}

// splits defines what cuts a text into parts, and prefixes and suffixes off it.
func (m methodsOfText) splits() {
	m.one("removeprefix(self, prefix)", "A copy without a prefix.", func(x text, a []Value) (Value, error) {
		p, err := x.get(a[1])
		return x.wrap(strings.TrimPrefix(x.s, p)), err
	})
	m.one("removesuffix(self, suffix)", "A copy without a suffix.", func(x text, a []Value) (Value, error) {
		p, err := x.get(a[1])
		return x.wrap(strings.TrimSuffix(x.s, p)), err
	})
	m.one(
		"split(self, sep=None, maxsplit=-1)",
		"The words, with sep as the delimiter.",
		func(x text, a []Value) (Value, error) {
			n, err := ToInt(a[2])
			if err != nil {
				return nil, err
			}
			if a[1] == None {
				return wrapAll(x, splitSpace(x.s, int(n), false, m.space))
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
	m.one("rsplit(self, sep=None, maxsplit=-1)", "As split, from the right.", func(x text, a []Value) (Value, error) {
		n, err := ToInt(a[2])
		if err != nil {
			return nil, err
		}
		if a[1] == None {
			return wrapAll(x, splitSpace(x.s, int(n), true, m.space))
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
		return wrapAll(x, splitRight(x.s, sep, n))
	})
	m.one("splitlines(self, keepends=False)", "The lines.", func(x text, a []Value) (Value, error) {
		keep, err := Truth(Background(), a[1])
		if err != nil {
			return nil, err
		}
		return linesOf(x, keep)
	})
}

// partitions defines what cuts a text in three.
func (m methodsOfText) partitions() {
	for _, right := range []bool{false, true} {
		name := "partition"
		if right {
			name = "rpartition"
		}
		m.one(
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
}

// join puts a text between the items of an iterable, which must be texts of its kind.
func (m methodsOfText) join(t *Thread, a []Value) (Value, error) {
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
		if s, ok = v.(string); ok && m.c == StrClass {
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
			if m.c != StrClass {
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
}

// replaces defines replace.
func (m methodsOfText) replaces() {
	m.one(
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
}

// affixes defines startswith and endswith.
func (m methodsOfText) affixes() {
	affix := func(name, doc string, has func(s, p string) bool) {
		m.seen(name+"(self, prefix, start=None, end=None)", doc, func(t *Thread, x text, a []Value) (Value, error) {
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
}

// finds defines what looks for a part, and counts it.
func (m methodsOfText) finds() {
	find := func(name, doc string, idx func(s, sub string) int, must bool) {
		m.seen(name+"(self, sub, start=None, end=None)", doc, func(t *Thread, x text, a []Value) (Value, error) {
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
					if m.c != StrClass {
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
	m.seen(
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
}

// wrapAll makes a list of the parts of a text.
func wrapAll(x text, parts []string) (Value, error) {
	if err := FitsItems(2 * len(parts)); err != nil {
		return nil, err
	}
	out := make([]Value, len(parts))
	x.place(out, parts)
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

// splitRight cuts a text at a separator from its end, at most n times when n is not negative: where separators overlap,
// the last one counts.
func splitRight(s, sep string, n int64) []string {
	var out []string
	for ; n != 0; n-- {
		i := strings.LastIndex(s, sep)
		if i < 0 {
			break
		}
		out = append(out, s[i+len(sep):])
		s = s[:i]
	}
	out = append(out, s)
	slices.Reverse(out)
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
		func(t *Thread, a []Value) (Value, error) {
			return Encode(t, textOf(a[0]).s, StrOf(a[1]), StrOf(a[2]))
		},
	)
	c.Def("casefold(self)", "A copy for caseless comparison.", func(_ *Thread, a []Value) (Value, error) {
		return foldCase(textOf(a[0]).s), nil
	})
	c.Def("isidentifier(self)", "Whether it is a name.", func(_ *Thread, a []Value) (Value, error) {
		return IsIdentifier(textOf(a[0]).s), nil
	})
	c.Def("isprintable(self)", "Whether all characters are printable.", func(_ *Thread, a []Value) (Value, error) {
		for s := textOf(a[0]).s; s != ""; {
			r, n := literal.DecodeRune(s) // strings and range take surrogates for U+FFFD
			if !unicode.IsPrint(r) {
				return false, nil
			}
			s = s[n:]
		}
		return true, nil
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
			return Decode(t, string(b), strOr(a[1], "utf-8"), strOr(a[2], "strict"))
		case TypeOf(a[0]).Is(StrClass):
			return nil, TypeErrorf("decoding str is not supported")
		}
		return nil, TypeErrorf("decoding to str: need a bytes-like object, %s found", TypeOf(a[0]).TypeName())
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
		if r == '_' || unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start) {
			continue
		}
		if i == 0 || !unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Other_ID_Continue) {
			return false
		}
	}
	return s != ""
}
