package syntax

import (
	"strings"
	"testing"
)

// TestSigns checks that a row of signs that no expression may have is not read to its end.
func TestSigns(t *testing.T) {
	for _, sign := range []string{"-", "~", "+", "not ", "- + ~ "} {
		src := "x = " + strings.Repeat(sign, 1_000_000) + "1\n"
		toks, err := scan(src, NoCommands)
		if err == nil || len(toks) > 2*MaxDepth {
			t.Errorf("%q: %d tokens, %v", sign, len(toks), err)
		}
		if _, err := ParseWith(src, NoCommands); err == nil || err.Error() != tooNested {
			t.Errorf("%q: %v", sign, err)
		}
	}
	if _, err := ParseWith("x = "+strings.Repeat("-", MaxDepth-20)+"1\n", NoCommands); err != nil {
		t.Error(err)
	}
	for _, sum := range []string{"1 + ", `"a" + `, "- 1 -", "x - ", "(x) - "} {
		if toks, err := scan("y = "+strings.Repeat(sum, 1000)+"1\n", NoCommands); err != nil {
			t.Errorf("%s: after %d tokens: %v", sum, len(toks), err)
		}
	}
}
