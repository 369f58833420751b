package transcript

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// The comparison rule of checks: white space between tokens is free, floats agree within
// 1e-5 relative or 1e-6 absolute and only with floats, addresses and ids are masked, and
// TensorFlow's node names in error texts are left out.

const realText = `(?:\d+\.\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|nan|inf)`

var (
	tokenRE = regexp.MustCompile(`[bBrRuU]{0,2}(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")` +
		`|[-+]?(?:` + realText + `|\d+)[-+](?:` + realText + `|\d+)j\b` + `|[-+]?` + realText + `j\b` + `|[-+]?` +
		realText + `|\w+|\S`)
	addressRE = regexp.MustCompile(`\b(at )0x[0-9a-fA-F]+|\b0x[0-9a-fA-F]{12,16}\b`)
	idRE      = regexp.MustCompile(`\bid=\d+`)
	nodeRE    = regexp.MustCompile(`\{\{function_node [^}]*\}\}\s*`)
	tailRE    = regexp.MustCompile(`\] name:[ \t]*[\w/]*`)
	floatRE   = regexp.MustCompile(`^[-+]?` + realText + `$`)
)

// Masked is a text without what differs from run to run: addresses, ids, names of nodes.
func Masked(s string) string {
	s = addressRE.ReplaceAllString(s, "${1}0x#")
	s = idRE.ReplaceAllString(s, "id=#")
	return tailRE.ReplaceAllString(nodeRE.ReplaceAllString(s, ""), "]")
}

// SameText compares two texts by the rule.
func SameText(got, want string) bool {
	a, b := tokenRE.FindAllString(Masked(got), -1), tokenRE.FindAllString(Masked(want), -1)
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && !closeFloats(a[i], b[i]) {
			return false
		}
	}
	return true
}

func closeFloats(a, b string) bool {
	if strings.HasSuffix(a, "j") && strings.HasSuffix(b, "j") && a[0] != '\'' && a[0] != '"' {
		x, err1 := strconv.ParseComplex(strings.ReplaceAll(a[:len(a)-1], "+-", "-")+"i", 128)
		y, err2 := strconv.ParseComplex(strings.ReplaceAll(b[:len(b)-1], "+-", "-")+"i", 128)
		return err1 == nil && err2 == nil && near(real(x), real(y)) && near(imag(x), imag(y))
	}
	if !floatRE.MatchString(a) || !floatRE.MatchString(b) {
		return false
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return near(x, y)
}

func near(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return a == b
	}
	return math.Abs(a-b) <= 1e-6+1e-5*math.Abs(b)
}

// Same compares an outcome with the recorded one: text, class name and message.
func (o Outcome) Same(want Outcome) bool {
	return SameText(o.Out, want.Out) && lastName(o.Kind) == lastName(want.Kind) && SameText(o.Msg, want.Msg)
}

// lastName is a class name without its module.
func lastName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }
