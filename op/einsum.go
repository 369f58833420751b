package op

import (
	"context"
	"slices"
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Einstein summation of one or two operands, by the labels of their dimensions: what both have is
// multiplied as one batched matrix product, what the result lacks is summed. The dimensions of an
// ellipsis have the labels -1, -2, ... counted from the right, and broadcast.

// Einsum is the kernel.
var Einsum *Def

func init() {
	Einsum = define(Def{Name: "Einsum", Grad: einsumGrad, Eval: func(x *Exec, n *Node) error {
		xs := n.Ts(n.In)
		ranks := make([]int, len(xs))
		for i, t := range xs {
			ranks[i] = t.Rank()
		}
		ins, out, err := labelsOf(n.Str("equation"), ranks)
		if err != nil {
			return err
		}
		return n.one((&summation{x.Ctx, out}).of(xs, ins))
	}, Infer: func(s *Shapes) {
		ranks := make([]int, len(s.Node.In))
		for i := range ranks {
			if ranks[i] = s.Rank(i); ranks[i] < 0 {
				if ranks[i] = labelCount(s.Str("equation"), i); ranks[i] < 0 {
					s.Is(unknown())
					return
				}
			}
		}
		ins, out, err := labelsOf(s.Str("equation"), ranks)
		if err != nil {
			s.Fail("%s", err)
			return
		}
		sizes := map[rune]int{}
		for i, labels := range ins {
			p := s.In(i)
			if p.UnknownRank {
				p = ranked(ranks[i])
			}
			for d, l := range labels {
				sizes[l] = s.labelled(sizes, l, p.Dims[d])
			}
		}
		dims := make([]int, len(out))
		for i, l := range out {
			dims[i] = sizes[l]
		}
		s.Is(known(dims...))
	}})
}

// labelCount is the rank that an equation gives its operand i, -1 when dots stand for some of the dimensions.
func labelCount(equation string, i int) int {
	in, _, _ := strings.Cut(equation, "->")
	terms := strings.Split(in, ",")
	if i >= len(terms) || strings.Contains(terms[i], ".") {
		return -1
	}
	return len([]rune(strings.ReplaceAll(terms[i], " ", "")))
}

// labelled is what is known of a label's size with one more dimension that has it.
func (s *Shapes) labelled(sizes map[rune]int, l rune, d int) int {
	old, ok := sizes[l]
	switch {
	case !ok:
		return d
	case l >= 0:
		return s.merge(old, d)
	case old == 1:
		return d
	case d == 1 || d < 0:
		return old
	}
	return d
}

// labelsOf cuts an equation into the labels of operands of given ranks and of the result.
func labelsOf(equation string, ranks []int) (ins [][]rune, out []rune, err error) {
	left, right, _ := strings.Cut(equation, "->")
	parts := strings.Split(left, ",")
	if len(parts) != len(ranks) {
		return nil, nil, tensor.Errorf("Expected %d inputs for equation %s but got: %d", len(parts), equation, len(ranks))
	}
	widest := 0
	for i, s := range parts {
		named := len(strings.ReplaceAll(s, "...", ""))
		rest, dots := ranks[i]-named, strings.Contains(s, "...")
		if rest < 0 && dots {
			return nil, nil, tensor.Errorf("Expected input %d to have rank at least %d but got: %d", i, named, ranks[i])
		}
		if rest != 0 && !dots {
			return nil, nil, tensor.Errorf("Expected input %d to have rank %d but got: %d", i, named, ranks[i])
		}
		ins, widest = append(ins, spread(s, rest)), max(widest, rest)
	}
	return ins, spread(right, widest), nil
}

// spread writes an ellipsis as n labels.
func spread(s string, n int) []rune {
	var out []rune
	before, after, dots := strings.Cut(s, "...")
	out = append(out, []rune(before)...)
	if dots {
		for k := n; k > 0; k-- {
			out = append(out, rune(-k))
		}
	}
	return append(out, []rune(after)...)
}

// labelled is an operand with a label for each dimension.
type labelled struct {
	x      *tensor.Tensor
	labels []rune
}

type summation struct {
	ctx context.Context
	out []rune
}

func (e *summation) of(xs []*tensor.Tensor, ins [][]rune) (*tensor.Tensor, error) {
	sizes := map[rune]int{}
	all := make([]labelled, len(xs))
	for i, x := range xs {
		for d, l := range ins[i] {
			n := x.Shape()[d]
			if old, ok := sizes[l]; ok && old != n && !(l < 0 && (n == 1 || old == 1)) {
				return nil, tensor.Errorf("Expected dimension %d at axis %d of the input shaped %s but got dimension %d", old, d,
					tensor.ShapeString(x.Shape()), n)
			}
			sizes[l] = max(sizes[l], n)
			if n == 0 {
				sizes[l] = 0
			}
		}
		var err error
		if all[i], err = e.diagonal(labelled{x, ins[i]}); err != nil {
			return nil, err
		}
	}
	acc := all[0]
	for _, next := range all[1:] {
		var err error
		if acc, err = e.join(acc, next); err != nil {
			return nil, err
		}
	}
	acc, err := e.only(acc, e.out)
	if err != nil {
		return nil, err
	}
	return e.result(acc)
}

// result brings the dimensions into the order of the output; a label it has twice makes a diagonal.
func (e *summation) result(a labelled) (*tensor.Tensor, error) {
	var once []rune
	for _, l := range e.out {
		if !slices.Contains(once, l) {
			once = append(once, l)
		}
	}
	x, err := e.arranged(a, once)
	if err != nil || len(once) == len(e.out) {
		return x, err
	}
	shape, strides := make([]int, len(e.out)), make([]int, len(once))
	step := 1
	for i := len(e.out) - 1; i >= 0; i-- {
		k := slices.Index(once, e.out[i])
		shape[i] = x.Shape()[k]
		strides[k] += step
		step *= shape[i]
	}
	at := []int{0}
	for k, d := range x.Shape() {
		next := make([]int, 0, len(at)*d)
		for _, p := range at {
			for i := range d {
				next = append(next, p+i*strides[k])
			}
		}
		at = next
	}
	z, err := tensor.New(x.DType(), []int{step})
	if err != nil {
		return nil, err
	}
	z, err = tensor.Scatter(e.ctx, z, at, 1, x.WithShape([]int{x.Len()}), tensor.UpdateSet)
	if err != nil {
		return nil, err
	}
	return z.WithShape(shape), nil
}

// diagonal leaves one dimension of each label.
func (e *summation) diagonal(a labelled) (labelled, error) {
	for i := 0; i < len(a.labels); i++ {
		j := slices.Index(a.labels[i+1:], a.labels[i])
		if j < 0 {
			continue
		}
		j += i + 1
		n := a.x.Shape()[i]
		perm, rest := []int{i, j}, []rune{a.labels[i]}
		for k, l := range a.labels {
			if k != i && k != j {
				perm, rest = append(perm, k), append(rest, l)
			}
		}
		x, err := tensor.Transpose(e.ctx, a.x, perm)
		if err != nil {
			return a, err
		}
		at := make([]int64, n)
		for k := range at {
			at[k] = int64(k * (n + 1))
		}
		tail := x.Shape()[2:]
		x, err = tensor.Gather(e.ctx, x.WithShape(join([]int{n * n}, tail).Dims), tensor.Vector(at), 0, 0)
		if err != nil {
			return a, err
		}
		a, i = labelled{x.WithShape(join([]int{n}, tail).Dims), rest}, -1
	}
	return a, nil
}

// only sums over the labels that nobody wants.
func (e *summation) only(a labelled, keep []rune) (labelled, error) {
	fold, some := make([]bool, len(a.labels)), false
	var labels []rune
	for i, l := range a.labels {
		if slices.Contains(keep, l) {
			labels = append(labels, l)
		} else {
			fold[i], some = true, true
		}
	}
	if !some {
		return a, nil
	}
	x, err := tensor.Reduce(e.ctx, tensor.FoldSum, a.x, fold, false)
	return labelled{x, labels}, err
}

// arranged brings the dimensions into an order.
func (e *summation) arranged(a labelled, order []rune) (*tensor.Tensor, error) {
	if slices.Equal(a.labels, order) {
		return a.x, nil
	}
	perm := make([]int, len(order))
	for i, l := range order {
		perm[i] = slices.Index(a.labels, l)
	}
	return tensor.Transpose(e.ctx, a.x, perm)
}

// join multiplies two operands and sums over the labels both have and the result lacks.
func (e *summation) join(a, b labelled) (labelled, error) {
	a, err := e.only(a, slices.Concat(e.out, b.labels))
	if err != nil {
		return a, err
	}
	if b, err = e.only(b, slices.Concat(e.out, a.labels)); err != nil {
		return a, err
	}
	a, b = a.squeezed(b), b.squeezed(a)
	var batch, inner, left, right []rune
	for _, l := range a.labels {
		switch both := slices.Contains(b.labels, l); {
		case both && slices.Contains(e.out, l):
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
	x, err := e.arranged(a, slices.Concat(batch, left, inner))
	if err != nil {
		return a, err
	}
	y, err := e.arranged(b, slices.Concat(batch, inner, right))
	if err != nil {
		return a, err
	}
	nb, nl, ni, nr := len(batch), len(left), len(inner), len(right)
	p, q := x.Shape(), y.Shape()
	rows := x.WithShape([]int{product(p[:nb]), product(p[nb : nb+nl]), product(p[nb+nl:])})
	cols := y.WithShape([]int{product(q[:nb]), product(q[nb : nb+ni]), product(q[len(q)-nr:])})
	z, err := tensor.MatMul(e.ctx, rows, cols)
	if err != nil {
		return a, err
	}
	return labelled{z.WithShape(join(p[:nb+nl], q[len(q)-nr:]).Dims), slices.Concat(batch, left, right)}, nil
}

// squeezed drops dimensions of an ellipsis that have size 1 where the other operand has more.
func (a labelled) squeezed(b labelled) labelled {
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

// einsumGrad sums the gradient with the other operand for each one.
func einsumGrad(b *B, n *Node, dy []Value) []Value {
	out := make([]Value, len(n.In))
	ranks := make([]int, len(n.In))
	for i, x := range n.In {
		p := StaticShape(x)
		if p.UnknownRank {
			b.Fail(tensor.Failf(tensor.ValueError, "the gradient of Einsum needs ranks that are known"))
			return out
		}
		ranks[i] = len(p.Dims)
	}
	ins, result, err := labelsOf(n.Str("equation"), ranks)
	if err != nil {
		b.Fail(err)
		return out
	}
	letters := lettersFor(append(slices.Clone(ins), result))
	for i, x := range n.In {
		from, in := []string{letters(result)}, []Value{dy[0]}
		have := slices.Clone(result)
		if len(n.In) == 2 {
			from, in = append(from, letters(ins[1-i])), append(in, b.Conj(n.In[1-i]))
			have = append(have, ins[1-i]...)
		}
		out[i] = b.einsumBack(x, ins[i], have, letters, from, in)
	}
	return out
}

// einsumBack is the gradient of an operand: labels nobody else has were summed and are spread again,
// dimensions of 1 that were spread are summed, and a label twice is a diagonal.
func (b *B) einsumBack(x Value, labels, have []rune, letters func([]rune) string, from []string, in []Value) Value {
	var once, kept []rune
	var where []int // the dimension of x of each label in once
	for d, l := range labels {
		if slices.Contains(once, l) {
			continue
		}
		once, where = append(once, l), append(where, d)
		if slices.Contains(have, l) {
			kept = append(kept, l)
		}
	}
	g := b.With(Einsum, Attrs{{"equation", strings.Join(from, ",") + "->" + letters(kept)}}, in...)
	p := StaticShape(x)
	var ones []int
	for i, l := range kept {
		if d := slices.Index(labels, l); l < 0 && p.Dims[d] == 1 {
			ones = append(ones, i)
		}
	}
	if len(ones) > 0 {
		g = b.With(Sum, Attrs{{"keep_dims", true}}, g, tensor.Ints32(ones...))
	}
	spreads := len(kept) < len(once) || slices.ContainsFunc(kept, func(l rune) bool { return l < 0 })
	if spreads { // also what the other operand has once
		for i, l := range once {
			if !slices.Contains(kept, l) {
				g = b.One(ExpandDims, g, tensor.Scalar(int32(i)))
			}
		}
		g = b.One(BroadcastTo, g, b.One(GatherV2, b.Shape(x), tensor.Ints32(where...), tensor.Scalar(int32(0))))
	}
	if len(once) < len(labels) {
		g = b.With(Einsum, Attrs{{"equation", letters(once) + "->" + letters(labels)}}, g)
	}
	return g
}

// lettersFor writes labels as letters, those of an ellipsis as letters that nothing else uses.
func lettersFor(all [][]rune) func([]rune) string {
	used := slices.Concat(all...)
	stand := map[rune]rune{}
	return func(labels []rune) string {
		out := slices.Clone(labels)
		for i, l := range out {
			if l >= 0 {
				continue
			}
			if stand[l] == 0 {
				for r := 'a'; r <= 'z' && stand[l] == 0; r++ {
					for _, c := range []rune{r, r - 'a' + 'A'} {
						if stand[l] == 0 && !slices.Contains(used, c) {
							stand[l], used = c, append(used, c)
						}
					}
				}
			}
			out[i] = stand[l]
		}
		return string(out)
	}
}
