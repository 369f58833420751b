package syntax

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// String literals: pieces that stand together, and the fields of f-strings.

// strings joins neighbouring literals.
func (p *parser) strings() Expr {
	start := p.peek()
	var parts []Expr
	var text strings.Builder
	isBytes, isF := false, false
	flush := func(at Span) {
		if text.Len() > 0 {
			parts = append(parts, &Const{at, text.String()})
			text.Reset()
		}
	}
	for n := 0; p.at(tString); n++ {
		t := p.next()
		b, now := t.val.(py.Bytes)
		if n > 0 && now != isBytes {
			p.fail(t.Span, "cannot mix bytes and nonbytes literals")
		}
		isBytes = now
		switch v := t.val.(type) {
		case string:
			text.WriteString(v)
		case py.Bytes:
			text.WriteString(string(b))
		case *fstring:
			isF = true
			for _, e := range p.fstring(v.raw, v.at, v.isRaw, 0) {
				if c, ok := e.(*Const); ok {
					text.WriteString(c.Value.(string))
					continue
				}
				flush(t.Span)
				parts = append(parts, e)
			}
		}
	}
	at := p.from(start.From)
	switch {
	case isBytes:
		return &Const{at, py.Bytes(text.String())}
	case !isF:
		return &Const{at, text.String()}
	}
	flush(at)
	return &FString{at, parts}
}

// fstring splits the body of a formatted string into text and fields.
func (p *parser) fstring(s string, at int, raw bool, level int) []Expr {
	if level > 3 {
		p.fail(Span{at, at + len(s)}, "f-string: expressions nested too deeply")
	}
	var out []Expr
	lit := func(text string) {
		if text == "" {
			return
		}
		if !raw {
			u, msg := Unescape(text, false)
			if msg != "" {
				p.fail(Span{at, at + len(s)}, "%s", msg)
			}
			text = u
		}
		out = append(out, &Const{Span{at, at + len(s)}, text})
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		c := s[i]
		if (c == '{' || c == '}') && i+1 < len(s) && s[i+1] == c && !(c == '}' && level > 0) {
			b.WriteByte(c)
			i += 2
			continue
		}
		if c == '}' {
			p.fail(Span{at + i, at + i + 1}, "f-string: single '}' is not allowed")
		}
		if c == '\\' && !raw && strings.HasPrefix(s[i:], `\N{`) {
			end := strings.IndexByte(s[i:], '}') // its braces are none of a field
			if end < 0 {
				end = len(s[i:]) - 1
			}
			b.WriteString(s[i : i+end+1])
			i += end + 1
			continue
		}
		if c != '{' {
			b.WriteByte(c)
			i++
			continue
		}
		if level >= 2 {
			p.fail(Span{at + i, at + i + 1}, "f-string: expressions nested too deeply")
		}
		lit(b.String())
		b.Reset()
		f, n := p.field(s[i+1:], at+i+1, raw, level)
		if f.debug != "" {
			out = append(out, &Const{Span{at, at + len(s)}, f.debug})
		}
		out = append(out, f.Field)
		i += n + 1
	}
	lit(b.String())
	return out
}

var closing = map[byte]byte{'(': ')', '[': ']', '{': '}'}

type fieldOut struct {
	*Field
	debug string
}

