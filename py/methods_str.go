package py

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
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
	return "", TypeErrorf("%s must be str, not %s", what, TypeOf(v).Name)
}

// text is what str and bytes methods share: the receiver's raw string and a way back.
type text struct {
	s    string
	wrap func(string) Value
	get  func(v Value) (string, error)
}

func textOf(v Value) text {
	if b, ok := v.(Bytes); ok {
		return text{string(b), func(s string) Value { return Bytes(s) }, func(v Value) (string, error) {
			b, ok := v.(Bytes)
			if !ok {
				return "", TypeErrorf("a bytes-like object is required, not '%s'", TypeOf(v).Name)
			}
			return string(b), nil
		}}
	}
	if x, ok := v.(*Instance); ok {
		v = x.Native
	}
	s, _ := v.(string)
	return text{s, func(s string) Value { return s }, func(v Value) (string, error) { return wantStr(v, "argument") }}
}

func shared(c *Class) {
	one := func(sig, doc string, f func(x text, a []Value) (Value, error)) {
		c.Def(sig, doc, func(_ *Thread, a []Value) (Value, error) { return f(textOf(a[0]), a) })
	}
	simple := func(name, doc string, f func(string) string) {
		one(name+"(self)", doc, func(x text, _ []Value) (Value, error) { return x.wrap(f(x.s)), nil })
	}
	simple("upper", "A copy in upper case.", upperCase)
	simple("lower", "A copy in lower case.", strings.ToLower)
	simple("capitalize", "A copy with the first character in upper case.", func(s string) string {
		r, n := utf8.DecodeRuneInString(s)
		if s == "" {
			return s
		}
		return string(unicode.ToUpper(r)) + strings.ToLower(s[n:])
	})
	simple("title", "A copy in title case.", func(s string) string {
		prev := false
		return strings.Map(func(r rune) rune {
			was := prev
			prev = unicode.IsLetter(r)
			if was {
				return unicode.ToLower(r)
			}
			return unicode.ToTitle(r)
		}, s)
	})
	simple("swapcase", "A copy with cases swapped.", func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, s)
	})
	strip := func(name, doc string, space, cut func(s, set string) string) {
		one(name+"(self, chars=None)", doc, func(x text, a []Value) (Value, error) {
			if a[1] == None {
				return x.wrap(space(x.s, " \t\n\r\v\f")), nil
			}
			set, err := x.get(a[1])
			return x.wrap(cut(x.s, set)), err
		})
	}
	strip("strip", "A copy without the characters at both ends.", strings.Trim, strings.Trim)
	strip("lstrip", "A copy without the characters at the start.", strings.TrimLeft, strings.TrimLeft)
	strip("rstrip", "A copy without the characters at the end.", strings.TrimRight, strings.TrimRight)
	one("removeprefix(self, prefix)", "A copy without a prefix.", func(x text, a []Value) (Value, error) {
		p, err := x.get(a[1])
		return x.wrap(strings.TrimPrefix(x.s, p)), err
	})
	one("removesuffix(self, suffix)", "A copy without a suffix.", func(x text, a []Value) (Value, error) {
		p, err := x.get(a[1])
		return x.wrap(strings.TrimSuffix(x.s, p)), err
	})
	one("split(self, sep=None, maxsplit=-1)", "The words, with sep as the delimiter.", func(x text, a []Value) (Value, error) {
		n, err := ToInt(a[2])
		if err != nil {
			return nil, err
		}
		if a[1] == None {
			return wrapAll(x, splitSpace(x.s, int(n), false)), nil
		}
		sep, err := x.get(a[1])
		if err != nil {
			return nil, err
		}
		if sep == "" {
			return nil, ValueErrorf("empty separator")
		}
		if n < 0 {
			return wrapAll(x, strings.Split(x.s, sep)), nil
		}
		return wrapAll(x, strings.SplitN(x.s, sep, int(n)+1)), nil
	})
	one("rsplit(self, sep=None, maxsplit=-1)", "As split, from the right.", func(x text, a []Value) (Value, error) {
		n, err := ToInt(a[2])
		if err != nil {
			return nil, err
		}
		if a[1] == None {
			return wrapAll(x, splitSpace(x.s, int(n), true)), nil
		}
		sep, err := x.get(a[1])
		if err != nil {
			return nil, err
		}
		if sep == "" {
			return nil, ValueErrorf("empty separator")
		}
		parts := strings.Split(x.s, sep)
		if k := len(parts) - 1 - int(n); n >= 0 && k > 0 {
			parts = append([]string{strings.Join(parts[:k+1], sep)}, parts[k+1:]...)
		}
		return wrapAll(x, parts), nil
	})
	one("splitlines(self, keepends=False)", "The lines.", func(x text, a []Value) (Value, error) {
		keep, _ := a[1].(bool)
		var out []string
		for s := x.s; s != ""; {
			i := strings.IndexAny(s, "\n\r")
			if i < 0 {
				out = append(out, s)
				break
			}
			end := i + 1
			if s[i] == '\r' && end < len(s) && s[end] == '\n' {
				end++
			}
			if keep {
				out = append(out, s[:end])
			} else {
				out = append(out, s[:i])
			}
			s = s[end:]
		}
		return wrapAll(x, out), nil
	})
	for _, right := range []bool{false, true} {
		name := "partition"
		if right {
			name = "rpartition"
		}
		one(name+"(self, sep)", "The part before, the separator, the part after.", func(x text, a []Value) (Value, error) {
			sep, err := x.get(a[1])
			if err != nil {
				return nil, err
			}
			i := strings.Index(x.s, sep)
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
		})
	}
	c.Def("join(self, iterable)", "The items with the string between them.", func(t *Thread, a []Value) (Value, error) {
		x := textOf(a[0])
		items, err := ToSlice(t, a[1])
		if err != nil {
			return nil, err
		}
		parts, total := make([]string, len(items)), int64(0)
		for i, v := range items {
			s, err := x.get(v)
			if err != nil {
				return nil, TypeErrorf("sequence item %d: expected %s instance, %s found", i, map[bool]string{true: "str", false: "a bytes-like object"}[c == StrClass], TypeOf(v).TypeName())
			}
			parts[i] = s
			total += int64(len(s) + len(x.s))
		}
		if err := fits(total); err != nil {
			return nil, err
		}
		return x.wrap(strings.Join(parts, x.s)), nil
	})
	one("replace(self, old, new, count=-1)", "A copy with old replaced by new.", func(x text, a []Value) (Value, error) {
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
		if hits := int64(strings.Count(x.s, o)); len(n) > len(o) {
			if k >= 0 {
				hits = min(hits, k)
			}
			if err := fits(int64(len(x.s)) + hits*int64(len(n)-len(o))); err != nil {
				return nil, err
			}
		}
		return x.wrap(strings.Replace(x.s, o, n, int(k))), nil
	})
	affix := func(name, doc string, has func(s, p string) bool) {
		one(name+"(self, prefix, start=None, end=None)", doc, func(x text, a []Value) (Value, error) {
			s, _, err := window(x.s, a[2], a[3])
			if err != nil {
				return nil, err
			}
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
				return nil, TypeErrorf("%s first arg must be %s or a tuple of %s, not %s", name, TypeOf(a[0]).Name, TypeOf(a[0]).Name, TypeOf(a[1]).Name)
			}
			return has(s, p), nil
		})
	}
	affix("startswith", "Whether it starts with a prefix.", strings.HasPrefix)
	affix("endswith", "Whether it ends with a suffix.", strings.HasSuffix)
	find := func(name, doc string, idx func(s, sub string) int, must bool) {
		one(name+"(self, sub, start=None, end=None)", doc, func(x text, a []Value) (Value, error) {
			sub, err := x.get(a[1])
			if err != nil {
				if n, ok := AsInt(a[1]); ok && c == BytesClass {
					sub = string([]byte{byte(n)})
				} else {
					return nil, err
				}
			}
			s, off, err := window(x.s, a[2], a[3])
			if err != nil {
				return nil, err
			}
			i := idx(s, sub)
			if i < 0 {
				if must {
					return nil, ValueErrorf("substring not found")
				}
				return int64(-1), nil
			}
			if c == StrClass {
				i = utf8.RuneCountInString(s[:i])
			}
			return int64(i + off), nil
		})
	}
	find("find", "The first position of a substring, or -1.", strings.Index, false)
	find("rfind", "The last position of a substring, or -1.", strings.LastIndex, false)
	find("index", "The first position of a substring.", strings.Index, true)
	find("rindex", "The last position of a substring.", strings.LastIndex, true)
	one("count(self, sub, start=None, end=None)", "How often a substring occurs.", func(x text, a []Value) (Value, error) {
		sub, err := x.get(a[1])
		if err != nil {
			return nil, err
		}
		s, _, err := window(x.s, a[2], a[3])
		return int64(strings.Count(s, sub)), err
	})
	pad := func(name, doc string, place func(n int, fill string) (string, string)) {
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
				fill = f
			}
			if err := fits(w); err != nil && w > 0 {
				return nil, err
			}
			n := int(w) - utf8.RuneCountInString(x.s)
			if n <= 0 {
				return x.wrap(x.s), nil
			}
			l, r := place(n, fill)
			return x.wrap(l + x.s + r), nil
		})
	}
	pad("ljust", "Left-justified in a width.", func(n int, f string) (string, string) { return "", strings.Repeat(f, n) })
	pad("rjust", "Right-justified in a width.", func(n int, f string) (string, string) { return strings.Repeat(f, n), "" })
	pad("center", "Centred in a width.", func(n int, f string) (string, string) {
		return strings.Repeat(f, n/2), strings.Repeat(f, n-n/2)
	})
	one("zfill(self, width)", "Padded with zeros after the sign.", func(x text, a []Value) (Value, error) {
		w, err := ToInt(a[1])
		if err != nil {
			return nil, err
		}
		if err := fits(w); err != nil && w > 0 {
			return nil, err
		}
		p := spec{fill: "0", align: '=', width: int(w)}
		return x.wrap(p.pad(x.s, '=')), nil
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
			for _, r := range x.s {
				if cased && !unicode.IsLetter(r) {
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
	is("isdigit", "Whether all characters are digits.", unicode.IsDigit, false)
	is("isnumeric", "Whether all characters are numeric.", unicode.IsNumber, false)
	is("isdecimal", "Whether all characters are decimal digits.", unicode.IsDigit, false)
	is("isalpha", "Whether all characters are letters.", unicode.IsLetter, false)
	is("isalnum", "Whether all characters are letters or digits.", func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }, false)
	is("isspace", "Whether all characters are white space.", unicode.IsSpace, false)
	is("isupper", "Whether all cased characters are upper case.", func(r rune) bool { return !unicode.IsLower(r) }, true)
	is("islower", "Whether all cased characters are lower case.", func(r rune) bool { return !unicode.IsUpper(r) }, true)
	one("istitle(self)", "Whether words start in upper case.", func(x text, _ []Value) (Value, error) {
		prev, any := false, false
		for _, r := range x.s {
			if unicode.IsLetter(r) {
				if unicode.IsUpper(r) == prev {
					return false, nil
				}
				any = true
			}
			prev = unicode.IsLetter(r)
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

// upperCase is Unicode's full mapping: one letter may become two.
func upperCase(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return cases.Upper(language.Und).String(s)
		}
	}
	return strings.ToUpper(s)
}

func wrapAll(x text, parts []string) Value {
	out := make([]Value, len(parts))
	for i, p := range parts {
		out[i] = x.wrap(p)
	}
	return &List{out}
}

func splitSpace(s string, n int, right bool) []string {
	f := strings.Fields(s)
	if n < 0 || len(f) <= n {
		return f
	}
	if right {
		rest := strings.TrimSpace(s)
		for range n {
			i := strings.LastIndexFunc(rest, unicode.IsSpace)
			rest = strings.TrimRightFunc(rest[:i], unicode.IsSpace)
		}
		return append([]string{rest}, f[len(f)-n:]...)
	}
	rest := strings.TrimLeftFunc(s, unicode.IsSpace)
	for range n {
		i := strings.IndexFunc(rest, unicode.IsSpace)
		rest = strings.TrimLeftFunc(rest[i:], unicode.IsSpace)
	}
	return append(append([]string(nil), f[:n]...), rest)
}

func window(s string, start, end Value) (string, int, error) {
	if start == None && end == None {
		return s, 0, nil
	}
	from, _, n, err := (&Slice{start, end, None}).Indices(utf8.RuneCountInString(s))
	if err != nil {
		return "", 0, err
	}
	r := []rune(s)
	return string(r[from : from+n]), from, nil
}

func fillStr(c *Class) {
	shared(c)
	c.DefRaw("format", "Fills in the {} fields.", func(t *Thread, args []Value, kw []Kw) (Value, error) {
		return FormatString(t, textOf(args[0]).s, args[1:], kw)
	})
	c.Def("format_map(self, mapping)", "Fills in the {} fields from a dict.", func(t *Thread, a []Value) (Value, error) {
		d, ok := a[1].(*Dict)
		if !ok {
			return nil, TypeErrorf("format_map() argument must be a mapping")
		}
		var kw []Kw
		_ = d.Each(func(k, v Value) error {
			kw = append(kw, Kw{StrOf(k), v})
			return nil
		})
		return FormatString(t, textOf(a[0]).s, nil, kw)
	})
	c.Def("encode(self, encoding='utf-8', errors='strict')", "The bytes of the text.", func(_ *Thread, a []Value) (Value, error) {
		return Encode(textOf(a[0]).s, StrOf(a[1]), StrOf(a[2]))
	})
	c.Def("casefold(self)", "A copy for caseless comparison.", func(_ *Thread, a []Value) (Value, error) {
		return strings.ReplaceAll(strings.ToLower(textOf(a[0]).s), "ß", "ss"), nil
	})
	c.Def("isidentifier(self)", "Whether it is a name.", func(_ *Thread, a []Value) (Value, error) {
		s := textOf(a[0]).s
		for i, r := range s {
			if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
				return false, nil
			}
		}
		return s != "", nil
	})
	c.Def("isprintable(self)", "Whether all characters are printable.", func(_ *Thread, a []Value) (Value, error) {
		return strings.IndexFunc(textOf(a[0]).s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0, nil
	})
	c.Attrs.SetStr("maketrans", &StaticMethod{&Builtin{Name: "maketrans", Raw: func(_ *Thread, a []Value, _ []Kw) (Value, error) {
		d := NewDict()
		if m, ok := a[0].(*Dict); ok {
			return d, m.Each(func(k, v Value) error {
				if s, ok := k.(string); ok {
					r, _ := utf8.DecodeRuneInString(s)
					k = int64(r)
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
	}}})
	c.Def("translate(self, table)", "A copy mapped through a table.", func(t *Thread, a []Value) (Value, error) {
		var b strings.Builder
		for _, r := range textOf(a[0]).s {
			v, err := GetItem(t, a[1], int64(r))
			switch x := v.(type) {
			case int64:
				b.WriteRune(rune(x))
			case string:
				if err := fits(int64(b.Len() + len(x))); err != nil {
					return nil, err
				}
				b.WriteString(x)
			case *NoneType:
			default:
				if err != nil {
					b.WriteRune(r)
				}
			}
		}
		return b.String(), nil
	})
	c.New = NewBuiltin("str(object='', encoding=None, errors='strict')", func(t *Thread, a []Value) (Value, error) {
		if b, ok := a[0].(Bytes); ok && a[1] != None {
			return Decode(string(b), StrOf(a[1]), StrOf(a[2]))
		}
		return Str(t, a[0])
	})
}

func fillBytes(c *Class) {
	shared(c)
	c.Def("decode(self, encoding='utf-8', errors='strict')", "The text of the bytes.", func(_ *Thread, a []Value) (Value, error) {
		return Decode(string(a[0].(Bytes)), StrOf(a[1]), StrOf(a[2]))
	})
	c.Def("hex(self, sep='', bytes_per_sep=1)", "The bytes as hexadecimal digits.", func(_ *Thread, a []Value) (Value, error) {
		var b strings.Builder
		sep := textOf(a[1]).s
		for i, x := range []byte(a[0].(Bytes)) {
			if i > 0 {
				b.WriteString(sep)
			}
			b.WriteByte(hexDigits[x>>4])
			b.WriteByte(hexDigits[x&15])
		}
		return b.String(), nil
	})
	c.Attrs.SetStr("fromhex", &ClassMethod{&Builtin{Name: "fromhex", Raw: func(_ *Thread, a []Value, _ []Kw) (Value, error) {
		s := strings.Join(strings.Fields(StrOf(a[1])), "")
		out := make([]byte, 0, len(s)/2)
		for i := 0; i+1 < len(s); i += 2 {
			n, err := strconv.ParseUint(s[i:i+2], 16, 8)
			if err != nil {
				return nil, ValueErrorf("non-hexadecimal number found in fromhex() arg at position %d", i)
			}
			out = append(out, byte(n))
		}
		if len(s)%2 == 1 {
			return nil, ValueErrorf("non-hexadecimal number found in fromhex() arg at position %d", len(s))
		}
		return Bytes(out), nil
	}}})
	c.New = NewBuiltin("bytes(source=b'', encoding=None, errors='strict')", func(t *Thread, a []Value) (Value, error) {
		switch x := a[0].(type) {
		case Bytes:
			return x, nil
		case string:
			if a[1] == None {
				return nil, TypeErrorf("string argument without an encoding")
			}
			return Encode(x, StrOf(a[1]), StrOf(a[2]))
		case int64:
			if x < 0 {
				return nil, ValueErrorf("negative count")
			}
			if err := checkRepeat(1, x); err != nil {
				return nil, err
			}
			return Bytes(make([]byte, x)), nil
		}
		if cl := TypeOf(a[0]); cl.Lookup("tobytes") != nil {
			return CallMethod(t, a[0], "tobytes")
		}
		var out []byte
		err := Each(t, a[0], func(v Value) error {
			n, err := ToInt(v)
			if err != nil {
				return err
			}
			if n < 0 || n > 255 {
				return ValueErrorf("bytes must be in range(0, 256)")
			}
			out = append(out, byte(n))
			return nil
		})
		return Bytes(out), err
	})
}

// parseInt is int(text, base).
func parseInt(v Value, base int64) (Value, error) {
	s := textOf(v).s
	bad := func() error {
		return ValueErrorf("invalid literal for int() with base %d: %s", base, ReprOf(v))
	}
	d := strings.ToLower(strings.TrimSpace(s))
	neg := false
	if strings.HasPrefix(d, "-") || strings.HasPrefix(d, "+") {
		neg = d[0] == '-'
		d = d[1:]
	}
	for p, b := range map[string]int64{"0x": 16, "0o": 8, "0b": 2} {
		if strings.HasPrefix(d, p) && (base == 0 || base == b) {
			d, base = d[2:], b
			d = strings.TrimPrefix(d, "_")
			break
		}
	}
	if base == 0 {
		base = 10
	}
	if strings.HasPrefix(d, "_") || strings.HasSuffix(d, "_") || strings.Contains(d, "__") || strings.ContainsAny(d, "+-") || d == "" {
		return nil, bad()
	}
	if len(d) > 100000 {
		return nil, ValueErrorf("Exceeds the limit (4300 digits) for integer string conversion: value has %d digits", len(d))
	}
	z, ok := new(big.Int).SetString(strings.ReplaceAll(d, "_", ""), int(base))
	if !ok {
		return nil, bad()
	}
	if neg {
		z.Neg(z)
	}
	return Int(z), nil
}

// parseFloat is float(text).
func parseFloat(v Value) (Value, error) {
	s := strings.ToLower(strings.TrimSpace(textOf(v).s))
	if !strings.ContainsAny(s, "xp") && !strings.HasPrefix(s, "_") && !strings.HasSuffix(s, "_") {
		f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
		if err == nil || err.(*strconv.NumError).Err == strconv.ErrRange {
			return f, nil
		}
	}
	return nil, ValueErrorf("could not convert string to float: %s", ReprOf(v))
}
