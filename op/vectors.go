package op

import (
	"strings"

	"github.com/tfs-lang/tfs/tensor"
)

// Kernels of vectors: cross products, even steps, scans, selection and sets of distinct rows.

// Cross is the cross product of vectors of three elements.
var Cross = define(Def{Name: "Cross", Infer: func(s *Shapes) {
	p := s.mergeShapes(s.In(0), s.In(1))
	if s.err == nil && !p.UnknownRank {
		if len(p.Dims) == 0 {
			s.Fail("Shape must be at least rank 1 but is rank 0")
		} else if d := p.Dims[len(p.Dims)-1]; d >= 0 && d != 3 {
			s.Fail("Dimension must be 3 but is %d", d)
		} else {
			p = with(p, len(p.Dims)-1, 3)
		}
	}
	s.Is(p)
}, Eval: func(x *Exec, n *Node) error {
	a, b := n.T(0), n.T(1)
	if !tensor.SameShape(a.Shape(), b.Shape()) {
		return tensor.Errorf("Both inputs must be of same shape: %s vs. %s",
			tensor.ShapeString(a.Shape()), tensor.ShapeString(b.Shape()))
	}
	if a.Rank() < 1 {
		return tensor.Errorf("Input must be at least 1D")
	}
	if a.Shape()[a.Rank()-1] != 3 {
		return tensor.Failf(tensor.FailedPrecondition, "Cross-products are only defined for 3-element vectors.")
	}
	m := &math1{ctx: x.Ctx, n: n}
	turn := func(t *tensor.Tensor, by ...int32) *tensor.Tensor {
		if m.err != nil {
			return nil
		}
		z, err := tensor.Gather(x.Ctx, t, tensor.Vector(by), t.Rank()-1, 0)
		m.err = err
		return z
	}
	z := m.bin(tensor.Sub, m.bin(tensor.Mul, turn(a, 1, 2, 0), turn(b, 2, 0, 1)),
		m.bin(tensor.Mul, turn(a, 2, 0, 1), turn(b, 1, 2, 0)))
	return n.one(z, m.err)
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	return b.List(b.One(n.Def, n.In[1], dy[0]), b.One(n.Def, dy[0], n.In[0]))
}})

// LinSpace is numbers at equal distances.
var LinSpace = define(Def{Name: "LinSpace", Grad: noGrad, Eval: func(x *Exec, n *Node) error {
	for i, name := range []string{"start", "stop", "num"} {
		if t := n.T(i); t.Rank() != 0 {
			return tensor.Errorf("%s must be a scalar, not shape %s", name, tensor.ShapeString(t.Shape()))
		}
	}
	num := int(n.T(2).Int(0))
	if num <= 0 {
		return tensor.Errorf("Requires num > 0: %d", num)
	}
	return n.one(tensor.LinSpace(x.Ctx, n.T(0), n.T(1), num))
}, Infer: func(s *Shapes) {
	for i := range 3 {
		s.NeedRank(i, 0)
	}
	num := s.Size(2)
	if s.Const(2) != nil && num <= 0 {
		s.Fail("Requires num > 0: %d", num)
	}
	s.Is(known(num))
}})

// CumulativeLogsumexp is the logarithm of the running sum of exponentials.
var CumulativeLogsumexp = define(Def{Name: "CumulativeLogsumexp", Infer: same(0), Eval: func(x *Exec, n *Node) error {
	t, axis := n.T(0), n.T(1)
	if axis.Rank() != 0 {
		return tensor.Errorf("ScanOp: axis must be a scalar, not %s", tensor.ShapeString(axis.Shape()))
	}
	at, ok := axisIn(int(axis.Int(0)), t.Rank())
	if !ok {
		return tensor.Errorf("ScanOp: Expected scan axis in the range [%d, %d), but got %d", -t.Rank(), t.Rank(),
			scanned(int(axis.Int(0)), t.Rank()))
	}
	return n.one(tensor.CumLogSumExp(x.Ctx, t, at, n.Bool("exclusive"), n.Bool("reverse")))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	x, y, axis := n.In[0], n.Out[0], n.In[1]
	at := Attrs{{"exclusive", n.Bool("exclusive")}, {"reverse", !n.Bool("reverse")}}
	low := b.Like(x, 0)
	if low != nil {
		l, _ := x.DType().FloatRange()
		low = b.Like(x, l)
	}
	log := func(on Value, g Value) Value { return b.Where(on, b.One(Log, g), low) }
	part := func(on, g Value) Value {
		return b.One(Exp, b.Add(b.With(n.Def, at, b.Sub(log(on, g), y), axis), x))
	}
	g := dy[0]
	plus := part(b.One(Greater, g, b.Like(g, 0)), g)
	minus := part(b.One(Less, g, b.Like(g, 0)), b.Neg(g))
	return b.List(b.Sub(plus, minus), nil)
}})

