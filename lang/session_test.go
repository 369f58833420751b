package lang

import (
	"strings"
	"testing"
)

// TestEchoIsCut shows a thousand items of a container; print shows all.
func TestEchoIsCut(t *testing.T) {
	in := newWired(Options{Shown: 1000})
	for _, src := range []string{"list(range(5000))", "tuple(range(5000))", "set(range(5000))", "{i: i for i in range(5000)}", "[list(range(5000))]"} {
		got := events(t, in, src)[Result]
		if !strings.Contains(got, "999") || strings.Contains(got, "1000") || !strings.Contains(got, ", ...") {
			t.Errorf("%s: ...%s", src, got[len(got)-40:])
		}
		if all := events(t, in, "print("+src+")")[Stdout]; !strings.Contains(all, "4999") || strings.Contains(all, "...") {
			t.Errorf("print(%s) is cut", src)
		}
	}
	if got := events(t, in, "list(range(1000))")[Result]; strings.Contains(got, "...") {
		t.Error("a thousand items are cut")
	}
}
