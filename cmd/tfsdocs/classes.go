package main

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/session"
	"github.com/tfs-lang/tfs/session/transcript"
	"github.com/tfs-lang/tfs/tf"
)

// named is a class or a function of the library that a public name leads to.
type named struct {
	name  string
	value py.Value
}

// library walks the modules below tf and gives their classes, and the functions that are not in the table, each once,
// by its shortest name.
func library(in *lang.Interp) []named {
	root, ok := in.Get("tf")
	if !ok {
		return nil
	}
	var out []named
	seen := map[py.Value]bool{}
	queue := []named{{"tf", root}}
	if keras, err := in.ExprAmong(context.Background(), "tf.keras", map[string]py.Value{"tf": root}); err == nil {
		seen[keras] = true
		queue = []named{{"tf.keras", keras}, queue[0]} // tf.losses and its like are known as parts of tf.keras
	}
	for len(queue) > 0 {
		m := queue[0]
		queue = queue[1:]
		for _, n := range namesIn(in, m.value) {
			v, err := in.ExprAmong(context.Background(), "getattr(v, n, None)", map[string]py.Value{"v": m.value, "n": n})
			if err != nil || strings.HasPrefix(n, "_") || strings.Count(m.name, ".") > 3 {
				continue
			}
			at := named{m.name + "." + n, v}
			switch x := v.(type) {
			case *py.Module: // of tf, not what its modules import
				if !seen[v] {
					seen[v] = true
					queue = append(queue, at)
				}
			case *py.Class, *lang.Func:
				if !seen[v] {
					seen[v] = true
					out = append(out, at)
				}
			case *py.Builtin:
				if !seen[v] && tf.Entry(x) == nil {
					seen[v] = true
					out = append(out, at)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b named) int {
		return cmp.Or(strings.Compare(moduleOf(a.name), moduleOf(b.name)), strings.Compare(a.name, b.name))
	})
	return out
}

// namesIn are the names dir() gives, sorted.
func namesIn(in *lang.Interp, v py.Value) []string {
	got, err := in.ExprAmong(context.Background(), "sorted(dir(v))", map[string]py.Value{"v": v})
	list, ok := got.(*py.List)
	if err != nil || !ok {
		return nil
	}
	var out []string
	for _, n := range list.Items {
		out = append(out, py.StrOf(n))
	}
	return out
}

// classes makes a page for each class and function of the library, of what tfs help tells of it and of its members.
func (s *site) classes(in *lang.Interp, pages map[string]string) error {
	var list strings.Builder
	list.WriteString("<h1>Classes</h1>\n<p>Classes, and functions of the library, with their methods.</p>\n")
	module := ""
	for _, x := range library(in) {
		_, isClass := x.value.(*py.Class)
		if _, known := pages[x.name]; known || !isClass && session.Of(in).Doc(x.value) == "" {
			continue
		}
		if m := moduleOf(x.name); m != module {
			if module != "" {
				list.WriteString("</ul>\n")
			}
			module = m
			fmt.Fprintf(&list, "<h2 id=\"%s\">%[1]s</h2>\n<ul>\n", template.HTMLEscapeString(m))
		}
		lead := strings.TrimSuffix(firstLine(session.Of(in).Doc(x.value)), ".")
		page := "class/" + x.name + ".html"
		fmt.Fprintf(&list, `<li><a href="%s"><code>%s</code></a> %s</li>`+"\n", page, x.name, template.HTMLEscapeString(lead))
		s.index = append(s.index, entry{x.name, lead, page})
		if err := s.add(page, x.name, s.class(x, pages)); err != nil {
			return err
		}
		s.library++
	}
	return s.add("classes.html", "Classes", template.HTML(list.String()+"</ul>\n"))
}

// class is the body of a page: signature, documentation, members.
func (s *site) class(x named, pages map[string]string) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, "<h1><code>%s</code></h1>\n", x.name)
	s.member(&b, x, pages)
	c, ok := x.value.(*py.Class)
	if !ok {
		return template.HTML(b.String())
	}
	for _, n := range namesIn(s.in, c) {
		v := c.Lookup(n)
		if strings.HasPrefix(n, "_") || v == nil {
			continue
		}
		if _, isClass := v.(*py.Class); isClass {
			continue
		}
		fmt.Fprintf(&b, "<h2 id=\"%[1]s\"><code>%[1]s</code></h2>\n", template.HTMLEscapeString(n))
		s.member(&b, named{n, v}, pages)
		s.index = append(s.index, entry{x.name + "." + n, strings.TrimSuffix(firstLine(session.Of(s.in).Doc(v)), "."),
			"class/" + x.name + ".html#" + n})
	}
	return template.HTML(b.String())
}

// member is what a value is called by and what is written of it, with the examples that stand in it.
func (s *site) member(b *strings.Builder, x named, pages map[string]string) {
	if sig := lang.Signature(x.value); sig != "" {
		if x.name != "" && strings.Contains(sig, "(") {
			sig = x.name[strings.LastIndexByte(x.name, '.')+1:] + sig[strings.IndexByte(sig, '('):]
		}
		b.WriteString(`<pre class="sig" tabindex="0">` + paint(sig) + "</pre>\n")
	}
	for _, block := range strings.Split(strings.TrimSpace(session.Of(s.in).Doc(x.value)), "\n\n") {
		if lines := strings.TrimLeft(block, " "); strings.HasPrefix(lines, ">>> ") {
			for _, it := range transcript.ParseTranscript(unindented(block)) {
				if e := it.Example; e != nil {
					b.WriteString(example(e.Source, e.Want))
				}
			}
			continue
		}
		b.WriteString(s.block(unindented(block), pages))
	}
}

// unindented is a text without the blanks all its lines begin with.
func unindented(text string) string {
	lines := strings.Split(text, "\n")
	least := -1
	for _, l := range lines {
		if n := len(l) - len(strings.TrimLeft(l, " ")); strings.TrimSpace(l) != "" && (least < 0 || n < least) {
			least = n
		}
	}
	for i, l := range lines {
		lines[i] = l[min(max(least, 0), len(l)):]
	}
	return strings.Join(lines, "\n") + "\n"
}
