// Package syntax reads the surface language: tokens, statements and expressions of Python
// as TensorFlow's documents use it. Every node carries the byte offsets of its text.
//
// It knows nothing of expr, of names' meanings, or of running anything.
package syntax

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/text/literal"
)

// Limits on one source text.
const (
	MaxSource   = 16 << 20 // bytes
	MaxBrackets = 200      // nested
	MaxDepth    = 400      // nested expressions and statements
	MaxTokens   = 6 << 20  // what a text of many short words may hold: some hundred bytes each
)

// Span is a range of byte offsets.
type Span struct{ From, To int }

// Pos gives the span itself, so that nodes can embed it.
func (s Span) Pos() Span { return s }

// Error is a syntax error. Incomplete tells that more text could still make it right.
type Error struct {
	Msg        string
	At         Span
	Incomplete bool
	Indent     bool // an IndentationError
}

func (e *Error) Error() string { return e.Msg }

type kind uint8

const (
	tEOF kind = iota
	tName
	tNumber
	tString
	tOp
	tNewline
	tIndent
	tDedent
	tMagic
)

type token struct {
	kind kind
	text string
	val  any // number or string value
	Span
}

// fstring is a string literal with replacement fields, not yet parsed.
type fstring struct {
	raw   string // text between the quotes
	at    int    // offset of raw
	isRaw bool
}

type scanner struct {
	src      string
	commands Commands
	pos      int
	toks     []token
	indents  []int
	narrow   []int // the same with tabs of one column, to tell what depends on their width
	brackets []token
	lineHead bool
	signs    int // how many of -, +, ~ and not stand here in a row
}

var ops3 = []string{"**=", "//=", ">>=", "<<=", "..."}

var ops2 = []string{
	"**",
	"//",
	">>",
	"<<",
	"<=",
	">=",
	"==",
	"!=",
	"->",
	"+=",
	"-=",
	"*=",
	"/=",
	"%=",
	"&=",
	"|=",
	"^=",
	"@=",
	":=",
}

// Commands tells where a text may hold commands, which begin with %, ! or a colon.
type Commands uint8

const (
	NoCommands    Commands = iota // Python alone: .py files, exec and eval
	LineCommands                  // in place of a statement: scripts
	ShellCommands                 // and NAME = !COMMAND, NAME = %COMMAND: what is typed, and notebooks
)

func scan(src string, commands Commands) ([]token, error) {
	if len(src) > MaxSource {
		return nil, &Error{Msg: fmt.Sprintf("source of %d bytes is over the limit of %d", len(src), MaxSource)}
	}
	s := &scanner{src: src, commands: commands, indents: []int{0}, narrow: []int{0}, lineHead: true}
	for {
		if s.lineHead && len(s.brackets) == 0 {
			if err := s.indent(); err != nil {
				return s.toks, err
			}
		}
		if len(s.toks) > MaxTokens {
			return s.toks, &Error{
				Msg: fmt.Sprintf("source of more than %d words and signs is over the limit", MaxTokens),
				At:  Span{s.pos, s.pos},
			}
		}
		done, err := s.next()
		if err != nil {
			return s.toks, err
		}
		if done {
			return s.finish()
		}
		if s.signs > MaxDepth+1 { // the parser nests an expression for each: it need not see all of them
			return s.toks, &Error{Msg: tooNested, At: Span{s.pos, s.pos}}
		}
	}
}

func (s *scanner) finish() ([]token, error) {
	if n := len(s.brackets); n > 0 {
		b := s.brackets[n-1]
		return s.toks, &Error{Msg: fmt.Sprintf("'%s' was never closed", b.text), At: b.Span, Incomplete: true}
	}
	if n := len(s.toks); n > 0 && s.toks[n-1].kind != tNewline && s.toks[n-1].kind != tDedent {
		s.add(tNewline, "", s.pos, s.pos)
	}
	for len(s.indents) > 1 {
		s.indents = s.indents[:len(s.indents)-1]
		s.add(tDedent, "", s.pos, s.pos)
	}
	s.add(tEOF, "", s.pos, s.pos)
	return s.toks, nil
}

