package py

import (
	"slices"
	"sort"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/tfs-lang/tfs/text/literal"
)

// runeIndex finds the code points of one text: the offset of every markEvery-th of them.
type runeIndex struct {
	s     string
	n     int
	marks []int // nil when every byte is a code point
}

// markEvery is how many code points lie between marks; texts shorter than shortText are
// looked at anew each time.
const (
	markEvery = 64
	shortText = 128
	indexText = 4096
)

func isASCII(s string) bool {
	const high = 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if *(*uint64)(unsafe.Pointer(unsafe.StringData(s[i:])))&high != 0 {
			return false
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func indexRunes(s string) runeIndex {
	x := runeIndex{s: s, n: len(s)}
	if !isASCII(s) {
		x = runeIndex{marks: make([]int, 0, len(s)/markEvery+1)}
		x.grow(s)
	}
	return x
}

// grow goes on to s, which begins with the text that was indexed: a loop that appends looks at each part once.
func (x *runeIndex) grow(s string) {
	i := len(x.s)
	if x.marks == nil {
		if !isASCII(s[i:]) {
			*x = indexRunes(s)
			return
		}
		x.s, x.n = s, len(s)
		return
	}
	x.s = s
	for ; i < len(s); x.n++ {
		for i+8 <= len(s) { // whole words between two marks
			k := leads(word(s, i))
			if left := -x.n & (markEvery - 1); k > left || left == 0 {
				break
			}
			x.n += k
			i += 8
		}
		for i < len(s) && s[i]&0xC0 == 0x80 { // the rest of a code point
			i++
		}
		if i == len(s) {
			break
		}
		if x.n%markEvery == 0 {
			x.marks = append(x.marks, i)
		}
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, k := literal.DecodeRune(s[i:])
		i += k
	}
}

// longTexts is what a thread remembers of the long texts it works on.
type longTexts struct {
	index [4]runeIndex // of the last ones that were indexed
	next  int
	sum   []byte  // the last sum, with room after it
	items []Value // and that of tuples
}

// lent is a copy for a computation aside.
func (l *longTexts) lent() *longTexts {
	if l == nil {
		return &longTexts{}
	}
	index := l.index
	for i := range index {
		index[i].marks = slices.Clip(index[i].marks) // who grows one makes its own
	}
	return &longTexts{index: index, next: l.next}
}

// learnt adds the texts that a computation aside has indexed, once it is over.
func (l *longTexts) learnt(from *longTexts) *longTexts {
	if l == nil {
		l = &longTexts{}
	}
	l.index, l.next = from.index, from.next
	return l
}

// runes is the index of a text; those of the last few long ones are remembered.
func (t *Thread) runes(s string) *runeIndex {
	if len(s) < shortText {
		x := indexRunes(s)
		return &x
	}
	if t.long == nil {
		t.long = &longTexts{}
	}
	l := t.long
	for i := range l.index {
		if x := &l.index[i]; len(x.s) == len(s) && unsafe.StringData(x.s) == unsafe.StringData(s) {
			return x
		}
	}
	for i := range l.index {
		if x := &l.index[i]; x.s != "" && len(x.s) < len(s) && unsafe.StringData(x.s) == unsafe.StringData(s) {
			x.grow(s)
			return x
		}
	}
	x := &l.index[l.next]
	l.next = (l.next + 1) % len(l.index)
	*x = indexRunes(s)
	return x
}

// at is the offset of the i-th code point, or the length of the text for i == n.
func (x *runeIndex) at(i int) int {
	switch {
	case x.marks == nil:
		return i
	case i >= x.n:
		return len(x.s)
	}
	p, need := x.marks[i/markEvery], i%markEvery+1
	for p+8 <= len(x.s) { // whole words that hold fewer
		k := leads(word(x.s, p))
		if k >= need {
			break
		}
		need -= k
		p += 8
	}
	for ; p < len(x.s); p++ {
		if x.s[p]&0xC0 != 0x80 {
			if need--; need == 0 {
				break
			}
		}
	}
	return p
}

// textLen is the number of code points. Those of long texts are indexed, for the loop that often comes next.
func (t *Thread) textLen(s string) int {
	if len(s) < indexText {
		return RuneLen(s)
	}
	return t.runes(s).n
}

// rank is which code point begins at an offset.
func (x *runeIndex) rank(at int) int {
	if x.marks == nil {
		return at
	}
	k := sort.SearchInts(x.marks, at+1) - 1
	return k*markEvery + RuneLen(x.s[x.marks[k]:at])
}

// before is where the code point ends that begins before an offset.
func before(s string, at int) int {
	for at--; at > 0 && s[at]&0xC0 == 0x80; {
		at--
	}
	return at
}

// LastChar cuts the last character off a text, "" of an empty one.
func LastChar(s string) (rest string, c Value) {
	if s == "" {
		return "", ""
	}
	at := before(s, len(s))
	if s[at] < utf8.RuneSelf {
		return s[:at], ones[s[at]]
	}
	return s[:at], s[at:]
}

// cut is the text from one code point to another.
func (x *runeIndex) cut(from, to int) string { return x.s[x.at(from):x.at(to)] }

// strItem is s[key].
func strItem(t *Thread, s string, key Value) (Value, error) {
	x := t.runes(s)
	sl, ok := key.(*Slice)
	if !ok {
		i, err := index(key, x.n, "string")
		if err != nil {
			return nil, err
		}
		c, _ := char(s, x.at(i))
		return c, nil
	}
	start, step, n, err := sl.Indices(x.n)
	if err != nil || n == 0 {
		return "", err
	}
	if step == 1 {
		return x.cut(start, start+n), nil
	}
	if x.marks == nil {
		return stepped(t, s, start, step, n)
	}
	return x.steps(t, start, step, n)
}

// CharAt is s[i] for a short text of ASCII characters; ok is false for another, and outside it.
func CharAt(s string, i int64) (c Value, ok bool) {
	if i < 0 {
		i += int64(len(s))
	}
	if uint64(i) >= uint64(len(s)) || len(s) >= shortText || !isASCII(s) {
		return nil, false
	}
	return ones[s[i]], true
}

// joinText is x + y. The last long sum stands in a buffer with room after it: when it is the
// left side again, as in a loop of s += y, only y is copied.
//
//go:noinline
func (t *Thread) joinText(x, y string) string {
	if len(x) < shortText || y == "" {
		return x + y
	}
	if t.long == nil {
		t.long = &longTexts{}
	}
	l := t.long
	if len(l.sum) != len(x) || unsafe.SliceData(l.sum) != unsafe.StringData(x) {
		l.sum = append(make([]byte, 0, len(x)+len(y)+len(x)/8), x...)
	}
	l.sum = append(l.sum, y...)
	return unsafe.String(unsafe.SliceData(l.sum), len(l.sum))
}

// joinItems is joinText for the items of tuples, which nobody writes.
//
//go:noinline
func (t *Thread) joinItems(x, y []Value) []Value {
	if t.long == nil {
		t.long = &longTexts{}
	}
	l := t.long
	if len(l.items) != len(x) || unsafe.SliceData(l.items) != unsafe.SliceData(x) {
		l.items = append(make([]Value, 0, len(x)+len(y)+len(x)/8), x...)
	}
	l.items = append(l.items, y...)
	n := len(l.items)
	return l.items[:n:n]
}

// ones are the texts of one ASCII character each.
var ones = func() (v [utf8.RuneSelf]Value) {
	for i := range v {
		v[i] = string(rune(i))
	}
	return v
}()

// twos are the texts of one character each that takes two bytes.
var twos = sync.OnceValue(func() []Value {
	v := make([]Value, 0x800)
	for i := utf8.RuneSelf; i < len(v); i++ {
		v[i] = string(rune(i))
	}
	return v
})

// char is the text of the code point at a place, and its length.
func char(s string, at int) (Value, int) {
	c := s[at]
	if c < utf8.RuneSelf {
		return ones[c], 1
	}
	if c < 0xE0 && at+1 < len(s) && c >= 0xC2 && s[at+1]&0xC0 == 0x80 {
		return twos()[int(c&0x1F)<<6|int(s[at+1]&0x3F)], 2
	}
	_, k := literal.DecodeRune(s[at:])
	return s[at : at+k], k
}

// window is the part of a text between two positions, and what tells the position in the whole of one in the part;
// ok is false when the start lies behind the end.
func (x text) window(t *Thread, start, end Value) (s string, rank func(at int) int, ok bool, err error) {
	if start == None && end == None {
		return x.s, func(at int) int {
			if x.bytes {
				return at
			}
			return RuneLen(x.s[:at])
		}, true, nil
	}
	idx := &runeIndex{s: x.s, n: len(x.s)}
	switch {
	case x.bytes:
	case t != nil:
		idx = t.runes(x.s)
	default:
		*idx = indexRunes(x.s)
	}
	get := func(v Value, def int) (int, error) {
		if v == None {
			return def, nil
		}
		i, err := indexOr(v, "slice indices must be integers or None or have an __index__ method")
		n, _ := AsInt(i)
		if n < 0 {
			n = max(n+int64(idx.n), 0)
		}
		return int(min(n, int64(idx.n)+1)), err
	}
	from, err := get(start, 0)
	if err != nil {
		return "", nil, false, err
	}
	to, err := get(end, idx.n)
	if err != nil {
		return "", nil, false, err
	}
	if to = min(to, idx.n); from > to {
		return "", nil, false, nil
	}
	first := idx.at(from)
	return x.s[first:idx.at(to)], func(at int) int { return idx.rank(first + at) }, true, nil
}
