package lang

import (
	"strings"
	"testing"
)

// TestPageRuns: a script that is a page of IPython's runs as one.
func TestPageRuns(t *testing.T) {
	var got strings.Builder
	in := newWired(Options{})
	err := in.RunSource(t.Context(), "page", "In [1]: x = 3\n\nIn [2]: x + 1\nOut[2]: 5\n", func(e Event) { got.WriteString(e.Text) })
	if got.String() != "4" || err != nil {
		t.Errorf("%q %v", got.String(), err)
	}
}
