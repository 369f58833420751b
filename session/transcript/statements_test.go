package transcript

import (
	"slices"
	"testing"
)

// TestStatements cuts texts and finds what they end with.
func TestStatements(t *testing.T) {
	for src, want := range map[string][]string{
		"a = 1\nb = 2":                {"a = 1", "b = 2"},
		"x = [1,\n  2]\n\nf(x); g(x)": {"x = [1,\n  2]", "f(x)", "g(x)"},
		"for i in x:\n  y\n\n  z":     {"for i in x:\n  y\n\n  z"},
		"1 +":                         {"1 +"},
		"":                            {""},
	} {
		if got := Statements(src); !slices.Equal(got, want) {
			t.Errorf("%q: %q", src, got)
		}
	}
	for src, want := range map[string]string{
		"x = f(1)": "f(1)", "f(\n  2)": "f(\n  2)", "print(a[1:])": "a[1:]",
		"print(a, b)": "print(a, b)", "import math": "", "1 +": "",
		"a\nb  # c": "b", "": "",
	} {
		if got := LastExpression(src); got != want {
			t.Errorf("%q: %q", src, got)
		}
	}
}
