package py

import "testing"

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"": "",
		"plain\n\ttext é 日本 👩\u200d👩\u200d👧 می\u200cخواهم": "plain\n\ttext é 日本 👩\u200d👩\u200d👧 می\u200cخواهم",
		"\x1b]0;pwn\x07":         `\x1b]0;pwn\x07`,
		"a\rb\x00\x7f":           `a\rb\x00\x7f`,
		"\u009b2J\u0085":         `\x9b2J\x85`,
		"\x9b2J\xff":             `\x9b2J\xff`,
		"user\u202enimda\u2066x": `user\u202enimda\u2066x`,
		"a\u200bb\ufeffc\u2028d": `a\u200bb\ufeffc\u2028d`,
		"\U000e0041":             `\U000e0041`,
		"\xed\xa0\x80":           `\ud800`,
		"日\x1b[2J本":              `日\x1b[2J本`,
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q: %q, not %q", in, got, want)
		}
	}
}
