package tf

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/py"
)

// examplesText is what the examples of every entry show, recorded from TensorFlow (the
// entries TensorFlow lacks: from tfs, by hand checked). One block an op: its name, then the
// examples with their outputs.
//
//go:embed examples.txt
var examplesText string

var examples = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, b := range strings.Split("\n"+examplesText, "\n## ") {
		if name, body, ok := strings.Cut(b, "\n"); ok {
			m[strings.TrimSpace(name)] = strings.TrimSpace(body)
		}
	}
	return m
})

// Examples is the recorded examples of an op with their outputs.
func Examples(name string) string { return examples()[name] }

// Inputs lists the example lines of an entry.
func Inputs(o *op.Op) []string {
	var out []string
	for _, l := range strings.Split(o.Doc, "\n") {
		if s, ok := strings.CutPrefix(l, ">>> "); ok {
			out = append(out, s)
		}
	}
	return out
}

var byFunc = sync.OnceValue(func() map[*py.Builtin]*op.Op {
	m := map[*py.Builtin]*op.Op{}
	for _, o := range table {
		m[o.Func()] = o
	}
	return m
})

// Documentation is the text of an op's entry with its examples and their outputs; ok is
// false for functions outside the table.
func Documentation(b *py.Builtin) (text string, ok bool) {
	o := byFunc()[b]
	if o == nil {
		return "", false
	}
	text, _, _ = strings.Cut(o.Doc, "\n>>> ")
	text = strings.TrimSpace(text)
	if ex := Examples(o.Name); ex != "" {
		text += "\n\n" + strings.ReplaceAll(ex, "<BLANKLINE>", "")
	}
	if len(o.Aliases) > 0 {
		text += "\n\nAlso: " + strings.Join(append([]string{o.Name}, o.Aliases...), ", ")
	}
	return text, true
}
