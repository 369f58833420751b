package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/flate"

	"github.com/tfs-lang/tfs/explain/scene"
	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/syntax"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf"
	"github.com/tfs-lang/tfs/tf/bind"
)

// reference makes a page for every public function of the table.
func (s *site) reference(fs.FS) error {
	table := slices.Clone(tf.Table())
	slices.SortFunc(table, func(a, b *bind.Op) int {
		return cmp.Or(strings.Compare(moduleOf(a.Name), moduleOf(b.Name)), strings.Compare(a.Name, b.Name))
	})
	pages := map[string]string{}
	for _, o := range table {
		for _, n := range append([]string{o.Name}, o.Aliases...) {
			pages[n] = "op/" + o.Name + ".html"
		}
	}
	in := session.New(session.Options{})
	var list strings.Builder
	list.WriteString("<h1>Reference</h1>\n")
	module := ""
	for _, o := range table {
		text, _ := tf.Documentation(o.Func())
		lead := strings.TrimSuffix(firstLine(text), ".")
		if m := moduleOf(o.Name); m != module {
			if module != "" {
				list.WriteString("</ul>\n")
			}
			module = m
			fmt.Fprintf(&list, "<h2 id=\"%s\">%[1]s</h2>\n<ul>\n", template.HTMLEscapeString(m))
		}
		name := pages[o.Name]
		fmt.Fprintf(&list, `<li><a href="%s"><code>%s</code></a> %s</li>`+"\n", name, o.Name, template.HTMLEscapeString(lead))
		for n := range pages {
			if pages[n] == name {
				s.index = append(s.index, entry{n, lead, name})
			}
		}
		if err := s.add(name, o.Name, s.function(in, o, text, pages)); err != nil {
			return err
		}
		s.functions++
	}
	s.in = in
	if err := s.classes(in, pages); err != nil {
		return err
	}
	slices.SortStableFunc(s.index, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })
	return s.add("reference.html", "Reference", template.HTML(list.String()+"</ul>\n"))
}

// moduleOf is the module of a public name.
func moduleOf(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i]
	}
	return "everywhere"
}

func firstLine(s string) string {
	l, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return l
}

// function is the body of a function's page.
func (s *site) function(in *lang.Interp, o *bind.Op, text string, pages map[string]string) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, "<h1><code>%s</code></h1>\n", o.Name)
	sig := o.Name[:max(strings.LastIndexByte(o.Name, '.')+1, 0)] + lang.Signature(o.Func())
	b.WriteString(`<pre class="sig" tabindex="0">` + paint(sig) + "</pre>\n")
	var cells []string
	prose, examples, _ := strings.Cut(text, "\n>>> ")
	for _, block := range strings.Split(prose, "\n\n") {
		if !strings.HasPrefix(block, ">>> ") {
			b.WriteString(s.block(block, pages))
		}
	}
	for _, it := range transcript.ParseTranscript(tf.Examples(o.Name)) {
		if e := it.Example; e != nil {
			cells = append(cells, strings.TrimRight(e.Source, "\n"))
		}
	}
	if g := gradient(o); g != "" {
		if g == "defined" && discrete(in, cells) {
			g = "none: the result holds no real numbers"
		}
		b.WriteString("<dl class=\"facts\"><dt>gradient</dt><dd>" + g + "</dd></dl>\n")
	}
	if examples != "" {
		b.WriteString("<h2>Examples</h2>\n")
		for _, it := range transcript.ParseTranscript(tf.Examples(o.Name)) {
			if e := it.Example; e != nil {
				b.WriteString(example(e.Source, e.Want))
			}
		}
		if svg := s.picture(in, cells); svg != "" {
			b.WriteString("<h2>Picture</h2>\n<figure tabindex=\"0\">" + svg + "</figure>\n")
		}
	}
	b.WriteString(s.try(cells))
	return template.HTML(b.String())
}

// gradient says whether gradients go through a function.
func gradient(o *bind.Op) string {
	if o.Grad != nil {
		return "defined"
	}
	known := false
	for _, d := range append([]*op.Def{op.Get(o.Raw)}, o.Defs...) {
		if d != nil && d.Grad != nil {
			return "defined"
		}
		known = known || d != nil
	}
	if known {
		return "none"
	}
	return ""
}

var realNumber = regexp.MustCompile(`\d\.`)

// discrete tells that examples with real numbers give whole numbers, texts or truth values only: such a function
// may run a kernel that has a gradient, and has none itself (tf.argsort).
func discrete(in *lang.Interp, cells []string) bool {
	seen := false
	for _, c := range cells {
		if !realNumber.MatchString(c) {
			continue
		}
		ctx, done := context.WithTimeout(context.Background(), pictureLimit)
		v, _, err := in.Expr(ctx, c, func(lang.Event) {})
		done()
		if err != nil {
			continue
		}
		x, ok := v.(interface{ DType() tensor.DType })
		if !ok || x.DType().IsFloating() || x.DType().IsComplex() {
			return false
		}
		seen = true
	}
	return seen
}

var (
	fact      = regexp.MustCompile(`^([a-z][a-z ]*): {2,}(.*)$`)
	parameter = regexp.MustCompile(`^  (\S+)(?: +(= \S+(?: \S+)*?))?(?: {2,}(.*))?$`)
	public    = regexp.MustCompile(`\btf(\.[A-Za-z_0-9]+)+`)
)