//go:noinline
func (s *scanner) add(k kind, text string, from, to int) {
	s.put(token{kind: k, text: text, Span: Span{from, to}})
}

// put takes a token, and counts signs in a row.
func (s *scanner) put(t token) {
	s.toks = append(s.toks, t)
	if t.kind == tOp && (t.text == "-" || t.text == "+" || t.text == "~") || t.kind == tName && t.text == "not" {
		s.signs++
	} else {
		s.signs = 0
	}
}

const tooNested = "too many nested expressions"

// indent measures the blanks at the head of a line and opens or closes blocks.
func (s *scanner) indent() error {
	s.lineHead = false
	col, thin, i := 0, 0, s.pos
	for ; i < len(s.src); i++ {
		switch s.src[i] {
		case ' ':
			col, thin = col+1, thin+1
			continue
		case '\t':
			col, thin = col/8*8+8, thin+1
			continue
		case '\f':
			col, thin = 0, 0
			continue
		}
		break
	}
	if i >= len(s.src) || s.src[i] == '\n' || s.src[i] == '\r' || s.src[i] == '#' {
		s.pos = i
		return nil
	}
	start := s.pos
	s.pos = i
	top := s.indents[len(s.indents)-1]
	if col > top && magicAt(s.src[i:], s.commands) && !s.afterColon() {
		return nil // a command may stand anywhere
	}
	if col > top {
		if thin <= s.narrow[len(s.narrow)-1] {
			return tabError(i)
		}
		s.indents, s.narrow = append(s.indents, col), append(s.narrow, thin)
		s.add(tIndent, "", start, i)
		return nil
	}
	for col < s.indents[len(s.indents)-1] {
		s.indents, s.narrow = s.indents[:len(s.indents)-1], s.narrow[:len(s.narrow)-1]
		s.add(tDedent, "", start, i)
	}
	if col != s.indents[len(s.indents)-1] {
		return &Error{Msg: "unindent does not match any outer indentation level", At: Span{i, i + 1}, Indent: true}
	}
	if thin != s.narrow[len(s.narrow)-1] {
		return tabError(i)
	}
	return nil
}

// TabMessage is the message of what is a TabError.
const TabMessage = "inconsistent use of tabs and spaces in indentation"

func tabError(at int) error { return &Error{Msg: TabMessage, At: Span{at, at + 1}, Indent: true} }

// afterColon tells whether the line above began a block.
func (s *scanner) afterColon() bool {
	n := len(s.toks)
	return n > 1 && s.toks[n-1].kind == tNewline && s.toks[n-2].kind == tOp && s.toks[n-2].text == ":"
}

