package linalg

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/op"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
	"github.com/tfs-lang/tfs/tf/public"
	tfragged "github.com/tfs-lang/tfs/tf/ragged"
	"github.com/tfs-lang/tfs/tf/table"
	"github.com/tfs-lang/tfs/tf/values"
)

// Einstein summation: operands are joined from the left, two at a time.

func init() {
	table.Register(
		table.Edges(table.Entry("tf.einsum", "(equation, *inputs, optimize='greedy', name=None)", "Einsum", einsum,
			`Sums of products of elements, by labels of dimensions. Beyond
TensorFlow, ragged operands whose first label leads the output are taken row by row.

>>> tf.einsum('ij,jk->ik', tf.constant([[1., 2.]]), tf.constant([[3.], [4.]]))
>>> tf.einsum('ij->ji', tf.constant([[1, 2, 3]]))
>>> tf.einsum('i,i->', tf.constant([1., 2.]), tf.constant([3., 4.]))`,
			"tf.linalg.einsum")),
	)
}

func einsum(c *bind.Call) (py.Value, error) {
	eq, ok := c.Args[0].(string)
	if !ok {
		return nil, py.TypeErrorf("equation must be a string, got %s", py.TypeOf(c.Args[0]).TypeName())
	}
	eq = strings.ReplaceAll(eq, " ", "")
	items := c.Args[1].(*py.Tuple).Items
	for _, v := range items {
		if _, isR := v.(*ragged.Ragged); isR {
			return einsumRows(c, eq, items)
		}
	}
	ins, out, err := subscripts(eq, len(items))
	if err != nil {
		return nil, err
	}
	f := table.FlowOf(c)
	for _, v := range items {
		if !table.IsSymbol(v) && !values.HasTensor(v) {
			return nil, py.NoAttr(v, "shape")
		}
	}
	xs := f.Matching(items)
	if f.Err != nil {
		return nil, f.Err
	}
	acc := xs[0]
	if len(xs) == 1 {
		return f.Result(summed(f, ins[0]+"->"+out, acc))
	}
	have := ins[0]
	for i, x := range xs[1:] { // two at a time, what nobody wants any more summed at once
		next := out
		if i < len(xs)-2 {
			next = wanted(have+ins[i+1], strings.Join(ins[i+2:], "")+out)
		}
		acc, have = summed(f, have+","+ins[i+1]+"->"+next, acc, x), next
	}
	return f.Result(acc)
}

func summed(f *table.Flow, equation string, in ...op.Value) op.Value {
	return f.With(op.Einsum, op.Attrs{{Name: "equation", Value: equation}}, in...)
}

// wanted are the labels of two operands that later ones or the result need, those of an ellipsis first.
func wanted(have, later string) string {
	out := ""
	if strings.Contains(have, "...") {
		out = "..."
	}
	for _, r := range strings.ReplaceAll(have, "...", "") {
		if strings.ContainsRune(later, r) && !strings.ContainsRune(out, r) {
			out += string(r)
		}
	}
	return out
}

// subscripts cuts an equation into the labels of its operands and of the result.
func subscripts(eq string, n int) (ins []string, out string, err error) {
	left, out, arrow := strings.Cut(eq, "->")
	for _, r := range strings.ReplaceAll(strings.ReplaceAll(left+out, "...", ""), ",", "") {
		if !unicode.IsLetter(r) || r > 127 {
			return nil, "", py.ValueErrorf("Subscripts have incorrect format: %s",
				eq).WithHint("labels are letters, ... stands for any dimensions: 'ij,jk->ik'.")
		}
	}
	ins = strings.Split(left, ",")
	if len(ins) != n {
		return nil, "", py.ValueErrorf("Got %d inputs for equation \"%s\", expecting %d", n, eq, len(ins))
	}
	if !arrow { // labels that appear once, in order, after the ellipsis
		seen := map[rune]int{}
		for _, r := range strings.ReplaceAll(left, ",", "") {
			seen[r]++
		}
		for r, k := range seen {
			if k == 1 && r != '.' {
				out += string(r)
			}
		}
		b := []byte(out)
		slices.Sort(b)
		out = string(b)
		if strings.Contains(left, "...") {
			out = "..." + out
		}
	}
	for i, r := range out {
		if r != '.' && !strings.ContainsRune(left, r) {
			return nil, "", py.ValueErrorf(
				"Output subscripts contain the label %c not present in the input subscripts.",
				r,
			)
		}
		if r != '.' && strings.ContainsRune(out[i+1:], r) {
			return nil, "", py.ValueErrorf("Output subscripts contain a label appearing more than once: %s", eq)
		}
	}
	return ins, out, nil
}

// einsumRows takes ragged operands row by row; the label of the rows must lead the operands
// that have it and the result.
func einsumRows(c *bind.Call, eq string, items []py.Value) (py.Value, error) {
	ins, out, err := subscripts(eq, len(items))
	if err != nil {
		return nil, err
	}
	n, row := -1, ""
	for i, v := range items {
		if r, ok := v.(*ragged.Ragged); ok && ins[i] != "" {
			n, row = r.Part.NRows(), ins[i][:1]
		}
	}
	refuse := py.ValueErrorf("tf.einsum takes ragged operands whose first label also leads the result, got %s",
		eq).WithHint("write the rows' label first: 'bij,bjk->bik'.")
	if row == "" || row == "." || !strings.HasPrefix(out, row) {
		return nil, refuse
	}
	byRow := make([]bool, len(items)) // operands that have the label of the rows
	for i, s := range ins {
		_, isR := items[i].(*ragged.Ragged)
		if strings.LastIndex(s, row) > 0 || isR && !strings.HasPrefix(s, row) {
			return nil, refuse
		}
		if !strings.HasPrefix(s, row) {
			continue
		}
		v, err := tfragged.RaggedValue(c.T, items[i])
		if err != nil {
			return nil, err
		}
		if items[i] = v; ragged.NDims(v) == 0 || ragged.Rows(v) != n {
			return nil, c.Errorf("Expected dimension %d at axis 0 of input %d", n, i)
		}
		ins[i], byRow[i] = s[1:], true
	}
	rows := py.NewList()
	for k := range n {
		args := py.NewTuple()
		for i, v := range items {
			if byRow[i] {
				v = ragged.RowOf(v.(ragged.Value), k)
			}
			if r, isR := v.(*ragged.Ragged); isR {
				t, err := tfragged.Call1(c.T, r, "to_tensor")
				if err != nil {
					return nil, err
				}
				if t.(*tensor.Tensor).Len() != r.Flat().Len() {
					return nil, c.Errorf("row %d of input %d is ragged itself", k, i)
				}
				v = t
			}
			args.Items = append(args.Items, v)
		}
		z, err := public.Einsum.Run(c.T, strings.Join(ins, ",")+"->"+out[1:], args)
		if err != nil {
			return nil, err
		}
		rows.Items = append(rows.Items, z)
	}
	if len(out) == 1 {
		return public.Stack.Run(c.T, rows)
	}
	if n == 0 {
		return nil, bind.Wrap(c.T, py.ValueErrorf("tf.einsum: no rows"), "", false)
	}
	return tfragged.StackRows(c.T, rows.Items)
}
