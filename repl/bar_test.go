package repl

import (
	"strings"
	"testing"
	"time"

	"github.com/tfs-lang/tfs/lang"

	"github.com/rivo/uniseg"
)

// TestBarFits draws a bar that is longer than its terminal: a line that wraps could not be taken away.
func TestBarFits(t *testing.T) {
	var out strings.Builder
	b := newBar(&out, false)
	b.width = func() int { return 40 }
	b.show(lang.Progress{Label: strings.Repeat("名", 12), Done: 5, Total: 1e12})
	drawn := strings.TrimPrefix(out.String(), "\r\x1b[K")
	if w := uniseg.StringWidth(drawn); w > 37 || w < 30 {
		t.Errorf("%d columns: %q", w, drawn)
	}
	if s := barText(lang.Progress{Done: 1, Total: 2}, time.Second); fitting(s, 80) != s {
		t.Errorf("%q is cut", s)
	}
}
