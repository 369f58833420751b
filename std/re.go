package std

import (
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/dlclark/regexp2"
	"github.com/tfs-lang/tfs/py"
)

// pattern is a compiled regular expression; match is one match.
type pattern struct {
	src   string
	re    *regexp2.Regexp
	bytes bool
}

type match struct {
	p    *pattern
	m    *regexp2.Match
	text []rune
}

var (
	patternClass = py.NewClass("re", "Pattern", py.ObjectClass, nil)
	matchClass   = py.NewClass("re", "Match", py.ObjectClass, nil)
	reError      = py.NewClass("re", "error", py.ExceptionClass, nil)
)

func compileRE(v value, flags int64) (*pattern, error) {
	if p, ok := v.(*pattern); ok {
		return p, nil
	}
	src, isBytes := "", false
	switch s := v.(type) {
	case string:
		src = s
	case py.Bytes:
		src, isBytes = latin(string(s)), true
	default:
		return nil, py.TypeErrorf("first argument must be string or compiled pattern")
	}
	opts := regexp2.RegexOptions(0)
	for f, o := range map[int64]regexp2.RegexOptions{2: regexp2.IgnoreCase, 8: regexp2.Multiline, 16: regexp2.Singleline, 64: regexp2.IgnorePatternWhitespace} {
		if flags&f != 0 {
			opts |= o
		}
	}
	re, err := regexp2.Compile(strings.NewReplacer("(?P<", "(?<", "(?P=", "\\k<").Replace(src), opts)
	if err != nil {
		return nil, py.Raisef(reError, "%s", err.Error())
	}
	re.MatchTimeout = 2e9
	return &pattern{src, re, isBytes}, nil
}

