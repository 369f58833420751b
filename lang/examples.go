package lang

import (
	"context"
	"errors"
	"strings"

	"github.com/tfs-lang/tfs/session/transcript"
)

// RunExample evaluates one example as a cell of the session.
func (in *Interp) RunExample(ctx context.Context, src string, stderr bool) transcript.Outcome {
	var b strings.Builder
	var o transcript.Outcome
	err := in.Eval(ctx, "<example>", src+"\n", Cell, func(e Event) {
		switch e.Kind {
		case Stdout, Display, Page:
			b.WriteString(e.Text)
		case Stderr:
			if stderr {
				b.WriteString(e.Text)
			}
		case Result:
			b.WriteString(e.Text + "\n")
		case Error:
			o.Kind, o.Msg = in.Describe(e.Exc)
		}
	})
	if exit := (*ExitError)(nil); errors.As(err, &exit) {
		o.Kind, o.Msg = in.Describe(exit.Exc)
	}
	o.Out = b.String()
	return o
}

// Transcript replays a transcript: the text again, each example followed by what it shows.
func (in *Interp) Transcript(ctx context.Context, text string, stderr bool) string {
	var out []string
	for _, it := range transcript.ParseTranscript(text) {
		if it.Example == nil {
			out = append(out, it.Prose)
			continue
		}
		out = append(out, it.Example.Prompts...)
		lines := it.Example.Want
		if rule, err := it.Example.Rule(); err != nil || !rule.Skip {
			lines = in.RunExample(ctx, it.Example.Source, stderr).Lines()
		}
		for _, l := range lines {
			out = append(out, it.Example.Indent+l)
		}
	}
	return strings.Join(out, "\n") + "\n"
}
