package py

import (
	"strings"
	"sync"
	"unicode"

	"github.com/tfs-lang/tfs/text/casing"
	"github.com/tfs-lang/tfs/text/literal"
)

// Casing of str follows Unicode's full mappings, as CPython does: one letter may become
// several, and a sigma at the end of a word has a form of its own. That of bytes is of ASCII.

//go:noinline
func upperCase(s string) string {
	if isASCII(s) {
		return recase(s, true)
	}
	return mapRunes(s, toUpper, func(_, _ string, r rune) string { return upperRune(r) })
}

// caseTable is what a mapping gives for the code points of up to two bytes.
type caseTable func() []string

//go:noinline
func tableOf(f func(rune) string) caseTable {
	return sync.OnceValue(func() []string {
		v := make([]string, 0x800)
		for r := range v {
			v[r] = f(rune(r))
		}
		return v
	})
}

var (
	uppers = tableOf(casing.Upper)
	titles = tableOf(casing.Title)
	folds  = tableOf(casing.Fold)
	lowers = tableOf(func(r rune) string { return casing.Lower("", "", r) }) // that of Σ depends on its place
	cases  = tableOf(func(r rune) string { return map[bool]string{true: "c"}[casing.IsCased(r)] })
)

func upperRune(r rune) string { return cased(r, uppers, casing.Upper) }

func titleRune(r rune) string { return cased(r, titles, casing.Title) }

//go:noinline
func lowerRune(before, after string, r rune) string {
	if r < 0x800 && r != 'Σ' {
		return lowers()[r]
	}
	return cased(r, nil, func(r rune) string { return casing.Lower(before, after, r) })
}

func isCased(r rune) bool {
	if r < 0x800 {
		return cases()[r] != ""
	}
	return casing.IsCased(r)
}

// cased maps a code point that is no half of a pair.
//
//go:noinline
func cased(r rune, known caseTable, f func(rune) string) string {
	if r < 0x800 && known != nil {
		return known()[r]
	}
	if literal.IsSurrogate(r) {
		return string(literal.AppendRune(nil, r))
	}
	return f(r)
}

// What mapRunes does with letters of ASCII.
const (
	asOthers = iota
	toUpper
	toLower
	toOther
)

// mapRunes replaces every code point; f gets what stands before and after it.
func mapRunes(s string, ascii int, f func(before, after string, r rune) string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if c := s[i]; c < 0x80 && ascii != asOthers {
			if (c|0x20)-'a' < 26 && (ascii == toOther || (c >= 'a') == (ascii == toUpper)) {
				c ^= 0x20
			}
			b.WriteByte(c)
			i++
			continue
		}
		r, n := literal.DecodeRune(s[i:])
		b.WriteString(f(s[:i], s[i+n:], r))
		i += n
	}
	return b.String()
}

//go:noinline
func lowerCase(s string) string {
	if isASCII(s) {
		return recase(s, false)
	}
	return mapRunes(s, toLower, lowerRune)
}

func capitalize(s string) string {
	if isASCII(s) && s != "" {
		return recase(s[:1], true) + recase(s[1:], false)
	}
	return mapRunes(s, asOthers, func(before, after string, r rune) string {
		if before == "" {
			return titleRune(r)
		}
		return lowerRune(before, after, r)
	})
}

func titleCase(s string) string {
	if isASCII(s) {
		return asciiTitle(s)
	}
	prev := false
	return mapRunes(s, asOthers, func(before, after string, r rune) string {
		was := prev
		prev = isCased(r)
		if was {
			return lowerRune(before, after, r)
		}
		return titleRune(r)
	})
}

func swapCase(s string) string {
	return mapRunes(s, toOther, func(before, after string, r rune) string {
		switch {
		case casing.IsUpper(r):
			return lowerRune(before, after, r)
		case casing.IsLower(r):
			return upperRune(r)
		}
		return string(literal.AppendRune(nil, r))
	})
}

func foldCase(s string) string {
	if isASCII(s) {
		return recase(s, false)
	}
	return mapRunes(s, toLower, func(_, _ string, r rune) string { return cased(r, folds, casing.Fold) })
}

// asciiCasing makes the casing of bytes of that of str.
//
//go:noinline
func asciiCasing(f func(string) string) func(string) string {
	return func(s string) string {
		if isASCII(s) {
			return f(s)
		}
		b := []byte(s)
		for from := 0; from < len(b); {
			if b[from] >= 0x80 {
				from++
				continue
			}
			to := from
			for to < len(b) && b[to] < 0x80 {
				to++
			}
			copy(b[from:to], f(s[from:to]))
			from = to
		}
		return string(b)
	}
}

// capitalizeBytes is capitalize of bytes.
//
//go:noinline
func capitalizeBytes(s string) string {
	if s == "" {
		return s
	}
	return asciiCasing(upperCase)(s[:1]) + asciiCasing(lowerCase)(s[1:])
}

// isSpace tells Python's white space in a str.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// isASCIISpace tells that of bytes.
func isASCIISpace(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }

// isLineEnd tells where splitlines cuts a str.
func isLineEnd(r rune) bool {
	return r >= '\n' && r <= '\r' || r >= 0x1c && r <= 0x1e || r == 0x85 || r == 0x2028 || r == 0x2029
}

// otherDigits are the digits beyond the decimal ones: superscripts, circled ones and so on.
var otherDigits = [][2]rune{
	{178, 179},
	{185, 185},
	{4969, 4977},
	{6618, 6618},
	{8304, 8304},
	{8308, 8313},
	{8320, 8329},
	{9312, 9320},
	{
		9332,
		9340,
	},
	{9352, 9360},
	{9450, 9450},
	{9461, 9469},
	{9471, 9471},
	{10102, 10110},
	{10112, 10120},
	{10122, 10130},
	{68160, 68163},
	{69216, 69224},
	{69714, 69722},
	{127232, 127242},
}

func isDigit(r rune) bool {
	if unicode.IsDigit(r) {
		return true
	}
	for _, p := range otherDigits {
		if r >= p[0] && r <= p[1] {
			return true
		}
	}
	return false
}

// numericIdeographs are the letters that stand for numbers.
const numericIdeographs = "㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩" +
	"八六十千卄卅卌叁参參叄四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零" +
	"\uf96b\uf973\uf978\uf9b2\uf9d1\uf9d3\uf9fd\U00020001\U00020064\U000200e2\U00020121\U0002092a\U00020983\U0002098c\U0002099c\U00020aea\U00020afd" +
	"\U00020b19\U00022390\U00022998\U00023b1b\U0002626d\U0002f890"

func isNumeric(r rune) bool { return unicode.IsNumber(r) || strings.ContainsRune(numericIdeographs, r) }

// ASCIIDigits replaces decimal digits of any script by those of ASCII, as int() and float() do.
func ASCIIDigits(s string) string {
	if isASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r < 0x80 || !unicode.IsDigit(r) {
			return r
		}
		for _, t := range unicode.Nd.R16 {
			if r >= rune(t.Lo) && r <= rune(t.Hi) {
				return '0' + (r-rune(t.Lo))%10
			}
		}
		for _, t := range unicode.Nd.R32 {
			if r >= rune(t.Lo) && r <= rune(t.Hi) {
				return '0' + (r-rune(t.Lo))%10
			}
		}
		return r
	}, s)
}
