package std

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/text/runenames"
)

// A pattern of Python's re is read here: its errors are found as CPython finds them, and it is
// written anew for two engines, a backtracking one that can do everything and one in linear
// time for what needs no looking around and no references, on ASCII texts.

// Flags of re.
const (
	flagI int64 = 2
	flagL int64 = 4
	flagM int64 = 8
	flagS int64 = 16
	flagU int64 = 32
	flagX int64 = 64
	flagA int64 = 256
)

// reSource is a pattern that was read.
type reSource struct {
	back, line string // for the backtracking engine and the linear one; "" where it cannot
	groups     int
	names      map[string]int
	order      []string // the names as they come
	closed     []int    // closed[i] tells when group i was closed, to know the last one
	flags      int64
	min        int
	noNewline  bool // the linear form is right only for texts that do not end with a line break
}

type reReader struct {
	src    []rune
	isText bool
	at     int
	back   []byte
	line   []byte
	simple bool // the linear engine can do it
	out    reSource
	flags  int64
	open   map[int]bool
	spans  map[int][2]int // widths of closed groups
	depth  int
	ends   int
}

// reFault carries an error out of the reading.
type reFault struct {
	msg string
	at  int // tooFar for an OverflowError
}

const tooFar = -2

const anyWidth = 1 << 30

//go:noinline
func (r *reReader) fail(at int, format string, args ...any) {
	panic(reFault{fmt.Sprintf(format, args...), at})
}

// readRE reads a pattern.
func readRE(src string, isText bool, flags int64) (out *reSource, err error) {
	r := &reReader{
		src:    []rune(src),
		isText: isText,
		simple: true,
		flags:  flags,
		open:   map[int]bool{},
		spans:  map[int][2]int{},
	}
	r.out.names, r.out.closed = map[string]int{}, []int{0}
	defer func() {
		if f := recover(); f != nil {
			fault, ok := f.(reFault)
			if !ok {
				panic(f)
			}
			if fault.at == tooFar {
				out, err = nil, py.Raisef(py.OverflowErrorClass, "%s", fault.msg)
				return
			}
			out, err = nil, reFailure(fault.msg, src, r.src, fault.at, isText)
		}
	}()
	if isText && flags&flagL != 0 {
		return nil, py.ValueErrorf("cannot use LOCALE flag with a str pattern")
	}
	if !isText && flags&flagU != 0 {
		return nil, py.ValueErrorf("cannot use UNICODE flag with a bytes pattern")
	}
	if flags&flagA != 0 && flags&flagU != 0 {
		return nil, py.ValueErrorf("ASCII and UNICODE flags are incompatible")
	}
	r.out.min, _ = r.alternatives()
	if r.at < len(r.src) {
		r.fail(r.at, "unbalanced parenthesis")
	}
	r.out.flags = r.flags
	if isText && r.flags&flagA == 0 {
		r.out.flags |= flagU
	}
	r.out.back = string(r.back)
	if r.simple {
		r.out.line = string(r.line)
	}
	return &r.out, nil
}

// reFailure is re.error with its attributes.
func reFailure(msg, src string, runes []rune, at int, isText bool) error {
	if at < 0 { // found when it is compiled: nobody knows where
		e := py.Raisef(reError, "%s", msg)
		e.Attrs = py.NewDict()
		e.Attrs.SetStr("msg", msg)
		e.Attrs.SetStr("pos", py.None)
		return e
	}
	line := strings.Count(string(runes[:min(at, len(runes))]), "\n") + 1
	col := at + 1
	for i := min(at, len(runes)) - 1; i >= 0; i-- {
		if runes[i] == '\n' {
			col = at - i
			break
		}
	}
	text := fmt.Sprintf("%s at position %d", msg, at)
	if strings.Contains(src, "\n") {
		text += fmt.Sprintf(" (line %d, column %d)", line, col)
	}
	e := py.Raisef(reError, "%s", text)
	e.Attrs = py.NewDict()
	e.Attrs.SetStr("msg", msg)
	var shown value = src
	if !isText {
		shown = py.Bytes(src)
	}
	e.Attrs.SetStr("pattern", shown)
	e.Attrs.SetStr("pos", int64(at))
	e.Attrs.SetStr("lineno", int64(line))
	e.Attrs.SetStr("colno", int64(col))
	return e
}

