package std

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/packed"
)

// packedNames is the Unicode names of characters, a line each: how far the character is from the one before, in
// hexadecimal, a space and the name. Those that follow from a number or from letters (ideographs, Hangul) are left
// out. The library's own table takes a megabyte of the binary; TestRuneNames writes this one from it.
//
//go:embed runenames.txt.gz
var packedNames string

var runeNames = sync.OnceValue(func() map[rune]string {
	names, at := make(map[rune]string, 34000), rune(0)
	for line := range strings.Lines(packed.Text(packedNames)) {
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
