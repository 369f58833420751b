package np

import (
	"strings"

	"github.com/tfs-lang/tfs/lang/py"
	"github.com/tfs-lang/tfs/ndarray"
	"github.com/tfs-lang/tfs/tensor"
)

func init() {
	calcFn("outer(a, b, out=None)", "The products of all pairs.", func(c *calc, a []value) value {
		return c.u("multiply", c.line(a[0]).NewAxis(1), c.line(a[1]).NewAxis(0))
	})
	calcFn("inner(a, b)", "The sum over the last dimensions.", func(c *calc, a []value) value {
		x, y := c.arr(a[0]), c.arr(a[1])
		if c.err != nil {
			return py.None
		}
		if x.Rank() == 0 || y.Rank() == 0 {
			return c.u("multiply", x, y)
		}
		return c.tensordot(x, y, []int{x.Rank() - 1}, []int{y.Rank() - 1})
	})
	calcFn("vdot(a, b)", "The dot product of the flat arrays.", func(c *calc, a []value) value {
		return c.value(dot(c.t, c.u("conjugate", c.line(a[0])), c.line(a[1])))
	})
	calcFn("vecdot(x1, x2, /, out=None, *, axis=-1, keepdims=False)", "The dot products of rows.",
		func(c *calc, a []value) value {
			x, fold := c.arr(c.u("multiply", c.u("conjugate", a[0]), a[1])), "sum"
			if c.err != nil {
				return py.None
			}
			if x.DType().Num == tensor.Bool && x.DType().IsNumber() {
				fold = "any"
			}
			z := c.fold(fold, x, a[3], a[4] == true)
			if y := c.arr(z); c.err == nil && x.DType().IsNumber() && y.DType().Num != x.DType().Num {
				return scalarOf(c.cast(y, x.DType()))
			}
			return z
		})
	calcFn("tensordot(a, b, axes=2)", "The sum of products over pairs of dimensions.", func(c *calc, a []value) value {
		x, y := c.arr(a[0]), c.arr(a[1])
		var ax, ay []int
		if n, ok := py.AsInt(a[2]); ok {
			for i := range int(n) {
				ax, ay = append(ax, x.Rank()-int(n)+i), append(ay, i)
			}
		} else {
			pair := c.value(py.ToSlice(c.t, a[2]))
			list, _ := pair.([]value)
			if c.err == nil && len(list) != 2 {
				c.err = py.ValueErrorf("axes must be an integer or two lists")
			}
			if c.err == nil {
				ax, ay = append(ax, c.ints(list[0])...), append(ay, c.ints(list[1])...)
			}
		}
		return c.tensordot(x, y, ax, ay)
	})
	calcFn("kron(a, b)", "The Kronecker product.", func(c *calc, a []value) value {
		x, y := c.arr(a[0]), c.arr(a[1])
		n := max(x.Rank(), y.Rank())
		x, y = atLeastRank(x, n), atLeastRank(y, n)
		var shape []int
		for i := range n {
			x, y = x.NewAxis(2*i+1), y.NewAxis(2*i)
			shape = append(shape, x.Shape()[2*i]*y.Shape()[2*i+1])
		}
		return scalarOf(c.view(reshape(c.t, c.arr(c.u("multiply", x, y)), shape, 'C')))
	})
	calcFn("cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None)", "The cross product of vectors.",
		func(c *calc, a []value) value {
			if a[5] != py.None {
				a[2], a[3], a[4] = a[5], a[5], a[5]
			}
			x, y := c.view(moveAxis(c.t, c.arr(a[0]), a[2], int64(-1))),
				c.view(moveAxis(c.t, c.arr(a[1]), a[3], int64(-1)))
			if c.err != nil {
				return py.None
			}
			for _, v := range []*array{x, y} {
				if n := v.Shape()[v.Rank()-1]; n != 3 && n != 2 {
					c.err = py.ValueErrorf("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
					return py.None
				}
			}
			part := func(v *array, i int) value {
				if i >= v.Shape()[v.Rank()-1] {
					return int64(0)
				}
				return scalarOf(v.Axis(v.Rank()-1, i))
			}
			det := func(i, j int) *array {
				return c.arr(c.u("subtract", c.u("multiply", part(x, i), part(y, j)),
					c.u("multiply", part(x, j), part(y, i))))
			}
			if x.Shape()[x.Rank()-1] == 2 && y.Shape()[y.Rank()-1] == 2 {
				return scalarOf(det(0, 1))
			}
			z := c.view(stack(c.t, []*array{det(1, 2), det(2, 0), det(0, 1)}, -1, nil))
			return c.view(moveAxis(c.t, z, int64(-1), a[4]))
		})
	calcFn("einsum(subscripts, *operands, out=None, optimize=False, dtype=None)",
		"Sums of products, by the letters of dimensions.", einsum)
}

func (c *calc) tensordot(x, y *array, ax, ay []int) value {
	if c.err == nil && len(ax) != len(ay) {
		c.err = py.ValueErrorf("shape-mismatch for sum")
	}
	for i := range ax {
		if c.err != nil {
			return py.None
		}
		ax[i], ay[i] = c.axis(int64(ax[i]), x.Rank()), c.axis(int64(ay[i]), y.Rank())
		if c.err == nil && x.Shape()[ax[i]] != y.Shape()[ay[i]] {
			c.err = py.ValueErrorf("shape-mismatch for sum")
		}
	}
	if c.err != nil {
		return py.None
	}
	p, q, err := pair(c.t, x, y)
	if err != nil {
		c.err = err
		return py.None
	}
	return c.value(tensorDot(c.t, p, q, ax, ay))
}

// einsum multiplies operands that are laid along common letters and sums those the result lacks.
// lettered reads operands that each have a list of the numbers of their dimensions behind them, and the list of the
// result last, if there is one.
func (c *calc) lettered(args []value) (text string, operands value) {
	word := func(v value) string {
		list, err := py.ToSlice(c.t, v)
		if err != nil {
			c.err = py.TypeErrorf("subscripts must be a text, such as 'ij,jk->ik', or lists of integers behind the operands")
			return ""
		}
		s := ""
		for _, d := range list {
			n, ok := py.AsInt(d)
			switch {
			case d == py.Ellipsis:
				s += "..."
			case !ok || n < 0 || n >= 52:
				c.err = py.ValueErrorf("subscript is not within the valid range [0, 52)")
			default:
				s += string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[n])
			}
		}
		return s
	}
	list := py.NewTuple()
	var words []string
	for len(args) > 1 {
		list.Items = append(list.Items, args[0])
		words = append(words, word(args[1]))
		args = args[2:]
	}
	text = strings.Join(words, ",")
	if len(args) == 1 {
		text += "->" + word(args[0])
	}
	return text, list
}

