package tf

import (
	_ "embed"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/text/packed"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/table"
)

// packedExamples is what the examples of every entry show, recorded from TensorFlow (the
// entries TensorFlow lacks: from tfs, by hand checked). One block an op: its name, then the
// examples with their outputs.
//
//go:generate go run ../text/packed/gen examples.txt examples.zst
//go:embed examples.zst
var packedExamples string

var examples = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, b := range strings.Split("\n"+packed.Zstd(packedExamples), "\n## ") {
		if name, body, ok := strings.Cut(b, "\n"); ok {
			m[strings.TrimSpace(name)] = strings.TrimSpace(body)
		}
	}
	return m
})

// Examples is the recorded examples of an op with their outputs.
func Examples(name string) string { return examples()[name] }

// Inputs lists the example lines of an entry.
func Inputs(o *bind.Op) []string {
	var out []string
	for _, l := range strings.Split(o.Doc, "\n") {
		if s, ok := strings.CutPrefix(l, ">>> "); ok {
			out = append(out, s)
		}
	}
	return out
}

var byFunc = sync.OnceValue(func() map[*py.Builtin]*bind.Op {
	m := map[*py.Builtin]*bind.Op{}
	for _, o := range table.Entries {
		m[o.Func()] = o
	}
	return m
})

// Entry is the table's entry behind a function; nil outside the table.
func Entry(b *py.Builtin) *bind.Op { return byFunc()[b] }

// Documentation is the text of an op's entry: its meaning, its parameters, the dtypes it takes, what it does
// with ragged tensors, its examples with their outputs, and its neighbours; ok is false for
// functions outside the table.
func Documentation(b *py.Builtin) (text string, ok bool) {
	o := Entry(b)
	if o == nil {
		return "", false
	}
	text, _, _ = strings.Cut(o.Doc, "\n>>> ")
	text = strings.TrimSpace(text)
	if p := table.Parameters(o); p != "" {
		text += "\n\n" + p
	}
	var facts []string
	if t := dtypeFacts(o); t != "" {
		facts = append(facts, "dtypes:    "+t)
	}
	if t := raggedFacts(o); t != "" {
		facts = append(facts, "ragged:    "+t)
	}
	if len(o.Aliases) > 0 {
		facts = append(facts, "also:      "+strings.Join(append([]string{o.Name}, o.Aliases...), ", "))
	}
	if near := Related(o, 4); len(near) > 0 {
		var names []string
		for _, n := range near {
			names = append(names, n.Name)
		}
		facts = append(facts, "see also:  "+strings.Join(names, ", "))
	}
	if len(facts) > 0 {
		text += "\n\n" + strings.Join(facts, "\n")
	}
	if ex := Examples(o.Name); ex != "" {
		text += "\n\n" + strings.ReplaceAll(ex, "<BLANKLINE>", "")
	}
	return text, true
}

// dtypeFacts lists the dtypes a kernel takes, one list for each of its type attributes that no
// parameter shows.
func dtypeFacts(o *bind.Op) string {
	allowed := op.Allowed(o.Raw)
	shown := table.InputTypes(o, o.Func().Sig().Params)
	var attrs []string
	for a := range allowed {
		attrs = append(attrs, a)
	}
	sort.Strings(attrs)
	var out []string
	for _, a := range attrs {
		list := table.DtypeNames(allowed[a])
		if slices.Contains(slices.Collect(maps.Values(shown)), list) {
			continue
		}
		if len(attrs) > 1 {
			list = a + " " + list
		}
		out = append(out, list)
	}
	return strings.Join(out, "; ")
}

// raggedFacts names the parameters that may be ragged, and tells when the function goes to each value.
func raggedFacts(o *bind.Op) string {
	params := o.Func().Sig().Params
	var names []string
	for _, i := range o.Ragged.Args(o) {
		names = append(names, params[i].Name)
	}
	text := strings.Join(names, ", ")
	if text != "" && o.Ragged.Elementwise() {
		text += ", value by value"
	}
	return text
}