// field reads one replacement field; n is its length up to and with the closing brace.
func (p *parser) field(s string, at int, raw bool, level int) (fieldOut, int) {
	end := 0
	var open []byte
	var quote string
scan:
	for ; end < len(s); end++ {
		c := s[end]
		switch {
		case quote != "":
			if strings.HasPrefix(s[end:], quote) {
				end += len(quote) - 1
				quote = ""
			}
		case c == '\'' || c == '"':
			quote = s[end : end+1]
			if three := strings.Repeat(quote, 3); strings.HasPrefix(s[end:], three) {
				quote = three
				end += 2
			}
		case c == '(' || c == '[' || c == '{':
			open = append(open, c)
		case len(open) > 0 && (c == ')' || c == ']' || c == '}'):
			if last := open[len(open)-1]; closing[last] != c {
				p.fail(Span{at + end, at + end + 1},
					"f-string: closing parenthesis '%c' does not match opening parenthesis '%c'", c, last)
			}
			open = open[:len(open)-1]
		case len(open) > 0:
		case c == '}' || c == ':':
			break scan
		case c == '!' && !strings.HasPrefix(s[end:], "!="):
			break scan
		case c == '=' && debugMark(s, end):
			break scan
		}
	}
	if i := strings.IndexByte(s[:end], '\\'); i >= 0 {
		p.fail(Span{at + i, at + i + 1}, "f-string expression part cannot include a backslash")
	}
	if end >= len(s) {
		if quote != "" {
			p.fail(Span{at - 1, at + len(s)}, "f-string: unterminated string")
		}
		if n := len(open); n > 0 {
			p.fail(Span{at - 1, at + len(s)}, "f-string: unmatched '%c'", open[n-1])
		}
		p.fail(Span{at - 1, at + len(s)}, "f-string: expecting '}'")
	}
	src := s[:end]
	if strings.TrimSpace(src) == "" {
		if s[end] != '}' {
			p.fail(Span{at, at + end}, "f-string: expression required before '%c'", s[end])
		}
		p.fail(Span{at, at + end}, "f-string: empty expression not allowed")
	}
	if i := strings.IndexByte(src, '#'); i >= 0 && !strings.ContainsAny(src, "'\"") {
		p.fail(Span{at + i, at + i + 1}, "f-string expression part cannot include '#'")
	}
	f := &Field{X: p.sub(src, at)}
	out := fieldOut{Field: f}
	if s[end] == '=' {
		e := end + 1
		for e < len(s) && s[e] == ' ' {
			e++
		}
		out.debug = s[:e]
		end = e
	}
	if s[end] == '!' && end+1 < len(s) {
		f.Conv = s[end+1]
		if f.Conv != 'r' && f.Conv != 's' && f.Conv != 'a' {
			p.fail(
				Span{at + end, at + end + 2},
				"f-string: invalid conversion character: expected 's', 'r', or 'a'",
			)
		}
		end += 2
	}
	if end < len(s) && s[end] == ':' {
		start := end + 1
		d := 0
		nested := byte(0) // the quote of a text in a field of the specification
		for end = start; end < len(s); end++ {
			if c := s[end]; nested != 0 {
				if c == nested {
					nested = 0
				}
				continue
			} else if d > 0 && (c == '\'' || c == '"') {
				nested = c
				continue
			}
			if s[end] == '{' {
				d++
			}
			if s[end] == '}' {
				if d == 0 {
					break
				}
				d--
			}
		}
		f.Spec = &FString{Span{at + start, at + end}, p.fstring(s[start:end], at+start, raw, level+1)}
	}
	if end >= len(s) || s[end] != '}' {
		p.fail(Span{at - 1, at + len(s)}, "f-string: expecting '}'")
	}
	if out.debug != "" && f.Conv == 0 && f.Spec == nil {
		f.Conv = 'r'
	}
	f.Span = Span{at - 1, at + end + 1}
	return out, end + 1
}

// debugMark tells the = of {x=} from ==, <=, >= and !=.
func debugMark(s string, i int) bool {
	if i > 0 && strings.IndexByte("=<>!:", s[i-1]) >= 0 {
		return false
	}
	rest := strings.TrimLeft(s[i+1:], " ")
	return rest != "" && (rest[0] == '}' || rest[0] == '!' || rest[0] == ':')
}

// sub parses an expression inside a literal, keeping offsets into the whole text.
func (p *parser) sub(src string, at int) Expr {
	toks, err := scan("("+src+")", NoCommands)
	if err != nil {
		e := err.(*Error)
		p.fail(Span{at, at + len(src)}, "f-string: %s", e.Msg)
	}
	for i := range toks {
		toks[i].From += at - 1
		toks[i].To += at - 1
		if f, ok := toks[i].val.(*fstring); ok {
			f.at += at - 1
		}
	}
	q := &parser{src: p.src, toks: toks, depth: p.depth, fn: p.fn, inner: true}
	defer func() {
		if r := recover(); r != nil {
			if b, ok := r.(bail); ok && !strings.HasPrefix(b.err.Msg, "f-string") && !strings.HasSuffix(b.err.Msg, "outside function") {
				b.err.Msg = "f-string: " + b.err.Msg
			}
			panic(r)
		}
	}()
	q.enter()
	x := q.paren()
	if !q.at(tNewline) && !q.at(tEOF) {
		q.fail(Span{at, at + len(src)}, "f-string: invalid syntax")
	}
	return x
}
