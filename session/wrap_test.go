package session

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/tfs-lang/tfs/tf"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"short", "short"},
		{"one two three four five six", "one two three four\nfive six"},
		{"  name  doc that is long enough", "  name  doc that is\n        long enough"},
		{"  n  = 1  doc that is long", "  n  = 1  doc that\n          is long"},
		{"f(aaaa, bbbb, cccc=None)", "f(aaaa, bbbb,\n  cccc=None)"},
		{"日本語 日本語 日本語 日本語", "日本語 日本語 日本語\n日本語"},
		{">>> tf.constant([1, 2, 3, 4])\n<tf.Tensor: shape=(4,), dtype=int32>",
			">>> tf.constant([1, 2, 3, 4])\n<tf.Tensor: shape=(4,), dtype=int32>"},
		{"x" + strings.Repeat("y", 30), "x" + strings.Repeat("y", 30)},
		{"", ""},
	} {
		if got := Wrap(c.text, 20); got != c.want {
			t.Errorf("%q:\n%s\nnot\n%s", c.text, got, c.want)
		}
	}
}

// TestPagesFit looks at every page of help: no line but those of examples and single words is
// wider than the screen, and wrapping loses no word.
func TestPagesFit(t *testing.T) {
	in := New(Options{})
	pages := []string{Of(in).helpText(), Of(in).magicList()}
	for _, o := range tf.Table() {
		pages = append(pages, Of(in).Help(o.Func()))
	}
	for _, n := range []string{"tf", "np", "math", "tf.strings", "print", "for", "list", "tf.RaggedTensor"} {
		text, _ := Of(in).Topic(n)
		pages = append(pages, text)
	}
	for _, page := range pages {
		for _, width := range []int{80, 60, 40} {
			got := Wrap(page, width)
			if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(page), " ") {
				t.Fatalf("wrapping changes the words of\n%s", page)
			}
			example := false
			for _, l := range strings.Split(got, "\n") {
				words := strings.TrimSpace(l)
				example = strings.HasPrefix(words, ">>>") || example && words != ""
				if uniseg.StringWidth(l) > width && !example && strings.Contains(words, " ") && len(words) <= width {
					t.Errorf("wider than %d: %q", width, l)
				}
			}
		}
	}
}