//go:noinline
func (r *reReader) emit(back, line string) {
	r.back, r.line = append(r.back, back...), append(r.line, line...)
}

//go:noinline
func (r *reReader) both(s string) { r.emit(s, s) }

func (r *reReader) peek() rune {
	if r.at < len(r.src) {
		return r.src[r.at]
	}
	return -1
}

func (r *reReader) accept(c rune) bool {
	if r.peek() == c {
		r.at++
		return true
	}
	return false
}

// alternatives reads a|b|c and tells how wide a match is at least and at most.
func (r *reReader) alternatives() (least, most int) {
	if r.depth++; r.depth > 150 {
		r.fail(r.at, "pattern nested too deeply")
	}
	defer func() { r.depth-- }()
	least, most = r.sequence()
	for r.accept('|') {
		r.both("|")
		l, m := r.sequence()
		least, most = min(least, l), max(most, m)
	}
	return least, most
}

func (r *reReader) sequence() (least, most int) {
	for {
		if r.flags&flagX != 0 {
			r.skipBlanks()
		}
		c := r.peek()
		if c < 0 || c == '|' || c == ')' {
			return least, most
		}
		b, l := len(r.back), len(r.line)
		first := r.at
		lo, hi, repeatable := r.atom()
		lo, hi = r.repeat(b, l, first, lo, hi, repeatable)
		least, most = min(least+lo, anyWidth), min(most+hi, anyWidth)
	}
}

func (r *reReader) skipBlanks() {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case strings.ContainsRune(" \t\n\r\v\f", c):
			r.at++
		case c == '#':
			for r.at < len(r.src) && r.src[r.at] != '\n' {
				r.at++
			}
		default:
			return
		}
	}
}

// repeat reads what stands behind an atom that begins at b and l of the outputs.
func (r *reReader) repeat(b, l, first, lo, hi int, repeatable bool) (int, int) {
	for again := false; ; again = true {
		if r.flags&flagX != 0 {
			r.skipBlanks()
		}
		at := r.at
		from, to, ok := r.quantifier()
		if !ok {
			return lo, hi
		}
		if again {
			r.fail(at, "multiple repeat")
		}
		if !repeatable {
			r.fail(at, "nothing to repeat")
		}
		text := "{" + strconv.Itoa(from) + "," + strconv.Itoa(to) + "}"
		switch {
		case from == 0 && to == anyWidth:
			text = "*"
		case from == 1 && to == anyWidth:
			text = "+"
		case from == 0 && to == 1:
			text = "?"
		case to == anyWidth:
			text = "{" + strconv.Itoa(from) + ",}"
		}
		r.both(text)
		switch {
		case r.accept('?'):
			r.both("?")
		case r.accept('+'):
			r.back = append(r.back[:b], "(?>"+string(r.back[b:])+")"...)
			r.simple = false
		}
		wide := func(w, n int) int {
			if w == 0 || n == 0 {
				return 0
			}
			if n >= anyWidth || w >= anyWidth || w*n >= anyWidth {
				return anyWidth
			}
			return w * n
		}
		lo, hi = wide(lo, from), wide(hi, to)
	}
}

