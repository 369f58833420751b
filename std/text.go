package std

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"github.com/dlclark/regexp2"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/tensor"
)

var jsonError = py.NewClass("json.decoder", "JSONDecodeError", py.ValueErrorClass, nil)

func jsonModule() *py.Module {
	dumps := func(t *thread, v value, kw []py.Kw) (string, error) {
		e := &jsonEncoder{t: t, item: ", ", key: ": ", ascii: true}
		for _, k := range kw {
			switch k.Name {
			case "indent":
				if n, ok := py.AsInt(k.Value); ok {
					e.indent, e.item, e.pretty = strings.Repeat(" ", int(max(n, 0))), ",", true
				} else if s, ok := k.Value.(string); ok {
					e.indent, e.item, e.pretty = s, ",", true
				}
			case "sort_keys":
				e.sort, _ = py.Truth(t, k.Value)
			case "ensure_ascii":
				e.ascii, _ = py.Truth(t, k.Value)
			case "default":
				if k.Value != py.None {
					e.def = k.Value
				}
			case "separators":
				if p, ok := k.Value.(*py.Tuple); ok && len(p.Items) == 2 {
					e.item, e.key = str(p.Items[0]), str(p.Items[1])
				}
			}
		}
		err := e.write(v, 0)
		return e.b.String(), err
	}
	return module("json", "JSON texts.", map[string]value{"JSONDecodeError": jsonError},
		raw("dumps", "A value as JSON.", func(t *thread, a []value, kw []py.Kw) (value, error) {
			if len(a) == 0 {
				return nil, py.TypeErrorf("dumps() missing 1 required positional argument: 'obj'")
			}
			return dumps(t, a[0], kw)
		}),
		raw("dump", "Writes a value as JSON.", func(t *thread, a []value, kw []py.Kw) (value, error) {
			if len(a) < 2 {
				return nil, py.TypeErrorf("dump() missing required positional arguments")
			}
			s, err := dumps(t, a[0], kw)
			if err != nil {
				return nil, err
			}
			return py.CallMethod(t, a[1], "write", s)
		}),
		fn("loads(s)", "The value of a JSON text.", func(_ *thread, a []value) (value, error) {
			switch s := a[0].(type) {
			case string:
				return parseJSON(s)
			case py.Bytes:
				return parseJSON(string(s))
			}
			return nil, py.TypeErrorf("the JSON object must be str, bytes or bytearray, not %s", py.TypeOf(a[0]).Name)
		}),
		fn("load(fp)", "The value of a JSON file.", func(t *thread, a []value) (value, error) {
			s, err := py.CallMethod(t, a[0], "read")
			if err != nil {
				return nil, err
			}
			return parseJSON(str(s))
		}))
}

type jsonEncoder struct {
	t           *thread
	b           strings.Builder
	indent      string
	item, key   string
	sort, ascii bool
	pretty      bool
	def         value
}

func (e *jsonEncoder) str(s string) {
	e.b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			e.b.WriteByte('\\')
			e.b.WriteRune(r)
		case r == '\n':
			e.b.WriteString(`\n`)
		case r == '\t':
			e.b.WriteString(`\t`)
		case r == '\r':
			e.b.WriteString(`\r`)
		case r < 0x20 || r >= 0x7f && r < 0x10000 && e.ascii:
			e.b.WriteString(`\u` + hex4(r))
		case r >= 0x10000 && e.ascii:
			r -= 0x10000
			e.b.WriteString(`\u` + hex4(0xd800+r>>10) + `\u` + hex4(0xdc00+r&0x3ff))
		default:
			e.b.WriteRune(r)
		}
	}
	e.b.WriteByte('"')
}

func hex4(r rune) string {
	s := strconv.FormatInt(int64(r), 16)
	return strings.Repeat("0", 4-len(s)) + s
}

func (e *jsonEncoder) line(level int) {
	if e.pretty {
		e.b.WriteString("\n" + strings.Repeat(e.indent, level))
	}
}

func (e *jsonEncoder) write(v value, level int) error {
	if level > 900 {
		return py.Raisef(py.RecursionErrorClass, "maximum recursion depth exceeded while encoding a JSON object")
	}
	switch x := v.(type) {
	case *py.NoneType:
		e.b.WriteString("null")
	case bool:
		e.b.WriteString(strconv.FormatBool(x))
	case int64, *big.Int:
		e.b.WriteString(py.ReprOf(x))
	case float64:
		s := py.FloatRepr(x)
		e.b.WriteString(map[string]string{"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[s])
		if x-x == 0 {
			e.b.WriteString(s)
		}
	case string:
		e.str(x)
	case *py.List:
		return e.seq(x.Items, level)
	case *py.Tuple:
		return e.seq(x.Items, level)
	case *py.Dict:
		return e.dict(x, level)
	default:
		if e.def != nil {
			r, err := py.Call(e.t, e.def, []value{v}, nil)
			if err != nil {
				return err
			}
			return e.write(r, level+1)
		}
		return py.TypeErrorf("Object of type %s is not JSON serializable", py.TypeOf(v).Name)
	}
	return nil
}

func (e *jsonEncoder) seq(items []value, level int) error {
	if len(items) == 0 {
		e.b.WriteString("[]")
		return nil
	}
	e.b.WriteByte('[')
	for i, v := range items {
		if i > 0 {
			e.b.WriteString(e.item)
		}
		e.line(level + 1)
		if err := e.write(v, level+1); err != nil {
			return err
		}
	}
	e.line(level)
	e.b.WriteByte(']')
	return nil
}

func (e *jsonEncoder) dict(d *py.Dict, level int) error {
	if d.Len() == 0 {
		e.b.WriteString("{}")
		return nil
	}
	keys := d.Keys()
	if e.sort {
		sort.SliceStable(keys, func(i, j int) bool { return str(keys[i]) < str(keys[j]) })
	}
	e.b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			e.b.WriteString(e.item)
		}
		e.line(level + 1)
		switch x := k.(type) {
		case string:
			e.str(x)
		case bool:
			e.str(strconv.FormatBool(x))
		case *py.NoneType:
			e.str("null")
		case int64, float64:
			e.str(py.ReprOf(x))
		default:
			return py.TypeErrorf("keys must be str, int, float, bool or None, not %s", py.TypeOf(k).Name)
		}
		e.b.WriteString(e.key)
		v, _, _ := d.Get(k)
		if err := e.write(v, level+1); err != nil {
			return err
		}
	}
	e.line(level)
	e.b.WriteByte('}')
	return nil
}

func parseJSON(s string) (value, error) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	v, err := jsonValue(dec)
	if err != nil {
		return nil, jsonErr(s, int(dec.InputOffset()))
	}
	if rest := strings.TrimSpace(s[dec.InputOffset():]); rest != "" {
		at := len(s) - len(strings.TrimLeft(s[dec.InputOffset():], " \n\t\r"))
		return nil, py.Raisef(jsonError, "Extra data: line %d column %d (char %d)", strings.Count(s[:at], "\n")+1, at-strings.LastIndexByte(s[:at], '\n'), at)
	}
	return v, nil
}

func jsonErr(s string, at int) error {
	for at < len(s) && strings.IndexByte(" \t\r\n,:", s[at]) >= 0 {
		at++
	}
	what := "Expecting value"
	if strings.HasSuffix(strings.TrimRight(s[:at], " \n\t\r"), "{") || strings.HasSuffix(strings.TrimRight(s[:at], " \n\t\r"), ",") && strings.Contains(s[:at], "{") {
		what = "Expecting property name enclosed in double quotes"
	}
	return py.Raisef(jsonError, "%s: line %d column %d (char %d)", what, strings.Count(s[:at], "\n")+1, at-strings.LastIndexByte(s[:at], '\n'), at)
}

func jsonValue(dec *json.Decoder) (value, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch x := tok.(type) {
	case nil:
		return py.None, nil
	case bool:
		return x, nil
	case string:
		return x, nil
	case json.Number:
		if strings.ContainsAny(string(x), ".eE") {
			f, _ := x.Float64()
			return f, nil
		}
		z, _ := new(big.Int).SetString(string(x), 10)
		return py.Int(z), nil
	case json.Delim:
		if x == '[' {
			l := py.NewList()
			for dec.More() {
				v, err := jsonValue(dec)
				if err != nil {
					return nil, err
				}
				l.Items = append(l.Items, v)
			}
			_, err := dec.Token()
			return l, err
		}
		d := py.NewDict()
		for dec.More() {
			k, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v, err := jsonValue(dec)
			if err != nil {
				return nil, err
			}
			d.SetStr(k.(string), v)
		}
		_, err := dec.Token()
		return d, err
	}
	return py.None, nil
}

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
		if !p.bytes {
			return s, nil
		}
		return "", py.TypeErrorf("cannot use a bytes pattern on a string-like object")
	case py.Bytes:
		if p.bytes {
			return latin(string(s)), nil
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
	var b strings.Builder
	at, n := 0, int64(0)
	err = p.all(v, func(m *match) error {
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
		return m.expand(&b, str(repl))
	})
	b.WriteString(string(text[at:]))
	return b.String(), n, err
}

