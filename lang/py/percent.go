package py

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/tfs-lang/tfs/text/literal"
)

// percent formats with % operators: the arguments, how far they are used, and the text so far.
type percent struct {
	t       *Thread
	format  string
	at      int
	items   []Value
	used    int
	mapping Value // nil when there is none
	bytes   bool
	b       []byte
}

// PercentFormat is format % args for str.
func PercentFormat(t *Thread, format string, args Value) (string, error) {
	if len(format) < longText {
		return t.textAside(args, func(t *Thread) (string, error) { return percentFormat(t, format, args, false) })
	}
	return t.textAside(NewTuple(format, args), func(t *Thread) (string, error) {
		return percentFormat(t, format, args, false)
	})
}

func percentFormat(t *Thread, format string, args Value, bytes bool) (string, error) {
	p := &percent{t: t, format: format, items: []Value{args}, bytes: bytes}
	switch x := args.(type) {
	case *Tuple:
		p.items = x.Items
	case string, Bytes:
	case *Dict:
		p.mapping = x
	case *ByteArray:
		if !bytes {
			p.mapping = x
		}
	case *List, *Range:
		p.mapping = x
	case *Instance:
		if x.Class.Lookup("__getitem__") != nil || x.Native != nil {
			if _, isText := x.Native.(string); !isText && numRank(x.Native) == 0 {
				p.mapping = x
			}
		}
	default:
		if TypeOf(args).GetItem != nil {
			p.mapping = args
		}
	}
	for p.at < len(format) {
		i := strings.IndexByte(format[p.at:], '%')
		if i < 0 {
			break
		}
		p.b = append(p.b, format[p.at:p.at+i]...)
		p.at += i + 1
		if err := p.one(); err != nil {
			return "", err
		}
	}
	p.b = append(p.b, format[p.at:]...)
	if p.used < len(p.items) && p.mapping == nil {
		what := "string"
		if bytes {
			what = "bytes"
		}
		return "", TypeErrorf("not all arguments converted during %s formatting", what)
	}
	return owned(p.b), nil
}

func (p *percent) next() (Value, error) {
	if p.used >= len(p.items) {
		return nil, TypeErrorf("not enough arguments for format string")
	}
	p.used++
	return p.items[p.used-1], nil
}

// peek is the byte at the current place, 0 at the end.
func (p *percent) peek() byte {
	if p.at < len(p.format) {
		return p.format[p.at]
	}
	return 0
}

// key reads (name) and gives the value of that name, nil where there is no name.
func (p *percent) key() (Value, error) {
	if p.peek() != '(' {
		return nil, nil
	}
	level, end := 0, p.at
	for ; end < len(p.format); end++ {
		if p.format[end] == '(' {
			level++
		} else if p.format[end] == ')' {
			if level--; level == 0 {
				break
			}
		}
	}
	if p.mapping == nil {
		return nil, TypeErrorf("format requires a mapping")
	}
	if end == len(p.format) {
		return nil, ValueErrorf("incomplete format key")
	}
	var name Value = p.format[p.at+1 : end]
	if p.bytes {
		name = Bytes(p.format[p.at+1 : end])
	}
	p.at = end + 1
	p.used = len(p.items)
	return GetItem(p.t, p.mapping, name)
}

// number reads digits or takes the argument of a *.
func (p *percent) number() (int, error) {
	if p.peek() == '*' {
		p.at++
		v, err := p.next()
		if err != nil {
			return 0, err
		}
		switch v.(type) {
		case int64, bool:
		default:
			return 0, TypeErrorf("* wants int")
		}
		n, _ := AsInt(v)
		return int(max(min(n, maxWidth+1), -maxWidth-1)), nil
	}
	n := 0
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		n = min(n*10+int(c-'0'), maxWidth+1)
		p.at++
	}
	return n, nil
}

// plain formats %d of a small int and %s of a str; false for anything else, which stays.
func (p *percent) plain() bool {
	if p.bytes || p.used >= len(p.items) {
		return false
	}
	switch x := p.items[p.used].(type) {
	case int64:
		if p.peek() != 'd' && p.peek() != 's' {
			return false
		}
		p.b = strconv.AppendInt(p.b, x, 10)
	case string:
		if p.peek() != 's' {
			return false
		}
		if n := len(p.b) + len(x); n > cap(p.b) && n > manyBytes {
			return false
		}
		p.b = append(p.b, x...)
	default:
		return false
	}
	p.at++
	p.used++
	return true
}

