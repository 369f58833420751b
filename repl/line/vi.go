package line

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// viState is what vi's normal mode keeps between keys.
type viState struct {
	normal  bool
	keys    string // the command so far: counts, operator, motion
	find    string // the last f, F, t or T with its character
	repeat  []Key  // the last change, for the dot
	record  []Key  // the change being made
	playing bool
}

func (v *viState) reset() { v.normal, v.keys, v.record = false, "", nil }

// viNormal leaves insert mode.
func (e *Editor) viNormal() {
	if !e.vi.playing && len(e.vi.record) > 0 {
		e.vi.repeat = append(e.vi.record, Key{Name: "escape"})
		e.vi.record = nil
	}
	e.vi.normal, e.vi.keys, e.auto = true, "", 0
	if e.b.pos > e.b.lineStart(e.b.pos) {
		e.b.pos = e.b.before(e.b.pos)
	}
	_, _ = e.c.Term.Write([]byte("\x1b[2 q"))
}

func (e *Editor) viInsert() {
	e.vi.normal = false
	e.b.typed = false
	_, _ = e.c.Term.Write([]byte("\x1b[0 q"))
}

// viKey carries out a key in normal mode.
func (e *Editor) viKey(k Key) (Input, bool, error) {
	switch k.Name {
	case "":
		for i, r := range k.Text {
			if !e.vi.normal { // a command began to insert: the rest is text
				return e.insertKey(Key{Text: k.Text[i:]})
			}
			e.viChar(r)
		}
		return Input{}, false, nil
	case "enter":
		e.viInsert()
		return e.enter()
	case "escape":
		e.vi.keys = ""
		return Input{}, false, nil
	case "backspace":
		k.Name = "left"
	case "C-r":
		e.b.redoStep()
		return Input{}, false, nil
	case "tab", "C-o":
		return Input{}, false, nil
	}
	return e.insertKey(k)
}

// viChar adds a character to the command and runs the command when it is whole.
func (e *Editor) viChar(r rune) {
	v := &e.vi
	v.keys += string(r)
	count, op, opCount, motion := parseVi(v.keys)
	if motion == "" {
		return // a count, or an operator without its motion
	}
	if strings.Contains("fFtTrg", motion) || (motion == "i" || motion == "a") && op != "" {
		return // the next character belongs to it
	}
	keys := v.keys
	v.keys = ""
	n := max(count, 1) * max(opCount, 1)
	if motion == "." {
		e.viRepeat()
		return
	}
	before, wasNormal := e.b.text, v.normal
	if op != "" {
		e.viOperate(op, motion, n)
	} else if !e.viMove(motion, n) {
		e.viCommand(motion, n)
	}
	if !v.playing && (e.b.text != before || !v.normal && wasNormal) && motion != "u" {
		v.record = []Key{{Text: keys}}
		if v.normal {
			v.repeat, v.record = v.record, nil
		}
	}
	if v.normal && e.b.pos > e.b.lineStart(e.b.pos) && e.b.pos == e.b.lineEnd(e.b.pos) {
		e.b.pos = e.b.before(e.b.pos)
	}
}

// parseVi splits a command: count, operator, count, motion. "0" alone is a motion.
func parseVi(keys string) (count int, op string, opCount int, motion string) {
	number := func() int {
		n := 0
		for keys != "" && keys[0] >= '0' && keys[0] <= '9' && (n > 0 || keys[0] != '0') {
			n = min(n*10+int(keys[0]-'0'), 10000)
			keys = keys[1:]
		}
		return n
	}
	count = number()
	if keys != "" && strings.IndexByte("dcy", keys[0]) >= 0 {
		op, keys = keys[:1], keys[1:]
		opCount = number()
	}
	return count, op, opCount, keys
}

func (e *Editor) viRepeat() {
	if len(e.vi.repeat) == 0 {
		return
	}
	e.vi.playing = true
	for _, k := range e.vi.repeat {
		if e.vi.normal {
			_, _, _ = e.viKey(k)
		} else {
			_, _, _ = e.insertKey(k)
		}
	}
	e.vi.playing = false
}