// block is a paragraph, the table of parameters, or facts.
func (s *site) block(text string, pages map[string]string) string {
	text = strings.Trim(text, "\n")
	lines := strings.Split(text, "\n")
	switch {
	case text == "":
		return ""
	case fact.MatchString(lines[0]):
		out := "<dl class=\"facts\">\n"
		for _, l := range lines {
			if m := fact.FindStringSubmatch(l); m != nil {
				out += "<dt>" + m[1] + "</dt><dd>" + linked(m[2], pages) + "</dd>\n"
			} else {
				out = strings.TrimSuffix(out, "</dd>\n") + " " + linked(strings.TrimSpace(l), pages) + "</dd>\n"
			}
		}
		return out + "</dl>\n"
	case parameter.MatchString(lines[0]) && strings.HasPrefix(text, "  "):
		return parameters(lines, pages)
	case strings.HasPrefix(text, "  "):
		return "<pre tabindex=\"0\">" + template.HTMLEscapeString(text) + "</pre>\n"
	}
	return "<p>" + linked(strings.Join(strings.Fields(text), " "), pages) + "</p>\n"
}

// parameters is the table of what a function takes.
func parameters(lines []string, pages map[string]string) string {
	var rows [][3]string
	for _, l := range lines {
		if m := parameter.FindStringSubmatch(l); m != nil && !strings.HasPrefix(l, "   ") {
			rows = append(rows, [3]string{m[1], strings.TrimPrefix(m[2], "= "), m[3]})
		} else if len(rows) > 0 {
			rows[len(rows)-1][2] += " " + strings.TrimSpace(l)
		}
	}
	out := `<div class="wide" tabindex="0"><table><caption>Parameters</caption><thead><tr><th scope="col">name</th>` +
		`<th scope="col">unless given</th><th scope="col">what</th></tr></thead><tbody>` + "\n"
	for _, r := range rows {
		given := ""
		if r[1] != "" {
			given = "<code>" + template.HTMLEscapeString(r[1]) + "</code>"
		}
		out += fmt.Sprintf("<tr><th scope=\"row\"><code>%s</code></th><td>%s</td><td>%s</td></tr>\n",
			template.HTMLEscapeString(r[0]), given, linked(strings.TrimSpace(r[2]), pages))
	}
	return out + "</tbody></table></div>\n"
}

// linked is a text in which public names lead to their pages.
func linked(text string, pages map[string]string) string {
	return public.ReplaceAllStringFunc(template.HTMLEscapeString(text), func(name string) string {
		if p, ok := pages[name]; ok {
			return `<a href="../` + p + `">` + name + "</a>"
		}
		return name
	})
}

// classes of coloured code.
var classes = map[syntax.PieceKind]string{syntax.KeywordText: "k", syntax.StringText: "s", syntax.NumberText: "n",
	syntax.CommentText: "c"}

// paint is code in HTML with its pieces marked.
func paint(code string) string {
	var b strings.Builder
	at := 0
	for _, p := range syntax.Pieces(code) {
		if c := classes[p.Kind]; c != "" && p.From >= at {
			b.WriteString(template.HTMLEscapeString(code[at:p.From]))
			fmt.Fprintf(&b, `<span class="%s">%s</span>`, c, template.HTMLEscapeString(code[p.From:p.To]))
			at = p.To
		}
	}
	return b.String() + template.HTMLEscapeString(code[at:])
}

// example is code with what it shows.
func example(code string, want []string) string {
	out := `<pre class="code" tabindex="0">` + paint(strings.TrimRight(code, "\n")) + "</pre>\n"
	if len(want) == 0 {
		return out
	}
	lines := slices.Clone(want)
	for i, l := range lines {
		if strings.TrimSpace(l) == "<BLANKLINE>" {
			lines[i] = ""
		}
	}
	return out + `<pre class="out" tabindex="0">` + template.HTMLEscapeString(strings.Join(lines, "\n")) + "</pre>\n"
}

// pictureLimit is how long an example may take to be drawn, mostPicture how large its picture may be.
const (
	pictureLimit = 3 * time.Second
	mostPicture  = 64 << 10
)

// picture draws the last example that is an expression and can be run.
func (s *site) picture(in *lang.Interp, cells []string) string {
	for _, c := range slices.Backward(cells) {
		body, err := syntax.Parse(c)
		if err != nil || len(body) != 1 {
			continue
		}
		if _, ok := body[0].(*syntax.ExprStmt); !ok || strings.Contains(c, "\n") {
			continue
		}
		ctx, done := context.WithTimeout(context.Background(), pictureLimit)
		v, _, err := in.Expr(ctx, "explain("+c+")", func(lang.Event) {})
		done()
		if p, ok := v.(scene.Picture); err == nil && ok {
			if svg := p.SVG(); len(svg) < mostPicture {
				s.pictures++
				return svg
			}
		}
	}
	return ""
}

// try is a link that opens examples in the playground, where there is one.
func (s *site) try(cells []string) string {
	if s.play == "" || len(cells) == 0 {
		return ""
	}
	text, err := json.Marshal(cells)
	if err != nil {
		return ""
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return ""
	}
	if _, err := w.Write(text); err != nil || w.Close() != nil {
		return ""
	}
	link := s.play + "#v1=" + base64.RawURLEncoding.EncodeToString(b.Bytes())
	if len(link) > 8000 {
		return ""
	}
	return `<p class="try"><a href="` + template.HTMLEscapeString(link) + `">Open in the playground</a></p>` + "\n"
}