// expand writes a replacement text with \1, \g<name> and escapes.
func (m *match) expand(b *strings.Builder, r string) error {
	for i := 0; i < len(r); i++ {
		if r[i] != '\\' || i+1 >= len(r) {
			b.WriteByte(r[i])
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
			b.WriteByte('\n')
			continue
		case c == 't':
			b.WriteByte('\t')
			continue
		default:
			b.WriteByte(c)
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
		return "re.compile(" + py.StrRepr(v.(*pattern).src) + ")", nil
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
		n, _ := py.AsInt(a[2])
		return p.split(a[1], n)
	})
	def("sub(self, repl, string, count=0)", "The text with matches replaced.", func(t *thread, p *pattern, a []value) (value, error) {
		n, _ := py.AsInt(a[3])
		s, _, err := p.sub(t, a[1], a[2], n)
		return p.wrap(s), err
	})
	matchClass.DefRaw("group", "A group of the match.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
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
			n, _ := py.AsInt(a[1])
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
			f, _ := py.AsInt(a[1])
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
			f, _ := py.AsInt(a[4])
			p, err := compileRE(a[0], f)
			if err != nil {
				return nil, err
			}
			n, _ := py.AsInt(a[3])
			s, _, err := p.sub(t, a[1], a[2], n)
			return p.wrap(s), err
		}),
		fn("subn(pattern, repl, string, count=0, flags=0)", "The new text and how often.", func(t *thread, a []value) (value, error) {
			f, _ := py.AsInt(a[4])
			p, err := compileRE(a[0], f)
			if err != nil {
				return nil, err
			}
			n, _ := py.AsInt(a[3])
			s, k, err := p.sub(t, a[1], a[2], n)
			return py.NewTuple(p.wrap(s), k), err
		}),
		fn("split(pattern, string, maxsplit=0, flags=0)", "The parts between matches.", func(_ *thread, a []value) (value, error) {
			f, _ := py.AsInt(a[3])
			p, err := compileRE(a[0], f)
			if err != nil {
				return nil, err
			}
			n, _ := py.AsInt(a[2])
			return p.split(a[1], n)
		}))
	use := func(name string, f func(p *pattern, v value) (value, error)) {
		m.Attrs[name] = fn(name+"(pattern, string, flags=0)", "re."+name, func(_ *thread, a []value) (value, error) {
			fl, _ := py.AsInt(a[2])
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

var structError = py.NewClass("struct", "error", py.ExceptionClass, nil)

type field struct {
	verb  byte
	count int
}

func structFormat(s string) (binary.ByteOrder, bool, []field, error) {
	order, native := binary.ByteOrder(binary.LittleEndian), true
	if s != "" && strings.IndexByte("@=<>!", s[0]) >= 0 {
		native = s[0] == '@'
		if s[0] == '>' || s[0] == '!' {
			order = binary.BigEndian
		}
		s = s[1:]
	}
	var out []field
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			continue
		}
		n, digits := 0, false
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			n, digits = n*10+int(s[i]-'0'), true
		}
		if !digits {
			n = 1
		}
		if i >= len(s) || strings.IndexByte("xcbB?hHiIlLqQnNefdsp", s[i]) < 0 || n > 1<<24 {
			return nil, false, nil, py.Raisef(structError, "bad char in struct format")
		}
		out = append(out, field{s[i], n})
	}
	return order, native, out, nil
}

func fieldSize(verb byte, native bool) int {
	switch verb {
	case 'h', 'H', 'e':
		return 2
	case 'i', 'I', 'f':
		return 4
	case 'l', 'L':
		if native {
			return 8
		}
		return 4
	case 'q', 'Q', 'd', 'n', 'N':
		return 8
	}
	return 1
}

func structModule() *py.Module {
	size := func(s string) (int, error) {
		_, native, fs, err := structFormat(s)
		n := 0
		for _, f := range fs {
			k := fieldSize(f.verb, native)
			if native && f.verb != 's' && f.verb != 'x' {
				n = (n + k - 1) / k * k
			}
			n += k * f.count
		}
		return n, err
	}
	return module("struct", "Bytes as packed values.", map[string]value{"error": structError},
		fn("calcsize(format)", "The size in bytes.", func(_ *thread, a []value) (value, error) {
			n, err := size(str(a[0]))
			return int64(n), err
		}),
		raw("pack", "Values as bytes.", func(_ *thread, a []value, _ []py.Kw) (value, error) {
			if len(a) == 0 {
				return nil, py.TypeErrorf("pack expected at least 1 argument, got 0")
			}
			return structPack(str(a[0]), a[1:])
		}),
		fn("unpack(format, buffer)", "The values of bytes.", func(_ *thread, a []value) (value, error) {
			b, ok := a[1].(py.Bytes)
			if !ok {
				return nil, py.TypeErrorf("a bytes-like object is required, not '%s'", py.TypeOf(a[1]).Name)
			}
			n, err := size(str(a[0]))
			if err != nil {
				return nil, err
			}
			if len(b) != n {
				return nil, py.Raisef(structError, "unpack requires a buffer of %d bytes", n)
			}
			return structUnpack(str(a[0]), []byte(b))
		}))
}