// NthElement is the element of each row that stands at a place when the row is sorted.
var NthElement = define(Def{Name: "NthElement", Eval: func(x *Exec, n *Node) error {
	t, k := n.T(0), n.T(1)
	if k.Rank() != 0 {
		return tensor.Errorf("N must be scalar but has rank %d", k.Rank())
	}
	if k.Int(0) < 0 {
		return tensor.Errorf("n must be non-negative but is %d", k.Int(0))
	}
	if t.Rank() < 1 {
		return tensor.Errorf("Input must be at least rank 1 but is rank %d", t.Rank())
	}
	axis := t.Rank() - 1
	if int(k.Int(0)) >= t.Shape()[axis] {
		return tensor.Errorf("Input must have last dimension > n = %d", k.Int(0))
	}
	order, err := tensor.Argsort(x.Ctx, t, n.Bool("reverse"))
	if err != nil {
		return err
	}
	at, err := tensor.Gather(x.Ctx, order, k.WithShape([]int{1}), axis, 0)
	if err != nil {
		return err
	}
	z, err := tensor.Gather(x.Ctx, t, at, axis, axis)
	if err != nil {
		return err
	}
	return n.one(z.WithShape(t.Shape()[:axis]), nil)
}, Infer: func(s *Shapes) {
	p, k := s.In(0), s.Size(1)
	switch {
	case p.UnknownRank:
		s.Is(unknown())
	case len(p.Dims) == 0:
		s.Fail("Shape must be at least rank 1 but is rank 0")
	default:
		last := len(p.Dims) - 1
		if d := p.Dims[last]; k >= 0 && d >= 0 && d <= k {
			s.Fail("Input must have last dimension > n = %d but is %d", k, d)
		}
		s.Is(known(p.Dims[:last]...))
	}
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	axis := tensor.Scalar(int32(-1))
	hit := b.castLike(b.One(Equal, b.One(ExpandDims, n.Out[0], axis), n.In[0]), dy[0])
	share := b.Div(hit, b.lastSum(hit))
	return b.List(b.Mul(share, b.One(ExpandDims, dy[0], axis)), nil)
}})

// UniqueV2 and UniqueWithCountsV2 give the distinct slices along an axis; without an axis, the distinct
// elements of a vector.
var (
	UniqueV2 = define(Def{Name: "UniqueV2", Eval: func(x *Exec, n *Node) error { return n.uniqueAlong(x, false) },
		Infer: func(s *Shapes) { s.uniqueAlong(false) }})
	UniqueWithCountsV2 = define(Def{Name: "UniqueWithCountsV2",
		Eval:  func(x *Exec, n *Node) error { return n.uniqueAlong(x, true) },
		Infer: func(s *Shapes) { s.uniqueAlong(true) }})
)

func (s *Shapes) uniqueAlong(counts bool) {
	p, axis, idx := s.In(0), s.Const(1), known(-1)
	y := unknown()
	switch {
	case axis == nil && !p.UnknownRank:
		y = ranked(len(p.Dims))
	case p.UnknownRank || axis == nil:
	case axis.Rank() != 1:
		s.Fail("axis expects a 1D vector.")
	case axis.Len() > 1:
		s.Fail("axis does not support input tensors larger than 1 elements.")
	case axis.Len() == 0:
		if len(p.Dims) != 1 {
			s.Fail("x expects a 1D vector.")
			return
		}
		y, idx = known(-1), known(p.Dims[0])
	default:
		a := int(axis.Int(0))
		if a < 0 {
			a += len(p.Dims)
		}
		if a < 0 || a >= len(p.Dims) {
			s.Fail("axis expects to be in the range [%d, %d)", -len(p.Dims), len(p.Dims))
			return
		}
		y, idx = ranked(len(p.Dims)), known(p.Dims[a])
	}
	if counts {
		s.Is(y, idx, known(-1))
		return
	}
	s.Is(y, idx)
}

