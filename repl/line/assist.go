package line

import "strings"

// suggestion is the rest of the newest entry of the history that begins as the text does, up
// to the end of its line; "" away from the end of the text, and where it could not be told
// from what was typed.
func (e *Editor) suggestion() string {
	text := e.b.text
	if !e.c.Suggest || e.c.NoteLook == "" || e.b.pos != len(text) || strings.TrimSpace(e.b.line()) == "" ||
		len(text) > giant || e.menu != nil || e.search != nil || e.recalled || e.c.Vi && e.vi.normal {
		return ""
	}
	for i := e.c.History.Len() - 1; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(e.c.History.Entry(i), text); ok && rest != "" && rest[0] != '\n' {
			rest, _, _ = strings.Cut(rest, "\n")
			return rest
		}
	}
	return ""
}

// takeSuggestion types the suggestion, or its first word; false when there is none.
func (e *Editor) takeSuggestion(word bool) bool {
	s := e.suggestion()
	if s == "" {
		return false
	}
	if word {
		b := buffer{text: s}
		s = s[:b.wordRight(0, isWord)]
	}
	e.b.insert(s)
	return true
}

// lastArgument inserts the last argument of the newest input; called again, that of an older
// one in its place.
func (e *Editor) lastArgument() {
	h := e.c.History
	if e.last != "M-." {
		e.argument, e.argumentAt = "", h.Len()
		e.b.mark(false)
	}
	for i := e.argumentAt - 1; i >= 0; i-- {
		arg := lastWord(h.Entry(i))
		if arg == "" || arg == e.argument {
			continue
		}
		e.b.replace(e.b.pos-len(e.argument), e.b.pos, arg)
		e.argument, e.argumentAt = arg, i
		return
	}
}

// lastWord is the last argument of an input: that of the call or index it ends with, else what stands
// behind the last blank, comma or equals sign.
func lastWord(entry string) string {
	s := strings.TrimRight(entry, " \t\n:,;")
	from, opened := lastPart(s, " \t\n,=")
	if opened > from && (s[opened-1] >= 0x80 || s[opened-1] == ')' || s[opened-1] == ']' || isWord(rune(s[opened-1]))) {
		if args := strings.Trim(s[opened+1:len(s)-1], " \t\n,"); args != "" {
			from, _ = lastPart(args, ",")
			arg := strings.TrimSpace(args[from:])
			name, value, keyword := strings.Cut(arg, "=")
			if name = strings.TrimSpace(name); keyword && !strings.HasPrefix(value, "=") &&
				strings.IndexFunc(name, func(r rune) bool { return !isWord(r) }) < 0 {
				arg = strings.TrimSpace(value)
			}
			return arg
		}
	}
	return s[from:]
}

// lastPart gives where the part behind the last separator begins, and where the bracket opens that
// the text ends with; -1 for none. Separators in brackets and quotes do not count.
func lastPart(s, separators string) (from, opened int) {
	var open []int
	quote := byte(0)
	opened = -1
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.IndexByte("([{", c) >= 0:
			open = append(open, i)
		case strings.IndexByte(")]}", c) >= 0 && len(open) > 0:
			if i == len(s)-1 {
				opened = open[len(open)-1]
			}
			open = open[:len(open)-1]
		case len(open) == 0 && strings.IndexByte(separators, c) >= 0:
			from = i + 1
		}
	}
	return from, opened
}

// external edits the text with the owner's editor.
func (e *Editor) external() {
	if e.c.Edit == nil {
		return
	}
	e.vanish()
	text, err := e.c.Edit(e.b.text)
	if err != nil {
		e.note = err.Error()
		return
	}
	if text != e.b.text {
		e.b.mark(false)
		e.b.text, e.b.pos, e.auto = text, len(text), 0
	}
}

// showKeys lists the keys.
func (e *Editor) showKeys() {
	if e.c.Page != nil {
		e.leave()
		e.c.Page(strings.Join(Keys(), "\n") + "\n")
		e.scr.forget()
	}
}

// pairs are the brackets and quotes that are closed as they are opened.
var pairs = map[byte]byte{'(': ')', '[': ']', '{': '}', '\'': '\'', '"': '"'}

// paired types a bracket or quote with its partner, and steps over a partner that stands
// there; false for other keys, and where a partner would be in the way.
func (e *Editor) paired(text string) bool {
	if !e.c.Brackets || len(text) != 1 {
		return false
	}
	c, next := text[0], byte('\n')
	if e.b.pos < len(e.b.text) {
		next = e.b.text[e.b.pos]
	}
	if next == c && strings.IndexByte(")]}'\"", c) >= 0 {
		e.b.pos++
		return true
	}
	closing, ok := pairs[c]
	if !ok || strings.IndexByte(" \n)]},:;", next) < 0 {
		return false
	}
	if c == closing && e.b.pos > 0 && isQuoted(e.b.line()[:e.b.pos-e.b.lineStart(e.b.pos)]) {
		return false
	}
	e.b.insert(text + string(closing))
	e.b.pos--
	return true
}

// closedEarly tells whether the text is whole only because brackets were closed as they were opened: behind a comma
// or a bracket, with nothing but their partners to come, more is meant.
func (e *Editor) closedEarly() bool {
	before := strings.TrimRight(e.b.text[:e.b.pos], " ")
	rest := strings.TrimSpace(e.b.text[e.b.pos:])
	return e.c.Brackets && rest != "" && strings.Trim(rest, ")]}") == "" && before != "" &&
		strings.IndexByte(",([{", before[len(before)-1]) >= 0
}

// isQuoted tells whether a quote behind the text would end a word or a literal, not begin one.
func isQuoted(before string) bool {
	if before == "" {
		return false
	}
	last := before[len(before)-1]
	if strings.Count(before, "'")%2 == 1 || strings.Count(before, `"`)%2 == 1 || last == '\'' || last == '"' ||
		last == '\\' {
		return true
	}
	return isWord(rune(last)) && strings.IndexByte("bBrRfFuU", last) < 0
}