// viMove carries out a motion as a movement of the cursor.
func (e *Editor) viMove(motion string, n int) bool {
	switch motion {
	case "j", "k":
		for range n {
			e.vertical(map[string]int{"j": 1, "k": -1}[motion])
		}
		return true
	}
	to, _, ok := e.viTarget(motion, n)
	if ok {
		e.b.pos, e.want = to, -1
	}
	return ok
}

// viClass sorts characters as vi's words do: blanks, word characters, the rest.
func viClass(r rune, big bool) int {
	switch {
	case unicode.IsSpace(r):
		return 0
	case big || isWord(r):
		return 1
	}
	return 2
}

func (b *buffer) viWord(at int, big bool) int {
	if at >= len(b.text) {
		return at
	}
	r, _ := utf8.DecodeRuneInString(b.text[at:])
	at = b.wordRun(at, viClass(r, big), big)
	return b.wordRun(at, 0, big)
}

// wordRun skips the characters of one class.
func (b *buffer) wordRun(at, class int, big bool) int {
	for at < len(b.text) {
		r, n := utf8.DecodeRuneInString(b.text[at:])
		if viClass(r, big) != class {
			break
		}
		at += n
	}
	return at
}

func (b *buffer) viWordEnd(at int, big bool) int {
	at = b.wordRun(b.after(at), 0, big)
	if at >= len(b.text) {
		return max(b.before(len(b.text)), 0)
	}
	r, _ := utf8.DecodeRuneInString(b.text[at:])
	return b.before(b.wordRun(at, viClass(r, big), big))
}

func (b *buffer) viWordBack(at int, big bool) int {
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(b.text[:at])
		if viClass(r, big) != 0 {
			break
		}
		at -= n
	}
	if at == 0 {
		return 0
	}
	first, _ := utf8.DecodeLastRuneInString(b.text[:at])
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(b.text[:at])
		if viClass(r, big) != viClass(first, big) {
			break
		}
		at -= n
	}
	return at
}

// viTarget is where a motion leads; inclusive when an operator takes the character there.
func (e *Editor) viTarget(motion string, n int) (to int, inclusive, ok bool) {
	b := &e.b
	to = b.pos
	step := func(f func(at int) int) {
		for range n {
			to = f(to)
		}
	}
	switch motion {
	case "h":
		step(func(at int) int {
			if at > b.lineStart(at) {
				return b.before(at)
			}
			return at
		})
	case "l", " ":
		step(func(at int) int {
			if at < b.lineEnd(at) {
				return b.after(at)
			}
			return at
		})
	case "w", "W":
		step(func(at int) int { return b.viWord(at, motion == "W") })
	case "e", "E":
		step(func(at int) int { return b.viWordEnd(at, motion == "E") })
		return to, true, true
	case "b", "B":
		step(func(at int) int { return b.viWordBack(at, motion == "B") })
	case "0":
		to = b.lineStart(to)
	case "^":
		to = b.lineStart(to) + len(leading(b.text[b.lineStart(to):b.lineEnd(to)]))
	case "$":
		return b.lineEnd(to), false, true
	case "gg":
		to = 0
	case "G":
		to = b.lineStart(len(b.text))
	case "%":
		return e.viBracket()
	case ";", ",":
		if e.vi.find == "" {
			return to, false, false
		}
		f := e.vi.find
		if motion == "," {
			f = string(swapCase(rune(f[0]))) + f[1:]
		}
		return e.viFind(f, n)
	default:
		if len(motion) > 1 && strings.Contains("fFtT", motion[:1]) {
			e.vi.find = motion
			return e.viFind(motion, n)
		}
		return to, false, false
	}
	return to, false, true
}

// viFind looks for a character in the line.
func (e *Editor) viFind(f string, n int) (int, bool, bool) {
	b, at, c := &e.b, e.b.pos, f[1:]
	start, end := b.lineStart(at), b.lineEnd(at)
	for range n {
		if f[0] == 'f' || f[0] == 't' {
			from := b.after(at)
			if from > end {
				return 0, false, false
			}
			i := strings.Index(b.text[from:end], c)
			if i < 0 {
				return 0, false, false
			}
			at = from + i
		} else {
			i := strings.LastIndex(b.text[start:at], c)
			if i < 0 {
				return 0, false, false
			}
			at = start + i
		}
	}
	switch f[0] {
	case 't':
		return b.before(at), true, true
	case 'T':
		return b.after(at), false, true
	case 'f':
		return at, true, true
	}
	return at, false, true
}

// viBracket is the partner of the bracket at or after the cursor.
func (e *Editor) viBracket() (int, bool, bool) {
	const open, closing = "([{", ")]}"
	at := e.b.pos
	for at < e.b.lineEnd(e.b.pos) && !strings.Contains(open+closing, e.b.text[at:at+1]) {
		at++
	}
	if at >= len(e.b.text) {
		return 0, false, false
	}
	i := strings.Index(open, e.b.text[at:at+1])
	dir, self, other := 1, byte(0), byte(0)
	if i >= 0 {
		self, other = open[i], closing[i]
	} else if i = strings.Index(closing, e.b.text[at:at+1]); i >= 0 {
		dir, self, other = -1, closing[i], open[i]
	} else {
		return 0, false, false
	}
	depth := 0
	for ; at >= 0 && at < len(e.b.text); at += dir {
		switch e.b.text[at] {
		case self:
			depth++
		case other:
			if depth--; depth == 0 {
				return at, true, true
			}
		}
	}
	return 0, false, false
}

// viOperate deletes, changes or copies what a motion spans.
func (e *Editor) viOperate(op, motion string, n int) {
	b := &e.b
	var from, to int
	switch {
	case motion == op: // whole lines
		from, to = b.lineStart(b.pos), b.lineEnd(b.pos)
		for range n - 1 {
			to = b.lineEnd(min(to+1, len(b.text)))
		}
		if op == "c" {
			from += len(leading(b.text[from:to]))
			break
		}
		b.kill(b.text[from:to] + "\n")
		if op == "d" {
			if to < len(b.text) {
				to++
			} else if from > 0 {
				from--
			}
			b.cut(from, to, false)
			b.pos = b.lineStart(b.pos)
		}
		return
	case len(motion) == 2 && (motion[0] == 'i' || motion[0] == 'a'):
		var ok bool
		if from, to, ok = e.viObject(motion); !ok {
			return
		}
	default:
		if op == "c" && (motion == "w" || motion == "W") && b.pos < len(b.text) && b.text[b.pos] != ' ' {
			motion = map[string]string{"w": "e", "W": "E"}[motion]
		}
		target, inclusive, ok := e.viTarget(motion, n)
		if !ok {
			return
		}
		from, to = min(b.pos, target), max(b.pos, target)
		if inclusive {
			to = b.after(to)
		}
		if (motion == "w" || motion == "W") && to > b.lineEnd(from) {
			to = b.lineEnd(from)
		}
	}
	if op == "y" {
		b.kill(b.text[from:to])
		b.pos = from
		return
	}
	b.cut(from, to, true)
	b.pos = from
	if op == "c" {
		e.viInsert()
	}
}

// viObject is the range of iw, aw, and of a pair of quotes or brackets around the cursor.
func (e *Editor) viObject(motion string) (from, to int, ok bool) {
	b, around := &e.b, motion[0] == 'a'
	pairs := map[byte]string{
		'(':  "()",
		')':  "()",
		'b':  "()",
		'[':  "[]",
		']':  "[]",
		'{':  "{}",
		'}':  "{}",
		'"':  `""`,
		'\'': "''",
	}
	if motion[1] == 'w' {
		from = b.pos
		for from > b.lineStart(b.pos) && isWord(rune(b.text[from-1])) {
			from--
		}
		to = b.wordRun(b.pos, 1, false)
		if around {
			to = b.wordRun(to, 0, false)
		}
		return from, to, to > from
	}
	p, known := pairs[motion[1]]
	if !known {
		return 0, 0, false
	}
	depth := 0
	for from = b.pos; from >= 0 && from < len(b.text); from-- {
		if b.text[from] == p[0] && depth == 0 {
			break
		}
		if p[0] != p[1] && from != b.pos {
			if b.text[from] == p[1] {
				depth++
			} else if b.text[from] == p[0] {
				depth--
			}
		}
	}
	if from < 0 {
		return 0, 0, false
	}
	depth = 0
	for to = from + 1; to < len(b.text); to++ {
		if b.text[to] == p[1] && depth == 0 {
			break
		}
		if p[0] != p[1] {
			if b.text[to] == p[0] {
				depth++
			} else if b.text[to] == p[1] {
				depth--
			}
		}
	}
	if to >= len(b.text) {
		return 0, 0, false
	}
	if around {
		return from, to + 1, true
	}
	return from + 1, to, true
}