func einsum(c *calc, a []value) value {
	text, ok := strOf(a[0])
	operands := a[1]
	if !ok {
		if text, operands = c.lettered(append([]value{a[0]}, a[1].(*py.Tuple).Items...)); c.err != nil {
			return py.None
		}
	}
	xs := c.arrays(operands)
	text = strings.ReplaceAll(text, " ", "")
	in, out, explicit := strings.Cut(text, "->")
	terms := strings.Split(in, ",")
	if c.err == nil && len(terms) != len(xs) {
		what := "fewer"
		if len(terms) < len(xs) {
			what = "more"
		}
		c.err = py.ValueErrorf("%s operands provided to einstein sum function than specified in the subscripts string",
			what)
	}
	if c.err != nil {
		return py.None
	}
	dots := 0
	for i, s := range terms {
		if strings.Contains(s, "...") {
			dots = max(dots, xs[i].Rank()-len(s)+3)
		}
	}
	fill := func(s string, n int) string {
		letters := "ⅠⅡⅢⅣⅤⅥⅦⅧ"
		r := []rune(letters)
		return strings.Replace(s, "...", string(r[8-n:]), 1)
	}
	if dots > 8 {
		c.err = py.ValueErrorf("too many dimensions for ...: %d", dots)
		return py.None
	}
	if !explicit {
		out = implicitOutput(terms, dots)
	}
	out = fill(out, dots)
	var order []rune // the letters of the result, then those that are summed
	order = append(order, []rune(out)...)
	sizeOf := map[rune]int{}
	for i, s := range terms {
		if n := xs[i].Rank() - len(s) + 3; strings.Contains(s, "...") {
			s = fill(s, n)
		}
		terms[i] = s
		if rs := []rune(s); len(rs) != xs[i].Rank() {
			c.err = py.ValueErrorf("operand has more dimensions than subscripts given in einstein " +
				"sum, but no '...' ellipsis provided to broadcast the extra dimensions.")
			if len(rs) > xs[i].Rank() {
				c.err = py.ValueErrorf("einstein sum subscripts string contains too many subscripts for operand %d", i)
			}
			return py.None
		}
		for k, r := range []rune(s) {
			d := xs[i].Shape()[k]
			if old, seen := sizeOf[r]; seen && old != d && old != 1 && d != 1 {
				c.err = py.ValueErrorf("operands could not be broadcast together with remapped "+
					"shapes [original->remapped]: %s", remapped(xs))
				return py.None
			}
			sizeOf[r] = max(sizeOf[r], d)
			if !strings.ContainsRune(string(order), r) {
				order = append(order, r)
			}
		}
	}
	for _, r := range out {
		if _, seen := sizeOf[r]; !seen {
			c.err = py.ValueErrorf("einstein sum subscripts string included output subscript "+
				"'%c' which never appeared in an input", r)
			return py.None
		}
	}
	return c.contract(xs, terms, []rune(out), order)
}

