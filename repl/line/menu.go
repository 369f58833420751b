package line

import (
	"fmt"
	"strings"

	"github.com/rivo/uniseg"
)

// menu is the list of completions below the text.
type menu struct {
	c      Completion
	typed  string // what stood in the text before
	chosen int    // -1 for none yet

	columns int // of the list as it was drawn
}

// menuRows is the most rows of the list that show.
const menuRows = 10

// tab completes; at the head of a line it indents.
func (e *Editor) tab() {
	if head := e.b.text[e.b.lineStart(e.b.pos):e.b.pos]; e.c.Complete == nil ||
		strings.TrimSpace(head) == "" && (e.b.text != "" || e.keys.pending()) {
		step := e.step()
		if step[0] == ' ' {
			step = step[len(head)%len(step):]
		}
		e.b.insert(step)
		e.auto = 0
		return
	}
	c, ok := e.symbols()
	if !ok {
		c = e.c.Complete(e.b.text, e.b.pos)
	}
	if len(c.Items) == 0 && len(c.Notes) == 0 {
		e.note = "(nothing completes this)"
		return
	}
	typed := e.b.text[c.From:c.To]
	e.menu = &menu{c: c, typed: typed, chosen: -1}
	if common := commonPrefix(
		c.Items,
	); len(common) > len(typed) && strings.HasPrefix(strings.ToLower(common), strings.ToLower(typed)) ||
		len(c.Items) == 1 {
		e.b.mark(false)
		e.put(common)
	}
	if len(c.Items) == 1 {
		e.menu.chosen = 0
		if end := c.Items[0].End; !strings.HasPrefix(e.b.text[e.b.pos:], end) {
			e.b.replace(e.b.pos, e.b.pos, end)
			e.menu.c.To, e.closed = e.b.pos, end
		} else {
			e.b.pos += len(end)
			e.menu.c.To = e.b.pos
		}
	}
}

// put replaces the typed part by a text.
func (e *Editor) put(text string) {
	c := &e.menu.c
	e.b.replace(c.From, c.To, text)
	c.To = c.From + len(text)
}

func commonPrefix(items []Item) string {
	if len(items) == 0 {
		return ""
	}
	p := items[0].Text
	for _, it := range items[1:] {
		for !strings.HasPrefix(it.Text, p) {
			_, n := lastRune(p)
			p = p[:len(p)-n]
		}
	}
	return p
}

func lastRune(s string) (string, int) {
	r := []rune(s)
	last := string(r[len(r)-1])
	return last, len(last)
}

// menuKey lets Tab and the arrows go through the candidates, Down into them; any other key closes the list and is
// carried out as usual.
func (e *Editor) menuKey(k Key) bool {
	m, n := e.menu, len(e.menu.c.Items)
	name := k.Name
	if name == "tab" || name == "S-tab" {
		if n < 2 {
			e.menu = nil
			return n == 1 && name == "S-tab"
		}
		switch {
		case name == "tab":
			m.chosen = (m.chosen + 1) % n
		case m.chosen <= 0:
			m.chosen = n - 1
		default:
			m.chosen--
		}
		e.put(m.c.Items[m.chosen].Text)
		return true
	}
	if name == "down" && m.chosen < 0 && n > 1 { // into the list; the history is a key away
		m.chosen = 0
		e.put(m.c.Items[0].Text)
		return true
	}
	if by, ok := map[string]int{"right": 1, "left": -1, "down": m.columns, "up": -m.columns,
		"pagedown": m.columns * menuRows, "pageup": -m.columns * menuRows}[name]; ok && m.chosen >= 0 && n > 1 {
		m.chosen = min(max(m.chosen+by, 0), n-1)
		e.put(m.c.Items[m.chosen].Text)
		return true
	}
	switch name {
	case "escape", "C-g":
		e.put(m.typed)
		e.menu = nil
		return true
	}
	e.menu = nil
	return false
}

// below is what stands under the text: the list of candidates and what is told of them, or
// the search line. It takes at most room rows.
func (e *Editor) below(width, room int) []row {
	var rows []row
	add := func(text, look string) {
		for _, l := range fold(shown(text), width) {
			if len(rows) < room {
				rows = append(rows, styled(l, look))
			}
		}
	}
	switch {
	case e.note != "":
		add(e.note, e.c.NoteLook)
	case e.search != nil:
		add(e.search.status(), e.c.NoteLook)
		for _, l := range e.found(min(room-1, menuRows)) {
			add(fold(l, width)[0], e.c.NoteLook)
		}
	case e.menu != nil:
		m := e.menu
		notes := m.c.Notes
		if m.chosen >= 0 && len(m.c.Items[m.chosen].Notes) > 0 {
			notes = m.c.Items[m.chosen].Notes
		}
		if len(m.c.Items) > 1 {
			rows = append(rows, m.list(width, min(max(room-min(len(notes), 2), 1), menuRows), e.c.ChosenLook)...)
			rows = rows[:min(len(rows), room)]
		}
		for _, n := range notes {
			add(n, e.c.NoteLook)
		}
	case e.c.Signature != nil && len(e.b.text) <= giant && !e.recalled:
		if sig := e.c.Signature(e.b.text, e.b.pos); sig != "" && room > 1 {
			add(fold(sig, width)[0], e.c.NoteLook)
		}
	}
	return rows
}

func styled(text, look string) row {
	w := uniseg.StringWidth(text)
	if look != "" {
		text = look + text + plainLook
	}
	return row{text, w}
}

