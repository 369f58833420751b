package repl

import (
	"io"
	"os"
	"strings"
	"sync"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/repl/line"
	"github.com/tfs-lang/tfs/session"
)

// UseColor decides whether a stream gets colours. A choice of always or never decides; then
// NO_COLOR, CLICOLOR_FORCE and TERM=dumb (no-color.org, bixense.com/clicolors); else
// terminals get colours.
func UseColor(choice string, isTerminal bool) bool {
	force := os.Getenv("CLICOLOR_FORCE")
	switch {
	case choice == "always":
		return true
	case choice == "never", os.Getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	case os.Getenv("TERM") == "dumb", os.Getenv("CLICOLOR") == "0":
		return false
	}
	return isTerminal
}

// renderer knows the sixteen colours that every terminal has, and Windows consoles too; it asks the terminal nothing,
// because an answer would come in among the keys.
var renderer = sync.OnceValue(func() *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.ANSI)
	return r
})

// style is the plain look of text within a line, to which a colour and weight are added.
func style() lipgloss.Style { return renderer().NewStyle().Inline(true) }

// color is one of the terminal's colours: 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan.
func color(c string) lipgloss.Style { return style().Foreground(lipgloss.Color(c)) }

// look is the escape sequence that begins a style: what is shown has been finished before, and stays as it is.
func look(st lipgloss.Style) string {
	begin, _, _ := strings.Cut(st.Render("x"), "x")
	return begin
}

const plainLook = "\x1b[0m"

// theme is the looks of what the prompt shows; the zero theme is plain.
type theme struct {
	prompt, note, chosen  string
	err, hint             string
	partner, lonely       string
	keyword, text, number string
	comment, command      string
}

// themes are the themes a configuration can name.
var themes = map[string]func() theme{
	"none": func() theme { return theme{} },
	"dark": func() theme {
		t := lightTheme()
		t.prompt, t.keyword, t.command = look(color("2").Bold(true)), look(color("5").Bold(true)), look(color("6"))
		t.text, t.number, t.hint = look(color("3")), look(color("6")), look(color("6"))
		return t
	},
	"light": lightTheme,
}

func lightTheme() theme {
	return theme{
		prompt:  look(color("4").Bold(true)),
		note:    look(style().Faint(true)),
		chosen:  look(style().Reverse(true)),
		err:     look(color("1")),
		hint:    look(color("4")),
		partner: look(style().Bold(true).Underline(true)),
		lonely:  look(color("1").Underline(true)),
		keyword: look(color("5")),
		text:    look(color("2")),
		number:  look(color("4")),
		comment: look(style().Faint(true)),
		command: look(color("4")),
	}
}

// background guesses a theme: COLORFGBG tells of light terminals, where it is set.
func background() string {
	if bg := os.Getenv("COLORFGBG"); strings.HasSuffix(bg, ";7") || strings.HasSuffix(bg, ";15") {
		return "light"
	}
	return "dark"
}

// paint gives a text its looks: tokens, and the bracket at the cursor with its partner.
func (t theme) paint(text string, cursor int) []line.Span {
	if t == (theme{}) {
		return nil
	}
	pieces := syntax.Pieces(text)
	at, other, onBracket := -1, -1, false
	if cursor >= 0 {
		at, other, onBracket = syntax.Partner(text, pieces, cursor)
	}
	var out []line.Span
	for _, p := range pieces {
		l := ""
		switch p.Kind {
		case syntax.KeywordText:
			l = t.keyword
		case syntax.StringText:
			l = t.text
		case syntax.NumberText:
			l = t.number
		case syntax.CommentText:
			l = t.comment
		case syntax.CommandText:
			l = t.command
		case syntax.BracketText:
			switch {
			case !onBracket:
			case other < 0 && p.From == at && strings.Contains(")]}", text[at:at+1]):
				l = t.lonely
			case other >= 0 && (p.From == at || p.From == other):
				l = t.partner
			}
		}
		if l != "" {
			out = append(out, line.Span{From: p.From, To: p.To, Look: l})
		}
	}
	return out
}

func wrapLines(text string, lookOf func(line string) string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if begin := lookOf(l); l != "" && begin != "" {
			lines[i] = begin + l + plainLook
		}
	}
	return strings.Join(lines, "\n")
}

// PaintError colours a traceback: the line that names the exception, the carets, the hint.
// Nothing is told by colour alone.
func PaintError(text string, on bool) string {
	if !on {
		return text
	}
	t := themes[background()]()
	return t.traceback(text)
}

// hintMark is what the lines of hints below errors begin with.
const hintMark = "  hint: "

// wrapHints breaks hints that are wider than the terminal between words.
func wrapHints(text string, width int) string {
	if !strings.Contains(text, hintMark) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, hintMark) {
			lines[i] = session.Wrap("  "+l, width)[2:]
		}
	}
	return strings.Join(lines, "\n")
}

func (t theme) traceback(text string) string {
	head, hint := true, false // the frames come first; then everything belongs to the message
	return wrapLines(text, func(l string) string {
		trimmed := strings.TrimSpace(l)
		hint = hint && strings.HasPrefix(l, "    ") || strings.HasPrefix(l, hintMark)
		switch {
		case strings.HasPrefix(l, "Traceback "):
			head = true
			return ""
		case hint:
			return t.hint
		case head && strings.HasPrefix(l, " "):
			if trimmed != "" && strings.Trim(trimmed, "~^") == "" || strings.HasPrefix(trimmed, "--> ") {
				return t.err
			}
			return ""
		case trimmed == "":
			return ""
		}
		head = false
		return t.err
	})
}