// magicAt tells whether a statement that begins so is a command: %name, !shell or :name.
func magicAt(s string, commands Commands) bool {
	if commands == NoCommands {
		return false
	}
	switch s[0] {
	case '%', '!':
		return true
	case ':':
		return len(s) > 1 && isLetter(s[1])
	}
	if commands == LineCommands {
		return false
	}
	_, _, ok := CommandAssigned(s)
	return ok
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// CommandAssigned reads NAME = !COMMAND and NAME = %COMMAND at the head of a text.
func CommandAssigned(s string) (name, command string, ok bool) {
	n := 0
	for n < len(s) && (s[n] == '_' || isLetter(s[n]) || n > 0 && s[n] >= '0' && s[n] <= '9') {
		n++
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(s[n:], " \t"), "=")
	command = strings.TrimLeft(rest, " \t")
	if n == 0 || !ok || len(command) < 2 || command[0] != '!' && (command[0] != '%' || !isLetter(command[1])) {
		return "", "", false
	}
	return s[:n], command, true
}

// next reads one token; done at the end of the text.
func (s *scanner) next() (bool, error) {
	for s.pos < len(s.src) && strings.IndexByte(" \t\f", s.src[s.pos]) >= 0 {
		s.pos++
	}
	if s.pos >= len(s.src) {
		return true, nil
	}
	c, start := s.src[s.pos], s.pos
	switch {
	case c == '#':
		for s.pos < len(s.src) && s.src[s.pos] != '\n' {
			s.pos++
		}
		return false, nil
	case c == '\n' || c == '\r':
		s.pos++
		if len(s.brackets) == 0 {
			if n := len(
				s.toks,
			); n > 0 && s.toks[n-1].kind != tNewline && s.toks[n-1].kind != tIndent &&
				s.toks[n-1].kind != tDedent {
				s.add(tNewline, "", start, start)
			}
			s.lineHead = true
		}
		return false, nil
	case c == '\\':
		rest := strings.TrimPrefix(s.src[s.pos+1:], "\r")
		line, ok := strings.CutPrefix(rest, "\n")
		switch {
		case strings.Trim(line, " \t\f") == "": // blanks are the indentation of the line to come
			return false, &Error{Msg: "unexpected EOF while parsing", At: Span{start, start + 1}, Incomplete: true}
		case ok:
			s.pos = len(s.src) - len(line)
			return false, nil
		}
		return false, &Error{Msg: "unexpected character after line continuation character", At: Span{start, start + 1}}
	case magicAt(s.src[s.pos:], s.commands) && s.atStatement():
		end := strings.IndexByte(s.src[s.pos:], '\n')
		if end < 0 {
			end = len(s.src) - s.pos
		}
		if strings.HasPrefix(s.src[s.pos:], "%%") { // a cell magic takes all that follows
			end = len(s.src) - s.pos
		}
		s.add(tMagic, strings.TrimRight(s.src[s.pos:s.pos+end], "\r\n"), s.pos, s.pos+end)
		s.pos += end
		return false, nil
	case c >= '0' && c <= '9' || c == '.' && s.pos+1 < len(s.src) && s.src[s.pos+1] >= '0' && s.src[s.pos+1] <= '9':
		return false, s.number()
	case c == '"' || c == '\'':
		return false, s.str("")
	}
	r, n := utf8.DecodeRuneInString(s.src[s.pos:])
	if r == '_' || unicode.IsLetter(r) {
		return false, s.name()
	}
	_ = n
	return false, s.op()
}

func (s *scanner) atStatement() bool {
	if len(s.brackets) > 0 {
		return false
	}
	n := len(s.toks)
	return n == 0 || s.toks[n-1].kind == tNewline || s.toks[n-1].kind == tIndent || s.toks[n-1].kind == tDedent
}

func (s *scanner) name() error {
	start := s.pos
	for s.pos < len(s.src) {
		r, n := utf8.DecodeRuneInString(s.src[s.pos:])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) &&
			!unicode.Is(unicode.Mc, r) {
			break
		}
		s.pos += n
	}
	word := s.src[start:s.pos]
	if s.pos < len(s.src) && (s.src[s.pos] == '"' || s.src[s.pos] == '\'') && len(word) <= 2 {
		switch strings.ToLower(word) {
		case "r", "b", "f", "u", "rb", "br", "rf", "fr":
			s.pos = start + len(word)
			return s.str(strings.ToLower(word))
		}
	}
	s.add(tName, word, start, s.pos)
	return nil
}

func (s *scanner) op() error {
	for _, list := range [][]string{ops3, ops2} {
		for _, o := range list {
			if strings.HasPrefix(s.src[s.pos:], o) {
				s.add(tOp, o, s.pos, s.pos+len(o))
				s.pos += len(o)
				return nil
			}
		}
	}
	c := s.src[s.pos]
	if strings.IndexByte("+-*/%@&|^~<>()[]{},:.;=", c) < 0 {
		r, n := utf8.DecodeRuneInString(s.src[s.pos:])
		at := Span{s.pos, s.pos + n}
		if c == '!' || c == '$' || c == '?' || c == '`' {
			return &Error{Msg: "invalid syntax", At: at}
		}
		if unicode.IsPrint(r) {
			return &Error{Msg: fmt.Sprintf("invalid character '%c' (U+%04X)", r, r), At: at}
		}
		return &Error{Msg: fmt.Sprintf("invalid non-printable character U+%04X", r), At: at}
	}
	t := token{kind: tOp, text: string(c), Span: Span{s.pos, s.pos + 1}}
	switch c {
	case '(', '[', '{':
		s.brackets = append(s.brackets, t)
		if len(s.brackets) > MaxBrackets {
			return &Error{Msg: "too many nested parentheses", At: t.Span}
		}
	case ')', ']', '}':
		n := len(s.brackets)
		if n == 0 {
			return &Error{Msg: fmt.Sprintf("unmatched '%c'", c), At: t.Span}
		}
		if open := s.brackets[n-1]; open.text+string(c) != "()" && open.text+string(c) != "[]" &&
			open.text+string(c) != "{}" {
			return &Error{
				Msg: fmt.Sprintf("closing parenthesis '%c' does not match opening parenthesis '%s'", c, open.text),
				At:  t.Span,
			}
		}
		s.brackets = s.brackets[:n-1]
	}
	s.add(tOp, t.text, t.From, t.To)
	s.pos++
	return nil
}

