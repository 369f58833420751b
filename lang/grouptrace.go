package lang

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// How many exceptions of a group a traceback shows, and how many groups within each other.
const (
	maxGroup      = 15
	maxGroupDepth = 10
)

// groupTraceback shows a group of exceptions as Python does: each of them behind a bar, with its own
// traceback and what it came from.
func (in *Interp) groupTraceback(b *strings.Builder, ex *py.Exc, depth int) {
	margin, first := strings.Repeat("  ", depth+1), "| "
	if depth == 0 {
		first = "+ "
	}
	line := func(text string) {
		b.WriteString(margin + first + text + "\n")
		first = "| "
	}
	var text strings.Builder
	if len(ex.Trace) > 0 {
		line("Exception Group Traceback (most recent call last):")
		in.writeTrace(&text, ex.Trace, false)
	}
	text.WriteString(in.Summary(ex))
	for _, l := range strings.Split(text.String(), "\n") {
		line(l)
	}
	parts := ex.Parts()
	for i, p := range parts {
		title := fmt.Sprint(i + 1)
		if i == maxGroup || depth+1 == maxGroupDepth {
			title = "..."
		}
		corner := "  +"
		if i == 0 {
			corner = "+-+"
		}
		b.WriteString(margin + corner + "---------------- " + title + " ----------------\n")
		if title == "..." {
			b.WriteString(margin + fmt.Sprintf("  | and %d more exceptions\n", len(parts)-i))
			break
		}
		in.memberTraceback(b, p, depth)
	}
	if last := parts[len(parts)-1]; !last.IsGroup() || len(parts) > maxGroup || depth+1 == maxGroupDepth {
		b.WriteString(margin + "  +------------------------------------\n")
	}
}

// memberTraceback shows one exception of a group, behind its bar.
func (in *Interp) memberTraceback(b *strings.Builder, ex *py.Exc, depth int) {
	if ex.IsGroup() && ex.Cause == nil && (ex.Context == nil || ex.Hide) {
		in.groupTraceback(b, ex, depth+1)
		return
	}
	var inner strings.Builder
	in.traceback(&inner, ex, map[*py.Exc]bool{})
	for _, l := range strings.Split(strings.TrimSuffix(inner.String(), "\n"), "\n") {
		b.WriteString(strings.Repeat("  ", depth+2) + "| " + l + "\n")
	}
}
