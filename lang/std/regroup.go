package std

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/tfs-lang/tfs/lang/py"
)

// group reads what stands behind an opening parenthesis.
func (r *reReader) group(start int) (lo, hi int, repeatable bool) {
	if !r.accept('?') {
		return r.capture(start, "")
	}
	at := r.at
	if r.at >= len(r.src) {
		r.fail(r.at, "unexpected end of pattern")
	}
	c := r.src[r.at]
	r.at++
	switch c {
	case ':':
		return r.inside(start, "(?:", "(?:", r.flags)
	case '>':
		r.simple = false
		return r.inside(start, "(?>", "(?:", r.flags)
	case 'P':
		return r.python(start)
	case '#':
		for {
			if r.at >= len(r.src) {
				r.fail(start, "missing ), unterminated comment")
			}
			if r.src[r.at] == ')' {
				r.at++
				return 0, 0, true
			}
			r.at++
		}
	case '=', '!':
		r.simple = false
		r.inside(start, "(?"+string(c), "", r.flags)
		return 0, 0, true
	case '<':
		return r.lookBehind(start)
	case '(':
		return r.conditional(start)
	}
	if strings.ContainsRune("iLmsuxa-", c) {
		r.at = at
		return r.setFlags(start)
	}
	r.fail(start+1, "unknown extension ?%c", c)
	return 0, 0, false
}

// inside reads the rest of a group that begins with the heads given.
func (r *reReader) inside(start int, back, line string, flags int64) (lo, hi int, repeatable bool) {
	r.emit(back, line)
	old := r.flags
	r.flags = flags
	lo, hi = r.alternatives()
	r.flags = old
	if !r.accept(')') {
		r.fail(start, "missing ), unterminated subpattern")
	}
	r.both(")")
	return lo, hi, true
}

// capture reads a group with a number.
func (r *reReader) capture(start int, name string) (lo, hi int, repeatable bool) {
	r.out.groups++
	n := r.out.groups
	r.out.closed = append(r.out.closed, 0)
	if name != "" {
		r.out.names[name] = n
		r.out.order = append(r.out.order, name)
	}
	r.open[n] = true
	lo, hi, _ = r.inside(start, "(", "(", r.flags)
	delete(r.open, n)
	r.ends++
	r.out.closed[n] = r.ends
	r.spans[n] = [2]int{lo, hi}
	return lo, hi, true
}

// until reads a name up to a character.
func (r *reReader) until(end rune) string {
	begin := r.at
	for r.at < len(r.src) && r.src[r.at] != end {
		r.at++
	}
	name := string(r.src[begin:r.at])
	if r.at >= len(r.src) {
		if name == "" {
			r.fail(begin, "missing group name")
		}
		r.fail(begin, "missing %c, unterminated name", end)
	}
	if name == "" {
		r.fail(begin, "missing group name")
	}
	r.at++
	return name
}