func (s *scanner) number() error {
	start := s.pos
	isWord := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	hex := s.pos+1 < len(s.src) && s.src[s.pos] == '0' && s.src[s.pos+1]|0x20 == 'x'
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		if (c == '+' || c == '-') && !hex && s.pos > start && (s.src[s.pos-1]|32) == 'e' && s.pos+1 < len(s.src) &&
			s.src[s.pos+1] >= '0' &&
			s.src[s.pos+1] <= '9' {
			s.pos++
			continue
		}
		if c == '.' && (hex || strings.ContainsAny(s.src[start:s.pos], ".eEjJ")) || c != '.' && !isWord(c) {
			break
		}
		s.pos++
	}
	text := s.src[start:s.pos]
	// A keyword may follow a number directly: 1if x else y.
	for _, kw := range []string{"if", "or", "and", "in", "is", "for", "else", "not"} {
		if i := strings.Index(
			text,
			kw,
		); i > 0 && !hex && i+len(kw) <= len(text) && !strings.HasPrefix(text, "0o") &&
			!strings.HasPrefix(text, "0b") {
			if text[i:] == kw {
				text = text[:i]
				s.pos = start + i
				break
			}
		}
	}
	v, msg := Number(text)
	if msg != "" {
		return &Error{Msg: msg, At: Span{start, s.pos}}
	}
	s.put(token{kind: tNumber, text: text, val: v, Span: Span{start, s.pos}})
	return nil
}

// Number reads a numeric literal; msg says what is wrong with it.
func Number(text string) (v any, msg string) {
	bad := "invalid decimal literal"
	low := strings.ToLower(text)
	if strings.HasSuffix(low, "_") || strings.Contains(low, "__") {
		return nil, bad
	}
	if len(low) > 1 && low[0] == '0' && strings.IndexByte("xob", low[1]) >= 0 {
		base, what := 16, "hexadecimal"
		switch low[1] {
		case 'o':
			base, what = 8, "octal"
		case 'b':
			base, what = 2, "binary"
		}
		z, ok := new(big.Int).SetString(strings.ReplaceAll(low[2:], "_", ""), base)
		for _, c := range low[2:] {
			if base < 10 && c >= '0'+rune(base) && c <= '9' {
				return nil, fmt.Sprintf("invalid digit '%c' in %s literal", c, what)
			}
		}
		if !ok || low[2:] == "" {
			return nil, "invalid " + what + " literal"
		}
		return py.Int(z), ""
	}
	imag := strings.HasSuffix(low, "j")
	if imag {
		low = low[:len(low)-1]
	}
	clean := strings.ReplaceAll(low, "_", "")
	if strings.ContainsAny(clean, ".e") || imag {
		f, err := strconv.ParseFloat(clean, 64)
		if err != nil {
			if e, ok := err.(*strconv.NumError); !ok || e.Err != strconv.ErrRange {
				return nil, bad
			}
		}
		if imag {
			return complex(0, f), ""
		}
		return f, ""
	}
	for i := range len(clean) {
		if clean[i] < '0' || clean[i] > '9' {
			return nil, bad
		}
	}
	if len(clean) > 1 && clean[0] == '0' && strings.Trim(clean, "0") != "" {
		return nil, "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers"
	}
	if len(clean) > 4300 {
		return nil, fmt.Sprintf(
			"Exceeds the limit (4300 digits) for integer string conversion: value has %d digits; "+
				"use sys.set_int_max_str_digits() to increase the limit - "+
				"Consider hexadecimal for huge integer literals to avoid decimal conversion limits.",
			len(clean),
		)
	}
	z, ok := new(big.Int).SetString(clean, 10)
	if !ok {
		return nil, bad
	}
	return py.Int(z), ""
}

