package op

import "github.com/tfs-lang/tfs/tensor"

// Cross-entropies of logits and labels. Both kernels give the loss of each row and its gradient by the
// logits.

var (
	SoftmaxCrossEntropyWithLogits = define(Def{Name: "SoftmaxCrossEntropyWithLogits",
		Eval: func(x *Exec, n *Node) error {
			logits, labels := n.T(0), n.T(1)
			shape, err := tensor.BroadcastShape(logits.Shape(), labels.Shape())
			if err != nil {
				return tensor.Errorf("logits and labels must be broadcastable: logits_size=%s labels_size=%s",
					tensor.ShapeString(logits.Shape()), tensor.ShapeString(labels.Shape()))
			}
			if len(shape) != 2 {
				return tensor.Errorf("logits and labels must be either 2-dimensional, or broadcasted to be 2-dimensional")
			}
			if logits, err = tensor.BroadcastTo(x.Ctx, logits, shape); err != nil {
				return err
			}
			m := &math1{ctx: x.Ctx, n: n}
			shifted, sums := m.shifted(logits)
			loss := m.rowFold(tensor.FoldSum, m.bin(tensor.Mul, labels, m.bin(tensor.Sub, m.un(tensor.Log, sums), shifted)))
			back := m.bin(tensor.Sub, m.bin(tensor.Div, m.un(tensor.Exp, shifted), sums), labels)
			if m.err != nil {
				return m.err
			}
			return n.Give(loss.WithShape(shape[:1]), back)
		}, Infer: func(s *Shapes) {
			var p tensor.PartialShape
			switch a, b := s.In(0), s.In(1); {
			case a.UnknownRank && b.UnknownRank:
				p = ranked(2)
			case a.UnknownRank:
				p = b
			case b.UnknownRank:
				p = a
			default:
				p = s.broadcast(a, b)
			}
			if s.err == nil && len(p.Dims) != 2 {
				s.Fail("Shape must be broadcasted with rank 2, but is rank %d", len(p.Dims))
				return
			}
			if s.err == nil {
				s.Is(known(p.Dims[0]), p)
			}
		}, Grad: func(b *B, n *Node, dy []Value) []Value {
			g := b.entropyGrad(n, dy)
			column := b.One(ExpandDims, orZero(b, dy[0], n.Out[0]), tensor.Scalar(int32(-1)))
			return b.List(b.Unbroadcast(g, n.In[0], n.Out[1]),
				b.Unbroadcast(b.Mul(column, b.Neg(b.One(LogSoftmax, n.In[0]))), n.In[1], n.Out[1]))
		}})
	SparseSoftmaxCrossEntropyWithLogits = define(Def{Name: "SparseSoftmaxCrossEntropyWithLogits",
		Eval: evalSparseEntropy, Infer: func(s *Shapes) {
			p, labels := s.NeedRank(0, 2), s.NeedRank(1, 1)
			rows := -1
			if s.err == nil {
				rows = s.merge(p.Dims[0], labels.Dims[0])
			}
			s.Is(known(rows), known(rows, p.Dims[min(1, len(p.Dims)-1)]))
		}, Grad: func(b *B, n *Node, dy []Value) []Value { return b.List(b.entropyGrad(n, dy), nil) }})
)

// shifted is the logits less the greatest of each row, and the sums of their exponentials.
func (m *math1) shifted(logits *tensor.Tensor) (shifted, sums *tensor.Tensor) {
	shifted = m.bin(tensor.Sub, logits, m.rowFold(tensor.FoldMax, logits))
	return shifted, m.rowFold(tensor.FoldSum, m.un(tensor.Exp, shifted))
}

// rowFold folds the last axis of a matrix and keeps it.
func (m *math1) rowFold(how tensor.Fold, x *tensor.Tensor) *tensor.Tensor {
	if m.err != nil {
		return nil
	}
	var z *tensor.Tensor
	z, m.err = tensor.Reduce(m.ctx, how, x, []bool{false, true}, true)
	return z
}

func evalSparseEntropy(x *Exec, n *Node) error {
	logits, labels := n.T(0), n.T(1)
	switch {
	case logits.Rank() != 2:
		return tensor.Errorf("logits must be 2-D, but got shape %s", tensor.ShapeString(logits.Shape()))
	case labels.Rank() != 1:
		return tensor.Errorf("labels must be 1-D, but got shape %s", tensor.ShapeString(labels.Shape()))
	case logits.Shape()[0] != labels.Len():
		return tensor.Errorf("logits and labels must have the same first dimension, got logits shape %s and labels "+
			"shape %s",
			tensor.ShapeString(logits.Shape()), tensor.ShapeString(labels.Shape()))
	}
	rows, classes := logits.Shape()[0], logits.Shape()[1]
	if rows > 0 && classes == 0 {
		return tensor.Errorf("Must have at least one class, but got logits shape %s",
			tensor.ShapeString(logits.Shape()))
	}
	at, err := tensor.Make[int](rows)
	if err != nil {
		return err
	}
	for i := range at {
		k := int(labels.Int(i))
		if k < 0 || k >= classes {
			return tensor.Errorf("Received a label value of %d which is outside the valid "+
				"range of [0, %d).  Label values: %s",
				k, classes, words(labels))
		}
		at[i] = i*classes + k
	}
	m := &math1{ctx: x.Ctx, n: n}
	shifted, sums := m.shifted(logits)
	if m.err != nil {
		return m.err
	}
	own, err := tensor.Pick(x.Ctx, shifted, []int{rows, 1}, at)
	if err != nil {
		return err
	}
	hot, err := tensor.OneHot(x.Ctx, labels, classes, m.num(1, logits), m.num(0, logits), -1)
	if err != nil {
		return err
	}
	loss := m.bin(tensor.Sub, m.un(tensor.Log, sums), own)
	back := m.bin(tensor.Sub, m.bin(tensor.Div, m.un(tensor.Exp, shifted), sums), hot)
	if m.err != nil {
		return m.err
	}
	return n.Give(loss.WithShape([]int{rows}), back)
}

// words is integers with blanks between.
func words(t *tensor.Tensor) string {
	s := ""
	for i := range t.Len() {
		if i > 0 {
			s += " "
		}
		s += itoa(int(t.Int(i)))
	}
	return s
}

// entropyGrad is the gradient by the logits: through the loss, and through its gradient.
func (b *B) entropyGrad(n *Node, dy []Value) Value {
	var g Value
	if dy[0] != nil {
		g = b.Mul(b.One(ExpandDims, dy[0], tensor.Scalar(int32(-1))), n.Out[1])
	}
	if dy[1] != nil {
		p := b.One(Softmax, n.In[0])
		second := b.Mul(b.Sub(dy[1], b.lastSum(b.Mul(dy[1], p))), p)
		if g == nil {
			return second
		}
		g = b.Add(g, second)
	}
	return g
}

// orZero is a gradient, zeros when there is none.
func orZero(b *B, dy, like Value) Value {
	if dy == nil {
		return b.Zero(like)
	}
	return dy
}
