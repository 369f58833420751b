package teach

import (
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
)

// Note is what a presenter sees on a second screen.
type Note struct {
	Step    int      `json:"step"`
	Of      int      `json:"of"`
	Section string   `json:"section,omitempty"`
	Notes   []string `json:"notes,omitempty"`
	Code    string   `json:"code,omitempty"`
	Next    string   `json:"next,omitempty"`
	Elapsed float64  `json:"elapsed"`
	Minutes int      `json:"minutes,omitempty"` // it is meant to take, 0 for not said
}

// Text is a note as a terminal shows it.
func (n Note) Text(columns int, style Style) string {
	gone := int(n.Elapsed)
	head := fmt.Sprintf("step %d of %d   %02d:%02d", n.Step, n.Of, gone/60, gone%60)
	if n.Minutes > 0 {
		head += fmt.Sprintf(" of %d:00", n.Minutes)
	}
	if n.Section != "" {
		head += "   " + py.Visible(n.Section)
	}
	text := dressed(style.Head, head) + "\n\n"
	for _, s := range n.Notes {
		text += Markdown("- "+s, columns, style)
	}
	if n.Code != "" {
		text += "\n" + dressed(style.Dim, "now") + "\n" + style.Session(py.Visible(n.Code))
	}
	if next := strings.TrimSpace(n.Next); next != "" {
		text += "\n" + dressed(style.Dim, "next") + "\n" + py.Visible(next) + "\n"
	}
	return text
}
