package lang

import (
	"sort"
	"strings"
	"unicode"

	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/py"
)

// Complete lists the names that could finish the text before the cursor, and the part of
// them that is typed. Nothing is evaluated: names are looked up, properties are not called.
func (in *Interp) Complete(before string) (names []string, typed string) {
	i := len(before)
	for i > 0 {
		c := rune(before[i-1])
		if c != '_' && c != '.' && c < 0x80 && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			break
		}
		i--
	}
	word := before[i:]
	dot := strings.LastIndexByte(word, '.')
	typed = word[dot+1:]
	var all []string
	if dot >= 0 {
		v, err := in.Lookup(word[:dot])
		if err != nil {
			return nil, typed
		}
		all = Attributes(v)
	} else {
		all = append(in.Names(), syntax.Keywords()...)
		all = append(all, in.keywordsOf(before[:i])...)
	}
	for _, n := range all {
		if strings.HasPrefix(n, typed) && (typed != "" && typed[0] == '_' || !strings.HasPrefix(n, "_")) {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	return names, typed
}

// keywordsOf lists the keyword arguments of the call the cursor is in.
func (in *Interp) keywordsOf(before string) []string {
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case ')', ']', '}':
			depth++
		case '[', '{':
			depth--
		case '(':
			if depth--; depth >= 0 {
				continue
			}
			j := i
			for j > 0 && (before[j-1] == '_' || before[j-1] == '.' || unicode.IsLetter(rune(before[j-1])) || unicode.IsDigit(rune(before[j-1]))) {
				j--
			}
			v, err := in.Lookup(before[j:i])
			if err != nil {
				return nil
			}
			var out []string
			for _, p := range paramsOf(v) {
				if !p.Star && !p.DStar && p.Name != "self" {
					out = append(out, p.Name+"=")
				}
			}
			return out
		}
	}
	return nil
}

func paramsOf(v py.Value) []py.Param {
	switch x := v.(type) {
	case *py.Builtin:
		if s := x.Sig(); s != nil {
			return s.Params
		}
	case *Func:
		return x.Params()
	case *py.Method:
		return paramsOf(x.Fn)
	case *py.Class:
		if x.New != nil {
			return paramsOf(x.New)
		}
	}
	return nil
}
