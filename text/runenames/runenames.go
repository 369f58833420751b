// Package runenames knows the Unicode names of characters.
package runenames

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/text/packed"
)

// packedNames is the Unicode names of characters, a line each: how far the character is from the one before, in
// hexadecimal, a space and the name. Those that follow from a number or from letters (ideographs, Hangul) are left
// out. The library's own table takes a megabyte of the binary; TestNames writes this one from it.
//
//go:embed names.zst
var packedNames string

var runeNames = sync.OnceValue(func() map[rune]string {
	names, at := make(map[rune]string, 34000), rune(0)
	for line := range strings.Lines(packed.Zstd(packedNames)) {
		step, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n, err := strconv.ParseInt(step, 16, 32)
		if err != nil {
			panic(err)
		}
		at += rune(n)
		names[at] = name
	}
	return names
})

var runesNamed = sync.OnceValue(func() map[string]rune {
	runes := make(map[string]rune, len(runeNames()))
	for r, name := range runeNames() {
		runes[name] = r
	}
	return runes
})

// Of is the name of a character, "" for those without one.
func Of(r rune) string {
	switch {
	case r >= 0x4e00 && r <= 0x9fff, r >= 0x3400 && r <= 0x4dbf, r >= 0x20000 && r <= 0x323af:
		return "CJK UNIFIED IDEOGRAPH-" + strings.ToUpper(strconv.FormatInt(int64(r), 16))
	case r >= 0xac00 && r <= 0xd7a3:
		return hangul(r)
	}
	return runeNames()[r]
}

// hangul is the name of a syllable, made of those of its letters.
func hangul(r rune) string {
	s := int(r - 0xac00)
	l := strings.Split("G GG N D DD R M B BB S SS  J JJ C K T P H", " ")
	v := strings.Split("A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I", " ")
	t := strings.Split(" G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H", " ")
	return "HANGUL SYLLABLE " + l[s/588] + v[s%588/28] + t[s%28]
}

// Named finds a character by its name, in any case.
func Named(name string) (rune, bool) {
	name = strings.ToUpper(name)
	if digits, ok := strings.CutPrefix(name, "CJK UNIFIED IDEOGRAPH-"); ok {
		n, err := strconv.ParseInt(digits, 16, 32)
		return rune(n), err == nil && Of(rune(n)) == name
	}
	if r, ok := runesNamed()[name]; ok {
		return r, true
	}
	for r := rune(0xac00); r <= 0xd7a3 && strings.HasPrefix(name, "HANGUL SYLLABLE "); r++ {
		if hangul(r) == name {
			return r, true
		}
	}
	return 0, false
}
