package teach

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/tfs-lang/tfs/lang/py"
)

// markdown reads CommonMark with tables. Raw HTML is left out of what it writes.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough))

// proseWidth is how wide prose is set at most: longer lines are hard to read.
const proseWidth = 72

// Markdown sets Markdown for a terminal: headings, lists, code, quotes, emphasis, tables, wrapped at a width. Code in a
// line keeps its backquotes and links their addresses, so that nothing is told by colour alone.
func Markdown(src string, columns int, style Style) string {
	b := []byte(py.Visible(src))
	r := &setter{src: b, style: style}
	r.blocks(markdown.Parser().Parse(text.NewReader(b)), min(columns, proseWidth), "", "")
	return r.out.String()
}

// setter sets the blocks of a document, a line at a time.
type setter struct {
	src   []byte
	style Style
	out   strings.Builder
	tight bool // inside a list whose items have no blank lines between them
}

// piece is a text in one look.
type piece struct{ text, look string }

// blocks sets the blocks inside a node; the first line begins with first, the others with rest.
func (r *setter) blocks(n ast.Node, columns int, first, rest string) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.block(c, columns, first, rest)
		first = rest
		if c.NextSibling() != nil && !r.tight {
			r.line(rest)
		}
	}
}

func (r *setter) line(s string) { r.out.WriteString(strings.TrimRight(s, " ") + "\n") }

func (r *setter) block(n ast.Node, columns int, first, rest string) {
	switch x := n.(type) {
	case *ast.Heading:
		r.heading(x, columns, first, rest)
	case *ast.Paragraph, *ast.TextBlock:
		r.wrap(r.inline(n, ""), columns, first, rest)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		for i := range n.Lines().Len() {
			at := n.Lines().At(i)
			l := strings.TrimRight(string(at.Value(r.src)), "\n")
			r.line(first + "    " + dressed(r.style.Code, l))
			first = rest
		}
	case *ast.Blockquote:
		bar := r.style.glyph("│ ", "| ")
		r.blocks(n, columns, first+bar, rest+bar)
	case *ast.List:
		r.list(x, columns, first, rest)
	case *ast.ThematicBreak:
		r.line(first + dressed(r.style.Dim, strings.Repeat(r.style.glyph("─", "-"), max(columns-width(first), 3))))
	case *extast.Table:
		r.table(x, columns, first, rest)
	case *ast.HTMLBlock:
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
	r.tight = n.IsTight
	number := n.Start
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		mark := r.style.glyph("• ", "- ")
		if n.IsOrdered() {
			mark = itoa(number) + ". "
			number++
		}
		r.blocks(c, columns, first+mark, rest+strings.Repeat(" ", width(mark)))
		first = rest
		if c.NextSibling() != nil && !n.IsTight {
			r.line(rest)
		}
	}
	r.tight = was
}

// inline gives the pieces of a line's content.
func (r *setter) inline(n ast.Node, look string) []piece {
	var out []piece
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch x := c.(type) {
		case *ast.Text:
			out = append(out, piece{string(x.Value(r.src)), look})
			switch {
			case x.HardLineBreak():
				out = append(out, piece{"\n", ""})
			case x.SoftLineBreak():
				out = append(out, piece{" ", look})
			}
		case *ast.String:
			out = append(out, piece{string(x.Value), look})
		case *ast.CodeSpan:
			code := ""
			for _, p := range r.inline(c, "") {
				code += p.text
			}
			out = append(out, piece{"`" + code + "`", r.style.Code})
		case *ast.Emphasis:
			inner := r.style.Emph
			if x.Level > 1 {
				inner = r.style.Strong
			}
			if look != "" {
				inner = look
			}
			out = append(out, r.inline(c, inner)...)
		case *ast.Link:
			out = append(out, r.inline(c, look)...)
			if at := string(x.Destination); at != "" && !strings.HasPrefix(at, "#") {
				out = append(out, piece{" (" + at + ")", r.style.Dim})
			}
		case *ast.AutoLink:
			out = append(out, piece{string(x.URL(r.src)), look})
		case *ast.RawHTML:
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
func (r *setter) table(n *extast.Table, columns int, first, rest string) {
	var rows [][]string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		var row []string
		for cell := c.FirstChild(); cell != nil; cell = cell.NextSibling() {
			s := ""
			for _, p := range r.inline(cell, "") {
				s += p.text
			}
			row = append(row, s)
		}
		rows = append(rows, row)
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
			if k < len(n.Alignments) && n.Alignments[k] == extast.AlignRight {
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