// one formats what follows a %.
func (p *percent) one() error {
	if p.plain() {
		return nil
	}
	start := p.at
	val, err := p.key()
	if err != nil {
		return err
	}
	s := spec{fill: " ", align: '>', prec: -1}
	zero := false
	for c := p.peek(); c != 0 && strings.IndexByte("#0- +", c) >= 0; c = p.peek() {
		switch c {
		case '#':
			s.alt = true
		case '0':
			zero = true
		case '-':
			s.align = '<'
		case '+':
			s.sign = '+'
		case ' ':
			if s.sign == 0 {
				s.sign = ' '
			}
		}
		p.at++
	}
	if s.width, err = p.number(); err != nil {
		return err
	}
	if s.width < 0 {
		s.width, s.align = -s.width, '<'
	}
	if p.peek() == '.' {
		p.at++
		if s.prec, err = p.number(); err != nil {
			return err
		}
		s.prec = max(s.prec, 0)
	}
	for c := p.peek(); c == 'h' || c == 'l' || c == 'L'; c = p.peek() {
		p.at++
	}
	if p.at >= len(p.format) {
		return ValueErrorf("incomplete format")
	}
	if max(s.width, s.prec) > maxWidth {
		return tooWide()
	}
	verb, n := literal.DecodeRune(p.format[p.at:])
	if p.bytes {
		verb, n = rune(p.format[p.at]), 1
	}
	if verb == '%' && p.at == start {
		p.at++
		p.b = append(p.b, '%')
		return nil
	}
	if verb == '%' && val == nil { // with a width it takes a value before it is refused
		if val, err = p.next(); err != nil {
			return err
		}
	}
	if verb > 127 || strings.IndexByte("srabdiuxXoeEfFgGc", byte(verb)) < 0 || verb == 'b' && !p.bytes {
		at := p.at
		if !p.bytes {
			at = RuneLen(p.format[:at])
		}
		return ValueErrorf("unsupported format character '%c' (0x%x) at index %d", verb, verb, at)
	}
	p.at += n
	if val == nil {
		if val, err = p.next(); err != nil {
			return err
		}
	}
	if zero && s.align != '<' && strings.IndexByte("srabc", byte(verb)) < 0 {
		s.fill, s.align = "0", '='
	}
	text, err := p.value(byte(verb), s, val)
	if err == nil {
		p.b, err = Append(p.b, text)
	}
	return err
}

// value is one value by its verb.
func (p *percent) value(verb byte, s spec, v Value) (string, error) {
	switch verb {
	case 's', 'r', 'a', 'b':
		text, err := p.text(verb, v)
		if s.prec >= 0 && err == nil {
			if p.bytes {
				text = text[:min(s.prec, len(text))]
			} else if x := indexRunes(text); x.n > s.prec {
				text = x.cut(0, s.prec)
			}
		}
		return s.pad(text, '>'), err
	case 'c':
		return p.char(s, v)
	case 'e', 'E', 'f', 'F', 'g', 'G':
		f, err := ToFloat(v)
		if err != nil {
			return "", err
		}
		s.kind = verb
		return formatFloat(f, s)
	}
	n, err := p.integer(verb, v)
	if err != nil {
		return "", err
	}
	abs, prefix := new(big.Int).Abs(n), ""
	d := ""
	switch verb {
	case 'x', 'X':
		if d = abs.Text(16); verb == 'X' {
			d = strings.ToUpper(d)
		}
	case 'o':
		d = abs.Text(8)
	default:
		if d, err = decimal(nil, abs); err != nil {
			return "", err
		}
	}
	if s.alt && strings.IndexByte("xXo", verb) >= 0 {
		prefix = "0" + string(verb)
	}
	if s.prec > len(d) {
		d = strings.Repeat("0", s.prec-len(d)) + d
	}
	return s.number(n.Sign() < 0, prefix, d, 3), nil
}

func (p *percent) text(verb byte, v Value) (string, error) {
	if p.bytes && (verb == 's' || verb == 'b') {
		if b, ok := Buffer(v); ok {
			return string(b), nil
		}
		if x, ok := v.(*Instance); ok && x.Class.Lookup("__bytes__") != nil {
			r, err := CallMethod(p.t, x, "__bytes__")
			b, _ := r.(Bytes)
			return string(b), err
		}
		return "", TypeErrorf(
			"%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'",
			TypeOf(v).TypeName(),
		)
	}
	switch verb {
	case 's':
		return Str(p.t, v)
	case 'r':
		if !p.bytes {
			return Repr(p.t, v)
		}
	}
	return ASCII(p.t, v)
}

func (p *percent) char(s spec, v Value) (string, error) {
	if p.bytes {
		switch x := v.(type) {
		case Bytes:
			if len(x) == 1 {
				return s.pad(string(x), '>'), nil
			}
		case int64:
			if x >= 0 && x < 256 {
				return s.pad(string([]byte{byte(x)}), '>'), nil
			}
			return "", Raisef(OverflowErrorClass, "%%c arg not in range(256)")
		}
		return "", TypeErrorf("%%c requires an integer in range(256) or a single byte")
	}
	if x, ok := v.(string); ok {
		if RuneLen(x) != 1 {
			return "", TypeErrorf("%%c requires int or char")
		}
		return s.pad(x, '>'), nil
	}
	n, err := Index(v)
	if err != nil {
		return "", TypeErrorf("%%c requires int or char")
	}
	r, ok := n.(int64)
	if !ok || r < 0 || r > 0x10ffff {
		return "", Raisef(OverflowErrorClass, "%%c arg not in range(0x110000)")
	}
	return s.pad(string(literal.AppendRune(nil, rune(r))), '>'), nil
}

// integer is the number a verb for ints takes: floats too, but for %x and %o.
func (p *percent) integer(verb byte, v Value) (*big.Int, error) {
	want := "a real number"
	if strings.IndexByte("xXo", verb) >= 0 {
		want = "an integer"
	}
	var n Value
	var err error
	x, isObject := v.(*Instance)
	switch {
	case want == "an integer":
		n, err = Index(v)
		if isObject && x.Class.Lookup("__index__") != nil && err != nil {
			return nil, err
		}
	case isObject && (x.Class.Lookup("__int__") != nil || x.Class.Lookup("__index__") != nil || x.Native != nil):
		if n, err = IntOf(v); err != nil {
			return nil, err
		}
	default:
		if n, err = IntOf(v); err != nil && numRank(v) > 0 && numRank(v) < 3 {
			return nil, err
		}
	}
	if _, isText := v.(string); isText || err != nil {
		return nil, TypeErrorf("%%%c format: %s is required, not %s", verb, want, TypeOf(v).TypeName())
	}
	return BigOf(n), nil
}