func structPack(format string, args []value) (value, error) {
	order, native, fs, err := structFormat(format)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	k := 0
	for _, f := range fs {
		n := fieldSize(f.verb, native)
		if native && f.verb != 's' && f.verb != 'x' {
			for b.Len()%n != 0 {
				b.WriteByte(0)
			}
		}
		if f.verb == 'x' {
			b.Write(make([]byte, f.count))
			continue
		}
		if f.verb == 's' || f.verb == 'p' {
			if k >= len(args) {
				return nil, py.Raisef(structError, "pack expected %d items for packing (got %d)", k+1, len(args))
			}
			s, _ := args[k].(py.Bytes)
			k++
			buf := make([]byte, f.count)
			copy(buf, s)
			b.Write(buf)
			continue
		}
		for range f.count {
			if k >= len(args) {
				return nil, py.Raisef(structError, "pack expected %d items for packing (got %d)", k+1, len(args))
			}
			buf, err := packOne(order, f.verb, n, args[k])
			if err != nil {
				return nil, err
			}
			b.Write(buf)
			k++
		}
	}
	if k != len(args) {
		return nil, py.Raisef(structError, "pack expected %d items for packing (got %d)", k, len(args))
	}
	return py.Bytes(b.String()), nil
}

func packOne(order binary.ByteOrder, verb byte, n int, v value) ([]byte, error) {
	var u uint64
	switch verb {
	case 'c':
		s, ok := v.(py.Bytes)
		if !ok || len(s) != 1 {
			return nil, py.Raisef(structError, "char format requires a bytes object of length 1")
		}
		return []byte(s), nil
	case '?':
		ok, err := py.Truth(py.Background(), v)
		if ok {
			u = 1
		}
		return []byte{byte(u)}, err
	case 'e', 'f', 'd':
		f, err := py.ToFloat(v)
		if err != nil {
			return nil, py.Raisef(structError, "required argument is not a float")
		}
		switch verb {
		case 'e':
			u = uint64(tensor.ToHalf64(f))
		case 'f':
			u = uint64(math.Float32bits(float32(f)))
		default:
			u = math.Float64bits(f)
		}
	default:
		if _, ok := py.AsInt(v); !ok {
			return nil, py.Raisef(structError, "required argument is not an integer")
		}
		z := py.BigOf(v)
		if i, ok := py.AsInt(v); ok && z.Sign() == 0 {
			z = big.NewInt(i)
		}
		lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(n)*8)
		if verb >= 'a' {
			hi.Rsh(hi, 1)
			lo.Neg(hi)
		}
		if z.Cmp(lo) < 0 || z.Cmp(hi) >= 0 {
			return nil, py.Raisef(structError, "'%c' format requires %s <= number <= %s", verb, lo, new(big.Int).Sub(hi, big.NewInt(1)))
		}
		if z.Sign() < 0 {
			u = uint64(z.Int64())
		} else {
			u = z.Uint64()
		}
	}
	buf := make([]byte, 8)
	order.PutUint64(buf, u)
	if order == binary.ByteOrder(binary.BigEndian) {
		return buf[8-n:], nil
	}
	return buf[:n], nil
}

func structUnpack(format string, b []byte) (value, error) {
	order, native, fs, err := structFormat(format)
	if err != nil {
		return nil, err
	}
	out := py.NewTuple()
	at := 0
	for _, f := range fs {
		n := fieldSize(f.verb, native)
		if native && f.verb != 's' && f.verb != 'x' {
			at = (at + n - 1) / n * n
		}
		if f.verb == 'x' {
			at += f.count
			continue
		}
		if f.verb == 's' || f.verb == 'p' {
			out.Items = append(out.Items, py.Bytes(b[at:at+f.count]))
			at += f.count
			continue
		}
		for range f.count {
			out.Items = append(out.Items, unpackOne(order, f.verb, n, b[at:at+n]))
			at += n
		}
	}
	return out, nil
}

func unpackOne(order binary.ByteOrder, verb byte, n int, b []byte) value {
	var buf [8]byte
	if order == binary.ByteOrder(binary.BigEndian) {
		copy(buf[8-n:], b)
	} else {
		copy(buf[:], b)
	}
	u := order.Uint64(buf[:])
	switch verb {
	case 'c':
		return py.Bytes(b)
	case '?':
		return u != 0
	case 'e':
		return float64(tensor.Half(u).Float32())
	case 'f':
		return float64(math.Float32frombits(uint32(u)))
	case 'd':
		return math.Float64frombits(u)
	}
	if verb >= 'a' {
		shift := uint(64 - n*8)
		return int64(u<<shift) >> shift
	}
	return py.Int(new(big.Int).SetUint64(u))
}
