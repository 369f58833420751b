package repl

import (
	"context"
	"os"
	"strings"

	"github.com/tfs-lang/tfs/explain"
	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang"
)

// PlainGlyphs tells where pictures must be drawn in ASCII: a locale that is set and is not UTF-8, and dumb terminals.
func PlainGlyphs(terminal bool) bool {
	if terminal && os.Getenv("TERM") == "dumb" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := os.Getenv(name); v != "" {
			v = strings.ToLower(v)
			return !strings.Contains(v, "utf-8") && !strings.Contains(v, "utf8")
		}
	}
	return false
}

// echoed is the text of a result; pictures have colours where the prompt has.
func (p *Prompt) echoed(e lang.Event) string {
	if pic, ok := e.Value.(scene.Picture); ok && p.theme != (theme{}) {
		return p.in.Pictures().Repr(pic, true)
	}
	return e.Text
}

// errorPicture draws what failed in the input that ended, if its picture is wanted.
func (p *Prompt) errorPicture(ctx context.Context) {
	wanted := p.drawError
	if p.drawError = false; wanted && ctx.Err() == nil {
		_ = p.in.Eval(ctx, "<picture>", "%explain\n", lang.Cell, p.show)
	}
}

// shownWhere is the line that offers the picture of an error. With error_pictures = on the picture itself follows.
func (p *Prompt) shownWhere(e lang.Event) string {
	if e.Exc == nil || !explain.Draws(e.Exc.At) || p.Options.Quiet || p.Config.OnError == "off" {
		return ""
	}
	if p.Config.OnError == "on" {
		p.drawError = true
		return ""
	}
	return "  hint: :explain shows where.\n"
}
