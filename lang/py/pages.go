package py

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/text/packed"
)

//go:generate go run ../../text/packed/gen pages.txt pages.zst

// packedPages has a line for each encoding of one byte that agrees with ASCII in its lower half: its names, and the
// characters of the bytes from 128 on, of those without one U+FFFD. It is a record of CPython's.
//
//go:embed pages.zst
var packedPages string

// pages are those encodings by name (norm).
var pages = sync.OnceValue(func() map[string]*page {
	out := map[string]*page{}
	for line := range strings.SplitSeq(strings.TrimSuffix(packed.Zstd(packedPages), "\n"), "\n") {
		names, upper, _ := strings.Cut(line, "\t")
		p := &page{upper: upper}
		for name := range strings.FieldsSeq(names) {
			out[name] = p
		}
	}
	return out
})

// A page is an encoding of one byte.
type page struct {
	upper string // the characters of the upper half
	once  sync.Once
	runes [128]rune
	bytes map[rune]byte
}

func (p *page) table() {
	p.bytes = map[rune]byte{}
	i := 0
	for _, r := range p.upper {
		if p.runes[i] = r; r != utf8.RuneError {
			p.bytes[r] = byte(128 + i)
		}
		i++
	}
}

// decode is the character of a byte, utf8.RuneError for none.
func (p *page) decode(b byte) rune {
	if b < utf8.RuneSelf {
		return rune(b)
	}
	p.once.Do(p.table)
	return p.runes[b-128]
}

// encode is the byte of a character.
func (p *page) encode(r rune) (byte, bool) {
	if r < utf8.RuneSelf {
		return byte(r), true
	}
	p.once.Do(p.table)
	b, ok := p.bytes[r]
	return b, ok
}
