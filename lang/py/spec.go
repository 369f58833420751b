package py

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/text/literal"
)

// spec is a format specification: [[fill]align][sign][z][#][0][width][,_][.precision][type].
type spec struct {
	fill      string
	align     byte
	sign      byte
	alt, zero bool
	noNegZero bool
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

// parseSpec reads a specification for a value of a type.
func parseSpec(s, typ string) (spec, error) {
	p := spec{fill: " ", prec: -1}
	r := []rune(s)
	i := 0
	is := func(set string) bool { return i < len(r) && strings.ContainsRune(set, r[i]) }
	if len(r) > 1 && strings.ContainsRune("<>=^", r[1]) {
		p.fill, p.align, i = string(r[0]), byte(r[1]), 2
	} else if is("<>=^") {
		p.align, i = byte(r[0]), 1
	}
	if is("+- ") {
		p.sign = byte(r[i])
		i++
	}
	if is("z") {
		p.noNegZero = true
		i++
	}
	if is("#") {
		p.alt = true
		i++
	}
	if is("0") {
		p.zero = true
		if len(r) < 2 || !strings.ContainsRune("<>=^", r[1]) { // a fill of its own goes before
			p.fill = "0"
		}
		if p.align == 0 {
			p.align = '='
		}
		i++
	}
	num := func() (n int, ok bool, err error) {
		from := i
		for ; i < len(r) && r[i] >= '0' && r[i] <= '9'; i++ {
		}
		if from < i {
			if n, err = strconv.Atoi(string(r[from:i])); err != nil {
				return 0, true, ValueErrorf("Too many decimal digits in format string")
			}
		}
		return n, from < i, nil
	}
	var err error
	if p.width, _, err = num(); err != nil {
		return p, err
	}
	for is(",_") {
		if p.comma != 0 {
			if p.comma == byte(r[i]) {
				return p, ValueErrorf("Cannot specify '%c' with '%c'.", r[i], r[i])
			}
			return p, ValueErrorf("Cannot specify both ',' and '_'.")
		}
		p.comma = byte(r[i])
		i++
	}
	if is(".") {
		i++
		n, ok, err := num()
		if err != nil {
			return p, err
		}
		if !ok {
			return p, ValueErrorf("Format specifier missing precision")
		}
		p.prec = n
	}
	if len(r)-i > 1 || i < len(r) && r[i] > 127 {
		return p, ValueErrorf("Invalid format specifier '%s' for object of type '%s'", s, typ)
	}
	if i < len(r) {
		p.kind = byte(r[i])
	}
	if p.prec > math.MaxInt32 && (strings.ContainsRune("eEfFgG%", rune(p.kind)) || typ == "float" || typ == "complex") {
		return p, ValueErrorf("precision too big")
	}
	if max(p.width, p.prec) > maxWidth {
		return p, tooWide()
	}
	if p.comma != 0 && p.kind != 0 && !strings.ContainsRune("deEfFgG%", rune(p.kind)) &&
		!(p.comma == '_' && strings.ContainsRune("boxX", rune(p.kind))) {
		return p, ValueErrorf("Cannot specify '%c' with '%c'.", p.comma, p.kind)
	}
	return p, nil
}

// pad brings a text to the width; def is the alignment where none is given.
func (p spec) pad(s string, def byte) string {
	n := p.width - RuneLen(s)
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
	}
	return strings.Repeat(p.fill, n) + s
}

// number puts a sign and a prefix before the digits of a number and brings it to the width;
// zeros that fill it are grouped as the digits are.
func (p spec) number(neg bool, prefix, digits string, every int) string {
	sign := ""
	switch {
	case neg:
		sign = "-"
	case p.sign == '+' || p.sign == ' ':
		sign = string(p.sign)
	}
	end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 || every == 4 {
		end = len(digits)
	}
	whole, rest := digits[:end], digits[end:]
	least := 0
	if p.align == '=' && p.fill == "0" {
		least = p.width - len(sign) - len(prefix) - len(rest)
	}
	if p.comma != 0 && whole != "" {
		whole = group(whole, p.comma, every, least)
	}
	body := whole + rest
	if p.align == '=' {
		if n := p.width - len(sign) - len(prefix) - len(body); n > 0 {
			body = strings.Repeat(p.fill, n) + body
		}
		return sign + prefix + body
	}
	return p.pad(sign+prefix+body, '>')
}

