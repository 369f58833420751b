package repl

import (
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/repl/line"
	"github.com/tfs-lang/tfs/session"
)

// completion asks the language what could stand at the cursor, and puts the signature and
// the first line of the documentation beside it.
func completion(in *lang.Interp, text string, cursor int) line.Completion {
	c := session.Of(in).Complete(text, cursor)
	out := line.Completion{From: c.From, To: c.To}
	for _, it := range c.Items {
		out.Items = append(out.Items, line.Item{Text: it.Text, End: it.End, Notes: notes(it)})
	}
	if c.Call != nil {
		out.Notes = notes(*c.Call)
	}
	return out
}

func notes(c session.Candidate) []string {
	var out []string
	for _, s := range []string{c.Sig, c.Doc} {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// signature is how the call around the cursor is made; "" outside calls.
func signature(in *lang.Interp, text string, cursor int) string {
	c, ok := session.Of(in).CallAt(text, cursor)
	if !ok {
		return ""
	}
	return strings.TrimSpace(c.Sig)
}