func (s *scanner) str(prefix string) error {
	start := s.pos - len(prefix)
	if start < 0 || len(prefix) > 0 && !strings.EqualFold(s.src[start:s.pos], prefix) {
		start = s.pos
	}
	q := s.src[s.pos]
	quote := string(q)
	triple := strings.HasPrefix(s.src[s.pos:], strings.Repeat(quote, 3))
	if triple {
		quote = strings.Repeat(quote, 3)
	}
	s.pos += len(quote)
	body, onward := s.pos, 0
	for {
		if s.pos >= len(s.src) || !triple && s.src[s.pos] == '\n' {
			line := strings.Count(s.src[:min(s.pos, len(s.src))], "\n") + 1
			if triple {
				line = strings.Count(strings.TrimSuffix(s.src, "\n"), "\n") + 1
				return &Error{
					Msg:        fmt.Sprintf("unterminated triple-quoted string literal (detected at line %d)", line),
					At:         Span{start, start + 1},
					Incomplete: true,
				}
			}
			// A string that a backslash takes on to the next line can still end there.
			goesOn := s.pos >= len(s.src) && onward > 0 && strings.Trim(s.src[min(onward, len(s.src)):], " \t") == ""
			return &Error{
				Msg:        fmt.Sprintf("unterminated string literal (detected at line %d)", line),
				At:         Span{start, start + 1},
				Incomplete: goesOn,
			}
		}
		if s.src[s.pos] == '\\' {
			if s.pos += 2; s.pos > len(s.src) || s.src[s.pos-1] == '\n' {
				onward = s.pos
			}
			continue
		}
		if strings.HasPrefix(s.src[s.pos:], quote) {
			break
		}
		s.pos++
	}
	raw := s.src[body:s.pos]
	s.pos += len(quote)
	isRaw := strings.Contains(prefix, "r")
	at := Span{start, s.pos}
	t := token{kind: tString, Span: at}
	switch {
	case strings.Contains(prefix, "f"):
		t.val = &fstring{raw, body, isRaw}
	case strings.Contains(prefix, "b"):
		for i := range len(raw) {
			if raw[i] >= utf8.RuneSelf {
				return &Error{Msg: "bytes can only contain ASCII literal characters", At: at}
			}
		}
		v := raw
		if !isRaw {
			var msg string
			if v, msg = Unescape(raw, true); msg != "" {
				return &Error{Msg: msg, At: at}
			}
		}
		t.val = py.Bytes(v)
	default:
		v := strings.ReplaceAll(raw, "\r\n", "\n")
		if !isRaw {
			var msg string
			if v, msg = Unescape(v, false); msg != "" {
				return &Error{Msg: msg, At: at}
			}
		}
		t.val = v
	}
	s.put(t)
	return nil
}

// Unescape resolves the backslash escapes of a literal, or says what is wrong with them. Positions count bytes as
// CPython's reader has them, which writes what is not ASCII as \UXXXXXXXX first.
func Unescape(s string, isBytes bool) (string, string) {
	v, from, to, what := literal.Unescape(s, isBytes)
	at := func(n int) int {
		for _, r := range s[:n] {
			if r >= utf8.RuneSelf {
				n += 10 - utf8.RuneLen(r)
			}
		}
		return n
	}
	switch {
	case what == "":
		return v, ""
	case what == literal.EndsInBackslash: // before a field of an f-string
		return v + `\`, ""
	case isBytes:
		return "", fmt.Sprintf("(value error) invalid \\x escape at position %d", from)
	}
	return "", fmt.Sprintf(
		"(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: %s", at(from), at(to)-1, what)
}
