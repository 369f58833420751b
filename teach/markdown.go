package teach

import (
	"strings"

	"github.com/gomarkdown/markdown"
	"github.com/gomarkdown/markdown/ast"
	"github.com/gomarkdown/markdown/html"
	"github.com/gomarkdown/markdown/parser"

	"github.com/tfs-lang/tfs/lang/py"
)

// parsed reads Markdown with tables, fenced code and struck words, as CommonMark does where lists and code follow text
// without a line between them.
func parsed(src string) ast.Node {
	p := parser.NewWithExtensions(parser.NoIntraEmphasis | parser.Tables | parser.FencedCode | parser.Autolink |
		parser.Strikethrough | parser.SpaceHeadings | parser.BackslashLineBreak | parser.OrderedListStart |
		parser.NoEmptyLineBeforeBlock)
	return p.Parse(parser.NormalizeNewlines([]byte(src)))
}

// HTML is Markdown as HTML, without the raw HTML that stands in it. anchor names the place of a heading by its text;
// nil names none.
func HTML(src string, anchor func(heading string) string) string {
	doc := parsed(src)
	ast.WalkFunc(doc, func(n ast.Node, entering bool) ast.WalkStatus {
		if h, ok := n.(*ast.Heading); ok && entering && anchor != nil {
			text := ""
			for _, p := range (&setter{}).inline(h, "") {
				text += p.text
			}
			h.HeadingID = anchor(text)
		}
		return ast.GoToNext
	})
	return string(markdown.Render(doc, html.NewRenderer(html.RendererOptions{Flags: html.SkipHTML | html.Safelink})))
}

// proseWidth is how wide prose is set at most: longer lines are hard to read.
const proseWidth = 72

// Markdown sets Markdown for a terminal: headings, lists, code, quotes, emphasis, tables, wrapped at a width. Code in a
// line keeps its backquotes and links their addresses, so that nothing is told by colour alone.
func Markdown(src string, columns int, style Style) string {
	r := &setter{style: style}
	r.blocks(parsed(py.Visible(src)), min(columns, proseWidth), "", "")
	return r.out.String()
}

// setter sets the blocks of a document, a line at a time.
type setter struct {
	style Style
	out   strings.Builder
	tight bool // inside a list whose items have no blank lines between them
}

// piece is a text in one look.
type piece struct{ text, look string }

// blocks sets the blocks inside a node; the first line begins with first, the others with rest.
func (r *setter) blocks(n ast.Node, columns int, first, rest string) {
	var shown []ast.Node
	for _, c := range n.GetChildren() {
		if _, raw := c.(*ast.HTMLBlock); !raw {
			shown = append(shown, c)
		}
	}
	for i, c := range shown {
		r.block(c, columns, first, rest)
		first = rest
		if i < len(shown)-1 && !r.tight {
			r.line(rest)
		}
	}
}

func (r *setter) line(s string) { r.out.WriteString(strings.TrimRight(s, " ") + "\n") }

func (r *setter) block(n ast.Node, columns int, first, rest string) {
	switch x := n.(type) {
	case *ast.Heading:
		r.heading(x, columns, first, rest)
	case *ast.Paragraph:
		r.wrap(r.inline(n, ""), columns, first, rest)
	case *ast.CodeBlock:
		for _, l := range strings.Split(strings.TrimRight(string(x.Literal), "\n"), "\n") {
			r.line(first + "    " + dressed(r.style.Code, l))
			first = rest
		}
	case *ast.BlockQuote:
		bar := r.style.glyph("│ ", "| ")
		r.blocks(n, columns, first+bar, rest+bar)
	case *ast.List:
		r.list(x, columns, first, rest)
	case *ast.HorizontalRule:
		r.line(first + dressed(r.style.Dim, strings.Repeat(r.style.glyph("─", "-"), max(columns-width(first), 3))))
	case *ast.Table:
		r.table(x, columns, first, rest)
	default:
		r.blocks(n, columns, first, rest)
	}
}

func (r *setter) heading(n *ast.Heading, columns int, first, rest string) {
	pieces := r.inline(n, r.style.Head)
	r.wrap(pieces, columns, first, rest)
	rule := ""
	switch n.Level {
	case 1:
		rule = r.style.glyph("═", "=")
	case 2:
		rule = r.style.glyph("─", "-")
	default:
		return
	}
	total := 0
	for _, p := range pieces {
		total += width(p.text)
	}
	r.line(rest + dressed(r.style.Head, strings.Repeat(rule, max(min(total, columns-width(rest)), 1))))
}

func (r *setter) list(n *ast.List, columns int, first, rest string) {
	was := r.tight
	r.tight = n.Tight
	number := max(n.Start, 1)
	items := n.GetChildren()
	for i, c := range items {
		mark := r.style.glyph("• ", "- ")
		if n.ListFlags&ast.ListTypeOrdered != 0 {
			mark = itoa(number) + ". "
			number++
		}
		r.blocks(c, columns, first+mark, rest+strings.Repeat(" ", width(mark)))
		first = rest
		if i < len(items)-1 && !n.Tight {
			r.line(rest)
		}
	}
	r.tight = was
}

