// Command tfsdocs builds the documentation as static pages, without a network and without scripts but for search:
//
//	go run ./cmd/tfsdocs FOLDER [ADDRESS-OF-THE-PLAYGROUND]
//
// The reference is made of what tfs help shows (the table of functions and the recorded examples), the guides of the
// chapters of README.md and of docs/*.md, the lessons of scripts and tours. Nothing is written twice. Markdown is read
// by package teach, and pages are set by html/template: Hugo as a module would bring ten times the
// code of tfs for a dozen page layouts it does not need.
package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/tfs-lang/tfs/lang"
	"github.com/tfs-lang/tfs/teach"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "usage: go run ./cmd/tfsdocs FOLDER [ADDRESS-OF-THE-PLAYGROUND]")
		os.Exit(2)
	}
	s := &site{files: map[string][]byte{}}
	if len(os.Args) == 3 {
		s.play = os.Args[2]
	}
	err := s.build(os.DirFS("."))
	if err == nil {
		err = s.write(os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tfsdocs:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d files, %d pages of functions, %d of the library, %d pictures\n", os.Args[1], len(s.files),
		s.functions,
		s.library, s.pictures)
}

//go:embed page.html style.css search.js
var own embed.FS

var layout = template.Must(template.ParseFS(own, "page.html"))

// site is what is built: files by their names.
type site struct {
	files     map[string][]byte
	play      string // the playground's address, "" for none
	index     []entry
	functions int
	library   int // pages of classes and functions of the library
	in        *lang.Interp
	pictures  int
}

// entry is a page as search knows it.
type entry struct {
	Name string `json:"n"`
	Text string `json:"t"`
	Page string `json:"p"`
}

// page is what the layout shows.
type page struct {
	Title string
	Root  string // the way to the first page
	Body  template.HTML
	Nav   []entry
	Here  string
}

// chapters of README.md that become pages.
var chapters = []struct{ Heading, File string }{
	{"Quick start", "start"}, {"Tour", "glance"}, {"The prompt", "prompt"}, {"Notebooks", "notebooks"},
	{"Files of records", "records"},
	{"Plots", "plots"}, {"The playground", "playground"}, {"From Go", "go"}, {"Speed", "speed"},
	{"Differences from TensorFlow and Python", "differences"},
	{"Architecture", "architecture"}, {"Checks", "checks"},
}

// nav are the pages every page leads to.
var nav = []entry{{Name: "Start", Page: "index.html"}, {Name: "Reference", Page: "reference.html"},
	{Name: "Classes", Page: "classes.html"}, {Name: "Lessons", Page: "lessons.html"},
	{Name: "Guides", Page: "guides.html"}, {Name: "Differences", Page: "guide/differences.html"},
	{Name: "Architecture", Page: "guide/architecture.html"}}

// build makes all pages of the sources in a folder.
func (s *site) build(src fs.FS) error {
	for _, name := range []string{"style.css", "search.js"} {
		b, err := own.ReadFile(name)
		if err != nil {
			return err
		}
		s.files[name] = b
	}
	for _, part := range []func(fs.FS) error{s.guides, s.lessons, s.reference, s.start} {
		if err := part(src); err != nil {
			return err
		}
	}
	b, err := json.Marshal(s.index)
	s.files["search.json"] = b
	return err
}

// add sets a page into the layout.
func (s *site) add(name, title string, body template.HTML) error {
	var b bytes.Buffer
	root := strings.Repeat("../", strings.Count(name, "/"))
	if err := layout.Execute(&b, page{title, root, body, nav, name}); err != nil {
		return fmt.Errorf("%s: %v", name, err)
	}
	s.files[name] = b.Bytes()
	return nil
}

// markdown is a text as HTML; raw HTML in it is left out. Headings are named by their words, so that links find them.
func markdown(text string) template.HTML {
	taken := map[string]int{}
	html := teach.HTML(text, func(heading string) string {
		name := strings.Map(func(c rune) rune {
			switch {
			case unicode.IsLetter(c), unicode.IsDigit(c), c == '_', c == '-':
				return unicode.ToLower(c)
			case c == ' ':
				return '-'
			}
			return -1
		}, heading)
		taken[name]++
		if n := taken[name]; n > 1 {
			return fmt.Sprintf("%s-%d", name, n-1)
		}
		return name
	})
	return template.HTML(strings.NewReplacer("<pre>", `<pre tabindex="0">`,
		"<table>", `<div class="wide" tabindex="0"><table>`, "</table>", "</table></div>").Replace(html))
}

