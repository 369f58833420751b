// Package charset decodes the character encodings of files older than Unicode: those of one byte, and those of
// Chinese, Japanese and Korean texts.
//
// Its table is a record of how TensorFlow's library reads each sequence of bytes (.ci/charsets.py): which stand for
// characters, and which are one fault of several bytes. Encodings with states between characters are not there.
package charset

import (
	_ "embed"
	"encoding/binary"
	"sort"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/text/packed"
)

//go:embed tables.zst
var packedTables string

// fault and the number of a sequence stand in the table for a fault that takes all of it.
const fault = 1 << 21

// maxLen is how many bytes a character takes at most.
const maxLen = 4

// Charset is an encoding whose characters are read one by one, without states between them.
type Charset struct {
	byLen [maxLen]runs // for each number of bytes
}

// runs are sequences of bytes that follow each other, as numbers, and stand for characters that do so too.
type runs struct {
	from, to []uint32 // to is exclusive
	first    []rune
}

// Fold is the form names of encodings are compared in: letters in lower case and digits, without the zeros that numbers
// begin with.
func Fold(name string) string {
	var b []byte
	for _, c := range []byte(strings.ToLower(name)) {
		if c == '0' && (len(b) == 0 || !isDigit(b[len(b)-1])) || !isDigit(c) && (c < 'a' || c > 'z') {
			continue
		}
		b = append(b, c)
	}
	return string(b)
}

// Find gives the encoding of a name, nil for one that is not known.
func Find(name string) *Charset {
	load := charsets()[Fold(name)]
	if load == nil {
		return nil
	}
	return load()
}

var charsets = sync.OnceValue(func() map[string]func() *Charset {
	found := map[string]func() *Charset{}
	r := reader{packed.Zstd(packedTables)}
	for r.rest != "" {
		names, table := r.text(), r.text()
		load := sync.OnceValue(func() *Charset { return parse(reader{table}) })
		for name := range strings.SplitSeq(names, "\n") {
			found[Fold(name)] = load
		}
	}
	return found
})

// Next reads the character that s, which is not empty, begins with, and tells how many bytes it takes; ok is false
// when none begins there, and size is what the fault takes.
func (c *Charset) Next(s string) (r rune, size int, ok bool) {
	for n := 1; n <= min(maxLen, len(s)); n++ {
		if r, ok := c.byLen[n-1].find(number(s[:n])); ok {
			return r, n, r < fault
		}
	}
	return 0, 1, false
}

func (t *runs) find(code uint32) (rune, bool) {
	i := sort.Search(len(t.to), func(i int) bool { return t.to[i] > code })
	if i == len(t.to) || code < t.from[i] {
		return 0, false
	}
	return t.first[i] + rune(code-t.from[i]), true
}

// number numbers the sequences of a length in their order. Four bytes are counted as GB 18030 does, in which the
// second and the fourth are digits, so that its runs are long.
func number(s string) uint32 {
	if len(s) == maxLen {
		if !isDigit(s[1]) || !isDigit(s[3]) || s[0] < 0x81 || s[2] < 0x81 {
			return 1<<32 - 1
		}
		return ((uint32(s[0]-0x81)*10+uint32(s[1]-'0'))*126+uint32(s[2]-0x81))*10 + uint32(s[3]-'0')
	}
	n := uint32(0)
	for i := range len(s) {
		n = n<<8 | uint32(s[i])
	}
	return n
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// reader reads the table. What it reads is part of the binary, so nothing is checked.
type reader struct{ rest string }

func (r *reader) uint() uint64 {
	var b [binary.MaxVarintLen64]byte
	v, n := binary.Uvarint(b[:copy(b[:], r.rest)])
	r.rest = r.rest[n:]
	return v
}

func (r *reader) int() int64 {
	v := r.uint()
	return int64(v>>1) ^ -int64(v&1)
}

func (r *reader) text() string {
	n := r.uint()
	text := r.rest[:n]
	r.rest = r.rest[n:]
	return text
}

func parse(r reader) *Charset {
	c := &Charset{}
	for l := range c.byLen {
		t, n := &c.byLen[l], int(r.uint())
		t.from, t.to, t.first = make([]uint32, n), make([]uint32, n), make([]rune, n)
		at := uint32(0)
		for i := range n {
			t.from[i] = at + uint32(r.uint())
			at = t.from[i] + uint32(r.uint()) + 1
			t.to[i] = at
		}
		last := rune(0)
		for i := range n {
			t.first[i] = last + rune(r.int())
			last = t.first[i] + rune(t.to[i]-t.from[i])
		}
	}
	return c
}
