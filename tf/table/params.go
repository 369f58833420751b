package table

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/packed"
	"github.com/tfs-lang/tfs/tf/bind"
)

//go:generate go run ../../text/packed/gen meanings.txt meanings.zst
//go:embed meanings.zst
var meaningLines string

// meanings says what parameters are for: those of one meaning everywhere by their names, others behind their
// function's.
var meanings = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(packed.Zstd(meaningLines)) {
		if key, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			m[key] = text
		}
	}
	return m
})

// meaning is what a parameter of a function is for, "" where that is not written down.
func meaning(function, param string) string {
	if m := meanings()[function+" "+param]; m != "" {
		return m
	}
	return meanings()[param]
}

// Parameters lists the parameters of an op, a line each: its default, the dtypes the
// registry allows for it and its meaning, as far as they are known.
func Parameters(o *bind.Op) string {
	params := o.Func().Sig().Params
	types := InputTypes(o, params)
	var rows [][3]string
	var width [2]int
	for _, p := range params {
		r := [3]string{p.Name, "", types[p.Name]}
		switch {
		case p.Star:
			r[0] = "*" + p.Name
		case p.DStar:
			r[0] = "**" + p.Name
		case p.Text != "":
			r[1] = "= " + p.Text
		}
		if m := meaning(o.Name, r[0]); m != "" {
			if r[2] != "" {
				m += "; "
			}
			r[2] = m + r[2]
		}
		rows = append(rows, r)
		width[0], width[1] = max(width[0], len(r[0])), max(width[1], len(r[1]))
	}
	var b strings.Builder
	for _, r := range rows {
		l := fmt.Sprintf("  %-*s  %-*s  %s", width[0], r[0], width[1], r[1], r[2])
		b.WriteString(strings.TrimRight(l, " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// InputTypes says which dtypes the parameters take that are inputs of the op's kernel: those
// of the same name, and the first one, which has names of its own.
func InputTypes(o *bind.Op, params []py.Param) map[string]string {
	var inputs []op.Arg
	if row := op.Lookup(o.Raw); row != nil {
		inputs = row.In
	}
	allowed := op.Allowed(o.Raw)
	out := map[string]string{}
	first := map[string]string{} // of a type attribute, the parameter that shows its dtypes
	named := func(name string) bool {
		return slices.ContainsFunc(params, func(p py.Param) bool { return p.Name == name })
	}
	for i, in := range inputs {
		name := in.Name
		if i == 0 && len(params) > 0 && params[0].Star {
			continue // its values become an input of another kind
		}
		if i == 0 && !named(name) && len(params) > 0 && !slices.ContainsFunc(inputs,
			func(x op.Arg) bool { return x.Name == params[0].Name }) {
			name = params[0].Name
		}
		switch {
		case !named(name):
		case in.Type != tensor.Invalid:
			out[name] = in.Type.Name()
		case first[in.TypeAttr] != "":
			out[name] = "the dtype of " + first[in.TypeAttr]
		case len(allowed[in.TypeAttr]) > 0:
			first[in.TypeAttr] = name
			out[name] = DtypeNames(allowed[in.TypeAttr])
		}
	}
	return out
}

// DtypeNames are the names of types with blanks between them.
func DtypeNames(types []tensor.DType) string {
	names := make([]string, len(types))
	for i, d := range types {
		names[i] = d.Name()
	}
	return strings.Join(names, " ")
}