// start is the first page.
func (s *site) start(src fs.FS) error {
	readme, err := fs.ReadFile(src, "README.md")
	if err != nil {
		return err
	}
	if s.files["docs/recording.svg"], err = fs.ReadFile(src, "docs/recording.svg"); err != nil {
		return err
	}
	intro, _, _ := strings.Cut(string(readme), "\n## ")
	body := markdown(intro)
	more := `<ul class="cards">
<li><a href="reference.html">Reference</a>: every function with its parameters, types,
ragged rule, gradient, examples and a picture</li>
<li><a href="lessons.html">Lessons</a>: bytes, bits, ragged tensors, text, records, models</li>
<li><a href="guides.html">Guides</a>: the prompt, notebooks, files, from Go</li></ul>`
	if s.play != "" {
		more += `<p><a href="` + template.HTMLEscapeString(s.play) +
			`">Try it in the page</a>: the engine runs in your browser.</p>`
	}
	return s.add("index.html", "tfs", body+template.HTML(more))
}

// guides are the chapters of README.md, and docs/*.md.
func (s *site) guides(src fs.FS) error {
	b, err := fs.ReadFile(src, "README.md")
	if err != nil {
		return err
	}
	list := "<h1>Guides</h1>\n<ul>\n"
	guide := func(file, title, text string) error {
		body := markdown(text)
		name := "guide/" + file + ".html"
		s.index = append(s.index, entry{title, "guide", name})
		list += fmt.Sprintf(`<li><a href="%s">%s</a></li>`+"\n", name, template.HTMLEscapeString(title))
		return s.add(name, title, body)
	}
	parts := strings.Split("\n"+string(b), "\n## ")
	for _, c := range chapters {
		i := slices.IndexFunc(parts, func(p string) bool { return strings.HasPrefix(p, c.Heading+"\n") })
		if i < 0 {
			return fmt.Errorf("README.md has no chapter %q", c.Heading)
		}
		if err := guide(c.File, c.Heading, "# "+parts[i]); err != nil {
			return err
		}
	}
	more, err := fs.Glob(src, "docs/*.md")
	if err != nil {
		return err
	}
	for _, file := range more {
		if path.Base(file) == "README.md" { // it tells how the pages are built
			continue
		}
		b, err := fs.ReadFile(src, file)
		if err != nil {
			return err
		}
		head, _, _ := strings.Cut(string(b), "\n")
		title := strings.TrimSpace(strings.TrimLeft(head, "# "))
		if err := guide(strings.TrimSuffix(path.Base(file), ".md"), title, string(b)); err != nil {
			return err
		}
	}
	return s.add("guides.html", "Guides", template.HTML(list+"</ul>\n"))
}

// lessons are the pages of the tours and of the scripts with examples.
func (s *site) lessons(src fs.FS) error {
	var list strings.Builder
	list.WriteString("<h1>Lessons</h1>\n<p>With exercises that are checked they are in <code>tfs tour</code>.</p>\n<ol>\n")
	own, err := teach.Lessons()
	if err != nil {
		return err
	}
	for _, l := range own {
		if err := s.lesson(&list, "lesson/"+l.ID+".html", l.Title, l.Goal, l.Parts); err != nil {
			return err
		}
	}
	list.WriteString("</ol>\n<h2>Scripts</h2>\n<ul>\n")
	files, err := fs.Glob(src, "scripts/*.tfs")
	if err != nil {
		return err
	}
	for _, file := range files {
		b, err := fs.ReadFile(src, file)
		if err != nil {
			return err
		}
		if !strings.Contains("\n"+string(b), "\n>>> ") {
			continue
		}
		parts, err := teach.ParseDocument(file, string(b))
		if err != nil {
			return err
		}
		id := strings.TrimSuffix(path.Base(file), ".tfs")
		title := id
		for _, p := range parts {
			if p.Name == "title" {
				title = p.Arg
			}
		}
		if err := s.lesson(&list, "script/"+id+".html", title, "", parts); err != nil {
			return err
		}
	}
	list.WriteString("</ul>\n")
	return s.add("lessons.html", "Lessons", template.HTML(list.String()))
}

// lesson is the page of a document: prose, examples with their outputs, exercises with their tasks.
func (s *site) lesson(list *strings.Builder, name, title, goal string, parts []teach.Part) error {
	s.index = append(s.index, entry{title, "lesson", name})
	fmt.Fprintf(list, `<li><a href="%s">%s</a>`, name, template.HTMLEscapeString(title))
	if goal != "" {
		list.WriteString("<br>" + template.HTMLEscapeString(goal))
	}
	list.WriteString("</li>\n")
	var b strings.Builder
	var cells []string
	headed := false
	for _, p := range parts {
		switch {
		case p.Code != "":
			b.WriteString(example(p.Code, p.Want))
			cells = append(cells, p.Code)
		case p.Prose != "":
			html := markdown(p.Prose)
			headed = headed || strings.Contains(string(html), "<h1")
			b.WriteString(string(html))
		}
	}
	if !headed {
		title := "<h1>" + template.HTMLEscapeString(title) + "</h1>\n"
		head := b.String()
		b.Reset()
		b.WriteString(title + head)
	}
	b.WriteString(s.try(cells))
	return s.add(name, title, template.HTML(b.String()))
}

// write fills a folder.
func (s *site) write(folder string) error {
	for name, b := range s.files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, b, 0o644); err != nil {
			return err
		}
	}
	return nil
}
