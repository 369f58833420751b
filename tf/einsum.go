package tf

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tfs-lang/tfs/py"
	"github.com/tfs-lang/tfs/ragged"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/tf/bind"
)

// Einstein summation: operands are joined from the left, two at a time, as one batched matrix
// product each.

func init() {
	register(entry("tf.einsum", "(equation, *inputs, optimize='greedy', name=None)", "Einsum", einsum,
		"Sums of products of elements, by labels of dimensions. Beyond TensorFlow, ragged operands "+
			"whose first label leads the output are taken row by row.\n\n"+
			">>> tf.einsum('ij,jk->ik', tf.constant([[1., 2.]]), tf.constant([[3.], [4.]]))\n"+
			">>> tf.einsum('ij->ji', tf.constant([[1, 2, 3]]))\n>>> tf.einsum('i,i->', tf.constant([1., "+
			"2.]), tf.constant([3., 4.]))",
		"tf.linalg.einsum"))
}

// labelled is an operand with a label for each dimension. The dimensions of an ellipsis have
// the labels -1, -2, ... counted from the right.
type labelled struct {
	x      *tensor.Tensor
	labels []rune
}

func einsum(c *call) (value, error) {
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
	k := chain(c)
	xs := make([]labelled, len(items))
	widest := 0
	for i, v := range items {
		xs[i].x = k.as(v, tensor.Invalid)
		if k.err != nil {
			return nil, k.err
		}
		if xs[i].labels, err = spelled(c, ins[i], i, xs[i].x); err != nil {
			return nil, err
		}
		if xs[i].x.DType() != xs[0].x.DType() {
			return nil, c.Errorf("cannot compute Einsum as input #%d(zero-based) was expected "+
				"to be a %s tensor but is a %s tensor", i, xs[0].x.DType().CName(), xs[i].x.DType().CName())
		}
		widest = max(widest, xs[i].x.Rank()-len(strings.ReplaceAll(ins[i], "...", "")))
	}
	if err := c.Check("T", xs[0].x.DType()); err != nil {
		return nil, err
	}
	e := &summation{calc: k, out: expand(out, widest)}
	return k.result(e.all(xs))
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
			return nil, "", py.ValueErrorf("Output subscripts contain the label %c not present in the input subscripts.", r)
		}
		if r != '.' && strings.ContainsRune(out[i+1:], r) {
			return nil, "", py.ValueErrorf("Subscripts have incorrect format: %s",
				eq).WithHint("the result has the label %c twice.", r)
		}
	}
	return ins, out, nil
}

// expand writes the ellipsis as n labels.
func expand(s string, n int) []rune {
	var out []rune
	dots := false
	for _, r := range s {
		if r != '.' {
			out = append(out, r)
		} else if !dots {
			dots = true
			for k := n; k > 0; k-- {
				out = append(out, rune(-k))
			}
		}
	}
	return out
}

func spelled(c *call, s string, i int, x *tensor.Tensor) ([]rune, error) {
	named := len(strings.ReplaceAll(s, "...", ""))
	rest := x.Rank() - named
	dots := strings.Contains(s, "...")
	if rest < 0 && dots {
		return nil, c.Errorf("Expected input %d to have rank at least %d but got: %d", i, named, x.Rank())
	}
	if rest != 0 && !dots {
		return nil, c.Errorf("Expected input %d to have rank %d but got: %d", i, named, x.Rank())
	}
	return expand(s, rest), nil
}

type summation struct {
	*calc
	out []rune
}

func (e *summation) all(xs []labelled) *tensor.Tensor {
	sizes := map[rune]int{}
	for _, a := range xs {
		for d, l := range a.labels {
			n := a.x.Shape()[d]
			if old, ok := sizes[l]; ok && old != n && !(l < 0 && (n == 1 || old == 1)) {
				e.fail(e.Errorf("Expected dimension %d at axis %d of the input shaped %s but got dimension %d", old, d,
					tensor.ShapeString(a.x.Shape()), n))
				return nil
			}
			sizes[l] = max(sizes[l], n)
		}
	}
	for i := range xs {
		xs[i] = e.diagonal(xs[i])
	}
	acc := e.only(xs[0], e.wanted(xs[1:]))
	for i := 1; i < len(xs) && e.err == nil; i++ {
		keep := e.wanted(xs[i+1:])
		acc = e.join(acc, xs[i], keep)
	}
	if e.err != nil {
		return nil
	}
	acc = e.only(acc, e.out)
	return e.arranged(acc, e.out)
}

// wanted are the labels that the result or a later operand needs.
func (e *summation) wanted(later []labelled) []rune {
	keep := slices.Clone(e.out)
	for _, a := range later {
		keep = append(keep, a.labels...)
	}
	return keep
}