// viCommand carries out the commands that are not motions.
func (e *Editor) viCommand(c string, n int) {
	b := &e.b
	switch c {
	case "i":
		e.viInsert()
	case "a":
		if b.pos < b.lineEnd(b.pos) {
			b.pos = b.after(b.pos)
		}
		e.viInsert()
	case "I":
		b.pos = b.lineStart(b.pos) + len(leading(b.text[b.lineStart(b.pos):b.lineEnd(b.pos)]))
		e.viInsert()
	case "A":
		b.pos = b.lineEnd(b.pos)
		e.viInsert()
	case "o":
		b.pos = b.lineEnd(b.pos)
		e.breakLine()
		e.viInsert()
	case "O":
		start := b.lineStart(b.pos)
		blanks := leading(b.text[start:b.lineEnd(start)])
		b.mark(false)
		b.replace(start, start, blanks+"\n")
		b.pos = start + len(blanks)
		e.viInsert()
	case "x", "X", "s", "D", "C", "S", "Y":
		e.viShort(c, n)
	case "p", "P":
		e.viPut(c, n)
	case "J":
		if end := b.lineEnd(b.pos); end < len(b.text) {
			b.mark(false)
			b.replace(end, end+1+len(leading(b.text[end+1:])), " ")
			b.pos = end
		}
	case "~":
		for range n {
			if b.pos < b.lineEnd(b.pos) {
				r, size := utf8.DecodeRuneInString(b.text[b.pos:])
				b.mark(false)
				b.replace(b.pos, b.pos+size, string(swapCase(r)))
			}
		}
	case "u":
		b.undoStep()
	case "/", "?":
		e.startSearch(c == "?")
	default:
		if len(c) > 1 && c[0] == 'r' && b.pos < b.lineEnd(b.pos) {
			at := b.pos
			b.mark(false)
			b.replace(at, b.after(at), c[1:])
			b.pos = at
		}
	}
}

// viShort carries out the one-letter forms of an operator with its motion.
func (e *Editor) viShort(c string, n int) {
	long := map[string][2]string{"x": {"d", "l"}, "X": {"d", "h"}, "s": {"c", "l"}, "D": {"d", "$"}, "C": {"c", "$"},
		"S": {"c", "c"}, "Y": {"y", "y"}}[c]
	e.viOperate(long[0], long[1], n)
}

// viPut inserts what was deleted or copied last; whole lines as lines.
func (e *Editor) viPut(c string, n int) {
	b := &e.b
	if len(b.kills) == 0 {
		return
	}
	text := strings.Repeat(b.kills[len(b.kills)-1], n)
	b.mark(false)
	if body, lines := strings.CutSuffix(text, "\n"); lines {
		at := b.lineStart(b.pos)
		if c == "p" {
			at = b.lineEnd(b.pos)
			b.replace(at, at, "\n"+body)
			b.pos = at + 1
			return
		}
		b.replace(at, at, body+"\n")
		b.pos = at
		return
	}
	at := b.pos
	if c == "p" && at < b.lineEnd(at) {
		at = b.after(at)
	}
	b.replace(at, at, text)
	b.pos = b.before(b.pos)
}

func swapCase(r rune) rune {
	if unicode.IsUpper(r) {
		return unicode.ToLower(r)
	}
	return unicode.ToUpper(r)
}
