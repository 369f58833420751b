package py

import (
	"math/bits"
	"strings"
	"unsafe"

	"github.com/tfs-lang/tfs/text/literal"
)

// Loops over texts that most methods of str share: eight bytes at a time while all are ASCII.

const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

func word(s string, i int) uint64 {
	return *(*uint64)(unsafe.Pointer(unsafe.StringData(s[i:])))
}

// leads counts the bytes of a word that begin a code point.
func leads(w uint64) int { return 8 - bits.OnesCount64(w>>7&(^w>>6)&eachByte) }

// RuneLen is len(s).
func RuneLen(s string) int {
	n, i := 0, 0
	for ; i+8 <= len(s); i += 8 {
		n += leads(word(s, i))
	}
	for ; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// runeSize is how many bytes a code point takes, by the first.
func runeSize(c byte) int {
	switch {
	case c < 0xC0:
		return 1
	case c < 0xE0:
		return 2
	case c < 0xF0:
		return 3
	}
	return 4
}

// indexOf is strings.Index, which looks for the last byte of a character beyond ASCII: the first
// is that of its whole alphabet.
func indexOf(s, sub string) int {
	k := len(sub) - 1
	if k < 1 || k > 3 || sub[0] < 0xC0 || runeSize(sub[0]) != len(sub) {
		return strings.Index(s, sub)
	}
	for at := k; at < len(s); at++ {
		i := strings.IndexByte(s[at:], sub[k])
		if i < 0 {
			return -1
		}
		if at += i; s[at-k:at] == sub[:k] {
			return at - k
		}
	}
	return -1
}

// countOf is how often a text that is not empty occurs.
func countOf(s, sub string) (n int) {
	if len(sub) == 1 || sub[0] < 0x80 {
		return strings.Count(s, sub)
	}
	for {
		i := indexOf(s, sub)
		if i < 0 {
			return n
		}
		n++
		s = s[i+len(sub):]
	}
}

// replaceText is strings.Replace of an old text that is not empty.
func replaceText(s, old, with string, limit int) (string, error) {
	hits := countOf(s, old)
	if limit >= 0 {
		hits = min(hits, limit)
	}
	if hits == 0 {
		return s, nil
	}
	size := int64(len(s)) + int64(hits)*int64(len(with)-len(old))
	if err := fits(size); err != nil {
		return "", err
	}
	b := make([]byte, 0, size)
	for ; hits > 0; hits-- {
		i := indexOf(s, old)
		b = append(append(b, s[:i]...), with...)
		s = s[i+len(old):]
	}
	b = append(b, s...)
	return unsafe.String(unsafe.SliceData(b), len(b)), nil
}

// splitText is strings.Split at a text that is not empty, cut most times at most where most is not negative.
func splitText(s, sep string, most int) []string {
	n := countOf(s, sep) + 1
	if most >= 0 && most < n {
		n = most + 1
	}
	out := make([]string, n)
	for i := range n - 1 {
		at := indexOf(s, sep)
		out[i], s = s[:at], s[at+len(sep):]
	}
	out[n-1] = s
	return out
}

// fields cuts a text at white space.
func fields(s string, space func(rune) bool) []string {
	if isASCII(s) {
		return asciiFields(s, space(0x1c))
	}
	var out []string
	from := -1 // where the word under way begins
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= 0x80 {
			r, n = literal.DecodeRune(s[i:])
		}
		if space(r) {
			if from >= 0 {
				out, from = append(out, s[from:i]), -1
			}
		} else if from < 0 {
			from = i
		}
		i += n
	}
	if from >= 0 {
		out = append(out, s[from:])
	}
	return out
}

// lineEnd is where the next line ends and how long its end is: all that end lines in a str, "\n" and "\r" in bytes.
func lineEnd(s string, isBytes bool) (at, n int) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c > 0x1e && c < 0x80 || c < '\n':
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
			return i, 2
		case c == '\n' || c == '\r':
			return i, 1
		case isBytes:
		case c < 0x80:
			if isLineEnd(rune(c)) {
				return i, 1
			}
		case c == 0xC2 || c == 0xE2:
			if r, n := literal.DecodeRune(s[i:]); isLineEnd(r) {
				return i, n
			}
		}
	}
	return -1, 0
}

