package std

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/text/literal"
	"github.com/tfs-lang/tfs/text/runenames"
)

func unicodedataModule() *py.Module {
	m := module("unicodedata", "What Unicode says of characters.", map[string]value{"unidata_version": unicode.Version})
	m.Lazy = map[string]string{"bidirectional": "_bidi:bidirectional"}
	add := func(sig, doc string, f func(r rune, a []value) (value, error)) {
		b := fn(sig, doc, nil)
		b.Fn = func(_ *thread, a []value) (value, error) {
			s, ok := a[0].(string)
			if !ok {
				return nil, py.TypeErrorf(
					"%s() argument 1 must be a unicode character, not %s",
					b.Name,
					py.TypeOf(a[0]).Name,
				)
			}
			if n := py.RuneLen(s); n != 1 {
				return nil, py.TypeErrorf("%s() argument 1 must be a unicode character, not str", b.Name)
			}
			r, _ := literal.DecodeRune(s)
			return f(r, a)
		}
		m.Attrs[b.Name] = b
	}
	orDefault := func(a []value, text string) (value, error) {
		if a[1] != py.Ellipsis {
			return a[1], nil
		}
		return nil, py.ValueErrorf("%s", text)
	}
	add("name(chr, default=...)", "The name of a character.", func(r rune, a []value) (value, error) {
		if n := runenames.Of(r); n != "" {
			return n, nil
		}
		return orDefault(a, "no such name")
	})
	add(
		"category(chr)",
		"The category of a character.",
		func(r rune, _ []value) (value, error) { return category(r), nil },
	)
	add("combining(chr)", "The canonical combining class.", func(r rune, _ []value) (value, error) {
		return int64(norm.NFD.PropertiesString(string(r)).CCC()), nil
	})
	digit := func(a []value, r rune, text string) (value, error) {
		if n, ok := digitValue(r); ok {
			return int64(n), nil
		}
		return orDefault(a, text)
	}
	add(
		"decimal(chr, default=...)",
		"The value of a decimal digit.",
		func(r rune, a []value) (value, error) { return digit(a, r, "not a decimal") },
	)
	add(
		"digit(chr, default=...)",
		"The value of a digit.",
		func(r rune, a []value) (value, error) { return digit(a, r, "not a digit") },
	)
	add("numeric(chr, default=...)", "The value of a number.", func(r rune, a []value) (value, error) {
		if n, ok := digitValue(r); ok {
			return float64(n), nil
		}
		if d := norm.NFKD.String(string(r)); strings.Contains(d, "\u2044") {
			up, down, _ := strings.Cut(d, "\u2044")
			x, err1 := strconv.ParseFloat(up, 64)
			y, err2 := strconv.ParseFloat(down, 64)
			if err1 == nil && err2 == nil {
				return x / y, nil
			}
		}
		return orDefault(a, "not a numeric character")
	})
	add("east_asian_width(chr)", "The width of a character.", func(r rune, _ []value) (value, error) {
		return map[width.Kind]string{width.Neutral: "N", width.EastAsianAmbiguous: "A", width.EastAsianWide: "W",
			width.EastAsianNarrow:    "Na",
			width.EastAsianFullwidth: "F", width.EastAsianHalfwidth: "H"}[width.LookupRune(r).Kind()], nil
	})
	add("mirrored(chr)", "Whether a character is mirrored.", func(r rune, _ []value) (value, error) {
		if strings.ContainsRune("()<>[]{}«»", r) {
			return int64(1), nil
		}
		return int64(0), nil
	})
	add("decomposition(chr)", "What a character is made of.", func(r rune, _ []value) (value, error) {
		d := norm.NFD.PropertiesString(string(r)).Decomposition()
		kind := ""
		if len(d) == 0 {
			if d = norm.NFKD.PropertiesString(string(r)).Decomposition(); len(d) == 0 {
				return "", nil
			}
			kind = "<compat> "
		}
		var parts []string
		for _, p := range string(d) {
			parts = append(parts, strings.ToUpper(strconv.FormatInt(0x10000+int64(p), 16)[1:]))
		}
		return kind + strings.Join(parts, " "), nil
	})
	m.Attrs["lookup"] = fn("lookup(name)", "The character of a name.", func(_ *thread, a []value) (value, error) {
		if r, ok := runenames.Named(str(a[0])); ok {
			return string(r), nil
		}
		return nil, py.NewExc(py.KeyErrorClass, "undefined character name '"+str(a[0])+"'")
	})
	m.Attrs["normalize"] = fn(
		"normalize(form, unistr)",
		"A text in a normal form.",
		func(_ *thread, a []value) (value, error) {
			form, ok := map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD}[str(a[0])]
			if !ok {
				return nil, py.ValueErrorf("invalid normalization form")
			}
			s, isText := a[1].(string)
			if !isText {
				return nil, py.TypeErrorf("normalize() argument 2 must be str, not %s", py.TypeOf(a[1]).Name)
			}
			return form.String(s), nil
		},
	)
	m.Attrs["is_normalized"] = fn(
		"is_normalized(form, unistr)",
		"Whether a text is in a normal form.",
		func(_ *thread, a []value) (value, error) {
			form, ok := map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD}[str(a[0])]
			if !ok {
				return nil, py.ValueErrorf("invalid normalization form")
			}
			return form.IsNormalString(str(a[1])), nil
		},
	)
	return m
}

// digitValue is the value of a decimal digit of any script: they stand in tens.
func digitValue(r rune) (int, bool) {
	if !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	n := 0
	for unicode.Is(unicode.Nd, r-rune(n)-1) {
		n++
	}
	return n % 10, true
}

// category is the two letters of a character's category.
func category(r rune) string {
	for _, c := range []string{"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
		"Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So",
		"Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co"} {
		if unicode.Is(unicode.Categories[c], r) {
			return c
		}
	}
	return "Cn"
}
