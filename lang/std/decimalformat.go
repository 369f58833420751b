package std

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/lang/decimal"
	"github.com/tfs-lang/tfs/lang/py"
)

// decimalSpec is a format specification of decimal numbers.
type decimalSpec struct {
	fill, align, sign  string
	negZero, zero, sep bool // z, 0 and ,
	width, prec        int64
	kind               byte // 0 where it is left out
	hasPrec            bool
}

func parseDecimalSpec(s string) (p decimalSpec, ok bool) {
	if _, n := utf8.DecodeRuneInString(s); len(s) > n && strings.IndexByte("<>=^", s[n]) >= 0 {
		p.fill, p.align, s = s[:n], s[n:n+1], s[n+1:]
	} else if s != "" && strings.IndexByte("<>=^", s[0]) >= 0 {
		p.align, s = s[:1], s[1:]
	}
	take := func(of string) string {
		if s == "" || strings.IndexByte(of, s[0]) < 0 {
			return ""
		}
		c := s[:1]
		s = s[1:]
		return c
	}
	number := func() (n int64, any bool) {
		i := 0
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		n, err := strconv.ParseInt(s[:i], 10, 40)
		any = i > 0 && err == nil
		s = s[i:]
		return n, any
	}
	p.sign = take("-+ ")
	p.negZero = take("z") != ""
	take("#")
	p.zero = take("0") != ""
	p.width, _ = number()
	p.sep = take(",") != ""
	if take(".") != "" {
		if p.prec, p.hasPrec = number(); !p.hasPrec {
			return p, false
		}
	}
	if k := take("eEfFgGn%"); k != "" {
		p.kind = k[0]
	}
	return p, s == ""
}

// formatDecimal is a number as a format specification has it; r rounds, small has exponents begin with e.
func formatDecimal(x *decimal.Number, spec string, r decimal.Rounding, small bool) (string, error) {
	p, ok := parseDecimalSpec(spec)
	if !ok {
		return "", py.ValueErrorf("invalid format string")
	}
	if err := py.Fits(max(p.width, p.prec)); err != nil {
		return "", err
	}
	c := decimal.Context{Room: py.Fits}
	var text string
	if x.Kind != decimal.Finite {
		text = strings.TrimPrefix(x.Text(false, 'E'), "-")
		if p.kind == '%' {
			text += "%"
		}
	} else {
		x = decimalPlaces(&c, x, p, r)
		if c.Err != nil {
			return "", c.Err
		}
		if x.Exp > 0 {
			if err := py.Fits(x.Exp); err != nil && strings.IndexByte("fF%", p.kind) >= 0 {
				return "", err
			}
		}
		text = decimalBody(x, p, small)
	}
	sign := strings.Replace(p.sign, "-", "", 1)
	if x.Neg && !(p.negZero && x.Zero()) {
		sign = "-"
	}
	return p.place(sign, text, x.Kind != decimal.Finite), nil
}

// decimalPlaces rounds a finite number to the digits a specification asks for.
func decimalPlaces(c *decimal.Context, x *decimal.Number, p decimalSpec, r decimal.Rounding) *decimal.Number {
	digits := func(n int64) {
		for cut := int64(len(x.Digits())) - n; cut > 0; cut = int64(len(x.Digits())) - n { // again where 99 became 100
			x = c.Rescale(x, x.Exp+cut, r)
		}
	}
	if p.kind == '%' {
		x = decimal.Make(x.Neg, x.Coefficient(), x.Exp+2)
	}
	switch {
	case !p.hasPrec:
	case p.kind == 'e' || p.kind == 'E':
		digits(p.prec + 1)
		if !x.Zero() {
			x = c.Rescale(x, x.Adjusted()-p.prec, r)
		}
	case p.kind == 'f' || p.kind == 'F' || p.kind == '%':
		x = c.Rescale(x, -p.prec, r)
	default:
		digits(max(p.prec, 1))
	}
	return x
}

// decimalBody is a finite number without its sign.
func decimalBody(x *decimal.Number, p decimalSpec, small bool) string {
	digits := x.Digits()
	left := x.Exp + int64(len(digits))
	fixed := p.kind == 'f' || p.kind == 'F' || p.kind == '%'
	scientific := p.kind == 'e' || p.kind == 'E'
	point := int64(1)
	switch {
	case scientific && x.Zero() && p.hasPrec:
		digits, left = strings.Repeat("0", int(p.prec)+1), x.Exp+p.prec+1
	case scientific:
	case fixed:
		if !x.Zero() || x.Exp < 0 {
			point = left
		}
	case x.Exp <= 0 && left > -6:
		point = left
	}
	text := string(decimal.AppendPointed(nil, []byte(digits), point))
	if scientific || !fixed && left != point {
		mark := "E"
		if strings.IndexByte("egn", p.kind) >= 0 || p.kind == 0 && small {
			mark = "e"
		}
		text += mark
		if left >= point {
			text += "+"
		}
		text += strconv.FormatInt(left-point, 10)
	}
	if p.kind == '%' {
		text += "%"
	}
	return text
}

// place puts commas into the digits and fills up to the width.
func (p decimalSpec) place(sign, text string, special bool) string {
	n := len(text) - len(strings.TrimLeft(text, "0123456789"))
	whole, rest := text[:n], text[n:]
	fill, align := p.fill, p.align
	if fill == "" {
		fill = " "
	}
	if align == "" {
		align = ">"
		if p.zero && !special {
			fill, align = "0", "="
		}
	}
	if p.sep && n > 0 {
		if align == "=" && fill == "0" {
			for len(whole)+(len(whole)-1)/3+len(rest)+len(sign) < int(p.width) {
				whole = "0" + whole
			}
		}
		var b strings.Builder
		for i := range len(whole) {
			if i > 0 && (len(whole)-i)%3 == 0 {
				b.WriteByte(',')
			}
			b.WriteByte(whole[i])
		}
		text = b.String() + rest
	}
	room := max(int(p.width)-len(sign)-len(text), 0)
	switch align {
	case "=":
		return sign + strings.Repeat(fill, room) + text
	case "<":
		return sign + text + strings.Repeat(fill, room)
	case "^":
		return strings.Repeat(fill, room/2) + sign + text + strings.Repeat(fill, room-room/2)
	}
	return strings.Repeat(fill, room) + sign + text
}
