package py

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// NaN has the bits that CPython's has, and those of numbers that came out as no number on the machines both run on.
var NaN = math.Float64frombits(0x7ff8 << 48)

// parseInt is int(text, base).
func parseInt(t *Thread, v Value, base int64) (Value, error) {
	x := textOf(v)
	bad := func() error {
		return ValueErrorf("invalid literal for int() with base %d: %s", base, clip(ReprOf(v)))
	}
	d := strings.TrimFunc(x.s, isSpace)
	if !x.bytes {
		d = ASCIIDigits(d)
	}
	neg := false
	if strings.HasPrefix(d, "-") || strings.HasPrefix(d, "+") {
		neg = d[0] == '-'
		d = d[1:]
	}
	radix := base
	if len(d) > 1 && d[0] == '0' {
		if b := map[byte]int64{'x': 16, 'o': 8, 'b': 2}[d[1]|0x20]; b != 0 && (base == 0 || base == b) {
			d, radix = strings.TrimPrefix(d[2:], "_"), b
		}
	}
	if radix == 0 {
		if radix = 10; len(d) > 1 && d[0] == '0' && strings.Trim(d, "0_") != "" {
			return nil, bad()
		}
	}
	if d == "" || strings.HasPrefix(d, "_") || strings.HasSuffix(d, "_") || strings.Contains(d, "__") ||
		strings.ContainsAny(d, "+-") ||
		!isASCII(d) {
		return nil, bad()
	}
	d = strings.ReplaceAll(d, "_", "")
	if limit := t.DigitLimit(); limit > 0 && len(d) > max(limit, 640) && radix&(radix-1) != 0 {
		return nil, ValueErrorf(
			"Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use "+
				"sys.set_int_max_str_digits() to increase the limit",
			limit,
			len(d),
		)
	}
	z, ok := new(big.Int).SetString(d, int(radix))
	if !ok {
		return nil, bad()
	}
	if neg {
		z.Neg(z)
	}
	return Int(z), nil
}

// clip shortens what a message quotes.
func clip(s string) string {
	if len(s) > 200 {
		return s[:200]
	}
	return s
}

// parseFloat is float(text).
func parseFloat(v Value) (Value, error) {
	x := textOf(v)
	s := strings.ToLower(strings.TrimFunc(x.s, isSpace))
	if !x.bytes {
		s = ASCIIDigits(s)
	}
	plain := strings.ReplaceAll(s, "_", "")
	if len(plain) != len(s) { // underscores stand between digits only
		for i := range len(s) {
			if s[i] == '_' &&
				(i == 0 || i == len(s)-1 || s[i-1] < '0' || s[i-1] > '9' || s[i+1] < '0' || s[i+1] > '9') {
				plain = "x"
			}
		}
	}
	if plain == "-nan" || plain == "+nan" { // strconv takes no sign here
		return NaN, nil
	}
	if !strings.ContainsAny(plain, "xp") {
		if plain == "+nan" || plain == "-nan" {
			return NaN, nil
		}
		f, err := strconv.ParseFloat(plain, 64)
		if f != f {
			return NaN, nil
		}
		if err == nil || err.(*strconv.NumError).Err == strconv.ErrRange {
			return f, nil
		}
	}
	return nil, ValueErrorf("could not convert string to float: %s", clip(ReprOf(v)))
}
