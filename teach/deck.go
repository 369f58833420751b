package teach

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/session/transcript"
)

// Deck is a document as one presents it.
type Deck struct {
	File, Title string
	Minutes     int // it is meant to take, 0 for not said
	Steps       []Step
}

// Step is one statement or example with the prose before it; either may be missing.
type Step struct {
	Line     int
	Section  string // that begins here, "" for none
	Prose    string
	Code     string
	Want     []string
	Rule     transcript.Rule
	Compared bool // the output written under it counts
	Silent   bool // runs unseen
	Auto     bool // runs with the next one
	Pause    bool // waits after it
	Wait     time.Duration
	Pictures []string
	Notes    []string
}

// ReadDeck reads a document to present.
func ReadDeck(file string) (*Deck, error) {
	text, err := lang.ReadSource(file)
	if err != nil {
		return nil, err
	}
	return ParseDeck(file, text)
}

// ParseDeck makes steps of a document.
func ParseDeck(file, text string) (*Deck, error) {
	parts, err := ParseDocument(file, text)
	if err != nil {
		return nil, err
	}
	if parts, _, err = gatherExercises(file, parts); err != nil {
		return nil, err
	}
	d := &Deck{File: file}
	b := deckBuilder{deck: d}
	for _, p := range parts {
		if err := b.part(p); err != nil {
			return nil, err
		}
	}
	b.flush()
	if d.Title == "" {
		d.Title = title(d)
	}
	if len(d.Steps) == 0 {
		return nil, fmt.Errorf("%s: nothing to present: no prose and no code", file)
	}
	return d, nil
}

// title is the first heading, else the file's name.
func title(d *Deck) string {
	for _, s := range d.Steps {
		for _, l := range strings.Split(s.Prose, "\n") {
			if rest, ok := strings.CutPrefix(l, "# "); ok {
				return strings.TrimSpace(rest)
			}
		}
	}
	return filepath.Base(d.File)
}

// deckBuilder collects what belongs to the step that comes next.
type deckBuilder struct {
	deck *Deck
	next Step
}

//go:noinline
func (b *deckBuilder) flush() {
	if s := b.next; s.Prose != "" || s.Code != "" {
		b.deck.Steps = append(b.deck.Steps, s)
		b.next = Step{}
	}
}

// above is the step that stands above, nil for none.
func (b *deckBuilder) above() *Step {
	if n := len(b.deck.Steps); n > 0 {
		return &b.deck.Steps[n-1]
	}
	return nil
}

func (b *deckBuilder) part(p Part) error {
	switch {
	case p.Exercise != nil:
		b.exercise(p.Exercise)
	case p.Prose != "":
		if b.next.Prose == "" {
			b.next.Line = p.Line
		}
		b.next.Prose = strings.TrimSpace(b.next.Prose + "\n\n" + p.Prose)
	case p.Code != "":
		b.code(p)
	default:
		return b.directive(p)
	}
	return nil
}

func (b *deckBuilder) code(p Part) {
	if b.next.Line == 0 {
		b.next.Line = p.Line
	}
	b.next.Code, b.next.Want, b.next.Rule = p.Code, p.Want, p.Rule
	b.next.Compared = (p.Prompts || p.Want != nil) && p.Rule.Compared()
	if p.Rule.Skip { // shown, and not run
		b.next.Prose = strings.TrimSpace(b.next.Prose + "\n\n    " + strings.ReplaceAll(p.Code, "\n", "\n    "))
		b.next.Code = ""
	}
	b.flush()
}

// exercise shows the task; running it shows an answer.
func (b *deckBuilder) exercise(x *Exercise) {
	b.flush()
	if x.Setup != "" {
		b.deck.Steps = append(b.deck.Steps, Step{Line: x.Line, Code: x.Setup, Silent: true})
	}
	b.deck.Steps = append(b.deck.Steps,
		Step{Line: x.Line, Prose: "### Exercise: " + x.ID + "\n\n" + x.Task, Code: x.Answer, Notes: x.Hints, Pause: true})
}

func (b *deckBuilder) directive(p Part) error {
	fail := func(format string, args ...any) error {
		return &ParseError{b.deck.File, p.Line, fmt.Sprintf(format, args...)}
	}
	// what follows code belongs to it, what follows prose to the step that prose begins
	at := b.above()
	if b.next.Prose != "" || at == nil {
		at = &b.next
	}
	arg := strings.TrimSpace(p.Arg)
	switch p.Name {
	case "title":
		b.deck.Title = arg
	case "minutes":
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 {
			return fail("minutes must be a number, not %q", arg)
		}
		b.deck.Minutes = n
	case "section":
		if arg == "" {
			return fail("a section needs a name")
		}
		b.flush()
		b.next.Section, b.next.Line = arg, p.Line
	case "pause":
		b.flush()
		if at = b.above(); at == nil {
			return fail("nothing stands above this pause")
		}
		at.Pause = true
	case "picture":
		if arg == "" {
			if above := b.above(); above != nil {
				arg, at = transcript.LastExpression(above.Code), above
			}
			if arg == "" {
				return fail("no expression stands above this picture")
			}
		}
		at.Pictures = append(at.Pictures, arg)
	case "note":
		at.Notes = append(at.Notes, arg)
	case "wait":
		d, err := time.ParseDuration(arg)
		if err != nil || d < 0 || d > time.Hour {
			return fail("a wait is a time such as 2s, not %q", arg)
		}
		at.Wait += d
	case "silent":
		b.flush()
		b.next.Silent = true
	case "auto":
		b.flush()
		b.next.Auto = true
	}
	return nil
}

// SectionAt is the section a step stands in.
func (d *Deck) SectionAt(i int) string {
	for ; i >= 0; i-- {
		if i < len(d.Steps) && d.Steps[i].Section != "" {
			return d.Steps[i].Section
		}
	}
	return ""
}

// Find is the step a number or the name of a section, or its beginning, stands for; from 0.
func (d *Deck) Find(where string) (int, error) {
	if n, err := strconv.Atoi(where); err == nil {
		if n < 1 || n > len(d.Steps) {
			return 0, fmt.Errorf("there is no step %d; they are 1 to %d", n, len(d.Steps))
		}
		return n - 1, nil
	}
	var names []string
	for i, s := range d.Steps {
		if s.Section != "" && strings.HasPrefix(strings.ToLower(s.Section), strings.ToLower(where)) {
			return i, nil
		}
		if s.Section != "" {
			names = append(names, s.Section)
		}
	}
	if len(names) == 0 {
		return 0, fmt.Errorf("there is no section %q: this file has none; steps are 1 to %d", where, len(d.Steps))
	}
	return 0, fmt.Errorf("there is no section %q; they are %s", where, strings.Join(names, ", "))
}
