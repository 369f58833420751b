package teach

import (
	"io"
	"io/fs"
	"testing"
	"unicode/utf8"

	"github.com/tfs-lang/tfs/text/packed"
)

// FuzzDocuments reads anything as each kind of document and as a lesson, and sets it as Markdown at any width: an
// error is fine, a failure is not.
func FuzzDocuments(f *testing.F) {
	lessons, err := fs.ReadDir(packed.FS(lessonFiles), ".")
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range lessons {
		data, err := fs.ReadFile(packed.FS(lessonFiles), e.Name())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), 80)
	}
	f.Add(sampleMarkdown, 30)
	f.Add("|a|b|\n|-|-|\n|1|\n|1|2|3|\n", 3)
	f.Add("#:    x\n#: exercise\n#: end\n```py\n>>> 1\n", 1)
	f.Fuzz(func(t *testing.T, text string, columns int) {
		if !utf8.ValidString(text) || columns < 0 || columns > 500 {
			return
		}
		for _, name := range []string{"a.tfs", "a.md", "a.ipynb"} {
			if d, err := ParseDeck(name, text); err == nil {
				_, _ = io.WriteString(io.Discard, NewPlayer(d, Options{}).Lead(0))
			}
		}
		_, _ = ParseLesson("a.tfs", text)
		_ = Markdown(text, columns, Colored(false))
	})
}
