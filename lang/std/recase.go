package std

import (
	"slices"
	"sync"
	"unicode"
)

// Case without difference, as Python's re has it: a character stands for those whose lower case is its own, or is
// another lower case of its upper case (s and the long s). The engines fold otherwise, so patterns name them all.

// sameUpper are lower cases whose common upper case is several characters.
var sameUpper = map[rune]rune{0x390: 0x1fd3, 0x1fd3: 0x390, 0x3b0: 0x1fe3, 0x1fe3: 0x3b0, 0xfb05: 0xfb06, 0xfb06: 0xfb05}

// caseTable groups the characters that have another case.
type caseTable struct {
	all    []rune
	lowers map[rune][]rune // by their lower case
	uppers map[rune][]rune // lower cases by their upper case
}

var cased = sync.OnceValue(func() *caseTable {
	c := &caseTable{lowers: map[rune][]rune{}, uppers: map[rune][]rune{}}
	for _, part := range unicode.CaseRanges {
		for x := rune(part.Lo); x <= rune(part.Hi); x++ {
			low, up := unicode.ToLower(x), unicode.ToUpper(x)
			if low == x && up == x {
				continue
			}
			c.all = append(c.all, x)
			c.lowers[low] = append(c.lowers[low], x)
			if low == x {
				c.uppers[up] = append(c.uppers[up], x)
			}
		}
	}
	return c
})

// cases are the characters that c stands for where case makes no difference, itself among them.
func (r *reReader) cases(c rune) []rune {
	if !r.isText || r.flags&flagA != 0 {
		switch {
		case c >= 'a' && c <= 'z':
			return []rune{c, c - 'a' + 'A'}
		case c >= 'A' && c <= 'Z':
			return []rune{c, c - 'A' + 'a'}
		}
		return []rune{c}
	}
	table, low := cased(), unicode.ToLower(c)
	out := []rune{c}
	add := func(lower rune) {
		for _, x := range append([]rune{lower}, table.lowers[lower]...) {
			if !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	add(low)
	for _, other := range table.uppers[unicode.ToUpper(low)] {
		add(other)
	}
	if other := sameUpper[low]; other != 0 {
		add(other)
	}
	return out
}

// otherCases are the characters outside of lo to hi that those inside stand for where case makes no difference.
func (r *reReader) otherCases(lo, hi rune) []rune {
	var out []rune
	add := func(c rune) {
		for _, x := range r.cases(c) {
			if (x < lo || x > hi) && !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	if hi-lo < 64 {
		for c := lo; c <= hi; c++ {
			add(c)
		}
		return out
	}
	for _, c := range cased().all {
		if c >= lo && c <= hi {
			add(c)
		}
	}
	for c := range sameUpper {
		if c >= lo && c <= hi {
			add(c)
		}
	}
	return out
}
