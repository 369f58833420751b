package op

import (
	"strings"

	"github.com/tfs-lang/tfs/printer"
	"github.com/tfs-lang/tfs/tensor"
	"github.com/tfs-lang/tfs/text/literal"
)

// Kernels that check values or keep them in bounds.

// ClipByValue keeps elements between bounds, which are scalars or of the tensor's shape.
var ClipByValue = define(Def{Name: "ClipByValue", Elem: true, Infer: same(0), Eval: func(x *Exec, n *Node) error {
	t, lo, hi := n.T(0), n.T(1), n.T(2)
	for _, b := range []*tensor.Tensor{lo, hi} {
		if b.Rank() != 0 && !tensor.SameShape(b.Shape(), t.Shape()) {
			return tensor.Errorf("clip_value_min and clip_value_max must be either of the same shape "+
				"as input, or a scalar. "+
				"input shape: %sclip_value_min shape: %sclip_value_max shape: %s",
				tensor.ShapeString(t.Shape()), tensor.ShapeString(lo.Shape()), tensor.ShapeString(hi.Shape()))
		}
	}
	m := &math1{ctx: x.Ctx, n: n}
	if !t.DType().IsComplex() {
		z := m.bin(tensor.Maximum, m.bin(tensor.Minimum, t, hi), lo)
		return n.one(z, m.err)
	}
	var parts [2]*tensor.Tensor // which TensorFlow keeps in bounds each
	for i, name := range []string{"Real", "Imag"} {
		part := tensor.Un(name).Apply
		parts[i] = m.bin(tensor.Maximum, m.bin(tensor.Minimum, m.un(part, t), m.un(part, hi)), m.un(part, lo))
	}
	if m.err != nil {
		return m.err
	}
	return n.one(tensor.Complex(x.Ctx, parts[0], parts[1]))
}, Grad: func(b *B, n *Node, dy []Value) []Value {
	x, lo, hi := n.In[0], n.In[1], n.In[2]
	zero, below, above := b.Zero(dy[0]), b.One(Less, x, lo), b.One(Greater, x, hi)
	return b.List(b.Where(b.One(LogicalOr, below, above), zero, dy[0]),
		b.Unbroadcast(b.Where(below, dy[0], zero), lo, x), b.Unbroadcast(b.Where(above, dy[0], zero), hi, x))
}})

// CheckNumerics and CheckNumericsV2 fail when an element is not finite.
var (
	CheckNumerics = define(Def{Name: "CheckNumerics", Keep: true, Infer: same(0), Grad: checkedGrad,
		Eval: func(x *Exec, n *Node) error { return n.checkFinite(x, false) }})
	CheckNumericsV2 = define(Def{Name: "CheckNumericsV2", Keep: true, Infer: same(0), Grad: checkedGrad,
		Eval: func(x *Exec, n *Node) error { return n.checkFinite(x, true) }})
)

func (n *Node) checkFinite(x *Exec, signs bool) error {
	t := n.T(0)
	fine, err := tensor.IsFinite(x.Ctx, t)
	if err != nil {
		return err
	}
	var minus, plus, nan bool
	for i, ok := range tensor.Slice[bool](fine) {
		if ok {
			continue
		}
		switch f := t.Float(i); {
		case f != f:
			nan = true
		case f < 0:
			minus = true
		default:
			plus = true
		}
	}
	if !signs {
		plus, minus = plus || minus, false
	}
	var bad []string
	for _, w := range []struct {
		on   bool
		name string
	}{{minus, "-Inf"}, {plus && signs, "+Inf"}, {plus && !signs, "Inf"}, {nan, "NaN"}} {
		if w.on {
			bad = append(bad, w.name)
		}
	}
	if len(bad) > 0 {
		return tensor.Errorf("%s : Tensor had %s values", n.Str("message"), listed(bad))
	}
	return n.one(t, nil)
}

// listed joins words as in a sentence.
func listed(words []string) string {
	if len(words) < 3 {
		return strings.Join(words, " and ")
	}
	return strings.Join(words[:len(words)-1], ", ") + ", and " + words[len(words)-1]
}

func checkedGrad(b *B, n *Node, dy []Value) []Value {
	msg := "Not a number (NaN) or infinity (Inf) values detected in gradient. b'" + n.Str("message") + "'"
	return b.List(b.With(n.Def, Attrs{{"message", msg}}, dy[0]))
}

// ApproximateEqual tells whether numbers differ by less than the tolerance.
var ApproximateEqual = define(Def{Name: "ApproximateEqual",
	Elem: true, Infer: func(s *Shapes) { s.mergeShapes(s.In(0), s.In(1)); s.Is(s.In(0)) },
	Eval: func(x *Exec, n *Node) error {
		a, b := n.T(0), n.T(1)
		if d := a.DType(); d != tensor.Float32 && d != tensor.Float64 {
			return tensor.Failf(tensor.NotFound,
				"Could not find device for node: {{node ApproximateEqual}} = ApproximateEqual[T=%s, tolerance=%s]",
				d.EnumName(), literal.G(n.Float("tolerance"), 6))
		}
		if !tensor.SameShape(a.Shape(), b.Shape()) {
			return tensor.Errorf("x and y must be of the same shape. x shape: %s. y shape: %s",
				tensor.ShapeString(a.Shape()), tensor.ShapeString(b.Shape()))
		}
		m := &math1{ctx: x.Ctx, n: n}
		z := m.bin(tensor.Less, m.un(tensor.Abs, m.bin(tensor.Sub, a, b)), m.num(float64(float32(n.Float("tolerance"))), a))
		return n.one(z, m.err)
	}})

// Assert fails with the data when the condition does not hold.
var Assert = define(Def{Name: "Assert", Keep: true, Infer: func(*Shapes) {}, Eval: func(_ *Exec, n *Node) error {
	if c := n.T(0); c.Rank() != 0 {
		return tensor.Errorf("In[0] should be a scalar: %s", tensor.ShapeString(c.Shape()))
	} else if c.Int(0) != 0 {
		return nil
	}
	msg := "assertion failed:"
	for _, t := range n.Ts(n.In[1:]) {
		msg += " [" + printer.Summary(t, n.Int("summarize")) + "]"
	}
	return tensor.Errorf("%s", msg)
}, Grad: noGrad})
