package std

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/tfs-lang/tfs/text/literal"

	"github.com/tfs-lang/tfs/lang/py"
)

// jsonParser reads a JSON text; its hooks are nil where the program gave none.
type jsonParser struct {
	t     *thread
	s     string
	at    int
	hooks [5]value // object_hook, parse_float, parse_int, parse_constant, object_pairs_hook
	lax   bool     // control characters may stand in strings
}

// setHooks takes the hooks that the program gave.
func (p *jsonParser) setHooks(opts []value) {
	for i, h := range opts {
		if h != py.None {
			p.hooks[i] = h
		}
	}
}

// scanJSON is raw_decode: a text, a position in characters, whether it is strict, the hooks.
func scanJSON(t *thread, a []value) (value, error) {
	s, ok := a[0].(string)
	if !ok {
		return nil, py.TypeErrorf("first argument must be a string, not %s", py.TypeOf(a[0]).Name)
	}
	idx, err := py.ToInt(a[1])
	if err == nil && idx < 0 {
		err = py.ValueErrorf("idx cannot be negative")
	}
	if err != nil {
		return nil, err
	}
	strict, err := py.Truth(t, a[2])
	if err != nil {
		return nil, err
	}
	p := &jsonParser{t: t, s: s, lax: !strict}
	p.setHooks(a[3].(*py.Tuple).Items)
	from := p.seek(idx)
	if py.RuneLen(s[:from]) < int(idx) {
		return nil, p.fail(p.at, "Expecting value")
	}
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	start, _ := py.ToInt(a[1])
	return py.NewTuple(v, start+int64(py.RuneLen(s[from:p.at]))), nil
}

func loads(t *thread, v value, opts []value) (value, error) {
	if opts[0] != py.None {
		return decodedBy(t, v, opts)
	}
	strict, err := py.Truth(t, opts[6])
	if err != nil {
		return nil, err
	}
	p := &jsonParser{t: t, lax: !strict}
	p.setHooks(opts[1:6])
	s, ok := v.(string)
	if b, isBytes := py.Buffer(v); isBytes {
		text, err := py.Decode(nil, string(b), jsonEncoding(b), "surrogatepass")
		if err != nil {
			return nil, err
		}
		s, ok = text.(string)
	}
	if !ok {
		return nil, py.TypeErrorf("the JSON object must be str, bytes or bytearray, not %s", py.TypeOf(v).Name)
	}
	if strings.HasPrefix(s, "\ufeff") {
		return nil, p.fail(0, "Unexpected UTF-8 BOM (decode using utf-8-sig)")
	}
	p.s = s
	p.space()
	r, err := p.value()
	if err != nil {
		return nil, err
	}
	if p.space(); p.at < len(p.s) {
		return nil, p.fail(p.at, "Extra data")
	}
	return r, nil
}

// seek goes to a position in characters, or the end.
func (p *jsonParser) seek(pos int64) int {
	for p.at = 0; pos > 0 && p.at < len(p.s); pos-- {
		_, n := literal.DecodeRune(p.s[p.at:])
		p.at += n
	}
	return p.at
}

// newJSONError is JSONDecodeError(msg, doc, pos).
func newJSONError(_ *thread, a []value) (value, error) {
	doc, err := py.Str(py.Background(), a[2])
	if err != nil {
		return nil, err
	}
	pos, err := py.ToInt(a[3])
	if err != nil {
		return nil, err
	}
	p := &jsonParser{s: doc}
	return p.fail(p.seek(pos), py.StrOf(a[1])), nil
}

func init() {
	jsonError.Def("__kwinit__(self, msg, doc, pos)", "Where a text is no JSON.", newJSONError)
}

// decodedBy is loads by a decoder of the program's.
func decodedBy(t *thread, v value, opts []value) (value, error) {
	var kw []py.Kw
	for i, name := range []string{"object_hook", "parse_float", "parse_int", "parse_constant", "object_pairs_hook"} {
		if opts[i+1] != py.None {
			kw = append(kw, py.Kw{Name: name, Value: opts[i+1]})
		}
	}
	if opts[6] != true {
		kw = append(kw, py.Kw{Name: "strict", Value: opts[6]})
	}
	d, err := py.Call(t, opts[0], nil, kw)
	if err != nil {
		return nil, err
	}
	return py.CallMethod(t, d, "decode", v)
}

