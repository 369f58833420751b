package py

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

type spec struct {
	fill      string
	align     byte
	sign      byte
	alt, zero bool
	width     int
	comma     byte
	prec      int
	kind      byte
}

// maxWidth bounds the width and precision of one formatted value, in characters.
const maxWidth = 1 << 24

func tooWide() error {
	return Raisef(MemoryErrorClass, "a width or precision of more than %d does not fit", maxWidth)
}

func parseSpec(s string) (spec, error) {
	p := spec{fill: " ", prec: -1}
	r := []rune(s)
	i := 0
	if len(r) > 1 && strings.ContainsRune("<>=^", r[1]) {
		p.fill, p.align, i = string(r[0]), byte(r[1]), 2
	} else if len(r) > 0 && strings.ContainsRune("<>=^", r[0]) {
		p.align, i = byte(r[0]), 1
	}
	if i < len(r) && strings.ContainsRune("+- ", r[i]) {
		p.sign = byte(r[i])
		i++
	}
	if i < len(r) && r[i] == '#' {
		p.alt = true
		i++
	}
	if i < len(r) && r[i] == '0' {
		p.zero = true
		if p.align == 0 {
			p.fill, p.align = "0", '='
		}
		i++
	}
	num := func() (int, bool) {
		n, ok := 0, false
		for ; i < len(r) && r[i] >= '0' && r[i] <= '9'; i++ {
			n, ok = min(n*10+int(r[i]-'0'), maxWidth+1), true
		}
		return n, ok
	}
	p.width, _ = num()
	if i < len(r) && (r[i] == ',' || r[i] == '_') {
		p.comma = byte(r[i])
		i++
	}
	if i < len(r) && r[i] == '.' {
		i++
		n, ok := num()
		if !ok {
			return p, ValueErrorf("Format specifier missing precision")
		}
		p.prec = n
	}
	if i < len(r) {
		p.kind = byte(r[i])
		i++
	}
	if max(p.width, p.prec) > maxWidth {
		return p, tooWide()
	}
	if i != len(r) {
		return p, ValueErrorf("Invalid format specifier '%s'", s)
	}
	return p, nil
}

func (p spec) pad(s string, def byte) string {
	n := p.width - utf8.RuneCountInString(s)
	if n <= 0 {
		return s
	}
	a := p.align
	if a == 0 {
		a = def
	}
	switch a {
	case '<':
		return s + strings.Repeat(p.fill, n)
	case '^':
		return strings.Repeat(p.fill, n/2) + s + strings.Repeat(p.fill, n-n/2)
	case '=':
		head := ""
		if s != "" && strings.ContainsRune("+- ", rune(s[0])) {
			head, s = s[:1], s[1:]
		}
		if p.alt && len(s) > 1 && s[0] == '0' && strings.ContainsRune("xXob", rune(s[1])) {
			head, s = head+s[:2], s[2:]
		}
		return head + strings.Repeat(p.fill, n) + s
	}
	return strings.Repeat(p.fill, n) + s
}

func (p spec) signed(neg bool, s string) string {
	switch {
	case neg:
		return "-" + s
	case p.sign == '+' || p.sign == ' ':
		return string(p.sign) + s
	}
	return s
}

