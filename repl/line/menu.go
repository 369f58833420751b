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
}

// tab completes; at the head of a line it indents.
func (e *Editor) tab() {
	if head := e.b.text[e.b.lineStart(e.b.pos):e.b.pos]; e.c.Complete == nil || strings.TrimSpace(head) == "" && (e.b.text != "" || e.keys.pending()) {
		step := e.step()
		if step[0] == ' ' {
			step = step[len(head)%len(step):]
		}
		e.b.insert(step)
		e.auto = 0
		return
	}
	c := e.c.Complete(e.b.text, e.b.pos)
	if len(c.Items) == 0 && len(c.Notes) == 0 {
		return
	}
	typed := e.b.text[c.From:c.To]
	e.menu = &menu{c: c, typed: typed, chosen: -1}
	if common := commonPrefix(c.Items); len(common) > len(typed) {
		e.b.mark(false)
		e.put(common)
	}
	if len(c.Items) == 1 {
		e.menu.chosen = 0
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

// menuKey lets Tab go through the candidates; any other key closes the list and is carried
// out as usual.
func (e *Editor) menuKey(k Key) bool {
	m, n := e.menu, len(e.menu.c.Items)
	switch k.Name {
	case "tab", "S-tab":
		if n < 2 {
			e.menu = nil
			return n == 1 && k.Name == "S-tab"
		}
		switch {
		case k.Name == "tab":
			m.chosen = (m.chosen + 1) % n
		case m.chosen <= 0:
			m.chosen = n - 1
		default:
			m.chosen--
		}
		e.put(m.c.Items[m.chosen].Text)
		return true
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
		for _, l := range fold(text, width) {
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
	case e.menu != nil:
		m := e.menu
		notes := m.c.Notes
		if m.chosen >= 0 && len(m.c.Items[m.chosen].Notes) > 0 {
			notes = m.c.Items[m.chosen].Notes
		}
		if len(m.c.Items) > 1 {
			rows = append(rows, m.list(width, min(max(room-min(len(notes), 2), 1), 8), e.c.ChosenLook)...)
			rows = rows[:min(len(rows), room)]
		}
		for _, n := range notes {
			add(n, e.c.NoteLook)
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
		cell = max(cell, uniseg.StringWidth(it.Text))
	}
	cell = min(cell+2, width)
	cols := max(width/cell, 1)
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
			text := fold(items[i].Text, max(cell-2, 1))[0]
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
		rows = append(rows, styled(fold(fmt.Sprintf("(%d of %d)", min((from+height)*cols, len(items)), len(items)), width)[0], ""))
	}
	return rows
}

// search is a search backwards through the history, as it is typed.
type search struct {
	query string
	at    int // the entry found; -1 when none
	found bool
	old   state
}

func (s *search) status() string {
	if !s.found && s.query != "" {
		return "reverse search, not found: " + s.query
	}
	return "reverse search: " + s.query
}

func (e *Editor) startSearch() {
	e.search = &search{at: e.c.History.Len(), found: true, old: state{e.b.text, e.b.pos}}
}

// look finds the next entry with the query, from an entry downwards.
func (e *Editor) look(from int) {
	s := e.search
	for i := from; i >= 0; i-- {
		if at := index(e.c.History.Entry(i), s.query); at >= 0 {
			s.at, s.found = i, true
			e.past = i
			e.b.reset(e.c.History.Entry(i))
			e.b.pos, e.recalled, e.whole = at, true, true
			return
		}
	}
	s.found = false
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
		e.look(min(s.at, e.c.History.Len()-1))
	case "backspace":
		if s.query != "" {
			_, n := lastRune(s.query)
			s.query = s.query[:len(s.query)-n]
		}
		e.look(e.c.History.Len() - 1)
	case "C-r", "up":
		e.look(s.at - 1)
	case "C-s", "down":
		for i := s.at + 1; i < e.c.History.Len(); i++ {
			if index(e.c.History.Entry(i), s.query) >= 0 {
				e.look(i)
				break
			}
		}
	case "C-g":
		e.search = nil
		e.b.text, e.b.pos, e.recalled, e.whole = s.old.text, s.old.pos, false, false
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