// latin sees bytes as the code points of the same numbers.
func latin(s string) string {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

func (p *pattern) subject(v value) (string, error) {
	switch s := v.(type) {
	case string:
		if !p.bytes { // the engine works on characters of four bytes
			return s, py.FitsItems(len(s) / 4)
		}
		return "", py.TypeErrorf("cannot use a bytes pattern on a string-like object")
	case py.Bytes:
		if p.bytes {
			return latin(string(s)), py.FitsItems(len(s) / 4)
		}
		return "", py.TypeErrorf("cannot use a string pattern on a bytes-like object")
	}
	return "", py.TypeErrorf("expected string or bytes-like object, got '%s'", py.TypeOf(v).Name)
}

func (p *pattern) wrap(s string) value {
	if !p.bytes {
		return s
	}
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return py.Bytes(b)
}

func (p *pattern) all(v value, f func(m *match) error) error {
	s, err := p.subject(v)
	if err != nil {
		return err
	}
	text := []rune(s)
	m, err := p.re.FindRunesMatch(text)
	for m != nil && err == nil {
		if err = f(&match{p, m, text}); err != nil {
			return err
		}
		m, err = p.re.FindNextMatch(m)
	}
	return reTime(err)
}

func reTime(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := err.(*py.Exc); ok {
		return e
	}
	return py.Raisef(reError, "%s", err.Error())
}

func (p *pattern) find(kind string, v value) (value, error) {
	q := p
	if kind != "search" {
		src := `\G(?:` + p.re.String() + ")"
		if kind == "fullmatch" {
			src += `\z`
		}
		re, err := regexp2.Compile(src, 0)
		if err != nil {
			return nil, py.Raisef(reError, "%s", err.Error())
		}
		re.MatchTimeout = 2e9
		q = &pattern{p.src, re, p.bytes}
	}
	s, err := p.subject(v)
	if err != nil {
		return nil, err
	}
	text := []rune(s)
	m, err := q.re.FindRunesMatch(text)
	if err != nil {
		return nil, reTime(err)
	}
	if m == nil {
		return py.None, nil
	}
	return &match{p, m, text}, nil
}

func (m *match) group(v value) (value, error) {
	var g *regexp2.Group
	if n, ok := py.AsInt(v); ok {
		g = m.m.GroupByNumber(int(n))
	} else {
		g = m.m.GroupByName(str(v))
	}
	if g == nil {
		return nil, py.IndexErrorf("no such group")
	}
	if len(g.Captures) == 0 {
		return py.None, nil
	}
	return m.p.wrap(g.String()), nil
}

func (m *match) groups(def value) []value {
	var out []value
	for i := 1; i < m.m.GroupCount(); i++ {
		v, _ := m.group(int64(i))
		if v == py.None {
			v = def
		}
		out = append(out, v)
	}
	return out
}

func (p *pattern) findall(v value) (value, error) {
	l := py.NewList()
	return l, p.all(v, func(m *match) error {
		gs := m.groups(p.wrap(""))
		switch len(gs) {
		case 0:
			l.Items = append(l.Items, p.wrap(m.m.String()))
		case 1:
			l.Items = append(l.Items, gs[0])
		default:
			l.Items = append(l.Items, py.NewTuple(gs...))
		}
		return nil
	})
}

func (p *pattern) sub(t *thread, repl, v value, count int64) (string, int64, error) {
	s, err := p.subject(v)
	if err != nil {
		return "", 0, err
	}
	text := []rune(s)
	b := py.NewText(t)
	at, n := 0, int64(0)
	err = p.all(v, func(m *match) error {
		if err := b.Err(); err != nil {
			return err
		}
		if count > 0 && n >= count {
			return nil
		}
		n++
		b.WriteString(string(text[at:m.m.Index]))
		at = m.m.Index + m.m.Length
		if py.IsCallable(repl) {
			r, err := py.Call(t, repl, []value{m}, nil)
			b.WriteString(str(r))
			return err
		}
		return m.expand(b, str(repl))
	})
	if err != nil {
		return "", n, err
	}
	b.WriteString(string(text[at:]))
	s, err = b.String()
	return s, n, err
}

// expand writes a replacement text with \1, \g<name> and escapes.
func (m *match) expand(b *py.Text, r string) error {
	for i := 0; i < len(r); i++ {
		if r[i] != '\\' || i+1 >= len(r) {
			_ = b.WriteByte(r[i])
			continue
		}
		i++
		var key value
		switch c := r[i]; {
		case c >= '0' && c <= '9':
			j := i + 1
			if j < len(r) && r[j] >= '0' && r[j] <= '9' {
				j++
			}
			n, _ := strconv.ParseInt(r[i:j], 10, 64)
			key = n
			i = j - 1
		case c == 'g' && i+1 < len(r) && r[i+1] == '<':
			end := strings.IndexByte(r[i:], '>')
			if end < 0 {
				return py.Raisef(reError, "missing >, unterminated name")
			}
			name := r[i+2 : i+end]
			if n, err := strconv.ParseInt(name, 10, 64); err == nil {
				key = n
			} else {
				key = name
			}
			i += end
		case c == 'n':
			_ = b.WriteByte('\n')
			continue
		case c == 't':
			_ = b.WriteByte('\t')
			continue
		default:
			_ = b.WriteByte(c)
			continue
		}
		v, err := m.group(key)
		if err != nil {
			return py.Raisef(reError, "invalid group reference %s", py.StrOf(key))
		}
		if v != py.None {
			b.WriteString(str(v))
		}
	}
	return nil
}

func (p *pattern) split(v value, limit int64) (value, error) {
	s, err := p.subject(v)
	if err != nil {
		return nil, err
	}
	text := []rune(s)
	l := py.NewList()
	at := 0
	err = p.all(v, func(m *match) error {
		if limit > 0 && int64(len(l.Items)) >= limit {
			return nil
		}
		l.Items = append(l.Items, p.wrap(string(text[at:m.m.Index])))
		l.Items = append(l.Items, m.groups(py.None)...)
		at = m.m.Index + m.m.Length
		return nil
	})
	l.Items = append(l.Items, p.wrap(string(text[at:])))
	return l, err
}

func init() {
	py.Register[*pattern](patternClass)
	py.Register[*match](matchClass)
	patternClass.Prop("pattern", "The text.", func(_ *thread, v value) (value, error) { return v.(*pattern).src, nil })
	patternClass.Repr = func(_ *thread, v value) (string, error) {
		return "re.compile(" + literal.Quote(v.(*pattern).src) + ")", nil
	}
	def := func(sig, doc string, f func(t *thread, p *pattern, a []value) (value, error)) {
		patternClass.Def(sig, doc, func(t *thread, a []value) (value, error) { return f(t, a[0].(*pattern), a) })
	}
	for _, kind := range []string{"match", "search", "fullmatch"} {
		def(kind+"(self, string)", "The first match, or None.", func(_ *thread, p *pattern, a []value) (value, error) { return p.find(kind, a[1]) })
	}
	def("findall(self, string)", "All matches.", func(_ *thread, p *pattern, a []value) (value, error) { return p.findall(a[1]) })
	def("finditer(self, string)", "An iterator of matches.", func(_ *thread, p *pattern, a []value) (value, error) { return p.finditer(a[1]) })
	def("split(self, string, maxsplit=0)", "The parts between matches.", func(_ *thread, p *pattern, a []value) (value, error) {
		n, err := py.ToInt(a[2])
		if err != nil {
			return nil, err
		}
		return p.split(a[1], n)
	})
	def("sub(self, repl, string, count=0)", "The text with matches replaced.", func(t *thread, p *pattern, a []value) (value, error) {
		n, err := py.ToInt(a[3])
		if err != nil {
			return nil, err
		}
		s, _, err := p.sub(t, a[1], a[2], n)
		return p.wrap(s), err
	})
	matchClass.DefRaw("group(self, *groups)", "A group of the match.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
		m := a[0].(*match)
		if len(a) == 1 {
			return m.group(int64(0))
		}
		var out []value
		for _, k := range a[1:] {
			v, err := m.group(k)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		if len(out) == 1 {
			return out[0], nil
		}
		return py.NewTuple(out...), nil
	})
	matchClass.Def("groups(self, default=None)", "All groups.", func(_ *thread, a []value) (value, error) { return py.NewTuple(a[0].(*match).groups(a[1])...), nil })
	matchClass.Def("groupdict(self, default=None)", "The named groups.", func(_ *thread, a []value) (value, error) {
		m := a[0].(*match)
		d := py.NewDict()
		for _, n := range m.p.re.GetGroupNames() {
			if _, err := strconv.Atoi(n); err != nil {
				v, _ := m.group(n)
				d.SetStr(n, v)
			}
		}
		return d, nil
	})
	matchClass.GetItem = func(_ *thread, v, k value) (value, error) { return v.(*match).group(k) }
	edge := func(name string, f func(g *regexp2.Group) value) {
		matchClass.Def(name+"(self, group=0)", "The "+name+" of a group.", func(_ *thread, a []value) (value, error) {
			n, err := py.ToInt(a[1])
			if err != nil {
				return nil, err
			}
			g := a[0].(*match).m.GroupByNumber(int(n))
			if g == nil {
				return nil, py.IndexErrorf("no such group")
			}
			return f(g), nil
		})
	}
	edge("start", func(g *regexp2.Group) value { return int64(g.Index) })
	edge("end", func(g *regexp2.Group) value { return int64(g.Index + g.Length) })
	edge("span", func(g *regexp2.Group) value { return py.NewTuple(int64(g.Index), int64(g.Index+g.Length)) })
	matchClass.Prop("string", "The text searched.", func(_ *thread, v value) (value, error) { return v.(*match).p.wrap(string(v.(*match).text)), nil })
	matchClass.Repr = func(_ *thread, v value) (string, error) {
		m := v.(*match)
		return "<re.Match object; span=(" + strconv.Itoa(m.m.Index) + ", " + strconv.Itoa(m.m.Index+m.m.Length) + "), match=" + py.ReprOf(m.p.wrap(m.m.String())) + ">", nil
	}
}

func (p *pattern) finditer(v value) (value, error) {
	var out []value
	err := p.all(v, func(m *match) error {
		out = append(out, m)
		return nil
	})
	return named("callable_iterator", sliceNext(out)), err
}

func reModule() *py.Module {
	m := module("re", "Regular expressions.", map[string]value{"error": reError, "Pattern": patternClass, "Match": matchClass,
		"IGNORECASE": int64(2), "I": int64(2), "MULTILINE": int64(8), "M": int64(8), "DOTALL": int64(16), "S": int64(16), "VERBOSE": int64(64), "X": int64(64), "ASCII": int64(256), "A": int64(256), "UNICODE": int64(32), "U": int64(32)},
		fn("compile(pattern, flags=0)", "A compiled pattern.", func(_ *thread, a []value) (value, error) {
			f, err := py.ToInt(a[1])
			if err != nil {
				return nil, err
			}
			return compileRE(a[0], f)
		}),
		fn("escape(pattern)", "The text with special characters escaped.", func(_ *thread, a []value) (value, error) {
			var b strings.Builder
			for _, r := range str(a[0]) {
				if strings.ContainsRune(`\.+*?()|[]{}^$#&-~ `+"\t\n\r\v\f", r) {
					b.WriteByte('\\')
				}
				b.WriteRune(r)
			}
			return b.String(), nil
		}),
		fn("sub(pattern, repl, string, count=0, flags=0)", "The text with matches replaced.", func(t *thread, a []value) (value, error) {
			f, err := py.ToInt(a[4])
			if err != nil {
				return nil, err
			}
			p, err := compileRE(a[0], f)
			if err != nil {
				return nil, err
			}
			n, err := py.ToInt(a[3])
			if err != nil {
				return nil, err
			}
			s, _, err := p.sub(t, a[1], a[2], n)
			return p.wrap(s), err
		}),
		fn("subn(pattern, repl, string, count=0, flags=0)", "The new text and how often.", func(t *thread, a []value) (value, error) {
			f, err := py.ToInt(a[4])
			if err != nil {
				return nil, err
			}
			p, err := compileRE(a[0], f)
			if err != nil {
				return nil, err
			}
			n, err := py.ToInt(a[3])
			if err != nil {
				return nil, err
			}
			s, k, err := p.sub(t, a[1], a[2], n)
			return py.NewTuple(p.wrap(s), k), err
		}),
		fn("split(pattern, string, maxsplit=0, flags=0)", "The parts between matches.", func(_ *thread, a []value) (value, error) {
			f, err := py.ToInt(a[3])
			if err != nil {
				return nil, err
			}
			p, err := compileRE(a[0], f)
			if err != nil {
				return nil, err
			}
			n, err := py.ToInt(a[2])
			if err != nil {
				return nil, err
			}
			return p.split(a[1], n)
		}))
	use := func(name string, f func(p *pattern, v value) (value, error)) {
		m.Attrs[name] = fn(name+"(pattern, string, flags=0)", "re."+name, func(_ *thread, a []value) (value, error) {
			fl, err := py.ToInt(a[2])
			if err != nil {
				return nil, err
			}
			p, err := compileRE(a[0], fl)
			if err != nil {
				return nil, err
			}
			return f(p, a[1])
		})
	}
	for _, kind := range []string{"match", "search", "fullmatch"} {
		use(kind, func(p *pattern, v value) (value, error) { return p.find(kind, v) })
	}
	use("findall", (*pattern).findall)
	use("finditer", (*pattern).finditer)
	return m
}