// group puts a separator between groups of digits, with zeros before them up to least
// characters.
func group(digits string, sep byte, every, least int) string {
	for n := len(digits); n+(n-1)/every < least; n++ {
		digits = "0" + digits
	}
	var b strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%every == 0 {
			b.WriteByte(sep)
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}

func unknownCode(p spec, typ string) error {
	return ValueErrorf("Unknown format code '%c' for object of type '%s'", p.kind, typ)
}

func formatStr(x, s string) (string, error) {
	p, err := parseSpec(s, "str")
	switch {
	case err != nil:
		return "", err
	case p.kind != 0 && p.kind != 's':
		return "", unknownCode(p, "str")
	case p.sign == ' ':
		return "", ValueErrorf("Space not allowed in string format specifier")
	case p.sign != 0:
		return "", ValueErrorf("Sign not allowed in string format specifier")
	case p.noNegZero:
		return "", ValueErrorf("Negative zero coercion (z) not allowed in string format specifier")
	case p.alt:
		return "", ValueErrorf("Alternate form (#) not allowed in string format specifier")
	case p.comma != 0:
		return "", ValueErrorf("Cannot specify '%c' with 's'.", p.comma)
	case p.align == '=' && !p.zero:
		return "", ValueErrorf("'=' alignment not allowed in string format specifier")
	}
	if p.align == '=' {
		p.align = '<'
	}
	if x := indexRunes(x); p.prec >= 0 && x.n > p.prec {
		return p.pad(x.cut(0, p.prec), '<'), nil
	}
	return p.pad(x, '<'), nil
}

// AppendInt writes an int by a specification of a width and zeros before it alone; ok is false
// for another one.
func AppendInt(to []byte, n int64, s string) (b []byte, ok bool) {
	fill := byte(' ')
	if s != "" && s[0] == '0' {
		fill, s = '0', s[1:]
	}
	if s != "" && s[len(s)-1] == 'd' {
		s = s[:len(s)-1]
	}
	width := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || i > 1 {
			return to, false
		}
		width = width*10 + int(s[i]-'0')
	}
	var room [20]byte
	digits := strconv.AppendInt(room[:0], n, 10)
	pad := width - len(digits)
	if pad > 0 && n < 0 && fill == '0' {
		to, digits = append(to, '-'), digits[1:]
	}
	for ; pad > 0; pad-- {
		to = append(to, fill)
	}
	return append(to, digits...), true
}

// AppendFloat writes a float by a specification of a precision alone, such as .2f; ok is false
// for another one.
func AppendFloat(to []byte, x float64, s string) (b []byte, ok bool) {
	if len(s) != 3 || s[0] != '.' || s[2] != 'f' || s[1] < '0' || s[1] > '9' || math.IsInf(x, 0) || math.IsNaN(x) {
		return to, false
	}
	return strconv.AppendFloat(to, x, 'f', int(s[1]-'0'), 64), true
}

// formatInt is an int, or a bool as one, by a specification; typ is for errors.
func formatInt(v Value, s, typ string) (string, error) {
	if n, ok := v.(int64); ok {
		var room [32]byte
		if b, ok := AppendInt(room[:0], n, s); ok {
			return string(b), nil
		}
	}
	p, err := parseSpec(s, typ)
	if err != nil {
		return "", err
	}
	return intText(v, p, typ)
}

func intText(v Value, p spec, typ string) (string, error) {
	b := BigOf(v)
	switch p.kind {
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		f, err := ToFloat(v)
		if err != nil {
			return "", err
		}
		return formatFloat(f, p)
	}
	switch {
	case p.kind != 0 && !strings.ContainsRune("bcdnoxX", rune(p.kind)):
		return "", unknownCode(p, typ)
	case p.prec >= 0:
		return "", ValueErrorf("Precision not allowed in integer format specifier")
	case p.noNegZero:
		return "", ValueErrorf("Negative zero coercion (z) not allowed in integer format specifier")
	}
	abs := new(big.Int).Abs(b)
	switch p.kind {
	case 'c':
		switch {
		case p.sign != 0:
			return "", ValueErrorf("Sign not allowed with integer format specifier 'c'")
		case p.alt:
			return "", ValueErrorf("Alternate form (#) not allowed with integer format specifier 'c'")
		case b.Sign() < 0 || b.Cmp(big.NewInt(utf8.MaxRune)) > 0:
			return "", Raisef(OverflowErrorClass, "%%c arg not in range(0x110000)")
		}
		return p.pad(string(literal.AppendRune(nil, rune(b.Int64()))), '>'), nil
	case 0, 'd', 'n':
		d, err := decimal(nil, abs)
		if err != nil {
			return "", err
		}
		return p.number(b.Sign() < 0, "", d, 3), nil
	case 'x', 'X', 'o', 'b':
		d, prefix := abs.Text(map[byte]int{'x': 16, 'X': 16, 'o': 8, 'b': 2}[p.kind]), ""
		if p.alt {
			prefix = "0" + string(p.kind)
		}
		if p.kind == 'X' {
			d = strings.ToUpper(d)
		}
		return p.number(b.Sign() < 0, prefix, d, 4), nil
	}
	return "", unknownCode(p, typ)
}