// inline gives the pieces of a line's content.
func (r *setter) inline(n ast.Node, look string) []piece {
	var out []piece
	within := func(c ast.Node, own string) {
		if look != "" {
			own = look
		}
		out = append(out, r.inline(c, own)...)
	}
	for _, c := range n.GetChildren() {
		switch x := c.(type) {
		case *ast.Text:
			out = append(out, piece{strings.ReplaceAll(string(x.Literal), "\n", " "), look})
		case *ast.Hardbreak:
			out = append(out, piece{"\n", ""})
		case *ast.Softbreak:
			out = append(out, piece{" ", look})
		case *ast.Code:
			out = append(out, piece{"`" + string(x.Literal) + "`", r.style.Code})
		case *ast.Emph:
			within(c, r.style.Emph)
		case *ast.Strong:
			within(c, r.style.Strong)
		case *ast.Link:
			at := len(out)
			out = append(out, r.inline(c, look)...)
			shown := ""
			for _, p := range out[at:] {
				shown += p.text
			}
			if to := string(x.Destination); to != "" && to != shown && !strings.HasPrefix(to, "#") {
				out = append(out, piece{" (" + to + ")", r.style.Dim})
			}
		case *ast.HTMLSpan:
		default:
			out = append(out, r.inline(c, look)...)
		}
	}
	return out
}

// wrap sets pieces in lines of a width, broken at blanks.
func (r *setter) wrap(pieces []piece, columns int, first, rest string) {
	room := max(columns-width(rest), 10)
	at, begun := 0, false
	line := first
	flush := func() {
		r.line(line)
		line, at, begun = rest, 0, false
	}
	for _, word := range words(pieces) {
		if word == nil { // a line break that was asked for
			flush()
			continue
		}
		w := 0
		for _, p := range word {
			w += width(p.text)
		}
		if begun && at+1+w > room {
			flush()
		}
		if begun {
			line += " "
			at++
		}
		for _, p := range word {
			line += dressed(p.look, p.text)
		}
		at, begun = at+w, true
	}
	if begun {
		flush()
	}
}

// words cuts pieces at blanks; a word may be of several looks. nil stands for a line break. A blank inside code does
// not break: code is read as a whole where it fits.
func words(pieces []piece) [][]piece {
	var out [][]piece
	var word []piece
	end := func() {
		if len(word) > 0 {
			out = append(out, word)
		}
		word = nil
	}
	for _, p := range pieces {
		if p.text == "\n" {
			end()
			out = append(out, nil)
			continue
		}
		if strings.HasPrefix(p.text, "`") && width(p.text) <= 40 {
			word = append(word, p)
			continue
		}
		for i, s := range strings.Split(p.text, " ") {
			if i > 0 {
				end()
			}
			if s != "" {
				word = append(word, piece{s, p.look})
			}
		}
	}
	end()
	return out
}

// table sets a table in columns; where it is too wide, each row as a list of its cells.
func (r *setter) table(n *ast.Table, columns int, first, rest string) {
	var rows [][]string
	var right []bool // columns set to the right
	for _, part := range n.GetChildren() {
		for _, c := range part.GetChildren() {
			var row []string
			for i, cell := range c.GetChildren() {
				s := ""
				for _, p := range r.inline(cell, "") {
					s += p.text
				}
				row = append(row, s)
				if t, ok := cell.(*ast.TableCell); ok && i == len(right) {
					right = append(right, t.Align == ast.TableAlignmentRight)
				}
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return
	}
	wide := make([]int, len(rows[0]))
	total := 0
	for i := range wide {
		for _, row := range rows {
			if i < len(row) {
				wide[i] = max(wide[i], width(row[i]))
			}
		}
		total += wide[i] + 2
	}
	if total-2 > columns-width(rest) {
		r.tallTable(rows, columns, first, rest)
		return
	}
	for i, row := range rows {
		line := ""
		for k, s := range row {
			pad := strings.Repeat(" ", wide[k]-width(s))
			if k < len(right) && right[k] {
				s = pad + s
			} else {
				s += pad
			}
			line += s + "  "
		}
		if i == 0 {
			r.line(first + dressed(r.style.Strong, strings.TrimRight(line, " ")))
			r.line(rest + dressed(r.style.Dim, strings.Repeat(r.style.glyph("─", "-"), total-2)))
			continue
		}
		r.line(rest + line)
	}
}

func (r *setter) tallTable(rows [][]string, columns int, first, rest string) {
	for _, row := range rows[1:] {
		for k, s := range row {
			r.wrap([]piece{{rows[0][k] + ": ", r.style.Strong}, {s, ""}}, columns, first+strings.Repeat("  ", min(k, 1)),
				rest+strings.Repeat("  ", min(k, 1)+1))
			first = rest
		}
	}
}
