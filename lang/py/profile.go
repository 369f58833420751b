package py

import (
	"sort"
	"time"
)

// Profile counts the calls of an evaluation and the time they take.
type Profile struct {
	entries map[string]*Calls
	stack   []*level
}

// Calls is what a profile knows of one function: how often it was called, the time spent in
// it alone, and with what it called. A call within one of its own counts once.
type Calls struct {
	Name        string
	Count       int
	Alone, Full time.Duration
	open        int
}

type level struct {
	calls *Calls
	start time.Time
	below time.Duration // spent in what it called
}

// NewProfile makes an empty profile.
func NewProfile() *Profile { return &Profile{entries: map[string]*Calls{}} }

// Enter notes the beginning of a call; leave its end.
func (p *Profile) Enter(name string) (leave func()) {
	c := p.entries[name]
	if c == nil {
		c = &Calls{Name: name}
		p.entries[name] = c
	}
	c.Count++
	c.open++
	l := &level{calls: c, start: time.Now()}
	p.stack = append(p.stack, l)
	return func() {
		took := time.Since(l.start)
		p.stack = p.stack[:len(p.stack)-1]
		if n := len(p.stack); n > 0 {
			p.stack[n-1].below += took
		}
		c.Alone += took - l.below
		if c.open--; c.open == 0 {
			c.Full += took
		}
	}
}

// Sorted lists the functions, those with the most time of their own first.
func (p *Profile) Sorted() []*Calls {
	var out []*Calls
	for _, c := range p.entries {
		out = append(out, c)
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Alone != out[j].Alone {
			return out[i].Alone > out[j].Alone
		}
		return out[i].Name < out[j].Name
	})
	return out
}
