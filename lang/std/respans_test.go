package std

import (
	"slices"
	"strings"
	"testing"

	"github.com/tfs-lang/tfs/lang/py"
)

// TestSpans holds the short ways through a text against the backtracking engine.
func TestSpans(t *testing.T) {
	texts := []string{"", "a", "ab c1,\n d_e  42x", "äb ÇÉ 1٢ ß\nüx", strings.Repeat("aB1 ,", 40), "\ud7ff\U0001F600 x", "K k ſ s"}
	for _, src := range []string{".", `\w+`, `\d`, `\s+`, "[^,]+", "[a-zé]+", "(?i)k", "(?i)[s-z]+", "(?s).", "a", `\W`, "(?a:\\w+)",
		`(?x) [ab] + # b`, `\D+`, `\s+|,`, `[a-z]+\d`, `\bx`, "(?:a|b)+?"} {
		v, err := compileRE(src, 0)
		if err != nil {
			t.Fatal(src, err)
		}
		for _, text := range texts {
			s, err := v.subject(text)
			if err != nil {
				t.Fatal(err)
			}
			var got, want []int
			if err := v.spans(py.Background(), s, 0, func(from, to int) (bool, error) {
				got = append(got, from, to)
				return true, nil
			}); err != nil {
				t.Fatal(err)
			}
			re, _ := v.engine("search", false)
			m, err := re.FindRunesMatch([]rune(text))
			for ; m != nil && err == nil; m, err = re.FindNextMatch(m) {
				want = append(want, m.Index, m.Index+m.Length)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s in %q: %v, the engine finds %v (%v)", src, text, got, want, err)
			}
		}
	}
}