// jsonEncoding tells the UTF by the zeros among the first bytes.
func jsonEncoding(b []byte) string {
	switch {
	case len(b) >= 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf:
		return "utf-8-sig"
	case len(b) >= 2 && (b[0] == 0xff && b[1] == 0xfe || b[0] == 0xfe && b[1] == 0xff):
		return "utf-16"
	case len(b) >= 4 && b[0] == 0 && b[1] == 0:
		return "utf-32-be"
	case len(b) >= 2 && b[0] == 0:
		return "utf-16-be"
	case len(b) >= 4 && b[1] == 0 && b[2] == 0 && b[3] == 0:
		return "utf-32-le"
	case len(b) >= 2 && b[1] == 0:
		return "utf-16-le"
	}
	return "utf-8"
}

// fail is the error at a byte offset, with its line, column and position in characters.
func (p *jsonParser) fail(at int, what string) error {
	before := p.s[:at]
	line, char := strings.Count(before, "\n")+1, py.RuneLen(before)
	col := char + 1
	if i := strings.LastIndexByte(before, '\n'); i >= 0 {
		col = py.RuneLen(before[i+1:]) + 1
	}
	e := py.Raisef(jsonError, "%s: line %d column %d (char %d)", what, line, col, char)
	e.Attrs = py.NewDict()
	for k, v := range map[string]value{"msg": what, "doc": p.s, "pos": int64(char), "lineno": int64(line),
		"colno": int64(col)} {
		e.Attrs.SetStr(k, v)
	}
	return e
}

func (p *jsonParser) space() {
	for p.at < len(p.s) && strings.IndexByte(" \t\n\r", p.s[p.at]) >= 0 {
		p.at++
	}
}

func (p *jsonParser) peek() byte {
	if p.at < len(p.s) {
		return p.s[p.at]
	}
	return 0
}

func (p *jsonParser) value() (value, error) {
	if err := p.t.Poll(); err != nil {
		return nil, err
	}
	switch c := p.peek(); {
	case c == '"':
		return p.text()
	case c == '{' || c == '[':
		if err := p.t.Enter("while decoding a JSON object from a unicode string"); err != nil {
			return nil, err
		}
		defer p.t.Leave()
		if p.at++; c == '[' {
			return p.array()
		}
		return p.object()
	case c == '-' || c >= '0' && c <= '9':
		if v, ok, err := p.number(); ok || err != nil {
			return v, err
		}
	}
	for word, v := range map[string]value{"null": py.None, "true": true, "false": false, "NaN": py.NaN,
		"Infinity": math.Inf(1), "-Infinity": math.Inf(-1)} {
		if strings.HasPrefix(p.s[p.at:], word) {
			p.at += len(word)
			if _, isFloat := v.(float64); isFloat && p.hooks[3] != nil {
				return py.Call(p.t, p.hooks[3], []value{word}, nil)
			}
			return v, nil
		}
	}
	return nil, p.fail(p.at, "Expecting value")
}

func (p *jsonParser) number() (value, bool, error) {
	i := p.at
	digits := func() bool {
		from := i
		for i < len(p.s) && p.s[i] >= '0' && p.s[i] <= '9' {
			i++
		}
		return i > from
	}
	if p.s[i] == '-' {
		i++
	}
	if i < len(p.s) && p.s[i] == '0' {
		i++
	} else if !digits() {
		return nil, false, nil
	}
	isFloat := false
	if whole := i; i < len(p.s) && p.s[i] == '.' {
		if i++; digits() {
			isFloat = true
		} else {
			i = whole
		}
	}
	if end := i; i < len(p.s) && (p.s[i] == 'e' || p.s[i] == 'E') {
		if i++; i < len(p.s) && (p.s[i] == '+' || p.s[i] == '-') {
			i++
		}
		if digits() {
			isFloat = true
		} else {
			i = end
		}
	}
	word := p.s[p.at:i]
	p.at = i
	switch {
	case isFloat && p.hooks[1] != nil:
		v, err := py.Call(p.t, p.hooks[1], []value{word}, nil)
		return v, true, err
	case isFloat:
		f, _ := strconv.ParseFloat(word, 64)
		return f, true, nil
	case p.hooks[2] != nil:
		v, err := py.Call(p.t, p.hooks[2], []value{word}, nil)
		return v, true, err
	case len(word) < 19:
		n, _ := strconv.ParseInt(word, 10, 64)
		return n, true, nil
	case len(word) > 4300:
		v, err := py.Call(p.t, py.IntClass, []value{word}, nil)
		return v, true, err
	}
	z, _ := new(big.Int).SetString(word, 10)
	return py.Int(z), true, nil
}