// diagonal leaves one dimension of each label.
func (e *summation) diagonal(a labelled) labelled {
	for i := 0; i < len(a.labels) && e.err == nil; i++ {
		j := slices.Index(a.labels[i+1:], a.labels[i])
		if j < 0 {
			continue
		}
		j += i + 1
		n := a.x.Shape()[i]
		var rest []rune
		for k, l := range a.labels {
			if k != i && k != j {
				rest = append(rest, l)
			}
		}
		twice := append([]rune{a.labels[i], a.labels[i]}, rest...)
		perm := py.NewList(int64(i), int64(j))
		for k := range a.labels {
			if k != i && k != j {
				perm.Items = append(perm.Items, int64(k))
			}
		}
		x := e.dense("tf.transpose", a.x, perm)
		if e.err != nil {
			break
		}
		shape := append([]int{n}, x.Shape()[2:]...)
		x = x.WithShape(append([]int{n * n}, x.Shape()[2:]...))
		at := make([]int64, n)
		for k := range at {
			at[k] = int64(k * (n + 1))
		}
		if x = e.pick(x, at); e.err != nil {
			break
		}
		a = labelled{x.WithShape(shape), twice[1:]}
		i = -1
	}
	return a
}

// only sums over the labels that nobody wants.
func (e *summation) only(a labelled, keep []rune) labelled {
	axes := py.NewList()
	var labels []rune
	for i, l := range a.labels {
		if slices.Contains(keep, l) {
			labels = append(labels, l)
		} else {
			axes.Items = append(axes.Items, int64(i))
		}
	}
	if e.err != nil || len(axes.Items) == 0 {
		return a
	}
	return labelled{e.dense("tf.reduce_sum", a.x, axes), labels}
}

// arranged brings the dimensions into an order.
func (e *summation) arranged(a labelled, order []rune) *tensor.Tensor {
	if e.err != nil || slices.Equal(a.labels, order) {
		return a.x
	}
	perm := py.NewList()
	for _, l := range order {
		perm.Items = append(perm.Items, int64(slices.Index(a.labels, l)))
	}
	return e.dense("tf.transpose", a.x, perm)
}

// join multiplies two operands and sums over the labels both have and nobody wants.
func (e *summation) join(a, b labelled, keep []rune) labelled {
	a = e.only(a, append(slices.Clone(keep), b.labels...))
	b = e.only(b, append(slices.Clone(keep), a.labels...))
	if e.err != nil {
		return a
	}
	a, b = e.squeezed(a, b), e.squeezed(b, a)
	var batch, inner, left, right []rune
	for _, l := range a.labels {
		switch both := slices.Contains(b.labels, l); {
		case both && slices.Contains(keep, l):
			batch = append(batch, l)
		case both:
			inner = append(inner, l)
		default:
			left = append(left, l)
		}
	}
	for _, l := range b.labels {
		if !slices.Contains(a.labels, l) {
			right = append(right, l)
		}
	}
	shape := []int{}
	count := func(of labelled, ls []rune, note bool) int {
		n := 1
		for _, l := range ls {
			d := of.x.Shape()[slices.Index(of.labels, l)]
			if n *= d; note {
				shape = append(shape, d)
			}
		}
		return n
	}
	nb, nl, nr, ni := count(a, batch, true), count(a, left, true), count(b, right, true), count(a, inner, false)
	x := e.arranged(a, slices.Concat(batch, left, inner))
	y := e.arranged(b, slices.Concat(batch, inner, right))
	if e.err != nil {
		return a
	}
	z := e.dense("tf.linalg.matmul", x.WithShape([]int{nb, nl, ni}), y.WithShape([]int{nb, ni, nr}))
	if e.err != nil {
		return a
	}
	return labelled{z.WithShape(shape), slices.Concat(batch, left, right)}
}

// squeezed drops dimensions of an ellipsis that have size 1 where the other operand has more.
func (e *summation) squeezed(a, b labelled) labelled {
	var shape []int
	var labels []rune
	for i, l := range a.labels {
		n := a.x.Shape()[i]
		if j := slices.Index(b.labels, l); l < 0 && n == 1 && j >= 0 && b.x.Shape()[j] != 1 {
			continue
		}
		shape, labels = append(shape, n), append(labels, l)
	}
	return labelled{a.x.WithShape(shape), labels}
}

// einsumRows takes ragged operands row by row; the label of the rows must lead the operands
// that have it and the result.
func einsumRows(c *call, eq string, items []value) (value, error) {
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
		v, err := raggedValue(c.T, items[i])
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
				t, err := call1(c.T, r, "to_tensor")
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
		z, err := run(c.T, "tf.einsum", strings.Join(ins, ",")+"->"+out[1:], args)
		if err != nil {
			return nil, err
		}
		rows.Items = append(rows.Items, z)
	}
	if len(out) == 1 {
		return run(c.T, "tf.stack", rows)
	}
	if n == 0 {
		return nil, bind.Wrap(c.T, py.ValueErrorf("tf.einsum: no rows"), "", false)
	}
	return run(c.T, "tf.ragged.stack", rows)
}
