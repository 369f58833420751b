package py

import (
	"slices"
	"sort"
	"strings"
)

// The cost of one change between two names: a letter put in, taken out, replaced or swapped
// with its neighbour; and of one that is only written large or small.
const (
	changeCost = 2
	caseCost   = 1
)

// Nearest finds the name closest to a misspelt one, "" when none is close: at most a third of
// the letters may differ, in names of four and five letters one, and names of three and fewer
// must have the same letters, for nearly everything is near to those.
func Nearest(name string, names []string) string {
	best, at := "", 1<<30
	for _, n := range names {
		if n == name || strings.HasPrefix(n, "_") && !strings.HasPrefix(name, "_") {
			continue
		}
		limit := min((len(name)+len(n)+3)*changeCost/6, at-1)
		switch {
		case len(name) <= 3:
			if !sameLetters(name, n) {
				continue
			}
		case len(name) <= 5:
			limit = min(limit, changeCost+caseCost)
		}
		if d := distance(name, n, limit); d <= limit {
			best, at = n, d
		}
	}
	return best
}

func sameLetters(a, b string) bool {
	sorted := func(s string) string {
		l := []byte(strings.ToLower(s))
		sort.Slice(l, func(i, j int) bool { return l[i] < l[j] })
		return string(l)
	}
	return len(a) == len(b) && sorted(a) == sorted(b)
}

// Suggest says which of the names somebody may have meant, in words that follow "Did you
// mean": the nearest, else those it is the beginning of. prefix is put before them. "" when
// there is none.
func Suggest(name, prefix string, names []string) string {
	if n := Nearest(name, names); n != "" {
		return prefix + n
	}
	if len(name) < 3 {
		return ""
	}
	var longer []string
	for _, n := range names {
		if strings.HasPrefix(n, name) && n != name {
			longer = append(longer, n)
		}
	}
	sort.Strings(longer)
	longer = slices.Compact(longer)
	switch len(longer) {
	case 0:
		return ""
	case 1:
		return prefix + longer[0]
	case 2, 3:
		last := len(longer) - 1
		return prefix + strings.Join(longer[:last], ", "+prefix) + " or " + prefix + longer[last]
	}
	return prefix + family(name, longer)
}

// shown is how many names of a family are told.
const shown = 8

// family names many with one beginning: reduce_* (all, any, ...).
func family(name string, names []string) string {
	stem := names[0]
	for _, n := range names {
		for !strings.HasPrefix(n, stem) {
			stem = stem[:len(stem)-1]
		}
	}
	if i := strings.LastIndexByte(stem, '_'); i >= len(name) {
		stem = stem[:i+1]
	} else {
		stem = name
	}
	rest := make([]string, min(len(names), shown))
	for i := range rest {
		rest[i] = strings.TrimPrefix(names[i], stem)
		if stem == name {
			rest[i] = names[i]
		}
	}
	if len(names) > shown {
		rest = append(rest, "...")
	}
	return stem + "* (" + strings.Join(rest, ", ") + ")"
}

// distance is the cost of the changes that make one name of another; more than limit when
// they cost more.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); max(d, -d)*changeCost > limit {
		return limit + 1
	}
	replace := func(x, y byte) int {
		switch {
		case x == y:
			return 0
		case x|0x20 == y|0x20 && x|0x20 >= 'a' && x|0x20 <= 'z':
			return caseCost
		}
		return changeCost
	}
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j * changeCost
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i * changeCost
		for j := 1; j <= len(b); j++ {
			cur[j] = min(prev[j]+changeCost, cur[j-1]+changeCost, prev[j-1]+replace(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+changeCost)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}

// NoAttr is the AttributeError of a value, with the nearest name as a hint.
func NoAttr(v Value, name string) *Exc {
	c := TypeOf(v)
	e := NewExc(AttributeErrorClass, "'"+c.TypeName()+"' object has no attribute '"+name+"'").WithAbout(name, v)
	return didYouMean(e, name, func() []string {
		names := c.Names()
		if x, ok := v.(*Instance); ok {
			for _, k := range x.Attrs.Keys() {
				names = append(names, StrOf(k))
			}
		}
		if c.Dir != nil {
			names = append(names, c.Dir(v)...)
		}
		return names
	}, "")
}

// didYouMean hints at the nearest of names.
func didYouMean(e *Exc, name string, names func() []string, prefix string) *Exc {
	if prefix != "" {
		prefix += "."
	}
	e.late = func() string {
		if s := Suggest(name, prefix, names()); s != "" {
			return "Did you mean " + s + "?"
		}
		return ""
	}
	return e
}