// floatDigits are the digits of a float that is not negative, by the type and precision.
func floatDigits(a float64, p spec) (string, error) {
	prec := p.prec
	if prec < 0 && p.kind != 0 {
		prec = 6
	}
	dot := func(s string) string {
		if m, e, has := strings.Cut(s, "e"); p.alt && !strings.Contains(m, ".") {
			if m += "."; has {
				m += "e" + e
			}
			return m
		}
		return s
	}
	switch p.kind {
	case 'f', 'F', '%':
		return dot(strconv.FormatFloat(a, 'f', prec, 64)), nil
	case 'e', 'E':
		return dot(strconv.FormatFloat(a, 'e', prec, 64)), nil
	case 'g', 'G', 'n':
		return dot(literal.Digits(a, max(prec, 1), p.alt)), nil
	case 0:
		if prec < 0 {
			return dot(literal.Float(a)), nil
		}
		// As 'g', but with a digit after the point, and in exponent form one digit earlier.
		prec = max(prec, 1)
		e := strconv.FormatFloat(a, 'e', prec-1, 64)
		if exp, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:]); a != 0 && exp == prec-1 {
			m, x, _ := strings.Cut(e, "e")
			if !p.alt && strings.Contains(m, ".") {
				m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
			}
			return dot(m + "e" + x), nil
		}
		d := literal.Digits(a, prec, p.alt)
		if !strings.ContainsAny(d, ".e") {
			d += ".0"
		}
		return d, nil
	}
	return "", unknownCode(p, "float")
}

func formatFloat(f float64, p spec) (string, error) {
	if strings.IndexByte("eEfFgGn%\x00", p.kind) < 0 {
		return "", unknownCode(p, "float")
	}
	if p.prec > math.MaxInt32 {
		return "", ValueErrorf("precision too big")
	}
	neg := math.Signbit(f) && !math.IsNaN(f)
	a := math.Abs(f)
	if p.kind == '%' {
		a *= 100
	}
	d, err := "nan", error(nil)
	switch {
	case math.IsInf(a, 0):
		d = "inf"
	case !math.IsNaN(a):
		if d, err = floatDigits(a, p); err != nil {
			return "", err
		}
	}
	if p.noNegZero && strings.Trim(strings.ToLower(d), "0.e+-") == "" {
		neg = false
	}
	if p.kind == '%' {
		d += "%"
	}
	if p.kind == 'E' || p.kind == 'G' || p.kind == 'F' {
		d = strings.ToUpper(d)
	}
	return p.number(neg, "", d, 3), nil
}

// formatComplex formats the parts alone, then aligns them together.
func formatComplex(z complex128, p spec) (string, error) {
	switch {
	case p.zero:
		return "", ValueErrorf("Zero padding is not allowed in complex format specifier")
	case p.align == '=':
		return "", ValueErrorf("'=' alignment flag is not allowed in complex format specifier")
	}
	if p.kind == 0 && p.prec < 0 && p.sign == 0 && p.comma == 0 {
		return p.pad(literal.Complex(z), '>'), nil
	}
	w := p
	w.width, w.align = 0, 0
	shortest := w.kind == 0 && w.prec < 0 // as repr shows them, without .0
	if w.kind == 0 && !shortest {
		w.kind = 'g'
	}
	re, err := formatFloat(real(z), w)
	if err != nil {
		return "", err
	}
	alone := p.kind == 0 && real(z) == 0 && !math.Signbit(real(z)) // as 2j
	if !alone {
		w.sign = '+'
	}
	im, err := formatFloat(imag(z), w)
	if shortest {
		re, im = strings.TrimSuffix(re, ".0"), strings.TrimSuffix(im, ".0")
	}
	s := re + im + "j"
	if p.kind == 0 {
		if s = "(" + s + ")"; alone {
			s = im + "j"
		}
	}
	return p.pad(s, '>'), err
}