// linesOf are the lines of a text. They are counted first: the items of many short ones take more
// room than the text, and a list that grows would take it several times.
func linesOf(x text, keep bool) (Value, error) {
	count := 0
	for s := x.s; s != ""; count++ {
		i, n := lineEnd(s, x.bytes)
		if i < 0 {
			i = len(s)
		}
		s = s[i+n:]
	}
	if err := FitsItems(2 * count); err != nil {
		return nil, err
	}
	var room [boxes]string
	out, s := make([]Value, count), x.s
	for to := out; len(to) > 0; {
		lines := room[:min(len(to), boxes)]
		for k := range lines {
			i, n := lineEnd(s, x.bytes)
			if i < 0 {
				i = len(s)
			}
			if lines[k] = s[:i]; keep {
				lines[k] = s[:i+n]
			}
			s = s[i+n:]
		}
		x.place(to, lines)
		to = to[len(lines):]
	}
	return &List{out}, nil
}

// place puts parts of a text into a list.
func (x text) place(to []Value, parts []string) {
	switch {
	case !x.bytes:
		boxInto(to, parts)
	case x.isPlain():
		boxInto(to, *(*[]Bytes)(unsafe.Pointer(&parts)))
	default:
		for i, p := range parts {
			to[i] = x.wrap(p)
		}
	}
}

// recase is a text of ASCII characters in upper or lower case.
//
//go:noinline
func recase(s string, upper bool) string {
	first := byte('A')
	if upper {
		first = 'a'
	}
	from, past := eachByte*uint64(0x80-first), eachByte*uint64(0x80-first-26)
	b, i := make([]byte, len(s)), 0
	for ; i+8 <= len(s); i += 8 {
		w := word(s, i)
		*(*uint64)(unsafe.Pointer(&b[i])) = w ^ ((w+from)&^(w+past)&highBits)>>2
	}
	for ; i < len(s); i++ {
		if b[i] = s[i]; s[i]-first < 26 {
			b[i] ^= 0x20
		}
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// asciiTitle is title of a text of ASCII characters.
func asciiTitle(s string) string {
	b := []byte(recase(s, false))
	after := false
	for i, c := range b {
		letter := c-'a' < 26
		if letter && !after {
			b[i] ^= 0x20
		}
		after = letter
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// steps is s[start::step] of n code points, beginning at a place, in a text with others than ASCII.
func (x *runeIndex) steps(t *Thread, start, step, n int) (Value, error) {
	s, p := x.s, x.at(start)
	if step == -1 {
		return turned(t, s[x.at(start-n+1):p+runeSize(s[p])])
	}
	b := make([]byte, 0, min(len(s), 4*n))
	for i := range n {
		if i%piece == piece-1 {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
		switch {
		case i == 0:
		case step <= -markEvery || step >= markEvery:
			p = x.at(start + i*step)
		default: // on foot
			for k := step; k > 0; k-- {
				p += runeSize(s[p])
			}
			for k := step; k < 0; k++ {
				p = before(s, p)
			}
		}
		if c := s[p]; c < 0x80 {
			b = append(b, c)
		} else {
			b = append(b, s[p:p+runeSize(c)]...)
		}
	}
	return unsafe.String(unsafe.SliceData(b), len(b)), nil
}

// turned is a text with its characters from the last to the first.
func turned(t *Thread, s string) (Value, error) {
	b := make([]byte, len(s))
	for i, done := 0, 0; i < len(s); done++ {
		if done%piece == piece-1 {
			if err := t.Check(); err != nil {
				return nil, err
			}
		}
		c := s[i]
		if c < 0x80 {
			b[len(s)-1-i] = c
			i++
			continue
		}
		n := runeSize(c)
		to, from := b[len(s)-i-n:][:n], s[i:][:n]
		for k := range to {
			to[k] = from[k]
		}
		i += n
	}
	return unsafe.String(unsafe.SliceData(b), len(b)), nil
}

// stepped is n bytes of a text from a place on, each step further than the one before.
func stepped(t *Thread, s string, start, step, n int) (string, error) {
	b := make([]byte, n)
	for done := 0; done < n; {
		part := b[done:min(n, done+piece)]
		p := start + done*step
		for i := range part {
			part[i] = s[p]
			p += step
		}
		if done += len(part); done < n {
			if err := t.Check(); err != nil {
				return "", err
			}
		}
	}
	return unsafe.String(unsafe.SliceData(b), n), nil
}

// spread puts another text before the first items, and behind the last.
func (x text) spread(with string, times int64) string {
	var b []byte
	for i := 0; i <= len(x.s); times-- {
		if times > 0 {
			b = append(b, with...)
		}
		n := 1
		if i < len(x.s) && !x.bytes {
			n = runeSize(x.s[i])
		}
		b = append(b, x.s[i:min(i+n, len(x.s))]...)
		i += n
	}
	return string(b)
}
