package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// meanings says what parameters of one meaning everywhere are for.
var meanings = map[string]string{
	"name":                "a name for the result; taken, without effect",
	"axis":                "the axis to work along; negative ones count from the last",
	"keepdims":            "whether reduced axes stay with size 1",
	"dtype":               "the dtype of the result",
	"out_type":            "the dtype of the result",
	"output_type":         "the dtype of the result",
	"shape":               "the sizes of the dimensions",
	"seed":                "a number that makes the result repeatable",
	"segment_ids":         "the row of the result each element goes to",
	"num_segments":        "how many rows the result has",
	"message":             "what the error says first",
	"summarize":           "how many elements the error shows",
	"validate_indices":    "taken, without effect",
	"parallel_iterations": "taken, without effect",
	"back_prop":           "taken, without effect",
	"swap_memory":         "taken, without effect",
	"batch_dims":          "how many leading dimensions the arguments share",
	"replacement_char":    "the code point put for what is no character",
	"errors":              "'strict', 'replace' or 'ignore': what is done with what is no character",
	"row_splits_dtype":    "the dtype of the row splits",
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
		if m := meanings[p.Name]; m != "" {
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

func DtypeNames(types []tensor.DType) string {
	names := make([]string, len(types))
	for i, d := range types {
		names[i] = d.Name()
	}
	return strings.Join(names, " ")
}
