package teach

import (
	"regexp"
	"strings"
	"testing"
)

const sampleMarkdown = "# A title\n\nSome *soft* and **loud** words with `code in it`, a [link](https://example.org/x) and enough of " +
	"them to be wrapped at the end of a line.\n\n- one\n- two\n  - deeper\n\n1. first\n2. second\n\n> quoted words\n\n```\ncode  kept\n```\n\n" +
	"| name | n |\n|---|--:|\n| 你好 | 1 |\n| b | 20 |\n\n<b>raw</b> html\n\n---\n"

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestMarkdown sets a sample of everything, at several widths, in colour and without.
func TestMarkdown(t *testing.T) {
	const want = `A title
═══════

Some soft and loud words with ` + "`code in it`" + `, a link
(https://example.org/x) and enough of them to be wrapped at the end of a
line.

• one
• two
  • deeper

1. first
2. second

│ quoted words

    code  kept

name   n
────────
你好   1
b     20

raw html

────────────────────────────────────────────────────────────────────────
`
	if got := Markdown(sampleMarkdown, 80, Style{}); got != want {
		t.Errorf("%s", got)
	}
	for _, columns := range []int{20, 40, 72, 100} {
		for _, ascii := range []bool{false, true} {
			style := Colored(false)
			style.ASCII = ascii
			plain := Markdown(sampleMarkdown, columns, Style{ASCII: ascii})
			if stripped := escapes.ReplaceAllString(Markdown(sampleMarkdown, columns, style), ""); stripped != plain {
				t.Errorf("%d: colour changes the text\n%s\n%s", columns, stripped, plain)
			}
			for _, l := range strings.Split(plain, "\n") {
				if width(l) > max(columns, 24) && !strings.Contains(l, "https") {
					t.Errorf("%d columns: %q", columns, l)
				}
			}
			if ascii && strings.ContainsAny(plain, "═─│•") {
				t.Error("ASCII has other characters")
			}
		}
	}
	if got := Markdown("a\x1b[31mb", 80, Style{}); strings.Contains(got, "\x1b") {
		t.Errorf("%q reaches the terminal", got)
	}
}
