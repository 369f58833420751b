package repl

import "testing"

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