func (p *jsonParser) array() (value, error) {
	l := py.NewList()
	if p.space(); p.peek() == ']' {
		p.at++
		return l, nil
	}
	for {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		l.Items = append(l.Items, v)
		p.space()
		switch p.peek() {
		case ']':
			p.at++
			return l, nil
		case ',':
			p.at++
			p.space()
		default:
			return nil, p.fail(p.at, "Expecting ',' delimiter")
		}
	}
}

func (p *jsonParser) object() (value, error) {
	d, pairs := py.NewDict(), py.NewList()
	p.space()
	if p.peek() == '}' {
		p.at++
		return p.made(d, pairs)
	}
	for {
		if p.peek() != '"' {
			return nil, p.fail(p.at, "Expecting property name enclosed in double quotes")
		}
		k, err := p.text()
		if err != nil {
			return nil, err
		}
		if p.space(); p.peek() != ':' {
			return nil, p.fail(p.at, "Expecting ':' delimiter")
		}
		p.at++
		p.space()
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		if p.hooks[4] != nil {
			pairs.Items = append(pairs.Items, py.NewTuple(k, v))
		} else if err := d.Set(k, v); err != nil {
			return nil, err
		}
		p.space()
		switch p.peek() {
		case '}':
			p.at++
			return p.made(d, pairs)
		case ',':
			p.at++
			p.space()
		default:
			return nil, p.fail(p.at, "Expecting ',' delimiter")
		}
	}
}

// made is an object as the hooks want it.
func (p *jsonParser) made(d *py.Dict, pairs *py.List) (value, error) {
	switch {
	case p.hooks[4] != nil:
		return py.Call(p.t, p.hooks[4], []value{pairs}, nil)
	case p.hooks[0] != nil:
		return py.Call(p.t, p.hooks[0], []value{d}, nil)
	}
	return d, nil
}

// text reads a string from its quote on.
func (p *jsonParser) text() (value, error) {
	begin := p.at
	p.at++
	end := strings.IndexAny(p.s[p.at:], "\"\\")
	if end >= 0 && p.s[p.at+end] == '"' {
		s := p.s[p.at : p.at+end]
		if i := strings.IndexFunc(s, func(r rune) bool { return r < 0x20 }); i >= 0 && !p.lax {
			return nil, p.fail(p.at+i, "Invalid control character at")
		}
		p.at += end + 1
		return s, nil
	}
	var b []byte
	for p.at < len(p.s) {
		switch c := p.s[p.at]; {
		case c == '"':
			p.at++
			return string(b), nil
		case c < 0x20 && !p.lax:
			return nil, p.fail(p.at, "Invalid control character at")
		case c != '\\':
			b = append(b, c)
			p.at++
		default:
			r, err := p.escape(begin)
			if err != nil {
				return nil, err
			}
			b = literal.AppendRune(b, r)
		}
	}
	return nil, p.fail(begin, "Unterminated string starting at")
}

func (p *jsonParser) escape(begin int) (rune, error) {
	if p.at+1 >= len(p.s) {
		return 0, p.fail(begin, "Unterminated string starting at")
	}
	c := p.s[p.at+1]
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		p.at += 2
		return rune("\"\\/\b\f\n\r\t"[i]), nil
	}
	if c != 'u' {
		return 0, p.fail(p.at, `Invalid \escape`)
	}
	unit := func(at int) (rune, bool) {
		if at+6 > len(p.s) || p.s[at] != '\\' || p.s[at+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(p.s[at+2:at+6], 16, 32)
		return rune(n), err == nil
	}
	r, ok := unit(p.at)
	if !ok {
		return 0, p.fail(p.at+1, `Invalid \uXXXX escape`)
	}
	p.at += 6
	if lo, ok := unit(p.at); ok && r >= 0xd800 && r < 0xdc00 && lo >= 0xdc00 && lo < 0xe000 {
		p.at += 6
		return utf16.DecodeRune(r, lo), nil
	}
	return r, nil
}