func (n *Node) uniqueAlong(x *Exec, counts bool) error {
	t, axis := n.T(0), n.T(1)
	if axis.Rank() != 1 {
		return tensor.Errorf("axis expects a 1D vector.")
	}
	if axis.Len() > 1 {
		return tensor.Errorf("axis does not support input tensors larger than 1 elements")
	}
	if axis.Len() == 0 && t.Rank() != 1 {
		return tensor.Errorf("unique expects a 1D vector.")
	}
	a := 0
	if axis.Len() == 1 {
		if a = int(axis.Int(0)); a < 0 {
			a += t.Rank()
		}
		if a < 0 || a >= t.Rank() {
			return tensor.Errorf("axis has to be between [0, %d)", t.Rank())
		}
	}
	if t.Rank() == 1 {
		return n.unique(x, counts)
	}
	front := []int{a}
	for i := range t.Rank() {
		if i != a {
			front = append(front, i)
		}
	}
	rows, err := tensor.Transpose(x.Ctx, t, front)
	if err != nil {
		return err
	}
	first, idx, count := distinctRows(rows)
	y, err := tensor.Gather(x.Ctx, t, tensor.Vector(first), a, 0)
	if err != nil {
		return err
	}
	d := n.Type("out_idx")
	i, err := tensor.Cast(x.Ctx, tensor.Vector(idx), d)
	if err != nil || !counts {
		return cmpErr(err, n.Give(y, i))
	}
	c, err := tensor.Cast(x.Ctx, tensor.Vector(count), d)
	return cmpErr(err, n.Give(y, i, c))
}

// distinctRows finds the rows of a tensor that were not there before, for each row which of them it is,
// and how often each of them stands.
func distinctRows(t *tensor.Tensor) (first, idx, count []int64) {
	n := t.Shape()[0]
	unit := t.Len() / max(n, 1)
	seen := map[string]int64{}
	for i := range n {
		k, ok := seen[rowKey(t, i, unit)]
		if !ok {
			k = int64(len(first))
			seen[rowKey(t, i, unit)] = k
			first, count = append(first, int64(i)), append(count, 0)
		}
		idx = append(idx, k)
		count[k]++
	}
	return first, idx, count
}

// rowKey is a text that only equal rows share.
func rowKey(t *tensor.Tensor, i, unit int) string {
	if t.DType() != tensor.String {
		size := t.DType().Size() * unit
		return string(t.Bytes()[i*size : (i+1)*size])
	}
	var b strings.Builder
	for k := range unit {
		s := t.Str(i*unit + k)
		b.WriteString(itoa(len(s)) + ":" + s)
	}
	return b.String()
}

// ListDiff gives the elements of a vector that another one does not have, and where they are.
var ListDiff = define(Def{Name: "ListDiff", Eval: func(x *Exec, n *Node) error {
	for i, name := range []string{"x", "y"} {
		if n.T(i).Rank() != 1 {
			return tensor.Errorf("%s should be a 1D vector.", name)
		}
	}
	t, y := n.T(0), n.T(1)
	both, err := tensor.Concat(x.Ctx, []*tensor.Tensor{y, t}, 0)
	if err != nil {
		return err
	}
	_, idx, _, err := tensor.Unique(x.Ctx, both)
	if err != nil {
		return err
	}
	top := int64(-1) // the greatest number of an element of y; what comes new after it is not in y
	for _, k := range idx[:y.Len()] {
		top = max(top, k)
	}
	var at []int64
	for i, k := range idx[y.Len():] {
		if k > top {
			at = append(at, int64(i))
		}
	}
	out, err := tensor.Gather(x.Ctx, t, tensor.Vector(at), 0, 0)
	if err != nil {
		return err
	}
	where, err := tensor.Cast(x.Ctx, tensor.Vector(at), n.Type("out_idx"))
	return cmpErr(err, n.Give(out, where))
}, Infer: func(s *Shapes) {
	s.NeedRank(0, 1)
	s.NeedRank(1, 1)
	s.Is(known(-1), known(-1))
}})

