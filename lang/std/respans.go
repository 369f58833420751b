package std

import (
	"regexp/syntax"
	"unicode/utf8"

	"github.com/dlclark/regexp2"

	"github.com/tfs-lang/tfs/lang/py"
)

// runs is a pattern that is one character of a set, or a run of at least one of them (`.`, `\w+`, `[a-z]`):
// its matches need no engine. It knows which ASCII characters belong to the set, and asks the backtracking
// engine once for each other one.
type runs struct {
	ascii [utf8.RuneSelf]bool
	other map[rune]bool
	more  bool // a run, not one character
	one   *regexp2.Regexp
}

// runsOf finds out whether a pattern is of that kind; nil when it is not.
func runsOf(p *pattern) *runs {
	if p.reSource.line == "" || p.groups > 0 {
		return nil
	}
	re, err := syntax.Parse(p.reSource.line, syntax.Perl)
	if err != nil {
		return nil
	}
	r := &runs{other: map[rune]bool{}}
	re = inner(re)
	if re.Op == syntax.OpPlus && re.Flags&syntax.NonGreedy == 0 {
		r.more, re = true, inner(re.Sub[0])
	}
	switch {
	case re.Op == syntax.OpCharClass, re.Op == syntax.OpAnyChar, re.Op == syntax.OpAnyCharNotNL:
	case re.Op == syntax.OpLiteral && len(re.Rune) == 1:
	default:
		return nil
	}
	if r.one, err = p.engine("fullmatch", true); err != nil {
		return nil
	}
	for c := range r.ascii {
		r.ascii[c] = r.asks(rune(c))
	}
	return r
}

// inner is an expression without the groups around it that capture nothing.
func inner(re *syntax.Regexp) *syntax.Regexp {
	for re.Op == syntax.OpConcat && len(re.Sub) == 1 {
		re = re.Sub[0]
	}
	return re
}

func (r *runs) asks(c rune) bool {
	ok, err := r.one.MatchRunes([]rune{c})
	return ok && err == nil
}

// has tells whether a character belongs to the set. The pattern's lock is held.
func (r *runs) has(c rune) bool {
	if c >= 0 && c < utf8.RuneSelf {
		return r.ascii[c]
	}
	yes, known := r.other[c]
	if !known {
		yes = r.asks(c)
		r.other[c] = yes
	}
	return yes
}

// next is the first match at or after a place, from < 0 for none.
func (r *runs) next(s *subject, at int) (from, to int) {
	n := s.size()
	if s.runes != nil {
		for at < n && !r.has(s.runes[at]) {
			at++
		}
		if at == n {
			return -1, -1
		}
		from = at
		for at++; r.more && at < n && r.has(s.runes[at]); at++ {
		}
		return from, at
	}
	for at < n && !r.ascii[s.text[at]] {
		at++
	}
	if at == n {
		return -1, -1
	}
	from = at
	for at++; r.more && at < n && r.ascii[s.text[at]]; at++ {
	}
	return from, at
}

// single is the pattern as runs, nil when it is not of that kind.
func (p *pattern) single() *runs {
	p.once.Do(func() { p.runs = runsOf(p) })
	return p.runs
}

// spans calls f with the places of the matches, of a pattern whose groups nobody asks for.
func (p *pattern) spans(t *thread, s *subject, pos int, f func(from, to int) (bool, error)) error {
	r := p.single()
	if r == nil || pos > s.size() {
		return p.each(t, s, pos, func(m *match) (bool, error) { return f(m.at[0], m.at[1]) })
	}
	for {
		if err := t.Poll(); err != nil {
			return err
		}
		p.mu.Lock()
		from, to := r.next(s, pos)
		p.mu.Unlock()
		if from < 0 {
			return nil
		}
		if more, err := f(from, to); err != nil || !more {
			return err
		}
		pos = to
	}
}

// runScanner is a scanner that makes one match at a time.
func (p *pattern) runScanner(r *runs, s *subject, pos int) func(t *thread) (*match, error) {
	start := pos
	return func(t *thread) (*match, error) {
		if err := t.Poll(); err != nil {
			return nil, err
		}
		p.mu.Lock()
		from, to := r.next(s, pos)
		p.mu.Unlock()
		if from < 0 {
			return nil, nil
		}
		pos = to
		return &match{p, s, []int{from, to}, start, s.size()}, nil
	}
}

// lookless tells whether what a pattern matches does not depend on what stands before it: then the linear
// engine can look on from the end of the last match, without a list of all.
func lookless(line string) bool {
	re, err := syntax.Parse(line, syntax.Perl)
	return err == nil && !looksBack(re)
}

func looksBack(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	for _, sub := range re.Sub {
		if looksBack(sub) {
			return true
		}
	}
	return false
}

// tailScanner gives the matches of the linear engine, each found in what follows the one before.
func (p *pattern) tailScanner(s *subject) func(t *thread) (*match, error) {
	pos := 0
	return func(t *thread) (*match, error) {
		if err := t.Poll(); err != nil {
			return nil, err
		}
		at := p.line.FindStringSubmatchIndex(s.text[pos:])
		if at == nil {
			return nil, nil
		}
		for i := range at {
			if at[i] >= 0 {
				at[i] += pos
			}
		}
		pos = at[1]
		return &match{p, s, at, 0, len(s.text)}, nil
	}
}

// char is one character of the subject as a value, most without room of its own.
func (p *pattern) char(s *subject, from, to int) value {
	if to == from+1 && s.runes == nil && !p.bytes {
		if c, ok := py.CharAt(s.text[from:to], 0); ok {
			return c
		}
	}
	return p.part(s, from, to)
}