// quantifier reads *, +, ? or {m,n}; braces of another form are characters.
func (r *reReader) quantifier() (from, to int, ok bool) {
	switch r.peek() {
	case '*':
		r.at++
		return 0, anyWidth, true
	case '+':
		r.at++
		return 1, anyWidth, true
	case '?':
		r.at++
		return 0, 1, true
	case '{':
	default:
		return 0, 0, false
	}
	start := r.at
	r.at++
	number := func() (int, bool) {
		begin := r.at
		for r.at < len(r.src) && r.src[r.at] >= '0' && r.src[r.at] <= '9' {
			r.at++
		}
		if begin == r.at {
			return 0, false
		}
		n, err := strconv.Atoi(string(r.src[begin:r.at]))
		if err != nil || n >= math.MaxUint32 { // CPython's bound
			panic(reFault{"the repetition number is too large", tooFar})
		}
		if n >= anyWidth {
			panic(reFault{"the repetition number is too large", start})
		}
		return n, true
	}
	lo, hasLo := number()
	hi, hasHi := lo, hasLo
	if r.accept(',') {
		if hi, hasHi = number(); !hasHi {
			hi = anyWidth
			hasHi = true
		}
	}
	if !r.accept('}') || !hasLo && !hasHi {
		r.at = start
		return 0, 0, false
	}
	if hi < lo {
		r.fail(start+1, "min repeat greater than max repeat")
	}
	return lo, hi, true
}

// atom reads one thing that may be repeated, or a place.
func (r *reReader) atom() (lo, hi int, repeatable bool) {
	at := r.at
	c := r.src[r.at]
	r.at++
	switch c {
	case '.':
		if r.flags&flagS != 0 {
			r.emit("(?s:.)", "(?s:.)")
		} else {
			r.both("[^\\n]")
		}
	case '^':
		if r.flags&flagM != 0 {
			r.both("(?m:^)")
		} else {
			r.both(`\A`)
		}
		return 0, 0, false
	case '$':
		if r.flags&flagM != 0 {
			r.both("(?m:$)")
		} else {
			r.emit(`(?=\n?\z)`, `\z`)
			r.out.noNewline = true
		}
		return 0, 0, false
	case '(':
		return r.group(at)
	case '[':
		r.set(at)
	case '\\':
		return r.escape(at)
	case '*', '+', '?':
		r.fail(at, "nothing to repeat")
	case '{':
		r.at = at
		if _, _, ok := r.quantifier(); ok {
			r.fail(at, "nothing to repeat")
		}
		r.at = at + 1
		r.literal(c)
	default:
		r.literal(c)
	}
	return 1, 1, true
}