func isIdentifier(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// python reads (?P<name>...) and (?P=name).
func (r *reReader) python(start int) (lo, hi int, repeatable bool) {
	switch {
	case r.accept('<'):
		at := r.at
		name := r.until('>')
		if !isIdentifier(name) {
			r.fail(at, "bad character in group name %s", py.ReprOf(name))
		}
		if old, ok := r.out.names[name]; ok {
			r.fail(at, "redefinition of group name %s as group %d; was group %d", py.ReprOf(name), r.out.groups+1, old)
		}
		return r.capture(start, name)
	case r.accept('='):
		at := r.at
		name := r.until(')')
		if !isIdentifier(name) {
			r.fail(at, "bad character in group name %s", py.ReprOf(name))
		}
		n, ok := r.out.names[name]
		if !ok {
			r.fail(at, "unknown group name %s", py.ReprOf(name))
		}
		return r.refer(n, at)
	case r.at >= len(r.src):
		r.fail(r.at, "unexpected end of pattern")
	}
	r.fail(start+1, "unknown extension ?P%c", r.src[r.at])
	return 0, 0, false
}

func (r *reReader) lookBehind(start int) (lo, hi int, repeatable bool) {
	if r.at >= len(r.src) {
		r.fail(r.at, "unexpected end of pattern")
	}
	c := r.src[r.at]
	if c != '=' && c != '!' {
		r.fail(start+1, "unknown extension ?<%c", c)
	}
	r.at++
	r.simple = false
	lo, hi, _ = r.inside(start, "(?<"+string(c), "", r.flags)
	if lo != hi {
		// CPython notices this when it compiles: without a position.
		panic(reFault{"look-behind requires fixed-width pattern", -1})
	}
	return 0, 0, true
}

// conditional reads (?(1)yes|no).
func (r *reReader) conditional(start int) (lo, hi int, repeatable bool) {
	at := r.at
	name := r.until(')')
	n, err := strconv.Atoi(name)
	if err != nil {
		if !isIdentifier(name) {
			r.fail(at, "bad character in group name %s", py.ReprOf(name))
		}
		known := false
		if n, known = r.out.names[name]; !known {
			r.fail(at, "unknown group name %s", py.ReprOf(name))
		}
	}
	if n == 0 {
		r.fail(at, "bad group number")
	}
	r.simple = false
	r.back = append(r.back, "(?("+strconv.Itoa(n)+")"...)
	lo, hi = r.sequence()
	no := 0
	if r.accept('|') {
		r.back = append(r.back, '|')
		l, h := r.sequence()
		lo, hi, no = min(lo, l), max(hi, h), 1
		if r.peek() == '|' {
			r.fail(r.at, "conditional backref with more than two branches")
		}
	}
	if no == 0 {
		lo = 0
	}
	if !r.accept(')') {
		r.fail(start, "missing ), unterminated subpattern")
	}
	r.back = append(r.back, ')')
	if n > r.out.groups {
		r.fail(at, "invalid group reference %d", n)
	}
	return lo, hi, true
}

var reFlags = map[rune]int64{'i': flagI, 'L': flagL, 'm': flagM, 's': flagS, 'u': flagU, 'x': flagX, 'a': flagA}

// flagsOn refuses flags that contradict each other or the pattern.
func (r *reReader) flagsOn(on int64) {
	switch kinds := on & (flagA | flagL | flagU); {
	case r.isText && kinds&flagL != 0:
		r.fail(r.at, "bad inline flags: cannot use 'L' flag with a str pattern")
	case !r.isText && kinds&flagU != 0:
		r.fail(r.at, "bad inline flags: cannot use 'u' flag with a bytes pattern")
	case kinds&(kinds-1) != 0:
		r.fail(r.at, "bad inline flags: flags 'a', 'u' and 'L' are incompatible")
	}
}

// flagsOff refuses to turn off what says how characters are read.
func (r *reReader) flagsOff(off int64) {
	if off&(flagA|flagL|flagU) != 0 {
		r.fail(r.at, "bad inline flags: cannot turn off flags 'a', 'u' and 'L'")
	}
}

// setFlags reads (?i) and (?i-s:...).
func (r *reReader) setFlags(start int) (lo, hi int, repeatable bool) {
	on, off := int64(0), int64(0)
	into := &on
	for ; r.at < len(r.src); r.at++ {
		c := r.src[r.at]
		switch {
		case c == '-' && into == &on:
			into = &off
			continue
		case reFlags[c] != 0:
			r.at++
			if *into |= reFlags[c]; into == &on {
				r.flagsOn(on)
			} else {
				r.flagsOff(off)
			}
			r.at--
			continue
		case c == ')' && into == &on:
			if start != 0 && strings.TrimSpace(string(r.src[:start])) != "" || r.depth > 1 {
				r.fail(start, "global flags not at the start of the expression")
			}
			r.at++
			r.flags |= on
			return 0, 0, false
		case c == ':':
			if into == &off && off == 0 {
				r.fail(r.at, "missing flag")
			}
			if on&off != 0 {
				r.fail(r.at, "bad inline flags: flag turned on and off")
			}
			r.at++
			return r.inside(start, "(?:", "(?:", r.flags&^off|on)
		case unicode.IsLetter(c):
			r.fail(r.at, "unknown flag")
		case into == &off && off == 0:
			r.fail(r.at, "missing flag")
		}
		break
	}
	if r.at >= len(r.src) && into == &off && off == 0 {
		r.fail(r.at, "missing flag")
	}
	if into == &off {
		r.fail(r.at, "missing :")
	}
	r.fail(r.at, "missing -, : or )")
	return 0, 0, false
}
