package std

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2"

	"github.com/tfs-lang/tfs/lang/py"
)

// pattern is a compiled regular expression.
type pattern struct {
	*reSource
	src   string // bytes as the code points of the same numbers
	bytes bool

	mu   sync.Mutex
	back map[string]*regexp2.Regexp // by what the pattern stands between: search, match, fullmatch
	line *regexp.Regexp             // nil where the linear engine cannot do it
	tail bool                       // the linear engine may go on behind a match

	once sync.Once
	runs *runs // what single finds
}

// subject is a text that is searched: characters stand at the places of their bytes in it when
// it is ASCII, else runes holds them.
type subject struct {
	v     value
	text  string
	runes []rune
}

// match is one match: the places of its groups in the subject, -1 for those that are not there.
type match struct {
	p        *pattern
	s        *subject
	at       []int
	pos, end int
}

var (
	patternClass = py.NewClass("re", "Pattern", py.ObjectClass, nil)
	matchClass   = py.NewClass("re", "Match", py.ObjectClass, nil)
	reError      = py.NewClass("re", "error", py.ExceptionClass, nil)
)

func init() {
	for _, name := range []string{"msg", "pattern", "pos", "lineno", "colno"} {
		reError.Attrs.SetStr(name, py.None)
	}
}

type reKey struct {
	src   string
	bytes bool
	flags int64
}

// compiled remembers patterns; they never change.
var (
	compiledMu sync.Mutex
	compiled   = map[reKey]*pattern{}
)

func compileRE(v value, flags int64) (*pattern, error) {
	if p, ok := v.(*pattern); ok {
		if flags != 0 {
			return nil, py.ValueErrorf("cannot process flags argument with a compiled pattern")
		}
		return p, nil
	}
	key := reKey{flags: flags}
	switch s := v.(type) {
	case string:
		key.src = s
	case py.Bytes:
		key.src, key.bytes = latin(string(s)), true
	default:
		return nil, py.TypeErrorf("first argument must be string or compiled pattern")
	}
	compiledMu.Lock()
	p := compiled[key]
	compiledMu.Unlock()
	if p != nil {
		return p, nil
	}
	src, err := readRE(key.src, !key.bytes, flags)
	if err != nil {
		return nil, err
	}
	p = &pattern{reSource: src, src: key.src, bytes: key.bytes, back: map[string]*regexp2.Regexp{}}
	if src.line != "" {
		p.line, _ = regexp.Compile(src.line)
		p.tail = lookless(src.line)
	}
	if p.line == nil {
		if _, err := p.engine("search", false); err != nil {
			return nil, err
		}
	}
	compiledMu.Lock()
	if len(compiled) >= 512 {
		clear(compiled)
	}
	compiled[key] = p
	compiledMu.Unlock()
	return p, nil
}

// briefly is how long the backtracking engine looks before it looks on its own, where it can be left.
const briefly = 50 * time.Millisecond

// atLongest bounds one match: an interrupted one goes on beside the session until then.
const atLongest = 10 * time.Second

// engine is the backtracking engine for a way of looking.
func (p *pattern) engine(kind string, patient bool) (*regexp2.Regexp, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := kind
	if patient {
		key += " patiently"
	}
	if re := p.back[key]; re != nil {
		return re, nil
	}
	src := p.reSource.back
	switch kind {
	case "match":
		src = `\G(?:` + src + ")"
	case "fullmatch":
		src = `\G(?:` + src + `)\z`
	case "advance":
		src = `\G(?:` + src + `)(?!\G)`
	}
	re, err := regexp2.Compile(src, 0)
	if err != nil {
		return nil, py.Raisef(reError, "%s", err.Error())
	}
	re.MatchTimeout = briefly
	if patient {
		re.MatchTimeout = atLongest
	}
	p.back[key] = re
	return re, nil
}

