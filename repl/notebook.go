package repl

import (
	"context"
	"fmt"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/notebook"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
)

// RunNotebook runs the cells of a notebook in one session and shows what they show. An error
// ends the run and names its cell, but in cells tagged raises-exception; those tagged skip-execution are not run.
func RunNotebook(
	ctx context.Context,
	in *lang.Interp,
	name string,
	nb *notebook.Notebook,
	show func(lang.Event),
) error {
	for i := range nb.Cells {
		cell := &nb.Cells[i]
		src := transcript.StripPrompts(cell.Source)
		if strings.TrimSpace(src) == "" || skips(cell) {
			continue
		}
		in.Remember(cell.Source)
		if text, ok := session.Of(in).Question(src); ok {
			show(lang.Event{Kind: lang.Page, Text: text + "\n"})
			continue
		}
		quiet := transcript.Quiet(src)
		err := in.Eval(ctx, fmt.Sprintf("%s, cell %d", name, cell.Number), src+"\n", lang.Cell, func(e lang.Event) {
			if !quiet || e.Kind != lang.Result {
				show(e)
			}
		})
		if err != nil && (ctx.Err() != nil || !cell.Tagged("raises-exception")) {
			return err
		}
	}
	return nil
}