func (p spec) group(digits string, every int) string {
	if p.comma == 0 || len(digits) <= every {
		return digits
	}
	var b strings.Builder
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%every == 0 {
			b.WriteByte(p.comma)
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Format is format(v, spec).
func Format(t *Thread, v Value, s string) (string, error) {
	switch x := v.(type) {
	case *Instance:
		if x.Class.Lookup("__format__") != nil {
			r, err := CallMethod(t, v, "__format__", s)
			return StrOf(r), err
		}
		if x.Native != nil {
			return Format(t, x.Native, s)
		}
	case bool:
		if s != "" {
			n, _ := AsInt(x)
			return Format(t, n, s)
		}
	}
	if c := TypeOf(v); c.Format != nil {
		return c.Format(t, v, s)
	}
	if s == "" {
		return Str(t, v)
	}
	switch x := v.(type) {
	case string:
		p, err := parseSpec(s)
		if err != nil {
			return "", err
		}
		if p.kind != 0 && p.kind != 's' {
			return "", ValueErrorf("Unknown format code '%c' for object of type 'str'", p.kind)
		}
		if p.align == '=' && !p.zero {
			return "", ValueErrorf("'=' alignment not allowed in string format specifier")
		}
		if p.prec >= 0 {
			if r := []rune(x); len(r) > p.prec {
				x = string(r[:p.prec])
			}
		}
		if p.align == '=' {
			p.align = '<'
		}
		return p.pad(x, '<'), nil
	case int64, *big.Int:
		return formatInt(x, s)
	case float64:
		p, err := parseSpec(s)
		if err != nil {
			return "", err
		}
		return formatFloat(x, p)
	case complex128:
		p, err := parseSpec(s)
		if err != nil {
			return "", err
		}
		w := p
		w.width, w.align = 0, 0
		re, err := formatFloat(real(x), w)
		if err != nil {
			return "", err
		}
		w.sign = '+'
		im, err := formatFloat(imag(x), w)
		return p.pad(re+im+"j", '>'), err
	}
	return "", TypeErrorf("unsupported format string passed to %s.__format__", TypeOf(v).TypeName())
}

func formatInt(v Value, s string) (string, error) {
	p, err := parseSpec(s)
	if err != nil {
		return "", err
	}
	b := BigOf(v)
	switch p.kind {
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		f, err := ToFloat(v)
		if err != nil {
			return "", err
		}
		return formatFloat(f, p)
	case 'c':
		return p.pad(string(rune(b.Int64())), '<'), nil
	}
	if p.prec >= 0 {
		return "", ValueErrorf("Precision not allowed in integer format specifier")
	}
	abs := new(big.Int).Abs(b)
	var d string
	switch p.kind {
	case 0, 'd', 'n':
		d = p.group(abs.String(), 3)
	case 'x', 'X', 'o', 'b':
		base := map[byte]int{'x': 16, 'X': 16, 'o': 8, 'b': 2}[p.kind]
		d = p.group(abs.Text(base), 4)
		if p.alt {
			d = "0" + string(p.kind) + d
		}
		if p.kind == 'X' {
			d = strings.ToUpper(d)
		}
	default:
		return "", ValueErrorf("Unknown format code '%c' for object of type 'int'", p.kind)
	}
	return p.pad(p.signed(b.Sign() < 0, d), '>'), nil
}

func formatFloat(f float64, p spec) (string, error) {
	neg := math.Signbit(f) && !math.IsNaN(f)
	a := math.Abs(f)
	if p.prec > 1000 {
		return "", ValueErrorf("precision too big")
	}
	var d string
	kind := p.kind
	if kind == '%' {
		a *= 100
	}
	switch {
	case math.IsNaN(a):
		d = "nan"
	case math.IsInf(a, 0):
		d = "inf"
	default:
		prec := p.prec
		switch kind {
		case 'f', 'F', '%':
			if prec < 0 {
				prec = 6
			}
			d = strconv.FormatFloat(a, 'f', prec, 64)
		case 'e', 'E':
			if prec < 0 {
				prec = 6
			}
			d = strconv.FormatFloat(a, 'e', prec, 64)
		case 'g', 'G', 'n':
			if prec < 0 {
				prec = 6
			}
			d = formatG(a, max(prec, 1), p.alt)
		case 0:
			if prec < 0 {
				d = FloatRepr(a)
			} else {
				d = formatG(a, max(prec, 1), false)
				if !strings.ContainsAny(d, ".e") {
					d += ".0"
				}
			}
		default:
			return "", ValueErrorf("Unknown format code '%c' for object of type 'float'", kind)
		}
	}
	if p.comma != 0 {
		whole, frac, dot := strings.Cut(d, ".")
		d = p.group(whole, 3)
		if dot {
			d += "." + frac
		}
	}
	if kind == '%' {
		d += "%"
	}
	if kind == 'E' || kind == 'G' || kind == 'F' {
		d = strings.ToUpper(d)
	}
	return p.pad(p.signed(neg, d), '>'), nil
}

// formatG is C's %g.
func formatG(a float64, prec int, alt bool) string {
	if a == 0 {
		return "0"
	}
	e := strconv.FormatFloat(a, 'e', prec-1, 64)
	exp, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	var s string
	if exp < -4 || exp >= prec {
		m, x, _ := strings.Cut(e, "e")
		if strings.Contains(m, ".") && !alt {
			m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		}
		return m + "e" + x
	}
	s = strconv.FormatFloat(a, 'f', prec-1-exp, 64)
	if strings.Contains(s, ".") && !alt {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// FormatG is %.{prec}g of a value with its sign.
func FormatG(f float64, prec int) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.Signbit(f):
		return "-" + formatG(-f, prec, false)
	}
	return formatG(f, prec, false)
}

// PercentFormat is format % args.
func PercentFormat(t *Thread, format string, args Value) (string, error) {
	var items []Value
	tuple, isTuple := args.(*Tuple)
	mapping, isMap := args.(*Dict)
	if isTuple {
		items = tuple.Items
	} else {
		items = []Value{args}
	}
	used := 0
	next := func() (Value, error) {
		if used >= len(items) {
			return nil, TypeErrorf("not enough arguments for format string")
		}
		used++
		return items[used-1], nil
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		if i++; i >= len(format) {
			return "", ValueErrorf("incomplete format")
		}
		if format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		var val Value
		if format[i] == '(' {
			end := strings.IndexByte(format[i:], ')')
			if end < 0 {
				return "", ValueErrorf("incomplete format key")
			}
			if !isMap {
				return "", TypeErrorf("format requires a mapping")
			}
			v, err := dictItem(t, mapping, format[i+1:i+end])
			if err != nil {
				return "", err
			}
			val = v
			i += end + 1
			used = len(items)
		}
		start := i
		for i < len(format) && strings.IndexByte("#0- +", format[i]) >= 0 {
			i++
		}
		flags := format[start:i]
		width, prec := 0, -1
		readNum := func() (int, error) {
			if i < len(format) && format[i] == '*' {
				i++
				v, err := next()
				if err != nil {
					return 0, err
				}
				n, ok := AsInt(v)
				if !ok {
					return 0, TypeErrorf("* wants int")
				}
				return int(n), nil
			}
			n := 0
			for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
				n = min(n*10+int(format[i]-'0'), maxWidth+1)
			}
			return n, nil
		}
		var err error
		if width, err = readNum(); err != nil {
			return "", err
		}
		if i < len(format) && format[i] == '.' {
			i++
			if prec, err = readNum(); err != nil {
				return "", err
			}
		}
		for i < len(format) && strings.IndexByte("hlL", format[i]) >= 0 {
			i++
		}
		if i >= len(format) {
			return "", ValueErrorf("incomplete format")
		}
		if val == nil {
			if val, err = next(); err != nil {
				return "", err
			}
		}
		if max(width, prec) > maxWidth {
			return "", tooWide()
		}
		s, err := percentOne(t, format[i], flags, width, prec, val)
		if err != nil {
			return "", err
		}
		b.WriteString(s)
	}
	if used < len(items) && !(isMap && !isTuple) {
		return "", TypeErrorf("not all arguments converted during string formatting")
	}
	return b.String(), nil
}

func percentOne(t *Thread, verb byte, flags string, width, prec int, v Value) (string, error) {
	p := spec{fill: " ", align: '>', width: width, prec: prec, kind: verb, alt: strings.Contains(flags, "#")}
	switch {
	case strings.Contains(flags, "-"):
		p.align = '<'
	case strings.Contains(flags, "0") && verb != 's' && verb != 'r':
		p.fill, p.align = "0", '='
	}
	if strings.Contains(flags, "+") {
		p.sign = '+'
	} else if strings.Contains(flags, " ") {
		p.sign = ' '
	}
	switch verb {
	case 's', 'r', 'a':
		s, err := "", error(nil)
		if verb == 's' {
			s, err = Str(t, v)
			if b, ok := v.(Bytes); ok && false {
				s = string(b)
			}
		} else {
			s, err = Repr(t, v)
		}
		if r := []rune(s); prec >= 0 && len(r) > prec {
			s = string(r[:prec])
		}
		return p.pad(s, '>'), err
	case 'd', 'i', 'u':
		n, err := IntOf(v)
		if err != nil {
			return "", TypeErrorf("%%%c format: a real number is required, not %s", verb, TypeOf(v).Name)
		}
		b := BigOf(n)
		d := new(big.Int).Abs(b).String()
		for prec > len(d) {
			d = "0" + d
		}
		return p.pad(p.signed(b.Sign() < 0, d), '>'), nil
	case 'x', 'X', 'o':
		n, ok := v.(int64)
		big, isBig := v.(*big.Int)
		if !ok && !isBig {
			k, ok := AsInt(v)
			if !ok {
				return "", TypeErrorf("%%%c format: an integer is required, not %s", verb, TypeOf(v).Name)
			}
			n = k
		}
		var val Value = n
		if isBig {
			val = big
		}
		w := p
		w.width, w.prec = 0, -1
		s, err := formatInt(val, map[bool]string{true: "#", false: ""}[p.alt]+string(verb))
		return p.pad(s, '>'), err
	case 'e', 'E', 'f', 'F', 'g', 'G':
		f, err := ToFloat(v)
		if err != nil {
			return "", err
		}
		return formatFloat(f, p)
	case 'c':
		if s, ok := v.(string); ok {
			return p.pad(s, '>'), nil
		}
		n, _ := AsInt(v)
		return p.pad(string(rune(n)), '>'), nil
	}
	return "", ValueErrorf("unsupported format character '%c' (0x%x) at index %d", verb, verb, 0)
}

// FormatString is str.format.
func FormatString(t *Thread, format string, args []Value, kw []Kw) (string, error) {
	auto := 0
	return formatInner(t, format, args, kw, &auto, 2)
}

func formatInner(t *Thread, format string, args []Value, kw []Kw, auto *int, depth int) (string, error) {
	if depth < 0 {
		return "", ValueErrorf("Max string recursion exceeded")
	}
	var b strings.Builder
	for i := 0; i < len(format); {
		c := format[i]
		if c == '{' && i+1 < len(format) && format[i+1] == '{' || c == '}' && i+1 < len(format) && format[i+1] == '}' {
			b.WriteByte(c)
			i += 2
			continue
		}
		if c == '}' {
			return "", ValueErrorf("Single '}' encountered in format string")
		}
		if c != '{' {
			b.WriteByte(c)
			i++
			continue
		}
		level, end := 1, i+1
		for ; end < len(format) && level > 0; end++ {
			switch format[end] {
			case '{':
				level++
			case '}':
				level--
			}
		}
		if level > 0 {
			return "", ValueErrorf("Single '{' encountered in format string")
		}
		s, err := formatField(t, format[i+1:end-1], args, kw, auto, depth)
		if err != nil {
			return "", err
		}
		b.WriteString(s)
		i = end
	}
	return b.String(), nil
}

func formatField(t *Thread, field string, args []Value, kw []Kw, auto *int, depth int) (string, error) {
	sp, conv := "", byte(0)
	if i := strings.IndexByte(field, ':'); i >= 0 && !strings.Contains(field[:i], "[") || i >= 0 && strings.Contains(field[:i], "]") {
		field, sp = field[:i], field[i+1:]
	}
	if i := strings.LastIndexByte(field, '!'); i >= 0 && i == len(field)-2 {
		field, conv = field[:i], field[i+1]
	}
	name, rest := field, ""
	if i := strings.IndexAny(field, ".["); i >= 0 {
		name, rest = field[:i], field[i:]
	}
	v, err := formatArg(name, args, kw, auto)
	if err != nil {
		return "", err
	}
	for rest != "" {
		if rest[0] == '.' {
			end := strings.IndexAny(rest[1:], ".[")
			if end < 0 {
				end = len(rest) - 1
			}
			if v, err = GetAttr(t, v, rest[1:1+end]); err != nil {
				return "", err
			}
			rest = rest[1+end:]
			continue
		}
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			return "", ValueErrorf("Missing ']' in format string")
		}
		var key Value = rest[1:end]
		if n, err := strconv.ParseInt(rest[1:end], 10, 64); err == nil {
			key = n
		}
		if v, err = GetItem(t, v, key); err != nil {
			return "", err
		}
		rest = rest[end+1:]
	}
	if v, err = Convert(t, v, conv); err != nil {
		return "", err
	}
	if strings.Contains(sp, "{") {
		if sp, err = formatInner(t, sp, args, kw, auto, depth-1); err != nil {
			return "", err
		}
	}
	return Format(t, v, sp)
}

// Convert applies a !r, !s or !a conversion.
func Convert(t *Thread, v Value, conv byte) (Value, error) {
	switch conv {
	case 'r', 'a':
		return Repr(t, v)
	case 's':
		return Str(t, v)
	case 0:
		return v, nil
	}
	return nil, ValueErrorf("Unknown conversion specifier '%c'", conv)
}

func formatArg(name string, args []Value, kw []Kw, auto *int) (Value, error) {
	if name == "" {
		name = fmt.Sprint(*auto)
		*auto++
	}
	if n, err := strconv.Atoi(name); err == nil {
		if n >= len(args) {
			return nil, IndexErrorf("Replacement index %d out of range for positional args tuple", n)
		}
		return args[n], nil
	}
	for _, k := range kw {
		if k.Name == name {
			return k.Value, nil
		}
	}
	return nil, NewExc(KeyErrorClass, name)
}