func remapped(xs []*array) string {
	s := ""
	for _, x := range xs {
		s += ndarray.Tight(x.Shape()) + " "
	}
	return s
}

func implicitOutput(terms []string, dots int) string {
	all := strings.ReplaceAll(strings.Join(terms, ""), "...", "")
	out := ""
	if dots > 0 {
		out = "..."
	}
	for r := 'A'; r <= 'z'; r++ {
		if strings.Count(all, string(r)) == 1 {
			out += string(r)
		}
	}
	return out
}

// contract folds the operands one after the other; letters that nothing needs later are summed
// at once.
func (c *calc) contract(xs []*array, terms []string, out, order []rune) value {
	lay := func(x *array, s []rune) *array { // along order; repeated letters take the diagonal
		shape, st := make([]int, len(order)), make([]int, len(order))
		for k := range shape {
			shape[k] = 1
		}
		for k, r := range s {
			for j, l := range order {
				if l == r {
					shape[j] = max(shape[j], x.Shape()[k])
					if x.Shape()[k] > 1 {
						st[j] += x.Strides()[k]
					}
					if x.Shape()[k] == 0 {
						shape[j] = 0
					}
				}
			}
		}
		return x.Strided(shape, st, 0)
	}
	var acc value
	for i, x := range xs {
		y := value(lay(x, []rune(terms[i])))
		if acc != nil {
			if y = c.twoTerms(c.arr(acc), c.arr(y)); c.err != nil {
				return py.None
			}
		}
		acc = y
		for k, r := range order {
			if k < len(out) || c.arr(acc).Shape()[k] == 1 {
				continue
			}
			later := false
			for _, s := range terms[i+1:] {
				later = later || strings.ContainsRune(s, r)
			}
			if !later {
				acc = c.sumKeeping(acc, k)
			}
		}
	}
	z := c.arr(acc)
	if c.err != nil {
		return py.None
	}
	var axes value = py.NewTuple()
	for k := len(out); k < len(order); k++ {
		axes.(*py.Tuple).Items = append(axes.(*py.Tuple).Items, int64(k))
	}
	z = c.view(squeeze(c.t, z, axes))
	if len(xs) == 1 && c.err == nil {
		return scalarOf(z)
	}
	return scalarOf(c.view(z.Copy(c.t.Ctx, 'C')))
}

// sumKeeping sums along one dimension, in the type of the elements.
func (c *calc) sumKeeping(v value, k int) value {
	a := c.arr(v)
	o, err := foldArgs(c.t, a, int64(k), a.DType(), nil, true, nil, nil)
	if c.err == nil {
		c.err = err
	}
	if c.err != nil {
		return py.None
	}
	return c.value(fold(c.t, "sum", a, o))
}

// twoTerms multiplies operands laid along the same letters.
func (c *calc) twoTerms(x, y *array) value {
	shape, ok := ndarray.Broadcast(x.Shape(), y.Shape())
	if !ok {
		c.err = py.ValueErrorf("operands could not be broadcast together with shapes %s %s", ndarray.Tight(x.Shape()),
			ndarray.Tight(y.Shape()))
		return py.None
	}
	n := int64(1)
	for _, d := range shape {
		n *= int64(d)
	}
	if !tensor.Reserve(8 * n) {
		c.err = py.Raisef(py.MemoryErrorClass, "the products of this einsum, %d numbers, do not fit",
			n).WithHint("np.matmul or np.tensordot sums as it goes.")
		return py.None
	}
	return c.u("multiply", x, y)
}
