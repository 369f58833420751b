package py

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// hexFloat is float.hex: the mantissa in thirteen hexadecimal digits, denormals with the exponent of the least normal
// number.
func hexFloat(f float64) string {
	sign := ""
	if math.Signbit(f) && !math.IsNaN(f) {
		sign, f = "-", -f
	}
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 0):
		return sign + "inf"
	case f == 0:
		return sign + "0x0.0p+0"
	}
	bits := math.Float64bits(f)
	lead, exponent := "1", int(bits>>52)-1023
	if exponent == -1023 {
		lead, exponent = "0", -1022
	}
	digits := strconv.FormatUint(bits&(1<<52-1)|1<<52, 16)[1:]
	power := strconv.Itoa(exponent)
	if exponent >= 0 {
		power = "+" + power
	}
	return sign + "0x" + lead + "." + digits + "p" + power
}

var hexForm = regexp.MustCompile(`^([+-]?)(?:0x)?([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?[0-9]+))?$`)

// floatFromHex is float.fromhex: the prefix, the point and the exponent may be absent.
func floatFromHex(text string) (Value, error) {
	s := strings.ToLower(strings.Trim(text, " \t\n\r\v\f"))
	switch strings.TrimLeft(s, "+-") {
	case "nan", "inf", "infinity":
		if f, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimPrefix(s, "+"), "-"), 64); err == nil {
			if s[0] == '-' {
				f = -f
			}
			return f, nil
		}
	}
	m := hexForm.FindStringSubmatch(s)
	if m == nil || m[2]+m[3] == "" {
		return nil, ValueErrorf("invalid hexadecimal floating-point string")
	}
	if m[4] == "" {
		m[4] = "0"
	}
	f, err := strconv.ParseFloat(m[1]+"0x"+m[2]+"."+m[3]+"p"+m[4], 64)
	switch {
	case math.IsInf(f, 0):
		return nil, Raisef(OverflowErrorClass, "hexadecimal value too large to represent as a float")
	case err != nil:
		return nil, ValueErrorf("invalid hexadecimal floating-point string")
	}
	return f, nil
}