// latin sees bytes as the code points of the same numbers.
func latin(s string) string {
	if isASCII(s) {
		return s
	}
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

func (p *pattern) subject(v value) (*subject, error) {
	s := &subject{v: v}
	switch x := v.(type) {
	case string:
		if p.bytes {
			return nil, py.TypeErrorf("cannot use a bytes pattern on a string-like object")
		}
		s.text = x
	default:
		b, ok := py.Buffer(v)
		if !ok {
			return nil, py.TypeErrorf("expected string or bytes-like object, got '%s'", py.TypeOf(v).Name)
		}
		if !p.bytes {
			return nil, py.TypeErrorf("cannot use a string pattern on a bytes-like object")
		}
		s.text = latin(string(b))
	}
	if !isASCII(s.text) {
		if err := py.FitsItems(len(s.text) / 4); err != nil { // the engine works on characters of four bytes
			return nil, err
		}
		s.runes = []rune(s.text)
	}
	return s, nil
}

func (s *subject) size() int {
	if s.runes != nil {
		return len(s.runes)
	}
	return len(s.text)
}

// part is a part of the subject, of its type.
func (p *pattern) part(s *subject, from, to int) value {
	if s.runes == nil {
		return p.wrap(s.text[from:to])
	}
	return p.wrap(string(s.runes[from:to]))
}

//go:noinline
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

// fast tells whether the linear engine finds in a subject what the other one would.
func (p *pattern) fast(s *subject) bool {
	return p.line != nil && s.runes == nil && (!p.noNewline || !strings.HasSuffix(s.text, "\n"))
}

// window cuts a subject where endpos says, and bounds pos.
func (s *subject) window(pos, end int64) (*subject, int) {
	n := int64(s.size())
	end = max(min(end, n), 0)
	pos = max(min(pos, n), 0)
	if end == n {
		return s, int(pos)
	}
	cut := &subject{v: s.v, text: s.text}
	if s.runes == nil {
		cut.text = s.text[:end]
	} else {
		cut.runes = s.runes[:end]
	}
	return cut, int(pos)
}

// find is match, search and fullmatch; nil for no match.
func (p *pattern) find(t *thread, kind string, s *subject, pos int) (*match, error) {
	if pos > s.size() {
		return nil, nil
	}
	if kind == "search" && pos == 0 && p.fast(s) {
		at := p.line.FindStringSubmatchIndex(s.text)
		if at == nil {
			return nil, nil
		}
		return &match{p, s, at, pos, s.size()}, nil
	}
	runes := s.runes
	if runes == nil {
		runes = []rune(s.text)
	}
	m, err := p.look(t, kind, runes, pos)
	if err != nil || m == nil {
		return nil, reTime(err)
	}
	return p.found(m, s, pos), nil
}

// look runs the backtracking engine from a place on. What takes long runs on its own and is left when the evaluation
// is to stop: nothing else stops it.
func (p *pattern) look(t *thread, kind string, runes []rune, pos int) (*regexp2.Match, error) {
	re, err := p.engine(kind, false)
	if err != nil {
		return nil, err
	}
	m, err := re.FindRunesMatchStartingAt(runes, pos)
	if err == nil || !strings.HasPrefix(err.Error(), "match timeout") {
		return m, err
	}
	if re, err = p.engine(kind, true); err != nil {
		return nil, err
	}
	v, err := t.Aside(func(*thread) (value, error) { return re.FindRunesMatchStartingAt(runes, pos) })
	if err != nil {
		return nil, err
	}
	return v.(*regexp2.Match), nil
}

func (p *pattern) found(m *regexp2.Match, s *subject, pos int) *match {
	at := make([]int, 0, 2*(p.groups+1))
	for i := 0; i <= p.groups; i++ {
		g := m.GroupByNumber(i)
		if g == nil || len(g.Captures) == 0 {
			at = append(at, -1, -1)
			continue
		}
		at = append(at, g.Index, g.Index+g.Length)
	}
	return &match{p, s, at, pos, s.size()}
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

// scanner gives the matches of a subject one after the other, nil after the last.
func (p *pattern) scanner(s *subject, pos int) (func(t *thread) (*match, error), error) {
	if r := p.single(); r != nil && pos <= s.size() {
		return p.runScanner(r, s, pos), nil
	}
	if pos == 0 && p.min > 0 && p.fast(s) {
		if p.tail {
			return p.tailScanner(s), nil
		}
		return p.fastScanner(s), nil
	}
	runes := s.runes
	if runes == nil {
		runes = []rune(s.text)
	}
	var last *regexp2.Match
	begun := false
	return func(t *thread) (*match, error) {
		if err := t.Poll(); err != nil {
			return nil, err
		}
		var err error
		switch {
		case !begun:
			begun = true
			last, err = p.look(t, "search", runes, pos)
		case last != nil && last.Length > 0:
			last, err = p.look(t, "search", runes, last.Index+last.Length)
		case last != nil: // another one may begin where an empty match is, and ends beyond it
			at := last.Index
			if last, err = p.look(t, "advance", runes, at); err == nil && last == nil && at < len(runes) {
				last, err = p.look(t, "search", runes, at+1)
			}
		}
		if err != nil || last == nil {
			return nil, reTime(err)
		}
		return p.found(last, s, pos), nil
	}, nil
}

func (p *pattern) fastScanner(s *subject) func(t *thread) (*match, error) {
	var found [][]int
	limit, used := 64, 0
	return func(t *thread) (*match, error) {
		if used == len(found) {
			if found != nil && len(found) < limit {
				return nil, nil
			}
			if found != nil {
				limit *= 64
			}
			if err := t.Check(); err != nil {
				return nil, err
			}
			found = p.line.FindAllStringSubmatchIndex(s.text, limit)
			if used >= len(found) {
				return nil, nil
			}
		}
		used++
		return &match{p, s, found[used-1], 0, len(s.text)}, nil
	}
}

// each calls f for the matches of a value.
func (p *pattern) each(t *thread, s *subject, pos int, f func(m *match) (bool, error)) error {
	next, err := p.scanner(s, pos)
	if err != nil {
		return err
	}
	for {
		m, err := next(t)
		if err != nil || m == nil {
			return err
		}
		if more, err := f(m); err != nil || !more {
			return err
		}
	}
}

// span is where a group is.
func (m *match) span(i int) (from, to int) { return m.at[2*i], m.at[2*i+1] }

// number is the number of a group that a program names.
func (m *match) number(v value) (int, error) {
	if name, ok := v.(string); ok {
		if i, ok := m.p.names[name]; ok {
			return i, nil
		}
		return 0, py.IndexErrorf("no such group")
	}
	n, ok := py.AsInt(v)
	if !ok || n < 0 || n > int64(m.p.groups) {
		return 0, py.IndexErrorf("no such group")
	}
	return int(n), nil
}

func (m *match) text(i int, def value) value {
	from, to := m.span(i)
	if from < 0 {
		return def
	}
	return m.p.part(m.s, from, to)
}

func (m *match) group(v value) (value, error) {
	i, err := m.number(v)
	if err != nil {
		return nil, err
	}
	return m.text(i, py.None), nil
}

func (m *match) groups(def value) []value {
	out := make([]value, 0, m.p.groups)
	for i := 1; i <= m.p.groups; i++ {
		out = append(out, m.text(i, def))
	}
	return out
}

// last is the number of the group that was closed last, 0 for none.
func (m *match) last() int {
	best := 0
	for i := 1; i <= m.p.groups; i++ {
		if from, _ := m.span(i); from >= 0 && (best == 0 || m.p.closed[i] > m.p.closed[best]) {
			best = i
		}
	}
	return best
}

func (p *pattern) findall(t *thread, s *subject, pos int) (value, error) {
	l := py.NewList()
	empty := p.wrap("")
	if p.groups == 0 {
		err := p.spans(t, s, pos, func(from, to int) (bool, error) {
			l.Items = append(l.Items, p.char(s, from, to))
			if len(l.Items)&(1<<16-1) == 0 {
				return true, py.FitsItems(len(l.Items))
			}
			return true, nil
		})
		return l, err
	}
	err := p.each(t, s, pos, func(m *match) (bool, error) {
		switch p.groups {
		case 1:
			l.Items = append(l.Items, m.text(1, empty))
		default:
			l.Items = append(l.Items, py.NewTuple(m.groups(empty)...))
		}
		if len(l.Items)&(1<<16-1) == 0 {
			return true, py.FitsItems(len(l.Items))
		}
		return true, nil
	})
	return l, err
}

func (p *pattern) finditer(s *subject, pos int) (value, error) {
	next, err := p.scanner(s, pos)
	if err != nil {
		return nil, err
	}
	return named("callable_iterator", func(t *thread) (value, error) {
		m, err := next(t)
		if err != nil || m == nil {
			return nil, err
		}
		return m, nil
	}), nil
}

func (p *pattern) sub(t *thread, repl value, s *subject, count int64) (value, int64, error) {
	var parts []template
	call := py.IsCallable(repl)
	if !call {
		text, err := p.templateText(repl)
		if err != nil {
			return nil, 0, err
		}
		if parts, err = p.template(text); err != nil {
			return nil, 0, err
		}
	}
	b := py.NewText(t)
	at, n := 0, int64(0)
	if !call && plainText(parts) {
		err := p.spans(t, s, 0, func(from, to int) (bool, error) {
			n++
			b.WriteString(s.slice(at, from))
			at = to
			for _, part := range parts {
				b.WriteString(part.text)
			}
			return count <= 0 || n < count, b.Err()
		})
		return p.ended(s, b, at, n, err)
	}
	err := p.each(t, s, 0, func(m *match) (bool, error) {
		from, to := m.span(0)
		n++
		b.WriteString(s.slice(at, from))
		at = to
		if !call {
			m.write(b, parts)
			return count <= 0 || n < count, b.Err()
		}
		r, err := py.Call(t, repl, []value{m}, nil)
		if err != nil {
			return false, err
		}
		if r != py.None {
			text, err := p.resultText(r, n)
			if err != nil {
				return false, err
			}
			b.WriteString(text)
		}
		return count <= 0 || n < count, b.Err()
	})
	return p.ended(s, b, at, n, err)
}

// plainText tells whether a replacement names no group.
func plainText(parts []template) bool {
	for _, part := range parts {
		if part.group >= 0 {
			return false
		}
	}
	return true
}

// ended is what sub gives: the text that was made, and what follows the last of n matches.
func (p *pattern) ended(s *subject, b *py.Text, at int, n int64, err error) (value, int64, error) {
	if err != nil {
		return nil, n, err
	}
	if n == 0 {
		return s.v, 0, nil
	}
	b.WriteString(s.slice(at, s.size()))
	text, err := b.String()
	return p.wrap(text), n, err
}

func (s *subject) slice(from, to int) string {
	if s.runes == nil {
		return s.text[from:to]
	}
	return string(s.runes[from:to])
}

// resultText is what a function gave for a match, as the text that is made.
func (p *pattern) resultText(v value, n int64) (string, error) {
	if s, ok := v.(string); ok && !p.bytes {
		return s, nil
	}
	if b, ok := py.Buffer(v); ok && p.bytes {
		return latin(string(b)), nil
	}
	if i, ok := v.(*py.Instance); ok && i.Native != nil {
		return p.resultText(i.Native, n)
	}
	if p.bytes {
		return "", py.TypeErrorf("sequence item %d: expected a bytes-like object, %s found", 2*n-1, py.TypeOf(v).Name)
	}
	return "", py.TypeErrorf("sequence item %d: expected str instance, %s found", 2*n-1, py.TypeOf(v).Name)
}

func (p *pattern) split(t *thread, s *subject, limit int64) (value, error) {
	l := py.NewList()
	at, n := 0, int64(0)
	if limit < 0 {
		return py.NewList(s.v), nil
	}
	if p.groups == 0 {
		err := p.spans(t, s, 0, func(from, to int) (bool, error) {
			l.Items = append(l.Items, p.char(s, at, from))
			at = to
			n++
			return limit == 0 || n < limit, nil
		})
		l.Items = append(l.Items, p.part(s, at, s.size()))
		return l, err
	}
	err := p.each(t, s, 0, func(m *match) (bool, error) {
		from, to := m.span(0)
		l.Items = append(l.Items, p.part(s, at, from))
		l.Items = append(l.Items, m.groups(py.None)...)
		at = to
		n++
		return limit == 0 || n < limit, nil
	})
	l.Items = append(l.Items, p.part(s, at, s.size()))
	return l, err
}

// template is a piece of a replacement: a text, or a group.
type template struct {
	text  string
	group int
}

func (p *pattern) templateText(v value) (string, error) {
	if s, ok := v.(string); ok && !p.bytes {
		return s, nil
	}
	if b, ok := py.Buffer(v); ok && p.bytes {
		return latin(string(b)), nil
	}
	if p.bytes {
		return "", py.TypeErrorf("a bytes-like object is required, not '%s'", py.TypeOf(v).Name)
	}
	return "", py.TypeErrorf("decoding to str: need a bytes-like object, %s found", py.TypeOf(v).Name)
}

func (m *match) write(b *py.Text, parts []template) {
	for _, part := range parts {
		if part.group < 0 {
			b.WriteString(part.text)
		} else if from, to := m.span(part.group); from >= 0 {
			b.WriteString(m.s.slice(from, to))
		}
	}
}

// template reads a replacement text with \1, \g<name> and escapes.
func (p *pattern) template(text string) ([]template, error) {
	if strings.IndexByte(text, '\\') < 0 {
		return []template{{text, -1}}, nil
	}
	var out []template
	r := []rune(text)
	fail := func(at int, msg string) error { return reFailure(msg, text, r, at, !p.bytes) }
	put := func(s string) { out = append(out, template{s, -1}) }
	refer := func(n, at int) error {
		if n > p.groups {
			return fail(at, "invalid group reference "+strconv.Itoa(n))
		}
		out = append(out, template{"", n})
		return nil
	}
	for i := 0; i < len(r); i++ {
		if r[i] != '\\' {
			put(string(r[i]))
			continue
		}
		at := i
		if i++; i == len(r) {
			return nil, fail(at, "bad escape (end of pattern)")
		}
		digit := func(k int, top rune) bool { return k < len(r) && r[k] >= '0' && r[k] <= top }
		switch c := r[i]; {
		case c == 'g':
			end, n, err := p.namedGroup(r, i+1, fail)
			if err != nil {
				return nil, err
			}
			out = append(out, template{"", n})
			i = end
		case c == '0', digit(i, '3') && digit(i, '7') && digit(i+1, '7') && digit(i+2, '7'):
			j := i + 1
			for j < i+3 && digit(j, '7') {
				j++
			}
			n, _ := strconv.ParseInt(string(r[i:j]), 8, 32)
			put(string(rune(n & 0xff)))
			i = j - 1
		case digit(i, '9'):
			j := i + 1
			if digit(j, '9') {
				j++
			}
			n, _ := strconv.Atoi(string(r[i:j]))
			if err := refer(n, i); err != nil {
				return nil, err
			}
			i = j - 1
		default:
			k := strings.IndexRune("abfnrtv\\", c)
			switch {
			case k >= 0:
				put(string("\a\b\f\n\r\t\v\\"[k]))
			case c < 128 && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'):
				return nil, fail(at, "bad escape \\"+string(c))
			default:
				put("\\" + string(c))
			}
		}
	}
	return out, nil
}

// namedGroup reads <name> or <number> of \g and gives where it ends.
func (p *pattern) namedGroup(r []rune, i int, fail func(at int, msg string) error) (end, n int, err error) {
	if i >= len(r) || r[i] != '<' {
		return 0, 0, fail(i, "missing <")
	}
	end = i + 1
	for end < len(r) && r[end] != '>' {
		end++
	}
	name := string(r[i+1 : end])
	if end == len(r) {
		if name == "" {
			return 0, 0, fail(i+1, "missing group name")
		}
		return 0, 0, fail(i+1, "missing >, unterminated name")
	}
	if name == "" {
		return 0, 0, fail(i+1, "missing group name")
	}
	if k, err := strconv.Atoi(name); err == nil && k >= 0 {
		if k > p.groups {
			return 0, 0, fail(i+1, "invalid group reference "+strconv.Itoa(k))
		}
		return end, k, nil
	}
	if !isIdentifier(name) {
		return 0, 0, fail(i+1, "bad character in group name "+py.ReprOf(name))
	}
	k, ok := p.names[name]
	if !ok {
		return 0, 0, py.IndexErrorf("unknown group name %s", py.ReprOf(name))
	}
	return end, k, nil
}

func flagNames(flags int64) []string {
	var out []string
	for _, f := range []struct {
		bit  int64
		name string
	}{{flagI, "re.IGNORECASE"}, {flagL, "re.LOCALE"}, {flagM, "re.MULTILINE"}, {flagS, "re.DOTALL"}, {flagX,
		"re.VERBOSE"}, {flagA, "re.ASCII"}} {
		if flags&f.bit != 0 {
			out = append(out, f.name)
		}
	}
	return out
}