// literal writes a character as itself, in both cases when case is ignored.
func (r *reReader) literal(c rune) {
	s := string(c)
	if strings.ContainsRune(`\^$.|?*+()[]{}# `, c) {
		s = `\` + s
	}
	switch c {
	case '\n':
		s = `\n`
	case '\t':
		s = `\t`
	}
	if r.flags&flagI != 0 {
		if all := r.cases(c); len(all) > 1 {
			s = "[" + string(all) + "]" // letters need no escape
		}
	}
	r.both(s)
}

// class is a class of characters for both engines, inside brackets or alone.
func (r *reReader) class(c rune, inSet bool) (back, line string) {
	ascii := !r.isText || r.flags&flagA != 0
	switch unicode.ToLower(c) {
	case 'd':
		back, line = `\p{Nd}`, "0-9"
		if ascii {
			back = line
		}
	case 's':
		back, line = `\s\x1c-\x1f`, `\t\n\v\f\r \x1c-\x1f`
		if ascii {
			back, line = `\t\n\v\f\r `, `\t\n\v\f\r `
		}
	case 'w':
		back, line = `\p{L}\p{N}_`, "a-zA-Z0-9_"
		if ascii {
			back = line
		}
	}
	if !inSet {
		not := ""
		if unicode.IsUpper(c) {
			not = "^"
		}
		return "[" + not + back + "]", "[" + not + line + "]"
	}
	if !unicode.IsUpper(c) {
		return back, line
	}
	switch {
	case ascii && c == 'D':
		return `\x00-/:-\uffff`, `\x00-/:-\x7f`
	case ascii && c == 'W':
		return `\x00-/:-@\[-^` + "`" + `\{-\uffff`, `\x00-/:-@\[-^` + "`" + `\{-\x7f`
	case ascii && c == 'S':
		return `\x00-\x08\x0e-\x1f!-\uffff`, `\x00-\x08\x0e-\x1f!-\x7f`
	case c == 'D':
		return `\P{Nd}`, `\x00-/:-\x7f`
	case c == 'W':
		return `\W`, `\x00-/:-@\[-^` + "`" + `\{-\x7f`
	}
	return `\S`, `\x00-\x08\x0e-\x1b!-\x7f`
}

// set reads [...].
func (r *reReader) set(start int) {
	not := r.accept('^')
	var back, line, last strings.Builder // last: classes of what is not; the engine errs when others follow them
	write := func(b, l string) {
		if strings.HasPrefix(b, `\W`) || strings.HasPrefix(b, `\S`) || strings.HasPrefix(b, `\P`) {
			last.WriteString(b)
		} else {
			back.WriteString(b)
		}
		line.WriteString(l)
	}
	for first := true; ; first = false {
		if r.at >= len(r.src) {
			r.fail(start, "unterminated character set")
		}
		at := r.at
		if r.src[r.at] == ']' && !first {
			r.at++
			break
		}
		c, b, l := r.setItem(start)
		if r.at+1 < len(r.src) && r.src[r.at] == '-' && r.src[r.at+1] != ']' {
			r.at++
			if r.at >= len(r.src) {
				r.fail(start, "unterminated character set")
			}
			d, _, _ := r.setItem(start)
			if c < 0 || d < 0 || d < c {
				r.fail(at, "bad character range %s", string(r.src[at:r.at]))
			}
			s := setChar(c) + "-" + setChar(d)
			if r.flags&flagI != 0 {
				s += string(r.otherCases(c, d))
			}
			write(s, s)
			continue
		}
		if c >= 0 {
			b = setChar(c)
			if r.flags&flagI != 0 {
				b += string(r.cases(c)[1:])
			}
			l = b
		}
		write(b, l)
	}
	head := "["
	if not {
		head = "[^"
	}
	r.emit(head+back.String()+last.String()+"]", head+line.String()+"]")
}

func setChar(c rune) string {
	switch {
	case c == '-': // the engine takes no range that begins or ends with an escaped one
		return `\x2d`
	case strings.ContainsRune(`\]^[&~`, c):
		return `\` + string(c)
	case c == '\n':
		return `\n`
	}
	return string(c)
}

// setItem reads a character of a set, or a class: then c is negative.
func (r *reReader) setItem(start int) (c rune, back, line string) {
	at := r.at
	c = r.src[r.at]
	r.at++
	if c != '\\' {
		return c, "", ""
	}
	if r.at >= len(r.src) {
		r.fail(at, "bad escape (end of pattern)")
	}
	e := r.src[r.at]
	switch {
	case strings.ContainsRune("dDsSwW", e):
		r.at++
		back, line = r.class(e, true)
		return -1, back, line
	case e == 'b':
		r.at++
		return '\b', "", ""
	case e >= '0' && e <= '7':
		return r.octal(at, 3), "", ""
	}
	if v, ok := r.charEscape(at); ok {
		return v, "", ""
	}
	if e < 128 && (unicode.IsLetter(e) || unicode.IsDigit(e)) {
		r.fail(at, "bad escape \\%c", e)
	}
	r.at++
	return e, "", ""
}

// octal reads up to n octal digits behind the backslash.
func (r *reReader) octal(at, n int) rune {
	begin := r.at
	for r.at < len(r.src) && r.at-begin < n && r.src[r.at] >= '0' && r.src[r.at] <= '7' {
		r.at++
	}
	v, _ := strconv.ParseInt(string(r.src[begin:r.at]), 8, 32)
	if v > 0o377 {
		r.fail(at, "octal escape value \\%s outside of range 0-0o377", string(r.src[begin:r.at]))
	}
	return rune(v)
}

// charEscape reads an escape that stands for one character.
func (r *reReader) charEscape(at int) (rune, bool) {
	e := r.src[r.at]
	if i := strings.IndexRune("afnrtv\\", e); i >= 0 {
		r.at++
		return []rune("\a\f\n\r\t\v\\")[i], true
	}
	digits := map[rune]int{'x': 2, 'u': 4, 'U': 8}[e]
	if digits == 0 || e != 'x' && !r.isText {
		return r.named(at)
	}
	r.at++
	begin := r.at
	for r.at < len(r.src) && r.at-begin < digits && strings.ContainsRune("0123456789abcdefABCDEF", r.src[r.at]) {
		r.at++
	}
	if r.at-begin != digits {
		r.fail(at, "incomplete escape %s", string(r.src[at:r.at]))
	}
	v, _ := strconv.ParseInt(string(r.src[begin:r.at]), 16, 64)
	if v > unicode.MaxRune {
		r.fail(at, "bad escape %s", string(r.src[at:r.at]))
	}
	return rune(v), true
}

// named reads \N{NAME}.
func (r *reReader) named(at int) (rune, bool) {
	if r.src[r.at] != 'N' || !r.isText {
		return 0, false
	}
	r.at++
	if !r.accept('{') {
		r.fail(at+2, "missing {")
	}
	begin := r.at
	for r.at < len(r.src) && r.src[r.at] != '}' {
		r.at++
	}
	name := string(r.src[begin:r.at])
	if !r.accept('}') {
		r.fail(begin, "missing }, unterminated name")
	}
	c, ok := runenames.Named(name)
	if !ok {
		r.fail(at, "undefined character name %s", py.ReprOf(name))
	}
	return c, true
}

// escape reads what stands behind a backslash outside of a set.
func (r *reReader) escape(at int) (lo, hi int, repeatable bool) {
	if r.at >= len(r.src) {
		r.fail(at, "bad escape (end of pattern)")
	}
	c := r.src[r.at]
	switch {
	case strings.ContainsRune("dDsSwW", c):
		r.at++
		r.emit(r.class(c, false))
		return 1, 1, true
	case c == 'A':
		r.at++
		r.both(`\A`)
		return 0, 0, false
	case c == 'Z':
		r.at++
		r.both(`\z`)
		return 0, 0, false
	case c == 'b' || c == 'B':
		r.at++
		r.both(`\` + string(c))
		return 0, 0, false
	case c == '0':
		r.literal(r.octal(at, 3))
		return 1, 1, true
	case c >= '1' && c <= '9':
		return r.reference(at)
	}
	if v, ok := r.charEscape(at); ok {
		r.literal(v)
		return 1, 1, true
	}
	if c < 128 && unicode.IsLetter(c) {
		r.fail(at, "bad escape \\%c", c)
	}
	r.at++
	r.literal(c)
	return 1, 1, true
}

// reference reads \1 to \99, or an octal escape of three digits.
func (r *reReader) reference(at int) (lo, hi int, repeatable bool) {
	isDigit := func(i int, top rune) bool { return i < len(r.src) && r.src[i] >= '0' && r.src[i] <= top }
	if r.src[r.at] <= '3' && isDigit(r.at, '7') && isDigit(r.at+1, '7') && isDigit(r.at+2, '7') {
		r.literal(r.octal(at, 3))
		return 1, 1, true
	}
	begin := r.at
	r.at++
	if isDigit(r.at, '9') {
		r.at++
	}
	n, _ := strconv.Atoi(string(r.src[begin:r.at]))
	return r.refer(n, begin)
}

func (r *reReader) refer(n, at int) (lo, hi int, repeatable bool) {
	if n > r.out.groups {
		r.fail(at, "invalid group reference %d", n)
	}
	if r.open[n] {
		r.fail(at, "cannot refer to an open group")
	}
	open := "(?:"
	if r.flags&flagI != 0 {
		open = "(?i:"
	}
	r.back = append(r.back, open+`\`+strconv.Itoa(n)+")"...)
	r.simple = false
	w := r.spans[n]
	return w[0], w[1], true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
