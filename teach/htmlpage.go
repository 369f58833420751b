package teach

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/session/transcript"
)

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// HTML plays a deck into one page: prose, code, outputs as text, pictures as SVG. It needs nothing from outside, reads
// from top to bottom without scripts, and with them also plays step by step.
func (p *Player) HTML(ctx context.Context, w io.Writer) ([]Problem, error) {
	p.Style = Style{}
	p.Lang.Width = func() int { return castColumns }
	var b bytes.Buffer
	var found []Problem
	fmt.Fprintf(&b, pageHead, html.EscapeString(p.Deck.Title), pageStyle, html.EscapeString(p.Deck.Title))
	for p.at < len(p.Deck.Steps) {
		s := p.Deck.Steps[p.at]
		var text strings.Builder
		shown, err := p.Run(ctx, "", func(e lang.Event) { text.WriteString(eventText(e)) })
		if err != nil {
			return found, err
		}
		if shown.Failed != "" {
			found = append(found, Problem{p.Deck.File, s.Line, "the step " + shown.Failed})
		}
		if !s.Silent {
			if err := pageStep(&b, &s, p.at, text.String(), shown.Pictures); err != nil {
				return found, err
			}
		}
	}
	fmt.Fprintf(&b, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", pageScript)
	_, err := w.Write(b.Bytes())
	return found, err
}

const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" 
content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>%s</title>
<style>
%s</style>
</head>
<body>
<nav id="bar" hidden aria-label="Playing">
<button id="back">Back</button><button id="play">Play</button>
<button id="next">Next</button><button id="all">Show all</button>
<span id="where" role="status"></span></nav>
<main aria-label="%s">
`

func pageStep(b *bytes.Buffer, s *Step, n int, output string, pictures []Picture) error {
	label := ""
	if s.Section != "" {
		label = fmt.Sprintf(" data-name=%q", html.EscapeString(s.Section))
	}
	fmt.Fprintf(b, "<section class=\"step\" id=\"step-%d\"%s>\n", n, label)
	if s.Prose != "" {
		b.WriteString(HTML(s.Prose, nil))
	}
	if s.Code != "" {
		b.WriteString("<pre class=\"code\"><code>")
		for _, st := range transcript.Statements(s.Code) {
			b.WriteString(paintedHTML(st))
		}
		b.WriteString("</code></pre>\n")
	}
	if output != "" {
		fmt.Fprintf(b, "<pre class=\"out\">%s</pre>\n", html.EscapeString(strings.TrimRight(output, "\n")))
	}
	for i := range pictures {
		if svg := pictures[i].SVG(); svg != "" {
			b.WriteString("<figure>" + svg + "</figure>\n")
		} else {
			fmt.Fprintf(b, "<pre class=\"out\">%s</pre>\n", html.EscapeString(pictures[i].Text))
		}
	}
	b.WriteString("</section>\n")
	return nil
}

// classes are the looks of code on a page.
var classes = map[syntax.PieceKind]string{syntax.KeywordText: "k", syntax.StringText: "s", syntax.NumberText: "n",
	syntax.CommentText: "c", syntax.CommandText: "k"}

// paintedHTML is a statement with prompts, its pieces marked by classes.
func paintedHTML(code string) string {
	var b strings.Builder
	at := 0
	for _, p := range syntax.Pieces(code) {
		b.WriteString(html.EscapeString(code[at:p.From]))
		text := html.EscapeString(code[p.From:p.To])
		if c := classes[p.Kind]; c != "" {
			text = strings.ReplaceAll(text, "\n", "</span>\n<span class=\""+c+"\">") // prompts stand between lines
			text = "<span class=\"" + c + "\">" + text + "</span>"
		}
		b.WriteString(text)
		at = p.To
	}
	b.WriteString(html.EscapeString(code[at:]))
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines {
		prompt := "..."
		if i == 0 {
			prompt = "&gt;&gt;&gt;"
		}
		lines[i] = strings.TrimRight("<span class=\"p\">"+prompt+"</span> "+l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}