// fold cuts a text into lines of a width.
func fold(text string, width int) []string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		for uniseg.StringWidth(l) > width {
			cut, w := 0, 0
			for cut < len(l) {
				c := cluster(l[cut:])
				cw := cellWidth(c, 0)
				if w+cw > width {
					break
				}
				cut, w = cut+len(c), w+cw
			}
			if cut == 0 {
				break
			}
			if i := strings.LastIndexByte(l[:cut], ' '); i > cut/2 {
				cut = i + 1
			}
			out = append(out, strings.TrimRight(l[:cut], " "))
			l = l[cut:]
		}
		out = append(out, l)
	}
	return out
}

// list lays the candidates out in columns, the part around the chosen one when not all fit.
func (m *menu) list(width, height int, look string) []row {
	items := m.c.Items
	cell := 0
	for _, it := range items {
		cell = max(cell, uniseg.StringWidth(shown(it.Text)))
	}
	cell = min(cell+2, width)
	cols := max(width/cell, 1)
	m.columns = cols
	all := (len(items) + cols - 1) / cols
	from := 0
	if all > height {
		height = max(height-1, 1) // the last row tells how many more there are
		if m.chosen >= 0 {
			from = min(max(m.chosen/cols-height/2, 0), all-height)
		}
	}
	var rows []row
	for r := from; r < min(from+height, all); r++ {
		var b strings.Builder
		w := 0
		for i := r * cols; i < min((r+1)*cols, len(items)); i++ {
			text := fold(shown(items[i].Text), max(cell-2, 1))[0]
			n := uniseg.StringWidth(text)
			if i == m.chosen && look != "" {
				b.WriteString(look + text + plainLook)
			} else {
				b.WriteString(text)
			}
			pad := cell - n
			if i == min((r+1)*cols, len(items))-1 {
				pad = 0
			}
			b.WriteString(strings.Repeat(" ", pad))
			w += n + pad
		}
		rows = append(rows, row{b.String(), w})
	}
	if rest := len(items) - min((from+height)*cols, len(items)); rest > 0 || from > 0 {
		rows = append(
			rows,
			styled(fold(fmt.Sprintf("(%d of %d)", min((from+height)*cols, len(items)), len(items)), width)[0], ""),
		)
	}
	return rows
}

// search is a search through the history, as it is typed.
type search struct {
	query   string
	forward bool
	at      int // the entry found; -1 when none
	found   bool
	old     state
	past    int // the entry shown before
}

func (s *search) status() string {
	name := "reverse search"
	if s.forward {
		name = "forward search"
	}
	if !s.found && s.query != "" {
		name += ", not found"
	}
	return name + ": " + s.query
}

// startSearch begins a search from the entry shown; forwards from the text being typed it
// begins with the oldest entry.
func (e *Editor) startSearch(forward bool) {
	e.search = &search{at: e.past, past: e.past, forward: forward, found: true, old: state{e.b.text, e.b.pos}}
	if forward && e.past >= e.c.History.Len() {
		e.search.at = -1
	}
}

// look finds the next entry with the query, from an entry on.
func (e *Editor) look(from int) {
	s := e.search
	if i := e.matching(from); i >= 0 {
		s.at, s.found = i, true
		e.past = i
		e.b.reset(e.c.History.Entry(i))
		e.b.pos, e.recalled, e.whole = index(e.b.text, s.query), true, true
		return
	}
	s.found = false
}

// matching is the first entry with the query from one on, in the direction of the search; -1
// when there is none.
func (e *Editor) matching(from int) int {
	step := -1
	if e.search.forward {
		step = 1
	}
	for i := from; i >= 0 && i < e.c.History.Len(); i += step {
		if index(e.c.History.Entry(i), e.search.query) >= 0 {
			return i
		}
	}
	return -1
}

// found lists the entries the search would come to next, their first lines.
func (e *Editor) found(n int) []string {
	s := e.search
	if s.query == "" || !s.found {
		return nil
	}
	step := -1
	if s.forward {
		step = 1
	}
	var out []string
	for i := s.at; len(out) < n; {
		if i = e.matching(i + step); i < 0 {
			break
		}
		first, _, more := strings.Cut(e.c.History.Entry(i), "\n")
		if more {
			first += " …"
		}
		out = append(out, "  "+first)
	}
	return out
}

// index finds a text without regard to case, unless it has capitals.
func index(entry, query string) int {
	if strings.ToLower(query) == query {
		return strings.Index(strings.ToLower(entry), query)
	}
	return strings.Index(entry, query)
}

// searchKey carries out a key while searching; false when the search is over and the key
// still to be carried out.
func (e *Editor) searchKey(k Key) bool {
	s := e.search
	switch k.Name {
	case "":
		s.query += k.Text
		e.look(max(min(s.at, e.c.History.Len()-1), 0))
	case "backspace":
		if s.query != "" {
			_, n := lastRune(s.query)
			s.query = s.query[:len(s.query)-n]
		}
		if s.forward {
			e.look(0)
		} else {
			e.look(e.c.History.Len() - 1)
		}
	case "C-r", "up":
		s.forward = false
		e.look(min(s.at-1, e.c.History.Len()-1))
	case "C-s", "down":
		s.forward = true
		e.look(s.at + 1)
	case "C-g":
		e.search = nil
		e.b.text, e.b.pos, e.past, e.recalled, e.whole = s.old.text, s.old.pos, s.past, false, false
	case "escape":
		e.search = nil
	default:
		e.search = nil
		if k.Name == "enter" {
			e.b.pos = len(e.b.text)
		}
		return false
	}
	return true
}
