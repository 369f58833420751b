package repl

import (
	"strings"
	"testing"
)

// TestPlainGlyphs asks with locales as users set them.
func TestPlainGlyphs(t *testing.T) {
	for _, c := range []struct {
		all, lang, term string
		want            bool
	}{{"", "", "xterm", false}, {"", "C.UTF-8", "xterm", false}, {"C", "de_DE.UTF-8", "xterm", true}, {"", "en_US.utf8",
		"xterm", false},
		{"", "POSIX", "xterm", true}, {"", "C.UTF-8", "dumb", true}} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_CTYPE", "")
		t.Setenv("LANG", c.lang)
		t.Setenv("TERM", c.term)
		if got := PlainGlyphs(true); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

func TestHintsAreWrapped(t *testing.T) {
	text := "ValueError: a message that is not broken\n  hint: one two three four five\n"
	if got, want := wrapHints(text, 20), "ValueError: a message that is not broken\n  hint: one two\n    three four five\n"; got != want {
		t.Errorf("%q", got)
	}
	look := themes["dark"]()
	if got := look.traceback(wrapHints(text, 20)); strings.Count(got, look.hint) != 2 {
		t.Errorf("%q", got)
	}
}