// ConcatOffset tells where each part begins in what is joined of parts of these shapes.
var ConcatOffset = define(Def{Name: "ConcatOffset", Grad: noGrad, Eval: func(x *Exec, n *Node) error {
	axis, shapes := n.T(0), n.Ts(n.In[1:])
	if axis.Rank() != 0 {
		return tensor.Errorf("Concat dim tensor should be a scalar integer, but got shape %s",
			tensor.ShapeString(axis.Shape()))
	}
	for i, t := range shapes {
		if t.Rank() != 1 {
			return tensor.Errorf("input %d should be a vector, but got shape %s", i, tensor.ShapeString(t.Shape()))
		}
	}
	first := shapes[0].Ints()
	a, ok := axisIn(int(axis.Int(0)), len(first))
	if !ok {
		return tensor.Errorf("Concat dim is out of range: %d vs. %d", axis.Int(0), len(first))
	}
	var out []*tensor.Tensor
	sum := 0
	for i, t := range shapes {
		v := t.Ints()
		if len(v) != len(first) {
			return tensor.Errorf("input %d should contain %d elements, but got %d", i, len(first), len(v))
		}
		for k := range v {
			if k != a && v[k] != first[k] {
				return tensor.Errorf("All dimensions except %d must match. Input %d has shape "+
					"[%s] and doesn't match input 0 with shape [%s].",
					a, i, words(t), words(shapes[0]))
			}
		}
		at := make([]int, len(first))
		at[a] = sum
		sum += v[a]
		o, err := dims(x, at, t.DType())
		if err != nil {
			return err
		}
		out = append(out, o)
	}
	return n.Give(out...)
}, Infer: func(s *Shapes) {
	out := make([]tensor.PartialShape, len(s.Node.In)-1)
	for i := range out {
		out[i] = s.In(i + 1)
	}
	s.Is(out...)
}})

// Empty is a tensor of a shape, whose elements are zeros here.
var Empty = define(Def{Name: "Empty", Eval: func(_ *Exec, n *Node) error {
	shape := n.T(0)
	if shape.Rank() > 1 {
		return tensor.Errorf("shape must be a vector of int32, got shape %s", tensor.ShapeString(shape.Shape()))
	}
	dims := shape.Ints()
	for _, d := range dims {
		if d < 0 {
			return tensor.Errorf("Dimension %d must be >= 0", d)
		}
	}
	return n.one(tensor.New(n.Type("dtype"), dims))
}, Infer: func(s *Shapes) { s.Is(shaped(s.Vector(0))) }})

// Betainc is the regularised incomplete beta function of three inputs of one shape or scalars.
var Betainc = define(Def{Name: "Betainc", Elem: true, Infer: func(s *Shapes) {
	out, scalars := unknown(), 0
	for i := range 3 {
		if p := s.In(i); p.UnknownRank || len(p.Dims) > 0 {
			out = s.mergeShapes(out, p)
		} else {
			scalars++
		}
	}
	if scalars == 3 {
		out = known()
	}
	s.Is(out)
}, Eval: func(x *Exec, n *Node) error {
	var shape []int
	name, from := "", -1
	for i, w := range []string{"a", "b", "x"} {
		t := n.T(i)
		if t.Rank() == 0 {
			continue
		}
		if from >= 0 && !tensor.SameShape(shape, t.Shape()) {
			return tensor.Errorf("Shapes of %s and %s are inconsistent: %s vs. %s",
				name, w, tensor.ShapeString(shape), tensor.ShapeString(t.Shape()))
		}
		if from < 0 {
			shape, name, from = t.Shape(), w, i
		}
	}
	return n.one(tensor.IncompleteBeta(x.Ctx, n.T(0), n.T(1), n.T(2), shape))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	a, c, x := n.In[0], n.In[1], n.In[2]
	beta := b.Sub(b.Add(b.One(Lgamma, a), b.One(Lgamma, c)), b.One(Lgamma, b.Add(a, c)))
	one := b.Like(x, 1)
	e := b.Sub(b.Add(b.One(Xlog1py, b.Sub(c, one), b.Neg(x)), b.One(Xlogy, b.Sub(a, one), x)), beta)
	return b.List(nil, nil, b.Unbroadcast(b.Mul(b.One(Exp, e), dy[0]), x, n.Out[0]))
}})
